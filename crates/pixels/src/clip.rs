//! Clipping of one rectangle of pixels against two surfaces, anywhere in `i32`.

use crate::Surface;
use motile_geom::IRect;

/// The part of a copy that exists on both sides. All numbers are inside their surfaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clip {
    /// First column and row written.
    pub(crate) to: (usize, usize),
    /// Smallest column and row read; a flipped copy reads them last.
    pub(crate) from: (usize, usize),
    /// Columns and rows, at least 1 each.
    pub(crate) size: (usize, usize),
}

impl Clip {
    /// Clips the copy of `rect` of a source to (x, y) of a target. `None` when nothing is left.
    pub(crate) fn new(
        target: IRect,
        (x, y): (i32, i32),
        source: IRect,
        rect: IRect,
        (flip_x, flip_y): (bool, bool),
    ) -> Option<Self> {
        let column = axis(x, target.width, rect.x, rect.width, source.width, flip_x)?;
        let row = axis(y, target.height, rect.y, rect.height, source.height, flip_y)?;
        Some(Self { to: (column.0, row.0), from: (column.1, row.1), size: (column.2, row.2) })
    }

    /// The rows read, top to bottom.
    pub(crate) fn source_rows<'a>(
        &self,
        source: &'a Surface,
    ) -> impl DoubleEndedIterator<Item = &'a [u32]> + ExactSizeIterator + use<'a> {
        let Self { from: (x, y), size: (width, height), .. } = *self;
        let stride = source.width() as usize;
        source.words()[y * stride..(y + height) * stride]
            .chunks_exact(stride)
            .map(move |row| &row[x..x + width])
    }

    /// The rows written, top to bottom.
    pub(crate) fn target_rows<'a>(
        &self,
        target: &'a mut Surface,
    ) -> impl DoubleEndedIterator<Item = &'a mut [u32]> + ExactSizeIterator + use<'a> {
        let Self { to: (x, y), size: (width, height), .. } = *self;
        let stride = target.width() as usize;
        target.words_mut()[y * stride..(y + height) * stride]
            .chunks_exact_mut(stride)
            .map(move |row| &mut row[x..x + width])
    }
}

/// One axis: `len` pixels from `start` of a source with `source_len`, put at `position` of a target
/// with `target_len`. Gives the first target index, the smallest source index and the count.
fn axis(
    position: i32,
    target_len: u32,
    start: i32,
    len: u32,
    source_len: u32,
    flip: bool,
) -> Option<(usize, usize, usize)> {
    let (position, start, len) = (i64::from(position), i64::from(start), i64::from(len));
    let (target_len, source_len) = (i64::from(target_len), i64::from(source_len));
    // Pixel i of the rectangle reads start + i, or start + len − 1 − i when flipped.
    let (exists_from, exists_to) =
        if flip { (start + len - source_len, start + len) } else { (-start, source_len - start) };
    let first = 0.max(-position).max(exists_from);
    let end = len.min(target_len - position).min(exists_to);
    if first >= end {
        return None;
    }
    let read = if flip { start + len - end } else { start + first };
    Some(((position + first) as usize, read as usize, (end - first) as usize))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Any number, most often one near a small surface.
    fn place() -> impl Strategy<Value = i32> {
        prop_oneof![-12..12i32, any::<i32>(), Just(i32::MIN), Just(i32::MAX)]
    }

    fn extent() -> impl Strategy<Value = u32> {
        prop_oneof![0..12u32, any::<u32>(), Just(u32::MAX)]
    }

    proptest! {
        #[test]
        fn axis_agrees_with_walking_the_target(
            position in place(), target_len in 1..9u32, start in place(), len in extent(),
            source_len in 1..9u32, flip: bool,
        ) {
            let mut walked = Vec::new();
            for to in 0..i64::from(target_len) {
                let i = to - i64::from(position);
                let from = if flip {
                    i64::from(start) + i64::from(len) - 1 - i
                } else {
                    i64::from(start) + i
                };
                if (0..i64::from(len)).contains(&i) && (0..i64::from(source_len)).contains(&from) {
                    walked.push((to as usize, from as usize));
                }
            }
            let clipped: Vec<_> = match axis(position, target_len, start, len, source_len, flip) {
                None => Vec::new(),
                Some((to, from, count)) => (0..count)
                    .map(|i| (to + i, if flip { from + count - 1 - i } else { from + i }))
                    .collect(),
            };
            prop_assert_eq!(clipped, walked);
        }
    }
}
