//! Sprite sheets as Aseprite writes them: JSON with frames and tags.

use super::{
    Clip, Sheet, SheetFrame, Wrap,
    sheet::{clip_of, missing, read_frames, read_json},
};
use crate::{AnimError, Span};
use serde_json::Value;

impl Sheet {
    /// Reads the JSON that Aseprite exports, with frames as an array or as a hash. Tags of the
    /// directions forward, reverse, pingpong and `pingpong_reverse` become clips; a tag that repeats once
    /// plays once, all others loop. Without tags there is one clip called `""` of all frames.
    ///
    /// ```
    /// use motile_anim::Sheet;
    /// let json = r#"{
    ///   "frames": [
    ///     { "filename": "a", "frame": { "x": 0, "y": 0, "w": 16, "h": 16 }, "duration": 100 },
    ///     { "filename": "b", "frame": { "x": 16, "y": 0, "w": 16, "h": 16 }, "duration": 250 }
    ///   ],
    ///   "meta": { "frameTags": [{ "name": "blink", "from": 0, "to": 1, "direction": "forward" }] }
    /// }"#;
    /// let sheet = Sheet::from_aseprite(json)?;
    /// assert_eq!(sheet.frames[1].rect.x, 16);
    /// assert_eq!(sheet.clip("blink")?.duration(), 0.35);
    /// # Ok::<(), motile_anim::AnimError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`AnimError::BadSheet`], with line and column where the text is not JSON, else naming what is
    /// missing.
    pub fn from_aseprite(json: &str) -> Result<Self, AnimError> {
        let value = read_json(json)?;
        let frames = read_frames(&value, |name, frame| {
            let duration = frame.get("duration").and_then(Value::as_f64).filter(|&ms| ms > 0.0);
            duration.map(Span::ms).ok_or_else(|| missing(&format!("a duration of frame {name:?}")))
        })?;
        let tags = value.pointer("/meta/frameTags").and_then(Value::as_array);
        let clips = match tags {
            Some(tags) if !tags.is_empty() => {
                tags.iter().map(|tag| read_tag(tag, &frames)).collect::<Result<_, _>>()?
            }
            _ => vec![clip_of("", Wrap::Loop, 0..frames.len(), &frames)?],
        };
        Ok(Self { frames, clips })
    }
}

fn read_tag(tag: &Value, frames: &[SheetFrame]) -> Result<Clip, AnimError> {
    let name = tag.get("name").and_then(Value::as_str).ok_or_else(|| missing("a name of a tag"))?;
    let end = |key: &str| {
        let number = tag.get(key).and_then(Value::as_u64).filter(|&n| n < frames.len() as u64);
        number
            .map(|n| n as usize)
            .ok_or_else(|| missing(&format!("a frame number at {key} of tag {name:?}")))
    };
    let (from, to) = (end("from")?, end("to")?);
    if from > to {
        return Err(missing(&format!("from not after to in tag {name:?}")));
    }
    let direction = tag.get("direction").and_then(Value::as_str).unwrap_or("forward");
    // Aseprite writes the number of repeats as text.
    let once = tag.get("repeat").is_some_and(|repeat| repeat.as_str() == Some("1"));
    let (wrap, reversed) = match direction {
        "forward" => (Wrap::Loop, false),
        "reverse" => (Wrap::Loop, true),
        "pingpong" => (Wrap::PingPong, false),
        "pingpong_reverse" => (Wrap::PingPong, true),
        other => return Err(missing(&format!("a known direction instead of {other:?}"))),
    };
    let wrap = if once && wrap == Wrap::Loop { Wrap::Once } else { wrap };
    if reversed {
        clip_of(name, wrap, (from..=to).rev(), frames)
    } else {
        clip_of(name, wrap, from..=to, frames)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ClipPlayer;
    use motile_geom::IRect;

    const HASH: &str = r#"{ "frames": {
        "hero 10.png": { "frame": { "x": 0, "y": 0, "w": 8, "h": 9 }, "duration": 100 },
        "hero 2.png": { "frame": { "x": 8, "y": 0, "w": 8, "h": 9 }, "duration": 200 },
        "hero 3.png": { "frame": { "x": 16, "y": 0, "w": 8, "h": 9 }, "duration": 300 } },
        "meta": { "frameTags": [
            { "name": "back", "from": 0, "to": 2, "direction": "reverse" },
            { "name": "sway", "from": 0, "to": 2, "direction": "pingpong" },
            { "name": "once", "from": 1, "to": 2, "direction": "forward", "repeat": "1" } ] } }"#;

    #[test]
    fn a_hash_keeps_the_order_of_the_file() {
        let sheet = Sheet::from_aseprite(HASH).expect("sound");
        assert_eq!(sheet.frames[1].name, "hero 2.png");
        assert_eq!(sheet.frames[2].rect, IRect::new(16, 0, 8, 9));
        let mut player = ClipPlayer::default();
        player.seek(0.35);
        assert_eq!(player.cell(sheet.clip("back").expect("tag")), 1);
        assert_eq!(sheet.clip("sway").expect("tag").duration(), 0.8);
        assert_eq!(sheet.clip("once").expect("tag").wrap, Wrap::Once);
        assert!(sheet.clip("fly").is_err());
    }

    #[test]
    fn bad_sheets_say_what_is_wrong() {
        let error = Sheet::from_aseprite("{\n  \"frames\": [1,}").expect_err("no JSON");
        assert!(matches!(error, AnimError::BadSheet { line: 2, .. }), "{error}");
        for (from, to) in [
            ("\"w\": 8", "\"w\": -8"),
            ("100", "0"),
            ("\"to\": 2", "\"to\": 9"),
            ("pingpong", "zigzag"),
            ("frames", "flames"),
        ] {
            let error = Sheet::from_aseprite(&HASH.replacen(from, to, 1)).expect_err(to);
            assert!(error.to_string().contains("expected"), "{error}");
        }
    }
}
