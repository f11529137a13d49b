//! The arena against a model that never forgets an id.

use motile_geom::{Arena, Id, StateHash};
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Call {
    Insert(u16),
    InsertWith,
    /// Removes the n-th id ever given out, stale or not.
    Remove(usize),
    Set(usize, u16),
    /// Keeps what is not divisible.
    Retain(u16),
    Clear,
    Shrink,
}

fn calls() -> impl Strategy<Value = Vec<Call>> {
    let call = prop_oneof![
        8 => any::<u16>().prop_map(Call::Insert),
        2 => Just(Call::InsertWith),
        8 => any::<usize>().prop_map(Call::Remove),
        3 => (any::<usize>(), any::<u16>()).prop_map(|(n, value)| Call::Set(n, value)),
        1 => (2u16..5).prop_map(Call::Retain),
        1 => Just(Call::Clear),
        1 => Just(Call::Shrink),
    ];
    prop::collection::vec(call, 0..120)
}

/// Every id ever given out, with its value while it is there, and the free places in order.
#[derive(Default)]
struct Model {
    given: Vec<(Id<u32>, Option<u32>)>,
    places: usize,
    free: Vec<u32>,
}

impl Model {
    fn insert(&mut self, id: Id<u32>, value: u32) {
        assert!(self.given.iter().all(|&(old, _)| old != id), "{id:?} was given out before");
        if let Some(index) = self.free.pop() {
            assert_eq!(id.index(), index, "last freed, first used");
        } else {
            assert_eq!(id.slot(), self.places);
            self.places += 1;
        }
        self.given.push((id, Some(value)));
    }

    fn remove(&mut self, id: Id<u32>) -> Option<u32> {
        let (_, value) = self.given.iter_mut().find(|(known, _)| *known == id)?;
        let value = value.take()?;
        self.free.push(id.index());
        Some(value)
    }

    fn live(&self) -> Vec<(Id<u32>, u32)> {
        let mut live: Vec<_> =
            self.given.iter().filter_map(|&(id, value)| Some((id, value?))).collect();
        live.sort();
        live
    }

    fn clear(&mut self) {
        for (id, _) in self.live() {
            self.remove(id);
        }
        self.free.sort_by(|a, b| b.cmp(a));
    }

    fn shrink(&mut self) {
        self.places = self.live().last().map_or(0, |(id, _)| id.slot() + 1);
        self.free.retain(|&index| (index as usize) < self.places);
    }
}

fn play(arena: &mut Arena<u32>, model: &mut Model, call: &Call) {
    let pick = |model: &Model, n: usize| {
        let count = model.given.len();
        if count == 0 { Id::NOTHING } else { model.given[n % count].0 }
    };
    match *call {
        Call::Insert(value) => model.insert(arena.insert(value.into()), value.into()),
        Call::InsertWith => {
            let id = arena.insert_with(|id| id.index() * 10);
            model.insert(id, id.index() * 10);
        }
        Call::Remove(n) => {
            let id = pick(model, n);
            assert_eq!(arena.remove(id), model.remove(id));
        }
        Call::Set(n, value) => {
            let id = pick(model, n);
            if let Some(place) = arena.get_mut(id) {
                *place = value.into();
            }
            if let Some((_, Some(known))) = model.given.iter_mut().find(|(other, _)| *other == id) {
                *known = value.into();
            }
        }
        Call::Retain(divisor) => {
            arena.retain(|_, value| *value % u32::from(divisor) != 0);
            for (id, value) in model.live() {
                if value % u32::from(divisor) == 0 {
                    model.remove(id);
                }
            }
        }
        Call::Clear => {
            arena.clear();
            model.clear();
        }
        Call::Shrink => {
            arena.shrink_to_fit();
            model.shrink();
        }
    }
}

fn compare(arena: &mut Arena<u32>, model: &Model) {
    let live = model.live();
    assert_eq!(arena.iter().map(|(id, &value)| (id, value)).collect::<Vec<_>>(), live);
    assert_eq!(arena.iter_mut().map(|(id, value)| (id, *value)).collect::<Vec<_>>(), live);
    assert!(arena.ids().eq(live.iter().map(|&(id, _)| id)));
    assert!(arena.values().rev().eq(live.iter().rev().map(|(_, value)| value)));
    assert_eq!((arena.len(), arena.is_empty()), (live.len(), live.is_empty()));
    assert_eq!((arena.slots_len(), arena.slots().free()), (model.places, &model.free[..]));
    for &(id, value) in &model.given {
        assert_eq!((arena.get(id).copied(), arena.contains(id)), (value, value.is_some()));
        if value.is_some() {
            assert_eq!(
                (arena.id_at(id.index()), arena.value_at(id.index()).copied()),
                (Some(id), value)
            );
        }
    }
}

proptest! {
    #[test]
    fn an_arena_does_what_a_list_of_all_ids_ever_does(calls in calls()) {
        let (mut arena, mut model) = (Arena::new(), Model::default());
        for call in &calls {
            play(&mut arena, &mut model, call);
            compare(&mut arena, &model);
        }
        let copy = arena.clone();
        prop_assert_eq!(StateHash::of(&copy), StateHash::of(&arena));
        prop_assert_eq!(copy, arena);
    }
}

#[test]
fn an_id_of_nothing_names_nothing() {
    let mut arena = Arena::new();
    arena.insert(1u8);
    assert!(!arena.contains(Id::NOTHING) && arena.remove(Id::default()).is_none());
}

#[test]
fn after_warm_up_adding_and_removing_allocates_nothing() {
    let mut arena = Arena::new();
    let ids: Vec<_> = (0..100).map(|n| arena.insert(n)).collect();
    for id in ids {
        arena.remove(id);
    }
    let work = allocation_counter::measure(|| {
        for n in 0..1000 {
            let id = arena.insert(n);
            assert_eq!(arena.remove(id), Some(n));
        }
    });
    assert_eq!(work.count_total, 0);
}

#[test]
#[should_panic(expected = "u8(0v0) does not exist")]
fn indexing_with_a_stale_id_panics_like_a_slice() {
    let mut arena = Arena::new();
    let id = arena.insert(1u8);
    arena.clear();
    let _ = arena[id];
}

#[test]
fn a_thing_whose_making_panics_takes_no_place() {
    let mut arena = Arena::<u8>::new();
    let made = std::panic::catch_unwind(core::panic::AssertUnwindSafe(|| {
        arena.insert_with(|_| std::panic::resume_unwind(Box::new("broken")));
    }));
    assert!(made.is_err() && arena.is_empty() && arena.slots_len() == 0);
}
