//! The documentation says what is so.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use tradespec_diff::render::{Format, Options, render};
use tradespec_diff::{Edition, Kind, diff};
use tradespec_schema::{Catalogue, Extension, Protocol, Release, compose};

const PAGE: &str = include_str!("../../../docs/diff.md");

#[test]
fn every_kind_is_explained() {
    let rows: Vec<_> = PAGE.lines().filter_map(|line| line.strip_prefix("| `")).collect();
    let kinds: Vec<_> = rows.iter().filter_map(|row| row.split('`').next()).collect();
    let known: Vec<_> = Kind::ALL.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(kinds, known);
    for (row, (kind, meaning)) in rows.iter().zip(Kind::ALL) {
        assert!(
            row.contains(meaning.trim()),
            "the row of {kind} says something else than \"{}\"",
            meaning.trim()
        );
    }
}

#[test]
fn the_output_shown_is_real() {
    let catalogue = Catalogue::embedded().unwrap();
    let edition = |protocol: Protocol, date: &str| {
        let index = catalogue.release(protocol, Some(&Release::new(date).unwrap())).unwrap();
        Edition::of(&compose(&index, &Extension::core(&index).unwrap()).unwrap())
    };
    let mut shown = 0;
    for block in PAGE.split("```console\n$ tradespec diff ").skip(1) {
        let (command, output) = block.split_once('\n').unwrap();
        let output = output.split("```").next().unwrap();
        let mut words = command.split_whitespace();
        let (old, new) = (words.next().unwrap(), words.next().unwrap());
        let (mut types, mut format, mut options) = (Vec::new(), Format::Text, Options::default());
        let mut protocol = Protocol::Acp;
        while let Some(word) = words.next() {
            match word {
                "--protocol" => {
                    let name = words.next().unwrap();
                    protocol = Protocol::ALL.into_iter().find(|known| known.as_str() == name).unwrap();
                }
                "--type" => types.push(words.next().unwrap().to_owned()),
                "--verbose" => options.verbose = true,
                "--format" => {
                    let name = words.next().unwrap();
                    format = Format::ALL.into_iter().find(|format| format.as_str() == name).unwrap();
                }
                other => panic!("the page shows {other}, which this test does not know"),
            }
        }
        let found = diff(&edition(protocol, old), &edition(protocol, new), &types).unwrap();
        assert_eq!(render(&found, format, &options), output, "{command}");
        shown += 1;
    }
    assert!(shown >= 3);
}
