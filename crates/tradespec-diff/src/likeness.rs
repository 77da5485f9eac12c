//! How alike two names are, and how alike two schemas are.
//!
//! Used to tell a renamed member from one that went and one that came. What is not convincing is not claimed.

use std::collections::BTreeSet;

use crate::types::Types;
use crate::view::View;

/// From here on two names are of one thing, if their schemas are alike too.
pub(crate) const NAMES: f64 = 0.6;
/// From here on two schemas are of one thing, if their names are alike too.
pub(crate) const SHAPES: f64 = 0.6;
/// The best candidate has to be this much better than the next one.
pub(crate) const MARGIN: f64 = 0.1;
/// How deep schemas are looked into.
const DEPTH: usize = 3;

/// How alike two names are, from 0 to 1: `items` and `line_items` share a word and one has no word that the other lacks.
pub(crate) fn names(a: &str, b: &str) -> f64 {
    if a == b {
        return 1.0;
    }
    let (left, right) = (words(a), words(b));
    if left == right {
        return 1.0;
    }
    if !left.is_empty() && (left.is_subset(&right) || right.is_subset(&left)) {
        return 2.0 * count(left.intersection(&right).count()) / count(left.len() + right.len());
    }
    // The same words, one of them spelled otherwise; short words are alike by chance.
    let spelled = strsim::normalized_damerau_levenshtein(&a.to_lowercase(), &b.to_lowercase());
    if spelled >= 0.85 && a.len().min(b.len()) >= 6 { spelled } else { 0.0 }
}

/// The words of a name, in lower case and in the singular.
pub(crate) fn words(name: &str) -> BTreeSet<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for letter in name.chars() {
        if !letter.is_alphanumeric() || (letter.is_uppercase() && !before.is_uppercase()) {
            words.push(String::new());
        }
        if let (true, Some(word)) = (letter.is_alphanumeric(), words.last_mut()) {
            word.extend(letter.to_lowercase());
        }
        before = letter;
    }
    words.into_iter().filter(|word| !word.is_empty()).map(|word| singular(&word)).collect()
}

fn singular(word: &str) -> String {
    match word.strip_suffix('s') {
        Some(stem) if stem.len() >= 3 && !stem.ends_with('s') && !stem.ends_with('u') => stem.to_owned(),
        _ => word.to_owned(),
    }
}

/// How alike two schemas are, from 0 to 1.
pub(crate) fn shapes(a: &View<'_>, b: &View<'_>) -> f64 {
    alike(a, b, DEPTH)
}

fn alike(a: &View<'_>, b: &View<'_>, depth: usize) -> f64 {
    if let (Some(left), Some(right)) = (a.alias(), b.alias())
        && a.edition.plain(&left) == b.edition.plain(&right)
    {
        return 1.0;
    }
    let (left, right) = (a.types(), b.types());
    let shared = left.both(right);
    if shared.is_empty() || a.never || b.never {
        return 0.0;
    }
    if depth == 0 {
        return 0.7;
    }
    if let (Some(left), Some(right)) = (a.values(), b.values()) {
        let same = left.iter().filter(|value| right.contains(value)).count();
        return if same == 0 { 0.2 } else { 0.5 + 0.5 * share(same, left.len(), right.len()) };
    }
    if a.is_object() && b.is_object() {
        return objects(a, b, depth);
    }
    if left.has(Types::ARRAY) && right.has(Types::ARRAY) && a.is_typed() && b.is_typed() {
        return match (a.items(), b.items()) {
            (Some(left), Some(right)) => alike(&left, &right, depth),
            _ => 0.7,
        };
    }
    let typed = if left == right { 1.0 } else { 0.8 };
    let ruled = ["format", "pattern"].into_iter().all(|keyword| a.texts(keyword) == b.texts(keyword));
    let listed = a.values().is_some() == b.values().is_some();
    typed * if ruled { 1.0 } else { 0.6 } * if listed { 1.0 } else { 0.6 }
}

fn objects(a: &View<'_>, b: &View<'_>, depth: usize) -> f64 {
    let (left, right) = (a.names(), b.names());
    if left.is_empty() && right.is_empty() {
        return 0.8;
    }
    let members: f64 = left
        .iter()
        .filter(|name| right.contains(name))
        .filter_map(|name| Some(alike(&a.member(name)?, &b.member(name)?, depth - 1)))
        .sum();
    // What one of them has and the other lacks counts less than what they share.
    let smaller = count(left.len().min(right.len()));
    let larger = count(left.len().max(right.len()));
    0.6 * members / smaller.max(1.0) + 0.4 * members / larger
}

fn share(same: usize, left: usize, right: usize) -> f64 {
    2.0 * count(same) / count(left + right)
}

fn count(number: usize) -> f64 {
    u32::try_from(number).map_or(f64::MAX, f64::from)
}

/// Pairs each of `left` with the one of `right` that it fits best, where no other one fits about as well on either side.
///
/// `score` is 0 where two do not fit at all. The result does not depend on the order of the names.
pub(crate) fn pairs<'n>(
    left: &[&'n str],
    right: &[&'n str],
    score: impl Fn(&str, &str) -> f64,
) -> Vec<(&'n str, &'n str)> {
    let scores: Vec<(f64, &str, &str)> = left
        .iter()
        .flat_map(|a| right.iter().map(|b| (score(a, b), *a, *b)).collect::<Vec<_>>())
        .filter(|(score, _, _)| *score > 0.0)
        .collect();
    let clear = |(best, a, b): &(f64, &str, &str)| {
        scores.iter().all(|(other, c, d)| {
            let rival = (c == a) != (d == b);
            !rival || *other + MARGIN <= *best
        })
    };
    scores.iter().filter(|candidate| clear(candidate)).map(|(_, a, b)| (*a, *b)).collect()
}
