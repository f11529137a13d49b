//! Pictures of things that stand in an isometric world.

use super::view::Side;
use super::{IsoBox, IsoProjection};
use crate::TileError;
use motile_geom::glam::dvec2;
use motile_geom::{IVec2, Vec2, Vec3, ivec2, vec2, vec3};
use motile_pixels::{Color, Surface};

/// The light on the three sides of a box that are seen, as a factor of each color channel: day, night, the lamp on the left.
///
/// ```
/// use motile_pixels::Color;
/// use motile_tiles::iso::IsoLight;
/// let [top, left, right] = IsoLight::DAY.shades(Color::hex(0xFF_66_66));
/// assert_eq!([top, left, right], [0xFF_66_66, 0x80_33_33, 0xBF_4D_4D].map(Color::hex));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IsoLight {
    /// On what looks up.
    pub top: Vec3,
    /// On what looks to the lower left of the screen.
    pub left: Vec3,
    /// On what looks to the lower right of the screen.
    pub right: Vec3,
}

impl Default for IsoLight {
    fn default() -> Self {
        Self::DAY
    }
}

impl IsoLight {
    /// White light from above and the right: full, half and three quarters.
    pub const DAY: Self = Self { top: Vec3::ONE, left: Vec3::splat(0.5), right: Vec3::splat(0.75) };
    /// The moon from the left.
    pub const NIGHT: Self = Self {
        top: vec3(0.30, 0.36, 0.58),
        left: vec3(0.26, 0.31, 0.50),
        right: vec3(0.14, 0.17, 0.32),
    };

    /// Between two lights; 0 is this one, 1 the other.
    pub fn lerp(&self, other: &Self, part: f32) -> Self {
        Self {
            top: self.top.lerp(other.top, part),
            left: self.left.lerp(other.left, part),
            right: self.right.lerp(other.right, part),
        }
    }

    /// A color on the three sides: top, left, right.
    pub fn shades(&self, color: Color) -> [Color; 3] {
        [self.top, self.left, self.right].map(|light| shaded(color, light))
    }
}

/// Rounded, and at most full.
fn shaded(color: Color, light: Vec3) -> Color {
    let channel = |value: u8, factor: f32| (f32::from(value) * factor).round() as u8;
    let (r, g, b) =
        (channel(color.r, light.x), channel(color.g, light.y), channel(color.b, light.z));
    Color::rgba(r, g, b, color.a)
}

/// A picture of a thing, with the pixel that stands on the middle of its footprint.
#[derive(Clone, Debug)]
pub struct IsoSprite {
    /// The picture.
    pub surface: Surface,
    /// From the picture's top left corner to the middle of the footprint.
    pub anchor: IVec2,
}

impl IsoSprite {
    /// The most pixels that [`block`](Self::block) draws: 4,096 × 4,096. A box that large is better drawn as many.
    pub const MOST_PIXELS: u32 = 1 << 24;

    /// A picture whose lowest corner is the near corner of a square footprint `side` pixels wide to either hand, as tile art is
    /// drawn: a flat tile of 40×20 has a side of 20, and so has a house of 40×40.
    pub fn standing(surface: Surface, side: u32) -> Self {
        let anchor = ivec2(surface.width() as i32 / 2, surface.height() as i32 - side as i32 / 2);
        Self { surface, anchor }
    }

    /// A box of a size (width along x, height, depth along z) in three plain colors: top, left, right. A height of 0 is a flat
    /// tile. With `outline`, the edges are darker by half. The view's zoom and turns count, its origin does not.
    ///
    /// A pixel belongs to the box when its middle is inside of the silhouette, so that boxes of whole sizes side by side leave no
    /// gap and share no pixel.
    ///
    /// # Errors
    /// [`TileError::Picture`] when the size is not finite, when the picture would have more than [`MOST_PIXELS`](Self::MOST_PIXELS),
    /// or when there is no memory for it.
    pub fn block(
        view: &IsoProjection,
        size: Vec3,
        colors: [Color; 3],
        outline: bool,
    ) -> Result<Self, TileError> {
        let view = view.with_origin(Vec2::ZERO).with_pivot(Vec2::ZERO);
        let solid = IsoBox::standing(Vec3::ZERO, size);
        let bounds = view.screen_bounds(&solid);
        if !solid.is_valid() || !bounds.is_valid() {
            return Err(TileError::Picture("a box without a size cannot be drawn".into()));
        }
        let corner = bounds.min.floor();
        let extent = (bounds.max.ceil() - corner).max(vec2(1.0, 1.0));
        if extent.x * extent.y > Self::MOST_PIXELS as f32 {
            let Vec2 { x, y } = extent;
            return Err(TileError::Picture(format!("a box of {x} × {y} pixels is too large")));
        }
        let mut surface = Surface::new(extent.x as u32, extent.y as u32)
            .map_err(|error| TileError::Picture(error.to_string()))?;
        let (width, height) = (surface.width() as i32, surface.height() as i32);
        let turned = view.view_box(&solid);
        let middle =
            |x: i32, y: i32| dvec2(f64::from(x) + 0.5, f64::from(y) + 0.5) + corner.as_dvec2();
        let seen = |x, y| turned.seen_side(&view.ray(middle(x, y))).map(|(_, side)| side);
        let sides: Vec<Option<Side>> = (0..height)
            .flat_map(|y| (0..width).map(move |x| (x, y)))
            .map(|(x, y)| seen(x, y))
            .collect();
        let side = |x: i32, y: i32| {
            let is_inside = (0..width).contains(&x) && (0..height).contains(&y);
            if is_inside { sides[(y * width + x) as usize] } else { None }
        };
        for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
            let Some(here) = side(x, y) else { continue };
            let mut color = colors[match here {
                Side::Top => 0,
                Side::Left => 1,
                Side::Right => 2,
            }];
            let beside = [(1, 0), (0, 1), (-1, 0), (0, -1)].map(|(dx, dy)| side(x + dx, y + dy));
            if outline && is_edge(here, beside) {
                color = shaded(color, Vec3::splat(0.5));
            }
            surface.set(x, y, color);
        }
        Ok(Self { surface, anchor: -corner.as_ivec2() })
    }

    /// The border of the picture in white, everything else clear: pixels that can be seen and have one beside them that cannot.
    /// Without memory for it, all of the picture.
    pub(super) fn outline(&self) -> Self {
        let is_seen = |x: i32, y: i32| self.surface.get(x, y).is_some_and(|color| color.a > 0);
        let (width, height) = (self.surface.width() as i32, self.surface.height() as i32);
        let Ok(mut surface) = Surface::new(width as u32, height as u32) else {
            return self.clone();
        };
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            let beside = [(1, 0), (0, 1), (-1, 0), (0, -1)];
            if is_seen(x, y) && !beside.iter().all(|(dx, dy)| is_seen(x + dx, y + dy)) {
                surface.set(x, y, Color::WHITE);
            }
        }
        Self { surface, anchor: self.anchor }
    }
}

/// Edges are a pixel wide: the border of the silhouette, and of two sides that meet the right or lower one only.
fn is_edge(here: Side, [right, down, left, up]: [Option<Side>; 4]) -> bool {
    let is_border = right.is_none() || down.is_none() || left.is_none() || up.is_none();
    is_border || right != Some(here) || down != Some(here)
}
