//! Triangles merged into convex cells.

use super::{
    NONE,
    delaunay::{Delaunay, dot, turn},
};
use motile_geom::IVec2;

/// An edge of a cell, which is on its left.
#[derive(Clone, Copy)]
struct Edge {
    from: u32,
    next: u32,
    before: u32,
    /// This edge as the cell on the other side has it.
    twin: u32,
    gone: bool,
}

/// Merges the free triangles across every edge that leaves a convex cell, the longest edges first (Hertel and
/// Mehlhorn 1983: at most four times as many cells as the fewest possible). Gives the points in use, the
/// corners of all cells, and where those of each cell begin.
pub(super) fn merge(mesh: &Delaunay, free: &[bool]) -> (Vec<IVec2>, Vec<u32>, Vec<u32>) {
    let mut edges = edges_of(mesh, free);
    let length = |edge: &Edge, edges: &[Edge]| {
        let to = edges[edge.next as usize].from;
        let way = mesh.points[to as usize] - mesh.points[edge.from as usize];
        dot(way, way)
    };
    let inner = (0..edges.len() as u32).filter(|&i| edges[i as usize].twin > i);
    let mut order: Vec<(i64, u32)> = inner
        .filter(|&i| edges[i as usize].twin != NONE)
        .map(|i| (-length(&edges[i as usize], &edges), i))
        .collect();
    order.sort_unstable();
    for (_, edge) in order {
        if stays_convex(mesh, &edges, edge) && stays_convex(mesh, &edges, edges[edge as usize].twin)
        {
            remove(&mut edges, edge);
        }
    }
    collect(mesh, &mut edges)
}

fn edges_of(mesh: &Delaunay, free: &[bool]) -> Vec<Edge> {
    let mut number = vec![NONE; mesh.triangles.len()];
    let mut count = 0;
    for (number, _) in number.iter_mut().zip(free).filter(|(_, free)| **free) {
        *number = count;
        count += 1;
    }
    let mut edges = Vec::with_capacity(count as usize * 3);
    for (triangle, _) in mesh.triangles.iter().zip(free).filter(|(_, free)| **free) {
        let base = edges.len() as u32;
        for i in 0..3u32 {
            let from = triangle.corners[i as usize];
            let beyond = triangle.beyond[i as usize];
            let other = number.get(beyond as usize).copied().unwrap_or(NONE);
            let twin = if other == NONE {
                NONE
            } else {
                let corners = mesh.triangles[beyond as usize].corners;
                let own = (0..3u32).find(|&k| corners[(k as usize + 1) % 3] == from).unwrap_or(0);
                other * 3 + own
            };
            let (next, before) = (base + (i + 1) % 3, base + (i + 2) % 3);
            edges.push(Edge { from, next, before, twin, gone: false });
        }
    }
    edges
}

/// Whether the cell that is left without an edge is convex where the edge begins.
fn stays_convex(mesh: &Delaunay, edges: &[Edge], edge: u32) -> bool {
    let Edge { from, before, twin, .. } = edges[edge as usize];
    let after = edges[edges[twin as usize].next as usize];
    let [a, b, c] = [edges[before as usize].from, from, edges[after.next as usize].from]
        .map(|point| mesh.points[point as usize]);
    let turn = turn(a, b, c);
    // Two cells may share several edges in a line: without one of them the other would stick out inside.
    turn > 0 || (turn == 0 && dot(b - a, c - b) > 0)
}

fn remove(edges: &mut [Edge], edge: u32) {
    let own = edges[edge as usize];
    let other = edges[own.twin as usize];
    for (before, next) in [(own.before, other.next), (other.before, own.next)] {
        edges[before as usize].next = next;
        edges[next as usize].before = before;
    }
    edges[edge as usize].gone = true;
    edges[own.twin as usize].gone = true;
}

fn collect(mesh: &Delaunay, edges: &mut [Edge]) -> (Vec<IVec2>, Vec<u32>, Vec<u32>) {
    let (mut points, mut corners, mut first) = (Vec::new(), Vec::new(), vec![0]);
    let mut number = vec![NONE; mesh.points.len()];
    for start in 0..edges.len() {
        let mut edge = start;
        while !core::mem::replace(&mut edges[edge].gone, true) {
            let from = edges[edge].from as usize;
            if number[from] == NONE {
                number[from] = points.len() as u32;
                points.push(mesh.points[from]);
            }
            corners.push(number[from]);
            edge = edges[edge].next as usize;
        }
        if corners.len() as u32 > first[first.len() - 1] {
            first.push(corners.len() as u32);
        }
    }
    (points, corners, first)
}
