//! Pictures in the page beside the golden pictures of the native tests.

use super::site::Site;
use crate::{Result, web};
use serde_json::json;
use std::path::Path;

/// How much a color channel (0…255) may differ from the golden picture. The rasterizer is the same code at another
/// SIMD level, where a rounding may fall the other way; a golden picture is the mean of squares of pixels, so even
/// that hardly shows.
const TOLERANCE: u64 = 1;

/// Runs a demo to the moment of its picture, shrinks the canvas as `Surface::thumbnail` does, and compares.
const COMPARE: &str = "\
    motile.player.stop(); motile.player.box = null;\
    motile.wasm.open_picture(args[0]); motile.player.paint();\
    const canvas = document.getElementById('canvas'), { width, height } = canvas;\
    const full = canvas.getContext('2d').getImageData(0, 0, width, height).data;\
    const blob = await (await fetch(args[1])).blob();\
    const image = await createImageBitmap(blob, { colorSpaceConversion: 'none' });\
    const golden = new OffscreenCanvas(image.width, image.height).getContext('2d');\
    golden.drawImage(image, 0, 0);\
    const expected = golden.getImageData(0, 0, image.width, image.height).data;\
    const factor = Math.max(Math.ceil(width / 320), Math.ceil(height / 240)), area = factor * factor;\
    const columns = Math.floor(width / factor), rows = Math.floor(height / factor);\
    if (columns !== image.width || rows !== image.height) \
        throw `golden is ${image.width}×${image.height}, the page ${columns}×${rows}`;\
    let worst = 0;\
    for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x++) for (let channel = 0; channel < 4; channel++) {\
        let sum = 0;\
        for (let dy = 0; dy < factor; dy++) for (let dx = 0; dx < factor; dx++)\
            sum += full[((y * factor + dy) * width + x * factor + dx) * 4 + channel];\
        const found = Math.floor((sum + Math.floor(area / 2)) / area);\
        worst = Math.max(worst, Math.abs(found - expected[(y * columns + x) * 4 + channel]));\
    }\
    return worst";

/// The stored picture of the tests, not one made for the occasion.
pub(super) fn equals(site: &Site, root: &Path, id: &str) -> Result {
    let name = format!("{}.png", id.replace('/', "-"));
    let golden = root.join("demos/tests/golden").join(&name);
    let bytes = std::fs::read(&golden).map_err(|error| web::at(&golden, &error))?;
    site.open(id)?;
    let address = format!("data:image/png;base64,{}", encode_base64(&bytes));
    let worst = site.browser.script(COMPARE, &[json!(id), json!(address)])?;
    if worst.as_u64().is_some_and(|worst| worst <= TOLERANCE) {
        return Ok(());
    }
    site.save(&format!("picture-{}", id.replace('/', "-")))?;
    Err(format!("{id}: a channel differs by {worst} from {}", golden.display()))
}

/// Base64 with the usual alphabet.
pub(super) fn encode_base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let mut bits = [0; 3];
        bits[..chunk.len()].copy_from_slice(chunk);
        let word = u32::from_be_bytes([0, bits[0], bits[1], bits[2]]);
        for place in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * place) & 63) as usize];
            text.push(if place > chunk.len() { '=' } else { letter as char });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{super::driver::decode_base64, *};

    #[test]
    fn base64_there_and_back() {
        assert_eq!(encode_base64(b"fo"), "Zm8=");
        for length in 0..7 {
            let bytes: Vec<u8> = (0..length).map(|i| 250 - i * 37).collect();
            assert_eq!(decode_base64(&encode_base64(&bytes)), Ok(bytes));
        }
    }
}
