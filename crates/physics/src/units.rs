//! Between pixels and the units of the world.

/// How many pixels make a unit of length: a meter, a foot.
///
/// ```
/// use motile_physics::Scale;
/// let feet = Scale::new(100.0);
/// assert_eq!(feet.to_units(40.0), 0.4);
/// assert_eq!(feet.to_pixels(0.5), 50.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Pixels for a unit, above 0.
    pub pixels_per_unit: f32,
}

impl Default for Scale {
    /// 100 pixels to the meter.
    fn default() -> Self {
        Self::new(100.0)
    }
}

impl Scale {
    /// So many pixels for a unit.
    pub const fn new(pixels_per_unit: f32) -> Self {
        Self { pixels_per_unit }
    }

    /// Lengths, speeds and accelerations in pixels as those in units.
    pub const fn to_units(self, pixels: f32) -> f32 {
        pixels / self.pixels_per_unit
    }

    /// Lengths, speeds and accelerations in units as those in pixels.
    pub const fn to_pixels(self, units: f32) -> f32 {
        (units as f64 * self.pixels_per_unit as f64) as f32
    }
}

/// Inches in a foot.
pub const INCHES_PER_FOOT: f32 = 12.0;
/// Meters in a foot.
pub const METERS_PER_FOOT: f32 = 0.3048;
/// Standard gravity in meters per second squared.
pub const STANDARD_GRAVITY: f32 = 9.80665;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_6_42_scale_there_and_back() {
        let scale = Scale::new(100.0);
        assert_eq!(scale.to_units(40.0) * INCHES_PER_FOOT, 4.8);
        assert_eq!(scale.to_units(50.0), 0.5);
        for pixels in [0.0, 1.0, 40.0, 50.0, 530.0, 799.5, -3.25] {
            assert_eq!(scale.to_pixels(scale.to_units(pixels)), pixels);
        }
    }
}
