//! Fills, strokes, clips, layers and pictures on a surface.

use motile_geom::{Aabb, Affine2, Affine2Ext, IRect, Vec2, ivec2, vec2};
use motile_pixels::{BlendMode, Blit, Color, Sampling, Surface};
use motile_stage::{
    BitmapPaint, Canvas, DrawReport, FillRule, Gradient, Image, Layer, Path, Renderer, Stroke,
};

/// A white surface after drawing.
fn drawn(width: u32, height: u32, draw: impl FnOnce(&mut Canvas<'_>)) -> (Surface, DrawReport) {
    let mut surface = Surface::opaque(width, height, Color::WHITE).unwrap();
    let mut renderer = Renderer::new();
    let mut canvas = renderer.begin(&mut surface).unwrap();
    draw(&mut canvas);
    let report = canvas.finish();
    (surface, report)
}

fn pixel(surface: &Surface, x: i32, y: i32) -> [u8; 3] {
    let color = surface.get(x, y).unwrap();
    [color.r, color.g, color.b]
}

const RED: [u8; 3] = [255, 0, 0];
const WHITE: [u8; 3] = [255; 3];

#[test]
fn draw_3_a_hairline_is_one_device_pixel_under_any_transform() {
    for scale in [0.01, 1.0, 50.0] {
        let (surface, _) = drawn(40, 40, |canvas| {
            canvas.transformed(Affine2::from_scale(Vec2::splat(scale)), |canvas| {
                let (a, b) = (vec2(0.0, 20.5) / scale, vec2(40.0, 20.5) / scale);
                canvas.line(a, b, &Stroke::new(0.0), Color::RED);
            });
        });
        assert_eq!(pixel(&surface, 20, 20), RED, "at scale {scale}");
        assert_eq!(pixel(&surface, 20, 19), WHITE);
        assert_eq!(pixel(&surface, 20, 21), WHITE);
    }
}

#[test]
fn strokes_scale_with_the_transform_or_not() {
    let across = |stroke: Stroke| {
        let (surface, _) = drawn(60, 60, |canvas| {
            canvas.transformed(Affine2::from_scale(vec2(1.0, 5.0)), |canvas| {
                canvas.line(vec2(0.0, 6.0), vec2(60.0, 6.0), &stroke, Color::RED);
            });
        });
        (0..60).filter(|&y| pixel(&surface, 30, y) == RED).count()
    };
    assert_eq!(across(Stroke::new(2.0)), 10);
    assert_eq!(across(Stroke::fixed(2.0)), 2);
}

#[test]
fn clips_confine_shapes_and_pictures() {
    let picture = Image::new(Surface::filled(20, 20, Color::BLUE).unwrap());
    let (surface, report) = drawn(40, 40, |canvas| {
        canvas.clip_rect(Aabb::from_size(vec2(10.0, 10.0), vec2(20.0, 20.0)), |canvas| {
            canvas.fill(&Path::rect(Aabb::from_size(Vec2::ZERO, vec2(40.0, 20.0))), Color::RED);
            canvas.image(&picture, vec2(20.0, 20.0));
        });
        let disc = Path::circle(vec2(5.0, 5.0), 3.0);
        canvas.clip_by(&disc, FillRule::NonZero, |canvas| canvas.image(&picture, Vec2::ZERO));
    });
    assert_eq!(pixel(&surface, 9, 15), WHITE);
    assert_eq!(pixel(&surface, 10, 15), RED);
    assert_eq!(pixel(&surface, 29, 29), [0, 0, 255]);
    assert_eq!(pixel(&surface, 30, 29), WHITE);
    assert_eq!(pixel(&surface, 5, 5), [0, 0, 255]);
    assert_eq!(pixel(&surface, 1, 1), WHITE);
    assert_eq!(report.blits, 1, "the round clip needs the vector renderer");
}

#[test]
fn paint_order_holds_between_shapes_and_pictures() {
    let picture = Image::new(Surface::filled(10, 10, Color::BLUE).unwrap());
    let (surface, report) = drawn(100, 100, |canvas| {
        canvas.fill(&Path::rect(Aabb::from_size(vec2(0.0, 0.0), vec2(20.0, 20.0))), Color::RED);
        canvas.image(&picture, vec2(5.0, 5.0));
        canvas.fill(&Path::rect(Aabb::from_size(vec2(8.0, 8.0), vec2(4.0, 4.0))), Color::GREEN);
    });
    assert_eq!(pixel(&surface, 2, 2), RED);
    assert_eq!(pixel(&surface, 6, 6), [0, 0, 255]);
    assert_eq!(pixel(&surface, 9, 9), [0, 255, 0]);
    assert_eq!(report.passes, 2);
    let (_, apart) = drawn(800, 600, |canvas| {
        for i in 0..100 {
            let at = vec2((i % 10) as f32 * 80.0, (i / 10) as f32 * 60.0);
            canvas.fill(&Path::circle(at + vec2(10.0, 10.0), 8.0), Color::RED);
            canvas.image(&picture, at + vec2(40.0, 0.0));
        }
    });
    assert_eq!(apart.passes, 1, "pictures that touch no waiting shape force no pass");
    assert_eq!((apart.shapes, apart.blits), (100, 100));
}

#[test]
fn layers_fade_as_one_picture() {
    let squares = |canvas: &mut Canvas<'_>| {
        canvas.fill(&Path::rect(Aabb::from_size(vec2(0.0, 0.0), vec2(20.0, 20.0))), Color::RED);
        canvas.fill(&Path::rect(Aabb::from_size(vec2(10.0, 10.0), vec2(20.0, 20.0))), Color::RED);
    };
    let (surface, _) = drawn(40, 40, |canvas| {
        canvas.layer(Layer::fade(0.5), squares);
    });
    assert_eq!(pixel(&surface, 5, 5), pixel(&surface, 15, 15), "no double cover");
    assert_eq!(pixel(&surface, 5, 5)[0], 255);
    assert!(pixel(&surface, 5, 5)[1].abs_diff(127) <= 1);
}

#[test]
fn a_mask_keeps_what_it_paints() {
    let mut surface = Surface::new(40, 40).unwrap();
    let mut renderer = Renderer::new();
    let mut canvas = renderer.begin(&mut surface).unwrap();
    canvas.layer(Layer::default(), |canvas| {
        canvas.fill(&Path::rect(Aabb::from_size(Vec2::ZERO, vec2(40.0, 40.0))), Color::RED);
        canvas.layer(Layer::MASK, |canvas| {
            canvas.fill(
                &Path::rect(Aabb::from_size(vec2(10.0, 10.0), vec2(10.0, 10.0))),
                Color::BLUE,
            );
        });
    });
    canvas.finish();
    assert_eq!(surface.get(15, 15), Some(Color::RED));
    assert_eq!(surface.get(5, 5), Some(Color::TRANSPARENT));
    assert_eq!(surface.get(30, 30), Some(Color::TRANSPARENT));
}

#[test]
fn every_blend_mode_of_a_layer_is_the_pixel_one() {
    let (top, below) = (Color::rgba(200, 100, 50, 255), Color::rgb(60, 120, 180));
    for mode in BlendMode::ALL {
        let mut surface = Surface::filled(8, 8, below).unwrap();
        let mut expected = surface.clone();
        expected.blend(&Surface::filled(4, 4, top).unwrap(), 2, 2, mode.clone());
        let mut renderer = Renderer::new();
        let mut canvas = renderer.begin(&mut surface).unwrap();
        let square = Aabb::from_size(vec2(2.0, 2.0), vec2(4.0, 4.0));
        canvas.layer(Layer::blend(mode.clone()).with_bounds(square), |canvas| {
            canvas.fill_rect(square, top);
        });
        canvas.finish();
        assert_eq!(surface, expected, "{mode:?}");
    }
}

#[test]
fn a_raster_is_the_shape_as_a_sprite() {
    let star = Path::star(vec2(20.0, 20.0), 5, 18.0, 9.0, 0.3);
    let (direct, _) = drawn(40, 40, |canvas| canvas.fill(&star, Color::RED));
    let (cached, report) = drawn(40, 40, |canvas| {
        canvas.fill(&Path::rect(Aabb::from_size(vec2(38.0, 38.0), vec2(2.0, 2.0))), Color::WHITE);
        let area = IRect::of_size(40, 40);
        let sprite = canvas.raster(area, |inner| inner.fill(&star, Color::RED)).unwrap();
        canvas.sprite(&sprite, ivec2(0, 0), &Blit::default());
    });
    assert_eq!(report.passes, 2);
    let worst = direct.bytes().iter().zip(cached.bytes()).map(|(a, b)| a.abs_diff(*b)).max();
    assert!(worst <= Some(2), "edges differ by {worst:?}");
    assert!(
        drawn(4, 4, |canvas| assert!(canvas.raster(IRect::EMPTY, |_| ()).is_none())).1.passes == 0
    );
}

#[test]
fn t8_41_a_bitmap_fill_lies_at_the_origin_and_repeats() {
    let mut tile = Surface::new(7, 5).unwrap();
    for y in 0..5 {
        for x in 0..7 {
            tile.set(x, y, Color::rgb(x as u8 * 30, y as u8 * 50, 99));
        }
    }
    let tile = Image::new(tile);
    let (surface, _) = drawn(120, 120, |canvas| {
        canvas.fill(&Path::rect(Aabb::from_size(vec2(90.0, 90.0), vec2(20.0, 20.0))), &tile);
    });
    assert_eq!(surface.get(100, 100), tile.get(100 % 7, 100 % 5));
    assert_eq!(surface.get(109, 93), tile.get(109 % 7, 93 % 5));
}

#[test]
fn turned_and_flipped_pictures_land_where_they_should() {
    let mut picture = Surface::filled(4, 2, Color::BLUE).unwrap();
    picture.set(0, 0, Color::RED);
    let picture = Image::new(picture);
    let (surface, report) = drawn(20, 20, |canvas| {
        let quarter = Affine2::from_translation(vec2(10.0, 0.0)) * Affine2::rotation(1.570_796_4);
        canvas.transformed(quarter, |canvas| {
            canvas.image_with(&picture, vec2(2.0, 2.0), &Blit::default(), Sampling::Nearest);
        });
        let flip = Blit { flip_x: true, ..Blit::default() };
        canvas.transformed(Affine2::from_scale(vec2(2.0, 2.0)), |canvas| {
            canvas.image_with(&picture, vec2(5.0, 5.0), &flip, Sampling::Nearest);
        });
    });
    // A quarter turn takes the picture's x to y and its y to −x.
    assert_eq!(pixel(&surface, 7, 2), RED);
    assert_eq!(pixel(&surface, 6, 5), [0, 0, 255]);
    assert_eq!(pixel(&surface, 17, 11), RED, "flipped: red at the right");
    assert_eq!(pixel(&surface, 10, 10), [0, 0, 255]);
    assert_eq!(report.blits, 0);
}

#[test]
fn gradients_run_from_first_to_last_color() {
    let (surface, _) = drawn(100, 10, |canvas| {
        let ramp =
            Gradient::linear(vec2(0.0, 0.0), vec2(100.0, 0.0), &[Color::BLACK, Color::WHITE]);
        canvas.fill_rect(Aabb::from_size(Vec2::ZERO, vec2(100.0, 10.0)), ramp);
    });
    for x in [0, 25, 50, 99] {
        let ideal = (x as f32 + 0.5) * 2.55;
        assert!((pixel(&surface, x, 5)[0] as f32 - ideal).abs() < 2.0, "at {x}");
    }
}

#[test]
fn a_paint_moves_with_the_shape_and_by_its_own_transform() {
    let mut dots = Surface::filled(2, 1, Color::WHITE).unwrap();
    dots.set(0, 0, Color::RED);
    let paint =
        BitmapPaint::new(&Image::new(dots)).with_transform(Affine2::placed(10.0, vec2(5.0, 0.0)));
    let (surface, _) = drawn(60, 20, |canvas| {
        canvas.transformed(Affine2::from_translation(vec2(3.0, 0.0)), |canvas| {
            canvas.fill_rect(Aabb::from_size(Vec2::ZERO, vec2(40.0, 20.0)), paint);
        });
    });
    assert_eq!(pixel(&surface, 8, 5), RED);
    assert_eq!(pixel(&surface, 17, 5), RED);
    assert_eq!(pixel(&surface, 18, 5), WHITE);
    assert_eq!(pixel(&surface, 28, 5), RED);
}

trait Placed {
    fn placed(scale: f32, at: Vec2) -> Self;
}

impl Placed for Affine2 {
    fn placed(scale: f32, at: Vec2) -> Self {
        Affine2::from_translation(at) * Affine2::from_scale(Vec2::splat(scale))
    }
}

#[test]
fn pix_9_without_smooth_edges_pixel_centers_decide() {
    let (surface, _) = drawn(20, 20, |canvas| {
        canvas.set_antialias(false);
        canvas.fill(&Path::rect(Aabb::from_size(vec2(2.4, 2.4), vec2(10.0, 10.0))), Color::RED);
    });
    let inside = (0..20).flat_map(|y| (0..20).map(move |x| (x, y)));
    for (x, y) in inside {
        let center = vec2(x as f32 + 0.5, y as f32 + 0.5);
        let covered = center.cmpge(vec2(2.4, 2.4)).all() && center.cmplt(vec2(12.4, 12.4)).all();
        assert_eq!(pixel(&surface, x, y), if covered { RED } else { WHITE }, "({x}, {y})");
    }
}

#[test]
fn bad_numbers_are_refused_and_counted() {
    let (surface, report) = drawn(10, 10, |canvas| {
        canvas.fill(&Path::circle(vec2(f32::NAN, 5.0), 3.0), Color::RED);
        canvas.fill(&Path::circle(vec2(5.0, 5.0), f32::INFINITY), Color::RED);
        canvas.stroke(&Path::line(Vec2::ZERO, vec2(9.0, 9.0)), &Stroke::new(f32::NAN), Color::RED);
        canvas.stroke(&Path::line(Vec2::ZERO, Vec2::NAN), &Stroke::new(2.0), Color::RED);
        let nowhere = Gradient::radial(Vec2::ZERO, f32::NAN, &[Color::RED, Color::RED]);
        canvas.fill(&Path::circle(vec2(5.0, 5.0), 3.0), nowhere);
        canvas.transformed(Affine2::from_scale(vec2(f32::NAN, 1.0)), |canvas| {
            canvas.fill(&Path::circle(vec2(5.0, 5.0), 3.0), Color::RED);
        });
        let nowhere = Path::circle(vec2(f32::NAN, 5.0), 9.0);
        canvas.clip(&nowhere, |canvas| {
            canvas.fill(&Path::circle(vec2(5.0, 5.0), 3.0), Color::RED);
        });
    });
    assert_eq!(report.refused, 6);
    assert_eq!(report.shapes, 0, "a clip that is not finite lets nothing through");
    assert_eq!(surface, Surface::opaque(10, 10, Color::WHITE).unwrap());
}

#[test]
fn huge_shapes_fill_the_view() {
    let (surface, _) = drawn(10, 10, |canvas| {
        canvas.fill(&Path::circle(Vec2::ZERO, 3e30), Color::RED);
    });
    assert!((0..10).all(|i| pixel(&surface, i, i) == RED));
    let (surface, _) = drawn(10, 10, |canvas| {
        let sloped = Path::polygon(&[vec2(-1e9, -1e9), vec2(1e9, 1e9), vec2(-1e9, 1e9)]);
        canvas.fill(&sloped, Color::RED);
    });
    assert_eq!((pixel(&surface, 2, 7), pixel(&surface, 7, 2)), (RED, WHITE));
}

#[test]
fn surfaces_over_the_limit_are_an_error() {
    let mut wide = Surface::new(65_536, 1).unwrap();
    let error = Renderer::new().begin(&mut wide).unwrap_err();
    assert!(error.to_string().contains("65536×1"));
}

#[test]
fn opaque_surfaces_stay_opaque() {
    let (surface, _) = drawn(80, 80, |canvas| {
        for i in 0..200 {
            let turn = Affine2::rotation(i as f32 * 0.7);
            let turned = Affine2::from_translation(vec2(40.0, 40.0)) * turn;
            canvas.transformed(turned, |canvas| {
                canvas.line(vec2(-39.0, 0.3), vec2(39.0, 0.1), &Stroke::new(0.2), Color::WHITE);
            });
            canvas.flush();
        }
    });
    assert_eq!(surface, Surface::opaque(80, 80, Color::WHITE).unwrap(), "white on white is white");
}
