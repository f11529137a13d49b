//! Windows: one demo, or the whole gallery.

mod graph;
mod index;
mod show;
mod theme;

use index::Index;
use motile::{
    pixels::Surface,
    prelude::*,
    stage::{App, Renderer},
    time::Duration,
};
use motile_demos::Demo;
use show::Show;

/// One demo in a window.
pub(crate) fn play(mut player: Player, demo: &Demo) -> motile::Result {
    player.set_interpolation(true);
    player.set_stopwatch(motile::stage::stopwatch());
    let (width, height) = (player.stage().width(), player.stage().height());
    motile::run_app(Window::new(demo.title, width, height), player)
}

/// All demos in a window: an index, and one demo at a time.
pub(crate) fn gallery() -> motile::Result {
    let surface = Surface::opaque(theme::WIDTH, theme::HEIGHT, theme::PAPER)?;
    let gallery = Gallery { index: Index::new(), show: None, renderer: Renderer::new(), surface };
    motile::run_app(Window::new("motile", theme::WIDTH, theme::HEIGHT), gallery)
}

struct Gallery {
    index: Index,
    /// The demo that is open.
    show: Option<Show>,
    renderer: Renderer,
    surface: Surface,
}

impl App for Gallery {
    fn event(&mut self, event: InputEvent) {
        match &mut self.show {
            Some(show) => {
                if !show.event(event) {
                    self.show = None;
                    self.index.event(InputEvent::Focus(true));
                }
            }
            None => {
                if let Some(demo) = self.index.event(event) {
                    self.show = Show::new(demo).ok();
                }
            }
        }
    }

    fn frame(&mut self, elapsed: Duration) -> bool {
        match &mut self.show {
            Some(show) => show.frame(elapsed, &mut self.renderer, &mut self.surface),
            None => self.index.draw(&mut self.renderer, &mut self.surface),
        }
    }

    fn surface(&self) -> &Surface {
        &self.surface
    }
}
