use backprop::differentiable;

#[differentiable]
fn halve(x: f64) -> f64 {
    let mut y = Some(x);
    while let Some(z) = y {
        y = if z < 1.0 { None } else { Some(z * 0.5) };
    }
    x
}

#[differentiable]
fn returned(x: f64) -> f64 {
    let mut y = x;
    while {
        if y < 2.0 {
            return y;
        }
        y > 1.0
    } {
        y *= 0.5;
    }
    y
}

fn main() {}
