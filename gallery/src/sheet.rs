//! `motile sheet`: demos on one picture.

use crate::{
    cli::Sheet,
    failure::{self, Failure},
    guard::guarded,
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
const CARD: Color = Color::hex(0xE4_DE_D5);

/// Draws all of them. One that fails has its reason in place of its picture, and the sheet is a failure when it is written.
pub(crate) fn run(sheet: &Sheet) -> Result<(), Failure> {
    failure::check_folder(&sheet.out)?;
    let layout = Layout::new(sheet);
    let mut paper = layout.paper(sheet.demos.len() as u32).map_err(failed)?;
    let mut progress = Progress::new(sheet.demos.len() as u64);
    let mut failed_ones = Vec::new();
    for (index, demo) in sheet.demos.iter().enumerate() {
        progress.show(index as u64, demo.id);
        let (width, height) = layout.cell;
        let drawn = guarded(|| small(demo, layout.cell).map_err(|error| error.to_string()));
        let picture = match drawn.flatten() {
            Ok(picture) => picture,
            Err(reason) => {
                failed_ones.push(format!("{} has no picture: {reason}", demo.id));
                reason_card(&reason, layout.cell).map_err(failed)?
            }
        };
        let (x, y) = layout.corner(index as u32);
        let (dx, dy) = ((width - picture.width()) / 2, (height - picture.height()) / 2);
        paper.blit(&picture, (x + dx) as i32, (y + dy) as i32);
    }
    if layout.caption > 0 {
        write_names(&mut paper, &layout, &sheet.demos);
    }
    drop(progress);
    write_png(&sheet.out, &paper)?;
    if failed_ones.is_empty() { Ok(()) } else { Err(Failure::Failed(failed_ones.join("\n"))) }
}

/// The picture of a demo, no larger than a cell.
fn small(demo: &Demo, (width, height): (u32, u32)) -> Result<Surface, Failure> {
    let player = demo.picture()?;
    let scale = (width as f32 / player.surface().width() as f32)
        .min(height as f32 / player.surface().height() as f32);
    Ok(shrunk(player.surface(), scale)?.into_owned())
}

/// A cell with the reason why it has no picture.
fn reason_card(reason: &str, (width, height): (u32, u32)) -> Result<Surface, SurfaceError> {
    let mut card = Surface::opaque(width, height, CARD)?;
    let room = width as f32 - 2.0 * GAP as f32;
    let text = Text::new(format!("No picture: {reason}"), 14.0).with_width(room).layout();
    // Without words an empty card still says that something is missing.
    if let (Ok(mut canvas), Ok(text)) = (Renderer::new().begin(&mut card), text) {
        canvas.text(&text, vec2(GAP as f32, GAP as f32), INK);
        canvas.finish();
    }
    Ok(card)
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

#[cfg(test)]
mod tests {
    use super::*;
    use motile::prelude::*;

    struct Fine;

    impl Sketch for Fine {
        fn setup(_: &mut Stage) -> motile::Result<Self> {
            Ok(Self)
        }
    }

    /// A demo that panicked ended the whole sheet, and nothing was written.
    #[test]
    fn a_demo_that_fails_has_its_reason_on_the_sheet_and_the_others_their_pictures() {
        static PANICS: Demo = Demo {
            id: "test/panics",
            start: |_| panic!("broken on purpose"),
            ..Demo::of::<Fine>()
        };
        static REFUSES: Demo = Demo {
            id: "test/refuses",
            start: |_| Err(motile::Error::new("no font")),
            ..Demo::of::<Fine>()
        };
        let good = motile_demos::find("stage/bouncing-ball").unwrap();
        let out = std::env::temp_dir().join(format!("motile-sheet-{}.png", std::process::id()));
        let demos = vec![&PANICS, &REFUSES, good];
        let sheet = Sheet { out: out.clone(), demos, ..Sheet::of_all(out.clone()) };
        let said = match run(&sheet) {
            Err(Failure::Failed(said)) => said,
            other => panic!("{other:?}"),
        };
        assert!(said.contains("test/panics has no picture: broken on purpose"), "{said}");
        assert!(said.contains("test/refuses has no picture: no font"), "{said}");
        let paper = Surface::from_png(&std::fs::read(&out).unwrap()).unwrap();
        std::fs::remove_file(&out).unwrap();
        let layout = Layout::new(&sheet);
        let corner = |index: u32| {
            let (x, y) = layout.corner(index);
            paper.get(x as i32 + 2, y as i32 + 2)
        };
        assert_eq!([corner(0), corner(1)], [Some(CARD); 2]);
        assert_ne!(corner(2), Some(CARD));
    }
}
