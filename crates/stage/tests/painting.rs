//! What a stage looks like: order, groups, blends, masks, filters, kept pictures.

use motile_geom::{Vec2, vec2};
use motile_pixels::{BlendMode, Blit, Blur, Color, DropShadow, Filter, Surface};
use motile_stage::{
    Atlas, Bitmap, Drawing, GraphicsData, Label, Node, NodeId, Painter, Path, Shape, Sprite, Stage,
    Stroke,
};

fn stage() -> Stage {
    Stage::new(100, 100).unwrap()
}

fn square(color: Color) -> Shape {
    Shape::rect(40.0, 40.0).fill(color)
}

fn paint(stage: &Stage) -> Surface {
    let mut surface = Surface::opaque(stage.width(), stage.height(), Color::BLACK).unwrap();
    Painter::default().paint(stage, &mut surface);
    surface
}

fn at(surface: &Surface, x: i32, y: i32) -> [i32; 3] {
    let color = surface.get(x, y).unwrap();
    [color.r, color.g, color.b].map(i32::from)
}

#[track_caller]
fn assert_near(found: [i32; 3], expected: [i32; 3]) {
    let off = found.iter().zip(expected).map(|(a, b)| (a - b).abs()).max().unwrap();
    assert!(off <= 1, "{found:?} instead of {expected:?}");
}

/// Largest difference of a channel.
fn difference(a: &Surface, b: &Surface) -> u8 {
    a.bytes().iter().zip(b.bytes()).map(|(a, b)| a.abs_diff(*b)).max().unwrap()
}

#[test]
fn later_siblings_and_children_are_on_top() {
    let mut stage = stage();
    let red = stage.add(square(Color::RED).at(40.0, 40.0));
    stage.add(square(Color::BLUE).at(60.0, 60.0));
    stage.add_to(red, square(Color::GREEN).at(-10.0, -10.0)).unwrap();
    let picture = paint(&stage);
    assert_eq!(at(&picture, 22, 22), [0, 255, 0]);
    assert_eq!(at(&picture, 58, 25), [255, 0, 0]);
    assert_eq!(at(&picture, 50, 50), [0, 0, 255]);
    stage.to_front(red).unwrap();
    assert_eq!(at(&paint(&stage), 58, 58), [255, 0, 0]);
}

#[test]
fn a_faded_group_is_one_picture() {
    let mut stage = stage();
    let group = stage.add(Node::group().with_alpha(0.5));
    stage.add_to(group, square(Color::RED).at(40.0, 40.0)).unwrap();
    stage.add_to(group, square(Color::BLUE).at(60.0, 60.0)).unwrap();
    let picture = paint(&stage);
    assert_near(at(&picture, 50, 50), [127, 127, 255]);
    assert_near(at(&picture, 25, 25), [255, 127, 127]);
    stage[group].alpha = f32::NAN;
    assert_eq!(at(&paint(&stage), 50, 50), [255, 255, 255], "NaN counts as invisible");
}

#[test]
fn a_faded_shape_does_not_show_its_fill_through_its_line() {
    let mut stage = stage();
    let shape = Shape::rect(200.0, 200.0).fill(Color::RED);
    let shape = shape.stroke(Stroke::new(40.0), Color::BLUE);
    stage.add(shape.at(110.0, 110.0).with_alpha(0.5));
    assert_near(at(&paint(&stage), 20, 60), [127, 127, 255]);
}

#[test]
fn blend_modes_of_leaves_and_groups() {
    for grouped in [false, true] {
        let mut stage = stage();
        stage.add(Shape::rect(400.0, 400.0).fill(Color::rgb(200, 100, 50)));
        let gray = square(Color::rgb(128, 128, 128)).at(50.0, 50.0);
        if grouped {
            let group = stage.add(Node::group().with_blend(BlendMode::Multiply));
            stage.add_to(group, gray).unwrap();
        } else {
            stage.add(gray.with_blend(BlendMode::Multiply));
        }
        let picture = paint(&stage);
        assert_near(at(&picture, 50, 50), [100, 50, 25]);
        assert_near(at(&picture, 10, 10), [200, 100, 50]);
    }
}

#[test]
fn a_mask_shows_only_where_it_is() {
    let mut stage = stage();
    let mask = stage.add(Shape::circle(20.0).fill(Color::BLACK).at(50.0, 50.0).hidden());
    let group = stage.add(Node::group().with_mask(mask));
    stage.add_to(group, Shape::rect(100.0, 100.0).fill(Color::RED).at(50.0, 50.0)).unwrap();
    let picture = paint(&stage);
    assert_eq!(at(&picture, 50, 50), [255, 0, 0]);
    assert_eq!(at(&picture, 20, 20), [255, 255, 255]);
    stage[mask].position.x = 20.0;
    let picture = paint(&stage);
    assert_eq!((at(&picture, 20, 50), at(&picture, 50, 50)), ([255, 0, 0], [255, 255, 255]));
    stage[mask].alpha = 0.5;
    assert_near(at(&paint(&stage), 20, 50), [255, 127, 127]);
}

#[test]
fn a_mask_cuts_a_kept_group_where_it_is_and_follows_when_it_moves() {
    for scale in [1.0, 2.0] {
        let mut stage = stage();
        let mask = stage.add(Shape::circle(10.0).fill(Color::BLACK).at(50.0, 50.0).hidden());
        let group = stage.add(Node::group().at(30.0, 20.0).cached());
        let red = Shape::rect(60.0, 60.0).fill(Color::RED).at(20.0, 30.0);
        stage.add_to(group, red.with_mask(mask)).unwrap();
        let side = (100.0 * scale) as u32;
        let mut picture = Surface::opaque(side, side, Color::BLACK).unwrap();
        let mut painter = Painter::default();
        painter.set_scale(scale);
        for x in [50.0, 64.0] {
            stage[mask].position.x = x;
            painter.paint(&stage, &mut picture);
            let seen = |x: f32| at(&picture, (x * scale) as i32, (50.0 * scale) as i32);
            let white = [255; 3];
            assert_eq!(
                [x - 12.0, x, x + 12.0].map(seen),
                [white, [255, 0, 0], white],
                "the mask at {x}, {scale} pixels for one"
            );
        }
    }
}

#[test]
fn what_a_filter_adds_is_not_cut_on_a_fine_display() {
    let mut stage = stage();
    let shadow = Filter::DropShadow(DropShadow::new(vec2(0.0, 30.0)));
    let group = stage.add(Node::group().with_alpha(0.5));
    stage.add_to(group, square(Color::RED).at(50.0, 30.0).with_filter(shadow)).unwrap();
    let mut picture = Surface::opaque(200, 200, Color::BLACK).unwrap();
    let mut painter = Painter::default();
    painter.set_scale(2.0);
    painter.paint(&stage, &mut picture);
    let [shadow, beside] = [(100, 150), (20, 150)].map(|(x, y)| at(&picture, x, y));
    assert!(shadow[0] < 200 && beside == [255; 3], "{shadow:?} below the square, {beside:?}");
}

#[test]
fn nothing_is_drawn_beside_a_mask() {
    let mut stage = stage();
    let mask = stage.add(Shape::circle(10.0).fill(Color::BLACK).at(-50.0, 50.0).hidden());
    let node = square(Color::RED).at(50.0, 50.0).with_mask(mask);
    stage.add(node);
    let mut picture = Surface::opaque(100, 100, Color::BLACK).unwrap();
    let mut painter = Painter::default();
    painter.paint(&stage, &mut picture);
    assert_eq!((painter.report().blits, painter.report().shapes), (0, 0));
    stage[mask].position = vec2(50.0, 50.0);
    painter.paint(&stage, &mut picture);
    assert!(painter.report().blits > 0 && at(&picture, 50, 50) == [255, 0, 0]);
}

#[test]
fn masks_that_need_each_other_come_to_an_end() {
    let mut stage = stage();
    let group = stage.add(Node::group());
    for x in 0..6u8 {
        let node = square(Color::RED).at(f32::from(x) * 10.0, 50.0).with_mask(group);
        stage.add_to(group, node).unwrap();
    }
    stage[group].mask = Some(group);
    paint(&stage);
}

#[test]
fn filters_reach_beyond_the_shape_and_are_kept() {
    let mut stage = stage();
    let shadow = DropShadow::new(vec2(12.0, 12.0));
    let node = square(Color::RED).at(40.0, 40.0).with_filter(Filter::DropShadow(shadow));
    let id = stage.add(node);
    let (mut painter, mut picture) =
        (Painter::default(), Surface::opaque(100, 100, Color::BLACK).unwrap());
    painter.paint(&stage, &mut picture);
    assert_eq!(at(&picture, 40, 40), [255, 0, 0]);
    assert!(at(&picture, 68, 68)[0] < 200, "no shadow: {:?}", at(&picture, 68, 68));
    assert_eq!(at(&picture, 95, 95), [255, 255, 255]);
    let first = painter.report();
    stage[id].position.x += 1.0;
    painter.paint(&stage, &mut picture);
    let second = painter.report();
    assert!(second.passes == 0 && first.passes > 0, "{first:?} then {second:?}");
    assert_eq!(at(&picture, 60, 40), [255, 0, 0]);
    stage[id].filters = vec![Filter::Blur(Blur::new(6.0))];
    painter.paint(&stage, &mut picture);
    let rim = at(&picture, 61, 40);
    assert!(rim[1] > 60 && rim[1] < 200, "a soft rim: {rim:?}");
}

#[test]
fn a_cached_group_is_painted_once() {
    let mut stage = stage();
    let group = stage.add(Node::group().at(10.0, 10.0).cached());
    let parts: Vec<NodeId> = (0..20u8)
        .map(|i| {
            let shape = Shape::circle(60.0 + f32::from(i)).fill(Color::rgb(i * 10, 0, 0));
            stage.add_to(group, shape.at(20.0, 20.0)).unwrap()
        })
        .collect();
    let (mut painter, mut picture) =
        (Painter::default(), Surface::opaque(100, 100, Color::BLACK).unwrap());
    painter.paint(&stage, &mut picture);
    let plain = {
        stage[group].cached = false;
        let plain = paint(&stage);
        stage[group].cached = true;
        plain
    };
    assert!(difference(&plain, &picture) <= 1);
    stage[group].position.x += 3.0;
    painter.paint(&stage, &mut picture);
    assert_eq!((painter.report().passes, painter.report().blits), (0, 1));
    stage[parts[19]].position.x += 3.0;
    painter.paint(&stage, &mut picture);
    assert!(painter.report().passes > 0, "a changed part is painted again");
}

#[test]
fn small_shapes_become_sprites_and_look_the_same() {
    let mut stage = stage();
    for i in 0..400u16 {
        let shape = Shape::circle(3.0).fill(Color::RED).stroke(Stroke::new(1.0), Color::BLACK);
        stage.add(shape.at(f32::from(i % 20) * 5.0, f32::from(i / 20) * 5.0));
    }
    let (mut painter, mut picture) =
        (Painter::default(), Surface::opaque(100, 100, Color::BLACK).unwrap());
    painter.paint(&stage, &mut picture);
    let first = picture.clone();
    painter.paint(&stage, &mut picture);
    assert_eq!((painter.report().passes, painter.report().blits), (0, 400));
    assert!(difference(&first, &picture) <= 3, "{}", difference(&first, &picture));
}

#[test]
fn pictures_flip_turn_and_scale() {
    let mut sheet = Surface::new(4, 2).unwrap();
    sheet.set(0, 0, Color::RED);
    sheet.set(2, 0, Color::BLUE);
    let mut stage = stage();
    let atlas = Atlas::grid(sheet, 2, 2);
    let sprite = stage.add(Sprite::new(&atlas, 0).at(50.0, 50.0));
    assert_eq!(at(&paint(&stage), 49, 49), [255, 0, 0]);
    stage[sprite].set_frame(1);
    assert_eq!(at(&paint(&stage), 49, 49), [0, 0, 255]);
    stage[sprite].scale = vec2(-1.0, 1.0);
    assert_eq!(at(&paint(&stage), 50, 49), [0, 0, 255]);
    stage[sprite].scale = vec2(10.0, 10.0);
    assert_eq!(at(&paint(&stage), 42, 42), [0, 0, 255]);
    assert_eq!(at(&paint(&stage), 52, 42), [255, 255, 255]);
    stage[sprite].rotation = core::f32::consts::FRAC_PI_2;
    assert_eq!(at(&paint(&stage), 58, 42), [0, 0, 255]);
    let big = Bitmap::new(Surface::filled(30, 30, Color::GREEN).unwrap()).centered();
    stage.add(big.at(20.0, 80.0).with_rotation(0.7));
    assert_eq!(at(&paint(&stage), 20, 80), [0, 255, 0]);
}

#[test]
fn texts_and_drawings_show() {
    let mut stage = stage();
    stage.add(Label::new("■", 40.0).with_paint(Color::RED).at(5.0, 5.0));
    stage.add(Label::new("IIII", 40.0).with_paint(Color::RED).centered().at(50.0, 50.0));
    let mut data = GraphicsData::new();
    data.fill(Color::BLUE).path(Path::circle(Vec2::ZERO, 10.0)).end_fill();
    stage.add(Drawing::new(data).at(80.0, 80.0));
    let picture = paint(&stage);
    let red = (0..100).any(|x| at(&picture, x, 50) == [255, 0, 0]);
    assert!(red && at(&picture, 80, 80) == [0, 0, 255]);
    assert_eq!(stage.hit(vec2(80.0, 75.0)).map(|id| stage[id].position), Some(vec2(80.0, 80.0)));
}

#[test]
fn impossible_numbers_paint_nothing_and_do_not_panic() {
    let mut stage = stage();
    let id = stage.add(square(Color::RED).at(50.0, 50.0));
    let group = stage.add(Node::group().with_filter(Filter::Blur(Blur::new(3.0))));
    stage.add_to(group, square(Color::RED).at(50.0, 50.0)).unwrap();
    for bad in [f32::NAN, f32::INFINITY, 1e30, -1e30, f32::MIN_POSITIVE, 0.0] {
        for target in [id, group] {
            let before = stage[target].clone();
            stage[target].scale = vec2(bad, 1.0);
            paint(&stage);
            stage[target].scale = vec2(bad, bad);
            paint(&stage);
            stage[target] = before.clone();
            stage[target].position.y = bad;
            stage[target].rotation = bad;
            stage[target].skew = vec2(bad, bad);
            paint(&stage);
            stage[target] = before;
        }
    }
    let huge = stage.add(square(Color::BLUE).at(0.0, 0.0).with_scale(1e6));
    stage[huge].filters.push(Filter::Blur(Blur::new(2.0)));
    assert_eq!(at(&paint(&stage), 50, 50), [0, 0, 255]);
}

#[test]
fn sprites_that_a_sketch_draws_by_hand_have_their_place_on_a_fine_display() {
    let dot = Surface::filled(10, 10, Color::RED).unwrap();
    for scale in [1.0, 2.0, 2.5] {
        let stage = stage();
        let side = (100.0 * scale) as u32;
        let mut picture = Surface::opaque(side, side, Color::BLACK).unwrap();
        let mut painter = Painter::default();
        painter.set_scale(scale);
        let nothing = |_: &Stage, _: &mut motile_stage::Canvas<'_>| {};
        painter.paint_with(&stage, 1.0, &mut picture, nothing, |_, canvas| {
            canvas.sprite(&dot, motile_geom::ivec2(60, 30), &Blit::default());
        });
        let seen = |x: f32, y: f32| at(&picture, (x * scale) as i32, (y * scale) as i32);
        assert_eq!((seen(62.0, 32.0), seen(68.0, 38.0)), ([255, 0, 0], [255, 0, 0]), "{scale}");
        assert_eq!((seen(57.0, 35.0), seen(72.0, 42.0)), ([255; 3], [255; 3]), "{scale}");
    }
}
