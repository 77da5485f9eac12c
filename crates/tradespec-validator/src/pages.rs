//! The page of each code, as documentation has it.
//!
//! In:  `docs/diagnostics.md`, one section a code, and `docs/rules.md`, one section a message rule.
//! Out: the section's text without its heading.
//! Holds: every code has a page, and the examples on it say what they are said to say (a test runs them).

use crate::code::Code;

const DIAGNOSTICS: &str = include_str!("../../../docs/diagnostics.md");
const RULES: &str = include_str!("../../../docs/rules.md");

/// What stands before the name of a code in its heading.
const HEADING: &str = "\n## ";

/// What a code means, with examples and what to do about it, in Markdown. The page of a message rule begins with its
/// severity, the release since which it holds, and where it is stated.
///
/// ```
/// use tradespec_validator::{Code, Rule, page};
///
/// assert!(page(Code::MissingMember).contains("```json wrong"));
/// assert!(page(Code::Rule(Rule::UnknownCurrency)).starts_with("error · since 2025-09-29 · "));
/// ```
#[must_use]
pub fn page(code: Code) -> &'static str {
    let document = if matches!(code, Code::Rule(_)) { RULES } else { DIAGNOSTICS };
    let mut sections = document.split(HEADING).skip(1);
    let page = sections.find_map(|section| section.strip_prefix(code.as_str())?.strip_prefix('\n'));
    page.unwrap_or_default().trim()
}
