//! Operations that are one Rust expression of their operands.

use std::collections::HashMap;

use hypernet::{Comparison, Constant, DiscreteOp, Field, Form as View, Name, Operation, Primitive, Record, Type};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned;

use super::Host;
use super::syntax::{Binary, Block, Expr, Suffix};
use super::value::has_default;
use crate::input::opened::EACH;
use crate::program::{RecordCode, RecordForm};
use crate::source::names::is_float_name;

/// A function that would make a struct, and does not run: of its result rustc knows the type.
fn made(code: &RecordCode) -> Option<Expr> {
    code.constructor.as_ref().map(|made| Expr::Tokens(quote!(|| #made), false))
}

impl Host<'_> {
    /// An operation with one result.
    pub(super) fn expression(&self, operation: &Operation, mut operands: Vec<Expr>) -> Expr {
        match operation {
            Operation::Constant(constant, ty) => self.constant(constant, ty),
            Operation::Primitive(primitive, scalar) => self.primitive(*primitive, scalar, operands),
            Operation::Plus(ty) => match (operands.pop(), operands.pop()) {
                (Some(right), Some(left)) => self.plus(ty, left, right),
                _ => self.default(ty),
            },
            Operation::Zero(ty) | Operation::Absent(ty) if has_default(ty) => self.default(ty),
            Operation::Zero(ty) => self.default(ty),
            Operation::Absent(_) => Expr::Tokens(quote!(::core::option::Option::None), true),
            Operation::Present(ty) | Operation::Expect(ty) if has_default(ty) => single(operands),
            Operation::Present(_) => call(quote!(::core::option::Option::Some), operands),
            Operation::Expect(_) => call(self.private(&quote!(expect)), operands),
            Operation::Compare(comparison, _) => binary(Binary::compare(comparison_text(*comparison)), operands),
            Operation::Discrete(op, _) => discrete(*op, operands),
            Operation::Same(..) => single(operands).typed(),
            Operation::Cast(from, to) => self.converted(from, to, single(operands).typed()),
            Operation::Select(_) => {
                let mut blocks = operands.split_off(operands.len().min(1)).into_iter().map(|result| Block {
                    statements: Vec::new(),
                    result: Some(result),
                    place: None,
                });
                let (then, other) = (blocks.next().unwrap_or_default(), blocks.next().unwrap_or_default());
                Expr::If(Box::new(single(operands)), Box::new([then, other]))
            }
            Operation::Pack(_) => Expr::Tuple(operands.into_iter().map(Expr::typed).collect()),
            Operation::View(form, _) => {
                let operand = single(operands);
                match form {
                    // It may be a function, or a number.
                    View::OpenReference | View::Passed => {
                        let refer = if *form == View::Passed { quote!(pass) } else { quote!(refer) };
                        let referred = call(self.private(&refer), vec![Expr::Borrow(Box::new(operand))]);
                        Expr::UserMethod(Box::new(referred), quote!(value), Vec::new())
                    }
                    View::Copied => call(self.private(&quote!(copied)), vec![operand]),
                    View::Referent => Expr::Unary('*', Box::new(operand)),
                    View::Clone | View::Second => Expr::UserMethod(Box::new(operand), quote!(clone), Vec::new()),
                    View::Reference => Expr::Borrow(Box::new(operand)),
                    // These are statements.
                    View::Moved | View::Said(_) | View::Crossing(_) => operand,
                }
            }
            Operation::Unpack(_)
            | Operation::Record(_)
            | Operation::Project(_)
            | Operation::Update(_)
            | Operation::Detach(_)
            | Operation::Cond(..)
            | Operation::Fold(_)
            | Operation::Foreign(_)
            | Operation::Ordered(..)
            | Operation::Array(..)
            | Operation::Function(_) => Expr::Tuple(operands),
        }
    }

    /// A field, or a way of several; where the user named it first, which is where rustc says that there is none.
    pub(super) fn member(&self, field: &Field) -> TokenStream {
        let member: TokenStream = field.to_string().parse().unwrap_or_default();
        let Some(&at) = self.program.code.places.get(field) else { return member };
        // As the user wrote it: what rustc says of it, it says once.
        let written = member.into_iter().map(|mut token| {
            token.set_span(at);
            token
        });
        written.collect()
    }

    /// A struct of its fields, or one with other values in some; a cotangent, zero but for its fields.
    pub(super) fn record(&self, record: &Record, base: Option<Expr>, ident: Ident, operands: Vec<Expr>) -> Expr {
        let Some(code) = self.program.code.records.get(record.id as usize) else { return Expr::Tuple(Vec::new()) };
        let (path, backprop) = (&code.path, &self.backprop);
        // Of a whole number in a field for a real one, rustc says so where the user wrote it.
        let given = |value: Expr| {
            let is_whole = matches!(value, Expr::Integer { .. }) && !record.is_cotangent();
            if is_whole { self.depending(value) } else { value }
        };
        let fields: Vec<(TokenStream, Expr)> =
            record.fields.iter().map(|(name, _)| self.member(name)).zip(operands.into_iter().map(given)).collect();
        if let (RecordForm::Tuple(parts), None) = (&code.form, &base) {
            return self.tuple(parts, record, fields.into_iter().map(|(_, value)| value));
        }
        match base {
            Some(base) => Expr::With(ident, None, Box::new(base), fields),
            None if record.is_cotangent() => {
                let at = path.span();
                // Of a field that is not there, rustc says so of the struct, and nothing of its cotangent.
                let (ty, neutral) = if self.depends.is_some() || code.constructor.is_some() {
                    (None, self.neutral(code))
                } else {
                    let neutral = super::located(quote!(#backprop::Cotangent::neutral), at);
                    (Some(super::of_cotangent(path, backprop, at)), call(neutral, Vec::new()))
                };
                let ways = || record.fields.iter().map(|(field, _)| field.way());
                if ways().all(|way| !way.is_empty() && way.iter().all(|step| &**step != EACH)) {
                    return Expr::With(ident, ty, Box::new(neutral), fields);
                }
                let (mut whole, mut plain, mut columns) = (None, Vec::new(), Vec::new());
                for (way, (member, value)) in ways().zip(fields) {
                    match way.iter().position(|step| &**step == EACH) {
                        _ if way.is_empty() => whole = Some(value),
                        Some(each) => columns.push((&way[..each], &way[each + 1..], value)),
                        None => plain.push((member, value)),
                    }
                }
                let base = whole.unwrap_or_else(|| Expr::With(ident.clone(), ty, Box::new(neutral), plain));
                columns
                    .into_iter()
                    .fold(base, |base, (before, after, value)| self.scattered(base, before, after, value))
            }
            // Of a field that is not there, or of another type, rustc says so where the user wrote it.
            None if code.form == RecordForm::Numbered => {
                let constructor = self.depending(Expr::Tokens(path.clone(), true));
                Expr::Call(Box::new(constructor), fields.into_iter().map(|(_, expr)| expr).collect())
            }
            None => self.depending(Expr::Struct(path.clone(), fields)),
        }
    }

    /// A cotangent in which the fields of this record are zero, if these may not be there.
    pub(super) fn forgotten(&self, record: &Record, d: Expr) -> Result<Expr, Expr> {
        let forgets = self.program.code.records.get(record.id as usize).is_some_and(|code| code.forgets);
        let Some((field, _)) = record.fields.first().filter(|_| forgets) else { return Err(d) };
        let way: Vec<String> = field.way().iter().map(|step| step.trim_start_matches("r#").to_owned()).collect();
        let way = Expr::Tokens(quote!(&[#(#way),*]), false);
        Ok(call(self.private(&quote!(forgotten)), vec![d, way]))
    }

    /// The code of a struct whose type has a name here.
    fn named(&self, record: &Record) -> Option<&RecordCode> {
        let code = self.program.code.records.get(record.id as usize)?;
        (!code.path.is_empty() && !matches!(code.form, RecordForm::Tuple(_))).then_some(code)
    }

    /// The type of the cotangent of a struct, if its type is named here.
    pub(super) fn cotangent_of(&self, record: &Record) -> Option<TokenStream> {
        let code = self.named(record).filter(|code| code.constructor.is_none())?;
        Some(super::of_cotangent(&code.path, &self.backprop, code.path.span()))
    }

    /// What says of a cotangent that it is that of a struct, of which the constructor is named here; it is called with that.
    pub(super) fn says_cotangent(&self, record: &Record) -> Option<impl Fn(Expr) -> Expr + use<'_>> {
        let code = self.named(record)?;
        let (made, at) = (made(code)?, code.path.span());
        Some(move |d| self.of_constructed("cotangent", at, vec![made.clone(), d]))
    }

    /// The zero of the cotangent of a struct, if its type has a name here.
    pub(super) fn zero_of(&self, record: &Record) -> Option<Expr> {
        self.named(record).map(|code| self.neutral(code))
    }

    /// The zero of the cotangent of this struct.
    fn neutral(&self, code: &RecordCode) -> Expr {
        let (at, backprop) = (code.path.span(), &self.backprop);
        if let Some(made) = made(code) {
            return self.of_constructed("neutral", at, vec![made]);
        }
        let ty = super::of_cotangent(&code.path, backprop, at);
        self.depending(call(super::located(quote!(<#ty as #backprop::Cotangent>::neutral), at), Vec::new()))
    }

    /// What is asked of a struct that is named by its constructor, where the user's own code has no mistake: of one without a cotangent, rustc
    /// says so there.
    fn of_constructed(&self, name: &str, at: Span, operands: Vec<Expr>) -> Expr {
        let name = Ident::new(name, at);
        match &self.depends {
            Some(depends) => {
                let depends = Box::new(Expr::Variable(depends.clone()));
                Expr::UserMethod(depends, quote!(#name), operands)
            }
            None => call(super::located(self.private(&quote!(constructed::#name)), at), operands),
        }
    }

    /// A tuple, or the cotangent of one, zero in the parts that are not given.
    fn tuple(&self, parts: &[bool], record: &Record, given: impl Iterator<Item = Expr>) -> Expr {
        let mut given: HashMap<String, Expr> = record.fields.iter().map(|(at, _)| at.to_string()).zip(given).collect();
        let backprop = &self.backprop;
        let part = |(at, &has_tangent): (usize, &bool)| match given.remove(&at.to_string()) {
            Some(value) => value,
            None if has_tangent => call(quote!(#backprop::Cotangent::neutral), Vec::new()),
            None => Expr::Tuple(Vec::new()),
        };
        Expr::Tuple(parts.iter().enumerate().map(part).collect())
    }

    /// A cotangent with these values in a field of each element of an array.
    fn scattered(&self, base: Expr, before: &[Name], after: &[Name], values: Expr) -> Expr {
        let at = |of: &Ident, way: &[Name]| {
            way.iter().fold(quote!(#of), |of, field| {
                let field: TokenStream = field.parse().unwrap_or_default();
                quote!(#of.#field)
            })
        };
        let [d, value] = ["d", "value"].map(|name| Ident::new(name, Span::mixed_site()));
        let (array, field) = (at(&d, before), at(&d, after));
        let array = if before.is_empty() { array } else { quote!(&mut #array) };
        let closures = [quote!(|#d| #array), quote!(|#d, #value| #field = #value)];
        let [array, set] = closures.map(|closure| Expr::Tokens(closure, false));
        call(self.private(&quote!(scattered)), vec![base, array, values, set])
    }

    /// A number of one type as one of another, also of type parameters: the exponent of a power, the sensitivity to what became one.
    fn converted(&self, from: &Type, to: &Type, number: Expr) -> Expr {
        let is_generic = |ty: &Type| matches!(ty, Type::Real(scalar) if !is_float_name(scalar));
        let number = match (is_generic(from), is_generic(to)) {
            (true, _) => call(self.private(&quote!(to_f64)), vec![number]),
            (false, true) => Expr::Cast(Box::new(number), quote!(::core::primitive::f64)),
            (false, false) => number,
        };
        if let (Type::Real(scalar), true) = (to, is_generic(to)) {
            let ty = self.scalar(scalar);
            return call(self.private(&quote!(real::<#ty>)), vec![number]);
        }
        Expr::Cast(Box::new(number), self.ty(to).unwrap_or_else(|| quote!(_)))
    }

    fn constant(&self, constant: &Constant, ty: &Type) -> Expr {
        match (constant, ty) {
            (Constant::Real { value, text }, Type::Real(scalar)) => self.real(*value, text, scalar),
            (Constant::Integer(value), Type::Discrete(ty)) => {
                let magnitude = Expr::Integer { value: value.unsigned_abs(), ty: ty.clone(), suffix: self.suffix() };
                if *value < 0 { Expr::Unary('-', Box::new(magnitude)) } else { magnitude }
            }
            (Constant::Bool(value), _) => Expr::Bool(*value),
            (Constant::Named { id, .. }, _) => {
                let tokens = self.program.code.constants.get(*id as usize).cloned().unwrap_or_default();
                self.depending(user_expression(tokens))
            }
            _ => self.default(ty),
        }
    }

    /// Where the type of a number has to be written.
    fn suffix(&self) -> Suffix {
        if self.depends.is_some() { Suffix::First } else { Suffix::Alone }
    }

    fn real(&self, value: f64, text: &Name, scalar: &Name) -> Expr {
        if !is_float_name(scalar) {
            let literal = self.real(value, text, &"f64".into());
            let ty = self.scalar(scalar);
            return call(self.private(&quote!(real::<#ty>)), vec![literal]);
        }
        if value.is_nan() || value.is_infinite() {
            let scalar = self.scalar(scalar);
            let name = if value.is_nan() {
                quote!(NAN)
            } else if value > 0.0 {
                quote!(INFINITY)
            } else {
                quote!(NEG_INFINITY)
            };
            return Expr::Tokens(quote!(#scalar::#name), true);
        }
        let digits: Name = text.strip_prefix('-').map_or_else(|| text.clone(), Name::from);
        let magnitude = Expr::Real { text: digits, scalar: scalar.clone(), suffix: self.suffix() };
        if text.starts_with('-') { Expr::Unary('-', Box::new(magnitude)) } else { magnitude }
    }

    /// The zero sensitivity of this type, or what stands for a value that is never looked at.
    pub(super) fn default(&self, ty: &Type) -> Expr {
        match ty {
            Type::Real(scalar) => self.real(0.0, &"0.0".into(), scalar),
            Type::Tuple(parts) => Expr::Tuple(parts.iter().map(|part| self.default(part)).collect()),
            Type::Option(ty) if has_default(ty) => self.default(ty),
            Type::Discrete(name) if name.is("bool") => Expr::Bool(false),
            Type::Discrete(name) if name.is("char") => Expr::Tokens(quote!('\0'), true),
            Type::Discrete(name) => Expr::Integer { value: 0, ty: name.clone(), suffix: self.suffix() },
            Type::Function(_)
            | Type::Opaque(_)
            | Type::Cotangent(_)
            | Type::Option(_)
            | Type::Tape(_)
            | Type::Array(_)
            | Type::Look(_)
            | Type::Undone(_)
            | Type::World => {
                let backprop = &self.backprop;
                call(quote!(#backprop::Cotangent::neutral), Vec::new())
            }
        }
    }

    /// The sum of two sensitivities; those that are tuples are variables.
    pub(super) fn plus(&self, ty: &Type, left: Expr, right: Expr) -> Expr {
        match ty {
            Type::Real(_) => add(left, right),
            Type::Tuple(parts) => Expr::Tuple(
                (0u32..)
                    .zip(parts.iter())
                    .map(|(index, part)| {
                        let part_of = |of: &Expr| Expr::Field(Box::new(of.clone()), index);
                        self.plus(part, part_of(&left), part_of(&right))
                    })
                    .collect(),
            ),
            Type::Discrete(_)
            | Type::Function(_)
            | Type::Opaque(_)
            | Type::Cotangent(_)
            | Type::Option(_)
            | Type::Tape(_)
            | Type::Array(_)
            | Type::Look(_)
            | Type::Undone(_)
            | Type::World => {
                let backprop = &self.backprop;
                let right = right.primary_tokens();
                call(quote!(#backprop::Cotangent::plus), vec![left, Expr::Tokens(quote!(&#right), false)])
            }
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every primitive is a method or a function of its own name, unless it is named here"
    )]
    pub(super) fn primitive(&self, primitive: Primitive, scalar: &Name, operands: Vec<Expr>) -> Expr {
        match primitive {
            Primitive::Neg => negate(single(operands)),
            Primitive::Add => match <[Expr; 2]>::try_from(operands) {
                Ok([left, right]) => add(left, right),
                Err(operands) => Expr::Tuple(operands),
            },
            Primitive::Sub => match <[Expr; 2]>::try_from(operands) {
                Ok([left, right]) => subtract(left, right),
                Err(operands) => Expr::Tuple(operands),
            },
            Primitive::Mul => binary(Binary::MUL, operands),
            Primitive::Div => binary(Binary::DIV, operands),
            Primitive::Rem => binary(Binary::REM, operands),
            // The inherent method of this name is deprecated.
            Primitive::AbsSub => {
                call(self.private(&quote!(Float::abs_sub)), operands.into_iter().map(Expr::typed).collect())
            }
            primitive if is_float_name(scalar) => {
                let mut operands = operands.into_iter();
                let receiver = operands.next().unwrap_or(Expr::Tuple(Vec::new())).typed();
                Expr::Method(Box::new(receiver), primitive.name(), operands.collect())
            }
            primitive => {
                let name = Ident::new(primitive.name(), proc_macro2::Span::mixed_site());
                call(self.private(&quote!(Float::#name)), operands)
            }
        }
    }
}

fn single(mut operands: Vec<Expr>) -> Expr {
    operands.pop().unwrap_or(Expr::Tuple(Vec::new()))
}

fn call(path: TokenStream, operands: Vec<Expr>) -> Expr {
    Expr::Call(Box::new(Expr::Tokens(path, true)), operands)
}

fn binary(operator: Binary, operands: Vec<Expr>) -> Expr {
    match <[Expr; 2]>::try_from(operands) {
        Ok(operands) => Expr::Binary(operator, Box::new(operands)),
        Err(operands) => Expr::Tuple(operands),
    }
}

/// `-a`; a second sign takes the first away.
#[expect(clippy::wildcard_enum_match_arm, reason = "only a negation is taken off again")]
fn negate(operand: Expr) -> Expr {
    match operand {
        Expr::Unary('-', inner) => *inner,
        operand => Expr::Unary('-', Box::new(operand)),
    }
}

/// `a + b`, or `a - b` for `a + (-b)`, which is the same number.
#[expect(clippy::wildcard_enum_match_arm, reason = "only a negation is taken off again")]
fn add(left: Expr, right: Expr) -> Expr {
    match right {
        Expr::Unary('-', right) => Expr::Binary(Binary::SUB, Box::new([left, *right])),
        right => Expr::Binary(Binary::ADD, Box::new([left, right])),
    }
}

/// `a - b`, or `a + b` for `a - (-b)`.
#[expect(clippy::wildcard_enum_match_arm, reason = "only a negation is taken off again")]
fn subtract(left: Expr, right: Expr) -> Expr {
    match right {
        Expr::Unary('-', right) => Expr::Binary(Binary::ADD, Box::new([left, *right])),
        right => Expr::Binary(Binary::SUB, Box::new([left, right])),
    }
}

pub(super) fn discrete(op: DiscreteOp, operands: Vec<Expr>) -> Expr {
    let operator = match op {
        DiscreteOp::Neg => return Expr::Unary('-', Box::new(single(operands))),
        DiscreteOp::Not => return Expr::Unary('!', Box::new(single(operands))),
        DiscreteOp::Add => Binary::ADD,
        DiscreteOp::Sub => Binary::SUB,
        DiscreteOp::Mul => Binary::MUL,
        DiscreteOp::Div => Binary::DIV,
        DiscreteOp::Rem => Binary::REM,
        DiscreteOp::And => Binary::AND,
        DiscreteOp::Or => Binary::OR,
        DiscreteOp::Xor => Binary::XOR,
        DiscreteOp::Shl => Binary::SHL,
        DiscreteOp::Shr => Binary::SHR,
    };
    binary(operator, operands)
}

fn comparison_text(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Lt => "<",
        Comparison::Le => "<=",
        Comparison::Gt => ">",
        Comparison::Ge => ">=",
        Comparison::Eq => "==",
        Comparison::Ne => "!=",
    }
}

/// An expression of the user's.
pub(super) fn user_expression(tokens: TokenStream) -> Expr {
    use syn::Expr as E;
    let expr = syn::parse2::<E>(tokens.clone());
    let simple = matches!(
        expr,
        Ok(E::Path(_)
            | E::Lit(_)
            | E::Call(_)
            | E::MethodCall(_)
            | E::Paren(_)
            | E::Field(_)
            | E::Index(_)
            | E::Macro(_)
            | E::Tuple(_)
            | E::Array(_))
    );
    Expr::Tokens(tokens, simple && !expr.is_ok_and(|expr| begins_with_struct(&expr)))
}

/// Whether the first thing in an expression is a struct that is put together: it may not stand before a block as it is.
#[expect(clippy::wildcard_enum_match_arm, reason = "all others begin with something else")]
fn begins_with_struct(mut expr: &syn::Expr) -> bool {
    loop {
        expr = match expr {
            syn::Expr::Struct(_) => return true,
            syn::Expr::Call(call) => &call.func,
            syn::Expr::MethodCall(call) => &call.receiver,
            syn::Expr::Field(field) => &field.base,
            syn::Expr::Index(index) => &index.expr,
            syn::Expr::Try(inside) => &inside.expr,
            syn::Expr::Await(inside) => &inside.base,
            syn::Expr::Binary(binary) => &binary.left,
            syn::Expr::Cast(cast) => &cast.expr,
            syn::Expr::Range(syn::ExprRange { start: Some(start), .. }) => start,
            syn::Expr::Assign(assign) => &assign.left,
            _ => return false,
        };
    }
}
