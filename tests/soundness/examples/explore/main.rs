//! Runs random programs of new seeds, and gives each a verdict of its own.
//!
//! ```text
//! cargo run --release -p soundness --example explore -- --seed 1000 --programs 20000
//! ```
//!
//! A program is refused by the macro, refused by rustc, differs, or agrees. Programs are compiled many at a time in a
//! crate below `target/explore`, each in a file of its own. What rustc says names the file, so that one program that
//! does not compile is taken out and hides no other. A program that does not compile without the attribute, or
//! whose truth is not finite, is a fault of the generator, and says so.
//!
//! Options: `--seed N` (the first seed), `--programs N`, `--kind functions|spread|structs|loops|arrays|hosts|bodies|models` (all of them
//! otherwise),
//! `--without a,b` (features of the generator to leave out), `--batch N` (programs in one crate), `--jobs N` (crates at a time),
//! `--reduce` (the smallest program that fails with each message is made smaller).
//!
//! Ends with an error if a program is refused, differs, or is a fault of the generator.

#[path = "../../tests/compiled/mod.rs"]
mod compiled;
mod crates;
mod reduce;
mod verdict;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use soundness::generate::{Features, Kind, Program};
use verdict::Verdict;

use crate::crates::{Libraries, Place};

/// What the command line asks for.
struct Options {
    seed: u64,
    programs: u64,
    kinds: Vec<Kind>,
    features: Features,
    batch: u64,
    jobs: usize,
    reduce: bool,
}

impl Options {
    fn read() -> Result<Self, String> {
        let mut options = Self {
            seed: 1000,
            programs: 1000,
            kinds: Kind::ALL.to_vec(),
            features: Features::ALL,
            batch: 300,
            jobs: 2,
            reduce: false,
        };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            if word == "--reduce" {
                options.reduce = true;
                continue;
            }
            let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
            let number = || value.parse().map_err(|_| format!("{word} takes a number, not {value}"));
            match word.as_str() {
                "--seed" => options.seed = number()?,
                "--programs" => options.programs = number()?,
                "--batch" => options.batch = number()?.max(1),
                "--jobs" => options.jobs = usize::try_from(number()?.max(1)).map_err(|error| error.to_string())?,
                "--without" => options.features = Features::without(&value)?,
                "--kind" => {
                    let kind = Kind::ALL.into_iter().find(|kind| kind.name() == value);
                    options.kinds = vec![kind.ok_or_else(|| format!("{value} is no kind of programs"))?];
                }
                _ => return Err(format!("{word} is no option")),
            }
        }
        Ok(options)
    }

    /// The programs of a batch: the kinds take turns.
    fn batch(&self, number: u64) -> Vec<Program> {
        let indices = number * self.batch..((number + 1) * self.batch).min(self.programs);
        let kinds = self.kinds.len() as u64;
        indices
            .map(|index| {
                let kind = usize::try_from(index % kinds).expect("one of few");
                Program::new(self.kinds[kind], self.seed + index / kinds, self.features)
            })
            .collect()
    }
}

fn main() -> ExitCode {
    let options = match Options::read() {
        Ok(options) => options,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::FAILURE;
        }
    };
    let libraries = Arc::new(Libraries::new());
    // What the compiler panics with is a verdict, not something to print.
    std::panic::set_hook(Box::new(|_| {}));
    let began = Instant::now();
    let verdicts: Mutex<BTreeMap<(Kind, u64), (Verdict, String)>> = Mutex::default();
    let batches = options.programs.div_ceil(options.batch);
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for job in 0..options.jobs {
            let (options, verdicts, next, libraries) = (&options, &verdicts, &next, &libraries);
            scope.spawn(move || {
                let place = Place::new(job, libraries);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= batches {
                        break;
                    }
                    let programs = options.batch(number);
                    let found = verdict::verdicts(&place, &programs);
                    let mut all = verdicts.lock().expect("no thread panics with it");
                    for (program, verdict) in programs.iter().zip(found) {
                        if verdict != Verdict::Agrees {
                            println!("---- {}: {verdict}\n{}", program.name(), program.on_f64(true));
                        }
                        all.insert((program.kind, program.seed), (verdict, program.on_f64(true)));
                    }
                    let bad = all.values().filter(|(verdict, _)| *verdict != Verdict::Agrees).count();
                    eprintln!("{} programs, {bad} that do not agree, {} s", all.len(), began.elapsed().as_secs());
                }
            });
        }
    });
    let verdicts = verdicts.into_inner().expect("no thread panics with it");
    report(&verdicts, options.reduce, &libraries);
    println!("{} programs in {} s", verdicts.len(), began.elapsed().as_secs());
    if verdicts.values().all(|(verdict, _)| *verdict == Verdict::Agrees) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// A table of the verdicts; with what the smallest program of each message was reduced to, if that is wanted.
fn report(verdicts: &BTreeMap<(Kind, u64), (Verdict, String)>, reduces: bool, libraries: &Arc<Libraries>) {
    let mut kinds: BTreeMap<(Kind, &str), usize> = BTreeMap::new();
    let mut messages: BTreeMap<String, Vec<(Kind, u64)>> = BTreeMap::new();
    for (key, (verdict, _)) in verdicts {
        *kinds.entry((key.0, verdict.name())).or_default() += 1;
        if *verdict != Verdict::Agrees {
            messages.entry(verdict.group()).or_default().push(*key);
        }
    }
    let place = Place::new(0, libraries);
    for (message, keys) in &mut messages {
        keys.sort_by_key(|key| verdicts[key].1.len());
        if reduces && let Some((verdict, text)) = keys.first().map(|key| &verdicts[key]) {
            println!("==== {message}");
            match reduce::reduced(&place, text, verdict) {
                Some(smaller) => println!("---- made smaller:\n{smaller}"),
                None => println!("---- cannot be made smaller"),
            }
        }
    }
    println!("{:<12} {:<24} {:>8}", "programs", "verdict", "count");
    for ((kind, verdict), count) in &kinds {
        println!("{:<12} {verdict:<24} {count:>8}", kind.name());
    }
    for (message, keys) in &messages {
        let names: Vec<String> = keys.iter().take(8).map(|key| format!("{} {}", key.0.name(), key.1)).collect();
        println!("{:>6} × {message}\n         {}", keys.len(), names.join(", "));
    }
}
