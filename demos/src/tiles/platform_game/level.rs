//! Levels as data: letters in a text, a map of the editor Tiled, a project of the editor LDtk. All become the same thing.

use crate::tiles::art;
use motile::prelude::*;
use motile::stage::Error;
use motile::tiles::{
    MapObject, Tile, TileKind, TileKinds, TileLayer, TileMap, TileShape, TileSides, read_ldtk,
    read_tiled,
};

/// Side of a cell, pixels.
pub(super) const SIDE: f32 = 32.0;

/// The letters of the tiles by number, from 1 on: earth, earth below earth, two slopes, plank, ladder, spikes, brick, door,
/// star, flag, raised flag.
pub(super) const LETTERS: &str = "Xx/\\-=^#D*FP";
const EARTH: Tile = Tile::new(1);
const BURIED: Tile = Tile::new(2);
pub(super) const SPIKES: Tile = Tile::new(7);
pub(super) const DOOR: Tile = Tile::new(9);
pub(super) const STAR: Tile = Tile::new(10);
pub(super) const FLAG: Tile = Tile::new(11);
pub(super) const RAISED: Tile = Tile::new(12);

/// Where a level comes from.
enum Source {
    Text { title: &'static str, sky: u32, text: &'static str },
    Tiled(&'static [u8]),
    Ldtk(&'static [u8]),
}

/// The levels in the order of the game.
const LEVELS: [Source; 5] = [
    Source::Text { title: "Meadow", sky: 0x8F_C7_F0, text: include_str!("levels/meadow.txt") },
    Source::Text { title: "Bridges", sky: 0xA9_DB_D3, text: include_str!("levels/bridges.txt") },
    Source::Text { title: "Tower", sky: 0xC3_B6_E8, text: include_str!("levels/tower.txt") },
    Source::Tiled(include_bytes!("levels/cave.tmx")),
    Source::Ldtk(include_bytes!("levels/sky.ldtk")),
];

/// How many levels there are.
pub(super) const COUNT: u32 = LEVELS.len() as u32;

/// A level before anybody plays it.
#[derive(Clone)]
pub(super) struct Level {
    pub(super) title: String,
    pub(super) sky: Color,
    pub(super) layer: TileLayer,
    /// The cell the hero starts in.
    pub(super) hero: IVec2,
    pub(super) walkers: Vec<IVec2>,
    /// The cells each lift goes to and fro between.
    pub(super) lifts: Vec<[IVec2; 2]>,
}

impl Level {
    /// Level number `index`, from 0.
    pub(super) fn load(index: u32) -> motile::Result<Self> {
        let mut level = match &LEVELS[index as usize % LEVELS.len()] {
            Source::Text { title, sky, text } => Self::from_text(title, *sky, text)?,
            Source::Tiled(bytes) => {
                let map = read_tiled("cave.tmx", &mut |_: &str| Ok::<_, Error>(bytes.to_vec()))?;
                let layer = map.tiles("ground").cloned();
                Self::from_map(&map, layer.ok_or(Error::new("no layer \"ground\""))?)
            }
            Source::Ldtk(bytes) => {
                let worlds = read_ldtk("sky.ldtk", &mut |_: &str| Ok::<_, Error>(bytes.to_vec()))?;
                let map = worlds.first().and_then(|world| world.map("Sky"));
                let map = &map.ok_or(Error::new("no level \"Sky\""))?.map;
                // LDtk's cells hold numbers with a meaning: here those of our tiles.
                let values = map.values("Ground").ok_or(Error::new("no layer \"Ground\""))?;
                let tile = |x, y| Tile::new(values.get(x as i32, y as i32).max(0) as u32);
                Self::from_map(map, TileLayer::from_fn(map.size.x, map.size.y, tile)?)
            }
        };
        let covers = |tile: Tile| (1..=4).contains(&tile.number());
        art::bury(&mut level.layer, EARTH, BURIED, covers);
        Ok(level)
    }

    /// A level of letters: tiles, `@` the hero, `w` walkers, `A` and `a` the ends of a lift, `B` and `b` of another.
    fn from_text(title: &str, sky: u32, text: &str) -> motile::Result<Self> {
        let number = |letter| LETTERS.chars().position(|known| known == letter);
        let tile = |letter| number(letter).map_or(Tile::EMPTY, |i| Tile::new(i as u32 + 1));
        let cells_of = |wanted: char| {
            let rows = (0..).zip(text.lines());
            rows.flat_map(move |(y, row)| {
                let cells = (0..).zip(row.chars()).filter(move |&(_, letter)| letter == wanted);
                cells.map(move |(x, _)| ivec2(x, y))
            })
        };
        let ends = [('A', 'a'), ('B', 'b')];
        let lifts =
            ends.map(|(from, to)| cells_of(from).zip(cells_of(to)).map(|(from, to)| [from, to]));
        Ok(Self {
            title: title.into(),
            sky: Color::hex(sky),
            layer: TileLayer::from_text(text, tile)?,
            hero: cells_of('@').next().unwrap_or_default(),
            walkers: cells_of('w').collect(),
            lifts: lifts.into_iter().flatten().collect(),
        })
    }

    /// A level of an editor: objects are things by their class, properties say the rest.
    fn from_map(map: &TileMap, layer: TileLayer) -> Self {
        let cell_of = |object: &MapObject| map.space().cell_of(object.position + SIDE * 0.5);
        let things =
            |class| map.objects().map(|(_, thing)| thing).filter(move |thing| thing.class == class);
        let lift = |thing: &MapObject| {
            let to = match thing.properties.get("to") {
                Some(motile::tiles::TileProperty::Point([x, y])) => ivec2(*x as i32, *y as i32),
                _ => cell_of(thing),
            };
            [cell_of(thing), to]
        };
        let color = map.properties.color("sky").or(map.background).unwrap_or(0xFF8F_C7F0);
        Self {
            title: map.properties.text("title").unwrap_or("Level").into(),
            sky: Color::hex(color & 0xFF_FF_FF),
            layer,
            hero: things("Hero").next().map_or(IVec2::ZERO, cell_of),
            walkers: things("Walker").map(cell_of).collect(),
            lifts: things("Lift").map(lift).collect(),
        }
    }
}

/// What the tiles mean to whom moves among them.
pub(super) fn kinds() -> TileKinds {
    let list = [
        TileKind::solid(),
        TileKind::solid(),
        TileKind::shaped(TileShape::SLOPE_RIGHT),
        TileKind::shaped(TileShape::SLOPE_LEFT),
        TileKind::one_way(TileSides::TOP),
        TileKind::ladder(),
        // Only the lower half stings.
        TileKind { shape: TileShape::HALF, ..TileKind::sensor() },
        TileKind::solid(),
        TileKind::sensor(),
        TileKind::sensor(),
        TileKind::sensor(),
    ];
    (1..).zip(list).fold(TileKinds::new(), |kinds, (number, kind)| kinds.with(number, kind))
}
