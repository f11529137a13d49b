//! Liquid as bytes and back.

use super::{Liquid, LiquidParticle};
use crate::FluidWalls;
use crate::save::{
    restore_bounded, restore_numbers, restore_obstacles, restore_size, save_obstacles,
};
use motile_geom::{SaveState, StateError, StateReader, StateWriter, Vec2};

impl SaveState for LiquidParticle {
    fn save(&self, out: &mut StateWriter) {
        let Self { position, velocity, tag, slopes: [across, along] } = *self;
        (position, velocity, tag, across, along).save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let (position, velocity, tag, across, along) = SaveState::restore(input)?;
        Ok(Self { position, velocity, tag, slopes: [across, along] })
    }
}

/// Everything: settings, obstacles, drops in their order, what can be asked of the grid, and the pressure that the next step
/// begins from, so that what is loaded goes on bit for bit as what was saved does; 36 bytes a drop and 16 a cell. Any bytes
/// can be given to `restore`: what is no liquid is an error, and what is one can be stepped.
///
/// ```
/// use motile_fluid::Liquid;
/// use motile_geom::{Aabb, StateHash, state, vec2};
///
/// let mut water = Liquid::new(32, 24, 8.0)?;
/// water.add_block(Aabb::new(vec2(0.0, 60.0), vec2(96.0, 192.0)), 0);
/// water.step(1.0 / 60.0);
/// let mut again: Liquid = state::restore(&state::save(&water))?;
/// again.step(1.0 / 60.0);
/// water.step(1.0 / 60.0);
/// assert_eq!(StateHash::of(&again), StateHash::of(&water));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl SaveState for Liquid {
    fn save(&self, out: &mut StateWriter) {
        (self.width as u32, self.height as u32, self.cell).save(out);
        out.list(self.flow.u.iter(), |out, part| part.save(out));
        out.list(self.flow.v.iter(), |out, part| part.save(out));
        out.list(self.amounts.iter(), |out, amount| amount.save(out));
        out.list(self.pressures.iter(), |out, pressure| pressure.save(out));
        self.particles.save(out);
        (self.gravity, self.pressure, self.rejected, self.steps).save(out);
        let stated = (FluidWalls::CLOSED, &self.solids[..], self.mask.as_ref());
        save_obstacles(stated, &self.obstacles, out);
        self.pushes.save(out);
        self.report.save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let (width, height, cell) = restore_size(input)?;
        let (w, h) = (width as usize, height as usize);
        let u = restore_numbers(input, (w + 1) * h, "a velocity for every face")?;
        let v = restore_numbers(input, w * (h + 1), "a velocity for every face")?;
        let amounts = restore_bounded(input, w * h, f32::MAX, "how full every cell is")?;
        let pressures = restore_bounded(input, w * h, f32::MAX, "a pressure for every cell")?;
        let offset = input.offset();
        let particles: Vec<LiquidParticle> = input.list()?;
        let mut water = Self::new(width, height, cell).map_err(|_| input.error("a grid"))?;
        let size = water.size();
        let is_good = |drop: &LiquidParticle| {
            (drop.position.cmpge(Vec2::ZERO).all() && drop.position.cmple(size).all())
                && drop.velocity.is_finite()
                && drop.slopes.iter().all(|slope| slope.is_finite())
        };
        if !particles.iter().all(is_good) {
            let expected = "drops in the box with finite velocities and slopes";
            return Err(StateReader::error_at(offset, expected));
        }
        (water.flow.u, water.flow.v, water.amounts) = (u, v, amounts);
        (water.particles, water.pressures) = (particles, pressures);
        (water.gravity, water.pressure, water.rejected, water.steps) = SaveState::restore(input)?;
        let offset = input.offset();
        let walls;
        (walls, water.solids, water.mask) = restore_obstacles(input, &mut water.obstacles)?;
        if walls != FluidWalls::CLOSED {
            return Err(StateReader::error_at(offset, "a closed box"));
        }
        (water.pushes, water.report) = SaveState::restore(input)?;
        water.projection.begin_from(&water.pressures);
        Ok(water)
    }
}
