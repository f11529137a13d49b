//! The pressure that takes the divergence out of a flow: one linear system, three ways to solve it.
//!
//! In every cell of fluid the flow through the faces has to add up to nothing. With `open` for the part of a face that no
//! wall covers, the pressure `p` has to satisfy `Σ open · (p − p of the neighbor) = −divergence`; behind a wall there is no
//! term, in open air `p` is 0. Pressures here have the unit of a velocity: the difference of two cells is what the face
//! between them loses.

mod board;
mod coarse;
mod cosine;

use board::{Board, Pair};
use cosine::Cosine;
use fearless_simd::Level;

/// How the pressure is found.
///
/// The default reaches the tolerance in a few rounds at any size. What was left is in
/// [`PressureReport::divergence_left`], whatever is chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "Poisson")]
#[doc(alias = "projection")]
pub enum PressureSolver {
    /// Conjugate gradients with a multigrid cycle as preconditioner: the cost grows with the number of cells only.
    Multigrid {
        /// Part of the divergence that may be left, root mean square; 1e-4 by default.
        tolerance: f32,
        /// Rounds at most; 40 by default. More than 100,000 count as that many.
        rounds: u32,
    },
    /// Red-black sweeps with over-relaxation: cheap per sweep, but one needs more of them the larger the grid is.
    #[doc(alias = "Gauss-Seidel")]
    #[doc(alias = "SOR")]
    Sweeps {
        /// How many. More than 100,000 count as that many.
        sweeps: u32,
        /// From 1 (none) to just below 2. 1.8 leaves less than 1 does with any number of sweeps from 5 on, 1.95 less still
        /// with 20 and more on grids of 64 cells a side and larger. The last sweep is a plain one whatever is said here: it
        /// takes away the checkerboard that over-relaxation leaves behind.
        relaxation: f32,
    },
    /// The cosine transform: exact in one go, for closed boxes without solids whose sides are powers of two. Everywhere
    /// else the default stands in, and the report says so.
    #[doc(alias = "DCT")]
    #[doc(alias = "FFT")]
    Cosine,
}

impl Default for PressureSolver {
    fn default() -> Self {
        Self::Multigrid { tolerance: 1e-4, rounds: 40 }
    }
}

/// How well the last step removed the divergence.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PressureReport {
    /// Root mean square of the net flow out of a cell before, in pixels per second.
    pub divergence: f32,
    /// What is left of it: 0 is a flow without sources, 1 is as it was.
    pub divergence_left: f32,
    /// Rounds or sweeps taken.
    pub rounds: u32,
    /// Whether the chosen way was possible.
    pub as_chosen: bool,
}

/// What a cell is to the pressure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum CellKind {
    /// The pressure is unknown here.
    Fluid,
    /// No flow, no pressure.
    #[default]
    Solid,
    /// The pressure is 0.
    Air,
}

/// The cells and faces of one system, rows without padding.
#[derive(Clone, Debug, Default)]
pub(crate) struct Domain {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// `width · height`.
    pub(crate) kinds: Vec<CellKind>,
    /// The open part of the left face of each cell and, last in a row, of the right face of the last: `(width + 1) · height`.
    pub(crate) open_x: Vec<f32>,
    /// The open part of the top faces and, in the last row, of the bottom: `width · (height + 1)`.
    pub(crate) open_y: Vec<f32>,
}

impl Domain {
    /// Takes over another domain of the same size without allocating.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        (self.width, self.height) = (other.width, other.height);
        self.kinds.clone_from(&other.kinds);
        self.open_x.clone_from(&other.open_x);
        self.open_y.clone_from(&other.open_y);
    }

    pub(crate) fn kind(&self, x: usize, y: usize) -> CellKind {
        if x < self.width && y < self.height {
            self.kinds[y * self.width + x]
        } else {
            CellKind::Solid
        }
    }
}

/// Solves the system of a domain; keeps its memory from step to step.
#[derive(Clone, Debug)]
pub(crate) struct Projection {
    /// From fine to coarse.
    boards: Vec<Board>,
    /// Those of all boards but the finest.
    domains: Vec<Domain>,
    pressure: Pair,
    direction: Pair,
    image: Pair,
    cosine: Option<Cosine>,
    /// For each cell the pocket it lies in, `NO_POCKET` where air sets the level of the pressure.
    pockets: Vec<u32>,
    pocket_sums: Vec<(f64, u32)>,
    stack: Vec<u32>,
    closed_box: bool,
    level: Level,
}

const NO_POCKET: u32 = u32::MAX;
/// Whatever a saved setting says, a step comes to an end.
const MOST_ROUNDS: u32 = 100_000;
/// Boards stop shrinking at this many cells.
const SMALLEST: usize = 48;

impl Projection {
    pub(crate) fn new(width: usize, height: usize) -> Self {
        let level = Level::new();
        let mut boards = vec![Board::new(width, height, level)];
        let (mut wide, mut high) = (width, height);
        while wide * high > SMALLEST && wide > 2 && high > 2 {
            (wide, high) = (wide.div_ceil(2), high.div_ceil(2));
            boards.push(Board::new(wide, high, level));
        }
        let pair = || Pair::new(boards[0].len());
        let cosine = Cosine::new(width, height, level);
        Self {
            pressure: pair(),
            direction: pair(),
            image: pair(),
            domains: vec![Domain::default(); boards.len() - 1],
            boards,
            cosine,
            pockets: vec![NO_POCKET; width * height],
            pocket_sums: Vec::new(),
            stack: Vec::new(),
            closed_box: false,
            level,
        }
    }

    /// Takes over cells and faces; needed after every change of them. Pressures of cells that are fluid no more are dropped.
    pub(crate) fn set_domain(&mut self, domain: &Domain) {
        self.boards[0].set_domain(domain);
        for at in 1..self.boards.len() {
            let (finer, coarser) = self.domains.split_at_mut(at - 1);
            coarse::coarsen(finer.last().unwrap_or(domain), &mut coarser[0]);
            self.boards[at].set_domain(&coarser[0]);
        }
        let walled = |open: f32| open == 0.0;
        let (w, h) = (domain.width, domain.height);
        self.closed_box = domain.kinds.iter().all(|&kind| kind == CellKind::Fluid)
            && (0..h).all(|y| {
                walled(domain.open_x[y * (w + 1)]) && walled(domain.open_x[y * (w + 1) + w])
            })
            && (0..w).all(|x| walled(domain.open_y[x]) && walled(domain.open_y[h * w + x]))
            && (0..h).all(|y| (1..w).all(|x| domain.open_x[y * (w + 1) + x] == 1.0))
            && (1..h).all(|y| (0..w).all(|x| domain.open_y[y * w + x] == 1.0));
        self.boards[0].keep_fluid(&mut self.pressure);
        self.find_pockets(domain);
    }

    /// Labels what is connected: in a pocket without air only differences of pressure are known, and what flows into it
    /// has to flow out of it.
    fn find_pockets(&mut self, domain: &Domain) {
        self.pockets.fill(NO_POCKET);
        self.pocket_sums.clear();
        let (w, h) = (domain.width, domain.height);
        for start in 0..w * h {
            if domain.kinds[start] != CellKind::Fluid || self.pockets[start] != NO_POCKET {
                continue;
            }
            let label = self.pocket_sums.len() as u32;
            let mut airy = false;
            self.pockets[start] = label;
            self.stack.push(start as u32);
            while let Some(cell) = self.stack.pop() {
                let (x, y) = (cell as usize % w, cell as usize / w);
                let mut visit = |open: f32, inside: bool, to: usize| {
                    if open <= 0.0 {
                        return;
                    }
                    match if inside { domain.kinds[to] } else { CellKind::Air } {
                        CellKind::Air => airy = true,
                        CellKind::Fluid if self.pockets[to] == NO_POCKET => {
                            self.pockets[to] = label;
                            self.stack.push(to as u32);
                        }
                        CellKind::Fluid | CellKind::Solid => {}
                    }
                };
                let cell = cell as usize;
                visit(domain.open_x[y * (w + 1) + x], x > 0, cell.wrapping_sub(1));
                visit(domain.open_x[y * (w + 1) + x + 1], x + 1 < w, cell + 1);
                visit(domain.open_y[y * w + x], y > 0, cell.wrapping_sub(w));
                visit(domain.open_y[(y + 1) * w + x], y + 1 < h, cell + w);
            }
            // The count tells airy pockets apart: they take no mean.
            self.pocket_sums.push((0.0, if airy { NO_POCKET } else { 0 }));
        }
    }

    /// Finds the pressures for a divergence of each cell, rows without padding.
    pub(crate) fn solve(&mut self, solver: PressureSolver, divergence: &[f32]) -> PressureReport {
        self.set_rhs(divergence);
        let squares = self.boards[0].dot_rhs();
        let cells = divergence.len().max(1) as f64;
        let norm = squares.sqrt();
        let mut report = PressureReport {
            divergence: (squares / cells).sqrt() as f32,
            as_chosen: true,
            ..PressureReport::default()
        };
        if norm == 0.0 || !norm.is_finite() {
            self.pressure.clear();
            // What is not finite is left as it was.
            report.divergence_left = if norm == 0.0 { 0.0 } else { 1.0 };
            return report;
        }
        let left = match solver {
            PressureSolver::Sweeps { sweeps, relaxation } => {
                self.sweep(sweeps.min(MOST_ROUNDS), relaxation, &mut report)
            }
            PressureSolver::Multigrid { tolerance, rounds } => {
                self.descend(tolerance, rounds.min(MOST_ROUNDS), norm, &mut report)
            }
            PressureSolver::Cosine => {
                if self.closed_box && self.cosine.is_some() {
                    self.transform(&mut report)
                } else {
                    report.as_chosen = false;
                    self.descend(1e-4, 40, norm, &mut report)
                }
            }
        };
        report.divergence_left = (left / norm) as f32;
        report
    }

    /// The right side is the negative divergence, less the mean of each closed pocket.
    fn set_rhs(&mut self, divergence: &[f32]) {
        for sum in self.pocket_sums.iter_mut().filter(|sum| sum.1 != NO_POCKET) {
            *sum = (0.0, 0);
        }
        for (&pocket, &value) in self.pockets.iter().zip(divergence) {
            if let Some(sum) =
                self.pocket_sums.get_mut(pocket as usize).filter(|sum| sum.1 != NO_POCKET)
            {
                sum.0 += f64::from(value);
                sum.1 += 1;
            }
        }
        let means = &self.pocket_sums;
        let mean = |pocket: u32| match means.get(pocket as usize) {
            Some(&(sum, count)) if count != NO_POCKET && count > 0 => {
                (sum / f64::from(count)) as f32
            }
            _ => 0.0,
        };
        self.boards[0].set_rhs(|cell| match self.pockets[cell] {
            NO_POCKET => 0.0,
            pocket => mean(pocket) - divergence[cell],
        });
    }

    fn sweep(&mut self, sweeps: u32, relaxation: f32, report: &mut PressureReport) -> f64 {
        let relaxation = if relaxation.is_finite() { relaxation.clamp(0.1, 1.98) } else { 1.0 };
        let board = &mut self.boards[0];
        board.x.copy_from(&self.pressure);
        for left in (0..sweeps).rev() {
            // What goes too far on purpose leaves every cell of the second color off by that much: smooth errors are gone
            // sooner, but the divergence is larger than it was. One plain sweep undoes that and keeps the gain.
            let relaxation = if left == 0 { 1.0 } else { relaxation };
            board.sweep(0, relaxation);
            board.sweep(1, relaxation);
        }
        report.rounds = sweeps;
        self.pressure.copy_from(&board.x);
        board.residual(&self.pressure, &mut self.image);
        board.dot(&self.image, &self.image).sqrt()
    }

    fn transform(&mut self, report: &mut PressureReport) -> f64 {
        report.rounds = 1;
        if let Some(cosine) = &mut self.cosine {
            cosine.solve(&self.boards[0], &mut self.pressure);
        }
        self.boards[0].residual(&self.pressure, &mut self.image);
        self.boards[0].dot(&self.image, &self.image).sqrt()
    }

    /// Preconditioned conjugate gradients, from the pressure of the last step.
    fn descend(
        &mut self,
        tolerance: f32,
        rounds: u32,
        norm: f64,
        report: &mut PressureReport,
    ) -> f64 {
        let goal = norm * f64::from(if tolerance.is_finite() { tolerance.max(1e-6) } else { 1e-4 });
        // The right side of the finest board is the residual from here on.
        self.boards[0].residual(&self.pressure, &mut self.image);
        let mut left = self.boards[0].dot(&self.image, &self.image).sqrt();
        if left > norm {
            // The last pressure was worse than none.
            self.pressure.clear();
            left = norm;
        } else {
            self.boards[0].rhs.copy_from(&self.image);
        }
        let mut steepness = 0.0;
        while left > goal && report.rounds < rounds {
            coarse::cycle(&mut self.boards);
            let board = &self.boards[0];
            let new_steepness = board.dot(&board.rhs, &board.x);
            if new_steepness.is_nan() || new_steepness <= 0.0 {
                break;
            }
            if report.rounds == 0 {
                // Nothing of an earlier step, not even the sign of a zero: what is loaded has no earlier step.
                self.direction.copy_from(&board.x);
            } else {
                let keep = (new_steepness / steepness) as f32;
                self.direction.scale_and_add(keep, &board.x, self.level);
            }
            steepness = new_steepness;
            board.image(&self.direction, &mut self.image);
            let slope = board.dot(&self.direction, &self.image);
            if slope.is_nan() || slope <= 0.0 {
                break;
            }
            let length = (steepness / slope) as f32;
            self.pressure.add_scaled(length, &self.direction, self.level);
            let board = &mut self.boards[0];
            board.rhs.add_scaled(-length, &self.image, self.level);
            left = board.dot(&board.rhs, &board.rhs).sqrt();
            report.rounds += 1;
        }
        left
    }

    /// Writes the pressure of each cell, rows without padding.
    pub(crate) fn write(&self, into: &mut [f32]) {
        self.boards[0].write(&self.pressure, into);
    }

    /// Takes the pressure of each cell, rows without padding, for that of the last step.
    pub(crate) fn begin_from(&mut self, pressures: &[f32]) {
        self.boards[0].read(pressures, &mut self.pressure);
    }

    /// Forgets the pressure of the last step.
    pub(crate) fn forget(&mut self) {
        self.pressure.clear();
    }
}
