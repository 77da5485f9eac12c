//! Content that is said to be markdown holds no raw HTML, by the definition of `CommonMark`.
//!
//! A parser decides what raw HTML is, so code and links in angle brackets are none.

use pulldown_cmark::{Event, Options, Parser, Tag};

use super::Rule;
use super::breaches::Breaches;
use super::walk::Member;

pub(super) fn check(member: &Member<'_>, breaches: &mut Breaches<'_>) {
    let is_markdown = member.owner.get("content_type").and_then(|kind| kind.as_str()) == Some("markdown");
    if member.name != "content" || !is_markdown || member.is_free_form() {
        return;
    }
    if let Some(line) = member.value.as_str().and_then(line_with_html) {
        let message = format!("is markdown with raw HTML, first in line {line} of the content");
        let help = "use the markup of markdown; what should be seen as it is goes into a code span or gets a \
                    backslash before the <";
        breaches.add(Rule::RawHtmlInMarkdown, member.place.pointer(), message, help);
    }
}

/// The line in which the first raw HTML begins, counted from 1.
fn line_with_html(content: &str) -> Option<usize> {
    // CommonMark and nothing beyond it; the parser works through the text once, at any depth of nesting.
    let mut events = Parser::new_ext(content, Options::empty()).into_offset_iter();
    let is_html = |event: &Event<'_>| {
        matches!(event, Event::Start(Tag::HtmlBlock) | Event::Html(_) | Event::InlineHtml(_))
    };
    let (_, range) = events.find(|(event, _)| is_html(event))?;
    let before = content.get(..range.start).unwrap_or_default();
    Some(before.matches('\n').count() + 1)
}
