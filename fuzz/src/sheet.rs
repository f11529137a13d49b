//! Sprite sheets written as JSON.

use motile_anim::{AnimError, Clip, ClipPlayer, Sheet};

/// Any text is a sheet or an error with a reason, for both programs that write them; what is read can be
/// played, and shows cells that exist.
pub fn run(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    check(text, Sheet::from_aseprite(text));
    check(text, Sheet::from_texture_packer(text, 12.0));
}

fn check(text: &str, read: Result<Sheet, AnimError>) {
    let lines = text.split('\n').count() as u32;
    match read {
        Ok(sheet) => {
            assert!(!sheet.frames.is_empty() && !sheet.clips.is_empty());
            sheet.clips.iter().for_each(|clip| play(clip, sheet.frames.len() as u32));
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
    use crate::smoke;

    #[test]
    fn smoke() {
        smoke::run(
            &[
                br#"{"frames":[{"filename":"a","frame":{"x":0,"y":0,"w":16,"h":16},"duration":100},
                    {"filename":"b","frame":{"x":16,"y":0,"w":16,"h":16},"duration":250}],
                    "meta":{"frameTags":[{"name":"t","from":0,"to":1,"direction":"pingpong"}]}}"#,
                br#"{"frames":{"w_1.png":{"frame":{"x":0,"y":0,"w":8,"h":9},"rotated":true,
                    "spriteSourceSize":{"x":1,"y":2,"w":8,"h":9},"sourceSize":{"w":12,"h":12}},
                    "w_2.png":{"frame":{"x":9,"y":0,"w":8,"h":9}}},"animations":{"w":["w_2.png"]}}"#,
                br#"{"frames":{"a 99999999999999999999":{"frame":{"x":65536,"y":0,"w":0,"h":1e9},
                    "duration":1e300}}}"#,
                br#"{"frames":[]}"#,
                b"[[[[[[[[",
                b"",
            ],
            30_000,
            run,
        );
    }
}
