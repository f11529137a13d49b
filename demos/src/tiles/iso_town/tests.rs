//! Water, undo and turned views of the small town.

use super::*;

fn town() -> Town {
    Town::setup(&mut Stage::new(640, 480).unwrap()).unwrap()
}

/// To the right along the road one comes to a bridge; beside it the water stops the hero.
#[test]
fn iso_n4_the_water_is_crossed_by_bridges_only() {
    let mut town = town();
    let mut go = |z: f32| {
        let hero = town.hero.body;
        for step in 0..240 {
            let body = town.world.get_mut(hero).unwrap();
            if step == 0 {
                body.position = vec3(180.0, 0.0, z);
            }
            body.velocity.x = 60.0;
            town.world.step(1.0 / 60.0);
        }
        town.world[hero].position.x
    };
    assert!(go(80.0) > 270.0, "over the bridge");
    assert_eq!(go(120.0), 206.5, "up to the shore");
}

/// What was built and what was pulled down come back, the latest first.
#[test]
fn iso_n6_edits_are_taken_back() {
    let town = &mut town();
    let houses = |town: &Town| town.built.iter().map(|house| house.base).collect::<Vec<_>>();
    let first = houses(town);
    let pulled = town.pull_down(0);
    town.edits.push(Edit::Pulled(pulled));
    town.put(Vec3::ZERO, FIRST_COTTAGE);
    town.edits.push(Edit::Built(Vec3::ZERO));
    town.undo();
    assert!(town.built.is_empty());
    town.undo();
    assert_eq!(houses(town), first);
    town.undo();
    assert!(town.built.is_empty(), "the house that stood already");
    town.undo();
    assert!(town.built.is_empty(), "nothing is left to be taken back");
}

/// A house that was pulled down used to come back around whoever stood there.
#[test]
fn iso_n6_a_house_comes_back_when_nobody_stands_there() {
    let town = &mut town();
    let house = town.pull_down(0);
    town.edits.push(Edit::Pulled(house));
    let hero = town.hero.body;
    let away = town.world[hero].position;
    if let Some(body) = town.world.get_mut(hero) {
        body.position = house.base;
    }
    town.undo();
    assert!(town.built.is_empty(), "the hero is there");
    if let Some(body) = town.world.get_mut(hero) {
        body.position = away;
    }
    town.undo();
    assert_eq!(town.built.len(), 1);
}

/// A turned view has pictures of its own: a hall is wider along one axis than along the other.
#[test]
fn iso_n3_pictures_turn_with_the_view() {
    let mut player = Player::new::<Town>(&Settings::new(640, 480)).unwrap();
    player.run_ticks(2);
    let turns = |player: &Player| player.sketch::<Town>().unwrap().look.1;
    assert_eq!(turns(&player), 0);
    player.set_param("view", 1.0).unwrap();
    player.run_ticks(2);
    assert_eq!(turns(&player), 1);
}

/// Near the hero the pictures are made larger, and it stays in view wherever it goes.
#[test]
fn iso_n3_the_camera_follows_the_hero() {
    let settings = Settings::new(640, 480).with_param("camera", "follows the hero");
    let mut player = Player::new::<Town>(&settings).unwrap();
    let place = |player: &Player| {
        let town: &Town = player.sketch().unwrap();
        let hero = town.world[town.hero.body];
        let view = *town.scene.projection();
        let middle = view.to_screen(hero.bounds().center());
        (view.zoom, middle)
    };
    player.run_ticks(30);
    let (zoom, start) = place(&player);
    assert_eq!(zoom, sight::NEAR);
    player.event(InputEvent::Key(Key::Right));
    player.run_ticks(120);
    let area = Aabb::from_size(Vec2::splat(40.0), vec2(560.0, 400.0));
    let (_, end) = place(&player);
    assert!(area.contains(start) && area.contains(end), "{start} {end}");
    player.set_param("camera", 0.0).unwrap();
    player.run_ticks(2);
    assert_eq!(place(&player).0, 1.0);
}
