//! `tradespec lint`

use std::sync::Arc;

use tradespec_lint::{Finding, Options, Schemas};
use tradespec_schema::{Code, Error, Release};
use tradespec_validator::render::Totals;

use crate::args::{LintArgs, ShowingArgs};
use crate::exit::Exit;
use crate::output::{self, Output};
use crate::sinks::Sinks;

pub(crate) fn run(arguments: &LintArgs, output: &mut Output) -> anyhow::Result<Exit> {
    let schemas = match schemas(arguments) {
        Ok(schemas) => schemas,
        Err(error) if error.has(Code::Unreadable) || error.has(Code::InvalidJson) => {
            output::report(&error.into());
            return Ok(Exit::Input);
        }
        Err(error) => return Err(error.into()),
    };
    let options =
        Options { on: arguments.on.iter().copied().collect(), off: arguments.off.iter().copied().collect() };
    let findings: Arc<[Finding]> = schemas.lint(&options).into();
    let showing = ShowingArgs {
        outputs: arguments.outputs.clone(),
        format: arguments.format,
        max_errors: None,
        show_values: false,
        quiet: false,
        color: arguments.color,
    };
    let renderer = |format, look| tradespec_lint::renderer(format, look, Arc::clone(&findings));
    let mut sinks = Sinks::with(&showing, output, renderer)?;
    let mut totals = Totals::default();
    for file in tradespec_lint::checked(&schemas, &findings) {
        totals.add(&file);
        sinks.document(&file)?;
    }
    sinks.finish(&totals)?;
    let failed = findings.iter().any(|finding| finding.severity <= arguments.fail_on);
    Ok(if failed { Exit::Invalid } else { Exit::Success })
}

fn schemas(arguments: &LintArgs) -> Result<Schemas, Error> {
    let mut schemas = match &arguments.folder {
        Some(folder) => Schemas::folder(folder)?,
        None => Schemas::embedded()?,
    };
    if let Some(protocol) = arguments.protocol {
        schemas = schemas.of_protocol(protocol);
    }
    if arguments.releases.is_empty() {
        return Ok(schemas);
    }
    let dates = arguments.releases.iter().map(|date| Release::new(date)).collect::<Result<Vec<_>, _>>()?;
    schemas.of_releases(&dates)
}
