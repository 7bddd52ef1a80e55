//! What `#[differentiable]` refuses: each file of `tests/ui` is a program with a mistake, and the `.stderr` file beside it
//! is the compiler's output, which is nothing but our own messages. (`TRYBUILD=overwrite` writes these files anew.)
//!
//! Mistakes that only rustc can find, and words as it likes, are in `rustc_errors.rs`.

#[test]
fn every_refusal_is_one_error_at_its_token() {
    trybuild::TestCases::new().compile_fail("../tests/ui/*.rs");
}
