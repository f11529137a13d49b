//! Pixel art as letters: 16 by 16 to a picture, each letter a color, each pixel drawn two by two.

use super::level::{LETTERS, SIDE, kinds};
use crate::tiles::art;
use motile::prelude::*;

/// A picture of 16 rows of 16 letters.
type Picture = [&'static str; 16];

const SPIKES: Picture = [
    "................",
    "................",
    "................",
    "................",
    "................",
    "................",
    "................",
    "................",
    "...s.......s....",
    "...s...s...s...s",
    "..sS...s..sS...s",
    "..sS..sS..sS..sS",
    ".ssS..sS.ssS..sS",
    ".ssSSssSSssSSssS",
    "ssSSSsSSSsSSSsSS",
    "SSSSSSSSSSSSSSSS",
];
const BRICK: Picture = [
    "vvvvvvvvvvvvvvvV",
    "vuuuuuuuvuuuuuuV",
    "vuuuuuuuVuuuuuuV",
    "vuuuuuuuVuuuuuuV",
    "VVVVVVVVVVVVVVVV",
    "vvvvVvvvvvvvvvvv",
    "uuuuVvuuuuuuuuVv",
    "uuuuVvuuuuuuuuVv",
    "VVVVVVVVVVVVVVVV",
    "vvvvvvvvvvvVvvvv",
    "vuuuuuuuuuuVvuuu",
    "vuuuuuuuuuuVvuuu",
    "VVVVVVVVVVVVVVVV",
    "vvvvvvVvvvvvvvvv",
    "uuuuuuVvuuuuuuuu",
    "VVVVVVVVVVVVVVVV",
];
const DOOR: Picture = [
    "....NNNNNNNN....",
    "..NNnnnnnnnnNN..",
    ".NnnkkkkkkkknnN.",
    ".NnkyyyyyyyyknN.",
    "NnkyywwyyyyyyknN",
    "NnkywwyyyyyyyknN",
    "NnkyyyyyyyyyyknN",
    "NnkyyyyyyyyyyknN",
    "NnkYyyyyyyyyYknN",
    "NnkYYyyyyyyYYknN",
    "NnkYYYyyyyYYYknN",
    "NnkYYYYyyYYYYknN",
    "NnkYYYYYYYYYYknN",
    "NnkYYYYYYYYYYknN",
    "NnkYYYYYYYYYYknN",
    "NnkkkkkkkkkkkknN",
];
const STAR: Picture = [
    "................",
    ".......kk.......",
    "......kyyk......",
    "......kyyk......",
    ".....kywyyk.....",
    ".kkkkkwyyykkkkk.",
    ".kyyyywyyyyyyYk.",
    "..kyywyyyyyyYk..",
    "...kyyyyyyyYk...",
    "....kyyyyyYk....",
    "....kyyyyyYk....",
    "...kyyyyyyyYk...",
    "...kyyYkkYyYk...",
    "..kyYkk..kkYYk..",
    "..kkk......kkk..",
    "................",
];
const FLAG: Picture = [
    "................",
    "..ss............",
    "..sS............",
    "..sS............",
    "..sS............",
    "..sS............",
    "..sS............",
    "..sS............",
    "..sS............",
    "..sSrr..........",
    "..sSrrr.........",
    "..sSrrrr........",
    "..sSRrrrr.......",
    "..sSRRrrr.......",
    "..sSRRRrr.......",
    ".SSSS...........",
];
const RAISED: Picture = [
    "................",
    "..ss............",
    "..sSgggggg......",
    "..sSgggggggggg..",
    "..sSggGggggggg..",
    "..sSgggggggGgg..",
    "..sSGgggggggg...",
    "..sSGGgggggggg..",
    "..sS..GGggggggg.",
    "..sS............",
    "..sS............",
    "..sS............",
    "..sS............",
    "..sS............",
    "..sS............",
    ".SSSS...........",
];
const STAND: Picture = [
    "................",
    "......k.....k...",
    ".....kok...kok..",
    ".....kookkkook..",
    ".....koooooook..",
    ".....koowkowkk..",
    ".....kooowoOOk..",
    "......koOOOkk...",
    ".kk....kkkk.....",
    "kook..kooook....",
    "koook.kooOOok...",
    ".koookkooOOok...",
    "..kooooooOOok...",
    "...kkkkoooook...",
    "......kokkok....",
    "......kk.kk.....",
];
const STEP: Picture = [
    "................",
    "......k.....k...",
    ".....kok...kok..",
    ".....kookkkook..",
    ".....koooooook..",
    ".....koowkowkk..",
    ".....kooowoOOk..",
    ".kk...koOOOkk...",
    "kook...kkkk.....",
    "koook.kooook....",
    ".kookkkooOOok...",
    "..kooooooOOok...",
    "...kkkoooOOok...",
    ".....koooooook..",
    "....kok...kkok..",
    "....kk.....kk...",
];
const LEAP: Picture = [
    "......k.....k...",
    ".....kok...kok..",
    ".....kookkkook..",
    ".....koooooook..",
    ".....koowkowkk..",
    ".....kooowoOOk..",
    "......koOOOkk...",
    ".......kkkk.....",
    "......kooookkk..",
    "...kkkkooOOook..",
    "..kooooooOOkk...",
    ".koookkooOOok...",
    "kook..koooook...",
    "kok..kok.kok....",
    "kk..kok..kk.....",
    "....kk..........",
];
const WALKER: Picture = [
    "................",
    "................",
    "................",
    "................",
    "................",
    "................",
    "......kkkk......",
    "....kkpPpPkk....",
    "...kpPpppPppk...",
    "..kppppPppppPk..",
    ".kwkppppppPpppk.",
    ".kkkkppPppppPpk.",
    ".kqqqkkppppppkk.",
    ".kqqqqqkkkkkkqk.",
    "..kkqkkqkqkkqk..",
    "...kk..k.k..k...",
];
const WALKER_STEP: Picture = [
    "................",
    "................",
    "................",
    "................",
    "................",
    "................",
    "................",
    "......kkkk......",
    "....kkpPpPkk....",
    "...kpPpppPppk...",
    "..kppppPppppPk..",
    ".kwkppppppPpppk.",
    ".kkkkkpPppppPkk.",
    ".kqqqqqkkkkkkqk.",
    ".kkqqkkqqkkqqk..",
    "..kk..kk.kk.k...",
];

/// The tiles that are letters, by number.
const TILES: [(u32, &Picture); 6] =
    [(7, &SPIKES), (8, &BRICK), (9, &DOOR), (10, &STAR), (11, &FLAG), (12, &RAISED)];

/// The sprites of what moves.
pub(super) struct Sprites {
    pub(super) stand: Image,
    pub(super) step: Image,
    pub(super) leap: Image,
    pub(super) walker: [Image; 2],
    pub(super) star: Image,
}

impl Sprites {
    pub(super) fn new() -> motile::Result<Self> {
        let image = |picture: &Picture| {
            let sprite = art::sheet(1, |_, x, y| pixel(picture, x, y))?;
            Ok::<_, motile::Error>(Image::new(sprite))
        };
        Ok(Self {
            stand: image(&STAND)?,
            step: image(&STEP)?,
            leap: image(&LEAP)?,
            walker: [image(&WALKER)?, image(&WALKER_STEP)?],
            star: image(&STAR)?,
        })
    }
}

/// All tiles in a row.
pub(super) fn tiles() -> motile::Result<Surface> {
    let kinds = kinds();
    art::sheet(LETTERS.len() as u32, |index, x, y| {
        let number = index + 1;
        match TILES.iter().find(|&&(known, _)| known == number) {
            Some((_, picture)) => pixel(picture, x, y),
            None => art::ground(kinds.get(number), number == 2, x, y),
        }
    })
}

/// The color of a pixel of a picture, twice as large.
fn pixel(picture: &Picture, x: i32, y: i32) -> Option<Color> {
    let letter = picture.get(y as usize / 2)?.as_bytes().get(x as usize / 2)?;
    let color = match letter {
        b'k' => 0x2B_22_38,
        b'w' => 0xFF_FF_FF,
        b'o' => 0xF0_8A_3C,
        b'O' => 0xFF_E0_B5,
        b'y' => 0xFF_D8_4F,
        b'Y' => 0xE9_A2_33,
        b'g' => 0x5F_C0_5A,
        b'G' => 0x3E_93_48,
        b'r' => 0xE5_52_48,
        b'R' => 0xB0_38_3E,
        b's' => 0xD5_DB_E4,
        b'S' => 0x82_8C_9E,
        b'n' => 0xB0_7A_4A,
        b'N' => 0x74_4B_30,
        b'p' => 0x8E_63_C8,
        b'P' => 0x6A_44_A3,
        b'q' => 0xE6_B9_8F,
        b'u' => 0x6E_67_8C,
        b'v' => 0x8A_83_A8,
        b'V' => 0x4B_45_66,
        _ => return None,
    };
    Some(Color::hex(color))
}

/// An explosion of an age between 0 and 1 around a point: two frames of a cartoon.
pub(super) fn draw_blast(canvas: &mut Canvas<'_>, place: Vec2, age: f32) {
    let (size, colors) = if age < 0.5 {
        (0.55, [0xE9_A2_33, 0xFF_D8_4F, 0xFF_FF_FF])
    } else {
        (0.8, [0xE5_52_48, 0xF0_8A_3C, 0xFF_D8_4F])
    };
    for (ring, color) in (0..3).zip(colors) {
        let radius = SIDE * size * (1.0 - 0.28 * ring as f32);
        let star = Path::star(place, 9, radius, radius * 0.6, 0.0);
        canvas.fill(&star, Color::hex(color));
    }
}
