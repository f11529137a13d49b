//! Atlases: pictures of any sizes packed into pages, and sprite sheets of any text.

use motile_game::assets::{Asset as _, AssetPart, pack_atlas};
use motile_geom::IRect;
use motile_pixels::{Color, Surface};
use motile_stage::Atlas;

/// Most pictures that are packed.
const MOST: usize = 40;

/// The first byte chooses: a page size and sizes of pictures, or the JSON of a sheet.
pub fn run(data: &[u8]) {
    match data.split_first() {
        Some((b'{', _)) => read(data),
        Some((&page, sizes)) => pack(u32::from(page), sizes),
        None => {}
    }
}

/// Every picture has a place of its size on a page, and none meets another.
fn pack(page_size: u32, sizes: &[u8]) {
    let side = |byte: u8| u32::from(byte) % 70 + 1;
    let pictures: Vec<Surface> = sizes
        .as_chunks()
        .0
        .iter()
        .take(MOST)
        .filter_map(|&[width, height]| Surface::opaque(side(width), side(height), Color::RED).ok())
        .collect();
    let Ok(packed) = pack_atlas(&pictures, page_size) else { return };
    assert_eq!(packed.places.len(), pictures.len());
    let apart = |a: IRect, b: IRect| {
        a.x + a.width as i32 <= b.x
            || b.x + b.width as i32 <= a.x
            || a.y + a.height as i32 <= b.y
            || b.y + b.height as i32 <= a.y
    };
    for (at, (picture, &(page, place))) in pictures.iter().zip(&packed.places).enumerate() {
        assert_eq!((place.width, place.height), (picture.width(), picture.height()));
        let page_of = &packed.pages[page as usize];
        assert!(place.x > 0 && place.x as u32 + place.width < page_of.width());
        assert!(place.y > 0 && place.y as u32 + place.height < page_of.height());
        let others = packed.places[..at].iter().filter(|other| other.0 == page);
        for &(_, other) in others {
            assert!(apart(place, other), "{place:?} meets {other:?}");
        }
    }
}

/// Any text is a sheet whose frames can be asked for, or an error in words.
fn read(json: &[u8]) {
    let picture = Surface::opaque(8, 8, Color::RED).map(|picture| picture.to_png());
    let Ok(picture) = picture else { return };
    let names = Atlas::parts(json);
    assert!(names.iter().all(|name| !name.contains("..") && !name.starts_with('/')));
    let parts: Vec<AssetPart<'_>> =
        names.iter().map(|name| AssetPart { name, bytes: &picture }).collect();
    match Atlas::from_parts(json, &parts) {
        Ok(atlas) => {
            assert!(!atlas.is_empty());
            for frame in atlas.sheet().frames.iter().take(MOST) {
                if u64::from(frame.size.x) * u64::from(frame.size.y) < 1 << 16 {
                    let _ = frame.cut(atlas.image());
                }
            }
        }
        Err(why) => assert!(!why.is_empty()),
    }
}

/// Seeds made by code.
pub fn built() -> Vec<Vec<u8>> {
    let frames = r#"{ "frames": { "a_1.png": { "frame": { "x": 0, "y": 0, "w": 4, "h": 8 }@ },
        "a_2.png": { "frame": { "x": 4, "y": 0, "w": 4, "h": 8 }@, "rotated": true } },
        "meta": { "image": "art/a.png", "frameTags": [{ "name": "a", "from": 0, "to": 1 }] } }"#;
    vec![
        frames.replace('@', ", \"duration\": 100").into(),
        frames.replace('@', "").replace("art/a.png", "C:\\\\art\\\\a.png").into(),
        vec![64, 3, 9, 60, 60, 1, 1, 30, 2, 2, 30, 69, 69],
        vec![0, 5, 5],
        vec![255; 60],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smoke;

    #[test]
    fn smoke() {
        smoke::run(&built(), 8_000, run);
    }
}
