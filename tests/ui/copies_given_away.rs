//! Closures that may change copies of their own, where nothing says that a method does not, leave the call that made the copy.

#![allow(unused_mut, reason = "a closure that may change its copy is what is refused")]

use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

macro_rules! hidden {
    ($($item:item)*) => { $($item)* };
}

hidden! {
    #[differentiable]
    impl Point {
        fn nudge(&self, k: f64) -> f64 {
            self.x * k + self.y
        }
    }
}

#[differentiable]
impl Point {
    fn of_a_parameter(&self, x: f64) -> f64 {
        let nudging = move |mut point: Point| move |k: f64| point.nudge(k);
        nudging(*self)(x)
    }
}

#[differentiable]
fn of_a_variable() -> impl Fn(f64) -> f64 {
    let mut point = Point { x: 1.25, y: 2.0 };
    move |k: f64| point.nudge(k.cos() * point.y)
}

fn main() {}
