//! Bad input: an error with its place, never a panic, never more memory than a layer needs.

use super::common::{file_error, ours};
use motile_tiles::{MapFileError, TiledParts, read_tiled, read_tiled_world};

fn with_reader(mut files: impl FnMut(&str) -> Option<String>) -> MapFileError {
    let mut reader = |path: &str| files(path).map(Vec::from).ok_or("no such file");
    let error = file_error(read_tiled("maps/a.tmx", &mut reader).expect_err("bad input"));
    let parts = TiledParts::open("maps/a.tmx", &mut reader).and_then(TiledParts::into_map);
    // Some readers go on to other files when they are asked again.
    let found =
        MapFileError { file: error.file.clone(), ..file_error(parts.expect_err("bad input")) };
    assert_eq!(found, error, "part by part as in one go");
    error
}

fn whole(text: &str) -> MapFileError {
    with_reader(|_| Some(text.into()))
}

/// A map of 3×2 cells and a set of 16 tiles, with something inside.
fn map(inside: &str) -> MapFileError {
    whole(&format!(
        "<map width='3' height='2' tilewidth='8' tileheight='8'>
<tileset firstgid='1' name='a' tilewidth='8' tileheight='8' tilecount='16' columns='4'/>
{inside}</map>"
    ))
}

fn layer(data: &str) -> MapFileError {
    map(&format!("<layer name='ground' width='3' height='2'>{data}</layer>"))
}

#[test]
fn tile_x13_what_is_no_map_says_where() {
    let error = whole("<map width='3'\n  height=>");
    assert_eq!((error.file.as_str(), error.line), ("maps/a.tmx", Some(2)));
    let error = whole("{\n\"type\": \"map\",\n}");
    assert_eq!((error.line, error.column), (Some(3), Some(1)));
    for text in ["", " ", "{}", "[1]", "<tileset/>", "{\"type\": \"world\"}", "\u{feff}<x/>"] {
        assert!(!whole(text).what.is_empty(), "{text}");
    }
    let bytes = read_tiled("a.tmx", &mut |_: &str| Ok::<_, String>(vec![b'<', 0xFF]));
    assert!(bytes.unwrap_err().to_string().contains("UTF-8"));
}

#[test]
fn tile_x13_a_missing_file_is_named() {
    let error = with_reader(|path| {
        let map = "<map width='1' height='1' tilewidth='8' tileheight='8'>
            <tileset firstgid='1' source='../sets/x.tsx'/></map>";
        (path == "maps/a.tmx").then(|| map.into())
    });
    assert_eq!((error.file.as_str(), error.what.as_str()), ("sets/x.tsx", "no such file"));
}

#[test]
fn tile_x13_numbers_are_numbers() {
    for attribute in ["width='x'", "width='-3'", "width='4294967296'", "width=''", "width='1.5'"] {
        let error = whole(&format!("<map {attribute} height='1' tilewidth='1' tileheight='1'/>"));
        assert!(error.what.starts_with("width="), "{error}");
        assert_eq!((error.line, error.column), (Some(1), Some(1)));
    }
    for bad in ["nan", "inf", "1e99", "x"] {
        let error =
            map(&format!("<objectgroup name='o'>\n<object id='1' x='{bad}' y='0'/></objectgroup>"));
        assert_eq!((error.layer.as_deref(), error.line), (Some("o"), Some(4)), "{error}");
    }
    let error =
        map("<objectgroup name='o'><object><polygon points='0,0 1'/></object></objectgroup>");
    assert!(error.what.contains("pairs"));
    assert!(map("<group name='l' opacity='thick'/>").what.contains("opacity"));
    assert!(
        whole("<map orientation='round' width='1' height='1' tilewidth='1' tileheight='1'/>")
            .what
            .contains("isometric")
    );
    let property = |kind: &str| {
        map(&format!("<properties><property name='p' type='{kind}' value='x'/></properties>")).what
    };
    for kind in ["int", "float", "bool", "color", "object", "strange"] {
        assert!(property(kind).contains("property \"p\""), "{kind}");
    }
}

#[test]
fn tile_x13_rows_of_unequal_length_are_named() {
    let error = layer("<data encoding='csv'>\n1,2,3,\n4,5\n</data>");
    assert_eq!((error.layer.as_deref(), error.cell), (Some("ground"), Some((2, 1))));
    assert_eq!(error.what, "row 1 has 2 cells, expected 3");
    let error = layer("<data encoding='csv'>\n1,2,3,4,\n5,6,7\n</data>");
    assert_eq!(error.what, "row 0 has 4 cells, expected 3");
    assert_eq!(error.cell, Some((2, 0)));
}

#[test]
fn tile_x13_cells_that_are_none_are_named() {
    for word in ["x", "-1", "4294967296", "1.5", ""] {
        let error = layer(&format!("<data encoding='csv'>1,2,3,4,{word},6</data>"));
        assert_eq!((error.layer.as_deref(), error.cell), (Some("ground"), Some((1, 1))), "{word}");
    }
    let error = layer("<data><tile gid='1'/><tile gid='x'/></data>");
    assert_eq!(error.cell, Some((1, 0)));
}

#[test]
fn tile_x13_tiles_outside_every_sheet_are_named() {
    let error = layer("<data encoding='csv'>1,2,3,4,5,17</data>");
    assert_eq!((error.cell, error.what.as_str()), (Some((2, 1)), "no tileset has tile 17"));
    let error = layer("<data encoding='csv'>1,2147483700,3,4,5,6</data>");
    assert_eq!((error.cell, error.what.as_str()), (Some((1, 0)), "no tileset has tile 52"));
    let error = map("<objectgroup name='o'><object gid='99' x='0' y='0'/></objectgroup>");
    assert_eq!((error.layer.as_deref(), error.line), (Some("o"), Some(3)));
}

#[test]
fn tile_a27_truncated_data_names_its_layer() {
    let error = layer("<data encoding='base64'>AQAAAAIAAAAAAAAAAwAAgA==</data>");
    assert_eq!((error.layer.as_deref(), error.cell), (Some("ground"), Some((1, 1))));
    assert_eq!(error.what, "4 of 6 cells");
    for data in [
        "<data encoding='base64'>***</data>",
        "<data encoding='base64' compression='zlib'>AAAA</data>",
        "<data encoding='base64' compression='gzip'>AAAA</data>",
        "<data encoding='base64' compression='zstd'>AAAA</data>",
        "<data encoding='base64' compression='lzma'>AAAA</data>",
        "<data encoding='hex'>00</data>",
        "<data/>",
        "",
    ] {
        assert_eq!(layer(data).layer.as_deref(), Some("ground"), "{data}");
    }
}

#[test]
fn layers_beyond_memory_are_refused() {
    for size in ["width='65536' height='32768'", "width='4294967295' height='4294967295'"] {
        let error = map(&format!("<layer name='l' {size}><data encoding='csv'>1</data></layer>"));
        assert!(error.what.contains("cells are more than"), "{error}");
    }
    // Below the limit: what is there decides, not what is claimed.
    let error = map("<layer name='l' width='8192' height='8192'>
        <data encoding='base64' compression='zlib'>eJwDAAAAAAE=</data></layer>");
    assert!(error.what.starts_with("0 of"), "{error}");
    assert!(map("<layer name='l' width='-3' height='2'><data/></layer>").what.contains("width"));
    let error = whole(
        "<map infinite='1' width='3' height='2' tilewidth='8' tileheight='8'>
        <layer name='l'><data encoding='csv'>
        <chunk x='2147483647' y='0' width='2' height='1'>0,0</chunk></data></layer></map>",
    );
    assert!(error.what.contains("beyond"), "{error}");
}

/// Each layer, and each chunk, used to have a bound of its own: 160 KB of packed layers unfolded to 5 GB.
#[test]
fn layers_are_bounded_together() {
    let huge = "width='16384' height='8192'";
    let layers = |first: &str, second: &str| {
        let layer = |name: &str, size: &str, cells: &str| {
            format!("<layer name='{name}' {size}><data encoding='csv'>{cells}</data></layer>")
        };
        layer("one", first, "1") + &layer("two", second, "1")
    };
    let error = map(&layers("width='1' height='1'", huge));
    assert_eq!(error.layer.as_deref(), Some("two"));
    assert!(error.what.contains("cells are more than 134217728 in all layers"), "{error}");
    let error = map(&layers("width='1' height='1'", "width='16383' height='8192'"));
    assert!(error.what.starts_with("1 of"), "within the bound: {error}");
    // Part by part, nothing of it is decoded before it is refused.
    let half = "width='8192' height='8192'";
    let three = layers(half, half) + &layers("width='2' height='1'", "");
    let tmx = format!("<map width='3' height='2' tilewidth='8' tileheight='8'>{three}</map>");
    let opened = TiledParts::open("a.tmx", &mut |_: &str| Ok::<_, String>(tmx.clone().into()));
    assert!(opened.unwrap_err().to_string().contains("in all layers"));
    let chunk = |y: i32, size: &str| format!("<chunk x='0' y='{y}' {size}>1</chunk>");
    let error = whole(&format!(
        "<map infinite='1' width='3' height='2' tilewidth='8' tileheight='8'>
        <tileset firstgid='1' name='s' tilewidth='8' tileheight='8' tilecount='4' columns='4'/>
        <layer name='l'><data encoding='csv'>{}{}</data></layer></map>",
        chunk(0, "width='1' height='1'"),
        chunk(9, huge),
    ));
    assert!(error.what.contains("in all layers"), "{error}");
}

/// What a bomb for a layer of 6 cells says, and the bytes at once that reading it took beyond twelve for each of the file.
fn explode(compression: &str, bomb: &[u8]) -> (String, u64) {
    let text = encode(bomb);
    let data = format!("<data encoding='base64' compression='{compression}'>{text}</data>");
    let mut error = None;
    let peak = allocation_counter::measure(|| error = Some(layer(&data))).bytes_max;
    (error.unwrap().what, peak.saturating_sub(12 * data.len() as u64))
}

#[test]
fn compressed_layers_unfold_to_what_they_need_and_no_further() {
    use flate2::{Compression, write};
    use std::io::Write as _;
    // Ten megabytes of nothing in ten kilobytes; the layer needs 24 bytes of it.
    let nothing = vec![0; 10 << 20];
    let mut zlib = write::ZlibEncoder::new(Vec::new(), Compression::best());
    let mut gzip = write::GzEncoder::new(Vec::new(), Compression::best());
    zlib.write_all(&nothing).unwrap();
    gzip.write_all(&nothing).unwrap();
    for (kind, bomb) in [("zlib", zlib.finish().unwrap()), ("gzip", gzip.finish().unwrap())] {
        let (what, peak) = explode(kind, &bomb);
        assert_eq!(what, "more than 6 cells", "{kind}");
        assert!(peak < 200_000, "{kind}: {peak} bytes at once for a file of {}", bomb.len());
    }
}

/// The decoder gives bytes away only past the window that the frame asks for: 64 megabytes were unfolded for 24 bytes.
#[test]
fn zstd_unfolds_to_what_a_layer_needs_whatever_window_it_asks_for() {
    let magic = [0x28, 0xB5, 0x2F, 0xFD];
    // A block of 128 KiB that repeats one byte; the last one has the lowest bit set.
    let block = |last: u32| [&((1 << 17) << 3 | 1 << 1 | last).to_le_bytes()[..3], &[0]].concat();
    let blocks = [block(0).repeat(1100), block(1)].concat();
    // A window of 2^(10 + 16) bytes; then no window, but a length that all of it says to have.
    let window = [&magic[..], &[0, 16 << 3], &blocks].concat();
    let segment = [&magic[..], &[0xA0], &(1101_u32 << 17).to_le_bytes(), &blocks].concat();
    for bomb in [window, segment] {
        let (what, peak) = explode("zstd", &bomb);
        assert_eq!(what, "more than 6 cells");
        // Some blocks, the decoder's tables, and none of the 144 megabytes.
        assert!(peak < 1 << 20, "{peak} bytes at once for a file of {}", bomb.len());
    }
}

/// A large window is no fault: what packs without knowing the length asks for one.
#[test]
fn zstd_cells_in_a_large_window_are_read() {
    // 24 bytes as they are, in a window of 128 MiB.
    let words = [1_u32, 2, 3, 4, 5, 6].map(u32::to_le_bytes).concat();
    let header = [0x28, 0xB5, 0x2F, 0xFD, 0, 17 << 3, 24 << 3 | 1, 0, 0];
    let text = format!(
        "<map width='3' height='2' tilewidth='8' tileheight='8'>
        <tileset firstgid='1' name='a' tilewidth='8' tileheight='8' tilecount='16' columns='4'/>
        <layer name='l' width='3' height='2'><data encoding='base64' compression='zstd'>{}</data></layer></map>",
        encode(&[&header[..], &words].concat())
    );
    let map = read_tiled("a.tmx", &mut |_: &str| Ok::<_, String>(text.clone().into())).unwrap();
    assert_eq!(map.tiles("l").unwrap().tiles().map(|(_, tile)| tile.number()).sum::<u32>(), 21);
}

fn encode(bytes: &[u8]) -> String {
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for part in bytes.chunks(3) {
        let byte = |i: usize| u32::from(part.get(i).copied().unwrap_or(0));
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        let letter = |i: usize| char::from(letters[(word >> (18 - 6 * i) & 63) as usize]);
        text.extend((0..=part.len()).map(letter));
    }
    text
}

#[test]
fn files_that_lead_back_to_themselves_are_refused() {
    let template =
        |inner: &str| format!("<template><object template='{inner}' x='0' y='0'/></template>");
    let map = "<map width='1' height='1' tilewidth='8' tileheight='8'>
        <objectgroup name='o'><object template='one.tx'/></objectgroup></map>";
    let error = with_reader(|path| match path {
        "maps/a.tmx" => Some(map.into()),
        "maps/one.tx" => Some(template("two.tx")),
        _ => Some(template("one.tx")),
    });
    assert_eq!(error.file, "maps/two.tx");
    assert!(error.what.contains("leads back to itself"), "{error}");
    // A tileset whose collision shape is made from a template that shows a tile of the tileset.
    let error = with_reader(|path| match path {
        "maps/a.tmx" => Some(
            "<map width='1' height='1' tilewidth='8' tileheight='8'>
            <tileset firstgid='1' source='s.tsx'/></map>"
                .into(),
        ),
        "maps/s.tsx" => Some(
            "<tileset name='s' tilewidth='8' tileheight='8'><tile id='0'><objectgroup>
            <object template='t.tx'/></objectgroup></tile></tileset>"
                .into(),
        ),
        _ => Some(template("t.tx")),
    });
    assert!(error.what.contains("leads back to itself"), "{error}");
    let error = with_reader(|path| {
        Some(match path {
            "maps/a.tmx" => "<map width='1' height='1' tilewidth='8' tileheight='8'>
                <tileset firstgid='1' source='s.tsx'/></map>"
                .into(),
            _ => "<tileset source='s.tsx'/>".into(),
        })
    });
    assert!(error.what.contains("leads back to itself"), "{error}");
}

#[test]
fn endless_chains_of_files_end() {
    let mut number = 0;
    let error = with_reader(|path| {
        number += 1;
        Some(match path {
            "maps/a.tmx" => "<map width='1' height='1' tilewidth='8' tileheight='8'>
                <objectgroup name='o'><object template='0.tx'/></objectgroup></map>"
                .into(),
            _ => format!("<template><object template='{number}.tx'/></template>"),
        })
    });
    assert!(error.what.contains("files name each other"), "{error}");
}

#[test]
fn deep_nesting_is_refused() {
    let deep = |open: &str, close: &str| map(&(open.repeat(5000) + &close.repeat(5000)));
    assert!(deep("<group>", "</group>").what.contains("nested deeper"));
    let json = format!("{{\"type\":\"map\",\"layers\":{}", "[".repeat(5000));
    assert!(whole(&json).what.contains("recursion"), "{}", whole(&json));
    let error = whole("<!DOCTYPE map [<!ENTITY a 'b'>]><map/>");
    assert_eq!(error.what, "entities are not read");
}

#[test]
fn tilesets_have_room_in_cells() {
    for bad in ["firstgid='0'", "firstgid='268435456'", "firstgid='-1'", ""] {
        let error = whole(&format!(
            "<map width='1' height='1' tilewidth='8' tileheight='8'>
            <tileset {bad} name='a' tilewidth='8' tileheight='8' tilecount='1' columns='1'/></map>"
        ));
        assert_eq!(error.line, Some(2), "{error}");
    }
    let error = map("<objectgroup name='o'><object template='x.tx'/></objectgroup>");
    assert!(error.to_string().contains("without an object"), "{error}");
}

#[test]
fn tile_x13_bad_worlds_say_which_map_is_wrong() {
    let world = |text: &str| {
        let mut reader = |path: &str| match path {
            "worlds/a.world" => Ok(Vec::from(text)),
            "worlds/bad.tmx" => Ok(b"<map\nwidth='x'/>".into()),
            "worlds/one.tmx" => {
                Ok(b"<map width='1' height='1' tilewidth='8' tileheight='8'/>".into())
            }
            _ => Err("no such file"),
        };
        file_error(read_tiled_world("worlds/a.world", &mut reader).expect_err(text))
    };
    let error = world("{\"maps\": [\n}");
    assert_eq!((error.file.as_str(), error.line), ("worlds/a.world", Some(2)), "{error}");
    let listed =
        |entries: &str| world(&format!("{{\"maps\": [{{\"fileName\": \"one.tmx\"}}, {entries}]}}"));
    for (entry, what) in [
        ("{\"x\": 3}", "maps[1] has no fileName"),
        ("7", "maps[1] has no fileName"),
        ("{\"fileName\": \"one.tmx\", \"x\": 1.5}", "maps[1], \"one.tmx\": x is no whole number"),
        ("{\"fileName\": \"one.tmx\", \"y\": \"3\"}", "maps[1], \"one.tmx\": y is no whole number"),
        (
            "{\"fileName\": \"one.tmx\", \"x\": 2147483648}",
            "maps[1], \"one.tmx\": x is no whole number",
        ),
        (
            "{\"fileName\": \"one.tmx\", \"width\": -8}",
            "maps[1], \"one.tmx\": width is no whole number",
        ),
    ] {
        let error = listed(entry);
        assert!(error.what.starts_with(what), "{error}");
        assert_eq!(error.file, "worlds/a.world");
    }
    let error = listed("{\"fileName\": \"two.tmx\"}");
    assert_eq!((error.file.as_str(), error.what.as_str()), ("worlds/two.tmx", "no such file"));
    let error = listed("{\"fileName\": \"bad.tmx\"}");
    assert_eq!((error.file.as_str(), error.line), ("worlds/bad.tmx", Some(1)), "{error}");
    let patterns = world("{\"maps\": [], \"patterns\": [{\"regexp\": \".*\"}]}");
    assert!(patterns.what.contains("patterns"), "{patterns}");
    for text in ["{}", "[]", "{\"maps\": 3}", "null"] {
        assert_eq!(world(text).what, "expected a list of maps", "{text}");
    }
}

#[test]
fn errors_read_as_sentences() {
    let error = layer("<data encoding='csv'>1,2,3,4,5,17</data>");
    let expected = "maps/a.tmx:3:43, layer \"ground\", column 2, row 1: no tileset has tile 17";
    assert_eq!(error.to_string(), expected);
    assert!(ours("no-such-map.tmx").is_err());
}
