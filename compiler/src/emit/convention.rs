//! The conventions by which functions take and give values: those of the emitted code itself, and those of the boundary.

use std::rc::Rc;

use hypernet::{Captures, FunctionConstant, FunctionType, Hypernet, Type, TypeName, WireId};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use super::callee::Adjoint;
use super::syntax::Expr;
use super::{Backpropagator, Host, Output, Request};
use crate::input::written::located;
use crate::program::{Callee, Captured, Code, MOST_SEEDS};

/// How a function of the host is called, and what its backpropagator gives.
#[derive(Debug)]
pub(super) struct Convention {
    /// The sensitivities of what it captured; none for a function known by its path, which captured nothing.
    pub(super) environment: Option<Vec<Type>>,
    /// Its parameters.
    pub(super) params: Vec<Type>,
    /// Its result.
    pub(super) result: Option<Type>,
    /// Which of the parameters are arrays of which nobody wants the sensitivity.
    data: Vec<usize>,
    /// Which of the parameters are arrays that depend on no differentiated parameter of the caller's.
    independent: Vec<usize>,
    /// Which of the parameters are arrays that it changes. Each stands there as a look, since its sensitivity is in an accumulator
    /// too, but it is not supplied again.
    pub(super) changed: Vec<usize>,
    /// Which of those are vectors, if that is known.
    vectors: Vec<Option<bool>>,
    /// Which adjoint of it is called.
    pub(super) adjoint: Adjoint,
    /// Whether the net lends the arrays again that it looks at.
    lends_again: bool,
    /// Which of the parameters are references of which only rustc knows whether they refer to arrays.
    pub(super) open: Vec<usize>,
    /// Which of those depend on no differentiated parameter of the caller's.
    pub(super) constant: Vec<usize>,
    /// Which of the parameters it may change or look at, as its type says: arrays, which are among those that it changes, and values.
    pub(super) asked: Vec<usize>,
    /// Which of the parameters are structs for which its backpropagator may take seeds.
    seeds: Vec<usize>,
    /// Whether its backpropagator may take seeds, though none are given.
    may_add: bool,
    /// Whether rustc alone knows which of the arrays its backpropagator takes again, those that the function itself takes for arrays, and
    /// for which of them it takes accumulators.
    may_be_valued: bool,
    /// What each function among the arguments captured. The last parameters are these arrays.
    pub(super) captured: Vec<Captured>,
    /// The token that stands for the call, if it is no call in the source.
    pub(super) at: Option<Span>,
    /// The token that names what is called.
    pub(super) name: Option<Span>,
    /// The name of the method, if it is one.
    pub(super) method: Option<Ident>,
}

/// What the caller gives a backpropagator for an argument.
pub(super) enum Given {
    Nothing,
    /// The array, and its accumulator.
    Lent(Expr, Expr),
    /// The same of an array that depends on no differentiated parameter.
    Independent(Expr, Expr),
    /// The same of an array of the host's: nobody wants the sensitivity.
    Data(Expr, Expr),
    /// The accumulator of an array that the call changes, and the array if it is put back.
    Changed(Expr, Option<Expr>),
    /// All arrays that a function captured, and their accumulators.
    Captured(Expr, Expr),
}

/// What operands are for.
#[derive(Clone, Copy)]
pub(super) enum Form<'a> {
    /// Code of the same function.
    Internal,
    /// What the function gives.
    Result(&'a Request<'a>),
    /// Arguments of a function of the host, of these types; or its results.
    Boundary(&'a [Type]),
}

impl<'a> Form<'a> {
    /// The type that operand `at` has across the boundary, if it crosses it.
    pub(super) fn boundary(self, at: usize) -> Option<Type> {
        match self {
            Self::Internal => None,
            Self::Result(request) => request.results.get(*request.output.wires().get(at)?).cloned(),
            Self::Boundary(types) => types.get(at).cloned(),
        }
    }

    /// How the backpropagator on this wire is to be written, if it is one that the function gives.
    pub(super) fn backpropagator(self, net: &Hypernet, wire: WireId) -> Option<&'a Backpropagator> {
        match self {
            Self::Result(request) => request.output.backpropagator(net, wire),
            Self::Internal | Self::Boundary(_) => None,
        }
    }
}

impl Output {
    fn backpropagator(&self, net: &Hypernet, wire: WireId) -> Option<&Backpropagator> {
        match self {
            Self::Wire(_) => None,
            Self::Tuple(parts) | Self::Call(_, parts) => parts.iter().find_map(|part| part.backpropagator(net, wire)),
            Self::Shaped(_, _, part) => part.backpropagator(net, wire),
            Self::Backpropagator(back) => (net.outputs().get(back.output) == Some(&wire)).then_some(back),
        }
    }
}

impl Convention {
    /// That of a function known by its path.
    pub(super) fn of_constant(constant: &FunctionConstant, callee: Option<&Callee>, code: &Code) -> Rc<Self> {
        let passing = code.passing(constant.id).cloned().unwrap_or_default();
        let (mut params, result) = (plain(&constant.ty.params), constant.ty.results.first().cloned());
        // An array that is handed on is one argument: what it looks at.
        params.truncate(params.len() - constant.ty.handed_on());
        for (&at, ty) in passing.changed.iter().zip(params.split_off(params.len() - constant.ty.changes())) {
            let (Type::Array(element) | Type::Undone(element)) = ty else {
                unreachable!("what is changed is an array")
            };
            params.insert(at, Type::Look(element));
        }
        let adjoint = Adjoint::of(constant, callee, &passing, code);
        let has_structs = params.iter().any(|ty| matches!(ty, Type::Opaque(_)));
        let may_take = |callee: &Callee| callee.is_marked() && has_structs || callee.may_be_of_trait();
        let may_add = callee.is_some_and(may_take);
        let seeds = constant.ty.seeded_among(&params).collect();
        let may_be_valued = callee.is_some_and(Callee::is_marked)
            && (!passing.whole.is_empty() || !passing.independent.is_empty())
            && passing.captured.is_empty()
            && params.len() <= MOST_SEEDS;
        Rc::new(Self {
            environment: None,
            params,
            result,
            data: passing.data,
            independent: passing.independent,
            changed: passing.changed,
            vectors: passing.vectors,
            adjoint,
            lends_again: !constant.ty.keeps,
            open: passing.open,
            constant: passing.constant,
            asked: passing.asked,
            seeds,
            may_add,
            may_be_valued,
            captured: passing.captured,
            at: callee.and_then(Callee::place),
            name: callee.and_then(Callee::name),
            method: callee.and_then(Callee::method).cloned(),
        })
    }

    /// That of a value of this function type, or of this adjoint of a function.
    pub(super) fn of(function: &FunctionType) -> Rc<Self> {
        let mut results = plain(&function.results);
        if is_adjoint(function) {
            results.pop();
        }
        let mut params = plain(&function.params);
        // An array that is handed on is one argument: what it looks at.
        params.truncate(params.len() - function.handed_on());
        Rc::new(Self {
            environment: Some(bundles(function.captures.known().unwrap_or_default()).concat()),
            params,
            result: results.into_iter().next(),
            data: Vec::new(),
            independent: Vec::new(),
            changed: Vec::new(),
            vectors: Vec::new(),
            adjoint: Adjoint::Plain,
            lends_again: true,
            open: Vec::new(),
            constant: Vec::new(),
            asked: Vec::new(),
            seeds: Vec::new(),
            may_add: false,
            may_be_valued: false,
            captured: Vec::new(),
            at: None,
            name: None,
            method: None,
        })
    }

    /// Whether it takes arrays.
    pub(super) fn takes_arrays(&self) -> bool {
        self.params.iter().any(Type::is_look)
    }

    /// Whether it takes or gives arrays.
    pub(super) fn has_arrays(&self) -> bool {
        fn of_arrays(ty: &Type) -> bool {
            match ty {
                Type::Array(_) | Type::Look(_) | Type::Undone(_) => true,
                Type::Tuple(parts) => parts.iter().any(of_arrays),
                Type::Real(_)
                | Type::Discrete(_)
                | Type::Function(_)
                | Type::Opaque(_)
                | Type::Cotangent(_)
                | Type::Option(_)
                | Type::Tape(_)
                | Type::World => false,
            }
        }
        self.params.iter().chain(&self.result).any(of_arrays)
    }

    /// The types of the arrays that the net lends its backpropagator again.
    pub(super) fn lent_again(&self) -> impl Iterator<Item = &Type> {
        self.looks().filter(|_| self.lends_again)
    }

    /// The types of the arrays that it looks at, and that its backpropagator takes again.
    fn looks(&self) -> impl Iterator<Item = &Type> {
        (0..).zip(&self.params).filter(|(at, ty)| ty.is_look() && !self.changed.contains(at)).map(|(_, ty)| ty)
    }

    /// The types of the accumulators that its backpropagator takes: those of what it changes come first, each with what is put back
    /// behind it.
    pub(super) fn accumulators(&self) -> impl Iterator<Item = Type> {
        let of = |at: usize| {
            if let Type::Look(element) = &self.params[at] { Some(Type::Array(element.clone())) } else { None }
        };
        let others = (0..self.params.len()).filter(|at| !self.data.contains(at) && !self.changed.contains(at));
        let changed = self.changed.iter().flat_map(|&at| std::iter::repeat_n(at, self.for_each_changed()));
        changed.chain(others).filter_map(of)
    }

    /// How many arrays its backpropagator takes for each that it changes.
    fn for_each_changed(&self) -> usize {
        1 + usize::from(self.adjoint == Adjoint::Restoring)
    }

    /// Whether this one of the accumulators that its backpropagator takes is a vector, as far as is known.
    pub(super) fn is_vector(&self, accumulator: usize) -> bool {
        self.may_be_vector(accumulator).unwrap_or_default()
    }

    /// The same, if it is known.
    fn may_be_vector(&self, accumulator: usize) -> Option<bool> {
        self.vectors.get(accumulator / self.for_each_changed()).copied().flatten()
    }

    /// Whether its backpropagator takes this one of the accumulators, of an array that it changes, as that is given, which may be a vector or a
    /// slice.
    pub(super) fn takes_vector_or_slice(&self, accumulator: usize) -> bool {
        accumulator < self.changed.len() * self.for_each_changed()
            && self.may_be_vector(accumulator).is_none()
            && self.captured.is_empty()
            && !self.is_opened()
            && !self.may_be_valued
    }

    /// The types of the seeds that its backpropagator takes, which stand before the accumulators.
    pub(super) fn seeds(&self) -> impl Iterator<Item = Type> {
        self.seeds.iter().filter_map(|&at| self.params[at].grouped_sensitivity())
    }

    /// Takes the seeds out of what its backpropagator takes.
    pub(super) fn split_seeds<T>(&self, taken: &mut Vec<T>) -> Vec<T> {
        let end = taken.len() - self.accumulators().count();
        taken.drain(end - self.seeds.len()..end).collect()
    }

    /// What is given as seeds: one thing for each entry.
    fn given_seeds(&self, host: &Host<'_>, seeds: Vec<Option<Expr>>) -> Expr {
        let path = |name: TokenStream| Expr::Tokens(host.private(&quote!(seeds::#name)), true);
        if self.seeds.is_empty() {
            return path(quote!(Nothing));
        }
        let mut given = vec![path(quote!(Without)); self.entries().len()];
        for (&at, seed) in self.seeds.iter().zip(seeds) {
            if let Some(seed) = seed {
                given[at] = Expr::Call(Box::new(path(quote!(With))), vec![seed]);
            }
        }
        Expr::Tuple(given)
    }

    /// The call of a backpropagator of the host, which takes one value. The arguments are the looks, the sensitivities and the
    /// accumulators. Seeds that are zero are not given.
    pub(super) fn call_left(
        &self,
        host: &Host<'_>,
        left: &Ident,
        mut arguments: Vec<Expr>,
        seeds: Vec<Option<Expr>>,
    ) -> Expr {
        let given = self.may_add.then(|| self.given_seeds(host, seeds));
        let call = |argument: Expr| {
            let call = match &given {
                None => Expr::Call(Box::new(Expr::Variable(left.clone())), vec![argument]),
                Some(given) => {
                    let back = Expr::Tokens(host.private(&quote!(seeds::Backpropagates::__back)), true);
                    let left = Expr::Borrow(Box::new(Expr::Variable(left.clone())));
                    Expr::Call(Box::new(back), vec![left, argument, given.clone()])
                }
            };
            enclosed(&call, left.span())
        };
        if !self.takes_arrays() && !self.is_opened() && self.captured.is_empty() {
            return call(grouped(arguments));
        }
        let mut rest = arguments.split_off(self.lent_again().count());
        if !self.lends_again {
            arguments = self.looks().map(|ty| nothing(host, ty)).collect();
        }
        let mut changed = rest.split_off(rest.len() - self.accumulators().count());
        let mut others = changed.split_off(self.changed.len() * self.for_each_changed()).into_iter();
        let (mut changed, mut looks) = (changed.into_iter().peekable(), arguments.iter());
        let scratch = host.private(&quote!(Scratch::new));
        let mut arguments_given = Vec::with_capacity(self.params.len());
        for (at, ty) in (0..).zip(&self.params) {
            if !ty.is_look() {
                arguments_given.push(Given::Nothing);
                continue;
            }
            if self.changed.contains(&at) {
                let Some(accumulator) = changed.next() else { continue };
                let storage = changed.next_if(|_| self.adjoint == Adjoint::Restoring);
                arguments_given.push(Given::Changed(accumulator, storage));
                continue;
            }
            let Some(look) = looks.next().cloned() else { continue };
            if !self.data.contains(&at) {
                let given = if self.independent.contains(&at) { Given::Independent } else { Given::Lent };
                arguments_given.extend(others.next().map(|accumulator| given(look, accumulator)));
                continue;
            }
            let scratch = Expr::Call(Box::new(Expr::Tokens(scratch.clone(), true)), vec![look.clone()]);
            arguments_given.push(Given::Data(look, Expr::Method(Box::new(scratch), "lend", Vec::new())));
        }
        if self.is_opened() || self.may_be_valued {
            arguments_given = self.given_in_groups(host, arguments_given);
        }
        if self.is_opened() {
            let given = given.filter(|_| !self.seeds.is_empty());
            return self.call_open(host, left, grouped(rest), (arguments_given, given));
        }
        if self.may_be_valued {
            let seeds = given.unwrap_or_else(|| Expr::Tokens(host.private(&quote!(seeds::Nothing)), true));
            let arguments = Self::lent_arguments(host, arguments_given);
            // What is wrong with an argument, rustc says at the call.
            let back = Expr::Tokens(located(host.private(&quote!(open::back)), left.span()), true);
            let left_again = Expr::Tokens(quote_spanned!(left.span().resolved_at(Span::mixed_site())=> &#left), false);
            let call = Expr::Call(Box::new(back), vec![left_again, grouped(rest), arguments, seeds]);
            return enclosed(&call, left.span());
        }
        let accumulators = arguments_given.into_iter().flat_map(|given| match given {
            Given::Nothing => Vec::new(),
            Given::Lent(_, accumulator)
            | Given::Independent(_, accumulator)
            | Given::Data(_, accumulator)
            | Given::Captured(_, accumulator) => {
                vec![accumulator]
            }
            Given::Changed(accumulator, storage) => std::iter::once(accumulator).chain(storage).collect(),
        });
        let accumulators = Expr::Tuple(self.in_groups(host, &quote!(Accumulators), accumulators.collect()));
        let looks = Expr::Tuple(self.in_groups(host, &quote!(Looks), arguments));
        call(Expr::Tuple(vec![grouped(rest), looks, accumulators]))
    }

    /// How many arrays the functions among the arguments captured.
    pub(super) fn captured_arrays(&self) -> usize {
        self.captured.iter().map(Captured::count).sum()
    }

    /// What is given for the arguments, where that of the arrays that each function captured is one.
    fn given_in_groups(&self, host: &Host<'_>, mut given: Vec<Given>) -> Vec<Given> {
        let captured = given.split_off(given.len() - self.captured_arrays());
        let (mut looks, mut accumulators) = (Vec::new(), Vec::new());
        for given in captured {
            match given {
                Given::Nothing | Given::Changed(..) => {}
                Given::Lent(look, accumulator)
                | Given::Independent(look, accumulator)
                | Given::Data(look, accumulator)
                | Given::Captured(look, accumulator) => {
                    looks.push(look);
                    accumulators.push(accumulator);
                }
            }
        }
        let looks = self.in_groups(host, &quote!(Looks), looks);
        let accumulators = self.in_groups(host, &quote!(Accumulators), accumulators);
        given.extend(
            looks.into_iter().zip(accumulators).map(|(looks, accumulators)| Given::Captured(looks, accumulators)),
        );
        given
    }

    /// These arguments, of which the last are the arrays that functions captured: those of each function in one value.
    pub(super) fn in_groups(&self, host: &Host<'_>, what: &TokenStream, mut arguments: Vec<Expr>) -> Vec<Expr> {
        let count = self.captured_arrays();
        let mut captured = arguments.split_off(arguments.len() - count).into_iter();
        let mut types = self.params[self.params.len() - count..].iter();
        for of_function in &self.captured {
            let written = match of_function {
                Captured::Arrays(elements) => elements,
                Captured::OfParameter => {
                    types.next();
                    arguments.extend(captured.next());
                    continue;
                }
            };
            let count = written.len();
            let elements = types.by_ref().take(count).filter_map(Type::looked_at);
            let kinds = elements.zip(written).map(|(element, written)| host.captured_ty(element, written.as_ref()));
            let path = host.private(&quote!(#what::<(#(#kinds,)*)>));
            let group = Expr::Tuple(captured.by_ref().take(count).collect());
            arguments.push(Expr::Call(Box::new(Expr::Tokens(path, true)), vec![group]));
        }
        arguments
    }

    /// The bundles of sensitivities of the parameters.
    pub(super) fn entries(&self) -> Vec<Vec<Type>> {
        let mut entries = bundles(&self.params);
        entries.truncate(entries.len() - self.captured_arrays());
        // One for each function.
        entries.extend(self.captured.iter().map(|_| Vec::new()));
        entries
    }

    /// The bundle of the sensitivity of the result.
    pub(super) fn sensitivity(&self) -> Vec<Type> {
        self.result.as_ref().and_then(Type::sensitivity).unwrap_or_default()
    }

    /// Whether the type of the value that it gives may have a name nowhere.
    pub(super) fn gives_unknown(&self) -> bool {
        fn unknown(ty: &Type) -> bool {
            match ty {
                Type::Opaque(_) | Type::Function(_) => true,
                Type::Tuple(parts) => parts.iter().any(unknown),
                Type::Real(_)
                | Type::Discrete(_)
                | Type::Cotangent(_)
                | Type::Option(_)
                | Type::Tape(_)
                | Type::Array(_)
                | Type::Look(_)
                | Type::Undone(_)
                | Type::World => false,
            }
        }
        self.result.as_ref().is_some_and(unknown)
    }

    /// What a backpropagator of the boundary gives, of all sensitivities in order.
    pub(super) fn assemble(&self, exprs: impl IntoIterator<Item = Expr>) -> Expr {
        self.assemble_with(None, exprs)
    }

    /// The same for a function that takes so many arrays last that it captured: these have one entry.
    pub(super) fn assemble_with(&self, captured: Option<usize>, exprs: impl IntoIterator<Item = Expr>) -> Expr {
        let mut exprs = exprs.into_iter();
        let mut take = |bundle: &Vec<Type>| grouped(exprs.by_ref().take(bundle.len()).collect());
        let environment = take(self.environment.as_ref().unwrap_or(&Vec::new()));
        let mut entries: Vec<Expr> = self.entries().iter().map(take).collect();
        if let Some(count) = captured {
            entries.truncate(entries.len() - count);
            entries.push(Expr::Tuple(Vec::new()));
        }
        Expr::Tuple(vec![environment, Expr::Tuple(entries)])
    }
}

fn plain(types: &[Type]) -> Vec<Type> {
    types.iter().filter(|&ty| *ty != Type::World).cloned().collect()
}

fn bundles(types: &[Type]) -> Vec<Vec<Type>> {
    types.iter().map(|ty| ty.sensitivity().unwrap_or_default()).collect()
}

/// One Rust value for a bundle: bare for one wire, a tuple for any other number.
pub(super) fn grouped(mut parts: Vec<Expr>) -> Expr {
    if parts.len() == 1 { parts.remove(0) } else { Expr::Tuple(parts) }
}

/// Nothing, in the place of an array that is looked at.
fn nothing(host: &Host<'_>, look: &Type) -> Expr {
    let element = look.looked_at().and_then(|element| host.ty(element));
    let of = element.map(|element| quote!(<&[#element]>::default()));
    Expr::Tokens(of.unwrap_or_else(|| quote!(&[])), true)
}

/// The call with its parentheses at another place: there rustc says what is wrong with the call as a whole.
pub(super) fn enclosed(call: &Expr, at: Span) -> Expr {
    let enclosed = |mut token: TokenTree| {
        if let TokenTree::Group(group) = &mut token {
            group.set_span(group.span().located_at(at));
        }
        token
    };
    Expr::Tokens(call.primary_tokens().into_iter().map(enclosed).collect(), true)
}

/// Whether rustc alone knows something of this type.
pub(super) fn is_open(ty: &Type) -> bool {
    match ty {
        Type::Opaque(_) => true,
        Type::Discrete(name) => matches!(name, TypeName::Numbered(_)),
        Type::Tuple(parts) => parts.iter().any(is_open),
        Type::Real(_)
        | Type::Function(_)
        | Type::Cotangent(_)
        | Type::Option(_)
        | Type::Tape(_)
        | Type::Array(_)
        | Type::Look(_)
        | Type::Undone(_)
        | Type::World => false,
    }
}

/// Whether a function type is that of an adjoint: its last result is a backpropagator.
fn is_adjoint(function: &FunctionType) -> bool {
    let last = function.results.iter().rev().find(|&ty| *ty != Type::World);
    last.and_then(Type::as_function).is_some_and(|last| last.captures == Captures::Residual)
}
