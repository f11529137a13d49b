//! What the table keeps, and that all ways of searching agree.

use super::*;

#[test]
fn tile_a26_circles_exchange_what_they_have_along_the_line_of_centers() {
    let disc =
        |x, radius, speed| Disc { place: vec2(x, 100.0), velocity: vec2(speed, 0.0), radius };
    let (mut a, mut b) = (disc(100.0, 24.0, 4.0), disc(140.0, 32.0, 0.0));
    assert!(collide(&mut a, &mut b));
    assert_eq!((a.place, a.velocity), (vec2(92.0, 100.0), Vec2::ZERO));
    assert_eq!((b.place, b.velocity), (vec2(148.0, 100.0), vec2(4.0, 0.0)));
    let mut rng = Rng::new(4);
    for _ in 0..10_000 {
        let mut any = || Disc {
            place: rng.in_unit_disc() * 30.0,
            velocity: rng.in_unit_disc(),
            radius: 20.0,
        };
        let (mut a, mut b) = (any(), any());
        let energy = |a: &Disc, b: &Disc| a.velocity.length_squared() + b.velocity.length_squared();
        let (before, momentum) = (energy(&a, &b), a.velocity + b.velocity);
        collide(&mut a, &mut b);
        assert!((energy(&a, &b) - before).abs() < 1e-5);
        assert!((a.velocity + b.velocity).distance(momentum) < 1e-6);
    }
}

#[test]
fn tile_a25_the_text_shows_the_cell_of_the_player() {
    let settings = Settings::new(640, 512).with_param("circles", "0");
    let mut player = Player::new::<CollisionMap>(&settings).unwrap();
    player.run_ticks(1);
    let map: &CollisionMap = player.sketch().unwrap();
    assert_eq!(map.dump().lines().nth(2), Some("--,--,--,2,--,--,--,--,--,--,"));
}

#[test]
fn tile_d17_all_ways_find_the_same_and_the_table_runs_alike() {
    let run = |way: &str| {
        let settings =
            Settings::new(640, 512).with_param("circles", "120").with_param("search", way);
        let mut player = Player::new::<CollisionMap>(&settings).unwrap();
        player.run_ticks(20);
        let map: &CollisionMap = player.sketch().unwrap();
        (map.hits, map.discs.iter().map(|disc| disc.place).collect::<Vec<_>>())
    };
    let known = run(WAYS[1]);
    assert!(known.0 > 0);
    for way in &WAYS[2..] {
        assert_eq!(run(way), known, "{way}");
    }
}
