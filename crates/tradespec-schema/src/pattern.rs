//! Strings that patterns describe, for whoever has to make up a document.

use regex_syntax::hir::{Class, ClassUnicodeRange, Hir, HirKind};

/// The longest string that is made.
pub const LONGEST: usize = 10_000;

/// A shortest string that a pattern describes. None where only a full engine could tell, where it would be longer than
/// [`LONGEST`], and for what is no pattern.
///
/// ```
/// use tradespec_schema::pattern::shortest;
///
/// assert_eq!(shortest(r"^\d{4}-\d{2}-\d{2}$").as_deref(), Some("0000-00-00"));
/// assert_eq!(shortest("^[A-Z]{3}$").as_deref(), Some("AAA"));
/// assert_eq!(shortest("(?=a)"), None);
/// ```
#[must_use]
pub fn shortest(pattern: &str) -> Option<String> {
    let hir = regex_syntax::Parser::new().parse(pattern).ok()?;
    let mut text = String::new();
    write(&hir, &mut text)?;
    Some(text)
}

fn write(hir: &Hir, text: &mut String) -> Option<()> {
    if text.len() > LONGEST {
        return None;
    }
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(std::str::from_utf8(&literal.0).ok()?),
        HirKind::Class(Class::Unicode(class)) => {
            let plain =
                |c: char| class.ranges().iter().any(|range| (range.start()..=range.end()).contains(&c));
            let friendly = ['a', 'A', '0', '1', '-', '_', '.'].into_iter().find(|c| plain(*c));
            text.push(friendly.or(class.ranges().first().map(ClassUnicodeRange::start))?);
        }
        HirKind::Class(Class::Bytes(class)) => {
            text.push(char::from(class.ranges().first()?.start()));
        }
        HirKind::Repetition(repetition) => {
            for _ in 0..repetition.min {
                write(&repetition.sub, text)?;
            }
        }
        HirKind::Capture(capture) => write(&capture.sub, text)?,
        HirKind::Concat(parts) => parts.iter().try_for_each(|part| write(part, text))?,
        HirKind::Alternation(branches) => {
            let made = branches.iter().filter_map(|branch| {
                let mut own = String::new();
                write(branch, &mut own).map(|()| own)
            });
            text.push_str(&made.min_by_key(String::len)?);
        }
    }
    Some(())
}
