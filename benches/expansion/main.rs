//! What the macro costs on large functions, and how that grows.
//!
//! ```sh
//! cargo bench -p backprop --bench expansion --profile dev
//! ```
//!
//! Users' procedural macros run unoptimised, hence the profile. The program runs itself under `valgrind
//! --tool=callgrind`, which counts the instructions of one expansion: a number that does not depend on what else the
//! machine is doing. It prints tables and fails
//!
//! - if twice a function takes more than [`GROWTH`] times the instructions, or becomes more than [`GROWTH`] times the
//!   text;
//! - if an expansion takes more instructions than its [limit](LIMITS);
//! - if a function is refused.

mod sources;

use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicUsize, Ordering};

use comfy_table::{CellAlignment, Table, presets};
use proc_macro2::TokenStream;
use sources::{FAMILIES, STRAIGHT};

/// How many times as much twice a function may take.
const GROWTH: f64 = 2.3;

/// For functions of so many operations in a straight line: how many million instructions their expansion may take.
const LIMITS: &[(usize, u64)] = &[(30, 30), (2_000, 1_580)];

/// The argument with which the program runs itself under valgrind; the family and the size follow.
const COUNTED_RUN: &str = "--counted-run";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let result = match arguments.iter().position(|argument| argument == COUNTED_RUN) {
        Some(at) => counted_run(&arguments[at + 1..]).map(|length| {
            println!("{length}");
            true
        }),
        None => judge(),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("expansion: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Expands one function; gives the length of what it becomes, as text.
fn counted_run(arguments: &[String]) -> Result<usize, String> {
    let [name, size, ..] = arguments else { return Err("a family and a size are missing".to_owned()) };
    let family = FAMILIES.iter().find(|family| family.name == name).ok_or("no such family")?;
    let size: usize = size.parse().map_err(|error| format!("{error}"))?;
    let item: TokenStream = (family.source)(size).parse().map_err(|error| format!("{error}"))?;
    // What is asked once for a crate, such as its manifest, is no cost of one function.
    let first: TokenStream = "fn first(x: f64) -> f64 { x }".parse().map_err(|error| format!("{error}"))?;
    drop(backprop_compiler::differentiable(TokenStream::new(), first));
    let expanded = measured_expansion(item).to_string();
    if expanded.contains("compile_error") { Err("it was refused".to_owned()) } else { Ok(expanded.len()) }
}

/// What is counted.
#[inline(never)]
fn measured_expansion(item: TokenStream) -> TokenStream {
    backprop_compiler::differentiable(TokenStream::new(), item)
}

/// What an expansion costs.
#[derive(Clone, Copy)]
struct Cost {
    instructions: u64,
    /// Characters of what the function becomes.
    length: usize,
}

/// One run of the program under valgrind.
fn measure(name: &str, size: usize) -> Result<Cost, String> {
    let fail = |error: String| format!("{name}, {size}: {error}");
    let record = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("expansion.{}.{name}.{size}", std::process::id()));
    let program = std::env::current_exe().map_err(|error| fail(format!("cannot find this program: {error}")))?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--collect-atstart=no", "--toggle-collect=*measured_expansion*"])
        .arg(format!("--callgrind-out-file={}", record.display()))
        .arg(program)
        .args([COUNTED_RUN, name, &size.to_string()])
        .output()
        .map_err(|error| fail(format!("cannot run valgrind (`apt-get install valgrind`): {error}")))?;
    if !output.status.success() {
        return Err(fail(format!("{}\n{}", output.status, String::from_utf8_lossy(&output.stderr))));
    }
    let length = String::from_utf8_lossy(&output.stdout).trim().parse().map_err(|error| fail(format!("{error}")))?;
    let text = std::fs::read_to_string(&record).map_err(|error| fail(format!("cannot read the record: {error}")))?;
    std::fs::remove_file(&record).map_err(|error| fail(format!("cannot remove the record: {error}")))?;
    let total = text.lines().find_map(|line| line.strip_prefix("totals: ")?.trim().parse().ok());
    let instructions = total.filter(|&total| total > 0).ok_or_else(|| fail("nothing was counted".to_owned()))?;
    Ok(Cost { instructions, length })
}

/// All runs, as many at once as the machine has processors.
fn measure_all(runs: &[(&'static str, usize)]) -> Result<Vec<Cost>, String> {
    let next = AtomicUsize::new(0);
    let work = || -> Vec<(usize, Result<Cost, String>)> {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(&(name, size)) = runs.get(at) else { return done };
            done.push((at, measure(name, size)));
        }
    };
    let mut done: Vec<(usize, Result<Cost, String>)> = std::thread::scope(|scope| {
        let workers = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker does not panic")).collect()
    });
    done.sort_by_key(|&(at, _)| at);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Measures and prints the tables; whether all is within the limits.
fn judge() -> Result<bool, String> {
    // The longest runs first, so that the last to end is a short one.
    let mut runs: Vec<(&'static str, usize)> = LIMITS.iter().rev().map(|&(size, _)| (STRAIGHT, size)).collect();
    runs.extend(FAMILIES.iter().flat_map(|family| [2 * family.size, family.size].map(|size| (family.name, size))));
    let costs = measure_all(&runs)?;
    let cost = |name: &str, size: usize| {
        let at = runs.iter().position(|&run| run == (name, size)).expect("a run for each function");
        costs[at]
    };
    let mut kept = true;

    let mut table = table(&["", "of what", "size", "instructions", "/ half", "text", "/ half"], 2);
    for family in FAMILIES {
        let (half, whole) = (cost(family.name, family.size), cost(family.name, 2 * family.size));
        let instructions = ratio(whole.instructions, half.instructions);
        let text = ratio(whole.length as u64, half.length as u64);
        kept &= instructions <= GROWTH && text <= GROWTH;
        table.add_row([
            family.name.to_owned(),
            family.unit.to_owned(),
            (2 * family.size).to_string(),
            format!("{:.1} M", millions(whole.instructions)),
            format!("{instructions:.2}"),
            format!("{:.1} kB", ratio(whole.length as u64, 1000)),
            format!("{text:.2}"),
        ]);
    }
    println!("{table}");

    let mut table = self::table(&["operations", "instructions", "each", "at most"], 0);
    for &(size, limit) in LIMITS {
        let Cost { instructions, .. } = cost(STRAIGHT, size);
        kept &= instructions <= limit * 1_000_000;
        table.add_row([
            size.to_string(),
            format!("{:.1} M", millions(instructions)),
            format!("{:.0} k", ratio(instructions, 1000 * size as u64)),
            format!("{limit} M"),
        ]);
    }
    println!("{table}");
    if kept {
        println!("Twice as much takes at most {GROWTH} times as much; all limits are kept.");
    } else {
        println!("Something takes more than {GROWTH} times as much as half of it, or more than its limit.");
    }
    Ok(kept)
}

/// An empty table of which the columns from `numbers` on hold numbers.
fn table(header: &[&str], numbers: usize) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    table.set_header(header);
    for column in table.column_iter_mut().skip(numbers) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

#[expect(clippy::cast_precision_loss, reason = "the counts are far below 2^53")]
fn ratio(a: u64, b: u64) -> f64 {
    a as f64 / b as f64
}

fn millions(count: u64) -> f64 {
    ratio(count, 1_000_000)
}
