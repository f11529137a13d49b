//! Setting text: widths, kerning, wrapping, alignment, bad input.

use motile_stage::{FillRule, Font, FontError, Text, TextAlign, TextError, TextLayout};

fn set(text: &Text) -> TextLayout {
    text.layout().unwrap()
}

fn width(content: &str) -> f32 {
    set(&Text::new(content, 100.0)).size().x
}

#[test]
fn draw_text_widths_scale_with_the_size() {
    let (small, large) = (set(&Text::new("Motile", 10.0)), set(&Text::new("Motile", 100.0)));
    assert!((large.size().x / small.size().x - 10.0).abs() < 0.01);
    assert!((large.size().y / small.size().y - 10.0).abs() < 0.01);
    // Noto Sans: H is 1518 of 2048 units wide.
    assert!((width("H") - 1518.0 / 20.48).abs() < 0.01);
}

#[test]
fn kerning_pulls_pairs_together() {
    let loose = set(&Text { kerning: false, ..Text::new("AV", 100.0) }).size().x;
    assert!((loose - width("A") - width("V")).abs() < 0.01);
    assert!(width("AV") < loose - 1.0, "AV is kerned");
    assert!((width("HH") - 2.0 * width("H")).abs() < 0.01, "HH is not");
}

#[test]
fn lines_break_at_spaces_and_within_long_words() {
    let limit = width("one two");
    let lines = |content: &str, limit: f32| -> Vec<String> {
        let layout = set(&Text::new(content, 100.0).with_width(limit));
        layout
            .lines()
            .iter()
            .map(|line| {
                let glyphs = &layout.glyphs()[line.first as usize..][..line.count as usize];
                let start = glyphs.first().map_or(0, |glyph| glyph.byte as usize);
                content[start..].chars().take(glyphs.len()).collect()
            })
            .collect()
    };
    assert_eq!(lines("one two three", limit), ["one two ", "three"]);
    assert_eq!(lines("one-two", width("one-t")), ["one-", "two"]);
    assert_eq!(lines("abcdef", width("abc")), ["abc", "def"]);
    assert_eq!(lines("a\r\n\nb", 1e6), ["a", "", "b"]);
    assert_eq!(lines("", 100.0), [""]);
    assert_eq!(lines("abc", 0.0), ["a", "b", "c"], "a line holds at least one character");
}

#[test]
fn a_soft_hyphen_shows_only_where_a_line_breaks() {
    // It used to show as a hyphen within a line.
    let plain = set(&Text::new("AVAVA", 100.0));
    let soft = set(&Text::new("A\u{AD}VA\u{AD}VA\u{AD}", 100.0));
    assert_eq!((soft.size(), soft.outline()), (plain.size(), plain.outline()));
    let broken = |limit: f32| set(&Text::new("mo\u{AD}tile", 100.0).with_width(limit));
    let two = broken(width("motile") - 1.0);
    let widths: Vec<f32> = two.lines().iter().map(|line| line.width).collect();
    assert_eq!(widths, [width("mo-"), width("tile")]);
    assert_eq!(two.outline(), set(&Text::new("mo-\ntile", 100.0)).outline());
    let limit = width("mo-") - 1.0;
    let widest = broken(limit).lines().iter().map(|line| line.width).fold(0.0, f32::max);
    assert!(widest <= limit, "a hyphen without room does not show");
}

#[test]
fn a_line_fits_its_width() {
    let content = "The quick brown fox jumps over the lazy dog, again and again and again.";
    for limit in [120.0, 200.0, 333.0] {
        let layout = set(&Text::new(content, 24.0).with_width(limit));
        assert!(layout.lines().iter().all(|line| line.width <= limit));
        assert!(layout.lines().len() > 2);
        assert_eq!(layout.glyphs().len(), content.chars().count());
    }
}

#[test]
fn alignment_moves_lines() {
    let aligned = |align| set(&Text::new("a bb ccc dddd", 20.0).with_width(60.0).with_align(align));
    let slack = |layout: &TextLayout| 60.0 - layout.lines()[0].width;
    let (left, center) = (aligned(TextAlign::Left), aligned(TextAlign::Center));
    assert_eq!(left.lines()[0].origin.x, 0.0);
    assert_eq!(center.lines()[0].origin.x, slack(&center) * 0.5);
    let right = aligned(TextAlign::Right);
    assert_eq!(right.lines()[0].origin.x, slack(&right));
    let justified = aligned(TextAlign::Justify);
    assert!((justified.lines()[0].width - 60.0).abs() < 1e-3);
    let last = justified.lines().len() - 1;
    assert_eq!(justified.lines()[last], left.lines()[last], "the last line stays");
}

#[test]
fn lines_stand_below_each_other() {
    let font = Font::default();
    let layout = set(&Text::new("a\nb", 20.0).with_line_height(1.5));
    let step = layout.lines()[1].origin.y - layout.lines()[0].origin.y;
    assert!((step - font.line_height(20.0) * 1.5).abs() < 1e-3);
    assert!((layout.size().y - 2.0 * step).abs() < 1e-3);
    let single = set(&Text::new("a", 20.0));
    assert!((single.lines()[0].origin.y - font.ascent(20.0)).abs() < 1e-3);
}

#[test]
fn outlines_are_letters() {
    let layout = set(&Text::new("O", 100.0));
    let (bounds, outline) = (layout.bounds(), layout.outline());
    assert!(!outline.contains(bounds.center(), FillRule::NonZero), "an O has a hole");
    let rim = motile_geom::vec2(bounds.min.x + 4.0, bounds.center().y);
    assert!(outline.contains(rim, FillRule::NonZero));
    assert!(set(&Text::new(" \t\u{a0}", 100.0)).outline().is_empty());
    assert!(!set(&Text::new("\u{10FFFD}", 100.0)).outline().is_empty(), "unknown shows a box");
    assert!(Font::default().has('ß') && Font::default().has('Ж') && !Font::default().has('漢'));
}

#[test]
fn tabs_reach_the_next_stop() {
    let layout = set(&Text::new("i\tx", 10.0));
    assert!((layout.glyphs()[2].origin.x - 20.0).abs() < 1e-3);
}

#[test]
fn bad_numbers_and_bad_fonts_are_errors() {
    for size in [0.0, -1.0, f32::NAN, f32::INFINITY, 10_001.0] {
        assert_eq!(Text::new("a", size).layout(), Err(TextError::BadSize));
    }
    for limit in [-1.0, f32::NAN, f32::INFINITY] {
        assert_eq!(Text::new("a", 9.0).with_width(limit).layout(), Err(TextError::BadWidth));
    }
    assert_eq!(Text::new("a", 9.0).with_line_height(-1.0).layout(), Err(TextError::BadSpacing));
    assert_eq!(
        Text::new("a", 9.0).with_letter_spacing(f32::NAN).layout(),
        Err(TextError::BadSpacing)
    );
    assert_eq!(Font::new(vec![]), Err(FontError::Unreadable));
    assert_eq!(Font::new(b"GIF89a not a font at all".to_vec()), Err(FontError::Unreadable));
}
