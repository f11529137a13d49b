//! Sprite sheets as `TexturePacker` and its relatives write them: JSON with named frames.

use super::json::{missing, read_frames, read_json};
use crate::{AnimError, Span};
use motile_pixels::{SpriteFrame, SpriteSheet, SpriteTag};
use serde_json::Value;

/// Reads the JSON of `TexturePacker` and its relatives, with frames as an array or as a hash, each shown for one frame
/// at `fps` frames a second. Where the file lists `animations`, these are the tags; else frames whose names differ only
/// in their last number make one, in the order of the numbers: `walk_1.png` and `walk_2.png` are `walk`. All of them
/// loop. [`Clip::from_sheet`](crate::Clip::from_sheet) plays a tag.
///
/// ```
/// use motile_anim::sprite_sheet_from_texture_packer;
/// let json = r#"{ "frames": {
///   "walk_10.png": { "frame": { "x": 0, "y": 0, "w": 16, "h": 20 }, "rotated": true },
///   "walk_9.png": { "frame": { "x": 20, "y": 0, "w": 16, "h": 20 }, "rotated": false }
/// } }"#;
/// let sheet = sprite_sheet_from_texture_packer(json, 12.0)?;
/// assert_eq!(sheet.frames[0].rect.width, 20, "it lies on its side");
/// assert_eq!(sheet.tag("walk").map(|tag| &tag.frames[..]), Some(&[1, 0][..]));
/// # Ok::<(), motile_anim::AnimError>(())
/// ```
///
/// # Errors
///
/// [`AnimError::BadSheet`], with line and column where the text is not JSON, else naming what is missing;
/// [`AnimError::BadTime`] for a frame rate that is not above 0.
#[doc(alias = "texture atlas")]
pub fn sprite_sheet_from_texture_packer(json: &str, fps: f32) -> Result<SpriteSheet, AnimError> {
    let duration = Span::frames(1.0, fps);
    duration.nanos("frame duration")?;
    let duration = duration.seconds() as f32;
    let value = read_json(json)?;
    let frames = read_frames(&value, |_, _| Ok(duration))?;
    let tags = match value.get("animations") {
        Some(Value::Object(list)) if !list.is_empty() => list
            .iter()
            .map(|(name, names)| listed(name, names, &frames))
            .collect::<Result<_, _>>()?,
        _ => numbered(&frames),
    };
    Ok(SpriteSheet { frames, tags })
}

/// A tag whose frames are listed by name.
fn listed(name: &str, names: &Value, frames: &[SpriteFrame]) -> Result<SpriteTag, AnimError> {
    let list = names.as_array().filter(|list| !list.is_empty());
    let list = list.ok_or_else(|| missing(&format!("a list of frames for animation {name:?}")))?;
    let cell = |entry: &Value| {
        let wanted = entry.as_str();
        let known = frames.iter().position(|frame| Some(frame.name.as_str()) == wanted);
        let known = known.map(|cell| cell as u32);
        known.ok_or_else(|| missing(&format!("a known frame instead of {entry} in {name:?}")))
    };
    let cells: Vec<u32> = list.iter().map(cell).collect::<Result<_, _>>()?;
    Ok(SpriteTag::new(name, cells))
}

/// Tags of frames that share a name up to their number, in the order in which they first come.
fn numbered(frames: &[SpriteFrame]) -> Vec<SpriteTag> {
    let mut cells: Vec<(&str, u64, u32)> = (0..)
        .zip(frames)
        .map(|(cell, frame)| {
            let (stem, number) = split_number(&frame.name);
            (stem, number, cell)
        })
        .collect();
    cells.sort_unstable();
    let mut groups: Vec<&[(&str, u64, u32)]> = cells.chunk_by(|a, b| a.0 == b.0).collect();
    groups.sort_by_key(|group| group.iter().map(|entry| entry.2).min());
    let tag =
        |group: &[(&str, u64, u32)]| SpriteTag::new(group[0].0, group.iter().map(|entry| entry.2));
    groups.into_iter().map(tag).collect()
}

/// A name without its extension, its number and what stands before that.
fn split_number(name: &str) -> (&str, u64) {
    let base = name.rsplit_once('.').map_or(name, |(base, _)| base).trim_end_matches(')');
    let stem = base.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = base[stem.len()..].parse().unwrap_or(0);
    (stem.trim_end_matches(['_', '-', ' ', '/', '.', '(']), number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Clip;
    use motile_geom::{IRect, ivec2, uvec2};

    const ARRAY: &str = r#"{ "frames": [
        { "filename": "run/2.png", "frame": { "x": 2, "y": 2, "w": 30, "h": 40 },
          "rotated": false, "trimmed": true,
          "spriteSourceSize": { "x": 5, "y": 6, "w": 30, "h": 40 },
          "sourceSize": { "w": 64, "h": 64 } },
        { "filename": "run/1.png", "frame": { "x": 40, "y": 2, "w": 30, "h": 40 }, "rotated": true },
        { "filename": "logo.png", "frame": { "x": 90, "y": 2, "w": 8, "h": 8 } } ],
        "meta": { "app": "https://www.codeandweb.com/texturepacker", "scale": "1" } }"#;

    #[test]
    fn arrays_give_places_trims_and_clips() {
        let sheet = sprite_sheet_from_texture_packer(ARRAY, 10.0).expect("sound");
        assert_eq!(sheet.frames[0].offset, ivec2(5, 6));
        assert_eq!(sheet.frames[0].size, uvec2(64, 64));
        assert_eq!(sheet.frames[1].rect, IRect::new(40, 2, 40, 30));
        assert!(sheet.frames[1].rotated && sheet.frames[1].size == uvec2(30, 40));
        let names: Vec<&str> = sheet.tags.iter().map(|tag| tag.name.as_str()).collect();
        assert_eq!(names, ["run", "logo"]);
        let run = Clip::from_sheet(&sheet, "run").expect("there");
        assert_eq!((run.cells(), run.duration()), (&[1, 0][..], 0.2));
    }

    #[test]
    fn listed_animations_come_first() {
        let json = r#"{ "frames": {
            "a": { "frame": { "x": 0, "y": 0, "w": 8, "h": 8 } },
            "b": { "frame": { "x": 8, "y": 0, "w": 8, "h": 8 } } },
            "animations": { "nod": ["b", "a", "b"] } }"#;
        let sheet = sprite_sheet_from_texture_packer(json, 24.0).expect("sound");
        assert_eq!(sheet.tags, [SpriteTag::new("nod", [1, 0, 1])]);
        let wrong = json.replace("\"nod\": [\"b\"", "\"nod\": [\"c\"");
        let error = sprite_sheet_from_texture_packer(&wrong, 24.0).expect_err("no frame c");
        assert!(error.to_string().contains("\"c\""), "{error}");
    }

    #[test]
    fn numbers_are_found_in_every_spelling() {
        for (name, want) in [
            ("walk_01.png", ("walk", 1)),
            ("walk (12).png", ("walk", 12)),
            ("hero/jump-3", ("hero/jump", 3)),
            ("42.png", ("", 42)),
            ("logo.png", ("logo", 0)),
            ("v99999999999999999999999.png", ("v", 0)),
        ] {
            assert_eq!(split_number(name), want, "{name}");
        }
    }

    #[test]
    fn bad_sheets_say_what_is_wrong() {
        assert!(sprite_sheet_from_texture_packer(ARRAY, 0.0).is_err());
        assert!(sprite_sheet_from_texture_packer("{", 24.0).is_err());
        for (from, to) in [("\"h\": 40", "\"h\": -1"), ("frames", "flames")] {
            let error = sprite_sheet_from_texture_packer(&ARRAY.replacen(from, to, 1), 24.0);
            assert!(error.expect_err(to).to_string().contains("expected"));
        }
    }
}
