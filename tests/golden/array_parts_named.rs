//! Names for parts of arrays: the elements of rows that are read, and of rows that are written to.

#[differentiable]
fn products(a: &[f64], x: &[f64]) -> f64 {
    let n = x.len();
    let mut y = vec![0.0; a.len()];
    let mut total = 0.0;
    for i in 0..a.len() / n {
        let row = &a[i * n..(i + 1) * n];
        let out = &mut y[i * n..(i + 1) * n];
        for j in 0..n {
            out[j] = row[j] * x[j];
            total += out[j] * out[j];
        }
    }
    total
}
