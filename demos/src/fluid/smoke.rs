//! Warm smoke rises and rolls around a ball; what the solver leaves of the divergence is shown beside it.

use crate::Demo;
use crate::kit;
use crate::look::{MIST, SNOW};
use motile::fluid::classic::ClassicFluid;
use motile::fluid::{Advection, Fluid, FluidSolid, PressureSolver};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "fluid/smoke",
    title: "Smoke",
    sees: "Warm smoke of two colors rises, rolls up and flows around a ball that swings to and fro.",
    tries: "Drag to push the smoke, let go to add some. Take few sweeps, and the smoke loses its swirls.",
    controls: "Drag pushes; letting go adds smoke.",
    keys: &[(Key::Space, "clear the air")],
    takes_drags: true,
    spec: &["SIM-D7", "SIM-23", "SIM-30", "SIM-69"],
    size: (512, 512),
    ticks: 200,
    ..Demo::of::<Smoke>()
};

/// Cells of a side.
const SIDE: u32 = 128;
/// Pixels of a cell.
const CELL: f32 = 4.0;
const BALL: f32 = 44.0;

/// The choices of the knob `solver`, in its order.
const SOLVERS: &[&str] = &["multigrid", "sweeps", "cosine", "classic"];
const SWEEPS: u32 = 1;
const COSINE: u32 = 2;
const CLASSIC: u32 = 3;

#[derive(StateHash)]
#[state(hash_only)]
struct Smoke {
    fluid: Fluid,
    classic: ClassicFluid,
    last: Option<Vec2>,
    #[state(skip)]
    picture: NodeId,
    #[state(skip)]
    solver: u32,
}

impl Sketch for Smoke {
    const PARAMS: &'static [Param] = &[
        Param::choice("solver", SOLVERS, 0),
        Param::whole("sweeps", 1, 80, 20),
        Param::number("buoyancy", 0.0, 1600.0, 1000.0),
        Param::number("viscosity", 0.0, 200.0, 0.0),
        Param::number("diffusion", 0.0, 100.0, 0.0),
        Param::number("swirl", 0.0, 8.0, 2.0),
        Param::toggle("sharp", true),
        Param::toggle("ball", true),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        let mut fluid = Fluid::new(SIDE, SIDE, CELL)?;
        (fluid.fade, fluid.cooling) = (0.12, 0.4);
        let picture = stage.add(Node::group().with_scale(CELL));
        let classic = ClassicFluid::new(SIDE)?;
        Ok(Self { fluid, classic, last: None, picture, solver: 0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.read_knobs(stage);
        if stage.input().pressed(Key::Space) {
            self.fluid.clear();
            self.clear_classic();
        }
        self.blow(tick.time as f32);
        self.stir(stage.input());
        if self.solver == CLASSIC {
            self.step_classic(tick.dt);
        } else {
            let swing = vec2(ops::sin(tick.time as f32 * 0.9) * 120.0, 0.0);
            let velocity = vec2(ops::cos(tick.time as f32 * 0.9) * 108.0, 0.0);
            let ball = Circle::new(vec2(256.0, 190.0) + swing, BALL);
            self.fluid.solids.clear();
            if stage.params().is_on("ball") {
                self.fluid.solids.push(FluidSolid::new(ball).with_velocity(velocity));
            }
            self.fluid.step(tick.dt);
        }
        if let Ok(picture) = self.painted() {
            stage[self.picture].content =
                Bitmap::new(picture).with_sampling(Sampling::Bilinear).into();
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for solid in self.fluid.solids.iter().filter(|_| self.solver != CLASSIC) {
            let center = solid.center;
            kit::disc(canvas, center, BALL, MIST);
            kit::disc(canvas, center - vec2(10.0, 12.0), BALL * 0.55, SNOW.with_alpha(120));
        }
        let left =
            if self.solver == CLASSIC { f32::NAN } else { self.fluid.report().divergence_left };
        let words = if left.is_nan() {
            format!("classic: divergence {:.4}", self.classic.divergence())
        } else {
            format!("divergence left: {:.3} %", left * 100.0)
        };
        kit::foot_caption(canvas, words, SNOW);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.fluid.mark(marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Smoke {
    fn read_knobs(&mut self, stage: &Stage) {
        let params = stage.params();
        let sweeps = params.whole("sweeps").max(1) as u32;
        self.solver = params.choice("solver");
        self.fluid.pressure = match self.solver {
            SWEEPS => PressureSolver::Sweeps { sweeps, relaxation: 1.0 },
            COSINE => PressureSolver::Cosine,
            _ => PressureSolver::default(),
        };
        if self.solver == CLASSIC {
            // Its lengths are sides of the box.
            let side = SIDE as f32 * CELL;
            self.classic.sweeps = sweeps;
            self.classic.buoyancy = params.number("buoyancy") / side;
            self.classic.viscosity = params.number("viscosity") / (side * side);
            self.classic.diffusion = params.number("diffusion") / (side * side);
        }
        self.fluid.buoyancy = params.number("buoyancy");
        self.fluid.viscosity = params.number("viscosity");
        self.fluid.diffusion = params.number("diffusion");
        self.fluid.swirl = params.number("swirl");
        self.fluid.advection =
            if params.is_on("sharp") { Advection::Sharp } else { Advection::Plain };
    }

    /// Two jets at the bottom that sway.
    fn blow(&mut self, time: f32) {
        for (x, color) in [(210.0, [1.0, 0.55, 0.18]), (302.0, [0.25, 0.6, 1.0])] {
            let nozzle = vec2(x + ops::sin(time * 1.7 + x) * 14.0, 486.0);
            self.fluid.add_dye(nozzle, 22.0, color);
            self.fluid.add_heat(nozzle, 22.0, 1.0);
        }
    }

    fn stir(&mut self, input: &Input) {
        if let (Some(now), Some(last)) = (input.pointer.held_at(), self.last) {
            let velocity = (now - last) * 60.0;
            if self.solver == CLASSIC {
                self.push_classic(now, 26.0, velocity);
            } else {
                self.fluid.push(now, 26.0, velocity);
            }
        }
        if let Some(now) = input.pointer.released_at() {
            self.fluid.add_dye(now, 34.0, [0.9, 0.9, 0.9]);
            self.fluid.add_heat(now, 34.0, 1.0);
        }
        self.last = input.pointer.held_at();
    }

    /// The solver of the books, fed with the same smoke; it knows neither colors nor the ball.
    fn step_classic(&mut self, dt: f32) {
        for (y, row) in self.fluid.rows().enumerate() {
            for (x, cell) in row.iter().enumerate().filter(|(_, cell)| cell[3] > 0.3) {
                if let Ok(density) = self.classic.density_mut(x + 1, y + 1) {
                    *density = density.max(cell[3]);
                }
            }
        }
        self.fluid.clear();
        self.classic.step(dt);
    }

    /// Gives the cells in a disc a velocity in pixels per second.
    fn push_classic(&mut self, center: Vec2, radius: f32, velocity: Vec2) {
        let part = velocity / (SIDE as f32 * CELL);
        for (x, y) in classic_cells() {
            let at = vec2(x as f32 - 0.5, y as f32 - 0.5) * CELL;
            if at.distance(center) < radius {
                // Every cell of the box is there.
                self.classic.set_velocity(x, y, part.x, part.y).unwrap_or_default();
            }
        }
    }

    fn clear_classic(&mut self) {
        for (x, y) in classic_cells() {
            self.classic.set_velocity(x, y, 0.0, 0.0).unwrap_or_default();
            if let Ok(density) = self.classic.density_mut(x, y) {
                *density = 0.0;
            }
        }
    }

    /// The smoke as a picture, one pixel a cell.
    fn painted(&self) -> motile::Result<Surface> {
        let mut picture = Surface::opaque(SIDE, SIDE, Color::BLACK)?;
        for (y, row) in self.fluid.rows().enumerate() {
            for (x, &[red, green, blue, heat]) in row.iter().enumerate() {
                let color = if self.solver == CLASSIC {
                    let density = self.classic.density(x + 1, y + 1)?;
                    shade([density; 3], 0.0)
                } else {
                    shade([red, green, blue], heat)
                };
                picture.set(x as i32, y as i32, color);
            }
        }
        Ok(picture)
    }
}

/// The cells of the classic solver, which begin at 1: around them is a border.
fn classic_cells() -> impl Iterator<Item = (usize, usize)> {
    let side = SIDE as usize;
    (1..=side).flat_map(move |y| (1..=side).map(move |x| (x, y)))
}

/// Smoke on a dark blue night; what is hot glows.
fn shade(smoke: [f32; 3], heat: f32) -> Color {
    let glow = (heat - 0.6).max(0.0) * 0.5;
    let level = |night: f32, smoke: f32| ((night + smoke + glow).min(1.0) * 255.0) as u8;
    Color::rgb(level(0.045, smoke[0]), level(0.06, smoke[1]), level(0.11, smoke[2]))
}
