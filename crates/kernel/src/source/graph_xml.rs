//! Graphs as XML, which is how the tools of Pixel Bender saved them: told as the tokens of a graph in the language itself, each of which
//! knows its place in the file.

use crate::{
    source::ast::Name,
    source::diagnostic::{Diagnostic, SourceSpan, closest},
    source::preprocess,
    source::token::{self, Kind, Token},
    source::types::{ScalarType, ValueType},
    source::xml::{self, Element},
};

/// What may stand in a graph.
const PARTS: [&str; 9] = [
    "metadata",
    "inputImage",
    "outputImage",
    "parameter",
    "kernel",
    "node",
    "connect",
    "evaluateParameters",
    "evaluateDependents",
];

/// Whether a source is XML: one in the language begins with its version.
pub(crate) fn is_xml(source: &str) -> bool {
    let text = source.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    ["<?xml", "<!--", "<graph"].iter().any(|begin| text.starts_with(begin))
}

/// The tokens of the graph that a file of XML holds.
pub(crate) fn tokens(source: &str, errors: &mut Vec<Diagnostic>) -> Option<Vec<Token>> {
    let root = xml::parse(source, errors)?;
    if root.name.text != "graph" {
        let message = format!("expected `graph`, found `{}`", root.name.text);
        errors.push(Diagnostic::error("PB014", root.name.span, message));
        return None;
    }
    let mut writer = Writer { list: Vec::new(), bodies: Vec::new(), errors };
    writer.graph(&root);
    let end = SourceSpan::new(source.len(), source.len());
    writer.put(Kind::End, "", end);
    Some(writer.list)
}

struct Writer<'a> {
    list: Vec<Token>,
    /// What gives the parameters of nodes their values, each between its braces.
    bodies: Vec<Token>,
    errors: &'a mut Vec<Diagnostic>,
}

impl Writer<'_> {
    fn put(&mut self, kind: Kind, text: &str, span: SourceSpan) {
        self.list.push(Token { kind, text: text.to_owned(), span, first: false });
    }

    /// Signs and words of the language that the file says in another way.
    fn say(&mut self, words: &[&'static str], span: SourceSpan) {
        for &word in words {
            let is_name = word.starts_with(|c: char| c.is_alphabetic());
            self.put(if is_name { Kind::Name } else { Kind::Punct(word) }, word, span);
        }
    }

    fn name(&mut self, name: &Name) {
        self.put(Kind::Name, name.text.trim(), name.span);
    }

    /// An attribute that an element cannot do without.
    fn needed(&mut self, of: &Element, name: &str) -> Name {
        if let Some(value) = of.attribute(name) {
            return value.clone();
        }
        let message = format!("`{}` lacks the attribute `{name}`", of.name.text);
        self.errors.push(Diagnostic::error("PB014", of.name.span, message));
        Name { text: name.to_owned(), span: of.name.span }
    }

    fn graph(&mut self, root: &Element) {
        let at = root.name.span;
        let version = self.needed(root, "languageVersion");
        self.say(&["<", "languageVersion", ":"], at);
        // What is missing is told already.
        let number = version.text.trim().parse().unwrap_or(1.0);
        self.put(Kind::Float(number), &version.text, version.span);
        self.say(&[";", ">", "graph"], at);
        let name = self.needed(root, "name");
        self.name(&name);
        self.metadata(root, None, at);
        self.say(&["{"], at);
        for part in &root.children {
            self.part(part);
        }
        if !self.bodies.is_empty() {
            self.say(&["void", "evaluateDependents", "(", ")", "{"], at);
            self.list.append(&mut self.bodies);
            self.say(&["}"], at);
        }
        self.say(&["}"], at);
    }

    fn part(&mut self, part: &Element) {
        let at = part.name.span;
        match part.name.text.as_str() {
            // Said before the brace already.
            "metadata" => {}
            "inputImage" => self.picture("input", part),
            "outputImage" => self.picture("output", part),
            "parameter" => {
                let (ty, name) = (self.needed(part, "type"), self.needed(part, "name"));
                self.say(&["parameter"], at);
                self.name(&ty);
                self.name(&name);
                self.metadata(part, Some(&ty), at);
                self.say(&[";"], at);
            }
            "kernel" => {
                let mut tokens = self.lexed(part);
                self.list.append(&mut tokens);
            }
            "node" => {
                let (kernel, id) = (self.needed(part, "name"), self.needed(part, "id"));
                self.say(&["node", "<"], at);
                self.name(&kernel);
                self.say(&[">"], at);
                self.name(&id);
                self.say(&[";"], at);
                for child in &part.children {
                    self.part(child);
                }
            }
            "connect" => {
                self.say(&["connect"], at);
                self.port(part, ["fromImage", "fromNode", "fromOutput"]);
                self.say(&["to"], at);
                self.port(part, ["toImage", "toNode", "toInput"]);
                self.say(&[";"], at);
            }
            "evaluateParameters" | "evaluateDependents" => self.body(part),
            other => {
                let error = format!("`{other}` has no meaning in a graph");
                let error = Diagnostic::error("PB014", at, error);
                self.errors.push(match closest(other, PARTS) {
                    Some(near) => error.fix(at, near),
                    None => error,
                });
            }
        }
    }

    fn picture(&mut self, word: &'static str, part: &Element) {
        let (ty, name) = (self.needed(part, "type"), self.needed(part, "name"));
        self.say(&[word], part.name.span);
        self.name(&ty);
        self.name(&name);
        self.say(&[";"], part.name.span);
    }

    fn port(&mut self, part: &Element, [image, node, picture]: [&str; 3]) {
        if let Some(image) = part.attribute(image) {
            return self.name(image);
        }
        let (node, picture) = (self.needed(part, node), self.needed(part, picture));
        self.name(&node);
        self.say(&["."], part.name.span);
        self.name(&picture);
    }

    /// The metadata of a graph, or of a parameter, whose type is that of values that do not say their own.
    fn metadata(&mut self, of: &Element, ty: Option<&Name>, at: SourceSpan) {
        let mut entries =
            of.children.iter().filter(|child| child.name.text == "metadata").peekable();
        if entries.peek().is_none() {
            return;
        }
        self.say(&["<"], at);
        for entry in entries {
            let (key, value) = (self.needed(entry, "name"), self.needed(entry, "value"));
            let is_of_type = matches!(key.text.trim(), "minValue" | "maxValue" | "defaultValue");
            let said = entry.attribute("type").or(if is_of_type { ty } else { None });
            self.name(&key);
            self.say(&[":"], key.span);
            match said.and_then(|name| ValueType::from_name(name.text.trim())) {
                Some(ty) => self.numbers(ty, said.map_or("", |name| name.text.trim()), &value),
                None => self.put(Kind::Text(value.text.clone()), &value.text, value.span),
            }
            self.say(&[";"], key.span);
        }
        self.say(&[">"], at);
    }

    /// `1.0,2.0` as what it is in the language: `float2(1.0, 2.0)`.
    fn numbers(&mut self, ty: ValueType, name: &str, value: &Name) {
        let words: Vec<&str> = value
            .text
            .split([',', ' ', '\t', '\r', '\n'])
            .filter(|word| !word.is_empty())
            .collect();
        let is_several = ty.count() > 1;
        if is_several {
            self.put(Kind::Name, name, value.span);
            self.say(&["("], value.span);
        }
        for (i, word) in words.iter().enumerate() {
            if i > 0 {
                self.say(&[","], value.span);
            }
            self.number(ty.scalar(), word, value.span);
        }
        if words.is_empty() {
            let message = format!("expected {ty}, found nothing");
            self.errors.push(Diagnostic::error("PB009", value.span, message));
        }
        if is_several {
            self.say(&[")"], value.span);
        }
    }

    fn number(&mut self, scalar: ScalarType, word: &str, span: SourceSpan) {
        let (sign, digits) = match word.strip_prefix('-') {
            Some(digits) => (Some("-"), digits),
            None => (None, word.strip_prefix('+').unwrap_or(word)),
        };
        let kind = match scalar {
            ScalarType::Bool if matches!(word, "true" | "false") => Some(Kind::Name),
            ScalarType::Float => {
                digits.parse().ok().filter(|number: &f32| number.is_finite()).map(Kind::Float)
            }
            ScalarType::Int | ScalarType::Bool => digits.parse().ok().map(Kind::Int),
        };
        match kind {
            Some(Kind::Name) => self.put(Kind::Name, word, span),
            Some(kind) => {
                self.say(sign.as_slice(), span);
                self.put(kind, digits, span);
            }
            None => {
                let message = format!("`{word}` is no number");
                self.errors.push(Diagnostic::error("PB014", span, message));
                self.put(Kind::Int(0), "0", span);
            }
        }
    }

    /// What is written in an element in the language, its directives carried out.
    fn lexed(&mut self, part: &Element) -> Vec<Token> {
        let known = self.errors.len();
        let mut tokens = token::tokens(&part.text, self.errors);
        for error in &mut self.errors[known..] {
            error.moved(part.start);
        }
        for token in &mut tokens {
            token.span = token.span.moved(part.start);
        }
        let mut tokens = preprocess::preprocess(&tokens, false, self.errors);
        tokens.pop();
        tokens
    }

    /// `void evaluateParameters() { node::parameter = … }`: what is between the braces, with points for the colons.
    fn body(&mut self, part: &Element) {
        let tokens = self.lexed(part);
        let text: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
        let is_head = |head: &[&str]| match head {
            ["void", name, "(", ")"] | ["void", name, "(", "void", ")"] => *name == part.name.text,
            _ => false,
        };
        let open = text.iter().position(|text| *text == "{").unwrap_or(text.len());
        if !is_head(&text[..open]) || text.last() != Some(&"}") {
            let message = format!("expected `void {}() {{ … }}`", part.name.text);
            let span = tokens.first().map_or(part.name.span, |token| token.span);
            self.errors.push(Diagnostic::error("PB014", span, message));
            return;
        }
        let mut at = open;
        while at < tokens.len() {
            let is_scope = at + 3 < tokens.len()
                && tokens[at].kind == Kind::Name
                && tokens[at + 1].is(":")
                && tokens[at + 2].is(":");
            self.bodies.push(tokens[at].clone());
            if is_scope {
                let point = Token {
                    kind: Kind::Punct("."),
                    text: ".".to_owned(),
                    ..tokens[at + 1].clone()
                };
                self.bodies.push(point);
            }
            at += if is_scope { 3 } else { 1 };
        }
    }
}
