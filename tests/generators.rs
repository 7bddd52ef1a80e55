//! Local values without a tangent that are changed where they are: generators of random numbers, counters, stacks.

#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::trivially_copy_pass_by_ref,
    reason = "the programs are as people write them"
)]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Copy)]
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f64 / f64::from(1_u32 << 24)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() * n as f64) as usize
    }

    fn fill(&mut self, numbers: &mut [f64]) {
        for number in numbers {
            *number = self.next();
        }
    }

    fn peek(&self) -> f64 {
        (self.0 >> 40) as f64 / f64::from(1_u32 << 24)
    }

    fn skip(&mut self) {
        self.next();
    }
}

struct Counted {
    state: u64,
    calls: usize,
}

impl Counted {
    fn next(&mut self) -> f64 {
        self.calls += 1;
        let mut random = Random(self.state);
        let number = random.next();
        self.state = random.0;
        number
    }
}

fn draw(random: &mut Random) -> f64 {
    random.next()
}

#[differentiable(wrt(x))]
fn noisy(x: f64, random: &mut Random) -> f64 {
    x.sin() + random.next() * x
}

#[differentiable]
fn tuple_struct(w: f64, seed: u64) -> f64 {
    let mut random = Random(seed);
    let z = random.next();
    let mut sum = w * z;
    for _ in 0..3 {
        sum += w.powi(2) * random.next();
    }
    sum
}

#[differentiable]
fn struct_literal(w: f64, seed: u64) -> f64 {
    let mut random = Counted { state: seed, calls: 0 };
    let mut x = w;
    while random.next() < 0.8 && random.calls < 20 {
        x = x.sin() + if random.next() < 0.5 { w } else { random.next() * w * w };
    }
    x * random.calls as f64
}

#[differentiable]
fn copies(w: f64, seed: u64) -> f64 {
    let mut random = Random(seed);
    let mut copy = random;
    let still = random;
    let z = random.next();
    let (y, u) = (copy.next(), copy.next());
    let mut sum = w * z + w * w * y - w * u * random.peek() + w.powi(3) * still.peek();
    for _ in 0..3 {
        let mut again = random;
        sum += w.sin() * again.next() * random.next();
    }
    sum
}

#[differentiable]
fn assigned(w: f64, seed: u64) -> f64 {
    let mut random = Random(seed);
    random.0 += 1;
    let kept = random.0 % 100;
    let before = random.peek();
    random.skip();
    if w > 0.0 {
        random.skip();
    } else {
        random = Random(1);
    }
    let after = random.peek();
    random = Random(7);
    w * before + w * w * after + w.powi(3) * random.next() + w * kept as f64
}

#[differentiable]
fn lent(w: f64, seed: u64) -> f64 {
    let mut random: Random = Random(seed);
    let mut numbers = [0.0; 4];
    random.fill(&mut numbers);
    let mut sum = draw(&mut random) * w;
    for z in &numbers {
        sum += (w * z).sin();
    }
    sum * draw(&mut random)
}

#[differentiable]
fn to_differentiable(w: f64, seed: u64) -> f64 {
    let mut random = Random(seed);
    let mut x = w;
    for _ in 0..3 {
        x = noisy(x, &mut random);
    }
    x * random.next()
}

#[derive(Clone, Copy, Differentiable)]
struct Model {
    a: f64,
    b: f64,
}

#[differentiable]
impl Model {
    #[differentiable(wrt(self, x))]
    fn sample(&self, random: &mut Random, x: f64) -> f64 {
        self.a * x + self.b * random.next()
    }

    fn bump(&mut self) -> f64 {
        self.a += 1.0;
        self.a
    }
}

#[differentiable]
fn to_method(w: f64, seed: u64) -> f64 {
    let model = Model { a: w, b: w * w };
    let mut random = Random(seed);
    let mut x = 1.0;
    for _ in 0..4 {
        x = model.sample(&mut random, x).sin();
    }
    x
}

/// The struct has a cotangent, but depends on nothing.
#[differentiable]
fn constant_struct(w: f64) -> f64 {
    let mut model = Model { a: 1.0, b: 2.0 };
    let mut sum = 0.0;
    for _ in 0..3 {
        sum += model.bump() * w * w;
        model.b *= 2.0;
    }
    sum * model.a + model.b * w
}

#[differentiable]
fn captured(w: f64, seed: u64) -> f64 {
    let mut random = Random(seed);
    let mut draw = || random.next();
    let (a, b) = (draw(), draw());
    w * a + w * w * b
}

#[differentiable]
fn below(w: f64, seed: u64) -> f64 {
    let x = [w, w * w, 2.0];
    let mut random = Random::new(seed);
    let mut sum = 0.0;
    for _ in 0..6 {
        let k = random.below(x.len());
        sum += x[k].exp() * random.next();
    }
    sum
}

struct Counter {
    n: usize,
}

impl Counter {
    fn tick(&mut self) -> usize {
        self.n += 1;
        self.n
    }
}

#[differentiable]
fn counter(w: f64) -> f64 {
    let mut counter = Counter { n: 0 };
    let mut x = w;
    loop {
        if counter.tick() > 4 {
            break;
        }
        x = x.sin() * counter.n as f64;
    }
    while counter.n < 8 {
        counter.n += 1;
        x = x.cos() * counter.n as f64;
    }
    x + counter.n as f64 * w
}

struct Numbers(Vec<f64>);

impl std::ops::Index<usize> for Numbers {
    type Output = f64;

    fn index(&self, i: usize) -> &f64 {
        &self.0[i]
    }
}

impl std::ops::IndexMut<usize> for Numbers {
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.0[i]
    }
}

#[differentiable]
fn indexed(w: f64) -> f64 {
    let mut numbers = Numbers(vec![1.0, 2.0, 3.0]);
    for i in 0..3 {
        numbers[i] += 0.5;
    }
    let mut sum = 0.0;
    for i in 0..3 {
        sum = sum * w + numbers[i];
    }
    sum
}

#[derive(Default)]
struct Total {
    parts: Vec<f64>,
}

impl Total {
    fn add(&mut self, part: f64) -> f64 {
        self.parts.push(part);
        self.parts.iter().sum()
    }
}

#[differentiable]
fn with_a_type(w: f64) -> f64 {
    let mut total: Total = Total::default();
    let mut other: Total = Total { parts: vec![1.5] };
    let mut x = w;
    for k in 0..3 {
        total.add(0.5);
        x = x.sin() * total.add(f64::from(k)) + other.add(1.0) * w;
    }
    x * total.parts.len() as f64
}

/// The mean and the variance of what it was given.
#[derive(Clone, Differentiable)]
struct Moments {
    count: f64,
    mean: f64,
    squares: f64,
}

#[differentiable]
impl Moments {
    fn add(&mut self, x: f64) {
        self.count += 1.0;
        let d = x - self.mean;
        self.mean += d / self.count;
        self.squares += d * (x - self.mean);
    }
}

/// A method that is called like one of numbers changes what it is called on.
#[differentiable]
fn moments(w: f64) -> f64 {
    let mut moments = Moments { count: 0.0, mean: 0.0, squares: 0.0 };
    for x in [w, w * w, w.sin()] {
        moments.add(x);
    }
    moments.mean * moments.squares / moments.count
}

/// The value is that of the function, bit for bit, and the gradient that of differences.
macro_rules! holds {
    ($($function:ident $(, $argument:expr)*;)*) => {$(
        for w in [0.7, -0.3] {
            let (value, gradient) = $function::value_and_grad(w $(, $argument)*);
            assert_eq!(value.to_bits(), $function(w $(, $argument)*).to_bits(), stringify!($function));
            check(&|w| $function(w[0] $(, $argument)*), &[w], &[gradient]);
            let (value_again, back) = $function::vjp(w $(, $argument)*);
            assert_eq!([value_again, back(1.0)].map(f64::to_bits), [value, gradient].map(f64::to_bits));
        }
    )*};
}

#[test]
fn local_generators_are_changed_where_they_are() {
    holds! {
        tuple_struct, 3;
        struct_literal, 3;
        copies, 3;
        assigned, 3;
        lent, 3;
        captured, 3;
        below, 3;
    }
}

#[test]
fn differentiable_code_takes_local_generators() {
    holds! {
        to_differentiable, 3;
        to_method, 3;
    }
}

#[test]
fn local_structs_that_depend_on_nothing_are_changed_where_they_are() {
    holds! {
        constant_struct;
        counter;
        indexed;
        with_a_type;
        moments;
    }
}
