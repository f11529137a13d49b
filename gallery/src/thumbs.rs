//! `motile thumbs`: a small picture of every demo, for the page.

use crate::{failure::Failure, progress::Progress};
use motile::{
    pixels::{GifEncoder, Surface, SurfaceError},
    stage::write_file,
};
use motile_demos::{Demo, all};
use std::{fs, path::Path};

/// How long the one picture of a file would stay, if there were another.
const SECONDS: f32 = 1.0;
/// Largest picture, pixels.
const SIZE: (u32, u32) = (400, 300);

pub(crate) fn run(out: &Path) -> Result<(), Failure> {
    let demos: Vec<&Demo> = all().collect();
    let mut progress = Progress::new(demos.len() as u64);
    for (index, demo) in demos.iter().enumerate() {
        progress.show(index as u64, demo.id);
        let path = out.join(format!("{}.gif", demo.id));
        let folder = path.parent().unwrap_or(out);
        fs::create_dir_all(folder)
            .map_err(|error| Failure::Failed(format!("{}: {error}", folder.display())))?;
        let player = demo.picture()?;
        let picture = player
            .surface()
            .thumbnail(SIZE.0, SIZE.1)
            .map_err(|error| Failure::Failed(error.to_string()))?;
        let file = packed(&picture).map_err(|error| Failure::Failed(error.to_string()))?;
        write_file(path, &file)?;
    }
    Ok(())
}

/// A picture in 255 colors: as a PNG with all of them it would have twice the bytes, and nobody sees the difference at
/// this size.
fn packed(picture: &Surface) -> Result<Vec<u8>, SurfaceError> {
    let mut gif = GifEncoder::new(picture.width(), picture.height())?;
    gif.add_frame(picture, SECONDS)?;
    Ok(gif.finish())
}
