//! Sprite sheets as Aseprite writes them: JSON with frames and tags.

use super::{Clip, Wrap};
use crate::{AnimError, Span};
use motile_geom::IRect;
use serde_json::Value;

/// A sprite sheet: where its cells are, and the clips made of them.
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
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// The cells in their order; clips count them from 0.
    pub frames: Vec<SheetFrame>,
    /// One clip for each tag, or one called `""` of all cells where there are no tags.
    pub clips: Vec<Clip>,
}

/// A cell of a [`Sheet`].
#[derive(Clone, Debug, PartialEq)]
pub struct SheetFrame {
    /// Its name in the file.
    pub name: String,
    /// Its place in the picture.
    pub rect: IRect,
    /// How long it is shown.
    pub duration: Span,
}

/// The most frames that a sheet may have.
const MAX_FRAMES: usize = 65_536;

impl Sheet {
    /// Reads the JSON that Aseprite exports, with frames as an array or as a hash. Tags of the
    /// directions forward, reverse, pingpong and `pingpong_reverse` become clips; a tag that repeats once
    /// plays once, all others loop.
    ///
    /// # Errors
    ///
    /// [`AnimError::BadSheet`], with line and column where the text is not JSON, else naming what is
    /// missing.
    pub fn from_aseprite(json: &str) -> Result<Self, AnimError> {
        let value: Value = serde_json::from_str(json).map_err(|error| AnimError::BadSheet {
            line: error.line() as u32,
            column: error.column() as u32,
            expected: "JSON".into(),
        })?;
        let frames: Vec<SheetFrame> = match value.get("frames") {
            Some(Value::Array(list)) => {
                let named = |frame: &Value| {
                    frame.get("filename").and_then(Value::as_str).unwrap_or("").to_owned()
                };
                list.iter()
                    .map(|frame| read_frame(named(frame), frame))
                    .collect::<Result<_, _>>()?
            }
            Some(Value::Object(map)) => map
                .iter()
                .map(|(name, frame)| read_frame(name.clone(), frame))
                .collect::<Result<_, _>>()?,
            _ => return Err(missing("frames as an array or an object")),
        };
        if frames.is_empty() || frames.len() > MAX_FRAMES {
            return Err(missing("between 1 and 65536 frames"));
        }
        let tags = value.pointer("/meta/frameTags").and_then(Value::as_array);
        let clips = match tags {
            Some(tags) if !tags.is_empty() => {
                tags.iter().map(|tag| read_tag(tag, &frames)).collect::<Result<_, _>>()?
            }
            _ => vec![clip_of("", Wrap::Loop, 0..frames.len(), false, &frames)?],
        };
        Ok(Self { frames, clips })
    }

    /// The clip of a tag.
    ///
    /// # Errors
    ///
    /// [`AnimError::UnknownClip`].
    pub fn clip(&self, name: &str) -> Result<&Clip, AnimError> {
        let clip = self.clips.iter().find(|clip| clip.name == name);
        clip.ok_or_else(|| AnimError::UnknownClip(name.to_owned()))
    }
}

fn missing(what: &str) -> AnimError {
    AnimError::BadSheet { line: 0, column: 0, expected: what.to_owned() }
}

fn read_frame(name: String, frame: &Value) -> Result<SheetFrame, AnimError> {
    let number = |path: &str| {
        let number = frame.pointer(path).and_then(Value::as_u64);
        number
            .filter(|&n| n <= 65_536)
            .ok_or_else(|| missing(&format!("a small number at {path} of frame {name:?}")))
    };
    let (x, y) = (number("/frame/x")? as i32, number("/frame/y")? as i32);
    let rect = IRect::new(x, y, number("/frame/w")? as u32, number("/frame/h")? as u32);
    let duration = frame.get("duration").and_then(Value::as_f64).filter(|&ms| ms > 0.0);
    let duration = duration.ok_or_else(|| missing(&format!("a duration of frame {name:?}")))?;
    Ok(SheetFrame { rect, duration: Span::ms(duration), name })
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
    clip_of(name, wrap, from..to + 1, reversed, frames)
}

fn clip_of(
    name: &str,
    wrap: Wrap,
    range: core::ops::Range<usize>,
    reversed: bool,
    frames: &[SheetFrame],
) -> Result<Clip, AnimError> {
    let mut cells: Vec<(u32, Span)> = range.map(|i| (i as u32, frames[i].duration)).collect();
    if reversed {
        cells.reverse();
    }
    Clip::new(name, wrap, cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ClipPlayer;

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
