//! A scene as content of a stage.

use super::IsoScene;
use motile_geom::{Aabb, Affine2, Affine2Ext, IRect, StateHash, Vec2, vec2};
use motile_pixels::{Blit, Sampling, Surface};
use motile_stage::{Canvas, Drawable, Image};

/// Turned or scaled, a scene is drawn as pictures of so many pixels a side at most: what is seen from far away is made of several.
const MOST_SIDE: f32 = 4096.0;
/// Of more pictures than these nothing could be told apart.
const MOST_PARTS: f32 = 256.0;

/// A scene covers the box around its things, a little more where some of them left. Put it into a
/// [`Shared`](motile_stage::Shared), add that to the stage, and call [`sort`](IsoScene::sort) every tick. It is hit where a
/// picture is.
impl Drawable for IsoScene {
    fn bounds(&self) -> Aabb {
        self.box_around()
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let transform = canvas.transform();
        let seen = canvas.visible();
        if let Some(offset) = transform.as_whole_translation() {
            let area = IRect::new(seen.x - offset.x, seen.y - offset.y, seen.width, seen.height);
            self.paint(area, |picture, corner, blit| canvas.sprite(picture, corner + offset, blit));
            return;
        }
        let Some((part, overlap)) = seen_part(transform, seen) else { return };
        let part = part.intersect(self.bounds());
        let (from, to) = (part.min.floor(), part.max.ceil());
        let side = (MOST_SIDE - overlap).max(MOST_SIDE * 0.5);
        let count = ((to - from) / side).ceil();
        if part.is_empty() || count.x * count.y > MOST_PARTS {
            return;
        }
        for row in 0..count.y as u32 {
            for column in 0..count.x as u32 {
                let corner = from + vec2(column as f32, row as f32) * side;
                let size = (to - corner).min(Vec2::splat(side + overlap));
                self.draw_part(canvas, Aabb::from_size(corner, size));
            }
        }
    }

    /// Decoration: the boxes are the state, and they are the sketch's.
    fn hash(&self, _: &mut StateHash) {}

    fn hit(&self, point: Vec2) -> bool {
        self.is_seen_at(point)
    }

    fn revision(&self) -> u64 {
        Self::revision(self)
    }
}

impl IsoScene {
    /// Draws a part of the scene as one picture, whole pixels of the scene.
    fn draw_part(&self, canvas: &mut Canvas<'_>, part: Aabb) {
        let (corner, size) = (part.min.as_ivec2(), part.size().as_uvec2());
        let Ok(mut picture) = Surface::new(size.x, size.y) else { return };
        self.paint(IRect::new(corner.x, corner.y, size.x, size.y), |sprite, place, blit| {
            picture.blit_with(sprite, place.x - corner.x, place.y - corner.y, blit);
        });
        let image = Image::new(picture);
        canvas.image_with(&image, part.min, &Blit::default(), Sampling::Nearest);
    }
}

/// What of a scene is seen by pixels of the target, and by how much pictures side by side have to overlap so that no seam
/// shows between them: by what a pixel covers.
fn seen_part(transform: Affine2, seen: IRect) -> Option<(Aabb, f32)> {
    let back = transform.checked_inverse()?;
    let corner = vec2(seen.x as f32, seen.y as f32);
    let size = vec2(seen.width as f32, seen.height as f32);
    let pixel = back.matrix2.x_axis.length().max(back.matrix2.y_axis.length());
    let part = back.transform_aabb(Aabb::from_size(corner, size).grown(1.0)).grown(1.0);
    part.is_valid().then_some((part, pixel.ceil()))
}
