//! Which cell holds a place, and which place of the mesh is nearest to another.

use super::NavMesh;
use motile_geom::{Aabb, IVec2, Vec2, glam::DVec2, ivec2};

/// Cells by place: a grid of squares, each with a list of the cells whose boxes touch it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Places {
    pub(super) bounds: Aabb,
    /// Side of a square in pixels.
    side: f64,
    size: IVec2,
    /// Where the list of each square begins; one more entry than squares.
    first: Vec<u32>,
    cells: Vec<u32>,
    /// How far outside a cell a place still counts as inside: a few times what `f32` loses.
    skin: f64,
}

/// Most squares along a side.
const MOST: f64 = 1024.0;

impl Places {
    pub(super) fn new(mesh: &NavMesh, bounds: Aabb) -> Self {
        let size = bounds.size().as_dvec2().max(DVec2::splat(f64::MIN_POSITIVE));
        let wanted = (size.x * size.y / f64::from(mesh.cell_count())).sqrt();
        let side = wanted.max(size.max_element() / MOST);
        let squares = (size / side).ceil().max(DVec2::ONE).as_ivec2();
        let far = bounds.min.abs().max(bounds.max.abs()).max_element();
        let mut places = Self {
            bounds,
            side,
            size: squares,
            first: vec![0; squares.x as usize * squares.y as usize + 1],
            cells: Vec::new(),
            skin: f64::from(far) * f64::from(f32::EPSILON) * 4.0,
        };
        places.fill(mesh);
        places
    }

    /// Counts, sums up, then writes: every list in one array.
    fn fill(&mut self, mesh: &NavMesh) {
        let boxes = |places: &Self, cell| {
            let reach = Aabb::around(mesh.corners(cell));
            let (low, high) = (reach.min.as_dvec2(), reach.max.as_dvec2());
            (places.square(low - places.skin), places.square(high + places.skin))
        };
        for cell in 0..mesh.cell_count() {
            let (low, high) = boxes(self, cell);
            for y in low.y..=high.y {
                for x in low.x..=high.x {
                    let square = self.index(ivec2(x, y));
                    self.first[square + 1] += 1;
                }
            }
        }
        for i in 1..self.first.len() {
            self.first[i] += self.first[i - 1];
        }
        let mut next = self.first.clone();
        self.cells = vec![0; next[next.len() - 1] as usize];
        for cell in 0..mesh.cell_count() {
            let (low, high) = boxes(self, cell);
            for y in low.y..=high.y {
                for x in low.x..=high.x {
                    let slot = &mut next[self.index(ivec2(x, y))];
                    self.cells[*slot as usize] = cell;
                    *slot += 1;
                }
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        (self.first.capacity() + self.cells.capacity()) * 4
    }

    pub(super) const fn skin(&self) -> f64 {
        self.skin
    }

    /// The square of a place; the nearest one outside.
    fn square(&self, place: DVec2) -> IVec2 {
        let at = ((place - self.bounds.min.as_dvec2()) / self.side).floor();
        at.clamp(DVec2::ZERO, (self.size - 1).as_dvec2()).as_ivec2()
    }

    fn index(&self, square: IVec2) -> usize {
        square.y as usize * self.size.x as usize + square.x as usize
    }

    fn cells_in(&self, square: IVec2) -> &[u32] {
        let index = self.index(square);
        &self.cells[self.first[index] as usize..self.first[index + 1] as usize]
    }
}

impl NavMesh {
    /// Whether a place lies on the mesh, its border included. Places outside by no more than `f32` rounds
    /// count too.
    pub fn contains(&self, place: Vec2) -> bool {
        self.cell_at(place).is_some()
    }

    /// The cell that holds a place; on a shared border, the one with the smaller number.
    pub fn cell_at(&self, place: Vec2) -> Option<u32> {
        let mut found = None;
        self.cells_at(place, |cell| found = found.or(Some(cell)));
        found
    }

    /// Calls `visit` with all cells that hold a place (several on a shared border), and gives the exact place in
    /// them. A place that no cell holds exactly may lie in the skin of one.
    pub(super) fn cells_at(&self, place: Vec2, mut visit: impl FnMut(u32)) -> Option<DVec2> {
        if !place.is_finite() {
            return None;
        }
        let (places, at) = (self.places(), place.as_dvec2());
        let mut found = false;
        let near = places.cells_in(places.square(at));
        for &cell in near {
            if self.depth(cell, at) >= 0.0 {
                visit(cell);
                found = true;
            }
        }
        if found {
            return Some(at);
        }
        let in_skin = |&cell: &u32| self.nearest_in(cell, at).distance(at) <= places.skin();
        let cell = near.iter().copied().find(in_skin)?;
        visit(cell);
        Some(self.nearest_in(cell, at))
    }

    /// How far inside a cell a place lies: the distance to its nearest side, negative outside.
    fn depth(&self, cell: u32, at: DVec2) -> f64 {
        let sides = self.edges(cell).map(|edge| {
            let from = self.place(self.vertex_at(edge as u32));
            let way = self.place(self.vertex_after(edge as u32)) - from;
            let turn = way.perp_dot(at - from);
            // Exactly 0 on the line, without a division that could round.
            if turn == 0.0 { 0.0 } else { turn / way.length() }
        });
        sides.fold(f64::INFINITY, f64::min)
    }

    /// The place of the mesh nearest to another; itself when it lies on the mesh. NaN in, NaN out.
    pub fn nearest(&self, place: Vec2) -> Vec2 {
        if !place.is_finite() {
            return place;
        }
        self.nearest_where(place, |_| true).map_or(place, |(_, nearest)| nearest.as_vec2())
    }

    /// The place nearest to another among the cells that are wanted, with its cell.
    pub(super) fn nearest_where(
        &self,
        place: Vec2,
        wanted: impl Fn(u32) -> bool,
    ) -> Option<(u32, DVec2)> {
        let (places, at) = (self.places(), place.as_dvec2());
        let middle = places.square(at);
        let mut best: Option<(f64, u32, DVec2)> = None;
        for ring in 0..=places.size.max_element() {
            // Whatever lies in this ring of squares is at least so far away.
            let least = f64::from(ring - 1) * places.side;
            if best.is_some_and(|(squared, ..)| ring > 0 && squared <= least * least) {
                break;
            }
            for y in (middle.y - ring).max(0)..=(middle.y + ring).min(places.size.y - 1) {
                let whole_row = (y - middle.y).abs() == ring;
                let step = if whole_row { 1 } else { (2 * ring).max(1) };
                let mut x = middle.x - ring;
                while x <= middle.x + ring {
                    if (0..places.size.x).contains(&x) {
                        for &cell in places.cells_in(ivec2(x, y)) {
                            if wanted(cell) {
                                let near = self.nearest_in(cell, at);
                                let squared = near.distance_squared(at);
                                if best.is_none_or(|(least, number, _)| {
                                    (squared, cell) < (least, number)
                                }) {
                                    best = Some((squared, cell, near));
                                }
                            }
                        }
                    }
                    x += step;
                }
            }
        }
        best.map(|(_, cell, near)| (cell, near))
    }

    /// The place of a cell nearest to another.
    fn nearest_in(&self, cell: u32, at: DVec2) -> DVec2 {
        if self.depth(cell, at) >= 0.0 {
            return at;
        }
        let mut best = (f64::INFINITY, at);
        for edge in self.edges(cell) {
            let from = self.place(self.vertex_at(edge as u32));
            let way = self.place(self.vertex_after(edge as u32)) - from;
            let share = ((at - from).dot(way) / way.length_squared()).clamp(0.0, 1.0);
            let foot = from + way * share;
            let squared = foot.distance_squared(at);
            if squared < best.0 {
                best = (squared, foot);
            }
        }
        best.1
    }
}
