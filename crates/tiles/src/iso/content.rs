//! A scene as content of a stage.

use super::IsoScene;
use motile_geom::{Aabb, Affine2Ext, IRect, StateHash};
use motile_pixels::{Blit, Sampling, Surface};
use motile_stage::{Canvas, Drawable, Image};

/// A scene is drawn as wide as its things reach. Put it into a [`Shared`](motile_stage::Shared), add that to the stage, and call
/// [`sort`](IsoScene::sort) every tick.
impl Drawable for IsoScene {
    fn bounds(&self) -> Aabb {
        self.reach()
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let transform = canvas.transform();
        if let Some(offset) = transform.as_whole_translation() {
            let seen = canvas.visible();
            let area = IRect::new(seen.x - offset.x, seen.y - offset.y, seen.width, seen.height);
            self.paint(area, |picture, corner, blit| canvas.sprite(picture, corner + offset, blit));
            return;
        }
        // Turned or scaled: one picture.
        let bounds = self.bounds();
        let size = bounds.size();
        let Ok(mut whole) = Surface::new(size.x as u32, size.y as u32) else { return };
        let corner = bounds.min.as_ivec2();
        let area = IRect::new(corner.x, corner.y, whole.width(), whole.height());
        self.paint(area, |picture, place, blit| {
            whole.blit_with(picture, place.x - corner.x, place.y - corner.y, blit);
        });
        let image = Image::new(whole);
        canvas.image_with(&image, bounds.min, &Blit::default(), Sampling::Nearest);
    }

    /// Decoration: the boxes are the state, and they are the sketch's.
    fn hash(&self, _: &mut StateHash) {}

    fn revision(&self) -> u64 {
        Self::revision(self)
    }
}
