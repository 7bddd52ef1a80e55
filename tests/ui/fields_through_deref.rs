use backprop::{Differentiable, differentiable};
use std::ops::{Deref, DerefMut};

#[derive(Clone, Copy, Differentiable)]
struct Inner {
    depth: f64,
}

#[derive(Clone, Copy, Differentiable)]
struct Outer {
    inner: Inner,
    k: f64,
}

impl Deref for Outer {
    type Target = Inner;
    fn deref(&self) -> &Inner {
        &self.inner
    }
}

impl DerefMut for Outer {
    fn deref_mut(&mut self) -> &mut Inner {
        &mut self.inner
    }
}

#[differentiable]
fn read(x: f64) -> f64 {
    let outer = Outer { inner: Inner { depth: x }, k: 2.0 * x };
    outer.depth * outer.k
}

#[differentiable]
fn changed(x: f64) -> f64 {
    let mut outer = Outer { inner: Inner { depth: x }, k: 2.0 * x };
    outer.depth *= 3.0;
    outer.inner.depth * outer.k
}

fn main() {}
