//! Golden pictures of the canvas: paints, strokes, fill rules, text, blends, pictures.

use core::f32::consts::{FRAC_PI_4, TAU};
use motile_geom::{Aabb, Affine2, Affine2Ext, Vec2, vec2};
use motile_pixels::{BlendMode, Blit, Color, Sampling, Surface};
use motile_stage::classic::ClassicPath;
use motile_stage::{
    BitmapPaint, Canvas, Cap, FillRule, Gradient, Image, Interpolation, Join, Layer, Paint, Path,
    Renderer, Spread, Stop, Stroke, Text, TextAlign,
};

/// Draws on white and compares; on ARM, whose multiply-add is fused, edges may differ by 1.
fn golden(name: &str, width: u32, height: u32, draw: impl FnOnce(&mut Canvas<'_>)) {
    let mut surface = Surface::opaque(width, height, Color::WHITE).unwrap();
    let mut renderer = Renderer::new();
    let mut canvas = renderer.begin(&mut surface).unwrap();
    draw(&mut canvas);
    let report = canvas.finish();
    assert_eq!(report.refused, 0);
    motile_proof::golden(name, &surface);
}

fn frame(x: i32, y: i32, side: f32) -> Aabb {
    Aabb::from_size(vec2(x as f32, y as f32) * side + 4.0, Vec2::splat(side - 8.0))
}

#[test]
fn golden_gradients_with_every_spread() {
    let colors = [Color::hex(0x20_3A_8F), Color::ORANGE, Color::WHITE];
    golden("gradients", 400, 300, |canvas| {
        for (y, spread) in [Spread::Pad, Spread::Reflect, Spread::Repeat].into_iter().enumerate() {
            let kinds: [fn(Aabb, &[Color]) -> Gradient; 3] = [
                |b, c| Gradient::linear(b.center() - 20.0, b.center() + 20.0, c),
                |b, c| Gradient::radial(b.center(), 30.0, c),
                |b, c| Gradient::focal(b.center(), 30.0, b.center() + vec2(-20.0, -10.0), c),
            ];
            for (x, kind) in kinds.into_iter().enumerate() {
                let place = frame(x as i32, y as i32, 100.0);
                canvas.fill_rect(place, kind(place, &colors).with_spread(spread));
            }
            let place = frame(3, y as i32, 100.0);
            let mut mixed = Gradient::linear(place.min, vec2(place.max.x, place.min.y), &[])
                .with_spread(spread)
                .with_stops(&[
                    Stop::new(0.0, Color::RED),
                    Stop::new(0.5, Color::rgba(255, 0, 0, 0)),
                    Stop::new(0.5, Color::BLUE),
                    Stop::new(1.0, Color::GREEN),
                ]);
            if y == 1 {
                mixed.interpolation = Interpolation::LinearRgb;
            }
            canvas.fill(&Path::round_rect(place, 20.0), mixed);
        }
    });
}

#[test]
fn golden_strokes_caps_joins_dashes() {
    let zigzag =
        Path::polyline(&[vec2(15.0, 75.0), vec2(40.0, 20.0), vec2(55.0, 70.0), vec2(85.0, 60.0)]);
    golden("strokes", 400, 300, |canvas| {
        let mut place = |x: i32, y: i32, path: &Path, stroke: &Stroke, paint: Paint| {
            let corner = Affine2::from_translation(vec2(x as f32, y as f32) * 100.0);
            canvas.transformed(corner, |canvas| {
                canvas.stroke(path, stroke, paint);
                canvas.stroke(path, &Stroke::HAIRLINE, Color::BLACK);
            });
        };
        let blue = || Paint::from(Color::rgba(60, 120, 220, 160));
        for (x, cap) in [Cap::Butt, Cap::Round, Cap::Square].into_iter().enumerate() {
            place(x as i32, 0, &zigzag, &Stroke::new(14.0).with_cap(cap), blue());
        }
        for (x, join) in [Join::Round, Join::Bevel, Join::Miter].into_iter().enumerate() {
            let stroke = Stroke::new(14.0).with_join(join);
            place(x as i32, 1, &zigzag, &Stroke { miter_limit: 6.0, ..stroke }, blue());
        }
        place(3, 0, &zigzag, &Stroke::new(8.0).with_dash(&[12.0, 6.0], 0.0), blue());
        let dotted = Stroke::new(6.0).with_cap(Cap::Round).with_dash(&[0.0, 10.0], 0.0);
        place(3, 1, &Path::circle(vec2(50.0, 50.0), 35.0), &dotted, blue());
        let rainbow = Gradient::linear(
            vec2(10.0, 10.0),
            vec2(90.0, 90.0),
            &[Color::RED, Color::YELLOW, Color::BLUE],
        );
        place(
            0,
            2,
            &Path::star(vec2(50.0, 50.0), 5, 40.0, 18.0, -TAU / 4.0),
            &Stroke::new(7.0),
            rainbow.into(),
        );
        let mut curve = Path::new();
        curve.move_to(vec2(10.0, 80.0)).cubic_to(
            vec2(30.0, -60.0),
            vec2(70.0, 160.0),
            vec2(90.0, 20.0),
        );
        place(1, 2, &curve, &Stroke::new(10.0).with_cap(Cap::Round), blue());
        for (x, stroke) in [(2, Stroke::new(6.0)), (3, Stroke::fixed(6.0))] {
            canvas.transformed(
                Affine2::from_translation(vec2(x as f32 * 100.0, 200.0)),
                |canvas| {
                    canvas.transformed(Affine2::from_scale(vec2(2.0, 0.5)), |canvas| {
                        canvas.stroke(&Path::circle(vec2(25.0, 100.0), 17.0), &stroke, blue());
                    });
                },
            );
        }
    });
}

#[test]
fn golden_winding_rules_g8_5() {
    let bar =
        |corners: [(i32, i32); 4]| Path::polygon(&corners.map(|(x, y)| vec2(x as f32, y as f32)));
    let vertical = bar([(150, 100), (200, 100), (200, 250), (150, 250)]);
    let horizontal = bar([(100, 150), (250, 150), (250, 200), (100, 200)]);
    golden("winding", 480, 320, |canvas| {
        for variant in 0..6 {
            let (x, y) = ((variant % 3) as f32 * 160.0 - 95.0, (variant / 3) as f32 * 160.0 - 95.0);
            canvas.transformed(Affine2::from_translation(vec2(x, y)), |canvas| {
                let (mut path, mut second) = (vertical.clone(), horizontal.clone());
                if variant >= 4 {
                    second = second.reversed();
                }
                if variant == 5 {
                    path = path.reversed();
                }
                if variant == 1 {
                    canvas.fill(&path, Color::RED);
                    canvas.fill(&second, Color::RED);
                } else {
                    path.append(&second);
                    let rule = if variant < 3 { FillRule::EvenOdd } else { FillRule::NonZero };
                    canvas.fill_by(&path, rule, Color::RED);
                }
            });
        }
    });
}

#[test]
fn golden_curves_and_lines_g8_4() {
    let data = [
        200.0, 200.0, 250.0, 100.0, 300.0, 200.0, 400.0, 250.0, 300.0, 300.0, 250.0, 400.0, 200.0,
        300.0, 100.0, 250.0, 200.0, 200.0,
    ];
    let path = |codes: &[i32]| ClassicPath::from_codes(codes, &data).unwrap().to_path().unwrap();
    let overlays: [&[i32]; 4] = [
        &[1, 2, 2, 2, 2],
        &[1, 2, 2, 2, 2, 2, 2, 2, 2],
        &[1, 5, 5, 5, 5],
        &[1, 0, 2, 0, 2, 0, 2, 0, 2],
    ];
    golden("curves_and_lines", 640, 160, |canvas| {
        for (x, codes) in overlays.into_iter().enumerate() {
            let place = Affine2::from_translation(vec2(x as f32 * 160.0 - 45.0, -45.0));
            canvas.transformed(place * Affine2::from_scale(Vec2::splat(0.5)), |canvas| {
                canvas.stroke(&path(&[1, 3, 3, 3, 3]), &Stroke::HAIRLINE, Color::BLACK);
                canvas.stroke(&path(codes), &Stroke::HAIRLINE, Color::rgba(0, 0, 0, 128));
            });
        }
    });
}

#[test]
fn golden_text_wrapped_aligned_turned() {
    let words = "Things that move: sprites, springs and shoals. AVATAR Tölpel Жук Ωμέγα";
    golden("text", 480, 320, |canvas| {
        for (i, align) in [TextAlign::Left, TextAlign::Center, TextAlign::Right, TextAlign::Justify]
            .into_iter()
            .enumerate()
        {
            let at = vec2(10.0 + i as f32 * 118.0, 10.0);
            let text = Text::new(words, 14.0).with_width(105.0).with_align(align);
            let layout = text.layout().unwrap();
            canvas.fill_rect(Aabb::from_size(at, layout.size()), Color::hex(0xEE_F2_FF));
            canvas.text(&layout, at, Color::BLACK);
        }
        let title = Text::new("motile", 90.0).layout().unwrap();
        let sloped = Affine2::from_translation(vec2(40.0, 210.0)) * Affine2::rotation(-0.15);
        let sunset = Gradient::linear(
            vec2(0.0, 0.0),
            vec2(300.0, 0.0),
            &[Color::RED, Color::ORANGE, Color::BLUE],
        );
        canvas.transformed(sloped, |canvas| canvas.text(&title, Vec2::ZERO, sunset));
        let mut corner = Affine2::from_translation(vec2(360.0, 190.0));
        for size in [8.0, 10.0, 12.0, 16.0, 24.0] {
            let line = Text::new(format!("{size} pixels"), size).layout().unwrap();
            canvas.transformed(corner, |canvas| canvas.text(&line, Vec2::ZERO, Color::BLACK));
            corner *= Affine2::from_translation(vec2(0.0, line.size().y));
        }
    });
}

#[test]
fn golden_blend_modes_clips_and_masks() {
    golden("blends", 400, 320, |canvas| {
        for (i, mode) in BlendMode::ALL.into_iter().enumerate() {
            let place = frame(i as i32 % 5, i as i32 / 5, 80.0);
            let sky = Gradient::linear(
                place.min,
                vec2(place.max.x, place.min.y),
                &[Color::hex(0x30_60_C0), Color::YELLOW],
            );
            // In a layer of its own, so that alpha and erase have something to take from.
            canvas.layer(Layer::default().with_bounds(place), |canvas| {
                canvas.fill_rect(place, sky);
                let layer = Layer { blend: mode, alpha: 0.9, bounds: Some(place) };
                canvas.layer(layer, |canvas| {
                    canvas.fill(&Path::circle(place.center(), 26.0), Color::hex(0xC0_40_80));
                });
            });
        }
        let place = frame(4, 2, 80.0);
        let star = Path::star(place.center(), 6, 36.0, 20.0, 0.2);
        let stripes = Gradient::linear(place.min, place.min + 6.0, &[Color::RED, Color::WHITE]);
        canvas.clip_by(&star, FillRule::NonZero, |canvas| {
            canvas.fill_rect(place, stripes.with_spread(Spread::Repeat));
        });
        let place = frame(0, 3, 80.0);
        let strip = Aabb::new(place.min, place.max + vec2(320.0, 0.0));
        canvas.layer(Layer::fade(0.8).with_bounds(strip), |canvas| {
            for i in 0..5 {
                canvas.fill_rect(
                    frame(i, 3, 80.0),
                    if i % 2 == 0 { Color::BLUE } else { Color::GREEN },
                );
            }
            let text = Text::new("masked by text", 48.0).layout().unwrap();
            canvas.layer(Layer::MASK, |canvas| {
                canvas.text(&text, vec2(12.0, 244.0), Color::BLACK);
            });
        });
    });
}

fn checkers() -> Image {
    let mut surface = Surface::new(16, 16).unwrap();
    for y in 0..16 {
        for x in 0..16 {
            let dark = (x / 4 + y / 4) % 2 == 0;
            let color = if dark { Color::hex(0x70_20_A0) } else { Color::rgba(250, 200, 40, 220) };
            surface.set(x, y, if x < 2 && y < 2 { Color::RED } else { color });
        }
    }
    Image::new(surface)
}

#[test]
fn golden_pictures_turned_tinted_tiled() {
    let image = checkers();
    golden("pictures", 320, 240, |canvas| {
        canvas.image(&image, vec2(10.0, 10.0));
        for (i, sampling) in [Sampling::Bilinear, Sampling::Nearest].into_iter().enumerate() {
            let at = Affine2::from_translation(vec2(90.0 + i as f32 * 110.0, 10.0));
            let turn =
                at * Affine2::rotation(FRAC_PI_4 * 0.5) * Affine2::from_scale(Vec2::splat(4.0));
            canvas.transformed(turn, |canvas| {
                canvas.image_with(&image, Vec2::ZERO, &Blit::default(), sampling);
            });
        }
        let tinted = Blit { flip_x: true, flip_y: true, ..Blit::default() }
            .with_tint(Color::rgba(80, 255, 160, 200));
        canvas.image_with(&image, vec2(10.0, 40.0), &tinted, Sampling::Bilinear);
        canvas.transformed(Affine2::from_translation(vec2(10.5, 70.25)), |canvas| {
            canvas.image_with(&image, Vec2::ZERO, &tinted, Sampling::Bilinear);
        });
        canvas.image_with(
            &image,
            vec2(40.0, 10.0),
            &Blit::default().with_blend(BlendMode::Difference),
            Sampling::Bilinear,
        );
        let turned = Affine2::rotation(0.3) * Affine2::from_scale(Vec2::splat(1.5));
        let tiles =
            BitmapPaint::new(&image).with_transform(turned).with_sampling(Sampling::Bilinear);
        canvas.fill(&Path::circle(vec2(70.0, 175.0), 55.0), tiles);
        let once = BitmapPaint::new(&image)
            .with_transform(
                Affine2::from_translation(vec2(180.0, 150.0))
                    * Affine2::from_scale(Vec2::splat(3.0)),
            )
            .with_repeat(false);
        canvas.fill(
            &Path::round_rect(Aabb::from_size(vec2(150.0, 130.0), vec2(150.0, 100.0)), 20.0),
            once,
        );
    });
}
