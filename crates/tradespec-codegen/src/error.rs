//! What can go wrong between a composed schema and generated files.

use std::fmt;

use tradespec_schema::Place;

/// One or more problems; nothing was generated.
#[derive(Debug)]
pub struct Error(Vec<Problem>);

/// One thing that is wrong, where it is, and what would be right.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The file and the pointer, empty where there is no file.
    pub place: Place,
    /// Lower case, no full stop.
    pub message: String,
}

impl Error {
    pub(crate) fn new(place: Place, message: impl Into<String>) -> Self {
        Self(vec![Problem { place, message: message.into() }])
    }

    pub(crate) fn check(problems: Vec<Problem>) -> Result<(), Self> {
        if problems.is_empty() { Ok(()) } else { Err(Self(problems)) }
    }

    /// Everything that is wrong, at least one problem.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.0
    }
}

impl From<tradespec_schema::Error> for Error {
    fn from(error: tradespec_schema::Error) -> Self {
        let problems = error.into_problems().into_iter();
        Self(
            problems
                .map(|p| Problem { message: format!("{} [{}]", p.message, p.code), place: p.place })
                .collect(),
        )
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, problem) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str("\n")?;
            }
            let place = problem.place.to_string();
            if !place.is_empty() {
                write!(f, "{place}: ")?;
            }
            f.write_str(&problem.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
