//! Paths through a corridor of cells, and the cells as a graph.

use super::NavMesh;
use crate::Graph;
use motile_geom::{Vec2, glam::DVec2};

impl NavMesh {
    /// The edge that two neighbors share, as seen on the way from the first into the second: its left and right
    /// end. `None` for cells that share no edge.
    pub fn portal(&self, from: u32, to: u32) -> Option<(Vec2, Vec2)> {
        let mut edges = self.edges(from).map(|edge| edge as u32);
        let edge = edges.find(|&edge| self.beyond(edge).is_some_and(|(cell, _)| cell == to))?;
        let [left, right] = [self.vertex_after(edge), self.vertex_at(edge)];
        Some((self.vertices()[left as usize], self.vertices()[right as usize]))
    }

    /// The shortest path through a corridor of cells, pulled tight like a string (the funnel algorithm, Lee and
    /// Preparata 1984). `out` receives the points from start to goal, which should lie in the first and the
    /// last cell. Where two cells in a row share no edge it is no corridor: `out` stays empty, and the answer is
    /// `false`.
    ///
    /// The result is as short as any path through *these* cells, and never shorter than that of a
    /// [`MeshSearch`](crate::MeshSearch), which looks for the best corridor too. A corridor found by a search over
    /// centers ([`GraphSearch`](crate::GraphSearch) on the mesh) has no bound: where cells differ much in
    /// size, the path may be several times as long as the shortest.
    ///
    /// ```
    /// use motile_path::{GraphSearch, NavMesh};
    /// use motile_geom::vec2;
    /// let room = [vec2(0.0, 0.0), vec2(90.0, 0.0), vec2(90.0, 60.0), vec2(0.0, 60.0)];
    /// let pillar = [vec2(40.0, 20.0), vec2(60.0, 30.0), vec2(45.0, 45.0)];
    /// let mesh = NavMesh::from_outline(&room, &[&pillar], 0.0)?;
    /// let (start, goal) = (vec2(10.0, 25.0), vec2(80.0, 25.0));
    /// let mut cells = GraphSearch::new();
    /// let corridor = cells.find(&mesh, mesh.cell_at(start).unwrap(), mesh.cell_at(goal).unwrap())?;
    /// let mut points = Vec::new();
    /// mesh.funnel(corridor, start, goal, &mut points);
    /// assert_eq!((points[0], points[points.len() - 1]), (start, goal));
    /// # Ok::<(), motile_path::PathError>(())
    /// ```
    #[doc(alias = "string pulling")]
    #[doc(alias = "simple stupid funnel algorithm")]
    pub fn funnel(&self, cells: &[u32], start: Vec2, goal: Vec2, out: &mut Vec<Vec2>) -> bool {
        out.clear();
        if !self.is_corridor(cells) {
            return false;
        }
        let gate = |i: usize| match cells.get(i..i + 2) {
            // Checked above.
            Some(pair) => self.portal(pair[0], pair[1]).unwrap_or((goal, goal)),
            None => (goal, goal),
        };
        out.push(start);
        let mut apex = start;
        let (mut left, mut right) = ((start, 0), (start, 0));
        let mut i = 0;
        while i < cells.len() {
            let (next_left, next_right) = gate(i);
            if turn(apex, right.0, next_right) >= 0.0 {
                if apex == right.0 || turn(apex, left.0, next_right) < 0.0 {
                    right = (next_right, i);
                } else {
                    // The right side has come over the left one: the way bends there.
                    (apex, i) = (left.0, left.1 + 1);
                    out.push(apex);
                    (left, right) = ((apex, i), (apex, i));
                    continue;
                }
            }
            if turn(apex, left.0, next_left) <= 0.0 {
                if apex == left.0 || turn(apex, right.0, next_left) > 0.0 {
                    left = (next_left, i);
                } else {
                    (apex, i) = (right.0, right.1 + 1);
                    out.push(apex);
                    (left, right) = ((apex, i), (apex, i));
                    continue;
                }
            }
            i += 1;
        }
        if out.last() != Some(&goal) {
            out.push(goal);
        }
        true
    }

    /// A path through the middle of every edge between the cells of a corridor: longer, but far from walls. Like
    /// [`NavMesh::funnel`], `false` and no points where it is no corridor.
    pub fn center_path(&self, cells: &[u32], start: Vec2, goal: Vec2, out: &mut Vec<Vec2>) -> bool {
        out.clear();
        if !self.is_corridor(cells) {
            return false;
        }
        out.push(start);
        let portals = cells.windows(2).filter_map(|pair| self.portal(pair[0], pair[1]));
        out.extend(portals.map(|(left, right)| left * 0.5 + right * 0.5));
        out.push(goal);
        true
    }

    fn is_corridor(&self, cells: &[u32]) -> bool {
        cells.iter().all(|&cell| cell < self.cell_count())
            && cells.windows(2).all(|pair| self.portal(pair[0], pair[1]).is_some())
    }
}

/// Positive when `c` lies on the left of the line from `a` to `b`.
fn turn(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    let [a, b, c]: [DVec2; 3] = [a, b, c].map(Vec2::as_dvec2);
    (b - a).perp_dot(c - a)
}

/// Cells are nodes; a step costs the distance of their centers in units of the mesh.
impl Graph for NavMesh {
    fn node_count(&self) -> u32 {
        self.cell_count()
    }

    fn edges(&self, from: u32, visit: &mut dyn FnMut(u32, u32)) {
        for to in self.neighbors(from).flatten() {
            // Rounded up, so that no way around is cheaper than the estimate.
            visit(to, (distance(self, from, to)).ceil() as u32);
        }
    }

    fn estimate(&self, from: u32, goal: u32) -> u32 {
        distance(self, from, goal) as u32
    }
}

fn distance(mesh: &NavMesh, from: u32, to: u32) -> f64 {
    let way = mesh.center(from).as_dvec2().distance(mesh.center(to).as_dvec2());
    way * f64::from(mesh.unit())
}
