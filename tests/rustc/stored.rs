//! What a call may store of a number that depends on a differentiated parameter, and what is read from there.

use std::cell::{Cell, RefCell};
use std::sync::Mutex;

use backprop::{differentiable, stop_gradient};

fn keep(cell: &Cell<f64>, x: f64) -> usize {
    cell.set(x);
    1
}

#[differentiable(wrt(x))]
fn in_a_cell(cell: &Cell<f64>, x: f64) -> f64 {
    let k: usize = keep(cell, x);
    cell.get() * x * k as f64
//       ^^^ E0277 a call may have stored a number here
}

#[differentiable(wrt(x))]
fn in_a_cell_without_a_derivative(cell: &Cell<f64>, x: f64) -> f64 {
    let k: usize = keep(cell, stop_gradient(x));
    cell.get() * x * k as f64
}

struct Average {
    sum: RefCell<Vec<f64>>,
}

impl Average {
    fn note(&self, x: f64) -> bool {
        self.sum.borrow_mut().push(x);
        true
    }

    fn last(&self) -> f64 {
        self.sum.borrow().last().copied().unwrap_or_default()
    }
}

#[differentiable(wrt(x))]
fn in_a_struct(average: &Average, x: f64, n: usize) -> f64 {
    let mut sum = x;
    for _ in 0..n {
        sum += x * average.last();
//                         ^^^^ E0277 a call may have stored a number here
        let added: bool = average.note(sum);
        if !added {
            break;
        }
    }
    sum
}

fn count(lock: &Mutex<f64>, x: f64) -> u32 {
    *lock.lock().unwrap() += x;
    1
}

#[differentiable(wrt(x))]
fn under_a_lock(lock: &Mutex<f64>, x: f64) -> f64 {
    let n: u32 = count(lock, x);
    let held = *lock.lock().unwrap();
//             ^ E0277 a call may have stored a number here
    held * x * f64::from(n)
}

struct Table {
    at: Vec<f64>,
    last: Cell<usize>,
}

impl Table {
    fn find(&self, x: f64) -> usize {
        self.last.set(self.at.partition_point(|at| *at < x));
        self.last.get()
    }
}

struct Fixed {
    at: Vec<f64>,
}

impl Fixed {
    fn find(&self, x: f64) -> usize {
        self.at.partition_point(|at| *at < x)
    }

    fn value(&self, k: usize) -> f64 {
        self.at[k]
    }
}

trait Bins {
    fn bin(&self, x: f64) -> usize;
    fn value(&self, k: usize) -> f64;
}

#[differentiable(wrt(x))]
fn no_number_is_read(table: &Table, x: f64) -> f64 {
    let k: usize = table.find(x);
    k as f64 * x
}

#[differentiable(wrt(x))]
fn of_what_does_not_change(table: &Fixed, x: f64) -> f64 {
    let k: usize = table.find(x);
    table.value(k) * x
}

#[differentiable(wrt(x))]
fn of_what_only_a_trait_tells<B: Bins>(bins: &B, others: &dyn Bins, x: f64) -> f64 {
    let (k, i): (usize, usize) = (bins.bin(x), others.bin(x));
    bins.value(k) * others.value(i) * x
}

fn main() {}
