//! Structs with the names of types of the standard library that hold others. These say what they hold, and a struct does not. Gradients
//! against central differences.

#![expect(clippy::explicit_iter_loop, clippy::needless_pass_by_value, reason = "each way to take them is tried")]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Copy, Differentiable)]
struct Arc {
    radius: f64,
    angle: f64,
}

#[derive(Clone, Differentiable)]
struct Box {
    sides: Vec<f64>,
    height: f64,
    n: usize,
}

#[derive(Clone, Copy, Differentiable)]
struct Option {
    strike: f64,
    volatility: f64,
}

#[differentiable]
impl Arc {
    fn length(&self) -> f64 {
        self.radius * self.angle
    }

    fn scaled(self, k: f64) -> Arc {
        Arc { radius: self.radius * k, angle: self.angle }
    }
}

#[differentiable]
impl Box {
    fn new(sides: &[f64]) -> Box {
        Box { sides: sides.to_vec(), height: sides[0], n: 1 }
    }

    fn volume(&self) -> f64 {
        let mut product = self.height + self.sides[self.n];
        for side in &self.sides {
            product *= side;
        }
        product
    }

    fn grow(&mut self, k: f64) {
        for side in self.sides.iter_mut() {
            *side *= k;
        }
        self.height += k;
    }
}

#[differentiable]
fn of_each(arc: &Arc, of: &Box, option: Option) -> f64 {
    let mut grown = of.clone();
    grown.grow(arc.scaled(option.strike).length());
    let other = Box::new(&grown.sides);
    let Box { sides, height, .. } = of;
    other.volume() * grown.volume() * option.volatility + sides[1] * height
}

#[differentiable]
fn of_arrays(options: &[Option], arcs: Vec<Arc>) -> f64 {
    let mut sum = 0.0;
    for option in options {
        sum += option.strike * option.volatility;
    }
    for arc in &arcs {
        sum *= arc.length();
    }
    sum
}

#[test]
fn structs_are_no_containers() {
    let at = [0.3, 0.4, 0.7, 0.2, 0.5, 0.9, 1.1];
    let arc = |x: &[f64]| Arc { radius: x[0], angle: x[1] };
    let boxed = |x: &[f64]| Box { sides: x[2..4].to_vec(), height: x[4], n: 1 };
    let option = |x: &[f64]| Option { strike: x[5], volatility: x[6] };
    let (d_arc, d_box, d_option) = of_each::grad(&arc(&at), &boxed(&at), option(&at));
    let d = [d_arc.radius, d_arc.angle, d_box.sides[0], d_box.sides[1], d_box.height];
    let d = [&d[..], &[d_option.strike, d_option.volatility]].concat();
    check(&|x| of_each(&arc(x), &boxed(x), option(x)), &at, &d);

    let value = |x: &[f64]| of_arrays(&[option(x); 2], vec![arc(x), arc(&x[1..])]);
    let (d_options, d_arcs) = of_arrays::grad(&[option(&at); 2], vec![arc(&at), arc(&at[1..])]);
    let [strike, volatility] = [0, 1].map(|at| d_options.iter().map(|d| [d.strike, d.volatility][at]).sum::<f64>());
    let d = [d_arcs[0].radius, d_arcs[0].angle + d_arcs[1].radius, d_arcs[1].angle, 0.0, 0.0, strike, volatility];
    check(&value, &at, &d);
}
