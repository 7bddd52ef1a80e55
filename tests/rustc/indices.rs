//! Indices whose `impl` is not marked, and mistakes in them.

mod not_marked {
    use backprop::{Differentiable, differentiable};
    use std::ops::Index;

    #[derive(Clone, Differentiable)]
    struct Matrix {
        data: Vec<f64>,
        cols: usize,
    }
    impl Index<(usize, usize)> for Matrix {
        type Output = f64;
        fn index(&self, (i, j): (usize, usize)) -> &f64 {
            &self.data[i * self.cols + j]
        }
    }
    #[differentiable]
    fn f(m: &Matrix) -> f64 {
        2.0 * m[(0, 1)]
//              ^^^^^^ E0599 __Index_needs_differentiable
    }
}

mod no_index {
    use backprop::{Differentiable, differentiable};

    #[derive(Clone, Differentiable)]
    struct Matrix {
        data: Vec<f64>,
    }
    #[differentiable]
    impl Matrix {
        fn f(&self) -> f64 {
            self.data[0] * self.dota[1]
//                              ^^^^ E0609
        }
    }
}

mod misspelt_in_an_index {
    use backprop::{Differentiable, differentiable};
    use std::ops::Index;

    #[derive(Clone, Differentiable)]
    struct Matrix {
        data: Vec<f64>,
        cols: usize,
    }
    #[differentiable]
    impl Index<(usize, usize)> for Matrix {
        type Output = f64;
        fn index(&self, (i, j): (usize, usize)) -> &f64 {
            &self.dato[i * self.cols + j]
//                ^^^^ E0609
        }
    }
    #[differentiable]
    fn f(m: &Matrix) -> f64 {
        2.0 * m[(0, 1)]
    }
}

mod a_method_is_no_index {
    use backprop::{Differentiable, differentiable};
    use std::ops::Index;

    #[derive(Clone, Differentiable)]
    struct Matrix {
        data: Vec<f64>,
        cols: usize,
    }
    #[differentiable]
    impl Matrix {
        fn index(&self, (i, j): (usize, usize)) -> f64 {
            self.data[j * self.cols + i]
        }
    }
    impl Index<(usize, usize)> for Matrix {
        type Output = f64;
        fn index(&self, (i, j): (usize, usize)) -> &f64 {
            &self.data[i * self.cols + j]
        }
    }
    #[differentiable]
    fn f(m: &Matrix) -> f64 {
        2.0 * m[(0, 1)]
//              ^^^^^^ E0599 __Index_needs_differentiable
    }
}

mod one_of_two {
    use backprop::{Differentiable, differentiable};
    use std::ops::Index;

    #[derive(Clone, Differentiable)]
    struct Matrix {
        data: Vec<f64>,
    }
    #[differentiable]
    impl Index<(usize, usize)> for Matrix {
//             ^^^^^^^^^^^^^^ E0283
        type Output = f64;
        fn index(&self, (i, j): (usize, usize)) -> &f64 {
            &self.data[2 * i + j]
        }
    }
    impl Index<(i32, i32)> for Matrix {
        type Output = f64;
        fn index(&self, _: (i32, i32)) -> &f64 {
            &self.data[0]
        }
    }
}

fn main() {}
