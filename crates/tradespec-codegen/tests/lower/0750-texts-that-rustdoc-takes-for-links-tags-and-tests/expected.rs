//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;

/// See \[a link\], \<tag> and Vec\<u8>.
///
/// \`\`\`
/// let x = not rust;
/// \`\`\`
///
/// indented as code
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Product`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct Product {
    /// Matches \`^\`\[a-z\]\`$\`. Absent means \`"a\`b"\`.
    pub f: Option<String>,
    /// see <https://example.com/a>
    pub h: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}
