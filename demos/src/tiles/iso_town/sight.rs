//! What is seen of the small town: from where, in which light, and through what hides the hero.

use super::{CAMERAS, SIDE, Town};
use crate::look::NIGHT;
use crate::tiles::iso_town_art::{PICTURES, darkness, picture};
use motile::math::vec3;
use motile::prelude::*;
use motile::tiles::iso::{IsoBox, IsoProjection};

/// How near a camera is that follows.
pub(super) const NEAR: f32 = 2.0;
/// How fast the hero lands from a jump, not from a stair.
const HARD: f32 = 150.0;

/// The town as it fits the stage.
pub(super) const fn whole() -> IsoProjection {
    let middle = Vec2::splat(7.5 * SIDE);
    IsoProjection::DIMETRIC.with_origin(vec2(320.0, 130.0)).with_pivot(middle)
}

impl Town {
    /// The whole town, or what is around the hero.
    pub(super) fn look_on(&mut self, tick: Tick) {
        let mut view = whole().with_turns(tick.params.choice("view") as u8);
        if CAMERAS[tick.params.choice("camera") as usize] != CAMERAS[0]
            && let Some(hero) = self.world.get(self.hero.body)
        {
            let town = IsoBox::standing(vec3(150.0, 0.0, 150.0), vec3(320.0, 60.0, 320.0));
            self.camera.bounds = Some(view.screen_bounds(&town));
            let place = view.to_screen(hero.position);
            if tick.params.changed("camera") || tick.params.changed("view") {
                self.camera.jump_to(place);
            }
            self.camera.update(Aabb::from_center(place, Vec2::ONE), Vec2::ZERO, tick.dt);
            view = view.with_camera(&self.camera);
        }
        self.scene.set_projection(view);
    }

    /// The camera is shaken where the hero lands from a jump.
    pub(super) fn feel_landing(&mut self, fall: f32) {
        let has_landed = self.world.get(self.hero.body).is_some_and(|hero| hero.grounded);
        if has_landed && fall > HARD && self.scene.projection().zoom == NEAR {
            self.camera.add_trauma(0.4);
        }
    }

    /// What hides the hero lets it shine through, or is an outline.
    pub(super) fn reveal(&mut self, how: &str) {
        for &item in &self.faded {
            self.scene.set_tint(item, Color::WHITE);
            self.scene.set_outline(item, None);
        }
        self.scene.hiding(self.hero.item, &mut self.faded);
        self.faded.retain(|&item| !self.walkers.iter().any(|walker| walker.item == item));
        for &item in &self.faded {
            match how {
                "fades" => self.scene.set_tint(item, Color::WHITE.with_alpha(110)),
                "is outlined" => self.scene.set_outline(item, Some(NIGHT)),
                _ => true,
            };
        }
    }

    /// New pictures when the light has changed by an eighth, or the view has turned.
    pub(super) fn light(&mut self) {
        let view = *self.scene.projection();
        let dark = (darkness(self.hour) * 8.0).round() as u32;
        let look = (dark, view.turns, view.zoom);
        if core::mem::replace(&mut self.look, look) == look {
            return;
        }
        for number in 0..PICTURES {
            if let Ok(sprite) = picture(&view, number, dark) {
                self.scene.replace_sprite(number, sprite);
            }
        }
    }
}
