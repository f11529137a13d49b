//! How an interface looks.

use motile_geom::{Aabb, Affine2, IRect, Vec2, vec2};
use motile_pixels::{Blit, Color, Sampling};
use motile_stage::{BitmapPaint, Canvas, Image};

/// Colors and measures of an interface. Lengths are pixels at a scale of 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    /// Size of letters.
    pub text_size: f32,
    /// Height of buttons, sliders and other things of one line.
    pub row: f32,
    /// Space between two widgets.
    pub gap: f32,
    /// Space between a panel and what is in it.
    pub padding: f32,
    /// Radius of round corners.
    pub radius: f32,
    /// Panels.
    pub panel: Color,
    /// Buttons and tracks.
    pub control: Color,
    /// Buttons under the pointer.
    pub hover: Color,
    /// Buttons that are held.
    pub held: Color,
    /// The inside of text fields and lists.
    pub field: Color,
    /// Borders.
    pub line: Color,
    /// Words.
    pub ink: Color,
    /// Words of what cannot be used now, and hints.
    pub muted: Color,
    /// What is on, chosen or has the focus.
    pub accent: Color,
    /// Words on the accent.
    pub on_accent: Color,
    /// A picture for panels instead of a plain color.
    pub panel_picture: Option<NineSlice>,
    /// A picture for buttons instead of a plain color; it is tinted by the color of the button.
    pub button_picture: Option<NineSlice>,
}

/// Light panels, blue accents.
impl Default for Theme {
    fn default() -> Self {
        Self::LIGHT
    }
}

impl Theme {
    /// Light panels, blue accents.
    pub const LIGHT: Self = Self {
        text_size: 16.0,
        row: 34.0,
        gap: 8.0,
        padding: 14.0,
        radius: 7.0,
        panel: Color::hex(0xFF_FD_F9),
        control: Color::hex(0xE7_E4_DD),
        hover: Color::hex(0xDA_D7_D0),
        held: Color::hex(0xC6_C2_BA),
        field: Color::hex(0xFF_FF_FF),
        line: Color::hex(0xC3_C0_B8),
        ink: Color::hex(0x2B_30_3B),
        muted: Color::hex(0x8A_90_9C),
        accent: Color::hex(0x2F_7F_DD),
        on_accent: Color::hex(0xFF_FF_FF),
        panel_picture: None,
        button_picture: None,
    };

    /// Dark panels, orange accents.
    pub const DARK: Self = Self {
        panel: Color::hex(0x20_28_40),
        control: Color::hex(0x33_3E_5E),
        hover: Color::hex(0x3F_4B_6E),
        held: Color::hex(0x2A_33_4E),
        field: Color::hex(0x16_1C_2E),
        line: Color::hex(0x4B_57_78),
        ink: Color::hex(0xEE_F2_FA),
        muted: Color::hex(0x8C_98_B4),
        accent: Color::hex(0xF7_93_35),
        on_accent: Color::hex(0x1B_20_30),
        ..Self::LIGHT
    };
}

/// A picture whose corners keep their size while its middle is stretched: frames of panels and buttons from few pixels.
#[doc(alias = "9-slice")]
#[doc(alias = "nine-patch")]
#[derive(Clone, Debug, PartialEq)]
pub struct NineSlice {
    /// The picture.
    pub image: Image,
    /// How many pixels at the left, top, right and bottom are not stretched.
    pub margins: [u32; 4],
}

impl NineSlice {
    /// A picture with margins at the left, top, right and bottom. Margins that do not fit into the picture are cut.
    pub fn new(image: Image, margins: [u32; 4]) -> Self {
        Self { image, margins }
    }

    /// Draws it into a box, tinted. In a box that is smaller than the margins they shrink alike.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Aabb, tint: Color) {
        let (width, height) = (self.image.surface().width(), self.image.surface().height());
        let [left, top, right, bottom] = self.margins;
        let columns = cuts(width, left, right);
        let rows = cuts(height, top, bottom);
        let size = area.size();
        let xs = stretched(columns, area.min.x, size.x);
        let ys = stretched(rows, area.min.y, size.y);
        for (row, y) in rows.windows(2).zip(ys.windows(2)) {
            for (column, x) in columns.windows(2).zip(xs.windows(2)) {
                let part = IRect {
                    x: column[0] as i32,
                    y: row[0] as i32,
                    width: column[1] - column[0],
                    height: row[1] - row[0],
                };
                let place = Aabb::new(vec2(x[0], y[0]), vec2(x[1], y[1]));
                self.part(canvas, part, place, tint);
            }
        }
    }

    fn part(&self, canvas: &mut Canvas<'_>, part: IRect, place: Aabb, tint: Color) {
        let size = place.size();
        if part.width == 0 || part.height == 0 || size.min_element() <= 0.0 {
            return;
        }
        let blit = Blit { tint, ..Blit::part(part) };
        let stretch = size / vec2(part.width as f32, part.height as f32);
        let to_place = Affine2::from_translation(place.min) * Affine2::from_scale(stretch);
        if tint == Color::WHITE && stretch != Vec2::ONE {
            // Painted through a box: what is stretched has no seam to its neighbors.
            let corner = -vec2(part.x as f32, part.y as f32);
            let transform = to_place * Affine2::from_translation(corner);
            let paint = BitmapPaint::new(&self.image).with_transform(transform);
            return canvas.fill_rect(place, paint.with_sampling(Sampling::Nearest));
        }
        canvas.transformed(to_place, |canvas| {
            canvas.image_with(&self.image, Vec2::ZERO, &blit, Sampling::Nearest);
        });
    }
}

/// Where a side of the picture is cut.
fn cuts(length: u32, start: u32, end: u32) -> [u32; 4] {
    let start = start.min(length);
    [0, start, length.saturating_sub(end).max(start), length]
}

/// Where the cuts lie in a box.
fn stretched([_, start, end, length]: [u32; 4], from: f32, room: f32) -> [f32; 4] {
    let (first, last) = (start as f32, (length - end) as f32);
    let shrink = (room / (first + last).max(1.0)).min(1.0);
    [from, from + first * shrink, from + room - last * shrink, from + room]
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_pixels::Surface;
    use motile_stage::Renderer;

    #[test]
    fn corners_keep_their_size_and_the_middle_is_stretched() {
        let mut picture = Surface::opaque(6, 6, Color::WHITE).unwrap();
        for (x, y) in [(0, 0), (5, 0), (0, 5), (5, 5)] {
            picture.set(x, y, Color::RED);
        }
        picture.set(2, 2, Color::BLUE);
        let slice = NineSlice::new(Image::new(picture), [2; 4]);
        for tint in [Color::WHITE, Color::hex(0xFF_FF_FE)] {
            let mut surface = Surface::opaque(40, 30, Color::BLACK).unwrap();
            let mut renderer = Renderer::new();
            let mut canvas = renderer.begin(&mut surface).unwrap();
            slice.draw(&mut canvas, Aabb::new(vec2(5.0, 5.0), vec2(35.0, 25.0)), tint);
            canvas.finish();
            for (x, y) in [(5, 5), (34, 5), (5, 24), (34, 24)] {
                assert_eq!(
                    surface.get(x, y).map(|it| (it.r, it.g)),
                    Some((255, 0)),
                    "{x} {y} {tint:?}"
                );
            }
            assert_eq!(surface.get(7, 6).map(|it| it.r), Some(255));
            assert_eq!(
                surface.get(12, 10).map(|it| (it.r, it.b > 250)),
                Some((0, true)),
                "{tint:?}"
            );
            assert_eq!(surface.get(4, 5), Some(Color::BLACK));
        }
        assert_eq!(cuts(6, 9, 9), [0, 6, 6, 6]);
        assert_eq!(stretched([0, 2, 4, 6], 10.0, 2.0), [10.0, 11.0, 11.0, 12.0]);
    }
}
