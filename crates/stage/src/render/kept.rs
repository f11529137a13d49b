//! Groups kept as pictures while nothing below them changes.

use crate::{Content, NodeId, Stage};
use motile_geom::{IVec2, Mat2, StateHash};
use motile_pixels::{Filter, Stamp, Surface};
use std::collections::BTreeMap;

/// Pictures of nodes that asked to be kept.
#[derive(Default)]
pub(super) struct KeptGroups {
    groups: BTreeMap<NodeId, Group>,
    frame: u64,
}

struct Group {
    looks: Looks,
    used: u64,
    surface: Option<Surface>,
    offset: IVec2,
}

/// What the picture of a group depends on, its place aside.
#[derive(Clone, PartialEq)]
pub(super) struct Looks {
    linear: Mat2,
    content: ContentLooks,
    filters: Vec<Filter>,
    below: u64,
    /// The place, when the picture is cut at the edges of the screen.
    cut_at: Option<IVec2>,
}

/// What the picture of a content depends on.
#[derive(Clone, PartialEq)]
enum ContentLooks {
    Known(Content),
    /// Not the value itself, so that it can be changed in place, however large it is.
    Custom(Stamp, u64),
}

impl ContentLooks {
    fn of(content: &Content) -> Self {
        match content {
            Content::Custom(custom) => Self::Custom(custom.stamp(), custom.revision()),
            known => Self::Known(known.clone()),
        }
    }
}

impl Looks {
    pub(super) fn of(stage: &Stage, id: NodeId, linear: Mat2, cut_at: Option<IVec2>) -> Self {
        let mut below = StateHash::new();
        if let Ok(descendants) = stage.descendants(id) {
            for child in descendants {
                // Ids and stamps instead of contents: a stamp grows with every mutable access, so comparing costs the
                // same however large shapes and pictures below are. A node touched without a change is drawn anew.
                below.write_u64(child.to_bits());
                below.write_u64(stage.stamp(child));
                let node = &stage.slots[child].node;
                if let Content::Custom(custom) = &node.content {
                    below.write_u64(custom.revision());
                }
                // A mask is anywhere, and its place counts: that of the node below it is not enough.
                if let Some(mask) = node.mask.filter(|&mask| stage.contains(mask)) {
                    below.write_u64(stage.stamp(mask));
                    if let Ok(place) = stage.global_transform(mask) {
                        for number in place.to_cols_array() {
                            below.write_f32(number);
                        }
                    }
                }
            }
        }
        let node = &stage.slots[id].node;
        let (content, filters) = (ContentLooks::of(&node.content), node.filters.clone());
        Self { linear, content, filters, below: below.finish(), cut_at }
    }
}

impl KeptGroups {
    /// Starts a frame: forgets the pictures that the last one did not use.
    pub(super) fn begin_frame(&mut self) {
        // A group that was not drawn for one frame is gone, hidden or off the stage; its picture may be as large as the
        // screen, so it is not kept on a guess.
        let last = self.frame;
        self.groups.retain(|_, group| group.used >= last);
        self.frame += 1;
    }

    /// The picture of a group and its offset from the whole pixel of the group's origin, when it still
    /// looks like this. The inner option is empty for a group that shows nothing.
    pub(super) fn get(&mut self, id: NodeId, looks: &Looks) -> Option<(Option<&Surface>, IVec2)> {
        let group = self.groups.get_mut(&id).filter(|group| group.looks == *looks)?;
        group.used = self.frame;
        Some((group.surface.as_ref(), group.offset))
    }

    pub(super) fn put(
        &mut self,
        id: NodeId,
        looks: Looks,
        surface: Option<Surface>,
        offset: IVec2,
    ) {
        self.groups.insert(id, Group { looks, used: self.frame, surface, offset });
    }
}
