//! A font of six glyphs, written table by table: real fonts are large, and a fuzzer would spend its time on outlines.

/// A contour: points with whether they lie on the curve.
type Contour<'a> = &'a [(i16, i16, bool)];

const BOX: Contour<'_> = &[(50, 0, true), (50, 700, true), (450, 700, true), (450, 0, true)];
const LETTER_A: Contour<'_> = &[(0, 0, true), (300, 700, true), (600, 0, true)];
const COUNTER: Contour<'_> = &[(200, 100, true), (400, 100, true), (300, 400, true)];
const LETTER_V: Contour<'_> = &[(0, 700, true), (600, 700, true), (300, 0, true)];
const ROUND: Contour<'_> = &[(0, 0, false), (0, 600, false), (400, 600, false), (400, 0, false)];

/// Which character has which glyph, in the order of the characters.
const CHARACTERS: [(u16, u16); 6] =
    [(0x20, 5), (0x41, 1), (0x56, 2), (0x66, 3), (0x69, 3), (0xE9, 4)];
const GLYPHS: u16 = 6;

/// A whole font file.
pub(super) fn font() -> Vec<u8> {
    file(&tables())
}

/// The same with an axis of weight, along which V becomes wider.
pub(super) fn variable() -> Vec<u8> {
    let mut tables = tables();
    tables.extend([(b"fvar", axis()), (b"gvar", variations())]);
    tables.sort_by_key(|table| table.0);
    file(&tables)
}

fn tables() -> Vec<(&'static [u8; 4], Vec<u8>)> {
    // No glyph, A with a hole, V, a curve, a curve with a small box above, a space.
    let glyphs = [
        outline(&[BOX]),
        outline(&[LETTER_A, COUNTER]),
        outline(&[LETTER_V]),
        outline(&[ROUND]),
        composite(),
        vec![],
    ];
    let mut places = words(&[0]);
    let mut outlines = Vec::new();
    for glyph in &glyphs {
        outlines.extend(glyph);
        outlines.resize(outlines.len().next_multiple_of(4), 0);
        places.extend((outlines.len() as u16 / 2).to_be_bytes());
    }
    let widths = words(&[500, 50, 600, 0, 600, 0, 400, 0, 400, 0, 250, 0]);
    vec![
        (b"cmap", characters()),
        (b"glyf", outlines),
        (b"head", head()),
        (b"hhea", horizontal()),
        (b"hmtx", widths),
        (b"kern", kerning()),
        (b"loca", places),
        (b"maxp", words(&[1, 0, GLYPHS, 4, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2, 1])),
    ]
}

/// One axis `wght` from 400, which is the default, to 900.
fn axis() -> Vec<u8> {
    let mut table = words(&[1, 0, 16, 2, 1, 20, 0, 8]);
    table.extend(b"wght");
    table.extend([400_u32, 400, 900].iter().flat_map(|value| (value << 16).to_be_bytes()));
    table.extend(words(&[0, 256]));
    table
}

/// At the end of the axis the point where the letter after V begins is 200 units farther to the right.
fn variations() -> Vec<u8> {
    const V: u16 = 2;
    let points = LETTER_V.len() as u8;
    // All points; as many that stay, one that moves, three that stay; in y all stay.
    let mut deltas = vec![0, 0x80 | points, 0x40];
    deltas.extend(200_i16.to_be_bytes());
    deltas.extend([0x80 | 1, 0x80 | (points + 3)]);
    let mut data = words(&[1, 10, deltas.len() as u16, 0xA000, 0x4000]);
    data.extend(&deltas);
    let start = 20 + 4 * (u32::from(GLYPHS) + 1);
    let mut table = words(&[1, 0, 1, 0]);
    table.extend(start.to_be_bytes());
    table.extend(words(&[GLYPHS, 1]));
    table.extend(start.to_be_bytes());
    for glyph in 0..=GLYPHS {
        let place = if glyph > V { data.len() as u32 } else { 0 };
        table.extend(place.to_be_bytes());
    }
    table.extend(data);
    table
}

/// The header, the list of tables, the tables.
fn file(tables: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let count = tables.len() as u16;
    let mut file = words(&[1, 0, count, 128, 3, count * 16 - 128]);
    let mut place = file.len() + tables.len() * 16;
    for (name, table) in tables {
        file.extend(*name);
        file.extend([0; 4]);
        file.extend((place as u32).to_be_bytes());
        file.extend((table.len() as u32).to_be_bytes());
        place += table.len().next_multiple_of(4);
    }
    for (_, table) in tables {
        file.extend(table);
        file.resize(file.len().next_multiple_of(4), 0);
    }
    file
}

fn head() -> Vec<u8> {
    let mut table = words(&[1, 0, 1, 0, 0, 0, 0x5F0F, 0x3CF5, 0, 1000]);
    table.extend([0; 16]);
    table.extend(words(&[0, 0, 600, 900, 0, 8, 2, 0, 0]));
    table
}

fn horizontal() -> Vec<u8> {
    let mut table = words(&[1, 0, 800, -200i16 as u16, 100, 600, 0, 0, 600, 1, 0, 0]);
    table.extend([0; 10]);
    table.extend(GLYPHS.to_be_bytes());
    table
}

/// One segment for each character, and the one that ends the list.
fn characters() -> Vec<u8> {
    let count = CHARACTERS.len() as u16 + 1;
    let ends = || CHARACTERS.iter().map(|pair| pair.0).chain([0xFFFF]);
    let shifts = CHARACTERS.iter().map(|&(code, glyph)| glyph.wrapping_sub(code)).chain([1]);
    let mut segments: Vec<u16> = ends().collect();
    segments.push(0);
    segments.extend(ends());
    segments.extend(shifts);
    segments.extend((0..count).map(|_| 0));
    let length = 14 + segments.len() as u16 * 2;
    let mut table = words(&[0, 1, 3, 1, 0, 12, 4, length, 0, count * 2, 8, 2, count * 2 - 8]);
    table.extend(words(&segments));
    table
}

/// A and V move together.
fn kerning() -> Vec<u8> {
    words(&[0, 1, 0, 26, 1, 2, 6, 1, 6, 1, 2, -80i16 as u16, 2, 1, -80i16 as u16])
}

fn outline(contours: &[Contour<'_>]) -> Vec<u8> {
    let mut glyph = words(&[contours.len() as u16, 0, 0, 600, 700]);
    let mut end = 0;
    for contour in contours {
        end += contour.len() as u16;
        glyph.extend((end - 1).to_be_bytes());
    }
    glyph.extend([0; 2]);
    let points = || contours.iter().flat_map(|contour| contour.iter().copied());
    glyph.extend(points().map(|(_, _, on)| u8::from(on)));
    glyph.extend(differences(points().map(|point| point.0)));
    glyph.extend(differences(points().map(|point| point.1)));
    glyph
}

/// The curve, and the box above it at a quarter of its size.
fn composite() -> Vec<u8> {
    let (places, more, scaled) = (3, 0x20, 8);
    words(&[0xFFFF, 0, 0, 600, 900, places | more, 3, 0, 0, places | scaled, 0, 100, 650, 0x1000])
}

fn differences(numbers: impl Iterator<Item = i16>) -> Vec<u8> {
    let mut last = 0;
    numbers
        .flat_map(|number| (number - core::mem::replace(&mut last, number)).to_be_bytes())
        .collect()
}

fn words(words: &[u16]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_be_bytes()).collect()
}
