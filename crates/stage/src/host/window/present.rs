//! The picture on its way to the display.

use super::View;
use core::num::NonZeroU32;
use motile_geom::{Affine2, vec2};
use motile_pixels::{Blit, Color, Sampling, Surface, SurfaceError};
use std::rc::Rc;
use winit::window::Window as Native;

/// Color of the bars beside a fitted picture.
const BARS: Color = Color::hex(0x15_1515);

pub(super) struct Screen {
    surface: softbuffer::Surface<Rc<Native>, Rc<Native>>,
    /// The picture at the size of the window, when that differs.
    scaled: Option<Surface>,
    outdated: bool,
    /// Pixels for each point of the window, while a lamp tells that a device is on.
    lamp: Option<f32>,
}

impl Screen {
    pub(super) fn new(native: &Rc<Native>) -> Result<Self, String> {
        let context = softbuffer::Context::new(native.clone()).map_err(|e| e.to_string())?;
        let surface = softbuffer::Surface::new(&context, native.clone());
        let surface = surface.map_err(|error| error.to_string())?;
        Ok(Self { surface, scaled: None, outdated: true, lamp: None })
    }

    /// Draws the next picture even if it did not change.
    pub(super) const fn outdated(&mut self) {
        self.outdated = true;
    }

    /// Lights a lamp in the corner, of a size for so many pixels a point, or puts it out.
    pub(super) fn set_lamp(&mut self, density: Option<f32>) {
        self.outdated |= self.lamp != density;
        self.lamp = density;
    }

    /// Puts a picture on the display. A window of no size, as when minimized, shows nothing.
    pub(super) fn show(
        &mut self,
        picture: &Surface,
        (width, height): (u32, u32),
        view: View,
        changed: bool,
    ) -> Result<(), String> {
        let (Some(wide), Some(high)) = (NonZeroU32::new(width), NonZeroU32::new(height)) else {
            return Ok(());
        };
        if !changed && !self.outdated {
            return Ok(());
        }
        let error = |error: softbuffer::SoftBufferError| error.to_string();
        self.surface.resize(wide, high).map_err(error)?;
        let same = (picture.width(), picture.height()) == (width, height) && view.scale == 1.0;
        let shown = if same {
            picture
        } else {
            let fitted = fit(self.scaled.take(), picture, (width, height), view)?;
            self.scaled.insert(fitted)
        };
        // Only before a picture that does come: Wayland answers with the next beat after it, and one that
        // never comes would be the last.
        self.surface.window().pre_present_notify();
        let mut buffer = self.surface.buffer_mut().map_err(error)?;
        for (to, from) in buffer.iter_mut().zip(shown.bytes().chunks_exact(4)) {
            *to = u32::from_be_bytes([0, from[0], from[1], from[2]]);
        }
        if let Some(density) = self.lamp {
            draw_lamp(&mut buffer, width, density);
        }
        buffer.present().map_err(error)?;
        self.outdated = false;
        Ok(())
    }
}

/// A red disc with a dark rim in the upper right corner: a window that fills the screen has no title to say that a microphone or camera is on.
fn draw_lamp(pixels: &mut [u32], width: u32, density: f32) {
    let reach = 14.0 * density;
    for (y, row) in pixels.chunks_exact_mut(width as usize).take(reach as usize).enumerate() {
        for (x, pixel) in row.iter_mut().rev().take(reach as usize).enumerate() {
            let middle = vec2(8.0, 8.0) * density;
            let distance = middle.distance(vec2(x as f32 + 0.5, y as f32 + 0.5)) / density;
            if distance < 4.0 {
                *pixel = 0xE0_3030;
            } else if distance < 5.5 {
                *pixel = 0x15_1515;
            }
        }
    }
}

/// The picture at the size of the window, on `old` when that has the size.
fn fit(
    old: Option<Surface>,
    picture: &Surface,
    (width, height): (u32, u32),
    view: View,
) -> Result<Surface, String> {
    let message = |error: SurfaceError| error.to_string();
    let mut fitted = match old.filter(|old| (old.width(), old.height()) == (width, height)) {
        Some(old) => old,
        None => Surface::opaque(width, height, BARS).map_err(message)?,
    };
    fitted.fill(BARS);
    if view.scale == 1.0 {
        fitted.blit(picture, view.offset.x as i32, view.offset.y as i32);
        return Ok(fitted);
    }
    let whole = view.scale.fract() == 0.0;
    let sampling = if whole { Sampling::Nearest } else { Sampling::Bilinear };
    let place =
        Affine2::from_translation(view.offset) * Affine2::from_scale(vec2(view.scale, view.scale));
    fitted.draw(picture, &place, sampling, &Blit::default());
    Ok(fitted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weak_5_18_a_full_screen_shows_that_a_device_is_on() {
        let mut pixels = vec![0xFF_FFFF; 64 * 40];
        draw_lamp(&mut pixels, 64, 1.0);
        let at = |pixels: &[u32], x: usize, y: usize| pixels[y * 64 + x];
        assert_eq!((at(&pixels, 55, 8), at(&pixels, 55, 3)), (0xE0_3030, 0x15_1515));
        assert_eq!((at(&pixels, 45, 8), at(&pixels, 55, 20)), (0xFF_FFFF, 0xFF_FFFF));
        // Twice as large where a point has two pixels; windows smaller than it are no panic.
        draw_lamp(&mut pixels, 64, 2.0);
        assert_eq!(at(&pixels, 47, 16), 0xE0_3030);
        draw_lamp(&mut pixels[..6], 3, 2.0);
        draw_lamp(&mut [], 1, 1.0);
    }
}
