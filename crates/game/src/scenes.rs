//! Scenes as a stack, and how one gives way to another.

use motile_geom::{HashState, StateHash, Vec2, vec2};

/// Scenes of a game (title, levels, menus, pause) as a stack, with transitions between them. What a scene is, you say: an
/// enum, a struct, a boxed trait. Only the top one is to be updated; [`visible`](Self::visible) are to be drawn.
///
/// ```
/// use motile_game::{SceneEvent, SceneStack, SceneTransition};
///
/// enum Scene { Map, Shop { coins: u32 } }
///
/// let mut coins = 10;
/// let mut scenes = SceneStack::new(Scene::Map);
/// scenes.push(Scene::Shop { coins }, SceneTransition::FADE); // data goes in with the scene
/// for _ in 0..60 { scenes.update(1.0 / 60.0); }
/// if let Scene::Shop { coins } = scenes.top_mut() { *coins -= 4; }
/// scenes.pop(SceneTransition::FADE);
/// for _ in 0..60 {
///     if let Some(SceneEvent::Left(Scene::Shop { coins: left })) = scenes.update(1.0 / 60.0) {
///         coins = left; // and comes back out of it
///     }
/// }
/// assert_eq!(coins, 6);
/// ```
#[doc(alias = "screen")]
#[doc(alias = "game state")]
#[doc(alias = "scene manager")]
#[derive(Clone, Debug, PartialEq)]
pub struct SceneStack<S> {
    /// From the lowest to the top; never empty. With each, whether those below it are seen behind it.
    scenes: Vec<(S, bool)>,
    running: Option<Running<S>>,
}

/// A change on its way.
#[derive(Clone, Debug, PartialEq)]
struct Running<S> {
    transition: SceneTransition,
    seconds: f32,
    change: Change<S>,
    /// Whether the stack has been changed already.
    done: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum Change<S> {
    Push(S, bool),
    Replace(S),
    Pop,
    /// Carried out.
    None,
}

/// What happened to scenes in an update.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SceneEvent<S> {
    /// A scene was put on top.
    Entered,
    /// A scene was taken off the stack, or replaced; it is handed over with all it holds.
    Left(S),
}

/// How one scene gives way to another, and in how many seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneTransition {
    /// What it looks like.
    pub kind: TransitionKind,
    /// From the beginning to the end, seconds; 0 is at once.
    pub seconds: f32,
}

/// What a [`SceneTransition`] looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum TransitionKind {
    /// At once.
    Cut,
    /// The old scene goes dark, then the new one comes out of the dark.
    Fade,
    /// The new scene pushes the old one away.
    Slide {
        /// Where to, such as (−1, 0) for the left.
        direction: Vec2,
    },
    /// A circle closes over the old scene and opens over the new one.
    Iris {
        /// Its middle in parts of the screen: (0.5, 0.5) is the middle.
        center: Vec2,
    },
}

impl SceneTransition {
    /// At once.
    pub const CUT: Self = Self { kind: TransitionKind::Cut, seconds: 0.0 };
    /// Through the dark, in 0.6 seconds.
    pub const FADE: Self = Self { kind: TransitionKind::Fade, seconds: 0.6 };
    /// Pushed to the left, in half a second.
    pub const SLIDE: Self = Self::slide(-1.0, 0.0);
    /// Through a closing circle in the middle, in 0.9 seconds.
    pub const IRIS: Self =
        Self { kind: TransitionKind::Iris { center: vec2(0.5, 0.5) }, seconds: 0.9 };

    /// Pushed in a direction, in half a second.
    pub const fn slide(x: f32, y: f32) -> Self {
        Self { kind: TransitionKind::Slide { direction: vec2(x, y) }, seconds: 0.5 }
    }

    /// This one in another time.
    pub const fn with_seconds(self, seconds: f32) -> Self {
        Self { seconds, ..self }
    }

    /// Whether old and new scene are seen side by side, so that the stack changes at its beginning and not half way.
    const fn shows_both(self) -> bool {
        matches!(self.kind, TransitionKind::Slide { .. })
    }
}

/// How far a transition is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TransitionState {
    /// What it looks like.
    pub kind: TransitionKind,
    /// How much of it is over, 0…1, with a soft beginning and end.
    pub progress: f32,
    /// How much of the screen is covered, 0…1: rises to 1 half way, where the scenes change, and falls again.
    pub covered: f32,
}

impl<S> SceneStack<S> {
    /// A stack with a first scene.
    pub fn new(first: S) -> Self {
        Self { scenes: vec![(first, false)], running: None }
    }

    /// The scene that is to be updated.
    pub fn top(&self) -> &S {
        &self.scenes[self.scenes.len() - 1].0
    }

    /// The scene that is to be updated, to be changed.
    pub fn top_mut(&mut self) -> &mut S {
        let last = self.scenes.len() - 1;
        &mut self.scenes[last].0
    }

    /// All scenes, the lowest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &S> + ExactSizeIterator {
        self.scenes.iter().map(|scene| &scene.0)
    }

    /// How many scenes there are; at least one.
    pub fn depth(&self) -> usize {
        self.scenes.len()
    }

    /// The scenes that are to be drawn, the lowest first: the top one, and what is seen behind overlays.
    pub fn visible(&self) -> impl Iterator<Item = &S> {
        self.visible_of(self.depth())
    }

    /// Puts a scene on top; the one below waits, unseen. Whether it comes: while another change is on its way it does not, and
    /// is dropped.
    pub fn push(&mut self, scene: S, transition: SceneTransition) -> bool {
        self.start(Change::Push(scene, false), transition)
    }

    /// Puts a scene on top that leaves what is below it visible, such as a pause menu. Whether it comes, as with
    /// [`push`](Self::push).
    #[doc(alias = "pause")]
    pub fn push_overlay(&mut self, scene: S, transition: SceneTransition) -> bool {
        self.start(Change::Push(scene, true), transition)
    }

    /// Puts a scene in place of the top one. Whether it comes, as with [`push`](Self::push).
    pub fn replace(&mut self, scene: S, transition: SceneTransition) -> bool {
        self.start(Change::Replace(scene), transition)
    }

    /// Takes the top scene off; what it held comes as [`SceneEvent::Left`]. Whether it goes: the last scene stays, and so does
    /// one while another change is on its way.
    pub fn pop(&mut self, transition: SceneTransition) -> bool {
        self.depth() > 1 && self.start(Change::Pop, transition)
    }

    /// The transition on its way, if any. While there is one, changes that are asked for are left out, and say so.
    pub fn transition(&self) -> Option<TransitionState> {
        let running = self.running.as_ref()?;
        let share = running.share();
        let progress = share * share * (3.0 - 2.0 * share);
        let covered = 1.0 - (2.0 * progress - 1.0).abs();
        Some(TransitionState { kind: running.transition.kind, progress, covered })
    }

    /// Moves a transition on by some seconds and carries out its change when it is time. Seconds that are negative or not
    /// finite count as 0.
    pub fn update(&mut self, dt: f32) -> Option<SceneEvent<S>> {
        let running = self.running.as_mut()?;
        if dt.is_finite() && dt > 0.0 {
            running.seconds += dt;
        }
        let share = running.share();
        let due = running.transition.shows_both() && share >= 1.0
            || !running.transition.shows_both() && share >= 0.5;
        let change = if due && !running.done {
            running.done = true;
            core::mem::replace(&mut running.change, Change::None)
        } else {
            Change::None
        };
        if share >= 1.0 {
            self.running = None;
        }
        self.carry_out(change)
    }

    fn carry_out(&mut self, change: Change<S>) -> Option<SceneEvent<S>> {
        match change {
            Change::Push(scene, overlay) => {
                self.scenes.push((scene, overlay));
                Some(SceneEvent::Entered)
            }
            Change::Replace(scene) => {
                let last = self.scenes.len() - 1;
                Some(SceneEvent::Left(core::mem::replace(&mut self.scenes[last].0, scene)))
            }
            Change::Pop if self.scenes.len() > 1 => {
                self.scenes.pop().map(|scene| SceneEvent::Left(scene.0))
            }
            Change::Pop | Change::None => None,
        }
    }

    fn start(&mut self, change: Change<S>, transition: SceneTransition) -> bool {
        let is_free = self.running.is_none();
        if is_free {
            self.running = Some(Running { transition, seconds: 0.0, change, done: false });
        }
        is_free
    }

    /// Visits what is seen, the lowest first, each with how far it is pushed aside, in screens. An overlay comes and goes over
    /// what lies below it, which stays.
    #[cfg(any(test, feature = "stage"))]
    pub(crate) fn each_shown<'a>(&'a self, mut visit: impl FnMut(&'a S, Vec2)) {
        let depth = self.depth();
        let direction = match self.transition().map(|state| (state.kind, state.progress)) {
            Some((TransitionKind::Slide { direction }, progress)) => Some((direction, progress)),
            _ => None,
        };
        let (Some((direction, progress)), Some(running)) = (direction, &self.running) else {
            return self.visible_of(depth).for_each(|scene| visit(scene, Vec2::ZERO));
        };
        let (going, coming) = (direction * progress, direction * (progress - 1.0));
        let over = self.scenes[depth - 1].1;
        let stays = if over { depth - 1 } else { 0 };
        let mut still = |below: usize| {
            self.visible_of(below).for_each(|scene| visit(scene, Vec2::ZERO));
        };
        match &running.change {
            Change::None => still(depth),
            Change::Push(scene, true) => {
                still(depth);
                visit(scene, coming);
            }
            Change::Push(scene, false) => {
                self.visible_of(depth).for_each(|scene| visit(scene, going));
                visit(scene, coming);
            }
            Change::Replace(scene) => {
                still(stays);
                visit(self.top(), going);
                visit(scene, coming);
            }
            Change::Pop => {
                still(stays);
                visit(self.top(), going);
                if !over {
                    self.visible_of(depth - 1).for_each(|scene| visit(scene, coming));
                }
            }
        }
    }

    /// What of the lowest scenes is seen.
    fn visible_of(&self, depth: usize) -> impl Iterator<Item = &S> {
        let scenes = &self.scenes[..depth];
        let first = scenes.iter().rposition(|scene| !scene.1).unwrap_or(0);
        scenes[first..].iter().map(|scene| &scene.0)
    }
}

impl<S> Running<S> {
    /// How much of its time is over, 0…1.
    fn share(&self) -> f32 {
        let cut = self.transition.kind == TransitionKind::Cut;
        let whole = self.transition.seconds;
        // Not for a time that is not a number.
        if whole > 0.0 && !cut { (self.seconds / whole).min(1.0) } else { 1.0 }
    }
}

impl<S: HashState> HashState for SceneStack<S> {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_u64(self.scenes.len() as u64);
        for (scene, overlay) in &self.scenes {
            scene.hash_state(hash);
            overlay.hash_state(hash);
        }
        let Some(running) = &self.running else { return hash.write_u64(0) };
        (1u64, running.seconds, running.transition.seconds, running.done).hash_state(hash);
        match running.transition.kind {
            TransitionKind::Cut => 0u32.hash_state(hash),
            TransitionKind::Fade => 1u32.hash_state(hash),
            TransitionKind::Slide { direction } => (2u32, direction).hash_state(hash),
            TransitionKind::Iris { center } => (3u32, center).hash_state(hash),
        }
        match &running.change {
            Change::None => 0u32.hash_state(hash),
            Change::Pop => 1u32.hash_state(hash),
            Change::Push(scene, overlay) => (2u32, scene, *overlay).hash_state(hash),
            Change::Replace(scene) => (3u32, scene).hash_state(hash),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs until nothing is on its way; gives what happened.
    fn run(scenes: &mut SceneStack<u32>) -> Vec<SceneEvent<u32>> {
        let mut events = Vec::new();
        while scenes.transition().is_some() {
            events.extend(scenes.update(0.125));
        }
        events
    }

    #[test]
    fn scenes_come_and_go_with_what_they_hold() {
        let mut scenes = SceneStack::new(1);
        scenes.push(2, SceneTransition::FADE);
        assert_eq!(run(&mut scenes), [SceneEvent::Entered]);
        assert!(scenes.visible().eq([&2]));
        *scenes.top_mut() = 20;
        scenes.push_overlay(3, SceneTransition::CUT);
        assert_eq!(scenes.top(), &20, "not before the next update");
        assert_eq!(run(&mut scenes), [SceneEvent::Entered]);
        assert!(scenes.visible().eq([&20, &3]) && scenes.iter().eq([&1, &20, &3]));
        scenes.pop(SceneTransition::SLIDE);
        assert_eq!(run(&mut scenes), [SceneEvent::Left(3)]);
        scenes.replace(4, SceneTransition::IRIS);
        assert_eq!(run(&mut scenes), [SceneEvent::Left(20)]);
        assert!(scenes.iter().eq([&1, &4]));
        scenes.pop(SceneTransition::CUT);
        run(&mut scenes);
        scenes.pop(SceneTransition::CUT);
        assert!(scenes.transition().is_none() && scenes.depth() == 1, "the last one stays");
    }

    #[test]
    fn a_fade_changes_scenes_in_the_dark() {
        let mut scenes = SceneStack::new(1);
        scenes.replace(2, SceneTransition::FADE.with_seconds(1.0));
        let mut seen = Vec::new();
        for _ in 0..8 {
            scenes.update(0.125);
            seen.push((*scenes.top(), scenes.transition().map(|state| state.covered)));
        }
        assert_eq!(seen[2].0, 1);
        assert_eq!(seen[3], (2, Some(1.0)));
        assert_eq!(seen[7], (2, None));
        assert!(seen[0].1 < seen[1].1 && seen[5].1 < seen[4].1);
    }

    /// What is seen half way through a slide to the left: what it is, and by how many screens it is pushed aside.
    fn half_way(scenes: &mut SceneStack<u32>) -> Vec<(u32, f32)> {
        scenes.update(0.25);
        let mut seen = Vec::new();
        scenes.each_shown(|scene, aside| seen.push((*scene, aside.x)));
        run(scenes);
        seen
    }

    #[test]
    fn a_slide_shows_both_until_its_end() {
        let mut scenes = SceneStack::new(1);
        scenes.push(2, SceneTransition::SLIDE);
        assert_eq!(half_way(&mut scenes), [(1, -0.5), (2, 0.5)]);
        assert_eq!(scenes.top(), &2);
        scenes.replace(3, SceneTransition::SLIDE);
        assert_eq!(half_way(&mut scenes), [(2, -0.5), (3, 0.5)]);
        scenes.pop(SceneTransition::SLIDE);
        assert_eq!(half_way(&mut scenes), [(3, -0.5), (1, 0.5)]);
        let mut seen = Vec::new();
        scenes.each_shown(|scene, aside| seen.push((*scene, aside)));
        assert_eq!(seen, [(1, Vec2::ZERO)]);
    }

    /// The level below went away with the slide, and was back at its end.
    #[test]
    fn an_overlay_slides_over_what_stays() {
        let mut scenes = SceneStack::new(1);
        scenes.push_overlay(2, SceneTransition::SLIDE);
        assert_eq!(half_way(&mut scenes), [(1, 0.0), (2, 0.5)]);
        scenes.replace(3, SceneTransition::SLIDE);
        assert_eq!(half_way(&mut scenes), [(1, 0.0), (2, -0.5), (3, 0.5)]);
        scenes.push(4, SceneTransition::SLIDE);
        assert_eq!(half_way(&mut scenes), [(1, -0.5), (3, -0.5), (4, 0.5)]);
        scenes.pop(SceneTransition::SLIDE);
        assert_eq!(half_way(&mut scenes), [(4, -0.5), (1, 0.5), (3, 0.5)]);
        scenes.pop(SceneTransition::SLIDE);
        assert_eq!(half_way(&mut scenes), [(1, 0.0), (3, -0.5)]);
    }

    #[test]
    fn one_change_at_a_time_and_bad_times_do_nothing() {
        let mut scenes = SceneStack::new(1);
        scenes.push(2, SceneTransition::FADE);
        scenes.push(3, SceneTransition::CUT);
        let before = scenes.clone();
        scenes.update(f32::NAN);
        scenes.update(-5.0);
        assert_eq!(scenes, before);
        run(&mut scenes);
        assert!(scenes.iter().eq([&1, &2]));
        scenes.push(4, SceneTransition::FADE.with_seconds(f32::NAN));
        assert_eq!(scenes.update(0.0), Some(SceneEvent::Entered));
    }

    /// A scene with all it held was dropped without a word.
    #[test]
    fn a_change_that_is_left_out_says_so() {
        let mut scenes = SceneStack::new(1);
        assert!(!scenes.pop(SceneTransition::CUT), "the last one stays");
        assert!(scenes.push(2, SceneTransition::FADE));
        assert!(!scenes.push(3, SceneTransition::CUT));
        assert!(!scenes.push_overlay(3, SceneTransition::CUT));
        assert!(!scenes.replace(3, SceneTransition::CUT));
        assert!(!scenes.pop(SceneTransition::CUT));
        run(&mut scenes);
        assert!(scenes.replace(4, SceneTransition::CUT));
        run(&mut scenes);
        assert!(scenes.pop(SceneTransition::CUT));
        run(&mut scenes);
        assert!(scenes.iter().eq([&1]));
    }

    #[test]
    fn the_fingerprint_sees_scenes_and_transitions() {
        let mut scenes = SceneStack::new(1u32);
        let mut hashes = vec![StateHash::of(&scenes)];
        scenes.push(2, SceneTransition::FADE);
        hashes.push(StateHash::of(&scenes));
        scenes.update(0.1);
        hashes.push(StateHash::of(&scenes));
        run(&mut scenes);
        hashes.push(StateHash::of(&scenes));
        hashes.dedup();
        assert_eq!(hashes.len(), 4);
    }
}
