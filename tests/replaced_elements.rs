//! Structs in arrays that others take the place of, of other shapes: their vectors are longer or shorter. Values bit for bit,
//! gradients against central differences.

#![expect(
    clippy::explicit_iter_loop,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    clippy::useless_vec,
    reason = "the programs are written as a numerical programmer writes them"
)]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Debug, Differentiable)]
struct Held {
    past: Vec<f64>,
    x: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Nest {
    held: Held,
    w: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct World {
    held: Vec<Held>,
    k: f64,
}

#[differentiable]
fn three(x: f64) -> Held {
    Held { past: vec![x, x * x, x], x }
}

/// All functions of one number.
macro_rules! held_against_differences {
    ($($function:ident),* $(,)?) => { $(
        let (value, gradient) = $function::value_and_grad(0.7);
        assert_eq!(value.to_bits(), $function(0.7).to_bits());
        check(&|p| $function(p[0]), &[0.7], &[gradient]);
        let (_, backpropagator) = $function::vjp(0.7);
        assert_eq!(backpropagator(1.0).to_bits(), gradient.to_bits());
        assert_eq!(backpropagator(1.0).to_bits(), gradient.to_bits());
    )* };
}

mod stores {
    use super::*;

    /// Nothing of the first one is read but what the call made of it.
    #[differentiable]
    fn unread(x: f64) -> f64 {
        let mut held = vec![three(x)];
        held[0] = Held { past: vec![x], x: 2.0 * x };
        held[0].x
    }

    #[differentiable]
    fn read_before(x: f64) -> f64 {
        let mut held = vec![three(x), three(2.0 * x)];
        let a = held[1].past[2];
        held[1] = Held { past: vec![x], x: 2.0 * x };
        held[1].x * a + held[1].past[0] * held[0].past[1]
    }

    #[differentiable]
    fn in_loops(x: f64) -> f64 {
        let mut held = vec![three(x), three(2.0 * x)];
        let mut sum = 0.0;
        for i in 0..3 {
            sum += held[1].past[i] * held[0].x;
            held[1] = Held { past: vec![x; i + 2], x: sum };
        }
        for h in &mut held[1..] {
            sum += h.past[2];
            *h = Held { past: vec![sum], x: sum * x };
        }
        for h in held.iter_mut() {
            sum += h.past[0];
            *h = Held { past: vec![sum, sum], x: sum * x };
        }
        sum + held[1].past[1] * held[0].x
    }

    #[differentiable]
    fn in_branches(x: f64) -> f64 {
        let mut held = vec![three(x), three(2.0 * x)];
        let a = held[1].past[2];
        if x > 0.0 {
            held[1] = Held { past: vec![x], x: a };
        } else {
            held[0] = three(a);
        }
        held[1].past[0] * a + held[0].past[1]
    }

    #[differentiable]
    fn fields(x: f64) -> f64 {
        let mut nests = vec![Nest { held: three(x), w: x }];
        let a = nests[0].held.past[2];
        nests[0].held = Held { past: vec![x], x: 2.0 * x };
        let b = nests[0].held.x * a * nests[0].w;
        nests[0] = Nest { held: three(b), w: a };
        nests[0].held.past[2] * nests[0].w + b
    }

    #[differentiable]
    fn rows(x: f64) -> f64 {
        let mut held = vec![vec![three(x), three(x)], vec![three(x)]];
        let a = held[0][1].past[2];
        held[0][1] = Held { past: vec![x], x: a };
        let b = held[0][1].past[0];
        held[0] = vec![three(b)];
        a * held[0][0].past[2]
    }

    #[differentiable]
    fn clones(x: f64) -> f64 {
        let mut held = vec![three(x), Held { past: vec![x], x: 2.0 * x }];
        let a = held[1].past[0];
        held[1] = held[0].clone();
        let b = held[1].past[2];
        held.fill(Held { past: vec![b], x });
        held[1].past[0] * a + held[0].past[0]
    }

    /// Nothing grows here.
    #[derive(Clone, Copy, Differentiable)]
    struct Point {
        x: f64,
        v: [f64; 2],
    }

    #[differentiable]
    fn points(x: f64) -> f64 {
        let mut points = [Point { x, v: [x, x] }; 3];
        for i in 0..3 {
            let p = points[i];
            points[i] = Point { x: p.x * x, v: [p.v[0] + x, p.x] };
        }
        points[2].v[1] * points[0].v[0] * points[1].x
    }

    #[test]
    fn are_in_the_shape_of_what_was_there() {
        held_against_differences!(unread, read_before, in_loops, in_branches, fields, rows, clones, points);
    }
}

mod through_references {
    use super::*;

    #[differentiable]
    fn change(held: &mut [Held], x: f64) -> f64 {
        let a = held[0].past[1] * x;
        held[0] = Held { past: vec![x, a, x, a], x: a };
        held[0].past[3] * a
    }

    #[differentiable]
    fn of_arrays(x: f64) -> f64 {
        let mut held = vec![three(x), three(2.0 * x)];
        let a = change(&mut held, x);
        a * held[0].past[2] + held[0].x
    }

    #[differentiable]
    fn change_one(held: &mut Held, x: f64) {
        let a = held.past[1] * x;
        *held = Held { past: vec![a], x: a };
    }

    #[differentiable]
    fn of_elements(x: f64) -> f64 {
        let mut held = vec![three(x), three(x * x)];
        let a = held[1].past[2];
        change_one(&mut held[1], a);
        a * held[1].past[0]
    }

    #[differentiable]
    impl World {
        fn change(&mut self, x: f64) -> f64 {
            let a = self.held[1].past[2];
            self.held[1] = Held { past: vec![x], x: a };
            self.held[1].past[0] * a + self.k
        }

        fn change_all(&mut self, x: f64) -> f64 {
            let a = self.held[1].past[2];
            self.held = vec![Held { past: vec![x], x: a }];
            self.held[0].past[0] * a + self.k
        }
    }

    #[differentiable]
    fn world(x: f64) -> World {
        let held: Vec<Held> = vec![three(x), three(x)];
        World { held, k: x }
    }

    #[differentiable]
    fn of_self(x: f64) -> f64 {
        let mut w = world(x);
        let a = World::change(&mut w, x);
        a * w.held[1].x
    }

    #[differentiable]
    fn of_all_in_self(x: f64) -> f64 {
        let mut w = world(x);
        let a = World::change_all(&mut w, x);
        a * w.held[0].x
    }

    #[test]
    fn are_in_the_shape_of_what_was_there() {
        held_against_differences!(of_arrays, of_elements, of_self, of_all_in_self);
    }
}

mod taken_away {
    use super::*;

    #[differentiable]
    impl Held {
        fn norm(&self) -> f64 {
            self.past[0] * self.x
        }
    }

    #[differentiable]
    fn popped(x: f64) -> f64 {
        let mut held = vec![three(x)];
        held.push(Held { past: vec![x], x: 2.0 * x });
        let a = held[1].past[0];
        held.pop();
        held.push(three(a));
        held[1].past[2] * a + held[0].past[0]
    }

    #[differentiable]
    fn popped_rows(x: f64) -> f64 {
        let mut held = vec![vec![three(x), three(x)], vec![three(x)]];
        let a = held[1][0].past[2];
        held.pop();
        held[0].pop();
        let b = held[0][0].past[1];
        held[0].push(three(b));
        a * held[0][1].past[2]
    }

    #[differentiable]
    fn used_alone(x: f64) -> f64 {
        let mut held = vec![three(x), three(x * x)];
        let a = held[1].past[2];
        let last = held.pop().unwrap();
        last.norm() * a + held[0].norm()
    }

    #[differentiable]
    fn a_queue(x: f64) -> f64 {
        let mut held = vec![three(x)];
        let mut sum = 0.0;
        for i in 0..4 {
            let last = held.pop().unwrap();
            sum += last.norm() * x;
            held.push(Held { past: vec![sum; i + 1], x: sum });
            sum += held[0].past[i];
        }
        sum
    }

    #[differentiable]
    fn removed(x: f64) -> f64 {
        let mut held = vec![three(x), Held { past: vec![x], x }, three(x * x)];
        let a = held[1].past[0];
        let b = held[0].past[2];
        held.remove(0);
        let c = held[0].past[0];
        held.insert(0, three(c));
        a * b * held[0].past[1]
    }

    #[test]
    fn come_back_in_their_shapes() {
        held_against_differences!(popped, popped_rows, used_alone, a_queue, removed);
    }
}

/// Calls look at the array between its changes, so the reverse pass puts the elements back.
mod undone {
    use super::*;

    #[differentiable]
    fn all(held: &[Held], x: f64) -> f64 {
        let mut sum = 0.0;
        for h in held {
            sum += h.past[0] * h.x * x;
        }
        sum
    }

    #[differentiable]
    fn a_local_array(x: f64) -> f64 {
        let mut held: Vec<Held> = vec![three(x), three(x * x), three(x)];
        let a = all(&held, x);
        held.fill(Held { past: vec![a], x });
        let b = all(&held, a);
        held[1] = Held { past: vec![b; 4], x: a };
        let c = all(&held, x);
        let last = held.pop().unwrap();
        let d = all(&held, last.x);
        held.remove(0);
        let e = all(&held, d);
        held.push(three(e));
        a + b * c + e * d + all(&held, e * last.x)
    }

    #[differentiable]
    fn change(held: &mut Vec<Held>, x: f64) -> f64 {
        let a = all(&*held, x);
        held.fill(Held { past: vec![a], x });
        let b = all(&*held, a);
        held[1] = Held { past: vec![b; 4], x: a };
        let c = all(&*held, x);
        held.pop();
        let d = all(&*held, c);
        held.remove(0);
        let e = all(&*held, d);
        held.push(three(e));
        a + b * c + e * d + all(&*held, e)
    }

    #[differentiable]
    fn a_parameter(x: f64) -> f64 {
        let mut held = vec![three(x), three(x * x), three(x)];
        let a = held[1].past[2];
        let b = change(&mut held, x);
        a * b + all(&held, b)
    }

    #[differentiable]
    fn fill(held: &mut [Held], x: f64) -> f64 {
        let a: f64 = all(&*held, x);
        held.fill(Held { past: vec![a], x });
        all(&*held, a)
    }

    #[differentiable]
    fn fill_three(held: &mut [Held; 3], x: f64) -> f64 {
        let a: f64 = all(&*held, x);
        held.fill(Held { past: vec![a], x });
        all(&*held, a)
    }

    #[differentiable]
    fn filled(x: f64) -> f64 {
        let mut held = vec![three(x), three(x * x), three(x)];
        let a = held[1].past[2];
        let b = fill(&mut held, x);
        let mut fixed = [three(x), three(b), three(a)];
        let c = fixed[1].past[2];
        a * b * all(&held, b) + fill_three(&mut fixed, x) * c + all(&fixed, c)
    }

    #[test]
    fn are_put_back_in_their_shapes() {
        held_against_differences!(a_local_array, a_parameter, filled);
    }
}
