//! Strings that fit a pattern, a format and a length.

use tradespec_schema::pattern;

use crate::view::View;

/// Made-up strings of the formats that JSON Schema names.
const FORMATS: [(&str, &str); 15] = [
    ("date", "2030-01-02"),
    ("date-time", "2030-01-02T03:04:05Z"),
    ("time", "03:04:05Z"),
    ("duration", "P1D"),
    ("email", "a@example.com"),
    ("idn-email", "a@example.com"),
    ("hostname", "example.com"),
    ("idn-hostname", "example.com"),
    ("ipv4", "192.0.2.1"),
    ("ipv6", "2001:db8::1"),
    ("uri", "https://example.com"),
    ("uri-reference", "/a"),
    ("iri", "https://example.com"),
    ("uuid", "00000000-0000-4000-8000-000000000000"),
    ("regex", "a"),
];

/// A short string that a schema accepts; the friend's rules are kept too, where the schema has none of its own.
pub(crate) fn smallest(view: &View<'_>, friend: Option<&View<'_>>) -> Option<String> {
    if let Some(format) = view.texts("format").into_iter().find_map(of_format) {
        return Some(format.to_owned());
    }
    if let Some(pattern) = view.texts("pattern").into_iter().find_map(pattern::shortest) {
        return Some(pattern);
    }
    let theirs = friend.map(|friend| {
        let values = friend
            .values()
            .unwrap_or_default()
            .into_iter()
            .filter_map(|value| value.as_str().map(str::to_owned));
        let formats = friend.texts("format").into_iter().filter_map(of_format).map(str::to_owned);
        values
            .chain(formats)
            .chain(friend.texts("pattern").into_iter().filter_map(pattern::shortest))
            .collect::<Vec<_>>()
    });
    let (least, most) =
        (length(view, "minLength").unwrap_or(0), length(view, "maxLength").unwrap_or(usize::MAX));
    let fits = |text: &String| (least..=most).contains(&text.chars().count());
    if let Some(text) = theirs.into_iter().flatten().find(fits) {
        return Some(text);
    }
    let wanted =
        least.max(friend.and_then(|friend| length(friend, "minLength")).unwrap_or(0)).max(1).min(most);
    (wanted <= pattern::LONGEST).then(|| "a".repeat(wanted))
}

pub(crate) fn of_format(format: &str) -> Option<&'static str> {
    FORMATS.iter().find(|(name, _)| *name == format).map(|(_, text)| *text)
}

pub(crate) fn length(view: &View<'_>, keyword: &str) -> Option<usize> {
    view.bound(keyword)
        .filter(|bound| *bound >= 0.0 && *bound <= 1.0e9)
        .and_then(|bound| bound.to_string().parse().ok())
}
