//! Sprite sheets: frames out of the JSON of editors with the picture that it names, and frames packed at load.

use super::{AssetPart, pack_atlas, pictures};
use motile_geom::IRect;
use motile_pixels::{SpriteFrame, SpriteSheet, Surface};
use motile_stage::Atlas;

/// Largest side of a picture that frames are packed into.
const LARGEST_PAGE: u32 = 1 << 13;

/// The picture that the JSON of a sheet names; none for what is no sheet.
#[cfg(any(feature = "aseprite", feature = "texture-packer"))]
pub(super) fn picture_of(bytes: &[u8]) -> Option<String> {
    use super::source::check_name;
    let json: serde_json::Value = serde_json::from_slice(bytes).ok()?;
    let image = json.pointer("/meta/image")?.as_str()?;
    if check_name(image).is_ok() {
        return Some(image.into());
    }
    // Some exporters write the whole path of the machine they ran on.
    let last = image.rsplit(['/', '\\']).next().filter(|name| check_name(name).is_ok())?;
    Some(last.into())
}

#[cfg(not(any(feature = "aseprite", feature = "texture-packer")))]
pub(super) fn picture_of(_: &[u8]) -> Option<String> {
    None
}

/// A sheet with its picture; a picture alone is one frame.
pub(super) fn read(bytes: &[u8], parts: &[AssetPart<'_>]) -> Result<Atlas, String> {
    if bytes.first() != Some(&b'{') {
        let picture = pictures::decode(bytes)?;
        let whole = IRect::new(0, 0, picture.width(), picture.height());
        return Ok(Atlas::new(picture, SpriteSheet::new([whole])));
    }
    let sheet = read_frames(bytes)?;
    let part = parts.first().ok_or("expected meta.image, the name of the picture of the sheet")?;
    let picture = pictures::decode(part.bytes).map_err(|why| format!("{}: {why}", part.name))?;
    Ok(Atlas::new(picture, sheet))
}

/// Frames a second of a sheet whose file does not say it.
#[cfg(feature = "texture-packer")]
const USUAL_RATE: f32 = 10.0;

#[cfg(any(feature = "aseprite", feature = "texture-packer"))]
fn read_frames(bytes: &[u8]) -> Result<SpriteSheet, String> {
    let text = core::str::from_utf8(bytes).map_err(|error| error.to_string())?;
    // Only Aseprite says how long a frame is shown.
    if text.contains("\"duration\"") { aseprite(text) } else { texture_packer(text) }
}

#[cfg(not(any(feature = "aseprite", feature = "texture-packer")))]
fn read_frames(_: &[u8]) -> Result<SpriteSheet, String> {
    Err("a sprite sheet, which needs the feature `aseprite` or `texture-packer`".into())
}

#[cfg(feature = "aseprite")]
fn aseprite(text: &str) -> Result<SpriteSheet, String> {
    motile_anim::sprite_sheet_from_aseprite(text).map_err(|error| error.to_string())
}

#[cfg(all(feature = "texture-packer", not(feature = "aseprite")))]
fn aseprite(_: &str) -> Result<SpriteSheet, String> {
    Err("a sheet of Aseprite, which needs the feature `aseprite`".into())
}

#[cfg(feature = "texture-packer")]
fn texture_packer(text: &str) -> Result<SpriteSheet, String> {
    motile_anim::sprite_sheet_from_texture_packer(text, USUAL_RATE)
        .map_err(|error| error.to_string())
}

#[cfg(all(feature = "aseprite", not(feature = "texture-packer")))]
fn texture_packer(_: &str) -> Result<SpriteSheet, String> {
    Err("a sheet of TexturePacker, which needs the feature `texture-packer`".into())
}

/// Frames of these files in one picture, each by the name of its file.
pub(super) fn pack(parts: &[AssetPart<'_>]) -> Result<Atlas, String> {
    let mut pictures = Vec::with_capacity(parts.len());
    for part in parts {
        let picture = pictures::decode(part.bytes);
        pictures.push(picture.map_err(|why| format!("{}: {why}", part.name))?);
    }
    let area = |picture: &Surface| u64::from(picture.width() + 2) * u64::from(picture.height() + 2);
    let pixels: u64 = pictures.iter().map(area).sum();
    let mut side = pixels.isqrt().min(u64::from(LARGEST_PAGE)) as u32;
    side = side.max(1).next_power_of_two();
    loop {
        let packed = pack_atlas(&pictures, side).map_err(|error| error.to_string())?;
        if let [page] = &packed.pages[..] {
            let frame = |(part, &(_, place)): (&AssetPart<'_>, &(u32, IRect))| SpriteFrame {
                name: part.name.into(),
                ..SpriteFrame::new(place)
            };
            let frames = parts.iter().zip(&packed.places).map(frame).collect();
            return Ok(Atlas::new(page.clone(), SpriteSheet { frames, tags: Vec::new() }));
        }
        if packed.pages.is_empty() || side >= LARGEST_PAGE {
            return Err(format!("{} pictures do not fit into one", pictures.len()));
        }
        side *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_pixels::Color;

    fn png(width: u32, height: u32, color: Color) -> Vec<u8> {
        Surface::opaque(width, height, color).unwrap().to_png()
    }

    #[test]
    fn a_picture_alone_is_one_frame_and_packed_ones_have_their_names() {
        let alone = read(&png(8, 6, Color::RED), &[]).unwrap();
        assert_eq!((alone.len(), alone.rect(0)), (1, IRect::new(0, 0, 8, 6)));
        let files = [png(20, 10, Color::RED), png(9, 30, Color::BLUE), png(1, 1, Color::GREEN)];
        let parts: Vec<AssetPart<'_>> = ["a.png", "b.png", "c.png"]
            .iter()
            .zip(&files)
            .map(|(name, bytes)| AssetPart { name, bytes })
            .collect();
        let packed = pack(&parts).unwrap();
        let b = packed.rect(packed.sheet().frame("b.png").unwrap());
        assert_eq!((b.width, b.height), (9, 30));
        assert_eq!(packed.image().get(b.x + 8, b.y + 29), Some(Color::BLUE));
        assert_eq!(packed.image().get(b.x + 9, b.y + 30), Some(Color::BLUE), "its border repeats");
        let broken = AssetPart { name: "d.png", bytes: b"no picture" };
        assert!(pack(&[broken]).unwrap_err().starts_with("d.png: "));
        assert!(pack(&[]).is_err());
    }

    #[test]
    #[cfg(all(feature = "aseprite", feature = "texture-packer"))]
    fn sheets_of_both_editors_bring_their_picture() {
        let frames = r#""frames": { "walk_1.png": { "frame": { "x": 0, "y": 0, "w": 8, "h": 8 }@ },
            "walk_2.png": { "frame": { "x": 8, "y": 0, "w": 8, "h": 8 }@ } }"#;
        let meta = r#", "meta": { "image": "C:\\art\\walk.png" }"#;
        let picture = png(16, 8, Color::RED);
        let part = AssetPart { name: "walk.png", bytes: &picture };
        for (more, tag) in [(", \"duration\": 250", ""), ("", "walk")] {
            let json = format!("{{ {}{meta} }}", frames.replace('@', more));
            assert_eq!(picture_of(json.as_bytes()).as_deref(), Some("walk.png"));
            let atlas = read(json.as_bytes(), &[part]).unwrap();
            assert_eq!(atlas.rect(1), IRect::new(8, 0, 8, 8));
            assert_eq!(atlas.sheet().tag(tag).map(|tag| tag.frames.len()), Some(2), "{json}");
            let broken = AssetPart { bytes: &picture[..40], ..part };
            assert!(read(json.as_bytes(), &[broken]).unwrap_err().starts_with("walk.png: "));
            let bare = json.replace(meta, "");
            assert_eq!(picture_of(bare.as_bytes()), None);
            assert!(read(bare.as_bytes(), &[]).unwrap_err().contains("meta.image"));
        }
        assert_eq!(picture_of(br#"{ "meta": { "image": "../.." } }"#), None);
    }
}
