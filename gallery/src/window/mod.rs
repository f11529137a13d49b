//! Windows: one demo, or the whole gallery.

mod capture;
mod graph;
mod index;
pub(crate) mod kernel;
mod panels;
mod show;
mod source;
mod theme;
mod toolbar;

use crate::guard::guarded;
use index::Index;
use motile::{
    pixels::Surface,
    prelude::*,
    stage::{App, DroppedFile, Renderer, Shell},
    time::Duration,
};
use motile_demos::Demo;
use show::{Leave, Show};

/// One demo in a window, with its knobs.
pub(crate) fn play(player: Player, demo: &'static Demo) -> motile::Result {
    open(Gallery::with(Some(Show::of(demo, player.on_display()))), demo.title)
}

/// All demos in a window: an index, and one demo at a time.
pub(crate) fn gallery() -> motile::Result {
    open(Gallery::with(None), "motile")
}

fn open(gallery: motile::Result<Gallery>, title: &str) -> motile::Result {
    let (width, height) = theme::START;
    let window = Window::new(title, width, height).with_scale(ScaleMode::None);
    motile::run_app(Window { min_size: theme::SMALLEST, ..window }, gallery?)
}

struct Gallery {
    index: Index,
    /// The demo that is open.
    show: Option<Show>,
    /// Whether there is no index to go back to.
    alone: bool,
    renderer: Renderer,
    surface: Surface,
    /// Size of the window in pixels of an ordinary display, and how many of the display make one.
    size: Vec2,
    scale: f32,
    shell: Shell,
}

impl Gallery {
    fn with(show: Option<Show>) -> motile::Result<Self> {
        let (width, height) = theme::START;
        Ok(Self {
            index: Index::new(),
            alone: show.is_some(),
            show,
            renderer: Renderer::new(),
            surface: Surface::opaque(width, height, theme::PAPER)?,
            size: vec2(width as f32, height as f32),
            scale: 1.0,
            shell: Shell::default(),
        })
    }

    /// Opens a demo; the index says why when it does not start.
    fn open(&mut self, demo: &'static Demo) {
        let show = guarded(|| Show::new(demo).map_err(|error| error.to_string())).flatten();
        match show {
            Ok(mut show) => {
                show.resize(self.size, self.scale);
                self.show = Some(show);
            }
            Err(error) => self.index.tell(format!("{} does not start: {error}", demo.title)),
        }
    }

    /// Lets the open demo do some work. One that panics is closed, and the index says why.
    fn with_show<T>(
        &mut self,
        work: impl FnOnce(&mut Show, &mut Renderer, &mut Surface) -> T,
    ) -> Option<T> {
        let mut show = self.show.take()?;
        let title = show.title();
        let done = guarded(|| {
            let result = work(&mut show, &mut self.renderer, &mut self.surface);
            (show, result)
        });
        match done {
            Ok((show, result)) => {
                self.show = Some(show);
                Some(result)
            }
            Err(message) => {
                // It may have been left in the middle of a picture.
                self.renderer = Renderer::new();
                self.leave();
                self.index.tell(format!("{title} failed: {message}"));
                None
            }
        }
    }

    /// Back to the index, or the end where there is none.
    fn back(&mut self) {
        if self.alone {
            // There is nobody left to tell where it went.
            drop(self.show.as_mut().and_then(Show::finish_capture));
            self.shell.quit = true;
        } else {
            self.leave();
        }
    }

    /// Back to the index.
    fn leave(&mut self) {
        let saved = self.show.as_mut().and_then(Show::finish_capture);
        (self.show, self.alone) = (None, false);
        // What the demo asked of the window goes with it.
        self.shell = Shell { full_screen: self.shell.full_screen, ..Shell::default() };
        self.index.event(InputEvent::Focus(true));
        if let Some(saved) = saved {
            self.index.tell(saved);
        }
    }

    fn resize(&mut self, size: Vec2, scale: f32) {
        (self.size, self.scale) = (size, scale);
        self.index.resize(size, scale);
        self.with_show(|show, _, _| show.resize(size, scale));
    }

    /// Gives the picture the size of the window; whether it had another.
    fn fit(&mut self) -> bool {
        let pixels = (self.size * self.scale).round().max(Vec2::ONE);
        let (width, height) = (pixels.x as u32, pixels.y as u32);
        if (self.surface.width(), self.surface.height()) == (width, height) {
            return false;
        }
        match Surface::opaque(width, height, theme::PAPER) {
            Ok(surface) => self.surface = surface,
            // A window this large shows the old picture.
            Err(_) => return false,
        }
        true
    }
}

impl App for Gallery {
    fn event(&mut self, event: InputEvent) {
        match event {
            InputEvent::Resize { width, height } => {
                self.resize(vec2(width as f32, height as f32), self.scale);
            }
            InputEvent::Key(Key::F(11)) => self.shell.full_screen = !self.shell.full_screen,
            event if self.show.is_some() => match self.with_show(|show, _, _| show.event(event)) {
                None | Some(Leave::No) => {}
                Some(Leave::FullScreen) => self.shell.full_screen = !self.shell.full_screen,
                Some(Leave::Back) => self.back(),
            },
            event => {
                if let Some(demo) = self.index.event(event) {
                    self.open(demo);
                }
            }
        }
    }

    fn frame(&mut self, elapsed: Duration) -> bool {
        let fresh = self.fit();
        let drawn =
            self.with_show(|show, renderer, surface| show.frame(elapsed, renderer, surface, fresh));
        if let Some(show) = &mut self.show {
            show.ask(&mut self.shell);
            // Only a demo that is alone may keep the window.
            self.shell.keeps_open &= self.alone;
            if show.has_ended() {
                self.back();
            }
        }
        drawn.unwrap_or_else(|| {
            self.index.draw(&mut self.renderer, &mut self.surface, self.scale, fresh)
        })
    }

    fn surface(&self) -> &Surface {
        &self.surface
    }

    fn drop_file(&mut self, file: DroppedFile) {
        self.with_show(|show, _, _| show.drop_file(file));
    }

    fn set_hidden(&mut self, hidden: bool) {
        if let Some(show) = &mut self.show {
            show.set_hidden(hidden);
        }
    }

    fn size(&self) -> Vec2 {
        self.size
    }

    fn set_scale(&mut self, scale: f32) {
        if scale != self.scale {
            self.resize(self.size, scale);
        }
    }

    fn shell(&mut self) -> Option<&mut Shell> {
        Some(&mut self.shell)
    }

    fn is_done(&self) -> bool {
        self.shell.quit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fine;

    impl Sketch for Fine {
        const PARAMS: &'static [Param] = &[Param::number("speed", 0.0, 100.0, 60.0)];

        fn setup(_: &mut Stage) -> motile::Result<Self> {
            Ok(Self)
        }
    }

    static FINE: Demo = Demo { id: "test/fine", title: "Fine", ..Demo::of::<Fine>() };

    #[test]
    fn a_demo_that_does_not_start_leaves_the_index_with_its_message() {
        static BROKEN: Demo = Demo {
            title: "Broken",
            start: |_| Err(motile::Error::new("no font").context("title.ttf")),
            ..Demo::of::<Fine>()
        };
        let mut gallery = Gallery::with(None).unwrap();
        gallery.open(&BROKEN);
        assert!(gallery.show.is_none());
        assert_eq!(gallery.index.message(), "Broken does not start: title.ttf: no font");
        gallery.event(InputEvent::Key(Key::Shift));
        assert_eq!(gallery.index.message(), "");
        gallery.open(&FINE);
        assert!(gallery.show.is_some());
    }

    /// A sketch that panics when it is asked to: in a tick, in a picture or at the start.
    struct Fragile;

    impl Sketch for Fragile {
        const PARAMS: &'static [Param] =
            &[Param::choice("where", &["nowhere", "tick", "picture", "start"], 0)];

        fn setup(stage: &mut Stage) -> motile::Result<Self> {
            Self::break_at(stage, 3);
            Ok(Self)
        }

        fn update(&mut self, stage: &mut Stage, _: Tick) {
            Self::break_at(stage, 1);
        }

        fn draw(&self, stage: &Stage, _: &mut Canvas<'_>, _: Frame) {
            Self::break_at(stage, 2);
        }
    }

    impl Fragile {
        fn break_at(stage: &Stage, place: u32) {
            assert_ne!(stage.params().choice("where"), place, "broken on purpose");
        }

        fn player(place: &str) -> motile::Result<Player> {
            Player::new::<Self>(&Settings::new(64, 48).with_param("where", place))
        }
    }

    #[test]
    fn a_demo_that_panics_leaves_the_index_with_its_message() {
        static STARTS_NOT: Demo =
            Demo { title: "Fragile", start: |_| Fragile::player("start"), ..Demo::of::<Fine>() };
        let mut gallery = Gallery::with(None).unwrap();
        gallery.open(&STARTS_NOT);
        assert!(gallery.show.is_none());
        assert!(gallery.index.message().contains("does not start"), "{}", gallery.index.message());
        for place in ["tick", "picture"] {
            let show = Show::of(&FINE, Fragile::player(place).unwrap());
            let mut gallery = Gallery::with(Some(show)).unwrap();
            gallery.frame(Duration::from_millis(40));
            assert!(gallery.show.is_none(), "closed after a panic in a {place}");
            let message = gallery.index.message();
            assert!(message.starts_with("Fine failed: "), "{message}");
            assert!(message.contains("broken on purpose"), "{message}");
            gallery.open(&FINE);
            assert!(gallery.frame(Duration::from_millis(40)), "the next one runs");
            gallery.event(InputEvent::Key(Key::Escape));
            assert!(gallery.show.is_none() && !gallery.is_done(), "the index is there");
        }
    }

    #[test]
    fn escape_goes_back_or_closes_and_f11_fills_the_screen() {
        let mut gallery = Gallery::with(None).unwrap();
        gallery.open(&FINE);
        gallery.event(InputEvent::Key(Key::F(11)));
        assert!(gallery.shell.full_screen);
        gallery.event(InputEvent::Key(Key::Escape));
        assert!(gallery.show.is_none() && !gallery.is_done());
        let player = Player::new::<Fine>(&Settings::new(64, 48)).unwrap();
        let mut alone = Gallery::with(Some(Show::of(&FINE, player))).unwrap();
        alone.event(InputEvent::Key(Key::Escape));
        assert!(alone.is_done());
    }

    /// A demo that raced with others stood still, and left its race, when another window had the keyboard.
    #[test]
    fn sim_46_what_a_demo_asks_of_its_window_reaches_it_and_goes_with_the_demo() {
        struct Busy;

        impl Sketch for Busy {
            fn setup(_: &mut Stage) -> motile::Result<Self> {
                Ok(Self)
            }

            fn update(&mut self, stage: &mut Stage, _: Tick) {
                stage.shell.in_background = true;
                stage.shell.title = Some("a room".into());
                stage.shell.typing = Some(Aabb { min: vec2(8.0, 6.0), max: vec2(9.0, 20.0) });
            }
        }

        static BUSY: Demo = Demo { title: "Busy", ..Demo::of::<Busy>() };
        let mut gallery = Gallery::with(None).unwrap();
        gallery.open(&BUSY);
        gallery.frame(Duration::from_millis(40));
        assert!(gallery.shell.in_background);
        assert_eq!(gallery.shell.title.as_deref(), Some("a room"));
        let caret = gallery.shell.typing.expect("somebody types");
        let place = gallery.show.as_ref().unwrap().to_stage(caret.min);
        assert!((place - vec2(8.0, 6.0)).length() < 1e-3, "in pixels of the window: {caret:?}");
        gallery.shell.full_screen = true;
        gallery.event(InputEvent::Key(Key::Escape));
        gallery.frame(Duration::from_millis(40));
        assert_eq!(gallery.shell, Shell { full_screen: true, ..Shell::default() });
    }

    /// Files dropped on the gallery, shaking gamepads and wishes to end or to fill the screen went nowhere.
    #[test]
    fn what_a_sketch_may_ask_of_a_window_it_may_ask_of_the_gallery() {
        use motile::stage::Rumble;

        struct Busy;

        impl Sketch for Busy {
            fn setup(_: &mut Stage) -> motile::Result<Self> {
                Ok(Self)
            }

            fn update(&mut self, stage: &mut Stage, tick: Tick) {
                for file in &tick.input.files {
                    stage.shell.title = Some(format!("{} {}", file.name, file.bytes.len()));
                }
                if tick.input.pressed(Key::Space) {
                    stage.shell.full_screen = !stage.shell.full_screen;
                    stage.shell.keeps_open = true;
                    let (pad, strong, weak, seconds) = (0, 0.5, 0.25, 0.125);
                    stage.shell.rumble.push(Rumble { pad, strong, weak, seconds });
                }
                if tick.input.close_requested {
                    stage.quit();
                }
            }
        }

        static BUSY: Demo = Demo { title: "Busy", ..Demo::of::<Busy>() };
        let tick = Duration::from_millis(40);
        for alone in [false, true] {
            let player = Player::new::<Busy>(&Settings::new(64, 48)).unwrap();
            let mut gallery = Gallery::with(Some(Show::of(&BUSY, player))).unwrap();
            gallery.alone = alone;
            gallery.drop_file(DroppedFile { name: "map.tmx".into(), bytes: vec![1, 2, 3] });
            gallery.frame(tick);
            assert_eq!(gallery.shell.title.as_deref(), Some("map.tmx 3"));
            gallery.event(InputEvent::Key(Key::Space));
            gallery.frame(tick);
            assert!(gallery.shell.full_screen);
            assert_eq!(gallery.shell.keeps_open, alone);
            assert_eq!(gallery.shell.rumble.drain(..).count(), 1);
            gallery.event(InputEvent::Key(Key::F(11)));
            gallery.frame(tick);
            assert!(!gallery.shell.full_screen, "the last wish counts");
            gallery.event(InputEvent::Close);
            gallery.frame(tick);
            assert_eq!((gallery.is_done(), gallery.show.is_none()), (alone, !alone));
        }
    }

    #[test]
    fn every_size_and_scale_is_drawn() {
        let mut gallery = Gallery::with(None).unwrap();
        gallery.open(&FINE);
        for (width, height, scale) in
            [(480, 320, 1.0), (1280, 800, 2.0), (1, 1, 3.0), (700, 700, 1.25)]
        {
            gallery.event(InputEvent::Resize { width, height });
            gallery.set_scale(scale);
            gallery.frame(Duration::from_millis(16));
            let expected = (width as f32 * scale).round() as u32;
            assert_eq!(gallery.surface().width(), expected);
        }
    }
}
