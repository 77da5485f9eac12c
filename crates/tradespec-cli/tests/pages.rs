//! What pages show is what the command prints: every block `console` of them that begins with `$ tradespec`.
//!
//! `TRADESPEC_BLESS=1` writes what is printed over what is shown.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Each page, and how many commands it shows.
const PAGES: [(&str, usize); 3] = [("README.md", 1), ("docs/negotiation.md", 1), ("docs/profiles.md", 2)];

const BEGIN: &str = "```console\n$ tradespec ";

#[test]
fn pages_show_what_the_command_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (name, commands) in PAGES {
        let path = root.join(name);
        let page = fs::read_to_string(&path).expect("the page is there");
        let now = anew(&page, &root);
        if env::var_os("TRADESPEC_BLESS").is_some() {
            fs::write(&path, &now).expect("it can be written");
        } else {
            assert_eq!(page, now, "{name}");
        }
        assert_eq!(page.matches(BEGIN).count(), commands, "{name}");
    }
}

/// The page with what its commands print now.
fn anew(page: &str, root: &Path) -> String {
    let mut blocks = page.split(BEGIN);
    let mut now = blocks.next().expect("there is always one").to_owned();
    for block in blocks {
        let (arguments, shown) = block.split_once('\n').expect("what it prints");
        let (_, after) = shown.split_once("```").expect("an end");
        let mut command = Command::new(env!("CARGO_BIN_EXE_tradespec"));
        let output = command.args(arguments.split(' ')).current_dir(root).output().expect("it runs");
        let printed = String::from_utf8(output.stdout).expect("text");
        now.push_str(&format!("{BEGIN}{arguments}\n{printed}```{after}"));
    }
    now
}
