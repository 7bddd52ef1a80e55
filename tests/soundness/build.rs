//! Writes the batch of programs, and the table of their cases, for the tests to include.

#[expect(dead_code, unreachable_pub, reason = "the library shows more of it than is used here")]
#[path = "src/generate/mod.rs"]
mod generate;

use std::fmt::Write as _;
use std::{env, fs, path::Path};

use generate::Features;

fn variable(name: &str, default: &str) -> String {
    println!("cargo::rerun-if-env-changed={name}");
    env::var(name).unwrap_or_else(|_| default.to_owned())
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/generate");
    let seed: u64 = variable("SOUNDNESS_SEED", "1").parse().expect("SOUNDNESS_SEED is a number");
    let count: usize = variable("SOUNDNESS_PROGRAMS", "150").parse().expect("SOUNDNESS_PROGRAMS is a number");
    let features = Features::without(&variable("SOUNDNESS_WITHOUT", "")).expect("SOUNDNESS_WITHOUT names features");
    let emitted = variable("SOUNDNESS_EMITTED", "1") == "1";

    let programs = generate::batch(seed, count, features);
    let spread = generate::spread_batch(seed, count.div_ceil(2), features);
    let mut structs = generate::struct_batch(seed, count.div_ceil(3), features);
    let skipped = variable("SOUNDNESS_SKIPPED", "");
    let skipped: Vec<&str> = skipped.split(',').collect();
    structs.retain(|functions| functions.last().is_some_and(|entry| !skipped.contains(&entry.name.as_str())));
    let functions = || programs.iter().chain(spread.iter().chain(&structs).flatten());
    let mut out = String::new();
    out.push_str("#[allow(warnings, clippy::all, clippy::pedantic)]\nmod on_f64 {\n");
    for function in functions() {
        out.push_str(&function.item_on_f64(emitted));
    }
    out.push_str("}\n#[allow(warnings, clippy::all, clippy::pedantic)]\nmod on_duals {\nuse ::soundness::{Dual, c};\n");
    for function in functions() {
        out.push_str(&function.item_on_duals());
    }
    out.push_str("}\n#[allow(warnings, clippy::all, clippy::pedantic)]\nconst CASES: &[::soundness::Case] = &[\n");
    for case in programs.iter().filter_map(|program| program.case(&program.on_f64(), seed, emitted)) {
        let _ = writeln!(out, "{case},");
    }
    for functions in spread.iter().chain(&structs) {
        let text: String = functions.iter().map(|function| function.item_on_f64(true)).collect();
        let entry = functions.last().and_then(|entry| entry.case(&text, seed, emitted));
        let _ = writeln!(out, "{},", entry.expect("an entry has a gradient"));
    }
    // A net knows nothing of other functions: programs of several functions are not run as nets.
    out.push_str("];\nconst TEXTS: &[(&str, &str)] = &[\n");
    for program in &programs {
        let _ = writeln!(out, "({:?}, {:?}),", program.name, program.on_f64());
    }
    let _ = writeln!(out, "];\nconst EMITTED: bool = {emitted};");
    let directory = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&directory).join("programs.rs"), out).expect("OUT_DIR can be written");
}
