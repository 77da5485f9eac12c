//! Timelines as text for a terminal.
//!
//! In:  [`Timelines`], and how wide the terminal is.
//! Out: a block a session, one row an exchange; then what there was in all.
//! Holds: no row is wider than the terminal, but for one whose words are.

use std::io::{self, Write};

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use tradespec_validator::render::{counted, printable};

use super::rows::{Row, rows};
use super::words::{self, Counts};
use super::{Event, Finding, Timeline, Timelines};

/// A terminal narrower than this is taken for one that is as wide.
const NARROWEST: usize = 40;

/// What stands between two columns.
const GAP: &str = "  ";

/// Writes what happened to each session, in lines of `width` columns.
///
/// ```
/// use tradespec_trace::timeline::{Event, Timeline, Timelines, text};
///
/// let operation = "POST /checkout_sessions".to_owned();
/// let state = Some("ready_for_payment");
/// let created = Event { line: 3, operation, status: 201, state, ..Event::default() };
/// let session =
///     Timeline { kind: "session", id: Some("cs_1".to_owned()), events: vec![created], ..Timeline::default() };
/// let timelines =
///     Timelines { files: vec!["traffic.jsonl".to_owned()], sessions: vec![session], ..Timelines::default() };
///
/// let mut shown = Vec::new();
/// text(&timelines, 80, &mut shown)?;
/// let wanted = "\
/// session cs_1
///   traffic.jsonl:3
///
///   3  POST /checkout_sessions  201  ready_for_payment
///
/// 1 session, 1 exchange: nothing found
/// ";
/// assert_eq!(String::from_utf8_lossy(&shown), wanted);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// The writer fails.
pub fn text(timelines: &Timelines, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let width = width.max(NARROWEST);
    for timeline in &timelines.sessions {
        head(timelines, timeline, width, out)?;
        block(timelines, &timeline.events, width, out)?;
    }
    if !timelines.others.is_empty() {
        writeln!(out, "outside of sessions")?;
        wrapped(&words::extent(timelines, &timelines.others), width, out)?;
        block(timelines, &timelines.others, width, out)?;
    }
    let counts = Counts::all(timelines);
    writeln!(
        out,
        "{}, {}: {}",
        words::things(timelines),
        counted(counts.exchanges, "exchange"),
        counts.findings()
    )?;
    if timelines.left_out > 0 {
        writeln!(out, "{} left out, because there were too many", counted(timelines.left_out, "exchange"))?;
    }
    Ok(())
}

fn head(timelines: &Timelines, timeline: &Timeline, width: usize, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{} {}", timeline.kind, words::id(timeline))?;
    let mut about: Vec<_> =
        timeline.release.iter().chain(&timeline.extensions).map(|name| printable(name)).collect();
    about.extend(start(&timeline.events).and_then(words::moment));
    about.push(words::extent(timelines, &timeline.events));
    wrapped(&about.join(" · "), width, out)
}

/// The first time that is known.
fn start(events: &[Event]) -> Option<i64> {
    events.iter().find_map(|event| event.time)
}

/// The columns that have a width: line, time, operation, status code, status.
const COLUMNS: usize = 5;
const LINE: usize = 0;
const TIME: usize = 1;
const OPERATION: usize = 2;

/// Before an operation is shortened to less than this, the time is left out.
const SHORT_OPERATION: usize = 24;
/// An operation is not shortened to less than this.
const NARROWEST_OPERATION: usize = 12;

/// A row, before its columns have widths.
struct Columns {
    cells: [String; COLUMNS],
    /// What stands behind the columns, or below.
    marks: Vec<String>,
}

fn block(timelines: &Timelines, events: &[Event], width: usize, out: &mut dyn Write) -> io::Result<()> {
    let start = start(events);
    let is_one_file = events.windows(2).all(|pair| matches!(pair, [one, next] if one.file == next.file));
    let table: Vec<_> = rows(events).iter().map(|row| columns(timelines, row, start, is_one_file)).collect();
    let mut widths = [0; COLUMNS];
    for row in &table {
        for (widest, cell) in widths.iter_mut().zip(&row.cells) {
            *widest = (*widest).max(cell.width());
        }
    }
    let mut too_much = taken(&widths).saturating_sub(width);
    if too_much > widths[OPERATION].saturating_sub(SHORT_OPERATION) {
        widths[TIME] = 0;
        too_much = taken(&widths).saturating_sub(width);
    }
    widths[OPERATION] =
        widths[OPERATION].min(widths[OPERATION].saturating_sub(too_much).max(NARROWEST_OPERATION));
    let (marks_at, below) = (taken(&widths), 2 * GAP.len() + widths[LINE]);
    writeln!(out)?;
    for row in &table {
        let mut written = GAP.to_owned();
        for (column, (cell, width)) in
            row.cells.iter().zip(widths).enumerate().filter(|(_, (_, width))| *width > 0)
        {
            let cell = shortened(cell, width);
            let blank = " ".repeat(width.saturating_sub(cell.width()));
            written += &if column == LINE { blank + &cell } else { cell + &blank };
            written += GAP;
        }
        let marks: usize = row.marks.iter().map(|mark| mark.width() + GAP.len()).sum();
        let is_below = marks_at + marks.saturating_sub(GAP.len()) > width;
        for (index, mark) in row.marks.iter().enumerate() {
            if is_below && (index == 0 || written.width() + mark.width() > width) {
                writeln!(out, "{}", written.trim_end())?;
                written = " ".repeat(below);
            }
            written = written + mark + GAP;
        }
        writeln!(out, "{}", written.trim_end())?;
    }
    writeln!(out)
}

/// How many columns of the terminal the columns take, with the gaps in front of and behind each.
fn taken(widths: &[usize; COLUMNS]) -> usize {
    let widths = widths.iter().filter(|width| **width > 0);
    GAP.len() + widths.map(|width| width + GAP.len()).sum::<usize>()
}

fn columns(timelines: &Timelines, row: &Row<'_>, start: Option<i64>, is_one_file: bool) -> Columns {
    let event = row.first;
    let mut line = if is_one_file { event.line.to_string() } else { words::place(timelines, event) };
    if row.count > 1 {
        line += &format!("–{}", row.last.line);
    }
    let time = event.time.zip(start).map(|(time, start)| words::offset(time, start));
    let cells = [
        line,
        time.unwrap_or_default(),
        printable(&event.operation),
        event.status.to_string(),
        row.state.unwrap_or_default().to_owned(),
    ];
    Columns { cells, marks: marks(row) }
}

/// What is to be said of a row: each code once, with how often it was found.
fn marks(row: &Row<'_>) -> Vec<String> {
    let event = row.first;
    let mut marks = Vec::new();
    if row.count > 1 {
        marks.push(format!("{} times", row.count));
    }
    if event.replayed {
        marks.push("replayed".to_owned());
    }
    if words::is_refused(event) {
        marks.push("refused".to_owned());
    }
    let mut codes: Vec<(&Finding, usize)> = Vec::new();
    for finding in &event.findings {
        let same = |(other, _): &&mut (&Finding, usize)| {
            (other.severity, other.code) == (finding.severity, finding.code)
        };
        match codes.iter_mut().find(same) {
            Some((_, count)) => *count += 1,
            None => codes.push((finding, 1)),
        }
    }
    marks.extend(codes.iter().map(|(finding, count)| {
        let times = if *count == 1 { String::new() } else { format!(" ({count} times)") };
        format!("{}[{}]{times}", finding.severity, finding.code)
    }));
    marks
}

/// The text without its middle, if it is wider than `most`: operations differ in how they begin and end.
fn shortened(text: &str, most: usize) -> String {
    if text.width() <= most {
        return text.to_owned();
    }
    let room = most.saturating_sub(1);
    let head = fitting(text.chars(), room.div_ceil(2));
    let tail = fitting(text.chars().rev(), room / 2);
    let tail: String = tail.chars().rev().collect();
    format!("{head}…{tail}")
}

/// The first characters that take no more than `most` columns.
fn fitting(characters: impl Iterator<Item = char>, most: usize) -> String {
    let mut used = 0;
    let fits = |c: &char| {
        used += c.width().unwrap_or(0);
        used <= most
    };
    characters.take_while(fits).collect()
}

/// Words of an indented line, in as many lines as they take.
fn wrapped(text: &str, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut line = String::new();
    for word in text.split_ascii_whitespace() {
        let is_full = !line.is_empty() && GAP.len() + line.width() + 1 + word.width() > width;
        if is_full {
            writeln!(out, "{GAP}{line}")?;
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if line.is_empty() { Ok(()) } else { writeln!(out, "{GAP}{line}") }
}
