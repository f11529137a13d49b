//! What comes down in the snow demo: flakes, butterflies and marbles.

use super::eye;
use crate::kit;
use motile::prelude::*;

/// What comes down.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Snow,
    Butterflies,
    Marbles,
}

impl Kind {
    pub(super) const NAMES: [&str; 3] = ["snow", "butterflies", "marbles"];
    pub(super) const ALL: [Self; 3] = [Self::Snow, Self::Butterflies, Self::Marbles];

    /// Pixels of the picture that one falls in a second.
    pub(super) const fn speed(self) -> f32 {
        match self {
            Self::Snow => 54.0,
            Self::Butterflies => 24.0,
            Self::Marbles => 90.0,
        }
    }

    /// How many there are beside flakes: butterflies take more room.
    pub(super) const fn share(self) -> f32 {
        match self {
            Self::Snow => 1.0,
            Self::Butterflies => 0.08,
            Self::Marbles => 0.2,
        }
    }
}

/// A flake, in pixels of the picture.
#[derive(StateHash)]
pub(super) struct Snowflake {
    pub(super) position: Vec2,
    pub(super) drift: f32,
    /// Seconds that it lies.
    pub(super) rest: f32,
    pub(super) size: f32,
    /// Seconds since it came.
    pub(super) age: f32,
}

impl Snowflake {
    /// Draws it, or what else it is; the share of its time that is left makes it smaller.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_>, kind: Kind, left: f32) {
        let at = self.position * eye::SCALE;
        match kind {
            Kind::Snow => {
                let size = Vec2::splat(self.size * (0.4 + 0.6 * left));
                let area = Aabb::from_center(at, size);
                canvas.fill(&Path::round_rect(area, self.size), Color::WHITE.with_alpha(225));
            }
            Kind::Butterflies => {
                // Slowly while it sits.
                let beat = if self.rest > 0.0 { 3.0 } else { 16.0 };
                let open = 0.35 + 0.65 * ops::sin(self.age * beat).abs();
                for side in [-1.0, 1.0] {
                    let wing = vec2(side * 4.0 * open, -1.0) * self.size;
                    let oval = Path::ellipse(at + wing, vec2(3.6 * open, 4.4) * self.size);
                    canvas.fill(&oval, kit::hue(self.size.to_bits() as usize % 7, 7));
                }
                kit::disc(canvas, at, self.size, Color::BLACK);
            }
            Kind::Marbles => {
                kit::disc(
                    canvas,
                    at,
                    self.size * 2.5,
                    kit::hue(self.size.to_bits() as usize % 5, 5),
                );
                kit::disc(canvas, at - self.size, self.size * 0.8, Color::WHITE.with_alpha(180));
            }
        }
    }
}
