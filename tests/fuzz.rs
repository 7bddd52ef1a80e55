//! The compiler never panics: whatever tokens it is given, it expands them or refuses them, and what it gives back is
//! well-formed Rust.
//!
//! Three sources of tokens: every function, `impl` block, trait and struct of this workspace, of its dependencies and, where the component `rust-src`
//! is installed, of the standard library; the same bodies under a signature of real numbers, so that they get past the
//! check of the signature; and random mutations of functions that are accepted.

use std::fs;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use proptest::prelude::*;
use proptest::sample::Index;
use quote::{ToTokens, quote};
use syn::visit::Visit;

/// Expands; says what went wrong if that panics or if the result is not a sequence of items.
fn fault(arguments: &TokenStream, item: &TokenStream) -> Option<String> {
    let expanded = catch_unwind(AssertUnwindSafe(|| {
        // A struct is for the derive.
        if let Ok(syn::Item::Struct(_)) = syn::parse2(item.clone()) {
            let derived = backprop_compiler::derive(item.clone());
            return quote!(#item #derived);
        }
        backprop_compiler::differentiable(arguments.clone(), item.clone())
    }));
    match expanded {
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            Some(text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default())
        }
        Ok(tokens) => match syn::parse2::<syn::File>(tokens.clone()) {
            Ok(_) => None,
            // What is no function to begin with is handed back as it came, beside the error.
            Err(_) if syn::parse2::<syn::File>(item.clone()).is_err() => None,
            Err(error) => Some(format!("the expansion is not well-formed: {error}: {tokens}")),
        },
    }
}

/// The functions in a file: each as it stands, and its body under a signature of real numbers.
#[derive(Default)]
struct Functions(Vec<TokenStream>);

impl Functions {
    fn add(&mut self, signature: &syn::Signature, body: &syn::Block) {
        self.0.push(quote!(#signature #body));
        let parameters = signature.inputs.iter().filter_map(|parameter| match parameter {
            syn::FnArg::Typed(typed) => match &*typed.pat {
                syn::Pat::Ident(name) => Some(&name.ident),
                _ => None,
            },
            syn::FnArg::Receiver(_) => None,
        });
        let name = &signature.ident;
        self.0.push(quote!(fn #name(#(#parameters: f64,)* x: f64, y: f64, n: usize) -> f64 #body));
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.add(&function.sig, &function.block);
        syn::visit::visit_item_fn(self, function);
    }

    fn visit_item_impl(&mut self, block: &'ast syn::ItemImpl) {
        self.0.push(block.to_token_stream());
        syn::visit::visit_item_impl(self, block);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.0.push(item.to_token_stream());
        syn::visit::visit_item_trait(self, item);
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.0.push(item.to_token_stream());
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.add(&function.sig, &function.block);
        syn::visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(body) = &function.default {
            self.add(&function.sig, body);
        }
        syn::visit::visit_trait_item_fn(self, function);
    }
}

/// How many functions the sample has.
const SAMPLE: usize = 9_000;

/// How long one function may take, with room for a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// The stack that rustc gives to a macro.
const STACK: usize = 8 << 20;

/// The directories of this workspace, of the packages that its lock file names and of the standard library, each with a
/// name that is the same on every machine; those that there are.
fn source_directories() -> Vec<(String, PathBuf)> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut directories: Vec<(String, PathBuf)> =
        ["hypernet", "compiler", "macros", "runtime", "examples", "benches", "tests"]
            .map(|member| (member.to_owned(), workspace.join(member)))
            .into();
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let registries: Vec<PathBuf> = home
        .and_then(|home| fs::read_dir(home.join("registry/src")).ok())
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    let lock = fs::read_to_string(workspace.join("Cargo.lock")).unwrap_or_default();
    for package in lock.split("[[package]]") {
        let field = |name: &str| {
            let value = package.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = \""))?;
            value.strip_suffix('"')
        };
        let (Some(name), Some(version)) = (field("name"), field("version")) else { continue };
        let name = format!("{name}-{version}");
        directories.extend(registries.iter().map(|registry| (name.clone(), registry.join(&name))));
    }
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output().ok();
    let sysroot = sysroot.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
    for library in ["core", "alloc", "std"] {
        let path = Path::new(&sysroot).join("lib/rustlib/src/rust/library").join(library);
        directories.push((library.to_owned(), path));
    }
    directories
}

/// The Rust files under a directory, with their names; none if there is no such directory.
fn rust_files(name: &str, directory: &Path, files: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = format!("{name}/{}", entry.file_name().display());
        if path.is_dir() {
            rust_files(&name, &path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push((name, path));
        }
    }
}

/// A number for a text, which puts texts in an order that is always the same and has nothing to do with them (FNV-1a).
fn scatter(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// What a worker says of the functions of a file.
enum Said {
    /// It begins with one.
    Begins(String),
    /// One has a fault.
    Fault(String),
}

/// The functions of a file; none if it is not Rust of today.
fn functions_of(path: &Path) -> Vec<TokenStream> {
    let file = fs::read_to_string(path).ok().and_then(|source| syn::parse_file(&source).ok());
    let mut functions = Functions::default();
    if let Some(file) = file {
        functions.visit_file(&file);
    }
    functions.0
}

/// Expands functions of many sources: a sample of the files, always the same for the same sources; all of them if the
/// environment variable `FUZZ_SOURCES` is `all`. One worker for each processor has the stack that rustc would give it, and [`PATIENCE`] is
/// how long they may all be silent.
#[test]
fn no_function_of_any_source_makes_it_panic() {
    let all = std::env::var("FUZZ_SOURCES").is_ok_and(|sources| sources == "all");
    let mut files = Vec::new();
    for (name, directory) in source_directories() {
        rust_files(&name, &directory, &mut files);
    }
    files.sort_by_key(|(name, _)| (scatter(name), name.clone()));
    let mut left = if all { usize::MAX } else { SAMPLE };
    files.retain(|(_, path)| {
        let is_taken = left > 0;
        if is_taken {
            left = left.saturating_sub(functions_of(path).len());
        }
        is_taken
    });
    let files = Arc::new(Mutex::new(files.into_iter()));
    let (sender, receiver) = mpsc::channel();
    let workers: Vec<_> = (0..thread::available_parallelism().map_or(1, NonZero::get))
        .map(|worker| {
            let (files, sender) = (Arc::clone(&files), sender.clone());
            let work = move || {
                let say = |said| sender.send((worker, said)).expect("the receiver waits");
                loop {
                    let next = files.lock().expect("faults are caught").next();
                    let Some((name, path)) = next else { return };
                    for (at, function) in functions_of(&path).into_iter().enumerate() {
                        say(Said::Begins(format!("{name}, function {}", at + 1)));
                        if let Some(fault) = fault(&TokenStream::new(), &function) {
                            say(Said::Fault(format!("{name}: {fault}\n    {function}")));
                        }
                    }
                }
            };
            thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread can be made")
        })
        .collect();
    drop(sender);
    let (mut count, mut faults, mut at) = (0, Vec::new(), vec![String::from("the first file"); workers.len()]);
    loop {
        match receiver.recv_timeout(PATIENCE) {
            Ok((worker, Said::Begins(name))) => (count, at[worker]) = (count + 1, name),
            Ok((_, Said::Fault(fault))) => faults.push(fault),
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("no end after {PATIENCE:?}: {}", at.join("; ")),
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
    }
    for worker in workers {
        worker.join().expect("faults are caught");
    }
    println!("{count} functions");
    // This workspace alone has more.
    assert!(count > 500, "only {count} functions were found");
    assert!(faults.is_empty(), "{} faults of {count}:\n{}", faults.len(), faults[..faults.len().min(20)].join("\n"));
}

/// Parts of a function: what begins it, what comes again and again (with the number of the time), what ends it.
type Parts = (&'static str, fn(usize) -> String, fn(usize) -> String);

/// What grows with a size: a size that is accepted, one that need not be, and the parts.
const GROWING: &[(&str, usize, usize, Parts)] = &[
    (
        "the arms of a `match`",
        60,
        3_000,
        ("match x as i32 {", |i| format!("{i} => x * {i}.5,"), |_| "_ => y }".to_owned()),
    ),
    (
        "closures that call the last one twice",
        14,
        60,
        (CLOSURE, |i| format!("let c{} = |v: f64| c{i}(c{i}(v));", i + 1), CALL),
    ),
    (
        "closures that call the last one once",
        200,
        3000,
        (CLOSURE, |i| format!("let c{} = |v: f64| c{i}(v).sin() + x;", i + 1), CALL),
    ),
    (
        "closures that call the last two",
        14,
        60,
        (CLOSURE, |i| format!("let c{} = |v: f64| c{i}(v) * c{}(v);", i + 1, i.saturating_sub(1)), CALL),
    ),
    (
        "closures that call the last one in both branches",
        10,
        60,
        (CLOSURE, |i| format!("let c{} = |v: f64| if v > x {{ c{i}(v * x) }} else {{ c{i}(v) }};", i + 1), CALL),
    ),
    (
        "closures in closures",
        10,
        200,
        (
            "",
            |i| format!("let c{i} = |v: f64| {{ let x = x * v;"),
            |n| format!("x {}", each((0..n).rev(), |i| format!("}}; c{i}(y) + c{i}(x)"))).replace("c0(y) + ", ""),
        ),
    ),
    (
        "branches in closures",
        30,
        200,
        (
            "",
            |i| format!("let c{i} = |v: f64| if v > x {{ "),
            |n| format!("x {}", each((0..n).rev(), |i| format!("}} else {{ v * y }}; c{i}(x)"))),
        ),
    ),
    (
        // Each storey squares how often the innermost closure runs: 65,536 times at the fourth.
        "closures that take closures",
        4,
        60,
        (
            "let h0 = |g, v: f64| g(g(v));",
            |i| format!("let h{} = |g, v: f64| h{i}(|w: f64| h{i}(g, w), v);", i + 1),
            |n| format!("h{n}(|v: f64| v * x, y)"),
        ),
    ),
    (
        "closures that change a variable",
        8,
        60,
        (
            "let mut a = x; let mut c0 = || a *= y;",
            |i| format!("let mut c{} = || {{ c{i}(); c{i}(); }};", i + 1),
            |n| format!("c{n}(); a"),
        ),
    ),
    ("tuples of tuples", 8, 100, ("let t0 = (x, y);", |i| format!("let t{} = (t{i}, t{i});", i + 1), |_| "x".into())),
    (
        "closures of tuples",
        8,
        100,
        ("let c0 = |a| (a, a);", |i| format!("let c{} = |a| c{i}((a, a));", i + 1), |n| format!("c{n}(x); x")),
    ),
    (
        "branches one after another",
        100,
        300,
        ("let mut a = x;", |i| format!("if a > {i}.0 {{ a *= y; }}"), |_| "a".into()),
    ),
    ("variables", 1000, 3000, ("", |i| format!("let x = x * y + {i}.0;"), |_| "x".into())),
    ("unknown receivers", 1000, 3000, ("", |i| format!("let c{i} = |v| v.sin();"), |_| "x".into())),
    ("calls", 200, 1000, ("", |_| "let x = external(x, y);".into(), |_| "x".into())),
    (
        "a wide tuple",
        500,
        6_000,
        ("let t = (", |_| "x,".into(), |n| format!("); {}", each(0..n, |i| format!("t.{i} + "))) + "y"),
    ),
    ("a long sum", 5000, 10_000, ("x", |_| " + x * y".into(), |_| String::new())),
    (
        "a long sum in a struct",
        2500,
        10_000,
        ("let p = P { a: x", |_| " + x * y".into(), |_| ", b: y }; p.a * y".into()),
    ),
    (
        "a long sum in a method",
        2500,
        10_000,
        ("let p = P { a: x, b: y }; p.weighted(x", |_| " + x * y".into(), |_| ")".into()),
    ),
    ("a long sum in a closure", 2500, 10_000, ("twice(|v: f64| v * (x", |_| " + x * y".into(), |_| "), y)".into())),
    (
        "a long sum of constants",
        2500,
        10_000,
        ("let c = 2.0; x * P { a: c", |_| " + c * c".into(), |_| ", b: c }.b".into()),
    ),
    ("structs in structs", 50, 3000, ("x * ", |_| "P { b: y, a: ".into(), |n| format!("x {} .b", "}".repeat(n)))),
    (
        "closures in closures",
        30,
        3000,
        ("", |_| "twice(|x: f64| x * y * ".into(), |n| format!("x {}", ", y)".repeat(n))),
    ),
    ("a chain of methods", 100, 5000, ("let p = P { a: x, b: y }; p", |_| ".scaled(x)".into(), |_| ".norm()".into())),
    ("a long condition", 1000, 5000, ("if x > y", |i| format!(" && x > {i}.0"), |_| "{ x } else { y }".into())),
    ("methods", 100, 20_000, ("x", |_| ".sin()".into(), |_| String::new())),
    ("signs", 100, 5000, ("", |_| "- ".into(), |_| "x".into())),
    ("parentheses", 50, 3000, ("", |_| "(x * ".into(), |n| format!("y {}", ")".repeat(n)))),
    ("calls in calls", 100, 3000, ("", |_| "f64::sin(".into(), |n| format!("y {}", ")".repeat(n)))),
    ("blocks", 100, 3000, ("", |_| "{ let x = x * y; ".into(), |n| format!("x {}", "}".repeat(n)))),
    ("generic arguments", 1, 1000, ("let _ = g::<", |_| "Vec<".into(), |n| format!("f64{}>(3); x", ">".repeat(n)))),
];

const CLOSURE: &str = "let c0 = |v: f64| v * x + y;";
const CALL: fn(usize) -> String = |n| format!("c{n}(x)");

/// The texts for these numbers, one after another.
fn each(numbers: impl Iterator<Item = usize>, text: impl Fn(usize) -> String) -> String {
    let mut all = String::new();
    for number in numbers {
        all.push_str(&text(number));
    }
    all
}

/// What is exponentially large if written out, nested deeper than the stack is, or very long, has an end: it is expanded
/// or refused, in little time, on the stack that rustc has.
#[test]
fn what_grows_has_an_end() {
    expand_growing(STACK, |name| !name.starts_with(LONG_SUM));
}

/// What begins the names of the sums among what grows.
const LONG_SUM: &str = "a long sum";

/// The operators of a sum stand behind one another, not in one another: they are looked at and written without recursion.
#[test]
fn a_long_sum_takes_little_of_the_stack() {
    expand_growing(STACK / 3, |name| name.starts_with(LONG_SUM));
}

/// Expands what grows and has such a name, on a stack of this size.
fn expand_growing(stack: usize, is_asked: fn(&str) -> bool) {
    let (sender, receiver) = mpsc::channel();
    let worker = move || {
        for &(name, accepted, hostile, (begin, step, end)) in GROWING.iter().filter(|(name, ..)| is_asked(name)) {
            for size in [accepted, hostile] {
                sender.send(format!("{name}, {size} times")).expect("the receiver waits");
                let body = each(0..size, step);
                let function = format!("fn f(x: f64, y: f64) -> f64 {{ {begin}{body}{} }}", end(size));
                let function: TokenStream = function.parse().expect("tokens");
                let expanded = backprop_compiler::differentiable(TokenStream::new(), function).to_string();
                let refused = expanded.contains("compile_error");
                assert!(
                    !refused || size != accepted,
                    "{name}, {size} times: {}",
                    &expanded[..expanded.len().min(2000)]
                );
            }
        }
    };
    let worker = thread::Builder::new().stack_size(stack).spawn(worker).expect("a thread can be made");
    let mut at = String::new();
    loop {
        match receiver.recv_timeout(PATIENCE) {
            Ok(name) => at = name,
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("no end after {PATIENCE:?}: {at}"),
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
    }
    assert!(worker.join().is_ok(), "{at}");
}

/// A block is not written again from its syntax, which a long sum would need a deep stack for.
#[test]
fn a_long_sum_in_a_block_has_an_end() {
    let expand = || {
        let sum = " + x * y".repeat(10_000);
        let blocks = [
            format!("impl P {{ fn f(x: f64, y: f64) -> f64 {{ x {sum} }} }}"),
            format!("trait T {{ fn f(x: f64, y: f64) -> f64 {{ x {sum} }} }}"),
            format!("impl AddAssign for P {{ fn add_assign(&mut self, y: f64) {{ let x = y; self.x = x {sum}; }} }}"),
        ];
        for block in blocks {
            let expanded = backprop_compiler::differentiable(TokenStream::new(), block.parse().expect("tokens"));
            assert!(!expanded.to_string().contains("compile_error"));
        }
    };
    let worker = thread::Builder::new().stack_size(STACK).spawn(expand).expect("a thread can be made");
    assert!(worker.join().is_ok());
}

/// What was wrong once.
#[test]
fn a_field_of_a_struct_that_is_named_alone_is_written_out() {
    let function = "fn f(x: f64) -> f64 { let depth = g(3); let p = Point { depth, up: true }; h(&p); x }";
    assert_eq!(fault(&TokenStream::new(), &function.parse().expect("tokens")), None);
}

/// Functions that are accepted, or nearly, to mutate.
const SEEDS: &[&str] = &[
    "fn f(x: f64) -> f64 { let mul = |y| x * y; mul(x) + x }",
    "fn f(x: f64, y: f64) -> f64 { let square = |v: f64| v * v; square(1.0 - x) + 100.0 * square(y - square(x)) }",
    "fn f(x: f64) -> f64 { let scale = |a: f64| move |b: f64| a * b; scale(x)(2.0) + scale(3.0)(x) }",
    "fn f(x: f64, n: i32) -> f64 { if x > 0.0 && n != 3 { x.powi(n) } else if n == 0 { 1.0 } else { -x } }",
    "fn f(x: f64, n: u8) -> f64 { match n { 0 => x, 1 | 2 => x.sin(), 3..=9 if x < 1.0 => x.exp(), _ => 2.0 * x } }",
    "fn f(x: f64) -> f64 { let mut y = x; y += 1.0; { let y = y * 2.0; let _ = y; } y *= x; y }",
    "fn f((x, y): (f64, f64), z: f64) -> (f64, f64) { let (a, b) = (x * z, y / z); (a - b, a.atan2(b)) }",
    "fn f<T: Real>(x: T, y: T) -> T { let g = |a: T, (b, c): (T, T)| a * b + c; g(x, (y, T::one())) }",
    "fn f(x: f32, up: bool) -> f32 { let mut total = 0.0; let mut add = |v: f32| total += v; add(x); if up { add(x * x); } total }",
    "fn f(x: f64, n: usize) -> f64 { let k = n as f64 + 1.0; g(x, k) * self::inner::h::<f64>(x) + CONSTANT }",
    "fn f(x: f64) -> f64 { if x < 0.0 { return -x; } f64::ln_1p(x).max(x.sqrt()).clamp(0.0, std::f64::consts::PI) }",
];

/// Tokens to put in.
const TOKENS: &str = "x y f 0 1.0 1e400 0xffu8 'c' \"s\" b\"s\" + - * / % = == < > <= && || ! & | ^ << .. ..= => -> :: . , ; : ? @ # $ _ ~ \
    let mut ref move if else match for in while loop break continue return fn const static struct enum impl trait type \
    unsafe async await dyn where as self Self super crate true false 'a () [] {} (x) (x, y) [x] {x} |a| || f64 f32 i32 T";

/// The tokens of a stream, groups included, depth first.
fn count(stream: TokenStream) -> usize {
    stream
        .into_iter()
        .map(|token| if let TokenTree::Group(group) = token { 1 + count(group.stream()) } else { 1 })
        .sum()
}

/// Applies `change` to the token number `target`, depth first.
fn change_at(stream: TokenStream, target: &mut usize, change: &dyn Fn(TokenTree) -> TokenStream) -> TokenStream {
    let mut changed = TokenStream::new();
    for token in stream {
        let here = *target == 0;
        *target = target.wrapping_sub(1);
        match token {
            token if here => changed.extend(change(token)),
            TokenTree::Group(group) => {
                let inner = change_at(group.stream(), target, change);
                changed.extend([TokenTree::Group(Group::new(group.delimiter(), inner))]);
            }
            token => changed.extend([token]),
        }
    }
    changed
}

/// A change of one token, somewhere.
fn mutate(stream: TokenStream, kind: u8, place: Index, with: Index) -> TokenStream {
    let tokens: Vec<TokenTree> = TOKENS.parse::<TokenStream>().expect("these are tokens").into_iter().collect();
    let pick = with.get(&tokens).clone();
    let group = |delimiter| move |token: TokenTree| TokenTree::Group(Group::new(delimiter, token.into())).into();
    let change: Box<dyn Fn(TokenTree) -> TokenStream> = match kind {
        0 => Box::new(|_| TokenStream::new()),
        1 => Box::new(|token| [token.clone(), token].into_iter().collect()),
        2 => Box::new(move |_| pick.clone().into()),
        3 => Box::new(move |token| [token, pick.clone()].into_iter().collect()),
        4 => Box::new(group(Delimiter::Parenthesis)),
        5 => Box::new(group(Delimiter::Brace)),
        6 => Box::new(group(Delimiter::Bracket)),
        // Takes a group apart, and puts other tokens into a group that has no delimiters, as macros do.
        _ => Box::new(|token| match token {
            TokenTree::Group(inner) => inner.stream(),
            token => TokenTree::Group(Group::new(Delimiter::None, token.into())).into(),
        }),
    };
    let mut target = place.index(count(stream.clone()).max(1));
    change_at(stream, &mut target, &*change)
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 2000, ..hypernet::testing::config(4000) })]

    #[test]
    fn no_mutation_makes_it_panic(
        seed in any::<Index>(),
        mutations in prop::collection::vec((0..8_u8, any::<Index>(), any::<Index>()), 0..4),
    ) {
        let mut item: TokenStream = seed.get(SEEDS).parse().expect("the seeds are tokens");
        for (kind, place, with) in mutations {
            item = mutate(item, kind, place, with);
        }
        let fault = fault(&TokenStream::new(), &item);
        prop_assert!(fault.is_none(), "{}\n    {item}", fault.unwrap_or_default());
    }

    #[test]
    fn no_argument_makes_it_panic(
        mutations in prop::collection::vec((0..8_u8, any::<Index>(), any::<Index>()), 0..4),
    ) {
        let mut arguments = quote!(wrt(x, y), vjp = a::b);
        for (kind, place, with) in mutations {
            arguments = mutate(arguments, kind, place, with);
        }
        let item = quote!(fn f(x: f64, y: f64, n: usize) -> f64 { x * y }).into_token_stream();
        let fault = fault(&arguments, &item);
        prop_assert!(fault.is_none(), "{}\n    {arguments}", fault.unwrap_or_default());
    }
}
