//! What the operations are called with.

use motile_geom::{IRect, IVec2, Vec2, ivec2, vec2};
use motile_pixels::{Channel, Color, ColorTransform, Surface, classic};

/// Numbers from bytes; zeros when they end.
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl Bytes<'_> {
    pub(super) fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    pub(super) fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    pub(super) fn number(&mut self) -> u32 {
        u32::from_le_bytes([(); 4].map(|()| self.byte()))
    }

    /// One of a list.
    pub(super) fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[usize::from(self.byte()) % list.len()].clone()
    }

    /// Any `f32`, or one near a small surface.
    pub(super) fn real(&mut self) -> f32 {
        if self.flag() { f32::from_bits(self.number()) } else { f32::from(self.byte() as i8) / 8.0 }
    }

    pub(super) fn point(&mut self) -> Vec2 {
        vec2(self.real(), self.real())
    }

    pub(super) fn color(&mut self) -> Color {
        Color::argb(self.number())
    }

    pub(super) fn channel(&mut self) -> Channel {
        self.pick(&[Channel::Red, Channel::Green, Channel::Blue, Channel::Alpha])
    }

    pub(super) fn transform(&mut self) -> ColorTransform {
        let mut four = || [(); 4].map(|()| self.real());
        ColorTransform { factor: four(), offset: four() }
    }

    /// Any `i32`, or one near a small surface.
    pub(super) fn near(&mut self) -> i32 {
        let byte = self.byte();
        if byte & 7 == 7 { self.number() as i32 } else { i32::from(byte as i8) / 6 }
    }

    pub(super) fn place(&mut self) -> IVec2 {
        ivec2(self.near(), self.near())
    }

    pub(super) fn rect(&mut self) -> IRect {
        let corner = self.place();
        IRect::new(corner.x, corner.y, self.near() as u32, self.near() as u32)
    }

    pub(super) fn surface(&mut self) -> Surface {
        let (size, seed) = (self.byte(), self.number());
        let (width, height) = (u32::from(size & 15) + 1, u32::from(size >> 4) + 1);
        let opaque = seed & 1 == 1;
        let made = if opaque {
            Surface::opaque(width, height, Color::BLACK)
        } else {
            Surface::new(width, height)
        };
        let mut surface = made.unwrap_or_else(|error| panic!("{width}×{height}: {error}"));
        classic::fill_noise(&mut surface, seed as i32, 0, 255, [true; 4], seed & 2 == 2);
        surface
    }
}
