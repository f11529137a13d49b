//! The drawing model: classic paths, curves, winding, graphics data (spec 08).

use motile_geom::{Aabb, Affine2, Vec2, ops, vec2};
use motile_pixels::{Color, Surface};
use motile_stage::classic::{self, ClassicPath, ClassicPathError, Command};
use motile_stage::{
    Canvas, FillRule, GraphicsData, Item, Line, Path, PathSegment, Renderer, Stroke, Width,
};
use proptest::prelude::*;
use std::sync::Arc;

/// The data of the four-lobed figure G8-3.
const LOBES: [f32; 18] = [
    200.0, 200.0, 250.0, 100.0, 300.0, 200.0, 400.0, 250.0, 300.0, 300.0, 250.0, 400.0, 200.0,
    300.0, 100.0, 250.0, 200.0, 200.0,
];

fn lobes(commands: &[i32]) -> Path {
    ClassicPath::from_codes(commands, &LOBES).unwrap().to_path().unwrap()
}

fn points(path: &Path) -> Vec<Vec2> {
    path.segments()
        .filter_map(|segment| match segment {
            PathSegment::Move(p) | PathSegment::Line(p) => Some(p),
            _ => None,
        })
        .collect()
}

#[test]
fn t8_1_codes_and_counts() {
    let counts = [0, 2, 2, 4, 4, 4, 6];
    for (code, takes) in counts.into_iter().enumerate() {
        let command = Command::from_code(code as i32).unwrap();
        assert_eq!((command.code(), command.takes()), (code as i32, takes));
    }
    assert_eq!(Command::from_code(7), None);
    assert_eq!(Command::from_code(-1), None);
}

#[test]
fn t8_2_one_line() {
    let data = [100.0, 100.0, 250.0, 200.0];
    let path = ClassicPath::from_codes(&[1, 2], &data).unwrap().to_path().unwrap();
    assert_eq!(path.segments().len(), 2);
    assert!((path.length() - 180.277_56).abs() < 1e-4);
}

#[test]
fn t8_3_t8_4_lines_cover_half_the_data_and_no_op_takes_none() {
    let lines = lobes(&[1, 2, 2, 2, 2]);
    let expected = [(200, 200), (250, 100), (300, 200), (400, 250), (300, 300)];
    assert_eq!(points(&lines), expected.map(|(x, y)| vec2(x as f32, y as f32)));
    assert_eq!(lobes(&[1, 0, 2, 0, 2, 0, 2, 0, 2]), lines);
}

#[test]
fn t8_5_the_hull_is_closed_and_clockwise() {
    let hull = lobes(&[1, 2, 2, 2, 2, 2, 2, 2, 2]);
    assert_eq!(hull.pen(), vec2(200.0, 200.0));
    assert!((hull.signed_area() - 30_000.0).abs() < 1e-2);
    assert_eq!(points(&lobes(&[1, 3, 3, 3, 3]).hull()), points(&hull));
}

#[test]
fn t8_6_wide_lines_draw_the_inner_square() {
    let square = lobes(&[1, 5, 5, 5, 5]);
    let expected = [(200, 200), (300, 200), (300, 300), (200, 300), (200, 200)];
    assert_eq!(points(&square), expected.map(|(x, y)| vec2(x as f32, y as f32)));
    assert!((square.signed_area() - 10_000.0).abs() < 1e-2);
    assert_eq!(lobes(&[1, 3, 3, 3, 3]).chords(), square);
}

#[test]
fn t8_7_a_wide_move_skips_a_pair() {
    let path = ClassicPath::from_codes(&[4], &[1.0, 2.0, 30.0, 40.0]).unwrap();
    assert_eq!(path.to_path().unwrap().pen(), vec2(30.0, 40.0));
}

#[test]
fn t8_8_missing_data_unknown_codes_odd_counts() {
    let short = ClassicPath::from_codes(&[1, 2], &[10.0, 10.0]).unwrap();
    let error = short.to_path().unwrap_err();
    assert_eq!(error, ClassicPathError::DataTooShort { command: 1, needed: 2, available: 0 });
    assert_eq!(error.to_string(), "command 1 needs 2 numbers, 0 are left");
    let (padded, tail) = ClassicPath::read_lenient(&[1, 2], &[10.0, 10.0]);
    assert_eq!(points(&padded), [vec2(10.0, 10.0), Vec2::ZERO]);
    assert_eq!(tail.zeros, 2);
    let unknown = ClassicPath::from_codes(&[1, 17], &[0.0; 4]).unwrap_err();
    assert_eq!(unknown, ClassicPathError::UnknownCommand { index: 1, code: 17 });
    assert!(ClassicPath::new().to_path().unwrap().is_empty());
    let odd = ClassicPath::from_codes(&[1], &[1.0, 2.0, 3.0]).unwrap();
    assert_eq!(odd.to_path(), Err(ClassicPathError::OddData { count: 3 }));
    let nan = ClassicPath::from_codes(&[1], &[1.0, f32::NAN]).unwrap();
    assert_eq!(nan.to_path(), Err(ClassicPathError::NotFinite { index: 1 }));
}

#[test]
fn t8_9_a_first_line_starts_at_the_origin() {
    let path = ClassicPath::from_codes(&[2], &[5.0, 6.0]).unwrap().to_path().unwrap();
    assert_eq!(points(&path), [Vec2::ZERO, vec2(5.0, 6.0)]);
}

#[test]
fn pix_9_surplus_is_ignored_and_an_unknown_command_stops() {
    let (path, tail) = ClassicPath::read_lenient(&[1, 2, 99, 2], &[1.0, 1.0, 2.0, 2.0, 3.0, 3.0]);
    assert_eq!(points(&path), [vec2(1.0, 1.0), vec2(2.0, 2.0)]);
    assert_eq!((tail.data, tail.commands), (2, 2));
    let surplus = ClassicPath::from_codes(&[1], &LOBES).unwrap();
    assert_eq!(surplus.trailing(), 16);
    assert_eq!(surplus.to_path().unwrap().segments().len(), 1);
}

#[test]
fn draw_9_one_data_list_many_commands_and_back() {
    let path = lobes(&[1, 3, 3, 3, 3]);
    let classic = ClassicPath::from(&path);
    assert_eq!(classic.data, LOBES);
    assert_eq!(classic.to_path().unwrap(), path);
}

#[test]
fn t8_10_a_quadratic_curve() {
    let mut curve = Path::new();
    curve.move_to(vec2(200.0, 200.0)).quad_to(vec2(250.0, 100.0), vec2(300.0, 200.0));
    assert!((curve.length() - 147.894_29).abs() < 1e-3);
    let bounds = curve.bounds();
    assert_eq!((bounds.min.y, bounds.max.y), (150.0, 200.0));
    assert!((curve.point_at(0.5).unwrap() - vec2(250.0, 150.0)).length() < 1e-3);
    // B(0.25) lies on the curve: just above it is outside, just below inside.
    assert!(curve.contains(vec2(225.0, 162.6), FillRule::EvenOdd));
    assert!(!curve.contains(vec2(225.0, 162.4), FillRule::EvenOdd));
}

#[test]
fn t8_11_the_four_lobes() {
    let path = lobes(&[1, 3, 3, 3, 3]);
    assert!((path.signed_area() - 23_333.333).abs() < 1e-2);
    for middle in [(250, 150), (350, 250), (250, 350), (150, 250)] {
        let at = vec2(middle.0 as f32, middle.1 as f32);
        let inwards = (vec2(250.0, 250.0) - at).normalize() * 0.01;
        assert!(path.contains(at + inwards, FillRule::EvenOdd), "{at}");
        assert!(!path.contains(at - inwards, FillRule::EvenOdd), "{at}");
    }
}

fn bar(corners: [(i32, i32); 4]) -> Path {
    Path::polygon(&corners.map(|(x, y)| vec2(x as f32, y as f32)))
}

fn vertical() -> Path {
    bar([(150, 100), (200, 100), (200, 250), (150, 250)])
}

fn horizontal() -> Path {
    bar([(100, 150), (250, 150), (250, 200), (100, 200)])
}

fn cross(a: &Path, b: &Path) -> Path {
    let mut cross = a.clone();
    cross.append(b);
    cross
}

const C: Vec2 = vec2(175.0, 175.0);
const A: Vec2 = vec2(175.0, 120.0);
const B: Vec2 = vec2(225.0, 175.0);
const O: Vec2 = vec2(110.0, 110.0);

#[test]
fn t8_12_t8_13_t8_14_winding_of_the_cross() {
    let check = |path: &Path, windings: [i32; 4], nonzero: [bool; 3]| {
        assert_eq!([C, A, B, O].map(|at| path.winding(at)), windings);
        assert_eq!([C, A, B].map(|at| path.contains(at, FillRule::NonZero)), nonzero);
        assert_eq!([C, A, B].map(|at| path.contains(at, FillRule::EvenOdd)), [false, true, true]);
    };
    let (v, h) = (vertical(), horizontal());
    check(&cross(&v, &h), [2, 1, 1, 0], [true; 3]);
    check(&cross(&v, &h.reversed()), [0, 1, -1, 0], [false, true, true]);
    check(&cross(&v.reversed(), &h.reversed()), [-2, -1, -1, 0], [true; 3]);
}

/// Red pixels, partly covered ones by their share.
fn red_area(surface: &Surface) -> f32 {
    let bytes = surface.bytes().chunks_exact(4);
    bytes.map(|pixel| (255 - pixel[1]) as f32 / 255.0).sum()
}

fn page(draw: impl FnOnce(&mut Canvas<'_>)) -> Surface {
    let mut surface = Surface::opaque(300, 300, Color::WHITE).unwrap();
    let mut renderer = Renderer::new();
    let mut canvas = renderer.begin(&mut surface).unwrap();
    draw(&mut canvas);
    canvas.finish();
    surface
}

#[test]
fn t8_15_filled_areas_of_the_cross() {
    let both = cross(&vertical(), &horizontal());
    let nonzero = page(|canvas| canvas.fill_by(&both, FillRule::NonZero, Color::RED));
    assert_eq!(red_area(&nonzero), 12_500.0);
    let even_odd = page(|canvas| canvas.fill(&both, Color::RED));
    assert_eq!(red_area(&even_odd), 10_000.0);
    let separate = page(|canvas| {
        canvas.fill(&vertical(), Color::RED);
        canvas.fill(&horizontal(), Color::RED);
    });
    assert_eq!(red_area(&separate), 12_500.0);
}

#[test]
fn t8_16_t8_37_fill_groups() {
    let one_path = page(|canvas| canvas.fill(&cross(&vertical(), &horizontal()), Color::RED));
    let mut group = GraphicsData::new();
    group.fill(Color::RED).path(vertical()).path(horizontal()).end_fill();
    assert_eq!(page(|canvas| canvas.draw_data(&group)), one_path);
    let mut two = GraphicsData::new();
    two.fill(Color::RED).path(vertical()).end_fill().fill(Color::RED).path(horizontal());
    assert_eq!(red_area(&page(|canvas| canvas.draw_data(&two))), 12_500.0);
}

#[test]
fn draw_17_the_last_rule_of_a_group_wins() {
    let mut group = GraphicsData::new();
    group.fill(Color::RED).path_by(vertical(), FillRule::EvenOdd);
    group.path_by(horizontal(), FillRule::NonZero);
    assert_eq!(red_area(&page(|canvas| canvas.draw_data(&group))), 12_500.0);
}

#[test]
fn t8_17_the_five_pointed_star() {
    let vertex = |i: i32| {
        let angle = (i * 2) as f32 * core::f32::consts::TAU / 5.0 - core::f32::consts::FRAC_PI_2;
        let (sin, cos) = ops::sin_cos(angle);
        vec2(150.0, 150.0) + vec2(cos, sin) * 100.0
    };
    let star = Path::polygon(&[0, 1, 2, 3, 4].map(vertex));
    assert_eq!(star.winding(vec2(150.0, 150.0)), 2);
    assert_eq!(star.winding(vec2(150.0, 70.0)), 1);
    let center = |rule| page(|canvas| canvas.fill_by(&star, rule, Color::RED)).get(150, 150);
    assert_eq!(center(FillRule::EvenOdd), Some(Color::WHITE));
    assert_eq!(center(FillRule::NonZero), Some(Color::RED));
}

#[test]
fn t8_18_the_figure_eight() {
    let eight = bar([(0, 0), (100, 100), (100, 0), (0, 100)]);
    let expected = [((20, 50), 1), ((80, 50), -1), ((50, 20), 0), ((50, 80), 0)];
    for ((x, y), winding) in expected {
        let at = vec2(x as f32, y as f32);
        assert_eq!(eight.winding(at), winding, "{at}");
        for rule in [FillRule::EvenOdd, FillRule::NonZero] {
            assert_eq!(eight.contains(at, rule), winding != 0);
        }
    }
}

#[test]
fn draw_18_open_paths_are_closed_for_filling_only() {
    let mut open = Path::new();
    open.move_to(vec2(10.0, 10.0)).line_to(vec2(90.0, 10.0)).line_to(vec2(90.0, 90.0));
    assert_eq!(open.winding(vec2(80.0, 20.0)), 1);
    let page = page(|canvas| {
        canvas.fill(&open, Color::RED);
        canvas.stroke(&open, &Stroke::new(4.0), Color::BLUE);
    });
    assert_eq!(page.get(80, 20), Some(Color::RED));
    assert_eq!(page.get(50, 10), Some(Color::BLUE));
    assert_ne!(page.get(50, 50), Some(Color::BLUE), "no line along the implied side");
}

#[test]
fn pix_10_borders_are_half_open_and_classic_ones_by_name() {
    let square = Path::rect(Aabb::from_size(vec2(10.0, 10.0), vec2(10.0, 10.0)));
    let sides = [(10.0, 15.0), (15.0, 10.0), (20.0, 15.0), (15.0, 20.0)].map(|(x, y)| vec2(x, y));
    for path in [square.clone(), square.reversed()] {
        for rule in [FillRule::EvenOdd, FillRule::NonZero] {
            let clean = sides.map(|at| path.contains(at, rule));
            assert_eq!(clean, [true, true, false, false], "left, top, right, bottom");
            let classic = sides.map(|at| classic::path_contains(&path, at, rule));
            assert_eq!(classic, [false, true, true, false]);
        }
    }
}

#[test]
fn draw_37_stroke_defaults() {
    let stroke = Stroke::default();
    assert_eq!(stroke.width, Width::Hairline);
    assert_eq!(stroke.cap, motile_stage::Cap::Butt);
    assert_eq!(stroke.join, motile_stage::Join::Round);
    assert_eq!(stroke.miter_limit, 3.0);
    assert_eq!(Line::default().paint, Color::BLACK.into());
}

#[test]
fn draw_39_the_classic_gradient_box() {
    let fit = classic::gradient_box(vec2(100.0, 50.0), vec2(80.0, 40.0), 0.0);
    assert!((fit.transform_point2(vec2(-819.2, -819.2)) - vec2(100.0, 50.0)).length() < 1e-3);
    assert!((fit.transform_point2(vec2(819.2, 819.2)) - vec2(180.0, 90.0)).length() < 1e-3);
    let gradient =
        classic::gradient(false, &[0xFF_0000, 0xFF], &[1.0, 0.5], &[0, 255], fit, 0.0).unwrap();
    assert_eq!(gradient.stops[1].color, Color::rgba(0, 0, 255, 128));
    let uneven = classic::gradient(true, &[0], &[], &[0], Affine2::IDENTITY, 0.0).unwrap_err();
    assert!(uneven.to_string().contains("1 colors, 0 alphas, 1 ratios"));
    assert!(classic::gradient(true, &[], &[], &[], Affine2::IDENTITY, 0.0).is_err());
    let falling = classic::gradient(true, &[0, 0], &[1.0; 2], &[9, 3], Affine2::IDENTITY, 0.0);
    assert!(falling.is_err());
}

proptest! {
    #[test]
    fn draw_39_a_turned_gradient_box_has_the_classic_numbers(
        corner in (-500.0..500.0f32, -500.0..500.0f32), size in (1.0..900.0f32, 1.0..900.0f32), rotation in -7.0..7.0f32,
    ) {
        let fit = classic::gradient_box(corner.into(), size.into(), rotation);
        let [a, b, c, d, tx, ty] = fit.to_cols_array().map(f64::from);
        let (sin, cos) = ops::sin_cos64(f64::from(rotation));
        let (width, height) = (f64::from(size.0), f64::from(size.1));
        let near = |found: f64, expected: f64| (found - expected).abs() <= 1e-6 * (1.0 + expected.abs());
        prop_assert!(near(a, width * cos / 1638.4) && near(b, height * sin / 1638.4), "{a} {b}");
        prop_assert!(near(c, -width * sin / 1638.4) && near(d, height * cos / 1638.4), "{c} {d}");
        prop_assert!(near(tx, f64::from(corner.0) + width / 2.0) && near(ty, f64::from(corner.1) + height / 2.0));
    }
}

#[test]
fn draw_39_a_box_turned_by_a_quarter_runs_downward() {
    let fit = classic::gradient_box(vec2(0.0, 0.0), vec2(40.0, 20.0), core::f32::consts::FRAC_PI_2);
    let ends = [-819.2, 819.2].map(|x| fit.transform_point2(vec2(x, 0.0)));
    assert!((ends[0] - vec2(20.0, 0.0)).length() < 1e-3, "{ends:?}");
    assert!((ends[1] - vec2(20.0, 20.0)).length() < 1e-3, "{ends:?}");
}

fn diagonal() -> Path {
    Path::line(vec2(100.0, 100.0), vec2(200.0, 200.0))
}

#[test]
fn t8_36_a_thick_red_diagonal() {
    let mut drawing = GraphicsData::new();
    drawing.stroke(Stroke::new(5.0), Color::RED).path(diagonal());
    let page = page(|canvas| canvas.draw_data(&drawing));
    assert!((red_area(&page) / 707.1068 - 1.0).abs() < 0.01);
    assert_eq!(page.get(150, 150), Some(Color::RED));
}

#[test]
fn t8_37_a_style_after_the_path_draws_nothing() {
    let mut drawing = GraphicsData::new();
    drawing.path(diagonal()).stroke(Stroke::new(5.0), Color::RED);
    assert_eq!(red_area(&page(|canvas| canvas.draw_data(&drawing))), 0.0);
    assert_eq!(drawing.bounds(), Aabb::EMPTY);
}

#[test]
fn t8_38_a_list_is_the_same_as_the_calls_and_can_be_changed() {
    let calls = page(|canvas| {
        canvas.fill(&horizontal(), Color::BLUE);
        canvas.stroke(&horizontal(), &Stroke::new(3.0), Color::RED);
        canvas.stroke(&diagonal(), &Stroke::new(3.0), Color::RED);
    });
    let mut drawing = GraphicsData::new();
    drawing.stroke(Stroke::new(3.0), Color::RED).fill(Color::BLUE).path(horizontal()).end_fill();
    drawing.path(diagonal());
    assert_eq!(page(|canvas| canvas.draw_data(&drawing)), calls);
    let mut thick = GraphicsData::new();
    thick.stroke(Stroke::new(9.0), Color::RED).fill(Color::BLUE).path(horizontal()).end_fill();
    thick.path(diagonal());
    if let Item::Stroke(Some(line)) = &mut drawing.items[0] {
        line.stroke.width = Width::Scaled(9.0);
    }
    assert_eq!(drawing, thick);
    assert_eq!(page(|canvas| canvas.draw_data(&drawing)), page(|canvas| canvas.draw_data(&thick)));
}

#[test]
fn draw_46_drawings_are_shared_and_answer_questions() {
    let mut drawing = GraphicsData::new();
    drawing.stroke(Stroke::new(10.0), Color::RED).path(diagonal());
    let shared = Arc::new(drawing);
    let twice = page(|canvas| {
        canvas.draw_data(&shared);
        canvas.transformed(Affine2::from_translation(vec2(50.0, 0.0)), |canvas| {
            canvas.draw_data(&shared);
        });
    });
    assert_eq!((twice.get(150, 150), twice.get(200, 150)), (Some(Color::RED), Some(Color::RED)));
    assert_eq!(shared.bounds(), Aabb::new(vec2(95.0, 95.0), vec2(205.0, 205.0)));
    assert!(shared.contains(vec2(150.0, 153.0)) && !shared.contains(vec2(150.0, 165.0)));
}

#[test]
fn history_draws_like_its_list() {
    let mut history = motile_stage::History::new();
    let line = Line { stroke: Stroke::new(4.0), paint: Color::RED.into() };
    assert!(history.begin(line, vec2(20.0, 20.0)));
    assert!(history.extend(vec2(200.0, 90.0)));
    assert!(history.extend(vec2(90.0, 200.0)));
    assert!(history.end());
    let by_list = page(|canvas| canvas.draw_data(&history.to_data()));
    assert_eq!(page(|canvas| canvas.draw_history(&history)), by_list);
    assert!(red_area(&by_list) > 500.0);
}
