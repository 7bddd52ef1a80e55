//! Arrays that are looked at, and then changed by calls: the backpropagator of a call puts back what the call has changed, so that it costs
//! what the call does. Gradients against central differences, bytes counted.

mod differences;

use backprop::{Differentiable, Real, differentiable};
use differences::check;

type Triple = [f64; 3];

#[differentiable]
fn near(u: &[f64], i: usize) -> f64 {
    u[i] * u[i + 1] * (1.0 + u[i])
}

#[differentiable]
fn sum_of_squares(u: &[f64]) -> f64 {
    let mut sum = 0.0;
    for v in u {
        sum += v * v;
    }
    sum
}

#[differentiable]
fn put(u: &mut [f64], i: usize, v: f64) {
    u[i] = v;
}

/// What it gives depends on what it changes, and it changes several elements, one of them twice.
#[differentiable]
fn relax(u: &mut [f64], i: usize) -> f64 {
    let old = u[i];
    u[i] = 0.4 * (u[i + 1] + old * old);
    u[i] *= u[i + 1];
    u[i + 1] += 0.1 * u[i];
    (u[i] - old).powi(2)
}

/// A loop that ends early.
#[differentiable]
fn sweep(u: &mut [f64], limit: f64) -> f64 {
    let mut sum = 0.0;
    for i in 1..u.len() {
        u[i] *= 1.0 - 0.3 * u[i - 1];
        sum += u[i] * u[i - 1];
        if sum > limit {
            return sum * u[0];
        }
    }
    sum
}

/// Two arrays, of which the callers look at one.
#[differentiable]
fn both(u: &mut [f64], v: &mut [f64], i: usize, dt: f64) {
    v[i] -= dt * u[i] * u[i + 1];
    u[i] += dt * v[i] * v[i];
}

/// Beside what it only looks at, and data.
#[differentiable(wrt(u, w))]
fn weighed(u: &mut [f64], w: &[f64], data: &[f64], i: usize) {
    u[i] = u[i] * w[i % 2] + data[i % 2] * u[i + 1] * w[1];
}

/// Calls that change, in one that changes.
#[differentiable]
fn twice(u: &mut [f64], i: usize, k: f64) -> f64 {
    let before = near(u, i);
    put(u, i, k * before);
    let sum = relax(u, i);
    sum * near(u, i)
}

/// The order of all elements, and whole arrays.
#[differentiable]
fn shuffle(u: &mut [f64], k: f64) {
    let n = u.len();
    u.swap(0, n - 1);
    u.reverse();
    u[1] *= k;
    u[2..].fill(k * 0.5);
}

/// A vector that grows, and one that shrinks.
#[differentiable]
fn grow(v: &mut Vec<f64>, k: f64) {
    let last = v[v.len() - 1];
    v.push(k * last * last);
}

#[differentiable]
fn shrink(v: &mut Vec<f64>) -> f64 {
    let last = v.pop().unwrap();
    v[0] += last * last;
    last * v[0]
}

#[differentiable]
fn norm(p: &Triple) -> f64 {
    (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt()
}

#[differentiable]
fn turn(p: &mut Triple, by: f64) {
    let [x, y, _] = *p;
    p[0] = x - by * y * x;
    p[1] = y + by * x;
    p[2] *= x;
}

/// A recursion: its derivative is in a box.
#[differentiable]
fn scan(u: &mut [f64], i: usize) {
    if i + 1 < u.len() {
        u[i + 1] += 0.5 * u[i] * u[i + 1];
        scan(u, i + 1);
    }
}

/// Of any number.
#[differentiable]
fn lift<T: Real>(u: &mut [T], i: usize, k: T) {
    u[i] = u[i] * u[i] + k * u[i + 1];
}

#[differentiable]
fn spread<const N: usize>(u: &mut [[f64; N]], i: usize, k: f64) {
    for j in 1..N {
        u[i][j] += k * u[i][j - 1] * u[i + 1][j];
    }
}

#[differentiable]
fn of_rows(u: &[[f64; 2]], i: usize) -> f64 {
    u[i][0] * u[i][1] * u[i + 1][0]
}

#[derive(Clone, Debug, Differentiable)]
struct Grain {
    at: f64,
    speed: f64,
}

#[differentiable]
fn push(grains: &mut [Grain], i: usize, dt: f64) {
    grains[i].speed -= dt * grains[i].at * grains[i + 1].at;
    grains[i].at += dt * grains[i].speed;
}

#[differentiable]
fn energy(grains: &[Grain], i: usize) -> f64 {
    grains[i].at * grains[i].at + 0.5 * grains[i].speed * grains[i + 1].speed
}

/// A rule of the user's own: what it changes is copied.
#[differentiable(vjp = cube_rule)]
fn cube(u: &mut [f64]) {
    for v in u {
        *v = v.powi(3);
    }
}

fn cube_rule(u: &mut [f64]) -> ((), impl Fn(&mut [f64]) + use<>) {
    let before = u.to_vec();
    cube(u);
    ((), move |d: &mut [f64]| d.iter_mut().zip(&before).for_each(|(d, x)| *d *= 3.0 * x * x))
}

#[differentiable]
fn looked_then_put(x: &[f64], k: f64) -> f64 {
    let mut u = x.to_vec();
    for i in 0..x.len() - 1 {
        let v = k * near(&u, i);
        put(&mut u, i, v);
    }
    sum_of_squares(&u)
}

#[differentiable]
fn relaxed(x: &[f64], k: f64) -> f64 {
    let mut u = x.to_vec();
    let mut sum = 0.0;
    for i in 0..x.len() - 1 {
        sum += k * near(&u, i) + relax(&mut u, i);
        if near(&u, i) > 0.1 {
            u[i] *= near(&u, i);
        }
    }
    sum
}

/// What is behind `&mut` is the caller's, and goes to calls by its name.
#[differentiable]
fn of_the_caller(u: &mut [f64], k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..u.len() - 1 {
        sum += near(u, i);
        put(u, i, k * sum);
        sum += relax(u, i) * near(u, i);
    }
    sum
}

/// It is looked at by its name, and overwritten element by element.
#[differentiable]
fn looked_at_by_name(u: &mut [f64], k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..u.len() - 1 {
        sum += near(u, i);
        u[i] += k * sum;
    }
    sum
}

#[differentiable]
fn nested(x: &[f64], k: f64) -> f64 {
    let mut u = x.to_vec();
    let mut sum = 0.0;
    for i in 0..x.len() - 1 {
        sum += near(&u, i);
        sum += twice(&mut u, i, k);
    }
    sum + near(&u, 0)
}

#[differentiable]
fn swept(x: &[f64], limit: f64) -> f64 {
    let mut u = x.to_vec();
    let mut sum = 0.0;
    for i in 0..3 {
        sum += near(&u, i);
        sum += sweep(&mut u, limit);
    }
    sum
}

#[differentiable]
fn pairs(x: &[f64], dt: f64) -> f64 {
    let (mut u, mut v) = (x.to_vec(), vec![0.5; x.len()]);
    let mut sum = 0.0;
    for i in 0..x.len() - 1 {
        sum += near(&u, i);
        both(&mut u, &mut v, i, dt);
    }
    sum + v[0] * v[1]
}

#[differentiable]
fn with_others(x: &[f64], w: &[f64]) -> f64 {
    let data = [0.3, -0.7];
    let mut u = x.to_vec();
    let mut sum = 0.0;
    for i in 0..x.len() - 1 {
        sum += near(&u, i) * w[0];
        weighed(&mut u, w, &data, i);
    }
    sum
}

#[differentiable]
fn shuffled(x: &[f64], k: f64) -> f64 {
    let mut u = x.to_vec();
    let mut sum = 0.0;
    for i in 0..3 {
        sum += near(&u, i);
        shuffle(&mut u, k);
        sum += near(&u, i);
    }
    sum
}

#[differentiable]
fn grown(x: &[f64], k: f64) -> f64 {
    let mut v = x.to_vec();
    let mut sum = 0.0;
    for i in 0..x.len() - 1 {
        sum += near(&v, i);
        grow(&mut v, k);
        sum += sum_of_squares(&v);
    }
    for i in 0..x.len() - 1 {
        sum += near(&v, i) * shrink(&mut v);
    }
    sum
}

#[differentiable]
fn turned(p: &[f64; 3], by: f64) -> f64 {
    let mut p = *p;
    let mut sum = 0.0;
    for _ in 0..3 {
        sum += norm(&p);
        turn(&mut p, by * sum);
    }
    sum
}

#[differentiable]
fn scanned(x: &[f64]) -> f64 {
    let mut u = x.to_vec();
    let mut sum = 0.0;
    for i in 0..2 {
        sum += near(&u, i);
        scan(&mut u, i);
    }
    sum
}

#[differentiable]
fn lifted(x: &[f64], k: f64) -> f64 {
    let mut u = x.to_vec();
    let mut sum = 0.0;
    for i in 0..x.len() - 1 {
        sum += near(&u, i);
        lift(&mut u, i, k);
    }
    sum
}

#[differentiable]
fn rows(x: &[[f64; 2]], k: f64) -> f64 {
    let mut u = x.to_vec();
    let mut sum = 0.0;
    for i in 0..x.len() - 1 {
        sum += of_rows(&u, i);
        spread(&mut u, i, k);
    }
    sum
}

/// What one branch alone uses is a quotient by an element, and the branch overwrites the array after a call has looked at it.
#[differentiable]
fn slow(grains: &mut [Grain], i: usize, dt: f64) {
    let ratio = dt / (1.5 + dt * grains[i].speed);
    if grains[i].at > 0.0 {
        grains[i].speed -= dt * ratio - energy(&*grains, i) * dt;
    }
}

#[differentiable]
fn slowed(grains: &[Grain], dt: f64) -> f64 {
    let mut grains = grains.to_vec();
    let mut sum = 0.0;
    for i in 0..grains.len() - 1 {
        sum += energy(&grains, i);
        slow(&mut grains, i, dt);
    }
    sum + energy(&grains, 0)
}

#[differentiable]
fn pushed(grains: &[Grain], dt: f64) -> f64 {
    let mut grains = grains.to_vec();
    let mut sum = 0.0;
    for i in 0..grains.len() - 1 {
        sum += energy(&grains, i);
        push(&mut grains, i, dt * sum);
    }
    sum + energy(&grains, 0)
}

#[differentiable]
fn cubed(x: &[f64]) -> f64 {
    let mut u = x.to_vec();
    let mut sum = 0.0;
    for i in 0..2 {
        sum += near(&u, i);
        cube(&mut u);
    }
    sum
}

/// It takes a function: its callers copy what it changes.
#[differentiable]
fn map(u: &mut [f64], f: impl Fn(f64) -> f64) {
    for v in u {
        *v = f(*v);
    }
}

#[differentiable]
fn bend(v: f64) -> f64 {
    v * v + 0.5 * v
}

/// Functions by their names, and closures.
#[differentiable]
fn mapped(x: &[f64], k: f64) -> f64 {
    let mut u = x.to_vec();
    let mut sum = 0.0;
    for i in 0..2 {
        sum += near(&u, i);
        map(&mut u, bend);
        sum += near(&u, i);
        map(&mut u, |v| v * k);
    }
    sum + near(&u, 1)
}

/// A part of an array.
#[differentiable]
fn parts(x: &[f64], k: f64) -> f64 {
    let mut u = x.to_vec();
    let mut sum = 0.0;
    for i in 0..x.len() - 2 {
        sum += near(&u, i);
        put(&mut u[i..i + 2], 1, k * sum);
        sum += relax(&mut u[i..], 0);
    }
    sum
}

/// Closures look, and calls change on one side of a branch, until a condition holds that looks.
#[differentiable]
fn chosen(x: &[f64], k: f64) -> f64 {
    let mut u = x.to_vec();
    let mut i = 0;
    while i + 1 < x.len() && near(&u, i) < 5.0 {
        if near(&u, i) > 0.2 {
            let value = k * near(&u, i);
            put(&mut u, i, value);
        } else {
            u[i] = sum_of_squares(&u) * k;
        }
        i += 1;
    }
    sum_of_squares(&u)
}

/// Two arrays that change places.
#[differentiable]
fn buffers(x: &[f64], k: f64) -> f64 {
    let (mut now, mut next) = (x.to_vec(), x.to_vec());
    let mut sum = 0.0;
    for _ in 0..3 {
        for i in 0..x.len() - 1 {
            let v = k * near(&now, i);
            put(&mut next, i, v);
        }
        std::mem::swap(&mut now, &mut next);
        sum += near(&now, 0);
    }
    sum
}

#[derive(Clone, Debug, Differentiable)]
struct Solver {
    k: f64,
    w: Vec<f64>,
}

#[differentiable]
impl Solver {
    fn near(&self, u: &[f64], i: usize) -> f64 {
        self.k * u[i] * u[i + 1] + self.w[i]
    }

    fn put(&self, u: &mut [f64], i: usize, v: f64) {
        u[i] = v * self.w[i] + self.k * u[i];
    }

    /// It changes the solver too.
    fn relax(&mut self, u: &mut [f64], i: usize) -> f64 {
        u[i] = 0.4 * (u[i + 1] + self.k * u[i]);
        self.k *= 1.0 + 0.1 * u[i];
        self.w[i] += u[i];
        u[i] * self.k
    }

    fn clamp(u: &mut [f64], i: usize) {
        u[i] = u[i].sin();
    }

    fn run(&self, x: &[f64]) -> f64 {
        let mut u = x.to_vec();
        let mut sum = 0.0;
        for i in 0..x.len() - 1 {
            let v = self.near(&u, i);
            self.put(&mut u, i, v);
            sum += self.near(&u, i);
            Self::clamp(&mut u, i);
        }
        sum + sum_of_squares(&u)
    }

    fn run_changing(&mut self, x: &[f64]) -> f64 {
        let mut u = x.to_vec();
        let mut sum = 0.0;
        for i in 0..x.len() - 1 {
            sum += near(&u, i) * self.k;
            sum += self.relax(&mut u, i);
        }
        sum
    }
}

#[differentiable]
trait Kernel {
    fn write(&self, u: &mut [f64], i: usize, v: f64);

    fn write_twice(&self, u: &mut [f64], i: usize) {
        let v = near(u, i);
        self.write(u, i, v);
        self.write(u, i + 1, v * v);
    }
}

#[differentiable]
impl Kernel for Solver {
    fn write(&self, u: &mut [f64], i: usize, v: f64) {
        u[i] = v * self.k;
    }
}

#[differentiable]
fn by_trait<K: Kernel + Differentiable>(kernel: &K, x: &[f64]) -> f64 {
    let mut u = x.to_vec();
    let mut sum = 0.0;
    for i in 0..x.len() - 1 {
        let v = near(&u, i);
        kernel.write(&mut u, i, v);
        sum += near(&u, i);
        kernel.write_twice(&mut u, i);
    }
    sum
}

/// A function of a struct and an array that it changes.
#[differentiable]
fn weigh(solver: &Solver, u: &mut [f64], i: usize) -> f64 {
    u[i] *= solver.w[i] * solver.k;
    u[i] * solver.w[0]
}

#[differentiable]
fn weighed_by(solver: &Solver, x: &[f64]) -> f64 {
    let mut u = x.to_vec();
    let mut sum = 0.0;
    for i in 0..x.len() - 1 {
        sum += near(&u, i);
        sum += weigh(solver, &mut u, i);
    }
    sum
}

const X: [f64; 5] = [0.7, -0.4, 1.1, 0.6, -0.9];

/// Holds the gradient of a function of an array and a number against differences.
#[track_caller]
fn holds(f: &dyn Fn(&[f64], f64) -> f64, k: f64, (d_x, d_k): (Vec<f64>, f64)) {
    let numbers = [&X[..], &[k]].concat();
    let gradient = [&d_x[..], &[d_k]].concat();
    check(&|numbers| f(&numbers[..X.len()], numbers[X.len()]), &numbers, &gradient);
}

macro_rules! hold {
    ($($name:ident),*) => { $(
        #[test]
        fn $name() {
            holds(&super::$name, 0.3, super::$name::grad(&X, 0.3));
        }
    )* };
}

mod against_differences {
    use super::{X, holds};

    hold!(looked_then_put, relaxed, nested, swept, pairs, shuffled, grown, lifted, mapped, parts, chosen, buffers);
}

#[test]
fn arrays_of_the_caller() {
    let on = |f: fn(&mut [f64], f64) -> f64| move |x: &[f64], k: f64| f(&mut x.to_vec(), k);
    holds(&on(of_the_caller), 0.3, of_the_caller::grad(&mut X.clone(), 0.3));
    holds(&on(looked_at_by_name), 0.3, looked_at_by_name::grad(&mut X.clone(), 0.3));
}

#[test]
fn without_a_number() {
    check(&scanned, &X, &scanned::grad(&X));
    check(&cubed, &X, &cubed::grad(&X));
    let numbers = [&X[..], &[0.8, -0.6]].concat();
    let (d_x, d_w) = with_others::grad(&X, &numbers[5..]);
    check(&|numbers| with_others(&numbers[..5], &numbers[5..]), &numbers, &[d_x, d_w].concat());
}

#[test]
fn elements_of_other_types() {
    let numbers = [0.7, -0.4, 1.1, 0.3];
    let triple = |numbers: &[f64]| [numbers[0], numbers[1], numbers[2]];
    let (d_p, d_by) = turned::grad(&triple(&numbers), 0.3);
    check(&|numbers| turned(&triple(numbers), numbers[3]), &numbers, &[&d_p[..], &[d_by]].concat());

    let numbers = [0.7, -0.4, 1.1, 0.6, -0.9, 0.8, 0.3];
    let of_rows = |numbers: &[f64]| [[numbers[0], numbers[1]], [numbers[2], numbers[3]], [numbers[4], numbers[5]]];
    let (d_x, d_k) = rows::grad(&of_rows(&numbers), 0.3);
    check(&|numbers| rows(&of_rows(numbers), numbers[6]), &numbers, &[d_x.concat(), vec![d_k]].concat());

    let grains = |numbers: &[f64]| -> Vec<Grain> {
        numbers[..6].chunks(2).map(|of| Grain { at: of[0], speed: of[1] }).collect()
    };
    let flat = |(d_grains, d_dt): (Vec<GrainCotangent>, f64)| -> Vec<f64> {
        d_grains.iter().flat_map(|d| [d.at, d.speed]).chain([d_dt]).collect()
    };
    check(&|numbers| pushed(&grains(numbers), numbers[6]), &numbers, &flat(pushed::grad(&grains(&numbers), 0.3)));
    check(&|numbers| slowed(&grains(numbers), numbers[6]), &numbers, &flat(slowed::grad(&grains(&numbers), 0.3)));
}

/// Methods, of traits too, and functions of structs.
#[test]
fn beside_structs() {
    let numbers = [0.3, 1.1, -0.7, 0.4, 0.9, 0.2, 0.7, -0.4, 1.1, 0.6, -0.9];
    let of = |numbers: &[f64]| Solver { k: numbers[0], w: numbers[1..6].to_vec() };
    let holds = |f: &dyn Fn(&mut Solver, &[f64]) -> f64, (d, d_x): (SolverCotangent, Vec<f64>)| {
        let gradient = [&[d.k], &d.w[..], &d_x].concat();
        check(&|numbers| f(&mut of(numbers), &numbers[6..]), &numbers, &gradient);
    };
    let (mut solver, x) = (of(&numbers), &numbers[6..]);
    holds(&|solver, x| solver.run(x), solver.run_grad(x));
    holds(&|solver, x| by_trait(solver, x), by_trait::grad(&solver, x));
    holds(&|solver, x| weighed_by(solver, x), weighed_by::grad(&solver, x));
    holds(&|solver, x| solver.run_changing(x), solver.run_changing_grad(x));
}

/// A backpropagator may be called again.
#[test]
fn called_again() {
    let (_, back) = nested::vjp(&X, 0.3);
    let (first, second) = (back(1.0), back(1.0));
    assert_eq!(first, second);
    assert_eq!(first, nested::grad(&X, 0.3));
}

/// Four times as many numbers take about four times the bytes.
#[test]
fn no_call_copies() {
    let in_proportion = |name: &str, run: &dyn Fn(&[f64])| {
        let bytes = |n: usize| {
            let x: Vec<f64> = (0..n).map(|i| 0.5 + 0.3 * f64::from(u32::try_from(i % 7).unwrap())).collect();
            allocation_counter::measure(|| run(&x)).bytes_total
        };
        let (one, four) = (bytes(200), bytes(800));
        assert!(four < one * 5, "{name}: {one} bytes, and {four} of four times as many numbers");
    };
    in_proportion("looked_then_put", &|x| drop(looked_then_put::grad(x, 0.3)));
    in_proportion("relaxed", &|x| drop(relaxed::grad(x, 0.3)));
    in_proportion("of_the_caller", &|x| drop(of_the_caller::grad(&mut x.to_vec(), 0.3)));
    in_proportion("looked_at_by_name", &|x| drop(looked_at_by_name::grad(&mut x.to_vec(), 0.3)));
    in_proportion("nested", &|x| drop(nested::grad(x, 0.3)));
    in_proportion("pairs", &|x| drop(pairs::grad(x, 0.3)));
    in_proportion("lifted", &|x| drop(lifted::grad(x, 0.3)));
    in_proportion("parts", &|x| drop(parts::grad(x, 0.01)));
    in_proportion("buffers", &|x| drop(buffers::grad(x, 0.3)));
    let solver = |n: usize| Solver { k: 0.3, w: vec![0.5; n] };
    in_proportion("run", &|x| drop(solver(x.len()).run_grad(x)));
    in_proportion("run_changing", &|x| drop(solver(x.len()).run_changing_grad(x)));
    in_proportion("weighed_by", &|x| drop(weighed_by::grad(&solver(x.len()), x)));
    in_proportion("pushed", &|x| {
        let grains: Vec<Grain> = x.iter().map(|&at| Grain { at, speed: 0.1 }).collect();
        drop(pushed::grad(&grains, 1e-3));
    });
}
