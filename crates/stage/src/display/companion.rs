//! What lives on a stage beside its nodes.

use super::Stage;
use crate::{Error, InputEvent};
use core::{any::Any, fmt};
use motile_geom::{Marks, StateHash};

/// Something that lives on a stage beside its nodes, one of each type: what a topic keeps for a sketch that is no
/// picture, such as its sounds. The stage knows none of them; it carries them along, tells them of ticks and frames and
/// drops them when the sketch starts anew.
///
/// ```
/// use motile_stage::{Companion, Stage};
///
/// #[derive(Clone, Debug, Default)]
/// struct Score { points: u32 }
///
/// impl Companion for Score {
///     fn boxed(&self) -> Box<dyn Companion> {
///         Box::new(self.clone())
///     }
/// }
///
/// let mut stage = Stage::new(320, 200)?;
/// stage.companion::<Score>().points += 10;
/// assert_eq!(stage.companion::<Score>().points, 10);
/// # Ok::<(), motile_stage::StageError>(())
/// ```
#[doc(alias = "resource")]
#[doc(alias = "extension")]
#[doc(alias = "plugin")]
pub trait Companion: Any + fmt::Debug {
    /// A copy, for a copy of the stage. It shares no device with the original.
    fn boxed(&self) -> Box<dyn Companion>;

    /// Asks a device what it has to tell, as events that the coming ticks see and recordings keep. Called before the
    /// ticks of each picture in windows and pages, with the seconds since the last one, and never in headless runs:
    /// there a recording tells the same.
    fn sense(&mut self, dt: f32, tell: &mut dyn FnMut(InputEvent)) {
        let _ = (dt, tell);
    }

    /// Nobody sees the sketch any more, or somebody does again: a device that watches or listens holds still meanwhile. Only
    /// windows and pages tell so.
    fn set_hidden(&mut self, hidden: bool) {
        let _ = hidden;
    }

    /// What a window has to tell about it beside its title, such as that a microphone is on. Asked for each picture.
    fn notice(&self) -> Option<&'static str> {
        None
    }

    /// Ends a tick of some seconds, after [`Sketch::update`](crate::Sketch::update).
    fn end_tick(&mut self, dt: f32) {
        let _ = dt;
    }

    /// What went wrong since it was asked last, after each tick: it is shown as by [`Stage::fail`], and the sketch goes on.
    fn trouble(&mut self) -> Option<Error> {
        None
    }

    /// Whether time passes or stands still, as in a sketch that is paused or whose window is halted. Told for each picture in
    /// windows and pages, before [`present`](Self::present).
    fn follow_time(&mut self, passes: bool) {
        let _ = passes;
    }

    /// Hands to a device what the ticks have asked for. Called for each picture in windows and pages, whether or not
    /// time passes, and never in headless runs: nothing that decides what happens next belongs here.
    fn present(&mut self) {}

    /// Tells what it learned from outside since the sketch began, as topics and texts that a recording keeps and that
    /// [`Surroundings`](crate::Surroundings) gives back when it is played.
    fn told(&self, tell: &mut dyn FnMut(&str, &str)) {
        let _ = tell;
    }

    /// Adds its state to the fingerprint of the simulation.
    fn hash(&self, hash: &mut StateHash) {
        let _ = hash;
    }

    /// Adds what it looks at to the debug view, in pixels of the stage.
    fn mark(&self, marks: &mut Marks) {
        let _ = marks;
    }
}

impl Clone for Box<dyn Companion> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}

impl Stage {
    /// The companion of a type; a fresh one joins the stage when it has none.
    pub fn companion<C: Companion + Default>(&mut self) -> &mut C {
        let found = self.companions().position(|companion| (companion as &dyn Any).is::<C>());
        let index = found.unwrap_or(self.companions.len());
        if found.is_none() {
            self.companions.push(Box::<C>::default());
        }
        match (&mut *self.companions[index] as &mut dyn Any).downcast_mut() {
            Some(companion) => companion,
            None => unreachable!("found by its type"),
        }
    }

    /// The companion of a type, if it has joined the stage.
    pub fn find_companion<C: Companion>(&self) -> Option<&C> {
        self.companions.iter().find_map(|companion| (&**companion as &dyn Any).downcast_ref())
    }

    pub(crate) fn sense(&mut self, dt: f32, tell: &mut dyn FnMut(InputEvent)) {
        self.companions.iter_mut().for_each(|companion| companion.sense(dt, tell));
    }

    pub(crate) fn set_hidden(&mut self, hidden: bool) {
        self.companions.iter_mut().for_each(|companion| companion.set_hidden(hidden));
    }

    /// Lets the window tell what its companions have to say.
    pub(crate) fn follow_notice(&mut self) {
        let notice = self.companions().find_map(Companion::notice);
        self.shell.notice = notice;
    }

    pub(crate) fn end_tick(&mut self, dt: f32) {
        for at in 0..self.companions.len() {
            self.companions[at].end_tick(dt);
            if let Some(error) = self.companions[at].trouble() {
                self.fail(error);
            }
        }
    }

    /// Lets companions present what the ticks of a picture asked for.
    pub(crate) fn present(&mut self, time_passes: bool) {
        for companion in &mut self.companions {
            companion.follow_time(time_passes);
            companion.present();
        }
    }

    pub(crate) fn companions(&self) -> impl Iterator<Item = &dyn Companion> {
        self.companions.iter().map(|companion| &**companion)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Player, Result, Settings, Sketch, Tick};

    #[derive(Clone, Debug, Default)]
    struct Counter {
        ticks: u64,
        presented: u64,
        stood: u64,
    }

    impl Companion for Counter {
        fn boxed(&self) -> Box<dyn Companion> {
            Box::new(self.clone())
        }

        fn sense(&mut self, dt: f32, tell: &mut dyn FnMut(InputEvent)) {
            tell(InputEvent::Sense(1, Some(dt)));
            tell(InputEvent::Sense(2, Some(f32::NAN)));
        }

        fn end_tick(&mut self, dt: f32) {
            assert_eq!(dt, 1.0 / 60.0);
            self.ticks += 1;
        }

        fn follow_time(&mut self, passes: bool) {
            self.stood += u64::from(!passes);
        }

        fn present(&mut self) {
            self.presented += 1;
        }

        fn trouble(&mut self) -> Option<Error> {
            (self.ticks == 3).then(|| Error::new("three"))
        }

        fn hash(&self, hash: &mut StateHash) {
            hash.write_u64(self.ticks);
        }
    }

    struct Counting;

    impl Sketch for Counting {
        fn setup(_: &mut Stage) -> Result<Self> {
            Ok(Self)
        }

        fn update(&mut self, stage: &mut Stage, tick: Tick<'_>) {
            if tick.index == 2 {
                stage.companion::<Counter>();
            }
        }
    }

    fn counts(player: &Player) -> Option<(u64, u64)> {
        let counter = player.stage().find_companion::<Counter>()?;
        Some((counter.ticks, counter.presented))
    }

    #[test]
    fn companions_see_ticks_and_only_displays_present_them() {
        let mut player = Player::new::<Counting>(&Settings::new(10, 10)).unwrap();
        player.run_ticks(2);
        assert_eq!(counts(&player), None);
        player.run_ticks(3);
        player.update(0.04);
        assert_eq!(counts(&player), Some((5, 0)));
        let trouble = player.stage().failure().map(ToString::to_string);
        assert_eq!(trouble.as_deref(), Some("three"), "shown, and the sketch went on");
        player.set_devices(true);
        player.update(0.0);
        assert_eq!(counts(&player), Some((5, 1)));
        player.restart().unwrap();
        assert_eq!(counts(&player), None);
    }

    #[test]
    fn companions_are_told_when_time_stands_still() {
        let mut player = Player::new::<Counting>(&Settings::new(10, 10)).unwrap();
        player.run_ticks(3);
        player.set_devices(true);
        let stood = |player: &mut Player, dt: f32| {
            player.update(dt);
            player.stage().find_companion::<Counter>().map(|counter| counter.stood)
        };
        assert_eq!(stood(&mut player, 0.001), Some(0), "no tick is due, but time passes");
        assert_eq!(stood(&mut player, 0.0), Some(1), "as from a window that is halted");
        player.set_paused(true);
        assert_eq!(stood(&mut player, 0.01), Some(2));
        player.set_paused(false);
        assert_eq!(stood(&mut player, 0.01), Some(2));
    }

    #[test]
    fn what_companions_sense_is_input_and_is_recorded() {
        let mut player = Player::new::<Counting>(&Settings::new(10, 10)).unwrap();
        player.run_ticks(3);
        player.record();
        player.update(0.25);
        assert_eq!(player.stage().input().sense(1).value, None, "no device in a headless run");
        player.set_devices(true);
        player.update(0.125);
        assert_eq!(player.stage().input().sense(1).value, Some(0.125));
        assert_eq!(player.stage().input().sense(2).value, None);
        let first = player.stop_recording().events().first().map(|first| first.event);
        assert_eq!(first, Some(InputEvent::Sense(1, Some(0.125))));
    }

    #[test]
    fn copies_and_fingerprints_hold_companions() {
        let mut stage = Stage::new(10, 10).unwrap();
        let before = StateHash::of(&stage);
        stage.companion::<Counter>().ticks = 7;
        let copy = stage.clone();
        assert_ne!(StateHash::of(&stage), before);
        assert_eq!(StateHash::of(&copy), StateHash::of(&stage));
        stage.companion::<Counter>().ticks = 8;
        assert_eq!(copy.find_companion::<Counter>().map(|counter| counter.ticks), Some(7));
    }
}
