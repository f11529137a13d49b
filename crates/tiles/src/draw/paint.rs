//! Painting a whole map on a surface: every layer, as the editor shows it.

use super::pictures::{MapPictures, transposed};
use crate::{
    LayerContent, MapObject, ObjectShape, Orientation, PlacedLayer, RenderOrder, Tile, TileLayer,
    TileMap,
};
use motile_geom::{Aabb, Affine2, Affine2Ext, IRect, IVec2, UVec2, Vec2, vec2};
use motile_pixels::{Blit, Color, Sampling, Surface};

impl MapPictures {
    /// Draws a map on a surface as the editor shows it, with the world's point `camera` at the top left corner and animated
    /// tiles as they are after so many seconds. What is not in view costs nothing.
    ///
    /// | of the map | how it is drawn |
    /// |---|---|
    /// | background | fills the surface; without one, what is there stays |
    /// | layers and groups | from the bottom to the top, with their opacity, tint, offset and parallax; hidden ones are not |
    /// | tiles | the lower left corner at that of the box of their cell; larger ones reach out of it, and the render order or the rows say which is over which |
    /// | sets that fit cells | enlarged or reduced, with their proportions where the set says so |
    /// | tile objects | as large as they are, turned, with their own opacity; in their order, or by their lower edges |
    /// | pictures | once, or repeated without end |
    /// | other objects, texts, values | not at all |
    ///
    /// The parallax is that of the middle of the view: a layer has no shift when this is at the map's
    /// [`parallax_origin`](TileMap::parallax_origin). Places are rounded to whole pixels.
    #[doc(alias = "render map")]
    pub fn draw(&self, map: &TileMap, camera: Vec2, seconds: f64, target: &mut Surface) {
        if !camera.is_finite() {
            return;
        }
        fill_background(map, target);
        let view = vec2(target.width() as f32, target.height() as f32);
        for placed in map.placed_layers() {
            let Some(mut layer) = LayerPaint::new(self, map, &placed, camera, view, seconds) else {
                continue;
            };
            layer.paint(&placed, target);
        }
    }
}

pub(super) fn fill_background(map: &TileMap, target: &mut Surface) {
    if let Some(color) = map.background {
        let [alpha, red, green, blue] = color.to_be_bytes();
        target.fill_rect(target.bounds(), Color::rgba(red, green, blue, alpha));
    }
}

/// A picture on its way to a surface: as a tile turns it, as large as `size`, with its top left corner at a place of the layer and
/// turned about that, radians.
struct Stamp<'m> {
    picture: &'m Surface,
    tile: Tile,
    place: Vec2,
    size: Vec2,
    rotation: f32,
    tint: Color,
}

/// One layer on its way to a surface.
pub(crate) struct LayerPaint<'m> {
    pictures: &'m MapPictures,
    map: &'m TileMap,
    /// Where the layer's origin is on the surface, pixels.
    pub(crate) shift: IVec2,
    pub(super) tint: Color,
    seconds: f64,
}

impl<'m> LayerPaint<'m> {
    /// `None` when nothing of it is to be seen.
    pub(crate) fn new(
        pictures: &'m MapPictures,
        map: &'m TileMap,
        placed: &PlacedLayer<'m>,
        camera: Vec2,
        view: Vec2,
        seconds: f64,
    ) -> Option<Self> {
        let shift = placed.screen_offset(camera, view, map.parallax_origin);
        let tint = tint(placed.tint, placed.opacity);
        let seen = placed.visible && tint.a > 0 && shift.is_finite();
        seen.then_some(Self { pictures, map, shift: shift.round().as_ivec2(), tint, seconds })
    }

    pub(super) fn paint(&mut self, placed: &PlacedLayer<'m>, target: &mut Surface) {
        match &placed.layer.content {
            LayerContent::Tiles(tiles) => {
                self.tiles(tiles, placed.layer.cell_size.unwrap_or(self.map.tile_size), target);
            }
            LayerContent::Objects(objects) => self.objects(objects, placed.layer.sort_y, target),
            LayerContent::Image { image, repeat_x, repeat_y } => {
                if let Some(picture) = self.pictures.image(image) {
                    self.image(picture, *repeat_x, *repeat_y, target);
                }
            }
            _ => {}
        }
    }

    fn tiles(&self, tiles: &TileLayer, cell: UVec2, target: &mut Surface) {
        let map = self.map;
        let mut seen: Vec<(IVec2, Tile)> = tiles.tiles_in(self.window(cell, target)).collect();
        let by_rows =
            matches!(map.orientation, Orientation::Orthogonal | Orientation::Oblique { .. });
        if by_rows {
            let order = map.render_order;
            let up = matches!(order, RenderOrder::RightUp | RenderOrder::LeftUp);
            let left = matches!(order, RenderOrder::LeftDown | RenderOrder::LeftUp);
            let along = |value: i32, back: bool| if back { !value } else { value };
            seen.sort_unstable_by_key(|(cell, _)| (along(cell.y, up), along(cell.x, left)));
        } else {
            // From the back to the front: what is lower on the screen is nearer.
            seen.sort_by(|(a, _), (b, _)| {
                let (a, b) = (map.corner_of(*a, cell), map.corner_of(*b, cell));
                a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x))
            });
        }
        for (place, tile) in seen {
            self.tile(map.corner_of(place, cell), cell, tile, target);
        }
    }

    /// The cells whose tiles can reach into the surface.
    fn window(&self, cell: UVec2, target: &Surface) -> IRect {
        // A turned tile is as wide as it was high.
        let side = self.pictures.largest().max(cell).max_element() as f32;
        let reach = Vec2::splat(side) + set_offsets(self.map);
        let size = vec2(target.width() as f32, target.height() as f32);
        let area = Aabb::new(Vec2::ZERO, size).translated(-self.shift.as_vec2());
        self.map.cells_near(Aabb::new(area.min - reach, area.max + reach), cell)
    }

    /// Draws a tile whose cell's box has its top left corner at a place of the layer.
    fn tile(&self, corner: Vec2, cell: UVec2, tile: Tile, target: &mut Surface) {
        if let Some(stamp) = self.stamp_of_tile(corner, cell, tile) {
            self.stamp(&stamp, target);
        }
    }

    fn stamp_of_tile(&self, corner: Vec2, cell: UVec2, tile: Tile) -> Option<Stamp<'m>> {
        let (set, local) = self.map.set_of(tile)?;
        let shown = tile.with_number(set.first.saturating_add(set.shown(local, self.seconds)));
        let picture = self.pictures.tile(shown)?;
        let own = uvec_of(picture);
        // On hexagonal maps this turn is one of 60 degrees about the middle.
        let sixth =
            tile.swap_axes() && matches!(self.map.orientation, Orientation::Hexagonal { .. });
        let own = if tile.swap_axes() && !sixth { UVec2::new(own.y, own.x) } else { own }.as_vec2();
        let size = if set.fit_cells { fitted(own, cell.as_vec2(), set.keep_aspect) } else { own };
        let left = if set.fit_cells { (cell.x as f32 - size.x) * 0.5 } else { 0.0 };
        let rise = if set.fit_cells { (cell.y as f32 + size.y) * 0.5 } else { cell.y as f32 };
        let place = corner + vec2(left, rise - size.y) + set.offset.as_vec2();
        let (tint, rotation) = (self.tint, 0.0);
        if !sixth {
            return Some(Stamp { picture, tile, place, size, rotation, tint });
        }
        let rotation = core::f32::consts::FRAC_PI_3;
        let place = place + size * 0.5 - turned(rotation).transform_vector2(size * 0.5);
        let flat = Tile::new(tile.number());
        let flat = if tile.flip_x() { flat.flipped_x() } else { flat };
        let tile = if tile.flip_y() { flat.flipped_y() } else { flat };
        Some(Stamp { picture, tile, place, size, rotation, tint })
    }

    fn objects(&self, objects: &[MapObject], sort_y: bool, target: &mut Surface) {
        let mut shown: Vec<&MapObject> = objects.iter().filter(|object| object.visible).collect();
        if sort_y {
            let foot = |object: &MapObject| {
                let isometric = self.map.orientation == Orientation::Isometric;
                object.position.y + if isometric { 0.0 } else { object.size.y }
            };
            shown.sort_by(|a, b| foot(a).total_cmp(&foot(b)));
        }
        for object in shown {
            if let ObjectShape::Tile(tile) = object.shape {
                self.object(object, tile, target);
            }
        }
    }

    fn object(&self, object: &MapObject, tile: Tile, target: &mut Surface) {
        if let Some(stamp) = self.stamp_of_object(object, tile) {
            self.stamp(&stamp, target);
        }
    }

    fn stamp_of_object(&self, object: &MapObject, tile: Tile) -> Option<Stamp<'m>> {
        let (set, local) = self.map.set_of(tile)?;
        let shown = tile.with_number(set.first.saturating_add(set.shown(local, self.seconds)));
        let picture = self.pictures.tile(shown)?;
        let size = if object.size.cmpgt(Vec2::ZERO).all() {
            object.size
        } else {
            uvec_of(picture).as_vec2()
        };
        let place = match self.map.orientation {
            // There its place is the middle of its lower edge, and turning is about that.
            Orientation::Isometric => {
                let foot = self.map.point_of_object(object.position);
                let turn = turned(object.rotation);
                foot + turn.transform_vector2(vec2(-0.5 * size.x, -size.y))
            }
            _ => object.position,
        };
        let place = place + set.offset.as_vec2();
        let opacity = if object.opacity.is_finite() { object.opacity.clamp(0.0, 1.0) } else { 0.0 };
        let alpha = (f32::from(self.tint.a) * opacity).round() as u8;
        let rotation = object.rotation;
        let seen = place.is_finite() && size.is_finite() && rotation.is_finite();
        let tint = self.tint.with_alpha(alpha);
        (alpha > 0 && seen).then_some(Stamp { picture, tile, place, size, rotation, tint })
    }

    /// Draws a picture as a tile turns it.
    fn stamp(&self, stamp: &Stamp<'_>, target: &mut Surface) {
        let &Stamp { picture, tile, place, size, rotation, tint } = stamp;
        let swapped = if tile.swap_axes() { transposed(picture) } else { None };
        let picture = swapped.as_ref().unwrap_or(picture);
        let (flip_x, flip_y) = (tile.flip_x(), tile.flip_y());
        let blit = Blit { flip_x, flip_y, tint, ..Blit::default() };
        let place = whole(place) + self.shift.as_vec2();
        if rotation == 0.0 && uvec_of(picture).as_vec2() == size {
            target.blit_with(picture, place.x as i32, place.y as i32, &blit);
            return;
        }
        let scale = size / uvec_of(picture).as_vec2();
        let transform = Affine2::from_parts(place, scale, rotation, Vec2::ZERO);
        target.draw(picture, &transform, Sampling::Nearest, &blit);
    }

    /// A tile as it is painted into a cell whose box has its top left corner at a place of the layer, by itself: its picture, and
    /// where that has its own top left corner.
    pub(crate) fn tile_alone(
        &self,
        corner: Vec2,
        cell: UVec2,
        tile: Tile,
    ) -> Option<(Surface, IVec2)> {
        self.alone(&self.stamp_of_tile(corner, cell, tile)?)
    }

    /// A tile object by itself, with where its picture has its top left corner.
    pub(crate) fn object_alone(&self, object: &MapObject, tile: Tile) -> Option<(Surface, IVec2)> {
        self.alone(&self.stamp_of_object(object, tile)?)
    }

    fn alone(&self, stamp: &Stamp<'_>) -> Option<(Surface, IVec2)> {
        let place = whole(stamp.place);
        let turn = turned(stamp.rotation);
        let corners = Aabb::from_size(Vec2::ZERO, stamp.size).corners();
        let area = Aabb::around(corners.map(|corner| place + turn.transform_vector2(corner)));
        let (min, max) = (area.min.floor(), area.max.ceil());
        let mut surface = Surface::new((max.x - min.x) as u32, (max.y - min.y) as u32).ok()?;
        let shift = IVec2::ZERO.saturating_sub(min.as_ivec2());
        let layer = Self { shift, ..*self };
        layer.stamp(stamp, &mut surface);
        Some((surface, min.as_ivec2().saturating_add(self.shift)))
    }

    fn image(&self, picture: &Surface, repeat_x: bool, repeat_y: bool, target: &mut Surface) {
        let blit = Blit::default().with_tint(self.tint);
        let places = |start: i32, step: u32, end: u32, repeats: bool| {
            let step = step.clamp(1, i32::MAX as u32) as i32;
            let first = if repeats { start.rem_euclid(step) - step } else { start };
            let count = if repeats { end as i32 / step + 2 } else { 1 };
            (0..count).map(move |i| first.saturating_add(i.saturating_mul(step)))
        };
        for y in places(self.shift.y, picture.height(), target.height(), repeat_y) {
            for x in places(self.shift.x, picture.width(), target.width(), repeat_x) {
                target.blit_with(picture, x, y, &blit);
            }
        }
    }
}

/// The pixel that something begins at. Halves go up on both sides of 0, so that tiles of odd sizes are evenly apart.
fn whole(place: Vec2) -> Vec2 {
    (place + 0.5).floor()
}

/// A turn about the origin, radians.
fn turned(angle: f32) -> Affine2 {
    Affine2::from_parts(Vec2::ZERO, Vec2::ONE, angle, Vec2::ZERO)
}

fn uvec_of(picture: &Surface) -> UVec2 {
    UVec2::new(picture.width(), picture.height())
}

/// A size inside another: all of it, or with the proportions it has.
fn fitted(size: Vec2, cell: Vec2, keep_aspect: bool) -> Vec2 {
    if keep_aspect { size * (cell / size).min_element() } else { cell }
}

/// How far sets shift their tiles at most, pixels.
fn set_offsets(map: &TileMap) -> Vec2 {
    map.sets.iter().fold(Vec2::ZERO, |most, set| most.max(set.offset.as_vec2().abs()))
}

/// A color `0xAARRGGBB` with an opacity.
fn tint(color: u32, opacity: f32) -> Color {
    let [alpha, red, green, blue] = color.to_be_bytes();
    // Asked this way, NaN is invisible.
    let opacity = if opacity > 0.0 { opacity.min(1.0) } else { 0.0 };
    Color::rgba(red, green, blue, (f32::from(alpha) * opacity).round() as u8)
}
