//! Layers with what their groups do to them.

use super::{LayerContent, MapLayer, TileMap};
use motile_geom::Vec2;

/// A layer that is painted, with the settings of its groups worked in. Made by [`TileMap::placed_layers`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedLayer<'m> {
    /// The layer.
    pub layer: &'m MapLayer,
    /// Whether it and all its groups are shown.
    pub visible: bool,
    /// Its opacity times that of its groups.
    pub opacity: f32,
    /// Its color and that of its groups, multiplied, `0xAARRGGBB`.
    pub tint: u32,
    /// Its shift and that of its groups, pixels.
    pub offset: Vec2,
    /// Its parallax times that of its groups.
    pub parallax: Vec2,
}

impl<'m> PlacedLayer<'m> {
    /// Where its origin is on a screen that has the world's point `camera` at its top left corner and shows `view` pixels.
    /// As in the editor, its parallax goes by the middle of the view, and there is no shift when that is at `origin`.
    ///
    /// ```
    /// use motile_geom::{Vec2, uvec2, vec2};
    /// use motile_tiles::{LayerContent, MapLayer, TileMap};
    /// let mut map = TileMap::new(uvec2(10, 10), uvec2(16, 16));
    /// let mut hills = MapLayer::new("hills", LayerContent::Objects(Vec::new()));
    /// hills.parallax = Vec2::splat(0.5);
    /// map.layers.push(hills);
    /// let placed = map.placed_layers().next().unwrap();
    /// let view = vec2(100.0, 60.0);
    /// assert_eq!(placed.screen_offset(vec2(-50.0, -30.0), view, Vec2::ZERO), vec2(50.0, 30.0), "in the middle");
    /// assert_eq!(placed.screen_offset(vec2(0.0, -30.0), view, Vec2::ZERO), vec2(25.0, 30.0), "half the way");
    /// ```
    #[doc(alias = "parallax")]
    pub fn screen_offset(&self, camera: Vec2, view: Vec2, origin: Vec2) -> Vec2 {
        let middle = camera + view * 0.5;
        self.offset - camera + (middle - origin) * (Vec2::ONE - self.parallax)
    }

    const fn alone(layer: &'m MapLayer) -> Self {
        let MapLayer { visible, opacity, tint, offset, parallax, .. } = *layer;
        Self { layer, visible, opacity, tint, offset, parallax }
    }

    fn inside(self, layer: &'m MapLayer) -> Self {
        let inner = Self::alone(layer);
        Self {
            layer,
            visible: self.visible && inner.visible,
            opacity: self.opacity * inner.opacity,
            tint: multiplied(self.tint, inner.tint),
            offset: self.offset + inner.offset,
            parallax: self.parallax * inner.parallax,
        }
    }
}

/// Two colors multiplied channel by channel, rounded.
fn multiplied(a: u32, b: u32) -> u32 {
    let channel = |shift: u32| (((a >> shift & 255) * (b >> shift & 255) + 127) / 255) << shift;
    channel(24) | channel(16) | channel(8) | channel(0)
}

impl TileMap {
    /// The layers to paint, from the bottom to the top, with the settings of their groups worked in. Groups themselves
    /// are left out.
    #[doc(alias = "flatten")]
    pub fn placed_layers(&self) -> impl Iterator<Item = PlacedLayer<'_>> {
        let mut open: Vec<_> = self.layers.iter().rev().map(PlacedLayer::alone).collect();
        core::iter::from_fn(move || {
            loop {
                let placed = open.pop()?;
                let LayerContent::Group(children) = &placed.layer.content else {
                    return Some(placed);
                };
                open.extend(children.iter().rev().map(|child| placed.inside(child)));
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_multiply() {
        assert_eq!(multiplied(0xFFFF_FFFF, 0x8040_20FF), 0x8040_20FF);
        assert_eq!(multiplied(0x8080_8080, 0x8000_FF01), 0x4000_8001);
    }
}
