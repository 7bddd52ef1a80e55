use backprop::differentiable;

mod lengths {
    pub fn scale(v: f64) -> f64 {
        10.0 * v
    }
}

macro_rules! with {
    ($name:ident = $value:expr; $inside:expr) => {{
        let $name = $value;
        $inside
    }};
}

#[differentiable]
fn imported(x: f64) -> f64 {
    let scale = |v: f64| v * x;
    let k = {
        use lengths::scale;
        scale(2.0)
    };
    k * scale(x)
}

#[differentiable]
fn declared(x: f64) -> f64 {
    let scale = |v: f64| v * x;
    let k = {
        fn scale(v: f64) -> f64 {
            10.0 * v
        }
        scale(2.0)
    };
    k * scale(x)
}

#[differentiable]
fn by_a_macro(x: f64, k: f64) -> f64 {
    let y = k;
    let z = backprop::stop_gradient(with!(y = 3.0; y * 2.0));
    x * z * y
}

#[differentiable]
fn left_early(x: f64, k: usize) -> f64 {
    x * backprop::stop_gradient({
        let all = [1.0, 2.0];
        for one in all {
            if k > 2 {
                return one;
            }
        }
        all[k]
    })
}

fn main() {}
