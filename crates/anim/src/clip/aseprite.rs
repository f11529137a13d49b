//! Sprite sheets as Aseprite writes them: JSON with frames and tags.

use super::json::{missing, read_frames, read_json};
use crate::AnimError;
use motile_pixels::{SpriteFrame, SpriteSheet, SpriteTag, TagRepeat};
use serde_json::Value;

/// Reads the JSON that Aseprite exports, with frames as an array or as a hash. Tags of the directions forward,
/// reverse, pingpong and `pingpong_reverse` are kept; one that repeats once plays once, all others go on. Without
/// tags there is one called `""` of all frames. [`Clip::from_sheet`](crate::Clip::from_sheet) plays a tag.
///
/// ```
/// use motile_anim::{Clip, sprite_sheet_from_aseprite};
/// let json = r#"{
///   "frames": [
///     { "filename": "a", "frame": { "x": 0, "y": 0, "w": 16, "h": 16 }, "duration": 100 },
///     { "filename": "b", "frame": { "x": 16, "y": 0, "w": 16, "h": 16 }, "duration": 250 }
///   ],
///   "meta": { "frameTags": [{ "name": "blink", "from": 0, "to": 1, "direction": "forward" }] }
/// }"#;
/// let sheet = sprite_sheet_from_aseprite(json)?;
/// assert_eq!(sheet.frames[1].rect.x, 16);
/// assert_eq!(Clip::from_sheet(&sheet, "blink")?.duration(), 0.35);
/// # Ok::<(), motile_anim::AnimError>(())
/// ```
///
/// # Errors
///
/// [`AnimError::BadSheet`], with line and column where the text is not JSON, else naming what is missing.
#[doc(alias = "sprite sheet animation")]
pub fn sprite_sheet_from_aseprite(json: &str) -> Result<SpriteSheet, AnimError> {
    let value = read_json(json)?;
    let frames = read_frames(&value, |name, frame| {
        let milliseconds = frame.get("duration").and_then(Value::as_f64);
        let seconds = milliseconds.map(|ms| (ms / 1000.0) as f32);
        let sound = seconds.filter(|&seconds| (SHORTEST..LONGEST).contains(&seconds));
        sound.ok_or_else(|| missing(&format!("a duration of frame {name:?}")))
    })?;
    let tags = value.pointer("/meta/frameTags").and_then(Value::as_array);
    let tags = match tags {
        Some(tags) if !tags.is_empty() => {
            tags.iter().map(|tag| read_tag(tag, &frames)).collect::<Result<_, _>>()?
        }
        _ => vec![SpriteTag::new("", 0..frames.len() as u32)],
    };
    Ok(SpriteSheet { frames, tags })
}

/// A frame is shown for at least a microsecond and less than a day, in seconds.
const SHORTEST: f32 = 1e-6;
const LONGEST: f32 = 86_400.0;

fn read_tag(tag: &Value, frames: &[SpriteFrame]) -> Result<SpriteTag, AnimError> {
    let name = tag.get("name").and_then(Value::as_str).ok_or_else(|| missing("a name of a tag"))?;
    let end = |key: &str| {
        let number = tag.get(key).and_then(Value::as_u64).filter(|&n| n < frames.len() as u64);
        let number = number.map(|n| n as u32);
        number.ok_or_else(|| missing(&format!("a frame number at {key} of tag {name:?}")))
    };
    let (from, to) = (end("from")?, end("to")?);
    if from > to {
        return Err(missing(&format!("from not after to in tag {name:?}")));
    }
    let direction = tag.get("direction").and_then(Value::as_str).unwrap_or("forward");
    let (repeat, reversed) = match direction {
        "forward" => (TagRepeat::Loop, false),
        "reverse" => (TagRepeat::Loop, true),
        "pingpong" => (TagRepeat::PingPong, false),
        "pingpong_reverse" => (TagRepeat::PingPong, true),
        other => return Err(missing(&format!("a known direction instead of {other:?}"))),
    };
    // Aseprite writes the number of repeats as text.
    let once = tag.get("repeat").is_some_and(|repeat| repeat.as_str() == Some("1"));
    let repeat = if once && repeat == TagRepeat::Loop { TagRepeat::Once } else { repeat };
    let mut found = SpriteTag { repeat, ..SpriteTag::new(name, from..=to) };
    if reversed {
        found.frames.reverse();
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clip, ClipPlayer, Wrap};
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
        let sheet = sprite_sheet_from_aseprite(HASH).expect("sound");
        let clip = |tag| Clip::from_sheet(&sheet, tag).expect("a sound tag");
        assert_eq!(sheet.frames[1].name, "hero 2.png");
        assert_eq!(sheet.frames[2].rect, IRect::new(16, 0, 8, 9));
        let mut player = ClipPlayer::default();
        player.seek(0.35);
        assert_eq!(player.cell(&clip("back")), 1);
        assert_eq!(clip("sway").duration(), 0.8);
        assert_eq!(clip("once").wrap, Wrap::Once);
        assert!(sheet.tag("fly").is_none());
    }

    #[test]
    fn bad_sheets_say_what_is_wrong() {
        let error = sprite_sheet_from_aseprite("{\n  \"frames\": [1,}").expect_err("no JSON");
        assert!(matches!(error, AnimError::BadSheet { line: 2, .. }), "{error}");
        for (from, to) in [
            ("\"w\": 8", "\"w\": -8"),
            ("100", "0"),
            ("100", "1e300"),
            ("\"to\": 2", "\"to\": 9"),
            ("pingpong", "zigzag"),
            ("frames", "flames"),
        ] {
            let error = sprite_sheet_from_aseprite(&HASH.replacen(from, to, 1)).expect_err(to);
            assert!(error.to_string().contains("expected"), "{error}");
        }
    }
}
