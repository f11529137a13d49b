//! Dissolving one picture into another, in the order that the documentation of [`Dissolve`] gives.

use super::{bytes::Bytes, twins};
use motile_geom::{IRect, IVec2};
use motile_pixels::{Dissolve, Surface};

/// In pieces and in one go the pixels are the same, and those of the plain order.
pub(super) fn dissolve(
    target: &mut Surface,
    source: &Surface,
    rect: IRect,
    place: IVec2,
    bytes: &mut Bytes<'_>,
) {
    let IVec2 { x, y } = place;
    let mut dissolve = Dissolve::new(bytes.number());
    let before = target.clone();
    for count in [bytes.byte(), bytes.byte()].map(u32::from) {
        target.pixel_dissolve(source, rect, x, y, &mut dissolve, count);
    }
    let (mut once, mut other) = (before.clone(), Dissolve { done: 0, ..dissolve });
    once.pixel_dissolve(source, rect, x, y, &mut other, dissolve.done);
    assert_eq!((once.words(), other), (target.words(), dissolve));
    let cells = cells(&before, source, rect, place);
    assert!(dissolve.done as usize <= cells.len());
    let mut copied = before.clone();
    twins::copy(&mut copied, source, rect, place);
    let mut expected = before;
    for index in 0..dissolve.done {
        let (x, y) = cells[pixel(dissolve.seed, cells.len() as u32, index) as usize];
        let color = copied.get(x, y).expect("cells are inside");
        expected.set(x, y, color);
    }
    assert_eq!(target.words(), expected.words());
    once.pixel_dissolve(source, rect, x, y, &mut other, u32::MAX);
    assert_eq!(once.words(), copied.words());
}

/// The places in the target that a copy reaches, row by row.
fn cells(target: &Surface, source: &Surface, rect: IRect, place: IVec2) -> Vec<(i32, i32)> {
    let mut cells = Vec::new();
    for (y, x) in
        (0..target.height() as i32).flat_map(|y| (0..target.width() as i32).map(move |x| (y, x)))
    {
        let from =
            |to: i32, place: i32, start: i32| i64::from(to) - i64::from(place) + i64::from(start);
        let (column, row) = (from(x, place.x, rect.x), from(y, place.y, rect.y));
        let inside = |at: i64, start: i32, length: u32| {
            at >= i64::from(start) && at - i64::from(start) < i64::from(length)
        };
        let asked = inside(column, rect.x, rect.width) && inside(row, rect.y, rect.height);
        if asked && twins::pixel(source, column, row).is_some() {
            cells.push((x, y));
        }
    }
    cells
}

/// The pixel of `area` that comes at an index, step by step as documented.
fn pixel(seed: u32, area: u32, index: u32) -> u32 {
    let mut half = 1;
    while (1u64 << (2 * half)) < u64::from(area) {
        half += 1;
    }
    let mut number = u64::from(index);
    loop {
        let (mut left, mut right) = (number >> half, number % (1 << half));
        for i in 1..=4u64 {
            let key = mix((u64::from(seed) + i * 0x9E37_79B9) % (1 << 32));
            (left, right) = (right, left ^ (mix(right ^ key) % (1 << half)));
        }
        number = (left << half) + right;
        if number < u64::from(area) {
            return number as u32;
        }
    }
}

fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 16)) * 0x7FEB_352D % (1 << 32);
    let x = (x ^ (x >> 15)) * 0x846C_A68B % (1 << 32);
    x ^ (x >> 16)
}
