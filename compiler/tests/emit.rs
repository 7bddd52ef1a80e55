//! Emission: size and shape of the code, and what it must not do.

use std::fmt::Write as _;

use backprop_compiler::attribute::Attribute;
use backprop_compiler::expand::{Expansion, Subject};
use quote::quote;
use syn::ItemFn;

/// The code of the companion of a function.
fn companion(source: &str) -> String {
    let function: ItemFn = syn::parse_str(source).expect("a function");
    let attribute = Attribute::parse(quote!()).expect("no arguments");
    let expansion = Expansion::new(&function, &attribute).expect("a differentiable function");
    let tokens = expansion.companion(&Subject::new(function.clone()), &quote!(::backprop));
    prettyplease::unparse(&syn::parse2(tokens).expect("emitted code is Rust"))
}

/// A function of so many operations, in lines that use each other.
fn long(operations: usize) -> String {
    let mut source = String::from("fn long(x: f64, y: f64) -> f64 {\n let v0 = x * y;\n");
    for i in 1..operations / 4 {
        let before = i - 1;
        let _ = writeln!(source, "let v{i} = v{before}.sin() * y + x * v{before};");
    }
    source + &format!("v{}\n}}", operations / 4 - 1)
}

#[test]
fn the_code_grows_with_the_function() {
    let (small, large) = (companion(&long(500)), companion(&long(1000)));
    let (small, large) = (small.lines().count(), large.lines().count());
    assert!(large < 2 * small + 10, "{small} lines for 500 operations, {large} for 1000");
}

#[test]
fn a_chain_in_one_expression_is_cut_into_readable_lines() {
    let terms: Vec<String> = (0..60).map(|i| format!("x * {i}.5")).collect();
    let code = companion(&format!("fn sum(x: f64) -> f64 {{ {} }}", terms.join(" + ")));
    let mut lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    assert!(lines.all(|line| line.len() < 120), "{code}");
}

#[test]
fn gradients_hold_no_closure() {
    let code = companion(
        "fn nested(a: f64, b: f64) -> f64 {
             let scale = |x: f64| a * x;
             let twice = |x: f64| scale(scale(x)) + b;
             twice(twice(b)) * scale(a)
         }",
    );
    let gradient = &code[..code.find("fn value_and_grad_into").expect("there is one")];
    assert!(!gradient.contains("move |"), "{gradient}");
}

#[test]
fn names_do_not_clash() {
    let code = companion(
        "fn clash(d: f64, d_x: f64, x: f64, value: f64, product: f64) -> f64 {
             let t = x * d * product;
             (t * t * value).sin() * d_x
         }",
    );
    let into = &code[code.find("fn value_and_grad_into").expect("there is one")..];
    assert!(into.contains("d_x_: &mut f64"), "{into}");
}

#[test]
fn the_order_of_calls_stays() {
    let code = companion("fn calls(x: f64) -> f64 { let a = f(x); let b = g(x); let c = h(a); c * b - a }");
    for function in code.split("fn ").filter(|text| text.contains("h::adjoint(")) {
        let place = |call: &str| function.find(call).unwrap_or_else(|| panic!("{call} in {function}"));
        assert!(place("f::adjoint") < place("g::adjoint"), "{function}");
        assert!(place("g::adjoint") < place("h::adjoint"), "{function}");
    }
}

#[test]
fn a_long_function_is_emitted_once_for_both_gradients() {
    let code = companion(&long(4000));
    assert!(code.contains("Self::value_and_grad(x, y).1"));
    // The logarithm is of the value alone.
    let short = companion("fn short(x: f64, y: f64) -> f64 { (x * y).ln() + x }");
    assert!(!short.contains("Self::value_and_grad(x, y).1"), "{short}");
}

/// An array that may depend on a parameter must not go to a function as one that depends on none: the function may leave it out.
#[test]
fn arrays_that_may_depend_on_a_parameter_are_no_independent_ones() {
    let given = |makes: &str| {
        companion(&format!("fn f(a: f64, of: &Of) -> f64 {{ let mut x = vec![0.0; 2]; {makes} fit(a, &x) }}"))
            .contains("open::independent(")
    };
    assert!(given("x[0] = 1.0;"), "the code no longer says so");
    for makes in [
        "x[0] = a;",
        "x.push(a);",
        // Methods of a user's type may have the names of those of arrays.
        "of.fill(&mut x);",
        "of.push(&mut x);",
        "of.put(&mut x);",
        "put(&mut x, a);",
        "let y = vec![a; 2]; x.copy_from_slice(&y);",
        "let y = &mut x; y[1] = a;",
        "for v in x.iter_mut() { *v = a; }",
        "if let Some(v) = x.last_mut() { *v = a; }",
        "let mut put = |v: f64| x[0] = v; put(a);",
        "let mut y = vec![a; 2]; std::mem::swap(&mut x, &mut y);",
    ] {
        assert!(!given(makes), "{makes}");
    }
}
