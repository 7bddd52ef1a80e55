// Two variables of one name, which macros tell apart: the derivative must not take one for the other.
use backprop::{Differentiable, differentiable, differentiate};

macro_rules! with_ten {
    ($name:ident, $x:ident, $value:expr) => {
        #[differentiable]
        fn $name($x: f64) -> f64 {
            let t = 10.0;
//              ^ E0277
            $value + t
        }
    };
}
with_ten!(function, t, t * t);
with_ten!(other_name, u, u * u);

macro_rules! in_closure {
    ($name:ident, $x:ident, $value:expr) => {
        #[differentiable]
        fn $name($x: f64) -> f64 {
            let inner = |v: f64| v * $value;
//                       ^ E0277
            inner(2.0)
        }
    };
}
in_closure!(closure, v, v);

#[derive(Clone, Copy, Differentiable)]
struct Line {
    slope: f64,
}

macro_rules! in_method {
    ($name:ident, $this:ident, $x:ident, $value:expr) => {
        #[differentiable]
        impl Line {
            fn $name($this, $x: f64) -> f64 {
                let s = $this.slope;
//                  ^ E0277
                $value * s
            }
        }
    };
}
in_method!(method, self, s, s);
in_method!(other_method, self, r, r);

fn main() {
    macro_rules! in_place {
        ($x:ident, $value:expr) => {
            differentiate!(|$x: f64| {
                let t = 10.0;
//                  ^ E0277
                $value + t
            })
        };
    }
    in_place!(t, t * t).grad(1.0);
}
