//! Structs that patterns take apart, and elements of arrays that are such structs, against central differences.

#![expect(
    clippy::cast_precision_loss,
    clippy::explicit_iter_loop,
    clippy::many_single_char_names,
    clippy::needless_pass_by_value,
    clippy::needless_range_loop,
    reason = "each way to write a loop is tested, and short names stand in short formulas"
)]

mod differences;
mod pairs;

use backprop::{Differentiable, Real, differentiable, differentiate};
use pairs::check;

const AT: [f64; 9] = [0.3, -0.7, 1.2, 1.1, 0.4, 0.8, -0.6, 0.9, 0.37];

#[differentiable]
fn integral(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    0.5 * (b - a) * (f(a) + f(b))
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Pair<T> {
    a: T,
    b: T,
}

/// Not `Copy`: what is not read stays where it is.
#[derive(Clone, Debug, Differentiable)]
struct Orbit<T> {
    at: Spot<T>,
    speed: Spot<T>,
    mass: T,
    #[constant]
    steps: usize,
}

#[derive(Clone, Debug, Differentiable)]
struct Spot<T>(T, T);

#[differentiable]
impl<T: Real> Spot<T> {
    fn norm2(&self) -> T {
        let Self(a, b) = self;
        *a * *a + *b * *b
    }
}

#[differentiable]
fn apart<T: Real>(orbit: &Orbit<T>, Spot(left, right): &Spot<T>) -> T {
    let Orbit { at, speed: Spot(x, y), mass, steps } = orbit;
    assert!(*steps > 1);
    let k = if *steps > 2 { *x * *y } else { *x };
    at.norm2() * *mass + k * *left - *mass * *right + *y / at.norm2() * *left
}

#[differentiable]
fn consumed<T: Real>(Orbit { at, speed: Spot(x, _), mass, .. }: Orbit<T>) -> T {
    at.norm2() * mass + x
}

#[differentiable(wrt(x))]
fn left_out<T: Real>(Orbit { at: Spot(a, b), steps, .. }: &Orbit<T>, x: T) -> T {
    let Spot(c, d) = Spot(x * *a, x);
    if *steps > 2 { c * d * *b } else { x }
}

#[differentiable]
fn taken_apart(x: f64, y: f64) -> f64 {
    let orbit: Orbit<f64> = Orbit { at: Spot(x, y), speed: Spot(y, x * y), mass: x.sin(), steps: 3 };
    let spot: Spot<f64> = Spot(x * x, y);
    let fixed = Orbit { at: Spot(0.5, 2.0), speed: Spot(0.1, 0.2), mass: 1.5, steps: 3 };
    let all = apart(&orbit, &spot) * left_out(&fixed, x);
    let Orbit { at, speed, mass, .. } = &orbit;
    let f = |s: &Spot<f64>, k: f64| {
        let Spot(a, b) = s;
        a * b * mass * s.norm2() + s.norm2() * a + integral(|v| v * *mass + k, k, *a)
    };
    let sum = all * f(at, x) + f(speed, y) * f(&spot, x);
    let Spot(c, d) = spot;
    sum + consumed(orbit) * c * d
}

#[test]
fn structs_are_taken_apart() {
    check!(taken_apart);
    let closure = |x: f64, y: f64| {
        let pulled = differentiate!(|Pair { a, b }: Pair<f64>| a * b + y.sin() * a).grad(Pair { a: x, b: y });
        (pulled.a, pulled.b)
    };
    assert_eq!(closure(0.5, 2.0), (2.0 + 2.0_f64.sin(), 0.5));
}

/// Elements of arrays.
mod elements {
    use super::differences::check;
    use super::{AT, Differentiable, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    struct Point {
        x: f64,
        y: f64,
    }

    #[derive(Clone, Copy, Differentiable)]
    struct Pair(f64, f64);

    #[differentiable]
    fn named(p: &[Point], k: f64) -> f64 {
        let mut s = 0.0;
        for &Point { x, y } in p {
            s += x * y * k;
        }
        for Point { x, y } in p {
            s *= x + y;
        }
        for (i, Point { x, .. }) in p.iter().enumerate() {
            s += x * i as f64;
        }
        let Point { x, y } = p[0];
        let Point { x: a, .. } = &p[1];
        if let Some(Point { x, y }) = p.get(1) {
            s += x * y;
        }
        let mut own = p.to_vec();
        for Point { x, y } in own.iter_mut() {
            *x += *y * k;
            *y *= *x;
        }
        (own[0].x, own[1].y) = (own[1].y, own[0].x * s);
        s + x * y * a + own[0].x * own[1].x + own[1].y
    }

    #[differentiable]
    fn numbered(p: &[Pair], k: f64) -> f64 {
        let mut s = 0.0;
        for Pair(x, y) in p {
            s += x * y;
        }
        for &Pair(x, y) in p {
            s *= x + y * k;
        }
        let Pair(a, b) = p[0];
        let mut own = p.to_vec();
        own.push(Pair(k, a));
        own[0].0 *= own[2].1;
        for q in own.iter_mut() {
            q.1 *= q.0;
        }
        s + a * b + own[0].0 * own[2].1 + own[1].1
    }

    #[test]
    fn gradients() {
        let at = |n: &[f64]| [Point { x: n[0], y: n[1] }, Point { x: n[2], y: n[3] }];
        let (d, d_k) = named::grad(&at(&AT), AT[4]);
        check(&|n| named(&at(n), n[4]), &AT[..5], &[d[0].x, d[0].y, d[1].x, d[1].y, d_k]);
        let at = |n: &[f64]| [Pair(n[0], n[1]), Pair(n[2], n[3])];
        let (d, d_k) = numbered::grad(&at(&AT), AT[4]);
        check(&|n| numbered(&at(n), n[4]), &AT[..5], &[d[0].0, d[0].1, d[1].0, d[1].1, d_k]);
    }
}

/// Structs that hold arrays, by value and by reference.
mod with_arrays {
    use super::differences::check;
    use super::{Differentiable, differentiable};

    #[derive(Clone, Debug, Differentiable)]
    struct Body {
        m: f64,
        x: f64,
        v: f64,
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Frame {
        low: [f64; 2],
        high: [f64; 2],
    }

    #[derive(Clone, Debug, Differentiable)]
    struct World {
        k: f64,
        bodies: Vec<Body>,
        frame: Frame,
        w: Vec<f64>,
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Layer {
        w: Vec<f64>,
        b: [f64; 2],
        k: f64,
    }

    #[differentiable]
    fn volume(frame: Frame, k: f64) -> f64 {
        let Frame { low, high } = frame;
        let mut v = k;
        for i in 0..2 {
            v *= high[i] - low[i];
        }
        v
    }

    /// A parameter by value, of which a part stays where it is.
    #[differentiable]
    fn owned(world: World) -> f64 {
        let World { bodies, frame: Frame { low, .. }, mut w, .. } = world;
        let mut e = world.k;
        for (b, l) in bodies.iter().zip(low.iter()) {
            e += 0.5 * b.m * b.v * b.v * l;
        }
        for v in w.iter_mut() {
            *v += e;
        }
        w.push(low[1]);
        w[0] * w[1] * e + w[2]
    }

    /// A local variable; a loop that takes the elements.
    #[differentiable]
    fn cloned(world: &World) -> f64 {
        let own = world.clone();
        let World { mut bodies, k, frame, w: _ } = own;
        for b in bodies.iter_mut() {
            b.x += k * b.v;
        }
        let mut e = volume(frame, k);
        for b in bodies {
            e += b.x * b.v * b.m;
        }
        e
    }

    /// Behind `&mut`, and as elements of arrays.
    #[differentiable]
    fn step(world: &mut World) {
        let World { bodies, k, w, .. } = world;
        for b in bodies.iter_mut() {
            b.x += *k * b.v * w[0];
        }
        *k *= 0.9;
        w[1] += *k;
    }

    #[differentiable]
    fn scale(net: &mut [Layer]) {
        for layer in net.iter_mut() {
            let Layer { w, b, k } = layer;
            for x in w.iter_mut() {
                *x *= *k;
            }
            b[0] += w[0] * *k;
            *k *= 0.5;
        }
    }

    #[differentiable]
    fn borrowed(world: &World) -> f64 {
        let mut own = world.clone();
        step(&mut own);
        let first = Layer { w: own.w.clone(), b: [own.k, 1.0], k: own.w[0] };
        let mut net = vec![first, Layer { w: world.w.clone(), b: [own.k, own.w[1]], k: own.bodies[0].x }];
        scale(&mut net);
        let mut e = 0.0;
        for l in &net {
            let Layer { w, b, k } = l;
            for (x, y) in w.iter().zip(b) {
                e += x * y;
            }
            e += b[1] * k;
        }
        for i in 0..net.len() {
            let l = &net[i];
            let Layer { w, k, .. } = l;
            for x in w {
                e += x * k;
            }
        }
        e
    }

    const AT: [f64; 13] = [0.3, 1.0, 2.0, 0.5, 0.7, -1.0, 0.2, 0.1, 0.4, 1.0, 1.3, 0.6, 0.9];

    fn world(n: &[f64]) -> World {
        let bodies = n[1..7].chunks(3).map(|b| Body { m: b[0], x: b[1], v: b[2] });
        let frame = Frame { low: [n[7], n[8]], high: [n[9], n[10]] };
        World { k: n[0], bodies: bodies.collect(), frame, w: n[11..].to_vec() }
    }

    fn numbers(d: WorldCotangent) -> Vec<f64> {
        let bodies = d.bodies.into_iter().flat_map(|b| [b.m, b.x, b.v]);
        let frame = d.frame.low.into_iter().chain(d.frame.high);
        std::iter::once(d.k).chain(bodies).chain(frame).chain(d.w).collect()
    }

    #[test]
    fn gradients() {
        check(&|n| owned(world(n)), &AT, &numbers(owned::grad(world(&AT))));
        check(&|n| cloned(&world(n)), &AT, &numbers(cloned::grad(&world(&AT))));
        check(&|n| borrowed(&world(n)), &AT, &numbers(borrowed::grad(&world(&AT))));
    }
}
