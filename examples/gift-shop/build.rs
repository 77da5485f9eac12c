//! Composes the shop's extension into ACP and generates the types.

use std::path::PathBuf;

use tradespec_codegen::Builder;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let built = Builder::new()
        .release("2026-04-17")
        .extension_file("extension/extension.json")
        .module_path("gift_shop::acp")
        .build()?;
    built.write(&PathBuf::from(std::env::var("OUT_DIR")?))?;
    print!("{}", built.cargo_directives());
    Ok(())
}
