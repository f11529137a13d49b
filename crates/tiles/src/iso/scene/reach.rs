//! How far a scene reaches on the screen, kept up to date as things come and go: a frame asks for it, and costs what it shows.

use super::{IsoScene, whole_pixel};
use crate::iso::{IsoBox, IsoProjection, IsoSprite};
use motile_geom::{Aabb, IRect, Vec2, Vec3, vec2};
use std::collections::BTreeSet;

/// After so many changes for each thing everything is measured anew, so that what has left is forgotten and a change costs
/// little in the mean.
const CHANGES: u64 = 4;

/// How far pictures reach over what they belong to: to the left and up, to the right and down, pixels.
#[derive(Clone, Copy, Debug, Default)]
struct Margin {
    before: Vec2,
    after: Vec2,
}

impl Margin {
    /// Of a picture over the place it stands on.
    fn of(sprite: &IsoSprite) -> Self {
        let (anchor, size) = (sprite.anchor.as_vec2(), size_of(sprite));
        Self { before: anchor.max(Vec2::ZERO), after: (size - anchor).max(Vec2::ZERO) }
    }

    /// Of a picture over the silhouette of its box, which is none where art keeps inside of its volume.
    fn over(sprite: &IsoSprite, solid: &IsoBox, view: &IsoProjection) -> Self {
        // At the origin, where nothing is lost to large numbers.
        let view = view.with_origin(Vec2::ZERO).with_pivot(Vec2::ZERO);
        let seen = view.screen_bounds(&IsoBox::standing(Vec3::ZERO, solid.size()));
        if !seen.is_valid() {
            return Self::of(sprite);
        }
        let shown = Aabb::from_size(-sprite.anchor.as_vec2(), size_of(sprite));
        let before = (seen.min - shown.min).max(Vec2::ZERO);
        Self { before, after: (shown.max - seen.max).max(Vec2::ZERO) }
    }

    fn max(self, other: Self) -> Self {
        Self { before: self.before.max(other.before), after: self.after.max(other.after) }
    }

    /// What is covered by pictures when their places are in an area.
    fn around(self, area: Aabb) -> Aabb {
        Aabb { min: area.min - self.before, max: area.max + self.after }
    }

    /// Where places are whose pictures reach into an area.
    fn places(self, area: Aabb) -> Aabb {
        Aabb { min: area.min - self.after, max: area.max + self.before }
    }
}

fn size_of(sprite: &IsoSprite) -> Vec2 {
    vec2(sprite.surface.width() as f32, sprite.surface.height() as f32)
}

/// Where all is that a scene shows.
#[derive(Clone, Debug, Default)]
pub(super) struct Reach {
    /// Around the pieces of floor, and around the things; both only grow, until everything is measured anew.
    floor: Option<IsoBox>,
    things: Option<IsoBox>,
    /// Of the floor's pictures over their places, and of the things' over their silhouettes.
    floor_margin: Margin,
    margin: Margin,
    /// The pictures that the floor shows.
    on_floor: BTreeSet<u32>,
    /// One more than the greatest number of a picture that a thing was given, whether there is one or not.
    asked: u32,
    /// Changes since everything was measured.
    changes: u64,
}

impl Reach {
    fn join(all: &mut Option<IsoBox>, more: IsoBox) {
        let both = |all: IsoBox| IsoBox { min: all.min.min(more.min), max: all.max.max(more.max) };
        *all = Some(all.map_or(more, both));
    }

    /// A thing with a picture came, moved or looks otherwise.
    pub(super) fn thing(
        &mut self,
        solid: &IsoBox,
        sprite: u32,
        sprites: &[IsoSprite],
        view: &IsoProjection,
    ) {
        self.changes = self.changes.saturating_add(1);
        self.asked = self.asked.max(sprite.saturating_add(1));
        if !solid.is_valid() {
            return;
        }
        Self::join(&mut self.things, *solid);
        if let Some(sprite) = sprites.get(sprite as usize) {
            self.margin = self.margin.max(Margin::over(sprite, solid, view));
        }
    }

    pub(super) fn tile(&mut self, base: Vec3, sprite: u32, sprites: &[IsoSprite]) {
        if !base.is_finite() {
            return;
        }
        Self::join(&mut self.floor, IsoBox { min: base, max: base });
        if self.on_floor.insert(sprite)
            && let Some(sprite) = sprites.get(sprite as usize)
        {
            self.floor_margin = self.floor_margin.max(Margin::of(sprite));
        }
    }

    pub(super) fn clear_floor(&mut self) {
        (self.floor, self.floor_margin) = (None, Margin::default());
        self.on_floor.clear();
    }

    pub(super) const fn left(&mut self) {
        self.changes = self.changes.saturating_add(1);
    }

    /// A picture came, maybe in the place of another one. Who shows it is not known: until everything is measured anew it counts as
    /// if its thing had no size.
    pub(super) fn picture(&mut self, number: u32, sprites: &[IsoSprite]) {
        let Some(sprite) = sprites.get(number as usize) else { return };
        if number < self.asked {
            self.margin = self.margin.max(Margin::of(sprite));
            self.changes = self.changes.saturating_add(1);
        }
        if self.on_floor.contains(&number) {
            let shown = self.on_floor.iter().filter_map(|&number| sprites.get(number as usize));
            self.floor_margin = shown.map(Margin::of).fold(Margin::default(), Margin::max);
        }
    }

    /// The view is another one. After a turn all things are looked at anyway; what is nearer only reaches less far.
    pub(super) fn view(&mut self, is_turned: bool, sprites: &[IsoSprite]) {
        self.changes = if is_turned { u64::MAX } else { self.changes.saturating_add(1) };
        self.margin = sprites.iter().map(Margin::of).fold(self.margin, Margin::max);
    }
}

impl IsoScene {
    /// The box around all pictures on the screen, whole pixels. Looks at all of them.
    pub fn reach(&self) -> Aabb {
        let floor = self.floor.tiles().iter().filter_map(|tile| {
            let sprite = self.sprites.get(tile.sprite as usize)?;
            Some((sprite, self.corner(sprite, tile.base).0))
        });
        let things = self.order.ids().filter_map(|id| {
            let (sprite, corner, _) = self.picture(id)?;
            Some((sprite, corner))
        });
        let areas = floor
            .chain(things)
            .map(|(sprite, corner)| Aabb::from_size(corner.as_vec2(), size_of(sprite)));
        areas.reduce(Aabb::union).unwrap_or_default()
    }

    /// A box around all pictures on the screen that looks at none of them: never smaller than their [reach](Self::reach).
    #[cfg_attr(
        not(any(test, feature = "stage")),
        expect(dead_code, reason = "a stage asks for it")
    )]
    pub(crate) fn box_around(&self) -> Aabb {
        let seen = |solid: Option<IsoBox>, margin: Margin| {
            solid.map(|solid| margin.around(self.projection().screen_bounds(&solid)).grown(1.0))
        };
        let floor = seen(self.reach.floor, self.reach.floor_margin);
        let things = seen(self.reach.things, self.reach.margin);
        floor.into_iter().chain(things).reduce(Aabb::union).unwrap_or_default()
    }

    /// Measures everything anew when much has changed.
    pub(super) fn measure(&mut self) {
        if self.reach.changes > CHANGES * (self.order.len() as u64 + 16) {
            self.measure_all();
        }
    }

    pub(super) fn measure_all(&mut self) {
        (self.reach.things, self.reach.margin) = (None, Margin::default());
        for id in self.order.ids() {
            let (Some(item), Some(look)) = (self.order.get(id), self.looks.get(id.slot())) else {
                continue;
            };
            let view = self.order.projection();
            self.reach.thing(&item.bounds, look.sprite, &self.sprites, view);
        }
        self.reach.changes = 0;
    }

    /// Where the silhouettes of things are whose pictures reach into an area; a pixel more for standing on whole ones.
    pub(super) fn silhouettes(&self, area: IRect) -> Aabb {
        self.reach.margin.places(box_of(area)).grown(1.0)
    }

    /// Where pieces of floor stand whose pictures reach into an area.
    pub(super) fn bases(&self, area: IRect) -> Aabb {
        self.reach.floor_margin.places(box_of(area)).grown(1.0)
    }

    /// Whether a thing or the floor is seen at a place of the screen, by the pixels of the pictures.
    #[cfg_attr(not(feature = "stage"), expect(dead_code, reason = "a stage asks for it"))]
    pub(crate) fn is_seen_at(&self, screen: Vec2) -> bool {
        if !screen.is_finite() {
            return false;
        }
        let pixel = whole_pixel(screen);
        let mut is_floor = false;
        let area = self.bases(IRect::new(pixel.x, pixel.y, 1, 1));
        self.floor.visit(self.projection(), area, |tile| {
            let Some(sprite) = self.sprites.get(tile.sprite as usize) else { return };
            let place = pixel.saturating_sub(self.corner(sprite, tile.base).0);
            is_floor |= sprite.surface.get(place.x, place.y).is_some_and(|color| color.a > 0);
        });
        is_floor || self.pick(screen).is_some()
    }
}

fn box_of(area: IRect) -> Aabb {
    let corner = vec2(area.x as f32, area.y as f32);
    Aabb::from_size(corner, vec2(area.width as f32, area.height as f32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::{Rng, ivec2, vec3};
    use motile_pixels::{Color, Surface};

    fn block(view: &IsoProjection, size: Vec3) -> IsoSprite {
        IsoSprite::block(view, size, [Color::RED; 3], false).unwrap()
    }

    const AREA: IRect = IRect::new(0, 0, 640, 400);

    fn widened(scene: &IsoScene) -> (f32, f32) {
        let wider = |area: Aabb| (area.size() - vec2(640.0, 400.0)).max_element();
        (wider(scene.bases(AREA)), wider(scene.silhouettes(AREA)))
    }

    /// One large picture used to make every frame look at a border as wide as it, around things and floor alike.
    #[test]
    fn iso_x14_a_large_picture_does_not_widen_what_a_frame_looks_at() {
        let view = IsoProjection::DIMETRIC;
        let mut scene = IsoScene::new(view);
        let (tile, tower) = (vec3(20.0, 0.0, 20.0), vec3(40.0, 2500.0, 40.0));
        let tile = scene.add_sprite(block(&view, tile));
        scene.add_floor(Vec3::ZERO, tile);
        let number = scene.add_sprite(block(&view, tower));
        let id = scene.add(IsoBox::standing(Vec3::ZERO, tower), number);
        let (floor, things) = widened(&scene);
        assert!(floor <= 44.0 && things <= 6.0, "{floor} {things}");
        // Art over a box that is too small for it does, until it is gone and forgotten.
        scene.set(id, IsoBox::standing(Vec3::ZERO, Vec3::ONE));
        let (floor, things) = widened(&scene);
        assert!(floor <= 44.0 && things > 2000.0, "{floor} {things}");
        scene.set(id, IsoBox::standing(Vec3::ZERO, tower));
        scene.sort_all();
        assert!(widened(&scene).1 <= 6.0);
    }

    /// However things come, move, turn and go: the box is around all of them, and what is drawn is among what is looked at.
    #[test]
    fn the_box_around_is_never_too_small() {
        let mut rng = Rng::new(4);
        let view = IsoProjection::DIMETRIC;
        for round in 0..20 {
            let mut scene = IsoScene::new(view);
            let mut ids = Vec::new();
            for step in 0..120 {
                let place =
                    vec3(rng.range(-300.0..300.0), rng.range(-90.0..0.0), rng.range(-300.0..300.0));
                let size = vec3(rng.range(1.0..50.0), rng.range(0.0..50.0), rng.range(1.0..50.0));
                let solid = IsoBox::standing(place, size);
                match rng.below(9) {
                    0 => {
                        let mut sprite = block(scene.projection(), size);
                        sprite.anchor += ivec2(rng.int(-30..30), rng.int(-30..30));
                        scene.add_sprite(sprite);
                    }
                    1 => {
                        let sprite = block(scene.projection(), size);
                        scene.replace_sprite(rng.below(8), sprite);
                    }
                    2 => scene.add_floor(place, rng.below(8)),
                    3..=5 => ids.push(scene.add(solid, rng.below(8))),
                    6 if !ids.is_empty() => {
                        let index = rng.below(ids.len() as u32) as usize;
                        scene.set(ids[index], solid);
                        scene.set_sprite(ids[index], rng.below(8));
                    }
                    7 if ids.len() > 4 => {
                        scene.remove(ids.swap_remove(0));
                    }
                    8 if step % 3 == 0 => {
                        let zoom = rng.range(0.5..3.0);
                        let view = scene.projection().with_zoom(zoom).with_turns(step as u8);
                        scene.set_projection(view);
                    }
                    _ => scene.sort(),
                }
                let (all, around) = (scene.reach(), scene.box_around());
                let is_around = all == Aabb::default() || around.contains_box(all);
                assert!(is_around, "{round} {step}: {around:?} for {all:?}");
                let whole = Surface::new(1, 1).unwrap().bounds();
                assert!(scene.silhouettes(whole).is_valid() && scene.bases(whole).is_valid());
            }
        }
    }
}
