//! Maps of the editor Tiled, as JSON.

use crate::tmx;
use motile_tiles::read_tiled_world;

/// Any text is a map or an error with a reason, and so it is as a list of maps. What is read can be written and read again.
pub fn run(data: &[u8]) {
    world(data);
    match tmx::read("map.tmj", data) {
        Ok(map) => tmx::check(&map),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Reads a world; every map that it names is the smallest that there is.
fn world(data: &[u8]) {
    let map = b"<map width='1' height='1' tilewidth='8' tileheight='8'/>";
    let mut files = |path: &str| {
        let bytes = if path == "all.world" { data } else { map };
        Ok::<_, &str>(bytes.to_vec())
    };
    match read_tiled_world("all.world", &mut files) {
        Ok(world) => assert!(world.maps.iter().all(|map| map.file.is_some())),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{seeds, smoke};

    #[test]
    fn smoke() {
        smoke::run(&seeds::stored("tmj"), 20_000, run);
    }

    #[test]
    fn one_seed_is_a_world() {
        let mut map = |path: &str| match path {
            "all.world" => Ok(seeds::stored("tmj").swap_remove(1)),
            _ => Ok::<_, &str>(b"<map width='1' height='1' tilewidth='8' tileheight='8'/>".into()),
        };
        assert_eq!(read_tiled_world("all.world", &mut map).unwrap().maps.len(), 3);
    }
}
