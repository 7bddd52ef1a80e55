//! The cell of an LSTM on `&mut` slices: state that is overwritten, gates that are computed from it.

use crate::protocol::Workspace;
use crate::testing::agrees;

fn sigmoid(v: f64) -> f64 {
    1.0 / (1.0 + (-v).exp())
}

fn cell(weight: &[f64], bias: &[f64], hidden: &mut [f64], memory: &mut [f64], input: &[f64]) {
    let n = hidden.len();
    for i in 0..n {
        let forget = sigmoid(input[i] * weight[i] + bias[i]);
        let change = (hidden[i] * weight[n + i] + bias[n + i]).tanh();
        memory[i] = memory[i] * forget + change;
        hidden[i] = memory[i].tanh() * forget;
    }
}

/// The weights are read again; of what is overwritten, the old values are kept and put back, since both are read.
fn cell_adjoint(
    weight: &[f64],
    bias: &[f64],
    hidden: &mut [f64],
    memory: &mut [f64],
    input: &[f64],
    w: &mut Workspace,
) -> impl FnOnce((&[f64], &mut [f64], &mut [f64], &[f64]), [&mut [f64]; 5], &mut Workspace) + use<> + 'static {
    let n = hidden.len();
    let start = w.reals.len();
    w.reals.resize(start + 5 * n, 0.0);
    let (forgets, rest) = w.reals[start..][..5 * n].split_at_mut(n);
    let (changes, rest) = rest.split_at_mut(n);
    let (tanhs, rest) = rest.split_at_mut(n);
    let (old_memory, old_hidden) = rest.split_at_mut(n);
    for i in 0..n {
        let forget = sigmoid(input[i] * weight[i] + bias[i]);
        let change = (hidden[i] * weight[n + i] + bias[n + i]).tanh();
        forgets[i] = forget;
        changes[i] = change;
        old_memory[i] = memory[i];
        memory[i] = memory[i] * forget + change;
        let tanh = memory[i].tanh();
        tanhs[i] = tanh;
        old_hidden[i] = hidden[i];
        hidden[i] = tanh * forget;
    }
    move |(weight, hidden, memory, input), [d_weight, d_bias, d_hidden, d_memory, d_input], w| {
        let (forgets, rest) = w.reals[start..][..5 * n].split_at(n);
        let (changes, rest) = rest.split_at(n);
        let (tanhs, rest) = rest.split_at(n);
        let (old_memory, old_hidden) = rest.split_at(n);
        for i in (0..n).rev() {
            let (forget, change, tanh) = (forgets[i], changes[i], tanhs[i]);
            let d = std::mem::take(&mut d_hidden[i]);
            hidden[i] = old_hidden[i];
            let mut d_forget = tanh * d;
            d_memory[i] += (1.0 - tanh * tanh) * (forget * d);
            let d = std::mem::take(&mut d_memory[i]);
            memory[i] = old_memory[i];
            d_memory[i] += forget * d;
            d_forget += memory[i] * d;
            let d = (1.0 - change * change) * d;
            d_hidden[i] += weight[n + i] * d;
            d_weight[n + i] += hidden[i] * d;
            d_bias[n + i] += d;
            let d = forget * (1.0 - forget) * d_forget;
            d_input[i] += weight[i] * d;
            d_weight[i] += input[i] * d;
            d_bias[i] += d;
        }
        w.reals.truncate(start);
    }
}

fn loss(parameters: &[f64], inputs: &[f64]) -> f64 {
    let (weight, bias) = parameters.split_at(4);
    let (mut hidden, mut memory) = (vec![0.1; 2], vec![0.2; 2]);
    for t in 0..3 {
        cell(weight, bias, &mut hidden, &mut memory, &inputs[2 * t..2 * t + 2]);
    }
    hidden[0] + 2.0 * hidden[1]
}

#[test]
fn a_cell_on_mutable_slices() {
    let parameters = [0.3, -0.4, 0.7, 0.2, 0.1, -0.2, 0.05, 0.4];
    let inputs = [0.5, -0.3, 0.8, 0.1, -0.6, 0.9];
    let (weight, bias) = parameters.split_at(4);
    let (mut hidden, mut memory) = (vec![0.1; 2], vec![0.2; 2]);
    let mut w = Workspace::default();
    let mut backs = Vec::with_capacity(3);
    for t in 0..3 {
        backs.push(cell_adjoint(weight, bias, &mut hidden, &mut memory, &inputs[2 * t..2 * t + 2], &mut w));
    }
    assert_eq!((hidden[0] + 2.0 * hidden[1]).to_bits(), loss(&parameters, &inputs).to_bits());
    let (mut d_parameters, mut d_inputs) = ([0.0; 8], [0.0; 6]);
    let (d_weight, d_bias) = d_parameters.split_at_mut(4);
    let (mut d_hidden, mut d_memory) = (vec![1.0, 2.0], vec![0.0; 2]);
    for t in (0..3).rev() {
        backs.pop().expect("one for each turn")(
            (weight, &mut hidden, &mut memory, &inputs[2 * t..2 * t + 2]),
            [&mut *d_weight, &mut *d_bias, &mut d_hidden, &mut d_memory, &mut d_inputs[2 * t..2 * t + 2]],
            &mut w,
        );
    }
    assert_eq!((hidden, memory), (vec![0.1; 2], vec![0.2; 2]));
    agrees(|p| loss(p, &inputs), &parameters, &d_parameters);
    agrees(|x| loss(&parameters, x), &inputs, &d_inputs);
}
