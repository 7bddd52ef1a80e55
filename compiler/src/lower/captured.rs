//! Arrays that closures captured, where these go from one function to another.
//!
//! A closure that uses an array from outside of it takes the array at each call, and gives it back. As an argument of a function of
//! the host, it takes a look at each such array after its own parameters, and the array after the order of effects; the call looks
//! at the arrays for it. On the other side, all that a function captured is one array more among the parameters, and the function is
//! a closure that calls it with that.

use std::rc::Rc;

use hypernet::{ArrayOp, Cloned, Form, Name, Operation, Type, Value, Whole};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};

use super::arrays::bound;
use super::boundary::Named;
use super::closure::contains_function;
use super::lending::cloned_for;
use super::supplied::{ArrayArgument, Handed};
use super::value::{Func, Val};
use super::{Lowered, Lowering, WORLD};
use crate::diagnostic::{Diagnostic, refusal};
use crate::program::{Callee, Captured};
use crate::source::types::element_of;
use crate::syntax::{ExprId, FnTy, Function, Kind, Param, Pattern, Statement, Ty, VarId, Variable};

/// The arrays that the functions among the arguments of a call captured: the variables that they are, for each of these functions.
#[derive(Default)]
pub(super) struct CapturedArrays(Vec<(Captured, Vec<VarId>)>);

/// Declares, for each function that is a parameter, the arrays that it captured, as one parameter more.
pub(super) fn declare(function: &mut Function<'_>) {
    let functions: Vec<(Ident, Name)> = function
        .params
        .iter()
        .filter(|param| is_plain(&param.ty))
        .filter_map(|param| Some((param.name.clone(), param.function.clone()?)))
        .collect();
    for (name, of) in functions {
        let arrays = arrays_of(&of);
        let name = of_param(&name);
        let ty = Ty::Array(Ty::Opaque(Some(arrays.clone())).into());
        let var = VarId(u32::try_from(function.vars.len()).unwrap_or(u32::MAX));
        function.vars.push(Variable { name: name.clone(), owner: None, ty: ty.clone(), mutable: false });
        function.depending.insert(var);
        function.params.push(Param {
            name,
            pattern: Pattern::Bind(var, None),
            ty,
            written: syn::parse_quote!(&[()]),
            read: syn::parse_quote!(&[()]),
            function: None,
            differentiated: true,
            rank: function.params.len(),
            data: None,
            changed: false,
            wanted: true,
            captured: Some(arrays),
        });
    }
}

/// The type of the arrays that a function captured, which this type parameter stands for.
pub(super) fn ty(arrays: &Name) -> Type {
    Type::Array(Type::Opaque(arrays.clone().into()).into())
}

/// The type of the arrays that the function of this type parameter captured, if they are declared.
pub(super) fn of_function(function: &Function<'_>, name: &Name) -> Option<Type> {
    let arrays = arrays_of(name);
    function.params.iter().any(|param| param.captured.as_ref() == Some(&arrays)).then(|| ty(&arrays))
}

/// The name of the parameter that is what this function captured.
fn of_param(function: &Ident) -> Ident {
    format_ident!("__captured_by_{function}", span = Span::mixed_site())
}

/// The type parameter that stands for the types of the arrays that a function captured.
fn arrays_of(function: &Name) -> Name {
    format!("__CapturedBy{function}").into()
}

impl Lowering<'_, '_> {
    /// Lets each function that is a parameter be called with the arrays that it captured, if there are such.
    pub(super) fn capture_arrays(&mut self) -> Lowered<()> {
        let function = self.function;
        for param in function.params.iter().filter(|param| is_plain(&param.ty)) {
            let arrays = param.function.as_ref().map(arrays_of);
            let mut captured = function.params.iter().filter(|other| other.captured.is_some());
            let captured = captured.find(|other| other.name == of_param(&param.name) && other.captured == arrays);
            let (Ty::Fn(ty), Some(var), Some(arrays)) =
                (&param.ty, bound(&param.pattern), captured.and_then(|captured| bound(&captured.pattern)))
            else {
                continue;
            };
            let span = param.name.span();
            let Some(Val::Function(host)) = self.env.get(&var).cloned() else { continue };
            let Func::Host { function: host, active } = &*host else { continue };
            let closure = self.with_captured((*host, *active), ty, arrays, span)?;
            self.env.insert(var, closure);
        }
        Ok(())
    }

    /// A closure that calls a function of the host with the arrays that it captured.
    fn with_captured(&mut self, (host, active): (Value, bool), ty: &FnTy, arrays: VarId, span: Span) -> Lowered<Val> {
        let unsupported = || refusal::FUNCTION_OF_ARRAYS.on(span);
        let lent_types: Rc<[Option<TokenStream>]> = (0..ty.params.len())
            .map(|at| ty.lent.get(at).cloned().flatten().map(|written| written.parse().unwrap_or_default()))
            .collect();
        let is_lent = |at: usize| lent_types[at].is_some();
        let copied = |at: usize| cloned_for(ty.lent.get(at).and_then(Option::as_deref));
        let outside = self.env.get(&arrays).cloned().ok_or_else(unsupported)?;
        let Val::Wire(array, _) = outside else { return Err(unsupported()) };
        let all = self.builder.ty(array).clone();
        self.builder.open();
        let (mut operands, mut lent) = (Vec::new(), Vec::new());
        for (at, param) in ty.params.iter().enumerate() {
            let value = self.parameter(param, None);
            match (&value, is_lent(at)) {
                (Val::Wire(array, _), true) => {
                    let (array, copy) = self.copied_if_overwritten(*array, copied(at), span)?;
                    let of = copy.unwrap_or(array);
                    let ty = self.builder.ty(of).clone();
                    let looked = self.op(Operation::Array(ArrayOp::Look, ty), &[of], span)?;
                    lent.push((looked[0], copy.map(|_| array)));
                    operands.push(looked[1]);
                }
                _ => operands.push(self.boundary(&value, span)?),
            }
        }
        let name = self.function.var(arrays).name.to_string();
        let captured = self.builder.input(all.clone(), Some(&name));
        let world = self.builder.input(Type::World, None);
        let looked = self.op(Operation::Array(ArrayOp::Look, all), &[captured], span)?;
        operands.extend([looked[1], world]);
        operands.extend(lent.iter().map(|(array, _)| *array));
        operands.push(looked[0]);
        let mut results = self.eval_on(host, &operands, span)?;
        let mut after = results.split_off(1);
        let result = self.received(results[0], active, span)?;
        let captured = after.pop().ok_or_else(unsupported)?;
        let world = after.remove(0);
        let mut outputs = Self::flatten(&result)?;
        for (array, (_, original)) in after.into_iter().zip(&lent) {
            outputs.push(match original {
                Some(original) => {
                    let ty = self.builder.ty(array).clone();
                    self.op(Operation::Array(ArrayOp::Drop, ty), &[array], span)?;
                    *original
                }
                None => array,
            });
        }
        outputs.extend([captured, world]);
        let function = self.builder.close(&outputs).map_err(|error| Self::build_error(&error, span))?;
        if let Some(name) = self.builder.name_of(host).cloned() {
            self.builder.name(function, &name);
        }
        self.values.with_captured.insert(function, host);
        Ok(Val::Function(Rc::new(Func::Wire {
            function,
            params: ty.params.clone().into(),
            result,
            threads: vec![arrays, WORLD],
            lent: lent_types,
            active,
        })))
    }

    /// An array that a function is lent; and a copy of it for that, if arrays are overwritten afterwards.
    fn copied_if_overwritten(&mut self, array: Value, cloned: Cloned, span: Span) -> Lowered<(Value, Option<Value>)> {
        if !self.lends_copies {
            return Ok((array, None));
        }
        let ty = self.builder.ty(array).clone();
        let clone = Operation::Array(ArrayOp::Whole(Whole::Clone(cloned)), ty);
        let both = self.op(clone, &[array], span)?;
        Ok((both[0], Some(both[1])))
    }

    /// The arrays among the variables that a function takes and gives back at each call, if it takes nothing else and changes none.
    pub(super) fn captured_arrays(&self, threads: &[VarId]) -> Option<Vec<VarId>> {
        let arrays = threads.iter().copied().filter(|&thread| thread != WORLD);
        arrays.map(|thread| self.is_only_read(thread).then_some(thread)).collect()
    }

    /// Whether a variable is an array of numbers, or what a function captured, that no closure changes.
    fn is_only_read(&self, var: VarId) -> bool {
        let Some(array) = self.array_of(var) else { return false };
        let Type::Array(element) = self.builder.ty(array) else { return false };
        let is_lent = match &**element {
            Type::Real(_) | Type::Opaque(_) => true,
            Type::Array(_) => self.written_element(var).is_some(),
            Type::Discrete(_)
            | Type::Tuple(_)
            | Type::Function(_)
            | Type::Cotangent(_)
            | Type::Option(_)
            | Type::Tape(_)
            | Type::Look(_)
            | Type::Undone(_)
            | Type::World => false,
        };
        is_lent && !self.is_hidden(var) && !self.is_written_in_closure(var)
    }

    /// The type of the elements of an array, as it is written, if they are no numbers and the array is declared with its type.
    fn written_element(&self, var: VarId) -> Option<TokenStream> {
        let Type::Array(element) = self.builder.ty(self.array_of(var)?) else { return None };
        if matches!(**element, Type::Real(_)) {
            return None;
        }
        let Some(param) = self.function.params.iter().find(|param| bound(&param.pattern) == Some(var)) else {
            if let Some(written) = self.declared_type(var) {
                return Some(element_of(&syn::parse2(written).ok()?)?.to_token_stream());
            }
            // What is put together may have type parameters that are not written.
            let Ty::Array(element) = self.types.resolve(&self.types.var(var)) else { return None };
            let is_own = matches!(self.types.resolve(&element), Ty::Opaque(Some(written)) if &*written == "Self");
            return is_own.then(|| quote!(Self));
        };
        if param.captured.is_some() {
            return None;
        }
        Some(element_of(&param.read)?.to_token_stream())
    }

    /// The type that a local variable is declared with.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only blocks declare variables")]
    fn declared_type(&self, var: VarId) -> Option<TokenStream> {
        let statements = self.function.exprs.iter().filter_map(|expr| match &expr.kind {
            Kind::Block(statements, _) => Some(statements),
            _ => None,
        });
        statements.flatten().find_map(|statement| match statement {
            Statement::Let(pattern @ Pattern::Typed(_, _, written), ..) if bound(pattern) == Some(var) => {
                written.clone()
            }
            Statement::Let(..) | Statement::Expr(_) => None,
        })
    }

    /// Whether a value is a function that captured arrays.
    pub(super) fn has_captured_arrays(&self, value: &Val) -> bool {
        let Val::Function(function) = value else { return false };
        let Func::Wire { threads, .. } = &**function else { return false };
        self.captured_arrays(threads).is_some_and(|arrays| !arrays.is_empty())
    }

    /// Whether functions that captured arrays may be arguments of this call.
    pub(super) fn may_capture(&self, callee: &Callee, result: &Ty, args: &[Val], span: Span) -> Lowered<()> {
        let is_known = match callee {
            Callee::Path(_) | Callee::Associated(_) | Callee::Method(..) => true,
            Callee::BuiltInOrOwn(_)
            | Callee::Field(..)
            | Callee::Part(..)
            | Callee::Second(..)
            | Callee::Operator(..) => false,
        };
        // Whether a function takes functions that captured arrays is seen where it is called with such; what gives functions does not, and
        // a call of what a parameter captured must not depend on that.
        let of_parameter = args.iter().any(|arg| {
            let Val::Function(function) = arg else { return false };
            let Func::Wire { threads, .. } = &**function else { return false };
            threads.iter().any(|&thread| self.is_captured_by_parameter(thread))
        });
        let in_tuple = args.iter().any(|arg| matches!(arg, Val::Tuple(_)) && arg.has_function());
        if !is_known || of_parameter && (in_tuple || !is_number_or_array(result)) {
            return Err(refusal::SHARED_ARRAY.on(span));
        }
        Ok(())
    }

    /// Whether a variable is what a parameter captured.
    fn is_captured_by_parameter(&self, var: VarId) -> bool {
        self.array_of(var).is_some_and(|array| {
            matches!(self.builder.ty(array), Type::Array(element) if matches!(&**element, Type::Opaque(name) if name.name().is_some()))
        })
    }

    /// A function as an argument of a call for which others have captured arrays: it takes what it captured at each call.
    pub(super) fn lent_function(
        &mut self,
        value: &Rc<Func>,
        captured: &mut CapturedArrays,
        span: Span,
    ) -> Lowered<Value> {
        let (function, params, result, threads, lent) = match &**value {
            // What it gives may capture what it captured.
            Func::Wire { result, .. } if result.has_function() => {
                return self.boundary(&Val::Function(value.clone()), span);
            }
            Func::Host { function, .. } if self.host_gives_function(*function) => return Ok(*function),
            Func::Wire { function, params, result, threads, lent, .. } => (function, params, result, threads, lent),
            Func::Host { function, .. } => {
                captured.0.push((Captured::Arrays(Vec::new()), Vec::new()));
                return self.lent_host(*function, span);
            }
            Func::Path(_) => return Err(refusal::FUNCTION_BESIDE_CLOSURE.on(span)),
        };
        let arrays = self.captured_arrays(threads).ok_or_else(|| self.shared(threads).on(span))?;
        if let Some(&host) = self.values.with_captured.get(function)
            && self.builder.is_in_scope(host)
        {
            captured.0.push((Captured::OfParameter, arrays));
            return Ok(host);
        }
        let of = |&var: &VarId| {
            let ty = self.builder.ty(self.array_of(var)?).clone();
            Some((ty, self.function.var(var).name.to_string()))
        };
        let types: Option<Vec<Named>> = arrays.iter().map(of).collect();
        let types = types.ok_or_else(|| Diagnostic::internal(span, "an array is lost"))?;
        let ordered = threads.contains(&WORLD);
        let grouped = self.grouped_function(*function, (params, lent, &types), result, ordered, span)?;
        let ty = self.builder.ty(grouped).clone();
        let elements: Vec<Option<TokenStream>> = arrays.iter().map(|&array| self.written_element(array)).collect();
        let number = self.code.lent(lent, Some(elements.clone()));
        captured.0.push((Captured::Arrays(elements), arrays));
        self.op1(Operation::View(Form::Crossing(number), ty), &[grouped], span)
    }

    /// Whether a function that came over the boundary gives functions.
    fn host_gives_function(&self, host: Value) -> bool {
        let ty = self.builder.ty(host).as_function();
        ty.is_some_and(|ty| !ty.results.iter().all(Type::is_first_order))
    }

    /// The same of a function that came over the boundary, and captured no arrays.
    fn lent_host(&mut self, host: Value, span: Span) -> Lowered<Value> {
        let unsupported = || refusal::FUNCTION_BESIDE_CLOSURE.on(span);
        let params = self.builder.ty(host).as_function().map(|ty| ty.params.clone()).ok_or_else(unsupported)?;
        if params.iter().any(Type::is_look) {
            return Err(unsupported());
        }
        self.builder.open();
        let operands: Vec<Value> = params.into_iter().map(|ty| self.builder.input(ty, None)).collect();
        let results = self.eval_on(host, &operands, span)?;
        let closure = self.builder.close(&results).map_err(|error| Self::build_error(&error, span))?;
        let ty = self.builder.ty(closure).clone();
        let number = self.code.lent(&[], Some(Vec::new()));
        self.op1(Operation::View(Form::Crossing(number), ty), &[closure], span)
    }

    /// Looks at what the functions among the arguments of a call captured; gives what each captured.
    pub(super) fn look_at_captured(
        &mut self,
        captured: CapturedArrays,
        operands: &mut Vec<Value>,
        handed: &mut Handed,
        span: Span,
    ) -> Lowered<Vec<Captured>> {
        let functions = captured.0.iter().map(|(captured, _)| captured.clone()).collect();
        for var in captured.0.into_iter().flat_map(|(_, arrays)| arrays) {
            // What another function captured has no second accumulator.
            if self.is_captured_by_parameter(var) && handed.arrays.iter().any(|handed| handed.is_of(var)) {
                return Err(refusal::SHARED_ARRAY.on(span));
            }
            let at = self.named(var).ok_or_else(|| refusal::SHARED_ARRAY.on(span))?;
            let look = self.look((operands.len(), &ArrayArgument::Variable(var, at)), &Val::unit(), handed, span)?;
            operands.push(look);
        }
        Ok(functions)
    }

    /// An expression that names this variable; the body of the function, if there is none.
    fn named(&self, var: VarId) -> Option<ExprId> {
        let at = self.function.exprs.iter().position(|expr| matches!(expr.kind, Kind::Var(named) if named == var));
        match at {
            Some(at) => u32::try_from(at).ok().map(ExprId),
            None => Some(self.function.body),
        }
    }
}

/// Whether this is the type of a function that takes and gives none.
fn is_plain(ty: &Ty) -> bool {
    let Ty::Fn(function) = ty else { return false };
    !function.params.iter().chain([&function.result]).any(contains_function)
}

/// Whether values of this type have no function in them.
fn is_number_or_array(ty: &Ty) -> bool {
    match ty {
        Ty::Real(_) | Ty::Discrete(_) => true,
        Ty::Tuple(parts) => parts.iter().all(is_number_or_array),
        Ty::Array(element) => is_number_or_array(element),
        Ty::Var(_) | Ty::Opaque(_) | Ty::Fn(_) => false,
    }
}
