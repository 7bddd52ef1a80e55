//! Calls of methods that are not of the vocabulary, and operators on values whose type only the host language knows.
//!
//! A method may be the function at hand, or lead back to it: then the function calls itself.

use hypernet::{Primitive, Type};
use proc_macro2::{Ident, Span};

use super::host_methods::callee_of;
use super::supplied::ArrayArgument;
use super::value::{Func, Val};
use super::{Lowered, Lowering};
use crate::diagnostic::{Diagnostic, refusal};
use crate::program::Callee;
use crate::syntax::{Arithmetic, ExprId, Kind, MethodCall, Ty};

impl Lowering<'_, '_> {
    /// The first method of an iterator over elements or over a range, if this is a method of one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else begins an iterator")]
    fn adaptor<'c>(&'c self, call: &'c MethodCall<'_>) -> Option<&'c MethodCall<'c>> {
        let (mut first, mut receiver) = (call, *call.args.first()?);
        loop {
            match &self.function.expr(receiver).kind {
                Kind::MethodCall(inner)
                    if inner.args.len() == 1 && ["iter", "iter_mut"].contains(&&*inner.name.to_string()) =>
                {
                    return Some(first);
                }
                Kind::MethodCall(inner) => (first, receiver) = (&**inner, *inner.args.first()?),
                _ => {
                    let node = self.function.source(receiver)?.node;
                    return matches!(node, crate::syntax::Node::Expr(syn::Expr::Range(_))).then_some(first);
                }
            }
        }
    }

    /// A call of a method that is not of the vocabulary.
    pub(super) fn method_call(&mut self, id: ExprId, call: &MethodCall<'_>, span: Span) -> Lowered<Val> {
        if let Some(second) = self.second(id)? {
            return Ok(Val::Wire(second, true));
        }
        if let Some(done) = self.array_method(id, call)? {
            return Ok(done);
        }
        let wholes = self.wholes(&call.args);
        let may_be_plain = self.may_be_plain(id, call);
        if may_be_plain {
            self.close_all(&wholes)?;
        }
        let plain = self.left_plain(id, call.name.span())?;
        if may_be_plain {
            self.open_all(&wholes, id)?;
        }
        if let Some(plain) = plain {
            return Ok(plain);
        }
        if self.gives_bits_of_numbers(call) {
            return Err(refusal::BITS.on(span));
        }
        if let Some(adaptor) = self.adaptor(call) {
            let refused = refusal::ITERATOR.on(adaptor.name.span());
            // They need an order of all elements, which real numbers have not.
            let is_of_rustc = adaptor.args.len() == 1 && (adaptor.name == "max" || adaptor.name == "min");
            return Err(if is_of_rustc { refused.left_to_rustc() } else { refused });
        }
        let mut changed = self.in_outs_of_method(call);
        // What a statement may change is given back, or refused.
        let is_changed = changed.iter().any(|(at, _)| *at == 0);
        if call.changes && !is_changed && self.array_root(call.args[0]) {
            return Err(refusal::MUT_REF.on(span));
        }
        let values = self.values_of_arguments(&call.args, &mut changed, &wholes, span, &mut |lowering, at| {
            let arg = call.args[at];
            if at == 0 {
                return lowering.looked_at(arg);
            }
            match lowering.new_array_of(arg).or_else(|| lowering.referred_value(arg)) {
                Some(inside) => lowering.value_of_argument(inside),
                None => lowering.value_by_name(arg),
            }
        })?;
        if changed.is_empty() && wholes.is_empty() && self.is_call_of_host(call, &values) {
            return self.call_of_host(id, call, &values, span);
        }
        if changed.is_empty() && wholes.is_empty() && self.is_call_of_integers(call, &values) {
            return self.call_of_host(id, call, &values, span);
        }
        for (value, &arg) in values.iter().zip(&call.args) {
            self.may_cross(value, self.function.expr(arg).span)?;
        }
        if let ([value @ Val::Wire(wire, _)], ty @ Ty::Real(_)) = (values.as_slice(), self.types.expr(id))
            && *call.name == "into"
            && matches!(self.builder.ty(*wire), Type::Real(_))
        {
            return self.cast(value, &ty, span);
        }
        let opaque = match &values[0] {
            // What does not depend on a differentiated parameter is discrete, whatever it is.
            Val::Wire(wire, _) => match self.builder.ty(*wire) {
                // A number has the methods of the user's own traits.
                Type::Opaque(_) | Type::Real(_) => true,
                Type::Discrete(name) => !crate::syntax::is_discrete(name),
                Type::Tuple(_)
                | Type::Function(_)
                | Type::Cotangent(_)
                | Type::Option(_)
                | Type::Tape(_)
                | Type::Array(_)
                | Type::Look(_)
                | Type::Undone(_)
                | Type::World => false,
            },
            Val::Tuple(_) | Val::Function(_) => false,
        };
        if !opaque {
            return Err(refusal::METHOD.on(span));
        }
        let is_number = matches!(&values[0], Val::Wire(wire, _) if matches!(self.builder.ty(*wire), Type::Real(_)));
        if is_number && Primitive::by_name(&call.name.to_string()).is_some() {
            // With another number of arguments: rustc says so.
            return Err(refusal::METHOD.on(span).left_to_rustc());
        }
        self.recursive |= self.calls_itself(call.name, call.args[0]);
        let result = self.types.expr(id);
        let arrays = self.asked_of_method(id, call, self.array_arguments(&call.args, &values), &changed);
        let may_be_number =
            wholes.is_empty() && changed.is_empty() && arrays.iter().all(|array| matches!(array, ArrayArgument::None));
        let callee = callee_of(call, may_be_number);
        let result = self.with_changed(&result, &changed);
        let given = self.call_with_arrays(callee, &values, &arrays, &result, span)?;
        let given = self.take_changed(given, &changed, span)?;
        self.open_all(&wholes, id)?;
        Ok(given)
    }

    /// A method of the vocabulary on a type of the user's.
    pub(super) fn own_method(
        &mut self,
        id: ExprId,
        name: &Ident,
        receiver: ExprId,
        values: &[Val],
        span: Span,
    ) -> Lowered<Val> {
        self.recursive |= self.calls_itself(name, receiver);
        let result = self.types.expr(id);
        self.call_function(Callee::BuiltInOrOwn(name.clone()), values, &result, span)
    }

    /// An operator on values of which one is of a type that the macro does not know.
    pub(super) fn operator(
        &mut self,
        op: Arithmetic,
        assign: bool,
        values: &[Val],
        result: &Ty,
        span: Span,
    ) -> Lowered<Val> {
        let name = match (op, assign) {
            (Arithmetic::Add, false) => "add",
            (Arithmetic::Sub, false) => "sub",
            (Arithmetic::Mul, false) => "mul",
            (Arithmetic::Div, false) => "div",
            (Arithmetic::Add, true) => "add_assign",
            (Arithmetic::Sub, true) => "sub_assign",
            (Arithmetic::Mul, true) => "mul_assign",
            (Arithmetic::Div, true) => "div_assign",
            _ => {
                return Err(Diagnostic::new(
                    span,
                    format!("`{}` on values of this type is not differentiable", op.symbol()),
                    "use real numbers or integers",
                ));
            }
        };
        for value in values {
            Self::no_path(value, span)?;
        }
        let reference = |at: usize| values.get(at).is_some_and(|value| self.is_reference(value));
        let name = match (reference(0), reference(1)) {
            (false, false) => name.to_owned(),
            (false, true) => format!("{name}_ref"),
            (true, false) => format!("ref_{name}"),
            (true, true) => format!("{name}_refs"),
        };
        self.call_function(Callee::Operator(name, span), values, result, span)
    }

    /// An error for a path that is taken for a function, where a function cannot stand: it is a name that stands for nothing.
    fn no_path(value: &Val, span: Span) -> Lowered<()> {
        match value {
            Val::Function(function) if matches!(&**function, Func::Path(_)) => Self::wire(value, span).map(|_| ()),
            Val::Wire(..) | Val::Tuple(_) | Val::Function(_) => Ok(()),
        }
    }

    /// Whether a method of this name may be the function at hand. On a part of the struct itself, it is that of another type.
    fn calls_itself(&self, name: &Ident, receiver: ExprId) -> bool {
        *name == self.name && self.is_method() && !self.is_part_of_self(receiver)
            || self.circle.contains(&name.to_string()) && self.is_self(receiver)
    }

    /// Whether this may be the path of a function that calls the one at hand in the end. A function of another type may have its name; then
    /// a box is made without need.
    pub(super) fn is_in_circle(&self, path: &syn::ExprPath) -> bool {
        let segments = &path.path.segments;
        segments.len() > 1 && segments.last().is_some_and(|last| self.circle.contains(&last.ident.to_string()))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression is `self`")]
    fn is_self(&self, mut receiver: ExprId) -> bool {
        loop {
            match &self.function.expr(receiver).kind {
                Kind::View(_, inside) => receiver = *inside,
                Kind::Var(var) => return self.function.var(*var).name == "self",
                _ => return false,
            }
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression is a part")]
    fn is_part_of_self(&self, mut part: ExprId) -> bool {
        let mut is_part = false;
        loop {
            match &self.function.expr(part).kind {
                Kind::Member(inside, _) | Kind::Field(inside, ..) => {
                    is_part = true;
                    part = *inside;
                }
                Kind::View(_, inside) => part = *inside,
                Kind::Var(var) => return is_part && self.function.var(*var).name == "self",
                _ => return false,
            }
        }
    }

    /// Whether the function has a receiver.
    fn is_method(&self) -> bool {
        self.function.params.first().is_some_and(|param| param.name == "self")
    }
}
