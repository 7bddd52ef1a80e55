//! Loops over what is no array, but has a length, indices and an iterator: its elements may come in another order.

use backprop::differentiable;

struct Newest(Vec<f64>);

impl std::ops::Deref for Newest {
    type Target = [f64];

    fn deref(&self) -> &[f64] {
        &self.0
    }
}

impl Newest {
    fn iter(&self) -> std::iter::Rev<std::slice::Iter<'_, f64>> {
        self.0.iter().rev()
    }
}

struct Table {
    rows: Newest,
}

#[differentiable(wrt(x))]
fn of_a_field(x: f64, table: &Table) -> f64 {
    let mut sum = 1.0;
    for v in table.rows.iter() {
//           ^^^^^ E0277 a loop over `Newest` is not differentiable
        sum = sum * x + v;
    }
    sum
}

struct Tables {
    tables: Vec<Newest>,
}

#[differentiable(wrt(x))]
fn of_rows_of_a_field(x: f64, tables: &Tables) -> f64 {
    let mut sum = 1.0;
    for table in &tables.tables {
//      ^^^^^ E0277 a loop over `Newest` is not differentiable
        for v in table.iter() {
            sum = sum * x + v;
        }
    }
    sum
}

#[differentiable(wrt(x))]
fn of_rows(x: f64, tables: &[Newest]) -> f64 {
    let mut sum = 1.0;
    for table in tables {
//      ^^^^^ E0277 a loop over `Newest` is not differentiable
        for v in table.iter() {
            sum = sum * x + v;
        }
    }
    sum
}

fn main() {}
