//! Arrays that calls give, and arrays of what calls give: what their elements are is found from how they are used.

use std::collections::{HashMap, HashSet};

use super::Inference;
use super::waiting::Waiting;
use crate::source::methods::ArrayMethod;
use crate::syntax::{ExprId, Kind, Statement, Ty, Unknown, VarId};

impl Inference<'_, '_> {
    /// All elements of an array are of one type, before it is known what the array is: whether this tells something new of one.
    pub(super) fn elements_of_one_type(&mut self) -> bool {
        let (mut first, mut found) = (HashMap::new(), false);
        for waiting in &self.waiting {
            let (Waiting::Element(_, array, _, element) | Waiting::NewArray(_, element, array)) = waiting else {
                continue;
            };
            let Ty::Var(array) = self.types.head(array) else { continue };
            let known = first.entry(array).or_insert_with(|| element.clone());
            let heads = (self.types.head(known), self.types.head(element));
            let is_new = heads.0 != heads.1 && matches!(heads, (Ty::Var(_), _) | (_, Ty::Var(_)));
            // What does not fit is said where the array is known.
            found |= is_new && self.types.unify(known, element);
        }
        found
    }

    /// What depends on a differentiated parameter, of which parts are taken or that has methods of arrays alone, is an array, if nothing
    /// is known of its elements either: of the only scalar there is. Whether there was one.
    pub(super) fn arrays_by_use(&mut self) -> bool {
        let Some(scalar) = self.only_scalar() else { return false };
        let used = |waiting: &Waiting<'_>| match waiting {
            Waiting::Part(part, ..) => {
                if let Kind::Part(array, _) = self.function.expr(*part).kind {
                    Some(array)
                } else {
                    None
                }
            }
            Waiting::ArrayMethod(_, call) => Some(call.args[0]),
            Waiting::Method(..)
            | Waiting::Field(..)
            | Waiting::Assigned(..)
            | Waiting::Operator(..)
            | Waiting::Arithmetic(..)
            | Waiting::NewArray(..)
            | Waiting::Element(..) => None,
        };
        let is_new = |of: u32| self.types.unknowns[of as usize] == Unknown::New;
        let found = self.waiting.iter().filter_map(used).find_map(|at| {
            let Ty::Var(ty) = self.types.head(&self.types.exprs[at.index()]) else { return None };
            let var = if let Kind::Var(var) = self.function.expr(at).kind { Some(var) } else { None };
            // What is in an array, and is a new one itself, is a row.
            if var.is_none() && !is_new(ty) {
                return None;
            }
            let is = |other: &Ty| self.types.head(other) == Ty::Var(ty);
            let has_elements =
                self.waiting.iter().any(|waiting| matches!(waiting, Waiting::Element(_, array, ..) if is(array)));
            let taken = self.is_open_array(ty)
                && self.depends(at)
                && !has_elements
                && (is_new(ty) || !self.others.iter().any(is))
                && !self.integers_are_added(var, &Ty::Var(ty));
            taken.then_some((at, Ty::Var(ty)))
        });
        let Some((at, array)) = found else { return false };
        // Of what calls give, rustc alone knows the type: a number has a cotangent as well as a row or a struct.
        let given = self.waiting.iter().find_map(|waiting| {
            let Waiting::ArrayMethod(_, call) = waiting else { return None };
            let added = matches!(ArrayMethod::of(call), Some(ArrayMethod::Push | ArrayMethod::Insert));
            let last = *call.args.last()?;
            let given = self.types.exprs[last.index()].clone();
            let is_call = matches!(self.function.expr(last).kind, Kind::CallPath(_) | Kind::MethodCall(_));
            let is_it = self.types.head(&self.types.exprs[call.args[0].index()]) == self.types.head(&array);
            (added && is_it && is_call && matches!(self.types.head(&given), Ty::Var(_) | Ty::Opaque(None)))
                .then_some(given)
        });
        let moves_alone = |waiting: &Waiting<'_>| match waiting {
            Waiting::ArrayMethod(_, call) => ArrayMethod::of(call).is_some_and(ArrayMethod::moves_alone),
            Waiting::Part(..)
            | Waiting::Method(..)
            | Waiting::Field(..)
            | Waiting::Assigned(..)
            | Waiting::Operator(..)
            | Waiting::Arithmetic(..)
            | Waiting::NewArray(..)
            | Waiting::Element(..) => false,
        };
        // Nothing is put into it: what moves elements does not say what they are.
        let is_new = matches!(self.types.head(&array), Ty::Var(of) if is_new(of));
        let is_it = |at: ExprId| self.types.head(&self.types.exprs[at.index()]) == self.types.head(&array);
        let uses = |waiting: &&Waiting<'_>| used(waiting).is_some_and(is_it);
        let is_left = !is_new && self.waiting.iter().filter(uses).all(moves_alone);
        let element = given.unwrap_or(if is_left { Ty::Opaque(None) } else { Ty::Real(scalar) });
        self.take_for_struct(&element);
        self.unify(&array, &Ty::Array(element.into()), at);
        true
    }

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

    /// What depends on a differentiated parameter, and of which nothing is known but that calls take its elements or look at them, is an array
    /// of what rustc alone knows: numbers, rows and structs all have a cotangent. Whether there was one.
    pub(super) fn lent_elements(&mut self) -> bool {
        let given = self.elements_in_calls();
        let is_given = |inference: &Self, element: &Ty| given.contains(&inference.types.head(element));
        let Some((_, element)) = self.element_of_open(is_given) else { return false };
        self.take_for_struct(&element);
        true
    }

    /// The same of elements that operators meet in what else only rustc knows.
    pub(super) fn open_elements(&mut self) -> bool {
        let is_operand = |inference: &Self, element: &Ty| {
            let is_it = |ty: &Ty| inference.types.head(ty) == inference.types.head(element);
            inference
                .waiting
                .iter()
                .any(|waiting| matches!(waiting, Waiting::Arithmetic(_, _, operands, _) if operands.iter().any(is_it)))
        };
        let Some((_, element)) = self.element_of_open(is_operand) else { return false };
        self.take_for_struct(&element);
        true
    }

    /// The types of the elements that calls take or look at.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a call")]
    pub(super) fn elements_in_calls(&self) -> Vec<Ty> {
        let mut given = Vec::new();
        for expr in &self.function.exprs {
            let args = match &expr.kind {
                Kind::CallPath(call) => &call.args,
                Kind::MethodCall(call) => &call.args,
                _ => continue,
            };
            let elements = args.iter().filter(|&&arg| self.is_element_or_look(arg));
            given.extend(elements.map(|arg| self.types.head(&self.types.exprs[arg.index()])));
        }
        given
    }

    /// Whether this is an element, a reference to one, or a name for one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else refers to an element, or is one")]
    fn is_element_or_look(&self, id: ExprId) -> bool {
        match self.function.expr(id).kind {
            Kind::View(_, inside) => self.is_element_or_look(inside),
            Kind::Var(var) => self.function.views.refers_to_element(var),
            Kind::Index(..) => true,
            _ => false,
        }
    }

    /// New arrays of what calls give hold what rustc alone knows: a number has a cotangent as well as a struct. Whether there was one.
    pub(super) fn arrays_of_calls(&mut self) -> bool {
        let found = self.open_array_of(|values| values.iter().any(|&value| self.is_given_by_call(value)));
        let Some((at, element, array)) = found else { return false };
        if !self.has_methods(&element) {
            let is_it = |(_, ty): &(u32, &Ty)| self.types.head(ty) == self.types.head(&element);
            let vars = (0..).zip(&self.types.vars).filter(is_it).map(|(at, _)| VarId(at));
            let found: Vec<VarId> = vars.collect();
            self.types.maybe_rows.extend(found);
        }
        self.take_for_struct(&element);
        self.is_array_of(at, &array, element)
    }

    /// New arrays of elements of arrays in structs, of which nothing else is known, hold what rustc alone knows, `[self.nodes[i], self.nodes[j]]`:
    /// numbers and rows both have a cotangent. Whether there was one.
    pub(super) fn arrays_of_elements(&mut self) -> bool {
        let of_elements = |values: &[ExprId]| !values.is_empty() && values.iter().all(|&value| self.is_opened(value));
        let Some((at, element, array)) = self.open_array_of(of_elements) else { return false };
        self.leave_to_rustc(&element);
        self.is_array_of(at, &array, element)
    }

    /// New arrays of fields that are arrays, as definitions of the file say, `[b.at, b.v]`, hold what rustc alone knows. Whether there was one.
    pub(super) fn arrays_of_array_fields(&mut self) -> bool {
        let of_arrays = |values: &[ExprId]| values.iter().any(|value| self.function.array_fields.contains(value));
        let Some((at, element, array)) = self.open_array_of(of_arrays) else { return false };
        self.take_for_struct(&element);
        self.is_array_of(at, &array, element)
    }

    /// New arrays of anything else, `[self.x + weight(o), o.at[0]]`, that depend on a differentiated parameter: these hold the only scalar there
    /// is, unless only rustc knows them. Rustc says so if it is something else. Whether there was one.
    pub(super) fn arrays_of_the_rest(&mut self) -> bool {
        let Some(scalar) = self.only_scalar() else { return false };
        let depends = |values: &[ExprId]| values.iter().any(|&value| self.reads_depending(value));
        let Some((at, element, array)) = self.open_array_of(depends) else { return false };
        if matches!(self.types.head(&element), Ty::Var(_)) {
            self.unify(&element, &Ty::Real(scalar), at);
        }
        self.is_array_of(at, &array, element)
    }

    /// A new array of such values, of which nothing is known: where it is, and the types of its elements and of the array.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a new array")]
    fn open_array_of(&self, holds: impl Fn(&[ExprId]) -> bool) -> Option<(ExprId, Ty, Ty)> {
        self.waiting.iter().find_map(|waiting| {
            let Waiting::NewArray(at, element, array) = waiting else { return None };
            let values = match &self.function.expr(*at).kind {
                Kind::Elements(values, _) => values.as_slice(),
                Kind::Repeat(value, ..) => std::slice::from_ref(value),
                _ => return None,
            };
            let is_open = matches!(self.types.head(element), Ty::Var(_) | Ty::Opaque(None))
                && matches!(self.types.head(array), Ty::Var(_));
            (is_open && holds(values)).then(|| (*at, element.clone(), array.clone()))
        })
    }

    /// Takes this for an array of such elements; whether it is one. An array may have another name.
    fn is_array_of(&mut self, at: ExprId, array: &Ty, element: Ty) -> bool {
        self.unify(array, &Ty::Array(element.into()), at);
        matches!(self.types.head(array), Ty::Array(_))
    }

    /// Takes elements of arrays in structs, of which nothing is known, for what rustc alone knows. That shows nothing of other functions.
    pub(super) fn leave_to_rustc(&mut self, element: &Ty) {
        let head = self.types.head(element);
        let of_these = |var: &VarId| match self.types.head(&self.types.vars[var.index()]) {
            Ty::Array(element) => self.types.head(&element) == head,
            Ty::Var(_) | Ty::Real(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Fn(_) => false,
        };
        let found: Vec<VarId> = self.function.opened.keys().copied().filter(of_these).collect();
        self.types.left_to_rustc.extend(found);
        self.take_for_struct(element);
    }

    /// Whether this is what a call gives, or a variable that is declared with it and that nothing refers to: a row that is lent is an array.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a call, or stands for one")]
    fn is_given_by_call(&self, value: ExprId) -> bool {
        let exprs = &self.function.exprs;
        let is_call = |id: ExprId| matches!(exprs[id.index()].kind, Kind::CallPath(_) | Kind::MethodCall(_));
        let Kind::Var(var) = exprs[value.index()].kind else { return is_call(value) };
        let mut is_declared = false;
        for expr in exprs {
            match &expr.kind {
                Kind::Block(statements, _) => {
                    is_declared = is_declared
                        || statements.iter().any(|statement| {
                            matches!(statement, Statement::Let(pattern, Some(value), _)
                                if pattern.bound() == Some(var) && is_call(*value))
                        });
                }
                Kind::View(_, inside) if matches!(exprs[inside.index()].kind, Kind::Var(of) if of == var) => {
                    return false;
                }
                _ => {}
            }
        }
        is_declared
    }

    /// What calls give and change, and of which nothing else is known, `let mut a = assemble(x); solve(&mut a, b)`, is an array of what rustc
    /// alone knows: it says so if it is none.
    pub(super) fn arrays_that_calls_change(&mut self) {
        for expr in &self.function.exprs {
            let Kind::MutRef(place, _) = expr.kind else { continue };
            let Kind::Var(var) = self.function.expr(place).kind else { continue };
            let ty = self.types.head(&self.types.vars[var.index()]);
            let is_open = matches!(ty, Ty::Var(unknown) if self.is_open_array(unknown));
            if is_open && self.function.depending.contains(&var) && !self.has_methods(&ty) {
                self.unify(&ty, &Ty::Array(Ty::Opaque(None).into()), place);
                self.types.changed.push(place);
            }
        }
    }

    /// The values that are put into a variable that is an array, as it is made or after.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else puts something into an array")]
    fn put_into(&self, array: VarId) -> Vec<ExprId> {
        let of_new = |value: ExprId| match &self.function.expr(value).kind {
            Kind::Elements(values, _) => values.as_slice(),
            Kind::Repeat(value, ..) => std::slice::from_ref(value),
            _ => &[],
        };
        let mut found = Vec::new();
        for expr in &self.function.exprs {
            match &expr.kind {
                Kind::Block(statements, _) => {
                    for statement in statements {
                        if let Statement::Let(pattern, Some(value), _) = statement
                            && pattern.bound() == Some(array)
                        {
                            found.extend(of_new(*value));
                        }
                    }
                }
                Kind::MethodCall(call)
                    if matches!(ArrayMethod::of(call), Some(ArrayMethod::Push | ArrayMethod::Insert)) =>
                {
                    let is_it = matches!(self.function.expr(call.args[0]).kind, Kind::Var(var) if var == array);
                    found.extend(call.args.last().filter(|_| is_it));
                }
                _ => {}
            }
        }
        found
    }

    /// What depends on a differentiated parameter, and of which nothing is known but that its elements are integers, as those of a permutation that a
    /// function gives beside numbers, has no tangent. Of a field, rustc is asked.
    pub(super) fn arrays_of_integers(&mut self) {
        let is_param = |var: u32| self.types.unknowns[var as usize] == Unknown::Param;
        let numbered = self.function.exprs.iter().zip(&self.types.exprs);
        let fields = numbered.filter_map(|(expr, ty)| match (&expr.kind, self.types.head(ty)) {
            (Kind::Member(..) | Kind::Field(..), Ty::Var(var)) => Some(var).filter(|&var| is_param(var)),
            _ => None,
        });
        let fields: HashSet<u32> = fields.collect();
        for waiting in &self.waiting {
            let Waiting::Element(_, array, _, element) = waiting else { continue };
            if let Ty::Var(array) = self.types.head(array)
                && (self.is_open_array(array) || fields.contains(&array))
                && !self.others.iter().any(|other| self.types.head(other) == Ty::Var(array))
                && self.is_integer(&self.types.head(element))
            {
                self.types.unknowns[array as usize] = Unknown::Plain;
            }
        }
    }

    /// The type of the integers that are put into an array, if some are: so it is none of numbers, though lengths of these may be among them.
    pub(super) fn integers_in(&self, array: VarId) -> Option<Ty> {
        let types = self.put_into(array).into_iter().map(|value| self.types.head(&self.types.exprs[value.index()]));
        types.into_iter().find(|ty| self.is_integer(ty))
    }

    /// The same of what is added to an array of this type, which is in a variable or in another array.
    fn integers_are_added(&self, var: Option<VarId>, array: &Ty) -> bool {
        var.is_some_and(|var| self.integers_in(var).is_some())
            || self.waiting.iter().any(|waiting| {
                let Waiting::ArrayMethod(_, call) = waiting else { return false };
                let of = |id: ExprId| self.types.head(&self.types.exprs[id.index()]);
                let added = matches!(ArrayMethod::of(call), Some(ArrayMethod::Push | ArrayMethod::Insert));
                added && of(call.args[0]) == *array && call.args.last().is_some_and(|&last| self.is_integer(&of(last)))
            })
    }

    /// Fields of structs that are put into an array of integers are integers. Whether there was one.
    pub(super) fn put_among_integers(&mut self) -> bool {
        let found = self.waiting.iter().find_map(|waiting| {
            let Waiting::ArrayMethod(_, call) = waiting else { return None };
            let added = matches!(ArrayMethod::of(call), Some(ArrayMethod::Push | ArrayMethod::Insert));
            let Kind::Var(array) = self.function.expr(call.args[0]).kind else { return None };
            let last = *call.args.last().filter(|_| added)?;
            let value = self.types.head(&self.types.exprs[last.index()]);
            let is_field = matches!(value, Ty::Var(var) if self.types.unknowns[var as usize].is_param());
            Some((last, value, self.integers_in(array).filter(|_| is_field)?))
        });
        let Some((at, value, integer)) = found else { return false };
        self.unify(&value, &integer, at);
        true
    }

    /// Whether a new array is given what calls give: its elements are numbers, if nothing shows that they are structs.
    pub(super) fn is_given_to(&self, array: &Ty) -> bool {
        let Ty::Var(of) = self.types.head(array) else { return false };
        self.types.unknowns[of as usize] == Unknown::New
            && self.waiting.iter().any(|waiting| {
                let Waiting::ArrayMethod(_, call) = waiting else { return false };
                let (first, last) = (call.args[0], call.args[call.args.len() - 1]);
                let is_added = matches!(ArrayMethod::of(call), Some(ArrayMethod::Push | ArrayMethod::Insert));
                let is_it = self.types.head(&self.types.exprs[first.index()]) == Ty::Var(of);
                let is_called = matches!(
                    self.types.head(&self.types.exprs[last.index()]),
                    Ty::Var(given) if self.types.unknowns[given as usize] == Unknown::Called
                );
                is_added && is_it && is_called
            })
    }
}
