//! What there is to say of each program.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};
use std::panic::catch_unwind;
use std::sync::mpsc::channel;
use std::time::Duration;

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use soundness::generate::Program;
use soundness::{Dual, Interface};

use crate::compiled;
use crate::crates::{Module, Place};

/// A macro that takes longer for a function of these programs does not come to an end.
const PATIENCE: Duration = Duration::from_secs(30);

/// What there is to say of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// The function, the emitted code, the nets where they can run, and dual numbers.
    Agrees,
    /// The macro refuses it.
    Refused(String),
    /// The macro panics.
    Panics(String),
    /// The macro does not come to an end.
    Hangs,
    /// rustc refuses what the macro emits.
    DoesNotCompile(String),
    /// The emitted code is wrong.
    Differs(String),
    /// A net is wrong.
    NetDiffers(String),
    /// It is no program at all, or its truth cannot be trusted.
    Invalid(String),
}

impl Verdict {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Refused(_) => "refused by the macro",
            Self::Panics(_) => "the macro panics",
            Self::Hangs => "the macro does not end",
            Self::DoesNotCompile(_) => "refused by rustc",
            Self::Differs(_) => "differs",
            Self::NetDiffers(_) => "net differs",
            Self::Invalid(_) => "fault of the generator",
        }
    }

    fn why(&self) -> &str {
        match self {
            Self::Agrees | Self::Hangs => "",
            Self::Refused(why)
            | Self::Panics(why)
            | Self::DoesNotCompile(why)
            | Self::Differs(why)
            | Self::NetDiffers(why)
            | Self::Invalid(why) => why,
        }
    }

    /// What programs have in common that fail for the same reason, as far as can be seen.
    pub(crate) fn group(&self) -> String {
        match self {
            Self::Differs(_) | Self::NetDiffers(_) => self.name().to_owned(),
            _ => {
                // What is in backquotes is of the program, apart from traits.
                let mut parts = self.why().lines().next().unwrap_or_default().split('`');
                let mut group = format!("{}: {}", self.name(), parts.next().unwrap_or_default());
                while let Some(quoted) = parts.next() {
                    group.push_str(if quoted.contains("Copy") { "`…: Copy`" } else { "`…`" });
                    group.push_str(parts.next().unwrap_or_default());
                }
                group.chars().filter(|character| !character.is_ascii_digit()).collect()
            }
        }
    }
}

impl Display for Verdict {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name(), self.why())
    }
}

/// What the macro says of this text with attributes: `None` if it takes it.
pub(crate) fn refusal(text: &str) -> Option<Verdict> {
    let file = match syn::parse_str::<syn::File>(text) {
        Ok(file) => file,
        Err(error) => return Some(Verdict::Invalid(format!("it cannot be parsed: {error}"))),
    };
    for mut item in file.items {
        let attributes = match &mut item {
            syn::Item::Fn(item) => &mut item.attrs,
            syn::Item::Impl(item) => &mut item.attrs,
            syn::Item::Trait(item) => &mut item.attrs,
            syn::Item::Struct(item) => &mut item.attrs,
            _ => continue,
        };
        let is = |attribute: &syn::Attribute| {
            attribute.path().segments.last().is_some_and(|last| last.ident == "differentiable")
        };
        let Some(index) = attributes.iter().position(is) else { continue };
        attributes.remove(index);
        let text = item.into_token_stream().to_string();
        match expanded(text) {
            None => return Some(Verdict::Hangs),
            Some(Ok(None)) => {}
            Some(Ok(Some(why))) => return Some(Verdict::Refused(why)),
            Some(Err(panic)) => {
                let why = panic.downcast_ref::<String>().cloned();
                let why = why.or_else(|| panic.downcast_ref::<&str>().map(|&why| why.to_owned()));
                return Some(Verdict::Panics(why.unwrap_or_default()));
            }
        }
    }
    None
}

/// The message of the first `compile_error!` in what the macro makes of this item, or its panic. `None` if that takes longer than
/// [`PATIENCE`]: the thread that is at it is left alone.
fn expanded(text: String) -> Option<std::thread::Result<Option<String>>> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let expanded = catch_unwind(|| {
            let tokens = text.parse().expect("the tokens of an item");
            compile_error(backprop_compiler::differentiable(quote!(), tokens))
        });
        // Nobody listens any more where this took too long.
        let _ = sender.send(expanded);
    });
    receiver.recv_timeout(PATIENCE).ok()
}

/// The message of the first `compile_error!` in these tokens.
fn compile_error(tokens: TokenStream) -> Option<String> {
    let mut error = false;
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => error |= ident == "compile_error",
            TokenTree::Group(group) if error => return Some(group.stream().to_string()),
            TokenTree::Group(group) => {
                if let Some(found) = compile_error(group.stream()) {
                    return Some(found);
                }
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    None
}

/// The verdict of each program.
pub(crate) fn verdicts(place: &Place, programs: &[Program]) -> Vec<Verdict> {
    let mut all: BTreeMap<String, Verdict> = BTreeMap::new();
    for program in programs {
        if let Some(verdict) = refusal(&program.on_f64(true)) {
            all.insert(program.name(), verdict);
        }
    }
    let module = |program: &Program, emitted: bool| Module { name: program.name(), text: program.module(emitted) };
    let taken: Vec<&Program> = programs.iter().filter(|program| !all.contains_key(&program.name())).collect();
    let modules: Vec<Module> = taken.iter().map(|program| module(program, true)).collect();
    let main = |modules: &[&Module]| {
        let cases: Vec<String> = modules.iter().map(|module| format!("{}::CASE", module.name)).collect();
        format!("fn main() {{ ::soundness::compare::print(&[{}]) }}\n", cases.join(", "))
    };
    let errors = place.compile(&modules, main, false);
    if errors.len() < modules.len() {
        let output = place.run();
        let said = String::from_utf8_lossy(&output.stdout);
        let mut runs = read(&said);
        for program in taken.iter().filter(|program| !errors.contains_key(&program.name())) {
            let run = runs.remove(&program.name()).unwrap_or_else(|| Run::ended("the process ended before it ran"));
            all.insert(program.name(), verdict_of(program, run));
        }
    }
    all.extend(errors.into_iter().map(|(name, why)| (name, Verdict::DoesNotCompile(why))));
    // Is it a program at all?
    let refused = |program: &&Program| matches!(all[&program.name()], Verdict::Refused(_) | Verdict::DoesNotCompile(_));
    let plain: Vec<Module> = programs.iter().filter(refused).map(|program| module(program, false)).collect();
    if !plain.is_empty() {
        let errors = place.compile(&plain, |_| "fn main() {}".to_owned(), true);
        all.extend(errors.into_iter().map(|(name, why)| (name, Verdict::Invalid(why))));
    }
    programs.iter().map(|program| all[&program.name()].clone()).collect()
}

/// What a program printed.
struct Run {
    truth: Option<String>,
    fault: Option<String>,
    points: Vec<(f64, Vec<Dual>)>,
}

impl Run {
    fn ended(why: &str) -> Self {
        Self { truth: None, fault: Some(why.to_owned()), points: Vec::new() }
    }
}

fn read(said: &str) -> BTreeMap<String, Run> {
    let mut runs: BTreeMap<String, Run> = BTreeMap::new();
    let mut done: BTreeSet<&str> = BTreeSet::new();
    for line in said.lines() {
        let mut words = line.splitn(3, ' ');
        let (Some(what), Some(name)) = (words.next(), words.next()) else { continue };
        let rest = words.next().unwrap_or_default();
        let run = runs.entry(name.to_owned()).or_insert_with(|| Run { truth: None, fault: None, points: Vec::new() });
        match what {
            "truth" => run.truth = Some(rest.to_owned()),
            "fault" => run.fault = Some(rest.to_owned()),
            "point" => {
                let numbers = rest.split(' ').filter_map(|bits| bits.parse().ok().map(f64::from_bits));
                let numbers: Vec<f64> = numbers.collect();
                let duals = numbers[1..].chunks(2).map(|pair| Dual { v: numbers[0], d: pair[0], s: pair[1] });
                run.points.push((numbers[0], duals.collect()));
            }
            "done" => drop(done.insert(name)),
            _ => {}
        }
    }
    for (name, run) in &mut runs {
        if !done.contains(name.as_str()) && run.truth.is_none() && run.fault.is_none() {
            run.fault = Some("it ends the process".to_owned());
        }
    }
    runs
}

/// The verdict of a program that ran: what is left to run are its nets.
fn verdict_of(program: &Program, run: Run) -> Verdict {
    if let Some(why) = run.truth {
        return Verdict::Invalid(why);
    }
    if let Some(why) = run.fault {
        return Verdict::Differs(why);
    }
    if !program.runs_as_nets() {
        return Verdict::Agrees;
    }
    let (reals, integers, bools) = program.counts();
    let points = Interface { reals, integers, bools }.points(program.seed);
    let texts = program.texts();
    let texts: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let found = catch_unwind(|| match compiled::compile(&texts) {
        Err(compiled::Skipped::Foreign) => Verdict::Agrees,
        Err(compiled::Skipped::Refused(why)) => Verdict::Refused(why),
        Ok(nets) => {
            let why = points
                .iter()
                .zip(&run.points)
                .find_map(|(at, (value, partials))| Some(format!("at {at:?}: {}", nets.fault(at, *value, partials)?)));
            why.map_or(Verdict::Agrees, Verdict::NetDiffers)
        }
    });
    found.unwrap_or_else(|_| Verdict::NetDiffers("the evaluator panics".to_owned()))
}
