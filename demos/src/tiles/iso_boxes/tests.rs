//! Box select, and the scene beside the order.

use super::*;

fn run(params: &[(&str, &str)], ticks: u64) -> Player {
    let settings = params
        .iter()
        .fold(Settings::new(640, 480), |settings, (name, value)| settings.with_param(name, value));
    let mut player = Player::new::<Pile>(&settings).unwrap();
    player.run_ticks(ticks);
    player
}

/// Whatever is in the box is taken away, and nothing else.
#[test]
fn iso_n6_a_box_selects_what_is_in_it() {
    let mut player = run(&[("tool", "select")], 2);
    let count = |player: &Player| {
        let pile: &Pile = player.sketch().unwrap();
        (pile.boxes.len(), pile.selected.len())
    };
    assert_eq!(count(&player).1, 0);
    player.event(InputEvent::Move(vec2(330.0, 120.0)));
    player.event(InputEvent::Down(Button::Left));
    player.run_ticks(1);
    player.event(InputEvent::Move(vec2(420.0, 300.0)));
    player.run_ticks(1);
    let (all, some) = count(&player);
    assert!(some > 2 && some < all, "{some} of {all}");
    player.event(InputEvent::Up(Button::Left));
    player.run_ticks(2);
    player.event(InputEvent::Key(Key::Space));
    player.run_ticks(2);
    assert_eq!(count(&player), (all - some, 0));
}

/// A scene draws what the order of volumes draws.
#[test]
fn iso_d8_a_scene_looks_as_the_order_of_volumes() {
    for things in THINGS {
        let drawn = |order| {
            let params = [("order", order), ("things", *things), ("colors", "wood")];
            let mut player = run(&params, 3);
            player.draw();
            let pile: &Pile = player.sketch().unwrap();
            (pile.boxes.len(), player.surface().to_rgba())
        };
        let (volumes, scene) = (drawn("as volumes"), drawn("in a scene"));
        assert_eq!(volumes.0, scene.0);
        let differ = volumes.1.chunks(4).zip(scene.1.chunks(4)).filter(|(a, b)| a != b).count();
        assert!(differ < 3000, "{differ} pixels, in the caption");
    }
}

/// A box on a box stands on it: it used to float half a box above it when nothing was snapped, and above a house, which is lower than
/// a box, when it was.
#[test]
fn iso_d4_boxes_stand_on_what_is_below() {
    for (things, snap) in [("boxes", "0"), ("houses", "0"), ("boxes", "1"), ("houses", "1")] {
        let mut player = run(&[("things", things), ("snap", snap)], 2);
        let pile = |player: &Player| {
            let pile: &Pile = player.sketch().unwrap();
            (pile.view, pile.boxes.clone())
        };
        // The last one floats at the end of the stair, and none is higher.
        let mut below = *pile(&player).1.last().unwrap();
        for _ in 0..3 {
            let (view, before) = pile(&player);
            let place = vec3(below.center().x - 3.0, below.top(), below.center().z + 3.0);
            player.event(InputEvent::Move(view.to_screen(place)));
            player.event(InputEvent::Down(Button::Left));
            player.run_ticks(1);
            player.event(InputEvent::Up(Button::Left));
            player.run_ticks(2);
            let (_, after) = pile(&player);
            assert_eq!(after.len(), before.len() + 1);
            let new = after[after.len() - 1];
            assert_eq!(new.bottom(), below.top(), "{things}, snapped: {snap}");
            assert!(!after[..before.len()].iter().any(|old| old.overlaps(&new)));
            below = new;
        }
    }
}
