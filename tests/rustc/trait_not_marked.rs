use backprop::{Differentiable, differentiable};

trait Shape {
    fn area(&self) -> f64;
    fn scaled(&self, k: f64) -> Point;
    fn among(&self, points: &[f64]) -> f64;
    fn doubled(&self) -> f64 {
        2.0 * self.area()
    }
}

#[differentiable]
trait Body {
    fn volume(&self) -> f64;
}

#[derive(Clone, Copy, Differentiable)]
struct Cube(f64);

#[derive(Clone, Copy, Differentiable)]
struct Ball(f64);

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
}

// A trait that is not marked is one error for all `impl`s and all calls in a module.
mod marked {
    use super::*;

    #[differentiable]
    impl Shape for Cube {
//       ^^^^^ no code this trait is not marked
        fn area(&self) -> f64 {
            6.0 * self.0 * self.0
        }

        fn scaled(&self, k: f64) -> Point {
            Point { x: k * self.0 }
        }

        fn among(&self, points: &[f64]) -> f64 {
            points[0] * self.0
        }
    }

    #[differentiable]
    impl Shape for Ball {
        fn area(&self) -> f64 {
            12.6 * self.0 * self.0
        }

        fn scaled(&self, k: f64) -> Point {
            Point { x: k * self.0 }
        }

        fn among(&self, points: &[f64]) -> f64 {
            points[0] * self.0
        }
    }

    #[differentiable]
    fn both(cube: Cube, ball: &Ball, k: f64) -> f64 {
        cube.area() + ball.area() + cube.scaled(k).x
    }

    #[differentiable]
    pub fn of_any<S: Shape>(shape: &S, points: &[f64]) -> f64 {
        shape.area() * shape.among(points) + shape.doubled()
    }

    impl Body for Cube {
//  ^^^^^^^^^^^^^^^^^^ E0046 `__volume_needs_differentiable`
        fn volume(&self) -> f64 {
            self.0 * self.0 * self.0
        }
    }
}

fn main() {
    let _ = Cube(1.0).area() + Cube(1.0).volume() + Ball(1.0).doubled();
    let (d_cube, d_points) = marked::of_any::grad(&Cube(1.0), &[2.0]);
    let _ = d_cube.0 + d_points[0];
}
