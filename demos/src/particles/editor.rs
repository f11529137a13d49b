//! An emitter is plain data: turn its knobs while it burns, then take it along as program text.

use crate::look::{DUSK, HAZE, MIST, NIGHT, ORANGE, SMALL, SNOW, TITLE, WORDS};
use crate::{Demo, kit};
use motile::particles::{LifeCurve, ParticleLook};
use motile::prelude::*;
use motile::stage::{Drawable, Params};

pub(super) const DEMO: Demo = Demo {
    id: "particles/editor",
    title: "Particle editor",
    sees: "A fire burns; beside it are its colors and the curves of size, alpha and speed over the life of a particle.",
    tries: "Try all eight presets. Turn the knobs, then press Enter: your own effect is program text, in the clipboard.",
    controls: "Hold to move the emitter; particles stay where they were born.",
    keys: &[(Key::Space, "burst"), (Key::Enter, "code"), (Key::Right, "next preset")],
    takes_drags: true,
    ticks: 110,
    ..Demo::of::<Editor>()
};

/// Particles of a burst by hand.
const BURST: u32 = 80;
/// Where the emitter stands, and where one that fills the sky does.
const GROUND: Vec2 = vec2(215.0, 390.0);
const SKY: Vec2 = vec2(215.0, -10.0);
/// How large everything is shown.
const SCALE: f32 = 2.0;
const PANEL: Aabb = Aabb::new(vec2(430.0, 0.0), vec2(640.0, 480.0));

/// What the text needs in a program.
const USES: &str = "use motile::particles::*;\nuse motile::prelude::*;\n";

const LOOKS: &[&str] = &["own", "soft", "disc", "ring", "square", "star", "streak"];

#[derive(StateHash)]
#[state(hash_only)]
struct Editor {
    node: NodeId,
    preset: u32,
    shows_code: bool,
}

impl Sketch for Editor {
    const PARAMS: &'static [Param] = &[
        Param::choice("look", LOOKS, 0),
        Param::number("rate", 0.1, 4.0, 1.0),
        Param::number("speed", 0.0, 3.0, 1.0),
        Param::number("spread", 0.0, 4.0, 1.0),
        Param::number("life", 0.2, 3.0, 1.0),
        Param::number("size", 0.2, 3.0, 1.0),
        Param::number("gravity", -3.0, 3.0, 1.0),
        Param::number("drag", 0.0, 4.0, 1.0),
        Param::whole("seed", 1, 99, 1),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let node = stage.add(ParticleSystem::new(Emitter::fire()).node().with_scale(SCALE));
        let mut editor = Self { node, preset: 0, shows_code: false };
        editor.restart(stage);
        Ok(editor)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if tick.input.pressed(Key::Right) {
            self.preset = (self.preset + 1) % Emitter::PRESETS.len() as u32;
            self.restart(stage);
        }
        let emitter = self.edited(tick.params);
        if tick.input.pressed(Key::Enter) {
            self.shows_code = !self.shows_code;
            if self.shows_code {
                stage.shell.clipboard = Some(format!("{USES}\n{}\n", emitter.to_code()));
            }
        }
        let Some(system) = stage[self.node].custom_mut::<ParticleSystem>() else { return };
        if system.particles.emitter.seed != emitter.seed {
            system.particles.emitter.seed = emitter.seed;
            system.particles.restart();
        }
        system.particles.emitter = emitter;
        if let Some(place) = tick.input.pointer.held_at() {
            system.particles.position = place / SCALE;
        }
        if tick.input.pressed(Key::Space) {
            system.burst(BURST);
        }
        system.step(tick.dt);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let Some(system) = stage[self.node].custom::<ParticleSystem>() else { return };
        let emitter = &system.particles.emitter;
        canvas.fill_rect(PANEL, DUSK);
        if self.shows_code {
            canvas.fill_rect(Aabb::new(Vec2::ZERO, stage.size()), NIGHT.with_alpha(215));
            let code = emitter.to_code();
            canvas.write(code, SMALL, vec2(24.0, 20.0), Vec2::ZERO, SNOW);
            let corner = stage.size() - Vec2::splat(16.0);
            canvas.write("copied to the clipboard", WORDS, corner, Vec2::ONE, MIST);
            return;
        }
        let left = PANEL.min.x + 20.0;
        canvas.write(self.name(), TITLE, vec2(left, 22.0), Vec2::ZERO, SNOW);
        let count = format!("{} particles", system.particles.len());
        canvas.write(count, WORDS, vec2(left, 54.0), Vec2::ZERO, MIST);
        draw_ramp(canvas, emitter, Aabb::from_size(vec2(left, 90.0), vec2(170.0, 26.0)));
        let curves = [
            ("size", &emitter.size_over_life),
            ("alpha", &emitter.alpha_over_life),
            ("speed", &emitter.speed_over_life),
        ];
        for (index, (name, curve)) in curves.into_iter().enumerate() {
            let top = 132.0 + 112.0 * index as f32;
            draw_curve(canvas, name, curve, Aabb::from_size(vec2(left, top), vec2(170.0, 92.0)));
        }
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        if let Some(system) = stage[self.node].custom::<ParticleSystem>() {
            let view = Affine2::from_scale(Vec2::splat(SCALE));
            kit::marks_in(view, marks, |marks| system.particles.mark(marks));
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Editor {
    fn name(&self) -> &'static str {
        Emitter::PRESETS[self.preset as usize].0
    }

    /// The preset with all knobs applied.
    fn edited(&self, params: &Params) -> Emitter {
        let preset = Emitter::PRESETS[self.preset as usize].1();
        let times = |name: &str, (low, high): (f32, f32)| {
            let factor = params.number(name);
            (low * factor, high * factor)
        };
        let look = (params.choice("look") as usize).checked_sub(1);
        Emitter {
            rate: preset.rate * params.number("rate"),
            speed: times("speed", preset.speed),
            spread: preset.spread * params.number("spread"),
            life: times("life", preset.life),
            size: times("size", preset.size),
            gravity: preset.gravity * params.number("gravity"),
            drag: preset.drag * params.number("drag"),
            seed: params.whole("seed") as u64,
            look: look.map_or(preset.look, |look| ParticleLook::ALL[look]),
            ..preset
        }
    }

    /// Begins anew with the preset at its place.
    fn restart(&mut self, stage: &mut Stage) {
        let emitter = self.edited(stage.params());
        let falls = matches!(self.name(), "rain" | "snow");
        let place = if falls { SKY } else { GROUND };
        stage[self.node].content =
            ParticleSystem::from(Particles::new(emitter).with_position(place / SCALE)).into();
    }
}

/// The colors of a life, on dark and light squares where they are not opaque.
fn draw_ramp(canvas: &mut Canvas<'_>, emitter: &Emitter, area: Aabb) {
    let step = 2.0;
    for index in 0..(area.size().x / step) as u32 {
        let age = index as f32 * step / area.size().x;
        let corner = area.min + vec2(index as f32 * step, 0.0);
        let column = Aabb::from_size(corner, vec2(step, area.size().y));
        canvas.fill_rect(column, emitter.colors.at(age));
    }
}

fn draw_curve(canvas: &mut Canvas<'_>, name: &str, curve: &LifeCurve, area: Aabb) {
    let values = curve.points().iter().map(|point| point.1);
    let plot = kit::Plot { area, x: (0.0, 1.0), y: (0.0, values.fold(1.0, f32::max)) };
    canvas.fill(&Path::round_rect(area, 6.0), NIGHT);
    plot.level(canvas, 0.0, &Stroke::new(1.5), HAZE);
    let points = (0..=60).map(|x| x as f32 / 60.0).map(|age| (age, curve.at(age)));
    plot.curve(canvas, points, &kit::round(3.5), 0.0, ORANGE);
    canvas.write(name, WORDS, area.min + vec2(area.size().x - 8.0, 6.0), vec2(1.0, 0.0), MIST);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_is_in_the_clipboard_when_it_shows() -> motile::Result {
        let mut player = Player::new::<Editor>(&Settings::new(640, 480))?;
        player.play(Script::parse("5 tap Right\n10 tap Enter\n20 tap Enter\n")?)?;
        player.run_ticks(8);
        assert_eq!(player.stage().shell.clipboard, None);
        player.run_ticks(4);
        let copied = player.stage_mut().shell.clipboard.take().unwrap_or_default();
        let code = copied.strip_prefix(USES).unwrap_or_default().trim();
        assert!(code.starts_with("Emitter {") && code.ends_with('}'), "{copied}");
        player.run_ticks(20);
        assert_eq!(player.stage().shell.clipboard, None, "closing it copies nothing");
        Ok(())
    }
}
