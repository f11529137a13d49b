//! Which picture of a walker is shown: by the way it looks, and by how far it has walked.

/// The pictures of something that walks, as sprites of an `IsoScene`: so many for each of the eight ways
/// it can look, way after way as [`facing`](super::IsoProjection::facing) counts them, from a first one on.
///
/// The picture changes with the way that was walked and not with time, so that feet do not slide on the floor.
///
/// ```
/// use motile_geom::vec3;
/// use motile_tiles::iso::{IsoFrames, IsoProjection};
///
/// // Sprites 20 to 51: eight ways, four pictures each, one for every 5 units.
/// let walker = IsoFrames { first: 20, frames: 4, stride: 5.0 };
/// let way = IsoProjection::DIMETRIC.facing(vec3(0.0, 0.0, 1.0)).unwrap_or(0);
/// assert_eq!(way, 2);
/// assert_eq!(walker.sprite(way, 0.0), 28);
/// assert_eq!(walker.sprite(way, 12.0), 30, "the third picture");
/// assert_eq!(walker.sprite(way, 20.0), 28, "and round again");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[doc(alias = "walk cycle")]
#[doc(alias = "eight directions")]
pub struct IsoFrames {
    /// The sprite of the first picture of way 0.
    pub first: u32,
    /// Pictures of each way; 0 counts as 1.
    pub frames: u32,
    /// How far each picture carries, world units. What is not positive shows the first picture of a way only.
    pub stride: f32,
}

impl IsoFrames {
    /// The sprite of a way, 0 to 7 and round again, after so many world units; negative ones are steps back. Numbers
    /// that are not finite show the first picture of the way.
    pub fn sprite(&self, way: u8, walked: f32) -> u32 {
        let frames = self.frames.max(1);
        let steps = f64::from(walked) / f64::from(self.stride);
        let is_walking = self.stride > 0.0 && steps.is_finite();
        let frame = if is_walking { steps.floor().rem_euclid(f64::from(frames)) as u32 } else { 0 };
        let before = u32::from(way % 8).saturating_mul(frames).saturating_add(frame);
        self.first.saturating_add(before)
    }
}
