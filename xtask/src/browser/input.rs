//! Pointer, keyboard and fingers.

use super::{
    index,
    site::{Site, same},
};
use crate::Result;
use serde_json::{Value, json};

/// Width of a phone in the pixels of its pages.
const PHONE: u32 = 400;
const ENTER: &str = "\u{E007}";
const RIGHT: &str = "\u{E014}";

pub(super) fn pointer_and_keyboard(site: &Site) -> Result {
    site.open(site.first()?)?;
    let [x, y] = site.middle("#canvas")?;
    site.browser.actions(&json!([
        { "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": [
            { "type": "pointerMove", "x": x, "y": y },
            { "type": "pointerDown", "button": 0 },
            { "type": "pause", "duration": 0 },
            { "type": "pause", "duration": 0 },
        ]},
        { "type": "key", "id": "keys", "actions": [
            { "type": "pause", "duration": 0 },
            { "type": "pause", "duration": 0 },
            { "type": "keyDown", "value": RIGHT },
        ]},
    ]))?;
    expect_input(site, &["left", "Right"])?;
    let centered = "const [x, y] = motile.wasm.web_input().split(' ').map(Number);\
        return Math.hypot(x - motile.wasm.web_stage_width() / 2, y - motile.wasm.web_stage_height() / 2)";
    let off = site.script(centered)?.as_f64().unwrap_or(f64::INFINITY);
    if off > 3.0 {
        return Err(format!("the pointer is {off} pixels off the middle of the stage"));
    }
    Ok(())
}

/// A second button that is pressed while the first is held came as a move, and was lost.
pub(super) fn several_buttons(site: &Site) -> Result {
    site.open("stage/input")?;
    let [x, y] = site.middle("#canvas")?;
    let act = |actions: Value| {
        let mouse = json!({ "pointerType": "mouse" });
        let source =
            json!([{ "type": "pointer", "id": "mouse", "parameters": mouse, "actions": actions }]);
        site.browser.actions(&source)
    };
    let held = |expected: &str| {
        let held = format!(
            "motile.wasm.web_input().split(' touches')[0].split(' ').slice(2).join(' ') === '{expected}'"
        );
        site.wait(&held).map_err(|error| format!("never saw `{expected}` held: {error}"))
    };
    act(
        json!([{ "type": "pointerMove", "x": x, "y": y }, { "type": "pointerDown", "button": 0 }]),
    )?;
    held("left")?;
    // As browsers tell of buttons beside the first one. The driver cannot: it says that all are up when one comes up.
    for (kind, buttons, expected) in [
        ("pointermove", 3, "left right"),
        ("pointermove", 2, "right"),
        ("pointermove", 6, "right middle"),
        ("pointermove", 4, "middle"),
        ("pointerup", 0, ""),
    ] {
        let event =
            format!("new PointerEvent('{kind}', {{ buttons: {buttons}, isPrimary: true }})");
        site.script(&format!("document.getElementById('canvas').dispatchEvent({event})"))?;
        held(expected)?;
    }
    act(json!([{ "type": "pointerUp", "button": 0 }]))?;
    // One that was pressed beside the picture is not the picture's when it comes by.
    let pass = "const move = new PointerEvent('pointermove', { buttons: 1, isPrimary: true });\
        document.getElementById('canvas').dispatchEvent(move);\
        return motile.wasm.web_input().includes('left')";
    same("a button that was pressed elsewhere", &site.script(pass)?, &json!(false))
}

/// A finger comes down, moves and is lifted, in one gesture as drivers want it.
pub(super) fn touch(site: &Site) -> Result {
    site.open(site.first()?)?;
    let [x, y] = site.middle("#canvas")?;
    let watch = "globalThis.phases = []; globalThis.held = '';\
        const hand_on = motile.wasm.web_touch;\
        motile.wasm.web_touch = (id, phase, x, y) => {\
            hand_on(id, phase, x, y);\
            if (phases.at(-1) !== phase) phases.push(phase);\
            if (phase === 1) held = motile.wasm.web_input();\
        }";
    site.script(watch)?;
    let moved = x.as_f64().unwrap_or_default() + 40.0;
    site.browser.actions(&json!([
        { "type": "pointer", "id": "finger", "parameters": { "pointerType": "touch" }, "actions": [
            { "type": "pointerMove", "x": x, "y": y },
            { "type": "pointerDown", "button": 0 },
            { "type": "pointerMove", "x": moved, "y": y, "duration": 50 },
            { "type": "pointerUp", "button": 0 },
        ]},
    ]))?;
    expect_input(site, &["touches 0"])?;
    same("down, move, up", &site.script("return phases")?, &json!([0, 1, 2]))?;
    // A finger is the pointer too, so that sketches need not know the difference.
    let held = site.script("return ['left', 'touches 1'].every((part) => held.includes(part))")?;
    same("a finger counts as the left button", &held, &json!(true))
}

/// A phone has no keys, so the page has a button for each key that a demo listens to. No demo's page is wider than it.
pub(super) fn keys_as_buttons(site: &Site) -> Result {
    site.browser.resize(PHONE, 800)?;
    for demo in &site.demos {
        let Some(id) = demo["id"].as_str() else { continue };
        site.open(id)?;
        let shown = "return [...document.querySelectorAll('#pad button')].filter((key) => key.checkVisibility())\
            .map((key) => key.dataset.key)";
        let keys = demo["keys"].as_array().into_iter().flatten().map(|key| &key["key"]);
        let expected: Vec<&Value> = keys.collect();
        same(&format!("{id}: keys on the page"), &site.script(shown)?, &json!(expected))?;
        index::not_too_wide(site, PHONE).map_err(|error| format!("{id}: {error}"))?;
    }
    site.open("stage/input")?;
    let watch = "globalThis.keys = []; const hand_on = motile.wasm.web_key;\
        motile.wasm.web_key = (name, down) => {\
            hand_on(name, down);\
            keys.push(`${name} ${down} ${motile.wasm.web_input().includes(name)}`);\
        }";
    site.script(watch)?;
    let [x, y] = site.middle("#pad [data-key=Right]")?;
    site.browser.actions(&json!([
        { "type": "pointer", "id": "finger", "parameters": { "pointerType": "touch" }, "actions": [
            { "type": "pointerMove", "x": x, "y": y },
            { "type": "pointerDown", "button": 0 },
            { "type": "pause", "duration": 50 },
            { "type": "pointerUp", "button": 0 },
        ]},
    ]))?;
    let held = json!(["Right true true", "Right false false"]);
    site.wait("keys.length >= 2")?;
    same("a finger", &site.script("return keys.splice(0)")?, &held)?;
    site.script("document.querySelector('#pad [data-key=Right]').focus()")?;
    site.browser.actions(&json!([
        { "type": "key", "id": "keys", "actions": [
            { "type": "keyDown", "value": ENTER },
            { "type": "keyUp", "value": ENTER },
        ]},
    ]))?;
    same("Enter", &site.script("return keys.splice(0)")?, &held)?;
    site.script("document.querySelector('#pad [data-key=Right]').click()")?;
    same("a click by a tool", &site.script("return keys")?, &held)
}

/// A sketch has the keyboard as soon as its page is open, and knows when it has not.
pub(super) fn has_the_keyboard(site: &Site) -> Result {
    site.open("stage/bouncing-ball")?;
    let focused = "return [document.activeElement.id, motile.wasm.web_input().includes('focused')]";
    same("focus at the start", &site.script(focused)?, &json!(["canvas", true]))?;
    site.script("document.activeElement.blur()")?;
    let focused = "return motile.wasm.web_input().includes('focused')";
    same("focused without the focus", &site.script(focused)?, &json!(false))?;
    site.script("document.getElementById('canvas').focus()")?;
    same("focused again", &site.script(focused)?, &json!(true))?;
    press(site, "T")?;
    site.wait("typed === 'T'").map_err(|_| "a typed letter does not arrive with its case".into())
}

/// Shift and 1 press "!", and with Shift let go first it is 1 that comes up: "!" stayed down until the focus went.
pub(super) fn keys_come_up(site: &Site) -> Result {
    site.open("stage/bouncing-ball")?;
    let keys = "const canvas = document.getElementById('canvas');\
        const send = (type, key, code) =>\
            canvas.dispatchEvent(new KeyboardEvent(type, { key, code, bubbles: true, cancelable: true }));\
        const down = () => motile.wasm.web_input().split(' touches')[0].split(' ').slice(2).sort();\
        send('keydown', 'Shift', 'ShiftLeft');\
        send('keydown', '!', 'Digit1');\
        const before = down();\
        send('keyup', 'Shift', 'ShiftLeft');\
        send('keyup', '1', 'Digit1');\
        return [before, down()]";
    same("keys down", &site.script(keys)?, &json!([["!", "Shift"], []]))
}

/// Presses a key without a click before it.
fn press(site: &Site, key: &str) -> Result {
    let watch = "globalThis.typed = ''; const hand_on = motile.wasm.web_text;\
        motile.wasm.web_text = (text) => { hand_on(text); typed += text; }";
    site.script(watch)?;
    site.browser.actions(&json!([
        { "type": "key", "id": "keys", "actions": [
            { "type": "keyDown", "value": key },
            { "type": "keyUp", "value": key },
        ]},
    ]))
}

fn expect_input(site: &Site, parts: &[&str]) -> Result {
    // The browser hands touches on when it gets to it.
    let look = "for (let i = 0; i < 60; i++) {\
            if (args.every((part) => motile.wasm.web_input().includes(part))) break;\
            await new Promise(requestAnimationFrame);\
        }\
        return motile.wasm.web_input()";
    let arguments: Vec<_> = parts.iter().map(|part| json!(part)).collect();
    let input = site.browser.script(look, &arguments)?;
    let text = input.as_str().unwrap_or_default();
    match parts.iter().find(|&&part| !text.contains(part)) {
        None => Ok(()),
        Some(part) => Err(format!("expected {part:?} in the input, found {text:?}")),
    }
}
