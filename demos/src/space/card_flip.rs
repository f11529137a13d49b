//! How a card is turned over: a tween of its pose, whose turn goes evenly (slerp), and of how high it flies.

use core::f32::consts::{FRAC_PI_2, PI};
use motile::anim::{AnimPlayer, Ease, Tween, goal};
use motile::prelude::*;
use motile::space::Pose;

/// Seconds of a turn, and how high a card rises.
const SECONDS: f32 = 0.9;
const RISE: f32 = 90.0;

/// A card on its way from its back to its face, or from there to its back.
#[derive(StateHash)]
#[state(hash_only)]
pub(super) struct Flip {
    flight: Flight,
    player: AnimPlayer<Flight>,
    face_up: bool,
}

/// What the tween changes.
#[derive(StateHash)]
#[state(hash_only)]
struct Flight {
    pose: Pose,
    height: f32,
}

impl Flip {
    /// With its back up.
    pub(super) fn new() -> Self {
        let turned = |angle: f32| Pose::IDENTITY.with_angles(0.0, angle, 0.0);
        // By way of its edge: half a turn at once could go either way round.
        let over = goal(turned(PI)).through([(0.5, turned(FRAC_PI_2), Ease::LINEAR)]);
        let up_and_down =
            goal(0.0).through([(0.5, RISE, Ease::SINE_OUT), (1.0, 0.0, Ease::SINE_IN)]);
        let tween = Tween::new(SECONDS)
            .to(|flight: &mut Flight| &mut flight.pose, over)
            .to(|flight: &mut Flight| &mut flight.height, up_and_down)
            .ease(Ease::QUAD_IN_OUT);
        let mut player = AnimPlayer::new(tween);
        // It stays at its beginning until it is asked.
        player.reverse();
        Self { flight: Flight { pose: turned(0.0), height: 0.0 }, player, face_up: false }
    }

    /// Turns it over from wherever it is on its way.
    pub(super) fn set_face_up(&mut self, face_up: bool) {
        self.face_up = face_up;
        if face_up { self.player.play() } else { self.player.reverse() }
    }

    pub(super) fn is_face_up(&self) -> bool {
        self.face_up
    }

    /// Whether its face can be seen in full.
    pub(super) fn is_open(&self) -> bool {
        self.face_up && self.player.is_finished()
    }

    pub(super) fn update(&mut self, dt: f32) {
        self.player.update(dt, &mut self.flight);
    }

    /// Its turn, and how high it is over the table, in pixels.
    pub(super) fn now(&self) -> (Pose, f32) {
        (self.flight.pose, self.flight.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile::geom::Vec3;
    use motile::space::QuatExt;

    #[test]
    fn a_card_turns_evenly_over_its_edge_and_back() {
        let mut flip = Flip::new();
        flip.update(1.0);
        assert_eq!(flip.now(), (Pose::IDENTITY, 0.0), "nobody asked");
        flip.set_face_up(true);
        flip.update(SECONDS * 0.5);
        let (pose, height) = flip.now();
        assert!((pose.rotation.turns(Vec3::X) + Vec3::Z).length() < 1e-5, "on its edge");
        assert!((height - RISE).abs() < 1e-3 && !flip.is_open());
        flip.update(SECONDS);
        assert!((flip.now().0.rotation.turns(Vec3::X) + Vec3::X).length() < 1e-5);
        assert!(flip.now().1 == 0.0 && flip.is_open());
        // Turned back halfway, it goes the way that it came.
        flip.set_face_up(false);
        let mut last = -1.0;
        for _ in 0..21 {
            flip.update(SECONDS / 20.0);
            let across = flip.now().0.rotation.turns(Vec3::X).x;
            assert!(across >= last - 1e-6, "{across} {last}");
            last = across;
        }
        assert!((last - 1.0).abs() < 1e-6 && !flip.is_open() && flip.now().1.abs() < 1e-6);
    }
}
