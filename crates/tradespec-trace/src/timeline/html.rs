//! Timelines as one page that needs nothing else: no script, no network.
//!
//! In:  [`Timelines`].
//! Out: HTML with its style and pictures in it: what there was in all, where what was found, and each session with a
//! lane and a table.
//! Holds: every text of a recording is escaped; sessions with errors are drawn before others are left out.

use std::collections::BTreeMap;
use std::io::{self, Write};

use tradespec_validator::Severity;
use tradespec_validator::render::counted;

use super::page::Escaped;
use super::rows::{Row, rows};
use super::words::{self, Counts};
use super::{Event, Timeline, Timelines, lane};

const STYLE: &str = include_str!("timeline.css");

/// More sessions than this are more than a page can show.
const MOST_SESSIONS: usize = 500;
/// More rows of one session than this are more than anybody reads.
const MOST_ROWS: usize = 400;
/// With more sessions than this, tables of sessions in which nothing was found are folded up.
const OPEN_SESSIONS: usize = 12;

/// Writes what happened to each session as a page.
///
/// ```
/// use tradespec_trace::timeline::{Timelines, html};
///
/// let mut page = Vec::new();
/// html(&Timelines::default(), &mut page)?;
/// assert!(page.starts_with(b"<!doctype html>"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// The writer fails.
pub fn html(timelines: &Timelines, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Timelines</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>"
    )?;
    let shown = shown(&timelines.sessions);
    summary(timelines, out)?;
    found(timelines, &shown, out)?;
    if !shown.is_empty() {
        writeln!(out, "<main>\n<h2>Sessions</h2>")?;
        if shown.len() > OPEN_SESSIONS {
            contents(&shown, out)?;
        }
        key(out)?;
        for (number, timeline) in &shown {
            session(timelines, *number, timeline, shown.len() <= OPEN_SESSIONS, out)?;
        }
        writeln!(out, "</main>")?;
    }
    others(timelines, out)?;
    writeln!(out, "</body>\n</html>")
}

/// The sessions that are drawn, with their numbers: if there are too many, those in which most is wrong.
fn shown(sessions: &[Timeline]) -> Vec<(usize, &Timeline)> {
    let mut shown: Vec<_> = sessions.iter().enumerate().collect();
    if shown.len() > MOST_SESSIONS {
        shown.sort_by_cached_key(|(_, timeline)| {
            let counts = Counts::of(&timeline.events);
            std::cmp::Reverse((counts.errors > 0, counts.warnings > 0, counts.notes > 0))
        });
        shown.truncate(MOST_SESSIONS);
        shown.sort_unstable_by_key(|(number, _)| *number);
    }
    shown
}

fn summary(timelines: &Timelines, out: &mut dyn Write) -> io::Result<()> {
    let counts = Counts::all(timelines);
    let (sessions, carts) = words::sessions_and_carts(timelines);
    writeln!(out, "<header>\n<h1>Timelines</h1>")?;
    let files: Vec<_> =
        timelines.files.iter().map(|file| format!("<code>{}</code>", Escaped(file))).collect();
    writeln!(out, "<p class=\"soft\">{}</p>\n<ul class=\"tiles\">", files.join(", "))?;
    let tiles = [
        ("", sessions, "session"),
        ("", carts, "cart"),
        ("", counts.exchanges, "exchange"),
        ("", counts.replayed, "replay"),
        ("", counts.refused, "refusal"),
        ("error", counts.errors, "error"),
        ("warning", counts.warnings, "warning"),
        ("", counts.notes, "note"),
    ];
    for (class, count, name) in tiles {
        if count == 0 && name == "cart" {
            continue;
        }
        let class = if count == 0 { "" } else { class };
        let plural = if count == 1 { "" } else { "s" };
        writeln!(out, "<li class=\"{class}\"><b>{count}</b> {name}{plural}</li>")?;
    }
    writeln!(out, "</ul>")?;
    if timelines.left_out > 0 {
        let left_out = counted(timelines.left_out, "exchange");
        writeln!(out, "<p class=\"said\">{left_out} left out, because there were too many.</p>")?;
    }
    if timelines.sessions.len() > MOST_SESSIONS {
        let all = timelines.sessions.len();
        writeln!(
            out,
            "<p class=\"said\">{MOST_SESSIONS} of {all} sessions and carts are shown below, those with errors before others.</p>"
        )?;
    }
    writeln!(out, "</header>")
}

/// Each code with how often it was found and where it was first.
fn found(timelines: &Timelines, shown: &[(usize, &Timeline)], out: &mut dyn Write) -> io::Result<()> {
    struct Kind<'t> {
        count: usize,
        sessions: usize,
        last: Option<usize>,
        first: (&'t Event, Option<usize>),
    }
    let mut kinds: BTreeMap<(Severity, &str), Kind<'_>> = BTreeMap::new();
    let sessions = timelines
        .sessions
        .iter()
        .enumerate()
        .flat_map(|(number, timeline)| timeline.events.iter().map(move |event| (event, Some(number))));
    let others = timelines.others.iter().map(|event| (event, None));
    for (event, number) in sessions.chain(others) {
        for finding in &event.findings {
            let new = || Kind { count: 0, sessions: 0, last: None, first: (event, number) };
            let kind = kinds.entry((finding.severity, finding.code)).or_insert_with(new);
            kind.count += 1;
            if number.is_some() && kind.last != number {
                kind.last = number;
                kind.sessions += 1;
            }
        }
    }
    if kinds.is_empty() {
        return writeln!(out, "<p class=\"said\">Nothing was found.</p>");
    }
    writeln!(
        out,
        "<section>\n<h2>What was found</h2>\n<div class=\"table\"><table>\n<thead><tr><th scope=\"col\">Code</th>\
         <th scope=\"col\" class=\"number\">Times</th><th scope=\"col\" class=\"number\">Sessions</th>\
         <th scope=\"col\">First at</th></tr></thead>\n<tbody>"
    )?;
    for ((severity, code), kind) in &kinds {
        let (event, number) = kind.first;
        let place = words::place(timelines, event);
        let place = match number.filter(|number| shown.iter().any(|(shown, _)| shown == number)) {
            Some(number) => format!("<a href=\"#s{}\"><code>{}</code></a>", number + 1, Escaped(&place)),
            None => format!("<code>{}</code>", Escaped(&place)),
        };
        writeln!(
            out,
            "<tr><td><span class=\"severity {severity}\">{severity}</span> <code>{}</code></td>\
             <td class=\"number\">{}</td><td class=\"number\">{}</td><td>{place}</td></tr>",
            Escaped(code),
            kind.count,
            kind.sessions
        )?;
    }
    writeln!(out, "</tbody>\n</table></div>\n</section>")
}

/// Where each session is on the page, and what was found in it.
fn contents(shown: &[(usize, &Timeline)], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<nav aria-label=\"sessions\"><ul class=\"contents\">")?;
    for (number, timeline) in shown {
        let counts = Counts::of(&timeline.events);
        let number = number + 1;
        write!(out, "<li><a href=\"#s{number}\">{}</a>", Escaped(&words::id(timeline)))?;
        if let Some(worst) = counts.worst() {
            write!(out, " <span class=\"severity {worst}\">{}</span>", counts.findings())?;
        }
        writeln!(out, "</li>")?;
    }
    writeln!(out, "</ul></nav>")
}

/// What the shapes of a lane mean.
fn key(out: &mut dyn Write) -> io::Result<()> {
    let shapes = [
        ("<circle class=\"mark\" cx=\"9\" cy=\"9\" r=\"6\"/>", "exchange"),
        ("<path class=\"mark refused\" d=\"M9 2l7 7l-7 7l-7 -7z\"/>", "refused (4xx, 5xx)"),
        ("<circle class=\"mark again\" cx=\"9\" cy=\"9\" r=\"6\"/>", "replayed: the answer of before"),
        (
            "<rect class=\"mark many\" x=\"0\" y=\"2\" width=\"18\" height=\"13\" rx=\"6\"/>",
            "the same, many times",
        ),
        ("<path class=\"flag error\" d=\"M2 2H16V16H2z\"/>", "error"),
        ("<path class=\"flag warning\" d=\"M2 5H5L9 1L13 5H16V17H2z\"/>", "warning"),
        ("<path class=\"flag note\" d=\"M7 3H11a6 6 0 0 1 0 12H7a6 6 0 0 1 0 -12z\"/>", "note"),
    ];
    writeln!(out, "<ul class=\"key\">")?;
    for (shape, meaning) in shapes {
        writeln!(
            out,
            "<li><svg aria-hidden=\"true\" width=\"18\" height=\"18\" viewBox=\"0 0 18 18\">{shape}</svg>{meaning}</li>"
        )?;
    }
    writeln!(out, "</ul>")
}

fn session(
    timelines: &Timelines,
    number: usize,
    timeline: &Timeline,
    is_open: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let counts = Counts::of(&timeline.events);
    let worst = counts.worst();
    let class = worst.map_or_else(String::new, |worst| format!(" {worst}s"));
    let number = number + 1;
    let id = words::id(timeline);
    writeln!(
        out,
        "<section class=\"session{class}\" id=\"s{number}\" aria-labelledby=\"h{number}\">\n\
         <h3 id=\"h{number}\"><span class=\"kind\">{}</span> {}</h3>",
        Escaped(timeline.kind),
        Escaped(&id)
    )?;
    let mut about: Vec<_> =
        timeline.release.iter().chain(&timeline.extensions).map(|name| Escaped(name).to_string()).collect();
    about.extend(timeline.events.iter().find_map(|event| event.time).and_then(words::moment));
    about.push(format!("<code>{}</code>", Escaped(&words::extent(timelines, &timeline.events))));
    about.push(counted(counts.exchanges, "exchange"));
    about.push(counts.findings());
    writeln!(out, "<p class=\"soft\">{}</p>", about.join(" · "))?;
    let all = rows(&timeline.events);
    let rows = all.get(..MOST_ROWS).unwrap_or(&all);
    let name = format!("{} {id}", timeline.kind);
    writeln!(
        out,
        "<div class=\"lane\" tabindex=\"0\" role=\"group\" aria-label=\"lane of {}\">",
        Escaped(&name)
    )?;
    lane::draw(rows, &name, out)?;
    let open = if is_open || worst.is_some() { " open" } else { "" };
    writeln!(out, "</div>\n<details{open}><summary>exchanges of {}</summary>", Escaped(&name))?;
    table(timelines, rows, out)?;
    more(all.get(rows.len()..).unwrap_or_default(), out)?;
    writeln!(out, "</details>\n</section>")
}

fn others(timelines: &Timelines, out: &mut dyn Write) -> io::Result<()> {
    if timelines.others.is_empty() {
        return Ok(());
    }
    let all = rows(&timelines.others);
    let rows = all.get(..MOST_ROWS).unwrap_or(&all);
    writeln!(out, "<section>\n<h2>Outside of sessions</h2>")?;
    table(timelines, rows, out)?;
    more(all.get(rows.len()..).unwrap_or_default(), out)?;
    writeln!(out, "</section>")
}

/// Says how much is not shown.
fn more(rows: &[Row<'_>], out: &mut dyn Write) -> io::Result<()> {
    let left_out: usize = rows.iter().map(|row| row.count).sum();
    if left_out == 0 {
        Ok(())
    } else {
        writeln!(out, "<p>{} more not shown.</p>", counted(left_out, "exchange"))
    }
}

/// A row for each exchange, and one below it for what was found.
fn table(timelines: &Timelines, rows: &[Row<'_>], out: &mut dyn Write) -> io::Result<()> {
    let start = rows.iter().find_map(|row| row.first.time);
    let has_states = rows.iter().any(|row| row.state.is_some());
    let columns = 3 + usize::from(start.is_some()) + usize::from(has_states);
    writeln!(
        out,
        "<div class=\"table\"><table>\n<thead><tr><th scope=\"col\">Place</th>{}<th scope=\"col\">Operation</th>\
         <th scope=\"col\">Answer</th>{}</tr></thead>\n<tbody>",
        if start.is_some() { "<th scope=\"col\" class=\"number\">Time</th>" } else { "" },
        if has_states { "<th scope=\"col\">Status after it</th>" } else { "" },
    )?;
    let mut number = 1;
    for row in rows {
        let event = row.first;
        let mut place = words::place(timelines, event);
        let mut operation = format!("<code>{}</code>", Escaped(&event.operation));
        if row.count > 1 {
            place += &format!("–{}", row.last.line);
            operation += &format!(" {} times", row.count);
        }
        write!(out, "<tr><td><code>{}</code></td>", Escaped(&place))?;
        if let Some(start) = start {
            let time = event.time.map(|time| words::offset(time, start)).unwrap_or_default();
            write!(out, "<td class=\"number\">{time}</td>")?;
        }
        let replayed = if event.replayed { ", replayed" } else { "" };
        write!(out, "<td>{operation}</td><td class=\"answer\">{}{replayed}</td>", event.status)?;
        if has_states {
            write!(out, "<td>{}</td>", Escaped(row.state.unwrap_or_default()))?;
        }
        writeln!(out, "</tr>")?;
        findings(event, number, columns, out)?;
        number += event.findings.len();
    }
    writeln!(out, "</tbody>\n</table></div>")
}

/// What was found in an event, with the numbers that the lane has.
fn findings(event: &Event, first: usize, columns: usize, out: &mut dyn Write) -> io::Result<()> {
    if event.findings.is_empty() {
        return Ok(());
    }
    writeln!(out, "<tr class=\"found\"><td colspan=\"{columns}\"><ul class=\"findings\">")?;
    for (number, finding) in (first..).zip(&event.findings) {
        let severity = finding.severity;
        writeln!(
            out,
            "<li class=\"{severity}\"><span class=\"severity\">{number} {severity}</span> <code>{}</code> {}</li>",
            Escaped(finding.code),
            Escaped(&finding.message)
        )?;
    }
    writeln!(out, "</ul></td></tr>")
}
