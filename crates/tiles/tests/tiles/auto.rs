//! Autotiling: what fits where, whatever was painted first.

use crate::worlds::World;
use motile_geom::{IRect, IVec2, Rng, ivec2};
use motile_tiles::auto::{
    AutoRule, AutoRules, BLOB_MASKS, Blob, DualGrid, RuleCell, WangPainter, around, blob_index,
    edge_mask, reduced_mask,
};
use motile_tiles::{Tile, TileLayer, WangKind, WangSet};
use proptest::prelude::*;

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

proptest! {
    /// Painting the same cells in any order, with or without looking in between, gives the same tiles.
    #[test]
    fn tile_67_the_order_of_painting_does_not_matter(
        cells in prop::collection::vec((0..24i32, 0..24i32, any::<bool>()), 1..120),
        seed in any::<u64>(), corners in any::<bool>(), beyond in any::<bool>(),
    ) {
        let blob = if corners { Blob::corners((1..=47).collect()) } else { Blob::edges((1..=16).collect()) };
        let blob = blob.with_beyond(beyond);
        // The last word on each cell counts, so each is said once.
        let mut last: std::collections::BTreeMap<_, _> = cells.iter().map(|&(x, y, on)| ((x, y), on)).collect();
        let (mut terrain, mut picture) = (TileLayer::new(24, 24).unwrap(), TileLayer::new(24, 24).unwrap());
        let mut whole = blob.clone();
        for (&(x, y), &on) in &last {
            terrain.set(x, y, Tile::new(u32::from(on)));
        }
        whole.update(&terrain, &mut picture);

        let mut order: Vec<_> = core::mem::take(&mut last).into_iter().collect();
        let mut rng = Rng::new(seed);
        rng.shuffle(&mut order);
        let (mut terrain2, mut picture2) = (TileLayer::new(24, 24).unwrap(), TileLayer::new(24, 24).unwrap());
        let mut stepwise = blob.clone();
        stepwise.update(&terrain2, &mut picture2);
        for ((x, y), on) in order {
            if rng.chance(0.3) {
                terrain2.set(x, y, Tile::new(1));
                stepwise.update(&terrain2, &mut picture2);
            }
            terrain2.set(x, y, Tile::new(u32::from(on)));
            if rng.chance(0.5) {
                stepwise.update(&terrain2, &mut picture2);
            }
        }
        stepwise.update(&terrain2, &mut picture2);
        prop_assert_eq!(&terrain, &terrain2);
        prop_assert_eq!(&picture, &picture2);
        // And each is what the plain definition says.
        for y in 0..24 {
            for x in 0..24 {
                prop_assert_eq!(picture.get(x, y), blob.tile(&terrain, ivec2(x, y)));
            }
        }
    }
}
