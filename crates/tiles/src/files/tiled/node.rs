//! Elements of a map file, whatever language it is written in.

use crate::files::color::color;
use crate::files::fault::{Fault, Read};
use std::borrow::Cow;

/// An element as in TMX: a name, attributes, elements inside, text.
#[derive(Debug, Default)]
pub(super) struct Node<'a> {
    pub(super) name: &'a str,
    pub(super) attributes: Vec<(&'a str, Cow<'a, str>)>,
    pub(super) children: Vec<Node<'a>>,
    pub(super) text: Cow<'a, str>,
    /// The cells of a layer where JSON has them as a list of numbers.
    pub(super) numbers: Option<&'a [serde_json::Value]>,
    /// Where it begins in the file, bytes; JSON does not tell.
    pub(super) at: Option<usize>,
}

impl<'a> Node<'a> {
    pub(super) fn new(name: &'a str) -> Self {
        Self { name, ..Self::default() }
    }

    pub(super) fn with(mut self, name: &'a str, value: impl Into<Cow<'a, str>>) -> Self {
        self.attributes.push((name, value.into()));
        self
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| *key == name).map(|(_, value)| &**value)
    }

    pub(super) fn child(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    pub(super) fn all(&self, name: &str) -> impl Iterator<Item = &Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    pub(super) fn fault(&self, what: impl Into<String>) -> Fault {
        Fault::new(what).at(self.at)
    }

    pub(super) fn string(&self, name: &str) -> String {
        self.get(name).unwrap_or_default().into()
    }

    fn wrong(&self, name: &str, expected: &str) -> Fault {
        let value = shortened(self.get(name).unwrap_or_default());
        self.fault(format!("{name}=\"{value}\" of <{}>: expected {expected}", self.name))
    }

    fn parsed<T>(
        &self,
        name: &str,
        expected: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Read<Option<T>> {
        let Some(text) = self.get(name) else { return Ok(None) };
        parse(text.trim()).map(Some).ok_or_else(|| self.wrong(name, expected))
    }

    /// A whole number that may be left out.
    pub(super) fn maybe<T: TryFrom<i64>>(&self, name: &str) -> Read<Option<T>> {
        self.parsed(name, "a whole number in range", |text| T::try_from(whole(text)?).ok())
    }

    /// A whole number, or what it is when left out.
    pub(super) fn number<T: TryFrom<i64>>(&self, name: &str, or: T) -> Read<T> {
        Ok(self.maybe(name)?.unwrap_or(or))
    }

    /// A whole number that must be there.
    pub(super) fn need<T: TryFrom<i64>>(&self, name: &str) -> Read<T> {
        self.maybe(name)?.ok_or_else(|| self.fault(format!("<{}> has no {name}", self.name)))
    }

    pub(super) fn float(&self, name: &str, or: f32) -> Read<f32> {
        Ok(self.parsed(name, "a finite number", finite)?.unwrap_or(or))
    }

    /// An angle that is written in degrees. Between them are more digits than `f32` has, so that angles that are
    /// written and read again stay what they are.
    pub(super) fn radians(&self, name: &str) -> Read<Option<f32>> {
        self.parsed(name, "a finite number", |text| {
            let degrees: f64 = text.parse().ok()?;
            Some(degrees.to_radians() as f32).filter(|radians| radians.is_finite())
        })
    }

    pub(super) fn flag(&self, name: &str, or: bool) -> Read<bool> {
        let flag = self.parsed(name, "true, false, 1 or 0", |text| match text {
            "1" | "true" => Some(true),
            "0" | "false" => Some(false),
            _ => None,
        })?;
        Ok(flag.unwrap_or(or))
    }

    /// A color, `0xAARRGGBB`; an empty text is none.
    pub(super) fn color(&self, name: &str) -> Read<Option<u32>> {
        if self.get(name).is_none_or(|text| text.trim().is_empty()) {
            return Ok(None);
        }
        self.parsed(name, "a color like #RRGGBB or #AARRGGBB", color)
    }

    /// One of several words; the first when left out.
    pub(super) fn choice<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Read<T> {
        let word = self.get(name).map_or(words[0].0, str::trim);
        let found = words.iter().find(|(known, _)| *known == word);
        found.map(|(_, value)| *value).ok_or_else(|| {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            self.wrong(name, &known.join(", "))
        })
    }
}

/// The beginning of a text, for messages.
fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}

/// A whole number, also where a program wrote it as `16.0`.
fn whole(text: &str) -> Option<i64> {
    text.parse().ok().or_else(|| {
        let value: f64 = text.parse().ok()?;
        (value.fract() == 0.0 && value.abs() < 9e15).then_some(value as i64)
    })
}

pub(super) fn finite(text: &str) -> Option<f32> {
    text.parse().ok().filter(|value: &f32| value.is_finite())
}
