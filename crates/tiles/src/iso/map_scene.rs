//! Isometric and staggered maps of editors as scenes: drawn as the editor draws them, but for what hides what.

use super::{IsoBox, IsoItem, IsoScene, IsoSprite};
use crate::draw::LayerPaint;
use crate::{LayerContent, MapObject, MapPictures, ObjectShape, PlacedLayer, Tile, TileMap};
use motile_geom::{IVec2, Id, Vec2, Vec3, vec3};
use motile_pixels::Surface;
use std::collections::BTreeMap;

/// A map of an editor as an [`IsoScene`]. An editor paints tiles row by row and layer by layer, which is wrong as soon as
/// something is larger than its cell; here every tile has the volume that its properties tell (see [`TileMap::iso_tiles`]), and what
/// hides what follows from these.
///
/// | of the map | what becomes of it |
/// |---|---|
/// | flat tiles on the floor | floor, layer by layer |
/// | tiles with `height`, tiles of layers with `elevation` | things, their pictures where the editor has them, lifted by the elevation |
/// | tile objects | things; their own properties come before those of their tile, `elevation` is one too |
/// | layers and groups | opacity, tint and offset count; hidden ones are not there |
/// | animated tiles | [`animate`](Self::animate) shows the picture of a time |
/// | background, picture layers, parallax | not drawn: what is seen through the floor is the program's |
///
/// ```
/// use motile_geom::uvec2;
/// use motile_pixels::{Color, Surface};
/// use motile_tiles::iso::IsoMapScene;
/// use motile_tiles::{MapLayer, MapPictures, Orientation, TileInfo, TileLayer, TileMap, TileProperty, TileSet};
///
/// let mut map = TileMap { orientation: Orientation::Isometric, ..TileMap::new(uvec2(3, 3), uvec2(64, 32)) };
/// let mut set = TileSet::sheet("tower", 1, uvec2(64, 96), uvec2(64, 96));
/// let mut tower = TileInfo::default();
/// tower.properties.set("height", TileProperty::Float(52.0));
/// set.tiles.insert(0, tower);
/// map.sets.push(set);
/// map.layers.push(MapLayer::tiles("towers", TileLayer::from_rows(&[[0, 0, 0], [0, 1, 0]])?));
/// let pictures = MapPictures::load(&map, "", |_| Surface::filled(64, 96, Color::RED))?;
/// let mut town = IsoMapScene::new(&map, &pictures);
/// town.scene.sort();
/// assert_eq!(town.things()[0].bounds.size().y, 52.0);
/// # Ok::<(), motile_tiles::TileError>(())
/// ```
#[doc(alias = "Tiled")]
#[derive(Clone, Debug, Default)]
pub struct IsoMapScene {
    /// What is drawn. Its projection is [`TileMap::iso_projection`]: move its origin to move the map.
    pub scene: IsoScene,
    things: Vec<IsoMapThing>,
    /// Pictures that change with time.
    animated: Vec<Animated>,
}

/// A thing of an [`IsoMapScene`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IsoMapThing {
    /// The thing of the scene, to tint, move or remove it.
    pub id: Id<IsoItem>,
    /// What stands there.
    pub tile: Tile,
    /// The number of its layer among [`TileMap::all_layers`].
    pub layer: u32,
    /// The [number](MapObject::id) of the object it is; nothing for tiles of cells.
    pub object: Option<u32>,
    /// The volume it fills.
    pub bounds: IsoBox,
}

/// A picture of a tile that is animated.
#[derive(Clone, Copy, Debug)]
struct Animated {
    sprite: u32,
    /// The layer among the placed ones.
    layer: u32,
    tile: Tile,
    /// The tile of the set that is shown now.
    shown: u32,
    /// Where the box of its cell has its corner, and where the picture is anchored on the screen.
    corner: Vec2,
    foot: IVec2,
}

/// A layer, its tile, and the part of a pixel that the corner of the picture is off, as the bits of two `f32`.
type PictureKey = (u32, Tile, [u32; 2]);

/// The pictures that things of the scene share.
#[derive(Default)]
struct Sprites {
    /// The picture and its corner.
    pictures: BTreeMap<PictureKey, Option<(Surface, IVec2)>>,
    /// By layer, tile and anchor.
    numbers: BTreeMap<(u32, Tile, [i32; 2]), u32>,
}

impl IsoMapScene {
    /// The scene of a map as it is now, with animated tiles as they are at first. Call [`IsoScene::sort`] before drawing.
    pub fn new(map: &TileMap, pictures: &MapPictures) -> Self {
        let mut made = Self { scene: IsoScene::new(map.iso_projection()), ..Self::default() };
        let mut sprites = Sprites::default();
        for (placed, number) in map.placed_layers().zip(0_u32..) {
            let Some(paint) = painter(map, pictures, &placed, 0.0) else { continue };
            let layer = map.all_layers().position(|layer| core::ptr::eq(layer, placed.layer));
            let layer = layer.unwrap_or_default() as u32;
            match &placed.layer.content {
                LayerContent::Tiles(tiles) if placed.layer.cell_size.is_none() => {
                    let mut cells: Vec<(IVec2, Tile)> = tiles.tiles().collect();
                    // As the editor paints them: what is flat and larger than its cell is over what is behind it.
                    cells.sort_by(|(a, _), (b, _)| {
                        let (a, b) = (map.corner_of_cell(*a), map.corner_of_cell(*b));
                        a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x))
                    });
                    for (cell, tile) in cells {
                        made.add_tile(
                            map,
                            &paint,
                            &placed,
                            (number, layer),
                            (cell, tile),
                            &mut sprites,
                        );
                    }
                }
                LayerContent::Objects(objects) => {
                    for object in objects.iter().filter(|object| object.visible) {
                        if let ObjectShape::Tile(tile) = object.shape {
                            made.add_object(map, &paint, &placed, layer, (object, tile));
                        }
                    }
                }
                _ => {}
            }
        }
        made
    }

    /// What stands in the scene, in the order it was added: layer by layer.
    pub fn things(&self) -> &[IsoMapThing] {
        &self.things
    }

    /// Shows animated tiles as they are after so many seconds. Give it the map and the pictures it was made of. Returns how many
    /// pictures changed.
    pub fn animate(&mut self, map: &TileMap, pictures: &MapPictures, seconds: f64) -> u32 {
        let mut changed = 0;
        for animated in &mut self.animated {
            let Some((set, local)) = map.set_of(animated.tile) else { continue };
            let shown = set.shown(local, seconds);
            if shown == animated.shown {
                continue;
            }
            animated.shown = shown;
            let placed = map.placed_layers().nth(animated.layer as usize);
            let paint = placed.and_then(|placed| painter(map, pictures, &placed, seconds));
            let alone = paint
                .and_then(|paint| paint.tile_alone(animated.corner, map.tile_size, animated.tile));
            let Some((surface, corner)) = alone else { continue };
            let sprite = IsoSprite { surface, anchor: animated.foot.saturating_sub(corner) };
            changed += u32::from(self.scene.replace_sprite(animated.sprite, sprite));
        }
        changed
    }

    fn add_tile(
        &mut self,
        map: &TileMap,
        paint: &LayerPaint<'_>,
        placed: &PlacedLayer<'_>,
        (number, layer): (u32, u32),
        (cell, tile): (IVec2, Tile),
        sprites: &mut Sprites,
    ) {
        let volume = map.iso_tile(self.scene.projection(), placed.layer, layer, cell, tile);
        let corner = map.corner_of_cell(cell);
        let foot = self.foot(volume.bounds.base());
        let part = corner - corner.floor();
        let key = (number, tile, [part.x.to_bits(), part.y.to_bits()]);
        let picture = sprites.pictures.entry(key).or_insert_with(|| {
            let (surface, place) = paint.tile_alone(corner, map.tile_size, tile)?;
            Some((surface, place.saturating_sub(corner.floor().as_ivec2())))
        });
        let Some((surface, place)) = picture else { return };
        let anchor = foot.saturating_sub(place.saturating_add(corner.floor().as_ivec2()));
        let scene = &mut self.scene;
        let animated = &mut self.animated;
        let sprite =
            *sprites.numbers.entry((number, tile, anchor.to_array())).or_insert_with(|| {
                let sprite = scene.add_sprite(IsoSprite { surface: surface.clone(), anchor });
                let of = map.set_of(tile);
                if let Some((set, local)) = of.filter(|(set, local)| is_animated(set, *local)) {
                    let shown = set.shown(local, 0.0);
                    animated.push(Animated { sprite, layer: number, tile, shown, corner, foot });
                }
                sprite
            });
        if volume.bounds.bottom() == 0.0 && volume.bounds.top() == 0.0 {
            self.scene.add_floor(volume.bounds.base(), sprite);
        } else {
            self.stand(
                volume.bounds,
                sprite,
                IsoMapThing { id: Id::NOTHING, tile, layer, object: None, bounds: volume.bounds },
            );
        }
    }

    fn add_object(
        &mut self,
        map: &TileMap,
        paint: &LayerPaint<'_>,
        placed: &PlacedLayer<'_>,
        layer: u32,
        (object, tile): (&MapObject, Tile),
    ) {
        let view = self.scene.projection();
        let Some(volume) = map.iso_tile_object(view, (placed.layer, layer), object, tile) else {
            return;
        };
        let Some((surface, place)) = paint.object_alone(object, tile) else { return };
        let bounds = volume.bounds;
        let anchor = self.foot(bounds.base()).saturating_sub(place);
        let sprite = self.scene.add_sprite(IsoSprite { surface, anchor });
        let object = Some(object.id);
        self.stand(bounds, sprite, IsoMapThing { id: Id::NOTHING, tile, layer, object, bounds });
    }

    fn stand(&mut self, bounds: IsoBox, sprite: u32, thing: IsoMapThing) {
        let id = self.scene.add_in_layer(bounds, sprite, thing.layer as i32);
        self.things.push(IsoMapThing { id, ..thing });
    }

    /// Where something on the floor stands on the screen, whole pixels as scenes have them; what is lifted, as if it were not.
    fn foot(&self, base: Vec3) -> IVec2 {
        (self.scene.projection().to_screen(vec3(base.x, 0.0, base.z)) + 0.5).floor().as_ivec2()
    }
}

/// A layer as it is painted with nothing shifted but by its own offset; nothing when it is hidden.
fn painter<'m>(
    map: &'m TileMap,
    pictures: &'m MapPictures,
    placed: &PlacedLayer<'m>,
    seconds: f64,
) -> Option<LayerPaint<'m>> {
    let still = PlacedLayer { parallax: Vec2::ONE, ..*placed };
    LayerPaint::new(pictures, map, &still, Vec2::ZERO, Vec2::ZERO, seconds)
}

fn is_animated(set: &crate::TileSet, local: u32) -> bool {
    set.tiles.get(&local).is_some_and(|info| !info.animation.is_empty())
}
