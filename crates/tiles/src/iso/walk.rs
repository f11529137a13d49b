//! Where one can walk, as a graph for path finding.

use super::passage::Passage;
use super::{IsoBody, IsoBox, IsoWorld, flat};
use motile_geom::{Aabb, Grid2, IVec2, Id, Vec2, Vec3, ivec2, vec3};

/// A place to stand: a cell of the floor at a height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IsoSpot {
    /// Column along x, row along z.
    pub cell: IVec2,
    /// The y of the surface there; negative is up.
    pub y: f32,
    /// The body that carries it; nothing on the ground.
    carrier: Option<Id<IsoBody>>,
}

/// The walkable places of an [`IsoWorld`]: for every cell the surfaces that one can stand on, with room above them, and which of them
/// lead to which. A cell under a bridge has two. From one place to the next leads what the walker can go straight on: a fence, a wall on the
/// border of cells or a beam that is not on the lattice stops it, unless it is low enough to be stepped on.
///
/// It is plain data for any path finder: [`edges`](Self::edges) has the form that the trait `Graph` of `motile-path` asks for, and
/// [`heights`](Self::heights) is a grid for worlds of one level.
///
/// ```
/// use motile_geom::{ivec2, vec3};
/// use motile_tiles::iso::{IsoBody, IsoWalk, IsoWorld};
///
/// let mut world = IsoWorld::new();
/// world.add(IsoBody::block(vec3(20.0, 0.0, 0.0), vec3(20.0, 8.0, 20.0)));
/// world.add(IsoBody::block(vec3(40.0, 0.0, 0.0), vec3(20.0, 60.0, 20.0)));
/// let walk = IsoWalk::new(&mut world, 4, 1, 20.0, vec3(8.0, 16.0, 8.0), 10.0);
/// let mut next = Vec::new();
/// let start = walk.spot_near(ivec2(0, 0), 0.0).unwrap();
/// walk.edges(start, &mut |spot, _| next.push(walk.position(spot)));
/// assert_eq!(next, [vec3(20.0, -8.0, 0.0)]);
/// ```
#[derive(Clone, Debug, Default)]
#[doc(alias = "walk grid")]
#[doc(alias = "navigation")]
pub struct IsoWalk {
    columns: u32,
    rows: u32,
    side: f32,
    step_height: f32,
    spots: Vec<IsoSpot>,
    /// Where the spots of each cell begin, one more at the end.
    starts: Vec<u32>,
    /// The heights on each spot's four borders: toward x, z, −x, −z.
    borders: Vec<[f32; 4]>,
    /// Where nothing stands between each spot and the next: a bit for each of the four sides, then one for each corner after
    /// them.
    free: Vec<u8>,
}

/// The four neighbors in the order of the borders.
const WAYS: [IVec2; 4] = [ivec2(1, 0), ivec2(0, 1), ivec2(-1, 0), ivec2(0, -1)];
/// What a step to a neighbor costs, and across a corner.
const STRAIGHT: u32 = 10;
const DIAGONAL: u32 = 14;

impl IsoWalk {
    /// The places of `columns` × `rows` cells with sides of a length, the first one's middle at (0, 0), for a walker of a size that
    /// steps up a height. Only fixed solid bodies count. Sizes that are not finite or not positive, and more than 4,096 cells a side, give no places.
    pub fn new(
        world: &mut IsoWorld,
        columns: u32,
        rows: u32,
        side: f32,
        walker: Vec3,
        step_height: f32,
    ) -> Self {
        let is_good =
            side.is_finite() && side > 0.0 && walker.is_finite() && step_height.is_finite();
        if !is_good || columns > 4096 || rows > 4096 {
            return Self::default();
        }
        let mut walk =
            Self { columns, rows, side, step_height, starts: vec![0], ..Self::default() };
        for cell in (0..rows as i32).flat_map(|z| (0..columns as i32).map(move |x| ivec2(x, z))) {
            walk.add_cell(world, cell, walker.abs());
            walk.starts.push(walk.spots.len() as u32);
        }
        walk.free_ways(world, walker.abs());
        walk
    }

    /// Finds out where the walker can go on straight, for all spots and ways.
    fn free_ways(&mut self, world: &mut IsoWorld, walker: Vec3) {
        let mut near = Vec::new();
        let size = Vec2::splat(2.0 * self.side) + flat(walker);
        for spot in 0..self.len() {
            near.clear();
            let around = Aabb::from_center(flat(self.position(spot)), size);
            world.fixed_near(around, |id, body| near.push((id, *body)));
            let free = if near.is_empty() { u8::MAX } else { self.free_of(spot, walker, &near) };
            self.free.push(free);
        }
    }

    fn free_of(&self, spot: u32, walker: Vec3, near: &[(Id<IsoBody>, IsoBody)]) -> u8 {
        let mut free = 0;
        let sides = [0, 1, 2, 3].map(|way| self.beside(spot, way));
        let passage = |to: u32, ways: &[usize], over: &[u32]| Passage {
            walker,
            step_height: self.step_height,
            places: [self.position(spot), self.position(to)],
            levels: [self.levels(spot, ways, 0), self.levels(to, ways, 2)],
            carriers: over.iter().map(|&spot| self.spots[spot as usize].carrier).collect(),
        };
        for way in 0..4 {
            let Some(to) = sides[way] else { continue };
            let is_free = passage(to, &[way], &[spot, to]).is_free(near);
            free |= u8::from(is_free) << way;
            let next = (way + 1) % 4;
            let (Some(other), Some(corner)) = (sides[next], self.beside(to, next)) else {
                continue;
            };
            let over = [spot, to, other, corner];
            let is_free = passage(corner, &[way, next], &over).is_free(near);
            free |= u8::from(is_free) << (4 + way);
        }
        free
    }

    /// The lowest and the highest place on the way from the middle of a spot to its borders, or to those across from them.
    fn levels(&self, spot: u32, ways: &[usize], across: usize) -> (f32, f32) {
        let y = self.spots[spot as usize].y;
        let borders = ways.iter().map(|way| self.borders[spot as usize][(way + across) % 4]);
        borders.fold((y, y), |(low, high), y| (low.max(y), high.min(y)))
    }

    fn add_cell(&mut self, world: &mut IsoWorld, cell: IVec2, walker: Vec3) {
        let middle = vec3(cell.x as f32 * self.side, 0.0, cell.y as f32 * self.side);
        let around = IsoBox::standing(middle, vec3(walker.x, 0.0, walker.z)).footprint();
        let mut surfaces: Vec<(f32, Option<Id<IsoBody>>)> = Vec::new();
        surfaces.extend(world.ground.map(|y| (y, None)));
        world.fixed_near(around, |id, body| {
            surfaces.push((body.surface(middle.x, middle.z), Some(id)));
        });
        surfaces.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (y, carrier) in surfaces {
            // A little above the surface, which touches what is beside it.
            let foot = vec3(middle.x, y - 0.01, middle.z);
            let height = (walker.y - 0.01).max(0.01);
            let room = IsoBox::standing(foot, vec3(walker.x, height, walker.z));
            let mut is_free = true;
            world.fixed_near(around, |id, body| {
                is_free &= Some(id) == carrier || !body.stops(middle).overlaps(&room);
            });
            if is_free {
                self.spots.push(IsoSpot { cell, y, carrier });
                let border = |way: IVec2| {
                    let half = way.as_vec2() * (self.side * 0.5);
                    let body = carrier.and_then(|id| world.get(id));
                    body.map_or(y, |body| body.surface(middle.x + half.x, middle.z + half.y))
                };
                self.borders.push(WAYS.map(border));
            }
        }
    }

    /// All places, cell by cell, the lowest of each cell first.
    pub fn spots(&self) -> &[IsoSpot] {
        &self.spots
    }

    /// Where in the world a place is.
    pub fn position(&self, spot: u32) -> Vec3 {
        let Some(place) = self.spots.get(spot as usize) else { return Vec3::ZERO };
        vec3(place.cell.x as f32 * self.side, place.y, place.cell.y as f32 * self.side)
    }

    /// The place of a cell whose height is nearest to `y`; nothing where one cannot stand.
    pub fn spot_near(&self, cell: IVec2, y: f32) -> Option<u32> {
        let off = |spot: u32| (self.spots[spot as usize].y - y).abs();
        self.of_cell(cell).min_by(|&a, &b| off(a).total_cmp(&off(b)))
    }

    /// Calls `visit` with every place that is one step away and what the step costs: 10 to a side, 14 across a corner that is free
    /// on both sides.
    pub fn edges(&self, from: u32, visit: &mut dyn FnMut(u32, u32)) {
        let sides = [0, 1, 2, 3].map(|way| self.next(from, way));
        for to in sides.into_iter().flatten() {
            visit(to, STRAIGHT);
        }
        for way in 0..4 {
            let next = (way + 1) % 4;
            let (Some(a), Some(b)) = (sides[way], sides[next]) else { continue };
            // Both ways round have to end at the same place.
            if let (Some(over_a), Some(over_b)) = (self.next(a, next), self.next(b, way))
                && over_a == over_b
                && self.is_free(from, 4 + way)
            {
                visit(over_a, DIAGONAL);
            }
        }
    }

    /// How many places there are.
    pub fn len(&self) -> u32 {
        self.spots.len() as u32
    }

    /// Whether one can stand nowhere.
    pub fn is_empty(&self) -> bool {
        self.spots.is_empty()
    }

    /// At most what the steps from one place to another cost.
    pub fn estimate(&self, from: u32, to: u32) -> u32 {
        let (Some(a), Some(b)) = (self.spots.get(from as usize), self.spots.get(to as usize))
        else {
            return 0;
        };
        let away = (a.cell - b.cell).abs();
        let (near, far) = (away.min_element() as u32, away.max_element() as u32);
        near * DIAGONAL + (far - near) * STRAIGHT
    }

    /// For every cell the height of its lowest place; nothing where one cannot stand. Nothing at all when there are no cells.
    pub fn heights(&self) -> Option<Grid2<Option<f32>>> {
        let lowest = |x: u32, y: u32| {
            let spot = self.of_cell(ivec2(x as i32, y as i32)).next()?;
            Some(self.spots[spot as usize].y)
        };
        Grid2::from_fn(self.columns, self.rows, lowest).ok()
    }

    fn of_cell(&self, cell: IVec2) -> core::ops::Range<u32> {
        let is_inside =
            (0..self.columns as i32).contains(&cell.x) && (0..self.rows as i32).contains(&cell.y);
        if !is_inside {
            return 0..0;
        }
        let index = cell.y as usize * self.columns as usize + cell.x as usize;
        self.starts[index]..self.starts[index + 1]
    }

    fn is_free(&self, from: u32, bit: usize) -> bool {
        self.free.get(from as usize).is_some_and(|free| free >> bit & 1 == 1)
    }

    /// The place to one side that one can go to.
    fn next(&self, from: u32, way: usize) -> Option<u32> {
        self.beside(from, way).filter(|_| self.is_free(from, way))
    }

    /// The place to one side whose border is within a step of this one's.
    fn beside(&self, from: u32, way: usize) -> Option<u32> {
        let place = self.spots.get(from as usize)?;
        let here = self.borders[from as usize][way];
        let gap = |spot: u32| (self.borders[spot as usize][(way + 2) % 4] - here).abs();
        let nearest =
            self.of_cell(place.cell + WAYS[way]).min_by(|&a, &b| gap(a).total_cmp(&gap(b)))?;
        (gap(nearest) <= self.step_height + 1e-3).then_some(nearest)
    }
}
