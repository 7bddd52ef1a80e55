use backprop::{Differentiable, differentiable};

macro_rules! stepped {
    ($name:ident, $body:block) => {
        #[differentiable]
        fn $name(&self, x: f64) -> f64 {
            $body
            self.k * x
        }
    };
}

#[derive(Clone, Copy, Differentiable)]
struct Scale {
    k: f64,
}

impl Scale {
    stepped!(steps, {
        let _two = 2.0;
    });
}

trait First {
    fn first_of(&self) -> f64;
}

impl First for [f64; 2] {
    fn first_of(&self) -> f64 {
        self[0]
    }
}

impl Scale {
    #[differentiable]
    fn by_a_foreign_method(&self, x: f64) -> f64 {
        let pair = [self.k * x, x];
        pair.first_of()
    }
}

fn main() {
    let scale = Scale { k: 2.0 };
    assert_eq!(scale.steps_grad(3.0).1, 2.0);
}
