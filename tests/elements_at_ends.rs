//! Numbers at the ends of vectors in structs, of methods that change the structs; and vectors that one method makes anew and others change.

#![expect(clippy::cast_precision_loss, reason = "the lengths are small")]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Differentiable)]
struct Chain {
    links: Vec<f64>,
    gain: f64,
}

#[differentiable]
impl Chain {
    fn squash(&mut self) {
        self.gain *= (*self.links.last().unwrap()).tanh();
    }

    fn turn(&mut self, k: f64) {
        let first = *self.links.first().expect("a chain has links");
        self.links[0] = first.exp() * k;
        self.gain += first;
    }

    fn sway(&mut self, k: f64) {
        let mut chosen = self.links.last().unwrap();
        if k > 0.5 {
            chosen = self.links.first().unwrap();
        }
        let sine = (*chosen).sin();
        self.gain *= sine * k;
    }

    fn restart(&mut self) {
        let empty: Vec<f64> = Vec::new();
        self.links = empty;
    }

    fn grow(&mut self, k: f64) {
        self.links.push(k * self.gain);
        self.links.push(k);
        self.links.swap(0, 1);
    }

    fn total(&self) -> f64 {
        let mut sum = self.gain;
        for (i, link) in self.links.iter().enumerate() {
            sum += link * (i as f64 + 1.3);
        }
        sum
    }
}

#[differentiable]
fn squashed(chain: &Chain, k: f64) -> f64 {
    let mut chain = chain.clone();
    chain.squash();
    chain.total() * k
}

#[differentiable]
fn turned(chain: &Chain, k: f64) -> f64 {
    let mut chain = chain.clone();
    chain.turn(k);
    chain.total()
}

#[differentiable]
fn swayed(chain: &Chain, k: f64) -> f64 {
    let mut chain = chain.clone();
    chain.sway(k);
    chain.total()
}

#[differentiable]
fn regrown(chain: &Chain, k: f64) -> f64 {
    let mut chain = chain.clone();
    chain.restart();
    chain.grow(k);
    chain.grow(k * k);
    chain.total()
}

type Function = fn(&Chain, f64) -> f64;
type WithGradient = fn(&Chain, f64) -> (f64, (ChainCotangent, f64));

#[test]
fn methods_agree_with_differences() {
    let chain = Chain { links: vec![0.4, -0.3, 0.8], gain: 0.6 };
    let functions: [(Function, WithGradient); 4] = [
        (squashed, squashed::value_and_grad),
        (turned, turned::value_and_grad),
        (swayed, swayed::value_and_grad),
        (regrown, regrown::value_and_grad),
    ];
    for (function, with_gradient) in functions {
        for k in [0.3, 0.7] {
            let (value, (d_chain, d_k)) = with_gradient(&chain, k);
            assert_eq!(value.to_bits(), function(&chain, k).to_bits());
            let at = |x: &[f64]| function(&Chain { links: x[2..].to_vec(), gain: x[1] }, x[0]);
            let mut x = vec![k, chain.gain];
            x.extend(&chain.links);
            let mut gradient = vec![d_k, d_chain.gain];
            gradient.extend(&d_chain.links);
            gradient.resize(x.len(), 0.0);
            check(&at, &x, &gradient);
        }
    }
}
