//! Doubling: twice the input takes a gradient at most [`GROWTH`] times the instructions and the bytes, for one function of each kind
//! of loop.
//!
//! ```sh
//! cargo bench -p backprop --bench doubling
//! ```
//!
//! The program runs itself under `valgrind --tool=callgrind`, once for each function and length, which counts the instructions of
//! one gradient.

#![expect(
    clippy::cast_precision_loss,
    clippy::needless_range_loop,
    reason = "they are written as numerical programs are, not as `clippy` would have them"
)]

use std::hint::black_box;
use std::path::Path;
use std::process::{Command, ExitCode};

use allocation_counter::measure;
use backprop::differentiable;
use comfy_table::{Table, presets};

/// How many times the instructions, and the bytes allocated, twice the input may take.
const GROWTH: f64 = 2.1;

/// The shorter input.
const LENGTH: usize = 4096;

/// The argument with which the program runs itself under valgrind, before the numbers of a function and of a length.
const COUNTED_RUN: &str = "--counted-run";

#[differentiable]
fn dot(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * x[x.len() - 1 - i];
    }
    sum
}

#[differentiable]
fn recurrence(x: &[f64]) -> f64 {
    let mut y = vec![0.0; x.len()];
    y[0] = x[0];
    for i in 1..x.len() {
        y[i] = y[i - 1].sin() * x[i];
    }
    y[x.len() - 1]
}

#[differentiable]
fn in_place(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    for i in 1..y.len() {
        y[i] *= 0.5 + 0.1 * y[i - 1];
    }
    dot(&y)
}

#[differentiable]
fn stencil(x: &[f64]) -> f64 {
    let mut u = x.to_vec();
    let mut next = u.clone();
    for _ in 0..4 {
        for i in 1..u.len() - 1 {
            next[i] = u[i] + 0.1 * u[i] * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
        }
        std::mem::swap(&mut u, &mut next);
    }
    u[x.len() / 2]
}

#[differentiable]
fn while_on_data(x: &[f64]) -> f64 {
    let (mut i, mut sum) = (0, 0.0);
    while i < x.len() && sum > -1e9 {
        if x[i] > 0.5 {
            sum += x[i] * x[i];
        } else {
            sum -= x[i].cos();
        }
        i += 1;
    }
    sum
}

#[differentiable]
fn rows(x: &[f64]) -> f64 {
    let mut product = 1.0;
    for row in x.chunks_exact(16) {
        product *= 1.0 + 1e-3 * dot(row);
    }
    product
}

#[differentiable]
fn nested(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() / 16 {
        let mut scratch = [0.0; 4];
        for j in 0..16 {
            scratch[j % 4] += x[16 * i + j] * x[i];
        }
        sum += (scratch[0] * scratch[1]).sin() + scratch[2] * scratch[3];
    }
    sum
}

#[differentiable]
fn stack(x: &[f64]) -> f64 {
    let mut v = Vec::new();
    for i in 0..x.len() {
        v.push(x[i] * x[i]);
    }
    let mut sum = 0.0_f64;
    while let Some(last) = v.pop() {
        sum = last + (0.5 * sum).sin();
    }
    sum
}

#[differentiable]
fn halves(x: &[f64]) -> f64 {
    if x.len() <= 8 {
        return dot(x);
    }
    let middle = x.len() / 2;
    halves(&x[..middle]) + 0.5 * halves(&x[middle..])
}

#[differentiable]
fn scale(x: &mut [f64], k: f64) {
    for v in x.iter_mut() {
        *v *= k;
    }
}

/// Each call changes a part that another call has looked at.
#[differentiable]
fn calls_by_reference(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let mut sum = 0.0;
    for i in 0..x.len() / 16 {
        sum += dot(&y[16 * i..16 * i + 16]);
        scale(&mut y[16 * i..16 * i + 16], 0.9 + 1e-9 * sum);
    }
    sum + dot(&y)
}

#[differentiable]
fn with_closure(x: &[f64]) -> f64 {
    let at = |i: usize| x[i] * x[i].sin();
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += at(i);
    }
    sum
}

#[differentiable]
fn early(x: &[f64]) -> f64 {
    let mut product = 1.0;
    for i in 0..x.len() {
        product *= 1.0 + 1e-4 * x[i].sin();
        if product > 1e9 {
            return product;
        }
    }
    product
}

type Gradient = fn(&[f64]) -> Vec<f64>;

const FUNCTIONS: [(&str, Gradient); 12] = [
    ("dot product", dot::grad),
    ("recurrence", recurrence::grad),
    ("overwritten in place", in_place::grad),
    ("stencil, two buffers", stencil::grad),
    ("while on data, branches", while_on_data::grad),
    ("calls with parts", rows::grad),
    ("scratch in a nested loop", nested::grad),
    ("push and pop", stack::grad),
    ("recursion on halves", halves::grad),
    ("calls that change parts", calls_by_reference::grad),
    ("closure over a slice", with_closure::grad),
    ("early return", early::grad),
];

fn input(length: usize) -> Vec<f64> {
    (0..length).map(|i| 0.6 + 0.4 * (i as f64).sin()).collect()
}

#[inline(never)]
fn counted_call(gradient: Gradient, x: &[f64]) -> Vec<f64> {
    gradient(black_box(x))
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == COUNTED_RUN) {
        let [function, length] = [1, 2].map(|next| arguments[at + next].parse::<usize>().expect("a number"));
        black_box(counted_call(FUNCTIONS[function].1, &input(length)));
        return ExitCode::SUCCESS;
    }
    match report() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("doubling: {error}");
            ExitCode::FAILURE
        }
    }
}

fn report() -> Result<bool, String> {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    table.set_header([
        "function",
        "instructions for one element",
        "twice the input",
        "bytes for one element",
        "twice the input",
    ]);
    let mut good = true;
    for (at, (name, gradient)) in FUNCTIONS.iter().enumerate() {
        let instructions = [1, 2].map(|times| instructions(at, times * LENGTH));
        let [one, two] = instructions;
        let (one, two) = (one?, two?);
        let bytes = [1, 2].map(|times| {
            let x = input(times * LENGTH);
            let counted = measure(|| {
                black_box(gradient(&x));
            });
            counted.bytes_total as f64
        });
        let growth = [two / one, bytes[1] / bytes[0]];
        good &= growth.iter().all(|growth| *growth <= GROWTH);
        table.add_row([
            (*name).to_owned(),
            format!("{:.1}", one / LENGTH as f64),
            format!("{:.2}", growth[0]),
            format!("{:.1}", bytes[0] / LENGTH as f64),
            format!("{:.2}", growth[1]),
        ]);
    }
    println!("{table}");
    println!(
        "{}",
        if good {
            format!("Twice the input takes at most {GROWTH} times the instructions and the bytes.")
        } else {
            format!("Twice the input takes some gradient more than {GROWTH} times the instructions or the bytes.")
        }
    );
    Ok(good)
}

/// The instructions of one gradient.
fn instructions(function: usize, length: usize) -> Result<f64, String> {
    let record = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("doubling.{}", std::process::id()));
    let program = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--collect-atstart=no", "--toggle-collect=*counted_call*"])
        .arg(format!("--callgrind-out-file={}", record.display()))
        .arg(program)
        .args([COUNTED_RUN, &function.to_string(), &length.to_string()])
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
