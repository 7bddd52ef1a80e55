//! Loops over the elements of arrays, slices and vectors: each is a loop over the numbers of the elements, of which each turn
//! reads its own.
//!
//! `for x in &xs { … }` is `for i in 0..xs.len() { let x = &xs[i]; { … } }`. What an element of `iter_mut` is called stands for
//! `xs[i]` itself.

use std::collections::HashMap;

use hypernet::Sequence;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::parse::Parser;
use syn::{Expr, ExprForLoop, ExprMethodCall, Local, Pat, Type};

use super::arena::Arguments;
use super::arrays::is_part;
use super::expr::bare;
use super::item::Checker;
use super::left::{Node, bound_names};
use super::signature::inner;
use super::{ExprId, Head, Kind, Loop, Pattern, Start, VarId};
use crate::diagnostic::refusal;

/// What a loop over a variable as it stands gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Items {
    Values,
    References,
    /// References that may be written through.
    Mutable,
}

/// What is known of arrays, slices and vectors by the types and the values that are written.
#[derive(Default)]
pub(super) struct Sequences {
    items: HashMap<VarId, Items>,
}

impl Sequences {
    /// Notes that a variable refers to an array.
    pub(super) fn note_reference(&mut self, var: VarId) {
        self.items.insert(var, Items::References);
    }
}

/// What a loop runs over.
enum Over<'a> {
    /// Those of a variable.
    Elements(&'a Ident, How),
    Enumerated(Box<Self>),
    Zipped(Box<[Self; 2]>),
}

#[derive(Clone, Copy)]
enum How {
    /// Of the array itself, which is moved or copied into the loop.
    Moved,
    /// Of what the loop borrows.
    Value,
    Reference,
    Mutable,
}

/// What a turn binds.
#[derive(Default)]
struct Bound<'a> {
    /// The name that the number has, if it has one.
    number: Option<&'a Ident>,
    lets: Vec<Let<'a>>,
    /// The names that stand for elements of these arrays.
    elements: Vec<(&'a Ident, &'a Ident)>,
    /// The arrays that the loop has for itself.
    moved: Vec<&'a Ident>,
}

/// A pattern that is bound to a value, with the array that this is read from.
struct Let<'a> {
    pattern: &'a Pat,
    value: TokenStream,
    array: Option<&'a Ident>,
}

impl Bound<'_> {
    /// Whether a name that is bound first hides an array that is read after that.
    fn is_hidden(&self) -> bool {
        let mut names: Vec<Ident> = Vec::new();
        for (name, array) in &self.elements {
            if names.contains(array) {
                return true;
            }
            names.push((*name).clone());
        }
        self.lets.iter().any(|one| {
            let hidden = one.array.is_some_and(|array| names.contains(array));
            names.extend(bound_names(one.pattern));
            hidden
        })
    }
}

impl<'a> Checker<'a> {
    /// Notes what is written of the type of a parameter.
    pub(super) fn note_param(&mut self, pattern: &Pattern, ty: &Type) {
        if let (Pattern::Bind(var, None), Some(items)) = (pattern, items(ty)) {
            self.sequences.items.insert(*var, items);
        }
    }

    /// Notes what is written of a variable.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of what is not named, nothing is known")]
    pub(super) fn note_local(&mut self, pattern: &Pattern, local: &Local) {
        let var = match pattern {
            Pattern::Bind(var, None) => *var,
            Pattern::Typed(inside, ..) => match **inside {
                Pattern::Bind(var, None) => var,
                _ => return,
            },
            _ => return,
        };
        let written = if let Pat::Type(typed) = &local.pat { items(&typed.ty) } else { None };
        let init = local.init.as_ref().map(|init| bare(&init.expr));
        let items = written.or(match init {
            Some(Expr::Array(_) | Expr::Repeat(_)) => Some(Items::Values),
            Some(Expr::Macro(call)) if call.mac.path.is_ident("vec") => Some(Items::Values),
            Some(Expr::Reference(part)) if is_part(&part.expr) => Some(Items::References),
            Some(Expr::MethodCall(call)) => self.items_of_copy(call),
            _ => None,
        });
        if let Some(items) = items {
            self.sequences.items.insert(var, items);
        }
    }

    /// What a loop gives over a copy of a variable of which that is known.
    fn items_of_copy(&self, call: &ExprMethodCall) -> Option<Items> {
        let Expr::Path(path) = bare(&call.receiver) else { return None };
        let of = *self.sequences.items.get(&self.look_up(path.path.get_ident()?)?)?;
        match call.method.to_string().as_str() {
            "to_vec" => Some(Items::Values),
            // Of a reference to a slice, `clone` gives another one, and of one to an array, an array.
            "clone" if of == Items::Values => Some(Items::Values),
            _ => None,
        }
    }

    /// The array and the number of the element that this names.
    fn element_named(&self, expr: &Expr) -> Option<[VarId; 2]> {
        let Expr::Path(path) = bare(expr) else { return None };
        let var = path.path.get_ident().and_then(|name| self.look_up(name))?;
        self.scopes.element(var)
    }

    /// `*x`, where `x` stands for an element that a loop may change: the array, and the number.
    pub(super) fn element(&mut self, expr: &Expr, span: Span) -> Option<(VarId, ExprId)> {
        let [array, number] = self.element_named(expr)?;
        self.use_var(array);
        self.use_var(number);
        let at = self.push_at(Kind::Var(number), span);
        Some((array, at))
    }

    /// A loop over elements; none if it runs over anything else.
    pub(super) fn each(&mut self, it: &'a ExprForLoop, whole: &'a Expr) -> Option<ExprId> {
        // In the other order, the numbers are still those of the elements.
        let (over, sequence) = match method(&it.expr, "rev") {
            Some(inside) => (self.over(inside)?, Sequence::UPWARDS.reversed()),
            None => (self.over(&it.expr)?, Sequence::UPWARDS),
        };
        let number = Ident::new("__backprop_number", Span::call_site());
        let mut bound = Bound::default();
        bind(&over, &it.pat, &number, &mut bound)?;
        if bound.is_hidden() {
            return None;
        }
        let (body, length) = (&it.body, length(&over));
        let lets = bound.lets.iter().map(|Let { pattern, value, .. }| quote!(let #pattern = #value;));
        let kept = Arguments::parse_terminated.parse2(quote!(0, #length, { #(#lets)* #body })).ok()?;
        let mut kept = self.arena.keep(kept).iter();
        let (first, last, Expr::Block(turn)) = (kept.next()?, kept.next()?, kept.next()?) else { return None };
        let declared = self.vars.len();
        let bounds = vec![self.expr(first, false), self.expr(last, false)];
        for length in &mut self.vars[declared..] {
            length.name = Ident::new("length", Span::call_site());
        }
        let moved: Vec<VarId> = bound.moved.iter().filter_map(|array| self.look_up(array)).collect();
        self.enter(it.label.as_ref());
        let start = self.start();
        let (var, body) = self.scoped(|checker| {
            let var = checker.declare(&number);
            checker.vars[var.index()].name =
                bound.number.map_or_else(|| Ident::new("i", Span::call_site()), Ident::clone);
            for (name, array) in bound.elements {
                let array = checker.look_up(array).expect("it has been found");
                let element = checker.declare(name);
                checker.scopes.declare_element(element, array, var);
            }
            (var, checker.block(&turn.block, false))
        });
        let left = self.leave();
        if moved.iter().any(|&array| self.may_change(array, &start)) {
            return Some(self.unseen(refusal::FOR_CHANGED.at(&it.expr), Node::Expr(whole)));
        }
        let head = Head::For { pattern: Pattern::Bind(var, None), bounds, sequence };
        Some(self.push_at(Kind::Loop(Box::new(Loop { head, body, left })), it.for_token.span))
    }

    /// A loop over parts of equal lengths, `for row in xs.chunks_exact(n) { … }` or `xs.windows(n)`; none if it is no such loop.
    pub(super) fn each_part(&mut self, it: &'a ExprForLoop) -> Option<ExprId> {
        let Expr::MethodCall(call) = bare(&it.expr) else { return None };
        let (name, _) = self.sequence(&call.receiver)?;
        let (Pat::Ident(row), 1, None) = (&*it.pat, call.args.len(), &call.turbofish) else { return None };
        if row.by_ref.is_some() || row.subpat.is_some() || row.mutability.is_some() || row.ident == *name {
            return None;
        }
        let (count, part) = match call.method.to_string().as_str() {
            "chunks_exact" => (
                quote!(#name.len() / __backprop_size),
                quote!(__backprop_number * __backprop_size..(__backprop_number + 1) * __backprop_size),
            ),
            // There is no window of no elements: the division panics.
            "windows" => (
                quote!(if #name.len() / __backprop_size > 0 { #name.len() - (__backprop_size - 1) } else { 0 }),
                quote!(__backprop_number..__backprop_number + __backprop_size),
            ),
            _ => return None,
        };
        let (size, body, label) = (&call.args[0], &it.body, &it.label);
        let turns = quote!({
            let __backprop_size: usize = #size;
            let __backprop_count: usize = #count;
            #label for __backprop_number in 0..__backprop_count {
                let #row = &#name[#part];
                #body
            }
        });
        let kept = Arguments::parse_terminated.parse2(turns).ok()?;
        let turns = self.arena.keep(kept).first()?;
        let first = self.vars.len();
        let id = self.expr(turns, false);
        for var in &mut self.vars[first..] {
            for (hidden, shown) in
                [("__backprop_size", "size"), ("__backprop_count", "count"), ("__backprop_number", "i")]
            {
                if var.name == hidden {
                    var.name = Ident::new(shown, Span::call_site());
                }
            }
        }
        Some(id)
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
                Kind::Assign(target, _) | Kind::AssignOp(_, target, ..) if target.is_of(array) => return true,
                _ => {}
            }
        }
        named > looked
    }

    /// What a loop over this runs over, if that is known.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is known to give elements")]
    fn over(&self, expr: &'a Expr) -> Option<Over<'a>> {
        match bare(expr) {
            Expr::Path(_) => {
                let (name, items) = self.sequence(expr)?;
                let how = match items {
                    Items::Values => How::Moved,
                    Items::References => How::Reference,
                    Items::Mutable => How::Mutable,
                };
                Some(Over::Elements(name, how))
            }
            Expr::Reference(reference) => {
                let (name, _) = self.sequence(&reference.expr)?;
                let how = if reference.mutability.is_some() { How::Mutable } else { How::Reference };
                Some(Over::Elements(name, how))
            }
            Expr::MethodCall(call) if call.turbofish.is_none() => self.adapted(call),
            _ => None,
        }
    }

    fn adapted(&self, call: &'a ExprMethodCall) -> Option<Over<'a>> {
        let method = call.method.to_string();
        let elements = |how| self.sequence(&call.receiver).map(|(name, _)| Over::Elements(name, how));
        match (method.as_str(), call.args.first()) {
            ("iter", None) => elements(How::Reference),
            ("iter_mut", None) => elements(How::Mutable),
            ("into_iter", None) if matches!(bare(&call.receiver), Expr::Path(_)) => self.over(&call.receiver),
            ("copied" | "cloned", None) => match self.over(&call.receiver)? {
                Over::Elements(name, How::Reference) => Some(Over::Elements(name, How::Value)),
                Over::Elements(..) | Over::Enumerated(_) | Over::Zipped(_) => None,
            },
            ("enumerate", None) => Some(Over::Enumerated(Box::new(self.over(&call.receiver)?))),
            ("zip", Some(other)) if call.args.len() == 1 => {
                Some(Over::Zipped(Box::new([self.over(&call.receiver)?, self.over(other)?])))
            }
            _ => None,
        }
    }

    /// A variable that is known to be an array, a slice or a vector.
    fn sequence(&self, expr: &'a Expr) -> Option<(&'a Ident, Items)> {
        let mut referred = bare(expr);
        if let Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) = referred {
            referred = bare(expr);
        }
        let Expr::Path(path) = referred else { return None };
        let name = path.path.get_ident()?;
        let items = self.sequences.items.get(&self.look_up(name)?)?;
        Some((name, *items))
    }
}

/// What comes before this method without arguments.
fn method<'a>(expr: &'a Expr, name: &str) -> Option<&'a Expr> {
    let Expr::MethodCall(call) = bare(expr) else { return None };
    let alone = call.method == name && call.args.is_empty() && call.turbofish.is_none();
    alone.then_some(&*call.receiver)
}

/// What a loop over a variable of this type gives, if it is one of elements.
#[expect(clippy::wildcard_enum_match_arm, reason = "of other types, nothing is known")]
fn items(ty: &Type) -> Option<Items> {
    let is_vec = |ty: &Type| match inner(ty) {
        Type::Path(path) => path.qself.is_none() && path.path.segments.last().is_some_and(|last| last.ident == "Vec"),
        _ => false,
    };
    match inner(ty) {
        Type::Array(_) => Some(Items::Values),
        Type::Reference(reference) => {
            let elements = matches!(inner(&reference.elem), Type::Slice(_) | Type::Array(_)) || is_vec(&reference.elem);
            let items = if reference.mutability.is_some() { Items::Mutable } else { Items::References };
            elements.then_some(items)
        }
        ty => is_vec(ty).then_some(Items::Values),
    }
}

/// How many turns there are: what is shorter ends first.
fn length(over: &Over<'_>) -> TokenStream {
    match over {
        Over::Elements(array, _) => quote!(#array.len()),
        Over::Enumerated(inside) => length(inside),
        Over::Zipped(both) => {
            let [first, second] = [length(&both[0]), length(&both[1])];
            quote!({
                let __backprop_first = #first;
                let __backprop_second = #second;
                if __backprop_first < __backprop_second { __backprop_first } else { __backprop_second }
            })
        }
    }
}

/// What a turn binds; none if the pattern does not name the parts.
fn bind<'a>(over: &Over<'a>, pattern: &'a Pat, number: &Ident, bound: &mut Bound<'a>) -> Option<()> {
    if let Pat::Paren(pattern) = pattern {
        return bind(over, &pattern.pat, number, bound);
    }
    let pair = |pattern: &'a Pat| {
        let Pat::Tuple(tuple) = pattern else { return None };
        let [first, second] = [tuple.elems.first()?, tuple.elems.get(1)?];
        let whole = tuple.elems.len() == 2 && !matches!((first, second), (Pat::Rest(_), _) | (_, Pat::Rest(_)));
        whole.then_some([first, second])
    };
    match over {
        Over::Elements(array, How::Moved | How::Value) => {
            if let Over::Elements(_, How::Moved) = over {
                bound.moved.push(array);
            }
            bound.lets.push(Let { pattern, value: quote!(#array[#number]), array: Some(array) });
        }
        Over::Elements(array, How::Reference) => {
            let (pattern, value) = if let Pat::Reference(reference) = pattern {
                reference.mutability.is_none().then_some((&*reference.pat, quote!(#array[#number])))?
            } else {
                (pattern, quote!(&#array[#number]))
            };
            bound.lets.push(Let { pattern, value, array: Some(array) });
        }
        Over::Elements(_, How::Mutable) if matches!(pattern, Pat::Wild(_)) => {}
        Over::Elements(array, How::Mutable) => {
            let Pat::Ident(name) = pattern else { return None };
            (name.subpat.is_none() && name.by_ref.is_none() && name.mutability.is_none()).then_some(())?;
            bound.elements.push((&name.ident, array));
        }
        Over::Enumerated(inside) => {
            let [first, second] = pair(pattern)?;
            if let Pat::Ident(name) = first {
                bound.number.get_or_insert(&name.ident);
            }
            bound.lets.push(Let { pattern: first, value: quote!(#number), array: None });
            bind(inside, second, number, bound)?;
        }
        Over::Zipped(both) => {
            let patterns = pair(pattern)?;
            for (over, pattern) in both.iter().zip(patterns) {
                bind(over, pattern, number, bound)?;
            }
        }
    }
    Some(())
}
