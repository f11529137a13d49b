//! Triangles of any numbers, drawn by the rasterizer and by a plain twin of it that asks every pixel.

#[path = "../../crates/pixels/tests/triangles/twin.rs"]
mod twin;

/// Any bytes are a mesh, a picture and settings; both draw the same pixels and depths.
pub fn run(data: &[u8]) {
    twin::compare_any(data);
}

/// Every kind of settings on scattered triangles.
pub fn built() -> Vec<Vec<u8>> {
    let many: Vec<u8> = (0..500u32).map(|i| (i * 73 % 251) as u8).collect();
    let seed = |kind: u8| {
        let mut bytes = many[usize::from(kind % 64)..].to_vec();
        // The second byte chooses the lists and modes, the sixth how the picture is read.
        (bytes[2], bytes[5]) = (kind, kind.wrapping_mul(37));
        bytes
    };
    (0..=255).step_by(3).map(seed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{seeds, smoke};

    #[test]
    fn smoke() {
        smoke::run(&[built(), seeds::stored("triangles")].concat(), 1_000, run);
    }
}
