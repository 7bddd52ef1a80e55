//! Types, type variables and what they stand for.

use std::rc::Rc;

use hypernet::TypeName;
use hypernet::ids::IdMap;

use crate::source::types::may_have_tangent;
use crate::syntax::{ExprId, FnTy, Ty, Unknown, VarId};

/// How many parts one type may have.
const LARGEST: usize = 5000;

/// The types of a function's expressions and variables.
#[derive(Debug)]
pub(crate) struct Types {
    pub(crate) exprs: Vec<Ty>,
    pub(super) vars: Vec<Ty>,
    pub(super) bindings: Vec<Option<Ty>>,
    pub(super) unknowns: Vec<Unknown>,
    /// The arrays in structs that hold what nothing is known of, with the scalar that it is taken for.
    pub(crate) taken_for: Vec<(VarId, hypernet::Name)>,
    /// The arrays in structs that hold what nothing is known of, but that it becomes numbers of other types.
    pub(crate) integers: Vec<VarId>,
    /// The arrays in structs that hold what nothing is known of, and what is left to rustc.
    pub(crate) left_to_rustc: Vec<VarId>,
    /// The variables that hold what new arrays are made of, and of which nothing else is known: they may be structs or rows.
    pub(crate) maybe_rows: Vec<VarId>,
    /// The variables that are declared with a reference to an element that may not be there.
    pub(crate) lent: IdMap<VarId, ExprId>,
    /// The variables that calls change, and that nothing else says are arrays.
    pub(crate) changed: Vec<ExprId>,
    /// The methods of numbers that are called on what nothing else says is a number, with that.
    pub(crate) receivers: Vec<(ExprId, ExprId)>,
    /// The operands of which nothing was known where they met the other ones, and how many such ones follow from one another in these,
    /// up to [`FOLLOWING`](super::FOLLOWING).
    pub(crate) operands: Vec<(ExprId, usize)>,
    /// How many steps of unification the function may still take. Types are trees, and those of tuples of tuples may be
    /// exponentially large.
    pub(super) fuel: usize,
}

impl Types {
    /// The type of an expression, as far as it is known.
    pub(crate) fn expr(&self, id: ExprId) -> Ty {
        self.resolve(&self.exprs[id.index()])
    }

    /// The type of a variable, as far as it is known.
    pub(crate) fn var(&self, id: crate::syntax::VarId) -> Ty {
        self.resolve(&self.vars[id.index()])
    }

    /// Whether this is the type of a literal that meets nothing of which the macro knows the type.
    pub(crate) fn is_open(&self, ty: &Ty) -> bool {
        matches!(self.head(ty), Ty::Var(var) if matches!(self.unknowns[var as usize], Unknown::Float | Unknown::Int))
    }

    /// Whether nothing is known of a type but that it is one without a tangent.
    pub(crate) fn is_plain(&self, var: u32) -> bool {
        self.unknowns[var as usize] == Unknown::Plain
    }

    /// A type with what is known of its variables put in, and the defaults of literals.
    pub(crate) fn resolve(&self, ty: &Ty) -> Ty {
        match ty {
            Ty::Var(var) => match &self.bindings[*var as usize] {
                Some(ty) => self.resolve(ty),
                None => match self.unknowns[*var as usize] {
                    Unknown::Float => Ty::Real("f64".into()),
                    Unknown::Int => Ty::Discrete(TypeName::Numbered(*var)),
                    Unknown::Variable
                    | Unknown::Param
                    | Unknown::Any
                    | Unknown::Called
                    | Unknown::Element
                    | Unknown::New
                    | Unknown::Given
                    | Unknown::Computed
                    | Unknown::Foreign
                    | Unknown::Plain => ty.clone(),
                },
            },
            Ty::Tuple(parts) => Ty::Tuple(parts.iter().map(|part| self.resolve(part)).collect()),
            Ty::Array(element) => Ty::Array(Rc::new(self.resolve(element))),
            Ty::Fn(function) => {
                let params = function.params.iter().map(|param| self.resolve(param)).collect();
                let (name, lent) = (function.name.clone(), function.lent.clone());
                Ty::Fn(Rc::new(FnTy { params, result: self.resolve(&function.result), name, lent }))
            }
            ty @ (Ty::Real(_) | Ty::Discrete(_) | Ty::Opaque(_)) => ty.clone(),
        }
    }

    /// The outermost constructor, with the defaults of literals.
    pub(super) fn shape(&self, ty: &Ty) -> Ty {
        let head = self.head(ty);
        if let Ty::Var(_) = head { self.resolve(&head) } else { head }
    }

    /// The outermost constructor, literals undecided.
    pub(super) fn head(&self, ty: &Ty) -> Ty {
        let mut ty = ty.clone();
        while let Ty::Var(var) = ty {
            match &self.bindings[var as usize] {
                Some(bound) => ty = bound.clone(),
                None => return Ty::Var(var),
            }
        }
        ty
    }

    pub(super) fn fresh(&mut self, unknown: Unknown) -> Ty {
        self.bindings.push(None);
        self.unknowns.push(unknown);
        Ty::Var(u32::try_from(self.bindings.len() - 1).expect("fewer than 2^32 types"))
    }

    /// How many parts the types of all expressions have together, if all that is known is put in; `usize::MAX` if one of
    /// them is too large.
    pub(super) fn size(&self) -> usize {
        let mut known = vec![None; self.bindings.len()];
        self.exprs.iter().fold(0, |sum, ty| match self.size_of(ty, &mut known) {
            size if size > LARGEST => usize::MAX,
            size => size.saturating_add(sum),
        })
    }

    pub(super) fn size_of(&self, ty: &Ty, known: &mut Vec<Option<usize>>) -> usize {
        match ty {
            Ty::Var(var) => {
                if let Some(size) = known[*var as usize] {
                    return size;
                }
                let size = self.bindings[*var as usize].as_ref().map_or(1, |ty| self.size_of(ty, known));
                known[*var as usize] = Some(size);
                size
            }
            Ty::Real(_) | Ty::Discrete(_) | Ty::Opaque(_) => 1,
            Ty::Array(element) => self.size_of(element, known).saturating_add(1),
            Ty::Tuple(parts) => parts.iter().fold(1, |sum, part| self.size_of(part, known).saturating_add(sum)),
            Ty::Fn(function) => {
                let result = self.size_of(&function.result, known).saturating_add(1);
                function.params.iter().fold(result, |sum, param| self.size_of(param, known).saturating_add(sum))
            }
        }
    }

    /// Takes a step; whether there was one left.
    pub(super) fn step(&mut self) -> bool {
        self.fuel = self.fuel.saturating_sub(1);
        self.fuel > 0
    }

    /// Whether a variable occurs in a type; also if there are no steps left to see.
    pub(super) fn occurs(&mut self, var: u32, ty: &Ty) -> bool {
        if !self.step() {
            return true;
        }
        match self.head(ty) {
            Ty::Var(other) => other == var,
            Ty::Tuple(parts) => parts.iter().any(|part| self.occurs(var, part)),
            Ty::Array(element) => self.occurs(var, &element),
            Ty::Fn(function) => {
                function.params.iter().any(|param| self.occurs(var, param)) || self.occurs(var, &function.result)
            }
            Ty::Real(_) | Ty::Discrete(_) | Ty::Opaque(_) => false,
        }
    }

    /// Of two types that are one, that of values which may have a sensitivity, and that of which more is known.
    pub(super) fn joined(&self, a: &Ty, b: &Ty) -> Ty {
        match (self.head(a), self.head(b)) {
            (Ty::Discrete(TypeName::Named(name)), Ty::Opaque(_)) if may_have_tangent(&name) => b.clone(),
            (Ty::Opaque(None), Ty::Real(_)) => b.clone(),
            (Ty::Tuple(a), Ty::Tuple(b)) if a.len() == b.len() => {
                Ty::Tuple(a.iter().zip(&b).map(|(a, b)| self.joined(a, b)).collect())
            }
            (_, _) => a.clone(),
        }
    }

    /// What a variable stands for that is of one type with a value which depends on nothing. That a parameter is left out by `wrt` says
    /// nothing of its type: of a struct of the user's own, what is of this type elsewhere may have a sensitivity.
    fn beside_data(&self, var: u32, ty: Ty) -> Ty {
        match (self.unknowns[var as usize], ty) {
            (Unknown::Param, Ty::Discrete(TypeName::Named(name))) if may_have_tangent(&name) => Ty::Opaque(Some(name)),
            (_, ty) => ty,
        }
    }

    /// Makes two types equal; whether that is possible.
    pub(super) fn unify(&mut self, a: &Ty, b: &Ty) -> bool {
        if !self.step() {
            return false;
        }
        match (self.head(a), self.head(b)) {
            (Ty::Var(a), Ty::Var(b)) if a == b => true,
            (Ty::Var(a), Ty::Var(b)) => {
                const LITERAL: u8 = 10;
                // The more that is known stays.
                let rank = |unknown| match unknown {
                    Unknown::Variable => 0,
                    Unknown::Param => 1,
                    Unknown::Any => 2,
                    Unknown::Called => 3,
                    Unknown::Element => 4,
                    Unknown::New => 5,
                    Unknown::Given => 6,
                    Unknown::Computed => 7,
                    Unknown::Foreign => 8,
                    Unknown::Plain => 9,
                    Unknown::Float | Unknown::Int => LITERAL,
                };
                let (ranked_a, ranked_b) = (self.unknowns[a as usize], self.unknowns[b as usize]);
                if rank(ranked_a) == LITERAL && rank(ranked_b) == LITERAL && ranked_a != ranked_b {
                    return false;
                }
                let (from, to) = if rank(ranked_a) <= rank(ranked_b) { (a, b) } else { (b, a) };
                self.bindings[from as usize] = Some(Ty::Var(to));
                true
            }
            (Ty::Var(var), ty) | (ty, Ty::Var(var)) => {
                let fits = match self.unknowns[var as usize] {
                    Unknown::Float => matches!(ty, Ty::Real(_) | Ty::Opaque(_)),
                    Unknown::Int => matches!(ty, Ty::Discrete(_) | Ty::Opaque(_)) && ty != Ty::bool(),
                    Unknown::Variable
                    | Unknown::Param
                    | Unknown::Any
                    | Unknown::Called
                    | Unknown::Element
                    | Unknown::New
                    | Unknown::Given
                    | Unknown::Computed
                    | Unknown::Foreign
                    | Unknown::Plain => true,
                };
                if !fits || self.occurs(var, &ty) {
                    return false;
                }
                let ty = self.beside_data(var, ty);
                // An array may have another name.
                if let (Unknown::Float | Unknown::Int | Unknown::New, Ty::Opaque(_)) =
                    (self.unknowns[var as usize], &ty)
                {
                    return true;
                }
                self.bindings[var as usize] = Some(ty);
                true
            }
            (Ty::Tuple(a), Ty::Tuple(b)) => a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| self.unify(a, b)),
            (Ty::Array(a), Ty::Array(b)) => self.unify(&a, &b),
            (Ty::Fn(a), Ty::Fn(b)) => {
                a.params.len() == b.params.len()
                    && a.params.iter().zip(&b.params).all(|(a, b)| self.unify(a, b))
                    && self.unify(&a.result, &b.result)
            }
            // One type may have several names; only rustc knows them all.
            (Ty::Opaque(_), _) | (_, Ty::Opaque(_)) => true,
            (a, b) => a == b,
        }
    }
}
