//! What operators give, and what they take their operands for.

use std::collections::HashSet;

use super::Inference;
use super::waiting::Waiting;
use crate::syntax::{Arithmetic, ExprId, Kind, Ty, Unknown, is_integer, is_scalar};

/// How many operands that are taken for numbers are told apart by that they follow from one another.
pub(crate) const FOLLOWING: usize = 2;

impl Inference<'_, '_> {
    /// The type of the left side of a chain of operators, which may be long: its spine is walked, not descended into.
    pub(super) fn spine(&mut self, id: ExprId) -> Ty {
        let mut spine = Vec::new();
        let mut at = id;
        while let Kind::Binary(op, left, right) = &self.function.expr(at).kind {
            spine.push((at, *op, *right));
            at = *left;
        }
        let mut ty = self.expr(at);
        while let Some((then, op, right)) = spine.pop() {
            let other = self.expr(right);
            ty = self.arithmetic(op, (at, &ty), (right, &other), then);
            self.types.exprs[then.index()] = ty.clone();
            at = then;
        }
        ty
    }

    /// Whether this is the type of an element, of which nothing is known.
    pub(super) fn is_element(&self, ty: &Ty) -> bool {
        matches!(self.types.head(ty), Ty::Var(var) if matches!(self.types.unknowns[var as usize], Unknown::Called | Unknown::Element))
    }

    /// Takes a type of elements for one of structs.
    pub(super) fn take_for_struct(&mut self, ty: &Ty) {
        if let Ty::Var(var) = self.types.head(ty) {
            self.types.bindings[var as usize] = Some(Ty::Opaque(None));
        }
    }

    /// What is added to a struct, or what a struct is added to, is a struct as well, if nothing else is known of it.
    pub(super) fn is_struct_beside(&mut self, op: Arithmetic, a: &Ty, b: &Ty) {
        if !matches!(op, Arithmetic::Add | Arithmetic::Sub) {
            return;
        }
        let computed = |ty: &Ty| matches!(ty, Ty::Var(var) if self.types.unknowns[*var as usize] == Unknown::Computed);
        let (left, right) = (self.types.head(a), self.types.head(b));
        let is_struct = |ty: &Ty| matches!(ty, Ty::Opaque(_)) || computed(ty);
        match (is_struct(&left), is_struct(&right)) {
            (true, false) if self.is_element(b) => self.take_for_struct(b),
            (false, true) if self.is_element(a) => self.take_for_struct(a),
            (true | false, true | false) => {}
        }
    }

    /// Whether nothing is known of a type but that it has methods of its own: what stands beside it in an operator may be of another one.
    pub(super) fn has_methods(&self, ty: &Ty) -> bool {
        let Ty::Var(var) = self.types.head(ty) else { return false };
        let is_plain = matches!(
            self.types.unknowns[var as usize],
            Unknown::Any | Unknown::Called | Unknown::Element | Unknown::Param | Unknown::Variable
        );
        is_plain && self.others.iter().any(|other| self.types.head(other) == Ty::Var(var))
    }

    /// The type of what an operator gives.
    pub(super) fn arithmetic(
        &mut self,
        op: Arithmetic,
        (left, a): (ExprId, &Ty),
        (right, b): (ExprId, &Ty),
        at: ExprId,
    ) -> Ty {
        for (operand, ty) in [(left, a), (right, b)] {
            if let Some(number) = self.reference_to_datum(operand) {
                self.unify(ty, &number, operand);
            }
        }
        self.is_struct_beside(op, a, b);
        self.beside_data((left, a), b);
        self.beside_data((right, b), a);
        // What operators of the host's values give, only rustc knows: `text += "…"`.
        if self.is_of_host(a, b) {
            return self.types.fresh(Unknown::Foreign);
        }
        // An operator of the user's own may give anything.
        if self.is_own(a) || self.is_own(b) {
            return self.types.fresh(Unknown::Computed);
        }
        let is_given = self.is_given(a) || self.is_given(b);
        let is_open = |ty: &Ty| self.is_element(ty) || self.has_methods(ty);
        if is_given || is_open(a) || is_open(b) {
            let result = self.types.fresh(if is_given { Unknown::Given } else { Unknown::Element });
            self.ask(Waiting::Arithmetic(at, op, [a.clone(), b.clone()], result.clone()));
            return result;
        }
        if !matches!(op, Arithmetic::Shl | Arithmetic::Shr) {
            self.take_for_number((left, a), (right, b), at);
            self.unify(a, b, at);
        }
        if let Ty::Var(_) = self.types.head(a) {
            self.waiting.push(Waiting::Operator(at, a.clone()));
        }
        a.clone()
    }

    /// The type of the number that an operand refers to, if it is a reference to one of data: `x * v.first().unwrap()`.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only a variable stands for another expression")]
    fn reference_to_datum(&self, operand: ExprId) -> Option<Ty> {
        let operand = match self.function.expr(operand).kind {
            Kind::Var(var) => *self.types.lent.get(&var)?,
            _ => operand,
        };
        let maybe = self.function.lent_element(operand)?;
        match self.data(maybe.array)? {
            Ty::Array(element) if matches!(*element, Ty::Real(_)) => Some((*element).clone()),
            Ty::Array(_) | Ty::Var(_) | Ty::Real(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Fn(_) => {
                None
            }
        }
    }

    /// What a call gives that is added to an integer, `steps += solver.advance(&mut y)`, is an integer.
    pub(super) fn integer_to_integer(&mut self, place: &Ty, (value, given): (ExprId, &Ty)) {
        let head = self.types.head(place);
        let is_number = if let Ty::Discrete(name) = &head { is_integer(name) } else { self.is_integer(&head) };
        if is_number && self.is_given(given) {
            self.unify(given, place, value);
        }
    }

    /// Whether these are two types of values without a tangent, of which one is no number.
    fn is_of_host(&self, a: &Ty, b: &Ty) -> bool {
        let (Ty::Discrete(a), Ty::Discrete(b)) = (self.types.head(a), self.types.head(b)) else { return false };
        a != b && !(is_scalar(&a) && is_scalar(&b))
    }

    /// Types an operator that waits; false if not enough is known yet.
    pub(super) fn try_operator(&mut self, at: ExprId, op: Arithmetic, [a, b]: [&Ty; 2], result: &Ty) -> bool {
        self.is_struct_beside(op, a, b);
        if self.is_given(a) || self.is_given(b) {
            // One of them has turned out to be what only rustc knows.
            if let Ty::Var(var) = self.types.head(result)
                && self.types.unknowns[var as usize] == Unknown::Element
            {
                self.types.unknowns[var as usize] = Unknown::Given;
            }
            return false;
        }
        // A struct times a number is a struct.
        if self.is_own(result) && !self.is_own(a) && !self.is_own(b) {
            let is_scaled = |of: &Ty, by: &Ty| self.is_element(of) && self.is_real(by);
            if is_scaled(a, b) {
                self.take_for_struct(a);
            } else if is_scaled(b, a) {
                self.take_for_struct(b);
            }
        }
        if !self.is_own(a) && !self.is_own(b) {
            if self.is_open_operator(op, a, b) {
                return false;
            }
            self.unify(a, b, at);
            self.unify(result, a, at);
            if let Ty::Var(_) = self.types.head(result) {
                self.waiting.push(Waiting::Operator(at, result.clone()));
            }
        } else if let Ty::Var(var) = self.types.head(result)
            && self.types.unknowns[var as usize] == Unknown::Element
        {
            self.types.unknowns[var as usize] = Unknown::Computed;
        }
        true
    }

    /// Whether the operands of an operator may still turn out to be of two types.
    fn is_open_operator(&self, op: Arithmetic, a: &Ty, b: &Ty) -> bool {
        let (left, right) = (self.types.head(a), self.types.head(b));
        let has_methods =
            self.has_methods(a) && !self.is_integer(&right) || self.has_methods(b) && !self.is_integer(&left);
        let is_product = matches!(op, Arithmetic::Mul | Arithmetic::Div);
        let may_scale = |of: &Ty, by: &Ty| self.is_element(of) && (self.is_element(by) || self.is_real(by));
        has_methods || is_product && (may_scale(a, b) || may_scale(b, a))
    }

    fn is_real(&self, ty: &Ty) -> bool {
        match self.types.head(ty) {
            Ty::Real(_) => true,
            Ty::Var(var) => self.types.unknowns[var as usize] == Unknown::Float,
            Ty::Discrete(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_) => false,
        }
    }

    /// Elements of arrays in structs, of which nothing shows that they are structs, are numbers; whether there were some.
    pub(super) fn elements_are_numbers(&mut self) -> bool {
        let (mut found, of_methods) = (false, self.follows_from_methods());
        let may_be_struct = |inference: &Self, ty: &Ty| {
            let follows = matches!(inference.types.head(ty), Ty::Var(var) if of_methods.contains(&var));
            follows || inference.is_own(ty) || inference.is_given(ty) || inference.has_methods(ty)
        };
        for waiting in std::mem::take(&mut self.waiting) {
            if let Waiting::Arithmetic(at, _, [a, b], result) = &waiting
                && (self.is_element(a) || self.is_element(b))
                && ![a, b].iter().any(|ty| may_be_struct(self, ty))
            {
                self.unify(a, b, *at);
                self.unify(result, a, *at);
                found = true;
            } else {
                self.waiting.push(waiting);
            }
        }
        found
    }

    /// The types of what operators give that wait for what has methods of its own.
    fn follows_from_methods(&self) -> HashSet<u32> {
        let mut following = HashSet::new();
        loop {
            let before = following.len();
            for waiting in &self.waiting {
                if let Waiting::Arithmetic(_, _, operands, result) = waiting
                    && let Ty::Var(given) = self.types.head(result)
                    && operands.iter().any(|ty| {
                        let follows = matches!(self.types.head(ty), Ty::Var(var) if following.contains(&var));
                        follows || self.has_methods(ty)
                    })
                {
                    following.insert(given);
                }
            }
            if following.len() == before {
                return following;
            }
        }
    }

    /// Notes an operand of which nothing is known, and which is taken for a number where the other one is.
    fn take_for_number(&mut self, (left, a): (ExprId, &Ty), (right, b): (ExprId, &Ty), at: ExprId) {
        let is_unknown =
            |ty: &Ty| matches!(self.types.head(ty), Ty::Var(var) if self.types.unknowns[var as usize].is_param());
        let taken = |mut id: ExprId| {
            while let Kind::Neg(inside) | Kind::View(_, inside) = self.function.expr(id).kind {
                id = inside;
            }
            self.taken.get(&id).copied().unwrap_or_default()
        };
        let (noted, follows) = match (is_unknown(a), is_unknown(b)) {
            (true, _) => (Some(left), taken(right)),
            (false, true) => (Some(right), taken(left)),
            (false, false) => (None, taken(left).max(taken(right))),
        };
        self.types.operands.extend(noted.map(|operand| (operand, follows)));
        let follows = FOLLOWING.min(follows + usize::from(noted.is_some()));
        if follows > 0 {
            self.taken.insert(at, follows);
        }
    }
}
