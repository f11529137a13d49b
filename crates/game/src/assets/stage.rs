//! Files of a sketch: `stage.load`.

use super::{Asset, AssetId, Assets, journal::Journal};
use motile_geom::{MarkRole, MarkSink as _, Marks, vec2};
use motile_stage::{Bitmap, Companion, Content, Error, Image, NodeId, Stage};

/// Gives every [`Stage`] the files of its game: `stage.load::<Image>("hero.png")`.
///
/// They come from the folder `assets`, beside the program or, in a page, beside the page; `cargo xtask web` takes it along.
/// What has arrived is there from the next tick on, a picture that has not has a stand-in, and one that cannot be had is told
/// by its name over the picture of the sketch, which goes on. In windows a file that changes is loaded anew. A recording keeps
/// what arrived in which tick, and in a replay it arrives so; the bytes are those that are there then.
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

    /// Lets a node show a picture: what stands in for it until it is here, then the picture, and in windows the new one after its
    /// file has changed. Call it in each tick; one in which nothing arrived costs next to nothing. A node that shows a
    /// [`Bitmap`] keeps its anchor and sampling, and any other node shows the picture with its center at its position.
    ///
    /// ```
    /// use motile_game::assets::{AssetId, StageAssets};
    /// use motile_stage::{Image, Node, NodeId, Sketch, Stage, Tick};
    ///
    /// struct Game { hero: NodeId, picture: AssetId<Image> }
    ///
    /// impl Sketch for Game {
    ///     fn setup(stage: &mut Stage) -> motile_stage::Result<Self> {
    ///         let picture = stage.load("hero.png");
    ///         Ok(Game { hero: stage.add(Node::group().at(100.0, 50.0)), picture })
    ///     }
    ///     fn update(&mut self, stage: &mut Stage, _: Tick) {
    ///         stage.show_image(self.hero, self.picture);
    ///     }
    /// }
    /// ```
    #[doc(alias = "texture")]
    fn show_image(&mut self, node: NodeId, id: AssetId<Image>);

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

    fn show_image(&mut self, node: NodeId, id: AssetId<Image>) {
        let (Some(image), Ok(shown)) = (self.image(id), self.get(node)) else { return };
        let bitmap = match &shown.content {
            Content::Bitmap(bitmap) if bitmap.image.is_same(image) => return,
            Content::Bitmap(bitmap) => Bitmap { image: image.clone(), ..bitmap.clone() },
            _ => Bitmap::new(image.clone()).centered(),
        };
        self[node].content = bitmap.into();
    }

    fn assets(&mut self) -> &mut Assets {
        if self.find_companion::<Files>().is_none() {
            let journal = self.surroundings().told(TOPIC).map(Journal::replaying);
            self.companion::<Files>().journal = journal.unwrap_or_default();
        }
        &mut self.companion::<Files>().assets
    }
}

/// Under which a recording keeps what arrived.
const TOPIC: &str = "files";

/// The files of a sketch as they ride on its stage.
#[derive(Debug)]
struct Files {
    assets: Assets,
    journal: Journal,
    /// The failures that have been told, by name.
    told: Vec<String>,
}

impl Default for Files {
    fn default() -> Self {
        Self { assets: Assets::open("assets"), journal: Journal::default(), told: Vec::new() }
    }
}

impl Files {
    /// What was not told yet: the reason of the first, and the names of the others.
    fn new_trouble(&self) -> Option<String> {
        let is_new = |name: &str| !self.told.iter().any(|told| told == name);
        let mut new = self.assets.failures().filter(|(name, _)| is_new(name));
        let mut trouble = new.next()?.1.to_owned();
        for (at, (name, _)) in new.enumerate() {
            trouble += if at == 0 { "; neither " } else { ", " };
            trouble += name;
        }
        Some(trouble)
    }
}

impl Companion for Files {
    fn boxed(&self) -> Box<dyn Companion> {
        let (assets, journal) = (self.assets.settled(), self.journal.clone());
        Box::new(Self { assets, journal, told: self.told.clone() })
    }

    fn end_tick(&mut self, dt: f32) {
        self.assets.update_by(dt, &mut self.journal);
    }

    fn trouble(&mut self) -> Option<Error> {
        if let Some(trouble) = self.journal.trouble.take() {
            return Some(Error::new(trouble));
        }
        if self.assets.failures().map(|failed| failed.0).eq(&self.told) {
            return None;
        }
        let trouble = self.new_trouble();
        self.told = self.assets.failures().map(|(name, _)| name.to_owned()).collect();
        trouble.map(Error::new)
    }

    fn told(&self, tell: &mut dyn FnMut(&str, &str)) {
        self.journal.lines(&mut |line| tell(TOPIC, line));
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
    use motile_stage::{Player, Result, Script, Settings, Sketch, Tick};

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

    /// Has a picture that comes after some seconds, and knows in which tick that was.
    struct Waits<const MILLISECONDS: u32, const MISSING: bool> {
        hero: AssetId<Image>,
        here_in: Option<u64>,
    }

    impl<const MILLISECONDS: u32, const MISSING: bool> Sketch for Waits<MILLISECONDS, MISSING> {
        fn setup(stage: &mut Stage) -> Result<Self> {
            let seconds = MILLISECONDS as f32 / 1000.0;
            let hero = Surface::opaque(4, 4, Color::RED)?.to_png();
            let source = MemorySource::new();
            let source =
                if MISSING { source } else { source.with_delay("hero.png", hero, seconds) };
            *stage.assets() = Assets::new(source);
            stage.assets().retries = 0;
            Ok(Self { hero: stage.load("hero.png"), here_in: None })
        }

        fn update(&mut self, stage: &mut Stage, tick: Tick<'_>) {
            if self.here_in.is_none() && stage.loaded(self.hero).is_some() {
                self.here_in = Some(tick.index);
            }
        }
    }

    type Slow = Waits<100, false>;
    type Quick = Waits<0, false>;
    type Missing = Waits<0, true>;

    fn recorded<S: Sketch>() -> Script {
        let mut player = Player::new::<S>(&Settings::new(10, 10)).unwrap();
        player.record();
        player.run_ticks(20);
        player.stop_recording()
    }

    fn replayed<S: Sketch>(script: &Script) -> Player {
        // As a file that was written and read again.
        let script = Script::parse(&script.to_text()).unwrap();
        let settings = Settings::new(10, 10).replaying(&script);
        let mut player = Player::new::<S>(&settings).unwrap();
        player.play(script).unwrap();
        player.run_ticks(20);
        player
    }

    #[test]
    fn a_replay_has_files_in_the_ticks_in_which_they_arrived() {
        let script = recorded::<Slow>();
        assert!(script.to_text().contains("told files \"6 got "), "{}", script.to_text());
        // The file is there at once here, and comes in the same tick all the same.
        let player = replayed::<Quick>(&script);
        assert_eq!(player.sketch::<Quick>().and_then(|it| it.here_in), Some(7));
        assert!(player.stage().failure().is_none());
        let quick = recorded::<Quick>();
        let player = replayed::<Quick>(&quick);
        assert_eq!(player.sketch::<Quick>().and_then(|it| it.here_in), Some(1));
    }

    #[test]
    fn a_replay_without_the_file_says_so_and_one_of_a_failure_fails() {
        let player = replayed::<Missing>(&recorded::<Quick>());
        let said = player.stage().failure().map(ToString::to_string).unwrap_or_default();
        assert!(said.starts_with("hero.png: ") && said.contains("recorded"), "{said}");
        let player = replayed::<Quick>(&recorded::<Missing>());
        assert_eq!(player.sketch::<Quick>().and_then(|it| it.here_in), None);
        let said = player.stage().failure().map(ToString::to_string).unwrap_or_default();
        assert!(said.contains("no file of this name"), "{said}");
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

    /// Of two failures only one was told, and of a later one the last in the list, which had been told before.
    #[test]
    fn every_failure_is_told_once() {
        struct Wants;
        impl Sketch for Wants {
            fn setup(stage: &mut Stage) -> Result<Self> {
                let source = MemorySource::new().with_delay("slow.png", b"none".to_vec(), 0.04);
                *stage.assets() = Assets::new(source);
                stage.assets().retries = 0;
                for name in ["slow.png", "a.png", "b.png", "c.png"] {
                    stage.load::<Image>(name);
                }
                Ok(Self)
            }
        }
        let mut player = Player::new::<Wants>(&Settings::new(40, 30)).unwrap();
        let mut said = || {
            player.run_ticks(1);
            player.stage().failure().map(ToString::to_string).unwrap_or_default()
        };
        let first = said();
        assert!(
            first.starts_with("a.png: ") && first.ends_with("; neither b.png, c.png"),
            "{first}"
        );
        said();
        said();
        let later = said();
        assert!(later.starts_with("slow.png: ") && !later.contains("neither"), "{later}");
    }

    #[test]
    fn a_node_shows_the_stand_in_then_the_picture_and_asks_for_one_drawing_of_each() {
        struct Shows(AssetId<Image>, [NodeId; 2]);
        impl Sketch for Shows {
            fn setup(stage: &mut Stage) -> Result<Self> {
                let hero = Surface::opaque(4, 4, Color::RED)?.to_png();
                let source = MemorySource::new().with_delay("hero.png", hero, 0.1);
                *stage.assets() = Assets::new(source);
                let cornered = Bitmap::new(Surface::opaque(1, 1, Color::BLUE)?);
                let nodes = [stage.add(motile_stage::Node::group()), stage.add(cornered)];
                Ok(Self(stage.load("hero.png"), nodes))
            }
            fn update(&mut self, stage: &mut Stage, _: Tick<'_>) {
                self.1.into_iter().for_each(|node| stage.show_image(node, self.0));
            }
        }
        let mut player = Player::new::<Shows>(&Settings::new(80, 60)).unwrap();
        let nodes = player.sketch::<Shows>().unwrap().1;
        let shown = |player: &Player| {
            nodes.map(|node| match &player.stage()[node].content {
                Content::Bitmap(bitmap) => (bitmap.image.width(), bitmap.anchor.x),
                _ => (0, 0.0),
            })
        };
        player.run_ticks(2);
        assert_eq!(shown(&player), [(32, 0.5), (32, 0.0)]);
        assert!(player.draw());
        player.run_ticks(1);
        assert!(!player.draw(), "the same stand-in");
        player.run_ticks(20);
        assert_eq!(shown(&player), [(4, 0.5), (4, 0.0)]);
    }
}
