//! Statements around what is drawn, moved, taken apart and left: generators of random numbers, enums with data, guards that change
//! hands, early returns, labels.

use std::fmt::Write as _;

use super::Writer;

const SHAPE: &str = "::soundness::host::Shape";
const GUARD: &str = "::soundness::host::Guard";

impl Writer<'_> {
    /// A statement around the state of the host.
    pub(super) fn of_state(&mut self, depth: usize) -> String {
        let k = self.number();
        match self.random.below(if depth > 3 { 6 } else { 11 }) {
            0 => {
                let name = self.name("rng");
                self.numbers.push(format!("{name}.draw()"));
                format!("let mut {name} = ::soundness::host::Generator::new({k});")
            }
            1 => {
                let condition = self.condition();
                let inside = if self.random.chance(40) { format!("let _g = {GUARD}::new(60);") } else { String::new() };
                format!("if {condition} {{ {inside} {} }}", self.leave())
            }
            2 if !self.guards.is_empty() => {
                let moved = self.guards.remove(self.random.below(self.guards.len()));
                self.numbers.retain(|number| *number != format!("{moved}.number()"));
                if self.random.chance(50) {
                    return format!("drop({moved});");
                }
                let name = self.name("g");
                self.numbers.push(format!("{name}.number()"));
                self.guards.push(name.clone());
                format!("let {name} = {moved};")
            }
            2 | 3 => {
                let name = self.name("all");
                self.numbers.push(format!("{name}.iter().map(|g| g.number()).sum::<f64>() * 0.25"));
                let pops = if self.random.chance(50) { format!(" {name}.pop();") } else { String::new() };
                format!("let mut {name} = vec![{GUARD}::new({k}), {GUARD}::new({})];{pops}", k + 1)
            }
            4 => {
                let (name, otherwise) = (self.name("r"), self.leave());
                self.numbers.push(name.clone());
                let (pattern, of) = match self.random.below(3) {
                    0 => (format!("{SHAPE}::Disc({name})"), format!("{SHAPE}::new(n + {k})")),
                    1 => (format!("{SHAPE}::Rectangle {{ width: {name}, .. }}"), format!("{SHAPE}::new(n + {k})")),
                    _ => (format!("Some({name})"), format!("(n > {}).then_some({k}.5_f64)", k % 4)),
                };
                format!("let {pattern} = {of} else {{ {otherwise} }};")
            }
            5 => {
                let (name, y, value) = (self.name("s"), self.name("y"), self.value(1));
                let then = self.real();
                self.reals.push(y.clone());
                format!(
                    "let {name} = {SHAPE}::new(n + {k}); \
                     let {y} = if matches!({name}, {SHAPE}::Point | {SHAPE}::Disc(_)) {{ {then} }} else {{ {value} }};"
                )
            }
            6 | 7 => self.taken_apart(depth),
            8 => self.conditional_pattern(depth),
            9 => {
                // A block that is left with a value.
                let (name, label) = (self.name("y"), self.name("'b"));
                let (condition, early) = (self.condition(), self.value(1));
                let block = self.block(depth + 1);
                self.reals.push(name.clone());
                format!(
                    "let {name}: ℝ = {label}: {{ let _g = {GUARD}::new({k}); \
                     if {condition} {{ break {label} {early}; }} {block} }};"
                )
            }
            _ => {
                // A stack of the host's.
                let (stack, sum, label) = (self.name("stack"), self.name("y"), self.name("'w"));
                self.changing.push(sum.clone());
                self.labels.push(label.clone());
                let numbers = self.numbers.len();
                self.numbers.push("top as f64 * 0.125".to_owned());
                let (block, condition, leave) = (self.block(depth + 1), self.condition(), self.leave());
                self.numbers.truncate(numbers);
                self.labels.pop();
                format!(
                    "let mut {sum}: ℝ = ⟨0.5⟩; let mut {stack} = vec![n, 1_usize]; {label}: while let Some(top) = {stack}.pop() {{ \
                     if top > 1 {{ {stack}.push(top / 2); }} if {condition} {{ {leave} }} let last = {block}; {sum} = ({sum} + last).tanh(); }}"
                )
            }
        }
    }

    /// A statement that leaves a loop, or the function.
    pub(super) fn leave(&mut self) -> String {
        self.leaves = true;
        if self.labels.is_empty() || self.random.chance(25) {
            return self.early();
        }
        let labels = self.labels.clone();
        let label = if self.random.chance(60) { &labels[labels.len() - 1] } else { self.random.pick(&labels) };
        let word = *self.random.pick(&["break", "continue"]);
        format!("{word} {label};")
    }

    /// A `match` on what has data.
    fn taken_apart(&mut self, depth: usize) -> String {
        let (name, y, k) = (self.name("s"), self.name("y"), self.number());
        let mut arms = String::new();
        for (pattern, number) in [
            ("Point", None),
            ("Disc(r) if *r > 0.75", Some("*r")),
            ("Disc(r)", Some("-*r")),
            ("Rectangle { width, height: h }", Some("width * h")),
            ("Named(text, 3) if text.len() > 2", Some("text.len() as f64 * 0.25")),
            ("Kept(g)", Some("g.number()")),
            ("Many(held) if held.len() > 3", Some("held[3]")),
            ("Many(held)", Some("held.iter().sum::<f64>()")),
        ] {
            if self.random.chance(55) {
                let _ = write!(arms, "{SHAPE}::{pattern} => {} ", self.arm(depth, number));
            }
        }
        let _ = write!(arms, "_ => {} ", self.arm(depth, None));
        self.reals.push(y.clone());
        format!("let {name} = {SHAPE}::new(n + {k}); let {y} = match &{name} {{ {arms}}};")
    }

    /// What an arm gives; it may use this number.
    fn arm(&mut self, depth: usize, number: Option<&str>) -> String {
        let numbers = self.numbers.len();
        self.numbers.extend(number.map(str::to_owned));
        let value = if self.random.chance(50) && self.fuel > 0 {
            self.block(depth + 1)
        } else {
            let last = number.map_or(String::new(), |number| format!(" + ⟨({number})⟩"));
            format!("{{ let last: ℝ = {}{last}; last }}", self.value(1))
        };
        self.numbers.truncate(numbers);
        value
    }

    /// `if let`, alone and in a chain.
    fn conditional_pattern(&mut self, depth: usize) -> String {
        let (name, y, k) = (self.name("s"), self.name("y"), self.number());
        let numbers = self.numbers.len();
        let (condition, number) = match self.random.below(4) {
            0 => (format!("let {SHAPE}::Disc(r) = {name}"), "r"),
            1 => {
                let also = self.condition();
                (format!("let {SHAPE}::Rectangle {{ height, .. }} = &{name} && *height > 0.25 && {also}"), "*height")
            }
            2 => (format!("let {SHAPE}::Named(text, _) = &{name} && text.len() > 1"), "text.len() as f64 * 0.25"),
            _ => (format!("let {SHAPE}::Kept(g) = &{name}"), "g.number()"),
        };
        self.numbers.push(number.to_owned());
        let then = self.block(depth + 1);
        self.numbers.truncate(numbers);
        let otherwise = self.block(depth + 1);
        self.reals.push(y.clone());
        format!("let {name} = {SHAPE}::new(n + {k}); let {y} = if {condition} {then} else {otherwise};")
    }
}
