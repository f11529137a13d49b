//! Before a race: choosing a track, or drawing one.

use super::track::{self, NAMES, WORLD};
use super::{COUNTDOWN, Ghost, RacingGame, Scene};
use motile::prelude::*;

impl RacingGame {
    /// A left or right third of the screen is a tap on the arrow there, the middle starts.
    pub(super) fn choose(&mut self, stage: &mut Stage, input: &Input) {
        let tap = input.pointer.pressed_at().map(|place| place.x / stage.size().x);
        let count = NAMES.len() as u32;
        if input.pressed(Key::Char('d')) {
            (self.scene, self.index) = (Scene::Draw, count - 1);
            return;
        }
        let left = input.pressed(Key::Left) || tap.is_some_and(|x| x < 0.3);
        let right = input.pressed(Key::Right) || tap.is_some_and(|x| x > 0.7);
        if left || right {
            let index = (self.index + if left { count - 1 } else { 1 }) % count;
            self.enter(stage, index);
        } else if input.pressed(Key::Space) || tap.is_some() {
            let own = self.index + 1 == count && self.drawn.is_empty();
            self.scene = if own { Scene::Draw } else { Scene::Ready(COUNTDOWN) };
        }
    }

    /// The whole world is on the screen; a stroke that is long enough is a track.
    pub(super) fn draw_track(&mut self, stage: &mut Stage, input: &Input) {
        if input.pressed(Key::Space) {
            self.scene = Scene::Ready(COUNTDOWN);
            self.enter(stage, self.index);
            return;
        }
        if let Some(pointer) = input.pointer.held_at() {
            self.stroke.push(pointer * WORLD / stage.size());
            return;
        }
        let stroke = core::mem::take(&mut self.stroke);
        if let Some(line) = track::from_stroke(&stroke) {
            self.drawn = line;
            // Laps of the track before are no laps of this one.
            self.ghosts[self.index as usize] = Ghost::default();
            self.scene = Scene::Ready(COUNTDOWN);
            self.enter(stage, self.index);
        }
    }
}
