//! Sounds of a sketch.

use crate::{Sound, SoundBoard, SoundTrack};
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
}

impl Companion for Sounds {
    fn boxed(&self) -> Box<dyn Companion> {
        Box::new(Self { board: self.board.clone(), ..Self::default() })
    }

    fn end_tick(&mut self, dt: f32) {
        self.board.update(dt);
    }

    #[cfg(feature = "device")]
    fn present(&mut self) {
        if self.speaker.is_some() || !self.board.events().is_empty() {
            self.speaker.get_or_insert_with(Speaker::open).play(self.board.take_events());
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

/// Runs a number of ticks without a display and gives what they sounded like, bit for bit the same on every machine.
#[doc(alias = "render")]
pub fn sound_track(player: &mut Player, ticks: u64) -> Sound {
    let mut track = SoundTrack::new(player.rate());
    for _ in 0..ticks {
        player.run_ticks(1);
        track.add_tick(player.stage_mut().sound().take_events());
    }
    track.into_sound()
}
