//! Structs that hold arrays in combination with calls, closures, traits, recursion and branches: gradients against central
//! differences.

#![expect(
    clippy::float_cmp,
    clippy::needless_range_loop,
    reason = "values are exact; loops over indices are what is tested"
)]

use backprop::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    w: Vec<f64>,
    b: Vec<f64>,
    n: usize,
    #[constant]
    label: &'static str,
}

#[derive(Clone, Debug, Differentiable)]
struct Net {
    layers: Vec<Layer>,
    first: Layer,
    scale: f64,
}

fn layer() -> Layer {
    Layer { w: vec![0.5, -0.3, 0.8, 0.2], b: vec![0.1, -0.2], n: 2, label: "layer" }
}

/// Leaves a `while` by what is in an array.
#[differentiable]
fn whiles(l: &Layer, x: f64) -> f64 {
    let mut i = 0;
    let mut acc = x;
    while i < l.w.len() {
        acc = acc * l.w[i] + l.b[i % l.n];
        if acc > 100.0 {
            break;
        }
        i += 1;
    }
    acc
}

#[differentiable]
fn recursive(l: &Layer, x: f64, k: usize) -> f64 {
    if k == 0 { l.b[0] * x } else { l.w[k] * recursive(l, x + l.b[1], k - 1) }
}

#[differentiable]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

#[differentiable]
fn higher(l: &Layer, x: f64) -> f64 {
    let a = l.w[0];
    let b = l.b[1];
    twice(|v| a * v * v + b, x) * l.w[1]
}

#[differentiable]
trait Act {
    fn act(&self, x: f64) -> f64;
}

#[differentiable]
impl Act for Layer {
    fn act(&self, x: f64) -> f64 {
        let mut s = 0.0;
        for i in 0..self.n {
            s += self.w[i] * x + self.b[i];
        }
        s
    }
}

#[differentiable]
fn generic<A: Act>(a: &A, x: f64) -> f64 {
    a.act(a.act(x))
}

#[differentiable]
fn net(m: &Net, x: &[f64]) -> f64 {
    let mut s = 0.0;
    for k in 0..m.first.n {
        s += m.first.act(x[k]) * m.scale;
    }
    s + m.first.w[1]
}

#[differentiable]
fn both(a: &Layer, b: &Layer) -> f64 {
    let mut s = 0.0;
    for i in 0..a.w.len() {
        s += a.w[i] * b.w[i] * b.b[0];
    }
    s
}
#[differentiable]
fn same(a: &Layer) -> f64 {
    both(a, a) * a.w[0]
}

#[differentiable]
fn shadow(l: &Layer) -> f64 {
    let x = l.w[0] * l.w[1];
    let f = |w: f64| w * l.b[0];
    let w = f(x);
    w * l.b[1]
}

#[differentiable]
fn matches(l: &Layer, k: usize) -> f64 {
    let v = match k {
        0 => l.w[0] * l.w[0],
        1 => {
            let t = l.b[0];
            t * t * t
        }
        _ => 1.0,
    };
    v * l.w[3]
}

fn numbers(l: &mut Layer) -> Vec<&mut f64> {
    l.w.iter_mut().chain(l.b.iter_mut()).collect()
}
fn flat(d: &LayerCotangent) -> Vec<f64> {
    d.w.iter().chain(&d.b).copied().collect()
}
fn slopes(f: impl Fn(&Layer) -> f64) -> Vec<f64> {
    (0..6)
        .map(|i| {
            let at = |h: f64| {
                let mut l = layer();
                *numbers(&mut l)[i] += h;
                f(&l)
            };
            (at(1e-6) - at(-1e-6)) / 2e-6
        })
        .collect()
}
fn close(a: &[f64], b: &[f64]) {
    for (x, y) in a.iter().zip(b) {
        assert!((x - y).abs() < 1e-7 * y.abs().max(1.0), "{a:?} {b:?}");
    }
    assert_eq!(a.len(), b.len());
}

#[test]
fn of_whiles() {
    close(&flat(&whiles::grad(&layer(), 1.5).0), &slopes(|l| whiles(l, 1.5)));
}
#[test]
fn of_recursive() {
    close(&flat(&recursive::grad(&layer(), 1.5, 3).0), &slopes(|l| recursive(l, 1.5, 3)));
}
#[test]
fn of_higher() {
    close(&flat(&higher::grad(&layer(), 1.5).0), &slopes(|l| higher(l, 1.5)));
}
#[test]
fn of_generic() {
    close(&flat(&generic::grad(&layer(), 1.5).0), &slopes(|l| generic(l, 1.5)));
}
#[test]
fn of_same() {
    close(&flat(&same::grad(&layer())), &slopes(same));
}
#[test]
fn of_shadow() {
    close(&flat(&shadow::grad(&layer())), &slopes(shadow));
}
#[test]
fn of_matches() {
    for k in 0..3 {
        close(&flat(&matches::grad(&layer(), k)), &slopes(|l| matches(l, k)));
    }
}
#[test]
fn of_net() {
    assert_eq!(layer().label, "layer");
    let m = Net { layers: vec![layer()], first: layer(), scale: 0.7 };
    let (v, (d, dx)) = net::value_and_grad(&m, &[0.3, 0.9]);
    assert_eq!(v, net(&m, &[0.3, 0.9]));
    close(&flat(&d.first), &slopes(|l| net(&Net { layers: vec![], first: l.clone(), scale: 0.7 }, &[0.3, 0.9])));
    assert_eq!((d.layers.len(), d.layers[0].w.len(), dx.len()), (1, 4, 2));
}

#[derive(Clone, Copy, Differentiable)]
struct Body {
    x: f64,
    v: f64,
}

#[derive(Clone, Differentiable)]
struct Cloud {
    bodies: Vec<Body>,
    g: f64,
}

#[differentiable]
impl Body {
    fn pull(&self, k: f64) -> f64 {
        self.x * k + self.v
    }
}

#[differentiable]
fn total(bodies: &[Body], k: f64) -> f64 {
    bodies[0].x * k + bodies[1].v
}

/// What is left of the struct in the loop, and goes from turn to turn, has one field that is read.
#[differentiable]
impl Cloud {
    fn turn(&mut self, k: f64) {
        for i in 0..self.bodies.len() {
            self.bodies[i].x += total(&self.bodies, self.g * self.bodies[0].x).tanh();
            let z = total(&self.bodies, self.g).tanh();
            self.bodies[i].v = self.bodies[i].pull(k + z);
        }
    }
}

#[differentiable]
fn turned(p: &[f64; 6]) -> f64 {
    let bodies = vec![Body { x: p[0], v: p[1] }, Body { x: p[2], v: p[3] }];
    let mut cloud = Cloud { bodies, g: p[4] };
    cloud.turn(p[5]);
    cloud.bodies[0].x * cloud.bodies[1].v + cloud.g * cloud.bodies[1].x
}

#[test]
fn of_what_is_left_of_a_struct_in_a_loop() {
    let p = [0.4, -0.3, 0.8, 0.2, 0.7, 1.1];
    let gradient = turned::grad(&p);
    for i in 0..6 {
        let at = |h: f64| {
            let mut p = p;
            p[i] += h;
            turned(&p)
        };
        assert!(((at(1e-6) - at(-1e-6)) / 2e-6 - gradient[i]).abs() < 1e-7);
    }
}
