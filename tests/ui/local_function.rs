use backprop::differentiable;

#[differentiable]
fn triple(x: f64) -> f64 {
    3.0 * x
}

#[differentiable]
fn apply(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

// The derivatives outside are those of another function.
#[differentiable]
fn called(x: f64) -> f64 {
    fn triple(x: f64) -> f64 {
        x * x * x
    }
    triple(x)
}

#[differentiable]
fn passed(x: f64) -> f64 {
    fn triple(x: f64) -> f64 {
        x * x * x
    }
    apply(triple, x)
}

#[differentiable]
fn recursive(x: f64, n: u32) -> f64 {
    if n == 0 {
        fn recursive(x: f64, _: u32) -> f64 {
            x * x
        }
        recursive(x, n)
    } else {
        x
    }
}

// What is advised.
#[differentiable]
fn marked(x: f64) -> f64 {
    #[differentiable]
    fn triple(x: f64) -> f64 {
        x * x * x
    }
    apply(|x: f64| triple(x), x) + triple(x)
}

fn main() {
    let _ = (marked::grad(1.0), called(1.0), passed(1.0), recursive(1.0, 0));
}
