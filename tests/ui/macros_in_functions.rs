//! Macros of a function that use its variables, or whose names mean something else before them.

use backprop::differentiable;

macro_rules! factor {
    () => {
        2.0
    };
}

#[differentiable]
fn parameter(x: f64) -> f64 {
    macro_rules! square {
        () => {
            x * x
        };
    }
    square!() + x
}

#[differentiable]
fn variable(x: f64) -> f64 {
    let y = 3.0 * x;
    macro_rules! scaled {
        ($k:expr) => {
            y * $k
        };
    }
    scaled!(2.0) + x
}

#[differentiable]
fn in_a_block(x: f64) -> f64 {
    let square = {
        macro_rules! square {
            () => {
                x * x
            };
        }
        square!()
    };
    square + x
}

#[differentiable]
fn twice(x: f64) -> f64 {
    macro_rules! own {
        () => {
            3.0
        };
    }
    let y = own!() * x;
    macro_rules! own {
        () => {
            4.0
        };
    }
    y * own!()
}

#[differentiable]
fn after_another(x: f64) -> f64 {
    let y = factor!() * x;
    macro_rules! factor {
        () => {
            3.0
        };
    }
    y * factor!()
}

/// These use what is their own.
#[differentiable]
fn taken(x: f64) -> f64 {
    macro_rules! sum {
        ($x:expr, $y:expr) => {
            $x + $y.x
        };
    }
    struct Held {
        x: f64,
    }
    let k = {
        let k = 2.0;
        macro_rules! doubled {
            () => {
                2.0 * k
            };
        }
        doubled!()
    };
    x * sum!(1.0, Held { x: 2.0 }) * k
}

fn main() {
    let _ = parameter::grad(1.0) + variable::grad(1.0) + in_a_block::grad(1.0) + twice::grad(1.0);
    let _ = after_another::grad(1.0) + taken::grad(1.0);
}
