use backprop::differentiable;

struct Point {
    x: f64,
}

#[differentiable]
fn halve(x: f64) -> f64 {
    let mut y = x;
    let point = loop {
        y *= 0.5;
        if y < 1.0 {
            break Point { x: y };
        }
    };
    point.x
}

#[differentiable]
fn assigned(x: f64) -> f64 {
    let mut y = x;
    for i in 0..4 {
        y = if i == 2 { break } else { y * x };
    }
    y
}

#[differentiable]
fn operand(x: f64) -> f64 {
    x * x + if x > 1.0 { return x } else { 2.0 }
}

fn main() {}
