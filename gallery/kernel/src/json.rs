//! Kernels for programs to read.

use motile_kernel::{
    Diagnostic, ImageInput, Kernel, KernelGraph, MetaValue, Parameter, Severity, SourceSpan,
    json::{list, number, numbers, text},
};

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

/// Where a span begins and ends, in bytes, and its first line and column.
fn place(source: &str, span: SourceSpan) -> String {
    let (line, column) = span.line_column(source);
    let SourceSpan { start, end } = span;
    format!("\"start\":{start},\"end\":{end},\"line\":{line},\"column\":{column}")
}

/// What the compiler says about a file.
pub(crate) fn diagnostics(file: &str, source: &str, of: &[Diagnostic]) -> String {
    let all = list(of, |of| {
        let severity = if of.severity == Severity::Error { "error" } else { "warning" };
        let labels = list(&of.labels, |label| {
            format!("{{{},\"message\":{}}}", place(source, label.span), text(&label.text))
        });
        let fix = of.suggestion.as_ref().map_or("null".to_owned(), |fix| {
            format!("{{{},\"replacement\":{}}}", place(source, fix.span), text(&fix.replacement))
        });
        format!(
            "{{\"severity\":\"{severity}\",\"code\":\"{}\",\"message\":{},{},\"labels\":{labels},\"note\":{},\"fix\":{fix}}}",
            of.code,
            text(&of.message),
            place(source, of.span),
            of.note.as_deref().map_or("null".to_owned(), text),
        )
    });
    format!("{{\"file\":{},\"diagnostics\":{all}}}", text(file))
}
