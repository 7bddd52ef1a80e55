//! The pipeline: a function becomes a net, its adjoint, what is left of that, and the code of the companion.

mod beside;
mod constant;
mod made;

use hypernet::adjoint::{AdjointError, adjoint, gradient_of_adjoint};
use hypernet::checked::{check, check_simplified};
use hypernet::simplify::{
    accumulate, expanded_size, give_away, reduce, simplify_since, simplify_sums, specialise, take_seeds,
};
use hypernet::{ArrayOp, Field, Form, Hypernet, Operation, kept_in_loops, read_more_than_written, undo};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ItemFn;

use self::beside::Nets;
use crate::companion::{
    Beside, BesideBody, Bodies, Interface, Keeping, Parameter, Written, companion, constant_of, depended_on, depending,
    gives_named, gives_open, over_arrays, reads_arrays, written,
};
use crate::diagnostic::{Diagnostic, refusal};
use crate::emit::{Backpropagator, Host, Input, Output, Request, emit, is_worth_code};
use crate::input::attribute::Attribute;
use crate::input::indexed::{READ, READ_TO_SET};
use crate::input::opened::EACH;
use crate::input::subject::Standing;
pub use crate::input::subject::Subject;
use crate::lower::{constant_of_companion, lower};
use crate::program::{Callee, Program, Shape, takes_plain_functions, with_captured, written_name};
use crate::source::names::mentions;
use crate::texts::TextSet;

/// A net of more edges than this is emitted once for `grad` and `value_and_grad`: the last work of the value, which `grad`
/// could leave out, costs less than compiling all of the rest twice.
const LONG: usize = 4000;

/// How many operations the calls of closures may make: the residual of all of them lies on the stack.
const RESIDUAL: usize = 1_000_000;

/// The stages between the source and the code, for who wants to look at them.
pub struct Expansion {
    /// The function as a net, in which it is known of each function what it captured.
    pub program: Program,
    /// The adjoint, simplified: the code of `vjp`.
    pub simplified: Hypernet,
    /// The adjoint with its backpropagator evaluated at 1, simplified: the code of `value_and_grad`. Only if the result
    /// is one real scalar.
    pub gradient: Option<Hypernet>,
    /// The adjoints beside it, for callers that have something else of the arrays that they lend.
    pub beside: Nets,
    over_arrays: OverArrays,
}

/// The same function, where the functions that it takes have captured arrays.
enum OverArrays {
    /// It takes no such functions.
    None,
    /// It does something with them that is refused, with this message.
    Refused(String),
    Expanded(Box<Expansion>),
}

impl Expansion {
    /// Parsed syntax to net, specialised, to its adjoint, to what is left of that.
    ///
    /// # Errors
    /// Everything in the function that is refused.
    pub fn new(function: &ItemFn, attribute: &Attribute) -> Result<Self, Vec<Diagnostic>> {
        let mut expansion = Self::alone(function, attribute)?;
        let Program { params, result, .. } = &expansion.program;
        if takes_plain_functions(&function.sig, params, result) {
            let attribute = Attribute { over_arrays: true, ..attribute.clone() };
            expansion.over_arrays = match Self::alone(function, &attribute) {
                Ok(expansion) => OverArrays::Expanded(Box::new(expansion)),
                Err(errors) => {
                    OverArrays::Refused(errors.into_iter().map(|error| error.message).next().unwrap_or_default())
                }
            };
        }
        Ok(expansion)
    }

    fn alone(function: &ItemFn, attribute: &Attribute) -> Result<Self, Vec<Diagnostic>> {
        let mut program = lower(function, attribute)?;
        check(&program.net, "lower");
        let known = specialise(&mut program.net);
        // What functions captured may be less now.
        let results = program.net.types(program.net.outputs());
        program.result.retype(&mut results.into_iter());
        let size = expanded_size(&program.net).saturating_sub(program.net.edge_count());
        if !known || size > RESIDUAL {
            return Err(vec![refusal::CALLS.on(function.sig.ident.span())]);
        }
        check(&program.net, "specialise");
        let stands_alone = beside::stands_alone(&program, attribute);
        let before = (stands_alone && beside::lends_arrays(&program)).then(|| program.net.clone());
        let mut restoring = None;
        if before.is_some() {
            restoring = beside::restoring(&program, function);
            beside::keep_where_changed(&mut program, function);
        }
        if !beside::undone(&mut program.net, (&program.code, program.result.leaves().len()), function) {
            if !attribute.lends_copies && program.params.iter().any(|param| param.function.is_some()) {
                let copying = Attribute { lends_copies: true, ..attribute.clone() };
                return Self::alone(function, &copying);
            }
            let name = [function.sig.ident.span()];
            let places = if program.looked_at.is_empty() { &name[..] } else { &program.looked_at };
            return Err(places.iter().map(|&span| refusal::OVERWRITTEN.on(span)).collect());
        }
        check(&program.net, "undo");
        let mut kept = Self::of(function, program)?;
        let keeping = match before {
            Some(before) => beside::Keeping::of(&kept.program, before, &kept.simplified, function),
            None if stands_alone && !beside::reads_again(&kept.simplified, &kept.program) => {
                beside::Keeping::ReadsNothing
            }
            None => beside::Keeping::Copies,
        };
        kept.beside = Nets { restoring, keeping };
        // Where loops read more of an array than they overwrite, what is overwritten may be less to keep than what is read.
        let wanted = read_more_than_written(&kept.program.net);
        if wanted.is_empty() {
            return Ok(kept);
        }
        let mut net = kept.program.net.clone();
        if !undo(&mut net, &wanted, &beside::restores(&kept.program.code, function)).is_empty() {
            return Ok(kept);
        }
        check(&net, "undo");
        let Self { mut program, simplified, gradient, beside, .. } = kept;
        let before = std::mem::replace(&mut program.net, net);
        let mut undone = Self::of(function, program)?;
        undone.beside = beside;
        let tapes =
            |simplified: &Hypernet, gradient: &Option<Hypernet>| kept_in_loops(gradient.as_ref().unwrap_or(simplified));
        let ([more, more_at_once], [all, at_once]) =
            (tapes(&simplified, &gradient), tapes(&undone.simplified, &undone.gradient));
        if all >= more || at_once > more_at_once {
            undone.program.net = before;
            (undone.simplified, undone.gradient) = (simplified, gradient);
        }
        Ok(undone)
    }

    /// The adjoint of a function as a net, to what is left of that.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other error is one of the macro, and is reported as such"
    )]
    fn of(function: &ItemFn, program: Program) -> Result<Self, Vec<Diagnostic>> {
        let internal = |error: AdjointError| {
            let span = function.sig.ident.span();
            vec![match error {
                AdjointError::Captures(_) => refusal::CAPTURES.on(span),
                error => Diagnostic::internal(span, error),
            }]
        };
        let mut simplified = adjoint(&program.net).map_err(internal)?;
        check(&simplified, "adjoint");
        // A backpropagator may not read the arrays of a struct again, and keeps what it needs of them. A gradient has none.
        let lends = |edge: &hypernet::Edge| matches!(edge.operation(), Some(Operation::Project(record)) if record.fields.iter().any(|(_, ty)| ty.is_array()));
        let whole = program.net.any_edge(lends).then(|| simplified.clone());
        reduce(&mut simplified);
        let values = program.values();
        // The gradient begins where the adjoint ends: at the sensitivity 1, few of its sums are written otherwise.
        simplify_sums(&mut simplified, values);
        let reduced = simplified.id_bounds().0;
        let gradient = match program.result {
            Shape::Leaf(hypernet::Type::Real(_))
                if program.params.iter().all(|param| param.function.is_none() && !param.changed) =>
            {
                let mut keep = vec![true; values];
                for param in &program.params {
                    keep.extend(vec![param.differentiated; sensitivities(&param.shape)]);
                }
                let is_new = whole.is_some();
                let mut gradient = gradient_of_adjoint(whole.unwrap_or_else(|| simplified.clone()))
                    .map_err(internal)?
                    .keep_outputs(|at| keep[at])
                    .map_err(|error| vec![Diagnostic::internal(function.sig.ident.span(), error)])?;
                if is_new {
                    reduce(&mut gradient);
                    simplify_sums(&mut gradient, values);
                } else {
                    check_simplified(&gradient, "gradient");
                    simplify_since(&mut gradient, values, reduced);
                }
                Some(gradient)
            }
            Shape::Leaf(_) | Shape::Tuple(_) => None,
        };
        let mut gradient = gradient;
        for net in std::iter::once(&mut simplified).chain(&mut gradient) {
            accumulate(net, &is_place);
            give_away(net);
        }
        Ok(Self { program, simplified, gradient, beside: Nets::default(), over_arrays: OverArrays::None })
    }

    /// The adjoint of the function, as it was before it was simplified.
    ///
    /// # Errors
    /// None that [`Expansion::new`] has not given.
    pub fn adjoint(&self) -> Result<Hypernet, AdjointError> {
        adjoint(&self.program.net)
    }

    /// The companion, given the path of the crate `backprop`.
    #[must_use]
    pub fn companion(&self, subject: &Subject, backprop: &TokenStream) -> TokenStream {
        let (interface, bodies) = self.written(subject, backprop);
        let beside = match &self.over_arrays {
            OverArrays::None => None,
            OverArrays::Expanded(expansion) => {
                let (interface, bodies) = expansion.written(subject, backprop);
                Some(over_arrays(subject, &interface, backprop, Ok(&bodies)))
            }
            OverArrays::Refused(why) => {
                let params = with_captured(&self.program.params);
                let interface = Interface::of(subject, &params, self.program.given(), backprop);
                Some(over_arrays(subject, &interface, backprop, Err(why)))
            }
        };
        companion(subject, &interface, backprop, Some(&bodies), beside)
    }

    /// The types that only rustc knows, and that have cotangents.
    pub(crate) fn claimed(&self, subject: &Subject, backprop: &TokenStream) -> Vec<syn::Type> {
        let interface = Interface::of(subject, &self.program.params, self.program.given(), backprop);
        interface.claimed()
    }

    /// The interface of the function, and the code of its companion.
    fn written(&self, subject: &Subject, backprop: &TokenStream) -> (Interface, Bodies) {
        let mut interface = Interface::of(subject, &self.program.params, self.program.given(), backprop);
        if self.copies() {
            interface = interface.copying(subject);
        }
        if self.program.recursive {
            interface = interface.calling_itself();
        }
        let looks = |edge: &hypernet::Edge| {
            matches!(edge.operation(), Some(Operation::Array(ArrayOp::Given(_) | ArrayOp::Datum(..), _)))
        };
        let crosses = |edge: &hypernet::Edge| matches!(edge.operation(), Some(Operation::View(Form::Crossing(_), _)));
        if self.program.net.any_edge(looks) {
            interface = interface.looking_at_data(self.program.net.any_edge(crosses));
        }
        if self.program.net.any_edge(crosses) {
            interface = interface.lending_slices();
        }
        if !reads_arrays(&self.simplified) {
            interface = interface.reading_no_arrays();
        }
        let (given, called) = (&self.program.given, self.called(backprop));
        let nets = || std::iter::once(&self.simplified).chain(&self.gradient);
        let mut fields = self.program.fields.clone();
        fields.extend(constant::claims(nets(), &self.program.code, subject));
        fields.extend(constant::of_elements(nets(), &self.program.elements));
        let made = made::cotangents_of_made(nets(), &self.program.code, (subject, &interface), backprop);
        let known = interface.checks(subject, backprop);
        let known = quote!(#known #made);
        let constant = self
            .depends_on_rustc(subject)
            .then(|| written(subject, (&fields, given), (&called, &known), backprop))
            .flatten();
        if let Some((by_value, of_values)) = interface.by_value() {
            let alone = Subject { adjoint_alone: true, ..by_value.clone() };
            let beside = self.beside((&alone, of_values), backprop, constant.as_ref());
            let Bodies { adjoint, written, .. } =
                self.bodies(&self.simplified, (&alone, of_values), backprop, constant);
            let gradient = interface.gradient_of_changes(subject, backprop);
            let vjp = Some(interface.vjp_of_changes(subject, backprop));
            return (interface, Bodies { gradient, vjp, accumulate: None, adjoint, beside, written });
        }
        let beside = self.beside((subject, &interface), backprop, constant.as_ref());
        let seeded = with_seeds(&self.simplified, (subject, &mut interface));
        let bodies =
            self.bodies(seeded.as_ref().unwrap_or(&self.simplified), (subject, &interface), backprop, constant);
        (interface, Bodies { beside, ..bodies })
    }

    /// The code of the adjoints beside the adjoint.
    fn beside(
        &self,
        (subject, interface): (&Subject, &Interface),
        backprop: &TokenStream,
        constant: Option<&Written>,
    ) -> Beside {
        let body = |net: &Hypernet, mut interface: Interface| {
            let seeded = with_seeds(net, (subject, &mut interface));
            let net = seeded.as_ref().unwrap_or(net);
            let body = self.bodies(net, (subject, &interface), backprop, constant.cloned()).adjoint?;
            Some(BesideBody { body, seeds: interface.seeds })
        };
        Beside {
            restoring: self.beside.restoring.as_ref().and_then(|net| body(net, interface.restoring())),
            keeping: match &self.beside.keeping {
                beside::Keeping::ReadsNothing => Keeping::ReadsNothing,
                beside::Keeping::Keeps(net) => body(net, interface.keeping()).map_or(Keeping::Copies, Keeping::Keeps),
                beside::Keeping::Copies => Keeping::Copies,
            },
        }
    }

    /// Whether what a reference refers to is copied, so that it has to be `Copy`: if a closure that captures the reference is
    /// still one.
    pub(crate) fn copies(&self) -> bool {
        let copies = |edge: &hypernet::Edge| matches!(edge.operation(), Some(Operation::View(Form::Copied, _)));
        let nets = std::iter::once(&self.simplified).chain(&self.gradient);
        nets.into_iter().any(|net| net.any_edge(copies))
    }

    /// Whether rustc may find a mistake in the code that is written for the function: in a call, in a struct, in a constant, in what
    /// is left as it is, or in what is given, where only rustc knows the type that the function says.
    fn depends_on_rustc(&self, subject: &Subject) -> bool {
        let params = &self.program.params;
        let code = &self.program.code;
        !code.functions.is_empty()
            || !code.records.is_empty()
            || !code.foreigns.is_empty()
            || !code.constants.is_empty()
            || !self.program.fields.is_empty()
            || params.iter().any(|param| param.shape.leaves().iter().any(is_open))
            || gives_open(&subject.function.sig)
    }

    /// The constants of the functions that are called. The derivative of a function that calls itself is in a box, so that others may
    /// call that in a circle; where an item of the function itself may be called, no other name is looked for.
    fn called(&self, backprop: &TokenStream) -> Vec<TokenStream> {
        let code = &self.program.code;
        if self.program.recursive || !self.program.items.is_empty() {
            return Vec::new();
        }
        let paths = code.functions.iter().filter_map(|callee| match callee {
            Callee::Path(path) => Some(constant_of_companion(path, code, backprop)),
            Callee::Associated(_)
            | Callee::Method(..)
            | Callee::BuiltInOrOwn(_)
            | Callee::Field(..)
            | Callee::Part(..)
            | Callee::Second(..)
            | Callee::Operator(..) => None,
        });
        let mut known = TextSet::default();
        paths.filter(|path| known.insert(path.to_string())).collect()
    }

    /// Whether an index of a type of the user's is called as the method that stands for it.
    fn has_index(&self) -> bool {
        let is_index = |name: &Ident| name == READ || name == READ_TO_SET;
        let code = &self.program.code;
        code.functions.iter().filter_map(Callee::method).any(is_index)
            || code
                .foreigns
                .iter()
                .any(|code| [READ, READ_TO_SET].iter().any(|name| mentions(code.tokens.clone(), name)))
    }

    /// The code of the functions that the nets give.
    ///
    /// If there is a constant of what the user wrote, they depend on that.
    #[expect(clippy::too_many_lines, reason = "one arm for each kind of function")]
    pub(crate) fn bodies(
        &self,
        simplified: &Hypernet,
        (subject, interface): (&Subject, &Interface),
        backprop: &TokenStream,
        constant: Option<Written>,
    ) -> Bodies {
        let host = Host {
            program: &self.program,
            backprop: backprop.clone(),
            written: names_in(&subject.function),
            depends: constant.as_ref().map(|_| written_name()),
            constant: constant.as_ref().filter(|written| written.has_constant()).map(|_| constant_of(subject)),
        };
        let depending = |accumulators: &[Ident]| match &constant {
            Some(constant) => depending((subject, constant), &interface.params, accumulators, backprop),
            None => TokenStream::new(),
        };
        let inputs: Vec<Option<Input>> = interface
            .params
            .iter()
            .flat_map(|param| {
                let leaves = leaves(&param.shape).into_iter().zip(param.shape.leaves());
                leaves.map(|(path, ty)| {
                    Some(Input {
                        name: if constant.is_some() { param.inside() } else { param.name.clone() },
                        path,
                        ty,
                        lent: param.is_array(),
                    })
                })
            })
            .chain(self.program.world.then_some(None))
            .collect();
        let results = self.program.result.leaves();
        // Of an index that is not marked, they are errors.
        let indexed = self.has_index().then(|| quote!(use #backprop::__private::indexed::Unmarked as _;));
        // The accumulators of arrays come last.
        let accumulators = interface.accumulators().into_iter().zip(interface.arrays()).map(|(name, param)| {
            let ty = param.shape.grouped();
            Some(Input { name, path: Vec::new(), ty, lent: true })
        });
        let with_accumulators: Vec<Option<Input>> = inputs.iter().cloned().chain(accumulators).collect();
        let emit = |net: &Hypernet, output: Output, names: Vec<(usize, String)>, asks: bool| {
            check_simplified(net, "simplify");
            let taken = net.inputs().len();
            let accumulators = taken.saturating_sub(inputs.len());
            let (inputs, depending) = if accumulators > 0 {
                (with_accumulators.clone(), depending(&interface.accumulators()))
            } else {
                (inputs.clone(), depending(&[]))
            };
            let (items, results) = (&self.program.items, results.clone());
            let body = emit(&host, &Request { net, inputs, accumulators, results, output, names, asks });
            behind(&quote!(#(#items)* #indexed #depending), body)
        };

        let values = self.program.result.leaves().len();
        let first = self.program.values();
        let has_arrays = interface.has_arrays();
        let accumulate = self.gradient.as_ref().filter(|_| has_arrays).map(|net| {
            let (gradient, mut names) = entries(interface, first, Entries::Accumulated);
            names.push((0, "value".to_owned()));
            emit(net, Output::Tuple(vec![Output::Wire(0), gradient]), names, false)
        });
        let in_place = subject.standing == Standing::InPlace;
        // What is there before all else.
        let shaped = |body: TokenStream| behind(&interface.shapes(subject, backprop), body);
        let gradient = self.gradient.as_ref().map(|net| {
            if has_arrays && !in_place {
                return interface.with_accumulators(subject, backprop);
            }
            if has_arrays {
                return (TokenStream::new(), TokenStream::new());
            }
            let (gradient, mut names) = entries(interface, first, Entries::OfGradient);
            let grad = if subject.standing != Standing::InPlace && (net.edge_count() > LONG || !is_worth_code(net)) {
                let both = interface.call_sibling(subject, "value_and_grad");
                quote!(#both.1)
            } else {
                shaped(emit(net, gradient.clone(), names.clone(), false))
            };
            names.push((0, "value".to_owned()));
            (grad, shaped(emit(net, Output::Tuple(vec![Output::Wire(0), gradient]), names, false)))
        });

        let back = |all: bool, asks: bool| {
            // What is left to the user's code borrows the arrays.
            let supplied = all || has_arrays;
            let which = match (all, in_place) {
                (true, _) => Entries::All,
                (false, false) => Entries::Differentiated,
                (false, true) => Entries::InPlace,
            };
            let (results, names) = entries(interface, 0, which);
            let given = |param: &Parameter| sensitivities(&param.shape) + usize::from(param.restored);
            let count = interface.params.iter().map(given).sum();
            let ty = if supplied { interface.taken(backprop) } else { interface.sensitivity(backprop) };
            // Of a pattern that does not fit the type, rustc says nothing where it has said so of the result.
            let is_taken_apart =
                gives_named(&subject.function.sig) && !interface.result_shape.leaves().iter().any(is_open);
            let ty = if is_taken_apart { host.if_written(&ty).unwrap_or(ty) } else { ty };
            let back = Backpropagator {
                output: first,
                sensitivity: interface.result_shape.clone(),
                again: if supplied { interface.again() } else { Vec::new() },
                ty,
                results: Box::new(results),
                seeds: interface.seed_types(backprop),
                count,
                names,
            };
            let value = wires(&interface.result_shape, &mut 0, &|_| true);
            let parts = vec![value, Output::Backpropagator(back)];
            let output = if interface.gives_function {
                // The type of the sensitivity has no name.
                Output::Call(quote!(#backprop::__private::evaluation), parts)
            } else {
                Output::Tuple(parts)
            };
            let names = if values == 1 { vec![(0, "value".to_owned())] } else { Vec::new() };
            emit(simplified, output, names, asks)
        };
        // Once is enough; it is never called.
        let fields = self.program.fields.iter().filter(|_| constant.is_none()).map(|claim| claim.statement(None));
        let claims: Vec<TokenStream> = self.program.claims.iter().cloned().chain(fields).collect();
        let depends = claims.iter().any(|claim| mentions(claim.clone(), &written_name().to_string()));
        let depended_on = depends.then(|| depended_on(subject, constant.as_ref(), backprop));
        let claimed =
            if claims.is_empty() { TokenStream::new() } else { quote!(let _ = || { #depended_on #(#claims)* };) };
        let selective =
            interface.params.iter().any(|param| param.data || !param.differentiated && sensitivities(&param.shape) > 0);
        if interface.higher_order || subject.adjoint_alone || interface.is_constant() || interface.restores() {
            Bodies {
                gradient,
                vjp: None,
                accumulate,
                adjoint: Some(behind(&claimed, back(true, true))),
                beside: Beside::default(),
                written: constant,
            }
        } else if in_place {
            let vjp = if has_arrays { back(true, true) } else { shaped(back(false, true)) };
            let vjp = behind(&claimed, vjp);
            Bodies { gradient, vjp: Some(vjp), accumulate, adjoint: None, beside: Beside::default(), written: constant }
        } else if interface.changes() {
            let (vjp, adjoint) = (interface.vjp_of_changes(subject, backprop), back(true, true));
            let gradient = interface.gradient_of_changes(subject, backprop);
            Bodies {
                gradient,
                vjp: Some(vjp),
                accumulate: None,
                adjoint: Some(behind(&claimed, adjoint)),
                beside: Beside::default(),
                written: constant,
            }
        } else if has_arrays || interface.gives_arrays() || interface.has_structs() {
            let (vjp, adjoint) = (interface.vjp_of_arrays(subject, backprop), back(true, true));
            Bodies {
                gradient,
                vjp: Some(vjp),
                accumulate,
                adjoint: Some(behind(&claimed, adjoint)),
                beside: Beside::default(),
                written: constant,
            }
        } else {
            let (vjp, adjoint) = (behind(&claimed, back(false, true)), selective.then(|| back(true, false)));
            Bodies { gradient, vjp: Some(vjp), accumulate, adjoint, beside: Beside::default(), written: constant }
        }
    }
}

fn is_open(ty: &hypernet::Type) -> bool {
    matches!(ty, hypernet::Type::Opaque(_))
}

/// The adjoint of a function, whose backpropagator takes seeds for parameters that are references to structs, if there are some: the
/// interface says for which.
fn with_seeds(adjoint: &Hypernet, (subject, interface): (&Subject, &mut Interface)) -> Option<Hypernet> {
    let (results, places): (Vec<usize>, Vec<usize>) = interface.may_take_seeds(subject).into_iter().unzip();
    if results.is_empty() {
        return None;
    }
    let promised = !interface.seeds.is_empty();
    let mut net = adjoint.clone();
    let taken = take_seeds(&mut net, &results, promised, &is_place);
    let taken = results.iter().zip(places).filter(|(result, _)| taken.contains(result));
    interface.seeds = taken.map(|(_, place)| place).collect();
    Some(net)
}

/// Which parameters have an entry in what a net gives, and which in what is made of that.
#[derive(Clone, Copy, PartialEq)]
enum Entries {
    /// The net has one for each differentiated parameter, and they are wanted; one alone is bare.
    OfGradient,
    /// As that, in a tuple; arrays have the unit, since theirs is in an accumulator.
    Accumulated,
    /// The net has one for each parameter, those of the differentiated ones are wanted; one alone is bare.
    Differentiated,
    /// As that, of a closure where it stands: in their shapes.
    InPlace,
    /// All, in a tuple.
    All,
}

/// Whether a field is a place in a cotangent: neither all of it nor a part of each element of an array.
fn is_place(field: &Field) -> bool {
    !field.way().is_empty() && field.way().iter().all(|step| &**step != EACH)
}

/// A body behind these statements, if there are some.
fn behind(statements: &TokenStream, body: TokenStream) -> TokenStream {
    if statements.is_empty() { body } else { quote!(#statements #body) }
}

/// What is wanted of the results of a net that begin at `first`, and what to call the wires.
fn entries(interface: &Interface, first: usize, which: Entries) -> (Output, Vec<(usize, String)>) {
    let mut next = first;
    let mut entries = Vec::new();
    let mut names = Vec::new();
    let of_gradient = matches!(which, Entries::OfGradient | Entries::Accumulated);
    for param in interface.params.iter().filter(|param| param.differentiated || !of_gradient) {
        if param.is_array() {
            next += 1 + usize::from(param.restored);
            entries.push((param.rank, Output::unit()));
            continue;
        }
        let begin = next;
        let entry = wires(&param.shape, &mut next, &|ty| ty.sensitivity().is_some_and(|bundle| !bundle.is_empty()));
        if param.differentiated || which == Entries::All {
            let entry = if matches!(which, Entries::OfGradient | Entries::InPlace) && param.is_struct() {
                Output::Shaped(interface.shape_name(param), which == Entries::InPlace, Box::new(entry))
            } else {
                entry
            };
            entries.push((param.rank, entry));
            let derivative = param.derivative();
            if matches!(param.shape, Shape::Leaf(_)) {
                names.extend((begin..next).map(|wire| (wire, derivative.clone())));
            } else {
                names.extend((begin..next).map(|wire| (wire, format!("{derivative}_{}", wire - begin))));
            }
        }
    }
    let bare = !matches!(which, Entries::All | Entries::Accumulated) && entries.len() == 1;
    if which != Entries::All {
        entries.sort_by_key(|(rank, _)| *rank);
    }
    let mut entries: Vec<Output> = entries.into_iter().map(|(_, entry)| entry).collect();
    let output = if bare { entries.remove(0) } else { Output::Tuple(entries) };
    (output, names)
}

/// A value of this shape made of the wires from `next` on, where a leaf has one if `has_wire`.
fn wires(shape: &Shape, next: &mut usize, has_wire: &dyn Fn(&hypernet::Type) -> bool) -> Output {
    match shape {
        Shape::Leaf(ty) if has_wire(ty) => {
            *next += 1;
            Output::Wire(*next - 1)
        }
        Shape::Leaf(_) => Output::unit(),
        Shape::Tuple(parts) => Output::Tuple(parts.iter().map(|part| wires(part, next, has_wire)).collect()),
    }
}

/// How many wires the sensitivity of a value of this shape has.
fn sensitivities(shape: &Shape) -> usize {
    shape.leaves().iter().map(|ty| ty.sensitivity().map_or(0, |bundle| bundle.len())).sum()
}

/// The ways through tuples to the leaves.
fn leaves(shape: &Shape) -> Vec<Vec<u32>> {
    match shape {
        Shape::Leaf(_) => vec![Vec::new()],
        Shape::Tuple(parts) => (0u32..)
            .zip(parts)
            .flat_map(|(index, part)| {
                leaves(part).into_iter().map(move |mut path| {
                    path.insert(0, index);
                    path
                })
            })
            .collect(),
    }
}

/// The identifiers in the signature of a function: a scalar type that is among them can be written as it is.
fn names_in(function: &ItemFn) -> TextSet {
    let mut found = TextSet::default();
    let mut pending = vec![function.sig.inputs.to_token_stream(), function.sig.output.to_token_stream()];
    while let Some(tokens) = pending.pop() {
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    found.insert(ident.to_string());
                }
                TokenTree::Group(group) => pending.push(group.stream()),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
    found
}
