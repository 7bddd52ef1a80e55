//! The integers of which rustc alone knows the type.
//!
//! A literal says that a parameter of a closure, or what it gives, is an integer, and the function that the closure is
//! given to, which the macro does not see, says which. So the type is left open in the emitted code, and the literals of it
//! have no suffix. What is reckoned in such a type has to begin with a parameter: then rustc finds the type that it finds in
//! the function itself. Of literals alone it might find another one, with other bounds.

use std::collections::{HashMap, HashSet};

use super::Types;
use crate::syntax::{Arithmetic, ExprId, Function, Kind, Pattern, Statement, Target, Ty, Unknown, VarId};

/// The type variables that stand for such types.
pub(super) fn open(function: &Function<'_>, types: &Types) -> HashSet<u32> {
    let (mut open, mut decided) = (HashSet::new(), HashSet::new());
    let begun = begun(function);
    let own = |id: ExprId| types.head(&types.exprs[id.index()]);
    let given = |args: &[ExprId], open: &mut HashSet<u32>| {
        for &arg in args {
            of_functions(types, &own(arg), false, open);
        }
    };
    for (index, expr) in function.exprs.iter().enumerate() {
        match &expr.kind {
            Kind::CallPath(call) => given(&call.args, &mut open),
            Kind::MethodCall(call) => given(&call.args, &mut open),
            // Called here, it is written out, and its parameters are what it is called with.
            Kind::Call(callee, _) => of_functions(types, &own(*callee), false, &mut decided),
            Kind::Binary(..) | Kind::Neg(_) | Kind::Not(_) if !begun[index] => {
                of_functions(types, &types.exprs[index], true, &mut decided);
            }
            Kind::AssignOp(_, _, place, _) => of_functions(types, &own(*place), true, &mut decided),
            _ => {}
        }
    }
    &open - &decided
}

/// Notes the integers of unknown type among what the functions in this type take and give; those beside them too, if
/// `inside`.
fn of_functions(types: &Types, ty: &Ty, inside: bool, found: &mut HashSet<u32>) {
    match types.head(ty) {
        Ty::Var(var) if inside && types.unknowns[var as usize] == Unknown::Int => {
            found.insert(var);
        }
        Ty::Tuple(parts) => parts.iter().for_each(|part| of_functions(types, part, inside, found)),
        Ty::Fn(function) => {
            function.params.iter().for_each(|param| of_functions(types, param, true, found));
            of_functions(types, &function.result, true, found);
        }
        _ => {}
    }
}

/// Of each expression, whether it is a parameter of a closure or is reckoned from one.
fn begun(function: &Function<'_>) -> Vec<bool> {
    let mut params = HashSet::new();
    for (pattern, _) in function.closures.iter().flat_map(|closure| &closure.params) {
        bound(pattern, &mut params);
    }
    let (mut given, mut assigned): (HashMap<VarId, ExprId>, _) = (HashMap::new(), HashSet::new());
    for expr in &function.exprs {
        match &expr.kind {
            Kind::Block(statements, _) => given.extend(statements.iter().filter_map(|statement| match statement {
                Statement::Let(Pattern::Bind(var, _), Some(value)) => Some((*var, *value)),
                _ => None,
            })),
            Kind::Assign(target, _) | Kind::AssignOp(_, target, ..) => changed(target, &mut assigned),
            _ => {}
        }
    }
    // The parts of an expression are before it, and so is what its variables are given.
    let mut begun = Vec::with_capacity(function.exprs.len());
    for expr in &function.exprs {
        let of = |id: &ExprId| begun.get(id.index()).copied().unwrap_or(false);
        begun.push(match &expr.kind {
            Kind::Var(var) if assigned.contains(var) => false,
            Kind::Var(var) => params.contains(var) || given.get(var).is_some_and(of),
            Kind::Neg(inside) | Kind::Not(inside) => of(inside),
            Kind::Binary(Arithmetic::Shl | Arithmetic::Shr, left, _) => of(left),
            Kind::Binary(_, left, right) => of(left) || of(right),
            _ => false,
        });
    }
    begun
}

fn bound(pattern: &Pattern, found: &mut HashSet<VarId>) {
    match pattern {
        Pattern::Bind(var, inside) => {
            found.insert(*var);
            if let Some(inside) = inside {
                bound(inside, found);
            }
        }
        Pattern::Typed(inside, ..) => bound(inside, found),
        Pattern::Tuple(parts) | Pattern::Or(parts) => parts.iter().for_each(|part| bound(part, found)),
        _ => {}
    }
}

fn changed(target: &Target, found: &mut HashSet<VarId>) {
    match target {
        Target::Wild => {}
        Target::Var(var, _) => {
            found.insert(*var);
        }
        Target::Tuple(parts) => parts.iter().for_each(|part| changed(part, found)),
    }
}
