//! A function that nothing in the file has, called in `differentiate!`.

use backprop::differentiate;

fn main() {
    let scale = 3.0;
    let _ = differentiate!(|x| scale * other(x)).grad(1.0);
//                                     ^^^^^ E0425 cannot find function `other`
    let _ = differentiate!(|x, y| another(x, y) * y).grad(1.0, 2.0);
//                                ^^^^^^^ E0425 cannot find function `another`
    let _ = differentiate!(|x| (x - scale).powi(2.0)).grad(1.0);
//                                         ^^^^ no code values of types `f64` and `i32` meet here
    let of_here = |x: f64| x;
    let _ = differentiate!(|x| of_here(x)).grad(1.0);
//                             ^^^^^^^ E0277 this function has no derivative
}
