//! Whole maps as an editor keeps them: read from a file, given their pictures, shown.

mod art;
#[cfg(test)]
mod tests;

use super::{controls, editing};
use crate::{Demo, kit, look};
use motile::math::UVec2;
use motile::prelude::*;
use motile::stage::Drawable;
use motile::tiles::{
    EditorPanel, MapLayer, MapPictures, MapView, Orientation, RenderOrder, ShiftedLines, Tile,
    TileLayer, TileMap, TileSet, TileSheet, TileSpace, read_tiled,
};

pub(super) const DEMO: Demo = Demo {
    id: "tiles/map-viewer",
    title: "Map viewer",
    sees: "A map read from a file of the editor Tiled, with all its layers: clouds that repeat, tinted hills that move less, animated water, trees taller than cells and a walker behind them, turned crates. And maps of diamonds, hexagons and parallelograms.",
    tries: "Move the camera. Fade the front and see through the trees. Choose another map, and another order of painting for the leaning one.",
    controls: "Drag to move the camera, or take a gamepad; otherwise it moves by itself.",
    keys: &[
        (Key::Left, "camera left"),
        (Key::Right, "camera right"),
        (Key::Up, "camera up"),
        (Key::Down, "camera down"),
        (Key::Char('l'), "hide one layer after the other"),
        (Key::Char('e'), "level editor for the ground of the file"),
    ],
    takes_drags: true,
    spec: &["TILE-65", "TILE-68", "TILE-77", "TILE-X2", "TILE-X5", "TILE-X8", "TILE-X11"],
    ticks: 90,
    ..Demo::of::<MapViewer>()
};

const MAPS: &[&str] = &["file", "isometric", "staggered", "hexagonal", "oblique"];
const ORDERS: &[&str] = &["right-down", "right-up", "left-down", "left-up"];
const VIEW: UVec2 = UVec2::new(640, 480);
/// Pixels per second that keys move the camera.
const SPEED: f32 = 300.0;
/// Columns and rows of the maps that are made here.
const CELLS: UVec2 = UVec2::new(16, 20);

#[derive(StateHash)]
#[state(hash_only)]
struct MapViewer {
    /// The top left corner of the view in the world, and how it drifts by itself, seconds.
    camera: Vec2,
    drift: f32,
    /// Which layer is hidden, counted from 1; 0 for none.
    hidden: u32,
    #[state(skip)]
    panel: EditorPanel,
    #[state(skip)]
    map: TileMap,
    /// What is behind the walker, and what is in front of it.
    #[state(skip)]
    views: [MapView; 2],
    /// Cells that the last update drew into scrolling layers.
    drawn: u32,
}

impl Sketch for MapViewer {
    const PARAMS: &'static [Param] = &[
        Param::choice("map", MAPS, 0),
        Param::choice("order", ORDERS, 0),
        Param::number("front", 0.0, 1.0, 1.0),
        Param::number("hills", 0.0, 1.5, 0.5),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = look::NIGHT;
        Self::on(stage.params().choice("map") as usize)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if tick.params.changed("map") {
            match Self::on(tick.params.choice("map") as usize) {
                Ok(fresh) => *self = fresh,
                Err(error) => stage.fail(error),
            }
        }
        self.map.render_order = match tick.params.choice("order") {
            0 => RenderOrder::RightDown,
            1 => RenderOrder::RightUp,
            2 => RenderOrder::LeftDown,
            _ => RenderOrder::LeftUp,
        };
        if tick.input.pressed(Key::Char('l')) {
            self.hide_next();
        }
        for layer in &mut self.map.layers {
            match layer.name.as_str() {
                "front" => layer.opacity = tick.params.number("front"),
                "hills" => layer.parallax = Vec2::splat(tick.params.number("hills")),
                _ => {}
            }
        }
        // The maps that are made here have no such layer, and cells of other forms.
        let space = self.space();
        let edited = self
            .map
            .tiles_mut("ground")
            .map(|ground| editing::edit(&mut self.panel, ground, space, stage, tick));
        match edited.flatten() {
            Some(pan) => self.camera += pan,
            None => self.travel(tick),
        }
        let seconds = f64::from(self.drift);
        let views = self.views.iter_mut();
        self.drawn = views.map(|view| view.update(&self.map, self.camera, seconds)).sum();
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let [behind, front] = &self.views;
        behind.draw(canvas);
        if self.map.orientation == Orientation::Orthogonal {
            art::walker(canvas, self.walker() - self.camera);
        }
        front.draw(canvas);
        let layers = self.map.placed_layers().count();
        let words = format!("{layers} layers, {} cells drawn in this tick", self.drawn);
        kit::foot_caption(canvas, words, look::SNOW);
        self.panel.draw(canvas, self.space(), stage.size());
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl MapViewer {
    fn on(number: usize) -> motile::Result<Self> {
        let map = map(number)?;
        let pictures = MapPictures::load(&map, "", art::picture)?;
        let trees = map.placed_layers().position(|placed| placed.layer.name == "trees");
        let trees = trees.unwrap_or(usize::MAX);
        let view = |layers| MapView::new(&map, pictures.clone(), VIEW)?.with_layers(layers);
        let views = [view(0..trees)?, view(trees..usize::MAX)?];
        let sheet = TileSheet::new(&art::picture("ground.png")?, UVec2::splat(32))?;
        let panel = EditorPanel::new(&sheet, (1..=5).map(Tile::new));
        Ok(Self { camera: home(&map), drift: 0.0, hidden: 0, panel, map, views, drawn: 0 })
    }

    /// Shows the hidden layer again and hides the one above it; above the last, none.
    fn hide_next(&mut self) {
        let layers = &mut self.map.layers;
        let next = (self.hidden + 1) % (layers.len() as u32 + 1);
        for number in [self.hidden, next] {
            let at = number.checked_sub(1);
            if let Some(layer) = at.and_then(|at| layers.get_mut(at as usize)) {
                layer.visible ^= true;
            }
        }
        self.hidden = next;
    }

    /// Where the walker's feet are in the world: to and fro on a meadow with trees.
    fn walker(&self) -> Vec2 {
        vec2(250.0 + 105.0 * ops::sin(self.drift * 0.7), 256.0)
    }

    /// Where the cells are in the view.
    fn space(&self) -> TileSpace {
        TileSpace::new(self.map.tile_size.as_vec2()).with_origin(-self.camera)
    }

    /// By keys or by a drag, otherwise to and fro.
    fn travel(&mut self, tick: Tick) {
        self.drift += tick.dt;
        let arrows = controls::way(tick.input);
        let pointer = &tick.input.pointer;
        self.camera += if pointer.is_down() {
            -pointer.delta
        } else if arrows != Vec2::ZERO {
            arrows * SPEED * tick.dt
        } else {
            vec2(ops::cos(self.drift * 0.4), 0.0) * 80.0 * tick.dt
        };
    }
}

/// Where the camera begins.
fn home(map: &TileMap) -> Vec2 {
    match map.orientation {
        Orientation::Orthogonal => vec2(0.0, -96.0),
        Orientation::Isometric => vec2(260.0, 20.0),
        _ => vec2(-20.0, -60.0),
    }
}

/// The map of the file, or one with cells of another form.
fn map(number: usize) -> motile::Result<TileMap> {
    let stagger = ShiftedLines::default();
    let (orientation, form) = match MAPS[number % MAPS.len()] {
        "isometric" => (Orientation::Isometric, "diamond"),
        "staggered" => (Orientation::Staggered { stagger }, "diamond"),
        "hexagonal" => (
            Orientation::Hexagonal { stagger: ShiftedLines { columns: true, ..stagger }, side: 32 },
            "hexagon",
        ),
        "oblique" => (Orientation::Oblique { skew: ivec2(20, 8) }, "box"),
        _ => {
            let file = include_bytes!("map_viewer/valley.tmx");
            return Ok(read_tiled("valley.tmx", &mut |_: &str| Ok::<_, String>(file.to_vec()))?);
        }
    };
    let mut map = TileMap::new(CELLS, UVec2::new(64, 32));
    map.orientation = orientation;
    map.background = Some(0xFF22_2A44);
    map.sets.push(TileSet::sheet(form, 1, UVec2::new(256, 64), UVec2::new(64, 64)));
    let land = TileLayer::from_fn(CELLS.x, CELLS.y, |x, y| {
        let (x, y) = (x as f32, y as f32);
        let high = ops::sin(x * 0.7) + ops::cos(y * 0.5) + 0.7 * ops::sin((x + y) * 0.9);
        Tile::new(1 + (high + 1.4).clamp(0.0, 3.0) as u32)
    })?;
    map.layers.push(MapLayer::tiles("land", land));
    Ok(map)
}
