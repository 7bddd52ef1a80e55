//! Calls that keep what they need of the arrays that they look at: those of methods that lend arrays of their struct, and of functions that
//! change an array after a call has looked at it. Gradients against central differences, bytes counted.

#![expect(clippy::needless_range_loop, reason = "indices are what is tested")]

mod differences;

use backprop::{Differentiable, Real, differentiable};
use differences::check;

/// Reads two elements.
#[differentiable]
fn two(u: &[f64], i: usize) -> f64 {
    0.5 * u[i - 1].sin() + u[i] * u[i]
}

/// Reads a few in a loop.
#[differentiable]
fn band(u: &[f64], i: usize) -> f64 {
    let (mut s, mut k) = (0.0, 1.0);
    for j in i - 1..i + 2 {
        s += u[j] * u[j] * k;
        k += 1.0;
    }
    s.sin()
}

/// With an array of its own, which changes.
#[differentiable]
fn scratch(u: &[f64], i: usize) -> f64 {
    let mut t = [0.0; 3];
    for j in 0..3 {
        t[j] = u[i + j - 1] * u[i];
    }
    for j in 1..3 {
        let v = t[j - 1];
        t[j] += v * t[j].cos();
    }
    t[2] * t[0]
}

/// Gives the array on, and a part of it.
#[differentiable]
fn through(u: &[f64], i: usize) -> f64 {
    two(u, i) * band(u, i) + two(&u[i - 1..], 1)
}

/// Gives it on in a loop.
#[differentiable]
fn looped(u: &[f64], i: usize) -> f64 {
    let mut s = 1.0;
    for j in i..i + 2 {
        s *= 1.0 + two(u, j).cos() * u[j];
        if s > 1.5 {
            s -= band(u, i);
        }
    }
    s
}

/// Reads as many as the numbers say, and leaves early.
#[differentiable]
fn searched(u: &[f64], i: usize) -> f64 {
    let mut j = i;
    while j > 0 && u[j] * u[j] < 0.3 {
        j -= 1;
    }
    if j == 0 {
        return u[0].exp();
    }
    u[j].ln_1p() * u[i]
}

/// Reads all.
#[differentiable]
fn summed(u: &[f64], i: usize) -> f64 {
    let mut s = 0.0;
    for v in u {
        s += v * v;
    }
    for (j, v) in u.iter().enumerate() {
        if j > i {
            s += v.sin();
        }
    }
    s * u[i]
}

#[differentiable]
fn twice(a: &[f64], b: &[f64], i: usize) -> f64 {
    a[i] * b[i - 1] + a[i - 1].sin() * b[i]
}

/// Gives it on twice in one call, and two parts that overlap.
#[differentiable]
fn both(u: &[f64], i: usize) -> f64 {
    twice(u, u, i) + twice(&u[1..], &u[..=i], i)
}

/// In a closure.
#[differentiable]
fn closed(u: &[f64], i: usize) -> f64 {
    let f = |x: f64| x * u[i] + u[i - 1];
    f(u[i]) * f(0.5)
}

#[differentiable]
fn integral(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    let mut s = 0.0;
    for k in 0..4 {
        s += f(a + (b - a) * f64::from(k) / 4.0);
    }
    s
}

/// In a closure that goes to a function.
#[differentiable]
fn captured(u: &[f64], i: usize) -> f64 {
    integral(|x| (x * u[i]).sin() + u[i - 1], 0.0, 1.0)
}

/// Calls itself.
#[differentiable]
fn recursive(u: &[f64], i: usize) -> f64 {
    if i == 0 { u[0] * u[0] } else { u[i].sin() * recursive(u, i - 1) + u[i] }
}

/// With a rule of its own.
#[differentiable(vjp = ruled_vjp)]
fn ruled(u: &[f64], i: usize) -> f64 {
    u[i] * u[i] * u[i - 1]
}
fn ruled_vjp(u: &[f64], i: usize) -> (f64, impl Fn(f64) -> Vec<f64> + use<>) {
    let u = u.to_vec();
    (u[i] * u[i] * u[i - 1], move |d| {
        let mut g = vec![0.0; u.len()];
        g[i] = 2.0 * d * u[i] * u[i - 1];
        g[i - 1] = d * u[i] * u[i];
        g
    })
}

/// Copies it, and changes the copy.
#[differentiable]
fn copied(u: &[f64], i: usize) -> f64 {
    let mut v = u.to_vec();
    v[i] *= v[i - 1];
    v[i - 1] += v[i] * v[i];
    v[i - 1] * two(&v, i)
}

#[differentiable]
fn arrays(u: &[f64], i: usize) -> f64 {
    let around = [u[i - 1], u[i], u[i + 1]];
    let products = [around[0] * around[1], around[1] * around[2]];
    products[0] * products[1] + products[0].sin()
}

#[differentiable]
fn lengthy(u: &[f64], i: usize) -> f64 {
    let n = u.len();
    let mut s = 0.0;
    for j in n - 2..n {
        s += u[j] * u[i];
    }
    if n > 4 { s } else { s * s }
}

#[differentiable]
fn windowed(u: &[f64], i: usize) -> f64 {
    let mut s = 0.0;
    for w in u[i - 1..i + 2].windows(2) {
        s += w[0] * w[1] * w[1];
    }
    s
}

#[differentiable]
fn optional(u: &[f64], i: usize) -> f64 {
    let mut s = 0.0;
    if let Some(v) = u.get(i + 1) {
        s += v * v;
    }
    s + *u.first().unwrap() * u[i]
}

/// Gives it on to a function that leaves an array out.
#[differentiable]
fn data(u: &[f64], i: usize) -> f64 {
    weighted(u, &[0.5, 1.5, 2.5], i)
}

#[differentiable(wrt(u))]
fn weighted(u: &[f64], w: &[f64], i: usize) -> f64 {
    let mut s = 0.0;
    for j in 0..3 {
        s += w[j] * u[i + j - 1].sin();
    }
    s
}

#[derive(Clone, Copy, Differentiable)]
struct Reader {
    k: f64,
}

#[differentiable]
impl Reader {
    fn own(self, u: &[f64], i: usize) -> f64 {
        let mut s = self.k;
        for j in i - 1..=i {
            s *= u[j] + self.k;
        }
        s
    }
}

/// Gives it on to a method.
#[differentiable]
fn method(u: &[f64], i: usize) -> f64 {
    let r = Reader { k: u[i] };
    r.own(u, i)
}

#[differentiable]
fn put(u: &mut [f64], i: usize, v: f64) {
    u[i] = 0.25 * v;
}

macro_rules! callers {
    ($($module:ident $f:ident;)*) => { $(
        mod $module {
            use super::*;

            /// Only the function says whether it changes the array.
            #[differentiable]
            fn asked(u: &mut [f64], i: usize, k: f64) {
                let v = $f(u, i);
                put(u, i, k * v);
            }

            #[differentiable]
            fn given(u: &mut [f64], i: usize, k: f64) -> f64 {
                let v = $f(&*u, i);
                u[i] = 0.25 * k * v;
                let w = $f(&u[..], i);
                u[i] += 0.1 * w;
                w * k
            }

            #[differentiable]
            fn branch(u: &mut [f64], i: usize, k: f64) {
                if k > 0.0 {
                    let v = $f(&*u, i);
                    put(u, i, k * v);
                } else {
                    u[i] *= k;
                }
            }

            #[differentiable]
            pub(super) fn all(x: &[f64], k: f64) -> f64 {
                let mut u = x.to_vec();
                let mut sum = 0.0;
                for i in 1..u.len() - 2 {
                    asked(&mut u, i, k);
                    sum += given(&mut u, i, k);
                    branch(&mut u, i, k);
                    branch(&mut u, i, -k);
                }
                sum + u[1] * u[2] + $f(&u, 1)
            }

            #[derive(Clone, Differentiable)]
            pub(super) struct Chain {
                pub(super) at: Vec<f64>,
                pub(super) fixed: [f64; 6],
                pub(super) k: f64,
            }

            #[differentiable]
            impl Chain {
                fn of_vector(&self, i: usize) -> f64 {
                    self.k * $f(&self.at, i)
                }

                fn of_array(&self, i: usize) -> f64 {
                    $f(&self.fixed, i) + $f(&self.fixed[..], i) * self.k
                }

                fn step(&mut self, i: usize) -> f64 {
                    let v = $f(&self.at, i);
                    self.at[i] = 0.25 * v;
                    v * self.k
                }
            }

            #[differentiable]
            pub(super) fn energy(chain: &Chain) -> f64 {
                let mut sum = 0.0;
                for i in 1..chain.at.len() - 2 {
                    sum += chain.of_vector(i) * chain.at[i] + chain.of_array(2).sin();
                }
                sum
            }

            #[differentiable]
            fn stepped(chain: &mut Chain) -> f64 {
                let mut sum = 0.0;
                for i in 1..4 {
                    sum += chain.step(i);
                }
                sum + chain.at[1] * chain.at[2]
            }

            #[test]
            fn gradients() {
                let (x, k) = ([0.3, 0.7, -0.2, 0.5, 0.9, 0.4], 0.8);
                let (d_x, d_k) = all::grad(&x, k);
                check(&|x| all(x, k), &x, &d_x);
                check(&|k| all(&x, k[0]), &[k], &[d_k]);
                assert_eq!(all(&x, k).to_bits(), all::value_and_grad(&x, k).0.to_bits());

                let (d_u, d_k) = given::grad(&mut x.to_vec(), 2, k);
                check(&|x| given(&mut x.to_vec(), 2, k), &x, &d_u);
                check(&|k| given(&mut x.to_vec(), 2, k[0]), &[k], &[d_k]);

                let chain = |x: &[f64]| Chain { at: x[..6].to_vec(), fixed: x[6..12].try_into().unwrap(), k: x[12] };
                let x = [0.3, 0.7, -0.2, 0.5, 0.9, 0.4, 0.6, 0.1, 0.8, -0.3, 0.2, 0.55, 0.8];
                let d = energy::grad(&chain(&x));
                check(&|x| energy(&chain(x)), &x, &[&d.at[..], &d.fixed[..], &[d.k]].concat());
                let d = stepped::grad(&mut chain(&x));
                check(&|x| stepped(&mut chain(x)), &x, &[&d.at[..], &d.fixed[..], &[d.k]].concat());
            }
        }
    )* };
}
callers! {
    of_two two;
    of_band band;
    of_scratch scratch;
    of_through through;
    of_looped looped;
    of_searched searched;
    of_summed summed;
    of_both both;
    of_closed closed;
    of_captured captured;
    of_recursive recursive;
    of_ruled ruled;
    of_copied copied;
    of_arrays arrays;
    of_lengthy lengthy;
    of_windowed windowed;
    of_optional optional;
    of_data data;
    of_method method;
}

/// Twice the length takes about twice the bytes: a copy for each call would take four times as many.
macro_rules! cost {
    ($($module:ident)*) => { $(
        let bytes = |length: usize| {
            let x = vec![0.1; length];
            let chain = $module::Chain { at: x.clone(), fixed: [0.2; 6], k: 0.7 };
            let of_function = allocation_counter::measure(|| drop($module::all::grad(&x, 0.8))).bytes_total;
            let of_struct = allocation_counter::measure(|| drop($module::energy::grad(&chain))).bytes_total;
            [of_function, of_struct]
        };
        for (one, two) in bytes(500).into_iter().zip(bytes(1000)) {
            assert!(two < one * 5 / 2, "{}: {one} bytes, and {two} of twice the length", stringify!($module));
        }
    )* };
}

#[test]
fn no_call_takes_a_copy() {
    cost!(of_two of_band of_scratch of_through of_arrays of_windowed of_method of_closed);
}

#[derive(Clone, Copy, Differentiable)]
struct Body {
    at: [f64; 2],
    mass: f64,
}

#[derive(Clone, Differentiable)]
struct System<T> {
    rows: Vec<Vec<T>>,
    pairs: Vec<[T; 2]>,
    bodies: Vec<Body>,
}

#[differentiable]
fn of_rows<T: Real>(rows: &[Vec<T>], i: usize) -> T {
    rows[i][0] * rows[i - 1][1].sin()
}

#[differentiable]
fn of_pairs<T: Real>(pairs: &[[T; 2]], i: usize) -> T {
    let mut sum = T::zero();
    for j in i - 1..=i {
        sum += pairs[j][0] * pairs[j][1].exp();
    }
    sum
}

#[differentiable]
fn of_bodies(bodies: &[Body], i: usize) -> f64 {
    let mut sum = bodies[i].mass;
    for j in i - 1..=i {
        sum *= bodies[j].at[0] + bodies[j].mass * bodies[j].at[1];
    }
    sum
}

#[differentiable]
impl System<f64> {
    fn term(&self, i: usize) -> f64 {
        of_rows(&self.rows, i) + of_pairs(&self.pairs, i) * of_bodies(&self.bodies, i)
    }
}

#[differentiable]
fn total(system: &System<f64>) -> f64 {
    let mut sum = 0.0;
    for i in 1..3 {
        sum += system.term(i) * system.rows[i][1];
    }
    sum
}

#[test]
fn gradients_of_arrays_of_arrays_and_of_structs() {
    let system = |x: &[f64]| System {
        rows: x[..6].chunks(2).map(<[f64]>::to_vec).collect(),
        pairs: x[6..12].chunks(2).map(|pair| [pair[0], pair[1]]).collect(),
        bodies: x[12..21].chunks(3).map(|body| Body { at: [body[0], body[1]], mass: body[2] }).collect(),
    };
    let x: Vec<f64> = (0..21).map(|i| (f64::from(i) * 1.7).sin()).collect();
    let d = total::grad(&system(&x));
    let of_bodies = d.bodies.iter().flat_map(|body| [body.at[0], body.at[1], body.mass]);
    let d: Vec<f64> = d.rows.concat().into_iter().chain(d.pairs.concat()).chain(of_bodies).collect();
    check(&|x| total(&system(x)), &x, &d);
}
