//! A seller of one release, and its answer to an agent.
//!
//! In:  a [`Policy`] and a release; then declarations of agents.
//! Out: a [`Seller`], or everything that is wrong with the policy; then an [`Outcome`] for each declaration.
//! Holds: after the policy is accepted, nothing can fail, and nothing an agent says changes what the seller requires.

use std::fmt;

use serde_json::{Map, Value, json};
use tradespec_schema::{Error, ExtensionId, ExtensionRef, Pointer, Release, suggestion};

use super::agent::{self, Limits};
use super::extensions::{self, Actives, Offered};
use super::outcome::{ActiveExtension, Dropped, Interventions, Message, Outcome};
use super::policy::{Enforcement, Offer, Policy};
use super::vocabulary::{self, VOCABULARIES, Vocabulary};

/// A seller whose policy makes sense in a release.
///
/// ```
/// use serde_json::json;
/// use tradespec_protocol::negotiation::{Policy, Seller};
/// use tradespec_schema::Release;
///
/// let policy: Policy = serde_json::from_value(json!({
///     "interventions": {"supported": ["3ds", "biometric"], "required": ["3ds"], "enforcement": "always"},
///     "extensions": [{"name": "discount"}, {"name": "com.example.loyalty@2026-05-01"}]
/// }))?;
/// let seller = Seller::new(policy, &Release::new("2026-04-17")?)?;
///
/// let outcome = seller.negotiate(&json!({
///     "interventions": {"supported": ["biometric"]},
///     "extensions": ["discount"]
/// }));
/// assert!(!outcome.compatible);
/// assert_eq!(outcome.status, Some("not_ready_for_payment"));
/// assert_eq!(outcome.messages[0].code, "intervention_required");
/// assert_eq!(outcome.interventions.supported, ["biometric"]);
/// assert_eq!(outcome.interventions.required, ["3ds"]);
/// assert_eq!(outcome.extension_names().collect::<Vec<_>>(), ["discount@2026-04-17"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Seller {
    policy: Policy,
    offers: Vec<Offered>,
    vocabulary: &'static Vocabulary,
}

impl Seller {
    /// Checks a policy against a release.
    pub fn new(policy: Policy, release: &Release) -> Result<Self, PolicyError> {
        let Some(vocabulary) = vocabulary::of(release.as_str()) else {
            let known: Vec<_> = VOCABULARIES.iter().map(|vocabulary| vocabulary.release).collect();
            let message =
                format!("release {release} has no negotiation; there is one in {}", known.join(", "));
            return Err(PolicyError(vec![PolicyProblem { at: Pointer::root(), message }]));
        };
        let mut problems = Vec::new();
        let interventions = &policy.interventions;
        for (member, words, given) in [
            ("supported", vocabulary.supported, &interventions.supported),
            ("required", vocabulary.required, &interventions.required),
        ] {
            let at = Pointer::root().join("interventions").join(member);
            check_words(given, words, &at, &mut problems);
        }
        let offers = check_offers(&policy.extensions, release, &mut problems);
        if problems.is_empty() { Ok(Self { policy, offers, vocabulary }) } else { Err(PolicyError(problems)) }
    }

    /// What holds for a session with an agent that declares this `capabilities` object.
    #[must_use]
    pub fn negotiate(&self, declaration: &Value) -> Outcome {
        let mut dropped = Vec::new();
        let agent = agent::read(declaration, self.vocabulary, &mut dropped);
        let policy = &self.policy.interventions;
        for (at, word) in &agent.supported {
            if !policy.supported.iter().any(|own| own == word) {
                let reason = "the seller does not support it".to_owned();
                dropped.push(Dropped { what: (*word).to_owned(), at: at.clone(), reason });
            }
        }
        let mut supported = policy.supported.clone();
        supported.retain(|own| agent.supported.iter().any(|(_, word)| own == word));
        let interventions =
            Interventions { supported, required: policy.required.clone(), enforcement: policy.enforcement };
        let pull = self.policy.pull_dependencies;
        let active = extensions::choose(&agent.extensions, &self.offers, pull, &mut dropped);
        let reasons = self.misses(&interventions, &agent.limits);
        let blocked = !reasons.is_empty() && policy.enforcement == Enforcement::Always;
        Outcome {
            compatible: reasons.is_empty(),
            capabilities: self.capabilities(&interventions, &active),
            extensions: active_extensions(&active),
            status: blocked.then_some("not_ready_for_payment"),
            messages: blocked.then(|| Message::intervention_required(&reasons)).into_iter().collect(),
            interventions,
            reasons,
            dropped,
            limits: agent.limits,
        }
    }

    /// What the agent cannot do that this seller needs.
    fn misses(&self, interventions: &Interventions, limits: &Limits) -> Vec<String> {
        let mut reasons = Vec::new();
        for word in &interventions.required {
            if interventions.supported.contains(word) {
                continue;
            }
            let own = self.policy.interventions.supported.contains(word);
            let who = if own { "the agent" } else { "the seller's own policy" };
            reasons.push(format!("{word} is required, and {who} does not support it"));
        }
        let most = limits.max_interaction_depth;
        if let Some(depth) = self.policy.expected_interaction_depth.filter(|depth| *depth > most) {
            reasons.push(format!("steps go {depth} deep, and the agent copes with {most}"));
        }
        reasons
    }

    /// The `capabilities` of the response. An empty list of extensions is left out: it is valid in no release.
    fn capabilities(&self, interventions: &Interventions, active: &Actives<'_>) -> Map<String, Value> {
        let mut members = Map::new();
        if let Some(payment) = &self.policy.payment {
            members.insert("payment".to_owned(), Value::Object(payment.clone()));
        }
        members.insert("interventions".to_owned(), json!(interventions));
        if !active.is_empty() {
            let declarations = active.values().map(|one| declaration(one.offered)).collect();
            members.insert("extensions".to_owned(), Value::Array(declarations));
        }
        members
    }
}

fn active_extensions(active: &Actives<'_>) -> Vec<ActiveExtension> {
    let extension = |one: &extensions::Active<'_>| {
        let id = &one.offered.id;
        let dependents = extensions::dependents(id, active).map(|other| other.id.to_string());
        ActiveExtension {
            name: id.name.clone(),
            version: id.version.as_ref().map(ToString::to_string),
            needed_by: if one.is_pulled() { dependents.collect() } else { Vec::new() },
        }
    };
    active.values().map(extension).collect()
}

/// What a response says of an active extension: only what its schema allows there, so no path through `[*]` and no path
/// of a file.
fn declaration(offered: &Offered) -> Value {
    let Offer { extends, schema, spec, .. } = &offered.offer;
    let mut members = Map::new();
    members.insert("name".to_owned(), json!(offered.id.to_string()));
    let paths: Vec<_> = extends.iter().filter(|path| !path.contains('[')).collect();
    if !paths.is_empty() {
        members.insert("extends".to_owned(), json!(paths));
    }
    for (name, url) in [("schema", schema), ("spec", spec)] {
        if let Some(url) = url.as_deref().filter(|url| url.contains("://")) {
            members.insert(name.to_owned(), json!(url));
        }
    }
    Value::Object(members)
}

fn check_words(given: &[String], words: &[&str], at: &Pointer, problems: &mut Vec<PolicyProblem>) {
    for (n, word) in given.iter().enumerate() {
        let at = at.join(&n.to_string());
        if given.iter().take(n).any(|other| other == word) {
            problems
                .push(PolicyProblem { at, message: format!("\"{word}\" stands here twice; once is enough") });
        } else if !words.contains(&word.as_str()) {
            let known: Vec<_> = words.iter().map(ToString::to_string).collect();
            let help = match suggestion(&word.to_lowercase(), known.iter()) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => format!("there are {}", words.join(", ")),
            };
            problems.push(PolicyProblem { at, message: format!("no intervention \"{word}\" here; {help}") });
        }
    }
}

fn check_offers(offers: &[Offer], release: &Release, problems: &mut Vec<PolicyProblem>) -> Vec<Offered> {
    let mut checked: Vec<Offered> = Vec::new();
    for (n, offer) in offers.iter().enumerate() {
        let at = Pointer::root().join("extensions").join(&n.to_string());
        let mut depends_on = Vec::new();
        for (n, name) in offer.depends_on.iter().enumerate() {
            match ExtensionRef::new(name) {
                Ok(reference) => depends_on.push(reference),
                Err(error) => {
                    let at = at.join("depends_on").join(&n.to_string());
                    problems.push(PolicyProblem { at, message: text(&error) });
                }
            }
        }
        match id(&offer.name, release) {
            Ok(id) if checked.iter().any(|other| other.id == id) => {
                let message = format!("{id} is offered twice; offer it once");
                problems.push(PolicyProblem { at: at.join("name"), message });
            }
            Ok(id) => checked.push(Offered { id, depends_on, offer: offer.clone() }),
            Err(message) => problems.push(PolicyProblem { at: at.join("name"), message }),
        }
    }
    checked
}

/// Reads `name` or `name@date`; a core extension, whose name has no dot, has the date of its release.
fn id(name: &str, release: &Release) -> Result<ExtensionId, String> {
    ExtensionRef::new(name).map_err(|error| text(&error))?;
    let (name, date) = name.split_once('@').map_or((name, None), |(name, date)| (name, Some(date)));
    let version = date.map(Release::new).transpose().map_err(|error| text(&error))?;
    let core = || (!name.contains('.')).then(|| release.clone());
    Ok(ExtensionId { name: name.to_owned(), version: version.or_else(core) })
}

/// What an error says, without its place and code.
fn text(error: &Error) -> String {
    let messages: Vec<_> = error.problems().iter().map(|problem| problem.message.as_str()).collect();
    messages.join("; ")
}

/// Everything that is wrong with a policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyError(Vec<PolicyProblem>);

/// One thing that is wrong with a policy.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PolicyProblem {
    /// Where in the policy.
    pub at: Pointer,
    /// What is wrong and what would be right.
    pub message: String,
}

impl PolicyError {
    /// The problems, at least one.
    #[must_use]
    pub fn problems(&self) -> &[PolicyProblem] {
        &self.0
    }
}

impl fmt::Display for PolicyProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.at.as_str().is_empty() {
            write!(f, "{}: ", self.at)?;
        }
        f.write_str(&self.message)
    }
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<_> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&all.join("\n"))
    }
}

impl std::error::Error for PolicyError {}
