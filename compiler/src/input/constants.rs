//! Constant fields, `#[constant] scale: f64` in a struct of the file: they are read as `stop_gradient(self.scale)`.
//!
//! A field of this name of another struct may have a tangent. So each field is claimed to be constant: the derive writes a method for it.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::{Expr, Item, ItemFn, Local, Member, Pat, Stmt, Type, UnOp, parse_quote_spanned};

use super::attribute::Attribute;
use super::crate_path::crate_path;
use super::ends::taken_of;
use super::fields::{element_of, referred};
use super::places::{Places, Route};
use super::siblings::{scalar, write_type};
use crate::source::exprs::{bare, is_compound, is_range, stopped};
use crate::source::inside::{Part, PartMut, in_block_mut, in_expr_mut, is_any};
use crate::source::macros::in_arguments;
use crate::source::names::is_float_name;
use crate::texts::TextMap;

/// The method of a struct that only one with such a constant field has.
pub(crate) fn is_constant(field: &Member) -> Ident {
    let name = match field {
        Member::Named(name) => crate::source::names::plain(name),
        Member::Unnamed(index) => index.index.to_string(),
    };
    Ident::new(&format!("__is_constant_{name}"), Span::mixed_site().located_at(field.span()))
}

/// The function that reads the constant fields of structs of the file so, and the claims that they are constant; none if it names no such field.
pub(crate) fn with_constants(function: &ItemFn, attribute: &Attribute) -> Option<(ItemFn, Vec<TokenStream>)> {
    if !attribute.structs.has_constants() || declares_types(function) {
        return None;
    }
    let own = attribute.of_type.as_ref().and_then(|path| path.segments.last());
    let places = Places::of(function, own.map(|last| last.ident.to_string()), &attribute.structs);
    let mut constants = Constants { places, claims: TextMap::default() };
    let mut function = function.clone();
    constants.write(PartMut::Block(&mut function.block));
    (!constants.claims.is_empty()).then(|| (function, constants.claims.into_values().collect()))
}

/// Whether names of types may mean something else in a block of the function than around it, where the claims stand.
fn declares_types(function: &ItemFn) -> bool {
    let declares = |item: &Item| !matches!(item, Item::Const(_) | Item::Fn(_) | Item::Static(_) | Item::Impl(_));
    is_any(&Part::Block(&function.block), &|part| matches!(part, Part::Item(item) if declares(item)))
}

struct Constants {
    places: Places,
    /// The claims by their texts.
    claims: TextMap<TokenStream>,
}

/// What a constant place holds.
enum Holds {
    /// A real number.
    Number,
    /// A number, a `bool` or a `char` without a tangent, of this type.
    Discrete(Box<Type>),
    Array,
    Unknown,
}

impl Constants {
    fn write(&mut self, part: PartMut<'_>) {
        match part {
            PartMut::Expr(expr) => self.write_expr(expr, false),
            PartMut::Block(block) => {
                for statement in &mut block.stmts {
                    if let Stmt::Local(local) = statement {
                        self.write_local(local);
                    }
                }
                in_block_mut(block, &mut |part| self.write(part));
            }
            // Others may say what is written in them, as `assert!` does.
            PartMut::Macro(call) if call.path.is_ident("vec") => {
                in_arguments(call, &mut |argument| self.write_expr(argument, false));
            }
            PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
        }
    }

    /// Writes the type of a variable without one that is declared as such a number.
    fn write_local(&mut self, local: &mut Local) {
        if let (Pat::Ident(_), Some(init)) = (&local.pat, &local.init)
            && let Some(constant) = self.constant(&init.expr)
            && let Holds::Discrete(ty) = constant.holds()
        {
            write_type(&mut local.pat, *ty);
            self.claim(constant);
        }
    }

    /// Writes what stands in an expression, which is an argument of a call or is not.
    #[expect(clippy::wildcard_enum_match_arm, reason = "in all others, each part stands for itself")]
    fn write_expr(&mut self, expr: &mut Expr, is_argument: bool) {
        if let Some(constant) = self.constant(expr) {
            match constant.holds() {
                Holds::Number => self.stop(expr, constant),
                // What an element is, its field alone does not say.
                Holds::Discrete(ty) if constant.is_in_element() => {
                    *expr = parse_quote_spanned!(expr.span()=> (#expr as #ty));
                    self.claim(constant);
                }
                Holds::Discrete(_) | Holds::Unknown if is_argument => self.stop(expr, constant),
                Holds::Discrete(_) | Holds::Array | Holds::Unknown => {}
            }
            return;
        }
        if stopped(expr).is_some() {
            return;
        }
        match expr {
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) && self.refers_to_number(&unary.expr) => {
                in_expr_mut(&mut unary.expr, &mut |part| self.write(part));
            }
            // A reference to a number is one in the net as well.
            expr if self.refers_to_number(expr) => {
                in_expr_mut(expr, &mut |part| self.write(part));
                *expr = parse_quote_spanned!(expr.span()=> &*#expr);
            }
            Expr::Reference(reference) if reference.mutability.is_none() => match self.constant(&reference.expr) {
                Some(constant) => self.stop(expr, constant),
                None => self.write_expr(&mut reference.expr, false),
            },
            Expr::Reference(reference) => self.write_in_place(&mut reference.expr),
            Expr::Assign(assign) => {
                self.write_in_place(&mut assign.left);
                self.write_expr(&mut assign.right, false);
            }
            Expr::Binary(binary) if is_compound(&binary.op) => {
                self.write_in_place(&mut binary.left);
                self.write_expr(&mut binary.right, false);
            }
            Expr::Struct(made) => {
                made.fields.iter_mut().for_each(|field| self.write_expr(&mut field.expr, true));
                if let Some(rest) = &mut made.rest {
                    self.write_expr(rest, false);
                }
            }
            Expr::Call(call) => {
                self.write_expr(&mut call.func, false);
                call.args.iter_mut().for_each(|argument| self.write_expr(argument, true));
            }
            Expr::MethodCall(call) => {
                call.args.iter_mut().for_each(|argument| self.write_expr(argument, true));
                match self.constant(&call.receiver) {
                    Some(constant) if matches!(constant.holds(), Holds::Array) => {
                        if LOOKING.iter().any(|looking| call.method == looking) {
                            let receiver = &call.receiver;
                            *call.receiver = parse_quote_spanned!(receiver.span()=> &#receiver);
                            self.stop(&mut call.receiver, constant);
                        }
                    }
                    Some(_) | None => self.write_expr(&mut call.receiver, false),
                }
            }
            expr => in_expr_mut(expr, &mut |part| self.write(part)),
        }
    }

    /// Whether this refers to a number in a constant array, `self.w.first().unwrap()`.
    fn refers_to_number(&self, expr: &Expr) -> bool {
        let Some(mut constant) = taken_of(expr).and_then(|array| self.constant(array)) else { return false };
        constant.ty = constant.ty.as_ref().and_then(|ty| element_of(referred(ty))).cloned();
        matches!(constant.holds(), Holds::Number)
    }

    /// Writes what stands in the indices of a place that is changed.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place")]
    fn write_in_place(&mut self, place: &mut Expr) {
        match place {
            Expr::Field(field) => self.write_in_place(&mut field.base),
            Expr::Index(index) => {
                self.write_in_place(&mut index.expr);
                self.write_expr(&mut index.index, false);
            }
            Expr::Paren(inside) => self.write_in_place(&mut inside.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.write_in_place(&mut unary.expr),
            Expr::Path(_) => {}
            other => self.write_expr(other, false),
        }
    }

    /// Reads an expression as a constant.
    fn stop(&mut self, expr: &mut Expr, constant: Constant) {
        let backprop = crate_path();
        *expr = parse_quote_spanned!(expr.span()=> #backprop::stop_gradient(#expr));
        self.claim(constant);
    }

    fn claim(&mut self, constant: Constant) {
        let Route { from, steps } = constant.route;
        let (it, method) = (Ident::new("it", Span::mixed_site()), is_constant(&constant.field));
        let claim = quote_spanned!(constant.field.span()=> let _ = |#it: #from| #it #steps.#method(););
        self.claims.entry(claim.to_string()).or_insert(claim);
    }

    /// The constant field that a place is, or in which it is.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place")]
    fn constant(&self, place: &Expr) -> Option<Constant> {
        match bare(place) {
            Expr::Field(field) => {
                if let Some((definition, name)) = self.places.definition_around(field)
                    && definition.constant.contains(&name)
                {
                    let (_, ty) = definition.fields.iter().find(|(known, _)| *known == name)?;
                    let (ty, parameters) = (Some(ty.clone()), definition.parameters.clone());
                    let route = self.places.route(&field.base)?;
                    return Some(Constant { field: field.member.clone(), route, ty, parameters });
                }
                let mut constant = self.constant(&field.base)?;
                constant.ty = match (constant.ty.as_ref().map(referred), &field.member) {
                    (Some(Type::Tuple(tuple)), Member::Unnamed(index)) => {
                        tuple.elems.get(index.index as usize).cloned()
                    }
                    (Some(ty), member) => self.places.type_of_field(ty, member),
                    (None, _) => None,
                };
                Some(constant)
            }
            Expr::Index(index) => {
                let mut constant = self.constant(&index.expr)?;
                if !is_range(&index.index) {
                    constant.ty = constant.ty.as_ref().and_then(|ty| element_of(referred(ty))).cloned();
                }
                Some(constant)
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.constant(&unary.expr),
            _ => None,
        }
    }
}

/// A place in a constant field.
struct Constant {
    field: Member,
    /// How rustc finds the struct.
    route: Route,
    /// The type of the place, where it is known.
    ty: Option<Type>,
    /// The type parameters of the struct.
    parameters: Vec<String>,
}

impl Constant {
    /// Whether the struct is an element of an array.
    fn is_in_element(&self) -> bool {
        let is_index = |token| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket);
        self.route.steps.clone().into_iter().any(is_index)
    }

    fn holds(&self) -> Holds {
        let Some(ty) = self.ty.as_ref().map(referred) else { return Holds::Unknown };
        if element_of(ty).is_some() {
            return Holds::Array;
        }
        let is_parameter = matches!(ty, Type::Path(path) if path.path.get_ident().is_some_and(|name| self.parameters.iter().any(|known| name == known)));
        match scalar(ty) {
            Some(name) if is_float_name(&name) => Holds::Number,
            Some(_) => Holds::Discrete(Box::new(ty.clone())),
            None if is_parameter => Holds::Number,
            None => Holds::Unknown,
        }
    }
}

/// The methods of arrays that only look, and whose results are arrays or run over the elements.
const LOOKING: [&str; 12] = [
    "iter",
    "into_iter",
    "to_vec",
    "clone",
    "windows",
    "chunks",
    "chunks_exact",
    "as_slice",
    "split_at",
    "first",
    "last",
    "get",
];
