//! A box of gas or water with dye and heat in it.

mod borders;
mod save;
mod spot;
mod spread;

use crate::{
    FluidError,
    pressure::{CellKind, PressureReport, PressureSolver, Projection},
    rows::for_rows,
    solid::{FluidSolid, FluidWalls, Obstacles, SolidPush},
    staggered::{Advection, Carry, Place, Samples, Staggered},
};
use borders::{carry_around, keep_out};
use motile_geom::{Grid2, HashState, MarkRole, MarkSink, Marks, StateHash, Vec2, vec2};
use spot::{Spot, is_disc};
use spread::relax;

/// Steps longer than this many seconds count as this long.
const LONGEST_STEP: f32 = 10.0;
/// Velocities stay below this many cells per step: nothing on a grid of at most [`Fluid::MAX_SIDE`] is further away.
const MAX_CELLS: f32 = 8192.0;
/// Velocities in pixels per second, dye and heat stay within this: sums of their squares are numbers then.
const MOST: f32 = 1e9;
/// A rate of spreading, in cells² per step, beyond which there is nothing left to spread.
const MOST_SPREAD: f32 = 1e6;

/// Smoke, ink, fire, or water that fills its box: incompressible flow on a grid, with colored dye and heat in it.
///
/// The settings are plain fields, and the defaults need no tuning. After every step the flow has no sources left
/// ([`report`](Self::report) says how well). Obstacles may move and are pushed in return. Positions are pixels, velocities
/// pixels per second; y points down, so warm fluid rises towards smaller y.
///
/// ```
/// use motile_fluid::Fluid;
/// use motile_geom::vec2;
///
/// let mut smoke = Fluid::new(64, 96, 4.0)?;
/// for _ in 0..90 {
///     smoke.add_dye(vec2(128.0, 360.0), 12.0, [0.9, 0.9, 1.0]);
///     smoke.add_heat(vec2(128.0, 360.0), 12.0, 1.0);
///     smoke.step(1.0 / 60.0);
/// }
/// assert!(smoke.dye_at(vec2(128.0, 300.0))[2] > 0.1, "it has risen");
/// assert!(smoke.report().divergence_left <= 1e-4);
/// # Ok::<(), motile_fluid::FluidError>(())
/// ```
///
/// After the first steps nothing allocates, except with the feature `parallel`, and when a mask changes.
#[derive(Clone, Debug)]
#[doc(alias = "stable fluids")]
#[doc(alias = "Navier-Stokes")]
#[doc(alias = "smoke")]
pub struct Fluid {
    /// How fast heat of 1 speeds up, upwards: pixels per second squared; 400 by default.
    pub buoyancy: f32,
    /// How fast dye of 1 sinks: pixels per second squared; 0 by default.
    pub weight: f32,
    /// How strongly swirls that the grid blurs are driven on (vorticity confinement), 0 or more; 2 by default.
    pub swirl: f32,
    /// How thick the fluid is: pixels² per second; 0 by default.
    pub viscosity: f32,
    /// How fast dye and heat spread by themselves: pixels² per second; 0 by default.
    pub diffusion: f32,
    /// The part of dye lost in a second, about; 0 by default.
    pub fade: f32,
    /// The part of heat lost in a second, about; 0.5 by default.
    pub cooling: f32,
    /// How quantities are carried.
    pub advection: Advection,
    /// How the pressure is found.
    pub pressure: PressureSolver,
    /// Which sides are walls.
    pub walls: FluidWalls,
    /// Obstacles; edit them as you like between steps.
    pub solids: Vec<FluidSolid>,
    /// Cells that are solid for good: a picture of an obstacle. Cells beyond the grid are not looked at.
    pub mask: Option<Grid2<bool>>,
    /// How many calls were ignored because of bad numbers.
    pub rejected: u64,
    width: usize,
    height: usize,
    cell: f32,
    flow: Staggered,
    /// Red, green, blue and heat of each cell.
    matter: Vec<[f32; 4]>,
    obstacles: Obstacles,
    projection: Projection,
    pressures: Vec<f32>,
    divergence: Vec<f32>,
    pushes: Vec<SolidPush>,
    report: PressureReport,
    room: Room,
}

/// Memory of a step, which means nothing between steps.
#[derive(Clone, Debug, Default)]
struct Room {
    flow: Staggered,
    there: Vec<f32>,
    matter: Vec<[f32; 4]>,
    matter_there: Vec<[f32; 4]>,
    feet: Vec<Vec2>,
    curl: Vec<f32>,
    /// Which cells were solid in the last step; empty while none ever was.
    was_solid: Vec<bool>,
}

impl Fluid {
    /// Sides of a grid have at least this many cells.
    pub const MIN_SIDE: u32 = 4;
    /// Sides of a grid have at most this many cells.
    pub const MAX_SIDE: u32 = 4096;

    /// A box at rest: `width` × `height` cells of `cell` × `cell` pixels.
    ///
    /// # Errors
    /// [`FluidError`] when a side is out of range or the size of a cell is not positive and finite.
    pub fn new(width: u32, height: u32, cell: f32) -> Result<Self, FluidError> {
        FluidError::check(width, height, cell)?;
        let (w, h) = (width as usize, height as usize);
        let (cells, faces) = (w * h, ((w + 1) * h).max(w * (h + 1)));
        let obstacles = Obstacles::new(w, h, cell);
        let mut projection = Projection::new(w, h);
        projection.set_domain(&obstacles.domain);
        Ok(Self {
            buoyancy: 400.0,
            weight: 0.0,
            swirl: 2.0,
            viscosity: 0.0,
            diffusion: 0.0,
            fade: 0.0,
            cooling: 0.5,
            advection: Advection::Sharp,
            pressure: PressureSolver::default(),
            walls: FluidWalls::CLOSED,
            solids: Vec::new(),
            mask: None,
            rejected: 0,
            width: w,
            height: h,
            cell,
            flow: Staggered::new(w, h),
            matter: vec![[0.0; 4]; cells],
            obstacles,
            projection,
            pressures: vec![0.0; cells],
            divergence: vec![0.0; cells],
            pushes: Vec::new(),
            report: PressureReport::default(),
            room: Room {
                flow: Staggered::new(w, h),
                there: vec![0.0; faces],
                matter: vec![[0.0; 4]; cells],
                matter_there: vec![[0.0; 4]; cells],
                feet: vec![Vec2::ZERO; faces],
                curl: vec![0.0; cells],
                was_solid: Vec::new(),
            },
        })
    }

    /// Cells in a row.
    pub fn width(&self) -> u32 {
        self.width as u32
    }

    /// Rows of cells.
    pub fn height(&self) -> u32 {
        self.height as u32
    }

    /// The side of a cell in pixels.
    pub fn cell(&self) -> f32 {
        self.cell
    }

    /// The size of the box in pixels.
    pub fn size(&self) -> Vec2 {
        vec2(self.width as f32, self.height as f32) * self.cell
    }

    /// How well the last step removed the divergence.
    pub fn report(&self) -> PressureReport {
        self.report
    }

    /// What the last step did to the obstacle of this number: give it to your body, divided by its mass. 0 for numbers
    /// that were none. Momentum is for a fluid of mass 1 per square pixel.
    pub fn push_on(&self, solid: usize) -> SolidPush {
        self.pushes.get(solid).copied().unwrap_or_default()
    }

    /// The velocity at a place in pixels per second; outside of the box that of its border.
    pub fn velocity_at(&self, at: Vec2) -> Vec2 {
        if at.is_finite() { self.flow.velocity_at(at / self.cell) } else { Vec2::ZERO }
    }

    /// Red, green and blue of the dye at a place, usually 0 to 1.
    pub fn dye_at(&self, at: Vec2) -> [f32; 3] {
        let [red, green, blue, _] = self.matter_at(at);
        [red, green, blue]
    }

    /// The heat at a place.
    pub fn heat_at(&self, at: Vec2) -> f32 {
        self.matter_at(at)[3]
    }

    fn matter_at(&self, at: Vec2) -> [f32; 4] {
        if at.is_finite() {
            cells(&self.matter, self.width, self.height).at(at / self.cell)
        } else {
            [0.0; 4]
        }
    }

    /// Red, green, blue and heat of all cells, row by row: for drawing.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[[f32; 4]]> {
        self.matter.chunks_exact(self.width)
    }

    /// Whether a cell is inside an obstacle.
    pub fn is_solid(&self, x: u32, y: u32) -> bool {
        self.obstacles.domain.kind(x as usize, y as usize) == CellKind::Solid
    }

    /// Moves the fluid in a disc with a velocity in pixels per second, softly towards its rim.
    pub fn push(&mut self, center: Vec2, radius: f32, velocity: Vec2) {
        if !velocity.is_finite() || !is_disc(center, radius) {
            self.rejected += 1;
            return;
        }
        let (w, h) = (self.width, self.height);
        let flow = &mut self.flow;
        let spot = Spot { center: center / self.cell, radius: radius / self.cell };
        spot.for_each(w + 1, h, vec2(0.0, 0.5), |at, part| {
            flow.u[at] += (velocity.x - flow.u[at]) * part;
        });
        spot.for_each(w, h + 1, vec2(0.5, 0.0), |at, part| {
            flow.v[at] += (velocity.y - flow.v[at]) * part;
        });
    }

    /// Adds dye in a disc: red, green and blue, softly towards its rim, up to the given color. A billion is the most.
    /// Solid cells take none.
    pub fn add_dye(&mut self, center: Vec2, radius: f32, color: [f32; 3]) {
        if !color.iter().all(|part| part.is_finite()) || !is_disc(center, radius) {
            self.rejected += 1;
            return;
        }
        let (matter, kinds) = (&mut self.matter, &self.obstacles.domain.kinds);
        let spot = Spot { center: center / self.cell, radius: radius / self.cell };
        spot.for_each(self.width, self.height, vec2(0.5, 0.5), |at, part| {
            if kinds[at] == CellKind::Solid {
                return;
            }
            for (old, new) in matter[at].iter_mut().zip(color) {
                *old = old.max((new * part).min(MOST));
            }
        });
    }

    /// Warms a disc up to a heat, softly towards its rim. Negative heat cools. A billion is the most, either way. Solid cells
    /// take none.
    pub fn add_heat(&mut self, center: Vec2, radius: f32, heat: f32) {
        if !heat.is_finite() || !is_disc(center, radius) {
            self.rejected += 1;
            return;
        }
        let (matter, kinds) = (&mut self.matter, &self.obstacles.domain.kinds);
        let spot = Spot { center: center / self.cell, radius: radius / self.cell };
        spot.for_each(self.width, self.height, vec2(0.5, 0.5), |at, part| {
            if kinds[at] == CellKind::Solid {
                return;
            }
            let heat = heat.clamp(-MOST, MOST);
            let old = &mut matter[at][3];
            *old = if heat >= 0.0 { old.max(heat * part) } else { old.min(heat * part) };
        });
    }

    /// Sets the velocity of every face from a function of its place in pixels.
    pub fn set_velocities(&mut self, of: impl Fn(Vec2) -> Vec2) {
        let (w, h, cell) = (self.width, self.height, self.cell);
        let finite = |value: f32| if value.is_finite() { value } else { 0.0 };
        for (at, u) in self.flow.u.iter_mut().enumerate() {
            *u = finite(of(vec2((at % (w + 1)) as f32, (at / (w + 1)) as f32 + 0.5) * cell).x);
        }
        for (at, v) in self.flow.v.iter_mut().enumerate() {
            *v = finite(of(vec2((at % w) as f32 + 0.5, (at / w) as f32) * cell).y);
        }
        debug_assert_eq!(self.flow.v.len(), w * (h + 1));
    }

    /// One step of `dt` seconds: forces, transport, pressure. Times that are not positive do nothing; those above 10
    /// count as 10.
    pub fn step(&mut self, dt: f32) {
        if !dt.is_finite() || dt < 0.0 || !self.settings_are_finite() {
            self.rejected += 1;
            return;
        }
        if dt == 0.0 {
            return;
        }
        let dt = dt.min(LONGEST_STEP);
        if self.obstacles.set(self.walls, &self.solids, self.mask.as_ref()) {
            self.projection.set_domain(&self.obstacles.domain);
            self.rejected += self.solids.iter().filter(|solid| !solid.is_valid()).count() as u64;
        }
        self.fill_freed_cells();
        self.carry(dt);
        self.add_forces(dt);
        self.spread(dt);
        self.project();
        self.limit(dt);
    }

    /// Only the pressure: takes the divergence out of the flow as it is.
    pub fn project(&mut self) {
        self.limit_to(MOST);
        self.obstacles.hold(&mut self.flow);
        self.measure_divergence();
        self.report = self.projection.solve(self.pressure, &self.divergence);
        self.projection.write(&mut self.pressures);
        self.apply_pressure();
        self.obstacles.pushes(None, &self.pressures, &mut self.pushes);
    }

    fn settings_are_finite(&self) -> bool {
        [
            self.buoyancy,
            self.weight,
            self.swirl,
            self.viscosity,
            self.diffusion,
            self.fade,
            self.cooling,
        ]
        .iter()
        .all(|setting| setting.is_finite())
    }

    /// Cells that an obstacle has left hold what is beside them; those it has entered hold nothing.
    fn fill_freed_cells(&mut self) {
        let (w, h) = (self.width, self.height);
        let (kinds, was_solid) = (&self.obstacles.domain.kinds, &mut self.room.was_solid);
        if was_solid.is_empty() && !self.obstacles.has_solid_cells() {
            return;
        }
        was_solid.resize(w * h, false);
        for cell in 0..w * h {
            let is_solid = kinds[cell] == CellKind::Solid;
            if is_solid {
                self.matter[cell] = [0.0; 4];
            } else if was_solid[cell] {
                let (x, y) = (cell % w, cell / w);
                let beside = [
                    (x > 0).then(|| cell - 1),
                    (x + 1 < w).then_some(cell + 1),
                    (y > 0).then(|| cell - w),
                    (y + 1 < h).then_some(cell + w),
                ];
                let known = |at: &usize| kinds[*at] != CellKind::Solid && !was_solid[*at];
                let (mut sum, mut count) = ([0.0; 4], 0.0);
                for other in beside.into_iter().flatten().filter(known) {
                    sum = std::array::from_fn(|i| sum[i] + self.matter[other][i]);
                    count += 1.0;
                }
                self.matter[cell] = sum.map(|part: f32| part / f32::max(count, 1.0));
            }
        }
        for (was, kind) in was_solid.iter_mut().zip(kinds) {
            *was = *kind == CellKind::Solid;
        }
    }

    /// Which cells the last step found solid.
    fn remember_solid_cells(&mut self) {
        if self.obstacles.has_solid_cells() {
            let kinds = self.obstacles.domain.kinds.iter();
            self.room.was_solid = kinds.map(|kind| *kind == CellKind::Solid).collect();
        }
    }

    fn carry(&mut self, dt: f32) {
        let (w, h) = (self.width, self.height);
        let carry = Carry { flow: &self.flow, time: dt / self.cell, advection: self.advection };
        let Room { flow: carried, there, matter, matter_there, feet, .. } = &mut self.room;
        let (faces_x, faces_y) = (self.flow.u.len(), self.flow.v.len());
        carry.run(
            Place::FacesAcrossX,
            self.flow.grid_u(),
            &mut feet[..faces_x],
            &mut there[..faces_x],
            &mut carried.u,
        );
        carry.run(
            Place::FacesAcrossY,
            self.flow.grid_v(),
            &mut feet[..faces_y],
            &mut there[..faces_y],
            &mut carried.v,
        );
        let still = self.matter.iter().all(|cell| *cell == [0.0; 4]);
        if !still {
            carry.run(
                Place::Cells,
                cells(&self.matter, w, h),
                &mut feet[..w * h],
                matter_there,
                matter,
            );
            if self.walls != FluidWalls::CLOSED {
                keep_out(&carry, self.walls, w, h, matter);
            }
            if self.obstacles.has_solid_cells() {
                carry_around(&carry, &self.obstacles, cells(&self.matter, w, h), matter);
            }
            let (fade, cooling) =
                (1.0 / (1.0 + self.fade.max(0.0) * dt), 1.0 / (1.0 + self.cooling.max(0.0) * dt));
            if fade < 1.0 || cooling < 1.0 {
                let keep = [fade, fade, fade, cooling];
                for cell in matter.iter_mut() {
                    *cell = std::array::from_fn(|i| cell[i] * keep[i]);
                }
            }
            std::mem::swap(&mut self.matter, matter);
        }
        std::mem::swap(&mut self.flow, carried);
    }

    fn add_forces(&mut self, dt: f32) {
        let w = self.width;
        if self.buoyancy != 0.0 || self.weight != 0.0 {
            let (lift, weight) = (self.buoyancy * dt * 0.5, self.weight * dt * 0.5 / 3.0);
            let matter = &self.matter;
            // A face feels half of the cell above it and half of the one below.
            let pull = |cell: &[f32; 4]| (cell[0] + cell[1] + cell[2]) * weight - cell[3] * lift;
            for_rows(&mut self.flow.v[w..w * self.height], w, |y, row| {
                let (above, below) = (&matter[y * w..], &matter[(y + 1) * w..]);
                for ((v, above), below) in row.iter_mut().zip(above).zip(below) {
                    *v += pull(above) + pull(below);
                }
            });
        }
        // Smaller grids have no cell with all that it looks at.
        if self.swirl > 0.0 && w >= 6 && self.height >= 6 {
            self.add_swirl(dt);
        }
    }

    /// Vorticity confinement (Fedkiw 2001): a push around the middle of each swirl, as strong as its turning.
    fn add_swirl(&mut self, dt: f32) {
        let (w, h) = (self.width, self.height);
        let flow = &self.flow;
        for_rows(&mut self.room.curl[w..w * (h - 1)], w, |y, row| {
            let y = y + 1;
            for (x, curl) in row.iter_mut().enumerate().take(w - 1).skip(1) {
                let across = flow.in_cell(x + 1, y).y - flow.in_cell(x - 1, y).y;
                let along = flow.in_cell(x, y + 1).x - flow.in_cell(x, y - 1).x;
                *curl = (across - along) * 0.5;
            }
        });
        let curl = &self.room.curl;
        let strength = self.swirl * dt;
        let force = |x: usize, y: usize| {
            let at = y * w + x;
            let slope = vec2(
                curl[at + 1].abs() - curl[at - 1].abs(),
                curl[at + w].abs() - curl[at - w].abs(),
            );
            // Too even to tell where the middle is.
            let length = slope.length();
            if length < 1e-3 {
                Vec2::ZERO
            } else {
                vec2(slope.y, -slope.x) * (curl[at] * strength / length)
            }
        };
        let (u, v) = (&mut self.flow.u, &mut self.flow.v);
        for_rows(&mut u[(w + 1) * 2..(w + 1) * (h - 2)], w + 1, |y, row| {
            for (x, u) in row.iter_mut().enumerate().take(w - 2).skip(3) {
                *u += (force(x - 1, y + 2).x + force(x, y + 2).x) * 0.5;
            }
        });
        for_rows(&mut v[w * 3..w * (h - 2)], w, |y, row| {
            for (x, v) in row.iter_mut().enumerate().take(w - 2).skip(2) {
                *v += (force(x, y + 2).y + force(x, y + 3).y) * 0.5;
            }
        });
    }

    /// Viscosity and diffusion, implicitly: stable for any size of step.
    fn spread(&mut self, dt: f32) {
        let (w, h) = (self.width, self.height);
        // In cells so small that their area is 0 nothing spreads.
        let rate = |spread: f32| match spread.max(0.0) * dt / (self.cell * self.cell) {
            rate if rate > 0.0 => rate.min(MOST_SPREAD),
            _ => 0.0,
        };
        let (thick, mixing) = (rate(self.viscosity), rate(self.diffusion));
        if thick > 0.0 {
            let Room { flow, there, .. } = &mut self.room;
            relax(&mut self.flow.u, &mut flow.u, there, (w + 1, h), thick, |_, _| true);
            relax(&mut self.flow.v, &mut flow.v, there, (w, h + 1), thick, |_, _| true);
        }
        if mixing > 0.0 {
            let Room { matter, matter_there, .. } = &mut self.room;
            if self.obstacles.has_solid_cells() {
                // Nothing spreads into what is solid, or through it.
                let kinds = &self.obstacles.domain.kinds;
                let wet = |cell: usize| kinds[cell] != CellKind::Solid;
                let passes = |a: usize, b: usize| wet(a) && wet(b);
                relax(&mut self.matter, matter, matter_there, (w, h), mixing, passes);
            } else {
                relax(&mut self.matter, matter, matter_there, (w, h), mixing, |_, _| true);
            }
        }
    }

    fn measure_divergence(&mut self) {
        let w = self.width;
        let (flow, obstacles) = (&self.flow, &self.obstacles);
        let domain = &obstacles.domain;
        for_rows(&mut self.divergence, w, |y, row| {
            for (x, value) in row.iter_mut().enumerate() {
                let is_fluid = domain.kinds[y * w + x] == CellKind::Fluid;
                *value = if is_fluid { obstacles.flux(flow, x, y) } else { 0.0 };
            }
        });
    }

    fn apply_pressure(&mut self) {
        let (w, h) = (self.width, self.height);
        let (pressures, domain) = (&self.pressures, &self.obstacles.domain);
        for_rows(&mut self.flow.u, w + 1, |y, row| {
            let cells = &pressures[y * w..(y + 1) * w];
            let open = &domain.open_x[y * (w + 1)..];
            for x in 0..=w {
                if open[x] > 0.0 {
                    let left = if x > 0 { cells[x - 1] } else { 0.0 };
                    let right = if x < w { cells[x] } else { 0.0 };
                    row[x] -= right - left;
                }
            }
        });
        for_rows(&mut self.flow.v, w, |y, row| {
            let open = &domain.open_y[y * w..];
            for x in 0..w {
                if open[x] > 0.0 {
                    let above = if y > 0 { pressures[(y - 1) * w + x] } else { 0.0 };
                    let below = if y < h { pressures[y * w + x] } else { 0.0 };
                    row[x] -= below - above;
                }
            }
        });
    }

    /// Whatever was asked for, velocities stay numbers that a grid can carry.
    fn limit(&mut self, dt: f32) {
        self.limit_to((MAX_CELLS * self.cell / dt).min(MOST));
    }

    fn limit_to(&mut self, most: f32) {
        for part in self.flow.u.iter_mut().chain(&mut self.flow.v) {
            *part = if part.is_finite() { part.clamp(-most, most) } else { 0.0 };
        }
    }

    /// Stops the flow and takes out all dye and heat. Settings and obstacles stay.
    pub fn clear(&mut self) {
        self.flow.u.fill(0.0);
        self.flow.v.fill(0.0);
        self.matter.fill([0.0; 4]);
        self.pressures.fill(0.0);
        self.projection.forget();
        self.report = PressureReport::default();
    }

    /// Writes velocities, obstacles and a label with what was left of the divergence.
    pub fn mark(&self, marks: &mut Marks) {
        const APART: usize = 4;
        for y in (APART / 2..self.height).step_by(APART) {
            for x in (APART / 2..self.width).step_by(APART) {
                let at = vec2(x as f32 + 0.5, y as f32 + 0.5) * self.cell;
                marks.velocity(MarkRole::Velocity, at, self.flow.in_cell(x, y));
            }
        }
        for solid in &self.solids {
            marks.aabb(MarkRole::Obstacle, solid.shape.aabb());
        }
    }
}

impl HashState for Fluid {
    fn hash_state(&self, hash: &mut StateHash) {
        self.flow.u.hash_state(hash);
        self.flow.v.hash_state(hash);
        for cell in &self.matter {
            cell.hash_state(hash);
        }
        self.pressures.hash_state(hash);
    }
}

fn cells(values: &[[f32; 4]], width: usize, height: usize) -> Samples<'_, [f32; 4]> {
    Samples { values, columns: width, rows: height, first: vec2(0.5, 0.5) }
}
