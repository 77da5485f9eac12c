//! A document looked through for places and faults, once something is wrong with it.
//!
//! In:  any bytes.
//! Out: [`Scan`]: the [`Fault`]s, where the value or the name at a pointer is, and lines that are fit to be shown.
//! Holds: no bytes make it fail; what it takes grows with the document and no faster.

use tradespec_schema::Pointer;

use crate::code::Code;
use crate::document::excerpt::{Values, View};
use crate::document::lines::Lines;
use crate::document::reader::{Read, read};
use crate::span::{Excerpt, Origin, Span};

/// Something that is wrong with a document as JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    /// What kind of fault it is.
    pub(crate) code: Code,
    /// The innermost place that was being read.
    pub(crate) at: Pointer,
    /// Where it is.
    pub(crate) span: Span,
    /// What is wrong. Has no value of the document in it.
    pub(crate) message: String,
    /// What to do about it.
    pub(crate) help: Option<String>,
}

/// A document that was looked through.
#[derive(Debug)]
pub(crate) struct Scan<'b> {
    bytes: &'b [u8],
    lines: Lines<'b>,
    read: Read<'b>,
}

impl<'b> Scan<'b> {
    /// Looks through a document that starts at `origin` in its file. What stands under a member for whose name
    /// `is_secret` holds is never shown.
    pub(crate) fn new(bytes: &'b [u8], origin: Origin, is_secret: impl Fn(&str) -> bool) -> Self {
        let lines = Lines::new(bytes, origin);
        let read = read(bytes, &lines, &is_secret);
        Self { bytes, lines, read }
    }

    /// What is wrong with it, in its order.
    pub(crate) fn faults(&self) -> &[Fault] {
        &self.read.faults
    }

    /// Where the value at `pointer` is; of an object or a list the opening bracket. None where reading broke off.
    pub(crate) fn value(&self, pointer: &Pointer) -> Option<Span> {
        self.read.tree.value(pointer).map(|range| self.lines.span(range))
    }

    /// Where the name of the member at `pointer` is, with its quotes; of a name that stands twice, the last.
    pub(crate) fn name(&self, pointer: &Pointer) -> Option<Span> {
        self.read.tree.name(pointer).map(|range| self.lines.span(range))
    }

    /// The line in which `span` starts.
    pub(crate) fn excerpt(&self, span: &Span, values: Values) -> Excerpt {
        let view = View { bytes: self.bytes, tokens: &self.read.tree.tokens, clean: self.read.clean, values };
        let range = self.lines.range(span);
        let line = self.lines.place(range.start).line;
        let (text, highlight) = view.line(range);
        Excerpt { line, text, highlight }
    }
}
