//! How long the vectors in a cotangent are, as a list of numbers: a struct says so at the cost of its vectors' number, not of what they
//! hold.

#[cfg(feature = "std")]
use crate::Cotangent;

/// The lengths of the vectors in a value, in the order of its fields.
#[derive(Clone, Debug, Default)]
pub struct Lengths {
    #[cfg(feature = "std")]
    all: std::vec::Vec<usize>,
}

impl Lengths {
    /// Notes the length of the next vector.
    #[cfg(feature = "std")]
    #[inline]
    pub fn push(&mut self, length: usize) {
        self.all.push(length);
    }

    /// These, from the first on.
    #[inline]
    #[must_use]
    pub fn known(&self) -> Known<'_> {
        Known {
            #[cfg(feature = "std")]
            rest: self.all.iter(),
            #[cfg(not(feature = "std"))]
            rest: [].iter(),
        }
    }
}

/// The lengths that have not been used yet.
#[derive(Debug)]
pub struct Known<'l> {
    #[cfg_attr(not(feature = "std"), expect(dead_code, reason = "without vectors, there are no lengths"))]
    rest: core::slice::Iter<'l, usize>,
}

impl Known<'_> {
    /// Lets a vector to which nothing was added have the next length.
    #[cfg(feature = "std")]
    #[inline]
    pub fn resize<C: Cotangent>(&mut self, vector: &mut std::vec::Vec<C>) {
        if let Some(&length) = self.rest.next()
            && vector.is_empty()
        {
            vector.resize_with(length, C::neutral);
        }
    }
}

/// Whether there are vectors in something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The type does not say.
    Unknown,
    /// There are none.
    Constant,
    /// There are some, and the type says how long they are.
    By,
}

impl Kind {
    const fn of_parts(parts: &[Self]) -> Self {
        let (mut kind, mut at) = (Self::Constant, 0);
        while at < parts.len() {
            match parts[at] {
                Self::Unknown => return Self::Unknown,
                Self::Constant => {}
                Self::By => kind = Self::By,
            }
            at += 1;
        }
        kind
    }
}

/// How the lengths of the vectors in a value are found.
#[derive(Debug)]
pub enum Measure<T: ?Sized> {
    /// Not at all.
    Unknown,
    /// There are no vectors.
    Constant,
    /// By this function, which notes them.
    By(fn(&T, &mut Lengths)),
}

impl<T: ?Sized> Measure<T> {
    /// Whether there are vectors.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Unknown => Kind::Unknown,
            Self::Constant => Kind::Constant,
            Self::By(_) => Kind::By,
        }
    }

    /// That of a value with these parts, which the function measures.
    #[must_use]
    pub const fn of_parts(parts: &[Kind], by: fn(&T, &mut Lengths)) -> Self {
        match Kind::of_parts(parts) {
            Kind::Unknown => Self::Unknown,
            Kind::Constant => Self::Constant,
            Kind::By => Self::By(by),
        }
    }

    /// Notes the lengths of the vectors in a value, if there are some.
    #[inline]
    pub fn measure(&self, value: &T, lengths: &mut Lengths) {
        if let Self::By(by) = self {
            by(value, lengths);
        }
    }
}

/// How the vectors in a cotangent get the lengths that a [`Measure`] has found.
#[derive(Debug)]
pub enum Fit<C: ?Sized> {
    /// Not at all.
    Unknown,
    /// There are no vectors.
    Constant,
    /// By this function.
    By(fn(&mut C, &mut Known<'_>)),
}

impl<C: ?Sized> Fit<C> {
    /// Whether there are vectors.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Unknown => Kind::Unknown,
            Self::Constant => Kind::Constant,
            Self::By(_) => Kind::By,
        }
    }

    /// That of a cotangent with these parts, which the function fits.
    #[must_use]
    pub const fn of_parts(parts: &[Kind], by: fn(&mut C, &mut Known<'_>)) -> Self {
        match Kind::of_parts(parts) {
            Kind::Unknown => Self::Unknown,
            Kind::Constant => Self::Constant,
            Kind::By => Self::By(by),
        }
    }

    /// Fits a cotangent, if there are vectors in it.
    #[inline]
    pub fn fit(&self, d: &mut C, lengths: &mut Known<'_>) {
        if let Self::By(by) = self {
            by(d, lengths);
        }
    }
}
