//! The last moments of a world, each as what differs from the one after it.

mod delta;
mod read;
mod words;

use crate::world::{BodyWorld, WorldOwn};
use rapier2d::prelude::PhysicsWorld;
use read::Reader;
use serde::Deserialize;
use std::collections::VecDeque;
use words::Words;

/// The last moments of a world, to go back to: small, and bit for bit.
///
/// A [`BodySnapshot`](crate::BodySnapshot) is a copy of everything, taken in half a microsecond a body and about 2 KB of
/// it. Here only the newest moment is whole; of those before it the differences are kept, a tenth of that and less, for
/// about four times the time. For rewinding, undo, and replays that can be scrubbed; and for rollback where memory counts.
///
/// ```
/// use motile_bodies::{BodyDef, BodyHistory, BodyShape, BodyWorld};
/// use motile_geom::StateHash;
///
/// let mut world = BodyWorld::new();
/// world.add(&BodyDef::new(BodyShape::circle(5.0)));
/// let mut history = BodyHistory::new(60);
/// let mut hashes = Vec::new();
/// for _ in 0..30 {
///     history.keep(&world);
///     world.step(1.0 / 60.0);
///     hashes.push(StateHash::of(&world));
/// }
/// // Ten moments before the newest: the one from which step 20 was taken.
/// assert!(history.go_back(10, &mut world));
/// world.step(1.0 / 60.0);
/// assert_eq!(StateHash::of(&world), hashes[19]);
/// ```
#[derive(Debug)]
#[doc(alias = "rollback")]
#[doc(alias = "rewind")]
#[doc(alias = "delta compression")]
pub struct BodyHistory {
    most: usize,
    newest: Option<WorldOwn>,
    words: Words,
    /// What makes each moment of the one after it, oldest first.
    older: VecDeque<(Vec<u8>, WorldOwn)>,
    /// Where the next moment is written.
    room: Words,
}

impl BodyHistory {
    /// Keeps so many moments at the most, at least one; older ones are forgotten.
    pub fn new(moments: u32) -> Self {
        Self {
            most: moments.max(1) as usize,
            newest: None,
            words: Words::default(),
            older: VecDeque::new(),
            room: Words::default(),
        }
    }

    /// Keeps the world as it is now.
    pub fn keep(&mut self, world: &BodyWorld) {
        // What the engine could not tell would be a world that cannot be kept: nothing is.
        if self.room.write(world.engine()).is_err() {
            return;
        }
        core::mem::swap(&mut self.words, &mut self.room);
        let own = world.own(self.newest.as_ref());
        if let Some(before) = self.newest.replace(own) {
            let difference = delta::encode(&self.room, &self.words);
            self.older.push_back((difference, before));
        }
        while self.older.len() >= self.most {
            self.older.pop_front();
        }
    }

    /// Brings a world to the moment `moments` before the newest, 0 being the newest itself, and forgets those after it. False,
    /// and nothing is changed, when it is not kept any more.
    pub fn go_back(&mut self, moments: u32, world: &mut BodyWorld) -> bool {
        let moments = moments as usize;
        if self.newest.is_none() || moments > self.older.len() {
            return false;
        }
        for (difference, own) in self.older.drain(self.older.len() - moments..).rev() {
            delta::decode(&difference, &self.words, &mut self.room);
            core::mem::swap(&mut self.words, &mut self.room);
            self.newest = Some(own);
        }
        let engine = PhysicsWorld::deserialize(&mut Reader(&self.words.all));
        match (engine, &self.newest) {
            (Ok(engine), Some(own)) => {
                world.take_back(engine, own);
                true
            }
            _ => false,
        }
    }

    /// Moments that are kept.
    pub fn len(&self) -> u32 {
        self.older.len() as u32 + u32::from(self.newest.is_some())
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.newest.is_none()
    }

    /// Bytes of the difference between the newest moment and the one before it; 0 when there is no other.
    pub fn bytes_of_last(&self) -> usize {
        self.older.back().map_or(0, |(difference, _)| difference.len())
    }

    /// Bytes of the differences and of the engine's part of the newest moment, which is kept as a whole. What the world
    /// has beside the engine is not counted: definitions, joints and grabs, which moments share as long as they do not
    /// change.
    pub fn bytes(&self) -> usize {
        let whole = self.words.all.len() + self.words.lengths.len() + self.words.groups.len();
        whole * size_of::<u32>() + self.older.iter().map(|(bytes, _)| bytes.len()).sum::<usize>()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.newest = None;
        self.older.clear();
    }
}
