//! What crosses the boundary of the function: arguments and results of functions of the host language.
//!
//! Each argument and each result is one wire there, so a tuple is grouped into one wire. The same holds for functions among the
//! arguments and results: what they take and give is grouped too. A function has the order of effects as its last parameter
//! and its last result, which no emitted code sees.

use std::rc::Rc;

use hypernet::{Constant, Form, Name, Operation, Type, Value};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::closure::contains_function;
use super::value::{Func, Val};
use super::{Lowered, Lowering, WORLD, has_tangent};
use crate::diagnostic::{Refusal, refusal};
use crate::input::crate_path::{crate_path, is_dependency};
use crate::input::subject::{OF_OVER_ARRAYS, OVER_ARRAYS, beside_method, in_companion};
use crate::input::written::located;
use crate::program::{Code, Shape};
use crate::source::methods::{is_missing_in_numbers, is_of_numbers};
use crate::syntax::{FnTy, Ty, VarId};

/// A type, and the name of what has it.
pub(super) type Named = (Type, String);

impl Lowering<'_, '_> {
    /// One wire that carries all of a value, as a function of the host language takes it.
    pub(super) fn boundary(&mut self, value: &Val, span: Span) -> Lowered<Value> {
        match value {
            Val::Wire(value, _) => {
                // It may be a function.
                if let Some((id, path)) = self.values.left.get(value) {
                    self.code.foreigns[*id as usize].passed = Some(path.clone());
                }
                Ok(*value)
            }
            Val::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.boundary(part, span)).collect::<Lowered<Vec<_>>>()?;
                let types: Vec<Type> = parts.iter().map(|&part| self.builder.ty(part).clone()).collect();
                self.op1(Operation::Pack(types.into()), &parts, span)
            }
            Val::Function(function) => self.boundary_function(function, span),
        }
    }

    /// Why a function that takes and gives back these variables at each call is not given away.
    pub(super) fn shared(&self, threads: &[VarId]) -> Refusal {
        // The order of effects and a closure's own copy of a variable are no variables of the source.
        let is_array = |thread: VarId| !self.is_hidden(thread) && matches!(self.types.var(thread), Ty::Array(_));
        if threads.iter().any(|&thread| is_array(thread)) { refusal::SHARED_ARRAY } else { refusal::SHARED_STATE }
    }

    /// Whether the functions in a value can be given to a function of the host language.
    pub(super) fn may_cross(&self, value: &Val, span: Span) -> Lowered<()> {
        match value {
            Val::Wire(..) => Ok(()),
            Val::Tuple(parts) => parts.iter().try_for_each(|part| self.may_cross(part, span)),
            Val::Function(function) => match &**function {
                Func::Wire { params, .. } if params.iter().any(contains_function) => {
                    Err(refusal::FUNCTION_ARGUMENT.on(span))
                }
                Func::Wire { threads, .. } if self.captured_arrays(threads).is_none() => {
                    Err(self.shared(threads).on(span))
                }
                Func::Wire { .. } | Func::Host { .. } | Func::Path(_) => Ok(()),
            },
        }
    }

    fn boundary_function(&mut self, function: &Func, span: Span) -> Lowered<Value> {
        match function {
            Func::Host { function, .. } => Ok(*function),
            Func::Path(path) if is_of_numbers(path) => {
                let refused = refusal::ASSOCIATED.at(path);
                Err(if is_missing_in_numbers(path) { refused.left_to_rustc() } else { refused })
            }
            Func::Path(path) => {
                let function = if is_associated(path) {
                    let function = with_suffix(path, "function");
                    quote!(#function())
                } else {
                    value_of_companion(path, &self.code, &crate_path())
                };
                let id = self.code.constant(function);
                let name = quote!(#path).to_string().replace(' ', "");
                let constant = Constant::Named { name: name.into(), id };
                self.op1(Operation::Constant(constant, Type::unnamed_discrete()), &[], span)
            }
            Func::Wire { params, .. } if params.iter().any(contains_function) => {
                Err(refusal::FUNCTION_ARGUMENT.on(span))
            }
            Func::Wire { threads, .. } if threads.iter().any(|&thread| thread != WORLD) => {
                Err(self.shared(threads).on(span))
            }
            Func::Wire { function, params, result, threads, lent, .. } => {
                // One value for all that it is given to: that may have to be of one type.
                if let Some(&crossed) = self.values.crossed.get(function)
                    && self.builder.is_in_scope(crossed)
                {
                    return Ok(crossed);
                }
                let ordered = !threads.is_empty();
                let takes_arrays = lent.iter().any(Option::is_some);
                let grouped = if ordered && is_flat(params, result) && !takes_arrays {
                    *function
                } else {
                    self.grouped_function(*function, (params, lent, &[]), result, ordered, span)?
                };
                let ty = self.builder.ty(grouped).clone();
                let number = self.code.lent(lent, None);
                let crossed = self.op1(Operation::View(Form::Crossing(number), ty), &[grouped], span)?;
                self.values.crossed.insert(*function, crossed);
                Ok(crossed)
            }
        }
    }

    /// The same function, of grouped parameters and with a grouped result, which keeps the order of effects; whether it
    /// does already is said. It takes looks at the arrays of these types that it captured, and the arrays last.
    pub(super) fn grouped_function(
        &mut self,
        function: Value,
        (params, lent, captured): (&[Ty], &[Option<TokenStream>], &[Named]),
        result: &Val,
        ordered: bool,
        span: Span,
    ) -> Lowered<Value> {
        self.builder.open();
        let (mut operands, mut arrays) = (Vec::new(), Vec::new());
        for (at, param) in params.iter().enumerate() {
            let shape = self.active_shape(param);
            if lent.get(at).is_some_and(Option::is_some) {
                // It takes a look, and the array after the order of effects.
                let Shape::Leaf(Type::Array(element)) = shape else { return Err(refusal::FUNCTION_OF_ARRAYS.on(span)) };
                self.builder.input(Type::Look(element.clone()), None);
                arrays.push((operands.len(), Type::Array(element)));
                continue;
            }
            let input = self.builder.input(shape.grouped(), None);
            let value = self.ungroup(input, &shape, true, span)?;
            operands.extend(Self::flatten(&value)?);
        }
        for (array, _) in captured {
            let Type::Array(element) = array else { return Err(refusal::FUNCTION_OF_ARRAYS.on(span)) };
            self.builder.input(Type::Look(element.clone()), None);
        }
        let world = self.builder.input(Type::World, None);
        let count = arrays.len();
        for (before, (at, ty)) in arrays.into_iter().enumerate() {
            let array = self.builder.input(ty, None);
            operands.insert(at + before, array);
        }
        operands.extend(captured.iter().map(|(ty, name)| self.builder.input(ty.clone(), Some(name))));
        if ordered {
            operands.push(world);
        }
        let wires = self.eval_on(function, &operands, span)?;
        let mut wires = wires.into_iter();
        let value = Self::rebuild(result, &mut wires);
        let value = self.boundary(&value, span)?;
        let arrays: Vec<Value> = wires.by_ref().take(count + captured.len()).collect();
        let mut outputs = vec![value, if ordered { wires.next().unwrap_or(world) } else { world }];
        outputs.extend(arrays);
        let grouped = self.builder.close(&outputs).map_err(|error| Self::build_error(&error, span))?;
        if let Some(name) = self.builder.name_of(function).cloned() {
            self.builder.name(grouped, &name);
        }
        Ok(grouped)
    }

    /// The result of the function: its leaves as outputs, functions as the boundary has them; and its shape.
    pub(super) fn results(&mut self, value: &Val, span: Span, outputs: &mut Vec<Value>) -> Lowered<Shape> {
        match value {
            Val::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.results(part, span, outputs)).collect::<Lowered<Vec<_>>>()?;
                Ok(Shape::Tuple(parts))
            }
            value @ (Val::Wire(..) | Val::Function(_)) => {
                if let (Some(undeclared), Ty::Real(_) | Ty::Discrete(_) | Ty::Array(_)) =
                    (value.is_undeclared(), self.types.resolve(&self.function.result))
                {
                    return Err(undeclared);
                }
                let wire = self.boundary(value, span)?;
                outputs.push(wire);
                Ok(Shape::Leaf(self.builder.ty(wire).clone()))
            }
        }
    }

    /// A value that came over the boundary on one wire of a type that says what it is made of.
    pub(super) fn received(&mut self, wire: Value, active: bool, span: Span) -> Lowered<Val> {
        match self.builder.ty(wire).clone() {
            Type::Tuple(parts) => {
                let wires = self.op(Operation::Unpack(parts), &[wire], span)?;
                let values = wires.into_iter().map(|wire| self.received(wire, active, span));
                Ok(Val::Tuple(values.collect::<Lowered<_>>()?))
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
            | Type::World) => Ok(Self::leaf(wire, &ty, active)),
        }
    }

    /// The type of a function that comes over the boundary, of which only its name is known to stand for what it captured.
    /// If it may have captured arrays, it takes these after its own parameters.
    pub(super) fn function_type(&self, function: &FnTy, name: Option<&Name>, captured: Option<&Type>) -> Type {
        let params = function.params.iter().map(|param| self.active_shape(param).grouped());
        function_type(function, params.collect(), self.active_shape(&function.result).grouped(), name, captured)
    }

    /// The value of one wire.
    pub(super) fn leaf(wire: Value, ty: &Type, active: bool) -> Val {
        match ty {
            Type::Function(_) => Val::Function(Rc::new(Func::Host { function: wire, active })),
            ty @ (Type::Real(_)
            | Type::Discrete(_)
            | Type::Tuple(_)
            | Type::Opaque(_)
            | Type::Cotangent(_)
            | Type::Option(_)
            | Type::Tape(_)
            | Type::Array(_)
            | Type::Look(_)
            | Type::Undone(_)
            | Type::World) => Val::Wire(wire, active && has_tangent(ty)),
        }
    }
}

/// Whether a function of these parameters, which gives this, is called across the boundary as it is here.
fn is_flat(params: &[Ty], result: &Val) -> bool {
    params.iter().all(|param| !matches!(param, Ty::Tuple(_) | Ty::Fn(_)))
        && match result {
            Val::Wire(..) => true,
            Val::Tuple(_) => false,
            Val::Function(function) => match &**function {
                Func::Host { .. } => true,
                Func::Wire { params, result, threads, .. } => threads[..] == [WORLD] && is_flat(params, result),
                Func::Path(_) => false,
            },
        }
}

/// Where the derivative of another function is called.
pub(crate) struct Boundary<'a> {
    pub(crate) code: &'a Code,
    pub(crate) backprop: &'a TokenStream,
    /// What says whether the user's own code has a mistake: then, rustc says nothing of the other function.
    pub(crate) depends: Option<&'a Ident>,
}

/// An associated function of the companion of a function; the generic arguments go with it.
pub(crate) fn of_companion(path: &syn::ExprPath, name: &str, at: &Boundary<'_>) -> TokenStream {
    with_companion(path, at.code, at.backprop, false, |of, _| if_marked(of, name, path, at))
}

/// An adjoint, if the function is marked: where it is not, rustc says so once, whichever adjoint is called, and nothing of what that gives.
fn if_marked(
    found: &dyn Fn(&str, bool) -> TokenStream,
    name: &str,
    path: &syn::ExprPath,
    boundary: &Boundary<'_>,
) -> TokenStream {
    let (marked, adjoint) = (found("marked", false), found(name, true));
    let backprop = boundary.backprop;
    let of = boundary.depends.map_or_else(|| quote!(#backprop::__private::claims::Written::<0>), |name| quote!(#name));
    let at = Span::call_site().located_at(place(path));
    // In the environment of a closure, it may be a closure.
    let method = if boundary.code.in_place { quote!(if_marked_here) } else { quote!(if_marked) };
    let if_marked = located(quote!(#of.#method), place(path));
    quote_spanned!(at=> #if_marked(#marked, #adjoint))
}

/// The constant of the companion of a function, of all generic arguments.
pub(crate) fn constant_of_companion(path: &syn::ExprPath, code: &Code, backprop: &TokenStream) -> TokenStream {
    with_companion(path, code, backprop, false, |of, _| of("written", false))
}

/// An associated function of the companion, with the question whether the function that the path names is the one that the companion
/// is of.
pub(crate) fn asked_companion(path: &syn::ExprPath, name: &str, boundary: &Boundary<'_>) -> TokenStream {
    let backprop = boundary.backprop;
    with_companion(path, boundary.code, backprop, false, |found, function| {
        let of = if name == OVER_ARRAYS { OF_OVER_ARRAYS } else { "of" };
        let (derivative, of) = (if_marked(found, name, path, boundary), found(of, false));
        let (d, at) = (Ident::new("derivative", Span::mixed_site()), place(path));
        let asked = located(quote!(#backprop::__private::claims::asked), at);
        // Generic arguments stay where they are: of those that do not fit, rustc says the same as of the function.
        quote_spanned!(Span::call_site().located_at(at)=> #asked(#derivative, |#d| #of(#function, #d)))
    })
}

/// A function as a value: what its companion gives for the function that the path names, with that question.
pub(crate) fn value_of_companion(path: &syn::ExprPath, code: &Code, backprop: &TokenStream) -> TokenStream {
    with_companion(path, code, backprop, true, |found, whole| {
        let function = found("function", true);
        located(quote!(#backprop::__private::claims::given(#function(#whole))), place(path))
    })
}

/// Where the last name of a path stands.
fn place(path: &syn::ExprPath) -> Span {
    path.path.segments.last().map_or_else(Span::call_site, |last| last.ident.span())
}

/// Code that names functions of the companion of a function, each by what it is of, with the generic arguments or without, and
/// the function itself.
///
/// The companion is imported by the name of a module of the runtime, which is found where there is no companion: rustc then says,
/// by the names, that the function is not marked, and nothing else. An import in a block of its own leaves nothing behind if it fails.
fn with_companion(
    path: &syn::ExprPath,
    code: &Code,
    backprop: &TokenStream,
    as_value: bool,
    written: impl FnOnce(&dyn Fn(&str, bool) -> TokenStream, &TokenStream) -> TokenStream,
) -> TokenStream {
    let whole = quote!(#path);
    let mut path = path.clone();
    let Some(last) = path.path.segments.last_mut() else { return TokenStream::new() };
    let arguments = std::mem::take(&mut last.arguments);
    let arguments = |wanted: bool| (wanted && !arguments.is_empty()).then_some(&arguments);
    let span = last.ident.span();
    let name = |of: &str| Ident::new(&in_companion(of), span);
    // Where an import looks for a name, a crate of the name and what is hidden by it count too.
    let is_ambiguous = |name: &Ident| code.declared.contains(&name.to_string()) || is_dependency(&name.to_string());
    if path.path.get_ident().is_some_and(is_ambiguous) {
        let found = |of: &str, generic: bool| {
            let (name, arguments) = (name(of), arguments(generic));
            quote!(#path::#name #arguments)
        };
        return written(&found, &whole);
    }
    let at = Span::call_site().located_at(span);
    // The import ends where the path ends: of a function that is private, rustc says so once for each place.
    let imported = quote_spanned!(span=> function_without_differentiable);
    // In the environment of a closure the name may be that of a variable, which is no import: it is looked for among the items alone. Where
    // nothing may have the name, an import would be a second error. So a macro has it, too: what else has it, the expression says. It stands
    // below that, which would name it otherwise.
    let name_alone = path.path.get_ident().filter(|name| code.in_place || code.unsure.contains(&name.to_string()));
    let imports = name_alone.map_or_else(
        || quote_spanned!(at=> use #path as #imported;),
        |name| {
            let mut name = name.clone();
            if code.in_place {
                name.set_span(name.span().resolved_at(Span::mixed_site()));
            }
            quote_spanned!(at=> macro_rules! #name { () => {}; } #name!(); use #name as #imported;)
        },
    );
    // What stands for a companion has no parameters. Of a function that surely has none, it is asked without arguments, and nothing else is.
    let is_plain = path.path.get_ident().is_some_and(|name| code.structs.is_plain_function(&name.to_string()));
    let found = |of: &str, generic: bool| {
        let (name, arguments) = (name(of), arguments(generic));
        if is_plain && arguments.is_some() {
            return quote_spanned!(span=> #backprop::__private::probe::function_without_differentiable::#name);
        }
        let found = quote_spanned!(span=> function_without_differentiable::#name);
        quote!(#found #arguments)
    };
    // By the same import: of a function that is not there, rustc says so once for it.
    let generic = arguments(true);
    let function = quote_spanned!(span=> function_without_differentiable);
    let is_named = code.in_place || as_value || generic.is_some();
    let function = if name_alone.is_some() && is_named { whole } else { quote!(#function #generic) };
    let found = written(&found, &function);
    let inside =
        if name_alone.is_some() { quote!(let found = #found; #imports found) } else { quote!(#imports #found) };
    quote!(({
        use #backprop::__private::probe::*;
        {
            #inside
        }
    }))
}

/// Whether this is the path of a function of a type or of a trait.
pub(crate) fn is_associated(path: &syn::ExprPath) -> bool {
    let scope = path.path.segments.iter().rev().nth(1);
    path.qself.is_some() || scope.is_some_and(|scope| crate::source::names::is_upper(&scope.ident.to_string()))
}

/// The path of what stands beside a function of a type.
pub(crate) fn with_suffix(path: &syn::ExprPath, suffix: &str) -> syn::ExprPath {
    let mut path = path.clone();
    if let Some(last) = path.path.segments.last_mut() {
        last.ident = suffixed(&last.ident, suffix);
    }
    path
}

/// The type of a function that comes over the boundary, of these parameters and this result: what it captured is of the type of this
/// name. Arrays that it looks at are handed on.
pub(crate) fn function_type(
    function: &FnTy,
    mut params: Vec<Type>,
    result: Type,
    name: Option<&Name>,
    captured: Option<&Type>,
) -> Type {
    let mut arrays = Vec::new();
    for (at, ty) in params.iter_mut().enumerate() {
        if let (Type::Array(element), Some(Some(_))) = (&*ty, function.lent.get(at)) {
            let look = Type::Look(element.clone());
            arrays.push(std::mem::replace(ty, look));
        }
    }
    if let Some(Type::Array(element)) = captured {
        params.push(Type::Look(element.clone()));
    }
    arrays.extend(captured.cloned());
    params.push(Type::World);
    params.extend(arrays.iter().cloned());
    Type::function(
        vec![name.map_or_else(Type::unnamed, |name| Type::Opaque(name.clone().into()))],
        params,
        [result, Type::World].into_iter().chain(arrays).collect(),
    )
}

/// The name of what stands beside a method.
pub(crate) fn suffixed(name: &Ident, suffix: &str) -> Ident {
    Ident::new(&beside_method(&name.to_string(), suffix), name.span())
}
