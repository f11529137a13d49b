//! Tables of what searches know of their nodes.

use core::fmt::Debug;
use motile_geom::{IVec2, ivec2};

/// What is known of a node. `P` is `()` where the direction of arrival tells the parent (8 bytes in
/// all), else the parent's id (12 bytes).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node<P> {
    pub(crate) g: u32,
    /// From bit 5 the number of the search that wrote this; [`CLOSED`]; the direction of arrival.
    info: u32,
    pub(crate) parent: P,
}

const CLOSED: u32 = 1 << 4;
const DIRECTION: u32 = 15;
const STAMP: u32 = 1 << 5;

impl<P> Node<P> {
    pub(crate) const fn new(g: u32, direction: u32, parent: P) -> Self {
        Self { g, info: direction, parent }
    }

    /// Direction of arrival; [`NO_DIRECTION`](crate::grid::moves::NO_DIRECTION) at the start.
    #[inline(always)]
    pub(crate) const fn direction(&self) -> u32 {
        self.info & DIRECTION
    }

    #[inline(always)]
    pub(crate) const fn is_closed(&self) -> bool {
        self.info & CLOSED != 0
    }
}

/// A table of nodes by place, which a new search empties by counting up instead of writing.
pub(crate) trait NodeTable: Clone + Debug + Default {
    /// What a node remembers of the one before it.
    type Parent: Copy + Default;

    /// Forgets what was known; places are below `count` from now on.
    fn begin(&mut self, count: usize);

    /// What this search knows of a node.
    fn get(&self, place: usize) -> Option<Node<Self::Parent>>;

    /// Writes a node, open, if that makes it cheaper. Returns whether it did, and whether it was known.
    fn improve(&mut self, place: usize, node: Node<Self::Parent>) -> (bool, bool);

    /// Closes a known node; `None` when it was closed before.
    fn close(&mut self, place: usize) -> Option<Node<Self::Parent>>;

    /// Calls `visit` with the place of every node this search knows, and whether it is closed.
    fn for_each(&self, visit: impl FnMut(usize, bool));

    fn bytes(&self) -> usize;
}

/// A node for every place: best where most of them are looked at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dense<P> {
    items: Vec<Node<P>>,
    /// Number of the running search, in the place it has in [`Node::info`].
    stamp: u32,
}

impl<P: Copy + Default + Debug> NodeTable for Dense<P> {
    type Parent = P;

    fn begin(&mut self, count: usize) {
        // Entries of older searches carry older stamps, so nothing needs to be erased but once in 2²⁷ searches.
        if self.items.len() != count || self.stamp > u32::MAX - STAMP {
            self.items.clear();
            self.items.resize(count, Node::default());
            self.stamp = 0;
        }
        self.stamp += STAMP;
    }

    #[inline(always)]
    fn get(&self, place: usize) -> Option<Node<P>> {
        self.items.get(place).copied().filter(|node| node.info & !(STAMP - 1) == self.stamp)
    }

    #[inline(always)]
    fn improve(&mut self, place: usize, node: Node<P>) -> (bool, bool) {
        let slot = &mut self.items[place];
        let known = slot.info & !(STAMP - 1) == self.stamp;
        let better = !known || node.g < slot.g;
        if better {
            *slot = Node { info: self.stamp | node.info, ..node };
        }
        (better, known)
    }

    #[inline(always)]
    fn close(&mut self, place: usize) -> Option<Node<P>> {
        let node = &mut self.items[place];
        if node.is_closed() {
            return None;
        }
        node.info |= CLOSED;
        Some(*node)
    }

    fn for_each(&self, mut visit: impl FnMut(usize, bool)) {
        for (place, node) in self.items.iter().enumerate().filter(|_| self.stamp != 0) {
            if node.info & !(STAMP - 1) == self.stamp {
                visit(place, node.is_closed());
            }
        }
    }

    fn bytes(&self) -> usize {
        self.items.capacity() * size_of::<Node<P>>()
    }
}

/// Nodes in pages, taken when the first node of a page is seen: best where they are few among many places. Places
/// that lie near each other on the map should share a page ([`tile_place`]), so that they share cache lines: a hash
/// table is smaller, and costs a miss for every look.
#[derive(Clone, Debug, Default)]
pub(crate) struct Paged<P> {
    /// For every page of places the search that took it, and where it is.
    table: Vec<(u32, u32)>,
    /// Nodes of the pages taken so far, by this search and by those before.
    nodes: Vec<Node<P>>,
    /// Nodes in the pages that this search has taken.
    used: u32,
    stamp: u32,
}

/// Nodes of a page.
const PAGE: usize = 64;
/// Side of the square of cells that shares a page.
const TILE: i32 = 8;

/// The place of a cell in a map of this width, in an order that keeps squares of cells together.
#[inline(always)]
pub(crate) const fn tile_place(cell: IVec2, width: u32) -> usize {
    // Unsigned, so that dividing is a shift.
    let (x, y, side) = (cell.x as u32, cell.y as u32, TILE as u32);
    let tile = (y / side * width.div_ceil(side) + x / side) as usize;
    tile * PAGE + (y % side * side + x % side) as usize
}

/// The cell of a place of [`tile_place`].
pub(crate) const fn tile_cell(place: usize, width: u32) -> IVec2 {
    let (tile, inside) = (place / PAGE, (place % PAGE) as i32);
    let row = width.div_ceil(TILE as u32) as usize;
    let corner = ivec2((tile % row) as i32 * TILE, (tile / row) as i32 * TILE);
    ivec2(corner.x + inside % TILE, corner.y + inside / TILE)
}

/// How many places of [`tile_place`] a map of this size has.
pub(crate) const fn tile_places(width: u32, height: u32) -> usize {
    width.div_ceil(TILE as u32) as usize * height.div_ceil(TILE as u32) as usize * PAGE
}

impl<P: Copy + Default + Debug> Paged<P> {
    /// Where a node is, if its page has been taken.
    #[inline(always)]
    fn slot(&self, place: usize) -> Option<usize> {
        let (stamp, begin) = *self.table.get(place / PAGE)?;
        (stamp == self.stamp).then_some(begin as usize + place % PAGE)
    }

    /// Takes a page for the nodes around a place. What older searches left in it carries their stamps.
    #[cold]
    fn take_page(&mut self, place: usize) -> usize {
        let begin = self.used;
        self.used += PAGE as u32;
        if self.nodes.len() < self.used as usize {
            self.nodes.resize(self.used as usize, Node::default());
        }
        self.table[place / PAGE] = (self.stamp, begin);
        begin as usize + place % PAGE
    }
}

impl<P: Copy + Default + Debug> NodeTable for Paged<P> {
    type Parent = P;

    fn begin(&mut self, count: usize) {
        let pages = count.div_ceil(PAGE);
        if self.table.len() != pages || self.stamp > u32::MAX - STAMP {
            self.table.clear();
            self.table.resize(pages, (0, 0));
            self.nodes.fill(Node::default());
            self.stamp = 0;
        }
        self.stamp += STAMP;
        self.used = 0;
    }

    #[inline(always)]
    fn get(&self, place: usize) -> Option<Node<P>> {
        let node = self.nodes[self.slot(place)?];
        (node.info & !(STAMP - 1) == self.stamp).then_some(node)
    }

    #[inline(always)]
    fn improve(&mut self, place: usize, node: Node<P>) -> (bool, bool) {
        let slot = match self.slot(place) {
            Some(slot) => slot,
            None => self.take_page(place),
        };
        let slot = &mut self.nodes[slot];
        let known = slot.info & !(STAMP - 1) == self.stamp;
        let better = !known || node.g < slot.g;
        if better {
            *slot = Node { info: self.stamp | node.info, ..node };
        }
        (better, known)
    }

    #[inline(always)]
    fn close(&mut self, place: usize) -> Option<Node<P>> {
        let slot = self.slot(place)?;
        let node = &mut self.nodes[slot];
        if node.is_closed() {
            return None;
        }
        node.info |= CLOSED;
        Some(*node)
    }

    fn for_each(&self, mut visit: impl FnMut(usize, bool)) {
        for (page, &(stamp, begin)) in self.table.iter().enumerate().filter(|_| self.stamp != 0) {
            if stamp == self.stamp {
                for (inside, node) in self.nodes[begin as usize..][..PAGE].iter().enumerate() {
                    if node.info & !(STAMP - 1) == self.stamp {
                        visit(page * PAGE + inside, node.is_closed());
                    }
                }
            }
        }
    }

    fn bytes(&self) -> usize {
        self.table.capacity() * 8 + self.nodes.capacity() * size_of::<Node<P>>()
    }
}

const _: () = assert!(size_of::<Node<()>>() == 8 && size_of::<Node<u32>>() == 12);

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;

    #[test]
    fn both_tables_know_the_same() {
        let mut rng = Rng::new(8);
        let (mut dense, mut paged) = (Dense::<u32>::default(), Paged::<u32>::default());
        for round in 0..6 {
            dense.begin(70_000);
            paged.begin(70_000);
            for _ in 0..300 << round {
                let (place, g) = (rng.below(70_000) as usize, rng.below(1000));
                let node = Node::new(g, rng.below(9), rng.below(99));
                assert_eq!(dense.improve(place, node), paged.improve(place, node));
                if rng.chance(0.2) {
                    assert_eq!(
                        dense.close(place).map(|node| node.g),
                        paged.close(place).map(|node| node.g)
                    );
                }
            }
            for place in 0..70_000 {
                let tell =
                    |node: Node<u32>| (node.g, node.direction(), node.parent, node.is_closed());
                assert_eq!(dense.get(place).map(tell), paged.get(place).map(tell));
            }
        }
    }

    #[test]
    fn tiles_have_a_place_for_every_cell() {
        for (width, height) in [(1, 1), (8, 8), (9, 17), (64, 3), (65, 40)] {
            let mut seen = vec![false; tile_places(width, height)];
            for y in 0..height as i32 {
                for x in 0..width as i32 {
                    let place = tile_place(ivec2(x, y), width);
                    assert!(!core::mem::replace(&mut seen[place], true));
                    assert_eq!(tile_cell(place, width), ivec2(x, y));
                }
            }
        }
    }
}
