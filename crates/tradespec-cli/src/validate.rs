//! `tradespec validate`

use std::io::Write;

use tradespec_validator::render::Checked;

use crate::args::ValidateArgs;
use crate::exit::Exit;
use crate::input;
use crate::output::{self, Output};

pub(crate) fn run(arguments: &ValidateArgs, output: &mut Output) -> anyhow::Result<Exit> {
    let sources = input::sources(&arguments.paths)?;
    let catalogue = arguments.selectors.catalogue()?;
    let selection = arguments.selectors.builder(&catalogue)?.compose()?;
    let validator = selection.validator(&arguments.type_name)?;
    let type_name = selection.name_of(validator.type_id());
    let mut renderer = arguments.format.renderer(output.colour());
    let mut exit = Exit::Success;
    for source in sources {
        let name = source.name();
        let found = source.read().map_or_else(|unread| unread, |document| validator.validate(&document));
        let checked = Checked::new(&name, &type_name, &validator, found);
        if !checked.is_readable() {
            exit = Exit::Input;
            output.flush()?;
            for diagnostic in &checked.diagnostics {
                let pointer = diagnostic.instance_path.as_str();
                let place = if pointer.is_empty() { name.clone() } else { format!("{name}#{pointer}") };
                output::complain(&format!("{place}: {} [{}]", diagnostic.message, diagnostic.code));
            }
        } else if !checked.is_valid() && exit == Exit::Success {
            exit = Exit::Invalid;
        }
        renderer.document(&checked, output)?;
    }
    renderer.finish(output)?;
    output.flush()?;
    Ok(exit)
}
