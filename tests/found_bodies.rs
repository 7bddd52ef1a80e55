//! Small programs with structs, arrays in them and arrays of them, to which random programs were reduced that were not taken, or not
//! compiled. Values bit for bit, gradients against central differences.

#![expect(
    unused_variables,
    clippy::collapsible_if,
    clippy::needless_range_loop,
    clippy::useless_vec,
    reason = "the programs are as they were found"
)]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

/// A function of two numbers, at some points.
macro_rules! agrees {
    ($($f:ident),*) => {$(
        for (x, k) in [(0.7, 1.2), (-0.4, 0.6), (1.3, -0.8)] {
            let (value, (d_x, d_k)) = $f::value_and_grad(x, k);
            assert_eq!(value.to_bits(), $f(x, k).to_bits());
            check(&|at| $f(at[0], at[1]), &[x, k], &[d_x, d_k]);
        }
    )*};
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Body {
    x: f64,
    at: [f64; 2],
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Held {
    x: f64,
    past: Vec<f64>,
}

#[differentiable]
impl Body {
    fn step(&mut self, k: f64) {
        self.x += k * self.at[0];
    }

    fn copied(&mut self, k: f64) {
        let before = *self;
        self.at[1] *= k;
        self.x += before.at[1] * self.at[1];
        *self = before;
        self.at[0] += k * self.at[1];
    }
}

#[differentiable]
impl Held {
    fn energy(&self, k: f64) -> f64 {
        k * self.past[0] + self.x
    }

    fn step(&mut self, k: f64) {
        self.past[0] *= k * self.energy(self.x);
    }

    /// What is computed of a field is computed before the struct moves.
    fn cloned_beside(&mut self, k: f64) {
        let mut own = vec![Held { x: self.x, past: vec![self.past[0], k - self.x] }, self.clone()];
        own[0].x += k * own[1].past[1];
        self.x *= own[0].x * own[0].past[1];
    }

    fn stepped(&mut self, k: f64) {
        self.past[0] *= self.energy(self.x * k);
        self.x += self.past[1] * self.past[0];
    }
}

#[differentiable]
fn total(bodies: &[Body], k: f64) -> f64 {
    k * bodies[0].x * bodies[1].at[0]
}

/// An element is changed, and the array is looked at as a whole.
#[differentiable]
fn element_changed_before_a_look(x: f64, k: f64) -> f64 {
    let mut all = vec![Body { x, at: [k, x * k] }; 3];
    all[0].step(k);
    let own = all.clone();
    all[1].step(x);
    total(&all[1..], k) + total(&all, own[2].x)
}

/// Nothing uses the struct, and nothing says what its array is.
#[differentiable]
fn array_in_a_struct_that_is_not_used(x: f64, k: f64) -> f64 {
    let unused = Held { x: 1.0, past: vec![k, k.sin()] };
    x * k
}

#[differentiable]
fn copy_of_a_struct_behind_a_reference(x: f64, k: f64) -> f64 {
    let mut b = Body { x, at: [k, x * k] };
    for i in 0..2 {
        copied(&mut b, k);
        b.copied(x);
        in_part(&mut b, x);
    }
    b.at[0] * b.at[1] + b.x
}

#[differentiable]
fn copied(b: &mut Body, k: f64) {
    let before = *b;
    b.at[0] *= k * before.at[1] + before.x;
}

#[differentiable]
fn in_part(b: &mut Body, k: f64) {
    b.at[0] *= k;
    if k > 0.0 {
        let part = Body { x: k, ..*b };
        b.at[1] *= part.at[1] * part.at[0] + part.x;
    }
}

/// A field is read for a call before which the arrays go back into the struct.
#[differentiable]
fn field_of_a_struct_that_is_put_together(x: f64, k: f64) -> f64 {
    let mut b = Held { x, past: vec![k, x * k] };
    b.step(x);
    b.stepped(k);
    b.cloned_beside(x);
    b.past[0] * b.past[1] + b.x
}

#[differentiable]
fn sum(a: &[f64], k: f64) -> f64 {
    k * a[0] * a[1]
}

#[differentiable]
fn scaled(a: &mut [f64], k: f64) {
    for i in 0..a.len() {
        a[i] *= k;
    }
}

/// Of a slice that a call overwrites after another one has looked at it, a copy is kept.
#[differentiable]
fn looked_at_and_changed(a: &mut [f64], k: f64) -> f64 {
    let mut t = sum(&*a, k);
    scaled(a, k);
    if a[1] < 0.8 {
        t += sum(&*a, t);
        scaled(a, k);
    }
    t + a[1]
}

#[differentiable]
fn slice_changed_after_a_look(x: f64, k: f64) -> f64 {
    let mut a = vec![x, k * x];
    looked_at_and_changed(&mut a, k)
}

#[differentiable]
fn kick(bodies: &mut [Body], k: f64) {
    bodies[0].x *= k;
}

#[differentiable]
fn bodies_looked_at_and_changed(all: &mut [Body], k: f64) -> f64 {
    let mut t = total(&*all, k);
    kick(all, k);
    if all[1].x < 0.8 {
        t += total(&*all, t);
        kick(all, k);
    }
    t + all[1].x
}

#[differentiable]
fn slice_of_structs_changed_after_a_look(x: f64, k: f64) -> f64 {
    let mut all = vec![Body { x, at: [k, x * k] }; 3];
    bodies_looked_at_and_changed(&mut all, k)
}

#[differentiable]
fn held(all: &[Held], k: f64) -> f64 {
    all[0].x * all[1].past[0] * k
}

/// Structs that are not `Copy` are put back before the reverse pass of the calls that looked at them.
#[differentiable]
fn elements_put_back(x: f64, k: f64) -> f64 {
    let mut own = vec![Held { x, past: vec![k, x * k] }; 3];
    let mut z = held(&own, k);
    let put = Held { past: vec![k * own[1].past[0], own[2].past[1]], x: 1.0 };
    own[2] = put;
    for i in 0..3 {
        z += held(&own, k);
        let put = Held { past: vec![k * own[1].past[0], own[2].past[1]], x: z };
        own[i] = put;
    }
    if own[2].x < 0.21 {
        let put = Held { past: vec![k * own[1].past[0], own[0].past[1]], x };
        own[2] = put;
    } else {
        for i in 0..3 {
            own[2].x *= own[1].past[1];
        }
    }
    own[1].x * own[2].past[0] * z + own[2].x
}

/// What a method changes is put back too: it is taken by value, and kept.
#[differentiable]
fn element_changed_by_a_method(x: f64, k: f64) -> f64 {
    let mut own = vec![Held { x, past: vec![k, x * k] }; 3];
    let mut t = 1.0;
    for i in 0..3 {
        t *= own[i].x;
    }
    own[1].step(t);
    own[2].energy(k) * own[1].past[0]
}

/// All elements of an array are put back, of structs that are not `Copy`.
#[differentiable]
fn all_elements_put_back(x: f64, k: f64) -> f64 {
    let mut own = vec![Held { x, past: vec![k, x * k] }; 3];
    let mut t = own[1].past[0] + held(&own, k);
    let put = Held { x: k, past: vec![own[0].x, own[1].x] };
    own.fill(put);
    t += held(&own, t);
    own[2].x *= t;
    t + held(&own[1..], own[2].x)
}

/// What is written to an element is read there again, and is no `Copy`.
#[differentiable]
fn element_changed_twice(x: f64, k: f64) -> f64 {
    let mut all = vec![Held { x, past: vec![k, x * k] }; 2];
    changed_twice(&mut all, k) * all[1].x
}

#[differentiable]
fn grown(h: &mut Held, k: f64) {
    h.x *= k;
    h.past[1] *= k;
}

#[differentiable]
fn changed_twice(all: &mut [Held], k: f64) -> f64 {
    all[0].step(k);
    grown(&mut all[0], k);
    let mut s = k * all[0].x;
    for i in 0..2 {
        s += all[i].energy(k);
        all[i].step(k);
        s += all[i].energy(s);
    }
    s
}

#[differentiable]
fn next(h: &Held, k: f64) -> Held {
    Held { x: k * h.past[1], past: vec![h.x, k] }
}

#[differentiable]
fn of_two(a: &Held, b: &Held) -> f64 {
    a.past[0] * b.x
}

/// A name that is written to an element stands for it where the element is lent.
#[differentiable]
fn name_written_to_an_element(x: f64, k: f64) -> f64 {
    let mut all = vec![Held { x, past: vec![k, x * k] }; 3];
    given_a_name(&mut all, k);
    all[1].x * all[2].past[0]
}

#[differentiable]
fn given_a_name(all: &mut [Held], k: f64) {
    all[0].step(k);
    let named = next(&all[0], all[0].x + all[1].x);
    all[1] = named;
    all[1].x *= of_two(&all[1], &all[1]) + all[1].past[1];
}

/// What branches of the turns of a loop overwrite is kept beside what calls leave.
#[differentiable]
fn overwritten_in_branches_of_turns(x: f64, k: f64) -> f64 {
    let mut own = vec![Held { x, past: vec![k, x * k] }; 3];
    let mut y = k;
    for i in 0..4_usize {
        if y < 2.5 {
            if y > -0.5 {
                own[i % 3] = Held { past: vec![k, own[1].x], x: held(&own, y) };
                y += k * x;
            } else {
                y -= own[i % 3].energy(k);
            }
            own[i % 3].x -= held(&own, k);
        }
    }
    y + own[0].x * own[2].past[1]
}

/// An element that a method changes in a turn is kept, and is taken by value.
#[differentiable]
fn element_kept_by_turns(x: f64, k: f64) -> f64 {
    let mut own = vec![Held { x, past: vec![k, x * k] }; 3];
    for i in 0..2 {
        for (j, b) in own.iter_mut().enumerate() {
            let mut inner = vec![next(b, k), Held { x: b.past[1], past: vec![k, x] }];
            inner[j % 2].step(x);
            b.x += inner[0].x * inner[1].past[0];
            b.step(k);
        }
        own[i].x += held(&own[1..], own[2].past[0]);
    }
    own[0].x * own[1].past[0]
}

/// Two elements of one field are read in each turn, of an array that is changed after that.
#[differentiable]
fn fields_of_elements_in_turns(x: f64, k: f64) -> f64 {
    let mut own = vec![Body { x, at: [k, x * k] }; 3];
    let mut b = own[1];
    own[2].at[0] += 0.5;
    for i in 1..own.len() {
        b.at[1] = b.x * own[i].x;
        b.x *= own[2].x;
    }
    own[1].x += x;
    b.x * b.at[1] * own[1].x
}

#[test]
fn overwritten_after_looks() {
    agrees!(
        element_changed_by_a_method,
        all_elements_put_back,
        slice_changed_after_a_look,
        slice_of_structs_changed_after_a_look,
        elements_put_back,
        element_changed_twice,
        name_written_to_an_element,
        overwritten_in_branches_of_turns,
        element_kept_by_turns,
        fields_of_elements_in_turns
    );
}

/// Nobody uses what the turns change: in the reverse pass nothing says what its sensitivity is.
#[differentiable]
fn structs_that_turns_change_in_vain(x: f64, k: f64) -> f64 {
    let all = vec![Body { x, at: [k, x * k] }; 3];
    let mut sum = 0.0;
    for i in 0..all.len() {
        let mut inner = Body { x: 1.0, at: [0.5, 0.25] };
        for j in 0..all.len() {
            inner.x = all[j].x;
            inner.at[1] *= all[i].at[0];
        }
        sum += all[i].x * k;
    }
    let mut outer = all[1];
    for j in 0..all.len() {
        outer.x = all[j].x * outer.at[1];
        for _ in 0..2 {
            outer.at[0] = k * outer.x;
        }
    }
    sum
}

/// Turns use the structs that they change, and nobody does after them.
#[differentiable]
fn structs_that_only_turns_use(x: f64, k: f64) -> f64 {
    let all = vec![Body { x, at: [k, x * k] }; 3];
    let mut own = [Body { x: k, at: [x, 1.0] }, all[0]];
    let (mut made, mut copy, mut nested) = (Body { x: k, at: [k, 0.5] }, all[1], Body { x, at: [k, x] });
    let mut sum = x;
    for i in 0..3 {
        sum += made.x * copy.at[1];
        made.x *= made.at[0];
        copy.at[1] += k;
        let t = copy.x;
        kick(&mut own, t);
        if sum > 1.5 {
            nested.x *= sum;
        } else {
            for j in 0..2 {
                sum += nested.x;
                nested.at[j] += nested.x * k;
            }
        }
    }
    sum
}

#[differentiable]
fn moved(all: &[Body], k: f64) -> Vec<Body> {
    let mut moved = all.to_vec();
    moved[1].x *= k;
    moved
}

/// That a field of an element is written shows what a call gives.
#[differentiable]
fn fields_written_to_what_calls_give(x: f64, k: f64) -> f64 {
    let all = vec![Body { x, at: [k, x * k] }; 3];
    let mut own = moved(&all, k);
    own[0].x = x * k;
    let mut unused = moved(&own, x);
    unused[1].x = k;
    let again = moved(&own, x);
    again[1].x * again[0].x
}

#[differentiable]
fn weight_of_held(one: &Held, k: f64) -> f64 {
    one.x * k + one.past[0]
}

#[differentiable]
fn total_of_held(all: &[Held], k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 1..all.len() {
        let one = all[i].clone();
        sum += one.past[0] * k;
    }
    for one in all {
        sum += weight_of_held(one, k);
    }
    sum
}

#[differentiable]
impl Held {
    fn moved(&self, k: f64) -> Held {
        Held { x: self.x * k, past: vec![k, self.past[1] * self.x] }
    }
}

/// A field is read before the array beside it is put back, which moves the struct.
#[differentiable]
fn field_between_looks_at_an_array(x: f64, k: f64) -> f64 {
    let held = Held { x, past: vec![k, x] };
    let moved = held.moved(k);
    let unused = [moved.past[0], moved.moved(x).x, moved.x - held.past[0], moved.moved(k).x];
    moved.x * moved.past[1]
}

/// What comes after a nested `return` is in no loop, so a method called there only looks.
#[differentiable]
fn returns_early(held: &mut Held, k: f64) {
    if held.x < 0.5 {
        if k > 1.0 {
            return;
        }
    }
    let unused = vec![Held { x: 1.0, past: vec![1.0, held.energy(k)] }];
}

#[differentiable]
fn looks_after_a_nested_return(x: f64, k: f64) -> f64 {
    let mut held = Held { x, past: vec![k, x] };
    returns_early(&mut held, k);
    held.x * held.past[1]
}

/// A loop over a slice by its name gives references.
#[differentiable]
fn elements_of_a_slice_by_its_name(x: f64, k: f64) -> f64 {
    total_of_held(&[Held { x, past: vec![k, x] }, Held { x: x * k, past: vec![x * x, k] }], k)
}

#[test]
fn structs_with_arrays() {
    agrees!(
        elements_of_a_slice_by_its_name,
        field_between_looks_at_an_array,
        looks_after_a_nested_return,
        fields_written_to_what_calls_give,
        structs_that_only_turns_use,
        structs_that_turns_change_in_vain,
        element_changed_before_a_look,
        array_in_a_struct_that_is_not_used,
        copy_of_a_struct_behind_a_reference,
        field_of_a_struct_that_is_put_together
    );
}
