//! Autotiling: what fits where, whatever was painted first.

use crate::worlds::World;
use motile_geom::{IRect, IVec2, Rng, ivec2};
use motile_tiles::auto::{
    AutoRule, AutoRules, BLOB_MASKS, Blob, DualGrid, RuleCell, RulePainter, WangPainter, around,
    blob_index, edge_mask, reduced_mask,
};
use motile_tiles::{Tile, TileInfo, TileLayer, TileSet, TileTurns, WangKind, WangSet};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The map of demo D1.
const D1: &str = "
    ..........
    XX........
    ......XXX.
    ...XX.....
    ..........
    ..XXXXX...
    ..........
    XXXXXXXXXX
";

#[test]
fn tile_a28_edges_of_the_first_map() {
    let world = World::new(D1, 64.0);
    let mask = |row, column| {
        edge_mask(around(ivec2(column, row), |cell| !world.layer.get(cell.x, cell.y).is_empty()))
    };
    let found = [
        mask(5, 2),
        mask(5, 4),
        mask(5, 6),
        mask(7, 0),
        mask(7, 5),
        mask(7, 9),
        mask(1, 0),
        mask(1, 1),
    ];
    assert_eq!(found, [2, 10, 8, 2, 10, 8, 2, 8]);
}

#[test]
fn tile_a28_every_blob_mask_has_its_place() {
    for (place, &mask) in BLOB_MASKS.iter().enumerate() {
        assert_eq!(blob_index(mask) as usize, place);
    }
    for mask in 0..=255 {
        assert_eq!(BLOB_MASKS[blob_index(mask) as usize], reduced_mask(mask));
    }
}

fn corner_set() -> WangSet {
    // One tile for each of the 16 ways to color four corners with 1 and 2.
    let tiles = (0..16u32).map(|bits| {
        let mut colors = [0; 8];
        for corner in 0..4 {
            colors[corner * 2 + 1] = 1 + (bits >> corner & 1) as u8;
        }
        (bits, colors)
    });
    WangSet { kind: WangKind::Corner, tiles: tiles.collect(), ..WangSet::default() }
}

#[test]
fn tile_67_neighboring_wang_tiles_agree_on_their_corners() {
    let mut rng = Rng::new(5);
    let colors: Vec<u8> = (0..400).map(|_| 1 + u8::from(rng.chance(0.5))).collect();
    let color = |cell: IVec2| {
        let inside = (0..20).contains(&cell.x) && (0..20).contains(&cell.y);
        if inside { colors[(cell.y * 20 + cell.x) as usize] } else { 1 }
    };
    let painter = WangPainter::new(&corner_set(), 1);
    let corners = |x: i32, y: i32| painter.tile(ivec2(x, y), color).number() - 1;
    for y in 0..19 {
        for x in 0..19 {
            let (here, right, below) = (corners(x, y), corners(x + 1, y), corners(x, y + 1));
            // Corner bits: 0 top right, 1 bottom right, 2 bottom left, 3 top left.
            assert_eq!((here & 1, here >> 1 & 1), (right >> 3 & 1, right >> 2 & 1), "{x} {y}");
            assert_eq!((here >> 1 & 1, here >> 2 & 1), (below & 1, below >> 3 & 1), "{x} {y}");
        }
    }
}

#[test]
fn tile_67_rules_choose_by_place_and_mirror() {
    use RuleCell::{Any, Empty, Filled, Is};
    let corner = [Any, Empty, Any, Empty, Is(1), Any, Any, Any, Any];
    let mut mirrored = AutoRule::new(corner, Tile::new(9));
    mirrored.flip_x = true;
    let mut inner = AutoRule::new([Any, Any, Any, Any, Filled, Any, Any, Any, Any], Tile::new(1));
    inner.tiles = (1..=4).map(Tile::new).collect();
    let rules = AutoRules { rules: vec![mirrored, inner], seed: 3 };
    let mut terrain = TileLayer::new(30, 30).unwrap();
    terrain.fill_rect(IRect::new(5, 5, 20, 20), Tile::new(1));
    assert_eq!(rules.tile(&terrain, ivec2(5, 5)), Tile::new(9));
    assert_eq!(rules.tile(&terrain, ivec2(24, 5)), Tile::new(9).flipped_x());
    let mut counts = [0; 5];
    for y in 7..23 {
        for x in 7..23 {
            counts[rules.tile(&terrain, ivec2(x, y)).number() as usize] += 1;
        }
    }
    assert!(counts[1..].iter().all(|&count| count > 30), "{counts:?}");
}

#[test]
fn tile_67_a_dual_grid_looks_at_the_four_cells_of_a_corner() {
    let mut terrain = TileLayer::new(3, 3).unwrap();
    let mut picture = TileLayer::new(4, 4).unwrap();
    let tiles = core::array::from_fn(|mask| Tile::new(mask as u32));
    let mut dual = DualGrid::new(tiles);
    dual.update(&terrain, &mut picture);
    terrain.set(1, 1, Tile::new(1));
    dual.update(&terrain, &mut picture);
    let found = [(1, 1), (2, 1), (1, 2), (2, 2), (0, 0)].map(|(x, y)| picture.get(x, y).number());
    assert_eq!(found, [4, 8, 2, 1, 0]);
}

/// All that draws a terrain, by one name.
#[derive(Clone, Debug)]
enum Painter {
    Blob(Blob),
    Dual(DualGrid),
    Wang(WangPainter),
    Rules(RulePainter),
}

impl Painter {
    fn update(&mut self, terrain: &TileLayer, picture: &mut TileLayer) {
        match self {
            Self::Blob(blob) => blob.update(terrain, picture),
            Self::Dual(dual) => dual.update(terrain, picture),
            Self::Wang(wang) => wang.update(terrain, picture),
            Self::Rules(rules) => rules.update(terrain, picture),
        }
    }

    /// What the plain definition says, without any memory.
    fn tile(&self, terrain: &TileLayer, cell: IVec2) -> Tile {
        match self {
            Self::Blob(blob) => blob.tile(terrain, cell),
            Self::Dual(dual) => dual.tile(terrain, cell),
            Self::Wang(wang) => wang.tile(cell, |cell| terrain.get(cell.x, cell.y).number() as u8),
            Self::Rules(rules) => rules.rules().tile(terrain, cell),
        }
    }
}

/// A set with a tile for each of the ways to color its corners, its sides or both with 1 and 2.
fn wang(kind: WangKind) -> WangPainter {
    let bits: Vec<usize> = match kind {
        WangKind::Corner => vec![1, 3, 5, 7],
        WangKind::Edge => vec![0, 2, 4, 6],
        WangKind::Mixed => (0..8).collect(),
    };
    let tiles = (0..1u32 << bits.len()).map(|number| {
        let mut colors = [0; 8];
        for (place, &bit) in bits.iter().enumerate() {
            colors[bit] = 1 + (number >> place & 1) as u8;
        }
        (number, colors)
    });
    WangPainter::new(&WangSet { kind, tiles: tiles.collect(), ..WangSet::default() }, 1)
}

/// Rules with every kind of question, mirrors, alternatives and chance.
fn rules() -> AutoRules {
    use RuleCell::{Any, Empty, Filled, Is, Not};
    let corner = AutoRule {
        flip_x: true,
        flip_y: true,
        ..AutoRule::new([Any, Empty, Any, Empty, Is(1), Any, Any, Any, Any], Tile::new(9))
    };
    let rare = AutoRule {
        chance: 0.3,
        ..AutoRule::new([Any, Any, Any, Any, Is(2), Not(1), Any, Any, Any], Tile::new(20))
    };
    let mut any = AutoRule::new([Any, Any, Any, Any, Filled, Any, Any, Any, Any], Tile::new(1));
    any.tiles = (1..=4).map(Tile::new).collect();
    let shadow = AutoRule::new([Any, Filled, Any, Any, Empty, Any, Any, Any, Any], Tile::new(30));
    AutoRules { rules: vec![corner, rare, any, shadow], seed: 3 }
}

fn painters() -> impl Strategy<Value = Painter> {
    (0..8, any::<bool>()).prop_map(|(kind, beyond)| match kind {
        0 => Painter::Blob(Blob::corners((1..=47).collect()).with_beyond(beyond)),
        1 => Painter::Blob(Blob::edges((1..=16).collect()).with_beyond(beyond)),
        2 => Painter::Dual(DualGrid::new(core::array::from_fn(|mask| Tile::new(mask as u32)))),
        3 => Painter::Wang(wang(WangKind::Corner)),
        4 => Painter::Wang(wang(WangKind::Edge)),
        5 => Painter::Wang(wang(WangKind::Mixed)),
        _ => Painter::Rules(rules().painter()),
    })
}

/// What the editor says about how often a tile is chosen used to be read and then left alone.
#[test]
fn tile_67_wang_tiles_are_chosen_as_often_as_their_set_says() {
    let tiles = (0..4).map(|local| (local, [1; 8])).collect();
    let wang = WangSet { kind: WangKind::Corner, tiles, ..WangSet::default() };
    let chances = [0.5, 0.0, 4.5, f32::NAN];
    let info = |probability| TileInfo { probability, ..TileInfo::default() };
    let set = TileSet { tiles: (0..).zip(chances.map(info)).collect(), ..TileSet::default() };
    let painter = WangPainter::new(&wang, 1).with_set(&set);
    let mut counts = [0; 4];
    for (x, y) in (0..200).flat_map(|y| (0..200).map(move |x| (x, y))) {
        counts[painter.tile(IVec2::new(x, y), |_| 1).number() as usize - 1] += 1;
    }
    assert_eq!((counts[1], counts[3]), (0, 0), "{counts:?}");
    assert!((3600..4400).contains(&counts[0]), "one in ten: {counts:?}");
    // Where nothing has a chance, all have the same.
    let none = TileSet { tiles: (0..4).map(|local| (local, info(0.0))).collect(), ..set };
    let painter = WangPainter::new(&wang, 1).with_set(&none);
    let number = |x| painter.tile(IVec2::new(x, 3), |_| 1).number();
    let found: BTreeSet<u32> = (0..99).map(number).collect();
    assert_eq!(found.len(), 4);
}

/// One tile for a corner, one for a side, one for the inside: turned, they are all that a border needs.
#[test]
fn tile_67_turned_wang_tiles_fit_where_upright_ones_are_missing() {
    let corner = |set: [usize; 4]| {
        let mut colors = [1; 8];
        set.into_iter().filter(|&bit| bit < 8).for_each(|bit| colors[bit] = 2);
        colors
    };
    // Color 2 in no corner, one, two beside each other, three, all; and two across.
    let forms = [[9; 4], [3, 9, 9, 9], [3, 5, 9, 9], [3, 5, 7, 9], [1, 3, 5, 7], [1, 5, 9, 9]];
    let tiles: Vec<_> = (0..).zip(forms.map(corner)).collect();
    let wang = WangSet { kind: WangKind::Corner, tiles, ..WangSet::default() };
    let terrain = noise(2);
    for (turns, all_fit) in [
        (TileTurns { rotate: true, ..TileTurns::default() }, true),
        (TileTurns { flip_x: true, flip_y: true, ..TileTurns::default() }, false),
        (TileTurns { rotate: true, prefer_upright: true, ..TileTurns::default() }, true),
    ] {
        let set = TileSet { turns, ..TileSet::default() };
        let painter = WangPainter::new(&wang, 1).with_set(&set);
        let picture = |x: i32, y: i32| painter.tile(IVec2::new(x, y), &terrain);
        // The colors of a turned tile's corners, as its picture is turned.
        let shown = |tile: Tile, bit: usize| {
            let (mut x, mut y) = [(1, -1), (1, 1), (-1, 1), (-1, -1)][bit / 2];
            (x, y) = (if tile.flip_x() { -x } else { x }, if tile.flip_y() { -y } else { y });
            (x, y) = if tile.swap_axes() { (y, x) } else { (x, y) };
            let own = [(1, -1), (1, 1), (-1, 1), (-1, -1)].iter().position(|&at| at == (x, y));
            wang.tiles[tile.number() as usize - 1].1[own.unwrap() * 2 + 1]
        };
        let mut wrong = 0;
        for (x, y) in (0..40).flat_map(|y| (0..40).map(move |x| (x, y))) {
            let (here, right, below) = (picture(x, y), picture(x + 1, y), picture(x, y + 1));
            wrong += usize::from(shown(here, 1) != shown(right, 7));
            wrong += usize::from(shown(here, 3) != shown(right, 5));
            wrong += usize::from(shown(here, 3) != shown(below, 1));
        }
        assert_eq!(wrong == 0, all_fit, "{turns:?}: {wrong} corners");
    }
}

/// A terrain of two colors at random.
fn noise(seed: u64) -> impl Fn(IVec2) -> u8 {
    let mut rng = Rng::new(seed);
    let cells: Vec<u8> = (0..64 * 64).map(|_| 1 + u8::from(rng.chance(0.4))).collect();
    move |cell| cells[(cell.x.rem_euclid(64) + 64 * cell.y.rem_euclid(64)) as usize]
}

#[test]
fn tile_67_neighboring_wang_tiles_agree_on_their_sides() {
    let mut rng = Rng::new(9);
    let terrain = TileLayer::from_fn(20, 20, |_, _| Tile::new(1 + rng.below(2))).unwrap();
    for (kind, sides) in [(WangKind::Edge, [0, 1, 2, 3]), (WangKind::Mixed, [0, 2, 4, 6])] {
        let mut picture = TileLayer::new(20, 20).unwrap();
        wang(kind).update(&terrain, &mut picture);
        let side = |x: i32, y: i32, side: usize| {
            picture.get(x, y).number().wrapping_sub(1) >> sides[side] & 1
        };
        let mut colors = [0; 2];
        for y in 0..19 {
            for x in 0..19 {
                // Top, right, bottom, left.
                assert_eq!(side(x, y, 1), side(x + 1, y, 3), "{kind:?} {x} {y}");
                assert_eq!(side(x, y, 2), side(x, y + 1, 0), "{kind:?} {x} {y}");
                // A side is of the lesser color of both cells, so of the second only between two of it.
                let both = terrain.get(x, y).number().min(terrain.get(x + 1, y).number());
                assert_eq!(side(x, y, 1) + 1, both, "{kind:?} {x} {y}");
                colors[side(x, y, 1) as usize] += 1;
            }
        }
        assert!(colors.iter().all(|&count| count > 50), "{colors:?}");
    }
}

#[test]
fn tile_67_rules_mirror_both_ways_refuse_and_leave_to_chance() {
    let mut terrain = TileLayer::new(40, 40).unwrap();
    terrain.fill_rect(IRect::new(5, 5, 10, 10), Tile::new(1));
    let rules = rules();
    let at = |x, y| rules.tile(&terrain, ivec2(x, y));
    let corner = Tile::new(9);
    let found = [at(5, 5), at(14, 5), at(5, 14), at(14, 14)];
    assert_eq!(
        found,
        [corner, corner.flipped_x(), corner.flipped_y(), corner.flipped_x().flipped_y()]
    );
    assert_eq!((at(8, 15), at(8, 4)), (Tile::new(30), Tile::EMPTY), "below the terrain, not above");
    // The rare rule counts in three of ten places, but never beside terrain 1.
    terrain.fill_rect(IRect::new(0, 0, 40, 40), Tile::new(2));
    terrain.fill_rect(IRect::new(20, 0, 1, 40), Tile::new(1));
    let rare =
        |x: i32| (0..40).filter(|&y| rules.tile(&terrain, ivec2(x, y)) == Tile::new(20)).count();
    let all: usize = (0..19).map(rare).sum();
    assert!((150..310).contains(&all), "{all} of 760");
    assert_eq!(rare(19), 0);
}

#[test]
fn tile_67_a_dual_grid_follows_fills_and_endless_layers() {
    let tiles = core::array::from_fn(|mask| Tile::new(mask as u32));
    let (mut terrain, mut picture) = (TileLayer::endless(), TileLayer::endless());
    let mut dual = DualGrid::new(tiles);
    for cells in [IRect::new(-40, -3, 90, 7), IRect::new(-2, -40, 5, 80)] {
        terrain.fill_rect(cells, Tile::new(1));
        dual.update(&terrain, &mut picture);
    }
    terrain.fill_rect(IRect::new(-1, -1, 3, 3), Tile::EMPTY);
    dual.update(&terrain, &mut picture);
    for (x, y) in (-45..55).flat_map(|x| (-45..45).map(move |y| (x, y))) {
        assert_eq!(picture.get(x, y), dual.tile(&terrain, ivec2(x, y)), "{x} {y}");
    }
}

/// A full redraw of an endless terrain walked all cells between its chunks, and panicked where they were 2³¹ apart.
/// Only a blob emptied what the picture had elsewhere.
#[test]
fn tile_67_islands_far_apart_are_drawn_at_once() {
    let far = [ivec2(-2_000_000_000, -1_900_000_000), ivec2(63, 31), ivec2(2_000_000_000, 5)];
    let mut terrain = TileLayer::endless();
    for island in far {
        terrain.fill_rect(IRect::new(island.x, island.y, 3, 2), Tile::new(1));
    }
    let tiles = core::array::from_fn(|mask| Tile::new(mask as u32));
    let blob = Painter::Blob(Blob::corners((1..=47).collect()));
    for painter in [blob, Painter::Dual(DualGrid::new(tiles)), Painter::Rules(rules().painter())] {
        let check = |picture: &TileLayer| {
            for island in far {
                for (dx, dy) in (-3..7).flat_map(|y| (-3..7).map(move |x| (x, y))) {
                    let cell = island + ivec2(dx, dy);
                    let expected = painter.tile(&terrain, cell);
                    assert_eq!(picture.get(cell.x, cell.y), expected, "{cell}");
                }
            }
            assert!(picture.get(500, 500).is_empty() && picture.get(30, 30).is_empty());
        };
        let mut picture = TileLayer::endless();
        picture.set(500, 500, Tile::new(9));
        picture.set(30, 30, Tile::new(9));
        painter.clone().update(&terrain, &mut picture);
        check(&picture);
        // A picture with borders has a part of it, and a terrain with borders lies in a plane.
        let mut part = TileLayer::new(70, 40).unwrap();
        part.set(3, 3, Tile::new(9));
        painter.clone().update(&terrain, &mut part);
        let drawn = picture.tiles_in(part.bounds()).map(|(cell, tile)| (cell.y, cell.x, tile));
        let mut drawn: Vec<_> = drawn.collect();
        drawn.sort_unstable_by_key(|&(y, x, _)| (y, x));
        assert!(part.tiles().map(|(cell, tile)| (cell.y, cell.x, tile)).eq(drawn));
        let small = TileLayer::from_fn(70, 40, |x, y| terrain.get(x as i32, y as i32)).unwrap();
        let mut plane = TileLayer::endless();
        plane.set(-90, 3, Tile::new(9));
        plane.set(9, 3, Tile::new(9));
        painter.clone().update(&small, &mut plane);
        for (x, y) in (-5..75).flat_map(|x| (-5..45).map(move |y| (x, y))) {
            assert_eq!(plane.get(x, y), painter.tile(&small, ivec2(x, y)), "{x} {y}");
        }
        assert!(plane.get(-90, 3).is_empty());
    }
    // In parts it is the same.
    let mut blob = Blob::corners((1..=47).collect());
    let (mut whole, mut picture) = (TileLayer::endless(), TileLayer::endless());
    blob.clone().update(&terrain, &mut whole);
    picture.set(500, 500, Tile::new(9));
    let calls = (1..10).find(|_| blob.update_part(&terrain, &mut picture, 40));
    assert_eq!((calls, &picture), (Some(3), &whole), "five chunks, two in a call");
}

proptest! {
    /// Painting the same cells in any order, with or without looking in between, gives the same tiles: for all ways of
    /// autotiling, through single cells, filled rectangles and so many edits that nobody remembers them.
    #[test]
    fn tile_67_the_order_of_painting_does_not_matter(
        cells in prop::collection::vec((0..40i32, 0..24i32, 0..3u32), 1..120),
        fills in prop::collection::vec((0..40i32, 0..24i32, 1..40u32, 1..24u32, 0..3u32), 0..3),
        seed in any::<u64>(), painter in painters(), flood in prop::bool::weighted(0.1),
    ) {
        let layers = || (TileLayer::new(40, 24).unwrap(), TileLayer::new(42, 26).unwrap());
        // The last word on each cell counts, so each is said once.
        let mut order: Vec<_> = cells.iter().map(|&(x, y, on)| ((x, y), on)).collect::<std::collections::BTreeMap<_, _>>().into_iter().collect();
        let (mut terrain, mut picture) = layers();
        for &((x, y), on) in &order {
            terrain.set(x, y, Tile::new(on));
        }
        painter.clone().update(&terrain, &mut picture);

        let mut rng = Rng::new(seed);
        rng.shuffle(&mut order);
        let (mut terrain2, mut picture2) = layers();
        let mut stepwise = painter.clone();
        stepwise.update(&terrain2, &mut picture2);
        // What is filled and cleared again leaves nothing behind.
        for &(x, y, width, height, on) in &fills {
            terrain2.fill_rect(IRect::new(x, y, width, height), Tile::new(on));
            stepwise.update(&terrain2, &mut picture2);
        }
        terrain2.fill_rect(IRect::new(0, 0, 40, 24), Tile::EMPTY);
        if flood {
            for i in 0..20_000u32 {
                terrain2.set((i % 40) as i32, (i / 40 % 24) as i32, Tile::new(1 + i % 2));
            }
            terrain2.fill_rect(IRect::new(0, 0, 40, 24), Tile::EMPTY);
        }
        for ((x, y), on) in order {
            if rng.chance(0.3) {
                terrain2.set(x, y, Tile::new(1));
                stepwise.update(&terrain2, &mut picture2);
            }
            terrain2.set(x, y, Tile::new(on));
            if rng.chance(0.5) {
                stepwise.update(&terrain2, &mut picture2);
            }
        }
        stepwise.update(&terrain2, &mut picture2);
        prop_assert_eq!(&terrain, &terrain2);
        prop_assert_eq!(&picture, &picture2);
        // And each is what the plain definition says.
        for y in 0..24 {
            for x in 0..40 {
                prop_assert_eq!(picture.get(x, y), painter.tile(&terrain, ivec2(x, y)));
            }
        }
    }
}
