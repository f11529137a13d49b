//! `cargo xtask web`: the static site.

use crate::Result;

/// Answers that there is no web build.
///
/// # Errors
/// Always.
pub(crate) fn run() -> Result {
    Err("`web` is not built yet: no crate has a web host".into())
}
