//! What the pointer does in the demos that record it.

use super::{history, sketch};
use crate::Demo;
use motile::stage::{Player, Script};

/// The picture after some ticks of a script.
fn picture(demo: &Demo, script: &str, ticks: u64) -> Player {
    let mut player = (demo.start)(&demo.settings(1)).unwrap();
    player.play(Script::parse(script).unwrap()).unwrap();
    player.run_ticks(ticks);
    player.draw();
    player
}

/// How far a place is from the color of the page, 0…255.
fn ink(player: &Player, x: i32, y: i32) -> u8 {
    let (page, here) = (player.stage().background, player.surface().get(x, y).unwrap());
    page.r.abs_diff(here.r).max(page.g.abs_diff(here.g)).max(page.b.abs_diff(here.b))
}

#[test]
fn draw_12_a_pressed_pointer_draws_and_a_lifted_one_does_not() {
    // Two strokes along y = 100.5; between them the pointer moves with no button down.
    let script = "2 move 100 100.5\n3 down\n4 move 200 100.5\n5 up\n6 move 300 100.5\n7 down\n\
                  8 move 400 100.5\n9 up\n10 move 500 100.5";
    let player = picture(&sketch::DEMO, script, 12);
    assert!(ink(&player, 150, 100) > 100, "the first stroke");
    assert_eq!(ink(&player, 250, 100), 0, "nothing between the strokes");
    assert!(ink(&player, 350, 100) > 100, "the second stroke, in the same path");
    assert_eq!(ink(&player, 450, 100), 0, "nothing after the last");
    let during = picture(&sketch::DEMO, script, 5);
    assert!(ink(&during, 150, 100) > 100, "it is drawn while the pointer moves");
}

#[test]
fn draw_48_a_thin_preview_while_drawing_and_the_stroke_on_release() {
    let script = "2 move 100 80.5\n3 down\n4 move 200 80.5\n8 up";
    let preview = picture(&history::DEMO, script, 7);
    let gray = ink(&preview, 150, 80);
    assert!((110..=140).contains(&gray), "half transparent black, got {gray}");
    assert_eq!(ink(&preview, 150, 82), 0, "one pixel thick");
    let stroke = picture(&history::DEMO, script, 10);
    let color = stroke.surface().get(150, 80).unwrap();
    assert!(color.r != color.g || color.g != color.b, "the stroke has a color: {color:?}");
}
