//! Bodies that are pictures: pixels can be erased from them, and what no longer hangs together falls apart.

use crate::BodyError;
use crate::shapes::{PictureTrace, PixelRuns};
use crate::world::{BodyDef, BodyId, BodyKind, BodyShape, BodyWorld};
use motile_collide::Mask;
use motile_geom::{HashState, IRect, Segment, StateHash, Vec2, ivec2, vec2};
use motile_pixels::Surface;
use std::collections::BTreeMap;

/// A picture that is a body.
#[derive(Clone, Debug)]
pub struct PicturePiece {
    /// Its pixels. What is erased is transparent.
    pub picture: Surface,
    /// The point of the picture that lies at the position of the body.
    pub origin: Vec2,
    /// Grows with every change, for views that keep a copy.
    pub revision: u32,
}

/// What became of the pictures that lost pixels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PictureDamage {
    /// Pixels lost, those of crumbs included.
    pub pixels: u32,
    /// Bodies with fewer pixels than before.
    pub changed: Vec<BodyId>,
    /// Bodies that broke off.
    pub made: Vec<BodyId>,
    /// Bodies of which nothing was left.
    pub gone: Vec<BodyId>,
}

/// Bodies that are pictures: castles to shoot at, ground to dig in.
///
/// ```
/// use motile_bodies::{BodyDef, BodyShape, BodyWorld, PictureBodies, PictureTrace};
/// use motile_geom::vec2;
/// use motile_pixels::{Color, Surface};
///
/// let mut world = BodyWorld::new();
/// let mut pictures = PictureBodies::new(PictureTrace::default());
/// let plank = Surface::filled(60, 10, Color::ORANGE)?;
/// let plank = pictures.add(&mut world, plank, &BodyDef::new(BodyShape::circle(1.0)).at(0.0, 0.0))?;
/// let mass = world.get(plank).unwrap_or_default().mass;
/// // A saw through its middle: two halves, at once.
/// let damage = pictures.cut(&mut world, vec2(0.0, -20.0), vec2(0.0, 20.0), 4.0);
/// assert_eq!((damage.changed.len(), damage.made.len(), damage.pixels), (1, 1, 40));
/// assert_eq!(world.get(plank).unwrap_or_default().mass, (mass - 40.0) / 2.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Islands below `smallest` pixels of the settings are crumbs: they vanish. A dynamic body keeps its largest island, the others
/// become bodies of their own with the motion they had. A static one is ground: what still touches a side of its picture
/// stays, what does not falls.
#[doc(alias = "destructible terrain")]
#[derive(Clone, Debug, Default)]
pub struct PictureBodies {
    trace: PictureTrace,
    pieces: BTreeMap<BodyId, PicturePiece>,
}

impl PictureBodies {
    /// No pictures yet; crumbs below eight pixels vanish unless the settings ask for more.
    pub fn new(trace: PictureTrace) -> Self {
        let smallest = trace.smallest.max(8);
        Self { trace: PictureTrace { smallest, ..trace }, pieces: BTreeMap::new() }
    }

    /// Adds a picture as a body, with its center of mass at the position of the definition, whose form is not used.
    ///
    /// # Errors
    /// [`BodyError::EmptyPicture`] when no pixel counts, [`BodyError::BadShape`] when a number of the definition is not
    /// finite.
    pub fn add(
        &mut self,
        world: &mut BodyWorld,
        picture: Surface,
        def: &BodyDef,
    ) -> Result<BodyId, BodyError> {
        let shape = self.trace.of_picture(&picture)?;
        let origin = shape.mass().center;
        self.add_piece(world, PicturePiece { picture, origin, revision: 0 }, def)
    }

    /// Adds a picture where it is drawn: its upper left corner, unturned, lies at a point of the world, whatever its center of
    /// mass. For ground.
    ///
    /// # Errors
    /// As [`PictureBodies::add`].
    pub fn add_at_corner(
        &mut self,
        world: &mut BodyWorld,
        picture: Surface,
        corner: Vec2,
        def: &BodyDef,
    ) -> Result<BodyId, BodyError> {
        let origin = self.trace.of_picture(&picture)?.mass().center;
        let def = BodyDef { position: corner + origin, rotation: 0.0, ..def.clone() };
        self.add_piece(world, PicturePiece { picture, origin, revision: 0 }, &def)
    }

    fn add_piece(
        &mut self,
        world: &mut BodyWorld,
        piece: PicturePiece,
        def: &BodyDef,
    ) -> Result<BodyId, BodyError> {
        let shape = self.trace.of_picture(&piece.picture)?;
        let shape = BodyShape::picture(&shape, piece.origin);
        let body = world.add(&BodyDef { shape, ..def.clone() });
        if world.get(body).is_none() {
            return Err(BodyError::BadShape);
        }
        self.pieces.insert(body, piece);
        Ok(body)
    }

    /// The picture of a body.
    pub fn get(&self, body: BodyId) -> Option<&PicturePiece> {
        self.pieces.get(&body)
    }

    /// The bodies and their pictures, in the order of their places.
    pub fn iter(&self) -> impl Iterator<Item = (BodyId, &PicturePiece)> {
        self.pieces.iter().map(|(&id, piece)| (id, piece))
    }

    /// Forgets a body, which stays in its world, and gives its picture back.
    pub fn remove(&mut self, body: BodyId) -> Option<PicturePiece> {
        self.pieces.remove(&body)
    }

    /// Erases what lies within `radius` of a point of the world: digging.
    #[doc(alias = "dig")]
    pub fn erase(&mut self, world: &mut BodyWorld, center: Vec2, radius: f32) -> PictureDamage {
        self.cut(world, center, center, radius * 2.0)
    }

    /// Erases what lies within half of `width` of a line: a saw, a beam, the way of a shot.
    pub fn cut(
        &mut self,
        world: &mut BodyWorld,
        from: Vec2,
        to: Vec2,
        width: f32,
    ) -> PictureDamage {
        let mut damage = PictureDamage::default();
        if !from.is_finite() || !to.is_finite() || !width.is_finite() {
            return damage;
        }
        let bodies: Vec<BodyId> = self.pieces.keys().copied().collect();
        for body in bodies {
            let Some(state) = world.get(body) else {
                self.pieces.remove(&body);
                continue;
            };
            let Some(piece) = self.pieces.get_mut(&body) else { continue };
            let back = state.transform().inverse();
            let local = |point: Vec2| back.transform_point2(point) + piece.origin;
            let line = Segment::new(local(from), local(to));
            let lost = erase_along(&mut piece.picture, line, width * 0.5);
            if lost > 0 {
                damage.pixels += lost;
                self.settle(world, body, &mut damage);
            }
        }
        damage
    }

    /// Erases a disc and throws what is around it away from its center, at up to `speed` pixels a second where the hole ends,
    /// falling off to nothing at three radii.
    pub fn explode(
        &mut self,
        world: &mut BodyWorld,
        center: Vec2,
        radius: f32,
        speed: f32,
    ) -> PictureDamage {
        let damage = self.erase(world, center, radius);
        let bodies: Vec<BodyId> = world.ids().collect();
        for body in bodies {
            let Some(state) = world.get(body) else { continue };
            let offset = state.center - center;
            let share =
                1.0 - ((offset.length() - radius) / (radius * 2.0).max(1e-3)).clamp(0.0, 1.0);
            let is_loose = world.def(body).is_some_and(|def| def.kind == BodyKind::Dynamic);
            if is_loose && share > 0.0 {
                let away = offset.try_normalize().unwrap_or(Vec2::NEG_Y);
                world.push(body, away * speed * share * state.mass, state.center);
            }
        }
        damage
    }

    /// Lets a picture that lost pixels fall apart.
    fn settle(&mut self, world: &mut BodyWorld, body: BodyId, damage: &mut PictureDamage) {
        let (Some(piece), Some(state), Some(def)) =
            (self.pieces.get_mut(&body), world.get(body), world.def(body).cloned())
        else {
            return;
        };
        piece.revision += 1;
        let runs = PixelRuns::of(&Mask::from_surface(&piece.picture, self.trace.threshold));
        let islands = islands(&runs);
        let size = ivec2(piece.picture.width() as i32, piece.picture.height() as i32);
        let is_static = def.kind == BodyKind::Static;
        let largest =
            (0..islands.len()).max_by_key(|&i| (islands[i].pixels, core::cmp::Reverse(i)));
        let stays = |i: usize| {
            let rect = islands[i].rect;
            let touches = rect.x == 0
                || rect.y == 0
                || rect.x + rect.width as i32 == size.x
                || rect.y + rect.height as i32 == size.y;
            if is_static { touches } else { Some(i) == largest }
        };
        let mut loose = Vec::new();
        for (i, island) in islands.iter().enumerate() {
            let is_crumb = island.pixels < self.trace.smallest;
            if stays(i) && !is_crumb {
                continue;
            }
            let picture = lifted(&mut piece.picture, &runs, i as u32, island.rect);
            match picture {
                Some(picture) if !is_crumb => loose.push((picture, island.rect)),
                _ => damage.pixels += island.pixels,
            }
        }
        let origin = piece.origin;
        if let Ok(shape) = self.trace.of_picture(&piece.picture) {
            world.reshape(body, &BodyShape::picture(&shape, origin));
            damage.changed.push(body);
        } else {
            world.remove(body);
            self.pieces.remove(&body);
            damage.gone.push(body);
        }
        for (picture, rect) in loose {
            self.break_off(world, picture, rect, (&def, &state, origin), damage);
        }
    }

    /// A new body where a piece of another one was, moving as that place did.
    fn break_off(
        &mut self,
        world: &mut BodyWorld,
        picture: Surface,
        rect: IRect,
        (def, state, origin): (&BodyDef, &crate::world::BodyState, Vec2),
        damage: &mut PictureDamage,
    ) {
        let Ok(shape) = self.trace.of_picture(&picture) else { return };
        let middle = shape.mass().center;
        let place = state
            .transform()
            .transform_point2(vec2(rect.x as f32, rect.y as f32) + middle - origin);
        let arm = place - state.center;
        let def = BodyDef {
            kind: BodyKind::Dynamic,
            position: place,
            rotation: state.rotation,
            velocity: state.velocity + arm.perp() * state.spin,
            spin: state.spin,
            ..def.clone()
        };
        let piece = PicturePiece { picture, origin: middle, revision: 0 };
        if let Ok(id) = self.add_piece(world, piece, &def) {
            damage.made.push(id);
        }
    }
}

impl HashState for PictureBodies {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&(self.pieces.len() as u32));
        for (id, piece) in &self.pieces {
            hash.write(&(id.to_bits(), piece.origin, piece.revision));
            hash.write_bytes(piece.picture.bytes());
        }
    }
}

struct IslandBox {
    rect: IRect,
    pixels: u32,
}

fn islands(runs: &PixelRuns) -> Vec<IslandBox> {
    let mut islands: Vec<IslandBox> = Vec::new();
    for run in &runs.all {
        let own = IRect::new(run.from, run.y, (run.to - run.from) as u32, 1);
        match islands.get_mut(run.island as usize) {
            Some(island) => {
                island.rect = island.rect.union(own);
                island.pixels += own.width;
            }
            None => islands.push(IslandBox { rect: own, pixels: own.width }),
        }
    }
    islands
}

/// Moves the pixels of an island out of a picture into one of its own.
fn lifted(picture: &mut Surface, runs: &PixelRuns, island: u32, rect: IRect) -> Option<Surface> {
    let mut piece = Surface::new(rect.width, rect.height).ok()?;
    let width = picture.width() as usize;
    for run in runs.all.iter().filter(|run| run.island == island) {
        let row = run.y as usize * width;
        let from = &mut picture.words_mut()[row + run.from as usize..row + run.to as usize];
        let start = (run.y - rect.y) as usize * rect.width as usize + (run.from - rect.x) as usize;
        piece.words_mut()[start..start + from.len()].copy_from_slice(from);
        from.fill(0);
    }
    Some(piece)
}

/// Clears the pixels whose centers lie near a line; how many of them were there.
fn erase_along(picture: &mut Surface, line: Segment, radius: f32) -> u32 {
    let (low, high) = (line.a.min(line.b) - radius, line.a.max(line.b) + radius);
    let range = |low: f32, high: f32, side: u32| {
        let clamp = |v: f32| v.clamp(0.0, side as f32) as u32;
        clamp(low.floor())..clamp(high.ceil())
    };
    let (columns, rows) =
        (range(low.x, high.x, picture.width()), range(low.y, high.y, picture.height()));
    let width = picture.width() as usize;
    let mut lost = 0;
    for y in rows {
        for x in columns.clone() {
            let center = vec2(x as f32 + 0.5, y as f32 + 0.5);
            let word = &mut picture.words_mut()[y as usize * width + x as usize];
            if word.to_ne_bytes()[3] > 0
                && line.closest_point(center).distance_squared(center) <= radius * radius
            {
                *word = 0;
                lost += 1;
            }
        }
    }
    lost
}
