//! Races in a row, for those who stay together.

use super::{BallRace, RaceInput, RaceTrack};
use crate::{Game, GameTick, MAX_PLAYERS, PlayerInput};
use motile_geom::{StateError, state, state_fields};
use std::sync::Arc;

/// The keys of somebody in a [series](RaceSeries) of races.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeriesInput {
    /// Those of the race.
    pub drive: RaceInput,
    /// Asks for another race; heard once somebody is over the line.
    pub again: bool,
}

impl PlayerInput for SeriesInput {
    const BITS: u32 = RaceInput::BITS + 1;

    fn pack(self) -> u64 {
        self.drive.pack() | u64::from(self.again) << RaceInput::BITS
    }

    fn unpack(bits: u64) -> Self {
        Self { drive: RaceInput::unpack(bits), again: bits >> RaceInput::BITS & 1 == 1 }
    }
}

/// One [`BallRace`] after another, each on a track of its own: a rematch is an input like any other, so that everybody
/// begins the next race in the same tick.
///
/// ```
/// use motile_net::race::{RaceSeries, SeriesInput};
/// use motile_net::{Game, GameTick};
///
/// let mut series = RaceSeries::new(2, 7);
/// series.race.balls[1].position.x = series.race.track.finish;
/// for again in [false, true] {
///     let inputs = [SeriesInput { again, ..SeriesInput::default() }; 2];
///     series.step(&GameTick { time: Default::default(), inputs: &inputs, present: 0b11 });
/// }
/// assert_eq!((series.round, series.wins[1]), (1, 1));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RaceSeries {
    /// The race of now.
    pub race: BallRace,
    /// What the tracks are made of.
    pub seed: u64,
    /// How many races were before this one.
    pub round: u32,
    /// The tick in which it began.
    pub began: u32,
    /// Races that each player won.
    pub wins: [u16; MAX_PLAYERS],
}

state_fields! { RaceSeries { race, seed, round, began, wins } }

impl RaceSeries {
    /// The first race of `count` balls; a seed makes the tracks.
    pub fn new(count: u8, seed: u64) -> Self {
        let race = BallRace::on_track(count, track(seed, 0));
        Self { race, seed, round: 0, began: 0, wins: [0; MAX_PLAYERS] }
    }

    /// Whether somebody is over the line: then there may be another race.
    pub fn is_decided(&self) -> bool {
        let racing = usize::from(self.race.count).min(MAX_PLAYERS);
        self.race.balls[..racing].iter().any(|ball| ball.finished.is_some())
    }

    fn begin_next(&mut self, tick: u32) {
        let winner = &mut self.wins[usize::from(self.race.leader())];
        *winner = winner.saturating_add(1);
        self.round = self.round.wrapping_add(1);
        self.began = tick;
        self.race = BallRace::on_track(self.race.count, track(self.seed, self.round));
    }
}

fn track(seed: u64, round: u32) -> Arc<RaceTrack> {
    Arc::new(RaceTrack::hills(seed.wrapping_add(round.into())))
}

impl Game for RaceSeries {
    type Input = SeriesInput;

    fn step(&mut self, tick: &GameTick<'_, SeriesInput>) {
        let asks = |player: u8| tick.is_present(player) && tick.input(player).again;
        if self.is_decided() && (0..self.race.count).any(asks) {
            return self.begin_next(tick.time.index as u32);
        }
        let inputs: [_; MAX_PLAYERS] =
            core::array::from_fn(|player| tick.input(player as u8).drive);
        self.race.step(&GameTick { time: tick.time, inputs: &inputs, present: tick.present });
    }

    /// The track is not sent: it is kept, or made again when the race is another one.
    fn load(&mut self, bytes: &[u8]) -> Result<(), StateError> {
        let mut loaded: Self = state::restore(bytes)?;
        let is_same = (loaded.seed, loaded.round) == (self.seed, self.round);
        loaded.race.track =
            if is_same { Arc::clone(&self.race.track) } else { track(loaded.seed, loaded.round) };
        *self = loaded;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_time::{Rate, TickTime};

    fn step(series: &mut RaceSeries, tick: u64, input: SeriesInput, present: u8) {
        let time = TickTime::new(tick, Rate::hz(60));
        series.step(&GameTick { time, inputs: &[input; 2], present });
    }

    #[test]
    fn another_race_takes_a_winner_and_somebody_who_asks() {
        let mut series = RaceSeries::new(2, 3);
        let again = SeriesInput { again: true, ..SeriesInput::default() };
        step(&mut series, 0, again, 0b11);
        assert_eq!(series.round, 0, "nobody is over the line");
        series.race.balls[0].position.x = series.race.track.finish;
        step(&mut series, 1, again, 0b11);
        assert!(series.is_decided() && series.round == 0);
        step(&mut series, 2, again, 0);
        assert_eq!(series.round, 0, "those who are gone ask for nothing");
        let before = Arc::clone(&series.race.track);
        step(&mut series, 3, again, 0b10);
        assert_eq!((series.round, series.began, series.wins[0]), (1, 3, 1));
        assert!(series.race.track != before && !series.is_decided());
    }

    #[test]
    fn whoever_comes_in_a_later_race_gets_its_track() {
        let mut series = RaceSeries::new(2, 3);
        series.race.balls[1].finished = Some(5);
        series.begin_next(90);
        let mut late = RaceSeries::new(2, 3);
        late.load(&state::save(&series)).unwrap();
        assert_eq!(late, series);
        let kept = Arc::clone(&late.race.track);
        late.load(&state::save(&series)).unwrap();
        assert!(Arc::ptr_eq(&kept, &late.race.track));
        assert!(late.load(&[1, 2, 3]).is_err());
        assert_eq!(late, series, "a bad state changes nothing");
    }

    #[test]
    fn all_keys_come_back_from_bits() {
        for bits in 0..1 << SeriesInput::BITS {
            assert_eq!(SeriesInput::unpack(bits).pack(), bits);
        }
    }
}
