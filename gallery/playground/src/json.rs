//! What the page is told, as JSON.

use crate::{Example, PlayError, Playground};
use core::fmt::Write;
use motile_kernel::{Diagnostic, ProbedValue, Severity, SourceSpan, Suggestion};

/// A string with its quotes.
fn text(text: &str) -> String {
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

/// Numbers as a list; those that JSON has no word for are null.
fn numbers(list: &[f32]) -> String {
    let word = |x: &f32| if x.is_finite() { x.to_string() } else { "null".to_owned() };
    format!("[{}]", list.iter().map(word).collect::<Vec<_>>().join(","))
}

fn list<T>(items: impl IntoIterator<Item = T>, one: impl FnMut(T) -> String) -> String {
    format!("[{}]", items.into_iter().map(one).collect::<Vec<_>>().join(","))
}

/// Where a span begins and ends in the code units of JavaScript.
fn units(source: &str, span: SourceSpan) -> (usize, usize) {
    let count = |end: u32| {
        let before = source.char_indices().take_while(|&(at, _)| at < end as usize);
        before.map(|(_, c)| c.len_utf16()).sum()
    };
    (count(span.start), count(span.end))
}

fn diagnostic(source: &str, of: &Diagnostic) -> String {
    let (start, end) = units(source, of.span);
    let (line, column) = of.span.line_column(source);
    let fix = |fix: &Suggestion| {
        let (start, end) = units(source, fix.span);
        let by = text(&fix.replacement);
        format!("{{\"start\":{start},\"end\":{end},\"text\":{by}}}")
    };
    let severity = if of.severity == Severity::Error { "error" } else { "warning" };
    format!(
        "{{\"severity\":\"{severity}\",\"code\":\"{}\",\"message\":{},\"start\":{start},\"end\":{end},\"line\":{line},\"column\":{column},\"note\":{},\"fix\":{}}}",
        of.code,
        text(&of.message),
        of.note.as_deref().map_or("null".to_owned(), text),
        of.suggestion.as_ref().map_or("null".to_owned(), fix),
    )
}

fn probed(source: &str, value: &ProbedValue) -> String {
    let (start, end) = units(source, value.span);
    format!(
        "{{\"name\":{},\"type\":\"{}\",\"start\":{start},\"end\":{end},\"numbers\":{}}}",
        text(&value.name),
        value.ty,
        value.numbers.as_deref().map_or("null".to_owned(), numbers),
    )
}

impl Playground {
    /// Diagnostics of the source, and name, inputs and parameters of the kernel that runs.
    pub fn to_json(&self) -> String {
        let diagnostics = list(self.diagnostics(), |of| diagnostic(self.source(), of));
        let Some(shader) = self.shader() else {
            return format!("{{\"diagnostics\":{diagnostics},\"kernel\":null}}");
        };
        let kernel = shader.kernel();
        let inputs = list(kernel.inputs(), |input| text(&input.name));
        let parameters = list(kernel.parameters(), |p| {
            format!(
                "{{\"name\":{},\"type\":\"{}\",\"scalar\":\"{:?}\",\"min\":{},\"max\":{},\"default\":{},\"value\":{},\"host\":{},\"about\":{}}}",
                text(&p.name),
                p.ty,
                p.ty.scalar(),
                numbers(&p.min),
                numbers(&p.max),
                numbers(&p.default),
                numbers(shader.value(&p.name).unwrap_or_default()),
                p.host_value().is_some(),
                text(p.description().unwrap_or_default()),
            )
        });
        format!(
            "{{\"diagnostics\":{diagnostics},\"kernel\":{{\"name\":{},\"about\":{},\"operations\":{},\"inputs\":{inputs},\"parameters\":{parameters}}}}}",
            text(kernel.name()),
            text(&kernel.metadata_text("description").unwrap_or_default()),
            kernel.operations(),
        )
    }

    /// What every name of the kernel that runs stands for at a pixel.
    ///
    /// # Errors
    /// As [`Playground::look`].
    pub fn look_json(&mut self, x: u32, y: u32) -> Result<String, PlayError> {
        let seen = self.look(x, y)?;
        Ok(list(&seen, |value| probed(self.source(), value)))
    }
}

/// Names, groups and sources of the examples.
pub fn examples() -> String {
    list(Example::all(), |example| {
        let (group, id, source) = (text(example.group), text(example.id), text(example.source));
        format!("{{\"group\":{group},\"id\":{id},\"source\":{source}}}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_as_javascript_counts() {
        // Two code units for the face, one for the accent.
        let source = "// é😀\nx";
        let at = source.find('x').unwrap();
        assert_eq!(units(source, SourceSpan::new(at, at + 1)), (7, 8));
    }

    #[test]
    fn strings_and_numbers_that_json_has_no_word_for_are_written_safely() {
        assert_eq!(text("a\"b\\\u{1}"), "\"a\\\"b\\\\\\u0001\"");
        assert_eq!(numbers(&[1.5, f32::NAN, f32::INFINITY]), "[1.5,null,null]");
    }
}
