//! Values without a tangent that patterns take apart: `match`, `if let`, `while let` and `let … else`. Values bit for bit, gradients
//! against central differences.

#![expect(
    clippy::cast_precision_loss,
    clippy::manual_unwrap_or,
    clippy::needless_pass_by_value,
    clippy::needless_range_loop,
    clippy::ref_option,
    clippy::while_let_on_iterator,
    reason = "each way to match is what is tested"
)]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

/// What a function of numbers gives is bit for bit what it gives by itself, and its gradient is right.
macro_rules! checked {
    ($($f:ident($($given:expr),*) at $at:expr;)*) => {$({
        let at = &$at[..];
        let (value, gradient) = $f::value_and_grad(at, $($given),*);
        assert_eq!(value.to_bits(), $f(at, $($given),*).to_bits(), stringify!($f));
        assert_eq!(gradient, $f::grad(at, $($given),*), stringify!($f));
        let (again, back) = $f::vjp(at, $($given),*);
        assert_eq!(value.to_bits(), again.to_bits(), stringify!($f));
        assert_eq!(gradient, back(1.0), stringify!($f));
        check(&|x| $f(x, $($given),*), at, &gradient);
    })*};
}

const AT: [f64; 4] = [0.7, -1.3, 0.4, 1.9];

#[derive(Clone, Copy, PartialEq, Debug)]
enum Op {
    Add(usize, usize),
    Mul { left: usize, right: usize },
    Sin(usize),
    Const(f64),
    Nothing,
}

const PROGRAM: [Op; 7] = [
    Op::Mul { left: 0, right: 1 },
    Op::Sin(4),
    Op::Const(3.0),
    Op::Nothing,
    Op::Add(5, 6),
    Op::Mul { left: 7, right: 2 },
    Op::Add(8, 3),
];

#[differentiable(wrt(regs))]
fn interpreter(regs: &[f64], ops: &[Op]) -> f64 {
    let mut r = regs.to_vec();
    for k in 0..ops.len() {
        let v = match ops[k] {
            Op::Add(i, j) => r[i] + r[j],
            Op::Mul { left, right: j } => r[left] * r[j],
            Op::Sin(i) => r[i].sin(),
            Op::Const(c) => c,
            Op::Nothing => continue,
        };
        r.push(v);
    }
    r[r.len() - 1]
}

/// The same by references, which the names of the arms are then.
#[differentiable(wrt(regs))]
fn by_reference(regs: &[f64], ops: &[Op]) -> f64 {
    let mut r = regs.to_vec();
    for op in ops {
        match op {
            Op::Add(i, j) => r.push(r[*i] + r[*j]),
            Op::Mul { left, right } => {
                let v = r[*left] * r[*right];
                r.push(v);
            }
            &Op::Sin(i) => r.push(r[i].sin()),
            Op::Const(c) => r.push(*c),
            Op::Nothing => {}
        }
    }
    r[r.len() - 1]
}

/// The registers are changed in place.
#[differentiable(wrt(regs))]
fn in_place(regs: &[f64], ops: &[Op]) -> f64 {
    let mut r = regs.to_vec();
    for _ in 0..2 {
        for k in 0..ops.len() {
            let at = k % r.len();
            r[at] = match ops[k] {
                Op::Add(i, j) if i != j => r[i % 4] + 0.5 * r[j % 4],
                Op::Add(i, _) | Op::Sin(i) => r[i % 4].sin(),
                Op::Mul { left, .. } if left > 3 => r[at] * r[left % 4],
                Op::Mul { right, left: 0 } => r[right % 4].cos(),
                Op::Const(c) if c > 2.0 => c * r[at],
                Op::Const(_) | Op::Mul { .. } | Op::Nothing => r[at] * r[0],
            };
        }
    }
    r[0] + r[1] * r[2] - r[3]
}

#[test]
fn an_interpreter() {
    checked! {
        interpreter(&PROGRAM) at AT;
        interpreter(&PROGRAM[..3]) at AT;
        interpreter(&PROGRAM[..4]) at AT;
        by_reference(&PROGRAM[..3]) at AT;
        in_place(&PROGRAM) at AT;
        in_place(&[Op::Add(1, 1), Op::Mul { left: 0, right: 2 }, Op::Const(0.5), Op::Add(1, 2)]) at AT;
    }
}

#[differentiable(wrt(x))]
fn patterns(x: &[f64], op: Op, other: &Option<usize>) -> f64 {
    let first = match op {
        Op::Add(i, 2..=3) => x[i] * x[i],
        all @ Op::Add(..) => {
            if all == Op::Add(0, 0) {
                x[0].exp()
            } else {
                x[1].exp()
            }
        }
        Op::Sin(k @ (0 | 2)) => x[k].sin(),
        Op::Const(ref c) if *c < 0.0 => x[0] * c,
        Op::Const(c) => x[1] * c + c,
        Op::Mul { left, right: right @ 1.. } | Op::Mul { right, left: left @ 2.. } => x[left] / x[right],
        Op::Sin(_) | Op::Mul { .. } => x[3],
        Op::Nothing => 1.0,
    };
    let second = match (other, x[0] > 0.0, op) {
        (Some(k), true, Op::Nothing) => x[*k],
        (&Some(k), ..) => x[k] * x[k],
        (None, true, Op::Sin(k) | Op::Add(k, _)) => x[k] * first,
        (None, ..) => x[2],
    };
    first * second
}

#[test]
fn all_kinds_of_patterns() {
    let ops = [
        Op::Add(1, 2),
        Op::Add(0, 0),
        Op::Add(0, 1),
        Op::Sin(0),
        Op::Sin(2),
        Op::Sin(1),
        Op::Const(-2.0),
        Op::Const(2.0),
        Op::Mul { left: 0, right: 1 },
        Op::Mul { left: 2, right: 1 },
        Op::Mul { left: 1, right: 1 },
        Op::Nothing,
    ];
    for op in ops {
        for other in [None, Some(0), Some(3)] {
            checked! { patterns(op, &other) at AT; patterns(op, &other) at [-0.3, 0.6, 1.2, 0.8]; }
        }
    }
}

#[differentiable(wrt(x))]
fn if_lets(x: &[f64], k: Option<usize>, c: Option<f64>, r: Result<usize, f64>) -> f64 {
    let mut sum = if let Some(k) = k { x[k] } else { x[0] * x[1] };
    if let Some(c) = c {
        sum *= c;
    }
    sum += if let Ok(k) = r {
        x[k] * sum
    } else if let Some(k) = k
        && k > 1
    {
        x[k].sin()
    } else if let Err(c) = r {
        x[1] * c
    } else {
        0.0
    };
    if let (Some(k), Some(c)) = (k, c) {
        sum += c * x[k];
    }
    let weight = if let Some(c) = c { c } else { 2.0 };
    sum * weight
}

#[differentiable(wrt(x))]
fn chains(x: &[f64], k: Option<usize>, more: &[Option<usize>]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += if i < more.len()
            && let Some(j) = more[i]
            && x[j] > 0.0
            && let Some(k) = k
            && k != j
        {
            x[j] * x[k] * x[i]
        } else if x[i] > 1.0
            && let Some(k) = k
        {
            x[k].exp()
        } else {
            x[i] * x[i]
        };
        if i > 0
            && let Some(k) = k
            && k == i
        {
            sum *= x[k];
        }
    }
    sum
}

#[differentiable(wrt(x))]
fn let_elses(x: &[f64], k: Option<usize>, ks: &[Option<usize>], op: &Op) -> f64 {
    let Some(first) = k else {
        return x[0] * x[1];
    };
    let mut sum = x[first].exp();
    for i in 0..ks.len() {
        let Some(at) = ks[i] else { continue };
        if at > x.len() {
            break;
        }
        let (Op::Add(from, to) | Op::Mul { left: from, right: to }) = op else {
            sum *= x[at];
            continue;
        };
        sum += x[at] * x[*from] - x[*to];
    }
    let Op::Const(c) = op else { return sum };
    sum * c
}

#[differentiable(wrt(x))]
fn while_lets(x: &[f64], next: &[Option<usize>]) -> f64 {
    let (mut at, mut product) = (0, 1.0);
    while let Some(then) = next[at] {
        product = (product * x[at]).sin() + x[then];
        at = then;
        if product > 10.0 {
            break;
        }
    }
    product * x[at]
}

#[test]
fn patterns_in_conditions() {
    for k in [None, Some(1), Some(2)] {
        for c in [None, Some(-1.5)] {
            for r in [Ok(3), Err(0.3)] {
                checked! { if_lets(k, c, r) at AT; }
            }
        }
        for more in [&[][..], &[Some(0), Some(3), None, Some(2)], &[Some(1), Some(2), Some(2), None]] {
            checked! { chains(k, more) at AT; }
        }
        for op in [Op::Add(0, 3), Op::Mul { left: 1, right: 2 }, Op::Const(1.5), Op::Nothing] {
            checked! { let_elses(k, &[Some(1), None, Some(0), Some(8), Some(2)], &op) at AT; }
        }
    }
    checked! {
        while_lets(&[Some(2), None, Some(3), Some(1)]) at AT;
        while_lets(&[None]) at AT;
    }
}

#[derive(Clone, PartialEq, Debug)]
enum Act {
    Relu,
    Tanh,
    Leaky(f64),
    Named(String),
}

/// What is not `Copy` is matched where it stands.
#[differentiable(wrt(x))]
fn not_copied(x: &[f64], a: &Act, all: &[Act], given: Act) -> f64 {
    let mut y = match a {
        Act::Relu => x[0],
        Act::Leaky(k) => k * x[0],
        Act::Named(s) if s == "id" => x[0] * x[1],
        Act::Named(s) => x[0] * s.len() as f64,
        Act::Tanh => x[0].tanh(),
    };
    for k in 0..all.len() {
        y = match all[k] {
            Act::Relu => y,
            Act::Leaky(k) => k * y,
            Act::Named(ref s) if s == "id" => y * x[2],
            Act::Named(_) => y * 2.0,
            Act::Tanh => y.tanh(),
        };
    }
    match given {
        Act::Leaky(k) => k * y,
        Act::Named(ref s) if s == "id" => y * x[3],
        Act::Relu | Act::Tanh | Act::Named(_) => y * y,
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum State {
    First(usize),
    Then { n: usize, w: f64 },
    Done,
}

/// What is matched changes in the arms.
#[differentiable]
fn machine(x: &[f64]) -> f64 {
    let mut state = State::First(0);
    let mut y = x[0];
    while state != State::Done {
        match state {
            State::First(n) if n > 2 => {
                y = y.sin();
                state = State::Then { n, w: 0.5 };
            }
            State::First(n) => {
                y *= x[n];
                state = State::First(n + 1);
            }
            State::Then { n: 0, .. } => state = State::Done,
            State::Then { n, w } => {
                y += w * x[n];
                state = State::Then { n: n - 1, w: w * 2.0 };
            }
            State::Done => {}
        }
    }
    y
}

#[differentiable(wrt(x))]
fn in_closures(x: &[f64], op: Option<f64>, k: Option<usize>) -> f64 {
    let f = |v: f64| match op {
        Some(c) => c * v,
        None => v.sin(),
    };
    let g = |v: f64| if let Some(k) = k { f(v) * x[k] } else { v };
    f(g(f(x[0]))) + g(x[1])
}

#[differentiable]
fn scaled(x: f64, by: f64) -> f64 {
    x * by
}

#[differentiable]
fn scale(x: &mut [f64], by: f64) {
    for v in x.iter_mut() {
        *v *= by;
    }
}

/// Calls, also of functions that change an array, in arms that are left by `return`.
#[differentiable(wrt(x))]
fn with_calls(x: &[f64], states: &[State]) -> f64 {
    let mut v = x.to_vec();
    for state in states {
        match *state {
            State::First(n) if n >= v.len() => return scaled(v[0], v[1]),
            State::First(n) => v[0] = scaled(v[n], n as f64 + 0.5),
            State::Then { w, n } => {
                let by = scaled(w, v[n]);
                scale(&mut v, by);
            }
            State::Done => v.swap(0, 1),
        }
    }
    v[0] * v[1] + v[2] - v[3]
}

#[differentiable(wrt(x))]
fn slices(x: &[f64], ks: &[usize]) -> f64 {
    match ks {
        [] => x[0],
        [a] => x[*a],
        [a, .., b] if a == b => x[*a].sin(),
        &[a, b] => x[a] * x[b],
        [first, rest @ ..] => x[*first] * rest.len() as f64,
    }
}

#[differentiable(wrt(x))]
fn iterators(x: &[f64], ks: &[usize]) -> f64 {
    let mut product = 1.0;
    let mut turns = ks.iter();
    while let Some(&k) = turns.next() {
        product *= x[k];
    }
    let mut numbered = ks.iter().enumerate();
    while let Some((i, k)) = numbered.next() {
        if i > 1 {
            break;
        }
        product += x[*k] * i as f64;
    }
    product
}

#[test]
fn in_pairs_with_other_constructs() {
    let acts = [Act::Relu, Act::Tanh, Act::Leaky(0.3), Act::Named("id".into()), Act::Named("four".into())];
    for act in &acts {
        checked! { not_copied(act, &acts, act.clone()) at AT; }
    }
    for k in [None, Some(3)] {
        checked! { in_closures(None, k) at AT; in_closures(Some(0.3), k) at AT; }
    }
    let states = [State::First(2), State::Done, State::Then { n: 1, w: 0.7 }, State::First(3), State::First(7)];
    checked! {
        machine() at AT;
        with_calls(&states) at AT;
        with_calls(&states[..4]) at AT;
        with_calls(&[]) at AT;
    }
    for ks in [&[][..], &[1], &[1, 1], &[0, 1], &[0, 1, 2]] {
        checked! { slices(ks) at AT; iterators(ks) at AT; }
    }
}

/// An `enum` without reals, and one with reals that are constant, have `()` for their cotangent.
#[derive(Clone, Copy, PartialEq, Debug, Differentiable)]
enum Kind {
    Linear,
    Power(u8),
    Scaled { by: Factor, times: usize },
}

#[derive(Clone, Copy, PartialEq, Debug, Differentiable)]
enum Factor {
    One,
    Of(#[constant] f64),
}

#[differentiable]
fn activation(kind: Kind, x: f64) -> f64 {
    match kind {
        Kind::Linear if x > 0.0 => x,
        Kind::Linear => 0.0,
        Kind::Power(0) => x.tanh(),
        Kind::Power(n) => x.powi(i32::from(n)),
        Kind::Scaled { by: Factor::One, times } => x * times as f64,
        Kind::Scaled { by: Factor::Of(c), times } => c * x * times as f64 + x.sin(),
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    kind: Kind,
    #[constant]
    act: Act,
    #[constant]
    skipped: Option<usize>,
    w: f64,
    v: Vec<f64>,
}

#[differentiable]
impl Layer {
    #[differentiable]
    fn forward(&self, x: f64) -> f64 {
        let y = match self.kind {
            Kind::Linear => self.w * x,
            Kind::Power(n) => self.v[usize::from(n)] * x + self.w,
            Kind::Scaled { .. } => activation(self.kind, x * self.w),
        };
        let y = match &self.act {
            Act::Relu => y,
            Act::Leaky(k) => k * y,
            Act::Named(s) => y * s.len() as f64,
            Act::Tanh => (y * self.v[1]).tanh(),
        };
        if let Some(k) = self.skipped { y + x * self.v[k] } else { y }
    }
}

#[differentiable]
fn network(layers: &[Layer], x: f64) -> f64 {
    let mut y = x;
    for layer in layers {
        y = layer.forward(y);
    }
    for i in 0..layers.len() {
        let Kind::Power(n) = layers[i].kind else { continue };
        y *= layers[i].v[usize::from(n)];
        y = match layers[i].act {
            Act::Leaky(c) if c > 0.0 => c * y + layers[i].w,
            _ => y.sin(),
        };
    }
    y
}

#[differentiable]
fn by_kinds(kinds: &[Kind], x: f64) -> f64 {
    let mut y = x;
    for k in 0..kinds.len() {
        y = match (kinds[k], y > 0.0) {
            (Kind::Scaled { times, .. }, true) => y / times as f64,
            (Kind::Power(n), _) => activation(Kind::Power(n), y),
            (kind, _) => activation(kind, y + x),
        };
    }
    y
}

const KINDS: [Kind; 5] = [
    Kind::Linear,
    Kind::Power(0),
    Kind::Power(2),
    Kind::Scaled { by: Factor::One, times: 3 },
    Kind::Scaled { by: Factor::Of(0.3), times: 2 },
];

#[test]
fn parameters_and_fields() {
    for kind in KINDS {
        for x in [0.7, -0.4] {
            let (value, ((), slope)) = activation::value_and_grad(kind, x);
            assert_eq!(value.to_bits(), activation(kind, x).to_bits());
            check(&|x| activation(kind, x[0]), &[x], &[slope]);
        }
    }
    for kinds in [&KINDS[..], &KINDS[2..3], &KINDS[3..]] {
        let (value, (_, slope)) = by_kinds::value_and_grad(kinds, 0.7);
        assert_eq!(value.to_bits(), by_kinds(kinds, 0.7).to_bits());
        check(&|x| by_kinds(kinds, x[0]), &[0.7], &[slope]);
    }
    let acts = [Act::Relu, Act::Tanh, Act::Leaky(0.3), Act::Leaky(-0.7), Act::Named("four".into())];
    for kind in KINDS {
        for act in &acts {
            for skipped in [None, Some(2)] {
                let layers = |x: &[f64]| {
                    let one = Layer { kind, act: act.clone(), skipped, w: x[1], v: x[2..5].to_vec() };
                    [one.clone(), Layer { kind: Kind::Power(1), w: x[5], ..one }]
                };
                let at = [0.7, -0.4, 0.9, 1.3, -0.2, 0.6];
                let both = layers(&at);
                let (value, (d, slope)) = network::value_and_grad(&both, at[0]);
                assert_eq!(value.to_bits(), network(&both, at[0]).to_bits());
                let mut gradient = vec![slope, d[0].w];
                gradient.extend((0..3).map(|k| d[0].v[k] + d[1].v[k]));
                gradient.push(d[1].w);
                check(&|x| network(&layers(x), x[0]), &at, &gradient);
            }
        }
    }
}

const LOW: i32 = -2;
const HIGH: i32 = 2;

/// Several arms compare with constants, whose types only rustc knows.
#[expect(overlapping_range_endpoints, clippy::match_overlapping_arm, reason = "the first arm that matches is taken")]
#[differentiable(wrt(x))]
fn between_constants(x: f64, ops: &[i32]) -> f64 {
    let mut s = x;
    for &op in ops {
        s = match op {
            LOW..=HIGH => s * x,
            HIGH.. => s.sin(),
            _ => s + x,
        };
    }
    s
}

#[test]
fn ranges_may_end_at_constants() {
    // x * x, then its sine, then that and x.
    let (value, d) = between_constants::value_and_grad(0.7, &[1, 3, -7]);
    let square = 0.7_f64 * 0.7;
    assert_eq!(value.to_bits(), between_constants(0.7, &[1, 3, -7]).to_bits());
    assert!((d - (2.0 * 0.7 * square.cos() + 1.0)).abs() < 1e-15);
}
