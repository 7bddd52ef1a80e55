//! The checks of one step: the span and match of what it did, and what it says of itself.

use hypernet::adjoint::{BoxRule, Erased, Redex};
use hypernet::law::{Exactness, Place, Reason, Rule};
use hypernet::rewrite::{Context, Rewrite, Span};
use hypernet::simplify::Step;
use hypernet::{Closure, Datum, EdgeId, Frame, Hypernet, Label, Level, Type, evaluate, isomorphic};

/// A net with the types of the paper.
pub(crate) fn plain(net: &Hypernet) -> Hypernet {
    let mut net = net.clone();
    net.forget_captures();
    net
}

/// The step between two nets as a span with a match: it has been verified, and applied gives the second net.
fn replayed(before: &Hypernet, after: &Hypernet, context: Context) -> Result<Option<Rewrite>, String> {
    let Some(rewrite) = Rewrite::between(before, after, context).map_err(|error| error.to_string())? else {
        return if isomorphic(before, after) { Ok(None) } else { Err("the difference has not been seen".to_owned()) };
    };
    let shown = || format!("\n{}\n->\n{}", rewrite.span().left(), rewrite.span().right());
    rewrite.verify(before).map_err(|error| format!("{error}{}", shown()))?;
    let mut applied = before.clone();
    rewrite.clone().apply(&mut applied).map_err(|error| format!("{error}{}", shown()))?;
    if isomorphic(&applied, after) { Ok(Some(rewrite)) } else { Err(format!("gives\n{applied}\nby{}", shown())) }
}

/// Whether the right side of a span comes of the left one by one of these rules, used once.
fn is_instance(span: &Span, rules: &[Rule]) -> bool {
    let left = span.left();
    let places = || left.edge_ids().map(Place::Edge).chain(left.wire_ids().map(Place::Wire));
    rules.iter().any(|rule| {
        places().any(|place| {
            let Ok(rewrite) = rule.at(left, place) else { return false };
            let mut right = left.clone();
            rewrite.apply(&mut right).is_ok() && isomorphic(&right, span.right())
        })
    })
}

/// Data of a type: numbers that depend on `at`, functions that depend on all that they are given.
fn sample(ty: &Type, at: f64) -> Option<Datum> {
    Some(match ty {
        Type::Real(_) => Datum::Real(1.0 + at.sin()),
        Type::Discrete(name) if name.is("bool") => Datum::Bool(at.sin() > 0.0),
        Type::Discrete(_) => Datum::Integer(if at.cos() > 0.0 { 2 } else { 3 }),
        Type::Tuple(parts) => {
            Datum::Tuple((0u32..).zip(&**parts).map(|(i, ty)| sample(ty, at + f64::from(i))).collect::<Option<_>>()?)
        }
        Type::Option(ty) => Datum::Option(Some(Box::new(sample(ty, at)?))),
        Type::Tape(ty) => Datum::Tape((0u32..3).map(|i| sample(ty, at + 0.6 * f64::from(i))).collect::<Option<_>>()?),
        // The integers above are indices of it.
        Type::Array(ty) | Type::Look(ty) | Type::Undone(ty) => {
            Datum::Array((0u32..4).map(|i| sample(ty, at + 0.8 * f64::from(i))).collect::<Option<_>>()?)
        }
        Type::Function(function) => {
            let results = function.results.clone();
            samples(&results, at)?;
            Datum::Function(Closure::of_host(move |arguments| {
                let at = arguments.iter().fold(at, |at, argument| 0.7 * at + digest(argument));
                Ok(samples(&results, at).expect("there are data of these types"))
            }))
        }
        Type::Opaque(_) | Type::Cotangent(_) | Type::World => return None,
    })
}

fn samples(types: &[Type], at: f64) -> Option<Vec<Datum>> {
    (1u32..).zip(types).map(|(i, ty)| sample(ty, at + 0.37 * f64::from(i))).collect()
}

/// A number that depends on all numbers of a datum.
fn digest(datum: &Datum) -> f64 {
    match datum {
        Datum::Real(value) if value.is_finite() => value.sin(),
        Datum::Bool(true) => 0.5,
        Datum::Integer(value) => {
            if value % 2 == 0 {
                0.25
            } else {
                0.125
            }
        }
        Datum::Tuple(parts) | Datum::Array(parts) => parts.iter().fold(0.1, |sum, part| 0.5 * sum + digest(part)),
        _ => 0.0,
    }
}

/// What can be seen of data: the numbers, and those that functions give.
fn seen(data: &[Datum], types: &[Type], at: f64) -> Option<Vec<String>> {
    let mut all = Vec::new();
    for (datum, ty) in data.iter().zip(types) {
        match (datum, ty) {
            (Datum::Function(closure), Type::Function(function)) => {
                let results = closure.call(&samples(&function.params, at + 0.11)?).ok()?;
                all.extend(seen(&results, &function.results, at + 0.19)?);
            }
            (Datum::Tuple(parts), Type::Tuple(types)) => all.extend(seen(parts, types, at)?),
            (Datum::Option(Some(datum)), Type::Option(ty)) => {
                all.extend(seen(&[(**datum).clone()], &[(**ty).clone()], at)?);
            }
            (Datum::Tape(entries), Type::Tape(ty)) | (Datum::Array(entries), Type::Array(ty) | Type::Look(ty)) => {
                all.extend(seen(entries, &vec![(**ty).clone(); entries.len()], at)?);
            }
            // A cotangent is zero where it has no field.
            (Datum::Record(fields), Type::Cotangent(_)) => {
                let mut fields: Vec<String> = fields
                    .iter()
                    .filter(|(_, datum)| *datum != Datum::Real(0.0))
                    .map(|(name, datum)| format!("{name:?}: {datum:?}"))
                    .collect();
                fields.sort_unstable();
                all.push(fields.join(", "));
            }
            (datum, _) => all.push(match datum {
                Datum::Real(value) => format!("{value:e}"),
                other => format!("{other:?}"),
            }),
        }
    }
    Some(all)
}

fn close(a: &str, b: &str) -> bool {
    match (a.parse::<f64>(), b.parse::<f64>()) {
        (Ok(a), Ok(b)) => (a - b).abs() <= 1e-7 * (1.0 + a.abs().max(b.abs())),
        _ => a == b,
    }
}

/// Whether two nets of one interface give the same for a few data; `None` where that cannot be told.
fn mean_the_same(a: &Hypernet, b: &Hypernet, exactness: Exactness, values: usize) -> Option<bool> {
    let types = a.types(a.inputs());
    let mut told = None;
    for at in [0.3, 1.9, 4.1, 5.3] {
        let inputs = samples(&types, at)?;
        let of = |net: &Hypernet| seen(&evaluate(net, &inputs).ok()?, &net.types(net.outputs()), at);
        let (Some(first), Some(second)) = (of(a), of(b)) else { continue };
        let finite = first.iter().chain(&second).all(|x| x.parse::<f64>().map_or(true, f64::is_finite));
        let exact = |n: usize| first.len() == second.len() && first.iter().zip(&second).take(n).all(|(a, b)| a == b);
        let close = || first.len() == second.len() && first.iter().zip(&second).all(|(a, b)| close(a, b));
        let same = match exactness {
            Exactness::Bits => exact(usize::MAX),
            Exactness::Finite => !finite || close(),
            Exactness::Rounding => exact(values) && (!finite || close()),
        };
        if !same {
            return Some(false);
        }
        told = Some(true);
    }
    told
}

/// Checks a step of simplification, and what it says of itself.
pub(crate) fn check(before: &Hypernet, after: &Hypernet, reason: Reason, values: usize) -> Result<(), String> {
    let Some(rewrite) = replayed(before, after, Context::None)? else { return Ok(()) };
    let shown = |rewrite: &Rewrite| format!("\n{}\n->\n{}", rewrite.span().left(), rewrite.span().right());
    match reason {
        Reason::Instance(rules) => {
            // What is copied may stay where it is, beside the copy.
            let wider = || replayed(before, after, Context::Producers).ok().flatten();
            if !is_instance(rewrite.span(), rules) && !wider().is_some_and(|wider| is_instance(wider.span(), rules)) {
                return Err(format!("is no instance{}", shown(&rewrite)));
            }
        }
        Reason::Further(_) => {
            let Some(rewrite) = replayed(before, after, Context::Values)? else { return Ok(()) };
            if mean_the_same(rewrite.span().left(), rewrite.span().right(), reason.exactness(), 0) == Some(false) {
                return Err(format!("the sides mean different things{}", shown(&rewrite)));
            }
        }
        Reason::Pass(_) => {
            if mean_the_same(before, after, reason.exactness(), values) == Some(false) {
                return Err(format!("the nets mean different things{}", shown(&rewrite)));
            }
        }
    }
    Ok(())
}

/// Sees the steps of a run, and checks each.
pub(crate) struct Checker {
    before: Hypernet,
    values: usize,
    error: Option<String>,
    /// The names of the steps, in order.
    pub(crate) steps: Vec<&'static str>,
}

impl Checker {
    pub(crate) fn new(net: &Hypernet, values: usize) -> Self {
        Self { before: plain(net), values, error: None, steps: Vec::new() }
    }

    pub(crate) fn see(&mut self, step: Step, net: &Hypernet) {
        let after = plain(net);
        self.steps.push(step.name);
        if self.error.is_none() {
            let checked = check(&self.before, &after, step.reason, self.values);
            self.error = checked.err().map(|error| format!("{}: {error}", step.name));
        }
        self.before = after;
    }

    /// The run has ended with this net.
    pub(crate) fn end(self, net: &Hypernet) -> Result<(), String> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let same = isomorphic(&self.before, &plain(net));
        if same { Ok(()) } else { Err("something has changed that was no step".to_owned()) }
    }
}

/// Checks a step of the boxes: a span with a match, in which the box has lost the edge that the step erases.
pub(crate) fn check_box(step: Redex, before: &Hypernet, after: &Hypernet) -> Result<(), String> {
    let rule = BoxRule::of(step, before).ok_or("no step on this net")?;
    let rewrite = replayed(before, after, Context::None).map_err(|error| format!("{rule}: {error}"))?;
    let rewrite = rewrite.ok_or_else(|| format!("{rule}: nothing has changed"))?;
    let span = rewrite.span();
    let of = |net: &Hypernet, frame| net.edge_ids().filter(|&id| *net.edge(id).label() == Label::Frame(frame)).count();
    let change = |frame| (of(span.left(), frame), of(span.right(), frame));
    let inside = |net: &Hypernet, id: EdgeId| net.get_edge(id).map(hypernet::Edge::level);
    let fits = match (rule, step) {
        (BoxRule::Adjoint, Redex::Adjoint(id)) => {
            *after.edge(id).label() == Label::Frame(Frame::Forward)
                && change(Frame::Adjoint).0 == change(Frame::Adjoint).1 + 1
                && change(Frame::Reverse).0 + 1 == change(Frame::Reverse).1
        }
        (BoxRule::Forward(kind), Redex::Forward(frame, edge)) => {
            let blue = usize::from(kind == Erased::Abstraction);
            inside(before, edge) == Some(Level::Inside(frame))
                && inside(after, edge).is_none()
                && change(Frame::Adjoint).0 + blue == change(Frame::Adjoint).1
        }
        (BoxRule::Reverse(_), Redex::Reverse(frame, edge)) => {
            inside(before, edge) == Some(Level::Inside(frame)) && inside(after, edge).is_none()
        }
        (BoxRule::Dissolve(frame), Redex::Dissolve(id)) => {
            after.get_edge(id).is_none() && change(frame).0 == change(frame).1 + 1
        }
        _ => false,
    };
    if fits { Ok(()) } else { Err(format!("{rule} is not what has been done\n{}\n->\n{}", span.left(), span.right())) }
}
