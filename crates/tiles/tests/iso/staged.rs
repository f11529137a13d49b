//! Scenes as content of a stage: scaled, turned, hit, kept.

use motile_geom::{Affine2, Affine2Ext, Vec2, Vec3, vec2, vec3};
use motile_pixels::{Color, Surface};
use motile_stage::{Drawable, Node, NodeId, Painter, Shared, Stage};
use motile_tiles::iso::{IsoBox, IsoProjection, IsoScene, IsoSprite};

const SIZE: (u32, u32) = (160, 120);

/// What becomes of a node.
type Change = fn(&mut Node);

/// A cube on a piece of floor where it is looked at, and whatever else, far away.
fn scene(far: &[Vec3]) -> IsoScene {
    let view = IsoProjection::DIMETRIC.with_origin(vec2(80.0, 60.0));
    let mut scene = IsoScene::new(view);
    let colors = [Color::RED, Color::GREEN, Color::BLUE];
    let cube = IsoSprite::block(&view, Vec3::splat(20.0), colors, true).unwrap();
    let cube = scene.add_sprite(cube);
    let tile = IsoSprite::block(&view, vec3(40.0, 0.0, 40.0), [Color::ORANGE; 3], false).unwrap();
    let tile = scene.add_sprite(tile);
    for place in far.iter().copied().chain([Vec3::ZERO]) {
        scene.add_floor(place, tile);
        scene.add(IsoBox::standing(place, Vec3::splat(20.0)), cube);
    }
    scene.sort();
    scene
}

fn stage_of(scene: IsoScene) -> (Stage, NodeId, Shared<IsoScene>) {
    let mut stage = Stage::new(SIZE.0, SIZE.1).unwrap();
    stage.background = Color::WHITE;
    let shared = Shared::new(scene);
    let node = stage.add(shared.clone().node());
    (stage, node, shared)
}

fn painted(stage: &Stage, scale: u32) -> Surface {
    let mut picture = Surface::opaque(SIZE.0 * scale, SIZE.1 * scale, Color::BLACK).unwrap();
    let mut painter = Painter::default();
    painter.set_scale(scale as f32);
    painter.paint(stage, &mut picture);
    picture
}

/// Every pixel four times.
fn doubled(picture: &Surface) -> Surface {
    let mut large =
        Surface::opaque(picture.width() * 2, picture.height() * 2, Color::BLACK).unwrap();
    for y in 0..large.height() as i32 {
        for x in 0..large.width() as i32 {
            large.set(x, y, picture.get(x / 2, y / 2).unwrap());
        }
    }
    large
}

fn differ(a: &Surface, b: &Surface) -> usize {
    let pixels = |surface: &Surface| surface.to_rgba();
    pixels(a).chunks(4).zip(pixels(b).chunks(4)).filter(|(a, b)| a != b).count()
}

/// A window that is larger than the stage used to make a picture of the whole world each frame: 10,000,000,000 pixels here, so
/// that nothing was drawn.
#[test]
fn iso_x14_a_scaled_window_draws_what_is_seen_of_a_large_world() {
    let far = [vec3(100_000.0, 0.0, 0.0), vec3(0.0, 0.0, -100_000.0)];
    let (stage, ..) = stage_of(scene(&far));
    let plain = painted(&stage, 1);
    assert_eq!(plain.get(80, 40), Some(Color::RED));
    let large = painted(&stage, 2);
    assert_eq!(differ(&large, &doubled(&plain)), 0);
    let bytes = allocation_counter::measure(|| drop(painted(&stage, 2))).bytes_total;
    assert!(bytes < 32 << 20, "{bytes} bytes");
}

/// The same when it is the node that is scaled, moved by a part of a pixel, mirrored or turned.
#[test]
fn iso_x14_a_turned_or_moved_node_draws_what_is_seen() {
    let (mut stage, node, _) = stage_of(scene(&[vec3(2.0e6, 0.0, 0.0), vec3(0.0, 0.0, 3.0e6)]));
    let middle = vec2(80.0, 60.0);
    let count = |stage: &Stage| {
        let picture = painted(stage, 1);
        let places = (0..120).flat_map(|y| (0..160).map(move |x| (x, y)));
        places.filter(|&(x, y)| picture.get(x, y) != Some(Color::WHITE)).count()
    };
    let plain = count(&stage);
    let cases: [(&str, Change, f32); 4] = [
        ("moved", |node| node.position = vec2(0.5, 0.25), 1.0),
        ("turned", |node| node.rotation = 0.7, 1.0),
        ("mirrored", |node| node.scale.x = -1.0, 1.0),
        ("small", |node| node.scale = Vec2::splat(0.5), 0.25),
    ];
    for (name, change, area) in cases {
        let old = stage[node].clone();
        change(&mut stage[node]);
        // The middle of the picture stays where it is.
        let own = &stage[node];
        let local = Affine2::from_parts(own.position, own.scale, own.rotation, Vec2::ZERO);
        stage[node].position += middle - local.transform_point2(middle);
        if name == "moved" {
            stage[node].position = vec2(0.5, 0.25);
        }
        let seen = count(&stage) as f32;
        let wanted = plain as f32 * area;
        assert!((seen - wanted).abs() < wanted * 0.15 + 40.0, "{name}: {seen} for {wanted}");
        stage[node] = old;
    }
    // So small that all of it is a dot: what cannot be drawn costs nothing.
    stage[node].scale = Vec2::splat(1e-6);
    count(&stage);
}

/// Clear sky used to be hit as well as any house.
#[test]
fn iso_n6_a_scene_is_hit_where_a_picture_is() {
    let (stage, node, _) = stage_of(scene(&[vec3(400.0, 0.0, -400.0)]));
    for (place, is_hit) in [
        (vec2(80.0, 40.0), true),
        (vec2(80.0, 75.0), true),
        (vec2(20.0, 20.0), false),
        (vec2(300.0, 60.0), false),
    ] {
        assert_eq!(stage.hits(node, place), Ok(is_hit), "{place}");
    }
}

/// What moves is seen where it is, and its scene covers it.
#[test]
fn iso_x14_a_scene_follows_what_moves_on_a_stage() {
    let (stage, _, shared) = stage_of(scene(&[]));
    let before = painted(&stage, 1);
    let cube = shared.read(|scene| scene.pick(vec2(80.0, 40.0))).unwrap().id;
    for x in [40.0, 3000.0, -40.0] {
        shared.edit(|scene| {
            scene.set(cube, IsoBox::standing(vec3(x, 0.0, -x), Vec3::splat(20.0)));
            scene.sort();
        });
        assert!(differ(&before, &painted(&stage, 1)) > 100, "at {x}");
        let (covered, reach) = shared.read(|scene| (scene.bounds(), scene.reach()));
        assert!(
            covered.contains(reach.min) && covered.contains(reach.max),
            "{covered:?} {reach:?}"
        );
    }
}
