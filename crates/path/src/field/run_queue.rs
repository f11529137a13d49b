//! The open list of a distance field on uniform ground.

use crate::grid::cell::{pack, unpack};
use motile_geom::IVec2;

/// Ends of runs in rough order of cost: exact order is not needed, as cells may be improved later,
/// only that little is done twice.
#[derive(Clone, Debug, Default)]
pub(super) struct RunQueue {
    /// First entry + 1 of each bucket.
    heads: Vec<u32>,
    entries: Vec<Run>,
    unused: u32,
    lowest: usize,
}

#[derive(Clone, Copy, Debug)]
struct Run {
    cell: u32,
    cost: u32,
    direction: u32,
    next: u32,
}

/// About two steps of cost share a bucket.
const BUCKET_SHIFT: u32 = 10;

impl RunQueue {
    pub(super) fn clear(&mut self) {
        self.heads.fill(0);
        self.entries.clear();
        (self.unused, self.lowest) = (0, 0);
    }

    pub(super) fn bytes(&self) -> usize {
        self.heads.capacity() * 4 + self.entries.capacity() * size_of::<Run>()
    }

    pub(super) fn push(&mut self, cell: IVec2, cost: u32, direction: u32) {
        let bucket = (cost >> BUCKET_SHIFT) as usize;
        if bucket >= self.heads.len() {
            self.heads.resize((bucket + 1).next_power_of_two(), 0);
        }
        let run = Run { cell: pack(cell), cost, direction, next: self.heads[bucket] };
        if let Some(slot) = self.entries.get_mut((self.unused as usize).wrapping_sub(1)) {
            self.heads[bucket] = self.unused;
            self.unused = slot.next;
            *slot = run;
        } else {
            self.entries.push(run);
            self.heads[bucket] = self.entries.len() as u32;
        }
    }

    pub(super) fn pop(&mut self) -> Option<(IVec2, u32, u32)> {
        let ahead = self.heads[self.lowest..].iter().position(|&head| head != 0)?;
        self.lowest += ahead;
        let entry = self.heads[self.lowest];
        let run = self.entries[entry as usize - 1];
        self.heads[self.lowest] = run.next;
        self.entries[entry as usize - 1].next = self.unused;
        self.unused = entry;
        Some((unpack(run.cell), run.cost, run.direction))
    }
}
