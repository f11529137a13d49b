//! XML as elements.

use super::node::Node;
use crate::files::fault::{Fault, Read};
use crate::files::limits::MAX_DEPTH;
use roxmltree::{Document, ParsingOptions};

/// Reads a text as XML.
pub(super) fn parse(text: &str) -> Read<Document<'_>> {
    // Old versions of Tiled wrote a document type, so that one is allowed; entities of one's own are not, because
    // they multiply.
    if text.contains("<!ENTITY") {
        return Err(Fault::new("entities are not read").at(text.find("<!ENTITY")));
    }
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let place = error.pos();
        Fault::new(format!("no XML: {error}")).at_line(place.row as usize, place.col as usize)
    })
}

/// The elements of a document.
pub(super) fn root<'a>(document: &'a Document<'_>) -> Read<Node<'a>> {
    element(document.root_element(), 0)
}

fn element<'a>(from: roxmltree::Node<'a, '_>, depth: usize) -> Read<Node<'a>> {
    let mut node = Node::new(from.tag_name().name());
    node.at = Some(from.range().start);
    if depth > MAX_DEPTH {
        return Err(node.fault(format!("nested deeper than {MAX_DEPTH}")));
    }
    node.attributes = from.attributes().map(|a| (a.name(), a.value().into())).collect();
    for child in from.children() {
        if child.is_element() {
            node.children.push(element(child, depth + 1)?);
        } else if let Some(text) = child.text().filter(|_| child.is_text()) {
            if node.text.is_empty() {
                node.text = text.into();
            } else {
                node.text.to_mut().push_str(text);
            }
        }
    }
    Ok(node)
}
