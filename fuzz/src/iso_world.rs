//! Isometric views, boxes and bodies from any numbers.

#[path = "../../crates/tiles/tests/any_numbers/check.rs"]
mod check;

/// Whatever the numbers are, orders are whole, pictures are drawn, and bodies keep finite numbers.
pub fn run(data: &[u8]) {
    check::check_any(data);
}

/// Heaps of ordinary boxes and bodies.
pub fn built() -> Vec<Vec<u8>> {
    let heap = |kind: u8, step: u32| {
        let rest = (0..400u32).map(|i| (i * step % 241) as u8);
        [kind, 0, 1, 4].into_iter().chain(rest).collect()
    };
    [(0, 7), (0, 29), (0, 113), (1, 11), (1, 73), (1, 190)].map(|(a, b)| heap(a, b)).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smoke;

    #[test]
    fn smoke() {
        smoke::run(&built(), 6_000, run);
    }
}
