//! The other direction: samples of a microphone.

use super::super::{capture::Captured, list::CaptureDevice, lock};
use cpal::{
    Device, ErrorKind, InputCallbackInfo, StreamConfig,
    traits::{DeviceTrait, HostTrait, StreamTrait},
};
use std::{
    io,
    sync::{Arc, Mutex, mpsc},
};

/// All devices that have microphones.
pub(in crate::device) fn inputs() -> Vec<CaptureDevice> {
    let host = cpal::default_host();
    let first = host.default_input_device().and_then(|device| device.id().ok());
    let Ok(devices) = host.input_devices() else { return Vec::new() };
    let described = devices.filter_map(|device| {
        let id = device.id().ok()?;
        let (name, is_default) = (device.to_string(), Some(&id) == first.as_ref());
        Some(CaptureDevice { id: id.to_string(), name, is_default })
    });
    described.collect()
}

/// Captures until nobody listens: from the device of an id, or from the default one.
pub(in crate::device) fn record(shared: &Arc<Mutex<Captured>>, id: Option<&str>) -> io::Result<()> {
    let device = find(id).ok_or(io::ErrorKind::NotFound)?;
    let config: StreamConfig = device.default_input_config().map_err(failed)?.config();
    let (rate, channels) = (config.sample_rate, usize::from(config.channels).max(1));
    let (link, wishes) = mpsc::channel();
    let (lost, ring) = (Arc::new(Mutex::new(None)), lock(shared).ring());
    // Called where nothing may wait: it takes no lock and asks for no memory.
    let mixed = move |samples: &[f32], _: &InputCallbackInfo| {
        let frames = samples.chunks_exact(channels);
        ring.push(frames.map(|frame| frame.iter().sum::<f32>() / channels as f32));
    };
    // The thread that waits learns of a loss when its wishes end.
    let (trouble, listener) = (Arc::clone(&lost), Arc::clone(shared));
    let fail = move |error: cpal::Error| {
        // A gap in the sound is no loss, and a new default device is found by the system.
        if !matches!(
            error.kind(),
            ErrorKind::Xrun | ErrorKind::RealtimeDenied | ErrorKind::DeviceChanged
        ) {
            *lock(&trouble) = Some(error);
            lock(&listener).cut();
        }
    };
    // Nobody is recorded who has let go while the system thought about it.
    if lock(shared).is_over() {
        return Ok(());
    }
    let stream = device.build_input_stream(config, mixed, fail, None).map_err(failed)?;
    stream.play().map_err(failed)?;
    lock(shared).running(rate, link);
    while let Ok(halt) = wishes.recv() {
        let done = if halt { stream.pause() } else { stream.play() };
        done.map_err(failed)?;
    }
    let trouble = lock(&lost).take();
    trouble.map_or(Ok(()), |error| Err(failed(error)))
}

fn find(id: Option<&str>) -> Option<Device> {
    let host = cpal::default_host();
    match id {
        Some(id) => host.device_by_id(&id.parse().ok()?),
        None => host.default_input_device(),
    }
}

fn failed(error: cpal::Error) -> io::Error {
    let kind = match error.kind() {
        ErrorKind::PermissionDenied => io::ErrorKind::PermissionDenied,
        ErrorKind::DeviceBusy => io::ErrorKind::ResourceBusy,
        ErrorKind::DeviceNotAvailable | ErrorKind::HostUnavailable => io::ErrorKind::NotFound,
        _ => io::ErrorKind::Other,
    };
    // Without its words, which may name the device.
    kind.into()
}
