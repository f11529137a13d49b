//! Who rests: what a step left as it was stays so until something around it changes.

use super::IsoBody;
use motile_geom::Aabb;

/// What the step of a body depends on besides the bodies: time, gravity, rest speed, ground and area.
pub(super) type StepRules = ([f32; 3], Option<f32>, Option<Aabb>);

/// Which bodies rest, by their places.
///
/// A body falls asleep when a step changed no bit of it. As long as nothing near it changes, more steps would not either: so
/// skipping them changes no result, and who sleeps is no part of the state.
#[derive(Clone, Debug, Default)]
pub(super) struct Rest {
    asleep: Vec<bool>,
    count: usize,
    rules: Option<StepRules>,
}

impl Rest {
    pub(super) fn is_asleep(&self, slot: u32) -> bool {
        self.asleep.get(slot as usize).copied().unwrap_or(false)
    }

    /// How many rest.
    pub(super) const fn count(&self) -> usize {
        self.count
    }

    /// By other rules everybody has to be looked at again.
    pub(super) fn under(&mut self, rules: StepRules) {
        if self.rules != Some(rules) {
            self.wake_all();
            self.rules = Some(rules);
        }
    }

    pub(super) fn wake_all(&mut self) {
        self.asleep.fill(false);
        self.count = 0;
    }

    pub(super) fn wake(&mut self, slot: u32) {
        if let Some(asleep) = self.asleep.get_mut(slot as usize)
            && core::mem::replace(asleep, false)
        {
            self.count -= 1;
        }
    }

    pub(super) fn sleep(&mut self, slot: u32) {
        if self.asleep.len() <= slot as usize {
            self.asleep.resize(slot as usize + 1, false);
        }
        self.count += usize::from(!core::mem::replace(&mut self.asleep[slot as usize], true));
    }
}

/// Whether a step left a body as it was, to the bit: what differs in the sign of a zero only is hashed and saved as another.
pub(super) fn is_unchanged(before: &IsoBody, after: &IsoBody) -> bool {
    let bits = |body: &IsoBody| {
        let numbers = [body.position, body.velocity].map(|of| of.to_array().map(f32::to_bits));
        (numbers, body.grounded)
    };
    bits(before) == bits(after)
}
