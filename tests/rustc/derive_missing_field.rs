use std::collections::VecDeque;

use backprop::Differentiable;

#[derive(Clone)]
struct Inner(f64);

#[derive(Differentiable)]
struct Outer {
    inner: Inner,
//         ^^^^^ E0277
    scale: f64,
}

#[derive(Clone, Differentiable)]
struct Series<T> {
    values: VecDeque<T>,
//          ^^^^^^^^ E0277
    scale: T,
}

/// Of what a field holds many of, it is said of one.
#[derive(Clone, Differentiable)]
struct Many {
    all: Vec<Inner>,
//       ^^^ E0277 `Inner` has no cotangent
    three: [Inner; 3],
//         ^^^^^^^^^^ E0277 `Inner` has no cotangent
    with_times: Vec<(f64, Inner)>,
//              ^^^ E0277 `Inner` has no cotangent
}

fn main() {
    let outer = Outer { inner: Inner(1.0), scale: 1.0 };
    let series = Series { values: VecDeque::from([1.0]), scale: 1.0 };
    let _ = outer.scale + outer.inner.0 + series.values[0] + series.scale;
}
