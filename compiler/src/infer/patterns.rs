//! The types of patterns, and of what is assigned.

use hypernet::Form;

use super::Inference;
use super::waiting::Waiting;
use crate::diagnostic::refusal;
use crate::syntax::{ExprId, Kind, Pattern, Target, Ty, Unknown};

impl Inference<'_, '_> {
    /// What is assigned to these places is of this type.
    pub(super) fn target(&mut self, target: &Target, ty: &Ty, at: ExprId) {
        match target {
            Target::Wild => {}
            // What the host refers to is its own.
            Target::Var(var, _, true) if self.may_be_host(&self.types.vars[var.index()].clone()) => {}
            Target::Var(var, fields, _) => {
                let mut place = self.types.vars[var.index()].clone();
                for field in fields {
                    match (self.types.head(&place), field.parse::<usize>()) {
                        (Ty::Tuple(parts), Ok(field)) if field < parts.len() => place = parts[field].clone(),
                        (Ty::Opaque(_), _) => return,
                        // What has a field of a name is a struct.
                        (Ty::Var(var), Err(_)) if !self.types.unknowns[var as usize].is_host() => {
                            self.types.bindings[var as usize] = Some(Ty::Opaque(None));
                            return;
                        }
                        (Ty::Var(_), Ok(field)) => {
                            let part = self.types.fresh(Unknown::Any);
                            self.ask(Waiting::Assigned(at, place, field, part.clone()));
                            place = part;
                        }
                        _ => return self.errors.push((at, refusal::ASSIGN_PLACE.on(self.function.expr(at).span))),
                    }
                }
                self.unify(&place, ty, at);
            }
            Target::Element(var, indices, fields, inside) => {
                let array = self.types.vars[var.index()].clone();
                let element = indices.iter().fold(array, |array, &index| self.element(array, index));
                // Of what is in a struct, rustc knows the type.
                if let Some(field) = fields.first() {
                    if let Ty::Var(var) = self.types.head(&element)
                        && !self.types.unknowns[var as usize].is_host()
                        && field.parse::<usize>().is_err()
                    {
                        self.types.bindings[var as usize] = Some(Ty::Opaque(None));
                    }
                    for &index in inside {
                        let at = self.expr(index);
                        self.unify(&at, &Ty::Discrete("usize".into()), index);
                    }
                    // … but of what is in a tuple.
                    let part = fields.iter().try_fold(element, |place, field| match self.types.head(&place) {
                        Ty::Tuple(parts) => parts.get(field.parse::<usize>().ok()?).cloned(),
                        Ty::Var(_) | Ty::Real(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Array(_) | Ty::Fn(_) => None,
                    });
                    if let (Some(part), true) = (part, inside.is_empty()) {
                        self.unify(&part, ty, at);
                    }
                    return;
                }
                self.unify(&element, ty, at);
            }
            Target::Tuple(parts) => {
                let types: Vec<Ty> = parts.iter().map(|_| self.types.fresh(Unknown::Any)).collect();
                self.unify(&Ty::Tuple(types.clone()), ty, at);
                for (part, ty) in parts.iter().zip(&types) {
                    self.target(part, ty, at);
                }
            }
        }
    }

    /// Whether this is a reference to an element of an array.
    pub(super) fn refers_to_element(&self, id: ExprId) -> bool {
        let Kind::View(Form::Reference, place) = self.function.expr(id).kind else { return false };
        matches!(self.function.expr(place).kind, Kind::Index(..))
    }

    /// What these names are bound to is of this type.
    pub(super) fn pattern(&mut self, pattern: &Pattern, ty: &Ty) {
        self.pattern_at(pattern, ty, self.function.body);
    }

    /// The same, of what this expression gives.
    pub(super) fn pattern_at(&mut self, pattern: &Pattern, ty: &Ty, at: ExprId) {
        match pattern {
            // Of what rustc takes apart, the macro knows no type.
            Pattern::Wild | Pattern::Rest | Pattern::Path(_) | Pattern::Host(_) => {}
            Pattern::Bind(var, inside) => {
                let var = self.types.vars[var.index()].clone();
                self.unify(&var, ty, at);
                if let Some(inside) = inside {
                    self.pattern_at(inside, ty, at);
                }
            }
            Pattern::Struct(apart) => {
                if let Some(whole) = apart.whole {
                    let whole = self.types.vars[whole.index()].clone();
                    self.unify(&whole, ty, at);
                }
                match self.types.head(ty) {
                    Ty::Var(var) if !self.types.unknowns[var as usize].is_host() => {
                        self.types.bindings[var as usize] = Some(Ty::Opaque(None));
                    }
                    Ty::Opaque(_) | Ty::Discrete(_) | Ty::Var(_) => {}
                    Ty::Real(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_) => {
                        return self.errors.push((at, refusal::FIELD.on(apart.path)));
                    }
                }
                for (field, inside) in &apart.fields {
                    let ty = self.expr(*field);
                    self.pattern_at(inside, &ty, *field);
                }
            }
            Pattern::Typed(inside, written, _) => {
                self.unify(written, ty, at);
                // Of several names of a struct, the one that is written has all its parameters.
                let named = matches!((self.types.head(written), self.types.head(ty)), (Ty::Opaque(_), Ty::Opaque(_)));
                self.pattern_at(inside, if named { written } else { ty }, at);
            }
            Pattern::Tuple(parts) => {
                if parts.iter().any(|part| matches!(part, Pattern::Rest)) {
                    // The arity has to be known already.
                    let Ty::Tuple(types) = self.types.head(ty) else {
                        return self.errors.push((at, refusal::UNKNOWN_TYPE.on(self.function.expr(at).span)));
                    };
                    let rest = parts.iter().position(|part| matches!(part, Pattern::Rest)).unwrap_or(0);
                    let after = parts.len() - rest - 1;
                    if rest + after > types.len() {
                        return self.errors.push((at, refusal::PATTERN.on(self.function.expr(at).span)));
                    }
                    for (part, ty) in parts[..rest].iter().zip(&types) {
                        self.pattern_at(part, ty, at);
                    }
                    for (part, ty) in parts[rest + 1..].iter().zip(&types[types.len() - after..]) {
                        self.pattern_at(part, ty, at);
                    }
                    return;
                }
                // What is known of a part is known of its name.
                if let Ty::Tuple(types) = self.types.head(ty)
                    && types.len() == parts.len()
                {
                    for (part, ty) in parts.iter().zip(&types) {
                        self.pattern_at(part, ty, at);
                    }
                    return;
                }
                // The parts are as unknown as the whole.
                let unknown = match self.types.head(ty) {
                    Ty::Var(var) if self.types.unknowns[var as usize].is_param() => Unknown::Param,
                    // A reference to a part is as good as the part.
                    Ty::Var(_) if self.refers_to_element(at) => Unknown::Param,
                    Ty::Var(_)
                    | Ty::Real(_)
                    | Ty::Discrete(_)
                    | Ty::Opaque(_)
                    | Ty::Tuple(_)
                    | Ty::Array(_)
                    | Ty::Fn(_) => Unknown::Any,
                };
                let types: Vec<Ty> = parts.iter().map(|_| self.types.fresh(unknown)).collect();
                self.unify(&Ty::Tuple(types.clone()), ty, at);
                for (part, ty) in parts.iter().zip(&types) {
                    self.pattern_at(part, ty, at);
                }
            }
            Pattern::Literal(literal) => {
                let literal_type = self.expr(*literal);
                self.unify(&literal_type, ty, *literal);
            }
            Pattern::Range { from, to, .. } => {
                for end in [from, to].into_iter().flatten() {
                    let end_type = self.expr(*end);
                    self.unify(&end_type, ty, *end);
                }
            }
            Pattern::Or(cases) => {
                for case in cases {
                    self.pattern_at(case, ty, at);
                }
            }
        }
    }
}
