use backprop::differentiable;

struct Pair(f64, f64);

#[differentiable]
fn boxed(state: &mut Box<[f64]>, rate: f64) -> f64 {
    state[0] *= rate;
    rate
}

#[differentiable]
fn taken_apart(Pair(a, b): &mut Pair, rate: f64) -> f64 {
    *a *= rate;
    *b
}

#[differentiable]
fn by_another_name(x: &mut f64, rate: f64) {
    let y = x;
    *y *= rate;
}

#[differentiable]
fn another_place<'a>(mut x: &'a mut f64, y: &'a mut f64, rate: f64) {
    *x *= rate;
    x = y;
    *x *= rate;
}

#[differentiable]
fn lent_at_home(x: f64, rate: f64) -> f64 {
    let mut y = x;
    let z = &mut y;
    *z *= rate;
    y
}

#[differentiable(vjp = rule)]
fn by_rule(state: &mut f64) -> f64 {
    *state
}

fn main() {}
