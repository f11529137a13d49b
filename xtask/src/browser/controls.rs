//! Knobs and the buttons below the picture.

use super::site::{SEED, Site, same};
use crate::{Result, web};
use serde_json::{Value, json};

const FLOCK: &str = "steer/flock";

/// A slider that knows only steps would move a default to the nearest one.
pub(super) fn defaults(site: &Site) -> Result {
    for demo in &site.demos {
        let Some(id) = demo["id"].as_str() else { continue };
        site.open(id)?;
        let wrong = "const inputs = [...document.getElementById('params').elements].filter((i) => i.name);\
            for (const input of inputs) input.dispatchEvent(new Event('input', { bubbles: true }));\
            return motile.demos.find((demo) => demo.id === args[0]).params\
            .filter((param) => motile.wasm.web_param(param.name) !== Math.fround(param.default))\
            .map((param) => `${param.name} is ${motile.wasm.web_param(param.name)}`)";
        let wrong = site.browser.script(wrong, &[json!(id)])?;
        same(&format!("{id}: not at its default"), &wrong, &json!([]))?;
    }
    Ok(())
}

/// One demo with each kind of knob.
pub(super) fn knobs(site: &Site) -> Result {
    for kind in ["number", "whole", "toggle", "choice"] {
        let of_kind = site.demos.iter().find_map(|demo| {
            let param = demo["params"].as_array()?.iter().find(|param| param["kind"] == kind)?;
            Some((demo["id"].as_str()?, param["name"].as_str()?))
        });
        let Some((id, name)) = of_kind else { return Err(format!("no demo has a {kind}")) };
        site.open(id)?;
        let turn = "const input = document.getElementById('param-' + args[0]);\
            if (input.type === 'checkbox') input.checked = !input.checked;\
            else if (input.tagName === 'SELECT') input.value = input.options.length - 1;\
            else input.value = input.max;\
            input.dispatchEvent(new Event('input', { bubbles: true }));\
            const value = input.type === 'checkbox' ? Number(input.checked) : Number(input.value);\
            return motile.wasm.web_param(args[0]) === Math.fround(value)";
        let answer = site.browser.script(turn, &[json!(name)])?;
        same(&format!("{id}: {name} follows its control"), &answer, &json!(true))?;
    }
    let back = "document.getElementById('defaults').click();\
        return motile.demos.find((demo) => demo.id === motile.running).params\
        .every((param) => motile.wasm.web_param(param.name) === Math.fround(param.default))";
    same("all at their defaults", &site.script(back)?, &json!(true))
}

/// A mouse drags the handle of a slider to its end, and the address follows.
pub(super) fn dragged_knob(site: &Site) -> Result {
    site.open(FLOCK)?;
    let [x, y] = site.middle("#param-count")?;
    let (x, y) = (x.as_i64().unwrap_or_default(), y.as_i64().unwrap_or_default());
    site.browser.actions(&json!([
        { "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": [
            { "type": "pointerMove", "x": x, "y": y },
            { "type": "pointerDown", "button": 0 },
            { "type": "pointerMove", "x": x + 40, "y": y, "duration": 50 },
            { "type": "pointerMove", "x": x + 145, "y": y, "duration": 50 },
            { "type": "pointerUp", "button": 0 },
        ]},
    ]))?;
    let most = "return motile.demos.find((demo) => demo.id === motile.running).params\
        .find((param) => param.name === 'count').max";
    let most = site.script(most)?;
    same("count", &site.script("return motile.wasm.web_param('count')")?, &most)?;
    site.wait(&format!("location.hash.includes('count={most}')"))
}

/// The same press in the page and in a script of the native program.
pub(super) fn push_button(site: &Site) -> Result {
    site.open(FLOCK)?;
    let prepare = format!(
        "document.getElementById('step').click();\
        motile.wasm.open_run(`${{motile.running}}?Seed={SEED}`); motile.wasm.web_set_paused(true); motile.player.tick(20)"
    );
    site.script(&prepare)?;
    site.click("#param-scatter")?;
    let run = "const pressed = motile.wasm.web_param('scatter'); motile.player.tick(1);\
        const after = motile.wasm.web_param('scatter'); motile.player.tick(9);\
        return [pressed, after, motile.wasm.web_hash()]";
    let found = site.script(run)?;
    let script = site.pictures.join("scatter.txt");
    std::fs::write(&script, "20 set scatter 1\n").map_err(|error| web::at(&script, &error))?;
    let script = script.to_string_lossy();
    let seed = SEED.to_string();
    let expected =
        site.native(&["hash", FLOCK, "--ticks", "30", "--seed", &seed, "--script", &script])?;
    same("pressed, after, state", &found, &json!([1, 0, expected]))
}

pub(super) fn pause_step_speed(site: &Site) -> Result {
    site.open(site.first()?)?;
    site.click("#step")?;
    let before = "return motile.wasm.web_tick_index()";
    let before = site.script(before)?.as_f64().unwrap_or(f64::NAN);
    site.click("#step")?;
    let ticks = "return motile.wasm.web_tick_index()";
    same("tick after one step", &site.script(ticks)?, &json!(before + 1.0))?;
    // Still paused: a second of frames changes nothing.
    let frame = "for (let i = 0; i < 20; i++) motile.wasm.web_frame(50); return motile.wasm.web_tick_index()";
    same("tick while paused", &site.script(frame)?, &json!(before + 1.0))?;
    site.click("#pause")?;
    for (speed, expected) in [(0.0, 0.0), (1.0, 60.0), (2.0, 120.0)] {
        // Twenty frames of 50 ms; a fraction of a tick may have been waiting.
        let run = "const speed = document.getElementById('speed');\
            speed.value = args[0]; speed.dispatchEvent(new Event('input'));\
            const before = motile.wasm.web_tick_index();\
            for (let i = 0; i < 20; i++) motile.wasm.web_frame(50);\
            return motile.wasm.web_tick_index() - before";
        let ticks = site.browser.script(run, &[json!(speed)])?.as_f64().unwrap_or(f64::NAN);
        if (ticks - expected).abs() > 1.0 || ticks.is_nan() {
            return Err(format!("{ticks} ticks in a second at speed {speed}"));
        }
    }
    Ok(())
}

pub(super) fn restart(site: &Site) -> Result {
    site.open(FLOCK)?;
    let turn = "const input = document.getElementById('param-count');\
        input.value = 77; input.dispatchEvent(new Event('input', { bubbles: true }));\
        document.getElementById('step').click(); motile.player.tick(50)";
    site.script(turn)?;
    site.click("#restart")?;
    let state = "return [motile.wasm.web_tick_index(), motile.wasm.web_param('count'), \
        document.getElementById('param-count').value]";
    same("tick, count, slider", &site.script(state)?, &json!([0, 77, "77"]))?;
    let found = site.script("motile.player.tick(40); return motile.wasm.web_hash()")?;
    let seed = SEED.to_string();
    let expected =
        site.native(&["hash", FLOCK, "--ticks", "40", "--seed", &seed, "--set", "count=77"])?;
    same("state", &found, &json!(expected))
}

pub(super) fn download(site: &Site) -> Result {
    site.open(FLOCK)?;
    site.browser.download_to(&site.pictures)?;
    site.click("#shot")?;
    let file = site.pictures.join("steer-flock.png");
    for _ in 0..100 {
        if file.is_file() {
            break;
        }
        site.script("await new Promise((done) => setTimeout(done, 50))")?;
    }
    let bytes = std::fs::read(&file).map_err(|error| web::at(&file, &error))?;
    let size = png_size(&bytes).ok_or("the download is no PNG")?;
    let shown = site.script(
        "const { width, height } = document.getElementById('canvas'); return [width, height]",
    )?;
    same("width and height", &json!(size), &shown)
}

/// Width and height from the head of a PNG.
fn png_size(bytes: &[u8]) -> Option<[u32; 2]> {
    let head = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n")?.get(8..16)?;
    let number =
        |at: usize| head[at..at + 4].iter().fold(0, |sum, &byte| sum << 8 | u32::from(byte));
    Some([number(0), number(4)])
}

/// With a demo that has a key, whose button goes along.
pub(super) fn full_screen(site: &Site) -> Result {
    site.open("stage/bouncing-ball")?;
    site.click("#full")?;
    site.wait("document.fullscreenElement?.id === 'frame'")
        .map_err(|error| format!("full screen did not begin: {error}"))?;
    let fits = "await new Promise(requestAnimationFrame);\
        const box = document.getElementById('canvas').getBoundingClientRect();\
        const full = Math.abs(box.width - innerWidth) < 2 || Math.abs(box.height - innerHeight) < 2;\
        const inside = box.width <= innerWidth + 1 && box.height <= innerHeight + 1;\
        const ratio = Math.abs(box.width / box.height - 4 / 3) < 0.01;\
        const keys = document.querySelector('#frame #pad')?.checkVisibility();\
        return [full, inside, ratio, keys]";
    let fits: Value = site.script(fits)?;
    site.save("full-screen")?;
    same("fills, fits, keeps its shape, has keys", &fits, &json!([true, true, true, true]))?;
    site.script("await document.exitFullscreen()")?;
    site.wait("!document.fullscreenElement && document.querySelector('#frame + #pad')")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_a_png_is_in_its_head() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        png.extend([0, 0, 2, 128, 0, 0, 1, 224]);
        assert_eq!(png_size(&png), Some([640, 480]));
        assert_eq!(png_size(&png[..20]), None);
        assert_eq!(png_size(b"GIF89a"), None);
    }
}
