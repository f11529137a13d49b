//! A display in memory, and what is on it.

use crate::{Result, web};
use std::{
    fs::{self, File},
    io::{BufRead, BufReader, BufWriter},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

/// A virtual display; it ends with this value.
pub(super) struct Display {
    server: Child,
    /// What programs find it by, such as `:3`.
    pub(super) name: String,
    /// The file that always holds its pixels.
    screen: PathBuf,
}

impl Display {
    /// Starts one that keeps its pixels in a file of `folder`.
    ///
    /// # Errors
    /// When it does not start.
    pub(super) fn start(folder: &Path) -> Result<Self> {
        let mut command = Command::new("Xvfb");
        command.args([
            "-displayfd",
            "1",
            "-screen",
            "0",
            "1920x1080x24",
            "-nolisten",
            "tcp",
            "-fbdir",
        ]);
        let mut server = command
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("cannot start Xvfb: {error}"))?;
        // It takes the first number that is free and tells it when it is ready.
        let mut number = String::new();
        if let Some(output) = server.stdout.take() {
            BufReader::new(output).read_line(&mut number).map_err(|error| error.to_string())?;
        }
        let name = format!(":{}", number.trim());
        let display = Self { server, name, screen: folder.join("Xvfb_screen0") };
        if number.trim().is_empty() { Err("Xvfb did not start".into()) } else { Ok(display) }
    }

    /// `xdotool`, which moves its pointer and presses its keys.
    pub(super) fn xdotool(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("xdotool");
        command.env("DISPLAY", &self.name).args(arguments);
        command
    }

    /// What is on it now.
    ///
    /// # Errors
    /// When the file is not what an X window dump should be.
    pub(super) fn picture(&self) -> Result<Picture> {
        let bytes = fs::read(&self.screen).map_err(|error| web::at(&self.screen, &error))?;
        Picture::from_dump(&bytes).ok_or_else(|| "Xvfb's file is no window dump".into())
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        // One that has ended already needs no end.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Pixels without transparency.
pub(super) struct Picture {
    pub(super) width: u32,
    pub(super) height: u32,
    /// Red, green, blue, row by row.
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    /// Reads an X window dump: a head of numbers with four bytes, a table of colors, rows of pixels.
    fn from_dump(bytes: &[u8]) -> Option<Self> {
        let number = |index: usize| {
            let word = bytes.get(index * 4..index * 4 + 4)?;
            Some(u32::from_be_bytes(word.try_into().ok()?))
        };
        let [head, width, height, bits, stride, colors] =
            [number(0)?, number(4)?, number(5)?, number(11)?, number(12)?, number(19)?];
        let start = (head + colors * 12) as usize;
        let blue_first = number(7)? == 0;
        if bits != 32 || !blue_first {
            return None;
        }
        let row = |y: u32| bytes.get(start + (y * stride) as usize..)?.get(..width as usize * 4);
        let mut pixels = Vec::new();
        for y in 0..height {
            pixels.extend(row(y)?.chunks_exact(4).map(|pixel| [pixel[2], pixel[1], pixel[0]]));
        }
        Some(Self { width, height, pixels })
    }

    /// Reads a PNG file with eight bits a channel.
    ///
    /// # Errors
    /// When it is none.
    pub(super) fn from_png(path: &Path) -> Result<Self> {
        let file = File::open(path).map_err(|error| web::at(path, &error))?;
        let failed = |error: png::DecodingError| format!("{}: {error}", path.display());
        let mut reader = png::Decoder::new(BufReader::new(file)).read_info().map_err(failed)?;
        let mut bytes = vec![0; reader.output_buffer_size().unwrap_or_default()];
        let info = reader.next_frame(&mut bytes).map_err(failed)?;
        let channels = info.color_type.samples();
        if info.bit_depth != png::BitDepth::Eight || channels < 3 {
            return Err(format!("{}: expected eight bits of red, green and blue", path.display()));
        }
        let pixels = bytes.chunks_exact(channels).map(|pixel| [pixel[0], pixel[1], pixel[2]]);
        Ok(Self { width: info.width, height: info.height, pixels: pixels.collect() })
    }

    /// A pixel, or none outside.
    pub(super) fn at(&self, (x, y): (u32, u32)) -> Option<[u8; 3]> {
        let inside = x < self.width && y < self.height;
        self.pixels.get((y * self.width + x) as usize).copied().filter(|_| inside)
    }

    /// All places.
    pub(super) fn places(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let width = self.width;
        (0..self.height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    /// Writes it as a PNG file, for a person to look at.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(super) fn save(&self, path: &Path) -> Result {
        let file = File::create(path).map_err(|error| web::at(path, &error))?;
        let failed = |error: png::EncodingError| format!("{}: {error}", path.display());
        let mut encoder = png::Encoder::new(BufWriter::new(file), self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header().map_err(failed)?;
        writer.write_image_data(self.pixels.as_flattened()).map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dumps_are_read() {
        let mut head = [0u32; 25];
        (head[0], head[4], head[5], head[11], head[12], head[19]) = (100, 1, 2, 32, 8, 1);
        let mut bytes: Vec<u8> = head.iter().flat_map(|number| number.to_be_bytes()).collect();
        bytes.extend([0; 12]);
        bytes.extend([3, 2, 1, 0, 9, 9, 9, 9, 6, 5, 4, 0, 9, 9, 9, 9]);
        let picture = Picture::from_dump(&bytes).unwrap();
        assert_eq!((picture.at((0, 0)), picture.at((0, 1))), (Some([1, 2, 3]), Some([4, 5, 6])));
        assert_eq!((picture.at((1, 0)), picture.places().count()), (None, 2));
        assert!(Picture::from_dump(&bytes[..bytes.len() - 5]).is_none(), "the last pixel is cut");
    }
}
