//! What comes out: things back to front.

use super::IsoItem;
use motile_geom::Id;

/// Things back to front, in groups.
#[derive(Clone, Debug, Default)]
pub(super) struct Drawn {
    pub(super) sequence: Vec<Id<IsoItem>>,
    ends: Vec<u32>,
    /// How many groups have several things.
    pub(super) cycles: u32,
}

impl Drawn {
    pub(super) fn clear(&mut self) {
        self.sequence.clear();
        self.ends.clear();
        self.cycles = 0;
    }

    pub(super) fn add(&mut self, group: impl Iterator<Item = Id<IsoItem>>) {
        let start = self.sequence.len();
        self.sequence.extend(group);
        self.ends.push(self.sequence.len() as u32);
        self.cycles += u32::from(self.sequence.len() > start + 1);
    }

    pub(super) fn groups(&self) -> impl Iterator<Item = &[Id<IsoItem>]> {
        let starts = core::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.sequence[start as usize..end as usize])
    }
}
