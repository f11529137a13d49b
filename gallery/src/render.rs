//! `motile render`: a demo as a picture file.

use crate::{cli::Render, failure::Failure, progress::Progress};
use motile::stage::write_png;
use std::path::Path;

pub(crate) fn run(render: &Render) -> Result<(), Failure> {
    let ticks = render.run.ticks.unwrap_or(render.run.demo.ticks);
    match extension(&render.out).as_deref() {
        Some("png") => last_picture(render, ticks),
        _ => Err(Failure::Usage(format!(
            "{}: expected a file name that ends in .png or .gif",
            render.out.display()
        ))),
    }
}

fn last_picture(render: &Render, ticks: u64) -> Result<(), Failure> {
    let mut player = render.run.player()?;
    let mut progress = Progress::new(ticks);
    for done in 0..ticks {
        player.run_ticks(1);
        progress.show(done, "");
    }
    player.draw();
    Ok(write_png(&render.out, player.surface())?)
}

fn extension(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}
