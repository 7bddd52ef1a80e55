//! Which fields hold structs, and which arrays of integers. The macro sees the types of fields only where the struct stands in the same file. Elsewhere it looks at how the
//! fields are used.
//!
//! What the functions of an `impl` block show of `self` holds in all of them. What is shown goes from one value to the next: what
//! a struct is added to is a struct, and so is what is assigned to one. A number with a method of the user's own is taken for a
//! struct as well: rustc finds its operators all the same.

use std::rc::Rc;

use hypernet::Primitive;
use syn::{
    BinOp, Expr, ExprStruct, FnArg, GenericArgument, ImplItem, ItemFn, ItemImpl, Lit, Local, Member, Pat,
    PathArguments, ReturnType, Signature, Stmt, Type,
};

use super::attribute::Attribute;
use super::definitions::Definitions;
use super::opened::{EACH_WRITTEN, OF_STD, is_opened, is_struct};
use crate::source::exprs::bare;
use crate::source::inside::{Part, in_block, in_expr, is_any_with_arguments};
use crate::source::loops::arrays_looped_over;
use crate::source::macros::look_at_arguments;
use crate::source::methods::is_method_of_structs;
use crate::source::names::is_scalar_name;
use crate::source::types::is_float;
use crate::texts::{TextMap, TextSet};

/// How often a function is looked at, at most: from one value to the next.
const ROUNDS: usize = 6;

/// How deep in a struct the definitions of structs are looked at.
const NESTED: usize = 3;

/// What stands in a way for an element of an array.
pub(crate) const ELEMENT: &str = "[]";

/// Fields, as ways that are written in a function: `self.pos`, `bodies[].frame.origin`.
#[derive(Default)]
pub(crate) struct Written {
    /// Those that hold structs.
    pub(crate) structs: TextSet,
    /// Those that hold arrays of integers, as the definitions of structs say.
    pub(crate) integers: TextSet,
    /// Those that hold arrays of numbers of a fixed length, as the definitions say.
    pub(crate) arrays: TextSet,
}

/// The fields of which a function shows what they hold, given what is known around it: what its block shows of `self`, what that calls
/// its type, and the structs of the file.
pub(crate) fn of_function(function: &ItemFn, around: &Attribute) -> Written {
    if !names_fields(&function.block) {
        return Written::default();
    }
    let mut shown = Shown { structs: Rc::clone(&around.structs), ..Shown::default() };
    let own = around.of_type.as_ref().and_then(|path| path.segments.last());
    shown.own.extend(own.map(|last| last.ident.to_string()));
    shown.ways.clone_from(&around.fields);
    shown.fields_of_own();
    shown.function(&function.sig, &function.block);
    shown.written
}

/// The fields of `self` that the functions of a block show to hold structs.
pub(crate) fn of_block(block: &ItemImpl, structs: &Rc<Definitions>) -> TextSet {
    let mut shown = Shown { structs: Rc::clone(structs), ..Shown::default() };
    shown.own.extend(if let Type::Path(path) = &*block.self_ty {
        path.path.segments.last().map(|last| last.ident.to_string())
    } else {
        None
    });
    shown.fields_of_own();
    shown.outer.extend(block.generics.type_params().map(|param| param.ident.to_string()));
    let functions =
        || block.items.iter().filter_map(|item| if let ImplItem::Fn(function) = item { Some(function) } else { None });
    let gives_number = |output: &ReturnType| matches!(output, ReturnType::Type(_, ty) if is_float(ty));
    let giving_numbers = functions().filter(|function| gives_number(&function.sig.output));
    shown.giving_numbers.extend(giving_numbers.map(|function| function.sig.ident.to_string()));
    loop {
        let before = shown.ways.len();
        for function in functions().filter(|function| names_fields(&function.block)) {
            shown.function(&function.sig, &function.block);
            shown.ways.retain(|way| is_of_self(way));
            shown.numbers.retain(|way| is_of_self(way));
        }
        if shown.ways.len() == before {
            return shown.ways;
        }
    }
}

/// Whether a way leads to a field.
fn is_field(way: &str) -> bool {
    way.contains('.')
}

fn is_of_self(way: &str) -> bool {
    way.starts_with("self.") || way.starts_with("self[")
}

/// Whether a block names fields.
fn names_fields(block: &syn::Block) -> bool {
    is_any_with_arguments(&Part::Block(block), &|part| matches!(part, Part::Expr(Expr::Field(_))))
}

#[derive(Default)]
struct Shown {
    /// The values that are structs, by the ways to them.
    ways: TextSet,
    /// The arrays of integers, and those of numbers of a fixed length, by the ways to them.
    integers: TextSet,
    arrays: TextSet,
    /// The ways to fields, as they are written and by their first names.
    written: Written,
    /// The type parameters, which stand for numbers more often than for structs; those of the block.
    parameters: TextSet,
    outer: TextSet,
    /// What the type of the block is called.
    own: TextSet,
    /// The functions of the type that give numbers.
    giving_numbers: TextSet,
    /// The variables that are other names for what ways lead to.
    names: TextMap<String>,
    /// The values that are numbers, by the ways to them: as their types, what is divided by them, or the numbers that they meet say.
    numbers: TextSet,
    /// Those of them that the definition of the type of the block shows.
    own_numbers: TextSet,
    /// Whether the function gives a struct.
    gives: bool,
    /// The structs of the file.
    structs: Rc<Definitions>,
}

impl Shown {
    fn function(&mut self, signature: &Signature, body: &syn::Block) {
        self.parameters.clone_from(&self.outer);
        self.parameters.extend(signature.generics.type_params().map(|param| param.ident.to_string()));
        self.gives = matches!(&signature.output, ReturnType::Type(_, ty) if self.is_struct(ty));
        for _ in 0..ROUNDS {
            let before = (self.ways.len(), self.numbers.len());
            self.names.clear();
            self.numbers.retain(|way| is_field(way));
            for input in &signature.inputs {
                if let FnArg::Typed(input) = input {
                    self.declared(&input.pat, &input.ty);
                }
            }
            self.look(&Part::Block(body));
            if let (true, Some(Stmt::Expr(last, None))) = (self.gives, body.stmts.last()) {
                self.note(last);
            }
            if (self.ways.len(), self.numbers.len()) == before {
                return;
            }
        }
    }

    /// Notes what the definition of the type of the block says of its fields.
    fn fields_of_own(&mut self) {
        for name in self.own.iter().cloned().collect::<Vec<_>>() {
            self.defined("self", &name, NESTED);
        }
        self.own_numbers.clone_from(&self.numbers);
    }

    /// Notes what the definition of a struct says of the fields of a value.
    fn defined(&mut self, way: &str, name: &str, depth: usize) {
        let Some(definition) = self.structs.get(name).filter(|_| depth > 0) else { return };
        for (field, ty) in &definition.fields {
            self.typed(format!("{way}.{field}"), ty, depth - 1);
        }
    }

    /// Notes what the type of a field says of it. A name that is no struct of the file says nothing.
    fn typed(&mut self, way: String, ty: &Type, depth: usize) {
        let ty = referred(ty);
        if is_float(ty) {
            self.numbers.insert(way);
        } else if way.ends_with(ELEMENT)
            && matches!(ty, Type::Path(path) if path.path.get_ident().is_some_and(|name| is_scalar_name(&name.to_string())))
        {
            self.integers.insert(way.trim_end_matches(ELEMENT).to_owned());
        } else if let Some(element) = element_of(ty) {
            if matches!(ty, Type::Array(_)) && is_float(element) {
                self.arrays.insert(way.clone());
            }
            self.typed(way + ELEMENT, element, depth);
        } else if let Type::Path(path) = ty
            && let Some(name) = path.path.get_ident().map(ToString::to_string)
            && self.structs.get(&name).is_some()
        {
            self.defined(&way, &name, depth);
            self.ways.insert(way);
        }
    }

    fn is_struct(&self, ty: &Type) -> bool {
        let is_parameter = |ty: &Type| matches!(ty, Type::Path(path) if path.path.get_ident().is_some_and(|name| self.parameters.contains(&name.to_string())));
        let referred = referred(ty);
        is_struct(referred) && !is_parameter(referred)
    }

    /// Whether a type is that of the block.
    fn is_own(&self, ty: &Type) -> bool {
        let name = if let Type::Path(path) = referred(ty) { path.path.get_ident() } else { None };
        name.is_some_and(|name| name == "Self" || self.own.contains(&name.to_string()))
    }

    /// Notes what the type of a variable says.
    fn declared(&mut self, pattern: &Pat, ty: &Type) {
        let Pat::Ident(name) = pattern else { return };
        let name = name.ident.to_string();
        if self.is_own(ty) {
            self.names.insert(name, "self".into());
        } else if self.is_struct(ty) {
            self.typed(name.clone(), ty, NESTED);
            self.ways.insert(name);
        } else if element_of(referred(ty)).is_some() {
            self.typed(name, ty, NESTED);
        } else if is_float(referred(ty)) {
            self.numbers.insert(name);
        }
    }

    /// A field of a field, or of an element, … of a variable; by the first name that it has.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a way through structs")]
    fn way(&self, expr: &Expr) -> Option<String> {
        match bare(expr) {
            Expr::Path(path) if path.qself.is_none() => {
                let name = path.path.get_ident()?.to_string();
                Some(self.names.get(&name).cloned().unwrap_or(name))
            }
            Expr::Field(field) => Some(format!("{}.{}", self.way(&field.base)?, member(&field.member))),
            Expr::Index(index) if !matches!(bare(&index.index), Expr::Range(_)) => {
                let array = self.way(&index.expr)?;
                // A field of the elements of an array has a name as an array.
                let each = format!(".{EACH_WRITTEN}.");
                Some(match array.split_once(&each) {
                    Some((array, field)) => format!("{array}{ELEMENT}.{field}"),
                    None => array + ELEMENT,
                })
            }
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => self.way(&unary.expr),
            Expr::Reference(reference) => self.way(&reference.expr),
            _ => None,
        }
    }

    /// Notes that this leads to a struct. What the definition of the type of the block says of its fields is sure.
    fn insert(&mut self, way: String) {
        if !self.own_numbers.contains(&way) {
            self.ways.insert(way);
        }
    }

    /// Notes that this is a struct, and so what it is computed of.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of nothing else it is known what it is computed of")]
    fn note(&mut self, expr: &Expr) {
        if let Some(way) = self.way(expr) {
            self.insert(way);
            return;
        }
        match bare(expr) {
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => self.note(&unary.expr),
            Expr::MethodCall(call) if call.method == "clone" => self.note(&call.receiver),
            Expr::Binary(_) => {
                for term in operands(expr, is_sum) {
                    if let Some(factor) =
                        self.only_struct(term).filter(|factor| !std::ptr::eq(bare(factor), bare(expr)))
                    {
                        self.note(factor);
                    }
                }
            }
            _ => {}
        }
    }

    /// The factor of a product that is a struct, if the product is one: the only one that may be no number, or else the only one that is a field.
    fn only_struct<'e>(&self, product: &'e Expr) -> Option<&'e Expr> {
        let factors: Vec<&Expr> = factors(product).filter(|factor| !self.is_number(factor)).collect();
        let is_field = |factor: &Expr| self.way(factor).is_some_and(|way| is_field(&way));
        match factors.as_slice() {
            [only] => Some(only),
            factors if factors.iter().any(|factor| self.gives_struct(factor)) => None,
            factors => {
                let mut fields = factors.iter().filter(|factor| is_field(factor));
                fields.next().filter(|_| fields.next().is_none()).copied()
            }
        }
    }

    /// Whether this is a number, as it is written.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else shows that it is a number")]
    fn is_number(&self, expr: &Expr) -> bool {
        match bare(expr) {
            Expr::Lit(literal) => matches!(literal.lit, Lit::Float(_) | Lit::Int(_)),
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => self.is_number(&unary.expr),
            // What numbers give in operators is one.
            Expr::Binary(_) => operands(expr, |op| is_sum(op) || is_product(op))
                .all(|operand| !std::ptr::eq(bare(operand), bare(expr)) && self.is_number(operand)),
            Expr::MethodCall(call) => {
                Primitive::by_name(&call.method.to_string()).is_some() && self.is_number(&call.receiver)
            }
            Expr::Cast(cast) => is_float(&cast.ty),
            place => self.way(place).is_some_and(|way| self.numbers.contains(&way)),
        }
    }

    /// Whether an expression gives a struct, as far as that is known.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else shows that it gives a struct")]
    fn gives_struct(&self, expr: &Expr) -> bool {
        if let Some(way) = self.way(expr) {
            return self.ways.contains(&way);
        }
        match bare(expr) {
            Expr::Struct(_) => true,
            // A constructor, by its name.
            Expr::Call(call) => {
                let Expr::Path(path) = bare(&call.func) else { return false };
                let mut segments = path.path.segments.iter().rev();
                let (Some(name), Some(of)) = (segments.next(), segments.next()) else { return false };
                // `Vec::new()` gives no struct of the user's.
                if OF_STD.iter().any(|name| of.ident == name) {
                    return false;
                }
                let is_own = of.ident == "Self" || self.own.contains(&of.ident.to_string());
                if is_own && self.giving_numbers.contains(&name.ident.to_string()) {
                    return false;
                }
                let of_type = syn::TypePath { attrs: Vec::new(), qself: None, path: of.ident.clone().into() };
                path.qself.is_none() && of.arguments.is_none() && self.is_struct(&Type::Path(of_type))
            }
            Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Neg(_)) && self.gives_struct(&unary.expr),
            Expr::MethodCall(call) => call.method == "clone" && self.gives_struct(&call.receiver),
            // Of two structs, the product may be a number.
            Expr::Binary(_) => operands(expr, is_sum).any(|term| {
                let gives = |factor: &&Expr| !std::ptr::eq(bare(factor), bare(expr)) && self.gives_struct(factor);
                factors(term).filter(gives).count() == 1
            }),
            _ => false,
        }
    }

    /// Of two values of one type, both are structs or numbers if one is.
    fn same(&mut self, left: &Expr, right: &Expr) {
        if self.gives_struct(right) {
            self.note(left);
        } else if self.gives_struct(left) {
            self.note(right);
        } else if self.is_number(left) {
            self.note_number(right);
        } else if self.is_number(right) {
            self.note_number(left);
        }
    }

    /// Notes that this is a number, if it is no struct.
    fn note_number(&mut self, expr: &Expr) {
        let way = self.way(expr).filter(|way| !self.ways.contains(way));
        self.numbers.extend(way);
    }

    /// What is added to an array is like its elements.
    fn added(&mut self, array: &Expr, element: &Expr) {
        let Some(way) = self.way(array).map(|way| way + ELEMENT) else { return };
        if self.ways.contains(&way) {
            self.note(element);
        } else if self.gives_struct(element) {
            self.ways.insert(way);
        }
    }

    fn look(&mut self, part: &Part<'_>) {
        match part {
            Part::Expr(expr) => {
                self.at(expr);
                in_expr(expr, &mut |part| self.look(&part));
            }
            Part::Block(block) => {
                for statement in &block.stmts {
                    if let Stmt::Local(local) = statement {
                        self.local(local);
                    }
                }
                in_block(block, &mut |part| self.look(&part));
            }
            Part::Macro(call) => look_at_arguments(call, &mut |argument| self.look(&Part::Expr(argument))),
            Part::Item(_) | Part::Unknown(_) => {}
        }
    }

    fn local(&mut self, local: &Local) {
        let (pattern, ty) =
            if let Pat::Type(typed) = &local.pat { (&*typed.pat, Some(&*typed.ty)) } else { (&local.pat, None) };
        if let Some(ty) = ty {
            self.declared(pattern, ty);
        }
        let (Pat::Ident(name), Some(init)) = (pattern, local.init.as_ref().filter(|init| init.diverge.is_none()))
        else {
            return;
        };
        if ty.is_some_and(|ty| self.is_struct(ty) && !self.is_own(ty)) {
            self.note(&init.expr);
        }
        let name = name.ident.to_string();
        let copied = if let Expr::MethodCall(call) = bare(&init.expr)
            && call.method == "clone"
        {
            &call.receiver
        } else {
            &init.expr
        };
        match self.way(copied) {
            // A copy, or a reference.
            Some(way) if way != name => {
                if self.ways.remove(&name) {
                    self.ways.insert(way.clone());
                }
                self.names.insert(name, way);
            }
            Some(_) => {}
            None if self.is_number(&init.expr) => {
                self.names.remove(&name);
                self.numbers.insert(name);
            }
            None if self.ways.contains(&name) => self.note(&init.expr),
            None => {
                if let Expr::Struct(made) = bare(&init.expr)
                    && let Some(of) = made.path.get_ident()
                {
                    self.defined(&name, &of.to_string(), NESTED);
                }
                if self.gives_struct(&init.expr) {
                    self.ways.insert(name);
                }
            }
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else shows what a field holds")]
    fn at(&mut self, expr: &Expr) {
        match expr {
            Expr::MethodCall(call) if is_method_of_structs(call) => self.note(&call.receiver),
            Expr::MethodCall(call) if call.method == "push" && call.args.len() == 1 => {
                self.added(&call.receiver, &call.args[0]);
            }
            Expr::Field(field) => {
                if matches!(field.member, Member::Named(_)) {
                    self.note(&field.base);
                }
                self.write(expr);
            }
            // A name may stand for an element.
            Expr::Index(_) | Expr::Path(_) => self.write(expr),
            Expr::Assign(assign) => self.same(&assign.left, &assign.right),
            Expr::Binary(operator) if matches!(operator.op, BinOp::AddAssign(_) | BinOp::SubAssign(_)) => {
                self.same(&operator.left, &operator.right);
            }
            Expr::Binary(operator) if matches!(operator.op, BinOp::Div(_) | BinOp::DivAssign(_)) => {
                self.note_number(&operator.right);
                if self.gives_struct(expr) {
                    self.note(expr);
                }
            }
            // Of the terms of a sum, all are structs if one is.
            Expr::Binary(_) if self.gives_struct(expr) => self.note(expr),
            Expr::Return(result) => {
                if let (true, Some(result)) = (self.gives, &result.expr) {
                    self.note(result);
                }
            }
            Expr::ForLoop(repeated) => {
                for (array, name) in arrays_looped_over(&repeated.expr, &repeated.pat) {
                    if let (Some(way), Some(name)) = (self.way(array), name) {
                        self.names.insert(name.to_string(), way + ELEMENT);
                    }
                }
            }
            Expr::Struct(structure) if self.makes_own(structure) => {
                for field in &structure.fields {
                    let way = format!("self.{}", member(&field.member));
                    if self.ways.contains(&way) {
                        self.note(&field.expr);
                    } else if self.gives_struct(&field.expr) {
                        self.insert(way);
                    }
                }
            }
            _ => {}
        }
    }

    /// Notes the way to a struct as it is written, and by its first name, which what stands for an element in a loop has.
    fn write(&mut self, expr: &Expr) {
        let Some(way) = self.way(expr) else { return };
        if self.arrays.contains(&way) {
            self.written.arrays.extend(written(expr));
        }
        if self.integers.contains(&way) {
            self.written.integers.extend(written(expr));
            self.written.integers.insert(way);
        } else if self.ways.contains(&way) {
            let written_of = &mut self.written.structs;
            written_of.extend(written(expr));
            // A name for an element stands for the place, which begins with the name that the array has.
            let by_name = self.names.iter().filter(|(name, _)| is_opened(name)).filter_map(|(name, of)| {
                let rest = way.strip_prefix(of.as_str()).filter(|rest| rest.starts_with(['.', '[']))?;
                Some(format!("{name}{rest}"))
            });
            written_of.extend(by_name);
            written_of.insert(way);
        }
    }

    /// Whether this makes a struct of the type of the block.
    fn makes_own(&self, structure: &ExprStruct) -> bool {
        let name = structure.path.get_ident();
        name.is_some_and(|name| name == "Self" || self.own.contains(&name.to_string()))
    }
}

/// The name of a field, or its number.
fn member(member: &Member) -> String {
    match member {
        Member::Named(name) => name.to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}

/// The way to a field, as it is written.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a way through structs")]
pub(super) fn written(expr: &Expr) -> Option<String> {
    match bare(expr) {
        Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
        Expr::Field(field) => Some(format!("{}.{}", written(&field.base)?, member(&field.member))),
        Expr::Index(index) => Some(written(&index.expr)? + ELEMENT),
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => written(&unary.expr),
        _ => None,
    }
}

/// The operands of operators of one kind that stand behind one another, with these operators; or the expression itself.
fn operands_of(expr: &Expr, is_kind: fn(&BinOp) -> bool) -> Vec<(Option<&BinOp>, &Expr)> {
    let (mut operands, mut at) = (Vec::new(), bare(expr));
    while let Expr::Binary(operator) = at
        && is_kind(&operator.op)
    {
        operands.push((Some(&operator.op), &*operator.right));
        at = bare(&operator.left);
    }
    operands.push((None, at));
    operands
}

fn operands(expr: &Expr, is_kind: fn(&BinOp) -> bool) -> impl Iterator<Item = &Expr> {
    operands_of(expr, is_kind).into_iter().map(|(_, operand)| operand)
}

/// What is multiplied in a product. What it is divided by is a number.
fn factors(product: &Expr) -> impl Iterator<Item = &Expr> {
    let operands = operands_of(product, is_product).into_iter();
    operands.filter(|(op, _)| !matches!(op, Some(BinOp::Div(_)))).map(|(_, operand)| operand)
}

fn is_sum(op: &BinOp) -> bool {
    matches!(op, BinOp::Add(_) | BinOp::Sub(_))
}

fn is_product(op: &BinOp) -> bool {
    matches!(op, BinOp::Mul(_) | BinOp::Div(_))
}

pub(super) fn referred(ty: &Type) -> &Type {
    if let Type::Reference(reference) = ty { referred(&reference.elem) } else { ty }
}

/// The type of the elements of an array.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is an array")]
pub(super) fn element_of(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Array(array) => Some(&array.elem),
        Type::Slice(slice) => Some(&slice.elem),
        Type::Path(path) => {
            let last = path.path.segments.last().filter(|last| last.ident == "Vec")?;
            let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
            arguments.args.iter().find_map(|of| if let GenericArgument::Type(ty) = of { Some(ty) } else { None })
        }
        _ => None,
    }
}
