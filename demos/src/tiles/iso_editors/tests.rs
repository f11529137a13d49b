//! Every map is a world, and what hides the walker is outlined.

use super::*;

/// Every map has things, bodies and a walker that stays on dry land.
#[test]
fn iso_n1_and_n2_every_map_is_a_world() {
    for (number, name) in (0..).zip(MAPS) {
        let settings = Settings::new(640, 480).with_param("map", name);
        let mut player = Player::new::<Editors>(&settings).unwrap();
        player.run_ticks(600);
        let made: &Editors = player.sketch().unwrap();
        assert!(made.town.scene.order().len() > 15, "{name}");
        assert!(made.world.len() > 25, "{name}: {}", made.world.len());
        let place = made.world[made.hero].position;
        assert!((-12.0..=0.0).contains(&place.y), "{name}: {place} neither sinks nor climbs");
        let fresh = Editors::on(number).unwrap();
        assert_ne!(place, fresh.world[fresh.hero].position, "{name}: it walks");
    }
}

/// The wall in front of the walker is a border now, and whole again once nobody is behind it.
#[test]
fn iso_n5_what_hides_the_walker_is_outlined() {
    let mut town = Editors::on(0).unwrap();
    let house = town.town.things().iter().find(|thing| thing.tile.number() == 20).unwrap();
    let (id, behind) = (house.id, house.bounds.min);
    let bounds = IsoBox::standing(vec3(behind.x - 6.0, 0.0, behind.z - 6.0), size(HERO) * LARGE);
    town.town.scene.set(town.item, bounds);
    town.town.scene.sort();
    town.reveal("outlined");
    assert!(town.hiding.contains(&id));
    town.town.scene.set(town.item, bounds.translated(vec3(-900.0, 0.0, 0.0)));
    town.town.scene.sort();
    town.reveal("outlined");
    assert!(town.hiding.is_empty());
}
