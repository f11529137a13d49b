//! The classic commands (spec 08).

use motile_geom::{Aabb, Affine2, Vec2, vec2};
use motile_pixels::{Color, Sampling, Surface};
use motile_stage::classic::{ClassicPath, ClassicPathError, Command, Pen};
use motile_stage::{
    Cap, Drawing, FillRule, Gradient, GraphicsData, Image, Item, Path, Renderer, Stroke,
};

fn page(data: &GraphicsData) -> Surface {
    let mut surface = Surface::opaque(300, 300, Color::WHITE).unwrap();
    Renderer::new().begin(&mut surface).unwrap().draw_data(data);
    surface
}

fn bar(points: [(i32, i32); 4]) -> ClassicPath {
    let mut path = ClassicPath::new();
    for (index, (x, y)) in points.into_iter().chain([points[0]]).enumerate() {
        let at = vec2(x as f32, y as f32);
        _ = if index == 0 { path.move_to(at) } else { path.line_to(at) };
    }
    path
}

fn bars() -> [ClassicPath; 2] {
    [
        bar([(150, 100), (200, 100), (200, 250), (150, 250)]),
        bar([(100, 150), (250, 150), (250, 200), (100, 200)]),
    ]
}

#[test]
fn draw_1_the_pen_starts_at_the_origin_and_stays_where_it_was() {
    let mut pen = Pen::new();
    pen.line_style(0.0, Color::BLACK).line_to(30.0, 40.0);
    pen.line_style(2.0, Color::RED).line_to(60.0, 40.0);
    assert_eq!(pen.position(), vec2(60.0, 40.0));
    let mut expected = GraphicsData::new();
    expected.stroke(Stroke::HAIRLINE, Color::BLACK);
    expected.path(Path::line(Vec2::ZERO, vec2(30.0, 40.0)));
    expected.stroke(Stroke::new(2.0), Color::RED);
    expected.path(Path::line(vec2(30.0, 40.0), vec2(60.0, 40.0)));
    assert_eq!(pen.to_data(), expected);
    pen.draw_rect(5.0, 6.0, 10.0, 20.0);
    assert_eq!(pen.position(), vec2(5.0, 6.0));
    pen.draw_circle(50.0, 50.0, 10.0);
    assert_eq!(pen.position(), vec2(60.0, 50.0));
    assert_eq!(pen.clear().to_data(), GraphicsData::new());
    assert_eq!(pen.position(), Vec2::ZERO);
}

#[test]
fn draw_2_without_a_style_nothing_shows() {
    let mut pen = Pen::new();
    pen.draw_rect(10.0, 10.0, 50.0, 50.0).line_to(90.0, 90.0);
    assert_eq!(pen.to_data().items, []);
    pen.line_style(3.0, Color::RED).no_line().line_to(9.0, 9.0).begin_fill(Color::RED).end_fill();
    let drawn = pen.to_data().items.into_iter().any(|item| matches!(item, Item::Path(..)));
    assert!(!drawn, "no path has a style");
}

#[test]
fn draw_2_every_command_draws_what_its_path_draws() {
    let image = Image::new(Surface::opaque(3, 2, Color::GREEN).unwrap());
    let gradient = Gradient::linear(Vec2::ZERO, vec2(300.0, 0.0), &[Color::RED, Color::BLUE]);
    let mut pen = Pen::new();
    let stroke = Stroke::new(6.0).with_cap(Cap::Round);
    pen.begin_fill(Color::ORANGE).draw_rect(10.0, 10.0, 60.0, 40.0);
    pen.begin_gradient_fill(gradient.clone()).draw_ellipse(100.0, 20.0, 80.0, 40.0).end_fill();
    pen.begin_bitmap_fill(&image, Affine2::IDENTITY, true, Sampling::Nearest);
    pen.draw_round_rect(200.0, 20.0, 60.0, 60.0, 20.0).end_fill();
    pen.line_stroke(stroke.clone(), Color::BLUE).move_to(20.0, 150.0);
    pen.curve_to(80.0, 90.0, 140.0, 150.0).cubic_curve_to(
        vec2(180.0, 220.0),
        vec2(220.0, 90.0),
        280.0,
        150.0,
    );

    let mut wave = Path::new();
    wave.move_to(vec2(20.0, 150.0)).quad_to(vec2(80.0, 90.0), vec2(140.0, 150.0));
    wave.cubic_to(vec2(180.0, 220.0), vec2(220.0, 90.0), vec2(280.0, 150.0));
    let mut surface = Surface::opaque(300, 300, Color::WHITE).unwrap();
    let mut renderer = Renderer::new();
    let mut canvas = renderer.begin(&mut surface).unwrap();
    canvas.fill(&Path::rect(Aabb::from_size(vec2(10.0, 10.0), vec2(60.0, 40.0))), Color::ORANGE);
    canvas.fill(&Path::ellipse(vec2(140.0, 40.0), vec2(40.0, 20.0)), gradient);
    canvas.fill(
        &Path::round_rect(Aabb::from_size(vec2(200.0, 20.0), vec2(60.0, 60.0)), 10.0),
        &image,
    );
    canvas.stroke(&wave, &stroke, Color::BLUE);
    canvas.finish();
    assert_eq!(page(&pen.to_data()), surface);
}

#[test]
fn t8_16_paths_of_one_fill_are_one_outline() {
    let [vertical, horizontal] = bars();
    let mut one = Pen::new();
    one.begin_fill(Color::RED);
    for bar in [&vertical, &horizontal] {
        one.draw_path(bar, FillRule::EvenOdd).unwrap();
    }
    assert_eq!(page(&one.to_data()).get(175, 175), Some(Color::WHITE), "covered twice");
    assert_eq!(page(&one.to_data()).get(175, 120), Some(Color::RED));
    let mut two = Pen::new();
    for bar in [&vertical, &horizontal] {
        two.begin_fill(Color::RED).draw_path(bar, FillRule::EvenOdd).unwrap().end_fill();
    }
    assert_eq!(page(&two.to_data()).get(175, 175), Some(Color::RED));
}

#[test]
fn draw_17_a_fill_has_one_rule() {
    let [vertical, horizontal] = bars();
    let mut pen = Pen::new();
    pen.begin_fill(Color::RED).draw_path(&vertical, FillRule::NonZero).unwrap();
    let refused = pen.draw_path(&horizontal, FillRule::EvenOdd).map(|_| ());
    assert_eq!(refused, Err(ClassicPathError::MixedRules));
    pen.draw_path(&horizontal, FillRule::NonZero).unwrap();
    assert_eq!(page(&pen.to_data()).get(175, 175), Some(Color::RED));
    let broken = ClassicPath { commands: vec![Command::LineTo], data: vec![1.0] };
    assert_eq!(
        pen.draw_path(&broken, FillRule::NonZero).err(),
        Some(ClassicPathError::OddData { count: 1 })
    );
}

#[test]
fn draw_11_line_styles_may_change_along_one_fill() {
    let mut pen = Pen::new();
    pen.line_style(6.0, Color::RED).begin_fill(Color::GRAY).move_to(50.0, 50.0);
    pen.line_to(250.0, 50.0).line_style(6.0, Color::BLUE).line_to(250.0, 250.0);
    pen.no_line().line_to(50.0, 250.0).line_to(50.0, 50.0);
    let page = page(&pen.into_data());
    assert_eq!(page.get(150, 150), Some(Color::GRAY), "the fill is whole");
    assert_eq!(page.get(150, 50), Some(Color::RED));
    assert_eq!(page.get(250, 150), Some(Color::BLUE));
    assert_eq!(page.get(150, 251), Some(Color::WHITE));
    assert_eq!(page.get(150, 248), Some(Color::GRAY), "no line below");
}

#[test]
fn t8_38_the_list_and_the_commands_draw_the_same() {
    let mut pen = Pen::new();
    pen.line_style(3.0, Color::RED)
        .begin_fill(Color::BLUE)
        .draw_rect(40.0, 40.0, 90.0, 60.0)
        .end_fill();
    pen.move_to(100.0, 100.0).line_to(200.0, 200.0);
    let mut list = GraphicsData::new();
    list.stroke(Stroke::new(3.0), Color::RED).fill(Color::BLUE);
    list.path(Path::rect(Aabb::from_size(vec2(40.0, 40.0), vec2(90.0, 60.0)))).end_fill();
    list.path(Path::line(vec2(100.0, 100.0), vec2(200.0, 200.0)));
    assert_eq!(pen.to_data(), list);
    let mut again = Pen::new();
    again.line_style(9.0, Color::GREEN).draw_graphics_data(&list).line_to(5.0, 5.0);
    let items = again.into_data().items;
    assert_eq!(items[..list.items.len()], list.items);
    assert!(matches!(items.last(), Some(Item::Path(..))), "goes on in its own style");
    assert_eq!(Drawing::from(pen).bounds().min, vec2(38.5, 38.5));
}

#[test]
fn an_open_fill_shows_and_odd_numbers_do_no_harm() {
    let mut pen = Pen::new();
    pen.begin_fill(Color::RED).move_to(10.0, 10.0).line_to(90.0, 10.0).line_to(10.0, 90.0);
    assert_eq!(page(&pen.to_data()).get(20, 20), Some(Color::RED));
    pen.line_to(f32::NAN, 5.0).line_to(f32::INFINITY, 5.0).draw_circle(1.0, 1.0, f32::NAN);
    page(&pen.to_data());
}
