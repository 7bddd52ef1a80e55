//! Arrays in the fields of structs: each has a name, which stands for it as for an array of the net's, or of the host's if it holds
//! what has no tangent.

use std::collections::BTreeSet;

use hypernet::ids::IdMap;
use hypernet::{ArrayOp, Cloned, Field, Operation, Type, Whole};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

use super::arrays::bound;
use super::structs::tokens;
use super::value::Val;
use super::{Lowered, Lowering};
use crate::diagnostic::refusal;
use crate::holes::hole;
use crate::infer::{FOLLOWING, Types};
use crate::input::constants::is_constant;
use crate::input::crate_path::crate_path;
use crate::input::definitions::Definitions;
use crate::input::opened::{EACH, GivenArrays, Opened, Openings};
use crate::input::written::located;
use crate::program::{FieldClaim, KeptField, Shape, TakenFor};
use crate::source::types::{element_of, referent, scalar_type};
use crate::syntax::{ExprId, Function, Head, Kind, Param, Pattern, Statement, Target, Ty, VarId};
use crate::texts::TextSet;

/// The arrays in structs that hold what has no tangent, by their numbers.
pub(super) fn without_tangent(function: &Function<'_>, types: &Types) -> BTreeSet<usize> {
    fn is_host(ty: &Ty) -> bool {
        match ty {
            Ty::Array(element) => is_host(element),
            Ty::Tuple(parts) => !parts.is_empty() && parts.iter().all(is_host),
            Ty::Discrete(_) => true,
            Ty::Real(_) | Ty::Opaque(_) | Ty::Fn(_) | Ty::Var(_) => false,
        }
    }
    function.opened.iter().filter(|(var, _)| is_host(&types.var(**var))).map(|(_, (number, _))| *number).collect()
}

/// The arrays in structs that have names, with the variables that are the structs, in the order of their declarations.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "nothing else has statements, and nothing else is a part of a struct"
)]
pub(super) fn opened(function: &Function<'_>) -> Vec<(VarId, VarId)> {
    let lets = function.exprs.iter().flat_map(|expr| match &expr.kind {
        Kind::Block(statements, _) => statements.as_slice(),
        _ => &[],
    });
    let found = lets.filter_map(|statement| {
        let Statement::Let(pattern, Some(init), _) = statement else { return None };
        let var = bound(pattern).filter(|var| function.opened.contains_key(var))?;
        let mut place = *init;
        loop {
            place = match function.expr(place).kind {
                Kind::View(_, inside) | Kind::Member(inside, _) | Kind::Field(inside, ..) => inside,
                Kind::Var(of) => return Some((of, var)),
                _ => return None,
            };
        }
    });
    found.collect()
}

/// The fields of structs that are given arrays as a whole, with how many dimensions these have, and where. They are those that are not known yet.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else gives a field something")]
pub(super) fn given_arrays(function: &Function<'_>, types: &Types, openings: &Openings) -> GivenArrays {
    let assigned = function.exprs.iter().filter_map(|expr| match &expr.kind {
        Kind::Assign(Target::Var(var, way, _), value) if !way.is_empty() => Some((expr.span, *var, way, *value)),
        _ => None,
    });
    let found = assigned.filter_map(|(span, var, way, value)| {
        let (mut depth, mut ty) = (0, types.expr(value));
        while let Ty::Array(element) = ty {
            (depth, ty) = (depth + 1, types.resolve(&element));
        }
        let place = (function.var(var).name.to_string(), way.clone());
        let is_struct = matches!(types.var(var), Ty::Opaque(_)) && function.depending.contains(&var);
        (depth > 0 && is_struct && !openings.known.given.contains_key(&place)).then_some((place, (depth, span)))
    });
    found.collect()
}

/// Claims that a field is a number, where a method of numbers is called on it, or it meets a number in an operator, and nothing else
/// says what it is.
pub(super) fn numbers(function: &Function<'_>, types: &Types, is_left: &dyn Fn(ExprId) -> bool) -> Vec<FieldClaim> {
    if types.receivers.is_empty() && types.operands.is_empty() {
        return Vec::new();
    }
    let (values, mut known) = (values(function), TextSet::default());
    let mut claim = |at: ExprId, field: ExprId, is: TokenStream, follows: usize| {
        let Ty::Real(scalar) = types.expr(field) else { return None };
        let ((param, way), scalar) = (way_from_param(function, &values, field)?, scalar_type(&scalar)?);
        let backprop = crate_path();
        let is = located(quote!(#backprop::__private::claims::#is::<#scalar, _>), function.expr(at).span);
        let (of, way) = (param.written.to_token_stream(), way.into_iter().collect::<TokenStream>());
        let is_new = !is_left(at) && known.insert(quote!(#of #way).to_string());
        is_new.then(|| FieldClaim::new(of, way, is, follows))
    };
    let methods = types.receivers.iter().filter_map(|&(method, of)| claim(method, of, quote!(is_number), 0));
    let mut claims: Vec<FieldClaim> = methods.collect();
    for wanted in 0..=FOLLOWING {
        let operands = types.operands.iter().filter(|(_, follows)| *follows == wanted);
        claims.extend(operands.filter_map(|&(operand, follows)| claim(operand, operand, quote!(is_operand), follows)));
    }
    claims
}

/// Claims that fields of elements are not constant, by the names of the fields, as far as the elements are those of arrays in parameters.
pub(super) fn of_array_elements(
    function: &Function<'_>,
    (structs, own): (&Definitions, Option<&syn::Path>),
    is_left: &dyn Fn(ExprId) -> bool,
) -> Vec<(String, FieldClaim)> {
    let (values, mut known) = (values(function), TextSet::default());
    let claims = (0u32..).zip(&function.exprs).filter_map(|(at, expr)| {
        let Kind::Member(inside, name) = &expr.kind else { return None };
        let (param, way) = way_from_param(function, &values, *inside)?;
        let is_of_element = way.last().is_some_and(|last| last.to_string().starts_with('['));
        let ways: Vec<String> = way.iter().map(ToString::to_string).collect();
        let (of, way) = (param.written.to_token_stream(), way.into_iter().collect::<TokenStream>());
        let is_new = known.insert(quote!(#of #way.#name).to_string());
        let is_unknown = is_of_element && !is_kept((structs, own), &param.written, &ways, &name.to_string());
        if !is_unknown || !is_new || is_left(ExprId(at)) || of.to_string().contains('\'') {
            return None;
        }
        let mut member = (*name).clone();
        member.set_span(Span::mixed_site().located_at(name.span()));
        let method = is_constant(&syn::Member::Named(member));
        Some((name.to_string(), FieldClaim::kept(of, vec![KeptField { way, method }])))
    });
    claims.collect()
}

/// Whether the file shows that a field is not constant, of the struct to which this way leads from something of this type.
fn is_kept((structs, own): (&Definitions, Option<&syn::Path>), ty: &syn::Type, way: &[String], field: &str) -> bool {
    let definition = |ty: &syn::Type| {
        let syn::Type::Path(path) = referent(ty) else { return None };
        let path = if path.path.is_ident("Self") { own? } else { &path.path };
        structs.get(&path.get_ident()?.to_string())
    };
    let of = way.iter().try_fold(referent(ty).clone(), |ty, step| match step.strip_prefix('.') {
        Some(field) => {
            let definition = definition(&ty)?;
            let found = definition.fields.iter().find(|(name, _)| name == field.trim());
            found.map(|(_, ty)| referent(ty).clone())
        }
        None => element_of(&ty).map(|ty| referent(ty).clone()),
    });
    let definition = of.as_ref().and_then(definition);
    definition.is_some_and(|of| {
        of.fields.iter().any(|(name, _)| name == field) && !of.constant.iter().any(|name| name == field)
    })
}

/// What calls give that is taken for something: the methods of numbers that are called on something else than a part of a parameter, and the
/// variables that calls change, of which nothing else says what they are.
pub(super) fn given(function: &Function<'_>, types: &Types, is_left: &dyn Fn(ExprId) -> bool) -> Vec<(Span, TakenFor)> {
    if types.receivers.is_empty() && types.changed.is_empty() {
        return Vec::new();
    }
    let values = values(function);
    let numbers = types.receivers.iter().filter_map(|&(method, of)| {
        let Ty::Real(scalar) = types.expr(of) else { return None };
        let is_given = !is_left(method) && way_from_param(function, &values, of).is_none();
        Some((function.expr(method).span, TakenFor::Number(scalar_type(&scalar)?))).filter(|_| is_given)
    });
    let arrays = types.changed.iter().filter(|&&at| !is_left(at)).map(|&at| (function.expr(at).span, TakenFor::Array));
    numbers.chain(arrays).collect()
}

/// The parameter that this is a field of a field … of, or of an element of it, with the steps to that.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a part of a struct")]
fn way_from_param<'f>(
    function: &'f Function<'_>,
    values: &IdMap<VarId, ExprId>,
    of: ExprId,
) -> Option<(&'f Param, Vec<TokenStream>)> {
    let (mut way, mut at) = (Vec::new(), of);
    loop {
        at = match &function.expr(at).kind {
            Kind::View(_, inside) => *inside,
            Kind::Member(inside, name) => {
                way.push(quote!(.#name));
                *inside
            }
            Kind::Field(inside, index, _) => {
                let index = syn::Index::from(*index);
                way.push(quote!(.#index));
                *inside
            }
            Kind::Index(array, _) => {
                way.push(quote!([0]));
                *array
            }
            Kind::Var(var) => match function.params.iter().find(|param| bound(&param.pattern) == Some(*var)) {
                Some(param) => {
                    way.reverse();
                    return (!way.is_empty()).then_some((param, way));
                }
                None => *values.get(var)?,
            },
            _ => return None,
        };
    }
}

/// What the variables are declared with: of that type they are.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else has statements")]
fn values(function: &Function<'_>) -> IdMap<VarId, ExprId> {
    let blocks = function.exprs.iter().filter_map(|expr| match &expr.kind {
        Kind::Block(statements, _) => Some(statements),
        _ => None,
    });
    let lets = blocks.flatten().filter_map(|statement| match statement {
        Statement::Let(pattern, value, _) => Some((bound(pattern)?, (*value)?)),
        Statement::Expr(_) => None,
    });
    let mut values = IdMap::new();
    for (var, value) in lets {
        values.insert(var, value);
    }
    values
}

/// The arrays in structs that hold structs with reals, by the names that [`Known`](crate::input::opened::Known) has for them, as far as
/// fields of these have names by now.
pub(super) fn arrays_of_structs(function: &Function<'_>, types: &Types, openings: &Openings) -> Vec<String> {
    fn is_real(ty: &Ty) -> bool {
        match ty {
            Ty::Array(element) => is_real(element),
            Ty::Real(_) => true,
            Ty::Discrete(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Fn(_) | Ty::Var(_) => false,
        }
    }
    let reals = function.opened.iter().filter(|(var, _)| is_real(&types.var(**var)));
    let arrays = reals.filter_map(|(_, (number, _))| openings.arrays.get(*number));
    let found = arrays.filter(|opened| !openings.of_structs.contains(&opened.of)).filter_map(Opened::structs);
    found.filter(|name| !openings.known.of_structs.contains(name)).collect()
}

/// The arrays in structs that are shown to hold what is like this, by these names.
pub(super) fn of_elements(
    function: &Function<'_>,
    types: &Types,
    openings: &Openings,
    is_like: fn(&Ty) -> bool,
) -> Vec<String> {
    let holds = |ty: &Ty| matches!(ty, Ty::Array(element) if is_like(element));
    let is_shown = |var: &VarId| !types.left_to_rustc.contains(var) && holds(&types.var(*var));
    let opened = function.opened.iter().filter(|(var, _)| is_shown(var));
    opened.filter_map(|(_, (number, _))| openings.arrays.get(*number)).filter_map(Opened::name).collect()
}

/// Whether a variable is a parameter.
pub(super) fn is_param(function: &Function<'_>, var: VarId) -> bool {
    function.params.iter().any(|param| bound(&param.pattern) == Some(var))
}

/// The local structs with arrays that have names, of which nothing depends on a differentiated parameter.
pub(super) fn plain_structs(function: &Function<'_>, openings: &Openings) -> Vec<String> {
    let mut found = opened(function);
    found.retain(|(of, _)| !is_param(function, *of) && !function.depending.contains(of));
    let numbers = found.iter().filter_map(|(_, var)| function.opened.get(var)).map(|(number, _)| *number);
    numbers.filter_map(|number| openings.arrays.get(number)).map(|opened| opened.of.clone()).collect()
}

impl Lowering<'_, '_> {
    /// A `let` that gives a name to an array in a struct; whether it is one that depends on a differentiated parameter.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other expression is the struct itself")]
    pub(super) fn opened_let(&mut self, pattern: &Pattern, init: ExprId) -> Lowered<bool> {
        let function = self.function;
        let Some((var, (_, way))) = bound(pattern).and_then(|var| Some((var, function.opened.get(&var)?))) else {
            return Ok(false);
        };
        let mut root = init;
        loop {
            root = match &function.expr(root).kind {
                Kind::Member(base, _) | Kind::Field(base, ..) => *base,
                Kind::View(_, inside) => *inside,
                _ => break,
            };
        }
        // The `let` is not the user's; the name is where an element is named.
        let span = function.var(var).name.span();
        let of = match self.way_to(root) {
            Some((local, _)) if self.is_local_struct(local) => self.struct_of_net(local, span)?,
            Some(_) | None => self.parted_from(root)?,
        };
        let Val::Wire(wire, active) = of else { return Err(refusal::INDEX.on(span)) };
        let name = function.var(var).name.to_string();
        if !matches!(self.types.var(var), Ty::Array(_)) {
            // It holds what has no tangent: the host reads it.
            let shape = Shape::Leaf(Type::Discrete("& [_]".into()));
            let array = self.host_array(var, way);
            // What stands behind `&mut` goes on.
            let is_changed = self.is_in_out(root);
            if let Some((changed, _)) = self.way_to(root)
                && self.to_take.contains(&(changed, var))
            {
                self.take_out_for_host((changed, var), way, of, span)?;
                return Ok(true);
            }
            // A field of all elements is copied already.
            let is_own = way.iter().any(|step| step == EACH);
            let array = if is_changed && !is_own { quote!(::core::clone::Clone::clone(#array)) } else { array };
            // It is copied before other arrays are taken out of the struct.
            let named = self.foreign(&name, array, &[of], &shape, is_changed, span)?;
            if let Val::Wire(wire, _) = named {
                self.builder.name(wire, &name);
                if !is_changed {
                    self.values.references.insert(wire);
                }
            }
            self.env.insert(var, named);
            return Ok(true);
        }
        if let (true, Some((changed, _))) = (self.is_in_out(root), self.way_to(root))
            && matches!(self.builder.ty(wire), Type::Opaque(_))
        {
            if self.is_array_of_reals(&self.types.var(var)).is_none() {
                return Err(refusal::INDEX.on(span));
            }
            self.take_out_of((changed, var), way.clone(), span)?;
            return Ok(true);
        }
        let (Type::Opaque(_), Ty::Opaque(Some(of)), true) = (self.builder.ty(wire), self.types.expr(root), active)
        else {
            return Ok(false);
        };
        let Some(array) = self.is_array_of_reals(&self.types.var(var)) else { return Err(refusal::INDEX.on(span)) };
        let field: Field = way.iter().map(String::as_str).collect();
        self.code.places.entry(field.clone()).or_insert(span);
        let record = self.record_named(&of, vec![(field, array)], span);
        let array = self.op1(Operation::Project(record), &[wire], span)?;
        self.builder.name(array, &name);
        self.borrowed.insert(var);
        self.env.insert(var, Val::Wire(array, true));
        // What a backpropagator keeps of it must not borrow the struct: calls look at one copy, or each at one of its part.
        if self.is_lent_on(var) && self.may_run_again() {
            let clone = ArrayOp::Whole(Whole::Clone(Cloned::Same));
            let copy = self.on_array(var, clone, &[array], span)?[0];
            self.drop_array_of(var, span)?;
            self.copied.insert(var);
            self.env.insert(var, Val::Wire(copy, true));
        }
        Ok(true)
    }

    /// A reference to an array in a struct that holds what has no tangent; with a claim, if nothing else says that it has none.
    pub(super) fn host_array(&self, var: VarId, way: &[String]) -> TokenStream {
        let backprop = crate_path();
        let array = array_at(way, &hole(0).to_token_stream(), &backprop);
        if !self.function.integers.contains(&var) {
            return array;
        }
        located(quote!(#backprop::__private::claims::integers(#array)), self.function.var(var).name.span())
    }

    /// Whether some code of the function may run more than once.
    fn may_run_again(&self) -> bool {
        self.function.exprs.iter().any(|expr| {
            let repeats = matches!(&expr.kind, Kind::Loop(repeated) if !matches!(repeated.head, Head::Once));
            repeats || matches!(expr.kind, Kind::Closure(_))
        })
    }

    /// Whether a call takes a reference to this array, or to an array in it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else takes arguments")]
    fn is_lent_on(&self, var: VarId) -> bool {
        let is_lent = |&arg: &ExprId| self.place_in(arg) == Some(var) && matches!(self.types.expr(arg), Ty::Array(_));
        self.function.exprs.iter().any(|expr| match &expr.kind {
            Kind::CallPath(call) => call.args.iter().any(is_lent),
            Kind::MethodCall(call) => call.args[1..].iter().any(is_lent),
            Kind::Call(_, args) => args.iter().any(is_lent),
            _ => false,
        })
    }

    /// Whether what a backpropagator keeps of an array borrows a struct of the caller's, so that calls look at copies.
    pub(super) fn is_lent_as_copy(&self, var: VarId) -> bool {
        let is_taken = || self.to_take.iter().any(|(_, taken)| *taken == var);
        self.function.opened.contains_key(&var) && !self.copied.contains(&var) && !is_taken()
    }
}

/// A reference to the array at the end of this way from a struct, or an array of what is there in each element.
pub(crate) fn array_at(way: &[String], of: &TokenStream, backprop: &TokenStream) -> TokenStream {
    let fields = |of: TokenStream, way: &[String]| {
        way.iter().fold(of, |of, field| {
            let field = tokens(field);
            quote!(#of.#field)
        })
    };
    let Some(each) = way.iter().position(|step| step == EACH) else {
        let array = fields(of.clone(), way);
        return quote!(&#array);
    };
    let array = fields(of.clone(), &way[..each]);
    let element = Ident::new("element", Span::mixed_site());
    let field = fields(element.to_token_stream(), &way[each + 1..]);
    quote!(#backprop::__private::column(&#array, |#element| &#field))
}
