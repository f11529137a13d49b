//! Drawings read from text.

use super::text_form::{CAPS, CULLS, HEAD, JOINS, RULES, SPREADS};
use super::{GraphicsData, Item, Line, TrianglePath};
use crate::paint::{
    BitmapPaint, Gradient, GradientShape, Image, Interpolation, Paint, Stop, Stroke, Width,
};
use crate::path::Path;
use crate::words::{self, Unexpected, Words};
use core::fmt;
use kurbo::{BezPath, Point};
use motile_geom::{Affine2, Vec2, vec2};
use motile_pixels::{Color, Sampling, Surface};

/// What is wrong with a line of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawingError {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// What should have been there.
    pub expected: &'static str,
    /// What was there, at most 40 characters of it; empty at the end of the line.
    pub found: String,
}

impl fmt::Display for DrawingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        words::write_place(f, (self.line, self.column), self.expected, &self.found)
    }
}

impl core::error::Error for DrawingError {}

impl From<Unexpected> for DrawingError {
    fn from(Unexpected { line, column, expected, found }: Unexpected) -> Self {
        Self { line, column, expected, found }
    }
}

impl GraphicsData {
    /// Reads the text that [`GraphicsData::to_text`] writes.
    ///
    /// # Errors
    /// The first word that is not what it should be, with its place: among them numbers that are not
    /// finite and pictures that are no PNG.
    pub fn parse(text: &str) -> Result<Self, DrawingError> {
        let mut lines = (1..).zip(text.lines());
        let (_, head) = lines.next().unwrap_or((1, ""));
        if head.trim() != HEAD {
            let words = Words::new(1, head);
            return Err(words.error("\"drawing 1\" in the first line", head.trim()).into());
        }
        let mut images = Vec::new();
        let mut drawing = Self::new();
        for (number, line) in lines {
            let mut words = Words::new(number, line);
            match words.peek() {
                None => continue,
                Some(word) if word.starts_with('#') => continue,
                Some("image") => {
                    words.next();
                    images.push(picture(&mut words)?);
                }
                Some(_) => drawing.items.push(item(&mut words, &images)?),
            }
            words.end()?;
        }
        Ok(drawing)
    }
}

fn item(words: &mut Words<'_>, images: &[Image]) -> Result<Item, Unexpected> {
    const EXPECTED: &str = "stroke, fill, end, path, triangles or image";
    let word = words.word(EXPECTED)?;
    Ok(match word {
        "stroke" if words.take("none") => Item::Stroke(None),
        "stroke" => Item::Stroke(Some(line(words, images)?)),
        "fill" => Item::Fill(paint(words, images)?),
        "end" => Item::EndFill,
        "path" => {
            let rule = words.one_of(&RULES, "even-odd or non-zero")?;
            Item::Path(path(words)?.into(), rule)
        }
        "triangles" => Item::Triangles(triangles(words)?.into()),
        _ => return Err(words.error(EXPECTED, word)),
    })
}

fn line(words: &mut Words<'_>, images: &[Image]) -> Result<Line, Unexpected> {
    let width = if words.take("hairline") {
        Width::Hairline
    } else if words.take("fixed") {
        Width::Fixed(words.number("a width in pixels")?)
    } else {
        Width::Scaled(words.number("none, hairline, fixed or a width")?)
    };
    let mut stroke = Stroke { width, ..Stroke::HAIRLINE };
    loop {
        const EXPECTED: &str = "cap, join, limit, dash, offset or paint";
        match words.word(EXPECTED)? {
            "cap" => stroke.cap = words.one_of(&CAPS, "butt, round or square")?,
            "join" => stroke.join = words.one_of(&JOINS, "round, miter or bevel")?,
            "limit" => stroke.miter_limit = words.number("the longest miter in half widths")?,
            "dash" => {
                while words.peek().is_some_and(|word| word.parse::<f32>().is_ok()) {
                    stroke.dash.push(words.number("a finite length")?);
                }
            }
            "offset" => stroke.dash_offset = words.number("a length")?,
            "paint" => return Ok(Line { stroke, paint: paint(words, images)? }),
            word => return Err(words.error(EXPECTED, word)),
        }
    }
}

fn paint(words: &mut Words<'_>, images: &[Image]) -> Result<Paint, Unexpected> {
    const EXPECTED: &str = "a color such as #FF9900, linear, radial or image";
    if words.take("linear") {
        let shape = GradientShape::Linear { start: point(words)?, end: point(words)? };
        return Ok(gradient(words, shape)?.into());
    }
    if words.take("radial") {
        let (center, radius) = (point(words)?, words.number("a radius")?);
        let shape = GradientShape::Radial { center, radius, focus: point(words)? };
        return Ok(gradient(words, shape)?.into());
    }
    if words.take("image") {
        return bitmap(words, images).map(Paint::Bitmap);
    }
    color(words, EXPECTED).map(Paint::Solid)
}

fn gradient(words: &mut Words<'_>, shape: GradientShape) -> Result<Gradient, Unexpected> {
    let mut gradient = Gradient::new(shape, &[]);
    loop {
        const EXPECTED: &str = "spread, light, matrix or stops";
        match words.word(EXPECTED)? {
            "spread" => gradient.spread = words.one_of(&SPREADS, "pad, reflect or repeat")?,
            "light" => gradient.interpolation = Interpolation::LinearRgb,
            "matrix" => gradient.transform = matrix(words)?,
            "stops" => break,
            word => return Err(words.error(EXPECTED, word)),
        }
    }
    while words.peek().is_some() {
        let offset = words.number("an offset of 0 to 1")?;
        gradient.stops.push(Stop::new(offset, color(words, "a color such as #FF9900")?));
    }
    Ok(gradient)
}

fn bitmap(words: &mut Words<'_>, images: &[Image]) -> Result<BitmapPaint, Unexpected> {
    const EXPECTED: &str = "the number of a picture above, from 0";
    let word = words.word(EXPECTED)?;
    let image = word.parse().ok().and_then(|number: usize| images.get(number));
    let mut paint = BitmapPaint::new(image.ok_or_else(|| words.error(EXPECTED, word))?);
    while let Some(word) = words.next() {
        match word {
            "matrix" => paint.transform = matrix(words)?,
            "once" => paint.repeat = false,
            "smooth" => paint.sampling = Sampling::Bilinear,
            _ => return Err(words.error("matrix, once or smooth", word)),
        }
    }
    Ok(paint)
}

fn color(words: &mut Words<'_>, expected: &'static str) -> Result<Color, Unexpected> {
    let word = words.word(expected)?;
    word.parse().map_err(|_| words.error(expected, word))
}

fn point(words: &mut Words<'_>) -> Result<Vec2, Unexpected> {
    Ok(vec2(words.number("X in pixels")?, words.number("Y in pixels")?))
}

fn matrix(words: &mut Words<'_>) -> Result<Affine2, Unexpected> {
    let mut numbers = [0.0; 6];
    for number in &mut numbers {
        *number = words.number("six numbers of a matrix")?;
    }
    Ok(Affine2::from_cols_array(&numbers))
}

fn path(words: &mut Words<'_>) -> Result<Path, Unexpected> {
    let mut bez = BezPath::new();
    // Lines and curves need a start, which closing takes away.
    let mut open = false;
    while let Some(word) = words.next() {
        let expected = if open { "M, L, Q, C or Z" } else { "M" };
        match word {
            "M" => bez.move_to(fine_point(words)?),
            "L" if open => bez.line_to(fine_point(words)?),
            "Q" if open => bez.quad_to(fine_point(words)?, fine_point(words)?),
            "C" if open => {
                bez.curve_to(fine_point(words)?, fine_point(words)?, fine_point(words)?);
            }
            "Z" if open => bez.close_path(),
            _ => return Err(words.error(expected, word)),
        }
        open = word != "Z";
    }
    Ok(Path::from_bez(bez))
}

fn triangles(words: &mut Words<'_>) -> Result<TrianglePath, Unexpected> {
    let cull = words.one_of(&CULLS, "all, clockwise or counter-clockwise")?;
    let mut list = TrianglePath { cull, ..TrianglePath::default() };
    if !words.take("points") {
        let word = words.word("points")?;
        return Err(words.error("points", word));
    }
    while words.peek().is_some_and(is_number) {
        list.points.push(point(words)?);
    }
    let count = list.points.len();
    if words.take("indices") {
        while words.peek().is_some_and(is_number) {
            list.indices.push([index(words, count)?, index(words, count)?, index(words, count)?]);
        }
    }
    if words.take("uv") {
        for _ in 0..count {
            list.uv.push(point(words)?);
        }
    }
    if words.take("t") {
        for _ in 0..count {
            list.t.push(words.number("a scale for each point")?);
        }
    }
    match words.next() {
        None => Ok(list),
        Some(word) => Err(words.error("indices, uv, t with an entry for each point", word)),
    }
}

fn is_number(word: &str) -> bool {
    word.parse::<f32>().is_ok()
}

/// The number of one of so many points.
fn index(words: &mut Words<'_>, count: usize) -> Result<u32, Unexpected> {
    const EXPECTED: &str = "the number of a point, from 0";
    let word = words.word(EXPECTED)?;
    let index: Option<u32> = word.parse().ok();
    index.filter(|&index| (index as usize) < count).ok_or_else(|| words.error(EXPECTED, word))
}

fn fine_point(words: &mut Words<'_>) -> Result<Point, Unexpected> {
    let mut number = |expected| {
        let word = words.word(expected)?;
        let number: Option<f64> = word.parse().ok();
        // Beyond it a path would not fit the numbers it is asked in.
        let fits = number.filter(|number| (*number as f32).is_finite());
        fits.ok_or_else(|| words.error(expected, word))
    };
    Ok(Point::new(number("X in pixels")?, number("Y in pixels")?))
}

fn picture(words: &mut Words<'_>) -> Result<Image, Unexpected> {
    const EXPECTED: &str = "a PNG file in hexadecimal digits";
    let word = words.word(EXPECTED)?;
    let bytes = bytes(word).and_then(|bytes| Surface::from_png(&bytes).ok());
    bytes.map(Image::new).ok_or_else(|| words.error(EXPECTED, word))
}

fn bytes(digits: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
    let digit = |byte: u8| (byte as char).to_digit(16);
    let byte = |&[high, low]: &[u8; 2]| Some((digit(high)? * 16 + digit(low)?) as u8);
    rest.is_empty().then(|| pairs.iter().map(byte).collect())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_line_column_and_expectation() {
        let error = |text: &str| GraphicsData::parse(text).unwrap_err().to_string();
        assert_eq!(
            error("picture"),
            "line 1, column 1: expected \"drawing 1\" in the first line, found \"picture\""
        );
        assert!(error("").contains("the end of the line"));
        let line = |line: &str| error(&format!("drawing 1\n\n# a comment\n{line}\n"));
        assert!(line("line").starts_with("line 4, column 1: expected stroke, fill"));
        assert!(line("stroke thick").contains("column 8: expected none, hairline, fixed"));
        assert!(line("stroke inf paint #FFF").contains("column 8"));
        assert!(line("stroke 5 cap flat").contains("column 14: expected butt, round or square"));
        assert!(line("stroke 5 dash 1 inf paint #FFF").contains("column 17: expected a finite"));
        assert!(line("stroke 5").contains("column 9: expected cap, join"));
        assert!(line("fill #GG0000").contains("column 6: expected a color"));
        assert!(line("fill image 0").contains("column 12: expected the number of a picture"));
        assert!(line("fill linear 0 0 1").contains("column 18: expected Y"));
        assert!(line("path even-odd L 1 2").contains("column 15: expected M, found \"L\""));
        assert!(line("path even-odd M 0 0 Z L 1 2").contains("column 23: expected M"));
        assert!(line("path even-odd M 1 1e39").contains("column 19: expected Y"));
        assert!(line("path winding").contains("column 6: expected even-odd"));
        assert!(line("end now").contains("column 5: expected nothing more"));
        assert!(line("image 8950").contains("column 7: expected a PNG file"));
        assert!(line(&format!("image {}", "0".repeat(999))).len() < 150, "long words are cut");
    }
}
