//! Many animations on many targets, with rules for those that meet.

use crate::{
    Anim, AnimError, Event, EventKind, Interrupt, Overwrite, OverwriteMode, Player, Span, Targets,
    Timeline, defaults::Defaults, player::nanos, run::Leaf, timeline::At, track::overlap,
};
use core::{cmp::Reverse, hash::Hash, ops::Range};
use std::collections::{BinaryHeap, HashMap};

/// Names an animation in an [`Animator`]. A handle to one that is gone names nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AnimId {
    index: u32,
    generation: u32,
}

/// Plays any number of tweens and timelines on targets of one type.
///
/// Targets are found by key when they are needed ([`Targets`]); the animator keeps no reference to
/// them. A tween that begins takes over from others by its [`Overwrite`] rule. Finished animations are
/// removed; what happened is in [`Animator::events`] until the next update. Adding allocates, updating
/// does not, once the buffers have grown.
///
/// ```
/// use motile_anim::{Animator, Ease, EventKind, Tween};
///
/// #[derive(Default)]
/// struct Sprite { x: f32, alpha: f32 }
/// let mut sprites: Vec<Sprite> = vec![Sprite::default(), Sprite::default()];
///
/// let mut animator = Animator::new();
/// let slide = Tween::new(1.0).to(|s: &mut Sprite| &mut s.x, 100.0).ease(Ease::LINEAR);
/// animator.play(slide.clone().on(0u32))?;
/// animator.play(slide.on(1).delay(0.5).tag(7))?;
///
/// animator.update(1.0, &mut sprites);
/// assert_eq!((sprites[0].x, sprites[1].x), (100.0, 50.0));
/// animator.update(0.5, &mut sprites);
/// let done = &animator.events()[0];
/// assert_eq!((done.tag, &done.kind), (7, &EventKind::Complete));
/// assert!(animator.is_empty());
/// # Ok::<(), motile_anim::AnimError>(())
/// ```
///
/// # Limits
///
/// A tween takes about 0.2 µs of each update, and one that begins looks at all animations of the same
/// target, so thousands of tweens on one target are slow to begin; for masses there is
/// [`Swarm`](crate::Swarm), a hundred times as fast. Of two fields behind different
/// pointers of one target the memory decides whether they are the same, as for any others.
pub struct Animator<T, K = ()> {
    /// For tweens that say nothing of their own.
    pub defaults: Defaults,
    /// The most time that one update may bring; longer ones slow the animation instead of making it
    /// jump. `None` for no limit.
    pub max_step: Option<Span>,
    /// Seconds of animation per second of [`Animator::update`]; 0 pauses everything, negative and NaN
    /// count as 0.
    pub scale: f32,
    slots: Vec<Slot<T, K>>,
    free: Vec<u32>,
    /// Occupied slots in the order of creation.
    order: Vec<u32>,
    /// Slots by the keys they touch. Only ever asked for one key, so its order never shows.
    by_key: HashMap<K, Vec<u32>>,
    spare_lists: Vec<Vec<u32>>,
    clock: i64,
    next_serial: u64,
    events: Vec<Event>,
    /// Animations that begin during an update: time, serial number, slot.
    starts: BinaryHeap<Reverse<(i64, u64, u32)>>,
    ends: Vec<(i64, u64, u32)>,
    ranges: Vec<Range<usize>>,
    others: Vec<u32>,
}

struct Slot<T, K> {
    generation: u32,
    entry: Option<Entry<T, K>>,
}

struct Entry<T, K> {
    player: Player<T, K>,
    serial: u64,
    /// Stays after its end, until it is killed.
    keep: bool,
    /// Its rule is to be judged before it begins.
    early: bool,
    /// It has leaves that have not begun yet.
    waiting: bool,
}

impl<T: 'static, K: Copy + Eq + Hash + 'static> Default for Animator<T, K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: 'static, K: Copy + Eq + Hash + 'static> Animator<T, K> {
    /// Nothing to play yet, the clock at 0.
    pub fn new() -> Self {
        Self {
            defaults: Defaults::default(),
            max_step: None,
            scale: 1.0,
            slots: Vec::new(),
            free: Vec::new(),
            order: Vec::new(),
            by_key: HashMap::new(),
            spare_lists: Vec::new(),
            clock: 0,
            next_serial: 0,
            events: Vec::new(),
            starts: BinaryHeap::new(),
            ends: Vec::new(),
            ranges: Vec::new(),
            others: Vec::new(),
        }
    }

    /// Plays a tween or timeline from now on. It first shows at the next update, at the time that has
    /// passed since.
    ///
    /// # Errors
    ///
    /// As [`Player::new`].
    pub fn play(&mut self, anim: impl Into<Anim<T, K>>) -> Result<AnimId, AnimError> {
        let mut player = Player::with_defaults(anim, &self.defaults)?;
        player.set_clock(self.clock);
        let index = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot { generation: 1, entry: None });
            self.slots.len() as u32 - 1
        });
        let slot = &mut self.slots[index as usize];
        let id = AnimId { index, generation: slot.generation };
        player.id = id;
        let mut early = false;
        let (by_key, spare) = (&mut self.by_key, &mut self.spare_lists);
        for leaf in &player.leaves {
            early |= leaf.overwrite.early && leaf.overwrite.mode != OverwriteMode::None;
            let list = by_key.entry(leaf.key).or_insert_with(|| spare.pop().unwrap_or_default());
            if list.last() != Some(&index) {
                list.push(index);
            }
        }
        let serial = self.next_serial;
        self.next_serial += 1;
        slot.entry = Some(Entry { player, serial, keep: false, early, waiting: true });
        self.order.push(index);
        Ok(id)
    }

    /// Reports [`EventKind::Call`] with this tag after a delay.
    ///
    /// # Errors
    ///
    /// [`AnimError::BadTime`].
    pub fn call_after(&mut self, delay: impl Into<Span>, tag: u32) -> Result<AnimId, AnimError> {
        self.play(Timeline::new().call(tag, At::Time(delay.into())))
    }

    /// The player of an animation, to pause, seek, reverse or watch it; what it is told shows at the
    /// next update. `None` when it is gone.
    pub fn get_mut(&mut self, id: AnimId) -> Option<&mut Player<T, K>> {
        self.entry_mut(id).map(|entry| &mut entry.player)
    }

    /// The player of an animation, to look at. `None` when it is gone.
    pub fn get(&self, id: AnimId) -> Option<&Player<T, K>> {
        let slot = self.slots.get(id.index as usize)?;
        slot.entry.as_ref().filter(|_| slot.generation == id.generation).map(|entry| &entry.player)
    }

    /// Keeps an animation after its end, so that it can be rewound. False when it is gone.
    pub fn keep(&mut self, id: AnimId) -> bool {
        self.entry_mut(id).map(|entry| entry.keep = true).is_some()
    }

    fn entry_mut(&mut self, id: AnimId) -> Option<&mut Entry<T, K>> {
        let slot = self.slots.get_mut(id.index as usize)?;
        slot.entry.as_mut().filter(|_| slot.generation == id.generation)
    }

    /// How many animations there are, finished ones that are kept included.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The handles of all animations, oldest first.
    pub fn ids(&self) -> impl Iterator<Item = AnimId> {
        self.order.iter().map(|&index| self.id(index))
    }

    fn id(&self, index: u32) -> AnimId {
        AnimId { index, generation: self.slots[index as usize].generation }
    }

    /// What happened in the last update, and in calls to kill since, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Seconds that its clock has run.
    pub fn time(&self) -> f64 {
        self.clock as f64 / 1e9
    }

    /// Ends an animation where it is. False when it is gone already.
    pub fn kill(&mut self, id: AnimId) -> bool {
        let known = self.entry_mut(id).is_some();
        if known {
            self.report(id, Interrupt::Killed);
            self.remove(id.index);
            self.order.retain(|&index| index != id.index);
        }
        known
    }

    /// Ends an animation at its end: the end values are written, the events reported. False when it is
    /// gone already.
    pub fn complete(&mut self, id: AnimId, targets: &mut impl Targets<T, K>) -> bool {
        let mut events = core::mem::take(&mut self.events);
        let clock = self.clock;
        let known = self.entry_mut(id).map(|entry| {
            entry.player.play();
            entry.player.set_time(f64::INFINITY);
            entry.player.run_to(clock, true, targets, &mut events);
        });
        self.events = events;
        self.sweep();
        known.is_some()
    }

    /// Ends everything that touches a target, timelines included as far as they touch it.
    pub fn kill_target(&mut self, key: K) {
        self.others.clear();
        self.others.extend(self.by_key.get(&key).into_iter().flatten().copied());
        let (mut events, clock) = (core::mem::take(&mut self.events), self.clock);
        for position in 0..self.others.len() {
            let (index, id) = (self.others[position], self.id(self.others[position]));
            let Some(entry) = &mut self.slots[index as usize].entry else { continue };
            for leaf in entry.player.leaves.iter_mut().filter(|leaf| leaf.key == key) {
                if !core::mem::replace(&mut leaf.gone, true) {
                    let order = events.len();
                    events.push(interrupted(id, leaf.tag, Interrupt::Killed, clock, order));
                }
            }
        }
        self.events = events;
        self.sweep();
    }

    /// Ends one property of a target: whatever writes to that field lets go of it.
    pub fn kill_property<V>(
        &mut self,
        key: K,
        field: fn(&mut T) -> &mut V,
        targets: &mut impl Targets<T, K>,
    ) {
        let Some(target) = targets.target(&key) else { return };
        let begin = core::ptr::from_mut(field(target)).addr();
        self.ranges.clear();
        self.ranges.push(begin..begin + size_of::<V>());
        self.take_properties(key, None, targets, |_| true, Interrupt::Killed);
        self.sweep();
    }

    /// Ends everything.
    pub fn kill_all(&mut self) {
        while let Some(&index) = self.order.first() {
            self.kill(self.id(index));
        }
    }

    /// Lets `dt` seconds pass for everything, at the scale set; NaN counts as 0.
    pub fn update(&mut self, dt: f32, targets: &mut impl Targets<T, K>) {
        let step = nanos(dt as f64 * if self.scale > 0.0 { self.scale as f64 } else { 0.0 });
        self.run_to(self.clock.saturating_add(step), targets);
    }

    /// Sets the clock to a time in seconds, for example a tick's `time`: exact over days. The scale is
    /// not applied.
    pub fn update_to(&mut self, seconds: f64, targets: &mut impl Targets<T, K>) {
        self.run_to(nanos(seconds), targets);
    }

    fn run_to(&mut self, clock: i64, targets: &mut dyn Targets<T, K>) {
        let limit = self.max_step.and_then(|step| step.nanos("step").ok());
        let clock = limit.map_or(clock, |limit| clock.min(self.clock.saturating_add(limit)));
        let backward = clock < self.clock;
        self.events.clear();
        self.judge_early(targets);
        self.ends.clear();
        for position in 0..self.order.len() {
            let index = self.order[position];
            if !backward {
                self.push_start(index, clock);
            }
            self.push_end(index, clock);
        }
        self.begin_waiting(clock, targets);
        self.end_finished(clock, targets);
        for position in 0..self.order.len() {
            self.run_slot(self.order[position], clock, true, targets);
        }
        self.clock = clock;
        self.events.sort_unstable_by(|a, b| {
            let by_clock =
                if backward { b.clock.total_cmp(&a.clock) } else { a.clock.total_cmp(&b.clock) };
            by_clock.then(a.order.cmp(&b.order))
        });
        self.sweep();
    }

    fn run_slot(&mut self, index: u32, clock: i64, last: bool, targets: &mut dyn Targets<T, K>) {
        if let Some(entry) = &mut self.slots[index as usize].entry
            // Nothing more happens to what was overwritten, not even its start or end.
            && !has_lost_all(entry)
        {
            let first = self.events.len();
            entry.player.run_to(clock, last, targets, &mut self.events);
            entry.waiting = entry.waiting && entry.player.next_capture().is_some();
            // Sorting by their own time may have mixed the numbers.
            for (order, event) in self.events.iter_mut().enumerate().skip(first) {
                event.order = order as u32;
            }
        }
    }

    /// Lets animations begin, in the order of time: each finds its target as it is at that moment.
    fn begin_waiting(&mut self, clock: i64, targets: &mut dyn Targets<T, K>) {
        while let Some(Reverse((time, _, index))) = self.starts.pop() {
            self.overwrite_starting(index, time, targets);
            self.run_slot(index, time, false, targets);
            let before = time;
            self.push_start(index, clock);
            // A player that cannot get on would be asked for ever.
            if self.starts.peek().is_some_and(|Reverse((t, _, i))| *i == index && *t <= before) {
                self.starts.pop();
            }
        }
    }

    /// Notes when the next leaf of an animation begins, if that is by `clock`.
    fn push_start(&mut self, index: u32, clock: i64) {
        let Some(entry) = &mut self.slots[index as usize].entry else { return };
        if !entry.waiting {
            return;
        }
        let Some(place) = entry.player.next_capture() else {
            entry.waiting = false;
            return;
        };
        if let Some(time) = entry.player.clock_at(place)
            && time <= clock
        {
            self.starts.push(Reverse((time.max(self.clock), entry.serial, index)));
        }
    }

    /// Brings the animations of the same targets to the moment, then applies the rules of the leaves
    /// that begin.
    fn overwrite_starting(&mut self, index: u32, time: i64, targets: &mut dyn Targets<T, K>) {
        // Taken out for the while, so that it neither moves nor overwrites itself.
        let Some(mut entry) = self.slots[index as usize].entry.take() else { return };
        let place = entry.player.next_capture();
        let due = place.filter(|&place| entry.player.clock_at(place).is_some_and(|at| at <= time));
        if let Some(place) = due {
            let newcomer = Newcomer { before: u64::MAX, span: None };
            for leaf in entry.player.starting(place) {
                let shared = self.by_key.get(&leaf.key).map_or(0, Vec::len);
                for position in 0..if shared > 1 { shared } else { 0 } {
                    self.bring_to(self.by_key[&leaf.key][position], time, targets);
                }
                if shared > 1 {
                    self.read_ranges(leaf, targets);
                    self.apply_rule(leaf.key, leaf.overwrite, newcomer, targets);
                }
            }
        }
        self.slots[index as usize].entry = Some(entry);
    }

    /// Moves an animation to a moment, but not onto a beginning of its own that is still to be judged.
    fn bring_to(&mut self, index: u32, time: i64, targets: &mut dyn Targets<T, K>) {
        let Some(entry) = &mut self.slots[index as usize].entry else { return };
        let own = entry.player.next_capture();
        let own = own.and_then(|place| entry.player.clock_at(place));
        let until = own.filter(|&own| own <= time).map_or(time, |own| own - 1);
        if until > entry.player.clock() {
            self.run_slot(index, until, false, targets);
        }
    }

    /// The memory that a leaf's properties take, as it is now.
    fn read_ranges(&mut self, leaf: &Leaf<T, K>, targets: &mut dyn Targets<T, K>) {
        self.ranges.clear();
        if let Some(target) = targets.target(&leaf.key) {
            self.ranges.extend(leaf.tracks.iter().map(|track| track.bytes(target)));
        }
    }

    fn apply_rule(
        &mut self,
        key: K,
        rule: Overwrite,
        newcomer: Newcomer,
        targets: &mut dyn Targets<T, K>,
    ) {
        let why = Interrupt::Overwritten;
        match rule.mode {
            OverwriteMode::None => {}
            OverwriteMode::Auto => {
                self.take_properties(key, Some(newcomer), targets, |running| running, why);
            }
            OverwriteMode::All => {
                self.ranges.clear();
                self.ranges.push(0..usize::MAX);
                self.take_properties(key, Some(newcomer), targets, |_| true, why);
            }
            OverwriteMode::Concurrent => {
                self.ranges.clear();
                self.ranges.push(0..usize::MAX);
                self.take_properties(key, Some(newcomer), targets, |running| running, why);
            }
        }
    }

    /// Removes the tracks of a target that overlap `self.ranges` from all animations but one.
    fn take_properties(
        &mut self,
        key: K,
        newcomer: Option<Newcomer>,
        targets: &mut dyn Targets<T, K>,
        affects: fn(bool) -> bool,
        why: Interrupt,
    ) {
        let Some(target) = targets.target(&key) else { return };
        let Some(list) = self.by_key.get(&key) else { return };
        for &other in list {
            let slot = &mut self.slots[other as usize];
            let id = AnimId { index: other, generation: slot.generation };
            let Some(entry) = &mut slot.entry else { continue };
            if newcomer.is_some_and(|newcomer| !newcomer.meets(entry)) {
                continue;
            }
            let (ranges, events) = (&self.ranges, &mut self.events);
            let (time, clock) = (entry.player.position(), entry.player.clock());
            for leaf in &mut entry.player.leaves {
                if leaf.key != key || leaf.gone || !affects(leaf.running) {
                    continue;
                }
                let before = leaf.tracks.len();
                leaf.tracks.retain(|track| {
                    let bytes = track.bytes(target);
                    !ranges.iter().any(|range| overlap(range, &bytes))
                });
                if leaf.tracks.len() == before {
                    continue;
                }
                leaf.gone = leaf.tracks.is_empty();
                let why = match why {
                    Interrupt::Overwritten if !leaf.gone => Interrupt::PartlyOverwritten,
                    why => why,
                };
                let mut event = interrupted(id, leaf.tag, why, time, events.len());
                event.clock = clock as f64;
                events.push(event);
            }
        }
    }

    /// Judges the rules of tweens that want it done when they are added.
    fn judge_early(&mut self, targets: &mut dyn Targets<T, K>) {
        for position in 0..self.order.len() {
            let index = self.order[position];
            let Some(entry) = &mut self.slots[index as usize].entry else { continue };
            if !core::mem::take(&mut entry.early) {
                continue;
            }
            let Some(entry) = self.slots[index as usize].entry.take() else { continue };
            let mut newcomer = Newcomer { before: entry.serial, span: None };
            let span = span_of(&entry.player);
            for leaf in &entry.player.leaves {
                if leaf.overwrite.early && !leaf.gone {
                    self.read_ranges(leaf, targets);
                    let auto = leaf.overwrite.mode == OverwriteMode::Auto;
                    newcomer.span = auto.then_some(span);
                    if auto {
                        let why = Interrupt::Overwritten;
                        self.take_properties(leaf.key, Some(newcomer), targets, |_| true, why);
                    } else {
                        self.apply_rule(leaf.key, leaf.overwrite, newcomer, targets);
                    }
                }
            }
            self.slots[index as usize].entry = Some(entry);
        }
    }

    /// Notes when an animation ends, if that is by `clock`.
    fn push_end(&mut self, index: u32, clock: i64) {
        let Some(entry) = &self.slots[index as usize].entry else { return };
        let end = if entry.player.speed() < 0.0 { 0 } else { entry.player.length() };
        if let Some(time) = entry.player.clock_at(end)
            && time <= clock
        {
            self.ends.push((time, entry.serial, index));
        }
    }

    /// Lets what ends write its last values, in the order of the ends: what still runs writes after it.
    fn end_finished(&mut self, clock: i64, targets: &mut dyn Targets<T, K>) {
        self.ends.sort_unstable();
        for position in 0..self.ends.len() {
            self.run_slot(self.ends[position].2, clock, true, targets);
        }
    }

    fn report(&mut self, id: AnimId, why: Interrupt) {
        let Some(player) = self.get(id) else { return };
        let (tag, time) = (player.node.tag, (player.time() * 1e9) as i64);
        let event = interrupted(id, tag, why, time, self.events.len());
        self.events.push(event);
    }

    /// Removes what is finished, and what has lost all it had.
    fn sweep(&mut self) {
        let mut order = core::mem::take(&mut self.order);
        order.retain(|&index| {
            let Some(entry) = &mut self.slots[index as usize].entry else { return false };
            let keep = !is_over(entry);
            if !keep {
                self.remove(index);
            }
            keep
        });
        self.order = order;
    }

    fn remove(&mut self, index: u32) {
        let slot = &mut self.slots[index as usize];
        let Some(entry) = slot.entry.take() else { return };
        slot.generation = slot.generation.wrapping_add(1).max(1);
        self.free.push(index);
        let (by_key, spare) = (&mut self.by_key, &mut self.spare_lists);
        for leaf in &entry.player.leaves {
            if let Some(list) = by_key.get_mut(&leaf.key) {
                list.retain(|&other| other != index);
                if list.is_empty() {
                    spare.extend(by_key.remove(&leaf.key));
                }
            }
        }
    }
}

/// Whether nothing more will come of it.
fn is_over<T: 'static, K>(entry: &Entry<T, K>) -> bool {
    has_lost_all(entry) || (entry.player.is_finished() && !entry.keep && !entry.player.is_paused())
}

/// Whether it had tweens, and all of them were taken away.
fn has_lost_all<T: 'static, K>(entry: &Entry<T, K>) -> bool {
    let leaves = &entry.player.leaves;
    !leaves.is_empty() && leaves.iter().all(|leaf| leaf.gone)
}

/// Beginning, after the delay, and end by the clock.
fn span_of<T: 'static, K>(player: &Player<T, K>) -> (i64, i64) {
    let clock = |place| player.clock_at(place).unwrap_or(i64::MAX);
    (clock(player.node.begin()), clock(player.length()))
}

/// The animation whose rule is applied: whom it may affect.
#[derive(Clone, Copy)]
struct Newcomer {
    /// Only those added before this serial number.
    before: u64,
    /// Only those whose time overlaps.
    span: Option<(i64, i64)>,
}

impl Newcomer {
    fn meets<T: 'static, K>(&self, other: &Entry<T, K>) -> bool {
        let in_time = self.span.is_none_or(|(begin, end)| {
            let (other_begin, other_end) = span_of(&other.player);
            other_begin < end && begin < other_end
        });
        other.serial < self.before && in_time
    }
}

fn interrupted(id: AnimId, tag: u32, why: Interrupt, time: i64, order: usize) -> Event {
    let time = time as f64 / 1e9;
    Event { id, tag, kind: EventKind::Interrupted(why), time, clock: 0.0, order: order as u32 }
}

impl<T: 'static, K: Copy + Eq + Hash + 'static> core::fmt::Debug for Animator<T, K> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Animator").field("animations", &self.len()).finish_non_exhaustive()
    }
}
