//! Every map is shown, and what is in front of what.

use super::*;

/// What is seen in every map: many colors, and no two maps alike.
#[test]
fn tile_65_every_map_is_shown() {
    let mut shown = Vec::new();
    for name in MAPS {
        let settings = Settings::new(640, 480).with_param("map", name);
        let mut player = Player::new::<MapViewer>(&settings).unwrap();
        player.run_ticks(2);
        let viewer: &MapViewer = player.sketch().unwrap();
        let pixels = viewer.views[0].surface().to_rgba();
        let colors: std::collections::BTreeSet<&[u8]> = pixels.chunks(4).collect();
        assert!(colors.len() > 30, "{name}: {} colors", colors.len());
        assert!(!shown.contains(&pixels), "{name}");
        shown.push(pixels);
    }
}

#[test]
fn tile_x3_the_trees_hide_the_walker() {
    let seen = |ticks| {
        let mut player = Player::new::<MapViewer>(&Settings::new(640, 480)).unwrap();
        player.run_ticks(ticks);
        player.draw();
        let pixels = player.surface().to_rgba();
        let red = [look::RED.r, look::RED.g, look::RED.b];
        pixels.chunks(4).filter(|pixel| pixel[..3] == red).count()
    };
    let (between, behind) = (seen(1), seen(90));
    assert!(between > 300 && behind * 10 < between * 7, "{between} {behind}");
}

#[test]
fn tile_68_the_front_fades_and_the_hills_move_less() {
    let run = |front: &str| {
        let settings = Settings::new(640, 480).with_param("front", front);
        let mut player = Player::new::<MapViewer>(&settings).unwrap();
        player.run_ticks(2);
        let viewer: &MapViewer = player.sketch().unwrap();
        viewer.views[1].surface().to_rgba()
    };
    let (whole, faded) = (run("1"), run("0"));
    let differ = whole.chunks(4).zip(faded.chunks(4)).filter(|(a, b)| a != b).count();
    assert!((5_000..100_000).contains(&differ), "{differ} pixels of trees and crates");
}
