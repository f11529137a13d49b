//! A trail remembers where something was: a ribbon that narrows and fades behind it.

use crate::look::NIGHT;
use crate::{Demo, kit};
use core::f32::consts::TAU;
use motile::particles::ColorRamp;
use motile::prelude::*;
use motile::stage::Drawable;

pub(super) const DEMO: Demo = Demo {
    id: "particles/comets",
    title: "Comets with trails",
    sees: "Six comets swing around each other; ribbons behind them narrow and fade, and sparks fall off.",
    tries: "Make the ribbons long and wide, then short. Draw with a comet of your own.",
    controls: "Hold to lead the white comet.",
    takes_drags: true,
    ticks: 120,
    ..Demo::of::<Comets>()
};

const COMETS: usize = 6;
/// Pixels from the middle of a comet to its rim.
const RADIUS: f32 = 9.0;

#[derive(StateHash)]
struct Comets {
    trails: Vec<NodeId>,
    /// Dust of all comets, in their order.
    dust: Vec<NodeId>,
    own: Vec2,
}

impl Sketch for Comets {
    const PARAMS: &'static [Param] = &[
        Param::number("seconds", 0.1, 2.0, 0.9),
        Param::number("width", 2.0, 40.0, 18.0),
        Param::number("pace", 0.0, 3.0, 1.0),
        Param::toggle("dust", true),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let mut comets = Self { trails: Vec::new(), dust: Vec::new(), own: stage.center() };
        for index in 0..COMETS {
            let color = color(index);
            let dust = Emitter {
                rate: 30.0,
                spread: core::f32::consts::PI,
                speed: (5.0, 30.0),
                life: (0.6, 1.6),
                size: (4.0, 12.0),
                colors: ColorRamp::constant(color),
                additive: true,
                seed: index as u64,
                ..Emitter::default()
            };
            comets.dust.push(stage.add(ParticleSystem::new(dust).node()));
            let colors = ColorRamp::new(&[Color::WHITE, color, color, color]);
            comets.trails.push(stage.add(Trail::new(1.0, 1.0).with_colors(colors).node()));
        }
        Ok(comets)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if let Some(place) = tick.input.pointer.held_at() {
            self.own += (place - self.own) * 0.25;
        } else {
            self.own = path(0, tick.time as f32 * tick.params.number("pace"));
        }
        for index in 0..COMETS {
            let time = tick.time as f32 * tick.params.number("pace");
            let head = if index == 0 { self.own } else { path(index, time) };
            if let Some(trail) = stage[self.trails[index]].custom_mut::<Trail>() {
                trail.life = tick.params.number("seconds");
                trail.width = tick.params.number("width");
                trail.step(head, tick.dt);
            }
            if let Some(dust) = stage[self.dust[index]].custom_mut::<ParticleSystem>() {
                dust.particles.position = head;
                dust.particles.emitting = tick.params.is_on("dust");
                dust.step(tick.dt);
            }
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (index, &trail) in self.trails.iter().enumerate() {
            let head = stage[trail].custom::<Trail>().and_then(|trail| trail.iter().next_back());
            if let Some(head) = head {
                kit::disc(canvas, head.position, RADIUS + 3.0, color(index));
                kit::disc(canvas, head.position, RADIUS, Color::WHITE);
            }
        }
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        for &trail in &self.trails {
            if let Some(trail) = stage[trail].custom::<Trail>() {
                trail.mark(marks);
            }
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

fn color(index: usize) -> Color {
    if index == 0 { Color::hex(0xD8_E4_FF) } else { kit::hue(index, COMETS) }
}

/// Where a comet is at a time, unless it is led.
fn path(index: usize, time: f32) -> Vec2 {
    let phase = TAU * index as f32 / COMETS as f32;
    let (slow, quick) = (time * 1.1 + phase, time * 2.3 + phase * 2.0);
    let wide = vec2(220.0 * ops::cos(slow), 150.0 * ops::sin(slow));
    vec2(320.0, 240.0) + wide + vec2(70.0 * ops::sin(quick), 60.0 * ops::cos(quick))
}
