//! Which nodes cannot be seen, and why.

use crate::{Content, Node, NodeId, Paint, Stage};
use core::fmt;
use motile_geom::{Aabb, Affine2Ext, Vec2, vec2};

/// A node that cannot be seen although nothing says that it should not; see
/// [`Player::report`](crate::Player::report).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unseen {
    /// The node.
    pub node: NodeId,
    /// Why.
    pub reason: UnseenReason,
}

/// Why a node cannot be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnseenReason {
    /// A shape with neither fill nor stroke.
    NoPaint,
    /// Position, scale, rotation or skew is NaN or infinite, its own or that of a node above it.
    NotFinite,
    /// It is scaled to nothing, or its content is empty.
    Empty,
    /// It lies outside of the stage.
    OffStage,
    /// At nine places of its box, nodes painted later lie on top of it. What shows between those places is not looked
    /// for.
    Behind,
}

impl fmt::Display for UnseenReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoPaint => "has neither fill nor stroke",
            Self::NotFinite => "has a place that is not finite",
            Self::Empty => "is empty",
            Self::OffStage => "is off the stage",
            Self::Behind => "is behind other nodes",
        })
    }
}

impl Unseen {
    /// The node, its place and the reason, for the debug view.
    pub(super) fn sentence(&self, stage: &Stage) -> String {
        let place = stage.get(self.node).map_or(Vec2::NAN, |node| node.position);
        format!("{:?} at ({}, {}) {}", self.node, place.x, place.y, self.reason)
    }
}

/// The nodes of a stage that cannot be seen. Hidden and transparent ones are meant to be, and are left out with
/// everything below them.
pub(crate) fn unseen(stage: &Stage) -> Vec<Unseen> {
    let mut found = Vec::new();
    let mut pending = vec![stage.root()];
    while let Some(id) = pending.pop() {
        let Ok(node) = stage.get(id) else { continue };
        if !node.visible || node.alpha <= 0.0 {
            continue;
        }
        if !is_finite(node) {
            // What hangs below is lost with it, for the same reason.
            found.push(Unseen { node: id, reason: UnseenReason::NotFinite });
            continue;
        }
        let reason = match &node.content {
            Content::Group => None,
            content => why(stage, id, content),
        };
        found.extend(reason.map(|reason| Unseen { node: id, reason }));
        let children = stage.children(id).unwrap_or_default();
        pending.extend(children.iter().rev());
    }
    found
}

fn is_finite(node: &Node) -> bool {
    let vectors = [node.position, node.scale, node.skew, vec2(node.rotation, node.alpha)];
    vectors.iter().all(|vector| vector.is_finite())
}

fn why(stage: &Stage, id: NodeId, content: &Content) -> Option<UnseenReason> {
    if let Content::Shape(shape) = content
        && shape.fill.is_none()
        && shape.stroke.is_none()
    {
        return Some(UnseenReason::NoPaint);
    }
    let bounds = match stage.global_transform(id) {
        Ok(transform) => transform.transform_aabb(content.bounds()),
        Err(_) => return None,
    };
    let shown = Aabb::from_size(Vec2::ZERO, stage.size());
    if bounds.is_empty() || bounds.size() == Vec2::ZERO {
        return Some(UnseenReason::Empty);
    }
    if !bounds.overlaps(shown) {
        return Some(UnseenReason::OffStage);
    }
    is_behind(stage, id, bounds.intersect(shown)).then_some(UnseenReason::Behind)
}

/// Whether something else is on top at the corners, at the middles of the sides and at the center of a box, a little
/// inside of it.
fn is_behind(stage: &Stage, id: NodeId, area: Aabb) -> bool {
    const PLACES: [f32; 3] = [0.02, 0.5, 0.98];
    PLACES.iter().flat_map(|&x| PLACES.map(|y| vec2(x, y))).all(|share| {
        let point = area.min + area.size() * share;
        stage.hit(point).is_some_and(|top| top != id && is_opaque(stage, top))
    })
}

/// Whether nothing can be seen through a node.
fn is_opaque(stage: &Stage, id: NodeId) -> bool {
    let Ok(node) = stage.get(id) else { return false };
    let solid = match &node.content {
        Content::Shape(shape) => {
            matches!(shape.fill, Some(Paint::Solid(color)) if color.a == 255)
        }
        Content::Bitmap(_) | Content::Sprite(_) => true,
        _ => false,
    };
    solid && node.alpha >= 1.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shape, Stroke};
    use motile_pixels::Color;

    #[test]
    fn what_cannot_be_seen_is_listed_with_the_reason() {
        let mut stage = Stage::new(100, 100).unwrap();
        let disc = || Shape::circle(10.0).fill(Color::RED);
        let empty = stage.add(Shape::circle(10.0).at(20.0, 20.0));
        let lost = stage.add(disc().at(f32::NAN, 20.0));
        let spun = stage.add(disc().node().with_rotation(f32::INFINITY));
        let flat = stage.add(disc().at(20.0, 20.0).with_scale(0.0));
        let far = stage.add(disc().at(20.0, -90.0));
        let behind = stage.add(disc().at(50.0, 50.0));
        stage.add(disc().at(30.0, 30.0).hidden());
        stage.add(disc().at(30.0, 30.0).with_alpha(0.0));
        let ring = Shape::circle(9.0).stroke(Stroke::new(2.0), Color::BLUE);
        stage.add(ring.at(80.0, 80.0));
        stage.add(Shape::rect(40.0, 40.0).fill(Color::BLUE).at(50.0, 50.0));
        let found: Vec<_> = unseen(&stage).iter().map(|it| (it.node, it.reason)).collect();
        let expected = [
            (empty, UnseenReason::NoPaint),
            (lost, UnseenReason::NotFinite),
            (spun, UnseenReason::NotFinite),
            (flat, UnseenReason::Empty),
            (far, UnseenReason::OffStage),
            (behind, UnseenReason::Behind),
        ];
        assert_eq!(found, expected);
        let sentence = Unseen { node: far, reason: UnseenReason::OffStage }.sentence(&stage);
        assert!(sentence.ends_with("at (20, -90) is off the stage"), "{sentence}");
    }
}
