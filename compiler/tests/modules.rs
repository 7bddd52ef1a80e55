//! Data flows one way through the modules of the crate: each names only those that stand before it.

use std::path::Path;

/// The modules, each after those that it may name.
const ORDER: [&str; 13] = [
    "texts",
    "diagnostic",
    "source",
    "input",
    "holes",
    "syntax",
    "infer",
    "program",
    "lower",
    "emit",
    "companion",
    "expand",
    "entry",
];

/// The modules that the code of a file names as `crate::…`.
fn named(code: &str) -> Vec<String> {
    let code: String =
        code.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n");
    let behind = code.split("crate::").skip(1);
    behind.map(|rest| rest.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()).collect()
}

/// Looks at all files of a folder that belong to this module; to that of their own name, if there is none.
fn look(folder: &Path, module: Option<&str>, wrong: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).expect("a name").to_owned();
        let module = module.unwrap_or(&stem);
        if path.is_dir() {
            look(&path, Some(module), wrong);
            continue;
        }
        if module == "lib" {
            continue;
        }
        let rank = |name: &str| ORDER.iter().position(|known| *known == name);
        let own = rank(module).unwrap_or_else(|| panic!("`{module}` has no place in the order"));
        let names = named(&std::fs::read_to_string(&path).expect("a file of code"));
        // One that is not in the order is not known to stand before.
        let late = names.iter().filter(|name| rank(name).is_none_or(|named| named > own));
        wrong.extend(late.map(|name| format!("{} names `crate::{name}`", path.display())));
    }
}

#[test]
fn each_module_names_only_those_before_it() {
    let mut wrong = Vec::new();
    look(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), None, &mut wrong);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
