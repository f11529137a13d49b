//! The canvas beside tiny-skia and beside vello_cpu, on which it stands: fills, strokes, gradients, text.

use crate::runner::Bench;
use motile_geom::{Rng, Vec2, vec2};
use motile_pixels::{Color, Surface};
use motile_stage::{Canvas, FillRule, Gradient, Paint, Path, PathSegment, Renderer, Stroke, Text};
use std::hint::black_box;
use vello_cpu::{
    Pixmap, RenderContext, Resources,
    color::{AlphaColor, Srgb},
    kurbo::{self, BezPath},
    peniko::{self, Fill},
};

const SIZE: (u16, u16) = (800, 600);

/// All rows of the topic.
pub fn run(bench: &mut Bench) {
    fills(bench);
    strokes(bench);
    gradients(bench);
    text(bench);
    one_path(bench);
}

/// A page of ours, kept as a program keeps it from frame to frame.
struct Ours {
    renderer: Renderer,
    surface: Surface,
}

impl Ours {
    fn new() -> Self {
        let surface = Surface::opaque(SIZE.0.into(), SIZE.1.into(), Color::WHITE).unwrap();
        Self { renderer: Renderer::new(), surface }
    }

    fn draw(&mut self, draw: impl FnOnce(&mut Canvas<'_>)) -> u32 {
        self.surface.fill(Color::WHITE);
        let mut canvas = self.renderer.begin(&mut self.surface).unwrap();
        draw(&mut canvas);
        canvas.finish();
        black_box(self.surface.words()[0])
    }
}

/// The same for vello_cpu alone.
struct Vello {
    context: RenderContext,
    resources: Resources,
    target: Pixmap,
}

impl Vello {
    fn new() -> Self {
        let (context, target) = (RenderContext::new(SIZE.0, SIZE.1), Pixmap::new(SIZE.0, SIZE.1));
        Self { context, resources: Resources::new(), target }
    }

    fn draw(&mut self, draw: impl FnOnce(&mut RenderContext)) -> u32 {
        self.context.reset();
        self.context.set_paint(AlphaColor::<Srgb>::WHITE);
        let page = kurbo::Rect::new(0.0, 0.0, SIZE.0.into(), SIZE.1.into());
        self.context.fill_rect(&page);
        draw(&mut self.context);
        self.context.flush();
        self.context.render(&mut self.target, &mut self.resources);
        black_box(u32::from(self.target.data_as_u8_slice()[0]))
    }
}

/// The same for tiny-skia.
struct Skia(tiny_skia::Pixmap);

impl Skia {
    fn new() -> Self {
        Self(tiny_skia::Pixmap::new(SIZE.0.into(), SIZE.1.into()).unwrap())
    }

    fn draw(&mut self, draw: impl FnOnce(&mut tiny_skia::Pixmap)) -> u32 {
        self.0.fill(tiny_skia::Color::WHITE);
        draw(&mut self.0);
        black_box(u32::from(self.0.data()[0]))
    }
}

fn color(index: usize) -> Color {
    Color::rgb((index * 37) as u8, (index * 91) as u8, (index * 13) as u8)
}

fn vello_color(color: Color) -> AlphaColor<Srgb> {
    AlphaColor::from_rgba8(color.r, color.g, color.b, color.a)
}

fn skia_paint(color: Color) -> tiny_skia::Paint<'static> {
    let mut paint = tiny_skia::Paint::default();
    paint.set_color_rgba8(color.r, color.g, color.b, color.a);
    paint
}

fn vello_path(path: &Path) -> BezPath {
    let at = |v: Vec2| kurbo::Point::new(v.x.into(), v.y.into());
    let mut out = BezPath::new();
    for segment in path.segments() {
        match segment {
            PathSegment::Move(p) => out.move_to(at(p)),
            PathSegment::Line(p) => out.line_to(at(p)),
            PathSegment::Quad(c, p) => out.quad_to(at(c), at(p)),
            PathSegment::Cubic(c, d, p) => out.curve_to(at(c), at(d), at(p)),
            PathSegment::Close => out.close_path(),
        }
    }
    out
}

fn skia_path(path: &Path) -> tiny_skia::Path {
    let mut out = tiny_skia::PathBuilder::new();
    for segment in path.segments() {
        match segment {
            PathSegment::Move(p) => out.move_to(p.x, p.y),
            PathSegment::Line(p) => out.line_to(p.x, p.y),
            PathSegment::Quad(c, p) => out.quad_to(c.x, c.y, p.x, p.y),
            PathSegment::Cubic(c, d, p) => out.cubic_to(c.x, c.y, d.x, d.y, p.x, p.y),
            PathSegment::Close => out.close(),
        }
    }
    out.finish().unwrap()
}

fn places(count: usize) -> Vec<Vec2> {
    let mut rng = Rng::new(8);
    let size = vec2(SIZE.0.into(), SIZE.1.into());
    (0..count).map(|_| rng.in_rect(Vec2::ZERO, size)).collect()
}

/// 1,000 stars in solid colors.
fn fills(bench: &mut Bench) {
    const COUNT: usize = 1000;
    let stars: Vec<Path> =
        places(COUNT).into_iter().map(|at| Path::star(at, 5, 24.0, 11.0, at.x)).collect();
    let (vello_stars, skia_stars): (Vec<_>, Vec<_>) =
        stars.iter().map(|star| (vello_path(star), skia_path(star))).unzip();
    let (mut ours, mut again, mut vello, mut skia) =
        (Ours::new(), Ours::new(), Vello::new(), Skia::new());
    let draw = |canvas: &mut Canvas<'_>| {
        for (index, star) in stars.iter().enumerate() {
            canvas.fill_by(star, FillRule::NonZero, color(index));
        }
    };
    let by_vello = |context: &mut RenderContext| {
        for (index, star) in vello_stars.iter().enumerate() {
            context.set_paint(vello_color(color(index)));
            context.fill_path(star);
        }
    };
    let by_skia = |pixmap: &mut tiny_skia::Pixmap| {
        let (rule, identity) = (tiny_skia::FillRule::Winding, tiny_skia::Transform::identity());
        for (index, star) in skia_stars.iter().enumerate() {
            pixmap.fill_path(star, &skia_paint(color(index)), rule, identity, None);
        }
    };
    bench.compare("canvas/fills", "tiny-skia", COUNT, || ours.draw(draw), || skia.draw(by_skia));
    bench.compare("canvas/fills", "vello_cpu", COUNT, || again.draw(draw), || vello.draw(by_vello));
}

/// 1,000 curves, three pixels wide with round ends.
fn strokes(bench: &mut Bench) {
    const COUNT: usize = 1000;
    let points = places(COUNT * 3);
    let curves: Vec<Path> = points
        .chunks_exact(3)
        .map(|p| {
            let mut path = Path::new();
            path.move_to(p[0]).quad_to(p[0].lerp(p[1], 0.2), p[0].lerp(p[2], 0.2));
            path
        })
        .collect();
    let (vello_curves, skia_curves): (Vec<_>, Vec<_>) =
        curves.iter().map(|curve| (vello_path(curve), skia_path(curve))).unzip();
    let stroke = Stroke::new(3.0).with_cap(motile_stage::Cap::Round);
    let vello_stroke =
        kurbo::Stroke::new(3.0).with_caps(kurbo::Cap::Round).with_join(kurbo::Join::Round);
    let skia_stroke = tiny_skia::Stroke {
        width: 3.0,
        line_cap: tiny_skia::LineCap::Round,
        line_join: tiny_skia::LineJoin::Round,
        ..Default::default()
    };
    let (mut ours, mut again, mut vello, mut skia) =
        (Ours::new(), Ours::new(), Vello::new(), Skia::new());
    let draw = |canvas: &mut Canvas<'_>| {
        for (index, curve) in curves.iter().enumerate() {
            canvas.stroke(curve, &stroke, color(index));
        }
    };
    let by_vello = |context: &mut RenderContext| {
        context.set_stroke(vello_stroke.clone());
        for (index, curve) in vello_curves.iter().enumerate() {
            context.set_paint(vello_color(color(index)));
            context.stroke_path(curve);
        }
    };
    let by_skia = |pixmap: &mut tiny_skia::Pixmap| {
        let identity = tiny_skia::Transform::identity();
        for (index, curve) in skia_curves.iter().enumerate() {
            pixmap.stroke_path(curve, &skia_paint(color(index)), &skia_stroke, identity, None);
        }
    };
    bench.compare("canvas/strokes", "tiny-skia", COUNT, || ours.draw(draw), || skia.draw(by_skia));
    bench.compare(
        "canvas/strokes",
        "vello_cpu",
        COUNT,
        || again.draw(draw),
        || vello.draw(by_vello),
    );
}

/// 200 discs with a linear gradient each.
fn gradients(bench: &mut Bench) {
    const COUNT: usize = 200;
    const RADIUS: f32 = 40.0;
    let places = places(COUNT);
    let discs: Vec<(Path, Paint)> = places
        .iter()
        .map(|&at| {
            let colors = [Color::ORANGE, Color::BLUE];
            let paint = Gradient::linear(at - RADIUS, at + RADIUS, &colors);
            (Path::circle(at, RADIUS), paint.into())
        })
        .collect();
    let vello_discs: Vec<_> = places
        .iter()
        .zip(&discs)
        .map(|(at, (disc, _))| {
            let (a, b) = (*at - RADIUS, *at + RADIUS);
            let [a, b] = [a, b].map(|p| kurbo::Point::new(p.x.into(), p.y.into()));
            let stops = [Color::ORANGE, Color::BLUE].map(vello_color);
            (vello_path(disc), peniko::Gradient::new_linear(a, b).with_stops(stops))
        })
        .collect();
    let skia_discs: Vec<_> = places
        .iter()
        .zip(&discs)
        .map(|(at, (disc, _))| {
            let (a, b) = (*at - RADIUS, *at + RADIUS);
            let [a, b] = [a, b].map(|p| tiny_skia::Point::from_xy(p.x, p.y));
            let stop = |offset, c: Color| {
                tiny_skia::GradientStop::new(
                    offset,
                    tiny_skia::Color::from_rgba8(c.r, c.g, c.b, c.a),
                )
            };
            let stops = vec![stop(0.0, Color::ORANGE), stop(1.0, Color::BLUE)];
            let spread = tiny_skia::SpreadMode::Pad;
            let identity = tiny_skia::Transform::identity();
            let shader = tiny_skia::LinearGradient::new(a, b, stops, spread, identity).unwrap();
            let paint = tiny_skia::Paint { shader, ..Default::default() };
            (skia_path(disc), paint)
        })
        .collect();
    let (mut ours, mut again, mut vello, mut skia) =
        (Ours::new(), Ours::new(), Vello::new(), Skia::new());
    let draw = |canvas: &mut Canvas<'_>| {
        for (disc, paint) in &discs {
            canvas.fill(disc, paint);
        }
    };
    let by_vello = |context: &mut RenderContext| {
        for (disc, paint) in &vello_discs {
            context.set_paint(paint.clone());
            context.fill_path(disc);
        }
    };
    let by_skia = |pixmap: &mut tiny_skia::Pixmap| {
        let (rule, identity) = (tiny_skia::FillRule::Winding, tiny_skia::Transform::identity());
        for (disc, paint) in &skia_discs {
            pixmap.fill_path(disc, paint, rule, identity, None);
        }
    };
    bench.compare(
        "canvas/gradients",
        "tiny-skia",
        COUNT,
        || ours.draw(draw),
        || skia.draw(by_skia),
    );
    let peer = || vello.draw(by_vello);
    bench.compare("canvas/gradients", "vello_cpu", COUNT, || again.draw(draw), peer);
}

/// 100 lines of text of 20 characters, set once and drawn each frame.
fn text(bench: &mut Bench) {
    const COUNT: usize = 100;
    let layout = Text::new("The quick brown foxes", 16.0).layout().unwrap();
    let places = places(COUNT);
    let outline = vello_path(layout.outline());
    let (mut ours, mut vello) = (Ours::new(), Vello::new());
    bench.compare(
        "canvas/text",
        "vello_cpu, outlines",
        COUNT,
        || {
            ours.draw(|canvas| {
                for &at in &places {
                    canvas.text(&layout, at, Color::BLACK);
                }
            })
        },
        || {
            vello.draw(|context| {
                context.set_fill_rule(Fill::NonZero);
                context.set_paint(vello_color(Color::BLACK));
                for at in &places {
                    context.set_transform(kurbo::Affine::translate((at.x.into(), at.y.into())));
                    context.fill_path(&outline);
                }
                context.reset_transform();
            })
        },
    );
}

/// A sketch of 100,000 short lines in one call, beside a call for each (M8-2).
fn one_path(bench: &mut Bench) {
    const COUNT: usize = 100_000;
    let points: Vec<Vec2> = (0..=COUNT)
        .map(|i| {
            let turn = motile_geom::ops::sin_cos(i as f32 * 0.37);
            vec2(400.0, 300.0) + vec2(turn.1, turn.0) * (i as f32 * 0.0028)
        })
        .collect();
    let whole = Path::polyline(&points);
    let parts: Vec<Path> = points.windows(2).map(|ends| Path::line(ends[0], ends[1])).collect();
    let (mut ours, mut theirs) = (Ours::new(), Ours::new());
    bench.compare(
        "canvas/one-path",
        "a call for each line",
        COUNT,
        || ours.draw(|canvas| canvas.stroke(&whole, &Stroke::HAIRLINE, Color::BLACK)),
        || {
            theirs.draw(|canvas| {
                for part in &parts {
                    canvas.stroke(part, &Stroke::HAIRLINE, Color::BLACK);
                }
            })
        },
    );
}
