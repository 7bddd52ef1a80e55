//! The paper's running example, `let mul = |y| x * y; mul(x) + x`: the derivation of its adjoint, step by step, as a file
//! to read, and what it computes. To accept a new derivation: `BLESS=1 cargo test -p hypernet --test derivation`.
//!
//! The nets are in the textual form of `hypernet::text`. The content of the reverse box has `…` for the insides of bubbles,
//! at which the reverse pass does not look.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;

use hypernet::adjoint::{BoxRule, Redex, adjoint, adjoint_observed, value_and_gradient};
use hypernet::simplify::simplify;
use hypernet::{Builder, Datum, Hypernet, Label, Operation, Primitive, Type, evaluate};

fn example() -> Result<Hypernet, Box<dyn Error>> {
    let mut b = Builder::new();
    let x = b.input(Type::f64(), Some("x"));
    b.open();
    let y = b.input(Type::f64(), Some("y"));
    let product = b.primitive(Primitive::Mul, &[x, y])?;
    let mul = b.close(&[product])?;
    b.name(mul, "mul");
    let called = b.eval(mul, &[x])?[0];
    let sum = b.primitive(Primitive::Add, &[called, x])?;
    Ok(b.finish(&[sum])?)
}

/// What a step does, in words; `before` is the net that it was made on.
fn describe(step: Redex, before: &Hypernet) -> String {
    let rule = BoxRule::of(step, before).expect("a step on this net");
    let text = rule.to_string();
    match (step, rule) {
        (Redex::Forward(_, edge) | Redex::Reverse(_, edge), _) => match before.edge(edge).operation() {
            Some(Operation::Primitive(primitive, _)) => {
                text.replace("an operation", &format!("`{}`", primitive.name()))
            }
            _ => text,
        },
        _ => text,
    }
}

fn derivation() -> Result<String, Box<dyn Error>> {
    let primal = example()?;
    let mut out = String::from("let mul = |y| x * y; mul(x) + x\n\n0. the adjoint of the program\n");
    let mut before: Option<Hypernet> = None;
    let mut count = 0;
    let whole = adjoint_observed(&primal, &mut |step, net| {
        if let (Some(step), Some(before)) = (step, &before) {
            count += 1;
            let _ = writeln!(out, "\n{count}. {}", describe(step, before));
        }
        out.push_str(&net.to_string().replace(&format!("foreign `…`@{}", u32::MAX), "…"));
        before = Some(net.clone());
    })?;
    whole.validate()?;
    let mut gradient = value_and_gradient(&primal)?;
    simplify(&mut gradient);
    gradient.validate()?;
    let _ = write!(out, "\nthe value and the gradient, simplified\n{gradient}");
    Ok(out)
}

#[test]
fn the_derivation_is_as_recorded() -> Result<(), Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/paper-example.txt");
    let found = derivation()?;
    if std::env::var_os("BLESS").is_some() {
        std::fs::create_dir_all(path.parent().expect("a file in a directory"))?;
        std::fs::write(&path, found)?;
        return Ok(());
    }
    let recorded = std::fs::read_to_string(&path)?;
    assert!(
        found == recorded,
        "the derivation is not that of {}; after a look, `BLESS=1 cargo test -p hypernet --test derivation`:\n{found}",
        path.display()
    );
    Ok(())
}

/// Each step is a step of the calculus: the nets between are valid, and that at the end has no box left.
#[test]
fn every_step_is_a_net() -> Result<(), Box<dyn Error>> {
    let mut steps = 0;
    let whole = adjoint_observed(&example()?, &mut |_, net| {
        assert_eq!(net.validate_derivation(), Ok(()), "after step {steps}");
        steps += 1;
    })?;
    assert_eq!(whole.validate(), Ok(()));
    assert!(steps > 10, "{steps} steps");
    Ok(())
}

/// `x² + x` and `2x + 1`, by the adjoint and its backpropagator, and by the simplified gradient.
#[test]
fn at_one_the_backpropagator_gives_two_x_plus_one() -> Result<(), Box<dyn Error>> {
    let primal = example()?;
    let whole = adjoint(&primal)?;
    let mut gradient = value_and_gradient(&primal)?;
    simplify(&mut gradient);
    // Small integers and their halves: everything is exact.
    for x in [-2.0, -0.5, 0.0, 1.0, 3.5, 1024.0] {
        let results = evaluate(&whole, &[Datum::Real(x)])?;
        assert_eq!(results[0], Datum::Real(x * x + x));
        let backpropagator = results[1].as_function().ok_or("the second output is the backpropagator")?;
        assert_eq!(backpropagator.call(&[Datum::Real(1.0)])?, [Datum::Real(2.0 * x + 1.0)]);
        assert_eq!(backpropagator.call(&[Datum::Real(-4.0)])?, [Datum::Real(-8.0 * x - 4.0)]);
        assert_eq!(evaluate(&gradient, &[Datum::Real(x)])?, [Datum::Real(x * x + x), Datum::Real(2.0 * x + 1.0)]);
    }
    Ok(())
}

/// Nothing of the closure is left in the simplified gradient.
#[test]
fn the_simplified_gradient_is_first_order() -> Result<(), Box<dyn Error>> {
    let mut gradient = value_and_gradient(&example()?)?;
    simplify(&mut gradient);
    for id in gradient.edge_ids() {
        let label = gradient.edge(id).label();
        assert!(!matches!(label, Label::Abstraction | Label::Eval), "{label:?}");
    }
    Ok(())
}
