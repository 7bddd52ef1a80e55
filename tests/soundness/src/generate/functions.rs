//! Programs that are spread over several functions: functions that take functions, that give them, that pass them on.
//!
//! The last function of a program is the entry, whose interface is first order. Each function calls those before it.

use std::rc::Rc;

use super::closures::{Closure, Wish};
use super::expressions::LARGE;
use super::random::Random;
use super::state::{ATOM, Bits, Expr, Form, Generator, Known, Signature, Type};
use super::{Features, Function};

/// How long what is passed to a function has to last.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lasts {
    /// As long as the call.
    Call,
    /// As long as what the call gives, which a variable takes.
    Kept,
    /// Longer than the body at hand: of what it refers to, only the variables before this one are left.
    Escapes(usize),
}

/// A function as an argument.
pub(super) struct Passed {
    pub(super) text: String,
    pub(super) borrows: Bits,
    escapes: bool,
}

/// A call that gives functions.
struct Given {
    text: String,
    borrows: Bits,
    escapes: bool,
}

/// The functions of a program, the entry last.
pub(super) fn spread(random: &mut Random, features: Features, name: &str, fuel: usize) -> Vec<Function> {
    let mut functions: Vec<Function> = Vec::new();
    let count = 2 + random.below(4);
    for index in 0..count {
        let mut generator = Generator::new(Random::new(random.bits()), features, &functions, 4 + random.below(12));
        generator.spread = true;
        let name = format!("{name}_{index}");
        let function = match generator.random.weighted(&[(3, 0), (6, 1), (4, 2)]) {
            0 => generator.first_order_function(&name),
            1 => generator.function_of_functions(&name),
            _ => generator.function_that_gives(&name),
        };
        functions.push(function);
    }
    let mut generator = Generator::new(Random::new(random.bits()), features, &functions, fuel);
    generator.spread = true;
    let entry = super::function(&mut generator, name, false);
    functions.push(entry);
    functions
}

impl Generator<'_> {
    /// `fn h(x: f64) -> f64`, of few parameters, so that it can be passed by its name.
    pub(super) fn first_order_function(&mut self, name: &str) -> Function {
        let signature = self.parameter_signature(Form::Shared);
        let params: Vec<String> = signature.params.iter().map(|param| self.function_parameter(param)).collect();
        let body = self.function_body(&signature.result);
        let marked = format!("pub fn {name}({}) -> {} {body}", params.join(", "), signature.result.text());
        Function::new(name, signature.params, signature.result, marked)
    }

    /// `fn h(f: impl Fn(f64) -> f64, x: f64) -> f64`.
    pub(super) fn function_of_functions(&mut self, name: &str) -> Function {
        let mut params: Vec<Type> = (0..=self.random.below(2)).map(|_| Type::Real).collect();
        for _ in 0..self.random.weighted(&[(6, 1), (3, 2), (1, 3)]) {
            let form = match self.random.below(12) {
                0..6 => Form::Given,
                6..9 => Form::Reference,
                9 => Form::Once,
                _ => Form::Shared,
            };
            let mut signature = self.parameter_signature(form);
            if form != Form::Once && self.random.chance(12) {
                // A curried one.
                signature.params = vec![Type::Real];
                signature.result = Type::Function(Rc::new(self.parameter_signature(Form::Given)));
            }
            params.insert(self.random.below(params.len() + 1), Type::Function(Rc::new(signature)));
        }
        if !self.structs.is_empty() && self.random.chance(40) {
            let structure = self.random.pick(self.structs).clone();
            params.insert(self.random.below(params.len() + 1), Type::Struct(structure));
        }
        let pair = self.features.tuples && self.random.chance(12);
        let result = if !self.structs.is_empty() && self.random.chance(30) {
            Type::Struct(self.random.pick(self.structs).clone())
        } else if pair {
            Type::Tuple(vec![Type::Real, Type::Real])
        } else {
            Type::Real
        };
        let interface = self.interface(&params);
        let body = self.function_body(&result);
        Self::finished(name, params, result, &interface, &body)
    }

    /// `fn h(a: f64) -> impl Fn(f64) -> f64`.
    pub(super) fn function_that_gives(&mut self, name: &str) -> Function {
        let mut params: Vec<Type> = (0..self.random.weighted(&[(1, 0), (6, 1), (3, 2)])).map(|_| Type::Real).collect();
        for _ in 0..self.random.weighted(&[(4, 0), (5, 1), (2, 2)]) {
            let form = if self.random.chance(15) { Form::Reference } else { Form::Given };
            let signature = self.parameter_signature(form);
            params.insert(self.random.below(params.len() + 1), Type::Function(Rc::new(signature)));
        }
        let mut result = Type::Function(Rc::new(self.parameter_signature(Form::Given)));
        if self.features.tuples && self.random.chance(30) {
            let mut parts = vec![result, Type::Real];
            if self.random.chance(30) {
                parts.push(Type::Function(Rc::new(self.parameter_signature(Form::Given))));
            }
            if self.random.chance(50) {
                parts.reverse();
            }
            result = Type::Tuple(parts);
        }
        let interface = self.interface(&params);
        let count = self.random.below(3);
        let statements = self.statements(count, 3);
        self.fuel = self.fuel.max(4);
        let value = self.given_value(&result);
        Self::finished(name, params, result, &interface, &format!("{{ {statements} {value} }}"))
    }

    fn finished(name: &str, params: Vec<Type>, result: Type, interface: &Interface, body: &str) -> Function {
        let Interface { generics, params: texts, predicates, .. } = interface;
        let generics = if generics.is_empty() { String::new() } else { format!("<{}>", generics.join(", ")) };
        let clause = if predicates.is_empty() { String::new() } else { format!("where {} ", predicates.join(", ")) };
        let marked = format!("pub fn {name}{generics}({}) -> {} {clause}{body}", texts.join(", "), result.text());
        Function::new(name, params, result, marked)
    }

    /// The type of a function that is a parameter, or given.
    pub(super) fn parameter_signature(&mut self, form: Form) -> Signature {
        // Of a closure that takes structs the emitted code does not say which.
        let structs = std::mem::take(&mut self.structs);
        let params = match self.random.below(10) {
            0..6 => vec![Type::Real],
            6..9 => vec![Type::Real, Type::Real],
            _ => vec![self.first_order(), Type::Real],
        };
        self.structs = structs;
        let pair = self.features.tuples && self.random.chance(10);
        let result = if !self.structs.is_empty() && self.random.chance(20) {
            Type::Struct(self.random.pick(self.structs).clone())
        } else if pair {
            Type::Tuple(vec![Type::Real, Type::Real])
        } else {
            Type::Real
        };
        Signature { params, result, known: Known::Yes, size: LARGE, form, closed: false }
    }

    /// Binds the parameters, functions among them; gives their texts.
    pub(super) fn interface(&mut self, params: &[Type]) -> Interface {
        let mut interface = Interface::default();
        for param in params {
            let Some(signature) = param.signature() else {
                let text = self.function_parameter(param);
                interface.params.push(text);
                continue;
            };
            let name = self.fresh_name();
            self.bind(name.clone(), param.clone(), false, Known::Yes, 0.0);
            let types: Vec<String> = signature.params.iter().map(Type::text).collect();
            let copies = if signature.form == Form::Shared { " + Copy" } else { "" };
            let once = if signature.form == Form::Once { "Once" } else { "" };
            let result = match &signature.result {
                Type::Function(given) => {
                    let letter = ["A", "B", "C"][interface.made];
                    interface.made += 1;
                    let types: Vec<String> = given.params.iter().map(Type::text).collect();
                    interface.generics.push(format!("{letter}: Fn({}) -> {}", types.join(", "), given.result.text()));
                    letter.to_owned()
                }
                result => result.text(),
            };
            let bound = format!("Fn{once}({}) -> {result}{copies}", types.join(", "));
            let reference = if signature.form == Form::Reference { "&" } else { "" };
            let style = self.random.below(3);
            if style == 0 {
                interface.params.push(format!("{name}: {reference}impl {bound}"));
                continue;
            }
            let letter = ["F", "G", "H"][interface.functions];
            interface.functions += 1;
            interface.params.push(format!("{name}: {reference}{letter}"));
            if style == 1 {
                interface.generics.push(format!("{letter}: {bound}"));
            } else {
                interface.generics.push(letter.to_owned());
                interface.predicates.push(format!("{letter}: {bound}"));
            }
        }
        interface
    }

    /// What a function gives, with functions in it.
    fn given_value(&mut self, ty: &Type) -> String {
        match ty {
            Type::Function(signature) => self.given_function(signature),
            Type::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.given_value(part)).collect();
                format!("({})", parts.join(", "))
            }
            _ => {
                let e = self.value(ty, 2);
                if *ty == Type::Real { self.shrunk(e, LARGE).text } else { e.text }
            }
        }
    }

    /// A function that outlives the function at hand: a closure, what another function gives, or one that is at hand.
    fn given_function(&mut self, wanted: &Signature) -> String {
        if self.random.chance(30)
            && let Some(found) = self.passed_variable(wanted, Lasts::Escapes(0))
        {
            return found.text;
        }
        if let Some((text, _)) = self.given_on(wanted, 0, 2) {
            return text;
        }
        let mut wish = Wish::of(wanted.params.clone(), wanted.result.clone());
        let plain = wanted.params.iter().all(|ty| *ty == Type::Real) && wanted.result == Type::Real;
        wish.typed = !plain || self.random.chance(80);
        wish.expected = true;
        wish.crosses = true;
        wish.moves = true;
        wish.escapes_to = Some(0);
        self.closure(wish, 3).text
    }

    /// The functions that give this kind of function and nothing else.
    fn givers_of(&self, params: &[Type], result: &Type) -> Vec<usize> {
        let fits = |function: &Function| {
            function.result.signature().is_some_and(|given| given.params == params && given.result == *result)
        };
        (0..self.callees.len()).filter(|&index| fits(&self.callees[index])).collect()
    }

    /// The functions that give functions that give this.
    pub(super) fn givers(&self, ty: &Type) -> Vec<usize> {
        let fits = |function: &Function| function.result.signature().is_some_and(|given| given.result == *ty);
        (0..self.callees.len()).filter(|&index| fits(&self.callees[index])).collect()
    }

    /// Whether there are functions that give functions.
    pub(super) fn has_givers(&self) -> bool {
        self.callees.iter().any(|function| function.result.has_function())
    }

    /// Now and then a call of another function that gives such a function, which outlives the body at hand.
    pub(super) fn given_on(
        &mut self,
        wanted: &Signature,
        boundary: usize,
        depth: usize,
    ) -> Option<(String, Signature)> {
        let found = self.givers_of(&wanted.params, &wanted.result);
        if found.is_empty() || self.random.chance(60) {
            return None;
        }
        let index = *self.random.pick(&found);
        let given = self.call_that_gives(index, Lasts::Escapes(boundary), false, depth)?;
        Some((given.text, Signature { form: Form::Given, ..wanted.clone() }))
    }

    /// A variable of which the macro sees that it depends on a parameter.
    fn depending(&mut self) -> Option<String> {
        let found: Vec<u32> = self
            .readable()
            .into_iter()
            .map(|index| &self.variables[index])
            .filter(|v| v.depends)
            .map(|v| v.id)
            .collect();
        if found.is_empty() {
            return None;
        }
        let id = *self.random.pick(&found);
        self.uses(id);
        Some(self.variable(id).name.clone())
    }

    /// A call of a function that gives functions; `None` if there is nothing to pass to it. Whether what it gives is called at once.
    fn call_that_gives(&mut self, index: usize, lasts: Lasts, called: bool, depth: usize) -> Option<Given> {
        let function = &self.callees[index];
        let pins = self.pinned.len();
        let mut given = Given { text: String::new(), borrows: Bits::new(), escapes: true };
        let mut texts = Vec::new();
        // A call that depends on no parameter is left as it is, so that what it gives is no differentiable function.
        let mut depends = called;
        for param in &function.params {
            let Some(signature) = param.signature() else {
                let mut text = self.arguments(std::slice::from_ref(param), depth);
                if !depends
                    && *param == Type::Real
                    && let Some(name) = self.depending()
                {
                    text = format!("{name} + ({text})");
                    depends = true;
                }
                texts.push(text);
                continue;
            };
            let Some(passed) = self.passed_if_it_can_be(signature, lasts, depth) else {
                self.pinned.truncate(pins);
                return None;
            };
            given.borrows.extend(&passed.borrows);
            given.escapes &= passed.escapes;
            self.pinned.push(passed.borrows);
            texts.push(passed.text);
        }
        self.pinned.truncate(pins);
        if !depends {
            return None;
        }
        given.text = format!("{}({})", function.name, texts.join(", "));
        Some(given)
    }

    /// `make(a)(x)`.
    pub(super) fn call_of_given(&mut self, index: usize, depth: usize) -> Expr {
        let given = self.call_that_gives(index, Lasts::Call, true, depth).expect("a closure can be passed to a call");
        let signature = self.callees[index].result.signature().expect("it gives a function").clone();
        self.temporaries.extend(given.borrows);
        let arguments = self.arguments(&signature.params, depth);
        let known = if signature.result == Type::Real { Known::Yes } else { Known::Float };
        Expr::new(format!("{}({arguments})", given.text), ATOM, known, LARGE)
    }

    /// `let f = make(a);`, `let (f, b) = make(a);`
    pub(super) fn let_given(&mut self, depth: usize) -> String {
        let makers = (0..self.callees.len()).filter(|&index| self.callees[index].result.has_function());
        let makers: Vec<usize> = makers.collect();
        let index = *self.random.pick(&makers);
        let Some(given) = self.call_that_gives(index, Lasts::Kept, false, depth) else { return String::new() };
        match self.callees[index].result.clone() {
            Type::Function(signature) => self.let_closure(Closure {
                text: given.text,
                signature: (*signature).clone(),
                borrows: given.borrows,
                holds: Bits::new(),
                escapes: given.escapes,
            }),
            Type::Tuple(parts) => {
                let before = self.variables.len();
                let pattern = self.bind_pattern(&parts, LARGE);
                for variable in &mut self.variables[before..] {
                    if variable.ty.signature().is_some() {
                        variable.borrows.clone_from(&given.borrows);
                        variable.escapes = given.escapes;
                    }
                }
                format!("let {pattern} = {};", given.text)
            }
            _ => unreachable!("it gives functions"),
        }
    }

    /// A function as an argument of a call of another function.
    pub(super) fn passed(&mut self, wanted: &Signature, depth: usize) -> Passed {
        self.passed_if_it_can_be(wanted, Lasts::Call, depth).expect("a closure can be passed to a call")
    }

    fn passed_if_it_can_be(&mut self, wanted: &Signature, lasts: Lasts, depth: usize) -> Option<Passed> {
        let reference = wanted.form == Form::Reference;
        // A reference to what has no name lasts only as long as the call.
        let nameless = lasts == Lasts::Call || !reference;
        if (!nameless || self.random.chance(55))
            && let Some(passed) = self.passed_variable(wanted, lasts)
        {
            return Some(passed);
        }
        if !nameless {
            return None;
        }
        let by = |text: String| if reference { format!("&{text}") } else { text };
        if self.random.chance(25)
            && let Some(name) = self.passed_name(wanted)
        {
            return Some(Passed { text: by(name), borrows: Bits::new(), escapes: true });
        }
        let givers = self.givers_of(&wanted.params, &wanted.result);
        if wanted.form != Form::Shared && depth > 0 && !givers.is_empty() && self.random.chance(30) {
            let index = *self.random.pick(&givers);
            if let Some(given) = self.call_that_gives(index, lasts, false, depth - 1) {
                return Some(Passed { text: by(given.text), borrows: given.borrows, escapes: given.escapes });
            }
        }
        let mut wish = Wish::of(wanted.params.clone(), wanted.result.clone());
        // Through the reference, rustc would not see what the closure takes.
        let plain = wanted.params.iter().all(|ty| *ty == Type::Real) && wanted.result == Type::Real;
        wish.typed = reference || !plain || self.random.chance(70);
        wish.expected = true;
        wish.crosses = true;
        wish.moves = wanted.form != Form::Shared && self.random.chance(25);
        if let Lasts::Escapes(boundary) = lasts {
            wish.moves = true;
            wish.escapes_to = Some(boundary);
        }
        let closure = self.closure(wish, depth);
        Some(Passed { text: by(closure.text), borrows: closure.borrows, escapes: closure.escapes })
    }

    /// A function in scope, by value or by reference.
    fn passed_variable(&mut self, wanted: &Signature, lasts: Lasts) -> Option<Passed> {
        let found = self.functions(|signature| {
            signature.fits(wanted) && (signature.form != Form::Once || wanted.form == Form::Once)
        });
        let mut ways: Vec<(u32, bool)> = Vec::new();
        for id in found {
            let variable = self.variable(id);
            if self.has_reference(variable) {
                continue;
            }
            let form = variable.ty.signature().expect("a function").form;
            if let Lasts::Escapes(boundary) = lasts
                && !(variable.escapes && variable.borrows.iter().all(|&id| self.outlives(id, boundary)))
            {
                continue;
            }
            let by_value = match wanted.form {
                Form::Reference => form == Form::Reference,
                Form::Shared => form != Form::Given,
                _ => !variable.is_given() || self.is_movable(id),
            };
            if by_value {
                ways.push((id, false));
            }
            if !matches!(lasts, Lasts::Escapes(_)) && form != Form::Once {
                ways.push((id, true));
            }
        }
        if ways.is_empty() {
            return None;
        }
        let (id, by_reference) = *self.random.pick(&ways);
        self.uses(id);
        let variable = self.variable(id).clone();
        let (mut text, mut borrows) = (variable.name.clone(), variable.borrows.clone());
        if by_reference {
            text = format!("&{text}");
            borrows.insert(id);
        } else if variable.is_given() {
            self.retire(id);
        }
        Some(Passed { text, borrows, escapes: variable.escapes && !by_reference })
    }

    /// The name of a function or of a primitive.
    fn passed_name(&mut self, wanted: &Signature) -> Option<String> {
        let mut names: Vec<String> = Vec::new();
        for function in self.callees {
            let gives = match (&function.result, &wanted.result) {
                (Type::Function(given), Type::Function(wanted)) => given.fits(wanted),
                (given, wanted) => given == wanted,
            };
            if function.params == wanted.params && gives && function.has_path() {
                let path = if self.random.chance(20) { "self::" } else { "" };
                names.push(format!("{path}{}", function.name));
            }
        }
        if wanted.result.signature().is_none() && (names.is_empty() || self.random.chance(40)) {
            let primitives: &[&str] = match (wanted.params.as_slice(), &wanted.result) {
                ([Type::Real], Type::Real) => &["sin", "cos", "tanh", "atan", "asinh"],
                ([Type::Real], Type::Tuple(_)) => &["sin_cos"],
                ([Type::Real, Type::Real], Type::Real) if self.features.kinks => &["max", "min"],
                _ => &[],
            };
            names.extend(primitives.iter().map(|name| format!("ℝ::{name}")));
        }
        if names.is_empty() { None } else { Some(self.random.pick(&names).clone()) }
    }
}

/// The parameters of a function as text.
#[derive(Default)]
pub(super) struct Interface {
    pub(super) generics: Vec<String>,
    pub(super) params: Vec<String>,
    pub(super) predicates: Vec<String>,
    /// How many type parameters stand for functions, and for what functions give.
    functions: usize,
    made: usize,
}
