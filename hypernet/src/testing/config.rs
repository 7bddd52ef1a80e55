//! How the property tests run: on fixed seeds, or on new ones when the environment asks for that.

use std::hash::{BuildHasher, RandomState};

use proptest::test_runner::{Config, RngSeed, TestRunner};

/// The seed of every property test where `HYPERNET_SEED` is not set.
const SEED: u64 = 1;

/// The configuration of a property test of this many cases; see the [module's documentation](super).
///
/// # Panics
/// If `HYPERNET_SEED` is neither a number nor `new`, or `HYPERNET_CASES` is not a number.
#[must_use]
pub fn config(cases: u32) -> Config {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let seed = match set("HYPERNET_SEED").as_deref() {
        None => SEED,
        // A `RandomState` is made of the operating system's random numbers.
        Some("new") => RandomState::new().hash_one(cases),
        Some(number) => number.parse().expect("HYPERNET_SEED is a number or `new`"),
    };
    let cases = set("HYPERNET_CASES").map_or(cases, |count| count.parse().expect("HYPERNET_CASES is a number"));
    if seed != SEED {
        // The test harness shows this where a test fails.
        println!("to run this again: HYPERNET_SEED={seed} HYPERNET_CASES={cases}");
    }
    Config { cases, rng_seed: RngSeed::Fixed(seed), failure_persistence: None, ..Config::default() }
}

/// A source of random values with the seed of [`config`], for tests that draw from strategies by hand.
#[must_use]
pub fn runner() -> TestRunner {
    TestRunner::new(config(1))
}
