//! What becomes of function types, computed once for each.
//!
//! A function type names what the function captured, functions among it, so as a tree it can be far larger than the net:
//! shared parts are kept shared here.

use std::sync::Arc;

use crate::net::IdMap;
use crate::types::{Captures, FunctionType, Type};

/// Function types by their address, kept alive so that an address stands for one type; with what was computed for each.
#[derive(Debug)]
struct Table<T>(IdMap<usize, (Arc<FunctionType>, T)>);

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self(IdMap::default())
    }
}

impl<T: Clone> Table<T> {
    fn get(&self, function: &Arc<FunctionType>) -> Option<T> {
        self.0.get(&Arc::as_ptr(function).addr()).map(|(_, found)| found.clone())
    }

    fn insert(&mut self, function: &Arc<FunctionType>, value: T) {
        self.0.insert(Arc::as_ptr(function).addr(), (function.clone(), value));
    }
}

/// The forward types and the sensitivities of function types.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    forward: Table<Type>,
    sensitivity: Table<Option<Arc<[Type]>>>,
    width: Table<Option<usize>>,
    known: Table<bool>,
}

impl Memo {
    /// As [`Type::forward`].
    pub(crate) fn forward(&mut self, ty: &Type) -> Type {
        match ty {
            Type::Function(function) => {
                if let Some(known) = self.forward.get(function) {
                    return known;
                }
                let captures = match &function.captures {
                    Captures::Known(types) => Captures::Known(self.all_forward(types)),
                    other @ (Captures::Open | Captures::Residual) => other.clone(),
                };
                let params = self.all_forward(&function.params);
                let mut results = self.all_forward(&function.results);
                results.push(self.backpropagator(function));
                let ty = Type::Function(Arc::new(FunctionType {
                    captures,
                    params,
                    results,
                    seeds: Vec::new(),
                    keeps: false,
                }));
                self.forward.insert(function, ty.clone());
                ty
            }
            Type::Tuple(parts) => Type::Tuple(self.all_forward(parts).into()),
            Type::Option(ty) => Type::Option(Arc::new(self.forward(ty))),
            Type::Tape(ty) => Type::Tape(Arc::new(self.forward(ty))),
            Type::Array(ty) | Type::Undone(ty) => Type::Array(Arc::new(self.forward(ty))),
            Type::Look(ty) => Type::Look(Arc::new(self.forward(ty))),
            ty @ (Type::Real(_) | Type::Discrete(_) | Type::Opaque(_) | Type::Cotangent(_) | Type::World) => {
                ty.forward()
            }
        }
    }

    fn all_forward(&mut self, types: &[Type]) -> Vec<Type> {
        types.iter().map(|ty| self.forward(ty)).collect()
    }

    /// As [`FunctionType::backpropagator`].
    fn backpropagator(&mut self, function: &FunctionType) -> Type {
        let mut all = |types: &[Type]| -> Vec<Type> {
            types.iter().flat_map(|ty| self.sensitivity(ty).unwrap_or_default()).collect()
        };
        let mut results = function.captures.known().map(&mut all).unwrap_or_default();
        results.extend(all(&function.params));
        function.with_seeds(function.looks_again().chain(all(&function.results)).collect(), results)
    }

    /// As [`Type::sensitivity`].
    pub(crate) fn sensitivity(&mut self, ty: &Type) -> Option<Vec<Type>> {
        let function = match ty {
            Type::Function(function) => function,
            Type::Option(ty) => return self.sensitivity(ty),
            Type::Real(_)
            | Type::Discrete(_)
            | Type::Tuple(_)
            | Type::Opaque(_)
            | Type::Cotangent(_)
            | Type::Tape(_)
            | Type::Array(_)
            | Type::Look(_)
            | Type::Undone(_)
            | Type::World => {
                return ty.sensitivity();
            }
        };
        if let Some(known) = self.sensitivity.get(function) {
            return known.map(|bundle| bundle.to_vec());
        }
        let captured = function.captures.known();
        let bundle = captured.and_then(|types| {
            let mut all = Vec::new();
            for ty in types {
                all.extend(self.sensitivity(ty)?);
            }
            Some(all)
        });
        self.sensitivity.insert(function, bundle.as_deref().map(Into::into));
        bundle
    }

    /// How many wires the sensitivity of a wire of this type has, without making their types.
    pub(crate) fn width(&mut self, ty: &Type) -> Option<usize> {
        let function = match ty {
            Type::Function(function) => function,
            Type::Option(ty) => return self.width(ty),
            Type::Real(_)
            | Type::Discrete(_)
            | Type::Tuple(_)
            | Type::Opaque(_)
            | Type::Cotangent(_)
            | Type::Tape(_)
            | Type::Array(_)
            | Type::Look(_)
            | Type::Undone(_)
            | Type::World => {
                return ty.sensitivity().map(|bundle| bundle.len());
            }
        };
        if let Some(known) = self.width.get(function) {
            return known;
        }
        let captured = function.captures.known();
        let width = captured
            .and_then(|types| types.iter().try_fold(0usize, |sum, ty| Some(sum.saturating_add(self.width(ty)?))));
        self.width.insert(function, width);
        width
    }
    /// Whether it is known what every function that this type speaks of captured.
    pub(crate) fn known(&mut self, ty: &Type) -> bool {
        match ty {
            Type::Function(function) => {
                if let Some(known) = self.known.get(function) {
                    return known;
                }
                let mut all = |types: &[Type]| types.iter().all(|ty| self.known(ty));
                let captured = function.captures.known().is_some_and(&mut all);
                let known = captured && all(&function.params) && all(&function.results);
                self.known.insert(function, known);
                known
            }
            Type::Tuple(parts) => parts.iter().all(|ty| self.known(ty)),
            Type::Option(ty) | Type::Tape(ty) | Type::Array(ty) | Type::Look(ty) | Type::Undone(ty) => self.known(ty),
            Type::Real(_) | Type::Discrete(_) | Type::Opaque(_) | Type::Cotangent(_) | Type::World => true,
        }
    }
}
