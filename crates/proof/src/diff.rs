//! Pictures side by side.

use motile_pixels::{Color, Surface, SurfaceError};

/// Pixels between the panels.
const GAP: i32 = 4;
const BACKGROUND: Color = Color::hex(0x80_8080);

/// Largest difference of a channel, straight alpha, the four of them compared one by one.
pub(crate) fn distance(a: Color, b: Color) -> u8 {
    let channels = [(a.r, b.r), (a.g, b.g), (a.b, b.b), (a.a, b.a)];
    channels.into_iter().map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
}

/// All pixel positions, row by row.
pub(crate) fn positions(surface: &Surface) -> impl Iterator<Item = (i32, i32)> + use<> {
    let (width, height) = (surface.width() as i32, surface.height() as i32);
    (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
}

/// Actual, expected and their difference from left to right. The difference shows equal pixels as a
/// dark gray shadow of the expected picture and others in red, the brighter the further apart; pixels
/// that only one of them has are magenta.
pub(crate) fn side_by_side(actual: &Surface, expected: &Surface) -> Result<Surface, SurfaceError> {
    let difference = difference(actual, expected)?;
    let panels = [actual, expected, &difference];
    let width: i32 = panels.iter().map(|panel| panel.width() as i32 + GAP).sum::<i32>() - GAP;
    let mut sheet = Surface::filled(width as u32, difference.height(), BACKGROUND)?;
    let mut x = 0;
    for panel in panels {
        sheet.copy(panel, panel.bounds(), x, 0);
        x += panel.width() as i32 + GAP;
    }
    Ok(sheet)
}

fn difference(actual: &Surface, expected: &Surface) -> Result<Surface, SurfaceError> {
    let width = actual.width().max(expected.width());
    let height = actual.height().max(expected.height());
    let mut picture = Surface::opaque(width, height, Color::BLACK)?;
    for (x, y) in positions(&picture) {
        let color = match (actual.get(x, y), expected.get(x, y)) {
            (Some(a), Some(b)) if a == b => shadow(b),
            (Some(a), Some(b)) => Color::rgb(distance(a, b).max(80), 0, 0),
            _ => Color::MAGENTA,
        };
        picture.set(x, y, color);
    }
    Ok(picture)
}

fn shadow(color: Color) -> Color {
    let light = (u16::from(color.r) + u16::from(color.g) + u16::from(color.b)) / 12;
    Color::rgb(light as u8, light as u8, light as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sheet_shows_what_differs() {
        let mut actual = Surface::opaque(3, 2, Color::WHITE).unwrap();
        let expected = Surface::opaque(2, 2, Color::WHITE).unwrap();
        actual.set(1, 1, Color::BLACK);
        let sheet = side_by_side(&actual, &expected).unwrap();
        assert_eq!((sheet.width(), sheet.height()), (3 + 4 + 2 + 4 + 3, 2));
        assert_eq!(sheet.get(1, 1), Some(Color::BLACK), "actual");
        assert_eq!(sheet.get(8, 1), Some(Color::WHITE), "expected");
        assert_eq!(sheet.get(13, 0), Some(Color::rgb(63, 63, 63)), "equal");
        assert_eq!(sheet.get(14, 1), Some(Color::RED), "different");
        assert_eq!(sheet.get(15, 0), Some(Color::MAGENTA), "only in one");
        assert_eq!(sheet.get(4, 0), Some(BACKGROUND), "between");
    }

    #[test]
    fn distance_is_the_worst_channel() {
        assert_eq!(distance(Color::rgba(1, 2, 3, 4), Color::rgba(2, 0, 3, 9)), 5);
    }
}
