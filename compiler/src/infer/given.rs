//! Arrays that calls give, and arrays of what calls give: what their elements are is found from how they are used.

use super::Inference;
use super::waiting::Waiting;
use crate::syntax::{ExprId, Kind, Ty};

impl Inference<'_, '_> {
    /// What depends on a differentiated parameter, and of which parts are taken, is of the type of its parts: what is known of elements of
    /// these is known of its own. Whether there was one.
    pub(super) fn parts_of_arrays(&mut self) -> bool {
        let found = self.waiting.iter().find_map(|waiting| {
            let Waiting::Part(at, array, _, part) = waiting else { return None };
            let (Ty::Var(array), part) = (self.types.head(array), self.types.head(part)) else { return None };
            let Kind::Part(of, _) = self.function.expr(*at).kind else { return None };
            let is_array = matches!(part, Ty::Var(_) | Ty::Array(_)) && part != Ty::Var(array);
            (is_array && self.is_open_array(array) && self.depends(of)).then_some((*at, Ty::Var(array), part))
        });
        let Some((at, array, part)) = found else { return false };
        self.unify(&part, &array, at);
        true
    }

    /// What depends on a differentiated parameter, and of which nothing is known but that calls look at its elements, is an array of rows or
    /// structs, which both have a cotangent. Whether there was one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a call")]
    pub(super) fn lent_elements(&mut self) -> bool {
        let mut lent = Vec::new();
        for expr in &self.function.exprs {
            let args = match &expr.kind {
                Kind::CallPath(call) => &call.args,
                Kind::MethodCall(call) => &call.args,
                _ => continue,
            };
            lent.extend(
                args.iter().filter(|&&arg| self.is_look_at_element(arg)).map(|arg| &self.types.exprs[arg.index()]),
            );
        }
        let is_lent = |inference: &Self, element: &Ty| {
            lent.iter().any(|ty| inference.types.head(ty) == inference.types.head(element))
        };
        let Some((_, element)) = self.element_of_open(is_lent) else { return false };
        self.take_for_struct(&element);
        true
    }

    /// Whether this is a reference to an element, or a name for one.
    fn is_look_at_element(&self, id: ExprId) -> bool {
        let is_name =
            matches!(self.function.expr(id).kind, Kind::Var(var) if self.function.views.refers_to_element(var));
        is_name || self.refers_to_element(id)
    }

    /// New arrays of what calls give hold what rustc alone knows: a number has a cotangent as well as a struct. Whether there was one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a new array")]
    pub(super) fn arrays_of_calls(&mut self) -> bool {
        let found = self.waiting.iter().find_map(|waiting| {
            let Waiting::NewArray(at, element, array) = waiting else { return None };
            let values = match &self.function.expr(*at).kind {
                Kind::Elements(values, _) => values.as_slice(),
                Kind::Repeat(value, ..) => std::slice::from_ref(value),
                _ => return None,
            };
            let is_call =
                |&value: &ExprId| matches!(self.function.expr(value).kind, Kind::CallPath(_) | Kind::MethodCall(_));
            let is_open = matches!(self.types.head(element), Ty::Var(_) | Ty::Opaque(None))
                && matches!(self.types.head(array), Ty::Var(_));
            (is_open && values.iter().any(is_call)).then(|| (*at, element.clone(), array.clone()))
        });
        let Some((at, element, array)) = found else { return false };
        self.take_for_struct(&element);
        self.unify(&array, &Ty::Array(element.into()), at);
        // An array may have another name.
        matches!(self.types.head(&array), Ty::Array(_))
    }
}
