//! One animation and its playhead.

use crate::{
    Anim, AnimError, AnimEvent, AnimEventKind, AnimId, Interrupt, Targets, Track,
    defaults::Defaults,
    run::{Content, Context, Leaf, Node, Outcome, Phase, Report, TimeMap, Write, Writes},
    span::FOREVER,
    timeline::Built,
    track::overlap,
};
use core::ops::Range;

/// Plays one tween or timeline: forwards, backwards, at any speed, to any time.
///
/// The position is always computed from the clock and the last change of speed or place; it is never
/// summed up, so it stays exact however long it runs. Making a player allocates, playing does not.
///
/// ```
/// use motile_anim::{Ease, AnimEventKind, AnimPlayer, Tween};
///
/// let mut x = 0.0f32;
/// let pulse = Tween::new(1.0).to(|x: &mut f32| x, 100.0).ease(Ease::LINEAR).yoyo().repeat(1);
/// let mut player = AnimPlayer::new(pulse)?;
/// player.advance(1.25, &mut x);
/// assert_eq!(x, 75.0);
/// assert!(player.events().iter().any(|event| event.kind == AnimEventKind::Repeat));
/// player.reverse();
/// player.advance(0.5, &mut x);
/// assert_eq!(x, 75.0);
/// # Ok::<(), motile_anim::AnimError>(())
/// ```
pub struct AnimPlayer<T, K = ()> {
    pub(crate) node: Node,
    pub(crate) leaves: Vec<Leaf<T, K>>,
    /// When each leaf begins for the first time, in order, and how many of them have captured.
    beginnings: Vec<(i64, u32)>,
    captured: usize,
    writes: Writes,
    /// Time of the outside world at the last update.
    clock: i64,
    /// The place where the playhead was at a time of the clock, and its speed since.
    anchor: (i64, i64),
    speed: f64,
    paused: bool,
    /// Place at the last update.
    position: i64,
    /// Whether there has been an update.
    shown: bool,
    pauses: Vec<i64>,
    events: Vec<AnimEvent>,
    pub(crate) id: AnimId,
}

impl<T: 'static, K> AnimPlayer<T, K> {
    /// Ready to play from the beginning. Nothing is written before the first update.
    ///
    /// # Errors
    ///
    /// Whatever is wrong with the description: times that are negative or not finite, values that are
    /// not finite, arrays of different lengths, labels that do not exist.
    pub fn new(anim: impl Into<Anim<T, K>>) -> Result<Self, AnimError> {
        Self::with_defaults(anim, &Defaults::default())
    }

    /// The same with other defaults.
    ///
    /// # Errors
    ///
    /// As [`AnimPlayer::new`].
    pub fn with_defaults(
        anim: impl Into<Anim<T, K>>,
        defaults: &Defaults,
    ) -> Result<Self, AnimError> {
        anim.into().build(defaults).map(Self::of)
    }

    pub(crate) fn of(built: Built<T, K>) -> Self {
        let mut beginnings = Vec::with_capacity(built.leaves.len());
        built.node.beginnings(&mut |leaf, time| beginnings.push((time, leaf)));
        beginnings.sort_unstable();
        let folded = built.node.is_folded(beginnings.len());
        let writes = Writes::new(beginnings.iter().map(|&(_, leaf)| leaf), folded);
        Self {
            node: built.node,
            leaves: built.leaves,
            beginnings,
            captured: 0,
            writes,
            clock: 0,
            anchor: (0, 0),
            speed: 1.0,
            paused: false,
            position: 0,
            shown: false,
            pauses: built.pauses,
            events: Vec::new(),
            id: AnimId::default(),
        }
    }

    /// Lets `dt` seconds pass. A negative `dt` goes back; NaN counts as 0.
    pub fn advance(&mut self, dt: f32, targets: &mut impl Targets<T, K>) {
        let clock = self.clock.saturating_add(nanos(dt as f64));
        self.run(clock, targets);
    }

    /// Sets the clock to a time in seconds, for example a tick's `time`: exact over days.
    pub fn update_to(&mut self, seconds: f64, targets: &mut impl Targets<T, K>) {
        self.run(nanos(seconds), targets);
    }

    /// Goes to a time of the animation, in seconds, and reports what lies between. Times outside are
    /// clamped.
    pub fn seek(&mut self, seconds: f64, targets: &mut impl Targets<T, K>) {
        self.set_time(seconds);
        self.run(self.clock, targets);
    }

    /// The same without events.
    pub fn seek_silently(&mut self, seconds: f64, targets: &mut impl Targets<T, K>) {
        self.seek(seconds, targets);
        self.events.retain(|event| matches!(event.kind, AnimEventKind::Interrupted(_)));
    }

    fn run(&mut self, clock: i64, targets: &mut dyn Targets<T, K>) {
        let mut events = core::mem::take(&mut self.events);
        events.clear();
        self.run_to(clock, true, targets, &mut events);
        self.events = events;
    }

    /// What happened in the last update, in order.
    pub fn events(&self) -> &[AnimEvent] {
        &self.events
    }

    /// Moves the playhead; it is shown at the next update.
    pub fn set_time(&mut self, seconds: f64) {
        self.anchor = (self.clock, nanos(seconds).clamp(0, self.length()));
    }

    /// Moves the playhead to a share of the duration, 0…1.
    pub fn set_progress(&mut self, progress: f32) {
        self.set_time(self.duration() * progress.clamp(0.0, 1.0) as f64);
    }

    /// Moves the playhead to a label of the outermost timeline.
    ///
    /// # Errors
    ///
    /// [`AnimError::UnknownLabel`].
    pub fn set_label(&mut self, name: &str) -> Result<(), AnimError> {
        let Some(time) = self.label_time(name) else {
            return Err(AnimError::UnknownLabel(name.to_owned()));
        };
        self.set_time(time);
        Ok(())
    }

    /// When a label of the outermost timeline comes, in seconds.
    pub fn label_time(&self, name: &str) -> Option<f64> {
        self.labels().find(|label| label.0 == name).map(|(_, time)| time)
    }

    /// Seconds of the animation at a time of its first pass, in nanoseconds.
    fn own_time(&self, local: i64) -> f64 {
        let timing = &self.node.timing;
        timing.parent_time(timing.delay.saturating_add(local)) as f64 / 1e9
    }

    /// The labels of the outermost timeline and when they come, in seconds, in the order of time.
    pub fn labels(&self) -> impl Iterator<Item = (&str, f64)> {
        let group = if let Content::Group(group) = &self.node.content { Some(group) } else { None };
        let labels = group.into_iter().flat_map(|group| &group.labels);
        labels.map(|(local, name)| (&**name, self.own_time(*local)))
    }

    /// The last label that comes before the playhead, or where it is.
    pub fn current_label(&self) -> Option<&str> {
        let now = self.time();
        self.labels().take_while(|&(_, time)| time <= now).last().map(|(name, _)| name)
    }

    /// Where the playhead is, in seconds.
    pub fn time(&self) -> f64 {
        self.place(self.clock) as f64 / 1e9
    }

    /// Where the playhead is, 0…1; 0 for an animation without end, 1 for one without length.
    pub fn progress(&self) -> f32 {
        let length = self.length();
        if length == 0 { 1.0 } else { (self.place(self.clock) as f64 / length as f64) as f32 }
    }

    /// Seconds from the beginning to the end, delays and repeats included; infinite if it repeats
    /// forever.
    pub fn duration(&self) -> f64 {
        let length = self.length();
        if length >= FOREVER / 2 { f64::INFINITY } else { length as f64 / 1e9 }
    }

    /// Stops the playhead where it is.
    pub fn pause(&mut self) {
        self.hold();
        self.paused = true;
    }

    /// Goes on at the speed and in the direction it had.
    pub fn resume(&mut self) {
        self.hold();
        self.paused = false;
    }

    /// Plays forwards.
    pub fn play(&mut self) {
        self.set_speed(self.speed.abs());
        self.resume();
    }

    /// Plays backwards from where it is.
    pub fn reverse(&mut self) {
        self.set_speed(-self.speed.abs());
        self.resume();
    }

    /// Plays forwards from the beginning, with the start values it has.
    pub fn restart(&mut self) {
        self.set_time(0.0);
        self.play();
    }

    /// Starts a description that has not run yet, or has come to an end, as the engines do that keep
    /// tweens waiting.
    ///
    /// # Errors
    ///
    /// [`AnimError::AlreadyRunning`] between beginning and end.
    pub fn start(&mut self) -> Result<(), AnimError> {
        if self.node.phase == Phase::Running && !self.paused {
            return Err(AnimError::AlreadyRunning);
        }
        self.restart();
        Ok(())
    }

    /// Seconds of the animation per second; 0 stands still, negative runs backwards. NaN counts as 0,
    /// and more than a million as a million.
    pub fn set_speed(&mut self, speed: f64) {
        self.hold();
        self.speed = if speed.is_nan() { 0.0 } else { speed.clamp(-1e6, 1e6) };
    }

    /// Seconds of the animation per second, whether paused or not.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// Whether it is paused.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Whether the last update reached the end it plays towards.
    pub fn is_finished(&self) -> bool {
        match self.node.phase {
            Phase::Before => self.speed < 0.0,
            Phase::Running => false,
            Phase::Done => self.speed >= 0.0,
        }
    }

    /// Goes back to the beginning as if it had never played, without writing or reporting anything: the
    /// start values are read again when it passes them.
    pub fn recapture(&mut self) {
        self.writes.clear();
        let mut nothing = Vec::new();
        let mut context = Context::new(&mut nothing, &mut self.writes, self.id, Report::Nothing);
        self.node.leave(true, TimeMap::IDENTITY, &mut context);
        for leaf in &mut self.leaves {
            (leaf.captured, leaf.running) = (false, false);
        }
        (self.captured, self.position, self.shown) = (0, 0, false);
        self.set_time(0.0);
    }

    /// Whether it plays a single tween.
    pub(crate) fn is_tween(&self) -> bool {
        matches!(self.node.content, Content::Leaf(_))
    }

    /// How many properties of a target it writes within some memory, and how many in all.
    pub(crate) fn writers(&self, key: &K, ranges: &[Range<usize>], target: &mut T) -> (usize, usize)
    where
        K: PartialEq,
    {
        let leaves = self.leaves.iter().filter(|leaf| leaf.key == *key && !leaf.gone);
        leaves.flat_map(|leaf| leaf.tracks.iter()).fold((0, 0), |(some, all), track| {
            (some + usize::from(meets(track, ranges, target)), all + 1)
        })
    }

    /// Gives away the properties of its tween that lie within some memory: to a player that stands where
    /// this one does.
    pub(crate) fn divide(&mut self, ranges: &[Range<usize>], target: &mut T) -> Self
    where
        K: Clone,
    {
        let leaves = self.leaves.iter_mut().map(|leaf| {
            let tracks = leaf.tracks.take_if(|track| meets(track, ranges, target));
            Leaf { key: leaf.key.clone(), tracks, shaper: leaf.shaper.clone(), ..*leaf }
        });
        let leaves = leaves.collect();
        let mut part = Self::of(Built { node: self.node.twin(), leaves, pauses: Vec::new() });
        (part.clock, part.anchor, part.position) = (self.clock, self.anchor, self.position);
        (part.speed, part.paused, part.shown) = (self.speed, self.paused, self.shown);
        part
    }

    pub(crate) fn clock(&self) -> i64 {
        self.clock
    }

    pub(crate) fn position(&self) -> i64 {
        self.position
    }

    pub(crate) fn length(&self) -> i64 {
        self.node.timing.length()
    }

    /// Starts the clock at a time, for a player that joins others.
    pub(crate) fn set_clock(&mut self, clock: i64) {
        self.clock = clock;
        self.anchor.0 = clock;
    }

    /// Takes over a single tween that was added at one time of the clock and last shown at another,
    /// with its start values already read if it has begun.
    pub(crate) fn take_over(&mut self, added: i64, clock: i64, begun: bool) {
        (self.clock, self.anchor) = (clock, (added, 0));
        self.position = self.place(clock);
        if begun {
            self.shown = true;
            self.node.set_running(self.position);
        }
    }

    /// The place of the playhead at a time of the clock.
    pub(crate) fn place(&self, clock: i64) -> i64 {
        let elapsed = clock.saturating_sub(self.anchor.0);
        let moved = if self.paused {
            0
        } else if self.speed == 1.0 {
            elapsed
        } else {
            (elapsed as f64 * self.speed).round() as i64
        };
        self.anchor.1.saturating_add(moved).clamp(0, self.length())
    }

    /// Time of the clock at which the playhead is at a place ahead of it.
    pub(crate) fn clock_at(&self, place: i64) -> Option<i64> {
        if self.paused || self.speed == 0.0 {
            return (place == self.anchor.1).then_some(self.anchor.0);
        }
        let ahead = place.saturating_sub(self.anchor.1);
        let wait =
            if self.speed == 1.0 { ahead } else { (ahead as f64 / self.speed).ceil() as i64 };
        Some(self.anchor.0.saturating_add(wait))
    }

    fn hold(&mut self) {
        self.anchor = (self.clock, self.place(self.clock));
    }

    /// Moves to a time of the clock, with stops where start values are captured. `last` says that the
    /// update ends there.
    pub(crate) fn run_to(
        &mut self,
        clock: i64,
        last: bool,
        targets: &mut dyn Targets<T, K>,
        events: &mut Vec<AnimEvent>,
    ) {
        if self.glide(clock, targets) {
            return;
        }
        let first_event = events.len();
        let from = self.position;
        let (clocks, anchor, speed) = ((self.clock, clock), self.anchor, self.speed);
        let passage = Passage { clocks, anchor, speed, backward: false };
        let mut to = self.place(clock);
        let mut stopped = None;
        if to > from {
            stopped = self.pauses.iter().copied().find(|&at| at > from && at <= to);
            to = stopped.unwrap_or(to);
        }
        while let Some(stop) = self.next_capture().filter(|&stop| stop <= to) {
            self.step(stop, false, targets, events);
        }
        if to != self.position || !self.shown {
            self.step(to, last, targets, events);
        }
        self.clock = clock;
        if stopped.is_some() {
            let (id, tag, order) = (self.id, self.node.tag, events.len() as u32);
            let (kind, time) = (AnimEventKind::Pause, to as f64 / 1e9);
            events.push(AnimEvent { id, tag, kind, time, clock: 0.0, order });
            self.anchor = (clock, to);
            self.paused = true;
        } else if to == 0 || to == self.length() {
            // At an end the playhead waits, so that it can turn back at once.
            self.anchor = (clock, to);
        }
        sort_events(&mut events[first_event..], Passage { backward: to < from, ..passage });
    }

    /// The short way for a single tween in the middle of a pass: true when that was all.
    fn glide(&mut self, clock: i64, targets: &mut dyn Targets<T, K>) -> bool {
        let place = self.place(clock);
        let (Content::Leaf(_), [leaf]) = (&self.node.content, &mut self.leaves[..]) else {
            return false;
        };
        if !leaf.captured || leaf.gone {
            return false;
        }
        let Some(target) = targets.target(&leaf.key) else { return false };
        let Some(progress) = self.node.glide(place) else { return false };
        // What stands still leaves the field to others.
        if place != self.position {
            leaf.show(progress, target);
        }
        (self.clock, self.position) = (clock, place);
        true
    }

    /// When the next leaf reads its start values, in time of the animation.
    pub(crate) fn next_capture(&mut self) -> Option<i64> {
        while let Some(&(time, leaf)) = self.beginnings.get(self.captured) {
            let leaf = &self.leaves[leaf as usize];
            if !leaf.captured && !leaf.gone {
                return Some(time);
            }
            self.captured += 1;
        }
        None
    }

    /// The leaves that read their start values at this time or before.
    pub(crate) fn starting(&self, time: i64) -> impl Iterator<Item = &Leaf<T, K>> {
        let rest = self.beginnings[self.captured..].iter();
        rest.take_while(move |(begin, _)| *begin <= time)
            .map(|&(_, leaf)| &self.leaves[leaf as usize])
            .filter(|leaf| !leaf.captured && !leaf.gone)
    }

    /// Moves to a place and writes the values there.
    fn step(
        &mut self,
        to: i64,
        last: bool,
        targets: &mut dyn Targets<T, K>,
        events: &mut Vec<AnimEvent>,
    ) {
        let backward = to < self.position;
        self.writes.clear();
        let report = if last { Report::Arriving } else { Report::Passing };
        let mut context = Context::new(events, &mut self.writes, self.id, report);
        if backward && to == 0 {
            // The very beginning counts as passed when it is reached backwards.
            self.node.leave(false, TimeMap::IDENTITY, &mut context);
        } else {
            self.node.move_to(to, TimeMap::IDENTITY, &mut context);
        }
        self.position = to;
        self.shown = true;
        if self.writes.unsure() {
            self.note_all(events);
        }
        self.write(targets, events);
    }

    /// Notes all layers of this moment anew, and what is to be put back where there are none any more.
    fn note_all(&mut self, events: &mut Vec<AnimEvent>) {
        self.writes.clear();
        for &(_, leaf) in &self.beginnings {
            if self.leaves[leaf as usize].captured {
                self.writes.push_left(leaf);
            }
        }
        let mut context = Context::new(events, &mut self.writes, self.id, Report::Nothing);
        self.node.layers(self.position, TimeMap::IDENTITY, &mut context);
    }

    /// Writes what the move noted. Leaves that begin read their start values when all others have
    /// written theirs; then everything is written once more, because they may have come between.
    fn write(&mut self, targets: &mut dyn Targets<T, K>, events: &mut Vec<AnimEvent>) {
        self.writes.sort();
        let mut writes = core::mem::take(&mut self.writes);
        for write in writes.list() {
            self.show(write, targets, events);
        }
        let mut some_began = false;
        while self.next_capture().is_some_and(|time| time <= self.position) {
            let leaf = self.beginnings[self.captured].1;
            some_began = true;
            if let Some(target) = self.target_of(leaf, targets, events) {
                self.leaves[leaf as usize].capture(target);
            }
            match writes.of(leaf) {
                Some(write) if write.outcome != Outcome::Left => {
                    self.show(write, targets, events);
                }
                // Its moment lies between two nanoseconds, at the end of a pass: what it has found is
                // from the next pass, where it is not due.
                _ => writes.fold(),
            }
        }
        if some_began {
            for write in writes.list() {
                self.show(write, targets, events);
            }
        }
        self.writes = writes;
    }

    /// Writes the values of one leaf, if it has read its start values.
    fn show(
        &mut self,
        write: &Write,
        targets: &mut dyn Targets<T, K>,
        events: &mut Vec<AnimEvent>,
    ) {
        let leaf = &mut self.leaves[write.leaf as usize];
        leaf.running = write.outcome == Outcome::Runs;
        if leaf.gone || !leaf.captured {
            return;
        }
        if let Some(target) = self.target_of(write.leaf, targets, events) {
            let leaf = &self.leaves[write.leaf as usize];
            match write.outcome {
                Outcome::Left => leaf.release(target),
                Outcome::Ended | Outcome::Runs => leaf.show(write.progress, target),
            }
        }
    }

    /// The target of a leaf; where there is none any more, that is reported and the leaf is gone.
    fn target_of<'a>(
        &mut self,
        leaf: u32,
        targets: &'a mut dyn Targets<T, K>,
        events: &mut Vec<AnimEvent>,
    ) -> Option<&'a mut T> {
        let leaf = &mut self.leaves[leaf as usize];
        let target = targets.target(&leaf.key);
        if target.is_none() {
            leaf.gone = true;
            let kind = AnimEventKind::Interrupted(Interrupt::TargetGone);
            let (id, tag, order) = (self.id, leaf.tag, events.len() as u32);
            let time = self.position as f64 / 1e9;
            events.push(AnimEvent { id, tag, kind, time, clock: 0.0, order });
        }
        target
    }
}

/// Whether a property lies within some memory.
pub(crate) fn meets<T>(track: &dyn Track<T>, ranges: &[Range<usize>], target: &mut T) -> bool {
    let bytes = track.bytes(target);
    ranges.iter().any(|range| overlap(range, &bytes))
}

/// The times between which a move took place, and how its places were times.
#[derive(Clone, Copy)]
struct Passage {
    clocks: (i64, i64),
    anchor: (i64, i64),
    speed: f64,
    backward: bool,
}

/// Puts the events of one move into the order of time and gives them their time by the clock.
fn sort_events(events: &mut [AnimEvent], passage: Passage) {
    let Passage { clocks, anchor, speed, backward } = passage;
    let direction = if backward { -1.0 } else { 1.0 };
    events.sort_unstable_by(|a, b| {
        (a.time * direction).total_cmp(&(b.time * direction)).then(a.order.cmp(&b.order))
    });
    let (low, high) = (clocks.0.min(clocks.1) as f64, clocks.0.max(clocks.1) as f64);
    for event in events {
        // Whole nanoseconds, so that what happens at once is known to.
        let ahead = (event.time * 1e9).round() - anchor.1 as f64;
        let wait = if speed == 0.0 { 0.0 } else { ahead / speed };
        event.clock = (anchor.0 as f64 + wait).clamp(low, high);
    }
}

/// Seconds to nanoseconds; NaN counts as 0, the rest saturates.
pub(crate) fn nanos(seconds: f64) -> i64 {
    ((seconds * 1e9).round() as i64).clamp(-FOREVER, FOREVER)
}

impl<T, K> core::fmt::Debug for AnimPlayer<T, K> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("AnimPlayer")
            .field("position", &self.position)
            .field("speed", &self.speed)
            .field("paused", &self.paused)
            .finish_non_exhaustive()
    }
}
