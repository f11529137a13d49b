//! No display: pictures in memory and in files.

use crate::{FileError, Player, Result};
use motile_pixels::Surface;
use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

/// Runs a sketch for a number of ticks and hands over the picture after each one, together with the
/// number of ticks done. Deterministic: it draws exactly on the ticks.
///
/// ```
/// use motile_stage::{Player, Settings, Sketch, Stage, frames};
/// struct Empty;
/// impl Sketch for Empty {
///     fn setup(_: &mut Stage) -> motile_stage::Result<Self> { Ok(Empty) }
/// }
/// let mut player = Player::new::<Empty>(&Settings::new(8, 8))?;
/// let mut seen = 0;
/// frames(&mut player, 10, |_picture, done| { seen = done; Ok(()) })?;
/// assert_eq!(seen, 10);
/// # Ok::<(), motile_stage::Error>(())
/// ```
///
/// # Errors
/// What `each` returns; it ends the run.
pub fn frames(
    player: &mut Player,
    ticks: u64,
    mut each: impl FnMut(&Surface, u64) -> Result,
) -> Result {
    for done in 1..=ticks {
        player.run_ticks(1);
        player.draw();
        each(player.surface(), done)?;
    }
    Ok(())
}

/// Saves a picture as PNG.
///
/// # Errors
/// [`FileError`]; then there is no file, or the old one as it was.
pub fn write_png(path: impl AsRef<Path>, picture: &Surface) -> Result {
    write_file(path, &picture.to_png())
}

/// Saves bytes in a file, all or nothing: they go to a file beside it that is then renamed. A symbolic link stays one,
/// and what it points to is written.
///
/// # Errors
/// [`FileError`]; then there is no file, or the old one as it was.
pub fn write_file(path: impl AsRef<Path>, bytes: &[u8]) -> Result {
    let path = path.as_ref();
    let target = behind_links(path);
    let beside = beside(&target);
    let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, &target));
    written.map_err(|error| {
        // Nothing to clean up when the file could not even be made.
        let _ = fs::remove_file(&beside);
        FileError { path: path.display().to_string(), message: error.to_string() }.into()
    })
}

/// Links that are followed before they are taken for a circle.
const MOST_LINKS: usize = 32;

/// The file that a path means, behind symbolic links; it need not exist.
fn behind_links(path: &Path) -> PathBuf {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let Ok(target) = fs::read_link(&path) else { break };
        // A relative target is meant from the folder of its link.
        path = path.parent().map_or(target.clone(), |folder| folder.join(&target));
    }
    path
}

/// A name in the same directory for the time of writing.
fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_pixels::Color;

    #[test]
    fn files_are_written_whole_or_not_at_all() {
        let dir = std::env::temp_dir().join(format!("motile-headless-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        let picture = Surface::opaque(3, 2, Color::ORANGE).unwrap();
        write_png(dir.join("a.png"), &picture).unwrap();
        let bytes = fs::read(dir.join("a.png")).unwrap();
        assert_eq!(Surface::from_png(&bytes).unwrap().get(2, 1), Some(Color::ORANGE));
        let error = write_png(dir.join("missing/a.png"), &picture).unwrap_err();
        assert!(error.downcast_ref::<FileError>().is_some(), "{error}");
        fs::create_dir(dir.join("b.png")).unwrap();
        assert!(write_png(dir.join("b.png"), &picture).is_err());
        let left: Vec<_> = fs::read_dir(&dir).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(left.len(), 2, "nothing half-written: {left:?}");
        fs::remove_dir_all(&dir).unwrap();
    }

    /// A link used to be replaced by a file of its own.
    #[cfg(unix)]
    #[test]
    fn symbolic_links_stay_and_their_targets_are_written() {
        use std::os::unix::fs::symlink;
        let dir = std::env::temp_dir().join(format!("motile-links-{}", std::process::id()));
        fs::create_dir_all(dir.join("below")).unwrap();
        fs::write(dir.join("below/there.txt"), "old").unwrap();
        symlink("below/there.txt", dir.join("a.txt")).unwrap();
        symlink("a.txt", dir.join("b.txt")).unwrap();
        symlink("below/new.txt", dir.join("c.txt")).unwrap();
        symlink("circle.txt", dir.join("circle.txt")).unwrap();
        write_file(dir.join("b.txt"), b"new").unwrap();
        write_file(dir.join("c.txt"), b"made").unwrap();
        assert_eq!(fs::read(dir.join("below/there.txt")).unwrap(), b"new");
        assert_eq!(fs::read(dir.join("below/new.txt")).unwrap(), b"made");
        for link in ["a.txt", "b.txt", "c.txt"] {
            assert!(dir.join(link).is_symlink(), "{link}");
        }
        let circle = write_file(dir.join("circle.txt"), b"x");
        assert!(circle.is_ok() != dir.join("circle.txt").is_symlink(), "replaced or refused");
        fs::remove_dir_all(&dir).unwrap();
    }
}
