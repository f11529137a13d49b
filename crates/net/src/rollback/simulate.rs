//! Playing ticks: for the first time, and again.

use super::peer::Peer;
use super::{RollbackSession, SessionRole};
use crate::input_queue::KEPT;
use crate::{Game, GameTick, MAX_PLAYERS, PlayerInput};
use motile_time::TickTime;

/// Ticks ahead of the others that change the pace by its most; below half a tick nothing is done.
const FULL_PACE: f32 = 4.0;
/// The most by which the clock of a player runs faster or slower: nobody hears or feels a percent.
const PACE_RANGE: f32 = 0.01;
/// Ticks a spectator keeps in hand against jitter, and how many it plays in one update to catch up.
const IN_HAND: u32 = 4;
const CATCH_UP: u32 = 8;

impl<G: Game> RollbackSession<G> {
    /// The first tick for which some input is not known.
    pub(super) fn known_end(&self) -> u32 {
        let inputs = self.seats.iter().map(super::Seat::known_end).min().unwrap_or(0);
        // Those who look on are told who is there; players know it.
        if self.role == SessionRole::Player { inputs } else { inputs.min(self.presence.end()) }
    }

    /// Who is there in a tick.
    pub(super) fn presence_of(&self, tick: u32) -> u8 {
        if let Some(mask) = self.presence.get(tick) {
            return mask as u8;
        }
        let seats = self.seats.iter().enumerate();
        seats.fold(0, |mask, (player, seat)| mask | u8::from(seat.is_present(tick)) << player)
    }

    /// The state before a tick that is not older than the prediction window.
    pub(super) fn state_before(&self, tick: u32) -> &G {
        if tick >= self.tick { &self.game } else { &self.saved[tick as usize % self.saved.len()] }
    }

    /// Plays one tick with what is known and guessed.
    fn step_tick(&mut self, tick: u32) {
        let slot = tick as usize % self.saved.len();
        self.saved[slot].clone_from(&self.game);
        let present = self.presence_of(tick);
        let mut inputs = [G::Input::default(); MAX_PLAYERS];
        for (player, (seat, input)) in self.seats.iter_mut().zip(&mut inputs).enumerate() {
            let value = if present >> player & 1 == 1 { seat.queue.guess(tick) } else { 0 };
            seat.queue.play(tick, value);
            *input = G::Input::unpack(value);
        }
        let time = TickTime::new(u64::from(tick), self.settings.rate);
        let inputs = &inputs[..self.seats.len()];
        self.game.step(&GameTick { time, inputs, present });
    }

    /// Plays again from the first tick that was guessed wrong.
    pub(super) fn correct(&mut self) {
        let Some(wrong) = self.wrong.take().filter(|&wrong| wrong < self.tick) else { return };
        let deep = self.tick - wrong;
        self.corrected = Some(self.tick);
        self.shown.clone_from(&self.game);
        let slot = wrong as usize % self.saved.len();
        self.game.clone_from(&self.saved[slot]);
        (wrong..self.tick).for_each(|tick| self.step_tick(tick));
        self.report.rollbacks += 1;
        self.report.resimulated += u64::from(deep);
        self.report.deepest = self.report.deepest.max(deep);
    }

    /// Notes that a tick was played with a wrong input or a wrong presence.
    pub(super) fn mark_wrong(&mut self, tick: u32) {
        if tick < self.tick {
            self.wrong = Some(self.wrong.map_or(tick, |wrong| wrong.min(tick)));
        }
    }

    /// Plays the ticks that are due, as far as inputs reach.
    pub(super) fn play(&mut self, dt: f64) {
        if self.role == SessionRole::Player {
            self.play_ahead(dt);
        } else {
            self.play_behind(dt);
        }
        self.settle_presence();
        self.measure_lines();
    }

    /// How packets of late were on their way.
    fn measure_lines(&mut self) {
        let mean = |(sum, count): (f32, u32)| if count > 0 { sum / count as f32 } else { 0.0 };
        let add = |(sum, count): (f32, u32), value: f32| (sum + value, count + 1);
        let there = self.peers.iter().filter(|peer| !peer.gone && peer.newest.is_some());
        self.report.loss =
            mean(there.clone().filter_map(|peer| peer.arrivals.loss()).fold((0.0, 0), add));
        if self.role == SessionRole::Player {
            // Each of two sees itself ahead by the way of packets, and one as far as the other is behind. Both look before they
            // play the tick that is due.
            let both = |peer: &Peer| (peer.ahead + peer.theirs + 2.0).max(0.0);
            let ticks = mean(there.map(both).fold((0.0, 0), add));
            self.report.round_trip = ticks * self.settings.rate.dt();
        }
    }

    fn play_ahead(&mut self, dt: f64) {
        self.set_pace();
        self.due += dt * f64::from(self.report.pace);
        let length = f64::from(self.settings.rate.dt());
        // A hair less than a tick counts as one, or rounding would skip one now and then.
        while self.due >= length * 0.999 {
            self.due -= length;
            if self.tick >= self.known_end().saturating_add(self.settings.prediction_window.into())
            {
                self.report.stalled += 1;
                self.due = self.due.min(length);
                continue;
            }
            self.add_own_inputs();
            self.play_next();
        }
    }

    /// Own inputs up to the tick in which they take effect.
    fn add_own_inputs(&mut self) {
        let effect = self.tick + u32::from(self.settings.input_delay);
        let Some(seat) = self.seats.get_mut(usize::from(self.me)) else { return };
        // The first ticks of a life have no inputs: there was nobody to make them.
        while seat.queue.end() < effect {
            let value = seat.queue.guess(seat.queue.end());
            seat.queue.push(value);
        }
        if seat.queue.end() == effect {
            seat.queue.push(self.input);
        }
    }

    /// Those who look on play what is confirmed, a little behind, and faster when they are far behind.
    fn play_behind(&mut self, dt: f64) {
        let behind = self.known_end().saturating_sub(self.tick);
        self.due += dt;
        let length = f64::from(self.settings.rate.dt());
        let mut steps = 0;
        while self.due >= length * 0.999 {
            self.due -= length;
            steps += 1;
        }
        let hurry = behind.saturating_sub(IN_HAND * 2).min(CATCH_UP);
        // Without anything in hand the next late packet would be seen: wait for it now.
        let steps = if behind < IN_HAND && steps > 0 { steps - 1 } else { steps + hurry };
        for _ in 0..steps.min(behind) {
            self.play_next();
        }
    }

    fn play_next(&mut self) {
        self.step_tick(self.tick);
        self.tick += 1;
        self.report.ticks += 1;
    }

    /// Writes down who was there in ticks that are confirmed and played: later changes do not reach them.
    fn settle_presence(&mut self) {
        let end = self.known_end().min(self.tick);
        while self.presence.end() < end {
            let mask = self.presence_of(self.presence.end());
            self.presence.push(mask.into());
        }
    }

    /// Runs the own clock faster or slower, so that all peers come to play the same tick at the same time.
    fn set_pace(&mut self) {
        let (mut sum, mut count) = (0.0, 0.0);
        for (player, peer) in self.peers.iter().enumerate().take(self.seats.len()) {
            if player != usize::from(self.me) && !peer.gone && peer.newest.is_some() {
                // The way between the two makes both look ahead by as much: half the difference is free of it.
                sum += (peer.ahead - peer.theirs) * 0.5;
                count += 1.0;
            }
        }
        let ahead = if count > 0.0 { sum / count } else { 0.0 };
        self.report.ahead = ahead;
        let strength = if ahead.abs() < 0.5 { 0.0 } else { (ahead / FULL_PACE).clamp(-1.0, 1.0) };
        self.report.pace = 1.0 - PACE_RANGE * strength;
    }

    /// The oldest tick from which inputs of everybody are at hand.
    pub(super) fn oldest_input(&self) -> u32 {
        // A margin, because inputs ahead of the confirmed ticks take room in the rings too.
        self.presence.oldest().max(self.presence.end().saturating_sub(KEPT - 128))
    }
}
