//! Arrays that calls look at: they are supplied again in the reverse pass.
//!
//! A call takes a look at each array, and the array itself, which it hands on for its accumulator. Its backpropagator looks again,
//! so nothing may be written to the array after the call.

use hypernet::ids::IdMap;

use hypernet::{ArrayOp, Cloned, Form, Operation, Type, Value, Whole};
use proc_macro2::Span;

use super::arrays::bound;
use super::changed::ChangedArray;
use super::owned::is_constant_array;
use super::value::Val;
use super::{Lowered, Lowering, parts};
use crate::diagnostic::{Diagnostic, refusal};
use crate::program::Passing;
use crate::source::types::{element_of, holds_no_reals, inner};
use crate::syntax::{ExprId, Kind, Ty, VarId};

/// What an argument of a call is, if it is an array of reals.
pub(super) enum ArrayArgument {
    /// It is none.
    None,
    /// An array of the net's: this variable, named here.
    Variable(VarId, ExprId),
    /// A part of an array.
    Part(parts::Part),
    /// An array of the host's, of this type, that nothing changes.
    Given(Type),
    /// Another array of the host's, named here.
    Host(ExprId),
    /// An array of the host's of structs or of tuples: only the type of the function says whether it takes it again.
    Structs,
    /// A new array, without a name.
    Temporary,
    /// An array of the net's, by value.
    Moved,
    /// An array of the net's that the call changes: this variable, or a part of it.
    Changed(VarId),
    /// The same, where only the type of the function says whether it changes the array, or looks at it.
    Asked(VarId),
    /// A value, no array, of which the same is true.
    AskedValue,
    /// A value, no array, that the call changes: it is taken, and given back.
    ChangedValue,
}

impl ArrayArgument {
    /// Whether only the type of the function says whether it changes this.
    pub(super) fn is_asked(&self) -> bool {
        matches!(self, Self::Asked(_) | Self::AskedValue)
    }
}

/// The arrays that a call hands on.
#[derive(Default)]
pub(super) struct Handed {
    pub(super) arrays: Vec<HandedArray>,
    /// Which arguments are arrays of the host's.
    pub(super) data: Vec<usize>,
    /// Those that the call changes.
    pub(super) changed: Vec<ChangedArray>,
    looks: IdMap<VarId, Value>,
    /// The variables that the function captured: of their arrays it is given second accumulators.
    pub(super) stay: Vec<VarId>,
}

/// An array that a call hands on, and what becomes of it.
pub(super) struct HandedArray {
    pub(super) array: Value,
    /// It is what this variable stands for then, or it ends.
    var: Option<VarId>,
    /// The part that the call takes of it, and what is left, once it has been taken out.
    pub(super) part: Option<(parts::Part, Option<parts::Rest>)>,
}

impl HandedArray {
    /// Whether it is the array of this variable, or a part of it.
    pub(super) fn is_of(&self, var: VarId) -> bool {
        self.var == Some(var)
    }
}

/// The arrays among the arguments of a function of the host that its type has beside its parameters.
#[derive(Default)]
pub(super) struct Arrays {
    /// Those that it changes: which arguments they are, whether they are vectors, if that is known, and their types.
    pub(super) changed: Vec<((usize, Option<bool>), Type)>,
    /// The types of those that it hands on.
    pub(super) handed: Vec<Type>,
    /// What else is known of the arguments.
    pub(super) passing: Passing,
    /// Which of the structs among the arguments may be references, for whose cotangents the backpropagator may take seeds.
    pub(super) seeds: Vec<usize>,
}

/// An array that a call has looked at.
pub(super) struct Lent {
    pub(super) var: VarId,
    /// Where it is named.
    pub(super) at: ExprId,
}

impl Lowering<'_, '_> {
    /// The value of an argument. An array is not taken as a value, so that of the net's stands for itself.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all others are values")]
    pub(super) fn value_of_argument(&mut self, id: ExprId) -> Lowered<Val> {
        if let Some((_, array)) = self.changed_argument(id)? {
            return Ok(Val::Wire(array, true));
        }
        if let Some(copy) = self.copied_part_of_struct(id)? {
            return Ok(copy);
        }
        if let Some(lent) = self.lent_by_host(id)? {
            return Ok(lent);
        }
        match self.array(id) {
            Some((_, array)) => Ok(Val::Wire(array, true)),
            None => match self.part(id)? {
                Some(part) => Ok(part),
                None => match self.function.expr(id).kind {
                    Kind::View(Form::Reference, inside) if self.owned.gives(inside) => self.expr(inside),
                    _ => self.expr(id),
                },
            },
        }
    }

    /// The new array that an argument refers to.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all others are places, or no arrays")]
    pub(super) fn new_array_of(&self, id: ExprId) -> Option<ExprId> {
        let Kind::View(Form::Reference, inside) = self.function.expr(id).kind else { return None };
        let is_array = matches!(self.types.expr(inside), Ty::Array(_));
        match self.function.expr(inside).kind {
            Kind::Elements(..) | Kind::Repeat(..) | Kind::CallPath(_) | Kind::MethodCall(_) if is_array => Some(inside),
            _ => None,
        }
    }

    /// The number that an argument refers to, or the array of data: that is lent where the call is written.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a reference that is taken here")]
    pub(super) fn referred_value(&self, id: ExprId) -> Option<ExprId> {
        match self.function.expr(id).kind {
            Kind::View(Form::Reference, inside) if self.is_data(inside) => Some(inside),
            _ => self.number_behind(id),
        }
    }

    /// The same of an argument that is no reference, by its name alone: an array that is the variable's own is moved.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else gives an array that is there already")]
    pub(super) fn value_by_name(&mut self, id: ExprId) -> Lowered<Val> {
        if let Kind::MutRef(..) = self.function.expr(id).kind {
            return self.value_of_argument(id);
        }
        let is_value = match self.function.expr(id).kind {
            Kind::Var(var) => !self.borrowed.contains(&var),
            // An array in an array or in a struct is copied, unless this is a name for it.
            Kind::Index(..) | Kind::Member(..) | Kind::Field(..) => self.function.views.named(id).is_none(),
            _ => self.is_referent(id),
        };
        if is_value {
            return match self.copied_data(id)? {
                Some(copy) => Ok(copy),
                None => self.expr(id),
            };
        }
        self.value_of_argument(id)
    }

    /// A copy of an array of data that is named where it stands, by value: no reference to it is wanted.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a variable of data is a reference")]
    fn copied_data(&mut self, id: ExprId) -> Lowered<Option<Val>> {
        let of = match self.function.expr(id).kind {
            Kind::Index(..) => id,
            Kind::View(Form::Referent, inside) => inside,
            _ => return Ok(None),
        };
        let Some((_, false, ty)) = self.array_at(of) else { return Ok(None) };
        let span = self.function.expr(id).span;
        let Some(place) = self.array_place(of, span)? else { return Ok(None) };
        let (look, _) = self.look_at_place(&place, span)?;
        let clone = Operation::Array(ArrayOp::Whole(Whole::CloneLook(Cloned::Same)), ty);
        Ok(Some(Val::Wire(self.op1(clone, &[look], span)?, false)))
    }

    /// Whether this is what a reference to an array refers to, by value.
    fn is_referent(&self, id: ExprId) -> bool {
        matches!(self.function.expr(id).kind, Kind::View(Form::Referent, inside) if self.array_at(inside).is_some())
    }

    /// Which arguments are arrays of reals.
    pub(super) fn array_arguments(&self, args: &[ExprId], values: &[Val]) -> Vec<ArrayArgument> {
        args.iter().zip(values).map(|(&arg, value)| self.array_argument(arg, value)).collect()
    }

    fn array_argument(&self, arg: ExprId, value: &Val) -> ArrayArgument {
        if let (Val::Wire(wire, _), Some(var)) = (value, self.lent_variable(arg))
            && self.is_array(value)
            && (self.array_of(var).is_some() || self.values.lent.contains_key(wire))
        {
            return ArrayArgument::Changed(var);
        }
        if let Val::Wire(wire, _) = value
            && self.array(arg).is_none()
            && let Some(part) = self.values.parts.get(wire)
        {
            return ArrayArgument::Part(part.clone());
        }
        if self.is_array(value) && self.is_referent(arg) {
            return ArrayArgument::Moved;
        }
        let is_reference = matches!(self.function.expr(arg).kind, Kind::View(Form::Reference, _))
            || self.function.views.named(arg).is_some();
        if self.is_array(value) && self.array(arg).is_none() && is_reference {
            return ArrayArgument::Temporary;
        }
        if self.is_array(value) && self.is_own(arg) {
            return ArrayArgument::Moved;
        }
        let argument = self.whole_argument(arg);
        // A new array of the host's goes by value, with a name or without.
        let is_host = matches!(argument, ArrayArgument::Host(_) | ArrayArgument::Given(_) | ArrayArgument::Structs);
        if is_host && self.owned.is_new_array(self.function, arg) {
            return ArrayArgument::None;
        }
        argument
    }

    /// Whether an expression gives an array by value: it is no reference, and no variable that is one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all others give values")]
    fn is_own(&self, id: ExprId) -> bool {
        match self.function.expr(id).kind {
            Kind::View(form, _) => form == Form::Clone,
            Kind::Var(var) => !self.borrowed.contains(&var),
            _ => true,
        }
    }

    /// What an argument is, if it is a whole array of reals.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is data that a call may be lent")]
    pub(super) fn whole_argument(&self, arg: ExprId) -> ArrayArgument {
        if let Some((var, _)) = self.array(arg) {
            return ArrayArgument::Variable(var, arg);
        }
        let mut referred = arg;
        while let Kind::View(Form::Reference | Form::Referent, inside) = &self.function.expr(referred).kind {
            referred = *inside;
        }
        let data = match self.function.expr(referred).kind {
            Kind::Var(var) => self.data(var),
            _ if referred != arg && is_constant_array(self.function, referred) => {
                self.is_array_of_numbers(&self.types.expr(referred))
            }
            _ => None,
        };
        match data {
            Some(ty) => ArrayArgument::Given(ty),
            None if self.is_array_of_numbers(&self.types.expr(referred)).is_some() => ArrayArgument::Host(arg),
            None if self.is_data_of_structs(referred) => ArrayArgument::Structs,
            None => ArrayArgument::None,
        }
    }

    /// The type of an array of reals, or of such arrays.
    pub(super) fn is_array_of_numbers(&self, ty: &Ty) -> Option<Type> {
        let array = self.is_array_of_reals(ty)?;
        let mut element = &array;
        while let Type::Array(inside) = element {
            element = inside;
        }
        if let Type::Real(_) = element { Some(array) } else { None }
    }

    /// The type of an array of reals, structs or tuples, or of such arrays.
    pub(super) fn is_array_of_reals(&self, ty: &Ty) -> Option<Type> {
        let Ty::Array(element) = self.types.resolve(ty) else { return None };
        let element = match self.types.resolve(&element) {
            Ty::Real(scalar) => Type::Real(scalar),
            element @ Ty::Array(_) => self.is_array_of_reals(&element)?,
            Ty::Opaque(_) | Ty::Tuple(_) => Type::unnamed(),
            Ty::Var(_) | Ty::Discrete(_) | Ty::Fn(_) => return None,
        };
        Some(Type::Array(element.into()))
    }

    /// The type of an array of reals of the host's in a variable that nothing changes.
    pub(super) fn data(&self, var: VarId) -> Option<Type> {
        if self.function.var(var).mutable || self.array_of(var).is_some() {
            return None;
        }
        let param = self.function.params.iter().find(|param| bound(&param.pattern) == Some(var));
        match param.and_then(|param| param.data.as_ref()) {
            Some(ty) => self.is_array_of_numbers(ty),
            None => self.is_array_of_numbers(&self.types.var(var)),
        }
    }

    /// Whether this names an array of the host's of structs or of tuples with reals.
    fn is_data_of_structs(&self, id: ExprId) -> bool {
        let Kind::Var(var) = self.function.expr(id).kind else { return false };
        if self.array_of(var).is_some() {
            return false;
        }
        match self.function.params.iter().find(|param| bound(&param.pattern) == Some(var)) {
            Some(param) => {
                let is_reference = matches!(inner(&param.written), syn::Type::Reference(_));
                is_reference && element_of(&param.written).is_some_and(|element| !holds_no_reals(element))
            }
            None => self.is_array_of_reals(&self.types.var(var)).is_some(),
        }
    }

    /// Whether this names an array of reals of the host's that nothing changes, or a part of one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else names an array")]
    pub(super) fn is_data(&self, id: ExprId) -> bool {
        match self.function.expr(id).kind {
            Kind::Var(var) => self.data(var).is_some(),
            Kind::Part(..) | Kind::Index(..) => matches!(self.array_at(id), Some((_, false, _))),
            Kind::Elements(..) | Kind::Repeat(..) => is_constant_array(self.function, id),
            _ => false,
        }
    }

    /// A look at an array of the host's.
    pub(super) fn given(&mut self, given: Value, ty: Type, span: Span) -> Lowered<Value> {
        let Type::Discrete(host) = self.builder.ty(given).clone() else { return Err(refusal::DATA.on(span)) };
        self.op1(Operation::Array(ArrayOp::Given(host), ty), &[given], span)
    }

    /// A look at an array, for a call, which hands the array on.
    pub(super) fn look(
        &mut self,
        (at, argument): (usize, &ArrayArgument),
        value: &Val,
        handed: &mut Handed,
        span: Span,
    ) -> Lowered<Value> {
        match argument {
            ArrayArgument::None
            | ArrayArgument::Structs
            | ArrayArgument::Moved
            | ArrayArgument::Changed(_)
            | ArrayArgument::Asked(_)
            | ArrayArgument::AskedValue
            | ArrayArgument::ChangedValue => self.boundary(value, span),
            ArrayArgument::Given(ty) => {
                let given = Self::wire(value, span)?;
                handed.data.push(at);
                self.given(given, ty.clone(), span)
            }
            ArrayArgument::Host(at) => Err(refusal::DATA.on(self.function.expr(*at).span)),
            ArrayArgument::Part(part) => {
                match part.of {
                    Some((var, at)) => {
                        self.lent.push(Lent { var, at });
                        self.hand(var, Some(part.clone()), handed, span)?;
                    }
                    None => handed.data.push(at),
                }
                Self::wire(value, span)
            }
            ArrayArgument::Temporary => {
                let array = Self::wire(value, span)?;
                let ty = self.builder.ty(array).clone();
                let looked = self.op(Operation::Array(ArrayOp::Look, ty), &[array], span)?;
                handed.arrays.push(HandedArray { array: looked[0], var: None, part: None });
                Ok(looked[1])
            }
            // What a backpropagator keeps of it must not borrow the struct: a copy is lent.
            ArrayArgument::Variable(var, _) if self.is_lent_as_copy(*var) => {
                self.look_at_copy((*var, Cloned::Same), handed, span)
            }
            ArrayArgument::Variable(var, at) => {
                self.lent.push(Lent { var: *var, at: *at });
                self.hand(*var, None, handed, span)?;
                if let Some(&look) = handed.looks.get(var) {
                    return Ok(look);
                }
                let array = self.handed(*var, handed, span)?.array;
                let ty = self.builder.ty(array).clone();
                let looked = self.op(Operation::Array(ArrayOp::Look, ty), &[array], span)?;
                self.handed(*var, handed, span)?.array = looked[0];
                handed.looks.insert(*var, looked[1]);
                Ok(looked[1])
            }
        }
    }

    /// A look at a copy of an array.
    fn look_at_copy(&mut self, (var, cloned): (VarId, Cloned), handed: &mut Handed, span: Span) -> Lowered<Value> {
        let array = self.array_of(var).ok_or_else(|| Diagnostic::internal(span, "an array is lost"))?;
        let copy = self.on_array(var, ArrayOp::Whole(Whole::Clone(cloned)), &[array], span)?[0];
        let ty = self.builder.ty(copy).clone();
        let looked = self.op(Operation::Array(ArrayOp::Look, ty), &[copy], span)?;
        handed.arrays.push(HandedArray { array: looked[0], var: None, part: None });
        Ok(looked[1])
    }

    /// Lets a closure hand on the array that an argument refers to.
    pub(super) fn hand_argument(
        &mut self,
        argument: &ArrayArgument,
        value: &Val,
        handed: &mut Handed,
        span: Span,
    ) -> Lowered<()> {
        match argument {
            ArrayArgument::Variable(var, _) => self.hand(*var, None, handed, span),
            ArrayArgument::Part(part) => match part.of {
                Some((var, _)) => self.hand(var, Some(part.clone()), handed, span),
                None => Err(refusal::DATA_TO_FUNCTION.on(span)),
            },
            ArrayArgument::Temporary => {
                let array = Self::wire(value, span)?;
                handed.arrays.push(HandedArray { array, var: None, part: None });
                Ok(())
            }
            ArrayArgument::Changed(_) | ArrayArgument::Asked(_) => Err(refusal::WHOLE_ARRAY.on(span)),
            ArrayArgument::Given(_)
            | ArrayArgument::Host(_)
            | ArrayArgument::Structs
            | ArrayArgument::None
            | ArrayArgument::Moved
            | ArrayArgument::AskedValue
            | ArrayArgument::ChangedValue => Err(refusal::DATA_TO_FUNCTION.on(span)),
        }
    }

    /// The same for a function that is a parameter: gives the look at the array.
    pub(super) fn look_at_argument(
        &mut self,
        (at, cloned): (usize, Cloned),
        argument: &ArrayArgument,
        value: &Val,
        handed: &mut Handed,
        span: Span,
    ) -> Lowered<Value> {
        match argument {
            // What such a function looked at is not put back: nothing of it is known. What stands behind `&mut` is the caller's again.
            &ArrayArgument::Variable(var, at)
                if self.lends_copies
                    && (self.changed.contains(&var) || self.is_overwritten_after(&Lent { var, at })) =>
            {
                self.look_at_copy((var, cloned), handed, span)
            }
            ArrayArgument::Variable(..) | ArrayArgument::Temporary => self.look((at, argument), value, handed, span),
            ArrayArgument::Part(part) if part.of.is_some() => self.look((at, argument), value, handed, span),
            ArrayArgument::Changed(_) | ArrayArgument::Asked(_) => Err(refusal::WHOLE_ARRAY.on(span)),
            ArrayArgument::Part(_)
            | ArrayArgument::Given(_)
            | ArrayArgument::Host(_)
            | ArrayArgument::Structs
            | ArrayArgument::None
            | ArrayArgument::Moved
            | ArrayArgument::AskedValue
            | ArrayArgument::ChangedValue => Err(refusal::DATA_TO_FUNCTION.on(span)),
        }
    }

    /// The array of a variable that a call hands on.
    #[expect(clippy::unused_self, reason = "as the others")]
    fn handed<'h>(&self, var: VarId, handed: &'h mut Handed, span: Span) -> Lowered<&'h mut HandedArray> {
        let found = handed.arrays.iter_mut().find(|handed| handed.var == Some(var));
        found.ok_or_else(|| Diagnostic::internal(span, "an array is lost"))
    }

    /// Lets a call hand on the array of a variable, or a part of it. Of one that it hands on already, that needs another
    /// accumulator for this call.
    fn hand(&mut self, var: VarId, part: Option<parts::Part>, handed: &mut Handed, span: Span) -> Lowered<()> {
        let is_handed = handed.arrays.iter().any(|handed| handed.var == Some(var));
        let stays = handed.stay.contains(&var);
        if !is_handed && !stays {
            let array = self.array_of(var).ok_or_else(|| Diagnostic::internal(span, "an array is lost"))?;
            handed.arrays.push(HandedArray { array, var: Some(var), part: part.map(|part| (part, None)) });
            return Ok(());
        }
        let whole = if stays {
            self.array_of(var).ok_or_else(|| Diagnostic::internal(span, "an array is lost"))?
        } else {
            self.handed(var, handed, span)?.array
        };
        let lanes = |lowering: &mut Self, array: Value| {
            let ty = lowering.builder.ty(array).clone();
            lowering.op(Operation::Array(ArrayOp::Lane, ty), &[array], span)
        };
        let (whole, lane) = if let Some(part) = part {
            let (taken, rest) = self.take_out(&part, whole, span)?;
            let lanes = lanes(self, taken)?;
            (self.put_back(&part, lanes[0], &rest, span)?, lanes[1])
        } else {
            let lanes = lanes(self, whole)?;
            (lanes[0], lanes[1])
        };
        if stays {
            self.env.insert(var, Val::Wire(whole, true));
        } else {
            self.handed(var, handed, span)?.array = whole;
        }
        handed.arrays.push(HandedArray { array: lane, var: None, part: None });
        Ok(())
    }

    /// What becomes of the arrays after a call.
    pub(super) fn hand_back(&mut self, handed: &Handed, arrays: &[Value], span: Span) -> Lowered<()> {
        for (handed, &array) in handed.arrays.iter().zip(arrays) {
            let array = match &handed.part {
                Some((part, Some(rest))) => self.put_back(part, array, rest, span)?,
                Some((_, None)) => return Err(Diagnostic::internal(span, "a part is lost")),
                None => array,
            };
            if let Some(var) = handed.var {
                let name = self.function.var(var).name.to_string();
                self.name_if_new(array, &name);
                self.env.insert(var, Val::Wire(array, true));
            } else {
                let ty = self.builder.ty(array).clone();
                self.op(Operation::Array(ArrayOp::Drop, ty), &[array], span)?;
            }
        }
        Ok(())
    }
}
