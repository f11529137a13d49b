//! The children of a timeline being played.
//!
//! Two cursors run through the children in the order of their beginnings and of their ends, so that a
//! move costs what begins, ends or runs between two times, not the size of the timeline.

use super::{Context, Node, TimeMap};
use crate::AnimEventKind;
use std::sync::Arc;

pub(crate) struct Group {
    /// In the order of their beginnings.
    pub(crate) children: Vec<Child>,
    /// Indices of the children in the order of their ends.
    by_end: Vec<u32>,
    /// How many children have begun, and how many have ended, at `local`.
    begun: usize,
    ended: usize,
    /// Those between, in order.
    running: Vec<u32>,
    /// Time of the last move; −1 before the first.
    local: i64,
    pub(crate) labels: Vec<(i64, Arc<str>)>,
    tag: u32,
    /// Tweens in it, at any depth.
    pub(crate) tweens: usize,
}

pub(crate) struct Child {
    pub(crate) position: i64,
    begin: i64,
    end: i64,
    pub(crate) node: Node,
}

impl Child {
    pub(crate) fn new(position: i64, node: Node) -> Self {
        let begin = position.saturating_add(node.begin());
        let end = position.saturating_add(node.timing.length()).max(begin);
        Self { position, begin, end, node }
    }

    pub(crate) fn begin(&self) -> i64 {
        self.begin
    }

    pub(crate) fn end(&self) -> i64 {
        self.end
    }

    fn map<'a>(&self, map: TimeMap<'a>) -> TimeMap<'a> {
        map.child(self.position)
    }
}

impl Group {
    pub(crate) fn new(
        mut children: Vec<Child>,
        mut labels: Vec<(i64, Arc<str>)>,
        tag: u32,
    ) -> Self {
        children.sort_by_key(|child| child.begin);
        labels.sort_by_key(|label| label.0);
        let mut by_end: Vec<u32> = (0..children.len() as u32).collect();
        by_end.sort_by_key(|&index| children[index as usize].end);
        // Room for all at once, so that playing never allocates.
        let running = Vec::with_capacity(children.len());
        let tweens = children.iter().map(|child| child.node.tweens()).sum();
        Self { children, by_end, begun: 0, ended: 0, running, local: -1, labels, tag, tweens }
    }

    /// Moves to a time.
    pub(crate) fn move_local(&mut self, to: i64, map: TimeMap<'_>, context: &mut Context<'_>) {
        let from = self.local;
        if to < 0 {
            return self.leave(true, map, context);
        }
        self.local = to;
        let outer = context.backward;
        context.backward |= to < from;
        // What begins and ends in between is moved to its end first, in the order of the ends; then what runs is moved.
        // So later values are noted later, whatever the length of the move.
        if to > from {
            self.end_children(to, map, context);
            self.report_labels(from + 1, to + 1, false, map, context);
        } else if to < from {
            self.unbegin_children(to, map, context);
            self.report_labels(to, from, true, map, context);
        }
        for &index in &self.running {
            let child = &mut self.children[index as usize];
            let map = child.map(map);
            child.node.move_to(to - child.position, map, context);
        }
        context.backward = outer;
    }

    /// Puts the children, tweens that play once, where a move to this time would.
    pub(super) fn settle(&mut self, local: i64) {
        self.running.clear();
        for (index, child) in (0..).zip(&mut self.children) {
            child.node.settle(local - child.position);
            if child.begin <= local && local < child.end {
                self.running.push(index);
            }
        }
        self.begun = self.children.partition_point(|child| child.begin <= local);
        let children = &self.children;
        self.ended = self.by_end.partition_point(|&index| children[index as usize].end <= local);
        self.local = local;
    }

    /// Moves without events: between two passes.
    pub(crate) fn jump(&mut self, to: i64, map: TimeMap<'_>, context: &mut Context<'_>) {
        let outer = core::mem::replace(&mut context.jump, true);
        self.move_local(to, map, context);
        context.jump = outer;
    }

    /// Notes what every tween in it shows at a time, whatever was played before.
    pub(crate) fn layers(&self, local: i64, map: TimeMap<'_>, context: &mut Context<'_>) {
        for child in self.children.iter().take_while(|child| child.begin <= local) {
            child.node.layers(local - child.position, child.map(map), context);
        }
    }

    /// Goes back to 0 and before it: nothing has begun any more. When not `strict`, the time shown is
    /// 0 itself, and what has no length keeps its value there.
    pub(crate) fn leave(&mut self, strict: bool, map: TimeMap<'_>, context: &mut Context<'_>) {
        let outer = core::mem::replace(&mut context.backward, true);
        if self.local > 0 {
            self.move_local(0, map, context);
        }
        self.unbegin_while(|_| true, strict, map, context);
        context.backward = outer;
        self.ended = 0;
        self.running.clear();
        self.local = -1;
    }

    /// Forwards: lets children begin, and ends those whose end was passed.
    fn end_children(&mut self, to: i64, map: TimeMap<'_>, context: &mut Context<'_>) {
        while self.begun < self.children.len() && self.children[self.begun].begin <= to {
            self.running.push(self.begun as u32);
            self.begun += 1;
        }
        while let Some(&index) = self.by_end.get(self.ended) {
            let child = &mut self.children[index as usize];
            if child.end > to {
                break;
            }
            let map = child.map(map);
            // To its very end and not to `to`: rounding of a scaled time must not leave it a nanosecond short.
            child.node.move_since(i64::MAX, map, context);
            self.ended += 1;
        }
        let children = &self.children;
        self.running.retain(|&index| children[index as usize].end > to);
    }

    /// Backwards: children whose end is ahead again run, those whose beginning is ahead are left.
    fn unbegin_children(&mut self, to: i64, map: TimeMap<'_>, context: &mut Context<'_>) {
        while self.ended > 0 {
            let index = self.by_end[self.ended - 1];
            if self.children[index as usize].end <= to {
                break;
            }
            self.ended -= 1;
            // In the order of beginnings again: it decides who writes last.
            let place = self.running.partition_point(|&other| other < index);
            self.running.insert(place, index);
        }
        self.unbegin_while(|child| child.begin > to, true, map, context);
        let begun = self.begun as u32;
        self.running.retain(|&index| index < begun);
    }

    /// Leaves children, the last to begin first, as long as a condition holds.
    fn unbegin_while(
        &mut self,
        condition: impl Fn(&Child) -> bool,
        strict: bool,
        map: TimeMap<'_>,
        context: &mut Context<'_>,
    ) {
        while self.begun > 0 && condition(&self.children[self.begun - 1]) {
            self.begun -= 1;
            let child = &mut self.children[self.begun];
            let map = child.map(map);
            child.node.leave(strict, map, context);
        }
    }

    /// Labels from one time (inclusive) to another (exclusive).
    fn report_labels(
        &self,
        from: i64,
        to: i64,
        backward: bool,
        map: TimeMap<'_>,
        context: &mut Context<'_>,
    ) {
        let first = self.labels.partition_point(|label| label.0 < from);
        let last = self.labels.partition_point(|label| label.0 < to);
        let Some(passed) = self.labels.get(first..last) else { return };
        let mut report = |(at, name): &(i64, Arc<str>)| {
            context.emit(self.tag, AnimEventKind::Label(name.clone()), map.at(*at));
        };
        if backward {
            passed.iter().rev().for_each(&mut report);
        } else {
            passed.iter().for_each(&mut report);
        }
    }
}
