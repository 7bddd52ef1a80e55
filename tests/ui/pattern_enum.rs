use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Pair(f64, f64);

#[differentiable]
fn second(pair: Pair) -> f64 {
    let Pair(.., second) = pair;
    second
}

#[differentiable]
fn matched(x: f64) -> f64 {
    match (x, x > 0.0) {
        (ref y, true) => *y,
        _ => x,
    }
}

#[differentiable(wrt(x))]
fn alternatives(k: (Option<usize>, Option<usize>), x: f64) -> f64 {
    match k {
        (Some(n), _) | (_, Some(n)) if n > 3 => x * n as f64,
        _ => x,
    }
}

#[differentiable(wrt(x))]
fn chain(ks: &[Option<usize>], x: f64) -> f64 {
    if x > 0.0 && let Some(k) = ks.iter().copied().flatten().next() {
        x * k as f64
    } else {
        x.sin()
    }
}

#[differentiable(wrt(x))]
fn changed(mut turns: Option<usize>, x: f64) -> f64 {
    match turns {
        Some(ref mut k) => {
            *k += 1;
            x * *k as f64
        }
        None => x.sin(),
    }
}

fn main() {}
