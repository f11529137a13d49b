//! XML as text.

use crate::{TileProperties, TileProperty};
use core::fmt::{Display, Write as _};

/// Writes elements. What cannot be written is remembered and reported at the end.
#[derive(Debug)]
pub(super) struct Writer {
    out: String,
    depth: usize,
    wrong: Option<String>,
}

/// An element whose attributes are being written.
#[must_use]
pub(super) struct Element<'w> {
    writer: &'w mut Writer,
    name: &'static str,
}

impl Writer {
    pub(super) fn new() -> Self {
        let out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".into();
        Self { out, depth: 0, wrong: None }
    }

    pub(super) fn finish(self) -> Result<String, String> {
        self.wrong.map_or(Ok(self.out), Err)
    }

    /// Something has no place in the format; the first of them is reported.
    pub(super) fn refuse(&mut self, what: impl Into<String>) {
        self.wrong.get_or_insert_with(|| what.into());
    }

    pub(super) fn element(&mut self, name: &'static str) -> Element<'_> {
        self.indent();
        self.out.push('<');
        self.out.push_str(name);
        Element { writer: self, name }
    }

    fn indent(&mut self) {
        self.out.extend(core::iter::repeat_n(' ', self.depth));
    }

    fn display(&mut self, value: impl Display) {
        // Writing to a string does not fail.
        let _ok = write!(self.out, "{value}").is_ok();
    }

    fn escaped(&mut self, text: &str, attribute: bool) {
        for letter in text.chars() {
            match letter {
                '<' => self.out.push_str("&lt;"),
                '>' => self.out.push_str("&gt;"),
                '&' => self.out.push_str("&amp;"),
                '"' if attribute => self.out.push_str("&quot;"),
                // Readers turn these into spaces in attributes, and the last one into a line feed everywhere.
                '\n' if attribute => self.out.push_str("&#10;"),
                '\t' if attribute => self.out.push_str("&#9;"),
                '\r' => self.out.push_str("&#13;"),
                '\n' | '\t' => self.out.push(letter),
                '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => self.out.push('\u{fffd}'),
                _ => self.out.push(letter),
            }
        }
    }

    pub(super) fn properties(&mut self, properties: &TileProperties) {
        if properties.is_empty() {
            return;
        }
        self.element("properties").inside(|out| {
            for (name, value) in &properties.values {
                out.property("property", Some(name), value);
            }
        });
    }

    fn property(&mut self, element: &'static str, name: Option<&str>, value: &TileProperty) {
        let mut node = self.element(element);
        if let Some(name) = name {
            node = node.text("name", name);
        }
        match value {
            TileProperty::Text(text) => node.text("value", text).end(),
            TileProperty::Enum(kind, text) => {
                node.text("propertytype", kind).text("value", text).end();
            }
            TileProperty::Int(value) => node.text("type", "int").number("value", value).end(),
            TileProperty::Float(value) => node.text("type", "float").float("value", *value).end(),
            TileProperty::Bool(value) => node.text("type", "bool").number("value", value).end(),
            TileProperty::Color(color) => node.text("type", "color").color("value", *color).end(),
            TileProperty::Nothing => node.text("type", "color").text("value", "").end(),
            TileProperty::File(file) => node.text("type", "file").text("value", file).end(),
            TileProperty::Object(id) => node.text("type", "object").number("value", id).end(),
            TileProperty::Class(kind, members) => {
                let node = node.text("type", "class").text("propertytype", kind);
                node.inside(|out| out.properties(members));
            }
            TileProperty::List(items) => node.text("type", "list").inside(|out| {
                for item in items {
                    out.property("item", None, item);
                }
            }),
            TileProperty::Point(_) => {
                node.end();
                self.refuse("TMX has no points as properties");
            }
        }
    }
}

impl Element<'_> {
    fn begin(&mut self, name: &str) {
        self.writer.display(format_args!(" {name}=\""));
    }

    pub(super) fn text(mut self, name: &str, value: &str) -> Self {
        self.begin(name);
        self.writer.escaped(value, true);
        self.writer.out.push('"');
        self
    }

    /// A text that is left out when it is empty.
    pub(super) fn named(self, name: &str, value: &str) -> Self {
        if value.is_empty() { self } else { self.text(name, value) }
    }

    pub(super) fn number(mut self, name: &str, value: impl Display) -> Self {
        self.begin(name);
        self.writer.display(value);
        self.writer.out.push('"');
        self
    }

    /// A number that is left out when it is what readers expect.
    pub(super) fn unless<T: Display + PartialEq + Copy>(
        self,
        usual: T,
        name: &str,
        value: T,
    ) -> Self {
        if value == usual { self } else { self.number(name, value) }
    }

    pub(super) fn flag(self, usual: bool, name: &str, value: bool) -> Self {
        self.unless(u8::from(usual), name, u8::from(value))
    }

    pub(super) fn float(self, name: &str, value: f32) -> Self {
        if !value.is_finite() {
            self.writer.refuse(format!("{name} of <{}> is {value}", self.name));
        }
        self.number(name, value)
    }

    pub(super) fn float_unless(self, usual: f32, name: &str, value: f32) -> Self {
        if value == usual { self } else { self.float(name, value) }
    }

    pub(super) fn color(self, name: &str, color: u32) -> Self {
        if color >> 24 == 0xFF {
            self.number(name, format_args!("#{:06x}", color & 0xFF_FFFF))
        } else {
            self.number(name, format_args!("#{color:08x}"))
        }
    }

    /// Ends an element that has nothing inside.
    pub(super) fn end(self) {
        self.writer.out.push_str("/>\n");
    }

    /// Ends an element with text inside.
    pub(super) fn end_with_text(self, text: &str) {
        let Self { writer, name } = self;
        writer.out.push('>');
        writer.escaped(text, false);
        writer.display(format_args!("</{name}>\n"));
    }

    /// Writes what is inside the element, and ends it.
    pub(super) fn inside(self, write: impl FnOnce(&mut Writer)) {
        let Self { writer, name } = self;
        writer.out.push_str(">\n");
        let start = writer.out.len();
        writer.depth += 1;
        write(writer);
        writer.depth -= 1;
        if writer.out.len() == start {
            writer.out.truncate(start - 2);
            writer.out.push_str("/>\n");
        } else {
            writer.indent();
            writer.display(format_args!("</{name}>\n"));
        }
    }
}
