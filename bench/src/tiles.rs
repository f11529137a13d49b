//! Tile worlds: bodies beside parry2d's voxels and a compound of merged boxes, scrolling beside a copy of the frame, a full
//! redraw beside vello_cpu and tiny-skia, autotiling beside a plain loop over eight neighbors, and the cost of a body on maps
//! of growing size beside itself.

use crate::runner::Bench;
use motile_geom::{Aabb, IRect, Rng, Vec2, ivec2, uvec2, vec2};
use motile_pixels::{Color, Surface};
use motile_tiles::auto::{Blob, around};
use motile_tiles::{
    Ground, Tile, TileBody, TileKind, TileKinds, TileLayer, TileScroll, TileSheet, TileSpace,
};
use parry2d::math::{IVector, Pose};
use parry2d::query::{ShapeCastOptions, cast_shapes};
use parry2d::shape::{Compound, Cuboid, Shape, SharedShape, Voxels};
use std::collections::BTreeMap;
use std::sync::Arc;
use tiny_skia::{Pixmap, PixmapPaint, Transform};
use vello_cpu::{
    Image, ImageSource, RenderContext, Resources,
    kurbo::{Affine, Rect},
    peniko::{Extend, ImageQuality, ImageSampler},
};

const SIDE: f32 = 16.0;
const BODIES: usize = 10_000;

/// All rows of the topic.
pub fn run(bench: &mut Bench) {
    bodies(bench);
    flat(bench);
    scroll(bench);
    redraw(bench);
    autotile(bench);
}

/// Cells of which about three in ten are solid, in clumps.
fn map(side: u32) -> TileLayer {
    let mut rng = Rng::new(3);
    let mut layer = TileLayer::new(side, side).expect("the map fits");
    for _ in 0..u64::from(side) * u64::from(side) / 28 {
        let (x, y) = (rng.below(side) as i32, rng.below(side) as i32);
        layer.fill_rect(IRect::new(x, y, 1 + rng.below(6), 1 + rng.below(3)), Tile::new(1));
    }
    layer
}

fn kinds() -> TileKinds {
    TileKinds::new().with(1, TileKind::solid())
}

/// Free bodies with ways of up to a cell.
fn movers(ground: &Ground<'_>, side: u32, count: usize) -> Vec<(TileBody, Vec2)> {
    let mut rng = Rng::new(9);
    let far = side as f32 * SIDE;
    let mut list = Vec::new();
    while list.len() < count {
        let center = rng.in_rect(Vec2::ZERO, Vec2::splat(far));
        let body = TileBody::boxed(Aabb::from_center(center, vec2(5.0, 7.0)));
        let way = rng.in_unit_disc() * 12.0;
        if !ground.overlaps(&body) {
            list.push((body, way));
        }
    }
    list
}

fn sweep_all(ground: &Ground<'_>, movers: &[(TileBody, Vec2)]) -> usize {
    movers.iter().filter(|(body, way)| ground.sweep(body, *way).is_some()).count()
}

fn bodies(bench: &mut Bench) {
    let name = "tiles/bodies";
    if !bench.wants(name) {
        return;
    }
    let (layer, kinds) = (map(1000), kinds());
    let ground = Ground::new(&layer, &kinds, TileSpace::square(SIDE));
    let movers = movers(&ground, 1000, BODIES);
    let ours = || sweep_all(&ground, &movers);
    let cells: Vec<_> = layer.tiles().map(|(cell, _)| IVector::new(cell.x, cell.y)).collect();
    let voxels = Voxels::new(vec2(SIDE, SIDE).to_array().into(), &cells);
    bench.compare(name, "parry2d Voxels cast", BODIES, ours, || cast_all(&voxels, &movers));
    let compound = merged(&layer);
    // All three agree but for what touches within their tolerances.
    let (found, voxel, merged) = (ours(), cast_all(&voxels, &movers), cast_all(&compound, &movers));
    let alike = |other: usize| other.abs_diff(found) * 20 <= found;
    assert!(alike(voxel) && alike(merged), "{found} hits, {voxel} and {merged}");
    bench.compare(name, "parry2d Compound cast", BODIES, ours, || cast_all(&compound, &movers));
}

/// The cells of a map as few boxes: runs of a row, and equal runs of rows below each other as one.
fn merged(layer: &TileLayer) -> Compound {
    let bounds = layer.bounds();
    let mut boxes: Vec<IRect> = Vec::new();
    // Boxes that end in the row above, by the column they begin in.
    let mut open: BTreeMap<i32, usize> = BTreeMap::new();
    for y in 0..bounds.height as i32 {
        let (mut x, mut next) = (0, BTreeMap::new());
        while x < bounds.width as i32 {
            let end = (x..bounds.width as i32).find(|&end| layer.get(end, y).is_empty());
            let width = end.unwrap_or(bounds.width as i32) - x;
            if width == 0 {
                x += 1;
                continue;
            }
            let above = open.get(&x).copied().filter(|&at| boxes[at].width == width as u32);
            let at = above.unwrap_or(boxes.len());
            match above {
                Some(at) => boxes[at].height += 1,
                None => boxes.push(IRect::new(x, y, width as u32, 1)),
            }
            next.insert(x, at);
            x += width;
        }
        open = next;
    }
    let part = |area: &IRect| {
        let half = vec2(area.width as f32, area.height as f32) * SIDE * 0.5;
        let middle = vec2(area.x as f32, area.y as f32) * SIDE + half;
        (Pose::translation(middle.x, middle.y), SharedShape::cuboid(half.x, half.y))
    };
    Compound::new(boxes.iter().map(part).collect())
}

fn cast_all(map: &dyn Shape, movers: &[(TileBody, Vec2)]) -> usize {
    let (origin, still) = (Pose::translation(0.0, 0.0), Vec2::ZERO.to_array().into());
    let hits = movers.iter().filter(|(body, way)| {
        let shape = Cuboid::new(body.half.to_array().into());
        let place = Pose::translation(body.position.x, body.position.y);
        let options = ShapeCastOptions { max_time_of_impact: 1.0, ..ShapeCastOptions::default() };
        let way = way.to_array().into();
        cast_shapes(&place, way, &shape, &origin, still, map, options)
            .is_ok_and(|hit| hit.is_some())
    });
    hits.count()
}

/// The same bodies in the same corner of maps of 10², 10⁴ and 10⁶ cells.
fn flat(bench: &mut Bench) {
    let kinds = kinds();
    let pattern = map(10);
    let corner = Ground::new(&pattern, &kinds, TileSpace::square(SIDE));
    let movers = movers(&corner, 10, 1000);
    for side in [100, 1000] {
        let name = format!("tiles/flat-{side}x{side}-beside-10x10");
        if !bench.wants(&name) {
            continue;
        }
        let mut layer = map(side);
        // Nothing beside the corner, as on the small map: or bodies at its edge would have more to meet.
        layer.fill_rect(IRect::new(0, 0, 13, 13), Tile::EMPTY);
        layer.stamp(ivec2(0, 0), &pattern, false);
        let ground = Ground::new(&layer, &kinds, TileSpace::square(SIDE));
        let ours = || sweep_all(&ground, &movers);
        bench.compare(&name, "itself", movers.len(), ours, || sweep_all(&corner, &movers));
    }
}

fn scroll(bench: &mut Bench) {
    let name = "tiles/scroll";
    if !bench.wants(name) {
        return;
    }
    let picture = Surface::filled(64, 32, Color::GREEN).expect("small");
    let sheet = TileSheet::new(&picture, uvec2(32, 32)).expect("two tiles");
    let layer = TileLayer::from_fn(4000, 60, |x, y| Tile::new(1 + (x ^ y) % 2)).expect("fits");
    let view = TileScroll::new(uvec2(1920, 1080), &sheet).expect("a screen fits");
    let mut view = view.with_background(Color::BLACK).expect("a screen fits");
    let frame = vec![7u32; 1920 * 1080];
    let mut copy = frame.clone();
    let mut x = 0;
    let ours = || {
        x = (x + 3) % 120_000;
        view.update(&[&layer], &sheet, ivec2(x, 0), 0.0)
    };
    let theirs = || {
        copy.copy_from_slice(&frame);
        copy[77]
    };
    bench.compare(name, "memcpy of a frame", 1920 * 1080, ours, theirs);
}

/// Two layers over a screen: ground that covers everything, and above it tiles with holes and soft edges.
struct Layers {
    tiles: Vec<Surface>,
    ground: TileLayer,
    above: TileLayer,
}

impl Layers {
    fn new() -> Self {
        let tiles = (0..8).map(tile_picture).collect();
        let mut rng = Rng::new(5);
        let mut any = |first: u32, holes: u32| {
            let tile = |_, _| {
                let kept = rng.below(10) >= holes;
                if kept { Tile::new(first + rng.below(4)) } else { Tile::EMPTY }
            };
            TileLayer::from_fn(60, 34, tile).expect("fits")
        };
        Self { tiles, ground: any(1, 0), above: any(5, 4) }
    }

    /// Number of the picture and place of every tile, from the lowest to the highest.
    fn places(&self) -> Vec<(usize, i32, i32)> {
        let both = self.ground.tiles().chain(self.above.tiles());
        both.map(|(cell, tile)| (tile.number() as usize - 1, cell.x * 32, cell.y * 32)).collect()
    }
}

/// The first four are opaque, the others round with soft edges.
fn tile_picture(index: u32) -> Surface {
    let mut tile = Surface::new(32, 32).expect("small");
    for (x, y) in (0..32).flat_map(|y| (0..32).map(move |x| (x, y))) {
        let far = vec2(x as f32 - 15.5, y as f32 - 15.5).length();
        let alpha = if index < 4 { 1.0 } else { (15.0 - far).clamp(0.0, 1.0) };
        let color = Color::rgb(40 * index as u8, 8 * x as u8, 8 * y as u8);
        tile.set(x, y, color.with_alpha((alpha * 255.0) as u8));
    }
    tile
}

fn redraw(bench: &mut Bench) {
    let name = "tiles/redraw";
    if !bench.wants(name) {
        return;
    }
    let layers = Layers::new();
    let mut picture = Surface::new(256, 32).expect("small");
    for (index, tile) in layers.tiles.iter().enumerate() {
        picture.copy(tile, tile.bounds(), index as i32 * 32, 0);
    }
    let sheet = TileSheet::new(&picture, uvec2(32, 32)).expect("eight tiles");
    let view = TileScroll::new(uvec2(1920, 1080), &sheet).expect("a screen fits");
    let mut view = view.with_background(Color::BLACK).expect("a screen fits");
    let mut ours = || {
        view.forget();
        view.update(&[&layers.ground, &layers.above], &sheet, ivec2(0, 0), 0.0)
    };
    let places = layers.places();
    let images: Vec<Image> = layers.tiles.iter().map(vello_image).collect();
    let mut context = RenderContext::new(1920, 1080);
    let (mut resources, mut target) = (Resources::new(), vello_cpu::Pixmap::new(1920, 1080));
    bench.compare(name, "vello_cpu", places.len(), &mut ours, || {
        context.reset();
        let rect = Rect::new(0.0, 0.0, 32.0, 32.0);
        for &(index, x, y) in &places {
            context.set_paint(images[index].clone());
            context.set_transform(Affine::translate((f64::from(x), f64::from(y))));
            context.fill_rect(&rect);
        }
        context.flush();
        context.render(&mut target, &mut resources);
    });
    let pixmaps: Vec<Pixmap> = layers.tiles.iter().map(skia_pixmap).collect();
    let mut screen = Pixmap::new(1920, 1080).expect("a screen fits");
    bench.compare(name, "tiny-skia", places.len(), &mut ours, || {
        let paint = PixmapPaint::default();
        for &(index, x, y) in &places {
            screen.draw_pixmap(x, y, pixmaps[index].as_ref(), &paint, Transform::identity(), None);
        }
    });
}

fn vello_image(picture: &Surface) -> Image {
    let mut pixmap = vello_cpu::Pixmap::new(picture.width() as u16, picture.height() as u16);
    pixmap.data_as_u8_slice_mut().copy_from_slice(picture.bytes());
    pixmap.recompute_may_have_transparency();
    let (x_extend, y_extend) = (Extend::Pad, Extend::Pad);
    Image {
        image: ImageSource::Pixmap(Arc::new(pixmap)),
        sampler: ImageSampler { x_extend, y_extend, quality: ImageQuality::Low, alpha: 1.0 },
    }
}

fn skia_pixmap(picture: &Surface) -> Pixmap {
    let mut pixmap = Pixmap::new(picture.width(), picture.height()).expect("small");
    pixmap.data_mut().copy_from_slice(picture.bytes());
    pixmap
}

fn autotile(bench: &mut Bench) {
    let name = "tiles/autotile";
    if !bench.wants(name) {
        return;
    }
    let side = 1000;
    let terrain = map(side);
    let mut picture = TileLayer::new(side, side).expect("fits");
    // What a loop without this crate would read and write: numbers in a row.
    let columns = side as usize;
    let cells: Vec<u32> = (0..columns * columns)
        .map(|at| terrain.get((at % columns) as i32, (at / columns) as i32).number())
        .collect();
    let mut plain = vec![0u32; cells.len()];
    let blob = Blob::corners((1..=47).collect());
    let ours = || {
        // A clone has not seen anything yet, so it draws everything.
        blob.clone().update(&terrain, &mut picture);
        picture.get(5, 5)
    };
    let theirs = || {
        let inside = 0..side as i32;
        for (at, tile) in plain.iter_mut().enumerate() {
            let cell = ivec2((at % columns) as i32, (at / columns) as i32);
            let filled = |cell: motile_geom::IVec2| {
                inside.contains(&cell.x)
                    && inside.contains(&cell.y)
                    && cells[cell.y as usize * columns + cell.x as usize] != 0
            };
            let form = || motile_tiles::auto::blob_index(around(cell, filled));
            *tile = if cells[at] == 0 { 0 } else { 1 + u32::from(form()) };
        }
        Tile::new(plain[5 * columns + 5])
    };
    bench.compare(
        name,
        "loop over a Vec, eight reads a cell",
        (side * side) as usize,
        ours,
        theirs,
    );
}
