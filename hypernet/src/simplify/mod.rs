//! Simplification: the equations of the calculus, used from left to right until none applies.
//!
//! Every step but two is one of the [`RULES`], each an instance of a [law of cartesian closed categories](crate::rewrite::laws), of
//! the algebra of sensitivities, or of `cond`. The rules work in place at an anchor edge; a queue holds the edges around which something
//! has changed. Invariants of the result:
//!
//! - no `eval` of an abstraction is left, unless the abstraction is shared and large (then its copies stay one function);
//! - nothing is left that only a discard uses, except what may panic;
//! - a value computed twice from the same values is computed once;
//! - the functions of a `cond` are abstractions without captures, and no `cond` gives a function.
//!
//! What the net computes without `⊕` and structural zeros, the value of a function, is kept bit for bit. In sums of
//! sensitivities, products with the structural zero ([`Operation::Zero`]) are zero, and the order of rounding is ours.

mod algebra;
mod beta;
mod control;
mod dead;
mod fuse;
mod growth;
mod linear;
#[cfg(any(test, feature = "testing"))]
mod measure;
mod records;
mod residual;
mod share;
mod specialise;
mod sums;
mod work;

use crate::checked::{check_simplified, check_step};
use crate::label::{Label, Operation};
use crate::law::Law;
use crate::net::{Edge, EdgeId, Hypernet};
pub use growth::expanded_size;
pub use specialise::specialise;
use work::Work;

/// A way to simplify a net around an edge.
#[derive(Clone, Copy)]
pub struct Simplification {
    /// Its name.
    pub name: &'static str,
    /// The law that it is an instance of.
    pub law: &'static str,
    /// What its anchor is.
    on: On,
    /// Applies it at the edge, if it fits; whether it did.
    rewrite: fn(&mut Work<'_>, EdgeId) -> bool,
}

/// The kind of edge that a rule begins at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum On {
    Copy,
    Discard,
    Eval,
    Abstraction,
    Operation,
}

impl On {
    fn of(label: &Label) -> Option<Self> {
        match label {
            Label::Copy => Some(Self::Copy),
            Label::Discard => Some(Self::Discard),
            Label::Eval => Some(Self::Eval),
            Label::Abstraction => Some(Self::Abstraction),
            Label::Operation(_) => Some(Self::Operation),
            Label::Frame(_) => None,
        }
    }
}

impl std::fmt::Debug for Simplification {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.name, self.law)
    }
}

/// All simplifications, in the order in which they are tried.
pub const RULES: &[Simplification] = &[
    Simplification { name: "beta", on: On::Eval, law: Law::Beta.name(), rewrite: beta::beta },
    Simplification {
        name: "copy-unit",
        on: On::Discard,
        law: "a copy of which one side is discarded",
        rewrite: dead::copy_unit,
    },
    Simplification {
        name: "discard-natural",
        on: On::Discard,
        law: Law::DiscardNatural.name(),
        rewrite: dead::discard_natural,
    },
    Simplification { name: "copy-constant", on: On::Copy, law: Law::CopyNatural.name(), rewrite: beta::copy_constant },
    Simplification {
        name: "copy-abstraction",
        on: On::Copy,
        law: Law::CopyNatural.name(),
        rewrite: beta::copy_abstraction,
    },
    Simplification { name: "copy-pack", on: On::Copy, law: Law::CopyNatural.name(), rewrite: beta::copy_pack },
    Simplification {
        name: "unpack-pack",
        on: On::Operation,
        law: Law::UnpackPack.name(),
        rewrite: algebra::unpack_pack,
    },
    Simplification {
        name: "pack-unpack",
        on: On::Operation,
        law: Law::PackUnpack.name(),
        rewrite: algebra::pack_unpack,
    },
    Simplification {
        name: "project",
        on: On::Operation,
        law: "a field of a struct put together",
        rewrite: records::project,
    },
    Simplification {
        name: "referred",
        on: On::Operation,
        law: "a reference to what a reference refers to",
        rewrite: records::referred,
    },
    Simplification {
        name: "said",
        on: On::Operation,
        law: "a value is of the type that it is said to be",
        rewrite: records::said,
    },
    Simplification {
        name: "update",
        on: On::Operation,
        law: "a struct put together, with another value in a field",
        rewrite: records::update,
    },
    Simplification {
        name: "record-zero",
        on: On::Operation,
        law: "a cotangent is zero where it has no field",
        rewrite: records::zero_fields,
    },
    Simplification {
        name: "record-plus",
        on: On::Operation,
        law: "cotangents are added field by field",
        rewrite: records::plus,
    },
    Simplification { name: "plus-zero", on: On::Operation, law: "0 ⊕ x = x", rewrite: algebra::plus_zero },
    Simplification {
        name: "linear-zero",
        on: On::Operation,
        law: "a linear operation maps 0 to 0",
        rewrite: algebra::linear_zero,
    },
    Simplification {
        name: "unit",
        on: On::Operation,
        law: "1 x = x, x / 1 = x, -1 x = -x, x¹ = x, x⁰ = 1",
        rewrite: algebra::unit,
    },
    Simplification { name: "sign-outside", on: On::Operation, law: "(-x) y = -(x y)", rewrite: linear::sign_outside },
    Simplification { name: "negation", on: On::Operation, law: "--x = x", rewrite: algebra::negation },
    Simplification { name: "fold", on: On::Operation, law: "an operation on constants", rewrite: algebra::fold },
    Simplification { name: "select-same", on: On::Operation, law: "a choice between equals", rewrite: algebra::select },
    Simplification {
        name: "expect-present",
        on: On::Operation,
        law: "what is there is there",
        rewrite: algebra::expect_present,
    },
    Simplification { name: "cond-known", on: On::Operation, law: "the condition is known", rewrite: control::known },
    Simplification {
        name: "cond-close",
        on: On::Operation,
        law: "captures of branches as arguments",
        rewrite: control::close,
    },
];

/// Those that look at a whole interface; tried when none of the others applies.
pub const INTERFACE_RULES: &[Simplification] = &[
    Simplification { name: "capture", on: On::Abstraction, law: Law::CoevalNatural.name(), rewrite: beta::captures },
    Simplification {
        name: "cond-interface",
        on: On::Operation,
        law: "naturality of cond",
        rewrite: control::interface,
    },
    Simplification { name: "cond-fuse", on: On::Operation, law: "functoriality of cond", rewrite: fuse::fuse },
];

/// Those tried when all the others have been; they make the residual of branches explicit.
pub const LATE_RULES: &[Simplification] = &[Simplification {
    name: "cond-function",
    on: On::Operation,
    law: "eval commutes with cond",
    rewrite: residual::function_output,
}];

/// Simplifies a net in place.
///
/// ```
/// use hypernet::{adjoint::value_and_gradient, simplify::simplify, Builder, Primitive, Type};
///
/// let mut b = Builder::new();
/// let x = b.input(Type::f64(), Some("x"));
/// b.open();
/// let y = b.input(Type::f64(), Some("y"));
/// let product = b.primitive(Primitive::Mul, &[x, y])?;
/// let mul = b.close(&[product])?;
/// let square = b.eval(mul, &[x])?;
/// let mut net = value_and_gradient(&b.finish(&square)?)?;
/// simplify(&mut net);
/// // x * x and 2 x, no closure
/// assert!(!net.to_string().contains("abstraction"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn simplify(net: &mut Hypernet) {
    simplify_observed(net, usize::MAX, &mut |_, _| ());
}

/// As [`simplify`], for a net of which only the first `values` outputs are values, to be kept bit for bit; the others are
/// sensitivities and backpropagators, whatever makes them.
pub fn simplify_adjoint(net: &mut Hypernet, values: usize) {
    simplify_observed(net, values, &mut |_, _| ());
}

/// As [`simplify_adjoint`]; the observer sees the name of each rule and the net after it.
pub fn simplify_observed(net: &mut Hypernet, values: usize, observer: &mut dyn FnMut(&'static str, &Hypernet)) {
    let mut work = Work::new(net);
    run(&mut work, &ALL, observer);
    write_sums(&mut work, values, observer);
}

/// As [`simplify_adjoint`], for a net that has been [reduced](reduce) and to which edges have been added since then: those
/// whose [index](EdgeId::index) is `since` or higher.
pub fn simplify_since(net: &mut Hypernet, values: usize, since: usize) {
    let mut work = Work::reduced(net);
    let new: Vec<EdgeId> = work.net.edge_ids().filter(|id| id.index() >= since).collect();
    for id in new {
        work.touch(id);
    }
    run(&mut work, &ALL, &mut |_, _| ());
    write_sums(&mut work, values, &mut |_, _| ());
}

/// What [`simplify_adjoint`] does after [`reduce`].
pub fn simplify_sums(net: &mut Hypernet, values: usize) {
    write_sums(&mut Work::reduced(net), values, &mut |_, _| ());
}

/// Rewrites sums, and what that makes possible.
fn write_sums(work: &mut Work<'_>, values: usize, observer: &mut dyn FnMut(&'static str, &Hypernet)) {
    let mut first = true;
    #[cfg(any(test, feature = "testing"))]
    let mut before = measure::Measure::of(work.net);
    while sums::collect(work, values, std::mem::take(&mut first)) {
        check_simplified(work.net, "sums");
        observer("sums", work.net);
        run(work, &ALL, observer);
        #[cfg(any(test, feature = "testing"))]
        {
            let after = measure::Measure::of(work.net);
            assert!(after < before, "sums are rewritten without end: {before:?}, {after:?}");
            before = after;
        }
    }
}

/// As [`simplify`], but leaves sums as the pullbacks made them: what is known later (a sensitivity, say) may change how they
/// are best written.
pub fn reduce(net: &mut Hypernet) {
    run(&mut Work::new(net), &ALL, &mut |_, _| ());
    // A small net is near enough together as it is.
    if net.id_bounds().0 > SMALL {
        *net = net.compacted();
    }
}

/// How many edges a net may have had for its memory not to matter.
const SMALL: usize = 4096;

/// The rules that are applied together.
struct Rules<'r> {
    /// As [`RULES`].
    local: &'r [Simplification],
    /// As [`INTERFACE_RULES`].
    interface: &'r [Simplification],
    /// Whether what is computed twice is shared.
    share: bool,
}

/// All of them.
const ALL: Rules<'static> = Rules { local: RULES, interface: INTERFACE_RULES, share: true };

/// Everything but the sums.
fn run(work: &mut Work<'_>, rules: &Rules<'_>, observer: &mut dyn FnMut(&'static str, &Hypernet)) {
    let mut shared = !rules.share;
    loop {
        // What is shared meets its copies at once: nothing new to share comes of tidying up after it.
        if (settle(work, rules, observer) && rules.share) || !shared {
            shared = share::share(work);
            if shared {
                check_simplified(work.net, "share");
                observer("share", work.net);
                continue;
            }
        }
        // The deepest first: functions that one of them gives have to meet the next.
        let mut done = false;
        let mut at = None;
        for (depth, id) in residual::conds_inside_out(work.net) {
            if at.replace(depth).is_some_and(|before| before != depth) {
                settle(work, rules, observer);
            }
            for rule in LATE_RULES {
                while work.net.get_edge(id).is_some() && (rule.rewrite)(work, id) {
                    check_step(work.net, rule.name);
                    observer(rule.name, work.net);
                    done = true;
                }
            }
        }
        if !done {
            return;
        }
        check_simplified(work.net, "late rules");
        shared = !rules.share;
    }
}

/// Applies the rules until none of the queue's edges has one; whether more was done than tidying up.
fn settle(work: &mut Work<'_>, rules: &Rules<'_>, observer: &mut dyn FnMut(&'static str, &Hypernet)) -> bool {
    let (mut changed, mut applied) = (false, false);
    loop {
        let (id, rules) = if let Some(id) = work.next() {
            let interface =
                |edge: &Edge| matches!(edge.label, Label::Abstraction | Label::Operation(Operation::Cond(..)));
            if work.net.get_edge(id).is_some_and(interface) {
                work.touch_interface(id);
            }
            (id, rules.local)
        } else if let Some(id) = work.next_interface() {
            (id, rules.interface)
        } else {
            if applied {
                check_simplified(work.net, "settle");
            }
            return changed;
        };
        let Some(mut on) = work.net.get_edge(id).and_then(|edge| On::of(&edge.label)) else { continue };
        for rule in rules {
            if rule.on == on && (rule.rewrite)(work, id) {
                changed |= on != On::Discard;
                applied = true;
                check_step(work.net, rule.name);
                observer(rule.name, work.net);
                match work.net.get_edge(id).and_then(|edge| On::of(&edge.label)) {
                    Some(now) => on = now,
                    None => break,
                }
                work.touch(id);
            }
        }
    }
}
