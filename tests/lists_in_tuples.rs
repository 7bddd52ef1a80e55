//! Lists of integers and of flags in tuples in arrays that have gradients: read where they are, looped over, and lent to calls.

#![expect(
    clippy::cast_precision_loss,
    clippy::explicit_iter_loop,
    clippy::needless_range_loop,
    clippy::type_complexity,
    reason = "the programs are as people write them"
)]

mod differences;

use backprop::{Differentiable, differentiable};

const W: [f64; 5] = [0.7, -1.3, 0.4, 1.1, 0.9];

type Sample = (Vec<usize>, f64, Vec<bool>, [usize; 2], Vec<Vec<usize>>);

fn sample(words: &[usize], x: f64) -> Sample {
    let tags = words.iter().map(|word| word % 2 == 0).collect();
    (words.to_vec(), x, tags, [words[0], 4 - words[0]], vec![words.to_vec(), vec![2], Vec::new()])
}

fn samples() -> Vec<Sample> {
    vec![sample(&[0, 2, 2, 4], 0.3), sample(&[3], -0.6), sample(&[1, 4, 0], 1.2)]
}

/// A function of weights and samples: all entry points.
macro_rules! tests {
    ($($f:ident)*) => { $(#[test] fn $f() {
        use super::$f as tested;
        let data = samples();
        let (value, (d_w, d_data)) = tested::value_and_grad(&W, &data);
        assert_eq!(value.to_bits(), tested(&W, &data).to_bits());
        let (again, back) = tested::vjp(&W, &data);
        assert_eq!(again.to_bits(), value.to_bits());
        let numbers: Vec<f64> = data.iter().map(|sample| sample.1).collect();
        let with = |numbers: &[f64]| {
            let mut data = samples();
            for (sample, x) in data.iter_mut().zip(numbers) {
                sample.1 = *x;
            }
            tested(&W, &data)
        };
        let check = |d_w: &[f64], d_x: &[f64]| {
            crate::differences::check(&|w| tested(w, &data), &W, d_w);
            crate::differences::check(&with, &numbers, d_x);
        };
        check(&d_w, &d_data.iter().map(|d| d.1).collect::<Vec<f64>>());
        let (d_w, d_data) = back(1.0);
        check(&d_w, &d_data.iter().map(|d| d.1).collect::<Vec<f64>>());
        let (mut d_w, mut d_data) = (vec![0.0; W.len()], data.zero_cotangent());
        tested::accumulate_grad(&W, &data, &mut d_w, &mut d_data);
        check(&d_w, &d_data.iter().map(|d| d.1).collect::<Vec<f64>>());
    })* };
}

mod gradients {
    use super::*;

    tests!(by_pattern by_reference numbered by_index lists_of_lists parts lent lent_by_place lent_rows
        to_methods zipped closures found chosen host_looks copied named by_while);
}

#[differentiable]
fn by_pattern(w: &[f64], data: &[(Vec<usize>, f64, Vec<bool>, [usize; 2], Vec<Vec<usize>>)]) -> f64 {
    let mut sum = 0.0;
    for (words, x, tags, pair, _) in data {
        let mut z = 0.1;
        for &k in words {
            z += w[k] * w[k];
        }
        for (k, &tag) in tags.iter().enumerate() {
            if tag {
                z *= w[words[k]];
            }
        }
        sum += (z.tanh() - x).powi(2) * w[pair[0]] * words.len() as f64;
    }
    sum
}

#[differentiable]
fn by_reference(w: &[f64], data: &[(Vec<usize>, f64, Vec<bool>, [usize; 2], Vec<Vec<usize>>)]) -> f64 {
    let mut sum = 0.0;
    for sample in data.iter() {
        for &k in &sample.0 {
            sum += w[k].sin() * sample.1;
        }
        for k in sample.0.iter() {
            sum *= 1.0 + 0.1 * w[*k];
        }
        if !sample.2.is_empty() && sample.2[0] {
            sum += w[sample.3[1]] * w[sample.0[sample.0.len() - 1]];
        }
    }
    sum
}

#[differentiable]
fn numbered(w: &[f64], data: &[(Vec<usize>, f64, Vec<bool>, [usize; 2], Vec<Vec<usize>>)]) -> f64 {
    let mut sum: f64 = 0.0;
    for (i, (words, x, ..)) in data.iter().enumerate().rev() {
        for (j, &k) in words.iter().enumerate() {
            sum += (i + j) as f64 * w[k] * x * sum.cos();
        }
    }
    sum
}

#[differentiable]
fn by_index(w: &[f64], data: &[(Vec<usize>, f64, Vec<bool>, [usize; 2], Vec<Vec<usize>>)]) -> f64 {
    let mut sum = 1.0;
    for i in 0..data.len() {
        for j in 0..data[i].0.len() {
            sum += w[data[i].0[j]] * data[i].1 * sum;
            if data[i].2[j] {
                sum -= w[data[i].3[0]];
            }
        }
    }
    sum
}

#[differentiable]
fn lists_of_lists(w: &[f64], data: &[(Vec<usize>, f64, Vec<bool>, [usize; 2], Vec<Vec<usize>>)]) -> f64 {
    let mut sum = 1.0;
    for (_, x, _, _, lists) in data {
        for list in lists {
            let mut product = *x;
            for &k in list {
                product *= w[k];
            }
            sum += product;
        }
        for i in 0..lists.len() {
            for j in 0..lists[i].len() {
                sum += w[lists[i][j]] * x * x;
            }
        }
    }
    sum
}

#[differentiable]
fn parts(w: &[f64], data: &[(Vec<usize>, f64, Vec<bool>, [usize; 2], Vec<Vec<usize>>)]) -> f64 {
    let mut sum = 1.0;
    for (words, x, ..) in data {
        for &k in &words[1..] {
            sum += w[k] * x;
        }
        for pair in words.windows(2) {
            sum += w[pair[0]] * w[pair[1]] * x;
        }
    }
    sum
}

#[differentiable]
fn score(w: &[f64], words: &[usize], tags: &[bool]) -> f64 {
    let mut z = 0.0;
    for k in 0..words.len() {
        if tags[k] {
            z += w[words[k]];
        } else {
            z -= w[words[k]] * w[words[k]];
        }
    }
    z
}

#[differentiable]
fn product(w: &[f64], words: &Vec<usize>, x: f64) -> f64 {
    let mut z = x;
    for &k in words {
        z *= w[k];
    }
    z
}

#[differentiable]
fn lent(w: &[f64], data: &[(Vec<usize>, f64, Vec<bool>, [usize; 2], Vec<Vec<usize>>)]) -> f64 {
    let mut sum = 0.0;
    for (words, x, tags, ..) in data {
        sum += (score(w, words, tags) - x).powi(2) + product(w, words, *x);
    }
    sum
}

#[differentiable]
fn lent_by_place(w: &[f64], data: &[(Vec<usize>, f64, Vec<bool>, [usize; 2], Vec<Vec<usize>>)]) -> f64 {
    let mut sum = 0.0;
    for i in 0..data.len() {
        sum += (score(w, &data[i].0, &data[i].2) - data[i].1).powi(2);
        sum += product(w, &data[i].0, data[i].1 * sum);
    }
    sum
}

#[differentiable]
fn lent_rows(w: &[f64], data: &[(Vec<usize>, f64, Vec<bool>, [usize; 2], Vec<Vec<usize>>)]) -> f64 {
    let mut sum = 0.0;
    for (words, x, tags, pair, lists) in data {
        sum += product(w, &lists[0], *x) + score(w, &words[..1], &tags[..1]) * score(w, pair, &[true, false]);
        for list in lists {
            sum += product(w, list, x * sum);
        }
    }
    sum
}

#[derive(Clone, Differentiable)]
struct Tagger {
    w: Vec<f64>,
    samples: Vec<(Vec<usize>, f64)>,
}

#[differentiable]
impl Tagger {
    fn loss(&self, words: &[usize], tags: &[bool]) -> f64 {
        let mut sum = 0.0;
        for (word, tag) in words.iter().zip(tags) {
            if *tag {
                sum += self.w[*word] * self.w[words[0]];
            }
        }
        sum
    }

    fn own(&self) -> f64 {
        let mut sum = 0.0;
        for (words, x) in &self.samples {
            for &k in words {
                sum += self.w[k] * x;
            }
        }
        sum
    }
}

#[differentiable]
fn to_methods(w: &[f64], data: &[(Vec<usize>, f64, Vec<bool>, [usize; 2], Vec<Vec<usize>>)]) -> f64 {
    let tagger = Tagger { w: w.to_vec(), samples: vec![(vec![0, 1], w[0]), (vec![3, 3], w[1])] };
    let mut sum = tagger.own();
    for (words, x, tags, ..) in data {
        sum += tagger.loss(words, tags) * x;
    }
    sum
}

#[differentiable]
fn zipped(w: &[f64], data: &[(Vec<usize>, f64, Vec<bool>, [usize; 2], Vec<Vec<usize>>)]) -> f64 {
    let mut sum = 0.0;
    for ((words, x, ..), v) in data.iter().zip(w) {
        for k in 0..words.len() {
            sum += w[words[k]] * v * x;
        }
    }
    sum
}

#[differentiable]
fn closures(w: &[f64], data: &[(Vec<usize>, f64, Vec<bool>, [usize; 2], Vec<Vec<usize>>)]) -> f64 {
    let square = |i: usize| data[i].1 * data[i].1;
    let mut sum = 0.0;
    for (i, (words, ..)) in data.iter().enumerate() {
        let at = |k: usize| w[words[k]] * square(i);
        for k in 0..words.len() {
            sum += at(k);
        }
    }
    sum
}

#[differentiable]
fn found(w: &[f64], data: &[(Vec<usize>, f64, Vec<bool>, [usize; 2], Vec<Vec<usize>>)]) -> f64 {
    let mut sum = 0.0;
    for (words, x, ..) in data {
        if words.contains(&2) {
            sum += w[2] * x;
        }
        if let Some(&first) = words.first() {
            sum += w[first].sin() * x;
        }
        if let Some(last) = words.last() {
            sum += w[*last].cos() * x;
        }
    }
    sum
}

#[differentiable]
fn chosen(w: &[f64], data: &[(Vec<usize>, f64, Vec<bool>, [usize; 2], Vec<Vec<usize>>)]) -> f64 {
    let mut sum = 0.0;
    for (words, x, tags, ..) in data {
        if tags[0] && *x < 0.9 {
            sum += score(w, words, tags) * x;
        } else {
            for &k in words {
                if k == 4 {
                    continue;
                }
                sum += w[k] / x;
            }
        }
    }
    sum
}

fn largest(words: &[usize]) -> usize {
    words.iter().copied().max().unwrap_or(0)
}

#[differentiable]
fn host_looks(w: &[f64], data: &[(Vec<usize>, f64, Vec<bool>, [usize; 2], Vec<Vec<usize>>)]) -> f64 {
    let mut sum = 0.0;
    for (words, x, ..) in data {
        let k = largest(words);
        sum += w[k] * x;
    }
    sum
}

#[differentiable]
fn copied(w: &[f64], data: &[(Vec<usize>, f64, Vec<bool>, [usize; 2], Vec<Vec<usize>>)]) -> f64 {
    let mut sum = 0.0;
    for (words, x, _, pair, _) in data {
        let mut order = words.clone();
        order.push(0);
        let [a, b] = *pair;
        sum += w[order[0]] * x + w[a] * w[b];
    }
    sum
}

#[differentiable]
fn named(w: &[f64], data: &[(Vec<usize>, f64, Vec<bool>, [usize; 2], Vec<Vec<usize>>)]) -> f64 {
    let mut sum = 0.0;
    for i in 0..data.len() {
        let (words, x, ..) = &data[i];
        let tags = &data[i].2;
        for (j, &k) in words.iter().enumerate() {
            if tags[j] {
                sum += w[k] * x;
            }
        }
    }
    sum
}

#[differentiable]
fn by_while(w: &[f64], data: &[(Vec<usize>, f64, Vec<bool>, [usize; 2], Vec<Vec<usize>>)]) -> f64 {
    let mut sum = 0.0;
    let mut i = 0;
    'all: while i < data.len() {
        let words = &data[i].0;
        let mut j = 0;
        while j < words.len() {
            if sum > 5.0 {
                break 'all;
            }
            sum += w[words[j]].exp() * data[i].1;
            j += 1;
        }
        i += 1;
    }
    sum
}
