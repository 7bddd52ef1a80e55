//! Nets that showed a mistake once: fixed cases of every property of nets of reals with one output.

use std::path::Path;

use hypernet::Hypernet;
use hypernet::text::parse;
use proptest::test_runner::TestCaseError;

/// The verdict on a net; if it is a failure, with the net as text, which is what to add to the finds.
pub(crate) fn told(net: &Hypernet, verdict: Result<(), TestCaseError>) -> Result<(), TestCaseError> {
    verdict.map_err(|error| match error {
        TestCaseError::Fail(reason) => TestCaseError::fail(format!("{reason}\nof the net\n{net}")),
        reject @ TestCaseError::Reject(_) => reject,
    })
}

/// Checks a property of every net in `tests/finds`, at a few points.
pub(crate) fn finds_have(mut property: impl FnMut(&Hypernet, &[f64]) -> Result<(), TestCaseError>) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/finds");
    let mut count = 0;
    for entry in std::fs::read_dir(directory).expect("there are finds") {
        let path = entry.expect("a readable directory").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        let net = parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(net.validate(), Ok(()), "{}", path.display());
        for start in [0.0, 0.75, -1.5] {
            let x: Vec<f64> = net.inputs().iter().zip([0.0, 1.0, -3.0, 0.5]).map(|(_, step)| start + step).collect();
            if let Err(error) = property(&net, &x) {
                panic!("{} at {x:?}: {error}", path.display());
            }
        }
        count += 1;
    }
    assert!(count > 0, "no finds");
}
