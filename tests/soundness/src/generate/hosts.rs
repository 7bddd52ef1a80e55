//! Programs around a host: guards, clones, items, texts, references and integers that only rustc knows, in blocks, branches and
//! loops; and singular points behind conditions. Everything of the host is written in [`crate::host`]'s words.
//!
//! The statements make reals out of reals; what they take of the host is a constant to the derivative.

mod held;
mod owned;
mod settings;

use std::fmt::Write as _;

use super::random::Random;
use super::state::Type;
use super::{ENTRY, Function};

/// A function is being written.
struct Writer<'r> {
    random: &'r mut Random,
    /// The reals in scope that do not change, and those that are declared with `mut`.
    reals: Vec<String>,
    changing: Vec<String>,
    /// Numbers of the host in scope, as expressions of type `f64`, each of which can be evaluated again.
    numbers: Vec<String>,
    /// The guards in scope that may be moved: those of the innermost block.
    guards: Vec<String>,
    /// The labels of the loops around, the innermost one last.
    labels: Vec<String>,
    /// Whether a loop or the function may be left.
    leaves: bool,
    /// Whether the function that is written gives a pair, and whether there is one that does.
    gives_pair: bool,
    has_pair: bool,
    /// How many names there are.
    names: usize,
    /// How many statements may still be written.
    fuel: usize,
}

/// One function of reals, an integer and a truth value.
pub(super) fn program(random: &mut Random) -> Vec<Function> {
    let fuel = 4 + random.below(14);
    let mut writer = Writer {
        random,
        reals: Vec::new(),
        changing: Vec::new(),
        numbers: Vec::new(),
        guards: Vec::new(),
        labels: Vec::new(),
        leaves: false,
        gives_pair: false,
        has_pair: false,
        names: 0,
        fuel,
    };
    let mut functions = Vec::new();
    if writer.random.chance(40) {
        functions.push(writer.pair());
    }
    let count = 1 + writer.random.below(3);
    let mut params = Vec::new();
    let mut patterns = Vec::new();
    for at in 0..count {
        params.push(Type::Real);
        patterns.push(format!("x{at}: ℝ"));
        writer.reals.push(format!("x{at}"));
    }
    params.extend([Type::Int("usize"), Type::Bool]);
    patterns.extend(["n: usize".to_owned(), "b: bool".to_owned()]);
    writer.numbers.push("n as f64".to_owned());
    let body = writer.block(0);
    let marked = format!("pub fn {ENTRY}({}) -> ℝ {body}", patterns.join(", "));
    functions.push(Function::new(ENTRY, params, Type::Real, marked));
    functions
}

impl Writer<'_> {
    fn name(&mut self, of: &str) -> String {
        self.names += 1;
        format!("{of}{}", self.names)
    }

    fn number(&mut self) -> usize {
        self.random.below(40)
    }

    fn condition(&mut self) -> String {
        match self.random.below(6) {
            0 => "b".to_owned(),
            1 => format!("n > {}", self.random.below(5)),
            2 => format!("::soundness::host::count() % {} == 0", 2 + self.random.below(2)),
            3 => format!("::soundness::host::Whole(n as i32) + {} > ::soundness::host::Whole(3)", self.random.below(4)),
            4 => format!("{} > ⟨{:.1}⟩", self.real(), self.random.uniform(-1.0, 1.0)),
            _ => format!("[\"one\", \"two\", \"three\"][n % 3] == \"{}\"", self.random.pick(&["one", "two"])),
        }
    }

    /// A real in scope.
    fn real(&mut self) -> String {
        let all: Vec<String> = self.reals.iter().chain(&self.changing).cloned().collect();
        self.random.pick(&all).clone()
    }

    /// A number of the host.
    fn of_host(&mut self) -> String {
        let (k, l) = (self.number(), 1 + self.random.below(4));
        match self.random.below(11) {
            0 | 1 if !self.numbers.is_empty() => {
                let numbers = self.numbers.clone();
                self.random.pick(&numbers).clone()
            }
            2 => format!("::soundness::host::Guard::new({k}).number()"),
            3 => format!("*::soundness::host::Loud({k}).clone() as f64 * 0.125"),
            4 => format!("((::soundness::host::Whole({k}) + {l}) % 5) as f64"),
            5 => format!("::soundness::host::eaten(n.to_string() + \"-{k}\")"),
            6 => format!("{{ const K: f64 = {l}.5; fn twice() -> f64 {{ 2.0 * K }} twice() + K }}"),
            7 => format!(
                "{{ let _g = ::soundness::host::Guard::new({k}); let k = ::soundness::host::count(); ::soundness::host::depth({}k) + k as f64 }}",
                "&".repeat(l % 3)
            ),
            8 => "f64::from(n as u8) + f64::from(b)".to_owned(),
            9 => "match [\"a\", \"bb\", \"\"][n % 3] { \"a\" => 1.5, t if t.len() > 1 => t.len() as f64, _ => 0.25 }"
                .to_owned(),
            _ => format!("(0..n).map(|i| i * {l}).filter(|i| i % 2 == 0).sum::<usize>() as f64 * 0.125"),
        }
    }

    /// A real, made of reals and of numbers of the host; of moderate size.
    fn value(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.real();
        }
        let (a, b) = (self.value(depth - 1), self.value(depth - 1));
        match self.random.below(9) {
            0 => format!("({a}).sin()"),
            1 => format!("({a} + {b})"),
            2 => format!("({a} - {b})"),
            3 => format!("({a}).tanh() * ({b})"),
            4 => format!("({a}).cos() * ⟨({})⟩", self.of_host()),
            5 => format!("⟨({})⟩ * ({a}).tanh()", self.of_host()),
            6 => format!("({a}) / (⟨1.5⟩ + ({b}) * ({b}))"),
            7 => format!("({a}).max({b})"),
            _ => format!("({a}).tanh() + ⟨({})⟩", self.of_host()),
        }
    }

    /// What is singular at some point, and a choice that leaves it there.
    fn guarded(&mut self) -> (String, String) {
        let (a, b) = (self.real(), self.real());
        let name = self.name("s");
        let c = self.real();
        let (made, there, otherwise) = match self.random.below(9) {
            5 => (format!("{a}.hypot({b})"), format!("{name} > ⟨0.0⟩"), format!("({a} * {b} / {name}).tanh()")),
            6 => (format!("{a}.abs().powf(⟨0.5⟩)"), format!("{name} > ⟨0.25⟩"), format!("{name}.cos()")),
            7 => (format!("({a} * {b}).abs().sqrt()"), "true".to_owned(), format!("{name}.max(⟨1.5⟩).sin()")),
            8 => (format!("({a} - {b}).abs().ln()"), format!("{a} != {b}"), format!("({name} * {a}).tanh()")),
            0 => {
                (format!("({a} * {a} + {b} * {b}).sqrt()"), format!("{name} > ⟨0.0⟩"), format!("({a} / {name}).tanh()"))
            }
            1 => (format!("{a} / {b}"), format!("{b} != ⟨0.0⟩"), format!("{name}.tanh()")),
            2 => (format!("({a} * {a}).ln()"), format!("{a} * {a} > ⟨0.5⟩"), format!("{name}.sin()")),
            3 => (format!("{a}.abs().sqrt()"), format!("{a} != ⟨0.0⟩"), format!("{name} * {b}.tanh()")),
            _ => (format!("⟨1.0⟩ / {a}"), format!("{a} != ⟨0.0⟩ && b"), format!("{name}.sin()")),
        };
        (format!("let {name} = {made};"), format!("if {there} {{ {otherwise} }} else {{ {c} }}"))
    }

    /// A block that gives a real.
    fn block(&mut self, depth: usize) -> String {
        let (reals, changing, numbers) = (self.reals.len(), self.changing.len(), self.numbers.len());
        let guards = std::mem::take(&mut self.guards);
        let mut text = String::from("{ ");
        let statements = 1 + self.random.below(5);
        for _ in 0..statements {
            if self.fuel == 0 {
                break;
            }
            self.fuel -= 1;
            let statement = self.statement(depth);
            text.push_str(&statement);
            text.push(' ');
        }
        let value = self.value(2);
        // Temporaries of the last expression would live on. Where something leaves, the type of the value has to be seen.
        let ty = if self.leaves || self.random.chance(50) { ": ℝ" } else { "" };
        let _ = write!(text, "let last{ty} = {value}; last }}");
        self.reals.truncate(reals);
        self.changing.truncate(changing);
        self.numbers.truncate(numbers);
        self.guards = guards;
        text
    }

    fn statement(&mut self, depth: usize) -> String {
        let k = self.number();
        if self.random.chance(30) {
            return self.of_state(depth);
        }
        match self.random.below(10) {
            0 | 1 => return self.of_what_is_held(depth),
            2 | 3 => return self.of_settings(depth),
            _ => {}
        }
        match self.random.below(if depth > 3 { 9 } else { 14 }) {
            0 => format!("let _g = ::soundness::host::Guard::new({k});"),
            1 => {
                let name = self.name("g");
                self.numbers.push(format!("{name}.number()"));
                self.guards.push(name.clone());
                format!("let {name} = ::soundness::host::Guard::new({k});")
            }
            2 => {
                let name = self.name("k");
                let of = self.of_host();
                self.numbers.push(name.clone());
                format!("let {name} = {of};")
            }
            3 => {
                let (name, again) = (self.name("l"), self.name("l"));
                self.numbers.push(format!("*{again} as f64 * 0.25"));
                self.numbers.push(format!("{name}.0 as f64"));
                format!("let {name} = ::soundness::host::Loud({k}); let {again} = {name}.clone();")
            }
            4 => {
                let (name, of) = (self.name("v"), self.of_host());
                self.numbers.push(format!("{name}[n % 2]"));
                self.numbers.push(format!("{name}.iter().sum::<f64>()"));
                let shown = self.name("r");
                self.numbers.push(format!("{shown}[1]"));
                format!("let {name} = vec![{of}, {k}.25]; let {shown} = &{name};")
            }
            5 => {
                let (name, value) = (self.name("y"), self.value(2));
                self.changing.push(name.clone());
                format!("let mut {name} = {value};")
            }
            6 if !self.changing.is_empty() => {
                let changing = self.changing.clone();
                let (name, value) = (self.random.pick(&changing).clone(), self.value(2));
                let op = *self.random.pick(&["=", "+=", "-="]);
                format!("{name} {op} {value};")
            }
            7 => {
                let (before, choice) = self.guarded();
                let name = self.name("y");
                self.reals.push(name.clone());
                format!("{before} let {name} = {choice};")
            }
            6 | 8 => {
                // The same name again.
                let value = self.value(2);
                let name = self.reals[self.random.below(self.reals.len())].clone();
                format!("let {name} = {value};")
            }
            9 | 10 => {
                let (condition, name) = (self.condition(), self.name("y"));
                let (then, otherwise) = (self.block(depth + 1), self.block(depth + 1));
                self.reals.push(name.clone());
                format!("let {name} = if {condition} {then} else {otherwise};")
            }
            11 => {
                let block = self.block(depth + 1);
                let name = self.name("y");
                self.reals.push(name.clone());
                format!("let {name} = {block};")
            }
            12 => {
                let name = self.name("f");
                let (reals, changing) = (self.reals.clone(), std::mem::take(&mut self.changing));
                // A closure that draws would have to be `mut`.
                let numbers = self.numbers.clone();
                self.numbers.retain(|number| !number.ends_with(".draw()"));
                self.reals.push("v".to_owned());
                let body = self.value(2);
                (self.reals, self.changing, self.numbers) = (reals, changing, numbers);
                let argument = self.real();
                let given = self.name("y");
                self.reals.push(given.clone());
                format!("let {name} = |v: ℝ| {body}; let {given} = {name}({argument}) + {name}(⟨0.5⟩);")
            }
            _ => {
                let sum = self.name("y");
                let (before, choice) = self.guarded();
                self.changing.push(sum.clone());
                let label = format!("'{sum}");
                self.labels.push(label.clone());
                let block = self.block(depth + 1);
                let stops = self.condition();
                let leave = self.leave();
                self.labels.pop();
                format!(
                    "let mut {sum}: ℝ = ⟨0.0⟩; {before} {label}: for i in 0..n {{ let _g = ::soundness::host::Guard::new(i as i64); {sum} += {choice}; \
                     if {stops} {{ {leave} }} let last = {block}; {sum} = ({sum} + last).tanh(); }}"
                )
            }
        }
    }
}
