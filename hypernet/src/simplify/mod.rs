//! Simplification: the equations of the calculus, used from left to right until none applies.
//!
//! Every step is one of the [`RULES`] or one of the four [passes](Pass), and each has the [reason](Reason) why it keeps the
//! meaning: an equation of cartesian closed categories, or a further law. The passes (sharing, guards, shapes, sums) look at
//! the whole net, and claim no law. What comes last, [`accumulate`] and [`take_seeds`], uses left-additivity alone. A rule works
//! in place, around an edge; a queue holds the edges around which something has changed. Invariants of the result:
//!
//! - no `eval` of an abstraction is left, unless the abstraction is shared and large (then its copies stay one function);
//! - nothing is left that only a discard uses, except what may panic;
//! - a value computed twice from the same values is computed once;
//! - the functions of a `cond` are abstractions without captures, and no `cond` gives a function.
//!
//! What the net computes without `⊕` and structural zeros, the value of a function, is kept bit for bit. In sums of
//! sensitivities, products with the structural zero ([`Operation::Zero`]) are zero, and the order of rounding is ours.

mod again;
mod algebra;
mod arrays;
mod begin;
mod beta;
mod control;
mod dead;
mod elements;
mod fold;
mod fuse;
mod growth;
mod guard;
mod induction;
mod linear;
mod looks;
#[cfg(any(test, feature = "testing"))]
mod measure;
mod merge;
mod once;
mod records;
mod residual;
mod roots;
mod seconds;
mod seeds;
mod shape;
mod share;
mod specialise;
mod sums;
mod table;
mod vain;
mod work;
mod zeros;

use std::sync::LazyLock;

use crate::checked::{check_simplified, check_step};
use crate::label::{Field, Form, Label, Operation};
use crate::law::{Direction, Further, Law, Pass, Reason, Rule};
use crate::net::{EdgeId, Hypernet};
use crate::operation::ArrayOp;
use crate::types::Type;
pub use growth::expanded_size;
pub use specialise::specialise;
use work::Work;

/// A way to simplify a net around an edge.
#[derive(Clone, Copy)]
pub struct Simplification {
    /// Its name.
    pub name: &'static str,
    /// Why it keeps the meaning.
    pub reason: Reason,
    /// What its anchor may be.
    on: &'static [On],
    /// Applies it at the edge, if it fits; whether it did.
    rewrite: fn(&mut Work<'_>, EdgeId) -> bool,
}

/// The kind of edge that a rule begins at: an edge is offered only to the rules of its kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum On {
    Copy,
    Discard,
    Eval,
    Abstraction,
    Primitive,
    Plus,
    Compare,
    Discrete,
    Cast,
    Same,
    Select,
    Pack,
    Unpack,
    Record,
    Project,
    Update,
    View,
    Expect,
    Cond,
    Fold,
    Array,
}

impl On {
    /// How many kinds there are.
    const COUNT: usize = Self::Array as usize + 1;

    /// The kind of an edge with this label; none if no rule begins at such an edge.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no rule begins at any other operation")]
    fn of(label: &Label) -> Option<Self> {
        Some(match label {
            Label::Copy => Self::Copy,
            Label::Discard => Self::Discard,
            Label::Eval => Self::Eval,
            Label::Abstraction => Self::Abstraction,
            Label::Operation(operation) => match operation {
                Operation::Primitive(..) => Self::Primitive,
                Operation::Plus(_) => Self::Plus,
                Operation::Compare(..) => Self::Compare,
                Operation::Discrete(..) => Self::Discrete,
                Operation::Cast(..) => Self::Cast,
                Operation::Same(..) => Self::Same,
                Operation::Select(_) => Self::Select,
                Operation::Pack(_) => Self::Pack,
                Operation::Unpack(_) => Self::Unpack,
                Operation::Record(_) => Self::Record,
                Operation::Project(_) => Self::Project,
                Operation::Update(_) => Self::Update,
                Operation::View(..) => Self::View,
                Operation::Expect(_) => Self::Expect,
                Operation::Cond(..) => Self::Cond,
                Operation::Fold(_) => Self::Fold,
                Operation::Array(..) => Self::Array,
                _ => return None,
            },
            Label::Frame(_) => return None,
        })
    }
}

impl Simplification {
    fn step(&self) -> Step {
        Step { name: self.name, reason: self.reason }
    }
}

impl std::fmt::Debug for Simplification {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.name, self.reason)
    }
}

const fn rule(
    name: &'static str,
    on: &'static [On],
    reason: Reason,
    rewrite: fn(&mut Work<'_>, EdgeId) -> bool,
) -> Simplification {
    Simplification { name, reason, on, rewrite }
}

/// An instance of one of these equations, from left to right.
macro_rules! instance {
    ($($law:ident),*) => { Reason::Instance(&[$(Rule { law: Law::$law, direction: Direction::Forward }),*]) };
}

/// All simplifications, in the order in which they are tried.
#[rustfmt::skip]
pub const RULES: &[Simplification] = &[
    rule("beta", &[On::Eval], instance!(Beta), beta::beta),
    rule("copy-unit", &[On::Discard], instance!(CopyUnitLeft, CopyUnitRight), dead::copy_unit),
    rule("unread", &[On::Discard], Reason::Further(Further::ReadUnused), elements::unread),
    rule("shape-unused", &[On::Discard], Reason::Further(Further::ShapeUnused), elements::shape_unused),
    rule("discard-natural", &[On::Discard], instance!(DiscardNatural), dead::discard_natural),
    rule("copy-constant", &[On::Copy], instance!(CopyNatural), beta::copy_constant),
    rule("copy-abstraction", &[On::Copy], instance!(CopyNatural), beta::copy_abstraction),
    rule("part-again", &[On::Copy], Reason::Further(Further::PartAgain), elements::part_again),
    rule("copy-pack", &[On::Copy], instance!(CopyNatural), beta::copy_pack),
    rule("unpack-pack", &[On::Unpack], instance!(PackUnpack), algebra::unpack_pack),
    rule("pack-unpack", &[On::Pack], instance!(UnpackPack), algebra::pack_unpack),
    rule("project", &[On::Project], Reason::Further(Further::FieldOfRecord), records::project),
    rule("referred", &[On::View], Reason::Further(Further::ReferenceOfReferred), records::referred),
    rule("said", &[On::View], Reason::Further(Further::SaidType), records::said),
    rule("update", &[On::Update], Reason::Further(Further::FieldUpdated), records::update),
    rule("record-zero", &[On::Record], Reason::Further(Further::ZeroField), records::zero_fields),
    rule("record-plus", &[On::Plus], Reason::Further(Further::FieldwisePlus), records::plus),
    rule("update-plus", &[On::Plus], Reason::Further(Further::FieldwisePlus), records::plus_updated),
    rule("plus-zero", &[On::Plus], Reason::Further(Further::PlusZero), algebra::plus_zero),
    rule("linear-zero", &[On::Primitive, On::Cast, On::Same, On::Select], Reason::Further(Further::LinearZero), algebra::linear_zero),
    rule("unit", &[On::Primitive], Reason::Further(Further::Unit), algebra::unit),
    rule("sign-outside", &[On::Primitive], Reason::Further(Further::SignOutside), linear::sign_outside),
    rule("negation", &[On::Primitive], Reason::Further(Further::Negation), algebra::negation),
    rule("fold", &[On::Primitive, On::Compare, On::Discrete, On::Cast], Reason::Further(Further::Constants), algebra::fold),
    rule("select-same", &[On::Select], Reason::Further(Further::SelectSame), algebra::select),
    rule("expect-present", &[On::Expect], Reason::Further(Further::PresentExpected), algebra::expect_present),
    rule("cond-known", &[On::Cond], Reason::Further(Further::CondKnown), control::known),
    rule("cond-close", &[On::Cond], Reason::Further(Further::CondCaptures), control::close),
    rule("read-known", &[On::Array], Reason::Further(Further::ReadKnown), elements::read_known),
    rule("written-twice", &[On::Array], Reason::Further(Further::WrittenTwice), elements::written_twice),
    rule("read-zero", &[On::Array], Reason::Further(Further::LinearZero), elements::read_zero),
    rule("looked-at-zero", &[On::Array], Reason::Further(Further::LinearZero), elements::looked_at_zero),
    rule("added-nothing", &[On::Array], Reason::Further(Further::AddedNothing), elements::added_nothing),
    rule("added-twice", &[On::Array], Reason::Further(Further::AddedTwice), elements::added_twice),
    rule("added-taken", &[On::Array], Reason::Further(Further::AddedTaken), elements::added_taken),
    rule("added-after-taking", &[On::Array], Reason::Further(Further::AddedAfterTaking), elements::added_after_taking),
    rule("total-zero", &[On::Array], Reason::Further(Further::TotalZero), elements::total_zero),
    rule("fitted", &[On::Array], Reason::Further(Further::Fitted), shape::fitted),
    rule("zeros-changed", &[On::Array], Reason::Further(Further::ZerosChanged), elements::zeros_changed),
    rule("split-joined", &[On::Array], Reason::Further(Further::SplitJoined), elements::split_joined),
    rule("join-split", &[On::Array], Reason::Further(Further::JoinSplit), elements::join_split),
    rule("field-joined", &[On::Array], Reason::Further(Further::SplitJoined), elements::field_joined),
    rule("field-split", &[On::Array], Reason::Further(Further::JoinSplit), elements::field_split),
    rule("unmade", &[On::Array], Reason::Further(Further::ArrayUnused), elements::unmade),
    rule("written-in-vain", &[On::Array], Reason::Further(Further::WrittenInVain), vain::written),
    rule("loop-close", &[On::Fold], Reason::Further(Further::FoldCaptures), fold::close),
    rule("loop-fuse", &[On::Fold], Reason::Further(Further::FoldFunctorial), fold::fuse),
];

/// Those that look at a whole interface; tried when none of the others applies.
#[rustfmt::skip]
pub const INTERFACE_RULES: &[Simplification] = &[
    rule("capture", &[On::Abstraction], Reason::Further(Further::Captures), beta::captures),
    rule("cond-interface", &[On::Cond], Reason::Further(Further::CondNatural), control::interface),
    rule("cond-fuse", &[On::Cond], Reason::Further(Further::CondFunctorial), fuse::fuse),
    rule("loop-interface", &[On::Fold], Reason::Further(Further::FoldNatural), fold::interface),
];

/// Those tried when all the others have been; they make the residual of branches explicit.
#[rustfmt::skip]
pub const LATE_RULES: &[Simplification] = &[
    rule("cond-function", &[On::Cond], Reason::Further(Further::EvalCond), residual::function_output),
    rule("loop-function", &[On::Fold], Reason::Further(Further::FoldFunctorial), fold::function_left),
    rule("loop-merge", &[On::Fold], Reason::Further(Further::FoldAdds), merge::merge),
];

/// A step of simplification.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The name of the rule, or of the pass.
    pub name: &'static str,
    /// Why it keeps the meaning.
    pub reason: Reason,
}

const SHARING: Step = Step { name: "share", reason: Reason::Pass(Pass::Sharing) };
const LOOK: Step = Step { name: "look", reason: Reason::Further(Further::ArrayLooked) };
const ONCE: Step = Step { name: "once", reason: Reason::Further(Further::FoldInvariant) };
const SINK: Step = Step { name: "sink", reason: Reason::Further(Further::CondLinear) };
const GUARD: Step = Step { name: "guard", reason: Reason::Pass(Pass::Guards) };
const SHAPES: Step = Step { name: "shapes", reason: Reason::Pass(Pass::Shapes) };
const SEEDS: Step = Step { name: "seeds", reason: Reason::Further(Further::LeftAdditive) };
const SECONDS: Step = Step { name: "seconds", reason: Reason::Further(Further::SecondUnneeded) };
const SUMS: Step = Step { name: "sums", reason: Reason::Pass(Pass::Sums) };

/// What sees each step of simplification, and the net after it.
pub type Observer<'o> = dyn FnMut(Step, &Hypernet) + 'o;

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

/// As [`simplify_adjoint`]; the observer sees each step and the net after it.
pub fn simplify_observed(net: &mut Hypernet, values: usize, observer: &mut Observer<'_>) {
    let mut work = Work::new(net);
    run(&mut work, &ALL, observer);
    write_sums(&mut work, values, (true, &ALL), observer);
}

/// As [`simplify_adjoint`], for a net that has been simplified before, and to which edges have been added since then: those
/// whose [index](EdgeId::index) is `since` or higher.
pub fn simplify_since(net: &mut Hypernet, values: usize, since: usize) {
    simplify_since_observed(net, values, since, &mut |_, _| ());
}

/// As [`simplify_since`]; the observer sees each step and the net after it.
pub fn simplify_since_observed(net: &mut Hypernet, values: usize, since: usize, observer: &mut Observer<'_>) {
    let mut work = Work::simplified(net, since);
    run(&mut work, &ALL, observer);
    write_sums(&mut work, values, (false, &ALL), observer);
}

/// What [`simplify_adjoint`] does after [`reduce`].
pub fn simplify_sums(net: &mut Hypernet, values: usize) {
    simplify_sums_observed(net, values, &mut |_, _| ());
}

/// As [`simplify_sums`]; the observer sees each step and the net after it.
pub fn simplify_sums_observed(net: &mut Hypernet, values: usize, observer: &mut Observer<'_>) {
    write_sums(&mut Work::reduced(net), values, (true, &ALL), observer);
}

/// As [`simplify_adjoint`], for a net that reads no array again that comes in: it keeps what its reverse pass needs of their elements.
pub fn simplify_keeping(net: &mut Hypernet, values: usize) {
    simplify_keeping_observed(net, values, &mut |_, _| ());
}

/// As [`simplify_keeping`]; the observer sees each step and the net after it.
pub fn simplify_keeping_observed(net: &mut Hypernet, values: usize, observer: &mut Observer<'_>) {
    let mut work = Work::new(net);
    run(&mut work, &KEEPING, observer);
    write_sums(&mut work, values, (true, &KEEPING), observer);
    net.compact();
}

/// Rewrites sums, and what that makes possible by these rules; at first all sums, or those around which something has changed.
fn write_sums(work: &mut Work<'_>, values: usize, (all, rules): (bool, &Rules), observer: &mut Observer<'_>) {
    let mut first = all;
    #[cfg(any(test, feature = "testing"))]
    let mut before = measure::Measure::of(work.net);
    while sums::collect(work, values, std::mem::take(&mut first)) {
        check_simplified(work.net, "sums");
        observer(SUMS, work.net);
        run(work, rules, observer);
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
    reduce_observed(net, &mut |_, _| ());
}

/// As [`reduce`]; the observer sees each step and the net after it. Edges and wires may have other names at the end.
pub fn reduce_observed(net: &mut Hypernet, observer: &mut Observer<'_>) {
    run(&mut Work::new(net), &ALL, observer);
    net.compact();
}

/// Lets values that nothing else looks at be given to those who take a [second](Form::Second) one, instead of clones: after all
/// else, when it is known what looks at them.
pub fn give_away(net: &mut Hypernet) {
    let is_second = |edge: &crate::net::Edge| {
        matches!(
            edge.operation(),
            Some(Operation::View(Form::Second, _) | Operation::Project(_) | Operation::Array(ArrayOp::Get(_), _))
        )
    };
    if !net.any_edge(is_second) {
        return;
    }
    seconds::everywhere(&mut Work::reduced(net));
    check_simplified(net, SECONDS.name);
}

/// Lets sums of cotangents be made by adding to one of their terms, where that is possible: the last step. The host says which fields can
/// be taken out of a cotangent, to be added to.
pub fn accumulate(net: &mut Hypernet, apart: &dyn Fn(&Field) -> bool) {
    let is_sum = |edge: &crate::net::Edge| {
        matches!(edge.operation(), Some(Operation::Plus(Type::Cotangent(_)))) || seeds::adds_to_element(net, edge)
    };
    if !net.any_edge(is_sum) {
        return;
    }
    seeds::everywhere(&mut Work::reduced(net), apart);
    check_simplified(net, SEEDS.name);
}

/// Lets the backpropagator that a net gives last, an abstraction, take a *seed* for some of these results, which are cotangents, after all
/// else that it takes: it gives the seed with the result added. Unless all are asked for, these are the results that are not only added
/// to their seeds in the end.
pub fn take_seeds(net: &mut Hypernet, results: &[usize], all: bool, apart: &dyn Fn(&Field) -> bool) -> Vec<usize> {
    let seeded = seeds::of_backpropagator(&mut Work::reduced(net), results, all, apart);
    check_simplified(net, SEEDS.name);
    seeded
}

/// The rules that are applied together.
struct Rules {
    /// Of [`RULES`].
    local: ByAnchor,
    /// Of [`INTERFACE_RULES`].
    interface: ByAnchor,
    /// Whether what is computed twice is shared.
    share: bool,
    /// Whether what only one branch uses moves into it.
    guard: bool,
    /// Which arrays that are only read are looked at. A read of a look has no adjoint.
    look: Looks,
}

/// Which arrays are looked at, so that a reverse pass reads their elements again.
#[derive(Clone, Copy, PartialEq)]
enum Looks {
    None,
    /// Those of the net's own. Of those that come in, each element that is needed again is kept.
    Own,
    All,
}

/// Rules by the kind of their anchors, as a number; those of one kind in the order in which they are tried.
type ByAnchor = [Vec<Simplification>; On::COUNT];

fn by_anchor(rules: impl Iterator<Item = &'static Simplification>) -> ByAnchor {
    let mut all = ByAnchor::default();
    for rule in rules {
        for &on in rule.on {
            all[on as usize].push(*rule);
        }
    }
    all
}

/// All of them.
static ALL: LazyLock<Rules> = LazyLock::new(|| all(Looks::All));

/// All of them, where no array is looked at that comes in.
static KEEPING: LazyLock<Rules> = LazyLock::new(|| all(Looks::Own));

fn all(look: Looks) -> Rules {
    Rules {
        local: by_anchor(RULES.iter()),
        interface: by_anchor(INTERFACE_RULES.iter()),
        share: true,
        guard: true,
        look,
    }
}

/// Everything but the sums.
fn run(work: &mut Work<'_>, rules: &Rules, observer: &mut Observer<'_>) {
    let mut shared = !rules.share;
    loop {
        // What is shared meets its copies at once: nothing new to share comes of tidying up after it.
        if (settle(work, rules, observer) && rules.share) || !shared {
            shared = share::share(work);
            if shared {
                check_simplified(work.net, "share");
                observer(SHARING, work.net);
                continue;
            }
        }
        if rules.share && looks::share_looks(work) {
            check_simplified(work.net, SHARING.name);
            observer(SHARING, work.net);
            continue;
        }
        if rules.look != Looks::None && arrays::look(work, rules.look == Looks::All) {
            check_simplified(work.net, LOOK.name);
            observer(LOOK, work.net);
            continue;
        }
        let branching = work.net.branches_and_loops();
        if shape::make_zeros(work, &branching) {
            check_simplified(work.net, SHAPES.name);
            observer(SHAPES, work.net);
            continue;
        }
        // The deepest first: functions that one of them gives have to meet the next.
        let mut done = false;
        let mut at = None;
        for (depth, id) in residual::inside_out(work.net, branching) {
            if at.replace(depth).is_some_and(|before| before != depth) {
                settle(work, rules, observer);
            }
            for rule in LATE_RULES {
                while work.net.get_edge(id).is_some() && (rule.rewrite)(work, id) {
                    check_step(work.net, rule.name);
                    observer(rule.step(), work.net);
                    done = true;
                }
            }
        }
        let done =
            done || rules.guard && guard_once(work, observer) || rules.look != Looks::None && keep_once(work, observer);
        if !done {
            return;
        }
        check_simplified(work.net, "late rules");
        shared = !rules.share;
    }
}

/// Keeps once what is the same in all turns of a loop; whether there was something.
fn keep_once(work: &mut Work<'_>, observer: &mut Observer<'_>) -> bool {
    let kept = once::keep_once(work);
    if kept {
        check_simplified(work.net, ONCE.name);
        observer(ONCE, work.net);
    }
    kept
}

/// Lets what only one branch uses have its pullback there, as far as that can be done at once; whether there was something.
fn guard_once(work: &mut Work<'_>, observer: &mut Observer<'_>) -> bool {
    if !guard::may_be_absent(work.net) {
        return false;
    }
    let sunk = guard::sink(work, &mut |net| {
        check_step(net, SINK.name);
        observer(SINK, net);
    });
    if sunk {
        check_simplified(work.net, SINK.name);
        return true;
    }
    let guarded = guard::guard(work);
    if guarded {
        check_simplified(work.net, GUARD.name);
        observer(GUARD, work.net);
    }
    guarded
}

/// Applies the rules until none of the queue's edges has one; whether more was done than tidying up.
fn settle(work: &mut Work<'_>, rules: &Rules, observer: &mut Observer<'_>) -> bool {
    let (mut changed, mut applied) = (false, false);
    let kind = |work: &Work<'_>, id: EdgeId| work.net.get_edge(id).and_then(|edge| On::of(&edge.label));
    loop {
        let (id, on, rules) = if let Some(id) = work.next() {
            let Some(on) = kind(work, id) else { continue };
            if matches!(on, On::Abstraction | On::Cond | On::Fold) {
                work.touch_interface(id);
            }
            (id, on, &rules.local)
        } else if let Some(id) = work.next_interface() {
            let Some(on) = kind(work, id) else { continue };
            (id, on, &rules.interface)
        } else {
            if applied {
                check_simplified(work.net, "settle");
            }
            return changed;
        };
        for rule in rules[on as usize].as_slice() {
            if (rule.rewrite)(work, id) {
                changed |= on != On::Discard;
                applied = true;
                check_step(work.net, rule.name);
                observer(rule.step(), work.net);
                let now = kind(work, id);
                if now.is_some() {
                    work.touch(id);
                }
                // An edge of another kind waits for its turn.
                if now != Some(on) {
                    break;
                }
            }
        }
    }
}
