//! Statements around what is shared, held beside numbers, counted and written by macros: `Rc` and `RefCell`, tuples with guards,
//! closures that own, options and counters that loops change, integers that wrap, macros of another crate.

use super::Writer;

const GUARD: &str = "::soundness::host::Guard";

impl Writer<'_> {
    /// A statement around what is held, shared or counted.
    pub(super) fn of_what_is_held(&mut self, depth: usize) -> String {
        let k = self.number();
        match self.random.below(if depth > 3 { 8 } else { 11 }) {
            0 | 1 => {
                // A guard beside a real, which is taken apart.
                let (name, value) = (self.name("t"), self.value(1));
                self.numbers.push(format!("{name}.1.number()"));
                let real = self.name("y");
                self.reals.push(real.clone());
                format!("let {name} = ({value}, {GUARD}::new({k})); let {real} = {name}.0;")
            }
            2 => {
                let (cell, again) = (self.name("cell"), self.name("cell"));
                let of = self.of_host();
                self.numbers.push(format!("*{again}.borrow()"));
                self.numbers.push(format!("::std::rc::Rc::strong_count(&{cell}) as f64"));
                let replaced = if self.random.chance(50) { format!(" {cell}.replace({k}.5);") } else { String::new() };
                format!(
                    "let {cell} = ::std::rc::Rc::new(::std::cell::RefCell::new({of})); let {again} = ::std::rc::Rc::clone(&{cell}); \
                     {{ let mut inside = {again}.borrow_mut(); *inside += n as f64 * 0.5; }}{replaced}"
                )
            }
            3 => {
                // A macro of another crate, which sees nothing that is differentiated.
                let (of, given) = (self.of_host(), self.name("k"));
                self.numbers.push(given.clone());
                if of.contains(".1.number()") {
                    // The macro would see the tuple whole, with what is differentiated.
                    let guarded = self.name("k");
                    format!("let {guarded} = {of}; let {given} = ::soundness::twice!({guarded});")
                } else {
                    format!("let {given} = ::soundness::twice!({of});")
                }
            }
            4 => {
                let name = self.name("m");
                self.numbers.push(format!("{name} as f64 * 0.0625"));
                let made = match self.random.below(4) {
                    0 => format!("(n as u8).wrapping_mul({}).wrapping_sub(9)", 30 + k),
                    1 => format!("(n as u8).checked_add({}).unwrap_or(7)", 230 + k % 25),
                    2 => format!("({k}_u8 << (n % 3)) ^ 0b101 & !(n as u8)"),
                    _ => format!("(n as i32 - {k}).rem_euclid(11) as u8"),
                };
                format!("let {name}: u8 = {made};")
            }
            5 => {
                // A closure that owns what is the host's.
                let (name, held, given, argument) = (self.name("f"), self.name("held"), self.name("y"), self.real());
                let of = self.of_host();
                self.reals.push(given.clone());
                format!(
                    "let {held} = vec![{of}, 0.5]; let {name} = {{ let _g = {GUARD}::new({k}); \
                     move |v: ℝ| v.tanh() * ⟨({held}[0])⟩ + v * ⟨({held}[1])⟩ }}; let {given} = {name}({argument}) * {name}(⟨0.5⟩).tanh();"
                )
            }
            6 => {
                let name = self.name("words");
                self.numbers.push(format!("{name}.len() as f64 * 0.125"));
                self.numbers.push(format!("::soundness::host::eaten({name}.join(\"-\"))"));
                format!(
                    "let mut {name}: Vec<String> = vec![n.to_string()]; {name}.push(String::from(\"abc\")); \
                     if b {{ {name}.push(n.to_string() + \"-{k}\"); }}"
                )
            }
            7 => {
                let (y, condition) = (self.name("y"), self.condition());
                let (then, otherwise) = (self.value(1), self.value(1));
                self.changing.push(y.clone());
                // A value that comes later.
                format!("let mut {y}; if {condition} {{ {y} = {then}; }} else {{ {y} = {otherwise}; }} {y} += ⟨0.125⟩;")
            }
            8 | 9 => self.counting(depth, k),
            _ => {
                // Guards on both sides of a branch that gives one of two tuples.
                let (name, condition, given) = (self.name("t"), self.condition(), self.name("y"));
                let (then, otherwise) = (self.value(1), self.value(1));
                self.reals.push(given.clone());
                format!(
                    "let {name} = if {condition} {{ ({then}, {GUARD}::new({k})) }} else {{ ({otherwise}, {GUARD}::new({})) }}; \
                     let {given} = {name}.0 + ⟨0.5⟩;",
                    k + 1
                )
            }
        }
    }

    /// A loop that counts, or that changes an option.
    fn counting(&mut self, depth: usize, k: usize) -> String {
        if self.random.chance(50) {
            // An option that the turns change.
            let (last, sum, label) = (self.name("last"), self.name("y"), self.name("'o"));
            self.changing.push(sum.clone());
            self.labels.push(label.clone());
            let numbers = self.numbers.len();
            self.numbers.push("seen as f64 * 0.25".to_owned());
            let (block, condition, leave) = (self.block(depth + 1), self.condition(), self.leave());
            self.numbers.truncate(numbers);
            self.labels.pop();
            format!(
                "let mut {last}: Option<usize> = None; let mut {sum}: ℝ = ⟨0.25⟩; {label}: for i in 0..n + 1 {{ \
                     let seen = {last}.map_or(0, |l: usize| l + 1); {last} = if i % 2 == 0 {{ Some(i) }} else {{ {last} }}; \
                     if {condition} {{ {leave} }} let last = {block}; {sum} = ({sum} - last).sin(); }}"
            )
        } else {
            // A counter.
            let (count, sum, label) = (self.name("m"), self.name("y"), self.name("'c"));
            self.changing.push(sum.clone());
            self.labels.push(label.clone());
            let block = self.block(depth + 1);
            self.labels.pop();
            format!(
                "let mut {count} = n + {}; let mut {sum}: ℝ = ⟨0.75⟩; {label}: while {count} > 0 && {sum} < ⟨50.0⟩ {{ {count} -= 1; \
                     if {count} == 2 {{ continue {label}; }} let last = {block}; {sum} = {sum} * ⟨0.5⟩ + last.tanh(); }}",
                k % 3
            )
        }
    }
}
