//! Sprite sheets written as JSON.

use motile_anim::{
    AnimError, Clip, ClipPlayer, sprite_sheet_from_aseprite, sprite_sheet_from_texture_packer,
};
use motile_pixels::SpriteSheet;

/// Any text is a sheet or an error with a reason, for both programs that write them; what is read can be
/// played, and shows cells that exist.
pub fn run(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    check(text, sprite_sheet_from_aseprite(text));
    check(text, sprite_sheet_from_texture_packer(text, 12.0));
}

fn check(text: &str, read: Result<SpriteSheet, AnimError>) {
    let lines = text.split('\n').count() as u32;
    match read {
        Ok(sheet) => {
            let clips = Clip::all_from_sheet(&sheet).expect("a sheet that was read can be played");
            assert!(!sheet.frames.is_empty() && !clips.is_empty());
            clips.iter().for_each(|clip| play(clip, sheet.frames.len() as u32));
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            if let AnimError::BadSheet { line, .. } = error {
                assert!(line <= lines, "line {line} of {lines}");
            }
        }
    }
}

fn play(clip: &Clip, frames: u32) {
    assert!(clip.cells().iter().all(|&cell| cell < frames));
    let mut player = ClipPlayer::default();
    for _ in 0..3 {
        player.update(clip, 0.07);
        assert!(player.cell(clip) < frames);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{seeds, smoke};

    #[test]
    fn smoke() {
        smoke::run(&seeds::stored("sheet"), 30_000, run);
    }
}
