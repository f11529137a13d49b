//! Text set by parley: the feature `shaping`.

use super::fonts::{Fonts, Shaper};
use super::layout::{Glyph, Pen, TextLayout, TextLine, character, is_space};
use super::{Text, TextAlign};
use crate::path::Path;
use motile_geom::vec2;
use parley::style::{
    FontFamily, FontFeature, FontFeatures, LineHeight, OverflowWrap, StyleProperty,
};
use parley::{Alignment, AlignmentOptions, Layout, Line, Run};
use skrifa::instance::{LocationRef, NormalizedCoord, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use std::borrow::Cow;
use ttf_parser::OutlineBuilder;

/// Sets text whose numbers are checked. Baselines are where plain text has them, whatever fonts stand in.
pub(super) fn set(text: &Text, fonts: &Fonts) -> TextLayout {
    let mut shaper = fonts.lock();
    let content = plain_spaces(&text.content);
    let shaped = shape(text, &content, &mut shaper);
    let leading = text.font.line_height(text.size) * text.line_height;
    let letters = text.font.ascent(text.size) + text.font.descent(text.size);
    let ascent = text.font.ascent(text.size) + (leading - letters) * 0.5;

    let mut layout = TextLayout::default();
    for (index, line) in shaped.lines().enumerate() {
        let y = leading * index as f32 + ascent;
        place(&line, shaped.is_rtl(), &content, y, &mut layout);
    }
    let longest = layout.lines.iter().map(|line| line.width).fold(0.0, f32::max);
    let width = text.width.unwrap_or(longest);
    layout.size = vec2(width, leading * layout.lines.len() as f32);
    for index in 0..layout.lines.len() {
        let slack = width - layout.lines[index].width;
        match text.align {
            TextAlign::Left | TextAlign::Justify => {}
            TextAlign::Center => layout.shift_line(index, slack * 0.5),
            TextAlign::Right => layout.shift_line(index, slack),
        }
    }
    let mut first = 0;
    for run in shaped.lines().flat_map(|line| line.runs()) {
        let glyphs = first..first + visible_glyphs(&run).count();
        first = glyphs.end;
        draw(&run, &layout.glyphs[glyphs], text.size, &mut layout.outline);
    }
    layout
}

/// Tabs and line ends of other systems as spaces of the same length.
fn plain_spaces(content: &str) -> Cow<'_, str> {
    if content.contains(['\t', '\r']) {
        Cow::Owned(content.replace(['\t', '\r'], " "))
    } else {
        Cow::Borrowed(content)
    }
}

fn shape(text: &Text, content: &str, shaper: &mut Shaper) -> Layout<()> {
    let families = shaper.families(&text.font);
    let Shaper { fonts, layouts, .. } = shaper;
    let mut builder = layouts.ranged_builder(fonts, content, 1.0, false);
    builder.push_default(StyleProperty::FontFamily(FontFamily::List(Cow::Owned(families))));
    builder.push_default(StyleProperty::FontSize(text.size));
    builder.push_default(StyleProperty::LineHeight(LineHeight::Absolute(text.size)));
    builder.push_default(StyleProperty::LetterSpacing(text.letter_spacing));
    builder.push_default(StyleProperty::OverflowWrap(OverflowWrap::BreakWord));
    #[cfg(feature = "variable-fonts")]
    if text.font.is_variable() {
        // All of them: shaping would choose the weight by itself.
        let axes = text.font.axes().into_iter();
        let axes = axes.map(|axis| {
            parley::style::FontVariation::new(parley::setting::Tag::new(&axis.tag), axis.value)
        });
        let axes = parley::style::FontVariations::List(Cow::Owned(axes.collect()));
        builder.push_default(StyleProperty::FontVariations(axes));
    }
    if !text.kerning {
        let off = [FontFeature::new(parley::setting::Tag::new(b"kern"), 0)];
        builder
            .push_default(StyleProperty::FontFeatures(FontFeatures::List(Cow::Owned(off.into()))));
    }
    let mut layout = builder.build(content);
    layout.break_all_lines(text.width);
    let justify = text.align == TextAlign::Justify && text.width.is_some();
    let alignment = if justify { Alignment::Justify } else { Alignment::Left };
    let options = AlignmentOptions { align_when_overflowing: true, ..AlignmentOptions::default() };
    layout.align(alignment, options);
    layout
}

/// Takes over the glyphs of a line from left to right. Spaces at its end hang over: to the left where the
/// text runs to the left.
fn place(line: &Line<'_, ()>, is_rtl: bool, content: &str, y: f32, layout: &mut TextLayout) {
    let first = layout.glyphs.len();
    let mut x = 0.0;
    for (byte, glyph) in line.runs().flat_map(|run| visible_glyphs(&run)) {
        let origin = vec2(x + glyph.x, y + glyph.y);
        layout.glyphs.push(Glyph { byte, id: glyph.id, origin, advance: glyph.advance });
        x += glyph.advance;
    }
    let glyphs = &mut layout.glyphs[first..];
    let spaces = |glyph: &&Glyph| is_space(character(glyph, content));
    let advances = |glyph: &Glyph| glyph.advance;
    let hanging: f32 = if is_rtl {
        glyphs.iter().take_while(spaces).map(advances).sum()
    } else {
        glyphs.iter().rev().take_while(spaces).map(advances).sum()
    };
    if is_rtl {
        for glyph in glyphs.iter_mut() {
            glyph.origin.x -= hanging;
        }
    }
    let count = glyphs.len() as u32;
    let line = TextLine { first: first as u32, count, origin: vec2(0.0, y), width: x - hanging };
    layout.lines.push(line);
}

/// The glyphs of a run from left to right, each with the place of its character; line feeds have none.
fn visible_glyphs<'a>(run: &Run<'a, ()>) -> impl Iterator<Item = (u32, parley::Glyph)> + use<'a> {
    let shown = run.visual_clusters().filter(|cluster| !cluster.is_hard_line_break());
    shown.flat_map(|cluster| {
        let byte = cluster.text_range().start as u32;
        cluster.glyphs().map(move |glyph| (byte, glyph))
    })
}

/// Draws glyphs of one run in the font that was found for it.
fn draw(run: &Run<'_, ()>, glyphs: &[Glyph], size: f32, path: &mut Path) {
    let data = run.font();
    let Ok(font) = FontRef::from_index(data.data.as_ref(), data.index) else { return };
    let coordinates: Vec<NormalizedCoord> =
        run.normalized_coords().iter().map(|c| NormalizedCoord::from_bits(c.to_bits())).collect();
    let outlines = font.outline_glyphs();
    for glyph in glyphs {
        let Some(outline) = outlines.get(GlyphId::new(glyph.id)) else { continue };
        let settings = DrawSettings::unhinted(Size::new(size), LocationRef::new(&coordinates));
        let mut pen = Scaled(Pen { path, origin: glyph.origin, scale: 1.0 });
        // A damaged outline shows as far as it goes.
        let _shown = outline.draw(settings, &mut pen);
    }
}

/// A pen for outlines that come in pixels.
struct Scaled<'a>(Pen<'a>);

impl OutlinePen for Scaled<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.0.quad_to(cx, cy, x, y);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.0.curve_to(ax, ay, bx, by, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
