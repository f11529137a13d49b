//! What is done to a playhead, and where it is.

use super::{AnimPlayer, nanos};
use crate::{
    AnimError,
    run::{Content, Context, Phase, Preview, Report, TimeMap},
    span::{FOREVER, as_written},
};

impl<T: 'static, K> AnimPlayer<T, K> {
    /// Moves the playhead; it is shown at the next update.
    pub fn set_time(&mut self, seconds: f64) {
        // Only the anchor moves. Targets are lent for an update, so that is when the way to the new place is walked.
        self.anchor = (self.clock, nanos(seconds).clamp(0, self.length()));
    }

    /// Moves the playhead to a share of the duration, 0…1.
    pub fn set_progress(&mut self, progress: f32) {
        self.set_time(self.duration() * progress.clamp(0.0, 1.0) as f64);
    }

    /// Moves the playhead to a label of the outermost timeline.
    ///
    /// # Errors
    ///
    /// [`AnimError::UnknownLabel`].
    pub fn set_label(&mut self, name: &str) -> Result<(), AnimError> {
        let Some(time) = self.label_time(name) else {
            return Err(AnimError::UnknownLabel(name.to_owned()));
        };
        self.set_time(time);
        Ok(())
    }

    /// When a label of the outermost timeline comes, in seconds.
    pub fn label_time(&self, name: &str) -> Option<f64> {
        self.labels().find(|label| label.0 == name).map(|(_, time)| time)
    }

    /// Seconds of the animation at a time of its first pass, in nanoseconds.
    fn own_time(&self, local: i64) -> f64 {
        let timing = &self.node.timing;
        timing.parent_time(timing.delay.saturating_add(local)) as f64 / 1e9
    }

    /// The labels of the outermost timeline and when they come, in seconds, in the order of time.
    pub fn labels(&self) -> impl Iterator<Item = (&str, f64)> {
        let group = if let Content::Group(group) = &self.node.content { Some(group) } else { None };
        let labels = group.into_iter().flat_map(|group| &group.labels);
        labels.map(|(local, name)| (&**name, self.own_time(*local)))
    }

    /// The last label that comes before the playhead, or where it is.
    pub fn current_label(&self) -> Option<&str> {
        let now = self.time();
        self.labels().take_while(|&(_, time)| time <= now).last().map(|(name, _)| name)
    }

    /// Where the playhead is, in seconds.
    pub fn time(&self) -> f64 {
        self.place(self.clock) as f64 / 1e9
    }

    /// Where the playhead is, 0…1; 0 for an animation without end, 1 for one without length.
    pub fn progress(&self) -> f32 {
        let length = self.length();
        if length == 0 { 1.0 } else { (self.place(self.clock) as f64 / length as f64) as f32 }
    }

    /// Seconds from the beginning to the end, delays and repeats included; infinite if it repeats
    /// forever.
    pub fn duration(&self) -> f64 {
        let length = self.length();
        if length >= FOREVER / 2 { f64::INFINITY } else { length as f64 / 1e9 }
    }

    /// Stops the playhead where it is.
    pub fn pause(&mut self) {
        self.hold();
        self.paused = true;
    }

    /// Goes on at the speed and in the direction it had.
    pub fn resume(&mut self) {
        self.hold();
        self.paused = false;
    }

    /// Plays forwards.
    pub fn play(&mut self) {
        self.set_speed(self.speed().abs());
        self.resume();
    }

    /// Plays backwards from where it is.
    pub fn reverse(&mut self) {
        self.set_speed(-self.speed().abs());
        self.resume();
    }

    /// Plays forwards from the beginning, with the start values it has.
    pub fn restart(&mut self) {
        self.set_time(0.0);
        self.play();
    }

    /// Starts a description that has not run yet, or has come to an end, as the engines do that keep
    /// tweens waiting.
    ///
    /// # Errors
    ///
    /// [`AnimError::AlreadyRunning`] between beginning and end.
    pub fn start(&mut self) -> Result<(), AnimError> {
        if self.node.phase == Phase::Running && !self.paused {
            return Err(AnimError::AlreadyRunning);
        }
        self.restart();
        Ok(())
    }

    /// Seconds of the animation per second; 0 stands still, negative runs backwards. NaN counts as 0,
    /// and more than a million as a million.
    pub fn set_speed(&mut self, speed: f32) {
        self.hold();
        self.speed = if speed.is_nan() { 0.0 } else { as_written(speed.clamp(-1e6, 1e6)) };
    }

    /// Seconds of the animation per second, whether paused or not.
    pub fn speed(&self) -> f32 {
        self.speed as f32
    }

    /// Whether it is paused.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Whether the last update reached the end it plays towards.
    pub fn is_finished(&self) -> bool {
        match self.node.phase {
            Phase::Before => self.speed < 0.0,
            Phase::Running => false,
            Phase::Done => self.speed >= 0.0,
        }
    }

    /// Goes back to the beginning as if it had never played, without writing or reporting anything: the
    /// start values are read again when it passes them.
    pub fn recapture(&mut self) {
        self.settle();
        self.writes.clear();
        let mut nothing = Vec::new();
        let mut context = Context::new(&mut nothing, &mut self.writes, self.id, Report::Nothing);
        self.node.leave(true, TimeMap::IDENTITY, &mut context);
        // Walking back told the nodes; the leaves have to forget by hand, because a walk back keeps what was read.
        for leaf in &mut self.leaves {
            (leaf.captured, leaf.running, leaf.preview) = (false, false, Preview::No);
        }
        self.plan_previews();
        (self.captured, self.position, self.shown) = (0, 0, false);
        self.set_time(0.0);
    }
}
