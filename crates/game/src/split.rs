//! Parts of the screen for several players.

use motile_geom::{Aabb, Vec2, vec2};

/// The parts of a screen for a number of players, in reading order, with a gap between them: side by side, then in two rows,
/// then in as many columns as rows or one more. The last row is shared by those in it. None for nobody.
///
/// ```
/// use motile_game::split_screen;
/// use motile_geom::{Aabb, vec2};
/// let parts: Vec<Aabb> = split_screen(vec2(640.0, 480.0), 2, 4.0).collect();
/// assert_eq!(parts[1], Aabb::new(vec2(322.0, 0.0), vec2(640.0, 480.0)));
/// assert_eq!(split_screen(vec2(640.0, 480.0), 3, 4.0).count(), 3);
/// ```
#[doc(alias = "viewport")]
pub fn split_screen(size: Vec2, players: u32, gap: f32) -> impl Iterator<Item = Aabb> {
    let columns = (1..=players).find(|columns| columns * columns >= players).unwrap_or(1);
    let rows = players.div_ceil(columns);
    (0..players).map(move |index| {
        let row = index / columns;
        let in_row = if row + 1 == rows { players - row * columns } else { columns };
        let column = index - row * columns;
        let part = |size: f32, index: u32, count: u32| {
            let one = (size - gap * (count - 1) as f32) / count as f32;
            let start = (one + gap) * index as f32;
            (start, start + one)
        };
        let ((left, right), (top, bottom)) =
            (part(size.x, column, in_row), part(size.y, row, rows));
        Aabb::new(vec2(left, top), vec2(right, bottom))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_not_overlap_and_fill_the_screen() {
        let size = vec2(1280.0, 720.0);
        assert_eq!(split_screen(size, 0, 2.0).count(), 0);
        for players in 1..=9 {
            let parts: Vec<Aabb> = split_screen(size, players, 0.0).collect();
            assert_eq!(parts.len(), players as usize);
            let area: f32 = parts.iter().map(|part| part.size().x * part.size().y).sum();
            assert!((area - 1280.0 * 720.0).abs() < 1.0, "{players}: {area}");
            for (index, a) in parts.iter().enumerate() {
                for b in &parts[..index] {
                    let inside = a.min.max(b.min) + Vec2::splat(0.01);
                    assert!(inside.cmpgt(a.max.min(b.max)).any(), "{players}: {a:?} {b:?}");
                }
            }
        }
    }
}
