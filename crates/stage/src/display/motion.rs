//! Between two ticks: where nodes were, for drawing in between.

use super::{Content, Node, NodeId, Stage, stage::Slot};
use motile_geom::{Vec2, angle};

/// The part of a node that is interpolated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pose {
    pub(crate) position: Vec2,
    pub(crate) scale: Vec2,
    pub(crate) rotation: f32,
}

/// A node that moves farther than this share of the stage's longer side in one tick has jumped (a
/// wrap around the edge, a restart), so that drawing it halfway would show a streak.
const JUMP: f32 = 0.25;

impl Pose {
    pub(crate) const fn of(node: &Node) -> Self {
        Self { position: node.position, scale: node.scale, rotation: node.rotation }
    }

    fn between(self, to: Self, alpha: f32) -> Self {
        Self {
            position: self.position.lerp(to.position, alpha),
            scale: self.scale.lerp(to.scale, alpha),
            rotation: self.rotation + angle::difference(self.rotation, to.rotation) * alpha,
        }
    }
}

impl Stage {
    /// Starts a tick: what changes from here on is drawn between its old and its new place.
    ///
    /// Hosts call this; it matters only to those who drive a stage by themselves and draw with an
    /// alpha below 1.
    pub fn begin_tick(&mut self) {
        self.tick += 1;
        for id in self.touched.drain(..) {
            // Some may be gone by now.
            if let Some(slot) = self.slots.get_mut(id) {
                slot.touched = false;
            }
        }
    }

    /// Where a node is drawn, `alpha` of the way from the beginning of the tick to now.
    #[inline]
    pub(crate) fn pose(&self, id: NodeId, alpha: f32) -> Pose {
        self.pose_of(&self.slots[id], alpha)
    }

    /// [`pose`](Self::pose) for those who have looked the node up already.
    #[inline]
    pub(crate) fn pose_of(&self, slot: &Slot, alpha: f32) -> Pose {
        let now = Pose::of(&slot.node);
        if alpha >= 1.0 || !slot.touched || slot.born == self.tick {
            return now;
        }
        let reach = JUMP * self.width().max(self.height()) as f32;
        let jumped = slot.before.position.distance_squared(now.position) > reach * reach;
        if jumped { now } else { slot.before.between(now, alpha) }
    }

    /// Whether drawing at another alpha would give another picture.
    pub(crate) fn is_moving(&self) -> bool {
        self.touched.iter().filter_map(|&id| self.slots.get(id)).any(|slot| {
            // Content of one's own may move inside.
            let custom = matches!(slot.node.content, Content::Custom(_));
            slot.born != self.tick && (custom || slot.before != Pose::of(&slot.node))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec2;

    #[test]
    fn drawing_between_ticks_blends_and_jumps_do_not() {
        let mut stage = Stage::new(400, 100).unwrap();
        let id = stage.add(Node::group().at(10.0, 0.0));
        stage[id].position.x = 20.0;
        assert_eq!(stage.pose(id, 0.5).position.x, 20.0, "new nodes have no past");
        stage.begin_tick();
        stage[id].position.x = 40.0;
        stage[id].rotation = 6.0;
        let pose = stage.pose(id, 0.25);
        assert_eq!(pose.position, vec2(25.0, 0.0));
        assert!(pose.rotation < 0.0, "the short way round: {}", pose.rotation);
        assert!(stage.is_moving());
        stage.begin_tick();
        assert_eq!(stage.pose(id, 0.25).position.x, 40.0);
        assert!(!stage.is_moving());
        stage[id].position.x = 390.0;
        assert_eq!(stage.pose(id, 0.25).position.x, 390.0, "over the edge: a jump");
    }
}
