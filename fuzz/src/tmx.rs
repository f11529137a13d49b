//! Maps of the editor Tiled, as XML.

use motile_tiles::{
    TileError, TileMap, TiledParts, TmxCells, read_tiled, read_tiled_set, write_tmx, write_tsx,
};

/// A tileset for maps that name one.
const SET: &str = "<tileset name='s' tilewidth='8' tileheight='8' tilecount='64' columns='8'/>";

/// Any text is a map or an error with a reason. What is read can be written, as TMX and in the compact form, and read
/// again.
pub fn run(data: &[u8]) {
    match read("map.tmx", data) {
        Ok(map) => check(&map),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok(set) = read_tiled_set("map.tmx", &mut files("map.tmx", data)) {
        let text = write_tsx(&set).expect("a set that was read can be written");
        let again = read_tiled_set("map.tmx", &mut files("map.tmx", text.as_bytes()));
        assert!(again.is_ok(), "{again:?}\n{text}");
    }
}

/// Reads a map from bytes; templates that it names are the same bytes, tilesets a small one.
pub(crate) fn read(name: &str, data: &[u8]) -> Result<TileMap, TileError> {
    let map = read_tiled(name, &mut files(name, data));
    // Part by part it is the same; a tile that only a template's set has may be found then.
    let parts = TiledParts::open(name, &mut files(name, data)).and_then(TiledParts::into_map);
    assert!(map.is_err() || parts == map, "{parts:?}");
    map
}

fn files(name: &str, data: &[u8]) -> impl FnMut(&str) -> Result<Vec<u8>, &'static str> {
    move |path| match path.rsplit('.').next() {
        _ if path == name => Ok(data.to_vec()),
        Some("tsx" | "tsj") => Ok(SET.into()),
        Some("tx" | "tj") => Ok(data.to_vec()),
        _ => Err("no such file"),
    }
}

/// What was read can be written and read again.
pub(crate) fn check(map: &TileMap) {
    let again = TileMap::from_bytes(&map.to_bytes());
    assert_eq!(again.as_ref(), Ok(map));
    for cells in [TmxCells::Csv, TmxCells::Zlib] {
        // A layer in chunks in a bounded map has no place in TMX.
        let Ok(text) = write_tmx(map, cells) else { continue };
        let again = read("again.tmx", text.as_bytes());
        let layers = again.as_ref().map(|again| again.all_layers().count());
        assert_eq!(layers, Ok(map.all_layers().count()), "{text}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{seeds, smoke};

    #[test]
    fn smoke() {
        smoke::run(&seeds::stored("tmx"), 20_000, run);
    }
}
