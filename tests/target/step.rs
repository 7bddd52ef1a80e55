//! `step(&mut state, dt)` with two buffers that change places, called in a loop. The reverse pass of the caller has to give
//! the callee the state as it was after the call; the callee puts it back.

use crate::protocol::Workspace;
use crate::testing::agrees;

struct State {
    u: Vec<f64>,
    next: Vec<f64>,
}

struct StateCotangent {
    u: Vec<f64>,
    next: Vec<f64>,
}

fn step(state: &mut State, dt: f64) {
    let n = state.u.len();
    for i in 1..n - 1 {
        let u = &state.u;
        state.next[i] = u[i] + dt * (u[i - 1] - 2.0 * u[i] + u[i + 1]) * u[i];
    }
    state.next[0] = state.u[0];
    state.next[n - 1] = state.u[n - 1];
    std::mem::swap(&mut state.u, &mut state.next);
}

fn energy(u: &[f64], dt: f64, steps: usize) -> f64 {
    let mut state = State { u: u.to_vec(), next: vec![0.0; u.len()] };
    for _ in 0..steps {
        step(&mut state, dt);
    }
    let mut s = 0.0;
    for v in &state.u {
        s += v * v;
    }
    s
}

/// `keep`: whether the caller wants the old contents again. `u` is read and not overwritten here; `next` is overwritten, and
/// what it held is kept if the caller asks (another call before this one may read it: here that is so, since the buffers
/// change places).
fn step_adjoint(
    state: &mut State,
    dt: f64,
    keep: bool,
    w: &mut Workspace,
) -> impl FnOnce(&mut State, &mut StateCotangent, &mut Workspace) -> f64 + use<> + 'static {
    let n = state.u.len();
    if keep {
        w.reals.extend_from_slice(&state.next);
    }
    for i in 1..n - 1 {
        let u = &state.u;
        state.next[i] = u[i] + dt * (u[i - 1] - 2.0 * u[i] + u[i + 1]) * u[i];
    }
    state.next[0] = state.u[0];
    state.next[n - 1] = state.u[n - 1];
    std::mem::swap(&mut state.u, &mut state.next);
    move |state, d_state, w| {
        std::mem::swap(&mut state.u, &mut state.next);
        std::mem::swap(&mut d_state.u, &mut d_state.next);
        let (u, d_u, d_next) = (&state.u, &mut d_state.u, &mut d_state.next);
        let mut d_dt = 0.0;
        d_u[n - 1] += std::mem::take(&mut d_next[n - 1]);
        d_u[0] += std::mem::take(&mut d_next[0]);
        for i in (1..n - 1).rev() {
            let d = std::mem::take(&mut d_next[i]);
            let flow = u[i - 1] - 2.0 * u[i] + u[i + 1];
            d_dt += d * flow * u[i];
            let d_flow = d * dt * u[i];
            d_u[i - 1] += d_flow;
            d_u[i] += d + d * dt * flow - 2.0 * d_flow;
            d_u[i + 1] += d_flow;
        }
        if keep {
            let start = w.reals.len() - n;
            state.next.copy_from_slice(&w.reals[start..]);
            w.reals.truncate(start);
        }
        d_dt
    }
}

fn accumulate_grad_with(w: &mut Workspace, u: &[f64], dt: f64, steps: usize, d_u: &mut [f64], d_dt: &mut f64) -> f64 {
    let mut state = State { u: u.to_vec(), next: vec![0.0; u.len()] };
    // The residual of the call cannot be named: one `Vec` for the entered loop.
    let mut backs = Vec::with_capacity(steps);
    for _ in 0..steps {
        backs.push(step_adjoint(&mut state, dt, true, w));
    }
    let mut s = 0.0;
    for v in &state.u {
        s += v * v;
    }
    let mut d_state = StateCotangent { u: vec![0.0; state.u.len()], next: vec![0.0; state.next.len()] };
    for i in 0..state.u.len() {
        d_state.u[i] += 2.0 * state.u[i];
    }
    while let Some(back) = backs.pop() {
        *d_dt += back(&mut state, &mut d_state, w);
    }
    crate::protocol::add(d_u, &d_state.u);
    s
}

#[test]
fn buffers_that_change_places_are_put_back() {
    let u = [0.3, 0.9, 1.4, 0.8, 0.2];
    let mut w = Workspace::default();
    let (mut d_u, mut d_dt) = ([0.0; 5], 0.0);
    let value = accumulate_grad_with(&mut w, &u, 0.05, 6, &mut d_u, &mut d_dt);
    assert_eq!(value.to_bits(), energy(&u, 0.05, 6).to_bits());
    agrees(|u| energy(u, 0.05, 6), &u, &d_u);
    agrees(|dt| energy(&u, dt[0], 6), &[0.05], &[d_dt]);
    assert!(w.reals.is_empty());
}
