use backprop::differentiable;

#[differentiable]
fn power(x: f64, powers: &[f64]) -> f64 {
    let mut product = 1.0;
    for power in powers.iter().chain(powers) {
        product *= x.powf(*power);
    }
    product
}

#[differentiable]
fn of_a_copy(x: f64) -> f64 {
    let mut powers = [1.0, x, x * x];
    let mut sum = 0.0;
    for power in powers {
        powers[2] += power;
        sum += power * powers[2];
    }
    sum
}

#[differentiable]
fn passed_on(x: f64) -> f64 {
    let mut powers = [1.0, x, x * x];
    for power in powers.iter_mut() {
        let kept = power;
        double(kept);
    }
    powers[1]
}

fn double(x: &mut f64) {
    *x *= 2.0;
}

#[differentiable]
fn changing_function(x: f64) -> f64 {
    let one = |v: f64| v * x;
    let mut f: &dyn Fn(f64) -> f64 = &one;
    for _ in 0..3 {
        f = &one;
    }
    f(x)
}

/// A loop that the macro does not look into changes what the macro knows.
#[differentiable]
fn changed_by_a_plain_loop(x: f64) -> f64 {
    let mut weight = 0.25;
    for word in "a bb ccc".split(' ') {
        weight = (weight * word.len() as f64).sin();
    }
    weight * x
}

#[differentiable]
fn counted_by_a_plain_loop(x: f64) -> f64 {
    let mut count = 0;
    for word in "a bb ccc".split(' ') {
        count += word.len();
    }
    count as f64 * x
}

fn main() {}
