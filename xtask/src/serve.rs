//! `cargo xtask serve`: the static site on localhost.

use crate::Result;

/// Answers that there is no web build.
///
/// # Errors
/// Always.
pub(crate) fn run() -> Result {
    Err("`serve` is not built yet: no crate has a web host".into())
}
