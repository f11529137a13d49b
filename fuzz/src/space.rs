//! Flat things in space from any numbers.

#[path = "../../crates/space/tests/any_numbers/check.rs"]
mod check;

/// Whatever the numbers are, orders are whole and places finite.
pub fn run(data: &[u8]) {
    check::check_any(data);
}

/// Scenes of a few sheets, ordinary and odd.
pub fn built() -> Vec<Vec<u8>> {
    let scene = |step: u32| (0..900u32).map(|i| (i * step % 251) as u8).collect();
    [7, 29, 73, 113, 190].map(scene).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smoke;

    #[test]
    fn smoke() {
        smoke::run(&built(), 2_000, run);
    }
}
