//! The formats of what was found: what each looks like, and that those who read it can.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]
#![allow(clippy::print_stderr, reason = "a test that checks nothing says so")]

mod cases;
mod golden;
mod outputs;
mod schemas;

use tradespec_validator::render::{Checked, Format, Look, Totals};

/// The documents of a case, and what was counted in them.
pub(crate) struct Run {
    pub(crate) documents: Vec<Checked>,
    pub(crate) totals: Totals,
}

impl Run {
    /// A run over these documents, in which nothing was left out.
    pub(crate) fn new(documents: Vec<Checked>) -> Self {
        let mut totals = Totals::default();
        documents.iter().for_each(|checked| totals.add(checked));
        Self { documents, totals }
    }

    /// The run in a format.
    pub(crate) fn render(&self, format: Format, look: Look) -> String {
        let mut out = Vec::new();
        let mut renderer = format.renderer(look);
        self.documents.iter().for_each(|checked| renderer.document(checked, &mut out).unwrap());
        renderer.finish(&self.totals, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }
}

#[test]
fn every_format_is_named_once() {
    let names: std::collections::BTreeSet<_> = Format::ALL.iter().map(|format| format.as_str()).collect();
    assert_eq!(names.len(), Format::ALL.len());
}

#[test]
fn formats_that_can_write_each_document_as_it_comes() {
    let run = Run::new(cases::several_documents());
    for format in Format::ALL {
        let mut renderer = format.renderer(Look::default());
        let mut before = 0;
        for checked in &run.documents {
            let mut out = Vec::new();
            renderer.document(checked, &mut out).unwrap();
            before += usize::from(!out.is_empty());
        }
        // The counts of JUnit stand at the top, and a summary has nothing else.
        let at_once = !matches!(format.as_str(), "junit" | "summary");
        assert_eq!(before > 0, at_once, "{}", format.as_str());
    }
}
