//! What a block imports by `*`, and an item whose name occurs outside of its block.

use backprop::differentiable;

mod values {
    pub const SCALE: f64 = 3.0;
}

#[differentiable]
fn glob(y: f64) -> f64 {
    let closure = |v: f64| v * v;
    {
        use values::*;
        closure(y) * SCALE
    }
}

#[differentiable]
fn item(y: f64) -> f64 {
    const SCALE: f64 = 2.0;
    let inner = {
        const SCALE: f64 = 5.0;
        y * SCALE
    };
    inner * SCALE
}

fn main() {
    let _ = glob::grad(1.0) + item::grad(1.0) + values::SCALE;
}
