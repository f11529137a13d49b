//! `motile sheet`: demos on one picture.

use crate::{
    cli::Sheet,
    failure::{self, Failure},
    progress::Progress,
    shrink::shrunk,
};
use motile::{
    math::vec2,
    pixels::{Color, Surface, SurfaceError},
    stage::{Renderer, Text, write_png},
};
use motile_demos::Demo;

/// Space around each, pixels.
const GAP: u32 = 12;
/// Height of the line with its name, pixels.
const CAPTION: u32 = 22;
/// Cells narrower than this have no room for names.
const NAMED: u32 = 200;
const PAPER: Color = Color::hex(0xF4_F1_EC);
const INK: Color = Color::hex(0x1D_1B_19);

pub(crate) fn run(sheet: &Sheet) -> Result<(), Failure> {
    failure::check_folder(&sheet.out)?;
    let layout = Layout::new(sheet);
    let mut paper = layout.paper(sheet.demos.len() as u32).map_err(failed)?;
    let mut progress = Progress::new(sheet.demos.len() as u64);
    for (index, demo) in sheet.demos.iter().enumerate() {
        progress.show(index as u64, demo.id);
        let player = demo.picture()?;
        let (width, height) = layout.cell;
        let scale = (width as f32 / player.surface().width() as f32)
            .min(height as f32 / player.surface().height() as f32);
        let picture = shrunk(player.surface(), scale)?;
        let (x, y) = layout.corner(index as u32);
        let (dx, dy) = ((width - picture.width()) / 2, (height - picture.height()) / 2);
        paper.blit(&picture, (x + dx) as i32, (y + dy) as i32);
    }
    if layout.caption > 0 {
        write_names(&mut paper, &layout, &sheet.demos);
    }
    drop(progress);
    Ok(write_png(&sheet.out, &paper)?)
}

/// The id of each demo below its picture.
fn write_names(paper: &mut Surface, layout: &Layout, demos: &[&Demo]) {
    let mut renderer = Renderer::new();
    // Without names the sheet is still of use.
    let Ok(mut canvas) = renderer.begin(paper) else { return };
    for (index, demo) in demos.iter().enumerate() {
        let (x, y) = layout.corner(index as u32);
        if let Ok(text) = Text::new(demo.id, 14.0).layout() {
            canvas.text(&text, vec2(x as f32, (y + layout.cell.1 + 3) as f32), INK);
        }
    }
}

/// Where the pictures lie.
struct Layout {
    columns: u32,
    cell: (u32, u32),
    gap: u32,
    caption: u32,
}

impl Layout {
    fn new(sheet: &Sheet) -> Self {
        let (columns, cell) = (sheet.columns.min(sheet.demos.len() as u32).max(1), sheet.cell);
        let named = cell.0 >= NAMED;
        let (gap, caption) = if named { (GAP, CAPTION) } else { (GAP / 3, 0) };
        Self { columns, cell, gap, caption }
    }

    fn paper(&self, count: u32) -> Result<Surface, SurfaceError> {
        let rows = count.div_ceil(self.columns).max(1);
        let size = |cells: u32, cell: u32| cells * (cell + self.gap) + self.gap;
        let (width, height) = (self.cell.0, self.cell.1 + self.caption);
        Surface::opaque(size(self.columns, width), size(rows, height), PAPER)
    }

    fn corner(&self, index: u32) -> (u32, u32) {
        let (column, row) = (index % self.columns, index / self.columns);
        let (width, height) = (self.cell.0 + self.gap, self.cell.1 + self.caption + self.gap);
        (self.gap + column * width, self.gap + row * height)
    }
}

fn failed(error: SurfaceError) -> Failure {
    Failure::Failed(error.to_string())
}
