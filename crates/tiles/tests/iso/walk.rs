//! Walkable places: levels, steps, slopes and room above.

use motile_geom::{Rng, Vec3, ivec2, vec3};
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

fn next_of(walk: &IsoWalk, cell: motile_geom::IVec2) -> Vec<motile_geom::IVec2> {
    let mut next = Vec::new();
    let from = walk.spot_near(cell, 0.0).unwrap();
    walk.edges(from, &mut |spot, _| next.push(walk.spots()[spot as usize].cell));
    next
}

/// Two cells with a wall between them were both free, and a way led through the wall.
#[test]
fn iso_x10_a_thin_wall_between_cells_is_no_way() {
    // A fence in one of the cells, a wall on the border, a beam at the height of a head; and what is stepped on or gone under.
    let cases = [
        (vec3(10.0, 0.0, 0.0), vec3(2.0, 16.0, 20.0), false),
        (vec3(14.5, 0.0, 0.0), vec3(1.0, 8.0, 20.0), false),
        (vec3(10.0, -12.0, 0.0), vec3(4.0, 6.0, 20.0), false),
        (vec3(10.0, 0.0, 3.0), vec3(2.0, 16.0, 2.0), false),
        (vec3(10.0, 0.0, 0.0), vec3(2.0, 4.0, 20.0), true),
        (vec3(10.0, -16.0, 0.0), vec3(4.0, 6.0, 20.0), true),
        (vec3(10.0, 0.0, 8.0), vec3(2.0, 16.0, 8.0), true),
    ];
    for (base, size, is_way) in cases {
        let mut world = IsoWorld::new();
        world.add(IsoBody::block(base, size));
        let walk = walk(&mut world, 2, 1);
        assert_eq!(walk.len(), 2, "both cells are free");
        for (from, to) in [(ivec2(0, 0), ivec2(1, 0)), (ivec2(1, 0), ivec2(0, 0))] {
            assert_eq!(next_of(&walk, from).contains(&to), is_way, "{base} {size}");
        }
    }
}

/// A post where four cells meet leaves the ways along the axes.
#[test]
fn iso_x10_a_post_at_a_corner_stops_the_diagonal() {
    let mut world = IsoWorld::new();
    world.add(IsoBody::block(vec3(10.0, 0.0, 10.0), vec3(4.0, 30.0, 4.0)));
    let walk = walk(&mut world, 2, 2);
    assert_eq!(next_of(&walk, ivec2(0, 0)), [ivec2(1, 0), ivec2(0, 1)]);
    assert_eq!(next_of(&walk, ivec2(1, 1)), [ivec2(0, 1), ivec2(1, 0)]);
}

/// Whatever stands wherever: who follows an edge straight gets there.
#[test]
fn iso_x10_every_edge_can_be_walked() {
    let mut rng = Rng::new(10);
    let mut walked = 0;
    for round in 0..20 {
        let mut world = IsoWorld::new();
        for _ in 0..20 {
            let base = vec3(rng.range(-10.0..130.0), 0.0, rng.range(-10.0..130.0));
            let mut size = vec3(rng.range(1.0..6.0), rng.range(1.0..30.0), rng.range(1.0..6.0));
            size[2 * rng.below(2) as usize] += rng.range(0.0..50.0);
            let lift = if rng.below(3) == 0 { rng.range(4.0..24.0) } else { 0.0 };
            world.add(IsoBody::block(base - vec3(0.0, lift, 0.0), size));
        }
        let walk = walk(&mut world, 7, 7);
        for spot in 0..walk.len() {
            let (from, mut next) = (walk.position(spot), Vec::new());
            if from.y != 0.0 {
                continue;
            }
            walk.edges(spot, &mut |to, _| next.push(walk.position(to)));
            for to in next.into_iter().filter(|to| to.y == 0.0) {
                let walker = IsoBody { step_height: 4.0, ..IsoBody::new(from, WALKER) };
                let walker = world.add(walker);
                for _ in 0..20 {
                    world.slide(walker, vec3(to.x - from.x, 0.0, to.z - from.z) / 20.0);
                    world.slide(walker, vec3(0.0, 40.0, 0.0));
                    let y = world[walker].position.y;
                    if y > 0.0 {
                        world.slide(walker, vec3(0.0, -y, 0.0));
                    }
                }
                let end = world.remove(walker).unwrap().position;
                let off = (end - to).with_y(0.0).length();
                assert!(off < 0.1, "round {round}: from {from} to {to} ends at {end}");
                walked += 1;
            }
        }
    }
    assert!(walked > 1000, "{walked}");
}
