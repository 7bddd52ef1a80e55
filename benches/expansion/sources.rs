//! Functions of any size, in each shape that a large function may have.

use std::fmt::Write;

/// A shape of functions.
pub(crate) struct Family {
    /// What it is called in the table and on the command line.
    pub(crate) name: &'static str,
    /// What its size counts.
    pub(crate) unit: &'static str,
    /// The smaller of the two sizes that are compared; the other is twice that.
    pub(crate) size: usize,
    /// The source of a function of a size.
    pub(crate) source: fn(usize) -> String,
}

/// The name of the shape without branches.
pub(crate) const STRAIGHT: &str = "straight";

/// The shapes of which twice as much may cost little more than twice.
pub(crate) const FAMILIES: &[Family] = &[
    Family { name: STRAIGHT, unit: "operations", size: 150, source: straight },
    Family { name: "conditions", unit: "`if`s on different conditions", size: 40, source: conditions },
    Family { name: "condition", unit: "`if`s on one condition", size: 40, source: condition },
    Family { name: "chain", unit: "arms of `else if`", size: 40, source: chain },
    Family { name: "nested", unit: "`if`s in `if`s", size: 40, source: nested },
    Family { name: "match", unit: "arms of `match`", size: 40, source: matching },
    Family { name: "closures", unit: "closures in closures", size: 24, source: closures },
    Family { name: "structs", unit: "structs", size: 40, source: structs },
    Family { name: "calls", unit: "calls of functions", size: 40, source: calls },
];

/// Statements between the head of a function of `x` and `y` and its last expression.
fn function(head: &str, statements: impl FnOnce(&mut String) -> std::fmt::Result, tail: &str) -> String {
    let mut source = format!("{head} {{\nlet (a, b) = (x, y);\n");
    statements(&mut source).expect("a string can be written to");
    source + tail + "\n}"
}

const HEAD: &str = "fn generated(x: f64, y: f64) -> f64";

/// So many operations: a fifth of them sines, every tenth in a closure.
fn straight(operations: usize) -> String {
    let statements = |source: &mut String| {
        // Ten operations each.
        (0..operations / 10).try_for_each(|_| {
            source.write_str(
                "let c = a * b + x;\n\
                 let scaled = |v: f64| v * c;\n\
                 let d = c.sin() - scaled(a) / 3.0;\n\
                 let (a, b) = (d.sin() + b, d * 0.25 - y);\n",
            )
        })
    };
    function(HEAD, statements, "a * b")
}

fn conditions(count: usize) -> String {
    let statements = |source: &mut String| {
        (0..count)
            .try_for_each(|i| writeln!(source, "let a = if a > {i}.5 {{ a * x + {i}.25 }} else {{ a.sin() - y }};"))
    };
    function(HEAD, statements, "a * b")
}

fn condition(count: usize) -> String {
    let statements = |source: &mut String| {
        writeln!(source, "let above = x > y;")?;
        (0..count).try_for_each(|i| writeln!(source, "let a = if above {{ a * x + {i}.25 }} else {{ a.sin() - y }};"))
    };
    function(HEAD, statements, "a * b")
}

fn chain(count: usize) -> String {
    let statements = |source: &mut String| {
        (0..count).try_for_each(|i| write!(source, "if x < {i}.5 {{ (a * b + {i}.25).sin() }} else "))
    };
    function(HEAD, statements, "{ a * b }")
}

fn nested(count: usize) -> String {
    let statements = |source: &mut String| {
        (0..count).try_for_each(|i| writeln!(source, "if x > {i}.5 {{ let a = a.sin() * b;"))?;
        writeln!(source, "a * b")?;
        (0..count).try_for_each(|i| writeln!(source, "}} else {{ a - {i}.25 }}"))
    };
    function(HEAD, statements, "")
}

fn matching(count: usize) -> String {
    let statements = |source: &mut String| {
        writeln!(source, "match k {{")?;
        (0..count).try_for_each(|i| writeln!(source, "{i} => (a * b + {i}.25).sin(),"))
    };
    function("fn generated(x: f64, y: f64, k: usize) -> f64", statements, "_ => a * b }")
}

fn closures(count: usize) -> String {
    let statements = |source: &mut String| {
        (0..count).try_for_each(|i| writeln!(source, "let f{i} = |v{i}: f64| {{ let b = v{i} * b + x;"))?;
        writeln!(source, "a * b")?;
        (0..count).rev().try_for_each(|i| writeln!(source, "}}; f{i}(a) * y"))
    };
    function(HEAD, statements, "")
}

fn structs(count: usize) -> String {
    let statements = |source: &mut String| {
        writeln!(source, "let p = Point {{ u: a, v: b }};")?;
        (0..count).try_for_each(|_| writeln!(source, "let p = Point {{ u: p.v * x, v: (p.u + y).sin() }};"))
    };
    function(HEAD, statements, "p.u * p.v")
}

fn calls(count: usize) -> String {
    let statements =
        |source: &mut String| (0..count).try_for_each(|i| writeln!(source, "let a = callee{i}(a, b) * x + y;"));
    function(HEAD, statements, "a * b")
}
