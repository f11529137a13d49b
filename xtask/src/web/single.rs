//! A page for one thing: a demo (`cargo xtask web --demo ID`) or a sketch of one's own (`--sketch FOLDER`).

use super::{
    at,
    budget::{self, Size},
    copy,
    made::Made,
    module::Module,
    site::topic_feature,
};
use crate::{Result, metadata, process};
use std::path::{Path, PathBuf};

/// Files of the page that both share.
const SHARED: [&str; 4] = ["motile.js", "knobs.js", "senses.js", "style.css"];

/// Compiles one demo and makes a folder for any static host.
///
/// # Errors
/// When there is no such demo, or it is over the budget.
pub(crate) fn demo(root: &Path, id: &str, out: &Path) -> Result {
    known(root, id)?;
    let topic = topic_feature(id.split('/').next().unwrap_or_default());
    let module = Module {
        folder: root,
        package: "motile-gallery-web",
        program: "gallery",
        features: &["one", &topic],
        variables: &[("MOTILE_DEMO", id)],
    };
    let size = page(root, &module, id, out, &[root])?;
    budget::check(root, "demo", &format!("one demo ({id})"), size)?;
    println!("{} is ready for any static host", out.display());
    Ok(())
}

/// Compiles the program of the crate in `folder` and makes a folder for any static host.
///
/// # Errors
/// When the crate has no program or does not compile; when it is one of this project's and over its budget.
pub(crate) fn sketch(root: &Path, folder: &Path, bin: Option<&str>, out: &Path) -> Result<Size> {
    let (package, program) = program_of(folder, bin)?;
    let module =
        Module { folder, package: &package, program: &program, features: &[], variables: &[] };
    let size = page(root, &module, &package, out, &[root, folder])?;
    if is_ours(root, folder) {
        budget::check(root, "sketch", &package, size)?;
    } else {
        budget::report(&package, size);
    }
    println!("{} is ready for any static host", out.display());
    Ok(size)
}

/// Looks for a demo before anything is compiled: its source has the name of its id, with other dashes.
fn known(root: &Path, id: &str) -> Result {
    let source = root.join("demos/src").join(format!("{}.rs", id.replace('-', "_")));
    let line = format!("id: \"{id}\"");
    let is_demo = std::fs::read_to_string(source).is_ok_and(|text| text.contains(&line));
    if is_demo {
        return Ok(());
    }
    Err(format!("there is no demo `{id}`; `cargo run --release -- list` names all"))
}

/// Makes the folder; `sources` are those that must not be lost in it.
fn page(
    root: &Path,
    module: &Module<'_>,
    title: &str,
    out: &Path,
    sources: &[&Path],
) -> Result<Size> {
    let made = Made::begin(out, sources)?;
    let out = made.path();
    let size = module.build(root, &out.join("pkg"), module.program)?;
    for file in SHARED {
        copy(&root.join("web").join(file), &out.join(file))?;
    }
    let assets = module.folder.join("assets");
    copy_assets(&assets, &out.join("assets"))?;
    cut_fonts(root, &assets, &out.join("assets"))?;
    let template = root.join("web/sketch.html");
    let page = std::fs::read_to_string(&template).map_err(|error| at(&template, &error))?;
    let page = page.replace("{{title}}", title).replace("{{name}}", module.program);
    let index = out.join("index.html");
    std::fs::write(&index, page).map_err(|error| at(&index, &error))?;
    made.finish()?;
    Ok(size)
}

/// Copies the files of a game, where it has a folder of them, and writes their names into `manifest.txt` beside them: a page
/// cannot look into a folder of its server.
fn copy_assets(from: &Path, to: &Path) -> Result {
    if !from.is_dir() {
        return Ok(());
    }
    let (mut folders, mut names) = (vec![PathBuf::new()], Vec::new());
    while let Some(folder) = folders.pop() {
        let place = from.join(&folder);
        for entry in std::fs::read_dir(&place).map_err(|error| at(&place, &error))? {
            let entry = entry.map_err(|error| at(&place, &error))?;
            // What systems and tools keep for themselves is no file of the game.
            if entry.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            let name = folder.join(entry.file_name());
            if entry.path().is_dir() {
                folders.push(name);
            } else {
                copy(&entry.path(), &to.join(&name))?;
                names.push(name.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    if names.is_empty() {
        return Ok(());
    }
    names.sort();
    let manifest = to.join("manifest.txt");
    std::fs::create_dir_all(to).map_err(|error| at(to, &error))?;
    std::fs::write(&manifest, names.join("\n") + "\n").map_err(|error| at(&manifest, &error))
}

/// Cuts the fonts of a page to the letters of `letters.txt` beside them, where a game has such a file: a whole font is often
/// half of what is sent. One that cannot be cut stays whole, and the program that cuts says why.
fn cut_fonts(root: &Path, from: &Path, to: &Path) -> Result {
    let letters = from.join(LETTERS);
    if !letters.is_file() {
        return Ok(());
    }
    let names = std::fs::read_to_string(to.join("manifest.txt"));
    let names = names.map_err(|error| at(&to.join("manifest.txt"), &error))?;
    for name in names.lines().filter(|name| is_font(name)) {
        let files = [from.join(name), letters.clone(), to.join(name)];
        let command = ["run", "--quiet", "-p", "motile-game", "--features", "stage"];
        let mut command = process::cargo(root, command);
        command.args(["--example", "cut_font", "--"]);
        for file in files {
            command.arg(std::path::absolute(&file).map_err(|error| at(&file, &error))?);
        }
        if process::run(&mut command).is_err() {
            println!("{name} stays whole");
        }
    }
    Ok(())
}

/// Which letters of its fonts a game needs, beside those of ASCII.
const LETTERS: &str = "letters.txt";

/// Whether a file is a font by its name.
fn is_font(name: &str) -> bool {
    let ending = Path::new(name).extension().map(std::ffi::OsStr::to_ascii_lowercase);
    ending.is_some_and(|ending| ending == "ttf" || ending == "otf")
}

/// Whether the budget of this project is about the crate in this folder.
fn is_ours(root: &Path, folder: &Path) -> bool {
    match (root.canonicalize(), folder.canonicalize()) {
        (Ok(root), Ok(folder)) => folder.starts_with(root),
        _ => false,
    }
}

/// Names of the package in this folder and of its program: the one asked for, or the one that `cargo run` starts.
fn program_of(folder: &Path, bin: Option<&str>) -> Result<(String, String)> {
    let manifest = folder.join("Cargo.toml");
    if !manifest.is_file() {
        return Err(format!("{}: expected a crate, found no Cargo.toml", folder.display()));
    }
    let arguments = ["metadata", "--no-deps", "--format-version", "1"];
    let text = process::output(&mut process::cargo(folder, arguments))?;
    let manifest = manifest.canonicalize().map_err(|error| at(&manifest, &error))?;
    metadata::program(&text, &manifest, bin)
        .map_err(|message| format!("{}: {message}", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_is_for_our_own_sketches() {
        let root = crate::root();
        assert!(is_ours(&root, &root.join("examples/sketch")));
        assert!(!is_ours(&root, &std::env::temp_dir()));
        assert!(!is_ours(&root, Path::new("no/such/folder")));
    }

    #[test]
    fn files_of_a_game_go_with_its_page() {
        let folder = std::env::temp_dir().join(format!("motile-page-{}", std::process::id()));
        let (from, to) = (folder.join("game/assets"), folder.join("page/assets"));
        std::fs::create_dir_all(from.join("art")).unwrap();
        std::fs::write(from.join("level.txt"), "##").unwrap();
        std::fs::write(from.join("art/hero.png"), "png").unwrap();
        std::fs::write(from.join(".gitkeep"), "").unwrap();
        assert_eq!(copy_assets(&from, &to), Ok(()));
        let read = |name: &str| std::fs::read_to_string(to.join(name)).unwrap();
        assert_eq!(
            (read("art/hero.png"), read("manifest.txt")),
            ("png".into(), "art/hero.png\nlevel.txt\n".into())
        );
        assert_eq!(copy_assets(&folder.join("none"), &folder.join("nothing")), Ok(()));
        assert!(!folder.join("nothing").exists());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn fonts_are_told_by_their_names() {
        for name in ["a.ttf", "art/B.OTF"] {
            assert!(is_font(name), "{name}");
        }
        for name in ["ttf", "a.ttf.txt", "letters.txt", ""] {
            assert!(!is_font(name), "{name}");
        }
        let none = Path::new("no/such/folder");
        assert_eq!(cut_fonts(none, none, none), Ok(()), "without letters nothing is cut");
    }

    /// `--sketch G --out G` deleted the sketch, source and history included, before anything was built.
    #[test]
    fn the_page_of_a_sketch_never_takes_the_place_of_the_sketch() {
        let folder = std::env::temp_dir().join(format!("motile-throwaway-{}", std::process::id()));
        let sketch = folder.join("games/pong");
        let files = [
            ("Cargo.toml", "[package]\nname = \"pong\"\nedition = \"2024\"\n[workspace]\n"),
            ("src/main.rs", "fn main() {}\n"),
            (".git/HEAD", "ref: refs/heads/main\n"),
        ];
        for (name, text) in files {
            let path = sketch.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let root = crate::root();
        for out in [sketch.clone(), sketch.join("src/.."), folder.join("games"), folder.clone()] {
            let refused = super::sketch(&root, &sketch, None, &out).unwrap_err();
            assert!(refused.contains("would be lost"), "{}: {refused}", out.display());
        }
        for (name, text) in files {
            assert_eq!(std::fs::read_to_string(sketch.join(name)).unwrap(), text, "{name}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn demos_are_known_before_anything_is_compiled() {
        let root = crate::root();
        assert_eq!(known(&root, crate::web::SAMPLE), Ok(()));
        for id in ["nope/x", "../../secret", "steer", ""] {
            assert!(known(&root, id).is_err_and(|why| why.contains("there is no demo")), "{id}");
        }
    }

    #[test]
    fn a_folder_without_a_crate_is_one_clear_line() {
        let answer = program_of(Path::new("no/such/folder"), None).unwrap_err();
        assert_eq!(answer, "no/such/folder: expected a crate, found no Cargo.toml");
    }
}
