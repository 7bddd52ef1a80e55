//! Writes the programs of fixed seeds, and the table of their cases, for the tests to include.

#[expect(dead_code, unreachable_pub, reason = "the library shows more of it than is used here")]
#[path = "src/generate/mod.rs"]
mod generate;

use std::fmt::Write as _;
use std::{env, fs, path::Path};

use generate::{Features, Kind, Program};

/// How many programs of each kind run, from seed 0 on.
const FIXED: [(Kind, u64); 8] = [
    (Kind::Functions, 35),
    (Kind::Spread, 20),
    (Kind::Structs, 30),
    (Kind::Loops, 20),
    (Kind::Arrays, 20),
    (Kind::Hosts, 20),
    (Kind::Bodies, 20),
    (Kind::Models, 20),
];

/// The seeds of programs that once failed.
const FAILED: [(Kind, u64); 18] = [
    // Simplification of a closure that is chosen before loops in loops had no end.
    (Kind::Loops, 3_001_103),
    // A jump with a value asked a variable of another net whether it is an array.
    (Kind::Arrays, 1_700_011),
    (Kind::Arrays, 1_700_024),
    // A guard that was given up left wires open.
    (Kind::Loops, 1_000_343),
    // Blocks that declared arrays were left as they are, without a place in the order of effects.
    (Kind::Arrays, 980_395),
    (Kind::Arrays, 990_385),
    // Closures that capture `&self` in methods by default asked for `Copy`.
    (Kind::Structs, 1149),
    (Kind::Structs, 1161),
    (Kind::Structs, 1183),
    (Kind::Structs, 1210),
    (Kind::Structs, 1227),
    (Kind::Structs, 1274),
    (Kind::Structs, 1290),
    // Methods on which nothing depends were given functions.
    (Kind::Structs, 1317),
    (Kind::Structs, 1320),
    // A method with a name of the vocabulary calls itself.
    (Kind::Structs, 1148),
    // Closures captured what they read in vain.
    (Kind::Structs, 1226),
    (Kind::Structs, 1381),
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/generate");
    let fixed = FIXED.into_iter().flat_map(|(kind, count)| (0..count).map(move |seed| (kind, seed)));
    let programs: Vec<Program> =
        fixed.chain(FAILED).map(|(kind, seed)| Program::new(kind, seed, Features::ALL)).collect();
    let mut out = String::new();
    for program in &programs {
        let (name, module) = (program.name(), program.module(true));
        let _ = writeln!(out, "#[allow(warnings, clippy::all, clippy::pedantic)]\nmod {name} {{\n{module}}}");
    }
    out.push_str("const CASES: &[::soundness::Case] = &[\n");
    for program in &programs {
        let _ = writeln!(out, "{}::CASE,", program.name());
    }
    out.push_str("];\n");
    let directory = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&directory).join("programs.rs"), out).expect("OUT_DIR can be written");
}
