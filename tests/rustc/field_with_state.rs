//! Fields that change behind a shared reference: a copy of the struct would have a state of its own. What copies share is right, and what nobody
//! can copy.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::{Arc, Mutex, OnceLock};

use backprop::{Differentiable, Real};

#[derive(Clone, Differentiable)]
struct Counting {
    #[constant]
    calls: Cell<u32>,
//         ^^^^ E0277 this field changes behind a shared reference
    weight: f64,
}

#[derive(Differentiable)]
struct Logging {
    weight: f64,
    #[constant]
    log: RefCell<Vec<String>>,
//       ^^^^^^^ E0277 this field changes behind a shared reference
}

#[derive(Clone)]
struct Inside {
    seen: Vec<Option<Cell<u32>>>,
}

#[derive(Clone, Differentiable)]
struct Outside(f64, #[constant] Inside);
//                              ^^^^^^ E0277 this field changes behind a shared reference

#[derive(Clone, Differentiable)]
struct Cached {
    weight: f64,
    #[constant]
    cache: OnceCell<f64>,
//         ^^^^^^^^ E0277 this field changes behind a shared reference
    #[constant]
    shared: OnceLock<f64>,
//          ^^^^^^^^ E0277 this field changes behind a shared reference
}

#[derive(Clone, Differentiable)]
enum Kind {
    Plain,
    Counted(#[constant] Cell<f64>),
//                      ^^^^ E0277 this field changes behind a shared reference
}

#[derive(Clone, Differentiable)]
struct Right<'a, U, T: Real> {
    weight: T,
    #[constant]
    calls: &'a Cell<u32>,
    #[constant]
    log: Rc<RefCell<Vec<String>>>,
    #[constant]
    lock: Arc<Mutex<u32>>,
    #[constant]
    table: HashMap<String, Vec<f64>>,
    #[constant]
    shape: fn(f64) -> f64,
    #[constant]
    boxed: Option<Box<[f64]>>,
    #[constant]
    unit: PhantomData<U>,
    #[constant]
    rule: Rc<dyn Fn(f64) -> f64>,
    #[constant]
    rules: Vec<Rc<dyn Fn(f64) -> f64>>,
    #[constant]
    last: Option<Rc<Cell<u32>>>,
    #[constant]
    open: U,
}

#[derive(Differentiable)]
struct Alone {
    weight: f64,
    #[constant]
    rule: Box<dyn Fn(f64) -> f64>,
    #[constant]
    lock: Mutex<u32>,
}

fn main() {}
