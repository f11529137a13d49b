//! A sketch with files, for the browser tests: it loads a picture that is there and one that is not. What happened is told
//! over its picture.

use motile::prelude::*;

struct Files {
    manifest: AssetId<String>,
    dot: AssetId<Image>,
}

impl Sketch for Files {
    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.assets().retries = 0;
        stage.load::<Image>("lost.png");
        Ok(Self { manifest: stage.load("manifest.txt"), dot: stage.load("dot.png") })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if tick.input.pressed(Key::Char('R')) {
            stage.assets().retry();
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let listed = stage.loaded(self.manifest).is_some_and(|names| names.contains("dot.png\n"));
        if let Some(dot) = stage.image(self.dot).filter(|_| listed) {
            canvas.image(dot, Vec2::ZERO);
        }
    }
}

fn main() -> motile::Result {
    motile::run::<Files>(Window::new("Files", 64, 48))
}
