//! Many animations on many targets, with rules for those that meet.
//!
//! Simple tweens, which are most of them, wait in a queue and run as rows of plain arrays; everything
//! else, and every tween that somebody takes in hand, has an [`AnimPlayer`] of its own.

mod index;
mod lane;
mod lanes;
mod promote;
mod queue;
mod rules;
mod slab;
mod table;
mod take_over;
mod target;
mod update;

use crate::{
    Anim, AnimError, AnimEvent, AnimEventKind, AnimPlayer, Ease, Interrupt, Position, Span,
    Targets, Timeline, Tween, defaults::Defaults, player::nanos, prop::Props, timeline::Item,
    tween::Simple,
};
use core::{
    cmp::Reverse,
    hash::{BuildHasherDefault, Hash},
    ops::Range,
};
use index::KeyHasher;
use lane::Found;
use lanes::Lanes;
use motile_geom::{HashState, Id, StateHash};
use queue::Queue;
use slab::Slab;
use std::collections::{BinaryHeap, HashMap};
use table::{Extra, Kind, Slot, Table};

/// Names an animation in an [`Animator`]. An id of one that is gone names nothing.
pub type AnimId = Id<Anim<()>>;

/// Plays any number of tweens and timelines on targets of one type.
///
/// Targets are found by key when they are needed ([`Targets`]); the animator keeps no reference to
/// them. A tween that begins takes over from others by its [`Overwrite`](crate::Overwrite) rule. Finished
/// animations are removed; what happened is in [`Animator::events`] until the next update.
///
/// ```
/// use motile_anim::{Animator, Ease, AnimEventKind, Tween};
///
/// #[derive(Default)]
/// struct Sprite { x: f32, alpha: f32 }
/// let mut sprites: Vec<Sprite> = vec![Sprite::default(), Sprite::default()];
///
/// let mut animator = Animator::new();
/// let slide = Tween::new(1.0).to(|s: &mut Sprite| &mut s.x, 100.0).ease(Ease::LINEAR);
/// animator.play(slide.clone().on(0u32));
/// animator.play(slide.on(1).delay(0.5).tag(7));
///
/// animator.update(1.0, &mut sprites);
/// assert_eq!((sprites[0].x, sprites[1].x), (100.0, 50.0));
/// animator.update(0.5, &mut sprites);
/// let done = &animator.events()[0];
/// assert_eq!((done.tag, &done.kind), (7, &AnimEventKind::Complete));
/// assert!(animator.is_empty());
/// ```
///
/// # Cost
///
/// A simple tween takes a few nanoseconds of each update and [`Animator::bytes_per_tween`], and nothing
/// at all while its delay lasts; two properties need no memory of their own. Simple is a tween of plain
/// `f32`, `f64`, `Vec2` or `Color` fields with an [`Ease`] and perhaps a delay. What has repeats, a time
/// scale, update events, modified goals, drivers or a closure as ease, every timeline, whatever was taken
/// in hand by [`Animator::get_mut`], and tweens that write the same field at once have a player of their
/// own: memory from the heap and about 0.2 µs. Updating allocates nothing once the buffers have grown.
///
/// # Limits
///
/// A tween that begins looks at all animations of the same target, so thousands of tweens on one target
/// are slow to begin. Of two fields behind different pointers of one target the memory decides whether
/// they are the same, as for any others. For a million numbers without targets there is
/// [`Swarm`](crate::Swarm).
#[doc(alias = "tween engine")]
#[doc(alias = "tween manager")]
pub struct Animator<T, K = ()> {
    /// For tweens that say nothing of their own.
    pub defaults: Defaults,
    /// The most time that one update may bring; longer ones slow the animation instead of making it
    /// jump. `None` for no limit.
    pub max_step: Option<Span>,
    /// Seconds of animation per second of [`Animator::update`]; 0 pauses everything, negative and NaN
    /// count as 0.
    pub scale: f32,
    slots: Table,
    lanes: Lanes<T, K>,
    waiting: Slab<Waiting<T, K>>,
    /// When waiting tweens begin. What is gone is found out when its turn comes.
    queue: Queue,
    players: Slab<Entry<T, K>>,
    /// Table of the players in the order of creation.
    order: Vec<u32>,
    /// Table of the players by the keys they touch. Only ever asked for one key.
    by_key: HashMap<K, Vec<u32>, BuildHasherDefault<KeyHasher>>,
    spare_lists: Vec<Vec<u32>>,
    clock: i64,
    events: Vec<AnimEvent>,
    /// Players with leaves that begin during an update: time, serial number, slot.
    starts: BinaryHeap<Reverse<(i64, u32, u32)>>,
    ends: Vec<(i64, u32, u32)>,
    ranges: Vec<Range<usize>>,
    others: Vec<u32>,
    found: Found,
    /// A player has start values to show before its turn.
    previews: bool,
    rejected: u64,
    last_error: Option<AnimError>,
}

/// A simple tween that has not begun.
struct Waiting<T, K> {
    key: K,
    props: Props<T>,
    ease: Ease,
    begin: i64,
    duration: i64,
}

/// A player of its own.
struct Entry<T, K> {
    player: AnimPlayer<T, K>,
    /// Stays after its end, until it is killed.
    keep: bool,
    /// Its rule is to be judged before it begins.
    early: bool,
    /// It has leaves that have not begun yet.
    waiting: bool,
}

/// Where an animation stands, see [`Animator::get`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnimProgress {
    time: f64,
    duration: f64,
    speed: f32,
    paused: bool,
    finished: bool,
}

impl AnimProgress {
    /// Where the playhead is, in seconds.
    pub const fn time(&self) -> f64 {
        self.time
    }

    /// Where the playhead is, 0…1; 0 for an animation without end, 1 for one without length.
    pub const fn progress(&self) -> f32 {
        if self.duration == 0.0 { 1.0 } else { (self.time / self.duration) as f32 }
    }

    /// Seconds from the beginning to the end, delays and repeats included; infinite if it repeats
    /// forever.
    pub const fn duration(&self) -> f64 {
        self.duration
    }

    /// Seconds of the animation per second, whether paused or not.
    pub const fn speed(&self) -> f32 {
        self.speed
    }

    /// Whether it is paused.
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// Whether the last update reached the end it plays towards.
    pub const fn is_finished(&self) -> bool {
        self.finished
    }
}

/// The clock, the settings and how many animations there are. The values that they write are in their targets, which
/// are hashed on their own; descriptions are not read.
impl<T: 'static, K: Copy + Eq + Hash + 'static> HashState for Animator<T, K> {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&(self.clock, self.scale, self.len(), self.rejected));
    }
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
            slots: Table::new(),
            lanes: Lanes::new(),
            waiting: Slab::new(),
            queue: Queue::default(),
            players: Slab::new(),
            order: Vec::new(),
            by_key: HashMap::default(),
            spare_lists: Vec::new(),
            clock: 0,
            events: Vec::new(),
            starts: BinaryHeap::new(),
            ends: Vec::new(),
            ranges: Vec::new(),
            others: Vec::new(),
            found: Found::default(),
            previews: false,
            rejected: 0,
            last_error: None,
        }
    }

    /// Plays a tween or timeline from now on. It first shows at the next update, at the time that has
    /// passed since.
    ///
    /// A description with a number that is not finite, a negative time or another fault is not played: the
    /// handle names nothing, [`Animator::rejected`] counts it and [`Animator::last_error`] says why.
    #[inline]
    pub fn play(&mut self, anim: impl Into<Anim<T, K>>) -> AnimId {
        self.try_play(anim).unwrap_or_else(|error| {
            self.rejected += 1;
            self.last_error = Some(error);
            AnimId::NOTHING
        })
    }

    /// [`Animator::play`] for descriptions that come from outside, such as a file: what is wrong with one
    /// is an error at once.
    ///
    /// # Errors
    ///
    /// As [`AnimPlayer::try_new`].
    #[inline]
    pub fn try_play(&mut self, anim: impl Into<Anim<T, K>>) -> Result<AnimId, AnimError> {
        let anim = anim.into();
        // Moved as seldom as can be: a description is large, and copying it is a good part of the work.
        match anim.simple(&self.defaults)? {
            Some(simple) => {
                let Anim(Item::Tween(tween)) = anim else { return Ok(AnimId::NOTHING) };
                Ok(self.add_waiting(simple, tween))
            }
            None => self.add_full(anim),
        }
    }

    /// Plays what needs a player of its own.
    #[inline(never)]
    fn add_full(&mut self, anim: Anim<T, K>) -> Result<AnimId, AnimError> {
        let mut player = AnimPlayer::try_with_defaults(anim, &self.defaults)?;
        player.set_clock(self.clock);
        let extra = Extra::new(0, player.node.tag);
        let index = self.slots.add(Kind::Full, table::NONE, extra);
        self.add_player(index, player);
        Ok(self.slots.id(index))
    }

    /// Lets a simple tween wait for its beginning.
    #[inline]
    fn add_waiting(&mut self, simple: Simple, tween: Tween<T, K>) -> AnimId {
        let Simple { ease, duration, delay, mode, tag } = simple;
        let begin = self.clock.saturating_add(delay);
        let (key, props) = tween.into_parts();
        let place = self.waiting.insert(Waiting { key, props, ease, begin, duration });
        let index = self.slots.add(Kind::Waiting, place, Extra::new(delay, tag));
        let slot = self.slots.at_mut(index);
        slot.mode = mode;
        self.queue.push((begin, slot.serial, index));
        let (waiting, lanes) = (&self.waiting, &self.lanes);
        self.slots.link(key, index, |slot| key_of(slot, waiting, lanes));
        self.slots.id(index)
    }

    /// How many descriptions [`Animator::play`] has turned away.
    pub const fn rejected(&self) -> u64 {
        self.rejected
    }

    /// Why [`Animator::play`] turned the last of them away.
    pub const fn last_error(&self) -> Option<&AnimError> {
        self.last_error.as_ref()
    }

    /// Reports [`AnimEventKind::Call`] with this tag after a delay. A delay that is negative or not finite
    /// is counted in [`Animator::rejected`], and nothing happens.
    pub fn call_after(&mut self, delay: impl Into<Span>, tag: u32) -> AnimId {
        self.play(Timeline::new().call(tag, Position::Time(delay.into())))
    }

    /// The player of an animation, to pause, seek, reverse or watch it; what it is told shows at the
    /// next update. `None` when it is gone. A simple tween gets a player now, which allocates.
    pub fn get_mut(&mut self, id: AnimId) -> Option<&mut AnimPlayer<T, K>> {
        self.entry_mut(id).map(|entry| &mut entry.player)
    }

    /// Where an animation stands. `None` when it is gone.
    pub fn get(&self, id: AnimId) -> Option<AnimProgress> {
        let slot = self.slots.find(id)?;
        if slot.kind == Kind::Full {
            let player = &self.players.get(slot.place)?.player;
            return Some(AnimProgress {
                time: player.time(),
                duration: player.duration(),
                speed: player.speed(),
                paused: player.is_paused(),
                finished: player.is_finished(),
            });
        }
        let (begin, duration) = self.simple_time(slot);
        let delay = self.slots.extra(slot).delay;
        let length = delay.saturating_add(duration);
        let time = (self.clock - (begin - delay)).clamp(0, length);
        let [time, duration] = [time, length].map(|nanos| nanos as f64 / 1e9);
        Some(AnimProgress { time, duration, speed: 1.0, paused: false, finished: false })
    }

    /// Beginning and duration of a simple tween, by the clock.
    fn simple_time(&self, slot: &Slot) -> (i64, i64) {
        match slot.kind {
            Kind::Waiting => {
                self.waiting.get(slot.place).map_or((0, 0), |tween| (tween.begin, tween.duration))
            }
            _ => self.lanes.time(slot),
        }
    }

    /// Keeps an animation after its end, so that it can be rewound. False when it is gone. A simple
    /// tween gets a player now, which allocates.
    pub fn keep(&mut self, id: AnimId) -> bool {
        self.entry_mut(id).map(|entry| entry.keep = true).is_some()
    }

    fn entry_mut(&mut self, id: AnimId) -> Option<&mut Entry<T, K>> {
        self.slots.find(id)?;
        self.promote(id.index(), self.clock);
        self.players.get_mut(self.slots.at(id.index()).place)
    }

    /// How many animations there are, finished ones that are kept included.
    pub fn len(&self) -> usize {
        self.slots.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The handles of all animations, in no particular but always the same order.
    pub fn ids(&self) -> impl Iterator<Item = AnimId> {
        self.slots.live().map(|index| self.slots.id(index))
    }

    /// Bytes that a running simple tween of one number takes, the index by target included, without
    /// spare room in the arrays ([`Animator::shrink`] gives that back). A delay, a tag or further
    /// properties add 16, and every further property counts as a tween of its own.
    pub const fn bytes_per_tween() -> usize {
        let row = 2 * size_of::<f32>() + 2 * size_of::<i64>() + size_of::<K>() + size_of::<u32>();
        // The slot with the state of its id, the row, and the entry of the index.
        size_of::<Slot>() + size_of::<u32>() + row + size_of::<u32>()
    }

    /// Gives back memory that is kept for later: descriptions of tweens that have begun, places of those
    /// that have ended. What is played next may allocate again.
    pub fn shrink(&mut self) {
        let slots = &self.slots;
        self.queue.shrink(|&(_, serial, index)| {
            let slot = slots.at(index);
            slot.kind == Kind::Waiting && slot.serial == serial
        });
        let (waiting, lanes) = (&self.waiting, &self.lanes);
        self.slots.shrink(|slot| key_of(slot, waiting, lanes));
        self.lanes.shrink();
        self.waiting.shrink();
        self.players.shrink();
        self.order.shrink_to_fit();
        self.by_key.shrink_to_fit();
        self.spare_lists = Vec::new();
        self.events.shrink_to_fit();
        self.starts.shrink_to_fit();
        self.ends = Vec::new();
        self.ranges = Vec::new();
        self.others = Vec::new();
        self.found = Found::default();
    }

    /// What happened in the last update, and in calls to kill since, in order.
    pub fn events(&self) -> &[AnimEvent] {
        &self.events
    }

    /// Seconds that its clock has run.
    pub fn time(&self) -> f64 {
        self.clock as f64 / 1e9
    }

    /// Ends an animation where it is. False when it is gone already.
    pub fn kill(&mut self, id: AnimId) -> bool {
        let Some(progress) = self.get(id) else { return false };
        let tag = self.slots.extra(self.slots.at(id.index())).tag;
        let time = (progress.time() * 1e9) as i64;
        self.emit(id, tag, AnimEventKind::Interrupted(Interrupt::Killed), time, 0);
        self.remove(id.index());
        true
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

    /// Ends everything.
    pub fn kill_all(&mut self) {
        self.others.clear();
        self.others.extend(self.slots.live());
        self.others.sort_unstable_by_key(|&index| self.slots.rank(index));
        for position in 0..self.others.len() {
            self.kill(self.slots.id(self.others[position]));
        }
    }

    /// Lets `dt` seconds pass for everything, at the scale set; NaN counts as 0.
    pub fn update(&mut self, dt: f32, targets: &mut impl Targets<T, K>) {
        let step = nanos(dt as f64 * if self.scale > 0.0 { self.scale as f64 } else { 0.0 });
        self.run_to(self.clock.saturating_add(step), targets);
    }

    /// Sets the clock to a time in seconds, for example a tick's `time`: exact over days. The scale is
    /// not applied. Going back gives every simple tween a player, which allocates.
    pub fn update_to(&mut self, seconds: f64, targets: &mut impl Targets<T, K>) {
        self.run_to(nanos(seconds), targets);
    }

    /// Reports something, at a time of the animation and of the clock, both in nanoseconds.
    fn emit(&mut self, id: AnimId, tag: u32, kind: AnimEventKind, time: i64, clock: i64) {
        let order = self.events.len() as u32;
        let (time, clock) = (time as f64 / 1e9, clock as f64);
        self.events.push(AnimEvent { id, tag, kind, time, clock, order });
    }
}

/// The target of a simple tween, wherever it is stored.
fn key_of<T: 'static, K: Copy + Eq + Hash>(
    slot: &Slot,
    waiting: &Slab<Waiting<T, K>>,
    lanes: &Lanes<T, K>,
) -> Option<K> {
    match slot.kind {
        Kind::Waiting => waiting.get(slot.place).map(|tween| tween.key),
        Kind::Row => Some(lanes.key(slot)),
        Kind::Free | Kind::Part | Kind::Full => None,
    }
}

impl<T: 'static, K: Copy + Eq + Hash + 'static> core::fmt::Debug for Animator<T, K> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Animator").field("animations", &self.len()).finish_non_exhaustive()
    }
}
