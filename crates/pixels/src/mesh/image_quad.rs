//! A picture pulled at its four corners.

use crate::Triangles;
use motile_geom::{Vec2, vec2};

/// A picture between four free corners, spaced as perspective does it: straight lines of the picture stay straight, and no crease shows along
/// the diagonal (a homography).
///
/// ```
/// use motile_pixels::{ImageQuad, math::vec2};
/// let trapezoid = ImageQuad::new([vec2(0.0, 0.0), vec2(300.0, 0.0), vec2(200.0, 100.0), vec2(100.0, 100.0)]);
/// assert_eq!(trapezoid.t(), [4.0, 4.0, 4.0 / 3.0, 4.0 / 3.0]);
/// ```
#[doc(alias = "homography")]
#[doc(alias = "perspective mesh")]
#[doc(alias = "corner pin")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImageQuad {
    corners: [Vec2; 4],
    t: [f32; 4],
}

impl ImageQuad {
    /// Where the corners of the picture are.
    pub const UV: [Vec2; 4] = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)];

    /// A picture with its top left, top right, bottom right and bottom left corner at these points.
    ///
    /// Corners whose diagonals do not cross (a dent, a bow tie, a line) look like no rectangle from anywhere: such a picture is spaced evenly
    /// within each half.
    pub fn new(corners: [Vec2; 4]) -> Self {
        Self { corners, t: scales(corners).unwrap_or([1.0; 4]) }
    }

    /// The corners.
    pub const fn corners(&self) -> [Vec2; 4] {
        self.corners
    }

    /// The perspective scale of each corner.
    pub const fn t(&self) -> [f32; 4] {
        self.t
    }

    /// The two triangles, ready to be drawn.
    pub const fn triangles(&self) -> Triangles<'_> {
        Triangles {
            points: &self.corners,
            indices: Some(&[[0, 1, 2], [2, 3, 0]]),
            uv: &Self::UV,
            t: &self.t,
            colors: &[],
        }
    }
}

/// For each corner the whole diagonal over the part behind the crossing: (d + d') / d', with d to the corner and d' to the opposite
/// one. `None` unless the diagonals cross between their ends.
fn scales([a, b, c, d]: [Vec2; 4]) -> Option<[f32; 4]> {
    let (first, second) = ((c - a).as_dvec2(), (d - b).as_dvec2());
    let across = first.perp_dot(second);
    let off = (b - a).as_dvec2();
    // How far along each diagonal the crossing lies.
    let (along, other) = (off.perp_dot(second) / across, off.perp_dot(first) / across);
    let between = |x: f64| x > 1e-6 && x < 1.0 - 1e-6;
    (between(along) && between(other)).then(|| {
        [1.0 / (1.0 - along), 1.0 / (1.0 - other), 1.0 / along, 1.0 / other].map(|t| t as f32)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, MipMap, Sampling, Surface, TriangleSettings, UvWrap};

    const PULLED: [Vec2; 4] =
        [vec2(150.0, 50.0), vec2(1000.0, 100.0), vec2(800.0, 600.0), vec2(100.0, 200.0)];

    #[test]
    fn t8_22_scales_come_from_the_diagonals() {
        let t = ImageQuad::new(PULLED).t();
        for (t, expected) in t.into_iter().zip([1.302326, 4.48, 4.307692, 1.287356]) {
            assert!((t - expected).abs() < 1e-5, "{t}");
        }
        let square = [vec2(0.0, 0.0), vec2(9.0, 0.0), vec2(9.0, 9.0), vec2(0.0, 9.0)];
        assert_eq!(ImageQuad::new(square).t(), [2.0; 4]);
    }

    #[test]
    fn t8_21_and_draw_26_flat_triangles_crease_along_the_diagonal() {
        // Every pixel of a long picture has a color of its own.
        let axis = |long: (u32, u32)| {
            let mut picture = Surface::new(long.0, long.1).unwrap();
            for (i, word) in (0..).zip(picture.words_mut()) {
                *word = 0xFF00_0000 | i;
            }
            MipMap::single(picture).unwrap()
        };
        let quad = ImageQuad::new(PULLED);
        let flat = Triangles { t: &[], ..quad.triangles() };
        let places = [axis((4096, 1)), axis((1, 4096))].map(|picture| {
            let settings = TriangleSettings {
                picture: Some(&picture),
                sampling: Sampling::Nearest,
                wrap: UvWrap::Clamp,
                smooth_edges: false,
                ..TriangleSettings::default()
            };
            let mut screen = Surface::new(1000, 600).unwrap();
            screen.draw_triangles(&flat, &settings).unwrap();
            move |x: usize, y: usize| (screen.words()[y * 1000 + x] & 0xFFF) as f32 / 4096.0
        });
        // Change from one place to another in pixels, far apart in one triangle.
        let near = |axis: usize, from: (usize, usize), to: (usize, usize), [dx, dy]: [f32; 2]| {
            let found = places[axis](to.0, to.1) - places[axis](from.0, from.1);
            let (x, y) = (to.0 as f32 - from.0 as f32, to.1 as f32 - from.1 as f32);
            assert!((found - dx * x - dy * y).abs() < 0.0006, "{axis} {from:?} {to:?}: {found}");
        };
        for (to, from) in [((900, 120), (500, 120)), ((700, 480), (700, 120))] {
            near(0, from, to, [0.001_149_425, 0.000_459_77]);
            near(1, from, to, [-0.000_114_943, 0.001_954_023]);
        }
        for (to, from) in [((220, 215), (150, 215)), ((160, 220), (160, 110))] {
            near(0, from, to, [0.0012, 0.0004]);
            near(1, from, to, [-0.0032, 0.0056]);
        }
        assert!((places[0](475, 325) - 0.5).abs() < 0.002);
        assert!((places[1](475, 325) - 0.5).abs() < 0.002);
    }

    #[test]
    fn t8_22_and_w8_7_the_crossing_shows_the_middle_of_the_picture() {
        let mut picture = Surface::new(200, 200).unwrap();
        for i in 0..200 * 200 {
            picture.set(i % 200, i / 200, Color::rgb((i % 200) as u8, (i / 200) as u8, 0));
        }
        let picture = MipMap::single(picture).unwrap();
        let settings = TriangleSettings {
            picture: Some(&picture),
            sampling: Sampling::Nearest,
            wrap: UvWrap::Clamp,
            smooth_edges: false,
            ..TriangleSettings::default()
        };
        let mut screen = Surface::new(1000, 600).unwrap();
        screen.draw_triangles(&ImageQuad::new(PULLED).triangles(), &settings).unwrap();
        let near = |x: i32, y: i32, u: f32, v: f32| {
            let color = screen.get(x, y).unwrap();
            let off = vec2(f32::from(color.r), f32::from(color.g)) / 200.0 - vec2(u, v);
            assert!(off.abs().max_element() < 0.015, "{off}");
        };
        near(300, 177, 0.5, 0.5);
        // The middle of the upper edge, and the diagonal's own.
        near(575, 76, 0.774775, 0.0);
    }

    #[test]
    fn corners_like_no_rectangle_are_even() {
        let [a, b, c, d] = PULLED;
        for bad in [[a, c, b, d], [a, b, a.lerp(c, 0.1), d], [a; 4], [a, b, vec2(f32::NAN, 0.0), d]]
        {
            assert_eq!(ImageQuad::new(bad).t(), [1.0; 4], "{bad:?}");
        }
    }
}
