//! What is there in some builds only: the macro would take it for being there.

use backprop::differentiable;

#[differentiable]
fn in_statements(x: f64) -> f64 {
    let mut y = x;
    #[cfg(any())]
    {
        y = 3.0;
    }
    #[cfg(any())]
    let y = 4.0;
    #[cfg(any())]
    assert!(y > 100.0);
    y * 2.0
}

#[differentiable]
fn in_a_match(x: f64, n: i32) -> f64 {
    match n {
        #[cfg(any())]
        3 => x * x,
        _ => 2.0 * x,
    }
}

#[differentiable]
fn at_the_end(x: f64) -> f64 {
    #[cfg(any())]
    {
        return x * x;
    }
    #[cfg_attr(any(), allow(unused))]
    {
        x * 3.0
    }
}

#[differentiable]
fn parameters(x: f64, #[cfg(any())] y: f64) -> f64 {
    x * x
}

#[differentiable]
fn in_code_of_the_hosts(x: f64) -> f64 {
    let k = {
        let mut k = 1.0;
        #[cfg(any())]
        {
            k = 5.0;
        }
        k
    };
    x * k
}

/// Items are written with their attributes.
#[differentiable]
fn items(x: f64) -> f64 {
    #[cfg(any())]
    const K: f64 = 2.0;
    #[cfg(not(any()))]
    const K: f64 = 3.0;
    x * K
}

fn main() {
    let _ = items::grad(1.0);
}
