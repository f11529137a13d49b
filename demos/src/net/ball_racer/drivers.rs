//! Who drives: keys for two, a gamepad for each of eight, and bots for the rest.

use motile::net::MAX_PLAYERS;
use motile::net::race::{BallRace, RaceInput};
use motile::prelude::*;

/// The keys of the first two players: left, right, jump.
const KEYS: [[Key; 3]; 2] =
    [[Key::Left, Key::Right, Key::Up], [Key::Char('a'), Key::Char('d'), Key::Char('w')]];

/// How far a stick is pushed when it counts.
const STICK: f32 = 0.4;
/// How far ahead a bot looks for a gap, pixels.
const LOOK: f32 = 62.0;
/// Speed at which the first bot lets go, and how much later each next one does, pixels/s.
const CRUISE: (f32, f32) = (390.0, 14.0);
/// Speed below which a bot thinks that it is stuck, pixels/s.
const STUCK: f32 = 40.0;

/// Ticks that a player of this machine counts as driving after the last key he held: ten seconds.
const RESTING: u16 = 600;

/// Who drove by hand of late: each of them has to see his ball.
#[derive(Debug, Default)]
pub(super) struct Hands([u16; MAX_PLAYERS]);

impl Hands {
    /// A tick of it.
    pub(super) fn update(&mut self, tick: &Tick) {
        for (player, left) in self.0.iter_mut().enumerate() {
            let is_held = by_hand(player, tick) != RaceInput::default();
            *left = if is_held { RESTING } else { left.saturating_sub(1) };
        }
    }

    /// Their numbers, of `count` players; the first one when nobody does.
    pub(super) fn players(&self, count: usize) -> Vec<usize> {
        let all: Vec<_> =
            (0..count.min(MAX_PLAYERS)).filter(|&player| self.0[player] > 0).collect();
        if all.is_empty() { vec![0] } else { all }
    }
}

/// What everybody does in this tick, by what his own machine shows: his number, the race and its tick there.
pub(super) fn drive<'a>(
    inputs: &mut [RaceInput],
    machines: impl Iterator<Item = (u8, &'a BallRace, u32)>,
    tick: &Tick,
) {
    for (input, (me, race, at_tick)) in inputs.iter_mut().zip(machines) {
        *input = bot(me, race, at_tick);
    }
    for (player, input) in inputs.iter_mut().enumerate() {
        let by_hand = by_hand(player, tick);
        // The first player drives alone when the autopilot is off.
        let is_alone = player == 0 && !tick.params.is_on("autopilot");
        if by_hand != RaceInput::default() || is_alone {
            *input = by_hand;
        }
    }
}

/// What the one player of this machine does: any keys, or the autopilot.
pub(super) fn drive_one(me: u8, game: &BallRace, at_tick: u32, tick: &Tick) -> RaceInput {
    let any = (0..MAX_PLAYERS).map(|player| by_hand(player, tick));
    let by_hand = any.into_iter().find(|input| *input != RaceInput::default()).unwrap_or_default();
    let is_bot = by_hand == RaceInput::default() && tick.params.is_on("autopilot");
    if is_bot { bot(me, game, at_tick) } else { by_hand }
}

/// What a player of this machine holds: his keys, if he has any, or the buttons and the stick of his gamepad.
fn by_hand(player: usize, tick: &Tick) -> RaceInput {
    let is_held =
        |index: usize| KEYS.get(player).is_some_and(|keys| tick.input.is_down(keys[index]));
    let pad = tick.input.pad(player as u32);
    let stick = pad.left_stick().x;
    RaceInput {
        left: is_held(0) || pad.is_down(PadButton::Left) || stick < -STICK,
        right: is_held(1) || pad.is_down(PadButton::Right) || stick > STICK,
        jump: is_held(2) || pad.is_down(PadButton::South),
    }
}

/// Rolls right, jumps at gaps and when stuck, and takes a breath now and then, each at another time.
fn bot(me: u8, game: &BallRace, at_tick: u32) -> RaceInput {
    let Some(ball) = game.balls.get(usize::from(me)) else { return RaceInput::default() };
    if ball.finished.is_some() {
        return RaceInput::default();
    }
    let is_gap = game.track.near(ball.position.x + LOOK, 0.0).next().is_none();
    let breath = 6 + 2 * u32::from(me);
    let cruise = CRUISE.0 + CRUISE.1 * f32::from(me);
    let right = at_tick / 11 % breath != breath - 1 && ball.velocity.x < cruise;
    let is_stuck = at_tick > 60 && ball.velocity.x.abs() < STUCK;
    RaceInput { left: false, right, jump: ball.grounded && (is_gap || is_stuck) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile::net::{NoTransport, RollbackSession, RollbackSettings};

    #[test]
    fn a_bot_finishes_every_track() {
        for seed in 0..6 {
            let race = BallRace::new(1, seed);
            let mut session = RollbackSession::new(race, 0, RollbackSettings::new(1));
            for _ in 0..3600 {
                session.set_input(bot(0, session.game(), session.tick()));
                session.update(1.0 / 60.0, &mut NoTransport);
            }
            assert!(session.game().balls[0].finished.is_some(), "track {seed}");
        }
    }
}
