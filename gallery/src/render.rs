//! `motile render`: a demo as a picture file.

use crate::{
    cli::Render,
    failure::{self, Failure},
    progress::Progress,
};
use motile::{
    pixels::GifEncoder,
    stage::{frames, write_file, write_png},
};
use std::path::Path;

/// Shortest time a frame of a GIF stays, seconds; viewers take less for a mistake and slow down.
const SHORTEST_FRAME: f32 = 0.02;

pub(crate) fn run(render: &Render) -> Result<(), Failure> {
    failure::check_folder(&render.out)?;
    let ticks = render.run.ticks.unwrap_or(render.run.demo.ticks);
    match extension(&render.out).as_deref() {
        Some("png") => last_picture(render, ticks),
        Some("gif") => all_pictures(render, ticks),
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

fn all_pictures(render: &Render, ticks: u64) -> Result<(), Failure> {
    let mut player = render.run.player()?;
    let size = (player.surface().width(), player.surface().height());
    let seconds = player.rate().dt().max(SHORTEST_FRAME);
    let mut gif = GifEncoder::new(size.0, size.1).map_err(motile::Error::from)?;
    let mut progress = Progress::new(ticks);
    frames(&mut player, ticks, |picture, done| {
        progress.show(done, "");
        Ok(gif.add_frame(picture, seconds)?)
    })?;
    drop(progress);
    Ok(write_file(&render.out, &gif.finish())?)
}

fn extension(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}
