//! What is compared: at which points, and how close it has to be.

use crate::dual::{Dual, c, variable};
use crate::generate::random::Random;
use crate::host;

/// The arguments of a generated program, flattened: its reals, its integers and its truth values, each in order.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// The real numbers.
    pub reals: Vec<f64>,
    /// The integers, none negative.
    pub integers: Vec<i32>,
    /// The truth values.
    pub bools: Vec<bool>,
}

/// How many arguments of each sort a program takes.
#[derive(Clone, Copy, Default, Debug)]
pub struct Interface {
    /// How many real numbers.
    pub reals: usize,
    /// How many integers.
    pub integers: usize,
    /// How many truth values.
    pub bools: usize,
}

impl Interface {
    /// Points at which the program of this seed is run: generic ones, and two that meet ties and zeros.
    #[must_use]
    pub fn points(self, seed: u64) -> Vec<Arguments> {
        let mut random = Random::new(seed ^ 0x5eed);
        let mut points: Vec<Arguments> = (0..6)
            .map(|_| Arguments {
                reals: (0..self.reals).map(|_| random.uniform(-2.0, 2.0)).collect(),
                integers: (0..self.integers).map(|_| i32::try_from(random.below(6)).expect("small")).collect(),
                bools: (0..self.bools).map(|_| random.chance(50)).collect(),
            })
            .collect();
        points[4].reals.fill(1.0);
        points[5].reals.fill(0.0);
        points
    }
}

/// A generated program, in all its forms.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Its name: its kind and its seed.
    pub name: &'static str,
    /// Its seed.
    pub seed: u64,
    /// The program on `f64`, as source text.
    pub text: &'static str,
    /// Its functions, by name, where they can run as nets; the entry is the last one.
    pub functions: &'static [(&'static str, &'static str)],
    /// What it takes.
    pub interface: Interface,
    /// The function itself.
    pub primal: fn(&Arguments) -> f64,
    /// Its value and its partial derivatives, by the emitted code.
    pub gradient: fn(&Arguments) -> (f64, Vec<f64>),
    /// The function on dual numbers, which stand for the reals of the arguments.
    pub dual: fn(&[Dual], &Arguments) -> Dual,
}

impl Case {
    /// Points at which it is run.
    #[must_use]
    pub fn points(&self) -> Vec<Arguments> {
        self.interface.points(self.seed)
    }

    /// The value and all partial derivatives, by dual numbers.
    #[must_use]
    pub fn truth(&self, at: &Arguments) -> (f64, Vec<Dual>) {
        let mut value = 0.0;
        let partials = (0..self.interface.reals)
            .map(|i| {
                let mut duals: Vec<Dual> = at.reals.iter().map(|&v| c(v)).collect();
                duals[i] = variable(at.reals[i]);
                host::taken();
                let dual = (self.dual)(&duals, at);
                value = dual.v;
                dual
            })
            .collect();
        (value, partials)
    }

    /// Why the truth itself cannot be trusted: the dual program is not the program, or gives what is not finite.
    ///
    /// # Errors
    /// What is wrong with it, which is a fault of the generator.
    pub fn check_truth(&self, at: &Arguments) -> Result<(), String> {
        let (value, partials) = self.truth(at);
        host::taken();
        let primal = (self.primal)(at);
        if value.to_bits() != primal.to_bits() {
            return Err(format!("the dual program gives {value}, the program {primal}"));
        }
        if !value.is_finite() || partials.iter().any(|partial| !partial.d.is_finite()) {
            return Err(format!("not finite: {value}, {partials:?}"));
        }
        Ok(())
    }

    /// What is wrong with the emitted code, if anything is: its value is bit for bit that of the function, every
    /// partial that of the dual numbers, and what it does with the host is what the function does.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        self.points().iter().find_map(|at| {
            let (value, partials) = self.truth(at);
            host::taken();
            let _ = (self.primal)(at);
            let log = host::taken();
            let found = (self.gradient)(at);
            let found_log = host::taken();
            let of_log = || (found_log != log).then(|| format!("the log is {found_log:?}, should be {log:?}"));
            let why = fault(&found, value, &partials).or_else(of_log);
            why.map(|why| format!("at {at:?}: {why}"))
        })
    }
}

/// What is wrong with a value and a gradient, if anything is.
#[must_use]
pub fn fault(found: &(f64, Vec<f64>), value: f64, partials: &[Dual]) -> Option<String> {
    if found.0.to_bits() != value.to_bits() {
        return Some(format!("the value is {}, should be {value}", found.0));
    }
    if found.1.len() != partials.len() {
        return Some(format!("{} partials of {}", found.1.len(), partials.len()));
    }
    // The scale is the sum of the magnitudes of all that is added up; products are short.
    let wrong = |(found, truth): (&f64, &Dual)| (found - truth.d).abs() > 1e-10 * truth.s || found.is_nan();
    let index = found.1.iter().zip(partials).position(wrong)?;
    Some(format!("partial {index} is {}, should be {}", found.1[index], partials[index].d))
}

/// Runs these programs and prints what there is to say of them, a line each, for the program `explore` to read:
///
/// - `start NAME`, so that it is known which one ended the process;
/// - `truth NAME WHY` if the truth cannot be trusted;
/// - `fault NAME WHY` if the emitted code is wrong;
/// - `point NAME VALUE DERIVATIVE SCALE …`, the truth at each point, as bits;
/// - `done NAME`.
pub fn print(cases: &[Case]) {
    std::panic::set_hook(Box::new(|_| {}));
    for case in cases {
        let name = case.name;
        println!("start {name}");
        let truth = || case.points().iter().find_map(|at| Some(format!("at {at:?}: {}", case.check_truth(at).err()?)));
        match std::panic::catch_unwind(truth) {
            Err(_) => println!("truth {name} it panics"),
            Ok(Some(why)) => println!("truth {name} {why}"),
            Ok(None) => match std::panic::catch_unwind(|| case.fault()) {
                Err(_) => println!("fault {name} the emitted code panics"),
                Ok(Some(why)) => println!("fault {name} {why}"),
                Ok(None) => {
                    for at in case.points() {
                        let (value, partials) = case.truth(&at);
                        let bits = partials.iter().flat_map(|dual| [dual.d.to_bits(), dual.s.to_bits()]);
                        let bits: Vec<String> =
                            std::iter::once(value.to_bits()).chain(bits).map(|bits| bits.to_string()).collect();
                        println!("point {name} {}", bits.join(" "));
                    }
                    println!("done {name}");
                }
            },
        }
    }
}
