//! `motile thumbs`: a small picture of every demo, for the page.

use crate::{failure::Failure, progress::Progress};
use motile::stage::write_png;
use motile_demos::{Demo, all};
use std::{fs, path::Path};

/// Largest picture, pixels.
const SIZE: (u32, u32) = (400, 300);

pub(crate) fn run(out: &Path) -> Result<(), Failure> {
    let demos: Vec<&Demo> = all().collect();
    let mut progress = Progress::new(demos.len() as u64);
    for (index, demo) in demos.iter().enumerate() {
        progress.show(index as u64, demo.id);
        let path = out.join(format!("{}.png", demo.id));
        let folder = path.parent().unwrap_or(out);
        fs::create_dir_all(folder)
            .map_err(|error| Failure::Failed(format!("{}: {error}", folder.display())))?;
        let player = demo.picture()?;
        let picture = player
            .surface()
            .thumbnail(SIZE.0, SIZE.1)
            .map_err(|error| Failure::Failed(error.to_string()))?;
        write_png(path, &picture)?;
    }
    Ok(())
}
