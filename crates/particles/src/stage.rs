//! Particles and trails as content of a stage.

use crate::{Emitter, ParticlePainter, Particles, Trail};
use motile_geom::{Aabb, Affine2, HashState, StateHash, Vec2};
use motile_pixels::Surface;
use motile_stage::{Canvas, Drawable, Path};
use std::sync::{Mutex, PoisonError};

/// How many ribbons within each other show the fading of a trail.
const RIBBONS: usize = 16;

/// Particles with their painter: content of a node, or drawn by hand in a sketch. Particles fly in the coordinates of the
/// node, so that a node that moves takes them along; move `particles.position` instead to leave them behind.
///
/// ```
/// use motile_particles::{Emitter, ParticleSystem};
/// use motile_stage::{Drawable, NodeId, Sketch, Stage, Tick};
///
/// struct Camp { fire: NodeId }
///
/// impl Sketch for Camp {
///     fn setup(stage: &mut Stage) -> motile_stage::Result<Self> {
///         Ok(Camp { fire: stage.add(ParticleSystem::new(Emitter::fire()).at(160.0, 180.0)) })
///     }
///     fn update(&mut self, stage: &mut Stage, tick: Tick) {
///         if let Some(fire) = stage[self.fire].custom_mut::<ParticleSystem>() {
///             fire.step(tick.dt);
///         }
///     }
/// }
/// # use motile_stage::{Player, Settings};
/// # let mut player = Player::new::<Camp>(&Settings::new(320, 200))?;
/// # player.run_ticks(30);
/// # player.draw();
/// # assert!(player.surface().get(160, 170).is_some_and(|color| color.r > 60));
/// # Ok::<(), motile_stage::Error>(())
/// ```
#[derive(Debug)]
pub struct ParticleSystem {
    /// What flies.
    pub particles: Particles,
    /// Drawing does not change what flies, but fills the painter's sheet.
    painter: Mutex<ParticlePainter>,
}

impl ParticleSystem {
    /// An emitter that has let out nothing yet.
    pub fn new(emitter: Emitter) -> Self {
        Self::from(Particles::new(emitter))
    }

    /// This system with a picture in place of the emitter's look, as wide as the particle, tinted by its color.
    pub fn with_picture(self, picture: Surface) -> Self {
        Self { painter: Mutex::new(ParticlePainter::with_picture(picture)), ..self }
    }

    /// Moves all on by some seconds and lets out what is due; see [`Particles::step`].
    pub fn step(&mut self, dt: f32) {
        self.particles.step(dt);
    }

    /// Lets out a number of particles now.
    pub fn burst(&mut self, count: u32) {
        self.particles.burst(count);
    }
}

impl From<Particles> for ParticleSystem {
    fn from(particles: Particles) -> Self {
        Self { particles, painter: Mutex::default() }
    }
}

impl Clone for ParticleSystem {
    /// The copy has a painter of its own.
    fn clone(&self) -> Self {
        let painter = self.painter.lock().unwrap_or_else(PoisonError::into_inner);
        Self { particles: self.particles.clone(), painter: Mutex::new(painter.clone()) }
    }
}

impl HashState for ParticleSystem {
    fn hash_state(&self, hash: &mut StateHash) {
        self.particles.hash_state(hash);
    }
}

impl Drawable for ParticleSystem {
    fn bounds(&self) -> Aabb {
        self.particles.bounds()
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let (transform, between): (Affine2, f32) = (canvas.transform(), canvas.between());
        let mut painter = self.painter.lock().unwrap_or_else(PoisonError::into_inner);
        painter.collect(&self.particles, transform, canvas.visible(), between);
        if let Some((sheet, batch)) = painter.collected() {
            canvas.sprites(sheet, batch);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        self.hash_state(hash);
    }

    /// Particles are nothing to click on.
    fn hit(&self, _: Vec2) -> bool {
        false
    }
}

impl Drawable for Trail {
    fn bounds(&self) -> Aabb {
        self.bounds()
    }

    /// Ribbons within each other, the longest first: each is one outline, so no seams show where a trail fades.
    fn draw(&self, canvas: &mut Canvas<'_>) {
        let mut outline = Vec::new();
        let mut below = 0.0;
        for index in (0..RIBBONS).rev() {
            let age = (index as f32 + 1.0) / RIBBONS as f32;
            let middle = (index as f32 + 0.5) / RIBBONS as f32;
            self.outline_into(age, &mut outline);
            let color = self.colors.at(middle);
            let wanted =
                self.alpha_over_life.at(middle).clamp(0.0, 1.0) * f32::from(color.a) / 255.0;
            // What lies below shows through: this much more of it covers as much as is wanted.
            let alpha =
                if wanted > below { (wanted - below) / (1.0 - below).max(1e-3) } else { 0.0 };
            below += (1.0 - below) * alpha;
            if outline.len() > 2 && alpha > 0.0 {
                let color = color.with_alpha((alpha * 255.0).round() as u8);
                canvas.fill_by(&Path::polygon(&outline), motile_stage::FillRule::NonZero, color);
            }
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        self.hash_state(hash);
    }

    /// A trail is nothing to click on.
    fn hit(&self, _: Vec2) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec2;
    use motile_pixels::Color;
    use motile_stage::{Painter, Renderer, Stage};

    #[test]
    fn a_node_shows_its_particles_faded_moved_and_enlarged() {
        let mut stage = Stage::new(100, 100).unwrap();
        stage.background = Color::BLACK;
        let still = Emitter { speed: (0.0, 0.0), size: (10.0, 10.0), ..Emitter::default() };
        let id =
            stage.add(ParticleSystem::new(still).at(50.0, 50.0).with_scale(3.0).with_alpha(0.5));
        stage[id].custom_mut::<ParticleSystem>().unwrap().burst(1);
        let mut picture = Surface::opaque(100, 100, Color::BLACK).unwrap();
        Painter::default().paint(&stage, &mut picture);
        let middle = picture.get(50, 50).unwrap();
        assert!((120..=128).contains(&middle.r), "{middle:?}");
        assert!(picture.get(59, 50).unwrap().r > 20, "three times as wide");
        assert_eq!(stage.hit(vec2(50.0, 50.0)), None);
    }

    #[test]
    fn a_copy_of_a_system_goes_its_own_way() {
        let mut system = ParticleSystem::new(Emitter::fire());
        system.step(0.5);
        let copy = system.clone();
        assert_eq!(StateHash::of(&copy), StateHash::of(&system));
        system.step(0.5);
        assert_ne!(StateHash::of(&copy), StateHash::of(&system));
    }

    #[test]
    fn a_trail_fades_without_seams() {
        let mut trail = Trail::new(1.0, 20.0);
        trail.width_over_life = crate::LifeCurve::ONE;
        for tick in 0..61 {
            trail.step(vec2(tick as f32 * 4.0, 50.0), 1.0 / 60.0);
        }
        let mut picture = Surface::opaque(260, 100, Color::BLACK).unwrap();
        let mut renderer = Renderer::new();
        let mut canvas = renderer.begin(&mut picture).unwrap();
        Drawable::draw(&trail, &mut canvas);
        canvas.finish();
        let row: Vec<u8> = (2..238).map(|x| picture.get(x, 50).unwrap().r).collect();
        // A seam would be a step back; edges of vectors may be 1 off.
        let brighter = row.windows(2).all(|pair| pair[0] <= pair[1].saturating_add(1));
        assert!(brighter, "brighter and brighter: {row:?}");
        assert!(row[0] < 20 && row[235] > 235, "{row:?}");
    }
}
