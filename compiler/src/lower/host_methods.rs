//! Methods of the host's values, called with numbers that the net computes; and methods of the user's own that have the name of one of
//! numbers.

use hypernet::{Primitive, Type};
use proc_macro2::Span;
use quote::quote;

use super::value::Val;
use super::{Lowered, Lowering};
use crate::holes::hole;
use crate::infer::Types;
use crate::program::Callee;
use crate::syntax::{ExprId, Function, Kind, MethodCall, Ty, is_integer, is_scalar};

/// Methods with the name of one of numbers, of what turns out to be no number that the macro knows, are methods like others: they take structs
/// and arrays.
pub(super) fn name_own(function: &mut Function<'_>, types: &Types) {
    for at in 0..function.exprs.len() {
        let Kind::Method(name, _, receiver, args) = &function.exprs[at].kind else { continue };
        if !matches!(types.expr(*receiver), Ty::Opaque(_)) {
            continue;
        }
        let args = std::iter::once(*receiver).chain(args.iter().copied()).collect();
        let result = types.exprs[at].clone();
        let call = MethodCall { name, generics: None, args, result, changes: false, asks: false, discarded: false };
        function.exprs[at].kind = Kind::MethodCall(Box::new(call));
    }
}

/// The method that a call names. A number by another name has those of numbers, which take no arrays; an array in a struct, of which nothing
/// else shows what it is, has a length.
pub(super) fn callee_of(call: &MethodCall<'_>, may_be_number: bool) -> Callee {
    let takes = |primitive: Primitive| primitive.signature(&"f64".into()).0.len();
    let name = call.name.to_string();
    let is_of_numbers = Primitive::by_name(&name).is_some_and(|of| takes(of) == call.args.len());
    let is_of_arrays = matches!(name.as_str(), "len" | "is_empty") && call.args.len() == 1;
    if may_be_number && call.generics.is_none() && (is_of_numbers || is_of_arrays) {
        Callee::BuiltInOrOwn(call.name.clone())
    } else {
        Callee::Method(call.name.clone(), call.generics.cloned())
    }
}

impl Lowering<'_, '_> {
    /// Whether a method is called on a variable of the host's with numbers that depend on nothing, though they may be computed in the net,
    /// or with new texts: `rng.below(x.len())`, `lines.push(format!("{x}"))`. The same of an array of the host's in an element.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a variable")]
    pub(super) fn is_call_of_host(&self, call: &MethodCall<'_>, values: &[Val]) -> bool {
        let is_host = |value: &Val| {
            let Val::Wire(wire, false) = value else { return false };
            matches!(self.builder.ty(*wire), Type::Discrete(_) | Type::Real(_))
        };
        let is_new = |&arg: &ExprId| match self.types.expr(arg) {
            Ty::Real(_) => true,
            Ty::Discrete(name) => is_scalar(&name) || matches!(self.function.expr(arg).kind, Kind::Macro(_)),
            Ty::Var(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_) => false,
        };
        let ([receiver, given @ ..], [_, args @ ..]) = (values, call.args.as_slice()) else { return false };
        let is_of_host = match self.function.expr(call.args[0]).kind {
            Kind::Var(var) => {
                is_host(receiver) && !self.is_number(call.args[0])
                    || self.variables.places.contains(&var) && !self.function.depending.contains(&var)
            }
            _ => is_host(receiver) && self.is_place_of_host(call.args[0]),
        };
        // Of what surely has no tangent, other methods have none either.
        let is_plain = || match self.types.expr(call.args[0]) {
            Ty::Var(var) => self.types.is_plain(var),
            Ty::Array(_) => true,
            Ty::Discrete(_) | Ty::Real(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Fn(_) => false,
        };
        // What a loop carries may depend on anything, as far as the net knows.
        let is_given = |(value, &arg): (&Val, &ExprId)| {
            is_host(value)
                || matches!(value, Val::Wire(wire, true) if matches!(self.builder.ty(*wire), Type::Real(_)))
                    && self.function.reads_nothing_depending(arg)
        };
        is_of_host
            && (!args.is_empty() || is_plain())
            && given.iter().zip(args).all(is_given)
            && args.iter().all(is_new)
    }

    /// Whether a method is called on an integer with integers: `(a.len() + k).next_power_of_two()`, `self.rows.abs_diff(n)`. What it gives has
    /// no derivative, wherever the integers come from.
    pub(super) fn is_call_of_integers(&self, call: &MethodCall<'_>, values: &[Val]) -> bool {
        matches!(self.types.expr(call.args[0]), Ty::Discrete(name) if is_integer(&name))
            && values.iter().all(|value| self.is_integer_value(value))
    }

    /// Whether this is an integer, a `bool` or another plain value, as the net knows.
    pub(super) fn is_integer_value(&self, value: &Val) -> bool {
        let Val::Wire(wire, _) = value else { return false };
        matches!(self.builder.ty(*wire), Type::Discrete(name) if is_scalar(name))
    }

    /// Such a call.
    pub(super) fn call_of_host(
        &mut self,
        id: ExprId,
        call: &MethodCall<'_>,
        values: &[Val],
        span: Span,
    ) -> Lowered<Val> {
        let (name, generics) = (call.name, call.generics);
        let receiver = hole(0);
        let holes = call.args.iter().enumerate().skip(1).map(|(at, &arg)| {
            let (hole, reference) = (hole(at), self.number_behind(arg).map(|_| quote!(&)));
            quote!(#reference #hole)
        });
        let holes: Vec<_> = holes.collect();
        let shape = self.shape(&self.types.expr(id));
        self.foreign(&name.to_string(), quote!(#receiver.#name #generics(#(#holes),*)), values, &shape, true, span)
    }
}
