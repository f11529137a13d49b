//! Clips as states, with transitions between them.

use super::{Clip, ClipEvent, ClipPlayer};
use crate::AnimError;

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
        })
    }

    /// Adds a transition between clips by name; earlier ones come first where several hold. `"*"`
    /// leaves any other state.
    ///
    /// # Errors
    ///
    /// [`AnimError::UnknownClip`].
    pub fn add(
        &mut self,
        from: &str,
        to: &str,
        when: impl IntoIterator<Item = Condition>,
    ) -> Result<(), AnimError> {
        let from = if from == "*" { None } else { Some(self.find(from)?) };
        let to = self.find(to)?;
        self.transitions.push(Transition { from, to, when: when.into_iter().collect() });
        Ok(())
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
        let next = self.transitions.iter().find(|transition| self.holds(transition));
        if let Some(Transition { to, when, .. }) = next {
            for condition in when {
                if let Condition::Trigger(trigger) = condition {
                    self.triggers &= !bit(*trigger);
                }
            }
            self.current = *to;
            self.age = 0.0;
            self.player.restart(&self.clips[self.current as usize]);
        }
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
        assert_eq!(hero.add("stand", "fly", []), Err(AnimError::UnknownClip("fly".into())));

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
}
