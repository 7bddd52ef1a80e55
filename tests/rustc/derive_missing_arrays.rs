//! Arrays of structs without a cotangent, and such structs behind `&mut`, each one error.

pub struct Body {
    mass: f64,
}

mod of_a_slice {
    use super::Body;
    use backprop::differentiable;

    #[differentiable]
    fn of_a_slice(bodies: &[Body], k: f64) -> f64 {
//                          ^^^^ E0277 `Body` has no cotangent
        let mut sum = k;
        for body in bodies {
            sum += body.mass;
        }
        sum
    }
}

mod of_an_array {
    use super::Body;
    use backprop::differentiable;

    #[differentiable]
    fn of_an_array(bodies: [Body; 2], k: f64) -> f64 {
//                          ^^^^ E0277 `Body` has no cotangent
        bodies[0].mass * k
    }
}

mod of_a_reference {
    use super::Body;
    use backprop::differentiable;

    #[differentiable]
    fn of_a_reference(bodies: &[Body; 2], k: f64) -> f64 {
//                              ^^^^ E0277 `Body` has no cotangent
        bodies[0].mass * k
    }
}

mod of_a_vector {
    use super::Body;
    use backprop::differentiable;

    #[differentiable]
    fn of_a_vector(bodies: Vec<Body>, k: f64) -> f64 {
//                             ^^^^ E0277 `Body` has no cotangent
        bodies[0].mass * k
    }
}

mod changed {
    use super::Body;
    use backprop::differentiable;

    #[differentiable]
    fn changed(bodies: &mut [Body], k: f64) {
//                           ^^^^ E0277 `Body` has no cotangent
        bodies[0].mass *= k;
    }
}

mod one_changed {
    use super::Body;
    use backprop::differentiable;

    #[differentiable]
    fn one_changed(body: &mut Body, k: f64) {
//                            ^^^^ E0277 `Body` has no cotangent
        body.mass *= k;
    }
}

mod given {
    use super::Body;
    use backprop::differentiable;

    #[differentiable]
    fn given(k: f64) -> Vec<Body> {
//                          ^^^^ E0277 `Body` has no cotangent
        vec![Body { mass: k }]
    }
}

fn main() {}
