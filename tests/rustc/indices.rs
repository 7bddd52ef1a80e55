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
//              ^^^^^^ E0277 the index of `not_marked::Matrix` is not differentiable
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
//              ^^^^^^ E0277 the index of `a_method_is_no_index::Matrix` is not differentiable
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

/// An index is that of the type itself, not that of what it derefs to.
mod of_a_type_that_derefs {
    use backprop::{Differentiable, differentiable, stop_gradient};
    use std::ops::{Deref, DerefMut, Index, IndexMut};

    #[derive(Clone, Differentiable)]
    struct Matrix {
        data: Vec<f64>,
    }
    #[differentiable]
    impl Index<(usize, usize)> for Matrix {
        type Output = f64;
        fn index(&self, (i, j): (usize, usize)) -> &f64 {
            &self.data[2 * i + j]
        }
    }
    #[differentiable]
    impl IndexMut<(usize, usize)> for Matrix {
        fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
            &mut self.data[2 * i + j]
        }
    }

    #[derive(Clone)]
    struct Transposed {
        of: Matrix,
    }
    impl Differentiable for Transposed {
        type Cotangent = <Matrix as Differentiable>::Cotangent;
        fn zero_cotangent(&self) -> Self::Cotangent {
            self.of.zero_cotangent()
        }
    }
    impl Deref for Transposed {
        type Target = Matrix;
        fn deref(&self) -> &Matrix {
            &self.of
        }
    }
    impl DerefMut for Transposed {
        fn deref_mut(&mut self) -> &mut Matrix {
            &mut self.of
        }
    }
    impl Index<(usize, usize)> for Transposed {
        type Output = f64;
        fn index(&self, (i, j): (usize, usize)) -> &f64 {
            &self.of.data[2 * j + i]
        }
    }
    impl IndexMut<(usize, usize)> for Transposed {
        fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
            &mut self.of.data[2 * j + i]
        }
    }

    #[differentiable]
    fn read(m: &Transposed, k: f64) -> f64 {
        k * m[(0, 1)]
//            ^^^^^^ E0277 the index of `Transposed` is not differentiable
    }
    #[differentiable]
    fn read_of_the_other(m: &Transposed, k: f64) -> f64 {
        k * (**m)[(0, 1)]
    }
    #[differentiable]
    fn value_alone(m: &Transposed, k: f64) -> f64 {
        let c = stop_gradient(m[(0, 1)]);
//                              ^^^^^^ E0277 the index of `Transposed` is not differentiable
        c * k + (**m)[(1, 1)]
    }
    #[differentiable]
    fn changed(m: &mut Transposed, k: f64) -> f64 {
        m[(0, 1)] += k;
//        ^^^^^^ E0277 the index of `Transposed` is not differentiable
        k
    }
}

fn main() {}
