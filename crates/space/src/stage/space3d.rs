//! A display list in space.

use super::{
    Billboard, Panel, PanelId, SpaceError,
    collect::{Collected, Item, Seen, line_reach},
    draw::Memory,
    order::Order,
};
use crate::{Center, Eye, OwnLens, Perspective, Pose, QuatExt, Transform3};
use core::ops::{Index, IndexMut};
use motile_geom::{
    Aabb, Arena, MarkRole, MarkSink, Marks, StateHash, Vec2, Vec3, glam::Quat, ops, vec2,
};
use motile_pixels::Color;
use motile_stage::{Canvas, Drawable, HitTest};
use std::sync::{Mutex, PoisonError};

/// In which order panels are painted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DepthMode {
    /// As they were added, whatever their depth.
    List,
    /// By the depth of their middles, far ones first. Quick, and wrong for large panels that reach past each other; two that are about as far
    /// visibly change places from one frame to the next (they "pop"). It suits carousels and things that stand apart.
    Center,
    /// By how far their middles are from the eye, along the line of sight and not straight ahead: a turn of the head changes nothing. Right for
    /// what faces the eye from all around, such as billboards; of two cards in one plane the one at the rim is farther. It pops as
    /// [`DepthMode::Center`] does.
    #[doc(alias = "view ray")]
    Distance,
    /// By the depth of their farthest corners, far ones first: a floor comes before what stands on it. It pops as [`DepthMode::Center`] does.
    #[doc(alias = "bounding depth")]
    Farthest,
    /// Exactly: panels that cross are cut along each other. Right for translucent ones too. Panels in one plane are painted as they were added,
    /// so flat scenes look as in [`DepthMode::List`].
    #[default]
    #[doc(alias = "bsp")]
    Split,
    /// By a depth for every pixel. Right for opaque panels; what shines through a translucent one was painted before it, by the depth of their
    /// middles. All is painted flat first, so vectors are as sharp as their pictures; blend modes and masks do not count.
    #[doc(alias = "z-buffer")]
    Buffer,
}

impl DepthMode {
    /// All of them, the quickest first: for menus, and for tests that try each.
    pub const ALL: [Self; 6] =
        [Self::List, Self::Center, Self::Distance, Self::Farthest, Self::Split, Self::Buffer];
}

/// Things fade to a color with distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fog {
    /// What they fade to.
    pub color: Color,
    /// Depth at which it begins.
    pub near: f32,
    /// Depth at which nothing else is left.
    pub far: f32,
}

/// Things are sharp at one depth only.
#[doc(alias = "depth of field")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Focus {
    /// The depth that is sharp.
    pub depth: f32,
    /// How far from it things still are.
    pub range: f32,
    /// Pixels of blur for each 100 pixels of depth beyond that, 24 at most.
    pub strength: f32,
}

/// What is under a place of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpaceHit {
    /// The panel.
    pub panel: PanelId,
    /// Where on it, in its own coordinates.
    pub local: Vec2,
    /// How far behind the picture.
    pub depth: f32,
}

/// A display list in space: panels with shapes, pictures and texts, seen in perspective. It is content of a node, or drawn by hand.
///
/// Vectors are projected as outlines, sharp at any size; pictures by triangles in perspective. What is neither (gradients, content of
/// one's own, panels with filters or out of focus) is painted flat first, as large as it is seen.
///
/// ```
/// use motile_space::{Panel, Pose, Space3d};
/// use motile_stage::{Drawable, Shape, Stage};
/// use motile_pixels::Color;
/// let mut stage = Stage::new(400, 300)?;
/// let mut space = Space3d::new(stage.size());
/// let door = Shape::rect(100.0, 160.0).fill(Color::ORANGE);
/// let door = space.add(Panel::new(door).with_pose(Pose::new(200.0, 150.0, 0.0).with_angles(0.0, 0.8, 0.0)));
/// let hit = space.hit(motile_geom::vec2(210.0, 150.0)).unwrap();
/// assert!(hit.panel == door && hit.local.x > 13.0, "the right spot of the tilted door");
/// stage.add(space.node());
/// # Ok::<(), motile_stage::StageError>(())
/// ```
#[doc(alias = "scene graph")]
#[derive(Debug)]
pub struct Space3d {
    /// Width and height of the picture, in pixels: the lens and the vanishing point follow it.
    pub size: Vec2,
    /// How it is seen.
    pub view: Perspective,
    /// In which order panels are painted; a holder may have an order of its own ([`Panel::depth_mode`]).
    pub depth_mode: DepthMode,
    /// Fading with distance.
    pub fog: Option<Fog>,
    /// Sharp at one depth.
    pub focus: Option<Focus>,
    pub(super) panels: Arena<Entry, Panel>,
    /// Panels that nothing holds, in their order.
    pub(super) roots: Vec<PanelId>,
    /// Drawing does not change what is drawn, but keeps pictures and buffers.
    pub(super) memory: Mutex<Memory>,
}

#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) panel: Panel,
    pub(super) parent: Option<PanelId>,
    pub(super) children: Vec<PanelId>,
}

impl Space3d {
    /// An empty space for a picture of a size in pixels.
    pub fn new(size: Vec2) -> Self {
        Self {
            size,
            view: Perspective::default(),
            depth_mode: DepthMode::default(),
            fog: None,
            focus: None,
            panels: Arena::default(),
            roots: Vec::new(),
            memory: Mutex::default(),
        }
    }

    /// With a choice of paint order.
    pub fn with_depth_mode(self, depth_mode: DepthMode) -> Self {
        Self { depth_mode, ..self }
    }

    /// Adds a panel on top of the others.
    pub fn add(&mut self, panel: impl Into<Panel>) -> PanelId {
        let id = self.panels.insert(Entry::new(panel.into(), None));
        self.roots.push(id);
        id
    }

    /// Adds a panel to those that another one holds.
    ///
    /// # Errors
    /// [`SpaceError::Stale`] when there is no such holder.
    pub fn add_to(
        &mut self,
        holder: PanelId,
        panel: impl Into<Panel>,
    ) -> Result<PanelId, SpaceError> {
        if !self.panels.contains(holder) {
            return Err(SpaceError::Stale(holder));
        }
        let id = self.panels.insert(Entry::new(panel.into(), Some(holder)));
        self.panels[holder].children.push(id);
        Ok(id)
    }

    /// Removes a panel and what it holds. Returns whether it was there.
    pub fn remove(&mut self, id: PanelId) -> bool {
        let Some(entry) = self.panels.get(id) else { return false };
        match entry.parent {
            Some(parent) => self.panels[parent].children.retain(|&child| child != id),
            None => self.roots.retain(|&root| root != id),
        }
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            if let Some(mut entry) = self.panels.remove(id) {
                pending.append(&mut entry.children);
            }
        }
        true
    }

    /// Removes all panels.
    pub fn clear(&mut self) {
        self.panels.clear();
        self.roots.clear();
    }

    /// A panel, if it is there.
    pub fn get(&self, id: PanelId) -> Option<&Panel> {
        self.panels.get(id).map(|entry| &entry.panel)
    }

    /// A panel to be changed, if it is there.
    pub fn get_mut(&mut self, id: PanelId) -> Option<&mut Panel> {
        self.panels.get_mut(id).map(|entry| &mut entry.panel)
    }

    /// The panels that one holds, in their order; none for an unknown id.
    pub fn children(&self, id: PanelId) -> &[PanelId] {
        self.panels.get(id).map_or(&[], |entry| &entry.children)
    }

    /// The panels that nothing holds, in their order.
    pub fn roots(&self) -> &[PanelId] {
        &self.roots
    }

    /// How many panels there are.
    pub fn len(&self) -> usize {
        self.panels.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.panels.is_empty()
    }

    /// The eye that sees it now.
    pub fn eye(&self) -> Eye {
        self.view.eye(self.size)
    }

    /// From a panel's own coordinates to the world. None for an unknown id.
    pub fn world(&self, id: PanelId) -> Option<Transform3> {
        let mut entry = self.panels.get(id)?;
        let mut inner = Transform3::IDENTITY;
        while entry.panel.billboard.is_none() {
            inner = entry.panel.pose.transform() * inner;
            let Some(parent) = entry.parent else { return Some(inner) };
            entry = self.panels.get(parent)?;
        }
        // What faces the viewer does so by where its holder is in the world: from there on the way is from the top down.
        let mut above = vec![entry];
        while let Some(parent) = entry.parent {
            entry = self.panels.get(parent)?;
            above.push(entry);
        }
        let place = |holder: Transform3, entry: &&Entry| self.placed(&holder, &entry.panel);
        Some(above.iter().rev().fold(Transform3::IDENTITY, place) * inner)
    }

    /// Where a panel is when its holder is there.
    pub(super) fn placed(&self, holder: &Transform3, panel: &Panel) -> Transform3 {
        let camera = &self.view.camera;
        let facing = match panel.billboard {
            None => return *holder * panel.pose.transform(),
            Some(Billboard::Facing) => camera.rotation(),
            Some(Billboard::Upright) => Quat::about(Vec3::Y, camera.yaw),
        };
        // Holders move and enlarge it, but do not turn it.
        let scale = ops::cbrt(holder.matrix.determinant().abs());
        let own = panel.pose.transform();
        Transform3 {
            matrix: (facing.matrix() * own.matrix) * scale,
            translation: holder.point(own.translation),
        }
    }

    /// How the world is bent by a lens of a panel that is placed there.
    pub(super) fn own_bend(&self, eye: &Eye, lens: &OwnLens, place: &Transform3) -> Transform3 {
        let center = match lens.center {
            Center::Local(point) => {
                eye.project(place.point(point.extend(0.0))).map_or(Center::Auto, Center::Fixed)
            }
            center => center,
        };
        eye.bend(&OwnLens { center, ..*lens }, self.size)
    }

    /// How the world is bent for a panel by the nearest lens that it or a holder has; none when all have that of the space.
    fn bend(&self, id: PanelId) -> Option<Transform3> {
        let mut id = id;
        let mut entry = self.panels.get(id)?;
        while entry.panel.lens.is_none() {
            id = entry.parent?;
            entry = self.panels.get(id)?;
        }
        let lens = entry.panel.lens?;
        Some(self.own_bend(&self.eye(), &lens, &self.world(id)?))
    }

    /// Where a panel is for the eye of the space: in the world, bent by a lens of its own.
    pub(super) fn seen_world(&self, id: PanelId) -> Option<Transform3> {
        let world = self.world(id)?;
        Some(self.bend(id).map_or(world, |bend| bend * world))
    }

    /// Where a point of a panel is in the picture. None when it is behind the eye or the id is unknown.
    #[doc(alias = "local3DToGlobal")]
    pub fn to_picture(&self, id: PanelId, local: Vec3) -> Option<Vec2> {
        self.eye().project(self.seen_world(id)?.point(local))
    }

    /// Which point of a panel's plane is seen at a place of the picture. None when it is seen from its edge, behind the eye, or unknown.
    #[doc(alias = "globalToLocal3D")]
    #[doc(alias = "mouseX")]
    pub fn to_local(&self, id: PanelId, place: Vec2) -> Option<Vec2> {
        self.eye().plane(&self.seen_world(id)?).unproject(place)
    }

    /// Which point of a panel's plane is seen at the same place of the picture as a point of another panel. None where there is none.
    pub fn convert(&self, from: PanelId, local: Vec2, to: PanelId) -> Option<Vec2> {
        self.to_local(to, self.to_picture(from, local.extend(0.0))?)
    }

    /// The box around a panel's own content in the picture, whatever hides it, without what filters add. None when all of it is behind
    /// the eye, when it shows nothing and for an unknown id. What does not touch the box from (0, 0) to the size is off the picture, wherever x and y of the
    /// panel are.
    #[doc(alias = "visibility test")]
    #[doc(alias = "getBounds")]
    pub fn bounds_in_picture(&self, id: PanelId) -> Option<Aabb> {
        let bounds = self.get(id)?.content.bounds();
        let world = self.seen_world(id)?;
        if bounds.is_empty() || !world.is_finite() {
            return None;
        }
        let line = line_reach(&self.get(id)?.content);
        let reach = Seen { id, world, alpha: 1.0, bounds, line, depth: 0.0 }.reach(&self.eye());
        (!reach.is_empty()).then_some(reach)
    }

    /// Where a panel has to stand, in the coordinates of its holder, for its origin to be seen at a place of the picture and keep its depth. None
    /// where there is no such point. For a drag see [`Space3d::drag_spot_to`].
    pub fn drag_to(&self, id: PanelId, place: Vec2) -> Option<Vec3> {
        self.drag_spot_to(id, Vec2::ZERO, place)
    }

    /// Where a panel has to stand, in the coordinates of its holder, for a spot of it to be seen at a place of the picture, at the depth where
    /// that spot is now: what a drag sets its position to. The spot is where it was grabbed, [`SpaceHit::local`]; it stays under the
    /// pointer. None where there is no such point.
    #[doc(alias = "grab")]
    pub fn drag_spot_to(&self, id: PanelId, spot: Vec2, place: Vec2) -> Option<Vec3> {
        let from = self.seen_world(id)?.point(spot.extend(0.0));
        let facing = Pose::IDENTITY
            .with_position(from)
            .with_rotation(self.view.camera.rotation())
            .transform();
        let local = self.eye().plane(&facing).unproject(place)?;
        let mut shift = facing.point(local.extend(0.0)) - from;
        let entry = self.panels.get(id)?;
        if let Some(bend) = self.bend(id) {
            shift = bend.checked_inverse()?.direction(shift);
        }
        if let Some(parent) = entry.parent {
            shift = self.world(parent)?.checked_inverse()?.direction(shift);
        }
        let position = entry.panel.pose.position + shift;
        position.is_finite().then_some(position)
    }

    /// The topmost panel at a place of the picture, by its real shape, in the order in which panels are painted.
    #[doc(alias = "picking")]
    #[doc(alias = "hover")]
    pub fn hit(&self, place: Vec2) -> Option<SpaceHit> {
        self.hit_with(place, HitTest::default())
    }

    /// As [`Space3d::hit`], with a test of choice.
    pub fn hit_with(&self, place: Vec2, test: HitTest) -> Option<SpaceHit> {
        let eye = self.eye();
        let mut all = Collected::default();
        self.collect(&eye, &mut all);
        let one = |(number, one): (u32, &Seen)| {
            let local = self.hit_one(&eye, one, place, test)?;
            (self.is_unmasked(one.id, place, test, || all.mode_of(number)))
                .then_some((number, local))
        };
        let hits: Vec<(u32, Vec2)> = (0..).zip(&all.seen).filter_map(one).collect();
        let local = |number: u32| {
            let found = hits.binary_search_by_key(&number, |hit| hit.0).ok()?;
            Some(hits[found].1)
        };
        let is_hit = |item: &Item| match *item {
            Item::Panel(number) => local(number).is_some(),
            Item::Unit(number) => {
                let unit = &all.units[number as usize];
                hits.iter().any(|hit| (unit.first..unit.end).contains(&hit.0))
            }
        };
        // Only what is under the place has to be put in order, from the space into the unit that is on top.
        let mut order = Order::default();
        let mut unit = 0;
        loop {
            let mode = all.units[unit as usize].mode;
            order.arrange(&eye, &all, mode, all.items(unit).filter(is_hit));
            match order.topmost(&eye, &all, mode, place, local)? {
                Item::Unit(inner) => unit = inner,
                Item::Panel(number) => {
                    let (one, local) = (&all.seen[number as usize], local(number)?);
                    let depth = one.view(&eye).depth(local);
                    return Some(SpaceHit { panel: one.id, local, depth });
                }
            }
        }
    }

    fn hit_one(&self, eye: &Eye, one: &Seen, place: Vec2, test: HitTest) -> Option<Vec2> {
        let panel = self.get(one.id)?;
        let view = one.view(eye);
        let local = view.unproject(place)?;
        let scale = motile_geom::Affine2::from_scale(Vec2::splat(view.scale(local)?));
        let shown = one.shown(panel, view.is_mirrored(), local)?;
        panel.content.hit(shown, scale, test).then_some(local)
    }

    /// Whether the mask of a panel, where masks count, leaves it seen at a place of the picture.
    fn is_unmasked(
        &self,
        id: PanelId,
        place: Vec2,
        test: HitTest,
        mode: impl FnOnce() -> DepthMode,
    ) -> bool {
        let mask = self.get(id).and_then(|panel| panel.mask);
        let Some((mask, cover)) = mask.and_then(|mask| Some((mask, self.get(mask)?))) else {
            return true;
        };
        let covers = || {
            let view = self.eye().plane(&self.seen_world(mask)?);
            let local = view.unproject(place)?;
            let scale = motile_geom::Affine2::from_scale(Vec2::splat(view.scale(local)?));
            Some(cover.content.hit(local, scale, test))
        };
        mode() == DepthMode::Buffer || covers().unwrap_or(false)
    }

    /// Draws it on a canvas; a node that shows it does so by itself.
    pub fn draw_on(&self, canvas: &mut Canvas<'_>) {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        self.paint(canvas, &mut memory);
    }

    /// Marks the outlines of all panels, the order in which they are painted and the vanishing point.
    pub fn mark(&self, marks: &mut Marks) {
        marks.point(MarkRole::Target, self.eye().center());
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let mut number = 0u32;
        self.each_outline(&mut memory, |places| {
            for (i, &place) in places.iter().enumerate() {
                marks.line(MarkRole::Bounds, place, places[(i + 1) % places.len()]);
            }
            let middle = places.iter().copied().sum::<Vec2>() / places.len() as f32;
            marks.label(MarkRole::Bounds, middle, number);
            number += 1;
        });
    }
}

impl Entry {
    const fn new(panel: Panel, parent: Option<PanelId>) -> Self {
        Self { panel, parent, children: Vec::new() }
    }
}

impl Clone for Space3d {
    /// The copy keeps no pictures yet.
    fn clone(&self) -> Self {
        Self {
            panels: self.panels.clone(),
            roots: self.roots.clone(),
            memory: Mutex::default(),
            ..*self
        }
    }
}

/// # Panics
/// When the panel was removed, as a slice does for an index out of range; [`Space3d::get`] gives none instead.
impl Index<PanelId> for Space3d {
    type Output = Panel;

    fn index(&self, id: PanelId) -> &Panel {
        match self.get(id) {
            Some(panel) => panel,
            None => panic!("{}", SpaceError::Stale(id)),
        }
    }
}

/// # Panics
/// When the panel was removed; [`Space3d::get_mut`] gives none instead.
impl IndexMut<PanelId> for Space3d {
    fn index_mut(&mut self, id: PanelId) -> &mut Panel {
        match self.get_mut(id) {
            Some(panel) => panel,
            None => panic!("{}", SpaceError::Stale(id)),
        }
    }
}

impl Drawable for Space3d {
    fn bounds(&self) -> Aabb {
        Aabb::new(vec2(0.0, 0.0), self.size)
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        self.draw_on(canvas);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(&(self.size, self.view));
        for (id, entry) in self.panels.iter() {
            let panel = &entry.panel;
            hash.write(&(id, panel.pose, panel.alpha));
            hash.write(&(panel.visible, entry.parent));
            // Most panels have none, and their hash is as if there were no such thing.
            if let Some(lens) = &panel.lens {
                hash.write(lens);
            }
            if let Some(billboard) = panel.billboard {
                hash.write(&(billboard as u32));
            }
        }
    }

    fn hit(&self, point: Vec2) -> bool {
        self.hit_with(point, HitTest::default()).is_some()
    }
}
