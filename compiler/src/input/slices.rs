//! Patterns that ask for the length of a slice, written as what they ask: `match xs { [] => a, [x, rest @ ..] => b }` is
//! `if xs.len() == 0 { a } else { let x = &xs[0]; let rest = &xs[1..]; b }`.
//!
//! The last arm of a `match` without a condition matches what is left: rustc says of the function as it stands if it does not. A pattern of a
//! slice has names, `&x`, `_`, `..` and `name @ ..` in it. A `match` or an `if let` with anything else stays, and so does one of what a call gives,
//! since that is made once and dropped at the end.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Arm, Expr, ExprIf, ExprMatch, FnArg, ItemFn, Local, Pat, Stmt};

use crate::source::exprs::{bare, is_compound, is_index, is_place};
use crate::source::inside::{Part, PartMut, in_block, in_block_mut, in_expr, in_expr_mut, is_any};
use crate::source::names::{is_upper, mentions};
use crate::source::patterns::{bound_names, unguarded};
use crate::texts::TextSet;

/// The name of a slice that is taken apart and has no name.
const SLICE: &str = "__backprop_slice";
/// The name of the index of what stands so many places before the end.
const END: &str = "__backprop_end";

/// More arms than this are not written as branches inside of one another.
const ARMS: usize = 32;

/// How many such patterns a function has: `match`es, `if let`s and `let … else`s.
pub(crate) fn patterns_of_slices(function: &ItemFn) -> usize {
    // To copy a function takes a deep stack.
    if !is_any(&Part::Block(&function.block), &has_some) {
        return 0;
    }
    let mut slices = Slices::of(function, None);
    slices.write(PartMut::Block(&mut function.block.clone()));
    slices.count
}

/// Whether this has a pattern of a slice that may not match.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other expression has patterns that may not match")]
fn has_some(part: &Part<'_>) -> bool {
    let is_one = |statement: &Stmt| matches!(statement, Stmt::Local(Local { pat, init: Some(init), .. }) if init.diverge.is_some() && asks_for_length(pat));
    match part {
        Part::Block(block) => block.stmts.iter().any(is_one),
        Part::Expr(Expr::Let(it)) => asks_for_length(&it.pat),
        Part::Expr(Expr::Match(it)) => it.arms.iter().any(|arm| asks_for_length(unguarded(&arm.pat))),
        _ => false,
    }
}

/// The function with lengths and elements in place of these of them, in the order in which they are written.
pub(crate) fn with_lengths(function: &ItemFn, chosen: &BTreeSet<usize>) -> ItemFn {
    let mut slices = Slices::of(function, Some(chosen));
    let mut function = function.clone();
    slices.write(PartMut::Block(&mut function.block));
    function
}

struct Slices<'c> {
    /// The variables that may be changed, or that are `&mut` to what may be.
    changeable: TextSet,
    /// These, and the variables that refer to what they are.
    of_changeable: TextSet,
    /// Those that are written, by their numbers; none, if they are only counted.
    chosen: Option<&'c BTreeSet<usize>>,
    /// How many there are.
    count: usize,
}

impl<'c> Slices<'c> {
    fn of(function: &ItemFn, chosen: Option<&'c BTreeSet<usize>>) -> Self {
        let mut changeable = TextSet::default();
        for param in &function.sig.inputs {
            match param {
                FnArg::Receiver(receiver) if receiver.mutability.is_some() => changeable.extend(["self".to_owned()]),
                FnArg::Typed(typed) if names_mut(&typed.ty.to_token_stream()) => note(&typed.pat, &mut changeable),
                FnArg::Receiver(_) | FnArg::Typed(_) => {}
            }
        }
        after_mut(function.to_token_stream(), &mut changeable);
        let grown = |mut names: TextSet, through: bool| {
            let mut known = 0;
            while known < names.len() {
                known = names.len();
                note_in(&Part::Block(&function.block), &mut names, through);
            }
            names
        };
        let changeable = grown(changeable, false);
        let of_changeable = grown(changeable.clone(), true);
        Self { changeable, of_changeable, chosen, count: 0 }
    }

    fn write(&mut self, part: PartMut<'_>) {
        match part {
            PartMut::Block(block) => {
                let mut at = 0;
                while at < block.stmts.len() {
                    let Some(written) = self.declared(&block.stmts[at], &block.stmts[at + 1..]) else {
                        at += 1;
                        continue;
                    };
                    if self.is_next() {
                        let count = written.len();
                        block.stmts.splice(at..=at, written);
                        at += count;
                    } else {
                        at += 1;
                    }
                }
                in_block_mut(block, &mut |part| self.write(part));
            }
            PartMut::Expr(expr) => {
                if let Some(written) = self.written(expr)
                    && self.is_next()
                {
                    *expr = written;
                }
                in_expr_mut(expr, &mut |part| self.write(part));
            }
            PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
        }
    }

    /// Counts one more; whether it is to be written.
    fn is_next(&mut self) -> bool {
        self.count += 1;
        self.chosen.is_some_and(|chosen| chosen.contains(&(self.count - 1)))
    }

    /// What stands for `let [first, .., last] = xs else { … };`
    fn declared(&self, statement: &Stmt, rest: &[Stmt]) -> Option<Vec<Stmt>> {
        let Stmt::Local(Local { pat, init: Some(init), .. }) = statement else { return None };
        let (_, diverges) = init.diverge.as_ref()?;
        if !are_used(pat, &quote!(#(#rest)*)) {
            return None;
        }
        let (slice, before) = self.slice(&init.expr, pat.span())?;
        let Asked { length, names } = Asked::of(pat, &slice)?;
        if !asks_for_length(pat) {
            return None;
        }
        let leave: Stmt = syn::parse2(quote_spanned!(pat.span()=> if !(#length) #diverges)).ok()?;
        Some(before.into_iter().chain([leave]).chain(names).collect())
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression chooses by patterns")]
    fn written(&self, expr: &Expr) -> Option<Expr> {
        match expr {
            Expr::If(it) => self.in_if(it),
            Expr::Match(it) => self.in_match(it),
            _ => None,
        }
    }

    /// What stands for `if let [first, .., last] = xs { … }`
    fn in_if(&self, it: &ExprIf) -> Option<Expr> {
        let Expr::Let(condition) = bare(&it.cond) else { return None };
        let (slice, before) = self.slice(&condition.expr, it.if_token.span)?;
        let Asked { length, names } = Asked::of(&condition.pat, &slice)?;
        if !asks_for_length(&condition.pat) {
            return None;
        }
        let then = &it.then_branch;
        if changes(&Part::Block(then), &condition.pat) || !are_used(&condition.pat, &then.to_token_stream()) {
            return None;
        }
        let statements = &then.stmts;
        let other = it.else_branch.iter().map(|(_, other)| other);
        let written = quote_spanned!(it.if_token.span=> if #length { #(#names)* #(#statements)* } #(else #other)*);
        after(&before, written)
    }

    /// What stands for `match xs { [] => …, [x] => …, … }`
    fn in_match(&self, it: &ExprMatch) -> Option<Expr> {
        let (slice, before) = self.slice(&it.expr, it.match_token.span)?;
        let asks = |arm: &Arm| asks_for_length(unguarded(&arm.pat));
        if it.arms.len() > ARMS || !it.arms.iter().any(asks) {
            return None;
        }
        // What the first pattern asks is what looks for the slice, as the `match` does in any case.
        if !before.is_empty() && (it.arms.len() < 2 || !it.arms.first().is_some_and(asks)) {
            return None;
        }
        let mut written: Option<TokenStream> = None;
        for arm in it.arms.iter().rev() {
            let condition = if let Pat::Guard(guarded) = &arm.pat { Some(&guarded.guard) } else { None };
            let pattern = unguarded(&arm.pat);
            let body = arm.body.to_token_stream();
            let is_each = condition.is_some() && matches!(pattern, Pat::Or(_));
            if is_each || changes(&Part::Expr(&arm.body), pattern) || !are_used(pattern, &quote!(#condition #body)) {
                return None;
            }
            let (at, body) = (pattern.span(), &arm.body);
            let Asked { mut length, names } = Asked::of(pattern, &slice)?;
            if let Some(condition) = condition {
                length = quote_spanned!(at=> #length && { #(#names)* #condition });
            }
            written = Some(match (written, condition) {
                (None, None) => quote_spanned!(at=> { #(#names)* #body }),
                (None, Some(_)) => return None,
                (Some(other), _) => quote_spanned!(at=> { if #length { #(#names)* #body } else #other }),
            });
        }
        after(&before, written?)
    }

    /// The place of a slice that is taken apart, and what gives it a name if it is not that of a variable: it is looked for once.
    ///
    /// A pattern copies the elements of an array that is no reference: those that stand for them have to be the same all the time.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other expression is the slice or the array itself")]
    fn slice(&self, value: &Expr, at: Span) -> Option<(TokenStream, Vec<Stmt>)> {
        let (of, is_reference) = match bare(value) {
            Expr::Reference(of) if of.mutability.is_none() => (bare(&of.expr), true),
            Expr::MethodCall(of) if of.method == "as_slice" && of.args.is_empty() => (bare(&of.receiver), true),
            of => (of, false),
        };
        let place = of.to_token_stream();
        let names = if matches!(of, Expr::Path(_)) { &self.changeable } else { &self.of_changeable };
        if !is_reference && names.iter().any(|name| mentions(place.clone(), name)) {
            return None;
        }
        match of {
            Expr::Path(_) => Some((place, Vec::new())),
            Expr::Field(_) if is_place(of) && !has_index(of) => Some((place, Vec::new())),
            Expr::Field(_) | Expr::Index(_) if is_place(of) || is_part(of) => {
                let name = Ident::new(SLICE, Span::call_site());
                let named = syn::parse2(quote_spanned!(at=> let #name = &#of;)).ok()?;
                Some((name.into_token_stream(), vec![named]))
            }
            _ => None,
        }
    }
}

/// Whether a pattern is one of a slice.
fn asks_for_length(pattern: &Pat) -> bool {
    matches!(pattern, Pat::Slice(_) | Pat::Reference(_) | Pat::Or(_))
}

/// Whether there is an index on the way to a place.
fn has_index(place: &Expr) -> bool {
    is_any(&Part::Expr(place), &|part| matches!(part, Part::Expr(Expr::Index(_))))
}

/// Whether this is a part of an array in a place, between bounds that may be computed twice.
fn is_part(expr: &Expr) -> bool {
    let Expr::Index(part) = expr else { return false };
    let Expr::Range(range) = bare(&part.index) else { return false };
    is_place(&part.expr) && [&range.start, &range.end].into_iter().flatten().all(|bound| is_index(bound))
}

/// Whether each name that a pattern gives is used in this code: one that is not may be that of a constant.
fn are_used(pattern: &Pat, code: &TokenStream) -> bool {
    let is_hidden = |name: &Ident| name.to_string().starts_with('_');
    bound_names(pattern).iter().all(|name| is_hidden(name) || mentions(code.clone(), &name.to_string()))
}

/// Notes the names of a pattern.
fn note(pattern: &Pat, names: &mut TextSet) {
    names.extend(bound_names(pattern).iter().map(ToString::to_string));
}

/// Notes the names of what is, or refers to, what may be changed.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "no other expression has patterns of whole slices that are taken apart"
)]
fn note_in(part: &Part<'_>, names: &mut TextSet, through: bool) {
    let mut next = |part: Part<'_>| note_in(&part, names, through);
    match part {
        Part::Block(block) => {
            in_block(block, &mut next);
            for statement in &block.stmts {
                if let Stmt::Local(Local { pat, init: Some(init), .. }) = statement
                    && may_change(&init.expr, names, through)
                {
                    note(pat, names);
                }
            }
        }
        Part::Expr(expr) => {
            in_expr(expr, &mut next);
            match expr {
                Expr::ForLoop(it) if may_change(&it.expr, names, through) => note(&it.pat, names),
                Expr::Let(it) if may_change(&it.expr, names, through) => note(&it.pat, names),
                Expr::Match(it) if may_change(&it.expr, names, through) => {
                    it.arms.iter().for_each(|arm| note(&arm.pat, names));
                }
                Expr::Closure(it) => {
                    let is_shared =
                        |input: &&Pat| matches!(input, Pat::Type(typed) if !names_mut(&typed.ty.to_token_stream()));
                    it.inputs.iter().filter(|input| !is_shared(input)).for_each(|input| note(input, names));
                }
                _ => {}
            }
        }
        Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => {}
    }
}

/// Whether this may refer to what is changed while the reference is in use; or `through` one that is shared, when that is no longer in use.
fn may_change(value: &Expr, names: &TextSet, through: bool) -> bool {
    const SHARED: [&str; 7] = ["as_slice", "chunks", "chunks_exact", "iter", "split_at", "to_vec", "windows"];
    let tokens = value.to_token_stream();
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else surely shares what it gives")]
    let is_shared = match bare(value) {
        Expr::Reference(of) => of.mutability.is_none(),
        Expr::MethodCall(call) => SHARED.iter().any(|name| call.method == name),
        _ => false,
    };
    names_mut(&tokens) || (through || !is_shared) && names.iter().any(|name| mentions(tokens.clone(), name))
}

/// Whether something in this is a `&mut`, or is called like what gives one.
fn names_mut(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(name) => name == "mut" || name.to_string().ends_with("_mut"),
        TokenTree::Group(group) => names_mut(&group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// The names that stand behind `mut`.
fn after_mut(tokens: TokenStream, names: &mut TextSet) {
    let mut is_after = false;
    for token in tokens {
        match &token {
            TokenTree::Ident(name) if is_after => names.extend([name.to_string()]),
            TokenTree::Group(group) => after_mut(group.stream(), names),
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        is_after = matches!(&token, TokenTree::Ident(name) if name == "mut");
    }
}

/// Whether this changes what a name of the pattern refers to.
fn changes(part: &Part<'_>, pattern: &Pat) -> bool {
    let names: Vec<String> = bound_names(pattern).iter().map(ToString::to_string).collect();
    let names_one = |place: &Expr| names.iter().any(|name| mentions(place.to_token_stream(), name));
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else changes a number")]
    let assigns = |part: &Part<'_>| match part {
        Part::Expr(Expr::Assign(it)) => names_one(&it.left),
        Part::Expr(Expr::Binary(it)) if is_compound(&it.op) => names_one(&it.left),
        Part::Expr(Expr::Reference(it)) if it.mutability.is_some() => names_one(&it.expr),
        Part::Macro(it) if !is_of_looks(it) => names.iter().any(|name| mentions(it.tokens.clone(), name)),
        _ => false,
    };
    is_any(part, &assigns)
}

/// Whether this macro of the standard library only looks at what it is given.
fn is_of_looks(call: &syn::Macro) -> bool {
    const NAMES: [&str; 8] =
        ["assert", "assert_eq", "assert_ne", "debug_assert", "panic", "println", "unreachable", "unimplemented"];
    NAMES.iter().any(|name| call.path.is_ident(name)) && !names_mut(&call.tokens)
}

/// An expression after these statements.
fn after(before: &[Stmt], written: TokenStream) -> Option<Expr> {
    syn::parse2(if before.is_empty() { written } else { quote_spanned!(Span::call_site()=> { #(#before)* #written }) })
        .ok()
}

/// What a pattern asks of a slice, and the names that it gives to parts of it.
struct Asked {
    length: TokenStream,
    names: Vec<Stmt>,
}

impl Asked {
    /// None, if the pattern asks for more than the length.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other pattern asks for more")]
    fn of(pattern: &Pat, slice: &TokenStream) -> Option<Self> {
        let at = pattern.span();
        let always = |names| Some(Self { length: quote_spanned!(at=> true), names });
        match pattern {
            Pat::Paren(inside) => Self::of(&inside.pat, slice),
            Pat::Wild(_) => always(Vec::new()),
            Pat::Ident(_) => always(vec![named(pattern, &quote_spanned!(at=> &#slice[..]))?]),
            Pat::Or(or) => {
                let all: Option<Vec<_>> = or.cases.iter().map(|case| Self::of(case, slice)).collect();
                let all = all.filter(|all| all.iter().all(|asked| asked.names.is_empty()))?;
                let lengths = all.iter().map(|asked| &asked.length);
                Some(Self { length: quote_spanned!(at=> (#(#lengths)||*)), names: Vec::new() })
            }
            Pat::Slice(of) => Self::of_elements(of, slice, false),
            Pat::Reference(of) if of.mutability.is_none() => {
                if let Pat::Slice(of) = &*of.pat {
                    Self::of_elements(of, slice, true)
                } else {
                    None
                }
            }
            _ => None,
        }
    }

    fn of_elements(pattern: &syn::PatSlice, slice: &TokenStream, copies: bool) -> Option<Self> {
        let at = pattern.span();
        let refers = (!copies).then(|| quote_spanned!(at=> &));
        let index = |index: usize| u32::try_from(index).ok().map(|index| syn::Index { index, span: at });
        let parts = &pattern.elems;
        let rest = parts.iter().position(is_rest);
        let count = index(parts.len() - usize::from(rest.is_some()))?;
        let length = if rest.is_some() {
            quote_spanned!(at=> #slice.len() >= #count)
        } else {
            quote_spanned!(at=> #slice.len() == #count)
        };
        let (mut names, mut hiding) = (Vec::new(), Vec::new());
        for (number, part) in parts.iter().enumerate() {
            if matches!(part, Pat::Wild(_) | Pat::Rest(_)) {
                continue;
            }
            let value = match rest {
                Some(rest) if number == rest => {
                    let (first, last) = (index(number)?, index(parts.len() - 1 - number)?);
                    let all = last.index == 0;
                    if all {
                        quote_spanned!(at=> &#slice[#first..])
                    } else {
                        quote_spanned!(at=> &#slice[#first..#slice.len() - #last])
                    }
                }
                Some(rest) if number > rest => {
                    let from_the_end = index(parts.len() - number)?;
                    let end = Ident::new(&format!("{END}_{}", from_the_end.index), Span::call_site());
                    names.push(syn::parse2(quote_spanned!(at=> let #end = #slice.len() - #from_the_end;)).ok()?);
                    quote_spanned!(at=> #refers #slice[#end])
                }
                Some(_) | None => {
                    let number = index(number)?;
                    quote_spanned!(at=> #refers #slice[#number])
                }
            };
            let hides = bound_names(part).iter().any(|name| mentions(slice.clone(), &name.to_string()));
            if hides { &mut hiding } else { &mut names }.push(named(part, &value)?);
        }
        // A name that hides the slice comes last, and after it none that looks for the slice.
        if hiding.len() > 1 {
            return None;
        }
        names.append(&mut hiding);
        Some(Self { length, names })
    }
}

/// Whether a part of a pattern stands for all that the others leave.
#[expect(clippy::wildcard_enum_match_arm, reason = "every other pattern is one of an element")]
fn is_rest(part: &Pat) -> bool {
    match part {
        Pat::Rest(_) => true,
        Pat::Ident(name) => name.subpat.as_ref().is_some_and(|(_, inside)| matches!(**inside, Pat::Rest(_))),
        _ => false,
    }
}

/// The `let` that gives a part of a slice its name.
#[expect(clippy::wildcard_enum_match_arm, reason = "every other pattern asks for more than the length, or moves")]
fn named(pattern: &Pat, value: &TokenStream) -> Option<Stmt> {
    let at = pattern.span();
    match pattern {
        Pat::Ident(name) => {
            let is_name = name.by_ref.is_none() && name.mutability.is_none() && !is_upper(&name.ident.to_string());
            let is_whole = name.subpat.is_none() || is_rest(pattern);
            let name = Some(&name.ident).filter(|_| is_name && is_whole)?;
            syn::parse2(quote_spanned!(at=> let #name = #value;)).ok()
        }
        // What stands behind `&` is copied.
        Pat::Reference(inside) if inside.mutability.is_none() => {
            let Pat::Ident(_) = &*inside.pat else { return None };
            named(&inside.pat, &quote_spanned!(at=> *#value))
        }
        _ => None,
    }
}
