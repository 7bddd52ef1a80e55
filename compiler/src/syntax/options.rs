//! Patterns that ask for an element that may not be there, and methods that split an array. Each is written as the comparison and
//! the reads that it stands for.
//!
//! `if let Some(x) = xs.get(i) { … } else { … }` is `{ let at = i; if at < xs.len() { let x = &xs[at]; … } else { … } }`, and
//! `let (a, b) = xs.split_at(k);` is `let at = k; let a = &xs[..at]; let b = &xs[at..];`.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::{Expr, ExprIf, ExprMatch, ExprMethodCall, ExprWhile, Local, Pat, Stmt};

use super::arena::Arguments;
use super::item::Checker;
use super::left::{Node, makes_temporaries};
use super::pattern::is_struct;
use super::{ExprId, Source, Start};
use crate::source::exprs::{bare, is_range};
use crate::source::names::{is_upper, plain};

/// The name of an index that is evaluated once, and other names that nobody sees.
const AT: &str = "__backprop_index";
const SPLIT: &str = "__backprop_split";
const UNSEEN: [&str; 5] = [AT, SPLIT, "__backprop_part", "__backprop_new", "__backprop_old"];

/// An element that may not be there, with the names that it gets if it is.
struct Maybe<'a> {
    /// What is evaluated before.
    before: TokenStream,
    /// The index, if what it is made of lasts as long as what is done with the element.
    lasting: Option<Lasting>,
    /// Whether it is there.
    is_there: TokenStream,
    /// What binds the names.
    binds: TokenStream,
    /// The names.
    names: Vec<&'a Ident>,
}

/// The name of an index, and what it is.
struct Lasting(Ident, TokenStream);

impl Lasting {
    /// What is done with the index.
    fn around(&self, inside: &TokenStream) -> TokenStream {
        let Self(at, index) = self;
        quote!(match #index { #at => { let #at: usize = #at; #inside } })
    }
}

/// An element of an array that may not be there.
struct Question {
    before: TokenStream,
    lasting: Option<Lasting>,
    is_there: TokenStream,
    element: TokenStream,
    /// The part of the array without it, if that is asked for too.
    others: Option<TokenStream>,
    how: How,
    /// Whether it is an array.
    rows: bool,
}

/// How an element comes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    Copied,
    Taken,
    Lent,
    LentToChange,
}

/// What is asked of an array.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    Pop,
    First,
    Last,
    Get,
    SplitFirst,
    SplitLast,
}

impl<'a> Checker<'a> {
    /// `if let Some(x) = v.pop()`, with `first`, `last`, `get` and the like of an array.
    pub(super) fn if_let(&mut self, it: &'a ExprIf, whole: &'a Expr, tail: bool) -> Option<ExprId> {
        let Expr::Let(asked) = bare(&it.cond) else { return self.if_let_and(it, whole, tail) };
        let maybe = self.maybe(&asked.pat, &asked.expr)?;
        let then = &it.then_branch;
        let other = it.else_branch.as_ref().map(|(token, other)| quote!(#token #other));
        // Which of them comes first depends on the edition.
        if maybe.lasting.is_some() && other.is_some() {
            return Some(self.refuse(crate::diagnostic::refusal::INDEX_LASTS, &asked.expr));
        }
        Some(self.chosen(&maybe, &then.to_token_stream(), other.as_ref(), whole, tail, it.if_token.span))
    }

    /// The same among other conditions, `if a && let Some(x) = v.get(i) && b { … }`, which is
    /// `if a && { let at = i; at < v.len() && { let x = &v[at]; b } } { let at = i; let x = &v[at]; … }`.
    fn if_let_and(&mut self, it: &'a ExprIf, whole: &'a Expr, tail: bool) -> Option<ExprId> {
        let (mut conditions, mut rest) = (Vec::new(), &*it.cond);
        while let Expr::Binary(syn::ExprBinary { left, op: syn::BinOp::And(_), right, .. }) = rest {
            conditions.push(&**right);
            rest = left;
        }
        conditions.push(rest);
        conditions.reverse();
        let at = conditions.iter().position(|condition| matches!(condition, Expr::Let(_)))?;
        let (first, Expr::Let(asked), last) = (&conditions[..at], conditions[at], &conditions[at + 1..]) else {
            return None;
        };
        let question = self.question(&asked.expr).filter(|question| question.how != How::Taken)?;
        // What is evaluated before is evaluated again.
        if last.iter().any(|condition| super::expr::let_of(condition).is_some()) || !is_computed_again(&question.before)
        {
            return None;
        }
        let Maybe { before, is_there, binds, names, .. } = self.maybe(&asked.pat, &asked.expr)?;
        let (then, span) = (&it.then_branch, it.if_token.span);
        let other = it.else_branch.as_ref().map(|(token, other)| quote!(#token #other));
        let chosen = quote_spanned!(span=> {
            if #((#first) &&)* { #before #is_there && { #binds true #(&& (#last))* } } { #before #binds #then } #other
        });
        let kept = Arguments::parse_terminated.parse2(chosen).ok()?;
        let chosen = self.arena.keep(kept).first()?;
        Some(self.read_as(chosen, &names, whole, tail))
    }

    /// The same as a `match` with two arms.
    pub(super) fn match_maybe(&mut self, it: &'a ExprMatch, whole: &'a Expr, tail: bool) -> Option<ExprId> {
        let [first, second] = it.arms.as_slice() else { return None };
        let (some, none) = if is_none(&first.pat) { (second, first) } else { (first, second) };
        let is_rest = matches!(none.pat, Pat::Wild(_)) && std::ptr::eq(none, second);
        if !is_none(&none.pat) && !is_rest {
            return None;
        }
        let maybe = self.maybe(&some.pat, &it.expr)?;
        let [some, none] = [&some.body, &none.body];
        Some(self.chosen(&maybe, &quote!({ #some }), Some(&quote!(else { #none })), whole, tail, it.match_token.span))
    }

    /// `while let Some(x) = v.pop()`.
    pub(super) fn while_let(&mut self, it: &'a ExprWhile, whole: &'a Expr) -> Option<ExprId> {
        let Expr::Let(asked) = bare(&it.cond) else { return None };
        let Maybe { before, lasting, is_there, binds, names } = self.maybe(&asked.pat, &asked.expr)?;
        let (label, body) = (&it.label, &it.body);
        let span = it.while_token.span;
        let turns = if let Some(lasting) = lasting {
            let turn = lasting.around(&quote_spanned!(span=> if #is_there { #binds #body } else { break; }));
            quote_spanned!(span=> #label loop { #turn })
        } else if before.is_empty() {
            quote_spanned!(span=> #label while #is_there { #binds #body })
        } else {
            quote_spanned!(span=> #label loop { #before if #is_there { #binds #body } else { break; } })
        };
        let kept = Arguments::parse_terminated.parse2(turns).ok()?;
        let turns = self.arena.keep(kept).first()?;
        Some(self.read_as(turns, &names, whole, false))
    }

    /// `let Some(x) = v.pop() else { … };` and `let (a, b) = v.split_at(k);`, with what comes after it.
    pub(super) fn let_maybe(&mut self, it: &'a Local, rest: &'a [Stmt]) -> Option<&'a [Stmt]> {
        let init = it.init.as_ref()?;
        let (before, names) = if let Some((_, diverge)) = &init.diverge {
            let Maybe { before, is_there, binds, names, .. } = self.maybe(&it.pat, &init.expr)?;
            let diverge = block_of(diverge);
            (quote!(#before if !(#is_there) #diverge #binds), names)
        } else {
            self.split(&it.pat, &init.expr)?
        };
        let kept = Arguments::parse_terminated.parse2(quote!({ #before #(#rest)* })).ok()?;
        let Expr::Block(block) = self.arena.keep(kept).first()? else { return None };
        for name in names {
            self.claim_variable(name);
        }
        Some(&block.block.stmts)
    }

    fn chosen(
        &mut self,
        maybe: &Maybe<'a>,
        then: &TokenStream,
        other: Option<&TokenStream>,
        whole: &'a Expr,
        tail: bool,
        span: Span,
    ) -> ExprId {
        let Maybe { before, lasting, is_there, binds, names } = maybe;
        let chosen = quote_spanned!(span=> if #is_there { #binds #then } #other);
        let chosen = lasting
            .as_ref()
            .map_or_else(|| quote_spanned!(span=> { #before #chosen }), |lasting| lasting.around(&chosen));
        let kept = Arguments::parse_terminated.parse2(chosen).unwrap_or_default();
        match self.arena.keep(kept).first() {
            Some(chosen) => self.read_as(chosen, names, whole, tail),
            None => self.refuse(crate::diagnostic::refusal::UNDERSTOOD, whole),
        }
    }

    /// Reads one expression in the place of another. Left as it is, it is the one that is written.
    pub(super) fn read_as(
        &mut self,
        expr: &'a Expr,
        names: &[&'a Ident],
        whole: impl Into<Node<'a>>,
        tail: bool,
    ) -> ExprId {
        let start: Start = self.start();
        let declared = self.vars.len();
        let id = self.expr(expr, tail);
        for name in names {
            self.claim_variable(name);
        }
        self.sources[id.index()] = Some(Source { node: whole.into(), start });
        for var in &mut self.vars[declared..] {
            // The name that is shown for one that nobody sees.
            let name = var.name.to_string();
            let name = name.trim_end_matches(|last: char| last.is_ascii_digit()).trim_end_matches('_');
            if let Some(shown) = name.strip_prefix("__backprop_").filter(|_| UNSEEN.contains(&name)) {
                var.name = Ident::new(shown, Span::call_site());
            }
        }
        id
    }

    /// What `Some(…) = v.pop()` asks of an array; none if it is anything else.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other pattern takes an option apart")]
    fn maybe(&self, pattern: &'a Pat, option: &'a Expr) -> Option<Maybe<'a>> {
        let pattern = match pattern {
            Pat::Paren(inside) => return self.maybe(&inside.pat, option),
            Pat::TupleStruct(some) if is_some(&some.path) && some.qself.is_none() && some.elems.len() == 1 => {
                some.elems.first()?
            }
            _ => return None,
        };
        let Question { before, lasting, is_there, element, others, how, rows } = self.question(option)?;
        let mut names = Vec::new();
        let lend = |pattern: &'a Pat, place: &TokenStream, rows: bool, names: &mut Vec<&'a Ident>| {
            by_reference(pattern, place, rows, how == How::LentToChange, names)
        };
        let binds = match others {
            Some(others) => {
                let [one, rest] = pair(pattern)?;
                let one = lend(one, &element, rows, &mut names)?;
                let of_one = names.len();
                let rest = lend(rest, &others, true, &mut names)?;
                unhidden([one, rest], names.split_at(of_one), [&element, &others])?
            }
            None if how == How::Copied || how == How::Taken => by_value(pattern, &element, &mut names)?,
            None => lend(pattern, &element, rows, &mut names)?,
        };
        Some(Maybe { before, lasting, is_there, binds, names })
    }

    /// Which element of an array is asked for; none if this is anything else.
    fn question(&self, option: &'a Expr) -> Option<Question> {
        let (call, is_copy) = copied(option)?;
        let method = call.method.to_string();
        let (method, is_mutable) =
            method.strip_suffix("_mut").map_or((method.as_str(), false), |method| (method, true));
        let asked = match (method, call.args.len()) {
            ("pop", 0) => Asked::Pop,
            ("first", 0) => Asked::First,
            ("last", 0) => Asked::Last,
            ("get", 1) if !is_range(&call.args[0]) => Asked::Get,
            ("split_first", 0) => Asked::SplitFirst,
            ("split_last", 0) => Asked::SplitLast,
            _ => return None,
        };
        let span = call.method.span();
        let is_field = matches!(bare(&call.receiver), Expr::Field(_));
        // A vector of which an element is taken is named where it stands; a map is asked for a reference.
        if is_field && (asked == Asked::Pop || call.args.iter().any(|at| matches!(bare(at), Expr::Reference(_)))) {
            return None;
        }
        let (named, array, dimensions) = self.array_or_part(&call.receiver, is_mutable, span)?;
        let rows = dimensions > 1;
        let is_plain = asked == Asked::Pop || asked == Asked::SplitFirst || asked == Asked::SplitLast;
        if call.turbofish.is_some()
            || (is_copy && (is_mutable || rows || is_plain))
            || (is_mutable && asked == Asked::Pop)
        {
            return None;
        }
        let at = Ident::new(AT, span);
        let (mut before, mut is_there) = (named, quote_spanned!(span=> !#array.is_empty()));
        let mut lasting = None;
        let element = match asked {
            Asked::Pop => quote_spanned!(span=> #array.pop().unwrap()),
            Asked::First | Asked::SplitFirst => quote_spanned!(span=> #array[0]),
            Asked::Last | Asked::SplitLast => quote_spanned!(span=> #array[#array.len() - 1]),
            Asked::Get => {
                let index = call.args.first()?;
                if makes_temporaries(Node::Expr(index)) {
                    // It would be evaluated before the part.
                    if !before.is_empty() {
                        return None;
                    }
                    lasting = Some(Lasting(at.clone(), index.to_token_stream()));
                }
                before.extend(quote_spanned!(span=> let #at: usize = #index;));
                is_there = quote_spanned!(span=> #at < #array.len());
                quote_spanned!(span=> #array[#at])
            }
        };
        let others = match asked {
            Asked::SplitFirst => Some(quote_spanned!(span=> #array[1..])),
            Asked::SplitLast => Some(quote_spanned!(span=> #array[..#array.len() - 1])),
            Asked::Pop | Asked::First | Asked::Last | Asked::Get => None,
        };
        let how = match (asked, is_copy, is_mutable) {
            (Asked::Pop, ..) => How::Taken,
            (_, true, _) => How::Copied,
            (_, false, false) => How::Lent,
            (_, false, true) => How::LentToChange,
        };
        Some(Question { before, lasting, is_there, element, others, how, rows })
    }

    /// `v.get(i).is_some()` and `v.first().is_none()`.
    pub(super) fn is_there(&mut self, call: &'a ExprMethodCall, whole: &'a Expr) -> Option<ExprId> {
        let not = match call.method.to_string().as_str() {
            "is_some" => None,
            "is_none" => Some(quote!(!)),
            _ => return None,
        };
        let Question { before, is_there, .. } =
            self.question(&call.receiver).filter(|question| question.how != How::Taken)?;
        let span = call.method.span();
        self.read_tokens(quote_spanned!(span=> { #before #not (#is_there) }), whole)
    }

    /// `v.pop();`, of which nobody wants the element.
    pub(super) fn dropped(&mut self, expr: &'a Expr) -> Option<ExprId> {
        let Question { is_there, element, .. } = self.question(expr).filter(|question| question.how == How::Taken)?;
        self.read_tokens(quote_spanned!(expr.span()=> { if #is_there { let _ = #element; } }), expr)
    }

    fn read_tokens(&mut self, tokens: TokenStream, whole: &'a Expr) -> Option<ExprId> {
        let kept = Arguments::parse_terminated.parse2(tokens).ok()?;
        let expr = self.arena.keep(kept).first()?;
        Some(self.read_as(expr, &[], whole, false))
    }

    /// What `(a, b) = v.split_at(k)` binds.
    fn split(&self, pattern: &'a Pat, init: &'a Expr) -> Option<(TokenStream, Vec<&'a Ident>)> {
        let Expr::MethodCall(call) = bare(init) else { return None };
        if (call.method == "unwrap" && call.args.is_empty()) || (call.method == "expect" && call.args.len() == 1) {
            return self.split_end(pattern, call);
        }
        let is_mutable = call.method == "split_at_mut";
        let is_split = is_mutable || call.method == "split_at";
        if !is_split || call.args.len() != 1 || call.turbofish.is_some() {
            return None;
        }
        let [first, second] = pair(pattern)?;
        let (index, span) = (&call.args[0], call.method.span());
        let (at, mutability) = (Ident::new(AT, span), is_mutable.then(|| quote!(mut)));
        let (named, array, _) = self.array_or_part(&call.receiver, is_mutable, span)?;
        let mut names = Vec::new();
        let places = [quote_spanned!(span=> #array[..#at]), quote_spanned!(span=> #array[#at..])];
        let mut part = |pattern: &'a Pat, place: &TokenStream| {
            let Named(name) = plain_name(pattern)?;
            names.extend(name);
            // What has no name is asked for too: it may not be there.
            let bound = name.map_or_else(|| Ident::new("__backprop_part", span), Ident::clone);
            Some((quote_spanned!(span=> let #bound = &#mutability #place;), usize::from(name.is_some())))
        };
        let ((first, of_first), (second, _)) = (part(first, &places[0])?, part(second, &places[1])?);
        let parts = unhidden([first, second], names.split_at(of_first), [&places[0], &places[1]])?;
        Some((quote_spanned!(span=> #named let #at: usize = #index; #parts), names))
    }

    /// An array that is known to be one, or a part of one, as a place that can be named again; what gives a part its name before; and how many
    /// dimensions it has.
    fn array_or_part(&self, of: &Expr, is_mutable: bool, span: Span) -> Option<(TokenStream, TokenStream, usize)> {
        if let Some((array, dimensions)) = self.array_named(of) {
            return Some((TokenStream::new(), array.to_token_stream(), dimensions));
        }
        // A field of an element of an array, of which rustc says so if it is no array.
        if let Expr::Field(_) = bare(of)
            && self.is_in_element(of)
        {
            let (part, mutability) = (Ident::new(SPLIT, span), is_mutable.then(|| quote!(mut)));
            let named = quote_spanned!(span=> let #part: &#mutability [_] = &#mutability #of;);
            return Some((named, part.to_token_stream(), 1));
        }
        let Expr::Index(index) = bare(of) else { return None };
        let (_, dimensions) = self.array_named(&index.expr).filter(|_| is_range(&index.index))?;
        let (part, mutability) = (Ident::new(SPLIT, span), is_mutable.then(|| quote!(mut)));
        Some((quote_spanned!(span=> let #part = &#mutability #of;), part.to_token_stream(), dimensions))
    }

    /// What `(a, b) = v.split_first().unwrap()` binds.
    fn split_end(&self, pattern: &'a Pat, call: &'a ExprMethodCall) -> Option<(TokenStream, Vec<&'a Ident>)> {
        let Question { before, element, others, how, rows, .. } = self.question(&call.receiver)?;
        let is_mutable = how == How::LentToChange;
        let [one, rest] = pair(pattern)?;
        if !call.args.iter().all(|text| matches!(bare(text), Expr::Lit(_))) {
            return None;
        }
        let mut names = Vec::new();
        let others = others?;
        let one = by_reference(one, &element, rows, is_mutable, &mut names)?;
        let of_one = names.len();
        let rest = by_reference(rest, &others, true, is_mutable, &mut names)?;
        let bound = unhidden([one, rest], names.split_at(of_one), [&element, &others])?;
        // Without a name, nobody would ask whether it is there.
        (!names.is_empty()).then(|| (quote!(#before #bound), names))
    }

    /// An array that is known to be one, as a place that can be named again, and how many dimensions it has.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place that can be named again")]
    pub(super) fn array_named<'b>(&self, of: &'b Expr) -> Option<(&'b Expr, usize)> {
        let of = bare(of);
        let dimensions = self.dimensions(of);
        let is_place = match of {
            Expr::Path(path) => path.path.get_ident().is_some(),
            Expr::Index(index) => {
                self.array_named(&index.expr).is_some() && matches!(bare(&index.index), Expr::Path(_) | Expr::Lit(_))
            }
            _ => false,
        };
        (is_place && dimensions > 0).then_some((of, dimensions))
    }
}

/// Two bindings, in an order in which the names of neither hide what is named in the place of the other: they are bound at once.
fn unhidden(
    [one, other]: [TokenStream; 2],
    (of_one, of_other): (&[&Ident], &[&Ident]),
    [place, other_place]: [&TokenStream; 2],
) -> Option<TokenStream> {
    if !names_one(other_place.clone(), of_one) {
        return Some(quote!(#one #other));
    }
    (!names_one(place.clone(), of_other)).then(|| quote!(#other #one))
}

/// Whether one of these names stands in tokens.
fn names_one(tokens: TokenStream, names: &[&Ident]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => names.iter().any(|name| **name == ident),
        TokenTree::Group(group) => names_one(group.stream(), names),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// The call that gives an option, and whether what is in it is copied.
fn copied(option: &Expr) -> Option<(&ExprMethodCall, bool)> {
    let Expr::MethodCall(call) = bare(option) else { return None };
    let is_copy = ["copied", "cloned"].iter().any(|name| call.method == name) && call.args.is_empty();
    if !is_copy {
        return Some((call, false));
    }
    let Expr::MethodCall(inside) = bare(&call.receiver) else { return None };
    Some((inside, true))
}

fn is_some(path: &syn::Path) -> bool {
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    names == ["Some"] || names == ["Option", "Some"]
}

#[expect(clippy::wildcard_enum_match_arm, reason = "no other pattern is `None`")]
fn is_none(pattern: &Pat) -> bool {
    match pattern {
        Pat::Ident(name) => name.ident == "None" && name.subpat.is_none(),
        Pat::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == "None"),
        Pat::Paren(inside) => is_none(&inside.pat),
        _ => false,
    }
}

/// What stands after `else` of a `let`, as a block.
fn block_of(diverge: &Expr) -> TokenStream {
    let diverge = bare(diverge);
    if matches!(diverge, Expr::Block(block) if block.label.is_none()) {
        diverge.to_token_stream()
    } else {
        quote!({ #diverge })
    }
}

fn pair(pattern: &Pat) -> Option<[&Pat; 2]> {
    let Pat::Tuple(tuple) = pattern else { return None };
    let both = [tuple.elems.first()?, tuple.elems.get(1)?];
    let whole = tuple.elems.len() == 2 && !both.iter().any(|part| matches!(part, Pat::Rest(_)));
    whole.then_some(both)
}

/// The name that a pattern gives to all that there is, if it gives one.
struct Named<'a>(Option<&'a Ident>);

/// What a pattern does that gives a name to all that there is, or none; none if it does anything else.
#[expect(clippy::wildcard_enum_match_arm, reason = "every other pattern may ask for more")]
fn plain_name(pattern: &Pat) -> Option<Named<'_>> {
    match pattern {
        Pat::Wild(_) => Some(Named(None)),
        Pat::Ident(name)
            if name.by_ref.is_none()
                && name.subpat.is_none()
                && name.mutability.is_none()
                && !is_upper(&plain(&name.ident)) =>
        {
            Some(Named(Some(&name.ident)))
        }
        _ => None,
    }
}

/// Binds the names of a pattern to a value.
fn by_value<'a>(pattern: &'a Pat, value: &TokenStream, names: &mut Vec<&'a Ident>) -> Option<TokenStream> {
    names_of(pattern, names)?;
    Some(quote_spanned!(pattern.span()=> let #pattern = #value;))
}

/// The names of a pattern that matches whatever there is.
#[expect(clippy::wildcard_enum_match_arm, reason = "every other pattern may not match")]
fn names_of<'a>(pattern: &'a Pat, names: &mut Vec<&'a Ident>) -> Option<()> {
    match pattern {
        Pat::Tuple(tuple) => tuple.elems.iter().try_for_each(|part| names_of(part, names)),
        Pat::Rest(_) => Some(()),
        Pat::Struct(structure) if is_struct(structure.qself.as_ref(), &structure.path, false) => {
            structure.fields.iter().try_for_each(|field| names_of(&field.pat, names))
        }
        Pat::TupleStruct(structure) if is_struct(structure.qself.as_ref(), &structure.path, true) => {
            structure.elems.iter().try_for_each(|part| names_of(part, names))
        }
        // What has `mut` is no constant.
        Pat::Ident(name) if name.mutability.is_some() => (name.subpat.is_none() && name.by_ref.is_none()).then_some(()),
        other => plain_name(other).map(|Named(name)| names.extend(name)),
    }
}

/// Binds the names of a pattern to a reference to a place.
fn by_reference<'a>(
    pattern: &'a Pat,
    place: &TokenStream,
    rows: bool,
    is_mutable: bool,
    names: &mut Vec<&'a Ident>,
) -> Option<TokenStream> {
    let mutability = is_mutable.then(|| quote!(mut));
    if let Pat::Reference(reference) = pattern
        && reference.mutability.is_none()
        && !is_mutable
        && !rows
    {
        return by_value(&reference.pat, place, names);
    }
    if let (Pat::Tuple(_) | Pat::Struct(_) | Pat::TupleStruct(_), false, false) = (pattern, is_mutable, rows) {
        return by_value(pattern, &quote!(&#place), names);
    }
    let Named(name) = plain_name(pattern)?;
    names.extend(name);
    Some(name.map_or_else(TokenStream::new, |name| quote_spanned!(name.span()=> let #name = &#mutability #place;)))
}

/// Whether these statements name numbers that are computed from names and literals alone: they can be computed again.
fn is_computed_again(statements: &TokenStream) -> bool {
    statements.clone().into_iter().all(|token| match token {
        TokenTree::Group(group) => {
            group.delimiter() != proc_macro2::Delimiter::Brace && is_computed_again(&group.stream())
        }
        TokenTree::Punct(punct) => punct.as_char() != '!' && punct.as_char() != '.',
        TokenTree::Ident(_) | TokenTree::Literal(_) => true,
    }) && !has_call(statements)
}

/// Whether a name is followed by arguments.
fn has_call(tokens: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    tokens.windows(2).any(|pair| {
        matches!(pair, [TokenTree::Ident(_), TokenTree::Group(group)] if group.delimiter() == proc_macro2::Delimiter::Parenthesis)
    })
}
