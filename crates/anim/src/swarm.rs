//! A million tweens at the speed of memory.

use crate::{Ease, Span, Tween, ease::Shaped, player::nanos, value::Animate};
use fearless_simd::{Level, dispatch};
use motile_geom::{HashState, Id, Slots, StateHash};

/// Names a tween in a [`Swarm`]. An id of one that is gone names nothing.
pub type SwarmId = Id<Tween<f32>>;

/// Very many tweens of single numbers: dots, sparks, letters, particles.
///
/// Tweens with the same ease lie side by side in plain arrays and are updated in one loop that the
/// compiler turns into SIMD: 40 bytes and about a nanosecond each. They write no targets; read
/// their values by handle, or all of them with [`Swarm::for_each`]. A tween that has reached its end is
/// listed in [`Swarm::finished`] and forgotten.
///
/// ```
/// use motile_anim::{Ease, Swarm};
///
/// let mut swarm = Swarm::new();
/// let x = swarm.add(100.0, 500.0, 0.0, 1.0, Ease::LINEAR);
/// swarm.update(0.25);
/// assert_eq!(swarm.get(x), Some(200.0));
/// swarm.update(0.75);
/// assert_eq!(swarm.finished(), [(x, 500.0)]);
/// ```
///
/// # Limits
///
/// Time has a resolution of 1/65536 s here, and delay and duration together may last nine hours. There
/// are no repeats and no overwriting. Adding allocates only when the arrays grow, updating only when
/// more tweens finish at once than ever before.
#[derive(Clone, Debug, Default)]
pub struct Swarm {
    groups: Vec<Group>,
    slots: Slots<Tween<f32>>,
    /// Where each tween lies, by the index of its id.
    places: Vec<Place>,
    finished: Vec<(SwarmId, f32)>,
    clock: i64,
    rejected: u64,
}

/// The clock and the numbers of every tween, group by group; which ease a group has is its description.
impl HashState for Swarm {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&(self.clock, self.rejected, &self.slots));
        for group in &self.groups {
            let Group { from, to, begin, rate, value, owner, .. } = group;
            hash.write(&(from, to, begin, rate, value, owner));
        }
    }
}

/// Where the numbers of a tween lie.
#[derive(Clone, Copy, Debug)]
struct Place {
    group: u32,
    /// Index into the arrays of the group.
    row: u32,
}

/// Tweens that share an ease, one array for each of their numbers.
#[derive(Clone, Debug)]
struct Group {
    ease: Ease,
    from: Vec<f32>,
    to: Vec<f32>,
    /// When it begins, in units of the clock; wraps around.
    begin: Vec<u32>,
    /// 1 / duration in units of the clock.
    rate: Vec<f32>,
    value: Vec<f32>,
    /// The index of its id.
    owner: Vec<u32>,
    /// None of them ends before this time of the clock.
    due: u32,
}

/// Units of the clock in a second.
const UNITS: f64 = 65_536.0;
/// Nanoseconds: four hours, less than half the time after which the clock wraps around.
const LONGEST_STEP: i64 = 14_400_000_000_000;

impl Swarm {
    /// No tweens yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a tween that begins `delay` seconds from now.
    ///
    /// With a value that is not finite, or a time that is negative, not finite or longer than nine hours,
    /// nothing is added: the id names nothing, and [`Swarm::rejected`] counts it.
    pub fn add(
        &mut self,
        from: f32,
        to: f32,
        delay: impl Into<Span>,
        duration: impl Into<Span>,
        ease: Ease,
    ) -> SwarmId {
        let finite = Animate::is_finite(&from) && Animate::is_finite(&to);
        let times = times(delay.into(), duration.into());
        let Some((delay, length)) = times.filter(|_| finite) else {
            self.rejected += 1;
            return SwarmId::NOTHING;
        };
        let id = self.slots.insert();
        let group = self.group_of(ease);
        let begin = (units(self.clock) + delay) as u32;
        let row = self.groups[group].push(from, to, begin, 1.0 / length as f32, id.index());
        let place = Place { group: group as u32, row };
        match self.places.get_mut(id.slot()) {
            Some(old) => *old = place,
            None => self.places.push(place),
        }
        id
    }

    /// How many tweens [`Swarm::add`] has turned away.
    pub const fn rejected(&self) -> u64 {
        self.rejected
    }

    fn group_of(&mut self, ease: Ease) -> usize {
        let known = self.groups.iter().position(|group| group.ease == ease);
        known.unwrap_or_else(|| {
            self.groups.push(Group::new(ease));
            self.groups.len() - 1
        })
    }

    /// Lets `dt` seconds pass; negative and NaN count as 0.
    pub fn update(&mut self, dt: f32) {
        self.finished.clear();
        let mut left = nanos(dt as f64).max(0);
        // The clock wraps around: a longer step could pass by an end.
        while left > LONGEST_STEP && !self.is_empty() {
            self.run(LONGEST_STEP);
            left -= LONGEST_STEP;
        }
        self.run(left);
    }

    fn run(&mut self, nanos: i64) {
        self.clock = self.clock.saturating_add(nanos);
        let now = units(self.clock) as u32;
        let level = Level::new();
        for group in &mut self.groups {
            dispatch!(level, _ => group.update(now));
            if group.is_due(now) {
                group.sweep(now, &mut self.slots, &mut self.places, &mut self.finished);
            }
        }
    }

    /// The value of a tween; `None` when it has finished or was removed.
    pub fn get(&self, id: SwarmId) -> Option<f32> {
        if !self.slots.contains(id) {
            return None;
        }
        let place = self.places[id.slot()];
        Some(self.groups[place.group as usize].value[place.row as usize])
    }

    /// Tweens that reached their end in the last update, with the end value.
    pub fn finished(&self) -> &[(SwarmId, f32)] {
        &self.finished
    }

    /// Calls a function with every tween and its value, in no particular but always the same order.
    pub fn for_each(&self, mut f: impl FnMut(SwarmId, f32)) {
        for group in &self.groups {
            for (&index, &value) in group.owner.iter().zip(&group.value) {
                if let Some(id) = self.slots.id_at(index) {
                    f(id, value);
                }
            }
        }
    }

    /// Removes a tween; gives its value, `None` when it was gone already.
    pub fn remove(&mut self, id: SwarmId) -> Option<f32> {
        let value = self.get(id)?;
        let place = self.places[id.slot()];
        self.groups[place.group as usize].remove(place.row as usize, &mut self.places);
        self.slots.remove(id);
        Some(value)
    }

    /// How many tweens there are.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes that one tween takes, without spare room in the arrays.
    pub const fn bytes_per_tween() -> usize {
        // Five numbers and the owner, the place, and eight bytes at most for the id.
        5 * size_of::<f32>() + size_of::<u32>() + size_of::<Place>() + 8
    }
}

impl Group {
    fn new(ease: Ease) -> Self {
        Self {
            ease,
            from: Vec::new(),
            to: Vec::new(),
            begin: Vec::new(),
            rate: Vec::new(),
            value: Vec::new(),
            owner: Vec::new(),
            due: 0,
        }
    }

    fn push(&mut self, from: f32, to: f32, begin: u32, rate: f32, owner: u32) -> u32 {
        self.note_end(begin, rate);
        self.from.push(from);
        self.to.push(to);
        self.begin.push(begin);
        self.rate.push(rate);
        self.value.push(from);
        self.owner.push(owner);
        self.owner.len() as u32 - 1
    }

    /// Sees to it that a tween is swept at its end.
    fn note_end(&mut self, begin: u32, rate: f32) {
        // Progress reaches 1 within a rounding of the end. A sweep that comes too early costs a look; one that comes too
        // late would show a value beyond the end.
        let length = (1.0 / rate as f64 * (1.0 - 1e-6)) as u32;
        let end = begin.wrapping_add(length.saturating_sub(1));
        if self.owner.is_empty() || is_before(end, self.due) {
            self.due = end;
        }
    }

    fn is_due(&self, now: u32) -> bool {
        !self.owner.is_empty() && !is_before(now, self.due)
    }

    /// Computes all values.
    #[inline(always)]
    fn update(&mut self, now: u32) {
        let Self { ease, from, to, begin, rate, value, .. } = self;
        ease.shape(Step { from, to, begin, rate, value, now });
    }

    /// Lists and removes the tweens at their end.
    fn sweep(
        &mut self,
        now: u32,
        slots: &mut Slots<Tween<f32>>,
        places: &mut [Place],
        finished: &mut Vec<(SwarmId, f32)>,
    ) {
        let mut place = 0;
        while place < self.owner.len() {
            let passed = now.wrapping_sub(self.begin[place]) as i32 as f32;
            if passed * self.rate[place] < 1.0 {
                place += 1;
                continue;
            }
            if let Some(id) = slots.id_at(self.owner[place]) {
                finished.push((id, self.to[place]));
                slots.remove(id);
            }
            self.remove(place, places);
        }
        self.due = now.wrapping_add(i32::MAX as u32);
        for place in 0..self.owner.len() {
            self.note_end(self.begin[place], self.rate[place]);
        }
    }

    /// Removes a row; the last one takes its place, so that the arrays stay dense.
    fn remove(&mut self, row: usize, places: &mut [Place]) {
        for array in [&mut self.from, &mut self.to, &mut self.rate, &mut self.value] {
            array.swap_remove(row);
        }
        self.begin.swap_remove(row);
        self.owner.swap_remove(row);
        if let Some(&moved) = self.owner.get(row) {
            places[moved as usize].row = row as u32;
        }
    }
}

/// Of two times of the clock less than nine hours apart, whether the first is earlier.
const fn is_before(a: u32, b: u32) -> bool {
    (a.wrapping_sub(b) as i32) < 0
}

/// One update of a group.
struct Step<'a> {
    from: &'a [f32],
    to: &'a [f32],
    begin: &'a [u32],
    rate: &'a [f32],
    value: &'a mut [f32],
    now: u32,
}

impl Shaped for Step<'_> {
    /// From the clock to the values in one loop: a tween is read once, and only its value is written.
    #[inline(always)]
    fn with(self, curve: impl Fn(f32) -> f32) {
        let Self { from, to, begin, rate, value, now } = self;
        let ends = from.iter().zip(to);
        let times = begin.iter().zip(rate);
        for ((value, (from, to)), (&begin, &rate)) in value.iter_mut().zip(ends).zip(times) {
            let passed = now.wrapping_sub(begin) as i32 as f32 * rate;
            *value = f32::mix(from, to, curve(passed));
        }
    }
}

/// Delay and duration in units of the swarm's clock; `None` when they are no times, or too long.
fn times(delay: Span, duration: Span) -> Option<(i64, i64)> {
    let delay = units(delay.nanos("delay").ok()?);
    let length = units(duration.nanos("duration").ok()?).max(1);
    (delay + length < i64::from(i32::MAX)).then_some((delay, length))
}

/// Nanoseconds as units of the swarm's clock.
fn units(nanos: i64) -> i64 {
    (nanos as f64 / 1e9 * UNITS).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn values_are_those_of_the_ease() {
        let mut swarm = Swarm::new();
        let eases = [Ease::QUAD_OUT, Ease::ELASTIC_OUT, Ease::BOUNCE_IN, Ease::LINEAR];
        let ids: Vec<_> =
            eases.iter().map(|&ease| swarm.add(100.0, 800.0, 0.5, 2.0, ease)).collect();
        swarm.update(0.25);
        assert!(ids.iter().all(|&id| swarm.get(id) == Some(100.0)), "the delay has not passed");
        swarm.update(1.25);
        for (&id, ease) in ids.iter().zip(eases) {
            assert_eq!(swarm.get(id), Some(f32::mix(&100.0, &800.0, ease.at(0.5))));
        }
        swarm.update(1.0);
        assert_eq!((swarm.len(), swarm.finished().len()), (0, 4));
        assert!(ids.iter().all(|&id| swarm.get(id).is_none()));
    }

    #[test]
    fn t_27_bad_numbers_are_refused() {
        let mut swarm = Swarm::new();
        let bad = [
            swarm.add(f32::NAN, 1.0, 0.0, 1.0, Ease::LINEAR),
            swarm.add(0.0, 1.0, -1.0, 1.0, Ease::LINEAR),
            swarm.add(0.0, 1.0, 0.0, 1e6, Ease::LINEAR),
        ];
        assert_eq!((bad, swarm.rejected(), swarm.len()), ([SwarmId::NOTHING; 3], 3, 0));
        assert_eq!(swarm.get(bad[0]), None);
        let instant = swarm.add(0.0, 1.0, 0.0, 0.0, Ease::LINEAR);
        swarm.update(0.02);
        assert_eq!(swarm.finished(), [(instant, 1.0)]);
    }

    #[test]
    fn bug_a_step_of_half_a_day_passed_by_the_end() {
        let mut swarm = Swarm::new();
        let long = swarm.add(0.0, 1.0, 0.0, 20_000.0, Ease::LINEAR);
        let short = swarm.add(0.0, 2.0, 0.0, 1.0, Ease::LINEAR);
        swarm.update(1e9);
        assert_eq!(swarm.finished(), [(short, 2.0), (long, 1.0)]);
        let again = swarm.add(0.0, 1.0, 1.0, 1.0, Ease::LINEAR);
        swarm.update(1.5);
        assert_eq!(swarm.get(again), Some(0.5));
    }

    #[test]
    fn t_66_updates_do_not_allocate() {
        let mut swarm = Swarm::new();
        for i in 0..100_000u32 {
            let ease = [Ease::QUAD_OUT, Ease::SINE_IN_OUT, Ease::CUBIC_IN][i as usize % 3];
            swarm.add(0.0, i as f32, 0.0, 1000.0, ease);
        }
        let info = allocation_counter::measure(|| {
            for _ in 0..600 {
                swarm.update(1.0 / 60.0);
            }
        });
        assert_eq!(info.count_total, 0);
        assert!(Swarm::bytes_per_tween() <= 64, "{}", Swarm::bytes_per_tween());
    }

    proptest! {
        #[test]
        fn adding_and_removing_keeps_handles_right(steps in prop::collection::vec((0u32..4, 0u32..50), 1..200)) {
            let mut swarm = Swarm::new();
            let mut alive: Vec<(SwarmId, f32)> = Vec::new();
            for (action, number) in steps {
                match action {
                    0 | 1 => {
                        let ease = if number % 2 == 0 { Ease::LINEAR } else { Ease::QUAD_IN };
                        let value = number as f32;
                        let seconds = 0.1 + number as f64 * 0.01;
                        alive.push((swarm.add(value, value, 0.0, seconds, ease), value));
                    }
                    2 if !alive.is_empty() => {
                        let (id, value) = alive.swap_remove(number as usize % alive.len());
                        prop_assert_eq!(swarm.remove(id), Some(value));
                        prop_assert_eq!(swarm.remove(id), None);
                    }
                    _ => {
                        swarm.update(number as f32 * 0.002);
                        for done in swarm.finished() {
                            prop_assert!(alive.contains(done));
                        }
                        alive.retain(|one| !swarm.finished().contains(one));
                    }
                }
                prop_assert_eq!(swarm.len(), alive.len());
                for &(id, value) in &alive {
                    prop_assert_eq!(swarm.get(id), Some(value));
                }
            }
        }
    }
}
