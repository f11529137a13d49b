//! The derive macros, with nothing but the facade in sight: derived code says `::motile::geom` and `::motile::anim`.

use motile::prelude::*;

#[derive(Clone, Debug, PartialEq, StateHash)]
struct Ball {
    position: Vec2,
    mood: Mood,
    #[state(skip)]
    trail: Vec<Vec2>,
}

#[derive(Clone, Debug, PartialEq, StateHash)]
enum Mood {
    Calm,
    Angry { seconds: f32 },
}

#[derive(Clone, Animate, Properties)]
struct Pose {
    x: f32,
    turn: f32,
}

#[test]
fn state_is_derived_through_the_facade() {
    let angry = Ball {
        position: vec2(1.0, 2.0),
        mood: Mood::Angry { seconds: 0.5 },
        trail: vec![Vec2::ZERO],
    };
    let again: Ball = motile::geom::state::restore(&motile::geom::state::save(&angry)).unwrap();
    assert_eq!(again, Ball { trail: Vec::new(), ..angry.clone() });
    assert_eq!(StateHash::of(&again), StateHash::of(&angry));
    let calm = Ball { mood: Mood::Calm, ..angry.clone() };
    assert_ne!(StateHash::of(&calm), StateHash::of(&angry));
}

#[test]
fn values_are_derived_through_the_facade() {
    let halfway = Pose::mix(&Pose { x: 0.0, turn: 0.0 }, &Pose { x: 8.0, turn: 1.0 }, 0.5);
    assert_eq!((halfway.x, halfway.turn), (4.0, 0.5));
    assert!(Pose::property("turn").is_some() && Pose::property("name").is_none());
}
