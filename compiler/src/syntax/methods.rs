//! Methods of arrays as a whole, and `std::mem::swap`.

use proc_macro2::TokenStream;
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::{Expr, ExprCall, ExprMethodCall};

use super::arena::Arguments;
use super::item::Checker;
use super::left::Node;
use super::{ExprId, Function, Kind, MethodCall, Statement, Target};
use crate::source::exprs::{bare, is_count};
use crate::source::methods::ArrayMethod;

impl ArrayMethod {
    /// The method that is called, if what it is called on is an array.
    pub(crate) fn of(call: &MethodCall<'_>) -> Option<Self> {
        if call.generics.is_some() { None } else { Self::by_name(&call.name.to_string(), call.args.len() - 1) }
    }
}

/// An element of an array that may not be there: which one, of which array, and what there is in its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MaybeElement {
    /// Which one.
    pub(crate) method: ArrayMethod,
    /// The array.
    pub(crate) array: ExprId,
    /// The index, if there is one.
    pub(crate) index: Option<ExprId>,
    /// The value in its place; if there is none, a panic.
    pub(crate) otherwise: Option<ExprId>,
    /// The text of the panic, if one is written.
    pub(crate) text: Option<ExprId>,
}

impl MaybeElement {
    /// Whether it panics where there is no element, with another text than an index that is out of bounds, or than `pop`.
    pub(crate) fn panics_of_its_own(self) -> bool {
        self.otherwise.is_none() && (self.method != ArrayMethod::Pop || self.text.is_some())
    }
}

impl Function<'_> {
    /// The element that this takes out of an option: `a.first().unwrap()`, `a.get(i).copied().unwrap_or(b)`.
    pub(crate) fn maybe_element(&self, call: &MethodCall<'_>) -> Option<MaybeElement> {
        let name = call.name.to_string();
        let (otherwise, text) = match (name.as_str(), call.args.as_slice()) {
            ("unwrap", [_]) => (None, None),
            // Of any other text, only the host knows what it does.
            ("expect", [_, text]) if matches!(self.expr(*text).kind, Kind::Constant(..)) => (None, Some(*text)),
            ("unwrap_or", [_, otherwise]) => (Some(*otherwise), None),
            _ => return None,
        };
        let mut option = call.args[0];
        loop {
            let Kind::MethodCall(inside) = &self.expr(option).kind else { return None };
            if let Some(method) = ArrayMethod::of(inside).filter(|method| method.gives_option()) {
                // Whether there is one to take away is asked before.
                if method == ArrayMethod::Pop && otherwise.is_some() {
                    return None;
                }
                let index = inside.args.get(1).copied();
                return Some(MaybeElement { method, array: inside.args[0], index, otherwise, text });
            }
            let is_copy = inside.name == "copied" || inside.name == "cloned";
            option = *inside.args.first().filter(|_| is_copy && inside.args.len() == 1)?;
        }
    }

    /// The same, if what it gives is a reference.
    pub(crate) fn lent_element(&self, id: ExprId) -> Option<MaybeElement> {
        let Kind::MethodCall(call) = &self.expr(id).kind else { return None };
        let is_copied = |id: ExprId| matches!(&self.expr(id).kind, Kind::MethodCall(call) if call.name == "copied" || call.name == "cloned");
        self.maybe_element(call).filter(|maybe| maybe.method != ArrayMethod::Pop && !is_copied(call.args[0]))
    }
}

impl<'a> Checker<'a> {
    /// A call of one of the functions of the standard library that the net has an operation for.
    pub(super) fn known_call(&mut self, call: &'a ExprCall, whole: &'a Expr) -> Option<ExprId> {
        self.exchange(call, whole)
            .or_else(|| self.replaced(call, whole))
            .or_else(|| self.made_by_index(call, whole))
            .or_else(|| self.new_vector(call, whole))
    }

    /// `std::mem::replace(&mut a, v)` of a place, which is `{ let new = v; let old = a; a = new; old }`, and `std::mem::take(&mut a)` of a
    /// vector.
    fn replaced(&mut self, call: &'a ExprCall, whole: &'a Expr) -> Option<ExprId> {
        let Expr::Path(path) = bare(&call.func) else { return None };
        let mut names = path.path.segments.iter().rev();
        let (name, module) = (names.next()?, names.next()?);
        let place = self.lent_place(call.args.first()?)?;
        if module.ident != "mem" || path.qself.is_some() || !name.arguments.is_none() {
            return None;
        }
        let (takes, new) = match (name.ident.to_string().as_str(), call.args.get(1)) {
            ("replace", Some(new)) => (2, quote::quote!(#new)),
            ("take", None) if self.variable_named(place).is_some() && self.dimensions(place) > 0 => {
                (1, quote::quote!(Vec::new()))
            }
            _ => return None,
        };
        if call.args.len() != takes {
            return None;
        }
        let function = quote::format_ident!("{}", name.ident, span = proc_macro2::Span::call_site());
        self.claim_function(quote::quote!(#path::<()>), quote::quote!(::core::mem::#function::<()>));
        let [new_name, old_name] = ["__backprop_new", "__backprop_old"].map(|name| quote::format_ident!("{name}"));
        let span = name.ident.span();
        // The place is reached before the new value is computed, and may then have other indices.
        let (mut reached, mut indices) = (place.clone(), TokenStream::new());
        name_indices(&mut reached, &mut indices);
        if !indices.is_empty() {
            indices.extend(quote::quote_spanned!(span=> let __backprop_part = &#reached;));
        }
        let place = reached;
        let block = quote::quote_spanned!(span=> {
            #indices
            let #new_name = #new;
            let #old_name = #place;
            #place = #new_name;
            #old_name
        });
        self.read_block_as(block, whole)
    }

    pub(super) fn read_block_as(&mut self, block: TokenStream, whole: impl Into<Node<'a>>) -> Option<ExprId> {
        let kept = Arguments::parse_terminated.parse2(block).ok()?;
        let block = self.arena.keep(kept).first()?;
        let id = self.read_as(block, &[], whole, false);
        if let Kind::Block(statements, _) = &self.exprs[id.index()].kind {
            let values = statements.iter().filter_map(|statement| match statement {
                Statement::Let(_, value, _) => *value,
                Statement::Expr(assigned) => {
                    if let Kind::Assign(_, value) = self.exprs[assigned.index()].kind {
                        Some(value)
                    } else {
                        None
                    }
                }
            });
            self.exchanged.extend(values);
        }
        Some(id)
    }

    /// `std::mem::swap(&mut a, &mut b)` of two variables, which is `(a, b) = (b, a)`, and of two places, which is
    /// `{ let old = a; a = b; b = old; }`.
    fn exchange(&mut self, call: &'a ExprCall, whole: &'a Expr) -> Option<ExprId> {
        let Expr::Path(path) = bare(&call.func) else { return None };
        let mut names = path.path.segments.iter().rev();
        let is_swap = names.next()?.ident == "swap" && names.next()?.ident == "mem";
        let [first, second] = [0, 1].map(|at| call.args.get(at).and_then(|arg| self.lent_place(arg)));
        let (Some(first), Some(second)) = (first, second) else { return None };
        if !is_swap || call.args.len() != 2 || path.qself.is_some() {
            return None;
        }
        let mut function = path.clone();
        if let Some(last) = function.path.segments.last_mut() {
            last.arguments = syn::PathArguments::None;
        }
        self.claim_function(quote::quote!(#function::<()>), quote::quote!(::core::mem::swap::<()>));
        let start = self.start();
        let span = path.path.segments.last().map_or_else(proc_macro2::Span::call_site, |last| last.ident.span());
        if [first, second].iter().any(|place| self.variable_named(place).is_none()) {
            let old = quote::format_ident!("__backprop_old");
            let block = quote::quote_spanned!(span=> { let #old = #first; #first = #second; #second = #old; });
            return self.read_block_as(block, whole);
        }
        let values = [second, first].map(|variable| self.expr(variable, false));
        let value = self.push_at(Kind::Tuple(values.to_vec()), span);
        self.written(value, Node::Expr(whole), start);
        let targets = [first, second].map(|variable| self.variable_named(variable));
        let [Some(first), Some(second)] = targets else { return None };
        self.use_var(first);
        self.use_var(second);
        let targets = [first, second].map(|var| Target::Var(var, Vec::new(), false));
        Some(self.push_at(Kind::Assign(Target::Tuple(targets.into()), value), span))
    }

    /// `v.pop().unwrap_or(x)`, where nothing is lost if `x` is not evaluated.
    pub(super) fn popped_or(&mut self, call: &'a ExprMethodCall, whole: &'a Expr) -> Option<ExprId> {
        let (Expr::MethodCall(pop), Some(otherwise)) = (bare(&call.receiver), call.args.first()) else { return None };
        if call.method != "unwrap_or" || pop.method != "pop" || call.args.len() != 1 || !pop.args.is_empty() {
            return None;
        }
        self.array_named(&pop.receiver)?;
        if !is_simple(otherwise) {
            return None;
        }
        let popped = quote::format_ident!("__backprop_old");
        let block = quote::quote_spanned!(call.method.span()=> {
            if let Some(#popped) = #pop { #popped } else { #otherwise }
        });
        self.read_block_as(block, whole)
    }

    /// `rows.fill(row)` and `rows.resize(n, row)` of arrays of arrays: each row is set, or added.
    pub(super) fn rows_filled(&mut self, call: &'a ExprMethodCall, whole: &'a Expr) -> Option<ExprId> {
        let (array, dimensions) = self.array_named(&call.receiver)?;
        if dimensions < 2 || call.turbofish.is_some() {
            return None;
        }
        let [new, length] = ["__backprop_new", "__backprop_index"].map(|name| quote::format_ident!("{name}"));
        let span = call.method.span();
        let block = match (call.method.to_string().as_str(), call.args.iter().collect::<Vec<_>>().as_slice()) {
            ("fill", [row]) => quote::quote_spanned!(span=> {
                let #new = #row;
                for #length in 0..#array.len() {
                    #array[#length] = #new.clone();
                }
            }),
            ("resize", [count, row]) => quote::quote_spanned!(span=> {
                let #length: usize = #count;
                let #new = #row;
                #array.truncate(#length);
                while #array.len() < #length {
                    #array.push(#new.clone());
                }
            }),
            _ => return None,
        };
        self.read_block_as(block, whole)
    }

    /// `a.append(&mut b)`, which is `{ a.extend_from_slice(&b); b.clear(); }`. Rows are added one by one.
    pub(super) fn appended(&mut self, call: &'a ExprMethodCall, whole: &'a Expr) -> Option<ExprId> {
        let (to, dimensions) = self.array_named(&call.receiver)?;
        // It may be named by a reference to it.
        let argument = bare(call.args.first()?);
        let lent = if let Expr::Reference(lent) = argument { &lent.expr } else { argument };
        let (from, _) = self.array_named(lent)?;
        if call.method != "append" || call.args.len() != 1 || call.turbofish.is_some() {
            return None;
        }
        let (span, index) = (call.method.span(), quote::format_ident!("__backprop_index"));
        let block = if dimensions == 1 {
            quote::quote_spanned!(span=> { #to.extend_from_slice(&#from); #from.clear(); })
        } else {
            quote::quote_spanned!(span=> {
                for #index in 0..#from.len() {
                    #to.push(#from[#index].clone());
                }
                #from.clear();
            })
        };
        self.read_block_as(block, whole)
    }

    /// `Vec::new()`, and `Vec::with_capacity(n)`, where nothing is lost if `n` is not evaluated. `Vec::<f64>::new()` is
    /// `{ let made: Vec<f64> = Vec::new(); made }`.
    fn new_vector(&mut self, call: &'a ExprCall, whole: &'a Expr) -> Option<ExprId> {
        let Expr::Path(path) = bare(&call.func) else { return None };
        let (vec, name, plain) = match path.path.segments.iter().collect::<Vec<_>>().as_slice() {
            [vec, name] if vec.ident == "Vec" => (*vec, &name.ident, name.arguments.is_none()),
            _ => return None,
        };
        let known = match call.args.len() {
            0 => name == "new",
            1 => name == "with_capacity" && is_count(&call.args[0]),
            _ => false,
        };
        if !known || !plain || path.qself.is_some() {
            return None;
        }
        if let syn::PathArguments::AngleBracketed(written) = &vec.arguments {
            let (made, arguments, element) = (quote::format_ident!("__backprop_made"), &call.args, &written.args);
            let (vec, span) = (&vec.ident, name.span());
            let block = quote::quote_spanned!(span=> { let #made: #vec<#element> = #vec::#name(#arguments); #made });
            return self.read_block_as(block, whole);
        }
        let backprop = crate::input::crate_path::crate_path();
        self.claim_function(quote::quote!(Vec::<()>::#name), quote::quote!(#backprop::__private::Vec::<()>::#name));
        Some(self.push_at(Kind::Elements(Vec::new(), true), name.span()))
    }

    /// The place that `&mut a` lends: a variable, a field, or an element at an index that can be computed twice.
    fn lent_place(&self, arg: &'a Expr) -> Option<&'a Expr> {
        let Expr::Reference(reference) = bare(arg) else { return None };
        reference.mutability?;
        self.is_plain_place(&reference.expr).then_some(&*reference.expr)
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression is a place without calls")]
    fn is_plain_place(&self, place: &Expr) -> bool {
        match bare(place) {
            Expr::Path(_) => self.variable_named(place).is_some(),
            Expr::Field(field) => self.is_plain_place(&field.base),
            Expr::Index(index) => self.is_plain_place(&index.expr) && is_plain_index(&index.index),
            _ => false,
        }
    }

    fn variable_named(&self, expr: &Expr) -> Option<super::VarId> {
        let Expr::Path(path) = bare(expr) else { return None };
        path.path.get_ident().and_then(|name| self.look_up(name))
    }
}

/// Gives the indices in a place names, by statements before it.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else leads to an element")]
fn name_indices(place: &mut Expr, before: &mut TokenStream) {
    match place {
        Expr::Paren(inside) => name_indices(&mut inside.expr, before),
        Expr::Group(inside) => name_indices(&mut inside.expr, before),
        Expr::Field(field) => name_indices(&mut field.base, before),
        Expr::Index(index) => {
            name_indices(&mut index.expr, before);
            let (at, span) = (&index.index, index.index.span());
            let name = quote::format_ident!("__backprop_index_{}", before.clone().into_iter().count(), span = span);
            before.extend(quote::quote_spanned!(span=> let #name: usize = #at;));
            *index.index = syn::parse_quote!(#name);
        }
        _ => {}
    }
}

/// Whether this is an index that is computed from integers that are there.
fn is_plain_index(index: &Expr) -> bool {
    if let Expr::Binary(both) = bare(index) {
        return is_plain_index(&both.left) && is_plain_index(&both.right);
    }
    is_count(index)
}

/// Whether this only looks: a literal, a name, or a field.
#[expect(clippy::wildcard_enum_match_arm, reason = "anything else may do more")]
fn is_simple(expr: &Expr) -> bool {
    match bare(expr) {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Field(field) => is_simple(&field.base),
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => matches!(bare(&unary.expr), Expr::Lit(_)),
        _ => false,
    }
}
