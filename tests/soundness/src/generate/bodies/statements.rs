//! Statements and values around arrays of structs.
//!
//! `⌈…⌉` stands in the program on `f64` alone, `⌊…⌋` in that on dual numbers: there, `a[i].x += a[j].x` borrows `a` twice.

use std::fmt::Write as _;

use super::{Array, Callee, Element, Field, Holder, LENGTH, Writer};

impl Array {
    /// Whether its elements can be changed.
    pub(super) fn changes(&self) -> bool {
        match self.holder {
            Holder::Slice => false,
            Holder::Changed | Holder::Grown => true,
            Holder::Owned | Holder::Fixed => self.mutable,
        }
    }

    fn is_vec(&self) -> bool {
        matches!(self.holder, Holder::Owned | Holder::Grown)
    }

    /// As an argument that is looked at.
    fn lent(&self) -> String {
        match self.holder {
            _ if self.name.contains('.') => format!("&{}", self.name),
            Holder::Slice => self.name.clone(),
            Holder::Changed | Holder::Grown => format!("&*{}", self.name),
            Holder::Owned | Holder::Fixed => format!("&{}", self.name),
        }
    }

    /// As an argument that is changed.
    fn lent_to_change(&self) -> String {
        match self.holder {
            Holder::Changed | Holder::Grown if !self.name.contains('.') => self.name.clone(),
            _ => format!("&mut {}", self.name),
        }
    }
}

/// The type of a new array, where no element says what is in it.
fn typed<'t>(elements: &[String], ty: &'t str) -> &'t str {
    if elements.iter().any(|element| element.starts_with("Body")) { "" } else { ty }
}

impl Writer<'_> {
    fn name(&mut self, of: &str) -> String {
        self.names += 1;
        format!("{of}{}", self.names)
    }

    fn has(&self, callee: Callee) -> bool {
        self.callees.contains(&callee)
    }

    /// A real of an element, by its path.
    pub(super) fn field(&mut self) -> String {
        let reals = self.bodies.reals();
        self.random.pick(&reals).clone()
    }

    /// A field that is a real.
    fn number(&mut self) -> String {
        let reals: Vec<String> = self.bodies.reals().into_iter().filter(|real| !real.ends_with(']')).collect();
        self.random.pick(&reals).clone()
    }

    /// An array that can be read; or changed.
    fn array(&mut self, change: bool) -> Option<Array> {
        let fits = |array: &&Array| !array.locked && (!change || array.changes() && !array.lent);
        let all: Vec<Array> = self.arrays.iter().filter(fits).cloned().collect();
        (!all.is_empty()).then(|| self.random.pick(&all).clone())
    }

    /// An index that is in range, of an element that is changed or read.
    fn index(&mut self, array: &Array, change: bool) -> String {
        if self.counters.is_empty() || self.random.chance(35) {
            return self.random.below(array.least).to_string();
        }
        let (counter, of) = self.random.pick(&self.counters).clone();
        match self.random.below(3) {
            // Of a vector that is changed, rustc does not lend the length.
            0 if !change => format!("({counter} + 1) % {}.len()", array.name),
            _ if of == array.name => counter,
            _ => format!("{counter} % {}", array.least),
        }
    }

    /// A place that holds an element; by a name, or in an array.
    fn element(&mut self, change: bool) -> Option<Element> {
        let named: Vec<Element> = self.elements.iter().filter(|element| !change || element.changes).cloned().collect();
        if !named.is_empty() && self.random.chance(50) {
            return Some(self.random.pick(&named).clone());
        }
        let Some(array) = self.array(change) else {
            return (!named.is_empty()).then(|| self.random.pick(&named).clone());
        };
        let index = self.index(&array, change);
        Some(Element { name: format!("{}[{index}]", array.name), changes: change, refers: false, by_name: false })
    }

    /// An element that may be lent: a loop's or a block's name for an element that is changed is not.
    fn lendable(&mut self) -> Option<Element> {
        let hidden: Vec<Element> = self.elements.clone();
        self.elements.retain(|element| !element.by_name);
        let found = self.element(false);
        self.elements = hidden;
        found
    }

    fn real(&mut self) -> String {
        if (self.reals.is_empty() && self.changing.is_empty() || self.random.chance(55))
            && let Some(element) = self.element(false)
        {
            return format!("{}.{}", element.name, self.field());
        }
        let all: Vec<String> = self.reals.iter().chain(&self.changing).cloned().collect();
        if all.is_empty() {
            return format!("⟨{:.2}⟩", self.random.uniform(0.2, 1.7));
        }
        self.random.pick(&all).clone()
    }

    fn call(&mut self, depth: usize) -> Option<String> {
        // `f(b)` of `b: &mut Body` is a change.
        let looked = |element: &Element| match (element.refers, element.changes) {
            (true, true) => format!("&*{}", element.name),
            (true, false) => element.name.clone(),
            (false, _) => format!("&{}", element.name),
        };
        let choice = *self.random.pick(&self.callees.clone());
        Some(match choice {
            Callee::Energy => {
                let element = self.element(false)?;
                format!("{}.energy({})", element.name, self.value(depth))
            }
            Callee::Moved => {
                let element = self.element(false)?;
                let k = self.value(depth);
                // The array of a result without a name has no elements.
                format!("{}.moved({k}).{}", element.name, self.number())
            }
            Callee::Weight => {
                let element = self.lendable()?;
                format!("weight({}, {})", looked(&element), self.value(depth))
            }
            Callee::Force => {
                let (one, other) = (self.lendable()?, self.lendable()?);
                format!("force({}, {})", looked(&one), looked(&other))
            }
            Callee::Total => {
                let array = self.array(false)?;
                let lent = if self.random.chance(25) && array.least == LENGTH {
                    format!("&{}[1..]", array.name)
                } else {
                    array.lent()
                };
                format!("total({lent}, {})", self.value(depth))
            }
            Callee::Step
            | Callee::Glide
            | Callee::Split
            | Callee::Change
            | Callee::Kick
            | Callee::Made
            | Callee::System => return None,
        })
    }

    /// A real, of moderate size.
    pub(super) fn value(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.real();
        }
        if !self.callees.is_empty()
            && self.random.chance(30)
            && let Some(call) = self.call(depth - 1)
        {
            return format!("{call}.tanh()");
        }
        let (a, b) = (self.value(depth - 1), self.value(depth - 1));
        match self.random.below(8) {
            0 => format!("({a}).sin()"),
            1 => format!("({a} + {b})"),
            2 => format!("({a} - {b})"),
            3 | 4 => format!("({a}).tanh() * ({b})"),
            5 => format!("({a}) / (⟨1.5⟩ + ({b}) * ({b}))"),
            6 => format!("({a}).max({b})"),
            _ => format!("({a}).cos() * ⟨{:.2}⟩", self.random.uniform(0.2, 1.7)),
        }
    }

    /// A new element.
    pub(super) fn made(&mut self, depth: usize) -> String {
        let copy = self.bodies.is_copy();
        match self.random.below(6) {
            0 if self.has(Callee::Moved) => {
                if let Some(element) = self.element(false) {
                    return format!("{}.moved({})", element.name, self.value(depth));
                }
            }
            1 if copy => {
                if let Some(element) = self.element(false) {
                    return format!("{}{}", if element.refers { "*" } else { "" }, element.name);
                }
            }
            2 => {
                if let Some(element) = self.lendable() {
                    return format!("{}.clone()", element.name);
                }
            }
            3 if copy && self.bodies.fields.len() > 1 => {
                let fields = self.bodies.fields.clone();
                if let Some((name, _)) = fields.iter().find(|(_, field)| *field == Field::Real)
                    && let Some(element) = self.element(false)
                {
                    let star = if element.refers { "*" } else { "" };
                    return format!("Body {{ {name}: {}, ..{star}{} }}", self.value(depth), element.name);
                }
            }
            _ => {}
        }
        let bodies = self.bodies.clone();
        bodies.made("", || self.value(depth))
    }

    /// `a[i].x += v;`
    pub(super) fn change_of_field(&mut self, depth: usize) -> String {
        let Some(element) = self.element(true) else { return String::new() };
        let place = format!("{}.{}", element.name, self.field());
        let value = self.value(1 + depth);
        self.changed(&place, &value)
    }

    fn changed(&mut self, place: &str, value: &str) -> String {
        match self.random.below(5) {
            0 | 1 => format!("{place} ⌈+= {value}⌉⌊= {place} + ({value})⌋; "),
            2 => format!("{place} ⌈-= {value}⌉⌊= {place} - ({value})⌋; "),
            3 => format!("{place} ⌈*= ({value}).tanh()⌉⌊= {place} * (({value}).tanh())⌋; "),
            _ => format!("{place} = {value}; "),
        }
    }

    /// A new array, with its name.
    pub(super) fn new_array(&mut self, grown: bool, text: &mut String) -> String {
        let name = self.name("own");
        let (mut holder, mut least) = (Holder::Owned, LENGTH);
        let before = match self.random.below(if grown { 6 } else { 7 }) {
            0 | 1 if let Some(array) = self.array(false) => {
                least = array.least;
                let how = if array.is_vec() && self.random.chance(50) { "clone" } else { "to_vec" };
                format!("let mut {name} = {}.{how}(); ", array.name)
            }
            2 if self.has(Callee::Made)
                && let Some(array) = self.array(false) =>
            {
                least = LENGTH - 1;
                let k = self.value(1);
                format!("let mut {name} = made({}, {k}); ", array.lent())
            }
            3 => {
                let made = [self.made(1)];
                format!("let mut {name}{} = vec![{}; {LENGTH}]; ", typed(&made, ": Vec<Body>"), made[0])
            }
            4 if let Some(array) = self.array(false) => {
                least = array.least;
                let index = self.name("i");
                let counters = self.counters.len();
                self.counters.push((index.clone(), array.name.clone()));
                let made = self.made(1);
                self.counters.truncate(counters);
                format!(
                    "let mut {name}: Vec<Body> = Vec::new(); for {index} in 0..{}.len() {{ {name}.push({made}); }} ",
                    array.name
                )
            }
            6 => {
                holder = Holder::Fixed;
                let all: Vec<String> = (0..LENGTH).map(|_| self.made(1)).collect();
                format!("let mut {name}{} = [{}]; ", typed(&all, ": [Body; 3]"), all.join(", "))
            }
            _ => {
                let all: Vec<String> = (0..LENGTH).map(|_| self.made(1)).collect();
                format!("let mut {name}{} = vec![{}]; ", typed(&all, ": Vec<Body>"), all.join(", "))
            }
        };
        text.push_str(&before);
        self.arrays.push(Array { name: name.clone(), holder, mutable: true, locked: false, lent: false, least });
        name
    }

    /// Statements of one block; what they declare stays in scope.
    pub(super) fn statements(&mut self, depth: usize) -> String {
        let mut text = String::new();
        for _ in 0..=self.random.below(5) {
            if self.fuel == 0 {
                break;
            }
            self.fuel -= 1;
            let statement = self.statement(depth);
            text.push_str(&statement);
        }
        text
    }

    /// A block of statements without a value.
    fn block(&mut self, depth: usize) -> String {
        let lengths = (self.reals.len(), self.changing.len(), self.arrays.len(), self.elements.len());
        let statements = self.statements(depth + 1);
        let change = self.assigned(1);
        self.reals.truncate(lengths.0);
        self.changing.truncate(lengths.1);
        self.arrays.truncate(lengths.2);
        self.elements.truncate(lengths.3);
        format!("{{ {statements}{change} }} ")
    }

    /// A change of whatever can be changed.
    fn assigned(&mut self, depth: usize) -> String {
        if !self.changing.is_empty() && self.random.chance(50) {
            let name = self.random.pick(&self.changing.clone()).clone();
            let value = self.value(depth);
            return self.changed(&name, &value);
        }
        self.change_of_field(depth)
    }

    fn condition(&mut self) -> String {
        let real = self.real();
        format!("{real} {} ⟨{:.2}⟩", self.random.pick(&["<", ">"]), self.random.uniform(-0.8, 0.8))
    }

    fn statement(&mut self, depth: usize) -> String {
        if self.random.chance(15) {
            return self.changed_and_given(depth).unwrap_or_default();
        }
        let written = match self.random.below(if depth > 2 { 10 } else { 16 }) {
            0 => {
                let (name, value) = (self.name("y"), self.value(2));
                self.changing.push(name.clone());
                Some(format!("let mut {name} = {value}; "))
            }
            1 => {
                let (name, value) = (self.name("z"), self.value(2));
                self.reals.push(name.clone());
                Some(format!("let {name} = {value}; "))
            }
            2 | 3 => Some(self.assigned(2)),
            4 | 5 => self.call_that_changes(),
            6 | 7 => self.of_whole_elements(),
            8 => self.named(),
            9 => {
                let mut text = String::new();
                let grown = self.random.chance(50);
                self.new_array(grown, &mut text);
                Some(text)
            }
            10 | 11 => {
                let condition = self.condition();
                let then = self.block(depth);
                let otherwise =
                    if self.random.chance(50) { format!("else {}", self.block(depth)) } else { String::new() };
                Some(format!("if {condition} {then}{otherwise}"))
            }
            12 | 13 => self.loop_over_indices(depth),
            14 => self.loop_over_elements(depth),
            _ if self.has(Callee::System) => self.of_system(),
            _ => self.loop_over_elements(depth),
        };
        written.unwrap_or_default()
    }

    /// What changes and gives, what gives a pair, what leaves the function early.
    fn changed_and_given(&mut self, depth: usize) -> Option<String> {
        let (name, other) = (self.name("y"), self.name("y"));
        match self.random.below(4) {
            0 if self.has(Callee::Glide) => {
                // A name of its own, which nothing else changes.
                let mutable = self.name("p");
                let (start, k, field) = (self.lendable()?.name, self.value(1), self.field());
                self.changing.push(name.clone());
                let call = if self.random.chance(50) {
                    format!("for _ in 0..2_usize {{ {name} += {mutable}.glide({k}); }}")
                } else {
                    format!("{name} += {mutable}.glide({k});")
                };
                Some(format!(
                    "let mut {name} = ⟨0.25⟩; let mut {mutable} = {start}.clone(); {call} {name} += {mutable}.{field}; "
                ))
            }
            1 if self.has(Callee::Glide) => {
                let element = self.element(true)?;
                let (value, k) = (self.name("t"), self.value(1));
                self.reals.push(name.clone());
                let place = &element.name;
                let call = match element.refers {
                    _ if place == "self" => format!("self.glide({value})"),
                    true => format!("Body::glide(&mut *{place}, {value})"),
                    false => format!("Body::glide(&mut {place}, {value})"),
                };
                Some(format!("let {value} = {k}; let {name} = {call}; "))
            }
            2 if self.has(Callee::Split) => {
                let (element, k) = (self.element(false)?, self.value(1));
                self.reals.extend([name.clone(), other.clone()]);
                Some(format!("let ({name}, {other}) = {}.split({k}); ", element.name))
            }
            _ if depth > 0 => {
                let leaves = self.leaves?;
                let condition = self.condition();
                let value = if leaves { format!(" {}", self.value(1)) } else { String::new() };
                Some(format!("if {condition} {{ return{value}; }} "))
            }
            _ => None,
        }
    }

    /// `b.step(k);`, `change(&mut b, k);`, `kick(&mut bodies, k);`
    fn call_that_changes(&mut self) -> Option<String> {
        let fits = |callee: &Callee| matches!(callee, Callee::Step | Callee::Change | Callee::Kick);
        let all: Vec<Callee> = self.callees.iter().copied().filter(fits).collect();
        if all.is_empty() {
            return None;
        }
        let value = self.name("t");
        let before = format!("let {value} = {}; ", self.value(1));
        let call = match *self.random.pick(&all) {
            Callee::Step => format!("{}.step({value}); ", self.element(true)?.name),
            Callee::Change => {
                let array = self.array(true)?;
                format!("change(&mut {}[{}], {value}); ", array.name, self.index(&array, true))
            }
            _ => {
                let array = self.array(true)?;
                let lent = if self.random.chance(25) && array.least == LENGTH {
                    format!("&mut {}[1..]", array.name)
                } else {
                    array.lent_to_change()
                };
                format!("kick({lent}, {value}); ")
            }
        };
        Some(before + &call)
    }

    /// What is done with elements as wholes.
    fn of_whole_elements(&mut self) -> Option<String> {
        let array = self.array(true)?;
        let name = array.name.clone();
        let (i, j) = (self.index(&array, true), self.index(&array, true));
        let made = self.made(1);
        let value = self.name("e");
        Some(match self.random.below(6) {
            0 | 1 => format!("let {value} = {made}; {name}[{i}] = {value}; "),
            2 => format!("{name}.swap({i}, {j}); "),
            3 => format!("let {value} = {made}; {name}.fill({value}); "),
            4 if array.is_vec() => format!("let {value} = {made}; {name}.push({value}); "),
            _ => format!("{name}[{i}] = {made}; "),
        })
    }

    /// A name for an element.
    fn named(&mut self) -> Option<String> {
        let name = self.name("p");
        if self.random.chance(40) {
            // A name for a place, for as long as one block.
            let array = self.array(true)?;
            if array.name.contains('.') {
                return None;
            }
            let index = self.index(&array, true);
            let (arrays, elements) = (self.arrays.clone(), self.elements.len());
            self.lock(&array.name);
            self.elements.push(Element { name: name.clone(), changes: true, refers: true, by_name: true });
            let change = self.change_of_field(1);
            let again = if self.random.chance(50) { self.assigned(1) } else { String::new() };
            let field = self.field();
            self.arrays = arrays;
            self.elements.truncate(elements);
            return Some(format!(
                "{{ let {name} = &mut {}[{index}]; {name}.{field} ⌈+= 0.5⌉⌊= {name}.{field} + c(0.5)⌋; {change}{again} }} ",
                array.name
            ));
        }
        let (made, mutable) = (self.made(1), self.random.chance(50));
        self.elements.push(Element { name: name.clone(), changes: mutable, refers: false, by_name: false });
        if !mutable {
            return Some(format!("let {name} = {made}; "));
        }
        // A variable with `mut` that nothing changes but methods whose results are used: they are taken for methods that change it.
        let field = self.field();
        Some(format!("let mut {name} = {made}; {name}.{field} ⌈+= 0.5⌉⌊= {name}.{field} + c(0.5)⌋; "))
    }

    /// Nothing but a name for its elements uses the array.
    fn lock(&mut self, name: &str) {
        for array in self.arrays.iter_mut().filter(|array| array.name == name) {
            array.locked = true;
        }
    }

    fn loop_over_indices(&mut self, depth: usize) -> Option<String> {
        let array = self.array(false)?;
        let index = self.name("i");
        let (bounds, of) = match self.random.below(5) {
            0 => (format!("0..{}_usize", array.least), array.name),
            1 => (format!("(0..{}.len()).rev()", array.name), array.name),
            2 => (format!("1..{}.len()", array.name), array.name),
            _ => (format!("0..{}.len()", array.name), array.name),
        };
        let counters = self.counters.len();
        self.counters.push((index.clone(), of));
        let block = self.block(depth);
        self.counters.truncate(counters);
        Some(format!("for {index} in {bounds} {block}"))
    }

    fn loop_over_elements(&mut self, depth: usize) -> Option<String> {
        let change = self.random.chance(60);
        let array = self.array(change)?;
        let (name, index) = (self.name("b"), self.name("i"));
        let (arrays, elements, counters) = (self.arrays.clone(), self.elements.len(), self.counters.len());
        let held = array.name.contains('.');
        let of = &array.name;
        let mut over = match (change, self.random.below(2)) {
            (true, 0) if held || matches!(array.holder, Holder::Owned | Holder::Fixed) => format!("&mut {of}"),
            (true, _) => format!("{of}.iter_mut()"),
            (false, 0) if !held && array.holder == Holder::Slice => of.clone(),
            (false, 0) if held || matches!(array.holder, Holder::Owned | Holder::Fixed) => format!("&{of}"),
            (false, _) => format!("{of}.iter()"),
        };
        if change {
            self.lock(of);
        } else {
            for array in self.arrays.iter_mut().filter(|other| other.name == *of) {
                array.lent = true;
            }
        }
        self.elements.push(Element { name: name.clone(), changes: change, refers: true, by_name: change });
        let mut pattern = name.clone();
        if over.ends_with(')') && self.random.chance(30) {
            over.push_str(".enumerate()");
            pattern = format!("({index}, {name})");
            self.counters.push((index, of.clone()));
        } else if over.ends_with(')')
            && self.random.chance(30)
            && let Some(other) = self.array(false)
            && other.name != *of
        {
            let second = self.name("b");
            let _ = write!(
                over,
                ".zip({})",
                if other.name.contains('.') { format!("&{}", other.name) } else { format!("{}.iter()", other.name) }
            );
            pattern = format!("({name}, {second})");
            for array in self.arrays.iter_mut().filter(|array| array.name == other.name) {
                array.lent = true;
            }
            self.elements.push(Element { name: second, changes: false, refers: true, by_name: false });
        }
        let length = arrays.len();
        let block = self.block(depth);
        self.arrays.truncate(length);
        self.arrays = arrays;
        self.elements.truncate(elements);
        self.counters.truncate(counters);
        Some(format!("for {pattern} in {over} {block}"))
    }

    /// The struct that holds a vector: made, changed, looked at.
    fn of_system(&mut self) -> Option<String> {
        let array = self.array(false)?;
        let (name, sum) = (self.name("s"), self.name("y"));
        let of = match (self.has(Callee::Made), self.random.below(3)) {
            (true, 0) => format!("made({}, {})", array.lent(), self.value(1)),
            (_, 1) => format!("vec![{}; {LENGTH}]", self.made(1)),
            _ => format!("{}.to_vec()", array.name),
        };
        let (g, k, l) = (self.value(1), self.value(1), self.value(1));
        let field = self.field();
        let turns = match self.random.below(3) {
            0 => format!("for _ in 0..2_usize {{ {name}.turn({k}); }} "),
            _ => format!("{name}.turn({k}); "),
        };
        let first = self.random.chance(50);
        let value = if first { format!("{name}.sum({l})") } else { format!("{name}.bodies[1].{field} + {name}.g") };
        self.reals.push(sum.clone());
        Some(format!("let mut {name} = System {{ bodies: {of}, g: {g} }}; {turns}let {sum} = {value}; "))
    }
}
