//! Draws nets as SVG files: `cargo run -p hypernet --example draw -- DIRECTORY`.

use std::error::Error;
use std::path::Path;

use hypernet::adjoint::{AdjointError, BoxRule, adjoint_observed, value_and_gradient};
use hypernet::draw::{self, Options};
use hypernet::simplify::simplify_observed;
use hypernet::{BuildError, Builder, Comparison, Hypernet, Operation, Primitive, Type, Value};

fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::args().nth(1).unwrap_or_else(|| ".".into());
    let directory = Path::new(&directory);
    std::fs::create_dir_all(directory)?;
    let plain = Options::default();
    let typed = Options { types: true, names: true, ..Options::default() };
    let save = |name: &str, svg: String| std::fs::write(directory.join(name), svg);

    save("paper.svg", draw::svg(&paper()?, &plain))?;
    save("paper-typed.svg", draw::svg(&paper()?, &typed))?;
    save("nested.svg", draw::svg(&nested()?, &plain))?;
    save("cond.svg", draw::svg(&cond()?, &plain))?;
    save("large.svg", draw::svg(&large()?, &plain))?;
    let mut adjoint = hypernet::adjoint::adjoint(&paper()?)?;
    save("adjoint.svg", draw::svg(&adjoint, &plain))?;
    hypernet::simplify::simplify(&mut adjoint);
    save("adjoint-simplified.svg", draw::svg(&adjoint, &plain))?;
    save("derivation.svg", draw::derivation(&derivation(&paper()?)?, &plain))?;
    save("simplification.svg", draw::derivation(&simplification(&value_and_gradient(&paper()?)?), &plain))?;
    Ok(())
}

/// A net, and every step to its adjoint, each with the rule of the boxes that it uses.
fn derivation(net: &Hypernet) -> Result<Vec<(String, Hypernet)>, AdjointError> {
    let mut steps = vec![("the program".to_owned(), net.clone())];
    let mut before = net.clone();
    adjoint_observed(net, &mut |redex, after| {
        let rule = redex.and_then(|redex| BoxRule::of(redex, &before));
        let caption = rule.map_or_else(|| "its adjoint".to_owned(), |rule| rule.to_string());
        before = after.clone();
        steps.push((caption, before.clone()));
    })?;
    Ok(steps)
}

/// A net, and every step of its simplification, each with the reason why it keeps the meaning.
fn simplification(net: &Hypernet) -> Vec<(String, Hypernet)> {
    let mut steps = vec![("the net".to_owned(), net.clone())];
    let values = net.outputs().len();
    simplify_observed(&mut net.clone(), values, &mut |step, after| {
        steps.push((step.reason.to_string(), after.clone()));
    });
    steps
}

/// The paper's example: `let mul = |y| x * y; mul(x) + x`.
fn paper() -> Result<Hypernet, BuildError> {
    let mut b = Builder::new();
    let x = b.input(Type::f64(), Some("x"));
    b.open();
    let y = b.input(Type::f64(), Some("y"));
    let product = b.primitive(Primitive::Mul, &[x, y])?;
    let mul = b.close(&[product])?;
    let called = b.eval(mul, &[x])?[0];
    let sum = b.primitive(Primitive::Add, &[called, x])?;
    b.finish(&[sum])
}

/// `let f = |y| { let g = |z| { let h = |w| x * w + z; h(y) - z }; g(sin(y)) * g(2.5) }; f(x) / f(y)`.
#[expect(clippy::many_single_char_names, reason = "the names of the program")]
fn nested() -> Result<Hypernet, BuildError> {
    let mut b = Builder::new();
    let x = b.input(Type::f64(), Some("x"));
    let outer = b.input(Type::f64(), Some("y"));
    b.open();
    let y = b.input(Type::f64(), Some("y"));
    b.open();
    let z = b.input(Type::f64(), Some("z"));
    b.open();
    let w = b.input(Type::f64(), Some("w"));
    let product = b.primitive(Primitive::Mul, &[x, w])?;
    let sum = b.primitive(Primitive::Add, &[product, z])?;
    let h = b.close(&[sum])?;
    let called = b.eval(h, &[y])?[0];
    let difference = b.primitive(Primitive::Sub, &[called, z])?;
    let g = b.close(&[difference])?;
    let sine = b.primitive(Primitive::Sin, &[y])?;
    let first = b.eval(g, &[sine])?[0];
    let constant = b.real(2.5, &Type::f64());
    let second = b.eval(g, &[constant])?[0];
    let product = b.primitive(Primitive::Mul, &[first, second])?;
    let f = b.close(&[product])?;
    let above = b.eval(f, &[x])?[0];
    let below = b.eval(f, &[outer])?[0];
    let quotient = b.primitive(Primitive::Div, &[above, below])?;
    b.finish(&[quotient])
}

/// `if x < y { sin(x) * y } else { y - x }`.
fn cond() -> Result<Hypernet, BuildError> {
    let mut b = Builder::new();
    let x = b.input(Type::f64(), Some("x"));
    let y = b.input(Type::f64(), Some("y"));
    let less = b.op1(Operation::Compare(Comparison::Lt, Type::f64()), &[x, y])?;
    b.open_branch();
    let sine = b.primitive(Primitive::Sin, &[x])?;
    let product = b.primitive(Primitive::Mul, &[sine, y])?;
    let then = b.close_branch(&[product])?;
    b.open_branch();
    let difference = b.primitive(Primitive::Sub, &[y, x])?;
    let other = b.close_branch(&[difference])?;
    let result = b.cond(less, then, other)?[0];
    b.finish(&[result])
}

/// Forty operations, from a fixed sequence of numbers.
fn large() -> Result<Hypernet, BuildError> {
    let mut b = Builder::new();
    let mut values: Vec<Value> = ["a", "b", "c"].iter().map(|name| b.input(Type::f64(), Some(name))).collect();
    let mut state = 7usize;
    for _ in 0..40 {
        let mut next = |below: usize| {
            state = (state * 1_103_515_245 + 12345) % (1 << 31);
            (state >> 8) % below
        };
        let near = values.len().min(6);
        let (i, j) = (values.len() - 1 - next(near), values.len() - 1 - next(near));
        let value = match next(5) {
            0 => b.primitive(Primitive::Sin, &[values[i]])?,
            1 => b.primitive(Primitive::Exp, &[values[i]])?,
            2 => b.primitive(Primitive::Add, &[values[i], values[j]])?,
            3 => b.primitive(Primitive::Sub, &[values[i], values[j]])?,
            _ => b.primitive(Primitive::Mul, &[values[i], values[j]])?,
        };
        values.push(value);
    }
    let last = values[values.len() - 1];
    b.finish(&[last, values[values.len() - 2]])
}
