//! `motile render`: a demo as a picture or sound file.

use crate::{
    cli::Render,
    failure::{self, Failure},
    film::{Film, Kind},
    progress::Progress,
    shrink::shrunk,
};
use motile::{
    sound::sound_track,
    stage::{write_file, write_png},
};
use std::path::Path;

pub(crate) fn run(render: &Render) -> Result<(), Failure> {
    failure::check_folder(&render.out)?;
    let ticks = render.run.ticks.unwrap_or(render.run.demo.ticks);
    match extension(&render.out).as_deref() {
        Some("png") => last_picture(render, ticks),
        Some("gif") => film(render, ticks, Kind::Gif),
        Some("apng") => film(render, ticks, Kind::Apng),
        Some("wav") => sound(render, ticks),
        _ => Err(usage(format!(
            "{}: expected a file name that ends in .png, .gif, .apng or .wav",
            render.out.display()
        ))),
    }
}

fn last_picture(render: &Render, ticks: u64) -> Result<(), Failure> {
    if render.from > 0 || render.every.is_some() {
        return Err(usage("--from and --every are for films; a PNG is the last picture".into()));
    }
    let mut player = render.run.player(Some(ticks))?;
    let mut progress = Progress::new(ticks);
    for done in 0..ticks {
        player.run_ticks(1);
        progress.show(done, "");
    }
    player.draw();
    let picture = shrunk(player.surface(), render.scale)?;
    Ok(write_png(&render.out, &picture)?)
}

fn sound(render: &Render, ticks: u64) -> Result<(), Failure> {
    if render.from > 0 || render.every.is_some() {
        return Err(usage("--from and --every are for films; a WAV is the whole run".into()));
    }
    let mut player = render.run.player(Some(ticks))?;
    Ok(write_file(&render.out, &sound_track(&mut player, ticks).to_wav())?)
}

fn film(render: &Render, ticks: u64, kind: Kind) -> Result<(), Failure> {
    if render.from > 0 && render.from >= ticks {
        return Err(usage(format!(
            "--from {}: expected less than the {ticks} ticks of the run",
            render.from
        )));
    }
    let mut player = render.run.player(Some(ticks))?;
    player.draw();
    let first = shrunk(player.surface(), render.scale)?;
    let dt = player.rate().dt();
    let every = render.every.unwrap_or_else(|| kind.every(dt));
    let pictures = (ticks - render.from).div_ceil(every).max(1);
    let mut film = Film::new(kind, &first, pictures)?;
    if ticks == 0 {
        film.add(&first, dt)?;
    }
    let mut progress = Progress::new(ticks);
    for done in 1..=ticks {
        player.run_ticks(1);
        progress.show(done, "");
        // The last picture may stand for fewer ticks, so that the times add up.
        let since = (done.saturating_sub(render.from) + every - 1) % every + 1;
        if done > render.from && (since == every || done == ticks) {
            player.draw();
            let picture = shrunk(player.surface(), render.scale)?;
            film.add(&picture, dt * since as f32)?;
        }
    }
    drop(progress);
    Ok(write_file(&render.out, &film.finish())?)
}

fn usage(message: String) -> Failure {
    Failure::Usage { message, command: Some("render") }
}

fn extension(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}
