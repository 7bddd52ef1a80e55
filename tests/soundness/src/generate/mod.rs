//! Random well-typed Rust functions with closures, mutation and branches.
//!
//! A program is text with marks, rendered twice: on `f64` and on dual numbers. Marks: `ℝ` is the scalar type, `⟨…⟩` a
//! real constant, `⟪…⟫` a cast of the real before it.
//!
//! Invariants of what is generated:
//! - values stay finite and of moderate size, and away from the poles of every primitive: whatever restricts its domain
//!   gets an operand made for it (`ln(1 + a * a)`, `a / (1.5 + b * b)`). Kinks and ties may be met: the conventions there
//!   are part of what is tested;
//! - the text passes rustc, borrow checker included: `state` keeps account of which closure borrows which variable,
//!   and a closure is dead from where a variable that it borrows changes;
//! - what crosses the boundary of a function ([`spread_batch`]) is an `Fn`, of first-order parameters and results.

mod closures;
mod expressions;
mod functions;
pub mod random;
mod state;
mod statements;
mod structs;

use random::Random;
use state::{Bits, Generator, Known, Type, Variable};

/// What the programs may use.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "a set of independent switches")]
#[allow(missing_docs, reason = "each named for the one thing it switches")]
pub struct Features {
    pub closures: bool,
    pub returned_closures: bool,
    pub function_arguments: bool,
    pub function_pointers: bool,
    pub untyped_closures: bool,
    pub mutation: bool,
    pub mutating_closures: bool,
    pub branches: bool,
    pub tuples: bool,
    pub discrete: bool,
    pub mixed_tuples: bool,
    pub calls: bool,
    pub kinks: bool,
    pub spread: bool,
    pub structs: bool,
}

impl Features {
    /// Everything.
    pub const ALL: Self = Self {
        closures: true,
        returned_closures: true,
        function_arguments: true,
        function_pointers: true,
        untyped_closures: true,
        mutation: true,
        mutating_closures: true,
        branches: true,
        tuples: true,
        discrete: true,
        mixed_tuples: true,
        calls: true,
        kinks: true,
        spread: true,
        structs: true,
    };

    /// Everything but the features named, separated by commas.
    ///
    /// # Errors
    /// If a name is not that of a feature.
    pub fn without(names: &str) -> Result<Self, String> {
        let mut features = Self::ALL;
        for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let feature = match name {
                "closures" => &mut features.closures,
                "returned_closures" => &mut features.returned_closures,
                "function_arguments" => &mut features.function_arguments,
                "function_pointers" => &mut features.function_pointers,
                "untyped_closures" => &mut features.untyped_closures,
                "mutation" => &mut features.mutation,
                "mutating_closures" => &mut features.mutating_closures,
                "branches" => &mut features.branches,
                "tuples" => &mut features.tuples,
                "discrete" => &mut features.discrete,
                "mixed_tuples" => &mut features.mixed_tuples,
                "calls" => &mut features.calls,
                "kinks" => &mut features.kinks,
                "spread" => &mut features.spread,
                "structs" => &mut features.structs,
                _ => return Err(format!("`{name}` is not a feature of the generator")),
            };
            *feature = false;
        }
        Ok(features)
    }
}

/// A generated function.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its name.
    pub name: String,
    params: Vec<Type>,
    result: Type,
    /// The function, with marks; empty if it stands in the item of another one.
    marked: String,
    item: Item,
    call: Call,
}

/// What the text of a program is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Item {
    Struct,
    Differentiable,
}

/// How a program is called.
#[derive(Clone, PartialEq, Debug)]
enum Call {
    /// By its name alone.
    Path,
    /// By its name, or as a method of its first argument.
    Method(String),
    Operator(&'static str, u8),
    Negation,
    Assignment(&'static str),
}

/// What the parameters are made of, for the code that calls a program from flat arguments.
#[derive(Clone, Copy, Default, Debug)]
struct Count {
    reals: usize,
    integers: usize,
    bools: usize,
}

/// The programs of a batch: each may call those before it.
#[must_use]
pub fn batch(seed: u64, count: usize, features: Features) -> Vec<Program> {
    let mut random = Random::new(seed);
    let mut programs: Vec<Program> = Vec::new();
    for index in 0..count {
        // The programs grow, so that the first that fails is small.
        let fuel = 6 + 60 * index / count.max(1) + random.below(8);
        let helper = features.calls && features.tuples && index % 10 == 4;
        let mut generator = Generator::new(Random::new(random.bits()), features, &programs, fuel);
        let program = function(&mut generator, &format!("p{index}"), helper);
        programs.push(program);
    }
    programs
}

/// The programs of a batch that are spread over several functions, each in the order of the source, its entry last.
#[must_use]
pub fn spread_batch(seed: u64, count: usize, features: Features) -> Vec<Vec<Program>> {
    let mut random = Random::new(seed ^ 0x6675_6e63_7469_6f6e);
    let count = if features.spread { count } else { 0 };
    (0..count)
        .map(|index| {
            let fuel = 6 + 40 * index / count + random.below(8);
            functions::spread(&mut random, features, &format!("q{index}"), fuel)
        })
        .collect()
}

/// The programs of a batch that have structs, each in the order of the source, its entry last.
#[must_use]
pub fn struct_batch(seed: u64, count: usize, features: Features) -> Vec<Vec<Program>> {
    let mut random = Random::new(seed ^ 0x0073_7472_7563_7473);
    let count = if features.structs { count } else { 0 };
    (0..count)
        .map(|index| {
            let fuel = 6 + 40 * index / count + random.below(8);
            structs::program(&mut random, features, &format!("r{index}"), fuel)
        })
        .collect()
}

/// One function; a helper may give a tuple.
fn function(generator: &mut Generator<'_>, name: &str, helper: bool) -> Program {
    let (mut params, mut patterns) = (Vec::new(), Vec::new());
    // No structs in the interface.
    let structs = std::mem::take(&mut generator.structs);
    let reals = 1 + generator.random.below(3);
    for _ in 0..reals {
        params.push(Type::Real);
    }
    if generator.features.tuples && generator.random.chance(25) {
        let mut parts = vec![Type::Real, generator.part_type()];
        if generator.random.chance(20) {
            parts.push(Type::Tuple(vec![Type::Real, Type::Real]));
        }
        params.insert(generator.random.below(params.len() + 1), Type::Tuple(parts));
    }
    if generator.features.discrete {
        if generator.random.chance(30) {
            params.insert(generator.random.below(params.len() + 1), Type::Int("usize"));
        }
        if generator.random.chance(20) {
            params.insert(generator.random.below(params.len() + 1), Type::Bool);
        }
    }
    for param in &params {
        patterns.push(generator.function_parameter(param));
    }
    generator.structs = structs;
    let result = if helper { Type::Tuple(vec![Type::Real, Type::Real]) } else { Type::Real };
    let body = generator.function_body(&result);
    let marked = format!("pub fn {name}({}) -> {} {body}", patterns.join(", "), result.text());
    Program::function(name, params, result, marked)
}

impl Program {
    fn function(name: &str, params: Vec<Type>, result: Type, marked: String) -> Self {
        Self { name: name.to_owned(), params, result, marked, item: Item::Differentiable, call: Call::Path }
    }

    /// Whether its name stands for it.
    fn has_path(&self) -> bool {
        matches!(self.call, Call::Path | Call::Method(_))
    }

    /// The item on `f64`, with its attributes.
    #[must_use]
    pub fn item_on_f64(&self, emitted: bool) -> String {
        let attribute = match self.item {
            _ if self.marked.is_empty() => "",
            Item::Struct if emitted => "#[derive(Clone, Copy, ::backprop::Differentiable)]\n",
            Item::Struct => "#[derive(Clone, Copy)]\n",
            Item::Differentiable if emitted => "#[::backprop::differentiable]\n",
            Item::Differentiable => "",
        };
        format!("{attribute}{}", self.on_f64())
    }

    /// The item on dual numbers, with its attributes.
    #[must_use]
    pub fn item_on_duals(&self) -> String {
        let attribute = if self.item == Item::Struct { "#[derive(Clone, Copy)]\n" } else { "" };
        format!("{attribute}{}", self.on_duals())
    }

    /// Whether the result is one real, so that the program has a gradient.
    #[must_use]
    pub fn has_gradient(&self) -> bool {
        self.result == Type::Real && !self.params.iter().any(Type::has_function)
    }

    /// The function on `f64`.
    #[must_use]
    pub fn on_f64(&self) -> String {
        let mut text = String::new();
        for mark in self.marked.chars() {
            match mark {
                'ℝ' => text.push_str("f64"),
                '⟪' => text.push_str(" as "),
                '⟨' | '⟩' | '⟫' => {}
                other => text.push(other),
            }
        }
        indented(&text)
    }

    /// The function on dual numbers.
    #[must_use]
    pub fn on_duals(&self) -> String {
        let mut text = String::new();
        for mark in self.marked.chars() {
            match mark {
                'ℝ' => text.push_str("Dual"),
                '⟨' => text.push_str("c("),
                '⟩' => text.push(')'),
                '⟪' => text.push_str(".as_"),
                '⟫' => text.push_str("()"),
                other => text.push(other),
            }
        }
        indented(&text)
    }

    /// The `Case` of this program, which is this text, as an expression; `None` if it has no gradient.
    #[must_use]
    pub fn case(&self, text: &str, seed: u64, emitted: bool) -> Option<String> {
        if !self.has_gradient() {
            return None;
        }
        let (mut reals, mut duals) = (Count::default(), Count::default());
        let on_reals: Vec<String> = self.params.iter().map(|ty| argument(ty, "a.reals", &mut reals)).collect();
        let on_duals: Vec<String> = self.params.iter().map(|ty| argument(ty, "d", &mut duals)).collect();
        let mut next = 0;
        let differentiated: Vec<String> =
            self.params.iter().filter(|ty| ty.has_tangent()).map(|ty| cotangent(ty, &mut next)).collect();
        let pattern = match differentiated.as_slice() {
            [one] => one.clone(),
            all => format!("({})", all.join(", ")),
        };
        let partials: Vec<String> = (0..next).map(|i| format!("d{i}")).collect();
        let (name, arguments) = (&self.name, on_reals.join(", "));
        let gradient = if emitted {
            format!(
                "|a| {{ let (v, {pattern}) = on_f64::{name}::value_and_grad({arguments}); (v, vec![{}]) }}",
                partials.join(", ")
            )
        } else {
            "|_| (0.0, Vec::new())".to_owned()
        };
        Some(format!(
            "::soundness::Case {{ name: {name:?}, seed: {seed}, text: {text:?}, reals: {}, integers: {}, bools: {}, \
             primal: |a| on_f64::{name}({arguments}), gradient: {gradient}, dual: |d, a| on_duals::{name}({}) }}",
            reals.reals,
            reals.integers,
            reals.bools,
            on_duals.join(", ")
        ))
    }
}

/// An argument of this type, out of flat arguments.
fn argument(ty: &Type, reals: &str, count: &mut Count) -> String {
    match ty {
        Type::Real => {
            count.reals += 1;
            format!("{reals}[{}]", count.reals - 1)
        }
        Type::Int(name) => {
            count.integers += 1;
            format!("a.integers[{}] as {name}", count.integers - 1)
        }
        Type::Bool => {
            count.bools += 1;
            format!("a.bools[{}]", count.bools - 1)
        }
        Type::Tuple(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| argument(part, reals, count)).collect();
            format!("({})", parts.join(", "))
        }
        Type::Unit | Type::Struct(_) | Type::Reference(_) | Type::Function(_) => {
            unreachable!("the interface is first order")
        }
    }
}

/// The pattern that takes a cotangent of this type apart into `d0`, `d1`, …
fn cotangent(ty: &Type, next: &mut usize) -> String {
    match ty {
        Type::Real => {
            *next += 1;
            format!("d{}", *next - 1)
        }
        Type::Tuple(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| cotangent(part, next)).collect();
            format!("({})", parts.join(", "))
        }
        _ => "()".to_owned(),
    }
}

/// The text with its blocks on lines of their own.
fn indented(text: &str) -> String {
    let (mut out, mut depth, mut line) = (String::new(), 0usize, String::new());
    let flush = |line: &mut String, depth: usize, out: &mut String| {
        let trimmed = line.trim();
        if !trimmed.is_empty() {
            out.push_str(&"    ".repeat(depth));
            out.push_str(trimmed);
            out.push('\n');
        }
        line.clear();
    };
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '{' => {
                line.push('{');
                flush(&mut line, depth, &mut out);
                depth += 1;
            }
            '}' => {
                flush(&mut line, depth, &mut out);
                depth = depth.saturating_sub(1);
                line.push('}');
                while rest.next_if_eq(&' ').is_some() {
                    line.push(' ');
                }
                // What goes on with the value of the block, or with the statement, stays on the line.
                if rest.peek().is_some_and(|next| !")}.,;e+-*/%<>=!&|".contains(*next)) {
                    flush(&mut line, depth, &mut out);
                }
            }
            ';' => {
                line.push(';');
                flush(&mut line, depth, &mut out);
            }
            ',' if line.trim_start() == "}" => {
                line.push(',');
                flush(&mut line, depth, &mut out);
            }
            other => line.push(other),
        }
    }
    flush(&mut line, depth, &mut out);
    out
}

impl Generator<'_> {
    /// A parameter of the function: adds its variables; gives its text.
    fn function_parameter(&mut self, ty: &Type) -> String {
        if let Type::Tuple(parts) = ty
            && self.random.chance(50)
        {
            let pattern = self.bind_pattern(parts, 3.0);
            return format!("{pattern}: {}", ty.text());
        }
        let reference = matches!(ty, Type::Reference(_));
        let mutable = self.features.mutation && !reference && self.random.chance(25);
        let name = self.fresh_name();
        let text = format!("{}{name}: {}", if mutable { "mut " } else { "" }, ty.text());
        let id = self.next_id();
        self.variables.push(Variable {
            id,
            name,
            ty: ty.clone(),
            mutable,
            known: Known::Yes,
            size: if matches!(ty, Type::Int(_)) { 8.0 } else { 3.0 },
            alive: true,
            borrows: Bits::new(),
            holds: Bits::new(),
            escapes: true,
            depends: *ty == Type::Real,
        });
        text
    }
}
