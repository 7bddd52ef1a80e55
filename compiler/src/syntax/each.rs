//! Loops over elements or parts of arrays, slices and vectors. Each is checked as a loop over numbers, of which each turn reads the element
//! with its number.
//!
//! `for x in &xs { … }` is `for i in 0..xs.len() { let x = &xs[i]; { … } }`. For `xs.iter_mut()` it is `let x = &mut xs[i];`, and `x`
//! stands for the place itself.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::{Expr, ExprForLoop, ExprMethodCall, Pat};

use super::arena::Arguments;
use super::dimensions::Items;
use super::item::Checker;
use super::left::{Node, makes_temporaries};
use super::turns::{AT, Bound, Let, Written, bind};
use super::{ExprId, Kind, Source, Start, VarId};
use crate::diagnostic::refusal;
use crate::input::crate_path::crate_path;
use crate::input::opened::number;
use crate::source::depths::depths_in;
use crate::source::exprs::{bare, is_range};
use crate::source::loops::NUMBER;
use crate::source::names::is_upper;

/// What a loop runs over.
pub(super) enum Over {
    /// The elements of an array that has this name.
    Elements(Ident, How, Element),
    /// Parts of an array.
    Parts(Parts),
    Enumerated(Box<Self>),
    Zipped(Box<[Self; 2]>),
    /// All but the first ones: how many these are, and how many are left.
    Skip(Box<Self>, Ident, Ident),
    /// The first ones, and how many these are.
    Take(Box<Self>, Ident),
    /// One in so many: in how many, and how many these are.
    StepBy(Box<Self>, Ident, Ident),
    /// From the last to the first, and how many there are.
    Reversed(Box<Self>, Ident),
}

pub(super) struct Parts {
    pub(super) array: Ident,
    pub(super) size: Ident,
    pub(super) count: Ident,
    pub(super) kind: PartKind,
    pub(super) is_mutable: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PartKind {
    /// The last one may be shorter.
    Chunks,
    ChunksExact,
    Windows,
}

/// What the elements of an array are, as far as is known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Element {
    Value,
    Array,
    /// What stands in a field of an element of an array: an array, if the loop uses it as one.
    Any,
    /// Tuples of which these parts are arrays: a bit for each.
    WithArrays(u32),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    /// By value, out of an array that is moved or copied into the loop.
    Moved,
    /// By value, out of an array that the loop borrows.
    Value,
    Reference,
    Mutable,
}

/// What stands before a loop.
enum First {
    Let(TokenStream),
    /// A number with a name, of which what it is made of lasts as long as the loop: `match value { name => … }`.
    Match(Ident, TokenStream),
}

/// All that stands before a loop.
#[derive(Default)]
struct Before {
    lets: Vec<First>,
    /// How many names have been made that nobody sees.
    names: usize,
}

impl Before {
    fn name(&mut self, what: &str) -> Ident {
        self.names += 1;
        Ident::new(&format!("__backprop_{what}_{}", self.names), Span::call_site())
    }

    /// A name for a number.
    fn number(&mut self, what: &str, value: &TokenStream) -> Ident {
        let name = self.name(what);
        self.lets.push(First::Let(quote!(let #name: usize = #value;)));
        name
    }

    /// A name for a number that an argument in the head of the loop is.
    fn argument(&mut self, what: &str, value: &Expr) -> Ident {
        if !makes_temporaries(Node::Expr(value)) {
            return self.number(what, &value.to_token_stream());
        }
        let name = self.name(what);
        self.lets.push(First::Match(name.clone(), value.to_token_stream()));
        name
    }

    /// The loop with all of it before.
    fn around(self, turns: TokenStream) -> TokenStream {
        self.lets.into_iter().rev().fold(turns, |turns, first| match first {
            First::Let(statement) => quote!(#statement #turns),
            First::Match(name, value) => quote!(match #value { #name => { let #name: usize = #name; #turns } }),
        })
    }
}

impl<'a> Checker<'a> {
    /// A loop over elements or parts; none if it runs over anything else.
    pub(super) fn each(&mut self, it: &'a ExprForLoop, whole: &'a Expr) -> Option<ExprId> {
        let mut before = Before::default();
        // In the other order, the numbers are still those of the elements.
        let (over, rev) = match method(&it.expr, "rev") {
            Some(inside) => (self.over(inside, &mut before)?, true),
            // The pattern says that it gives references.
            None if matches!(*it.pat, Pat::Reference(_))
                && (self.is_constant(&it.expr) || self.is_given_variable(&it.expr) || is_element(&it.expr)) =>
            {
                (self.elements(&it.expr, How::Reference, &mut before)?, false)
            }
            None => (self.over(&it.expr, &mut before)?, false),
        };
        self.note_looped(&over);
        let number = Ident::new(NUMBER, Span::call_site());
        let mut bound = Bound { depths: depths_in(&crate::source::inside::Part::Block(&it.body)), ..Bound::default() };
        bind(&over, &it.pat, &number.to_token_stream(), &mut before.names, &mut bound)?;
        if bound.is_hidden() {
            return None;
        }
        let (body, label, length) = (&it.body, &it.label, length(&over));
        let lets = bound.lets.iter().map(|Let { pattern, value, .. }| {
            let pattern = match pattern {
                Written::Pattern(pattern) => pattern.to_token_stream(),
                Written::Array(pattern, ty) => quote!(#pattern: #ty),
                Written::Hidden(name) => name.to_token_stream(),
            };
            quote!(let #pattern = #value;)
        });
        let range = if rev { quote!((0..(#length)).rev()) } else { quote!(0..(#length)) };
        let turns = before.around(quote!(#label for #number in #range { #(#lets)* #body }));
        let turns = quote!({ #turns });
        let kept = Arguments::parse_terminated.parse2(turns).ok()?;
        let Expr::Block(turns) = self.arena.keep(kept).first()? else { return None };
        let (start, declared) = (self.start(), self.vars.len());
        let moved: Vec<VarId> = bound.moved.iter().filter_map(|array| self.look_up(array)).collect();
        let id = match turns.block.stmts.as_slice() {
            [syn::Stmt::Expr(turns @ Expr::ForLoop(repeated), _)] => self.for_loop(repeated, turns),
            _ => self.block(&turns.block, false),
        };
        // Left as it is, it is the loop as it is written.
        if self.sources.len() <= id.index() {
            self.sources.resize_with(id.index() + 1, || None);
        }
        self.sources[id.index()] = Some(Source { node: Node::Expr(whole), start });
        for var in &mut self.vars[declared..] {
            if let Some(shown) = shown(&var.name, bound.number) {
                var.name = shown;
            }
        }
        if moved.iter().any(|&array| self.may_change(array, &start)) {
            return Some(self.unseen(refusal::FOR_CHANGED.at(&it.expr), Node::Expr(whole)));
        }
        Some(id)
    }

    /// Notes the arrays that a loop runs over. That they are arrays, the written code says.
    fn note_looped(&mut self, over: &Over) {
        match over {
            Over::Elements(_, How::Mutable, _) => {}
            Over::Elements(array, _, element) => {
                if let Some(var) = self.look_up(array) {
                    let rows = *element == Element::Array || self.looped.get(&var).copied().unwrap_or(false);
                    self.looped.insert(var, rows);
                }
            }
            Over::Parts(Parts { array, is_mutable, .. }) => {
                if let Some(var) = self.look_up(array).filter(|_| !is_mutable) {
                    let rows = self.looped.get(&var).copied().unwrap_or(false);
                    self.looped.insert(var, rows);
                }
            }
            Over::Enumerated(inside)
            | Over::Skip(inside, ..)
            | Over::Take(inside, _)
            | Over::StepBy(inside, ..)
            | Over::Reversed(inside, _) => self.note_looped(inside),
            Over::Zipped(both) => both.iter().for_each(|over| self.note_looped(over)),
        }
    }

    /// Whether the expressions from here on may change an array: they do more than to look at its elements and its length.
    #[expect(clippy::wildcard_enum_match_arm, reason = "what is not named may change an array that it names")]
    fn may_change(&self, array: VarId, start: &Start) -> bool {
        if !self.vars[array.index()].mutable {
            return false;
        }
        let names = |id: ExprId| matches!(self.exprs[id.index()].kind, Kind::Var(var) if var == array);
        let (mut named, mut looked) = (0, 0);
        for expr in &self.exprs[start.expr..] {
            match &expr.kind {
                Kind::Var(var) if *var == array => named += 1,
                Kind::Index(base, _) if names(*base) => looked += 1,
                Kind::MethodCall(call) if call.name == "len" && call.args.len() == 1 && names(call.args[0]) => {
                    looked += 1;
                }
                Kind::Assign(target, _) | Kind::AssignOp(_, target, ..) if self.is_assigned(target, array) => {
                    return true;
                }
                _ => {}
            }
        }
        named > looked
    }

    /// What a loop over this runs over, if that is known.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is known to give elements")]
    fn over(&self, expr: &'a Expr, before: &mut Before) -> Option<Over> {
        match bare(expr) {
            place if self.is_constant(place) => self.elements(expr, How::Value, before),
            Expr::Path(path) => {
                let name = path.path.get_ident()?;
                // By value, the loop runs over what there was before it.
                let opened = number(name).and_then(|at| self.openings?.arrays.get(at));
                if opened.is_some_and(|opened| opened.may_change) {
                    return None;
                }
                let known = self.sequences.looped(self.look_up(name)?)?;
                let how = match known.items {
                    Items::Values => How::Moved,
                    Items::References => How::Reference,
                    Items::Mutable => How::Mutable,
                };
                self.elements(expr, how, before)
            }
            Expr::Reference(reference) => {
                let how = if reference.mutability.is_some() { How::Mutable } else { How::Reference };
                self.elements(&reference.expr, how, before)
            }
            Expr::MethodCall(call) if call.turbofish.is_none() => self.adapted(call, before),
            Expr::Array(_) => self.elements(expr, How::Value, before),
            _ => None,
        }
    }

    fn adapted(&self, call: &'a ExprMethodCall, before: &mut Before) -> Option<Over> {
        let method = call.method.to_string();
        if call.args.len() > 1 {
            return None;
        }
        let array = &call.receiver;
        Some(match (method.as_str(), call.args.first()) {
            ("iter", None) => self.elements(array, How::Reference, before)?,
            ("iter_mut", None) => self.elements(array, How::Mutable, before)?,
            ("into_iter", None) if matches!(bare(array), Expr::Path(_)) => self.over(array, before)?,
            ("copied" | "cloned", None) => by_value(self.over(array, before)?)?,
            ("enumerate", None) => Over::Enumerated(Box::new(self.over(array, before)?)),
            ("rev", None) => {
                let over = self.over(array, before)?;
                let count = before.number("count", &length(&over));
                Over::Reversed(Box::new(over), count)
            }
            ("zip", Some(other)) => Over::Zipped(Box::new([self.over(array, before)?, self.over(other, before)?])),
            ("skip", Some(by)) => {
                let over = self.over(array, before)?;
                let (by, all) = (before.argument("skip", by), before.number("length", &length(&over)));
                let count = before.number("count", &quote!(if #all > #by { #all - #by } else { 0 }));
                Over::Skip(Box::new(over), by, count)
            }
            ("take", Some(by)) => {
                let over = self.over(array, before)?;
                let (by, all) = (before.argument("take", by), before.number("length", &length(&over)));
                let count = before.number("count", &quote!(if #all > #by { #by } else { #all }));
                Over::Take(Box::new(over), count)
            }
            ("step_by", Some(by)) => {
                let over = self.over(array, before)?;
                let (by, all) = (before.argument("step", by), before.number("length", &length(&over)));
                let count = before.number("count", &quote!(#all / #by + if #all % #by > 0 { 1 } else { 0 }));
                Over::StepBy(Box::new(over), by, count)
            }
            ("chunks", Some(size)) => self.parts(array, size, PartKind::Chunks, false, before)?,
            ("chunks_mut", Some(size)) => self.parts(array, size, PartKind::Chunks, true, before)?,
            ("chunks_exact", Some(size)) => self.parts(array, size, PartKind::ChunksExact, false, before)?,
            ("chunks_exact_mut", Some(size)) => self.parts(array, size, PartKind::ChunksExact, true, before)?,
            ("windows", Some(size)) => self.parts(array, size, PartKind::Windows, false, before)?,
            _ => return None,
        })
    }

    fn parts(&self, of: &Expr, size: &Expr, kind: PartKind, is_mutable: bool, before: &mut Before) -> Option<Over> {
        let how = if is_mutable { How::Mutable } else { How::Reference };
        let (array, _) = self.named_array(of, how, before)?;
        let size = before.argument("size", size);
        // There is no part of no elements: the division panics.
        let count = before.number(
            "count",
            &match kind {
                PartKind::Chunks => quote!(#array.len() / #size + if #array.len() % #size > 0 { 1 } else { 0 }),
                PartKind::ChunksExact => quote!(#array.len() / #size),
                PartKind::Windows => quote!(if #array.len() / #size > 0 { #array.len() - (#size - 1) } else { 0 }),
            },
        );
        Some(Over::Parts(Parts { array, size, count, kind, is_mutable }))
    }

    fn elements(&self, of: &Expr, how: How, before: &mut Before) -> Option<Over> {
        let (array, dimensions) = self.named_array(of, how, before)?;
        let known = self.look_up(&array).and_then(|array| self.sequences.get(array));
        let element = match known.map_or(0, |known| known.arrays) {
            _ if dimensions > 1 => Element::Array,
            0 if matches!(bare(of), Expr::Field(_)) || self.is_constant(of) => Element::Any,
            0 => Element::Value,
            arrays => Element::WithArrays(arrays),
        };
        Some(Over::Elements(array, how, element))
    }

    /// A name for an array, of which it is known that it is one, and how many dimensions it has.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is an array that a loop can name")]
    fn named_array(&self, of: &Expr, how: How, before: &mut Before) -> Option<(Ident, usize)> {
        let (mut of, is_mutable) = (bare(of), how == How::Mutable);
        if let Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) = of {
            of = bare(expr);
        }
        let dimensions = self.dimensions(of).max(self.dimensions_of_part(of));
        match of {
            of if self.is_constant(of) && !is_mutable => {
                let (name, backprop) = (before.name("array"), crate_path());
                // By value, a reference gives references.
                let array = if how == How::Value { quote!(array_by_value) } else { quote!(array) };
                let of = self.in_named_constant(of, before);
                let lent =
                    quote_spanned!(of.span()=> { let constant = #backprop::__private::claims::#array(&#of); constant });
                before.lets.push(First::Let(quote!(let #name: &[_] = #lent;)));
                Some((name, 1))
            }
            Expr::Path(path) => {
                let name = path.path.get_ident()?;
                let known = self.sequences.looped(self.look_up(name)?)?;
                Some((name.clone(), known.dimensions))
            }
            Expr::Field(_) | Expr::Index(_)
                if self.is_in_element(of) || dimensions == 0 && !is_mutable && self.is_in_data(of) =>
            {
                let name = before.name("array");
                let mutability = is_mutable.then(|| quote!(mut));
                // Of what is no array, rustc says so there.
                let mut lent = quote_spanned!(of.span()=> &#mutability #of);
                if !self.is_in_element(of) {
                    let backprop = crate_path();
                    // In a variable of its own: a reference that is given on becomes one to a slice.
                    lent =
                        quote_spanned!(of.span()=> { let field = #backprop::__private::claims::array(#lent); field });
                }
                before.lets.push(First::Let(quote!(let #name: &#mutability [_] = #lent;)));
                Some((name, 1))
            }
            // A new array, which the loop has for itself.
            Expr::Array(_) if dimensions == 1 && !is_mutable => {
                let name = before.name("array");
                before.lets.push(First::Let(quote!(let #name = #of;)));
                Some((name, 1))
            }
            Expr::Array(_) => None,
            _ if dimensions == 0 => None,
            // What it is a place in is a variable.
            Expr::Index(_) => {
                let name = before.name("array");
                let mutability = is_mutable.then(|| quote!(mut));
                before.lets.push(First::Let(quote!(let #name = &#mutability #of;)));
                Some((name, dimensions))
            }
            _ => None,
        }
    }

    /// How many dimensions a part of a variable has, if a loop that runs over the variable would take that for an array.
    fn dimensions_of_part(&self, of: &Expr) -> usize {
        let Expr::Index(index) = of else { return 0 };
        let Expr::Path(path) = bare(&index.expr) else { return 0 };
        let var = path.path.get_ident().filter(|_| is_range(&index.index)).and_then(|name| self.look_up(name));
        var.and_then(|var| self.sequences.looped(var)).map_or(0, |known| known.dimensions)
    }

    /// Whether this is a variable that holds what a call gave, or a place in a constant.
    fn is_given_variable(&self, expr: &Expr) -> bool {
        let Expr::Path(path) = bare(expr) else { return false };
        let var = path.path.get_ident().and_then(|name| self.look_up(name));
        var.is_some_and(|var| self.sequences.is_given(var))
    }

    /// A place in a constant, where the constant has a name: an element of a constant that has none would be gone at the end of its statement.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place in a constant")]
    #[expect(clippy::unused_self, reason = "as the others")]
    fn in_named_constant(&self, place: &Expr, before: &mut Before) -> TokenStream {
        let mut named = place.clone();
        if let Expr::Path(_) = bare(place) {
            return named.to_token_stream();
        }
        let (mut at, name) = (&mut named, before.name("constant"));
        loop {
            at = match at {
                Expr::Paren(inside) => &mut *inside.expr,
                Expr::Group(inside) => &mut *inside.expr,
                Expr::Index(index) => &mut *index.expr,
                Expr::Field(field) => &mut *field.base,
                _ => break,
            };
        }
        before.lets.push(First::Let(quote!(let #name = &#at;)));
        *at = syn::parse_quote!(#name);
        named.to_token_stream()
    }

    /// Whether this is a constant or a static, or one of a type, or a place in one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place in a constant")]
    pub(super) fn is_constant(&self, expr: &Expr) -> bool {
        let mut at = bare(expr);
        let path = loop {
            at = match at {
                Expr::Path(path) => break path,
                Expr::Index(index) => bare(&index.expr),
                Expr::Field(field) => bare(&field.base),
                _ => return false,
            };
        };
        let is_variable = || path.path.get_ident().is_some_and(|name| self.look_up(name).is_some());
        // What a closure in `differentiate!` captured is constant as well.
        let is_captured = || self.in_place && path.path.get_ident().is_some();
        let is_named = |last: &syn::PathSegment| is_upper(&last.ident.to_string()) || is_captured();
        path.path.segments.last().is_some_and(is_named) && !is_variable()
    }

    /// Notes that a variable is the number of an element that is there, if it is.
    pub(super) fn note_number(&mut self, var: VarId) {
        let name = self.vars[var.index()].name.to_string();
        if name.starts_with(NUMBER) || name.starts_with(AT) {
            self.sequences.note_within(var);
        }
    }
}

/// The name that is shown for one that nobody sees.
fn shown(name: &Ident, number: Option<&Ident>) -> Option<Ident> {
    let name = name.to_string();
    if name.starts_with(NUMBER) {
        return Some(number.map_or_else(|| Ident::new("i", Span::call_site()), Ident::clone));
    }
    let (shown, _) = name.strip_prefix("__backprop_")?.rsplit_once('_')?;
    Some(Ident::new(shown, Span::call_site()))
}

/// Whether this is an element of something, by value.
fn is_element(expr: &Expr) -> bool {
    matches!(bare(expr), Expr::Index(index) if !is_range(&index.index))
}

/// What comes before this method without arguments.
fn method<'a>(expr: &'a Expr, name: &str) -> Option<&'a Expr> {
    let Expr::MethodCall(call) = bare(expr) else { return None };
    let alone = call.method == name && call.args.is_empty() && call.turbofish.is_none();
    alone.then_some(&*call.receiver)
}

/// The values of what these are references to.
fn by_value(over: Over) -> Option<Over> {
    let inside = |over: Box<Over>| by_value(*over).map(Box::new);
    Some(match over {
        Over::Elements(array, How::Reference, rows) => Over::Elements(array, How::Value, rows),
        Over::Skip(over, by, count) => Over::Skip(inside(over)?, by, count),
        Over::Take(over, count) => Over::Take(inside(over)?, count),
        Over::StepBy(over, by, count) => Over::StepBy(inside(over)?, by, count),
        Over::Reversed(over, count) => Over::Reversed(inside(over)?, count),
        Over::Elements(..) | Over::Parts(_) | Over::Enumerated(_) | Over::Zipped(_) => return None,
    })
}

/// How many turns there are: what is shorter ends first.
fn length(over: &Over) -> TokenStream {
    match over {
        Over::Elements(array, ..) => quote!(#array.len()),
        Over::Parts(Parts { count, .. })
        | Over::Skip(_, _, count)
        | Over::Take(_, count)
        | Over::StepBy(_, _, count)
        | Over::Reversed(_, count) => count.to_token_stream(),
        Over::Enumerated(inside) => length(inside),
        Over::Zipped(both) => {
            let [first, second] = [length(&both[0]), length(&both[1])];
            quote!({
                let __backprop_length_0 = #first;
                let __backprop_length_1 = #second;
                if __backprop_length_0 < __backprop_length_1 { __backprop_length_0 } else { __backprop_length_1 }
            })
        }
    }
}
