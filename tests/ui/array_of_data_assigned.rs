use backprop::differentiable;

#[differentiable]
fn turned(angle: f64, x: &[f64; 2]) -> [f64; 2] {
    [angle.cos() * x[0] - angle.sin() * x[1], angle.sin() * x[0] + angle.cos() * x[1]]
}

#[differentiable(wrt(angle))]
fn whole(angle: f64, start: [f64; 2]) -> f64 {
    let mut x = start;
    x = turned(angle, &x);
    x[0]
}

// What the help says.
#[differentiable(wrt(angle))]
fn of_elements(angle: f64, start: [f64; 2]) -> f64 {
    let mut x = [start[0], start[1]];
    x = turned(angle, &x);
    x[0]
}

fn main() {}
