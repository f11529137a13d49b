//! A particle fountain: thousands of drops, each born, thrown, pulled down and born again.

use crate::Demo;
use crate::look::NIGHT;
use core::f32::consts::FRAC_PI_2;
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "stage/fountain",
    title: "Fountain",
    sees: "Glowing drops rise in a fan, fall, bounce once and fade.",
    tries: "Aim with the pointer, then let off a burst. Lower gravity until the fountain becomes a flower.",
    controls: "The pointer aims the nozzle.",
    takes_drags: true,
    spec: &[],
    ticks: 150,
    no_allocation: true,
    ..Demo::of::<Fountain>()
};

const MOST: usize = 3000;
/// Drops of a burst.
const BURST: f32 = 600.0;
const NOZZLE: Vec2 = vec2(320.0, 400.0);
const FLOOR: f32 = 440.0;
/// Seconds a drop lives.
const LIFE: f32 = 2.4;

#[derive(Clone, Copy, StateHash)]
struct Drop {
    position: Vec2,
    velocity: Vec2,
    age: f32,
}

#[derive(StateHash)]
struct Fountain {
    drops: Vec<Drop>,
    /// Drops owed by the nozzle, a fraction of one remains after each tick.
    owed: f32,
}

impl Sketch for Fountain {
    const PARAMS: &'static [Param] = &[
        Param::number("drops-a-second", 0.0, 1200.0, 900.0),
        Param::number("gravity", 0.0, 900.0, 420.0),
        Param::number("spread", 0.0, 1.5, 0.22),
        Param::number("bounce", 0.0, 0.9, 0.4),
        Param::button("burst"),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let pool =
            Gradient::radial(Vec2::ZERO, 320.0, &[Color::hex(0x2B_4A_77), Color::hex(0x16_1C_2E)]);
        stage.add(Shape::ellipse(300.0, 34.0).fill(pool).at(320.0, FLOOR));
        Ok(Self { drops: Vec::with_capacity(MOST), owed: 0.0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let (params, dt) = (stage.params(), tick.dt);
        let (gravity, bounce) = (params.number("gravity"), params.number("bounce"));
        let spread = params.number("spread");
        let burst = if params.pressed("burst") { BURST } else { 0.0 };
        self.owed += params.number("drops-a-second") * dt + burst;

        for drop in &mut self.drops {
            drop.age += dt;
            drop.velocity.y += gravity * dt;
            drop.position += drop.velocity * dt;
            if drop.position.y > FLOOR && drop.velocity.y > 0.0 {
                drop.velocity.y *= -bounce;
                drop.position.y = FLOOR;
            }
        }
        self.drops.retain(|drop| drop.age < LIFE);

        // Until somebody moves the pointer the nozzle sways.
        let aim = match stage.input().pointer.position {
            Some(place) => (place - NOZZLE).angle(),
            None => -FRAC_PI_2 + 0.25 * ops::sin(tick.time as f32),
        };
        while self.owed >= 1.0 && self.drops.len() < MOST {
            self.owed -= 1.0;
            let speed = stage.rng.range(420.0..540.0);
            let velocity = Vec2::at_angle(aim + stage.rng.normal() * spread * 0.5) * speed;
            // Born at any moment of the tick, so that they do not leave in waves.
            let head_start = velocity * dt * stage.rng.f32();
            self.drops.push(Drop { position: NOZZLE + head_start, velocity, age: 0.0 });
        }
        self.owed = self.owed.min(1.0);
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        canvas.fill(
            &Path::round_rect(Aabb::from_size(NOZZLE - vec2(9.0, 2.0), vec2(18.0, 40.0)), 5.0),
            Color::hex(0x3C_48_66),
        );
        for drop in &self.drops {
            let old = drop.age / LIFE;
            let color = Color::hex(0xE8_F6_FF).lerp(Color::hex(0x3A_7B_FF), old * 1.4);
            let size = 4.2 - 2.2 * old;
            let corner = drop.position - size * 0.5;
            let alpha = ((1.0 - old) * 230.0) as u8;
            canvas.fill_rect(Aabb::from_size(corner, Vec2::splat(size)), color.with_alpha(alpha));
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
