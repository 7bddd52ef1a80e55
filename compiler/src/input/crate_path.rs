//! The path under which the crate that is being compiled knows `backprop`.
//!
//! A crate that depends on `grad = { package = "backprop", … }` gets code that names `::grad`. The manifest of the crate says
//! what it calls its dependencies. This module reads the manifest line by line, only as far as that question needs, so that
//! the user's build needs no TOML library.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

const PACKAGE: &str = "backprop";

thread_local! {
    /// What was read last: a crate has one manifest and many functions.
    static KNOWN: RefCell<Option<Known>> = const { RefCell::new(None) };
}

/// What is known of the package of a directory, by its manifest of this time.
struct Known {
    directory: PathBuf,
    modified: Option<SystemTime>,
    /// What it calls `backprop`, if it renames it.
    name: Option<String>,
    /// What it calls its dependencies, and itself, as its tests do.
    dependencies: Vec<String>,
    manifest: String,
}

/// The path of the crate `backprop`.
pub(crate) fn crate_path() -> TokenStream {
    let name = known(|known| known.name.clone()).flatten();
    let name = name.unwrap_or_else(|| PACKAGE.to_owned()).replace('-', "_");
    let Ok(mut ident) = syn::parse_str::<Ident>(&name) else { return quote!(::backprop) };
    ident.set_span(Span::mixed_site());
    quote!(::#ident)
}

/// Whether this is the name of a crate that the package knows.
pub(crate) fn is_dependency(name: &str) -> bool {
    matches!(name, "std" | "core" | "alloc" | PACKAGE)
        || known(|known| known.dependencies.iter().any(|dependency| dependency == name)).unwrap_or(false)
}

/// Whether no crate that the package knows has this name, as its manifest says.
#[must_use]
pub fn is_no_crate(name: &str) -> bool {
    let is_of_rust = matches!(name, "proc_macro" | "test");
    // However it is written there.
    let is_absent = |known: &Known| !known.dependencies.is_empty() && !mentions_crate(&known.manifest, name);
    !is_of_rust && !is_dependency(name) && known(is_absent).unwrap_or(false)
}

/// Whether the text of a manifest has the name of a crate anywhere.
fn mentions_crate(manifest: &str, name: &str) -> bool {
    manifest.replace('-', "_").contains(name)
}

/// Asks what is known of the package that is being compiled. Its manifest is read once for each state of it.
fn known<T>(ask: impl FnOnce(&Known) -> T) -> Option<T> {
    let directory = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR")?);
    let path = directory.join("Cargo.toml");
    let modified = std::fs::metadata(&path).and_then(|data| data.modified()).ok();
    KNOWN.with_borrow_mut(|known| {
        let current = known.take().filter(|known| known.directory == directory && known.modified == modified);
        let current = current.unwrap_or_else(|| {
            let name = name_in(&directory);
            let manifest = std::fs::read_to_string(&path).unwrap_or_default();
            let dependencies = crates(&manifest);
            Known { directory, modified, name, dependencies, manifest }
        });
        Some(ask(known.insert(current)))
    })
}

/// What a package of this manifest calls the crates that it knows.
fn crates(manifest: &str) -> Vec<String> {
    let dependencies = dependencies(manifest, "dependencies").into_iter().map(|found| found.key);
    let own = manifest.lines().filter_map(|line| {
        let (key, value) = line.split_once('=')?;
        (key.trim() == "name").then(|| unquoted(value))
    });
    dependencies.chain(own).map(|name| name.replace('-', "_")).collect()
}

/// What the package of this directory calls `backprop`, if it renames it.
fn name_in(directory: &Path) -> Option<String> {
    let manifest = std::fs::read_to_string(directory.join("Cargo.toml")).ok()?;
    name_in_manifest(&manifest, &|key| {
        directory.ancestors().find_map(|directory| {
            let manifest = std::fs::read_to_string(directory.join("Cargo.toml")).ok()?;
            dependencies(&manifest, "workspace.dependencies").into_iter().find(|found| found.key == key)?.package
        })
    })
}

/// As [`name_in`], of the text of a manifest; `inherited` gives the package that the workspace means by a key.
fn name_in_manifest(manifest: &str, inherited: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let all = dependencies(manifest, "dependencies");
    if all.iter().any(|found| found.key == PACKAGE && found.package.is_none()) {
        return None;
    }
    all.into_iter()
        .find(|found| match &found.package {
            Some(package) => package == PACKAGE,
            None => found.workspace && inherited(&found.key).as_deref() == Some(PACKAGE),
        })
        .map(|found| found.key)
}

/// A dependency in a manifest.
#[derive(PartialEq, Debug)]
struct Dependency {
    key: String,
    /// The package that the key means, if it is not the key.
    package: Option<String>,
    /// Whether the workspace says what it is.
    workspace: bool,
}

/// The dependencies in the tables whose header ends in `table`, or in `dev-…` or `build-…` of it.
fn dependencies(manifest: &str, table: &str) -> Vec<Dependency> {
    let mut found: Vec<Dependency> = Vec::new();
    let mut here = false;
    // Inside of `[dependencies.key]`.
    let mut inside = false;
    for line in manifest.lines() {
        let line = line.split_once(" #").map_or(line, |(line, _)| line).trim();
        if let Some(header) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            let header = header.trim();
            let ends = |header: &str| {
                header.strip_suffix(table).is_some_and(|before| before.is_empty() || before.ends_with(['.', '-']))
                    && (table.starts_with("workspace") || !header.starts_with("workspace"))
            };
            here = ends(header);
            inside = false;
            if let Some((before, key)) = header.rsplit_once('.').filter(|(before, _)| ends(before)) {
                let _ = before;
                found.push(Dependency { key: unquoted(key), package: None, workspace: false });
                inside = true;
            }
            continue;
        }
        let Some((key, value)) = line.split_once('=').filter(|_| here || inside) else { continue };
        let (key, value) = (key.trim(), value.trim());
        if inside {
            if let Some(last) = found.last_mut() {
                match key {
                    "package" => last.package = Some(unquoted(value)),
                    "workspace" => last.workspace = value == "true",
                    _ => {}
                }
            }
            continue;
        }
        let (key, field) = key.split_once('.').map_or((key, ""), |(key, field)| (key.trim(), field.trim()));
        let package = match field {
            "package" => Some(unquoted(value)),
            _ => field_of(value, "package"),
        };
        let workspace = (field == "workspace" && value == "true") || field_of(value, "workspace").is_some();
        found.push(Dependency { key: unquoted(key), package, workspace });
    }
    found
}

/// The value of this field of an inline table.
fn field_of(table: &str, field: &str) -> Option<String> {
    let inside = table.strip_prefix('{')?.strip_suffix('}')?;
    inside.split(',').find_map(|entry| {
        let (key, value) = entry.split_once('=')?;
        (key.trim() == field).then(|| unquoted(value))
    })
}

fn unquoted(text: &str) -> String {
    text.trim().trim_matches(['"', '\'']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(manifest: &str) -> Option<String> {
        name_in_manifest(manifest, &|key| (key == "inherited").then(|| "backprop".to_owned()))
    }

    #[test]
    fn the_package_under_its_own_name() {
        assert_eq!(name("[dependencies]\nbackprop = \"1\"\n"), None);
        assert_eq!(name("[dependencies]\nbackprop.workspace = true\nad = { package = \"other\" }\n"), None);
        assert_eq!(name("[package]\nname = \"x\"\n"), None);
    }

    #[test]
    fn the_package_renamed() {
        let cases = [
            "[dependencies]\nad = { version = \"1\", package = \"backprop\" } # reverse mode\n",
            "[dependencies]\nother = \"1\"\n\n[dev-dependencies]\nad = { package = 'backprop', path = \"..\" }\n",
            "[dependencies.ad]\npackage = \"backprop\"\nversion = \"1\"\n",
            "[target.'cfg(unix)'.dependencies]\nad = { package = \"backprop\" }\n",
            "[dependencies]\nad.package = \"backprop\"\nad.path = \"..\"\n",
        ];
        for case in cases {
            assert_eq!(name(case).as_deref(), Some("ad"), "{case}");
        }
        assert_eq!(name("[dependencies]\ninherited.workspace = true\n").as_deref(), Some("inherited"));
        assert_eq!(name("[dependencies]\ninherited = { workspace = true }\n").as_deref(), Some("inherited"));
    }

    #[test]
    fn the_crates_that_a_package_knows() {
        let manifest =
            "[package]\nname = \"my-crate\"\n\n[dependencies]\nlog = \"0.4\"\n\n[dev-dependencies.num-traits]\n";
        assert_eq!(crates(manifest), ["log", "num_traits", "my_crate"]);
    }

    #[test]
    fn a_crate_is_absent_where_nothing_has_its_name() {
        let manifest = "dependencies = { num-traits = \"0.2\" }\n";
        assert!(mentions_crate(manifest, "num_traits") && !mentions_crate(manifest, "helpers"));
    }

    #[test]
    fn what_only_looks_like_it() {
        assert_eq!(name("[package.metadata]\nad = { package = \"backprop\" }\n"), None);
        assert_eq!(name("[workspace.dependencies]\nad = { package = \"backprop\" }\n"), None);
    }
}
