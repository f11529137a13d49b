//! Sprites, tiles, blurs and picture analysis beside vello_cpu, tiny-skia, the image crate and OpenCV.

use crate::{opencv::OpenCv, runner::Bench};
use image::{RgbaImage, imageops};
use motile_geom::{IRect, IVec2, Rng, ivec2};
use motile_pixels::{Blit, Blur, Color, Convolution, Scratch, Surface, classic};
use std::{hint::black_box, sync::Arc};
use tiny_skia::{PixmapPaint, Transform};
use vello_cpu::{
    Image, ImageSource, RenderContext, Resources,
    kurbo::{Affine, Rect},
    peniko::{Extend, ImageQuality, ImageSampler},
};

const SPRITES: usize = 10_000;
const SIDE: u32 = 32;

/// All rows of the topic.
pub fn run(bench: &mut Bench) {
    sprites(bench, "pixels/sprites-over", &disc(255));
    sprites(bench, "pixels/sprites-glass", &disc(128));
    tiles(bench);
    blurs(bench);
    opencv(bench);
}

/// A ball with a rim two pixels soft; `alpha` 255 is solid inside, less is glass throughout.
fn disc(alpha: u8) -> Surface {
    let mut sprite = Surface::new(SIDE, SIDE).unwrap();
    let center = (SIDE as f32 - 1.0) / 2.0;
    for y in 0..SIDE as i32 {
        for x in 0..SIDE as i32 {
            let (dx, dy) = (x as f32 - center, y as f32 - center);
            let cover = ((16.0 - (dx * dx + dy * dy).sqrt()) / 2.0).clamp(0.0, 1.0);
            let color = Color::rgb(x as u8 * 8, y as u8 * 8, 160);
            sprite.set(x, y, color.with_alpha((cover * f32::from(alpha)) as u8));
        }
    }
    sprite
}

pub(crate) fn vello_image(picture: &Surface) -> Image {
    let (width, height) = (picture.width() as u16, picture.height() as u16);
    let mut pixmap = vello_cpu::Pixmap::new(width, height);
    pixmap.data_as_u8_slice_mut().copy_from_slice(picture.bytes());
    pixmap.recompute_may_have_transparency();
    Image {
        image: ImageSource::Pixmap(Arc::new(pixmap)),
        sampler: ImageSampler {
            x_extend: Extend::Pad,
            y_extend: Extend::Pad,
            quality: ImageQuality::Low,
            alpha: 1.0,
        },
    }
}

/// Draws the picture at every place with vello_cpu: build the scene, then render it.
fn vello_draw(
    (context, resources): (&mut RenderContext, &mut Resources),
    target: &mut vello_cpu::Pixmap,
    image: &Image,
    places: &[IVec2],
    size: u32,
) {
    context.reset();
    let rect = Rect::new(0.0, 0.0, f64::from(size), f64::from(size));
    context.set_paint(image.clone());
    for place in places {
        context.set_transform(Affine::translate((f64::from(place.x), f64::from(place.y))));
        context.fill_rect(&rect);
    }
    context.flush();
    context.render(target, resources);
}

pub(crate) fn skia_pixmap(picture: &Surface) -> tiny_skia::Pixmap {
    let mut pixmap = tiny_skia::Pixmap::new(picture.width(), picture.height()).unwrap();
    pixmap.data_mut().copy_from_slice(picture.bytes());
    pixmap
}

/// Ten thousand sprites of 32×32, source-over, into 800×600.
fn sprites(bench: &mut Bench, name: &str, sprite: &Surface) {
    if !bench.wants(name) {
        return;
    }
    let (width, height) = (800, 600);
    let mut rng = Rng::new(1);
    let places: Vec<IVec2> =
        (0..SPRITES).map(|_| ivec2(rng.int(-16..width - 16), rng.int(-16..height - 16))).collect();
    let mut screen = Surface::opaque(width as u32, height as u32, Color::GRAY).unwrap();

    let image = vello_image(sprite);
    let mut context = RenderContext::new(width as u16, height as u16);
    let mut resources = Resources::new();
    let mut pixmap = vello_cpu::Pixmap::new(width as u16, height as u16);
    bench.compare(
        name,
        "vello_cpu",
        SPRITES,
        || draw(&mut screen, sprite, &places),
        || vello_draw((&mut context, &mut resources), &mut pixmap, &image, &places, SIDE),
    );
    let (skia_sprite, mut skia_screen) = (skia_pixmap(sprite), skia_pixmap(&screen));
    let paint = PixmapPaint::default();
    bench.compare(
        name,
        "tiny-skia",
        SPRITES,
        || draw(&mut screen, sprite, &places),
        || {
            for &IVec2 { x, y } in &places {
                let pixels = skia_sprite.as_ref();
                skia_screen.draw_pixmap(x, y, pixels, &paint, Transform::identity(), None);
            }
        },
    );
    let solid = Surface::opaque(SIDE, SIDE, Color::ORANGE).unwrap();
    let mut other = screen.clone();
    bench.compare(
        name,
        "one call a sprite, ours",
        SPRITES,
        || draw(&mut screen, sprite, &places),
        || {
            for place in &places {
                other.blit(sprite, place.x, place.y);
            }
            other.words()[0]
        },
    );
    bench.compare(
        name,
        "opaque copies, ours",
        SPRITES,
        || draw(&mut screen, sprite, &places),
        || draw(&mut other, &solid, &places),
    );
}

fn draw(screen: &mut Surface, sprite: &Surface, places: &[IVec2]) {
    screen.blit_all(sprite, places, &Blit::default());
    black_box(screen.words()[0]);
}

/// Opaque tiles of 32×32 over 1920×1080 (the last row is cut).
fn tiles(bench: &mut Bench) {
    let name = "pixels/tiles-opaque";
    if !bench.wants(name) {
        return;
    }
    let tile = Surface::opaque(SIDE, SIDE, Color::ORANGE).unwrap();
    let mut screen = Surface::opaque(1920, 1080, Color::BLACK).unwrap();
    let places: Vec<IVec2> =
        (0..34).flat_map(|row| (0..60).map(move |column| ivec2(column * 32, row * 32))).collect();
    let source = screen.clone();
    let mut copied = screen.clone();
    bench.compare(
        name,
        "memcpy of the same bytes",
        places.len(),
        || draw(&mut screen, &tile, &places),
        || copied.words_mut().copy_from_slice(black_box(source.words())),
    );
    let image = vello_image(&tile);
    let mut context = RenderContext::new(1920, 1080);
    let mut resources = Resources::new();
    let mut pixmap = vello_cpu::Pixmap::new(1920, 1080);
    bench.compare(
        name,
        "vello_cpu",
        places.len(),
        || draw(&mut screen, &tile, &places),
        || vello_draw((&mut context, &mut resources), &mut pixmap, &image, &places, SIDE),
    );
}

/// A picture with detail everywhere.
fn picture(width: u32, height: u32) -> Surface {
    let mut picture = Surface::opaque(width, height, Color::BLACK).unwrap();
    classic::fill_noise(&mut picture, 3, 0, 255, [true, true, true, false], false);
    picture
}

/// Box blur on one megapixel.
fn blurs(bench: &mut Bench) {
    if !bench.wants("pixels/blur-r8") && !bench.wants("pixels/blur-r32") {
        return;
    }
    let picture = picture(1000, 1000);
    let image = RgbaImage::from_raw(1000, 1000, picture.to_rgba()).unwrap();
    let (mut target, mut scratch) = (picture.clone(), Scratch::default());
    // The box of radius 8 has this standard deviation.
    let sigma = (288.0f32 / 12.0).sqrt();
    let mut blur = |radius: f32| {
        Blur::new(radius).apply_into(&picture, &mut target, &mut scratch).unwrap();
        target.words()[0]
    };
    bench.compare(
        "pixels/blur-r8",
        "image blur",
        1 << 20,
        || blur(8.0),
        || imageops::blur(&image, sigma),
    );
    bench.compare(
        "pixels/blur-r8",
        "image fast_blur",
        1 << 20,
        || blur(8.0),
        || imageops::fast_blur(&image, sigma),
    );
    let (mut other, mut memory) = (picture.clone(), Scratch::default());
    bench.compare(
        "pixels/blur-r32",
        "radius 8, ours",
        1 << 20,
        || blur(32.0),
        || {
            Blur::new(8.0).apply_into(&picture, &mut other, &mut memory).unwrap();
            other.words()[0]
        },
    );
}

/// Camera work on 640×480 beside OpenCV on one thread, which runs in Python and times itself.
fn opencv(bench: &mut Bench) {
    let works = ["pixels/convolve-3x3", "pixels/difference-threshold", "pixels/range-bounds"];
    if !works.iter().any(|name| bench.wants(name)) {
        return;
    }
    let Some(mut peer) = OpenCv::start(include_str!("opencv.py"), &[], &works) else { return };
    let n = 640 * 480;
    let before = picture(640, 480);
    let mut after = before.clone();
    after.fill_rect(IRect::new(200, 100, 80, 60), Color::rgb(200, 30, 40));
    let (mut target, mut scratch) = (before.clone(), Scratch::default());
    let kernel = [1, 2, 1, 2, 4, 2, 1, 2, 1].map(|weight| weight as f32);
    let kernel = Convolution::new(3, 3, kernel.to_vec()).with_divisor(16.0);
    bench.compare_process(
        works[0],
        "OpenCV filter2D",
        n,
        || kernel.apply_into(&before, &mut target, &mut scratch),
        |calls| peer.time("convolve", calls),
    );
    bench.compare_process(
        works[1],
        "OpenCV absdiff + threshold",
        n,
        || target.mark_motion(&before, &after, 51),
        |calls| peer.time("difference", calls),
    );
    let (min, max) = (Color::rgb(190, 20, 30), Color::rgb(210, 40, 50));
    let mut plain = Surface::opaque(640, 480, Color::rgb(16, 16, 16)).unwrap();
    plain.fill_rect(IRect::new(200, 100, 80, 60), Color::rgb(200, 30, 40));
    bench.compare_process(
        works[2],
        "OpenCV inRange + boundingRect",
        n,
        || plain.color_range_bounds(min, max),
        |calls| peer.time("bounds", calls),
    );
}
