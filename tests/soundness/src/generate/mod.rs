//! Random well-typed Rust functions with closures, mutation and branches.
//!
//! A program is text with marks, rendered twice: on `f64` and on dual numbers. Marks: `ℝ` is the scalar type, `⟨…⟩` a
//! real constant, `⟪…⟫` a cast of the real before it; `⌈…⌉` stands in the first alone, `⌊…⌋` in the second. `⟦…⟧` stands where the gradient is
//! emitted.
//!
//! Invariants of what is generated:
//! - values stay finite and of moderate size, and away from the poles of every primitive: whatever restricts its domain
//!   gets an operand made for it (`ln(1 + a * a)`, `a / (1.5 + b * b)`). Kinks and ties may be met: the conventions there
//!   are part of what is tested;
//! - the text passes rustc, borrow checker included: `state` keeps account of which closure borrows which variable,
//!   and a closure is dead from where a variable that it borrows changes;
//! - what crosses the boundary of a function ([`Kind::Spread`]) is an `Fn`, of first-order parameters and results.

mod arrays;
mod bodies;
mod closures;
mod expressions;
mod functions;
mod hosts;
mod models;
pub mod random;
mod state;
mod statements;
mod structs;

use random::Random;
use state::{Bits, Generator, Known, Storage, Type, Variable};

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
    pub loops: bool,
    pub arrays: bool,
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
        loops: true,
        arrays: true,
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
                "loops" => &mut features.loops,
                "arrays" => &mut features.arrays,
                _ => return Err(format!("`{name}` is not a feature of the generator")),
            };
            *feature = false;
        }
        Ok(features)
    }
}

/// A generated function.
#[derive(Clone, Debug)]
struct Function {
    name: String,
    params: Vec<Type>,
    result: Type,
    /// The function, with marks; empty if it stands in the item of another one.
    marked: String,
    item: Item,
    call: Call,
}

/// What the text of a function is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Item {
    /// A struct that is `Copy`.
    Struct,
    /// A struct that is not.
    Held,
    Differentiable,
    /// What has its attributes in its text, or none.
    Plain,
}

/// How a function is called.
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

/// What the parameters are made of, for the code that calls a function from flat arguments.
#[derive(Clone, Copy, Default, Debug)]
struct Count {
    reals: usize,
    integers: usize,
    bools: usize,
}

/// What a program is made of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// First-order functions, with closures inside. These run as nets, too.
    Functions,
    /// Functions that take functions and give them.
    Spread,
    /// Structs with methods, operators and a trait, recursion.
    Structs,
    /// As functions, with loops. These run as nets, too.
    Loops,
    /// As loops, with slices as parameters and with local arrays.
    Arrays,
    /// Around a host: guards, clones, items, texts, integers that only rustc knows; and singular points behind conditions.
    Hosts,
    /// Arrays of structs, with methods and functions that look at them and change them.
    Bodies,
    /// Structs that hold arrays, with constant fields; arrays that take the place of others; functions that leave arrays out.
    Models,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 8] = [
        Self::Functions,
        Self::Spread,
        Self::Structs,
        Self::Loops,
        Self::Arrays,
        Self::Hosts,
        Self::Bodies,
        Self::Models,
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Functions => "functions",
            Self::Spread => "spread",
            Self::Structs => "structs",
            Self::Loops => "loops",
            Self::Arrays => "arrays",
            Self::Hosts => "hosts",
            Self::Bodies => "bodies",
            Self::Models => "models",
        }
    }
}

/// A generated program. A kind and a seed mean the same program, until the generator changes.
#[derive(Clone, Debug)]
pub struct Program {
    /// What it is made of.
    pub kind: Kind,
    /// Where its choices come from.
    pub seed: u64,
    /// Its functions, each calls only those before it. The last one is the entry: it takes and gives no functions, and its
    /// result is one real.
    functions: Vec<Function>,
}

/// What the entry of a program is called.
const ENTRY: &str = "entry";

impl Program {
    /// The program of this kind and seed.
    #[must_use]
    pub fn new(kind: Kind, seed: u64, features: Features) -> Self {
        let mut random = Random::new(seed ^ (kind as u64) << 56);
        let features = Features {
            loops: features.loops && matches!(kind, Kind::Loops | Kind::Arrays),
            arrays: features.arrays && kind == Kind::Arrays,
            ..features
        };
        let functions = match kind {
            Kind::Functions | Kind::Loops | Kind::Arrays => functions(&mut random, features),
            Kind::Spread => {
                let fuel = 6 + random.below(48);
                functions::spread(&mut random, features, ENTRY, fuel)
            }
            Kind::Structs => {
                let fuel = 6 + random.below(48);
                structs::program(&mut random, features, ENTRY, fuel)
            }
            Kind::Hosts => hosts::program(&mut random),
            Kind::Bodies => bodies::program(&mut random),
            Kind::Models => models::program(&mut random),
        };
        Self { kind, seed, functions }
    }

    /// Its name, which is that of its module.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}_{}", self.kind.name(), self.seed)
    }

    fn entry(&self) -> &Function {
        self.functions.last().expect("a program has an entry")
    }

    /// Each function by its name, and its text on `f64` without attributes.
    #[must_use]
    pub fn texts(&self) -> Vec<(&str, String)> {
        self.functions.iter().map(|function| (function.name.as_str(), function.on_f64(false))).collect()
    }

    /// The program on `f64`, under attributes if the gradient is `emitted`.
    #[must_use]
    pub fn on_f64(&self, emitted: bool) -> String {
        self.functions.iter().map(|function| function.item_on_f64(emitted)).collect()
    }

    /// The content of a module: the program on `f64`, the program on dual numbers, and its `CASE`.
    #[must_use]
    pub fn module(&self, emitted: bool) -> String {
        let on_f64 = self.on_f64(emitted);
        let on_duals: String = self.functions.iter().map(Function::item_on_duals).collect();
        let case = self.case(&on_f64, emitted);
        format!(
            "pub mod on_f64 {{\n{on_f64}}}\npub mod on_duals {{\nuse ::soundness::{{Dual, c}};\n{on_duals}}}\n\
             pub const CASE: ::soundness::Case = {case};\n"
        )
    }

    /// Whether the evaluator can run it: a net knows nothing of functions that take functions, nor of structs.
    #[must_use]
    pub fn runs_as_nets(&self) -> bool {
        match self.kind {
            Kind::Functions | Kind::Loops => true,
            Kind::Spread | Kind::Structs | Kind::Arrays | Kind::Hosts | Kind::Bodies | Kind::Models => false,
        }
    }

    /// How many reals, integers and truth values its entry takes.
    #[must_use]
    pub fn counts(&self) -> (usize, usize, usize) {
        let mut count = Count::default();
        for ty in &self.entry().params {
            argument(ty, Argument::F64, &mut count);
        }
        (count.reals, count.integers, count.bools)
    }

    /// The `Case` of this program, which is this text, as an expression.
    fn case(&self, text: &str, emitted: bool) -> String {
        let entry = self.entry();
        let (mut reals, mut duals) = (Count::default(), Count::default());
        let on_reals: Vec<String> = entry.params.iter().map(|ty| argument(ty, Argument::F64, &mut reals)).collect();
        let on_duals: Vec<String> = entry.params.iter().map(|ty| argument(ty, Argument::Dual, &mut duals)).collect();
        let mut partials = Vec::new();
        let differentiated: Vec<String> =
            entry.params.iter().filter(|ty| ty.has_tangent()).map(|ty| cotangent(ty, &mut partials)).collect();
        let pattern = match differentiated.as_slice() {
            [one] => one.clone(),
            all => format!("({})", all.join(", ")),
        };
        let arguments = on_reals.join(", ");
        let gradient = if emitted {
            format!(
                "|a| {{ let (v, {pattern}) = on_f64::{ENTRY}::value_and_grad({arguments}); (v, vec![{}]) }}",
                partials.join(", ")
            )
        } else {
            "|_| (0.0, Vec::new())".to_owned()
        };
        let texts = if self.runs_as_nets() { self.texts() } else { Vec::new() };
        let functions: Vec<String> = texts.iter().map(|(name, text)| format!("({name:?}, {text:?})")).collect();
        format!(
            "::soundness::Case {{ name: {:?}, seed: {}, text: {text:?}, functions: &[{}], \
             interface: ::soundness::Interface {{ reals: {}, integers: {}, bools: {} }}, primal: |a| on_f64::{ENTRY}({arguments}), gradient: {gradient}, \
             dual: |d, a| on_duals::{ENTRY}({}) }}",
            self.name(),
            self.seed,
            functions.join(", "),
            reals.reals,
            reals.integers,
            reals.bools,
            on_duals.join(", ")
        )
    }
}

/// First-order functions, each calls those before it.
fn functions(random: &mut Random, features: Features) -> Vec<Function> {
    let mut functions: Vec<Function> = Vec::new();
    let callees = if features.calls { random.weighted(&[(4, 0), (4, 1), (2, 2)]) } else { 0 };
    for index in 0..callees {
        let fuel = 6 + random.below(20);
        let pair = features.tuples && random.chance(25);
        let mut generator = Generator::new(Random::new(random.bits()), features, &functions, fuel);
        generator.takes_arrays = features.arrays && random.chance(60);
        let function = function(&mut generator, &format!("{ENTRY}_{index}"), pair);
        functions.push(function);
    }
    let fuel = 6 + random.below(60);
    let mut generator = Generator::new(Random::new(random.bits()), features, &functions, fuel);
    generator.takes_arrays = features.arrays;
    let entry = function(&mut generator, ENTRY, false);
    functions.push(entry);
    functions
}

/// One function, which gives a real, or a pair of them.
fn function(generator: &mut Generator<'_>, name: &str, pair: bool) -> Function {
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
    if generator.takes_arrays {
        for _ in 0..=generator.random.below(2) {
            let storage = if generator.random.chance(30) { Storage::Rows } else { Storage::Slice };
            params.insert(generator.random.below(params.len() + 1), Type::Array(storage));
        }
    }
    for param in &params {
        patterns.push(generator.function_parameter(param));
    }
    generator.structs = structs;
    let result = if pair { Type::Tuple(vec![Type::Real, Type::Real]) } else { Type::Real };
    let body = generator.function_body(&result);
    let marked = format!("pub fn {name}({}) -> {} {body}", patterns.join(", "), result.text());
    Function::new(name, params, result, marked)
}

impl Function {
    fn new(name: &str, params: Vec<Type>, result: Type, marked: String) -> Self {
        Self { name: name.to_owned(), params, result, marked, item: Item::Differentiable, call: Call::Path }
    }

    /// Whether its name stands for it.
    fn has_path(&self) -> bool {
        matches!(self.call, Call::Path | Call::Method(_))
    }

    /// The item on `f64`, with its attributes.
    fn item_on_f64(&self, emitted: bool) -> String {
        let attribute = match self.item {
            _ if self.marked.is_empty() => "",
            Item::Struct if emitted => "#[derive(Clone, Copy, ::backprop::Differentiable)]\n",
            Item::Struct => "#[derive(Clone, Copy)]\n",
            Item::Held if emitted => "#[derive(Clone, ::backprop::Differentiable)]\n",
            Item::Held => "#[derive(Clone)]\n",
            Item::Differentiable if emitted => "#[::backprop::differentiable]\n",
            Item::Differentiable | Item::Plain => "",
        };
        format!("{attribute}{}", self.on_f64(emitted))
    }

    /// The item on dual numbers, with its attributes.
    fn item_on_duals(&self) -> String {
        let attribute = match self.item {
            Item::Struct => "#[derive(Clone, Copy)]\n",
            Item::Held => "#[derive(Clone)]\n",
            Item::Differentiable | Item::Plain => "",
        };
        format!("{attribute}{}", self.on_duals())
    }

    /// Whether the result is one real, so that the function has a gradient.
    fn has_gradient(&self) -> bool {
        self.result == Type::Real && !self.params.iter().any(Type::has_function)
    }

    /// The function on `f64`, with the attributes in it if the gradient is `emitted`.
    fn on_f64(&self, emitted: bool) -> String {
        let (mut text, mut shown) = (String::new(), true);
        for mark in self.marked.chars() {
            match mark {
                '⌊' => shown = false,
                '⟦' => shown = emitted,
                '⌋' | '⟧' => shown = true,
                _ if !shown => {}
                'ℝ' => text.push_str("f64"),
                '⟪' => text.push_str(" as "),
                '⟨' | '⟩' | '⟫' | '⌈' | '⌉' => {}
                other => text.push(other),
            }
        }
        indented(&text)
    }

    /// The function on dual numbers.
    fn on_duals(&self) -> String {
        let (mut text, mut shown) = (String::new(), true);
        for mark in self.marked.chars() {
            match mark {
                '⌈' | '⟦' => shown = false,
                '⌉' | '⟧' => shown = true,
                _ if !shown => {}
                '⌊' | '⌋' => {}
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
}

/// For which of the two programs arguments are.
#[derive(Clone, Copy)]
enum Argument {
    F64,
    Dual,
}

/// An argument of this type, out of flat arguments.
fn argument(ty: &Type, of: Argument, count: &mut Count) -> String {
    let (reals, module) = match of {
        Argument::F64 => ("a.reals", "on_f64::"),
        Argument::Dual => ("d", "on_duals::"),
    };
    match ty {
        Type::Bodies(bodies) => bodies.argument(module, reals, &mut count.reals),
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
            let parts: Vec<String> = parts.iter().map(|part| argument(part, of, count)).collect();
            format!("({})", parts.join(", "))
        }
        Type::Array(storage) => {
            count.reals += arrays::LENGTH;
            let flat = format!("&{reals}[{}..{}]", count.reals - arrays::LENGTH, count.reals);
            if storage.has_rows() { format!("({flat}).as_chunks::<2>().0") } else { flat }
        }
        Type::Unit | Type::Struct(_) | Type::Reference(_) | Type::Function(_) => {
            unreachable!("the interface is first order")
        }
    }
}

/// The pattern that takes a cotangent of this type apart; adds the partial derivatives in it, as expressions.
fn cotangent(ty: &Type, partials: &mut Vec<String>) -> String {
    match ty {
        Type::Real => {
            let name = format!("d{}", partials.len());
            partials.push(name.clone());
            name
        }
        Type::Array(storage) => {
            let name = format!("d{}", partials.len());
            partials.extend((0..arrays::LENGTH).map(|i| storage.element(&name, &i.to_string())));
            name
        }
        Type::Bodies(bodies) => {
            let name = format!("d{}", partials.len());
            let all = |i: usize| bodies.reals().into_iter().map(move |real| (i, real));
            partials.extend((0..bodies::LENGTH).flat_map(all).map(|(i, real)| format!("{name}[{i}].{real}")));
            name
        }
        Type::Tuple(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| cotangent(part, partials)).collect();
            format!("({})", parts.join(", "))
        }
        Type::Int(_) | Type::Bool | Type::Unit | Type::Struct(_) | Type::Reference(_) | Type::Function(_) => {
            "()".to_owned()
        }
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
        let reference = matches!(ty, Type::Reference(_) | Type::Array(_));
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
