//! Code that is left as it is: which of its names are those of variables of the outside.
//!
//! Each of those becomes a hole. A name that the code declares again (`let`, a closure's parameter, a pattern) is its own as
//! far as its scope goes. What cannot be seen through (the names in a macro of unknown syntax) is refused.

use std::collections::HashMap;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Block, Expr, ImplItem, Item, Macro, Pat, Stmt, Token, TraitItem};

use super::expr::bare;
use super::foreign::{format_place, inline_names, is_stop_gradient};
use super::item::{Checker, plain};
use super::{ExprId, Kind};
use crate::diagnostic::{Diagnostic, refusal};
use crate::input::inside::{Part, PartMut, in_block, in_expr, in_expr_mut};
use crate::program::{Declared, hole};

/// A walk over code that is left as it is.
struct Left<'c, 'a> {
    checker: &'c mut Checker<'a>,
    holes: &'c mut Vec<ExprId>,
    declared: &'c mut Declared,
    /// How often each name is declared in the scopes around.
    around: HashMap<String, usize>,
    /// The declaration that is the last in whose scope this is.
    scope: Option<usize>,
    /// Whether this is inside of `stop_gradient(…)`.
    stopped: bool,
    /// How many closures are around.
    closures: usize,
    error: Option<Diagnostic>,
}

/// How many operators may stand behind one another in what is left as it is: it is written again from its syntax, which takes
/// a deep stack for a long sum.
const OPERATORS: usize = 3000;

/// The longest chain of operators.
#[derive(Default)]
struct Longest {
    length: usize,
    last: Option<Span>,
}

impl Longest {
    fn look(&mut self, part: &Part<'_>) {
        match *part {
            Part::Expr(expr) => {
                let (mut at, mut length) = (expr, 0);
                while let Expr::Binary(binary) = at {
                    length += 1;
                    at = &binary.left;
                }
                if length > self.length {
                    self.length = length;
                    self.last = if let Expr::Binary(binary) = expr { Some(binary.op.span()) } else { None };
                }
                in_expr(expr, &mut |part| self.look(&part));
            }
            Part::Block(block) => in_block(block, &mut |part| self.look(&part)),
            Part::Item(item) => self.item(item),
            Part::Macro(_) | Part::Unknown(_) => {}
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Const(item) => self.look(&Part::Expr(&item.expr)),
            Item::Static(item) => self.look(&Part::Expr(&item.expr)),
            Item::Fn(item) => self.look(&Part::Block(&item.block)),
            Item::Impl(item) => {
                for item in &item.items {
                    match item {
                        ImplItem::Const(item) => self.look(&Part::Expr(&item.expr)),
                        ImplItem::Fn(item) => self.look(&Part::Block(&item.block)),
                        _ => {}
                    }
                }
            }
            Item::Trait(item) => {
                for item in &item.items {
                    if let TraitItem::Fn(syn::TraitItemFn { default: Some(block), .. }) = item {
                        self.look(&Part::Block(block));
                    }
                }
            }
            Item::Mod(item) => item.content.iter().flat_map(|(_, items)| items).for_each(|item| self.item(item)),
            _ => {}
        }
    }
}

impl Checker<'_> {
    /// The expression with a hole for each variable of the outside that it names; why it cannot be left as it is, if it
    /// cannot.
    pub(super) fn with_holes(
        &mut self,
        expr: &Expr,
        holes: &mut Vec<ExprId>,
        declared: &mut Declared,
    ) -> (TokenStream, Option<Diagnostic>) {
        let mut longest = Longest::default();
        longest.look(&Part::Expr(expr));
        if let Some(span) = longest.last.filter(|_| longest.length > OPERATORS) {
            return (TokenStream::new(), Some(refusal::LONG.on(span)));
        }
        // Parsed again, since to clone it takes a deep stack too.
        let Ok(mut expr) = syn::parse2::<Expr>(expr.to_token_stream()) else {
            return (TokenStream::new(), Some(refusal::NAMES.at(expr)));
        };
        let around = HashMap::new();
        let scope = None;
        let mut left = Left { checker: self, holes, declared, around, scope, stopped: false, closures: 0, error: None };
        left.expr(&mut expr);
        let error = left.error;
        (expr.into_token_stream(), error)
    }
}

impl Left<'_, '_> {
    /// Whether this names a variable of the outside here.
    fn is_outside(&self, name: &Ident) -> bool {
        !self.around.contains_key(&plain(name)) && self.checker.look_up(name).is_some()
    }

    /// The hole for a name, if it is that of a variable of the outside.
    fn hole(&mut self, name: &Ident) -> Option<Expr> {
        let var = self.checker.look_up(name).filter(|_| self.is_outside(name))?;
        self.checker.use_var(var);
        let mut ident = hole(self.holes.len());
        ident.set_span(name.span());
        self.declared.stands(self.holes.len(), self.scope);
        let mut value = self.checker.push_at(Kind::Var(var), name.span());
        if self.stopped {
            value = self.checker.push_at(Kind::StopGradient(value, None), name.span());
        }
        self.holes.push(value);
        Some(Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path: ident.into() }))
    }

    /// Runs this in a scope of its own.
    fn scoped(&mut self, run: impl FnOnce(&mut Self)) {
        let before = self.scope;
        run(self);
        while self.scope != before {
            let Some((name, outer)) = self.scope.and_then(|scope| self.declared.names.get(scope)) else { break };
            if let Some(count) = self.around.get_mut(name) {
                *count -= 1;
                if *count == 0 {
                    self.around.remove(name);
                }
            }
            self.scope = *outer;
        }
    }

    fn declare(&mut self, name: &Ident) {
        let name = plain(name);
        *self.around.entry(name.clone()).or_insert(0) += 1;
        self.declared.names.push((name, self.scope));
        self.scope = Some(self.declared.names.len() - 1);
    }

    /// Declares the names of a pattern.
    fn pattern(&mut self, pattern: &Pat) {
        let mut names = Bound { names: Vec::new(), unknown: None };
        names.look(pattern);
        for name in names.names {
            self.declare(&name);
        }
        if let Some(tokens) = names.unknown {
            self.unclear(&tokens);
        }
    }

    /// Notes what cannot be seen through.
    fn unclear(&mut self, tokens: impl ToTokens) {
        self.error.get_or_insert_with(|| refusal::NAMES.at(tokens));
    }

    /// The arguments of a macro, if they are expressions; else it must not name a variable of the outside.
    fn arguments(&mut self, call: &mut Macro) {
        if !self.mentions(call.tokens.clone()) {
            return;
        }
        if call.path.segments.last().is_some_and(|last| last.ident == "matches") {
            let Ok((mut value, comma, mut pattern, after)) = matched.parse2(call.tokens.clone()) else {
                return self.unclear(&call.path);
            };
            self.expr(&mut value);
            self.scoped(|left| left.case(&mut pattern));
            call.tokens = quote!(#value #comma #pattern #after);
            return;
        }
        let Ok(parts) = separated.parse2(call.tokens.clone()) else { return self.unclear(&call.path) };
        let format = format_place(&call.path);
        let (mut tokens, mut inline, mut named) = (TokenStream::new(), Vec::new(), Vec::new());
        let mut closed = true;
        for (index, (mut part, separator)) in parts.into_iter().enumerate() {
            match &mut part {
                // The name of an argument. What another macro makes of one is not known.
                Expr::Assign(assign) if matches!(&*assign.left, Expr::Path(_)) => {
                    if format.is_none() {
                        return self.unclear(&call.path);
                    }
                    named.push(assign.left.to_token_stream().to_string());
                    self.expr(&mut assign.right);
                }
                Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) if format.is_none_or(|at| at == index) => {
                    inline.extend(inline_names(&text.value()).into_iter().map(|name| (name, text.span())));
                }
                part => self.expr(part),
            }
            part.to_tokens(&mut tokens);
            closed = !separator.is_empty();
            separator.to_tokens(&mut tokens);
        }
        for (mut name, span) in inline {
            name.set_span(span);
            if named.contains(&name.to_string()) || !self.is_outside(&name) {
                continue;
            }
            if format.is_none() {
                self.error.get_or_insert_with(|| refusal::FORMAT.on(span));
                return;
            }
            let Some(value) = self.hole(&name) else { continue };
            let comma = (!closed).then(|| quote!(,));
            tokens.extend(quote!(#comma #name = #value,));
            named.push(name.to_string());
            closed = true;
        }
        call.tokens = tokens;
    }

    /// Whether tokens name a variable of the outside, be it inside of a text.
    fn mentions(&self, tokens: TokenStream) -> bool {
        let (mut pending, mut found) = (vec![tokens], false);
        while let Some(tokens) = pending.pop() {
            for token in tokens {
                match token {
                    TokenTree::Ident(name) => found |= self.is_outside(&name),
                    TokenTree::Group(group) => pending.push(group.stream()),
                    TokenTree::Literal(literal) => {
                        let text = literal.to_string();
                        let names = if text.ends_with(['"', '#']) { inline_names(&text) } else { Vec::new() };
                        found |= names.iter().any(|name| self.is_outside(name));
                    }
                    TokenTree::Punct(_) => {}
                }
            }
        }
        found
    }

    /// A pattern, with the condition on what it binds.
    fn case(&mut self, pattern: &mut Pat) {
        match pattern {
            Pat::Guard(guarded) => {
                self.pattern(&guarded.pat);
                self.expr(&mut guarded.guard);
            }
            pattern => self.pattern(pattern),
        }
    }
}

impl Left<'_, '_> {
    /// The parts of an expression that declares no names for them.
    fn parts(&mut self, expr: &mut Expr) {
        in_expr_mut(expr, &mut |part| match part {
            PartMut::Expr(expr) => self.expr(expr),
            PartMut::Block(block) => self.block(block),
            PartMut::Macro(call) => self.arguments(call),
            PartMut::Item(_) => {}
            PartMut::Unknown(expr) => self.unclear(expr),
        });
    }

    fn expr(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Path(path) => {
                if path.qself.is_none()
                    && let Some(name) = path.path.get_ident()
                    && let Some(hole) = self.hole(name)
                {
                    *expr = hole;
                }
            }
            Expr::Index(indexed) => {
                self.expr(&mut indexed.expr);
                let (before, reckoned) = (self.holes.len(), is_reckoned(&indexed.index));
                self.expr(&mut indexed.index);
                if reckoned {
                    self.checker.indices.extend(&self.holes[before..]);
                }
            }
            Expr::If(conditional) => {
                self.scoped(|left| {
                    left.expr(&mut conditional.cond);
                    left.block(&mut conditional.then_branch);
                });
                if let Some((_, other)) = &mut conditional.else_branch {
                    self.expr(other);
                }
            }
            Expr::While(repeated) => self.scoped(|left| {
                left.expr(&mut repeated.cond);
                left.block(&mut repeated.body);
            }),
            Expr::Let(condition) => {
                self.expr(&mut condition.expr);
                self.pattern(&condition.pat);
            }
            Expr::ForLoop(repeated) => {
                self.expr(&mut repeated.expr);
                self.scoped(|left| {
                    left.pattern(&repeated.pat);
                    left.block(&mut repeated.body);
                });
            }
            Expr::Match(matching) => {
                self.expr(&mut matching.expr);
                for arm in &mut matching.arms {
                    self.scoped(|left| {
                        left.case(&mut arm.pat);
                        left.expr(&mut arm.body);
                    });
                }
            }
            Expr::Closure(closure) => self.scoped(|left| {
                for input in &closure.inputs {
                    left.pattern(input);
                }
                left.closures += 1;
                left.expr(&mut closure.body);
                left.closures -= 1;
            }),
            Expr::Call(call) if is_stop_gradient(call) => {
                let outside = std::mem::replace(&mut self.stopped, true);
                self.expr(&mut call.func);
                call.args.iter_mut().for_each(|argument| self.expr(argument));
                self.stopped = outside;
            }
            Expr::Return(leaves) if self.closures == 0 => {
                self.error.get_or_insert_with(|| refusal::RETURN.at(leaves.return_token));
            }
            Expr::Try(tried) if self.closures == 0 => {
                self.error.get_or_insert_with(|| refusal::TRY.at(tried.question_token));
            }
            // A constant knows no variables.
            Expr::Const(_) => {}
            Expr::Verbatim(tokens) if !self.mentions(tokens.clone()) => {}
            Expr::Struct(made) => {
                for field in &mut made.fields {
                    let (span, before) = (field.expr.span(), self.holes.len());
                    self.expr(&mut field.expr);
                    if self.holes.len() > before {
                        // `x` alone is `x: x`.
                        field.colon_token.get_or_insert(Token![:](span));
                    }
                }
                if let Some(rest) = &mut made.rest {
                    self.expr(rest);
                }
            }
            expr => self.parts(expr),
        }
    }

    fn block(&mut self, block: &mut Block) {
        self.scoped(|left| {
            for name in item_names(block) {
                left.declare(name);
            }
            for statement in &mut block.stmts {
                match statement {
                    Stmt::Local(local) => {
                        if let Some(init) = &mut local.init {
                            left.expr(&mut init.expr);
                            if let Some((_, diverge)) = &mut init.diverge {
                                left.expr(diverge);
                            }
                        }
                        left.pattern(&local.pat);
                    }
                    // It knows no variables.
                    Stmt::Item(_) => {}
                    Stmt::Expr(expr, _) => left.expr(expr),
                    Stmt::Macro(call) => left.arguments(&mut call.mac),
                }
            }
        });
    }
}

/// Whether an index is made of variables and literals of its own type.
fn is_reckoned(mut index: &Expr) -> bool {
    loop {
        index = match bare(index) {
            Expr::Binary(binary) if is_reckoned(&binary.right) => &binary.left,
            Expr::Range(range) => return [&range.start, &range.end].into_iter().flatten().all(|end| is_reckoned(end)),
            Expr::Path(_) | Expr::Lit(_) => return true,
            _ => return false,
        }
    }
}

/// The names of values that the items of a block declare.
pub(super) fn item_names(block: &Block) -> Vec<&Ident> {
    fn imported<'a>(tree: &'a syn::UseTree, names: &mut Vec<&'a Ident>) {
        match tree {
            syn::UseTree::Path(path) => imported(&path.tree, names),
            syn::UseTree::Name(name) => names.push(&name.ident),
            syn::UseTree::Rename(name) => names.push(&name.rename),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| imported(tree, names)),
            syn::UseTree::Glob(_) => {}
        }
    }
    let mut names = Vec::new();
    for statement in &block.stmts {
        let Stmt::Item(item) = statement else { continue };
        match item {
            Item::Const(item) => names.push(&item.ident),
            Item::Static(item) => names.push(&item.ident),
            Item::Fn(item) => names.push(&item.sig.ident),
            Item::Use(item) => imported(&item.tree, &mut names),
            _ => {}
        }
    }
    names
}

/// The names that a pattern binds.
struct Bound {
    names: Vec<Ident>,
    /// What may bind any.
    unknown: Option<TokenStream>,
}

impl Bound {
    fn look(&mut self, pattern: &Pat) {
        match pattern {
            Pat::Ident(pattern) => {
                self.names.push(pattern.ident.clone());
                if let Some((_, inner)) = &pattern.subpat {
                    self.look(inner);
                }
            }
            Pat::Or(pattern) => pattern.cases.iter().for_each(|case| self.look(case)),
            Pat::Paren(pattern) => self.look(&pattern.pat),
            Pat::Reference(pattern) => self.look(&pattern.pat),
            Pat::Slice(pattern) => pattern.elems.iter().for_each(|element| self.look(element)),
            Pat::Struct(pattern) => pattern.fields.iter().for_each(|field| self.look(&field.pat)),
            Pat::Tuple(pattern) => pattern.elems.iter().for_each(|element| self.look(element)),
            Pat::TupleStruct(pattern) => pattern.elems.iter().for_each(|element| self.look(element)),
            Pat::Type(pattern) => self.look(&pattern.pat),
            Pat::Const(_) | Pat::Lit(_) | Pat::Path(_) | Pat::Range(_) | Pat::Rest(_) | Pat::Wild(_) => {}
            // A macro; a condition inside of a pattern; and what `syn` does not know, or this does not.
            pattern => self.unknown = Some(pattern.to_token_stream()),
        }
    }
}

/// What `matches!` takes.
fn matched(input: ParseStream<'_>) -> syn::Result<(Expr, Token![,], Pat, TokenStream)> {
    let (value, comma) = (input.parse()?, input.parse()?);
    let mut pattern = Pat::parse_multi_with_leading_vert(input)?;
    if input.peek(Token![if]) {
        let if_token = input.parse()?;
        let guard = Box::new(input.parse()?);
        pattern = Pat::Guard(syn::PatGuard { attrs: Vec::new(), pat: Box::new(pattern), if_token, guard });
    }
    let after: Option<Token![,]> = input.parse()?;
    Ok((value, comma, pattern, after.into_token_stream()))
}

/// Expressions between `,` and `;`.
fn separated(input: ParseStream<'_>) -> syn::Result<Vec<(Expr, TokenStream)>> {
    let mut parts = Vec::new();
    while !input.is_empty() {
        let part = input.parse()?;
        let separator = match input.parse::<Option<Token![,]>>()? {
            Some(comma) => comma.into_token_stream(),
            None if input.is_empty() => TokenStream::new(),
            None => input.parse::<Token![;]>()?.into_token_stream(),
        };
        parts.push((part, separator));
    }
    Ok(parts)
}
