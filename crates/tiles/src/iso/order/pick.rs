//! What is under the pointer.

use super::{IsoItem, IsoOrder, Places};
use crate::iso::view::Side;
use motile_geom::glam::DVec3;
use motile_geom::{Aabb, Id, Vec2, Vec3};

/// What a pointer points at in an isometric world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IsoPick {
    /// The thing.
    pub id: Id<IsoItem>,
    /// The point of its surface.
    pub point: Vec3,
    /// Which way that surface looks in the world: up (0, −1, 0) for a top. A block put there stands beside the thing.
    pub normal: Vec3,
}

impl IsoOrder {
    /// The nearest thing that is seen at a place of the screen, as of the last [`sort`](Self::sort); tall things are hit on
    /// their sides and tops, not where they stand. What changed since is met where it was or where it is.
    ///
    /// ```
    /// use motile_geom::{Vec3, vec2};
    /// use motile_tiles::iso::{IsoBox, IsoOrder, IsoProjection};
    /// let mut order = IsoOrder::new(IsoProjection::DIMETRIC);
    /// let tower = order.insert(IsoBox::standing(Vec3::ZERO, Vec3::new(20.0, 100.0, 20.0)), 0);
    /// order.sort();
    /// let pick = order.pick(vec2(0.0, -122.0));
    /// assert_eq!(pick.map(|pick| (pick.id, pick.normal)), Some((tower, Vec3::NEG_Y)));
    /// assert_eq!(order.pick(vec2(60.0, 0.0)), None);
    /// ```
    #[doc(alias = "hit test")]
    #[doc(alias = "raycast")]
    #[doc(alias = "mouse picking")]
    pub fn pick(&self, screen: Vec2) -> Option<IsoPick> {
        self.pick_where(screen, |_| true)
    }

    /// The nearest thing at a place of the screen among those that `accept` agrees to: for pictures with holes, or to look
    /// through some kinds.
    pub fn pick_where(
        &self,
        screen: Vec2,
        mut accept: impl FnMut(&IsoPick) -> bool,
    ) -> Option<IsoPick> {
        let ray = self.projection.ray(screen.as_dvec2());
        if !ray.from.is_finite() {
            return None;
        }
        let place = self.place_of(screen.as_dvec2());
        let mut best: Option<(f64, IsoPick)> = None;
        let Places { cells, views } = self.places();
        cells.query((place, place), |slot| {
            let Some((along, side)) = views[slot as usize].seen_side(&ray) else { return };
            let Some(id) = self.items.id_at(slot) else { return };
            // Of two at the same depth, the one drawn later by its number.
            if best.is_some_and(|(nearest, pick)| (along, slot) <= (nearest, pick.id.index())) {
                return;
            }
            let point = self.projection.unturned(ray.from + ray.way * along).as_vec3();
            let normal = self.normal(side);
            let pick = IsoPick { id, point, normal };
            if accept(&pick) {
                best = Some((along, pick));
            }
        });
        best.map(|(_, pick)| pick)
    }

    /// Everything whose middle is seen inside a part of the screen, back to front, as of the last [`sort`](Self::sort): what a box
    /// drawn with the pointer selects. Looks at all things; `IsoScene::seen_in` of the feature `pixels` at those near the area.
    #[doc(alias = "box select")]
    #[doc(alias = "marquee")]
    pub fn seen_in(&self, area: Aabb) -> impl Iterator<Item = Id<IsoItem>> {
        self.sequence().iter().copied().filter(move |&id| {
            let middle = |item: &IsoItem| self.projection.to_screen(item.bounds.center());
            self.items.get(id).is_some_and(|item| area.contains(middle(item)))
        })
    }

    fn normal(&self, side: Side) -> Vec3 {
        let normal = match side {
            Side::Top => DVec3::NEG_Y,
            Side::Left => DVec3::Z,
            Side::Right => DVec3::X,
        };
        let view = &self.projection;
        (view.unturned(normal) - view.unturned(DVec3::ZERO)).as_vec3()
    }
}
