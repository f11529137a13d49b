//! Without a display: each kind that the example adds is seen, and its state counts.

use super::*;
use motile::stage::Painter;

fn painted(stage: &Stage) -> Surface {
    let mut surface = Surface::opaque(480, 360, Color::BLACK).unwrap();
    Painter::default().paint(stage, &mut surface);
    surface
}

#[test]
fn content_paint_filter_and_blend_from_outside_are_seen() {
    let mut stage = Stage::new(480, 360).unwrap();
    let sketch = OpenStage::setup(&mut stage).unwrap();
    let whole = painted(&stage);
    let (sky, radar) = (sketch.sky, sketch.radar);
    let mut without = |id: NodeId, change: &dyn Fn(&mut Node)| {
        let kept = stage[id].clone();
        change(&mut stage[id]);
        let picture = painted(&stage);
        stage[id] = kept;
        picture
    };
    assert_ne!(without(radar, &|node| node.content = Content::Group), whole, "radar");
    assert_ne!(without(radar, &|node| node.filters.clear()), whole, "wobble");
    assert_ne!(without(radar, &|node| node.blend = BlendMode::Add), whole, "overexposure");
    let plain = Shape::rect(480.0, 360.0).fill(Color::BLACK);
    assert_ne!(without(sky, &|node| node.content = plain.clone().into()), whole, "plasma");
    assert_eq!(painted(&stage), whole);
}

#[test]
fn a_click_on_the_radar_is_an_echo_and_part_of_the_state() {
    let run = |script: &str| {
        let mut player = Player::new::<OpenStage>(&Settings::new(480, 360)).unwrap();
        player.play(Script::parse(script).unwrap()).unwrap();
        player.run_ticks(60);
        player
    };
    let echoes = |player: &Player| {
        let stage = player.stage();
        let radars =
            stage.descendants(stage.root()).unwrap().filter_map(|id| stage[id].custom::<Radar>());
        radars.map(|radar| radar.echoes.len()).sum::<usize>()
    };
    let clicked = run("5 move 240 100\n5 down\n6 up\n");
    let missed = run("5 move 20 20\n5 down\n6 up\n");
    assert_eq!((echoes(&clicked), echoes(&missed)), (3, 2), "beside it is not on it");
    assert_ne!(clicked.hash(), missed.hash());
    assert_eq!(run("").hash(), missed.hash());
}
