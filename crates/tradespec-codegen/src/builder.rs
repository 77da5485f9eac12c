//! Types for one release with extensions of one's own, from a `build.rs` or an xtask.

use std::path::{Path, PathBuf};

use tradespec_schema::{Catalogue, Extension, Protocol, Release, SchemaMap};

use crate::emit;
use crate::error::Error;
use crate::generate::{chosen, composed_and_lowered};
use crate::lowered::LoweredSchema;
use crate::output::{Mode, Output, Summary};
use crate::policy::Policy;

/// How the modules of a release are laid out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Layout {
    /// One file with a module in it for each module, to be included: `include!(concat!(env!("OUT_DIR"), "/acp.rs"))`.
    #[default]
    File,
    /// A folder with a `mod.rs` and a file for each module.
    Folder,
}

/// Generates the types of one release, with extensions composed into them.
///
/// The code it writes uses the crates `bon`, `serde` (with `derive`), `serde_json`, `serde_with` (with `macros`) and
/// `tradespec-runtime`.
///
/// ```
/// use tradespec_codegen::Builder;
///
/// // In build.rs: `.extension_file("extension/extension.json")`, and `std::env::var("OUT_DIR")?` for the folder.
/// let folder = std::env::temp_dir().join("tradespec-builder-example");
/// let built = Builder::new().release("2026-04-17").extension("com.example.loyalty").build()?;
/// built.write(&folder)?;
/// assert!(folder.join("acp.rs").is_file());
/// print!("{}", built.cargo_directives());
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Builder {
    protocol: Protocol,
    release: Option<String>,
    schemas: Option<PathBuf>,
    policy_file: Option<PathBuf>,
    extensions: Vec<String>,
    extension_files: Vec<PathBuf>,
    schema_map: SchemaMap,
    layout: Layout,
    module_path: Option<String>,
}

/// Generated code that is not written yet.
#[derive(Debug, Clone)]
pub struct Built {
    output: Output,
    inputs: Vec<PathBuf>,
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            protocol: Protocol::Acp,
            release: None,
            schemas: None,
            policy_file: None,
            extensions: Vec::new(),
            extension_files: Vec::new(),
            schema_map: SchemaMap::default(),
            layout: Layout::default(),
            module_path: None,
        }
    }
}

impl Builder {
    /// The newest release of ACP, with its default extensions, as one file.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The protocol.
    #[must_use]
    pub fn protocol(mut self, protocol: Protocol) -> Self {
        self.protocol = protocol;
        self
    }

    /// The date of the release, `2026-04-17`, instead of the newest.
    #[must_use]
    pub fn release(mut self, date: impl Into<String>) -> Self {
        self.release = Some(date.into());
        self
    }

    /// An extension that comes with the release or with the schemas: `name` or `name@date`.
    #[must_use]
    pub fn extension(mut self, name: impl Into<String>) -> Self {
        self.extensions.push(name.into());
        self
    }

    /// An extension by the file of its declaration.
    #[must_use]
    pub fn extension_file(mut self, declaration: impl Into<PathBuf>) -> Self {
        self.extension_files.push(declaration.into());
        self
    }

    /// The file that stands for the URL of an extension's schema; nothing is fetched.
    #[must_use]
    pub fn schema_map(mut self, url: impl Into<String>, file: impl Into<PathBuf>) -> Self {
        self.schema_map.insert(url, file);
        self
    }

    /// A folder of releases instead of those built in.
    #[must_use]
    pub fn schemas(mut self, folder: impl Into<PathBuf>) -> Self {
        self.schemas = Some(folder.into());
        self
    }

    /// A `codegen.toml` instead of Tradespec's own.
    #[must_use]
    pub fn policy_file(mut self, file: impl Into<PathBuf>) -> Self {
        self.policy_file = Some(file.into());
        self
    }

    /// How the modules are laid out.
    #[must_use]
    pub fn layout(mut self, layout: Layout) -> Self {
        self.layout = layout;
        self
    }

    /// Where the modules will be, `my_shop::acp`: message types then have examples that run as doc tests.
    #[must_use]
    pub fn module_path(mut self, path: impl Into<String>) -> Self {
        self.module_path = Some(path.into());
        self
    }

    /// Reads, composes and generates; nothing is written.
    pub fn build(&self) -> Result<Built, Error> {
        let mut inputs: Vec<PathBuf> = self.schemas.iter().chain(&self.policy_file).cloned().collect();
        let catalogue = match &self.schemas {
            Some(folder) => Catalogue::folder(folder)?,
            None => Catalogue::embedded()?,
        };
        let policy = match &self.policy_file {
            Some(file) => {
                Policy::from_toml(&tradespec_schema::load::shown(file), &tradespec_schema::load::read(file)?)?
            }
            None => Policy::default(),
        };
        let release = self.release.as_deref().map(Release::new).transpose()?;
        let index = catalogue.release(self.protocol, release.as_ref())?;
        let known = catalogue.extensions(&index)?;
        let mut wanted = policy.of(self.protocol).map_or_else(Vec::new, |rules| {
            let names: Vec<_> = known.iter().map(|extension| extension.id().name.clone()).collect();
            rules.extensions(index.release(), &names)
        });
        wanted.extend(self.extensions.iter().cloned());
        let mut active = chosen(&wanted, &known)?;
        for declaration in &self.extension_files {
            let extension = Extension::load(declaration, &self.schema_map)?;
            inputs.push(declaration.clone());
            inputs.extend(extension.document_file().map(PathBuf::from));
            active.push(extension);
        }
        let (_, mut schema) = composed_and_lowered(&index, &active, &policy)?;
        schema.path.clone_from(&self.module_path);
        Ok(Built { output: self.laid_out(&schema)?, inputs })
    }

    fn laid_out(&self, schema: &LoweredSchema) -> Result<Output, Error> {
        let mut output = Output::default();
        let name = schema.protocol.as_str();
        match self.layout {
            Layout::Folder => {
                output.insert(format!("{name}/mod.rs"), emit::release_index(schema));
                for module in &schema.modules {
                    output.insert(format!("{name}/{}.rs", module.name), emit::module_file(schema, module)?.0);
                }
            }
            Layout::File => {
                let mut text = String::new();
                for module in &schema.modules {
                    // The documentation of a module in a file has to stand outside the braces.
                    let (body, _) = emit::module_body(schema, module)?;
                    text.push_str(&format!(
                        "{}pub mod {} {{\n{body}}}\n\n",
                        emit::module_docs(schema, module, "///"),
                        module.name
                    ));
                }
                output.insert(format!("{name}.rs"), text);
            }
        }
        Ok(output)
    }
}

impl Built {
    /// Writes what changed to a folder.
    pub fn write(&self, folder: &Path) -> Result<Summary, Error> {
        self.output.apply(folder, Mode::Write)
    }

    /// The files, by path below the folder they will be written to.
    #[must_use]
    pub fn output(&self) -> &Output {
        &self.output
    }

    /// The files and folders that were read.
    #[must_use]
    pub fn inputs(&self) -> &[PathBuf] {
        &self.inputs
    }

    /// What a `build.rs` prints so that cargo runs it again when an input changes.
    #[must_use]
    pub fn cargo_directives(&self) -> String {
        let lines = self.inputs.iter().map(|input| format!("cargo::rerun-if-changed={}\n", input.display()));
        format!("cargo::rerun-if-changed=build.rs\n{}", lines.collect::<String>())
    }
}
