//! Liquid in a tank carries what is lighter than it: a dam breaks, and balls of four weights find their place.

use crate::Demo;
use crate::kit;
use crate::look::{BLUE, GOLD, NIGHT, ORANGE, RED, SMALL, SNOW};
use motile::fluid::{FluidSolid, Liquid, SolidPush};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "fluid/tank",
    title: "A tank of water",
    sees: "A wall of water collapses; balls of four weights are thrown about, then float or sink.",
    tries: "Drag through the water. Pour more in. Turn gravity around.",
    controls: "Drag pushes the water.",
    keys: &[(Key::Space, "pour a block of water in")],
    takes_drags: true,
    spec: &["SIM-69", "SIM-X8"],
    size: (640, 400),
    ticks: 150,
    ..Demo::of::<Tank>()
};

/// Pixels of a cell.
const CELL: f32 = 8.0;
/// Pixels of the stage for one of the picture.
pub(super) const PIXEL: f32 = 2.0;
const DEEP: Color = Color::hex(0x1B_4F_A8);
/// No more drops than this.
const MOST: usize = 14_000;

#[derive(StateHash)]
struct Float {
    position: Vec2,
    velocity: Vec2,
    radius: f32,
    /// Beside that of the liquid.
    density: f32,
}

#[derive(StateHash)]
#[state(hash_only)]
struct Tank {
    water: Liquid,
    floats: Vec<Float>,
    last: Option<Vec2>,
    #[state(skip)]
    picture: NodeId,
}

impl Sketch for Tank {
    const PARAMS: &'static [Param] = &[
        Param::number("gravity", -1200.0, 1200.0, 900.0),
        Param::number("tilt", -600.0, 600.0, 0.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        let mut water = Liquid::new(80, 50, CELL)?;
        water.add_block(Aabb::new(vec2(0.0, 120.0), vec2(230.0, 400.0)), 0);
        let floats = [(300.0, 0.3), (390.0, 0.55), (480.0, 0.8), (570.0, 1.6)];
        let floats = floats.map(|(x, density)| Float {
            position: vec2(x, 340.0),
            velocity: Vec2::ZERO,
            radius: 26.0,
            density,
        });
        stage.background = NIGHT;
        let picture = stage.add(Node::group().with_scale(PIXEL));
        Ok(Self { water, floats: floats.into(), last: None, picture })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.water.gravity = vec2(stage.params().number("tilt"), stage.params().number("gravity"));
        if stage.input().pressed(Key::Space) && self.water.particles().len() < MOST {
            self.water.add_block(Aabb::new(vec2(260.0, 20.0), vec2(380.0, 100.0)), 1);
        }
        let pointer = stage.input().pointer.held_at();
        if let (Some(now), Some(last)) = (pointer, self.last) {
            self.water.push(now, 50.0, (now - last) / tick.dt);
        }
        self.last = pointer;
        self.water.solids = self.floats.iter().map(Float::solid).collect();
        self.water.step(tick.dt);
        for number in 0..self.floats.len() {
            let push = self.water.push_on(number);
            self.floats[number].step(push, self.water.gravity, tick.dt);
        }
        self.part();
        if let Ok(picture) = painted(&self.water) {
            stage[self.picture].content =
                Bitmap::new(picture).with_sampling(Sampling::Bilinear).into();
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (ball, color) in self.floats.iter().zip([GOLD, ORANGE, RED, SNOW]) {
            kit::disc(canvas, ball.position, ball.radius, color);
            canvas.write(format!("{}", ball.density), SMALL, ball.position, vec2(0.5, 0.5), NIGHT);
        }
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.water.mark(marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Tank {
    /// Balls that meet push each other apart.
    fn part(&mut self) {
        for i in 1..self.floats.len() {
            let (before, after) = self.floats.split_at_mut(i);
            let ball = &mut after[0];
            for other in before {
                let apart = ball.position - other.position;
                let overlap = ball.radius + other.radius - apart.length();
                if overlap > 0.0 {
                    let shift = apart.normalized() * (overlap * 0.5);
                    ball.position += shift;
                    other.position -= shift;
                }
            }
        }
    }
}

impl Float {
    fn solid(&self) -> FluidSolid {
        FluidSolid::new(Circle::new(self.position, self.radius)).with_velocity(self.velocity)
    }

    fn step(&mut self, push: SolidPush, gravity: Vec2, dt: f32) {
        let mass = Circle::new(self.position, self.radius).area() * self.density;
        self.velocity += push.velocity_change(mass, gravity * dt);
        self.position += self.velocity * dt;
        bounce(&mut self.position, &mut self.velocity, vec2(640.0, 400.0), self.radius);
    }
}

/// The liquid as a picture: full where the drops are dense, lighter where it is fast or its surface is near.
pub(super) fn painted(water: &Liquid) -> motile::Result<Surface> {
    let mut picture = Surface::new((640.0 / PIXEL) as u32, (400.0 / PIXEL) as u32)?;
    for y in 0..picture.height() as i32 {
        for x in 0..picture.width() as i32 {
            let at = (vec2(x as f32, y as f32) + 0.5) * PIXEL;
            let fullness = water.fullness_at(at);
            let cover = ((fullness - 0.3) * 5.0).clamp(0.0, 1.0);
            if cover > 0.0 {
                let foam = (water.velocity_at(at).length() / 900.0).min(1.0);
                let rim = (1.25 - fullness).clamp(0.0, 1.0);
                let color = DEEP.lerp(BLUE, rim).lerp(SNOW, foam * foam * 0.8);
                picture.set(x, y, color.with_alpha((cover * 255.0) as u8));
            }
        }
    }
    Ok(picture)
}
