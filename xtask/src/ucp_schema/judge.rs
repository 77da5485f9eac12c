//! Judging documents by a schema that the tool resolved, and finding out why its verdict differs.
//!
//! In:  the schema as resolved, and as resolved from a tree that the tool can cope with.
//! Out: for a document and our verdict the cause of a difference, if there is one.
//! Holds: two validators that have nothing to do with each other agree on the second schema.

use std::fmt;

use anyhow::{Result, anyhow};
use boon::{Compiler, SchemaIndex, Schemas};
use jsonschema::Draft;
use serde_json::Value;
use tradespec_schema::walk;

/// Why a verdict differs.
pub(super) enum Cause {
    /// The document has a text that is not of the format that the schema says.
    Format,
    /// A reference to a file as a whole, in a part of the file that is used elsewhere.
    OwnFile,
    /// Either of these alone would make the difference.
    Both,
    /// None that is known.
    Unexplained(&'static str),
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Format => "formats are not checked",
            Self::OwnFile => "`$ref: \"#\"` leads to another file than its own",
            Self::Both => "both: formats, and `$ref: \"#\"`",
            Self::Unexplained(why) => why,
        })
    }
}

/// Why the tool resolves no schema, or judges no document, where that is known.
pub(super) fn refusal(why: &str) -> Option<&'static str> {
    let known = [
        ("services/service_schema.json", "a published file refers to one that was never published"),
        (
            "container schema has no operation shape",
            "a file that is a union as a whole is taken for a list of shapes",
        ),
        ("missing $defs entry", "the short names by which older releases extend a capability"),
    ];
    known.into_iter().find(|(text, _)| why.contains(text)).map(|(_, cause)| cause)
}

pub(super) struct Judge {
    plain: jsonschema::Validator,
    formats: jsonschema::Validator,
    mended: [Boon; 2],
}

impl Judge {
    pub(super) fn new(schema: &Value, mended: &Value) -> Result<Self> {
        let options = || jsonschema::options().with_draft(Draft::Draft202012).offline();
        let built = |options: jsonschema::ValidationOptions<'_>| {
            options.build(schema).map_err(|error| anyhow!("what the tool resolved is no schema: {error}"))
        };
        Ok(Self {
            plain: built(options().should_validate_formats(false))?,
            formats: built(options().should_validate_formats(true))?,
            mended: [Boon::new(mended, false)?, Boon::new(mended, true)?],
        })
    }

    /// The tool's verdict.
    pub(super) fn is_valid(&self, document: &Value) -> bool {
        self.plain.is_valid(document)
    }

    /// Why the tool's verdict is not `ours`, if it is not.
    pub(super) fn compare(&self, document: &Value, ours: bool) -> Option<Cause> {
        let [mended, all] = [&self.mended[0], &self.mended[1]].map(|boon| boon.is_valid(document));
        match (self.is_valid(document), self.formats.is_valid(document)) {
            (theirs, _) if theirs == ours && mended == ours => None,
            // Without the fault, the verdict would be another one, but for the formats.
            (theirs, _) if theirs == ours && all == ours => None,
            (theirs, _) if theirs == ours => Some(Cause::Unexplained("two validators do not agree")),
            (_, with_formats) if with_formats == ours && mended != ours => Some(Cause::Format),
            (_, with_formats) if with_formats != ours && mended == ours => Some(Cause::OwnFile),
            (_, with_formats) if with_formats == ours || all == ours => Some(Cause::Both),
            _ => Some(Cause::Unexplained("the verdicts differ")),
        }
    }
}

struct Boon {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Boon {
    fn new(schema: &Value, formats: bool) -> Result<Self> {
        let mut schema = schema.clone();
        // The tool leaves the `$id` of each file where it puts the file, and the same file may be there twice.
        walk::each_mut(&mut schema, &mut |members| drop(members.shift_remove("$id")));
        let mut compiler = Compiler::new();
        if formats {
            compiler.enable_format_assertions();
        }
        let mut schemas = Schemas::new();
        let refused = |error| anyhow!("what the tool resolved is no schema: {error:#}");
        compiler.add_resource("mem:///resolved.json", schema).map_err(refused)?;
        let index = compiler.compile("mem:///resolved.json", &mut schemas).map_err(refused)?;
        Ok(Self { schemas, index })
    }

    fn is_valid(&self, document: &Value) -> bool {
        self.schemas.validate(document, self.index).is_ok()
    }
}
