//! A higher-order function over slices, and a closure over a slice that is passed to it, as if from another crate. The array
//! that the closure reads is overwritten between its calls; the environment is supplied again.

use crate::protocol::{Closure, Function, Workspace, add};
use crate::testing::agrees;

fn euler(rhs: impl Fn(&[f64], &mut [f64]), y: &mut [f64], dt: f64, steps: usize) {
    let mut k = vec![0.0; y.len()];
    for _ in 0..steps {
        rhs(y, &mut k);
        for i in 0..y.len() {
            y[i] += dt * k[i];
        }
    }
}

/// The arguments of the function again, and their accumulators, may have any lifetimes; its backpropagator is one type, so
/// that it can be kept for each turn.
fn euler_adjoint<F, B, V, X>(
    rhs: &F,
    y: &mut [f64],
    dt: f64,
    steps: usize,
    w: &mut Workspace,
) -> impl FnOnce(&V, &mut [f64], &mut [f64], &mut X, &mut Workspace) -> f64 + use<F, B, V, X> + 'static
where
    F: for<'a, 'b> Function<
            (&'a [f64], &'b mut [f64]),
            Output = (),
            Environment = V,
            Accumulator = X,
            Backpropagator = B,
        >,
    B: for<'a, 'b, 'c, 'd, 'e, 'f, 'g> FnOnce(
            &'e V,
            (&'a [f64], &'b mut [f64]),
            (&'c mut [f64], &'d mut [f64]),
            &'f mut X,
            &'g mut Workspace,
        ) + 'static,
{
    let n = y.len();
    let mut k = vec![0.0; n];
    let mut backs = Vec::with_capacity(steps);
    for _ in 0..steps {
        backs.push(rhs.adjoint((&*y, &mut k), w).1);
        // The function may read `y`: what is overwritten is kept, and put back before its reverse pass. It writes `k`, whose
        // contents after the call the reverse pass of this loop looks at.
        w.reals.extend_from_slice(y);
        for i in 0..n {
            y[i] += dt * k[i];
        }
    }
    move |environment: &V, y: &mut [f64], d_y: &mut [f64], d_environment: &mut X, w: &mut Workspace| {
        let mut d_k = vec![0.0; n];
        let mut d_dt = 0.0;
        while let Some(back) = backs.pop() {
            let start = w.reals.len() - n;
            for i in 0..n {
                d_dt += k[i] * d_y[i];
                d_k[i] += dt * d_y[i];
            }
            y.copy_from_slice(&w.reals[start..]);
            w.reals.truncate(start);
            back(environment, (&*y, &mut k), (&mut *d_y, &mut d_k), d_environment, w);
        }
        d_dt
    }
}

fn oscillator(p: &[f64], start: &[f64], dt: f64, steps: usize) -> f64 {
    let mut y = start.to_vec();
    euler(
        |y, out| {
            out[0] = p[0] * y[1];
            out[1] = -p[1] * y[0] * y[0];
        },
        &mut y,
        dt,
        steps,
    );
    y[0]
}

fn accumulate_grad_with(
    w: &mut Workspace,
    (p, start, dt, steps): (&[f64], &[f64], f64, usize),
    d_p: &mut [f64],
    d_start: &mut [f64],
    d_dt: &mut f64,
) -> f64 {
    let mut y = start.to_vec();
    let rhs = Closure::new((p,), |(p,): &(&[f64],), (y, out): (&[f64], &mut [f64]), w: &mut Workspace| {
        // The caller wants the old contents of `out` again: it reads them in its reverse pass.
        w.reals.push(out[0]);
        out[0] = p[0] * y[1];
        w.reals.push(out[1]);
        out[1] = -p[1] * y[0] * y[0];
        (
            (),
            |(p,): &(&[f64],),
             (y, out): (&[f64], &mut [f64]),
             (d_y, d_out): (&mut [f64], &mut [f64]),
             (d_p,): &mut (&mut [f64],),
             w: &mut Workspace| {
                let d = std::mem::take(&mut d_out[1]);
                out[1] = w.reals.pop().expect("what was kept");
                d_p[1] -= y[0] * y[0] * d;
                d_y[0] -= 2.0 * p[1] * y[0] * d;
                let d = std::mem::take(&mut d_out[0]);
                out[0] = w.reals.pop().expect("what was kept");
                d_p[0] += y[1] * d;
                d_y[1] += p[0] * d;
            },
        )
    });
    let back_euler = euler_adjoint(&rhs, &mut y, dt, steps, w);
    let value = y[0];
    let mut d_y = vec![0.0; y.len()];
    d_y[0] += 1.0;
    *d_dt += back_euler(rhs.environment(), &mut y, &mut d_y, &mut (d_p,), w);
    add(d_start, &d_y);
    value
}

#[test]
fn a_closure_over_a_slice_is_passed_on() {
    let (p, start) = ([0.7, 1.3], [0.4, 1.0]);
    let mut w = Workspace::default();
    let (mut d_p, mut d_start, mut d_dt) = ([0.0; 2], [0.0; 2], 0.0);
    let value = accumulate_grad_with(&mut w, (&p, &start, 0.1, 7), &mut d_p, &mut d_start, &mut d_dt);
    assert_eq!(value.to_bits(), oscillator(&p, &start, 0.1, 7).to_bits());
    agrees(|p| oscillator(p, &start, 0.1, 7), &p, &d_p);
    agrees(|s| oscillator(&p, s, 0.1, 7), &start, &d_start);
    agrees(|dt| oscillator(&p, &start, dt[0], 7), &[0.1], &[d_dt]);
    assert!(w.reals.is_empty());
}
