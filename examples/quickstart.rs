//! Fits models to measurements, with exact gradients.
//!
//! The four problems are from the nonlinear-regression part of the Statistical Reference Datasets of the National
//! Institute of Standards and Technology (NIST `StRD`, <https://www.itl.nist.gov/div898/strd/nls/nls_main.shtml>), which
//! publishes for each the data, two starting points and the least-squares solution, certified to 11 digits.
//!
//! A model is a plain function marked `#[differentiable]`. A Levenberg–Marquardt optimiser asks for the residuals of
//! all observations and for their Jacobian; `model::value_and_grad` gives one residual and its row of the Jacobian at
//! once. The program ends with a table of the fitted and the certified parameters and fails if any agrees in fewer than
//! six digits.
//!
//! ```sh
//! cargo run --release --example quickstart
//! ```

use std::process::ExitCode;

use backprop::differentiable;
use comfy_table::{CellAlignment, Table, presets};
use levenberg_marquardt::{LeastSquaresProblem, LevenbergMarquardt};
use nalgebra::{Const, DVector, Dyn, OMatrix, SVector, VecStorage};

// 1. The models, as NIST states them. `wrt` names the parameters to differentiate by: the gradient leaves out `x`.

/// Adsorption of a gas: volume over pressure.
#[differentiable(wrt(b1, b2))]
fn misra1a(x: f64, b1: f64, b2: f64) -> f64 {
    b1 * (1.0 - (-b2 * x).exp())
}

/// Mobility of electrons in a semiconductor over the logarithm of their density: one cubic divided by another.
#[differentiable(wrt(b1, b2, b3, b4, b5, b6, b7))]
#[expect(clippy::too_many_arguments, reason = "the model has seven parameters")]
fn thurber(x: f64, b1: f64, b2: f64, b3: f64, b4: f64, b5: f64, b6: f64, b7: f64) -> f64 {
    let cubic = |c0, c1, c2, c3| c0 + x * (c1 + x * (c2 + x * c3));
    cubic(b1, b2, b3, b4) / cubic(1.0, b5, b6, b7)
}

/// A rational function that defeats many optimisers.
#[differentiable(wrt(b1, b2, b3, b4))]
fn mgh09(x: f64, b1: f64, b2: f64, b3: f64, b4: f64) -> f64 {
    let square = x * x;
    b1 * (square + x * b2) / (square + x * b3 + b4)
}

/// Ultrasonic calibration: response over the distance to the metal.
#[differentiable(wrt(b1, b2, b3))]
fn chwirut2(x: f64, b1: f64, b2: f64, b3: f64) -> f64 {
    (-b1 * x).exp() / (b2 + b3 * x)
}

// 2. A model with its data, and the form in which the optimiser wants it.

/// What NIST publishes for a model of `N` parameters.
struct Study<const N: usize> {
    name: &'static str,
    /// The model at `x`, and its derivatives by the parameters.
    model: fn(x: f64, b: [f64; N]) -> (f64, [f64; N]),
    /// Pairs of `y` and `x`.
    observations: &'static [(f64, f64)],
    starts: [[f64; N]; 2],
    certified: [f64; N],
}

/// A study at the parameters that the optimiser is trying.
struct Fit<'a, const N: usize> {
    study: &'a Study<N>,
    parameters: SVector<f64, N>,
    residuals: DVector<f64>,
    jacobian: OMatrix<f64, Dyn, Const<N>>,
}

impl<'a, const N: usize> Fit<'a, N> {
    fn new(study: &'a Study<N>, start: [f64; N]) -> Self {
        let count = study.observations.len();
        let mut fit = Self {
            study,
            parameters: start.into(),
            residuals: DVector::zeros(count),
            jacobian: OMatrix::<f64, Dyn, Const<N>>::zeros(count),
        };
        fit.evaluate();
        fit
    }

    /// Residuals and Jacobian in one pass: each observation gives an entry of the one and a row of the other.
    fn evaluate(&mut self) {
        for (index, &(y, x)) in self.study.observations.iter().enumerate() {
            let (value, gradient) = (self.study.model)(x, self.parameters.into());
            self.residuals[index] = value - y;
            self.jacobian.row_mut(index).copy_from_slice(&gradient);
        }
    }
}

impl<const N: usize> LeastSquaresProblem<f64, Dyn, Const<N>> for Fit<'_, N> {
    type ParameterStorage = nalgebra::ArrayStorage<f64, N, 1>;
    type ResidualStorage = VecStorage<f64, Dyn, Const<1>>;
    type JacobianStorage = VecStorage<f64, Dyn, Const<N>>;

    fn set_params(&mut self, parameters: &SVector<f64, N>) {
        self.parameters = *parameters;
        self.evaluate();
    }

    fn params(&self) -> SVector<f64, N> {
        self.parameters
    }

    fn residuals(&self) -> Option<DVector<f64>> {
        Some(self.residuals.clone())
    }

    fn jacobian(&self) -> Option<OMatrix<f64, Dyn, Const<N>>> {
        Some(self.jacobian.clone())
    }
}

// 3. Fit every study from both of its starting points.

/// The digits that every parameter must have.
const REQUIRED_DIGITS: f64 = 6.0;

/// How many leading digits of `fitted` are those of `certified`, of which 11 are known.
fn correct_digits(fitted: f64, certified: f64) -> f64 {
    let error = ((fitted - certified) / certified).abs();
    // Not a number, if the fit went astray: no digit is correct.
    if error.is_nan() { 0.0 } else { (-error.log10()).clamp(0.0, 11.0) }
}

impl<const N: usize> Study<N> {
    /// Fits from both starts, adds the parameters to the table, and says whether all came out right.
    fn run(&self, table: &mut Table) -> bool {
        let mut all_correct = true;
        for (start, number) in self.starts.into_iter().zip(1..) {
            let fit = Fit::new(self, start);
            let before = fit.residuals.norm_squared();
            let (fit, report) = LevenbergMarquardt::new().with_patience(1000).minimize(fit);
            println!(
                "{:<9} start {number}: sum of squares {before:.3e} -> {:.10e}, {} evaluations",
                self.name,
                fit.residuals.norm_squared(),
                report.number_of_evaluations,
            );
            if !report.termination.was_successful() {
                println!("{:<9} start {number}: the optimiser gave up: {:?}", self.name, report.termination);
                all_correct = false;
            }
            for ((&fitted, certified), parameter) in fit.parameters.iter().zip(self.certified).zip(1..) {
                let digits = correct_digits(fitted, certified);
                all_correct &= digits >= REQUIRED_DIGITS;
                table.add_row([
                    self.name.to_string(),
                    number.to_string(),
                    format!("b{parameter}"),
                    format!("{fitted:.10e}"),
                    format!("{certified:.10e}"),
                    format!("{digits:.1}"),
                ]);
            }
        }
        all_correct
    }
}

fn main() -> ExitCode {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    table.set_header(["data set", "start", "parameter", "fitted", "certified", "correct digits"]);
    for column in table.column_iter_mut().skip(3) {
        column.set_cell_alignment(CellAlignment::Right);
    }

    let results = [MISRA1A.run(&mut table), THURBER.run(&mut table), MGH09.run(&mut table), CHWIRUT2.run(&mut table)];

    println!("{table}");
    if results.iter().all(|&correct| correct) {
        println!("Every parameter agrees with the certified value in at least {REQUIRED_DIGITS} digits.");
        ExitCode::SUCCESS
    } else {
        println!("Some parameter has fewer than {REQUIRED_DIGITS} correct digits.");
        ExitCode::FAILURE
    }
}

// 4. The measurements, typed in from NIST's files: pairs of `y` and `x`.

/// <https://www.itl.nist.gov/div898/strd/nls/data/misra1a.shtml>: D. Misra, NIST (1978), dental research, monomolecular
/// adsorption study.
const MISRA1A: Study<2> = Study {
    name: "Misra1a",
    model: |x, [b1, b2]| {
        let (value, gradient) = misra1a::value_and_grad(x, b1, b2);
        (value, gradient.into())
    },
    starts: [[500.0, 0.0001], [250.0, 0.0005]],
    certified: [2.389_421_291_8e2, 5.501_564_318_1e-4],
    #[rustfmt::skip]
    observations: &[
        (10.07, 77.6), (14.73, 114.9), (17.94, 141.1), (23.93, 190.8), (29.61, 239.9), (35.18, 289.0), (40.02, 332.8),
        (44.82, 378.4), (50.76, 434.8), (55.05, 477.3), (61.01, 536.8), (66.4, 593.1), (75.47, 689.1), (81.78, 760.0),
    ],
};

/// <https://www.itl.nist.gov/div898/strd/nls/data/thurber.shtml>: R. Thurber, NIST (197?), semiconductor electron
/// mobility modeling.
const THURBER: Study<7> = Study {
    name: "Thurber",
    model: |x, [b1, b2, b3, b4, b5, b6, b7]| {
        let (value, gradient) = thurber::value_and_grad(x, b1, b2, b3, b4, b5, b6, b7);
        (value, gradient.into())
    },
    starts: [[1000.0, 1000.0, 400.0, 40.0, 0.7, 0.3, 0.03], [1300.0, 1500.0, 500.0, 75.0, 1.0, 0.4, 0.05]],
    certified: [
        1.288_139_680_0e3,
        1.491_079_253_5e3,
        5.832_383_687_7e2,
        7.541_664_429_1e1,
        9.662_950_286_4e-1,
        3.979_728_579_7e-1,
        4.972_729_734_9e-2,
    ],
    #[rustfmt::skip]
    observations: &[
        (80.574, -3.067), (84.248, -2.981), (87.264, -2.921), (87.195, -2.912), (89.076, -2.84), (89.608, -2.797),
        (89.868, -2.702), (90.101, -2.699), (92.405, -2.633), (95.854, -2.481), (100.696, -2.363), (101.06, -2.322),
        (401.672, -1.501), (390.724, -1.46), (567.534, -1.274), (635.316, -1.212), (733.054, -1.1), (759.087, -1.046),
        (894.206, -0.915), (990.785, -0.714), (1090.109, -0.566), (1080.914, -0.545), (1122.643, -0.4),
        (1178.351, -0.309), (1260.531, -0.109), (1273.514, -0.103), (1288.339, 0.01), (1327.543, 0.119),
        (1353.863, 0.377), (1414.509, 0.79), (1425.208, 0.963), (1421.384, 1.006), (1442.962, 1.115),
        (1464.35, 1.572), (1468.705, 1.841), (1447.894, 2.047), (1457.628, 2.2),
    ],
};

/// <https://www.itl.nist.gov/div898/strd/nls/data/mgh09.shtml>: J. S. Kowalik and M. R. Osborne, Methods for
/// Unconstrained Optimization Problems, Elsevier North-Holland (1978).
const MGH09: Study<4> = Study {
    name: "MGH09",
    model: |x, [b1, b2, b3, b4]| {
        let (value, gradient) = mgh09::value_and_grad(x, b1, b2, b3, b4);
        (value, gradient.into())
    },
    starts: [[25.0, 39.0, 41.5, 39.0], [0.25, 0.39, 0.415, 0.39]],
    certified: [1.928_069_345_8e-1, 1.912_823_287_3e-1, 1.230_565_069_3e-1, 1.360_623_306_8e-1],
    #[rustfmt::skip]
    observations: &[
        (0.1957, 4.0), (0.1947, 2.0), (0.1735, 1.0), (0.16, 0.5), (0.0844, 0.25), (0.0627, 0.167), (0.0456, 0.125),
        (0.0342, 0.1), (0.0323, 0.0833), (0.0235, 0.0714), (0.0246, 0.0625),
    ],
};

/// <https://www.itl.nist.gov/div898/strd/nls/data/chwirut2.shtml>: D. Chwirut, NIST (197?), ultrasonic reference block
/// study.
const CHWIRUT2: Study<3> = Study {
    name: "Chwirut2",
    model: |x, [b1, b2, b3]| {
        let (value, gradient) = chwirut2::value_and_grad(x, b1, b2, b3);
        (value, gradient.into())
    },
    starts: [[0.1, 0.01, 0.02], [0.15, 0.008, 0.010]],
    certified: [1.665_766_653_7e-1, 5.165_329_128_6e-3, 1.215_000_709_6e-2],
    #[rustfmt::skip]
    observations: &[
        (92.9, 0.5), (57.1, 1.0), (31.05, 1.75), (11.5875, 3.75), (8.025, 5.75), (63.6, 0.875), (21.4, 2.25),
        (14.25, 3.25), (8.475, 5.25), (63.8, 0.75), (26.8, 1.75), (16.4625, 2.75), (7.125, 4.75), (67.3, 0.625),
        (41.0, 1.25), (21.15, 2.25), (8.175, 4.25), (81.5, 0.5), (13.12, 3.0), (59.9, 0.75), (14.62, 3.0),
        (32.9, 1.5), (5.44, 6.0), (12.56, 3.0), (5.44, 6.0), (32.0, 1.5), (13.95, 3.0), (75.8, 0.5), (20.0, 2.0),
        (10.42, 4.0), (59.5, 0.75), (21.67, 2.0), (8.55, 5.0), (62.0, 0.75), (20.2, 2.25), (7.76, 3.75), (3.75, 5.75),
        (11.81, 3.0), (54.7, 0.75), (23.7, 2.5), (11.55, 4.0), (61.3, 0.75), (17.7, 2.5), (8.74, 4.0), (59.2, 0.75),
        (16.3, 2.5), (8.62, 4.0), (81.0, 0.5), (4.87, 6.0), (14.62, 3.0), (81.7, 0.5), (17.17, 2.75), (81.3, 0.5),
        (28.9, 1.75),
    ],
};
