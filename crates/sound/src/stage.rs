//! Sounds of a sketch.

use crate::{Sound, SoundBoard, SoundEvent, SoundTrack};
use motile_geom::{HashState, Marks, StateHash};
use motile_stage::{Companion, Player, Stage};

#[cfg(feature = "device")]
use crate::Speaker;

/// Gives every [`Stage`] sounds: `stage.sound().play(&jump)`.
///
/// They are part of the sketch's ticks. In windows and pages they are heard; headless, [`sound_track`] renders them.
///
/// ```
/// use motile_sound::{Patch, Sound, StageSound, sound_track};
/// use motile_stage::{Player, Settings, Sketch, Stage, Tick};
///
/// struct Metronome { click: Sound }
///
/// impl Sketch for Metronome {
///     fn setup(_: &mut Stage) -> motile_stage::Result<Self> {
///         Ok(Metronome { click: Patch::blip(1).render() })
///     }
///     fn update(&mut self, stage: &mut Stage, tick: Tick) {
///         if tick.index % 30 == 0 {
///             stage.sound().play(&self.click);
///         }
///     }
/// }
///
/// let mut player = Player::new::<Metronome>(&Settings::new(320, 200))?;
/// let track = sound_track(&mut player, 120);
/// assert_eq!(track.seconds(), 2.0);
/// assert!(track.peak() > 0.1);
/// # Ok::<(), motile_stage::Error>(())
/// ```
pub trait StageSound {
    /// The board of the sketch; the player moves it on after each tick.
    fn sound(&mut self) -> &mut SoundBoard;

    /// The board of the sketch, to look at; `None` before it was used.
    fn sound_board(&self) -> Option<&SoundBoard>;
}

impl StageSound for Stage {
    fn sound(&mut self) -> &mut SoundBoard {
        &mut self.companion::<Sounds>().board
    }

    fn sound_board(&self) -> Option<&SoundBoard> {
        self.find_companion::<Sounds>().map(|sounds| &sounds.board)
    }
}

/// The board of a sketch and, where one is shown, the loudspeakers it is heard from.
#[derive(Debug, Default)]
struct Sounds {
    board: SoundBoard,
    #[cfg(feature = "device")]
    speaker: Option<Speaker>,
    /// Whether time stands still, and what plays with it.
    #[cfg(feature = "device")]
    halted: bool,
}

#[cfg(feature = "device")]
impl Sounds {
    fn halt(&mut self, halted: bool) {
        if core::mem::replace(&mut self.halted, halted) == halted {
            return;
        }
        if let Some(speaker) = &mut self.speaker {
            speaker.set_halted(halted);
        }
    }
}

impl Companion for Sounds {
    fn boxed(&self) -> Box<dyn Companion> {
        Box::new(Self { board: self.board.clone(), ..Self::default() })
    }

    fn end_tick(&mut self, dt: f32) {
        self.board.update(dt);
    }

    /// A window that nobody sees may get no more pictures; where time goes on all the same, the next one says so.
    #[cfg(feature = "device")]
    fn set_hidden(&mut self, hidden: bool) {
        if hidden {
            self.halt(true);
        }
    }

    #[cfg(feature = "device")]
    fn follow_time(&mut self, passes: bool) {
        self.halt(!passes);
    }

    #[cfg(feature = "device")]
    fn present(&mut self) {
        if self.speaker.is_none() && !self.board.events().is_empty() {
            let mut speaker = Speaker::open();
            speaker.set_halted(self.halted);
            self.speaker = Some(speaker);
        }
        if let Some(speaker) = &mut self.speaker {
            speaker.play(self.board.take_events());
        }
    }

    /// Without a device nobody will ever take them.
    #[cfg(not(feature = "device"))]
    fn present(&mut self) {
        self.board.take_events().for_each(drop);
    }

    fn hash(&self, hash: &mut StateHash) {
        self.board.hash_state(hash);
    }

    fn mark(&self, marks: &mut Marks) {
        self.board.mark(marks);
    }
}

/// Runs a number of ticks without a display and gives what they sounded like, bit for bit the same on every machine. Of
/// what was played in ticks before these, the part is heard that still sounds.
#[doc(alias = "render")]
pub fn sound_track(player: &mut Player, ticks: u64) -> Sound {
    let rate = player.rate();
    let earlier: Vec<SoundEvent> = player.stage_mut().sound().take_events().collect();
    let mut track = SoundTrack::new(rate);
    let mut rest = earlier.into_iter().peekable();
    for tick in 0..player.stage_mut().sound().tick() {
        track.pass_tick(core::iter::from_fn(|| rest.next_if(|event| event.tick <= tick)));
    }
    // What was said in `setup` belongs to the first tick, as what was said since the last one does to the next.
    let mut waiting: Vec<SoundEvent> = rest.collect();
    for _ in 0..ticks {
        player.run_ticks(1);
        let board = player.stage_mut().sound();
        track.add_tick(waiting.drain(..).chain(board.take_events()));
    }
    track.into_sound()
}

#[cfg(all(test, feature = "device"))]
mod tests {
    use super::*;
    use crate::{Patch, Waveform};
    use std::sync::mpsc;

    /// Loops went on over a game that stood still, and were out of step with it from then on.
    #[test]
    fn sounds_stand_still_with_their_sketch() {
        let (blocks, heard) = mpsc::channel();
        let speaker = Speaker::with_sink("a test", move |frames: &[[f32; 2]]| {
            // The test is over when nobody listens any more.
            let _ = blocks.send(frames.iter().flatten().any(|side| side.abs() > 0.01));
        });
        let mut sounds = Sounds { speaker: Some(speaker), ..Sounds::default() };
        let tone = Patch::tone(Waveform::Square, 440.0, 1.0).render();
        sounds.board.play(tone.cue().looped());
        let becomes = |sounds: &mut Sounds, audible: bool| {
            sounds.present();
            heard.iter().any(|sounds| sounds == audible)
        };
        sounds.follow_time(true);
        assert!(becomes(&mut sounds, true));
        sounds.follow_time(false);
        assert!(becomes(&mut sounds, false), "paused");
        sounds.follow_time(true);
        assert!(becomes(&mut sounds, true));
        sounds.set_hidden(true);
        assert!(becomes(&mut sounds, false), "no picture comes any more");
        sounds.follow_time(true);
        assert!(becomes(&mut sounds, true), "covered, but it goes on");
    }
}
