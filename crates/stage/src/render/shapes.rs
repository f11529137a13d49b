//! Small shapes and pictures kept as sprites: drawn once, then copied.

use super::contents::touches;
use crate::{Canvas, Image, Shape};
use core::hash::{BuildHasherDefault, Hasher};
use motile_geom::{Aabb, Affine2, Affine2Ext, IRect, IVec2, StateHash, Vec2, ivec2, vec2};
use motile_pixels::{Blit, Sampling, Surface};
use std::collections::{HashMap, hash_map};

/// Largest shape or picture that is kept, in pixels of its box. Larger ones gain little: their pixels cost more
/// than their outline.
const MAX_AREA: f32 = 16384.0;

/// Places within a pixel at which a shape is kept, along each axis. The error is at most an eighth of a
/// pixel.
const PLACES: u32 = 4;

/// Memory for kept pictures in bytes; beyond it all are dropped and made anew when needed.
const MAX_BYTES: usize = 64 << 20;

/// Pictures not used for this many frames are dropped.
const MAX_AGE: u64 = 120;

/// Rasters of small shapes and of scaled pictures, by looks and by the linear part of their transform.
///
/// Keys are 64-bit hashes of everything that shows, compared by themselves: two looks with one key would be a picture in the
/// wrong place once in billions of years of frames.
#[derive(Default)]
pub(super) struct ShapeCache {
    entries: HashMap<u64, Entry, BuildHasherDefault<Identity>>,
    frame: u64,
    bytes: usize,
}

#[derive(Default)]
struct Entry {
    used: u64,
    /// The picture whose address is part of the key: while it is held nobody else gets that address.
    image: Option<Image>,
    /// One picture for each place within a pixel, once something was seen twice: what is seen once is told from it by a
    /// few bytes.
    places: Option<Box<Places>>,
}

type Places = [Option<Kept>; (PLACES * PLACES) as usize];

struct Kept {
    surface: Surface,
    /// From the whole pixel of the node's origin to the top left corner of the picture.
    offset: IVec2,
}

/// What to copy and where.
pub(super) struct Sprite<'a> {
    pub(super) surface: &'a Surface,
    pub(super) at: IVec2,
}

impl ShapeCache {
    /// Starts a frame: forgets what was not used for long.
    pub(super) fn begin_frame(&mut self) {
        self.frame += 1;
        let oldest = self.frame.saturating_sub(MAX_AGE);
        if self.frame.is_multiple_of(MAX_AGE) || self.bytes > MAX_BYTES {
            let all = self.bytes > MAX_BYTES;
            self.entries.retain(|_, entry| !all && entry.used >= oldest);
            let places = self.entries.values().filter_map(|entry| entry.places.as_ref());
            let pictures = places.flat_map(|places| places.iter().flatten());
            self.bytes = pictures.map(|kept| kept.surface.bytes().len()).sum();
        }
    }

    /// The picture of a shape under a transform, when it is small and was seen before under the same
    /// linear part. The first sight is not kept, so that what turns or grows all the time costs no
    /// memory.
    pub(super) fn get(
        &mut self,
        shape: &Shape,
        transform: Affine2,
        device: Aabb,
        canvas: &mut Canvas<'_>,
    ) -> Option<Sprite<'_>> {
        if !is_small(device) {
            return None;
        }
        let key = key(shape.key()?, transform);
        self.kept(key, None, (transform, device), canvas, |canvas| draw(shape, canvas))
    }

    /// A scaled picture with its top left corner at a point, when it is small and was seen before like this; as
    /// [`ShapeCache::get`]. Turned ones are not kept: what is turned keeps turning.
    pub(super) fn picture(
        &mut self,
        (image, sampling): (&Image, Sampling),
        corner: Vec2,
        transform: Affine2,
        canvas: &mut Canvas<'_>,
    ) -> Option<Sprite<'_>> {
        let size = vec2(image.width() as f32, image.height() as f32);
        let device = transform.transform_aabb(Aabb::from_size(corner, size));
        let scaled = transform.matrix2.x_axis.y == 0.0 && transform.matrix2.y_axis.x == 0.0;
        if !scaled || !is_small(device) || !touches(canvas.visible(), device) {
            return None;
        }
        let mut looks = StateHash::new();
        looks.write_u64(image.address());
        looks.write_u32(u32::from(sampling == Sampling::Bilinear));
        looks.write_vec2(corner);
        let key = key(looks.finish(), transform);
        self.kept(key, Some(image), (transform, device), canvas, |canvas| {
            canvas.image_with(image, corner, &Blit::default(), sampling);
        })
    }

    fn kept(
        &mut self,
        key: u64,
        image: Option<&Image>,
        (transform, device): (Affine2, Aabb),
        canvas: &mut Canvas<'_>,
        draw: impl FnOnce(&mut Canvas<'_>),
    ) -> Option<Sprite<'_>> {
        let entry = match self.entries.entry(key) {
            hash_map::Entry::Occupied(entry) => entry.into_mut(),
            hash_map::Entry::Vacant(entry) => {
                let image = image.cloned();
                entry.insert(Entry { used: self.frame, image, ..Entry::default() });
                return None;
            }
        };
        debug_assert!(
            entry.image.as_ref().zip(image).is_none_or(|(kept, image)| kept.is_same(image)),
            "held, so nobody else has its address"
        );
        entry.used = self.frame;
        let (pixel, place) = split(transform.translation);
        let places = entry.places.get_or_insert_default();
        let kept = &mut places[(place.y * PLACES as i32 + place.x) as usize];
        if kept.is_none() {
            let within = place.as_vec2() / PLACES as f32;
            let at_place = Affine2::from_mat2_translation(transform.matrix2, within);
            let moved = device.translated(within - transform.translation);
            let raster = raster(canvas, at_place, moved, draw)?;
            self.bytes += raster.surface.bytes().len();
            *kept = Some(raster);
        }
        let kept = kept.as_ref()?;
        Some(Sprite { surface: &kept.surface, at: pixel + kept.offset })
    }
}

/// The whole pixel below a point, and its place within that pixel, rounded.
fn split(point: Vec2) -> (IVec2, IVec2) {
    let steps = (point * PLACES as f32).round().as_ivec2();
    let places = ivec2(PLACES as i32, PLACES as i32);
    let place = steps.rem_euclid(places);
    ((steps - place) / places, place)
}

fn key(shape: u64, transform: Affine2) -> u64 {
    let mut hash = StateHash::new();
    hash.write_u64(shape);
    hash.write_vec2(transform.matrix2.x_axis);
    hash.write_vec2(transform.matrix2.y_axis);
    hash.finish()
}

/// Whether the box on the device is one of what is kept.
fn is_small(device: Aabb) -> bool {
    !device.is_empty() && device.area() <= MAX_AREA
}

fn raster(
    canvas: &mut Canvas<'_>,
    transform: Affine2,
    device: Aabb,
    draw: impl FnOnce(&mut Canvas<'_>),
) -> Option<Kept> {
    // A pixel around it for soft edges.
    let min = device.min.floor().as_ivec2() - IVec2::ONE;
    let size = (device.max.ceil().as_ivec2() + IVec2::ONE - min).as_uvec2();
    let area = IRect::new(min.x, min.y, size.x, size.y);
    let surface = canvas.raster(area, |canvas| {
        canvas.set_transform(transform);
        draw(canvas);
    })?;
    Some(Kept { surface, offset: min })
}

/// Draws fill, then line.
pub(super) fn draw(shape: &Shape, canvas: &mut Canvas<'_>) {
    if let Some(fill) = &shape.fill {
        canvas.fill_by(&shape.path, shape.rule, fill);
    }
    if let Some(stroke) = &shape.stroke {
        canvas.stroke(&shape.path, stroke, &shape.line);
    }
}

/// Keys are hashes already.
#[derive(Default)]
struct Identity(u64);

impl Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Renderer;
    use motile_geom::Mat2;
    use motile_pixels::Color;

    #[test]
    fn points_split_into_pixel_and_place() {
        assert_eq!(split(vec2(3.3, -0.1)), (ivec2(3, 0), ivec2(1, 0)));
        assert_eq!(split(vec2(3.9, -0.2)), (ivec2(4, -1), ivec2(0, 3)));
        assert_eq!(split(vec2(-7.5, 2.75)), (ivec2(-8, 2), ivec2(2, 3)));
    }

    #[test]
    fn the_second_sight_is_kept_and_others_are_not() {
        let mut cache = ShapeCache::default();
        let (mut renderer, mut surface) = (Renderer::new(), Surface::new(9, 9).unwrap());
        let mut canvas = renderer.begin(&mut surface).unwrap();
        let disc = Shape::circle(5.0).fill(Color::RED);
        let at = |x: f32| Affine2::from_translation(vec2(x, 10.0));
        let mut seen = |shape: &Shape, m: Affine2| {
            cache.get(shape, m, shape.device_bounds(m), &mut canvas).map(|sprite| sprite.at)
        };
        assert_eq!(seen(&disc, at(10.0)), None);
        assert_eq!(seen(&disc, at(10.0)), Some(ivec2(4, 4)));
        assert_eq!(seen(&disc, at(22.6)), Some(ivec2(16, 4)), "the key is shared by all places");
        let equal = Shape::circle(5.0).fill(Color::RED);
        assert!(seen(&equal, at(30.0)).is_some(), "and by equal shapes");
        assert_eq!(seen(&disc, at(0.0) * Affine2::from_scale(vec2(2.0, 2.0))), None);
        let large = Shape::circle(70.0).fill(Color::RED);
        assert_eq!((seen(&large, at(0.0)), seen(&large, at(0.0))), (None, None));
    }

    #[test]
    fn pictures_are_kept_by_who_they_are_and_how_they_lie() {
        let mut cache = ShapeCache::default();
        let (mut renderer, mut surface) = (Renderer::new(), Surface::new(99, 9).unwrap());
        let mut canvas = renderer.begin(&mut surface).unwrap();
        let red = Image::new(Surface::filled(8, 8, Color::RED).unwrap());
        let blue = Image::new(Surface::filled(8, 8, Color::BLUE).unwrap());
        let twice =
            |x: f32| Affine2::from_translation(vec2(x, 5.0)) * Affine2::from_scale(vec2(2.0, 2.0));
        let mut seen = |image: &Image, place: Affine2| {
            let sprite =
                cache.picture((image, Sampling::Nearest), vec2(-4.0, -4.0), place, &mut canvas);
            sprite.map(|sprite| (sprite.at, sprite.surface.get(9, 9)))
        };
        assert_eq!(seen(&red, twice(20.0)), None);
        let found = Some((ivec2(11, -4), Some(Color::RED)));
        assert_eq!(seen(&red, twice(20.0)), found, "sixteen pixels and one around them");
        assert_eq!(seen(&blue, twice(20.0)), None, "another picture");
        let turned = twice(20.0) * Affine2::from_mat2(Mat2::from_cols(Vec2::Y, -Vec2::X));
        assert_eq!((seen(&red, turned), seen(&red, turned)), (None, None), "not when it is turned");
        drop(blue);
        let green = Image::new(Surface::filled(8, 8, Color::GREEN).unwrap());
        assert_eq!(seen(&green, twice(20.0)), None, "not taken for the one that is gone");
    }

    #[test]
    fn what_is_not_used_is_dropped() {
        let mut cache = ShapeCache::default();
        let (mut renderer, mut surface) = (Renderer::new(), Surface::new(9, 9).unwrap());
        let mut canvas = renderer.begin(&mut surface).unwrap();
        let disc = Shape::circle(5.0).fill(Color::RED);
        for _ in 0..2 {
            let at = Affine2::IDENTITY;
            cache.get(&disc, at, disc.device_bounds(at), &mut canvas);
        }
        assert!(cache.bytes > 0);
        for _ in 0..2 * MAX_AGE {
            cache.begin_frame();
        }
        assert!(cache.entries.is_empty() && cache.bytes == 0);
    }
}
