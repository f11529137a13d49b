//! What the encoders of animations share: what changed from one frame to the next.

use crate::Surface;
use motile_geom::IRect;

/// The smallest rectangle that holds all pixels in which two pictures of one size differ.
pub(crate) fn changed_rect(before: &Surface, after: &Surface) -> IRect {
    let width = after.width() as usize;
    let rows = || before.words().chunks_exact(width).zip(after.words().chunks_exact(width));
    let differs = |(before, after): (&[u32], &[u32])| before != after;
    let (Some(top), Some(bottom)) = (rows().position(differs), rows().rposition(differs)) else {
        return IRect::of_size(0, 0);
    };
    let (mut left, mut right) = (width, 0);
    for (before, after) in rows().take(bottom + 1).skip(top) {
        let mut pixels = before.iter().zip(after);
        left = pixels.position(|(before, after)| before != after).unwrap_or(width).min(left);
        let mut pixels = before.iter().zip(after);
        right = pixels.rposition(|(before, after)| before != after).unwrap_or(0).max(right);
    }
    let (columns, rows) = (right + 1 - left, bottom + 1 - top);
    IRect::new(left as i32, top as i32, columns as u32, rows as u32)
}

/// The words of a rectangle inside of a picture, row by row.
pub(crate) fn words_in(picture: &Surface, rect: IRect) -> impl Iterator<Item = u32> + '_ {
    let rows = picture.words().chunks_exact(picture.width() as usize);
    let rows = rows.skip(rect.y as usize).take(rect.height as usize);
    rows.flat_map(move |row| &row[rect.x as usize..][..rect.width as usize]).copied()
}

/// Keeps a copy of a picture, in the memory of the last one where that fits.
pub(crate) fn keep(last: &mut Option<Surface>, picture: &Surface) {
    match last {
        Some(last) if last.is_opaque() == picture.is_opaque() => {
            last.words_mut().copy_from_slice(picture.words());
        }
        last => *last = Some(picture.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;

    #[test]
    fn the_changed_rectangle_holds_all_changes_and_no_more() {
        let before = Surface::opaque(20, 10, Color::BLACK).unwrap();
        assert!(changed_rect(&before, &before).is_empty());
        let mut after = before.clone();
        for (x, y, rect) in [
            (7, 4, IRect::new(7, 4, 1, 1)),
            (3, 6, IRect::new(3, 4, 5, 3)),
            (19, 9, IRect::new(3, 4, 17, 6)),
            (0, 0, IRect::of_size(20, 10)),
        ] {
            after.set(x, y, Color::RED);
            assert_eq!(changed_rect(&before, &after), rect);
        }
        let corner: Vec<u32> = words_in(&after, IRect::new(18, 8, 2, 2)).collect();
        assert_eq!(
            corner,
            [Color::BLACK, Color::BLACK, Color::BLACK, Color::RED].map(Color::to_word)
        );
    }
}
