//! Statements and values around a struct that holds arrays.
//!
//! `⌈…⌉` stands in the program on `f64` alone, `⌊…⌋` in that on dual numbers: there, `a[i] += a[j]` borrows `a` twice.

use std::fmt::Write as _;

use super::{Array, Callee, Constant, LENGTH, Model, Rows, Writer};

/// The variable that an array is, or is in.
fn root(place: &str) -> &str {
    place.split('.').next().unwrap_or(place)
}

impl Writer<'_> {
    fn name(&mut self, of: &str) -> String {
        self.names += 1;
        format!("{of}{}", self.names)
    }

    fn has(&self, callee: Callee) -> bool {
        self.callees.contains(&callee)
    }

    fn has_constant(&self, constant: Constant) -> bool {
        self.constants.contains(&constant)
    }

    /// One of these that fits.
    fn one<T: Clone>(&mut self, all: &[T], fits: impl Fn(&T) -> bool) -> Option<T> {
        let all: Vec<&T> = all.iter().filter(|one| fits(one)).collect();
        (!all.is_empty()).then(|| (*self.random.pick(&all)).clone())
    }

    fn array_that(&mut self, fits: impl Fn(&Array) -> bool) -> Option<Array> {
        let arrays = self.arrays.clone();
        self.one(&arrays, fits)
    }

    fn model_that(&mut self, fits: impl Fn(&Model) -> bool) -> Option<Model> {
        let models = self.models.clone();
        self.one(&models, fits)
    }

    /// An index that is in range.
    fn index(&mut self) -> String {
        let counters = self.counters.clone();
        if counters.is_empty() || self.random.chance(40) {
            return self.random.below(LENGTH).to_string();
        }
        let counter = self.random.pick(&counters).clone();
        match self.random.below(3) {
            0 => format!("({counter} + 1) % {LENGTH}"),
            1 => format!("{} - {counter}", LENGTH - 1),
            _ => counter,
        }
    }

    /// What stands in scope as it is.
    fn atom(&mut self) -> String {
        for _ in 0..8 {
            let found = match self.random.below(11) {
                0..=3 => {
                    let all: Vec<String> = self.reals.iter().chain(&self.changing).cloned().collect();
                    self.one(&all, |_| true)
                }
                4 | 5 => self.element(),
                6 | 7 => self.model_that(|_| true).map(|model| self.field(&model.name)),
                8 => {
                    let noise = self.noise.clone();
                    let index = self.index();
                    self.one(&noise, |_| true).map(|noise| format!("{noise}[{index}]"))
                }
                9 => self.looked_up(),
                _ => self.call(),
            };
            if let Some(found) = found {
                return found;
            }
        }
        "⟨0.75_f64⟩".to_owned()
    }

    fn element(&mut self) -> Option<String> {
        let array = self.array_that(|_| true)?;
        let index = self.index();
        Some(format!("{}[{index}]", array.name))
    }

    /// A real in a struct.
    fn field(&mut self, model: &str) -> String {
        let (i, j) = (self.random.below(2), self.index());
        match self.random.below(7) {
            0 | 1 if self.rows != Rows::None => format!("{model}.rows[{i}][{j}]"),
            2 if self.has_constant(Constant::Real) => format!("{model}.eps"),
            3 if self.has_constant(Constant::Vec) => format!("{model}.taps[{j}]"),
            4 if self.has_constant(Constant::Array) => format!("{model}.knots[{j}]"),
            5 if self.has_constant(Constant::Order) => format!("{model}.w[{model}.order[{j}]]"),
            6 if self.has_constant(Constant::Count) => format!("{model}.w[{model}.count]"),
            _ => format!("{model}.bias"),
        }
    }

    /// An element of a vector, by a method.
    fn looked_up(&mut self) -> Option<String> {
        let array = self.array_that(|_| true)?;
        let (name, index) = (&array.name, self.index());
        Some(match self.random.below(5) {
            0 => format!("*{name}.first().unwrap()"),
            1 => format!("*{name}.last().unwrap()"),
            2 => format!("{name}.get({index}).copied().unwrap_or(⟨0.5_f64⟩)"),
            3 => format!("{name}.last().copied().unwrap_or(⟨0.5_f64⟩)"),
            _ => format!("⟨{name}.len() as f64⟩ * ⟨0.125_f64⟩"),
        })
    }

    /// A call that gives a real.
    fn call(&mut self) -> Option<String> {
        let real = |writer: &mut Self| {
            let all: Vec<String> = writer.reals.iter().chain(&writer.changing).cloned().collect();
            writer.one(&all, |_| true).unwrap_or_else(|| "⟨0.25_f64⟩".to_owned())
        };
        let k = real(self);
        match self.random.below(6) {
            0 if self.has(Callee::Score) => {
                let model = self.model_that(|_| true)?;
                // A struct and an array of it are not lent to one call.
                let array = self.array_that(|array| root(&array.name) != model.name)?;
                Some(format!("{}.score({})", model.name, array.lent()))
            }
            1 if self.has(Callee::Energy) => Some(format!("{}.energy({k})", self.model_that(|_| true)?.name)),
            2 if self.has(Callee::First) => Some(format!("{}.first()", self.model_that(|_| true)?.name)),
            3 if self.has(Callee::Len) => {
                Some(format!("⟨{}.len() as f64⟩ * ⟨0.25_f64⟩", self.model_that(|_| true)?.name))
            }
            4 if self.has(Callee::Weigh) => {
                let model = self.model_that(|_| true)?;
                let lent = if model.reference { String::new() } else { "&".to_owned() };
                // A method that changes lends the struct again.
                let lent = if model.reference && model.mutable { "&*".to_owned() } else { lent };
                Some(format!("weigh({lent}{}, {k})", model.name))
            }
            5 if self.has(Callee::Noisy) => {
                let noise = self.noise.clone();
                let noise = self.one(&noise, |_| true)?;
                let lent = if noise == "noise" { noise } else { format!("&{noise}") };
                Some(format!("noisy({k}, {lent})"))
            }
            _ => None,
        }
    }

    /// A real of moderate size.
    pub(super) fn value(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.atom();
        }
        let (a, b) = (self.value(depth - 1), self.value(depth - 1));
        match self.random.below(7) {
            0 => format!("({a}).sin()"),
            1 => format!("({a} + {b})"),
            2 => format!("({a} - {b})"),
            3 => format!("({a}).tanh() * ({b})"),
            4 => format!("({a}) * ⟨{:.2}⟩", self.random.uniform(-1.5, 1.5)),
            5 => format!("({a}) / (⟨1.5⟩ + ({b}) * ({b}))"),
            _ => format!("({a}).cos() * ({b}).sin()"),
        }
    }

    /// A real that is bounded.
    fn stored(&mut self, depth: usize) -> String {
        let value = self.value(depth);
        let bound = *self.random.pick(&["tanh", "sin", "cos", "atan"]);
        // Of a literal rustc would not know which number it is.
        if value.starts_with('⟨') && value.ends_with('⟩') { value } else { format!("({value}).{bound}()") }
    }

    fn condition(&mut self) -> String {
        match self.random.below(4) {
            0 if !self.counters.is_empty() => {
                let counters = self.counters.clone();
                format!("{} % 2 == {}", self.random.pick(&counters), self.random.below(2))
            }
            1 => self
                .model_that(|_| true)
                .map_or_else(|| "true".to_owned(), |model| format!("{}.w.len() > 3", model.name)),
            _ => format!("{} > ⟨{:.1}⟩", self.value(1), self.random.uniform(-1.0, 1.0)),
        }
    }

    pub(super) fn statements(&mut self) -> String {
        let (reals, changing) = (self.reals.len(), self.changing.len());
        let (arrays, models, noise) = (self.arrays.clone(), self.models.clone(), self.noise.clone());
        let mut text = String::new();
        for _ in 0..=self.random.below(4) {
            if self.fuel == 0 {
                break;
            }
            self.fuel -= 1;
            let statement = self.statement();
            text.push_str(&statement);
            text.push(' ');
        }
        if self.depth > 0 {
            self.reals.truncate(reals);
            self.changing.truncate(changing);
            (self.arrays, self.models, self.noise) = (arrays, models, noise);
        }
        text
    }

    fn statement(&mut self) -> String {
        match self.random.below(if self.depth < 2 { 17 } else { 9 }) {
            0 | 1 => {
                let (name, value) = (self.name("y"), self.value(2));
                let ty = if self.random.chance(60) { ": ℝ" } else { "" };
                if self.random.chance(50) {
                    self.reals.push(name.clone());
                    return format!("let {name}{ty} = {value};");
                }
                self.changing.push(name.clone());
                format!("let mut {name}: ℝ = {value};")
            }
            2..=5 => self.change(),
            6 => self.new_array(),
            7 => self.noise(),
            8 => self.new_model(),
            9..=11 if self.depth == 0 => self.replacement(),
            9..=12 => {
                let condition = self.condition();
                let then = self.block();
                let otherwise = if self.random.chance(50) { format!(" else {}", self.block()) } else { String::new() };
                format!("if {condition} {then}{otherwise}")
            }
            _ => self.repeated(),
        }
    }

    fn block(&mut self) -> String {
        self.depth += 1;
        let (statements, change) = (self.statements(), self.change());
        self.depth -= 1;
        format!("{{ {statements}{change} }}")
    }

    /// A loop.
    fn repeated(&mut self) -> String {
        let array = self.array_that(|array| !array.reference);
        let to_change = self.array_that(|array| array.mutable);
        let model = self.model_that(|_| true);
        let (head, name) = match (self.random.below(6), array, to_change, model) {
            (0, Some(array), ..) => {
                // The elements by their names, while the array stays as it is.
                let (index, name) = (self.name("i"), self.name("a"));
                let all = (self.arrays.clone(), self.models.clone(), self.reals.clone());
                self.hide(&array);
                self.reals.push(name.clone());
                self.counters.push(index.clone());
                let body = self.block();
                self.counters.pop();
                (self.arrays, self.models, self.reals) = all;
                let over = match self.random.below(3) {
                    0 => format!("&{name}) in {}.iter().enumerate()", array.name),
                    1 => format!("{name}) in {}.iter().copied().enumerate()", array.name),
                    _ => format!("&{name}) in {}.iter().enumerate().rev()", array.name),
                };
                return format!("for ({index}, {over} {{ let {index} = {index} % {LENGTH}; {body} }}");
            }
            (1, _, Some(array), _) => {
                // Each element by its name, while nothing else of the array is there.
                let (name, of) = (self.name("a"), self.name("b"));
                let all = (self.arrays.clone(), self.models.clone(), std::mem::take(&mut self.changing));
                self.hide(&array);
                self.reals.push(of.clone());
                let value = self.stored(2);
                self.reals.pop();
                (self.arrays, self.models, self.changing) = all;
                let over = match self.random.below(2) {
                    0 => format!("{}.iter_mut()", array.name),
                    _ if array.reference => format!("{}.iter_mut()", array.name),
                    _ => format!("&mut {}", array.name),
                };
                return format!("for {name} in {over} {{ let {of} = *{name}; *{name} = {value}; }}");
            }
            (2, _, _, Some(model)) if self.rows != Rows::None => {
                let (name, sum) = (self.name("row"), self.name("y"));
                self.array(&name, false, false, true);
                let value = self.stored(2);
                self.arrays.pop();
                self.changing.push(sum.clone());
                return format!("let mut {sum}: ℝ = ⟨0.0⟩; for {name} in &{}.rows {{ {sum} += {value}; }}", model.name);
            }
            (3, _, _, Some(model)) if self.has_constant(Constant::Vec) => {
                let (name, sum) = (self.name("t"), self.name("y"));
                let element = self.element().unwrap_or_else(|| "⟨0.5_f64⟩".to_owned());
                self.changing.push(sum.clone());
                return format!(
                    "let mut {sum}: ℝ = ⟨0.0⟩; for {name} in &{}.taps {{ {sum} += *{name} * {element}; }}",
                    model.name
                );
            }
            (4, _, _, Some(model)) if self.has_constant(Constant::Order) => {
                let (name, sum) = (self.name("i"), self.name("y"));
                let element = self
                    .array_that(|_| true)
                    .map_or_else(|| "⟨0.5_f64⟩".to_owned(), |of| format!("{}[{name}]", of.name));
                self.changing.push(sum.clone());
                return format!(
                    "let mut {sum}: ℝ = ⟨0.0⟩; for &{name} in &{}.order {{ {sum} += {element}; }}",
                    model.name
                );
            }
            _ => {
                let name = self.name("i");
                (format!("for {name} in 0..{LENGTH} "), name)
            }
        };
        self.counters.push(name);
        let body = self.block();
        self.counters.pop();
        format!("{head}{body}")
    }

    /// Takes an array, and the struct that it is in, out of scope.
    fn hide(&mut self, array: &Array) {
        self.arrays.retain(|other| root(&other.name) != root(&array.name));
        self.models.retain(|model| model.name != root(&array.name));
    }

    /// A statement that changes something.
    pub(super) fn change(&mut self) -> String {
        for _ in 0..6 {
            let found = match self.random.below(10) {
                0 | 1 => {
                    let changing = self.changing.clone();
                    let value = self.stored(2);
                    let op = *self.random.pick(&["=", "+=", "-=", "*="]);
                    self.one(&changing, |_| true).map(|name| format!("{name} {op} {value};"))
                }
                2..=4 => self.change_of_element(),
                5 | 6 => self.change_of_model(),
                _ => self.change_by_call(),
            };
            if let Some(found) = found {
                return found;
            }
        }
        String::new()
    }

    fn assigned(&mut self, place: &str) -> String {
        let value = self.stored(2);
        match self.random.below(3) {
            0 => format!("{place} = {value};"),
            1 => {
                let name = self.name("t");
                format!("let {name} = {value}; {place} += {name};")
            }
            _ => {
                let name = self.name("t");
                format!("⌈{place} *= {value};⌉⌊let {name} = {value}; {place} *= {name};⌋")
            }
        }
    }

    fn change_of_element(&mut self) -> Option<String> {
        let array = self.array_that(|array| array.mutable)?;
        let (name, i, j) = (&array.name, self.index(), self.index());
        Some(match self.random.below(8) {
            0 => format!("{name}.swap({i}, {j});"),
            1 => format!("{name}.reverse();"),
            2 => format!("{{ let all = {}; {name}.fill(all); }}", self.stored(1)),
            3 => {
                let (it, value) = (self.name("p"), self.stored(1));
                format!("{{ let v = {value}; let {it} = &mut {name}[{i}]; *{it} = *{it} * v; }}")
            }
            4 => {
                let value = self.stored(1);
                format!("{{ let v = {value}; if let Some(last) = {name}.last_mut() {{ *last = (*last + v).sin(); }} }}")
            }
            5 if array.vec && self.depth == 0 => {
                let value = self.stored(1);
                format!("{{ let v = {value}; {name}.push(v); }}")
            }
            _ => self.assigned(&format!("{name}[{i}]")),
        })
    }

    fn change_of_model(&mut self) -> Option<String> {
        let model = self.model_that(|model| model.mutable)?;
        let (name, i, j) = (&model.name, self.random.below(2), self.index());
        Some(match self.random.below(3) {
            0 if self.rows != Rows::None => self.assigned(&format!("{name}.rows[{i}][{j}]")),
            1 if self.rows != Rows::None => format!("{name}.rows.swap(0, 1);"),
            _ => self.assigned(&format!("{name}.bias")),
        })
    }

    /// A call for what it changes.
    fn change_by_call(&mut self) -> Option<String> {
        let value = self.stored(1);
        let array = |writer: &mut Self, of: &str| writer.array_that(|array| root(&array.name) != of);
        match self.random.below(9) {
            0 if self.has(Callee::Fill) => {
                Some(format!("{{ let v = {value}; {}.fill(v); }}", self.model_that(|model| model.mutable)?.name))
            }
            1 if self.has(Callee::Push) && self.depth == 0 => {
                Some(format!("{{ let v = {value}; {}.push(v); }}", self.model_that(|model| model.mutable)?.name))
            }
            2 if self.has(Callee::Reverse) => {
                Some(format!("{}.reverse();", self.model_that(|model| model.mutable)?.name))
            }
            3 if self.has(Callee::Extend) => {
                let model = self.model_that(|model| model.mutable)?;
                let other = array(self, &model.name)?;
                Some(format!("{}.extend({});", model.name, other.lent()))
            }
            4 if self.has(Callee::Swap) => {
                let model = self.model_that(|model| model.mutable)?;
                let changing = self.changing.clone();
                let sum = self.one(&changing, |_| true)?;
                Some(format!("{{ let v = {value}; {sum} += {}.swap(v); }}", model.name))
            }
            5 if self.has(Callee::Change) => {
                let model = self.model_that(|model| model.mutable)?;
                let lent = if model.reference { "" } else { "&mut " };
                Some(format!("{{ let v = {value}; change({lent}{}, v); }}", model.name))
            }
            6 if self.has(Callee::Advance) => {
                let array = self.array_that(|array| array.mutable && array.vec)?;
                Some(format!("{{ let v = {value}; advance({}, v); }}", array.lent_to_change()))
            }
            7 if self.has(Callee::Mix) => {
                let changed = self.array_that(|array| array.mutable)?;
                let other = array(self, root(&changed.name))?;
                Some(format!("mix({}, {});", other.lent(), changed.lent_to_change()))
            }
            8 if self.has(Callee::Disturb) => {
                let changed = self.array_that(|array| array.mutable)?;
                let noise = self.noise.clone();
                let noise = self.one(&noise, |_| true)?;
                let lent = if noise == "noise" { noise } else { format!("&{noise}") };
                Some(format!("disturb({}, {lent});", changed.lent_to_change()))
            }
            _ => None,
        }
    }

    /// An array takes the place of another one.
    fn replacement(&mut self) -> String {
        for _ in 0..6 {
            let Some(array) = self.array_that(|array| array.mutable && array.vec) else { return self.new_array() };
            let place = if array.reference { format!("*{}", array.name) } else { array.name.clone() };
            let lent = array.lent_to_change();
            let other =
                self.array_that(|other| other.mutable && other.vec && !other.reference && other.name != array.name);
            let is_apart = other.as_ref().is_some_and(|other| !other.name.contains('.') || !array.name.contains('.'));
            match self.random.below(6) {
                0 => {
                    let (name, text) = self.new_vec();
                    return format!("{text} {place} = {name};");
                }
                1 if self.has(Callee::Next) => {
                    let value = self.stored(1);
                    let looked = if array.reference { array.name.clone() } else { format!("&{}", array.name) };
                    return format!("{{ let v = {value}; {place} = next({looked}, v); }}");
                }
                2 if is_apart => {
                    return format!(
                        "std::mem::swap({lent}, &mut {});",
                        other.map(|other| other.name).unwrap_or_default()
                    );
                }
                3 => {
                    let (name, text) = self.new_vec();
                    let old = self.name("old");
                    self.array(&old, false, true, false);
                    return format!("{text} let {old} = std::mem::replace({lent}, {name});");
                }
                4 => {
                    let (name, text) = self.new_vec();
                    let old = self.name("old");
                    self.array(&old, true, true, false);
                    return format!("{text} let mut {old} = std::mem::take({lent}); {place} = {name};");
                }
                5 => {
                    let copy = self.name("u");
                    let text = format!("let mut {copy} = {}.clone();", array.name);
                    self.array(&copy, true, true, false);
                    return text;
                }
                _ => {}
            }
        }
        String::new()
    }

    /// The name of a new vector, and the statements that make it. It is not in scope.
    pub(super) fn new_vec(&mut self) -> (String, String) {
        let name = self.name("n");
        let text = match self.random.below(4) {
            0 => format!("let {name} = vec![{}; {LENGTH}];", self.stored(1)),
            1 => {
                let (a, b, c) = (self.stored(1), self.stored(1), self.stored(1));
                format!("let {name} = vec![{a}, {b}, {c}];")
            }
            2 => {
                let index = self.name("i");
                self.counters.push(index.clone());
                let value = self.stored(1);
                self.counters.pop();
                let ty = self.alias("Vec<ℝ>", "List").to_owned();
                format!("let mut {name}: {ty} = Vec::new(); for {index} in 0..{LENGTH} {{ {name}.push({value}); }}")
            }
            _ => match self.array_that(|_| true) {
                Some(array) => format!("let {name} = {}.to_vec();", array.name),
                None => format!("let {name}: Vec<ℝ> = vec![⟨0.5_f64⟩; {LENGTH}];"),
            },
        };
        (name, text)
    }

    /// A vector or an array in scope.
    fn new_array(&mut self) -> String {
        if self.random.chance(60) {
            let (name, text) = self.new_vec();
            let again = self.name("u");
            self.array(&again, true, true, false);
            return format!("{text} let mut {again} = {name};");
        }
        let (name, ty) = (self.name("u"), self.alias("[ℝ; 3]", "Row").to_owned());
        let (a, b, c) = (self.stored(1), self.stored(1), self.stored(1));
        self.array(&name, true, false, false);
        format!("let mut {name}: {ty} = [{a}, {b}, {c}];")
    }

    /// A vector that depends on nothing.
    fn noise(&mut self) -> String {
        let (name, step) = (self.name("e"), self.random.uniform(-0.8, 0.8));
        let text = match self.random.below(4) {
            0 => format!("let {name} = vec![⟨{step:.2}⟩, ⟨0.25_f64⟩, ⟨-0.5⟩];"),
            1 => format!("let {name}: [ℝ; 3] = [⟨{step:.2}⟩; 3];"),
            2 => {
                let index = self.name("i");
                format!(
                    "let mut {name} = vec![⟨0.0⟩; 3]; for {index} in 0..3 {{ {name}[{index}] = ⟨{index} as f64⟩ * ⟨{step:.2}⟩; }}"
                )
            }
            _ => {
                let (index, held) = (self.name("i"), self.name("h"));
                format!(
                    "let mut {name}: Vec<ℝ> = Vec::new(); let mut {held}: ℝ = ⟨{step:.2}⟩; for {index} in 0..4 {{ {held} = ({held} * ⟨1.7⟩ + ⟨{index} as \
                     f64⟩).sin(); {name}.push({held}); }}"
                )
            }
        };
        self.noise.push(name);
        text
    }

    /// A struct in scope.
    pub(super) fn new_model(&mut self) -> String {
        let name = self.name("m");
        let mut before = String::new();
        let w = if self.fixed {
            let (a, b, c) = (self.stored(1), self.stored(1), self.stored(1));
            format!("[{a}, {b}, {c}]")
        } else {
            let (list, text) = self.new_vec();
            before = text;
            list
        };
        let bias = self.stored(1);
        let mut fields = format!("w: {w}, bias: {bias}");
        if self.rows != Rows::None {
            let row = |writer: &mut Self| {
                let (a, b, c) = (writer.stored(1), writer.stored(0), writer.stored(0));
                let vec = if writer.rows == Rows::Vecs { "vec!" } else { "" };
                format!("{vec}[{a}, {b}, {c}]")
            };
            let (one, other) = (row(self), row(self));
            let vec = if self.rows == Rows::Table { "" } else { "vec!" };
            let _ = write!(fields, ", rows: {vec}[{one}, {other}]");
        }
        for constant in self.constants.clone() {
            let field = match constant {
                Constant::Real => "eps: ⟨0.375⟩",
                Constant::Vec => "taps: vec![⟨0.5_f64⟩, ⟨-0.25⟩, ⟨1.25⟩]",
                Constant::Array => "knots: [⟨0.1⟩, ⟨0.7⟩, ⟨-1.1⟩]",
                Constant::Order => "order: vec![2, 0, 1]",
                Constant::Count => "count: 1",
            };
            let _ = write!(fields, ", {field}");
        }
        let mutable = self.random.chance(70);
        self.model(&name, mutable, false);
        format!("{before} let {}{name} = Model {{ {fields} }};", if mutable { "mut " } else { "" })
    }
}
