//! The world follows the text and the file, and tells what it cannot draw.

use super::*;

/// The world follows a file: when it comes, and when it is saved again.
#[test]
fn iso_44_the_world_follows_the_file() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/iso-map-test");
    std::fs::create_dir_all(&folder).unwrap();
    let mut map = MapTest::setup(&mut Stage::new(640, 480).unwrap()).unwrap();
    map.folder = FolderSource::new(&folder);
    let mut then = std::time::UNIX_EPOCH;
    for (text, cells) in [("# 0 type:DrawnIsoTile\n0 0", 2), ("# 0 type:DrawnIsoTile\n0 0 0", 3)] {
        std::fs::write(folder.join(FILE), text).unwrap();
        // Two saves within a tick of the clock of a disk are one: say when this one was.
        then += core::time::Duration::from_mins(1);
        let file = std::fs::File::options().write(true).open(folder.join(FILE)).unwrap();
        file.set_modified(then).unwrap();
        for _ in 0..3 {
            map.follow_file(0.6);
        }
        map.live.set_text(map.field.edit.text());
        assert_eq!(map.live.map().cells().count(), cells);
    }
}

/// A map whose picture would be too large took gigabytes, or left the old world without a word; so did a type spelled wrong.
#[test]
fn iso_x11_what_cannot_be_drawn_is_told() {
    let mut map = MapTest::setup(&mut Stage::new(640, 480).unwrap()).unwrap();
    for (line, told) in [
        ("# 4 type:DrawnIsoTile cells:700x700\n4", "too large"),
        ("# 4 type:DrawnIsoBox height:1e9\n4", "too large"),
        ("# 4 type:DrawnIsoBx\n4", "line 1, column 10: there is no type"),
        ("# 4 type:DrawnIsoBox roundness:20\n4", "line 1, column 22: the key"),
        ("# 4 type:DrawnIsoBox height:tall\n4", "line 1, column 29"),
        ("# 4 type:DrawnIsoBox height:20\n4", "1 cells"),
    ] {
        map.field.edit.set_text(line);
        map.take_text();
        assert!(map.words().0.contains(told), "{line}: {}", map.words().0);
    }
}

/// A symbol is typed, then one that nobody knows: the world follows the first and waits at the second.
#[test]
fn iso_44_the_world_follows_the_text() {
    let mut player = Player::new::<MapTest>(&Settings::new(640, 480)).unwrap();
    let cells = |player: &Player| {
        let map: &MapTest = player.sketch().unwrap();
        (map.live.map().cells().count(), map.live.error().map(|error| error.line))
    };
    player.run_ticks(1);
    assert_eq!(cells(&player), (100, None));
    for (typed, wanted) in [("2 ", (101, None)), ("9 ", (101, Some(16)))] {
        for letter in typed.chars() {
            player.event(InputEvent::Text(letter));
        }
        player.run_ticks(1);
        assert_eq!(cells(&player), wanted);
    }
}
