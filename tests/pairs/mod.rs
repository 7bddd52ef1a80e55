//! Gradients and backpropagators of functions of two numbers, held against central differences.

/// Holds those of these functions against them, at two points.
macro_rules! check {
    ($($function:ident)*) => { $(
        for at in [[0.7, 1.3], [1.9, 0.3]] {
            let [x, y] = at;
            let (d_x, d_y) = $function::grad(x, y);
            $crate::differences::check(&|at| $function(at[0], at[1]), &at, &[d_x, d_y]);
            let (d_x, d_y) = $function::vjp(x, y).1(2.0);
            $crate::differences::check(&|at| 2.0 * $function(at[0], at[1]), &at, &[d_x, d_y]);
        }
    )* };
}

pub(crate) use check;
