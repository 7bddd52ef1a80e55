use backprop::differentiable;

macro_rules! stepped {
    ($name:ident, $body:block) => {
        #[differentiable]
        fn $name(x: f64) -> f64 {
            $body
            x
        }
    };
}

stepped!(steps, {
    let _two = 2.0;
});

fn main() {}
