//! A whole platform game: title, five levels from three kinds of files, enemies, lifts, stars, doors, an end.
//!
//! `level.rs` reads levels into one form, `world.rs` plays one without knowing screens or keys, and this file is the sketch
//! around it: scenes, keys, camera, sounds. The pictures are letters in `art.rs`, and `draw.rs` puts them on the screen.

mod art;
mod draw;
mod level;
mod world;

#[cfg(test)]
mod tests;

use super::{controls, editing};
use crate::{Demo, kit};
use level::{Level, SIDE};
use motile::math::UVec2;
use motile::prelude::*;
use motile::sound::Preset;
use motile::stage::{Drawable, Shared};
use motile::tiles::{CameraRig, EditorPanel, Tile, TileSheet, TileSpace, TileView};
use world::{Event, World};

pub(super) const DEMO: Demo = Demo {
    id: "tiles/platform-game",
    title: "Fox and stars: a platform game",
    sees: "A fox runs through five levels: a meadow, bridges with lifts, a tower, a cave from a Tiled map and islands from an LDtk project.",
    tries: "Jump on the beetles' heads. Touch flags: you come back there. Stars are points; the door is the way out.",
    controls: "Hold where the fox should run; above it, it jumps and climbs. Or take a gamepad.",
    keys: &[
        (Key::Left, "run left"),
        (Key::Right, "run right"),
        (Key::Up, "climb"),
        (Key::Down, "climb down; with jump, drop through a plank"),
        (Key::Space, "jump, start"),
        editing::KEY,
    ],
    takes_drags: true,
    spec: &["TILE-D8", "TILE-D9", "TILE-D10", "TILE-D11", "TILE-D12", "TILE-36", "TILE-37"],
    ticks: 186,
    script: "2 tap Space\n4 key Right\n62 key Space\n80 keyup Space\n112 key Space\n140 keyup Space\n168 key Space\n190 keyup Space\n",
    ..Demo::of::<PlatformGame>()
};

/// How long the words between two levels stay, seconds.
const PAUSE: f32 = 1.2;

#[derive(Clone, Copy, PartialEq, Debug, StateHash)]
#[state(hash_only)]
enum Scene {
    Title,
    Play,
    /// Through the door; the next level begins in so many seconds.
    Passed(f32),
    End,
}

#[derive(StateHash)]
#[state(hash_only)]
struct PlatformGame {
    scene: Scene,
    /// Which level, from 0.
    index: u32,
    world: World,
    camera: CameraRig,
    /// Seconds, points and falls of the levels before this one, and the time of this one.
    seconds: f32,
    score: u32,
    falls: u32,
    panel: EditorPanel,
    #[state(skip)]
    level: Level,
    #[state(skip)]
    view: Shared<TileView>,
    #[state(skip)]
    sprites: art::Sprites,
    #[state(skip)]
    sounds: [(Event, Sound); 5],
}

impl Sketch for PlatformGame {
    const PARAMS: &'static [Param] = &[Param::whole("first-level", 1, level::COUNT as i32, 1)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        let index = stage.params().whole("first-level") as u32 - 1;
        let level = Level::load(index)?;
        let sheet = TileSheet::new(&art::tiles()?, UVec2::splat(SIDE as u32))?;
        let tiles = 1..level::LETTERS.len() as u32;
        let panel = EditorPanel::new(&sheet, tiles.map(Tile::new));
        let view = Shared::new(TileView::new(sheet, stage.size().as_uvec2())?);
        stage.add(view.clone().node());
        let mut camera = CameraRig::new(stage.size()).with_dead_zone(0.35, 0.6);
        (camera.smooth_time, camera.look_ahead, camera.whole_pixels) = (0.25, 0.25, true);
        let sounds = [
            (Event::Jump, Preset::Jump),
            (Event::Star, Preset::Pickup),
            (Event::Squash, Preset::Hit),
            (Event::Hurt, Preset::Explosion),
            (Event::Checkpoint, Preset::PowerUp),
        ];
        let mut game = Self {
            scene: Scene::Title,
            index,
            world: World::new(&level),
            camera,
            seconds: 0.0,
            score: 0,
            falls: 0,
            panel,
            level,
            view,
            sprites: art::Sprites::new()?,
            sounds: sounds.map(|(event, preset)| (event, preset.patch(6).render())),
        };
        game.begin(stage);
        Ok(game)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if tick.params.changed("first-level") {
            self.enter(stage, tick.params.whole("first-level") as u32 - 1);
        }
        let (on_stage, layer) = (self.on_stage(), &mut self.world.layer);
        if let Some(pan) = editing::edit(&mut self.panel, layer, on_stage, stage, tick) {
            self.camera.jump_to(self.camera.center + pan);
            self.show(tick.time);
            return;
        }
        let go = controls::goes(tick.input) || tick.input.pointer.pressed();
        match self.scene {
            Scene::Title if go => self.scene = Scene::Play,
            Scene::Play => self.play(stage, tick),
            Scene::Passed(left) if left > tick.dt => self.scene = Scene::Passed(left - tick.dt),
            Scene::Passed(_) if self.index + 1 < level::COUNT => {
                self.enter(stage, self.index + 1);
                self.scene = Scene::Play;
            }
            Scene::Passed(_) => self.scene = Scene::End,
            Scene::End if go => {
                self.enter(stage, 0);
                (self.seconds, self.score, self.falls) = (0.0, 0, 0);
                self.scene = Scene::Title;
            }
            Scene::Title | Scene::End => {}
        }
        self.show(tick.time);
    }

    fn draw_under(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        self.draw_sky(canvas, stage.size());
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, frame: Frame) {
        canvas.transformed(Affine2::from_translation(-self.corner()), |canvas| {
            self.draw_actors(canvas, frame.time);
        });
        self.draw_words(canvas, stage.size());
        self.panel.draw(canvas, self.on_stage(), stage.size());
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        let view = Affine2::from_translation(-self.corner());
        kit::marks_in(view, marks, |marks| {
            let seen = Aabb::from_size(self.corner(), stage.size());
            self.world.ground().mark(seen, marks);
            self.world.hero.mark(marks);
        });
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl PlatformGame {
    fn play(&mut self, stage: &mut Stage, tick: Tick) {
        let wish = controls::wish(tick.input, self.camera.to_screen(self.world.hero.body.position));
        self.world.step(wish, tick.dt);
        self.seconds += tick.dt;
        let body = &self.world.hero.body;
        self.camera.update(body.area(), body.velocity, tick.dt);
        for &event in &self.world.events {
            if let Some((_, sound)) = self.sounds.iter().find(|(known, _)| *known == event) {
                stage.sound().play(sound.cue().with_volume(0.5));
            }
            match event {
                Event::Squash => self.camera.add_trauma(0.35),
                Event::Hurt => self.camera.add_trauma(0.7),
                Event::Door => self.scene = Scene::Passed(PAUSE),
                _ => {}
            }
        }
    }

    /// Goes to a level; the score so far is kept.
    fn enter(&mut self, stage: &mut Stage, index: u32) {
        match Level::load(index) {
            Ok(level) => {
                self.score += self.world.score;
                self.falls += self.world.falls;
                (self.index, self.level) = (index, level);
                self.begin(stage);
            }
            Err(error) => stage.fail(error),
        }
    }

    fn begin(&mut self, stage: &mut Stage) {
        stage.background = self.level.sky;
        self.world = World::new(&self.level);
        self.view.edit(TileView::forget);
        self.camera.bounds = Some(world::space().area_of_cells(self.level.layer.bounds()));
        self.camera.jump_to(self.world.hero.body.position);
    }

    fn show(&self, time: f64) {
        let (corner, layers) = (self.corner(), [&self.world.layer]);
        self.view.edit(|view| view.update(&layers, corner.as_ivec2(), time));
    }

    /// Where the cells are on the stage.
    fn on_stage(&self) -> TileSpace {
        world::space().with_origin(-self.corner())
    }

    /// The world's pixel at the top left corner of the screen.
    fn corner(&self) -> Vec2 {
        self.camera.to_world(Vec2::ZERO).round()
    }
}
