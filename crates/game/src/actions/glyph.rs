//! What to press, as a small picture.

use super::Binding;
use core::f32::consts::{FRAC_PI_2, PI};
use motile_geom::{Aabb, Affine2, Affine2Ext, Vec2, vec2};
use motile_pixels::Color;
use motile_stage::{Button, Canvas, PadAxis, PadButton, PadFamily, Path, Stroke, Text};

const DARK: Color = Color::hex(0x26_2B_36);
const LIGHT: Color = Color::hex(0xF4_F5_F8);
const PALE: Color = Color::hex(0x8A_92_A3);

impl Binding {
    /// Width and height of its picture in a prompt, for a height in pixels: keys with long names are wide.
    #[doc(alias = "glyph")]
    pub fn glyph_size(self, family: PadFamily, height: f32) -> Vec2 {
        let height = if height.is_finite() { height.clamp(0.0, 1000.0) } else { 0.0 };
        let words = match self {
            Self::Key(_) | Self::Sense(_) => self.label(family),
            Self::Pad(button) if is_bar(button) => button.label(family).into(),
            _ => return Vec2::splat(height),
        };
        let laid = Text::new(words, height * 0.5).layout().unwrap_or_default();
        vec2((laid.size().x + height * 0.6).max(height), height)
    }

    /// Draws it with its middle at a place: a key with its name, a button of a gamepad as its family paints it, a stick or a
    /// cross with the way it is pushed, a mouse with its button, a sense with its number. `height` is in pixels.
    ///
    /// ```
    /// use motile_game::Binding;
    /// use motile_pixels::{Color, Surface};
    /// use motile_geom::vec2;
    /// use motile_stage::{Key, PadFamily, SurfaceExt};
    /// let jump = Binding::Key(Key::Space);
    /// let picture = Surface::drawn(80, 32, |canvas| {
    ///     jump.draw_glyph(canvas, PadFamily::Other, vec2(40.0, 16.0), 28.0);
    /// })?;
    /// assert!(picture.get(40, 4).is_some_and(|color| color.a == 255));
    /// assert!(jump.glyph_size(PadFamily::Other, 28.0).x > 28.0);
    /// # Ok::<(), motile_stage::Error>(())
    /// ```
    #[doc(alias = "prompt")]
    pub fn draw_glyph(self, canvas: &mut Canvas<'_>, family: PadFamily, middle: Vec2, height: f32) {
        let size = self.glyph_size(family, height);
        if !middle.is_finite() || size.y <= 0.0 {
            return;
        }
        let to_place = Affine2::from_translation(middle) * Affine2::from_scale(Vec2::splat(size.y));
        let half = size.x / size.y * 0.5;
        canvas.transformed(to_place, |canvas| match self {
            Self::Key(_) => draw_key(canvas, &self.label(family), half),
            Self::Pad(button) => draw_button(canvas, button, family, half),
            Self::AxisUp(axis) => draw_axis(canvas, axis, family, 1.0),
            Self::AxisDown(axis) => draw_axis(canvas, axis, family, -1.0),
            Self::Pointer(button) => draw_mouse(canvas, button),
            Self::Sense(_) => draw_bar(canvas, &self.label(family), half, 0.47),
        });
    }
}

/// Whether a button is painted as a bar with words.
const fn is_bar(button: PadButton) -> bool {
    matches!(
        button,
        PadButton::LeftShoulder
            | PadButton::RightShoulder
            | PadButton::LeftTrigger
            | PadButton::RightTrigger
            | PadButton::Select
            | PadButton::Start
            | PadButton::Home
    )
}

/// A box one high around the middle.
fn bar(half: f32) -> Aabb {
    Aabb::from_center(Vec2::ZERO, vec2(half - 0.03, 0.47))
}

fn words(canvas: &mut Canvas<'_>, words: &str, color: Color) {
    canvas.write(words, 0.5, Vec2::ZERO, Vec2::splat(0.5), color);
}

fn draw_key(canvas: &mut Canvas<'_>, label: &str, half: f32) {
    canvas.fill(&Path::round_rect(bar(half), 0.16), PALE);
    let top = Aabb::new(bar(half).min, bar(half).max - vec2(0.0, 0.1));
    canvas.fill(&Path::round_rect(top, 0.16), LIGHT);
    canvas.transformed(Affine2::from_translation(vec2(0.0, -0.05)), |canvas| {
        words(canvas, label, DARK);
    });
}

fn draw_button(canvas: &mut Canvas<'_>, button: PadButton, family: PadFamily, half: f32) {
    match button {
        PadButton::South | PadButton::East | PadButton::West | PadButton::North => {
            draw_face(canvas, button, family);
        }
        PadButton::Up => draw_cross(canvas, -FRAC_PI_2),
        PadButton::Down => draw_cross(canvas, FRAC_PI_2),
        PadButton::Left => draw_cross(canvas, PI),
        PadButton::Right => draw_cross(canvas, 0.0),
        PadButton::LeftStick => draw_stick(canvas, "L", None),
        PadButton::RightStick => draw_stick(canvas, "R", None),
        _ => draw_bar(canvas, button.label(family), half, 0.3),
    }
}

/// A bar with words and round corners.
fn draw_bar(canvas: &mut Canvas<'_>, label: &str, half: f32, radius: f32) {
    canvas.fill(&Path::round_rect(bar(half), radius), DARK);
    words(canvas, label, LIGHT);
}

/// One of the four under the right thumb.
fn draw_face(canvas: &mut Canvas<'_>, button: PadButton, family: PadFamily) {
    canvas.fill(&Path::circle(Vec2::ZERO, 0.47), DARK);
    let color = face_color(button, family);
    match family {
        PadFamily::PlayStation => {
            let stroke = Stroke::new(0.09);
            match button {
                PadButton::South => {
                    for way in [vec2(0.19, 0.19), vec2(0.19, -0.19)] {
                        canvas.line(-way, way, &stroke, color);
                    }
                }
                PadButton::East => canvas.stroke(&Path::circle(Vec2::ZERO, 0.22), &stroke, color),
                PadButton::West => {
                    let square = Aabb::from_center(Vec2::ZERO, Vec2::splat(0.19));
                    canvas.stroke(&Path::rect(square), &stroke, color);
                }
                _ => {
                    let triangle = Path::regular(vec2(0.0, 0.05), 3, 0.27, -FRAC_PI_2);
                    canvas.stroke(&triangle, &stroke, color);
                }
            }
        }
        // Of unknown pads the place is known alone.
        PadFamily::Other => {
            let places = [
                (PadButton::South, vec2(0.0, 0.24)),
                (PadButton::East, vec2(0.24, 0.0)),
                (PadButton::West, vec2(-0.24, 0.0)),
                (PadButton::North, vec2(0.0, -0.24)),
            ];
            for (place, middle) in places {
                let color = if place == button { LIGHT } else { Color::hex(0x5A_62_73) };
                canvas.fill(&Path::circle(middle, 0.13), color);
            }
        }
        PadFamily::Xbox | PadFamily::Nintendo => words(canvas, button.label(family), color),
    }
}

const fn face_color(button: PadButton, family: PadFamily) -> Color {
    match (family, button) {
        (PadFamily::Xbox, PadButton::South) => Color::hex(0x6C_C6_4A),
        (PadFamily::Xbox, PadButton::East) => Color::hex(0xF0_56_5C),
        (PadFamily::Xbox, PadButton::West) => Color::hex(0x4F_9C_F5),
        (PadFamily::Xbox, _) => Color::hex(0xF7_C6_35),
        (PadFamily::PlayStation, PadButton::South) => Color::hex(0x7F_B2_F0),
        (PadFamily::PlayStation, PadButton::East) => Color::hex(0xF2_7C_82),
        (PadFamily::PlayStation, PadButton::West) => Color::hex(0xE3_9A_D0),
        (PadFamily::PlayStation, _) => Color::hex(0x5F_D0_B0),
        _ => LIGHT,
    }
}

/// The cross under the left thumb with one of its arms, by the angle of that.
fn draw_cross(canvas: &mut Canvas<'_>, angle: f32) {
    for half in [vec2(0.46, 0.17), vec2(0.17, 0.46)] {
        canvas.fill(&Path::round_rect(Aabb::from_center(Vec2::ZERO, half), 0.06), DARK);
    }
    canvas.transformed(Affine2::rotation(angle), |canvas| {
        let arm = Aabb::new(vec2(0.15, -0.11), vec2(0.41, 0.11));
        canvas.fill(&Path::round_rect(arm, 0.04), LIGHT);
    });
}

/// A stick, pressed or pushed toward an angle.
fn draw_stick(canvas: &mut Canvas<'_>, side: &str, pushed: Option<f32>) {
    canvas.fill(&Path::circle(Vec2::ZERO, 0.47), DARK);
    canvas.stroke(&Path::circle(Vec2::ZERO, 0.26), &Stroke::new(0.05), PALE);
    canvas.write(side, 0.36, Vec2::ZERO, Vec2::splat(0.5), LIGHT);
    if let Some(angle) = pushed {
        canvas.transformed(Affine2::rotation(angle), |canvas| {
            let arrow = [vec2(0.3, -0.13), vec2(0.44, 0.0), vec2(0.3, 0.13)];
            canvas.fill(&Path::polygon(&arrow), Color::hex(0xF7_93_35));
        });
    }
}

fn draw_axis(canvas: &mut Canvas<'_>, axis: PadAxis, family: PadFamily, sign: f32) {
    let (across, along) = if sign > 0.0 { (0.0, FRAC_PI_2) } else { (PI, -FRAC_PI_2) };
    match axis {
        PadAxis::LeftX => draw_stick(canvas, "L", Some(across)),
        PadAxis::LeftY => draw_stick(canvas, "L", Some(along)),
        PadAxis::RightX => draw_stick(canvas, "R", Some(across)),
        PadAxis::RightY => draw_stick(canvas, "R", Some(along)),
        PadAxis::LeftTrigger => draw_button(canvas, PadButton::LeftTrigger, family, 0.5),
        PadAxis::RightTrigger => draw_button(canvas, PadButton::RightTrigger, family, 0.5),
    }
}

fn draw_mouse(canvas: &mut Canvas<'_>, button: Button) {
    let body = Aabb::from_center(Vec2::ZERO, vec2(0.3, 0.46));
    canvas.fill(&Path::round_rect(body, 0.28), DARK);
    let (left, right) = match button {
        Button::Left => (-0.24, -0.04),
        Button::Right => (0.04, 0.24),
        Button::Middle => (-0.07, 0.07),
    };
    let key = Aabb::new(vec2(left, -0.38), vec2(right, -0.06));
    canvas.fill(&Path::round_rect(key, 0.07), Color::hex(0xF7_93_35));
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_pixels::Surface;
    use motile_stage::{Key, SurfaceExt};

    fn all() -> Vec<Binding> {
        let mut all: Vec<Binding> = [Key::Char('j'), Key::Space, Key::Left].map(Into::into).into();
        all.extend(PadButton::NAMED.map(|named| Binding::from(named.0)));
        all.extend(PadAxis::NAMED.map(|named| Binding::AxisUp(named.0)));
        all.extend(PadAxis::NAMED[..4].iter().map(|named| Binding::AxisDown(named.0)));
        all.extend(Button::NAMED.map(|named| Binding::from(named.0)));
        all.extend([0, 15].map(Binding::Sense));
        all
    }

    #[test]
    fn every_binding_has_a_picture_of_its_own_in_its_box() {
        for (family, _) in PadFamily::NAMED {
            let mut seen: Vec<(Binding, Surface)> = Vec::new();
            for binding in all() {
                let size = binding.glyph_size(family, 32.0);
                assert!(size.y == 32.0 && size.x >= 32.0, "{binding}");
                let picture = Surface::drawn(160, 40, |canvas| {
                    binding.draw_glyph(canvas, family, vec2(80.0, 20.0), 32.0);
                })
                .unwrap();
                let drawn = picture.color_bounds(0xFF00_0000, Color::TRANSPARENT, false);
                assert!(drawn.width > 15 && drawn.height > 15, "{binding}: {drawn:?}");
                let most = (size.x.ceil() as u32 + 2, 34);
                assert!(drawn.width <= most.0 && drawn.height <= most.1, "{binding}: {drawn:?}");
                // A trigger is the same pulled as a button and as an axis.
                let is_trigger = |it: &Binding| it.label(family) == binding.label(family);
                let twin = seen.iter().find(|other| other.1 == picture && !is_trigger(&other.0));
                assert!(twin.is_none(), "{binding} looks like {:?}", twin.map(|it| it.0));
                seen.push((binding, picture));
            }
        }
    }

    #[test]
    fn places_and_sizes_that_are_no_numbers_draw_nothing() {
        let binding = Binding::Key(Key::Space);
        let picture = Surface::drawn(20, 20, |canvas| {
            binding.draw_glyph(canvas, PadFamily::Xbox, vec2(f32::NAN, 3.0), 10.0);
            binding.draw_glyph(canvas, PadFamily::Xbox, vec2(3.0, 3.0), f32::NAN);
            binding.draw_glyph(canvas, PadFamily::Xbox, vec2(3.0, 3.0), -4.0);
        })
        .unwrap();
        assert!(picture.words().iter().all(|&word| word == 0));
    }
}
