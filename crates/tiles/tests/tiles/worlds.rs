//! Worlds that several tests use.

use motile_geom::{ConvexPolygon, Vec2};
use motile_tiles::{
    Ground, Tile, TileBody, TileContact, TileKind, TileKinds, TileLayer, TileShape, TileSides,
    TileSpace,
};

/// The world of the demos D2 to D4: 10×8 cells of 64 pixels.
pub(crate) const D2: &str = "
    ..........
    XX........
    .....XXXX.
    ..X.......
    ..........
    XXXX...X..
    XXXXX.....
    XXXXXXXXXX
";

/// Letters of the pictures of worlds.
pub(crate) const LETTERS: &str = "X/\\lhHLo_=^<>vn7DUO";

/// What the letters mean, by their place in [`LETTERS`].
pub(crate) fn kinds() -> TileKinds {
    let [low, high] = TileShape::GENTLE_RIGHT;
    let [down_high, down_low] = TileShape::GENTLE_LEFT;
    let shapes = [
        TileKind::solid(),
        TileKind::shaped(TileShape::SLOPE_RIGHT),
        TileKind::shaped(TileShape::SLOPE_LEFT),
        TileKind::shaped(low),
        TileKind::shaped(high),
        TileKind::shaped(down_high),
        TileKind::shaped(down_low),
        TileKind::sensor(),
        TileKind::shaped(TileShape::HALF),
        TileKind::ladder(),
        TileKind::one_way(TileSides::TOP),
        TileKind::one_way(TileSides::LEFT),
        TileKind::one_way(TileSides::RIGHT),
        TileKind::one_way(TileSides::BOTTOM),
        TileKind::shaped(TileShape::Ceiling { left: 0.5, right: 0.5 }),
        TileKind::shaped(TileShape::Ceiling { left: 1.0, right: 0.0 }),
        TileKind::shaped(TileShape::Polygons(vec![polygon(&DIAMOND)])),
        TileKind::shaped(TileShape::Polygons(CUP.iter().map(|part| polygon(part)).collect())),
        TileKind::shaped(TileShape::Polygons(vec![polygon(&disc())])),
    ];
    shapes
        .into_iter()
        .enumerate()
        .fold(TileKinds::new(), |kinds, (i, kind)| kinds.with(i as u32 + 1, kind))
}

/// Corners in parts of the cell.
pub(crate) const DIAMOND: [(f32, f32); 4] = [(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)];
/// Two walls on a floor.
pub(crate) const CUP: [[(f32, f32); 4]; 3] = [
    [(0.0, 0.0), (0.25, 0.0), (0.25, 1.0), (0.0, 1.0)],
    [(0.75, 0.0), (1.0, 0.0), (1.0, 1.0), (0.75, 1.0)],
    [(0.25, 0.75), (0.75, 0.75), (0.75, 1.0), (0.25, 1.0)],
];

/// Twenty corners around the middle: more than one piece of ground has.
pub(crate) fn disc() -> Vec<(f32, f32)> {
    let corner = |i: i32| {
        let (sin, cos) = motile_geom::ops::sin_cos(i as f32 * core::f32::consts::TAU / 20.0);
        (0.5 + 0.45 * cos, 0.5 + 0.45 * sin)
    };
    (0..20).map(corner).collect()
}

fn polygon(corners: &[(f32, f32)]) -> ConvexPolygon {
    ConvexPolygon::hull(corners.iter().map(|&(x, y)| Vec2::new(x, y))).expect("it has an area")
}

/// A layer with what it means; prints as its picture.
pub(crate) struct World {
    pub(crate) layer: TileLayer,
    pub(crate) kinds: TileKinds,
    pub(crate) space: TileSpace,
}

impl core::fmt::Debug for World {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        for row in self.layer.grid().into_iter().flat_map(motile_geom::Grid2::rows) {
            let letter = |tile: &Tile| {
                LETTERS.chars().nth((tile.number() as usize).wrapping_sub(1)).unwrap_or('.')
            };
            writeln!(f, "\n{}", row.iter().map(letter).collect::<String>())?;
        }
        Ok(())
    }
}

impl World {
    pub(crate) fn new(text: &str, side: f32) -> Self {
        let tile = |letter| {
            LETTERS
                .chars()
                .position(|l| l == letter)
                .map_or(Tile::EMPTY, |i| Tile::new(i as u32 + 1))
        };
        let layer = TileLayer::from_text(text, tile).expect("rows are equal");
        Self { layer, kinds: kinds(), space: TileSpace::square(side) }
    }

    pub(crate) fn ground(&self) -> Ground<'_> {
        Ground::new(&self.layer, &self.kinds, self.space)
    }

    /// Moves a body by a distance and returns what it met.
    pub(crate) fn go(&self, body: &mut TileBody, way: Vec2) -> Vec<TileContact> {
        let mut contacts = Vec::new();
        self.ground().slide_by(body, way, &mut contacts);
        contacts
    }
}
