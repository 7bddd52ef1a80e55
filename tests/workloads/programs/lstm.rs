//! The loss of a character model of LSTM cells with diagonal weights, as `ADBench` defines it.

use backprop::differentiable;

use super::{Workload, spread};

#[differentiable]
pub(crate) fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// `main` holds, of each layer, the weights and then the biases of the four gates: forget, in, out, change. `extra` holds the
/// weights of the input, and the weights and biases of the output; `state` the hidden values and then the cells of each layer.
#[differentiable(wrt(main, extra))]
pub(crate) fn loss(main: &[f64], extra: &[f64], state: &[f64], sequence: &[f64]) -> f64 {
    let b = extra.len() / 3;
    let layers = main.len() / (8 * b);
    let steps = sequence.len() / b - 1;
    let mut state = state.to_vec();
    let mut y = vec![0.0; b];
    let mut total = 0.0;
    for t in 0..steps {
        for i in 0..b {
            y[i] = sequence[t * b + i] * extra[i];
        }
        for l in 0..layers {
            let weights = &main[8 * l * b..(8 * l + 4) * b];
            let biases = &main[(8 * l + 4) * b..(8 * l + 8) * b];
            for i in 0..b {
                let hidden = state[2 * l * b + i];
                let cell = state[(2 * l + 1) * b + i];
                let forget = sigmoid(y[i] * weights[i] + biases[i]);
                let input = sigmoid(hidden * weights[b + i] + biases[b + i]);
                let output = sigmoid(y[i] * weights[2 * b + i] + biases[2 * b + i]);
                let change = (hidden * weights[3 * b + i] + biases[3 * b + i]).tanh();
                let next = cell * forget + input * change;
                y[i] = output * next.tanh();
                state[2 * l * b + i] = y[i];
                state[(2 * l + 1) * b + i] = next;
            }
        }
        let mut sum = 2.0;
        for i in 0..b {
            y[i] = y[i] * extra[b + i] + extra[2 * b + i];
            sum += y[i].exp();
        }
        let normaliser = sum.ln();
        for i in 0..b {
            total += sequence[(t + 1) * b + i] * (y[i] - normaliser);
        }
    }
    -total / (steps * b) as f64
}

/// What the reverse pass needs of a cell.
#[derive(Clone, Copy, Default)]
struct Kept {
    y: f64,
    hidden: f64,
    cell: f64,
    forget: f64,
    input: f64,
    output: f64,
    change: f64,
    tanh: f64,
}

fn by_hand([main, extra, state, sequence]: [&[f64]; 4], d_main: &mut [f64], d_extra: &mut [f64]) -> f64 {
    let b = extra.len() / 3;
    let layers = main.len() / (8 * b);
    let steps = sequence.len() / b - 1;
    let (in_weight, rest) = extra.split_at(b);
    let (out_weight, out_bias) = rest.split_at(b);
    let mut state = state.to_vec();
    let mut kept = vec![Kept::default(); steps * layers * b];
    // What comes out of the last layer, and the exponentials of the predictions, divided by their sum.
    let mut ends = vec![[0.0; 2]; steps * b];
    let mut y = vec![0.0; b];
    let mut total = 0.0;
    let characters = sequence.chunks_exact(b).zip(sequence[b..].chunks_exact(b));
    for (((x, next_x), kept), ends) in
        characters.clone().zip(kept.chunks_exact_mut(layers * b)).zip(ends.chunks_exact_mut(b))
    {
        for ((y, x), w) in y.iter_mut().zip(x).zip(in_weight) {
            *y = x * w;
        }
        for ((kept, state), weights) in
            kept.chunks_exact_mut(b).zip(state.chunks_exact_mut(2 * b)).zip(main.chunks_exact(8 * b))
        {
            let (hidden, cell) = state.split_at_mut(b);
            let mut parts = weights.chunks_exact(b);
            let [wf, wi, wo, wc, bf, bi, bo, bc] = [(); 8].map(|()| parts.next().unwrap());
            let [wf, wi, wo, wc] = [wf, wi, wo, wc].map(|part| &part[..b]);
            let [bf, bi, bo, bc] = [bf, bi, bo, bc].map(|part| &part[..b]);
            let (y, kept) = (&mut y[..b], &mut kept[..b]);
            let (hidden, cell) = (&mut hidden[..b], &mut cell[..b]);
            for i in 0..b {
                let forget = sigmoid(y[i] * wf[i] + bf[i]);
                let input = sigmoid(hidden[i] * wi[i] + bi[i]);
                let output = sigmoid(y[i] * wo[i] + bo[i]);
                let change = (hidden[i] * wc[i] + bc[i]).tanh();
                let next = cell[i] * forget + input * change;
                let tanh = next.tanh();
                kept[i] = Kept { y: y[i], hidden: hidden[i], cell: cell[i], forget, input, output, change, tanh };
                y[i] = output * tanh;
                hidden[i] = y[i];
                cell[i] = next;
            }
        }
        let mut sum = 2.0;
        for (((y, w), bias), end) in y.iter_mut().zip(out_weight).zip(out_bias).zip(&mut *ends) {
            let prediction = *y * w + bias;
            let exponential = prediction.exp();
            *end = [*y, exponential];
            *y = prediction;
            sum += exponential;
        }
        let normaliser = sum.ln();
        for ((end, y), x) in ends.iter_mut().zip(&y).zip(next_x) {
            end[1] /= sum;
            total += x * (y - normaliser);
        }
    }

    d_main.fill(0.0);
    d_extra.fill(0.0);
    let scale = -1.0 / (steps * b) as f64;
    let (d_in_weight, rest) = d_extra.split_at_mut(b);
    let (d_out_weight, d_out_bias) = rest.split_at_mut(b);
    let mut d_state = vec![0.0; state.len()];
    let mut d_y = vec![0.0; b];
    for (((x, next_x), kept), ends) in
        characters.rev().zip(kept.chunks_exact(layers * b).rev()).zip(ends.chunks_exact(b).rev())
    {
        let count = next_x.iter().sum::<f64>();
        let sensitivities = d_out_weight.iter_mut().zip(&mut *d_out_bias);
        for ((((end, x), w), d_y), (d_w, d_bias)) in
            ends.iter().zip(next_x).zip(out_weight).zip(&mut d_y).zip(sensitivities)
        {
            let d = scale * (x - count * end[1]);
            *d_w += d * end[0];
            *d_bias += d;
            *d_y = d * w;
        }
        for (((kept, d_state), weights), d_weights) in kept
            .chunks_exact(b)
            .zip(d_state.chunks_exact_mut(2 * b))
            .zip(main.chunks_exact(8 * b))
            .zip(d_main.chunks_exact_mut(8 * b))
            .rev()
        {
            let (d_hidden, d_cell) = d_state.split_at_mut(b);
            let mut parts = weights.chunks_exact(b);
            let [wf, wi, wo, wc] = [(); 4].map(|()| &parts.next().unwrap()[..b]);
            let mut parts = d_weights.chunks_exact_mut(b);
            let [d_wf, d_wi, d_wo, d_wc, d_bf, d_bi, d_bo, d_bc] = [(); 8].map(|()| &mut parts.next().unwrap()[..b]);
            let (d_y, kept) = (&mut d_y[..b], &kept[..b]);
            let (d_hidden, d_cell) = (&mut d_hidden[..b], &mut d_cell[..b]);
            for i in 0..b {
                let k = kept[i];
                let d_out = d_y[i] + d_hidden[i];
                let d_next = d_cell[i] + d_out * k.output * (1.0 - k.tanh * k.tanh);
                let d_forget = d_next * k.cell * k.forget * (1.0 - k.forget);
                let d_input = d_next * k.change * k.input * (1.0 - k.input);
                let d_output = d_out * k.tanh * k.output * (1.0 - k.output);
                let d_change = d_next * k.input * (1.0 - k.change * k.change);
                d_wf[i] += d_forget * k.y;
                d_wi[i] += d_input * k.hidden;
                d_wo[i] += d_output * k.y;
                d_wc[i] += d_change * k.hidden;
                d_bf[i] += d_forget;
                d_bi[i] += d_input;
                d_bo[i] += d_output;
                d_bc[i] += d_change;
                d_cell[i] = d_next * k.forget;
                d_y[i] = d_forget * wf[i] + d_output * wo[i];
                d_hidden[i] = d_input * wi[i] + d_change * wc[i];
            }
        }
        for ((d_w, d_y), x) in d_in_weight.iter_mut().zip(&d_y).zip(x) {
            *d_w += d_y * x;
        }
    }
    total * scale
}

pub(crate) struct Lstm {
    pub(crate) main: Vec<f64>,
    pub(crate) extra: Vec<f64>,
    pub(crate) state: Vec<f64>,
    pub(crate) sequence: Vec<f64>,
}

impl Lstm {
    pub(crate) fn new(layers: usize, steps: usize, b: usize) -> Self {
        Self {
            main: spread(layers * 8 * b, 1, -1.0, 1.0),
            extra: spread(3 * b, 2, -1.0, 1.0),
            state: spread(2 * layers * b, 3, -1.0, 1.0),
            sequence: spread((steps + 1) * b, 4, 0.0, 1.2).iter().map(|x| x.floor()).collect(),
        }
    }
}

impl Workload for Lstm {
    const NAME: &'static str = "LSTM";

    fn size(&self) -> String {
        let b = self.extra.len() / 3;
        format!("{} layers of {b}, {} characters", self.main.len() / (8 * b), self.sequence.len() / b)
    }

    fn parameters(&self) -> usize {
        self.main.len() + self.extra.len()
    }

    fn primal(&self) -> f64 {
        loss(&self.main, &self.extra, &self.state, &self.sequence)
    }

    fn generated(&self, gradient: &mut [f64]) -> f64 {
        let (d_main, d_extra) = gradient.split_at_mut(self.main.len());
        loss::value_and_grad_into(&self.main, &self.extra, &self.state, &self.sequence, d_main, d_extra)
    }

    fn by_hand(&self, gradient: &mut [f64]) -> f64 {
        let (d_main, d_extra) = gradient.split_at_mut(self.main.len());
        by_hand([&self.main, &self.extra, &self.state, &self.sequence], d_main, d_extra)
    }
}
