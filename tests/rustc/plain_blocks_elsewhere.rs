use backprop::{Differentiable, differentiable};

#[differentiable]
trait Side {
    fn side(&self) -> f64;
}

#[differentiable]
trait Area {
    fn area(&self) -> f64;
}

#[differentiable]
impl<T: Side> Area for T {
    fn area(&self) -> f64 {
        self.side() * self.side()
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Renamed {
    x: f64,
}

#[differentiable]
impl Side for Renamed {
    fn side(&self) -> f64 {
        self.x
    }
}

type Other = Renamed;

impl Other {
    fn area(&self) -> f64 {
        5.0 * self.x
    }
}

#[differentiable]
fn by_another_name(x: f64) -> f64 {
    let side = Renamed { x };
    side.area()
//       ^^^^ E0277 this method has no derivative
}

#[derive(Clone, Copy, Differentiable)]
struct ByPath {
    x: f64,
}

#[differentiable]
impl Side for ByPath {
    fn side(&self) -> f64 {
        self.x
    }
}

impl self::ByPath {
    fn area(&self) -> f64 {
        5.0 * self.x
    }
}

#[differentiable]
fn by_a_path(x: f64) -> f64 {
    let side = ByPath { x };
    side.area()
//       ^^^^ E0277 this method has no derivative
}

#[derive(Clone, Copy, Differentiable)]
struct InConstant {
    x: f64,
}

#[differentiable]
impl Side for InConstant {
    fn side(&self) -> f64 {
        self.x
    }
}

const _: () = {
    impl InConstant {
        fn area(&self) -> f64 {
            5.0 * self.x
        }
    }
};

#[differentiable]
fn in_a_constant(x: f64) -> f64 {
    let side = InConstant { x };
    side.area()
//       ^^^^ E0277 this method has no derivative
}

fn main() {}
