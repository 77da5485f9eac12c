//! Every release and extension at hand: those built into the program, or those of a folder.
//!
//! Listing costs nothing; a release is read and indexed when it is asked for.

use std::path::Path;

use include_dir::{Dir, include_dir};

use crate::error::{Code, Error, Place};
use crate::extension::Extension;
use crate::index::Index;
use crate::load::{self, ReleaseFolder};
use crate::protocol::{Protocol, Release};
use crate::set::SchemaSet;

static EMBEDDED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../schemas");

/// Releases and third-party extensions that can be read.
///
/// ```
/// use tradespec_schema::{Catalogue, Protocol};
///
/// let catalogue = Catalogue::embedded()?;
/// let newest = catalogue.release(Protocol::Acp, None)?;
/// assert_eq!(newest.release().as_str(), "2026-04-17");
/// # Ok::<(), tradespec_schema::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Catalogue {
    releases: Vec<(Protocol, Release, Origin)>,
    extensions: Vec<Extension>,
}

#[derive(Debug, Clone)]
enum Origin {
    Embedded(&'static Dir<'static>),
    Folder(ReleaseFolder),
}

impl Catalogue {
    /// The schemas built into this crate.
    pub fn embedded() -> Result<Self, Error> {
        let mut releases = Vec::new();
        for protocol in Protocol::ALL {
            for folder in EMBEDDED.get_dir(protocol.as_str()).into_iter().flat_map(Dir::dirs) {
                let name = folder.path().file_name().unwrap_or_default().to_string_lossy();
                releases.push((protocol, Release::new(&name)?, Origin::Embedded(folder)));
            }
        }
        releases.sort_by(|(a, x, _), (b, y, _)| (a, x).cmp(&(b, y)));
        let mut extensions = Vec::new();
        let versions = EMBEDDED.get_dir("extensions").into_iter().flat_map(Dir::dirs).flat_map(Dir::dirs);
        for version in versions {
            let declaration = version.path().join("extension.json");
            extensions.push(Extension::from_text(
                &load::shown(&Path::new("schemas").join(&declaration)),
                embedded_text(&declaration)?,
                |schema| {
                    let path = version.path().join(schema);
                    Ok((load::shown(&Path::new("schemas").join(&path)), embedded_text(&path)?.to_owned()))
                },
            )?);
        }
        Ok(Self { releases, extensions })
    }

    /// The schemas of a folder, in any of the layouts that [`load::releases`] reads.
    pub fn folder(root: &Path) -> Result<Self, Error> {
        let releases = load::releases(root)?
            .into_iter()
            .map(|found| (found.protocol, found.release.clone(), Origin::Folder(found)))
            .collect();
        Ok(Self { releases, extensions: load::extensions(root)? })
    }

    /// Protocols and dates, oldest release first.
    pub fn releases(&self) -> impl Iterator<Item = (Protocol, &Release)> {
        self.releases.iter().map(|(protocol, release, _)| (*protocol, release))
    }

    /// Reads a release, the newest one where `date` is `None`, and resolves its references.
    pub fn release(&self, protocol: Protocol, date: Option<&Release>) -> Result<Index, Error> {
        Index::new(&self.set(protocol, date)?)
    }

    /// Reads the files of a release, the newest one where `date` is `None`.
    pub fn set(&self, protocol: Protocol, date: Option<&Release>) -> Result<SchemaSet, Error> {
        let of_protocol = || self.releases.iter().filter(|(of, _, _)| *of == protocol);
        let found = match date {
            Some(date) => of_protocol().find(|(_, release, _)| release == date),
            None => of_protocol().next_back(),
        };
        let Some((_, release, origin)) = found else {
            let known: Vec<_> = of_protocol().map(|(_, release, _)| release.as_str()).collect();
            let wanted = date.map_or_else(|| "at all".to_owned(), |date| format!("of {date}"));
            let message = format!("{protocol} has no release {wanted}; known: {}", known.join(", "));
            return Err(Error::new(Code::UnknownRelease, Place::none(), message));
        };
        match origin {
            Origin::Folder(folder) => folder.load(),
            Origin::Embedded(folder) => {
                let mut files = Vec::new();
                texts_below(folder, &mut |path, text| {
                    let name = path.strip_prefix(folder.path()).unwrap_or(path);
                    files.push((load::shown(name), text.to_owned()));
                });
                SchemaSet::from_files(protocol, release.clone(), files)
            }
        }
    }

    /// Every extension that can be composed into a release: its core ones, then those of third parties.
    pub fn extensions(&self, index: &Index) -> Result<Vec<Extension>, Error> {
        let mut extensions = Extension::core(index)?;
        let protocol = index.protocol();
        extensions.extend(self.extensions.iter().filter(|other| other.protocol() == protocol).cloned());
        Ok(extensions)
    }
}

/// The `.json` files that are built in, by their path (`schemas/acp/<date>/…`), in its order.
///
/// ```
/// let built_in = tradespec_schema::embedded_files();
/// assert!(built_in.iter().any(|(path, _)| path == "schemas/acp/2026-04-17/schema.cart.json"));
/// ```
#[must_use]
pub fn embedded_files() -> Vec<(String, &'static str)> {
    let mut found = Vec::new();
    texts_below(&EMBEDDED, &mut |path, text| {
        found.push((load::shown(&Path::new("schemas").join(path)), text));
    });
    found.sort();
    found
}

/// The `.json` files of a built-in folder and of the folders in it.
fn texts_below(folder: &'static Dir<'static>, found: &mut impl FnMut(&'static Path, &'static str)) {
    for file in folder.files().filter(|file| file.path().extension().is_some_and(|kind| kind == "json")) {
        if let Some(text) = file.contents_utf8() {
            found(file.path(), text);
        }
    }
    folder.dirs().for_each(|folder| texts_below(folder, found));
}

fn embedded_text(path: &Path) -> Result<&'static str, Error> {
    EMBEDDED.get_file(path).and_then(|file| file.contents_utf8()).ok_or_else(|| {
        Error::new(
            Code::Unreadable,
            Place::file(load::shown(path)),
            "the built-in file is missing or not text",
        )
    })
}
