//! Levels: what a map asks for is made, and everything of a level goes when the next one opens.

use crate::{
    LayerContent, MapLayer, MapObject, ObjectShape, Orientation, Tile, TileMap, TileProperties,
};
use core::fmt;
use motile_geom::{
    Aabb, IVec2, SaveState, StateError, StateHash, StateReader, StateWriter, Vec2, ops,
};
use std::collections::BTreeMap;

/// A thing that a map asks for: an object, or a tile of a kind that stands for one.
#[derive(Clone, Copy, Debug)]
pub struct MapSpawn<'a> {
    /// What it is called: the class of the object or tile, or the object's name where it has none.
    pub tag: &'a str,
    /// Where its middle is in the world, pixels, with the offsets of its layer and its groups; their parallax is left
    /// to the camera. Of a polygon or a line it is the middle of the box around its corners.
    pub place: Vec2,
    /// The layer it is in, among [`TileMap::all_layers`].
    pub layer: u32,
    /// Its tile; empty for objects that show none.
    pub tile: Tile,
    /// The cell of a tile.
    pub cell: Option<IVec2>,
    /// The object; nothing for a tile.
    pub object: Option<&'a MapObject>,
    /// What the user has written about it.
    pub properties: &'a TileProperties,
}

/// Something a map asks for that nobody makes: a misspelled class, a kind that is not written yet.
#[derive(Clone, Debug, PartialEq)]
pub struct UnknownSpawn {
    /// What it is called.
    pub tag: String,
    /// The name of its layer.
    pub layer: String,
    /// Where it is, pixels.
    pub place: Vec2,
}

impl fmt::Display for UnknownSpawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tag, layer, place } = self;
        write!(f, "nothing makes \"{tag}\" of layer \"{layer}\" at ({}, {})", place.x, place.y)
    }
}

type Spawner<W> = Box<dyn Fn(&mut W, &MapSpawn<'_>) + Send + Sync>;

/// Who makes what: for each tag a function that puts such a thing into a world of type `W`.
///
/// ```
/// use motile_geom::{Vec2, uvec2, vec2};
/// use motile_tiles::{LayerContent, MapLayer, MapObject, MapSpawners, TileMap};
///
/// let mut map = TileMap::new(uvec2(10, 8), uvec2(16, 16));
/// let star = MapObject { class: "star".into(), ..MapObject::new("", vec2(40.0, 24.0)) };
/// map.layers.push(MapLayer::new("things", LayerContent::Objects(vec![star])));
///
/// let spawners = MapSpawners::new().with("star", |stars: &mut Vec<Vec2>, spawn| stars.push(spawn.place));
/// let mut stars = Vec::new();
/// assert!(spawners.run(&map, &mut stars).is_empty(), "everything is known");
/// assert_eq!(stars, [vec2(40.0, 24.0)]);
/// ```
#[doc(alias = "spawner registry")]
#[doc(alias = "entity factory")]
pub struct MapSpawners<W> {
    by_tag: BTreeMap<String, Spawner<W>>,
}

impl<W> Default for MapSpawners<W> {
    fn default() -> Self {
        Self { by_tag: BTreeMap::new() }
    }
}

impl<W> fmt::Debug for MapSpawners<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.by_tag.keys()).finish()
    }
}

impl<W> MapSpawners<W> {
    /// Nobody makes anything.
    pub fn new() -> Self {
        Self::default()
    }

    /// These and one more; of two for one tag the later one counts.
    pub fn with(
        mut self,
        tag: impl Into<String>,
        spawner: impl Fn(&mut W, &MapSpawn<'_>) + Send + Sync + 'static,
    ) -> Self {
        self.by_tag.insert(tag.into(), Box::new(spawner));
        self
    }

    /// Makes everything a map asks for, layer by layer from the bottom: tiles row by row, objects in their order. Tiles without
    /// a class and objects without class and name ask for nothing. Returns what nobody makes.
    pub fn run(&self, map: &TileMap, world: &mut W) -> Vec<UnknownSpawn> {
        let mut unknown = Vec::new();
        let mut make = |layer: &str, spawn: &MapSpawn<'_>| {
            if let Some(spawner) = self.by_tag.get(spawn.tag) {
                spawner(world, spawn);
            } else {
                let (tag, layer) = (spawn.tag.to_owned(), layer.to_owned());
                unknown.push(UnknownSpawn { tag, layer, place: spawn.place });
            }
        };
        // As `TileMap::all_layers`, with how far each is shifted together with its groups.
        let mut open: Vec<(&MapLayer, Vec2)> =
            map.layers.iter().rev().map(|layer| (layer, layer.offset)).collect();
        let mut number = 0;
        while let Some((layer, offset)) = open.pop() {
            match &layer.content {
                LayerContent::Tiles(tiles) => {
                    for (cell, tile) in tiles.tiles() {
                        if let Some(mut spawn) = spawn_of_tile(map, layer, cell, tile) {
                            (spawn.layer, spawn.place) = (number, spawn.place + offset);
                            make(&layer.name, &spawn);
                        }
                    }
                }
                LayerContent::Objects(objects) => {
                    for mut spawn in objects.iter().filter_map(|it| spawn_of_object(map, it)) {
                        (spawn.layer, spawn.place) = (number, spawn.place + offset);
                        make(&layer.name, &spawn);
                    }
                }
                LayerContent::Group(inside) => {
                    open.extend(inside.iter().rev().map(|child| (child, offset + child.offset)));
                }
                _ => {}
            }
            number += 1;
        }
        unknown
    }
}

/// What a tile asks for, without the offset of its layer.
fn spawn_of_tile<'a>(
    map: &'a TileMap,
    layer: &MapLayer,
    cell: IVec2,
    tile: Tile,
) -> Option<MapSpawn<'a>> {
    let info = map.info_of(tile).filter(|info| !info.class.is_empty())?;
    let size = layer.cell_size.unwrap_or(map.tile_size);
    let place = map.corner_of(cell, size) + size.as_vec2() / 2.0;
    let (tag, properties) = (info.class.as_str(), &info.properties);
    Some(MapSpawn { tag, place, layer: 0, tile, cell: Some(cell), object: None, properties })
}

/// What an object asks for, without the offset of its layer.
fn spawn_of_object<'a>(map: &'a TileMap, object: &'a MapObject) -> Option<MapSpawn<'a>> {
    let tile = match object.shape {
        ObjectShape::Tile(tile) => tile,
        _ => Tile::EMPTY,
    };
    // An object that shows a tile is of the tile's class unless it has its own.
    let class = map.info_of(tile).map_or("", |info| info.class.as_str());
    let tags = [object.class.as_str(), class, object.name.as_str()];
    let tag = tags.into_iter().find(|tag| !tag.is_empty())?;
    let (place, properties) = (middle_of_object(map, object), &object.properties);
    Some(MapSpawn { tag, place, layer: 0, tile, cell: None, object: Some(object), properties })
}

/// Where the middle of an object is, in pixels without the offset of its layer.
fn middle_of_object(map: &TileMap, object: &MapObject) -> Vec2 {
    let isometric = map.orientation == Orientation::Isometric;
    let middle = match &object.shape {
        ObjectShape::Polygon(corners) | ObjectShape::Polyline(corners) => {
            let all = Aabb::around(corners.iter().copied());
            if all.is_empty() { Vec2::ZERO } else { all.center() }
        }
        _ => object.size * 0.5,
    };
    let corner = map.point_of_object(object.position);
    let upright = match object.shape {
        // There a tile stands upright on its place, whatever the floor is like.
        ObjectShape::Tile(_) if isometric => Vec2::new(0.0, -object.size.y * 0.5),
        _ => map.point_of_object(object.position + middle) - corner,
    };
    // Turned about its place, on the screen.
    let (sin, cos) = ops::sin_cos(object.rotation);
    corner + upright * cos + upright.perp() * sin
}

impl TileMap {
    /// A number that differs when anything of the map does: to see whether a file changed, or whether two players have the same
    /// level.
    pub fn checksum(&self) -> u64 {
        let mut hash = StateHash::new();
        hash.write_bytes(&self.to_bytes());
        hash.finish()
    }
}

/// Levels one after another, and the world of the one that is open.
///
/// The world owns everything the level made; when another level opens it is dropped as a whole, so that nothing of a level
/// outlives it.
///
/// ```
/// use motile_geom::uvec2;
/// use motile_tiles::{MapLevels, MapSpawners, TileMap};
///
/// let maps = vec![TileMap::new(uvec2(10, 8), uvec2(16, 16)); 3];
/// let mut levels = MapLevels::new(maps, MapSpawners::<Vec<u32>>::new());
/// levels.open_next();
/// levels.open_next();
/// assert_eq!(levels.current(), 2);
/// levels.open_next();
/// assert_eq!(levels.current(), 0, "after the last comes the first");
/// ```
#[doc(alias = "level manager")]
#[derive(Debug)]
pub struct MapLevels<W> {
    /// What the open level made.
    pub world: W,
    /// What the open level asks for and nobody makes: worth a warning.
    pub unknown: Vec<UnknownSpawn>,
    maps: Vec<TileMap>,
    spawners: MapSpawners<W>,
    current: u32,
}

impl<W: Default> MapLevels<W> {
    /// Levels with the first one open.
    pub fn new(maps: Vec<TileMap>, spawners: MapSpawners<W>) -> Self {
        let (world, unknown) = (W::default(), Vec::new());
        let mut levels = Self { world, unknown, maps, spawners, current: 0 };
        levels.open(0);
        levels
    }

    /// How many levels there are.
    pub const fn len(&self) -> usize {
        self.maps.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.maps.is_empty()
    }

    /// Which level is open, from 0.
    pub const fn current(&self) -> u32 {
        self.current
    }

    /// The map of the open level; nothing when there are no levels.
    pub fn map(&self) -> Option<&TileMap> {
        self.maps.get(self.current as usize)
    }

    /// Opens a level as if for the first time; the world of the last one goes. Returns whether there is such a level.
    pub fn open(&mut self, level: u32) -> bool {
        let Some(map) = self.maps.get(level as usize) else { return false };
        self.current = level;
        self.world = W::default();
        self.unknown = self.spawners.run(map, &mut self.world);
        true
    }

    /// Opens the level after this one; the first one after the last.
    pub fn open_next(&mut self) -> bool {
        let next = self.current.wrapping_add(1);
        self.open(if (next as usize) < self.maps.len() { next } else { 0 })
    }

    /// Takes another version of a level, such as a file that was just saved. When it differs and the level is open, it opens
    /// anew. Returns whether it differs; the same map again changes nothing.
    #[doc(alias = "hot reload")]
    pub fn replace(&mut self, level: u32, map: TileMap) -> bool {
        let Some(known) = self.maps.get_mut(level as usize) else { return false };
        if *known == map {
            return false;
        }
        *known = map;
        if level == self.current {
            self.open(level);
        }
        true
    }
}

impl<W: Default + SaveState> MapLevels<W> {
    /// Writes which level is open and its world; the maps are files and stay where they are.
    pub fn save(&self, out: &mut StateWriter) {
        self.current.save(out);
        self.map().map_or(0, TileMap::checksum).save(out);
        self.world.save(out);
    }

    /// Reads what [`save`](Self::save) wrote. On an error everything stays as it was.
    ///
    /// # Errors
    /// [`StateError`] when the bytes are no such state, or when there is no such level or its map is another one now.
    pub fn restore(&mut self, input: &mut StateReader<'_>) -> Result<(), StateError> {
        let (level, checksum) = (u32::restore(input)?, u64::restore(input)?);
        let known = self.maps.get(level as usize).map_or(0, TileMap::checksum);
        if known != checksum || level as usize >= self.maps.len().max(1) {
            return Err(input.error("the level that was saved"));
        }
        self.world = W::restore(input)?;
        self.current = level;
        self.unknown.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MapLayer, TileInfo, TileLayer, TileSet};
    use motile_geom::{ivec2, uvec2, vec2};
    use std::sync::atomic::{AtomicI32, Ordering};

    fn map(stars: &[(i32, i32)]) -> TileMap {
        let mut map = TileMap::new(uvec2(10, 8), uvec2(64, 64));
        let mut set = TileSet::sheet("world", 1, uvec2(256, 256), uvec2(64, 64));
        set.tiles.insert(4, TileInfo { class: "star".into(), ..TileInfo::default() });
        map.sets.push(set);
        let mut tiles = TileLayer::new(10, 8).unwrap();
        for &(x, y) in stars {
            tiles.set(x, y, Tile::new(5));
        }
        tiles.set(0, 7, Tile::new(1));
        map.layers.push(MapLayer::tiles("things", tiles));
        let door = MapObject {
            class: "door".into(),
            size: vec2(64.0, 32.0),
            rotation: core::f32::consts::FRAC_PI_2,
            ..MapObject::new("way out", vec2(128.0, 64.0))
        };
        let nameless = MapObject::default();
        let typo = MapObject { class: "strar".into(), ..MapObject::new("", vec2(1.0, 2.0)) };
        let objects = LayerContent::Objects(vec![door, nameless, typo]);
        map.layers.push(MapLayer::new("objects", objects));
        map
    }

    #[test]
    fn tile_74_tags_are_made_in_order_and_unknown_ones_are_told() {
        let spawners = MapSpawners::new()
            .with("star", |made: &mut Vec<(String, Vec2)>, it| made.push(("star".into(), it.place)))
            .with("door", |made: &mut Vec<_>, it| {
                assert_eq!(it.object.map(|object| object.name.as_str()), Some("way out"));
                made.push(("door".into(), it.place.round()));
            });
        let mut made = Vec::new();
        let unknown = spawners.run(&map(&[(3, 1), (2, 4)]), &mut made);
        let star = |x, y| ("star".to_owned(), vec2(x, y));
        let door = ("door".to_owned(), vec2(112.0, 96.0));
        assert_eq!(made, [star(224.0, 96.0), star(160.0, 288.0), door]);
        let typo =
            UnknownSpawn { tag: "strar".into(), layer: "objects".into(), place: vec2(1.0, 2.0) };
        assert_eq!(unknown[0].to_string(), typo.to_string());
        assert_eq!(unknown, [typo]);
    }

    /// Offsets, cells of another size, isometric maps and corners were left out: what the map shows in one place was
    /// made in another.
    #[test]
    fn tile_74_things_are_made_where_the_map_shows_them() {
        let places = |map: &TileMap| {
            let spawners = MapSpawners::new()
                .with("star", |made: &mut Vec<(u32, Vec2)>, it| made.push((it.layer, it.place)))
                .with("door", |made: &mut Vec<_>, it| made.push((it.layer, it.place.round())));
            let mut made = Vec::new();
            assert!(spawners.run(map, &mut made).is_empty());
            made
        };
        let door = |shape: ObjectShape, size: Vec2| MapObject {
            class: "door".into(),
            shape,
            size,
            ..MapObject::new("", vec2(100.0, 50.0))
        };
        // A layer of small cells, shifted inside a shifted group; the group counts as a layer.
        let mut map = map(&[(3, 1)]);
        map.layers.truncate(1);
        let mut layer = map.layers.remove(0);
        layer.cell_size = Some(uvec2(16, 32));
        layer.offset = vec2(1.0, 2.0);
        let line = ObjectShape::Polyline(vec![vec2(-10.0, 4.0), vec2(30.0, 0.0), vec2(0.0, 44.0)]);
        let mut objects = vec![door(line.clone(), Vec2::ZERO), door(line, Vec2::ZERO)];
        objects[1].rotation = core::f32::consts::FRAC_PI_2;
        let mut things = MapLayer::new("things", LayerContent::Objects(objects));
        things.offset = vec2(-1000.0, 0.0);
        let mut group = MapLayer::new("group", LayerContent::Group(vec![layer, things]));
        group.offset = vec2(300.0, 500.0);
        map.layers.push(group);
        let star = (1, vec2(3.5 * 16.0 + 301.0, 1.5 * 32.0 + 502.0));
        assert_eq!(places(&map)[0], star);
        let shift = vec2(-700.0, 500.0);
        let middles = [vec2(110.0, 72.0), vec2(78.0, 60.0)].map(|middle| (2, middle + shift));
        assert_eq!(places(&map)[1..], middles);
        // On isometric maps a rectangle lies on the floor, and a tile stands on its place.
        let mut map = TileMap::new(uvec2(10, 8), uvec2(64, 32));
        map.orientation = Orientation::Isometric;
        let floor = door(ObjectShape::Rectangle, vec2(64.0, 32.0));
        let stands = door(ObjectShape::Tile(Tile::new(1)), vec2(20.0, 60.0));
        let foot = map.point_of_object(vec2(100.0, 50.0));
        let middle = map.point_of_object(vec2(132.0, 66.0));
        map.layers.push(MapLayer::new("things", LayerContent::Objects(vec![floor, stands])));
        assert_eq!(places(&map), [(0, middle.round()), (0, (foot - vec2(0.0, 30.0)).round())]);
    }

    /// Counts how many of it there are.
    #[derive(Debug)]
    struct Subscription(&'static AtomicI32);

    impl Drop for Subscription {
        fn drop(&mut self) {
            self.0.fetch_sub(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn tile_a20_a_thousand_switches_leave_nothing_behind() {
        static ALIVE: AtomicI32 = AtomicI32::new(0);
        let spawners = MapSpawners::new().with("star", |world: &mut Vec<Subscription>, _| {
            ALIVE.fetch_add(1, Ordering::Relaxed);
            world.push(Subscription(&ALIVE));
        });
        let maps = vec![map(&[(1, 1)]), map(&[(1, 1), (2, 2)]), map(&[(3, 3)])];
        let mut levels = MapLevels::new(maps, spawners);
        for (next, alive) in [(1, 2), (2, 1), (0, 1)].into_iter().cycle().take(1000) {
            assert!(levels.open_next());
            assert_eq!((levels.current(), levels.world.len()), (next, alive as usize));
            assert_eq!(ALIVE.load(Ordering::Relaxed), alive);
        }
        assert!(!levels.open(3) && levels.current() == 1);
        assert_eq!(levels.unknown.len(), 2, "the door and the typo");
    }

    #[test]
    fn tile_74_a_changed_map_opens_anew_and_an_equal_one_does_not() {
        let spawners = MapSpawners::new()
            .with("star", |cells: &mut Vec<IVec2>, it| cells.push(it.cell.unwrap_or_default()));
        let maps = vec![map(&[(1, 1)]), map(&[])];
        let mut levels = MapLevels::new(maps, spawners);
        levels.world.push(ivec2(9, 9));
        assert!(!levels.replace(0, map(&[(1, 1)])) && levels.world.len() == 2, "still running");
        assert!(levels.replace(1, map(&[(5, 5)])) && levels.world.len() == 2, "another level");
        assert!(levels.replace(0, map(&[(2, 1), (3, 1)])));
        assert_eq!(levels.world, [ivec2(2, 1), ivec2(3, 1)]);
        assert!(!levels.replace(7, map(&[])));
    }

    #[test]
    fn tile_74_a_saved_level_comes_back_and_a_changed_one_does_not() {
        let new = || {
            let spawners =
                MapSpawners::new().with("star", |world: &mut Vec<u32>, it| world.push(it.layer));
            MapLevels::new(vec![map(&[(1, 1)]), map(&[(2, 2)])], spawners)
        };
        let mut levels = new();
        levels.open(1);
        levels.world.push(77);
        let mut out = StateWriter::new();
        levels.save(&mut out);
        let bytes = out.into_bytes();
        let mut again = new();
        again.restore(&mut StateReader::new(&bytes)).unwrap();
        assert_eq!((again.current(), &again.world), (1, &vec![0, 77]));
        let mut other = new();
        other.replace(1, map(&[(2, 3)]));
        assert!(other.restore(&mut StateReader::new(&bytes)).is_err());
        assert!(other.restore(&mut StateReader::new(&bytes[..9])).is_err());
        assert_eq!((other.current(), other.world.len()), (0, 1), "as it was");
        assert_ne!(map(&[]).checksum(), map(&[(1, 1)]).checksum());
    }
}
