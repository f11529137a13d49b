//! Delay, passes and events of one node.

use super::{Context, Group, Report, TimeMap, writes::Outcome};
use crate::{EventKind, timing::Timing, tween::Common};

/// The most passes that one move reports one by one; of a longer jump the last ones are, and the number
/// of the others.
const MAX_PASSES: i64 = 10_000;

pub(crate) struct Node {
    pub(crate) timing: Timing,
    pub(crate) tag: u32,
    updates: bool,
    pub(crate) content: Content,
    pub(crate) phase: Phase,
    /// Time since the first pass began, 0…all passes.
    since: i64,
}

pub(crate) enum Content {
    /// Index of the tween's leaf in its player.
    Leaf(u32),
    /// Boxed, because most nodes are tweens.
    Group(Box<Group>),
    Call,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Before,
    Running,
    Done,
}

impl Node {
    pub(crate) fn new(timing: Timing, common: &Common, content: Content) -> Self {
        let (tag, updates) = (common.tag, common.updates);
        Self { timing, tag, updates, content, phase: Phase::Before, since: 0 }
    }

    /// The same moment of the same tween, for another leaf.
    pub(crate) fn twin(&self) -> Self {
        let Self { timing, tag, updates, phase, since, .. } = *self;
        Self { timing, tag, updates, content: Content::Leaf(0), phase, since }
    }

    /// Puts it into the middle of its first pass, at a time of the parent.
    pub(crate) fn set_running(&mut self, time: i64) {
        self.phase = Phase::Running;
        self.since = self.timing.own_time(time) - self.timing.delay;
    }

    /// How many tweens are in it.
    pub(crate) fn tweens(&self) -> usize {
        match &self.content {
            Content::Leaf(_) => 1,
            Content::Group(group) => group.tweens,
            Content::Call => 0,
        }
    }

    /// When it begins to have an effect, in time of the parent from its position on.
    pub(crate) fn begin(&self) -> i64 {
        self.timing.parent_time(self.timing.delay)
    }

    /// When each leaf first begins, in time of the parent from its position on.
    pub(crate) fn beginnings(&self, found: &mut dyn FnMut(u32, i64)) {
        let own = |time: i64| self.timing.parent_time(self.timing.delay.saturating_add(time));
        match &self.content {
            Content::Leaf(leaf) => found(*leaf, own(0)),
            Content::Group(group) => {
                for child in &group.children {
                    child.node.beginnings(&mut |leaf, time| {
                        found(leaf, own(child.position.saturating_add(time)));
                    });
                }
            }
            Content::Call => {}
        }
    }

    /// Moves to a time of the parent, counted from its position.
    pub(crate) fn move_to(&mut self, time: i64, map: TimeMap, context: &mut Context<'_>) {
        let since = if time >= self.timing.length() {
            i64::MAX
        } else {
            self.timing.own_time(time) - self.timing.delay
        };
        self.move_since(since, map, context);
    }

    /// Moves to a time since the first pass began: negative is before it, anything large the end.
    pub(crate) fn move_since(&mut self, to: i64, map: TimeMap, context: &mut Context<'_>) {
        let end = self.timing.passes();
        let own = self.own_map(map);
        let entering = self.phase == Phase::Before;
        match self.phase {
            Phase::Before if to < 0 => return,
            Phase::Before => {
                self.since = 0;
                self.report(EventKind::Start, own.at(0), context);
            }
            Phase::Done if to >= end => return,
            _ if to < 0 => return self.leave(true, map, context),
            _ => {}
        }
        let from = self.since;
        self.since = to.min(end);
        self.phase = if to >= end { Phase::Done } else { Phase::Running };
        let outcome = if to >= end { Outcome::Ended } else { Outcome::Runs };
        self.walk(from, outcome, own, context);
        if self.phase == Phase::Done {
            self.report(EventKind::Complete, own.at(end), context);
        }
        if self.updates && context.report == Report::Arriving && (entering || from != self.since) {
            self.report(EventKind::Update, own.at(self.since), context);
        }
    }

    /// Moves within the pass it is in, if that is all there is to the move; gives the progress.
    pub(crate) fn glide(&mut self, time: i64) -> Option<f32> {
        let since = self.timing.own_time(time) - self.timing.delay;
        if self.phase != Phase::Running
            || self.updates
            || since <= 0
            || since >= self.timing.passes()
        {
            return None;
        }
        let fold = self.timing.fold(since);
        if fold.pass != self.timing.fold(self.since).pass {
            return None;
        }
        self.since = since;
        Some((fold.local as f64 / self.timing.duration as f64) as f32)
    }

    /// Goes back to its beginning and counts as not begun. When `strict`, time is before the
    /// beginning, where things without length have not happened yet; else exactly there.
    pub(crate) fn leave(&mut self, strict: bool, map: TimeMap, context: &mut Context<'_>) {
        if self.phase == Phase::Before {
            return;
        }
        let map = self.own_map(map);
        let from = core::mem::replace(&mut self.since, 0);
        self.phase = Phase::Before;
        // Exactly at its beginning, a tween without length shows its end.
        let outcome = if strict { Outcome::Left } else { Outcome::Ended };
        self.walk(from, outcome, map, context);
        if let Content::Group(group) = &mut self.content {
            group.leave(strict, map, context);
        }
        self.report(EventKind::ReverseComplete, map.at(0), context);
        if self.updates && context.report == Report::Arriving {
            self.report(EventKind::Update, map.at(0), context);
        }
    }

    /// From the time of the passes to the animation's time.
    fn own_map(&self, map: TimeMap) -> TimeMap {
        map.inner(self.timing.delay as f64 / self.timing.scale, self.timing.scale)
    }

    /// A call has no life of its own: it is passed, once in each direction.
    fn report(&self, kind: EventKind, time: f64, context: &mut Context<'_>) {
        match (&self.content, kind) {
            (Content::Call, EventKind::Start | EventKind::ReverseComplete) => {
                context.emit(self.tag, EventKind::Call, time);
            }
            (Content::Call, _) => {}
            (_, kind) => context.emit(self.tag, kind, time),
        }
    }

    /// From one time to `self.since`.
    fn walk(&mut self, from: i64, outcome: Outcome, map: TimeMap, context: &mut Context<'_>) {
        match self.content {
            Content::Group(_) => self.walk_group(from, map, context),
            Content::Leaf(leaf) => self.walk_leaf(leaf, from, outcome, map, context),
            Content::Call => {}
        }
    }

    fn walk_leaf(
        &mut self,
        leaf: u32,
        from: i64,
        outcome: Outcome,
        map: TimeMap,
        context: &mut Context<'_>,
    ) {
        let (a, b) = (self.timing.fold(from), self.timing.fold(self.since));
        let cycle = self.timing.cycle();
        let skipped = (b.pass - a.pass).abs() - MAX_PASSES;
        if skipped > 0 {
            let pass = a.pass + skipped * (b.pass - a.pass).signum();
            self.report(EventKind::Skipped(skipped as u64), map.at(pass * cycle), context);
        }
        if a.pass < b.pass {
            for pass in a.pass.max(b.pass - MAX_PASSES) + 1..=b.pass {
                self.report(EventKind::Repeat, map.at(pass * cycle), context);
            }
        } else {
            for pass in (b.pass.max(a.pass - MAX_PASSES) + 1..=a.pass).rev() {
                self.report(EventKind::Repeat, map.at(pass * cycle), context);
            }
        }
        let progress = if self.timing.duration == 0 {
            f32::from(outcome != Outcome::Left)
        } else {
            (b.local as f64 / self.timing.duration as f64) as f32
        };
        // A tween left at its very beginning counts as left for the order, too.
        let outcome = if self.phase == Phase::Before { Outcome::Left } else { outcome };
        context.note(leaf, progress, outcome, map, self.timing.passes());
    }

    /// Takes the children through every pass between two times.
    fn walk_group(&mut self, from: i64, map: TimeMap, context: &mut Context<'_>) {
        let timing = self.timing;
        let (a, b) = (timing.fold(from), timing.fold(self.since));
        let outer = (context.seam, context.repeating);
        let seam =
            |pass, here: TimeMap| if pass > 0 && !timing.yoyo { here.at(0) } else { outer.0 };
        context.repeating |= a.pass.max(b.pass) > 0 && self.tweens() < context.writes.tweens();
        let mut pass = a.pass;
        while pass != b.pass {
            let forward = pass < b.pass;
            let skip = (b.pass - pass).abs() - MAX_PASSES;
            let here = pass_map(&timing, pass, map);
            context.seam = seam(pass, here);
            let reversed = timing.yoyo && pass % 2 == 1;
            let boundary = if forward { pass + 1 } else { pass } * timing.cycle();
            let Content::Group(group) = &mut self.content else { return };
            // Leave the pass at its far side, whichever way its time runs.
            if forward == reversed {
                group.leave(!timing.yoyo, here, context);
            } else {
                group.move_local(timing.duration, here, context);
            }
            if !timing.yoyo {
                let side = if forward { -1 } else { timing.duration };
                group.jump(side, map.at(boundary), here, context);
            }
            self.report(EventKind::Repeat, map.at(boundary), context);
            // An even number is skipped, so that a yoyo keeps its direction.
            let skip = skip.max(0) / 2 * 2;
            pass += if forward { 1 + skip } else { -1 - skip };
            if skip > 0 {
                let time = map.at(if forward { pass } else { pass + 1 } * timing.cycle());
                self.report(EventKind::Skipped(skip as u64), time, context);
            }
        }
        let here = pass_map(&timing, pass, map);
        context.seam = seam(pass, here);
        let Content::Group(group) = &mut self.content else { return };
        if b.reversed && self.phase == Phase::Done {
            // Nothing runs any more at the end of the way back.
            group.leave(false, here, context);
        } else {
            group.move_local(b.local, here, context);
        }
        // What happens beside this timeline does not depend on its passes.
        (context.seam, context.repeating) = outer;
    }
}

/// From a group's local time in one pass to the animation's time.
fn pass_map(timing: &Timing, pass: i64, map: TimeMap) -> TimeMap {
    let origin = (pass * timing.cycle()) as f64;
    if timing.yoyo && pass % 2 == 1 {
        map.inner(origin + timing.duration as f64, -1.0)
    } else {
        map.inner(origin, 1.0)
    }
}
