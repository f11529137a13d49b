//! What was asked for: assets, and the files they are made of.

use super::{Asset, AssetPart, AssetState, sheet};
use core::any::{Any, TypeId};
use motile_stage::Atlas;
use std::sync::Arc;

/// Seconds until the first time a file is asked for again.
const FIRST_RETRY: f32 = 0.5;

/// What a sheet is called that is packed of nothing.
const NO_PICTURES: &str = "no pictures";

/// An asset of any kind.
type Value = Arc<dyn Any + Send + Sync>;

/// How to make an asset of a kind.
#[derive(Clone, Copy)]
pub(super) struct Recipe {
    kind: TypeId,
    parts: fn(&[u8]) -> Vec<String>,
    make: fn(&[u8], &[AssetPart<'_>]) -> Result<Value, String>,
}

impl Recipe {
    pub(super) fn of<T: Asset>() -> Self {
        Self {
            kind: TypeId::of::<T>(),
            parts: T::parts,
            make: |bytes, parts| Ok(Arc::new(T::from_parts(bytes, parts)?)),
        }
    }
}

/// An asset that was asked for.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) state: AssetState,
    pub(super) value: Option<Value>,
    recipe: Recipe,
    /// Whether its name is that of a file, and not of what is packed of several.
    has_file: bool,
    /// What is in its file, kept when it has parts: a part that changes makes it anew.
    own: Vec<u8>,
    /// The other files, with what is in those that are here.
    parts: Vec<(String, Option<Vec<u8>>)>,
}

impl Entry {
    pub(super) fn of_file(name: &str, recipe: Recipe) -> Self {
        let (own, parts) = (Vec::new(), Vec::new());
        let state = AssetState::Loading;
        Self { name: name.into(), state, value: None, recipe, has_file: true, own, parts }
    }

    /// Several pictures in one. Of none nothing can be made, now or later.
    pub(super) fn packed(files: &[&str]) -> Self {
        let recipe = Recipe {
            kind: TypeId::of::<Atlas>(),
            parts: |_| Vec::new(),
            make: |_, parts| Ok(Arc::new(sheet::pack(parts)?)),
        };
        let parts = files.iter().map(|&file| (file.into(), None)).collect();
        let name = if files.is_empty() { NO_PICTURES.into() } else { files.join(", ") };
        let mut entry = Self { has_file: false, parts, ..Self::of_file(&name, recipe) };
        if files.is_empty() {
            entry.fail("a sheet is packed of at least one");
        }
        entry
    }

    pub(super) fn is_of_file(&self, name: &str, kind: TypeId) -> bool {
        self.has_file && self.name == name && self.recipe.kind == kind
    }

    /// Whether it is packed of these. Their names are compared one by one: a name may have a comma in it.
    pub(super) fn is_packed_of(&self, files: &[&str]) -> bool {
        !self.has_file && self.files().eq(files.iter().copied())
    }

    pub(super) fn is_loading(&self) -> bool {
        self.state == AssetState::Loading
    }

    /// The files that it is made of, as far as known.
    pub(super) fn files(&self) -> impl Iterator<Item = &str> {
        let own = self.has_file.then_some(self.name.as_str());
        own.into_iter().chain(self.parts.iter().map(|part| part.0.as_str()))
    }

    /// Takes in one of its files, or why it does not come; the names of parts that it needs now.
    pub(super) fn arrive(&mut self, file: &str, result: &Result<Vec<u8>, String>) -> Vec<String> {
        let bytes = match result {
            Ok(bytes) => bytes,
            Err(why) if self.has_file && file == self.name => {
                self.fail(why);
                return Vec::new();
            }
            Err(why) => {
                self.fail(&format!("{file}: {why}"));
                return Vec::new();
            }
        };
        if self.has_file && file == self.name {
            return self.arrive_own(bytes);
        }
        for part in self.parts.iter_mut().filter(|part| part.0 == file) {
            part.1 = Some(bytes.clone());
        }
        self.make_of_parts();
        Vec::new()
    }

    /// Takes in its own file; the names of the parts that are not here.
    fn arrive_own(&mut self, bytes: &[u8]) -> Vec<String> {
        // The same once more, asked for by another: parts that are here are not asked for again, or two sheets that
        // name each other would never come to an end.
        if !self.parts.is_empty() && self.own == bytes {
            self.make_of_parts();
            let lost = self.parts.iter().filter(|part| part.1.is_none());
            return lost.map(|part| part.0.clone()).collect();
        }
        let parts: Vec<String> =
            (self.recipe.parts)(bytes).iter().map(|part| beside(&self.name, part)).collect();
        if parts.contains(&self.name) {
            self.fail("it names itself where another file is expected, such as its picture");
            return Vec::new();
        }
        if parts.is_empty() {
            (self.own, self.parts) = (Vec::new(), Vec::new());
            self.make(bytes);
            return parts;
        }
        self.own = bytes.to_vec();
        self.parts = parts.iter().map(|part| (part.clone(), None)).collect();
        parts
    }

    fn make_of_parts(&mut self) {
        let own = core::mem::take(&mut self.own);
        self.make(&own);
        self.own = own;
    }

    /// Makes it, if all of its parts are here.
    fn make(&mut self, own: &[u8]) {
        let parts = self.parts.iter().map(|(name, bytes)| {
            let bytes = bytes.as_deref()?;
            Some(AssetPart { name, bytes })
        });
        let Some(parts) = parts.collect::<Option<Vec<_>>>() else { return };
        match (self.recipe.make)(own, &parts) {
            Ok(value) => (self.value, self.state) = (Some(value), AssetState::Ready),
            Err(why) => self.fail(&why),
        }
    }

    fn fail(&mut self, why: &str) {
        self.state = AssetState::Failed(format!("{}: {why}", self.name));
    }
}

/// A name seen from the folder of another file.
fn beside(file: &str, name: &str) -> String {
    match file.rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/{name}"),
        None => name.into(),
    }
}

/// A file that was asked of the source.
#[derive(Clone, Debug, Default)]
pub(super) struct File {
    /// The assets that are made of it.
    pub(super) users: Vec<u32>,
    pub(super) tried: u32,
    /// Seconds until it is asked for again.
    pub(super) again: Option<f32>,
}

impl File {
    /// Whether it is asked for once more after it could not be had, later and later each time.
    pub(super) fn try_again(&mut self, retries: u32) -> bool {
        if self.tried >= retries {
            return false;
        }
        self.again = Some(FIRST_RETRY * (1 << self.tried.min(6)) as f32);
        self.tried += 1;
        true
    }

    /// Whether it is to be asked for now, after some seconds.
    pub(super) fn is_due(&mut self, dt: f32) -> bool {
        let Some(again) = &mut self.again else { return false };
        *again -= dt;
        let due = *again <= 0.0;
        if due {
            self.again = None;
        }
        due
    }
}
