//! Programs with structs: inherent methods, operators, a trait, functions that take structs and give them, recursion.
//!
//! All structs are `Copy`. The entry is first order on reals. Each function calls those before it and, if it is recursive,
//! itself, with an integer that gets smaller.

#![allow(
    clippy::redundant_closure_for_method_calls,
    reason = "a path to a method of `Generator` is not of every lifetime, as the closures are"
)]

mod values;

use std::fmt::Write as _;
use std::rc::Rc;

use super::expressions::LARGE;
use super::random::Random;
use super::state::{ATOM, Form, Generator, Known, PRODUCT, SUM, Struct, Type};
use super::{Call, Features, Function, Item};

/// The methods of reals that structs have as well, now and then.
const VOCABULARY: [&str; 5] = ["sin", "abs", "max", "sqrt", "mul_add"];

/// The functions of a program with structs, the entry last.
pub(super) fn program(random: &mut Random, features: Features, name: &str, fuel: usize) -> Vec<Function> {
    let structs = structs(random, features, &name.to_uppercase());
    let items = structs.iter().map(|structure| item(random, structure)).collect();
    let mut maker = Maker { random, features, name, structs: &structs, items, made: Vec::new(), names: 0, block: None };
    let count = 3 + maker.random.below(6);
    for index in 0..count {
        match maker.random.weighted(&[(5, 0), (12, 1), (7, 2), (5, 3), (3, 4), (3, 5), (2, 6), (4, 7)]) {
            0 => maker.constructor(),
            1 => maker.method(),
            2 => maker.operator(),
            3 => maker.function(false),
            4 => maker.function(true),
            5 => maker.free(|generator, name| generator.function_of_functions(name)),
            6 => maker.free(|generator, name| generator.function_that_gives(name)),
            _ if index + 1 < count => maker.of_trait(),
            _ => maker.method(),
        }
    }
    let entry = maker.free_as(name, fuel, |generator, name| super::function(generator, name, false));
    let mut functions = maker.items;
    functions.extend(maker.made);
    functions.push(entry);
    functions
}

/// One struct or two, the second with the first in it or not.
fn structs(random: &mut Random, features: Features, name: &str) -> Vec<Rc<Struct>> {
    const NAMES: [&str; 9] = ["x", "y", "a", "u", "k", "rest", "mass", "at", "speed"];
    let mut made: Vec<Rc<Struct>> = Vec::new();
    for kind in ["Point", "Body"].into_iter().take(1 + random.weighted(&[(1, 0), (4, 1)])) {
        let mut types = vec![Type::Real; 1 + random.below(3)];
        if features.discrete && random.chance(30) {
            let ty = *random.pick(&["usize", "i32", "u32"]);
            types.insert(random.below(types.len() + 1), Type::Int(ty));
        }
        if let Some(inner) = made.first() {
            for _ in 0..random.weighted(&[(3, 0), (5, 1), (2, 2)]) {
                types.insert(random.below(types.len() + 1), Type::Struct(inner.clone()));
            }
        }
        let tuple = random.chance(30);
        if tuple {
            // The fields of the cotangent have the same numbers.
            types.sort_by_key(|ty| !ty.has_tangent());
        }
        let shift = random.below(3);
        let named = |i: usize| if tuple { i.to_string() } else { NAMES[(i + shift) % 9].to_owned() };
        let fields = types.into_iter().enumerate().map(|(i, ty)| (named(i), ty)).collect();
        made.push(Rc::new(Struct { name: format!("{name}{kind}"), tuple, fields }));
    }
    made
}

/// The text of a struct.
fn item(random: &mut Random, structure: &Struct) -> Function {
    let visible = if random.chance(50) { "pub " } else { "" };
    let field = |(name, ty): &(String, Type)| {
        let label = if structure.tuple { String::new() } else { format!("{name}: ") };
        format!("{visible}{label}{}", ty.text())
    };
    let fields: Vec<String> = structure.fields.iter().map(field).collect();
    let marked = if structure.tuple {
        format!("pub struct {}({});", structure.name, fields.join(", "))
    } else {
        format!("pub struct {} {{ {} }}", structure.name, fields.join(", "))
    };
    Function { item: Item::Struct, ..Function::new("", Vec::new(), Type::Unit, marked) }
}

/// What makes the functions of one program.
struct Maker<'a> {
    random: &'a mut Random,
    features: Features,
    name: &'a str,
    structs: &'a [Rc<Struct>],
    items: Vec<Function>,
    made: Vec<Function>,
    names: usize,
    /// The last `impl` block of a struct: which struct it is of, and which function has the text.
    block: Option<(String, usize)>,
}

/// How a method takes its receiver.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Receiver {
    Value,
    Mutable,
    Reference,
    None,
}

/// A function in an `impl` block or a trait.
struct Method {
    name: String,
    params: Vec<Type>,
    result: Type,
    text: String,
}

impl Maker<'_> {
    fn fresh(&mut self, letter: &str) -> String {
        self.names += 1;
        format!("{letter}{}", self.names)
    }

    fn structure(&mut self) -> Rc<Struct> {
        self.random.pick(self.structs).clone()
    }

    /// A function of what was made so far and these.
    fn with<T>(&mut self, own: Option<&str>, more: &[Function], make: impl FnOnce(&mut Generator<'_>) -> T) -> T {
        let mut functions = self.made.clone();
        functions.extend_from_slice(more);
        let fuel = 3 + self.random.below(12);
        let mut generator = Generator::new(Random::new(self.random.bits()), self.features, &functions, fuel);
        generator.spread = true;
        generator.structs = self.structs;
        generator.own = own.map(str::to_owned);
        make(&mut generator)
    }

    fn free(&mut self, make: impl FnOnce(&mut Generator<'_>, &str) -> Function) {
        let name = self.fresh("f");
        let name = format!("{}_{name}", self.name);
        let fuel = 3 + self.random.below(12);
        let function = self.free_as(&name, fuel, make);
        self.made.push(function);
    }

    fn free_as(
        &mut self,
        name: &str,
        fuel: usize,
        make: impl FnOnce(&mut Generator<'_>, &str) -> Function,
    ) -> Function {
        self.with(None, &[], |generator| {
            generator.fuel = fuel;
            make(generator, name)
        })
    }

    /// A function with structs among its parameters or in its result.
    fn function(&mut self, recursive: bool) {
        self.free(|generator, name| {
            let mut params = vec![Type::Real; 1 + generator.random.below(2)];
            for _ in 0..generator.random.weighted(&[(2, 0), (5, 1), (3, 2)]) {
                let structure = generator.random.pick(generator.structs).clone();
                let by_reference = generator.random.chance(40);
                let param = if by_reference { Type::Reference(structure) } else { Type::Struct(structure) };
                params.insert(generator.random.below(params.len() + 1), param);
            }
            if recursive {
                params.push(Type::Int("u32"));
            }
            let result = generator.result();
            let method = generator.callable(name, params, &result, Receiver::None, recursive);
            Function::new(name, method.params, result, format!("pub {}", method.text))
        });
    }

    fn constructor(&mut self) {
        let structure = self.structure();
        let name = format!("{}::new", structure.name);
        if self.made.iter().any(|function| function.name == name) {
            return self.method();
        }
        let method = self.with(Some(&structure.name), &[], |generator| {
            let params: Vec<Type> = structure.fields.iter().map(|(_, ty)| ty.clone()).collect();
            let params = if generator.random.chance(70) { params } else { vec![Type::Real, Type::Real] };
            generator.callable("new", params, &Type::Struct(structure.clone()), Receiver::None, false)
        });
        self.add_method(&structure, method, Receiver::None);
    }

    fn method(&mut self) {
        let structure = self.structure();
        let receiver = self.random.weighted(&[
            (6, Receiver::Value),
            (7, Receiver::Reference),
            (1, Receiver::Mutable),
            (2, Receiver::None),
        ]);
        let mut name = self.fresh("m");
        if receiver != Receiver::None && self.random.chance(12) {
            let word = *self.random.pick(&VOCABULARY);
            let path = format!("{}::{word}", structure.name);
            if !self.made.iter().any(|function| function.name == path) {
                word.clone_into(&mut name);
            }
        }
        let method = self.with(Some(&structure.name), &[], |generator| {
            let mut params = match receiver {
                Receiver::None => vec![Type::Real],
                Receiver::Reference => vec![Type::Reference(structure.clone())],
                _ => vec![Type::Struct(structure.clone())],
            };
            params.extend(vec![Type::Real; generator.random.below(3)]);
            let recursive = generator.random.chance(15);
            if generator.random.chance(30) {
                let other = generator.random.pick(generator.structs).clone();
                let by_reference = generator.random.chance(40);
                params.push(if by_reference { Type::Reference(other) } else { Type::Struct(other) });
            }
            if recursive {
                params.push(Type::Int("u32"));
            } else if generator.random.chance(20) {
                let form = if generator.random.chance(30) { Form::Reference } else { Form::Given };
                let signature = generator.parameter_signature(form);
                params.push(Type::Function(Rc::new(signature)));
            }
            let result = generator.result();
            generator.callable(&name, params, &result, receiver, recursive)
        });
        self.add_method(&structure, method, receiver);
    }

    /// Puts a method into the last block of the struct, or into one of its own.
    fn add_method(&mut self, structure: &Struct, method: Method, receiver: Receiver) {
        let mut marked = String::new();
        match &self.block {
            Some((of, carrier)) if *of == structure.name && self.random.chance(60) => {
                let block = &mut self.made[*carrier].marked;
                block.truncate(block.trim_end().len() - 1);
                let _ = write!(block, " pub {} }}", method.text);
            }
            _ => {
                marked = format!("impl {} {{ pub {} }}", structure.name, method.text);
                self.block = Some((structure.name.clone(), self.made.len()));
            }
        }
        let call = if receiver == Receiver::None { Call::Path } else { Call::Method(method.name.clone()) };
        let name = format!("{}::{}", structure.name, method.name);
        self.made.push(Function { call, ..Function::new(&name, method.params, method.result, marked) });
    }

    /// An operator of a struct.
    fn operator(&mut self) {
        let structure = self.structure();
        let this = Type::Struct(structure.clone());
        let (name, f64) = (structure.name.as_str(), "ℝ");
        // The trait, its operand, the type it is of, the method, how it is called, its parameters, its result.
        let own = |call: Call, params: Vec<Type>, result: Type| (call, params, result);
        let both = || vec![this.clone(), this.clone()];
        let (of, on, method, (call, params, result)) = match self.random.below(10) {
            0 | 1 => ("Add".to_owned(), name, "add", own(Call::Operator("+", SUM), both(), this.clone())),
            2 => (format!("Sub<{name}>"), name, "sub", own(Call::Operator("-", SUM), both(), this.clone())),
            3 => ("Mul".to_owned(), name, "mul", own(Call::Operator("*", PRODUCT), both(), Type::Real)),
            4 | 5 => {
                let params = vec![Type::Real, this.clone()];
                (format!("Mul<{name}>"), f64, "mul", own(Call::Operator("*", PRODUCT), params, this.clone()))
            }
            6 => {
                let params = vec![this.clone(), Type::Real];
                (format!("Mul<{f64}>"), name, "mul", own(Call::Operator("*", PRODUCT), params, this.clone()))
            }
            7 => ("Neg".to_owned(), name, "neg", own(Call::Negation, vec![this.clone()], this.clone())),
            8 => return self.assigner(&structure),
            _ => {
                let params = vec![this.clone(), Type::Real];
                (format!("Div<{f64}>"), name, "div", own(Call::Operator("/", PRODUCT), params, this.clone()))
            }
        };
        let path = format!("<{on} as std::ops::{of}>::{method}");
        if self.made.iter().any(|function| function.name == path) {
            return;
        }
        let made = self.with(Some(on), &[], |generator| {
            generator.by_parts = generator.random.chance(50);
            generator.callable(method, params.clone(), &result, Receiver::Value, false)
        });
        let marked = format!("impl std::ops::{of} for {on} {{ type Output = {}; {} }}", result.text(), made.text);
        self.made.push(Function { call, ..Function::new(&path, params, result, marked) });
    }

    /// `AddAssign`, `SubAssign` or `MulAssign` of a struct.
    fn assigner(&mut self, structure: &Rc<Struct>) {
        let (of, method, symbol) = *self.random.pick(&[
            ("AddAssign", "add_assign", "+="),
            ("SubAssign", "sub_assign", "-="),
            ("MulAssign", "mul_assign", "*="),
        ]);
        let name = &structure.name;
        let path = format!("<{name} as std::ops::{of}>::{method}");
        if self.made.iter().any(|function| function.name == path) {
            return;
        }
        let this = Type::Struct(structure.clone());
        let (operand, other) = if symbol == "*=" { ("<ℝ>", Type::Real) } else { ("", this.clone()) };
        let reals: Vec<String> = structure.reals();
        let mut body = String::new();
        for (index, field) in reals.iter().enumerate() {
            let from = if symbol == "*=" {
                "other".to_owned()
            } else {
                let from = if self.random.chance(70) { field } else { self.random.pick(&reals) };
                format!("other.{from}")
            };
            let mixed = self.random.pick(&reals).clone();
            let term = match self.random.below(4) {
                0 => format!("self.{field} {symbol} {from}; "),
                1 => format!("self.{field} {symbol} {from} + self.{mixed}; "),
                2 => format!("self.{field} = self.{mixed} - {from}; "),
                _ if !structure.tuple && reals.len() > 1 && structure.fields.iter().any(|(name, _)| name == field) => {
                    format!("*self = {name} {{ {field}: self.{field} + {from}, ..*self }}; ")
                }
                _ => format!("self.{field} {symbol} {from}; "),
            };
            if index == 0 || self.random.chance(80) {
                body.push_str(&term);
            }
        }
        let params = vec![this, other.clone()];
        let other = other.text();
        let marked = format!(
            "impl std::ops::{of}{operand} for {name} {{ fn {method}(&mut self, other: {other}) {{ {body} }} }}"
        );
        self.made.push(Function { call: Call::Assignment(symbol), ..Function::new(&path, params, Type::Unit, marked) });
    }

    /// A trait with a default method, implementations of it, and a function of what implements it.
    fn of_trait(&mut self) {
        let name = format!("{}Law", self.name.to_uppercase());
        if self.made.iter().any(|function| function.name.starts_with(&format!("{name}::"))) {
            return self.method();
        }
        let required: Vec<(String, Vec<Type>, Type)> = (0..=self.random.below(2))
            .map(|_| {
                let pair = self.features.tuples && self.random.chance(15);
                let result = if pair { Type::Tuple(vec![Type::Real, Type::Real]) } else { Type::Real };
                (self.fresh("t"), vec![Type::Real; self.random.below(3)], result)
            })
            .collect();
        let parameter = |name: &str| Rc::new(Struct { name: name.to_owned(), tuple: false, fields: Vec::new() });
        // The trait.
        let this = parameter("Self");
        let by_default = self.fresh("t");
        let mut params = vec![Type::Reference(this.clone())];
        params.extend(vec![Type::Real; self.random.below(3)]);
        let given = params[1..].to_vec();
        let method = self.with(None, &methods(&name, &required, &this), |generator| {
            generator.callable(&by_default, params, &Type::Real, Receiver::Reference, false)
        });
        let mut marked = format!("pub trait {name} {{ ");
        for (method, params, result) in &required {
            let params: Vec<String> =
                params.iter().zip(["x", "y"]).map(|(ty, name)| format!(", {name}: {}", ty.text())).collect();
            let _ = write!(marked, "fn {method}(&self{}) -> {}; ", params.concat(), result.text());
        }
        let _ = write!(marked, "{} }}", method.text);
        let mut items = vec![Function::new("", Vec::new(), Type::Unit, marked)];
        // Its implementations.
        for structure in self.structs {
            let mut texts = Vec::new();
            let mut all = required.clone();
            if self.random.chance(30) {
                all.push((by_default.clone(), given.clone(), Type::Real));
            }
            for (method, params, result) in &all {
                let mut params = params.clone();
                params.insert(0, Type::Reference(structure.clone()));
                texts.push(self.with(Some(&structure.name), &[], |generator| {
                    generator.callable(method, params, result, Receiver::Reference, false).text
                }));
            }
            let marked = format!("impl {name} for {} {{ {} }}", structure.name, texts.join(" "));
            items.push(Function::new("", Vec::new(), Type::Unit, marked));
        }
        // A function of what implements it.
        let function = self.fresh("f");
        let function = format!("{}_{function}", self.name);
        let mut known = required.clone();
        known.push((by_default.clone(), given.clone(), Type::Real));
        let generic = parameter("P");
        let in_clause = self.random.chance(50);
        let mut params = vec![Type::Reference(generic.clone()), Type::Real];
        let result = self.with(None, &[], |generator| generator.result());
        let method = self.with(None, &methods(&name, &known, &generic), |generator| {
            generator.callable(&function, params.clone(), &result, Receiver::None, false)
        });
        let text = if in_clause {
            let arrow = format!("-> {}", result.text());
            method.text.replacen('(', "<P>(", 1).replacen(&arrow, &format!("{arrow} where P: {name}"), 1)
        } else {
            method.text.replacen('(', &format!("<P: {name}>("), 1)
        };
        items.push(Function::new("", Vec::new(), Type::Unit, format!("pub {text}")));
        for structure in self.structs {
            items.extend(methods(&name, &known, structure));
            params[0] = Type::Reference(structure.clone());
            let turbofish = if self.random.chance(20) { format!("::<{}>", structure.name) } else { String::new() };
            let name = format!("{function}{turbofish}");
            items.push(Function::new(&name, params.clone(), result.clone(), String::new()));
        }
        self.made.extend(items);
    }
}

impl Struct {
    /// The ways to its reals, those of its structs included.
    fn reals(&self) -> Vec<String> {
        fn add(way: &str, ty: &Type, found: &mut Vec<String>) {
            if *ty == Type::Real {
                found.push(way.to_owned());
            }
            for (name, part) in ty.parts() {
                add(&format!("{way}.{name}"), part, found);
            }
        }
        let mut found = Vec::new();
        for (name, ty) in &self.fields {
            add(name, ty, &mut found);
        }
        found
    }
}

impl Generator<'_> {
    /// The type of what a function gives.
    fn result(&mut self) -> Type {
        let structure = |generator: &mut Self| Type::Struct(generator.random.pick(generator.structs).clone());
        match self.random.below(12) {
            0..5 => Type::Real,
            5..10 => structure(self),
            _ if !self.features.tuples => Type::Real,
            10 => Type::Tuple(vec![Type::Real, Type::Real]),
            _ => Type::Tuple(vec![structure(self), Type::Real]),
        }
    }

    /// A function or method; the first parameter is the receiver, the last one of a recursive function gets smaller.
    fn callable(
        &mut self,
        name: &str,
        params: Vec<Type>,
        result: &Type,
        receiver: Receiver,
        recursive: bool,
    ) -> Method {
        let mut texts = Vec::new();
        let mut others = params.as_slice();
        if receiver != Receiver::None {
            self.bind("self".to_owned(), params[0].clone(), receiver == Receiver::Mutable, Known::Yes, 3.0);
            texts.push(match receiver {
                Receiver::Reference => "&self".to_owned(),
                Receiver::Mutable => "mut self".to_owned(),
                _ => "self".to_owned(),
            });
            others = &params[1..];
        }
        let (count, others) = if recursive {
            let (last, others) = others.split_last().expect("a recursive function has a last parameter");
            (Some(last), others)
        } else {
            (None, others)
        };
        let mut interface = self.interface(others);
        texts.append(&mut interface.params);
        let text = if let Some(count) = count {
            let variable = "level".to_owned();
            self.bind(variable.clone(), count.clone(), false, Known::Yes, 8.0);
            texts.push(format!("{variable}: {}", count.text()));
            self.recursive_body(name, &variable, &params, result, receiver)
        } else {
            self.function_body(result)
        };
        let generics = &interface.generics;
        let generics = if generics.is_empty() { String::new() } else { format!("<{}>", generics.join(", ")) };
        let predicates = &interface.predicates;
        let clause = if predicates.is_empty() { String::new() } else { format!("where {} ", predicates.join(", ")) };
        let arrow = match result {
            Type::Struct(structure) => self.name_of(structure),
            other => other.text(),
        };
        let text = format!("fn {name}{generics}({}) -> {arrow} {clause}{text}", texts.join(", "));
        Method { name: name.to_owned(), params, result: result.clone(), text }
    }

    /// `if n % 4 == 0 { … } else { … f(…, n - 1) … }`
    fn recursive_body(
        &mut self,
        name: &str,
        count: &str,
        params: &[Type],
        result: &Type,
        receiver: Receiver,
    ) -> String {
        let start = self.variables.len();
        let base = self.block(result, 2).0;
        self.leave(start);
        let statements = self.statements(1, 2);
        let pins = self.pinned.len();
        self.fuel = self.fuel.max(4);
        let (first, others) = params.split_first().expect("there is a parameter that gets smaller");
        let by_method = receiver != Receiver::None && self.random.chance(60);
        let first = if by_method { self.receiver(first, 2) } else { self.argument(first, 2) };
        let mut texts: Vec<String> = if others.is_empty() { Vec::new() } else { vec![first.text.clone()] };
        for param in others.iter().take(others.len().saturating_sub(1)) {
            texts.push(self.argument(param, 2).text);
        }
        self.pinned.truncate(pins);
        texts.push(format!("{count} - 1"));
        let call = if by_method {
            format!("{}.{name}({})", first.within(ATOM), texts[1..].join(", "))
        } else if self.own.is_some() {
            format!("Self::{name}({})", texts.join(", "))
        } else {
            format!("{name}({})", texts.join(", "))
        };
        let rest = if self.random.chance(25) {
            call
        } else {
            let again = self.fresh_name();
            self.bind(again.clone(), result.clone(), false, Known::Yes, LARGE);
            let more = self.statements(1, 2);
            self.fuel = self.fuel.max(4);
            let value = self.value(result, 3);
            let value = if *result == Type::Real {
                let value = self.shrunk(value, LARGE);
                format!("{again} * ⟨0.5⟩ + {}", value.within(SUM + 1))
            } else {
                value.text
            };
            format!("let {again}: {} = {call}; {more} {value}", result.text())
        };
        self.leave(start);
        format!("{{ if {count} % 4 == 0 {base} else {{ {statements} {rest} }} }}")
    }
}

/// The methods of a trait (name, further parameters and result of each), called on a type that has it.
fn methods(of_trait: &str, all: &[(String, Vec<Type>, Type)], of: &Rc<Struct>) -> Vec<Function> {
    let function = |(method, params, result): &(String, Vec<Type>, Type)| {
        let mut all = vec![Type::Reference(of.clone())];
        all.extend_from_slice(params);
        let function = Function::new(&format!("{of_trait}::{method}"), all, result.clone(), String::new());
        Function { call: Call::Method(method.clone()), ..function }
    };
    all.iter().map(function).collect()
}
