//! How long the macro takes on large functions, and how that grows: the whole expansion of generated functions, and the
//! adjoint transformation alone on generated nets.
//!
//! ```sh
//! cargo bench -p backprop --bench expansion --profile dev
//! ```
//!
//! Users' procedural macros run unoptimised, hence the profile. Fails if the expansion of 10,000 operations takes two
//! seconds or more, or if twice the operations take more than [`LIMIT`] times as long.

use std::fmt::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use comfy_table::{CellAlignment, Table, presets};
use hypernet::{BuildError, Builder, Hypernet, Primitive, Type};
use proc_macro2::TokenStream;

/// How many times as long twice the operations may take: 2, and room for what caches and other processes do.
const LIMIT: f64 = 3.0;

/// The shortest of this many runs counts.
const RUNS: usize = 3;

fn main() -> ExitCode {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    table.set_header(["what", "operations", "time", "per operation", "/ half as many"]);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let mut kept = true;
    let mut measure = |what: &str, sizes: [usize; 3], run: &dyn Fn(usize) -> Result<Duration, String>| {
        let mut previous = None::<Duration>;
        for size in sizes {
            let times: Result<Vec<_>, _> = (0..RUNS).map(|_| run(size)).collect();
            let time = match times.map(|times| times.into_iter().min()) {
                Ok(Some(time)) => time,
                Ok(None) => continue,
                Err(error) => {
                    println!("{what}, {size} operations: {error}");
                    kept = false;
                    return;
                }
            };
            let growth = previous.map(|previous| time.as_secs_f64() / previous.as_secs_f64());
            kept &= growth.is_none_or(|growth| growth <= LIMIT);
            kept &= what != EXPANSION || size != 10_000 || time < Duration::from_secs(2);
            previous = Some(time);
            table.add_row([
                what.to_owned(),
                size.to_string(),
                format!("{:.1} ms", time.as_secs_f64() * 1e3),
                format!("{:.2} µs", time.as_secs_f64() * 1e6 / f64::from(u32::try_from(size).unwrap_or(u32::MAX))),
                growth.map_or_else(String::new, |growth| format!("{growth:.2}")),
            ]);
        }
    };
    measure(EXPANSION, [5_000, 10_000, 20_000], &expansion);
    measure("adjoint of a net", [20_000, 40_000, 80_000], &adjoint);
    println!("{table}");
    if kept {
        println!("10,000 operations expand in less than 2 s; twice the operations take at most {LIMIT} times as long.");
        ExitCode::SUCCESS
    } else {
        println!("10,000 operations take 2 s or more, or twice the operations take more than {LIMIT} times as long.");
        ExitCode::FAILURE
    }
}

const EXPANSION: &str = "expansion of a function";

/// A function of so many operations: a fifth of them sines, every tenth in a closure.
fn source(operations: usize) -> String {
    let mut source = String::from("fn generated(x: f64, y: f64) -> f64 {\nlet (a, b) = (x, y);\n");
    for _ in 0..operations / 10 {
        // Ten operations.
        source.push_str(
            "let c = a * b + x;\n\
             let scaled = |v: f64| v * c;\n\
             let d = c.sin() - scaled(a) / 3.0;\n\
             let (a, b) = (d.sin() + b, d * 0.25 - y);\n",
        );
    }
    writeln!(source, "a * b\n}}").expect("a string can be written to");
    source
}

fn expansion(operations: usize) -> Result<Duration, String> {
    let item: TokenStream = source(operations).parse().map_err(|error| format!("{error}"))?;
    let start = Instant::now();
    let expanded = backprop_compiler::differentiable(TokenStream::new(), item);
    let time = start.elapsed();
    let expanded = expanded.to_string();
    if expanded.contains("compile_error") { Err("it was refused".into()) } else { Ok(time) }
}

/// A net of so many operations, a tenth of them in closures, one level deep.
#[expect(clippy::many_single_char_names, reason = "variables of a formula")]
fn net(operations: usize) -> Result<Hypernet, BuildError> {
    let mut builder = Builder::new();
    let x = builder.input(Type::f64(), Some("x"));
    let mut a = x;
    for _ in 0..operations / 5 {
        // Four primitives, one of them in an abstraction, and the eval of that.
        let b = builder.primitive(Primitive::Mul, &[a, x])?;
        builder.open();
        let v = builder.input(Type::f64(), None);
        let product = builder.primitive(Primitive::Mul, &[v, b])?;
        let scaled = builder.close(&[product])?;
        let c = builder.eval(scaled, &[a])?[0];
        let d = builder.primitive(Primitive::Sin, &[c])?;
        a = builder.primitive(Primitive::Add, &[d, b])?;
    }
    builder.finish(&[a])
}

fn adjoint(operations: usize) -> Result<Duration, String> {
    let net = net(operations).map_err(|error| error.to_string())?;
    let start = Instant::now();
    let adjoint = hypernet::adjoint::adjoint(&net);
    let time = start.elapsed();
    adjoint.map(|_| time).map_err(|error| error.to_string())
}
