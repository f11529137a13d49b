//! A tree of boxes, for static sets and for scenes no grid fits.

use super::{Broadphase, joined, meet};
use crate::Pair;
use crate::marks::mark_boxes;
use motile_geom::{Aabb, Marks};

/// A bounding volume hierarchy: a binary tree of boxes with up to four boxes in a leaf.
///
/// [`update`](Broadphase::update) with the same number of boxes keeps the tree and refits its nodes
/// (linear); when the nodes have grown to twice their area, or the number changed, it builds anew
/// (n log n). [`Bvh::rebuild`] always does.
///
/// Pairs come in the order of the tree from left to right, in a leaf by ascending index, so after refits it depends
/// on the boxes at the last build too; build anew where a replay must not know its past.
#[doc(alias = "bounding volume hierarchy")]
#[doc(alias = "AABB tree")]
#[doc(alias = "dynamic tree")]
#[derive(Clone, Debug)]
pub struct Bvh {
    boxes: Vec<Aabb>,
    /// Parents stand before their children; empty when there are no valid boxes.
    nodes: Vec<Node>,
    /// Valid boxes in the order of the leaves.
    order: Vec<u32>,
    built_area: f64,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    area: Aabb,
    /// First child (the second follows it), or first place in `order` of a leaf.
    first: u32,
    /// Boxes of a leaf; 0 for an inner node.
    count: u32,
}

const LEAF: usize = 4;

impl Default for Bvh {
    fn default() -> Self {
        Self { boxes: Vec::new(), nodes: Vec::new(), order: Vec::new(), built_area: 0.0 }
    }
}

impl Bvh {
    /// Builds the tree from nothing.
    pub fn rebuild(&mut self, boxes: &[Aabb]) {
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
        self.order.clear();
        let valid = boxes.iter().enumerate().filter(|(_, area)| area.is_valid());
        self.order.extend(valid.map(|(i, _)| i as u32));
        self.nodes.clear();
        if self.order.is_empty() {
            return;
        }
        self.nodes.push(Node { area: Aabb::EMPTY, first: 0, count: self.order.len() as u32 });
        let mut next = 0;
        while next < self.nodes.len() {
            self.split(next);
            next += 1;
        }
        self.refit();
        self.built_area = self.total_area();
    }

    /// Splits a leaf that holds too many at the median of its wider axis.
    fn split(&mut self, node: usize) {
        let Node { first, count, .. } = self.nodes[node];
        let members = &mut self.order[first as usize..(first + count) as usize];
        if count as usize <= LEAF {
            // Selecting leaves them in an order that the standard library may change.
            members.sort_unstable();
            return;
        }
        let center = |i: u32| self.boxes[i as usize].center();
        let spread = Aabb::around(members.iter().map(|&i| center(i))).size();
        let axis = usize::from(spread.y > spread.x);
        let half = members.len() / 2;
        members.select_nth_unstable_by(half, |&a, &b| {
            center(a)[axis].total_cmp(&center(b)[axis]).then(a.cmp(&b))
        });
        let children = self.nodes.len() as u32;
        let half = half as u32;
        self.nodes[node] = Node { area: Aabb::EMPTY, first: children, count: 0 };
        self.nodes.push(Node { area: Aabb::EMPTY, first, count: half });
        self.nodes.push(Node { area: Aabb::EMPTY, first: first + half, count: count - half });
    }

    /// Fits all nodes to the boxes, children before parents.
    fn refit(&mut self) {
        // Splitting appends children behind their parent, so backwards every child comes before it.
        for i in (0..self.nodes.len()).rev() {
            let Node { first, count, .. } = self.nodes[i];
            self.nodes[i].area = if count == 0 {
                joined(self.nodes[first as usize].area, self.nodes[first as usize + 1].area)
            } else {
                let members = &self.order[first as usize..(first + count) as usize];
                let boxes = members.iter().map(|&i| self.boxes[i as usize]);
                boxes.fold(Aabb::EMPTY, joined)
            };
        }
    }

    fn total_area(&self) -> f64 {
        // Half the perimeter of each: how likely a query meets a node grows with that, and flat boxes count too, whose
        // area is nothing. In f64, because it is compared with a sum over the same nodes of an earlier update.
        self.nodes.iter().map(|node| (node.area.size().x + node.area.size().y) as f64).sum()
    }

    /// The boxes of all nodes with their depth, parents before children.
    pub(crate) fn nodes_with_depth(&self) -> impl Iterator<Item = (Aabb, u32)> + '_ {
        let mut stack: Vec<(u32, u32)> = self.nodes.first().map(|_| (0, 0)).into_iter().collect();
        core::iter::from_fn(move || {
            let (node, depth) = stack.pop()?;
            let Node { area, first, count } = self.nodes[node as usize];
            if count == 0 {
                stack.extend([(first + 1, depth + 1), (first, depth + 1)]);
            }
            Some((area, depth))
        })
    }

    fn members(&self, node: Node) -> &[u32] {
        &self.order[node.first as usize..(node.first + node.count) as usize]
    }

    /// Pairs within a node.
    fn pairs_of(&self, node: Node, f: &mut impl FnMut(Pair)) {
        if node.count == 0 {
            let [left, right] = [0, 1].map(|k| self.nodes[node.first as usize + k]);
            self.pairs_of(left, f);
            self.pairs_of(right, f);
            self.pairs_between(left, right, f);
            return;
        }
        let members = self.members(node);
        for (i, &a) in members.iter().enumerate() {
            for &b in &members[i + 1..] {
                if meet(self.boxes[a as usize], self.boxes[b as usize]) {
                    f(Pair::new(a, b));
                }
            }
        }
    }

    /// Pairs of a box in one node with a box in another.
    fn pairs_between(&self, first: Node, second: Node, f: &mut impl FnMut(Pair)) {
        if !meet(first.area, second.area) {
            return;
        }
        // One side is opened to its leaves before the other: any order finds the same pairs, and this one is that of the
        // tree, which the order of pairs promises.
        if first.count == 0 {
            for k in 0..2 {
                self.pairs_between(self.nodes[first.first as usize + k], second, f);
            }
        } else if second.count == 0 {
            for k in 0..2 {
                self.pairs_between(first, self.nodes[second.first as usize + k], f);
            }
        } else {
            for &a in self.members(first) {
                for &b in self.members(second) {
                    if meet(self.boxes[a as usize], self.boxes[b as usize]) {
                        f(Pair::new(a, b));
                    }
                }
            }
        }
    }

    fn search(&self, node: Node, area: Aabb, f: &mut impl FnMut(u32)) {
        if !meet(node.area, area) {
            return;
        }
        if node.count == 0 {
            for k in 0..2 {
                self.search(self.nodes[node.first as usize + k], area, f);
            }
            return;
        }
        for &i in self.members(node) {
            if meet(self.boxes[i as usize], area) {
                f(i);
            }
        }
    }
}

impl Broadphase for Bvh {
    fn update(&mut self, boxes: &[Aabb]) {
        let valid = boxes.iter().filter(|area| area.is_valid()).count();
        let keeps = boxes.len() == self.boxes.len()
            && valid == self.order.len()
            && self.order.iter().all(|&i| boxes[i as usize].is_valid());
        if !keeps || self.nodes.is_empty() {
            self.rebuild(boxes);
            return;
        }
        self.boxes.copy_from_slice(boxes);
        self.refit();
        if self.total_area() > self.built_area * 2.0 {
            self.rebuild(boxes);
        }
    }

    fn boxes(&self) -> &[Aabb] {
        &self.boxes
    }

    #[inline]
    fn for_each_pair(&self, mut f: impl FnMut(Pair)) {
        if let Some(&root) = self.nodes.first() {
            self.pairs_of(root, &mut f);
        }
    }

    #[inline]
    fn for_each_in(&self, area: Aabb, mut f: impl FnMut(u32)) {
        if let Some(&root) = self.nodes.first().filter(|_| !area.is_empty()) {
            self.search(root, area, &mut f);
        }
    }

    fn mark(&self, marks: &mut Marks) {
        if marks.on {
            self.mark_nodes(marks);
        }
        mark_boxes(&self.boxes, marks);
    }

    fn bounds(&self) -> Aabb {
        self.nodes.first().map_or(Aabb::EMPTY, |root| root.area)
    }
}
