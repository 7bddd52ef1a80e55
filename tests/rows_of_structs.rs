//! Rows of structs in structs, `net.layers[i][j].out`: fields of elements, arrays in them, loops over rows, changes behind `&mut`. Values bit for bit,
//! gradients against central differences.

#![expect(clippy::cast_precision_loss, clippy::needless_range_loop, reason = "the programs are as people write them")]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Copy, Differentiable)]
struct Node {
    out: f64,
    bias: f64,
}

#[derive(Clone, Differentiable)]
struct Cell {
    w: Vec<f64>,
    bias: f64,
}

#[derive(Clone, Differentiable)]
struct Net {
    nodes: Vec<Vec<Node>>,
    cells: Vec<Vec<Cell>>,
    grid: [[Node; 2]; 2],
}

const SIZE: usize = 24;

fn net(at: &[f64]) -> Net {
    let mut rest = at.iter().copied();
    let mut next = || rest.next().unwrap();
    let mut node = || Node { out: next(), bias: next() };
    let nodes = vec![vec![node(), node()], vec![node()]];
    let grid = [[node(), node()], [node(), node()]];
    let mut cell = |n: usize| Cell { w: (0..n).map(|_| next()).collect(), bias: next() };
    let cells = vec![vec![cell(1), cell(1)], vec![cell(2), cell(2)]];
    Net { nodes, cells, grid }
}

fn flat(net: &NetCotangent) -> Vec<f64> {
    let mut all = Vec::new();
    for node in net.nodes.iter().flatten().chain(net.grid.iter().flatten()) {
        all.extend([node.out, node.bias]);
    }
    for cell in net.cells.iter().flatten() {
        all.extend_from_slice(&cell.w);
        all.push(cell.bias);
    }
    all
}

fn point() -> Vec<f64> {
    (0..SIZE).map(|i| 0.3 + 0.17 * (i as f64 * 1.7).sin()).collect()
}

#[differentiable]
fn fields(net: &Net) -> f64 {
    net.nodes[0][0].out * net.nodes[1][0].bias + net.grid[0][1].out * net.grid[1][0].bias.sin()
}

#[differentiable]
fn in_loops(net: &Net) -> f64 {
    let mut sum = 0.0;
    for i in 0..net.nodes.len() {
        for j in 0..net.nodes[i].len() {
            sum += net.nodes[i][j].out * net.nodes[i][j].bias.exp();
        }
    }
    sum
}

#[differentiable]
fn over_a_row(net: &Net) -> f64 {
    let mut sum = 0.0;
    for i in 0..net.nodes.len() {
        for node in &net.nodes[i] {
            sum += node.out * node.bias.exp();
        }
    }
    sum
}

#[differentiable]
fn named(net: &Net) -> f64 {
    let row = &net.nodes[0];
    let last = &net.nodes[1][0];
    let mut sum = last.out * last.bias;
    for j in 0..row.len() {
        sum += row[j].out * row[j].bias.sin();
    }
    sum
}

#[differentiable]
fn arrays_inside(net: &Net) -> f64 {
    net.cells[0][0].w[0] * net.cells[1][1].bias + net.cells[1][0].w[1].sin()
}

#[differentiable]
fn forward(net: &Net) -> f64 {
    let mut v = vec![0.7];
    for i in 0..net.cells.len() {
        let mut next = vec![0.0; net.cells[i].len()];
        for j in 0..net.cells[i].len() {
            let mut sum = net.cells[i][j].bias;
            for k in 0..v.len() {
                sum += net.cells[i][j].w[k] * v[k];
            }
            next[j] = sum.tanh();
        }
        v = next;
    }
    v[0] * v[1]
}

#[differentiable]
fn weigh(node: &Node) -> f64 {
    node.out * node.bias
}

#[differentiable]
fn weigh_all(nodes: &[Node]) -> f64 {
    let mut sum = 0.0;
    for node in nodes {
        sum += node.out.sin() * node.bias;
    }
    sum
}

#[differentiable]
fn lent(net: &Net) -> f64 {
    let mut sum = weigh(&net.nodes[0][1]) * net.nodes[1][0].out;
    for i in 0..net.nodes.len() {
        sum += weigh_all(&net.nodes[i]);
    }
    sum
}

#[differentiable]
fn change(net: &mut Net, by: f64) {
    for i in 0..net.nodes.len() {
        for j in 0..net.nodes[i].len() {
            net.nodes[i][j].out *= by * net.nodes[i][j].bias;
        }
    }
    net.grid[0][1].out = net.nodes[0][1].out.sin();
    net.cells[1][0].w[1] *= by;
}

#[differentiable]
fn changed(net: &Net) -> f64 {
    let mut net = net.clone();
    change(&mut net, 1.3);
    let moved = in_loops(&net);
    net.nodes[0][1].bias = moved;
    moved * net.grid[0][1].out + arrays_inside(&net) * net.nodes[0][1].bias
}

#[differentiable]
impl Net {
    fn energy(&self) -> f64 {
        let mut sum = 0.0;
        for i in 0..2 {
            for j in 0..2 {
                sum += self.grid[i][j].out * self.grid[j][i].bias;
            }
        }
        sum * self.nodes[0][1].out
    }
}

macro_rules! agrees {
    ($($name:ident: $function:expr, $gradient:expr;)*) => {$(
        #[test]
        fn $name() {
            let (at, of): (_, fn(&Net) -> f64) = (point(), $function);
            let with: fn(&Net) -> (f64, NetCotangent) = $gradient;
            let (value, gradient) = with(&net(&at));
            assert_eq!(value.to_bits(), of(&net(&at)).to_bits());
            check(&|at| of(&net(at)), &at, &flat(&gradient));
        }
    )*};
}

agrees! {
    fields_of_elements: fields, fields::value_and_grad;
    fields_in_loops: in_loops, in_loops::value_and_grad;
    loops_over_a_row: over_a_row, over_a_row::value_and_grad;
    rows_and_elements_by_names: named, named::value_and_grad;
    arrays_of_elements: arrays_inside, arrays_inside::value_and_grad;
    a_network: forward, forward::value_and_grad;
    rows_and_elements_for_functions: lent, lent::value_and_grad;
    changes: changed, changed::value_and_grad;
    methods: Net::energy, Net::energy_value_and_grad;
}
