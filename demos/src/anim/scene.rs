//! What the tween demos play alike: an actor, and a time bar that can be dragged.

use super::figures;
use crate::look::WORDS;
use motile::anim::{Anim, AnimPlayer};
use motile::prelude::*;

/// The page of the classic examples.
pub(super) const SIZE: (u32, u32) = (900, 500);

/// The controls of every demo with a time bar.
pub(super) const CONTROLS: &str = "Click: restart. Drag the time bar: scrub.";
/// Its keys.
pub(super) const KEYS: &[(Key, &str)] =
    &[(Key::Space, "pause or go on"), (Key::Left, "one step back"), (Key::Right, "one step on")];

/// The card that takes the place of the classic examples' rectangle, drawn around its own center.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Actor {
    pub(super) x: f32,
    pub(super) y: f32,
    /// Degrees, clockwise.
    pub(super) rotation: f32,
    pub(super) alpha: f32,
}

/// Half of its width and height.
const HALF: Vec2 = vec2(60.0, 32.0);

/// Its properties for tweens: `Tween::new(3.0).to(Actor::x, 800.0)`.
impl Actor {
    pub(super) const START: Self = Self::at(100.0, 100.0);

    pub(super) const fn at(x: f32, y: f32) -> Self {
        Self { x, y, rotation: 0.0, alpha: 1.0 }
    }

    pub(super) fn x(&mut self) -> &mut f32 {
        &mut self.x
    }

    pub(super) fn y(&mut self) -> &mut f32 {
        &mut self.y
    }

    pub(super) fn rotation(&mut self) -> &mut f32 {
        &mut self.rotation
    }

    pub(super) fn alpha(&mut self) -> &mut f32 {
        &mut self.alpha
    }

    fn outline(&self) -> Path {
        let turn = Affine2::from_translation(vec2(self.x, self.y))
            * Affine2::rotation(self.rotation.to_radians());
        Path::round_rect(Aabb::from_size(-HALF, HALF * 2.0), 12.0).transformed(turn)
    }

    /// A mark on its front, so that a turn can be told from none.
    fn front(&self) -> Path {
        let turn = Affine2::from_translation(vec2(self.x, self.y))
            * Affine2::rotation(self.rotation.to_radians());
        let corners = [vec2(20.0, -14.0), vec2(40.0, 0.0), vec2(20.0, 14.0)];
        Path::polygon(&corners).transformed(turn)
    }

    pub(super) fn draw(&self, canvas: &mut Canvas<'_>, color: Color) {
        let alpha = (self.alpha.clamp(0.0, 1.0) * 255.0).round() as u8;
        canvas.fill(&self.outline(), color.with_alpha(alpha));
        canvas.fill(&self.front(), figures::PANEL.with_alpha(alpha));
    }

    /// Only a trace of it.
    pub(super) fn draw_ghost(&self, canvas: &mut Canvas<'_>, color: Color) {
        let share = self.alpha.clamp(0.1, 1.0);
        canvas.fill(&self.outline(), color.with_alpha((22.0 * share) as u8));
        canvas.stroke(&self.outline(), &Stroke::new(1.5), color.with_alpha((120.0 * share) as u8));
    }
}

/// As the list that the pinned fingerprints were made of.
impl HashState for Actor {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&[self.x, self.y, self.rotation, self.alpha]);
    }
}

/// The playhead of a demo, in ticks of 1/60 s: it runs to the end, rests and begins again.
#[derive(Clone, Copy, Debug, StateHash)]
#[state(hash_only)]
pub(super) struct TimeBar {
    ticks: u32,
    length: u32,
    playing: bool,
    /// Lasts as long as the button is held, which is input and not state.
    #[state(skip)]
    dragged: bool,
}

/// Ticks that the end is shown before it begins again.
const REST: u32 = 75;
/// Height of the strip at the foot of the stage that takes drags.
const STRIP: f32 = 44.0;
/// Left end of the bar, and distance of its right end from the edge of the stage.
const INSET: (f32, f32) = (64.0, 150.0);

impl TimeBar {
    pub(super) fn new(seconds: f64) -> Self {
        let length = (seconds * 60.0).ceil().clamp(1.0, 36_000.0) as u32;
        Self { ticks: 0, length, playing: true, dragged: false }
    }

    /// Goes on by one tick, or to where the visitor wants it.
    pub(super) fn update(&mut self, stage: &Stage) {
        let (input, size) = (stage.input(), stage.size());
        let pointer = input.pointer;
        if let Some(place) = pointer.pressed_at() {
            self.dragged = place.y > size.y - STRIP;
            if !self.dragged {
                (self.ticks, self.playing) = (0, true);
                return;
            }
        }
        self.dragged &= pointer.is_down();
        if let Some(place) = pointer.held_at().filter(|_| self.dragged) {
            let share = (place.x - INSET.0) / (size.x - INSET.0 - INSET.1);
            self.ticks = (share.clamp(0.0, 1.0) * self.length as f32).round() as u32;
            return;
        }
        self.playing ^= input.pressed(Key::Space);
        let steps = i64::from(input.pressed(Key::Right)) - i64::from(input.pressed(Key::Left));
        if steps != 0 {
            self.playing = false;
            self.ticks = (i64::from(self.ticks) + steps).clamp(0, i64::from(self.length)) as u32;
        } else if self.playing {
            self.ticks = if self.ticks < self.length + REST { self.ticks + 1 } else { 0 };
        }
    }

    /// The part of its length that has passed, 0…1.
    pub(super) fn share(&self) -> f32 {
        self.ticks.min(self.length) as f32 / self.length as f32
    }

    /// Seconds since the beginning, up to the length.
    pub(super) fn time(&self) -> f64 {
        self.ticks.min(self.length) as f64 / 60.0
    }

    /// Jumps to a time in seconds and plays on from there.
    pub(super) fn go_to(&mut self, seconds: f64) {
        self.ticks = (seconds * 60.0).round().clamp(0.0, self.length as f64) as u32;
        self.playing = true;
    }

    /// Where a time lies on the bar of a stage of this width.
    pub(super) fn x_of(&self, seconds: f64, width: f32) -> f32 {
        let share = (seconds * 60.0 / self.length as f64) as f32;
        INSET.0 + share * (width - INSET.0 - INSET.1)
    }

    pub(super) fn draw(&self, canvas: &mut Canvas<'_>) {
        let (right, y) = (canvas.width() as f32 - INSET.1, canvas.height() as f32 - STRIP * 0.5);
        let share = self.share();
        let (from, to) = (vec2(INSET.0, y), vec2(right, y));
        let knob = from.lerp(to, share);
        let line = Stroke::new(5.0).with_cap(Cap::Round);
        canvas.line(from, to, &line, figures::FAINT);
        canvas.line(from, knob, &line, figures::BLUE);
        figures::disc(canvas, knob, 9.0, figures::BLUE);
        let icon = vec2(30.0, y);
        if self.playing {
            for x in [-6.0, 2.0] {
                let bar = Aabb::from_size(icon + vec2(x, -8.0), vec2(5.0, 16.0));
                canvas.fill_rect(bar, figures::MUTED);
            }
        } else {
            let arrow = [vec2(-6.0, -9.0), vec2(9.0, 0.0), vec2(-6.0, 9.0)].map(|p| icon + p);
            canvas.fill(&Path::polygon(&arrow), figures::MUTED);
        }
        let words = format!("{:.2} of {:.0} s", self.time(), self.length as f32 / 60.0);
        canvas.write(words, WORDS, vec2(right + 130.0, y), vec2(1.0, 0.5), figures::MUTED);
    }
}

/// Pieces of [`Scene::track`].
const TRACK: u32 = 240;

/// One tween or timeline on one actor, with a time bar and traces at equal times.
#[derive(StateHash)]
#[state(hash_only)]
pub(super) struct Scene {
    pub(super) actor: Actor,
    player: AnimPlayer<Actor>,
    #[state(skip)]
    ghosts: Vec<Actor>,
    /// Where it is at equal times, closer than the ghosts.
    #[state(skip)]
    pub(super) track: Vec<Actor>,
    pub(super) bar: TimeBar,
}

impl Scene {
    /// An actor at (100, 100) and what it is to do.
    pub(super) fn new(anim: impl Into<Anim<Actor>>) -> Self {
        let mut player = AnimPlayer::new(anim);
        let mut actor = Actor::START;
        let length = player.duration();
        let count = (length * 5.0).clamp(10.0, 50.0) as u32;
        let mut at_equal_times = |count: u32| {
            let at = |i: u32| {
                player.seek_silently(length * f64::from(i) / f64::from(count), &mut actor);
                actor
            };
            (0..=count).map(at).collect::<Vec<Actor>>()
        };
        let (mut ghosts, track) = (at_equal_times(count), at_equal_times(TRACK));
        ghosts.dedup();
        player.seek_silently(0.0, &mut actor);
        Self { actor, player, ghosts, track, bar: TimeBar::new(length) }
    }

    pub(super) fn update(&mut self, stage: &Stage) {
        self.bar.update(stage);
        self.seek(self.bar.time());
    }

    /// Shows a time in seconds.
    pub(super) fn seek(&mut self, time: f64) {
        self.player.seek_silently(time, &mut self.actor);
    }

    /// How long it is, in seconds.
    #[cfg(test)]
    pub(super) fn duration(&self) -> f64 {
        self.player.duration()
    }

    pub(super) fn draw(&self, canvas: &mut Canvas<'_>, color: Color) {
        for ghost in &self.ghosts {
            ghost.draw_ghost(canvas, color);
        }
        self.actor.draw(canvas, color);
        self.bar.draw(canvas);
    }
}
