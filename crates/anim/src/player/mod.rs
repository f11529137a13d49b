//! One animation and its playhead.

mod chain;
mod control;
mod events;
mod step;

use crate::{
    Anim, AnimError, AnimEvent, AnimEventKind, AnimId, Targets, Track,
    defaults::Defaults,
    run::{
        Content, Leaf, Node, Writes,
        preview::{self, Footprint},
    },
    span::FOREVER,
    timeline::Built,
    track::overlap,
};
use chain::{Chain, Passed};
use core::ops::Range;
use events::Events;
use motile_geom::{HashState, StateHash};

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
/// let mut player = AnimPlayer::new(pulse);
/// player.update(1.25, &mut x);
/// assert_eq!(x, 75.0);
/// assert!(player.events().iter().any(|event| event.kind == AnimEventKind::Repeat));
/// player.reverse();
/// player.update(0.5, &mut x);
/// assert_eq!(x, 75.0);
/// ```
#[doc(alias = "playhead")]
#[doc(alias = "tweener")]
pub struct AnimPlayer<T, K = ()> {
    pub(crate) node: Node,
    pub(crate) leaves: Vec<Leaf<T, K>>,
    /// When each leaf begins for the first time, in order, and how many of them have captured.
    beginnings: Vec<(i64, u32)>,
    captured: usize,
    writes: Writes,
    /// The short way, where there is one.
    chain: Option<Chain>,
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
    events: Events,
    /// What the short way passed in the last update, while its events have not been asked for.
    passed: Option<Passed>,
    /// Start values are to be shown before their turn: a list for finding out which.
    previews: Option<Vec<Footprint>>,
    pub(crate) id: AnimId,
    error: Option<Box<AnimError>>,
}

/// The playhead: where it is, how it got there and how it goes on. The description is not read, and what the animation
/// has written is in its targets.
impl<T, K> HashState for AnimPlayer<T, K> {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&(self.clock, self.anchor, self.speed, self.paused, self.position, self.shown));
        hash.write(&(self.captured, &self.pauses));
    }
}

impl<T: 'static, K> AnimPlayer<T, K> {
    /// Ready to play from the beginning. Nothing is written before the first update.
    ///
    /// A description with a number that is not finite, a negative time or another fault is not played: the
    /// player has no length, writes nothing, and [`AnimPlayer::error`] says why.
    pub fn new(anim: impl Into<Anim<T, K>>) -> Self {
        Self::with_defaults(anim, &Defaults::default())
    }

    /// [`AnimPlayer::new`] with other defaults for what the tweens do not say.
    pub fn with_defaults(anim: impl Into<Anim<T, K>>, defaults: &Defaults) -> Self {
        anim.into().build(defaults).map_or_else(Self::broken, Self::of)
    }

    /// [`AnimPlayer::new`] for descriptions that come from outside, such as a file: what is wrong with
    /// one is an error at once.
    ///
    /// # Errors
    ///
    /// Times that are negative or not finite, values that are not finite, arrays of different lengths,
    /// labels that do not exist.
    pub fn try_new(anim: impl Into<Anim<T, K>>) -> Result<Self, AnimError> {
        Self::try_with_defaults(anim, &Defaults::default())
    }

    /// [`AnimPlayer::try_new`] with other defaults for what the tweens do not say.
    ///
    /// # Errors
    ///
    /// As [`AnimPlayer::try_new`].
    pub fn try_with_defaults(
        anim: impl Into<Anim<T, K>>,
        defaults: &Defaults,
    ) -> Result<Self, AnimError> {
        anim.into().build(defaults).map(Self::of)
    }

    /// Why the description it was made of is not played; `None` when it is.
    pub fn error(&self) -> Option<&AnimError> {
        self.error.as_deref()
    }

    /// A player of nothing.
    fn broken(error: AnimError) -> Self {
        let nothing = Built { node: Node::empty(), leaves: Vec::new(), pauses: Vec::new() };
        Self { error: Some(Box::new(error)), ..Self::of(nothing) }
    }

    pub(crate) fn of(built: Built<T, K>) -> Self {
        let mut beginnings = Vec::with_capacity(built.leaves.len());
        built.node.beginnings(&mut |leaf, time| beginnings.push((time, leaf)));
        beginnings.sort_unstable();
        let folded = built.node.is_folded(beginnings.len());
        let writes = Writes::new(beginnings.iter().map(|&(_, leaf)| leaf), folded);
        let chain = Chain::of(&built.node, &built.leaves).filter(|_| built.pauses.is_empty());
        let mut player = Self {
            node: built.node,
            leaves: built.leaves,
            beginnings,
            captured: 0,
            writes,
            chain,
            clock: 0,
            anchor: (0, 0),
            speed: 1.0,
            paused: false,
            position: 0,
            shown: false,
            pauses: built.pauses,
            events: Events::default(),
            passed: None,
            previews: None,
            id: AnimId::default(),
            error: None,
        };
        player.plan_previews();
        player
    }

    /// Lets `dt` seconds pass. A negative `dt` goes back; NaN counts as 0.
    pub fn update(&mut self, dt: f32, targets: &mut impl Targets<T, K>) {
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

    /// Goes to a time of the animation, in seconds, as [`AnimPlayer::seek`] does, without events.
    pub fn seek_silently(&mut self, seconds: f64, targets: &mut impl Targets<T, K>) {
        // Reported and thrown away: the moves between are needed all the same, for start values that are read on the way.
        self.seek(seconds, targets);
        self.passed = None;
        if let Some(list) = self.events.list_mut() {
            list.retain(|event| matches!(event.kind, AnimEventKind::Interrupted(_)));
        }
    }

    fn run(&mut self, clock: i64, targets: &mut dyn Targets<T, K>) {
        if self.run_chain_quietly(clock, targets) {
            return;
        }
        self.passed = None;
        let mut events = self.events.take();
        self.run_to(clock, true, targets, &mut events);
        self.events.put(events);
    }

    /// What happened in the last update, in order.
    pub fn events(&self) -> &[AnimEvent] {
        self.events.get_or_tell(|list| {
            if let Some(passed) = self.passed {
                self.report_links(passed, list);
            }
        })
    }

    /// Sees to it that start values which are given show at the next update, if there are some that would not.
    fn plan_previews(&mut self) {
        let mut all = self.beginnings.iter();
        if all.any(|&(time, leaf)| preview::is_early(&self.leaves[leaf as usize], time)) {
            let tracks = self.leaves.iter().map(|leaf| leaf.tracks.iter().count()).sum();
            self.previews = Some(Vec::with_capacity(tracks));
        }
    }

    /// Whether start values are to be shown before their turn.
    pub(crate) fn has_previews(&self) -> bool {
        self.previews.is_some()
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
        // From the anchor and never from the last update: rounding at an odd speed does not add up over the frames.
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
        // Rounded up, so that at the time given the playhead has reached the place: rounded down, an update to that time
        // would stop short and ask for the same moment again.
        let ahead = place.saturating_sub(self.anchor.1);
        let wait =
            if self.speed == 1.0 { ahead } else { (ahead as f64 / self.speed).ceil() as i64 };
        Some(self.anchor.0.saturating_add(wait))
    }

    fn hold(&mut self) {
        self.anchor = (self.clock, self.place(self.clock));
    }
}

/// Whether a property lies within some memory.
pub(crate) fn meets<T>(track: &dyn Track<T>, ranges: &[Range<usize>], target: &mut T) -> bool {
    let bytes = track.bytes(target);
    ranges.iter().any(|range| overlap(range, &bytes))
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
