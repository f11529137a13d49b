//! T-72 of the tween specification: the same bits on every platform.

use motile_anim::{
    AnimPlayer, Animator, Direction, Ease, Family, Goal, MotionPath, Spring, Stagger, Swarm,
    Timeline, Tween, goal,
};
use motile_geom::{StateHash, Vec2, vec2};

#[derive(Clone, Copy, Default)]
struct Sprite {
    place: Vec2,
    rotation: f32,
    turns: f64,
    frame: i32,
}

fn hash_all(hash: &mut StateHash, sprites: &[Sprite]) {
    for sprite in sprites {
        hash.write_vec2(sprite.place);
        hash.write(&sprite.rotation);
        hash.write_u64(sprite.turns.to_bits());
        hash.write_u32(sprite.frame as u32);
    }
}

fn eases() -> Vec<Ease> {
    let mut all: Vec<Ease> = Family::ALL
        .into_iter()
        .flat_map(|family| Direction::ALL.map(|direction| Ease::new(family, direction)))
        .collect();
    all.extend([
        Ease::back(3.0, Direction::InOut),
        Ease::elastic(2.0, 0.5, Direction::Out),
        Ease::bezier(0.34, 1.56, 0.64, 1.0),
        Ease::steps(15),
        Ease::spring(Spring::default()),
    ]);
    all
}

fn story() -> Timeline<Sprite, u32> {
    let path = MotionPath::smooth(&[vec2(0.0, 0.0), vec2(90.0, 10.0), vec2(40.0, 80.0)], false);
    Timeline::new()
        .then(Tween::new(3.0).to(|s: &mut Sprite| &mut s.place.x, 800.0).on(0))
        .then(
            Tween::new(2.0)
                .to(|s: &mut Sprite| &mut s.place, Goal::along(&path))
                .to(|s| &mut s.rotation, Goal::heading(&path, 0.5))
                .on(1),
        )
        .with(
            Tween::new(0.7)
                .to(|s: &mut Sprite| &mut s.rotation, goal(5.0).shortest())
                .by(|s| &mut s.turns, 1.5)
                .to(|s| &mut s.frame, 23)
                .ease(Ease::ELASTIC_OUT)
                .repeat(3)
                .yoyo()
                .on(2),
        )
        .then(Timeline::stagger(0..4u32, Stagger::each(0.25), |_, key| {
            Tween::new(1.0).from(|s: &mut Sprite| &mut s.place.y, 33.0).on(key).scale(1.3)
        }))
        .ease(Ease::EXPO_IN_OUT)
}

#[test]
fn t_72_bits_are_the_same_everywhere() {
    let mut hash = StateHash::new();
    for ease in eases() {
        for k in 0..=256u16 {
            hash.write(&ease.at(f32::from(k) / 256.0));
        }
    }
    let mut player = AnimPlayer::new(story());
    let mut sprites = vec![Sprite::default(); 4];
    for k in 0..120u16 {
        player.seek(f64::from(k * 37 % 120) * 0.07, &mut sprites);
        hash_all(&mut hash, &sprites);
    }
    let (mut animator, mut swarm) = (Animator::new(), Swarm::new());
    for (key, ease) in (0u32..).zip(eases()) {
        let tween = Tween::new(0.3 + f64::from(key) * 0.01).ease(ease).delay(f64::from(key) * 0.02);
        animator.play(tween.to(|s: &mut Sprite| &mut s.place, vec2(7.0, 9.0)).on(key % 4));
        swarm.add(1.0, 9.0, 0.1, 1.0 + f64::from(key) * 0.01, ease);
    }
    for _ in 0..100 {
        animator.update(1.0 / 60.0, &mut sprites);
        swarm.update(1.0 / 60.0);
        hash_all(&mut hash, &sprites);
        swarm.for_each(|_, value| hash.write(&value));
    }
    assert_eq!(hash.finish(), 0x4fbe_a5e1_3e55_825d, "{:#018x}", hash.finish());
}
