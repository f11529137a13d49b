//! A stage in a window or on a page: how it is fitted, and which point of it lies where. The only such mapping.

use super::{App, ScaleMode, View};
use crate::InputEvent;
use motile_geom::Vec2;

/// How an app lies in a window or on a page.
#[derive(Clone, Copy)]
pub(super) struct Fitting {
    mode: ScaleMode,
    /// Pixels of the display for a pixel of the stage, and where its corner lies.
    pub(super) view: View,
}

impl Fitting {
    pub(super) const fn new(mode: ScaleMode) -> Self {
        Self { mode, view: View { scale: 1.0, offset: Vec2::ZERO } }
    }

    /// Follows the size of the window, in pixels of the display, of which `density` make one of an ordinary display.
    pub(super) fn follow(&mut self, app: &mut dyn App, window: Vec2, density: f32) {
        if self.mode == ScaleMode::None && window.min_element() > 0.0 {
            let wanted = View::unscaled_size(window, density);
            if wanted != app.size() {
                let (width, height) = (wanted.x as u32, wanted.y as u32);
                app.event(InputEvent::Resize { width, height });
            }
        }
        self.view = View::new(self.mode, app.size(), window, density);
        app.set_scale(self.mode.drawn_at(self.view.scale));
    }

    /// Where the finished picture lies: how much larger than it is drawn, and its corner.
    pub(super) fn picture(&self, app: &dyn App) -> View {
        let drawn = app.surface().width() as f32 / app.size().x.max(1.0);
        let scale = self.view.scale / drawn;
        // A picture of whole pixels is a fraction of one larger or smaller than what it stands for.
        let scale =
            if (scale - 1.0).abs() * app.surface().width() as f32 <= 1.0 { 1.0 } else { scale };
        View { scale, offset: self.view.offset }
    }
}
