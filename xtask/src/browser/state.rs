//! The state of the simulation in the page beside that of the native program.

use super::site::{SEED, Site, same};
use crate::{Result, web};
use serde_json::json;

/// Ticks every demo runs before its state is compared.
pub(super) const TICKS: u32 = 120;
/// Ticks of a long run: errors that grow slowly have grown by then.
const LONG: u32 = 1000;

/// The same ticks in the page and native, without a word on the console.
pub(super) fn equals(site: &Site, id: &str) -> Result {
    equals_after(site, id, TICKS)?;
    site.no_console_errors()
}

/// A flock, which meets every boid with its neighbors, and a crowd that avoids collisions reciprocally.
pub(super) fn long_runs(site: &Site) -> Result {
    for id in ["steer/flock", "steer/crowd-door"] {
        equals_after(site, id, LONG)?;
    }
    Ok(())
}

fn equals_after(site: &Site, id: &str, ticks: u32) -> Result {
    site.open(id)?;
    let run = "motile.wasm.open_run(`${args[0]}?Seed=${args[1]}`); motile.wasm.web_tick(args[2]);\
        return motile.wasm.web_hash()";
    let found = site.browser.script(run, &[json!(id), json!(SEED), json!(ticks)])?;
    same(&format!("{id} after {ticks} ticks"), &found, &json!(native(site, id, ticks)?))
}

fn native(site: &Site, id: &str, ticks: u32) -> Result<String> {
    site.native(&["hash", id, "--ticks", &ticks.to_string(), "--seed", &SEED.to_string()])
}

/// The page that has one demo only.
pub(super) fn single_demo(site: &Site, address: &str) -> Result {
    open_single(site, address, &SEED.to_string())?;
    let run =
        "motile.wasm.web_restart(); motile.player.tick(args[0]); return motile.wasm.web_hash()";
    let found = site.browser.script(run, &[json!(TICKS)])?;
    same("state", &found, &json!(native(site, web::SAMPLE, TICKS)?))?;
    site.save("one-demo")?;
    site.no_console_errors()
}

/// The address of a page with one demo says which run it is, and each visit without one is another run: all of them had
/// the seed 1.
pub(super) fn single_seed(site: &Site, address: &str) -> Result {
    let seed = "return [motile.wasm.web_seed(), document.getElementById('seed').textContent]";
    for wanted in ["77", "18446744073709551615"] {
        open_single(site, address, wanted)?;
        same("seed", &site.script(seed)?, &json!([wanted, format!("seed {wanted}")]))?;
    }
    let mut seeds = Vec::new();
    for _ in 0..3 {
        open_single(site, address, "none")?;
        seeds.push(site.script(seed)?);
    }
    // Of a million each.
    if seeds.iter().all(|seed| *seed == seeds[0]) {
        return Err(format!("three visits have one seed: {}", seeds[0]));
    }
    site.no_console_errors()
}

/// Opens a page anew: a change of what is behind `#` alone would not wait for it.
fn open_single(site: &Site, address: &str, seed: &str) -> Result {
    site.browser.open("about:blank")?;
    site.browser.open(&format!("{address}#Seed={seed}"))?;
    site.ready()
}
