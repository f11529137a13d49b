//! The pictures of the steering guide in `crates/steer/docs`: made here by the headless renderer, from the demo
//! `steer/diagrams`, and compared like all golden pictures. `cargo xtask bless steer` accepts new ones.

use motile::pixels::{IRect, Surface};
use motile_demos::{find, steer_scenes};
use motile_proof::{Bless, PictureTolerance, Place, check_picture};
use std::{fmt::Write, fs, path::Path};

/// The caption at the foot of the stage is cut off: the guide has words of its own.
const SHOWN: (u32, u32) = (640, 444);

fn picture(scene: &str, ticks: u64) -> Surface {
    let demo = find("steer/diagrams").unwrap();
    let settings = demo.settings(1).with_param("behavior", scene);
    let mut player = (demo.start)(&settings).unwrap();
    player.run_ticks(ticks);
    player.draw();
    let mut shown = Surface::new(SHOWN.0, SHOWN.1).unwrap();
    shown.copy(player.surface(), IRect::new(0, 0, SHOWN.0, SHOWN.1), 0, 0);
    shown.thumbnail(220, 150).unwrap()
}

/// Bytes as text that a page can hold in place of an address (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let value = bits >> (18 - 6 * digit) & 63;
            text.push(if digit <= chunk.len() { DIGITS[value as usize] as char } else { '=' });
        }
    }
    text
}

#[test]
fn base64_as_in_the_standard() {
    for (bytes, text) in
        [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")]
    {
        assert_eq!(base64(bytes.as_bytes()), text);
    }
}

#[test]
fn golden_pictures_of_the_steering_guide() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/steer/docs");
    let place = Place { golden: docs.clone(), ..Place::of_running_test() };
    let bless = Bless::from_env();
    // Rustdoc copies no pictures, so the page carries them in itself, as the targets of its links.
    let mut links = String::new();
    for (scene, ticks) in steer_scenes() {
        let name = format!("steer-{scene}");
        if let Err(message) =
            check_picture(&place, &bless, &name, &picture(scene, ticks), PictureTolerance::EXACT)
        {
            panic!("{message}");
        }
        let bytes = fs::read(place.picture(&name)).unwrap();
        assert!(bytes.len() < 12_000, "{name}: {} bytes are too many for a page", bytes.len());
        writeln!(links, "[{name}]: data:image/png;base64,{}", base64(&bytes)).unwrap();
    }
    let file = docs.join("pictures.md");
    if bless.accepts("steer-pictures") {
        fs::write(&file, &links).unwrap();
    }
    let stored = fs::read_to_string(&file).unwrap_or_default();
    assert!(stored == links, "{} is stale; accept with: cargo xtask bless steer", file.display());
    let guide = fs::read_to_string(docs.join("guide.md")).unwrap();
    for (scene, _) in steer_scenes() {
        assert!(guide.contains(&format!("[steer-{scene}]")), "{scene} is not in the guide");
    }
}
