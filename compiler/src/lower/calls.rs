//! Calls of functions of the host language, and code of it that is left as it is.

use hypernet::{Captures, FunctionConstant, FunctionType, Name, Operation, Type, Value};
use proc_macro2::{Span, TokenStream};
use quote::quote;

use super::arrays::bound;
use super::supplied::{ArrayArgument, Arrays, Handed};
use super::value::Val;
use super::{Lowered, Lowering, WORLD, captured, temporaries};
use crate::diagnostic::refusal;
use crate::holes::hole;
use crate::program::{Callee, ForeignCode, MOST_SEEDS, Passing, Shape, may_own};
use crate::source::names::mentions;
use crate::source::types::referent;
use crate::syntax::{Ty, VarId};

impl Lowering<'_, '_> {
    /// A call of a differentiable function of the host language: `eval` of its constant.
    pub(super) fn call_function(&mut self, callee: Callee, args: &[Val], result: &Ty, span: Span) -> Lowered<Val> {
        self.call_with_arrays(callee, args, &[], result, span)
    }

    /// The same, where some of the arguments may be arrays.
    pub(super) fn call_with_arrays(
        &mut self,
        callee: Callee,
        args: &[Val],
        arrays: &[ArrayArgument],
        result: &Ty,
        span: Span,
    ) -> Lowered<Val> {
        if let (Callee::Method(..) | Callee::BuiltInOrOwn(_), Some(receiver)) = (&callee, args.first()) {
            self.is_looked_into(receiver);
            if let Val::Wire(wire, _) = receiver
                && matches!(self.builder.ty(*wire), Type::Discrete(ty) if is_object(&ty.to_string()))
            {
                return Err(refusal::OBJECT_METHOD.on(callee.name().unwrap_or(span)));
            }
        }
        let mut operands = Vec::with_capacity(args.len());
        let mut handed = Handed::default();
        let over_arrays = args.iter().any(|arg| self.has_captured_arrays(arg));
        if over_arrays {
            // What a call gives that is called for what it changes is nothing.
            let changes = arrays.iter().any(|array| matches!(array, ArrayArgument::Changed(_)));
            let result = self.types.resolve(result);
            let result = if changes && matches!(result, Ty::Var(_)) { Ty::unit() } else { result };
            self.may_capture(&callee, &result, args, span)?;
        }
        let mut captured = captured::CapturedArrays::default();
        // Of the structs among the operands, those that may be references.
        let (mut structs, mut looked_at) = (0, Vec::new());
        for (at, arg) in args.iter().enumerate() {
            if let (Val::Function(function), true) = (arg, over_arrays) {
                operands.push(self.lent_function(function, &mut captured, span)?);
                continue;
            }
            if let Some(&(ArrayArgument::Changed(of) | ArrayArgument::Asked(of))) = arrays.get(at) {
                self.lend(at, of, arg, &mut handed, span)?;
                continue;
            }
            operands.push(match arrays.get(at) {
                Some(ArrayArgument::Moved) => self.boundary(arg, span)?,
                None
                | Some(
                    ArrayArgument::None
                    | ArrayArgument::Structs
                    | ArrayArgument::AskedValue
                    | ArrayArgument::ChangedValue,
                ) => {
                    self.no_array(arg, span)?;
                    self.boundary(arg, span)?
                }
                Some(array) => self.look((at, array), arg, &mut handed, span)?,
            });
            if operands.last().is_some_and(|&operand| matches!(self.builder.ty(operand), Type::Opaque(_))) {
                if !matches!(arrays.get(at), Some(ArrayArgument::ChangedValue)) {
                    looked_at.push(structs);
                }
                structs += 1;
            }
        }
        // Of what comes with functions, and of what may be changed, the cotangents are new ones.
        let higher_order = args.iter().any(Val::has_function);
        let may_add = !higher_order && !arrays.iter().any(ArrayArgument::is_asked);
        let captured = self.look_at_captured(captured, &mut operands, &mut handed, span)?;
        let params: Vec<Type> = operands.iter().map(|&operand| self.builder.ty(operand).clone()).collect();
        let shape = self.active_shape(result);
        // What it changes has a sensitivity, so what it gives has one too: their number says which is which.
        let plain = !handed.changed.is_empty() && shape.grouped().sensitivity().is_some_and(|bundle| bundle.is_empty());
        let given = if plain { Type::unnamed() } else { shape.grouped() };
        self.split(&mut handed, span)?;
        operands.extend(handed.changed.iter().map(|changed| changed.array));
        let open = self.open_arguments(&callee, args, arrays);
        let arrays = Arrays {
            changed: handed
                .changed
                .iter()
                .map(|changed| ((changed.at, self.is_vector(changed)), self.builder.ty(changed.array).clone()))
                .collect(),
            handed: handed.arrays.iter().map(|handed| self.builder.ty(handed.array).clone()).collect(),
            passing: Passing {
                data: std::mem::take(&mut handed.data),
                independent: self.independent(arrays),
                open_references: open.iter().copied().filter(|&at| self.is_open_reference(&args[at])).collect(),
                constant: open.iter().copied().filter(|&at| self.is_constant(&args[at])).collect(),
                open,
                asked: arrays.iter().enumerate().filter(|(_, array)| array.is_asked()).map(|(at, _)| at).collect(),
                whole: self.lent_whole(arrays),
                captured,
                higher_order,
                ..Passing::default()
            },
            seeds: if may_add { looked_at } else { Vec::new() },
        };
        let function = self.function_constant(callee, params, given, arrays);
        let result = self.call_host(function, operands, &handed, span)?;
        let active = args.iter().any(Val::active);
        if plain {
            let hole = hole(0);
            return self.foreign("given", quote!(#hole), &[Val::Wire(result, true)], &shape, false, span);
        }
        self.ungroup(result, &shape, active, span)
    }

    /// Which arguments are arrays of the net's, at which a call looks, that depend on no differentiated parameter.
    fn independent(&self, arrays: &[ArrayArgument]) -> Vec<usize> {
        let depends = |var: VarId| {
            let storage = self.function.views.storage(var);
            [var, storage].iter().any(|var| self.function.depending.contains(var))
        };
        let is_independent = |array: &ArrayArgument| match array {
            ArrayArgument::Variable(var, _) => !depends(*var),
            ArrayArgument::Part(part) => part.of.is_some_and(|(var, _)| !depends(var)),
            ArrayArgument::None
            | ArrayArgument::Given(_)
            | ArrayArgument::Host(_)
            | ArrayArgument::Structs
            | ArrayArgument::Temporary
            | ArrayArgument::Moved
            | ArrayArgument::Changed(_)
            | ArrayArgument::Asked(_)
            | ArrayArgument::AskedValue
            | ArrayArgument::ChangedValue => false,
        };
        arrays.iter().enumerate().filter(|(_, array)| is_independent(array)).map(|(at, _)| at).collect()
    }

    /// Which arguments of a function are of types that only rustc knows, so that they may refer to arrays.
    pub(super) fn open_arguments(&self, callee: &Callee, args: &[Val], arrays: &[ArrayArgument]) -> Vec<usize> {
        let has_functions = args.iter().any(Val::has_function);
        let is_open = |(at, arg): &(usize, &Val)| {
            let Val::Wire(wire, _) = arg else { return false };
            if let Some(ArrayArgument::Structs) = arrays.get(*at) {
                return !has_functions;
            }
            let is_known = !matches!(arrays.get(*at), None | Some(ArrayArgument::None));
            self.is_open_reference(arg) || !is_known && !has_functions && self.is_unknown(*wire)
        };
        match callee {
            Callee::Path(_) | Callee::Associated(_) | Callee::Method(..) => {
                args.iter().enumerate().filter(is_open).map(|(at, _)| at).collect()
            }
            Callee::BuiltInOrOwn(_)
            | Callee::Field(..)
            | Callee::Part(..)
            | Callee::Second(..)
            | Callee::Operator(..) => Vec::new(),
        }
    }

    /// Whether a value that may be an array surely depends on no differentiated parameter.
    fn is_constant(&self, value: &Val) -> bool {
        matches!(value, Val::Wire(wire, _) if self.is_unknown(*wire))
    }

    fn is_open_reference(&self, value: &Val) -> bool {
        matches!(value, Val::Wire(wire, _) if self.values.open_references.contains(wire))
    }

    /// Which arguments are arrays with all their elements, and surely no slices.
    fn lent_whole(&self, arrays: &[ArrayArgument]) -> Vec<usize> {
        let is_slice = |var: VarId| {
            let param = self.function.params.iter().find(|param| bound(&param.pattern) == Some(var));
            param.is_some_and(|param| matches!(referent(&param.read), syn::Type::Slice(_)))
        };
        let is_whole = |argument: &ArrayArgument| match argument {
            ArrayArgument::Variable(var, _) => !is_slice(*var),
            ArrayArgument::Part(part) => part.is_element(),
            ArrayArgument::Given(_) | ArrayArgument::Temporary => true,
            ArrayArgument::None
            | ArrayArgument::Host(_)
            | ArrayArgument::Structs
            | ArrayArgument::Moved
            | ArrayArgument::Changed(_)
            | ArrayArgument::Asked(_)
            | ArrayArgument::AskedValue
            | ArrayArgument::ChangedValue => false,
        };
        (0..).zip(arrays).filter(|(_, argument)| is_whole(argument)).map(|(at, _)| at).collect()
    }

    /// A call of a function of the host language, in the order of effects if its type says so.
    pub(super) fn call_host(
        &mut self,
        function: Value,
        mut operands: Vec<Value>,
        handed: &Handed,
        span: Span,
    ) -> Lowered<Value> {
        let ty = self.builder.ty(function).as_function();
        let ordered = ty.is_some_and(|ty| ty.params.contains(&Type::World));
        if ordered {
            operands.push(self.world(span)?);
        }
        operands.extend(handed.arrays.iter().map(|handed| handed.array));
        let mut results = self.eval_on(function, &operands, span)?;
        let arrays = results.split_off(results.len() - handed.arrays.len());
        self.hand_back(handed, &arrays, span)?;
        if ordered && let Some(world) = results.pop() {
            self.env.insert(WORLD, Val::Wire(world, false));
        }
        self.take_back(handed, &results[1..], span)?;
        Ok(results[0])
    }

    /// A function of the host language. It keeps the order of effects, unless it only looks at a field. It hands on the arrays
    /// that it looks at, for their accumulators.
    pub(super) fn function_constant(
        &mut self,
        callee: Callee,
        mut params: Vec<Type>,
        result: Type,
        arrays: Arrays,
    ) -> Value {
        let name: Name = match &callee {
            Callee::Path(path) | Callee::Associated(path) => {
                path.path.segments.last().map_or_else(String::new, |last| last.ident.to_string()).into()
            }
            Callee::Method(name, _) | Callee::BuiltInOrOwn(name) => name.to_string().into(),
            Callee::Part(_, _, true) => "take".into(),
            Callee::Second(..) => "second".into(),
            Callee::Part(_, _, false) => "put".into(),
            Callee::Field(field, _) => field.way().last().cloned().unwrap_or_default(),
            Callee::Operator(name, _) => name.as_str().into(),
        };
        let mut results = vec![result];
        let (changed, types): (Vec<(usize, Option<bool>)>, Vec<Type>) = arrays.changed.into_iter().unzip();
        params.extend(types.iter().cloned());
        results.extend(types);
        if !matches!(callee, Callee::Field(..)) {
            params.push(Type::World);
            results.push(Type::World);
        }
        params.extend(arrays.handed.iter().cloned());
        results.extend(arrays.handed);
        let takes_seeds = params.len() <= MOST_SEEDS && callee.is_marked();
        let seeds = if takes_seeds { arrays.seeds } else { Vec::new() };
        let (changed, vectors) = changed.into_iter().unzip();
        let id = self.code.function(callee, Passing { changed, vectors, ..arrays.passing });
        let ty = FunctionType { captures: Captures::Known(Vec::new()), params, results, seeds, keeps: false };
        self.builder.function_constant(FunctionConstant { name, id, ty, adjoint: false })
    }

    /// Code of the host language that is left as it is, on these values. In the order of effects, if `ordered`.
    pub(super) fn foreign(
        &mut self,
        name: &str,
        tokens: TokenStream,
        operands: &[Val],
        result: &Shape,
        ordered: bool,
        span: Span,
    ) -> Lowered<Val> {
        self.foreign_code(name, ForeignCode::new(tokens, result.clone()), operands, ordered, span)
    }

    /// As [`Lowering::foreign`], of code of which more is known.
    pub(super) fn foreign_code(
        &mut self,
        name: &str,
        mut code: ForeignCode,
        operands: &[Val],
        ordered: bool,
        span: Span,
    ) -> Lowered<Val> {
        let makes = std::mem::take(&mut code.lasts);
        operands.iter().try_for_each(|operand| self.no_array(operand, span))?;
        let mut wires = Vec::with_capacity(operands.len() + 1);
        for operand in operands {
            wires.push(self.grouped(operand, span)?);
        }
        let result = code.result.clone();
        let mut outputs = result.leaves();
        let is_of_texts = wires.iter().any(|wire| self.values.texts.contains(wire));
        if is_of_texts && mentions(code.tokens.clone(), "parse") {
            return Err(refusal::NUMBER_OF_TEXT.on(span));
        }
        if ordered {
            wires.push(self.world(span)?);
            outputs.push(Type::World);
        }
        let inputs = wires.iter().map(|&wire| self.builder.ty(wire).clone()).collect();
        let id = self.code.foreign(code);
        let foreign = hypernet::Foreign { name: name.into(), id, inputs, outputs };
        let mut results = self.op(Operation::Foreign(foreign.into()), &wires, span)?;
        let world = if ordered { results.pop() } else { None };
        if let Some(world) = world {
            self.env.insert(WORLD, Val::Wire(world, false));
        }
        if let Some(ran) = self.ran.last_mut() {
            ran.push(temporaries::Ran::new(id, makes, world));
        }
        self.values.given.extend(results.iter().map(|&value| (value, id)));
        if is_of_texts {
            let made = results.iter().filter(|&&wire| may_own(self.builder.ty(wire)));
            self.values.texts.extend(made.copied());
        }
        Ok(Self::assemble(&result, &mut results.into_iter(), false))
    }

    pub(super) fn fresh_hidden(&mut self) -> VarId {
        self.variables.hidden += 1;
        VarId(u32::MAX - self.variables.hidden)
    }
}

/// Whether a type, as it is written, is that of a trait object, or of what refers to one.
fn is_object(ty: &str) -> bool {
    let before = ty.split_once("dyn ").map(|(before, _)| before);
    before.is_some_and(|before| {
        before.split(|char: char| !char.is_alphanumeric() && char != '_').all(|word| matches!(word, "" | "Box" | "mut"))
    })
}
