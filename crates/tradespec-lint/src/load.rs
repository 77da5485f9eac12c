//! From a folder, or what is built in, to trees of schema files.
//!
//! In:  a folder in any of the layouts that [`tradespec_schema::load`] reads, or a plain one of `.json` files.
//! Out: one [`Tree`] for each release and for each extension; one for all files where there is neither.

use std::path::{Path, PathBuf};
use std::{fs, slice};

use serde_json::Value;
use tradespec_schema::load::{self, ReleaseFolder};
use tradespec_schema::{
    Code, Error, Extension, Index, JsonError, Place, Protocol, Release, SchemaMap, SchemaSet, embedded_files,
};

use crate::compose::Composition;
use crate::tree::{Source, Tree};

/// How deep folders are looked through.
const DEPTH: usize = 16;

/// The trees of the schemas that are built in.
pub(crate) fn embedded() -> Result<Vec<Tree>, Error> {
    let files = embedded_files();
    let mut trees = Vec::new();
    for protocol in Protocol::ALL {
        let below = format!("schemas/{protocol}/");
        let of_protocol =
            || files.iter().filter_map(|(path, text)| Some((path, path.strip_prefix(&below)?, *text)));
        let mut releases: Vec<_> = of_protocol().filter_map(|(_, rest, _)| rest.split('/').next()).collect();
        releases.dedup();
        for release in releases {
            let of_release = of_protocol().filter_map(|(path, rest, text)| {
                let key = rest.strip_prefix(release)?.strip_prefix('/')?;
                Some(source(key, path, text))
            });
            trees.push(of_a_release(protocol, Release::new(release)?, of_release.collect())?);
        }
    }
    let text_of =
        |path: &str| files.iter().find(|(other, _)| other == path).map(|(_, text)| (*text).to_owned());
    let declarations = files
        .iter()
        .filter(|(path, _)| path.starts_with("schemas/extensions/") && path.ends_with("/extension.json"));
    for (path, text) in declarations {
        let folder = path.strip_suffix("extension.json").unwrap_or_default();
        let read = |schema: &str| {
            let path = format!("{folder}{schema}");
            let text = text_of(&path)
                .ok_or_else(|| Error::new(Code::Unreadable, Place::file(&path), "not built in"))?;
            Ok((path, text))
        };
        let extension = Extension::from_text(path, text, read);
        trees.extend(of_an_extension(&trees, path, text, extension, |path| {
            Ok(text_of(path).unwrap_or_default())
        })?);
    }
    Ok(trees)
}

/// The tree of files that are at hand.
pub(crate) fn files<'f>(files: impl IntoIterator<Item = (&'f str, &'f str)>) -> Result<Tree, Error> {
    tree(None, None, files.into_iter().map(|(path, text)| source(path, path, text)).collect())
}

/// The trees of a folder.
pub(crate) fn folder(root: &Path) -> Result<Vec<Tree>, Error> {
    if fs::metadata(root).is_err() {
        load::read(root)?;
    }
    let releases = match load::releases(root) {
        Ok(releases) => releases,
        Err(error) if error.has(Code::NoRelease) => return plain(root),
        Err(error) => return Err(error),
    };
    let mut trees = Vec::new();
    for ReleaseFolder { protocol, release, folder } in releases {
        let sources = sources(&folder)?;
        // A dated folder by itself does not say of which protocol it is; the protocol's main file does.
        let is_its = sources.iter().any(|source| source.key == protocol.main_file());
        trees.push(if is_its {
            of_a_release(protocol, release, sources)?
        } else {
            tree(None, Some(release.to_string()), sources)?
        });
    }
    let mut declarations = Vec::new();
    json_files(&root.join("extensions"), DEPTH, &mut declarations)?;
    declarations.retain(|path| path.file_name().is_some_and(|name| name == "extension.json"));
    for path in declarations {
        let (shown, text) = (load::shown(&path), load::read(&path)?);
        let extension = Extension::load(&path, &SchemaMap::default());
        trees.extend(of_an_extension(&trees, &shown, &text, extension, |path| load::read(Path::new(path)))?);
    }
    Ok(trees)
}

/// The dated folders of a folder that has no layout, or it itself.
fn plain(root: &Path) -> Result<Vec<Tree>, Error> {
    let dated: Vec<_> = folders(root)?
        .into_iter()
        .filter_map(|path| Some((Release::new(path.file_name()?.to_str()?).ok()?, path)))
        .collect();
    let mut trees = Vec::new();
    for (release, folder) in &dated {
        trees.push(tree(None, Some(release.to_string()), sources(folder)?)?);
    }
    if trees.is_empty() {
        trees.push(tree(None, None, sources(root)?)?);
    }
    trees.retain(|tree| !tree.files.is_empty());
    if trees.is_empty() {
        let message =
            "no schema file found; a schema is a .json file with \"$schema\", \"$defs\" or another keyword";
        return Err(Error::new(Code::NoRelease, Place::file(load::shown(root)), message));
    }
    Ok(trees)
}

fn of_a_release(protocol: Protocol, release: Release, sources: Vec<Source>) -> Result<Tree, Error> {
    let texts = sources.iter().map(|source| (source.key.clone(), source.text.clone())).collect::<Vec<_>>();
    let mut tree = tree(Some(protocol), Some(release.to_string()), sources)?;
    // Where this fails the rules on references say why.
    let index = SchemaSet::from_files(protocol, release, texts).and_then(|set| Index::new(&set));
    tree.composition = index.ok().map(|index| Composition { index, extension: None });
    Ok(tree)
}

/// The document of a third party's extension, beside the newest release that it composes into, or the newest of all.
fn of_an_extension(
    trees: &[Tree],
    shown: &str,
    text: &str,
    extension: Result<Extension, Error>,
    read: impl FnOnce(&str) -> Result<String, Error>,
) -> Result<Option<Tree>, Error> {
    let not_composed = |error: &Error| error.has(Code::BadDeclaration) || error.has(Code::UnsupportedPath);
    let extension = match extension {
        Ok(extension) => Ok(extension),
        Err(error) if not_composed(&error) => Err(error),
        // Its schema stands nowhere that is read.
        Err(error) if error.has(Code::UnmappedSchema) => return Ok(None),
        Err(error) => return Err(error),
    };
    let releases = || {
        trees.iter().rev().filter(|tree| tree.composition.as_ref().is_some_and(|it| it.extension.is_none()))
    };
    let composes = |tree: &&Tree| match (&extension, &tree.composition) {
        (Ok(extension), Some(composition)) => {
            tradespec_schema::compose(&composition.index, slice::from_ref(extension)).is_ok()
        }
        _ => false,
    };
    let Some(release) = releases().find(composes).or_else(|| releases().next()) else { return Ok(None) };
    let mut sources: Vec<_> = release
        .files
        .iter()
        .map(|(key, file)| Source { linted: false, ..source(key, &file.shown, &file.text) })
        .collect();
    sources.push(Source { is_schema: false, ..source(shown, shown, text) });
    if let Some(path) = extension.as_ref().ok().and_then(Extension::document_file) {
        sources.push(source(path, path, &read(path)?));
    }
    let mut tree = tree(release.protocol, release.release.clone(), sources)?;
    tree.composition = release
        .composition
        .clone()
        .map(|composition| Composition { extension: Some((shown.to_owned(), extension)), ..composition });
    Ok(Some(tree))
}

fn tree(protocol: Option<Protocol>, release: Option<String>, sources: Vec<Source>) -> Result<Tree, Error> {
    Tree::new(protocol, release, sources).map_err(|(file, error)| not_json(&file, &error))
}

fn not_json(file: &str, error: &JsonError) -> Error {
    let place = Place::line(file, error.line, error.column);
    Error::new(Code::InvalidJson, place, format!("not JSON: {}", error.message))
}

fn source(key: &str, shown: &str, text: &str) -> Source {
    Source {
        key: key.to_owned(),
        shown: shown.to_owned(),
        text: text.to_owned(),
        linted: true,
        is_schema: true,
    }
}

/// The schema files below a folder.
fn sources(root: &Path) -> Result<Vec<Source>, Error> {
    let mut paths = Vec::new();
    json_files(root, DEPTH, &mut paths)?;
    let mut sources = Vec::new();
    for path in paths {
        let key = load::shown(path.strip_prefix(root).unwrap_or(&path));
        let (shown, text) = (load::shown(&path), load::read(&path)?);
        let parsed =
            tradespec_schema::parse_json(text.as_bytes()).map_err(|error| not_json(&shown, &error))?;
        if is_schema(&parsed.value) {
            sources.push(source(&key, &shown, &text));
        }
    }
    Ok(sources)
}

/// Whether a document looks like a schema. What stands beside schemas (examples, packages) does not.
fn is_schema(root: &Value) -> bool {
    let sure = ["$schema", "$defs", "$ref"];
    let shape = ["properties", "allOf", "anyOf", "oneOf", "items", "enum", "const"];
    let is_type = root.get("type").is_some_and(|kind| kind.is_string() || kind.is_array());
    sure.iter().any(|keyword| root.get(keyword).is_some())
        || is_type
            && shape
                .iter()
                .any(|keyword| root.get(keyword).is_some_and(|value| value.is_object() || value.is_array()))
        || ["allOf", "anyOf", "oneOf"].iter().any(|keyword| root.get(keyword).is_some_and(Value::is_array))
}

fn json_files(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) -> Result<(), Error> {
    if depth == 0 || !folder.is_dir() {
        return Ok(());
    }
    for path in entries(folder)? {
        let hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() && !hidden && !path.is_symlink() {
            json_files(&path, depth - 1, found)?;
        } else if path.extension().is_some_and(|kind| kind == "json") && path.is_file() {
            found.push(path);
        }
    }
    Ok(())
}

fn folders(root: &Path) -> Result<Vec<PathBuf>, Error> {
    if !root.is_dir() {
        let message = "not a folder; lint reads folders of schema files";
        return Err(Error::new(Code::Unreadable, Place::file(load::shown(root)), message));
    }
    Ok(entries(root)?.into_iter().filter(|path| path.is_dir()).collect())
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let failed = |error: std::io::Error| {
        Error::new(Code::Unreadable, Place::file(load::shown(folder)), format!("cannot be read: {error}"))
    };
    let paths = fs::read_dir(folder).map_err(failed)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = paths.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    paths.sort();
    Ok(paths)
}
