//! Liquid with a free surface: particles that carry it, a grid that keeps it from being squeezed.
//!
//! The method is APIC (Jiang and others, 2015): particles hand their momentum to the faces of a staggered grid, the grid
//! finds the pressure (0 in the air), and particles take back the velocity around them together with its slopes, so that
//! swirls are neither blurred nor noisy. One pressure a step holds for steps of a sixtieth of a second, where methods with
//! springy pressure need ten.

mod lattice;
mod save;

use crate::{
    FluidError,
    pressure::{CellKind, Domain, PressureReport, PressureSolver, Projection},
    rows::for_rows,
    solid::{FluidSolid, FluidWalls, Obstacles, SolidPush, is_masked},
    staggered::{Samples, Staggered},
};
use lattice::{extend_layer, lattices};
use motile_geom::{Aabb, Grid2, HashState, MarkRole, MarkSink, Marks, Rng, StateHash, Vec2, vec2};

/// Particles in a full cell.
const FULL: f32 = 4.0;
/// A step moves a particle by at most this many cells; longer ones are cut in parts.
const REACH: f32 = 3.0;
/// A step is cut in at most this many parts; faster particles are slowed down.
const MOST_PARTS: f32 = 8.0;
/// Cells that are too full drive their particles apart within about this many steps.
const EASING: f32 = 12.0;
/// Steps between two sorts of the particles by cell, which keep the memory of neighbors close together.
const SORT_EVERY: u32 = 6;
/// Layers of faces in the air that get a velocity.
const LAYERS: usize = 4;
/// No drop and no face is faster, in pixels per second: squares of this are numbers yet.
const FASTEST: f32 = 1e18;

/// A drop of liquid: a quarter of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LiquidParticle {
    /// Where it is, in pixels.
    pub position: Vec2,
    /// In pixels per second.
    pub velocity: Vec2,
    /// A number of your own: a color, say. Particles change their order; this goes with them.
    pub tag: u32,
    /// How the two parts of the velocity change along x and y, per cell.
    slopes: [Vec2; 2],
}

/// Liquid in a box: it falls, splashes, fills what holds it, and carries what floats.
///
/// ```
/// use motile_fluid::Liquid;
/// use motile_geom::{Aabb, vec2};
///
/// let mut water = Liquid::new(64, 48, 8.0)?;
/// water.add_block(Aabb::new(vec2(0.0, 100.0), vec2(128.0, 384.0)), 0);
/// for _ in 0..90 {
///     water.step(1.0 / 60.0);
/// }
/// let furthest = water.particles().iter().map(|drop| drop.position.x).fold(0.0, f32::max);
/// assert!(furthest > 480.0, "the column has fallen and reached the other wall");
/// # Ok::<(), motile_fluid::FluidError>(())
/// ```
///
/// After the first steps nothing allocates until particles are added.
#[derive(Clone, Debug)]
#[doc(alias = "water")]
#[doc(alias = "APIC")]
#[doc(alias = "FLIP")]
#[doc(alias = "PIC")]
pub struct Liquid {
    /// In pixels per second squared; (0, 900) by default.
    pub gravity: Vec2,
    /// How the pressure is found; a tolerance of 1 % by default, which no eye sees in splashes.
    pub pressure: PressureSolver,
    /// Obstacles; edit them as you like between steps.
    pub solids: Vec<FluidSolid>,
    /// Cells that are solid for good.
    pub mask: Option<Grid2<bool>>,
    /// How many calls were ignored because of bad numbers.
    pub rejected: u64,
    width: usize,
    height: usize,
    cell: f32,
    particles: Vec<LiquidParticle>,
    flow: Staggered,
    /// How much the particles weigh on each face, and in each cell.
    weights: Staggered,
    amounts: Vec<f32>,
    obstacles: Obstacles,
    domain: Domain,
    projection: Projection,
    pressures: Vec<f32>,
    divergence: Vec<f32>,
    pushes: Vec<SolidPush>,
    part_pushes: Vec<SolidPush>,
    report: PressureReport,
    steps: u32,
    /// Room of the sort.
    sorted: Vec<LiquidParticle>,
    starts: Vec<u32>,
}

impl Liquid {
    /// An empty box: `width` × `height` cells of `cell` × `cell` pixels.
    ///
    /// # Errors
    /// [`FluidError`] when a side is out of range or the size of a cell is not positive and finite.
    pub fn new(width: u32, height: u32, cell: f32) -> Result<Self, FluidError> {
        FluidError::check(width, height, cell)?;
        let (w, h) = (width as usize, height as usize);
        let obstacles = Obstacles::new(w, h, cell);
        Ok(Self {
            gravity: vec2(0.0, 900.0),
            pressure: PressureSolver::Multigrid { tolerance: 1e-2, rounds: 30 },
            solids: Vec::new(),
            mask: None,
            rejected: 0,
            width: w,
            height: h,
            cell,
            particles: Vec::new(),
            flow: Staggered::new(w, h),
            weights: Staggered::new(w, h),
            amounts: vec![0.0; w * h],
            domain: obstacles.domain.clone(),
            obstacles,
            projection: Projection::new(w, h),
            pressures: vec![0.0; w * h],
            divergence: vec![0.0; w * h],
            pushes: Vec::new(),
            part_pushes: Vec::new(),
            report: PressureReport::default(),
            steps: 0,
            sorted: Vec::new(),
            starts: Vec::new(),
        })
    }

    /// The size of the box in pixels.
    pub fn size(&self) -> Vec2 {
        vec2(self.width as f32, self.height as f32) * self.cell
    }

    /// The side of a cell in pixels.
    pub fn cell(&self) -> f32 {
        self.cell
    }

    /// All drops. Their order changes from step to step.
    pub fn particles(&self) -> &[LiquidParticle] {
        &self.particles
    }

    /// How well the last part of the last step removed the divergence.
    pub fn report(&self) -> PressureReport {
        self.report
    }

    /// What the last step did to the obstacle of this number: give it to your body, divided by its mass. The liquid has a
    /// mass of 1 per square pixel, so a body of density 0.5 floats half under water.
    pub fn push_on(&self, solid: usize) -> SolidPush {
        self.pushes.get(solid).copied().unwrap_or_default()
    }

    /// The velocity around a place in pixels per second; nothing far from all drops.
    pub fn velocity_at(&self, at: Vec2) -> Vec2 {
        if at.is_finite() { self.flow.velocity_at(at / self.cell) } else { Vec2::ZERO }
    }

    /// How full a cell is: about 1 inside of the liquid, 0 in the air and beyond the box.
    pub fn fullness(&self, x: u32, y: u32) -> f32 {
        let (x, y) = (x as usize, y as usize);
        if x < self.width && y < self.height {
            self.amounts[y * self.width + x] / FULL
        } else {
            0.0
        }
    }

    /// How full the surroundings of a place are: about 1 inside of the liquid, about a half at its surface, 0 in the air.
    /// Between cells it changes smoothly: the places where it is a half make a good outline of the liquid.
    pub fn fullness_at(&self, at: Vec2) -> f32 {
        if !at.is_finite() {
            return 0.0;
        }
        let grid = Samples {
            values: &self.amounts[..],
            columns: self.width,
            rows: self.height,
            first: vec2(0.5, 0.5),
        };
        grid.at(at / self.cell) / FULL
    }

    /// Whether a place in pixels is inside an obstacle or a cell of the mask.
    fn is_solid_at(&self, at: Vec2) -> bool {
        self.solids.iter().any(|solid| solid.shape.signed_distance(at) < 0.0)
            || self.mask.as_ref().is_some_and(|mask| is_masked(mask, at / self.cell))
    }

    /// Fills an area with drops at rest, four a cell; the part outside of the box and inside of solids is left out.
    /// Returns how many there are now more.
    pub fn add_block(&mut self, area: Aabb, tag: u32) -> usize {
        if !area.is_valid() {
            self.rejected += 1;
            return 0;
        }
        let apart = self.cell * 0.5;
        let before = self.particles.len();
        // A little disorder, the same each time: drops in exact rows would stay in rows.
        let mut rng = Rng::new(0x11_9D);
        let (low, high) = (area.min.max(Vec2::ZERO), area.max.min(self.size()));
        let count = |from: f32, to: f32| ((to - from) / apart).round().max(0.0) as usize;
        for row in 0..count(low.y, high.y) {
            for column in 0..count(low.x, high.x) {
                let shift = vec2(rng.range(0.3..0.7), rng.range(0.3..0.7));
                let at = low + (vec2(column as f32, row as f32) + shift) * apart;
                // Where a block ends between two places for drops, the last ones may be beyond it.
                if at.cmple(self.size()).all() && !self.is_solid_at(at) {
                    self.particles.push(LiquidParticle {
                        position: at,
                        tag,
                        ..LiquidParticle::default()
                    });
                }
            }
        }
        self.particles.len() - before
    }

    /// Adds one drop, when it is in the box and not in a cell of the mask; `false` when it is not.
    pub fn add(&mut self, position: Vec2, velocity: Vec2, tag: u32) -> bool {
        let good = velocity.is_finite()
            && position.cmpge(Vec2::ZERO).all()
            && position.cmple(self.size()).all()
            && !self.mask.as_ref().is_some_and(|mask| is_masked(mask, position / self.cell));
        if good {
            self.particles.push(LiquidParticle {
                position,
                velocity,
                tag,
                ..LiquidParticle::default()
            });
        } else {
            self.rejected += 1;
        }
        good
    }

    /// Keeps the drops for which `keep` says so.
    pub fn retain(&mut self, keep: impl FnMut(&LiquidParticle) -> bool) {
        self.particles.retain(keep);
    }

    /// Gives the drops in a disc a velocity in pixels per second, softly towards its rim.
    pub fn push(&mut self, center: Vec2, radius: f32, velocity: Vec2) {
        if !center.is_finite() || !velocity.is_finite() || !radius.is_finite() || radius <= 0.0 {
            self.rejected += 1;
            return;
        }
        for drop in &mut self.particles {
            let away = drop.position.distance_squared(center) / (radius * radius);
            if away < 1.0 {
                let pushed = drop.velocity + (velocity - drop.velocity) * (1.0 - away * away);
                // Two extreme velocities can be further apart than numbers reach.
                drop.velocity = if pushed.is_finite() { pushed } else { velocity };
            }
        }
    }

    /// One step of `dt` seconds. Times that are not positive do nothing; those above 0.1 count as 0.1. Steps in which a
    /// drop would fly further than three cells are made in parts.
    pub fn step(&mut self, dt: f32) {
        if !dt.is_finite() || dt < 0.0 || !self.gravity.is_finite() {
            self.rejected += 1;
            return;
        }
        if dt == 0.0 {
            return;
        }
        let dt = dt.min(0.1);
        if self.obstacles.set(FluidWalls::CLOSED, &self.solids, self.mask.as_ref()) {
            self.rejected += self.solids.iter().filter(|solid| !solid.is_valid()).count() as u64;
        }
        self.pushes.clear();
        self.pushes.resize(self.solids.len(), SolidPush::default());
        let fastest = self
            .particles
            .iter()
            .map(|drop| drop.velocity.length_squared())
            .fold(0.0, f32::max)
            .sqrt();
        let fastest = fastest + self.gravity.length() * dt;
        let parts = (fastest * dt / (REACH * self.cell)).ceil().clamp(1.0, MOST_PARTS);
        for _ in 0..parts as u32 {
            self.step_part(dt / parts);
        }
        if self.steps.is_multiple_of(SORT_EVERY) {
            self.sort();
        }
        self.steps = self.steps.wrapping_add(1);
    }

    fn step_part(&mut self, dt: f32) {
        self.gather();
        self.mark_cells();
        self.add_gravity(dt);
        self.find_pressure(dt);
        self.extend();
        self.scatter(dt);
    }

    /// Hands the particles' momentum to the faces around them.
    fn gather(&mut self) {
        for values in [&mut self.flow.u, &mut self.flow.v, &mut self.weights.u, &mut self.weights.v]
        {
            values.fill(0.0);
        }
        self.amounts.fill(0.0);
        let (w, h) = (self.width, self.height);
        let per_cell = 1.0 / self.cell;
        let [on_u, on_v, in_cells] = lattices(w, h);
        for drop in &self.particles {
            let at = drop.position * per_cell;
            let around = on_u.around(at);
            around.add(&mut self.flow.u, &mut self.weights.u, drop.velocity.x, drop.slopes[0]);
            let around = on_v.around(at);
            around.add(&mut self.flow.v, &mut self.weights.v, drop.velocity.y, drop.slopes[1]);
            in_cells.around(at).count(&mut self.amounts);
        }
        for (value, &weight) in self.flow.u.iter_mut().zip(&self.weights.u) {
            *value = if weight > 0.0 { bounded(*value / weight, FASTEST) } else { 0.0 };
        }
        for (value, &weight) in self.flow.v.iter_mut().zip(&self.weights.v) {
            *value = if weight > 0.0 { bounded(*value / weight, FASTEST) } else { 0.0 };
        }
    }

    /// Cells with a drop in them are liquid.
    fn mark_cells(&mut self) {
        let (w, h) = (self.width, self.height);
        self.domain.copy_from(&self.obstacles.domain);
        for kind in self.domain.kinds.iter_mut().filter(|kind| **kind == CellKind::Fluid) {
            *kind = CellKind::Air;
        }
        for drop in &self.particles {
            let at = drop.position / self.cell;
            let (x, y) = ((at.x as usize).min(w - 1), (at.y as usize).min(h - 1));
            let kind = &mut self.domain.kinds[y * w + x];
            if *kind == CellKind::Air {
                *kind = CellKind::Fluid;
            }
        }
        self.projection.set_domain(&self.domain);
    }

    fn add_gravity(&mut self, dt: f32) {
        let change = self.gravity * dt;
        for (value, &weight) in self.flow.u.iter_mut().zip(&self.weights.u) {
            *value += if weight > 0.0 { change.x } else { 0.0 };
        }
        for (value, &weight) in self.flow.v.iter_mut().zip(&self.weights.v) {
            *value += if weight > 0.0 { change.y } else { 0.0 };
        }
        self.obstacles.hold(&mut self.flow);
    }

    fn find_pressure(&mut self, dt: f32) {
        let w = self.width;
        let (flow, obstacles, domain, amounts) =
            (&self.flow, &self.obstacles, &self.domain, &self.amounts);
        let h = self.height;
        let is_inside = |x: usize, y: usize| {
            let wet = |cell: usize| domain.kinds[cell] == CellKind::Fluid;
            let (u, v) = (y * (w + 1) + x, y * w + x);
            (x > 0 && x + 1 < w && y > 0 && y + 1 < h)
                && (wet(v - 1) && wet(v + 1) && wet(v - w) && wet(v + w))
                && (domain.open_x[u] == 1.0 && domain.open_x[u + 1] == 1.0)
                && (domain.open_y[v] == 1.0 && domain.open_y[v + w] == 1.0)
        };
        // Cells with too many drops are asked to let some go.
        let release = self.cell / (EASING * dt);
        for_rows(&mut self.divergence, w, |y, row| {
            for (x, value) in row.iter_mut().enumerate() {
                let cell = y * w + x;
                *value = if domain.kinds[cell] == CellKind::Fluid {
                    let crowd = amounts[cell] / FULL - 1.0;
                    // Gaps close again inside of the liquid; at its surface nobody knows what is missing.
                    let least = if is_inside(x, y) { -0.3 } else { 0.0 };
                    obstacles.flux(flow, x, y) - crowd.clamp(least, 0.5) * release
                } else {
                    0.0
                };
            }
        });
        self.report = self.projection.solve(self.pressure, &self.divergence);
        self.projection.write(&mut self.pressures);
        self.apply_pressure();
        self.obstacles.pushes(Some(&self.domain.kinds), &self.pressures, &mut self.part_pushes);
        for (sum, part) in self.pushes.iter_mut().zip(&self.part_pushes) {
            sum.impulse += part.impulse;
            sum.turn += part.turn;
            sum.added_mass = part.added_mass;
        }
    }

    fn apply_pressure(&mut self) {
        let (w, h) = (self.width, self.height);
        let (pressures, domain) = (&self.pressures, &self.domain);
        let wet = |cell: usize| domain.kinds[cell] == CellKind::Fluid;
        for y in 0..h {
            for x in 1..w {
                let (face, right) = (y * (w + 1) + x, y * w + x);
                if domain.open_x[face] > 0.0 && (wet(right) || wet(right - 1)) {
                    self.flow.u[face] -= pressures[right] - pressures[right - 1];
                    // It is known now, even where no drop was near.
                    self.weights.u[face] = self.weights.u[face].max(f32::MIN_POSITIVE);
                }
            }
        }
        for y in 1..h {
            for x in 0..w {
                let (face, below) = (y * w + x, y * w + x);
                if domain.open_y[face] > 0.0 && (wet(below) || wet(below - w)) {
                    self.flow.v[face] -= pressures[below] - pressures[below - w];
                    self.weights.v[face] = self.weights.v[face].max(f32::MIN_POSITIVE);
                }
            }
        }
    }

    /// Faces in the air get the mean of the known faces beside them, a layer at a time: drops near the surface look there.
    fn extend(&mut self) {
        let (w, h) = (self.width, self.height);
        for _ in 0..LAYERS {
            extend_layer(&mut self.flow.u, &mut self.weights.u, w + 1, h);
            extend_layer(&mut self.flow.v, &mut self.weights.v, w, h + 1);
        }
        // Walls stay walls.
        self.obstacles.hold(&mut self.flow);
    }

    /// Particles take the velocity around them and its slopes, and move.
    fn scatter(&mut self, dt: f32) {
        let (w, h) = (self.width, self.height);
        let (cell, per_cell) = (self.cell, 1.0 / self.cell);
        let [on_u, on_v, _] = lattices(w, h);
        let (flow, obstacles) = (&self.flow, &self.obstacles);
        let (has_solids, has_mask) = (!self.solids.is_empty(), obstacles.has_mask());
        let most = (MOST_PARTS * REACH * cell / dt).min(FASTEST);
        let limit = |part: Vec2| vec2(bounded(part.x, most), bounded(part.y, most));
        // Not quite at the wall: a drop on it would have no cell.
        let (low, high) = (Vec2::splat(0.01), vec2(w as f32, h as f32) - 0.01);
        for drop in &mut self.particles {
            let at = drop.position * per_cell;
            let (u, slope_u) = on_u.around(at).read(&flow.u);
            let (v, slope_v) = on_v.around(at).read(&flow.v);
            drop.velocity = limit(vec2(u, v));
            drop.slopes = [limit(slope_u), limit(slope_v)];
            let middle = at + drop.velocity * (dt * 0.5 * per_cell);
            let mut to = at + flow.velocity_at(middle) * (dt * per_cell);
            if has_solids {
                to += obstacles.way_out(to);
            }
            to = to.clamp(low, high);
            if has_mask {
                to = obstacles.way_beside_mask(at.clamp(low, high), to);
            }
            drop.position = to * cell;
        }
    }

    /// Puts the particles in the order of their cells: a counting sort.
    fn sort(&mut self) {
        let (w, h) = (self.width, self.height);
        let per_cell = 1.0 / self.cell;
        let cell_of = |drop: &LiquidParticle| {
            let at = drop.position * per_cell;
            (at.y as usize).min(h - 1) * w + (at.x as usize).min(w - 1)
        };
        self.starts.clear();
        self.starts.resize(w * h + 1, 0);
        for drop in &self.particles {
            self.starts[cell_of(drop) + 1] += 1;
        }
        for cell in 0..w * h {
            self.starts[cell + 1] += self.starts[cell];
        }
        self.sorted.resize(self.particles.len(), LiquidParticle::default());
        for drop in &self.particles {
            let start = &mut self.starts[cell_of(drop)];
            self.sorted[*start as usize] = *drop;
            *start += 1;
        }
        std::mem::swap(&mut self.particles, &mut self.sorted);
    }

    /// Writes the drops with their velocities and the obstacles.
    pub fn mark(&self, marks: &mut Marks) {
        for drop in self.particles.iter().step_by(8) {
            marks.velocity(MarkRole::Velocity, drop.position, drop.velocity);
        }
        for solid in &self.solids {
            marks.aabb(MarkRole::Obstacle, solid.shape.aabb());
        }
    }
}

/// A number no further from 0 than `most`; 0 for what is not finite.
#[inline(always)]
fn bounded(number: f32, most: f32) -> f32 {
    if number.is_finite() { number.clamp(-most, most) } else { 0.0 }
}

impl HashState for Liquid {
    fn hash_state(&self, hash: &mut StateHash) {
        for drop in &self.particles {
            drop.position.hash_state(hash);
            drop.velocity.hash_state(hash);
            drop.tag.hash_state(hash);
            drop.slopes[0].hash_state(hash);
            drop.slopes[1].hash_state(hash);
        }
        self.pressures.hash_state(hash);
        // When the drops are sorted next follows from it.
        (self.steps % SORT_EVERY).hash_state(hash);
    }
}
