//! Masks: from bytes and outlines, through transforms, against each other, to polygons and back.

use crate::bytes::Bytes;
use motile_collide::{Mask, MaskPose, PixelRule, contact, convex_pieces, overlaps};
use motile_geom::{Affine2, Circle, FillRule, Vec2, ivec2, vec2};

/// Any bytes are two masks, a transform and a few numbers; what the questions about them say must agree.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let (first, second) = (bytes.mask(), bytes.mask());
    let at = ivec2(bytes.whole(), bytes.whole());
    let other_at = ivec2(bytes.whole(), bytes.whole());
    let area = first.overlap_area(at, &second, other_at);
    assert_eq!(first.hits(at, &second, other_at), area > 0);
    assert_eq!(overlaps(&second.placed(other_at), &first.placed(at)), area > 0);
    match first.contact(at, &second, other_at) {
        Some(touch) => {
            assert_eq!(touch.area, area);
            assert!(touch.normal.is_normalized() && touch.centroid.is_finite());
            assert!(!touch.bounds.is_empty());
        }
        None => assert_eq!(area, 0),
    }
    let transform = Affine2::from_cols_array(&[0; 6].map(|_| bytes.number()));
    if let Some(pose) = MaskPose::new(&first, &transform) {
        // Poses of many pixels are legal, but would make a fuzzer slow rather than wise.
        if pose.bounds().area() < 1 << 16 {
            let placed = pose.to_mask().expect("small");
            let upright = Affine2::from_translation(other_at.as_vec2());
            let exact = Mask::pixel_of(other_at.as_vec2()) == other_at;
            if let Some(other) = MaskPose::new(&second, &upright).filter(|_| exact) {
                let placed = placed.mask.hits(placed.at, &second, other_at);
                assert_eq!(pose.hits(&other), placed);
            }
        }
        let _inside = pose.get(at.x, at.y);
    }
    let ball = Circle::new(vec2(bytes.number(), bytes.number()), bytes.number());
    if let Some(touch) = contact(&ball, &first.placed(at)) {
        assert!(touch.normal.is_normalized() && touch.point.is_finite() && touch.depth >= 0.0);
    }
    outlines(&first, &bytes);
}

/// The outlines of a mask make that mask again; its polygons keep their budget and are covered by their pieces.
fn outlines(mask: &Mask, bytes: &Bytes<'_>) {
    let traced = mask.outlines();
    let (width, height) = (mask.width(), mask.height());
    let center = PixelRule::Center;
    for fill in [FillRule::EvenOdd, FillRule::NonZero] {
        let again = Mask::from_outlines(width, height, center, fill, &traced);
        assert_eq!(again.as_ref(), Ok(mask));
    }
    for polygon in mask.polygons(12) {
        assert!(polygon.vertices().len() <= 12);
        let pieces = convex_pieces(&polygon);
        let area: f32 = pieces.iter().map(|piece| piece.polygon().area()).sum();
        assert!((area - polygon.area()).abs() <= 1e-3 * polygon.area(), "{polygon:?}");
    }
    // Corners of any numbers.
    let wild: Vec<Vec2> = bytes.rest.chunks_exact(8).take(20).map(corner).collect();
    let drawn = Mask::from_outlines(20, 20, PixelRule::Coverage(0.5), FillRule::NonZero, &[&wild]);
    assert!(drawn.is_ok_and(|mask| mask.count() <= 400));
    if let Ok(polygon) = motile_collide::simplify_to_budget(wild, 8) {
        assert!(convex_pieces(&polygon).len() <= polygon.vertices().len());
    }
}

fn corner(bytes: &[u8]) -> Vec2 {
    let number =
        |i: usize| f32::from_le_bytes([bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3]]);
    vec2(number(0), number(4))
}

impl Bytes<'_> {
    /// Mostly small, sometimes at an end of `i32`.
    fn whole(&mut self) -> i32 {
        match self.byte() {
            127 => i32::MAX - i32::from(self.byte()),
            128 => i32::MIN + i32::from(self.byte()),
            small => i32::from(small as i8),
        }
    }

    fn mask(&mut self) -> Mask {
        let (width, height) = (u32::from(self.byte() % 80), u32::from(self.byte() % 24));
        let seed = self.byte();
        let solid = |x: u32, y: u32| match seed % 4 {
            0 => true,
            1 => (x * 7 + y * 13 + u32::from(seed)).is_multiple_of(3),
            2 => (x ^ y) & u32::from(seed >> 2) == 0,
            _ => x + y < u32::from(seed),
        };
        Mask::from_fn(width, height, solid).expect("small")
    }
}

/// Two masks each, a transform and an outline: upright, at the ends of the numbers, turned, and without pixels.
pub fn built() -> Vec<Vec<u8>> {
    let star = [5.0f32, 0.0, 8.0, 19.0, 0.0, 7.0, 19.5, 7.0, 2.0, 19.0, 1e30, f32::NAN];
    let star = star.map(f32::to_le_bytes).concat();
    let heads: [&[u8]; 4] = [
        &[40, 20, 0, 70, 9, 5, 3, 4, 1, 2, 4, 1, 255, 4, 9, 8, 20, 30, 12],
        &[65, 23, 2, 64, 23, 29, 127, 9, 128, 3, 127, 9, 128, 3, 8, 0, 0, 252, 0, 0],
        &[9, 9, 3, 9, 9, 200, 0, 0, 0, 0, 127, 0, 0, 128, 127, 1, 1, 1, 1],
        &[0, 9, 3, 9, 0, 200],
    ];
    heads.iter().map(|head| [head, &star[..]].concat()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{seeds, smoke};

    #[test]
    fn smoke() {
        smoke::run(&[built(), seeds::stored("mask")].concat(), 20_000, run);
    }
}
