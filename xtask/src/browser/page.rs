//! The page of one sketch, alone and inside of another page: `sketches/files`, as in [`files`](super::files).

use super::{
    files::{goes_on, open, open_whole},
    site::{Site, same},
};
use crate::Result;
use serde_json::json;

/// The address says which run it is, and the page shows that.
pub(super) fn seed(site: &Site, address: &str) -> Result {
    open(site, &format!("{address}#Seed=77"))?;
    let seed = "const link = document.getElementById('seed');\
        return [motile.wasm.web_seed(), link.textContent, new URL(link.href).hash]";
    same("seed", &site.script(seed)?, &json!(["77", "seed 77", "#Seed=77"]))?;
    // Numbers of a page hold no seed above 2⁵³: it showed another one, and its link led to another run.
    open(site, &format!("{address}#Seed={}", u64::MAX))?;
    let largest = "18446744073709551615";
    let shown = json!([largest, format!("seed {largest}"), format!("#Seed={largest}")]);
    same("the largest seed", &site.script(seed)?, &shown)?;
    open(site, &format!("{address}#Seed=nothing"))?;
    let whole =
        "return document.getElementById('seed').textContent === `seed ${motile.wasm.web_seed()}`";
    same("a seed that is none", &site.script(whole)?, &json!(true))?;
    site.browser.console_errors().map(|_| ())
}

/// Whoever wants little motion starts it.
pub(super) fn reduced_motion(site: &Site, address: &str) -> Result {
    site.browser.prefer("prefers-reduced-motion", "reduce")?;
    let seen = open(site, address).and_then(|()| {
        let halted = "for (let i = 0; i < 20; i++) await new Promise(requestAnimationFrame);\
            return [motile.wasm.web_is_paused(), motile.wasm.web_tick_index(),\
                document.getElementById('play').checkVisibility()]";
        same("halted", &site.script(halted)?, &json!([true, 0, true]))?;
        site.save("sketch-halted")?;
        site.click("#play")?;
        goes_on(site)?;
        site.wait("!document.getElementById('play').checkVisibility()")
    });
    site.browser.color_scheme("light")?;
    seen?;
    site.browser.console_errors().map(|_| ())
}

/// What is dropped and cannot be read, such as a folder, is told.
pub(super) fn drops(site: &Site, address: &str) -> Result {
    open_whole(site, address)?;
    let drop = "const refuse = () => Promise.reject(new Error('it is a folder'));\
        await motile.player.drop({ name: 'maps', arrayBuffer: refuse });";
    site.script(drop)?;
    site.wait(
        "document.querySelector('.overlay [role=alert]')?.textContent === 'maps: it is a folder'",
    )?;
    goes_on(site)?;
    site.browser.console_errors().map(|_| ())
}

/// A program that does not arrive is told on the page of a sketch as in the gallery.
pub(super) fn missing(site: &Site, address: &str) -> Result {
    site.browser.block(&["*_bg.wasm*"])?;
    let seen = open(site, address).and_then(|()| {
        let text = site.script("return document.getElementById('failure').textContent")?;
        let text = text.as_str().unwrap_or_default();
        let is_told = text.contains("The program could not be loaded") && text.contains("Retry");
        if is_told { Ok(()) } else { Err(format!("a missing program: found {text:?}")) }
    });
    site.browser.block(&[])?;
    seen?;
    site.script("delete document.documentElement.dataset.ready")?;
    site.click("#failure .retry")?;
    site.ready()?;
    goes_on(site)?;
    site.browser.console_errors().map(|_| ())
}
