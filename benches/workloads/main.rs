//! Numerical programs with loops and arrays: the gradients of `#[differentiable]` beside gradients written by hand, in one run.
//!
//! ```sh
//! cargo bench -p backprop --bench workloads            # instructions, bytes allocated, and times
//! cargo bench -p backprop --bench workloads -- --short # without the times
//! ```
//!
//! The program runs itself under `valgrind --tool=callgrind`, once for each function, which counts the instructions of one call:
//! numbers that do not depend on what else the machine is doing. These are judged. The times are for reading: the least of
//! several rounds, in which the three functions of a workload take turns.
//!
//! It fails if a generated gradient takes more than its limit in instructions, if the geometric mean of all is more than
//! [`MEAN`], or if the two gradients do not agree.

#![expect(
    clippy::cast_precision_loss,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    clippy::too_many_lines,
    reason = "they are written as numerical programs are, not as `clippy` would have them"
)]

#[path = "../../tests/workloads/programs/mod.rs"]
mod programs;

use std::hint::black_box;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use allocation_counter::measure;
use backprop::Workspace;
use comfy_table::{CellAlignment, Table, presets};
use programs::Workload;
use programs::bundle::Bundle;
use programs::fourier::Fourier;
use programs::gaussian::Gaussian;
use programs::heat::Heat;
use programs::logistic::Logistic;
use programs::lorenz::Lorenz;
use programs::lstm::Lstm;
use programs::mixture::Mixture;
use programs::perceptron::Perceptron;
use programs::springs::Springs;

/// How many times the instructions of the gradients by hand the generated ones may take, as a geometric mean.
const MEAN: f64 = 1.2;

/// The argument with which the program runs itself under valgrind, before the numbers of a workload and of a function.
const COUNTED_RUN: &str = "--counted-run";

/// How many rounds are timed.
const ROUNDS: usize = 30;

/// A workload, and how many times the instructions of the gradient by hand the generated one may take: a little more than it does.
/// The aim is 1.5 for each.
struct Row {
    name: &'static str,
    workload: Box<dyn Runs>,
    limit: f64,
}

/// A [`Workload`] of any type.
trait Runs {
    fn size(&self) -> String;
    fn parameters(&self) -> usize;
    fn run(&self, function: usize, gradient: &mut [f64]) -> f64;
}

impl<W: Workload> Runs for W {
    fn size(&self) -> String {
        Workload::size(self)
    }

    fn parameters(&self) -> usize {
        Workload::parameters(self)
    }

    fn run(&self, function: usize, gradient: &mut [f64]) -> f64 {
        match function {
            PRIMAL => self.primal(),
            BY_HAND => self.by_hand(gradient),
            _ => self.generated(gradient),
        }
    }
}

const PRIMAL: usize = 0;
const BY_HAND: usize = 1;
const GENERATED: usize = 2;

fn rows() -> Vec<Row> {
    fn row<W: Workload + 'static>(limit: f64, workload: W) -> Row {
        Row { name: W::NAME, workload: Box::new(workload), limit }
    }
    vec![
        row(1.5, Mixture::new(10, 8, 100)),
        row(0.95, Bundle::new(500)),
        row(1.3, Lstm::new(2, 100, 14)),
        row(1.15, Lorenz::new(1000)),
        row(1.45, Gaussian::new(60)),
        row(1.35, Perceptron::new(64, 32, 10, 20)),
        row(1.15, Logistic::new(32, 500)),
        row(1.15, Heat::new(200, 200)),
        row(1.25, Fourier::new(1024)),
        row(1.4, Springs::new(20, 200)),
    ]
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == COUNTED_RUN) {
        let [row, function] = [1, 2].map(|next| arguments[at + next].parse::<usize>().expect("a number"));
        let row = &rows()[row];
        let mut gradient = vec![0.0; row.workload.parameters()];
        black_box(counted_call(&*row.workload, function, &mut gradient));
        return ExitCode::SUCCESS;
    }
    match report(arguments.iter().any(|argument| argument == "--short")) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("workloads: {error}");
            ExitCode::FAILURE
        }
    }
}

/// What valgrind counts.
#[inline(never)]
fn counted_call(workload: &dyn Runs, function: usize, gradient: &mut [f64]) -> f64 {
    workload.run(function, black_box(gradient))
}

/// The instructions of one call.
fn instructions(row: usize, function: usize) -> Result<f64, String> {
    let record = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("workloads.{}", std::process::id()));
    let program = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--collect-atstart=no", "--toggle-collect=*counted_call*"])
        .arg(format!("--callgrind-out-file={}", record.display()))
        .arg(program)
        .args([COUNTED_RUN, &row.to_string(), &function.to_string()])
        .output()
        .map_err(|error| format!("cannot run valgrind (`apt-get install valgrind`): {error}"))?;
    if !output.status.success() {
        return Err(format!("valgrind failed: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)));
    }
    let text =
        std::fs::read_to_string(&record).map_err(|error| format!("cannot read {}: {error}", record.display()))?;
    std::fs::remove_file(&record).map_err(|error| format!("cannot remove {}: {error}", record.display()))?;
    let total = text.lines().find_map(|line| line.strip_prefix("totals: ").or_else(|| line.strip_prefix("summary: ")));
    match total.and_then(|total| total.trim().parse::<f64>().ok()) {
        Some(total) if total > 0.0 => Ok(total),
        _ => Err("valgrind recorded no call".into()),
    }
}

/// The least time of a call of each function: they take turns.
fn times(workload: &dyn Runs, gradient: &mut [f64]) -> [Duration; 3] {
    let mut least = [Duration::MAX; 3];
    for _ in 0..ROUNDS {
        for (function, least) in least.iter_mut().enumerate() {
            let begin = Instant::now();
            black_box(workload.run(function, black_box(gradient)));
            *least = (*least).min(begin.elapsed());
        }
    }
    least
}

/// The largest difference between the two gradients, relative to the largest entry.
fn error(workload: &dyn Runs) -> f64 {
    let [by_hand, generated] = [BY_HAND, GENERATED].map(|function| {
        let mut gradient = vec![f64::NAN; workload.parameters()];
        workload.run(function, &mut gradient);
        gradient
    });
    let largest = by_hand.iter().fold(0.0_f64, |largest, entry| largest.max(entry.abs()));
    let differences = by_hand.iter().zip(&generated).map(|(a, b)| (a - b).abs());
    // A difference that is no number stays one.
    differences.fold(0.0, |largest: f64, difference| if difference <= largest { largest } else { difference }) / largest
}

/// Prints the table and says whether everything keeps its limit.
fn report(short: bool) -> Result<bool, String> {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    let mut header = vec!["workload", "of", "by hand / primal", "generated / primal", "generated / by hand"];
    if !short {
        header.extend(["in time: by hand / primal", "generated / primal", "generated / by hand"]);
    }
    header.extend(["bytes: primal", "by hand", "generated", "again in a workspace"]);
    table.set_header(header);
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let (mut kept, mut product, mut product_of_times) = (true, 1.0_f64, 1.0_f64);
    let rows = rows();
    for (number, row) in rows.iter().enumerate() {
        let workload = &*row.workload;
        let error = error(workload);
        if error.is_nan() || error > 1e-10 {
            println!("{}: the generated gradient is off the one written by hand by {error:e}", row.name);
            kept = false;
        }
        let mut counts = [0.0; 3];
        for (function, count) in counts.iter_mut().enumerate() {
            *count = instructions(number, function)?;
        }
        let ratio = counts[GENERATED] / counts[BY_HAND];
        product *= ratio;
        if ratio > row.limit {
            println!("{}: {ratio:.2} times the instructions of the gradient by hand, not {}", row.name, row.limit);
            kept = false;
        }
        let mut gradient = vec![0.0; workload.parameters()];
        let mut bytes = |function| {
            let run = || {
                black_box(workload.run(function, &mut gradient));
            };
            measure(run).bytes_total
        };
        let mut workspace = Workspace::new();
        workspace.run(|| bytes(GENERATED));
        let again = workspace.run(|| bytes(GENERATED));
        let bytes = [bytes(PRIMAL), bytes(BY_HAND), bytes(GENERATED), again];
        let ratios = |of: [f64; 3]| [of[BY_HAND] / of[PRIMAL], of[GENERATED] / of[PRIMAL], of[GENERATED] / of[BY_HAND]];
        let mut cells = vec![row.name.to_owned(), workload.size()];
        cells.extend(ratios(counts).map(|ratio| format!("{ratio:.2}")));
        if !short {
            let times = times(workload, &mut gradient).map(|time| time.as_secs_f64());
            product_of_times *= times[GENERATED] / times[BY_HAND];
            cells.extend(ratios(times).map(|ratio| format!("{ratio:.2}")));
        }
        cells.extend(bytes.map(|bytes| bytes.to_string()));
        table.add_row(cells);
    }
    let mean = |product: f64| product.powf(1.0 / rows.len() as f64);
    println!("Ratios of instructions, and bytes allocated:\n{table}");
    println!("Geometric mean of generated / by hand: {:.2} in instructions.", mean(product));
    if !short {
        println!("Geometric mean of generated / by hand: {:.2} in time.", mean(product_of_times));
    }
    if mean(product) > MEAN {
        println!("The mean is more than {MEAN}.");
        kept = false;
    }
    Ok(kept)
}
