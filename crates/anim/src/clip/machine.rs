//! Clips as states, with transitions between them.

use super::{Blend, Clip, ClipEvent, ClipPlayer};
use crate::AnimError;
use motile_geom::{HashState, StateHash};

/// One clip at a time, chosen by conditions: stand, walk, jump, land.
///
/// ```
/// use motile_anim::{Clip, Condition, Machine, Wrap};
///
/// let stand = Clip::strip("stand", Wrap::Loop, 0, 3, 10.0)?;
/// let walk = Clip::strip("walk", Wrap::Loop, 4, 7, 10.0)?;
/// let mut hero = Machine::new(vec![stand, walk])?;
/// const MOVING: u32 = 0;
/// hero.add("stand", "walk", [Condition::Flag(MOVING)])?;
/// hero.add("walk", "stand", [Condition::NoFlag(MOVING)])?;
///
/// hero.set_flag(MOVING, true);
/// hero.update(0.1);
/// assert_eq!(hero.state(), "walk");
/// # Ok::<(), motile_anim::AnimError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Machine {
    clips: Vec<Clip>,
    transitions: Vec<Transition>,
    current: u32,
    player: ClipPlayer,
    flags: u64,
    triggers: u64,
    /// Seconds in the current state.
    age: f64,
    /// The state that fades out: its clip, its player, which goes on, and the seconds that takes.
    left: u32,
    left_player: ClipPlayer,
    fade: f32,
}

/// The state it is in, the one that fades out, and what transitions look at. Clips and transitions are its description
/// and are not read.
impl HashState for Machine {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&(self.current, &self.player, self.age, self.flags, self.triggers));
        hash.write(&(self.left, &self.left_player, self.fade));
    }
}

/// A way from one state to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Transition {
    /// Index of the clip it leaves; `None` for any.
    pub from: Option<u32>,
    /// Index of the clip it leads to.
    pub to: u32,
    /// All of these must hold.
    pub when: Vec<Condition>,
    /// Seconds during which the state it leaves fades out, see [`Machine::blend`]; 0 for a cut.
    pub fade: f32,
}

/// What a [`Transition`] asks for. Flags and triggers have numbers from 0 to 63.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Condition {
    /// The flag is set.
    Flag(u32),
    /// The flag is not set.
    NoFlag(u32),
    /// The trigger was pulled; the transition uses it up.
    Trigger(u32),
    /// The clip, which plays once, is at its end.
    Finished,
    /// At least so many seconds have passed in the state.
    After(f32),
}

impl Machine {
    /// The clips, the first one playing.
    ///
    /// # Errors
    ///
    /// [`AnimError::EmptyClip`] without clips.
    pub fn new(clips: Vec<Clip>) -> Result<Self, AnimError> {
        if clips.is_empty() {
            return Err(AnimError::EmptyClip);
        }
        Ok(Self {
            clips,
            transitions: Vec::new(),
            current: 0,
            player: ClipPlayer::default(),
            flags: 0,
            triggers: 0,
            age: 0.0,
            left: 0,
            left_player: ClipPlayer::default(),
            fade: 0.0,
        })
    }

    /// Adds a transition between clips by name; earlier ones come first where several hold. `"*"`
    /// leaves any other state. The transition can be given a [`Transition::fade`].
    ///
    /// # Errors
    ///
    /// [`AnimError::UnknownClip`].
    pub fn add(
        &mut self,
        from: &str,
        to: &str,
        when: impl IntoIterator<Item = Condition>,
    ) -> Result<&mut Transition, AnimError> {
        let from = if from == "*" { None } else { Some(self.find(from)?) };
        let to = self.find(to)?;
        let when = when.into_iter().collect();
        let place = self.transitions.len();
        self.transitions.push(Transition { from, to, when, fade: 0.0 });
        Ok(&mut self.transitions[place])
    }

    fn find(&self, name: &str) -> Result<u32, AnimError> {
        let place = self.clips.iter().position(|clip| clip.name == name);
        place.map(|place| place as u32).ok_or_else(|| AnimError::UnknownClip(name.to_owned()))
    }

    /// Sets or clears a flag; numbers above 63 are ignored.
    pub fn set_flag(&mut self, flag: u32, on: bool) {
        self.flags = (self.flags & !bit(flag)) | if on { bit(flag) } else { 0 };
    }

    /// Pulls a trigger: it stays pulled until a transition uses it.
    pub fn pull(&mut self, trigger: u32) {
        self.triggers |= bit(trigger);
    }

    /// Lets `dt` seconds pass, then follows the first transition that holds. A new state is shown from
    /// its beginning.
    pub fn update(&mut self, dt: f32) {
        self.age += if dt > 0.0 { dt as f64 } else { 0.0 };
        self.player.update(&self.clips[self.current as usize], dt);
        if self.is_fading() {
            self.left_player.update(&self.clips[self.left as usize], dt);
        }
        let next = self.transitions.iter().find(|transition| self.holds(transition));
        if let Some(Transition { to, when, fade, .. }) = next {
            for condition in when {
                if let Condition::Trigger(trigger) = condition {
                    self.triggers &= !bit(*trigger);
                }
            }
            (self.left, self.current, self.fade) = (self.current, *to, *fade);
            self.age = 0.0;
            core::mem::swap(&mut self.player, &mut self.left_player);
            self.player.set_speed(self.left_player.speed());
            self.player.restart(&self.clips[self.current as usize]);
        }
    }

    /// Whether the state before still fades out.
    pub fn is_fading(&self) -> bool {
        self.age < self.fade as f64
    }

    /// The cell of the state that fades out, the cell of the state that is, and how much of the latter
    /// shows. A change during a change lets go of the oldest state.
    ///
    /// ```
    /// # use motile_anim::{Clip, Condition, Machine, Wrap};
    /// # let stand = Clip::strip("stand", Wrap::Loop, 0, 3, 10.0)?;
    /// # let walk = Clip::strip("walk", Wrap::Loop, 4, 7, 10.0)?;
    /// let mut hero = Machine::new(vec![stand, walk])?;
    /// hero.add("stand", "walk", [Condition::Flag(0)])?.fade = 0.5;
    /// hero.set_flag(0, true);
    /// hero.update(0.0);
    /// hero.update(0.125);
    /// let blend = hero.blend();
    /// assert_eq!((blend.from, blend.to, blend.weight), (1, 5, 0.25));
    /// # Ok::<(), motile_anim::AnimError>(())
    /// ```
    pub fn blend(&self) -> Blend {
        if !self.is_fading() {
            return Blend::only(self.cell());
        }
        let from = self.left_player.cell(&self.clips[self.left as usize]);
        Blend { from, to: self.cell(), weight: (self.age / self.fade as f64) as f32 }
    }

    fn holds(&self, transition: &Transition) -> bool {
        let here =
            transition.from.map_or(transition.to != self.current, |from| from == self.current);
        here && transition.when.iter().all(|condition| match *condition {
            Condition::Flag(flag) => self.flags & bit(flag) != 0,
            Condition::NoFlag(flag) => self.flags & bit(flag) == 0,
            Condition::Trigger(trigger) => self.triggers & bit(trigger) != 0,
            Condition::Finished => self.player.is_finished(&self.clips[self.current as usize]),
            Condition::After(seconds) => self.age >= seconds as f64,
        })
    }

    /// The name of the clip that plays.
    pub fn state(&self) -> &str {
        &self.clips[self.current as usize].name
    }

    /// The cell of the sheet to show.
    pub fn cell(&self) -> u32 {
        self.player.cell(&self.clips[self.current as usize])
    }

    /// Events of the cells that came up in the last update.
    pub fn events(&self) -> &[ClipEvent] {
        self.player.events()
    }

    /// The player, to change its speed.
    pub fn player_mut(&mut self) -> &mut ClipPlayer {
        &mut self.player
    }
}

fn bit(number: u32) -> u64 {
    1u64.checked_shl(number).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Wrap;

    #[test]
    fn states_follow_their_conditions() {
        let clip =
            |name, wrap, first| Clip::strip(name, wrap, first, first + 3, 10.0).expect("sound");
        let mut hero = Machine::new(vec![
            clip("stand", Wrap::Loop, 0),
            clip("jump", Wrap::Once, 4),
            clip("hurt", Wrap::Loop, 8),
        ])
        .expect("clips");
        hero.add("*", "hurt", [Condition::Flag(3)]).expect("known");
        hero.add("stand", "jump", [Condition::Trigger(0)]).expect("known");
        hero.add("jump", "stand", [Condition::Finished]).expect("known");
        hero.add("hurt", "stand", [Condition::NoFlag(3), Condition::After(0.2)]).expect("known");
        assert_eq!(hero.add("stand", "fly", []).err(), Some(AnimError::UnknownClip("fly".into())));

        hero.pull(0);
        hero.update(0.1);
        assert_eq!((hero.state(), hero.cell()), ("jump", 4));
        hero.update(0.3);
        assert_eq!((hero.state(), hero.cell()), ("jump", 7));
        hero.update(0.15);
        assert_eq!((hero.state(), hero.cell()), ("stand", 0), "the trigger was used up");
        hero.update(0.1);
        assert_eq!(hero.state(), "stand");
        hero.set_flag(3, true);
        hero.update(0.1);
        hero.set_flag(3, false);
        hero.update(0.1);
        assert_eq!(hero.state(), "hurt");
        hero.update(0.15);
        assert_eq!(hero.state(), "stand");
        hero.set_flag(64, true);
        assert!(Machine::new(Vec::new()).is_err());
    }

    #[test]
    fn sim_50_states_fade_into_each_other() {
        let clip =
            |name, first| Clip::strip(name, Wrap::Loop, first, first + 3, 8.0).expect("sound");
        let mut hero =
            Machine::new(vec![clip("a", 0), clip("b", 10).with_event(11, 7), clip("c", 20)])
                .expect("clips");
        hero.player_mut().set_speed(2.0);
        hero.add("a", "b", [Condition::Trigger(0)]).expect("known").fade = 0.25;
        hero.add("b", "c", [Condition::Trigger(1)]).expect("known").fade = 0.25;
        hero.add("c", "a", [Condition::Trigger(2)]).expect("known");
        assert_eq!(hero.blend(), Blend::only(0));
        hero.pull(0);
        hero.update(0.0);
        assert_eq!(hero.blend(), Blend { from: 0, to: 10, weight: 0.0 });
        hero.update(0.0625);
        // The state that is left plays on, at the speed it had, and reports nothing.
        assert_eq!(hero.blend(), Blend { from: 1, to: 11, weight: 0.25 });
        assert_eq!(hero.events().len(), 1);
        hero.pull(1);
        hero.update(0.0625);
        assert_eq!(hero.blend(), Blend { from: 12, to: 20, weight: 0.0 });
        hero.update(0.25);
        assert_eq!((hero.blend(), hero.is_fading()), (Blend::only(hero.cell()), false));
        hero.pull(2);
        hero.update(0.0);
        assert_eq!((hero.state(), hero.blend()), ("a", Blend::only(0)));
        // A fade that is no number is a cut.
        hero.transitions[0].fade = f32::NAN;
        hero.pull(0);
        hero.update(0.0);
        assert!(!hero.is_fading());
    }
}
