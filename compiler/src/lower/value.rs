//! What a variable or an expression stands for during lowering.

use std::rc::Rc;

use hypernet::{Operation, Type, Value};
use proc_macro2::{Span, TokenStream};

use super::{Lowered, Lowering, WORLD, has_tangent};
use crate::diagnostic::{Diagnostic, refusal};
use crate::program::Shape;
use crate::syntax::{Pattern, Ty, VarId};

/// A value: wires in the shape of a tuple.
#[derive(Clone)]
pub(super) enum Val {
    /// One wire, and whether it depends on a differentiated parameter.
    Wire(Value, bool),
    Tuple(Vec<Val>),
    Function(Rc<Func>),
}

/// A function as a value.
pub(super) enum Func {
    /// A wire that carries the function.
    Wire {
        function: Value,
        /// The types of its parameters.
        params: Rc<[Ty]>,
        /// What a call gives: the value that stands for the result of the body, as a template.
        result: Val,
        /// The variables that it changes: they go in after the parameters and come out after the result.
        threads: Vec<VarId>,
        /// What each parameter refers to, if it refers to an array: that comes out again, after the result.
        lent: Rc<[Option<TokenStream>]>,
        /// Whether it captured something that depends on a differentiated parameter.
        active: bool,
    },
    /// A wire that carries a function that came over the boundary: parameters and result are one wire each.
    Host {
        function: Value,
        /// Whether it may depend on a differentiated parameter.
        active: bool,
    },
    /// A function of the host language that nothing is known of yet.
    Path(syn::ExprPath),
}

impl Func {
    /// As [`Val::merged`]: functions that are called in the same way.
    fn merged(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::Host { function, active: a }, Self::Host { active: b, .. }) => {
                Some(Self::Host { function: *function, active: *a || *b })
            }
            (
                Self::Wire { function, params, result: a, threads, lent, active },
                Self::Wire { result: b, threads: others, lent: of_other, active: other, .. },
            ) if threads == others && lent_at(lent).eq(lent_at(of_other)) => Some(Self::Wire {
                function: *function,
                params: params.clone(),
                result: a.merged(b)?,
                threads: threads.clone(),
                lent: lent.clone(),
                active: *active || *other,
            }),
            (Self::Host { .. } | Self::Wire { .. } | Self::Path(_), _) => None,
        }
    }
}

/// What is said of a name that is taken for that of a function, where there is a number: it may be misspelt, which rustc says.
fn undeclared(path: &syn::ExprPath) -> Diagnostic {
    Diagnostic::at(
        path,
        "there is no variable of this name in the function, so it is taken for a function, which is no number",
        "declare it with `let`; write a constant in capitals; call a function with its arguments",
    )
    .left_to_rustc()
}

impl Val {
    /// What is said of this value where a function cannot be, if it is the name of one alone, which may be none.
    pub(super) fn is_undeclared(&self) -> Option<Diagnostic> {
        match self {
            Self::Function(function) => match &**function {
                Func::Path(path) => path.path.get_ident().map(|_| undeclared(path)),
                Func::Wire { .. } | Func::Host { .. } => None,
            },
            Self::Wire(..) | Self::Tuple(_) => None,
        }
    }

    pub(super) fn unit() -> Self {
        Self::Tuple(Vec::new())
    }

    /// Whether it depends on a differentiated parameter.
    pub(super) fn active(&self) -> bool {
        match self {
            Self::Wire(_, active) => *active,
            Self::Tuple(parts) => parts.iter().any(Self::active),
            Self::Function(function) => match &**function {
                Func::Wire { active, .. } | Func::Host { active, .. } => *active,
                Func::Path(_) => false,
            },
        }
    }

    /// What comes out of two branches that give this and the other: of the structure of both, and active where one of them
    /// is. `None` if they are not made up of wires in the same way.
    pub(super) fn merged(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::Wire(value, a), Self::Wire(_, b)) => Some(Self::Wire(*value, *a || *b)),
            (Self::Tuple(a), Self::Tuple(b)) if a.len() == b.len() => {
                a.iter().zip(b).map(|(a, b)| a.merged(b)).collect::<Option<_>>().map(Self::Tuple)
            }
            (Self::Function(a), Self::Function(b)) => a.merged(b).map(|function| Self::Function(Rc::new(function))),
            (Self::Wire(..) | Self::Tuple(_) | Self::Function(_), _) => None,
        }
    }

    /// The same, all of it active where it can be.
    fn activated(&self, lowering: &Lowering<'_, '_>) -> Self {
        match self {
            // In what an unknown function gives, the wire stands for one of another type, and is active if it can be.
            Self::Wire(value, active) => Self::Wire(*value, *active || has_tangent(lowering.builder.ty(*value))),
            Self::Tuple(parts) => Self::Tuple(parts.iter().map(|part| part.activated(lowering)).collect()),
            // Another function may be assigned to the variable.
            Self::Function(function) => match &**function {
                Func::Wire { function, params, result, threads, lent, .. } => Self::Function(Rc::new(Func::Wire {
                    function: *function,
                    params: params.clone(),
                    result: result.activated(lowering),
                    threads: threads.clone(),
                    lent: lent.clone(),
                    active: true,
                })),
                Func::Host { function, .. } => {
                    Self::Function(Rc::new(Func::Host { function: *function, active: true }))
                }
                Func::Path(_) => self.clone(),
            },
        }
    }

    /// Whether there is a function in it.
    pub(super) fn has_function(&self) -> bool {
        match self {
            Self::Wire(..) => false,
            Self::Tuple(parts) => parts.iter().any(Self::has_function),
            Self::Function(_) => true,
        }
    }

    /// The variables that calls of the functions in it change.
    pub(super) fn threads(&self) -> Vec<VarId> {
        match self {
            Self::Wire(..) => Vec::new(),
            Self::Tuple(parts) => parts.iter().flat_map(Self::threads).collect(),
            Self::Function(function) => match &**function {
                Func::Wire { threads, .. } => threads.clone(),
                Func::Host { .. } | Func::Path(_) => vec![WORLD],
            },
        }
    }
}

impl Lowering<'_, '_> {
    /// The wires of a value, left to right.
    pub(super) fn flatten(value: &Val) -> Lowered<Vec<Value>> {
        match value {
            Val::Wire(value, _) => Ok(vec![*value]),
            Val::Tuple(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(Self::flatten(part)?);
                }
                Ok(all)
            }
            Val::Function(function) => match &**function {
                Func::Wire { function, .. } | Func::Host { function, .. } => Ok(vec![*function]),
                // The name alone may be none.
                Func::Path(path) if path.path.get_ident().is_some() => {
                    Err(refusal::FUNCTION_GIVEN.at(path).left_to_rustc())
                }
                Func::Path(path) => Err(refusal::FUNCTION_GIVEN.at(path)),
            },
        }
    }

    /// The value of the same structure as the template, of these wires.
    pub(super) fn rebuild(template: &Val, wires: &mut dyn Iterator<Item = Value>) -> Val {
        match template {
            Val::Wire(value, active) => Val::Wire(wires.next().unwrap_or(*value), *active),
            Val::Tuple(parts) => Val::Tuple(parts.iter().map(|part| Self::rebuild(part, wires)).collect()),
            Val::Function(function) => match &**function {
                Func::Host { function, active } => {
                    Val::Function(Rc::new(Func::Host { function: wires.next().unwrap_or(*function), active: *active }))
                }
                Func::Wire { function, params, result, threads, lent, active } => Val::Function(Rc::new(Func::Wire {
                    function: wires.next().unwrap_or(*function),
                    params: params.clone(),
                    result: result.clone(),
                    threads: threads.clone(),
                    lent: lent.clone(),
                    active: *active,
                })),
                Func::Path(_) => template.clone(),
            },
        }
    }

    /// A value of this shape, of these wires.
    pub(super) fn assemble(shape: &Shape, wires: &mut dyn Iterator<Item = Value>, active: bool) -> Val {
        match shape {
            Shape::Leaf(ty) => Self::leaf(wires.next().expect("a wire for each leaf"), ty, active),
            Shape::Tuple(parts) => Val::Tuple(parts.iter().map(|part| Self::assemble(part, wires, active)).collect()),
        }
    }

    /// One wire that carries all of a value without functions.
    pub(super) fn grouped(&mut self, value: &Val, span: Span) -> Lowered<Value> {
        match value {
            Val::Wire(value, _) => Ok(*value),
            Val::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.grouped(part, span)).collect::<Lowered<Vec<_>>>()?;
                let types: Vec<Type> = parts.iter().map(|&part| self.builder.ty(part).clone()).collect();
                self.op1(Operation::Pack(types.into()), &parts, span)
            }
            // Of a name that stands for nothing, rustc says so.
            Val::Function(function) if matches!(&**function, Func::Path(_)) => {
                Err(refusal::FUNCTION_HERE.on(span).left_to_rustc())
            }
            Val::Function(_) => Err(refusal::FUNCTION_HERE.on(span)),
        }
    }

    /// Undoes [`Lowering::grouped`].
    pub(super) fn ungroup(&mut self, value: Value, shape: &Shape, active: bool, span: Span) -> Lowered<Val> {
        match shape {
            Shape::Leaf(ty) => Ok(Self::leaf(value, ty, active)),
            Shape::Tuple(parts) => {
                let types: Vec<Type> = parts.iter().map(Shape::grouped).collect();
                let wires = self.op(Operation::Unpack(types.into()), &[value], span)?;
                let mut values = Vec::with_capacity(parts.len());
                for (wire, part) in wires.into_iter().zip(parts) {
                    values.push(self.ungroup(wire, part, active, span)?);
                }
                Ok(Val::Tuple(values))
            }
        }
    }

    /// One wire; an error if the value is not one.
    pub(super) fn wire(value: &Val, span: Span) -> Lowered<Value> {
        match value {
            Val::Wire(value, _) => Ok(*value),
            Val::Tuple(_) => Err(Diagnostic::new(
                span,
                "an operation on a whole tuple is not differentiable yet",
                "write it for each part of the tuple",
            )),
            Val::Function(function) => Err(match &**function {
                Func::Path(path) => undeclared(path),
                Func::Wire { .. } | Func::Host { .. } => {
                    Diagnostic::new(span, "a function is used as a number here", "call it with arguments")
                }
            }),
        }
    }

    /// Gives the names of an irrefutable pattern their values.
    pub(super) fn bind(&mut self, pattern: &Pattern, value: Val) -> Lowered<()> {
        match pattern {
            Pattern::Wild | Pattern::Rest | Pattern::Literal(_) | Pattern::Range { .. } | Pattern::Path(_) => {
                self.drop_arrays(&value, Span::call_site())
            }
            Pattern::Or(cases) => cases.first().map_or(Ok(()), |case| self.bind(case, value)),
            Pattern::Typed(inside, ..) => self.bind(inside, value),
            Pattern::Struct(apart) => self.take_apart(apart, value),
            Pattern::Host(host) => self.bind_host(host, &value),
            Pattern::Bind(var, inside) => {
                if let Some(inside) = inside {
                    self.bind(inside, value.clone())?;
                }
                if matches!(value, Val::Tuple(_)) {
                    self.no_tuple_of_arrays(*var, &value)?;
                }
                self.env.insert(*var, value);
                Ok(())
            }
            Pattern::Tuple(parts) => {
                let Val::Tuple(values) = value else {
                    // A pattern of a type that the macro does not know has been refused by inference.
                    return Err(refusal::UNKNOWN_TYPE.on(Span::call_site()));
                };
                let rest = parts.iter().position(|part| matches!(part, Pattern::Rest));
                let after = rest.map_or(0, |rest| parts.len() - rest - 1);
                let count = values.len();
                for (at, part) in parts.iter().enumerate() {
                    let index = match rest {
                        Some(rest) if at == rest => {
                            let left_out = values.get(at..count.saturating_sub(after)).unwrap_or_default();
                            for value in left_out {
                                self.drop_arrays(value, Span::call_site())?;
                            }
                            continue;
                        }
                        Some(rest) if at > rest => count - after + (at - rest - 1),
                        _ => at,
                    };
                    let Some(value) = values.get(index) else {
                        return Err(refusal::UNKNOWN_TYPE.on(Span::call_site()));
                    };
                    self.bind(part, value.clone())?;
                }
                Ok(())
            }
        }
    }

    /// What a closure's parameter stands for in its body: active, because some call may give something active.
    pub(super) fn activated(&self, value: &Val) -> Val {
        value.activated(self)
    }
}

/// Which parameters refer to arrays.
fn lent_at(lent: &[Option<TokenStream>]) -> impl Iterator<Item = usize> {
    (0..).zip(lent).filter(|(_, lent)| lent.is_some()).map(|(at, _)| at)
}
