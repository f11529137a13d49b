//! The short way for the most common timeline: tweens one after another, each played once.
//!
//! A move through the tree of nodes touches a node, a leaf and two cursors for every tween it passes, and of thousands of
//! players all of that comes from far away in memory. For a chain one small list says when each tween begins and ends, and
//! that is enough to report what was passed and to write what shows. The tree is left where it was, and follows when
//! the long way is taken again.

use super::AnimPlayer;
use crate::{
    AnimEvent, AnimEventKind, Targets,
    run::{Content, Leaf, Node, Outcome, Tracks, Write},
};

/// Tweens one after another, in the order of time.
#[derive(Debug)]
pub(super) struct Chain {
    /// One for each leaf, in their order.
    links: Vec<Link>,
    /// Where the last move ended.
    stand: Stand,
    /// Whether the tree of nodes is where the playhead was before.
    is_ahead: bool,
}

/// One tween of a chain.
#[derive(Clone, Copy, Debug)]
struct Link {
    /// When it begins and ends, in nanoseconds.
    begin: i64,
    end: i64,
    tag: u32,
    /// Whether it writes one field, and the next one the same.
    shares_next: bool,
}

/// How many links have ended and how many have begun at a time: one more where one runs.
#[derive(Clone, Copy, Debug, Default)]
struct Stand {
    ended: u32,
    begun: u32,
}

impl Stand {
    const fn runs(self) -> bool {
        self.begun > self.ended
    }
}

/// What a move passed, and all that its events depend on: they may be asked for when the player has been told to do
/// something else.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passed {
    from: Stand,
    to: Stand,
    clocks: (i64, i64),
    anchor: (i64, i64),
    speed: f64,
}

/// Times up to this many nanoseconds are whole numbers of `f64`, sums of two included.
const EXACT: i64 = 1 << 51;

impl Chain {
    /// The chain that a tree of nodes is, if it is one.
    pub(super) fn of<T: 'static, K>(node: &Node, leaves: &[Leaf<T, K>]) -> Option<Self> {
        let Content::Group(group) = &node.content else { return None };
        if !node.is_plain() || node.timing.delay != 0 || node.timing.length() > EXACT {
            return None;
        }
        if !group.labels.is_empty() || group.children.len() < 2 {
            return None;
        }
        let mut links: Vec<Link> = Vec::with_capacity(group.children.len());
        let mut last_end = 0;
        for child in &group.children {
            let (begin, end, next) = (child.begin(), child.end(), links.len());
            let in_order =
                matches!(child.node.content, Content::Leaf(leaf) if leaf as usize == next);
            if !in_order || !child.node.is_plain() || begin < last_end || end <= begin {
                return None;
            }
            if let Some(last) = links.last_mut() {
                last.shares_next = share(&leaves[next - 1], &leaves[next]);
            }
            links.push(Link { begin, end, tag: child.node.tag, shares_next: false });
            last_end = end;
        }
        Some(Self { links, stand: Stand::default(), is_ahead: false })
    }

    /// How things stand at a time of a chain of some length.
    fn stand_at(&self, time: i64, length: i64) -> Stand {
        // Mostly all last as long: then it is known where to look, and no link on the way there has to be read.
        let guess = (time as f64 / length as f64 * self.links.len() as f64) as usize;
        let mut ended = guess.min(self.links.len());
        while self.links.get(ended).is_some_and(|link| link.end <= time) {
            ended += 1;
        }
        while ended > 0 && self.links[ended - 1].end > time {
            ended -= 1;
        }
        // At most one runs: none has begun behind it.
        let runs = self.links.get(ended).is_some_and(|link| link.begin <= time);
        Stand { ended: ended as u32, begun: ended as u32 + u32::from(runs) }
    }
}

/// Whether two tweens write one field each, and it is the same: keys without size are all alike.
fn share<T: 'static, K>(first: &Leaf<T, K>, second: &Leaf<T, K>) -> bool {
    match (&first.tracks, &second.tracks) {
        (Tracks::Number(a), Tracks::Number(b)) => size_of::<K>() == 0 && a.is_on_field_of(b),
        _ => false,
    }
}

impl<T: 'static, K> AnimPlayer<T, K> {
    /// Moves to a place inside a chain, past tweens that have read their start values; false, with nothing done, where
    /// there is more to it.
    pub(super) fn run_chain(
        &mut self,
        clock: i64,
        targets: &mut dyn Targets<T, K>,
        events: &mut Vec<AnimEvent>,
    ) -> bool {
        let Some(passed) = self.pass_links(clock, targets) else { return false };
        self.report_links(passed, events);
        self.write_links(passed, targets, events);
        true
    }

    /// [`Self::run_chain`] for one target; what is to be reported is noted only.
    pub(super) fn run_chain_quietly(
        &mut self,
        clock: i64,
        targets: &mut dyn Targets<T, K>,
    ) -> bool {
        // The start values that show early come first, and more than one target may be gone.
        if size_of::<K>() != 0 || self.previews.is_some() {
            return false;
        }
        let Some(passed) = self.pass_links(clock, targets) else { return false };
        self.events.forget();
        self.passed = Some(passed);
        // The target is there, so that nothing is reported here.
        self.write_links(passed, targets, &mut Vec::new());
        true
    }

    /// Moves along the chain, if that is all there is to a move.
    fn pass_links(&mut self, clock: i64, targets: &mut dyn Targets<T, K>) -> Option<Passed> {
        let (from, to, length) = (self.position, self.place(clock), self.length());
        let chain = self.chain.as_mut()?;
        // Both ends have events of the whole timeline.
        let inside = |place: i64| place > 0 && place < length;
        // The start values of a chain are read one after another.
        let captured = chain.links.get(self.captured).is_none_or(|link| link.begin > to);
        if !captured || !self.shown || from == to || !inside(from) || !inside(to) {
            return None;
        }
        if size_of::<K>() == 0 {
            targets.target(&self.leaves.first()?.key)?;
        }
        if !chain.is_ahead {
            // The long way has been somewhere else since.
            chain.stand = chain.stand_at(from, length);
            chain.is_ahead = true;
        }
        let to_stand = chain.stand_at(to, length);
        let from = core::mem::replace(&mut chain.stand, to_stand);
        let (clocks, anchor, speed) = ((self.clock, clock), self.anchor, self.speed);
        (self.clock, self.position) = (clock, to);
        Some(Passed { from, to: to_stand, clocks, anchor, speed })
    }

    /// Reports the beginnings and ends that were passed, in the order of time.
    pub(super) fn report_links(&self, passed: Passed, events: &mut Vec<AnimEvent>) {
        let Some(Chain { links, .. }) = &self.chain else { return };
        let Passed { from, to, clocks, anchor, speed } = passed;
        let (low, high) = (clocks.0.min(clocks.1) as f64, clocks.0.max(clocks.1) as f64);
        let mut report = |link: &Link, kind: AnimEventKind, at: i64| {
            let ahead = at as f64 - anchor.1 as f64;
            let wait = if speed == 0.0 { 0.0 } else { ahead / speed };
            let clock = (anchor.0 as f64 + wait).clamp(low, high);
            let (id, tag, order) = (self.id, link.tag, events.len() as u32);
            events.push(AnimEvent { id, tag, kind, time: at as f64 / 1e9, clock, order });
        };
        // One that was running only ends, one that runs now only begins, those between do both.
        for index in from.ended..to.begun {
            let link = &links[index as usize];
            if index >= from.begun {
                report(link, AnimEventKind::Start, link.begin);
            }
            if index < to.ended {
                report(link, AnimEventKind::Complete, link.end);
            }
        }
        for index in (to.begun..from.begun).rev() {
            let link = &links[index as usize];
            report(link, AnimEventKind::ReverseComplete, link.begin);
        }
    }

    /// Writes the last values of what ended, or what was there before what is left, and the values of what runs.
    fn write_links(
        &mut self,
        Passed { from, to, .. }: Passed,
        targets: &mut dyn Targets<T, K>,
        events: &mut Vec<AnimEvent>,
    ) {
        // Taken out, because showing a write needs the whole player.
        let Some(chain) = self.chain.take() else { return };
        let shares_next = |index: u32| chain.links[index as usize].shares_next;
        if from.runs() && !(to.runs() && from.ended == to.ended) {
            self.leaves[from.ended as usize].running = false;
        }
        for index in from.ended..to.ended {
            let is_last = index + 1 == to.ended && !to.runs();
            if is_last || !shares_next(index) {
                self.show(&Write::new(index, 1.0, Outcome::Ended), targets, events);
            }
        }
        for index in (to.begun..from.begun).rev() {
            let is_last = index == to.begun && !to.runs();
            if is_last || index == 0 || !shares_next(index - 1) {
                self.show(&Write::new(index, 0.0, Outcome::Left), targets, events);
            }
        }
        if to.runs() {
            let link = &chain.links[to.ended as usize];
            let (passed, length) = (self.position - link.begin, link.end - link.begin);
            let progress = (passed as f64 / length as f64) as f32;
            self.show(&Write::new(to.ended, progress, Outcome::Runs), targets, events);
        }
        self.chain = Some(chain);
    }

    /// Brings the tree of nodes to where the playhead is, for the long way.
    pub(super) fn settle(&mut self) {
        if let Some(chain) = self.chain.as_mut().filter(|chain| chain.is_ahead) {
            chain.is_ahead = false;
            self.node.settle(self.position);
        }
    }

    /// The tweens, to be changed: what was known of them as a chain may no longer be true.
    pub(crate) fn leaves_mut(&mut self) -> &mut [Leaf<T, K>] {
        self.drop_chain();
        &mut self.leaves
    }

    /// Gives up the short way.
    pub(super) fn drop_chain(&mut self) {
        // What is still to be told is told now.
        self.events();
        self.passed = None;
        self.settle();
        self.chain = None;
    }
}

#[cfg(test)]
mod tests {
    use crate::{AnimPlayer, Ease, Position, Timeline, Tween};
    use motile_geom::Rng;

    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    struct Dot {
        x: f32,
        y: f32,
    }

    /// Tweens one after another, now and then with a gap or a delay, on one field or on two.
    fn story<K: Copy + 'static>(rng: &mut Rng, key: impl Fn(u32) -> K) -> Timeline<Dot, K> {
        let mut timeline = Timeline::new();
        for k in 0..rng.int(2..9) {
            let mut tween = Tween::new(f64::from(rng.int(1..5)) * 0.25).on(key(k as u32));
            let end = rng.range(-9.0..9.0);
            tween = if rng.chance(0.8) { tween.to(|dot: &mut Dot| &mut dot.x, end) } else { tween };
            tween = if rng.chance(0.3) { tween.by(|dot: &mut Dot| &mut dot.y, end) } else { tween };
            tween = tween.ease([Ease::LINEAR, Ease::BACK_OUT][rng.below(2) as usize]).tag(k as u32);
            tween = if rng.chance(0.2) { tween.delay(0.5) } else { tween };
            timeline = timeline.then(tween);
            if rng.chance(0.2) {
                timeline = timeline.add(Position::Gap(0.25.into()), Tween::new(0.5).on(key(0)));
            }
        }
        timeline
    }

    /// Drives a player that goes the short way and one that never does to the same places.
    fn compare<K: Copy + 'static, const N: usize>(rng: &mut Rng, key: impl Fn(u32) -> K) -> usize
    where
        [Dot; N]: crate::Targets<Dot, K>,
    {
        let timeline = story(rng, key);
        let (mut quick, mut plain) = (AnimPlayer::new(timeline.clone()), AnimPlayer::new(timeline));
        assert!(quick.chain.is_some());
        plain.chain = None;
        let (mut dots, mut others) = ([Dot::default(); N], [Dot::default(); N]);
        let mut ahead = 0;
        for _ in 0..60 {
            let (what, amount) = (rng.below(10), rng.range(-1.5..2.5f32));
            for (player, dots) in [(&mut quick, &mut dots), (&mut plain, &mut others)] {
                match what {
                    0 => player.reverse(),
                    1 => player.set_speed(amount),
                    2 => player.recapture(),
                    3 => player.play(),
                    _ => {}
                }
                if what < 6 {
                    player.update(amount.abs() * 0.5, dots);
                } else {
                    // Quarters of seconds are where tweens begin and end.
                    player.seek(f64::from((amount * 8.0).abs().floor()) * 0.25 * 0.5, dots);
                }
            }
            ahead += usize::from(quick.chain.as_ref().is_some_and(|chain| chain.is_ahead));
            assert_eq!(dots, others);
            assert_eq!(quick.events(), plain.events());
            assert_eq!(quick.is_finished(), plain.is_finished());
            let running = |player: &AnimPlayer<Dot, K>| -> Vec<bool> {
                player.leaves.iter().map(|leaf| leaf.running).collect()
            };
            assert_eq!(running(&quick), running(&plain));
        }
        ahead
    }

    #[test]
    fn the_short_way_of_a_chain_is_the_long_one() {
        let mut rng = Rng::new(10);
        let mut ahead = 0;
        for _ in 0..300 {
            ahead += compare::<u32, 3>(&mut rng, |k| k % 3);
            ahead += compare::<u32, 3>(&mut rng, |_| 1);
        }
        assert!(ahead > 5_000, "{ahead} moves went the short way");
    }

    /// A target that comes and goes.
    struct Maybe(Option<Dot>);

    impl crate::Targets<Dot, ()> for Maybe {
        fn target(&mut self, (): &()) -> Option<&mut Dot> {
            self.0.as_mut()
        }
    }

    #[test]
    fn chains_of_one_target_that_comes_and_goes() {
        let mut rng = Rng::new(11);
        let mut ahead = 0;
        for round in 0..300 {
            let timeline = story(&mut rng, |_| ());
            let (mut quick, mut plain) =
                (AnimPlayer::new(timeline.clone()), AnimPlayer::new(timeline));
            plain.chain = None;
            let (mut one, mut other) = (Maybe(Some(Dot::default())), Maybe(Some(Dot::default())));
            for _ in 0..60 {
                let time = f64::from(rng.int(0..40)) * 0.125;
                if round % 3 == 0 && rng.chance(0.03) {
                    (one.0, other.0) = (None, None);
                } else if one.0.is_none() {
                    (one.0, other.0) = (Some(Dot::default()), Some(Dot::default()));
                }
                quick.seek(time, &mut one);
                plain.seek(time, &mut other);
                ahead += usize::from(quick.chain.as_ref().is_some_and(|chain| chain.is_ahead));
                assert_eq!(one.0, other.0);
                match rng.below(4) {
                    // Not asked, or asked when it has been told something else.
                    0 => continue,
                    1 => [&mut quick, &mut plain].map(|player| player.set_speed(-2.0)),
                    _ => [(); 2],
                };
                assert_eq!(quick.events(), plain.events());
            }
        }
        assert!(ahead > 3_000, "{ahead} moves went the short way");
    }
}
