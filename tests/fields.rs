//! Gradients of functions of many fields, by every entry point, against dual numbers.

#![allow(
    clippy::many_single_char_names,
    clippy::float_cmp,
    clippy::suboptimal_flops,
    clippy::eq_op,
    clippy::let_and_return,
    clippy::unreadable_literal,
    reason = "formulas as they are in books, and every way to write them"
)]
#![allow(dead_code, reason = "not every operation of dual numbers is used here")]

#[macro_use]
mod dual_numbers;

functions! {
    // Optimisation.
    rosenbrock(x: -1.5..1.5, y: -1.0..2.0) { let square = |v: f64| v * v; square(1.0 - x) + 100.0 * square(y - square(x)) }
    himmelblau(x: -4.0..4.0, y: -4.0..4.0) { let square = |v: f64| v * v; square(square(x) + y - 11.0) + square(x + square(y) - 7.0) }
    beale(x: -2.0..3.0, y: -1.0..1.0) {
        let term = |c: f64, n: i32| (c - x + x * y.powi(n)).powi(2);
        term(x - x + 1.5, 1) + term(x - x + 2.25, 2) + term(x - x + 2.625, 3)
    }
    goldstein_price(x: -1.5..1.5, y: -1.5..1.5) {
        let first = { let s = x + y + 1.0; 1.0 + s * s * (19.0 - 14.0 * x + 3.0 * x * x - 14.0 * y + 6.0 * x * y + 3.0 * y * y) };
        let second = {
            let s = 2.0 * x - 3.0 * y;
            30.0 + s.powi(2) * (18.0 - 32.0 * x + 12.0 * x * x + 48.0 * y - 36.0 * x * y + 27.0 * y * y)
        };
        first * second
    }
    easom(x: 2.0..4.0, y: 2.0..4.0) {
        let off = |v: f64| (v - std::f64::consts::PI).powi(2);
        -x.cos() * y.cos() * (-(off(x) + off(y))).exp()
    }
    mccormick(x: -1.5..3.0, y: -2.0..3.0) { (x + y).sin() + (x - y).powi(2) - 1.5 * x + 2.5 * y + 1.0 }
    booth(x: -3.0..3.0, y: -3.0..3.0) { let line = |a: f64, b: f64| a + 2.0 * b; (line(x, y) - 7.0).powi(2) + (line(y, x) - 5.0).powi(2) }
    matyas(x: -3.0..3.0, y: -3.0..3.0) { 0.26 * (x * x + y * y) - 0.48 * x * y }
    levi(x: -2.0..2.0, y: -2.0..2.0) {
        let tau = 2.0 * std::f64::consts::PI;
        let wave = |v: f64, k: f64| (k * v).sin().powi(2);
        let whole = |v: f64, w: f64| (v - 1.0).powi(2) * (1.0 + w);
        wave(x, x - x + 1.5 * tau) + whole(x, wave(y, y - y + 1.5 * tau)) + whole(y, wave(y, y - y + tau))
    }
    three_hump_camel(x: -2.0..2.0, y: -2.0..2.0) { 2.0 * x.powi(2) - 1.05 * x.powi(4) + x.powi(6) / 6.0 + x * y + y.powi(2) }
    powell(a: -2.0..2.0, b: -2.0..2.0, c: -2.0..2.0, d: -2.0..2.0) {
        let square = |v: f64| v * v;
        let fourth = |v: f64| square(square(v));
        square(a + 10.0 * b) + 5.0 * square(c - d) + fourth(b - 2.0 * c) + 10.0 * fourth(a - d)
    }
    wood(a: -2.0..2.0, b: -2.0..2.0, c: -2.0..2.0, d: -2.0..2.0) {
        let valley = |k: f64, u: f64, v: f64| k * (v - u * u).powi(2) + (1.0 - u).powi(2);
        valley(a - a + 100.0, a, b) + valley(a - a + 90.0, c, d) + 10.1 * ((b - 1.0).powi(2) + (d - 1.0).powi(2)) + 19.8 * (b - 1.0) * (d - 1.0)
    }
    griewank(x: -5.0..5.0, y: -5.0..5.0) { 1.0 + (x * x + y * y) / 4000.0 - x.cos() * (y / 2.0_f64.sqrt()).cos() }
    ackley(x: 0.3..3.0, y: 0.3..3.0) {
        let mean = |u: f64, v: f64| 0.5 * (u + v);
        let wave = |v: f64| (2.0 * std::f64::consts::PI * v).cos();
        20.0 - 20.0 * (-0.2 * mean(x * x, y * y).sqrt()).exp() + 1.0_f64.exp() - mean(wave(x), wave(y)).exp()
    }
    // Statistics and learning.
    normal_log_density(x: -2.0..2.0, mean: -1.0..1.0, deviation: 0.5..2.0) {
        let z = (x - mean) / deviation;
        -0.5 * z * z - deviation.ln() - 0.5 * (2.0 * std::f64::consts::PI).ln()
    }
    student_log_density(x: -3.0..3.0, scale: 0.5..2.0, freedom: 1.5..8.0) { let t = x / scale; -0.5 * (freedom + 1.0) * (t * t / freedom).ln_1p() - scale.ln() }
    logistic_likelihood(w: -2.0..2.0, b: -1.0..1.0, x: -2.0..2.0) {
        let sigmoid = |z: f64| 1.0 / (1.0 + (-z).exp());
        let p = sigmoid(w * x + b);
        0.3 * p.ln() + 0.7 * (1.0 - p).ln()
    }
    softplus(x: -3.0..3.0) { if x > 0.0 { x + (-x).exp().ln_1p() } else { x.exp().ln_1p() } }
    swish(x: -3.0..3.0, beta: 0.5..2.0) { x / (1.0 + (-beta * x).exp()) }
    gelu(x: -3.0..3.0) { 0.5 * x * (1.0 + (0.797_884_560_8 * (x + 0.044_715 * x.powi(3))).tanh()) }
    elu(x: -2.0..2.0, alpha: 0.5..1.5) { if x >= 0.0 { x } else { alpha * x.exp_m1() } }
    mish(x: -2.0..3.0) { let soft = |v: f64| v.exp().ln_1p(); x * soft(x).tanh() }
    huber(r: -3.0..3.0, delta: 0.5..1.5) { if r.abs() <= delta { 0.5 * r * r } else { delta * (r.abs() - 0.5 * delta) } }
    tukey(r: -3.0..3.0, c: 1.0..4.0) {
        let third = c * c / 6.0;
        if r.abs() < c { third * (1.0 - (1.0 - (r / c).powi(2)).powi(3)) } else { third }
    }
    cauchy_loss(r: -3.0..3.0, c: 0.5..2.0) { 0.5 * c * c * (r / c).powi(2).ln_1p() }
    perceptron(x: -1.0..1.0, a: -1.0..1.0, b: -1.0..1.0, c: -1.0..1.0, d: -1.0..1.0) {
        let layer = |w: f64, bias: f64| move |v: f64| (w * v + bias).tanh();
        let first = layer(a, b);
        let second = layer(c, d);
        second(first(x)) + first(second(x))
    }
    kl_of_normals(m: -1.0..1.0, s: 0.5..2.0, n: -1.0..1.0, t: 0.5..2.0) { (t / s).ln() + (s * s + (m - n).powi(2)) / (2.0 * t * t) - 0.5 }
    beta_binomial(p: 0.1..0.9, q: 0.1..0.9) {
        let log_odds = |v: f64| (v / (1.0 - v)).ln();
        let mut total = log_odds(p) * log_odds(q);
        total += p * q;
        total *= 0.5 + p;
        total
    }
    // Physics.
    lennard_jones(r: 0.9..2.5, sigma: 0.8..1.2, epsilon: 0.5..2.0) { let s6 = (sigma / r).powi(6); 4.0 * epsilon * (s6 * s6 - s6) }
    morse(r: 0.5..3.0, depth: 1.0..5.0, width: 0.5..2.0, center: 0.8..1.5) { let e = 1.0 - (-width * (r - center)).exp(); depth * e * e }
    yukawa(r: 0.5..3.0, g: 0.5..2.0, mass: 0.1..2.0) { -g * g * (-mass * r).exp() / r }
    pendulum_energy(angle: -2.0..2.0, rate: -2.0..2.0, length: 0.5..2.0) { 0.5 * (length * rate).powi(2) + 9.81 * length * (1.0 - angle.cos()) }
    double_pendulum(a: -1.0..1.0, b: -1.0..1.0, u: -1.0..1.0, v: -1.0..1.0) {
        let kinetic = |p: f64, q: f64| u * u + 0.5 * v * v + u * v * (p - q).cos();
        let potential = |p: f64, q: f64| -9.81 * (2.0 * p.cos() + q.cos());
        kinetic(a, b) - potential(a, b)
    }
    planck(frequency: 0.5..4.0, temperature: 0.5..2.0) { frequency.powi(3) / (frequency / temperature).exp_m1() }
    relativistic_energy(p: -2.0..2.0, m: 0.5..2.0) { (p * p + m * m).sqrt() }
    doppler(f: 0.5..2.0, v: -0.8..0.8) { let gamma = 1.0 / (1.0 - v * v).sqrt(); f * gamma * (1.0 - v) }
    snell(angle: 0.1..0.7, n: 1.2..1.8) { (angle.sin() / n).asin() + (n * angle.cos() / 2.0).acos() }
    damped_oscillator(t: 0.0..3.0, damping: 0.1..0.5, omega: 1.0..3.0) {
        let shifted = (omega * omega - damping * damping).sqrt();
        let (s, c) = (shifted * t).sin_cos();
        (-damping * t).exp() * (c + damping / shifted * s)
    }
    lorentzian(x: -2.0..2.0, x0: -1.0..1.0, gamma: 0.3..1.5) { let z = (x - x0) / gamma; 1.0 / (std::f64::consts::PI * gamma * (1.0 + z * z)) }
    // Chemistry and thermodynamics.
    arrhenius(a: 0.5..2.0, energy: 1.0..3.0, temperature: 0.5..1.5) { a * (-energy / (8.314 * temperature)).exp() }
    michaelis_menten(s: 0.1..3.0, vmax: 0.5..2.0, km: 0.2..1.5) { vmax * s / (km + s) }
    hill(s: 0.2..3.0, k: 0.5..2.0, n: 1.0..4.0) { let r = s.powf(n); r / (k.powf(n) + r) }
    van_der_waals(t: 1.0..3.0, v: 2.0..5.0, a: 0.5..1.5, b: 0.1..0.5) { 8.314 * t / (v - b) - a / (v * v) }
    antoine(a: 3.0..5.0, b: 800.0..1200.0, c: -60.0..-20.0, t: 280.0..360.0) { (std::f64::consts::LN_10 * (a - b / (t + c))).exp() }
    nernst(z: 1.0..2.0, t: 280.0..310.0, out: 0.1..2.0, inside: 0.1..2.0) { 8.314 * t / (z * 96485.0) * (out / inside).ln() }
    debye_huckel(i: 0.01..0.5, z: 1.0..3.0) { let root = i.sqrt(); -0.509 * z * z * root / (1.0 + root) }
    redlich_kwong(t: 1.0..2.0, v: 2.0..4.0, a: 0.5..1.5, b: 0.1..0.4) { 8.314 * t / (v - b) - a / (t.sqrt() * v * (v + b)) }
    // Finance.
    black_scholes(s: 80.0..120.0, k: 80.0..120.0, r: 0.01..0.06, v: 0.1..0.4, t: 0.3..2.0) {
        let normal = |z: f64| 1.0 / (1.0 + (-(1.5976 * z + 0.070_566 * z.powi(3))).exp());
        let deviation = v * t.sqrt();
        let d1 = ((s / k).ln() + (r + 0.5 * v * v) * t) / deviation;
        s * normal(d1) - k * (-r * t).exp() * normal(d1 - deviation)
    }
    bond(rate: 0.01..0.1, coupon: 1.0..6.0) {
        let discount = 1.0 / (1.0 + rate);
        let pay = |n: i32| coupon * discount.powi(n);
        pay(1) + pay(2) + pay(3) + 100.0 * discount.powi(3)
    }
    nelson_siegel(t: 0.5..10.0, a: 0.0..0.1, b: -0.05..0.05, c: -0.05..0.05, tau: 0.5..3.0) {
        let x = t / tau;
        let slope = -(-x).exp_m1() / x;
        a + b * slope + c * (slope - (-x).exp())
    }
    // Astronomy and geometry.
    kepler(anomaly: 0.1..3.0, eccentricity: 0.05..0.6) {
        let step = |e: f64| e - (e - eccentricity * e.sin() - anomaly) / (1.0 - eccentricity * e.cos());
        let twice = |e: f64| step(step(e));
        twice(twice(anomaly))
    }
    haversine(a: 0.1..1.2, b: 0.1..1.2, d: 0.2..2.0) {
        let hav = |v: f64| (0.5 * v).sin().powi(2);
        2.0 * (hav(a - b) + a.cos() * b.cos() * hav(d)).sqrt().asin()
    }
    orbit_radius(axis: 0.5..3.0, e: 0.0..0.7, angle: 0.0..3.0) { axis * (1.0 - e * e) / (1.0 + e * angle.cos()) }
    heron(a: 2.0..3.0, b: 2.0..3.0, c: 1.5..3.0) { let s = 0.5 * (a + b + c); (s * (s - a) * (s - b) * (s - c)).sqrt() }
    polar_angle(x: -2.0..2.0, y: 0.5..2.0) { y.atan2(x) * x.hypot(y) }
    // Special functions and iterations.
    erf_approximation(x: 0.1..2.0) {
        let t = 1.0 / (1.0 + 0.327_591_1 * x);
        let horner = |c: f64, rest: f64| c + t * rest;
        let z = x - x;
        1.0 - t * horner(z + 0.254_829_592, horner(z - 0.284_496_736, horner(z + 1.421_413_741, z - 1.453_152_027))) * (-x * x).exp()
    }
    stirling(x: 2.0..6.0) { (x - 0.5) * x.ln() - x + 1.0 / (12.0 * x) - 1.0 / (360.0 * x.powi(3)) }
    bessel_series(x: 0.1..2.0) {
        let q = 0.25 * x * x;
        let mut term = q;
        let mut sum = 1.0 - term;
        term *= q / 4.0;
        sum += term;
        term *= q / 9.0;
        sum -= term;
        sum
    }
    square_root_by_newton(x: 0.5..4.0) { let better = |g: f64| 0.5 * (g + x / g); better(better(better(better(0.5 * (x + 1.0))))) }
    arithmetic_geometric_mean(a: 1.0..3.0, b: 0.5..1.0) {
        let next = |(u, v): (f64, f64)| (0.5 * (u + v), (u * v).sqrt());
        let (u, v) = next(next(next((a, b))));
        0.5 * (u + v)
    }
    church_three(x: -1.0..1.0, k: 0.5..1.5) {
        let inc = |v: f64| k * v.sin() + x;
        let thrice = |f: &dyn Fn(f64) -> f64, v: f64| f(f(f(v)));
        thrice(&inc, thrice(&inc, x))
    }
    curried(a: -1.0..1.0, b: -1.0..1.0, c: -1.0..1.0) {
        let volume = |u: f64| move |v: f64| move |w: f64| u * v * w + u.cos();
        volume(a)(b)(c) * volume(c)(a)(b)
    }
    counter(x: -1.0..1.0, y: 0.5..1.5) {
        let mut total = x * y;
        let mut add = |v: f64| { total += v * v; total.sin() };
        let first = add(x);
        let second = add(first * y);
        total + second
    }
    by_case(x: -2.0..2.0, y: -2.0..2.0) {
        let quadrant = match (x > 0.0, y > 0.0) { (true, true) => 1, (false, true) => 2, (false, false) => 3, _ => 4 };
        match quadrant { 1 => x * y, 2 | 3 => x.sin() - y, _ => { let z = x - y; z * z.cos() } }
    }
    clipped(x: -2.0..2.0, y: -2.0..2.0) { let low = x.min(y); let high = x.max(y * 0.5); (high - low) * (x - x.trunc() + y.abs()) }
    winsorized(x: -2.0..2.0, y: 0.1..1.0) {
        let r = if x < -y { -y } else if x > y { y } else { x };
        let scale = if r == x { 1.0 + y } else { y * y };
        r * scale + x.floor() * y
    }
}
