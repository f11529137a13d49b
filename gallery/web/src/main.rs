//! The demos in a browser page. `cargo xtask web` compiles this and puts `web/gallery.js` around it.

#[cfg(target_arch = "wasm32")]
#[expect(unreachable_pub, reason = "the page reaches it")]
mod page {
    use motile::stage::{Settings, web};
    use wasm_bindgen::prelude::*;

    /// Starts a demo: from now on it is the one that the page shows.
    ///
    /// # Errors
    /// When there is no such demo.
    #[wasm_bindgen]
    pub fn open_demo(id: &str, seed: u32) -> Result<(), String> {
        let demo = motile_demos::find(id).map_err(|error| error.to_string())?;
        let settings = Settings::new(demo.size.0, demo.size.1).with_seed(u64::from(seed));
        let mut player = (demo.start)(&settings).map_err(|error| error.to_string())?;
        player.set_interpolation(true);
        web::show(player);
        Ok(())
    }
}

/// In a page there is nothing to do before a demo is opened; elsewhere there is no page.
fn main() {}
