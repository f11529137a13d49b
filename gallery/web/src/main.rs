//! The demos in a browser page. `cargo xtask web` compiles this and puts `web/gallery.js` around it.
//!
//! With the feature `one` and the id of a demo in `MOTILE_DEMO` while it compiles, it is that demo alone: the page of
//! `cargo xtask web --demo ID`.

#[cfg(all(target_arch = "wasm32", feature = "broken", not(feature = "one")))]
mod broken;

#[cfg(all(target_arch = "wasm32", not(feature = "one")))]
#[expect(unreachable_pub, reason = "the page reaches it")]
mod page {
    use motile::stage::web;
    use wasm_bindgen::prelude::*;

    /// Starts a demo: from now on it is the one that the page shows.
    ///
    /// # Errors
    /// When there is no such demo.
    #[wasm_bindgen]
    pub fn open_demo(id: &str, seed: u32) -> Result<(), String> {
        let demo = find(id)?;
        let settings = demo.settings(u64::from(seed));
        let player = (demo.start)(&settings).map_err(|error| error.to_string())?;
        web::show(player.on_display());
        Ok(())
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

    fn find(id: &str) -> Result<&'static motile_demos::Demo, String> {
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
    /// Found while this compiles, so that no other demo becomes part of the page.
    const DEMO: motile_demos::Demo = motile_demos::one(match option_env!("MOTILE_DEMO") {
        Some(id) => id,
        None => panic!("MOTILE_DEMO has to be the id of a demo"),
    });
    let player = (DEMO.start)(&DEMO.settings(1))?;
    motile::stage::web::show(player.on_display());
    Ok(())
}
