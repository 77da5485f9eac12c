//! Licence expressions of SPDX: `(MIT OR Apache-2.0) AND Unicode-3.0`. An old `/` means `OR`.

use std::collections::BTreeSet;
use std::iter::Peekable;
use std::vec::IntoIter;

type Words = Peekable<IntoIter<String>>;

/// Whether a choice that `expression` leaves is made of allowed licences only. What is no expression is not allowed.
pub(super) fn allows(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<_> = spaced.split_whitespace().map(str::to_owned).collect();
    let mut words = words.into_iter().peekable();
    either(&mut words, allowed).is_some_and(|allows| allows && words.peek().is_none())
}

fn either(words: &mut Words, allowed: &BTreeSet<String>) -> Option<bool> {
    let mut any = both(words, allowed)?;
    while words.next_if_eq("OR").is_some() {
        any |= both(words, allowed)?;
    }
    Some(any)
}

fn both(words: &mut Words, allowed: &BTreeSet<String>) -> Option<bool> {
    let mut all = one(words, allowed)?;
    while words.next_if_eq("AND").is_some() {
        all &= one(words, allowed)?;
    }
    Some(all)
}

fn one(words: &mut Words, allowed: &BTreeSet<String>) -> Option<bool> {
    let mut name = words.next()?;
    if name == "(" {
        let inner = either(words, allowed)?;
        return words.next_if_eq(")").map(|_| inner);
    }
    if matches!(name.as_str(), "AND" | "OR" | "WITH" | ")") {
        return None;
    }
    if words.next_if_eq("WITH").is_some() {
        name = format!("{name} WITH {}", words.next()?);
    }
    Some(allowed.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::allows;

    #[test]
    fn expressions_are_judged() {
        let allowed = ["MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned).into();
        let cases = [
            ("MIT", true),
            ("GPL-3.0", false),
            ("GPL-3.0 OR MIT", true),
            ("GPL-3.0/MIT", true),
            ("GPL-3.0 AND MIT", false),
            ("MIT AND GPL-3.0 OR Apache-2.0", true),
            ("MIT AND (GPL-3.0 OR ISC)", false),
            ("(MIT OR GPL-3.0) AND Apache-2.0", true),
            ("Apache-2.0 WITH LLVM-exception", true),
            ("MIT WITH LLVM-exception", false),
            ("", false),
            ("MIT MIT", false),
            ("(MIT", false),
            ("MIT OR", false),
        ];
        for (expression, wanted) in cases {
            assert_eq!(allows(expression, &allowed), wanted, "{expression:?}");
        }
    }
}
