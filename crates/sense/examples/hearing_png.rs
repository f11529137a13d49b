//! Draws what an ear hears in made-up claps, a voice, a whistle and music as a PNG:
//! `cargo run -p motile-sense --example hearing_png > hearing.png`.

use motile_geom::IRect;
use motile_pixels::{Color, Surface};
use motile_sense::hear::{Ear, HearingEventKind, Spectrogram};
use motile_sense::{SampleBlock, SampleSource, Source, SyntheticSource};
use std::io::Write;

/// Blocks of 10 ms, bands, and pixels of a cell.
const BLOCKS: i32 = 320;
const BANDS: i32 = 32;
const CELL: i32 = 2;
const ROW: i32 = BANDS * CELL + 16;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sources = [
        SyntheticSource::claps(1),
        SyntheticSource::speech(1),
        SyntheticSource::whistling(1),
        SyntheticSource::music(1),
    ];
    let night = Color::hex(0x14_1A_2B);
    let mut picture = Surface::opaque((BLOCKS * CELL) as u32, (ROW * 4) as u32, night)?;
    for (row, source) in sources.into_iter().enumerate() {
        draw(&mut picture, row as i32 * ROW, source);
    }
    std::io::stdout().write_all(&picture.to_png())?;
    Ok(())
}

/// Bands from low to high, bottom to top; above them what was recognized.
fn draw(picture: &mut Surface, top: i32, mut source: SyntheticSource) {
    let (mut ear, mut block) = (Ear::new(), SampleBlock::default());
    let mut past = Spectrogram::new(BLOCKS as usize, BANDS as usize);
    source.start();
    for x in 0..BLOCKS {
        // A little more than a block, so that there always is one.
        source.update(0.010_01);
        if source.next_block(&mut block) {
            ear.hear(&block);
        }
        past.push(ear.bands());
        for event in ear.take_events() {
            let color = match event.kind {
                HearingEventKind::Clap => Color::hex(0xF0_56_5C),
                HearingEventKind::Onset { .. } => Color::hex(0xF6_C2_3E),
                HearingEventKind::Whistle { .. } => Color::hex(0x3C_B6_78),
                _ => continue,
            };
            picture.fill_rect(IRect::new(x * CELL, top + 3, 3, 10), color);
        }
        if ear.now().is_some_and(|now| now.whistle.is_some()) {
            picture.fill_rect(IRect::new(x * CELL, top + 11, 2, 2), Color::hex(0x3C_B6_78));
        }
    }
    for (x, column) in past.columns().enumerate() {
        for (band, value) in column.iter().enumerate() {
            let hot = Color::hex(0x3F_92_F0).lerp(Color::hex(0xFF_E0_A0), *value);
            let color = Color::hex(0x14_1A_2B).lerp(hot, value * value);
            let place = IRect::new(x as i32 * CELL, top + ROW - (band as i32 + 1) * CELL, 2, 2);
            picture.fill_rect(place, color);
        }
    }
}
