//! The state of a display list in 64 bits.

use super::{Content, ROOT, Stage};
use motile_geom::{HashState, StateHash};

/// Places and looks of all nodes in paint order, the seed's progress and the size. Content of one's own adds what it
/// says. Outlines and pixels are not read: what changes them in a simulation belongs to [`crate::Sketch::hash`].
impl HashState for Stage {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_u64(u64::from(self.width()) << 32 | u64::from(self.height()));
        hash.write(&self.rng);
        let mut pending = vec![ROOT];
        while let Some(id) = pending.pop() {
            let slot = &self.slots[id];
            let node = &slot.node;
            hash.write_vec2(node.position);
            hash.write_vec2(node.scale);
            hash.write_vec2(node.skew);
            hash.write(&(node.rotation, node.alpha));
            hash.write(&node.visible);
            match &node.content {
                Content::Sprite(sprite) => hash.write(&sprite.frame),
                Content::Custom(custom) => custom.hash(hash),
                _ => {}
            }
            hash.write_u64(slot.children.len() as u64);
            pending.extend(slot.children.iter().rev());
        }
        for companion in self.companions() {
            companion.hash(hash);
        }
    }
}
