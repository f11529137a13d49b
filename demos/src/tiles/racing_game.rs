//! A whole racing game: three tracks, one of them drawn by the player, four drivers, laps, and a ghost of the best lap.
//!
//! `track.rs` makes a track out of one closed line, `racer.rs` drives: tempers for the four, a replay for the ghost. This
//! file is the sketch around them; `menu.rs` is what comes before a race, and `draw.rs` shows everything.

mod draw;
mod menu;
mod racer;
mod sounds;
mod track;

#[cfg(test)]
mod tests;

use super::{controls, editing};
use crate::Demo;
use motile::math::UVec2;
use motile::prelude::*;
use motile::stage::{Drawable, Shared};
use motile::tiles::{CameraRig, EditorPanel, Tile, TileSheet, TileSpace, TileView};
use racer::{Ghost, Racer, TEMPERS, bump};
use sounds::{Noise, Sounds};
use track::{NAMES, Track, WORLD};

pub(super) const DEMO: Demo = Demo {
    id: "tiles/racing-game",
    title: "Five around: a racing game",
    sees: "Five cars race on a track of tiles: a quick driver, a wild one, a careful one, one who weaves, and you, with the ghost of your best lap.",
    tries: "Choose a track and race three laps. Draw your own track in one stroke. Beat the ghost, or let the autopilot drive.",
    controls: "In a race, hold where the car should go; on your own track, draw a closed line. Or take a gamepad.",
    keys: &[
        (Key::Up, "accelerate"),
        (Key::Down, "brake"),
        (Key::Left, "turn left, track before"),
        (Key::Right, "turn right, next track"),
        (Key::Space, "start, back to the tracks"),
        (Key::Char('d'), "draw a track"),
        editing::KEY,
    ],
    takes_drags: true,
    spec: &["TILE-D14", "TILE-D15", "TILE-48", "TILE-75"],
    ticks: 560,
    script: "0 set autopilot on\n2 tap Space\n",
    ..Demo::of::<RacingGame>()
};

/// The laps of a race.
const LAPS: u32 = 3;
/// Seconds before the start.
const COUNTDOWN: f32 = 3.0;
/// How well the autopilot steers.
const AUTOPILOT: usize = 0;

#[derive(Clone, Copy, PartialEq, Debug, StateHash)]
#[state(hash_only)]
enum Scene {
    /// Which track?
    Choose,
    /// A track is being drawn.
    Draw,
    /// The race starts in so many seconds.
    Ready(f32),
    Race,
    Result,
}

#[derive(StateHash)]
#[state(hash_only)]
struct RacingGame {
    scene: Scene,
    /// Which track, from 0.
    index: u32,
    /// The player is the first.
    racers: Vec<Racer>,
    /// A ghost for each track.
    ghosts: [Ghost; NAMES.len()],
    camera: CameraRig,
    /// Since the start.
    seconds: f32,
    /// The player's own track, and the stroke that is being drawn, in pixels of the world.
    drawn: Vec<Vec2>,
    stroke: Vec<Vec2>,
    panel: EditorPanel,
    #[state(skip)]
    track: Track,
    #[state(skip)]
    view: Shared<TileView>,
    #[state(skip)]
    sounds: Sounds,
}

impl Sketch for RacingGame {
    const PARAMS: &'static [Param] = &[Param::toggle("autopilot", false)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        let track = Track::new(0, &[])?;
        let side = track::CELL as u32;
        let sheet = TileSheet::new(&draw::tiles()?, UVec2::splat(side))?;
        let panel = EditorPanel::new(&sheet, (1..=5).map(Tile::new));
        let view = TileView::new(sheet, stage.size().as_uvec2())?.with_background(Color::BLACK)?;
        let view = Shared::new(view);
        stage.add(view.clone().node());
        let world = Aabb::from_size(Vec2::ZERO, WORLD);
        let mut camera = CameraRig::new(stage.size()).with_bounds(world);
        (camera.smooth_time, camera.look_ahead, camera.whole_pixels) = (0.3, 0.45, true);
        let mut game = Self {
            scene: Scene::Choose,
            index: 0,
            racers: Vec::new(),
            ghosts: core::array::from_fn(|_| Ghost::default()),
            camera,
            seconds: 0.0,
            drawn: Vec::new(),
            stroke: Vec::new(),
            panel,
            track,
            view,
            sounds: Sounds::new(),
        };
        game.line_up();
        Ok(game)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if let Some(pan) = self.edit(stage, tick) {
            self.camera.jump_to(self.camera.center + pan);
            self.show(tick.time);
            return;
        }
        let input = tick.input;
        let go = controls::goes(input);
        match self.scene {
            Scene::Choose => self.choose(stage, input),
            Scene::Draw => self.draw_track(stage, input),
            Scene::Ready(left) => self.count_down(stage, left, tick.dt),
            Scene::Race if go => self.back(),
            Scene::Result if go || input.pointer.pressed() => self.back(),
            Scene::Race | Scene::Result => self.race(stage, tick),
        }
        let car = self.racers[0].car;
        let area = Aabb::from_center(car.position, Vec2::splat(10.0));
        self.camera.update(area, car.velocity, tick.dt);
        self.show(tick.time);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        if self.scene == Scene::Draw {
            self.draw_sketch(canvas, stage.size());
            return;
        }
        canvas.transformed(Affine2::from_translation(-self.corner()), |canvas| {
            self.draw_cars(canvas);
        });
        self.draw_map(canvas, stage.size());
        self.draw_words(canvas, stage.size());
        self.panel.draw(canvas, self.on_stage(), stage.size());
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        let view = Affine2::from_translation(-self.corner());
        crate::kit::marks_in(view, marks, |marks| {
            self.track.field.mark(marks);
            for &gate in &self.track.gates {
                marks.aabb(MarkRole::Target, gate);
            }
        });
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl RacingGame {
    /// Goes to a track and lines the cars up. What was edited is as it was before.
    fn enter(&mut self, stage: &mut Stage, index: u32) {
        self.leave();
        match Track::new(index, &self.drawn) {
            Ok(track) => (self.track, self.index) = (track, index),
            Err(error) => stage.fail(error),
        }
        self.view.edit(TileView::forget);
        self.line_up();
    }

    fn line_up(&mut self) {
        // The player starts last.
        let slots = [TEMPERS.len(), 0, 1, 2, 3];
        self.racers = slots.map(|slot| Racer::new(self.track.start(slot))).into();
        self.seconds = 0.0;
        self.ghosts[self.index as usize].stop();
        self.camera.jump_to(self.racers[0].car.position);
    }

    fn back(&mut self) {
        self.scene = Scene::Choose;
        self.line_up();
    }

    fn race(&mut self, stage: &mut Stage, tick: Tick) {
        self.seconds += tick.dt;
        let laps = self.racers[0].laps.laps;
        for index in 0..self.racers.len() {
            let racer = &mut self.racers[index];
            let autopilot = tick.params.is_on("autopilot") || racer.finished.is_some();
            let temper = match index.checked_sub(1) {
                Some(driver) => Some(&TEMPERS[driver]),
                None => autopilot.then_some(&TEMPERS[AUTOPILOT]),
            };
            let place = self.camera.to_screen(racer.car.position);
            let (throttle, wheel) = match temper {
                Some(temper) => racer.wish(temper, &self.track, self.seconds),
                None => racer.player_wish(tick.input, place),
            };
            let (control, lap_began) = racer.step(&self.track, throttle, wheel, tick.dt);
            if index == 0 {
                let ghost = &mut self.ghosts[self.index as usize];
                ghost.step(racer, control, lap_began, &self.track, tick.dt);
            }
            if racer.laps.laps >= LAPS && racer.finished.is_none() {
                racer.finished = Some(self.seconds);
            }
        }
        let touches = bump(&mut self.racers);
        self.sounds.bump(stage, touches);
        if self.racers[0].finished.is_some() && self.scene == Scene::Race {
            self.sounds.play(stage, Noise::End);
            self.scene = Scene::Result;
        } else if self.racers[0].laps.laps > laps {
            self.sounds.play(stage, Noise::Lap);
        }
    }

    fn show(&self, time: f64) {
        let corner = self.corner().as_ivec2();
        self.view.edit(|view| view.update(&[&self.track.layer], corner, time));
    }

    /// Where the tiles are on the stage.
    fn on_stage(&self) -> TileSpace {
        TileSpace::square(track::CELL).with_origin(-self.corner())
    }

    /// The world's pixel at the top left corner of the screen.
    fn corner(&self) -> Vec2 {
        self.camera.to_world(Vec2::ZERO).round()
    }
}
