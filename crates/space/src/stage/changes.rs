//! What of a space looks different than before.

use super::{
    DepthMode, Focus, Fog, Panel, Space3d,
    collect::{Collected, Seen, Unit},
};
use crate::{Eye, Transform3};
use motile_geom::{Aabb, Vec2};
use motile_stage::Content;

/// From this share of the picture on, all of it is said to have changed: many small parts cost more than one large one.
const MOST: f32 = 0.5;
/// What soft edges add to a box, in pixels.
const RIM: f32 = 2.0;
/// What blur adds on each side, twice its largest radius.
const BLUR: f32 = 48.0;

/// Remembers how a space looked and says which part of the picture looks different now, for who keeps the last picture and paints again only
/// what changed. Boxes are those of panels as they are seen, where they were and where they are: x and y of a panel say little about
/// where it is in the picture.
///
/// ```
/// use motile_space::{Panel, Pose, Space3d, SpaceChanges};
/// use motile_stage::Shape;
/// use motile_pixels::Color;
/// let mut space = Space3d::new(motile_geom::vec2(400.0, 300.0));
/// let card = space.add(Panel::new(Shape::rect(20.0, 30.0).fill(Color::RED)).with_pose(Pose::new(90.0, 80.0, 200.0)));
/// let mut changes = SpaceChanges::new();
/// assert!(changes.update(&space).is_some(), "all of it, the first time");
/// assert_eq!(changes.update(&space), None);
/// space[card].pose.position.x += 5.0;
/// let part = changes.update(&space).unwrap();
/// assert!(part.size().x < 40.0 && part.contains(space.to_picture(card, motile_geom::Vec3::ZERO).unwrap()));
/// ```
#[doc(alias = "dirty rectangle")]
#[doc(alias = "damage")]
#[derive(Clone, Debug, Default)]
pub struct SpaceChanges {
    /// How all of it was seen.
    frame: Option<Frame>,
    /// What was ordered among itself, and how.
    units: Vec<Unit>,
    shown: Vec<Shown>,
    all: Collected,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Frame {
    eye: Eye,
    size: Vec2,
    fog: Option<Fog>,
    focus: Option<Focus>,
}

/// A panel as it was.
#[derive(Clone, Debug)]
struct Shown {
    seen: Seen,
    panel: Panel,
}

impl SpaceChanges {
    /// Remembers nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The part of the picture, in its pixels, outside which nothing looks different than at the last call; none when nothing does.
    ///
    /// It is all of the picture at the first call, when the view, the fog or the order of painting changed, when panels came or went, when
    /// something with filters changed, and when it would be more than half of it. Panels with a mask or with content of one's own count
    /// as changed. In [`DepthMode::Split`] a change of anything is one of all of the picture where a panel has filters or a focus is set, and of
    /// all panels with lines of the screen's width.
    pub fn update(&mut self, space: &Space3d) -> Option<Aabb> {
        let eye = space.eye();
        let Space3d { size, fog, focus, .. } = *space;
        let frame = Some(Frame { eye, size, fog, focus });
        space.collect(&eye, &mut self.all);
        let Collected { seen: now, units } = &self.all;
        // Where a holder with an order of its own stands decides what it covers, wherever its panels are.
        let same = |(seen, shown): (&Seen, &Shown)| seen.id == shown.seen.id;
        let whole = Aabb::new(Vec2::ZERO, size);
        if self.frame != frame
            || self.units != *units
            || now.len() != self.shown.len()
            || !now.iter().zip(&self.shown).all(same)
        {
            self.frame = frame;
            self.units.clone_from(units);
            self.shown.clear();
            let shown = |&seen: &Seen| Some(Shown { seen, panel: space.get(seen.id)?.clone() });
            self.shown.extend(now.iter().filter_map(shown));
            return Some(whole);
        }
        let (mut part, mut has_changed) = (Aabb::EMPTY, false);
        let margin = RIM + if focus.is_some() { BLUR } else { 0.0 };
        for (&seen, shown) in now.iter().zip(&mut self.shown) {
            let Some(panel) = space.get(seen.id) else { continue };
            if shown.is_as(&seen, panel) {
                continue;
            }
            has_changed = true;
            if !panel.filters.is_empty() || !shown.panel.filters.is_empty() {
                part = whole;
            }
            let (before, after) = (shown.seen.reach(&eye), seen.reach(&eye));
            part = part.union(before.union(after).grown(margin));
            *shown = Shown { seen, panel: panel.clone() };
        }
        if has_changed && units.iter().any(|unit| unit.mode == DepthMode::Split) {
            part = part.union(self.rims(space, &eye, whole));
        }
        let part = part.intersect(whole);
        if part.is_empty() {
            return None;
        }
        Some(if part.area() > MOST * whole.area() { whole } else { part })
    }
}

impl SpaceChanges {
    /// Where something is painted beyond the bounds of its panel. There exact order knows nothing of it: what covers it may change when
    /// any panel moves.
    fn rims(&self, space: &Space3d, eye: &Eye, whole: Aabb) -> Aabb {
        let is_soft = |seen: &Seen| {
            space.focus.is_some()
                || space.get(seen.id).is_some_and(|panel| !panel.filters.is_empty())
        };
        if self.all.seen.iter().any(is_soft) {
            return whole;
        }
        let lines = self.all.seen.iter().filter(|seen| seen.line > 0.0);
        lines.fold(Aabb::EMPTY, |reach, seen| reach.union(seen.reach(eye).grown(RIM)))
    }
}

impl Shown {
    /// Whether a panel looks as this one.
    fn is_as(&self, seen: &Seen, panel: &Panel) -> bool {
        let place = |seen: &Seen| -> (Transform3, f32) { (seen.world, seen.alpha) };
        panel.mask.is_none()
            && !matches!(panel.content, Content::Custom(_))
            && place(&self.seen) == place(seen)
            && self.panel == *panel
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pose;
    use motile_geom::{Rng, Vec3, vec2, vec3};
    use motile_pixels::{Color, Surface};
    use motile_stage::{Drawable, Painter, Shape, Stage};

    fn painted(space: &Space3d) -> Surface {
        let (width, height) = (space.size.x as u32, space.size.y as u32);
        let mut stage = Stage::new(width, height).unwrap();
        stage.add(space.clone().node());
        let mut surface = Surface::opaque(width, height, Color::WHITE).unwrap();
        Painter::default().paint(&stage, &mut surface);
        surface
    }

    #[test]
    fn w17_nothing_changes_outside_the_part() {
        let mut rng = Rng::new(17);
        let mut space = Space3d::new(vec2(300.0, 200.0));
        let holder = space.add(Panel::holder());
        let mut panels = Vec::new();
        for index in 0..12u8 {
            let color = Color::rgb(20 * index, 90, 200 - 10 * index);
            let place = vec3(rng.range(0.0..300.0), rng.range(0.0..200.0), rng.range(60.0..400.0));
            let card = Panel::new(Shape::rect(26.0, 20.0).fill(color)).with_position(place);
            panels.push(space.add_to(holder, card).unwrap());
        }
        let mut changes = SpaceChanges::new();
        assert_eq!(changes.update(&space), Some(Aabb::new(Vec2::ZERO, space.size)));
        let (mut last, mut small) = (painted(&space), 0);
        for step in 0..12 {
            let panel = &mut space[panels[step]];
            match step % 3 {
                0 => panel.pose = panel.pose.with_angles(0.4, 0.9, 0.2),
                1 => panel.pose.position += vec3(6.0, -4.0, -30.0),
                _ => panel.alpha *= 0.5,
            }
            let part = changes.update(&space).unwrap();
            small += usize::from(part.area() < 6000.0);
            let now = painted(&space);
            for (i, (a, b)) in (0..).zip(last.words().iter().zip(now.words())) {
                let place = vec2((i % 300) as f32 + 0.5, (i / 300) as f32 + 0.5);
                assert!(a == b || part.contains(place), "{place} is outside {part:?}");
            }
            last = now;
            assert_eq!(changes.update(&space), None);
        }
        assert!(small > 6, "{small} of 12 parts are small");
        // A holder moves all of them, and a removed panel is a change of its own.
        space[holder].pose = Pose::new(3.0, 0.0, 0.0);
        let part = changes.update(&space).unwrap();
        let middle = |&panel| space.to_picture(panel, Vec3::ZERO).unwrap();
        assert!(panels.iter().map(middle).all(|place| part.contains(place)));
        space.remove(panels[3]);
        assert_eq!(changes.update(&space), Some(Aabb::new(Vec2::ZERO, space.size)));
    }
}
