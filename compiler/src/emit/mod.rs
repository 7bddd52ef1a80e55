//! Emission: a hypernet as the Rust that a person would have written for it.
//!
//! Any well-typed net can be emitted, simplified or not. Nothing is reduced here: an abstraction is a closure, or a block
//! where a branch is one, and an `eval` is a call. A copy is a second use of a variable, a discard is nothing, the
//! order of effects is the order of statements. What is used once is written where it is used, as long as that is
//! readable and moves nothing past a call or an effect; all else gets a `let`, named as the user called it. Work is
//! linear in the net.
//!
//! The modules use one another in this order, each only those above it:
//!
//! - [`syntax`] is the Rust that comes out, [`names`] the names in it;
//! - [`live`] finds what the wanted outputs need, [`apart`] whether a gradient gets code of its own;
//! - [`convention`] says how functions take and give values, [`value`] what wires carry;
//! - [`expression`] says how an operation of operands is written;
//! - [`walk`] goes through a level in order and collects statements;
//! - [`block`] writes the blocks of the user's, at whose ends values of the host's are dropped;
//! - [`storage`] holds what nested branches leave;
//! - [`boundary`] writes what functions of the host take and give;
//! - [`operation`] writes operations, [`arrays`] those on arrays, [`functions`] functions, [`calls`] calls, [`branches`] branches, [`fold`] loops: these
//!   are what the walk does at each edge.

mod apart;
mod arrays;
mod block;
mod boundary;
mod branches;
mod callee;
mod calls;
mod convention;
mod elements;
mod exchange;
mod expression;
mod flat;
mod fold;
mod functions;
mod kept;
mod lending;
mod lent;
mod live;
mod macros;
mod moving;
mod names;
mod open;
mod open_zeros;
mod operands;
mod operation;
mod reach;
mod records;
mod scope;
mod slots;
mod storage;
mod syntax;
mod value;
mod walk;
mod whole;

pub(crate) use apart::is_worth_code;
use hypernet::ids::IdMap;
use hypernet::{Hypernet, Type, TypeName};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::input::written::{located, of_cotangent};
use crate::program::{Again, Program, Shape};
use crate::source::names::is_builtin;
use crate::texts::TextSet;
use convention::grouped;
use syntax::{Block, Expr, Pattern, Statement};
use value::{has_default, stored};

/// What the emitted code may refer to outside of the net.
pub struct Host<'a> {
    /// The function, for its constants, foreign code and functions.
    pub program: &'a Program,
    /// The path of the crate `backprop`.
    pub backprop: TokenStream,
    /// The names of types that the user wrote in the signature, so that they are known to mean what they say.
    pub written: TextSet,
    /// The name of what makes values depend on what the user wrote being right, if there is one.
    pub depends: Option<Ident>,
    /// The constant that is there only then, if there is one.
    pub constant: Option<TokenStream>,
}

/// How outputs of a net make up what the emitted code gives.
#[derive(Clone, Debug)]
pub enum Output {
    /// The output of this number.
    Wire(usize),
    /// A tuple.
    Tuple(Vec<Output>),
    /// What the function of this path gives for these.
    Call(TokenStream, Vec<Output>),
    /// A cotangent in the shape that a variable holds, which is of use again if so said.
    Shaped(Ident, bool, Box<Output>),
    /// The output of this number, a backpropagator, as a closure.
    Backpropagator(Backpropagator),
}

/// The type of the seeds of a backpropagator, of these cotangents.
pub(crate) fn seeds_type(seeds: &[Option<TokenStream>], backprop: &TokenStream) -> TokenStream {
    let seed = |ty: &TokenStream| quote!(#backprop::__private::seeds::Seed<#ty>);
    let no_seed = || quote!(#backprop::__private::seeds::NoSeed);
    let each = seeds.iter().map(|ty| ty.as_ref().map_or_else(no_seed, seed));
    quote!((#(#each,)*))
}

/// How a backpropagator becomes a Rust closure with one parameter.
#[derive(Clone, Debug)]
pub struct Backpropagator {
    /// The number of the output.
    pub output: usize,
    /// The shape of the function's result, whose sensitivity is the parameter.
    pub sensitivity: Shape,
    /// The arrays that it takes again, beside the sensitivity, and the accumulators.
    pub(crate) again: Vec<Again>,
    /// The type of the parameter.
    pub ty: TokenStream,
    /// What the closure gives, of the results of the backpropagator.
    pub results: Box<Output>,
    /// How many results the backpropagator has.
    pub count: usize,
    /// If it takes seeds: the type of that of each parameter for which it takes one.
    pub(crate) seeds: Vec<Option<TokenStream>>,
    /// What to call them.
    pub names: Vec<(usize, String)>,
}

/// Where an input comes from.
#[derive(Clone, Debug)]
pub struct Input {
    /// The parameter that carries it.
    pub name: Ident,
    /// The way to it through tuples.
    pub path: Vec<u32>,
    /// Its type, in the net before its transformation.
    pub ty: Type,
    /// Whether it refers to what is the caller's.
    pub lent: bool,
}

/// What to emit of a net.
#[derive(Debug)]
pub struct Request<'a> {
    /// The net.
    pub net: &'a Hypernet,
    /// For each input, where it comes from; none for the order of effects.
    pub inputs: Vec<Option<Input>>,
    /// How many of the inputs, the last ones, are accumulators. What needs them comes as late as it can: the forward pass
    /// first, as a person would write it.
    pub accumulators: usize,
    /// The types of the outputs that are the value of the function, in the net before its transformation.
    pub results: Vec<Type>,
    /// What the code gives.
    pub output: Output,
    /// What to call outputs that need a name.
    pub names: Vec<(usize, String)>,
    /// Whether the code asks, of each function whose companion it calls, whether the companion is of that function.
    pub asks: bool,
}

/// The statements and the final expression that compute what is asked for.
///
/// Outputs that are not asked for cost nothing.
#[must_use]
pub fn emit(host: &Host<'_>, request: &Request<'_>) -> TokenStream {
    let net = request.net;
    let mut wanted = vec![false; net.outputs().len()];
    let mut closures = IdMap::new();
    request.output.mark(net, &mut wanted, &mut closures);
    let live = live::Live::new(net, &wanted, closures);
    walk::Walk::new(host, request, live).run(request).tokens()
}

impl Output {
    /// The unit.
    #[must_use]
    pub fn unit() -> Self {
        Self::Tuple(Vec::new())
    }

    fn mark(&self, net: &Hypernet, wanted: &mut [bool], closures: &mut IdMap<hypernet::EdgeId, Vec<bool>>) {
        match self {
            Self::Wire(index) => {
                if let Some(wanted) = wanted.get_mut(*index) {
                    *wanted = true;
                }
            }
            Self::Tuple(parts) | Self::Call(_, parts) => {
                for part in parts {
                    part.mark(net, wanted, closures);
                }
            }
            Self::Shaped(_, _, part) => part.mark(net, wanted, closures),
            Self::Backpropagator(back) => {
                let Some(&wire) = net.outputs().get(back.output) else { return };
                wanted[back.output] = true;
                if let Some(edge) = live::branch(net, wire) {
                    let mut results = vec![false; back.count];
                    back.results.mark(net, &mut results, &mut IdMap::new());
                    closures.insert(edge, results);
                }
            }
        }
    }

    /// The outputs that it is made of, left to right.
    fn wires(&self) -> Vec<usize> {
        match self {
            Self::Wire(index) => vec![*index],
            Self::Tuple(parts) | Self::Call(_, parts) => parts.iter().flat_map(Self::wires).collect(),
            Self::Shaped(_, _, part) => part.wires(),
            Self::Backpropagator(back) => vec![back.output],
        }
    }

    /// The expression made of those of [`Output::wires`].
    fn assemble(&self, wires: &mut dyn Iterator<Item = Expr>) -> Expr {
        match self {
            Self::Tuple(parts) => Expr::Tuple(parts.iter().map(|part| part.assemble(wires)).collect()),
            Self::Call(path, parts) => {
                let parts = parts.iter().map(|part| part.assemble(wires)).collect();
                Expr::Call(Box::new(Expr::Tokens(path.clone(), true)), parts)
            }
            Self::Shaped(shape, again, part) => {
                let part = vec![part.assemble(wires).typed()];
                let method = if *again { quote!(of_each) } else { quote!(of) };
                Expr::UserMethod(Box::new(Expr::Variable(shape.clone())), method, part)
            }
            Self::Wire(_) | Self::Backpropagator(_) => wires.next().unwrap_or(Expr::Tuple(Vec::new())),
        }
    }
}

impl Host<'_> {
    /// A path in the runtime's private module.
    fn private(&self, path: &TokenStream) -> TokenStream {
        let backprop = &self.backprop;
        quote!(#backprop::__private::#path)
    }

    fn cotangent_path(&self, function: &TokenStream) -> TokenStream {
        let backprop = &self.backprop;
        quote!(#backprop::Cotangent::#function)
    }

    /// A value that is there only if what the user wrote is right: rustc says nothing of what is done with it otherwise.
    fn depending(&self, value: Expr) -> Expr {
        match &self.depends {
            Some(depends) => Expr::UserMethod(Box::new(Expr::Variable(depends.clone())), quote!(as_is), vec![value]),
            None => value,
        }
    }

    /// A type that is there only then.
    pub(crate) fn if_written(&self, ty: &TokenStream) -> Option<TokenStream> {
        let (constant, backprop) = (self.constant.as_ref()?, &self.backprop);
        Some(quote!(<#ty as #backprop::__private::claims::IfWritten<#constant>>::Type))
    }

    /// Such a value, of a type that is said with it; the type, if it has to be said elsewhere.
    fn depending_on_type(&self, value: Expr, ty: TokenStream) -> (Expr, Option<TokenStream>) {
        let Some(depends) = &self.depends else { return (value, Some(ty)) };
        let depends = Box::new(Expr::Variable(depends.clone()));
        (Expr::UserMethod(depends, quote!(as_is::<#ty>), vec![value]), None)
    }

    /// Makes these variables, which come into the block from outside, such values.
    fn depend_in(&self, block: &mut Block, names: Vec<Ident>) {
        if self.depends.is_none() || names.is_empty() {
            return;
        }
        let mut patterns: Vec<Pattern> = names.iter().cloned().map(Pattern::Variable).collect();
        let pattern = if patterns.len() == 1 { patterns.remove(0) } else { Pattern::Tuple(patterns) };
        let given = self.depending(grouped(names.into_iter().map(Expr::Variable).collect()));
        block.statements.insert(0, Statement::Let(pattern, given));
    }

    /// A scalar type by its name: as the user wrote it, or else such that nothing can shadow it.
    fn scalar(&self, name: &str) -> TokenStream {
        let tokens: TokenStream = name.parse().unwrap_or_else(|_| quote!(_));
        if is_builtin(name) && !self.written.contains(name) { quote!(::core::primitive::#tokens) } else { tokens }
    }

    /// The type as Rust, where it can be written.
    fn ty(&self, ty: &Type) -> Option<TokenStream> {
        match ty {
            Type::Discrete(TypeName::Unnamed) => Some(quote!(_)),
            ty @ Type::Discrete(_) if ty.is_shape_of_arrays() => Some(quote!(_)),
            Type::Real(name) | Type::Discrete(TypeName::Named(name)) => Some(self.scalar(name)),
            Type::Tuple(parts) => {
                let parts: Option<Vec<_>> = parts.iter().map(|part| self.ty(part)).collect();
                let parts = parts?;
                Some(quote!((#(#parts,)*)))
            }
            ty @ Type::Option(_) if stored(ty).is_some() => None,
            Type::Option(ty) if has_default(ty) => self.ty(ty),
            Type::Option(ty) => {
                let ty = self.ty(ty)?;
                Some(quote!(::core::option::Option<#ty>))
            }
            Type::Discrete(TypeName::Numbered(_))
            | Type::Function(_)
            | Type::Opaque(_)
            | Type::Cotangent(_)
            | Type::Tape(_)
            | Type::Array(_)
            | Type::Look(_)
            | Type::Undone(_)
            | Type::World => None,
        }
    }

    /// The type parameter that stands for the types of the arrays that a function captured, if this is the type of what they have for
    /// elements.
    fn environment(&self, element: &Type) -> Option<Ident> {
        let (Type::Opaque(name) | Type::Cotangent(name)) = element else { return None };
        let name = name.name()?;
        let mut captured = self.program.params.iter().filter_map(|param| param.captured.as_ref());
        captured.any(|captured| captured == name).then(|| Ident::new(name, Span::mixed_site()))
    }

    /// The type that looks at an array with such elements.
    fn look_ty(&self, element: &Type) -> TokenStream {
        if let Some(arrays) = self.environment(element) {
            return self.private(&quote!(Looks<'_, #arrays>));
        }
        let element = self.partial_ty(element);
        quote!(&[#element])
    }

    /// The type of the accumulator of an array with such elements.
    fn accumulator_ty(&self, element: &Type) -> TokenStream {
        if let Some(arrays) = self.environment(element) {
            return self.private(&quote!(Accumulators<'_, #arrays>));
        }
        let element = self.partial_ty(element);
        quote!(&mut [#element])
    }

    /// The types of an array with such elements, as one that a function captured. They are written, where they are no numbers.
    fn captured_ty(&self, element: &Type, written: Option<&TokenStream>) -> TokenStream {
        if let Some(arrays) = self.environment(element) {
            return self.private(&quote!(Of<#arrays>));
        }
        let ty = written.cloned().unwrap_or_else(|| self.partial_ty(element));
        if arrays::is_of_structs(element) {
            self.private(&quote!(Structs<#ty>))
        } else {
            self.private(&quote!(Slice<#ty>))
        }
    }

    /// The type of a parameter of a closure, where it can be written. Arrays are lent, as vectors if they are known to be some.
    fn argument_ty(&self, ty: &Type, is_vector: bool) -> Option<TokenStream> {
        if let Type::Look(inside) | Type::Array(inside) = ty
            && self.environment(inside).is_some()
        {
            let is_look = matches!(ty, Type::Look(_));
            return Some(if is_look { self.look_ty(inside) } else { self.accumulator_ty(inside) });
        }
        let element = |element: &Type| self.ty(element).unwrap_or_else(|| quote!(_));
        if let Type::Look(inside) = ty {
            let element = element(inside);
            return Some(quote!(&[#element]));
        }
        if let Type::Array(inside) = ty {
            let element = element(inside);
            if is_vector {
                let vector = self.private(&quote!(Vec));
                return Some(quote!(&mut #vector<#element>));
            }
            return Some(quote!(&mut [#element]));
        }
        self.ty(ty)
    }

    /// The type as Rust, with `_` for what cannot be written.
    fn partial_ty(&self, ty: &Type) -> TokenStream {
        match ty {
            Type::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.partial_ty(part));
                quote!((#(#parts,)*))
            }
            ty @ (Type::Real(_)
            | Type::Discrete(_)
            | Type::Function(_)
            | Type::Opaque(_)
            | Type::Cotangent(_)
            | Type::Option(_)
            | Type::Tape(_)
            | Type::Array(_)
            | Type::Look(_)
            | Type::Undone(_)
            | Type::World) => self.ty(ty).unwrap_or_else(|| quote!(_)),
        }
    }
}
