//! Merged outlines.

use crate::worlds::World;
use motile_geom::{uvec2, vec2};
use motile_tiles::{
    Ground, GroundOutline, MapObject, ObjectShape, Tile, TileInfo, TileKinds, TileLayer, TileMap,
    TileSet, TileSpace,
};

#[test]
fn a_corridor_is_two_lines_and_slopes_join() {
    let world = World::new(".....\n./X\\.\nXXXXX", 10.0);
    let mut outline = GroundOutline::default();
    outline.update(&world.ground());
    let chains: Vec<_> = outline.chains().collect();
    assert_eq!(chains.len(), 1);
    assert!(chains[0].closed);
    let mut points = chains[0].points.clone();
    points.sort_by(|a, b| (a.y, a.x).partial_cmp(&(b.y, b.x)).expect("finite"));
    let expected = [
        (20.0, 10.0),
        (30.0, 10.0),
        (0.0, 20.0),
        (10.0, 20.0),
        (40.0, 20.0),
        (50.0, 20.0),
        (0.0, 30.0),
        (50.0, 30.0),
    ];
    assert_eq!(points, expected.map(|(x, y)| vec2(x, y)));
}

#[test]
fn cells_that_touch_at_a_corner_stay_apart() {
    let world = World::new("X.\n.X", 10.0);
    let mut outline = GroundOutline::default();
    outline.update(&world.ground());
    assert_eq!(outline.chains().map(|chain| chain.points.len()).collect::<Vec<_>>(), [4, 4]);
}

#[test]
fn half_tiles_cover_half_a_face() {
    let world = World::new("_X", 10.0);
    let mut outline = GroundOutline::default();
    outline.update(&world.ground());
    let corners: Vec<_> = outline.chains().flat_map(|chain| chain.points.clone()).collect();
    assert_eq!(corners.len(), 6);
    assert!(corners.contains(&vec2(10.0, 5.0)) && corners.contains(&vec2(10.0, 0.0)));
}

/// Chains used to end at every border of a chunk.
#[test]
fn tile_61_joined_outlines_have_no_ends_at_chunk_borders() {
    let world = World::new(&format!("{0}\n{0}", "X".repeat(200)), 10.0);
    let mut outline = GroundOutline::default();
    outline.update(&world.ground());
    let joined = outline.joined();
    assert_eq!(joined.len(), 1);
    assert!(joined[0].closed);
    let mut points = joined[0].points.clone();
    points.sort_by(|a, b| (a.y, a.x).partial_cmp(&(b.y, b.x)).expect("finite"));
    let corners = [(0.0, 0.0), (2000.0, 0.0), (0.0, 20.0), (2000.0, 20.0)];
    assert_eq!(points, corners.map(|(x, y)| vec2(x, y)));
}

/// Joined chains of many chunks are those of the same world in one chunk: nothing is lost, nothing is left open.
#[test]
fn tile_61_joined_outlines_are_rings_of_the_same_length_and_area() {
    let mut rng = motile_geom::Rng::new(3);
    for _ in 0..20 {
        let row = |_| {
            (0..70)
                .map(|_| ['X', '/', '\\', 'h', '_', '.', '.'][rng.below(7) as usize])
                .collect::<String>()
        };
        let world = World::new(&(0..70).map(row).collect::<Vec<_>>().join("\n"), 16.0);
        let mut outline = GroundOutline::default();
        outline.update(&world.ground());
        let joined = outline.joined();
        assert!(joined.iter().all(|chain| chain.closed), "the ground has no ends");
        let length = |chain: &motile_tiles::OutlineChain| {
            let n = chain.points.len() - usize::from(!chain.closed);
            let side =
                |i: usize| chain.points[i].distance(chain.points[(i + 1) % chain.points.len()]);
            (0..n).map(side).map(f64::from).sum::<f64>()
        };
        let cut: f64 = outline.chains().map(length).sum();
        let whole: f64 = joined.iter().map(length).sum();
        assert!((cut - whole).abs() < 1e-6 * cut, "{cut} {whole}");
        // The area inside of the rings is that of the solid pieces.
        let twice = |chain: &motile_tiles::OutlineChain| {
            let next = chain.points.iter().cycle().skip(1);
            let pairs = chain.points.iter().zip(next);
            pairs.map(|(a, b)| a.as_dvec2().perp_dot(b.as_dvec2())).sum::<f64>()
        };
        let area = joined.iter().map(twice).sum::<f64>() * 0.5;
        let part =
            |number: u32| [0.0, 1.0, 0.5, 0.5, 0.0, 0.75, 0.0, 0.0, 0.0, 0.5][number as usize];
        let solid: f64 = world.layer.tiles().map(|(_, tile)| part(tile.number()) * 256.0).sum();
        assert!((area - solid).abs() < 1.0, "{area} {solid}");
    }
}

/// Pieces with more than eight corners, and those that are not convex, are made of several: each had a ring of its own,
/// with lines through solid ground.
#[test]
fn tile_61_pieces_of_one_shape_have_one_ring() {
    for (letter, corners) in [('O', 20), ('D', 4), ('U', 8)] {
        let world = World::new(&letter.to_string(), 100.0);
        let mut outline = GroundOutline::default();
        outline.update(&world.ground());
        let chains: Vec<_> = outline.chains().collect();
        assert_eq!(chains.len(), 1, "{letter}");
        assert!(chains[0].closed && chains[0].points.len() == corners, "{letter}: {chains:?}");
    }
    // A cup with slanted walls, as an editor saves it: cut into convex parts along slanted lines.
    let corners = [(2.0, 1.0), (5.0, 9.0), (11.0, 8.0), (15.0, 2.0), (13.0, 15.0), (4.0, 14.0)];
    let corners: Vec<_> = corners.into_iter().map(|(x, y)| vec2(x, y)).collect();
    let ellipse = MapObject { size: vec2(14.0, 10.0), ..MapObject::new("", vec2(1.0, 2.0)) };
    for (shape, count) in [(ObjectShape::Polygon(corners), 6), (ObjectShape::Ellipse, 16)] {
        let object = match shape {
            ObjectShape::Ellipse => MapObject { shape, ..ellipse.clone() },
            _ => MapObject { shape, ..MapObject::default() },
        };
        let mut set = TileSet::sheet("a", 1, uvec2(16, 16), uvec2(16, 16));
        set.tiles.insert(0, TileInfo { shapes: vec![object], ..TileInfo::default() });
        let mut map = TileMap::new(uvec2(1, 1), uvec2(16, 16));
        map.sets.push(set);
        let layer = TileLayer::from_rows(&[[1]]).unwrap();
        let kinds = TileKinds::from_map(&map);
        let mut outline = GroundOutline::default();
        outline.update(&Ground::new(&layer, &kinds, TileSpace::square(16.0)));
        let chains: Vec<_> = outline.chains().collect();
        assert_eq!(chains.len(), 1, "{count}");
        assert!(chains[0].closed && chains[0].points.len() == count, "{chains:?}");
    }
}

#[test]
fn tile_x6_only_what_changed_is_made_anew() {
    let text = vec!["X".repeat(100); 100].join("\n");
    let mut world = World::new(&text, 10.0);
    let mut outline = GroundOutline::default();
    assert_eq!(outline.update(&world.ground()), 16);
    assert_eq!(outline.update(&world.ground()), 0);
    world.layer.set(40, 40, Tile::EMPTY);
    assert_eq!(outline.update(&world.ground()), 5, "a chunk and those beside it");
    let mut fresh = GroundOutline::default();
    fresh.update(&world.ground());
    assert!(outline.chains().eq(fresh.chains()));
    assert!(outline.chains().any(|chain| chain.closed && chain.points.len() == 4), "the hole");
}

#[test]
fn tile_62_one_way_sides_are_lines_of_their_own() {
    // Planks, of which one is below a solid cell; a door that lets pass to the left; slanted ground is not one-way here.
    let world = World::new("...X..\n^^^^.<\n.....<", 10.0);
    let mut outline = GroundOutline::default();
    outline.update(&world.ground());
    assert_eq!(outline.chains().count(), 1, "the solid cell");
    let lines: Vec<_> = outline.one_way_chains().map(|chain| chain.points.clone()).collect();
    // Ground on the right hand of who walks along: the planks to the right, the left side of the door upward.
    let planks = vec![vec2(0.0, 10.0), vec2(30.0, 10.0)];
    let door = vec![vec2(50.0, 30.0), vec2(50.0, 10.0)];
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines.contains(&planks) && lines.contains(&door), "{lines:?}");
    assert!(outline.one_way_chains().all(|chain| !chain.closed));
}

#[test]
fn tile_x6_one_way_sides_follow_the_map() {
    let row = format!("{}\n", "^".repeat(80));
    let mut world = World::new(&row, 10.0);
    let mut outline = GroundOutline::default();
    outline.update(&world.ground());
    assert_eq!(outline.one_way_chains().count(), 3, "one for each chunk");
    assert_eq!(outline.joined_one_way().len(), 1);
    assert_eq!(outline.one_way_chains_of(motile_geom::ivec2(2, 0)).len(), 1);
    world.layer.set(40, 0, Tile::EMPTY);
    outline.update(&world.ground());
    assert_eq!(outline.joined_one_way().len(), 2, "a gap");
}
