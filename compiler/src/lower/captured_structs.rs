//! Structs that closures captured, where these go from one function to another: which they are.

use hypernet::Form;
use hypernet::ids::{IdMap, IdSet};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ItemFn;

use super::arrays::bound;
use super::closure::contains_function;
use crate::infer::Types;
use crate::input::attribute::Attribute;
use crate::input::captured::CapturedStruct;
use crate::source::declarations::declarations;
use crate::syntax::{ClosureId, ExprId, Function, Kind, Pattern, Statement, Ty, VarId};
use crate::texts::TextMap;

/// The structs that closures captured which are arguments of functions: those whose types, as far as they are known, borrow nothing and have
/// no parameters of the function but numbers.
pub(super) fn found(
    function: &Function<'_>,
    types: &Types,
    (item, attribute): (&ItemFn, &Attribute),
) -> TextMap<CapturedStruct> {
    if function.closures.is_empty() {
        return TextMap::default();
    }
    let counts = declarations(item);
    let values = values_of_variables(function);
    let open = open_results(function, types);
    let mut given: Vec<ClosureId> = Vec::new();
    for (at, expr) in function.exprs.iter().enumerate() {
        let at = ExprId(u32::try_from(at).unwrap_or(u32::MAX));
        if !open.contains(&at) && !contains_function(&types.resolve(&types.expr(at))) {
            given.extend(arguments(&expr.kind).iter().filter_map(|&arg| closure_of(function, &values, arg)));
        }
    }
    let (mut found, mut seen) = (TextMap::default(), IdSet::new());
    while let Some(closure) = given.pop() {
        for &var in &function.closure(closure).captured {
            if !seen.insert(var) {
                continue;
            }
            let value = values.get(&var).map(|(value, _)| *value);
            given.extend(value.and_then(|value| closure_of(function, &values, value)));
            // A reference may be one to a reference.
            let is_reference = |value: ExprId| matches!(function.expr(value).kind, Kind::View(Form::Reference, of) if matches!(function.expr(of).kind, Kind::Var(_)));
            let param = function.params.iter().find(|param| bound(&param.pattern) == Some(var));
            let has_name = value.map_or(param.is_some(), |value| !is_reference(value));
            let written = match (param, values.get(&var)) {
                (Some(param), _) => Some(param.written.clone()),
                (None, Some((_, Some(written)))) => syn::parse2(written.clone()).ok(),
                (None, _) => None,
            };
            let ident = &function.var(var).name;
            let name = ident.to_string();
            if has_name
                // The type of the cotangent whose fields are named has to be known.
                && (written.is_some() || !has_fields(function, var))
                && is_struct(function, types, var)
                && counts.get(&name) == Some(&1)
                && is_lendable(function, types, var, (item, attribute))
            {
                let changes = function.var(var).mutable || param.is_some_and(|param| param.changed);
                found.insert(name, CapturedStruct { name: ident.clone(), written, changes });
            }
        }
    }
    found
}

/// The values of `let`s in which something is named and never used: it may be a function, for all that the source shows.
fn open_results(function: &Function<'_>, types: &Types) -> IdSet<ExprId> {
    let named: IdSet<VarId> = function
        .exprs
        .iter()
        .filter_map(|expr| if let Kind::Var(var) = expr.kind { Some(var) } else { None })
        .collect();
    let mut found = IdSet::new();
    for expr in &function.exprs {
        let Kind::Block(statements, _) = &expr.kind else { continue };
        for statement in statements {
            if let Statement::Let(pattern, Some(value), _) = statement
                && is_open(pattern, &types.resolve(&types.expr(*value)), &named)
            {
                found.insert(*value);
            }
        }
    }
    found
}

/// Whether a pattern leaves a part unused whose type nothing shows.
fn is_open(pattern: &Pattern, ty: &Ty, named: &IdSet<VarId>) -> bool {
    match (pattern, ty) {
        (Pattern::Tuple(patterns), Ty::Tuple(parts)) if patterns.len() == parts.len() => {
            patterns.iter().zip(parts).any(|(pattern, part)| is_open(pattern, part, named))
        }
        (Pattern::Wild, Ty::Var(_)) => true,
        (pattern, Ty::Var(_)) => pattern.bound().is_some_and(|var| !named.contains(&var)),
        (_, Ty::Tuple(_) | Ty::Real(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Array(_) | Ty::Fn(_)) => false,
    }
}

/// The arguments of a call of a function of the user's.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else gives closures away")]
fn arguments<'k>(kind: &'k Kind<'_>) -> &'k [ExprId] {
    match kind {
        Kind::CallPath(call) => &call.args,
        Kind::MethodCall(call) => call.args.get(1..).unwrap_or_default(),
        _ => &[],
    }
}

/// What variables get where they are declared, and the types that are written there.
fn values_of_variables(function: &Function<'_>) -> IdMap<VarId, (ExprId, Option<TokenStream>)> {
    let mut found = IdMap::new();
    for expr in &function.exprs {
        let Kind::Block(statements, _) = &expr.kind else { continue };
        for statement in statements {
            if let Statement::Let(pattern, Some(value), _) = statement
                && let Some(var) = bound(pattern)
            {
                let written = if let Pattern::Typed(_, _, written) = pattern { written.clone() } else { None };
                found.insert(var, (*value, written));
            }
        }
    }
    found
}

/// Whether a closure names a field of a variable.
fn has_fields(function: &Function<'_>, var: VarId) -> bool {
    let is_it = |id: ExprId| matches!(function.expr(id).kind, Kind::Var(named) if named == var);
    let is_field =
        |id: usize| matches!(function.exprs[id].kind, Kind::Member(of, _) | Kind::Field(of, ..) if is_it(of));
    function.closures.iter().any(|closure| {
        let first = function.source(closure.body).map_or(0, |source| source.start.expr);
        (first..=closure.body.index()).any(is_field)
    })
}

/// The closure that this is.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is known to be one")]
fn closure_of(
    function: &Function<'_>,
    values: &IdMap<VarId, (ExprId, Option<TokenStream>)>,
    mut value: ExprId,
) -> Option<ClosureId> {
    loop {
        value = match &function.expr(value).kind {
            Kind::View(Form::Reference, inside) => *inside,
            Kind::Var(var) => values.get(var)?.0,
            Kind::Closure(closure) => return Some(*closure),
            _ => return None,
        };
    }
}

/// Whether a variable holds a struct that depends on a differentiated parameter: its type, or what the function does with it, says so.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else shows a struct")]
fn is_struct(function: &Function<'_>, types: &Types, var: VarId) -> bool {
    let is_it = |id: ExprId| matches!(function.expr(id).kind, Kind::Var(named) if named == var);
    let has_parts = || {
        function.exprs.iter().any(|expr| match &expr.kind {
            Kind::Member(of, _) => is_it(*of),
            Kind::MethodCall(call) => is_it(call.args[0]),
            _ => false,
        })
    };
    let is_struct = match types.resolve(&types.var(var)) {
        Ty::Opaque(_) => true,
        Ty::Var(_) => has_parts(),
        Ty::Real(_) | Ty::Discrete(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_) => false,
    };
    is_struct && function.depending.contains(&var)
}

/// Whether the type of a variable that holds a struct, or a reference to one, may be one without borrows that is not `Copy`.
fn is_lendable(function: &Function<'_>, types: &Types, var: VarId, (item, attribute): (&ItemFn, &Attribute)) -> bool {
    let param = function.params.iter().find(|param| bound(&param.pattern) == Some(var));
    let written = match (param, types.resolve(&types.var(var))) {
        (Some(param), _) => crate::source::types::referent(&param.written).to_token_stream(),
        (None, Ty::Opaque(Some(written))) => written.parse().unwrap_or_default(),
        (None, _) => TokenStream::new(),
    };
    !is_copied(&written, attribute) && borrows_nothing(&written, &item.sig.generics, attribute.of_type.as_ref())
}

/// Whether this is the name of a struct of the file that is `Copy`: each closure has a copy.
fn is_copied(ty: &TokenStream, attribute: &Attribute) -> bool {
    let name = match syn::parse2::<syn::Path>(ty.clone()) {
        Ok(path) if path.is_ident("Self") => attribute.of_type.as_ref().and_then(|own| own.get_ident()).cloned(),
        Ok(path) => path.get_ident().cloned(),
        Err(_) => None,
    };
    name.and_then(|name| attribute.structs.get(&name.to_string())).is_some_and(|definition| definition.is_copied)
}

/// Whether a type has no lifetimes in it, and no type parameters but those of numbers. What `Self` is may be known.
fn borrows_nothing(ty: &TokenStream, generics: &syn::Generics, own: Option<&syn::Path>) -> bool {
    let scalars = crate::source::types::scalars(generics);
    let is_number = |name: &Ident| scalars.iter().any(|scalar| name == &**scalar);
    let is_open = |name: &Ident| generics.type_params().any(|param| param.ident == *name) && !is_number(name);
    ty.clone().into_iter().all(|token| match token {
        TokenTree::Ident(name) if name == "Self" => {
            own.is_some_and(|own| borrows_nothing(&own.to_token_stream(), generics, None))
        }
        TokenTree::Ident(name) => !is_open(&name),
        TokenTree::Punct(punct) => punct.as_char() != '\'',
        TokenTree::Group(group) => borrows_nothing(&group.stream(), generics, own),
        TokenTree::Literal(_) => true,
    })
}
