//! As much XML as graphs are written in: elements, attributes and text, each with its place in the file.

use crate::{
    source::ast::Name,
    source::diagnostic::{Diagnostic, SourceSpan},
};

/// Elements nest at most so deep, and there are at most so many.
const MAX_DEPTH: u32 = 16;
const MAX_ELEMENTS: usize = 4096;

/// Bytes between the `&` of an entity and its `;`, and one: `#x10ffff`.
const LONGEST_ENTITY: usize = 9;

#[derive(Debug)]
pub(crate) struct Element {
    pub(crate) name: Name,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) children: Vec<Element>,
    /// What stands between its tags, byte for byte as long as in the file: all that is no text is blank.
    pub(crate) text: String,
    /// Where that begins.
    pub(crate) start: usize,
}

#[derive(Debug)]
pub(crate) struct Attribute {
    pub(crate) name: String,
    /// What stands between the quotes.
    pub(crate) value: Name,
}

impl Element {
    pub(crate) fn attribute(&self, name: &str) -> Option<&Name> {
        let mut all = self.attributes.iter();
        all.find(|attribute| attribute.name == name).map(|attribute| &attribute.value)
    }
}

/// Reads a file with one element in it. `None` when it is no XML, which is told then.
pub(crate) fn parse(source: &str, errors: &mut Vec<Diagnostic>) -> Option<Element> {
    let mut reader = Reader { source, at: 0, left: MAX_ELEMENTS, errors };
    reader.skip_outside()?;
    let element = reader.element(0)?;
    reader.skip_outside()?;
    if reader.at < source.len() {
        return reader.fail("there is something after the graph");
    }
    Some(element)
}

struct Reader<'a> {
    source: &'a str,
    at: usize,
    /// Elements that may still come.
    left: usize,
    errors: &'a mut Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn fail<T>(&mut self, message: impl Into<String>) -> Option<T> {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        let span = SourceSpan::new(self.at, self.at + length);
        self.errors.push(Diagnostic::error("PB014", span, message));
        None
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        self.at += if found { text.len() } else { 0 };
        found
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// Moves behind some text, which has to come.
    fn skip_to(&mut self, end: &str) -> Option<()> {
        match self.rest().find(end) {
            Some(by) => self.at += by + end.len(),
            None => return self.fail(format!("this has no `{end}`")),
        }
        Some(())
    }

    /// A comment or an instruction, if there is one.
    fn skip_aside(&mut self) -> Option<bool> {
        let rest = self.rest();
        if rest.starts_with("<!--") {
            self.skip_to("-->")?;
        } else if rest.starts_with("<?") {
            self.skip_to("?>")?;
        } else {
            return Some(false);
        }
        Some(true)
    }

    fn skip_outside(&mut self) -> Option<()> {
        loop {
            self.at += self.rest().len() - self.rest().trim_start_matches('\u{feff}').len();
            self.skip_blanks();
            if self.rest().starts_with("<!DOCTYPE") {
                self.skip_to(">")?;
            } else if !self.skip_aside()? {
                return Some(());
            }
        }
    }

    fn name(&mut self, what: &str) -> Option<Name> {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':');
        let length = self.rest().find(|c| !is_part(c)).unwrap_or(self.rest().len());
        if length == 0 {
            return self.fail(format!("expected {what}"));
        }
        let span = SourceSpan::new(self.at, self.at + length);
        self.at += length;
        Some(Name { text: span.text(self.source).to_owned(), span })
    }

    fn element(&mut self, depth: u32) -> Option<Element> {
        self.left = self.left.saturating_sub(1);
        if depth == MAX_DEPTH || self.left == 0 {
            return self.fail("there are too many elements");
        }
        if !self.eat("<") {
            return self.fail("expected `<`");
        }
        let name = self.name("the name of an element")?;
        let mut attributes = Vec::new();
        loop {
            self.skip_blanks();
            let is_empty = self.eat("/>");
            if is_empty || self.eat(">") {
                let (children, text, start) = (Vec::new(), String::new(), self.at);
                let mut element = Element { name, attributes, children, text, start };
                if !is_empty {
                    self.content(&mut element, depth)?;
                }
                return Some(element);
            }
            attributes.push(self.attribute()?);
        }
    }

    fn attribute(&mut self) -> Option<Attribute> {
        let name = self.name("an attribute or `>`")?.text;
        self.skip_blanks();
        if !self.eat("=") {
            return self.fail("expected `=`");
        }
        self.skip_blanks();
        let Some(quote) = ["\"", "'"].into_iter().find(|quote| self.eat(quote)) else {
            return self.fail("expected a quote");
        };
        let start = self.at;
        self.skip_to(quote)?;
        let span = SourceSpan::new(start, self.at - quote.len());
        let mut text = String::new();
        plain(span.text(self.source), &mut text, false);
        Some(Attribute { name, value: Name { text, span } })
    }

    /// What stands between the tags of an element, and the closing tag.
    fn content(&mut self, element: &mut Element, depth: u32) -> Option<()> {
        loop {
            let start = self.at;
            if self.eat("</") {
                let name = self.name("the name of an element")?;
                self.skip_blanks();
                if name.text != element.name.text {
                    let message =
                        format!("`{}` ends where `{}` is open", name.text, element.name.text);
                    let error = Diagnostic::error("PB014", name.span, message);
                    self.errors.push(error.label(element.name.span, "it begins here"));
                    return None;
                }
                return if self.eat(">") { Some(()) } else { self.fail("expected `>`") };
            }
            if self.eat("<![CDATA[") {
                let inner = self.at;
                self.skip_to("]]>")?;
                blank(&self.source[start..inner], &mut element.text);
                element.text += &self.source[inner..self.at - 3];
                blank("]]>", &mut element.text);
            } else if self.skip_aside()? {
                blank(&self.source[start..self.at], &mut element.text);
            } else if self.rest().starts_with('<') {
                element.children.push(self.element(depth + 1)?);
                blank(&self.source[start..self.at], &mut element.text);
            } else if self.rest().is_empty() {
                let message = format!("`{}` is never closed", element.name.text);
                self.errors.push(Diagnostic::error("PB014", element.name.span, message));
                return None;
            } else {
                self.at += self.rest().find('<').unwrap_or(self.rest().len());
                plain(&self.source[start..self.at], &mut element.text, true);
            }
        }
    }
}

/// Blanks in the place of a text, of which only the ends of lines stay.
fn blank(text: &str, into: &mut String) {
    let kept = |byte| matches!(byte, b'\n' | b'\r');
    into.extend(text.bytes().map(|byte| if kept(byte) { char::from(byte) } else { ' ' }));
}

/// A text with its entities resolved; where its length is kept, blanks stand before them.
fn plain(text: &str, into: &mut String, keeps_length: bool) {
    let mut rest = text;
    while let Some(place) = rest.find('&') {
        into.push_str(&rest[..place]);
        rest = &rest[place..];
        // Operators such as `&amp;&amp;` stay together.
        let (mut found, mut length) = (String::new(), 0);
        while let Some((c, long)) = entity(&rest[length..]) {
            found.push(c);
            length += long;
        }
        if length == 0 {
            (found, length) = ("&".to_owned(), 1);
        }
        if keeps_length {
            into.extend(core::iter::repeat_n(' ', length.saturating_sub(found.len())));
        }
        into.push_str(&found);
        rest = &rest[length..];
    }
    into.push_str(rest);
}

/// The character that an entity stands for, and how long it is written.
fn entity(text: &str) -> Option<(char, usize)> {
    let rest = text.strip_prefix('&')?;
    let name = &rest[..rest.bytes().take(LONGEST_ENTITY).position(|byte| byte == b';')?];
    let number =
        |digits: &str, radix| u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
    let c = match name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        _ => match name.strip_prefix("#x") {
            Some(digits) => number(digits, 16)?,
            None => number(name.strip_prefix('#')?, 10)?,
        },
    };
    Some((c, name.len() + 2))
}
