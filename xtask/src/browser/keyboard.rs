//! The page without a mouse.

use super::site::{Site, same};
use crate::Result;
use serde_json::json;

const TAB: &str = "\u{E004}";
const ENTER: &str = "\u{E007}";
const SHIFT: &str = "\u{E008}";
const ESCAPE: &str = "\u{E00C}";
const RIGHT: &str = "\u{E014}";

/// The demo and the knob of the check.
const DEMO: &str = "steer/flock";
const KNOB: &str = "alignment";
/// More presses of Tab than any page has stops.
const MOST_TABS: u32 = 150;

/// From the index to a demo, its knob, pause, step, and back.
pub(super) fn there_and_back(site: &Site) -> Result {
    press(site, &["/"])?;
    same("focus after /", &site.script("return document.activeElement.id")?, &json!("search"))?;
    for letter in DEMO.chars() {
        press(site, &[&letter.to_string()])?;
    }
    tab_to(site, ".card")?;
    press(site, &[ENTER])?;
    site.wait(&format!("motile.running === '{DEMO}'"))?;
    let focus = "return document.activeElement.id";
    site.wait("document.activeElement.id === 'canvas'")
        .map_err(|_| format!("focus is not at the demo but at {:?}", site.script(focus)))?;
    press(site, &[RIGHT])?;
    press(site, &[ESCAPE])?;
    same("focus after Escape", &site.script("return document.activeElement.id")?, &json!("pause"))?;
    focus_is_visible(site)?;
    press(site, &[" "])?;
    let paused = "return document.getElementById('pause').getAttribute('aria-pressed')";
    same("paused", &site.script(paused)?, &json!("true"))?;

    let tick = || site.script("return motile.wasm.web_tick_index()");
    let before = tick()?.as_f64().unwrap_or(f64::NAN);
    press(site, &[TAB])?;
    press(site, &[ENTER])?;
    press(site, &["."])?;
    same("ticks of two steps", &tick()?, &json!(before + 2.0))?;

    let knob = format!("return motile.wasm.web_param('{KNOB}')");
    let start = site.script(&knob)?.as_f64().unwrap_or(f64::NAN);
    tab_to(site, &format!("#param-{KNOB}"))?;
    press(site, &[RIGHT])?;
    let turned = site.script(&knob)?.as_f64().unwrap_or(f64::NAN);
    if turned.partial_cmp(&start) != Some(core::cmp::Ordering::Greater) {
        return Err(format!("the right arrow turned {KNOB} from {start} to {turned}"));
    }
    site.save("keyboard")?;

    tab_back_to(site, "#back")?;
    press(site, &[ENTER])?;
    site.wait("!document.getElementById('index').hidden")?;
    let card = "return document.activeElement.hash";
    same("focus on the card left", &site.script(card)?, &json!(format!("#{DEMO}")))?;
    press(site, &[ENTER])?;
    site.wait(&format!("motile.running === '{DEMO}'"))?;
    // The first gives the keyboard back to the page, the second leaves.
    press(site, &[ESCAPE])?;
    press(site, &[ESCAPE])?;
    site.wait("!document.getElementById('index').hidden")?;
    // What was searched for still stands there.
    press(site, &["/"])?;
    press(site, &[ENTER])?;
    site.wait(&format!("motile.running === '{DEMO}'"))
        .map_err(|_| "Enter does not open the first demo that was found".into())
}

/// Presses keys one inside the other, as in Shift and Tab.
fn press(site: &Site, keys: &[&str]) -> Result {
    let down = keys.iter().map(|key| json!({ "type": "keyDown", "value": key }));
    let up = keys.iter().rev().map(|key| json!({ "type": "keyUp", "value": key }));
    let actions: Vec<_> = down.chain(up).collect();
    site.browser.actions(&json!([{ "type": "key", "id": "keys", "actions": actions }]))
}

fn tab_to(site: &Site, selector: &str) -> Result {
    walk_to(site, selector, &[TAB])
}

fn tab_back_to(site: &Site, selector: &str) -> Result {
    walk_to(site, selector, &[SHIFT, TAB])
}

/// Goes from stop to stop, each of which has to show that it has the focus.
fn walk_to(site: &Site, selector: &str, keys: &[&str]) -> Result {
    let arrived = format!("return document.activeElement.matches('{selector}')");
    for _ in 0..MOST_TABS {
        press(site, keys)?;
        focus_is_visible(site)?;
        if site.script(&arrived)? == json!(true) {
            return Ok(());
        }
    }
    Err(format!("Tab never reaches {selector}"))
}

fn focus_is_visible(site: &Site) -> Result {
    let look = "const element = document.activeElement, style = getComputedStyle(element);\
        if (element === document.body) return '';\
        const box = element.getBoundingClientRect();\
        const seen = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;\
        const ring = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;\
        return seen && ring ? '' : `${element.tagName} #${element.id}: seen ${seen}, ring ${ring}`";
    same("focus that does not show", &site.script(look)?, &json!(""))
}
