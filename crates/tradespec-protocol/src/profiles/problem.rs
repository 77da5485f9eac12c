//! What is wrong with a profile as a whole.

use std::fmt;

use tradespec_schema::Pointer;

/// Everything that keeps a document from being a profile; at least one problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProfileError(Vec<ProfileProblem>);

/// One thing that keeps a document from being a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProfileProblem {
    /// Where in the profile.
    pub at: Pointer,
    /// What is wrong and what would be right.
    pub message: String,
}

impl ProfileError {
    pub(crate) fn one(at: Pointer, message: impl Into<String>) -> Self {
        Self(vec![ProfileProblem { at, message: message.into() }])
    }

    /// Fails if there is a problem.
    pub(crate) fn check(problems: Vec<ProfileProblem>) -> Result<(), Self> {
        if problems.is_empty() { Ok(()) } else { Err(Self(problems)) }
    }

    /// The problems, in the order of the profile.
    #[must_use]
    pub fn problems(&self) -> &[ProfileProblem] {
        &self.0
    }
}

impl fmt::Display for ProfileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.at.as_str().is_empty() {
            write!(f, "{}: ", self.at.as_str().escape_debug())?;
        }
        f.write_str(&self.message)
    }
}

impl fmt::Display for ProfileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<_> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&all.join("; "))
    }
}

impl std::error::Error for ProfileError {}
