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
pub(crate) fn play(player: Player, demo: &Demo) -> motile::Result {
    let player = player.on_display();
    let (width, height) = (player.stage().width(), player.stage().height());
    motile::run_app(Window::new(demo.title, width, height), player)
}

/// All demos in a window: an index, and one demo at a time.
pub(crate) fn gallery() -> motile::Result {
    motile::run_app(Window::new("motile", theme::WIDTH, theme::HEIGHT), Gallery::new()?)
}

struct Gallery {
    index: Index,
    /// The demo that is open.
    show: Option<Show>,
    renderer: Renderer,
    surface: Surface,
}

impl Gallery {
    fn new() -> motile::Result<Self> {
        let surface = Surface::opaque(theme::WIDTH, theme::HEIGHT, theme::PAPER)?;
        Ok(Self { index: Index::new(), show: None, renderer: Renderer::new(), surface })
    }

    /// Opens a demo; the index says why when it does not start.
    fn open(&mut self, demo: &'static Demo) {
        match Show::new(demo) {
            Ok(show) => self.show = Some(show),
            Err(error) => self.index.tell(format!("{} does not start: {error}", demo.title)),
        }
    }
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
                    self.open(demo);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_demo_that_does_not_start_leaves_the_index_with_its_message() {
        struct Fine;
        impl Sketch for Fine {
            fn setup(_: &mut Stage) -> motile::Result<Self> {
                Ok(Self)
            }
        }
        static FINE: Demo = Demo { title: "Fine", ..Demo::of::<Fine>() };
        static BROKEN: Demo = Demo {
            title: "Broken",
            start: |_| Err(motile::Error::new("no font").context("title.ttf")),
            ..Demo::of::<Fine>()
        };
        let mut gallery = Gallery::new().unwrap();
        gallery.open(&BROKEN);
        assert!(gallery.show.is_none());
        assert_eq!(gallery.index.message(), "Broken does not start: title.ttf: no font");
        gallery.event(InputEvent::Key(Key::Shift));
        assert_eq!(gallery.index.message(), "");
        gallery.open(&FINE);
        assert!(gallery.show.is_some());
    }
}
