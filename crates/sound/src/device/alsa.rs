//! Loudspeakers by ALSA, with the feature `alsa`: for machines without a sound server.

use super::Feed;
use alsa::{
    Direction, ValueOr,
    pcm::{Access, Format, HwParams, IO, PCM},
};

/// Frames that are made at once.
const BLOCK: usize = 256;
/// Sound that the device keeps, in microseconds: what a busy machine may be late.
const KEPT: u32 = 40_000;
/// Most seconds by which a device may run ahead of the clock. Those that only swallow or write a file take all at once.
const AHEAD: f64 = 0.5;

/// Plays until the feed is over.
pub(super) fn play(feed: &mut Feed) -> Result<(), String> {
    run(feed).map_err(|error| format!("ALSA: {error}"))
}

fn run(feed: &mut Feed) -> alsa::Result<()> {
    let device = PCM::new("default", Direction::Playback, false)?;
    let rate = prepare(&device, feed.rate())?;
    feed.set_rate(rate);
    feed.found("ALSA");
    let out = device.io_f32()?;
    let mut block = [[0.0; 2]; BLOCK];
    while !feed.is_over() {
        feed.fill(&mut block);
        write(&device, &out, block.as_flattened(), feed)?;
        let waiting = device.delay().unwrap_or_default().max(0);
        feed.will_be_heard_in(waiting as f32 / rate as f32);
        feed.wait_for_clock(AHEAD);
    }
    device.drain()
}

/// Asks for two channels of numbers −1…1, and gives the frames per second of the device.
fn prepare(device: &PCM, rate: u32) -> alsa::Result<u32> {
    let wanted = HwParams::any(device)?;
    wanted.set_channels(2)?;
    wanted.set_rate(rate, ValueOr::Nearest)?;
    wanted.set_format(Format::float())?;
    wanted.set_access(Access::RWInterleaved)?;
    wanted.set_buffer_time_near(KEPT, ValueOr::Nearest)?;
    device.hw_params(&wanted)?;
    wanted.get_rate()
}

/// Writes a block, however often the device has run dry meanwhile.
fn write(device: &PCM, out: &IO<'_, f32>, block: &[f32], feed: &Feed) -> alsa::Result<()> {
    let mut rest = block;
    while !rest.is_empty() {
        match out.writei(rest) {
            Ok(frames) => rest = rest.get(frames.max(1) * 2..).unwrap_or_default(),
            Err(error) => {
                feed.underrun();
                device.try_recover(error, true)?;
            }
        }
    }
    Ok(())
}
