//! `#[derive(StateHash)]`, as a user of `motile-geom` meets it.

use core::marker::PhantomData;
use motile_geom::{Arena, HashState, Id, Rng, SaveState, StateHash, Vec2, state, vec2};

#[derive(Clone, Debug, PartialEq, StateHash)]
struct Ship {
    position: Vec2,
    name: String,
    target: Option<Id<Ship>>,
    crew: Vec<Sailor>,
    rng: Rng,
    #[state(skip)]
    scratch: Vec<f64>,
    #[state(skip_save)]
    ticks: u64,
}

#[derive(Clone, Debug, PartialEq, StateHash)]
enum Sailor {
    Asleep,
    Walking(Vec2, f32),
    Working { task: u8, left: Box<f32> },
}

#[derive(Debug, PartialEq, StateHash)]
struct Unit;

#[derive(Debug, PartialEq, StateHash)]
struct Pair<A, B: Clone = u8>(A, Vec<B>)
where
    A: Clone;

/// Holds no value of `T`, so asks nothing of it.
#[derive(Debug, PartialEq, StateHash)]
struct Marked<T> {
    names: Vec<Id<T>>,
    marker: PhantomData<T>,
}

#[derive(Debug, PartialEq, StateHash)]
struct Chain<T> {
    value: T,
    next: Option<Box<Chain<T>>>,
}

#[derive(StateHash)]
enum Never {}

#[derive(StateHash)]
#[state(hash_only)]
struct Borrowing<'a> {
    name: &'a str,
    #[state(skip)]
    _other: NoState,
}

#[derive(Debug, PartialEq)]
struct NoState;

fn ship() -> Ship {
    let crew = vec![
        Sailor::Asleep,
        Sailor::Walking(Vec2::ONE, 0.5),
        Sailor::Working { task: 3, left: Box::new(1.5) },
    ];
    Ship {
        position: vec2(1.0, -0.0),
        name: "Méduse".into(),
        target: Some(Id::from_parts(3, 4)),
        crew,
        rng: Rng::new(5),
        scratch: vec![1.0],
        ticks: 9,
    }
}

fn comes_back<T: SaveState + HashState + PartialEq + core::fmt::Debug>(value: &T) {
    let bytes = state::save(value);
    let again: T = state::restore(&bytes).expect("its own bytes");
    assert_eq!(&again, value);
    assert_eq!(StateHash::of(&again), StateHash::of(value));
    for end in 0..bytes.len() {
        assert!(state::restore::<T>(&bytes[..end]).is_err(), "cut at {end} of {}", bytes.len());
    }
}

#[test]
fn everything_but_what_is_skipped_comes_back() {
    let ship = ship();
    let again: Ship = state::restore(&state::save(&ship)).expect("its own bytes");
    assert_eq!(again, Ship { scratch: Vec::new(), ticks: 0, ..ship });
    comes_back(&again);
    comes_back(&Pair(1.5f32, vec![1u8, 2]));
    comes_back(&Marked::<NoState> { names: vec![Id::NOTHING], marker: PhantomData });
    comes_back(&Chain { value: 1u8, next: Some(Box::new(Chain { value: 2, next: None })) });
    comes_back(&(Unit, vec![Unit, Unit]));
    let mut arena = Arena::new();
    let first = arena.insert(Sailor::Asleep);
    arena.insert(Sailor::Walking(Vec2::X, 1.0));
    arena.remove(first);
    comes_back(&arena);
}

#[test]
fn every_field_and_variant_counts() {
    let (ship, hash) = (ship(), StateHash::of(&ship()));
    let changed = [
        Ship { position: vec2(1.0, 0.0), ..ship.clone() },
        Ship { name: "Medusa".into(), ..ship.clone() },
        Ship { target: None, ..ship.clone() },
        Ship { crew: Vec::new(), ..ship.clone() },
        Ship { rng: Rng::new(6), ..ship.clone() },
        Ship { ticks: 10, ..ship.clone() },
    ];
    for other in changed {
        assert_ne!(StateHash::of(&other), hash, "{other:?}");
    }
    assert_eq!(StateHash::of(&Ship { scratch: Vec::new(), ..ship }), hash, "left out");
    assert_eq!(StateHash::of(&Sailor::Asleep), StateHash::of(&0u32));
    assert_eq!(StateHash::of(&Pair(7u8, vec![1u8])), StateHash::of(&(7u8, vec![1u8])));
    let borrowing = Borrowing { name: "ab", _other: NoState };
    assert_eq!(StateHash::of(&borrowing), StateHash::of("ab"));
}

#[test]
fn errors_say_where_and_what() {
    let error = state::restore::<Sailor>(&[9, 0, 0, 0]).expect_err("no such variant");
    assert_eq!(error.to_string(), "saved state, byte 0: expected a variant of Sailor");
    let error = state::restore::<Sailor>(&[1, 0, 0, 0, 0, 0]).expect_err("too short");
    assert_eq!((error.offset, error.expected), (4, "an f32"));
    assert!(state::restore::<Never>(&[0; 8]).is_err());
    let error = state::restore::<Chain<u8>>(&[1; 4096]).expect_err("deeper than any stack");
    assert!(error.expected.contains("128"), "{error}");
}
