//! What a point hits.

use super::{Bitmap, Content, NodeId, ROOT, Sprite, Stage, StageError};
use motile_geom::{Affine2, Affine2Ext, IRect, Vec2};
use motile_pixels::Surface;

/// How exactly to test. The default tests real shapes, and pixels that are not fully transparent. Texts
/// are hit by their box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HitTest {
    /// Whether to test outlines and pixels; otherwise boxes are enough.
    pub exact: bool,
    /// Smallest alpha of a pixel that counts as hit, 0…255; 0 counts all of a picture's box.
    pub min_alpha: u8,
}

impl Default for HitTest {
    fn default() -> Self {
        Self { exact: true, min_alpha: 1 }
    }
}

impl Stage {
    /// The topmost visible node at a point of the stage, by its real shape.
    #[doc(alias = "picking")]
    #[doc(alias = "hit test")]
    pub fn hit(&self, point: Vec2) -> Option<NodeId> {
        let mut top = None;
        self.hit_each(ROOT, point, HitTest::default(), |id| top = Some(id));
        top
    }

    /// All visible nodes at a point of the stage, lowest first, appended to `hits`.
    pub fn hit_all(&self, point: Vec2, test: HitTest, hits: &mut Vec<NodeId>) {
        self.hit_each(ROOT, point, test, |id| hits.push(id));
    }

    /// Whether a point of the stage lies on a node or on something below it.
    ///
    /// # Errors
    /// [`StageError::Stale`] when there is no such node.
    pub fn hits(&self, id: NodeId, point: Vec2) -> Result<bool, StageError> {
        self.hits_with(id, point, HitTest::default())
    }

    /// As [`Stage::hits`], with a test of choice.
    ///
    /// # Errors
    /// [`StageError::Stale`] when there is no such node.
    pub fn hits_with(&self, id: NodeId, point: Vec2, test: HitTest) -> Result<bool, StageError> {
        self.slot(id)?;
        let mut any = false;
        self.hit_each(id, point, test, |_| any = true);
        Ok(any)
    }

    /// Calls `found` for each node from `top` downwards that lies at a point, in paint order.
    fn hit_each(&self, top: NodeId, point: Vec2, test: HitTest, mut found: impl FnMut(NodeId)) {
        let Ok(transform) = self.global_transform(top) else { return };
        let mut pending = vec![(top, transform)];
        while let Some((id, transform)) = pending.pop() {
            let slot = &self.slots[id];
            if !slot.node.visible || !self.shows_through_mask(slot.node.mask, point, test) {
                continue;
            }
            if !matches!(slot.node.content, Content::Group)
                && let Some(inverse) = transform.checked_inverse()
                && slot.node.content.hit(inverse.transform_point2(point), transform, test)
            {
                found(id);
            }
            let place = |&child: &NodeId| (child, transform * self.slots[child].node.transform());
            pending.extend(slot.children.iter().rev().map(place));
        }
    }

    fn shows_through_mask(&self, mask: Option<NodeId>, point: Vec2, test: HitTest) -> bool {
        let Some(mask) = mask else { return true };
        let Ok(slot) = self.slot(mask) else { return true };
        // The mask itself is usually hidden, and masks of masks are not followed.
        let mut any = false;
        if let Ok(transform) = self.global_transform(mask)
            && let Some(inverse) = transform.checked_inverse()
        {
            any = slot.node.content.hit(inverse.transform_point2(point), transform, test);
        }
        for &child in &slot.children {
            any = any || self.hits_with(child, point, test).unwrap_or(false);
        }
        any
    }
}

impl Content {
    /// Whether a point of the node's own coordinates lies on it. The transform, from there to the pixels, says how wide hairlines are.
    pub fn hit(&self, point: Vec2, transform: Affine2, test: HitTest) -> bool {
        match self {
            Self::Shape(shape) if test.exact => shape.contains(point, transform),
            Self::Bitmap(bitmap) if test.exact => bitmap.hit(point, test.min_alpha),
            Self::Sprite(sprite) if test.exact => sprite.hit(point, test.min_alpha),
            Self::Drawing(drawing) if test.exact => drawing.contains(point),
            Self::Custom(custom) if test.exact => custom.hit(point),
            other => other.bounds().contains(point),
        }
    }
}

impl Bitmap {
    fn hit(&self, point: Vec2, min_alpha: u8) -> bool {
        pixel_hit(&self.image, self.image.bounds(), point - self.bounds().min, min_alpha)
    }
}

impl Sprite {
    fn hit(&self, point: Vec2, min_alpha: u8) -> bool {
        let Some((frame, pixels)) = self.shown() else { return false };
        let at = point - pixels.min;
        if !frame.rotated {
            return pixel_hit(self.atlas.image(), frame.rect, at, min_alpha);
        }
        let cut = self.atlas.cut(self.frame);
        cut.is_some_and(|cut| pixel_hit(cut, cut.bounds(), at, min_alpha))
    }
}

/// `at` counts from the top left corner of the part.
fn pixel_hit(picture: &Surface, part: IRect, at: Vec2, min_alpha: u8) -> bool {
    let cell = at.floor().as_ivec2();
    if !IRect::of_size(part.width, part.height).contains(cell.x, cell.y) {
        return false;
    }
    picture.get(part.x + cell.x, part.y + cell.y).is_some_and(|color| color.a >= min_alpha)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Atlas, Node, Shape};
    use motile_geom::vec2;
    use motile_pixels::Color;

    #[test]
    fn the_topmost_real_shape_is_hit() {
        let mut stage = Stage::new(100, 100).unwrap();
        let below = stage.add(Shape::rect(40.0, 40.0).fill(Color::RED).at(50.0, 50.0));
        let group = stage.add(Node::group().at(50.0, 50.0).with_scale(2.0));
        let disc = stage.add_to(group, Shape::circle(10.0).fill(Color::BLUE)).unwrap();
        assert_eq!(stage.hit(vec2(50.0, 69.0)), Some(disc));
        assert_eq!(stage.hit(vec2(67.0, 67.0)), Some(below), "beside the disc, on the square");
        assert_eq!(stage.hit(vec2(71.0, 71.0)), None);
        let mut all = Vec::new();
        stage.hit_all(vec2(50.0, 50.0), HitTest::default(), &mut all);
        assert_eq!(all, [below, disc]);
        let boxes = HitTest { exact: false, ..HitTest::default() };
        assert!(stage.hits_with(group, vec2(67.0, 67.0), boxes).unwrap());
        assert!(!stage.hits(group, vec2(67.0, 67.0)).unwrap());
        stage[group].visible = false;
        assert_eq!(stage.hit(vec2(50.0, 50.0)), Some(below));
    }

    #[test]
    fn pixels_count_from_an_alpha_on() {
        let mut picture = Surface::new(4, 4).unwrap();
        picture.set(1, 1, Color::rgba(255, 0, 0, 100));
        picture.set(3, 3, Color::RED);
        let mut stage = Stage::new(100, 100).unwrap();
        let id = stage.add(Bitmap::new(picture.clone()).at(10.0, 10.0).with_scale(10.0));
        let hit = |min_alpha, x, y| {
            let test = HitTest { exact: true, min_alpha };
            stage.hits_with(id, vec2(x, y), test).unwrap()
        };
        assert!(hit(1, 25.0, 25.0) && !hit(128, 25.0, 25.0) && !hit(1, 15.0, 15.0));
        assert!(hit(128, 45.0, 45.0) && hit(0, 15.0, 15.0) && !hit(0, 9.0, 15.0));

        let atlas = Atlas::grid(picture, 2, 2);
        let sprite = stage.add(Sprite::new(&atlas, 3).at(70.0, 70.0));
        assert!(stage.hits(sprite, vec2(70.5, 70.5)).unwrap());
        assert!(!stage.hits(sprite, vec2(69.5, 69.5)).unwrap());
    }

    #[test]
    fn masks_hide_from_the_pointer_too() {
        let mut stage = Stage::new(100, 100).unwrap();
        let mask = stage.add(Shape::circle(10.0).fill(Color::BLACK).at(20.0, 20.0).hidden());
        let wall = Shape::rect(100.0, 100.0).fill(Color::RED).at(50.0, 50.0);
        let wall = stage.add(wall.with_mask(mask));
        assert_eq!(stage.hit(vec2(20.0, 25.0)), Some(wall));
        assert_eq!(stage.hit(vec2(20.0, 35.0)), None);
        stage.remove(mask).unwrap();
        assert_eq!(stage.hit(vec2(20.0, 35.0)), Some(wall), "a stale mask masks nothing");
    }

    #[test]
    fn flat_and_broken_nodes_are_not_hit() {
        let mut stage = Stage::new(100, 100).unwrap();
        let id = stage.add(Shape::circle(10.0).fill(Color::RED).at(20.0, 20.0));
        for scale in [0.0, f32::NAN] {
            stage[id].scale.x = scale;
            assert_eq!(stage.hit(vec2(20.0, 20.0)), None);
        }
        assert_eq!(stage.hit(vec2(f32::NAN, 0.0)), None);
    }
}
