//! Arrays, and what the host changes, of which a `move` closure has a copy of its own.
//!
//! A closure reads these where they are, at each call. That is right as long as they do not change, or the closure is not called any more:
//! otherwise the closure is refused.

use super::Lowering;
use super::closure::contains_function;
use crate::source::methods::ArrayMethod;
use crate::syntax::{ClosureId, Expr, ExprId, Kind, Pattern, Statement, VarId};

impl Lowering<'_, '_> {
    /// Whether a closure that takes what it captures sees another value of this variable than its copy would have, or changes another one.
    pub(super) fn differs_from_copy(&self, id: ClosureId, var: VarId) -> bool {
        let function = self.function;
        let is_it = |expr: &Expr<'_>| matches!(expr.kind, Kind::Closure(closure) if closure == id);
        let Some(here) = function.exprs.iter().position(is_it) else { return true };
        let own = self.part_of(function.closure(id).body);
        let places = self.places_of(var);
        let named = |at: usize, vars: &[VarId]| {
            let is_one = |of: VarId| vars.contains(&of) || vars.contains(&function.views.storage(of));
            matches!(function.exprs[at].kind, Kind::Var(of) if is_one(of))
        };
        let all = 0..function.exprs.len();
        let writes: Vec<usize> =
            all.clone().filter(|&at| places.iter().any(|&place| self.changes(at, place))).collect();
        if writes.iter().any(|at| own.contains(at)) {
            // What it changes is its own.
            return all.clone().any(|at| !own.contains(&at) && self.may_follow(here, here, at) && named(at, &places));
        }
        let calls: Vec<usize> = match (self.named_closure(id), self.call_of_argument(here)) {
            (Some(closure), _) => all.filter(|&at| named(at, &[closure])).collect(),
            (None, Some(call)) => vec![call],
            // It may be called anywhere.
            (None, None) => return writes.iter().any(|&at| self.may_follow(here, here, at)),
        };
        let is_seen = |write: usize| calls.iter().any(|&call| self.may_follow(here, write, call));
        writes.into_iter().any(|write| self.may_follow(here, here, write) && is_seen(write))
    }

    /// The call that this is an argument of, if it gives no function: then nobody calls what it is given after it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a call")]
    fn call_of_argument(&self, argument: usize) -> Option<usize> {
        let is_it = |arg: &ExprId| arg.index() == argument;
        let takes_it = |expr: &Expr<'_>| match &expr.kind {
            Kind::Call(_, args) => args.iter().any(is_it),
            Kind::CallPath(call) => call.args.iter().any(is_it),
            Kind::MethodCall(call) => call.args.iter().any(is_it),
            _ => false,
        };
        let call = self.function.exprs.iter().position(takes_it)?;
        let given = self.types.expr(ExprId(u32::try_from(call).unwrap_or(u32::MAX)));
        (!contains_function(&given)).then_some(call)
    }

    /// A variable, with the struct that it has been taken out of, and with what has been taken out of it.
    pub(super) fn places_of(&self, var: VarId) -> Vec<VarId> {
        let around = self.taken.iter().filter(|taken| taken.var == var).map(|taken| taken.of);
        let inside = self.taken.iter().filter(|taken| taken.of == var).map(|taken| taken.var);
        std::iter::once(var).chain(around).chain(inside).collect()
    }

    /// The variable that a closure is declared as.
    fn named_closure(&self, id: ClosureId) -> Option<VarId> {
        let is_it = |value: ExprId| matches!(self.function.expr(value).kind, Kind::Closure(closure) if closure == id);
        self.function.exprs.iter().find_map(|expr| {
            let Kind::Block(statements, _) = &expr.kind else { return None };
            statements.iter().find_map(|statement| {
                let Statement::Let(Pattern::Bind(var, None), Some(value), _) = statement else { return None };
                is_it(*value).then_some(*var)
            })
        })
    }

    /// Whether an expression changes this variable, or a part of it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else changes a variable")]
    pub(super) fn changes(&self, at: usize, var: VarId) -> bool {
        match &self.function.exprs[at].kind {
            Kind::Assign(target, _) | Kind::AssignOp(_, target, ..) => self.assigns_to(target, var),
            Kind::MutRef(inside, _) => self.names(*inside, var),
            // What a method of the host's does is not known.
            Kind::MethodCall(call) => {
                let is_known = ArrayMethod::of(call).is_some_and(|method| !method.writes());
                let may_change = call.changes || !is_known && self.variables.places.contains(&var);
                (may_change || ArrayMethod::of(call).is_some_and(ArrayMethod::writes)) && self.names(call.args[0], var)
            }
            _ => false,
        }
    }

    /// Whether the second place may run after the first one, with the closure that stands here.
    fn may_follow(&self, here: usize, first: usize, second: usize) -> bool {
        // In a loop that does not make the closure again; of another closure, nobody knows when it is called.
        let repeats =
            |expr: &Expr<'_>, at: usize| matches!(expr.kind, Kind::Loop(_)) && !self.inside(at).contains(&here);
        let exprs = self.function.exprs.iter().enumerate();
        let mut loops = exprs.filter(|(at, expr)| repeats(expr, *at)).map(|(at, _)| self.inside(at));
        let mut bodies = self.function.closures.iter().map(|closure| self.part_of(closure.body));
        let between = |part: std::ops::Range<usize>| part.contains(&first) || part.contains(&second);
        second > first
            || loops.any(|part| part.contains(&first) && part.contains(&second))
            || bodies.any(|part| between(part.clone()) && !part.contains(&here))
    }

    fn inside(&self, at: usize) -> std::ops::Range<usize> {
        self.part_of(ExprId(u32::try_from(at).unwrap_or(u32::MAX)))
    }

    /// The expressions inside of one, with itself.
    pub(super) fn part_of(&self, id: ExprId) -> std::ops::Range<usize> {
        match self.function.source(id) {
            Some(source) => source.start.expr..id.index() + 1,
            None => 0..self.function.exprs.len(),
        }
    }
}
