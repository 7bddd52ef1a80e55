//! How long a function of many operations takes to expand, in the build that this runs in, stage by stage.
//! `cargo run -p backprop-compiler --example expand_time [OPERATIONS]`

use std::fmt::Write as _;
use std::time::Instant;

use backprop_compiler::attribute::Attribute;
use backprop_compiler::expand::{Expansion, Subject};
use hypernet::adjoint::adjoint;
use hypernet::simplify::simplify;
use quote::quote;

fn main() {
    let operations: usize = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(10_000);
    let mut source = String::from("fn long(x: f64, y: f64) -> f64 {\n let v0 = x * y;\n");
    for i in 1..operations / 4 {
        let before = i - 1;
        let _ = writeln!(source, "let v{i} = v{before}.sin() * y + x * v{before};");
    }
    let _ = write!(source, "v{}\n}}", operations / 4 - 1);
    let mut begin = Instant::now();
    let mut lap = |stage: &str| {
        println!("{stage:>12} {:6.3} s", begin.elapsed().as_secs_f64());
        begin = Instant::now();
    };
    let function = syn::parse_str(&source).expect("Rust");
    lap("parse");
    let expansion = Expansion::new(&function, &Attribute::default()).expect("differentiable");
    lap("derive");
    let tokens = expansion.companion(&Subject::new(function.clone()), &quote!(::backprop));
    lap("emit");
    println!("{operations} operations became {} characters; of `derive`:", tokens.to_string().len());
    lap("(print)");
    if std::env::args().len() > 2 {
        return;
    }
    let mut net = adjoint(&expansion.program.net).expect("differentiable");
    lap("adjoint");
    simplify(&mut net);
    lap("simplify");
}
