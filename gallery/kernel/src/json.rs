//! Kernels for programs to read.

use motile_kernel::{
    Diagnostic, ImageInput, Kernel, KernelGraph, MetaValue, Parameter, Severity, SourceSpan,
    json::{list, number, numbers, text},
};

/// What a kernel says of itself, its inputs and its parameters, and what the compiler says about it.
pub(crate) fn kernel(file: &str, kernel: &Kernel, source: &str) -> String {
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
        "{{\"name\":{},\"channels\":{},\"operations\":{},\"metadata\":{{{}}},{},{}}}",
        text(kernel.name()),
        kernel.channels(),
        kernel.operations(),
        metadata.join(","),
        face(kernel.inputs(), kernel.parameters()),
        diagnostics(file, source, kernel.warnings()),
    )
}

/// Passes, inputs and parameters of a graph, and what the compiler says about it.
pub(crate) fn graph(file: &str, graph: &KernelGraph, source: &str) -> String {
    format!(
        "{{\"name\":{},\"channels\":{},\"passes\":{},{},{}}}",
        text(graph.name()),
        graph.channels(),
        list(graph.passes(), |(name, _)| text(name)),
        face(graph.inputs(), graph.parameters()),
        diagnostics(file, source, graph.warnings()),
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

/// What is wrong with a source.
pub(crate) fn mistakes(file: &str, source: &str, of: &[Diagnostic]) -> String {
    format!("{{{}}}", diagnostics(file, source, of))
}

/// Why a file that is no source is no kernel either.
pub(crate) fn error(file: &str, why: &str) -> String {
    format!("{{\"file\":{},\"error\":{}}}", text(file), text(why))
}

/// A file and what the compiler says about it, as two members of an object.
fn diagnostics(file: &str, source: &str, of: &[Diagnostic]) -> String {
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
    format!("\"file\":{},\"diagnostics\":{all}", text(file))
}
