//! What does something when it is dropped, where a derivative may drop it at another place: in fields of structs with a derivative, in closures
//! that take it, in tuples that are given another value, and where an arm takes it out of a tuple.

use std::cell::{Ref, RefMut};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::MutexGuard;

use backprop::{Differentiable, differentiable};

struct Guard(u32);

impl Guard {
    fn k(&self) -> f64 {
        f64::from(self.0)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        println!("{}", self.0);
    }
}

#[derive(Differentiable)]
struct Guarded<'a> {
    x: f64,
    #[constant]
    guard: Guard,
//         ^^^^^ E0277 this does something when it is dropped
    #[constant]
    many: Vec<(u8, Guard)>,
//                 ^^^^^ E0277 this does something when it is dropped
    #[constant]
    maybe: Option<Box<Guard>>,
//                    ^^^^^ E0277 this does something when it is dropped
    #[constant]
    lock: MutexGuard<'a, u32>,
//        ^^^^^^^^^^ E0277 this does something when it is dropped
    #[constant]
    look: Ref<'a, u32>,
//        ^^^ E0277 this does something when it is dropped
    #[constant]
    change: RefMut<'a, u32>,
//          ^^^^^^ E0277 this does something when it is dropped
}

#[derive(Clone, Differentiable)]
enum Kind {
    Plain,
    Named(#[constant] Rc<Guard>),
//                       ^^^^^ E0277 this does something when it is dropped
}

#[derive(Clone, Differentiable)]
struct Right<'a, U> {
    weight: f64,
    #[constant]
    guard: &'a Guard,
    #[constant]
    names: Vec<String>,
    #[constant]
    tables: HashMap<String, Vec<f64>>,
    #[constant]
    sorted: BTreeMap<u32, [f64; 2]>,
    #[constant]
    rule: Rc<dyn Fn(f64) -> f64>,
    #[constant]
    boxed: Option<Box<[f64]>>,
    #[constant]
    open: U,
}

fn guard(k: u32) -> Guard {
    Guard(k)
}

fn pair(k: u32) -> (Guard, Guard) {
    (Guard(k), Guard(k + 1))
}

#[differentiable]
fn taken(x: f64) -> f64 {
    let held = guard(1);
    let y = {
        let scaled = move |t: f64| t * held.k();
//                        ^ E0277 this does something when it is dropped
        scaled(x)
    };
    y * x
}

#[differentiable]
fn lent(x: f64) -> f64 {
    let held = guard(1);
    let table = vec![1_u32, 2];
    let name = String::from("name");
    let y = {
        let scaled = |t: f64| t * held.k();
        let other = move |t: f64| t * table.len() as f64 * name.len() as f64;
        other(scaled(x))
    };
    y * x
}

#[differentiable]
fn another(x: f64, n: u32) -> f64 {
    let mut pair = (x, guard(1));
    if n > 1 {
        pair = (2.0 * x, guard(n));
//           ^ E0277 this does something when it is dropped
    }
    pair.0 * x
}

#[differentiable]
fn out_of_order(x: f64, n: u32) -> f64 {
    match pair(n) {
//        ^^^^ E0277 this does something when it is dropped
        (Guard(0), second) => x * second.k(),
        _ => x,
    }
}

#[differentiable]
fn in_order(x: f64, n: u32) -> f64 {
    let (first, second) = pair(n);
    match (first.0, second.0) {
        (0, _) => 2.0 * x,
        _ => x,
    }
}

fn main() {}
