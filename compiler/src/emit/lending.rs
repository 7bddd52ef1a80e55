//! Closures that take and give arrays, as functions of the boundary.
//!
//! What such a closure takes by reference has one name in its forward pass and in its backpropagator, which takes it again: so what it
//! leaves borrows nothing.

use hypernet::{EdgeId, FunctionType, Level, Type, WireId};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::convention::{Convention, Form};
use super::open_zeros;
use super::syntax::{Expr, Pattern, Statement};
use super::value::Value;
use super::walk::{WIDTH, Walk};

/// The types of the elements of the arrays that a function captured, if it takes these, as far as they are written.
type Own<'a> = Option<&'a [Option<TokenStream>]>;

impl Walk<'_> {
    /// As [`Walk::crossing`], of the abstraction of this edge, which takes or gives arrays.
    pub(super) fn crossing_closure_of_arrays(&mut self, edge: EdgeId, function: &FunctionType, number: u32) -> Expr {
        let convention = Convention::of(function);
        let written = self.host.program.code.lent.get(number as usize).cloned().unwrap_or_default();
        let of_zeros = self.types_of_zeros(edge, &convention);
        self.enter_closure(edge);
        let region = self.net.region(Level::Inside(edge));
        let captured = self.net.edge(edge).sources().len();
        let inputs: Vec<WireId> = region.inputs()[captured..]
            .iter()
            .copied()
            .filter(|&wire| *self.net.wire(wire).ty() != Type::World)
            .collect();
        let (params, arrays) = inputs.split_at(inputs.len() - function.handed_on());
        let mut arrays = arrays.iter();
        let own = written.captured.as_deref();
        let captured = params.len() - own.map_or(0, <[_]>::len);
        let mut of_captured = (Vec::new(), Vec::new());
        let (mut patterns, mut types, mut kinds, mut again) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut open = false;
        // The structs among them, which may lack fields and methods.
        let mut of_structs = Vec::new();
        for (at, (&wire, ty)) in params.iter().zip(&convention.params).enumerate() {
            if let Type::Look(element) = ty {
                let ident = self.lent_name(wire, arrays.next().copied());
                again.push(ident.clone());
                if self.may_lack(element) {
                    of_structs.push(ident.clone());
                }
                if at >= captured {
                    let written = own.and_then(|own| own[at - captured].as_ref());
                    // The array that it is called with says what it is.
                    open |= written.is_none() && self.host.partial_ty(element).to_string() == "_";
                    let ty = self.host.captured_ty(element, written);
                    of_captured.0.push(Pattern::Variable(ident));
                    of_captured.1.push(ty);
                    continue;
                }
                patterns.push(Pattern::Variable(ident));
                let ty = written.params.get(at).cloned().flatten().unwrap_or_else(|| {
                    let element = self.host.partial_ty(element);
                    quote!([#element])
                });
                types.push(quote!(&#ty));
                kinds.push(self.host.private(&quote!(ByReference<#ty>)));
                continue;
            }
            let pattern = self.received(wire, "a", Some(ty));
            let ty = self.host.partial_ty(ty);
            // The function that it is given to says what it is.
            open |= !pattern.is_wild() && !self.is_said(wire) && ty.to_string().contains('_');
            patterns.push(pattern);
            kinds.push(self.host.private(&quote!(ByValue<#ty>)));
            types.push(ty);
        }
        if own.is_some() {
            let (looks, kinds_of) = of_captured;
            patterns.push(Pattern::Of(self.host.private(&quote!(Looks)), Box::new(Pattern::Tuple(looks))));
            types.push(self.host.private(&quote!(Looks<'_, (#(#kinds_of,)*)>)));
            kinds.push(self.host.private(&quote!(CapturedArrays<(#(#kinds_of,)*)>)));
        }
        self.level(Level::Inside(edge));
        let wires = self.live.outputs(self.net, edge);
        let back = *wires.last().expect("an adjoint gives a backpropagator");
        let results: Vec<Type> = convention.result.iter().cloned().collect();
        let given = &wires[..wires.len() - 1];
        self.before_moves(given);
        let (exprs, _) = self.operands_within(given, usize::MAX, Form::Boundary(&results));
        let mut exprs: Vec<Expr> = exprs.into_iter().map(Expr::typed).collect();
        // The value is there before the backpropagator, and says of which type its sensitivity is.
        let of_array = given.iter().any(|&wire| super::arrays::owns_array(self.net.wire(wire).ty()));
        let mut of_type = None;
        if of_array && let [value] = exprs.as_mut_slice() {
            let ident = if let Expr::Variable(ident) = value {
                ident.clone()
            } else {
                self.flush();
                let ident = self.fresh("value");
                let value = std::mem::replace(value, Expr::Variable(ident.clone()));
                self.push(Statement::Let(Pattern::Variable(ident.clone()), value));
                ident
            };
            of_type = Some(ident);
        }
        let is_named = of_type.is_some();
        let mut back = self.crossing_back_of_arrays(back, &convention, (&again, own, of_type), of_zeros);
        self.flush();
        if is_named {
            // The value is moved after that.
            let ident = self.fresh("back");
            self.push(Statement::Let(Pattern::Variable(ident.clone()), back));
            back = Expr::Variable(ident);
        }
        exprs.push(back);
        let body = self.close_scope(Some(Expr::Tuple(exprs)));
        let names = Expr::Block(Box::new(body));
        let used = names.names();
        let Expr::Block(mut body) = names else { unreachable!("it is a block") };
        of_structs.retain(|name| used.contains(&name.to_string()));
        self.host.depend_in(&mut body, of_structs);
        for pattern in &mut patterns {
            pattern.forget(&|ident| again.contains(ident) && !used.contains(&ident.to_string()));
        }
        let closure = Expr::Closure(vec![(Pattern::Tuple(patterns), Some(quote!((#(#types,)*))))], body);
        let function = self.host.private(&quote!(ClosureOfArrays::<(#(#kinds,)*), _, _>::new));
        let calling = open.then(|| self.host.private(&quote!(calling_of_arrays)));
        Expr::Function(function, Box::new(closure), calling)
    }

    /// Whether elements of this type may lack what the user's code takes them to have. Of arrays that a function captured, nothing is
    /// taken.
    fn may_lack(&self, element: &Type) -> bool {
        super::arrays::is_of_structs(element) && self.host.environment(element).is_none()
    }

    /// The variable of an array that a closure takes by reference: the look at it, and the array that it hands on.
    fn lent_name(&mut self, look: WireId, array: Option<WireId>) -> Ident {
        let name = array.and_then(|array| self.name_of(array)).or_else(|| self.name_of(look));
        let ident = self.fresh(name.as_deref().unwrap_or("a"));
        self.references.insert(ident.clone());
        for wire in [look].into_iter().chain(array) {
            self.set_atom(wire, Expr::Variable(ident.clone()));
        }
        ident
    }

    /// A backpropagator as the boundary has it, of a function of arrays. It takes again what has these names.
    fn crossing_back_of_arrays(
        &mut self,
        wire: WireId,
        convention: &Convention,
        (again, own, value): (&[Ident], Own<'_>, Option<Ident>),
        of_zeros: Vec<Option<Ident>>,
    ) -> Expr {
        let count = own.map(<[_]>::len);
        let Some(Value::Closure(edge)) = self.value(wire) else {
            self.lost("the backpropagator of a function of arrays");
            return Expr::Tuple(Vec::new());
        };
        self.enter_closure(edge);
        let region = self.net.region(Level::Inside(edge));
        let captured = self.net.edge(edge).sources().len();
        let inputs = &region.inputs()[captured..];
        // The looks, which are taken by their names; the sensitivities; the accumulators.
        let (sensitivities, accumulators) = inputs[again.len()..].split_at(inputs.len() - 2 * again.len());
        let ty = self.sensitivity_ty(convention.result.as_ref(), sensitivities);
        let pattern = self.grouped_pattern(sensitivities, "d");
        self.say_cotangents(sensitivities);
        let mut names = Vec::with_capacity(again.len());
        for (&wire, name) in accumulators.iter().zip(again) {
            let name = Ident::new(&format!("d_{name}"), name.span());
            names.push(self.accumulator(wire, &name));
        }
        self.level(Level::Inside(edge));
        let outputs = region.outputs();
        let outputs = outputs[..outputs.len() - again.len()].to_vec();
        self.has_open_zeros |= outputs.iter().any(|&wire| self.is_zero_cotangent(wire));
        self.before_moves(&outputs);
        let (mut exprs, _) = self.operands_within(&outputs, WIDTH, Form::Internal);
        self.flush();
        open_zeros::say(&mut exprs, of_zeros);
        let result = convention.assemble_with(count, exprs.into_iter().map(Expr::typed));
        let body = Expr::Block(Box::new(self.close_scope(Some(result))));
        let used = body.names();
        let Expr::Block(mut body) = body else { unreachable!("it is a block") };
        if again.is_empty() && own.is_none() {
            let back = Expr::Closure(vec![(pattern, Some(ty))], body);
            return match value {
                Some(value) => {
                    let of = self.host.private(&quote!(back_of_value));
                    Expr::Call(
                        Box::new(Expr::Tokens(of, true)),
                        vec![Expr::Borrow(Box::new(Expr::Variable(value))), back],
                    )
                }
                None => back,
            };
        }
        let name = |ident: &Ident| {
            if used.contains(&ident.to_string()) { Pattern::Variable(ident.clone()) } else { Pattern::Wild }
        };
        let looks: Vec<Pattern> = again.iter().map(name).collect();
        let elements: Vec<&Type> = convention.params.iter().filter_map(Type::looked_at).collect();
        let mut of_structs = Vec::new();
        for (element, (look, accumulator)) in elements.iter().zip(looks.iter().zip(&names)) {
            if self.may_lack(element) {
                look.variables(&mut of_structs);
                accumulator.variables(&mut of_structs);
            }
        }
        self.host.depend_in(&mut body, of_structs);
        let first = elements.len() - count.unwrap_or_default();
        let written = |at: usize| own.and_then(|own| own.get(at.checked_sub(first)?)?.as_ref());
        let kinds = elements.iter().enumerate().map(|(at, element)| self.host.captured_ty(element, written(at)));
        let kinds: Vec<TokenStream> = kinds.collect();
        let captured = &kinds[first..];
        let types_of = |of: &dyn Fn(&Type) -> TokenStream, group: TokenStream| {
            let types = elements.iter().map(|element| of(element)).collect();
            in_group(types, count, |_| self.host.private(&quote!(#group<'_, (#(#captured,)*)>)))
        };
        let looked = types_of(&|element| self.host.look_ty(element), quote!(Looks));
        let added = types_of(&|element| self.host.accumulator_ty(element), quote!(Accumulators));
        let group = |what: TokenStream| {
            let path = self.host.private(&what);
            move |patterns: Vec<Pattern>| Pattern::Of(path, Box::new(Pattern::Tuple(patterns)))
        };
        let looks = Pattern::Tuple(in_group(looks, count, group(quote!(Looks))));
        let names = Pattern::Tuple(in_group(names, count, group(quote!(Accumulators))));
        let pattern = Pattern::Tuple(vec![pattern, looks, names]);
        let ty = quote!((#ty, (#(#looked,)*), (#(#added,)*)));
        let back = Expr::Closure(vec![(pattern, Some(ty))], body);
        match value {
            Some(value) => {
                let kinds = in_group(kinds.clone(), count, |group| self.host.private(&quote!(Of<(#(#group,)*)>)));
                let of = self.host.private(&quote!(back_of::<(#(#kinds,)*), _, _, _>));
                Expr::Call(Box::new(Expr::Tokens(of, true)), vec![Expr::Borrow(Box::new(Expr::Variable(value))), back])
            }
            None => back,
        }
    }
}

/// These, the last of which stand for arrays that a function captured: those in a group of their own.
fn in_group<T>(mut all: Vec<T>, captured: Option<usize>, group: impl FnOnce(Vec<T>) -> T) -> Vec<T> {
    if let Some(count) = captured {
        let of_captured = all.split_off(all.len() - count);
        all.push(group(of_captured));
    }
    all
}
