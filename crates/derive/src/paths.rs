//! By what path the deriving crate reaches the traits.

use crate::manifest::{Dependency, Manifest};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use std::{env, fs, path::Path};

pub(crate) fn geom() -> TokenStream {
    path_to("motile-geom", "geom")
}

pub(crate) fn anim() -> TokenStream {
    path_to("motile-anim", "anim")
}

/// The path to a crate of motile: the crate itself, or the module of that name in the facade.
fn path_to(package: &str, topic: &str) -> TokenStream {
    let found = of_this_crate(package).unwrap_or_else(|| Found::Crate(package.replace('-', "_")));
    let ident = |name: &str| Ident::new(name, Span::call_site());
    match found {
        Found::Crate(name) => {
            let name = ident(&name);
            quote!(::#name)
        }
        Found::Facade(name) => {
            let (name, topic) = (ident(&name), ident(topic));
            quote!(::#name::#topic)
        }
    }
}

/// Looks into the manifest of the crate that is being compiled. A macro is not told more than where that is.
fn of_this_crate(package: &str) -> Option<Found> {
    let folder = env::var_os("CARGO_MANIFEST_DIR")?;
    let folder = Path::new(&folder);
    let read = |folder: &Path| {
        fs::read_to_string(folder.join("Cargo.toml")).ok().map(|text| Manifest::parse(&text))
    };
    // A dependency that the workspace names may be renamed there.
    let workspace = || folder.ancestors().filter_map(read).find(|manifest| manifest.is_workspace);
    find(&read(folder)?, workspace, package)
}

/// Where a crate of motile is, as the name by which Rust knows the crate.
#[derive(Debug, PartialEq, Eq)]
enum Found {
    Crate(String),
    Facade(String),
}

const FACADE: &str = "motile";

fn find(
    manifest: &Manifest,
    workspace: impl FnOnce() -> Option<Manifest>,
    package: &str,
) -> Option<Found> {
    if manifest.package == package {
        return Some(Found::Crate(package.replace('-', "_")));
    }
    if manifest.package == FACADE {
        return Some(Found::Facade(FACADE.into()));
    }
    let inherits = manifest.dependencies.iter().any(|dependency| dependency.workspace);
    let workspace = inherits.then(workspace).flatten();
    let package_of = |dependency: &Dependency| {
        let inherited = workspace.as_ref().filter(|_| dependency.workspace);
        let renamed = dependency.package.clone();
        renamed
            .or_else(|| inherited?.workspace_package(&dependency.name))
            .unwrap_or_else(|| dependency.name.clone())
    };
    let candidates = manifest.dependencies.iter().filter_map(|dependency| {
        let (name, of) = (dependency.name.replace('-', "_"), package_of(dependency));
        let found = if of == package {
            Found::Crate(name)
        } else if of == FACADE {
            Found::Facade(name)
        } else {
            return None;
        };
        Some((dependency.rank(), matches!(found, Found::Facade(_)), found))
    });
    // What is surely there when the code is compiled comes first, then the crate itself.
    candidates.min_by_key(|&(rank, facade, _)| (rank, facade)).map(|(.., found)| found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The path as it is written in Rust.
    fn shown(found: Option<Found>) -> String {
        match found {
            Some(Found::Crate(name)) => format!("::{name}"),
            Some(Found::Facade(name)) => format!("::{name}::geom"),
            None => "none".into(),
        }
    }

    fn path(text: &str) -> String {
        shown(find(&Manifest::parse(text), || None, "motile-geom"))
    }

    #[test]
    fn a_crate_has_the_traits_itself_or_through_the_facade() {
        assert_eq!(path("[dependencies]\nmotile-geom = \"0.1\""), "::motile_geom");
        assert_eq!(path("[dependencies]\nmotile = { path = \"..\" }"), "::motile::geom");
        assert_eq!(path("[dependencies]\nmotile.workspace = true"), "::motile::geom");
        assert_eq!(path("[dependencies.motile-geom]\nversion = \"1\""), "::motile_geom");
        assert_eq!(path("[dependencies]\nserde = \"1\"\nmotile-anim = \"1\""), "none");
    }

    #[test]
    fn renamed_crates_are_found() {
        let text = "[dependencies]\ng = { package = \"motile-geom\", version = \"1\" }";
        assert_eq!(path(text), "::g");
        let text = "[dependencies.my-engine]\nfeatures = [\n \"derive\",\n]\npackage = 'motile'";
        assert_eq!(path(text), "::my_engine::geom");
        let text = "[dependencies]\ngeom.workspace = true\n";
        let root = "[workspace]\n[workspace.dependencies]\ngeom = { package = \"motile-geom\" }";
        let found = find(&Manifest::parse(text), || Some(Manifest::parse(root)), "motile-geom");
        assert_eq!(shown(found), "::geom");
    }

    #[test]
    fn of_several_the_surest_is_taken() {
        let both = "[dependencies]\nmotile = \"1\"\nmotile-geom = \"1\"";
        assert_eq!(path(both), "::motile_geom");
        let maybe =
            "[dependencies]\nmotile-geom = { version = \"1\", optional = true }\nmotile = \"1\"";
        assert_eq!(path(maybe), "::motile::geom");
        let tests = "[dev-dependencies]\nmotile-geom = \"1\"\n[dependencies]\nmotile = \"1\"";
        assert_eq!(path(tests), "::motile::geom");
        let tests = "[dev-dependencies]\nmotile-geom = \"1\"\n";
        assert_eq!(path(tests), "::motile_geom");
        let target = "[target.'cfg(target_arch = \"wasm32\")'.dependencies]\nmotile = \"1\"";
        assert_eq!(path(target), "::motile::geom");
    }

    #[test]
    fn the_crates_themselves_need_no_dependency() {
        assert_eq!(path("[package]\nname = \"motile-geom\""), "::motile_geom");
        let text = "[package]\nname = \"motile\"\n[dependencies]\nmotile-geom = \"1\"";
        assert_eq!(path(text), "::motile::geom");
    }
}
