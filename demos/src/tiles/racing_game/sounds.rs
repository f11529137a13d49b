//! What is heard of a race: the countdown, laps, bumps, the end.

use motile::prelude::*;
use motile::sound::Preset;

/// What there is to hear.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Noise {
    Count,
    Start,
    Lap,
    Bump,
    End,
}

/// The sounds, and whether the player's car touches another one: only the first touch is heard.
pub(super) struct Sounds {
    list: [(Noise, Sound); 5],
    touches: bool,
}

impl Sounds {
    pub(super) fn new() -> Self {
        let list = [
            (Noise::Count, Preset::Blip),
            (Noise::Start, Preset::Laser),
            (Noise::Lap, Preset::Pickup),
            (Noise::Bump, Preset::Hit),
            (Noise::End, Preset::PowerUp),
        ];
        let list = list.map(|(noise, preset)| (noise, preset.patch(9).render()));
        Self { list, touches: false }
    }

    pub(super) fn play(&self, stage: &mut Stage, noise: Noise) {
        if let Some((_, sound)) = self.list.iter().find(|(known, _)| *known == noise) {
            stage.sound().play(sound.cue().with_volume(0.4));
        }
    }

    pub(super) fn bump(&mut self, stage: &mut Stage, touches: bool) {
        if touches && !self.touches {
            self.play(stage, Noise::Bump);
        }
        self.touches = touches;
    }
}
