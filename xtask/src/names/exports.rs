//! What a crate shows to others: items of public modules, and what `pub use` brings out of private ones.

use super::scan::{Item, Kind, Reexport, Scope, scan};
use crate::{Result, source};
use std::collections::BTreeSet;

/// How many re-exports of re-exports are followed; a cycle ends here.
const DEEPEST: usize = 16;

/// The text of a file by its name below the root of the project, if there is such a file.
pub(super) type Files<'f> = &'f dyn Fn(&str) -> Option<String>;

/// A name that a crate shows, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Export {
    /// The name of the crate's package.
    pub(super) package: String,
    /// The public modules it is reached through.
    pub(super) modules: Vec<String>,
    pub(super) kind: Kind,
    /// What it is called there.
    pub(super) name: String,
    /// Where it is defined: file and line.
    pub(super) place: (String, usize),
}

/// A module with its place in the tree.
struct Module {
    scope: Scope,
    parent: usize,
    /// Names and numbers of modules inside, and whether they are public.
    children: Vec<(String, usize, bool)>,
    file: String,
}

/// What a path leads to.
enum Target<'t> {
    Item(usize, &'t Item),
    Module(usize),
    /// All names of a module.
    All(usize),
    /// A name of a module of this crate that no line declares: made by a macro.
    Made(usize, &'t Reexport),
    /// Something of another crate, or the variants of an enum.
    Elsewhere,
}

/// All modules of a crate; the first is its root.
pub(super) struct Crate {
    package: String,
    modules: Vec<Module>,
}

impl Crate {
    /// Reads the sources of a library, from its root file such as `crates/geom/src/lib.rs`.
    ///
    /// # Errors
    /// When the file of a module is missing.
    pub(super) fn read(package: &str, library: &str, files: Files<'_>) -> Result<Self> {
        let mut found = Self { package: package.into(), modules: Vec::new() };
        let folder = library.rsplit_once('/').map_or("", |(folder, _)| folder);
        let text = files(library).ok_or_else(|| format!("{library}: no such file"))?;
        found.add(scan(&source::code(&text)), library, folder, 0, files)?;
        Ok(found)
    }

    /// Adds a module and those it declares, whose files lie in `folder`.
    fn add(
        &mut self,
        mut scope: Scope,
        file: &str,
        folder: &str,
        parent: usize,
        files: Files<'_>,
    ) -> Result<usize> {
        let number = self.modules.len();
        let declared = std::mem::take(&mut scope.children);
        self.modules.push(Module { scope, parent, children: Vec::new(), file: file.into() });
        for child in declared {
            let inside = format!("{folder}/{}", child.name);
            let index = if let Some(scope) = child.body {
                self.add(scope, file, &inside, number, files)?
            } else {
                let mut places = [format!("{inside}.rs"), format!("{inside}/mod.rs")].into_iter();
                let (path, text) = places
                    .find_map(|path| files(&path).map(|text| (path, text)))
                    .ok_or_else(|| format!("{file}: no file for `mod {}`", child.name))?;
                self.add(scan(&source::code(&text)), &path, &inside, number, files)?
            };
            self.modules[number].children.push((child.name, index, child.public));
        }
        Ok(number)
    }

    /// Everything the crate shows, once for each path it can be reached by.
    pub(super) fn exports(&self) -> BTreeSet<Export> {
        let mut found = BTreeSet::new();
        self.walk(0, &[], DEEPEST, &mut found);
        found
    }

    fn walk(&self, module: usize, path: &[String], depth: usize, found: &mut BTreeSet<Export>) {
        let Some(depth) = depth.checked_sub(1) else { return };
        let inner = |name: &str| [path, &[name.to_owned()]].concat();
        let here = &self.modules[module];
        for item in &here.scope.items {
            found.insert(self.export(module, path, item.kind, &item.name, item.line));
        }
        for (name, child, _) in here.children.iter().filter(|child| child.2) {
            self.walk(*child, &inner(name), depth, found);
        }
        for reexport in &here.scope.reexports {
            for target in self.resolve(module, reexport, depth) {
                match target {
                    Target::Item(at, item) => {
                        let export = self.export(at, path, item.kind, &reexport.name, item.line);
                        found.insert(export);
                    }
                    Target::Module(child) => self.walk(child, &inner(&reexport.name), depth, found),
                    Target::All(child) => self.walk(child, path, depth, found),
                    Target::Made(at, first) => {
                        let large = first.name.starts_with(char::is_uppercase);
                        let kind = if large { Kind::Type } else { Kind::Function };
                        found.insert(self.export(at, path, kind, &reexport.name, first.line));
                    }
                    Target::Elsewhere => {}
                }
            }
        }
    }

    fn export(&self, at: usize, path: &[String], kind: Kind, name: &str, line: usize) -> Export {
        Export {
            package: self.package.clone(),
            modules: path.to_vec(),
            kind,
            name: name.into(),
            place: (self.modules[at].file.clone(), line),
        }
    }

    /// What a re-export leads to.
    fn resolve<'t>(&'t self, from: usize, reexport: &'t Reexport, depth: usize) -> Vec<Target<'t>> {
        let Some(depth) = depth.checked_sub(1) else { return Vec::new() };
        let Some((last, way)) = reexport.path.split_last() else { return Vec::new() };
        let mut module = from;
        for (at, segment) in way.iter().enumerate() {
            let next = match segment.as_str() {
                "crate" if at == 0 => Some(0),
                "self" if at == 0 => Some(module),
                "super" => Some(self.modules[module].parent),
                name => self.module(module, name, depth),
            };
            let Some(next) = next else { return vec![Target::Elsewhere] };
            module = next;
        }
        if last == "*" {
            return vec![Target::All(module)];
        }
        // `pub use name;` of another crate.
        if way.is_empty() && self.module(module, last, depth).is_none() {
            return vec![Target::Elsewhere];
        }
        let found = self.named(module, last, depth);
        if found.is_empty() { vec![Target::Made(from, reexport)] } else { found }
    }

    /// A module of this name, declared or re-exported.
    fn module(&self, of: usize, name: &str, depth: usize) -> Option<usize> {
        let module = &self.modules[of];
        let declared = module.children.iter().find(|child| child.0 == name).map(|child| child.1);
        declared.or_else(|| {
            let mut named = module.scope.reexports.iter().filter(|reexport| reexport.name == name);
            named.find_map(|reexport| {
                self.resolve(of, reexport, depth).into_iter().find_map(|target| match target {
                    Target::Module(module) => Some(module),
                    _ => None,
                })
            })
        })
    }

    /// All that a module shows under a name: its own items and modules, or what it re-exports.
    fn named(&self, module: usize, name: &str, depth: usize) -> Vec<Target<'_>> {
        let here = &self.modules[module];
        let items = here.scope.items.iter().filter(|item| item.name == name);
        let mut found: Vec<_> = items.map(|item| Target::Item(module, item)).collect();
        let children = here.children.iter().filter(|child| child.0 == name && child.2);
        found.extend(children.map(|child| Target::Module(child.1)));
        for reexport in &here.scope.reexports {
            if reexport.name == name {
                found.extend(self.resolve(module, reexport, depth));
            } else if reexport.name == "*" && depth > 0 {
                for target in self.resolve(module, reexport, depth) {
                    if let Target::All(inner) = target {
                        found.extend(self.named(inner, name, depth - 1));
                    }
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::slice;

    /// A crate whose files are given by name and text.
    fn read(files: &[(&str, &str)]) -> Result<Crate> {
        let find = |name: &str| files.iter().find(|file| file.0 == name).map(|file| file.1.into());
        Crate::read("p", "s/lib.rs", &find)
    }

    fn exports(files: &[(&str, &str)]) -> Vec<String> {
        let shown = |export: &Export| {
            let path = [&export.modules[..], slice::from_ref(&export.name)].concat().join("::");
            format!("{path} {}:{}", export.place.0, export.place.1)
        };
        read(files).unwrap().exports().iter().map(shown).collect()
    }

    #[test]
    fn private_modules_show_what_is_reexported() {
        let found = exports(&[
            ("s/lib.rs", "mod a;\npub use a::{B, inner::C as D, made::E};\npub use glam::Vec2;\n"),
            ("s/a/mod.rs", "pub mod inner;\nmod made {\n}\npub struct B;\npub struct Unreached;\n"),
            ("s/a/inner.rs", "pub struct C;\npub fn unreached() {}\n"),
        ]);
        assert_eq!(found, ["B s/a/mod.rs:4", "D s/a/inner.rs:1", "E s/lib.rs:2"]);
    }

    #[test]
    fn public_modules_show_their_path() {
        let found = exports(&[
            ("s/lib.rs", "pub mod ease;\npub use ease::Ease;\nmod deep;\npub use deep::*;\n"),
            (
                "s/ease.rs",
                "mod kinds;\npub use kinds::Ease;\npub use self::kinds::linear;\npub(crate) fn no() {}\n",
            ),
            ("s/ease/kinds.rs", "pub enum Ease {\n}\npub fn linear() {}\n"),
            ("s/deep.rs", "pub use super::ease::linear as straight;\n"),
        ]);
        let expected = [
            "Ease s/ease/kinds.rs:1",
            "straight s/ease/kinds.rs:3",
            "ease::Ease s/ease/kinds.rs:1",
            "ease::linear s/ease/kinds.rs:3",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn names_of_other_crates_are_theirs() {
        let lib = "mod a;\npub use a::{Rule, Sum};\npub use libm;\npub use a::Sum::Plus;\n";
        let files = [("s/lib.rs", lib), ("s/a.rs", "pub use geom::Rule;\npub enum Sum {\n}\n")];
        assert_eq!(exports(&files), ["Sum s/a.rs:2"]);
    }

    #[test]
    fn circles_end() {
        let files =
            [("s/lib.rs", "pub mod a;\n"), ("s/a.rs", "pub use crate::a as b;\npub struct C;\n")];
        assert!(exports(&files).contains(&"a::b::C s/a.rs:2".into()));
    }

    #[test]
    fn files_that_are_missing_are_named() {
        let error = read(&[("s/lib.rs", "mod gone;\n")]).err().unwrap();
        assert_eq!(error, "s/lib.rs: no file for `mod gone`");
    }
}
