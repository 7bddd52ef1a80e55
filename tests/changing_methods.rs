//! Methods that change what they are called on, and give something as well: `cost += cart.step(force, dt)`.

#![expect(clippy::needless_range_loop, clippy::ptr_arg, reason = "the programs are as people write them")]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

/// The macro does not see what stands in here, as it does not see what stands in other files.
macro_rules! hidden {
    ($($items:tt)*) => { $($items)* };
}

hidden! {
    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Cart {
        x: f64,
        v: f64,
    }
}

#[differentiable]
impl Cart {
    fn step(&mut self, force: f64, dt: f64) -> f64 {
        self.v += (force - 0.1 * self.x.sin()) * dt;
        self.x += self.v * dt;
        self.x * self.x + 0.1 * force * force
    }

    /// Of two functions of the block, one changes.
    fn two(&mut self, force: f64) -> f64 {
        let first = self.step(force, 0.1);
        let energy = self.energy();
        first * energy + self.step(energy, 0.2)
    }

    fn energy(&self) -> f64 {
        self.v * self.v + self.x
    }
}

#[differentiable(wrt(gains))]
fn rollout(gains: &[f64], start: Cart, dt: f64, steps: usize) -> f64 {
    let mut cart = start;
    let mut cost = 0.0;
    for _ in 0..steps {
        let force = -(gains[0] * cart.x + gains[1] * cart.v);
        cost += cart.step(force, dt);
    }
    cost
}

#[differentiable]
fn policy(gains: &[f64], state: &[f64; 2]) -> f64 {
    -(gains[0] * state[0] + gains[1] * state[1])
}

/// The plant is data where it begins, and an array of its fields is a state.
#[differentiable(wrt(gains))]
fn controlled(gains: &[f64], starts: &[Cart], dt: f64) -> f64 {
    let mut cost = 0.0;
    for start in starts {
        let mut cart = *start;
        for _ in 0..4 {
            let force = policy(gains, &[cart.x, cart.v]);
            cost += cart.step(force, dt);
        }
    }
    cost
}

#[differentiable]
fn in_branches(start: Cart, k: f64) -> f64 {
    let mut cart = start;
    let mut cost = 0.0;
    for i in 0..4 {
        if i % 2 == 0 {
            let here = cart.step(k, 0.3);
            cost += here * k;
        } else {
            cart.step(-k, 0.1);
        }
    }
    cost + cart.x
}

#[differentiable]
fn of_reference(cart: &mut Cart, k: f64) -> f64 {
    Cart::two(cart, k) * 2.0
}

#[differentiable]
fn given_on(start: Cart, k: f64) -> f64 {
    let mut cart = start;
    let first = of_reference(&mut cart, k);
    first * cart.v
}

/// What depends on nothing first, and on a parameter later.
#[differentiable(wrt(k))]
fn begins_as_data(start: Cart, k: f64) -> f64 {
    let mut cart = start;
    cart.x += k;
    let mut other = start;
    other = Cart { x: other.x * k, ..other };
    cart.x * cart.v + other.x + start.x
}

#[test]
fn values_and_changes() {
    let cart = |x: &[f64]| Cart { x: x[0], v: x[1] };
    let start = Cart { x: 0.4, v: -0.2 };
    let gains = [1.2, 0.7];
    check(&|gains| rollout(gains, start, 0.1, 6), &gains, &rollout::grad(&gains, start, 0.1, 6));
    let starts = [start, Cart { x: -0.3, v: 0.5 }];
    check(&|gains| controlled(gains, &starts, 0.1), &gains, &controlled::grad(&gains, &starts, 0.1));
    let x = [0.4, -0.2, 1.3];
    let (d, d_k) = in_branches::grad(cart(&x), x[2]);
    check(&|x| in_branches(cart(x), x[2]), &x, &[d.x, d.v, d_k]);
    let (d, d_k) = given_on::grad(cart(&x), x[2]);
    check(&|x| given_on(cart(x), x[2]), &x, &[d.x, d.v, d_k]);
    check(&|k| begins_as_data(start, k[0]), &[0.9], &[begins_as_data::grad(start, 0.9)]);
}

hidden! {
    /// Structs with vectors.
    #[derive(Clone, Debug, Differentiable)]
    struct Cell {
        weights: Vec<Vec<f64>>,
        state: Vec<f64>,
    }
}

#[differentiable]
impl Cell {
    fn step(&mut self, input: f64) -> f64 {
        let mut next = vec![0.0; self.state.len()];
        for i in 0..next.len() {
            next[i] = input;
            for j in 0..next.len() {
                next[i] += self.weights[i][j] * self.state[j];
            }
            next[i] = next[i].tanh();
        }
        self.state = next;
        let mut sum = 0.0;
        for s in &self.state {
            sum += s;
        }
        sum
    }

    fn run(&mut self, inputs: &[f64]) -> f64 {
        let mut loss = 0.0;
        for input in inputs {
            let given = self.step(*input);
            loss += (given - input).powi(2);
        }
        loss
    }
}

#[differentiable(wrt(cell))]
fn loss(cell: &Cell, inputs: &[f64]) -> f64 {
    let mut cell = cell.clone();
    cell.run(inputs)
}

#[test]
fn structs_with_vectors() {
    let cell = |x: &[f64]| Cell { weights: vec![x[..2].to_vec(), x[2..4].to_vec()], state: x[4..].to_vec() };
    let x = [0.5, -0.3, 0.2, 0.7, 0.1, -0.4];
    let inputs = [1.0, -0.5, 0.3];
    let d = loss::grad(&cell(&x), &inputs);
    check(&|x| loss(&cell(x), &inputs), &x, &[d.weights.concat(), d.state].concat());
}

/// A loop over the length of what its turns change by a method.
mod by_length {
    use super::{check, differentiable};
    use backprop::Differentiable;

    #[derive(Clone, Differentiable)]
    struct Chain {
        x: Vec<f64>,
        v: Vec<f64>,
        stiffness: f64,
    }

    #[differentiable]
    impl Chain {
        fn kick(&mut self, i: usize, dt: f64) {
            self.v[i] -= dt * self.stiffness * self.x[i].sin();
            self.x[i] += dt * self.v[i] + 0.1 * self.x[0];
        }

        fn step(&mut self, dt: f64) {
            for i in 0..self.x.len() {
                self.kick(i, dt);
            }
        }
    }

    #[differentiable]
    fn energy(chain: &Chain, dt: f64) -> f64 {
        let mut chain = chain.clone();
        chain.step(dt);
        let mut sum = 0.0;
        for (x, v) in chain.x.iter().zip(&chain.v) {
            sum += x * v;
        }
        sum
    }

    #[test]
    fn gradient() {
        let chain = |x: &[f64]| Chain { x: x[..3].to_vec(), v: x[3..6].to_vec(), stiffness: x[6] };
        let x = [0.4, -0.9, 1.3, 0.2, 0.8, -0.5, 0.7];
        let (d, d_dt) = energy::grad(&chain(&x), 0.3);
        check(&|x| energy(&chain(x), 0.3), &x, &[d.x, d.v, vec![d.stiffness]].concat());
        check(&|dt| energy(&chain(&x), dt[0]), &[0.3], &[d_dt]);
    }
}

/// What a function gives that takes no number, and methods change.
mod constructed {
    use super::{check, differentiable};
    use backprop::Differentiable;

    #[derive(Clone, Differentiable)]
    struct Tank {
        levels: Vec<f64>,
        gain: f64,
    }

    #[differentiable]
    impl Tank {
        fn full(n: usize) -> Tank {
            Tank { levels: vec![1.0; n], gain: 0.1 }
        }

        fn pour(&mut self, k: f64) {
            self.levels[0] += k * self.gain;
        }

        fn level(&self) -> f64 {
            self.levels[0] * self.gain
        }
    }

    #[differentiable]
    fn in_a_loop(x: f64) -> f64 {
        let mut tank = Tank::full(3);
        tank.levels[0] += x;
        for _ in 0..2 {
            tank.pour(x);
        }
        tank.level() * tank.levels[0]
    }

    #[differentiable]
    fn twice(x: f64) -> f64 {
        let mut tank = Tank::full(2);
        tank.pour(x);
        tank.pour(x * x);
        tank.level()
    }

    #[test]
    fn depend_later() {
        check(&|x| in_a_loop(x[0]), &[0.7], &[in_a_loop::grad(0.7)]);
        check(&|x| twice(x[0]), &[0.7], &[twice::grad(0.7)]);
    }
}

/// Methods with names of methods of vectors, which give nothing there.
mod filters {
    use super::{Differentiable, check, differentiable};

    #[derive(Clone, Debug, Differentiable)]
    struct Filter {
        weights: Vec<f64>,
        last: Vec<f64>,
        at: usize,
    }

    #[differentiable]
    impl Filter {
        fn new(weights: &[f64]) -> Self {
            Filter { weights: weights.to_vec(), last: vec![0.0; weights.len()], at: 0 }
        }

        fn push(&mut self, x: f64) -> f64 {
            let n = self.weights.len();
            let mut y = x;
            for k in 0..n {
                y += self.weights[k] * self.last[(self.at + n - k) % n];
            }
            self.at = (self.at + 1) % n;
            self.last[self.at] = y;
            y
        }
    }

    #[differentiable]
    fn filtered(x: &[f64]) -> f64 {
        let mut filter = Filter::new(&x[..2]);
        let mut energy = 0.0;
        for v in &x[2..] {
            let y = filter.push(*v);
            energy += y * y;
        }
        energy
    }

    #[test]
    fn are_of_their_types() {
        let x = [0.5, -0.3, 1.0, 0.2, -0.7];
        let (value, gradient) = filtered::value_and_grad(&x);
        assert_eq!(value.to_bits(), filtered(&x).to_bits());
        check(&|x| filtered(x), &x, &gradient);
    }
}

/// A struct that is assigned to before the loop in which one of its methods is called: the method may change it there, or look at it.
mod set_up {
    use super::*;

    #[derive(Clone, Differentiable)]
    struct Filter {
        x: Vec<f64>,
        p: [[f64; 2]; 2],
        r: f64,
    }

    #[differentiable]
    impl Filter {
        fn update(&mut self, z: f64) -> f64 {
            self.x[0] += self.r * z;
            self.p[0][1] *= z * self.x[0];
            self.p[1][1] += self.p[0][1];
            self.x[1] - self.p[0][1] * self.p[1][1]
        }

        fn innovation(&self, z: f64) -> f64 {
            self.x[0] * z + self.p[0][0] * self.r
        }
    }

    #[differentiable(wrt(start, r))]
    fn filtered(start: &[f64], r: f64, measured: &[f64]) -> f64 {
        let mut filter = Filter { x: start.to_vec(), p: [[0.3; 2]; 2], r };
        for i in 0..2 {
            filter.p[i][i] = 1.0 + r;
        }
        let mut sum = 0.0;
        for &z in measured {
            sum += filter.update(z);
        }
        sum
    }

    #[differentiable(wrt(start, r))]
    fn looked(start: &[f64], r: f64, measured: &[f64]) -> f64 {
        let mut filter = Filter { x: start.to_vec(), p: [[0.3; 2]; 2], r };
        filter.r *= 2.0;
        let mut sum = 0.0;
        for &z in measured {
            sum += filter.innovation(z);
        }
        sum
    }

    /// What the loop itself assigns to: the method looks.
    #[differentiable(wrt(start, r))]
    fn between(start: &[f64], r: f64, measured: &[f64]) -> f64 {
        let mut filter = Filter { x: start.to_vec(), p: [[0.3; 2]; 2], r };
        let mut sum = 0.0;
        for &z in measured {
            filter.r *= 1.5;
            sum += filter.innovation(z);
        }
        sum
    }

    #[test]
    fn before_the_loop() {
        let (at, measured) = ([0.7, -0.3, 0.9], [0.4, 1.1, -0.6]);
        let (start, r) = filtered::grad(&at[..2], at[2], &measured);
        check(&|x| filtered(&x[..2], x[2], &measured), &at, &[start, vec![r]].concat());
        let (start, r) = looked::grad(&at[..2], at[2], &measured);
        check(&|x| looked(&x[..2], x[2], &measured), &at, &[start, vec![r]].concat());
        let (start, r) = between::grad(&at[..2], at[2], &measured);
        check(&|x| between(&x[..2], x[2], &measured), &at, &[start, vec![r]].concat());
    }
}

/// Beside a reference to it, an argument looks at a struct: the borrow checker would not let it be changed.
#[test]
fn an_argument_beside_a_reference_looks() {
    #[differentiable]
    fn weight(cart: &Cart, k: f64) -> f64 {
        cart.x * k + cart.v
    }

    #[differentiable]
    fn turn(cart: &mut Cart, k: f64) {
        if cart.v > k {
            cart.x += weight(cart, cart.energy());
        } else {
            cart.v *= weight(&*cart, cart.energy()) * k;
        }
    }

    #[differentiable]
    fn turned(x: f64, v: f64) -> f64 {
        let mut cart = Cart { x, v };
        turn(&mut cart, 0.5);
        cart.v += weight(&cart, cart.energy().sin());
        turn(&mut cart, 9.0);
        cart.x * cart.v
    }
    for at in [[0.4, 0.9], [0.4, 0.2]] {
        check(&|x| turned(x[0], x[1]), &at, &<[f64; 2]>::from(turned::grad(at[0], at[1])));
    }
}

hidden! {
    #[derive(Clone, Differentiable)]
    struct Chain {
        x: Vec<f64>,
        k: f64,
    }
}

#[differentiable]
impl Chain {
    /// It looks, and writes elsewhere.
    fn forces(&self, f: &mut [f64]) -> f64 {
        for i in 0..self.x.len() {
            f[i] = -self.k * self.x[i].sin();
        }
        self.k
    }

    fn step(&mut self, dt: f64) {
        let mut f = vec![0.0; self.x.len()];
        self.forces(&mut f);
        for i in 0..self.x.len() {
            self.x[i] += dt * f[i];
        }
        self.k *= 1.01;
    }

    fn moved(&mut self, f: &mut Vec<f64>, dt: f64) {
        self.forces(f);
        for (x, f) in self.x.iter_mut().zip(f.iter()) {
            *x += dt * f;
        }
        self.kicked(f, dt);
    }

    /// It changes what it is called on, and looks at what it is given.
    fn kicked(&mut self, f: &mut Vec<f64>, dt: f64) {
        f[0] *= self.x[0];
        self.x[0] += dt * f[0];
    }
}

/// A method that is called as a statement may be there for what it writes elsewhere.
#[differentiable]
fn swung(x: &[f64], k: f64) -> f64 {
    let mut chain = Chain { x: x.to_vec(), k };
    let mut f = vec![0.0; x.len()];
    for _ in 0..3 {
        chain.step(0.1);
        chain.moved(&mut f, 0.2);
        chain.kicked(&mut f, 0.3);
        chain.forces(&mut f);
    }
    let mut sum = 0.0;
    for (i, x) in chain.x.iter().enumerate() {
        sum += x * x + f[i];
    }
    sum
}

#[test]
fn a_statement_may_look_and_write_elsewhere() {
    let at = [0.3, 0.8, -0.4, 1.3];
    let (mut gradient, d_k) = swung::grad(&at[..3], at[3]);
    gradient.push(d_k);
    check(&|numbers| swung(&numbers[..3], numbers[3]), &at, &gradient);
}
