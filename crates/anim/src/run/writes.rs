//! The values of a move, in the order in which they are written.

use super::{Context, TimeMap};
use core::cmp::Ordering;

/// One tween's progress after a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Write {
    pub(crate) leaf: u32,
    /// Progress of the pass, 0…1, before the ease.
    pub(crate) progress: f32,
    /// Whether it runs at the end of the move: it then writes after those that do not.
    pub(crate) running: bool,
    /// When it ended or was left; when it began, if it runs.
    time: f64,
    /// Of several things at the same time: 0 for what happens when it is reached, 1 for what happens when
    /// it is passed (tweens are left, and a pass jumps to its beginning), 2 for what comes after a jump.
    stage: u8,
    /// Order inside a jump.
    sub: f64,
    /// Order of creation, reversed where things are undone.
    rank: i64,
}

/// What a move notes for writing.
#[derive(Debug, Default)]
pub(crate) struct Writes {
    /// One for each tween that was touched: the last thing that became of it.
    list: Vec<Write>,
    /// For each tween, the place of its write in the list, plus 1.
    places: Vec<u32>,
    /// Going back from a later pass, something was left or ended: its value may be older than that of a
    /// tween which the move does not touch.
    pub(crate) unsure: bool,
}

/// What became of a tween in a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    Ended,
    Left,
    Runs,
}

impl Writes {
    /// Room for a number of tweens.
    pub(crate) fn new(tweens: usize) -> Self {
        Self { list: Vec::with_capacity(tweens), places: vec![0; tweens], unsure: false }
    }

    pub(crate) fn clear(&mut self) {
        for write in self.list.drain(..) {
            self.places[write.leaf as usize] = 0;
        }
        self.unsure = false;
    }

    /// How many tweens there are.
    pub(crate) fn tweens(&self) -> usize {
        self.places.len()
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

    /// Puts the writes in order, for a move forwards or backwards.
    pub(crate) fn sort(&mut self, backward: bool) {
        let sign = if backward { -1.0 } else { 1.0 };
        self.list.sort_unstable_by(|a, b| order(a, b, sign));
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

fn order(a: &Write, b: &Write, sign: f64) -> Ordering {
    let time = |w: &Write| if w.running { w.time } else { w.time * sign };
    a.running
        .cmp(&b.running)
        .then(time(a).total_cmp(&time(b)))
        .then(a.stage.cmp(&b.stage))
        .then(a.sub.total_cmp(&b.sub))
        .then(a.rank.cmp(&b.rank))
}

impl Context<'_> {
    /// Notes a tween's progress; `map` is that of its passes, `end` their length.
    pub(crate) fn note(
        &mut self,
        leaf: u32,
        progress: f32,
        outcome: Outcome,
        map: TimeMap,
        end: i64,
    ) {
        let own = if outcome == Outcome::Ended { map.at(end) } else { map.at(0) };
        self.writes.unsure |= self.repeating && self.backward && outcome != Outcome::Runs;
        // A jump goes by the time inside, which may run against that of the animation.
        let local = own * map.direction();
        let sub = match (self.jump, outcome) {
            (None, _) => 0.0,
            // Undone in the reverse order of their beginnings.
            (Some(_), Outcome::Left) => -local,
            (Some(_), _) => local,
        };
        let rank = if outcome == Outcome::Left { -i64::from(leaf) } else { i64::from(leaf) };
        let stage = match self.jump {
            _ if outcome == Outcome::Runs => 0,
            Some(_) => 1,
            None if own == self.seam => 2,
            None => u8::from(outcome == Outcome::Left),
        };
        self.writes.push(Write {
            leaf,
            progress,
            running: outcome == Outcome::Runs,
            time: self.jump.unwrap_or(own),
            stage,
            sub,
            rank,
        });
    }
}
