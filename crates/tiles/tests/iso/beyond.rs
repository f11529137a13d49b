//! What users expect beyond the chapter, and what the module promises as a whole.

use crate::common::truth;
use motile_game::CameraRig;
use motile_geom::{Aabb, Rng, StateHash, Vec2, Vec3, ivec2, state, uvec2, vec2, vec3};
use motile_tiles::auto::{AutoRule, AutoRules, Blob, RuleCell};
use motile_tiles::iso::{
    IsoBody, IsoBox, IsoFrames, IsoMap, IsoOrder, IsoProjection, IsoSlope, IsoWalk, IsoWorld,
    Y_CORRECT,
};
use motile_tiles::{MapLayer, Orientation, Tile, TileLayer, TileMap, classic};

const VIEW: IsoProjection = IsoProjection::DIMETRIC;
const DT: f32 = 1.0 / 60.0;

/// Things added one by one cost nothing until somebody asks, and one sort brings all of them into the order of a world that was
/// sorted after each.
#[test]
fn iso_x4_what_is_added_is_sorted_once() {
    let mut rng = Rng::new(40);
    let boxes: Vec<IsoBox> = (0..200)
        .map(|index| {
            let base = vec3((index % 20) as f32 * 20.0, 0.0, (index / 20) as f32 * 20.0);
            IsoBox::standing(base, vec3(18.0, rng.range(5.0..60.0), 18.0))
        })
        .collect();
    let (mut lazy, mut eager) = (IsoOrder::new(VIEW), IsoOrder::new(VIEW));
    for &solid in &boxes {
        lazy.insert(solid, 0);
        assert!(lazy.sequence().is_empty(), "nobody asked yet");
        eager.insert(solid, 0);
        eager.sort();
    }
    lazy.sort();
    assert_eq!(lazy.sequence(), eager.sequence());
    // Without a change there is nothing to do, and nothing is done: not even memory is asked for.
    let used = allocation_counter::measure(|| lazy.sort());
    assert_eq!(used.count_total, 0);
}

/// Values are copied in: what the caller does with its own copy later changes nothing, and a position is written as a whole.
#[test]
fn iso_x5_positions_are_values_written_at_once() {
    let mut order = IsoOrder::new(VIEW);
    let mut mine = IsoBox::standing(Vec3::ZERO, Vec3::splat(20.0));
    let id = order.insert(mine, 0);
    order.sort();
    mine = mine.translated(vec3(500.0, 0.0, 0.0));
    assert_eq!(order.get(id).map(|item| item.bounds.base()), Some(Vec3::ZERO));
    assert!(order.set(id, mine) && order.set(id, mine.translated(vec3(0.0, -3.0, 9.0))));
    let place = order.get(id).map(|item| item.bounds.base());
    assert_eq!(place, Some(vec3(500.0, -3.0, 9.0)), "where it is in the world");
    assert_eq!(place.map(|place| VIEW.to_screen(place).x), Some(491.0), "and on the screen");
}

/// One type has the numbers, exact; the rounded ones of the chapter are in `classic` and nowhere else.
#[test]
fn iso_x6_one_projection_holds_the_exact_numbers() {
    assert_eq!(f64::from(VIEW.rise()), f64::from(Y_CORRECT as f32));
    assert_eq!(VIEW.down(), 0.5);
    let point = vec3(1000.0, -1000.0, 1000.0);
    let exact = 2000.0 * 0.75_f64.sqrt() + 1000.0 * 0.5_f64.sqrt();
    assert!((f64::from(VIEW.depth(point)) - exact).abs() < 1e-3);
    assert!(
        (f64::from(classic::iso_depth(point)) - (2000.0 * 0.866 + 1000.0 * 0.707)).abs() < 1e-3
    );
    let copy = VIEW.with_zoom(3.0);
    assert_eq!((VIEW.zoom, copy.zoom), (1.0, 3.0), "a value: nobody shares it");
}

/// Layers and masks: a ghost goes through a wall that stops a hero, and both stand on the floor that carries them.
#[test]
fn iso_x7_masks_say_what_stops_a_body() {
    const WALL: u32 = 2;
    let mut world = IsoWorld::new();
    world.add(IsoBody { layers: WALL, ..IsoBody::block(vec3(60.0, 0.0, 0.0), Vec3::splat(20.0)) });
    world.add(IsoBody::block(vec3(100.0, 0.0, 0.0), Vec3::splat(20.0)));
    let ends = [u32::MAX, !WALL].map(|mask| {
        let mover = world.add(IsoBody { mask, ..IsoBody::new(Vec3::ZERO, Vec3::splat(10.0)) });
        world.slide(mover, vec3(200.0, 0.0, 0.0));
        let end = world[mover].position.x;
        world.remove(mover);
        end
    });
    assert_eq!(ends, [45.0, 85.0]);
    let above = IsoBody::new(vec3(60.0, -60.0, 0.0), Vec3::splat(10.0));
    let (hero, ghost) =
        (world.add(above), world.add(IsoBody { mask: !WALL, solid: false, ..above }));
    for _ in 0..120 {
        world.step(DT);
    }
    assert_eq!([hero, ghost].map(|id| world[id].position.y), [-20.0, 0.0]);
}

/// The wall of a house of 40×40 pixels is 20 pixels high: 20 units where heights are drawn pixel for pixel, 16.33 in geometry.
#[test]
fn iso_x12_heights_are_a_setting_of_the_projection() {
    let pixel_art = VIEW.with_rise(1.0);
    let tile = IsoBox::standing(Vec3::ZERO, Vec3::splat(20.0));
    assert_eq!(pixel_art.screen_bounds(&tile).size(), vec2(40.0, 40.0));
    let geometry = VIEW.screen_bounds(&tile).size();
    assert!((geometry.y - 44.494897).abs() < 1e-4);
    assert!((20.0 / VIEW.rise() - 16.329931).abs() < 1e-5);
    let flat = VIEW.with_rise(0.0);
    assert_eq!(flat.to_screen(vec3(30.0, -99.0, 10.0)), vec2(20.0, 20.0), "a world without height");
    // Order and picking follow the setting: the top of a cube is lower on the screen of pixel art.
    for view in [VIEW, pixel_art] {
        let mut order = IsoOrder::new(view);
        let id = order.insert(tile, 0);
        order.sort();
        let top = view.to_screen(vec3(0.0, -20.0, 0.0));
        let pick = order.pick(top).map(|pick| (pick.id, pick.normal));
        assert_eq!(pick, Some((id, Vec3::NEG_Y)));
    }
}

/// Text to map, map to world, walking, order and picking, without a window, a renderer or a feature.
#[test]
fn iso_x15_everything_works_without_a_window_or_a_renderer() {
    let map = IsoMap::parse(
        "# . type:DrawnIsoTile walkable:true\n# W type:DrawnIsoBox height:20\n. W .\n. W .\n. . .\n",
    );
    let map = map.unwrap();
    let (mut world, mut order) = (IsoWorld::new(), IsoOrder::new(VIEW));
    for cell in map.cells() {
        let solid = map.bounds(&cell, 20.0);
        if solid.size().y > 0.0 {
            world.add(IsoBody::block(solid.base(), solid.size()));
            order.insert(solid, 0);
        }
    }
    let hero = world.add(IsoBody::new(Vec3::ZERO, vec3(8.0, 16.0, 8.0)));
    let item = order.insert(world[hero].bounds(), 0);
    world.slide(hero, vec3(100.0, 0.0, 0.0));
    assert_eq!(world[hero].position.x, 6.0, "flush with the wall");
    order.set(item, world[hero].bounds());
    order.sort();
    assert_eq!((order.len(), order.sequence().len(), order.cycles()), (3, 3, 0));
    assert!(order.pick(VIEW.to_screen(vec3(6.0, -16.0, 0.0))).is_some());
    let walk = IsoWalk::new(&mut world, 3, 3, 20.0, vec3(8.0, 16.0, 8.0), 4.0);
    let on_floor = (0..walk.len()).filter(|&spot| walk.position(spot).y == 0.0).count();
    assert_eq!(on_floor, 7, "two of nine cells are walls");
}

/// Follow, zoom, bounds, four views and shake.
#[test]
fn iso_n3_a_camera_follows_stays_inside_and_shakes() {
    let area = IsoBox::new(Vec3::ZERO, vec3(2000.0, 0.0, 2000.0));
    for turns in 0..4 {
        let view = VIEW.with_turns(turns).with_pivot(Vec2::splat(1000.0));
        let size = vec2(640.0, 480.0);
        let mut camera = CameraRig::new(size).with_bounds(view.screen_bounds(&area));
        camera.zoom = 1.5;
        let follow = |camera: &mut CameraRig, hero: Vec3| {
            camera.update(Aabb::from_center(view.to_screen(hero), Vec2::ONE), Vec2::ZERO, DT);
        };
        let hero = vec3(1100.0, -30.0, 900.0);
        follow(&mut camera, hero);
        let seen = view.with_camera(&camera);
        assert!(seen.to_screen(hero).abs_diff_eq(size * 0.5, 1e-2), "in the middle");
        assert_eq!(seen.zoom, 1.5);
        // The pointer finds the floor through the camera.
        let floor = vec3(1000.0, 0.0, 950.0);
        assert!(seen.to_floor(seen.to_screen(floor)).distance(floor) < 0.01);
        // At the far corner of the world the view ends where the world does.
        for corner in [Vec3::ZERO, vec3(2000.0, 0.0, 2000.0), vec3(2000.0, 0.0, 0.0)] {
            follow(&mut camera, corner);
            let world = view.with_camera(&camera).screen_bounds(&area);
            assert!(
                world.grown(0.01).contains_box(Aabb::new(Vec2::ZERO, size)),
                "{turns} {corner}"
            );
        }
        follow(&mut camera, hero);
        camera.add_trauma(1.0);
        let mut shaken = 0.0_f32;
        for _ in 0..20 {
            follow(&mut camera, hero);
            let place = view.with_camera(&camera).to_screen(hero);
            shaken = shaken.max(place.distance(size * 0.5));
        }
        assert!((1.0..200.0).contains(&shaken), "{shaken}");
    }
}

/// A wall blocks what it stands before, a slope what is below its surface.
#[test]
fn iso_n5_sight_ends_at_walls_and_below_slopes() {
    let mut world = IsoWorld::new();
    let wall = world.add(IsoBody::block(vec3(50.0, 0.0, 0.0), vec3(10.0, 30.0, 40.0)));
    let eye = vec3(0.0, -15.0, 0.0);
    assert!(!world.sees(eye, vec3(100.0, -15.0, 0.0), u32::MAX));
    assert!(world.sees(eye, vec3(100.0, -15.0, 60.0), u32::MAX), "past its end");
    assert!(world.sees(eye, vec3(40.0, -15.0, 0.0), u32::MAX), "before it");
    assert!(world.sees(eye, vec3(100.0, -15.0, 0.0), !1), "glass is another layer");
    assert!(!world.sees(eye, Vec3::NAN, u32::MAX));
    world.remove(wall);
    world.add(IsoBody::ramp(vec3(50.0, 0.0, 0.0), vec3(40.0, 40.0, 40.0), IsoSlope::TowardX));
    let hit = world.ray(vec3(0.0, -20.0, 0.0), vec3(100.0, -20.0, 0.0), u32::MAX);
    assert!(hit.is_some_and(|(_, point)| point.distance(vec3(50.0, -20.0, 0.0)) < 1e-3), "{hit:?}");
    assert!(
        world.sees(vec3(0.0, -20.0, 0.0), vec3(45.0, -20.0, 0.0), u32::MAX),
        "over its low end"
    );
}

/// A long house, a long wall and a table of several cells, each one box with one picture: whoever walks around them is never drawn
/// over what hides them.
#[test]
fn iso_n7_large_things_need_not_be_cut() {
    let large = [
        IsoBox::standing(vec3(0.0, 0.0, 0.0), vec3(80.0, 40.0, 20.0)),
        IsoBox::standing(vec3(-20.0, 0.0, 50.0), vec3(40.0, 10.0, 60.0)),
        IsoBox::standing(vec3(70.0, 0.0, 30.0), vec3(20.0, 60.0, 100.0)),
    ];
    let mut rng = Rng::new(7);
    let mut seen = 0;
    for _ in 0..60 {
        let base = vec3(rng.range(-80.0..110.0), 0.0, rng.range(-60.0..120.0));
        let walker = IsoBox::standing(base, vec3(8.0, 20.0, 8.0));
        if large.iter().any(|solid| solid.overlaps(&walker)) {
            continue;
        }
        let boxes = [large[0], large[1], large[2], walker];
        let mut order = IsoOrder::new(VIEW);
        let ids = boxes.map(|solid| order.insert(solid, 0));
        order.sort();
        assert_eq!(order.cycles(), 0);
        // What is drawn last at a place is what the ray meets first.
        let bounds = VIEW.screen_bounds(&walker);
        for place in (0..400).map(|_| {
            vec2(rng.range(bounds.min.x..bounds.max.x), rng.range(bounds.min.y..bounds.max.y))
        }) {
            let drawn = order.sequence().iter().rev().find_map(|id| {
                let index = ids.iter().position(|other| other == id)?;
                VIEW.seen_point(&boxes[index], place).map(|_| index)
            });
            if let Some(nearest) = truth(&boxes, place) {
                assert_eq!(drawn, Some(nearest));
                seen += 1;
            }
        }
    }
    assert!(seen > 5000);
}

/// Eight ways on the screen, from the velocity in the world, in every view; a small effect is ordered among the rest.
#[test]
fn iso_n8_facing_follows_the_world_velocity_and_effects_are_sorted() {
    // On the screen, clockwise from the lower right.
    let ways = [(2, 1), (0, 1), (-2, 1), (-1, 0), (-2, -1), (0, -1), (2, -1), (1, 0)];
    for turns in 0..4 {
        let view = VIEW.with_turns(turns);
        for (number, (x, y)) in (0..).zip(ways) {
            let way = vec2(x as f32, y as f32);
            let velocity = view.to_floor(way) - view.to_floor(Vec2::ZERO);
            assert_eq!(view.facing(velocity), Some(number), "{way} after {turns} turns");
            assert_eq!(view.facing(velocity - vec3(0.0, 50.0, 0.0)), Some(number), "jumping too");
        }
    }
    assert_eq!(VIEW.facing(Vec3::ZERO), None);
    // A spark flies round a tower: behind it, then before it.
    let mut order = IsoOrder::new(VIEW);
    let tower = order.insert(IsoBox::standing(Vec3::ZERO, vec3(20.0, 60.0, 20.0)), 0);
    let spark = order.insert(IsoBox::default(), 0);
    for (place, sequence) in [
        (vec3(-12.0, -30.0, -2.0), [spark, tower]),
        (vec3(12.0, -30.0, 3.0), [tower, spark]),
        (vec3(0.0, -62.0, 0.0), [tower, spark]),
        (vec3(3.0, -20.0, -11.0), [spark, tower]),
    ] {
        assert!(order.set(spark, IsoBox::standing(place, Vec3::splat(1.0))));
        order.sort();
        assert_eq!(order.sequence(), sequence, "{place}");
    }
}

/// A walker goes once around a square: its pictures are those of the ways it looks, one after another.
#[test]
fn iso_n8_frames_follow_the_way_that_was_walked() {
    let walker = IsoFrames { first: 100, frames: 6, stride: 4.0 };
    let (mut walked, mut shown) = (0.0, Vec::new());
    for velocity in [Vec3::X, Vec3::Z, -Vec3::X, -Vec3::Z] {
        for _ in 0..24 {
            let sprite = walker.sprite(VIEW.facing(velocity).unwrap(), walked);
            if shown.last() != Some(&sprite) {
                shown.push(sprite);
            }
            walked += 1.0;
        }
    }
    let ways = [0, 2, 4, 6].map(|way| (100 + way * 6..106 + way * 6).collect::<Vec<u32>>());
    assert_eq!(shown, ways.concat(), "six steps of four units a side, each picture once");
    assert_eq!(walker.sprite(0, -1.0), 105, "a step back");
    assert_eq!(walker.sprite(11, 4.0), walker.sprite(3, 4.0));
    // Numbers without sense show the first picture.
    for walked in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert_eq!(walker.sprite(1, walked), 106);
    }
    for stride in [0.0, -4.0, f32::NAN, f32::INFINITY] {
        assert_eq!(IsoFrames { stride, ..walker }.sprite(1, 9.0), 106, "{stride}");
    }
    assert_eq!(IsoFrames { frames: 0, ..walker }.sprite(2, 50.0), 102, "one picture a way");
    let many = IsoFrames { first: u32::MAX, frames: u32::MAX, stride: 1e-30 };
    assert_eq!(many.sprite(7, f32::MAX), u32::MAX);
}

/// Borders that follow the terrain and variants by chance, on the cells of an isometric map: the terrain decides, not the order of
/// painting.
#[test]
fn iso_n9_terrain_and_variants_of_isometric_maps() {
    let pond = [(3, 3), (4, 3), (5, 3), (3, 4), (4, 4), (5, 4), (4, 5)];
    let painted = |cells: &[(i32, i32)]| {
        let mut terrain = TileLayer::new(10, 10).unwrap();
        let mut shore = TileLayer::new(10, 10).unwrap();
        let mut blob = Blob::edges((1..=16).collect());
        for &(x, y) in cells {
            terrain.set(x, y, Tile::new(1));
            blob.update(&terrain, &mut shore);
        }
        let grass = AutoRule {
            tiles: vec![Tile::new(21), Tile::new(22), Tile::new(23)],
            ..AutoRule::new([RuleCell::Any; 9], Tile::new(20))
        };
        let rules =
            AutoRules { rules: vec![AutoRule { chance: 0.3, ..grass.clone() }, grass], seed: 5 };
        let mut meadow = TileLayer::new(10, 10).unwrap();
        rules.draw(&terrain, &mut meadow, motile_geom::IRect::new(0, 0, 10, 10));
        let mut map = TileMap {
            orientation: Orientation::Isometric,
            ..TileMap::new(uvec2(10, 10), uvec2(64, 32))
        };
        map.layers.push(MapLayer::tiles("meadow", meadow));
        map.layers.push(MapLayer::tiles("shore", shore));
        map
    };
    let map = painted(&pond);
    let mut back = pond;
    back.reverse();
    let tiles = map.iso_tiles();
    assert_eq!(tiles, painted(&back).iso_tiles());
    let shore: Vec<_> = tiles.iter().filter(|tile| tile.layer == 1).collect();
    assert_eq!(shore.len(), pond.len());
    let middle = shore.iter().find(|tile| tile.cell == ivec2(4, 4));
    assert!(middle.is_some_and(|tile| tile.tile == Tile::new(16)), "water on all four sides");
    let mut variants: Vec<_> =
        tiles.iter().filter(|tile| tile.layer == 0).map(|tile| tile.tile.number()).collect();
    assert_eq!(variants.len(), 100);
    variants.sort_unstable();
    variants.dedup();
    assert_eq!(variants, [21, 22, 23]);
}

/// A world that is saved, restored and stepped on is the world that was not; the same numbers give the same bits.
#[test]
fn iso_n10_saved_worlds_go_on_as_they_were() {
    let start = || {
        let mut rng = Rng::new(10);
        let mut world = IsoWorld::new();
        world.area = Some(Aabb::new(Vec2::ZERO, Vec2::splat(300.0)));
        world.gravity = 700.0;
        for index in 0..40 {
            let base = vec3(rng.range(20.0..280.0), -rng.range(0.0..200.0), rng.range(20.0..280.0));
            let body = IsoBody::new(base, vec3(8.0, 12.0, 8.0));
            let slope = (index % 7 == 0).then_some(IsoSlope::AwayZ);
            let velocity = vec3(rng.range(-90.0..90.0), 0.0, rng.range(-90.0..90.0));
            world.add(IsoBody { velocity, bounce: 0.5, slope, fixed: index % 3 == 0, ..body });
        }
        world
    };
    let (mut world, mut replay) = (start(), start());
    let spare = world.add(IsoBody::new(Vec3::ZERO, Vec3::ONE));
    replay.add(IsoBody::new(Vec3::ZERO, Vec3::ONE));
    assert!(world.remove(spare).is_some() && replay.remove(spare).is_some());
    for _ in 0..60 {
        world.step(DT);
        replay.step(DT);
    }
    let bytes = state::save(&world);
    let mut restored: IsoWorld = state::restore(&bytes).unwrap();
    for _ in 0..120 {
        for world in [&mut world, &mut replay, &mut restored] {
            world.step(DT);
        }
        let hashes = [&world, &replay, &restored].map(StateHash::of);
        assert!(hashes[0] == hashes[1] && hashes[0] == hashes[2]);
    }
    let added =
        [&mut world, &mut restored].map(|world| world.add(IsoBody::new(Vec3::ZERO, Vec3::ONE)));
    assert_eq!(added[0], added[1], "ids to come too");
    for length in 0..bytes.len().min(300) {
        assert!(state::restore::<IsoWorld>(&bytes[..length]).is_err());
    }
}

/// What hides the hero is drawn as a border: the hero is seen inside of it, and the wall as it was once it is drawn whole again.
#[cfg(feature = "pixels")]
#[test]
fn iso_n5_what_hides_the_hero_is_faded_or_outlined() {
    use motile_pixels::{Color, Surface};
    use motile_tiles::iso::{IsoScene, IsoSprite};
    let view = IsoProjection::DIMETRIC.with_origin(vec2(60.0, 70.0));
    let mut scene = IsoScene::new(view);
    let mut add = |size: Vec3, base: Vec3, color: Color| {
        let sprite = IsoSprite::block(&view, size, [color; 3], false).unwrap();
        let sprite = scene.add_sprite(sprite);
        scene.add(IsoBox::standing(base, size), sprite)
    };
    let hero = add(vec3(8.0, 16.0, 8.0), vec3(-14.0, 0.0, -14.0), Color::RED);
    let wall = add(vec3(40.0, 40.0, 10.0), Vec3::ZERO, Color::GREEN);
    let other = add(vec3(10.0, 10.0, 10.0), vec3(60.0, 0.0, -60.0), Color::GREEN);
    let drawn = |scene: &mut IsoScene| {
        scene.sort();
        let mut picture = Surface::opaque(140, 110, Color::WHITE).unwrap();
        scene.draw_into(&mut picture);
        let count = |wanted: Color| {
            let (wide, high) = (picture.width() as i32, picture.height() as i32);
            let pixels = (0..high).flat_map(|y| (0..wide).map(move |x| (x, y)));
            pixels.filter(|&(x, y)| picture.get(x, y) == Some(wanted)).count()
        };
        (count(Color::RED), count(Color::GREEN), count(Color::BLUE))
    };
    scene.sort();
    let mut hiding = Vec::new();
    scene.hiding(hero, &mut hiding);
    assert_eq!(hiding, [wall], "not {other:?}");
    let (hidden, whole, _) = drawn(&mut scene);
    assert!(scene.set_outline(wall, Some(Color::BLUE)));
    let (seen, rest, border) = drawn(&mut scene);
    assert!(seen > hidden && seen > 150, "{seen} and {hidden} pixels of the hero");
    assert!(rest < whole / 4, "{rest} of {whole}: the other block");
    assert!((100..400).contains(&border), "{border}");
    // Another picture meanwhile has a border of its own.
    let large = IsoSprite::block(&view, vec3(40.0, 44.0, 10.0), [Color::GREEN; 3], false).unwrap();
    let large = scene.add_sprite(large);
    scene.set_sprite(wall, large);
    assert!(drawn(&mut scene).2 > border);
    scene.set_sprite(wall, 1);
    assert!(scene.set_outline(wall, None));
    assert_eq!(drawn(&mut scene), (hidden, whole, 0));
    scene.set_tint(wall, Color::WHITE.with_alpha(100));
    assert!(drawn(&mut scene).1 < whole / 4, "faded");
    scene.remove(wall);
    assert!(!scene.set_outline(wall, Some(Color::BLUE)));
}
