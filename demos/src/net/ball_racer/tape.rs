//! What the machines say to each other, kept: it is the race.

use super::BallRacer;
use motile::net::race::{BallRace, RaceBall};
use motile::net::{RecordedPacket, RoomRecording, Transport};
use std::sync::Arc;

/// Ticks after which the tape is full: three minutes, 10 MB for eight players.
const LENGTH: u32 = 10_800;
/// Ticks that are still taped when everybody is over the line.
const AFTER: u32 = 300;

/// Sends packets on, and keeps those to the next machine: they hold all that a player did.
pub(super) struct Taped<'a, T> {
    pub(super) port: T,
    pub(super) me: u8,
    pub(super) next: u8,
    pub(super) is_on: bool,
    pub(super) tape: &'a mut RoomRecording,
}

impl<T: Transport> Transport for Taped<'_, T> {
    fn send(&mut self, to: u8, packet: &[u8]) {
        if to == self.next && self.is_on {
            let (from, bytes) = (self.me, packet.to_vec());
            self.tape.packets.push(RecordedPacket { millis: 0, from, to, bytes });
        }
        self.port.send(to, packet);
    }

    fn receive(&mut self, packet: &mut Vec<u8>) -> Option<u8> {
        self.port.receive(packet)
    }
}

impl BallRacer {
    /// Whether there is something to tape: a race that goes on, and not for too long.
    pub(super) fn is_taping(&self) -> bool {
        let (tick, balls) = (self.peers[0].tick(), &self.peers[0].game().balls);
        let is_over = |ball: &RaceBall| ball.finished.is_some_and(|at| at + AFTER < tick);
        tick < LENGTH && !balls[..self.peers.len()].iter().all(is_over)
    }

    /// Winds the tape back, or puts it away: the packets of the race are the race.
    pub(super) fn rewind(&mut self) {
        if self.replay.take().is_some() {
            self.shown = None;
            return;
        }
        let race = BallRace::on_track(self.peers.len() as u8, Arc::clone(&self.track));
        let settings = Self::settings(race.count, self.seed);
        let tape = core::slice::from_ref(&self.tape);
        let replay = RoomRecording::replay(tape, &race, &settings);
        self.shown = Some(0);
        self.replay = Some((replay, race));
    }

    pub(super) fn play_tape(&mut self) {
        let (Some((replay, race)), Some(tick)) = (&mut self.replay, self.shown) else { return };
        replay.step(race, tick);
        self.shown = Some(tick + 1).filter(|&tick| tick < replay.ticks());
        if self.shown.is_none() {
            self.replay = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile::prelude::*;
    use motile::stage::Params;

    /// Packets were kept for ever, also when everybody was over the line: 100 MB in an hour.
    #[test]
    fn the_tape_ends_with_the_race_and_is_never_longer_than_three_minutes() {
        let mut params = Params::new(BallRacer::PARAMS);
        for (autopilot, ticks) in [(1.0, 4000), (0.0, LENGTH + 60)] {
            assert!(params.set("autopilot", autopilot).is_ok());
            let tick = Tick { dt: 1.0 / 60.0, params: &params, ..Tick::default() };
            let mut racer = BallRacer::race(2, 3);
            (0..ticks).for_each(|_| racer.play(&tick));
            let is_over = racer.truth(0).finished.is_some() && racer.truth(1).finished.is_some();
            assert_eq!(is_over, autopilot > 0.0, "nobody drives the first one");
            let kept = racer.tape.packets.len();
            (0..120).for_each(|_| racer.play(&tick));
            assert_eq!(racer.tape.packets.len(), kept);
            racer.rewind();
            let Some((replay, mut race)) = racer.replay.take() else { panic!("no replay") };
            (0..replay.ticks()).for_each(|tick| replay.step(&mut race, tick));
            assert_eq!(race.balls[1].finished, racer.truth(1).finished, "and has all of it");
        }
    }
}
