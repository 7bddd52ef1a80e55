//! A crate of many programs, each in a file of its own, and what rustc says of each.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;
use std::{env, fs};

use serde_json::Value;

/// Where crates are written and compiled.
pub(crate) struct Place {
    directory: PathBuf,
    libraries: Arc<Libraries>,
}

/// The libraries that the crates use, compiled by cargo. The crates themselves are compiled by rustc, side by side.
pub(crate) struct Libraries {
    directory: PathBuf,
    /// The name of each, and its file.
    files: Vec<(String, String)>,
}

impl Libraries {
    /// Compiles them.
    pub(crate) fn new() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace has a root");
        let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
        let directory = target.join("explore");
        fs::create_dir_all(directory.join("src")).expect("the target directory can be written");
        // The macro is optimised, since it runs for thousands of programs.
        let (runtime, soundness) = (root.join("runtime"), root.join("tests/soundness"));
        let manifest = format!(
            "[package]\nname = \"explored\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
             backprop = {{ path = '{}' }}\nsoundness = {{ path = '{}' }}\n\n\
             [profile.dev]\ndebug = 0\n\n[profile.dev.build-override]\nopt-level = 2\n",
            runtime.display(),
            soundness.display(),
        );
        fs::write(directory.join("Cargo.toml"), manifest).expect("the target directory can be written");
        fs::write(directory.join("src/main.rs"), "fn main() {}\n").expect("the target directory can be written");
        let lock = directory.join("Cargo.lock");
        if !lock.exists() {
            let _ = fs::copy(root.join("Cargo.lock"), &lock);
        }
        let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["build", "--message-format=json"])
            .current_dir(&directory)
            .env("CARGO_TARGET_DIR", directory.join("target"))
            .output()
            .expect("cargo can be run");
        assert!(output.status.success(), "the libraries do not compile: {}", said(&output));
        let mut files = Vec::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let Ok(message) = serde_json::from_str::<Value>(line) else { continue };
            let name = message["target"]["name"].as_str().unwrap_or_default();
            let found = message["filenames"].as_array().into_iter().flatten().filter_map(Value::as_str);
            if message["reason"] == "compiler-artifact"
                && ["backprop", "soundness"].contains(&name)
                && let Some(file) = found
                    .into_iter()
                    .find(|file| Path::new(file).extension().is_some_and(|extension| extension == "rlib"))
            {
                files.push((name.to_owned(), file.to_owned()));
            }
        }
        assert_eq!(files.len(), 2, "cargo says where the two libraries are");
        Self { directory, files }
    }
}

/// A file of a crate: its name, which is that of the module, and its text.
pub(crate) struct Module {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// What rustc says of a module: its first error.
pub(crate) type Errors = BTreeMap<String, String>;

impl Place {
    /// The place of this number of this process; crates in different places can be compiled at the same time.
    pub(crate) fn new(number: usize, libraries: &Arc<Libraries>) -> Self {
        let directory = libraries.directory.join(format!("{}_{number}", std::process::id()));
        fs::create_dir_all(&directory).expect("the target directory can be written");
        // By it the macro finds out what the library is called.
        let _ = fs::copy(libraries.directory.join("Cargo.toml"), directory.join("Cargo.toml"));
        Self { directory, libraries: libraries.clone() }
    }

    /// Compiles these modules, or only checks them. Those with errors are taken out until the rest compiles.
    pub(crate) fn compile(&self, modules: &[Module], main: impl Fn(&[&Module]) -> String, check: bool) -> Errors {
        let mut errors = Errors::new();
        for module in modules {
            fs::write(self.directory.join(format!("{}.rs", module.name)), &module.text).expect("it can be written");
        }
        loop {
            let left: Vec<&Module> = modules.iter().filter(|module| !errors.contains_key(&module.name)).collect();
            if left.is_empty() {
                break;
            }
            let found = self.errors_of(&left, &main, check);
            if found.is_empty() {
                break;
            }
            errors.extend(found);
        }
        for module in modules {
            let _ = fs::remove_file(self.directory.join(format!("{}.rs", module.name)));
        }
        errors
    }

    /// Compiles these modules once.
    fn errors_of(&self, modules: &[&Module], main: &impl Fn(&[&Module]) -> String, check: bool) -> Errors {
        let mut text = String::from("#![allow(warnings)]\n");
        for module in modules {
            let _ = writeln!(text, "mod {};", module.name);
        }
        text.push_str(&main(modules));
        fs::write(self.directory.join("main.rs"), text).expect("it can be written");
        let mut command = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        command.args(["main.rs", "--edition=2024", "--crate-name=explored", "--error-format=json", "-o", "explored"]);
        command.arg(if check { "--emit=metadata" } else { "--emit=link" });
        for (name, file) in &self.libraries.files {
            command.arg("--extern").arg(format!("{name}={file}"));
        }
        let dependencies = self.libraries.directory.join("target/debug/deps");
        command.arg("-L").arg(format!("dependency={}", dependencies.display()));
        command.current_dir(&self.directory).env("CARGO_MANIFEST_DIR", &self.directory);
        let output = command.output().expect("rustc can be run");
        let mut errors = Errors::new();
        for line in String::from_utf8_lossy(&output.stderr).lines() {
            let Ok(message) = serde_json::from_str::<Value>(line) else { continue };
            let message = &message;
            if message["level"] != "error" {
                continue;
            }
            if let Some(name) = module_of(message, modules) {
                let code = message["code"]["code"].as_str().map_or(String::new(), |code| format!("{code}: "));
                let text = message["message"].as_str().unwrap_or_default();
                let spans = message["spans"].as_array().into_iter().flatten();
                let first = spans.into_iter().find(|span| span["is_primary"] == true);
                let label =
                    first.and_then(|span| span["label"].as_str()).map_or(String::new(), |it| format!(" ({it})"));
                errors.entry(name).or_insert_with(|| format!("{code}{text}{label}"));
            }
        }
        if output.status.success() || !errors.is_empty() {
            return errors;
        }
        // An error without a place: halves find the module that it belongs to.
        if let [module] = modules {
            return Errors::from([(module.name.clone(), said(&output))]);
        }
        let (first, second) = modules.split_at(modules.len() / 2);
        let mut errors = self.errors_of(first, main, check);
        errors.extend(self.errors_of(second, main, check));
        assert!(!errors.is_empty(), "each half of the crate compiles, the whole does not: {}", said(&output));
        errors
    }

    /// Runs what was compiled last.
    pub(crate) fn run(&self) -> Output {
        Command::new(self.directory.join("explored")).output().expect("what was compiled can be run")
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.directory);
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).trim().to_owned()
}

/// The module that an error is in: by its own places, or those of what it says besides.
fn module_of(message: &Value, modules: &[&Module]) -> Option<String> {
    let names: HashSet<&str> = modules.iter().map(|module| module.name.as_str()).collect();
    let mut pending = vec![message];
    while let Some(value) = pending.pop() {
        match value {
            Value::Object(fields) => {
                if let Some(file) = fields.get("file_name").and_then(Value::as_str)
                    && let Some(name) = Path::new(file).file_stem().and_then(|stem| stem.to_str())
                    && names.contains(name)
                {
                    return Some(name.to_owned());
                }
                // What it says besides is asked last.
                for (name, field) in fields {
                    if name == "children" { pending.insert(0, field) } else { pending.push(field) }
                }
            }
            Value::Array(all) => pending.extend(all),
            _ => {}
        }
    }
    None
}
