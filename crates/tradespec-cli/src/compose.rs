//! `tradespec compose`

use std::io::Write;

use crate::args::ComposeArgs;
use crate::exit::Exit;
use crate::output::{self, Output};

pub(crate) fn run(arguments: &ComposeArgs, output: &mut Output) -> anyhow::Result<Exit> {
    let catalogue = arguments.selectors.catalogue()?;
    let selection = arguments.selectors.builder(&catalogue)?.compose()?;
    let composed = selection.composed();
    let document = composed.bundle_type(&arguments.message.type_of(composed, &arguments.type_name)?);
    let text = serde_json::to_string_pretty(&document)? + "\n";
    match &arguments.output {
        Some(path) => output::write_file(path, text.as_bytes())?,
        None => {
            output.write_all(text.as_bytes())?;
            output.flush()?;
        }
    }
    Ok(Exit::Success)
}
