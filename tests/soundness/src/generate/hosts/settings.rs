//! Statements around what lives as long as the program, texts that grow, options, pairs that functions give, and points that are
//! left before they are singular.

use super::super::state::Type;
use super::{Function, Writer};

const HOST: &str = "::soundness::host";

impl Writer<'_> {
    /// A function that gives two reals.
    pub(super) fn pair(&mut self) -> Function {
        self.reals = vec!["u".to_owned(), "w".to_owned()];
        self.numbers = vec!["n as f64".to_owned()];
        self.gives_pair = true;
        let fuel = std::mem::replace(&mut self.fuel, 3);
        let body = self.block(0);
        let other = self.value(1);
        self.gives_pair = false;
        self.has_pair = true;
        self.leaves = false;
        self.fuel = fuel;
        self.reals.clear();
        self.numbers.clear();
        let marked =
            format!("pub fn pair(u: ℝ, w: ℝ, n: usize, b: bool) -> (ℝ, ℝ) {{ let first = {body}; (first, {other}) }}");
        Function::new("pair", Vec::new(), Type::Tuple(vec![Type::Real, Type::Real]), marked)
    }

    /// A statement around settings, texts, options, pairs.
    pub(super) fn of_settings(&mut self, depth: usize) -> String {
        let k = self.number();
        match self.random.below(if depth > 3 { 9 } else { 12 }) {
            kind @ 0..=4 => self.of_owned(kind, k),
            kind @ 5..=7 => self.of_pairs(kind, k),
            8 if self.has_pair => self.of_pairs(8, k),
            kind => self.of_turns(depth, kind, k),
        }
    }

    /// A statement around statics, texts and options.
    fn of_owned(&mut self, kind: usize, k: usize) -> String {
        match kind {
            0 => {
                let name = self.name("k");
                self.numbers.push(name.clone());
                let of = match self.random.below(5) {
                    0 => format!("{HOST}::TABLE[n % 4]"),
                    1 => format!("{HOST}::WORDS[(n + {k}) % 3].len() as f64"),
                    2 => format!("{HOST}::SETTINGS.scale * {HOST}::SETTINGS.bounds.1"),
                    3 => format!("{HOST}::TABLE.iter().skip({HOST}::SETTINGS.bounds.0).sum::<f64>()"),
                    _ => format!(
                        "if {HOST}::SETTINGS.name == {HOST}::WORDS[n % 3] {{ 0.5 }} else {{ {HOST}::TABLE[1] }}"
                    ),
                };
                format!("let {name} = {of};")
            }
            1 => {
                // A reference to what lives as long as the program.
                let (name, real, value) = (self.name("r"), self.name("y"), self.value(1));
                self.numbers.push(format!("{name}.scale"));
                self.reals.push(real.clone());
                format!("let {name} = &{HOST}::SETTINGS; let {real} = ({value}) * ⟨({name}.bounds.1)⟩;")
            }
            2 => {
                let name = self.name("text");
                self.numbers.push(format!("{name}.len() as f64 * 0.125"));
                self.numbers.push(format!("{HOST}::eaten({name}.clone())"));
                let more = match self.random.below(3) {
                    0 => format!("if b {{ {name} += \"-{k}\"; }}"),
                    1 => format!("{name}.push_str({HOST}::WORDS[n % 3]);"),
                    _ => format!("{name} = {name}.clone() + \"/\" + &n.to_string();"),
                };
                format!("let mut {name} = String::from(\"ab\"); {name}.push('c'); {more}")
            }
            3 => {
                let (name, real, value) = (self.name("o"), self.name("y"), self.value(1));
                let otherwise = self.real();
                self.numbers.push(format!("{name}.unwrap_or(0.75)"));
                self.reals.push(real.clone());
                format!(
                    "let {name}: Option<f64> = (n > {}).then_some({k}.5 / 16.0); \
                     let {real} = if let Some(found) = {name} {{ ({value}) * ⟨(found)⟩ }} else {{ {otherwise} }};",
                    k % 4
                )
            }
            _ => {
                // What is copied with its elements, and what they are changed to then.
                let (name, again) = (self.name("l"), self.name("l"));
                self.numbers.push(format!("*{again}[1] as f64 * 0.25"));
                self.numbers.push(format!("{name}[0].0 as f64 * 0.25"));
                format!(
                    "let {name} = vec![{HOST}::Loud({k}), {HOST}::Loud(2)]; let mut {again} = {name}.clone(); {again}[0] = {name}[n % 2].clone();"
                )
            }
        }
    }

    /// A statement around generators, pairs, and points that are left before they are singular.
    fn of_pairs(&mut self, kind: usize, k: usize) -> String {
        match kind {
            5 => {
                let (name, drawn) = (self.name("rng"), self.name("k"));
                self.numbers.push(drawn.clone());
                let real = self.name("y");
                let value = self.value(1);
                self.reals.push(real.clone());
                format!(
                    "let mut {name} = {HOST}::Generator::new({k}); let {drawn} = {HOST}::noise(&mut {name}); \
                     let {real} = ({value}) + ⟨{HOST}::noise(&mut {name})⟩ * ⟨({name}.draw())⟩;"
                )
            }
            6 => {
                // The function is left before what would be singular.
                let (a, b, real) = (self.real(), self.real(), self.name("y"));
                self.leaves = true;
                let early = self.early();
                self.reals.push(real.clone());
                let (there, value) = match self.random.below(3) {
                    0 => (format!("{a} == ⟨0.0⟩"), format!("({b} / {a}).tanh()")),
                    1 => (format!("{a} * {a} + {b} * {b} < ⟨0.5⟩"), format!("({a} * {a} + {b} * {b}).sqrt().sin()")),
                    _ => (format!("!({a} > ⟨0.0⟩)"), format!("({a}.ln() * {a}).tanh()")),
                };
                format!("if {there} {{ {early} }} let {real} = {value};")
            }
            7 => {
                // One of two pairs.
                let (one, other, condition) = (self.name("y"), self.name("y"), self.condition());
                let pairs: Vec<String> = (0..4).map(|_| self.value(1)).collect();
                let mutable = self.random.chance(40);
                if mutable {
                    self.changing.push(other.clone());
                } else {
                    self.reals.push(other.clone());
                }
                self.reals.push(one.clone());
                format!(
                    "let ({one}, {}{other}) = if {condition} {{ ({}, {}) }} else {{ ({}, {}) }};",
                    if mutable { "mut " } else { "" },
                    pairs[0],
                    pairs[1],
                    pairs[2],
                    pairs[3]
                )
            }
            _ => {
                let (one, other, real) = (self.name("y"), self.name("y"), self.real());
                let (argument, condition) = (self.value(1), self.random.chance(50));
                self.reals.push(one.clone());
                if self.random.chance(30) {
                    return format!("let {one} = pair({real}, {argument}, n / 2, {condition}).{};", k % 2);
                }
                self.reals.push(other.clone());
                format!("let ({one}, {other}) = pair({real}, {argument}, n / 2, {condition});")
            }
        }
    }

    /// A loop over words or letters, or one whose turns share a generator.
    fn of_turns(&mut self, depth: usize, kind: usize, k: usize) -> String {
        match kind {
            8 | 9 => {
                // The words of a text.
                let (sum, label, words) = (self.name("y"), self.name("'t"), self.name("words"));
                self.changing.push(sum.clone());
                self.labels.push(label.clone());
                let numbers = self.numbers.len();
                self.numbers.push("word.len() as f64 * 0.25".to_owned());
                let (value, condition, leave) = (self.value(1), self.condition(), self.leave());
                self.numbers.truncate(numbers);
                self.labels.pop();
                format!(
                    "let mut {sum}: ℝ = ⟨0.25⟩; let mut {words} = \"a bb ccc\".split(' ').take(n); {label}: while let Some(word) = {words}.next() {{ \
                         if {condition} && word.len() > 1 {{ {leave} }} {sum} = ({sum} * ⟨(word.len() as f64)⟩ + {value}).sin(); }}"
                )
            }
            10 => {
                // Letters.
                let (sum, letters) = (self.name("y"), self.name("letters"));
                let value = self.value(1);
                self.changing.push(sum.clone());
                format!(
                    "let mut {sum}: ℝ = ⟨0.5⟩; let mut {letters} = {HOST}::WORDS[n % 3].chars().enumerate(); while let Some((at, letter)) = {letters}.next() {{ \
                         if letter == 'u' || at > 2 {{ continue; }} {sum} += ({value}) * ⟨(at as f64)⟩; }}"
                )
            }
            _ => {
                // A generator that the turns share.
                let (name, sum, label) = (self.name("rng"), self.name("y"), self.name("'r"));
                self.changing.push(sum.clone());
                self.labels.push(label.clone());
                let numbers = self.numbers.len();
                self.numbers.push("drawn".to_owned());
                let block = self.block(depth + 1);
                self.numbers.truncate(numbers);
                self.labels.pop();
                format!(
                    "let mut {name} = {HOST}::Generator::new({k}); let mut {sum}: ℝ = ⟨0.25⟩; {label}: for _ in 0..n {{ \
                         let drawn = {name}.draw(); if drawn > 0.25 {{ continue {label}; }} let last = {block}; \
                         {sum} = {sum} * ⟨drawn⟩ + last.tanh(); if {name}.below_eight() == 3 {{ break {label}; }} }}"
                )
            }
        }
    }

    /// A statement that leaves the function.
    pub(super) fn early(&mut self) -> String {
        let value = self.value(1);
        if self.gives_pair { format!("return ({value}, {});", self.real()) } else { format!("return {value};") }
    }
}
