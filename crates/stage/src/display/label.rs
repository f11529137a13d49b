//! Text and drawings as content.

use super::Shape;
use crate::{FillRule, GraphicsData, Item, Paint, Text, Width};
use core::ops::Deref;
use motile_geom::{Aabb, Affine2, Affine2Ext, Vec2};
use std::sync::{Arc, OnceLock};

/// A text as content. Read its parts directly, change them by [`Label::edit`].
///
/// A text that cannot be set, such as one with a size of NaN, shows nothing; [`Text::layout`] says why.
///
/// ```
/// use motile_pixels::Color;
/// use motile_stage::{Label, Stage};
/// let mut stage = Stage::new(320, 200)?;
/// let score = stage.add(Label::new("0", 24.0).with_paint(Color::BLUE).centered().at(160.0, 20.0));
/// stage[score].set_text("1000");
/// assert_eq!(stage[score].label().map(|label| label.text.content.as_str()), Some("1000"));
/// # Ok::<(), motile_stage::StageError>(())
/// ```
#[doc(alias = "text field")]
#[derive(Clone, Debug)]
pub struct Label {
    parts: LabelParts,
    /// The outlines, made when first needed.
    shape: OnceLock<Shape>,
}

/// What a [`Label`] is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelParts {
    /// The text and how it is set.
    pub text: Text,
    /// Its paint.
    pub paint: Paint,
    /// Which point of the text's box lies at the node's position, in parts of its size: (0, 0) is the
    /// top left corner, (0.5, 0.5) the center.
    pub anchor: Vec2,
}

impl Label {
    /// Black text of a size in pixels, its top left corner at the node's position.
    pub fn new(content: impl Into<String>, size: f32) -> Self {
        Self::from(Text::new(content, size))
    }

    /// Sets the color, gradient or picture of the letters; black at first.
    pub fn with_paint(mut self, paint: impl Into<Paint>) -> Self {
        self.edit().paint = paint.into();
        self
    }

    /// Puts the center of the text's box at the node's position.
    pub fn centered(self) -> Self {
        self.with_anchor(0.5, 0.5)
    }

    /// Puts a point of the text's box at the node's position, in parts of its size: (0, 0) is the top left corner,
    /// (0.5, 0.5) the center, (1, 0) the top right corner.
    #[doc(alias = "align")]
    #[doc(alias = "pivot")]
    pub fn with_anchor(mut self, x: f32, y: f32) -> Self {
        self.edit().anchor = Vec2::new(x, y);
        self
    }

    /// The parts, to be changed; the text is set anew afterwards.
    pub fn edit(&mut self) -> &mut LabelParts {
        self.shape.take();
        &mut self.parts
    }

    /// Shows other characters; the same ones cost nothing.
    pub fn set(&mut self, content: &str) {
        if self.parts.text.content != content {
            let text = &mut self.edit().text.content;
            text.clear();
            text.push_str(content);
        }
    }

    /// The box it covers in the node's coordinates.
    pub fn bounds(&self) -> Aabb {
        self.shape().bounds()
    }

    /// Its outlines as a shape, placed by the anchor. Made when first asked for.
    #[doc(alias = "outline")]
    pub fn shape(&self) -> &Shape {
        self.shape.get_or_init(|| {
            let outline = self.text.outline(self.anchor);
            Shape::new(outline).with_rule(FillRule::NonZero).fill(&self.paint)
        })
    }
}

impl From<Text> for Label {
    fn from(text: Text) -> Self {
        let parts = LabelParts { text, paint: Paint::default(), anchor: Vec2::ZERO };
        Self { parts, shape: OnceLock::new() }
    }
}

/// The parts, to be read.
impl Deref for Label {
    type Target = LabelParts;

    fn deref(&self) -> &LabelParts {
        &self.parts
    }
}

impl PartialEq for Label {
    fn eq(&self, other: &Self) -> bool {
        self.parts == other.parts
    }
}

/// A recorded drawing as content, shared by its clones.
#[doc(alias = "graphics")]
#[doc(alias = "picture")]
#[derive(Clone, Debug, Default)]
pub struct Drawing(Arc<Recorded>);

#[derive(Clone, Debug, Default)]
struct Recorded {
    data: GraphicsData,
    /// The box around it, and how far its lines of device width reach; found when first asked for.
    facts: OnceLock<(Aabb, f32)>,
}

impl Drawing {
    /// Shows graphics data.
    pub fn new(data: GraphicsData) -> Self {
        Self(Arc::new(Recorded { data, facts: OnceLock::new() }))
    }

    /// The data, to be changed. What other nodes share stays as it is.
    pub fn edit(&mut self) -> &mut GraphicsData {
        let recorded = Arc::make_mut(&mut self.0);
        recorded.facts.take();
        &mut recorded.data
    }

    /// The box it covers in the node's coordinates.
    pub fn bounds(&self) -> Aabb {
        self.facts().0
    }

    pub(crate) fn device_bounds(&self, transform: Affine2) -> Aabb {
        let (bounds, reach) = *self.facts();
        transform.transform_aabb(bounds).grown(reach)
    }

    fn facts(&self) -> &(Aabb, f32) {
        self.0.facts.get_or_init(|| {
            let reach = |item: &Item| match item {
                Item::Stroke(Some(line)) if !matches!(line.stroke.width, Width::Scaled(_)) => {
                    line.stroke.reach()
                }
                _ => 0.0,
            };
            (self.0.data.bounds(), self.0.data.items.iter().map(reach).fold(0.0, f32::max))
        })
    }
}

impl From<GraphicsData> for Drawing {
    fn from(data: GraphicsData) -> Self {
        Self::new(data)
    }
}

/// The data, to be read.
impl Deref for Drawing {
    type Target = GraphicsData;

    fn deref(&self) -> &GraphicsData {
        &self.0.data
    }
}

impl PartialEq for Drawing {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.data == other.0.data
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Path, Stroke};
    use motile_geom::vec2;
    use motile_pixels::Color;

    #[test]
    fn labels_follow_their_parts() {
        let mut label = Label::new("one", 20.0).centered();
        let narrow = label.bounds();
        assert!(narrow.contains(Vec2::ZERO), "the anchor is inside: {narrow:?}");
        label.set("one and more");
        assert!(label.bounds().size().x > 2.0 * narrow.size().x);
        label.edit().text.size = f32::NAN;
        assert!(label.bounds().is_empty());
    }

    #[test]
    fn drawings_share_until_edited() {
        let mut data = GraphicsData::new();
        data.stroke(Stroke::HAIRLINE, Color::RED).path(Path::line(Vec2::ZERO, vec2(10.0, 0.0)));
        let first = Drawing::new(data);
        let mut second = first.clone();
        second.edit().path(Path::line(Vec2::ZERO, vec2(90.0, 0.0)));
        assert!(first.bounds().max.x < 12.0 && second.bounds().max.x > 89.0);
        let tiny = Affine2::from_scale(vec2(0.01, 0.01));
        assert!(first.device_bounds(tiny).size().y >= 1.0, "a hairline stays a pixel wide");
    }
}
