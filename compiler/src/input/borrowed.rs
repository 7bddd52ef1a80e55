//! Names for what is behind `&mut`, written as the places that they stand for: `let s = &mut self.state; s.v -= dt * s.x;` is
//! `self.state.v -= dt * self.state.x;`. The same of a reference to a variable, `let s = &p;`, of a second name for a parameter that
//! is a reference, `let s = p;`, and of the fields of what such a name or a reference stands for, `let Lu { a, rows } = &self.lu;`.
//!
//! While the name is in use, the borrow checker lets nothing else name the place, so the two mean the same. Where they do not, the name
//! stays, and the function is refused: in a `move` closure, which would have a copy of the place; where the name of the place's variable
//! means another one, or a constant; where a reference on the way to the place is given another value; in macros; and before methods that
//! take what they are called on by value. Names for elements and parts of arrays are not written so: their indices are computed once.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Block, Expr, FnArg, Item, ItemFn, Local, Pat, Stmt, UnOp};

use super::written::located;
use crate::source::declarations::declarations;
use crate::source::exprs::bare;
use crate::source::inside::{Part, PartMut, in_block, in_block_mut, in_expr, in_expr_mut, is_any};
use crate::source::loops::element_by_reference;
use crate::source::names::mentions;
use crate::source::patterns::bound_names;
use crate::texts::TextMap;

/// Methods of iterators and options that take what they are called on by value: of a `&mut`, they take that, and of a place, the place.
const BY_VALUE: [&str; 20] = [
    "by_ref",
    "chain",
    "collect",
    "count",
    "enumerate",
    "filter",
    "fold",
    "map",
    "map_while",
    "peekable",
    "product",
    "rev",
    "skip",
    "skip_while",
    "step_by",
    "sum",
    "take",
    "take_while",
    "unwrap",
    "zip",
];

/// The function without such names, if it has some.
pub(crate) fn with_places(function: &ItemFn) -> Option<ItemFn> {
    let [shared, changing] = references(function);
    let mut names = Names { declared: declarations(function), shared, changing, written: 0 };
    let declares = |statement: &Stmt| names.declared(statement).is_some();
    if !is_any(
        &Part::Block(&function.block),
        &|part| matches!(part, Part::Block(block) if block.stmts.iter().any(declares)),
    ) {
        return None;
    }
    let mut written = function.clone();
    names.in_block(&mut written.block);
    (names.written > 0).then_some(written)
}

/// How often each name is declared for what is surely a reference by which nothing is changed, and for one by which something may be:
/// parameters, elements in loops, and elements in lets.
fn references(function: &ItemFn) -> [TextMap<usize>; 2] {
    fn inside(part: &Part<'_>, found: &mut [TextMap<usize>; 2]) {
        match part {
            Part::Expr(expr) => {
                if let Expr::ForLoop(it) = expr
                    && let Some((name, is_changing)) = element_by_reference(&it.expr, &it.pat)
                {
                    *found[usize::from(is_changing)].entry(name.to_string()).or_default() += 1;
                }
                in_expr(expr, &mut |part| inside(&part, found));
            }
            Part::Block(block) => {
                for statement in &block.stmts {
                    if let Stmt::Local(Local { pat: Pat::Ident(name), init: Some(init), .. }) = statement
                        && let Expr::Reference(reference) = bare(&init.expr)
                        && name.mutability.is_none()
                        && matches!(bare(&reference.expr), Expr::Index(_))
                    {
                        *found[usize::from(reference.mutability.is_some())]
                            .entry(name.ident.to_string())
                            .or_default() += 1;
                    }
                }
                in_block(block, &mut |part| inside(&part, found));
            }
            Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => {}
        }
    }
    let mut found = [TextMap::default(), TextMap::default()];
    for input in &function.sig.inputs {
        if let FnArg::Typed(input) = input
            && let (Pat::Ident(name), syn::Type::Reference(to)) = (&*input.pat, &*input.ty)
            && name.mutability.is_none()
        {
            *found[usize::from(to.mutability.is_some())].entry(name.ident.to_string()).or_default() += 1;
        }
    }
    inside(&Part::Block(&function.block), &mut found);
    found
}

struct Names {
    /// The names of variables. That of a constant is none: each `&mut` of it is one of a new value.
    declared: TextMap<usize>,
    /// Those of references.
    shared: TextMap<usize>,
    changing: TextMap<usize>,
    /// How many `let`s have been written.
    written: usize,
}

/// A name, and the place that it stands for.
struct Name {
    ident: Ident,
    place: Expr,
    how: How,
}

/// How a name refers to a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// By `&mut`.
    Changed,
    /// By `&`.
    Shared,
    /// As what stands there does, which is a reference.
    Same,
}

impl Names {
    fn in_block(&mut self, block: &mut Block) {
        let mut at = 0;
        while at < block.stmts.len() {
            if let Some(names) = self.declared(&block.stmts[at]) {
                let mut rest = Rest { statements: block.stmts[at + 1..].to_vec(), is_known: true };
                for name in &names {
                    rest.write(name);
                }
                if rest.is_known {
                    block.stmts.truncate(at);
                    block.stmts.extend(rest.statements);
                    self.written += 1;
                    continue;
                }
            }
            at += 1;
        }
        in_block_mut(block, &mut |part| self.in_part(part));
    }

    fn in_part(&mut self, part: PartMut<'_>) {
        match part {
            PartMut::Block(block) => self.in_block(block),
            PartMut::Expr(expr) => in_expr_mut(expr, &mut |part| self.in_part(part)),
            PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
        }
    }

    /// The names that a `let` declares for places, if it does nothing else.
    fn declared(&self, statement: &Stmt) -> Option<Vec<Name>> {
        let Stmt::Local(Local { pat, init: Some(init), .. }) = statement else { return None };
        if init.diverge.is_some() {
            return None;
        }
        let mut names = Vec::new();
        self.named(pat, &init.expr, &mut names)?;
        // A place that one of the names stands for is not in what another one hides.
        let hides = |of: &Ident| names.iter().any(|name| name.ident == *of);
        let is_plain = names.iter().all(|name| variable(&name.place).is_some_and(|of| !hides(of)));
        is_plain.then_some(names)
    }

    fn named(&self, pattern: &Pat, value: &Expr, names: &mut Vec<Name>) -> Option<()> {
        if let (Pat::Tuple(patterns), Expr::Tuple(values)) = (pattern, bare(value)) {
            let is_each = !patterns.elems.is_empty() && patterns.elems.len() == values.elems.len();
            let mut both = patterns.elems.iter().zip(&values.elems);
            return is_each.then(|| both.try_for_each(|(pattern, value)| self.named(pattern, value, names)))?;
        }
        let is_apart = matches!(pattern, Pat::Struct(_));
        let (place, how) = self.behind(value, is_apart)?;
        match how {
            How::Changed => names_of(pattern, place, how, names),
            How::Shared | How::Same if is_apart => names_of(pattern, place, How::Shared, names),
            How::Shared | How::Same if matches!(pattern, Pat::Ident(_)) => names_of(pattern, place, how, names),
            How::Shared | How::Same => None,
        }
    }

    /// The place that this is a `&mut` to, the variable that it is a `&` to, or such a parameter itself; of what is taken apart, the place too
    /// that it is a `&` to.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is surely a reference to a place with a name")]
    fn behind(&self, value: &Expr, is_apart: bool) -> Option<(Expr, How)> {
        let (place, how) = match bare(value) {
            Expr::Reference(reference) if reference.mutability.is_some() => (&*reference.expr, How::Changed),
            Expr::Reference(reference) if is_apart || is_variable(&reference.expr) => (&*reference.expr, How::Shared),
            value if is_variable(value) => {
                let name = variable(value)?.to_string();
                let is_each =
                    |of: &TextMap<usize>| of.get(&name).is_some_and(|count| self.declared.get(&name) == Some(count));
                return match (is_each(&self.shared), is_apart && is_each(&self.changing)) {
                    (true, _) => Some((value.clone(), How::Same)),
                    (_, true) => Some((value.clone(), How::Changed)),
                    (false, false) => None,
                };
            }
            _ => return None,
        };
        let name = variable(place)?.to_string();
        let is_known = name == "self" || self.declared.contains_key(&name);
        is_known.then(|| (place.clone(), how))
    }
}

/// The names that a pattern gives to a place and to fields of it.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other pattern gives names to places")]
fn names_of(pattern: &Pat, place: Expr, how: How, names: &mut Vec<Name>) -> Option<()> {
    // Fields are looked for through references.
    let field = |member: &dyn ToTokens| -> Expr {
        let of = behind_references(&place);
        syn::parse_quote!(#of.#member)
    };
    match pattern {
        Pat::Type(typed) => names_of(&typed.pat, place, how, names),
        Pat::Ident(pattern) if pattern.by_ref.is_none() && pattern.mutability.is_none() && pattern.subpat.is_none() => {
            names.push(Name { ident: pattern.ident.clone(), place, how });
            Some(())
        }
        Pat::Struct(pattern) if pattern.qself.is_none() => {
            pattern.fields.iter().try_for_each(|part| names_of(&part.pat, field(&part.member), how, names))
        }
        Pat::Wild(_) => Some(()),
        Pat::Tuple(pattern) => (0..).zip(&pattern.elems).try_for_each(|(index, part)| {
            let member = syn::Index::from(index);
            names_of(part, field(&member), how, names)
        }),
        _ => None,
    }
}

fn is_variable(expr: &Expr) -> bool {
    matches!(bare(expr), Expr::Path(path) if path.path.get_ident().is_some())
}

/// The variable that a place is in: the variable itself, what it refers to, or a field of a field … of one. None, if this is no such place.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other expression is such a place")]
fn variable(place: &Expr) -> Option<&Ident> {
    match bare(place) {
        Expr::Path(path) => path.path.get_ident(),
        Expr::Field(field) => variable(&field.base),
        Expr::Unary(reference) if matches!(reference.op, UnOp::Deref(_)) => variable(&reference.expr),
        _ => None,
    }
}

/// The place that a reference is in, or a place itself: a dot and an index look through references.
fn behind_references(mut place: &Expr) -> &Expr {
    while let Expr::Unary(reference) = bare(place) {
        place = &reference.expr;
    }
    bare(place)
}

/// What comes after a `let`.
struct Rest {
    statements: Vec<Stmt>,
    /// Whether each use of the name has been understood.
    is_known: bool,
}

impl Rest {
    /// Writes the place for the name, up to where another variable has it.
    fn write(&mut self, name: &Name) {
        let is_other = |statement: &Stmt| matches!(statement, Stmt::Local(Local { pat, .. }) if bound_names(pat).contains(&name.ident));
        let last = self.statements.iter().position(is_other);
        let others = last.map(|last| self.statements.split_off(last + 1));
        let mut stmts = std::mem::take(&mut self.statements);
        let pattern = match stmts.last_mut() {
            Some(Stmt::Local(local)) if last.is_some() => Some(std::mem::replace(&mut local.pat, syn::parse_quote!(_))),
            _ => None,
        };
        let mut block = Block { brace_token: syn::token::Brace::default(), stmts };
        self.is_known &= Writer { name }.block(&mut block);
        self.statements = block.stmts;
        if let (Some(pattern), Some(Stmt::Local(local))) = (pattern, self.statements.last_mut()) {
            local.pat = pattern;
        }
        self.statements.extend(others.into_iter().flatten());
    }
}

struct Writer<'a> {
    name: &'a Name,
}

impl Writer<'_> {
    /// Whether all in a block has been written.
    fn block(&self, block: &mut Block) -> bool {
        let mut is_known = true;
        for statement in &mut block.stmts {
            // What is called for what it changes gives nothing; any other call looks.
            if let Stmt::Expr(
                Expr::Call(syn::ExprCall { args, .. }) | Expr::MethodCall(syn::ExprMethodCall { args, .. }),
                Some(_),
            ) = statement
            {
                args.iter_mut().for_each(|argument| self.argument(argument, true));
            }
            if let Stmt::Local(local) = statement {
                is_known &= !self.is_bound(&local.pat);
                // The name may be given to another one.
                if let Some(init) = &mut local.init {
                    self.argument(&mut init.expr, true);
                }
            }
        }
        in_block_mut(block, &mut |part| is_known &= self.part(part));
        is_known
    }

    fn part(&self, part: PartMut<'_>) -> bool {
        match part {
            PartMut::Block(block) => self.block(block),
            PartMut::Expr(expr) => self.expr(expr),
            PartMut::Macro(call) => !self.is_in(call.tokens.clone()),
            PartMut::Unknown(expr) => !self.is_in(expr.to_token_stream()),
            // Of the items, only macros see variables.
            PartMut::Item(Item::Macro(rules)) => !self.is_in(rules.mac.tokens.clone()),
            PartMut::Item(_) => true,
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "what is not named here has parts alone")]
    fn expr(&self, expr: &mut Expr) -> bool {
        match expr {
            _ if self.name.how == How::Same && self.is_name(expr) => {
                *expr = self.place(expr);
                return true;
            }
            Expr::Unary(unary)
                if matches!(unary.op, UnOp::Deref(_)) && self.name.how != How::Same && self.is_name(&unary.expr) =>
            {
                *expr = self.place(&unary.expr);
                return true;
            }
            // A reference to a field is what the name is.
            Expr::Path(_) if self.is_name(expr) && self.name.how == How::Shared && !is_variable(&self.name.place) => {
                let place = written_at(&self.name.place, expr.span());
                *expr = syn::parse_quote_spanned!(expr.span()=> (&#place));
                return true;
            }
            Expr::Path(_) if self.is_name(expr) => return false,
            Expr::Field(field) if self.is_name(&field.base) => *field.base = self.base(&field.base),
            Expr::Index(index) if self.is_name(&index.expr) => *index.expr = self.base(&index.expr),
            Expr::MethodCall(call) => {
                if self.is_name(&call.receiver) {
                    if BY_VALUE.iter().any(|name| call.method == name)
                        || call.method == "into_iter" && self.name.how == How::Shared
                    {
                        return false;
                    }
                    *call.receiver = self.base(&call.receiver);
                }
                call.args.iter_mut().for_each(|argument| self.argument(argument, false));
            }
            Expr::Call(call) => call.args.iter_mut().for_each(|argument| self.argument(argument, false)),
            Expr::ForLoop(it) => {
                if self.is_bound(&it.pat) {
                    return false;
                }
                self.argument(&mut it.expr, true);
            }
            // It would have a copy of its own.
            Expr::Closure(closure) if closure.capture.is_some() && self.is_in(closure.to_token_stream()) => {
                return false;
            }
            Expr::Closure(closure) if closure.inputs.iter().any(|input| self.is_bound(input)) => return false,
            Expr::Let(it) if self.is_bound(&it.pat) => return false,
            Expr::Assign(it) if self.leads_elsewhere(&it.left) => return false,
            Expr::Match(it) if it.arms.iter().any(|arm| self.is_bound(&arm.pat)) => return false,
            _ => {}
        }
        let mut is_known = true;
        in_expr_mut(expr, &mut |part| is_known &= self.part(part));
        is_known
    }

    /// The name as an argument borrows the place again, to be changed or to be looked at.
    fn argument(&self, argument: &mut Expr, is_changed: bool) {
        if self.is_name(argument) {
            let (place, at) = (written_at(&self.name.place, argument.span()), argument.span());
            *argument = match self.name.how {
                How::Changed if is_changed => syn::parse_quote_spanned!(at=> &mut #place),
                How::Changed | How::Shared => syn::parse_quote_spanned!(at=> &#place),
                How::Same => place,
            };
        }
    }

    /// Whether the name is among these tokens, or in a text that shows it.
    fn is_in(&self, tokens: TokenStream) -> bool {
        let name = self.name.ident.to_string();
        mentions(tokens.clone(), &name) || names_in_braces(tokens, &name)
    }

    fn is_name(&self, expr: &Expr) -> bool {
        matches!(bare(expr), Expr::Path(path) if path.path.is_ident(&self.name.ident))
    }

    /// Whether a pattern binds the name again, or the variable that the place is in.
    fn is_bound(&self, pattern: &Pat) -> bool {
        let variable = variable(&self.name.place);
        bound_names(pattern).iter().any(|bound| *bound == self.name.ident || variable.is_none_or(|of| bound == of))
    }

    /// Whether an assignment to this may lead the place elsewhere: a reference on the way to it may be given another value, though what it
    /// referred to is borrowed.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all else is looked through for names")]
    fn leads_elsewhere(&self, assigned: &Expr) -> bool {
        let text = |expr: &Expr| bare(expr).to_token_stream().to_string();
        let mut place = bare(&self.name.place);
        loop {
            place = match place {
                Expr::Field(field) => bare(&field.base),
                Expr::Unary(unary) => bare(&unary.expr),
                _ => break,
            };
            let is_way = if matches!(bare(assigned), Expr::Path(_) | Expr::Field(_)) && !text(assigned).contains('*') {
                text(assigned) == text(place)
            } else {
                !matches!(bare(assigned), Expr::Index(_))
                    && variable(place).is_none_or(|of| mentions(assigned.to_token_stream(), &of.to_string()))
            };
            if is_way {
                return true;
            }
        }
        false
    }

    /// The place, where the name stands.
    fn place(&self, name: &Expr) -> Expr {
        let place = written_at(&self.name.place, name.span());
        if matches!(place, Expr::Unary(_)) {
            return syn::parse_quote_spanned!(name.span()=> (#place));
        }
        place
    }

    /// The place before a dot or an index, which look through references.
    fn base(&self, name: &Expr) -> Expr {
        written_at(behind_references(&self.name.place), name.span())
    }
}

/// The place, as if it were written where the name is.
fn written_at(place: &Expr, at: Span) -> Expr {
    let place = located(bare(place).to_token_stream(), at);
    syn::parse_quote!(#place)
}

/// Whether a text names a variable in braces, `"{x}"`.
fn names_in_braces(tokens: TokenStream, name: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Literal(literal) => literal.to_string().contains(&format!("{{{name}")),
        TokenTree::Group(group) => names_in_braces(group.stream(), name),
        TokenTree::Ident(_) | TokenTree::Punct(_) => false,
    })
}
