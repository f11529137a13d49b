//! The maps of the programs, with the ids of the classic sheet, and simple pictures for them.

use super::super::art;
use crate::look;
use motile::geom::Grid2;
use motile::math::UVec2;
use motile::prelude::*;
use motile::tiles::classic::{Bob, CELL, corner_overlap};
use motile::tiles::{Tile, TileLayer, TileSheet};

pub(super) const PLATFORM: i32 = 0;
pub(super) const SKY: i32 = 10;
pub(super) const SOFT: i32 = 1;
pub(super) const STAR: i32 = 11;
pub(super) const DOOR: i32 = 23;

/// The programs in the order of the chapter, and the numbers of some.
pub(super) const PROGRAMS: [&str; 12] = [
    "map",
    "character",
    "moving",
    "collision",
    "soft-platform",
    "elevator",
    "collecting",
    "enemies",
    "squash",
    "explosion",
    "levels",
    "scrolling",
];
pub(super) const MAP: u32 = 0;
pub(super) const MOVING: u32 = 2;
pub(super) const COLLISION: u32 = 3;
const SOFT_PLATFORM: u32 = 4;
const ELEVATOR: u32 = 5;
pub(super) const COLLECTING: u32 = 6;
pub(super) const ENEMIES: u32 = 7;
pub(super) const SQUASH: u32 = 8;
pub(super) const EXPLOSION: u32 = 9;
const SWITCHING: u32 = 10;
const SCROLLING: u32 = 11;
/// Sheets of pictures with the same places for the same ids.
pub(super) const SHEETS: u32 = 2;
/// Levels of the program that switches them.
pub(super) const LEVELS: u32 = 3;

/// Where a thing starts, and how large it is.
#[derive(Clone, Copy)]
pub(super) struct Item {
    pub(super) place: Vec2,
    pub(super) size: Vec2,
}

pub(super) struct Scene {
    pub(super) map: Grid2<i32>,
    pub(super) cat: Option<Item>,
    pub(super) lift: Option<Item>,
    pub(super) star: Option<Item>,
    pub(super) hedgehog: Option<Item>,
}

const FIRST: &str = "..........\nPP........\n......PPP.\n...PP.....\n..........\n..PPPPP...\n..........\nPPPPPPPPPP";
const RUN: &str = "..........\nPP........\n.....PPPP.\n..P.......\n..........\nPPPP...P..\nPPPPP.....\nPPPPPPPPPP";
const PINK: &str = "..........\n.SSS......\n..........\n....SSSS..\n..........\n..SSS.....\n..........\nPPPPPPPPPP";
const HALL: &str = "..........\n..........\nPPPPPP.PPP\n..........\n..........\n..........\n..........\nPPPPPPPPPP";
const WALK: &str = "..........\n..........\n....SS.S..\n..........\n..........\n..PPPPPP..\n..........\nPPPPPPPPPP";
const DOORS: [&str; LEVELS as usize] = [
    "..........\nPP...D....\n....SSS...\n........S.\n......SSS.\n....SSSSS.\n..P.......\nPPPPPPPPPP",
    "..........\n..SS..S.S.\n..........\nD..P..SSS.\nPP.PP.....\n...PPPP...\n..........\nPPPPPPPPPP",
    "..........\n..PP......\n.S.PPPP...\n...PD..P..\nP..PPP..P.\n.S..PPS...\n....P.....\nPPPPPPPPPP",
];
/// A world of two views by two.
const WIDE: &str = "\
....................
....................
..PPP.........PPPP..
......SS............
PPPP.....PPP...PPPPP
......SS......P.....
..PPPP..PPPP........
P...........PPP...PP
PP.PPPP.......PPPP..
..........PPP......P
.PPPP.PP........PPPP
........PPPP..P.....
PPP.........PPP..PPP
...PPPP.P...........
..........PPP...PP..
PPPPPPPPPPPPPPPPPPPP";
/// Column and row of the cat in the levels of the program that switches them.
const STARTS: [(i32, i32); LEVELS as usize] = [(1, 6), (9, 6), (2, 6)];

/// What a program begins with.
pub(super) fn scene(program: u32, level: u32) -> motile::Result<Scene> {
    let level = level as usize % DOORS.len();
    let text = match program {
        MAP => FIRST,
        SOFT_PLATFORM => PINK,
        ELEVATOR | COLLECTING => HALL,
        ENEMIES | SQUASH | EXPLOSION => WALK,
        SWITCHING => DOORS[level],
        SCROLLING => WIDE,
        _ => RUN,
    };
    let id = |letter: char| match letter {
        'P' => PLATFORM,
        'S' => SOFT,
        'D' => DOOR,
        _ => SKY,
    };
    let cells: Vec<i32> = text.lines().flat_map(str::chars).map(id).collect();
    let rows = text.lines().count() as u32;
    let item = |(column, row): (i32, i32), width: f32, height: f32| Item {
        place: vec2(column as f32, row as f32) * CELL as f32,
        size: vec2(width, height),
    };
    let start = match program {
        SWITCHING => STARTS[level],
        SCROLLING => (1, 14),
        ELEVATOR | COLLECTING => (1, 1),
        SOFT_PLATFORM | ENEMIES | SQUASH | EXPLOSION => (0, 6),
        _ => (5, 4),
    };
    let walks = (ENEMIES..=EXPLOSION).contains(&program);
    let rides = (ELEVATOR..=ENEMIES).contains(&program);
    let lift = if program == ENEMIES { (8, 5) } else { (6, 6) };
    Ok(Scene {
        map: Grid2::from_cells(cells.len() as u32 / rows.max(1), rows, cells)?,
        cat: (program > MAP).then(|| item(start, 48.0, 42.0)),
        lift: rides.then(|| item(lift, 64.0, 32.0)),
        star: (program == COLLECTING).then(|| item((8, 1), 48.0, 48.0)),
        hedgehog: walks.then(|| item((3, 4), 48.0, 48.0)),
    })
}

/// The ids that the level editor paints with, as tiles 1, 2 and 3.
const PAINTED: [i32; 3] = [PLATFORM, SOFT, DOOR];

/// An id as the level editor has it; the sky is an empty cell.
pub(super) fn tile(id: i32) -> Tile {
    let known = PAINTED.iter().zip(1..).find(|(painted, _)| **painted == id);
    known.map_or(Tile::EMPTY, |(_, number)| Tile::new(number))
}

/// What was painted, as ids.
pub(super) fn read(tiles: &TileLayer, map: &mut Grid2<i32>) {
    for (cell, id) in map.iter_mut() {
        let number = tiles.get(cell.x, cell.y).number() as usize;
        *id = number.checked_sub(1).map_or(SKY, |index| PAINTED[index % PAINTED.len()]);
    }
}

/// Pictures of the tiles for the level editor.
pub(super) fn sheet() -> motile::Result<TileSheet> {
    let picture = art::sheet(PAINTED.len() as u32, |tile, _, y| {
        let (top, rest) = [
            (look::GREEN, Color::hex(0x8A_62_3F)),
            (look::RED, look::RED.with_alpha(90)),
            (look::GOLD, Color::hex(0x5B_3A_29)),
        ][tile as usize];
        Some(if y < 6 { top } else { rest })
    })?;
    Ok(TileSheet::new(&picture, UVec2::splat(art::SIDE))?)
}

/// The map of objects with one star in it.
pub(super) fn objects(map: &Grid2<i32>, star: Vec2) -> Grid2<i32> {
    let cell = (star / CELL as f32).floor().as_ivec2();
    let mut objects = map.map(|_| -1);
    objects.set(cell.x, cell.y, STAR);
    objects
}

pub(super) fn draw_tile(canvas: &mut Canvas<'_>, corner: Vec2, id: i32, sheet: u32) {
    let cell = Aabb::from_size(corner, Vec2::splat(CELL as f32));
    let (earth, top) = [(0x8A_62_3F, look::GREEN), (0x6E_7B_8C, look::SNOW)][sheet as usize % 2];
    match id {
        PLATFORM => {
            canvas.fill_rect(cell, Color::hex(earth));
            canvas.fill_rect(Aabb::from_size(corner, vec2(CELL as f32, 12.0)), top);
        }
        SOFT => {
            let top = Aabb::from_size(corner, vec2(CELL as f32, 20.0));
            canvas.fill(&Path::round_rect(top, 8.0), Color::hex(0xF2_8F_B4));
        }
        DOOR => {
            canvas.fill(&Path::round_rect(cell.grown(-6.0), 10.0), Color::hex(0x74_4B_30));
            canvas.fill(&Path::circle(corner + vec2(46.0, 34.0), 4.0), look::GOLD);
        }
        _ => {}
    }
}

pub(super) fn draw_lift(canvas: &mut Canvas<'_>, area: Aabb) {
    canvas.fill(&Path::round_rect(area, 8.0), look::VIOLET);
}

pub(super) fn draw_cat(canvas: &mut Canvas<'_>, corner: Vec2, left: bool) {
    let side = if left { -1.0 } else { 1.0 };
    let middle = corner + vec2(24.0, 23.0);
    for ear in [-12.0, 12.0] {
        let tip = middle + vec2(ear, -22.0);
        let base = [tip, middle + vec2(ear - 8.0, -6.0), middle + vec2(ear + 8.0, -6.0)];
        canvas.fill(&Path::polygon(&base), look::ORANGE);
    }
    canvas.fill(&Path::ellipse(middle + vec2(0.0, 2.0), vec2(23.0, 17.0)), look::ORANGE);
    for eye in [2.0, 14.0] {
        let place = middle + vec2(side * eye, -2.0);
        canvas.fill(&Path::circle(place, 5.0), Color::WHITE);
        canvas.fill(&Path::circle(place + vec2(side * 1.5, 0.0), 2.5), look::INK);
    }
}

pub(super) fn draw_hedgehog(canvas: &mut Canvas<'_>, corner: Vec2, left: bool) {
    let side = if left { -1.0 } else { 1.0 };
    let middle = corner + vec2(24.0, 28.0);
    canvas.fill(&Path::star(middle, 14, 22.0, 15.0, 0.1), Color::hex(0x6B_4F_3F));
    canvas.fill(
        &Path::ellipse(middle + vec2(side * 14.0, 8.0), vec2(10.0, 8.0)),
        Color::hex(0xE0_B8_8C),
    );
    canvas.fill(&Path::circle(middle + vec2(side * 16.0, 5.0), 2.5), look::INK);
}

/// The cells that the four corners of the cat are in; in those that are solid, how far the corner has come.
pub(super) fn draw_corners(canvas: &mut Canvas<'_>, map: &Grid2<i32>, bob: &Bob) {
    let cells = bob.cells();
    for (lower, right) in [(false, false), (true, false), (true, true), (false, true)] {
        let column = if right { cells.right } else { cells.left };
        let row = if lower { cells.bottom } else { cells.top };
        let corner = vec2(column as f32, row as f32) * CELL as f32;
        let cell = Aabb::from_size(corner, Vec2::splat(CELL as f32));
        let solid = map.get(column, row) == Some(&PLATFORM);
        let color = if solid { look::RED } else { look::GOLD };
        canvas.stroke(&Path::rect(cell.grown(-1.0)), &Stroke::new(2.0), color);
        if solid {
            let over = corner_overlap(bob, lower, right);
            let words = format!("{:.0}, {:.0}", over.x, over.y);
            canvas.write(words, look::SMALL, cell.center(), Vec2::splat(0.5), look::SNOW);
        }
    }
}
