//! Methods of arrays as a whole.

use super::Inference;
use crate::syntax::{ArrayMethod, ExprId, Kind, MethodCall, Pattern, Ty};

impl Inference<'_, '_> {
    /// Types a method of what may be an array; false if that is not known yet.
    pub(super) fn array_method(&mut self, id: ExprId, call: &MethodCall<'_>) -> bool {
        let maybe = self.function.maybe_element(call);
        let array = maybe.map_or(call.args[0], |maybe| maybe.array);
        let element = match self.types.head(&self.types.exprs[array.index()]) {
            Ty::Array(element) => (*element).clone(),
            Ty::Discrete(_) => {
                // Of data, a second array may come to be more than that.
                if let (Some(data), Some(ArrayMethod::ToVec)) = (self.data(array), ArrayMethod::of(call)) {
                    self.unify(&call.result, &data, id);
                }
                return true;
            }
            Ty::Var(_) => return false,
            // It is a method of something else.
            Ty::Real(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Fn(_) => return true,
        };
        if let Some(maybe) = maybe {
            self.unify(&call.result, &element, id);
            if let Some(otherwise) = maybe.otherwise {
                self.argument(otherwise, &element);
            }
            return true;
        }
        let Some(method) = ArrayMethod::of(call) else { return true };
        let (count, whole) = (Ty::Discrete("usize".into()), Ty::Array(element.clone().into()));
        let (arguments, result) = match method {
            ArrayMethod::Len => (vec![], Some(count)),
            ArrayMethod::IsEmpty => (vec![], Some(Ty::bool())),
            ArrayMethod::Swap => (vec![count.clone(), count], Some(Ty::unit())),
            ArrayMethod::Fill => (vec![element], Some(Ty::unit())),
            ArrayMethod::CopyFromSlice => (vec![whole], Some(Ty::unit())),
            ArrayMethod::ToVec => (vec![], Some(whole)),
            // What it gives is an option, which has no type here.
            ArrayMethod::First | ArrayMethod::Last => (vec![], None),
            ArrayMethod::Get => (vec![count], None),
        };
        for (&argument, ty) in call.args[1..].iter().zip(&arguments) {
            self.argument(argument, ty);
        }
        if let Some(result) = result {
            self.unify(&call.result, &result, id);
        }
        true
    }

    /// The type of the data in a parameter, if it is an array.
    fn data(&self, id: ExprId) -> Option<Ty> {
        let Kind::Var(var) = self.function.expr(id).kind else { return None };
        let param =
            self.function.params.iter().find(|param| matches!(param.pattern, Pattern::Bind(of, None) if of == var));
        param.and_then(|param| param.data.clone()).filter(|data| matches!(data, Ty::Array(_)))
    }

    fn argument(&mut self, argument: ExprId, ty: &Ty) {
        let given = self.types.exprs[argument.index()].clone();
        // Of data, rustc knows more.
        if let (Ty::Array(_), Ty::Discrete(_)) = (ty, self.types.head(&given)) {
            return;
        }
        self.unify(&given, ty, argument);
    }
}
