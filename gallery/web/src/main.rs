//! The demos in a browser page. `cargo xtask web` compiles this and puts `web/gallery.js` around it.
//!
//! With the feature `one` and the id of a demo in `MOTILE_DEMO` while it compiles, it is that demo alone: the page of
//! `cargo xtask web --demo ID`.

#[cfg(all(target_arch = "wasm32", feature = "broken", not(feature = "one")))]
mod broken;

#[cfg(all(target_arch = "wasm32", not(feature = "one")))]
#[expect(unreachable_pub, reason = "the page reaches it")]
mod page {
    use core::cell::Cell;
    use motile::stage::web;
    use motile_demos::Demo;
    use motile_gallery_model::{Run, source_lines};
    use wasm_bindgen::prelude::*;

    thread_local! {
        /// The demo that the page shows.
        static OPEN: Cell<Option<&'static Demo>> = const { Cell::new(None) };
    }

    /// Starts what a link says, such as `steer/flock?count=77&Seed=5`: from now on it is what the page shows. Returns
    /// the parts of the link that mean nothing to the demo, with commas in between.
    ///
    /// # Errors
    /// When there is no such demo, or it does not start.
    #[wasm_bindgen]
    pub fn open_run(link: &str) -> Result<String, String> {
        let run = read(link)?;
        let settings = run.settings().seeded();
        let player = run.start(&settings).map_err(|error| error.to_string())?;
        web::show(player.on_display());
        OPEN.set(Some(run.demo));
        Ok(run.ignored.join(", "))
    }

    /// The link to what shows now; with its seed, to this very run.
    #[wasm_bindgen]
    pub fn run_link(with_seed: bool) -> String {
        let run = shown();
        run.map(|run| Run { seed: run.seed.filter(|_| with_seed), ..run }.link())
            .unwrap_or_default()
    }

    /// The command that opens this run in a window.
    #[wasm_bindgen]
    pub fn run_command() -> String {
        shown().map(|run| run.command()).unwrap_or_default()
    }

    /// The source of a demo as HTML: a `span` for each color, a `mark` around each key line.
    ///
    /// # Errors
    /// When there is no such demo.
    #[wasm_bindgen]
    pub fn source_html(id: &str, source: &str) -> Result<String, String> {
        let mut html = String::new();
        for line in source_lines(find(id)?, source) {
            html += if line.is_key { "<mark>" } else { "" };
            for (ink, text) in &line.pieces {
                let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
                html += &match ink.class() {
                    Some(class) => format!("<span class=\"{class}\">{text}</span>"),
                    None => text,
                };
            }
            html += if line.is_key { "</mark>\n" } else { "\n" };
        }
        Ok(html)
    }

    fn shown() -> Option<Run> {
        let demo = OPEN.get()?;
        web::with_player(|player| Run::of(demo, player))
    }

    fn read(link: &str) -> Result<Run, String> {
        Run::parse(link).or_else(|_| find(link).map(Run::new))
    }

    /// Plays a demo up to the moment of its picture in the tests and shows that.
    ///
    /// # Errors
    /// When there is no such demo.
    #[wasm_bindgen]
    pub fn open_picture(id: &str) -> Result<(), String> {
        web::show(find(id)?.picture().map_err(|error| error.to_string())?);
        Ok(())
    }

    fn find(id: &str) -> Result<&'static Demo, String> {
        #[cfg(feature = "broken")]
        if let Some(demo) = crate::broken::DEMOS.iter().find(|demo| demo.id == id) {
            return Ok(demo);
        }
        motile_demos::find(id).map_err(|error| error.to_string())
    }
}

/// In a page there is nothing to do before a demo is opened; elsewhere there is no page.
#[cfg(not(all(target_arch = "wasm32", any(feature = "one", feature = "broken"))))]
fn main() {}

#[cfg(all(target_arch = "wasm32", feature = "broken", not(feature = "one")))]
fn main() -> motile::Result {
    broken::main()
}

#[cfg(all(target_arch = "wasm32", feature = "one"))]
fn main() -> motile::Result {
    use motile::stage::{PageScroll, Settings, Window};

    /// Found while this compiles, so that no other demo becomes part of the page.
    const DEMO: motile_demos::Demo = motile_demos::one(match option_env!("MOTILE_DEMO") {
        Some(id) => id,
        None => panic!("MOTILE_DEMO has to be the id of a demo"),
    });
    let settings = Settings::new(DEMO.size.0, DEMO.size.1).seeded();
    let player = (DEMO.start)(&settings)?;
    let page_scroll = match (DEMO.takes_wheel, DEMO.takes_drags) {
        (true, _) => PageScroll::Never,
        (false, true) => PageScroll::Wheel,
        (false, false) => PageScroll::WheelAndDrags,
    };
    let window = Window { page_scroll, ..Window::new("", 1, 1) };
    motile::run_app(window, player.on_display())
}
