//! `JUnit` XML: a suite for each file, a test case for each document.
//!
//! In:  [`Checked`] documents.
//! Out: one `<testsuites>`. No time and no duration stands in it, so the same findings give the same text.
//! Holds: of a document that is valid only its name is kept, and of another one what is said of it: the counts stand
//! at the top.

use std::io::{self, Write};
use std::mem;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::text::{hidden, printable};
use super::{Checked, Render, Totals, Verdict};
use crate::code::Severity;
use crate::kind::Kind;

/// Collects what there is to say, and writes it at the end.
#[derive(Debug)]
pub struct JUnit {
    report: Report,
    suite: Option<(String, TestSuite)>,
}

impl Default for JUnit {
    fn default() -> Self {
        Self { report: Report::new("tradespec"), suite: None }
    }
}

impl JUnit {
    fn end_suite(&mut self) {
        if let Some((_, suite)) = self.suite.take() {
            self.report.add_test_suite(suite);
        }
    }
}

impl<C: Kind> Render<C> for JUnit {
    fn document(&mut self, checked: &Checked<C>, _out: &mut dyn Write) -> io::Result<()> {
        if self.suite.as_ref().is_some_and(|(path, _)| *path != checked.path) {
            self.end_suite();
        }
        let new = || (checked.path.clone(), TestSuite::new(printable(&checked.path)));
        let (_, suite) = self.suite.get_or_insert_with(new);
        suite.add_test_case(test_case(checked));
        Ok(())
    }

    fn finish(&mut self, totals: &Totals, out: &mut dyn Write) -> io::Result<()> {
        if let (Some((_, suite)), Some(hidden)) = (&mut self.suite, hidden(totals)) {
            suite.set_system_out(hidden);
        }
        self.end_suite();
        let report = mem::replace(&mut self.report, Report::new("tradespec"));
        report.serialize(out).map_err(io::Error::other)
    }
}

fn test_case<C: Kind>(checked: &Checked<C>) -> TestCase {
    let kind = match checked.verdict() {
        Verdict::Valid => None,
        Verdict::Invalid => Some(NonSuccessKind::Failure),
        Verdict::Unreadable | Verdict::Undecided => Some(NonSuccessKind::Error),
    };
    let mut case = TestCase::new(
        checked.place(),
        kind.map_or_else(TestCaseStatus::success, TestCaseStatus::non_success),
    );
    if let Some(subject) = &checked.subject {
        case.set_classname(printable(&subject.type_name));
    }
    if kind.is_some() {
        let errors = || checked.report.iter().filter(|found| found.severity == Severity::Error);
        match errors().next() {
            Some(first) => case.status.set_type(first.code.as_str()).set_message(printable(&first.message)),
            None => case.status.set_type("hidden").set_message("its errors are more than were to be shown"),
        };
        case.status.set_description(all(checked));
    } else if !checked.report.is_empty() {
        case.set_system_out(all(checked));
    }
    case
}

/// All diagnostics, each in two or three lines.
fn all<C: Kind>(checked: &Checked<C>) -> String {
    let mut lines = Vec::new();
    for diagnostic in &checked.report {
        lines.push(format!(
            "{}[{}]: {}",
            diagnostic.severity,
            diagnostic.code,
            printable(&diagnostic.message)
        ));
        let at = printable(diagnostic.instance_path.as_str());
        let at = if at.is_empty() { at } else { format!(" at {at}") };
        lines.push(format!("  --> {}{at}", checked.place_of(diagnostic)));
        lines.extend(diagnostic.help.as_ref().map(|help| format!("  help: {}", printable(help))));
    }
    lines.join("\n")
}
