//! The recipes for CI: each command in them runs, ends as it should, and writes the files that it names.
//!
//! Read are `docs/ci.md`, `docs/diagnostics.md`, `action.yml`, `.pre-commit-hooks.yaml` and `Containerfile`. Every command
//! runs in two folders of payloads: one in which all are valid, and one with an invalid one among them.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use saphyr::{LoadableYamlNode, Yaml};
use tempfile::TempDir;

/// Where the runner of GitHub puts what a step installs.
const RUNNER_TEMP: &str = "runner-temp";
const STEP_SUMMARY: &str = "step-summary.md";

fn root(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(below)
}

fn text(below: &str) -> String {
    fs::read_to_string(root(below)).unwrap_or_else(|error| panic!("{below}: {error}"))
}

/// A folder with a folder `payloads` and what else the recipes read.
fn folder(valid: bool) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let payloads = folder.path().join("payloads");
    fs::create_dir_all(&payloads).unwrap();
    let sample = |name: &str| text(&format!("examples/payloads/{name}.json"));
    for name in ["CheckoutSession", "CheckoutSessionCreateRequest", "CheckoutSession.minimal"] {
        fs::write(payloads.join(format!("{name}.json")), sample(&format!("valid/agentic_checkout.{name}")))
            .unwrap();
    }
    fs::write(payloads.join("a cart.json"), sample("valid/cart.Cart")).unwrap();
    let session = sample(if valid {
        "valid/agentic_checkout.CheckoutSession"
    } else {
        "invalid/agentic_checkout.CheckoutSession.misspelt_member"
    });
    fs::write(payloads.join("recorded.json"), &session).unwrap();
    fs::write(folder.path().join("sessions.json"), format!("[{session}]")).unwrap();
    let bin = folder.path().join(RUNNER_TEMP).join("tradespec/bin");
    fs::create_dir_all(&bin).unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_tradespec"), bin.join("tradespec")).unwrap();
    folder
}

/// Runs a script as a step of GitHub Actions would: each command has to succeed.
fn script(folder: &Path, script: &str, path: &str, variables: &BTreeMap<String, String>) -> Output {
    Command::new("bash")
        .args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script])
        .current_dir(folder)
        .env("PATH", path)
        .envs(variables)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// Where `tradespec` is found, beside what the system has.
fn path_with_program() -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_tradespec")).parent().unwrap();
    format!("{}:{}", program.display(), std::env::var("PATH").unwrap())
}

fn said(output: &Output) -> String {
    format!("{}\n{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Runs one command line, and sees to its exit status and its files.
fn run(line: &str) {
    for valid in [true, false] {
        let folder = folder(valid);
        let variables = BTreeMap::from([("GITHUB_STEP_SUMMARY".to_owned(), STEP_SUMMARY.to_owned())]);
        fs::create_dir_all(folder.path().join("completions")).unwrap();
        let output = script(folder.path(), line, &path_with_program(), &variables);
        let expected = i32::from(!valid && line.starts_with("tradespec validate"));
        assert_eq!(output.status.code(), Some(expected), "{line}\n{}", said(&output));
        for file in files(line) {
            let written = fs::metadata(folder.path().join(&file))
                .unwrap_or_else(|error| panic!("{line}\n{file}: {error}"));
            assert!(written.len() > 0, "{line}\n{file} is empty");
        }
    }
}

/// The files that a command line writes.
fn files(line: &str) -> Vec<String> {
    let words: Vec<_> = line.split_whitespace().map(|word| word.replace('"', "")).collect();
    let mut files = Vec::new();
    for pair in words.windows(2) {
        match (pair[0].as_str(), pair[1].split_once('=')) {
            ("--output", Some((_, "$GITHUB_STEP_SUMMARY"))) => files.push(STEP_SUMMARY.to_owned()),
            ("--output", Some((_, file))) => files.push(file.to_owned()),
            (">", _) => files.push(pair[1].clone()),
            ("--dir", _) => files
                .extend([format!("{}/tradespec.1", pair[1]), format!("{}/tradespec-validate.1", pair[1])]),
            _ => {}
        }
    }
    files
}

/// The fences of a document: language and text.
fn fences(document: &str) -> Vec<(String, String)> {
    let mut fences = Vec::new();
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let text: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
            fences.push((language.to_owned(), text.join("\n") + "\n"));
        }
    }
    fences
}

/// The command that a line of a recipe runs: of a shell, of a list or a member of YAML, of `sh` in a Jenkinsfile, or the
/// one within a container.
fn command(line: &str) -> Option<String> {
    let line = line.trim();
    if line.starts_with("docker run ") {
        return line.find(" tradespec ").map(|at| line[at + 1..].to_owned());
    }
    let line = line.strip_prefix("- ").unwrap_or(line);
    let line = line.strip_prefix("run: ").unwrap_or(line);
    let line = line.strip_prefix("sh '").and_then(|line| line.strip_suffix('\'')).unwrap_or(line);
    line.starts_with("tradespec ").then(|| line.to_owned())
}

fn yaml(text: &str) -> Yaml<'_> {
    let mut documents = Yaml::load_from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(documents.len(), 1);
    documents.remove(0)
}

/// The text at a member of a YAML mapping.
fn at<'y>(yaml: &'y Yaml<'_>, name: &str) -> &'y str {
    yaml[name].as_str().unwrap_or_else(|| panic!("no text at {name}: {yaml:?}"))
}

#[test]
fn the_commands_of_the_page_run() {
    let page = text("docs/ci.md");
    let fences = fences(&page);
    let commands: Vec<_> = fences.iter().flat_map(|(_, text)| text.lines().filter_map(command)).collect();
    // Nothing that names a subcommand was passed over.
    let subcommands = ["tradespec validate", "tradespec completions", "tradespec man"];
    let named = |line: &&str| subcommands.iter().any(|name| line.contains(name));
    assert_eq!(commands.len(), fences.iter().flat_map(|(_, text)| text.lines()).filter(named).count());
    assert!(commands.len() > 10, "{commands:?}");
    commands.iter().for_each(|line| run(line));
}

#[test]
fn the_yaml_of_the_page_is_yaml_and_the_paths_are_there() {
    let page = text("docs/ci.md");
    let fences = fences(&page);
    let recipes: Vec<_> = fences.iter().filter(|(language, _)| language == "yaml").collect();
    assert!(recipes.len() > 3, "{}", recipes.len());
    for (_, recipe) in recipes {
        assert!(yaml(recipe).as_mapping().is_some(), "{recipe}");
    }
    let manifest = text("crates/tradespec-cli/Cargo.toml");
    assert!(manifest.contains("[[bin]]\nname = \"tradespec\""), "what `cargo install` installs");
    for installs in page.lines().filter(|line| line.contains("cargo install") && line.contains("--path")) {
        assert!(installs.ends_with("crates/tradespec-cli"), "{installs}");
    }
    assert!(page.contains("--file Containerfile") && root("Containerfile").is_file());
}

#[test]
fn the_settings_of_the_pages_are_settings() {
    let mut read = 0;
    for page in ["docs/ci.md", "docs/diagnostics.md"] {
        for (_, settings) in fences(&text(page)).iter().filter(|(language, _)| language == "toml") {
            let folder = folder(true);
            fs::write(folder.path().join("tradespec.toml"), settings).unwrap();
            let output =
                script(folder.path(), "tradespec validate payloads/", &path_with_program(), &BTreeMap::new());
            assert_eq!(output.status.code(), Some(0), "{page}\n{settings}\n{}", said(&output));
            read += 1;
        }
    }
    assert!(read > 2, "{read}");
}

/// Runs the step of the action that validates.
fn action(folder: &TempDir, given: &[(&str, &str)]) -> (Output, String) {
    let text = text("action.yml");
    let action = yaml(&text);
    let step = &action["runs"]["steps"][1];
    let input = |name: &str| match given.iter().find(|(other, _)| *other == name) {
        Some((_, value)) => (*value).to_owned(),
        None => at(&action["inputs"][name], "default").to_owned(),
    };
    let of_input = |value: &str| {
        let name = value.strip_prefix("${{ inputs.").and_then(|value| value.strip_suffix(" }}"));
        input(name.unwrap_or_else(|| panic!("{value} is no input")))
    };
    let base = folder.path().display();
    let mut variables = BTreeMap::from([
        ("RUNNER_TEMP".to_owned(), format!("{base}/{RUNNER_TEMP}")),
        ("GITHUB_OUTPUT".to_owned(), format!("{base}/outputs")),
        ("GITHUB_STEP_SUMMARY".to_owned(), format!("{base}/{STEP_SUMMARY}")),
    ]);
    for (name, value) in step["env"].as_mapping().unwrap() {
        variables.insert(name.as_str().unwrap().to_owned(), of_input(value.as_str().unwrap()));
    }
    let working = folder.path().join(of_input(at(step, "working-directory")));
    let output = script(&working, at(step, "run"), &std::env::var("PATH").unwrap(), &variables);
    (output, fs::read_to_string(folder.path().join("outputs")).unwrap_or_default())
}

#[test]
fn the_action_validates() {
    for valid in [true, false] {
        let folder = folder(valid);
        let (output, outputs) = action(
            &folder,
            &[("paths", "payloads/\n"), ("args", "--fail-on=warning\n--release=2026-04-17\n")],
        );
        assert_eq!(output.status.code(), Some(i32::from(!valid)), "{}", said(&output));
        assert_eq!(said(&output).contains("::error"), !valid, "{}", said(&output));
        assert_eq!(outputs, "sarif=./tradespec.sarif\n");
        for file in ["tradespec.sarif", STEP_SUMMARY] {
            assert!(folder.path().join(file).is_file(), "{file}");
        }
    }
}

#[test]
fn the_inputs_of_the_action_are_taken_as_they_are() {
    let folder = folder(true);
    let odd = "payloads/$(touch owned);`touch owned`.json";
    fs::copy(folder.path().join("payloads/a cart.json"), folder.path().join("payloads/a\"cart.json"))
        .unwrap();
    let (output, outputs) = action(
        &folder,
        &[
            ("paths", "a cart.json\na\"cart.json"),
            ("working-directory", "payloads"),
            ("sarif", "found here.sarif"),
        ],
    );
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(outputs, "sarif=payloads/found here.sarif\n");
    assert!(folder.path().join("payloads/found here.sarif").is_file());

    let (output, _) = action(&folder, &[("paths", odd)]);
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    assert!(!folder.path().join("owned").exists());

    let (output, _) = action(&folder, &[("paths", "\n")]);
    assert_eq!((output.status.code(), said(&output).contains("no paths given")), (Some(2), true));
}

#[test]
fn no_script_of_the_action_has_an_input_written_into_it() {
    let text = text("action.yml");
    let action = yaml(&text);
    let steps = action["runs"]["steps"].as_sequence().unwrap();
    assert_eq!((at(&action["runs"], "using"), steps.len()), ("composite", 2));
    for step in steps {
        assert_eq!(at(step, "shell"), "bash");
        assert!(!at(step, "run").contains("${{"), "{step:?}");
    }
    let install = at(&steps[0], "run");
    assert!(
        install.contains("\"$GITHUB_ACTION_PATH/crates/tradespec-cli\" --root \"$RUNNER_TEMP/tradespec\""),
        "{install}"
    );
}

#[test]
fn the_hook_runs_with_the_arguments_of_the_page() {
    let text_of_hooks = text(".pre-commit-hooks.yaml");
    let hooks = yaml(&text_of_hooks);
    let hooks = hooks.as_sequence().unwrap();
    assert_eq!(hooks.len(), 1);
    let hook = &hooks[0];
    assert_eq!(at(hook, "language"), "system");
    let page = text("docs/ci.md");
    let fences = fences(&page);
    let (_, recipe) = fences.iter().find(|(_, text)| text.starts_with("repos:")).unwrap();
    let recipe = yaml(recipe);
    let configured = &recipe["repos"][0]["hooks"][0];
    assert_eq!(at(configured, "id"), at(hook, "id"));
    let arguments: Vec<_> =
        configured["args"].as_sequence().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
    run(&format!(
        "{} {} payloads/recorded.json 'payloads/a cart.json'",
        at(hook, "entry"),
        arguments.join(" ")
    ));
}

#[test]
fn the_image_runs_the_command_as_somebody_without_rights() {
    let recipe = text("Containerfile");
    let instruction = |name: &str| {
        let mut found = recipe.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        found.next_back().unwrap_or_else(|| panic!("no {name}"))
    };
    assert!(!["0", "root"].contains(&instruction("USER").split(':').next().unwrap()));
    assert!(instruction("RUN").contains("--locked --package tradespec-cli"));
    assert_eq!(instruction("COPY"), "--from=build /src/target/release/tradespec /usr/local/bin/tradespec");
    let words = |name: &str| serde_json::from_str::<Vec<String>>(instruction(name)).unwrap();
    assert_eq!(words("ENTRYPOINT"), ["tradespec"]);
    let line = [words("ENTRYPOINT"), words("CMD")].concat().join(" ");
    for valid in [true, false] {
        let folder = folder(valid);
        let output = script(&folder.path().join("payloads"), &line, &path_with_program(), &BTreeMap::new());
        assert_eq!(output.status.code(), Some(i32::from(!valid)), "{line}\n{}", said(&output));
    }
}
