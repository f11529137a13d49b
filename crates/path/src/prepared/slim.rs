//! The shortcuts that queries need.

use crate::prepared::{graph::NONE, rows::Rows, shortcuts::Shortcuts};

/// The shortcuts that are on some cheapest path and that no other two replace: a third of them or less.
///
/// From the node of the smallest number on, the true cost between the ends of every shortcut is found: the best first
/// shortcut of a path joined with the true cost of the rest, which is known, because all that can be reached
/// upwards from a node are joined to each other (perfect customization, Dibbelt, Strasser and Wagner 2014).
#[derive(Clone, Debug, Default)]
pub(crate) struct Slim {
    /// Target and cost.
    up: Rows<(u32, u32)>,
    /// True costs of all shortcuts, in their order, and whether the shortcut is one of the cheapest paths.
    exact: Rows<(u32, bool)>,
    /// Place in the list of the node at work, by target.
    places: Vec<u32>,
    made: Vec<(u32, u32)>,
    costs: Vec<(u32, bool)>,
    needed: Vec<bool>,
    /// Nodes whose list has changed, and those with anything that others depend on.
    changed: Vec<bool>,
    touched: Vec<bool>,
    /// Whether the lists are repaired: what depends on no change stays as it is.
    is_repair: bool,
}

impl Slim {
    /// This many nodes, none of them computed.
    pub(crate) fn reset(&mut self, count: u32) {
        self.up.reset(count);
        self.exact.reset(count);
        self.places.clear();
        self.begin_repair(count);
        self.is_repair = false;
    }

    /// The nodes of before, perhaps with some more, to be computed where something has changed.
    pub(crate) fn begin_repair(&mut self, count: u32) {
        self.up.grow(count);
        self.exact.grow(count);
        self.places.resize(count as usize, NONE);
        for flags in [&mut self.changed, &mut self.touched] {
            flags.clear();
            flags.resize(count as usize, false);
        }
        self.is_repair = true;
    }

    /// Whether the list of a node has changed.
    #[inline(always)]
    pub(crate) fn has_changed(&self, node: u32) -> bool {
        self.changed[node as usize]
    }

    /// Targets and costs of the shortcuts that are left.
    #[inline(always)]
    pub(crate) fn up(&self, node: u32) -> &[(u32, u32)] {
        self.up.row(node)
    }

    /// Brings a node up to date after all those of smaller number.
    pub(crate) fn update(&mut self, shortcuts: &Shortcuts, node: u32) {
        let own = shortcuts.has_changed(node);
        let above = || shortcuts.up(node).iter().any(|up| self.touched[up.to as usize]);
        if self.is_repair && !own && !above() {
            return;
        }
        self.compute(shortcuts, node);
        self.touched[node as usize] = own || self.exact.row(node) != self.costs;
        self.changed[node as usize] = self.up.row(node) != self.made;
        self.up.set(node, &self.made);
        self.exact.set(node, &self.costs);
    }

    /// Finds the list and the costs of a node.
    fn compute(&mut self, shortcuts: &Shortcuts, node: u32) {
        let own = shortcuts.up(node);
        self.costs.clear();
        self.needed.clear();
        for (place, shortcut) in own.iter().enumerate() {
            self.places[shortcut.to as usize] = place as u32;
            self.costs.push((shortcut.cost, true));
            self.needed.push(true);
        }
        for (below, first) in own.iter().enumerate() {
            for (next, &(rest, tight)) in
                shortcuts.up(first.to).iter().zip(self.exact.row(first.to))
            {
                let above = self.places[next.to as usize];
                if above == NONE {
                    continue;
                }
                let above = above as usize;
                // Over the lower of the two to the higher one, and the other way round.
                let over_lower = first.cost.saturating_add(rest);
                let over_higher = own[above].cost.saturating_add(rest);
                if over_lower < self.costs[above].0 {
                    self.costs[above] = (over_lower, false);
                }
                // Of equal ones the two shorter stay, if they lead upwards.
                self.needed[above] &=
                    over_lower > own[above].cost || (over_lower == own[above].cost && !tight);
                if over_higher < self.costs[below].0 {
                    self.costs[below] = (over_higher, false);
                }
            }
        }
        self.made.clear();
        for (place, shortcut) in own.iter().enumerate() {
            self.places[shortcut.to as usize] = NONE;
            if self.costs[place].1 && self.needed[place] {
                self.made.push((shortcut.to, shortcut.cost));
            }
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        let work =
            (self.places.capacity() * 4) + (self.made.capacity() + self.costs.capacity()) * 8;
        let flags = self.needed.capacity() + self.changed.capacity() + self.touched.capacity();
        self.up.bytes() + self.exact.bytes() + work + flags
    }
}
