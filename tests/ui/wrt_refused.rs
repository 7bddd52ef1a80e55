use backprop::differentiable;

struct Table(Vec<f64>);

#[differentiable(wrt(w))]
fn loss(w: f64, data: &[f64], table: &Table) -> f64 {
    let mut total = 0.0;
    for x in data.iter().map(|x| x * x) {
        total += w * x + table.0[0];
    }
    total
}

#[differentiable(wrt(w))]
fn doubled(w: f64, data: &[f64], table: &Table) -> f64 {
    2.0 * loss(w, data, table)
}

fn main() {
    let table = Table(vec![1.0]);
    let _: f64 = loss::grad(1.0, &[2.0], &table);
    let _: f64 = doubled::grad(1.0, &[2.0], &table);
}
