//! Of a method that two `impl` blocks define, of an operator that has two `impl`s, and of a method outside of all blocks, rustc says so once.

use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
impl Point {
    fn norm(&self) -> f64 {
//  ^^^^^^^^^^^^^^^^^^^^^ E0592
        self.x * self.x + self.y * self.y
    }

    fn new(x: f64, y: f64) -> Self {
        Point { x, y }
    }

    fn first(&self) -> f64 {
//  ^^^^^^^^^^^^^^^^^^^^^^ E0592
        self.x
    }

    fn scaled(&self, k: f64) -> f64 {
        self.x * k
    }
}

#[differentiable]
impl Point {
    fn norm(&self) -> f64 {
        self.x
    }

    fn area(&self) -> f64 {
        self.x * self.y
    }
}

impl Point {
    fn first(&self) -> f64 {
        self.y
    }
}

mod operators {
    use super::Point;
    use backprop::differentiable;

    #[differentiable]
    impl std::ops::Add for Point {
        type Output = Point;

        fn add(self, other: Point) -> Point {
            Point { x: self.x + other.x, y: self.y + other.y }
        }
    }

    #[differentiable]
    impl std::ops::Add for Point {
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ E0119
        type Output = Point;

        fn add(self, other: Point) -> Point {
            Point { x: self.x, y: other.y }
        }
    }
}

#[differentiable]
fn outside(&self, x: f64) -> f64 {
//         ^^^^^ no code `self` parameter is only allowed in associated functions
    self.x * x
}

// Blocks of other types, and those that are there under conditions, have any methods.
#[derive(Clone, Differentiable)]
struct Pair<T> {
    one: T,
    other: T,
}

#[differentiable]
impl Pair<f64> {
    fn sum(&self) -> f64 {
        self.one + self.other
    }
}

#[differentiable]
impl Pair<f32> {
    fn sum(&self) -> f32 {
        self.one + self.other
    }
}

#[cfg(any())]
#[differentiable]
impl Point {
    fn conditional(&self) -> f64 {
        self.x
    }
}

#[cfg(not(any()))]
#[differentiable]
impl Point {
    fn conditional(&self) -> f64 {
        self.y
    }
}

mod inner {
    #[derive(Clone, backprop::Differentiable)]
    pub struct Point {
        pub x: f64,
    }

    #[backprop::differentiable]
    impl Point {
        pub fn area(&self) -> f64 {
            self.x
        }
    }
}

impl Point {
    #[differentiable]
    fn marked_alone(&self) -> f64 {
        self.x
    }
}

fn main() {
    let p = Point::new(1.0, 2.0);
    let _ = (p.scaled_grad(2.0), p.area_grad(), p.conditional_grad(), p.marked_alone_grad());
    let pair = Pair { one: 1.0_f64, other: 2.0 };
    let _ = (pair.sum_grad(), inner::Point { x: 1.0 }.area_grad());
}
