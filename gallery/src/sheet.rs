//! `motile sheet`: all demos on one picture.

use crate::{
    failure::{self, Failure},
    progress::Progress,
};
use motile::{
    math::vec2,
    pixels::{Color, Surface, SurfaceError},
    stage::{Renderer, Text, write_png},
};
use motile_demos::{Demo, all};
use std::path::Path;

/// Largest picture of a demo, pixels.
const CELL: (u32, u32) = (320, 240);
/// Space around each, pixels.
const GAP: u32 = 12;
/// Height of the line with its name, pixels.
const CAPTION: u32 = 22;
const COLUMNS: u32 = 5;
const PAPER: Color = Color::hex(0xF4_F1_EC);
const INK: Color = Color::hex(0x1D_1B_19);

pub(crate) fn run(out: &Path) -> Result<(), Failure> {
    failure::check_folder(out)?;
    let demos: Vec<&Demo> = all().collect();
    let mut sheet = paper(demos.len() as u32).map_err(failed)?;
    let mut progress = Progress::new(demos.len() as u64);
    for (index, demo) in demos.iter().enumerate() {
        progress.show(index as u64, demo.id);
        let player = demo.picture()?;
        let picture = player.surface().thumbnail(CELL.0, CELL.1).map_err(failed)?;
        let (x, y) = corner(index as u32);
        let (dx, dy) = ((CELL.0 - picture.width()) / 2, (CELL.1 - picture.height()) / 2);
        sheet.blit(&picture, (x + dx) as i32, (y + dy) as i32);
    }
    write_names(&mut sheet, &demos);
    drop(progress);
    Ok(write_png(out, &sheet)?)
}

/// The id of each demo below its picture.
fn write_names(sheet: &mut Surface, demos: &[&Demo]) {
    let mut renderer = Renderer::new();
    // Without names the sheet is still of use.
    let Ok(mut canvas) = renderer.begin(sheet) else { return };
    for (index, demo) in demos.iter().enumerate() {
        let (x, y) = corner(index as u32);
        if let Ok(layout) = Text::new(demo.id, 14.0).layout() {
            canvas.text(&layout, vec2(x as f32, (y + CELL.1 + 3) as f32), INK);
        }
    }
}

fn paper(count: u32) -> Result<Surface, SurfaceError> {
    let columns = count.clamp(1, COLUMNS);
    let rows = count.div_ceil(COLUMNS).max(1);
    let size = |cells: u32, cell: u32| cells * (cell + GAP) + GAP;
    Surface::opaque(size(columns, CELL.0), size(rows, CELL.1 + CAPTION), PAPER)
}

fn corner(index: u32) -> (u32, u32) {
    let (column, row) = (index % COLUMNS, index / COLUMNS);
    (GAP + column * (CELL.0 + GAP), GAP + row * (CELL.1 + CAPTION + GAP))
}

fn failed(error: SurfaceError) -> Failure {
    Failure::Failed(error.to_string())
}
