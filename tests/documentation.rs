//! The documentation of a user's crate: it shows the derivatives, and nothing that is there for rustc alone.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A function, methods, a trait, an operator, structs in structs, and functions in a function.
const CRATE: &str = r"
use backprop::{Differentiable, Real, differentiable};

#[derive(Clone, Debug, Differentiable)]
pub struct Spring {
    pub stiffness: f64,
    pub length: f64,
}

#[derive(Clone, Differentiable)]
pub struct Pair {
    pub left: Spring,
    pub right: Spring,
}

/// A struct with vectors in a struct.
#[derive(Clone, Differentiable)]
pub struct Layer {
    pub w: Vec<f64>,
}

#[derive(Clone, Differentiable)]
pub struct Net {
    pub hidden: Layer,
    pub out: Layer,
}

#[differentiable]
pub trait Energy {
    #[differentiable]
    fn energy(&self, x: f64) -> f64;
}

#[differentiable]
impl Energy for Spring {
    fn energy(&self, x: f64) -> f64 {
        0.5 * self.stiffness * (x - self.length) * (x - self.length)
    }
}

#[differentiable]
impl Spring {
    pub fn force(&self, x: f64) -> f64 {
        self.stiffness * (x - self.length)
    }
}

#[differentiable]
impl std::ops::Add for Spring {
    type Output = Spring;

    fn add(self, other: Spring) -> Spring {
        Spring { stiffness: self.stiffness + other.stiffness, length: self.length + other.length }
    }
}

#[differentiable]
pub fn energy_of_pair(pair: &Pair, x: f64) -> f64 {
    pair.left.energy(x) + pair.right.energy(x)
}

pub fn inside(spring: &Spring) -> f64 {
    #[differentiable]
    fn stiffness(spring: &Spring) -> f64 {
        spring.stiffness
    }

    stiffness::grad(spring).stiffness
}

#[differentiable]
pub fn square<T: Real>(x: T) -> T {
    x * x
}

#[derive(Clone, Copy, Differentiable)]
pub struct View<'a> {
    pub values: &'a [f64],
}

#[differentiable(wrt(view, xs))]
pub fn misfit(view: &View<'_>, xs: &[f64], ys: &[f64]) -> f64 {
    view.values[0] * xs[0] - ys[0]
}
";

#[test]
fn documentation_shows_what_users_call() {
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documentation");
    fs::create_dir_all(package.join("src")).expect("a directory can be made in cargo's own");
    let manifest = format!(
        "[package]\nname = \"springs\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nbackprop = {{ path = {:?} }}\n\n[workspace]\n",
        env!("CARGO_MANIFEST_DIR"),
    );
    fs::write(package.join("Cargo.toml"), manifest).expect("the manifest can be written");
    fs::write(package.join("src/lib.rs"), CRATE).expect("the crate can be written");
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
    fs::copy(lock, package.join("Cargo.lock")).expect("the workspace has a lock file");
    // The programs that rustc rejects are compiled there too: what they depend on is compiled once.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rustc_errors/target");
    let output = Command::new(env!("CARGO"))
        .args(["doc", "--no-deps", "--offline", "--quiet"])
        .current_dir(&package)
        .env("CARGO_TARGET_DIR", &target)
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

    let page = |name: &str| {
        let path = target.join("doc/springs").join(name);
        text(&fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
    };
    let function = page("struct.energy_of_pair.html");
    assert!(function.contains("The derivatives of energy_of_pair."), "{function}");
    assert!(function.contains("pub fn grad(pair: &Pair, x: f64) -> (CotangentOf<Pair>, f64)"), "{function}");
    assert!(function.contains("pub fn vjp("), "{function}");
    let spring = page("struct.Spring.html");
    assert!(spring.contains("pub fn force_grad(&self, x: f64) -> (CotangentOf<Self>, f64)"), "{spring}");
    assert!(spring.contains("impl Add for Spring"), "{spring}");
    assert!(page("struct.Pair.html").contains("impl Differentiable for Pair"));
    assert!(page("struct.square.html").contains("pub fn grad<T: Real>(x: T) -> T"));

    let misfit = page("struct.misfit.html");
    let grad = "pub fn grad<'of_view>( view: &View<'of_view>, xs: &[f64], ys: &[f64], )";
    assert!(misfit.contains(grad), "{misfit}");

    for entry in fs::read_dir(target.join("doc/springs")).expect("the pages are there") {
        let path = entry.expect("the directory is readable").path();
        if path.extension().is_some_and(|extension| extension == "html") {
            let shown = text(&fs::read_to_string(&path).expect("the page is readable"));
            for hidden in
                ["TypesHaveCotangents", "__private", "needs_differentiable", "adjoint", "{ _ }", "'__", "'backprop"]
            {
                assert!(!shown.contains(hidden), "{} shows `{hidden}`:\n{shown}", path.display());
            }
        }
    }
}

/// What a page shows: its text in one line, without the tags.
fn text(page: &str) -> String {
    let mut shown = String::new();
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        shown.push_str(&rest[..at]);
        let end = rest[at..].find('>').map_or(rest.len(), |end| at + end + 1);
        rest = &rest[end..];
    }
    shown.push_str(rest);
    let shown = shown.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&").replace("&#39;", "'");
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}
