//! What is beside a model: files by name, and pictures in them.

use super::ModelError;
use crate::{Color, Surface};
use std::sync::Arc;

/// Gives files by name, and the pictures of those that are no PNG.
pub(super) struct Beside<'a> {
    pub(super) file: &'a mut dyn FnMut(&str) -> Option<Vec<u8>>,
    pub(super) decode: &'a mut dyn FnMut(&[u8]) -> Option<Surface>,
}

/// What alpha means to a material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AlphaMode {
    /// Nothing: all of it is opaque.
    Opaque,
    /// From this alpha on it is opaque, below clear; above 255 all of it is clear.
    Cut(u16),
    /// How opaque it is.
    Blend,
}

impl Beside<'_> {
    /// Reads a picture.
    pub(super) fn picture(
        &mut self,
        name: &str,
        bytes: &[u8],
        mode: AlphaMode,
    ) -> Result<Arc<Surface>, ModelError> {
        let mut picture = match Surface::read_png(bytes, mode != AlphaMode::Opaque) {
            Ok(picture) => picture,
            Err(error) => {
                let is_other = !bytes.starts_with(b"\x89PNG");
                let other = is_other.then(|| (self.decode)(bytes)).flatten();
                other.ok_or_else(|| ModelError::Picture { name: name.to_owned(), error })?
            }
        };
        match mode {
            AlphaMode::Opaque => each_alpha(&mut picture, |_| 255),
            AlphaMode::Cut(least) => {
                each_alpha(&mut picture, |alpha| if u16::from(alpha) >= least { 255 } else { 0 });
            }
            AlphaMode::Blend => {}
        }
        Ok(Arc::new(picture))
    }
}

/// Changes the alpha of every pixel.
fn each_alpha(picture: &mut Surface, change: impl Fn(u8) -> u8) {
    for y in 0..picture.height() as i32 {
        for x in 0..picture.width() as i32 {
            let color = picture.get(x, y).unwrap_or(Color::TRANSPARENT);
            let alpha = change(color.a);
            if alpha != color.a {
                picture.set(x, y, color.with_alpha(alpha));
            }
        }
    }
}
