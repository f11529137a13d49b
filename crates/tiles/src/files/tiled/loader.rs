//! Files and what they name.

use super::node::Node;
use super::{json, xml};
use crate::MapObject;
use crate::files::MapReader;
use crate::files::fault::{Fault, Read};
use crate::files::limits::MAX_FILES;
use std::collections::BTreeMap;

/// Opens files, and refuses those that lead back to themselves.
pub(super) struct Loader<'r> {
    reader: &'r mut dyn MapReader,
    /// The files that are being read, each named by the one before.
    open: Vec<String>,
    /// Templates that were read, by path.
    pub(super) templates: BTreeMap<String, MapObject>,
}

impl<'r> Loader<'r> {
    pub(super) fn new(reader: &'r mut dyn MapReader) -> Self {
        Self { reader, open: Vec::new(), templates: BTreeMap::new() }
    }

    /// Reads a file and gives its elements to `read`. What goes wrong gets the file and the line.
    pub(super) fn open<T>(
        &mut self,
        path: &str,
        read: impl FnOnce(&mut Self, &Node<'_>) -> Read<T>,
    ) -> Read<T> {
        if self.open.iter().any(|open| open == path) {
            let circle = self.open.join(" → ");
            return Err(Fault::new(format!("{path} leads back to itself: {circle}")));
        }
        if self.open.len() >= MAX_FILES {
            return Err(Fault::new(format!("more than {MAX_FILES} files name each other")));
        }
        let bytes = self.reader.bytes(path);
        let bytes = bytes.map_err(|error| Fault::new(error).in_file(path, ""))?;
        self.open.push(path.into());
        let result = self.parsed(&bytes, path, read);
        self.open.pop();
        result
    }

    fn parsed<T>(
        &mut self,
        bytes: &[u8],
        path: &str,
        read: impl FnOnce(&mut Self, &Node<'_>) -> Read<T>,
    ) -> Read<T> {
        let text = core::str::from_utf8(bytes).map_err(|error| {
            let what = format!("no UTF-8 at byte {}", error.valid_up_to());
            Fault::new(what).in_file(path, "")
        })?;
        let text = text.trim_start_matches('\u{feff}');
        let result = if text.trim_start().starts_with('{') {
            json::parse(text).and_then(|value| read(self, &json::root(&value)?))
        } else {
            xml::parse(text).and_then(|document| read(self, &xml::root(&document)?))
        };
        result.map_err(|fault| fault.in_file(path, text))
    }
}
