//! Random boxes, and the truth about what is seen of them.

use motile_geom::{Rng, Vec2, Vec3, vec3};
use motile_tiles::iso::{IsoBox, Y_CORRECT};

/// Boxes of which no two share space.
pub(crate) fn disjoint(rng: &mut Rng, count: usize, span: f32) -> Vec<IsoBox> {
    let mut boxes: Vec<IsoBox> = Vec::new();
    let mut tries = 0;
    while boxes.len() < count && tries < count * 200 {
        tries += 1;
        let mut number = |low: f32, high: f32| (rng.range(low..high) * 4.0).round() / 4.0;
        let base = vec3(number(-span, span), number(-span, 0.0), number(-span, span));
        let size = vec3(number(2.0, 30.0), number(1.0, 30.0), number(2.0, 30.0));
        let new = IsoBox::standing(base, size);
        if !boxes.iter().any(|old| old.overlaps(&new)) {
            boxes.push(new);
        }
    }
    boxes
}

/// Boxes after quarter turns of the world about the origin.
pub(crate) fn turned(boxes: &[IsoBox], turns: u8) -> Vec<IsoBox> {
    let quarter = |point: Vec3| vec3(point.z, point.y, -point.x);
    let once = |solid: IsoBox| IsoBox::new(quarter(solid.min), quarter(solid.max));
    boxes.iter().map(|&solid| (0..turns).fold(solid, |solid, _| once(solid))).collect()
}

/// Which box is seen at a place of the screen, by following the line of sight through all of them, in the 2:1 projection. Written
/// anew, with slabs, so that it shares no line with what it proves.
pub(crate) fn truth(boxes: &[IsoBox], place: Vec2) -> Option<usize> {
    truth_of(boxes, place, 0.5, Y_CORRECT)
}

/// The same for any view: so many pixels down for a unit along x or z, and for one of height.
pub(crate) fn truth_of(boxes: &[IsoBox], place: Vec2, down: f64, rise: f64) -> Option<usize> {
    let (sx, sy) = (f64::from(place.x), f64::from(place.y) / (2.0 * down));
    let from = [sy + sx / 2.0, 0.0, sy - sx / 2.0];
    let way = [1.0, -2.0 * down / rise, 1.0];
    let mut nearest: Option<(f64, usize)> = None;
    for (index, solid) in boxes.iter().enumerate() {
        let (low, high) = (numbers(solid.min), numbers(solid.max));
        let (mut enter, mut exit) = (f64::NEG_INFINITY, f64::INFINITY);
        for axis in 0..3 {
            let a = (low[axis] - from[axis]) / way[axis];
            let b = (high[axis] - from[axis]) / way[axis];
            enter = enter.max(a.min(b));
            exit = exit.min(a.max(b));
        }
        if enter < exit && nearest.is_none_or(|(best, _)| exit > best) {
            nearest = Some((exit, index));
        }
    }
    nearest.map(|(_, index)| index)
}

fn numbers(point: Vec3) -> [f64; 3] {
    [point.x, point.y, point.z].map(f64::from)
}
