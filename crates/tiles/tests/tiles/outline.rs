//! Merged outlines.

use crate::worlds::World;
use motile_geom::vec2;
use motile_tiles::{GroundOutline, Tile};

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
