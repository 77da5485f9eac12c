//! Lowering, and writing types.

use tradespec_codegen::lower::lower;
use tradespec_codegen::{Error, Policy, types_crate};
use tradespec_schema::Protocol;

use crate::choices::Choices;
use crate::compose::drawn;

/// What can be composed becomes files that are Rust, the same each time, or is refused with reasons.
///
/// ```
/// tradespec_properties::generate(&[3, 1, 4, 1, 5, 9, 2, 6]);
/// ```
pub fn generate(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let Some((index, extensions)) = drawn(&mut choices) else { return };
    let Ok(composed) = tradespec_schema::compose(&index, &extensions) else { return };
    let policy = Policy::from_toml("codegen.toml", "[acp]\ncrate = \"made-types\"\n").expect("a policy");
    let written =
        || -> Result<_, Error> { types_crate(Protocol::Acp, &[lower(&composed, &policy)?], &policy) };
    match written() {
        Ok(output) => {
            for (path, text) in output.files() {
                if path.extension().is_some_and(|extension| extension == "rs") {
                    let parsed = syn::parse_file(text);
                    assert!(parsed.is_ok(), "{}: {:?}", path.display(), parsed.err());
                }
            }
            let again = written().expect("what was written can be written again");
            assert!(again.files() == output.files(), "the second time other files are written");
        }
        Err(error) => assert!(!error.problems().is_empty() && !error.to_string().trim().is_empty()),
    }
}
