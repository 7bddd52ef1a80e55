//! The axioms of reverse derivative categories (definition of section 3.2, without RD.6 and RD.7, which the paper does not
//! use): `R[f](x, d)` is what the backpropagator of the adjoint of `f` at `x` gives for `d`. The nets have any number of
//! inputs and outputs.

use hypernet::testing::{config, reals_net};
use hypernet::{Builder, Constant, Hypernet, Operation, Primitive, Type, Value};
use proptest::prelude::*;

use super::finds::{finds_have, told};
use super::pulled::{adjoint_of, close, point, pulled};

/// `R[f](x, d)`.
fn reverse(f: &Hypernet, x: &[f64], d: &[f64]) -> Vec<f64> {
    pulled(&adjoint_of(f), x, d).1
}

fn value(f: &Hypernet, x: &[f64]) -> Vec<f64> {
    pulled(&adjoint_of(f), x, &vec![0.0; f.outputs().len()]).0
}

fn then(f: &Hypernet, g: &Hypernet) -> Hypernet {
    f.then(g).expect("the interfaces agree")
}

/// A net from this many reals, with what is made of them.
fn net(inputs: usize, outputs: impl FnOnce(&mut Builder, &[Value]) -> Vec<Value>) -> Hypernet {
    let mut builder = Builder::new();
    let inputs: Vec<Value> = (0..inputs).map(|_| builder.input(Type::f64(), None)).collect();
    let outputs = outputs(&mut builder, &inputs);
    builder.finish(&outputs).expect("all in scope")
}

/// `⟨f, g⟩`.
fn pair(f: &Hypernet, g: &Hypernet) -> Hypernet {
    then(&net(f.inputs().len(), |_, x| [x, x].concat()), &f.beside(g))
}

/// `f + g`.
fn sum(f: &Hypernet, g: &Hypernet) -> Hypernet {
    let outputs = f.outputs().len();
    let added = net(2 * outputs, |builder, x| {
        let add = |at: usize| builder.primitive(Primitive::Add, &[x[at], x[at + outputs]]).expect("two reals");
        (0..outputs).map(add).collect()
    });
    then(&pair(f, g), &added)
}

/// `0`, which looks at no input; by the structural zero or by the number.
fn zeros(inputs: usize, outputs: usize) -> [Hypernet; 2] {
    [Operation::Zero(Type::f64()), Operation::Constant(Constant::real(0.0), Type::f64())].map(|zero| {
        net(inputs, |builder, _| {
            (0..outputs).map(|_| builder.op(zero.clone(), &[]).expect("a constant takes nothing")[0]).collect()
        })
    })
}

fn plus(a: &[f64], b: &[f64]) -> Vec<f64> {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

fn is_zero(values: &[f64]) -> bool {
    values.iter().all(|value| *value == 0.0)
}

/// Three nets: `f` and `g` with the same interface, `h` on what `f` gives; a point, and two sensitivities of `f`'s outputs.
#[derive(Debug)]
struct Case {
    f: Hypernet,
    g: Hypernet,
    h: Hypernet,
    x: Vec<f64>,
    d: Vec<f64>,
    e: Vec<f64>,
    last: Vec<f64>,
}

fn case() -> impl Strategy<Value = Case> {
    (1usize..=4, 1usize..=3, 1usize..=3).prop_flat_map(|(a, b, c)| {
        let nets = (reals_net(a, b), reals_net(a, b), reals_net(b, c));
        (nets, point(a), point(b), point(b), point(c)).prop_map(|((f, g, h), x, d, e, last)| Case {
            f,
            g,
            h,
            x,
            d,
            e,
            last,
        })
    })
}

/// `R[f + g] = R[f] + R[g]` and `R[0] = 0`; so `R[f + 0] = R[f]`.
fn rd_1(f: &Hypernet, g: &Hypernet, x: &[f64], d: &[f64]) -> Result<(), TestCaseError> {
    let (of_f, of_g) = (reverse(f, x, d), reverse(g, x, d));
    let (found, expected) = (reverse(&sum(f, g), x, d), plus(&of_f, &of_g));
    prop_assert!(close(&found, &expected), "{found:?} for {expected:?}");
    for zero in zeros(x.len(), d.len()) {
        let found = reverse(&zero, x, d);
        prop_assert!(found.len() == x.len() && is_zero(&found), "{found:?}");
        let found = reverse(&sum(f, &zero), x, d);
        prop_assert!(close(&found, &of_f), "{found:?} for {of_f:?}");
    }
    Ok(())
}

/// `R[f]` is additive in the sensitivity.
fn rd_2(f: &Hypernet, x: &[f64], d: &[f64], e: &[f64]) -> Result<(), TestCaseError> {
    let (found, expected) = (reverse(f, x, &plus(d, e)), plus(&reverse(f, x, d), &reverse(f, x, e)));
    prop_assert!(close(&found, &expected), "{found:?} for {expected:?}");
    let found = reverse(f, x, &vec![0.0; d.len()]);
    prop_assert!(found.len() == x.len() && is_zero(&found), "{found:?}");
    Ok(())
}

/// `R[⟨f, g⟩](x, (d, e)) = R[f](x, d) + R[g](x, e)`.
#[expect(clippy::many_single_char_names, reason = "the letters of the axiom")]
fn rd_4(f: &Hypernet, g: &Hypernet, x: &[f64], d: &[f64], e: &[f64]) -> Result<(), TestCaseError> {
    let found = reverse(&pair(f, g), x, &[d, e].concat());
    let expected = plus(&reverse(f, x, d), &reverse(g, x, e));
    prop_assert!(close(&found, &expected), "{found:?} for {expected:?}");
    Ok(())
}

/// `R[h ∘ f](x, d) = R[f](x, R[h](f(x), d))`.
fn rd_5(f: &Hypernet, h: &Hypernet, x: &[f64], d: &[f64]) -> Result<(), TestCaseError> {
    let found = reverse(&then(f, h), x, d);
    let expected = reverse(f, x, &reverse(h, &value(f, x), d));
    prop_assert!(close(&found, &expected), "{found:?} for {expected:?}");
    Ok(())
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn rd_1_2_4_and_5(case in case()) {
        let Case { f, g, h, x, d, e, last } = &case;
        told(f, rd_1(f, g, x, d))?;
        told(f, rd_2(f, x, d, e))?;
        told(f, rd_4(f, g, x, d, e))?;
        told(f, rd_5(f, h, x, last))?;
    }

    /// `R[id] = π₂`, and for a projection zero where it looks away: exactly. `R[!] = 0` is the projection to nothing.
    #[test]
    fn rd_3_and_discard(x in point(5), ends in prop::array::uniform2(0usize..=5), d in point(5)) {
        let [from, to] = [ends[0].min(ends[1]), ends[0].max(ends[1])];
        let projection = net(5, |_, inputs| inputs[from..to].to_vec());
        let found = reverse(&projection, &x, &d[from..to]);
        let expected: Vec<f64> = (0..5).map(|at| if (from..to).contains(&at) { d[at] } else { 0.0 }).collect();
        prop_assert_eq!(found, expected);
        prop_assert_eq!(reverse(&Hypernet::identity(&vec![Type::f64(); 5]), &x, &d), d);
    }
}

#[test]
fn what_was_wrong_once() {
    let square = net(1, |builder, x| vec![builder.primitive(Primitive::Mul, &[x[0], x[0]]).expect("two reals")]);
    finds_have(|net, x| {
        rd_1(net, net, x, &[0.5])?;
        rd_2(net, x, &[0.5], &[-3.0])?;
        rd_4(net, net, x, &[0.5], &[-3.0])?;
        rd_5(net, &square, x, &[0.5])
    });
}
