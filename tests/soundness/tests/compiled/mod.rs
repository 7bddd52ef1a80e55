//! The nets that the compiler makes of the programs, run by the evaluator.

use std::collections::HashMap;
use std::sync::Arc;

use backprop_compiler::attribute::Attribute;
use backprop_compiler::expand::Expansion;
use backprop_compiler::program::{Program, Shape};
use hypernet::{Closure, Datum, Environment, EvaluateError, Type};
use soundness::compare::fault;
use soundness::{Arguments, Dual};

/// A function, compiled to nets.
pub(crate) struct Compiled {
    primal: Closure,
    /// The adjoint as it comes, and simplified.
    adjoints: [Closure; 2],
    gradient: Option<Closure>,
    environment: Environment,
    params: Vec<Shape>,
    result: Shape,
    world: bool,
}

/// Functions by name.
pub(crate) type Functions = HashMap<String, Arc<Compiled>>;

/// Why a program is not run.
#[derive(Debug)]
pub(crate) enum Skipped {
    /// The compiler refuses it.
    Refused(String),
    /// It has code of the host language in it, or calls a function that is skipped.
    Foreign,
}

/// The entry of a program, which is the last of these functions.
pub(crate) fn compile(functions: &[(&str, &str)]) -> Result<Arc<Compiled>, Skipped> {
    let mut compiled = Functions::new();
    let mut entry = Err(Skipped::Foreign);
    for (name, text) in functions {
        entry = Compiled::new(text, &compiled).map(Arc::new);
        match &entry {
            Ok(function) => drop(compiled.insert((*name).to_owned(), function.clone())),
            Err(Skipped::Foreign) => {}
            Err(Skipped::Refused(_)) => break,
        }
    }
    entry
}

impl Compiled {
    fn new(text: &str, others: &Functions) -> Result<Self, Skipped> {
        let function: syn::ItemFn = syn::parse_str(text).map_err(|error| Skipped::Refused(error.to_string()))?;
        let expansion = Expansion::new(&function, &Attribute::default())
            .map_err(|refusals| Skipped::Refused(format!("{refusals:?}")))?;
        let program = &expansion.program;
        let net = |net| Closure::of_net(net).expect("a finished net has no open wire");
        Ok(Self {
            primal: net(&program.net),
            adjoints: [net(&expansion.adjoint().expect("it has been made before")), net(&expansion.simplified)],
            gradient: expansion.gradient.as_ref().map(net),
            environment: environment(program, others)?,
            params: program.params.iter().map(|param| param.shape.clone()).collect(),
            result: program.result.clone(),
            world: program.world,
        })
    }

    fn inputs(&self, arguments: Vec<Datum>) -> Vec<Datum> {
        arguments.into_iter().chain(self.world.then_some(Datum::World)).collect()
    }

    /// The value, by the primal net.
    fn value(&self, at: &Arguments) -> Result<f64, EvaluateError> {
        let outputs = self.primal.call_with(&self.inputs(leaves_of(&self.params, at)), &self.environment)?;
        Ok(outputs[0].as_real().expect("a real result"))
    }

    /// What is wrong with the nets at a point, if anything is.
    pub(crate) fn fault(&self, at: &Arguments, value: f64, partials: &[Dual]) -> Option<String> {
        match self.value(at).and_then(|value| Ok((value, self.gradients(at)?))) {
            Err(error) => Some(error.to_string()),
            Ok((primal, _)) if primal.to_bits() != value.to_bits() => {
                Some(format!("the primal net gives {primal}, should be {value}"))
            }
            Ok((_, gradients)) => ["as it comes", "simplified", "beta-reduced"]
                .iter()
                .zip(&gradients)
                .find_map(|(which, found)| fault(found, value, partials).map(|why| format!("{which}: {why}"))),
        }
    }

    /// The value and the gradient: by the adjoint and its backpropagator, as it comes and simplified, and by the
    /// beta-reduced gradient.
    fn gradients(&self, at: &Arguments) -> Result<Vec<(f64, Vec<f64>)>, EvaluateError> {
        let inputs = self.inputs(leaves_of(&self.params, at));
        let mut all = Vec::new();
        for adjoint in &self.adjoints {
            let outputs = adjoint.call_with(&inputs, &self.environment)?;
            let back = outputs.last().and_then(Datum::as_function).expect("a backpropagator");
            let cotangents = back.call_with(&[Datum::Real(1.0)], &self.environment)?;
            all.push((outputs[0].as_real().expect("a real result"), reals(&cotangents)));
        }
        if let Some(gradient) = &self.gradient {
            let outputs = gradient.call_with(&inputs, &self.environment)?;
            let first = 1 + usize::from(self.world);
            all.push((outputs[0].as_real().expect("a real result"), reals(&outputs[first..])));
        }
        Ok(all)
    }
}

/// What the names in a program's net mean.
fn environment(program: &Program, others: &Functions) -> Result<Environment, Skipped> {
    if !program.code.foreigns.is_empty() {
        return Err(Skipped::Foreign);
    }
    let mut environment = Environment::default();
    for (tokens, id) in program.code.constants.iter().zip(0..) {
        let text: String = tokens.to_string().split_whitespace().collect();
        let value = match text.rsplit("::").next() {
            Some("PI") => std::f64::consts::PI,
            Some("E") => std::f64::consts::E,
            Some("LN_2") => std::f64::consts::LN_2,
            Some("SQRT_2") => std::f64::consts::SQRT_2,
            _ => return Err(Skipped::Refused(format!("the constant {text}"))),
        };
        environment = environment.with_constant(id, Datum::Real(value));
    }
    for (callee, id) in program.code.functions.iter().zip(0..) {
        let name = callee.tokens().to_string();
        let callee = others.get(&name).ok_or(Skipped::Foreign)?;
        let (primal, adjoint) = (callee.clone(), callee.clone());
        environment = environment.with_function(id, false, Closure::of_host(move |given| primal.call(given)));
        environment = environment.with_function(id, true, Closure::of_host(move |given| adjoint.call_adjoint(given)));
    }
    Ok(environment)
}

/// As a function of the host language: a tuple is one value at its boundary, and the order of effects comes last.
impl Compiled {
    fn call(&self, given: &[Datum]) -> Result<Vec<Datum>, EvaluateError> {
        let outputs = self.primal.call_with(&self.inputs(flattened(&self.params, given)), &self.environment)?;
        Ok(vec![grouped(&self.result, &mut outputs.into_iter()), Datum::World])
    }

    fn call_adjoint(self: &Arc<Self>, given: &[Datum]) -> Result<Vec<Datum>, EvaluateError> {
        let mut outputs =
            self.adjoints[0].call_with(&self.inputs(flattened(&self.params, given)), &self.environment)?;
        let back = outputs.pop().expect("a backpropagator");
        let value = grouped(&self.result, &mut outputs.into_iter());
        let this = self.clone();
        let back = Closure::of_host(move |given| {
            let [sensitivity, seeds @ ..] = given else {
                return Err(EvaluateError::Unsupported("no sensitivity".into()));
            };
            let mut sensitivities = Vec::new();
            ungroup(&this.result, sensitivity, &mut sensitivities);
            let back = back.as_function().expect("a backpropagator is a function");
            let mut cotangents = back.call_with(&sensitivities, &this.environment)?.into_iter();
            let all = this.params.iter().map(|shape| (shape, regroup(shape, &mut cotangents)));
            let mut all: Vec<_> = all.filter_map(|(shape, datum)| Some((shape, datum?))).collect();
            // A caller that does not know the type of an argument gives its cotangent so far: it may be a struct.
            let seeded = all.iter_mut().filter(|(shape, _)| matches!(shape, Shape::Tuple(_)));
            let seeded: Vec<&mut Datum> = seeded.map(|(_, datum)| datum).collect();
            if !seeds.is_empty() && seeds.len() != seeded.len() {
                return Err(EvaluateError::Unsupported("seeds of some of the tuples".into()));
            }
            for (datum, seed) in seeded.into_iter().zip(seeds) {
                add(datum, seed);
            }
            Ok(all.into_iter().map(|(_, datum)| datum).collect())
        });
        Ok(vec![value, Datum::World, Datum::Function(back)])
    }
}

/// The arguments of a test as the leaves of these parameters.
fn leaves_of(params: &[Shape], at: &Arguments) -> Vec<Datum> {
    let (mut reals, mut integers, mut bools) = (at.reals.iter(), at.integers.iter(), at.bools.iter());
    let leaves = params.iter().flat_map(Shape::leaves);
    leaves
        .map(|ty| match ty {
            Type::Real(_) => Datum::Real(*reals.next().expect("as many as the program takes")),
            Type::Discrete(name) if name.is("bool") => {
                Datum::Bool(*bools.next().expect("as many as the program takes"))
            }
            _ => Datum::Integer(i128::from(*integers.next().expect("as many as the program takes"))),
        })
        .collect()
}

fn flattened(shapes: &[Shape], data: &[Datum]) -> Vec<Datum> {
    fn flatten(shape: &Shape, datum: &Datum, all: &mut Vec<Datum>) {
        match (shape, datum) {
            (Shape::Tuple(shapes), Datum::Tuple(parts)) => {
                shapes.iter().zip(parts).for_each(|(shape, part)| flatten(shape, part, all));
            }
            _ => all.push(datum.clone()),
        }
    }
    let mut all = Vec::new();
    shapes.iter().zip(data).for_each(|(shape, datum)| flatten(shape, datum, &mut all));
    all
}

fn grouped(shape: &Shape, leaves: &mut impl Iterator<Item = Datum>) -> Datum {
    match shape {
        Shape::Leaf(_) => leaves.next().expect("a leaf for each"),
        Shape::Tuple(shapes) => Datum::Tuple(shapes.iter().map(|shape| grouped(shape, &mut *leaves)).collect()),
    }
}

/// The sensitivities of the leaves, out of that of the whole.
fn ungroup(shape: &Shape, sensitivity: &Datum, all: &mut Vec<Datum>) {
    match (shape, sensitivity) {
        // The zero of an opaque type, which knows no parts.
        (Shape::Tuple(shapes), Datum::Tuple(parts)) if parts.is_empty() => {
            for shape in shapes {
                ungroup(shape, sensitivity, all);
            }
        }
        (Shape::Leaf(Type::Real(_)), Datum::Tuple(_)) => all.push(Datum::Real(0.0)),
        (Shape::Tuple(shapes), Datum::Tuple(parts)) => {
            shapes.iter().zip(parts).for_each(|(shape, part)| ungroup(shape, part, all));
        }
        (Shape::Leaf(Type::Real(_)), datum) => all.push(datum.clone()),
        _ => {}
    }
}

/// The sensitivity of the whole, out of those of the leaves; none for what has no tangent.
fn regroup(shape: &Shape, leaves: &mut impl Iterator<Item = Datum>) -> Option<Datum> {
    match shape {
        Shape::Leaf(Type::Real(_)) => leaves.next(),
        Shape::Leaf(_) => None,
        Shape::Tuple(shapes) => {
            let parts = shapes.iter().map(|shape| regroup(shape, &mut *leaves).unwrap_or(Datum::Tuple(Vec::new())));
            Some(Datum::Tuple(parts.collect()))
        }
    }
}

/// Adds a sensitivity to one of the same type. One without parts is the zero of an opaque type.
fn add(to: &mut Datum, sensitivity: &Datum) {
    match (to, sensitivity) {
        (Datum::Real(to), Datum::Real(value)) => *to += value,
        (_, Datum::Tuple(parts)) if parts.is_empty() => {}
        (Datum::Tuple(to), Datum::Tuple(parts)) if to.is_empty() => to.clone_from(parts),
        (Datum::Tuple(to), Datum::Tuple(parts)) => to.iter_mut().zip(parts).for_each(|(to, part)| add(to, part)),
        (to, sensitivity) => panic!("{sensitivity:?} is no sensitivity of what has {to:?}"),
    }
}

fn reals(data: &[Datum]) -> Vec<f64> {
    let mut all = Vec::new();
    for datum in data {
        match datum {
            Datum::Real(value) => all.push(*value),
            Datum::Tuple(parts) => all.extend(reals(parts)),
            _ => {}
        }
    }
    all
}
