//! Drawings written as text.

use motile_geom::{Affine2, Vec2, ops};
use motile_pixels::{Color, Surface};
use motile_stage::{GraphicsData, Image, Path, classic};

/// Any text is a drawing or an error with a place in the text; a drawing survives writing and reading, and
/// answers questions about itself. Its first bytes are also the numbers of a gradient box.
pub fn run(data: &[u8]) {
    if let Some((numbers, _)) = data.split_first_chunk::<20>() {
        let number = |i: usize| {
            let bytes = core::array::from_fn(|k| numbers[4 * i + k]);
            f32::from_le_bytes(bytes)
        };
        gradient_box(Vec2::new(number(0), number(1)), Vec2::new(number(2), number(3)), number(4));
    }
    let Ok(text) = core::str::from_utf8(data) else { return };
    match GraphicsData::parse(text) {
        Ok(drawing) => {
            assert_eq!(GraphicsData::parse(&drawing.to_text()).as_ref(), Ok(&drawing));
            let bounds = drawing.bounds();
            assert!(!bounds.min.is_nan() && !bounds.max.is_nan(), "{bounds:?}");
        }
        Err(error) => {
            let lines = text.lines().count().max(1) as u32;
            assert!((1..=lines).contains(&error.line) && error.column >= 1, "{error}");
        }
    }
}

/// The matrix of a gradient box beside its documented rule in 64 bits, with what 32 bits can say.
fn gradient_box(corner: Vec2, size: Vec2, rotation: f32) {
    let found = classic::gradient_box(corner, size, rotation);
    let plain = |v: f32| v.is_finite() && v.abs() < 1e18 && (v == 0.0 || v.abs() > 1e-18);
    if ![corner.x, corner.y, size.x, size.y, rotation].into_iter().all(plain) {
        return;
    }
    let (sin, cos) = ops::sin_cos64(f64::from(rotation));
    let [x, y, w, h] = [corner.x, corner.y, size.x, size.y].map(f64::from);
    let expected = [w * cos, h * sin, -w * sin, h * cos].map(|v| v / 1638.4);
    let ends = [x + w / 2.0, y + h / 2.0];
    let scales = [w, h, w, h].map(|v| v.abs() / 1638.4);
    let scales = scales.into_iter().chain([x.abs() + w.abs(), y.abs() + h.abs()]);
    let found = Affine2::to_cols_array(&found).map(f64::from);
    for ((found, expected), scale) in
        found.into_iter().zip(expected.into_iter().chain(ends)).zip(scales)
    {
        assert!((found - expected).abs() <= 1e-6 * scale, "{found} beside {expected}");
    }
}

/// A drawing with a picture in it, as we write it, and a gradient box.
///
/// # Panics
/// Never: the picture is small.
pub fn built() -> Vec<Vec<u8>> {
    let picture = Image::new(Surface::opaque(3, 2, Color::ORANGE).expect("small"));
    let mut tiled = GraphicsData::new();
    tiled.fill(&picture).path(Path::circle(Default::default(), 9.0)).end_fill();
    let numbers = [100.0f32, 50.0, 80.0, 40.0, 0.7].map(f32::to_le_bytes);
    vec![tiled.to_text().into_bytes(), numbers.concat()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{seeds, smoke};

    #[test]
    fn smoke() {
        smoke::run(&[built(), seeds::stored("drawing")].concat(), 20_000, run);
    }
}
