//! What the page is told, as JSON.

use crate::{Example, PlayError, Playground};
use motile_kernel::{
    Diagnostic, ProbedValue, SecondarySpan, Severity, SourceSpan, Suggestion,
    json::{list, numbers, text},
};

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
    let label = |label: &SecondarySpan| {
        let (start, end) = units(source, label.span);
        let (line, column) = label.span.line_column(source);
        format!(
            "{{\"start\":{start},\"end\":{end},\"line\":{line},\"column\":{column},\"text\":{}}}",
            text(&label.text)
        )
    };
    let labels = list(&of.labels, label);
    let severity = if of.severity == Severity::Error { "error" } else { "warning" };
    format!(
        "{{\"severity\":\"{severity}\",\"code\":\"{}\",\"message\":{},\"start\":{start},\"end\":{end},\"line\":{line},\"column\":{column},\"labels\":{labels},\"note\":{},\"fix\":{}}}",
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
    fn shader_39_other_places_of_a_mistake_are_told() {
        let mut playground = Playground::default();
        let source =
            "<languageVersion : 1.0;> kernel K < namespace : \"n\"; vendor : \"v\"; version : 1; >
            { output pixel4 dst; output pixel4 two; void evaluatePixel() { dst = pixel4(1.0); } }";
        playground.edit(source);
        let first = source.find("output pixel4 dst;").unwrap();
        let expected = format!(
            "\"labels\":[{{\"start\":{first},\"end\":{},\"line\":2,\"column\":15,\"text\":\"the first is here\"}}]",
            first + "output pixel4 dst;".len()
        );
        assert!(playground.to_json().contains(&expected), "{}", playground.to_json());
    }
}
