//! Saved games: values by name, in files that survive a crash, in the storage of a page, or in memory.

mod files;
mod memory;
mod numbers;
#[cfg(target_arch = "wasm32")]
mod page;
#[cfg(feature = "stage")]
mod stage;
#[cfg(feature = "stage")]
mod witness;

#[cfg(feature = "stage")]
pub use stage::StageSaves;

use core::fmt;
use files::Files;
use memory::Memory;
#[cfg(target_arch = "wasm32")]
use page::Page;
use serde::{Serialize, de::DeserializeOwned};
/// A value of no particular type, in which older saves come to be brought up to date: that of `serde_json`.
pub use serde_json::Value;
use std::path::PathBuf;

/// The longest name of a game or slot, bytes.
const LONGEST_NAME: usize = 100;

/// Saved games: any values that serde can write, by name (slots), each with the version of its form.
///
/// Natively each is a file in the user's folder for data of programs, written aside, brought to the disk and then renamed: after
/// a crash or a power cut in the middle of a write the file is the old one or the new one, whole. In a page they are in
/// `localStorage`, and [`Saves::in_memory`] is for headless runs and tests. With the feature `stage` a sketch has its saves by
/// `stage.saves("my-game")`, which chooses, and which recordings know of.
///
/// ```
/// use motile_game::Saves;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Debug, PartialEq, Serialize, Deserialize)]
/// struct Progress { level: u32, coins: u32 }
///
/// let mut saves = Saves::in_memory(); // in a game: Saves::open("my-game")?
/// saves.write("slot-1", 1, &Progress { level: 3, coins: 42 })?;
/// let progress: Option<Progress> = saves.read("slot-1", 1)?;
/// assert_eq!(progress, Some(Progress { level: 3, coins: 42 }));
/// assert_eq!(saves.read::<Progress>("slot-2", 1)?, None);
/// # Ok::<(), motile_game::SaveError>(())
/// ```
#[doc(alias = "savegame")]
#[doc(alias = "localStorage")]
#[doc(alias = "persistence")]
#[derive(Debug)]
pub struct Saves {
    store: Box<dyn Store>,
}

/// Where texts are kept by name.
trait Store: fmt::Debug {
    fn read(&self, slot: &str) -> Result<Option<String>, SaveError>;
    fn write(&mut self, slot: &str, text: &str) -> Result<(), SaveError>;
    fn remove(&mut self, slot: &str) -> Result<(), SaveError>;
    /// In order.
    fn slots(&self) -> Result<Vec<String>, SaveError>;
}

/// Why something could not be saved or read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SaveError {
    /// A name that is empty, longer than 100 bytes, has others than letters, digits, `-` and `_` of ASCII in it, or is that of
    /// a device on Windows, such as `con`.
    Name(String),
    /// The machine or the page does not let the program keep anything: no folder, no permission, a private window.
    Denied(String),
    /// There is no room left.
    Full(String),
    /// The file or the storage failed in another way.
    Storage(String),
    /// What is saved is no text of this kind, or not of the type asked for.
    Damaged {
        /// The slot.
        slot: String,
        /// What was found.
        reason: String,
    },
    /// It was saved by a newer program.
    Newer {
        /// The slot.
        slot: String,
        /// Its version.
        saved: u32,
        /// The version asked for.
        known: u32,
    },
    /// It has an older version, and nothing brings it to the one asked for.
    Older {
        /// The slot.
        slot: String,
        /// Its version.
        saved: u32,
        /// The version asked for.
        known: u32,
    },
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(
                f,
                "\"{name}\" is no name for saves: up to {LONGEST_NAME} letters, digits, \"-\" and \"_\""
            ),
            Self::Denied(reason) => write!(f, "nothing can be saved here: {reason}"),
            Self::Full(reason) => write!(f, "there is no room left for saves: {reason}"),
            Self::Storage(reason) => write!(f, "saves failed: {reason}"),
            Self::Damaged { slot, reason } => write!(f, "the save \"{slot}\" is damaged: {reason}"),
            Self::Newer { slot, saved, known } => {
                write!(f, "the save \"{slot}\" has version {saved}, this program knows {known}")
            }
            Self::Older { slot, saved, known } => {
                write!(
                    f,
                    "the save \"{slot}\" has version {saved}, and nothing makes version {known} of it"
                )
            }
        }
    }
}

impl core::error::Error for SaveError {}

impl Saves {
    /// The saves of a game by its name: files in the user's folder for data of programs (`XDG_DATA_HOME` or
    /// `~/.local/share`, `~/Library/Application Support`, `%APPDATA%`), the `localStorage` of a page.
    ///
    /// # Errors
    /// [`SaveError::Name`], and [`SaveError::Denied`] where nothing can be kept.
    pub fn open(game: &str) -> Result<Self, SaveError> {
        check_name(game)?;
        #[cfg(target_arch = "wasm32")]
        let store = Page::new(game);
        #[cfg(not(target_arch = "wasm32"))]
        let store = Files::new(files::data_folder()?.join(game));
        Ok(Self { store: Box::new(store) })
    }

    /// Saves as files of a folder, which is made with the first of them.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self { store: Box::new(Files::new(folder.into())) }
    }

    /// Saves that end with the program: for headless runs and tests.
    pub fn in_memory() -> Self {
        Self { store: Box::new(Memory::default()) }
    }

    /// Saves in memory that hold at most this many bytes of text, to try what a game does when there is no room.
    pub fn in_memory_of(bytes: u64) -> Self {
        Self { store: Box::new(Memory::new(bytes)) }
    }

    /// Saves a value, in place of what the slot held. `version` is that of the form of the value: raise it when its type
    /// changes.
    ///
    /// # Errors
    /// [`SaveError::Name`], [`SaveError::Full`], [`SaveError::Denied`] and [`SaveError::Storage`], and then the slot
    /// holds what it held; [`SaveError::Damaged`] for a value that JSON cannot hold, such as a map with keys that are
    /// no text, or a number that is not finite, or cannot be read back, as lists, maps and structs (and the variants of
    /// enums that hold something) more than 126 deep in one another, and then it says where that is and the slot holds
    /// what it held, too.
    pub fn write<T: Serialize>(
        &mut self,
        slot: &str,
        version: u32,
        value: &T,
    ) -> Result<(), SaveError> {
        check_name(slot)?;
        let damaged = |reason: String| SaveError::Damaged { slot: slot.into(), reason };
        numbers::check(value).map_err(damaged)?;
        let value = serde_json::to_value(value).map_err(|error| damaged(error.to_string()))?;
        let text = serde_json::json!({ "version": version, "value": value }).to_string();
        self.store.write(slot, &text)
    }

    /// What a slot holds; `None` when it is empty.
    ///
    /// # Errors
    /// [`SaveError::Newer`] and [`SaveError::Older`] for another version; [`SaveError::Damaged`] for what is no such value;
    /// those of the storage.
    pub fn read<T: DeserializeOwned>(
        &self,
        slot: &str,
        version: u32,
    ) -> Result<Option<T>, SaveError> {
        self.read_with(slot, version, |_, _| None)
    }

    /// What a slot holds, brought up to date: `migrate` gets the version and the value of an older save and gives the value
    /// in the form of the next version, and so on up to `version`.
    ///
    /// ```
    /// use motile_game::{Saves, saves::Value};
    /// let mut saves = Saves::in_memory();
    /// saves.write("slot-1", 1, &7u32)?; // version 1 was the level alone
    /// let (level, coins): (u32, u32) = saves
    ///     .read_with("slot-1", 2, |version, value| (version == 1).then(|| Value::from(vec![value, 0.into()])))?
    ///     .unwrap_or_default();
    /// assert_eq!((level, coins), (7, 0));
    /// # Ok::<(), motile_game::SaveError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Saves::read`]; [`SaveError::Older`] when `migrate` gives nothing.
    pub fn read_with<T: DeserializeOwned>(
        &self,
        slot: &str,
        version: u32,
        mut migrate: impl FnMut(u32, Value) -> Option<Value>,
    ) -> Result<Option<T>, SaveError> {
        check_name(slot)?;
        let Some(text) = self.store.read(slot)? else { return Ok(None) };
        let damaged = |reason: String| SaveError::Damaged { slot: slot.into(), reason };
        let (saved, mut value) = unpack(&text).map_err(damaged)?;
        if saved > version {
            return Err(SaveError::Newer { slot: slot.into(), saved, known: version });
        }
        for step in saved..version {
            let older = || SaveError::Older { slot: slot.into(), saved, known: version };
            value = migrate(step, value).ok_or_else(older)?;
        }
        serde_json::from_value(value).map(Some).map_err(|error| damaged(error.to_string()))
    }

    /// What a slot holds as text, with its version: to be copied to another machine, or from a page into a program. `None`
    /// when it is empty.
    ///
    /// ```
    /// use motile_game::Saves;
    /// let (mut here, mut there) = (Saves::in_memory(), Saves::in_memory());
    /// here.write("slot-1", 2, &("level", 7))?;
    /// if let Some(text) = here.export("slot-1")? {
    ///     there.import("slot-1", &text)?;
    /// }
    /// assert_eq!(there.read("slot-1", 2)?, Some((String::from("level"), 7)));
    /// # Ok::<(), motile_game::SaveError>(())
    /// ```
    ///
    /// # Errors
    /// [`SaveError::Name`] and those of the storage.
    pub fn export(&self, slot: &str) -> Result<Option<String>, SaveError> {
        check_name(slot)?;
        self.store.read(slot)
    }

    /// Puts a text of [`Saves::export`] into a slot, in place of what it held.
    ///
    /// # Errors
    /// [`SaveError::Damaged`] for a text that is no save, and those of [`Saves::write`]; the slot holds what it held then.
    pub fn import(&mut self, slot: &str, text: &str) -> Result<(), SaveError> {
        check_name(slot)?;
        unpack(text).map_err(|reason| SaveError::Damaged { slot: slot.into(), reason })?;
        self.store.write(slot, text)
    }

    /// Empties a slot; one that is empty stays so.
    ///
    /// # Errors
    /// [`SaveError::Name`] and those of the storage.
    pub fn remove(&mut self, slot: &str) -> Result<(), SaveError> {
        check_name(slot)?;
        self.store.remove(slot)
    }

    /// The names of the slots that hold something, in order. What else lies in their folder, under names that no slot
    /// can have, is not among them.
    ///
    /// # Errors
    /// Those of the storage.
    pub fn slots(&self) -> Result<Vec<String>, SaveError> {
        self.store.slots()
    }
}

/// Version and value of a text.
fn unpack(text: &str) -> Result<(u32, Value), String> {
    let mut whole: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let version = whole
        .get("version")
        .and_then(Value::as_u64)
        .and_then(|version| u32::try_from(version).ok());
    let version = version.ok_or("it has no version")?;
    let value = whole.get_mut("value").map(Value::take).ok_or("it has no value")?;
    Ok((version, value))
}

/// Names become file names on every system.
fn check_name(name: &str) -> Result<(), SaveError> {
    let fits = (1..=LONGEST_NAME).contains(&name.len());
    let plain =
        name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    if fits && plain && !is_device(name) {
        Ok(())
    } else {
        Err(SaveError::Name(name.chars().take(LONGEST_NAME).collect()))
    }
}

/// Whether a file of this name is a device on Windows, whatever its extension.
fn is_device(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let numbered = name.strip_prefix("com").or_else(|| name.strip_prefix("lpt"));
    matches!(&*name, "con" | "prn" | "aux" | "nul")
        || numbered.is_some_and(|number| matches!(number.as_bytes(), [b'0'..=b'9']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("motile-saves-{}-{name}", std::process::id()));
        std::fs::remove_dir_all(&folder).ok();
        folder
    }

    #[test]
    fn files_and_memory_behave_alike() {
        let folder = folder("alike");
        for mut saves in [Saves::in_memory(), Saves::in_folder(&folder)] {
            assert_eq!(saves.slots(), Ok(vec![]));
            assert_eq!(saves.read::<u32>("b", 1), Ok(None));
            saves.write("b", 1, &vec![1.5, 2.5]).unwrap();
            saves.write("a", 2, &"text with \"quotes\"\nand lines").unwrap();
            saves.write("b", 1, &vec![3.5]).unwrap();
            assert_eq!(saves.slots(), Ok(vec!["a".into(), "b".into()]));
            assert_eq!(saves.read("b", 1), Ok(Some(vec![3.5])));
            assert_eq!(
                saves.read("a", 2),
                Ok(Some(String::from("text with \"quotes\"\nand lines")))
            );
            saves.remove("b").unwrap();
            saves.remove("b").unwrap();
            assert_eq!(saves.read::<Vec<f32>>("b", 1), Ok(None));
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_save_is_brought_up_to_date_step_by_step() {
        let mut saves = Saves::in_memory();
        saves.write("one", 1, &10).unwrap();
        let add = |version: u32, value: Value| {
            Some(Value::from(value.as_u64()? * 10 + u64::from(version)))
        };
        assert_eq!(saves.read_with("one", 4, add), Ok(Some(10_123)));
        let error = saves.read::<u32>("one", 2).unwrap_err();
        assert_eq!(error, SaveError::Older { slot: "one".into(), saved: 1, known: 2 });
        saves.write("one", 7, &10).unwrap();
        let error = saves.read::<u32>("one", 2).unwrap_err();
        assert_eq!(error.to_string(), "the save \"one\" has version 7, this program knows 2");
    }

    #[test]
    fn what_is_no_save_is_told_by_name() {
        let folder = folder("damaged");
        let mut saves = Saves::in_folder(&folder);
        saves.write("one", 1, &1).unwrap();
        for text in
            ["", "{", "{}", "{\"version\":-1,\"value\":1}", "{\"version\":1}", "\u{FFFD}", "[1,2]"]
        {
            std::fs::write(folder.join("one.json"), text).unwrap();
            let error = saves.read::<u32>("one", 1).unwrap_err();
            assert!(matches!(error, SaveError::Damaged { .. }), "{text}: {error}");
        }
        std::fs::write(folder.join("one.json"), [0xFF, 0xFE]).unwrap();
        assert!(matches!(saves.read::<u32>("one", 1), Err(SaveError::Damaged { .. })));
        saves.write("one", 1, &"a text").unwrap();
        assert!(matches!(saves.read::<u32>("one", 1), Err(SaveError::Damaged { .. })));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn only_saves_are_imported() {
        let mut saves = Saves::in_memory();
        saves.write("one", 3, &[1, 2]).unwrap();
        let text = saves.export("one").unwrap().unwrap();
        assert!(matches!(saves.import("one", "{}"), Err(SaveError::Damaged { .. })));
        assert_eq!(saves.export("one"), Ok(Some(text.clone())), "what it held");
        saves.import("two", &text).unwrap();
        assert_eq!(saves.read("two", 3), Ok(Some([1, 2])));
        assert_eq!(saves.export("three"), Ok(None));
        assert!(matches!(saves.import("../up", &text), Err(SaveError::Name(_))));
    }

    #[test]
    fn names_that_lead_out_of_the_folder_are_refused() {
        let mut saves = Saves::in_memory();
        for name in
            ["", "../up", "a/b", "a.b", "ä", "nul\0", &"x".repeat(101), "con", "NUL", "Com1"]
        {
            assert!(matches!(saves.write(name, 1, &1), Err(SaveError::Name(_))), "{name}");
            assert!(matches!(saves.read::<u32>(name, 1), Err(SaveError::Name(_))), "{name}");
            assert!(matches!(Saves::open(name), Err(SaveError::Name(_))), "{name}");
        }
    }

    #[test]
    fn without_room_a_slot_keeps_what_it_held() {
        let mut saves = Saves::in_memory_of(60);
        saves.write("one", 1, &"short").unwrap();
        let error = saves.write("one", 1, &"x".repeat(100)).unwrap_err();
        assert!(matches!(error, SaveError::Full(_)), "{error}");
        assert_eq!(saves.read("one", 1), Ok(Some(String::from("short"))));
    }

    /// They were written as nothing in place of the old save, and could not be read.
    #[test]
    fn a_number_that_is_none_is_refused_and_the_old_save_stays() {
        let folder = folder("numbers");
        for mut saves in [Saves::in_memory(), Saves::in_folder(&folder)] {
            saves.write("one", 1, &(1.5f32, vec![Some(2.5f64)])).unwrap();
            for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                let error = saves.write("one", 1, &(1.5f32, vec![Some(number)])).unwrap_err();
                let SaveError::Damaged { slot, reason } = error else { panic!("{error}") };
                assert_eq!(slot, "one");
                assert!(reason.starts_with(&format!("part 2: part 1: {number} is")), "{reason}");
                assert!(saves.write("one", 1, &(number as f32, ())).is_err());
                let held = saves.read::<(f32, Vec<Option<f64>>)>("one", 1);
                assert_eq!(held, Ok(Some((1.5, vec![Some(2.5)]))));
            }
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    /// It was written in place of the old save, and could not be read.
    #[test]
    fn a_value_that_is_nested_too_deep_is_refused_and_the_old_save_stays() {
        let nested =
            |levels: usize| (1..levels).fold(Value::Array(vec![]), |it, _| vec![it].into());
        let folder = folder("deep");
        for mut saves in [Saves::in_memory(), Saves::in_folder(&folder)] {
            saves.write("one", 1, &7).unwrap();
            for levels in [127, 128, 500] {
                let error = saves.write("one", 1, &(nested(levels - 1),)).unwrap_err();
                let SaveError::Damaged { slot, reason } = error else { panic!("{error}") };
                assert_eq!(slot, "one");
                assert!(reason.starts_with("part 1: part 1: "), "{reason}");
                assert!(reason.ends_with("deeper than the 126 levels of a save"), "{reason}");
                assert!(reason.len() < 200, "{reason}");
                assert_eq!(saves.read("one", 1), Ok(Some(7)));
            }
            let deepest = nested(numbers::DEEPEST as usize);
            saves.write("one", 1, &deepest).unwrap();
            assert_eq!(saves.read("one", 1), Ok(Some(deepest)));
            let text = saves.export("one").unwrap().unwrap();
            assert_eq!(saves.import("two", &text), Ok(()));
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    /// A long chain ended the program: it ran out of stack.
    #[test]
    fn a_chain_of_a_million_links_is_refused() {
        /// As deep as it says, without the memory.
        struct Chain(u32);

        impl Serialize for Chain {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let inner = self.0.checked_sub(1).map(Chain);
                serializer.collect_seq(inner)
            }
        }

        let mut saves = Saves::in_memory();
        let refused = saves.write("one", 1, &Chain(1_000_000));
        assert!(matches!(refused, Err(SaveError::Damaged { .. })));
        assert_eq!(saves.write("one", 1, &Chain(125)), Ok(()));
        assert!(saves.read::<Value>("one", 1).is_ok_and(|value| value.is_some()));
    }

    /// A save of a player's own, a copy of the system or a folder was listed, and could not be read.
    #[test]
    fn only_slots_that_can_be_read_are_listed() {
        let folder = folder("listed");
        let mut saves = Saves::in_folder(&folder);
        saves.write("one", 1, &1).unwrap();
        for name in
            ["one (copy).json", ".json", ".one.json", "a.b.json", "ä.json", "con.json", "two.txt"]
        {
            std::fs::write(folder.join(name), "{}").unwrap();
        }
        std::fs::create_dir(folder.join("three.json")).unwrap();
        std::fs::write(folder.join(format!("{}.json", "x".repeat(101))), "{}").unwrap();
        let slots = saves.slots().unwrap();
        assert_eq!(slots, ["one"]);
        assert!(slots.iter().all(|slot| saves.read::<u32>(slot, 1).is_ok()));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn names_that_are_nearly_devices_are_names() {
        let mut saves = Saves::in_memory();
        for name in ["con-1", "auxiliary", "com", "com10", "lpt-1", "nul_"] {
            assert_eq!(saves.write(name, 1, &1), Ok(()), "{name}");
        }
    }

    #[test]
    fn a_folder_that_cannot_be_is_denied() {
        let folder = folder("denied");
        std::fs::write(&folder, "a file").unwrap();
        let mut saves = Saves::in_folder(folder.join("inside"));
        assert!(saves.write("one", 1, &1).is_err());
        assert_eq!(saves.slots(), Ok(vec![]), "nothing is there");
        std::fs::remove_file(folder).unwrap();
    }
}
