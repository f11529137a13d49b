//! The stage: arena, adding, removing, access.

use super::{Companion, Node, NodeId, ROOT, StageError, motion::Pose};
use crate::{Error, Input, Params, Shell, Surroundings};
use core::ops::{Index, IndexMut};
use motile_geom::{Arena, Rng, Vec2, vec2};
use motile_pixels::Color;
use motile_time::Stopwatch;
use std::sync::Arc;

/// A tree of things to draw, and what a sketch needs to know about the outside: size, input,
/// parameters and the seed of its random numbers.
///
/// Input, parameters and random numbers hang on the stage, so that `setup`, `draw` and helpers of any kind need one
/// argument; an update gets the first two beside it as well, with its [`Tick`](crate::Tick), where they can be read while
/// a node is being changed.
///
/// Nodes live in an arena and are named by [`NodeId`]. Children are painted in order, each after its
/// parent's own content, so the last one is on top.
///
/// ```
/// use motile_geom::vec2;
/// use motile_pixels::Color;
/// use motile_stage::{Node, Shape, Stage};
///
/// let mut stage = Stage::new(320, 200)?;
/// let arm = stage.add(Node::group().at(100.0, 50.0));
/// let hand = stage.add_to(arm, Shape::circle(5.0).fill(Color::RED).at(20.0, 0.0))?;
/// stage[arm].rotation = core::f32::consts::FRAC_PI_2;
/// assert!((stage.to_global(hand, vec2(0.0, 0.0))? - vec2(100.0, 70.0)).length() < 1e-4);
///
/// stage.remove(arm);
/// assert!(stage.get(hand).is_err(), "what hangs below a removed node is removed with it");
/// # Ok::<(), motile_stage::StageError>(())
/// ```
#[doc(alias = "scene graph")]
#[doc(alias = "display list")]
#[doc(alias = "scene")]
#[derive(Clone, Debug)]
pub struct Stage {
    /// Color of the empty stage.
    pub background: Color,
    /// The random numbers of the sketch, seeded by the host: the same seed plays the same.
    pub rng: Rng,
    /// What the sketch asks of its window or page: title, cursor, full screen, the end.
    pub shell: Shell,
    width: u32,
    height: u32,
    pub(crate) slots: Arena<Slot, Node>,
    /// Nodes given away mutably since the last tick began, some of them gone by now.
    pub(super) touched: Vec<NodeId>,
    /// Grows with every change, so that an unchanged stage is known by comparing one number.
    revision: u64,
    pub(super) tick: u64,
    /// Shared, so that a [`Tick`](crate::Tick) can hold it beside a stage that is being changed.
    pub(crate) input: Arc<Input>,
    pub(crate) params: Arc<Params>,
    pub(crate) stopwatch: Stopwatch,
    pub(crate) surroundings: Surroundings,
    /// What the sketch could not do, for the host to show.
    pub(crate) failure: Option<Arc<Error>>,
    /// What topics keep for the sketch, one of each type.
    pub(super) companions: Vec<Box<dyn Companion>>,
}

/// What the arena keeps of a node.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub(crate) node: Node,
    pub(crate) children: Vec<NodeId>,
    pub(crate) parent: NodeId,
    pub(super) touched: bool,
    /// Number of the tick in which the node was added.
    pub(super) born: u64,
    /// The stage's revision when the node was last given away mutably.
    stamp: u64,
    /// Where the node was when the tick began; meaningful while `touched`.
    pub(super) before: Pose,
}

/// Longest side of a stage in pixels, as the rasterizer counts in 16 bits.
pub(crate) const MAX_SIDE: u32 = u16::MAX as u32;

impl Stage {
    /// An empty white stage of a size in pixels.
    ///
    /// # Errors
    /// [`StageError::BadSize`] when a side is 0 or above 65535.
    pub fn new(width: u32, height: u32) -> Result<Self, StageError> {
        let mut stage = Self {
            background: Color::WHITE,
            rng: Rng::default(),
            width: 1,
            height: 1,
            slots: Arena::named(),
            touched: Vec::new(),
            revision: 0,
            tick: 0,
            input: Arc::default(),
            params: Arc::default(),
            shell: Shell::default(),
            stopwatch: Stopwatch::NONE,
            surroundings: Surroundings::Nothing,
            failure: None,
            companions: Vec::new(),
        };
        stage.resize(width, height)?;
        stage.slots.insert(Slot::new(Node::group(), ROOT, 0));
        Ok(stage)
    }

    /// What may be known of the machine: nothing in headless runs and tests, and in a replay what was recorded.
    pub const fn surroundings(&self) -> &Surroundings {
        &self.surroundings
    }

    /// Width and height in pixels.
    pub fn size(&self) -> Vec2 {
        vec2(self.width as f32, self.height as f32)
    }

    /// Middle of the stage.
    pub fn center(&self) -> Vec2 {
        self.size() * 0.5
    }

    /// Width in pixels.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Height in pixels.
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Gives the stage another size; nodes stay where they are.
    ///
    /// # Errors
    /// [`StageError::BadSize`] when a side is 0 or above 65535; the size stays.
    pub fn resize(&mut self, width: u32, height: u32) -> Result<(), StageError> {
        if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
            return Err(StageError::BadSize { width, height });
        }
        (self.width, self.height) = (width, height);
        self.changed();
        Ok(())
    }

    /// Pointer, keyboard, fingers and window as this tick sees them. In [`Sketch::update`](crate::Sketch::update) take
    /// them from the [`Tick`](crate::Tick), which does not borrow the stage.
    pub fn input(&self) -> &Input {
        &self.input
    }

    /// The values of the parameters the sketch declared; in [`Sketch::update`](crate::Sketch::update) the
    /// [`Tick`](crate::Tick) has them too.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Measures how long a piece of work takes, to show it; without a clock in headless runs and in exact
    /// ticks, where every run has to be the same.
    pub const fn stopwatch(&self) -> Stopwatch {
        self.stopwatch
    }

    /// Tells the host what went wrong in an update: it shows the text until the sketch is started anew. The last one
    /// counts.
    pub fn fail(&mut self, error: impl Into<Error>) {
        self.failure = Some(Arc::new(error.into()));
        self.changed();
    }

    /// What went wrong last, by [`Stage::fail`].
    pub fn failure(&self) -> Option<&Error> {
        self.failure.as_deref()
    }

    /// Ends the program: the window closes after this tick, the page stops.
    #[doc(alias = "exit")]
    pub const fn quit(&mut self) {
        self.shell.quit = true;
    }

    /// Where the pointer is in a node's own coordinates; `None` when it has not been seen yet, or there is no such node
    /// or no way back through its transform.
    pub fn pointer_in(&self, id: NodeId) -> Option<Vec2> {
        self.to_local(id, self.input.pointer.position?).ok()
    }

    /// The group that holds everything. It can be moved and turned, but neither removed nor put
    /// below another node.
    pub const fn root(&self) -> NodeId {
        ROOT
    }

    /// Adds a node on top of everything directly on the stage.
    pub fn add(&mut self, node: impl Into<Node>) -> NodeId {
        self.insert(ROOT, node.into())
    }

    /// Adds a node on top of the other children of `parent`. Any node can have children.
    ///
    /// # Errors
    /// [`StageError::Stale`] when there is no such parent.
    pub fn add_to(&mut self, parent: NodeId, node: impl Into<Node>) -> Result<NodeId, StageError> {
        self.slot(parent)?;
        Ok(self.insert(parent, node.into()))
    }

    /// Takes a node and everything below it off the stage; their ids become stale. Returns the node; `None` where there is no
    /// such, and for the root, which stays.
    #[doc(alias = "despawn")]
    pub fn remove(&mut self, id: NodeId) -> Option<Node> {
        let parent = self.parent(id).ok()??;
        self.slots[parent].children.retain(|&child| child != id);
        let node = core::mem::take(&mut self.slots[id].node);
        self.release(id);
        self.changed();
        Some(node)
    }

    /// Takes everything below a node off the stage; whether there is such a node.
    pub fn remove_children(&mut self, id: NodeId) -> bool {
        let Some(slot) = self.slots.get_mut(id) else { return false };
        for child in core::mem::take(&mut slot.children) {
            self.release(child);
        }
        self.changed();
        true
    }

    /// Takes every node off the stage.
    pub fn clear(&mut self) {
        self.remove_children(ROOT);
    }

    /// A node.
    ///
    /// # Errors
    /// [`StageError::Stale`] when it was removed.
    pub fn get(&self, id: NodeId) -> Result<&Node, StageError> {
        self.slot(id).map(|slot| &slot.node)
    }

    /// A node, to be changed.
    ///
    /// # Errors
    /// [`StageError::Stale`] when it was removed.
    pub fn get_mut(&mut self, id: NodeId) -> Result<&mut Node, StageError> {
        self.touch(id).ok_or(StageError::Stale(id))
    }

    /// Whether a node is on the stage.
    pub fn contains(&self, id: NodeId) -> bool {
        self.slot(id).is_ok()
    }

    /// Number of nodes on the stage, the root not counted.
    pub fn len(&self) -> usize {
        self.slots.len() - 1
    }

    /// Whether there is no node besides the root.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A number that grows with every change and every mutable access: equal numbers, equal picture.
    #[doc(alias = "dirty")]
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    pub(crate) const fn changed(&mut self) {
        self.revision += 1;
    }

    /// A number that differs from before when the node was given away mutably.
    pub(crate) fn stamp(&self, id: NodeId) -> u64 {
        self.slots[id].stamp
    }

    pub(crate) fn slot(&self, id: NodeId) -> Result<&Slot, StageError> {
        self.slots.get(id).ok_or(StageError::Stale(id))
    }

    /// Gives a node away to be changed, noting that it may.
    #[inline]
    fn touch(&mut self, id: NodeId) -> Option<&mut Node> {
        let slot = self.slots.get_mut(id)?;
        self.revision += 1;
        slot.stamp = self.revision;
        if !slot.touched {
            slot.touched = true;
            slot.before = Pose::of(&slot.node);
            self.touched.push(id);
        }
        Some(&mut slot.node)
    }

    fn insert(&mut self, parent: NodeId, node: Node) -> NodeId {
        self.changed();
        let id = self.slots.insert(Slot::new(node, parent, self.tick));
        self.slots[parent].children.push(id);
        id
    }

    /// Removes a subtree that no list of children names any more. With a list of its own instead of recursion:
    /// a chain of nodes may be deeper than the stack.
    fn release(&mut self, id: NodeId) {
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            if let Some(mut slot) = self.slots.remove(id) {
                pending.append(&mut slot.children);
            }
        }
    }
}

impl Slot {
    fn new(node: Node, parent: NodeId, born: u64) -> Self {
        let before = Pose::of(&node);
        let children = Vec::new();
        let (touched, stamp) = (false, 0);
        Self { node, children, parent, touched, born, stamp, before }
    }
}

/// # Panics
/// When the node was removed, as a slice does for an index out of range; [`Stage::get`] gives an
/// error instead.
impl Index<NodeId> for Stage {
    type Output = Node;

    fn index(&self, id: NodeId) -> &Node {
        match self.get(id) {
            Ok(node) => node,
            Err(error) => panic!("{error}"),
        }
    }
}

/// # Panics
/// When the node was removed; [`Stage::get_mut`] gives an error instead.
impl IndexMut<NodeId> for Stage {
    fn index_mut(&mut self, id: NodeId) -> &mut Node {
        match self.get_mut(id) {
            Ok(node) => node,
            Err(error) => panic!("{error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    fn stage() -> Stage {
        Stage::new(100, 80).unwrap()
    }

    #[test]
    fn a_stale_id_is_an_error_and_never_another_node() {
        let mut stage = stage();
        let old = stage.add(Shape::circle(1.0));
        stage.remove(old).unwrap();
        let new = stage.add(Shape::circle(2.0));
        assert_eq!(new.index(), old.index(), "the slot is used again");
        assert_eq!(stage.get(old).unwrap_err(), StageError::Stale(old));
        assert_eq!(stage.get_mut(old).unwrap_err(), StageError::Stale(old));
        assert_eq!(stage.remove(old), None);
        assert_eq!(stage.add_to(old, Node::group()).unwrap_err(), StageError::Stale(old));
        assert!(stage.contains(new) && stage.len() == 1);
    }

    #[test]
    fn removing_takes_the_subtree_along() {
        let mut stage = stage();
        let top = stage.add(Node::group());
        let middle = stage.add_to(top, Node::group()).unwrap();
        let leaf = stage.add_to(middle, Shape::circle(1.0)).unwrap();
        let other = stage.add(Shape::circle(1.0));
        assert_eq!(stage.len(), 4);
        stage.remove(top).unwrap();
        assert!(!stage.contains(middle) && !stage.contains(leaf) && stage.contains(other));
        assert_eq!(stage.len(), 1);
        assert_eq!(stage.remove(stage.root()), None);
        stage.clear();
        assert!(stage.is_empty() && stage.contains(stage.root()));
    }

    #[test]
    fn a_chain_of_100_000_nodes_is_no_recursion() {
        let mut stage = stage();
        let first = stage.add(Node::group());
        let mut last = first;
        for _ in 0..100_000 {
            last = stage.add_to(last, Node::group().at(1.0, 0.0)).unwrap();
        }
        let far = stage.to_global(last, Vec2::ZERO).unwrap();
        assert_eq!(far, vec2(100_000.0, 0.0));
        stage.remove(first).unwrap();
        assert!(stage.is_empty());
    }

    #[test]
    fn sizes_are_checked() {
        assert_eq!(Stage::new(0, 5).unwrap_err(), StageError::BadSize { width: 0, height: 5 });
        let mut stage = stage();
        assert!(stage.resize(70_000, 5).is_err());
        assert_eq!(stage.size(), vec2(100.0, 80.0));
    }

    #[test]
    fn reading_is_no_change_and_writing_is() {
        let mut stage = stage();
        let id = stage.add(Node::group());
        let before = stage.revision();
        let _ = stage[id].position;
        let _ = stage.get(id);
        assert_eq!(stage.revision(), before);
        stage[id].position.x += 1.0;
        assert!(stage.revision() > before);
    }

    #[test]
    #[should_panic(expected = "does not exist")]
    fn indexing_with_a_stale_id_panics_like_a_slice() {
        let mut stage = stage();
        let id = stage.add(Node::group());
        stage.remove(id).unwrap();
        let _ = stage[id].alpha;
    }
}
