//! Saving and restoring: everything comes back bit by bit, and no bytes do harm.

use core::{fmt::Debug, marker::PhantomData, time::Duration};
use motile_geom::glam::{DVec2, DVec3, IVec3, Mat3, UVec3};
use motile_geom::{
    Aabb, Affine2, Arena, Capsule, Circle, ConvexPolygon, CubicBezier, Grid2, HashState, IRect,
    IVec2, Id, MassProperties, Mat2, Obb, Polygon, QuadraticBezier, Rng, SaveState, Segment, Slots,
    StateError, StateHash, StateReader, StateWriter, UVec2, Vec2, Vec3, Vec4, state, vec2,
};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The value survives, its hash does, and every shorter or longer run of bytes is an error.
fn comes_back<T: SaveState + HashState + PartialEq + Debug>(value: &T) {
    let mut bytes = state::save(value);
    let again: T = state::restore(&bytes).unwrap();
    assert_eq!(&again, value);
    assert_eq!(StateHash::of(&again), StateHash::of(value));
    assert_eq!(state::save(&again), bytes);
    for end in 0..bytes.len() {
        let error = state::restore::<T>(&bytes[..end]).unwrap_err();
        assert!(error.offset <= end as u64, "{error}");
    }
    let whole = bytes.len() as u64;
    bytes.push(0);
    let error = state::restore::<T>(&bytes).unwrap_err();
    assert_eq!((error.offset, error.expected), (whole, "the end"));
}

#[test]
fn every_kind_of_value_comes_back() {
    comes_back(&(true, 'é', u8::MAX, i8::MIN, u16::MAX, i16::MIN));
    comes_back(&(
        u32::MAX,
        i32::MIN,
        u64::MAX,
        i64::MIN,
        u128::MAX,
        i128::MIN,
        usize::MAX,
        -1isize,
    ));
    comes_back(&(f32::MIN_POSITIVE, f64::INFINITY, (), (7u8,), PhantomData::<Vec2>));
    comes_back(&(vec2(1.0, -0.0), Vec3::Z, Vec4::W, DVec2::X, DVec3::Y));
    comes_back(&(IVec2::NEG_ONE, UVec2::ONE, IVec3::X, UVec3::Y, Mat3::IDENTITY));
    comes_back(&(
        Mat2::from_cols_array(&[1.0, 2.0, 3.0, 4.0]),
        Affine2::from_scale(vec2(2.0, 3.0)),
    ));
    comes_back(&("motile".to_owned(), String::new(), Some(Box::new(3u8)), None::<u8>));
    comes_back(&(vec![vec![1u8], vec![]], VecDeque::from([1u8, 2]), [1.5f32; 3]));
    comes_back(&vec![1u16, 2].into_boxed_slice());
    comes_back(&BTreeMap::from([(1u8, "one".to_owned()), (9, "nine".to_owned())]));
    comes_back(&BTreeSet::from([3u32, 1]));
    comes_back(&(Duration::new(5, 999_999_999), Duration::ZERO));
    comes_back(&(Circle::new(Vec2::ONE, 2.0), Segment::new(Vec2::X, Vec2::Y), Aabb::EMPTY));
    comes_back(&(Capsule::new(Vec2::X, Vec2::Y, 1.0), Obb::new(Vec2::ONE, Vec2::ONE, 0.4)));
    comes_back(&(
        IRect::new(-1, 2, 3, 4),
        MassProperties::of_circle(Circle::new(Vec2::X, 1.0), 2.0),
    ));
    comes_back(&QuadraticBezier::new(Vec2::X, Vec2::Y, Vec2::ONE));
    comes_back(&CubicBezier::new(Vec2::X, Vec2::Y, Vec2::ONE, Vec2::ZERO));
    comes_back(&Polygon::new(vec![Vec2::ZERO, Vec2::X, Vec2::Y]).unwrap());
    comes_back(&Grid2::from_fn(3, 2, |x, y| x + 10 * y).unwrap());
    comes_back(&Id::<String>::from_parts(7, 9));
    let mut rng = Rng::with_stream(3, 4);
    rng.u32();
    comes_back(&rng);
}

#[test]
fn numbers_that_are_none_come_back_too() {
    let odd = f32::from_bits(0x7fc1_2345);
    let again: f32 = state::restore(&state::save(&odd)).unwrap();
    assert_eq!(again.to_bits(), odd.to_bits());
}

/// Writes nothing at all.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Nothing(u64);

impl HashState for Nothing {
    fn hash_state(&self, _: &mut StateHash) {}
}

impl SaveState for Nothing {
    fn save(&self, _: &mut StateWriter) {}

    fn restore(_: &mut StateReader<'_>) -> Result<Self, StateError> {
        Ok(Self(0))
    }
}

#[test]
fn lists_of_things_that_write_nothing_come_back() {
    comes_back(&vec![Nothing(0); 5]);
    comes_back(&(vec![(); 3], vec![Some(Nothing(0)), None], 7u8));
    // Billions of them in four bytes would take all memory.
    assert!(state::restore::<Vec<Nothing>>(&[0xff; 4]).is_err());
}

#[test]
fn what_is_no_state_is_an_error_with_a_place() {
    fn error<T: SaveState + Debug>(bytes: &[u8]) -> (u64, &'static str) {
        let error = state::restore::<T>(bytes).unwrap_err();
        (error.offset, error.expected)
    }
    assert_eq!(error::<(u8, bool)>(&[0, 2]), (1, "a bool: 0 or 1"));
    assert_eq!(error::<char>(&[0, 0xd8, 0, 0]), (0, "a char"));
    assert_eq!(error::<char>(&[0]), (0, "a char"));
    assert_eq!(error::<String>(&[1, 0, 0, 0, 0xff]), (0, "a text in UTF-8"));
    assert_eq!(error::<Vec<u8>>(&[2, 0, 0, 0, 0]).0, 0);
    assert_eq!(error::<Duration>(&[0xff; 12]), (8, "less than a second of nanoseconds"));
    assert_eq!(error::<Rng>(&[0; 16]).0, 8);
    let line = state::save(&vec![Vec2::ZERO, Vec2::X, Vec2::X * 2.0]);
    assert_eq!(error::<Polygon>(&line), (0, "a polygon with an area"));
    let dent = [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 4.0)];
    assert_eq!(error::<ConvexPolygon>(&state::save(&dent.to_vec())), (0, "a convex polygon"));
    assert_eq!(error::<Grid2<u8>>(&state::save(&((3u32, 2u32), vec![1u8; 5]))).0, 0);
    assert_eq!(error::<BTreeMap<u8, u8>>(&state::save(&vec![(2u8, 0u8), (1, 0)])).0, 0);
    assert_eq!(error::<BTreeSet<u8>>(&state::save(&vec![1u8, 1])).0, 0);
    let text = state::restore::<bool>(&[7]).unwrap_err().to_string();
    assert_eq!(text, "saved state, byte 0: expected a bool: 0 or 1");
}

#[test]
fn places_that_cannot_be_are_refused() {
    // States, free places, first generation: bit 0 of a state says that the place is in use.
    let slots = |states: &[u32], free: &[u32], first: u32| {
        let bytes = state::save(&(states.to_vec(), free.to_vec(), first));
        state::restore::<Slots<u8>>(&bytes).map(|slots| slots.len())
    };
    assert_eq!(slots(&[1, 2, 5], &[1], 0), Ok(2));
    for (states, free) in [
        (&[1, 2][..], &[][..]),
        (&[1, 2], &[0]),
        (&[1, 2], &[1, 1]),
        (&[1, 2], &[2]),
        (&[1, 2], &[u32::MAX]),
    ] {
        assert!(slots(states, free, 0).is_err(), "{states:?} {free:?}");
    }
    assert!(slots(&[], &[], u32::MAX).is_err());
    assert_eq!(slots(&[u32::MAX - 1], &[], 0), Ok(0), "used up, so it is not free");
}

#[test]
fn nesting_has_an_end() {
    #[derive(Debug)]
    struct Chain(#[expect(dead_code, reason = "only its depth counts")] Option<Box<Chain>>);
    impl SaveState for Chain {
        fn save(&self, _: &mut StateWriter) {}
        fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
            SaveState::restore(input).map(Self)
        }
    }
    let mut bytes = vec![1; 128];
    bytes.push(0);
    assert!(state::restore::<Chain>(&bytes).is_ok());
    bytes.insert(0, 1);
    assert!(state::restore::<Chain>(&bytes).is_err());
    assert!(state::restore::<Chain>(&vec![1; 1_000_000]).is_err());
}

#[test]
fn snapshots_in_every_tick_allocate_nothing() {
    let world: Vec<(Vec2, f32)> = (0..100).map(|n| (vec2(n as f32, 1.0), 0.5)).collect();
    let mut bytes = state::save(&world);
    let length = bytes.len();
    let work = allocation_counter::measure(|| state::save_into(&world, &mut bytes));
    assert_eq!((work.count_total, bytes.len()), (0, length));
}

#[test]
fn what_is_new_hashes_like_its_parts() {
    assert_eq!(StateHash::of(&7usize), StateHash::of(&7u64));
    assert_eq!(StateHash::of(&-1isize), StateHash::of(&-1i64));
    assert_eq!(StateHash::of(&Box::new(3u8)), StateHash::of(&3u8));
    assert_eq!(StateHash::of(&VecDeque::from([1u8, 2])), StateHash::of(&[1u8, 2]));
    let map = BTreeMap::from([(1u8, 2u8), (3, 4)]);
    assert_eq!(StateHash::of(&map), StateHash::of(&[(1u8, 2u8), (3, 4)]));
    let eight = (1u8, 2u8, 3u8, 4u8, 5u8, 6u8, 7u8, 8u8);
    assert_eq!(StateHash::of(&eight), StateHash::of(&((1u8, 2u8, 3u8, 4u8), (5u8, 6u8, 7u8, 8u8))));
}

type Everything = (
    Vec<(String, Option<Vec2>)>,
    Arena<[u8; 3]>,
    Grid2<bool>,
    BTreeMap<i16, Vec<char>>,
    ConvexPolygon,
    (Rng, Duration),
);

proptest! {
    #[test]
    fn no_bytes_do_harm(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(value) = state::restore::<Everything>(&bytes) {
            let again: Everything = state::restore(&state::save(&value)).unwrap();
            prop_assert_eq!(again, value);
        }
    }

    #[test]
    fn damaged_bytes_do_no_harm(place in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut arena = Arena::new();
        let first = arena.insert([1, 2, 3]);
        arena.insert([4, 5, 6]);
        arena.remove(first);
        let square = vec![Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y];
        let value: Everything = (
            vec![("a".into(), None), ("bé".into(), Some(Vec2::X))],
            arena,
            Grid2::filled(3, 2, true).unwrap(),
            BTreeMap::from([(-4, vec!['x', 'é'])]),
            ConvexPolygon::new(square).unwrap(),
            (Rng::new(1), Duration::from_millis(1500)),
        );
        let mut bytes = state::save(&value);
        prop_assert_eq!(&state::restore::<Everything>(&bytes).unwrap(), &value);
        let place = place.index(bytes.len());
        bytes[place] = byte;
        if let Ok(value) = state::restore::<Everything>(&bytes) {
            let again: Everything = state::restore(&state::save(&value)).unwrap();
            prop_assert_eq!(StateHash::of(&again), StateHash::of(&value));
        }
    }

    #[test]
    fn every_hull_comes_back(
        corners in prop::collection::vec((-4i32..4, -4i32..4, -20i32..20), 3..24),
    ) {
        // Near-degenerate on purpose: few places, shifted by very different powers of two.
        let points = corners.iter().map(|&(x, y, power)| {
            vec2(x as f32, y as f32) * motile_geom::ops::powi(2.0, power)
        });
        if let Ok(hull) = ConvexPolygon::hull(points) {
            let again: ConvexPolygon = state::restore(&state::save(&hull)).unwrap();
            prop_assert_eq!(again, hull);
        }
    }
}
