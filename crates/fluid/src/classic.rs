//! The solver that the classics print, for readers who compare.
//!
//! It is Jos Stam's *Stable Fluids* (1999) in the form of his *Real-Time Fluid Dynamics for Games* (2003), which went through
//! the Flash books and countless demos: velocities in the middle of cells, one border cell on each side, and a fixed number of
//! plain sweeps for the pressure. The sweeps leave much: of the divergence of a small jet 47 % after 20 of them, 23 % after
//! 80. Because velocities stand in the middle of cells a checkerboard of them is never seen at all, and plain transport
//! blurs swirls away. [`Fluid`](crate::Fluid) cures all three.
//!
//! Lengths are sides of the box, which is 1 wide; time is seconds; y points down.
//!
//! ```
//! use motile_fluid::classic::ClassicFluid;
//!
//! let mut smoke = ClassicFluid::new(32)?;
//! *smoke.density_mut(16, 28)? = 100.0;
//! for _ in 0..30 {
//!     smoke.step(1.0 / 60.0);
//! }
//! assert!(smoke.velocity(16, 24)?.1 < 0.0, "it rises");
//! # Ok::<(), motile_fluid::FluidError>(())
//! ```

use crate::FluidError;
use motile_geom::{HashState, StateHash};

/// Stam's solver on a square of `side` × `side` cells, numbered from 1, with a border of cells 0 and `side + 1`.
#[derive(Clone, Debug)]
#[doc(alias = "stable fluids")]
pub struct ClassicFluid {
    /// Sweeps of every relaxation; 20 by default.
    pub sweeps: u32,
    /// The order of cells in the sweeps for the pressure.
    pub order: SweepOrder,
    /// How far the sweeps for the pressure go beyond what they want, from 1 (the default) to just below 2.
    #[doc(alias = "SOR")]
    pub relaxation: f32,
    /// How thick the fluid is; 0 by default.
    pub viscosity: f32,
    /// How fast density spreads; 0 by default.
    pub diffusion: f32,
    /// How fast density of 1 speeds up, upwards; 1 by default.
    pub buoyancy: f32,
    side: usize,
    u: Vec<f32>,
    v: Vec<f32>,
    density: Vec<f32>,
    old_u: Vec<f32>,
    old_v: Vec<f32>,
    old_density: Vec<f32>,
}

/// Which cell comes after which in a sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SweepOrder {
    /// Row by row, as printed.
    #[default]
    Rows,
    /// The even cells of a checkerboard, then the odd ones.
    RedBlack,
}

/// What a border does to a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Border {
    Copy,
    NegateAcrossX,
    NegateAcrossY,
}

impl ClassicFluid {
    /// A box at rest.
    ///
    /// # Errors
    /// [`FluidError`] when the side is out of range.
    pub fn new(side: u32) -> Result<Self, FluidError> {
        // The spec's smallest example has three cells.
        if side != 3 {
            FluidError::check(side, side, 1.0)?;
        }
        let side = side as usize;
        let zeros = || vec![0.0; (side + 2) * (side + 2)];
        Ok(Self {
            sweeps: 20,
            order: SweepOrder::Rows,
            relaxation: 1.0,
            viscosity: 0.0,
            diffusion: 0.0,
            buoyancy: 1.0,
            side,
            u: zeros(),
            v: zeros(),
            density: zeros(),
            old_u: zeros(),
            old_v: zeros(),
            old_density: zeros(),
        })
    }

    fn place(&self, x: usize, y: usize) -> Result<usize, FluidError> {
        let cells = self.side + 2;
        if x < cells && y < cells {
            Ok(y * cells + x)
        } else {
            Err(FluidError::Outside { x: x as u32, y: y as u32 })
        }
    }

    /// The density of a cell.
    ///
    /// # Errors
    /// [`FluidError::Outside`] beyond the border cells.
    pub fn density(&self, x: usize, y: usize) -> Result<f32, FluidError> {
        Ok(self.density[self.place(x, y)?])
    }

    /// The density of a cell, to be set.
    ///
    /// # Errors
    /// [`FluidError::Outside`] beyond the border cells.
    pub fn density_mut(&mut self, x: usize, y: usize) -> Result<&mut f32, FluidError> {
        let at = self.place(x, y)?;
        Ok(&mut self.density[at])
    }

    /// The velocity of a cell in sides per second.
    ///
    /// # Errors
    /// [`FluidError::Outside`] beyond the border cells.
    pub fn velocity(&self, x: usize, y: usize) -> Result<(f32, f32), FluidError> {
        let at = self.place(x, y)?;
        Ok((self.u[at], self.v[at]))
    }

    /// Sets the velocity of a cell in sides per second.
    ///
    /// # Errors
    /// [`FluidError::Outside`] beyond the border cells.
    pub fn set_velocity(&mut self, x: usize, y: usize, u: f32, v: f32) -> Result<(), FluidError> {
        let at = self.place(x, y)?;
        (self.u[at], self.v[at]) = (u, v);
        Ok(())
    }

    /// One step: buoyancy, viscosity, pressure, transport, pressure; then the density spreads and is carried. Times that
    /// are not positive and finite do nothing.
    pub fn step(&mut self, dt: f32) {
        if !dt.is_finite() || dt <= 0.0 {
            return;
        }
        let lift = dt * self.buoyancy;
        for (v, density) in self.v.iter_mut().zip(&self.density) {
            *v -= lift * density;
        }
        let rate = |spread: f32, side: usize| dt * spread * (side * side) as f32;
        let (thick, mixing) = (rate(self.viscosity, self.side), rate(self.diffusion, self.side));
        self.old_u.copy_from_slice(&self.u);
        self.old_v.copy_from_slice(&self.v);
        self.relax_all(thick);
        self.project();
        self.old_u.copy_from_slice(&self.u);
        self.old_v.copy_from_slice(&self.v);
        let carry = Transport {
            side: self.side,
            reach: dt * self.side as f32,
            u: &self.old_u,
            v: &self.old_v,
        };
        carry.run(&mut self.u, &self.old_u, Border::NegateAcrossX);
        carry.run(&mut self.v, &self.old_v, Border::NegateAcrossY);
        self.project();
        self.old_density.copy_from_slice(&self.density);
        relax(
            &mut self.density,
            &self.old_density,
            Relaxation::spread(mixing),
            self.sweeps,
            self.side,
            Border::Copy,
        );
        self.old_density.copy_from_slice(&self.density);
        let carry =
            Transport { side: self.side, reach: dt * self.side as f32, u: &self.u, v: &self.v };
        carry.run(&mut self.density, &self.old_density, Border::Copy);
    }

    fn relax_all(&mut self, thick: f32) {
        let (sweeps, side) = (self.sweeps, self.side);
        relax(
            &mut self.u,
            &self.old_u,
            Relaxation::spread(thick),
            sweeps,
            side,
            Border::NegateAcrossX,
        );
        relax(
            &mut self.v,
            &self.old_v,
            Relaxation::spread(thick),
            sweeps,
            side,
            Border::NegateAcrossY,
        );
    }

    /// Spreads the density by `amount`, which is time · rate · side², with a number of sweeps from nothing.
    pub fn diffuse_density(&mut self, amount: f32, sweeps: u32) {
        self.old_density.copy_from_slice(&self.density);
        self.density.fill(0.0);
        relax(
            &mut self.density,
            &self.old_density,
            Relaxation::spread(amount),
            sweeps,
            self.side,
            Border::Copy,
        );
    }

    /// Carries the density along the velocities for a time in seconds.
    pub fn carry_density(&mut self, dt: f32) {
        self.old_density.copy_from_slice(&self.density);
        let carry =
            Transport { side: self.side, reach: dt * self.side as f32, u: &self.u, v: &self.v };
        carry.run(&mut self.density, &self.old_density, Border::Copy);
    }

    /// Takes divergence out of the velocities, as far as the sweeps get.
    pub fn project(&mut self) {
        let (n, row) = (self.side, self.side + 2);
        let Self { u, v, old_u: pressure, old_v: divergence, .. } = self;
        for y in 1..=n {
            for x in 1..=n {
                let at = y * row + x;
                divergence[at] =
                    -0.5 * (u[at + 1] - u[at - 1] + v[at + row] - v[at - row]) / n as f32;
            }
        }
        set_border(divergence, n, Border::Copy);
        pressure.fill(0.0);
        let rule =
            Relaxation { neighbors: 1.0, own: 4.0, order: self.order, beyond: self.relaxation };
        relax(pressure, divergence, rule, self.sweeps, n, Border::Copy);
        for y in 1..=n {
            for x in 1..=n {
                let at = y * row + x;
                u[at] -= 0.5 * n as f32 * (pressure[at + 1] - pressure[at - 1]);
                v[at] -= 0.5 * n as f32 * (pressure[at + row] - pressure[at - row]);
            }
        }
        set_border(u, n, Border::NegateAcrossX);
        set_border(v, n, Border::NegateAcrossY);
    }

    /// Root mean square of the divergence over all cells, by differences across two cells as [`project`](Self::project)
    /// takes them.
    pub fn divergence(&self) -> f32 {
        let (n, row) = (self.side, self.side + 2);
        let mut squares = 0.0;
        for y in 1..=n {
            for x in 1..=n {
                let at = y * row + x;
                let flux = self.u[at + 1] - self.u[at - 1] + self.v[at + row] - self.v[at - row];
                squares += f64::from(flux) * f64::from(flux);
            }
        }
        (squares / (n * n) as f64).sqrt() as f32 * 0.5
    }
}

impl HashState for ClassicFluid {
    fn hash_state(&self, hash: &mut StateHash) {
        self.u.hash_state(hash);
        self.v.hash_state(hash);
        self.density.hash_state(hash);
    }
}

/// `own · x − neighbors · Σ x of the neighbors = source`.
#[derive(Clone, Copy)]
struct Relaxation {
    neighbors: f32,
    own: f32,
    order: SweepOrder,
    /// The relaxation.
    beyond: f32,
}

impl Relaxation {
    fn spread(amount: f32) -> Self {
        Self { neighbors: amount, own: 1.0 + 4.0 * amount, order: SweepOrder::Rows, beyond: 1.0 }
    }
}

/// Gauss–Seidel sweeps, row by row, each cell from the values its neighbors have by then.
fn relax(
    values: &mut [f32],
    source: &[f32],
    rule: Relaxation,
    sweeps: u32,
    n: usize,
    border: Border,
) {
    let row = n + 2;
    let (passes, apart) = match rule.order {
        SweepOrder::Rows => (1, 1),
        SweepOrder::RedBlack => (2, 2),
    };
    for _ in 0..sweeps {
        for pass in 0..passes {
            for y in 1..=n {
                let first = if apart == 2 { 1 + (y + 1 + pass) % 2 } else { 1 };
                for x in (first..=n).step_by(apart) {
                    let at = y * row + x;
                    let around =
                        values[at - 1] + values[at + 1] + values[at - row] + values[at + row];
                    let wanted = (source[at] + rule.neighbors * around) / rule.own;
                    values[at] = if rule.beyond == 1.0 {
                        wanted
                    } else {
                        values[at] + (wanted - values[at]) * rule.beyond
                    };
                }
            }
        }
        set_border(values, n, border);
    }
}

/// Border cells copy the cell inside, or its negative; corners take the mean of their two neighbors.
fn set_border(values: &mut [f32], n: usize, border: Border) {
    let row = n + 2;
    let across_x = if border == Border::NegateAcrossX { -1.0 } else { 1.0 };
    let across_y = if border == Border::NegateAcrossY { -1.0 } else { 1.0 };
    for i in 1..=n {
        values[i * row] = across_x * values[i * row + 1];
        values[i * row + n + 1] = across_x * values[i * row + n];
        values[i] = across_y * values[row + i];
        values[(n + 1) * row + i] = across_y * values[n * row + i];
    }
    let last = (n + 1) * row;
    values[0] = 0.5 * (values[1] + values[row]);
    values[n + 1] = 0.5 * (values[n] + values[row + n + 1]);
    values[last] = 0.5 * (values[last + 1] + values[last - row]);
    values[last + n + 1] = 0.5 * (values[last + n] + values[last - row + n + 1]);
}

struct Transport<'a> {
    side: usize,
    /// Time · side: velocities by this are cells.
    reach: f32,
    u: &'a [f32],
    v: &'a [f32],
}

impl Transport<'_> {
    fn run(&self, into: &mut [f32], from: &[f32], border: Border) {
        let (n, row) = (self.side, self.side + 2);
        let limit = n as f32 + 0.5;
        // `max` first: it turns what is no number into a place.
        let inside = |place: f32| place.max(0.5).min(limit);
        for y in 1..=n {
            for x in 1..=n {
                let at = y * row + x;
                let px = inside(x as f32 - self.reach * self.u[at]);
                let py = inside(y as f32 - self.reach * self.v[at]);
                let (column, line) = (px as usize, py as usize);
                let (right, down) = (px - column as f32, py - line as f32);
                let corner = line * row + column;
                let upper = from[corner] * (1.0 - right) + from[corner + 1] * right;
                let lower = from[corner + row] * (1.0 - right) + from[corner + row + 1] * right;
                into[at] = upper * (1.0 - down) + lower * down;
            }
        }
        set_border(into, n, border);
    }
}
