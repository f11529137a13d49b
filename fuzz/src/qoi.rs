//! Pictures in the QOI format.

use motile_game::assets::surface_from_qoi;

/// Any bytes are a picture of the size they say, or an error.
pub fn run(data: &[u8]) {
    if let Ok(picture) = surface_from_qoi(data) {
        let side =
            |at: usize| u32::from_be_bytes([data[at], data[at + 1], data[at + 2], data[at + 3]]);
        assert_eq!((picture.width(), picture.height()), (side(4), side(8)));
    }
}

/// Seeds made by code.
pub fn built() -> Vec<Vec<u8>> {
    let file = |width: u8, height: u8, data: &[u8]| {
        let head = [&b"qoif\0\0\0"[..], &[width, 0, 0, 0, height, 4, 0]].concat();
        [head.as_slice(), data].concat()
    };
    vec![
        file(4, 2, &[0xFF, 1, 2, 3, 4, 0xFE, 9, 8, 7, 0x5A, 0xA0, 0x88, 0xC3, 0x05]),
        file(8, 8, &[0xFD, 0xC0]),
        file(1, 1, &[0x00]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smoke;

    #[test]
    fn smoke() {
        smoke::run(&built(), 20_000, run);
    }
}
