//! Runs the transcripts of `tests/cmd` in `tests/files`: what each command prints and how it ends.
//!
//! `TRYCMD=overwrite` writes what is printed over what is expected.

#[test]
fn commands_print_what_the_transcripts_say() -> std::io::Result<()> {
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files"))?;
    trycmd::TestCases::new().case("../cmd/*.md").case("../cmd/*.toml");
    Ok(())
}
