//! The documents to check: which files there are, and the documents in them one after the other.
//!
//! In:  paths as they were given.
//! Out: [`Input`]s in order, files of folders sorted; and [`Document`]s, each with the place where it starts.
//! Holds: of a file of many documents, no more is in memory than the document that is being read.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use globset::GlobBuilder;
use tradespec_schema::load;
use tradespec_validator::{Code, Diagnostic, Origin};

/// Stands for standard input.
const STDIN: &str = "-";

/// How a file is taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Division {
    /// One document.
    Whole,
    /// One document a line.
    Lines,
    /// A list of documents.
    Elements,
}

/// A file, or the lack of one.
#[derive(Debug)]
pub(crate) enum Input {
    Stdin,
    File(PathBuf),
    /// A path that gives no documents, and why.
    Nothing(PathBuf, String),
}

/// A document, or why there is none.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) origin: Origin,
    /// Whether its file may have others.
    pub(crate) of_many: bool,
    pub(crate) content: Result<Vec<u8>, Box<Diagnostic>>,
}

/// The files that `paths` name: standard input if there are none.
pub(crate) fn inputs(paths: &[PathBuf]) -> anyhow::Result<Vec<Input>> {
    if paths.iter().filter(|path| path.as_os_str() == STDIN).count() > 1 {
        anyhow::bail!("standard input (-) can be read only once");
    }
    if paths.is_empty() {
        return Ok(vec![Input::Stdin]);
    }
    let mut inputs = Vec::new();
    for path in paths {
        let before = inputs.len();
        if path.as_os_str() == STDIN {
            inputs.push(Input::Stdin);
        } else if path.is_dir() {
            folder(path, &mut inputs, &|file| has_documents(file));
            if inputs.len() == before {
                let why = "no *.json, *.jsonl or *.ndjson file in this folder".to_owned();
                inputs.push(Input::Nothing(path.clone(), why));
            }
        } else if let Some(glob) = path.to_str().filter(|text| !path.exists() && is_glob(text)) {
            expand(glob, &mut inputs)?;
            if inputs.len() == before {
                inputs.push(Input::Nothing(path.clone(), "no file fits this glob".to_owned()));
            }
        } else {
            inputs.push(Input::File(path.clone()));
        }
    }
    Ok(inputs)
}

fn is_glob(text: &str) -> bool {
    text.contains(['*', '?', '[', '{'])
}

/// Every file that a glob fits, sorted.
fn expand(glob: &str, inputs: &mut Vec<Input>) -> anyhow::Result<()> {
    let matcher = GlobBuilder::new(glob).literal_separator(true).build()?.compile_matcher();
    let plain: PathBuf = Path::new(glob)
        .components()
        .take_while(|part| part.as_os_str().to_str().is_some_and(|part| !is_glob(part)))
        .collect();
    let root = if plain.as_os_str().is_empty() { Path::new(".") } else { &plain };
    if root.is_dir() {
        let below = |file: &Path| file.strip_prefix("./").unwrap_or(file).to_owned();
        let mut found = Vec::new();
        folder(root, &mut found, &|file| matcher.is_match(below(file)));
        inputs.extend(found.into_iter().map(|input| match input {
            Input::File(path) => Input::File(below(&path)),
            other => other,
        }));
    }
    Ok(())
}

fn has_documents(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| ["json", "jsonl", "ndjson"].iter().any(|known| extension == *known))
}

/// Every wanted file below a folder, sorted; links to folders are not followed, so there are no circles.
fn folder(path: &Path, inputs: &mut Vec<Input>, wanted: &impl Fn(&Path) -> bool) {
    let entries = fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => return inputs.push(Input::Nothing(path.to_owned(), cannot_be_read(&error))),
    };
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let below = entry.path();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            folder(&below, inputs, wanted);
        } else if wanted(&below) && !below.is_dir() {
            inputs.push(Input::File(below));
        }
    }
}

fn cannot_be_read(error: &io::Error) -> String {
    format!("cannot be read: {error}")
}

impl Input {
    /// What outputs call the file.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Stdin => STDIN.to_owned(),
            Self::File(path) | Self::Nothing(path, _) => load::shown(path),
        }
    }

    /// The path that mappings go by.
    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Stdin => Path::new(STDIN),
            Self::File(path) | Self::Nothing(path, _) => path,
        }
    }

    /// Hands over the documents of the file, one after the other, until `take` wants no more.
    pub(crate) fn read(&self, division: Option<Division>, take: &mut dyn FnMut(Document) -> bool) {
        let by_name = || match self {
            Self::File(path) if path.extension().is_some_and(|name| name == "jsonl" || name == "ndjson") => {
                Division::Lines
            }
            _ => Division::Whole,
        };
        let division = division.unwrap_or_else(by_name);
        let read = match self {
            Self::Stdin => divide(&mut io::stdin().lock(), division, take),
            Self::File(path) => {
                fs::File::open(path).and_then(|file| divide(&mut BufReader::new(file), division, take))
            }
            Self::Nothing(_, why) => {
                take(Document::missing(why.as_str()));
                return;
            }
        };
        if let Err(error) = read {
            take(Document::missing(&cannot_be_read(&error)));
        }
    }
}

impl Document {
    fn missing(why: &str) -> Self {
        Self {
            origin: Origin::default(),
            of_many: false,
            content: Err(Box::new(Diagnostic::unreadable(why))),
        }
    }
}

fn divide(
    reader: &mut dyn BufRead,
    division: Division,
    take: &mut dyn FnMut(Document) -> bool,
) -> io::Result<()> {
    match division {
        Division::Whole => {
            let mut bytes = Vec::new();
            reader.read_to_end(&mut bytes)?;
            take(Document { origin: Origin::default(), of_many: false, content: Ok(bytes) });
            Ok(())
        }
        Division::Lines => lines(reader, take),
        Division::Elements => Elements { reader, next: Origin::default() }.read(take),
    }
}

/// One document a line; lines with nothing in them are passed over.
fn lines(reader: &mut dyn BufRead, take: &mut dyn FnMut(Document) -> bool) -> io::Result<()> {
    let mut origin = Origin::default();
    loop {
        let mut line = Vec::new();
        let length = reader.read_until(b'\n', &mut line)?;
        if length == 0 {
            return Ok(());
        }
        while line.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
            line.pop();
        }
        let blank = line.iter().all(u8::is_ascii_whitespace);
        if !blank && !take(Document { origin, of_many: true, content: Ok(line) }) {
            return Ok(());
        }
        origin = Origin { line: origin.line + 1, column: 1, offset: origin.offset + length };
    }
}

/// Takes a list apart into the texts of its elements, without reading them as JSON.
struct Elements<'r> {
    reader: &'r mut dyn BufRead,
    /// The place of the next byte.
    next: Origin,
}

impl Elements<'_> {
    fn read(&mut self, take: &mut dyn FnMut(Document) -> bool) -> io::Result<()> {
        self.pass_blank()?;
        if self.peek()? != Some(b'[') {
            // No list: the file is one document, and what is wrong with it is found when it is read.
            let origin = self.next;
            let mut bytes = Vec::new();
            self.reader.read_to_end(&mut bytes)?;
            take(Document { origin, of_many: false, content: Ok(bytes) });
            return Ok(());
        }
        self.bump()?;
        self.pass_blank()?;
        if self.peek()? == Some(b']') {
            self.bump()?;
            return self.end(take);
        }
        loop {
            self.pass_blank()?;
            let origin = self.next;
            let bytes = self.element()?;
            if !take(Document { origin, of_many: true, content: Ok(bytes) }) {
                return Ok(());
            }
            match self.peek()? {
                Some(b',') => {
                    self.bump()?;
                }
                Some(_) => {
                    self.bump()?;
                    return self.end(take);
                }
                None => {
                    take(self.fault(Code::NotJson, "the list is not closed; a \"]\" is missing at the end"));
                    return Ok(());
                }
            }
        }
    }

    /// The bytes up to the `,` or `]` that ends an element, without the blanks in front of it.
    fn element(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let (mut depth, mut in_text, mut escaped) = (0_usize, false, false);
        while let Some(byte) = self.peek()? {
            if in_text {
                match byte {
                    _ if escaped => escaped = false,
                    b'\\' => escaped = true,
                    b'"' => in_text = false,
                    _ => {}
                }
            } else {
                match byte {
                    b',' | b']' if depth == 0 => break,
                    b'"' => in_text = true,
                    b'{' | b'[' => depth += 1,
                    b'}' | b']' => depth = depth.saturating_sub(1),
                    _ => {}
                }
            }
            bytes.push(byte);
            self.bump()?;
        }
        while bytes.last().is_some_and(u8::is_ascii_whitespace) {
            bytes.pop();
        }
        Ok(bytes)
    }

    /// What stands after the list.
    fn end(&mut self, take: &mut dyn FnMut(Document) -> bool) -> io::Result<()> {
        self.pass_blank()?;
        if self.peek()?.is_some() {
            take(self.fault(Code::TrailingData, "something follows after the end of the list"));
        }
        Ok(())
    }

    fn fault(&self, code: Code, message: &str) -> Document {
        let diagnostic = Diagnostic::input(code, self.next, message);
        Document { origin: self.next, of_many: true, content: Err(Box::new(diagnostic)) }
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.reader.fill_buf() {
                Ok(buffer) => return Ok(buffer.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Goes on by one byte that was peeked at.
    fn bump(&mut self) -> io::Result<()> {
        if let Some(byte) = self.peek()? {
            self.reader.consume(1);
            self.next.offset += 1;
            if byte == b'\n' {
                self.next.line += 1;
                self.next.column = 1;
            } else if byte & 0b1100_0000 != 0b1000_0000 {
                self.next.column += 1;
            }
        }
        Ok(())
    }

    fn pass_blank(&mut self) -> io::Result<()> {
        while self.peek()?.is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.bump()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::{Division, Document, divide};

    fn documents(text: &str, division: Division) -> Vec<Document> {
        let mut found = Vec::new();
        // A reader with a small buffer, so that its ends fall anywhere.
        let mut reader = std::io::BufReader::with_capacity(3, text.as_bytes());
        divide(&mut reader, division, &mut |document| {
            found.push(document);
            true
        })
        .unwrap();
        found
    }

    /// Line and column of a byte, counted slowly.
    fn place(text: &str, offset: usize) -> (usize, usize) {
        let before = &text[..offset];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    fn assert_divided(text: &str, division: Division, wanted: &[&str]) {
        let found = documents(text, division);
        let contents: Vec<_> = found
            .iter()
            .map(|document| document.content.as_ref().map(|bytes| str::from_utf8(bytes).unwrap()))
            .collect();
        assert_eq!(contents, wanted.iter().copied().map(Ok).collect::<Vec<_>>(), "{text:?}");
        for (document, content) in found.iter().zip(wanted) {
            let origin = document.origin;
            assert!(text[origin.offset..].starts_with(content), "{text:?} at {}", origin.offset);
            assert_eq!((origin.line, origin.column), place(text, origin.offset), "{text:?}");
        }
    }

    #[test]
    fn a_list_is_taken_apart() {
        let each = |text: &str, wanted: &[&str]| assert_divided(text, Division::Elements, wanted);
        each("[]", &[]);
        each(" [ ] \n", &[]);
        each("[1]", &["1"]);
        each("[1, [2, 3] ,{\"a\": [4]}]", &["1", "[2, 3]", "{\"a\": [4]}"]);
        each("[\n  {\"é\": \"ü\"}, {\"b\": 1},\r\n\t\"x\"\n]\n", &["{\"é\": \"ü\"}", "{\"b\": 1}", "\"x\""]);
        each(r#"["a,]}", "\"]", "\\", "\\\"]"]"#, &[r#""a,]}""#, r#""\"]""#, r#""\\""#, r#""\\\"]""#]);
        // What is wrong within an element is found when it is read.
        each("[1,,2]", &["1", "", "2"]);
        each("[{\"a\": 1}}, 2]", &["{\"a\": 1}}", "2"]);
        // No list: one document.
        each("{\"a\": 1}", &["{\"a\": 1}"]);
    }

    #[test]
    fn what_is_wrong_with_a_list_is_told_in_its_place() {
        let fault = |text: &str| {
            let found = documents(text, Division::Elements).pop().unwrap();
            let diagnostic = found.content.unwrap_err();
            (diagnostic.code.as_str(), found.origin.offset)
        };
        assert_eq!(fault("[1, 2"), ("not-json", 5));
        assert_eq!(fault("[1, \"2]"), ("not-json", 7));
        assert_eq!(fault("[1] [2]"), ("trailing-data", 4));
        assert_eq!(fault("[] x"), ("trailing-data", 3));
    }

    #[test]
    fn lines_are_taken_one_by_one() {
        let lines = |text: &str, wanted: &[&str]| assert_divided(text, Division::Lines, wanted);
        lines("", &[]);
        lines("\n \n", &[]);
        lines("1\n2", &["1", "2"]);
        lines("{\"é\": 1}\r\n\r\n  2  \n", &["{\"é\": 1}", "  2  "]);
    }
}
