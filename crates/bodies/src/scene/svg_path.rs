//! The outline of a path in an SVG drawing, as corners.

use super::bend;
use core::f32::consts::{FRAC_PI_2, TAU};
use motile_geom::{CubicBezier, QuadraticBezier, Vec2, Vec2Ext, ops, vec2};

/// How many straight sides a full circle has that is no longer round.
pub(super) const ROUND_SIDES: u32 = 32;

/// Corners of the first outline of a path: all commands of SVG, absolute and relative. `None` when it does not begin with a
/// move, a command has too few numbers, or there is something that is no command.
pub(super) fn path(text: &str) -> Option<Vec<Vec2>> {
    let mut pen = Pen::default();
    let mut input = Numbers::of(text);
    while let Some(command) = input.command() {
        let is_move = command.eq_ignore_ascii_case(&'M');
        if is_move != pen.corners.is_empty() {
            // The first outline ends where the second begins.
            return if is_move { Some(pen.closed()) } else { None };
        }
        if command.eq_ignore_ascii_case(&'Z') {
            return Some(pen.closed());
        }
        pen.draw(command, &mut input)?;
        while input.has_number() {
            pen.draw(command, &mut input)?;
        }
    }
    input.is_at_end().then(|| pen.closed())
}

/// What a path has drawn so far.
#[derive(Default)]
struct Pen {
    corners: Vec<Vec2>,
    /// The last control point of a cubic and of a quadratic curve, when the last command was one.
    cubic: Option<Vec2>,
    quadratic: Option<Vec2>,
}

impl Pen {
    fn at(&self) -> Vec2 {
        self.corners.last().copied().unwrap_or_default()
    }

    /// Draws one command with its numbers.
    fn draw(&mut self, command: char, input: &mut Numbers<'_>) -> Option<()> {
        let pen = self.at();
        let from = if command.is_ascii_lowercase() { pen } else { Vec2::ZERO };
        let (cubic, quadratic) = (self.cubic.take(), self.quadratic.take());
        // Where a smooth curve goes on: the last control point, on the other side of the pen.
        let mirrored = |control: Option<Vec2>| pen * 2.0 - control.unwrap_or(pen);
        match command.to_ascii_uppercase() {
            'M' | 'L' => self.corners.push(from + input.point()?),
            'H' => self.corners.push(vec2(from.x + input.number()?, pen.y)),
            'V' => self.corners.push(vec2(pen.x, from.y + input.number()?)),
            'C' => {
                let first = from + input.point()?;
                self.bend_cubic(first, from + input.point()?, from + input.point()?);
            }
            'S' => {
                self.bend_cubic(mirrored(cubic), from + input.point()?, from + input.point()?);
            }
            'Q' => self.bend_quadratic(from + input.point()?, from + input.point()?),
            'T' => self.bend_quadratic(mirrored(quadratic), from + input.point()?),
            'A' => {
                let (radii, turn) = (input.point()?, input.number()?);
                let way = (input.flag()?, input.flag()?);
                arc(&mut self.corners, radii, turn.to_radians(), way, from + input.point()?);
            }
            _ => return None,
        }
        Some(())
    }

    fn bend_cubic(&mut self, first: Vec2, second: Vec2, end: Vec2) {
        bend(&CubicBezier::new(self.at(), first, second, end), &mut self.corners);
        self.cubic = Some(second);
    }

    fn bend_quadratic(&mut self, control: Vec2, end: Vec2) {
        bend(&QuadraticBezier::new(self.at(), control, end), &mut self.corners);
        self.quadratic = Some(control);
    }

    /// Without an end that is the beginning once more.
    fn closed(mut self) -> Vec<Vec2> {
        if self.corners.len() > 1 && self.corners.first() == self.corners.last() {
            self.corners.pop();
        }
        self.corners
    }
}

/// A part of an ellipse from the last corner to another, as SVG says it: its radii, its turn, whether it is the larger of the
/// two parts, and whether it goes clockwise on the screen.
pub(super) fn arc(
    corners: &mut Vec<Vec2>,
    radii: Vec2,
    turn: f32,
    (is_large, is_clockwise): (bool, bool),
    end: Vec2,
) {
    let start = corners.last().copied().unwrap_or_default();
    let radii = radii.abs();
    if radii.min_element() == 0.0 || start == end {
        corners.push(end);
        return;
    }
    let (axis, middle) = (Vec2::at_angle(turn), start.midpoint(end));
    let back = vec2(axis.x, -axis.y);
    // Where the ellipse is the circle of radius 1, it begins at `half` and ends opposite, seen from the middle of both.
    let half = back.rotate((start - end) * 0.5) / radii;
    let reach = half.length();
    // Radii that do not reach are made as much larger as they have to be.
    let (half, radii) = if reach > 1.0 { (half / reach, radii * reach) } else { (half, radii) };
    let away = (1.0 - half.length_squared()).max(0.0).sqrt();
    let aside = half.perp().normalize_or_zero() * away;
    let center = if is_large == is_clockwise { aside } else { -aside };
    let angle = |at: Vec2| ops::atan2(at.y, at.x);
    let (from, to) = (angle(half - center), angle(-half - center));
    let sweep = match to - from {
        sweep if is_clockwise && sweep < 0.0 => sweep + TAU,
        sweep if !is_clockwise && sweep > 0.0 => sweep - TAU,
        sweep => sweep,
    };
    let sides = (sweep.abs() / FRAC_PI_2 * (ROUND_SIDES / 4) as f32 - 1e-3).ceil().max(1.0);
    for i in 1..sides as u32 {
        let angle = from + sweep * (i as f32 / sides);
        let on_circle = center + vec2(ops::cos(angle), ops::sin(angle));
        corners.push(middle + axis.rotate(on_circle * radii));
    }
    corners.push(end);
}

/// All numbers of a text that has nothing else in it.
pub(super) fn numbers(text: &str) -> Option<Vec<f32>> {
    let mut input = Numbers::of(text);
    let mut all = Vec::new();
    while !input.is_at_end() {
        all.push(input.number()?);
    }
    Some(all)
}

/// Reads numbers as SVG packs them: `-1.5.5e-3` are two.
struct Numbers<'a> {
    left: &'a str,
}

impl<'a> Numbers<'a> {
    fn of(text: &'a str) -> Self {
        let mut input = Self { left: text };
        input.skip();
        input
    }

    fn skip(&mut self) {
        self.left = self.left.trim_start_matches(|c: char| c == ',' || c.is_whitespace());
    }

    fn is_at_end(&self) -> bool {
        self.left.is_empty()
    }

    /// The next letter, when there is one next.
    fn command(&mut self) -> Option<char> {
        let letter = self.left.chars().next().filter(char::is_ascii_alphabetic)?;
        self.left = &self.left[1..];
        self.skip();
        Some(letter)
    }

    fn has_number(&self) -> bool {
        self.left.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.'))
    }

    fn number(&mut self) -> Option<f32> {
        let bytes = self.left.as_bytes();
        let is_sign = |at: usize| matches!(bytes.get(at), Some(b'+' | b'-'));
        let digits_from = |at: usize| {
            at + bytes[at.min(bytes.len())..].iter().take_while(|b| b.is_ascii_digit()).count()
        };
        let mut end = digits_from(usize::from(is_sign(0)));
        if bytes.get(end) == Some(&b'.') {
            end = digits_from(end + 1);
        }
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let first = end + 1 + usize::from(is_sign(end + 1));
            let last = digits_from(first);
            end = if last > first { last } else { end };
        }
        let (word, left) = self.left.split_at(end);
        let value = word.parse().ok().filter(|value: &f32| value.is_finite())?;
        self.left = left;
        self.skip();
        Some(value)
    }

    fn point(&mut self) -> Option<Vec2> {
        Some(vec2(self.number()?, self.number()?))
    }

    /// One digit, which may stand without a space before the next number.
    fn flag(&mut self) -> Option<bool> {
        let is_set = match self.left.as_bytes().first()? {
            b'0' => false,
            b'1' => true,
            _ => return None,
        };
        self.left = &self.left[1..];
        self.skip();
        Some(is_set)
    }
}
