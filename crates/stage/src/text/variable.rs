//! Variable fonts: one file with all weights, widths or slants between two ends.

use super::{Font, FontError};
use core::fmt;
use ttf_parser::{Face, Tag};

const WEIGHT: [u8; 4] = *b"wght";

/// A direction in which a variable font varies.
#[derive(Clone, Copy, PartialEq)]
pub struct FontAxis {
    /// Its name in four letters: `wght` is weight (400 is regular, 700 bold), `wdth` width in percent, `slnt` slant in degrees,
    /// `opsz` the size it is drawn for.
    pub tag: [u8; 4],
    /// The least value.
    pub min: f32,
    /// The value that the file has by itself.
    pub default: f32,
    /// The greatest value.
    pub max: f32,
    /// Where the font stands.
    pub value: f32,
}

impl fmt::Debug for FontAxis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tag, min, default, max, value } = self;
        write!(f, "FontAxis({} {value}, {min} to {max}, {default})", tag.escape_ascii())
    }
}

/// Where a font stands on one of its axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Setting {
    tag: [u8; 4],
    value: f32,
}

impl Setting {
    pub(super) fn apply_to(self, face: &mut Face<'_>) {
        // The axis was there when the setting was made.
        let _known = face.set_variation(Tag::from_bytes(&self.tag), self.value);
    }
}

impl Font {
    /// The axes of a variable font, in the order of its file; none for other fonts.
    #[doc(alias = "variable font")]
    #[doc(alias = "variation axes")]
    pub fn axes(&self) -> Vec<FontAxis> {
        let Some(face) = self.reader() else { return Vec::new() };
        let axes = face.variation_axes().into_iter().map(|axis| FontAxis {
            tag: axis.tag.to_bytes(),
            min: axis.min_value,
            default: axis.def_value,
            max: axis.max_value,
            value: self.setting(axis.tag.to_bytes()).unwrap_or(axis.def_value),
        });
        axes.collect()
    }

    /// Whether it is a variable font, with [axes](Self::axes).
    pub fn is_variable(&self) -> bool {
        self.reader().is_some_and(|face| face.is_variable())
    }

    /// This font at another place of one of its axes: the weight `wght`, the width `wdth` and what else its file has. Values
    /// beyond the ends of the axis count as the ends, and one that is not a number as the default. The file is shared.
    ///
    /// # Errors
    /// [`FontError::NoAxis`] when it does not vary in that way.
    pub fn with_axis(&self, tag: [u8; 4], value: f32) -> Result<Self, FontError> {
        let axes = self.axes();
        let axis = axes.iter().find(|axis| axis.tag == tag).ok_or(FontError::NoAxis(tag))?;
        let value = if value.is_nan() { axis.default } else { value.min(axis.max).max(axis.min) };
        let mut font = self.clone();
        font.settings.retain(|setting| setting.tag != tag);
        font.settings.push(Setting { tag, value });
        // Fonts are equal whatever order they were set in.
        font.settings.sort_by_key(|setting| setting.tag);
        Ok(font)
    }

    /// This font in another weight: 100 is thin, 400 regular, 700 bold, 900 black. The nearest that it has: a font that is not
    /// variable has one weight, and stays as it is.
    ///
    /// ```
    /// use motile_stage::Font;
    /// // In a game: Font::new(stage.loaded(bytes)…), a file such as "Inter[wght].ttf".
    /// let title = Font::default().with_weight(800);
    /// assert_eq!(title.weight(), 400, "the built-in font has one weight a file");
    /// ```
    #[doc(alias = "font weight")]
    pub fn with_weight(&self, weight: u16) -> Self {
        self.with_axis(WEIGHT, f32::from(weight)).unwrap_or_else(|_| self.clone())
    }

    /// The weight it was given.
    pub(super) fn set_weight(&self) -> Option<u16> {
        self.setting(WEIGHT).map(|weight| weight.round() as u16)
    }

    /// Whether the axes that it was given slant it.
    pub(super) fn set_italic(&self) -> Option<bool> {
        let set = [*b"ital", *b"slnt"].into_iter().find_map(|tag| self.setting(tag));
        set.map(|value| value != 0.0)
    }

    /// The tables of this font at the places of its axes.
    pub(super) fn at_settings<'f>(&self, mut face: Face<'f>) -> Face<'f> {
        for setting in &self.settings {
            setting.apply_to(&mut face);
        }
        face
    }

    fn setting(&self, tag: [u8; 4]) -> Option<f32> {
        self.settings.iter().find(|setting| setting.tag == tag).map(|setting| setting.value)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Text, subset::file};
    use super::*;
    use ttf_parser::RawFace;

    /// Units that the letter rises and widens by from the least weight to the greatest.
    const RISE: i16 = 100;
    const WIDER: i16 = 200;

    fn words(numbers: &[u16]) -> Vec<u8> {
        numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
    }

    /// One axis `wght` from 400, which is the default, to 900.
    fn axis_table() -> Vec<u8> {
        let mut table = words(&[1, 0, 16, 2, 1, 20, 0, 8]);
        table.extend(WEIGHT);
        table.extend([400_u32, 400, 900].iter().flat_map(|value| (value << 16).to_be_bytes()));
        table.extend(words(&[0, 256]));
        table
    }

    /// What the points of a glyph do at the end of the axis: rise, and the last but three, which is where the next letter
    /// begins, goes to the right.
    fn glyph_table(glyphs: u16, varied: u16, points: u8) -> Vec<u8> {
        let all = points + 4;
        let mut deltas = vec![0, 0x80 | (points - 1), 0x80, 0x40];
        deltas.extend(WIDER.to_be_bytes());
        deltas.push(0x80 | 1);
        deltas.push(0x40 | (all - 1));
        deltas.extend((0..all).flat_map(|_| RISE.to_be_bytes()));
        let mut data = words(&[1, 10, deltas.len() as u16, 0xA000, 0x4000]);
        data.extend(&deltas);
        let mut table = words(&[1, 0, 1, 0, 0, 0, glyphs, 1, 0, 0]);
        let start = 20 + 4 * (u32::from(glyphs) + 1);
        table[8..12].copy_from_slice(&start.to_be_bytes());
        table[16..20].copy_from_slice(&start.to_be_bytes());
        for glyph in 0..=glyphs {
            let place = if glyph > varied { data.len() as u32 } else { 0 };
            table.extend(place.to_be_bytes());
        }
        table.extend(data);
        table
    }

    /// The letter I of the built-in font, and an axis on which it rises and widens.
    fn variable() -> Font {
        let small = Font::default().subset("I").unwrap();
        let raw = RawFace::parse(&small, 0).unwrap();
        let font = Font::new(small.clone()).unwrap();
        let face = font.reader().unwrap();
        let letter = face.glyph_index('I').unwrap().0;
        let table = |tag: &[u8; 4]| raw.table(Tag::from_bytes(tag)).unwrap().to_vec();
        let (loca, glyf) = (table(b"loca"), table(b"glyf"));
        let start = u32::from_be_bytes(*loca[usize::from(letter) * 4..].first_chunk().unwrap());
        let outline = &glyf[start as usize..];
        let contours = u16::from_be_bytes([outline[0], outline[1]]);
        let last = 10 + usize::from(contours - 1) * 2;
        let points = u16::from_be_bytes([outline[last], outline[last + 1]]) + 1;
        let count = face.number_of_glyphs();
        let mut tables: Vec<_> =
            [*b"OS/2", *b"cmap", *b"head", *b"hhea", *b"hmtx", *b"maxp", *b"name"]
                .map(|tag| (tag, table(&tag)))
                .to_vec();
        tables.extend([(*b"glyf", glyf), (*b"loca", loca), (*b"fvar", axis_table())]);
        tables.push((*b"gvar", glyph_table(count, letter, points as u8)));
        tables.sort_by_key(|table| table.0);
        Font::new(file(&tables)).unwrap()
    }

    /// Advance and lower end of the letter at 1000 pixels.
    fn shape(font: &Font) -> (f32, f32) {
        let layout = Text::new("I", 1000.0).with_font(font).layout().unwrap();
        (layout.glyphs()[0].advance, layout.glyphs()[0].origin.y - layout.bounds().max.y)
    }

    /// Both ways of setting text round units of the font in their own way.
    #[cfg(feature = "shaping")]
    fn assert_near(a: (f32, f32), b: (f32, f32)) {
        assert!((a.0 - b.0).abs() <= 1.0 && (a.1 - b.1).abs() <= 1.0, "{a:?} and {b:?}");
    }

    #[test]
    fn a_weight_of_a_variable_font_has_letters_of_its_own() {
        let font = variable();
        assert!(font.is_variable() && !Font::default().is_variable());
        let [axis] = font.axes()[..] else { panic!("one axis") };
        assert_eq!((axis.tag, axis.min, axis.max, axis.value), (WEIGHT, 400.0, 900.0, 400.0));
        let (advance, foot) = shape(&font);
        assert_eq!((advance, foot), shape(&Font::default()), "as its file has it");
        let unit = 1000.0 / f32::from(font.reader().unwrap().units_per_em());
        for (weight, share) in [(900, unit), (650, 0.5 * unit), (2000, unit), (100, 0.0)] {
            let (wide, high) = shape(&font.with_weight(weight));
            let wider = f32::from(WIDER) * share;
            assert!((wide - advance - wider).abs() <= 1.0, "{weight}: {advance} to {wide}");
            let rise = f32::from(RISE) * share;
            assert!((high - foot - rise).abs() <= 1.0, "{weight}: {foot} to {high}");
        }
        assert_eq!(font.with_weight(650).weight(), 650);
        assert_eq!(font.with_weight(2000).axes()[0].value, 900.0);
    }

    #[test]
    fn axes_are_part_of_what_a_font_is() {
        let font = variable();
        assert_ne!(font.with_weight(900), font);
        assert_eq!(font.with_weight(900), font.with_weight(500).with_weight(900));
        assert_eq!(font.with_axis(*b"wdth", 75.0), Err(FontError::NoAxis(*b"wdth")));
        assert_eq!(FontError::NoAxis(*b"wdth").to_string(), "the font has no axis \"wdth\"");
        assert_eq!(font.with_axis(WEIGHT, f32::NAN).unwrap().weight(), 400);
        assert_eq!(Font::default().with_weight(900), Font::default());
        let cut = Font::new(font.with_weight(900).subset("I").unwrap()).unwrap();
        assert_eq!(shape(&cut), shape(&font), "cut to the default");
    }

    /// A font cut to some characters has no names, and full shaping left text in it empty.
    #[cfg(feature = "shaping")]
    #[test]
    fn a_cut_font_is_shaped() {
        let cut = Font::new(Font::default().subset("I").unwrap()).unwrap();
        assert_near(shape(&cut.with_shaping(&super::super::Fonts::new())), shape(&cut));
    }

    #[cfg(feature = "shaping")]
    #[test]
    fn a_weight_is_shaped() {
        let fonts = super::super::Fonts::new();
        let font = variable();
        let (plain, heavy) =
            (font.with_shaping(&fonts), font.with_weight(900).with_shaping(&fonts));
        assert_near(shape(&plain), shape(&font));
        assert_near(shape(&heavy), shape(&font.with_weight(900)));
    }
}
