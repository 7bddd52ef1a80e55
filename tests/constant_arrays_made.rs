//! Arrays without a derivative that are made in one statement and needed in later ones: in constant fields of new structs, and beside
//! conditions on what the host computed.

#![expect(clippy::cast_precision_loss, reason = "the lengths are small")]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Differentiable)]
struct Filter {
    #[constant]
    taps: Vec<f64>,
    #[constant]
    order: Vec<usize>,
    #[constant]
    groups: Vec<Vec<u8>>,
    #[constant]
    name: String,
    weights: Vec<f64>,
    bias: f64,
    rows: Vec<Vec<f64>>,
}

fn filter() -> Filter {
    Filter {
        taps: vec![0.3, -0.7],
        order: vec![1, 0],
        groups: vec![vec![1, 4]],
        name: "first".to_owned(),
        weights: vec![0.4, 0.2],
        bias: 0.6,
        rows: vec![vec![0.1, 0.5], vec![0.9]],
    }
}

#[differentiable]
fn rebuilt(filter: &Filter, k: f64) -> f64 {
    let weights = vec![k; 3];
    let new = Filter {
        weights,
        bias: filter.taps[1].tanh() * k,
        taps: vec![1.25, filter.taps[0]],
        order: vec![2, 0],
        groups: vec![vec![1, 3], Vec::new()],
        name: format!("of {}", filter.order.len()),
        rows: Vec::new(),
    };
    let values = [k - new.weights[new.order[0]] * filter.bias, new.taps[0] * k];
    values[0] * values[1] * new.weights[1] + new.bias * f64::from(new.groups[0][1]) + new.name.len() as f64 * k
}

#[differentiable]
fn over_rows(filter: &Filter, k: f64) -> f64 {
    let mut sum = 0.0;
    for _ in 0..2 {
        for row in &filter.rows {
            for (value, tap) in row.iter().zip(&filter.taps) {
                sum += value * tap * k * filter.bias;
            }
        }
    }
    sum * filter.taps[1].sin()
}

#[test]
fn structs_are_made_of_constant_arrays() {
    let filter = filter();
    for f in [
        (
            rebuilt as fn(&Filter, f64) -> f64,
            rebuilt::value_and_grad as fn(&Filter, f64) -> (f64, (FilterCotangent, f64)),
        ),
        (over_rows, over_rows::value_and_grad),
    ] {
        let (value, (d_filter, d_k)) = f.1(&filter, 0.7);
        assert_eq!(value.to_bits(), f.0(&filter, 0.7).to_bits());
        let at = |x: &[f64]| {
            let mut filter = filter.clone();
            filter.bias = x[1];
            filter.rows[0][1] = x[2];
            f.0(&filter, x[0])
        };
        let d_element = d_filter.rows.first().and_then(|row| row.get(1)).copied().unwrap_or(0.0);
        check(&at, &[0.7, filter.bias, filter.rows[0][1]], &[d_k, d_filter.bias, d_element]);
    }
}
