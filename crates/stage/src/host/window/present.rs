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
}

impl Screen {
    pub(super) fn new(native: &Rc<Native>) -> Result<Self, String> {
        let context = softbuffer::Context::new(native.clone()).map_err(|e| e.to_string())?;
        let surface = softbuffer::Surface::new(&context, native.clone());
        let surface = surface.map_err(|error| error.to_string())?;
        Ok(Self { surface, scaled: None, outdated: true })
    }

    /// Draws the next picture even if it did not change.
    pub(super) const fn outdated(&mut self) {
        self.outdated = true;
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
        buffer.present().map_err(error)?;
        self.outdated = false;
        Ok(())
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
