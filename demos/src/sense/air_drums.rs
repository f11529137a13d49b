//! Drums in the air: parts of the camera's picture that sound when something moves in them.

use super::eye::{self, Eye};
use crate::look::{BLUE, GOLD, GREEN, MIST, RED, SNOW, TITLE};
use crate::{Demo, kit};
use motile::prelude::*;
use motile::sense::sight::{AirButton, CameraScene, MotionTracker};
use motile::sense::{SeenSense, SenseShape, Source, StageSenses};
use motile::sound::{Preset, Sound, StageSound};

pub(super) const DEMO: Demo = Demo {
    id: "sense/air-drums",
    title: "Air drums",
    sees: "Two hands beat on four drums that are not there; a drum lights up when it is hit.",
    tries: "Take a hand over and play. Make the drums more sensitive until they sound by themselves.",
    controls: "Hold to lead a hand.",
    takes_drags: true,
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
        let senses = stage.senses();
        // The senses of a real camera, one a drum. Its picture is not mirrored.
        let mirrored = |area: Aabb| {
            Aabb::new(vec2(1.0 - area.max.x, area.min.y), vec2(1.0 - area.min.x, area.max.y))
        };
        senses.eye.buttons = (0..DRUMS.len()).map(|i| AirButton::new(mirrored(area(i)))).collect();
        for number in 0..DRUMS.len() as u8 {
            senses.see(number.into(), SeenSense::Button(number), SenseShape::Plain);
        }
        Ok(Self { eye, motion, pads, sounds, glow: [0.0; DRUMS.len()], hits: 0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        for glow in &mut self.glow {
            *glow = (*glow - tick.dt).max(0.0);
        }
        self.eye.look(stage, &tick);
        if self.eye.is_fresh {
            self.motion.see(&self.eye.made_up);
        }
        for (index, drum) in DRUMS.iter().enumerate() {
            self.set_touch(stage, &tick, index);
            let pad = &mut self.pads[index];
            if self.eye.is_fresh {
                pad.update(self.motion.mask(), 1.0 / eye::RATE);
            }
            // What a real camera tells is part of the input, and so of recordings, as its pictures are not.
            let real = tick.input.sense(index as u32);
            let made_up = self.eye.is_fresh && pad.just_pressed();
            if if real.value.is_some() { real.pressed() } else { made_up } {
                self.glow[index] = GLOW;
                self.hits += 1;
                let cue = self.sounds[index].cue().with_pitch(drum.pitch);
                stage.sound().play(cue);
            }
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (index, drum) in DRUMS.iter().enumerate() {
            let place = area(index);
            let (min, max) = (eye::on_stage(place.min), eye::on_stage(place.max));
            let glow = self.glow[index] / GLOW;
            let skin = Aabb::new(min, max).grown(glow * 8.0);
            let back = drum.color.with_alpha((70.0 + 170.0 * glow) as u8);
            canvas.fill(&Path::round_rect(skin, 22.0), back);
            canvas.stroke(&Path::round_rect(skin, 22.0), &Stroke::new(4.0), drum.color);
            let level = vec2(skin.min.x + 14.0, skin.max.y - 12.0);
            let full = (skin.size().x - 28.0) * (self.strength(stage, index) * 2.0).min(1.0);
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

impl AirDrums {
    /// How much has to move for a hit, and how soon the next can be, for what is made up and for a real camera.
    fn set_touch(&mut self, stage: &mut Stage, tick: &Tick<'_>, index: usize) {
        let real = stage.senses().eye.buttons.get_mut(index);
        for pad in [Some(&mut self.pads[index]), real].into_iter().flatten() {
            pad.press = tick.params.number("touch");
            pad.release = pad.press / 2.0;
            pad.pause = tick.params.number("pause");
        }
    }

    /// How much moves over a drum now.
    fn strength(&self, stage: &Stage, index: usize) -> f32 {
        let senses = stage.find_senses().filter(|senses| senses.camera.is_live());
        let real = senses.and_then(|senses| senses.eye.buttons.get(index));
        real.unwrap_or(&self.pads[index]).strength()
    }
}
