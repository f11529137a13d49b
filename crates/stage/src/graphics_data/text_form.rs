//! Drawings written as text.

use super::{GraphicsData, Item, Line, TrianglePath};
use crate::paint::{
    BitmapPaint, Cap, Gradient, GradientShape, Image, Interpolation, Join, Paint, Spread, Stroke,
    Width,
};
use crate::path::{FillRule, Path};
use core::fmt::{self, Write as _};
use kurbo::PathEl;
use motile_geom::Affine2;
use motile_pixels::{Color, Cull, Sampling};

/// The first line of every drawing.
pub(super) const HEAD: &str = "drawing 1";

pub(super) const CAPS: [(Cap, &str); 3] =
    [(Cap::Butt, "butt"), (Cap::Round, "round"), (Cap::Square, "square")];
pub(super) const JOINS: [(Join, &str); 3] =
    [(Join::Round, "round"), (Join::Miter, "miter"), (Join::Bevel, "bevel")];
pub(super) const SPREADS: [(Spread, &str); 3] =
    [(Spread::Pad, "pad"), (Spread::Reflect, "reflect"), (Spread::Repeat, "repeat")];
pub(super) const RULES: [(FillRule, &str); 2] =
    [(FillRule::EvenOdd, "even-odd"), (FillRule::NonZero, "non-zero")];

pub(super) const CULLS: [(Cull, &str); 3] = [
    (Cull::DrawAll, "all"),
    (Cull::DrawClockwise, "clockwise"),
    (Cull::DrawCounterClockwise, "counter-clockwise"),
];

impl GraphicsData {
    /// The drawing as text, which [`GraphicsData::parse`] reads back to an equal drawing: every number in
    /// the shortest form that loses nothing, every picture in it as PNG.
    ///
    /// The first line is `drawing 1`, then comes an item a line; `#` at the start of a line makes it a
    /// comment. What is in brackets stands only where it differs from the default.
    ///
    /// | line | means |
    /// |---|---|
    /// | `stroke none` | no line |
    /// | `stroke WIDTH [cap round] [join miter] [limit 4] [dash 9 5 …] [offset 2] paint PAINT` | a line; WIDTH is `hairline`, `5` or `fixed 5` |
    /// | `fill PAINT` | the start of a fill |
    /// | `end` | its end |
    /// | `path RULE M 1 2 L 3 4 Q 5 6 7 8 C 1 2 3 4 5 6 Z …` | a path; RULE is `even-odd` or `non-zero` |
    /// | `triangles DRAWN points 1 2 3 4 … [indices 0 1 2 …] [uv 0 0 …] [t 1 …]` | triangles; DRAWN is `all`, `clockwise` or `counter-clockwise` |
    /// | `image HEX` | a picture, PNG in hexadecimal digits; paints call them 0, 1, … in order |
    ///
    /// | paint | means |
    /// |---|---|
    /// | `#RRGGBB`, `#RRGGBBAA` | a color |
    /// | `linear X Y X Y [GRADIENT] stops OFFSET COLOR …` | a gradient from a point to another |
    /// | `radial X Y RADIUS FOCUS-X FOCUS-Y [GRADIENT] stops OFFSET COLOR …` | out of a focus to a circle |
    /// | `image N [matrix …] [once] [smooth]` | a picture, repeated unless `once` |
    ///
    /// A paint of one's own has no text and is written as a color that shows nothing.
    ///
    /// GRADIENT is `spread reflect` or `repeat`, `light` for mixing in amounts of light, and
    /// `matrix A B C D X Y`.
    ///
    /// ```
    /// use motile_geom::vec2;
    /// use motile_pixels::Color;
    /// use motile_stage::{GraphicsData, Path, Stroke};
    /// let mut drawing = GraphicsData::new();
    /// drawing.stroke(Stroke::new(5.0), Color::RED).path(Path::line(vec2(1.0, 1.0), vec2(9.0, 9.5)));
    /// let text = drawing.to_text();
    /// assert_eq!(text, "drawing 1\nstroke 5 paint #FF0000\npath even-odd M 1 1 L 9 9.5\n");
    /// assert_eq!(GraphicsData::parse(&text)?, drawing);
    /// # Ok::<(), motile_stage::DrawingError>(())
    /// ```
    pub fn to_text(&self) -> String {
        let mut writer = Writer { text: format!("{HEAD}\n"), images: Vec::new() };
        for item in &self.items {
            // Writing to a string cannot fail.
            let _ = writer.item(item);
        }
        writer.text
    }
}

struct Writer<'a> {
    text: String,
    /// Pictures written so far.
    images: Vec<&'a Image>,
}

impl<'a> Writer<'a> {
    fn item(&mut self, item: &'a Item) -> fmt::Result {
        match item {
            Item::Stroke(None) => self.text.push_str("stroke none"),
            Item::Stroke(Some(line)) => self.line(line)?,
            Item::Fill(paint) => {
                self.image(paint)?;
                self.text.push_str("fill ");
                self.paint(paint)?;
            }
            Item::EndFill => self.text.push_str("end"),
            Item::Path(path, rule) => {
                write!(self.text, "path {}", name(&RULES, *rule))?;
                write_path(&mut self.text, path)?;
            }
            Item::Triangles(list) => write_triangles(&mut self.text, list)?,
        }
        self.text.push('\n');
        Ok(())
    }

    fn line(&mut self, Line { stroke, paint }: &'a Line) -> fmt::Result {
        self.image(paint)?;
        let text = &mut self.text;
        match stroke.width {
            Width::Hairline => text.push_str("stroke hairline"),
            Width::Scaled(width) => write!(text, "stroke {width}")?,
            Width::Fixed(width) => write!(text, "stroke fixed {width}")?,
        }
        let plain = Stroke::HAIRLINE;
        if stroke.cap != plain.cap {
            write!(text, " cap {}", name(&CAPS, stroke.cap))?;
        }
        if stroke.join != plain.join {
            write!(text, " join {}", name(&JOINS, stroke.join))?;
        }
        if stroke.miter_limit != plain.miter_limit {
            write!(text, " limit {}", stroke.miter_limit)?;
        }
        if !stroke.dash.is_empty() {
            text.push_str(" dash");
            stroke.dash.iter().try_for_each(|length| write!(text, " {length}"))?;
        }
        if stroke.dash_offset != plain.dash_offset {
            write!(text, " offset {}", stroke.dash_offset)?;
        }
        text.push_str(" paint ");
        self.paint(paint)
    }

    /// Writes the picture of a paint in a line of its own, unless that is done.
    fn image(&mut self, paint: &'a Paint) -> fmt::Result {
        let Paint::Bitmap(BitmapPaint { image, .. }) = paint else { return Ok(()) };
        if self.number_of(image).is_none() {
            self.text.push_str("image ");
            for byte in image.to_png() {
                write!(self.text, "{byte:02x}")?;
            }
            self.text.push('\n');
            self.images.push(image);
        }
        Ok(())
    }

    fn number_of(&self, image: &Image) -> Option<usize> {
        self.images.iter().position(|known| known.is_same(image))
    }

    fn paint(&mut self, paint: &Paint) -> fmt::Result {
        match paint {
            Paint::Solid(color) => write!(self.text, "{color}"),
            Paint::Gradient(gradient) => write_gradient(&mut self.text, gradient),
            Paint::Custom(_) => write!(self.text, "{}", Color::TRANSPARENT),
            Paint::Bitmap(bitmap) => {
                let number = self.number_of(&bitmap.image).unwrap_or_default();
                write!(self.text, "image {number}")?;
                write_matrix(&mut self.text, bitmap.transform)?;
                self.text.push_str(if bitmap.repeat { "" } else { " once" });
                let smooth = bitmap.sampling == Sampling::Bilinear;
                self.text.push_str(if smooth { " smooth" } else { "" });
                Ok(())
            }
        }
    }
}

fn write_gradient(text: &mut String, gradient: &Gradient) -> fmt::Result {
    match gradient.shape {
        GradientShape::Linear { start, end } => {
            write!(text, "linear {} {} {} {}", start.x, start.y, end.x, end.y)?;
        }
        GradientShape::Radial { center, radius, focus } => {
            write!(text, "radial {} {} {radius} {} {}", center.x, center.y, focus.x, focus.y)?;
        }
    }
    if gradient.spread != Spread::Pad {
        write!(text, " spread {}", name(&SPREADS, gradient.spread))?;
    }
    if gradient.interpolation == Interpolation::LinearRgb {
        text.push_str(" light");
    }
    write_matrix(text, gradient.transform)?;
    text.push_str(" stops");
    gradient.stops.iter().try_for_each(|stop| write!(text, " {} {}", stop.offset, stop.color))
}

fn write_matrix(text: &mut String, matrix: Affine2) -> fmt::Result {
    if matrix == Affine2::IDENTITY {
        return Ok(());
    }
    text.push_str(" matrix");
    matrix.to_cols_array().iter().try_for_each(|number| write!(text, " {number}"))
}

/// The numbers a path has inside, which may be finer than those it was given.
fn write_path(text: &mut String, path: &Path) -> fmt::Result {
    path.bez().elements().iter().try_for_each(|element| match element {
        PathEl::MoveTo(p) => write!(text, " M {} {}", p.x, p.y),
        PathEl::LineTo(p) => write!(text, " L {} {}", p.x, p.y),
        PathEl::QuadTo(c, p) => write!(text, " Q {} {} {} {}", c.x, c.y, p.x, p.y),
        PathEl::CurveTo(c, d, p) => {
            write!(text, " C {} {} {} {} {} {}", c.x, c.y, d.x, d.y, p.x, p.y)
        }
        PathEl::ClosePath => write!(text, " Z"),
    })
}

fn write_triangles(text: &mut String, list: &TrianglePath) -> fmt::Result {
    write!(text, "triangles {} points", name(&CULLS, list.cull))?;
    list.points.iter().try_for_each(|point| write!(text, " {} {}", point.x, point.y))?;
    if !list.indices.is_empty() {
        text.push_str(" indices");
        list.indices.iter().flatten().try_for_each(|index| write!(text, " {index}"))?;
    }
    if !list.uv.is_empty() {
        text.push_str(" uv");
        list.uv.iter().try_for_each(|uv| write!(text, " {} {}", uv.x, uv.y))?;
    }
    if !list.t.is_empty() {
        text.push_str(" t");
        list.t.iter().try_for_each(|t| write!(text, " {t}"))?;
    }
    Ok(())
}

fn name<T: Copy + PartialEq>(names: &[(T, &'static str)], value: T) -> &'static str {
    names.iter().find(|known| known.0 == value).map_or("", |known| known.1)
}
