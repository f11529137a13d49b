//! The graph of corners that see each other.

use crate::{
    grid::cell::{pack, place_in_rows, unpack},
    prepared::corners::Corners,
    search::heuristic::Octile,
};
use motile_geom::IVec2;

/// No node.
pub(crate) const NONE: u32 = u32::MAX;

/// What a node knows of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) to: u32,
    /// [`SEES`], [`SEEN`] and [`KEPT`].
    pub(crate) bits: u32,
}

/// The run to the other node begins here.
pub(crate) const SEES: u32 = 1;
/// The run begins there.
pub(crate) const SEEN: u32 = 2;
/// No third node stands in for this link at the same cost.
pub(crate) const KEPT: u32 = 4;

/// Corners as nodes, and links between those that see each other. A number stays with its corner while the map is
/// repaired, also when the corner vanishes: it may come back.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    /// Packed cells of the nodes.
    cells: Vec<u32>,
    /// Nodes of the cells, row by row; [`NONE`] where there was never one.
    nodes: Vec<u32>,
    width: u32,
    pub(crate) form: Octile,
    /// Links of each node, by rising number of the other one.
    links: Vec<Vec<Link>>,
}

impl Graph {
    /// All corners of a map as nodes, without links.
    pub(crate) fn reset(&mut self, corners: &Corners, form: Octile) {
        self.width = corners.width;
        self.form = form;
        self.cells.clear();
        self.nodes.clear();
        self.nodes.resize(corners.width as usize * corners.height as usize, NONE);
        corners.points.for_each(corners.height, |x, y| {
            self.nodes[y as usize * corners.width as usize + x as usize] = self.cells.len() as u32;
            self.cells.push(pack(IVec2::new(x, y)));
        });
        self.links.iter_mut().for_each(Vec::clear);
        self.links.resize(self.cells.len(), Vec::new());
    }

    pub(crate) fn len(&self) -> u32 {
        self.cells.len() as u32
    }

    #[inline(always)]
    pub(crate) fn cell(&self, node: u32) -> IVec2 {
        unpack(self.cells[node as usize])
    }

    /// The node of a cell that is on the map; [`NONE`] where there was never one.
    #[inline(always)]
    pub(crate) fn node(&self, cell: IVec2) -> u32 {
        place_in_rows(cell, self.width).map_or(NONE, |place| self.nodes[place])
    }

    /// The node of a cell, a new one if it never had one; and whether it is new.
    pub(crate) fn add(&mut self, cell: IVec2) -> (u32, bool) {
        let place = cell.y as usize * self.width as usize + cell.x as usize;
        if self.nodes[place] != NONE {
            return (self.nodes[place], false);
        }
        self.nodes[place] = self.len();
        self.cells.push(pack(cell));
        self.links.push(Vec::new());
        (self.nodes[place], true)
    }

    pub(crate) fn links(&self, node: u32) -> &[Link] {
        &self.links[node as usize]
    }

    /// Cost of the run between two nodes that see each other.
    #[inline(always)]
    pub(crate) fn cost(&self, a: u32, b: u32) -> u32 {
        self.form.between(self.cell(a), self.cell(b))
    }

    fn link(&self, from: u32, to: u32) -> Option<&Link> {
        let links = &self.links[from as usize];
        links.binary_search_by_key(&to, |link| link.to).ok().map(|i| &links[i])
    }

    /// Sets or takes away bits of a link; one that nobody sees is gone.
    fn change(&mut self, from: u32, to: u32, bits: u32, on: bool) {
        let links = &mut self.links[from as usize];
        match links.binary_search_by_key(&to, |link| link.to) {
            Ok(i) => {
                links[i].bits = if on { links[i].bits | bits } else { links[i].bits & !bits };
                if links[i].bits & (SEES | SEEN) == 0 {
                    links.remove(i);
                }
            }
            Err(i) if on => links.insert(i, Link { to, bits }),
            Err(_) => {}
        }
    }

    /// Makes a node see exactly these others (sorted), and calls `changed` with each it sees now and did not before,
    /// or the other way round.
    pub(crate) fn set_seen(&mut self, node: u32, seen: &[u32], mut changed: impl FnMut(u32)) {
        let mut i = 0;
        while let Some(&link) = self.links[node as usize].get(i) {
            i += 1;
            if link.bits & SEES != 0 && seen.binary_search(&link.to).is_err() {
                self.change(node, link.to, SEES, false);
                self.change(link.to, node, SEEN, false);
                // The link may be gone, so that another one has taken its place.
                i = self.links[node as usize].partition_point(|other| other.to <= link.to);
                changed(link.to);
            }
        }
        for &to in seen {
            if self.link(node, to).is_none_or(|link| link.bits & SEES == 0) {
                self.change(node, to, SEES, true);
                self.change(to, node, SEEN, true);
                changed(to);
            }
        }
    }

    /// Finds out which links of a node are worth keeping: those between whose ends no third node lies on the way. What
    /// stands in for a link is shorter than it, so all can be judged at once.
    pub(crate) fn judge(&mut self, node: u32) {
        for i in 0..self.links[node as usize].len() {
            let to = self.links[node as usize][i].to;
            let cost = self.cost(node, to);
            let needless = self.links[node as usize].iter().any(|link| {
                link.to != to
                    && self.cost(node, link.to) + self.cost(link.to, to) <= cost
                    && self.link(link.to, to).is_some()
            });
            self.change(node, to, KEPT, !needless);
            self.change(to, node, KEPT, !needless);
        }
    }

    /// Gives the nodes other numbers: `order` names them from the first one on.
    pub(crate) fn renumber(&mut self, order: &[u32]) {
        let mut number = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            number[old as usize] = new as u32;
        }
        self.cells = order.iter().map(|&old| self.cells[old as usize]).collect();
        let mut links: Vec<Vec<Link>> =
            order.iter().map(|&old| core::mem::take(&mut self.links[old as usize])).collect();
        for link in links.iter_mut().flatten() {
            link.to = number[link.to as usize];
        }
        for list in &mut links {
            list.sort_unstable_by_key(|link| link.to);
        }
        self.links = links;
        for node in self.nodes.iter_mut().filter(|node| **node != NONE) {
            *node = number[*node as usize];
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        let links = self.links.iter().map(|list| list.capacity() * size_of::<Link>());
        (self.cells.capacity() + self.nodes.capacity()) * 4
            + self.links.capacity() * size_of::<Vec<Link>>()
            + links.sum::<usize>()
    }
}
