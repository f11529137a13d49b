//! Masks as serde reads and writes them.

use super::Mask;
use crate::CollideError;
use serde::{Deserialize, Serialize};

/// A text of one character a pixel, rows one after the other: readable in a file, and small once compressed.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredMask {
    width: u32,
    height: u32,
    /// `#` is solid, `.` is not.
    rows: Vec<String>,
}

impl From<Mask> for StoredMask {
    fn from(mask: Mask) -> Self {
        let pixel = |x: u32, y: u32| if mask.get(x as i32, y as i32) { '#' } else { '.' };
        let row = |y: u32| (0..mask.width).map(|x| pixel(x, y)).collect();
        Self { width: mask.width, height: mask.height, rows: (0..mask.height).map(row).collect() }
    }
}

impl TryFrom<StoredMask> for Mask {
    type Error = CollideError;

    fn try_from(stored: StoredMask) -> Result<Self, CollideError> {
        let StoredMask { width, height, rows } = stored;
        let expected = u64::from(width) * u64::from(height);
        let found = rows.iter().map(|row| row.len() as u64).sum();
        let whole = rows.len() as u64 == u64::from(height)
            && rows.iter().all(|row| row.len() as u64 == u64::from(width));
        if !whole {
            return Err(CollideError::WrongLength { expected, found });
        }
        Self::from_fn(width, height, |x, y| rows[y as usize].as_bytes()[x as usize] == b'#')
    }
}
