//! Where sketches run. Every host drives the same [`Player`]: events and elapsed time in, pictures out.

#[cfg(any(feature = "web", feature = "window"))]
mod fitting;
mod headless;
#[cfg(any(
    all(feature = "web", target_arch = "wasm32"),
    all(feature = "window", not(target_arch = "wasm32"))
))]
mod pad_feed;
#[cfg(any(
    all(feature = "web", target_arch = "wasm32"),
    all(feature = "window", not(target_arch = "wasm32"))
))]
mod seed;
mod view;
#[cfg(all(feature = "web", target_arch = "wasm32"))]
pub mod web;
#[cfg(all(feature = "window", not(target_arch = "wasm32")))]
mod window;

pub use headless::{frames, write_file, write_png};
pub use view::{PageScroll, ScaleMode, View, Window};
#[cfg(all(feature = "web", target_arch = "wasm32"))]
use web::{entropy, stopwatch, wanted_seed};
#[cfg(all(feature = "window", not(target_arch = "wasm32")))]
use window::{cores, entropy, wanted_seed};
#[cfg(all(feature = "window", not(target_arch = "wasm32")))]
pub use window::{run, run_app, stopwatch};

use crate::{DroppedFile, InputEvent, Player, Shell};
use motile_geom::{Vec2, vec2};
use motile_pixels::Surface;
use motile_time::Duration;

/// What a window or a page shows: a [`Player`], or a program around several of them.
///
/// ```
/// use motile_geom::vec2;
/// use motile_pixels::{Color, Surface};
/// use motile_stage::{App, InputEvent};
/// use motile_time::Duration;
///
/// /// Paints where the pointer has been.
/// struct Paper(Surface);
///
/// impl App for Paper {
///     fn event(&mut self, event: InputEvent) {
///         if let InputEvent::Move(at) = event {
///             self.0.set(at.x as i32, at.y as i32, Color::WHITE);
///         }
///     }
///     fn frame(&mut self, _: Duration) -> bool {
///         true
///     }
///     fn surface(&self) -> &Surface {
///         &self.0
///     }
/// }
///
/// let mut paper = Paper(Surface::opaque(64, 48, Color::BLACK)?);
/// paper.event(InputEvent::Move(vec2(3.0, 4.0)));
/// assert_eq!(paper.surface().get(3, 4), Some(Color::WHITE));
/// // motile_stage::run_app(Window::new("Paper", 64, 48), paper) shows it.
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
pub trait App {
    /// Takes in something that happened. Positions are in pixels of the stage, [`App::size`] of them.
    fn event(&mut self, event: InputEvent);

    /// Goes on by the time since the last call and brings the picture up to date; whether it changed.
    fn frame(&mut self, elapsed: Duration) -> bool;

    /// The picture.
    fn surface(&self) -> &Surface;

    /// Width and height of the stage: what positions and the size of the window count in. That of the picture, unless
    /// it is drawn at another scale.
    fn size(&self) -> Vec2 {
        vec2(self.surface().width() as f32, self.surface().height() as f32)
    }

    /// Asks to draw this many pixels for a pixel of the stage. An app that does not is enlarged when it is shown.
    fn set_scale(&mut self, scale: f32) {
        let _ = scale;
    }

    /// Takes in a file that was dropped on the window.
    fn drop_file(&mut self, file: DroppedFile) {
        let _ = file;
    }

    /// The player that it shows now, if it is one: a page lets its visitor turn the parameters of this one, halt it and
    /// read its state.
    fn player(&mut self) -> Option<&mut Player> {
        None
    }

    /// Nobody sees the window or the page any more, or somebody does again: it is minimized, covered, in the
    /// background, or halted because another one has the keyboard. Microphone and camera of the player hold still
    /// meanwhile.
    fn set_hidden(&mut self, hidden: bool) {
        if let Some(player) = self.player() {
            player.set_hidden(hidden);
        }
    }

    /// What it asks of its window. The host takes away what is done once, such as text for the clipboard.
    fn shell(&mut self) -> Option<&mut Shell> {
        None
    }

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
        self.update_exactly(elapsed);
        self.draw()
    }

    fn surface(&self) -> &Surface {
        Self::surface(self)
    }

    fn size(&self) -> Vec2 {
        self.stage().size()
    }

    fn set_scale(&mut self, scale: f32) {
        Self::set_scale(self, scale);
    }

    fn drop_file(&mut self, file: DroppedFile) {
        Self::drop_file(self, file);
    }

    fn player(&mut self) -> Option<&mut Player> {
        Some(self)
    }

    fn shell(&mut self) -> Option<&mut Shell> {
        Some(&mut self.stage_mut().shell)
    }

    fn is_done(&self) -> bool {
        self.stage().shell.quit
    }
}

#[cfg(any(
    all(feature = "web", target_arch = "wasm32"),
    all(feature = "window", not(target_arch = "wasm32"))
))]
impl Player {
    /// As windows and pages show it: drawn between ticks, by all cores of the machine where the feature `parallel` is on,
    /// measured by the clock of the machine, and with devices such as loudspeakers. All of them go through here.
    #[must_use]
    pub fn on_display(mut self) -> Self {
        self.set_interpolation(true);
        self.set_devices(true);
        self.set_stopwatch(stopwatch());
        #[cfg(not(target_arch = "wasm32"))]
        self.set_threads(cores());
        self
    }
}

#[cfg(any(
    all(feature = "web", target_arch = "wasm32"),
    all(feature = "window", not(target_arch = "wasm32"))
))]
impl crate::Settings {
    /// With a seed if none is set: how windows and pages begin. [`Player::seed`] tells it, and so does the debug view.
    /// It is another one at each call, unless who starts the program asks for one: by the variable `MOTILE_SEED`, in a page
    /// by its address (`#Seed=7`).
    #[must_use]
    pub fn seeded(self) -> Self {
        // Short enough to be read out and typed.
        const SEEDS: u64 = 1_000_000;
        let seed = self.seed.or_else(wanted_seed).unwrap_or_else(|| entropy() % SEEDS);
        self.with_seed(seed)
    }

    /// With what the machine has saved, unless a recording tells that.
    pub(crate) fn on_machine(mut self) -> Self {
        if self.surroundings == crate::Surroundings::Nothing {
            self.surroundings = crate::Surroundings::Machine;
        }
        self
    }
}

#[cfg(all(test, feature = "window", not(target_arch = "wasm32")))]
mod tests {
    use crate::Settings;

    #[test]
    fn every_launch_has_another_seed_unless_one_is_set() {
        let settings = Settings::new(64, 48);
        let seeds = [(); 4].map(|()| settings.clone().seeded().seed);
        assert!(seeds.iter().all(|seed| seed.is_some_and(|seed| seed < 1_000_000)), "{seeds:?}");
        assert!(seeds.iter().any(|seed| *seed != seeds[0]), "four of a million: {seeds:?}");
        assert_eq!(settings.with_seed(7).seeded().seed, Some(7));
    }
}
