//! Characters with any rules.

use crate::worlds::World;
use motile_geom::{Aabb, vec2};
use motile_tiles::{Character, CharacterInput, CharacterRules, TileBody};

const DT: f32 = 1.0 / 60.0;

/// Every number of the rules.
const FIELDS: [fn(&mut CharacterRules) -> &mut f32; 18] = [
    |rules| &mut rules.run_speed,
    |rules| &mut rules.acceleration,
    |rules| &mut rules.braking,
    |rules| &mut rules.air_control,
    |rules| &mut rules.gravity,
    |rules| &mut rules.fall_speed,
    |rules| &mut rules.jump_height,
    |rules| &mut rules.jump_cut,
    |rules| &mut rules.coyote_time,
    |rules| &mut rules.jump_buffer,
    |rules| &mut rules.corner_correction,
    |rules| &mut rules.max_slope,
    |rules| &mut rules.snap,
    |rules| &mut rules.wall_slide_speed,
    |rules| &mut rules.wall_jump.x,
    |rules| &mut rules.wall_jump.y,
    |rules| &mut rules.climb_speed,
    |rules| &mut rules.drop_time,
];

/// An acceleration below 0 or endless was a panic, and NaN elsewhere a character that was nowhere for ever.
#[test]
fn tile_73_no_rule_makes_a_character_panic_or_lose_its_numbers() {
    let world = World::new(
        "................\n......XX........\n.X...^^..=...X..\n.X.......=...X..\nXXXXXXXXXXXXXXXX",
        16.0,
    );
    let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0, 0.0];
    for (field, odd) in (0..FIELDS.len()).flat_map(|field| odd.map(|odd| (field, odd))) {
        let area = Aabb::from_size(vec2(40.0, 50.0), vec2(10.0, 14.0));
        let mut hero = Character::new(TileBody::boxed(area));
        *FIELDS[field](&mut hero.rules) = odd;
        for tick in 0..400 {
            let x = [0.0, 1.0, -1.0, 1.0][tick / 20 % 4];
            let y = [0.0, -1.0, 0.0, 1.0][tick / 30 % 4];
            let input = CharacterInput { x, y, jump: tick % 25 < 12 };
            let before = (hero.body, hero.rejected);
            let report = hero.step(&world.ground(), input, DT);
            assert!(hero.body.is_valid(), "{field} {odd}");
            assert!(!report.rejected || hero.body == before.0, "{field} {odd}");
            assert_eq!(hero.rejected - before.1, u64::from(report.rejected));
        }
        // By good rules it goes on.
        hero.rules = CharacterRules::default();
        (hero.body.position, hero.body.velocity) = (vec2(60.0, 50.0), vec2(0.0, 0.0));
        let rejected = hero.rejected;
        for tick in 0..80 {
            let x = if tick < 60 { 0.0 } else { 1.0 };
            let input = CharacterInput { x, ..CharacterInput::default() };
            hero.step(&world.ground(), input, DT);
        }
        assert_eq!(hero.rejected, rejected, "{field} {odd}");
        assert!(hero.body.velocity.x > 50.0, "{field} {odd}: {:?}", hero.body);
    }
}
