//! What always holds, for any map and any way.

use crate::worlds::{LETTERS, World};
use motile_geom::{Aabb, Vec2, vec2};
use motile_tiles::{Ground, SKIN, Tile, TileBody, TileKind, TileKinds, TileLayer, TileSpace};
use proptest::prelude::*;

/// Maps of 8×8 cells with all shapes, a third of them empty.
fn maps() -> impl Strategy<Value = World> {
    prop::collection::vec(0..12usize, 64).prop_map(|cells| {
        let text: Vec<String> = cells
            .chunks(8)
            .map(|row| {
                row.iter()
                    .map(|&i| LETTERS.chars().nth(i).filter(|_| i < 7).unwrap_or('.'))
                    .collect()
            })
            .collect();
        World::new(&text.join("\n"), 16.0)
    })
}

fn bodies() -> impl Strategy<Value = TileBody> {
    (0..3, 0.0..128.0f32, 0.0..128.0f32, 1.0..20.0f32, 1.0..20.0f32).prop_map(
        |(form, x, y, a, b)| match form {
            0 => TileBody::boxed(Aabb::from_center(vec2(x, y), vec2(a, b))),
            1 => TileBody::circle(vec2(x, y), a),
            _ => TileBody::capsule(vec2(x, y), a + b, a * 0.5),
        },
    )
}

fn ways() -> impl Strategy<Value = Vec2> {
    (-60.0..60.0f32, -60.0..60.0f32).prop_map(|(x, y)| vec2(x, y))
}

/// How deep a box is in full cells, by trying all of them.
fn brute_depth(world: &World, area: Aabb) -> f32 {
    let deep = world.layer.tiles().map(|(cell, _)| {
        let cell = world.space.area_of(cell);
        let overlap = area.max.min(cell.max) - area.min.max(cell.min);
        overlap.min_element()
    });
    deep.fold(0.0, f32::max)
}

/// The first time at which a box overlaps any full cell by more than a hair, in small steps.
fn brute_time(world: &World, body: &TileBody, way: Vec2) -> Option<f32> {
    let steps = 4000;
    (0..=steps).map(|i| i as f32 / steps as f32).find(|&time| {
        let moved = Aabb::from_center(body.position + way * time, body.half);
        brute_depth(world, moved) > 4.0 * SKIN
    })
}

/// How far a body with round corners is from the nearest full cell after a way; negative inside. A cell grown by the inner box
/// of the body, seen from its center.
fn round_gap(world: &World, body: &TileBody, way: Vec2) -> f32 {
    let center = body.position + way;
    let gaps = world.layer.tiles().map(|(cell, _)| {
        let cell = world.space.area_of(cell);
        let (min, max) = (cell.min - body.half, cell.max + body.half);
        let outside = center - center.clamp(min, max);
        let inside = (center - min).min(max - center).min_element();
        if outside == Vec2::ZERO { -inside - body.radius } else { outside.length() - body.radius }
    });
    gaps.fold(f32::INFINITY, f32::min)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// A body never overlaps solid ground after a step.
    #[test]
    fn tile_61_law_no_overlap_after_a_step(world in maps(), mut body in bodies(), ways in prop::collection::vec(ways(), 1..6)) {
        let ground = world.ground();
        for way in ways {
            let report = ground.slide_by(&mut body, way, &mut Vec::new());
            if !report.stuck {
                let slim = TileBody {
 half: (body.half - 4.0 * SKIN).max(Vec2::ZERO), radius: (body.radius - 4.0 * SKIN).max(0.0), ..body };
                prop_assert!(!ground.overlaps(&slim), "{body:?} after {way:?}");
            }
        }
    }

    /// Moving along a flat row of tiles equals moving along one long box.
    #[test]
    fn tile_61_law_a_row_of_tiles_is_one_box(mut body in bodies(), ways in prop::collection::vec(ways(), 1..8), side in 3.0..40.0f32) {
        let (columns, row) = (400u32, 10);
        let wall = |_: u32, y: u32| if y == row { Tile::new(1) } else { Tile::EMPTY };
        let layer = TileLayer::from_fn(columns, row + 1, wall).unwrap();
        let kinds = TileKinds::new().with(1, TileKind::solid());
        let space = TileSpace::square(side).with_origin(vec2(-200.0 * side, 0.0));
        let tiles = Ground::new(&layer, &kinds, space);
        // One cell as long as the row.
        let long = TileLayer::from_fn(1, row + 1, wall).unwrap();
        let one = TileSpace { size: vec2(side * 400.0, side), ..space };
        let one = Ground::new(&long, &kinds, one);
        body.position.y = body.position.y.min(side * 10.0 - 41.0);
        let mut twin = body;
        for way in ways {
            let (mut a, mut b) = (Vec::new(), Vec::new());
            tiles.slide_by(&mut body, way, &mut a);
            one.slide_by(&mut twin, way, &mut b);
            prop_assert_eq!(body.position, twin.position);
            prop_assert_eq!(a.len(), b.len());
        }
    }

    /// A sweep of a circle, a capsule or a box with round corners finds the first of all cells, each tried alone.
    #[test]
    fn tile_61_law_round_sweeps_are_the_brute_force_answer(
        cells in prop::collection::vec(0..3u32, 64), x in 0.0..128.0f32, y in 0.0..128.0f32,
        half in (0.0..12.0f32, 0.0..12.0f32), radius in 1.0..14.0f32, form in 0..3, way in ways(),
    ) {
        let layer = TileLayer::from_cells(8, 8, cells.iter().map(|&n| Tile::new(n / 2)).collect()).unwrap();
        let world = World { layer, kinds: crate::worlds::kinds(), space: TileSpace::square(16.0) };
        let half = match form {
            0 => Vec2::ZERO,
            1 => vec2(0.0, half.1),
            _ => vec2(half.0, half.1),
        };
        let body = TileBody { position: vec2(x, y), half, radius, ..TileBody::default() };
        if world.ground().overlaps(&body) || round_gap(&world, &body, Vec2::ZERO) < 4.0 * SKIN {
            return Ok(());
        }
        let hit = world.ground().sweep(&body, way);
        let time = hit.map_or(1.0, |contact| contact.time);
        if hit.is_some() {
            let gap = round_gap(&world, &body, way * time);
            prop_assert!(gap.abs() < 0.02, "{gap} from anything at {time}");
        }
        for part in 0..=100 {
            let gap = round_gap(&world, &body, way * (time * part as f32 / 100.0));
            prop_assert!(gap > -0.01, "{gap} inside before {time}");
        }
    }

    /// A sweep finds what trying all cells in small steps finds.
    #[test]
    fn tile_61_law_a_sweep_is_the_brute_force_answer(
        cells in prop::collection::vec(0..3u32, 64), x in 0.0..128.0f32, y in 0.0..128.0f32,
        half in (1.0..30.0f32, 1.0..30.0f32), way in ways(),
    ) {
        let layer = TileLayer::from_cells(8, 8, cells.iter().map(|&n| Tile::new(n / 2)).collect()).unwrap();
        let world = World { layer, kinds: crate::worlds::kinds(), space: TileSpace::square(16.0) };
        let body = TileBody::boxed(Aabb::from_center(vec2(x, y), vec2(half.0, half.1)));
        if world.ground().overlaps(&body) || brute_depth(&world, body.area()) > 0.0 {
            return Ok(());
        }
        let swept = world.ground().sweep(&body, way).map(|contact| contact.time);
        let brute = brute_time(&world, &body, way);
        // A step of the brute force is 0.025 pixels; what grazes by less is not told apart.
        match (swept, brute) {
            (Some(swept), Some(brute)) => prop_assert!((swept - brute).abs() < 0.03, "{swept} {brute}"),
            (None, Some(brute)) => prop_assert!(false, "missed at {brute}"),
            (Some(swept), None) => {
                // A graze: a little further there is an overlap, if only a small one.
                let further = body.position + way * swept + way.normalize() * 0.1;
                let deep = brute_depth(&world, Aabb::from_center(further, body.half));
                prop_assert!(deep > 0.0 || swept > 0.99, "nothing is there at {swept}");
            }
            (None, None) => {}
        }
    }

    /// The mirrored world gives the mirrored answer: no order of cells is in it.
    #[test]
    fn tile_61_law_mirrors(world in maps(), body in bodies(), way in ways()) {
        let ground = world.ground();
        let flipped = TileLayer::from_fn(8, 8, |x, y| world.layer.get(7 - x as i32, y as i32).flipped_x()).unwrap();
        let mirror = Ground::new(&flipped, &world.kinds, world.space);
        let other = TileBody { position: vec2(128.0 - body.position.x, body.position.y), ..body };
        if ground.overlaps(&body) || body.position.x != 128.0 - other.position.x {
            return Ok(());
        }
        let a = ground.sweep(&body, way);
        let b = mirror.sweep(&other, vec2(-way.x, way.y));
        prop_assert_eq!(a.is_some(), b.is_some());
        if let (Some(a), Some(b)) = (a, b) {
            prop_assert!((a.time - b.time).abs() < 1e-3, "{} {}", a.time, b.time);
        }
    }
}
