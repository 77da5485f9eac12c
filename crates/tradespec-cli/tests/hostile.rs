//! The known nasties: each case is a command, what it is fed with, and how it has to end, within bounds of time and memory.
//!
//! The cases stand in `hostile/*.toml`. Input is made while it is written, so none of it is stored. The bounds are those of
//! the system (`ulimit`): processor time, so that a busy machine changes nothing, and address space.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// What happens, as a sentence.
    name: String,
    /// Arguments of the command; `{dir}` is the folder of the case.
    args: Vec<String>,
    #[serde(default)]
    stdin: Vec<Piece>,
    #[serde(default)]
    files: Vec<File>,
    /// Links: where they stand, and where they lead.
    #[serde(default)]
    links: Vec<(String, String)>,
    /// Where standard output goes: a file, or nobody.
    stdout: Option<String>,
    status: i32,
    /// What is said, on either output.
    #[serde(default)]
    says: Vec<String>,
    /// What is not said.
    #[serde(default)]
    says_not: Vec<String>,
    /// What must not be there afterwards.
    #[serde(default)]
    absent: Vec<String>,
    #[serde(default = "seconds")]
    seconds: u32,
    #[serde(default = "mebibytes")]
    mebibytes: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    path: String,
    content: Vec<Piece>,
}

/// A part of an input. In what is repeated, `{n}` is the number of the repetition, and `{m}` the one after it.
#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Piece {
    Text(String),
    Repeated { repeat: String, times: usize },
    Bytes { bytes: Vec<u8> },
}

fn seconds() -> u32 {
    10
}

fn mebibytes() -> u32 {
    1024
}

impl Piece {
    fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        match self {
            Self::Text(text) => out.write_all(text.as_bytes()),
            Self::Bytes { bytes } => out.write_all(bytes),
            Self::Repeated { repeat, times } if repeat.contains("{n}") || repeat.contains("{m}") => {
                let of = |n: usize| repeat.replace("{n}", &n.to_string()).replace("{m}", &(n + 1).to_string());
                (0..*times).try_for_each(|n| out.write_all(of(n).as_bytes()))
            }
            Self::Repeated { repeat, times } => {
                // In blocks: a gibibyte letter by letter takes longer than what is tested.
                const BLOCK: usize = 1 << 12;
                let block = repeat.repeat(BLOCK);
                (0..times / BLOCK).try_for_each(|_| out.write_all(block.as_bytes()))?;
                out.write_all(repeat.repeat(times % BLOCK).as_bytes())
            }
        }
    }
}

#[test]
fn every_nasty_ends_as_it_should() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    let mut tables: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    tables.sort();
    let mut faults = Vec::new();
    for path in tables {
        let text = fs::read_to_string(&path).unwrap();
        let table: Table = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for case in &table.case {
            if let Err(fault) = case.run() {
                faults.push(format!("{}: {fault}", case.name));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

impl Case {
    fn run(&self) -> Result<(), String> {
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path();
        for File { path, content } in &self.files {
            let path = dir.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            let mut file = std::io::BufWriter::new(fs::File::create(path).unwrap());
            content.iter().try_for_each(|piece| piece.write(&mut file)).unwrap();
            file.flush().unwrap();
        }
        for (link, target) in &self.links {
            let link = dir.join(link);
            fs::create_dir_all(link.parent().unwrap()).unwrap();
            symlink(target, link).unwrap();
        }
        let here = |text: &String| text.replace("{dir}", dir.to_str().unwrap());
        let bounds = format!("ulimit -t {}; ulimit -v {}; exec \"$0\" \"$@\"", self.seconds, self.mebibytes * 1024);
        let stdout = match &self.stdout {
            Some(file) => fs::File::options().write(true).create(true).open(here(file)).unwrap().into(),
            None => Stdio::piped(),
        };
        let mut child = Command::new("sh")
            .args(["-c", &bounds, env!("CARGO_BIN_EXE_tradespec")])
            .args(self.args.iter().map(here))
            .current_dir(dir)
            .env_remove("CLICOLOR_FORCE")
            .stdin(Stdio::piped())
            .stdout(stdout)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (stdin, stdout, mut stderr) = (child.stdin.take().unwrap(), child.stdout.take(), child.stderr.take().unwrap());
        let said = thread::scope(|scope| {
            let errors = scope.spawn(move || {
                let mut said = String::new();
                stderr.read_to_string(&mut said).unwrap();
                said
            });
            scope.spawn(move || {
                let mut stdin = std::io::BufWriter::with_capacity(1 << 16, stdin);
                // A command that has read enough closes its end.
                let _ = self.stdin.iter().try_for_each(|piece| piece.write(&mut stdin)).and_then(|()| stdin.flush());
            });
            let mut said = Vec::new();
            if let Some(mut stdout) = stdout {
                stdout.read_to_end(&mut said).unwrap();
            }
            String::from_utf8_lossy(&said).into_owned() + &errors.join().unwrap()
        });
        let status = child.wait().unwrap();
        let shown: String = said.chars().take(2000).collect();
        if status.code() != Some(self.status) {
            return Err(format!("ended with {status}, expected {}\n{shown}", self.status));
        }
        if let Some(missing) = self.says.iter().find(|text| !said.contains(*text)) {
            return Err(format!("does not say {missing:?}\n{shown}"));
        }
        if let Some(found) = self.says_not.iter().find(|text| said.contains(*text)) {
            return Err(format!("says {found:?}\n{shown}"));
        }
        match self.absent.iter().find(|path| dir.join(path).exists()) {
            Some(path) => Err(format!("leaves {path}")),
            None => Ok(()),
        }
    }
}
