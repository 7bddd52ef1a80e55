//! Expressions: reals, integers, truth values, tuples.

use std::fmt::Write as _;

use super::Function;
use super::state::{AND, ATOM, Bits, Expr, Form, Generator, Known, LOOSE, OR, PREFIX, PRODUCT, SUM, Type};

/// Values above this are made smaller before they go on.
pub(super) const LARGE: f64 = 12.0;
/// The size that a parameter is taken to have.
pub(super) const ARGUMENT: f64 = 3.0;

#[derive(Clone, Copy)]
enum Real {
    Place,
    Literal,
    Arithmetic,
    Quotient,
    Negation,
    Unary,
    Binary,
    Kink,
    Cast,
    Value,
}

#[derive(Clone, Copy)]
enum Value {
    Leaf,
    If,
    Match,
    Block,
    Call,
    Curried,
    Immediate,
    Callee,
    Given,
}

impl Generator<'_> {
    pub(super) fn spend(&mut self) -> bool {
        let left = self.fuel > 0;
        self.fuel = self.fuel.saturating_sub(1);
        left
    }

    /// A value of a first-order type.
    pub(super) fn value(&mut self, ty: &Type, depth: usize) -> Expr {
        match ty {
            Type::Real => self.real(depth),
            Type::Int(name) => self.integer(name, depth),
            Type::Bool => self.boolean(depth),
            Type::Tuple(_) => self.compound(ty, depth),
            Type::Struct(structure) => self.structure(&structure.clone(), depth),
            Type::Unit | Type::Reference(_) | Type::Array(_) | Type::Bodies(_) | Type::Function(_) => {
                unreachable!("values are first order")
            }
        }
    }

    /// A real that is not larger than `size`, of a type that rustc knows.
    pub(super) fn bounded(&mut self, size: f64, depth: usize) -> Expr {
        let e = self.real(depth);
        self.shrunk(e, size)
    }

    /// The expression, made not larger than `size`.
    pub(super) fn shrunk(&mut self, e: Expr, size: f64) -> Expr {
        if e.size <= size {
            return e;
        }
        let name = *self.random.pick(&["sin", "tanh", "atan", "cos"]);
        self.method(&e, name, &[], 1.6)
    }

    /// A method call, or the same by path where rustc would not know the receiver's type.
    pub(super) fn method(&mut self, receiver: &Expr, name: &str, arguments: &[&str], size: f64) -> Expr {
        let text = if receiver.known == Known::Yes && !self.random.chance(10) {
            format!("{}.{name}({})", receiver.within(ATOM), arguments.join(", "))
        } else {
            let mut all = vec![receiver.text.as_str()];
            all.extend_from_slice(arguments);
            format!("ℝ::{name}({})", all.join(", "))
        };
        Expr::new(text, ATOM, Known::Yes, size)
    }

    /// A literal.
    pub(super) fn literal(&mut self) -> Expr {
        if self.random.chance(6) {
            let name = *self.random.pick(&["PI", "E", "LN_2", "SQRT_2"]);
            return Expr::new(format!("⟨std::f64::consts::{name}⟩"), ATOM, Known::Yes, 3.2);
        }
        let value = *self
            .random
            .pick(&["0.5", "2.0", "1.0", "0.25", "1.5", "0.1", "3.0", "0.75", "1.25", "0.7", "1e-1", "2.", "0.0"]);
        if self.random.chance(20) && !value.ends_with('.') {
            Expr::new(format!("⟨{value}_f64⟩"), ATOM, Known::Yes, 2.0)
        } else {
            Expr::new(format!("⟨{value}⟩"), ATOM, Known::Float, 2.0)
        }
    }

    pub(super) fn place(&mut self, ty: &Type) -> Option<Expr> {
        let places = self.places(ty);
        if places.is_empty() {
            return None;
        }
        // The latest ones more often, so that computations are chains.
        let index = if self.random.chance(50) {
            places.len() - 1 - self.random.below(places.len().min(3))
        } else {
            self.random.below(places.len())
        };
        let place = &places[index];
        self.uses(place.variable);
        let strength = if place.text.starts_with('*') { PREFIX } else { ATOM };
        Some(Expr::new(place.text.clone(), strength, place.known, place.size))
    }

    /// A real number.
    pub(super) fn real(&mut self, depth: usize) -> Expr {
        let leaf = depth == 0 || !self.spend();
        let discrete = usize::from(self.features.discrete);
        let choice = if leaf {
            self.random.weighted(&[(85, Real::Place), (15, Real::Literal)])
        } else {
            self.random.weighted(&[
                (14, Real::Place),
                (4, Real::Literal),
                (30, Real::Arithmetic),
                (5, Real::Quotient),
                (4, Real::Negation),
                (14, Real::Unary),
                (6, Real::Binary),
                (4 * usize::from(self.features.kinks), Real::Kink),
                (2 * discrete, Real::Cast),
                (26, Real::Value),
            ])
        };
        let next = depth.saturating_sub(1);
        match choice {
            Real::Place => self.place(&Type::Real).unwrap_or_else(|| self.literal()),
            Real::Literal => self.literal(),
            Real::Arithmetic => self.arithmetic(next),
            Real::Quotient => {
                let (a, b) = (self.real(next), self.real(next));
                let b = self.shrunk(b, LARGE);
                if self.random.chance(50) {
                    let (top, bottom) = (a.within(PRODUCT), b.within(PRODUCT));
                    if let Some(square) = Self::square(&bottom, &b) {
                        let known = if a.known.min(b.known) == Known::No { Known::No } else { a.known.max(b.known) };
                        return Expr::new(format!("{top} / (⟨1.5⟩ + {square})"), PRODUCT, known, a.size);
                    }
                }
                let b = self.method(&b, "cos", &[], 1.0);
                let known = if a.known == Known::No { Known::No } else { Known::Yes };
                Expr::new(format!("{} / (⟨2.0⟩ + {})", a.within(PRODUCT), b.text), PRODUCT, known, a.size)
            }
            Real::Negation => {
                let a = self.real(next);
                // Of what another function gives the macro may know nothing.
                let callee = a.text.split('(').next().unwrap_or_default();
                let other = self.callees.iter().any(|function| function.name == callee);
                let made = self.spread && a.text.ends_with(')') && !callee.contains(['.', ':']);
                let a = if a.strength == ATOM && (other || made) { self.method(&a, "atan", &[], 1.6) } else { a };
                Expr::new(format!("-{}", a.within(PREFIX)), PREFIX, a.known, a.size)
            }
            Real::Unary => self.unary(next),
            Real::Binary => self.binary(next),
            Real::Kink => self.kink(next),
            Real::Cast => {
                let e = self.integer("i32", next);
                Expr::new(format!("⟨{} as f64⟩", e.within(ATOM)), LOOSE, Known::Yes, e.size)
            }
            Real::Value => self.composed(&Type::Real, depth),
        }
    }

    /// The square of a place or a small expression: text twice, so only of what is cheap to repeat.
    fn square(text: &str, e: &Expr) -> Option<String> {
        let plain = text.chars().all(|c| c.is_alphanumeric() || c == '.' || c == '_');
        if plain {
            return Some(format!("{text} * {text}"));
        }
        (e.known == Known::Yes).then(|| format!("{}.powi(2)", e.within(ATOM)))
    }

    fn arithmetic(&mut self, depth: usize) -> Expr {
        let (a, b) = (self.real(depth), self.real(depth));
        let known = if a.known == Known::No || b.known == Known::No { Known::No } else { a.known.max(b.known) };
        match self.random.below(10) {
            0..4 => Expr::new(format!("{} + {}", a.within(SUM), b.within(SUM + 1)), SUM, known, a.size + b.size),
            4..6 => Expr::new(format!("{} - {}", a.within(SUM), b.within(SUM + 1)), SUM, known, a.size + b.size),
            _ if a.size * b.size > LARGE => {
                let (a, b) = (self.shrunk(a, 3.0), self.shrunk(b, 3.0));
                let known = if a.known == Known::No || b.known == Known::No { Known::No } else { a.known.max(b.known) };
                let text = format!("{} * {}", a.within(PRODUCT), b.within(PRODUCT + 1));
                Expr::new(text, PRODUCT, known, a.size * b.size)
            }
            _ => {
                let text = format!("{} * {}", a.within(PRODUCT), b.within(PRODUCT + 1));
                Expr::new(text, PRODUCT, known, a.size * b.size)
            }
        }
    }

    /// A primitive of one operand, smooth where it is applied.
    fn unary(&mut self, depth: usize) -> Expr {
        let a = self.real(depth);
        let a = self.shrunk(a, LARGE);
        let inner = |generator: &mut Self| generator.method(&a, "sin", &[], 1.0).text;
        let positive = |offset: &str| {
            let plain = a.within(PRODUCT);
            match Self::square(&plain, &a) {
                Some(square) => format!("(⟨{offset}⟩ + {square})"),
                None => format!("(⟨{offset}⟩ + ℝ::powi({}, 2))", a.text),
            }
        };
        let called =
            |receiver: String, name: &str, size: f64| Expr::new(format!("{receiver}.{name}()"), ATOM, Known::Yes, size);
        let path = |argument: String, name: &str, size: f64| {
            Expr::new(format!("ℝ::{name}({argument})"), ATOM, Known::Yes, size)
        };
        match self.random.below(26) {
            0..3 => self.method(&a, "sin", &[], 1.0),
            3..5 => self.method(&a, "cos", &[], 1.0),
            5..7 => self.method(&a, "tanh", &[], 1.0),
            7 => self.method(&a, "atan", &[], 1.6),
            8 => self.method(&a, "asinh", &[], 4.0),
            9 => {
                let a = self.shrunk(a, 2.5);
                let name = *self.random.pick(&["exp", "exp2", "sinh", "cosh", "exp_m1"]);
                self.method(&a, name, &[], LARGE)
            }
            10 => path(format!("-{}", positive("0.1")), "exp", 1.0),
            11 => {
                let receiver = positive("0.5");
                let name = *self.random.pick(&["ln", "log2", "log10", "ln_1p"]);
                // A sum with a known operand is known; a literal and a literal are not.
                if a.known == Known::Yes { called(receiver, name, 5.0) } else { path(receiver, name, 5.0) }
            }
            12..15 => {
                let receiver = positive("1.0");
                let name = *self.random.pick(&["sqrt", "sqrt", "cbrt", "recip"]);
                if a.known == Known::Yes { called(receiver, name, 4.0) } else { path(receiver, name, 4.0) }
            }
            15 => {
                let receiver = positive("1.5");
                path(receiver, "acosh", 5.0)
            }
            16 => {
                let s = inner(self);
                let name = *self.random.pick(&["asin", "acos", "atanh"]);
                called(format!("(⟨0.9⟩ * {s})"), name, 2.0)
            }
            17 => {
                let s = inner(self);
                called(format!("({s} * ⟨1.2⟩)"), "tan", 3.0)
            }
            18 => {
                let name = *self.random.pick(&["to_degrees", "to_radians"]);
                let e = self.method(&a, name, &[], a.size * 57.0);
                self.shrunk(e, LARGE)
            }
            19..24 => {
                let n = *self.random.pick(&["2", "3", "2", "0", "1"]);
                let a = self.shrunk(a, 2.0);
                self.method(&a, "powi", &[n], 8.0)
            }
            24 if self.features.discrete => {
                let n = self.integer("i32", 1).text;
                let receiver = positive("1.0");
                let s = path(receiver, "ln", 4.0).text;
                Expr::new(format!("ℝ::powi(⟨1.0⟩ + ℝ::tanh({s}) * ⟨0.3⟩, {n} % 4)"), ATOM, Known::Yes, 3.0)
            }
            _ => {
                let receiver = positive("1.0");
                Expr::new(format!("ℝ::powi({receiver}, -1)"), ATOM, Known::Yes, 1.0)
            }
        }
    }

    /// A primitive of more operands, smooth where it is applied.
    fn binary(&mut self, depth: usize) -> Expr {
        let a = self.bounded(LARGE, depth);
        let b = self.bounded(LARGE, depth);
        let positive = |generator: &mut Self, e: &Expr| {
            let e = generator.method(e, "tanh", &[], 1.0);
            format!("⟨1.6⟩ + {}", e.text)
        };
        match self.random.below(7) {
            0 => {
                let b = positive(self, &b);
                self.method(&a, "hypot", &[&b], a.size + 3.0)
            }
            1 => {
                let b = positive(self, &b);
                self.method(&a, "atan2", &[&b], 3.2)
            }
            2 => {
                let a = positive(self, &a);
                let b = self.shrunk(b, 3.0);
                Expr::new(format!("({a}).powf({})", b.text), ATOM, Known::Yes, 10.0)
            }
            3 => {
                let (a, b) = (positive(self, &a), positive(self, &b));
                Expr::new(format!("({a}).log(⟨1.0⟩ + {b})"), ATOM, Known::Yes, 2.0)
            }
            4 | 5 => {
                let a = self.shrunk(a, 3.0);
                let b = self.shrunk(b, 3.0);
                let c = self.real(depth.saturating_sub(1));
                self.method(&a, "mul_add", &[&b.text, &c.text], a.size * b.size + c.size)
            }
            _ => {
                let pair = self.method(&a, "sin_cos", &[], 1.0);
                let part = self.random.below(2);
                Expr::new(format!("{}.{part}", pair.text), ATOM, Known::Yes, 1.0)
            }
        }
    }

    /// A primitive that is not smooth everywhere.
    fn kink(&mut self, depth: usize) -> Expr {
        let a = self.bounded(LARGE, depth);
        match self.random.below(9) {
            0 => self.method(&a, "abs", &[], a.size),
            1 | 2 => {
                let name = *self.random.pick(&["max", "min"]);
                let b = self.real(depth);
                self.method(&a, name, &[&b.text], a.size.max(b.size))
            }
            3 => self.method(&a, "clamp", &["⟨-1.0⟩", "⟨1.0⟩"], 1.0),
            4 => {
                let b = self.real(depth);
                self.method(&a, "copysign", &[&b.text], a.size)
            }
            5 => {
                let name = *self.random.pick(&["floor", "ceil", "round", "trunc", "signum"]);
                self.method(&a, name, &[], a.size + 1.0)
            }
            6 => self.method(&a, "fract", &[], 1.0),
            7 => {
                let b = self.bounded(3.0, depth);
                let b = self.method(&b, "tanh", &[], 1.0);
                // Of what an operator of a struct gives the macro may know nothing.
                let a = if self.structs.is_empty() { a } else { self.method(&a, "atan", &[], 1.6) };
                Expr::new(format!("{} % (⟨1.6⟩ + {})", a.within(PRODUCT), b.text), PRODUCT, Known::Yes, 2.6)
            }
            _ => {
                let name = *self.random.pick(&["rem_euclid", "div_euclid"]);
                let b = self.bounded(3.0, depth);
                let b = self.method(&b, "cos", &[], 1.0);
                let b = format!("⟨1.7⟩ + {}", b.text);
                self.method(&a, name, &[&b], a.size + 3.0)
            }
        }
    }

    /// An integer of this type.
    pub(super) fn integer(&mut self, name: &'static str, depth: usize) -> Expr {
        let ty = Type::Int(name);
        if depth > 0 && self.spend() && self.features.discrete {
            let next = depth - 1;
            match self.random.below(8) {
                0 | 1 => {
                    let (a, b) = (self.integer(name, next), self.integer(name, next));
                    if a.size + b.size < 100.0 {
                        let text = format!("{} + {}", a.within(SUM), b.within(SUM + 1));
                        return Expr::new(text, SUM, Known::Yes, a.size + b.size);
                    }
                }
                2 => {
                    let (a, b) = (self.integer(name, next), self.integer(name, next));
                    if a.size * b.size < 100.0 {
                        let text = format!("{} * {}", a.within(PRODUCT), b.within(PRODUCT + 1));
                        return Expr::new(text, PRODUCT, Known::Yes, a.size * b.size);
                    }
                }
                3 => {
                    let a = self.integer(name, next);
                    let (op, n) = *self.random.pick(&[("%", 3), ("%", 4), ("/", 2), ("/", 3)]);
                    return Expr::new(format!("{} {op} {n}", a.within(PRODUCT)), PRODUCT, Known::Yes, a.size);
                }
                4 if name == "i32" => {
                    let (a, b) = (self.integer(name, next), self.integer(name, next));
                    let text = format!("{} - {}", a.within(SUM), b.within(SUM + 1));
                    return Expr::new(text, SUM, Known::Yes, a.size + b.size);
                }
                5 if name == "i32" => {
                    let a = self.integer("usize", next);
                    return Expr::new(format!("({} as i32)", a.within(ATOM)), ATOM, Known::Yes, a.size);
                }
                6 if name == "i32" && self.features.kinks => {
                    let a = self.bounded(LARGE, next);
                    let a = self.method(&a, "floor", &[], a.size);
                    return Expr::new(format!("({}⟪i32⟫)", a.text), ATOM, Known::Yes, a.size);
                }
                7 => return self.composed(&ty, depth),
                _ => {}
            }
        }
        if let Some(place) = self.place(&ty) {
            // The macro does not know that a field is an integer; an operator tells it.
            if place.text.contains('.') && !self.structs.is_empty() {
                return Expr::new(format!("{} % 5{name}", place.text), PRODUCT, Known::Yes, 5.0);
            }
            return place;
        }
        let n = self.random.below(5);
        let suffix = if self.random.chance(50) { name } else { "" };
        let text = if suffix.is_empty() && name == "i32" { format!("{n}") } else { format!("{n}{name}") };
        Expr::new(text, ATOM, Known::Yes, 5.0)
    }

    /// A truth value.
    pub(super) fn boolean(&mut self, depth: usize) -> Expr {
        let leaf = depth == 0 || !self.spend();
        if (leaf || self.random.chance(15))
            && let Some(place) = self.place(&Type::Bool)
        {
            return place;
        }
        let next = depth.saturating_sub(1);
        match if leaf { 0 } else { self.random.below(12) } {
            7 | 8 => {
                let (op, strength) = *self.random.pick(&[("&&", AND), ("||", OR)]);
                let (a, b) = (self.boolean(next), self.boolean(next));
                let text = format!("{} {op} {}", a.within(strength + 1), b.within(strength + 1));
                Expr::new(text, strength, Known::Yes, 1.0)
            }
            9 => {
                let a = self.boolean(next);
                Expr::new(format!("!{}", a.within(PREFIX)), PREFIX, Known::Yes, 1.0)
            }
            10 if self.features.discrete => {
                let op = *self.random.pick(&["<", "==", ">=", "!="]);
                let (a, b) = (self.integer("i32", next), self.integer("i32", next));
                Expr::new(format!("{} {op} {}", a.within(SUM), b.within(SUM)), LOOSE, Known::Yes, 1.0)
            }
            11 if !leaf => {
                if self.random.chance(50) {
                    return self.composed(&Type::Bool, depth);
                }
                let a = self.bounded(LARGE, next);
                let name = *self.random.pick(&["is_sign_positive", "is_finite", "is_sign_negative"]);
                self.method(&a, name, &[], 1.0)
            }
            _ => {
                let op = *self.random.pick(&["<", ">", "<=", ">=", "<", ">"]);
                let a = self.real(next);
                // The comparison of dual numbers borrows its first operand.
                self.pinned.push(self.variables.iter().map(|variable| variable.id).collect());
                let b = self.real(next);
                self.pinned.pop();
                // Where nothing is known of either, rustc could not choose the comparison.
                let text = if a.known == Known::No || b.known == Known::No {
                    let a = self.method(&a, "cos", &[], 1.0);
                    format!("{} {op} {}", a.text, b.within(SUM))
                } else {
                    format!("{} {op} {}", a.within(SUM), b.within(SUM))
                };
                Expr::new(text, LOOSE, Known::Yes, 1.0)
            }
        }
    }

    /// A tuple.
    fn compound(&mut self, ty: &Type, depth: usize) -> Expr {
        let Type::Tuple(parts) = ty else { unreachable!("a tuple type") };
        if depth > 0 && self.random.chance(35) && self.spend() {
            return self.composed(ty, depth);
        }
        if *parts == [Type::Real, Type::Real] && depth > 0 && self.random.chance(12) {
            let a = self.bounded(LARGE, depth - 1);
            return self.method(&a, "sin_cos", &[], 1.0);
        }
        if self.random.chance(30)
            && let Some(place) = self.place(ty)
        {
            return place;
        }
        self.tuple_of(parts, depth)
    }

    /// A tuple, written out.
    fn tuple_of(&mut self, parts: &[Type], depth: usize) -> Expr {
        let (mut texts, mut known, mut size) = (Vec::new(), Known::Yes, 1.0f64);
        for part in parts {
            let e = self.value(part, depth.saturating_sub(1));
            let e = if *part == Type::Real { self.shrunk(e, LARGE) } else { e };
            known = known.min(e.known);
            size = size.max(e.size);
            texts.push(e.text);
        }
        Expr::new(format!("({})", texts.join(", ")), ATOM, known, size)
    }

    /// What a value of any type may be.
    pub(super) fn composed(&mut self, ty: &Type, depth: usize) -> Expr {
        let features = self.features;
        let branches = usize::from(features.branches);
        let closures = usize::from(features.closures);
        let next = depth.saturating_sub(1);
        let callable = !self.functions(|signature| signature.result == *ty).is_empty();
        let makers = !self.makers(ty).is_empty();
        let callees = features.calls && !self.callees(ty).is_empty();
        let choice = self.random.weighted(&[
            (1, Value::Leaf),
            (5 * branches, Value::If),
            (3 * branches, Value::Match),
            (3, Value::Block),
            (20 * usize::from(callable), Value::Call),
            (6 * usize::from(makers), Value::Curried),
            (3 * closures, Value::Immediate),
            (if self.spread { 16 } else { 4 } * usize::from(callees), Value::Callee),
            (8 * usize::from(!self.givers(ty).is_empty()), Value::Given),
        ]);
        match choice {
            Value::Leaf => match self.place(ty) {
                Some(place) => place,
                None => self.written(ty, next),
            },
            Value::If => {
                let condition = self.boolean(next.min(2));
                let start = self.variables.len();
                let (then, a) = self.block(ty, next);
                self.leave(start);
                let (other, b) = if self.random.chance(12) {
                    let condition = self.boolean(next.min(2));
                    let (first, a) = self.block(ty, next);
                    self.leave(start);
                    let (second, b) = self.block(ty, next);
                    self.leave(start);
                    let e = Expr::new(String::new(), LOOSE, a.known.min(b.known), a.size.max(b.size));
                    (format!("if {} {first} else {second}", condition.text), e)
                } else {
                    self.block(ty, next)
                };
                self.leave(start);
                let known = a.known.min(b.known);
                Expr::new(format!("if {} {then} else {other}", condition.text), LOOSE, known, a.size.max(b.size))
            }
            Value::Match => self.match_value(ty, next),
            Value::Block => {
                let start = self.variables.len();
                let (text, e) = self.block(ty, next);
                self.leave(start);
                Expr::new(text, LOOSE, e.known, e.size)
            }
            Value::Call => {
                let found = self.functions(|signature| signature.result == *ty);
                let id = found[found.len() - 1 - self.random.below(found.len().min(4))];
                self.call(id, next)
            }
            Value::Curried => {
                let found = self.makers(ty);
                let id = *self.random.pick(&found);
                let first = self.call(id, next);
                let signature = self.variable(id).ty.signature().expect("a maker").clone();
                let made = signature.result.signature().expect("a maker gives functions").clone();
                // The function made is a temporary: nothing that it borrows changes while its arguments are found.
                self.pin(id);
                let arguments = self.arguments(&made.params, next);
                self.pinned.pop();
                Expr::new(format!("{}({arguments})", first.text), ATOM, made.known, made.size)
            }
            Value::Immediate => self.immediate(ty, next),
            Value::Callee => {
                let found = self.callees(ty);
                let index = *self.random.pick(&found);
                self.call_of_function(index, next)
            }
            Value::Given => {
                let found = self.givers(ty);
                let index = *self.random.pick(&found);
                self.call_of_given(index, next)
            }
        }
    }

    /// The value, written out, for a leaf of a type of which no variable is at hand.
    fn written(&mut self, ty: &Type, depth: usize) -> Expr {
        match ty {
            Type::Real => self.literal(),
            Type::Tuple(parts) => self.tuple_of(parts, depth),
            Type::Struct(structure) => self.structure_of(&structure.clone(), depth),
            Type::Int(name) => Expr::new(format!("{}{name}", self.random.below(5)), ATOM, Known::Yes, 5.0),
            _ => Expr::new("true".to_owned(), ATOM, Known::Yes, 1.0),
        }
    }

    /// The closures in scope that give closures that give this.
    fn makers(&self, ty: &Type) -> Vec<u32> {
        self.functions(|signature| signature.result.signature().is_some_and(|made| made.result == *ty))
    }

    /// The functions that give this.
    pub(super) fn callees(&self, ty: &Type) -> Vec<usize> {
        let fits =
            |function: &Function| function.result == *ty && function.params.iter().all(|param| self.is_at_hand(param));
        (0..self.callees.len()).filter(|&index| fits(&self.callees[index])).collect()
    }

    /// A `match` with this value.
    fn match_value(&mut self, ty: &Type, depth: usize) -> Expr {
        let (scrutinee, patterns) = self.scrutinee(depth);
        let start = self.variables.len();
        let (mut text, mut known, mut size) = (format!("match {scrutinee} {{"), Known::Yes, 1.0f64);
        for (pattern, binding) in patterns {
            if let Some((name, ty)) = binding {
                self.bind(name, ty, false, Known::Yes, LARGE);
            }
            let e = if self.random.chance(60) {
                let e = self.value(ty, depth);
                let _ = write!(text, " {pattern} => {},", e.text);
                e
            } else {
                let (block, e) = self.block(ty, depth);
                let _ = write!(text, " {pattern} => {block}");
                e
            };
            self.leave(start);
            known = known.min(e.known);
            size = size.max(e.size);
        }
        text.push('}');
        Expr::new(text, LOOSE, known, size)
    }

    /// What is matched, and exhaustive patterns, with the variable that each binds.
    #[expect(clippy::type_complexity, reason = "used in the two places that write a match")]
    pub(super) fn scrutinee(&mut self, depth: usize) -> (String, Vec<(String, Option<(String, Type)>)>) {
        let plain = |patterns: &[&str]| patterns.iter().map(|&pattern| (pattern.to_owned(), None)).collect::<Vec<_>>();
        if !self.features.discrete || self.random.chance(25) {
            if self.features.tuples && self.random.chance(40) {
                let (a, b) = (self.boolean(depth.min(2)), self.boolean(depth.min(2)));
                let arms: &[&str] = if self.random.chance(50) {
                    &["(true, true)", "(true, false)", "(false, _)"]
                } else {
                    &["(false, false)", "(true, _) | (_, true)"]
                };
                return (format!("({}, {})", a.text, b.text), plain(arms));
            }
            let condition = self.boolean(depth.min(2));
            return (format!("({})", condition.text), plain(&["true", "false"]));
        }
        let name = if self.random.chance(50) { "usize" } else { "i32" };
        let e = self.integer(name, depth.min(2));
        let mut arms = match self.random.below(4) {
            0 => plain(&["0", "1", "_"]),
            1 => plain(&["0 | 2", "1", "_"]),
            2 => plain(&["0..=1", "2..", "_"]),
            _ => plain(&["3", "_"]),
        };
        if self.random.chance(30) {
            let bound = self.fresh_name();
            let last = arms.len() - 1;
            arms[last] = (bound.clone(), Some((bound, Type::Int(name))));
        }
        (e.text, arms)
    }

    /// Pins a function while its arguments are evaluated.
    pub(super) fn pin(&mut self, id: u32) {
        let variable = self.variable(id);
        let mut pinned: Bits = variable.borrows.clone();
        pinned.insert(id);
        self.pinned.push(pinned);
    }

    /// A call of a closure in scope.
    pub(super) fn call(&mut self, id: u32, depth: usize) -> Expr {
        self.uses(id);
        self.pin(id);
        let variable = self.variable(id);
        let name = variable.name.clone();
        let signature = variable.ty.signature().expect("a function").clone();
        let arguments = self.arguments(&signature.params, depth);
        self.pinned.pop();
        debug_assert!(signature.form != Form::Mutating || self.variable(id).alive);
        if signature.form == Form::Once {
            self.retire(id);
        }
        Expr::new(format!("{name}({arguments})"), ATOM, signature.known, signature.size)
    }

    /// Arguments of these types.
    pub(super) fn arguments(&mut self, params: &[Type], depth: usize) -> String {
        let pins = self.pinned.len();
        let texts: Vec<String> = params.iter().map(|param| self.argument(param, depth).text).collect();
        self.pinned.truncate(pins);
        texts.join(", ")
    }

    /// An argument of this type; pins what it refers to.
    pub(super) fn argument(&mut self, param: &Type, depth: usize) -> Expr {
        match param {
            Type::Real => self.bounded(ARGUMENT, depth),
            Type::Int(name) => {
                let e = self.integer(name, depth.min(2));
                if e.size > 8.0 { Expr::new(format!("{} % 5", e.within(PRODUCT)), PRODUCT, Known::Yes, 5.0) } else { e }
            }
            Type::Function(signature) => {
                Expr::new(self.function_argument(&signature.clone(), depth), LOOSE, Known::Yes, 0.0)
            }
            Type::Reference(structure) => self.reference(&structure.clone(), depth),
            Type::Array(storage) => self.lent_array(*storage),
            other => self.value(other, depth),
        }
    }
}
