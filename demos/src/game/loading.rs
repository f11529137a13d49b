//! Files arrive when they arrive: progress, stand-ins, retries, and errors by name, while the game goes on.

use crate::look::{
    BLUE, CARD, FAINT, GOLD, GREEN, INK, MUTED, ORANGE, PAPER, RED, SMALL, TITLE, VIOLET,
};
use crate::{Demo, kit};
use motile::game::assets::{AssetId, AssetState, Assets, LoadProgress, MemorySource, pack_atlas};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "game/loading",
    title: "Loading files",
    sees: "Six files: four pictures are here, one is slow and has a checkered stand-in, one cannot be had and says why.",
    tries: "Load again, slower. The shaky file fails twice and comes at the third try.",
    controls: "Press anywhere to load everything again.",
    keys: &[(Key::Space, "load everything again")],
    ticks: 110,
    ..Demo::of::<Loading>()
};

const FILES: [&str; 6] = ["star.png", "moon.png", "sun.png", "shaky.png", "slow.png", "lost.png"];

#[derive(StateHash)]
#[state(hash_only)]
struct Loading {
    /// Seconds since everything was asked for.
    seconds: f32,
    ready: u32,
    failed: u32,
    /// Pages of the atlas that is made of what has arrived.
    pages: u32,
    /// What these numbers are read from.
    #[state(skip)]
    assets: Assets,
    #[state(skip)]
    pictures: [AssetId<Image>; 6],
    #[state(skip)]
    atlas: Option<Image>,
}

impl Sketch for Loading {
    const PARAMS: &'static [Param] = &[Param::number("slowness", 0.2, 5.0, 2.5)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        // Made up, so that every visit is alike; a game takes `Assets::open("assets")`.
        let mut assets = Assets::new(source(stage.params().number("slowness"))?);
        let pictures = FILES.map(|name| assets.load(name));
        Ok(Self { seconds: 0.0, ready: 0, failed: 0, pages: 0, assets, pictures, atlas: None })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if tick.input.pressed(Key::Space) || tick.input.pointer.pressed() {
            match Self::setup(stage) {
                Ok(again) => *self = again,
                Err(error) => stage.fail(error),
            }
        }
        self.seconds += tick.dt;
        let before = self.assets.revision();
        self.assets.update(tick.dt);
        let LoadProgress { ready, failed, .. } = self.assets.progress();
        (self.ready, self.failed) = (ready, failed);
        if self.assets.revision() != before {
            let here = self.pictures.iter().filter_map(|&id| self.assets.get(id));
            let here: Vec<Surface> = here.map(|image| image.surface().clone()).collect();
            match pack_atlas(&here, 160) {
                Ok(packed) => {
                    self.pages = packed.pages.len() as u32;
                    self.atlas = packed.pages.into_iter().next().map(Image::new);
                }
                Err(error) => stage.fail(error),
            }
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let progress = self.assets.progress();
        let words = format!("{} of {} files", progress.ready, progress.total);
        canvas.write(words, TITLE, vec2(24.0, 34.0), vec2(0.0, 0.5), INK);
        let bar = Aabb::from_size(vec2(210.0, 24.0), vec2(406.0, 20.0));
        canvas.fill(&Path::round_rect(bar, 10.0), FAINT);
        let done = Aabb::from_size(bar.min, vec2(406.0 * progress.share().max(0.05), 20.0));
        canvas.fill(&Path::round_rect(done, 10.0), ORANGE);
        for (index, (&name, &id)) in FILES.iter().zip(&self.pictures).enumerate() {
            let corner = vec2(24.0 + (index % 3) as f32 * 140.0, 66.0 + (index / 3) as f32 * 200.0);
            self.draw_file(canvas, Aabb::from_size(corner, vec2(128.0, 186.0)), name, id);
        }
        canvas.write("atlas", SMALL, vec2(530.0, 80.0), vec2(0.5, 0.5), MUTED);
        let sheet = Aabb::from_size(vec2(450.0, 96.0), Vec2::splat(160.0));
        canvas.fill(&Path::rect(sheet), CARD);
        if let Some(atlas) = &self.atlas {
            canvas.image(atlas, sheet.min);
        }
        for (line, (_, why)) in self.assets.failures().enumerate() {
            let place = vec2(24.0, 464.0 - 18.0 * line as f32);
            canvas.write(why, SMALL, place, vec2(0.0, 0.5), RED);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Loading {
    fn draw_file(&self, canvas: &mut Canvas<'_>, card: Aabb, name: &str, id: AssetId<Image>) {
        canvas.fill(&Path::round_rect(card, 10.0), CARD);
        let middle = vec2(card.center().x, card.min.y + 70.0);
        if let Some(image) = self.assets.image(id) {
            let size = vec2(image.width() as f32, image.height() as f32);
            let grown = Affine2::from_translation(middle) * Affine2::from_scale(96.0 / size);
            canvas.transformed(grown, |canvas| canvas.image(image, size * -0.5));
        }
        let (words, color) = match self.assets.state(id) {
            AssetState::Ready => ("here", GREEN),
            AssetState::Loading => ("on its way", ORANGE),
            AssetState::Failed(_) => ("not to be had", RED),
        };
        canvas.write(name, SMALL, vec2(middle.x, card.min.y + 138.0), Vec2::splat(0.5), INK);
        canvas.write(
            words,
            SMALL,
            vec2(middle.x + 8.0, card.min.y + 162.0),
            Vec2::splat(0.5),
            MUTED,
        );
        kit::disc(canvas, vec2(card.min.x + 14.0, card.min.y + 162.0), 6.0, color);
    }
}

/// The files: three quick ones, one that fails twice, a slow one, and one that does not exist.
fn source(slowness: f32) -> motile::Result<MemorySource> {
    let file = |draw: &dyn Fn(&mut Canvas<'_>)| -> motile::Result<Vec<u8>> {
        Ok(Surface::drawn(64, 64, |canvas| draw(canvas))?.to_png())
    };
    let middle = Vec2::splat(32.0);
    let star = file(&|canvas| canvas.fill(&Path::star(middle, 5, 30.0, 13.0, 0.0), GOLD))?;
    let moon = file(&|canvas| {
        let bite = Path::circle(vec2(44.0, 24.0), 22.0);
        kit::disc(canvas, middle, 28.0, BLUE);
        canvas.fill(&bite, CARD);
    })?;
    let sun = file(&|canvas| {
        canvas.fill(&Path::star(middle, 12, 31.0, 22.0, 0.0), GOLD);
        kit::disc(canvas, middle, 19.0, ORANGE);
    })?;
    let shaky = file(&|canvas| canvas.fill(&Path::regular(middle, 6, 29.0, 0.2), VIOLET))?;
    let slow = file(&|canvas| {
        canvas.fill(&Path::round_rect(Aabb::from_center(middle, vec2(28.0, 18.0)), 18.0), GREEN);
    })?;
    Ok(MemorySource::new()
        .with("star.png", star)
        .with_delay("moon.png", moon, 0.4)
        .with_delay("sun.png", sun, 0.8)
        .with_failures("shaky.png", shaky, 2)
        .with_delay("slow.png", slow, slowness))
}
