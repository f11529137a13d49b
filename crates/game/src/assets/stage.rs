//! Files of a sketch: `stage.load`.

use super::{Asset, AssetId, Assets};
use motile_geom::{MarkRole, MarkSink as _, Marks, vec2};
use motile_stage::{Companion, Error, Image, Stage};

/// Gives every [`Stage`] the files of its game: `stage.load::<Image>("hero.png")`.
///
/// They come from the folder `assets`, beside the program or, in a page, beside the page; `cargo xtask web` takes it along.
/// What has arrived is there from the next tick on, a picture that has not has a stand-in, and one that cannot be had is told
/// by its name over the picture of the sketch, which goes on. In windows a file that changes is loaded anew.
///
/// ```
/// use motile_game::assets::{AssetId, Assets, MemorySource, StageAssets};
/// use motile_pixels::{Color, Surface};
/// use motile_stage::{Canvas, Frame, Image, Player, Settings, Sketch, Stage};
///
/// struct Game { hero: AssetId<Image> }
///
/// impl Sketch for Game {
///     fn setup(stage: &mut Stage) -> motile_stage::Result<Self> {
///         // Files built into the program; without this line they come from the folder.
///         let hero = Surface::opaque(16, 16, Color::ORANGE)?.to_png();
///         *stage.assets() = Assets::new(MemorySource::new().with("hero.png", hero));
///         Ok(Game { hero: stage.load("hero.png") })
///     }
///     fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
///         if let Some(hero) = stage.image(self.hero) {
///             canvas.image(hero, stage.size() * 0.5);
///         }
///     }
/// }
///
/// let mut player = Player::new::<Game>(&Settings::new(64, 48))?;
/// player.run_ticks(1);
/// player.draw();
/// assert_eq!(player.surface().get(40, 30), Some(Color::ORANGE));
/// # Ok::<(), motile_stage::Error>(())
/// ```
pub trait StageAssets {
    /// Asks for a file. Asking for the same kind of the same name again gives the one that is there.
    fn load<T: Asset>(&mut self, name: &str) -> AssetId<T>;

    /// The asset, if it is here.
    fn loaded<T: Asset>(&self, id: AssetId<T>) -> Option<&T>;

    /// A picture, or what stands in for it until it is here.
    fn image(&self, id: AssetId<Image>) -> Option<&Image>;

    /// All files of the sketch; the player looks after each tick what has arrived.
    fn assets(&mut self) -> &mut Assets;
}

impl StageAssets for Stage {
    fn load<T: Asset>(&mut self, name: &str) -> AssetId<T> {
        self.assets().load(name)
    }

    fn loaded<T: Asset>(&self, id: AssetId<T>) -> Option<&T> {
        self.find_companion::<Files>()?.assets.get(id)
    }

    fn image(&self, id: AssetId<Image>) -> Option<&Image> {
        self.find_companion::<Files>()?.assets.image(id)
    }

    fn assets(&mut self) -> &mut Assets {
        &mut self.companion::<Files>().assets
    }
}

/// The files of a sketch as they ride on its stage.
#[derive(Debug)]
struct Files {
    assets: Assets,
    /// How many failures have been told.
    told: usize,
}

impl Default for Files {
    fn default() -> Self {
        Self { assets: Assets::open("assets"), told: 0 }
    }
}

impl Companion for Files {
    fn boxed(&self) -> Box<dyn Companion> {
        Box::new(Self { assets: self.assets.settled(), told: self.told })
    }

    fn end_tick(&mut self, dt: f32) {
        self.assets.update(dt);
    }

    fn trouble(&mut self) -> Option<Error> {
        let failed = self.assets.failures().count();
        let is_new = failed > self.told;
        self.told = failed;
        let (_, last) = self.assets.failures().last().filter(|_| is_new)?;
        Some(Error::new(last))
    }

    /// What cannot be had, one below the other.
    fn mark(&self, marks: &mut Marks) {
        for (line, (_, why)) in self.assets.failures().enumerate() {
            marks.label(MarkRole::Note, vec2(8.0, 24.0 + 18.0 * line as f32), why);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::MemorySource;
    use motile_pixels::{Color, Surface};
    use motile_stage::{Player, Result, Settings, Sketch};

    struct Loads {
        hero: AssetId<Image>,
    }

    impl Sketch for Loads {
        fn setup(stage: &mut Stage) -> Result<Self> {
            let hero = Surface::opaque(4, 4, Color::RED)?.to_png();
            let mut assets = Assets::new(MemorySource::new().with_delay("hero.png", hero, 0.04));
            assets.retries = 0;
            *stage.assets() = assets;
            stage.load::<Image>("lost.png");
            Ok(Self { hero: stage.load("hero.png") })
        }
    }

    #[test]
    fn files_arrive_between_ticks_and_a_missing_one_is_told_by_name() {
        let mut player = Player::new::<Loads>(&Settings::new(40, 30)).unwrap();
        let hero = player.sketch::<Loads>().map(|sketch| sketch.hero).unwrap();
        let width = |player: &Player| player.stage().image(hero).map(|image| image.width());
        player.run_ticks(1);
        assert_eq!(width(&player), Some(32), "the stand-in");
        let said = player.stage().failure().map(ToString::to_string).unwrap_or_default();
        assert!(said.starts_with("lost.png: "), "{said}");
        player.run_ticks(3);
        assert_eq!(width(&player), Some(4));
        let copy = player.stage().clone();
        assert!(copy.loaded(hero).is_some(), "a copy has what was here");
        let mut marks = Marks::new();
        player.stage().find_companion::<Files>().unwrap().mark(&mut marks);
        assert_eq!(marks.iter().count(), 1);
    }
}
