//! The adjoints beside the adjoint of a function, for callers that have something else of the arrays that they lend; and how calls in the
//! function ask for those of others.

use hypernet::adjoint::adjoint;
use hypernet::checked::check;
use hypernet::keep::{keep, runs_often, takers};
use hypernet::simplify::{accumulate, give_away, reduce, simplify_keeping, simplify_sums};
use hypernet::{
    Captures, EdgeId, FunctionConstant, Hypernet, Label, Producer, Restores, Type, WireId, undo, undo_through,
};
use proc_macro2::Ident;
use syn::ItemFn;

use super::is_place;
use crate::input::attribute::Attribute;
use crate::lower::overwritten::written_after_looks;
use crate::program::{Callee, Code, Param, Passing, Program, Shape, may_own};

/// The nets of these adjoints, simplified.
#[derive(Default)]
pub struct Nets {
    /// Of the adjoint whose backpropagator puts back what the function has changed in arrays of its caller: if the function changes some,
    /// and all that it does to them can be undone.
    pub restoring: Option<Hypernet>,
    /// Of the one whose backpropagator takes no contents of arrays again.
    pub keeping: Keeping,
}

/// How an adjoint takes no contents of arrays again.
#[derive(Default)]
pub enum Keeping {
    /// The adjoint itself reads nothing again.
    ReadsNothing,
    /// This net keeps what it needs.
    Keeps(Hypernet),
    /// The arrays have to be copied.
    #[default]
    Copies,
}

/// An array of the caller's.
struct LentArray {
    /// The input on which it comes in, and the output on which it goes back.
    input: usize,
    output: usize,
    changed: bool,
}

/// The arrays of the caller's that a function takes. In the net they come out last.
fn lent_arrays(program: &Program) -> Vec<LentArray> {
    let (mut input, mut output) = (0, program.net.outputs().len() - program.arrays);
    let mut found = Vec::new();
    for param in &program.params {
        if is_lent(param) {
            found.push(LentArray { input, output, changed: param.changed });
            output += 1;
        }
        input += param.shape.leaves().len();
    }
    found
}

fn is_lent(param: &Param) -> bool {
    matches!(param.shape, Shape::Leaf(Type::Array(_))) && matches!(param.ty, syn::Type::Reference(_))
}

/// Whether a function takes arrays of its caller's.
pub(super) fn lends_arrays(program: &Program) -> bool {
    program.params.iter().any(is_lent)
}

/// Whether a function may have adjoints beside it that are nets of their own.
pub(super) fn stands_alone(program: &Program, attribute: &Attribute) -> bool {
    let takes_function = program.params.iter().any(|param| param.function.is_some() || param.captured.is_some());
    !attribute.in_place && attribute.of_trait.is_none() && !program.recursive && !takes_function
}

/// The name of a function that may have adjoints beside its adjoint.
fn name_of<'c>(code: &'c Code, function: &FunctionConstant) -> Option<&'c Ident> {
    match code.functions.get(function.id as usize)? {
        Callee::Path(path) | Callee::Associated(path) => path.path.segments.last().map(|last| &last.ident),
        Callee::Method(name, _) => Some(name),
        Callee::BuiltInOrOwn(_) | Callee::Field(..) | Callee::Part(..) | Callee::Second(..) | Callee::Operator(..) => {
            None
        }
    }
}

/// Whether an adjoint beside that of a function that is called may be asked for, as far as is known: it takes and gives no functions, and
/// it is not the function around, whose adjoint would contain its own type. Of one that is not marked, no other adjoint is asked for than the
/// one that all functions have: rustc says of each that it is not there.
fn may_be_asked(code: &Code, around: &ItemFn, function: &FunctionConstant) -> bool {
    let is_of_arrays =
        |passing: &Passing| passing.asked.iter().all(|at| passing.changed.contains(at)) && !passing.higher_order;
    name_of(code, function)
        .is_some_and(|name| *name != around.sig.ident && !code.structs.is_unmarked(&name.to_string()))
        && code.passing(function.id).is_some_and(is_of_arrays)
        && function.ty.results.iter().all(Type::is_first_order)
}

/// Whether a function that is called has an adjoint whose backpropagator puts back what the call has changed in arrays.
pub(super) fn restores<'a>(code: &'a Code, around: &'a ItemFn) -> impl Fn(&FunctionConstant) -> bool + use<'a> {
    move |function| !function.ty.keeps && may_be_asked(code, around, function)
}

/// Whether it has one that takes no contents of arrays again.
fn keeps(code: &Code, around: &ItemFn, function: &FunctionConstant) -> bool {
    // What it may take for an array or not is given as nothing, of which the type is written.
    let is_of_reals = |ty: &Type| !matches!(ty, Type::Look(element) if !matches!(**element, Type::Real(_)));
    let is_known = |passing: &Passing| {
        let is_typed = passing.whole.is_empty() || function.ty.params.iter().all(is_of_reals);
        passing.data.is_empty() && passing.captured.is_empty() && is_typed
    };
    may_be_asked(code, around, function) && code.passing(function.id).is_some_and(is_known)
}

/// The arrays of which only rustc knows whether a call changes them. The call would copy those that it only looks at, unless they are there
/// again in the reverse pass, or the call keeps what it needs.
fn asked_for(net: &Hypernet, code: &Code, restores: Restores<'_>) -> Vec<WireId> {
    let mut found = Vec::new();
    for id in net.edge_ids() {
        let Some(function) = net.function_of_host(id).filter(|function| restores(function)) else { continue };
        if code.passing(function.id).is_some_and(|passing| !passing.asked.is_empty()) {
            found.extend(net.changed(id).into_iter().map(|(taken, _)| net.edge(id).sources()[taken]));
        }
    }
    found
}

/// Lets the arrays of a function be undone that are overwritten after a look at them. Whether all of them can be.
pub(super) fn undone(net: &mut Hypernet, (code, results): (&Code, usize), function: &ItemFn) -> bool {
    let restores = restores(code, function);
    let overwritten = written_after_looks(net, results);
    let all = [&overwritten[..], &asked_for(net, code, &restores)].concat();
    undo(net, &all, &restores).is_empty() || undo(net, &overwritten, &restores).is_empty()
}

/// The adjoint whose backpropagator puts back what a function has changed in arrays of its caller; none if the function changes none, or
/// if something that it does to them cannot be undone.
pub(super) fn restoring(program: &Program, function: &ItemFn) -> Option<Hypernet> {
    let changed = lent_arrays(program).into_iter().filter(|array| array.changed);
    let changed: Vec<_> = changed.map(|array| (array.input, array.output)).collect();
    if changed.is_empty() {
        return None;
    }
    let mut net = program.net.clone();
    let overwritten = written_after_looks(&net, program.result.leaves().len());
    if !undo_through(&mut net, &changed, &overwritten, &restores(&program.code, function)).is_empty() {
        return None;
    }
    check(&net, "undo");
    let mut restoring = adjoint(&net).ok()?;
    check(&restoring, "adjoint");
    reduce(&mut restoring);
    simplify_sums(&mut restoring, program.values());
    finish(&mut restoring);
    Some(restoring)
}

/// What comes last in each net.
fn finish(net: &mut Hypernet) {
    accumulate(net, &is_place);
    give_away(net);
}

/// Lets calls keep what they need of the arrays that a function of this net changes for its caller, where it calls each once: the caller has
/// the arrays afterwards, so to look at them again would take a copy of them, which may cost more than all that the function does.
pub(super) fn keep_where_changed(program: &mut Program, function: &ItemFn) {
    let lent = lent_arrays(program);
    let changed: Vec<WireId> =
        lent.iter().filter(|array| array.changed).map(|array| program.net.inputs()[array.input]).collect();
    let looking = calls_that_look(&program.net, &program.code, function, &changed);
    let Some(looking) = looking.filter(|calls| !calls.iter().any(|&id| runs_often(&program.net, id))) else { return };
    for call in looking {
        keep(&mut program.net, call);
    }
}

/// The calls that look at these arrays, or may do so; none if one of them cannot keep what it needs.
fn calls_that_look(net: &Hypernet, code: &Code, function: &ItemFn, arrays: &[WireId]) -> Option<Vec<EdgeId>> {
    let mut looking = takers(net, arrays)?;
    let looks = |&id: &EdgeId| {
        let asks = |called: &FunctionConstant| code.passing(called.id).is_some_and(|passing| !passing.asked.is_empty());
        !net.handed_on(id).is_empty() || net.function_of_host(id).is_some_and(asks)
    };
    looking.retain(looks);
    let all_keep =
        looking.iter().all(|&id| net.function_of_host(id).is_some_and(|called| keeps(code, function, called)));
    all_keep.then_some(looking)
}

impl Keeping {
    /// How that of a function does so, of which these are the net before arrays are undone, and the adjoint.
    pub(super) fn of(program: &Program, mut net: Hypernet, simplified: &Hypernet, function: &ItemFn) -> Self {
        let lent = lent_arrays(program);
        if !reads_again(simplified, program) {
            return Self::ReadsNothing;
        }
        if takes_data(program) {
            return Self::Copies;
        }
        let arrays: Vec<WireId> = lent.iter().map(|array| net.inputs()[array.input]).collect();
        let Some(looking) = calls_that_look(&net, &program.code, function, &arrays) else { return Self::Copies };
        for call in looking {
            keep(&mut net, call);
        }
        if !undone(&mut net, (&program.code, program.result.leaves().len()), function) {
            return Self::Copies;
        }
        check(&net, "undo");
        let Ok(mut keeping) = adjoint(&net) else { return Self::Copies };
        check(&keeping, "adjoint");
        simplify_keeping(&mut keeping, program.values());
        finish(&mut keeping);
        Self::Keeps(keeping)
    }
}

/// Whether a function takes arrays that `wrt` leaves out.
fn takes_data(program: &Program) -> bool {
    program.params.iter().any(|param| param.data)
}

/// Whether the backpropagator of this adjoint of a function, which comes after the values, may look at an array again: it captured one, or
/// a look at one, or a reference to one that `wrt` leaves out.
pub(super) fn reads_again(adjoint: &Hypernet, program: &Program) -> bool {
    let Some(&back) = adjoint.outputs().get(program.values()) else { return true };
    let Producer::Target(edge, _) = adjoint.wire(back).producer() else { return true };
    let edge = adjoint.edge(edge);
    let may_be_data = |ty: &Type| takes_data(program) && may_own(ty);
    let captured = adjoint.types(edge.sources());
    *edge.label() != Label::Abstraction || captured.iter().any(|ty| may_be_read(ty) || may_be_data(ty))
}

/// Whether elements of an array can be read of a value of this type.
fn may_be_read(ty: &Type) -> bool {
    match ty {
        Type::Array(_) | Type::Look(_) | Type::Undone(_) => true,
        // What another backpropagator takes again is captured beside it.
        Type::Function(function) => function.captures != Captures::Residual,
        Type::Tuple(parts) => parts.iter().any(may_be_read),
        Type::Option(inside) | Type::Tape(inside) => may_be_read(inside),
        Type::Real(_) | Type::Discrete(_) | Type::Opaque(_) | Type::Cotangent(_) | Type::World => false,
    }
}
