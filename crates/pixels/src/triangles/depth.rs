//! How near the nearest thing is at every pixel.

use crate::{Surface, SurfaceError};

/// A depth buffer: for every pixel the largest `t` drawn there, 0 where nothing was. `t` grows toward the eye and is linear on
/// the screen, so that bodies may cross and hide each other to the pixel.
#[doc(alias = "z-buffer")]
#[derive(Clone, Debug, PartialEq)]
pub struct DepthBuffer {
    width: u32,
    height: u32,
    values: Vec<f32>,
}

impl DepthBuffer {
    /// A buffer for surfaces of a size, with nothing near.
    ///
    /// # Errors
    /// [`SurfaceError::BadSize`] for a size that no surface can have.
    pub fn new(width: u32, height: u32) -> Result<Self, SurfaceError> {
        let area = Surface::check_size(width, height)?;
        Ok(Self { width, height, values: vec![0.0; area] })
    }

    /// Forgets everything, for the next frame.
    pub fn clear(&mut self) {
        self.values.fill(0.0);
    }

    /// Width and height in pixels.
    pub const fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// What is kept for a pixel; `None` outside.
    pub fn get(&self, x: i32, y: i32) -> Option<f32> {
        let inside = (x as u32) < self.width && (y as u32) < self.height;
        inside.then(|| self.values[y as usize * self.width as usize + x as usize])
    }

    /// The kept values, row by row.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// The kept values, to be changed; none may be NaN, which nothing is nearer than.
    pub fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }
}
