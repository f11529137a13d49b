//! Lists the microphones of the machine, and again when one is plugged in or out and Enter is pressed:
//! `cargo run -p motile-sound --features device --example microphones`.

use motile_sound::{CaptureDevice, CaptureWatch};
use std::io::{self, BufRead};

#[expect(clippy::print_stdout, reason = "showing the list is what it is for")]
fn show(devices: &[CaptureDevice]) {
    for device in devices {
        println!("{} {}", if device.is_default() { '*' } else { ' ' }, device.name());
    }
    println!("{} microphones", devices.len());
}

fn main() {
    show(&CaptureDevice::list());
    let mut watch = CaptureWatch::new();
    for _line in io::stdin().lock().lines() {
        if watch.has_changed() {
            show(&watch.devices());
        }
    }
}
