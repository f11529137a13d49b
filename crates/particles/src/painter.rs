//! Drawing particles: each look, size, turn and step of life is drawn once into a sheet, and particles are copies.

use crate::lanes::{Block, LANES};
use crate::place::{LARGEST, Placed, STAGES, View};
use crate::{ParticleLook, Particles};
use core::f32::consts::TAU;
use fearless_simd::{Level, Simd, dispatch};
use motile_geom::{Affine2, IRect, Vec2, ivec2, ops, vec2};
use motile_pixels::{BlendMode, Blit, Color, Sampling, SpriteBatch, Surface};

/// Width of the sheet, and its largest height.
const SHEET: (u32, u32) = (512, 4096);
/// Parts are this many pixels wide or a multiple: the blitter's step.
const STEP: u32 = 8;
/// Turns of a picture in a full circle.
const PICTURE_TURNS: u32 = 32;

/// Draws [`Particles`] on surfaces, through the batch blitter. It keeps a sheet of all it has drawn so far: use one for each
/// kind of particles, as long as they live.
///
/// ```
/// use motile_geom::{Affine2, vec2};
/// use motile_particles::{Emitter, ParticlePainter, Particles};
/// use motile_pixels::{Color, Surface};
/// let mut sparks = Particles::new(Emitter::sparks()).with_position(vec2(50.0, 50.0));
/// sparks.burst(100);
/// let mut painter = ParticlePainter::new();
/// let mut screen = Surface::opaque(100, 100, Color::BLACK)?;
/// painter.draw(&sparks, &mut screen, Affine2::IDENTITY);
/// assert!(screen.get(50, 50).is_some_and(|color| color.r > 200));
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ParticlePainter {
    picture: Option<Surface>,
    /// Made when there is something to draw.
    sheet: Option<Surface>,
    /// By stage, size and turn: which part of the sheet, plus 1.
    index: Vec<u32>,
    parts: Vec<IRect>,
    /// Where the next part goes: the shelf's top, its height, and how much of it is taken.
    shelf: (u32, u32, u32),
    /// What the sheet was drawn for.
    made_for: Option<Made>,
    /// Whether a part found no room: the next picture begins with an empty sheet.
    full: bool,
    batch: SpriteBatch,
}

/// What decides how particles look besides age, size and turn.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Made {
    look: ParticleLook,
    colors: [Color; STAGES],
}

impl Default for ParticlePainter {
    fn default() -> Self {
        Self::new()
    }
}

impl ParticlePainter {
    /// A painter that has drawn nothing yet.
    pub fn new() -> Self {
        Self {
            picture: None,
            sheet: None,
            index: Vec::new(),
            parts: Vec::new(),
            shelf: (0, 0, 0),
            made_for: None,
            full: false,
            batch: SpriteBatch::new(),
        }
    }

    /// A painter that draws a picture in place of the emitter's look, as wide as the particle, tinted by its color.
    pub fn with_picture(picture: Surface) -> Self {
        Self { picture: Some(picture), ..Self::new() }
    }

    /// Draws particles on a surface. `transform` takes their places to pixels; they grow with it, but are not turned by it.
    pub fn draw(&mut self, particles: &Particles, target: &mut Surface, transform: Affine2) {
        let clip = target.bounds();
        self.collect(particles, transform, clip, 1.0);
        self.batch.offset = motile_geom::IVec2::ZERO;
        self.batch.clip = None;
        if let Some(sheet) = &self.sheet {
            target.blit_batch(sheet, &mut self.batch);
        }
    }

    /// Sheet and batch of the last [`collect`](Self::collect).
    #[cfg(feature = "stage")]
    pub(crate) fn collected(&mut self) -> Option<(&Surface, &mut SpriteBatch)> {
        Some((self.sheet.as_ref()?, &mut self.batch))
    }

    /// Makes a batch of all particles that reach into a rectangle of pixels. `between` is how far between the last two ticks
    /// the picture lies.
    pub(crate) fn collect(
        &mut self,
        particles: &Particles,
        transform: Affine2,
        clip: IRect,
        between: f32,
    ) {
        self.batch.clear();
        let additive = particles.emitter.additive;
        self.batch.blend = if additive { BlendMode::Add } else { BlendMode::Normal };
        if !transform.is_finite() || clip.is_empty() {
            return;
        }
        self.prepare(particles);
        let view = View {
            transform,
            scale: transform.matrix2.determinant().abs().sqrt(),
            back: (between.clamp(0.0, 1.0) - 1.0) * particles.last_dt(),
            low: vec2(clip.x as f32, clip.y as f32),
            high: vec2(clip.right() as f32, clip.bottom() as f32),
            along: particles.emitter.look == ParticleLook::Streak && self.picture.is_none(),
            turns: self.turns(),
        };
        dispatch!(Level::new(), simd => self.push_all(simd, &view, particles.blocks()));
    }

    #[inline(always)]
    fn push_all<S: Simd>(&mut self, simd: S, view: &View, blocks: &[Block]) {
        for block in blocks {
            let placed = Placed::new(simd, view, block);
            for lane in 0..LANES {
                if placed.stage[lane] >= 0.0 {
                    self.push(view, block, &placed, lane);
                }
            }
        }
    }

    /// Adds a particle to the batch.
    #[inline(always)]
    fn push(&mut self, view: &View, block: &Block, placed: &Placed, lane: usize) {
        let turn = match (view.turns, view.along) {
            (1, _) => 0,
            (_, true) => {
                let velocity = vec2(block.velocity_x[lane], block.velocity_y[lane]);
                let along = view.transform.transform_vector2(velocity);
                self.turn_of(ops::atan2(along.y, along.x))
            }
            (_, false) => self.turn_of(block.angle[lane]),
        };
        let (stage, size) = (placed.stage[lane] as usize, quantized(placed.size[lane]));
        let key =
            (stage * view.turns as usize + turn as usize) * (LARGEST as usize + 1) + size as usize;
        let part = match self.index[key].checked_sub(1) {
            Some(index) => self.parts[index as usize],
            None => match self.new_part(key, stage, size, turn) {
                Some(part) => part,
                None => return,
            },
        };
        // The shape sits in the middle of its rows; columns are filled up on the right.
        let half = part.height as f32 * 0.5;
        let corner = ivec2(rounded(placed.x[lane] - half), rounded(placed.y[lane] - half));
        self.batch.push(part, corner);
    }

    /// Forgets the sheet when it was drawn for other colors or another look.
    fn prepare(&mut self, particles: &Particles) {
        let middle = |stage: usize| (stage as f32 + 0.5) / STAGES as f32;
        let colors = core::array::from_fn(|stage| particles.color_at(middle(stage)));
        let made = Made { look: particles.emitter.look, colors };
        if self.made_for != Some(made) || self.full {
            self.made_for = Some(made);
            self.forget();
        }
    }

    fn forget(&mut self) {
        let turns = self.turns() as usize;
        self.parts.clear();
        self.index.clear();
        self.index.resize(STAGES * turns * (LARGEST as usize + 1), 0);
        self.shelf = (0, 0, 0);
        self.full = false;
    }

    /// Steps of a turn that are drawn.
    fn turns(&self) -> u32 {
        match (&self.picture, &self.made_for) {
            (Some(_), _) => PICTURE_TURNS,
            (None, Some(made)) => made.look.turns().1,
            (None, None) => 1,
        }
    }

    /// The step of a turn that is nearest to an angle.
    fn turn_of(&self, angle: f32) -> u32 {
        let (period, turns) = match (&self.picture, &self.made_for) {
            (None, Some(made)) => made.look.turns(),
            _ => (TAU, PICTURE_TURNS),
        };
        let share = angle / period;
        let step = ((share - share.floor()) * turns as f32).round() as u32;
        if step < turns { step } else { 0 }
    }

    /// Draws a look that was not asked for before into the sheet. None in a full sheet: what was collected keeps its
    /// rectangles, so only the rest is left out of this picture.
    #[cold]
    fn new_part(&mut self, key: usize, stage: usize, size: u32, turn: u32) -> Option<IRect> {
        let Some(part) = self.room(size).filter(|_| !self.full) else {
            self.full = true;
            return None;
        };
        self.draw_part(part, stage, size, turn);
        self.parts.push(part);
        self.index[key] = self.parts.len() as u32;
        Some(part)
    }

    /// A free rectangle for a shape of this size, on the shelf or on a new one.
    fn room(&mut self, size: u32) -> Option<IRect> {
        // Looks reach no farther than half a pixel beyond their size; a picture that turns does, by the corners of a square.
        let height = if self.picture.is_some() { size + size / 2 } else { size };
        let width = height.next_multiple_of(STEP);
        let (mut top, mut tall, mut taken) = self.shelf;
        if height > tall || taken + width > SHEET.0 {
            (top, tall, taken) = (top + tall, height.next_multiple_of(4), 0);
        }
        let height_now = self.sheet.as_ref().map_or(0, Surface::height);
        if top + tall > height_now {
            let wanted = (top + tall).next_power_of_two().clamp(64, SHEET.1);
            if top + tall > wanted {
                return None;
            }
            let mut larger = Surface::new(SHEET.0, wanted).ok()?;
            if let Some(sheet) = &self.sheet {
                larger.copy(sheet, sheet.bounds(), 0, 0);
            }
            self.sheet = Some(larger);
        }
        self.shelf = (top, tall, taken + width);
        Some(IRect::new(taken as i32, top as i32, width, height))
    }

    fn draw_part(&mut self, part: IRect, stage: usize, size: u32, turn: u32) {
        let (Some(made), Some(sheet)) = (self.made_for, &mut self.sheet) else { return };
        let color = made.colors[stage];
        sheet.fill_rect(part, Color::TRANSPARENT);
        let middle = Vec2::splat(part.height as f32 * 0.5);
        let radius = size as f32 * 0.5;
        if let Some(picture) = &self.picture {
            let angle = turn as f32 * TAU / PICTURE_TURNS as f32;
            return draw_picture(sheet, picture, part, (middle, radius, angle), color);
        }
        let (period, turns) = made.look.turns();
        let angle = turn as f32 * period / turns as f32;
        for y in 0..part.height {
            for x in 0..part.height {
                let pixel = vec2(x as f32 + 0.5, y as f32 + 0.5) - middle;
                let alpha = made.look.coverage(pixel, radius, angle) * f32::from(color.a);
                let color = color.with_alpha(alpha.round() as u8);
                sheet.set(part.x + x as i32, part.y + y as i32, color);
            }
        }
    }
}

/// A picture as wide as twice the radius, turned, in a part of a sheet.
fn draw_picture(
    sheet: &mut Surface,
    picture: &Surface,
    part: IRect,
    (middle, radius, angle): (Vec2, f32, f32),
    color: Color,
) {
    use motile_geom::Affine2Ext;
    let size = vec2(picture.width() as f32, picture.height() as f32);
    let place = vec2(part.x as f32, part.y as f32) + middle;
    let transform = Affine2::from_translation(place)
        * Affine2::rotation(angle)
        * Affine2::from_scale(Vec2::splat(2.0 * radius / size.max_element()))
        * Affine2::from_translation(-size * 0.5);
    let settings = motile_pixels::DrawSettings {
        blit: Blit::default().with_tint(color),
        sampling: Sampling::Bilinear,
        clip: Some(part),
        color: None,
    };
    sheet.draw_with(picture, &transform, &settings);
}

/// The nearest whole number, away from zero from the middle of two: `f32::round` is a call of a function on processors that have
/// no instruction for it.
#[inline(always)]
fn rounded(number: f32) -> i32 {
    let whole = number as i32;
    let rest = number - whole as f32;
    whole + i32::from(rest >= 0.5) - i32::from(rest <= -0.5)
}

/// A width that is drawn in place of another: whole pixels, and coarser the larger it is, so that a sheet holds them all.
fn quantized(size: f32) -> u32 {
    let size = (size.min(LARGEST as f32) + 0.5) as u32;
    match size {
        0 => 1,
        1..=24 => size,
        25..=48 => size.next_multiple_of(2),
        49..=96 => (size + 2) / 4 * 4,
        _ => ((size + 4) / 8 * 8).min(LARGEST),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ColorRamp, Emitter, LifeCurve};

    #[test]
    fn places_are_rounded_as_by_the_standard_library() {
        let mut rng = motile_geom::Rng::new(8);
        for _ in 0..20_000 {
            let number = rng.range(-5000.0..5000.0_f32);
            let near = number.trunc() + 0.5;
            for number in [number, number.trunc(), near, near - 1e-3, -near, near.next_down()] {
                assert_eq!(rounded(number), number.round() as i32, "{number}");
            }
        }
    }

    /// One particle of a size, at rest in the middle of a picture of 40 × 40.
    fn one(emitter: Emitter, size: f32) -> (Particles, Surface) {
        let emitter = Emitter {
            speed: (0.0, 0.0),
            size: (size, size),
            alpha_over_life: LifeCurve::ONE,
            ..emitter
        };
        let mut particles = Particles::new(emitter).with_position(vec2(20.0, 20.0));
        particles.burst(1);
        (particles, Surface::opaque(40, 40, Color::BLACK).unwrap())
    }

    #[test]
    fn a_particle_has_its_size_its_color_and_its_place() {
        let disc = Emitter {
            look: ParticleLook::Disc,
            colors: ColorRamp::constant(Color::RED),
            ..Emitter::default()
        };
        let (particles, mut picture) = one(disc, 12.0);
        ParticlePainter::new().draw(&particles, &mut picture, Affine2::IDENTITY);
        let red = picture.color_bounds(0x00FF_FFFF, Color::BLACK, false);
        assert_eq!(red, IRect::new(14, 14, 12, 12));
        assert_eq!(picture.get(20, 20), Some(Color::RED));
    }

    #[test]
    fn light_adds_up_and_smoke_covers() {
        let paint = |additive: bool| {
            let colors = ColorRamp::constant(Color::rgb(200, 0, 0));
            let (mut particles, mut picture) = one(
                Emitter { additive, colors, look: ParticleLook::Disc, ..Emitter::default() },
                20.0,
            );
            particles.burst(3);
            ParticlePainter::new().draw(&particles, &mut picture, Affine2::IDENTITY);
            picture.get(20, 20)
        };
        assert_eq!(paint(false), Some(Color::rgb(200, 0, 0)));
        assert_eq!(paint(true), Some(Color::rgb(255, 0, 0)));
    }

    #[test]
    fn they_grow_with_the_transform() {
        let disc = Emitter { look: ParticleLook::Disc, ..Emitter::default() };
        let (particles, mut picture) = one(disc, 6.0);
        let twice =
            Affine2::from_translation(vec2(-20.0, -20.0)) * Affine2::from_scale(Vec2::splat(2.0));
        ParticlePainter::new().draw(&particles, &mut picture, twice);
        assert_eq!(picture.get(20, 15), Some(Color::WHITE));
        assert_eq!(picture.get(20, 12), Some(Color::BLACK));
    }

    #[test]
    fn pictures_stand_in_for_looks() {
        let mut arrow = Surface::new(8, 8).unwrap();
        arrow.fill_rect(IRect::new(4, 0, 4, 8), Color::WHITE);
        let (mut particles, mut picture) = one(Emitter::default(), 16.0);
        particles.emitter.colors = ColorRamp::constant(Color::GREEN);
        ParticlePainter::with_picture(arrow).draw(&particles, &mut picture, Affine2::IDENTITY);
        assert_eq!(picture.get(25, 20), Some(Color::GREEN));
        assert_eq!(picture.get(14, 20), Some(Color::BLACK));
    }

    #[test]
    fn every_preset_shows_and_the_second_picture_allocates_nothing() {
        for (name, make) in Emitter::PRESETS {
            let mut particles = Particles::new(make()).with_position(vec2(100.0, 60.0));
            (0..50).for_each(|_| particles.step(1.0 / 60.0));
            let mut painter = ParticlePainter::new();
            let mut picture = Surface::opaque(200, 200, Color::BLACK).unwrap();
            painter.draw(&particles, &mut picture, Affine2::IDENTITY);
            assert!(picture.words().iter().any(|&word| word & 0x00FF_FFFF != 0), "{name}");
            let counts = allocation_counter::measure(|| {
                painter.draw(&particles, &mut picture, Affine2::IDENTITY);
            });
            assert_eq!(counts.count_total, 0, "{name}");
        }
    }

    #[test]
    fn a_full_sheet_begins_anew() {
        let emitter = Emitter {
            rate: 3000.0,
            size: (90.0, 256.0),
            angle: (0.0, TAU),
            look: ParticleLook::Star,
            ..Emitter::default()
        };
        let mut particles = Particles::new(emitter);
        (0..90).for_each(|_| particles.step(1.0 / 60.0));
        let mut painter = ParticlePainter::new();
        for _ in 0..2 {
            let mut picture = Surface::opaque(60, 60, Color::BLACK).unwrap();
            painter.draw(&particles, &mut picture, Affine2::IDENTITY);
            assert!(picture.words().iter().any(|&word| word & 0x00FF_FFFF != 0));
        }
        assert!(painter.sheet.is_some_and(|sheet| sheet.height() == SHEET.1));
    }

    #[test]
    fn transforms_and_places_that_are_no_numbers_draw_nothing() {
        let (particles, mut picture) = one(Emitter::default(), 9.0);
        let before = picture.clone();
        let bad = Affine2::from_translation(vec2(f32::NAN, 0.0));
        ParticlePainter::new().draw(&particles, &mut picture, bad);
        assert_eq!(picture, before);
    }
}
