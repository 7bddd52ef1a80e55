//! Questions that cannot be decided before more is known. They wait; what still waits at the end is guessed.

use hypernet::{Form, Name, Primitive};

use super::Inference;
use crate::diagnostic::{Diagnostic, refusal};
use crate::syntax::{Arithmetic, ExprId, Kind, MethodCall, Ty, Unknown, is_discrete, is_scalar};

/// What waits until more is known.
pub(super) enum Waiting<'a> {
    Method(ExprId, Primitive, ExprId, &'a [ExprId]),
    Field(ExprId, ExprId, usize),
    /// A field with a number that is given a value, there: the type of what it is of, and its own.
    Assigned(ExprId, Ty, usize, Ty),
    /// An operator on a value of unknown type.
    Operator(ExprId, Ty),
    /// An operator, of which an operand is what a method gives, or an element that may be a struct; the types of its operands, and of
    /// its result.
    Arithmetic(ExprId, Arithmetic, [Ty; 2], Ty),
    /// A new array: the type of its elements, and its own.
    NewArray(ExprId, Ty, Ty),
    /// A method of what may be an array.
    ArrayMethod(ExprId, &'a MethodCall<'a>),
    /// An element: the index, the types of the array and of the index, and its own.
    Element(ExprId, Ty, Ty, Ty),
    /// A part: the type of the array, the bounds with their types, and its own.
    Part(ExprId, Ty, Vec<(ExprId, Ty)>, Ty),
}

impl<'f> Inference<'f, '_> {
    /// Decides a question now, or lets it wait.
    pub(super) fn ask(&mut self, question: Waiting<'f>) {
        if !self.try_waiting(&question) {
            self.waiting.push(question);
        }
    }

    /// Whether it is known by now of what an element is one.
    fn try_element(&mut self, index: ExprId, array: &Ty, at: &Ty, element: &Ty) -> bool {
        match self.types.head(array) {
            // It is one of a type of the user's.
            Ty::Array(_) | Ty::Opaque(_) if matches!(self.types.head(at), Ty::Tuple(_)) => {
                self.errors.push((index, refusal::INDEX_USE.on(self.function.expr(index).span)));
                true
            }
            Ty::Array(known) => {
                self.unify(at, &Ty::Discrete("usize".into()), index);
                self.unify(&known, element, index);
                true
            }
            Ty::Var(_) => false,
            Ty::Real(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Fn(_) => true,
        }
    }

    /// Decides what waits, if enough is known by now.
    pub(super) fn try_waiting(&mut self, waiting: &Waiting<'_>) -> bool {
        match *waiting {
            Waiting::Arithmetic(at, op, [ref a, ref b], ref result) => self.try_operator(at, op, [a, b], result),
            Waiting::NewArray(at, ref element, ref array) => {
                if let Ty::Array(known) = self.types.head(array) {
                    self.unify(&known, element, at);
                    return true;
                }
                let is_unknown = matches!(self.types.head(element), Ty::Opaque(None));
                if !self.may_be_element(element) && (is_unknown || self.may_turn_out(element)) {
                    return false;
                }
                if self.may_be_element(element) {
                    self.unify(array, &Ty::Array(element.clone().into()), at);
                }
                true
            }
            Waiting::Element(index, ref array, ref at, ref element) => self.try_element(index, array, at, element),
            Waiting::Part(at, ref array, ref bounds, ref part) => match self.types.head(array) {
                Ty::Array(_) => {
                    for (bound, ty) in bounds {
                        self.unify(ty, &Ty::Discrete("usize".into()), *bound);
                    }
                    self.unify(part, array, at);
                    true
                }
                Ty::Var(_) => false,
                Ty::Real(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Fn(_) => true,
            },
            Waiting::ArrayMethod(id, call) => self.array_method(id, call),
            Waiting::Operator(_, ref ty) => !matches!(self.types.head(ty), Ty::Var(_)),
            Waiting::Method(id, primitive, receiver, args) => {
                let receiver_type = self.types.exprs[receiver.index()].clone();
                let result = self.types.exprs[id.index()].clone();
                let integer = |var: u32, inference: &Self| inference.types.unknowns[var as usize] == Unknown::Int;
                match self.types.head(&receiver_type) {
                    Ty::Var(var) if !integer(var, self) => return false,
                    scalar @ Ty::Real(_) => {
                        let mut types = vec![receiver_type];
                        types.extend(args.iter().map(|arg| self.types.exprs[arg.index()].clone()));
                        let ty = self.primitive(primitive, &scalar, &types, id);
                        self.unify(&result, &ty, id);
                    }
                    other
                    @ (Ty::Var(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_)) => {
                        // The host's own method of this name: of the integers, `abs`, `max`, … give what they take.
                        let (inputs, outputs) = primitive.signature(&"f64".into());
                        let is_integer = match &other {
                            Ty::Discrete(name) => is_scalar(name),
                            Ty::Var(_) => true,
                            Ty::Real(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_) => false,
                        };
                        if let ([hypernet::Type::Real(_)], true) = (outputs.as_slice(), is_integer) {
                            self.unify(&result, &other, id);
                            for (arg, input) in args.iter().zip(&inputs[1..]) {
                                let given = self.types.head(&self.types.exprs[arg.index()]);
                                if matches!((input, &given), (hypernet::Type::Real(_), Ty::Var(_))) {
                                    self.unify(&given, &other, *arg);
                                }
                            }
                        }
                        // Of any other type, only rustc knows what it gives.
                        let given = match &other {
                            Ty::Opaque(_) => Some(Unknown::Given),
                            Ty::Discrete(_) if !is_integer => Some(Unknown::Foreign),
                            Ty::Var(_) | Ty::Real(_) | Ty::Discrete(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_) => {
                                None
                            }
                        };
                        if let (Some(given), Ty::Var(var)) = (given, self.types.head(&result))
                            && matches!(self.types.unknowns[var as usize], Unknown::Any | Unknown::Called)
                        {
                            self.types.unknowns[var as usize] = given;
                        }
                    }
                }
                true
            }
            Waiting::Assigned(at, ref whole, index, ref part) => {
                let refused = refusal::ASSIGN_PLACE.on(self.function.expr(at).span);
                self.try_field((whole, index), part, at, refused)
            }
            Waiting::Field(id, base, index) => {
                let whole = self.types.exprs[base.index()].clone();
                let part = self.types.exprs[id.index()].clone();
                let refused = refusal::FIELD.on(self.function.expr(id).span).left_to_rustc();
                self.try_field((&whole, index), &part, id, refused)
            }
        }
    }

    /// Decides the type of a field with a number, if that of what it is of is known.
    fn try_field(&mut self, (whole, index): (&Ty, usize), part: &Ty, at: ExprId, refused: Diagnostic) -> bool {
        match self.types.head(whole) {
            Ty::Var(_) => return false,
            Ty::Tuple(parts) if index < parts.len() => {
                let found = self.array_of_host(at, &parts[index]).unwrap_or_else(|| parts[index].clone());
                self.unify(part, &found, at);
            }
            // A tuple struct; one that has no tangent, perhaps.
            Ty::Opaque(_) => {}
            Ty::Discrete(name) if !is_discrete(&name) => {}
            Ty::Real(_) | Ty::Discrete(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_) => self.errors.push((at, refused)),
        }
        true
    }

    /// Decides the type of the receiver of a method that waits; whether that was possible.
    fn guess(&mut self, waiting: &Waiting<'_>) -> bool {
        if let Waiting::Arithmetic(_, _, operands, _) = waiting {
            for ty in operands {
                if self.has_methods(ty) {
                    self.take_for_struct(ty);
                }
            }
            return true;
        }
        if let Waiting::Operator(id, ty) = waiting {
            // What has a method of its own is no scalar, and what becomes another number may be an integer: rustc finds the operator.
            if let Ty::Var(var) = self.types.head(ty)
                && self.types.unknowns[var as usize] != Unknown::Int
                && self.receivers.iter().chain(&self.cast).any(|known| self.types.head(known) == Ty::Var(var))
            {
                self.types.bindings[var as usize] = Some(Ty::Opaque(None));
                return false;
            }
            // What closures take and compute with is the only scalar there is, if nothing else says what it is.
            if let (Ty::Var(var), [scalar]) = (self.types.head(ty), self.function.scalars.as_slice())
                && self.types.unknowns[var as usize].is_param()
            {
                self.unify(ty, &Ty::Real(scalar.clone()), *id);
            }
            return false;
        }
        let Waiting::Method(id, primitive, receiver, args) = *waiting else { return true };
        // With an integer where the primitive takes a real, it is the host's own method.
        let (inputs, outputs) = primitive.signature(&"f64".into());
        let own = args.iter().zip(&inputs[1..]).any(|(arg, input)| {
            let ty = self.types.head(&self.types.exprs[arg.index()]);
            matches!(input, hypernet::Type::Real(_)) && self.is_integer(&ty)
        });
        if own {
            return false;
        }
        let ty = self.types.exprs[receiver.index()].clone();
        let (var, unknown) = match self.types.head(&ty) {
            Ty::Var(var) => (var, self.types.unknowns[var as usize]),
            Ty::Real(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_) => return true,
        };
        // With an integer where the primitive gives a real, it is that of the integers: they give what they take.
        let given = self.types.exprs[id.index()].clone();
        if matches!(outputs.as_slice(), [hypernet::Type::Real(_)]) && self.is_integer(&self.types.head(&given)) {
            self.unify(&ty, &given, id);
            // What cannot be one has been said, and is not asked again.
            return self.is_integer(&self.types.head(&ty));
        }
        // What an operator of the user's gives, and what any function gives where no number is in sight: a number by some name,
        // or something else with such a method.
        let is_given = matches!(unknown, Unknown::Given | Unknown::Any | Unknown::Called)
            && !self.function.names_scalars
            && !self.is_opened(receiver);
        // Of numbers, these are written as operators; and what those of a struct give is one.
        let is_own = matches!(&self.function.expr(receiver).kind, Kind::Method(_, primitive, of, _)
            if is_operator(*primitive) && matches!(self.types.head(&self.types.exprs[of.index()]), Ty::Opaque(_)));
        if unknown == Unknown::Computed || is_given || is_own || is_operator(primitive) {
            self.types.bindings[var as usize] = Some(Ty::Opaque(None));
            return true;
        }
        let guess = match (unknown, self.function.scalars.as_slice()) {
            // Of structs and integers alone, the reals are inside.
            (Unknown::Float, _) | (_, []) => Ty::Real("f64".into()),
            (_, [scalar]) => Ty::Real(scalar.clone()),
            _ => {
                self.errors.push((receiver, refusal::UNKNOWN_TYPE.on(self.function.expr(receiver).span)));
                return false;
            }
        };
        let errors = self.errors.len();
        self.unify(&ty, &guess, id);
        self.types.receivers.push((id, receiver));
        self.errors.len() == errors
    }

    /// Whether this is an element of an array in a struct, or of one by another name, or a variable that is declared with one: a number, if nothing shows that it is a struct.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is an element")]
    pub(super) fn is_opened(&self, element: ExprId) -> bool {
        let array = match &self.function.expr(element).kind {
            Kind::Index(array, _) => *array,
            Kind::View(Form::Reference | Form::Referent, inside) => return self.is_opened(*inside),
            // A variable is declared once, before its value is used.
            Kind::Var(var) => return self.elements.get(var).is_some_and(|&value| self.is_opened(value)),
            Kind::MethodCall(call) => match self.function.maybe_element(call) {
                Some(maybe) => maybe.array,
                None => return false,
            },
            _ => return false,
        };
        let Kind::Var(var) = self.function.expr(array).kind else { return false };
        self.function.opened.contains_key(&self.function.views.storage(var))
    }

    /// Whether a type of which nothing is known may turn out to be one of arrays.
    pub(super) fn is_open_array(&self, ty: u32) -> bool {
        matches!(self.types.unknowns[ty as usize], Unknown::Any | Unknown::Called | Unknown::New | Unknown::Given)
    }

    /// Whether a place is in a variable that depends on a differentiated parameter.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place in an array")]
    pub(super) fn depends(&self, mut place: ExprId) -> bool {
        loop {
            match self.function.expr(place).kind {
                Kind::Index(inside, _) | Kind::Part(inside, _) => place = inside,
                Kind::Var(var) => return self.function.depending.contains(&self.function.views.storage(var)),
                _ => return false,
            }
        }
    }

    /// The only scalar there is: `f64`, if none is named.
    pub(super) fn only_scalar(&self) -> Option<Name> {
        match self.function.scalars.as_slice() {
            [] => Some("f64".into()),
            [scalar] => Some(scalar.clone()),
            [_, _, ..] => None,
        }
    }

    /// What depends on a differentiated parameter, and of which nothing is known but that its elements have methods of their own, is an array
    /// of structs; whether there was one.
    fn structs_by_use(&mut self) -> bool {
        let Some((_, element)) = self.element_of_open(Self::has_methods) else {
            return false;
        };
        self.take_for_struct(&element);
        true
    }

    /// The same of elements that operators meet in one another: these are the only scalar there is.
    fn numbers_by_use(&mut self) -> bool {
        let Some(scalar) = self.only_scalar() else { return false };
        let is_operand = |inference: &Self, element: &Ty| {
            let is_it = |ty: &Ty| inference.types.head(ty) == inference.types.head(element);
            inference.waiting.iter().any(|waiting| matches!(waiting, Waiting::Operator(_, ty) if is_it(ty)))
        };
        let Some((index, element)) = self.element_of_open(is_operand) else { return false };
        self.unify(&element, &Ty::Real(scalar), index);
        true
    }

    /// Whether elements or parts are read of this.
    fn has_elements(&self, ty: &Ty) -> bool {
        let is_it = |array: &Ty| self.types.head(array) == self.types.head(ty);
        self.waiting.iter().any(|waiting| match waiting {
            Waiting::Element(_, array, ..) | Waiting::Part(_, array, ..) => is_it(array),
            Waiting::Method(..)
            | Waiting::Field(..)
            | Waiting::Assigned(..)
            | Waiting::Operator(..)
            | Waiting::Arithmetic(..)
            | Waiting::NewArray(..)
            | Waiting::ArrayMethod(..) => false,
        })
    }

    /// An element of an array that depends on a differentiated parameter, if nothing is known of either but this of the element; with its index.
    /// What has elements itself is a row: what these are may show.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else has elements")]
    pub(super) fn element_of_open(&self, is_wanted: impl Fn(&Self, &Ty) -> bool) -> Option<(ExprId, Ty)> {
        self.waiting.iter().find_map(|waiting| {
            let Waiting::Element(index, array, _, element) = waiting else { return None };
            let Ty::Var(ty) = self.types.head(array) else { return None };
            // A new array is a row.
            let is_unknown = matches!(self.types.head(element), Ty::Var(of) if self.types.unknowns[of as usize] != Unknown::New)
                && !self.is_integer(&self.types.head(element));
            let indexed = self.function.exprs[index.index()..].iter().find_map(|expr| match expr.kind {
                Kind::Index(array, at) if at == *index => Some(array),
                _ => None,
            });
            let depends = || indexed.is_some_and(|array| self.depends(array));
            let found = self.is_open_array(ty) && is_unknown && is_wanted(self, element) && depends();
            let found = found && !self.has_elements(element);
            found.then(|| (*index, element.clone()))
        })
    }

    /// What has elements that are real or have fields, and of which nothing else is known, is an array of these; whether there was one.
    fn arrays_of_reals(&mut self) -> bool {
        let mut found = false;
        for at in 0..self.waiting.len() {
            if let Waiting::Element(index, array, _, element) = &self.waiting[at]
                && let (index, array, element) = (*index, array.clone(), element.clone())
                && matches!(self.types.head(&array), Ty::Var(_))
                && (self.may_be_element(&element) || matches!(self.types.head(&element), Ty::Opaque(_)))
            {
                self.unify(&array, &Ty::Array(element.into()), index);
                // What is a number already stays one, and rustc says so.
                found |= matches!(self.types.head(&array), Ty::Array(_));
            }
        }
        found
    }

    /// What elements are read of in a field of an element of an array is an array of the only scalar there is, if nothing is known of its
    /// elements; whether there was one.
    fn arrays_in_structs(&mut self) -> bool {
        let Some(scalar) = self.only_scalar() else { return false };
        let is_open = |ty: &Ty| matches!(self.types.head(ty), Ty::Var(_));
        let is_in_struct =
            |array: &Ty| self.inside.iter().any(|inside| self.types.head(inside) == self.types.head(array));
        // What elements are read of is an array itself, in an array in a struct.
        let is_array = |element: &Ty| self.has_elements(element);
        let mut rows = self.waiting.iter().filter_map(|waiting| {
            let Waiting::Element(_, array, _, element) = waiting else { return None };
            let is_row = is_open(array) && is_open(element) && is_in_struct(array) && is_array(element);
            (is_row && !is_in_struct(element)).then(|| (array.clone(), element.clone()))
        });
        if let Some((array, row)) = rows.next() {
            // All elements of an array are of one type.
            let others = self.waiting.iter().filter_map(|waiting| {
                let Waiting::Element(at, of, _, other) = waiting else { return None };
                (self.types.head(of) == self.types.head(&array)).then(|| (*at, other.clone()))
            });
            for (at, other) in others.collect::<Vec<_>>() {
                self.unify(&row, &other, at);
            }
            self.inside.push(row);
            return true;
        }
        let found = self.waiting.iter().find_map(|waiting| {
            let real = Ty::Real(scalar.clone());
            match waiting {
                // What has no tangent is the host's to read.
                Waiting::Element(index, array, _, element)
                    if is_open(array) && is_in_struct(array) && self.is_integer(&self.types.head(element)) =>
                {
                    Some((*index, array.clone(), Ty::Array(element.clone().into())))
                }
                Waiting::Element(index, array, _, element) => {
                    let is_number = is_open(element) && !self.is_integer(&self.types.head(element));
                    let is_element = is_open(array) && is_number && is_in_struct(array) && !is_array(element);
                    is_element.then(|| (*index, element.clone(), real))
                }
                Waiting::Part(part, array, ..) => {
                    (is_open(array) && is_in_struct(array)).then(|| (*part, array.clone(), Ty::Array(real.into())))
                }
                Waiting::ArrayMethod(id, call) => {
                    let array = &self.types.exprs[call.args[0].index()];
                    let is_array = is_open(array)
                        && self.is_in_element(call.args[0])
                        && !is_array(array)
                        && !self.others.iter().any(|other| self.types.head(other) == self.types.head(array));
                    is_array.then(|| (*id, array.clone(), Ty::Array(real.into())))
                }
                Waiting::Method(..)
                | Waiting::Field(..)
                | Waiting::Assigned(..)
                | Waiting::Operator(..)
                | Waiting::Arithmetic(..)
                | Waiting::NewArray(..) => None,
            }
        });
        let Some((at, found, ty)) = found else { return false };
        self.unify(&found, &ty, at);
        // What is of another type stays as it is, and rustc says so.
        !matches!(self.types.head(&found), Ty::Var(_))
    }

    /// New arrays of fields of structs, of which nothing else is known, hold the only scalar there is: rustc says so if it is something else.
    /// Whether there was one.
    fn arrays_of_fields(&mut self) -> bool {
        let Some(scalar) = self.only_scalar() else { return false };
        let is_field =
            |ty: &Ty| matches!(self.types.head(ty), Ty::Var(var) if self.types.unknowns[var as usize].is_param());
        let found = self.waiting.iter().find_map(|waiting| match waiting {
            Waiting::NewArray(at, element, _) => is_field(element).then(|| (*at, element.clone())),
            Waiting::Method(..)
            | Waiting::Field(..)
            | Waiting::Assigned(..)
            | Waiting::Operator(..)
            | Waiting::Arithmetic(..)
            | Waiting::ArrayMethod(..)
            | Waiting::Element(..)
            | Waiting::Part(..) => None,
        });
        let Some((at, element)) = found else { return false };
        self.unify(&element, &Ty::Real(scalar), at);
        true
    }

    /// Whether this is a type of elements: reals, arrays of such, structs, and tuples with one of these.
    fn may_be_element(&self, ty: &Ty) -> bool {
        match self.types.head(ty) {
            Ty::Real(_) | Ty::Array(_) | Ty::Opaque(Some(_)) => true,
            Ty::Var(var) => self.types.unknowns[var as usize] == Unknown::Float,
            Ty::Tuple(parts) => parts.iter().any(|part| self.may_be_element(part)),
            Ty::Discrete(_) | Ty::Opaque(None) | Ty::Fn(_) => false,
        }
    }

    /// Whether nothing is known yet of a type, or of a part of it.
    fn may_turn_out(&self, ty: &Ty) -> bool {
        match self.types.head(ty) {
            Ty::Var(_) => true,
            Ty::Tuple(parts) => parts.iter().any(|part| self.may_turn_out(part)),
            Ty::Real(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Array(_) | Ty::Fn(_) => false,
        }
    }

    pub(super) fn is_integer(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Var(var) => self.types.unknowns[*var as usize] == Unknown::Int,
            Ty::Discrete(_) => true,
            Ty::Real(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_) => false,
        }
    }

    /// Decides all that waits, guessing where nothing else helps.
    pub(super) fn settle(&mut self) {
        loop {
            let before = self.waiting.len();
            let waiting = std::mem::take(&mut self.waiting);
            for item in waiting {
                if !self.try_waiting(&item) {
                    self.waiting.push(item);
                }
            }
            if self.waiting.is_empty() {
                return;
            }
            if self.waiting.len() < before {
                continue;
            }
            if self.elements_of_one_type()
                || self.put_among_integers()
                || self.elements_are_numbers()
                || self.arrays_of_reals()
                || self.parts_of_arrays()
                || self.arrays_by_use()
                || self.arrays_in_structs()
                || self.structs_by_use()
                || self.numbers_by_use()
                || self.lent_elements()
            {
                continue;
            }
            // The receiver of a method of the vocabulary is the only scalar there is, if not an integer. One is decided at
            // a time, since it may tell about the others; of many, several, so that the work stays linear.
            let guesses = (before / 64).max(1);
            let (methods, rest): (Vec<_>, Vec<_>) =
                std::mem::take(&mut self.waiting).into_iter().partition(|item| match item {
                    Waiting::Method(..) | Waiting::Operator(..) => true,
                    Waiting::Arithmetic(_, _, [a, b], _) => self.has_methods(a) || self.has_methods(b),
                    Waiting::Field(..)
                    | Waiting::Assigned(..)
                    | Waiting::NewArray(..)
                    | Waiting::ArrayMethod(..)
                    | Waiting::Element(..)
                    | Waiting::Part(..) => false,
                });
            if methods.is_empty() {
                self.waiting = rest;
                if self.arrays_of_array_fields()
                    || self.arrays_of_fields()
                    || self.arrays_of_calls()
                    || self.arrays_of_elements()
                    || self.open_elements()
                    || self.arrays_of_the_rest()
                {
                    continue;
                }
                break;
            }
            for (index, item) in methods.into_iter().enumerate() {
                if index >= guesses || self.guess(&item) {
                    self.waiting.push(item);
                }
            }
            self.waiting.extend(rest);
        }
        self.arrays_of_integers();
        let mut rest = std::mem::take(&mut self.waiting);
        rest.sort_by_key(|item| matches!(item, Waiting::Assigned(..)));
        for item in rest {
            // Where fields of it are read too, they say so.
            if let Waiting::Assigned(at, whole, ..) = &item
                && !self.is_struct_left_to_rustc(whole)
                && self.errors.is_empty()
            {
                self.errors.push((*at, refusal::UNKNOWN_TYPE.on(self.function.expr(*at).span)));
            }
            // A field of a value of the environment is left as it is.
            if let Waiting::Field(id, base, _) = item
                && !matches!(self.function.expr(id).kind, Kind::Field(_, _, None))
                && !matches!(self.function.expr(base).kind, Kind::Constant(..))
                && !self.is_field_of_struct(base)
                && !self.is_struct_left_to_rustc(&self.types.exprs[base.index()].clone())
            {
                self.errors.push((base, refusal::UNKNOWN_TYPE.on(self.function.expr(base).span)));
            }
        }
    }

    /// What a call gave, of which nothing is known but that it has numbered fields: rustc looks at those.
    fn is_struct_left_to_rustc(&mut self, ty: &Ty) -> bool {
        match self.types.head(ty) {
            Ty::Var(var) if !self.types.unknowns[var as usize].is_param() => {
                self.types.bindings[var as usize] = Some(Ty::Opaque(None));
                true
            }
            Ty::Opaque(_) => true,
            Ty::Var(_) | Ty::Real(_) | Ty::Discrete(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_) => false,
        }
    }

    /// Whether this is a field of a field … of a struct: a tuple in it is looked at by rustc alone.
    fn is_field_of_struct(&self, mut at: ExprId) -> bool {
        while let Kind::Member(base, _) | Kind::Field(base, ..) = &self.function.expr(at).kind {
            if matches!(self.types.shape(&self.types.exprs[base.index()]), Ty::Opaque(_)) {
                return true;
            }
            at = *base;
        }
        false
    }
}

/// Whether this is what an operator of numbers does.
fn is_operator(primitive: Primitive) -> bool {
    matches!(
        primitive,
        Primitive::Add | Primitive::Sub | Primitive::Mul | Primitive::Div | Primitive::Rem | Primitive::Neg
    )
}
