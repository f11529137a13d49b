//! A sketch with files and saves, for the browser tests: it loads a picture that is there and one that is not, and counts in
//! its storage how often W was pressed. What went wrong is told over its picture.

use motile::{
    game::{SaveError, Saves},
    prelude::*,
};

struct Files {
    manifest: AssetId<String>,
    dot: AssetId<Image>,
    /// What was saved last.
    count: u32,
}

impl Sketch for Files {
    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.assets().retries = 0;
        stage.load::<Image>("lost.png");
        Ok(Self { manifest: stage.load("manifest.txt"), dot: stage.load("dot.png"), count: 0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if tick.input.pressed(Key::Char('R')) {
            stage.assets().retry();
        }
        if tick.input.pressed(Key::Char('W')) {
            match self.count_on() {
                Ok(count) => self.count = count,
                Err(error) => stage.fail(error),
            }
        }
    }

    /// A bar in the lowest row is as long as the count.
    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let listed = stage.loaded(self.manifest).is_some_and(|names| names.contains("dot.png\n"));
        if let Some(dot) = stage.image(self.dot).filter(|_| listed) {
            canvas.image(dot, Vec2::ZERO);
        }
        let bar = Aabb::from_size(vec2(0.0, 44.0), vec2(self.count as f32 * 4.0, 4.0));
        canvas.fill_rect(bar, Color::BLACK);
    }
}

impl Files {
    /// One more than is saved, and that is saved then.
    fn count_on(&self) -> Result<u32, SaveError> {
        let mut saves = Saves::open("files")?;
        let count = saves.read("count", 1)?.unwrap_or(0) + 1;
        saves.write("count", 1, &count)?;
        Ok(count)
    }
}

fn main() -> motile::Result {
    motile::run::<Files>(Window::new("Files", 64, 48))
}
