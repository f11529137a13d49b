//! What every demo of a sense shows: whether something is captured, and what stands in for a device.

use crate::kit;
use crate::look::{HAZE, MIST, RED, SMALL};
use motile::prelude::*;
use motile::sense::hear::Ear;
use motile::sense::{SampleSource, Source, SourceState, StageSenses};

/// The knob that lets a demo hear the microphone of whoever plays it. Off, so that nobody is asked who did not ask.
pub(super) const MICROPHONE: Param = Param::toggle("microphone", false);

/// Whether a real device was ever wanted. From then on what a demo makes of sound or pictures is no part of its state:
/// recordings have knobs and keys, but neither sound nor pictures, and play everywhere.
pub(super) struct LiveOnly(bool);

impl LiveOnly {
    pub(super) const fn new() -> Self {
        Self(false)
    }

    /// Remembers that a knob is on.
    pub(super) const fn follow(&mut self, wanted: bool) {
        self.0 |= wanted;
    }

    /// Hashes a state, if it follows from what recordings have.
    pub(super) fn hash<T: HashState>(&self, state: &T, hash: &mut StateHash) {
        if self.0 {
            hash.write(&self.0);
        } else {
            hash.write(state);
        }
    }
}

/// The ear that listens now: that of the microphone while it runs, else the one for what was made up.
pub(super) fn listening<'a>(stage: &'a Stage, made_up: &'a Ear) -> &'a Ear {
    let senses = stage.find_senses().filter(|senses| senses.microphone.is_live());
    senses.map_or(made_up, |senses| &senses.ear)
}

/// What a demo hears: the microphone while its knob is on and it runs, else what was made up for it. For views of the sound
/// itself; what steers a demo is bound to a sense.
pub(super) fn heard<'a>(
    stage: &'a mut Stage,
    tick: &Tick<'_>,
    made_up: &'a mut dyn SampleSource,
) -> &'a mut dyn SampleSource {
    follow_knob(stage, tick);
    let microphone = &mut stage.senses().microphone;
    if microphone.is_live() { microphone } else { made_up }
}

/// Starts or stops the microphone as its knob says. One that failed is asked again when the knob is turned again.
pub(super) fn follow_knob(stage: &mut Stage, tick: &Tick<'_>) {
    let microphone = &mut stage.senses().microphone;
    match (tick.params.is_on(MICROPHONE.name), microphone.state()) {
        (true, SourceState::NeedsPermission) => microphone.start(),
        (false, state) if state != SourceState::NeedsPermission => microphone.stop(),
        _ => {}
    }
}

/// A dot that is red while the source captures, and what it is, at a place on a dark stage.
pub(super) fn badge(canvas: &mut Canvas<'_>, place: Vec2, source: &dyn Source) {
    let live = source.is_live();
    kit::disc(canvas, place, 6.0, if live { RED } else { HAZE });
    let what = source.label().unwrap_or_else(|| source.name());
    let words = if live { what.to_owned() } else { format!("{what}: {}", source.state()) };
    canvas.write(words, SMALL, place + vec2(14.0, 0.0), vec2(0.0, 0.5), MIST);
}

/// The badge of a demo that may hear the microphone: that, or what stands in for it and why.
pub(super) fn badge_of(canvas: &mut Canvas<'_>, place: Vec2, stage: &Stage, made_up: &dyn Source) {
    let microphone = stage.find_senses().map(|senses| &senses.microphone);
    match microphone.filter(|_| stage.params().is_on(MICROPHONE.name)) {
        Some(microphone) if microphone.is_live() => badge(canvas, place, microphone),
        Some(microphone) => {
            badge(canvas, place, made_up);
            let words = format!("microphone: {}", microphone.state());
            canvas.write(words, SMALL, place + vec2(14.0, -18.0), vec2(0.0, 0.5), MIST);
        }
        None => badge(canvas, place, made_up),
    }
}
