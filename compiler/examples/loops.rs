//! Draws functions with loops, as SVG files: `cargo run -p backprop-compiler --example loops -- DIRECTORY [FILE…]`.
//!
//! Of each file the last function with `#[differentiable]` is drawn, three times: as it is, its adjoint, and the value and the
//! gradient, simplified. Without files, a dot product and a recurrence are drawn.

use std::error::Error;
use std::path::{Path, PathBuf};

use backprop_compiler::attribute::Attribute;
use backprop_compiler::expand::Expansion;
use hypernet::Hypernet;
use hypernet::draw::{self, Options};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1).map(PathBuf::from);
    let directory = arguments.next().unwrap_or_else(|| ".".into());
    let mut files: Vec<PathBuf> = arguments.collect();
    if files.is_empty() {
        let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
        files = ["dot.rs", "recurrence.rs"].map(|file| golden.join(file)).to_vec();
    }
    std::fs::create_dir_all(&directory)?;
    for file in files {
        let (function, arguments) = last(&std::fs::read_to_string(&file)?)?;
        let refused = |_| format!("{}: `{}` is refused", file.display(), function.sig.ident);
        let attribute = Attribute::parse(arguments).map_err(refused)?;
        let expansion = Expansion::new(&function, &attribute).map_err(refused)?;
        let save = |stage: &str, net: &Hypernet| {
            let path = directory.join(format!("{}{stage}.svg", function.sig.ident));
            std::fs::write(path, draw::svg(net, &Options::default()))
        };
        save("", &expansion.program.net)?;
        save("-adjoint", &expansion.adjoint()?)?;
        save("-gradient", expansion.gradient.as_ref().unwrap_or(&expansion.simplified))?;
    }
    Ok(())
}

/// The last marked function of a source text, and the arguments of its attribute.
fn last(source: &str) -> Result<(syn::ItemFn, proc_macro2::TokenStream), Box<dyn Error>> {
    for item in syn::parse_file(source)?.items.into_iter().rev() {
        let syn::Item::Fn(mut function) = item else { continue };
        let is_marked = |attribute: &syn::Attribute| attribute.path().is_ident("differentiable");
        let Some(at) = function.attrs.iter().position(is_marked) else { continue };
        let arguments = match function.attrs.remove(at).meta {
            syn::Meta::List(list) => list.tokens,
            syn::Meta::Path(_) | syn::Meta::NameValue(_) => proc_macro2::TokenStream::new(),
        };
        return Ok((function, arguments));
    }
    Err("no function with `#[differentiable]`".into())
}
