//! Isometric and staggered maps of editors as volumes.

use super::barrier::Ceilings;
use super::{IsoBody, IsoBox, IsoProjection, IsoWorld, flat};
use crate::{
    LayerContent, MapLayer, MapObject, ObjectShape, Orientation, Tile, TileMap, TileProperties,
};
use motile_geom::{IVec2, Id, Vec2, Vec3, vec2, vec3};

/// A tile of a map of an editor, as a box of an isometric world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IsoTile {
    /// The cell it is in.
    pub cell: IVec2,
    /// What stands there.
    pub tile: Tile,
    /// The number of its layer among [`TileMap::all_layers`].
    pub layer: u32,
    /// The [number](MapObject::id) of the object it is; nothing for tiles of cells.
    pub object: Option<u32>,
    /// The volume it fills, in the world of [`TileMap::iso_projection`].
    pub bounds: IsoBox,
    /// Whether one may walk on it.
    pub walkable: bool,
    /// Whether it stops others, when it has a height.
    pub solid: bool,
}

impl IsoTile {
    /// Whether it is a volume that stops, carries and shelters.
    fn is_standing(&self) -> bool {
        self.solid && self.bounds.size().y > 0.0
    }
}

/// What properties tell of a volume.
struct Volume {
    height: f32,
    /// The footprint along x and z, in cells.
    cells: Vec2,
    walkable: bool,
    solid: bool,
}

impl Volume {
    /// The first of several lists that knows a property counts.
    fn of(lists: &[Option<&TileProperties>]) -> Self {
        let float =
            |name: &str| lists.iter().flatten().find_map(|properties| properties.float(name));
        let height = float("height").filter(|height| height.is_finite() && *height >= 0.0);
        let height = height.unwrap_or(0.0);
        let cells = |name: &str| {
            let count = float(name).filter(|count| (1.0..=1000.0).contains(count));
            count.map_or(1.0, f32::floor)
        };
        let flag = |name: &str| lists.iter().flatten().find_map(|properties| properties.bool(name));
        let walkable = flag("walkable").unwrap_or(height == 0.0);
        let solid = flag("solid").unwrap_or(true);
        Self { height, cells: vec2(cells("cells_x"), cells("cells_z")), walkable, solid }
    }

    /// The box whose near lower corner is at a point; the footprint lies away from the viewer.
    fn standing(&self, near: Vec3, side: f32) -> IsoBox {
        let size = vec3(self.cells.x * side, self.height, self.cells.y * side);
        IsoBox::new(near - size, near)
    }
}

/// How far above the floor something stands by its properties.
fn elevation(properties: &TileProperties) -> f32 {
    properties.float("elevation").filter(|up| up.is_finite()).unwrap_or(0.0)
}

impl TileMap {
    /// The projection that places the world of [`iso_tiles`](Self::iso_tiles) where the editor draws the map: the middle of cell (x, y) is
    /// at x · side, y · side on the floor of an isometric map, with sides of half the width of a tile.
    ///
    /// ```
    /// use motile_geom::{ivec2, uvec2, vec3};
    /// use motile_tiles::{Orientation, TileMap};
    /// let map = TileMap { orientation: Orientation::Isometric, ..TileMap::new(uvec2(4, 3), uvec2(64, 32)) };
    /// let place = map.iso_projection().to_screen(vec3(2.0 * 32.0, 0.0, 1.0 * 32.0));
    /// assert_eq!(place, map.center_of_cell(ivec2(2, 1)));
    /// ```
    pub fn iso_projection(&self) -> IsoProjection {
        let size = self.tile_size.as_vec2();
        let origin = self.center_of_cell(IVec2::ZERO);
        IsoProjection::DIMETRIC.with_tile(size.x, size.y).with_origin(origin)
    }

    /// The side of a cell in the world of [`iso_tiles`](Self::iso_tiles): half the width of a tile.
    pub const fn iso_side(&self) -> f32 {
        self.tile_size.x as f32 * 0.5
    }

    /// All tiles as boxes, layer by layer, for maps of any orientation. What an editor's tile cannot say by itself is in its properties:
    ///
    /// | property | of | is |
    /// |---|---|---|
    /// | `height` | tile | height of the box, world units; 0 without it |
    /// | `cells_x`, `cells_z` | tile | footprint in cells, away from the viewer from the tile's own; 1 without it |
    /// | `walkable` | tile | whether one may walk on it; true for tiles without height. What is flat and not walkable is closed, as water is; what has a height can be stood on whatever this says |
    /// | `solid` | tile | `false` for what has a height and is walked through: an arch, a tree top; true without it |
    /// | `elevation` | layer | how far above the floor its tiles stand; 0 without it |
    ///
    /// Cells of hexagonal maps get square footprints, as wide as a tile is long: they leave gaps between hexagons, so that walls are
    /// better made of bodies of one's own there.
    ///
    /// Numbers that are not finite, negative heights and footprints of less than one or more than 1,000 cells count as missing.
    pub fn iso_tiles(&self) -> Vec<IsoTile> {
        let view = self.iso_projection();
        let mut found = Vec::new();
        for (layer, number) in self.all_layers().zip(0u32..) {
            let LayerContent::Tiles(tiles) = &layer.content else { continue };
            let boxes =
                tiles.tiles().map(|(cell, tile)| self.iso_tile(&view, layer, number, cell, tile));
            found.extend(boxes);
        }
        found
    }

    /// A tile of a layer as a box.
    pub(super) fn iso_tile(
        &self,
        view: &IsoProjection,
        layer: &MapLayer,
        number: u32,
        cell: IVec2,
        tile: Tile,
    ) -> IsoTile {
        let volume = Volume::of(&[self.info_of(tile).map(|info| &info.properties)]);
        let (middle, side) = (view.to_floor(self.center_of_cell(cell)), self.iso_side());
        let y = -elevation(&layer.properties);
        let near = vec3(middle.x + side * 0.5, y, middle.z + side * 0.5);
        let (bounds, walkable) = (volume.standing(near, side), volume.walkable);
        IsoTile { cell, tile, layer: number, object: None, bounds, walkable, solid: volume.solid }
    }

    /// All tile objects as boxes, layer by layer, with the properties of [`iso_tiles`](Self::iso_tiles): an object's own come before
    /// those of its tile, and `elevation` is one of them, too. The middle of the lower edge of its picture is the near corner of its
    /// footprint, and its cell is the one at that corner.
    pub fn iso_tile_objects(&self) -> Vec<IsoTile> {
        let view = self.iso_projection();
        let mut found = Vec::new();
        for (layer, number) in self.all_layers().zip(0u32..) {
            for object in layer.as_objects() {
                if let ObjectShape::Tile(tile) = object.shape {
                    found.extend(self.iso_tile_object(&view, (layer, number), object, tile));
                }
            }
        }
        found
    }

    /// A tile object of a layer as a box; nothing when its place or its set is none.
    pub(super) fn iso_tile_object(
        &self,
        view: &IsoProjection,
        (layer, number): (&MapLayer, u32),
        object: &MapObject,
        tile: Tile,
    ) -> Option<IsoTile> {
        let own = Some(&object.properties);
        let volume = Volume::of(&[own, self.info_of(tile).map(|info| &info.properties)]);
        let up = elevation(&layer.properties) + elevation(&object.properties);
        let near = view.to_floor(self.foot_of_object(object, tile)?) - vec3(0.0, up, 0.0);
        let bounds = volume.standing(near, self.iso_side());
        let half = self.iso_side() * 0.5;
        let middle = vec3(bounds.max.x - half, 0.0, bounds.max.z - half);
        Some(IsoTile {
            cell: self.cell_of_point(view.to_screen(middle)).unwrap_or_default(),
            tile,
            layer: number,
            object: Some(object.id),
            bounds,
            walkable: volume.walkable,
            solid: volume.solid,
        })
    }

    /// The middle of the lower edge of an object's picture, pixels.
    fn foot_of_object(&self, object: &MapObject, tile: Tile) -> Option<Vec2> {
        let (set, local) = self.set_of(tile)?;
        let below = match self.orientation {
            Orientation::Isometric => Vec2::ZERO,
            _ if object.size.cmpgt(Vec2::ZERO).all() => object.size,
            _ => {
                let own = set.tiles.get(&local).and_then(|info| info.image.as_ref());
                own.map_or(set.tile_size, |image| image.size).as_vec2()
            }
        };
        let foot = self.point_of_object(object.position) + vec2(below.x * 0.5, below.y);
        Some(foot + set.offset.as_vec2())
    }

    /// Puts the tiles and the tile objects of a map into a world as fixed bodies, hidden ones too, and says which tile each is: those
    /// with a height that are `solid`, and unseen ones over flat tiles that are not `walkable`, such as water. These reach up to
    /// what stands above them, a bridge perhaps, or higher than anybody jumps.
    ///
    /// ```
    /// use motile_geom::uvec2;
    /// use motile_tiles::iso::IsoWorld;
    /// use motile_tiles::{MapLayer, Orientation, TileInfo, TileLayer, TileMap, TileProperty, TileSet};
    ///
    /// let mut map = TileMap { orientation: Orientation::Isometric, ..TileMap::new(uvec2(3, 1), uvec2(64, 32)) };
    /// let mut set = TileSet::sheet("land", 1, uvec2(128, 32), uvec2(64, 32));
    /// let mut house = TileInfo::default();
    /// house.properties.set("height", TileProperty::Float(40.0));
    /// set.tiles.insert(1, house);
    /// map.sets.push(set);
    /// map.layers.push(MapLayer::tiles("ground", TileLayer::from_rows(&[[1, 2, 1]])?));
    /// let mut world = IsoWorld::new();
    /// let bodies = map.add_iso_to(&mut world);
    /// assert_eq!(bodies.len(), 1);
    /// assert_eq!(world[bodies[0].0].size.y, 40.0);
    /// # Ok::<(), motile_tiles::TileError>(())
    /// ```
    pub fn add_iso_to(&self, world: &mut IsoWorld) -> Vec<(Id<IsoBody>, IsoTile)> {
        let mut tiles = self.iso_tiles();
        tiles.extend(self.iso_tile_objects());
        let side = self.iso_side();
        let cell = |near: Vec3| (flat(near) / side - 0.5).round().as_ivec2();
        let mut ceilings = Ceilings::default();
        for tile in tiles.iter().filter(|tile| tile.is_standing()) {
            let across = vec3(side, 0.0, side);
            let (first, last) = (cell(tile.bounds.min + across), cell(tile.bounds.max));
            ceilings.add(first, last, tile.bounds.bottom());
        }
        let mut added = Vec::new();
        for tile in tiles {
            let mut body = IsoBody::block(tile.bounds.base(), tile.bounds.size());
            if body.size.y == 0.0 && !tile.walkable {
                body.size.y = ceilings.barrier(cell(tile.bounds.max), body.position.y);
            } else if !tile.is_standing() {
                continue;
            }
            if body.size.y > 0.0 {
                added.push((world.add(body), tile));
            }
        }
        added
    }
}
