//! The page in which kernels are written.

use super::site::{Site, same};
use crate::{Result, web};
use serde_json::json;

fn open(site: &Site, place: &str) -> Result {
    site.browser.open("about:blank")?;
    site.visit(&format!("playground.html{place}"))?;
    site.ready()?;
    let failure = site.script("return document.getElementById('failure').textContent")?;
    same("what failed", &failure, &json!(""))
}

/// The middle of the picture, as the canvas has it.
const MIDDLE: &str = "const canvas = document.getElementById('picture');\
    const middle = () => [...canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data];";

/// Keys type a mistake into the source: it is underlined and explained, the picture stays, and a button mends it.
pub(super) fn squiggles(site: &Site) -> Result {
    open(site, "#example=red")?;
    same("red", &site.script(&format!("{MIDDLE} return middle()"))?, &json!([255, 0, 0, 255]))?;
    let aim = "const source = document.getElementById('source');\
        source.focus(); const at = source.value.indexOf('dst = pixel4');\
        source.setSelectionRange(at, at)";
    site.script(aim)?;
    let typed = "float n = 3; ";
    let keys: Vec<_> = typed
        .chars()
        .flat_map(|key| {
            ["keyDown", "keyUp"].map(|way| json!({ "type": way, "value": key.to_string() }))
        })
        .collect();
    site.browser.actions(&json!([{ "type": "key", "id": "keys", "actions": keys }]))?;
    let marked = "return [[...document.querySelectorAll('#colors .bad')].map((part) => part.textContent).join(''),\
        document.querySelector('#errors .place').textContent]";
    let place = site.script(
        "const source = document.getElementById('source').value;\
        return source.slice(0, source.indexOf('3;')).split('\\n').length",
    )?;
    let found = site.script(marked)?;
    same("underlined", &found[0], &json!("3"))?;
    let said = found[1].as_str().unwrap_or_default();
    if !(said.starts_with(&format!("{place}:")) && said.ends_with("PB007")) {
        return Err(format!("expected line {place} and PB007, found {said:?}"));
    }
    let stays = format!("{MIDDLE} return middle()");
    same("the picture stays", &site.script(&stays)?, &json!([255, 0, 0, 255]))?;
    site.save("playground-mistake")?;
    site.click("#errors .fix")?;
    let mended = "return [document.querySelectorAll('#colors .bad, #errors li').length,\
        document.getElementById('source').value.includes('float n = 3.0;')]";
    same("mistakes left, mended", &site.script(mended)?, &json!([0, true]))?;
    site.no_console_errors()
}

/// A slider of the metadata changes the picture, and the probe sees the variables at the pointer.
pub(super) fn slider_and_probe(site: &Site) -> Result {
    open(site, "#example=double-bars")?;
    let turn = format!(
        "{MIDDLE} const before = middle().join();\
        const input = document.querySelector('#params input'); input.value = 0;\
        input.dispatchEvent(new Event('input', {{ bubbles: true }}));\
        return [before === middle().join(), middle(), input.dataset.name, input.max]"
    );
    let expected = json!([false, [128, 0, 128, 255], "mult", "1"]);
    same("same picture, middle, knob, its end", &site.script(&turn)?, &expected)?;
    site.click("#picture")?;
    let probed =
        "return [...document.querySelectorAll('#probe tr')].map((row) => row.cells[0].textContent)";
    same("probed", &site.script(probed)?, &json!(["p", "dst"]))?;
    let values = "return document.querySelector('#probe tr:last-child').cells[2].textContent";
    same("the output there", &site.script(values)?, &json!("0.5  0  0.5  1"))?;
    site.save("playground")?;
    site.browser.resize(400, 800)?;
    site.browser.color_scheme("dark")?;
    let sideways = "return document.documentElement.scrollWidth > innerWidth";
    same("scrolls sideways on a phone", &site.script(sideways)?, &json!(false))?;
    site.save("playground-phone")?;
    site.no_console_errors()
}

/// Bytecode, WGSL and picture are saved; a link carries the source.
pub(super) fn exports(site: &Site) -> Result {
    let folder = site.pictures.join("playground");
    web::empty_folder(&folder)?;
    site.browser.download_to(&folder)?;
    open(site, "#example=checkerboard")?;
    let exported = "return [[...playground.wasm.play_pbj().slice(0, 5)], playground.wasm.play_wgsl().includes('fn fs_main')]";
    same("bytecode, shader", &site.script(exported)?, &json!([[0xA5, 1, 0, 0, 0], true]))?;
    for (button, name) in
        [("png", "Checkerboard.png"), ("pbj", "Checkerboard.pbj"), ("wgsl", "Checkerboard.wgsl")]
    {
        site.click(&format!("#export-{button}"))?;
        let file = folder.join(name);
        // The browser writes it in its own time: frames of the page are the clock.
        for _ in 0..600 {
            if file.metadata().is_ok_and(|file| file.len() > 0) {
                break;
            }
            site.script("await new Promise(requestAnimationFrame)")?;
        }
        if !file.metadata().is_ok_and(|file| file.len() > 0) {
            return Err(format!("{name} was not saved"));
        }
    }
    let packed = "const source = document.getElementById('source').value;\
        return '#source=' + await playground.packed(source.replace('Checkerboard', 'Chess')) + '&xres=7'";
    let link = site.script(packed)?;
    open(site, link.as_str().unwrap_or_default())?;
    let carried = "return [document.getElementById('source').value.includes('kernel Chess'),\
        document.querySelector('[data-name=xres]').value]";
    same("carried by the link", &site.script(carried)?, &json!([true, "7"]))?;
    open(site, "#source=%%%")?;
    let said = site.script("return document.getElementById('said').textContent")?;
    same("a damaged link", &said, &json!("The link is damaged: the source in it cannot be read."))?;
    site.no_console_errors()
}

/// All examples compile, but the one that is there for its mistakes, and all have a picture.
pub(super) fn examples(site: &Site) -> Result {
    open(site, "")?;
    let run = "const { wasm } = playground; const odd = [];\
        for (const { id, source } of JSON.parse(wasm.play_examples())) {\
            const errors = JSON.parse(wasm.play_edit(source)).diagnostics.filter((d) => d.severity === 'error').length;\
            if ((errors > 0) !== (id === 'mistakes')) odd.push(`${id}: ${errors} errors`);\
            if (wasm.play_render(48, 36, 1, 24, 18).length !== 48 * 36 * 4) odd.push(`${id}: no picture`);\
        } return odd";
    same("examples", &site.script(run)?, &json!([]))
}

/// A file as somebody would choose or drop it, by the name `file`.
fn file(name: &str, bytes: &str) -> String {
    format!(
        "const file = new File([{bytes}], '{name}'); const transfer = new DataTransfer(); transfer.items.add(file);"
    )
}

/// A picture of one color, 20 × 10, as the bytes of a PNG.
const GREEN: &str = "await (async () => { const c = new OffscreenCanvas(20, 10); const d = c.getContext('2d');\
    d.fillStyle = '#00ff00'; d.fillRect(0, 0, 20, 10); return (await c.convertToBlob()).arrayBuffer(); })()";

/// Lets the page go on, frame by frame, until it has done something; what comes then tells whether it did.
fn until(done: &str) -> String {
    format!("for (let i = 0; i < 600 && !({done}); i++) await new Promise(requestAnimationFrame);")
}

/// An own picture by file, one by a drop, the original from the split on, and a PNG without it.
pub(super) fn pictures_and_split(site: &Site) -> Result {
    open(site, "#example=red")?;
    let source = "document.getElementById('source')";
    let invert = format!(
        "const source = {source}; source.value = source.value.replace(/output/, 'input image4 src; output')\
            .replace(/dst = pixel4[^;]*;/, 'dst = 1.0 - sampleNearest(src, outCoord()); dst.a = 1.0;');\
        source.dispatchEvent(new Event('input')); return document.querySelectorAll('#errors li').length"
    );
    same("mistakes", &site.script(&invert)?, &json!(0))?;
    let given = format!(
        "{} {MIDDLE} const input = document.getElementById('file'); input.files = transfer.files;\
        input.dispatchEvent(new Event('change')); {} return [canvas.width, canvas.height, middle()]",
        file("green.png", GREEN),
        until("canvas.width === 20")
    );
    let inverted = json!([20, 10, [255, 0, 255, 255]]);
    same("an own picture by file", &site.script(&given)?, &inverted)?;
    let split = format!(
        "{MIDDLE} const split = document.getElementById('split'); split.value = 75; split.dispatchEvent(new Event('input'));\
        const at = (x) => [...canvas.getContext('2d').getImageData(x, 5, 1, 1).data]; return [at(1), at(15)]"
    );
    let halves = json!([[255, 0, 255, 255], [0, 255, 0, 255]]);
    same("result and original", &site.script(&split)?, &halves)?;
    let saved = format!(
        "const made = []; const old = URL.createObjectURL; URL.createObjectURL = (blob) => {{ made.push(blob); return old(blob); }};\
        document.getElementById('export-png').click(); {} URL.createObjectURL = old;\
        const picture = await createImageBitmap(made[0]); const c = new OffscreenCanvas(20, 10); const d = c.getContext('2d');\
        d.drawImage(picture, 0, 0); return [...d.getImageData(15, 5, 1, 1).data]",
        until("made.length")
    );
    same("the PNG has no split", &site.script(&saved)?, &json!([255, 0, 255, 255]))?;
    let timed = "return /^[0-9.]+ ms$/.test(document.getElementById('took').textContent)";
    same("the time is told", &site.script(timed)?, &json!(true))?;
    let drop = |name: &str, bytes: &str, done: &str| {
        format!(
            "{} dispatchEvent(new DragEvent('drop', {{ dataTransfer: transfer, bubbles: true, cancelable: true }})); {}",
            file(name, bytes),
            until(done)
        )
    };
    let latin = "Uint8Array.from([47, 47, 32, 57, 48, 0xB0])";
    let opened = format!("{source}.value.startsWith('//')");
    let dropped = drop("old.pbk", latin, &opened) + &format!("return {source}.value");
    same("a dropped source in Latin-1", &site.script(&dropped)?, &json!("// 90\u{b0}"))?;
    let refused = drop("old.pbj", "Uint8Array.from([0xA5])", "true")
        + "return document.getElementById('said').textContent.startsWith('old.pbj: only sources')";
    same("bytecode is refused by name", &site.script(&refused)?, &json!(true))?;
    site.no_console_errors()
}

/// The button makes the address one that carries the source; the second place of a mistake is marked and listed.
pub(super) fn link_and_labels(site: &Site) -> Result {
    open(site, "#example=red")?;
    let write = "const source = document.getElementById('source');\
        source.value = source.value.replace('output pixel4 dst;', 'output pixel4 dst; output pixel4 two;');\
        source.dispatchEvent(new Event('input'));";
    let marked = format!(
        "{write} return [[...document.querySelectorAll('#colors .also')].map((part) => part.textContent).join(''),\
        document.querySelector('#errors .label').textContent.replace(/^[0-9]+:[0-9]+ /, '')]"
    );
    let expected = json!(["output pixel4 dst;", "the first is here"]);
    same("the second place", &site.script(&marked)?, &expected)?;
    site.click("#copy-link")?;
    let carried = format!(
        "{} const text = new URLSearchParams(location.hash.slice(1)).get('source');\
        return [(await playground.unpacked(text)) === document.getElementById('source').value,\
        /link is/.test(document.getElementById('said').textContent)]",
        until("document.getElementById('said').textContent")
    );
    same(
        "the address carries the source, and it is told",
        &site.script(&carried)?,
        &json!([true, true]),
    )?;
    // As the window writes it: stored, not packed.
    let stored = "return await playground.unpacked('AQMA_P9hYmM')";
    same("a link of the window", &site.script(stored)?, &json!("abc"))
}
