//! Networked physics as a blog of the years of Flash did it, to be compared with.
//!
//! Every participant runs the whole simulation with steps as long as its own frames. A message is sent only when the keys of a
//! player change: who, the full state of his element, the keys held, and the time by a shared clock. Whoever receives it
//! overwrites that one element and advances it alone by the time since. It feels immediate and converges when nothing else
//! happens in the meantime. What it gets wrong is why the sessions of this crate exist: steps of different length give
//! different paths; a collision inside the caught-up time is lost; a lost key-up lets an opponent run forever; a late
//! message overwrites a newer one; opponents jump at every message; and everybody is believed about his own state.

use crate::PlayerInput;
use motile_geom::{HashState, SaveState, StateError, StateHash, StateReader, StateWriter};

/// Something that keys move: one element of the simulation.
pub trait ClassicMover: Clone {
    /// The keys that drive it.
    type Keys: PlayerInput + PartialEq;
    /// What it moves in, and everybody has: a track, a map.
    type World: ?Sized;

    /// Moves it alone by `dt` seconds under the keys held.
    fn step(&mut self, world: &Self::World, keys: Self::Keys, dt: f64);
}

/// What is sent when a player's keys change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClassicUpdate<T> {
    /// Who.
    pub sender: u8,
    /// His element at that moment.
    pub element: T,
    /// The keys held, packed.
    pub keys: u64,
    /// When, by the shared clock, seconds.
    pub time: f64,
}

impl<T: HashState> HashState for ClassicUpdate<T> {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&(self.sender, &self.element, self.keys, self.time));
    }
}

impl<T: SaveState> SaveState for ClassicUpdate<T> {
    fn save(&self, out: &mut StateWriter) {
        (self.sender, self.keys, self.time).save(out);
        self.element.save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let (sender, keys, time) = SaveState::restore(input)?;
        Ok(Self { sender, keys, time, element: T::restore(input)? })
    }
}

/// One participant: all elements, of which one is his own.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassicPeer<T: ClassicMover> {
    /// Who this is.
    pub me: u8,
    /// The elements of all players, by number.
    pub elements: Vec<T>,
    /// The keys that each is known to hold.
    pub keys: Vec<T::Keys>,
    /// The shared time up to which was simulated, seconds; `None` before the first step.
    pub time: Option<f64>,
}

impl<T: ClassicMover> ClassicPeer<T> {
    /// A participant who knows where everybody starts.
    pub fn new(me: u8, elements: Vec<T>) -> Self {
        let keys = vec![T::Keys::default(); elements.len()];
        Self { me, elements, keys, time: None }
    }

    /// Simulates everything up to a shared time, in one step as long as it happens to be, with own keys. Gives the message to
    /// send when these changed. Time that runs backwards is no time.
    pub fn update(
        &mut self,
        world: &T::World,
        time: f64,
        own: T::Keys,
    ) -> Option<ClassicUpdate<T>> {
        let dt = (time - self.time.unwrap_or(time)).max(0.0);
        self.time = Some(time);
        for (element, &keys) in self.elements.iter_mut().zip(&self.keys) {
            element.step(world, keys, dt);
        }
        let me = usize::from(self.me);
        let held = self.keys.get_mut(me)?;
        if *held == own {
            return None;
        }
        *held = own;
        let element = self.elements.get(me)?.clone();
        Some(ClassicUpdate { sender: self.me, element, keys: own.pack(), time })
    }

    /// Takes in a message at a shared time: the sender's element is overwritten and advanced, alone and in one step. Messages of
    /// unknown senders are ignored.
    pub fn receive(&mut self, world: &T::World, update: &ClassicUpdate<T>, time: f64) {
        let index = usize::from(update.sender);
        let (Some(element), Some(keys)) = (self.elements.get_mut(index), self.keys.get_mut(index))
        else {
            return;
        };
        *element = update.element.clone();
        *keys = T::Keys::unpack(update.keys);
        element.step(world, *keys, (time - update.time).max(0.0));
    }
}

impl<T: ClassicMover + HashState> HashState for ClassicPeer<T> {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&(self.me, &self.elements, self.time));
        self.keys.iter().for_each(|keys| hash.write_u64(keys.pack()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A point on a line that a key accelerates by 200 px/s², exactly.
    #[derive(Clone, Debug, PartialEq)]
    struct Point {
        x: f64,
        vx: f64,
    }

    impl ClassicMover for Point {
        type Keys = bool;
        type World = ();

        fn step(&mut self, (): &(), keys: bool, dt: f64) {
            let acceleration = if keys { 200.0 } else { 0.0 };
            self.x += self.vx * dt + 0.5 * acceleration * dt * dt;
            self.vx += acceleration * dt;
        }
    }

    fn update(keys: bool) -> ClassicUpdate<Point> {
        ClassicUpdate {
            sender: 1,
            element: Point { x: 100.0, vx: 60.0 },
            keys: keys.pack(),
            time: 10.0,
        }
    }

    fn peer() -> ClassicPeer<Point> {
        ClassicPeer::new(0, vec![Point { x: 0.0, vx: 0.0 }, Point { x: 0.0, vx: 0.0 }])
    }

    #[test]
    fn sim_a9_the_sender_alone_is_caught_up() {
        let mut peer = peer();
        peer.receive(&(), &update(false), 10.120);
        assert!((peer.elements[1].x - 107.2).abs() < 1e-9);
        assert_eq!(peer.elements[0], Point { x: 0.0, vx: 0.0 });
        peer.receive(&(), &update(true), 10.120);
        assert!((peer.elements[1].x - 108.64).abs() < 1e-9);
    }

    #[test]
    fn sim_a9_steps_of_other_lengths_end_elsewhere_and_ticks_do_not() {
        let semi_implicit = |steps: u32, dt: f64| {
            let (mut x, mut vx) = (100.0, 60.0);
            for _ in 0..steps {
                vx += 200.0 * dt;
                x += vx * dt;
            }
            (x, vx)
        };
        assert!((semi_implicit(12, 0.01).0 - 108.76).abs() < 1e-9);
        // 0.12 s are 7.2 ticks: every peer of a session plays 7.
        let (x, vx) = semi_implicit(7, 1.0 / 60.0);
        assert!((x - 108.555_555_555_6).abs() < 1e-9 && (vx - 83.333_333_333_3).abs() < 1e-9);
    }

    #[test]
    fn sim_w9_a_late_message_overwrites_a_newer_one_and_a_lost_one_is_never_repaired() {
        let mut peer = peer();
        let newer = ClassicUpdate { time: 10.1, keys: 0, ..update(false) };
        peer.receive(&(), &newer, 10.2);
        peer.receive(&(), &update(true), 10.2);
        assert!(peer.keys[1], "the key was let go, and is held again");
        peer.update(&(), 10.2, false);
        assert_eq!(peer.update(&(), 60.0, false), None, "no heartbeat");
        assert!(peer.elements[1].x > 100_000.0, "and the opponent runs forever");
    }

    #[test]
    fn sim_11_messages_are_sent_when_keys_change_and_come_back_from_bytes() {
        let mut peer = peer();
        assert_eq!(peer.update(&(), 1.0, false), None);
        let sent = peer.update(&(), 1.1, true).expect("the keys changed");
        assert_eq!((sent.sender, sent.keys, sent.time), (0, 1, 1.1));
        assert_eq!(peer.update(&(), 1.2, true), None);
        let plain = ClassicUpdate { sender: 3, element: 7.5f32, keys: 5, time: 2.0 };
        let bytes = motile_geom::state::save(&plain);
        assert_eq!(motile_geom::state::restore::<ClassicUpdate<f32>>(&bytes), Ok(plain));
    }

    #[test]
    fn sim_w12_a_clock_that_steps_back_moves_nothing() {
        let mut peer = peer();
        peer.elements[0].vx = 10.0;
        peer.update(&(), 5.0, false);
        peer.update(&(), 4.0, false);
        assert_eq!(peer.elements[0].x, 0.0);
    }
}
