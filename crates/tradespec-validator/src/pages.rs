//! The page of each code, as documentation has it.
//!
//! In:  `docs/diagnostics.md`, one section a code.
//! Out: the section's text without its heading.
//! Holds: every code has a page, and the examples on it say what they are said to say (a test runs them).

use crate::code::Code;

const DOCUMENT: &str = include_str!("../../../docs/diagnostics.md");

/// What stands before the name of a code in its heading.
const HEADING: &str = "\n## ";

/// What a code means, with examples and what to do about it, in Markdown.
///
/// ```
/// use tradespec_validator::{Code, page};
///
/// assert!(page(Code::MissingMember).contains("```json wrong"));
/// ```
#[must_use]
pub fn page(code: Code) -> &'static str {
    let mut sections = DOCUMENT.split(HEADING).skip(1);
    let page = sections.find_map(|section| section.strip_prefix(code.as_str())?.strip_prefix('\n'));
    page.unwrap_or_default().trim()
}
