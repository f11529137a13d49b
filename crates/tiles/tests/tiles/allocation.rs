//! After the first steps nothing allocates.

use motile_geom::{Aabb, vec2};
use motile_tiles::{
    Character, CharacterInput, Ground, TileBody, TileKind, TileKinds, TileLayer, TilePlatform,
    TileSpace, move_platforms,
};

#[test]
fn tile_64_riding_running_and_being_pushed_allocate_nothing() {
    let layer = TileLayer::from_rows(&[[0; 12], [0; 12], [0; 12], [1; 12]]).unwrap();
    let kinds = TileKinds::new().with(1, TileKind::solid());
    let ground = Ground::new(&layer, &kinds, TileSpace::square(16.0));
    let area = Aabb::from_size(vec2(20.0, 20.0), vec2(10.0, 14.0));
    let mut hero = Character::new(TileBody::boxed(area));
    let mut lifts = [TilePlatform::new(vec2(30.0, 44.0), vec2(16.0, 4.0)); 2];
    let (mut events, mut contacts) = (Vec::new(), Vec::new());
    let mut other = hero.body;
    let mut turn = 0;
    let mut steps = |count: u32| {
        for _ in 0..count {
            turn += 1;
            let way = if turn % 60 < 30 { 1.0 } else { -1.0 };
            lifts[0].velocity = vec2(way * 40.0, 0.0);
            lifts[1].velocity = vec2(-way * 40.0, 0.0);
            let riders = core::slice::from_mut(&mut hero.body);
            move_platforms(&mut lifts, riders, &ground, 1.0 / 60.0, &mut events);
            let wish = CharacterInput { x: way, y: 0.0, jump: turn % 50 < 10 };
            hero.step(&ground.with_platforms(&lifts), wish, 1.0 / 60.0);
            other.velocity = vec2(way * 90.0, 200.0);
            ground.slide(&mut other, 1.0 / 60.0, &mut contacts);
        }
    };
    steps(300);
    assert_eq!(allocation_counter::measure(|| steps(300)).count_total, 0);
    assert!(hero.body.position.is_finite());
}
