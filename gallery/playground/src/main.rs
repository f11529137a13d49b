//! The playground in a page: `web/playground.js` calls these functions. `cargo xtask web` compiles this.

#[cfg(target_arch = "wasm32")]
#[expect(unreachable_pub, reason = "the page reaches it")]
mod page {
    use core::cell::RefCell;
    use motile_geom::vec2;
    use motile_pixels::Surface;
    use motile_playground::{Playground, SAMPLES, examples};
    use wasm_bindgen::prelude::*;

    thread_local! {
        static OPEN: RefCell<Playground> = RefCell::new(Playground::default());
    }

    fn with<T>(work: impl FnOnce(&mut Playground) -> T) -> T {
        OPEN.with_borrow_mut(work)
    }

    fn words(error: impl ToString) -> String {
        error.to_string()
    }

    /// Takes a new version of the source. Returns its diagnostics, and the kernel that runs, as JSON.
    #[wasm_bindgen]
    pub fn play_edit(source: &str) -> String {
        with(|playground| {
            playground.edit(source);
            playground.to_json()
        })
    }

    /// Holds the source to what the Flash player ran, or not. Returns as `play_edit` does.
    #[wasm_bindgen]
    pub fn play_flash(flash: bool) -> String {
        with(|playground| {
            playground.set_flash(flash);
            playground.to_json()
        })
    }

    /// Sets one number of a parameter.
    #[wasm_bindgen]
    pub fn play_set(name: &str, component: usize, number: f32) {
        with(|playground| playground.set(name, component, number));
    }

    /// Sets all parameters to the values they start with. Returns as `play_edit` does.
    #[wasm_bindgen]
    pub fn play_defaults() -> String {
        with(|playground| {
            playground.set_defaults();
            playground.to_json()
        })
    }

    /// Gives an input a picture of straight R, G, B, A bytes.
    ///
    /// # Errors
    /// When the bytes make no picture of that size.
    #[wasm_bindgen]
    pub fn play_picture(index: usize, width: u32, height: u32, rgba: &[u8]) -> Result<(), String> {
        let picture = Surface::from_rgba(width, height, rgba).map_err(words)?;
        with(|playground| playground.set_picture(index, &picture));
        Ok(())
    }

    /// A picture that comes along, as straight R, G, B, A bytes.
    ///
    /// # Errors
    /// When there is none of that number, or the size is none that pictures have.
    #[wasm_bindgen]
    pub fn play_sample(index: usize, width: u32, height: u32) -> Result<Vec<u8>, String> {
        let sample = SAMPLES.get(index).ok_or("there is no such picture")?;
        Ok(sample.paint(width, height).map_err(words)?.to_rgba())
    }

    /// Names of the pictures that come along, a line each.
    #[wasm_bindgen]
    pub fn play_samples() -> String {
        SAMPLES.iter().map(|sample| sample.name).collect::<Vec<_>>().join("\n")
    }

    /// The picture as straight R, G, B, A bytes.
    ///
    /// # Errors
    /// As `Playground::render`, in words.
    #[wasm_bindgen]
    pub fn play_render(
        width: u32,
        height: u32,
        time: f32,
        x: f32,
        y: f32,
    ) -> Result<Vec<u8>, String> {
        let picture = with(|playground| playground.render(width, height, time, vec2(x, y)));
        Ok(picture.map_err(words)?.to_rgba())
    }

    /// The button of the pointer goes down at a place of the picture, in pixels.
    #[wasm_bindgen]
    pub fn play_press(x: f32, y: f32) {
        with(|playground| playground.press(vec2(x, y)));
    }

    /// The button of the pointer is let go.
    #[wasm_bindgen]
    pub fn play_release() {
        with(|playground| playground.release());
    }

    /// What every name stands for at a pixel, as JSON.
    ///
    /// # Errors
    /// As `Playground::look`, in words.
    #[wasm_bindgen]
    pub fn play_look(x: u32, y: u32) -> Result<String, String> {
        with(|playground| playground.look_json(x, y)).map_err(words)
    }

    /// The kernel as bytecode of the Flash player.
    ///
    /// # Errors
    /// What the bytecode cannot express.
    #[wasm_bindgen]
    pub fn play_pbj() -> Result<Vec<u8>, String> {
        with(|playground| playground.to_pbj())
    }

    /// The kernel as a shader for GPUs.
    #[wasm_bindgen]
    pub fn play_wgsl() -> String {
        with(|playground| playground.to_wgsl())
    }

    /// The examples as JSON.
    #[wasm_bindgen]
    pub fn play_examples() -> String {
        examples()
    }
}

/// Everything is called by the page.
fn main() {}
