//! What moves, and what it meets.

use super::TileMaterial;
use crate::Tile;
use motile_geom::{Aabb, IVec2, Vec2, vec2};

/// A body that moves among tiles: a box, a circle, a capsule, or a box with round corners.
///
/// Its form is a box of half size [`half`](Self::half) grown by [`radius`](Self::radius) on all sides: a radius of 0
/// makes a box, a half size of 0 a circle, and a half size of 0 along one axis a capsule.
///
/// ```
/// use motile_geom::{Aabb, vec2};
/// use motile_tiles::TileBody;
/// let cat = TileBody::boxed(Aabb::from_size(vec2(320.0, 256.0), vec2(48.0, 42.0)));
/// assert_eq!(cat.area().min, vec2(320.0, 256.0));
/// let pill = TileBody::capsule(vec2(50.0, 50.0), 30.0, 8.0);
/// assert_eq!(pill.area().size(), vec2(16.0, 30.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TileBody {
    /// Its center, pixels.
    pub position: Vec2,
    /// How it moves, pixels per second.
    pub velocity: Vec2,
    /// Half the size of the inner box, pixels.
    pub half: Vec2,
    /// How much the inner box is grown with round corners, pixels.
    pub radius: f32,
    /// The groups of tiles and platforms it meets.
    pub mask: u32,
    /// Whether it falls through one-way floors now.
    pub drops: bool,
}

motile_geom::state_fields! { TileBody { position, velocity, half, radius, mask, drops } }

impl Default for TileBody {
    fn default() -> Self {
        Self {
            position: Vec2::ZERO,
            velocity: Vec2::ZERO,
            half: Vec2::splat(8.0),
            radius: 0.0,
            mask: u32::MAX,
            drops: false,
        }
    }
}

impl TileBody {
    /// A box at rest.
    pub fn boxed(area: Aabb) -> Self {
        Self { position: area.center(), half: area.half_size(), ..Self::default() }
    }

    /// A circle at rest.
    pub fn circle(center: Vec2, radius: f32) -> Self {
        Self { position: center, half: Vec2::ZERO, radius, ..Self::default() }
    }

    /// An upright capsule at rest, `height` pixels from end to end: at least as high as wide.
    pub fn capsule(center: Vec2, height: f32, radius: f32) -> Self {
        let half = vec2(0.0, (height * 0.5 - radius).max(0.0));
        Self { position: center, half, radius, ..Self::default() }
    }

    /// This body with a velocity, pixels per second.
    pub const fn with_velocity(self, velocity: Vec2) -> Self {
        Self { velocity, ..self }
    }

    /// The box around it.
    pub fn area(&self) -> Aabb {
        Aabb::from_center(self.position, self.half + Vec2::splat(self.radius))
    }

    /// Its lowest line, pixels.
    pub fn bottom(&self) -> f32 {
        self.position.y + self.half.y + self.radius
    }

    /// Whether all its numbers are finite and its size is none below 0. Others are not moved.
    pub fn is_valid(&self) -> bool {
        self.position.is_finite()
            && self.velocity.is_finite()
            && self.half.is_finite()
            && self.radius.is_finite()
            && self.half.cmpge(Vec2::ZERO).all()
            && self.radius >= 0.0
    }
}

/// Where a moving body met ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TileContact {
    /// The cell it met; that of the platform's middle for a platform.
    pub cell: IVec2,
    /// What stands in that cell; empty for a platform and for ground beyond the map.
    pub tile: Tile,
    /// The platform it met, by its place in the list.
    pub platform: Option<u32>,
    /// Away from the ground, of length 1.
    pub normal: Vec2,
    /// When in the step, from 0 to 1.
    pub time: f32,
    /// Where the body's center was then, pixels.
    pub position: Vec2,
    /// How the ground feels.
    pub material: TileMaterial,
}
