//! Mistakes that only rustc can find, in code that `#[differentiable]` wrote: each must be reported at the user's own
//! token. Of rustc's messages only the code and the place are compared, so a compiler that words them anew changes nothing
//! here. Of those that hold words or names of ours, these are compared too. Each is expected once, as cargo shows it: of errors
//! with one text, it shows one.
//!
//! Each file of `tests/rustc` is a program; below a mistake stands a comment with carets under the token, the code, and what
//! the message contains:
//!
//! ```text
//!     2.0 * helper(x)
//! //        ^^^^^^ E0599 not marked
//! ```

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// An error: the program, the line, the first column and the column after the last, all from 1, and the code.
type Place = (String, u64, u64, u64, String);

/// An error, and what its message is, or contains.
type Error = (Place, String);

#[test]
fn errors_of_rustc_are_at_the_users_tokens() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rustc_errors");
    let programs = package.join("src/bin");
    if programs.exists() {
        fs::remove_dir_all(&programs).expect("the programs of an earlier run can be removed");
    }
    fs::create_dir_all(&programs).expect("a directory can be made in cargo's own");
    let mut expected: Vec<Error> = Vec::new();
    for entry in fs::read_dir(root.join("tests/rustc")).expect("the programs are in tests/rustc") {
        let path = entry.expect("the directory is readable").path();
        let source = fs::read_to_string(&path).expect("the program is readable");
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        fs::write(programs.join(&name), &source).expect("the program can be copied");
        let before = expected.len();
        expected.extend(expectations(&name, &source));
        assert!(expected.len() > before, "{name} expects no error");
    }
    let manifest = format!(
        "[package]\nname = \"rustc_errors\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nbackprop = {{ path = {:?} }}\n\n[workspace]\n",
        env!("CARGO_MANIFEST_DIR"),
    );
    fs::write(package.join("Cargo.toml"), manifest).expect("the manifest can be written");
    fs::copy(root.join("Cargo.lock"), package.join("Cargo.lock")).expect("the workspace has a lock file");

    let output = Command::new(env!("CARGO"))
        .args(["check", "--bins", "--offline", "--keep-going", "--quiet", "--message-format=json"])
        .current_dir(&package)
        .env("CARGO_TARGET_DIR", package.join("target"))
        // As users build: rustc may count an error once more where it keeps what it knows.
        .env_remove("CARGO_INCREMENTAL")
        .output()
        .expect("cargo runs");
    let mut shown = HashSet::new();
    let mut surplus: Vec<Error> =
        String::from_utf8_lossy(&output.stdout).lines().filter_map(|line| error(line, &mut shown)).collect();
    let mut missing = Vec::new();
    for (place, text) in expected {
        let is_expected = |(found, message): &Error| *found == place && message.contains(&text);
        match surplus.iter().position(is_expected) {
            None => missing.push((place, text)),
            Some(at) => drop(surplus.swap_remove(at)),
        }
    }
    surplus.sort();
    assert!(
        missing.is_empty() && surplus.is_empty(),
        "expected, but not reported: {missing:#?}\nreported, but not expected: {surplus:#?}\n{}",
        String::from_utf8_lossy(&output.stderr),
    );
}

/// The errors that the comments of a program ask for.
fn expectations(name: &str, source: &str) -> Vec<Error> {
    let mut places = Vec::new();
    let mut code_line = 0;
    for (line, number) in source.lines().zip(1..) {
        let marked = line.strip_prefix("//").map(str::trim_start).filter(|text| text.starts_with('^'));
        let Some(marked) = marked else {
            code_line = number;
            continue;
        };
        let (carets, message) = marked.split_once(' ').expect("the code stands after the carets");
        let code =
            if message.starts_with("no code") { "no code" } else { message.split(' ').next().unwrap_or(message) };
        let text = message[code.len()..].trim();
        let start = (line.len() - marked.len() + 1) as u64;
        let place = (name.to_owned(), code_line, start, start + carets.len() as u64, code.to_owned());
        places.push((place, text.to_owned()));
    }
    places
}

/// The error in a line of cargo's messages, if it has not been shown, without rustc's count of them.
fn error(line: &str, shown: &mut HashSet<String>) -> Option<Error> {
    let Ok(message) = serde_json::from_str::<Value>(line) else { return None };
    let message = &message["message"];
    let spans = message["spans"].as_array().map_or(&[][..], Vec::as_slice);
    if message["level"] != "error" || !shown.insert(message["rendered"].to_string()) {
        return None;
    }
    let span = spans.iter().find(|span| span["is_primary"] == true)?;
    let file = span["file_name"].as_str().unwrap_or_default();
    let place = (
        file.rsplit(['/', '\\']).next().unwrap_or_default().to_owned(),
        span["line_start"].as_u64().unwrap_or_default(),
        span["column_start"].as_u64().unwrap_or_default(),
        span["column_end"].as_u64().unwrap_or_default(),
        message["code"]["code"].as_str().unwrap_or("no code").to_owned(),
    );
    Some((place, message["message"].as_str().unwrap_or_default().to_owned()))
}
