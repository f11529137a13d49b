//! Fonts of one family in several weights.

use super::Font;

/// Fonts of one family in several weights, upright and italic: one asks for a weight and gets the nearest there is.
///
/// ```
/// use motile_stage::{Font, FontFamily};
/// // In a game, fonts that were loaded: FontFamily::new([light, regular, black]).
/// let family = FontFamily::new([Font::default(), Font::bold()]);
/// assert_eq!(family.find(800, false).map(Font::weight), Some(700));
/// assert_eq!(family.find(300, false).map(Font::weight), Some(400));
/// ```
///
/// A variable font has all its weights in one file and needs no family: with the feature
/// `variable-fonts`, `Font::with_weight`.
#[doc(alias = "font weight")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FontFamily {
    /// The fonts, in any order. What they are is read from each.
    pub fonts: Vec<Font>,
}

impl FontFamily {
    /// A family of these fonts.
    pub fn new(fonts: impl IntoIterator<Item = Font>) -> Self {
        Self { fonts: fonts.into_iter().collect() }
    }

    /// The font that is nearest to a weight (400 is regular, 700 bold) by the rules of style sheets: italic ones among
    /// themselves if there are any, a light weight rather lighter than heavier, a heavy one rather heavier. `None` only when the
    /// family is empty.
    pub fn find(&self, weight: u16, italic: bool) -> Option<&Font> {
        self.fonts
            .iter()
            .min_by_key(|font| (font.is_italic() != italic, distance(weight, font.weight())))
    }
}

/// How far a weight is from the one that is wanted: first by its side, then by its distance.
fn distance(wanted: u16, found: u16) -> (u8, u16) {
    let apart = wanted.abs_diff(found);
    let side = match (wanted, found) {
        // Regular and medium stand in for each other before all others.
        (400..=500, _) if (wanted..=500).contains(&found) => 0,
        (400..=500, _) if found < wanted => 1,
        (400..=500, _) => 2,
        (..400, _) => u8::from(found > wanted),
        _ => u8::from(found < wanted),
    };
    (side, apart)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_found_as_style_sheets_find_them() {
        let nearest = |wanted: u16, there: &[u16]| {
            there.iter().copied().min_by_key(|&found| distance(wanted, found)).unwrap()
        };
        assert_eq!(nearest(400, &[300, 500, 700]), 500);
        assert_eq!(nearest(450, &[300, 700]), 300);
        assert_eq!(nearest(500, &[600, 900]), 600);
        assert_eq!(nearest(300, &[100, 200, 400]), 200);
        assert_eq!(nearest(300, &[400, 700]), 400);
        assert_eq!(nearest(600, &[400, 700, 900]), 700);
        assert_eq!(nearest(900, &[400, 700]), 700);
    }

    #[test]
    fn a_font_knows_its_weight_and_slant() {
        let italic = Font::from_static(notosans::ITALIC_TTF).unwrap();
        assert!(italic.is_italic() && !Font::bold().is_italic());
        let family = FontFamily::new([Font::default(), Font::bold(), italic.clone()]);
        assert_eq!(family.find(700, false), Some(&Font::bold()));
        assert_eq!(family.find(700, true), Some(&italic), "slanted before heavy");
        assert_eq!(FontFamily::default().find(400, false), None);
    }
}
