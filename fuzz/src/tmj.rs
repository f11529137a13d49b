//! Maps of the editor Tiled, as JSON.

use crate::tmx;

/// Any text is a map or an error with a reason. What is read can be written and read again.
pub fn run(data: &[u8]) {
    match tmx::read("map.tmj", data) {
        Ok(map) => tmx::check(&map),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{seeds, smoke};

    #[test]
    fn smoke() {
        smoke::run(&seeds::stored("tmj"), 20_000, run);
    }
}
