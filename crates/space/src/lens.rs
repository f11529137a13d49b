//! Lenses: how strongly things shrink with distance.

use core::{f32::consts::PI, fmt};
use motile_geom::{HashState, StateHash, ops};

/// How strongly things shrink with distance: an angle of view, a focal length, or not at all.
///
/// What was set is kept and the other follows from the width of the picture, so that a window that grows keeps the angle or the
/// length, as its lens says.
///
/// ```
/// use motile_space::Lens;
/// let wide = Lens::fov(110f32.to_radians())?;
/// assert!((wide.focal_length(800.0) - 280.083).abs() < 1e-3);
/// assert!(Lens::fov(4.0).is_err() && Lens::focal(0.0).is_err());
/// # Ok::<(), motile_space::LensError>(())
/// ```
#[doc(alias = "PerspectiveProjection")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lens(Kind);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Fov(f32),
    Focal(f32),
    Parallel,
}

impl Default for Lens {
    /// An angle of view of 55 degrees.
    fn default() -> Self {
        Self(Kind::Fov(55.0 * PI / 180.0))
    }
}

impl Lens {
    /// Nothing shrinks: the limit of ever longer lenses.
    #[doc(alias = "orthographic")]
    pub const PARALLEL: Self = Self(Kind::Parallel);

    /// A lens by the angle in radians that the width of the picture takes up: small ones look from afar, large ones from near.
    ///
    /// # Errors
    /// [`LensError::FieldOfView`] unless the angle is above 0 and below π.
    #[doc(alias = "field of view")]
    pub fn fov(angle: f32) -> Result<Self, LensError> {
        if angle > 0.0 && angle < PI {
            return Ok(Self(Kind::Fov(angle)));
        }
        Err(LensError::FieldOfView { angle })
    }

    /// A lens by the distance of the eye before z = 0, in pixels.
    ///
    /// # Errors
    /// [`LensError::FocalLength`] unless it is above 0 and finite.
    pub fn focal(length: f32) -> Result<Self, LensError> {
        if length > 0.0 && length.is_finite() {
            return Ok(Self(Kind::Focal(length)));
        }
        Err(LensError::FocalLength { length })
    }

    /// The distance of the eye before z = 0 for a picture of a width in pixels; infinite for a parallel one.
    pub fn focal_length(&self, width: f32) -> f32 {
        match self.0 {
            Kind::Fov(angle) => length_of(angle.into(), width.into()) as f32,
            Kind::Focal(length) => length,
            Kind::Parallel => f32::INFINITY,
        }
    }

    /// The angle in radians that a picture of a width in pixels takes up; 0 for a parallel one.
    pub fn angle_of_view(&self, width: f32) -> f32 {
        match self.0 {
            Kind::Fov(angle) => angle,
            Kind::Focal(length) => angle_of(length.into(), width.into()) as f32,
            Kind::Parallel => 0.0,
        }
    }

    /// Whether nothing shrinks.
    pub const fn is_parallel(&self) -> bool {
        matches!(self.0, Kind::Parallel)
    }
}

/// The focal length of an angle, in double precision: near half a turn the tangent is all in the last digits.
fn length_of(angle: f64, width: f64) -> f64 {
    width * 0.5 / ops::tan64(angle * 0.5)
}

/// The angle of a focal length.
fn angle_of(length: f64, width: f64) -> f64 {
    2.0 * ops::atan2_64(width * 0.5, length)
}

impl HashState for Lens {
    fn hash_state(&self, hash: &mut StateHash) {
        let (kind, number) = match self.0 {
            Kind::Fov(angle) => (0u32, angle),
            Kind::Focal(length) => (1, length),
            Kind::Parallel => (2, 0.0),
        };
        hash.write(&(kind, number));
    }
}

/// Why a lens cannot be made.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum LensError {
    /// An angle of view that no picture has.
    FieldOfView {
        /// The angle, in radians.
        angle: f32,
    },
    /// A distance at which no eye can be.
    FocalLength {
        /// The distance, in pixels.
        length: f32,
    },
}

impl fmt::Display for LensError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FieldOfView { angle } => {
                write!(f, "a field of view is above 0 and below π radians, found {angle}")
            }
            Self::FocalLength { length } => {
                write!(f, "a focal length is above 0 and finite, found {length}")
            }
        }
    }
}

impl core::error::Error for LensError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f32, b: f32) {
        assert!((a - b).abs() <= 2e-6 * b.abs(), "{a} {b}");
    }

    #[test]
    fn t7_4_and_d3_16_angles_to_lengths() {
        for (degrees, width, length) in [
            (55.0f32, 500.0, 480.245532),
            (55.0, 300.0, 288.147319),
            (55.0, 640.0, 614.714281),
            (55.0, 800.0, 768.392851),
            (55.0, 1440.0, 1383.107131),
            (90.0, 800.0, 400.0),
            (60.0, 800.0, 692.820323),
            (110.0, 800.0, 280.083015),
            (25.0, 800.0, 1804.283401),
            (1.0, 800.0, 45835.460052),
        ] {
            near(Lens::fov(degrees.to_radians()).unwrap().focal_length(width), length);
        }
        // An f32 knows 179 degrees to 2e-7 of half a turn, of which the length is what is left.
        let widest = Lens::fov(179f32.to_radians()).unwrap().focal_length(800.0);
        assert!((widest - 3.490747).abs() < 1e-4, "{widest}");
    }

    #[test]
    fn t7_5_lengths_to_angles() {
        for (length, degrees) in
            [(300.0, 106.260205), (250.0, 115.989234), (400.0, 90.0), (1000.0, 43.602819)]
        {
            near(Lens::focal(length).unwrap().angle_of_view(800.0).to_degrees(), degrees);
        }
    }

    #[test]
    fn t7_7_lengths_come_back_from_their_angles() {
        for length in [1.0f32, 10.0, 300.0, 5000.0, 1e6] {
            let exact = f64::from(length);
            let again = length_of(angle_of(exact, 800.0), 800.0);
            assert!((again - exact).abs() < 1e-9 * exact, "{again} {length}");
            // And as far as an angle in f32 can say: near half a turn its last digit is a forty-thousandth of a pixel.
            let angle = Lens::focal(length).unwrap().angle_of_view(800.0);
            let again = Lens::fov(angle).unwrap().focal_length(800.0);
            assert!((again - length).abs() < (1e-6 * length).max(1e-4), "{again} {length}");
        }
    }

    #[test]
    fn t7_8_and_d3_15_and_w18_and_m7_6_impossible_lenses_are_errors() {
        for degrees in [0.0f32, 180.0, -5.0, 200.0, f32::NAN] {
            assert!(Lens::fov(degrees.to_radians()).is_err(), "{degrees}");
        }
        assert!(Lens::fov(0.001f32.to_radians()).is_ok());
        assert!(Lens::fov(179.999f32.to_radians()).is_ok());
        for length in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            assert!(Lens::focal(length).is_err(), "{length}");
        }
        near(Lens::default().angle_of_view(123.0).to_degrees(), 55.0);
        let error = Lens::focal(-1.0).unwrap_err();
        assert_eq!(error.to_string(), "a focal length is above 0 and finite, found -1");
    }

    #[test]
    fn t7_9_and_d3_17_what_was_set_is_kept() {
        near(Lens::default().focal_length(1440.0), 1383.107131);
        let lens = Lens::focal(768.392851).unwrap();
        near(lens.focal_length(1440.0), 768.392851);
        near(lens.angle_of_view(1440.0).to_degrees(), 86.275540);
    }
}
