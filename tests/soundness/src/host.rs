//! What generated programs of the kind `hosts` use that no derivative knows of: it says in a log what is done with it, and when.
//! A program and its derivative have to do the same with it, in the same order.

use std::cell::{Cell, RefCell};
use std::ops::{Add, Deref, Rem};

thread_local! {
    static LOG: RefCell<Vec<i64>> = const { RefCell::new(Vec::new()) };
    static COUNT: Cell<i64> = const { Cell::new(0) };
}

/// Writes to the log.
pub fn say(what: i64) {
    LOG.with_borrow_mut(|log| log.push(what));
}

/// Begins anew; gives what was written to the log since the last time.
pub fn taken() -> Vec<i64> {
    COUNT.set(0);
    LOG.with_borrow_mut(std::mem::take)
}

/// How often it was called.
#[must_use]
pub fn count() -> i64 {
    COUNT.set(COUNT.get() + 1);
    say(COUNT.get());
    COUNT.get()
}

/// What says when it comes and when it goes.
#[derive(Debug)]
pub struct Guard(i64);

impl Guard {
    /// It comes.
    #[must_use]
    pub fn new(name: i64) -> Self {
        say(100 + name);
        Self(name)
    }

    /// Its number.
    #[must_use]
    pub fn number(&self) -> f64 {
        say(200 + self.0);
        1.0 + f64::from(i32::try_from(self.0 % 7).expect("a small number")) / 8.0
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        say(300 + self.0);
    }
}

/// What is cloned to something else.
#[derive(Debug, PartialEq)]
pub struct Loud(pub i64);

impl Clone for Loud {
    fn clone(&self) -> Self {
        say(400 + self.0);
        Self(self.0 + 1)
    }
}

impl Deref for Loud {
    type Target = i64;

    // Operators on values of which only rustc knows the type count as free of effects: they say nothing.
    fn deref(&self) -> &i64 {
        &self.0
    }
}

/// Random numbers, each of which is in the log.
#[derive(Debug)]
pub struct Generator(u64);

impl Generator {
    /// Those of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below eight.
    pub fn below_eight(&mut self) -> u8 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let drawn = u8::try_from(self.0 >> 61).expect("three bits");
        say(800 + i64::from(drawn));
        drawn
    }

    /// A number in `[-0.5, 0.5)`.
    pub fn draw(&mut self) -> f64 {
        f64::from(self.below_eight()) / 8.0 - 0.5
    }
}

/// What is one of several things, some of which are dropped.
#[derive(Debug)]
pub enum Shape {
    /// Nothing but itself.
    Point,
    /// A radius.
    Disc(f64),
    /// Two sides.
    Rectangle {
        /// One side.
        width: f64,
        /// The other one.
        height: f64,
    },
    /// A text and a number.
    Named(String, i64),
    /// Several numbers.
    Many(Vec<f64>),
    /// What says when it is dropped.
    Kept(Guard),
}

impl Shape {
    /// One of them.
    #[must_use]
    pub fn new(of: usize) -> Self {
        let size = 0.5 + f64::from(u8::try_from(of % 5).expect("a small number")) / 4.0;
        match of % 6 {
            0 => Self::Point,
            1 => Self::Disc(size),
            2 => Self::Rectangle { width: size, height: 1.5 - size },
            3 => Self::Named("abcdef"[..of % 5].to_owned(), 3),
            4 => Self::Many(vec![size, 0.25]),
            _ => Self::Kept(Guard::new(50)),
        }
    }
}

/// A table, names and settings that live as long as the program.
pub static TABLE: [f64; 4] = [0.25, -0.5, 0.75, 1.25];
/// Words of different lengths.
pub static WORDS: [&str; 3] = ["", "ab", "four"];
/// What is set once.
pub static SETTINGS: Settings = Settings { scale: 0.5, bounds: (1, 0.75), name: "plain" };

/// What is set once.
#[derive(Debug)]
pub struct Settings {
    /// A factor.
    pub scale: f64,
    /// A number of elements to leave out, and a real.
    pub bounds: (usize, f64),
    /// A text to compare with.
    pub name: &'static str,
}

/// A number that is drawn by whom it is given.
pub fn noise(of: &mut Generator) -> f64 {
    0.5 * of.draw()
}

/// What is given, and once more.
#[macro_export]
macro_rules! twice {
    ($of:expr) => {
        $of + $of
    };
}

/// An integer of which the macro does not know that it is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Whole(pub i32);

impl Add<i32> for Whole {
    type Output = Self;

    fn add(self, other: i32) -> Self {
        Self(self.0 + other)
    }
}

impl Rem<i32> for Whole {
    type Output = i32;

    fn rem(self, other: i32) -> i32 {
        self.0 % other
    }
}

/// A number by what it is given: another one for a value, a reference and a reference to a reference.
pub trait Depth {
    /// The number.
    fn depth(&self) -> f64;
}

impl Depth for i64 {
    fn depth(&self) -> f64 {
        0.5
    }
}

impl Depth for &i64 {
    fn depth(&self) -> f64 {
        1.5
    }
}

impl Depth for &&i64 {
    fn depth(&self) -> f64 {
        2.5
    }
}

/// The number of what it is given.
#[expect(clippy::needless_pass_by_value, reason = "what it is given says which number it gives")]
pub fn depth<T: Depth>(of: T) -> f64 {
    of.depth()
}

/// The length of a text, which it takes.
#[must_use]
#[expect(clippy::needless_pass_by_value, reason = "that it takes the text is what is tested")]
pub fn eaten(text: String) -> f64 {
    say(700 + i64::try_from(text.len()).expect("a short text"));
    0.25 * f64::from(u32::try_from(text.len()).expect("a short text"))
}
