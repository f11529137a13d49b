//! What a particle looks like: shapes as coverage of pixels.

use motile_geom::{Vec2, ops, vec2};

/// The shape a particle is drawn as. Its size is the width of the whole, in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParticleLook {
    /// A soft spot, bright in the middle: glow, smoke, dust.
    #[default]
    Soft,
    /// A disc with a smooth rim: drops, bubbles.
    Disc,
    /// A thin circle: rings on water.
    Ring,
    /// A square that turns: confetti, debris.
    Square,
    /// A star with four rays that turns: magic, sparkle.
    Star,
    /// A thin line along the way it flies: sparks, rain. Its size is the length.
    Streak,
}

impl ParticleLook {
    /// All of them, in the order of their names in an editor.
    pub const ALL: [Self; 6] =
        [Self::Soft, Self::Disc, Self::Ring, Self::Square, Self::Star, Self::Streak];

    /// Its lower-case name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Soft => "soft",
            Self::Disc => "disc",
            Self::Ring => "ring",
            Self::Square => "square",
            Self::Star => "star",
            Self::Streak => "streak",
        }
    }

    /// After how many radians it looks as before, and in how many steps that turn is drawn. Round ones need one.
    pub(crate) const fn turns(self) -> (f32, u32) {
        use core::f32::consts::{FRAC_PI_2, PI};
        match self {
            Self::Soft | Self::Disc | Self::Ring => (PI, 1),
            Self::Square | Self::Star => (FRAC_PI_2, 8),
            Self::Streak => (PI, 24),
        }
    }

    /// How much of a pixel it covers, 0…1: the pixel's center seen from the middle of the shape, and the shape's radius,
    /// both in pixels, and how far it is turned.
    pub(crate) fn coverage(self, pixel: Vec2, radius: f32, angle: f32) -> f32 {
        let far = pixel.length();
        match self {
            Self::Soft => {
                let left = (1.0 - far * far / (radius * radius)).max(0.0);
                left * left
            }
            Self::Disc => inside(radius - far),
            Self::Ring => {
                let width = (radius * 0.25).max(1.0);
                inside(radius - far).min(inside(far - radius + width))
            }
            Self::Square => {
                // The corners of a square that turns stay within the radius.
                let half = radius * core::f32::consts::FRAC_1_SQRT_2;
                let turned = turned(pixel, angle).abs();
                inside(half - turned.x) * inside(half - turned.y)
            }
            Self::Star => {
                let turned = turned(pixel, angle).abs() / radius;
                // A star of four rays: the curve √x + √y = 1, softened.
                let rays = 1.0 - (turned.x.sqrt() + turned.y.sqrt());
                (rays * 2.5).clamp(0.0, 1.0)
            }
            Self::Streak => {
                let turned = turned(pixel, angle).abs();
                let half = (radius * 0.12).max(0.75);
                let beyond = vec2((turned.x - radius + half).max(0.0), turned.y);
                inside(half - beyond.length())
            }
        }
    }
}

/// How much of a pixel lies inside when its center lies this far inside of an edge.
fn inside(depth: f32) -> f32 {
    (depth + 0.5).clamp(0.0, 1.0)
}

fn turned(point: Vec2, angle: f32) -> Vec2 {
    let (sin, cos) = ops::sin_cos(angle);
    vec2(point.x * cos + point.y * sin, point.y * cos - point.x * sin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_look_is_full_inside_and_empty_outside() {
        for look in ParticleLook::ALL {
            let middle = if look == ParticleLook::Ring { vec2(18.5, 0.0) } else { Vec2::ZERO };
            assert!(look.coverage(middle, 20.0, 0.3) > 0.9, "{look:?}");
            for angle in [0.0, 0.7, 2.0] {
                let outside = Vec2::new(14.9, 14.9);
                assert_eq!(look.coverage(outside, 20.0, angle), 0.0, "{look:?}");
            }
        }
    }
}
