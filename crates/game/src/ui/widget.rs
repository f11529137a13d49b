//! What an interface is made of.

use super::NineSlice;
use crate::{TextEdit, TextField};
use motile_geom::{Id, Vec2};
use motile_pixels::Color;

/// Names a widget of a [`Ui`](crate::Ui).
pub type WidgetId = Id<Widget>;

/// How a group places what is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// One below the other, all as wide as the group unless they have a width of their own.
    Column,
    /// One beside the other.
    Row,
    /// One beside the other, and from the left again below where the [width](Widget::width) of the group ends.
    Wrap,
    /// Each at its own [anchor](Widget::anchor), over one another.
    Stack,
}

/// What a widget is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum WidgetKind {
    /// Holds others.
    Group {
        /// How they are placed.
        flow: Flow,
        /// Whether it has a background.
        panel: bool,
    },
    /// Words in one line.
    Label(String),
    /// Words that go on in the next line where the [width](Widget::width) of the widget ends.
    Paragraph(String),
    /// Something to press.
    Button(String),
    /// Something that is on or off.
    Toggle {
        /// What it is about.
        words: String,
        /// Whether it is on.
        on: bool,
    },
    /// A number.
    Slider {
        /// The smallest.
        min: f32,
        /// The largest.
        max: f32,
        /// Distance of the values it stops at; 0 for all.
        step: f32,
        /// Where it stands.
        value: f32,
    },
    /// One out of several.
    List {
        /// What there is.
        items: Vec<String>,
        /// Which is chosen.
        chosen: u32,
        /// The first that shows.
        first: u32,
        /// How many show.
        rows: u32,
    },
    /// Text to be edited.
    Field(Box<TextField>),
    /// A picture, as large as it is or stretched with its corners as they are.
    Picture(NineSlice),
}

/// A part of an interface: what it is and how it is placed. Made by a word for each kind, changed by
/// [`Ui::get_mut`](crate::Ui::get_mut).
#[derive(Clone, Debug, PartialEq)]
pub struct Widget {
    /// What it is.
    pub kind: WidgetKind,
    /// Whether it is there; what is not takes no room.
    pub visible: bool,
    /// Whether it can be used.
    pub enabled: bool,
    /// Whether it stands out in the accent of the theme, as a button that is on or is the one to press.
    pub accent: bool,
    /// Its share of the room that is left in a row or column.
    pub grow: f32,
    /// Its width in pixels, when it is not that of what is in it.
    pub width: Option<f32>,
    /// Its height in pixels, when it is not that of what is in it.
    pub height: Option<f32>,
    /// Where it stands in a stack or on the stage, as a share of the room that is left: (0, 0) is the upper left corner,
    /// (0.5, 1) the middle below.
    pub anchor: Vec2,
    /// Its distance from the borders there, in pixels.
    pub margin: f32,
    /// The size of its letters in pixels, when it is not that of the theme. Fields and lists keep the theme's.
    pub text_size: Option<f32>,
    /// The color of its words, when it is not that of the theme, or the tint of a picture.
    pub color: Option<Color>,
}

impl Widget {
    /// A widget of a kind.
    pub const fn new(kind: WidgetKind) -> Self {
        Self {
            kind,
            visible: true,
            enabled: true,
            accent: false,
            grow: 0.0,
            width: None,
            height: None,
            anchor: Vec2::ZERO,
            margin: 0.0,
            text_size: None,
            color: None,
        }
    }

    /// Others one below the other.
    pub const fn column() -> Self {
        Self::new(WidgetKind::Group { flow: Flow::Column, panel: false })
    }

    /// Others one beside the other.
    pub const fn row() -> Self {
        Self::new(WidgetKind::Group { flow: Flow::Row, panel: false })
    }

    /// Others one beside the other, in as many rows as a width in pixels asks for.
    #[doc(alias = "flex-wrap")]
    pub const fn wrapped_row(width: f32) -> Self {
        Self::new(WidgetKind::Group { flow: Flow::Wrap, panel: false }).with_width(width)
    }

    /// Others over one another, each at its anchor.
    pub const fn stack() -> Self {
        Self::new(WidgetKind::Group { flow: Flow::Stack, panel: false })
    }

    /// Others one below the other, on a background.
    pub const fn panel() -> Self {
        Self::new(WidgetKind::Group { flow: Flow::Column, panel: true })
    }

    /// Words.
    pub fn label(words: impl Into<String>) -> Self {
        Self::new(WidgetKind::Label(words.into()))
    }

    /// Words in as many lines as a width in pixels asks for.
    pub fn paragraph(words: impl Into<String>, width: f32) -> Self {
        Self::new(WidgetKind::Paragraph(words.into())).with_width(width)
    }

    /// Something to press.
    pub fn button(words: impl Into<String>) -> Self {
        Self::new(WidgetKind::Button(words.into()))
    }

    /// Something that is on or off.
    #[doc(alias = "checkbox")]
    pub fn toggle(words: impl Into<String>, on: bool) -> Self {
        Self::new(WidgetKind::Toggle { words: words.into(), on })
    }

    /// A number between two others.
    pub const fn slider(min: f32, max: f32, value: f32) -> Self {
        Self::new(WidgetKind::Slider { min, max, step: 0.0, value })
    }

    /// One out of several, of which `rows` show at a time.
    #[doc(alias = "select")]
    pub fn list(items: impl IntoIterator<Item = impl Into<String>>, rows: u32) -> Self {
        let items = items.into_iter().map(Into::into).collect();
        Self::new(WidgetKind::List { items, chosen: 0, first: 0, rows })
    }

    /// A line of text to be edited.
    pub fn field(text: &str) -> Self {
        Self::new(WidgetKind::Field(Box::new(TextField::new(TextEdit::new(text)))))
    }

    /// Several lines of text to be edited.
    #[doc(alias = "textarea")]
    pub fn multi_line_field(text: &str) -> Self {
        Self::new(WidgetKind::Field(Box::new(TextField::new(TextEdit::multi_line(text)))))
    }

    /// A picture that is stretched with its corners as they are: a frame, a bar, a line between two groups. By itself
    /// it is as large as the picture; a width, a height or a share of the room stretches it. A picture with margins of
    /// 0 is stretched as a whole.
    ///
    /// ```
    /// use motile_game::{NineSlice, Ui, Widget};
    /// use motile_geom::vec2;
    /// use motile_pixels::{Color, Surface};
    /// use motile_stage::{Image, Input};
    /// let bar = NineSlice::new(Image::new(Surface::opaque(12, 8, Color::ORANGE)?), [3; 4]);
    /// let mut ui = Ui::new();
    /// let health = ui.add(Widget::picture(bar).with_width(120.0));
    /// ui.update(&Input::default(), vec2(320.0, 200.0), 1.0 / 60.0);
    /// assert_eq!(ui.area(health).map(|area| area.size()), Some(vec2(120.0, 8.0)));
    /// # Ok::<(), motile_pixels::SurfaceError>(())
    /// ```
    #[doc(alias = "9-slice")]
    #[doc(alias = "icon")]
    pub const fn picture(picture: NineSlice) -> Self {
        Self::new(WidgetKind::Picture(picture))
    }

    /// With a share of the room that is left in its row or column.
    #[must_use]
    pub const fn with_grow(mut self, grow: f32) -> Self {
        self.grow = grow;
        self
    }

    /// With a width in pixels.
    #[must_use]
    pub const fn with_width(mut self, width: f32) -> Self {
        self.width = Some(width);
        self
    }

    /// With a height in pixels.
    #[must_use]
    pub const fn with_height(mut self, height: f32) -> Self {
        self.height = Some(height);
        self
    }

    /// With letters of a size in pixels.
    #[must_use]
    pub const fn with_text_size(mut self, size: f32) -> Self {
        self.text_size = Some(size);
        self
    }

    /// With words of a color.
    #[must_use]
    pub const fn with_color(mut self, color: Color) -> Self {
        self.color = Some(color);
        self
    }

    /// At a place of its stack or of the stage, as a share of the room that is left, and this far from the borders.
    #[must_use]
    pub const fn with_anchor(mut self, anchor: Vec2, margin: f32) -> Self {
        (self.anchor, self.margin) = (anchor, margin);
        self
    }

    /// With values that a slider stops at, this far apart.
    #[must_use]
    pub const fn with_step(mut self, distance: f32) -> Self {
        if let WidgetKind::Slider { step, .. } = &mut self.kind {
            *step = distance;
        }
        self
    }

    /// With words that stand in an empty text field.
    #[must_use]
    pub fn with_placeholder(mut self, words: &str) -> Self {
        if let WidgetKind::Field(field) = &mut self.kind {
            field.placeholder = words.into();
        }
        self
    }

    /// Whether it can have the focus.
    pub(super) const fn takes_focus(&self) -> bool {
        let passive = self.is_seen_only() || matches!(self.kind, WidgetKind::Group { .. });
        self.visible && self.enabled && !passive
    }

    /// Whether it is nothing but words or a picture.
    pub(super) const fn is_seen_only(&self) -> bool {
        matches!(
            self.kind,
            WidgetKind::Label(_) | WidgetKind::Paragraph(_) | WidgetKind::Picture(_)
        )
    }

    /// The words on it.
    pub(super) fn words(&self) -> &str {
        match &self.kind {
            WidgetKind::Label(words)
            | WidgetKind::Paragraph(words)
            | WidgetKind::Button(words)
            | WidgetKind::Toggle { words, .. } => words,
            _ => "",
        }
    }
}

/// A slider's value in its range and on its steps; the smallest for numbers that are not finite.
pub(super) fn settled(value: f32, min: f32, max: f32, step: f32) -> f32 {
    let (min, max) = (min.min(max), max.max(min));
    if !value.is_finite() || !min.is_finite() || !max.is_finite() {
        return if min.is_finite() { min } else { 0.0 };
    }
    let stepped = if step > 0.0 { min + ((value - min) / step).round() * step } else { value };
    stepped.clamp(min, max)
}
