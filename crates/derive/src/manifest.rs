//! As much of a `Cargo.toml` as tells which crates are there, and under which names.

/// What a manifest says about dependencies.
#[derive(Debug, Default)]
pub(crate) struct Manifest {
    /// Name of the package.
    pub(crate) package: String,
    /// Whether it is the root of a workspace.
    pub(crate) is_workspace: bool,
    pub(crate) dependencies: Vec<Dependency>,
    /// Those that members can inherit.
    shared: Vec<Dependency>,
}

#[derive(Debug, Default, Clone)]
pub(crate) struct Dependency {
    /// As the manifest calls it.
    pub(crate) name: String,
    /// The package, where it is called differently.
    pub(crate) package: Option<String>,
    /// Whether the workspace says what it is.
    pub(crate) workspace: bool,
    optional: bool,
    /// For tests or build scripts only.
    side: bool,
}

impl Dependency {
    /// 0 when it is always there, more when it may not be.
    pub(crate) fn rank(&self) -> u8 {
        u8::from(self.optional) + 2 * u8::from(self.side)
    }

    fn set(&mut self, key: &str, value: &str) {
        match key {
            "package" => self.package = Some(unquoted(value).into()),
            "workspace" => self.workspace = value == "true",
            "optional" => self.optional = value == "true",
            _ => {}
        }
    }
}

impl Manifest {
    pub(crate) fn parse(text: &str) -> Self {
        let mut manifest = Self::default();
        let mut table: Vec<String> = Vec::new();
        for line in statements(text) {
            if let Some(header) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                let header = header.trim_start_matches('[').trim_end_matches(']');
                table = split(header, '.').map(|part| unquoted(part).to_owned()).collect();
                manifest.is_workspace |= table[0] == "workspace";
            } else if let Some((key, value)) = line.split_once('=') {
                let keys = split(key, '.').map(|part| unquoted(part).to_owned());
                let path: Vec<String> = table.iter().cloned().chain(keys).collect();
                manifest.assign(&path, value.trim());
            }
        }
        manifest
    }

    /// What the workspace calls a package that members inherit by this name.
    pub(crate) fn workspace_package(&self, name: &str) -> Option<String> {
        self.shared.iter().find(|dependency| dependency.name == name)?.package.clone()
    }

    fn assign(&mut self, path: &[String], value: &str) {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        match path[..] {
            ["package", "name"] => self.package = unquoted(value).into(),
            ["workspace", "dependencies", name, ref field @ ..] => {
                note(&mut self.shared, name, false, field, value);
            }
            ["target", _, kind, name, ref field @ ..] | [kind, name, ref field @ ..] => {
                let Some(kind) = kind.strip_suffix("dependencies") else { return };
                note(&mut self.dependencies, name, !kind.is_empty(), field, value);
            }
            _ => {}
        }
    }
}

/// Notes a dependency, or one more thing about one that is known.
fn note(list: &mut Vec<Dependency>, name: &str, side: bool, field: &[&str], value: &str) {
    let known = list.iter().position(|known| known.name == name && known.side == side);
    let index = known.unwrap_or_else(|| {
        list.push(Dependency { name: name.into(), side, ..Dependency::default() });
        list.len() - 1
    });
    let dependency = &mut list[index];
    if let [key] = field {
        dependency.set(key, value);
    } else if let Some(table) = value.strip_prefix('{').and_then(|value| value.strip_suffix('}')) {
        for (key, value) in split(table, ',').filter_map(|pair| pair.split_once('=')) {
            dependency.set(key.trim(), value.trim());
        }
    }
}

/// Headers and assignments without comments, each in one line.
fn statements(text: &str) -> impl Iterator<Item = String> {
    let mut lines = text.lines();
    std::iter::from_fn(move || {
        let mut statement = uncommented(lines.next()?).trim().to_owned();
        while open_brackets(&statement) > 0 {
            let Some(line) = lines.next() else { break };
            statement.push(' ');
            statement.push_str(uncommented(line).trim());
        }
        Some(statement)
    })
}

/// Every character with whether it stands outside of quotes, and how deep in brackets.
fn scan(text: &str) -> impl Iterator<Item = (usize, char, bool, i32)> {
    let (mut quote, mut depth, mut escaped) = (None, 0, false);
    text.char_indices().map(move |(index, c)| {
        let outside = quote.is_none();
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some('"'), '\\') if !escaped => {
                escaped = true;
                return (index, c, false, depth);
            }
            (Some(open), _) if open == c && !escaped => quote = None,
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => depth -= 1,
            _ => {}
        }
        escaped = false;
        (index, c, outside, depth)
    })
}

fn uncommented(line: &str) -> &str {
    let comment = scan(line).find(|&(_, c, outside, _)| c == '#' && outside);
    comment.map_or(line, |(index, ..)| &line[..index])
}

fn open_brackets(text: &str) -> i32 {
    scan(text).last().map_or(0, |(.., depth)| depth)
}

/// The parts between separators that stand in no quotes and no brackets.
fn split(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let ends =
        scan(text).filter(move |&(_, c, outside, depth)| c == separator && outside && depth == 0);
    let mut start = 0;
    let ends: Vec<usize> = ends.map(|(index, ..)| index).chain([text.len()]).collect();
    ends.into_iter().map(move |end| {
        let part = text[start..end].trim();
        start = (end + separator.len_utf8()).min(text.len());
        part
    })
}

fn unquoted(text: &str) -> &str {
    text.trim().trim_matches(['"', '\''])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_in_every_form_are_read() {
        let manifest = Manifest::parse(
            r#"
            # [dependencies] in a comment
            package = { name = "ignored" } # not the table
            [package]
            name = "game" # the name
            description = "a [dependencies] = \" # no comment"

            [features]
            default = ["window"]

            [dependencies]
            plain = "1"
            "quoted" = '1'
            table = { version = "1", features = ["a", "b"], package = "real", optional = true }
            spread = { version = "1", features = [
                "a", # with a comment
                "b",
            ], package = "other" }
            dotted.workspace = true
            dotted.optional = true

            [dependencies.own]
            path = "../own"
            package = "theirs"

            [target.'cfg(any(unix, windows))'.dependencies]
            desktop = "1"

            [dev-dependencies]
            plain = "2"

            [[bin]]
            name = "not-a-package"

            [profile.release.package.motile]
            opt-level = 0
            "#,
        );
        assert_eq!((manifest.package.as_str(), manifest.is_workspace), ("game", false));
        let list: Vec<(&str, Option<&str>, u8)> = manifest
            .dependencies
            .iter()
            .map(|known| (known.name.as_str(), known.package.as_deref(), known.rank()))
            .collect();
        assert_eq!(
            list,
            [
                ("plain", None, 0),
                ("quoted", None, 0),
                ("table", Some("real"), 1),
                ("spread", Some("other"), 0),
                ("dotted", None, 1),
                ("own", Some("theirs"), 0),
                ("desktop", None, 0),
                ("plain", None, 2),
            ]
        );
        assert!(manifest.dependencies[4].workspace);
    }

    #[test]
    fn broken_manifests_are_no_reason_to_panic() {
        for text in
            ["[", "]", "[]", "[[", "=", "a=", "[dependencies]\n= {", "[a.'b]\n\\\"=\"", "é=ü#"]
        {
            Manifest::parse(text);
        }
    }
}
