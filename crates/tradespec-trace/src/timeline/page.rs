//! What every part of a page is made of.
//!
//! In:  text from a recording.
//! Out: text that a page may have anywhere, in quotes too.
//! Holds: no text opens or closes an element, or an attribute.

use std::fmt;

use tradespec_validator::render::printable;

/// A text, escaped when it is written.
pub(super) struct Escaped<'t>(pub(super) &'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in printable(self.0).chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                c => fmt::Write::write_char(f, c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Escaped;

    #[test]
    fn nothing_opens_an_element() {
        let text = "<b a=\"'&amp;'\">\u{0}\u{202e}";
        let wanted = "&lt;b a=&quot;&#39;&amp;amp;&#39;&quot;&gt;\\u{0}\\u{202e}";
        assert_eq!(Escaped(text).to_string(), wanted);
    }
}
