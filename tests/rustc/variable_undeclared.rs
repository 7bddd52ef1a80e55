// A variable that is not there is one error of rustc, wherever it stands, though its name might be that of a function. So is `self` where
// there is none.
use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Line {
    slope: f64,
    offset: f64,
}

#[differentiable]
impl Line {
    fn sum(&self, x: &[f64]) -> f64 {
        let mut sum = offset;
//                    ^^^^^^ E0425
        for v in x {
            sum += self.slope * v;
        }
        sum
    }

    fn at(x: f64) -> f64 {
        self.slope * x + 1.0
//      ^^^^ E0424
    }

    fn squares(x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for v in x {
            sum += self.offset * v;
//                 ^^^^ E0424
        }
        sum
    }
}

#[differentiable]
fn in_a_branch(x: f64) -> f64 {
    let y = if x > 0.0 { x } else { missing };
//                                  ^^^^^^^ E0425
    y * x
}

#[differentiable]
fn before_a_branch(x: f64) -> f64 {
    let mut y = missing;
//              ^^^^^^^ E0425
    if x > 0.0 {
        y = x * x;
    }
    y
}

#[differentiable]
fn left_with(x: f64) -> f64 {
    if x > 0.0 {
        return missing;
//             ^^^^^^^ E0425
    }
    x * x
}

#[differentiable]
fn given(x: f64) -> f64 {
    let _y = x * x;
    missing
//  ^^^^^^^ E0425
}

#[differentiable]
fn looped_over(x: f64) -> f64 {
    let mut sum = x;
    for v in missing {
//           ^^^^^^^ E0425
        sum += v;
    }
    for v in missing.iter() {
//           ^^^^^^^ E0425
        sum += v;
    }
    sum
}

fn main() {}
