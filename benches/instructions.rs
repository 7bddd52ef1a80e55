//! Counts instructions: the gradients of `#[differentiable]` beside gradients written by hand, in one run.
//!
//! ```sh
//! cargo bench -p backprop --bench instructions
//! ```
//!
//! The program runs itself under `valgrind --tool=callgrind`, which counts the instructions that each call of each
//! measured function executes, callees included: a number that does not depend on what else the machine is doing. It
//! prints a table of the averages per call and fails if a generated gradient takes more than [`LIMIT`] times the
//! instructions of the one written by hand, or if the two do not agree in value.

mod cases;

use std::collections::HashMap;
use std::path::Path;
use std::process::{Command, ExitCode};

use cases::{CASES, Case};
use comfy_table::{CellAlignment, Table, presets};

/// How many times the instructions of the hand-written gradient a generated one may take.
const LIMIT: f64 = 1.05;

/// The argument with which the program runs itself under valgrind.
const COUNTED_RUN: &str = "--counted-run";

fn main() -> ExitCode {
    if std::env::args().any(|argument| argument == COUNTED_RUN) {
        for case in CASES {
            (case.run)();
        }
        return ExitCode::SUCCESS;
    }
    match measure() {
        Ok(counts) => report(&counts),
        Err(error) => {
            eprintln!("instructions: {error}");
            ExitCode::FAILURE
        }
    }
}

/// What callgrind counted of one function.
#[derive(Clone, Copy, Default)]
struct Count {
    calls: u64,
    instructions: u64,
}

impl Count {
    #[expect(clippy::cast_precision_loss, reason = "the counts are far below 2^53")]
    fn per_call(self) -> f64 {
        self.instructions as f64 / self.calls as f64
    }
}

/// Runs every case under callgrind and reads its record.
fn measure() -> Result<HashMap<String, Count>, String> {
    let record = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("callgrind.{}", std::process::id()));
    let program = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--compress-strings=no", "--compress-pos=no"])
        .arg(format!("--callgrind-out-file={}", record.display()))
        .arg(program)
        .arg(COUNTED_RUN)
        .output()
        .map_err(|error| format!("cannot run valgrind (`apt-get install valgrind`): {error}"))?;
    if !output.status.success() {
        return Err(format!("valgrind failed: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)));
    }
    let text =
        std::fs::read_to_string(&record).map_err(|error| format!("cannot read {}: {error}", record.display()))?;
    std::fs::remove_file(&record).map_err(|error| format!("cannot remove {}: {error}", record.display()))?;
    Ok(inclusive_counts(&text))
}

/// The calls of each function in a callgrind record, with the instructions spent in them, callees included.
///
/// A call is recorded in its caller as `cfn=NAME`, then `calls=COUNT POSITION`, then `POSITION INSTRUCTIONS`.
fn inclusive_counts(record: &str) -> HashMap<String, Count> {
    let mut counts = HashMap::<String, Count>::new();
    let mut callee = "";
    let mut lines = record.lines();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("cfn=") {
            callee = name;
        } else if let Some(calls) = line.strip_prefix("calls=") {
            let number = |text: Option<&str>| text.and_then(|word| word.parse::<u64>().ok());
            let calls = number(calls.split_whitespace().next());
            let instructions = number(lines.next().and_then(|cost| cost.split_whitespace().last()));
            if let (Some(calls), Some(instructions)) = (calls, instructions) {
                let count = counts.entry(callee.to_owned()).or_default();
                count.calls += calls;
                count.instructions += instructions;
            }
        }
    }
    counts
}

/// The count of `function` in the module of `case`, whether or not valgrind knows the mangling of its name.
fn find(counts: &HashMap<String, Count>, case: &Case, function: &str) -> Option<Count> {
    let mut matching = counts.iter().filter(|(name, _)| name.contains(case.name) && name.contains(function));
    let (_, count) = matching.next()?;
    assert!(matching.next().is_none(), "two functions are named {function} in {}", case.name);
    Some(*count)
}

/// Prints the table and says whether every case keeps the limit.
fn report(counts: &HashMap<String, Count>) -> ExitCode {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    table.set_header(["function", "shape", "primal", "by hand", "value_and_grad", "/ by hand", "/ primal"]);
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let mut kept = true;
    for case in CASES {
        let error = (case.largest_error)();
        if error.is_nan() || error > 1e-10 {
            println!("{}: value_and_grad is off the gradient written by hand by {error:e}", case.name);
            kept = false;
        }
        // Where the two gradients compile to the same code, the compiler may leave one of the two functions only.
        let by_hand = find(counts, case, "measure_by_hand").or_else(|| find(counts, case, "measure_gradient"));
        let gradient = find(counts, case, "measure_gradient").or(by_hand);
        let (Some(primal), Some(by_hand), Some(gradient)) = (find(counts, case, "measure_primal"), by_hand, gradient)
        else {
            println!("{}: valgrind recorded no call", case.name);
            kept = false;
            continue;
        };
        let ratio = gradient.per_call() / by_hand.per_call();
        kept &= ratio <= LIMIT;
        table.add_row([
            case.name.to_owned(),
            case.shape.to_owned(),
            format!("{:.1}", primal.per_call()),
            format!("{:.1}", by_hand.per_call()),
            format!("{:.1}", gradient.per_call()),
            format!("{ratio:.3}"),
            format!("{:.2}", gradient.per_call() / primal.per_call()),
        ]);
    }
    println!("Instructions per call:\n{table}");
    if kept {
        println!("Every gradient takes at most {LIMIT} times the instructions of the one written by hand.");
        ExitCode::SUCCESS
    } else {
        println!(
            "Some gradient is wrong or takes more than {LIMIT} times the instructions of the one written by hand."
        );
        ExitCode::FAILURE
    }
}
