//! Values without a name get one: the result of a call that a loop runs over or of a field of which an element is read, an array that is
//! written in the head of a loop, arrays on both sides of an assignment, lengths in new vectors of integers, capacities, and lengths that end
//! ranges.
//!
//! A loop over a range without an end is a `loop`: `for k in 0.. { … }` is `{ let mut turn = 0; loop { let k = turn; turn += 1; … } }`.
//!
//! `for p in &all(x) { … }` is `{ let given = all(x); for p in &given { … } }`, `for row in [[a, b], [c, d]] { … }` is a loop over the indices
//! of a variable, `x * all(x).m[i]` is `x * { let given = all(x); given.m[i] }`, and `[a, b] = [b, a + b]` is `(a, b) = (b, a + b)`.

use hypernet::Primitive;
use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{BinOp, Expr, ExprBinary, ExprCall, ExprForLoop, ItemFn, Lit, Local, Pat, Stmt, Token, UnOp};

use crate::source::exprs::{bare, is_count, is_new_vector, is_place};
use crate::source::inside::{Part, PartMut, in_block_mut, in_expr_mut, is_any};
use crate::source::temporaries::makes;

/// The names of what a loop runs over, and of the index.
pub(super) const GIVEN: &str = "__backprop_given";
const TURN: &str = "__backprop_turn";

/// The names of lengths of new vectors.
const LENGTH: &str = "__backprop_length";

/// The function with names for these, if there are some.
pub(crate) fn with_names(function: &ItemFn) -> Option<ItemFn> {
    if !is_any(&Part::Block(&function.block), &has_some) {
        return None;
    }
    let mut function = function.clone();
    let mut count = 0;
    write(PartMut::Block(&mut function.block), &mut count);
    Some(function)
}

/// Whether something in this gets a name.
fn has_some(part: &Part<'_>) -> bool {
    match part {
        Part::Block(block) => block.stmts.iter().any(|statement| {
            length(statement).is_some()
                || elements(statement).is_some()
                || range(statement).is_some()
                || capacity(statement).is_some()
        }),
        Part::Expr(Expr::ForLoop(it)) if is_of_rows(it) || given(&it.expr).is_some() || from(&it.expr).is_some() => {
            true
        }
        Part::Expr(Expr::Assign(it)) if arrays(it).is_some() => true,
        Part::Expr(Expr::Call(it)) if is_of_capacity(it) => true,
        Part::Expr(expr) => is_element_of_field(expr),
        Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => false,
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else gets a name")]
fn write(part: PartMut<'_>, count: &mut usize) {
    match part {
        PartMut::Block(block) => {
            in_block_mut(block, &mut |part| write(part, count));
            name_lengths(&mut block.stmts, count);
            for statement in &mut block.stmts {
                match statement {
                    Stmt::Local(Local { pat, init: Some(init), .. }) if !matches!(pat, Pat::Wild(_)) => {
                        name_field(&mut init.expr, count);
                    }
                    Stmt::Expr(expr, None) => name_field(expr, count),
                    _ => {}
                }
            }
        }
        PartMut::Expr(expr) => {
            in_expr_mut(expr, &mut |part| write(part, count));
            for value in values(expr) {
                name_field(value, count);
            }
            let written = match expr {
                Expr::ForLoop(it) => named(it, count),
                Expr::Assign(it) => arrays(it),
                Expr::Call(it) if is_of_capacity(it) => {
                    name_new(it);
                    None
                }
                _ => None,
            };
            if let Some(written) = written {
                *expr = written;
            }
        }
        PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
    }
}

/// The length of a new vector that a `let` declares, if that is computed and the elements are no numbers with a derivative:
/// `let mut seen = vec![false; x.len()];`.
fn length(statement: &Stmt) -> Option<Expr> {
    let Stmt::Local(Local { init: Some(init), .. }) = statement else { return None };
    let Repeated(element, length) = repeated(&init.expr)?;
    let is_computed = !matches!(bare(&length), Expr::Path(_) | Expr::Lit(_));
    (is_computed && init.diverge.is_none() && is_of_host(&element)).then_some(length)
}

/// The elements of a new vector, `vec![x.len() - 1]`, of which some are computed of lengths, and the others are names or integers.
fn elements(statement: &Stmt) -> Option<Punctuated<Expr, Token![,]>> {
    let Stmt::Local(Local { init: Some(init), .. }) = statement else { return None };
    let Expr::Macro(call) = bare(&init.expr) else { return None };
    if !call.mac.path.is_ident("vec") || init.diverge.is_some() {
        return None;
    }
    let elements = call.mac.parse_body_with(Punctuated::parse_terminated).ok()?;
    let is_plain = |element: &Expr| is_length(element) || is_of_host(element) || matches!(bare(element), Expr::Path(_));
    (elements.iter().any(is_length) && elements.iter().all(is_plain)).then_some(elements)
}

/// The capacity of a new vector, `Vec::with_capacity(x.len() - 1)`, if to compute it may panic.
fn capacity(statement: &Stmt) -> Option<&Expr> {
    let Stmt::Local(Local { init: Some(init), .. }) = statement else { return None };
    let Expr::Call(call) = bare(&init.expr) else { return None };
    let capacity = call.args.first().filter(|_| init.diverge.is_none() && is_new_vector(&call.func))?;
    (!is_count(capacity)).then_some(capacity)
}

/// Whether this is a new vector of the capacity that the length of a field is, `Vec::with_capacity(layer.nodes.len())`: to compute that does
/// nothing, and shows nothing of the field.
fn is_of_capacity(call: &ExprCall) -> bool {
    let is_of_field = |length: &Expr| matches!(bare(length), Expr::MethodCall(call) if matches!(bare(&call.receiver), Expr::Field(_)));
    is_new_vector(&call.func) && call.args.first().is_some_and(|length| is_count(length) && is_of_field(length))
}

/// Writes `Vec::new()` for it.
fn name_new(call: &mut ExprCall) {
    if let Expr::Path(path) = &mut *call.func
        && let Some(last) = path.path.segments.last_mut()
    {
        last.ident = Ident::new("new", last.ident.span());
        call.args.clear();
    }
}

/// The end of the range that a chain of methods begins with, if it is a field or computed of a length: `let order: Vec<usize> = (0..x.len()).collect();`.
fn range(statement: &Stmt) -> Option<Expr> {
    let Stmt::Local(Local { init: Some(init), .. }) = statement else { return None };
    let mut chain = bare(&init.expr);
    let mut is_chain = false;
    while let Expr::MethodCall(call) = chain {
        (chain, is_chain) = (bare(&call.receiver), true);
    }
    let Expr::Range(range) = chain else { return None };
    let is_plain = |start: &Expr| matches!(bare(start), Expr::Lit(_) | Expr::Path(_));
    let end = range.end.as_deref().filter(|end| is_length(end) || is_field(end))?;
    (is_chain && init.diverge.is_none() && range.start.as_deref().is_none_or(is_plain)).then(|| end.clone())
}

/// The same, to change it.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a chain of methods")]
fn end_of_range(chain: &mut Expr) -> Option<&mut Expr> {
    match chain {
        Expr::Paren(inside) => end_of_range(&mut inside.expr),
        Expr::Group(inside) => end_of_range(&mut inside.expr),
        Expr::MethodCall(call) => end_of_range(&mut call.receiver),
        Expr::Range(range) => range.end.as_deref_mut(),
        _ => None,
    }
}

/// Whether this is a field of a variable.
fn is_field(expr: &Expr) -> bool {
    matches!(bare(expr), Expr::Field(_)) && is_place(expr)
}

/// Whether an element is computed of a length, and so an integer.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is computed of a length")]
fn is_length(element: &Expr) -> bool {
    let is_plain = |operand: &Expr| matches!(bare(operand), Expr::Lit(_) | Expr::Path(_));
    match bare(element) {
        Expr::MethodCall(call) => call.method == "len" && call.args.is_empty() && is_place(&call.receiver),
        Expr::Binary(it) => {
            let is_arithmetic =
                matches!(it.op, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_));
            let (left, right) = (is_length(&it.left), is_length(&it.right));
            is_arithmetic && (left && (right || is_plain(&it.right)) || right && is_plain(&it.left))
        }
        _ => false,
    }
}

/// The element and the length of `vec![element; length]`.
struct Repeated(Expr, Expr);

fn repeated(expr: &Expr) -> Option<Repeated> {
    let Expr::Macro(call) = bare(expr) else { return None };
    if !call.mac.path.is_ident("vec") {
        return None;
    }
    let tokens = &call.mac.tokens;
    let Ok(Expr::Repeat(array)) = syn::parse2(quote!([#tokens])) else { return None };
    Some(Repeated(*array.expr, *array.len))
}

/// Whether an element is an integer or a `bool` that is written there, or a vector of such: to compute it has no effects.
#[expect(clippy::wildcard_enum_match_arm, reason = "what else there is may have a derivative, or effects")]
fn is_of_host(element: &Expr) -> bool {
    match bare(element) {
        Expr::Lit(literal) => {
            matches!(&literal.lit, Lit::Bool(_))
                || matches!(&literal.lit, Lit::Int(number) if !number.suffix().starts_with('f'))
        }
        Expr::Unary(it) => matches!(it.op, UnOp::Neg(_)) && is_of_host(&it.expr),
        // A constant of an integer type.
        Expr::Path(path) => {
            path.path.segments.len() == 2 && {
                let scope = path.path.segments[0].ident.to_string();
                crate::source::names::is_discrete_name(&scope)
            }
        }
        Expr::Macro(_) => repeated(element).is_some_and(|Repeated(inside, length)| {
            is_of_host(&inside) && matches!(bare(&length), Expr::Path(_) | Expr::Lit(_))
        }),
        _ => false,
    }
}

/// Gives such lengths names: the host makes the vector, or runs over the range.
fn name_lengths(statements: &mut Vec<Stmt>, count: &mut usize) {
    for mut statement in std::mem::take(statements) {
        if let (Some(length), Stmt::Local(Local { init: Some(init), .. })) = (length(&statement), &mut statement)
            && let Some(Repeated(element, _)) = repeated(&init.expr)
            && let Expr::Macro(call) = bare(&init.expr)
        {
            *count += 1;
            let name = Ident::new(&format!("{LENGTH}_{count}"), Span::call_site());
            let mut call = call.clone();
            call.mac.tokens = quote!(#element; #name);
            *init.expr = Expr::Macro(call);
            statements.push(syn::parse_quote!(let #name: usize = #length;));
        }
        if let (Some(elements), Stmt::Local(Local { init: Some(init), .. })) = (elements(&statement), &mut statement)
            && let Expr::Macro(call) = bare(&init.expr)
        {
            let mut call = call.clone();
            let named = elements.iter().map(|element| {
                if !is_length(element) {
                    return element.to_token_stream();
                }
                *count += 1;
                let name = Ident::new(&format!("{LENGTH}_{count}"), Span::call_site());
                statements.push(syn::parse_quote!(let #name: usize = #element;));
                name.to_token_stream()
            });
            let named: Vec<_> = named.collect();
            call.mac.tokens = quote!(#(#named),*);
            *init.expr = Expr::Macro(call);
        }
        if let (Some(length), Stmt::Local(Local { init: Some(init), .. })) = (range(&statement), &mut statement)
            && let Some(end) = end_of_range(&mut init.expr)
        {
            *count += 1;
            let name = Ident::new(&format!("{LENGTH}_{count}"), Span::call_site());
            *end = syn::parse_quote!(#name);
            // Of another length than that of an array, rustc knows the type. A field that ends a range is an integer.
            let ty = is_field(&length).then(|| quote!(: usize));
            statements.push(syn::parse_quote!(let #name #ty = #length;));
        }
        if let (Some(capacity), Stmt::Local(Local { init: Some(init), .. })) =
            (capacity(&statement).cloned(), &mut statement)
            && let Expr::Call(call) = bare(&init.expr)
        {
            *count += 1;
            let name = Ident::new(&format!("{LENGTH}_{count}"), Span::call_site());
            let mut call = call.clone();
            call.args = std::iter::once::<Expr>(syn::parse_quote!(#name)).collect();
            *init.expr = Expr::Call(call);
            statements.push(syn::parse_quote!(let #name: usize = #capacity;));
        }
        statements.push(statement);
    }
}

/// The parts of an expression that it takes by value, whatever they are.
#[expect(clippy::wildcard_enum_match_arm, reason = "what else takes values may only look at them")]
fn values(expr: &mut Expr) -> Vec<&mut Expr> {
    match expr {
        Expr::Binary(it) => match it.op {
            BinOp::AddAssign(_) | BinOp::SubAssign(_) | BinOp::MulAssign(_) | BinOp::DivAssign(_) => {
                vec![&mut *it.right]
            }
            _ => operands(it),
        },
        Expr::Unary(it) => {
            if let UnOp::Neg(_) = it.op {
                vec![&mut *it.expr]
            } else {
                Vec::new()
            }
        }
        Expr::Assign(it) => vec![&mut *it.right],
        Expr::Call(it) => it.args.iter_mut().collect(),
        Expr::MethodCall(it) => {
            let of_number = Primitive::by_name(&it.method.to_string()).is_some();
            it.args.iter_mut().chain(of_number.then_some(&mut *it.receiver)).collect()
        }
        Expr::Tuple(it) => it.elems.iter_mut().collect(),
        Expr::Array(it) => it.elems.iter_mut().collect(),
        Expr::Struct(it) => it.fields.iter_mut().map(|field| &mut field.expr).collect(),
        Expr::Return(it) => it.expr.iter_mut().map(|value| &mut **value).collect(),
        Expr::Closure(it) => vec![&mut *it.body],
        _ => Vec::new(),
    }
}

/// The operands of a chain of arithmetic, which may be long.
fn operands(chain: &mut ExprBinary) -> Vec<&mut Expr> {
    let (mut found, mut at) = (Vec::new(), chain);
    loop {
        if !matches!(at.op, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_)) {
            return found;
        }
        found.push(&mut *at.right);
        if !matches!(*at.left, Expr::Binary(_)) {
            found.push(&mut *at.left);
            return found;
        }
        let Expr::Binary(inside) = &mut *at.left else { return found };
        at = inside;
    }
}

/// Whether this is an element of a field of what a call gives.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place in what a call gives")]
fn is_element_of_field(expr: &Expr) -> bool {
    let (mut at, mut has_field) = (bare(expr), false);
    if !matches!(at, Expr::Index(index) if !matches!(bare(&index.index), Expr::Range(_))) {
        return false;
    }
    loop {
        at = match at {
            Expr::Index(index) => bare(&index.expr),
            Expr::Field(field) => {
                has_field = true;
                bare(&field.base)
            }
            _ => return has_field && called(at).is_some(),
        };
    }
}

/// Gives the call a name, if this is such an element.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place in what a call gives")]
fn name_field(expr: &mut Expr, count: &mut usize) {
    if !is_element_of_field(expr) {
        return;
    }
    *count += 1;
    let given = Ident::new(&format!("{GIVEN}_{count}"), Span::call_site());
    let mut place = &mut *expr;
    loop {
        place = match place {
            Expr::Paren(inside) => &mut *inside.expr,
            Expr::Group(inside) => &mut *inside.expr,
            Expr::Index(index) => &mut *index.expr,
            Expr::Field(field) => &mut *field.base,
            _ => break,
        };
    }
    let call = std::mem::replace(place, syn::parse_quote!(#given));
    *expr = syn::parse_quote!({ let #given = #call; #expr });
}

/// The loop in a block in which what it runs over has a name.
fn named(it: &ExprForLoop, count: &mut usize) -> Option<Expr> {
    let mut name = |of: &str| {
        *count += 1;
        Ident::new(&format!("{of}_{count}"), Span::call_site())
    };
    if is_of_rows(it) {
        let (given, turn) = (name(GIVEN), name(TURN));
        let ExprForLoop { attrs, label, pat, expr, body, .. } = it;
        let rows = bare(expr);
        let statements = &body.stmts;
        let written = quote!({
            let #given = #rows;
            #(#attrs)* #label for #turn in 0..#given.len() {
                let #pat = #given[#turn];
                #(#statements)*
            }
        });
        return syn::parse2(written).ok();
    }
    if let Some(start) = from(&it.expr) {
        let turn = name(TURN);
        let ExprForLoop { attrs, label, pat, body, .. } = it;
        let statements = &body.stmts;
        let written = quote!({
            let mut #turn = #start;
            #(#attrs)* #label loop {
                let #pat = #turn;
                #turn += 1;
                #(#statements)*
            }
        });
        return syn::parse2(written).ok();
    }
    let call = given(&it.expr)?.clone();
    let given = name(GIVEN);
    let mut it = it.clone();
    replace(&mut it.expr, &given);
    syn::parse2(quote!({ let #given = #call; #it })).ok()
}

/// Whether a loop runs over arrays that are written in its head, by value.
fn is_of_rows(it: &ExprForLoop) -> bool {
    let Expr::Array(rows) = bare(&it.expr) else { return false };
    !rows.elems.is_empty() && rows.elems.iter().all(|row| matches!(bare(row), Expr::Array(_)))
}

/// Where a range without an end begins: `for k in 0..`.
fn from(head: &Expr) -> Option<&Expr> {
    let Expr::Range(syn::ExprRange { start: Some(start), end: None, .. }) = bare(head) else { return None };
    Some(start)
}

/// The call of which a loop runs over what it gives, by reference. Nothing in the head comes before it.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else refers to what a call gives")]
fn given(head: &Expr) -> Option<&Expr> {
    match bare(head) {
        Expr::Reference(reference) if reference.mutability.is_none() => called(&reference.expr),
        Expr::MethodCall(call) if call.method == "iter" && call.args.is_empty() => called(&call.receiver),
        Expr::MethodCall(call) if is_adaptor(call) => given(&call.receiver),
        _ => None,
    }
}

/// The same, with a name in place of the call.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else refers to what a call gives")]
fn replace(head: &mut Expr, name: &Ident) {
    match head {
        Expr::Paren(inside) => replace(&mut inside.expr, name),
        Expr::Group(inside) => replace(&mut inside.expr, name),
        Expr::Reference(reference) => *reference.expr = syn::parse_quote!(#name),
        Expr::MethodCall(call) if call.method == "iter" => *call.receiver = syn::parse_quote!(#name),
        Expr::MethodCall(call) => replace(&mut call.receiver, name),
        _ => {}
    }
}

pub(super) fn is_adaptor(call: &syn::ExprMethodCall) -> bool {
    ["enumerate", "zip", "rev", "skip", "take", "step_by", "copied", "cloned"].contains(&&*call.method.to_string())
}

/// A call that gives an array, perhaps: methods that give something of what is there already are no such calls. What its arguments make
/// would be dropped before the loop or the statement if the call had a name.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a call")]
pub(super) fn called(expr: &Expr) -> Option<&Expr> {
    if makes(expr) {
        return None;
    }
    match bare(expr) {
        Expr::Call(call) => matches!(bare(&call.func), Expr::Path(_)).then_some(expr),
        Expr::MethodCall(call) => {
            let name = call.method.to_string();
            let is_of_array = ["clone", "to_vec", "as_slice", "iter", "unwrap", "borrow", "as_ref"].contains(&&*name);
            (!is_of_array && !is_adaptor(call)).then_some(expr)
        }
        _ => None,
    }
}

/// An assignment of an array that is written to another one, as one of tuples.
fn arrays(it: &syn::ExprAssign) -> Option<Expr> {
    let (Expr::Array(places), Expr::Array(values)) = (bare(&it.left), bare(&it.right)) else { return None };
    let is_rest = |place: &Expr| matches!(bare(place), Expr::Range(_));
    if places.elems.len() != values.elems.len() || places.elems.is_empty() || places.elems.iter().any(is_rest) {
        return None;
    }
    let (places, values) = (places.elems.iter(), values.elems.iter());
    let equals = it.eq_token;
    syn::parse2(quote!((#(#places,)*) #equals (#(#values,)*))).ok()
}
