//! What the readers of sprite sheets share: JSON, and the frames in it.

use crate::AnimError;
use motile_geom::{IRect, ivec2, uvec2};
use motile_pixels::SpriteFrame;
use serde_json::Value;

/// The most frames that a sheet may have.
const MAX_FRAMES: usize = 65_536;
/// The largest number that may stand for a place or size, pixels.
const MAX_SIDE: u64 = 65_536;

pub(super) fn missing(what: &str) -> AnimError {
    AnimError::BadSheet { line: 0, column: 0, expected: what.to_owned() }
}

pub(super) fn read_json(json: &str) -> Result<Value, AnimError> {
    serde_json::from_str(json).map_err(|error| AnimError::BadSheet {
        line: error.line() as u32,
        column: error.column() as u32,
        expected: "JSON".into(),
    })
}

/// All frames, written as an array or as a hash; `duration` says how many seconds one is shown.
pub(super) fn read_frames(
    value: &Value,
    duration: impl Fn(&str, &Value) -> Result<f32, AnimError>,
) -> Result<Vec<SpriteFrame>, AnimError> {
    let read = |name: &str, frame: &Value| read_frame(name, frame, duration(name, frame)?);
    let frames: Vec<SpriteFrame> = match value.get("frames") {
        Some(Value::Array(list)) => list
            .iter()
            .map(|frame| read(frame.get("filename").and_then(Value::as_str).unwrap_or(""), frame))
            .collect::<Result<_, _>>()?,
        Some(Value::Object(map)) => {
            map.iter().map(|(name, frame)| read(name, frame)).collect::<Result<_, _>>()?
        }
        _ => return Err(missing("frames as an array or an object")),
    };
    if frames.is_empty() || frames.len() > MAX_FRAMES {
        return Err(missing("between 1 and 65536 frames"));
    }
    Ok(frames)
}

fn read_frame(name: &str, frame: &Value, duration: f32) -> Result<SpriteFrame, AnimError> {
    let number = |path: &str| {
        let number = frame.pointer(path).and_then(Value::as_u64).filter(|&n| n <= MAX_SIDE);
        let number = number.map(|n| n as u32);
        number.ok_or_else(|| missing(&format!("a small number at {path} of frame {name:?}")))
    };
    let or = |path: &str, usual: u32| {
        if frame.pointer(path).is_some() { number(path) } else { Ok(usual) }
    };
    let (x, y) = (number("/frame/x")? as i32, number("/frame/y")? as i32);
    let (w, h) = (number("/frame/w")?, number("/frame/h")?);
    let rotated = frame.get("rotated").and_then(Value::as_bool).unwrap_or(false);
    // Files give the size as the frame is seen, not as it lies.
    let rect = if rotated { IRect::new(x, y, h, w) } else { IRect::new(x, y, w, h) };
    let offset = ivec2(or("/spriteSourceSize/x", 0)? as i32, or("/spriteSourceSize/y", 0)? as i32);
    let size = uvec2(or("/sourceSize/w", w)?, or("/sourceSize/h", h)?);
    let name = name.to_owned();
    Ok(SpriteFrame { name, rotated, offset, size, duration, ..SpriteFrame::new(rect) })
}
