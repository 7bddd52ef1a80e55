use backprop::differentiable;

macro_rules! show {
    ($shown:expr) => {
        println!("{} {:?}", stringify!($shown), $shown)
    };
}

fn show(text: &str) {
    println!("{text}");
}

#[differentiable(wrt(x))]
fn shadowed(x: f64, n: usize) -> f64 {
    let text = "a".repeat(n);
    show!(text);
    let text = text + "b";
    show!(text);
    x * text.len() as f64
}

#[differentiable(wrt(x))]
fn with_a_name_of_its_own(x: f64, n: usize) -> f64 {
    let text = "a".repeat(n);
    show!(text);
    let longer = text + "b";
    show!(longer);
    x * longer.len() as f64
}

#[differentiable(wrt(x))]
fn by_a_function(x: f64, n: usize) -> f64 {
    let text = "a".repeat(n);
    show(&text);
    let text = text + "b";
    show(&text);
    x * text.len() as f64
}

fn main() {}
