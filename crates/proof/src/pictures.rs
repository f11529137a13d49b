//! Golden pictures.

use crate::{Bless, Place, diff, place::is_tame};
use motile_pixels::Surface;
use std::{fmt::Display, fs, path::Path};

/// How far a picture may be from the golden one. The default is not at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PictureTolerance {
    /// A pixel counts as equal when no channel differs by more than this, 0…255.
    pub channel: u8,
    /// How many pixels may be unequal.
    pub pixels: u32,
}

impl PictureTolerance {
    /// Every bit counts.
    pub const EXACT: Self = Self::new(0, 0);

    /// A tolerance; prefer [`PictureTolerance::EXACT`].
    pub const fn new(channel: u8, pixels: u32) -> Self {
        Self { channel, pixels }
    }
}

/// Compares a picture with `tests/golden/NAME.png` of the package under test, exactly.
///
/// # Panics
/// When it differs or there is none; the message says where the difference can be seen.
#[track_caller]
pub fn golden(name: &str, actual: &Surface) {
    golden_within(name, actual, PictureTolerance::EXACT);
}

/// As [`golden`], with a tolerance for pictures that are not exact by their nature.
///
/// # Panics
/// As [`golden`].
#[track_caller]
pub fn golden_within(name: &str, actual: &Surface, tolerance: PictureTolerance) {
    let checked =
        check_picture(&Place::of_running_test(), &Bless::from_env(), name, actual, tolerance);
    if let Err(message) = checked {
        panic!("{message}");
    }
}

/// The comparison behind [`golden`], for loops that collect failures.
///
/// # Errors
/// What differs and where the pictures are, as text for the person who reads the test's output.
pub fn check_picture(
    place: &Place,
    bless: &Bless,
    name: &str,
    actual: &Surface,
    tolerance: PictureTolerance,
) -> Result<(), String> {
    if !is_tame(name) {
        return Err(format!("a golden picture cannot be called {name:?}"));
    }
    let golden = place.picture(name);
    let expected = match fs::read(&golden) {
        Ok(bytes) => Some(Surface::from_png(&bytes).map_err(|error| about(&golden, error))?),
        Err(_) => None,
    };
    let verdict = match &expected {
        Some(expected) => compare(actual, expected, tolerance),
        None => Err("there is no golden picture".into()),
    };
    let failure = place.failure(name);
    match verdict {
        // A failure of an earlier run would only mislead.
        Ok(()) => {
            let _ = fs::remove_file(failure);
            Ok(())
        }
        Err(_) if bless.accepts(name) => write(&golden, &actual.to_png()),
        Err(difference) => {
            let sheet = match &expected {
                Some(expected) => {
                    diff::side_by_side(actual, expected).map_err(|error| about(&failure, error))?
                }
                None => actual.clone(),
            };
            write(&failure, &sheet.to_png())?;
            Err(format!(
                "golden picture {name}: {difference}\n  see {}\n  accept with: cargo xtask bless {name}",
                failure.display()
            ))
        }
    }
}

/// What differs, in words.
fn compare(
    actual: &Surface,
    expected: &Surface,
    tolerance: PictureTolerance,
) -> Result<(), String> {
    let size = |surface: &Surface| (surface.width(), surface.height());
    if size(actual) != size(expected) {
        return Err(format!("size {:?}, expected {:?}", size(actual), size(expected)));
    }
    let (mut unequal, mut worst, mut first) = (0, 0, None);
    for (x, y) in diff::positions(actual) {
        let (Some(a), Some(b)) = (actual.get(x, y), expected.get(x, y)) else { continue };
        let distance = diff::distance(a, b);
        worst = worst.max(distance);
        if distance > tolerance.channel {
            unequal += 1;
            first = first.or(Some(format!("({x}, {y}) is {a}, expected {b}")));
        }
    }
    match first {
        Some(first) if unequal > tolerance.pixels => Err(format!(
            "{unequal} pixels differ, by {worst} at most, {} allowed; the first: {first}",
            tolerance.pixels
        )),
        _ => Ok(()),
    }
}

pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, bytes))
        .map_err(|error| about(path, error))
}

pub(crate) fn about(path: &Path, error: impl Display) -> String {
    format!("{}: {error}", path.display())
}
