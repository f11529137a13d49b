//! Walkable places: levels, steps, slopes and room above.

use motile_geom::{Vec3, ivec2, vec3};
use motile_tiles::iso::{IsoBody, IsoSlope, IsoWalk, IsoWorld};

const WALKER: Vec3 = vec3(8.0, 16.0, 8.0);

fn walk(world: &mut IsoWorld, columns: u32, rows: u32) -> IsoWalk {
    IsoWalk::new(world, columns, rows, 20.0, WALKER, 4.0)
}

/// Every place that can be reached from the cell (0, 0), by a plain search.
fn reached(walk: &IsoWalk) -> Vec<Vec3> {
    let mut open: Vec<u32> = walk.spot_near(ivec2(0, 0), 0.0).into_iter().collect();
    let mut seen = open.clone();
    while let Some(spot) = open.pop() {
        walk.edges(spot, &mut |next, _| {
            if !seen.contains(&next) {
                seen.push(next);
                open.push(next);
            }
        });
    }
    seen.sort_unstable();
    seen.iter().map(|&spot| walk.position(spot)).collect()
}

#[test]
fn iso_n4_both_levels_of_a_bridge_are_reached_by_its_ramp() {
    let mut world = IsoWorld::new();
    // A ramp of two cells up to a deck over the third and fourth.
    world.add(IsoBody::ramp(vec3(30.0, 0.0, 20.0), vec3(40.0, 24.0, 20.0), IsoSlope::TowardX));
    world.add(IsoBody::block(vec3(70.0, -20.0, 20.0), vec3(40.0, 4.0, 20.0)));
    let walk = walk(&mut world, 6, 3);
    let places = reached(&walk);
    for place in [
        vec3(20.0, -6.0, 20.0),
        vec3(40.0, -18.0, 20.0),
        vec3(60.0, -24.0, 20.0),
        vec3(60.0, 0.0, 20.0),
    ] {
        assert!(places.contains(&place), "{place} of {places:?}");
    }
    assert_eq!(places.len(), walk.len() as usize);
    assert_eq!(walk.spot_near(ivec2(3, 1), -30.0).map(|spot| walk.position(spot).y), Some(-24.0));
    // From the deck one does not step down to the ground beside it.
    let deck = walk.spot_near(ivec2(3, 1), -24.0).unwrap();
    let mut next = Vec::new();
    walk.edges(deck, &mut |spot, _| next.push(walk.position(spot)));
    assert_eq!(next, [vec3(80.0, -24.0, 20.0), vec3(40.0, -18.0, 20.0)]);
}

#[test]
fn iso_x10_blocks_close_cells_and_low_ceilings_too() {
    let mut world = IsoWorld::new();
    for z in 0..3 {
        world.add(IsoBody::block(vec3(40.0, 0.0, z as f32 * 20.0), vec3(20.0, 40.0, 20.0)));
    }
    world.add(IsoBody::block(vec3(20.0, -10.0, 0.0), vec3(20.0, 4.0, 20.0)));
    let walk = walk(&mut world, 4, 3);
    let places = reached(&walk);
    assert!(places.iter().all(|place| place.x < 30.0), "the wall has no door: {places:?}");
    assert!(!places.contains(&vec3(20.0, 0.0, 0.0)), "no room below the shelf");
    let heights = walk.heights().unwrap();
    assert_eq!(heights.get(0, 0), Some(&Some(0.0)));
    assert_eq!(heights.get(2, 1), Some(&Some(-40.0)));
}

/// No corner is cut, and estimates never say more than the steps cost.
#[test]
fn corners_and_estimates() {
    let mut world = IsoWorld::new();
    world.add(IsoBody::block(vec3(20.0, 0.0, 0.0), vec3(20.0, 40.0, 20.0)));
    let walk = walk(&mut world, 3, 3);
    let start = walk.spot_near(ivec2(0, 0), 0.0).unwrap();
    let mut next = Vec::new();
    walk.edges(start, &mut |spot, cost| next.push((walk.spots()[spot as usize].cell, cost)));
    assert_eq!(next, [(ivec2(0, 1), 10)]);
    let goal = walk.spot_near(ivec2(2, 1), 0.0).unwrap();
    assert_eq!(walk.estimate(start, goal), 24);
    for bad in [f32::NAN, 0.0, -1.0] {
        assert!(IsoWalk::new(&mut world, 3, 3, bad, WALKER, 4.0).is_empty());
    }
    assert!(IsoWalk::new(&mut world, 1 << 20, 1, 20.0, WALKER, 4.0).is_empty());
    assert!(IsoWalk::default().heights().is_none_or(|grid| grid.is_empty()));
}
