//! A node: content and how it is placed and drawn.

use super::{Content, Label, NodeId, Shape, Sprite};
use motile_geom::Vec2;
use motile_pixels::{BlendMode, Color, Filter};

/// One thing on the stage: what it shows and how. Fields may be changed at any time.
///
/// A point of the content is scaled, then skewed, then turned, then moved to `position`; the result
/// is in the coordinates of the parent. All of it applies to the children as well.
#[doc(alias = "display object")]
#[doc(alias = "entity")]
#[doc(alias = "actor")]
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Where its origin lies, in the parent's coordinates.
    pub position: Vec2,
    /// Factors along its own axes; negative ones mirror.
    pub scale: Vec2,
    /// Turn in radians, clockwise on the screen.
    pub rotation: f32,
    /// Lean of the y axis (`x`) and of the x axis (`y`) in radians.
    pub skew: Vec2,
    /// How opaque it is with all its children, 0…1; values outside are clamped. Overlapping children
    /// of a half transparent group do not show through each other.
    pub alpha: f32,
    /// Whether it is drawn and hit at all, with its children.
    pub visible: bool,
    /// How it meets what is painted before it.
    pub blend: BlendMode,
    /// Applied to the picture of this node and its children, one after the other. They work in pixels
    /// of the screen, and their result is kept while nothing below changes.
    pub filters: Vec<Filter>,
    /// A node whose picture says where this one shows: its alpha, at its own place on the stage,
    /// multiplies this node's. The mask is usually invisible itself, and masks within it are not
    /// followed. A stale id masks nothing.
    pub mask: Option<NodeId>,
    /// Keeps the picture of this node and its children and draws that while nothing below changes and
    /// only the position moves. Worth it for groups of many parts that move as one.
    pub cached: bool,
    /// What it shows below its children.
    pub content: Content,
}

/// An empty group at the origin.
impl Default for Node {
    fn default() -> Self {
        Self::group()
    }
}

impl Node {
    /// A node with content, at the origin.
    pub fn new(content: impl Into<Content>) -> Self {
        Self { content: content.into(), ..Self::group() }
    }

    /// A node without content of its own, to hold others.
    pub const fn group() -> Self {
        Self {
            position: Vec2::ZERO,
            scale: Vec2::ONE,
            rotation: 0.0,
            skew: Vec2::ZERO,
            alpha: 1.0,
            visible: true,
            blend: BlendMode::Normal,
            filters: Vec::new(),
            mask: None,
            cached: false,
            content: Content::Group,
        }
    }

    /// Puts it at a position in its parent's coordinates.
    pub const fn at(mut self, x: f32, y: f32) -> Self {
        self.position = Vec2::new(x, y);
        self
    }

    /// Puts it at a point of its parent's coordinates; [`Node::at`] for a vector.
    pub const fn with_position(mut self, position: Vec2) -> Self {
        self.position = position;
        self
    }

    /// Turns it to an angle in radians, clockwise on the screen.
    pub const fn with_rotation(mut self, rotation: f32) -> Self {
        self.rotation = rotation;
        self
    }

    /// Sets its size: one factor for both axes.
    pub const fn with_scale(mut self, scale: f32) -> Self {
        self.scale = Vec2::splat(scale);
        self
    }

    /// Sets its size by a factor for each axis; negative ones mirror.
    pub const fn with_stretch(mut self, x: f32, y: f32) -> Self {
        self.scale = Vec2::new(x, y);
        self
    }

    /// Sets how opaque it is with its children, 0…1.
    #[doc(alias = "opacity")]
    pub const fn with_alpha(mut self, alpha: f32) -> Self {
        self.alpha = alpha;
        self
    }

    /// Keeps it and its children from being drawn and hit, until `visible` is set.
    pub const fn hidden(mut self) -> Self {
        self.visible = false;
        self
    }

    /// Sets how it meets what is painted before it.
    #[doc(alias = "composite")]
    pub fn with_blend(mut self, blend: BlendMode) -> Self {
        self.blend = blend;
        self
    }

    /// Adds a filter behind those it has.
    #[doc(alias = "effect")]
    pub fn with_filter(mut self, filter: Filter) -> Self {
        self.filters.push(filter);
        self
    }

    /// Shows it only where another node is; see [`Node::mask`].
    #[doc(alias = "clip")]
    pub const fn with_mask(mut self, mask: NodeId) -> Self {
        self.mask = Some(mask);
        self
    }

    /// Keeps its picture while nothing below it changes; see the field of this name.
    #[doc(alias = "cache as bitmap")]
    pub const fn cached(mut self) -> Self {
        self.cached = true;
        self
    }

    /// Its shape, when that is what it shows.
    pub const fn shape(&self) -> Option<&Shape> {
        match &self.content {
            Content::Shape(shape) => Some(shape),
            _ => None,
        }
    }

    /// Its shape to be changed, when that is what it shows.
    pub const fn shape_mut(&mut self) -> Option<&mut Shape> {
        match &mut self.content {
            Content::Shape(shape) => Some(shape),
            _ => None,
        }
    }

    /// Its text, when that is what it shows.
    pub const fn label(&self) -> Option<&Label> {
        match &self.content {
            Content::Label(label) => Some(label),
            _ => None,
        }
    }

    /// Shows other characters, when a text is what it shows. Returns whether it is.
    pub fn set_text(&mut self, content: &str) -> bool {
        let Content::Label(label) = &mut self.content else { return false };
        label.set(content);
        true
    }

    /// Shows another frame, when a sprite is what it shows. Returns whether it is.
    pub const fn set_frame(&mut self, frame: u32) -> bool {
        let Content::Sprite(Sprite { frame: shown, .. }) = &mut self.content else { return false };
        *shown = frame;
        true
    }

    /// The color of its fill or of its text, to be changed; none where it has none, or a gradient.
    pub fn color_mut(&mut self) -> Option<&mut Color> {
        let paint = match &mut self.content {
            Content::Shape(shape) if shape.fill.is_some() => shape.edit().fill.as_mut()?,
            Content::Label(label) => &mut label.edit().paint,
            _ => return None,
        };
        paint.color_mut()
    }

    /// The color of its line, to be changed; none where it has no line, or one with a gradient.
    pub fn line_color_mut(&mut self) -> Option<&mut Color> {
        match &mut self.content {
            Content::Shape(shape) if shape.stroke.is_some() => shape.edit().line.color_mut(),
            _ => None,
        }
    }

    /// Which frame shows, to be changed, when a sprite is what it shows.
    pub const fn frame_mut(&mut self) -> Option<&mut u32> {
        match &mut self.content {
            Content::Sprite(sprite) => Some(&mut sprite.frame),
            _ => None,
        }
    }

    /// How far its filters reach beyond it at most, pixels.
    pub(crate) fn filter_margin(&self) -> f32 {
        let widest = |filter: &Filter| {
            let margin = filter.margin();
            margin.left.max(margin.right).max(margin.top).max(margin.bottom)
        };
        self.filters.iter().map(|filter| widest(filter) as f32).sum()
    }

    /// Its alpha as drawn: 0…1, NaN counts as 0.
    pub(crate) fn opacity(&self) -> f32 {
        if self.alpha.is_nan() { 0.0 } else { self.alpha.clamp(0.0, 1.0) }
    }
}
