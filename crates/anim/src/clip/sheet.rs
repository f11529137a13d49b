//! Sprite sheets: cells of a picture and clips made of them, read from JSON.

use super::{Clip, Wrap};
use crate::{AnimError, Span};
use motile_geom::{IRect, IVec2, ivec2};
use serde_json::Value;

/// A sprite sheet: where its cells are, and the clips made of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// The cells in the order of the file; clips count them from 0.
    pub frames: Vec<SheetFrame>,
    /// The clips, by name.
    pub clips: Vec<Clip>,
}

/// A cell of a [`Sheet`].
#[derive(Clone, Debug, PartialEq)]
pub struct SheetFrame {
    /// Its name in the file.
    pub name: String,
    /// Its place in the picture.
    pub rect: IRect,
    /// Whether it lies in the picture turned a quarter clockwise, to save space; `rect` is what it
    /// covers there.
    pub rotated: bool,
    /// Where the cell belongs in the untrimmed frame, pixels from its top left corner.
    pub offset: IVec2,
    /// Size of the untrimmed frame, pixels.
    pub size: IVec2,
    /// How long it is shown.
    pub duration: Span,
}

/// The most frames that a sheet may have.
const MAX_FRAMES: usize = 65_536;
/// The largest number that may stand for a place or size, pixels.
const MAX_SIDE: u64 = 65_536;

impl Sheet {
    /// The clip of a name.
    ///
    /// # Errors
    ///
    /// [`AnimError::UnknownClip`].
    pub fn clip(&self, name: &str) -> Result<&Clip, AnimError> {
        let clip = self.clips.iter().find(|clip| clip.name == name);
        clip.ok_or_else(|| AnimError::UnknownClip(name.to_owned()))
    }
}

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

/// All frames, written as an array or as a hash; `duration` says how long one is shown.
pub(super) fn read_frames(
    value: &Value,
    duration: impl Fn(&str, &Value) -> Result<Span, AnimError>,
) -> Result<Vec<SheetFrame>, AnimError> {
    let read = |name: &str, frame: &Value| read_frame(name, frame, duration(name, frame)?);
    let frames: Vec<SheetFrame> = match value.get("frames") {
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

fn read_frame(name: &str, frame: &Value, duration: Span) -> Result<SheetFrame, AnimError> {
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
    let size = ivec2(or("/sourceSize/w", w)? as i32, or("/sourceSize/h", h)? as i32);
    Ok(SheetFrame { name: name.to_owned(), rect, rotated, offset, size, duration })
}

/// A clip of some cells.
pub(super) fn clip_of(
    name: &str,
    wrap: Wrap,
    cells: impl IntoIterator<Item = usize>,
    frames: &[SheetFrame],
) -> Result<Clip, AnimError> {
    Clip::new(name, wrap, cells.into_iter().map(|cell| (cell as u32, frames[cell].duration)))
}
