//! Of a name that two definitions have, rustc says so once for each definition but the first; of a derive that stands twice, the macro.

use backprop::differentiable;
use twice::calls_it;

mod twice {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn square(x: f64) -> f64 {
        x * x
    }

    #[differentiable]
    fn square(x: f64, times: usize) -> f64 {
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ E0428
        x * x * times as f64
    }

    #[differentiable]
    pub fn calls_it(x: f64) -> f64 {
        square(x)
    }

    #[differentiable]
    fn sum<T: Real>(x: &[T]) -> T {
        x[0] + x[1]
    }

    #[differentiable]
    fn sum<T: Real>(x: &mut [T]) {
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ E0428
        x[0] += x[1];
    }

    #[differentiable]
    fn refused_then(x: f64) -> f64 {
        x
    }

    #[differentiable]
    fn refused_then(x: f64) -> f64 {
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ E0428
        unsafe { x }
    }

    #[derive(Differentiable)]
    struct Point {
        x: f64,
        y: f64,
    }

    #[derive(Differentiable)]
    struct Point {
//  ^^^^^^^^^^^^ E0428
        x: f64,
        y: Vec<f64>,
    }

    #[derive(Clone, Copy, Differentiable, Debug, Differentiable)]
//                                               ^^^^^^^^^^^^^^ no code derived twice
    struct Vector {
        x: f64,
    }

    impl Vector {
        #[differentiable]
        fn twice(&self) -> f64 {
            2.0 * self.x
        }

        #[differentiable]
        fn twice(&self) -> f64 {
//      ^^^^^^^^^^^^^^^^^^^^^^ E0592
            self.x + self.x
        }
    }

    #[differentiable]
    fn takes_them(p: &Point, v: Vector) -> f64 {
        p.x * v.x
    }
}

// In scopes of their own, definitions have any names.
mod others {
    use backprop::{Differentiable, differentiable};

    #[differentiable]
    pub fn square(x: f64) -> f64 {
        x * x
    }

    #[derive(Differentiable)]
    pub struct Point {
        pub x: f64,
    }
}

macro_rules! apart {
    ($($name:ident { $item:item })*) => {
        $(mod $name {
            use backprop::differentiable;

            $item
        })*
    };
}

apart! {
    one { #[differentiable] pub fn cube(x: f64) -> f64 { x * x * x } }
    two { #[differentiable] pub fn cube(x: f64) -> f64 { x.powi(3) } }
}

fn main() {
    #[differentiable]
    fn square(x: f64) -> f64 {
        others::square(x)
    }

    let _ = (square::grad(1.0), one::cube::grad(1.0), two::cube::grad(1.0), calls_it::grad(1.0));
    let _ = others::Point { x: 1.0 };
}
