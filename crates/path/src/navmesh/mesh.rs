//! The mesh: convex cells, their neighbors and what can be asked of them.

use super::{NONE, locate::Places};
use crate::{MeshError, PathError, grid::bits::mix};
use motile_geom::{Aabb, MarkRole, MarkSink, Marks, Segment, Vec2, glam::DVec2};

/// A navigation mesh: ground that can be walked, as convex cells that share edges. Units are pixels.
///
/// It is built from given cells ([`NavMesh::from_cells`]), from an outline with holes
/// ([`NavMesh::from_outline`]) or from a grid ([`NavMesh::from_grid`]), and does not change: to edit the ground,
/// build it anew (some milliseconds for a few hundred corners). It holds no search state, so any number of
/// searches may read it. [`MeshSearch`](crate::MeshSearch) finds shortest paths on it.
///
/// As a [`Graph`](crate::Graph) its nodes are the cells, joined where they share an edge, at the distances of
/// their centers.
#[doc(alias = "navigation mesh")]
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(into = "crate::grid::stored::StoredMesh", try_from = "crate::grid::stored::StoredMesh")
)]
pub struct NavMesh {
    vertices: Vec<Vec2>,
    /// Where the corners of each cell begin; one more entry than cells.
    first: Vec<u32>,
    /// Vertices of all cells. An *edge* goes by the place of its first corner in this list.
    corners: Vec<u32>,
    /// For every edge the same edge of the cell on its other side.
    twins: Vec<u32>,
    /// The cell of every edge.
    owners: Vec<u32>,
    /// Vertices around which a shortest path may turn: the ground there spans more than a half turn.
    turns: Vec<bool>,
    /// Cells that can reach each other have the same number.
    components: Vec<u32>,
    component_count: u32,
    places: Places,
    /// Units a pixel in traces and in the graph of cells.
    unit: f32,
    fingerprint: u64,
}

impl NavMesh {
    /// A mesh from convex cells, each given by the numbers of its vertices in either direction. Cells are
    /// neighbors when they share an edge, that is, both of its vertices. Corners may be flat (so that
    /// several neighbors fit along one side). Cells must not overlap; only edges used twice are noticed.
    ///
    /// ```
    /// use motile_path::{MeshSearch, NavMesh};
    /// use motile_geom::vec2;
    /// let vertices = [
    ///     vec2(0.0, 0.0), vec2(40.0, 0.0), vec2(40.0, 30.0), vec2(0.0, 30.0),
    ///     vec2(40.0, 90.0), vec2(20.0, 90.0), vec2(20.0, 30.0),
    /// ];
    /// let cells = [vec![0, 1, 2, 6, 3], vec![6, 2, 4, 5]];
    /// let mesh = NavMesh::from_cells(&vertices, &cells)?;
    /// let mut search = MeshSearch::new();
    /// let path = search.find(&mesh, vec2(0.0, 5.0), vec2(25.0, 80.0))?;
    /// assert_eq!(path.points, [vec2(0.0, 5.0), vec2(20.0, 30.0), vec2(25.0, 80.0)]);
    /// # Ok::<(), motile_path::PathError>(())
    /// ```
    ///
    /// # Errors
    /// [`PathError::Mesh`] with the cell and corner: numbers that are not vertices, vertices that are not finite,
    /// cells that are not convex or have no area, edges that two cells use in the same direction.
    pub fn from_cells(vertices: &[Vec2], cells: &[impl AsRef<[u32]>]) -> Result<Self, PathError> {
        let (mut corners, mut first) = (Vec::new(), vec![0]);
        for (number, cell) in cells.iter().enumerate() {
            let part = number as u32;
            let cell = cell.as_ref();
            if cell.len() < 3 {
                return Err(MeshError::TooFewCorners { part }.into());
            }
            let begin = corners.len();
            for (corner, &vertex) in cell.iter().enumerate() {
                let corner = corner as u32;
                let Some(at) = vertices.get(vertex as usize) else {
                    return Err(MeshError::NoSuchVertex { part, corner }.into());
                };
                if !at.is_finite() {
                    return Err(MeshError::NotFinite { part, corner }.into());
                }
                corners.push(vertex);
            }
            let place = |vertex: u32| vertices[vertex as usize].as_dvec2();
            if area(corners[begin..].iter().map(|&vertex| place(vertex))) < 0.0 {
                corners[begin..].reverse();
            }
            if !is_convex(&corners[begin..], place) {
                return Err(MeshError::NotConvex { part }.into());
            }
            first.push(corners.len() as u32);
        }
        Ok(Self::new(vertices.to_vec(), corners, first)?)
    }

    /// A mesh from convex cells of positive turn.
    pub(super) fn new(
        vertices: Vec<Vec2>,
        corners: Vec<u32>,
        first: Vec<u32>,
    ) -> Result<Self, MeshError> {
        let count = first.len() - 1;
        if count == 0 {
            return Err(MeshError::Empty);
        }
        let mut owners = Vec::with_capacity(corners.len());
        for cell in 0..count {
            owners.resize(first[cell + 1] as usize, cell as u32);
        }
        let bounds = Aabb::around(corners.iter().map(|&vertex| vertices[vertex as usize]));
        // Sums of a few hundred times the diagonal still fit into 32 bits.
        let diagonal = bounds.size().as_dvec2().length().max(f64::MIN_POSITIVE);
        let mut mesh = Self {
            twins: Vec::new(),
            turns: vec![false; vertices.len()],
            components: Vec::new(),
            component_count: 0,
            places: Places::default(),
            unit: ((1 << 22) as f64 / diagonal).min(1e30) as f32,
            fingerprint: 0,
            vertices,
            first,
            corners,
            owners,
        };
        mesh.find_twins()?;
        mesh.find_turns();
        mesh.find_components();
        mesh.places = Places::new(&mesh, bounds);
        mesh.fingerprint = mesh.hash();
        Ok(mesh)
    }

    /// Finds the same edge in neighbors.
    fn find_twins(&mut self) -> Result<(), MeshError> {
        let ends = |edge: u32| (self.corners[edge as usize], self.vertex_after(edge));
        let mut order: Vec<(u32, u32, bool, u32)> = (0..self.corners.len() as u32)
            .map(|edge| {
                let (a, b) = ends(edge);
                (a.min(b), a.max(b), a > b, edge)
            })
            .collect();
        order.sort_unstable();
        let mut twins = vec![NONE; self.corners.len()];
        for pair in order.windows(2) {
            let [(a, b, direction, edge), (c, d, other_direction, other)] = [pair[0], pair[1]];
            if (a, b) != (c, d) {
                continue;
            }
            if direction == other_direction {
                let part = self.owners[other as usize];
                return Err(MeshError::EdgeUsedTwice {
                    part,
                    corner: other - self.first[part as usize],
                });
            }
            twins[edge as usize] = other;
            twins[other as usize] = edge;
        }
        self.twins = twins;
        Ok(())
    }

    /// Finds the vertices where walls stick out: from every wall, over the cells that meet at its first vertex, to
    /// the wall on the other side of them.
    fn find_turns(&mut self) {
        for wall in 0..self.corners.len() as u32 {
            if self.twins[wall as usize] != NONE {
                continue;
            }
            let mut before = self.edge_before(wall);
            while self.twins[before as usize] != NONE {
                before = self.edge_before(self.twins[before as usize]);
            }
            let vertex = self.corners[wall as usize];
            let [a, b, c] = [self.corners[before as usize], vertex, self.vertex_after(wall)]
                .map(|vertex| self.place(vertex));
            let turn = (b - a).perp_dot(c - b);
            self.turns[vertex as usize] |= turn < 0.0 || (turn == 0.0 && (b - a).dot(c - b) < 0.0);
        }
    }

    fn find_components(&mut self) {
        self.components = vec![NONE; self.first.len() - 1];
        let mut front = Vec::new();
        for start in 0..self.cell_count() {
            if self.components[start as usize] != NONE {
                continue;
            }
            self.components[start as usize] = self.component_count;
            front.push(start);
            while let Some(cell) = front.pop() {
                for edge in self.first[cell as usize]..self.first[cell as usize + 1] {
                    let twin = self.twins[edge as usize];
                    if twin != NONE {
                        let next = self.owners[twin as usize];
                        if self.components[next as usize] == NONE {
                            self.components[next as usize] = self.component_count;
                            front.push(next);
                        }
                    }
                }
            }
            self.component_count += 1;
        }
    }

    fn hash(&self) -> u64 {
        let vertices =
            self.vertices.iter().map(|v| u64::from(v.x.to_bits()) << 32 | u64::from(v.y.to_bits()));
        let corners = self.corners.iter().zip(&self.owners);
        let corners = corners.map(|(&vertex, &cell)| u64::from(cell) << 32 | u64::from(vertex));
        vertices.chain(corners).fold(1, |hash: u64, word| mix(hash, word ^ 0x5555_5555_5555_5555))
    }

    /// Number of cells; they are numbered from 0.
    pub const fn cell_count(&self) -> u32 {
        self.first.len() as u32 - 1
    }

    /// All vertices; some may belong to no cell.
    pub fn vertices(&self) -> &[Vec2] {
        &self.vertices
    }

    /// The numbers of a cell's vertices, clockwise on the screen; empty for a number that is no cell.
    pub fn cell(&self, cell: u32) -> &[u32] {
        &self.corners[self.edges(cell)]
    }

    /// The corners of a cell, clockwise on the screen.
    pub fn corners(&self, cell: u32) -> impl ExactSizeIterator<Item = Vec2> + Clone + '_ {
        self.cell(cell).iter().map(|&vertex| self.vertices[vertex as usize])
    }

    /// For every edge of a cell, from each corner to the next, the cell on its other side; `None` at walls.
    pub fn neighbors(&self, cell: u32) -> impl ExactSizeIterator<Item = Option<u32>> + '_ {
        self.edges(cell).map(|edge| self.beyond(edge as u32).map(|(next, _)| next))
    }

    /// The edges with ground on one side only.
    pub fn walls(&self) -> impl Iterator<Item = Segment> + '_ {
        let walls =
            (0..self.corners.len() as u32).filter(|&edge| self.twins[edge as usize] == NONE);
        walls.map(|edge| {
            let ends = [self.corners[edge as usize], self.vertex_after(edge)];
            let [a, b] = ends.map(|vertex| self.vertices[vertex as usize]);
            Segment::new(a, b)
        })
    }

    /// Marks the walls and the edges that cells share.
    pub fn mark(&self, marks: &mut Marks) {
        if !marks.is_on() {
            return;
        }
        for edge in 0..self.corners.len() as u32 {
            let twin = self.twins[edge as usize];
            let [a, b] = [self.corners[edge as usize], self.vertex_after(edge)]
                .map(|vertex| self.vertices[vertex as usize]);
            match twin {
                NONE => marks.line(MarkRole::Collider, a, b),
                _ if twin > edge => marks.line(MarkRole::GridLine, a, b),
                _ => {}
            }
        }
    }

    /// The smallest box around all cells.
    pub const fn bounds(&self) -> Aabb {
        self.places.bounds
    }

    /// The middle of a cell: the mean of its corners. Zero for a number that is no cell.
    pub fn center(&self, cell: u32) -> Vec2 {
        let sum: DVec2 = self.corners(cell).map(Vec2::as_dvec2).sum();
        (sum / self.cell(cell).len().max(1) as f64).as_vec2()
    }

    /// A number that cells share exactly when there is a path between them; `None` for a number that is no cell.
    pub fn component(&self, cell: u32) -> Option<u32> {
        self.components.get(cell as usize).copied()
    }

    /// How many parts without a path between them the mesh has.
    pub const fn component_count(&self) -> u32 {
        self.component_count
    }

    /// Units a pixel in traces and in costs of the graph of cells.
    pub const fn unit(&self) -> f32 {
        self.unit
    }

    /// Hash of the whole mesh: searches notice by it that they were given another one.
    pub const fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Bytes of memory held.
    pub fn memory_bytes(&self) -> u64 {
        let numbers = self.first.capacity()
            + self.corners.capacity()
            + self.twins.capacity()
            + self.owners.capacity()
            + self.components.capacity();
        let bytes = self.vertices.capacity() * 8 + numbers * 4 + self.turns.capacity();
        (bytes + self.places.bytes()) as u64
    }

    /// A length in units.
    pub(super) fn units(&self, length: f64) -> u32 {
        (length * f64::from(self.unit)) as u32
    }

    pub(super) const fn places(&self) -> &Places {
        &self.places
    }

    /// The edges of a cell; none for a number that is no cell.
    pub(super) fn edges(&self, cell: u32) -> core::ops::Range<usize> {
        match self.first.get(cell as usize..cell as usize + 2) {
            Some(range) => range[0] as usize..range[1] as usize,
            None => 0..0,
        }
    }

    /// The cell on the other side of an edge, and the edge as that cell has it.
    #[inline]
    pub(super) fn beyond(&self, edge: u32) -> Option<(u32, u32)> {
        let twin = self.twins[edge as usize];
        (twin != NONE).then(|| (self.owners[twin as usize], twin))
    }

    /// The vertex where an edge begins.
    #[inline]
    pub(super) fn vertex_at(&self, edge: u32) -> u32 {
        self.corners[edge as usize]
    }

    /// The vertex where an edge ends.
    #[inline]
    pub(super) fn vertex_after(&self, edge: u32) -> u32 {
        let cell = self.owners[edge as usize] as usize;
        let next = edge + 1;
        let next = if next == self.first[cell + 1] { self.first[cell] } else { next };
        self.corners[next as usize]
    }

    fn edge_before(&self, edge: u32) -> u32 {
        let cell = self.owners[edge as usize] as usize;
        if edge == self.first[cell] { self.first[cell + 1] - 1 } else { edge - 1 }
    }

    #[inline]
    pub(super) fn place(&self, vertex: u32) -> DVec2 {
        self.vertices[vertex as usize].as_dvec2()
    }

    #[inline]
    pub(super) fn turns(&self, vertex: u32) -> bool {
        self.turns[vertex as usize]
    }
}

/// Twice the signed area of a closed line.
fn area(corners: impl Iterator<Item = DVec2> + Clone) -> f64 {
    let Some(first) = corners.clone().next() else { return 0.0 };
    let pairs = corners.clone().zip(corners.skip(1));
    pairs.map(|(a, b)| (a - first).perp_dot(b - first)).sum()
}

/// Whether a cell of positive turn is convex, with an area, and goes round once.
fn is_convex(cell: &[u32], place: impl Fn(u32) -> DVec2) -> bool {
    let count = cell.len();
    let corner = |i: usize| place(cell[i % count]);
    let mut turned = false;
    for i in 0..count {
        let (a, b) = (corner(i + 1) - corner(i), corner(i + 2) - corner(i + 1));
        let turn = a.perp_dot(b);
        if turn < 0.0 || (turn == 0.0 && a.dot(b) <= 0.0) {
            return false;
        }
        turned |= turn > 0.0;
    }
    // Going round more than once, x would turn back more often.
    let mut steps = (0..count).map(|i| corner(i + 1).x - corner(i).x).filter(|&step| step != 0.0);
    let Some(first) = steps.next() else { return false };
    let (mut last, mut reversals) = (first, 0);
    for step in steps.chain([first]) {
        reversals += u32::from((step > 0.0) != (last > 0.0));
        last = step;
    }
    turned && reversals == 2
}
