//! The pile in the orders that one may think of.

use super::Pile;
use motile::geom::Vec3;
use motile::math::vec3;
use motile::prelude::*;
use motile::tiles::classic::iso_depth_sort;
use motile::tiles::iso::{IsoBox, IsoScene, IsoSprite};

impl Pile {
    pub(super) fn paint(&self, canvas: &mut Canvas<'_>, order: &str, tiles: &[Vec3]) {
        // Boxes first, so that at equal depth the tile comes later and covers the box: any order is allowed there.
        let lower = if order == "depth, tiles lower" { 0.1 } else { 0.0 };
        let lowered = tiles.iter().map(|&tile| tile + vec3(0.0, lower, 0.0));
        let bases = self.boxes.iter().map(IsoBox::base);
        let put = |canvas: &mut Canvas<'_>, base: Vec3, sprite: &IsoSprite| {
            let corner = (self.view.to_screen(base) + 0.5).floor().as_ivec2() - sprite.anchor;
            canvas.sprite(&sprite.surface, corner, &Blit::default());
        };
        if order.contains("tiles") {
            let all: Vec<Vec3> = bases.chain(lowered).collect();
            for index in iso_depth_sort(&all) {
                let index = index as usize;
                let tile = || self.tile(index - self.sprites.len());
                put(canvas, all[index], self.sprites.get(index).unwrap_or_else(tile));
            }
        } else {
            for (index, &tile) in tiles.iter().enumerate() {
                put(canvas, tile, self.tile(index));
            }
            for index in self.sequence(order) {
                put(canvas, self.boxes[index].base(), &self.sprites[index]);
            }
        }
    }

    /// The picture of a tile of the floor.
    fn tile(&self, index: usize) -> &IsoSprite {
        &self.tiles[index % self.tiles.len()]
    }

    /// The boxes in the order they are drawn.
    fn sequence(&self, order: &str) -> Vec<usize> {
        match order {
            "newest on top" => (0..self.boxes.len()).collect(),
            "as volumes" => self.order.sequence().iter().map(|id| id.slot()).collect(),
            _ => {
                let bases: Vec<Vec3> = self.boxes.iter().map(IsoBox::base).collect();
                iso_depth_sort(&bases).into_iter().map(|index| index as usize).collect()
            }
        }
    }

    /// The same picture by a scene, which has a floor and things and sorts by itself.
    pub(super) fn scene(&self, tiles: &[Vec3]) -> IsoScene {
        let mut scene = IsoScene::new(self.view);
        for tile in &self.tiles {
            scene.add_sprite(tile.clone());
        }
        for (index, &tile) in tiles.iter().enumerate() {
            scene.add_floor(tile, (index % self.tiles.len()) as u32);
        }
        for (solid, sprite) in self.boxes.iter().zip(&self.sprites) {
            let number = scene.add_sprite(sprite.clone());
            scene.add(*solid, number);
        }
        scene.sort();
        scene
    }
}

/// Where the tiles of the floor are.
pub(super) fn tiles(stage: &Stage) -> impl Iterator<Item = Vec3> {
    let params = stage.params();
    let (spacing, waves) = (params.number("spacing"), params.number("waves"));
    let count = params.whole("count");
    let cells = (0..count).flat_map(move |x| (0..count).map(move |z| (x as f32, z as f32)));
    cells.map(move |(x, z)| {
        vec3(x * spacing, waves * ops::sin(x * 0.7) * ops::sin(z * 0.7), z * spacing)
    })
}
