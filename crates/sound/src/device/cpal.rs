//! The devices that cpal knows: Core Audio, WASAPI.

use super::{Feed, lock};
use cpal::{
    OutputCallbackInfo, StreamConfig,
    traits::{DeviceTrait, HostTrait, StreamTrait},
};
use std::sync::{Arc, Mutex, mpsc};

mod record;
pub(super) use record::{inputs, record};

/// Plays until the feed is over.
pub(super) fn play(feed: &Arc<Mutex<Feed>>) -> Result<(), String> {
    let text = |error: cpal::Error| error.to_string();
    let device = cpal::default_host().default_output_device().ok_or("no output device")?;
    let config: StreamConfig = device.default_output_config().map_err(text)?.config();
    let channels = usize::from(config.channels).max(1);
    lock(feed).set_rate(config.sample_rate);
    let (over, ended) = mpsc::channel();
    let (lost, shared) = (over.clone(), Arc::clone(feed));
    let mut block: Vec<[f32; 2]> = Vec::new();
    let fill = move |out: &mut [f32], info: &OutputCallbackInfo| {
        let mut feed = lock(&shared);
        block.resize(out.len() / channels, [0.0; 2]);
        feed.fill(&mut block);
        spread(&block, out, channels);
        let times = info.timestamp();
        let ahead = times.playback.checked_duration_since(times.callback).unwrap_or_default();
        feed.will_be_heard_in(ahead.as_secs_f32());
        if feed.is_over() {
            // The other side is gone when it has heard of this before.
            let _ = over.send(Ok(()));
        }
    };
    let fail = move |error: cpal::Error| {
        let _ = lost.send(Err(error.to_string()));
    };
    let stream = device.build_output_stream(config, fill, fail, None).map_err(text)?;
    stream.play().map_err(text)?;
    lock(feed).found(&device.to_string());
    ended.recv().unwrap_or_else(|_| Err("the device is gone".into()))
}

/// Puts left and right into as many channels as the device has: one takes the mean, those beyond two are silent.
fn spread(block: &[[f32; 2]], out: &mut [f32], channels: usize) {
    for (frame, [left, right]) in out.chunks_exact_mut(channels).zip(block) {
        frame.fill(0.0);
        match frame {
            [only] => *only = (left + right) * 0.5,
            [first, second, ..] => (*first, *second) = (*left, *right),
            [] => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_spread_over_the_channels_of_the_device() {
        let block = [[0.5, -0.25], [1.0, 0.0]];
        let mut out = [9.0; 6];
        spread(&block, &mut out[..2], 1);
        assert_eq!(out[..2], [0.125, 0.5]);
        spread(&block, &mut out, 3);
        assert_eq!(out, [0.5, -0.25, 0.0, 1.0, 0.0, 0.0]);
    }
}
