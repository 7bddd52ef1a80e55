//! Methods of arrays as a whole.

use super::Inference;
use crate::source::methods::ArrayMethod;
use crate::syntax::{ExprId, Kind, MethodCall, Param, Pattern, Ty, Unknown, is_integer};

/// Methods of the integers that give what they are called on; those of this name that reals have as well are not among them.
const GIVE_THE_SAME: [&str; 14] = [
    "pow",
    "isqrt",
    "next_power_of_two",
    "next_multiple_of",
    "div_ceil",
    "div_euclid",
    "rem_euclid",
    "saturating_add",
    "saturating_sub",
    "saturating_mul",
    "wrapping_add",
    "wrapping_sub",
    "wrapping_mul",
    "midpoint",
];

impl Inference<'_, '_> {
    /// Whether this is a new array without elements, given as what only has a name.
    pub(super) fn is_new_array(&self, body: &Ty) -> bool {
        let is_same = |(array, _): &(Ty, Ty)| self.types.head(array) == self.types.head(body);
        matches!(self.function.result, Ty::Opaque(Some(_))) && self.empty.iter().any(is_same)
    }

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
            // What a new vector holds is known from what is added to it.
            Ty::Var(_) if matches!(ArrayMethod::of(call), Some(ArrayMethod::Push | ArrayMethod::Insert)) => {
                return self.added(call) && self.array_method(id, call);
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
            ArrayMethod::Fill | ArrayMethod::Push => (vec![element], Some(Ty::unit())),
            ArrayMethod::CopyFromSlice | ArrayMethod::ExtendFromSlice => (vec![whole], Some(Ty::unit())),
            ArrayMethod::Insert | ArrayMethod::Resize => (vec![count, element], Some(Ty::unit())),
            ArrayMethod::Remove | ArrayMethod::SwapRemove => (vec![count], Some(element)),
            ArrayMethod::Reverse | ArrayMethod::Clear => (vec![], Some(Ty::unit())),
            ArrayMethod::RotateLeft | ArrayMethod::RotateRight | ArrayMethod::Truncate => {
                (vec![count], Some(Ty::unit()))
            }
            ArrayMethod::ToVec => (vec![], Some(whole)),
            // What it gives is an option, which has no type here.
            ArrayMethod::First | ArrayMethod::Last | ArrayMethod::Pop => (vec![], None),
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

    /// What methods of the integers give, of which that has the type of what they are called on.
    pub(super) fn of_integers(&mut self, call: &MethodCall<'_>, args: &[Ty], id: ExprId) {
        let receiver = args.first().map(|receiver| self.types.head(receiver));
        let is_integer = match &receiver {
            Some(Ty::Discrete(name)) => is_integer(name),
            Some(Ty::Var(var)) => self.types.unknowns[*var as usize] == Unknown::Int,
            Some(Ty::Real(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_)) | None => false,
        };
        if let (Some(receiver), true) = (receiver, is_integer && GIVE_THE_SAME.contains(&&*call.name.to_string())) {
            self.unify(&call.result, &receiver, id);
        }
    }

    /// The type of a place in an array of data that is a parameter, as far as it is known.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place in an array")]
    pub(super) fn data(&self, id: ExprId) -> Option<Ty> {
        match self.function.expr(id).kind {
            Kind::Part(array, _) => self.data(array),
            Kind::Index(array, _) => match self.data(array)? {
                Ty::Array(element) => Some((*element).clone()),
                _ => None,
            },
            Kind::Var(var) => {
                let is_it = |param: &&Param| matches!(param.pattern, Pattern::Bind(of, None) if of == var);
                let param = self.function.params.iter().find(is_it)?;
                param.data.clone().filter(|data| matches!(data, Ty::Array(_)))
            }
            _ => None,
        }
    }

    /// Adds a real, or another new vector, to what may be a new vector. Whether it is known then what that is.
    fn added(&mut self, call: &MethodCall<'_>) -> bool {
        let last = call.args.len() - 1;
        let [vector, element] = [0, last].map(|at| self.types.head(&self.types.exprs[call.args[at].index()].clone()));
        let new = self.empty.iter().find(|(array, _)| self.types.head(array) == vector).map(|(_, held)| held.clone());
        let Some(held) = new else { return false };
        let is_real = match &element {
            Ty::Real(_) | Ty::Array(_) | Ty::Opaque(Some(_)) => true,
            Ty::Var(var) => self.types.unknowns[*var as usize] == Unknown::Float,
            Ty::Discrete(_) | Ty::Opaque(None) | Ty::Tuple(_) | Ty::Fn(_) => false,
        };
        let is_row = self.empty.iter().any(|(array, _)| self.types.head(array) == element);
        if is_real || is_row {
            self.unify(&held, &element, call.args[last]);
        }
        if is_real {
            self.unify(&vector, &Ty::Array(held.into()), call.args[0]);
        }
        matches!(self.types.head(&vector), Ty::Array(_))
    }

    pub(super) fn argument(&mut self, argument: ExprId, ty: &Ty) {
        let given = self.types.exprs[argument.index()].clone();
        // Of data, rustc knows more.
        if let (Ty::Array(_), Ty::Discrete(_)) = (self.types.head(ty), self.types.head(&given)) {
            return;
        }
        self.unify(&given, ty, argument);
    }
}
