//! Drawing a scene: in order, or by a depth buffer.

use super::IsoScene;
use crate::iso::order::NearOrder;
use crate::iso::{IsoItem, IsoSprite};
use motile_geom::{IRect, IVec2, Id};
use motile_pixels::{Blit, Color, Surface};

/// Differences in depth that are none, in units along the line of sight.
const LEVEL: f64 = 1e-6;

impl IsoScene {
    /// Draws everything into a surface whose top left corner is the origin of the screen.
    pub fn draw_into(&self, target: &mut Surface) {
        let area = target.bounds();
        self.paint(area, |picture, place, blit| target.blit_with(picture, place.x, place.y, blit));
    }

    /// Draws everything by a depth buffer instead: a pixel of a picture is drawn where its box is nearer than what is there. Clear
    /// and half clear pixels come last, back to front. The picture is that of [`draw_into`](Self::draw_into), which is faster;
    /// things in large rings or heaps cost no more here than others.
    #[doc(alias = "z-buffer")]
    pub fn draw_by_depth(&self, target: &mut Surface) {
        let area = target.bounds();
        self.paint_floor(area, &mut |picture, place, blit| {
            target.blit_with(picture, place.x, place.y, blit);
        });
        let mut near = NearOrder::default();
        self.order.order_near(self.silhouettes(area), &mut near);
        let mut depths = vec![f64::NEG_INFINITY; area.width as usize * area.height as usize];
        for opaque in [true, false] {
            for &id in near.groups().flatten() {
                self.draw_pixels(id, target, &mut depths, opaque);
            }
        }
    }

    /// Draws the opaque pixels of a thing where it is the nearest, or the others where nothing opaque hides them.
    fn draw_pixels(&self, id: Id<IsoItem>, target: &mut Surface, depths: &mut [f64], opaque: bool) {
        let (Some(item), Some((sprite, corner, tint))) = (self.order.get(id), self.picture(id))
        else {
            return;
        };
        let (width, height) = (sprite.surface.width(), sprite.surface.height());
        let area = target.bounds();
        let seen = IRect::new(corner.x, corner.y, width, height).intersect(area);
        for y in seen.y..seen.y + seen.height as i32 {
            for x in seen.x..seen.x + seen.width as i32 {
                let own = sprite.surface.get(x - corner.x, y - corner.y);
                let Some(color) = own.map(|color| tinted(color, tint)) else { continue };
                let depth = &mut depths[y as usize * area.width as usize + x as usize];
                let along = self.depth_at(item, sprite, IVec2::new(x, y));
                // Of two in one plane the later one counts; rounding does not decide.
                let is_hidden = along < *depth - LEVEL;
                if color.a == 0 || (color.a == 255) != opaque || is_hidden {
                    continue;
                }
                if opaque {
                    *depth = along;
                    target.set(x, y, color);
                } else {
                    let below = target.get(x, y).unwrap_or_default();
                    target.set(x, y, over(color, below));
                }
            }
        }
    }

    /// How far toward the viewer a thing is at a pixel, were its picture there.
    fn depth_at(&self, item: &IsoItem, sprite: &IsoSprite, pixel: IVec2) -> f64 {
        let view = self.projection();
        let (_, off) = self.corner(sprite, item.bounds.base());
        let middle = pixel.as_dvec2() + 0.5 + off;
        view.view_box(&item.bounds).exit(&view.ray(middle)).0
    }

    fn paint_floor(&self, area: IRect, draw: &mut impl FnMut(&Surface, IVec2, &Blit)) {
        self.floor.visit(self.projection(), self.bases(area), |tile| {
            let Some(sprite) = self.sprites.get(tile.sprite as usize) else { return };
            let (corner, _) = self.corner(sprite, tile.base);
            if overlaps(area, sprite, corner) {
                draw(&sprite.surface, corner, &Blit::default());
            }
        });
    }

    /// Hands out pictures in the order they are drawn, as far as they reach into an area.
    pub(crate) fn paint(&self, area: IRect, mut draw: impl FnMut(&Surface, IVec2, &Blit)) {
        self.paint_floor(area, &mut draw);
        let mut blit = Blit::default();
        let mut near = NearOrder::default();
        self.order.order_near(self.silhouettes(area), &mut near);
        for group in near.groups() {
            if let &[id] = group {
                let Some((sprite, corner, tint)) = self.picture(id) else { continue };
                if overlaps(area, sprite, corner) {
                    blit.tint = tint;
                    draw(&sprite.surface, corner, &blit);
                }
            } else if let Some((picture, corner)) = self.compose(group, area) {
                draw(&picture, corner, &Blit::default());
            }
        }
    }

    /// Things that no order fits, as one picture: at every pixel those nearer to the viewer are drawn over those behind.
    fn compose(&self, group: &[Id<IsoItem>], area: IRect) -> Option<(Surface, IVec2)> {
        let mut rect = IRect::default();
        for &id in group {
            if let Some((sprite, corner, _)) = self.picture(id) {
                let (width, height) = (sprite.surface.width(), sprite.surface.height());
                let own = IRect::new(corner.x, corner.y, width, height).intersect(area);
                rect = if rect.is_empty() { own } else { rect.union(own) };
            }
        }
        let mut surface = Surface::new(rect.width, rect.height).ok()?;
        let mut seen: Vec<(f64, Color)> = Vec::with_capacity(group.len());
        for y in 0..rect.height as i32 {
            for x in 0..rect.width as i32 {
                let pixel = IVec2::new(rect.x + x, rect.y + y);
                self.colors_at(group, pixel, &mut seen);
                let color =
                    seen.iter().fold(Color::TRANSPARENT, |below, &(_, color)| over(color, below));
                surface.set(x, y, color);
            }
        }
        Some((surface, IVec2::new(rect.x, rect.y)))
    }

    /// The colors of a group at a pixel, the farthest first.
    fn colors_at(&self, group: &[Id<IsoItem>], pixel: IVec2, seen: &mut Vec<(f64, Color)>) {
        seen.clear();
        for &id in group {
            let (Some(item), Some((sprite, corner, tint))) = (self.order.get(id), self.picture(id))
            else {
                continue;
            };
            let place = pixel.saturating_sub(corner);
            let Some(color) = sprite.surface.get(place.x, place.y).filter(|color| color.a > 0)
            else {
                continue;
            };
            seen.push((self.depth_at(item, sprite, pixel), tinted(color, tint)));
        }
        // Stable: of two at one depth the order of the group decides.
        seen.sort_by(|a, b| a.0.total_cmp(&b.0));
    }
}

fn overlaps(area: IRect, sprite: &IsoSprite, corner: IVec2) -> bool {
    let (width, height) = (sprite.surface.width(), sprite.surface.height());
    !IRect::new(corner.x, corner.y, width, height).intersect(area).is_empty()
}

fn tinted(color: Color, tint: Color) -> Color {
    let times = |a: u8, b: u8| ((u32::from(a) * u32::from(b) + 127) / 255) as u8;
    Color::rgba(
        times(color.r, tint.r),
        times(color.g, tint.g),
        times(color.b, tint.b),
        times(color.a, tint.a),
    )
}

/// A color over another one.
fn over(front: Color, back: Color) -> Color {
    if front.a == 255 || back.a == 0 {
        return front;
    }
    let (a, b) = (front.premultiplied(), back.premultiplied());
    let left = 255 - u32::from(front.a);
    let mix = |i: usize| (u32::from(a[i]) + (u32::from(b[i]) * left + 127) / 255).min(255) as u8;
    Color::from_premultiplied([mix(0), mix(1), mix(2), mix(3)])
}
