//! Structs in arrays and arrays in structs, in programs of science and engineering as people write them who have read the README. Values bit
//! for bit, gradients against central differences.

#![expect(
    clippy::cast_lossless,
    clippy::cast_precision_loss,
    clippy::explicit_iter_loop,
    clippy::many_single_char_names,
    clippy::range_plus_one,
    clippy::reversed_empty_ranges,
    clippy::suboptimal_flops,
    reason = "the programs are as people write them"
)]

mod agrees;
mod differences;

use agrees::agrees;
use backprop::{Differentiable, differentiable};

/// The points of a curve, and its slopes.
#[differentiable]
fn curve(x: &[f64], n: usize) -> Vec<[f64; 2]> {
    let mut points = Vec::new();
    for i in 0..n {
        let t = i as f64 / n as f64;
        points.push([x[0] * t, (x[1] * t).sin() + x[2]]);
    }
    points
}

#[differentiable]
fn coefficients(x: &[f64]) -> Vec<f64> {
    let mut c = x.to_vec();
    c.push(x[0] * x[1]);
    c
}

#[derive(Clone, Debug, Differentiable)]
struct Mode {
    rate: f64,
    shape: Vec<f64>,
}

#[differentiable]
impl Mode {
    fn energy(&self) -> f64 {
        self.rate * self.shape[0] * self.shape[1]
    }
}

#[differentiable]
fn modes(x: &[f64]) -> Vec<Mode> {
    vec![Mode { rate: x[0], shape: vec![x[1], 2.0] }, Mode { rate: x[2] * x[3], shape: vec![x[4], x[5]] }]
}

#[differentiable]
fn of_what_calls_give(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for c in coefficients(x) {
        sum += c * c;
    }
    for [a, b] in curve(x, 3) {
        sum += a * b;
    }
    for (i, p) in curve(x, 4).into_iter().enumerate() {
        sum += p[0] * p[1] * i as f64;
    }
    for (w, c) in [0.5, 0.25, 2.0].iter().zip(coefficients(x)) {
        sum += w * c.sin();
    }
    for mode in modes(x) {
        sum += mode.energy() * mode.rate;
    }
    sum
}

#[differentiable]
fn rows_by_value(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    let rows = vec![vec![x[0], x[1]], vec![x[2], x[3], x[4]]];
    for mut row in rows {
        row[0] *= x[5];
        for v in row {
            sum += v * v;
        }
    }
    for [a, b] in [[x[0], x[1]], [x[2], x[3]]] {
        sum += a * b;
    }
    let points = curve(x, 3);
    for [a, b] in &points {
        sum += a * b;
    }
    let corners = [[x[1], 1.0], [2.0, x[2]]];
    for p in corners {
        sum += p[0] * p[1];
    }
    sum + corners[0][0]
}

#[test]
fn loops_take_what_calls_give_and_rows_by_value() {
    agrees!(of_what_calls_give, rows_by_value);
}

/// Reactions name their species by numbers; a sensor has rows of such numbers.
#[derive(Clone, Debug, Differentiable)]
struct Reaction {
    reactants: Vec<usize>,
    products: Vec<usize>,
    rate: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Mechanism {
    reactions: Vec<Reaction>,
    species: usize,
}

#[differentiable]
impl Reaction {
    fn speed(&self, c: &[f64]) -> f64 {
        let mut speed = self.rate;
        for &s in &self.reactants {
            speed *= c[s];
        }
        speed
    }
}

#[differentiable]
impl Mechanism {
    fn production(&self, c: &[f64]) -> Vec<f64> {
        let mut w = vec![0.0; self.species];
        for reaction in &self.reactions {
            let r = reaction.speed(c);
            for &s in &reaction.reactants {
                w[s] -= r;
            }
            for (k, s) in reaction.products.iter().enumerate() {
                w[*s] += r * (k + 1) as f64;
            }
        }
        w
    }
}

#[differentiable]
fn chemistry(x: &[f64]) -> f64 {
    let mechanism = Mechanism {
        reactions: vec![
            Reaction { reactants: vec![0, 1], products: vec![2], rate: x[0] },
            Reaction { reactants: vec![2], products: vec![0, 1], rate: x[1] },
            Reaction { reactants: vec![2, 2], products: vec![], rate: x[2] * x[3] },
        ],
        species: 3,
    };
    let mut c = vec![x[4], 1.0, x[5]];
    for _ in 0..3 {
        let w = mechanism.production(&c);
        for (ci, wi) in c.iter_mut().zip(&w) {
            *ci += 0.1 * wi;
        }
    }
    c[0] + 2.0 * c[1] * c[2]
}

#[derive(Clone, Debug, Differentiable)]
struct Sensor {
    near: Vec<Vec<usize>>,
    kinds: [u8; 2],
    gain: f64,
}

#[differentiable]
fn signal(sensors: &[Sensor], x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for sensor in sensors {
        for j in 0..sensor.near.len() {
            let k = sensor.near[j][0];
            let last = sensor.near[j].len() - 1;
            sum += sensor.gain * x[k] * x[sensor.near[j][last]];
        }
        if sensor.kinds[sensor.kinds.len() - 1] == 1 {
            sum *= 1.0 + x[0];
        }
    }
    if sensors[0].kinds[0] == 1 { sum * x[1] } else { sum }
}

/// The structs change in the loop that reads their numbers.
#[differentiable]
fn changed_beside(x: &[f64]) -> f64 {
    let mut sensors = vec![
        Sensor { near: vec![vec![0, 1], vec![2, 5]], kinds: [1, 0], gain: x[3] },
        Sensor { near: vec![vec![4]], kinds: [0, 1], gain: 2.0 },
    ];
    let mut sum = signal(&sensors, x);
    for i in 0..2 {
        for j in 0..sensors[i].near.len() {
            let k = sensors[i].near[j][0];
            sensors[i].gain *= x[k];
            sum += sensors[i].gain * x[sensors[1 - i].near[0][0]];
        }
    }
    sum + signal(&sensors, x)
}

#[test]
fn elements_of_arrays_hold_lists_of_numbers() {
    agrees!(chemistry, changed_beside);
}

/// Arrays in elements have names, and are looped over and lent by them.
#[derive(Clone, Debug, Differentiable)]
struct Unit {
    weights: Vec<f64>,
    inputs: Vec<usize>,
    rows: Vec<Vec<f64>>,
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (x, y) in a.iter().zip(b) {
        sum += x * y;
    }
    sum
}

#[differentiable]
fn responses(units: &[Unit], x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for unit in units {
        let w = &unit.weights;
        for v in w {
            sum += v * x[0];
        }
        sum *= w[0];
        sum += dot(w, x);
        let inputs = &unit.inputs;
        for (j, i) in inputs.iter().enumerate() {
            sum += x[*i] * x[j] * w[1];
        }
        sum += x[inputs[0]];
        let rows = &unit.rows;
        for row in rows {
            sum += row[0] * x[1] + dot(row, x);
        }
        sum += rows[1][0];
    }
    sum
}

#[differentiable]
fn named_arrays(x: &[f64]) -> f64 {
    let rows = vec![vec![x[0], x[3]], vec![x[2], 1.0]];
    let mut units = vec![
        Unit { weights: vec![x[0], x[1]], inputs: vec![0, 2], rows: rows.clone() },
        Unit { weights: vec![x[2], x[1]], inputs: vec![1], rows },
    ];
    let mut sum = responses(&units, x);
    for unit in units.iter_mut() {
        let w = &mut unit.weights;
        w[0] *= x[5];
        for v in w.iter_mut() {
            *v += x[4];
        }
    }
    sum += responses(&units, x);
    sum
}

#[test]
fn arrays_in_elements_have_names() {
    agrees!(named_arrays);
}

#[test]
#[should_panic(expected = "index out of bounds: the len is 1 but the index is 3")]
fn lists_in_elements_panic_where_they_do() {
    #[differentiable]
    fn of(reactions: &[Reaction], c: &[f64]) -> f64 {
        let list = &reactions[3].reactants;
        let mut sum = c[0];
        for k in 0..0 {
            sum += c[list[k]] * reactions[0].rate;
        }
        sum
    }
    let _ = of::value_and_grad(&[Reaction { reactants: vec![0], products: vec![], rate: 1.0 }], &[0.5]);
}

/// Arrays of structs that calls give and that are only passed on, alone and in tuples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
impl Point {
    fn lerp(self, other: Point, t: f64) -> Point {
        Point { x: self.x + (other.x - self.x) * t, y: self.y + (other.y - self.y) * t }
    }

    fn distance(self, other: Point) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

#[differentiable]
fn halves(points: &[Point; 4], t: f64) -> ([Point; 4], [Point; 4]) {
    let [a, b, c, d] = *points;
    let (ab, bc, cd) = (a.lerp(b, t), b.lerp(c, t), c.lerp(d, t));
    let (abc, bcd) = (ab.lerp(bc, t), bc.lerp(cd, t));
    let middle = abc.lerp(bcd, t);
    ([a, ab, abc, middle], [middle, bcd, cd, d])
}

#[differentiable]
fn arc_length(points: &[Point; 4], depth: u32) -> f64 {
    let chord = points[3].distance(points[0]);
    let mut net = 0.0;
    for i in 0..3 {
        net += points[i + 1].distance(points[i]);
    }
    if depth == 0 || net - chord < 1e-3 {
        return 0.5 * (net + chord);
    }
    let (left, right) = halves(points, 0.5);
    arc_length(&left, depth - 1) + arc_length(&right, depth - 1)
}

#[differentiable]
fn moved(points: &[Point], by: f64) -> Vec<Point> {
    let mut out = Vec::new();
    for p in points {
        out.push(Point { x: p.x + by, y: p.y * by });
    }
    out
}

#[differentiable]
fn pairs_of(points: &[Point], k: f64) -> Vec<(f64, f64)> {
    let mut out = Vec::new();
    for p in points {
        out.push((p.x * k, p.y));
    }
    out
}

#[differentiable]
fn products(pairs: &[(f64, f64)]) -> f64 {
    let mut sum = 0.0;
    for (a, b) in pairs {
        sum += a * b;
    }
    sum
}

#[differentiable]
fn of_points(points: &[Point]) -> f64 {
    let mut sum = 0.0;
    for p in points {
        sum += p.x * p.y.sin();
    }
    sum
}

#[differentiable]
fn of_modes(modes: &[Mode]) -> f64 {
    let mut sum = 0.0;
    for mode in modes {
        sum += mode.energy() * mode.shape[1];
    }
    sum
}

#[differentiable]
fn passed_on(x: &[f64]) -> f64 {
    let points = [
        Point { x: x[0], y: x[1] },
        Point { x: x[2], y: x[3] },
        Point { x: 2.0, y: x[4] },
        Point { x: x[5] + 2.0, y: 0.3 },
    ];
    let mut sum = arc_length(&points, 4);
    let there = moved(&points, x[1]);
    sum += of_points(&there);
    for k in 0..2 {
        let further = moved(&there, 0.3 + k as f64);
        let pairs = pairs_of(&further, x[2]);
        sum += of_points(&further) * products(&pairs);
    }
    let shapes = modes(x);
    sum + of_modes(&shapes)
}

#[test]
fn arrays_of_structs_that_calls_give_are_passed_on() {
    agrees!(passed_on);
}

/// Arrays of structs and of tuples that depend on no parameter go to functions that take them for differentiated, or do not.
#[differentiable]
fn weighed(w: &[f64], points: &[Point], ys: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (p, y) in points.iter().zip(ys) {
        sum += (w[0] * p.x + w[1] * p.y - y).powi(2);
    }
    sum
}

#[differentiable(wrt(w))]
fn weighed_data(w: &[f64], points: &[Point], ys: &[f64]) -> f64 {
    weighed(w, points, ys) + weighed(w, points, &[0.5, 0.25]) * w[0]
}

#[differentiable]
fn driven(rate: f64, draws: &[(f64, f64)]) -> Vec<f64> {
    let mut path = vec![rate];
    for &(a, b) in draws {
        path.push(rate * a + b * path[path.len() - 1]);
    }
    path
}

struct Generator(u64);

impl Generator {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[differentiable]
fn beside_structs_of_data(x: &[f64]) -> f64 {
    let points = [Point { x: 1.0, y: 2.0 }, Point { x: 0.5, y: -1.0 }];
    let more = vec![Point { x: 0.1, y: 0.2 }];
    let ys = [0.3, 0.4];
    let mut generator = Generator(7);
    let mut sum = 0.0;
    for k in 0..3 {
        let mut draws = Vec::new();
        for _ in 0..4 {
            draws.push((generator.next(), generator.next()));
        }
        let path = driven(x[k], &draws);
        sum += path[4] * path[2];
        sum += weighed(&x[k..], &points, &ys) + weighed_data(&x[k..], &points, &ys);
    }
    sum + of_points(&more) * x[0] + products(&[(1.0, 2.0), (3.0, 4.0)]) * x[1]
}

#[test]
fn arrays_of_structs_of_data_are_lent() {
    agrees!(beside_structs_of_data);
}

/// Fluxes of a finite-volume method: structs that calls give are put in an array, and meet other structs in operators.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Flow {
    mass: f64,
    momentum: f64,
}

#[differentiable]
impl std::ops::Sub for Flow {
    type Output = Flow;

    fn sub(self, other: Flow) -> Flow {
        Flow { mass: self.mass - other.mass, momentum: self.momentum - other.momentum }
    }
}

#[differentiable]
impl std::ops::Mul<f64> for Flow {
    type Output = Flow;

    fn mul(self, k: f64) -> Flow {
        Flow { mass: self.mass * k, momentum: self.momentum * k }
    }
}

#[differentiable]
fn flux(left: Flow, right: Flow) -> Flow {
    let speed = (left.momentum / left.mass).abs();
    Flow { mass: left.momentum * right.mass, momentum: right.momentum * speed } - (right - left) * 0.5
}

#[differentiable]
fn advance(cells: &mut [Flow], ratio: f64) {
    let mut fluxes = Vec::new();
    for i in 0..cells.len() - 1 {
        fluxes.push(flux(cells[i], cells[i + 1]));
    }
    for i in 1..cells.len() - 1 {
        cells[i] = cells[i] - (fluxes[i] - fluxes[i - 1]) * ratio;
    }
}

#[differentiable]
fn jump(cells: &[Flow], k: f64) -> f64 {
    let mut fluxes = Vec::with_capacity(2);
    for i in 0..2 {
        let left = cells[i];
        fluxes.push(flux(left, cells[i + 1] - left * k));
    }
    let d = (fluxes[1] - fluxes[0]) * k;
    d.mass * d.momentum
}

#[differentiable]
fn finite_volumes(x: &[f64]) -> f64 {
    let mut cells = Vec::new();
    for i in 0..5 {
        cells.push(Flow { mass: 1.0 + x[i], momentum: x[i] * x[5 - i] });
    }
    for _ in 0..3 {
        advance(&mut cells, 0.1 * x[0]);
    }
    cells[2].mass * cells[1].momentum + jump(&cells, x[1])
}

#[test]
fn structs_that_calls_give_meet_others_in_operators() {
    agrees!(finite_volumes);
}

/// A graph in compressed rows: arrays of the struct bound the parts of others.
#[derive(Clone, Debug, Differentiable)]
struct Graph {
    offsets: Vec<usize>,
    targets: Vec<usize>,
    weights: Vec<f64>,
}

#[differentiable]
fn total(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for v in x {
        sum += v;
    }
    sum
}

#[differentiable]
impl Graph {
    fn degree(&self, v: usize) -> f64 {
        let mut sum = 0.0;
        for w in &self.weights[self.offsets[v]..self.offsets[v + 1]] {
            sum += w;
        }
        sum
    }

    fn first(&self, v: usize) -> f64 {
        let row = &self.weights[self.offsets[v]..self.offsets[v + 1]];
        row[0] * row[1] + total(&self.weights[self.offsets[v]..self.offsets[v] + 1])
    }

    fn laplacian(&self, x: &[f64], out: &mut [f64]) {
        for v in 0..self.offsets.len() - 1 {
            let mut sum = self.degree(v) * x[v];
            for e in self.offsets[v]..self.offsets[v + 1] {
                sum -= self.weights[e] * x[self.targets[e]];
            }
            out[v] = sum;
        }
    }
}

#[differentiable]
fn diffused(x: &[f64]) -> f64 {
    let graph = Graph {
        offsets: vec![0, 2, 4, 6],
        targets: vec![1, 2, 0, 2, 1, 0],
        weights: vec![x[0], x[1], x[0], x[2], x[2], x[1]],
    };
    let mut out = vec![0.0; 3];
    graph.laplacian(&x[3..], &mut out);
    let mut sum = 0.0;
    for v in 0..3 {
        sum += out[v] * x[3 + v] + graph.first(v);
    }
    sum
}

#[test]
fn arrays_of_a_struct_bound_parts_of_others() {
    agrees!(diffused);
}

/// Rows that calls give go to methods of arrays that take others.
#[differentiable]
fn attended(x: &[f64], k: f64) -> Vec<Vec<f64>> {
    let mut rows = Vec::new();
    for i in 0..2 {
        rows.push(vec![x[i] * k, x[i + 1]]);
    }
    rows
}

#[derive(Clone, Debug, Differentiable)]
struct Heads {
    scales: Vec<Mode>,
}

#[differentiable]
impl Heads {
    fn forward(&self, x: &[f64]) -> Vec<Vec<f64>> {
        let mut out = vec![Vec::new(); 2];
        for scale in &self.scales {
            let part = attended(x, scale.energy());
            for (row, p) in out.iter_mut().zip(&part) {
                row.extend_from_slice(p);
            }
        }
        out
    }
}

#[differentiable]
fn concatenated(x: &[f64]) -> f64 {
    let heads = Heads { scales: modes(x) };
    let y = heads.forward(&x[..4]);
    let mut sum = 0.0;
    for row in &y {
        for (k, v) in row.iter().enumerate() {
            sum += v * v * (k + 1) as f64;
        }
    }
    sum
}

#[test]
fn rows_that_calls_give_extend_others() {
    agrees!(concatenated);
}

/// A network of layers in a vector. Beside the activation, which is a path, each layer is lent where it is.
mod network {
    use super::differences::check;
    use super::{Differentiable, differentiable};

    #[derive(Clone, Copy, PartialEq, Differentiable)]
    enum Activation {
        Softplus,
        Tanh,
    }

    #[differentiable]
    fn activate(activation: Activation, x: f64) -> f64 {
        match activation {
            Activation::Softplus => x.exp().ln_1p(),
            Activation::Tanh => x.tanh(),
        }
    }

    #[derive(Clone, Differentiable)]
    struct Dense {
        w: Vec<f64>,
        b: Vec<f64>,
        inputs: usize,
    }

    #[differentiable]
    impl Dense {
        fn forward(&self, x: &[f64], activation: Activation) -> Vec<f64> {
            let mut y = Vec::with_capacity(self.b.len());
            for o in 0..self.b.len() {
                let row = &self.w[o * self.inputs..(o + 1) * self.inputs];
                let mut sum = self.b[o];
                for (w, v) in row.iter().zip(x) {
                    sum += w * v;
                }
                y.push(activate(activation, sum));
            }
            y
        }
    }

    #[derive(Clone, Differentiable)]
    struct Network {
        layers: Vec<Dense>,
        scale: f64,
    }

    #[differentiable]
    impl Network {
        fn predict(&self, x: &[f64]) -> f64 {
            let mut h = x.to_vec();
            let last = self.layers.len() - 1;
            for (i, layer) in self.layers.iter().enumerate() {
                h = layer.forward(&h, if i == last { Activation::Tanh } else { Activation::Softplus });
            }
            h[0] * self.scale
        }

        fn bounded(&self, x: &[f64]) -> f64 {
            let mut h = x.to_vec();
            for layer in &self.layers {
                h = layer.forward(&h, Activation::Tanh);
            }
            h[0] * self.scale
        }
    }

    fn network(n: &[f64]) -> Network {
        let dense = |w: &[f64], b: &[f64], inputs| Dense { w: w.to_vec(), b: b.to_vec(), inputs };
        Network { layers: vec![dense(&n[..6], &n[6..9], 2), dense(&n[9..12], &n[12..13], 3)], scale: n[13] }
    }

    #[test]
    fn layers() {
        let at = [0.3, -0.5, 0.8, 0.1, -0.2, 0.6, 0.05, -0.1, 0.2, 0.7, -0.4, 0.9, 0.15, 1.3, 0.4, -0.6];
        let flat = |d: &NetworkCotangent| {
            let layers = d.layers.iter().map(|layer| [&layer.w[..], &layer.b].concat());
            layers.chain([vec![d.scale]]).collect::<Vec<_>>().concat()
        };
        let (d, d_x) = network(&at).predict_grad(&at[14..]);
        check(&|n| network(n).predict(&n[14..]), &at, &[flat(&d), d_x].concat());
        let (d, d_x) = network(&at).bounded_grad(&at[14..]);
        check(&|n| network(n).bounded(&n[14..]), &at, &[flat(&d), d_x].concat());
    }
}
