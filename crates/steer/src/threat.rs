//! What is about to be hit, and when.

use motile_geom::Vec2;

/// A contact that comes if nothing changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threat {
    /// Seconds until contact; 0 when already touching.
    #[doc(alias = "time of impact")]
    pub time: f32,
    /// Unit vector from the obstacle towards the agent at contact.
    pub normal: Vec2,
}

/// The threat that comes first; of equal ones the first in the list.
#[must_use]
pub fn nearest_threat(threats: impl IntoIterator<Item = Option<Threat>>) -> Option<Threat> {
    first_met(threats, |threat| *threat).map(|(threat, _)| threat)
}

/// The threat that comes first together with what threatens; of equal ones the first in the list.
#[inline]
pub(crate) fn first_met<T>(
    items: impl IntoIterator<Item = T>,
    meet: impl Fn(&T) -> Option<Threat>,
) -> Option<(Threat, T)> {
    let met = items.into_iter().filter_map(|item| meet(&item).map(|threat| (threat, item)));
    met.fold(None, |best: Option<(Threat, T)>, next| match best {
        Some(best) if best.0.time <= next.0.time => Some(best),
        _ => Some(next),
    })
}
