//! Golden derivations: Rust in, the net, its adjoint, the simplified net, Rust out.
//!
//! Each file in `tests/golden/` holds a function under `#[differentiable]` and, below it, what the compiler makes of
//! it. `BLESS=1 cargo test -p backprop-compiler --test golden` writes the files anew; look at the difference.

use std::fmt::Write as _;
use std::path::Path;

use backprop_compiler::attribute::Attribute;
use backprop_compiler::expand::{Expansion, Subject};
use quote::{ToTokens, quote};
use syn::ItemFn;

const STAGE: &str = "\n// ---- ";

#[test]
fn golden_derivations() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
    let bless = std::env::var_os("BLESS").is_some_and(|value| !value.is_empty());
    let mut files: Vec<_> = std::fs::read_dir(&directory)
        .expect("the directory of golden files")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "there are golden files");
    let mut changed = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a golden file");
        let source = text.split(STAGE).next().unwrap_or_default().trim_end().to_owned() + "\n";
        let fresh = source.clone() + &derivation(&source);
        if fresh == text {
            continue;
        }
        if bless {
            std::fs::write(&path, fresh).expect("a golden file can be written");
        } else {
            changed.push(format!("{}:\n{}", path.display(), difference(&text, &fresh)));
        }
    }
    assert!(changed.is_empty(), "run with BLESS=1 and look at the difference:\n{}", changed.join("\n"));
}

/// The derived stages of the last function of a file.
fn derivation(source: &str) -> String {
    let file = syn::parse_file(source).expect("a golden file is Rust");
    let mut function: ItemFn = file
        .items
        .iter()
        .rev()
        .find_map(|item| match item {
            syn::Item::Fn(function) => Some(function.clone()),
            _ => None,
        })
        .expect("a golden file has a function");
    let position = function
        .attrs
        .iter()
        .position(|attribute| attribute.path().is_ident("differentiable"))
        .expect("the function is marked");
    let attribute = match function.attrs.remove(position).meta {
        syn::Meta::List(list) => list.tokens,
        other => {
            let _ = other.to_token_stream();
            quote!()
        }
    };
    let attribute = Attribute::parse(attribute).expect("good arguments");
    let expansion = Expansion::new(&function, &attribute).expect("a differentiable function");
    let subject = Subject::new(function.clone()).written_as(function.to_token_stream());
    let tokens = expansion.companion(&subject, &quote!(::backprop));
    let code = prettyplease::unparse(&syn::parse2(tokens).expect("emitted code is Rust"));

    let mut text = String::new();
    let mut stage = |name: &str, body: &str| {
        let _ = writeln!(text, "{STAGE}{name}\n");
        for line in body.lines() {
            let _ = writeln!(text, "{}", format!("// {line}").trim_end());
        }
    };
    stage("net", &expansion.program.net.to_string());
    stage("adjoint", &expansion.adjoint().expect("it has been made before").to_string());
    stage("simplified", &expansion.simplified.to_string());
    if let Some(gradient) = &expansion.gradient {
        stage("value and gradient, simplified", &gradient.to_string());
    }
    stage("Rust", &code);
    text
}

/// The lines that differ.
fn difference(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let show = |lines: &[&'_ str], sign: &'static str| -> String {
        lines.iter().skip(same).take(12).flat_map(|line| [sign, " ", line, "\n"]).collect()
    };
    format!("from line {}:\n{}{}", same + 1, show(&old, "-"), show(&new, "+"))
}
