//! A panel: content with a place in space.

use super::DepthMode;
use crate::{OwnLens, Pose};
use core::fmt;
use motile_geom::{Id, Vec3};
use motile_pixels::{BlendMode, Filter};
use motile_stage::Content;

/// Names a panel of one [`Space3d`](crate::Space3d). It stays valid until the panel is removed.
pub type PanelId = Id<Panel>;

/// What is seen of a panel from behind.
#[doc(alias = "backface-visibility")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Backface {
    /// Its content, mirrored as through glass.
    #[default]
    Visible,
    /// Nothing: two panels back to back are a card.
    Hidden,
    /// Its content the right way round, so that words stay readable.
    Readable,
}

/// How a panel keeps facing the viewer, whatever turns the panels that hold it and the camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Billboard {
    /// All of it, as a sprite does: it stands parallel to the picture.
    Facing,
    /// About the vertical of the world alone: seen from above a tree still stands on its foot.
    #[doc(alias = "cylindrical billboard")]
    Upright,
}

/// A flat thing in space: what it shows and where. Fields may be changed at any time.
///
/// Panels hold others, which move and turn along and keep their depth. Alpha counts for them too, each by itself; filters, blend mode and
/// mask are those of the panel's own content.
#[doc(alias = "display object")]
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Where it stands, in the coordinates of the panel that holds it.
    pub pose: Pose,
    /// How opaque it and what it holds are, 0…1.
    pub alpha: f32,
    /// Whether it and what it holds are drawn and hit.
    pub visible: bool,
    /// What is seen from behind.
    pub backface: Backface,
    /// How it meets what is painted before it.
    pub blend: BlendMode,
    /// Applied to its picture before it is projected, in its own pixels: a panel with filters is painted flat at its own size first.
    pub filters: Vec<Filter>,
    /// A panel whose picture says where this one shows, at its own place in space. It is usually invisible itself.
    pub mask: Option<PanelId>,
    /// A lens that it and what it holds are seen through instead of that of the space, or of a holder that has one.
    #[doc(alias = "perspectiveProjection")]
    pub lens: Option<OwnLens>,
    /// The order in which it and what it holds are painted among themselves; none for that of its holder. Then they are one thing
    /// among the other panels, at the depth of its origin: in [`DepthMode::Split`] and [`DepthMode::Buffer`] one that faces the
    /// viewer there, and is cut and covered as such. Up to 32 of them within each other count.
    #[doc(alias = "transform-style")]
    #[doc(alias = "stacking context")]
    pub depth_mode: Option<DepthMode>,
    /// Keeps it facing the viewer: holders then move and enlarge it, but do not turn it. Its own turn comes on top, and what it
    /// holds turns along.
    pub billboard: Option<Billboard>,
    /// What it shows.
    pub content: Content,
}

impl Default for Panel {
    fn default() -> Self {
        Self::holder()
    }
}

impl<C: Into<Content>> From<C> for Panel {
    fn from(content: C) -> Self {
        Self::new(content)
    }
}

impl Panel {
    /// A panel at the origin that shows something.
    pub fn new(content: impl Into<Content>) -> Self {
        Self { content: content.into(), ..Self::holder() }
    }

    /// A panel without content, to hold others.
    #[doc(alias = "container")]
    pub const fn holder() -> Self {
        Self {
            pose: Pose::IDENTITY,
            alpha: 1.0,
            visible: true,
            backface: Backface::Visible,
            blend: BlendMode::Normal,
            filters: Vec::new(),
            mask: None,
            lens: None,
            depth_mode: None,
            billboard: None,
            content: Content::Group,
        }
    }

    /// With another pose.
    pub const fn with_pose(mut self, pose: Pose) -> Self {
        self.pose = pose;
        self
    }

    /// At a place, turned as it is.
    pub const fn with_position(mut self, position: Vec3) -> Self {
        self.pose.position = position;
        self
    }

    /// With a choice of what is seen from behind.
    pub const fn with_backface(mut self, backface: Backface) -> Self {
        self.backface = backface;
        self
    }

    /// As opaque as this, 0…1.
    #[doc(alias = "opacity")]
    pub const fn with_alpha(mut self, alpha: f32) -> Self {
        self.alpha = alpha;
        self
    }

    /// With a filter behind those it has.
    pub fn with_filter(mut self, filter: Filter) -> Self {
        self.filters.push(filter);
        self
    }

    /// Meeting what is painted before it like this.
    pub fn with_blend(mut self, blend: BlendMode) -> Self {
        self.blend = blend;
        self
    }

    /// Seen, with what it holds, through a lens of its own.
    pub const fn with_lens(mut self, lens: OwnLens) -> Self {
        self.lens = Some(lens);
        self
    }

    /// Ordered among what it holds by a mode of its own.
    pub const fn with_depth_mode(mut self, depth_mode: DepthMode) -> Self {
        self.depth_mode = Some(depth_mode);
        self
    }

    /// Facing the viewer whatever turns its holders.
    pub const fn with_billboard(mut self, billboard: Billboard) -> Self {
        self.billboard = Some(billboard);
        self
    }

    /// Shown only where another panel is.
    pub const fn with_mask(mut self, mask: PanelId) -> Self {
        self.mask = Some(mask);
        self
    }
}

/// Why something cannot be done in a [`Space3d`](crate::Space3d).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpaceError {
    /// There is no such panel, or no more.
    Stale(PanelId),
    /// The panel would hold itself.
    Cycle {
        /// The panel to be moved.
        panel: PanelId,
        /// The holder it should get, which it holds.
        holder: PanelId,
    },
    /// Two panels that should have the same holder do not.
    NotSiblings(PanelId, PanelId),
}

impl fmt::Display for SpaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stale(id) => write!(f, "{id:?} does not exist, or no more"),
            Self::Cycle { panel, holder } => {
                write!(f, "{panel:?} cannot go under {holder:?}, which it holds")
            }
            Self::NotSiblings(a, b) => write!(f, "{a:?} and {b:?} have different holders"),
        }
    }
}

impl core::error::Error for SpaceError {}
