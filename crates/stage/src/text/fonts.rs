//! Fonts that work together: the feature `shaping`.

use super::Font;
use core::fmt;
use fontique::{Blob, Collection, CollectionOptions, FontInfoOverride, SourceCache};
use parley::{FontContext, FontFamilyName, LayoutContext};
use skrifa::FontRef;
use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Fonts that stand in for each other, and the memory that full shaping works with. Clones share both.
///
/// Text whose font comes from [`Font::with_shaping`] or [`Fonts::find`] is set with ligatures, joined
/// letters, marks in their places and both directions of writing, and takes the characters that its font
/// lacks from the other fonts. Everything else about text stays the same: [`Text`](crate::Text),
/// [`Label`](crate::Label), [`Canvas::text`](crate::Canvas::text).
///
/// ```
/// use motile_stage::{Font, Fonts, Text};
/// let fonts = Fonts::new();
/// let shaped = Text::new("e\u{301}", 20.0).with_font(&Font::default().with_shaping(&fonts));
/// let plain = Text::new("e\u{301}", 20.0);
/// assert_eq!(plain.layout()?.glyphs().len(), 2);
/// assert_eq!(shaped.layout()?.glyphs().len(), 1, "the letter and its accent are one picture");
/// # Ok::<(), motile_stage::TextError>(())
/// ```
///
/// Equal fonts give equal text on every machine; [`Fonts::system`] uses what the machine has.
#[derive(Clone)]
pub struct Fonts(Arc<Mutex<Shaper>>);

/// What shaping works with.
pub(super) struct Shaper {
    pub(super) fonts: FontContext,
    pub(super) layouts: LayoutContext<()>,
    /// Fonts that were handed over; the place is part of the name they are known by.
    known: Vec<Font>,
    /// Names of the fonts that stand in, in order.
    fallbacks: Vec<String>,
}

impl Fonts {
    /// No fonts but those that are handed over.
    pub fn new() -> Self {
        Self::with_system(false)
    }

    /// The fonts of the system too, looked up when this is called. A system without fonts, or without
    /// the means to ask for them, has none.
    pub fn system() -> Self {
        Self::with_system(true)
    }

    fn with_system(system_fonts: bool) -> Self {
        let collection = Collection::new(CollectionOptions { system_fonts, shared: false });
        let fonts = FontContext { collection, source_cache: SourceCache::default() };
        let layouts = LayoutContext::new();
        Self(Arc::new(Mutex::new(Shaper {
            fonts,
            layouts,
            known: Vec::new(),
            fallbacks: Vec::new(),
        })))
    }

    /// Adds a font for characters that others lack. Fonts are asked in the order they are added, those of
    /// the system last.
    pub fn add(&self, font: &Font) {
        let mut shaper = self.lock();
        let name = shaper.name_of(font);
        if !shaper.fallbacks.contains(&name) {
            shaper.fallbacks.push(name);
        }
    }

    /// The font of a family by its name, such as "Noto Serif", set with these fonts. `None` when there is
    /// no such family or it has no outlines.
    pub fn find(&self, family: &str) -> Option<Font> {
        let mut shaper = self.lock();
        let FontContext { collection, source_cache } = &mut shaper.fonts;
        let info = collection.family_by_name(family)?.default_font()?.clone();
        let bytes = info.load(Some(source_cache))?;
        drop(shaper);
        let font = Font::from_collection(bytes.as_ref().to_vec(), info.index()).ok()?;
        Some(font.with_shaping(self))
    }

    /// The names of all families that [`Fonts::find`] knows, sorted.
    pub fn families(&self) -> Vec<String> {
        let mut shaper = self.lock();
        let names = shaper.fonts.collection.family_names();
        // Fonts that were handed over are known by names of our own.
        let mut names: Vec<String> =
            names.filter(|name| !name.starts_with(OWN_NAME)).map(String::from).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The fonts; a panic elsewhere in the middle of setting text leaves them usable.
    pub(super) fn lock(&self) -> MutexGuard<'_, Shaper> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether both are clones of the same fonts.
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Default for Fonts {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Fonts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fonts").finish_non_exhaustive()
    }
}

/// Start of the names that fonts without a name in the system are known by.
const OWN_NAME: &str = "\u{1}motile ";

impl Shaper {
    /// Fonts to be tried for a text in this one, in order.
    pub(super) fn families(&mut self, font: &Font) -> Vec<FontFamilyName<'static>> {
        let own = self.name_of(font);
        let others = self.fallbacks.iter().filter(|&name| *name != own);
        let names = core::iter::once(&own).chain(others);
        names.map(|name| FontFamilyName::Named(Cow::Owned(name.clone()))).collect()
    }

    /// The name a font is known by; the first time it is handed over with it.
    fn name_of(&mut self, font: &Font) -> String {
        let place = self.known.iter().position(|known| known.is_same_data(font));
        let name = format!("{OWN_NAME}{}", place.unwrap_or(self.known.len()));
        if place.is_none() {
            let data = Blob::new(Arc::new(font.standalone()));
            let named =
                FontInfoOverride { family_name: Some(&name), ..FontInfoOverride::default() };
            self.fonts.collection.register_fonts(data, Some(named));
            self.known.push(font.without_shaping());
        }
        name
    }
}

impl Font {
    /// This font for text in full shaping, with other fonts for what it lacks. Needs the feature
    /// `shaping`.
    pub fn with_shaping(&self, fonts: &Fonts) -> Self {
        Self { shaping: Some(fonts.clone()), ..self.clone() }
    }

    /// This font for plain text: one font, left to right, kerned.
    pub fn without_shaping(&self) -> Self {
        Self { shaping: None, ..self.clone() }
    }

    /// The fonts it is shaped with.
    pub(super) fn shaping(&self) -> Option<&Fonts> {
        self.shaping.as_ref()
    }

    /// The bytes of a file with this font alone: a collection is taken apart.
    pub(super) fn standalone(&self) -> FontBytes {
        let collected = self.shared.data.starts_with(b"ttcf");
        let reader = || FontRef::from_index(&self.shared.data, self.shared.index).ok();
        match collected.then(reader).flatten() {
            Some(font) => FontBytes::Own(taken_apart(&font)),
            None => FontBytes::Shared(self.without_shaping()),
        }
    }
}

/// Bytes of a font file.
pub(super) enum FontBytes {
    Shared(Font),
    Own(Vec<u8>),
}

impl AsRef<[u8]> for FontBytes {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Shared(font) => &font.shared.data,
            Self::Own(bytes) => bytes,
        }
    }
}

/// A font file from the tables of one font: a head, a record of 16 bytes for each table, the tables on
/// borders of four bytes.
fn taken_apart(font: &FontRef<'_>) -> Vec<u8> {
    let records = font.table_directory().table_records();
    let tables: Vec<_> = records
        .iter()
        .filter_map(|record| {
            Some((record.tag(), record.checksum(), font.table_data(record.tag())?))
        })
        .collect();
    let mut file = font.table_directory().sfnt_version().to_be_bytes().to_vec();
    file.extend((tables.len() as u16).to_be_bytes());
    // Three numbers for binary search that readers compute themselves.
    file.extend([0; 6]);
    let mut at = 12 + 16 * tables.len();
    for (tag, checksum, data) in &tables {
        file.extend(tag.to_be_bytes());
        file.extend(checksum.to_be_bytes());
        file.extend((at as u32).to_be_bytes());
        file.extend((data.as_bytes().len() as u32).to_be_bytes());
        at += data.as_bytes().len().next_multiple_of(4);
    }
    for (_, _, data) in &tables {
        file.extend(data.as_bytes());
        file.resize(file.len().next_multiple_of(4), 0);
    }
    file
}
