//! Paints, filters and blend modes that the libraries do not know, through canvas and stage.

use motile_geom::{Aabb, Affine2, Affine2Ext, IRect, IVec2, Vec2, vec2};
use motile_pixels::{
    BlendMode, Color, Filter, Margin, PaintRow, PixelBlend, PixelFilter, PixelPaint, Surface,
};
use motile_stage::{
    Canvas, CustomPaint, GraphicsData, Image, Layer, Node, Paint, Painter, Path, Renderer, Shape,
    Stage, Stroke, Text,
};

/// Stripes one unit wide along x.
#[derive(Clone, Debug)]
struct Stripes(Color, Color);

impl PixelPaint for Stripes {
    fn row(&self, row: PaintRow, out: &mut [u32]) {
        for (i, pixel) in out.iter_mut().enumerate() {
            let even = row.position(i).x.floor().rem_euclid(2.0) == 0.0;
            *pixel = if even { self.0 } else { self.1 }.to_word();
        }
    }
}

/// One color, as a paint of one's own.
#[derive(Clone, Debug)]
struct Flat(Color);

impl PixelPaint for Flat {
    fn row(&self, _: PaintRow, out: &mut [u32]) {
        out.fill(self.0.to_word());
    }
}

#[derive(Clone, Debug)]
struct Broken(u32);

impl PixelPaint for Broken {
    fn row(&self, _: PaintRow, out: &mut [u32]) {
        out.fill(self.0);
    }
}

/// The source where it is brighter.
#[derive(Clone, Debug)]
struct Brighter;

impl PixelBlend for Brighter {
    fn row(&self, backdrop: &mut [u32], source: &[u32], _: IVec2) {
        let light = |word: u32| word.to_le_bytes()[..3].iter().map(|&c| u32::from(c)).sum::<u32>();
        for (to, &from) in backdrop.iter_mut().zip(source) {
            if light(from) > light(*to) {
                *to = from;
            }
        }
    }
}

/// Everything `shift` pixels to the right.
#[derive(Clone, Debug)]
struct Shift {
    shift: u32,
}

impl PixelFilter for Shift {
    fn margin(&self) -> Margin {
        Margin { right: self.shift, ..Margin::default() }
    }

    fn row(&self, picture: &Surface, from: IVec2, out: &mut [u32]) {
        for (i, pixel) in out.iter_mut().enumerate() {
            *pixel = picture.word(from.x + i as i32 - self.shift as i32, from.y);
        }
    }
}

/// Where in the drawing each pixel is, in red and green; blue says whether the backdrop to the left was blue.
#[derive(Clone, Debug)]
struct Places;

impl PixelBlend for Places {
    fn row(&self, _: &mut [u32], _: &[u32], _: IVec2) {}

    fn needs_area(&self) -> bool {
        true
    }

    fn area(&self, backdrop: &mut Surface, source: &Surface, at: IVec2, clip: IRect) {
        let before = backdrop.clone();
        for (x, y) in (0..source.width()).flat_map(|x| (0..source.height()).map(move |y| (x, y))) {
            let place = at + IVec2::new(x as i32, y as i32);
            if clip.contains(place.x, place.y) {
                let left = before.get(place.x - 1, place.y).map_or(0, |color| color.b);
                backdrop.set(place.x, place.y, Color::rgba(x as u8, y as u8, left, 255));
            }
        }
    }
}

/// As a filter: where in the picture each pixel is.
#[derive(Clone, Debug)]
struct FilterPlaces;

impl PixelFilter for FilterPlaces {
    fn row(&self, _: &Surface, from: IVec2, out: &mut [u32]) {
        for (i, pixel) in out.iter_mut().enumerate() {
            *pixel = Color::rgb((from.x + i as i32) as u8, from.y as u8, 0).to_word();
        }
    }
}

fn drawn(draw: impl FnOnce(&mut Canvas<'_>)) -> Surface {
    let mut surface = Surface::opaque(60, 60, Color::WHITE).unwrap();
    let mut renderer = Renderer::new();
    draw(&mut renderer.begin(&mut surface).unwrap());
    surface
}

/// The largest difference of two pictures in any channel.
fn difference(a: &Surface, b: &Surface) -> u8 {
    a.bytes().iter().zip(b.bytes()).map(|(a, b)| a.abs_diff(*b)).max().unwrap()
}

#[test]
fn a_flat_paint_of_ones_own_draws_what_a_color_draws() {
    let color = Color::rgba(30, 120, 220, 200);
    let all = |canvas: &mut Canvas<'_>, paint: Paint| {
        let turned = Affine2::from_translation(vec2(30.0, 30.0)) * Affine2::rotation(0.4);
        canvas.transformed(turned, |canvas| {
            canvas.clip(&Path::circle(vec2(3.0, 2.0), 24.3), |canvas| {
                canvas.fill(&Path::star(Vec2::ZERO, 5, 26.0, 12.0, 0.1), &paint);
                canvas.set_alpha(0.5);
                canvas.stroke(&Path::circle(Vec2::ZERO, 15.5), &Stroke::new(3.3), &paint);
                let text = Text::new("Qg", 30.0).layout().unwrap();
                canvas.text(&text, vec2(-20.0, -20.0), &paint);
            });
            canvas.set_antialias(false);
            canvas.fill_rect(Aabb::from_size(vec2(-30.0, 12.0), vec2(60.0, 5.0)), &paint);
        });
        canvas.layer(Layer::fade(0.5), |canvas| {
            canvas.fill_rect(Aabb::from_size(vec2(0.3, 0.6), vec2(12.0, 50.0)), &paint);
        });
    };
    let own = drawn(|canvas| all(canvas, Paint::custom(Flat(color))));
    let known = drawn(|canvas| all(canvas, color.into()));
    assert!(difference(&own, &known) <= 2, "{}", difference(&own, &known));
    assert_ne!(own, drawn(|_| {}));
}

#[test]
fn a_paint_moves_turns_and_scales_with_the_drawing_and_by_itself() {
    let stripes = Paint::custom(Stripes(Color::RED, Color::BLUE));
    let square = Path::rect(Aabb::from_size(Vec2::ZERO, Vec2::splat(4.0)));
    let scaled = Affine2::from_translation(vec2(10.0, 10.0)) * Affine2::from_scale(vec2(8.0, 8.0));
    let picture =
        drawn(|canvas| canvas.transformed(scaled, |canvas| canvas.fill(&square, &stripes)));
    let at = |x, y| picture.get(x, y).unwrap();
    assert_eq!(
        [at(12, 12), at(19, 30), at(27, 12), at(41, 40)],
        [Color::RED, Color::BLUE, Color::RED, Color::BLUE]
    );
    assert_eq!(at(43, 43), Color::WHITE);
    // A quarter turn of the paint alone: stripes along y.
    let turned = CustomPaint::new(Stripes(Color::RED, Color::BLUE))
        .with_transform(Affine2::rotation(core::f32::consts::FRAC_PI_2));
    let picture = drawn(|canvas| canvas.transformed(scaled, |canvas| canvas.fill(&square, turned)));
    assert_eq!(picture.get(12, 12), picture.get(40, 12));
    assert_ne!(picture.get(12, 12), picture.get(12, 20));
}

#[test]
fn paints_that_cannot_be_followed_are_refused_and_wrong_words_do_no_harm() {
    let mut surface = Surface::opaque(20, 20, Color::WHITE).unwrap();
    let mut renderer = Renderer::new();
    let mut canvas = renderer.begin(&mut surface).unwrap();
    let rect = Aabb::from_size(Vec2::ZERO, vec2(20.0, 20.0));
    for bad in [0.0, f32::NAN, f32::INFINITY] {
        let paint = CustomPaint::new(Flat(Color::RED));
        canvas.fill_rect(rect, paint.with_transform(Affine2::from_scale(vec2(bad, 1.0))));
    }
    assert_eq!(canvas.report().refused, 3);
    for word in [0x00FF_FFFF, 0x7FFF_FFFF, u32::MAX] {
        canvas.set_alpha(0.7);
        canvas.fill(&Path::circle(vec2(10.0, 10.0), 8.0), Paint::custom(Broken(word)));
    }
    canvas.finish();
    assert!(surface.bytes().chunks(4).all(|pixel| pixel[3] == 255));
}

#[test]
fn layers_and_nodes_blend_by_ones_own_rule() {
    let brighter = BlendMode::custom(Brighter);
    let picture = drawn(|canvas| {
        canvas.fill_rect(Aabb::from_size(Vec2::ZERO, vec2(60.0, 60.0)), Color::rgb(100, 100, 100));
        canvas.layer(Layer::blend(brighter.clone()), |canvas| {
            canvas.fill_rect(Aabb::from_size(Vec2::ZERO, vec2(20.0, 60.0)), Color::rgb(90, 90, 90));
            canvas.fill_rect(Aabb::from_size(vec2(40.0, 0.0), vec2(20.0, 60.0)), Color::YELLOW);
        });
    });
    let at = |x| picture.get(x, 30).unwrap();
    let gray = Color::rgb(100, 100, 100);
    assert_eq!((at(10), at(30), at(50)), (gray, gray, Color::YELLOW));

    let mut stage = Stage::new(60, 60).unwrap();
    stage.background = gray;
    let dark = Shape::rect(20.0, 20.0).fill(Color::BLACK).at(15.0, 30.0).with_rotation(0.2);
    stage.add(dark.with_blend(brighter.clone()));
    let image = Image::new(Surface::filled(10, 10, Color::YELLOW).unwrap());
    stage.add(
        motile_stage::Bitmap::new(image).at(40.0, 30.0).with_rotation(0.5).with_blend(brighter),
    );
    let mut surface = Surface::opaque(60, 60, Color::BLACK).unwrap();
    Painter::default().paint(&stage, &mut surface);
    assert_eq!(surface.get(15, 30), Some(gray));
    assert_eq!(surface.get(40, 36), Some(Color::YELLOW));
}

/// Adds a node at a place.
type Add<'a> = &'a dyn Fn(&mut Stage, Vec2);

/// SHADER-15: pixels are counted from the corner of the foreground's bounds, wherever it stands and however much of it shows.
#[test]
fn shader_15_blends_that_look_around_count_from_the_corner_of_the_drawing() {
    let picture = || motile_stage::Bitmap::new(Surface::filled(10, 8, Color::RED).unwrap());
    let group = |stage: &mut Stage, at: Vec2| {
        let group = stage.add(Node::group().at(at.x, at.y).with_blend(BlendMode::custom(Places)));
        for x in [0.0, 5.0] {
            let half = Shape::rect(5.0, 8.0).fill(Color::RED).at(x + 2.5, 4.0);
            stage.add_to(group, half).unwrap();
        }
    };
    let bitmap: Add<'_> = &|stage, at| {
        stage.add(picture().at(at.x, at.y).with_blend(BlendMode::custom(Places)));
    };
    let shape: Add<'_> = &|stage, at| {
        let shape = Shape::rect(10.0, 8.0).fill(Color::RED).at(at.x + 5.0, at.y + 4.0);
        stage.add(shape.with_blend(BlendMode::custom(Places)));
    };
    let cached: Add<'_> = &|stage, at| {
        let node = picture().at(at.x, at.y).with_blend(BlendMode::custom(Places));
        let id = stage.add(node);
        stage[id].cached = true;
    };
    for (name, add) in [("bitmap", bitmap), ("shape", shape), ("cached", cached), ("group", &group)]
    {
        for at in [vec2(20.0, 30.0), vec2(-4.0, -3.0), vec2(55.0, 57.0)] {
            let mut stage = Stage::new(60, 60).unwrap();
            stage.background = Color::BLUE;
            add(&mut stage, at);
            let mut surface = Surface::opaque(60, 60, Color::BLACK).unwrap();
            Painter::default().paint(&stage, &mut surface);
            for (x, y) in (0..10).flat_map(|x| (0..8).map(move |y| (x, y))) {
                let (px, py) = (at.x as i32 + x, at.y as i32 + y);
                let left = if px > 0 { 255 } else { 0 };
                let Some(color) = surface.get(px, py) else { continue };
                assert_eq!(color, Color::rgb(x as u8, y as u8, left), "{name} {at} {x} {y}");
            }
        }
    }
}

/// T-41: a filter counts from the corner of the object, wherever the object is.
#[test]
fn shader_t41_filters_count_from_the_corner_of_the_object() {
    for at in [vec2(10.0, 10.0), vec2(31.0, 27.0)] {
        let mut stage = Stage::new(60, 60).unwrap();
        let shape = Shape::rect(10.0, 8.0).fill(Color::RED).at(at.x + 5.0, at.y + 4.0);
        stage.add(shape.with_filter(Filter::custom(FilterPlaces)));
        let mut surface = Surface::opaque(60, 60, Color::BLACK).unwrap();
        Painter::default().paint(&stage, &mut surface);
        assert_eq!(surface.get(at.x as i32, at.y as i32), Some(Color::rgb(0, 0, 0)));
        assert_eq!(surface.get(at.x as i32 + 9, at.y as i32 + 7), Some(Color::rgb(9, 7, 0)));
    }
}

#[test]
fn a_filter_of_ones_own_is_kept_and_edited_in_place() {
    let mut stage = Stage::new(60, 60).unwrap();
    let square = Shape::rect(10.0, 10.0).fill(Color::RED).at(20.0, 30.0);
    let id = stage.add(square.with_filter(Filter::custom(Shift { shift: 10 })));
    let mut painter = Painter::default();
    let mut paint = |stage: &Stage| {
        let mut surface = Surface::opaque(60, 60, Color::BLACK).unwrap();
        painter.paint(stage, &mut surface);
        (painter.report(), surface)
    };
    let picture = paint(&stage).1;
    assert_eq!((picture.get(20, 30), picture.get(30, 30)), (Some(Color::WHITE), Some(Color::RED)));
    assert_eq!(paint(&stage).0.shapes, 0, "the picture is kept");
    stage[id].filters[0].custom_mut::<Shift>().unwrap().shift = 25;
    let (report, picture) = paint(&stage);
    assert_eq!((report.shapes, picture.get(45, 30)), (1, Some(Color::RED)));
    assert!(stage[id].filters[0].custom_mut::<Shift>().is_some());
}

#[test]
fn shapes_and_drawings_carry_it() {
    let stripes = Paint::custom(Stripes(Color::RED, Color::RED));
    let mut stage = Stage::new(60, 60).unwrap();
    let id = stage.add(Shape::circle(10.0).fill(&stripes).at(20.0, 20.0));
    let mut data = GraphicsData::new();
    data.fill(&stripes).path(Path::circle(vec2(40.0, 40.0), 10.0)).end_fill();
    let group = stage.add(Node::group());
    let drawing = stage.add(motile_stage::Drawing::new(data.clone()).node());
    stage.move_under(drawing, group).unwrap();
    let mut surface = Surface::opaque(60, 60, Color::BLACK).unwrap();
    let mut painter = Painter::default();
    for _ in 0..3 {
        painter.paint(&stage, &mut surface);
        assert_eq!(
            (surface.get(20, 20), surface.get(40, 40)),
            (Some(Color::RED), Some(Color::RED))
        );
    }
    let shape = stage[id].shape_mut().unwrap();
    let fill = shape.edit().fill.as_mut().unwrap();
    fill.custom_mut::<Stripes>().unwrap().0 = Color::BLUE;
    fill.custom_mut::<Stripes>().unwrap().1 = Color::BLUE;
    painter.paint(&stage, &mut surface);
    assert_eq!(surface.get(20, 20), Some(Color::BLUE));
    assert_eq!(surface.get(40, 40), Some(Color::RED), "the clone is as it was");
    let text = data.to_text();
    assert!(GraphicsData::parse(&text).is_ok(), "{text}");
}
