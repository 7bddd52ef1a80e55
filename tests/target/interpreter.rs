//! An interpreter: which element a turn overwrites, and by what, depends on data.

use crate::protocol::{Workspace, add};
use crate::testing::agrees;

#[derive(Clone, Copy)]
enum Op {
    Add(usize, usize, usize),
    Mul(usize, usize, usize),
    Sin(usize, usize),
}

fn run(registers: &[f64], ops: &[Op]) -> f64 {
    let mut r = registers.to_vec();
    for op in ops {
        match *op {
            Op::Add(k, i, j) => r[k] = r[i] + r[j],
            Op::Mul(k, i, j) => r[k] = r[i] * r[j],
            Op::Sin(k, i) => r[k] = r[i].sin(),
        }
    }
    r[0]
}

fn accumulate_grad_with(w: &mut Workspace, registers: &[f64], ops: &[Op], d_registers: &mut [f64]) -> f64 {
    let mut r = registers.to_vec();
    let start = w.reals.len();
    // What is matched has no tangent and is there again: the branch needs no tag. Each branch overwrites one element; it keeps
    // the old one, and the reverse pass puts it back before it reads.
    for op in ops {
        match *op {
            Op::Add(k, i, j) => {
                w.reals.push(r[k]);
                r[k] = r[i] + r[j];
            }
            Op::Mul(k, i, j) => {
                w.reals.push(r[k]);
                r[k] = r[i] * r[j];
            }
            Op::Sin(k, i) => {
                w.reals.push(r[k]);
                r[k] = r[i].sin();
            }
        }
    }
    let value = r[0];
    let mut d_r = vec![0.0; r.len()];
    d_r[0] += 1.0;
    for op in ops.iter().rev() {
        let old = w.reals.pop().expect("one for each turn");
        match *op {
            Op::Add(k, i, j) => {
                let d = std::mem::take(&mut d_r[k]);
                r[k] = old;
                d_r[i] += d;
                d_r[j] += d;
            }
            Op::Mul(k, i, j) => {
                let d = std::mem::take(&mut d_r[k]);
                r[k] = old;
                d_r[i] += r[j] * d;
                d_r[j] += r[i] * d;
            }
            Op::Sin(k, i) => {
                let d = std::mem::take(&mut d_r[k]);
                r[k] = old;
                d_r[i] += r[i].cos() * d;
            }
        }
    }
    w.reals.truncate(start);
    add(d_registers, &d_r);
    value
}

#[test]
fn an_interpreter_undoes_what_it_overwrote() {
    let ops = [Op::Mul(1, 0, 1), Op::Sin(0, 1), Op::Add(0, 0, 0), Op::Mul(2, 2, 2), Op::Add(0, 0, 2), Op::Mul(0, 0, 1)];
    let registers = [0.7, 1.3, -0.4];
    let mut w = Workspace::default();
    let mut d = [0.0; 3];
    let value = accumulate_grad_with(&mut w, &registers, &ops, &mut d);
    assert_eq!(value.to_bits(), run(&registers, &ops).to_bits());
    agrees(|r| run(r, &ops), &registers, &d);
}
