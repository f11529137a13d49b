//! Kernels for programs to read.

use core::fmt::Write;
use motile_kernel::{ImageInput, Kernel, KernelGraph, MetaValue, Parameter};

/// A string with its quotes.
pub fn text(text: &str) -> String {
    let mut json = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => json.extend(['\\', c]),
            '\n' => json.push_str("\\n"),
            // Writing to a string cannot fail.
            c if c.is_control() => _ = write!(json, "\\u{:04x}", c as u32),
            c => json.push(c),
        }
    }
    json.push('"');
    json
}

/// A number; null where JSON has no word for it.
fn number(x: f32) -> String {
    if x.is_finite() { x.to_string() } else { "null".to_owned() }
}

fn list<T>(items: impl IntoIterator<Item = T>, one: impl FnMut(T) -> String) -> String {
    format!("[{}]", items.into_iter().map(one).collect::<Vec<_>>().join(","))
}

fn numbers(list: &[f32]) -> String {
    self::list(list, |&x| number(x))
}

/// What a kernel says of itself, its inputs and its parameters.
pub(crate) fn kernel(kernel: &Kernel) -> String {
    let meta = |value: &MetaValue| match value {
        MetaValue::Text(words) => text(words),
        MetaValue::Numbers(_, list) if list.len() == 1 => number(list[0]),
        MetaValue::Numbers(_, list) => numbers(list),
    };
    let metadata: Vec<String> = kernel
        .metadata()
        .iter()
        .map(|entry| format!("{}:{}", text(&entry.key), meta(&entry.value)))
        .collect();
    format!(
        "{{\"name\":{},\"channels\":{},\"operations\":{},\"metadata\":{{{}}},{}}}",
        text(kernel.name()),
        kernel.channels(),
        kernel.operations(),
        metadata.join(","),
        face(kernel.inputs(), kernel.parameters()),
    )
}

/// Passes, inputs and parameters of a graph.
pub(crate) fn graph(graph: &KernelGraph) -> String {
    format!(
        "{{\"name\":{},\"channels\":{},\"passes\":{},{}}}",
        text(graph.name()),
        graph.channels(),
        list(graph.passes(), |(name, _)| text(name)),
        face(graph.inputs(), graph.parameters()),
    )
}

/// Inputs and parameters as two members of an object.
fn face(inputs: &[ImageInput], parameters: &[Parameter]) -> String {
    let inputs =
        list(inputs, |i| format!("{{\"name\":{},\"channels\":{}}}", text(&i.name), i.channels));
    let parameters = list(parameters, |p| {
        format!(
            "{{\"name\":{},\"type\":{},\"min\":{},\"max\":{},\"default\":{},\"description\":{}}}",
            text(&p.name),
            text(&p.ty.to_string()),
            numbers(&p.min),
            numbers(&p.max),
            numbers(&p.default),
            text(p.description().unwrap_or_default()),
        )
    });
    format!("\"inputs\":{inputs},\"parameters\":{parameters}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped_and_numbers_without_a_word_are_null() {
        assert_eq!(text("a \"b\" \\ \n\u{1}é"), "\"a \\\"b\\\" \\\\ \\n\\u0001é\"");
        assert_eq!(numbers(&[1.5, f32::NAN, f32::INFINITY]), "[1.5,null,null]");
    }
}
