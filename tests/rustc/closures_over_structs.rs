//! A closure over a struct that is given away takes the struct as an array of one. Of a mistake in it, rustc says what it says of the
//! closure as it is written.

use backprop::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Spring {
    rest: f64,
    stiffness: Vec<f64>,
}

#[differentiable]
fn integrate<F: Fn(f64) -> f64>(f: F, a: f64, b: f64) -> f64 {
    0.5 * (b - a) * (f(a) + f(b))
}

mod elsewhere {
    use backprop::differentiable;

    #[differentiable]
    pub trait Damped {
        fn damping(&self) -> f64;
    }

    #[differentiable]
    impl Damped for super::Spring {
        fn damping(&self) -> f64 {
            self.rest
        }
    }
}

#[differentiable]
impl Spring {
    fn force(&self, x: f64) -> f64 {
        self.stiffness[0] * (x - self.rest)
    }

    fn misspelt(&self, x: f64) -> f64 {
        integrate(|x| self.forse(x), 0.0, x)
//                         ^^^^^ E0599 no method named `forse`
    }

    fn no_argument(&self, x: f64) -> f64 {
        integrate(|x| x * self.force(), 0.0, x)
//                             ^^^^^ E0061
    }

    fn more_arguments(&self, x: f64) -> f64 {
        integrate(|x| self.force(x, x), 0.0, x)
//                         ^^^^^ E0061
    }

    fn another_type(&self, n: usize, x: f64) -> f64 {
        integrate(|x| x * self.force(n), 0.0, x)
//                                   ^ E0308
    }

    fn no_field(&self, x: f64) -> f64 {
        integrate(|x| x * self.length, 0.0, x)
//                             ^^^^^^ E0609
    }

    fn not_in_scope(&self, x: f64) -> f64 {
        integrate(|x| x * self.damping(), 0.0, x)
//                             ^^^^^^^ E0599
    }

    fn another_type_given(&self, x: f64) -> f64 {
        integrate(
            |x| {
                let force: bool = self.force(x);
//                                ^^^^^^^^^^^^^ E0308
                x
            },
            0.0,
            x,
        )
    }
}

#[differentiable]
fn of_a_parameter(spring: &Spring, x: f64) -> f64 {
    integrate(|x: f64| x * spring.length, 0.0, x)
//                                ^^^^^^ E0609
}

#[differentiable]
fn of_two(one: &Spring, other: &Spring, x: f64) -> f64 {
    integrate(|x: f64| one.force(x) * other.forse(x), 0.0, x)
//                                          ^^^^^ E0599
}

#[differentiable]
fn in_a_loop(springs: &[Spring], x: f64) -> f64 {
    let mut sum = 0.0;
    for spring in springs {
        sum += integrate(|x: f64| spring.forse(x), 0.0, x);
//                                       ^^^^^ E0599
    }
    sum
}

fn main() {}
