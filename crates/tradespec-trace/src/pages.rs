//! The page of each rule of exchanges, as documentation has it.
//!
//! In:  `docs/trace.md`, one section a rule.
//! Out: the section's text without its heading.
//! Holds: every rule has a page (a test looks).

use crate::rule::Rule;

const DOCUMENT: &str = include_str!("../../../docs/trace.md");

/// What stands before the name of a rule in its heading.
const HEADING: &str = "\n### ";

/// What a rule of exchanges means and what to do about a breach, in Markdown.
///
/// ```
/// use tradespec_trace::{Rule, page};
///
/// assert!(page(Rule::ReplayDiffers).starts_with("error"));
/// ```
#[must_use]
pub fn page(rule: Rule) -> &'static str {
    let mut sections = DOCUMENT.split(HEADING).skip(1);
    let page = sections.find_map(|section| section.strip_prefix(rule.as_str())?.strip_prefix('\n'));
    page.unwrap_or_default().trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_a_page_with_its_severity_and_source() {
        for (rule, meaning) in Rule::ALL {
            let page = page(*rule);
            let head = format!("{} · {}\n", rule.severity(), rule.source());
            assert!(page.starts_with(&head), "{rule}: the page begins with {head:?}");
            assert!(page.contains(meaning), "{rule}: the page says {meaning:?}");
        }
    }
}
