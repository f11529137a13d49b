//! A map written as text, and the world it makes: what is typed is there at once, and what cannot be read yet says why.

use super::iso_art::{built, house};
use crate::Demo;
use crate::look::{GREEN, INK, ORANGE, PAPER, RED, SMALL};
use motile::game::assets::{AssetSource, FolderSource};
use motile::game::{TextEdit, TextField, Theme};
use motile::math::vec3;
use motile::prelude::*;
use motile::stage::Drawable;
use motile::tiles::iso::{IsoKind, IsoLight, IsoLiveMap, IsoProjection, IsoScene, IsoSprite};

pub(super) const DEMO: Demo = Demo {
    id: "tiles/iso-map",
    title: "World from text",
    sees: "A text on the left, the world it describes on the right: grass, a wall of houses, water around a block. Each symbol is a cell.",
    tries: "Type: change a symbol, a color, a height, add a row. While a line cannot be read the world waits, and line and column of the mistake are told. In a window: keep the text as iso-map.txt in the folder it was started in and edit that file; whenever it is saved, the world follows.",
    controls: "Click into the text and type, or edit the file iso-map.txt.",
    takes_drags: true,
    spec: &["ISO-D14", "ISO-41", "ISO-42", "ISO-43", "ISO-44", "ISO-X11", "ISO-N10"],
    size: (640, 480),
    ticks: 90,
    script: "5 move 150 170\n6 down\n8 up\n20 text \" 2\"\n",
    ..Demo::of::<MapTest>()
};

const TEXT: &str = "\
# 0 type:DrawnIsoTile color:0x8FBC6A
# 1 type:GraphicTile graphicClass:house height:22
# 2 type:DrawnIsoBox color:0xFF6666 height:20
# 3 type:DrawnIsoTile color:0x6699EE

0 0 0 0 0 0 0 0 0 0
0 1 1 1 1 1 1 1 1 0
0 1 0 0 0 0 0 0 0 0
0 1 0 3 3 3 3 0 0 0
0 1 0 3 2 2 3 0 0 0
0 1 0 3 2 2 3 0 0 0
0 1 0 3 3 3 3 0 0 0
0 1 0 0 0 0 0 0 0 0
0 1 1 1 1 1 1 1 1 0
0 0 0 0 0 0 0 0 0 0
";
/// The picture that there is.
const HOUSE: &str = "house";
/// A file that is followed, where there is one.
const FILE: &str = "iso-map.txt";
/// Cells are so wide, world units.
const SIDE: f32 = 16.0;

#[derive(StateHash)]
#[state(hash_only)]
struct MapTest {
    text: String,
    #[state(skip)]
    field: TextField,
    #[state(skip)]
    live: IsoLiveMap,
    #[state(skip)]
    scene: IsoScene,
    /// Why the last map that could be read cannot be drawn.
    #[state(skip)]
    failed: Option<String>,
    /// Where the file is, and seconds until it is asked for again.
    #[state(skip)]
    folder: FolderSource,
    #[state(skip)]
    ask: f32,
}

fn text_area() -> Aabb {
    Aabb::from_size(vec2(12.0, 12.0), vec2(262.0, 420.0))
}

impl Sketch for MapTest {
    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let mut field = TextField::new(TextEdit::multi_line(TEXT));
        field.text_size = 12.0;
        field.focused = true;
        let live = IsoLiveMap::new(TEXT);
        let scene = build(&live)?;
        let folder = FolderSource::new(".");
        let text = TEXT.to_owned();
        Ok(Self { text, field, live, scene, failed: None, folder, ask: 0.0 })
    }

    fn update(&mut self, _: &mut Stage, tick: Tick) {
        self.follow_file(tick.dt);
        self.field.update(text_area(), tick.input, tick.dt);
        self.take_text();
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        self.scene.draw(canvas);
        self.field.draw(canvas, text_area(), &Theme::default());
        let (words, ink) = self.words();
        canvas.write(words, SMALL, vec2(16.0, 454.0), vec2(0.0, 0.5), ink);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl MapTest {
    /// A map that cannot be read or drawn leaves the world as it was.
    fn take_text(&mut self) {
        self.field.edit.text().clone_into(&mut self.text);
        if self.live.set_text(&self.text) {
            match build(&self.live) {
                Ok(scene) => (self.scene, self.failed) = (scene, None),
                Err(error) => self.failed = Some(error.to_string()),
            }
        }
    }

    /// What is wrong, what was passed over, or how much there is.
    fn words(&self) -> (String, Color) {
        let map = self.live.map();
        let missing = map.unknown_pictures(|name| name == HOUSE);
        if let Some(error) = self.live.error() {
            (error.to_string(), RED)
        } else if let Some(failed) = &self.failed {
            (failed.clone(), RED)
        } else if let Some(told) = missing.first().or(map.warnings.first()) {
            (told.to_string(), RED)
        } else {
            (format!("{} cells", map.cells().count()), INK)
        }
    }

    /// Takes what the file says, at first and whenever it is saved.
    fn follow_file(&mut self, dt: f32) {
        self.ask -= dt;
        if self.ask <= 0.0 {
            self.ask = f32::INFINITY;
            self.folder.request(FILE);
        }
        self.folder.update(dt);
        while let Some((_, file)) = self.folder.arrived() {
            match file {
                Ok(bytes) => self.field.edit.set_text(&String::from_utf8_lossy(&bytes)),
                // There may be one later.
                Err(_) => self.ask = 1.0,
            }
        }
    }
}

/// The world of a map: flat tiles are floor, everything else stands on it.
fn build(live: &IsoLiveMap) -> motile::Result<IsoScene> {
    let view = IsoProjection::DIMETRIC.with_origin(vec2(450.0, 150.0));
    let light = IsoLight::DAY;
    let mut scene = IsoScene::new(view);
    let ground = IsoSprite::block(&view, vec3(SIDE, 0.0, SIDE), light.shades(GREEN), false)?;
    let ground = scene.add_sprite(ground);
    let (parts, _) = house(SIDE, 10.0, SIDE, PAPER, ORANGE);
    let cottage = scene.add_sprite(built(&view, &light, &parts)?);
    let map = live.map();
    let mut pictures = Vec::new();
    for definition in &map.definitions {
        let (wide, deep) = definition.cells;
        let size = vec3(wide as f32 * SIDE, definition.height, deep as f32 * SIDE);
        let shades = light.shades(Color::hex(definition.color));
        pictures.push(match &definition.kind {
            IsoKind::Tile | IsoKind::Block => {
                let block = IsoSprite::block(&view, size, shades, definition.height > 0.0)?;
                Some(scene.add_sprite(block))
            }
            IsoKind::Picture { name, .. } if name == HOUSE => Some(cottage),
            _ => None,
        });
    }
    for cell in map.cells() {
        let definition = &map.definitions[cell.definition as usize];
        if !definition.floor && cell.y == 0.0 {
            scene.add_floor(cell.position(SIDE), ground);
        }
        // A plain object is not seen.
        let Some(picture) = pictures[cell.definition as usize] else { continue };
        if definition.floor {
            scene.add_floor(cell.position(SIDE), picture);
        } else {
            scene.add(map.bounds(&cell, SIDE), picture);
        }
    }
    scene.sort();
    Ok(scene)
}

#[cfg(test)]
mod tests;
