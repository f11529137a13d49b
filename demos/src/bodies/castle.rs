//! A castle of pixels: cannonballs blow holes into walls and ground, and what no longer hangs together falls.

use super::PictureNodes;
use crate::Demo;
use crate::kit;
use crate::look::{GOLD, HAZE, INK, MIST, NIGHT, ORANGE, RED, SNOW};
use core::f32::consts::TAU;
use motile::bodies::{
    BodyDef, BodyEventKind, BodyId, BodyKind, BodyShape, BodyWorld, PictureBodies, PictureTrace,
};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "bodies/castle",
    title: "A castle to shoot at",
    sees: "Cannonballs blow holes into a castle; towers lose their footing, break and fall into the pits.",
    tries: "Aim low at a tower. Dig under the wall. Make the shots larger.",
    controls: "Press: the cannon fires there.",
    keys: &[(Key::Space, "build it again")],
    spec: &["SIM-67", "SIM-65"],
    size: (640, 400),
    ticks: 128,
    script: "4 move 400 300\n5 down\n6 up\n20 move 400 296\n21 down\n22 up\n40 move 480 206\n41 down\n42 up\n\
             60 move 560 190\n61 down\n62 up\n80 move 400 290\n81 down\n82 up\n110 move 300 330\n111 down\n112 up\n",
    ..Demo::of::<Castle>()
};

const GROUND: f32 = 320.0;
const CANNON: Vec2 = vec2(46.0, 292.0);
const BALL: f32 = 7.0;
const SPEED: f32 = 900.0;
/// Cannonballs, as the world knows them.
const SHOT: u32 = 1;

#[derive(StateHash)]
#[state(hash_only)]
struct Castle {
    world: BodyWorld,
    pictures: PictureBodies,
    shots: Vec<BodyId>,
    /// Where it flashed, and for how many more ticks.
    flashes: Vec<(Vec2, u32)>,
    aim: Vec2,
    #[state(skip)]
    nodes: PictureNodes,
}

impl Sketch for Castle {
    const PARAMS: &'static [Param] = &[Param::number("blast", 8.0, 60.0, 30.0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let mut world = BodyWorld::new();
        let mut pictures = PictureBodies::new(PictureTrace::default());
        let stone = BodyDef { friction: 0.8, ..BodyDef::new(BodyShape::circle(1.0)) };
        let ground = Surface::drawn(640, 80, |canvas| {
            canvas
                .fill_rect(Aabb::from_size(Vec2::ZERO, vec2(640.0, 80.0)), Color::hex(0x3B_52_3A));
            canvas.fill_rect(
                Aabb::from_size(vec2(0.0, 8.0), vec2(640.0, 72.0)),
                Color::hex(0x5A_45_37),
            );
        })?;
        pictures.add(
            &mut world,
            ground,
            &stone.clone().at(320.0, GROUND + 40.0).with_kind(BodyKind::Static),
        )?;
        // Towers, the wall between them, and a keep behind: each stands on what is under it.
        for (x, width, height) in [(400.0, 54, 150), (556.0, 54, 150), (478.0, 100, 84)] {
            let picture = masonry(width, height)?;
            pictures.add(
                &mut world,
                picture,
                &stone.clone().at(x, GROUND - height as f32 * 0.5 - 1.0),
            )?;
        }
        let keep = masonry(64, 70)?;
        pictures.add(&mut world, keep, &stone.at(478.0, GROUND - 84.0 - 36.0))?;
        let nodes = PictureNodes::default();
        Ok(Self {
            world,
            pictures,
            shots: Vec::new(),
            flashes: Vec::new(),
            aim: vec2(300.0, 200.0),
            nodes,
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if stage.input().pressed(Key::Space) {
            stage.clear();
            match Self::setup(stage) {
                Ok(fresh) => *self = fresh,
                Err(error) => stage.fail(error),
            }
        }
        if let Some(at) = stage.input().pointer.pressed_at() {
            self.fire(at);
        }
        self.world.step(tick.dt);
        self.burst(stage.params().number("blast"));
        self.flashes.retain_mut(|(_, left)| {
            *left -= 1;
            *left > 0
        });
        self.nodes.show(stage, &self.world, &self.pictures);
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let barrel = (self.aim - CANNON).normalized() * 34.0;
        canvas.stroke(&Path::line(CANNON, CANNON + barrel), &kit::round(16.0), HAZE);
        kit::disc(canvas, CANNON + vec2(0.0, 8.0), 20.0, MIST);
        for state in self.shots.iter().filter_map(|&shot| self.world.get(shot)) {
            kit::disc(canvas, state.position, BALL, INK);
            kit::disc(canvas, state.position - 2.0, BALL * 0.4, SNOW);
        }
        for &(at, left) in &self.flashes {
            let size = 10.0 + (12 - left) as f32 * 3.0;
            kit::disc(canvas, at, size, ORANGE.with_alpha((left * 18) as u8));
            kit::disc(canvas, at, size * 0.5, GOLD.with_alpha((left * 20) as u8));
        }
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.world.mark(marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Castle {
    /// Throws a ball so that it comes down at a point, as far as its speed reaches.
    fn fire(&mut self, at: Vec2) {
        let (offset, gravity) = (at - CANNON, self.world.gravity.y);
        // The flatter of the two angles of a throw with this speed.
        let squared = SPEED * SPEED;
        let root = squared * squared
            - gravity * (gravity * offset.x * offset.x - 2.0 * offset.y * squared);
        let slope = (squared - root.max(0.0).sqrt()) / (gravity * offset.x.max(1.0));
        let way = vec2(1.0, -slope).normalized();
        self.aim = CANNON + way * 100.0;
        let start = CANNON + way * 36.0;
        let ball = BodyDef {
            bullet: true,
            density: 4.0,
            tag: SHOT,
            ..BodyDef::new(BodyShape::circle(BALL)).at(start.x, start.y).with_velocity(way * SPEED)
        };
        self.shots.push(self.world.add(&ball));
    }

    /// Balls burst where they touch.
    fn burst(&mut self, radius: f32) {
        for event in self.world.events() {
            let shot = [event.a, event.b].into_iter().find(|body| self.shots.contains(body));
            let (Some(shot), BodyEventKind::Began) = (shot, event.kind) else { continue };
            self.shots.retain(|&other| other != shot);
            self.world.remove(shot);
            self.pictures.explode(&mut self.world, event.point, radius, 260.0);
            self.flashes.push((event.point, 12));
        }
        let world = &mut self.world;
        self.shots.retain(|&shot| {
            let is_near = world
                .get(shot)
                .is_some_and(|state| state.position.x < 900.0 && state.position.y < 600.0);
            is_near || !world.remove(shot)
        });
    }
}

/// Courses of stone with battlements on top.
fn masonry(width: u32, height: u32) -> motile::Result<Surface> {
    let (w, h) = (width as f32, height as f32);
    Surface::drawn(width, height, |canvas| {
        canvas.fill_rect(Aabb::new(vec2(0.0, 10.0), vec2(w, h)), Color::hex(0x9A_93_88));
        let teeth = (w / 18.0).round() as u32;
        for i in 0..teeth {
            let x = w * (i as f32 + 0.25) / teeth as f32;
            canvas.fill_rect(
                Aabb::from_size(vec2(x, 0.0), vec2(w / teeth as f32 * 0.5, 12.0)),
                Color::hex(0x9A_93_88),
            );
        }
        for row in 1..(height / 12) {
            let y = row as f32 * 12.0 + 10.0;
            canvas.stroke(
                &Path::line(vec2(0.0, y), vec2(w, y)),
                &Stroke::new(1.0),
                Color::hex(0x7A_73_6B),
            );
            let mut x = if row % 2 == 0 { 6.0 } else { 15.0 };
            while x < w {
                canvas.stroke(
                    &Path::line(vec2(x, y - 12.0), vec2(x, y)),
                    &Stroke::new(1.0),
                    Color::hex(0x7A_73_6B),
                );
                x += 18.0;
            }
        }
        let window = Path::circle(vec2(w * 0.5, 38.0), 5.0);
        canvas.fill(&window, RED.lerp(GOLD, 0.7 + 0.1 * ops::sin(TAU * w)));
    })
}
