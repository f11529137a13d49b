//! Bodies against tiles: the cases of the acceptance list, and the failures known from elsewhere.

use crate::worlds::{D2, World};
use motile_geom::{Aabb, Vec2, ivec2, vec2};
use motile_tiles::{
    Beyond, Ground, SKIN, Tile, TileBody, TileContact, TileKind, TileKinds, TileLayer,
    TileMaterial, TilePlatform, TileSpace,
};

fn cat(x: f32, y: f32) -> TileBody {
    TileBody::boxed(Aabb::from_size(vec2(x, y), vec2(48.0, 42.0)))
}

/// A body that is smaller by what the law allows to overlap.
fn slim(body: &TileBody) -> TileBody {
    let less = 4.0 * SKIN;
    TileBody {
        half: (body.half - less).max(Vec2::ZERO),
        radius: (body.radius - less).max(0.0),
        ..*body
    }
}

/// Where a box of the D2 world ends, and what it met first.
fn go(mut body: TileBody, way: Vec2) -> (Vec2, Vec<TileContact>) {
    let contacts = World::new(D2, 64.0).go(&mut body, way);
    (body.area().min, contacts)
}

#[test]
fn tile_a10_a_fast_fall_lands() {
    let (end, contacts) = go(cat(340.0, 0.0), vec2(0.0, 200.0));
    assert_eq!(end, vec2(340.0, 86.0));
    assert_eq!((contacts[0].time, contacts[0].normal), (0.43, vec2(0.0, -1.0)));
}

#[test]
fn tile_a10_b_a_fast_run_stops() {
    let (end, contacts) = go(cat(350.0, 330.0), vec2(200.0, 0.0));
    assert_eq!(end, vec2(400.0, 330.0));
    assert_eq!((contacts[0].time, contacts[0].normal), (0.25, vec2(-1.0, 0.0)));
}

#[test]
fn tile_a10_c_a_run_over_seams_ends_at_the_wall() {
    let (end, contacts) = go(cat(500.0, 406.0), vec2(-300.0, 0.98));
    assert_eq!(end, vec2(320.0, 406.0));
    let met: Vec<_> = contacts.iter().map(|c| (c.time, c.normal)).collect();
    assert_eq!(met, [(0.0, vec2(0.0, -1.0)), (0.6, vec2(1.0, 0.0))]);
}

#[test]
fn tile_a10_d_a_wide_body_is_held_by_what_is_between_its_corners() {
    let body = TileBody::boxed(Aabb::from_size(vec2(20.0, 130.0), vec2(200.0, 42.0)));
    let (end, contacts) = go(body, vec2(0.0, 60.0));
    assert_eq!((end, contacts[0].normal), (vec2(20.0, 150.0), vec2(0.0, -1.0)));
    assert!((contacts[0].time - 1.0 / 3.0).abs() < 1e-6);
}

#[test]
fn tile_a10_e_no_ghost_edges() {
    let (end, _) = go(cat(447.5, 406.0), vec2(-0.5, 0.98));
    assert_eq!(end, vec2(447.0, 406.0));
}

#[test]
fn tile_a10_f_a_head_bump_keeps_x() {
    let (end, contacts) = go(cat(380.0, 200.0), vec2(0.0, -20.0));
    assert_eq!((end, contacts[0].time), (vec2(380.0, 192.0), 0.4));
    assert_eq!(contacts[0].normal, vec2(0.0, 1.0));
}

#[test]
fn tile_a10_g_flush_contact_is_no_overlap() {
    let world = World::new(D2, 64.0);
    let mut body = cat(390.0, 330.0);
    world.go(&mut body, vec2(90.0, 0.0));
    assert_eq!(body.area().max.x, 448.0);
    assert!(world.go(&mut body, Vec2::ZERO).is_empty() && !world.ground().overlaps(&body));
}

#[test]
fn tile_19_the_end_of_the_world_can_be_solid_clamped_or_wrapped() {
    let world = World::new("X..\nX..", 10.0);
    let body = TileBody::boxed(Aabb::from_size(vec2(22.0, 5.0), vec2(4.0, 4.0)));
    let end = |beyond| {
        let mut body = body;
        world.ground().with_beyond(beyond).slide_by(&mut body, vec2(100.0, 0.0), &mut Vec::new());
        body.area().min.x
    };
    assert_eq!(end(Beyond::Empty), 122.0);
    assert_eq!(end(Beyond::Solid), 26.0);
    assert_eq!(end(Beyond::Clamp), 122.0);
    assert_eq!(end(Beyond::Wrap), 26.0);
}

#[test]
fn tile_61_bad_numbers_move_nothing() {
    let world = World::new(D2, 64.0);
    for bad in [f32::NAN, f32::INFINITY] {
        for spoil in [0, 1, 2, 3] {
            let mut body = cat(340.0, 0.0);
            match spoil {
                0 => body.velocity.x = bad,
                1 => body.position.y = bad,
                2 => body.half.x = bad,
                _ => body.radius = bad,
            }
            let report = world.ground().slide(&mut body, 0.1, &mut Vec::new());
            assert!(report.rejected, "{spoil} {bad}");
        }
        let mut body = cat(340.0, 0.0);
        let report = world.ground().slide(&mut body.with_velocity(Vec2::X), bad, &mut Vec::new());
        assert!(report.rejected);
        assert!(world.ground().sweep(&body, vec2(bad, 0.0)).is_none());
        body.velocity = Vec2::MAX;
        world.ground().slide(&mut body, 1.0, &mut Vec::new());
    }
}

#[test]
fn tile_61_a_body_inside_a_wall_comes_out_by_the_shortest_way() {
    let world = World::new(D2, 64.0);
    let out = |x, y| {
        let mut body = cat(x, y);
        let report = world.ground().slide_by(&mut body, Vec2::ZERO, &mut Vec::new());
        assert!(!world.ground().overlaps(&body));
        (body.area().min, report.pushed)
    };
    assert_eq!(out(400.0, 416.0), (vec2(400.0, 406.0), vec2(0.0, -10.0)));
    assert_eq!(out(300.0, 390.0), (vec2(320.0, 390.0), vec2(20.0, 0.0)));
    let (end, _) = out(70.0, 380.0);
    assert_eq!(end, vec2(70.0, 278.0), "through two rows of solid cells to the top");
}

#[test]
fn tile_61_a_body_without_a_way_out_is_reported() {
    let text = vec!["X".repeat(200); 200].join("\n");
    let world = World::new(&text, 16.0);
    let mut body = TileBody::circle(vec2(1600.0, 1600.0), 5.0);
    let report = world.ground().slide_by(&mut body, Vec2::X, &mut Vec::new());
    assert!(report.stuck);
    assert_eq!(body.position, vec2(1600.0, 1600.0));
}

#[test]
fn tile_62_slopes_are_walked_up_over_all_joints() {
    let world = World::new(
        "
        ..............
        ..............
        ..............
        ..............
        ......lhXXXXXX
        .../XXXXXXXXXX
        XXXXXXXXXXXXXX
        ",
        16.0,
    );
    for body in [
        TileBody::boxed(Aabb::from_size(vec2(4.0, 80.0), vec2(10.0, 16.0))),
        TileBody::circle(vec2(10.0, 90.0), 6.0),
        TileBody::capsule(vec2(10.0, 84.0), 24.0, 6.0),
    ] {
        let mut body = body;
        let mut farthest = body.position.x;
        for _ in 0..400 {
            world.go(&mut body, vec2(1.0, 0.6));
            assert!(body.position.x >= farthest - SKIN, "pushed back at {:?}", body.position);
            farthest = body.position.x;
            let slim = slim(&body);
            assert!(!world.ground().overlaps(&slim), "{body:?}");
            if body.position.x > 151.0 {
                break;
            }
        }
        assert!(body.bottom() < 64.1 && body.position.x > 150.0, "{body:?}");
    }
}

#[test]
fn tile_62_half_tiles_are_steps() {
    let world = World::new("...\n.._\nXXX", 16.0);
    let mut body = TileBody::boxed(Aabb::from_size(vec2(4.0, 20.0), vec2(8.0, 12.0)));
    let contacts = world.go(&mut body, vec2(60.0, 0.0));
    assert_eq!((contacts[0].normal, body.area().max.x), (vec2(-1.0, 0.0), 32.0));
    let mut body = TileBody::boxed(Aabb::from_size(vec2(36.0, 2.0), vec2(8.0, 12.0)));
    world.go(&mut body, vec2(0.0, 60.0));
    assert_eq!(body.bottom(), 24.0);
}

#[test]
fn tile_63_one_way_floors_hold_from_above_only() {
    let world = World::new("....\n^^^^\n....\nXXXX", 16.0);
    let at = |y| TileBody::boxed(Aabb::from_size(vec2(20.0, y), vec2(8.0, 8.0)));
    let end = |mut body: TileBody, way| {
        world.go(&mut body, vec2(0.0, way));
        body.bottom()
    };
    assert_eq!(end(at(2.0), 20.0), 16.0, "caught from above");
    assert_eq!(end(at(36.0), -40.0), 4.0, "passed from below");
    assert_eq!(end(at(10.0), 20.0), 38.0, "inside, it falls on");
    assert_eq!(end(at(8.05), 20.0), 16.0, "a sixteenth of a pixel is forgiven");
    assert_eq!(end(TileBody { drops: true, ..at(8.0) }, 20.0), 36.0, "dropping through");
    assert_eq!(end(at(8.0), 400.0), 16.0, "standing");
}

#[test]
fn tile_63_every_side_can_be_one_way() {
    for (letter, way) in [
        ('^', vec2(0.0, 1.0)),
        ('v', vec2(0.0, -1.0)),
        ('<', vec2(1.0, 0.0)),
        ('>', vec2(-1.0, 0.0)),
    ] {
        let world = World::new(&format!("...\n.{letter}.\n..."), 16.0);
        let start = vec2(24.0, 24.0) - way * 14.0;
        let mut body = TileBody::circle(start, 4.0);
        world.go(&mut body, way * 20.0);
        assert_eq!(body.position, vec2(24.0, 24.0) - way * 12.0, "{letter} holds");
        let mut body = TileBody::circle(vec2(24.0, 24.0) + way * 14.0, 4.0);
        world.go(&mut body, way * -28.0);
        assert_eq!(body.position, start, "{letter} lets pass");
    }
}

#[test]
fn tile_a13_nobody_falls_between_neighboring_one_way_tiles() {
    // A flag for all platforms once let a walker fall where two of them meet.
    let world = World::new("........\n^^^^^^^^\n........", 16.0);
    let mut body = TileBody::boxed(Aabb::from_size(vec2(0.3, 4.0), vec2(7.7, 12.0)));
    while body.position.x < 120.0 {
        world.go(&mut body, vec2(0.37, 0.4));
        assert_eq!(body.bottom(), 16.0);
    }
}

#[test]
fn tile_62_masks_choose_what_is_solid() {
    let world = World::new(D2, 64.0);
    let mut ghost = TileBody { mask: 2, ..cat(340.0, 0.0) };
    assert!(world.go(&mut ghost, vec2(0.0, 200.0)).is_empty());
}

#[test]
fn tile_62_sensors_and_ladders_are_felt_not_solid() {
    let world = World::new("o=.\nXXX", 16.0);
    let mut body = TileBody::boxed(Aabb::from_size(vec2(10.0, 2.0), vec2(8.0, 8.0)));
    let felt: Vec<_> =
        world.ground().touched(&body).map(|(cell, _, kind)| (cell.x, kind.ladder)).collect();
    assert_eq!(felt, [(0, false), (1, true)]);
    assert!(world.ground().on_ladder(&body));
    assert_eq!(world.go(&mut body, vec2(26.0, 0.0)).len(), 0);
    assert!(!world.ground().on_ladder(&body));
}

#[test]
fn tile_70_rays_hit_where_the_ground_is() {
    let world = World::new(D2, 64.0);
    let ground = world.ground();
    let hit =
        ground.ray(vec2(350.0, 10.0), vec2(350.0, 400.0), u32::MAX).expect("a platform is below");
    assert_eq!((hit.position, hit.normal), (vec2(350.0, 128.0), vec2(0.0, -1.0)));
    assert!(ground.sees(vec2(10.0, 10.0), vec2(630.0, 10.0), u32::MAX));
    assert!(!ground.sees(vec2(10.0, 10.0), vec2(10.0, 500.0), u32::MAX));
}

/// Rays were cut at 4,096 cells: whoever stood farther from a wall saw through it.
#[test]
fn tile_70_rays_of_any_length_meet_the_ground() {
    let kinds = TileKinds::new().with(1, TileKind::solid());
    let space = TileSpace { origin: vec2(8.0, -4.0), size: vec2(16.0, 32.0) };
    let mut wide = TileLayer::new(30_000, 40).unwrap();
    wide.set(20_000, 7, Tile::new(1));
    let mut plane = TileLayer::endless();
    plane.set(20_000, 7, Tile::new(1));
    plane.set(-70_000_000, 7, Tile::new(1));
    // The left side of the wall, and the height of its middle.
    let (wall, height) = (8.0 + 16.0 * 20_000.0, -4.0 + 32.0 * 7.5);
    for layer in [&wide, &plane] {
        let ground = Ground::new(layer, &kinds, space);
        for (from, to) in [
            (vec2(100.0, height), vec2(wall + 100.0, height)),
            (vec2(100.0, height), vec2(1e9, height)),
            (vec2(wall - 200_000.0, height - 100.0), vec2(wall + 200_000.0, height + 100.0)),
            (vec2(-1e6, height), vec2(1e6, height)),
        ] {
            let hit = ground.ray(from, to, u32::MAX).expect("the wall");
            assert_eq!((hit.cell, hit.normal), (ivec2(20_000, 7), vec2(-1.0, 0.0)), "{to}");
            assert!((hit.position - vec2(wall, height)).length() < 0.5, "{}", hit.position);
            let time = (wall - from.x) / (to.x - from.x);
            assert!((hit.time - time).abs() < 1e-6, "{} {time}", hit.time);
            assert!(!ground.sees(from, to, u32::MAX) && ground.sees(from, to, 0));
            assert!(ground.sees(from + vec2(0.0, 99.0), to + vec2(0.0, 99.0), u32::MAX));
        }
        assert!(ground.sees(vec2(0.0, 5.0), vec2(1e30, 1e30), u32::MAX));
        assert!(ground.ray(vec2(0.0, 5.0), vec2(f32::INFINITY, 5.0), u32::MAX).is_none());
    }
    // What is beyond the map ends a ray inside of it; a map that repeats has its wall again and again.
    let inside = Ground::new(&wide, &kinds, space).with_beyond(Beyond::Solid);
    let hit = inside.ray(vec2(100.0, 100.0), vec2(1e9, 100.0), u32::MAX).expect("the border");
    assert_eq!((hit.position.x, hit.normal), (8.0 + 16.0 * 30_000.0, vec2(-1.0, 0.0)));
    let around = Ground::new(&wide, &kinds, space).with_beyond(Beyond::Wrap);
    let hit = around.ray(vec2(wall + 100.0, height), vec2(1e9, height), u32::MAX).expect("again");
    assert_eq!(hit.position.x, wall + 16.0 * 30_000.0);
    // And platforms are met as near ones are.
    let lift = TilePlatform {
        position: vec2(3e5, 50.0),
        half: vec2(20.0, 5.0),
        ..TilePlatform::default()
    };
    let empty = TileLayer::endless();
    let lifts = [lift];
    let ground = Ground::new(&empty, &kinds, space).with_platforms(&lifts);
    let hit = ground.ray(vec2(0.0, 50.0), vec2(1e6, 50.0), u32::MAX).expect("the lift");
    assert_eq!((hit.platform, hit.position.x), (Some(0), 3e5 - 20.0));
}

#[test]
fn tile_m1_large_ways_are_walked_in_parts() {
    let world = World::new("....\nXXXX", 16.0);
    let body = TileBody::circle(vec2(8.0, 8.0), 2.0);
    assert!(world.ground().sweep(&body, vec2(1e30, -1e30)).is_none());
    assert!(world.ground().sweep(&body, vec2(1e30, 1e30)).is_some());
}

#[test]
fn a_circle_in_a_narrow_opening_does_not_slip_through() {
    // Pushed out of one corner it was deeper in the other than a skin, which then let it pass.
    let world = World::new(
        "XXXXXXXX\nXXXXXXXX\nXXXXXXXX\nXXXXXXXX\nXXXXXXX\\\nXXXXXXX.\nXXXXXXX.\nXXXXXXXX",
        16.0,
    );
    let mut body = TileBody::circle(vec2(101.28808, 81.6238), 17.777441);
    for way in [vec2(-59.18233, 59.393227), vec2(-44.440712, 0.0), vec2(-39.32193, -11.954208)] {
        world.go(&mut body, way);
        assert!(body.position.x > 135.0, "{body:?}");
    }
}

/// Crates that are pushed once and then slide under gravity: on plain ground, on ice, on a belt.
#[test]
fn tile_62_ice_and_belts_act_on_plain_bodies() {
    let material =
        |grip: f32, belt: f32| TileMaterial { grip, belt: vec2(belt, 0.0), ..TileMaterial::PLAIN };
    let layer = TileLayer::from_rows(&[[0; 60], [1; 60]]).unwrap();
    let speed_after = |material: TileMaterial, friction: f32| {
        let kinds = TileKinds::new().with(1, TileKind { material, ..TileKind::solid() });
        let ground = Ground::new(&layer, &kinds, TileSpace::square(16.0));
        let mut body = TileBody::boxed(Aabb::from_size(vec2(400.0, 8.0), vec2(8.0, 8.0)));
        body.velocity.x = 100.0;
        for _ in 0..30 {
            body.velocity.y += 900.0 / 60.0;
            let report = ground.slide_and_rub(&mut body, friction, 1.0 / 60.0, &mut Vec::new());
            assert!(report.floor && body.velocity.y == 0.0);
        }
        body.velocity.x
    };
    assert!((speed_after(material(1.0, 0.0), 120.0) - 40.0).abs() < 1e-3, "half a second of 120");
    assert!((speed_after(material(0.1, 0.0), 120.0) - 94.0).abs() < 1e-3, "a tenth of that");
    assert_eq!(speed_after(material(0.0, 0.0), 120.0), 100.0, "ice");
    assert_eq!(speed_after(material(1.0, 0.0), 500.0), 0.0, "it stops and does not turn back");
    assert_eq!(speed_after(material(1.0, -50.0), 500.0), -50.0, "a belt takes it along");
    for bad in [f32::NAN, -3.0, 0.0] {
        assert_eq!(speed_after(material(1.0, 5.0), bad), 100.0, "{bad}");
        assert_eq!(speed_after(material(bad, 5.0), 9.0), 100.0, "{bad}");
    }
}

/// A box falls 256 pixels onto ground that bounces: how fast it comes up again, and how high.
#[test]
fn tile_62_restitution_gives_back_its_share_of_the_speed() {
    let layer = TileLayer::from_fn(3, 21, |_, y| Tile::new(u32::from(y == 20)));
    let (layer, dt) = (layer.unwrap(), 1.0 / 240.0);
    for (bounce, share) in
        [(0.5, 0.5), (1.0, 1.0), (0.0, 0.0), (f32::NAN, 0.0), (3.0, 1.0), (-1.0, 0.0)]
    {
        let material = TileMaterial { bounce, ..TileMaterial::PLAIN };
        let kinds = TileKinds::new().with(1, TileKind { material, ..TileKind::solid() });
        let ground = Ground::new(&layer, &kinds, TileSpace::square(16.0));
        let mut body = TileBody::boxed(Aabb::from_size(vec2(20.0, 56.0), vec2(8.0, 8.0)));
        let step = |body: &mut TileBody| {
            body.velocity.y += 900.0 * dt;
            let before = body.velocity.y;
            (ground.slide(body, dt, &mut Vec::new()).floor, before)
        };
        let before = loop {
            let (floor, before) = step(&mut body);
            assert!(body.bottom() <= 320.0, "{bounce}: {body:?}");
            if floor {
                break before;
            }
        };
        // 680 pixels per second, by the square root of 2·900·256.
        assert!((before - 680.0).abs() < 5.0, "{before}");
        let back = vec2(0.0, -share * before);
        assert!(body.velocity.distance(back) < 1e-3, "{bounce}: {body:?}, {back}");
        let mut top = body.bottom();
        while body.velocity.y < 0.0 {
            step(&mut body);
            top = top.min(body.bottom());
        }
        // As high as the square of the share; a step's way less or more.
        assert!((320.0 - top - 256.0 * share * share).abs() < 4.0, "{bounce}: up to {top}");
    }
}
