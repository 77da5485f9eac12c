//! Extensions: their names, the points they extend, and their declarations.
//!
//! In:  a declaration in the wire format (`name`, `extends`, `schema`, `spec`?, `depends_on`?) and its document.
//! Out: an [`Extension`], every path parsed.
//! Source of the format: ACP, "Extensions"; paths are the subset of RFC 9535 that can name a place in a schema.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::compose::parents;
use crate::error::{Code, Error, Place, Problem};
use crate::index::Index;
use crate::load;
use crate::point::{self, ExtensionPoint};
use crate::pointer::Pointer;
use crate::protocol::{Protocol, Release};
use crate::set::SchemaFile;

/// An extension that can be composed into a release.
#[derive(Debug, Clone, PartialEq)]
pub struct Extension {
    id: ExtensionId,
    points: Vec<ExtensionPoint>,
    parents: Vec<String>,
    depends_on: Vec<String>,
    declaration: Place,
    document: Document,
}

/// Where an extension's own definitions stand.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Document {
    /// In a file of the release: the extension is a core one.
    Core(String),
    /// In a file of its own.
    Own { shown: String, file: SchemaFile },
}

/// The name of an extension and its version, written `name@date`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExtensionId {
    /// `discount` style for core extensions, a reverse domain name for third parties.
    pub name: String,
    /// The date of the version. A core extension has the date of its release.
    pub version: Option<Release>,
}

impl fmt::Display for ExtensionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        match &self.version {
            Some(version) => write!(f, "@{version}"),
            None => Ok(()),
        }
    }
}

/// Files that stand for the URLs of extension schemas, since nothing is fetched.
#[derive(Debug, Clone, Default)]
pub struct SchemaMap(BTreeMap<String, PathBuf>);

impl SchemaMap {
    /// Says that the schema at `url` stands in `file`.
    pub fn insert(&mut self, url: impl Into<String>, file: impl Into<PathBuf>) {
        self.0.insert(url.into(), file.into());
    }
}

impl Extension {
    /// Reads a declaration file and the schema document it names: a path relative to it, or a URL that `map` maps to a
    /// file.
    pub fn load(declaration: &Path, map: &SchemaMap) -> Result<Self, Error> {
        let shown = load::shown(declaration);
        let text = load::read(declaration)?;
        Self::from_text(&shown, &text, |schema| {
            let path = if schema.contains("://") {
                let mapped = map.0.get(schema).cloned();
                mapped.ok_or_else(|| {
                    let place = Place::at(&shown, Pointer::root().join("schema"));
                    let message = format!(
                        "\"{schema}\" is not fetched; say which file it is with --schema-map {schema}=FILE"
                    );
                    Error::new(Code::UnmappedSchema, place, message)
                })?
            } else {
                declaration.parent().unwrap_or(Path::new("")).join(schema)
            };
            Ok((load::shown(&path), load::read(&path)?))
        })
    }

    /// Reads a declaration's text; `read` gives the name and the text of the schema document it names.
    ///
    /// ```
    /// use tradespec_schema::Extension;
    ///
    /// let declaration = r#"{"name": "com.example.gift@2026-06-01", "extends": ["$.Cart.gift"], "schema": "schema.json"}"#;
    /// let schema = r#"{"$defs": {"Cart": {"properties": {"gift": {"type": "boolean"}}}}}"#;
    /// let gift = Extension::from_text("extension.json", declaration, |name| Ok((name.to_owned(), schema.to_owned())))?;
    /// assert_eq!(gift.id().to_string(), "com.example.gift@2026-06-01");
    /// assert_eq!(gift.points()[0].to_string(), "$.Cart.gift");
    /// # Ok::<(), tradespec_schema::Error>(())
    /// ```
    pub fn from_text(
        shown: &str,
        text: &str,
        read: impl FnOnce(&str) -> Result<(String, String), Error>,
    ) -> Result<Self, Error> {
        let declaration = SchemaFile::parse(shown, text.as_bytes())?.root;
        let mut reader = Reader { shown, declaration: &declaration, problems: Vec::new() };
        reader.known_members(&["name", "extends", "schema", "spec", "depends_on"]);
        let id = reader.text("name").and_then(|name| reader.checked("name", parse_id(name)));
        let (points, parents) = reader.points();
        let depends_on = reader.dependencies();
        reader.optional_text("spec");
        if points.is_empty() && parents.is_empty() && reader.problems.is_empty() {
            reader.problem(
                Code::BadDeclaration,
                "extends",
                "\"extends\" names no field, so there is nothing to compose",
            );
        }
        let schema = reader.text("schema");
        Error::check(reader.problems)?;
        let (Some(id), Some(schema)) = (id, schema) else {
            return Err(Error::new(
                Code::BadDeclaration,
                Place::file(shown),
                "\"name\" and \"schema\" are required",
            ));
        };
        let (name, text) = read(schema)?;
        let file = SchemaFile::parse(&name, text.as_bytes())?;
        Ok(Self {
            id,
            points,
            parents,
            depends_on,
            declaration: Place::file(shown),
            document: Document::Own { shown: name, file },
        })
    }

    /// The core extensions of a release: those in its registry whose document is part of the release; in UCP, the files
    /// that have what they add to other capabilities.
    pub fn core(index: &Index) -> Result<Vec<Self>, Error> {
        let Some((registry_file, pointer)) = index.protocol().core_extension_registry() else {
            let found = parents::core(index.files()).into_iter();
            return Ok(found
                .map(|(name, file, parents)| Self {
                    id: ExtensionId { name, version: Some(index.release().clone()) },
                    points: Vec::new(),
                    parents,
                    depends_on: Vec::new(),
                    declaration: Place::file(&file),
                    document: Document::Core(file),
                })
                .collect());
        };
        let Some(registry) = index.files().get(registry_file).and_then(|root| root.pointer(pointer)) else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        let mut problems = Vec::new();
        for (name, entry) in registry.as_object().into_iter().flatten() {
            let document = format!("schema.{name}.json");
            if !index.files().contains_key(&document) {
                continue;
            }
            let at = Pointer::from_text(pointer).join(name);
            let mut points = Vec::new();
            for path in registered_paths(entry) {
                match point::parse(&path) {
                    Ok(point) => points.push(point),
                    Err(message) => {
                        let place = Place::at(registry_file, at.clone());
                        problems.push(Problem::new(
                            Code::UnsupportedPath,
                            place,
                            format!("\"{path}\": {message}"),
                        ));
                    }
                }
            }
            found.push(Self {
                id: ExtensionId { name: name.clone(), version: Some(index.release().clone()) },
                points,
                parents: Vec::new(),
                depends_on: Vec::new(),
                declaration: Place::at(registry_file, at),
                document: Document::Core(document),
            });
        }
        Error::check(problems)?;
        Ok(found)
    }

    /// Name and version.
    #[must_use]
    pub fn id(&self) -> &ExtensionId {
        &self.id
    }

    /// The protocol that it extends: in ACP extensions extend fields, in UCP capabilities.
    #[must_use]
    pub fn protocol(&self) -> Protocol {
        if self.parents.is_empty() { Protocol::Acp } else { Protocol::Ucp }
    }

    /// The fields it adds, as its declaration lists them.
    #[must_use]
    pub fn points(&self) -> &[ExtensionPoint] {
        &self.points
    }

    /// The capabilities that it extends, any one of which is enough. Only UCP has them.
    #[must_use]
    pub fn parents(&self) -> &[String] {
        &self.parents
    }

    /// The names (`name` or `name@date`) of the extensions that must be active beside it.
    #[must_use]
    pub fn depends_on(&self) -> &[String] {
        &self.depends_on
    }

    /// Where it is declared.
    #[must_use]
    pub fn declaration(&self) -> &Place {
        &self.declaration
    }

    /// Whether it comes with the release.
    #[must_use]
    pub fn is_core(&self) -> bool {
        matches!(self.document, Document::Core(_))
    }

    /// The file that its own definitions were read from, where they are not part of the release.
    #[must_use]
    pub fn document_file(&self) -> Option<&str> {
        match &self.document {
            Document::Core(_) => None,
            Document::Own { shown, .. } => Some(shown),
        }
    }

    pub(crate) fn document(&self) -> &Document {
        &self.document
    }

    /// The key under which the extension's own definitions stand in a composed schema.
    #[must_use]
    pub fn file(&self) -> String {
        match &self.document {
            Document::Core(file) => file.clone(),
            Document::Own { .. } => format!("{}/schema.json", self.id),
        }
    }
}

/// The paths of a registry entry: `extends` as a `const`, at any depth of the entry's `allOf`.
fn registered_paths(entry: &Value) -> Vec<String> {
    let mut paths = Vec::new();
    crate::walk::each(entry, &Pointer::root(), &mut |_, schema| {
        let list = schema.pointer("/properties/extends/const").and_then(Value::as_array);
        paths.extend(list.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned));
    });
    paths
}

/// Reads `name` or `name@date`.
pub(crate) fn parse_id(text: &str) -> Result<ExtensionId, String> {
    let (name, version) = match text.split_once('@') {
        Some((name, date)) => {
            let version = Release::new(date);
            (
                name,
                Some(version.map_err(|_| {
                    format!("\"{date}\" is not a version; a version is a date such as 2026-05-01")
                })?),
            )
        }
        None => (text, None),
    };
    let rest = |label: &str| {
        label.bytes().skip(1).all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_' || b == b'-')
    };
    let label = |label: &str| label.starts_with(|first: char| first.is_ascii_lowercase()) && rest(label);
    if !name.split('.').all(label) {
        return Err(format!(
            "\"{name}\" is not the name of an extension; core ones are like \"discount\", others like \"com.example.loyalty\""
        ));
    }
    Ok(ExtensionId { name: name.to_owned(), version })
}

struct Reader<'d> {
    shown: &'d str,
    declaration: &'d Value,
    problems: Vec<Problem>,
}

impl<'d> Reader<'d> {
    fn problem(&mut self, code: Code, member: &str, message: impl Into<String>) {
        let place = Place::at(self.shown, Pointer::root().join(member));
        self.problems.push(Problem::new(code, place, message));
    }

    fn known_members(&mut self, known: &[&str]) {
        for (name, _) in self.declaration.as_object().into_iter().flatten() {
            if !known.contains(&name.as_str()) {
                let message = format!("a declaration has no member \"{name}\"; it has {}", known.join(", "));
                self.problem(Code::BadDeclaration, name, message);
            }
        }
    }

    fn text(&mut self, member: &str) -> Option<&'d str> {
        let text = self.declaration.get(member).and_then(Value::as_str);
        if text.is_none() {
            self.problem(Code::BadDeclaration, member, format!("\"{member}\" is required and is a string"));
        }
        text
    }

    fn optional_text(&mut self, member: &str) {
        if self.declaration.get(member).is_some_and(|text| !text.is_string()) {
            self.problem(Code::BadDeclaration, member, format!("\"{member}\" is a string"));
        }
    }

    fn texts(&mut self, member: &str) -> Vec<(usize, &'d str)> {
        let Some(list) = self.declaration.get(member) else {
            return Vec::new();
        };
        let texts: Option<Vec<_>> = list.as_array().and_then(|list| {
            list.iter().map(Value::as_str).enumerate().map(|(n, text)| Some((n, text?))).collect()
        });
        if texts.is_none() {
            self.problem(Code::BadDeclaration, member, format!("\"{member}\" is a list of strings"));
        }
        texts.unwrap_or_default()
    }

    fn checked<T>(&mut self, member: &str, result: Result<T, String>) -> Option<T> {
        result.map_err(|message| self.problem(Code::BadDeclaration, member, message)).ok()
    }

    fn dependencies(&mut self) -> Vec<String> {
        let names = self.texts("depends_on");
        for (number, name) in &names {
            if let Err(message) = parse_id(name) {
                let place =
                    Place::at(self.shown, Pointer::root().join("depends_on").join(&number.to_string()));
                self.problems.push(Problem::new(Code::BadDeclaration, place, message));
            }
        }
        names.into_iter().map(|(_, name)| name.to_owned()).collect()
    }

    /// The fields that it adds, and the capabilities that it extends: a path begins with `$`, a name does not.
    fn points(&mut self) -> (Vec<ExtensionPoint>, Vec<String>) {
        let (mut points, mut parents): (Vec<ExtensionPoint>, Vec<String>) = (Vec::new(), Vec::new());
        for (number, path) in self.texts("extends") {
            if path.contains('.') && parse_id(path).is_ok() {
                parents.push(path.to_owned());
                continue;
            }
            match point::parse(path) {
                Ok(point) => {
                    if !points.contains(&point) {
                        points.push(point);
                    }
                }
                Err(message) => {
                    let place =
                        Place::at(self.shown, Pointer::root().join("extends").join(&number.to_string()));
                    self.problems.push(Problem::new(
                        Code::UnsupportedPath,
                        place,
                        format!("\"{path}\": {message}"),
                    ));
                }
            }
        }
        (points, parents)
    }
}
