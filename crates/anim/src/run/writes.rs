//! The values of a move, in the order in which they are written.

use super::Context;
use core::cmp::Ordering;

/// One tween's progress after a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Write {
    pub(crate) leaf: u32,
    /// Progress of the pass, 0…1, before the ease.
    pub(crate) progress: f32,
    pub(crate) outcome: Outcome,
    /// There may be layers above it that the move did not touch.
    unsure: bool,
    /// When it ended; when it began, if it runs.
    time: i64,
}

impl Write {
    /// Of a tween that nothing lies above.
    pub(crate) const fn new(leaf: u32, progress: f32, outcome: Outcome) -> Self {
        Self { leaf, progress, outcome, unsure: false, time: 0 }
    }
}

/// What became of a tween in a move, in the order of the layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// It has not begun any more: what was there before shows.
    Left,
    Ended,
    Runs,
}

/// What a move notes for writing.
#[derive(Debug, Default)]
pub(crate) struct Writes {
    /// One for each tween that was touched: the last thing that became of it.
    list: Vec<Write>,
    /// For each tween, the place of its write in the list, plus 1.
    places: Vec<u32>,
    /// For each tween, its place among all in the order of their first beginnings.
    ranks: Vec<u32>,
    /// A timeline repeats that has other tweens beside it: a move may touch lower layers than those it
    /// does not touch.
    folded: bool,
}

impl Writes {
    /// Room for a number of tweens, given by their numbers in the order of their first beginnings.
    pub(crate) fn new(tweens: impl ExactSizeIterator<Item = u32>, folded: bool) -> Self {
        let count = tweens.len();
        let mut ranks = vec![0; count];
        for (rank, leaf) in (0..).zip(tweens) {
            ranks[leaf as usize] = rank;
        }
        Self { list: Vec::with_capacity(count), places: vec![0; count], ranks, folded }
    }

    /// How many tweens there are.
    pub(crate) fn tweens(&self) -> usize {
        self.places.len()
    }

    pub(crate) fn clear(&mut self) {
        for write in self.list.drain(..) {
            self.places[write.leaf as usize] = 0;
        }
    }

    /// Notes that a tween is to show what was there before it.
    pub(crate) fn push_left(&mut self, leaf: u32) {
        let (progress, outcome) = (0.0, Outcome::Left);
        self.push(Write { leaf, progress, outcome, unsure: false, time: 0 });
    }

    fn push(&mut self, write: Write) {
        let place = &mut self.places[write.leaf as usize];
        if let Some(earlier) = place.checked_sub(1) {
            self.list[earlier as usize] = write;
        } else {
            self.list.push(write);
            *place = self.list.len() as u32;
        }
    }

    /// From now on every layer may have others above it.
    pub(crate) fn fold(&mut self) {
        self.folded = true;
    }

    /// Whether there may be layers above those noted.
    pub(crate) fn unsure(&self) -> bool {
        self.folded && self.list.iter().any(|write| write.unsure)
    }

    /// Puts the writes in order.
    pub(crate) fn sort(&mut self) {
        if self.list.len() < 2 {
            return;
        }
        let ranks = &self.ranks;
        self.list.sort_unstable_by(|a, b| order(a, b, ranks));
        for (place, write) in self.list.iter().enumerate() {
            self.places[write.leaf as usize] = place as u32 + 1;
        }
    }

    /// The writes in order, once sorted.
    pub(crate) fn list(&self) -> &[Write] {
        &self.list
    }

    /// What became of a tween, if it was touched.
    pub(crate) fn of(&self, leaf: u32) -> Option<&Write> {
        self.list.get(self.places[leaf as usize].checked_sub(1)? as usize)
    }
}

fn order(a: &Write, b: &Write, ranks: &[u32]) -> Ordering {
    let layers = a.outcome.cmp(&b.outcome).then(a.time.cmp(&b.time));
    layers.then_with(|| match a.outcome {
        // Each has kept what it found: taken away in the reverse order, the first shows what was there.
        Outcome::Left => ranks[b.leaf as usize].cmp(&ranks[a.leaf as usize]),
        _ => a.leaf.cmp(&b.leaf),
    })
}

impl Context<'_> {
    /// Notes a tween's progress, and when it ended or began.
    pub(crate) fn note(&mut self, leaf: u32, progress: f32, outcome: Outcome, time: i64) {
        let (outcome, time) = match (outcome, self.over) {
            (Outcome::Left, _) => (outcome, 0),
            (Outcome::Runs, Some(end)) => (Outcome::Ended, end),
            _ => (outcome, time),
        };
        let unsure = match outcome {
            Outcome::Left => true,
            Outcome::Ended => self.backward,
            Outcome::Runs => false,
        };
        self.writes.push(Write { leaf, progress, outcome, unsure, time });
    }
}
