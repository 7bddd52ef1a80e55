//! The places of elements and parts.

/// Where an element or a part is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// How many indices lead to it.
    pub depth: usize,
    /// Which steps on the way to it are ranges.
    pub ranges: Ranges,
    /// Whether the indices are known to be within the bounds, since the element has been reached before.
    pub known: bool,
    /// Whether it keeps its place in the order of effects, which it takes and gives last: an index out of bounds panics
    /// after what the host did before it.
    pub ordered: bool,
}

/// The ranges among the steps that lead to an element or a part; the other steps are indices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ranges {
    /// A bit for each step.
    ranges: u32,
    /// A bit for each range that ends with its second bound; the others end before it.
    through: u32,
}

/// A step on the way to an element or a part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlaceStep {
    /// An element, by one index.
    Index,
    /// A range, by its bounds; whether it ends with the second one.
    Range(bool),
}

impl Position {
    /// The whole array.
    pub const WHOLE: Self = Self { known: true, ..Self::checked(0) };

    /// A place so many indices deep, whose bounds are checked.
    #[must_use]
    pub const fn checked(depth: usize) -> Self {
        Self { depth, ranges: Ranges { ranges: 0, through: 0 }, known: false, ordered: false }
    }

    /// The same place, within what this step leads to.
    #[must_use]
    pub const fn within(self, step: PlaceStep) -> Self {
        let Ranges { ranges, through } = self.ranges;
        let (ranges, through) = (ranges << 1, through << 1);
        match step {
            PlaceStep::Index => Self { depth: self.depth + 1, ranges: Ranges { ranges, through }, ..self },
            PlaceStep::Range(false) => Self { ranges: Ranges { ranges: ranges | 1, through }, ..self },
            PlaceStep::Range(true) => Self { ranges: Ranges { ranges: ranges | 1, through: through | 1 }, ..self },
        }
    }

    /// An element of the array at this place: the last index leads to it.
    #[must_use]
    pub const fn element(self) -> Self {
        Self { depth: self.depth + 1, ..self }
    }

    /// The steps that lead to it.
    pub fn steps(self) -> impl Iterator<Item = PlaceStep> {
        let Ranges { ranges, through } = self.ranges;
        let count = self.depth + self.ranges.count();
        (0..count).map(
            move |at| {
                if ranges >> at & 1 == 0 { PlaceStep::Index } else { PlaceStep::Range(through >> at & 1 == 1) }
            },
        )
    }

    /// How many operands say where it is: one for each index, and two for each range.
    #[must_use]
    pub const fn operands(self) -> usize {
        self.depth + 2 * self.ranges.count()
    }

    /// Whether it is reached by the same steps.
    #[must_use]
    pub fn is_like(self, other: Self) -> bool {
        (self.depth, self.ranges) == (other.depth, other.ranges)
    }

    /// The same place, which has been reached before.
    #[must_use]
    pub const fn reached(self) -> Self {
        Self { known: true, ordered: false, ..self }
    }

    /// The same place, in the order of effects.
    #[must_use]
    pub const fn in_order(self) -> Self {
        Self { ordered: true, ..self }
    }
}

impl Ranges {
    /// How many there are.
    #[must_use]
    pub const fn count(self) -> usize {
        self.ranges.count_ones() as usize
    }
}

/// What is at a place of an array.
#[cfg(feature = "evaluate")]
pub(super) mod meaning {
    use super::super::meaning::{OUT_OF_BOUNDS, elements};
    use super::{PlaceStep, Position};
    use crate::evaluate::{Datum, EvaluateError, machine};

    type Result<T> = std::result::Result<T, EvaluateError>;

    /// An element, or a part of the elements of an array: so many from there.
    enum Place<'a> {
        Element(&'a mut Datum),
        Part(&'a mut Vec<Datum>, std::ops::Range<usize>),
    }

    impl<'a> Place<'a> {
        /// What there is, as a part.
        fn part(self) -> Result<(&'a mut Vec<Datum>, std::ops::Range<usize>)> {
            match self {
                Self::Element(array) => {
                    let elements = elements(array)?;
                    let all = 0..elements.len();
                    Ok((elements, all))
                }
                Self::Part(elements, part) => Ok((elements, part)),
            }
        }
    }

    fn number(operand: Option<&Datum>) -> Result<usize> {
        usize::try_from(machine::integer(operand.ok_or(EvaluateError::Invalid)?)?).map_err(|_| OUT_OF_BOUNDS)
    }

    /// Where these indices and bounds lead to.
    fn reach<'a>(array: &'a mut Datum, place: Position, operands: &[Datum]) -> Result<Place<'a>> {
        let mut operands = operands.iter();
        place.steps().try_fold(Place::Element(array), |at, step| {
            let (elements, within) = at.part()?;
            let first = within.start.saturating_add(number(operands.next())?);
            match step {
                PlaceStep::Index if first < within.end => Ok(Place::Element(&mut elements[first])),
                PlaceStep::Index => Err(OUT_OF_BOUNDS),
                PlaceStep::Range(through) => {
                    let end = number(operands.next())?.checked_add(usize::from(through)).ok_or(OUT_OF_BOUNDS)?;
                    let part = first..within.start.saturating_add(end);
                    if part.start > part.end || part.end > within.end {
                        return Err(OUT_OF_BOUNDS);
                    }
                    Ok(Place::Part(elements, part))
                }
            }
        })
    }

    /// The element that these indices and bounds lead to.
    pub(in super::super) fn at<'a>(array: &'a mut Datum, place: Position, operands: &[Datum]) -> Result<&'a mut Datum> {
        match reach(array, place, operands)? {
            Place::Element(element) => Ok(element),
            Place::Part(..) => Err(EvaluateError::Invalid),
        }
    }

    /// The part that these indices and bounds lead to.
    pub(in super::super) fn part(array: &mut Datum, place: Position, operands: &[Datum]) -> Result<Datum> {
        let (elements, part) = reach(array, place, operands)?.part()?;
        Ok(Datum::Array(elements[part].to_vec()))
    }

    /// How long the array is that these indices and bounds lead to.
    pub(in super::super) fn length(array: &mut Datum, place: Position, operands: &[Datum]) -> Result<Datum> {
        let (_, part) = reach(array, place, operands)?.part()?;
        Ok(Datum::Integer(i128::try_from(part.len()).unwrap_or(i128::MAX)))
    }

    /// Takes out of an array what these indices and bounds lead to.
    pub(in super::super) fn split(array: &mut Datum, place: Position, operands: &[Datum]) -> Result<Datum> {
        let part = part(array, place, operands)?;
        let (elements, first, is_index) = around(array, place, operands)?;
        if is_index {
            elements.remove(first);
        } else if let Datum::Array(part) = &part {
            elements.drain(first..first + part.len());
        }
        Ok(part)
    }

    /// Puts it back.
    pub(in super::super) fn join(part: Datum, rest: &mut Datum, place: Position, operands: &[Datum]) -> Result<()> {
        let (around, first, is_index) = around(rest, place, operands)?;
        if first > around.len() {
            return Err(OUT_OF_BOUNDS);
        }
        if is_index {
            around.insert(first, part);
            return Ok(());
        }
        let mut part = part;
        let given = elements(&mut part)?;
        let through = matches!(place.steps().last(), Some(PlaceStep::Range(true)));
        let [.., start, end] = operands else { return Err(EvaluateError::Invalid) };
        if number(Some(start))? + given.len() != number(Some(end))? + usize::from(through) {
            return Err(OUT_OF_BOUNDS);
        }
        around.splice(first..first, given.drain(..));
        Ok(())
    }

    /// The elements among which a part is, and where it begins there; whether that is one element. The part may be missing.
    fn around<'a>(
        array: &'a mut Datum,
        place: Position,
        operands: &[Datum],
    ) -> Result<(&'a mut Vec<Datum>, usize, bool)> {
        let mut operands = operands.iter();
        let mut at = (elements(array)?, 0, None);
        for step in place.steps() {
            if at.2 == Some(PlaceStep::Index) {
                at = (elements(at.0.get_mut(at.1).ok_or(OUT_OF_BOUNDS)?)?, 0, None);
            }
            at = (at.0, at.1 + number(operands.next())?, Some(step));
            if let PlaceStep::Range(_) = step {
                operands.next();
            }
        }
        Ok((at.0, at.1, at.2 == Some(PlaceStep::Index)))
    }
}
