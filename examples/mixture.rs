//! Finds the clusters of a data set: fits a mixture of Gaussians by maximum likelihood.
//!
//! The data are 272 eruptions of the geyser Old Faithful: how long each lasted, and how long it was until the next one. The
//! likelihood is a plain function over slices, with loops and small arrays. An existing L-BFGS optimiser asks for its value and
//! for its gradient, which `#[differentiable]` gives, and prints its progress. Then come the log-likelihood and the parameters, and
//! a picture of the points and of the clusters.
//!
//! ```sh
//! cargo run --release --example mixture
//! ```
//!
//! At the end, the program compares the fit with one that needs no gradient (expectation maximisation), and fails if they differ.

#![expect(
    clippy::cast_precision_loss,
    clippy::needless_range_loop,
    reason = "the numbers of points are small, and rows and columns are counted as in the formulas"
)]

use std::error::Error;
use std::f64::consts::{LN_2, PI, TAU};
use std::path::Path;
use std::process::ExitCode;

use argmin::core::observers::{Observe, ObserverMode};
use argmin::core::{CostFunction, Error as OptimiserError, Executor, Gradient, IterState, KV, State};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use backprop::differentiable;
use plotters::prelude::*;

/// How many measurements a point has.
const D: usize = 2;
/// How many clusters there are.
const K: usize = 2;
/// How many parameters a cluster has: see [`negative_log_likelihood`].
const WIDTH: usize = 1 + D + D * (D + 1) / 2;

// 1. The model.

/// The mean of `-ln p(x)` over the points `x`, for the mixture `p` of some Gaussians.
///
/// For each Gaussian there are: the logarithm of its weight, up to a constant, its mean, and the inverse `L` of the Cholesky factor
/// of its covariance, row by row, with the logarithms of the diagonal in the diagonal's place. So every vector of numbers is a
/// mixture, and the optimiser needs no bounds.
#[differentiable(wrt(parameters))]
fn negative_log_likelihood(parameters: &[f64], points: &[[f64; D]]) -> f64 {
    let mut total = 0.0;
    for point in points {
        let mut terms = [0.0; K];
        for (j, cluster) in parameters.chunks_exact(WIDTH).enumerate() {
            let mean = &cluster[1..=D];
            let factor = &cluster[1 + D..];
            let mut term = cluster[0];
            let mut p = 0;
            for a in 0..D {
                // Row `a` of `L (x - mean)`.
                let mut scaled = 0.0;
                for b in 0..a {
                    scaled += factor[p] * (point[b] - mean[b]);
                    p += 1;
                }
                scaled += factor[p].exp() * (point[a] - mean[a]);
                term += factor[p] - 0.5 * scaled * scaled;
                p += 1;
            }
            terms[j] = term;
        }
        total += log_sum_exp(&terms);
    }
    let mut weights = [0.0; K];
    for j in 0..K {
        weights[j] = parameters[j * WIDTH];
    }
    log_sum_exp(&weights) - total / points.len() as f64 + 0.5 * D as f64 * (LN_2 + PI.ln())
}

#[differentiable]
fn log_sum_exp(terms: &[f64]) -> f64 {
    let mut largest = terms[0];
    for &term in terms {
        largest = largest.max(term);
    }
    let mut sum = 0.0;
    for &term in terms {
        sum += (term - largest).exp();
    }
    largest + sum.ln()
}

// 2. The optimiser's view of it.

struct Fit<'a> {
    points: &'a [[f64; D]],
}

impl CostFunction for Fit<'_> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, parameters: &Vec<f64>) -> Result<f64, OptimiserError> {
        Ok(negative_log_likelihood(parameters, self.points))
    }
}

impl Gradient for Fit<'_> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, parameters: &Vec<f64>) -> Result<Vec<f64>, OptimiserError> {
        Ok(negative_log_likelihood::grad(parameters, self.points))
    }
}

type Progress = IterState<Vec<f64>, Vec<f64>, (), (), (), f64>;

struct Printer;

impl Observe<Progress> for Printer {
    fn observe_iter(&mut self, state: &Progress, _: &KV) -> Result<(), OptimiserError> {
        let slope = state.get_gradient().map_or(f64::NAN, |d| d.iter().map(|d| d * d).sum::<f64>().sqrt());
        println!("{:>9} {:>20.9} {:>12.1e}", state.get_iter(), -state.get_cost(), slope);
        Ok(())
    }
}

/// The parameters of the most likely mixture.
fn fit(points: &[[f64; D]], start: Vec<f64>) -> Result<Vec<f64>, Box<dyn Error>> {
    println!("iteration   log-likelihood/n     gradient");
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), 8).with_tolerance_grad(1e-8)?;
    let result = Executor::new(Fit { points }, solver)
        .configure(|state| state.param(start).max_iters(200))
        .add_observer(Printer, ObserverMode::Always)
        .run()?;
    result.state.best_param.ok_or_else(|| "the optimiser found nothing".into())
}

// 3. The mixture as people read it.

#[derive(Clone, Copy)]
struct Cluster {
    weight: f64,
    mean: [f64; D],
    covariance: [[f64; D]; D],
}

impl Cluster {
    /// What the parameters of a cluster say, in the units of the data. The weight is left unscaled.
    fn new(parameters: &[f64], units: &Units) -> Self {
        let (mean, factor) = parameters[1..].split_at(D);
        // The inverse of `L`, column by column, by substitution; its rows are those of the Cholesky factor.
        let entry = |a: usize, b: usize| {
            let entry = factor[a * (a + 1) / 2 + b];
            if a == b { entry.exp() } else { entry }
        };
        let mut inverse = [[0.0; D]; D];
        for b in 0..D {
            inverse[b][b] = 1.0 / entry(b, b);
            for a in b + 1..D {
                let sum: f64 = (b..a).map(|c| entry(a, c) * inverse[c][b]).sum();
                inverse[a][b] = -sum / entry(a, a);
            }
        }
        let mut covariance = [[0.0; D]; D];
        for a in 0..D {
            for b in 0..D {
                let sum: f64 = (0..D).map(|c| inverse[a][c] * inverse[b][c]).sum();
                covariance[a][b] = sum * units.scale[a] * units.scale[b];
            }
        }
        let mean = std::array::from_fn(|a| units.centre[a] + units.scale[a] * mean[a]);
        Cluster { weight: parameters[0].exp(), mean, covariance }
    }

    /// The lower Cholesky factor of the covariance.
    fn factor(&self) -> [[f64; D]; D] {
        let mut l = [[0.0; D]; D];
        for a in 0..D {
            for b in 0..=a {
                let sum: f64 = (0..b).map(|c| l[a][c] * l[b][c]).sum();
                let rest = self.covariance[a][b] - sum;
                l[a][b] = if a == b { rest.sqrt() } else { rest / l[b][b] };
            }
        }
        l
    }

    /// The density at a point, times the weight.
    fn density(&self, point: &[f64; D]) -> f64 {
        let l = self.factor();
        let mut z = [0.0; D];
        let mut density = self.weight;
        for a in 0..D {
            let sum: f64 = (0..a).map(|b| l[a][b] * z[b]).sum();
            z[a] = (point[a] - self.mean[a] - sum) / l[a][a];
            density *= (-0.5 * z[a] * z[a]).exp() / (l[a][a] * TAU.sqrt());
        }
        density
    }
}

fn clusters(parameters: &[f64], units: &Units) -> Vec<Cluster> {
    let mut clusters: Vec<_> = parameters.chunks_exact(WIDTH).map(|cluster| Cluster::new(cluster, units)).collect();
    let sum: f64 = clusters.iter().map(|cluster| cluster.weight).sum();
    for cluster in &mut clusters {
        cluster.weight /= sum;
    }
    clusters
}

fn log_likelihood(clusters: &[Cluster], points: &[[f64; D]]) -> f64 {
    points.iter().map(|point| clusters.iter().map(|c| c.density(point)).sum::<f64>().ln()).sum()
}

/// The same maximum by another way: expectation maximisation, which climbs to it without a gradient.
fn expectation_maximisation(mut clusters: Vec<Cluster>, points: &[[f64; D]], steps: usize) -> Vec<Cluster> {
    for _ in 0..steps {
        let shares: Vec<Vec<f64>> = points
            .iter()
            .map(|point| {
                let densities: Vec<f64> = clusters.iter().map(|cluster| cluster.density(point)).collect();
                let sum: f64 = densities.iter().sum();
                densities.iter().map(|density| density / sum).collect()
            })
            .collect();
        for (j, cluster) in clusters.iter_mut().enumerate() {
            let mean_of = |f: &dyn Fn(&[f64; D]) -> f64| {
                let sum: f64 = points.iter().zip(&shares).map(|(point, shares)| shares[j] * f(point)).sum();
                sum / shares.iter().map(|shares| shares[j]).sum::<f64>()
            };
            let mean: [f64; D] = std::array::from_fn(|a| mean_of(&|x| x[a]));
            cluster.covariance =
                std::array::from_fn(|a| std::array::from_fn(|b| mean_of(&|x| (x[a] - mean[a]) * (x[b] - mean[b]))));
            cluster.mean = mean;
            cluster.weight = shares.iter().map(|shares| shares[j]).sum::<f64>() / points.len() as f64;
        }
    }
    clusters
}

// 4. The data, and where the search starts.

fn read(text: &str) -> Result<Vec<[f64; D]>, Box<dyn Error>> {
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines
        .map(|line| {
            let (eruption, waiting) = line.split_once(',').ok_or("a line has two numbers")?;
            Ok([eruption.parse()?, waiting.parse()?])
        })
        .collect()
}

/// Mean and standard deviation of each measurement.
struct Units {
    centre: [f64; D],
    scale: [f64; D],
}

impl Units {
    fn new(points: &[[f64; D]]) -> Self {
        let n = points.len() as f64;
        let centre: [f64; D] = std::array::from_fn(|a| points.iter().map(|x| x[a]).sum::<f64>() / n);
        let variance = |a: usize| points.iter().map(|x| (x[a] - centre[a]).powi(2)).sum::<f64>() / n;
        Units { centre, scale: std::array::from_fn(|a| variance(a).sqrt()) }
    }

    fn remove(&self, point: &[f64; D]) -> [f64; D] {
        std::array::from_fn(|a| (point[a] - self.centre[a]) / self.scale[a])
    }
}

/// Equal weights, covariances of one, and means beside one another on the diagonal.
fn start() -> Vec<f64> {
    let mut parameters = vec![0.0; K * WIDTH];
    for (j, cluster) in parameters.chunks_exact_mut(WIDTH).enumerate() {
        cluster[1..=D].fill(2.0 * (j as f64 + 0.5) / K as f64 - 1.0);
    }
    parameters
}

// 5. What comes out.

/// The points, in the colour of their cluster, and around each mean the ellipses of one and of two standard deviations.
fn draw(path: &Path, points: &[[f64; D]], clusters: &[Cluster]) -> Result<(), Box<dyn Error>> {
    let colours = [RGBColor(38, 98, 169), RGBColor(204, 95, 31), RGBColor(58, 137, 65), RGBColor(126, 74, 158)];
    let root = SVGBackend::new(path, (800, 600)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption("Old Faithful: a mixture of two Gaussians", ("sans-serif", 22))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(52)
        .build_cartesian_2d(1.0..5.75, 38.0..102.0)?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .bold_line_style(BLACK.mix(0.08))
        .label_style(("sans-serif", 15))
        .x_desc("duration of the eruption / min")
        .y_desc("time until the next one / min")
        .draw()?;
    chart.draw_series(points.iter().map(|point| {
        let likeliest = (0..clusters.len())
            .max_by(|&i, &j| clusters[i].density(point).total_cmp(&clusters[j].density(point)))
            .unwrap_or_default();
        Circle::new((point[0], point[1]), 3, colours[likeliest % colours.len()].mix(0.55).filled())
    }))?;
    for (cluster, colour) in clusters.iter().zip(colours.iter().cycle()) {
        let l = cluster.factor();
        for radius in [1.0, 2.0] {
            let ellipse = (0..=120).map(|k| {
                let (sin, cos) = (f64::from(k) * TAU / 120.0).sin_cos();
                let z = [radius * cos, radius * sin];
                (cluster.mean[0] + l[0][0] * z[0], cluster.mean[1] + l[1][0] * z[0] + l[1][1] * z[1])
            });
            chart.draw_series(LineSeries::new(ellipse, colour.stroke_width(2)))?;
        }
        chart.draw_series([Cross::new((cluster.mean[0], cluster.mean[1]), 6, colour.stroke_width(3))])?;
    }
    root.present()?;
    Ok(())
}

/// The largest relative difference between the parameters of two mixtures.
fn difference(a: &[Cluster], b: &[Cluster]) -> f64 {
    let numbers = |c: &Cluster| -> Vec<f64> {
        let mut numbers = vec![c.weight];
        numbers.extend(c.mean);
        numbers.extend(c.covariance.as_flattened());
        numbers
    };
    let (a, b) = (a.iter().flat_map(numbers), b.iter().flat_map(numbers));
    a.zip(b).map(|(a, b)| ((a - b) / b).abs()).fold(0.0, f64::max)
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let points = read(include_str!("data/old_faithful.csv"))?;
    // Each measurement is scaled by its spread: the optimiser's steps are then alike in all directions.
    let units = Units::new(&points);
    let scaled: Vec<[f64; D]> = points.iter().map(|point| units.remove(point)).collect();

    println!("A mixture of {K} Gaussians for {} eruptions of Old Faithful:\n", points.len());
    let found = clusters(&fit(&scaled, start())?, &units);

    println!("\nlog-likelihood {:.6}\n", log_likelihood(&found, &points));
    println!("cluster  weight  eruption / min    waiting / min  correlation");
    for (j, cluster) in found.iter().enumerate() {
        let c = cluster.covariance;
        let (eruption, waiting) = (c[0][0].sqrt(), c[1][1].sqrt());
        println!(
            "{:>7} {:>7.4}   {:.4} ± {eruption:.4}  {:.3} ± {waiting:.3} {:>12.4}",
            j + 1,
            cluster.weight,
            cluster.mean[0],
            cluster.mean[1],
            c[1][0] / (eruption * waiting)
        );
    }

    let path = std::env::args().nth(1).unwrap_or_else(|| "target/mixture.svg".into());
    let path = Path::new(&path);
    if let Some(directory) = path.parent() {
        std::fs::create_dir_all(directory)?;
    }
    draw(path, &points, &found)?;
    println!("\nThe picture is in {}.", path.display());

    let other = expectation_maximisation(clusters(&start(), &units), &points, 500);
    let error = difference(&found, &other);
    println!("Expectation maximisation finds the same parameters, but for {error:.1e}.");
    Ok(if error < 1e-5 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
