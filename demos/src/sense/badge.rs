//! What every demo of a sense shows: whether something is captured, and what stands in for a device.

use crate::kit;
use crate::look::{HAZE, MIST, RED, SMALL};
use motile::prelude::*;
use motile::sense::{SampleSource, Source, SourceState, StageSenses};

/// The knob that lets a demo hear the microphone of whoever plays it. Off, so that nobody is asked who did not ask.
pub(super) const MICROPHONE: Param = Param::toggle("microphone", false);

/// What a demo hears: the microphone while its knob is on and it runs, else what was made up for it.
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
