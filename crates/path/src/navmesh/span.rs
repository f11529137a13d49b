//! What a corner sees of an edge, and how the sight goes on beyond it.

use super::{NONE, NavMesh};
use motile_geom::{Vec2, glam::DVec2};

/// A part of an edge that the path has come to, all of it in sight of the last bend: what traces call a node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MeshSpan {
    /// The cell that is entered.
    pub cell: u32,
    /// The last bend, or the start.
    pub root: Vec2,
    /// The left end of what is in sight.
    pub left: Vec2,
    /// The right end.
    pub right: Vec2,
}

/// One end of a span.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tip {
    pub(super) at: DVec2,
    /// The vertex that is exactly there.
    pub(super) vertex: u32,
}

/// A node of the search: the part of an edge that is seen from a bend of the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) root: Tip,
    /// Length of the path to the root.
    pub(super) g: f64,
    pub(super) left: Tip,
    pub(super) right: Tip,
    /// The edge, as the cell that is entered has it.
    pub(super) edge: u32,
    pub(super) cell: u32,
    /// The span before this one, or none.
    pub(super) parent: u32,
}

/// How the shortest path from a root over a span to a place bends at the span.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Bend {
    Straight,
    Left,
    Right,
}

impl Span {
    /// Length of the shortest path from the root over the span to a place, obstacles aside, and where it bends. It is
    /// exact when the place lies in the cell that is entered.
    pub(super) fn left_to(&self, place: DVec2) -> (f64, Bend) {
        let (root, left, right) = (self.root.at, self.left.at, self.right.at);
        let place = self.ahead(place);
        let way = place - root;
        if (right - root).perp_dot(way) < 0.0 {
            (root.distance(right) + right.distance(place), Bend::Right)
        } else if (left - root).perp_dot(way) > 0.0 {
            (root.distance(left) + left.distance(place), Bend::Left)
        } else {
            (way.length(), Bend::Straight)
        }
    }

    /// A place on the side of the cell that is entered; its mirror image when it lies on the other side.
    fn ahead(&self, place: DVec2) -> DVec2 {
        // Any path to a place behind the span crosses it first, and is no shorter than the one to its mirror image.
        let along = self.right.at - self.left.at;
        // The cell is on the left of the way from the left end to the right one.
        let ahead = along.perp_dot(place - self.left.at);
        if ahead < 0.0 {
            place - along.perp() * (2.0 * ahead / along.length_squared())
        } else {
            place
        }
    }

    /// Where the path of [`Span::left_to`] crosses the span.
    pub(super) fn crossing(&self, place: DVec2) -> DVec2 {
        let (left, right) = (self.left.at, self.right.at);
        match self.left_to(place).1 {
            Bend::Left => left,
            Bend::Right => right,
            Bend::Straight => {
                let (root, place) = (self.root.at, self.ahead(place));
                let distance = |place: DVec2| (right - left).perp_dot(place - left).abs();
                let (here, there) = (distance(root), distance(place));
                let share = if here + there > 0.0 { here / (here + there) } else { 0.0 };
                root + (place - root) * share
            }
        }
    }

    /// Calls `visit` with the spans of the cell's other edges that this one leads to: those in sight of the root,
    /// and, where an end of the span is a corner to turn around, those beyond the line of sight.
    pub(super) fn spread(&self, mesh: &NavMesh, own: u32, mut visit: impl FnMut(Self)) {
        // Observable successors lie in sight of the root, the others are reached around an end of the span (Polyanya's
        // terms). Only corners of walls are worth a turn: elsewhere the string could be pulled tighter.
        let sight = Sight::new(self);
        let edges = mesh.edges(self.cell);
        let (begin, end) = (edges.start as u32, edges.end as u32);
        let turn = |tip: Tip| {
            let usable = tip.vertex != NONE && mesh.turns(tip.vertex);
            usable.then(|| Self { root: tip, g: self.g + self.root.at.distance(tip.at), ..*self })
        };
        let (around_right, around_left) = (turn(self.right), turn(self.left));
        // From the right end of the entered edge around to its left end.
        for i in 1..end - begin {
            let edge = begin + (self.edge - begin + i) % (end - begin);
            let Some((cell, twin)) = mesh.beyond(edge) else { continue };
            let tip = |vertex: u32| Tip { at: mesh.place(vertex), vertex };
            let (right, left) = (tip(mesh.vertex_at(edge)), tip(mesh.vertex_after(edge)));
            let mut emit = |from: &Self, right: Tip, left: Tip| {
                if right.at != left.at {
                    visit(Self { right, left, edge: twin, cell, parent: own, ..*from });
                }
            };
            let (from, to) = sight.part(right, left);
            if let (Some(around), Some(from)) = (&around_right, from.before) {
                emit(around, right, from);
            }
            if let (Some(from), Some(to)) = (from.inside, to.inside) {
                let at_root = [right.vertex, left.vertex].contains(&self.root.vertex);
                if (sight.whole && at_root) || sight.leaves_over(right, left) {
                    emit(self, from, to);
                } else {
                    // The edge lies in a line with the root: it is passed by turning at its nearer end.
                    let distance = |tip: &Tip| tip.at.distance_squared(self.root.at);
                    let near = if distance(&right) < distance(&left) { right } else { left };
                    if let Some(around) = turn(near) {
                        emit(&around, right, left);
                    }
                }
            }
            if let (Some(around), Some(to)) = (&around_left, to.before) {
                emit(around, to, left);
            }
        }
    }
}

/// The lines of sight past both ends of a span.
struct Sight {
    root: DVec2,
    right: DVec2,
    left: DVec2,
    /// The root is an end of the span and sees the whole cell.
    whole: bool,
}

/// Where an edge meets a line of sight: up to where it is out of sight, and from where it is in sight.
struct Cut {
    before: Option<Tip>,
    inside: Option<Tip>,
}

impl Sight {
    fn new(span: &Span) -> Self {
        let (root, left, right) = (span.root, span.left, span.right);
        let whole = root.vertex != NONE && [left.vertex, right.vertex].contains(&root.vertex);
        Self { root: root.at, right: right.at - root.at, left: left.at - root.at, whole }
    }

    /// Whether a line of sight can leave the cell over an edge, given from right to left: the root is on its inner
    /// side. Sight so goes ever farther away from the root, and never round it. Only an edge that begins or ends at
    /// the root may lie in a line with it: two cells can share several edges on one line, and would send the sight back and
    /// forth without end.
    fn leaves_over(&self, right: Tip, left: Tip) -> bool {
        (left.at - right.at).perp_dot(self.root - right.at) > 0.0
    }

    /// Cuts an edge, given from right to left, at both lines of sight.
    fn part(&self, right: Tip, left: Tip) -> (Cut, Cut) {
        if self.whole {
            let all = |tip| Cut { before: None, inside: Some(tip) };
            return (all(right), all(left));
        }
        // Positive on the inner side of each line.
        let inner_right = |tip: Tip| self.right.perp_dot(tip.at - self.root);
        let inner_left = |tip: Tip| -self.left.perp_dot(tip.at - self.root);
        let from = cut(right, left, inner_right(right), inner_right(left));
        let to = cut(left, right, inner_left(left), inner_left(right));
        (from, to)
    }
}

/// Cuts an edge from `near` to `far` at a line whose inner side is the positive one; `near` may be outside.
fn cut(near: Tip, far: Tip, near_side: f64, far_side: f64) -> Cut {
    // Edges run inwards. One that does not begins at the line itself, and is out of sight.
    if far_side < 0.0 || (far_side == 0.0 && near_side < 0.0) {
        return Cut { before: Some(far), inside: None };
    }
    if near_side >= 0.0 {
        return Cut { before: None, inside: Some(near) };
    }
    let share = near_side / (near_side - far_side);
    // Lines of sight through a vertex meet it, whatever rounding says.
    let tip = if share < SNAP {
        near
    } else if share > 1.0 - SNAP {
        far
    } else {
        Tip { at: near.at + (far.at - near.at) * share, vertex: NONE }
    };
    Cut { before: Some(tip), inside: Some(tip) }
}

/// Share of an edge within which a cut falls onto its end.
const SNAP: f64 = 1e-9;
