//! A picture and its convex parts side by side, written as a PNG file.
//!
//! `cargo run -p motile-bodies --example picture_parts [FILE.png [OUT.png]]`
//!
//! Without a file it takes a gear with holes.

#![expect(clippy::print_stdout, reason = "a report for the terminal")]

use motile_bodies::PictureTrace;
use motile_geom::{Vec2, ops, vec2};
use motile_pixels::{Color, Surface};

const SIDE: u32 = 220;
/// Pixels of the result a pixel of the picture.
const ZOOM: u32 = 2;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let picture = match arguments.next() {
        Some(path) => Surface::from_png(&std::fs::read(path)?)?,
        None => gear()?,
    };
    let shape = PictureTrace::default().of_picture(&picture)?;
    let (parts, error) = (shape.parts().count(), shape.area_error() * 100.0);
    println!("{} islands, {parts} convex parts, {error:+.2} % of the area", shape.islands.len());

    let (width, height) = (picture.width(), picture.height());
    let mut sheet = Surface::opaque(width * ZOOM * 2, height * ZOOM, Color::rgb(244, 241, 234))?;
    for y in 0..(height * ZOOM) as i32 {
        for x in 0..(width * ZOOM) as i32 {
            if let Some(color) = picture.get(x / ZOOM as i32, y / ZOOM as i32).filter(|c| c.a > 127)
            {
                sheet.set(x, y, color);
            }
            let point = (vec2(x as f32, y as f32) + 0.5) / ZOOM as f32;
            let owner = shape.parts().position(|part| part.polygon().contains(point));
            if let Some(part) = owner {
                sheet.set(x + (width * ZOOM) as i32, y, color_of(part));
            }
        }
    }
    std::fs::write(arguments.next().unwrap_or("parts.png".into()), sheet.to_png())?;
    Ok(())
}

/// Hues a golden angle apart: neighbors differ.
fn color_of(part: usize) -> Color {
    let hue = part as f32 * 2.4;
    let channel = |phase: f32| (150.0 + 70.0 * ops::cos(hue + phase)) as u8;
    Color::rgb(channel(0.0), channel(2.1), channel(4.2))
}

fn gear() -> Result<Surface, Box<dyn std::error::Error>> {
    let mut picture = Surface::new(SIDE, SIDE)?;
    let middle = Vec2::splat(SIDE as f32 / 2.0);
    for y in 0..SIDE as i32 {
        for x in 0..SIDE as i32 {
            let offset = vec2(x as f32, y as f32) + 0.5 - middle;
            let (angle, distance) = (ops::atan2(offset.y, offset.x), offset.length());
            let rim = 86.0 + 14.0 * (ops::sin(angle * 12.0) * 2.5).clamp(-1.0, 1.0);
            let spoke = ops::cos(angle * 5.0) * distance > 30.0 * ops::cos(angle * 5.0).abs() + 8.0;
            let hole = distance < 14.0 || ((34.0..66.0).contains(&distance) && spoke);
            if distance < rim && !hole {
                picture.set(x, y, Color::rgb(47, 93, 98));
            }
        }
    }
    Ok(picture)
}
