//! What fluids and liquids say of themselves in bytes, and how bytes of anybody are looked at.

use crate::pressure::{PressureReport, PressureSolver};
use crate::solid::{FluidSolid, FluidWalls, Obstacles, SolidPush, SolidShape};
use crate::{Advection, FluidError};
use motile_geom::{Grid2, SaveState, StateError, StateReader, StateWriter};

/// Cells on each side and the size of a cell, as they are possible.
pub(crate) fn restore_size(input: &mut StateReader<'_>) -> Result<(u32, u32, f32), StateError> {
    let offset = input.offset();
    let (width, height, cell) = SaveState::restore(input)?;
    let error = StateReader::error_at(offset, "a grid with sides of 4 to 4096 cells");
    FluidError::check(width, height, cell).map_err(|_| error)?;
    Ok((width, height, cell))
}

/// As many numbers as a grid has places for: read before the grid takes memory, so that it cannot take much more than there
/// are bytes. Velocities may be of any kind, as users may have pushed them beyond all limits; a step brings them back.
pub(crate) fn restore_numbers(
    input: &mut StateReader<'_>,
    count: usize,
    expected: &'static str,
) -> Result<Vec<f32>, StateError> {
    let offset = input.offset();
    let numbers: Vec<f32> = input.list()?;
    if numbers.len() == count { Ok(numbers) } else { Err(StateReader::error_at(offset, expected)) }
}

/// As many numbers, none of which is further from 0 than `most`.
pub(crate) fn restore_bounded(
    input: &mut StateReader<'_>,
    count: usize,
    most: f32,
    expected: &'static str,
) -> Result<Vec<f32>, StateError> {
    let offset = input.offset();
    let numbers = restore_numbers(input, count, expected)?;
    if numbers.iter().all(|number| number.abs() <= most) {
        Ok(numbers)
    } else {
        Err(StateReader::error_at(offset, expected))
    }
}

/// What stands in the way: walls, solids, and cells that are solid for good.
pub(crate) type Stated<'a> = (FluidWalls, &'a [FluidSolid], Option<&'a Grid2<bool>>);

fn save_stated((walls, solids, mask): Stated<'_>, out: &mut StateWriter) {
    walls.save(out);
    out.list(solids.iter(), |out, solid| solid.save(out));
    mask.is_some().save(out);
    if let Some(mask) = mask {
        mask.save(out);
    }
}

/// What stands in the way, and what the last step went by, where the user has changed something since.
pub(crate) fn save_obstacles(stated: Stated<'_>, taken: &Obstacles, out: &mut StateWriter) {
    save_stated(stated, out);
    let is_taken = taken.are(stated);
    is_taken.save(out);
    if !is_taken {
        save_stated(taken.stated(), out);
    }
}

/// Gives back what the user had stated, and makes obstacles of what the last step went by.
#[expect(clippy::type_complexity, reason = "three fields of two structs, once")]
pub(crate) fn restore_obstacles(
    input: &mut StateReader<'_>,
    obstacles: &mut Obstacles,
) -> Result<(FluidWalls, Vec<FluidSolid>, Option<Grid2<bool>>), StateError> {
    let stated: (FluidWalls, Vec<FluidSolid>, Option<Grid2<bool>>) = SaveState::restore(input)?;
    if bool::restore(input)? {
        obstacles.set(stated.0, &stated.1, stated.2.as_ref());
    } else {
        let (walls, solids, mask): (FluidWalls, Vec<_>, Option<_>) = SaveState::restore(input)?;
        obstacles.set(walls, &solids, mask.as_ref());
    }
    Ok(stated)
}

impl SaveState for FluidWalls {
    fn save(&self, out: &mut StateWriter) {
        let Self { left, right, top, bottom } = *self;
        (left, right, top, bottom).save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let (left, right, top, bottom) = SaveState::restore(input)?;
        Ok(Self { left, right, top, bottom })
    }
}

impl SaveState for FluidSolid {
    fn save(&self, out: &mut StateWriter) {
        let Self { shape, velocity, spin, center } = self;
        shape.save(out);
        (*velocity, *spin, *center).save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let shape = SaveState::restore(input)?;
        let (velocity, spin, center) = SaveState::restore(input)?;
        Ok(Self { shape, velocity, spin, center })
    }
}

impl SaveState for SolidShape {
    fn save(&self, out: &mut StateWriter) {
        match self {
            Self::Circle(shape) => (0u32, *shape).save(out),
            Self::Box(shape) => (1u32, *shape).save(out),
            Self::Capsule(shape) => (2u32, *shape).save(out),
            Self::Polygon(shape) => {
                3u32.save(out);
                shape.save(out);
            }
            Self::Parts(shape) => {
                4u32.save(out);
                shape.save(out);
            }
        }
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        Ok(match input.variant(5, "a kind of obstacle")? {
            0 => Self::Circle(SaveState::restore(input)?),
            1 => Self::Box(SaveState::restore(input)?),
            2 => Self::Capsule(SaveState::restore(input)?),
            3 => Self::Polygon(SaveState::restore(input)?),
            _ => Self::Parts(SaveState::restore(input)?),
        })
    }
}

impl SaveState for Advection {
    fn save(&self, out: &mut StateWriter) {
        (*self as u32).save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        Ok([Self::Plain, Self::Sharp][input.variant(2, "a way to carry")? as usize])
    }
}

impl SaveState for PressureSolver {
    fn save(&self, out: &mut StateWriter) {
        match *self {
            Self::Multigrid { tolerance, rounds } => (0u32, tolerance, rounds).save(out),
            Self::Sweeps { sweeps, relaxation } => (1u32, sweeps, relaxation).save(out),
            Self::Cosine => 2u32.save(out),
        }
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        Ok(match input.variant(3, "a solver of the pressure")? {
            0 => {
                let (tolerance, rounds) = SaveState::restore(input)?;
                Self::Multigrid { tolerance, rounds }
            }
            1 => {
                let (sweeps, relaxation) = SaveState::restore(input)?;
                Self::Sweeps { sweeps, relaxation }
            }
            _ => Self::Cosine,
        })
    }
}

impl SaveState for PressureReport {
    fn save(&self, out: &mut StateWriter) {
        let Self { divergence, divergence_left, rounds, as_chosen } = *self;
        (divergence, divergence_left, rounds, as_chosen).save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let (divergence, divergence_left, rounds, as_chosen) = SaveState::restore(input)?;
        Ok(Self { divergence, divergence_left, rounds, as_chosen })
    }
}

impl SaveState for SolidPush {
    fn save(&self, out: &mut StateWriter) {
        let Self { impulse, turn, added_mass } = *self;
        (impulse, turn, added_mass).save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let (impulse, turn, added_mass) = SaveState::restore(input)?;
        Ok(Self { impulse, turn, added_mass })
    }
}
