use backprop::differentiable;

// What is called here is written otherwise before the macro looks into it.
trait Rows {
    fn last(&self) -> Option<&Vec<f64>>;
}

impl Rows for Vec<Vec<f64>> {
    fn last(&self) -> Option<&Vec<f64>> {
        self.get(0)
    }
}

#[differentiable]
fn row(rows: &Vec<Vec<f64>>) -> f64 {
    rows.last().unwrap()[0] * 2.0
//       ^^^^ E0277
}

fn main() {}
