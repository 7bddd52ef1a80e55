//! Patterns of values without a tangent, in pairs: with methods that change a struct, type parameters, closures that are given away,
//! references, strings, and early returns. Gradients against central differences.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::needless_pass_by_value,
    clippy::option_if_let_else,
    clippy::option_option,
    clippy::ref_option,
    reason = "each way to match is what is tested"
)]

mod differences;

use backprop::{Differentiable, Real, differentiable};
use differences::check;

#[derive(Clone, Copy, Differentiable)]
enum Kind {
    Linear,
    Scaled(#[constant] f64),
    Power(i32),
}

const KINDS: [Kind; 4] = [Kind::Linear, Kind::Scaled(0.3), Kind::Scaled(-0.4), Kind::Power(3)];

#[derive(Clone, Differentiable)]
struct Cell {
    kind: Kind,
    w: f64,
    v: Vec<f64>,
}

#[differentiable]
impl Cell {
    #[differentiable]
    fn step(&mut self, x: f64) {
        match self.kind {
            Kind::Linear => self.w += x,
            Kind::Scaled(c) => {
                self.w = self.w * c + x;
                self.v[0] *= c;
            }
            Kind::Power(n) => self.w = self.w.powi(n) * x,
        }
    }

    #[differentiable]
    fn run(&mut self, x: f64) -> f64 {
        for _ in 0..2 {
            if let Kind::Scaled(c) = self.kind
                && c > 0.0
            {
                self.step(x * c);
            } else {
                self.w *= x;
            }
        }
        self.w
    }
}

#[test]
fn a_struct_that_is_changed() {
    for kind in KINDS {
        let cell = |x: &[f64]| Cell { kind, w: x[1], v: vec![x[2]] };
        let at = [0.7, 0.4, 1.5];
        let mut changed = cell(&at);
        let (value, (d_cell, slope)) = changed.run_value_and_grad(at[0]);
        assert_eq!(value.to_bits(), cell(&at).run(at[0]).to_bits());
        check(&|x| cell(x).run(x[0]), &at, &[slope, d_cell.w, d_cell.v[0]]);
    }
}

enum Of<T> {
    One(T),
    Two { k: usize, t: T },
}

#[differentiable(wrt(x))]
fn generic<T: Real>(of: &Of<T>, x: T) -> T {
    match of {
        Of::One(t) => *t * x,
        Of::Two { k, t } if *k > 2 => x * x * *t,
        Of::Two { .. } => x.sin(),
    }
}

#[differentiable(wrt(x))]
fn generic_by_value<T: Real>(of: Of<T>, x: T) -> T {
    match of {
        Of::One(t) => t * x,
        Of::Two { k, t } if k > 2 => x * x * t,
        Of::Two { .. } => x.sin(),
    }
}

#[differentiable(wrt(x))]
fn changed_name(x: f64, turns: Option<usize>) -> f64 {
    match turns {
        Some(mut k) => {
            k += 1;
            let mut y = x;
            while k > 0 {
                y *= x;
                k -= 1;
            }
            y
        }
        None => x,
    }
}

/// Names that are changed, also where the condition of the arm has looked at them.
#[differentiable(wrt(x))]
fn changed_names(x: f64, turns: Option<usize>, given: &Option<Vec<usize>>) -> f64 {
    let y = match turns {
        Some(mut k) if k > 1 => {
            let mut y = x;
            k += 1;
            while k > 1 {
                k -= 1;
                y *= x;
            }
            y * k as f64
        }
        Some(k) => x.sin() * k as f64,
        None => x,
    };
    if let Some(mut v) = given.clone() {
        let mut z = y;
        v.push(4);
        while let Some(k) = v.pop() {
            z = z.sin() * k as f64;
            if z > 1.0 {
                v.clear();
                v.push(2);
                z *= 0.2;
            }
        }
        z
    } else {
        y
    }
}

#[differentiable(wrt(x))]
fn hidden_name(x: f64, other: Option<f64>) -> f64 {
    let y = x * x;
    match other {
        Some(x) => y * x,
        None => y.sin() * x,
    }
}

#[differentiable]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

#[differentiable(wrt(x))]
fn given_away(x: f64, factor: Option<f64>, kind: &Kind) -> f64 {
    let a = match factor {
        Some(c) => twice(|v| v * c + x, x),
        None => twice(|v| v.sin() + 0.1, x),
    };
    let b = match *kind {
        Kind::Scaled(c) => twice(|v| v * c + x, x),
        Kind::Power(n) => twice(|v| v.powi(n), x),
        Kind::Linear => x,
    };
    a * b
}

#[differentiable(wrt(x))]
fn nested(x: f64, k: Option<Option<usize>>, kind: Result<Kind, String>) -> f64 {
    let a = match k {
        Some(Some(k)) => match kind {
            Ok(Kind::Scaled(c)) => c * x,
            Ok(Kind::Power(n)) if n > k as i32 => x.powi(n),
            Err(ref text) => x * text.len() as f64,
            _ => x,
        },
        Some(None) => x.cos(),
        None => 1.0,
    };
    if let Err(text) = &kind {
        return a * text.len() as f64;
    }
    a * x
}

#[differentiable(wrt(x))]
fn references(x: f64, by: Option<&f64>, boxed: &Option<Box<f64>>) -> f64 {
    let a = match by {
        Some(&c) => c * x,
        None => x,
    };
    let b = match by {
        Some(c) => c * a,
        None => a,
    };
    match boxed {
        Some(c) => **c * b,
        None => b,
    }
}

#[differentiable(wrt(x))]
fn strings(x: f64, name: &str, names: &[String]) -> f64 {
    let mut y = match name {
        "relu" => {
            if x > 0.0 {
                x
            } else {
                0.0
            }
        }
        "tanh" => x.tanh(),
        _ => x,
    };
    for n in names {
        y = match n.as_str() {
            "sin" => y.sin(),
            "cos" | "cosine" => y.cos(),
            s if s.len() > 3 => y * y,
            _ => y,
        };
    }
    y
}

macro_rules! checked {
    ($($f:ident($($given:expr),*);)*) => {$({
        for x in [0.7, 1.3] {
            check(&|x| $f(x[0], $($given),*), &[x], &[$f::grad(x, $($given),*)]);
        }
    })*};
}

#[test]
fn functions_of_a_number() {
    for factor in [None, Some(2.0)] {
        let boxed = factor.map(Box::new);
        checked! { hidden_name(factor); references(factor.as_ref(), &boxed); }
        for kind in KINDS {
            checked! { given_away(factor, &kind); }
            for k in [None, Some(None), Some(Some(2))] {
                checked! { nested(k, Ok(kind)); nested(k, Err("abc".to_owned())); }
            }
        }
    }
    checked! { changed_name(None); changed_name(Some(2)); }
    for turns in [None, Some(1), Some(2), Some(4)] {
        checked! {
            changed_names(turns, &None);
            changed_names(turns, &Some(vec![2, 3]));
            changed_names(turns, &Some(vec![]));
        }
    }
    let names = ["sin", "cosine", "abcd", "x"].map(String::from);
    for name in ["relu", "tanh", "?"] {
        checked! { strings(name, &names); }
    }
    for of in [Of::One(0.3), Of::Two { k: 3, t: 0.4 }, Of::Two { k: 1, t: 0.4 }] {
        check(&|x| generic(&of, x[0]), &[0.7], &[generic::grad(&of, 0.7)]);
    }
    let of = || Of::Two { k: 3, t: 0.4 };
    check(&|x| generic_by_value(of(), x[0]), &[0.7], &[generic_by_value::grad(of(), 0.7)]);
}
