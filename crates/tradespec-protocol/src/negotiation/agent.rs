//! What an agent declares, read with tolerance.
//!
//! In:  the `capabilities` object of a request, which may be any JSON value.
//! Out: an [`Agent`], and a note on everything that says nothing.
//! Holds: nothing here fails; what cannot be read counts as not declared.

use serde::Serialize;
use serde_json::{Map, Value};
use tradespec_schema::{ExtensionRef, Pointer, Release};

use super::outcome::Dropped;
use super::vocabulary::Vocabulary;

/// What the agent says about redirects and steps within steps, with the protocol's defaults.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Limits {
    /// How many redirects the agent can follow: 0 if it does not say.
    pub max_redirects: u64,
    /// How deep steps within steps may go: 1 if it does not say.
    pub max_interaction_depth: u64,
    /// The surface on which the agent shows a step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_context: Option<&'static str>,
    /// Where the agent opens a redirect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redirect_context: Option<&'static str>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_redirects: 0, max_interaction_depth: 1, display_context: None, redirect_context: None }
    }
}

/// An extension that the agent names.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) at: Pointer,
    pub(crate) name: String,
    pub(crate) version: Option<Release>,
}

impl Asked {
    /// As the agent wrote it.
    pub(crate) fn text(&self) -> String {
        match &self.version {
            Some(version) => format!("{}@{version}", self.name),
            None => self.name.clone(),
        }
    }
}

/// What an agent declares.
#[derive(Debug, Default)]
pub(crate) struct Agent {
    pub(crate) supported: Vec<(Pointer, &'static str)>,
    pub(crate) limits: Limits,
    pub(crate) extensions: Vec<Asked>,
}

/// Reads a declaration; what it says nothing by is added to `dropped`.
pub(crate) fn read(
    declaration: &Value,
    vocabulary: &'static Vocabulary,
    dropped: &mut Vec<Dropped>,
) -> Agent {
    let mut reader = Reader { vocabulary, dropped };
    let mut agent = Agent::default();
    let Some(members) = reader.object(declaration, &Pointer::root()) else { return agent };
    for (name, value) in members {
        let at = Pointer::root().join(name);
        match name.as_str() {
            "interventions" => reader.interventions(value, &at, &mut agent),
            "extensions" => agent.extensions = reader.extensions(value, &at),
            // The ways to pay that an agent has; those of a session are the seller's.
            "payment" => {}
            _ => reader.ignore(&at, "capabilities have no such member, so it is ignored"),
        }
    }
    agent
}

struct Reader<'d> {
    vocabulary: &'static Vocabulary,
    dropped: &'d mut Vec<Dropped>,
}

impl Reader<'_> {
    fn ignore(&mut self, at: &Pointer, reason: impl Into<String>) {
        let what = if at.as_str().is_empty() { "capabilities" } else { at.as_str() };
        self.dropped.push(Dropped { what: what.to_owned(), at: at.clone(), reason: reason.into() });
    }

    fn object<'v>(&mut self, value: &'v Value, at: &Pointer) -> Option<&'v Map<String, Value>> {
        let object = value.as_object();
        if object.is_none() {
            self.ignore(at, "it is not an object, so it says nothing");
        }
        object
    }

    /// The strings of a list, each once.
    fn texts<'v>(&mut self, value: &'v Value, at: &Pointer) -> Vec<(Pointer, &'v str)> {
        let Some(list) = value.as_array() else {
            self.ignore(at, "it is not a list, so it says nothing");
            return Vec::new();
        };
        let mut texts: Vec<(Pointer, &str)> = Vec::new();
        for (n, element) in list.iter().enumerate() {
            let at = at.join(&n.to_string());
            match element.as_str() {
                Some(text) if texts.iter().any(|(_, other)| *other == text) => {
                    self.ignore(&at, "it stands in the list before");
                }
                Some(text) => texts.push((at, text)),
                None => self.ignore(&at, "it is not a text, so it is ignored"),
            }
        }
        texts
    }

    fn interventions(&mut self, value: &Value, at: &Pointer, agent: &mut Agent) {
        let vocabulary = self.vocabulary;
        let limits = &mut agent.limits;
        for (name, value) in self.object(value, at).into_iter().flatten() {
            let at = at.join(name);
            match name.as_str() {
                "supported" => {
                    for (at, text) in self.texts(value, &at) {
                        match vocabulary.supported.iter().find(|word| **word == text) {
                            Some(word) => agent.supported.push((at, word)),
                            None => self.unknown(&at, vocabulary.supported),
                        }
                    }
                }
                "display_context" => {
                    limits.display_context = self.word(value, &at, vocabulary.display_context);
                }
                "redirect_context" => {
                    limits.redirect_context = self.word(value, &at, vocabulary.redirect_context);
                }
                "max_redirects" => limits.max_redirects = self.number(value, &at, 0),
                "max_interaction_depth" => limits.max_interaction_depth = self.number(value, &at, 1),
                "required" | "enforcement" => {
                    self.ignore(&at, "only the seller says what is required and how strictly");
                }
                _ => self.ignore(&at, "interventions have no such member, so it is ignored"),
            }
        }
    }

    fn unknown(&mut self, at: &Pointer, words: &[&str]) {
        let release = self.vocabulary.release;
        self.ignore(
            at,
            format!("{release} has no such word, so it is ignored; there are {}", words.join(", ")),
        );
    }

    fn word(&mut self, value: &Value, at: &Pointer, words: &'static [&'static str]) -> Option<&'static str> {
        let found = words.iter().copied().find(|word| value.as_str() == Some(word));
        if found.is_none() {
            self.unknown(at, words);
        }
        found
    }

    /// A whole number; the least one, which is the default of every limit, if it is none.
    fn number(&mut self, value: &Value, at: &Pointer, least: u64) -> u64 {
        match value.as_u64().or_else(|| whole(value)) {
            Some(number) if number >= least => number,
            _ => {
                self.ignore(at, format!("it is no whole number from {least} on, so {least} is taken"));
                least
            }
        }
    }

    fn extensions(&mut self, value: &Value, at: &Pointer) -> Vec<Asked> {
        let mut asked = Vec::new();
        for (at, text) in self.texts(value, at) {
            let (name, date) = text.split_once('@').map_or((text, None), |(name, date)| (name, Some(date)));
            let version = date.map(Release::new).transpose();
            match (ExtensionRef::new(text), version) {
                (Ok(_), Ok(version)) => asked.push(Asked { at, name: name.to_owned(), version }),
                _ => self.ignore(&at, "it is not the name of an extension, so it is ignored"),
            }
        }
        asked
    }
}

/// A whole number that is written with a fraction or an exponent, as far as a double tells every one from the next.
fn whole(value: &Value) -> Option<u64> {
    let number = value.as_f64().filter(|number| number.fract() == 0.0 && (0.0..9e15).contains(number))?;
    format!("{number:.0}").parse().ok()
}
