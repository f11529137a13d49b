//! How a picture is fitted into a window.

use crate::Settings;
use motile_geom::{Vec2, vec2};

/// What happens when the window has another size than the stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ScaleMode {
    /// The stage takes the size of the window, in pixels of an ordinary display. The sketch sees
    /// [`crate::Input::resized`].
    None,
    /// The whole stage shows, as large as it fits, with bars at two sides.
    #[default]
    Fit,
    /// The stage covers the whole window, cut off at two sides.
    Fill,
    /// The stage is drawn pixel by pixel and enlarged by the largest whole number that fits, for pixel art. The other
    /// modes draw at the resolution of the display.
    #[doc(alias = "integer scaling")]
    Pixels,
}

#[cfg(any(test, feature = "web", feature = "window"))]
impl ScaleMode {
    /// How many pixels to draw for a pixel of the stage where a view scales by `scale`.
    pub(super) const fn drawn_at(self, scale: f32) -> f32 {
        match self {
            Self::Pixels => 1.0,
            _ => scale,
        }
    }
}

/// What scrolls a page while it is over the picture of a sketch. The sketch sees it in any case.
///
/// In a page inside of another one, wheel and fingers scroll whatever this says until somebody clicks on the picture: who scrolls
/// past a game does not play it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PageScroll {
    /// Nothing: wheel and fingers are the sketch's.
    #[default]
    Never,
    /// The wheel; fingers that drag are the sketch's.
    Wheel,
    /// The wheel, and fingers that drag.
    WheelAndDrags,
}

/// A window to show a sketch in.
///
/// ```
/// use motile_stage::{ScaleMode, Window};
/// let window = Window::new("Bounce", 640, 480).with_scale(ScaleMode::Fill).with_seed(7);
/// assert_eq!(window.settings.seed, Some(7));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// Text in the title bar.
    pub title: String,
    /// Size of the stage and how the sketch is started.
    pub settings: Settings,
    /// What happens when the window has another size than the stage.
    pub scale: ScaleMode,
    /// Whether the user may change the size of the window. A page has the size that its browser gives it.
    pub resizable: bool,
    /// Whether to draw between ticks; see [`crate::Player::set_interpolation`].
    pub interpolate: bool,
    /// Smallest width and height that the user may give the window, in pixels of an ordinary display. A page may be
    /// smaller.
    pub min_size: (u32, u32),
    /// Whether time goes on while another window has the keyboard. A sketch that wants that only now and then asks by
    /// [`Shell::in_background`](crate::Shell::in_background).
    pub in_background: bool,
    /// What scrolls the page of the sketch over its picture.
    pub page_scroll: PageScroll,
}

impl Window {
    /// A window whose stage has this many pixels: resizable, fitted, interpolated, and halted while it has not the
    /// keyboard.
    pub fn new(title: &str, width: u32, height: u32) -> Self {
        Self {
            title: title.into(),
            settings: Settings::new(width, height),
            scale: ScaleMode::Fit,
            resizable: true,
            interpolate: true,
            min_size: (64, 48),
            in_background: false,
            page_scroll: PageScroll::Never,
        }
    }

    /// Another way to fit the stage into the window.
    pub fn with_scale(self, scale: ScaleMode) -> Self {
        Self { scale, ..self }
    }

    /// Another seed for the sketch.
    pub fn with_seed(self, seed: u64) -> Self {
        Self { settings: self.settings.with_seed(seed), ..self }
    }
}

/// Where a picture lies in a window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Window pixels per picture pixel.
    pub scale: f32,
    /// Where the picture's top left corner lies, in window pixels.
    pub offset: Vec2,
}

impl View {
    /// Fits a picture into a window, both in pixels; `density` is the number of window pixels that
    /// make a pixel of an ordinary display. Sides of 0 count as 1.
    pub fn new(mode: ScaleMode, picture: Vec2, window: Vec2, density: f32) -> Self {
        let (picture, window) = (picture.max(Vec2::ONE), window.max(Vec2::ONE));
        let ratio = window / picture;
        let scale = match mode {
            ScaleMode::None => return Self { scale: usable(density), offset: Vec2::ZERO },
            ScaleMode::Pixels => ratio.min_element().floor().max(1.0),
            ScaleMode::Fit => ratio.min_element(),
            ScaleMode::Fill => ratio.max_element(),
        };
        Self { scale, offset: ((window - picture * scale) * 0.5).round() }
    }

    /// The size of the stage that a window shows without scaling.
    pub fn unscaled_size(window: Vec2, density: f32) -> Vec2 {
        (window / usable(density)).round().clamp(Vec2::ONE, vec2(65535.0, 65535.0))
    }

    /// A point of the window in pixels of the picture.
    pub fn to_picture(self, point: Vec2) -> Vec2 {
        (point - self.offset) / self.scale
    }

    /// A point of the picture in pixels of the window.
    pub fn to_window(self, point: Vec2) -> Vec2 {
        point * self.scale + self.offset
    }
}

/// A display density that can be one.
fn usable(density: f32) -> f32 {
    if density.is_finite() { density.clamp(0.25, 16.0) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fit_shows_all_and_fill_covers_all() {
        let (picture, window) = (vec2(100.0, 50.0), vec2(400.0, 400.0));
        let fit = View::new(ScaleMode::Fit, picture, window, 1.0);
        assert_eq!((fit.scale, fit.offset), (4.0, vec2(0.0, 100.0)));
        assert_eq!(fit.to_picture(vec2(200.0, 200.0)), vec2(50.0, 25.0));
        assert_eq!(fit.to_window(vec2(50.0, 25.0)), vec2(200.0, 200.0));
        let fill = View::new(ScaleMode::Fill, picture, window, 1.0);
        assert_eq!((fill.scale, fill.offset), (8.0, vec2(-200.0, 0.0)));
    }

    #[test]
    fn an_unscaled_stage_counts_in_pixels_of_an_ordinary_display() {
        let window = vec2(640.0, 480.0);
        assert_eq!(View::new(ScaleMode::None, window, window, 1.25).scale, 1.25);
        assert_eq!(View::unscaled_size(window, 1.25), vec2(512.0, 384.0));
        assert_eq!(View::unscaled_size(window, 2.0), vec2(320.0, 240.0));
        assert_eq!(View::unscaled_size(Vec2::ZERO, f32::NAN), Vec2::ONE);
    }

    #[test]
    fn pixel_art_is_enlarged_by_whole_numbers() {
        let of = |window| View::new(ScaleMode::Pixels, vec2(100.0, 50.0), window, 1.0);
        assert_eq!(of(vec2(390.0, 390.0)).scale, 3.0);
        assert_eq!(of(vec2(390.0, 390.0)).offset, vec2(45.0, 120.0));
        assert_eq!(of(vec2(90.0, 90.0)).scale, 1.0, "never smaller");
        assert_eq!(ScaleMode::Pixels.drawn_at(3.0), 1.0);
        assert_eq!(ScaleMode::Fit.drawn_at(2.9), 2.9);
    }

    #[test]
    fn windows_of_no_size_do_no_harm() {
        let view = View::new(ScaleMode::Fit, vec2(640.0, 480.0), Vec2::ZERO, 1.0);
        assert!(view.scale > 0.0 && view.to_picture(Vec2::ONE).is_finite());
    }
}
