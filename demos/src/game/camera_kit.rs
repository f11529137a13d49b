//! A camera is a value: it follows, looks ahead, keeps a dead zone and the borders of the world, zooms, turns and shakes.

use crate::look::{GOLD, NIGHT, SMALL, SNOW};
use crate::{Demo, kit};
use core::f32::consts::TAU;
use motile::game::{CameraRig, split_screen};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "game/camera-kit",
    title: "Cameras on a split screen",
    sees: "Two runners in one large garden, each with a camera: the screen is split, dead zones are dashed, a map shows both views.",
    tries: "Let it shake. Widen the dead zone, look farther ahead, zoom out, turn; play with one to four.",
    controls: "Hold to lead the first runner.",
    keys: &[(Key::Space, "shake")],
    takes_drags: true,
    ticks: 150,
    script: "140 key Space\n",
    ..Demo::of::<CameraKit>()
};

const WORLD: Vec2 = vec2(1920.0, 1440.0);
/// Pixels between the parts of the screen.
const GAP: f32 = 6.0;
const TREES: usize = 170;
const MOST: usize = 4;
/// Pixels a second.
const SPEED: f32 = 260.0;
/// How large the map is drawn.
const MAP: f32 = 0.085;

#[derive(Clone, StateHash)]
struct Runner {
    position: Vec2,
    velocity: Vec2,
}

#[derive(StateHash)]
#[state(hash_only)]
struct CameraKit {
    runners: Vec<Runner>,
    cameras: Vec<CameraRig>,
    players: u32,
    /// Made once and never changed.
    #[state(skip)]
    trees: Vec<(Vec2, f32)>,
}

impl Sketch for CameraKit {
    const PARAMS: &'static [Param] = &[
        Param::whole("players", 1, MOST as i32, 2),
        Param::number("dead-zone", 0.0, 0.8, 0.3),
        Param::number("look-ahead", 0.0, 1.0, 0.4),
        Param::number("smooth", 0.0, 1.0, 0.35),
        Param::number("zoom", 0.4, 2.0, 0.9),
        Param::number("turn", -0.6, 0.6, 0.0),
        Param::number("shake", 0.0, 1.0, 0.7),
        Param::toggle("borders", true),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let tree = |_| (stage.rng.in_rect(Vec2::ZERO, WORLD), stage.rng.range(16.0..38.0));
        let trees = (0..TREES).map(tree).collect();
        let runner = |index| Runner { position: goal(index, 0.0), velocity: Vec2::ZERO };
        let mut kit = Self {
            runners: (0..MOST).map(runner).collect(),
            cameras: Vec::new(),
            players: 0,
            trees,
        };
        kit.set_players(stage.params().whole("players") as u32, stage.size());
        Ok(kit)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let params = tick.params;
        self.set_players(params.whole("players") as u32, stage.size());
        let led = tick.input.pointer.held_at().map(|place| self.cameras[0].to_world(place));
        for (index, runner) in self.runners.iter_mut().enumerate() {
            let goal = led.filter(|_| index == 0).unwrap_or(goal(index, tick.time as f32));
            let wanted = ((goal - runner.position) * 3.0).truncate(SPEED);
            runner.velocity += (wanted - runner.velocity) * 0.15;
            runner.position += runner.velocity * tick.dt;
        }
        let half = params.number("dead-zone") * 0.5;
        for (camera, runner) in self.cameras.iter_mut().zip(&self.runners) {
            camera.dead_zone = Aabb::new(Vec2::splat(0.5 - half), Vec2::splat(0.5 + half));
            camera.look_ahead = params.number("look-ahead");
            camera.smooth_time = params.number("smooth");
            (camera.zoom, camera.rotation) = (params.number("zoom"), params.number("turn"));
            let world = Aabb::new(Vec2::ZERO, WORLD);
            camera.bounds = params.is_on("borders").then_some(world);
            if tick.input.pressed(Key::Space) {
                camera.add_trauma(params.number("shake"));
            }
            let target = Aabb::from_center(runner.position, Vec2::splat(14.0));
            camera.update(target, runner.velocity, tick.dt);
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (index, area) in split_screen(stage.size(), self.players, GAP).enumerate() {
            let camera = &self.cameras[index];
            camera.draw_view(canvas, area, |canvas| self.draw_world(canvas, camera));
            let zone = camera.dead_zone;
            let part = |share: Vec2| area.min + share * area.size();
            let zone = Path::from(Aabb::new(part(zone.min), part(zone.max)));
            canvas.stroke(
                &zone,
                &Stroke::new(2.0).with_dash(&[8.0, 6.0], 0.0),
                SNOW.with_alpha(170),
            );
        }
        self.draw_map(canvas, stage.size());
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        if let Some(camera) = self.cameras.first() {
            kit::marks_in(camera.transform(), marks, |marks| camera.mark(marks));
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl CameraKit {
    /// Cameras for a number of players, each as large as its part of the screen.
    fn set_players(&mut self, players: u32, size: Vec2) {
        if players == self.players {
            return;
        }
        self.players = players;
        let parts = split_screen(size, players, GAP).zip(&self.runners);
        self.cameras = parts
            .map(|(area, runner)| {
                let mut camera = CameraRig::new(area.size());
                camera.jump_to(runner.position);
                camera
            })
            .collect();
    }

    fn draw_world(&self, canvas: &mut Canvas<'_>, camera: &CameraRig) {
        canvas.fill_rect(Aabb::new(Vec2::ZERO, WORLD), Color::hex(0x2F_7A_4D));
        let path = Path::polygon(&(0..64).map(|step| lane(step as f32 / 64.0)).collect::<Vec<_>>());
        canvas.stroke(&path, &kit::round(70.0), Color::hex(0xC9_B0_7A));
        // What is far from the view is left out; a turned view reaches as far as its diagonal.
        let reach = camera.area().size().length() * 0.5 + 60.0;
        for &(place, radius) in &self.trees {
            if place.distance(camera.center) < reach {
                kit::disc(canvas, place + vec2(5.0, 7.0), radius, Color::hex(0x1E_55_36));
                kit::disc(canvas, place, radius, Color::hex(0x4C_A8_5E));
            }
        }
        for (index, runner) in self.runners.iter().take(self.players as usize).enumerate() {
            let ahead = runner.velocity * 0.08;
            kit::disc(canvas, runner.position, 15.0, NIGHT);
            kit::disc(canvas, runner.position, 12.0, color(index));
            kit::disc(canvas, runner.position + ahead.truncate(9.0), 5.0, SNOW);
        }
    }

    /// The whole world, small, with what each camera sees.
    fn draw_map(&self, canvas: &mut Canvas<'_>, size: Vec2) {
        let corner = vec2((size.x - WORLD.x * MAP) * 0.5, size.y - WORLD.y * MAP - 12.0);
        let area = Aabb::from_size(corner, WORLD * MAP);
        canvas.fill(&Path::round_rect(area, 6.0), NIGHT.with_alpha(220));
        canvas.clip_rect(area, |canvas| {
            canvas.transformed(Affine2::from_translation(corner), |canvas| {
                for (index, camera) in self.cameras.iter().enumerate() {
                    let (view, center) = (camera.area(), self.runners[index].position * MAP);
                    let seen = Path::from(Aabb::new(view.min * MAP, view.max * MAP));
                    canvas.stroke(&seen, &Stroke::new(2.0), color(index));
                    kit::disc(canvas, center, 4.0, color(index));
                }
            });
        });
        canvas.write("map", SMALL, area.min + vec2(6.0, 2.0), Vec2::ZERO, SNOW);
    }
}

fn color(index: usize) -> Color {
    if index == 0 { GOLD } else { kit::hue(index + 2, MOST + 2) }
}

/// The lane around the garden, by the share of a round.
fn lane(share: f32) -> Vec2 {
    let angle = share * TAU;
    let wobble = vec2(130.0 * ops::sin(angle * 3.0), 110.0 * ops::cos(angle * 2.0));
    WORLD * 0.5 + vec2(620.0 * ops::cos(angle), 420.0 * ops::sin(angle)) + wobble
}

/// Where a runner wants to be at a time: on the lane, each in its own place.
fn goal(index: usize, time: f32) -> Vec2 {
    lane(0.37 * index as f32 + time * 0.05)
}
