//! The index, and what holds for every page.

use super::site::{Site, same};
use crate::Result;
use serde_json::{Value, json};

const CARDS: &str = "[...document.querySelectorAll('.card')].map((card) => card.hash.slice(1))";

pub(super) fn lists_every_demo(site: &Site) -> Result {
    let shown = site.script(&format!("return {CARDS}"))?;
    let expected: Vec<&Value> = site.demos.iter().map(|demo| &demo["id"]).collect();
    same("cards", &shown, &json!(expected))?;
    let broken = "const images = [...document.querySelectorAll('.card img')];\
        const early = images.filter((image) => image.src).length;\
        if (early * 2 > images.length) throw `${early} of ${images.length} thumbnails are loaded at once`;\
        for (const image of images) image.src = image.dataset.src;\
        await Promise.all(images.map((image) => image.decode().catch(() => {})));\
        return images.filter((image) => image.naturalWidth === 0).length";
    same("thumbnails that do not load", &site.script(broken)?, &json!(0))
}

pub(super) fn search_narrows(site: &Site) -> Result {
    let id = site.first()?;
    let search = format!(
        "const input = document.getElementById('search');\
        input.value = args[0]; input.dispatchEvent(new Event('input')); return {CARDS}"
    );
    let found = |words: &str| site.browser.script(&search, &[json!(words)]);
    same("found", &found(id)?, &json!([id]))?;
    same("found", &found("no demo is called like this")?, &json!([]))?;
    found("")?;
    let topic = "document.querySelectorAll('#topics button')[2].click();";
    let narrowed = site.script(&format!("{topic} return {CARDS}"))?;
    let mut topics: Vec<&Value> = site.demos.iter().map(|demo| &demo["topic"]).collect();
    topics.dedup();
    let of_topic = site.demos.iter().filter(|demo| &demo["topic"] == topics[1]);
    let expected: Vec<&Value> = of_topic.map(|demo| &demo["id"]).collect();
    same("cards of a topic", &narrowed, &json!(expected))
}

/// Also leaves screenshots of the index and of three demos, light and dark.
pub(super) fn no_sideways_scrolling(site: &Site) -> Result {
    for width in [320, 400, 900, 1600] {
        for scheme in ["light", "dark"] {
            site.home()?;
            site.browser.resize(width, 1000)?;
            site.browser.color_scheme(scheme)?;
            not_too_wide(site, width)?;
            site.save(&format!("index-{width}-{scheme}"))?;
            for id in ["steer/flock", "collide/balls-grid", "physics/soft-blobs"] {
                site.open(id)?;
                site.script("motile.player.tick(90)")?;
                not_too_wide(site, width)?;
                site.save(&format!("{}-{width}-{scheme}", id.replace('/', "-")))?;
            }
        }
    }
    Ok(())
}

/// Fails when the page can be scrolled sideways.
pub(super) fn not_too_wide(site: &Site, width: u32) -> Result {
    let overflow = "return document.documentElement.scrollWidth - innerWidth";
    let overflow = site.script(overflow)?.as_f64().unwrap_or(f64::INFINITY);
    if overflow > 0.0 {
        return Err(format!("at {width} pixels the page is {overflow} pixels too wide"));
    }
    Ok(())
}

/// The site works offline: whatever it asks for, it asks its own server.
pub(super) fn no_other_host(site: &Site) -> Result {
    site.open(site.first()?)?;
    let foreign = "return performance.getEntriesByType('resource').map((entry) => entry.name)\
        .filter((name) => new URL(name).origin !== location.origin)";
    same("requests to others", &site.script(foreign)?, &json!([]))
}

/// Most bytes of a small picture, on the mean of all that a window shows.
const MOST_BYTES: f64 = 20_000.0;

/// Only those near the window are fetched, none is cut, and they are small.
pub(super) fn thumbnails(site: &Site) -> Result {
    site.wait("[...document.querySelectorAll('.card img')].some((image) => image.complete && image.naturalWidth)")?;
    let seen = "const images = [...document.querySelectorAll('.card img')];\
        const fetched = performance.getEntriesByType('resource').filter((entry) => entry.name.includes('/thumbs/'));\
        const bytes = fetched.reduce((sum, entry) => sum + entry.encodedBodySize, 0) / Math.max(fetched.length, 1);\
        return [fetched.length < images.length / 2, images.every((image) => getComputedStyle(image).objectFit === 'contain'), bytes]";
    let seen = site.script(seen)?;
    same("lazy and whole", &json!([seen[0], seen[1]]), &json!([true, true]))?;
    match seen[2].as_f64() {
        Some(bytes) if bytes > 0.0 && bytes < MOST_BYTES => Ok(()),
        _ => Err(format!("a thumbnail has {} bytes on the mean", seen[2])),
    }
}
