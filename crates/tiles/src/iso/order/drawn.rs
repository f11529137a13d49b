//! What comes out: things back to front.

use super::IsoItem;
use motile_geom::Id;

/// Things back to front, in groups.
#[derive(Clone, Debug, Default)]
pub(super) struct Drawn {
    pub(super) sequence: Vec<Id<IsoItem>>,
    /// Where the groups of several things begin and end; all others are of one.
    rings: Vec<(u32, u32)>,
}

impl Drawn {
    pub(super) fn clear(&mut self) {
        self.sequence.clear();
        self.rings.clear();
    }

    pub(super) fn add(&mut self, group: impl Iterator<Item = Id<IsoItem>>) {
        let start = self.sequence.len();
        self.sequence.extend(group);
        if self.sequence.len() > start + 1 {
            self.rings.push((start as u32, self.sequence.len() as u32));
        }
    }

    /// How many groups have several things.
    pub(super) const fn cycles(&self) -> u32 {
        self.rings.len() as u32
    }

    pub(super) fn groups(&self) -> impl Iterator<Item = &[Id<IsoItem>]> {
        let mut rings = self.rings.iter().peekable();
        let mut start = 0;
        core::iter::from_fn(move || {
            let ring = rings.next_if(|ring| ring.0 as usize == start);
            let end = ring.map_or(start + 1, |ring| ring.1 as usize);
            let group = self.sequence.get(start..end)?;
            start = end;
            Some(group)
        })
    }
}
