// An array that a call looks at and that is overwritten then: the reverse pass puts back what was there, and looks again.

#[differentiable]
fn relaxed(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let mut total = 0.0;
    for i in 0..y.len() {
        let seen = norm(&y);
        y[i] *= seen;
        total += y[i] * seen;
    }
    total
}
