//! Calls that change structs with arrays, in loops: a struct is given to the call and taken back, and its cotangent goes the other way, so
//! that a call costs what it does. Gradients against central differences, bytes counted.

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Chain {
    at: Vec<f64>,
    speed: Vec<f64>,
    rest: Vec<f64>,
    stiffness: f64,
}

#[differentiable]
impl Chain {
    fn kick(&mut self, i: usize, dt: f64) {
        self.speed[i] -= dt * self.stiffness * (self.at[i] - self.rest[i]);
    }

    /// Changes and gives.
    fn drift(&mut self, i: usize, dt: f64) -> f64 {
        self.at[i] += dt * self.speed[i] * self.at[i];
        self.at[i] * self.stiffness
    }

    /// With an array beside the struct, and scalars alone that change.
    fn stiffen(&mut self, by: &[f64], i: usize) {
        self.stiffness += by[i % 2] * self.rest[i];
    }

    /// Names no element of an array.
    fn kick_all(&mut self, n: usize, dt: f64) {
        for i in 0..n {
            self.kick(i, dt);
        }
    }

    /// Names some, beside the calls.
    fn step(&mut self, dt: f64) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.at.len() {
            self.kick(i, dt);
            sum += self.drift(i, dt);
            self.at[i] *= 1.0 + dt * self.speed[i];
        }
        sum
    }

    /// Calls on one side of a branch, and a struct that is looked at between calls that change it.
    fn chosen(&mut self, by: &[f64], limit: f64) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.at.len() {
            if self.at[i] > limit {
                self.kick(i, 0.1);
            } else if i % 2 == 0 {
                self.stiffen(by, i);
            }
            sum += self.tension(i);
        }
        sum * self.stiffness
    }

    /// Numbers in the struct are read before each call.
    fn heated(&mut self, n: usize, dt: f64) -> f64 {
        let mut sum = 0.0;
        for i in 0..n {
            sum += self.stiffness;
            self.kick(i, dt * self.stiffness);
        }
        sum + self.tension(0)
    }

    /// A condition, and a loop, look at what a call then changes in one branch or in all.
    fn looked_at_before(&mut self, n: usize, dt: f64) {
        for i in 0..n {
            if self.tension(i) > 0.0 {
                self.kick(i, dt * self.tension(i));
            } else if i % 2 == 0 {
                self.kick(i, dt);
            }
            let mut near = 0.0;
            for j in 0..2 {
                near += self.tension((i + j) % n);
            }
            self.kick(i, dt * near);
        }
    }

    /// The condition looks at what the turn before has changed.
    fn until(&mut self, dt: f64) -> f64 {
        let mut i = 0;
        while i < self.at.len() && self.stiffness > 0.0 {
            self.kick(i, dt);
            i += 1;
        }
        self.tension(1)
    }

    fn tension(&self, i: usize) -> f64 {
        self.stiffness * (self.at[i] - self.rest[i]) * self.speed[i]
    }
}

#[differentiable]
fn kick(chain: &mut Chain, i: usize, dt: f64) {
    chain.speed[i] += dt * chain.at[i] * chain.at[i];
}

/// A local struct.
#[differentiable]
fn after(chain: &Chain, n: usize, dt: f64) -> f64 {
    let mut chain = chain.clone();
    for i in 0..n {
        kick(&mut chain, i, dt);
        chain.kick(n - 1 - i, dt);
    }
    chain.speed[0] * chain.speed[1]
}

/// An argument looks at what the call changes.
#[differentiable(wrt(chain))]
fn argument_looks(chain: &Chain, n: usize, dt: f64) -> f64 {
    let mut c = chain.clone();
    for i in 0..n {
        c.kick(i, dt * c.tension(i) * c.tension((i + 1) % n));
    }
    c.tension(0)
}

/// Calls look at a struct of which elements are named beside them.
#[differentiable(wrt(chain))]
fn elements_beside(chain: &Chain, n: usize, dt: f64) -> f64 {
    let mut c = chain.clone();
    let mut sum = 0.0;
    for i in 1..n {
        c.speed[i] += dt * c.tension(i);
        sum += c.tension(i) * c.speed[i - 1];
    }
    sum
}

/// The struct before the calls is used after them: it is cloned once.
#[differentiable]
#[expect(clippy::needless_pass_by_value, reason = "a struct by value is what is tested")]
fn against_before(chain: Chain, n: usize, dt: f64) -> f64 {
    let mut moved = chain.clone();
    for i in 0..n {
        moved.kick(i, dt);
    }
    moved.speed[0] * chain.speed[0] + moved.tension(1) - chain.tension(1)
}

#[differentiable]
trait Body {
    fn push(&mut self, i: usize, dt: f64);
    fn energy(&self, i: usize) -> f64;
    fn count(&self) -> usize;

    fn total(&self) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.count() {
            sum += self.energy(i);
        }
        sum
    }
}

#[differentiable]
impl Body for Chain {
    fn push(&mut self, i: usize, dt: f64) {
        self.at[i] += dt * self.speed[i] * self.at[i];
    }

    fn energy(&self, i: usize) -> f64 {
        self.stiffness * self.at[i] * self.at[i] + self.rest[i]
    }

    fn count(&self) -> usize {
        self.at.len()
    }
}

/// Of a trait: calls that look, and calls that change.
#[differentiable]
fn pushed<B: Body>(body: &mut B, dt: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..body.count() {
        body.push(i, dt);
        sum += body.energy(i);
    }
    sum + body.total()
}

#[derive(Clone, Copy, Differentiable)]
struct Grain {
    at: f64,
    speed: f64,
}

/// A vector of structs.
#[derive(Clone, Differentiable)]
struct Sand {
    grains: Vec<Grain>,
    gravity: f64,
}

#[differentiable]
impl Sand {
    fn pull(&self, i: usize) -> f64 {
        self.gravity * (self.grains[i].at - self.grains[(i + 1) % self.grains.len()].at)
    }

    fn kick(&mut self, i: usize, dt: f64) {
        let pull = self.pull(i);
        self.grains[i].speed = self.grains[i].speed * (1.0 - dt) - dt * pull;
    }

    fn fall(&mut self, dt: f64) -> f64 {
        for i in 0..self.grains.len() {
            self.kick(i, dt);
        }
        let mut sum = 0.0;
        for grain in &self.grains {
            sum += grain.speed * grain.speed;
        }
        sum
    }
}

const NUMBERS: [f64; 13] = [0.3, 1.1, -0.7, 0.9, 0.45, -0.2, 0.8, 0.35, 0.15, -0.4, 0.6, 0.25, 1.3];

fn chain(numbers: &[f64]) -> Chain {
    let (&stiffness, numbers) = numbers.split_last().expect("the stiffness stands last");
    let part = |at: usize| numbers[at * numbers.len() / 3..(at + 1) * numbers.len() / 3].to_vec();
    Chain { at: part(0), speed: part(1), rest: part(2), stiffness }
}

fn flat(d: &ChainCotangent) -> Vec<f64> {
    [&d.at[..], &d.speed[..], &d.rest[..], &[d.stiffness]].concat()
}

#[track_caller]
fn holds(f: impl Fn(&mut Chain) -> f64, gradient: &ChainCotangent) {
    check(&|numbers| f(&mut chain(numbers)), &NUMBERS, &flat(gradient));
}

#[test]
fn gradients() {
    let start = chain(&NUMBERS);
    let mut c = start.clone();
    holds(|c| c.step(0.1), &c.step_grad(0.1).0);
    let mut stepped = start.clone();
    stepped.step(0.1);
    assert_eq!(c, stepped);
    for limit in [-1.0, 0.4, 2.0] {
        let by = [0.7, -0.3];
        let (d_chain, d_by, _) = start.clone().chosen_grad(&by, limit);
        holds(|c| c.chosen(&by, limit), &d_chain);
        check(&|by| start.clone().chosen(by, limit), &by, &d_by);
    }
    holds(|c| c.heated(4, 0.1), &start.clone().heated_grad(4, 0.1).0);
    holds(|c| c.until(0.1), &start.clone().until_grad(0.1).0);
    holds(|c| argument_looks(c, 4, 0.1), &argument_looks::grad(&start, 4, 0.1));
    holds(|c| elements_beside(c, 4, 0.1), &elements_beside::grad(&start, 4, 0.1));
    holds(|c| after(c, 4, 0.1), &after::grad(&start, 4, 0.1).0);
    holds(|c| against_before(c.clone(), 4, 0.1), &against_before::grad(start, 4, 0.1).0);
}

#[test]
fn vectors_of_structs() {
    let sand = |numbers: &[f64]| {
        let grains = numbers[1..].chunks(2).map(|of| Grain { at: of[0], speed: of[1] }).collect();
        Sand { grains, gravity: numbers[0] }
    };
    let (d_sand, _) = sand(&NUMBERS).fall_grad(0.1);
    let d_grains = d_sand.grains.iter().flat_map(|d| [d.at, d.speed]);
    let gradient: Vec<f64> = std::iter::once(d_sand.gravity).chain(d_grains).collect();
    check(&|numbers| sand(numbers).fall(0.1), &NUMBERS, &gradient);
}

/// A struct with integers, of which others are computed before a call changes it.
#[derive(Clone, Debug, Differentiable)]
struct Ring {
    n: usize,
    next: Vec<usize>,
    at: Vec<f64>,
    scale: f64,
}

#[differentiable]
impl Ring {
    fn near(&self, i: usize) -> f64 {
        self.at[i] * self.at[(i + 1) % self.n] * self.scale
    }

    fn after(&self, i: usize) -> usize {
        self.next[i]
    }

    fn set(&mut self, i: usize, v: f64) {
        self.at[i] = v;
    }

    fn halves(&mut self, k: f64) {
        for i in 0..self.n {
            let half = self.n / 2;
            self.set(i, k * self.near(half));
        }
    }

    fn linked(&mut self, k: f64) {
        for i in 0..self.n {
            let j = self.after(i);
            self.set(j, k * self.near(i));
        }
    }

    fn compared(&mut self, k: f64) {
        for i in 0..self.n {
            if i + 1 < self.n {
                self.set(i, k * self.near(i));
            } else if self.n == 4 || self.n > 100 {
                self.set(i, k);
            }
        }
    }

    fn until_the_end(&mut self, k: f64) -> f64 {
        let mut i = 0;
        loop {
            let near = self.near(i);
            if i + 2 >= self.n {
                return near;
            }
            self.set(i, near * k);
            i += 1;
        }
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Rings {
    low: Ring,
    high: Ring,
    limit: f64,
}

#[differentiable]
impl Rings {
    /// A field of a struct in it, taken out in one branch or the other.
    fn exchange(&mut self, k: f64) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.low.n {
            let v = self.low.near(i) * self.limit;
            if v > k {
                self.low.set(i, v);
            } else {
                self.high.set(i, v);
            }
            sum += v;
        }
        sum
    }
}

fn ring(numbers: &[f64]) -> Ring {
    let n = numbers.len() - 1;
    Ring { n, next: (0..n).map(|i| (i + 2) % n).collect(), at: numbers[1..].to_vec(), scale: numbers[0] }
}

#[test]
fn integers_are_read_before() {
    const NUMBERS: [f64; 5] = [0.8, 0.7, -0.4, 1.1, 0.6];
    let holds = |run: &dyn Fn(&mut Ring) -> f64, back: &dyn Fn(&mut Ring, &mut RingCotangent)| {
        let mut ring_here = ring(&NUMBERS);
        let mut d = ring_here.zero_cotangent();
        (d.at, d.scale) = (vec![0.5, -1.0, 0.25, 2.0], 0.3);
        let seed = d.clone();
        back(&mut ring_here, &mut d);
        let value = |numbers: &[f64]| {
            let mut ring = ring(numbers);
            let given = run(&mut ring);
            given + ring.at.iter().zip(&seed.at).map(|(at, d)| at * d).sum::<f64>() + ring.scale * seed.scale
        };
        check(&value, &NUMBERS, &[&[d.scale], &d.at[..]].concat());
    };
    macro_rules! holds {
        ($($name:ident $vjp:ident),*) => { $(
            holds(
                &|ring| {
                    ring.$name(0.3);
                    0.0
                },
                &|ring, d| {
                    let ((), back) = ring.$vjp(0.3);
                    back(d);
                },
            );
        )* };
    }
    holds!(halves halves_vjp, linked linked_vjp, compared compared_vjp);
    holds(&|ring| ring.until_the_end(0.3), &|ring, d| {
        let (_, back) = ring.until_the_end_vjp(0.3);
        back(1.0, d);
    });
    let rings = |numbers: &[f64]| Rings { low: ring(&numbers[..5]), high: ring(&numbers[5..10]), limit: numbers[10] };
    let numbers = [0.8, 0.7, -0.4, 1.1, 0.6, 0.9, 0.2, 0.5, -0.3, 0.4, 1.2];
    let (d, _) = rings(&numbers).exchange_grad(0.3);
    let gradient = [&[d.low.scale], &d.low.at[..], &[d.high.scale], &d.high.at, &[d.limit]].concat();
    check(&|numbers| rings(numbers).exchange(0.3), &numbers, &gradient);
}

/// What a call leaves behind has sensitivities of its own.
#[test]
fn what_is_left() {
    let mut c = chain(&NUMBERS);
    let seed =
        ChainCotangent { at: vec![0.0; 4], speed: vec![0.5, -1.0, 0.25, 2.0], rest: vec![0.0; 4], stiffness: 0.0 };
    let ((), backpropagator) = c.kick_all_vjp(4, 0.1);
    let mut d = seed.clone();
    backpropagator(&mut d);
    let value = |c: &mut Chain| {
        c.kick_all(4, 0.1);
        c.speed.iter().zip(&seed.speed).map(|(speed, d)| speed * d).sum()
    };
    holds(value, &d);
}

/// The same where branches and loops look before the calls.
#[test]
fn what_is_left_of_what_was_looked_at() {
    let mut c = chain(&NUMBERS);
    let seed =
        ChainCotangent { at: vec![0.0; 4], speed: vec![0.5, -1.0, 0.25, 2.0], rest: vec![0.0; 4], stiffness: 0.0 };
    let ((), backpropagator) = c.looked_at_before_vjp(4, 0.1);
    let mut d = seed.clone();
    backpropagator(&mut d);
    let value = |c: &mut Chain| {
        c.looked_at_before(4, 0.1);
        c.speed.iter().zip(&seed.speed).map(|(speed, d)| speed * d).sum()
    };
    holds(value, &d);
}

#[test]
fn traits() {
    let mut c = chain(&NUMBERS);
    holds(|c| pushed(c, 0.1), &pushed::grad(&mut c, 0.1).0);
    let c = chain(&NUMBERS);
    holds(|c| c.total(), &c.total_grad());
}

/// Four times as many numbers take about four times the bytes: a copy or a cotangent for each call would take more than seven times
/// as many.
#[test]
fn no_call_copies() {
    let in_proportion = |name: &str, run: &dyn Fn(&mut Chain)| {
        let bytes = |n: usize| {
            let mut chain = Chain { at: vec![0.5; n], speed: vec![0.25; n], rest: vec![0.1; n], stiffness: 0.01 };
            allocation_counter::measure(|| run(&mut chain)).bytes_total
        };
        let (one, four) = (bytes(200), bytes(800));
        assert!(four < one * 5, "{name}: {one} bytes, and {four} of four times as many numbers");
    };
    in_proportion("step", &|c| drop(c.step_grad(0.1)));
    in_proportion("chosen", &|c| drop(c.chosen_grad(&[0.7, -0.3], 0.2)));
    in_proportion("heated", &|c| {
        let n = c.at.len();
        drop(c.heated_grad(n, 0.1));
    });
    in_proportion("until", &|c| drop(c.until_grad(0.1)));
    in_proportion("fall", &|c| {
        let grains = c.at.iter().map(|&at| Grain { at, speed: 0.5 * at }).collect();
        drop(Sand { grains, gravity: 0.1 }.fall_grad(0.1));
    });
    in_proportion("argument_looks", &|c| drop(argument_looks::grad(c, c.at.len(), 0.1)));
    in_proportion("elements_beside", &|c| drop(elements_beside::grad(c, c.at.len(), 0.1)));
    in_proportion("looked_at_before", &|c| {
        let n = c.at.len();
        let mut d = c.zero_cotangent();
        let ((), backpropagator) = c.looked_at_before_vjp(n, 0.1);
        backpropagator(&mut d);
    });
    in_proportion("after", &|c| drop(after::grad(c, c.at.len(), 0.1)));
    in_proportion("against_before", &|c| drop(against_before::grad(c.clone(), c.at.len(), 0.1)));
    in_proportion("pushed", &|c| drop(pushed::grad(c, 0.1)));
    in_proportion("total", &|c| drop(c.total_grad()));
    let ring_of = |c: &Chain| ring(&[&[0.3], &c.at[..]].concat());
    macro_rules! in_proportion {
        ($($name:ident),*) => { $(
            in_proportion(stringify!($name), &|c| {
                let mut ring = ring_of(c);
                let mut d = ring.zero_cotangent();
                let ((), back) = ring.$name(0.3);
                back(&mut d);
            });
        )* };
    }
    in_proportion!(halves_vjp, linked_vjp, compared_vjp);
    in_proportion("until_the_end", &|c| drop(ring_of(c).until_the_end_grad(0.3)));
    in_proportion("exchange", &|c| {
        drop(Rings { low: ring_of(c), high: ring_of(c), limit: 0.1 }.exchange_grad(0.3));
    });
    in_proportion("kick_all", &|c| {
        let n = c.at.len();
        let mut d = c.zero_cotangent();
        let ((), backpropagator) = c.kick_all_vjp(n, 0.1);
        backpropagator(&mut d);
    });
}
