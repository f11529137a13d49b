//! Paths of files that name each other.

/// The path of a file that another file names: a tileset beside its map, a picture beside its tileset.
///
/// Paths are text with forward slashes; `.` and `..` are worked out. What begins with a slash or a drive letter is no
/// neighbor and stays as it is.
///
/// ```
/// use motile_tiles::path_beside;
/// assert_eq!(path_beside("levels/one.tmx", "../art/sea.tsx"), "art/sea.tsx");
/// assert_eq!(path_beside("../one.tmx", "../sea.tsx"), "../../sea.tsx");
/// assert_eq!(path_beside("levels/one.tmx", "/art/sea.tsx"), "/art/sea.tsx");
/// ```
pub fn path_beside(file: &str, name: &str) -> String {
    let name = name.replace('\\', "/");
    if is_absolute(&name) {
        return name;
    }
    let file = file.replace('\\', "/");
    let folder = file.rfind('/').map_or("", |slash| &file[..=slash]);
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(name.split('/')) {
        match (part, parts.last()) {
            ("" | ".", _) => {}
            ("..", Some(&last)) if last != ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    let root = if folder.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}

fn is_absolute(name: &str) -> bool {
    let drive = |name: &str| name.as_bytes().get(1) == Some(&b':');
    name.starts_with('/') || drive(name)
}

/// How `file` names `target`, both given from one place: the way back of [`path_beside`].
#[cfg(feature = "tiled")]
pub(super) fn path_from(file: &str, target: &str) -> String {
    if is_absolute(target) {
        return target.into();
    }
    let folders: Vec<&str> = file.split('/').rev().skip(1).collect();
    let folders = folders.into_iter().rev().filter(|part| !matches!(*part, "" | "."));
    let (folders, target): (Vec<&str>, Vec<&str>) =
        (folders.collect(), target.split('/').collect());
    let shared = folders.iter().zip(&target).take_while(|(a, b)| a == b).count();
    let up = core::iter::repeat_n("..", folders.len() - shared);
    up.chain(target.iter().skip(shared).copied()).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_between_files() {
        assert_eq!(path_beside("a.tmx", "./x//y.tsx"), "x/y.tsx");
        assert_eq!(path_beside("/maps/a.tmx", "../../y.tsx"), "/../y.tsx");
        assert_eq!(path_beside("maps\\a.tmx", "..\\y.tsx"), "y.tsx");
        assert_eq!(path_beside("a/b.tmx", "C:/y.tsx"), "C:/y.tsx");
    }

    #[cfg(feature = "tiled")]
    #[test]
    fn the_way_back() {
        for (file, name) in [("a.tmx", "x/y.tsx"), ("a/b/c.tmx", "../y.tsx"), ("a/c.tmx", "y.tsx")]
        {
            assert_eq!(path_from(file, &path_beside(file, name)), name);
        }
    }
}
