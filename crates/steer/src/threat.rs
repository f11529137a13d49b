//! What is about to be hit, and when.

use motile_geom::Vec2;

/// A contact that comes if nothing changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threat {
    /// Seconds until contact; 0 when already touching.
    pub time: f32,
    /// Unit vector from the obstacle towards the agent at contact.
    pub normal: Vec2,
}

/// The threat that comes first; of equal ones the first in the list.
#[must_use]
pub fn nearest_threat(threats: impl IntoIterator<Item = Option<Threat>>) -> Option<Threat> {
    threats.into_iter().flatten().fold(None, |best: Option<Threat>, threat| match best {
        Some(best) if best.time <= threat.time => Some(best),
        _ => Some(threat),
    })
}
