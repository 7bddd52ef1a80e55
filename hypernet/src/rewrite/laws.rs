//! The equations of cartesian closed categories, as named rules in both directions.
//!
//! An [`Equation`] is an instance of a [`Law`]: the law with the types and nets that it is about filled in. Its
//! [span](Equation::span) has the two sides of the law; edges that stand on both sides are kept. A [`Rule`] is a law and a
//! direction; [`Rule::at`] reads the instance off a net where it is to be used, and gives the rewrite.
//!
//! The equations of symmetric monoidal categories have no rule: two terms that they make equal are the same hypernet. In
//! the table, `f`, `g` and `D` are any nets, `A`, `B` any types, `λ(D)` is the abstraction of `D`, and `;` and `⊗` are
//! sequential and parallel composition.
//!
//! | law | left | right |
//! |---|---|---|
//! | [`CopyAssociative`](Law::CopyAssociative) | `copy ; (copy ⊗ id)` | `copy ; (id ⊗ copy)` |
//! | [`CopyCommutative`](Law::CopyCommutative) | `copy ; γ` | `copy` |
//! | [`CopyUnitLeft`](Law::CopyUnitLeft) | `copy ; (discard ⊗ id)` | `id` |
//! | [`CopyUnitRight`](Law::CopyUnitRight) | `copy ; (id ⊗ discard)` | `id` |
//! | [`CopyNatural`](Law::CopyNatural) | `f ; copy` | `copy ; (f ⊗ f)` |
//! | [`DiscardNatural`](Law::DiscardNatural) | `f ; discard` | `discard` |
//! | [`Beta`](Law::Beta) | `(λ(D) ⊗ id) ; eval` | `D` |
//! | [`Eta`](Law::Eta) | `λ(eval)` | `id` |
//! | [`CoevalNatural`](Law::CoevalNatural) | `(f ⊗ id) ; λ(D)` | `λ((f ⊗ id) ; D)` |
//! | [`EvalNatural`](Law::EvalNatural) | `(λ(eval ; g) ⊗ id) ; eval` | `eval ; g` |
//! | [`AbstractionFunctorial`](Law::AbstractionFunctorial) | `λ(D) ; λ(eval ; g)` | `λ(D ; g)` |
//! | [`PackUnpack`](Law::PackUnpack) | `pack ; unpack` | `id` |
//! | [`UnpackPack`](Law::UnpackPack) | `unpack ; pack` | `id` |
//!
//! Two things to know:
//!
//! - The paper's function types do not say what a function captured, and three of the laws (eta, naturality of coeval,
//!   functoriality of abstraction) are between functions that captured different things. They are rules where the types of
//!   those functions leave it open: see [`Hypernet::forget_captures`].
//! - The calculus is total. An operation that [may panic](crate::Operation::may_panic) is neither discarded nor moved
//!   across the border of an abstraction ([`InvalidEquation::MayPanic`]).

use std::fmt;

use super::assembly::{Assembly, Part, span};
use super::{Anchor, InvalidSpan, Mismatch, Rewrite, Span};
use crate::label::{Label, Operation};
use crate::net::Item;
use crate::net::{EdgeId, Hypernet, Level, WireId};
use crate::types::{FunctionType, Type};

mod read;

pub use crate::law::{Direction, Law, Place, Rule};

/// What an output of `f`, or an input of the whole, is to the abstraction of [`Equation::CoevalNatural`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Captured {
    /// This input of the whole.
    Input(usize),
    /// This output of `f`.
    Output(usize),
}

/// An instance of a [`Law`].
#[derive(Clone, Debug)]
pub enum Equation {
    /// Of a copy of this type.
    CopyAssociative {
        /// The type `A`.
        ty: Type,
    },
    /// Of a copy of this type.
    CopyCommutative {
        /// The type `A`.
        ty: Type,
    },
    /// Of a copy of this type.
    CopyUnitLeft {
        /// The type `A`.
        ty: Type,
    },
    /// Of a copy of this type.
    CopyUnitRight {
        /// The type `A`.
        ty: Type,
    },
    /// Of this net.
    CopyNatural {
        /// The net `f : A -> B`.
        f: Hypernet,
    },
    /// Of this net, in which nothing may panic.
    DiscardNatural {
        /// The net `f : A -> B`.
        f: Hypernet,
    },
    /// Of this abstraction.
    Beta {
        /// The type `A -o B` of the function.
        function: FunctionType,
        /// The net `D : C ++ A -> B`.
        body: Hypernet,
    },
    /// Of functions of this type, which must leave open what they captured.
    Eta {
        /// The type `A -o B`.
        function: FunctionType,
    },
    /// Of a net and an abstraction that captures all it gives.
    CoevalNatural {
        /// The type of the function, which must leave open what it captured.
        function: FunctionType,
        /// The net `f`, in which nothing may panic.
        f: Hypernet,
        /// The net `D`, from what is `captured` and the parameters.
        body: Hypernet,
        /// The types of the inputs of the whole: what the abstraction on the right captures, in order.
        inputs: Vec<Type>,
        /// Which inputs of the whole `f` takes, in order.
        taken: Vec<usize>,
        /// What the abstraction on the left captures, in order: all outputs of `f` and the other inputs.
        captured: Vec<Captured>,
    },
    /// Of functions of this type and a net on what they give.
    EvalNatural {
        /// The type `A -o B` of the function.
        function: FunctionType,
        /// The net `g : B -> B'`.
        g: Hypernet,
        /// The type `A -o B'` of the composition with `g`.
        lifted: FunctionType,
    },
    /// Of an abstraction and a net on what it gives.
    AbstractionFunctorial {
        /// The type `A -o B` of the abstraction of `D`.
        function: FunctionType,
        /// The net `D : C ++ A -> B`.
        body: Hypernet,
        /// The net `g : B -> B'`.
        g: Hypernet,
        /// The type `A -o B'` of the composition, which must leave open what it captured.
        lifted: FunctionType,
    },
    /// Of these types.
    PackUnpack {
        /// The parts of the tuple.
        parts: Vec<Type>,
    },
    /// Of these types.
    UnpackPack {
        /// The parts of the tuple.
        parts: Vec<Type>,
    },
}

/// Why an instance of a law is none.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum InvalidEquation {
    /// The interfaces of its nets do not fit together.
    Interfaces,
    /// An operation that may panic would be dropped, or moved into an abstraction or out of one.
    MayPanic(EdgeId),
    /// Its sides are no span: a linear wire would be copied, say, or a type says what a function captured.
    Span(InvalidSpan),
}

/// Why a rule cannot be used at a place.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Inapplicable {
    /// The rule does not begin at such an edge or wire.
    Place,
    /// The place does not say what the rule is to make; give the [`Equation`], and match its span with [`Rewrite::find`].
    Undetermined,
    /// What is there is no instance of the law.
    Equation(InvalidEquation),
    /// The net is not like the side that is to be replaced.
    Mismatch(Mismatch),
}

impl Rule {
    /// The use of this rule at a place, with what the law is about read off the net there.
    ///
    /// | law | forward: the place is | backward: the place is |
    /// |---|---|---|
    /// | associativity and commutativity of copy | the (upper) copy | the (upper) copy |
    /// | units of copy | the copy | the wire |
    /// | naturality of copy | the edge `f` | the edge that is the first `f` |
    /// | naturality of discard | the edge `f` | undetermined |
    /// | beta | the `eval` | the edge that becomes the body of an abstraction without captures |
    /// | eta | the abstraction | the wire |
    /// | naturality of coeval | the edge `f` | the edge `f`, inside the abstraction |
    /// | naturality of eval | the outer `eval` | the `eval` before the edge `g` |
    /// | functoriality of abstraction | the second abstraction | the edge `g`, inside the abstraction |
    /// | unpack after pack | the pack | undetermined |
    /// | pack after unpack | the unpack | the wire |
    ///
    /// # Errors
    /// If the rule cannot be used there.
    pub fn at(self, net: &Hypernet, place: Place) -> Result<Rewrite, Inapplicable> {
        let (equation, begin) = read::read(self, net, place)?;
        let sides = equation.sides().map_err(Inapplicable::Equation)?;
        let anchor = match self.direction {
            Direction::Forward => sides.0.anchor,
            Direction::Backward => sides.1.anchor,
        };
        let anchor = match (anchor, begin) {
            (Some(Item::Edge(pattern)), Item::Edge(found)) => Anchor::Edge(pattern, found),
            (Some(Item::Wire(pattern)), Item::Wire(found)) => Anchor::Wire(pattern, found),
            _ => return Err(Inapplicable::Place),
        };
        let span = span(sides.0, sides.1).map_err(|error| Inapplicable::Equation(InvalidEquation::Span(error)))?;
        let span = match self.direction {
            Direction::Forward => span,
            Direction::Backward => span.reversed(),
        };
        Rewrite::find(net, span, &[anchor]).map_err(Inapplicable::Mismatch)
    }
}

impl Equation {
    /// The law.
    #[must_use]
    pub fn law(&self) -> Law {
        match self {
            Self::CopyAssociative { .. } => Law::CopyAssociative,
            Self::CopyCommutative { .. } => Law::CopyCommutative,
            Self::CopyUnitLeft { .. } => Law::CopyUnitLeft,
            Self::CopyUnitRight { .. } => Law::CopyUnitRight,
            Self::CopyNatural { .. } => Law::CopyNatural,
            Self::DiscardNatural { .. } => Law::DiscardNatural,
            Self::Beta { .. } => Law::Beta,
            Self::Eta { .. } => Law::Eta,
            Self::CoevalNatural { .. } => Law::CoevalNatural,
            Self::EvalNatural { .. } => Law::EvalNatural,
            Self::AbstractionFunctorial { .. } => Law::AbstractionFunctorial,
            Self::PackUnpack { .. } => Law::PackUnpack,
            Self::UnpackPack { .. } => Law::UnpackPack,
        }
    }

    /// The span between the two sides of the equation.
    ///
    /// # Errors
    /// If this is no instance of its law.
    pub fn span(&self) -> Result<Span, InvalidEquation> {
        let (left, right) = self.sides()?;
        span(left, right).map_err(InvalidEquation::Span)
    }

    fn sides(&self) -> Result<(Assembly, Assembly), InvalidEquation> {
        match self {
            Self::CopyAssociative { ty } => Ok((associated(ty, 0)?, associated(ty, 1)?)),
            Self::CopyCommutative { ty } => Ok((commuted(ty, true)?, commuted(ty, false)?)),
            Self::CopyUnitLeft { ty } => Ok((unit(ty, 0)?, identity(std::slice::from_ref(ty))?)),
            Self::CopyUnitRight { ty } => Ok((unit(ty, 1)?, identity(std::slice::from_ref(ty))?)),
            Self::CopyNatural { f } => copy_natural(f),
            Self::DiscardNatural { f } => discard_natural(f),
            Self::Beta { function, body } => beta(function, body),
            Self::Eta { function } => eta(function),
            Self::CoevalNatural { .. } => self.coeval_natural(),
            Self::EvalNatural { function, g, lifted } => eval_natural(function, g, lifted),
            Self::AbstractionFunctorial { function, body, g, lifted } => functorial(function, body, g, lifted),
            Self::PackUnpack { parts } => Ok((packed(parts)?, identity(parts)?)),
            Self::UnpackPack { parts } => Ok((unpacked(parts)?, identity(&[Type::tuple(parts.iter().cloned())])?)),
        }
    }

    fn coeval_natural(&self) -> Sides {
        let Self::CoevalNatural { function, f, body, inputs, taken, captured } = self else {
            return Err(InvalidEquation::Interfaces);
        };
        total(f)?;
        let pick = |from: &[WireId]| -> Result<Vec<WireId>, InvalidEquation> {
            taken.iter().map(|&at| from.get(at).copied().ok_or(InvalidEquation::Interfaces)).collect()
        };
        let arrange = |inputs: &[WireId], outputs: &[WireId]| -> Result<Vec<WireId>, InvalidEquation> {
            let one = |captured: &Captured| match *captured {
                Captured::Input(at) => inputs.get(at).copied(),
                Captured::Output(at) => outputs.get(at).copied(),
            };
            captured.iter().map(|captured| one(captured).ok_or(InvalidEquation::Interfaces)).collect()
        };
        let mut left = Assembly::new();
        let whole = left.inputs(inputs);
        let given = left.paste(f, Level::Outermost, &pick(&whole)?, Part::F)?;
        let outer = arrange(&whole, &given)?;
        let (_, result) =
            left.abstraction(outer, function, |left, inside, inner| left.paste(body, inside, &inner, Part::Body))?;
        left.anchor = left.part_of(f, Part::F);

        let mut right = Assembly::new();
        let whole = right.inputs(inputs);
        let count = whole.len();
        let (edge, other) = right.abstraction(whole, function, |right, inside, inner| {
            let (whole, params) = inner.split_at(count);
            let given = right.paste(f, inside, &pick(whole)?, Part::F)?;
            let mut all = arrange(whole, &given)?;
            all.extend_from_slice(params);
            right.paste(body, inside, &all, Part::Body)
        })?;
        right.anchor = Some(Item::Edge(edge));
        Ok((left.finish(vec![result])?, right.finish(vec![other])?))
    }
}

type Sides = Result<(Assembly, Assembly), InvalidEquation>;
type Made = Result<Assembly, InvalidEquation>;

impl Assembly {
    /// The first edge of a net, as a part of this side.
    fn part_of(&self, net: &Hypernet, part: impl Fn(u32) -> Part) -> Option<Item> {
        let first = net.region(Level::Outermost).edges().iter().min()?;
        self.part(part(first.0)).map(Item::Edge)
    }
}

/// Refuses what may panic.
fn total(f: &Hypernet) -> Result<(), InvalidEquation> {
    let panics = |&&edge: &&EdgeId| f.edge(edge).operation().is_some_and(Operation::may_panic);
    f.region(Level::Outermost).edges().iter().find(panics).map_or(Ok(()), |&edge| Err(InvalidEquation::MayPanic(edge)))
}

fn identity(types: &[Type]) -> Made {
    let mut side = Assembly::new();
    let wires = side.inputs(types);
    side.anchor = wires.first().copied().map(Item::Wire);
    side.finish(wires)
}

/// Two copies, the second of this target of the first.
fn associated(ty: &Type, second: usize) -> Made {
    let mut side = Assembly::new();
    let input = side.inputs(std::slice::from_ref(ty));
    let (edge, mut wires) = side.edge(Level::Outermost, Label::Copy, input, vec![ty.clone(); 2], Some(0))?;
    let (_, copies) = side.edge(Level::Outermost, Label::Copy, vec![wires[second]], vec![ty.clone(); 2], Some(1))?;
    wires.splice(second..=second, copies);
    side.anchor = Some(Item::Edge(edge));
    side.finish(wires)
}

fn commuted(ty: &Type, crossed: bool) -> Made {
    let mut side = Assembly::new();
    let input = side.inputs(std::slice::from_ref(ty));
    let (edge, mut wires) = side.edge(Level::Outermost, Label::Copy, input, vec![ty.clone(); 2], Some(0))?;
    if crossed {
        wires.swap(0, 1);
    }
    side.anchor = Some(Item::Edge(edge));
    side.finish(wires)
}

/// A copy of which this target is discarded.
fn unit(ty: &Type, discarded: usize) -> Made {
    let mut side = Assembly::new();
    let input = side.inputs(std::slice::from_ref(ty));
    let (edge, mut wires) = side.edge(Level::Outermost, Label::Copy, input, vec![ty.clone(); 2], None)?;
    side.discards(&[wires.remove(discarded)])?;
    side.anchor = Some(Item::Edge(edge));
    side.finish(wires)
}

fn copy_natural(f: &Hypernet) -> Sides {
    let types = f.types(f.inputs());
    let mut left = Assembly::new();
    let inputs = left.inputs(&types);
    let given = left.paste(f, Level::Outermost, &inputs, Part::F)?;
    let (mut all, second) = left.copies(Level::Outermost, &given)?;
    all.extend(second);
    left.anchor = left.part_of(f, Part::F);

    let mut right = Assembly::new();
    let inputs = right.inputs(&types);
    let (first, second) = right.copies(Level::Outermost, &inputs)?;
    let mut both = right.paste(f, Level::Outermost, &first, Part::F)?;
    both.extend(right.paste(f, Level::Outermost, &second, Part::F)?);
    right.anchor = right.part_of(f, Part::F);
    Ok((left.finish(all)?, right.finish(both)?))
}

fn discard_natural(f: &Hypernet) -> Sides {
    total(f)?;
    let types = f.types(f.inputs());
    let mut left = Assembly::new();
    let inputs = left.inputs(&types);
    let given = left.paste(f, Level::Outermost, &inputs, Part::F)?;
    left.discards(&given)?;
    left.anchor = left.part_of(f, Part::F);

    let mut right = Assembly::new();
    let inputs = right.inputs(&types);
    right.anchor = right.discards(&inputs)?.map(Item::Edge);
    Ok((left.finish(Vec::new())?, right.finish(Vec::new())?))
}

/// The inputs of a body, without the parameters: what an abstraction of it captures.
fn captured_by(function: &FunctionType, body: &Hypernet) -> Result<Vec<Type>, InvalidEquation> {
    let mut types = body.types(body.inputs());
    let captured = types.len().checked_sub(function.params.len()).ok_or(InvalidEquation::Interfaces)?;
    types.truncate(captured);
    Ok(types)
}

fn beta(function: &FunctionType, body: &Hypernet) -> Sides {
    let captured = captured_by(function, body)?;
    let mut left = Assembly::new();
    let outer = left.inputs(&captured);
    let arguments = left.inputs(&function.params);
    let (_, value) =
        left.abstraction(outer, function, |left, inside, inner| left.paste(body, inside, &inner, Part::Body))?;
    let (eval, results) = left.eval(Level::Outermost, value, &arguments, None)?;
    left.anchor = Some(Item::Edge(eval));

    let mut right = Assembly::new();
    let inputs = right.inputs(&body.types(body.inputs()));
    let outputs = right.paste(body, Level::Outermost, &inputs, Part::Body)?;
    right.anchor = right.part_of(body, Part::Body);
    Ok((left.finish(results)?, right.finish(outputs)?))
}

fn eta(function: &FunctionType) -> Sides {
    let ty = Type::Function(function.clone().into());
    let mut left = Assembly::new();
    let outer = left.inputs(std::slice::from_ref(&ty));
    let (edge, result) =
        left.abstraction(outer, function, |left, inside, inner| Ok(left.eval(inside, inner[0], &inner[1..], None)?.1))?;
    left.anchor = Some(Item::Edge(edge));
    Ok((left.finish(vec![result])?, identity(&[ty])?))
}

/// The abstraction that puts a net after a function: `λ(eval ; g)`.
fn lift(
    side: &mut Assembly,
    function: WireId,
    lifted: &FunctionType,
    g: &Hypernet,
) -> Result<(EdgeId, WireId), InvalidEquation> {
    side.abstraction(vec![function], lifted, |side, inside, inner| {
        let (_, middle) = side.eval(inside, inner[0], &inner[1..], Some(0))?;
        side.paste(g, inside, &middle, Part::G)
    })
}

fn eval_natural(function: &FunctionType, g: &Hypernet, lifted: &FunctionType) -> Sides {
    let mut types = vec![Type::Function(function.clone().into())];
    types.extend(function.params.iter().cloned());
    let mut left = Assembly::new();
    let inputs = left.inputs(&types);
    let (_, composed) = lift(&mut left, inputs[0], lifted, g)?;
    let (eval, results) = left.eval(Level::Outermost, composed, &inputs[1..], None)?;
    left.anchor = Some(Item::Edge(eval));

    let mut right = Assembly::new();
    let inputs = right.inputs(&types);
    let (eval, middle) = right.eval(Level::Outermost, inputs[0], &inputs[1..], Some(0))?;
    let outputs = right.paste(g, Level::Outermost, &middle, Part::G)?;
    right.anchor = Some(Item::Edge(eval));
    Ok((left.finish(results)?, right.finish(outputs)?))
}

fn functorial(function: &FunctionType, body: &Hypernet, g: &Hypernet, lifted: &FunctionType) -> Sides {
    let captured = captured_by(function, body)?;
    let mut left = Assembly::new();
    let outer = left.inputs(&captured);
    let (_, value) =
        left.abstraction(outer, function, |left, inside, inner| left.paste(body, inside, &inner, Part::Body))?;
    let (edge, result) = lift(&mut left, value, lifted, g)?;
    left.anchor = Some(Item::Edge(edge));

    let mut right = Assembly::new();
    let outer = right.inputs(&captured);
    let (edge, other) = right.abstraction(outer, lifted, |right, inside, inner| {
        let middle = right.paste(body, inside, &inner, Part::Body)?;
        right.paste(g, inside, &middle, Part::G)
    })?;
    right.anchor = Some(Item::Edge(edge));
    Ok((left.finish(vec![result])?, right.finish(vec![other])?))
}

fn pack(side: &mut Assembly, parts: &[Type], wires: Vec<WireId>) -> Result<(EdgeId, Vec<WireId>), InvalidEquation> {
    let label = Label::Operation(Operation::Pack(parts.into()));
    side.edge(Level::Outermost, label, wires, vec![Type::Tuple(parts.into())], None)
}

fn unpack(side: &mut Assembly, parts: &[Type], wires: Vec<WireId>) -> Result<(EdgeId, Vec<WireId>), InvalidEquation> {
    let label = Label::Operation(Operation::Unpack(parts.into()));
    side.edge(Level::Outermost, label, wires, parts.to_vec(), None)
}

fn packed(parts: &[Type]) -> Made {
    let mut side = Assembly::new();
    let inputs = side.inputs(parts);
    let (edge, tuple) = pack(&mut side, parts, inputs)?;
    let (_, outputs) = unpack(&mut side, parts, tuple)?;
    side.anchor = Some(Item::Edge(edge));
    side.finish(outputs)
}

fn unpacked(parts: &[Type]) -> Made {
    let mut side = Assembly::new();
    let tuple = side.inputs(&[Type::Tuple(parts.into())]);
    let (edge, wires) = unpack(&mut side, parts, tuple)?;
    let (_, outputs) = pack(&mut side, parts, wires)?;
    side.anchor = Some(Item::Edge(edge));
    side.finish(outputs)
}

/// The name of the law; backward, with `, reversed`.
impl fmt::Display for InvalidEquation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interfaces => f.write_str("The interfaces of the nets of the equation do not fit together."),
            Self::MayPanic(edge) => {
                write!(f, "The edge {edge:?} may panic, so it is neither discarded nor moved into an abstraction.")
            }
            Self::Span(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for InvalidEquation {}

impl fmt::Display for Inapplicable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place => f.write_str("The rule does not begin at such a place."),
            Self::Undetermined => f.write_str("The place does not say what the rule is to make."),
            Self::Equation(error) => error.fmt(f),
            Self::Mismatch(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Inapplicable {}
