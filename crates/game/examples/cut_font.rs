//! Cuts a font to the letters that a game writes, which makes its page lighter:
//! `cargo run -p motile-game --features stage --example cut_font -- assets/words.ttf letters.txt page/assets/words.ttf`.
//! All characters of `letters.txt` stay, and those of ASCII, which names and numbers need.

use motile_stage::{Error, Font, Result};
use std::{env, fs};

fn main() -> Result {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [font, letters, out] = arguments.as_slice() else {
        return Err(Error::new(
            "expected three files: a font, a text with its letters, and where to write",
        ));
    };
    let read = |name: &str| fs::read(name).map_err(|error| Error::new(format!("{name}: {error}")));
    let letters = String::from_utf8_lossy(&read(letters)?).into_owned();
    let ascii: String = (' '..='~').collect();
    let whole = read(font)?;
    let cut = Font::new(whole)?.subset(&(ascii + &letters))?;
    fs::write(out, cut)?;
    Ok(())
}
