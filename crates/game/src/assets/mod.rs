//! Files of a game: pictures and whatever else, from a folder, from the page's server or from memory.

mod atlas;
mod entry;
mod journal;
mod kinds;
mod pictures;
mod qoi;
mod sheet;
mod source;
mod stage;

pub use atlas::{PackedAtlas, pack_atlas};
pub use kinds::{Asset, AssetPart};
pub use qoi::{QoiError, surface_from_qoi};
pub use source::{AssetSource, FolderSource, MemorySource};
pub use stage::StageAssets;

#[cfg(target_arch = "wasm32")]
mod page;
#[cfg(target_arch = "wasm32")]
pub use page::web_fetched;

use core::{any::TypeId, fmt, marker::PhantomData};
use entry::{Entry, File, Recipe};
use journal::Journal;
use motile_pixels::{Color, Surface};
use motile_stage::{Atlas, Image};
use std::collections::BTreeMap;

/// Names an asset of a kind.
pub struct AssetId<T> {
    index: u32,
    kind: PhantomData<fn() -> T>,
}

impl<T> Clone for AssetId<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for AssetId<T> {}

impl<T> fmt::Debug for AssetId<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AssetId({})", self.index)
    }
}

/// How far an asset is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AssetState {
    /// It was asked for.
    Loading,
    /// It is here.
    Ready,
    /// It could not be had, or is no such thing; why, in words. An older version, if there was one, stays in use.
    Failed(String),
}

/// How much of what was asked for has been decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LoadProgress {
    /// How many are here.
    pub ready: u32,
    /// How many cannot be had.
    pub failed: u32,
    /// How many were asked for.
    pub total: u32,
}

impl LoadProgress {
    /// Whether nothing is on its way any more.
    pub const fn is_done(self) -> bool {
        self.ready + self.failed == self.total
    }

    /// The share that is decided, 0…1; 1 when nothing was asked for.
    pub fn share(self) -> f32 {
        if self.total == 0 { 1.0 } else { (self.ready + self.failed) as f32 / self.total as f32 }
    }
}

/// The files of a game. Asking for one returns at once; it arrives in a later [`update`](Assets::update), from a folder, from
/// the server of a page or from memory.
///
/// What arrives when differs from machine to machine: a game whose course is to be the same everywhere waits until all is
/// here, and lets only its looks depend on the rest.
///
/// ```
/// use motile_game::assets::{AssetState, Assets, MemorySource};
/// use motile_pixels::{Color, Surface};
/// use motile_stage::Image;
///
/// let hero = Surface::opaque(16, 16, Color::ORANGE)?.to_png();
/// // In a game: Assets::open("assets"), a folder beside the program or the page.
/// let mut assets = Assets::new(MemorySource::new().with("hero.png", hero));
/// let hero = assets.load::<Image>("hero.png");
/// let lost = assets.load::<Image>("hreo.png");
/// let width = |assets: &Assets| assets.image(hero).map(|image| image.width());
/// assert_eq!(width(&assets), Some(32), "a checkered square stands in");
/// while !assets.progress().is_done() {
///     assets.update(1.0 / 60.0);
/// }
/// assert_eq!(width(&assets), Some(16));
/// assert!(matches!(assets.state(lost), AssetState::Failed(why) if why.contains("no file")));
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[doc(alias = "asset server")]
#[doc(alias = "loader")]
pub struct Assets {
    /// How often a file is asked for again after it could not be had; later and later each time.
    pub retries: u32,
    source: Box<dyn AssetSource>,
    entries: Vec<Entry>,
    /// What was asked of the source, by name.
    files: BTreeMap<String, File>,
    placeholder: Option<Image>,
    revision: u64,
}

impl Assets {
    /// Files of a source, asked for again twice when they cannot be had.
    pub fn new(source: impl AssetSource + 'static) -> Self {
        Self {
            retries: 2,
            source: Box::new(source),
            entries: Vec::new(),
            files: BTreeMap::new(),
            placeholder: checkered(),
            revision: 0,
        }
    }

    /// Files of a folder, beside the program or, in a page, beside the page.
    pub fn open(folder: &str) -> Self {
        #[cfg(target_arch = "wasm32")]
        return Self::new(page::PageSource::new(folder));
        #[cfg(not(target_arch = "wasm32"))]
        Self::new(FolderSource::new(folder))
    }

    /// Asks for a file. Asking for the same kind of the same name again gives the one that is there.
    pub fn load<T: Asset>(&mut self, name: &str) -> AssetId<T> {
        if let Some(known) = self.known(|entry| entry.is_of_file(name, TypeId::of::<T>())) {
            return known;
        }
        let id = self.insert(Entry::of_file(name, Recipe::of::<T>()));
        self.request(name, id.index);
        id
    }

    /// Asks for pictures that become one sprite sheet: a frame for each file, by its name, in an atlas that is packed
    /// when all are here, with the border pixels of each repeated around it. When a file changes it is packed anew. The
    /// same names in the same order give the sheet that is there; of none it cannot be had.
    ///
    /// ```
    /// use motile_game::assets::{Assets, MemorySource};
    /// use motile_pixels::{Color, Surface};
    /// let file = |color| Ok::<_, motile_pixels::SurfaceError>(Surface::opaque(16, 16, color)?.to_png());
    /// let source = MemorySource::new().with("red.png", file(Color::RED)?).with("blue.png", file(Color::BLUE)?);
    /// let mut assets = Assets::new(source);
    /// let coins = assets.load_packed(&["red.png", "blue.png"]);
    /// assets.update(0.0);
    /// let atlas = assets.get(coins);
    /// assert_eq!(atlas.and_then(|atlas| atlas.sheet().frame("blue.png")), Some(1));
    /// # Ok::<(), motile_pixels::SurfaceError>(())
    /// ```
    #[doc(alias = "texture packer")]
    pub fn load_packed(&mut self, names: &[&str]) -> AssetId<Atlas> {
        if let Some(known) = self.known(|entry| entry.is_packed_of(names)) {
            return known;
        }
        let id = self.insert(Entry::packed(names));
        for name in names {
            self.request(name, id.index);
        }
        id
    }

    fn known<T>(&self, is_it: impl Fn(&Entry) -> bool) -> Option<AssetId<T>> {
        let found = self.entries.iter().position(is_it)?;
        Some(AssetId { index: found as u32, kind: PhantomData })
    }

    fn insert<T>(&mut self, entry: Entry) -> AssetId<T> {
        self.entries.push(entry);
        AssetId { index: self.entries.len() as u32 - 1, kind: PhantomData }
    }

    /// Asks the source for a file that an entry is made of.
    fn request(&mut self, name: &str, user: u32) {
        let file = self.files.entry(name.into()).or_default();
        if !file.users.contains(&user) {
            file.users.push(user);
        }
        self.source.request(name);
    }

    /// Asks for everything that a manifest lists: a name a line, `#` at its beginning or after a blank for comments. What it gives
    /// are the bytes.
    ///
    /// `manifest.txt` can be loaded from every folder: `cargo xtask web --sketch` takes the folder `assets` of a sketch along
    /// and writes one, since a page cannot look into a folder of its server, and natively a folder that has none is listed.
    pub fn load_manifest(&mut self, manifest: &str) -> Vec<AssetId<Vec<u8>>> {
        let names = manifest.lines().map(|line| {
            let is_comment = |at: &(usize, &str)| {
                line[..at.0].chars().next_back().is_none_or(char::is_whitespace)
            };
            let comment = line.match_indices('#').find(is_comment);
            comment.map_or(line, |(at, _)| &line[..at]).trim()
        });
        names.filter(|name| !name.is_empty()).map(|name| self.load(name)).collect()
    }

    /// Takes in what has arrived. Call it once a tick, with its length in seconds.
    pub fn update(&mut self, dt: f32) {
        self.update_by(dt, &mut Journal::default());
    }

    /// As [`Assets::update`]; what arrives is written down, or arrives as was written down before.
    fn update_by(&mut self, dt: f32, journal: &mut Journal) {
        self.source.update(dt);
        loop {
            while let Some(arrival) = self.source.arrived() {
                journal.arrived(arrival);
            }
            // One at a time: a sheet asks for its picture, which may be here at once.
            let Some((name, result)) = journal.next() else { break };
            self.arrive(&name, &result);
        }
        journal.end_update();
        let dt = if dt.is_finite() { dt.max(0.0) } else { 0.0 };
        for (name, file) in &mut self.files {
            if file.is_due(dt) {
                self.source.request(name);
            }
        }
    }

    fn arrive(&mut self, name: &str, result: &Result<Vec<u8>, String>) {
        let Some(file) = self.files.get_mut(name) else { return };
        let users = file.users.clone();
        let waited_for = users.iter().any(|&user| self.entries[user as usize].is_loading());
        // What cannot be had now may be had later; what is no picture stays none.
        if result.is_err() && waited_for && file.try_again(self.retries) {
            return;
        }
        file.tried = 0;
        self.revision += 1;
        for user in users {
            for part in self.entries[user as usize].arrive(name, result) {
                self.request(&part, user);
            }
        }
    }

    /// The asset, if it is here.
    pub fn get<T: Asset>(&self, id: AssetId<T>) -> Option<&T> {
        self.entries.get(id.index as usize)?.value.as_ref()?.downcast_ref()
    }

    /// A picture, or a checkered square in its place until it is here.
    #[doc(alias = "placeholder")]
    pub fn image(&self, id: AssetId<Image>) -> Option<&Image> {
        self.get(id).or(self.placeholder.as_ref())
    }

    /// Lets another picture stand in for those that are not here yet, or none.
    pub fn set_placeholder(&mut self, image: Option<Image>) {
        self.placeholder = image;
    }

    /// How far an asset is.
    pub fn state<T: Asset>(&self, id: AssetId<T>) -> AssetState {
        let entry = self.entries.get(id.index as usize);
        entry.map_or_else(
            || AssetState::Failed("it was never asked for".into()),
            |it| it.state.clone(),
        )
    }

    /// How much is here.
    pub fn progress(&self) -> LoadProgress {
        let count = |wanted: fn(&AssetState) -> bool| {
            self.entries.iter().filter(|entry| wanted(&entry.state)).count() as u32
        };
        LoadProgress {
            ready: count(|state| *state == AssetState::Ready),
            failed: count(|state| matches!(state, AssetState::Failed(_))),
            total: self.entries.len() as u32,
        }
    }

    /// What could not be had, by name, with the reason.
    pub fn failures(&self) -> impl Iterator<Item = (&str, &str)> {
        self.entries.iter().filter_map(|entry| match &entry.state {
            AssetState::Failed(why) => Some((entry.name.as_str(), why.as_str())),
            _ => None,
        })
    }

    /// A number that changes when something arrives or is loaded anew, for those who made something of it.
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// Asks for everything that failed once more.
    pub fn retry(&mut self) {
        for entry in &mut self.entries {
            // What is packed of nothing has no file that could come.
            let has_files = entry.files().next().is_some();
            if has_files && matches!(entry.state, AssetState::Failed(_)) {
                entry.state = AssetState::Loading;
                for name in entry.files() {
                    if let Some(file) = self.files.get_mut(name) {
                        (file.tried, file.again) = (0, None);
                    }
                    self.source.request(name);
                }
            }
        }
    }

    /// What is here, for a copy of the stage: nothing more arrives in it.
    fn settled(&self) -> Self {
        Self {
            retries: self.retries,
            source: Box::new(MemorySource::new()),
            entries: self.entries.clone(),
            files: BTreeMap::new(),
            placeholder: self.placeholder.clone(),
            revision: self.revision,
        }
    }
}

impl fmt::Debug for Assets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Assets").field("progress", &self.progress()).finish_non_exhaustive()
    }
}

/// What stands in for a picture that is not here: seen at once, and in nobody's way.
fn checkered() -> Option<Image> {
    let mut surface = Surface::opaque(32, 32, Color::hex(0xD9_3A_C8)).ok()?;
    for (x, y) in (0..32).flat_map(|y| (0..32).map(move |x| (x, y))) {
        if (x / 8 + y / 8) % 2 == 0 {
            surface.set(x, y, Color::hex(0x22_22_22));
        }
    }
    Some(Image::new(surface))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(color: Color) -> Vec<u8> {
        Surface::opaque(4, 4, color).unwrap().to_png()
    }

    #[test]
    fn a_slow_file_comes_late_and_a_failing_one_is_asked_for_again() {
        let source = MemorySource::new()
            .with("quick.png", png(Color::RED))
            .with_delay("slow.png", png(Color::BLUE), 1.0)
            .with_failures("shaky.png", png(Color::GREEN), 2);
        let mut assets = Assets::new(source);
        let [quick, slow, shaky] =
            ["quick.png", "slow.png", "shaky.png"].map(|name| assets.load::<Image>(name));
        assert_eq!(assets.load::<Image>("slow.png").index, slow.index, "asked for once");
        assets.update(0.1);
        assert_eq!(
            (assets.state(quick), assets.state(slow)),
            (AssetState::Ready, AssetState::Loading)
        );
        assert_eq!(assets.progress(), LoadProgress { ready: 1, failed: 0, total: 3 });
        for _ in 0..40 {
            assets.update(0.1);
        }
        assert!(assets.progress().is_done() && assets.get(slow).is_some());
        assert_eq!(assets.state(shaky), AssetState::Ready, "the third time");
    }

    #[test]
    fn errors_are_by_name_and_the_rest_goes_on() {
        let source = MemorySource::new()
            .with("bad.png", b"no picture".to_vec())
            .with_failures("never.png", Vec::new(), u32::MAX)
            .with("words.txt", "Grüße".into());
        let mut assets = Assets::new(source);
        let bad = assets.load::<Surface>("bad.png");
        assets.load::<Image>("never.png");
        let words = assets.load::<String>("words.txt");
        let bytes = assets.load::<Vec<u8>>("words.txt");
        assets.load::<String>("../secret");
        for _ in 0..100 {
            assets.update(0.1);
        }
        assert_eq!(assets.get(words).map(String::as_str), Some("Grüße"));
        assert_eq!(assets.get(bytes).map(Vec::len), Some(7), "another kind of the same file");
        assert!(assets.get(bad).is_none());
        let failed: Vec<_> = assets.failures().map(|(name, _)| name.to_owned()).collect();
        assert_eq!(failed, ["bad.png", "never.png", "../secret"]);
        assert!(assets.failures().all(|(name, why)| why.starts_with(name)));
        assert_eq!(assets.progress().share(), 1.0);
        assets.retry();
        assert!(!assets.progress().is_done());
    }

    #[test]
    #[cfg(feature = "sound")]
    fn sounds_come_by_the_same_call() {
        use motile_sound::{Patch, Sound};
        let jump = Patch::jump(1).render();
        let source = MemorySource::new()
            .with("jump.wav", jump.to_wav())
            .with("short.wav", jump.to_wav()[..40].to_vec());
        let mut assets = Assets::new(source);
        let [jump_id, short] = ["jump.wav", "short.wav"].map(|name| assets.load::<Sound>(name));
        assets.update(0.0);
        let frames = assets.get(jump_id).map(Sound::frame_count);
        assert_eq!(frames, Some(jump.frame_count()));
        assert!(
            matches!(assets.state(short), AssetState::Failed(why) if why.starts_with("short.wav: "))
        );
    }

    #[test]
    #[cfg(feature = "aseprite")]
    fn a_sheet_waits_for_its_picture_and_follows_its_changes() {
        let json = r#"{ "frames": [{ "frame": { "x": 0, "y": 0, "w": 2, "h": 4 }, "duration": 100 }],
            "meta": { "image": "hero.png" } }"#;
        let source = MemorySource::new()
            .with("art/hero.json", json.into())
            .with_failures("art/hero.png", png(Color::RED), 1)
            .with("art/lost.json", json.replace("hero.png", "none.png").into());
        let mut assets = Assets::new(source);
        let hero = assets.load::<Atlas>("art/hero.json");
        let lost = assets.load::<Atlas>("art/lost.json");
        assets.update(0.1);
        assert_eq!(assets.state(hero), AssetState::Loading, "its picture is not here");
        for _ in 0..40 {
            assets.update(0.1);
        }
        let atlas = assets.get(hero).unwrap();
        assert_eq!((atlas.len(), atlas.image().get(0, 0)), (1, Some(Color::RED)));
        let AssetState::Failed(why) = assets.state(lost) else { panic!("it has no picture") };
        assert!(why.starts_with("art/lost.json: art/none.png: "), "{why}");
        assets.arrive("art/hero.png", &Ok(png(Color::BLUE)));
        let repainted = assets.get(hero).unwrap().image().get(0, 0);
        assert_eq!(repainted, Some(Color::BLUE), "a part that changed makes it anew");
        assets.arrive("art/hero.png", &Err("it is being written".into()));
        assert!(matches!(assets.state(hero), AssetState::Failed(_)));
        assert!(assets.get(hero).is_some(), "the older version stays in use");
    }

    /// A source whose files are asked for a hundred times at most: what has no end fails.
    #[cfg(feature = "aseprite")]
    struct Counted(MemorySource, u32);

    #[cfg(feature = "aseprite")]
    impl AssetSource for Counted {
        fn request(&mut self, name: &str) {
            self.1 += 1;
            assert!(self.1 < 100, "{name} is asked for without end");
            self.0.request(name);
        }

        fn update(&mut self, dt: f32) {
            self.0.update(dt);
        }

        fn arrived(&mut self) -> Option<(String, Result<Vec<u8>, String>)> {
            self.0.arrived()
        }
    }

    #[cfg(feature = "aseprite")]
    fn sheet_of(picture: &str) -> Vec<u8> {
        let frames =
            r#""frames": [{ "frame": { "x": 0, "y": 0, "w": 2, "h": 4 }, "duration": 100 }]"#;
        format!(r#"{{ {frames}, "meta": {{ "image": "{picture}" }} }}"#).into()
    }

    /// An update never came to its end.
    #[test]
    #[cfg(feature = "aseprite")]
    fn a_sheet_that_names_itself_as_its_picture_is_an_error_of_its_name() {
        let source = MemorySource::new()
            .with("art/self.json", sheet_of("self.json"))
            .with("hero.json", sheet_of("hero.png"))
            .with("hero.png", png(Color::RED));
        let mut assets = Assets::new(Counted(source, 0));
        let own = assets.load::<Atlas>("art/self.json");
        let hero = assets.load::<Atlas>("hero.json");
        for _ in 0..2 {
            for _ in 0..40 {
                assets.update(0.1);
            }
            let AssetState::Failed(why) = assets.state(own) else { panic!("it has no picture") };
            assert!(why.starts_with("art/self.json: it names itself"), "{why}");
            assert_eq!(assets.state(hero), AssetState::Ready);
            assets.retry();
        }
        assets.update(0.1);
        // While it is edited: the sheet that was read stays, and what is mended is read.
        assets.arrive("hero.json", &Ok(sheet_of("hero.json")));
        assert!(matches!(assets.state(hero), AssetState::Failed(_)) && assets.get(hero).is_some());
        assets.arrive("hero.json", &Ok(sheet_of("hero.png")));
        assert_eq!(assets.state(hero), AssetState::Ready);
    }

    /// As of one that names itself.
    #[test]
    #[cfg(feature = "aseprite")]
    fn sheets_that_name_each_other_are_errors_of_their_names() {
        let names = ["a.json", "b.json", "c.json"];
        for count in [2, 3] {
            let source =
                names[..count].iter().enumerate().fold(MemorySource::new(), |it, (at, name)| {
                    it.with(name, sheet_of(names[(at + 1) % count]))
                });
            let mut assets = Assets::new(Counted(source, 0));
            let sheets: Vec<_> =
                names[..count].iter().map(|name| assets.load::<Atlas>(name)).collect();
            for _ in 0..40 {
                assets.update(0.1);
            }
            assert!(assets.progress().is_done());
            for (at, &sheet) in sheets.iter().enumerate() {
                let AssetState::Failed(why) = assets.state(sheet) else { panic!("no picture") };
                let begin = format!("{}: {}: ", names[at], names[(at + 1) % count]);
                assert!(why.starts_with(&begin), "{why}");
            }
        }
    }

    /// The own file that comes back as it was has nothing new to be asked for.
    #[test]
    #[cfg(feature = "aseprite")]
    fn a_sheet_whose_file_was_gone_is_there_again_with_it() {
        let source =
            MemorySource::new().with("a.json", sheet_of("a.png")).with("a.png", png(Color::RED));
        let mut assets = Assets::new(Counted(source, 0));
        let sheet = assets.load::<Atlas>("a.json");
        assets.update(0.1);
        assets.arrive("a.json", &Err("it is gone".into()));
        assert_eq!(assets.state(sheet), AssetState::Failed("a.json: it is gone".into()));
        assets.arrive("a.json", &Ok(sheet_of("a.png")));
        assert_eq!(assets.state(sheet), AssetState::Ready);
    }

    /// It was being loaded for ever.
    #[test]
    fn a_sheet_packed_of_no_pictures_is_an_error() {
        let mut assets = Assets::new(MemorySource::new().with("a.png", png(Color::RED)));
        let none = assets.load_packed(&[]);
        let also = assets.load_packed(&["a.png"]);
        assert_eq!(assets.load_packed(&[]).index, none.index);
        for _ in 0..2 {
            assets.update(0.1);
            assert!(assets.progress().is_done() && assets.get(also).is_some());
            let why = "no pictures: a sheet is packed of at least one";
            assert_eq!(assets.state(none), AssetState::Failed(why.into()));
            assert!(assets.failures().eq([("no pictures", why)]));
            assets.retry();
        }
    }

    /// Names that read alike with commas between them were one asset, and a sheet packed of one picture was that
    /// picture.
    #[test]
    fn packed_sheets_are_known_by_their_lists() {
        let files = ["a.png", "b.png", "a.png, b.png"];
        let source =
            files.iter().fold(MemorySource::new(), |it, name| it.with(name, png(Color::RED)));
        let mut assets = Assets::new(source);
        let lists: [&[&str]; 5] = [
            &["a.png", "b.png"],
            &["b.png", "a.png"],
            &["a.png, b.png"],
            &["a.png"],
            &["a.png", "a.png"],
        ];
        let packed = lists.map(|list| assets.load_packed(list));
        let alone = ["a.png", "a.png, b.png"].map(|name| assets.load::<Atlas>(name));
        let mut known: Vec<u32> = packed.iter().chain(&alone).map(|id| id.index).collect();
        known.dedup();
        assert_eq!(known, [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(
            lists.map(|list| assets.load_packed(list).index),
            [0, 1, 2, 3, 4],
            "asked for once"
        );
        assert_eq!(assets.load::<Atlas>("a.png").index, alone[0].index);
        assets.update(0.1);
        let frames = |id| assets.get(id).map(Atlas::len);
        assert_eq!(packed.map(frames), [Some(2), Some(2), Some(1), Some(1), Some(2)]);
        assert_eq!(alone.map(frames), [Some(1), Some(1)]);
        let second = assets.get(packed[1]).and_then(|it| it.sheet().frame("b.png"));
        assert_eq!(second, Some(0), "in the order of its own list");
    }

    #[test]
    fn packed_pictures_come_when_all_are_here() {
        let source = MemorySource::new().with("a.png", png(Color::RED)).with_delay(
            "b.png",
            png(Color::BLUE),
            1.0,
        );
        let mut assets = Assets::new(source);
        let both = assets.load_packed(&["a.png", "b.png"]);
        let also = assets.load::<Image>("a.png");
        assert_eq!(assets.load_packed(&["a.png", "b.png"]).index, both.index);
        assets.update(0.5);
        assert!(assets.get(both).is_none() && assets.get(also).is_some());
        assets.update(0.6);
        let atlas = assets.get(both).unwrap();
        let b = atlas.rect(atlas.sheet().frame("b.png").unwrap());
        assert_eq!(atlas.image().get(b.x, b.y), Some(Color::BLUE));
        let copy = assets.settled();
        assert!(copy.get(both).is_some() && copy.get(also).is_some());
    }

    #[test]
    fn a_manifest_is_a_name_a_line() {
        let source = MemorySource::new().with("a.txt", b"a".to_vec());
        let mut assets = Assets::new(source.with("level#1.txt", b"1".to_vec()));
        let ids =
            assets.load_manifest("# all\na.txt\n\n b.txt # lost\nlevel#1.txt\t# not cut\n#\n");
        assets.retries = 0;
        assets.update(0.0);
        assert_eq!(ids.len(), 3);
        assert_eq!(assets.progress(), LoadProgress { ready: 2, failed: 1, total: 3 });
    }
}
