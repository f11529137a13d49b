//! Drums in the air: parts of the camera's picture that sound when something moves in them.

use super::eye::{self, Eye};
use crate::look::{BLUE, GOLD, GREEN, MIST, RED, SNOW, TITLE};
use crate::{Demo, kit};
use motile::prelude::*;
use motile::sense::sight::{AirButton, CameraScene, MotionTracker};
use motile::sound::{Preset, Sound, StageSound};

pub(super) const DEMO: Demo = Demo {
    id: "sense/air-drums",
    title: "Air drums",
    sees: "Two hands beat on four drums that are not there; a drum lights up when it is hit.",
    tries: "Take a hand over and play. Make the drums more sensitive until they sound by themselves.",
    controls: "Hold to lead a hand.",
    spec: &["INPUT-59"],
    ticks: 132,
    ..Demo::of::<AirDrums>()
};

/// A drum: its name, its color, its sound and how deep that is.
struct Drum {
    name: &'static str,
    color: Color,
    preset: Preset,
    pitch: f32,
}

const DRUMS: [Drum; 4] = [
    Drum { name: "cymbal", color: GOLD, preset: Preset::Hit, pitch: 2.4 },
    Drum { name: "snare", color: BLUE, preset: Preset::Hit, pitch: 1.1 },
    Drum { name: "tom", color: GREEN, preset: Preset::Explosion, pitch: 1.6 },
    Drum { name: "bass", color: RED, preset: Preset::Explosion, pitch: 0.7 },
];

/// Seconds that a drum glows.
const GLOW: f32 = 0.35;
/// The drums stand side by side from here to there, 0…1 down the picture.
const TOP: f32 = 0.62;
const BOTTOM: f32 = 0.9;

#[derive(StateHash)]
#[state(hash_only)]
struct AirDrums {
    eye: Eye,
    /// Made of the pictures.
    #[state(skip)]
    motion: MotionTracker,
    #[state(skip)]
    pads: [AirButton; DRUMS.len()],
    /// They follow from the list of drums.
    #[state(skip)]
    sounds: Vec<Sound>,
    /// Seconds that each still glows, and how hard it was hit.
    glow: [f32; DRUMS.len()],
    hits: u32,
}

/// The area of a drum, 0…1 across and down.
fn area(index: usize) -> Aabb {
    let width = 1.0 / DRUMS.len() as f32;
    let left = index as f32 * width;
    Aabb::new(vec2(left + 0.02, TOP), vec2(left + width - 0.02, BOTTOM))
}

impl Sketch for AirDrums {
    const PARAMS: &'static [Param] = &[
        Param::number("touch", 0.02, 0.5, 0.12),
        Param::number("pause", 0.05, 0.6, 0.2),
        eye::REAL,
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        let eye = Eye::new(stage, CameraScene::Drummer)?;
        let pads = core::array::from_fn(|index| AirButton::new(area(index)));
        let sounds = DRUMS.iter().map(|drum| drum.preset.patch(3).render()).collect();
        let motion = MotionTracker::default();
        Ok(Self { eye, motion, pads, sounds, glow: [0.0; DRUMS.len()], hits: 0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        for glow in &mut self.glow {
            *glow = (*glow - tick.dt).max(0.0);
        }
        if !self.eye.look(stage, &tick) {
            return;
        }
        self.motion.see(&self.eye.frame);
        for (index, pad) in self.pads.iter_mut().enumerate() {
            pad.press = tick.params.number("touch");
            pad.release = pad.press / 2.0;
            pad.pause = tick.params.number("pause");
            pad.update(self.motion.mask(), 1.0 / eye::RATE);
            if pad.just_pressed() {
                self.glow[index] = GLOW;
                self.hits += 1;
                let cue = self.sounds[index].cue().with_pitch(DRUMS[index].pitch);
                stage.sound().play(cue);
            }
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (index, drum) in DRUMS.iter().enumerate() {
            let place = area(index);
            let (min, max) = (eye::on_stage(place.min), eye::on_stage(place.max));
            let glow = self.glow[index] / GLOW;
            let skin = Aabb::new(min, max).grown(glow * 8.0);
            let back = drum.color.with_alpha((70.0 + 170.0 * glow) as u8);
            canvas.fill(&Path::round_rect(skin, 22.0), back);
            canvas.stroke(&Path::round_rect(skin, 22.0), &Stroke::new(4.0), drum.color);
            let level = vec2(skin.min.x + 14.0, skin.max.y - 12.0);
            let full = (skin.size().x - 28.0) * (self.pads[index].strength() * 2.0).min(1.0);
            canvas.line(level, level + vec2(full, 0.0), &kit::round(6.0), SNOW);
            canvas.write(drum.name, TITLE, skin.center(), vec2(0.5, 0.5), SNOW);
        }
        self.eye.label(canvas);
        kit::foot_caption(canvas, format!("{} hits", self.hits), MIST);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        for pad in &self.pads {
            pad.mark(eye::on_stage(Vec2::ONE), marks);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
