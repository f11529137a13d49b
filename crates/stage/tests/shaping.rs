//! Full shaping: ligatures, marks, directions, fonts that stand in for each other.
#![cfg(feature = "shaping")]

use motile_stage::{Font, Fonts, Label, Text, TextAlign, TextLayout};

fn plain(content: &str) -> Text {
    Text::new(content, 100.0)
}

fn shaped(content: &str) -> Text {
    plain(content).with_font(&Font::default().with_shaping(&Fonts::new()))
}

fn set(text: &Text) -> TextLayout {
    text.layout().unwrap()
}

/// Where the characters of a line start in the text, from left to right.
fn bytes(layout: &TextLayout, line: usize) -> Vec<u32> {
    let line = layout.lines()[line];
    let glyphs = &layout.glyphs()[line.first as usize..][..line.count as usize];
    glyphs.iter().map(|glyph| glyph.byte).collect()
}

/// A font of the system that joins Arabic letters, or none and a message.
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn arabic() -> Option<Font> {
    let fonts = Fonts::system();
    let names = ["DejaVu Sans", "Noto Sans Arabic", "Noto Naskh Arabic", "Arial", "Geeza Pro"];
    let found = names.iter().find_map(|name| fonts.find(name).filter(|font| font.has('ب')));
    if found.is_none() {
        eprintln!("skipped: this system has none of {names:?}");
    }
    found
}

#[test]
fn simple_text_is_the_same_as_plain() {
    for content in ["Motile AV To", "one\n\ntwo", "", "the end "] {
        let (plain, shaped) = (set(&plain(content)), set(&shaped(content)));
        assert_eq!(plain.lines().len(), shaped.lines().len(), "{content:?}");
        assert_eq!(plain.glyphs().len(), shaped.glyphs().len(), "{content:?}");
        assert!((plain.size() - shaped.size()).length() < 0.1, "{content:?}: {}", shaped.size());
        for (a, b) in plain.glyphs().iter().zip(shaped.glyphs()) {
            assert_eq!((a.byte, a.id), (b.byte, b.id), "{content:?}");
            assert!((a.origin - b.origin).length() < 0.1, "{content:?}: {a:?} {b:?}");
        }
    }
}

#[test]
fn a_letter_and_its_mark_become_one_picture() {
    let decomposed = "e\u{301}";
    assert_eq!(set(&plain(decomposed)).glyphs().len(), 2);
    let joined = set(&shaped(decomposed));
    assert_eq!(joined.glyphs().len(), 1);
    // parley's outlines lie on a raster of 1/64 pixel.
    let (joined, whole) = (joined.bounds(), set(&plain("é")).bounds());
    assert!((joined.min - whole.min).abs().max_element() <= 1.0 / 64.0, "{joined:?} {whole:?}");
    assert!((joined.max - whole.max).abs().max_element() <= 1.0 / 64.0, "{joined:?} {whole:?}");
    // A mark that shares no picture with its letter is raised above it instead.
    let stacked = set(&shaped("Q\u{301}"));
    let [letter, mark] = stacked.glyphs() else { panic!("{:?}", stacked.glyphs()) };
    assert_eq!(mark.advance, 0.0);
    assert!((stacked.size().x - letter.advance).abs() < 0.01);
    let apart = set(&plain("Q\u{301}"));
    assert!(stacked.bounds().min.y < apart.bounds().min.y - 5.0, "over a capital, not into it");
}

#[test]
fn text_runs_from_right_to_left_where_its_script_does() {
    // Aleph, bet, gimel between Latin letters; two bytes each.
    let layout = set(&shaped("ab\u{5d0}\u{5d1}\u{5d2}c"));
    assert_eq!(bytes(&layout, 0), [0, 1, 6, 4, 2, 8]);
    assert_eq!(bytes(&set(&plain("ab\u{5d0}\u{5d1}\u{5d2}c")), 0), [0, 1, 2, 4, 6, 8]);
    let xs: Vec<f32> = layout.glyphs().iter().map(|glyph| glyph.origin.x).collect();
    assert!(xs.is_sorted(), "{xs:?}");
    // A paragraph to the left: the space at its end hangs over the left side.
    let hebrew = set(&shaped("\u{5d0}\u{5d1} "));
    let [space, _, aleph] = hebrew.glyphs() else { panic!("{:?}", hebrew.glyphs()) };
    assert!(space.origin.x < 0.0 && (space.origin.x + space.advance).abs() < 0.01);
    assert!((aleph.origin.x + aleph.advance - hebrew.size().x).abs() < 0.01);
}

#[test]
fn lines_break_and_align_as_in_plain_text() {
    let content = "one two three four five six";
    for align in [TextAlign::Left, TextAlign::Center, TextAlign::Right, TextAlign::Justify] {
        let style = |text: Text| set(&text.with_width(520.0).with_align(align));
        let (plain, shaped) = (style(plain(content)), style(shaped(content)));
        assert_eq!(shaped.lines().len(), 3, "{align:?}");
        assert_eq!(shaped.size(), plain.size(), "{align:?}");
        for (index, (a, b)) in plain.lines().iter().zip(shaped.lines()).enumerate() {
            assert!((a.origin - b.origin).length() < 0.1, "{align:?} {index}: {a:?} {b:?}");
            assert!((a.width - b.width).abs() < 0.1, "{align:?} {index}: {a:?} {b:?}");
        }
    }
    let long = set(&shaped("abcdefghijklmnop").with_width(200.0));
    assert!(long.lines().len() > 3, "words wider than a line are broken");
    assert!(long.lines().iter().all(|line| line.width <= 200.0));
}

#[test]
fn kerning_can_be_off_and_letters_spaced() {
    let loose = set(&Text { kerning: false, ..shaped("AV") }).size().x;
    assert!(set(&shaped("AV")).size().x < loose - 1.0);
    let spaced = set(&Text { kerning: false, letter_spacing: 10.0, ..shaped("AV") }).size().x;
    assert!((spaced - loose - 20.0).abs() < 0.01, "{loose} {spaced}");
}

#[test]
fn tabs_and_foreign_line_ends_show_no_box() {
    let layout = set(&shaped("a\tb\r\nc"));
    assert_eq!(layout.lines().len(), 2);
    let unknown = layout.glyphs().iter().filter(|glyph| glyph.id == 0);
    assert_eq!(unknown.count(), 0, "{:?}", layout.glyphs());
}

#[test]
fn arabic_letters_join() {
    let Some(font) = arabic() else { return };
    let size = |font: &Font| set(&plain("بببب").with_font(font));
    let (joined, apart) = (size(&font), size(&font.without_shaping()));
    assert!(joined.size().x < apart.size().x, "{:?} {:?}", joined.size(), apart.size());
    let ids: Vec<u32> = joined.glyphs().iter().map(|glyph| glyph.id).collect();
    let [end, middle, again, start] = ids[..] else { panic!("{ids:?}") };
    assert!(end != middle && middle == again && again != start, "{ids:?}");
    assert_eq!(bytes(&joined, 0), [6, 4, 2, 0]);
}

#[test]
fn other_fonts_stand_in_for_what_one_lacks() {
    let Some(other) = arabic() else { return };
    let fonts = Fonts::new();
    let font = Font::default().with_shaping(&fonts);
    let text = plain("a ب").with_font(&font);
    assert!(set(&text).glyphs().iter().any(|glyph| glyph.id == 0), "Noto Sans has no Arabic");
    fonts.add(&other.without_shaping());
    fonts.add(&other.without_shaping());
    let found = set(&text);
    assert!(found.glyphs().iter().all(|glyph| glyph.id != 0), "{:?}", found.glyphs());
    assert!(found.lines().len() == 1 && found.size().y == set(&plain("a")).size().y);
    assert!(Fonts::system().families().len() > fonts.families().len());
}

#[test]
fn nodes_show_shaped_text() {
    let font = Font::default().with_shaping(&Fonts::new());
    assert_ne!(font, Font::default());
    assert_eq!(font, font.clone());
    let label = |text: Text| Label::from(text).bounds();
    let marked = "Q\u{301}";
    assert!(label(shaped(marked)).min.y < label(plain(marked)).min.y - 5.0);
    let mut bad = shaped("a");
    bad.size = f32::NAN;
    assert!(bad.layout().is_err(), "bad numbers are refused in the same way");
}
