//! Obstacles in a flow, still or moving, and what the flow does to them.

use crate::parts::SolidParts;
use crate::pressure::{CellKind, Domain};
use crate::save::Stated;
use crate::staggered::Staggered;
use motile_geom::{Aabb, Capsule, Circle, Grid2, Obb, Polygon, Vec2, vec2};

/// An obstacle: a shape with the velocity of its matter.
///
/// ```
/// use motile_fluid::{FluidSolid, Fluid};
/// use motile_geom::{Circle, vec2};
///
/// let mut water = Fluid::new(64, 64, 4.0)?;
/// let ball = Circle::new(vec2(128.0, 128.0), 30.0);
/// water.solids = vec![FluidSolid::new(ball).with_velocity(vec2(100.0, 0.0))];
/// water.step(1.0 / 60.0);
/// assert!(water.velocity_at(vec2(170.0, 128.0)).x > 20.0, "it pushes what is before it");
/// assert!(water.push_on(0).impulse.x < 0.0, "and is held back");
/// # Ok::<(), motile_fluid::FluidError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[doc(alias = "obstacle")]
pub struct FluidSolid {
    /// Where it is.
    pub shape: SolidShape,
    /// The velocity of its center in pixels per second.
    pub velocity: Vec2,
    /// How fast it turns about its center, in radians per second.
    pub spin: f32,
    /// What it turns about, in pixels.
    pub center: Vec2,
}

/// The outlines that an obstacle can have, in pixels.
#[derive(Clone, Debug, PartialEq)]
pub enum SolidShape {
    /// A disc.
    Circle(Circle),
    /// A box, turned or not.
    Box(Obb),
    /// A line with a radius.
    Capsule(Capsule),
    /// Any outline that does not cross itself.
    Polygon(Polygon),
    /// Convex parts side by side, with holes between them.
    Parts(SolidParts),
}

impl From<SolidParts> for SolidShape {
    fn from(shape: SolidParts) -> Self {
        Self::Parts(shape)
    }
}

impl From<Circle> for SolidShape {
    fn from(shape: Circle) -> Self {
        Self::Circle(shape)
    }
}

impl From<Obb> for SolidShape {
    fn from(shape: Obb) -> Self {
        Self::Box(shape)
    }
}

impl From<Aabb> for SolidShape {
    fn from(shape: Aabb) -> Self {
        Self::Box(Obb::new((shape.min + shape.max) * 0.5, (shape.max - shape.min) * 0.5, 0.0))
    }
}

impl From<Capsule> for SolidShape {
    fn from(shape: Capsule) -> Self {
        Self::Capsule(shape)
    }
}

impl From<Polygon> for SolidShape {
    fn from(shape: Polygon) -> Self {
        Self::Polygon(shape)
    }
}

impl SolidShape {
    /// The smallest upright box around it.
    pub fn aabb(&self) -> Aabb {
        match self {
            Self::Circle(shape) => shape.aabb(),
            Self::Box(shape) => shape.aabb(),
            Self::Capsule(shape) => shape.aabb(),
            Self::Polygon(shape) => shape.aabb(),
            Self::Parts(shape) => shape.aabb(),
        }
    }

    /// How far a point is from the outline in pixels, negative inside.
    #[doc(alias = "SDF")]
    pub fn signed_distance(&self, point: Vec2) -> f32 {
        match self {
            Self::Circle(shape) => point.distance(shape.center) - shape.radius,
            Self::Box(shape) => {
                let over = shape.to_local(point).abs() - shape.half_size;
                over.max(Vec2::ZERO).length() + over.max_element().min(0.0)
            }
            Self::Capsule(shape) => {
                point.distance(shape.segment.closest_point(point)) - shape.radius
            }
            Self::Polygon(shape) => {
                let near =
                    shape.edges().map(|edge| edge.closest_point(point).distance_squared(point));
                let distance = near.fold(f32::INFINITY, f32::min).sqrt();
                if shape.contains(point) { -distance } else { distance }
            }
            Self::Parts(shape) => shape.signed_distance(point),
        }
    }

    fn is_valid(&self) -> bool {
        match self {
            Self::Circle(shape) => shape.is_valid(),
            Self::Box(shape) => shape.is_valid(),
            Self::Capsule(shape) => shape.is_valid(),
            Self::Polygon(_) => true,
            Self::Parts(shape) => shape.is_valid(),
        }
    }
}

impl FluidSolid {
    /// At rest; it turns about the middle of its bounding box.
    pub fn new(shape: impl Into<SolidShape>) -> Self {
        let shape = shape.into();
        let bounds = shape.aabb();
        Self { center: (bounds.min + bounds.max) * 0.5, shape, velocity: Vec2::ZERO, spin: 0.0 }
    }

    /// Sets the velocity in pixels per second.
    #[must_use]
    pub fn with_velocity(mut self, velocity: Vec2) -> Self {
        self.velocity = velocity;
        self
    }

    /// Sets how fast it turns, in radians per second, and about which point.
    #[must_use]
    pub fn with_spin(mut self, spin: f32, center: Vec2) -> Self {
        (self.spin, self.center) = (spin, center);
        self
    }

    /// The velocity of its matter at a point, in pixels per second.
    pub fn velocity_at(&self, point: Vec2) -> Vec2 {
        self.velocity + (point - self.center).perp() * self.spin
    }

    /// Its area in square pixels.
    fn area(&self) -> f32 {
        match &self.shape {
            SolidShape::Circle(shape) => shape.area(),
            SolidShape::Box(shape) => shape.area(),
            SolidShape::Capsule(shape) => shape.area(),
            SolidShape::Polygon(shape) => shape.area().abs(),
            SolidShape::Parts(shape) => shape.area(),
        }
    }

    /// Whether all numbers are finite and the shape is one.
    pub fn is_valid(&self) -> bool {
        self.shape.is_valid()
            && self.velocity.is_finite()
            && self.center.is_finite()
            && self.spin.is_finite()
    }
}

/// What a flow did to an obstacle in the last step, for a mass of 1 per square pixel of fluid.
///
/// ```
/// # use motile_fluid::SolidPush;
/// # use motile_geom::{Vec2, vec2};
/// # let (push, mass, gravity, dt) = (SolidPush::default(), 2.0, vec2(0.0, 900.0), 1.0 / 60.0);
/// # let (mut velocity, mut position) = (Vec2::ZERO, Vec2::ZERO);
/// velocity += push.velocity_change(mass, gravity * dt);
/// position += velocity * dt;
/// # assert!(velocity.distance(vec2(0.0, 15.0)) < 1e-3 && position.y > 0.2);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SolidPush {
    /// The change of its momentum: mass · pixels per second.
    pub impulse: Vec2,
    /// The change of its angular momentum about its center: mass · pixels² per second.
    pub turn: f32,
    /// How much fluid has to be moved along with it: a body that is light beside this would shake if it were pushed as
    /// if alone.
    pub added_mass: f32,
}

impl SolidPush {
    /// The change of velocity of a body of some mass, in pixels per second; `other` is what forces beside the fluid change
    /// it by, gravity say. A mass that is not positive gives `other`.
    pub fn velocity_change(&self, mass: f32, other: Vec2) -> Vec2 {
        if mass > 0.0 { (self.impulse + other * mass) / (mass + self.added_mass) } else { other }
    }

    /// The change of spin of a body of some mass and inertia about its center, in radians per second: the fluid that has to be
    /// turned along counts as much beside its inertia as the fluid moved along does beside its mass. 0 when one of the
    /// two is not positive.
    pub fn spin_change(&self, mass: f32, inertia: f32) -> f32 {
        if mass > 0.0 && inertia > 0.0 {
            self.turn / inertia * (mass / (mass + self.added_mass))
        } else {
            0.0
        }
    }
}

/// Which sides of a grid are walls. The others are open: fluid comes and goes, no dye comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "a box has four sides, each a wall or not")]
pub struct FluidWalls {
    /// At x = 0.
    pub left: bool,
    /// At the far end of x.
    pub right: bool,
    /// At y = 0.
    pub top: bool,
    /// At the far end of y.
    pub bottom: bool,
}

impl FluidWalls {
    /// A closed box, the default.
    pub const CLOSED: Self = Self { left: true, right: true, top: true, bottom: true };
    /// No walls at all.
    pub const OPEN: Self = Self { left: false, right: false, top: false, bottom: false };
}

impl Default for FluidWalls {
    fn default() -> Self {
        Self::CLOSED
    }
}

/// Nobody's node, face or cell.
const NOBODY: u32 = u32::MAX;
/// What closes a face moves no faster, in pixels per second, and no corner is further from it, in cells: what is
/// computed from these stays finite.
const MOST: f32 = 1e9;
/// Slits narrower than this part of a face are closed: they would only spoil the numbers.
const SLIT: f32 = 0.02;

/// Faces and cells as walls and solids leave them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Obstacles {
    pub(crate) domain: Domain,
    /// The velocity of what closes a face, normal to it.
    pub(crate) wall_u: Vec<f32>,
    pub(crate) wall_v: Vec<f32>,
    /// Signed distance of each corner of the cells to the nearest solid, in cells, and whose it is.
    corners: Vec<(f32, u32)>,
    /// Of each solid the length of the outline that is wet, and of all of it.
    outlines: Vec<(f32, f32)>,
    /// What was taken over last.
    solids: Vec<FluidSolid>,
    mask: Option<Grid2<bool>>,
    walls: FluidWalls,
    cell: f32,
    has_solid_cells: bool,
}

/// Whether a place, in cells, lies in a cell of a mask.
pub(crate) fn is_masked(mask: &Grid2<bool>, at: Vec2) -> bool {
    let cell = at.floor();
    mask.get(cell.x as i32, cell.y as i32) == Some(&true)
}

impl Obstacles {
    pub(crate) fn new(width: usize, height: usize, cell: f32) -> Self {
        let mut made = Self {
            domain: Domain {
                width,
                height,
                kinds: vec![CellKind::Fluid; width * height],
                open_x: vec![1.0; (width + 1) * height],
                open_y: vec![1.0; width * (height + 1)],
            },
            wall_u: vec![0.0; (width + 1) * height],
            wall_v: vec![0.0; width * (height + 1)],
            corners: vec![(f32::INFINITY, NOBODY); (width + 1) * (height + 1)],
            cell,
            ..Self::default()
        };
        made.rebuild();
        made
    }

    /// Takes over walls and solids; `false` when they are those of last time. Bad solids are left out.
    pub(crate) fn set(
        &mut self,
        walls: FluidWalls,
        solids: &[FluidSolid],
        mask: Option<&Grid2<bool>>,
    ) -> bool {
        if self.are((walls, solids, mask)) {
            return false;
        }
        self.walls = walls;
        self.solids.clear();
        self.solids.extend_from_slice(solids);
        if self.mask.as_ref() != mask {
            self.mask = mask.cloned();
        }
        self.rebuild();
        true
    }

    /// What was taken over last.
    pub(crate) fn stated(&self) -> Stated<'_> {
        (self.walls, &self.solids, self.mask.as_ref())
    }

    /// Whether these were taken over last.
    pub(crate) fn are(&self, stated: Stated<'_>) -> bool {
        self.stated() == stated
    }

    fn rebuild(&mut self) {
        self.measure_corners();
        self.close_faces();
        self.close_borders();
        self.fill_cells();
    }

    fn measure_corners(&mut self) {
        let (w, h) = (self.domain.width, self.domain.height);
        self.corners.fill((f32::INFINITY, NOBODY));
        for (number, solid) in self.solids.iter().enumerate().filter(|(_, solid)| solid.is_valid())
        {
            let bounds = solid.shape.aabb();
            // A cell more on each side, so that the distance is known on both ends of a face that is cut.
            let first = |low: f32| ((low / self.cell).floor() - 1.0).max(0.0) as usize;
            let last = |high: f32, most: usize| {
                ((high / self.cell).ceil() + 1.0).clamp(-1.0, most as f32) as isize
            };
            let (right, bottom) = (last(bounds.max.x, w), last(bounds.max.y, h));
            for y in first(bounds.min.y)..(bottom + 1).max(0) as usize {
                for x in first(bounds.min.x)..(right + 1).max(0) as usize {
                    let distance =
                        solid.shape.signed_distance(vec2(x as f32, y as f32) * self.cell)
                            / self.cell;
                    let distance = distance.clamp(-MOST, MOST);
                    let corner = &mut self.corners[y * (w + 1) + x];
                    if distance < corner.0 {
                        *corner = (distance, number as u32);
                    }
                }
            }
        }
    }

    fn close_faces(&mut self) {
        let (w, h, cell) = (self.domain.width, self.domain.height, self.cell);
        let solids = &self.solids;
        let corners = &self.corners;
        let face = |a: (f32, u32), b: (f32, u32), middle: Vec2| {
            let open = 1.0 - covered(a.0, b.0);
            let owner = if a.0 < b.0 { a.1 } else { b.1 };
            let velocity = match solids.get(owner as usize) {
                Some(solid) if open < 1.0 => solid.velocity_at(middle * cell),
                _ => Vec2::ZERO,
            };
            let velocity = if velocity.is_finite() { velocity } else { Vec2::ZERO };
            let velocity = velocity.clamp(Vec2::splat(-MOST), Vec2::splat(MOST));
            (open, velocity)
        };
        for y in 0..h {
            for x in 0..=w {
                let (a, b) = (corners[y * (w + 1) + x], corners[(y + 1) * (w + 1) + x]);
                let (open, velocity) = face(a, b, vec2(x as f32, y as f32 + 0.5));
                self.domain.open_x[y * (w + 1) + x] = open;
                self.wall_u[y * (w + 1) + x] = velocity.x;
            }
        }
        for y in 0..=h {
            for x in 0..w {
                let (a, b) = (corners[y * (w + 1) + x], corners[y * (w + 1) + x + 1]);
                let (open, velocity) = face(a, b, vec2(x as f32 + 0.5, y as f32));
                self.domain.open_y[y * w + x] = open;
                self.wall_v[y * w + x] = velocity.y;
            }
        }
    }

    fn close_borders(&mut self) {
        let (w, h) = (self.domain.width, self.domain.height);
        let mut shut_x = |x: usize, y: usize| {
            self.domain.open_x[y * (w + 1) + x] = 0.0;
            self.wall_u[y * (w + 1) + x] = 0.0;
        };
        for y in 0..h {
            if self.walls.left {
                shut_x(0, y);
            }
            if self.walls.right {
                shut_x(w, y);
            }
        }
        let mut shut_y = |x: usize, y: usize| {
            self.domain.open_y[y * w + x] = 0.0;
            self.wall_v[y * w + x] = 0.0;
        };
        for x in 0..w {
            if self.walls.top {
                shut_y(x, 0);
            }
            if self.walls.bottom {
                shut_y(x, h);
            }
        }
        let Some(mask) = &self.mask else { return };
        for (at, _) in mask.iter().filter(|&(_, &solid)| solid) {
            let (x, y) = (at.x as usize, at.y as usize);
            if x < w && y < h {
                for x in [x, x + 1] {
                    self.domain.open_x[y * (w + 1) + x] = 0.0;
                    self.wall_u[y * (w + 1) + x] = 0.0;
                }
                for y in [y, y + 1] {
                    self.domain.open_y[y * w + x] = 0.0;
                    self.wall_v[y * w + x] = 0.0;
                }
            }
        }
    }

    /// A cell is solid when none of its faces is open.
    fn fill_cells(&mut self) {
        let Domain { width: w, height: h, ref open_x, ref open_y, ref mut kinds } = self.domain;
        let mut solid = false;
        for y in 0..h {
            for x in 0..w {
                let faces = [
                    open_x[y * (w + 1) + x],
                    open_x[y * (w + 1) + x + 1],
                    open_y[y * w + x],
                    open_y[(y + 1) * w + x],
                ];
                let is_solid = faces == [0.0; 4];
                solid |= is_solid;
                kinds[y * w + x] = if is_solid { CellKind::Solid } else { CellKind::Fluid };
            }
        }
        self.has_solid_cells = solid;
    }

    /// Whether any cell is solid.
    pub(crate) fn has_solid_cells(&self) -> bool {
        self.has_solid_cells
    }

    /// Whether a place, in cells, lies in a cell of the mask.
    pub(crate) fn is_masked(&self, at: Vec2) -> bool {
        self.mask.as_ref().is_some_and(|mask| is_masked(mask, at))
    }

    pub(crate) fn has_mask(&self) -> bool {
        self.mask.is_some()
    }

    /// Where a way between two places, in cells, ends that does not go into cells of the mask: at the last place before
    /// them, and from there along them as far as that goes. Who begins in one comes out at the nearest free cell, if one is
    /// within eight cells.
    pub(crate) fn way_beside_mask(&self, from: Vec2, to: Vec2) -> Vec2 {
        if self.is_masked(from) {
            return self.nearest_free(from).unwrap_or(from);
        }
        // Half a cell at a time: no wall is thinner.
        let parts = (from.distance(to) * 2.0).ceil().max(1.0);
        let part = (to - from) / parts;
        let mut at = from;
        for _ in 0..parts as u32 {
            let ways = [at + part, at + vec2(part.x, 0.0), at + vec2(0.0, part.y)];
            match ways.into_iter().find(|&next| !self.is_masked(next)) {
                Some(next) => at = next,
                None => break,
            }
        }
        at
    }

    fn nearest_free(&self, from: Vec2) -> Option<Vec2> {
        const REACH: i32 = 8;
        let (w, h) = (self.domain.width as f32, self.domain.height as f32);
        let middle = from.floor() + 0.5;
        let around = (-REACH..=REACH).flat_map(|y| (-REACH..=REACH).map(move |x| (x, y)));
        let around = around.map(|(x, y)| middle + vec2(x as f32, y as f32));
        let inside = |at: &Vec2| at.x > 0.0 && at.y > 0.0 && at.x < w && at.y < h;
        let free = around.filter(|at| inside(at) && !self.is_masked(*at));
        free.min_by(|a, b| a.distance_squared(from).total_cmp(&b.distance_squared(from)))
    }

    /// Faces that are closed move with what closes them.
    pub(crate) fn hold(&self, flow: &mut Staggered) {
        let hold = |values: &mut [f32], open: &[f32], walls: &[f32]| {
            for ((value, &open), &wall) in values.iter_mut().zip(open).zip(walls) {
                if open == 0.0 {
                    *value = wall;
                }
            }
        };
        hold(&mut flow.u, &self.domain.open_x, &self.wall_u);
        hold(&mut flow.v, &self.domain.open_y, &self.wall_v);
    }

    /// What flows out of a cell, through the open parts of its faces and with the closed ones.
    #[inline]
    pub(crate) fn flux(&self, flow: &Staggered, x: usize, y: usize) -> f32 {
        let Domain { width: w, open_x, open_y, .. } = &self.domain;
        let through = |flow: f32, open: f32, wall: f32| flow * open + wall * (1.0 - open);
        let through_x = |at: usize| through(flow.u[at], open_x[at], self.wall_u[at]);
        let through_y = |at: usize| through(flow.v[at], open_y[at], self.wall_v[at]);
        let (u, v) = (y * (w + 1) + x, y * w + x);
        through_x(u + 1) - through_x(u) + through_y(v + w) - through_y(v)
    }

    /// Adds up what pressures do to each solid; `kinds` says which cells are wet, when not all are. The outline of a
    /// solid in a cell, as an arrow out of the fluid, is what it covers of the faces, each by its own solid. Walls and
    /// the mask close faces, too, and are nobody's outline.
    pub(crate) fn pushes(
        &mut self,
        kinds: Option<&[CellKind]>,
        pressure: &[f32],
        pushes: &mut Vec<SolidPush>,
    ) {
        let Domain { width: w, height: h, .. } = &self.domain;
        pushes.clear();
        pushes.resize(self.solids.len(), SolidPush::default());
        if self.solids.is_empty() {
            return;
        }
        let is_wet = |cell: usize| kinds.is_none_or(|kinds| kinds[cell] == CellKind::Fluid);
        self.outlines.clear();
        self.outlines.resize(self.solids.len(), (0.0, 0.0));
        for y in 0..*h {
            for x in 0..*w {
                let cell = y * w + x;
                let corners = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
                let [a, b, c, d] = corners.map(|(x, y)| self.corners[y * (w + 1) + x]);
                if [a, b, c, d].iter().all(|corner| corner.0 > 0.0) {
                    continue;
                }
                // Pressures here are by the size of a cell; so are the faces.
                let strength = pressure[cell] * self.cell * self.cell;
                let middle = vec2(x as f32 + 0.5, y as f32 + 0.5) * self.cell;
                let faces = [(a, c, -Vec2::X), (b, d, Vec2::X), (a, b, -Vec2::Y), (c, d, Vec2::Y)];
                let mut lengths = faces.map(|(from, to, normal)| {
                    let owner = if from.0 < to.0 { from.1 } else { to.1 };
                    (owner, normal * covered(from.0, to.0))
                });
                // What one solid covers of a cell is one outline, as long as its faces have no counterpart.
                for at in 0..lengths.len() {
                    let (owner, _) = lengths[at];
                    let same = lengths.iter().filter(|(other, _)| *other == owner);
                    let outline: Vec2 = same.map(|(_, part)| *part).sum();
                    for (_, part) in lengths.iter_mut().filter(|(other, _)| *other == owner) {
                        *part = Vec2::ZERO;
                    }
                    let Some((push, solid)) =
                        pushes.get_mut(owner as usize).zip(self.solids.get(owner as usize))
                    else {
                        continue;
                    };
                    let length = outline.length();
                    let (wet, all) = &mut self.outlines[owner as usize];
                    *all += length;
                    *wet += if is_wet(cell) { length } else { 0.0 };
                    let impulse = outline * strength;
                    push.impulse += impulse;
                    push.turn += (middle - solid.center).perp_dot(impulse);
                }
            }
        }
        for ((push, solid), &(wet, all)) in pushes.iter_mut().zip(&self.solids).zip(&self.outlines)
        {
            push.added_mass = if all > 0.0 { solid.area() * wet / all } else { 0.0 };
        }
    }

    /// The way out of the nearest solid for a point in cells: zero outside of all.
    pub(crate) fn way_out(&self, point: Vec2) -> Vec2 {
        let (w, h) = (self.domain.width, self.domain.height);
        let cell = point.clamp(Vec2::ZERO, vec2(w as f32 - 1e-3, h as f32 - 1e-3));
        let (x, y) = (cell.x as usize, cell.y as usize);
        let part = cell - vec2(x as f32, y as f32);
        let row = w + 1;
        let [a, b, c, d] = [y * row + x, y * row + x + 1, (y + 1) * row + x, (y + 1) * row + x + 1]
            .map(|at| self.corners[at].0);
        if a.is_infinite() || b.is_infinite() || c.is_infinite() || d.is_infinite() {
            return Vec2::ZERO;
        }
        let distance = (a * (1.0 - part.x) + b * part.x) * (1.0 - part.y)
            + (c * (1.0 - part.x) + d * part.x) * part.y;
        if distance >= 0.0 {
            return Vec2::ZERO;
        }
        let slope = vec2(
            (b - a) * (1.0 - part.y) + (d - c) * part.y,
            (c - a) * (1.0 - part.x) + (d - b) * part.x,
        );
        slope.normalize_or_zero() * -distance
    }
}

/// The part of a face that is closed by the solids at its ends.
fn covered(a: f32, b: f32) -> f32 {
    let inside = inside(a, b);
    if 1.0 - inside < SLIT { 1.0 } else { inside }
}

/// The part of a face that is inside, from the signed distances of its ends. A face that lies in the outline is inside:
/// boxes on the lines of the grid are closed.
fn inside(a: f32, b: f32) -> f32 {
    match (a <= 0.0, b <= 0.0) {
        (true, true) => 1.0,
        (true, false) => {
            if b.is_infinite() {
                0.0
            } else {
                a / (a - b)
            }
        }
        (false, true) => {
            if a.is_infinite() {
                0.0
            } else {
                b / (b - a)
            }
        }
        (false, false) => 0.0,
    }
}
