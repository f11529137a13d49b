//! A box of gas as bytes and back.

use super::{Fluid, MOST};
use crate::save::{
    restore_bounded, restore_numbers, restore_obstacles, restore_size, save_obstacles,
};
use motile_geom::{SaveState, StateError, StateReader, StateWriter};

/// Everything: settings, obstacles, flow, dye and heat, and the pressure that the next step begins from, so that what is
/// loaded goes on bit for bit as what was saved does; about 28 bytes a cell. Any bytes can be given to `restore`: what is no
/// fluid is an error, and what is one can be stepped.
///
/// ```
/// use motile_fluid::Fluid;
/// use motile_geom::{StateHash, state, vec2};
///
/// let mut smoke = Fluid::new(32, 48, 4.0)?;
/// smoke.add_heat(vec2(64.0, 160.0), 12.0, 1.0);
/// smoke.step(1.0 / 60.0);
/// let mut again: Fluid = state::restore(&state::save(&smoke))?;
/// again.step(1.0 / 60.0);
/// smoke.step(1.0 / 60.0);
/// assert_eq!(StateHash::of(&again), StateHash::of(&smoke));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Numbers that are not finite, in settings and obstacles, come back as they were.
impl SaveState for Fluid {
    fn save(&self, out: &mut StateWriter) {
        (self.width as u32, self.height as u32, self.cell).save(out);
        out.list(self.flow.u.iter(), |out, part| part.save(out));
        out.list(self.flow.v.iter(), |out, part| part.save(out));
        out.list(self.matter.as_flattened().iter(), |out, part| part.save(out));
        out.list(self.pressures.iter(), |out, pressure| pressure.save(out));
        (self.buoyancy, self.weight, self.swirl, self.viscosity).save(out);
        (self.diffusion, self.fade, self.cooling).save(out);
        (self.advection, self.pressure, self.rejected).save(out);
        let stated = (self.walls, &self.solids[..], self.mask.as_ref());
        save_obstacles(stated, &self.obstacles, out);
        self.pushes.save(out);
        self.report.save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let (width, height, cell) = restore_size(input)?;
        let (w, h) = (width as usize, height as usize);
        let u = restore_numbers(input, (w + 1) * h, "a velocity for every face")?;
        let v = restore_numbers(input, w * (h + 1), "a velocity for every face")?;
        let matter = restore_bounded(input, w * h * 4, 2.0 * MOST, "dye and heat for every cell")?;
        let pressures = restore_bounded(input, w * h, f32::MAX, "a pressure for every cell")?;
        let mut fluid = Self::new(width, height, cell).map_err(|_| input.error("a grid"))?;
        (fluid.flow.u, fluid.flow.v, fluid.pressures) = (u, v, pressures);
        fluid.matter.as_flattened_mut().copy_from_slice(&matter);
        (fluid.buoyancy, fluid.weight, fluid.swirl, fluid.viscosity) = SaveState::restore(input)?;
        (fluid.diffusion, fluid.fade, fluid.cooling) = SaveState::restore(input)?;
        (fluid.advection, fluid.pressure, fluid.rejected) = SaveState::restore(input)?;
        (fluid.walls, fluid.solids, fluid.mask) = restore_obstacles(input, &mut fluid.obstacles)?;
        (fluid.pushes, fluid.report) = SaveState::restore(input)?;
        fluid.projection.set_domain(&fluid.obstacles.domain);
        fluid.projection.begin_from(&fluid.pressures);
        fluid.remember_solid_cells();
        Ok(fluid)
    }
}
