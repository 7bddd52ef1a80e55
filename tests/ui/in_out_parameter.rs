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
fn another_place<'a>(mut x: &'a mut f64, y: &'a mut f64, rate: f64) {
    *x *= rate;
    x = y;
    *x *= rate;
}

#[differentiable]
fn lent_at_home(x: f64, rate: f64) -> f64 {
    let (mut y, mut w) = (x, rate);
    let mut z = &mut y;
    *z *= rate;
    if x > rate {
        z = &mut w;
    }
    *z *= rate;
    y + w
}

#[differentiable(vjp = rule)]
fn by_rule(state: &mut f64) -> f64 {
    *state
}

fn main() {}
