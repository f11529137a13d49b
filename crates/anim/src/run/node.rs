//! Delay, passes and events of one node.

use super::{Context, Group, Report, TimeMap, writes::Outcome};
use crate::{AnimEventKind, Repeat, timing::Timing, tween::Common};

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

/// Where a move ends, seen from one node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arrival {
    /// Before its beginning.
    Before,
    /// Back at its beginning, and counted as not begun; but its first values are shown.
    Beginning,
    Inside,
    End,
}

impl Node {
    /// A node without length and content.
    pub(crate) fn empty() -> Self {
        let group = Group::new(Vec::new(), Vec::new(), 0);
        let timing = Timing::once(0, 0);
        Self::new(timing, &Common::default(), Content::Group(Box::new(group)))
    }

    pub(crate) fn new(timing: Timing, common: &Common, content: Content) -> Self {
        let (tag, updates) = (common.tag, common.updates);
        Self { timing, tag, updates, content, phase: Phase::Before, since: 0 }
    }

    /// A copy that stands at this moment of this tween, for another leaf.
    pub(crate) fn twin(&self) -> Self {
        let Self { timing, tag, updates, phase, since, .. } = *self;
        Self { timing, tag, updates, content: Content::Leaf(0), phase, since }
    }

    /// Puts it into the middle of its first pass, at a time of the parent.
    pub(crate) fn set_running(&mut self, time: i64) {
        self.phase = Phase::Running;
        self.since = self.timing.own_time(time) - self.timing.delay;
    }

    /// Whether it plays once, at the speed of what is around it, and nobody listens to its updates.
    pub(crate) fn is_plain(&self) -> bool {
        let Timing { repeat, scale, .. } = self.timing;
        repeat == Repeat::Times(0) && scale == 1.0 && !self.updates
    }

    /// Puts it, if it is plain and all in it is, where a move to a time of the parent would.
    pub(crate) fn settle(&mut self, time: i64) {
        let (since, end) = (time - self.timing.delay, self.timing.passes());
        self.phase = match since {
            ..0 => Phase::Before,
            _ if since < end => Phase::Running,
            _ => Phase::Done,
        };
        self.since = since.clamp(0, end);
        if let Content::Group(group) = &mut self.content {
            group.settle(since);
        }
    }

    /// How many tweens are in it.
    pub(super) fn tweens(&self) -> usize {
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
    pub(crate) fn move_to(&mut self, time: i64, map: TimeMap<'_>, context: &mut Context<'_>) {
        // The end is asked for by length, not computed: a scaled time may round to just below the last pass.
        let since = if time >= self.timing.length() {
            i64::MAX
        } else {
            self.timing.own_time(time) - self.timing.delay
        };
        self.move_since(since, map, context);
    }

    /// Moves to a time since the first pass began: negative is before it, anything large the end.
    pub(crate) fn move_since(&mut self, to: i64, map: TimeMap<'_>, context: &mut Context<'_>) {
        let end = self.timing.passes();
        let own = self.own_map(map);
        let entering = self.phase == Phase::Before;
        match self.phase {
            Phase::Before if to < 0 => return,
            Phase::Before => {
                self.since = 0;
                self.report(AnimEventKind::Start, own.at(0), context);
            }
            Phase::Done if to >= end => return,
            _ if to < 0 => return self.leave(true, map, context),
            _ => {}
        }
        let from = self.since;
        self.since = to.min(end);
        self.phase = if to >= end { Phase::Done } else { Phase::Running };
        let arrival = if to >= end { Arrival::End } else { Arrival::Inside };
        self.walk(from, arrival, own, context);
        if self.phase == Phase::Done {
            self.report(AnimEventKind::Complete, own.at(end), context);
        }
        if self.updates && context.report == Report::Arriving && (entering || from != self.since) {
            self.report(AnimEventKind::Update, own.at(self.since), context);
        }
    }

    /// Moves within the pass it is in, if that is all there is to the move; gives the progress.
    pub(crate) fn glide(&mut self, time: i64) -> Option<f32> {
        let since = self.timing.own_time(time) - self.timing.delay;
        // Both ends of a pass have events or a turn, and so have updates that are listened to: only the inside is quick.
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
    pub(crate) fn leave(&mut self, strict: bool, map: TimeMap<'_>, context: &mut Context<'_>) {
        if self.phase == Phase::Before {
            return;
        }
        let map = self.own_map(map);
        let from = core::mem::replace(&mut self.since, 0);
        self.phase = Phase::Before;
        let arrival = if strict { Arrival::Before } else { Arrival::Beginning };
        self.walk(from, arrival, map, context);
        self.report(AnimEventKind::ReverseComplete, map.at(0), context);
        if self.updates && context.report == Report::Arriving {
            self.report(AnimEventKind::Update, map.at(0), context);
        }
    }

    /// Notes what every tween in it shows at a time of the parent, counted from its position: a
    /// function of that time alone, whatever was played before.
    pub(crate) fn layers(&self, time: i64, map: TimeMap<'_>, context: &mut Context<'_>) {
        let (timing, own) = (&self.timing, self.own_map(map));
        let done = time >= timing.length();
        let since = if done { timing.passes() } else { timing.own_time(time) - timing.delay };
        if since < 0 {
            return;
        }
        match &self.content {
            Content::Leaf(leaf) => {
                let arrival = if done { Arrival::End } else { Arrival::Inside };
                self.note_leaf(*leaf, since, arrival, own, context);
            }
            Content::Group(group) => {
                let fold = timing.fold(since);
                let whole = self.is_whole(context);
                let outer = context.over;
                context.over = self.over(since, whole, map).or(outer);
                let order = (!whole).then(|| own.order(*timing, fold.pass));
                group.layers(fold.local, own.pass(timing, fold.pass, order.as_ref()), context);
                context.over = outer;
            }
            Content::Call => {}
        }
    }

    /// Whether a timeline in it repeats that does not hold all tweens.
    pub(crate) fn is_folded(&self, tweens: usize) -> bool {
        let Content::Group(group) = &self.content else { return false };
        (self.timing.repeats() > 0 && group.tweens < tweens)
            || group.children.iter().any(|child| child.node.is_folded(tweens))
    }

    /// Whether it holds all tweens: each of its passes then shows what the first does, and the order of
    /// layers goes by the time inside.
    fn is_whole(&self, context: &Context<'_>) -> bool {
        self.tweens() == context.writes.tweens()
    }

    /// When it ended, for the order of layers, if it has at a time since its first pass began.
    fn over(&self, since: i64, whole: bool, map: TimeMap<'_>) -> Option<i64> {
        let end = self.timing.passes();
        let moment = || if whole { i64::MAX } else { map.moment(&self.timing, end) };
        (since >= end).then(moment)
    }

    /// From the time of the passes to the animation's time.
    fn own_map<'a>(&self, map: TimeMap<'a>) -> TimeMap<'a> {
        map.inner(self.timing.delay as f64 / self.timing.scale, self.timing.scale)
    }

    /// A call has no life of its own: it is passed, once in each direction.
    fn report(&self, kind: AnimEventKind, time: f64, context: &mut Context<'_>) {
        match (&self.content, kind) {
            (Content::Call, AnimEventKind::Start | AnimEventKind::ReverseComplete) => {
                context.emit(self.tag, AnimEventKind::Call, time);
            }
            (Content::Call, _) => {}
            (_, kind) => context.emit(self.tag, kind, time),
        }
    }

    /// From one time to `self.since`.
    fn walk(&mut self, from: i64, arrival: Arrival, map: TimeMap<'_>, context: &mut Context<'_>) {
        match self.content {
            Content::Group(_) => {
                let outer = (context.backward, context.over);
                context.backward |= from > self.since;
                let whole = self.is_whole(context);
                context.over = self.over(self.since, whole, map).or(outer.1);
                self.walk_group(from, arrival, whole, map, context);
                (context.backward, context.over) = outer;
            }
            Content::Leaf(leaf) => {
                self.report_repeats(from, map, context);
                self.note_leaf(leaf, self.since, arrival, map, context);
            }
            Content::Call => {}
        }
    }

    /// Notes what a tween shows at a time since its first pass began.
    fn note_leaf(
        &self,
        leaf: u32,
        since: i64,
        arrival: Arrival,
        map: TimeMap<'_>,
        context: &mut Context<'_>,
    ) {
        let timing = &self.timing;
        let progress = if timing.duration == 0 {
            1.0
        } else {
            (timing.fold(since).local as f64 / timing.duration as f64) as f32
        };
        let (outcome, time) = match arrival {
            Arrival::Before => (Outcome::Left, 0),
            Arrival::End => (Outcome::Ended, map.moment(timing, timing.passes())),
            // Something without length has ended when it begins.
            Arrival::Beginning if timing.duration == 0 => (Outcome::Ended, map.moment(timing, 0)),
            Arrival::Beginning | Arrival::Inside => (Outcome::Runs, map.moment(timing, 0)),
        };
        context.note(leaf, progress, outcome, time);
    }

    /// Reports the passes of a tween between two times.
    fn report_repeats(&self, from: i64, map: TimeMap<'_>, context: &mut Context<'_>) {
        let (a, b) = (self.timing.fold(from).pass, self.timing.fold(self.since).pass);
        if a == b {
            return;
        }
        let cycle = self.timing.cycle();
        let skipped = (b - a).abs() - MAX_PASSES;
        if skipped > 0 {
            let pass = a + skipped * (b - a).signum();
            self.report(AnimEventKind::Skipped(skipped as u64), map.at(pass * cycle), context);
        }
        if a < b {
            for pass in a.max(b - MAX_PASSES) + 1..=b {
                self.report(AnimEventKind::Repeat, map.at(pass * cycle), context);
            }
        } else {
            for pass in (b.max(a - MAX_PASSES) + 1..=a).rev() {
                self.report(AnimEventKind::Repeat, map.at(pass * cycle), context);
            }
        }
    }

    /// Takes the children through every pass between two times.
    fn walk_group(
        &mut self,
        from: i64,
        arrival: Arrival,
        whole: bool,
        map: TimeMap<'_>,
        context: &mut Context<'_>,
    ) {
        let timing = self.timing;
        let (a, b) = (timing.fold(from), timing.fold(self.since));
        let mut pass = a.pass;
        while pass != b.pass {
            let forward = pass < b.pass;
            let skip = (b.pass - pass).abs() - MAX_PASSES;
            let order = (!whole).then(|| map.order(timing, pass));
            let here = map.pass(&timing, pass, order.as_ref());
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
                group.jump(if forward { -1 } else { timing.duration }, here, context);
            }
            self.report(AnimEventKind::Repeat, map.at(boundary), context);
            // An even number is skipped, so that a yoyo keeps its direction.
            let skip = skip.max(0) / 2 * 2;
            pass += if forward { 1 + skip } else { -1 - skip };
            if skip > 0 {
                let time = map.at(if forward { pass } else { pass + 1 } * timing.cycle());
                self.report(AnimEventKind::Skipped(skip as u64), time, context);
            }
        }
        let order = (!whole).then(|| map.order(timing, pass));
        let here = map.pass(&timing, pass, order.as_ref());
        let Content::Group(group) = &mut self.content else { return };
        match arrival {
            Arrival::Before => group.leave(true, here, context),
            Arrival::Beginning => group.leave(false, here, context),
            // Nothing runs any more at the end of the way back.
            Arrival::End if b.reversed => group.leave(false, here, context),
            Arrival::Inside | Arrival::End => group.move_local(b.local, here, context),
        }
    }
}
