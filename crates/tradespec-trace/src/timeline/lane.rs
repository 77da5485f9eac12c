//! A lane: the picture of a session.
//!
//! In:  the rows of a session.
//! Out: SVG, of as many strips as the rows need: a level for each status, steps between them, a mark for each row, and
//! below them a flag for what was found, with its numbers.
//! Holds: the strips of a session have the same levels.

use std::io::{self, Write};

use tradespec_validator::Severity;

use super::page::Escaped;
use super::rows::Row;
use super::words;

/// The rows of one strip.
const ROWS: usize = 15;
/// Between two marks.
const STEP: usize = 54;
/// Between two levels.
const RISE: usize = 24;
/// Left of the first mark: the names of the levels.
const NAMES: usize = 168;
const TOP: usize = 16;
/// What flags take, where there are any.
const FLAGS: usize = 32;

/// The statuses from the lowest level to the highest: those that end without an order, then the way to one.
const LEVELS: [&str; 11] = [
    "expired",
    "canceled",
    "incomplete",
    "not_ready_for_payment",
    "requires_escalation",
    "authentication_required",
    "ready_for_payment",
    "in_progress",
    "pending_approval",
    "complete_in_progress",
    "completed",
];

/// Where things are, in one session.
struct Plan {
    /// The levels that the session reaches, the highest first; `None` is below all of them.
    levels: Vec<Option<&'static str>>,
    /// Between the lowest level and the words below the marks.
    flags: usize,
}

impl Plan {
    fn new(rows: &[Row<'_>]) -> Self {
        let mut levels: Vec<_> = rows.iter().map(|row| row.state).collect();
        levels
            .sort_by_key(|level| level.map(|level| (LEVELS.iter().position(|known| *known == level), level)));
        levels.dedup();
        levels.reverse();
        let has_flags = rows.iter().any(|row| !row.first.findings.is_empty());
        Self { levels, flags: if has_flags { FLAGS } else { 0 } }
    }

    fn y(&self, state: Option<&'static str>) -> usize {
        TOP + RISE * self.levels.iter().position(|level| *level == state).unwrap_or(0)
    }

    fn bottom(&self) -> usize {
        TOP + RISE * self.levels.len().saturating_sub(1)
    }
}

/// Draws the rows; the findings of each row have numbers from `1` on through all of them.
pub(super) fn draw(rows: &[Row<'_>], name: &str, out: &mut dyn Write) -> io::Result<()> {
    let plan = Plan::new(rows);
    let strips = rows.len().div_ceil(ROWS);
    let (mut number, mut before) = (1, None);
    for (index, strip) in rows.chunks(ROWS).enumerate() {
        let part = if strips > 1 { format!(", part {} of {strips}", index + 1) } else { String::new() };
        let (width, height) = (NAMES + STEP * strip.len(), plan.bottom() + plan.flags + 44);
        writeln!(
            out,
            "<svg role=\"img\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
             <title>{}{part}</title>\n<desc>{}</desc>",
            Escaped(name),
            Escaped(&told(strip)),
        )?;
        levels(&plan, width, out)?;
        steps(&plan, strip, before, out)?;
        for (column, row) in strip.iter().enumerate() {
            let x = x(column);
            flag(&plan, row, x, number, out)?;
            mark(row, x, plan.y(row.state), out)?;
            tick(row, x, plan.bottom() + plan.flags, out)?;
            number += row.first.findings.len();
        }
        writeln!(out, "</svg>")?;
        before = strip.last();
    }
    Ok(())
}

fn x(column: usize) -> usize {
    NAMES + STEP / 2 + STEP * column
}

/// The strip in words, for those who do not see it.
fn told(strip: &[Row<'_>]) -> String {
    let mut parts = Vec::new();
    let mut state = None;
    for row in strip {
        let mut part = words::verb(&row.first.operation);
        if row.count > 1 {
            part += &format!(" {} times", row.count);
        }
        part += &format!(" {}", row.first.status);
        if row.state != state {
            part += &format!(", now {}", row.state.unwrap_or("without a status"));
            state = row.state;
        }
        if row.first.replayed {
            part += ", replayed";
        }
        let codes: Vec<_> = row.first.findings.iter().map(|finding| finding.code).collect();
        if !codes.is_empty() {
            part += &format!(", found {}", codes.join(" and "));
        }
        parts.push(part);
    }
    parts.join("; ")
}

fn levels(plan: &Plan, width: usize, out: &mut dyn Write) -> io::Result<()> {
    for level in &plan.levels {
        let y = plan.y(*level);
        writeln!(out, "<path class=\"level\" d=\"M{NAMES} {y}H{width}\"/>")?;
        let name = level.unwrap_or("no status");
        writeln!(out, "<text class=\"name\" x=\"{}\" y=\"{}\">{}</text>", NAMES - 10, y + 4, Escaped(name))?;
    }
    Ok(())
}

/// The way from mark to mark; what leads to a replay is dashed, because nothing happened.
fn steps(plan: &Plan, strip: &[Row<'_>], before: Option<&Row<'_>>, out: &mut dyn Write) -> io::Result<()> {
    let mut from = before.map(|row| (NAMES, plan.y(row.state)));
    for (column, row) in strip.iter().enumerate() {
        let (x, y) = (x(column), plan.y(row.state));
        if let Some((from_x, from_y)) = from {
            let class = if row.first.replayed { "step again" } else { "step" };
            let middle = from_x.midpoint(x);
            writeln!(out, "<path class=\"{class}\" d=\"M{from_x} {from_y}H{middle}V{y}H{x}\"/>")?;
        }
        from = Some((x, y));
    }
    Ok(())
}

/// A disc for an answer, a square on its corner for a refusal, a dashed ring for a replay, a bar for many in a row.
fn mark(row: &Row<'_>, x: usize, y: usize, out: &mut dyn Write) -> io::Result<()> {
    let event = row.first;
    let times = if row.count > 1 { format!(", {} times", row.count) } else { String::new() };
    let state = row.state.map_or_else(String::new, |state| format!(", {state}"));
    let replayed = if event.replayed { ", replayed" } else { "" };
    let title = format!("line {}: {}, {}{state}{replayed}{times}", event.line, event.operation, event.status);
    writeln!(out, "<g><title>{}</title>", Escaped(&title))?;
    let again = if event.replayed { " again" } else { "" };
    if row.count > 1 {
        let refused = if words::is_refused(event) { " refused" } else { " many" };
        let text = if words::is_refused(event) { "tick" } else { "many-text" };
        writeln!(
            out,
            "<rect class=\"mark{refused}\" x=\"{}\" y=\"{}\" width=\"36\" height=\"16\" rx=\"8\"/>\
             <text class=\"{text}\" x=\"{x}\" y=\"{}\">×{}</text>",
            x - 18,
            y - 8,
            y + 4,
            row.count
        )?;
    } else if words::is_refused(event) {
        writeln!(out, "<path class=\"mark refused{again}\" d=\"M{x} {}l7 7l-7 7l-7 -7z\"/>", y - 7)?;
    } else {
        writeln!(out, "<circle class=\"mark{again}\" cx=\"{x}\" cy=\"{y}\" r=\"6\"/>")?;
    }
    writeln!(out, "</g>")
}

/// The numbers of what was found in a row, in the shape of the worst of it.
fn flag(plan: &Plan, row: &Row<'_>, x: usize, number: usize, out: &mut dyn Write) -> io::Result<()> {
    let findings = &row.first.findings;
    let Some(worst) = findings.iter().map(|finding| finding.severity).min() else {
        return Ok(());
    };
    let title: Vec<_> = findings
        .iter()
        .map(|finding| format!("{}[{}]: {}", finding.severity, finding.code, finding.message))
        .collect();
    let last = number + findings.len() - 1;
    let text = if last == number { number.to_string() } else { format!("{number}–{last}") };
    let (y, mark) = (plan.bottom() + 30, plan.y(row.state));
    let half = 4 + 3 * text.chars().count();
    let (left, right) = (x - half, x + half);
    let shape = match worst {
        // A box, a box with a tip that points at the mark, and a bar.
        Severity::Error => format!("M{left} {}H{right}V{}H{left}z", y - 9, y + 9),
        Severity::Warning => {
            format!("M{left} {0}H{1}L{x} {2}L{3} {0}H{right}V{4}H{left}z", y - 8, x - 5, y - 14, x + 5, y + 8)
        }
        Severity::Note => format!("M{left} {0}H{right}a8 8 0 0 1 0 16H{left}a8 8 0 0 1 0 -16z", y - 8),
    };
    writeln!(
        out,
        "<g><title>{}</title><path class=\"guide {worst}\" d=\"M{x} {mark}V{}\"/><path class=\"flag {worst}\" d=\"{shape}\"/>\
         <text class=\"flag-text {worst}\" x=\"{x}\" y=\"{}\">{text}</text></g>",
        Escaped(&title.join(" · ")),
        y - 9,
        y + 4
    )
}

/// What was asked, and the line of it.
fn tick(row: &Row<'_>, x: usize, bottom: usize, out: &mut dyn Write) -> io::Result<()> {
    let verb = words::verb(&row.first.operation);
    writeln!(
        out,
        "<text class=\"tick\" x=\"{x}\" y=\"{}\">{}</text><text class=\"tick\" x=\"{x}\" y=\"{}\">{}</text>",
        bottom + 25,
        Escaped(&verb),
        bottom + 38,
        row.first.line
    )
}

#[cfg(test)]
mod tests {
    use tradespec_protocol::session::Status;

    use super::LEVELS;

    #[test]
    fn every_status_has_a_level() {
        for status in Status::ALL {
            assert!(LEVELS.contains(&status.as_str()), "{status}");
        }
    }
}
