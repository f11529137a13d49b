//! Small unchanged shapes kept as sprites.

use super::Canvas;
use super::layers::device_pixels;
use core::hash::{BuildHasherDefault, Hasher};
use motile_geom::{Aabb, Affine2, IVec2, ivec2, vec2};
use motile_pixels::{Blit, Surface};
use std::collections::HashMap;

/// Rasters of small shapes, drawn again as sprites while the shape and its scale, turn and skew stay
/// the same.
///
/// A shape is drawn as vectors the first time it is seen in a position class and kept from the second
/// time on, so a shape that turns or changes every frame never fills the cache. Places are rounded to a
/// fraction of a pixel ([`SpriteCache::steps`]); every fraction is a raster of its own.
///
/// Call [`SpriteCache::next_frame`] once a frame.
#[derive(Debug)]
pub struct SpriteCache {
    /// Places within a pixel that are told apart along each axis: 1 puts shapes on whole pixels, 4 (the
    /// default) is off by at most an eighth of a pixel. At most 16.
    pub steps: u32,
    /// Longest side of a raster, pixels; larger shapes are always drawn as vectors.
    pub max_side: u32,
    /// Pixels kept before the rasters not used of late are dropped.
    pub max_pixels: u64,
    sprites: HashMap<(Class, [u8; 2]), Sprite, Hashing>,
    seen: HashMap<Class, u64, Hashing>,
    frame: u64,
    pixels: u64,
}

impl Default for SpriteCache {
    fn default() -> Self {
        Self::new()
    }
}

/// A shape in one scale, turn, skew and alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Class {
    id: u64,
    matrix: [u32; 4],
    alpha: u32,
}

#[derive(Debug)]
struct Sprite {
    surface: Surface,
    /// From the whole part of the shape's place to the raster's top left pixel.
    offset: IVec2,
    used: u64,
}

impl SpriteCache {
    /// An empty cache: quarter pixels, sides up to 128, 4 million pixels (16 MB).
    pub fn new() -> Self {
        Self {
            steps: 4,
            max_side: 128,
            max_pixels: 4_000_000,
            sprites: HashMap::default(),
            seen: HashMap::default(),
            frame: 0,
            pixels: 0,
        }
    }

    /// Notes that a frame is done, and drops what was not used in the last two when too much is kept.
    pub fn next_frame(&mut self) {
        self.frame += 1;
        let oldest = self.frame.saturating_sub(2);
        if self.seen.len() > 4096 {
            self.seen.retain(|_, last| *last >= oldest);
        }
        if self.pixels > self.max_pixels {
            self.sprites.retain(|_, sprite| sprite.used >= oldest);
            self.pixels = self.sprites.values().map(|s| s.surface.bounds().area()).sum();
        }
    }

    /// Forgets every raster.
    pub fn clear(&mut self) {
        self.sprites.clear();
        self.seen.clear();
        self.pixels = 0;
    }

    /// Places told apart along each axis.
    fn grid(&self) -> f32 {
        self.steps.clamp(1, 16) as f32
    }

    /// How many rasters are kept.
    pub fn len(&self) -> u32 {
        self.sprites.len() as u32
    }

    /// Whether no raster is kept.
    pub fn is_empty(&self) -> bool {
        self.sprites.is_empty()
    }
}

impl Canvas<'_> {
    /// Draws a shape, as a sprite when the cache has it. `id` stands for what `draw` draws, so a changed
    /// shape needs a new one; `bounds` holds it in drawing coordinates, lines included. `draw` draws it
    /// with the transform of the canvas it is given.
    pub fn cached(
        &mut self,
        cache: &mut SpriteCache,
        id: u64,
        bounds: Aabb,
        mut draw: impl FnMut(&mut Canvas<'_>),
    ) {
        let Some((class, place, whole)) = self.classify(cache, id) else {
            return draw(self);
        };
        if let Some(sprite) = cache.sprites.get_mut(&(class, place)) {
            sprite.used = cache.frame;
            let at = whole + sprite.offset;
            return self
                .at_full_alpha(|canvas| canvas.sprite(&sprite.surface, at, &Blit::default()));
        }
        let familiar = cache.seen.insert(class, cache.frame).is_some();
        let within = vec2(place[0] as f32, place[1] as f32) / cache.grid();
        let transform = Affine2::from_mat2_translation(self.transform.matrix2, within);
        let area = device_pixels(bounds, transform);
        let small = area.width.max(area.height) <= cache.max_side && !area.is_empty();
        if !familiar || !small {
            return draw(self);
        }
        let alpha = self.alpha;
        let raster = self.raster(area, |inner| {
            inner.set_transform(transform);
            inner.set_alpha(alpha);
            draw(inner);
        });
        let Some(surface) = raster else { return draw(self) };
        let at = whole + area.origin();
        self.at_full_alpha(|canvas| canvas.sprite(&surface, at, &Blit::default()));
        cache.pixels += area.area();
        let sprite = Sprite { surface, offset: area.origin(), used: cache.frame };
        cache.sprites.insert((class, place), sprite);
    }

    /// The raster holds the alpha already.
    fn at_full_alpha(&mut self, draw: impl FnOnce(&mut Self)) {
        let alpha = core::mem::replace(&mut self.alpha, 1.0);
        draw(self);
        self.alpha = alpha;
    }

    /// The class of the present transform, the place within a pixel and the whole pixels; `None` where
    /// a sprite cannot stand in.
    fn classify(&self, cache: &SpriteCache, id: u64) -> Option<(Class, [u8; 2], IVec2)> {
        let steps = cache.grid();
        let clipped_straight = self.renderer.clips.last().is_none_or(|clip| clip.whole_pixels);
        let grid = (self.transform.translation * steps).round();
        let usable = self.transform.is_finite()
            && grid.abs().max_element() < 1e9
            && clipped_straight
            && self.antialias;
        if !usable {
            return None;
        }
        let (x, y, n) = (grid.x as i32, grid.y as i32, steps as i32);
        let matrix = self.transform.matrix2.to_cols_array().map(f32::to_bits);
        let place = [x.rem_euclid(n) as u8, y.rem_euclid(n) as u8];
        let class = Class { id, matrix, alpha: self.alpha.to_bits() };
        Some((class, place, ivec2(x.div_euclid(n), y.div_euclid(n))))
    }
}

type Hashing = BuildHasherDefault<Mixer>;

/// A quick hash for keys that are already well spread; nothing depends on its order.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ (mixed >> 29);
    }
}
