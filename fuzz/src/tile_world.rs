//! Ground, bodies, platforms, characters and cars from any numbers.

#[path = "../../crates/tiles/tests/tile_numbers/check.rs"]
mod check;

/// Whatever the numbers are, nothing panics, and who had finite numbers keeps them.
pub fn run(data: &[u8]) {
    check::check_any(data);
}

/// Ordinary maps with bodies and platforms, and cars on a line.
pub fn built() -> Vec<Vec<u8>> {
    let world = |kind: u8, step: u32| {
        let rest = (0..300u32).map(|i| (i * step % 241) as u8);
        [kind].into_iter().chain(rest).collect()
    };
    [(0, 7), (0, 29), (1, 11), (1, 73), (2, 113), (3, 190)].map(|(a, b)| world(a, b)).to_vec()
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
