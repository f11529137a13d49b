//! Clips whose frames have their own durations.

use super::{Blend, Wrap};
use crate::{AnimError, Span, player::nanos};
use motile_geom::{HashState, StateHash};

/// Frames of a sprite sheet in order, each with its duration, and marks on some of them.
#[doc(alias = "sprite sheet animation")]
#[doc(alias = "flipbook")]
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    /// Its name, as in the sheet.
    pub name: String,
    /// What comes after the last frame.
    pub wrap: Wrap,
    /// Cell of the sheet for each frame of one cycle, there and back for a ping-pong.
    cells: Vec<u32>,
    /// When each of them begins, in nanoseconds, and the length of the cycle at the end.
    begins: Vec<i64>,
    /// Cell and tag of the events.
    marks: Vec<(u32, u32)>,
}

impl Clip {
    /// A clip from cells of a sheet and how long each is shown.
    ///
    /// # Errors
    ///
    /// [`AnimError::EmptyClip`] without frames or with a duration of 0, [`AnimError::BadTime`].
    pub fn new(
        name: &str,
        wrap: Wrap,
        frames: impl IntoIterator<Item = (u32, Span)>,
    ) -> Result<Self, AnimError> {
        let mut frames: Vec<(u32, Span)> = frames.into_iter().collect();
        if wrap == Wrap::PingPong && frames.len() > 2 {
            let back: Vec<_> = frames[1..frames.len() - 1].iter().rev().copied().collect();
            frames.extend(back);
        }
        let mut begins = vec![0i64];
        for (_, duration) in &frames {
            let duration = duration.nanos("frame duration")?;
            if duration == 0 {
                return Err(AnimError::EmptyClip);
            }
            let end = begins[begins.len() - 1].saturating_add(duration);
            begins.push(end);
        }
        if frames.is_empty() {
            return Err(AnimError::EmptyClip);
        }
        let cells = frames.into_iter().map(|(cell, _)| cell).collect();
        Ok(Self { name: name.to_owned(), wrap, cells, begins, marks: Vec::new() })
    }

    /// The cells `first` to `last` at a number of frames a second.
    ///
    /// # Errors
    ///
    /// As [`Clip::new`].
    pub fn strip(
        name: &str,
        wrap: Wrap,
        first: u32,
        last: u32,
        fps: f32,
    ) -> Result<Self, AnimError> {
        Self::new(name, wrap, (first..=last).map(|cell| (cell, Span::frames(1.0, fps))))
    }

    /// Reports an event with this tag whenever a cell comes up.
    pub fn with_event(mut self, cell: u32, tag: u32) -> Self {
        self.marks.push((cell, tag));
        self
    }

    /// Cell of the sheet for each frame of one cycle, there and back for a ping-pong.
    pub fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// Seconds of one cycle, there and back for a ping-pong; in `f64`, so that seeking there is exact.
    pub fn duration(&self) -> f64 {
        self.length() as f64 / 1e9
    }

    fn length(&self) -> i64 {
        self.begins[self.cells.len()]
    }

    /// The step of the cycle at a time inside it.
    fn step_at(&self, time: i64) -> usize {
        self.begins.partition_point(|&begin| begin <= time).clamp(1, self.cells.len()) - 1
    }
}

/// A cell that came up and has an event on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClipEvent {
    /// The tag given with [`Clip::with_event`].
    pub tag: u32,
    /// The cell.
    pub cell: u32,
}

/// Plays a [`Clip`] at any speed, forwards and backwards. It holds no clip: the same one is handed in
/// with every call.
///
/// ```
/// use motile_anim::{Clip, ClipPlayer, Wrap};
///
/// let walk = Clip::strip("walk", Wrap::Loop, 4, 7, 10.0)?.with_event(6, 1);
/// let mut player = ClipPlayer::default();
/// player.update(&walk, 0.25);
/// assert_eq!(player.cell(&walk), 6);
/// assert_eq!(player.events()[0].tag, 1);
/// # Ok::<(), motile_anim::AnimError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClipPlayer {
    /// Seconds of the clip per second; `None` is 1, so that the default plays.
    speed: Option<f32>,
    /// Time since the beginning of the first cycle, in nanoseconds; may be negative in a loop.
    time: i64,
    started: bool,
    events: Vec<ClipEvent>,
}

/// Time and speed; the events of the last update are its answer, not its state.
impl HashState for ClipPlayer {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&(self.speed, self.time, self.started));
    }
}

/// One update reports at most this many cycles of events.
const MAX_CYCLES: i64 = 1000;

impl ClipPlayer {
    /// Lets `dt` seconds pass. Events of the cells that came up are in [`ClipPlayer::events`], each once
    /// for each time it came up.
    pub fn update(&mut self, clip: &Clip, dt: f32) {
        self.events.clear();
        let from = self.time;
        let moved = nanos(dt as f64 * self.speed() as f64);
        let to = from.saturating_add(moved);
        let to = if clip.wrap.ends() { to.clamp(0, clip.length()) } else { to };
        self.time = to;
        if !core::mem::replace(&mut self.started, true) {
            self.report(clip, clip.step_at(from.rem_euclid(clip.length())));
        }
        if !clip.marks.is_empty() {
            self.report_between(clip, from, to);
        }
        if !clip.wrap.ends() {
            // Whole cycles carry no information: keep the number small.
            self.time = to.rem_euclid(clip.length());
        }
    }

    /// Reports every cell that came up between two times.
    fn report_between(&mut self, clip: &Clip, from: i64, to: i64) {
        let (length, steps) = (clip.length(), clip.cells.len() as i64);
        // Number of the step at a time, counted through all cycles.
        let number = |time: i64| {
            let (cycle, inside) = (time.div_euclid(length), time.rem_euclid(length));
            cycle.saturating_mul(steps) + clip.step_at(inside) as i64
        };
        let (a, b) = if clip.wrap.ends() {
            (clip.step_at(from) as i64, clip.step_at(to) as i64)
        } else {
            (number(from), number(to))
        };
        let limit = MAX_CYCLES * steps;
        if a < b {
            for n in a.max(b - limit) + 1..=b {
                self.report(clip, n.rem_euclid(steps) as usize);
            }
        } else {
            for n in (b..a.min(b + limit)).rev() {
                self.report(clip, n.rem_euclid(steps) as usize);
            }
        }
    }

    fn report(&mut self, clip: &Clip, step: usize) {
        let cell = clip.cells[step];
        let marks = clip.marks.iter().filter(|mark| mark.0 == cell);
        self.events.extend(marks.map(|&(cell, tag)| ClipEvent { tag, cell }));
    }

    /// The cell of the sheet to show.
    pub fn cell(&self, clip: &Clip) -> u32 {
        clip.cells[clip.step_at(self.inside(clip))]
    }

    /// The cell shown and the one that follows in the clip, with the share of its time that has passed.
    pub fn blend(&self, clip: &Clip) -> Blend {
        let time = self.inside(clip);
        let step = clip.step_at(time);
        let (begin, end) = (clip.begins[step], clip.begins[step + 1]);
        let next = match (step + 1 < clip.cells.len(), clip.wrap) {
            (true, _) => step + 1,
            (false, Wrap::Once) => step,
            (false, _) => 0,
        };
        let weight = ((time - begin) as f64 / (end - begin) as f64) as f32;
        Blend { from: clip.cells[step], to: clip.cells[next], weight }
    }

    /// The time within one cycle.
    fn inside(&self, clip: &Clip) -> i64 {
        let length = clip.length();
        match clip.wrap {
            Wrap::Once => self.time.clamp(0, length),
            Wrap::Rewind if self.time >= length => 0,
            Wrap::Rewind => self.time.max(0),
            Wrap::Loop | Wrap::PingPong => self.time.rem_euclid(length),
        }
    }

    /// What came up in the last update.
    pub fn events(&self) -> &[ClipEvent] {
        &self.events
    }

    /// Seconds of the clip per second; negative plays backwards, NaN counts as 0.
    pub fn set_speed(&mut self, speed: f32) {
        self.speed = Some(if speed.is_nan() { 0.0 } else { speed });
    }

    /// Seconds of the clip per second.
    pub fn speed(&self) -> f32 {
        self.speed.unwrap_or(1.0)
    }

    /// Goes to a time of the clip, in seconds, without events; NaN counts as 0.
    pub fn seek(&mut self, seconds: f64) {
        self.time = nanos(seconds);
        self.started = true;
    }

    /// Back to the beginning, or to the end when it plays backwards, with the speed it has.
    pub fn restart(&mut self, clip: &Clip) {
        self.time = if self.speed() < 0.0 { clip.length() } else { 0 };
        self.started = false;
        self.events.clear();
    }

    /// Whether a clip that plays once is at the end it plays towards.
    pub fn is_finished(&self, clip: &Clip) -> bool {
        let end = if self.speed() < 0.0 { self.time <= 0 } else { self.time >= clip.length() };
        clip.wrap.ends() && end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn uneven(wrap: Wrap) -> Clip {
        let frames = [(0, Span::ms(100.0)), (1, Span::ms(300.0)), (2, Span::ms(50.0))];
        Clip::new("uneven", wrap, frames).expect("sound").with_event(0, 10).with_event(2, 12)
    }

    fn cells(clip: &Clip, times: &[f64]) -> Vec<u32> {
        times
            .iter()
            .map(|&time| {
                let mut player = ClipPlayer::default();
                player.seek(time);
                player.cell(clip)
            })
            .collect()
    }

    #[test]
    fn sim_50_frames_have_their_own_durations() {
        assert_eq!(
            cells(&uneven(Wrap::Loop), &[0.0, 0.09, 0.1, 0.39, 0.4, 0.449, 0.45, -0.01]),
            [0, 0, 1, 1, 2, 2, 0, 2]
        );
        assert_eq!(cells(&uneven(Wrap::Once), &[0.41, 5.0, -3.0]), [2, 2, 0]);
        assert_eq!(cells(&uneven(Wrap::PingPong), &[0.41, 0.46, 0.74, 0.76]), [2, 1, 1, 0]);
    }

    #[test]
    fn sim_50_blends_follow_the_durations() {
        let at = |wrap, time| {
            let mut player = ClipPlayer::default();
            player.seek(time);
            let Blend { from, to, weight } = player.blend(&uneven(wrap));
            (from, to, weight)
        };
        assert_eq!(at(Wrap::Loop, 0.025), (0, 1, 0.25));
        assert_eq!(at(Wrap::Loop, 0.175), (1, 2, 0.25));
        assert_eq!(at(Wrap::Loop, 0.425), (2, 0, 0.5));
        assert_eq!(at(Wrap::PingPong, 0.425), (2, 1, 0.5));
        assert_eq!(at(Wrap::Once, 9.0), (2, 2, 1.0));
        assert_eq!(at(Wrap::Rewind, 9.0), (0, 1, 0.0));
        let mut player = ClipPlayer::default();
        player.update(&uneven(Wrap::Rewind), 9.0);
        assert_eq!(player.events().len(), 2);
        assert!(player.is_finished(&uneven(Wrap::Rewind)));
    }

    #[test]
    fn sim_50_events_come_once_in_either_direction() {
        let clip = uneven(Wrap::Loop);
        let mut player = ClipPlayer::default();
        let tags = |player: &ClipPlayer| player.events().iter().map(|e| e.tag).collect::<Vec<_>>();
        player.update(&clip, 0.0);
        assert_eq!(tags(&player), [10]);
        player.update(&clip, 1.0);
        assert_eq!(tags(&player), [12, 10, 12, 10]);
        player.set_speed(-1.0);
        player.update(&clip, 0.0625);
        assert_eq!(tags(&player), [10]);
        let once = uneven(Wrap::Once);
        let mut player = ClipPlayer::default();
        player.update(&once, 9.0);
        assert_eq!(tags(&player), [10, 12]);
        assert!(player.is_finished(&once));
        player.update(&once, 9.0);
        assert!(tags(&player).is_empty());
    }

    #[test]
    fn bad_clips_are_refused() {
        assert_eq!(Clip::new("none", Wrap::Loop, []).err(), Some(AnimError::EmptyClip));
        assert_eq!(
            Clip::new("zero", Wrap::Loop, [(0, Span::ZERO)]).err(),
            Some(AnimError::EmptyClip)
        );
        assert!(Clip::strip("slow", Wrap::Loop, 0, 3, 0.0).is_err());
        assert!(Clip::strip("backwards", Wrap::Loop, 3, 0, 10.0).is_err());
        let mut player = ClipPlayer::default();
        player.update(&uneven(Wrap::Loop), f32::NAN);
        player.set_speed(f32::INFINITY);
        player.update(&uneven(Wrap::Loop), 1.0);
        assert!(player.cell(&uneven(Wrap::Loop)) < 3);
    }

    proptest! {
        #[test]
        fn any_steps_end_at_the_same_cell_with_the_same_events(steps in prop::collection::vec(0u32..900, 1..20), pingpong in any::<bool>()) {
            let clip = uneven(if pingpong { Wrap::PingPong } else { Wrap::Loop });
            let (mut many, mut one) = (ClipPlayer::default(), ClipPlayer::default());
            let mut events = Vec::new();
            for step in &steps {
                many.update(&clip, *step as f32 / 1024.0);
                events.extend_from_slice(many.events());
            }
            one.update(&clip, steps.iter().sum::<u32>() as f32 / 1024.0);
            prop_assert_eq!(one.cell(&clip), many.cell(&clip));
            prop_assert_eq!(one.events(), events);
        }
    }
}
