//! Where sketches run. Every host drives the same [`Player`]: events and elapsed time in, pictures out.

mod headless;
mod view;
#[cfg(all(feature = "web", target_arch = "wasm32"))]
pub mod web;
#[cfg(all(feature = "window", not(target_arch = "wasm32")))]
mod window;

pub use headless::{frames, write_file, write_png};
pub use view::{ScaleMode, View, Window};
#[cfg(all(feature = "window", not(target_arch = "wasm32")))]
pub use window::{run, run_app, stopwatch};

use crate::{InputEvent, Player};
use motile_pixels::Surface;
use motile_time::Duration;

/// What a window shows: a [`Player`], or a program around several of them.
pub trait App {
    /// Takes in something that happened. Positions are pixels of [`App::surface`].
    fn event(&mut self, event: InputEvent);

    /// Goes on by the time since the last call and brings the picture up to date; whether it changed.
    fn frame(&mut self, elapsed: Duration) -> bool;

    /// The picture.
    fn surface(&self) -> &Surface;

    /// Whether the window should close.
    fn is_done(&self) -> bool {
        false
    }
}

impl App for Player {
    fn event(&mut self, event: InputEvent) {
        Self::event(self, event);
    }

    fn frame(&mut self, elapsed: Duration) -> bool {
        self.update(elapsed);
        self.draw()
    }

    fn surface(&self) -> &Surface {
        Self::surface(self)
    }
}
