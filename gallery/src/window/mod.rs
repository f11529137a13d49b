//! Windows: one demo, or one after the other.

use motile::{pixels::Surface, prelude::*, stage::App, time::Duration};
use motile_demos::{Demo, all};

/// One demo in a window.
pub(crate) fn play(mut player: Player, demo: &Demo) -> motile::Result {
    player.set_interpolation(true);
    let (width, height) = (player.stage().width(), player.stage().height());
    motile::run_app(Window::new(demo.title, width, height), player)
}

/// All demos in a window, one at a time.
pub(crate) fn gallery() -> motile::Result {
    let demos: Vec<&'static Demo> = all().collect();
    let player = open(demos[0])?;
    let window = Window::new("motile: Page Up and Page Down show the other demos", 640, 480);
    motile::run_app(window, Browser { demos, at: 0, player })
}

fn open(demo: &Demo) -> motile::Result<Player> {
    let mut player = (demo.start)(&demo.settings(1))?;
    player.set_interpolation(true);
    Ok(player)
}

/// Goes through the demos by keyboard.
struct Browser {
    demos: Vec<&'static Demo>,
    at: usize,
    player: Player,
}

impl Browser {
    fn turn(&mut self, by: usize) {
        let at = (self.at + by) % self.demos.len();
        if let Ok(player) = open(self.demos[at]) {
            (self.at, self.player) = (at, player);
        }
    }
}

impl App for Browser {
    fn event(&mut self, event: Event) {
        match event {
            Event::Key(Key::PageDown) => self.turn(1),
            Event::Key(Key::PageUp) => self.turn(self.demos.len() - 1),
            other => self.player.event(other),
        }
    }

    fn frame(&mut self, elapsed: Duration) -> bool {
        self.player.advance(elapsed);
        self.player.draw()
    }

    fn surface(&self) -> &Surface {
        self.player.surface()
    }
}
