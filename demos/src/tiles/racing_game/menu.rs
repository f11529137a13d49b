//! Besides racing: choosing a track, drawing one, editing its tiles.

use super::sounds::Noise;
use super::track::{self, NAMES, WORLD};
use super::{COUNTDOWN, Ghost, RacingGame, Scene};
use crate::tiles::{controls, editing};
use motile::prelude::*;

impl RacingGame {
    /// A left or right third of the screen is a tap on the arrow there, the middle starts.
    pub(super) fn choose(&mut self, stage: &mut Stage, input: &Input) {
        let tap = input.pointer.pressed_at().map(|place| place.x / stage.size().x);
        let count = NAMES.len() as u32;
        if input.pressed(Key::Char('d')) {
            self.leave();
            (self.scene, self.index) = (Scene::Draw, count - 1);
            return;
        }
        let pad = input.pad(0);
        let left = input.pressed(Key::Left) || pad.pressed(PadButton::Left);
        let right = input.pressed(Key::Right) || pad.pressed(PadButton::Right);
        let (left, right) =
            (left || tap.is_some_and(|x| x < 0.3), right || tap.is_some_and(|x| x > 0.7));
        if left || right {
            let index = (self.index + if left { count - 1 } else { 1 }) % count;
            self.enter(stage, index);
        } else if controls::goes(input) || tap.is_some() {
            let own = self.index + 1 == count && self.drawn.is_empty();
            self.scene = if own { Scene::Draw } else { Scene::Ready(COUNTDOWN) };
        }
    }

    /// A sound for each second; then the race begins.
    pub(super) fn count_down(&mut self, stage: &mut Stage, left: f32, dt: f32) {
        let next = left - dt;
        if next <= 0.0 || left.floor() != next.floor() {
            self.sounds.play(stage, if next > 0.0 { Noise::Count } else { Noise::Start });
        }
        self.scene = if next > 0.0 { Scene::Ready(next) } else { Scene::Race };
    }

    /// The whole world is on the screen; a stroke that is long and wide enough is a track.
    pub(super) fn draw_track(&mut self, stage: &mut Stage, input: &Input) {
        if controls::goes(input) {
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
            self.forget_ghost();
            self.scene = Scene::Ready(COUNTDOWN);
            self.enter(stage, self.index);
        }
    }

    /// Follows the editor. There is none while a track is drawn: it would be below the sheet of paper.
    pub(super) fn edit(&mut self, stage: &mut Stage, tick: Tick) -> Option<Vec2> {
        if self.scene == Scene::Draw {
            return None;
        }
        let (on_stage, layer) = (self.on_stage(), &mut self.track.layer);
        let before = layer.revision();
        let pan = editing::edit(&mut self.panel, layer, on_stage, stage, tick);
        if layer.revision() != before {
            self.track.edited = true;
            self.forget_ghost();
        }
        pan
    }

    /// What was edited is as it was before when the track is entered again.
    pub(super) fn leave(&mut self) {
        if core::mem::take(&mut self.track.edited) {
            self.forget_ghost();
        }
    }

    /// A ghost is played again on the tiles that it was driven on, or drives somewhere else.
    pub(super) fn forget_ghost(&mut self) {
        self.ghosts[self.index as usize] = Ghost::default();
    }
}
