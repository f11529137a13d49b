//! Bodies that are pictures: pixels can be erased from them, and what no longer hangs together falls apart.

use crate::BodyError;
use crate::shapes::{PictureShape, PictureTrace, PixelRuns};
use crate::world::{BodyDef, BodyHold, BodyId, BodyKind, BodyShape, BodyState, BodyWorld};
use motile_collide::Mask;
use motile_geom::{
    HashState, IRect, SaveState, Segment, StateError, StateHash, StateReader, StateWriter, Vec2,
    ivec2, vec2,
};
use motile_pixels::Surface;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A picture that is a body.
#[derive(Clone, Debug)]
pub struct PicturePiece {
    /// Its pixels. What is erased is transparent. Clones share them until they change.
    pub picture: Arc<Surface>,
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
///
/// Joints and grabs go with the pixels they hold: with the piece that is nearest to their place, and they come loose when
/// the pixel there is erased or the piece is a crumb. For ropes there is `BodyTies::follow`.
///
/// A clone is cheap, because pictures are shared until they change: for going back keep one beside each
/// [`snapshot`](BodyWorld::snapshot) of the world.
#[doc(alias = "destructible terrain")]
#[derive(Clone, Debug, Default)]
pub struct PictureBodies {
    trace: PictureTrace,
    pieces: BTreeMap<BodyId, PicturePiece>,
}

impl PictureBodies {
    /// No pictures yet; crumbs below eight pixels vanish unless the settings ask for more. A threshold of 0 counts as
    /// 1: what is erased is transparent.
    pub fn new(trace: PictureTrace) -> Self {
        let smallest = trace.smallest.max(8);
        let trace = PictureTrace { smallest, ..with_air(trace) };
        Self { trace, pieces: BTreeMap::new() }
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
        self.add_piece(world, picture, &shape, def)
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
        let shape = self.trace.of_picture(&picture)?;
        let position = corner + shape.mass().center;
        let def = BodyDef { position, rotation: 0.0, ..def.clone() };
        self.add_piece(world, picture, &shape, &def)
    }

    fn add_piece(
        &mut self,
        world: &mut BodyWorld,
        picture: Surface,
        shape: &PictureShape,
        def: &BodyDef,
    ) -> Result<BodyId, BodyError> {
        let origin = shape.mass().center;
        let shape = BodyShape::picture(shape, origin);
        let body = world.add(&BodyDef { shape, ..def.clone() });
        if world.get(body).is_none() {
            return Err(BodyError::BadShape);
        }
        self.pieces.insert(body, PicturePiece { picture: Arc::new(picture), origin, revision: 0 });
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

    /// How far a point of the world is from the nearest pixel of a body, in pixels: 0 on a pixel, `None` when all are further
    /// away than `reach`, or the body has no picture.
    pub fn distance(
        &self,
        world: &BodyWorld,
        body: BodyId,
        point: Vec2,
        reach: f32,
    ) -> Option<f32> {
        let (piece, state) = (self.pieces.get(&body)?, world.get(body)?);
        let at = state.transform().inverse().transform_point2(point) + piece.origin;
        let (columns, rows) = pixels_within(&piece.picture, at - reach, at + reach);
        let is_solid = |x: u32, y: u32| {
            let pixel = piece.picture.get(x as i32, y as i32);
            pixel.is_some_and(|pixel| pixel.a >= self.trace.threshold.max(1))
        };
        let near = |x: u32, y: u32| {
            let corner = vec2(x as f32, y as f32);
            at.clamp(corner, corner + 1.0).distance(at)
        };
        let solid = rows.flat_map(|y| columns.clone().map(move |x| (x, y)));
        let solid = solid.filter(|&(x, y)| is_solid(x, y)).map(|(x, y)| near(x, y));
        solid.filter(|&distance| distance <= reach).reduce(f32::min)
    }

    /// Erases what lies within `radius` of a point of the world: digging. A radius that is not positive erases nothing.
    #[doc(alias = "dig")]
    pub fn erase(&mut self, world: &mut BodyWorld, center: Vec2, radius: f32) -> PictureDamage {
        self.cut(world, center, center, radius * 2.0)
    }

    /// Erases what lies within half of `width` of a line: a saw, a beam, the way of a shot. A width that is not positive erases
    /// nothing.
    pub fn cut(
        &mut self,
        world: &mut BodyWorld,
        from: Vec2,
        to: Vec2,
        width: f32,
    ) -> PictureDamage {
        let mut damage = PictureDamage::default();
        if !from.is_finite() || !to.is_finite() || !width.is_finite() || width <= 0.0 {
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
            if !line_meets(&piece.picture, line, width * 0.5) {
                continue;
            }
            let holds = holds_of(world, body, piece, self.trace.threshold);
            let lost = erase_along(Arc::make_mut(&mut piece.picture), line, width * 0.5);
            if lost > 0 {
                damage.pixels += lost;
                self.settle(world, body, &holds, &mut damage);
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
    fn settle(
        &mut self,
        world: &mut BodyWorld,
        body: BodyId,
        holds: &[Hold],
        damage: &mut PictureDamage,
    ) {
        let (Some(piece), Some(state), Some(def)) =
            (self.pieces.get_mut(&body), world.get(body), world.def(body).cloned())
        else {
            return;
        };
        piece.revision += 1;
        let runs = PixelRuns::of(&Mask::from_surface(&piece.picture, self.trace.threshold));
        let islands = islands(&runs);
        let fates = fates(&islands, &piece.picture, def.kind, self.trace.smallest);
        let (origin, picture) = (piece.origin, Arc::make_mut(&mut piece.picture));
        let mut loose = Vec::new();
        if fates.iter().any(|fate| *fate != Fate::Stays) {
            let all = spans(picture, &runs);
            for spans in all.chunk_by(|a, b| a.island == b.island) {
                let i = spans[0].island as usize;
                if fates[i] == Fate::Stays {
                    continue;
                }
                match lifted(picture, spans) {
                    Some((piece, corner)) if fates[i] == Fate::Breaks => {
                        loose.push((i, piece, corner));
                    }
                    _ => damage.pixels += islands[i].pixels,
                }
            }
        }
        let rest = self.trace.of_picture(picture);
        let mut homes: Vec<Option<BodyId>> =
            fates.iter().map(|fate| (*fate == Fate::Stays).then_some(body)).collect();
        for (i, picture, corner) in loose {
            homes[i] = self.break_off(world, picture, corner, (&def, &state, origin));
            damage.made.extend(homes[i]);
        }
        for hold in holds {
            hold.settle(world, body, &runs, &homes);
        }
        if let Ok(shape) = rest {
            world.reshape(body, &BodyShape::picture(&shape, origin));
            damage.changed.push(body);
        } else {
            world.remove(body);
            self.pieces.remove(&body);
            damage.gone.push(body);
        }
    }

    /// A new body where a piece of another one was, moving as that place did.
    fn break_off(
        &mut self,
        world: &mut BodyWorld,
        picture: Surface,
        corner: Vec2,
        (def, state, origin): (&BodyDef, &BodyState, Vec2),
    ) -> Option<BodyId> {
        let shape = self.trace.of_picture(&picture).ok()?;
        let middle = shape.mass().center;
        let place = state.transform().transform_point2(corner + middle - origin);
        let arm = place - state.center;
        let def = BodyDef {
            kind: BodyKind::Dynamic,
            position: place,
            rotation: state.rotation,
            velocity: state.velocity + arm.perp() * state.spin,
            spin: state.spin,
            ..def.clone()
        };
        self.add_piece(world, picture, &shape, &def).ok()
    }
}

/// What holds a body that loses pixels.
struct Hold {
    what: BodyHold,
    /// Where, in the picture.
    at: Vec2,
    /// Whether a pixel was there.
    on_pixel: bool,
}

fn holds_of(world: &BodyWorld, body: BodyId, piece: &PicturePiece, threshold: u8) -> Vec<Hold> {
    let hold = |(what, local): (BodyHold, Vec2)| {
        let at = local + piece.origin;
        let pixel = piece.picture.get(at.x.floor() as i32, at.y.floor() as i32);
        Hold { what, at, on_pixel: pixel.is_some_and(|pixel| pixel.a >= threshold.max(1)) }
    };
    world.holds_on(body).into_iter().map(hold).collect()
}

impl Hold {
    /// Goes with the nearest piece, or comes loose with the pixel it was on.
    fn settle(
        &self,
        world: &mut BodyWorld,
        body: BodyId,
        runs: &PixelRuns,
        homes: &[Option<BodyId>],
    ) {
        let nearest = runs.all.iter().map(|run| {
            let low = vec2(run.from as f32, run.y as f32);
            let high = vec2(run.to as f32, run.y as f32 + 1.0);
            (self.at.clamp(low, high).distance_squared(self.at), run.island)
        });
        let nearest = nearest.reduce(|a, b| if b.0 < a.0 { b } else { a });
        let stays = nearest.filter(|(distance, _)| !self.on_pixel || *distance == 0.0);
        match stays.and_then(|(_, island)| homes.get(island as usize).copied().flatten()) {
            None => world.let_go(self.what),
            Some(home) if home == body => {}
            Some(home) => drop(world.hand_over(self.what, body, home)),
        }
    }
}

/// What becomes of an island of a picture that lost pixels.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Stays,
    Breaks,
    Crumbles,
}

/// Ground keeps what touches a side of its picture, others their largest island.
fn fates(islands: &[IslandBox], picture: &Surface, kind: BodyKind, smallest: u32) -> Vec<Fate> {
    let size = ivec2(picture.width() as i32, picture.height() as i32);
    let largest = (0..islands.len()).max_by_key(|&i| (islands[i].pixels, core::cmp::Reverse(i)));
    let fate = |(i, island): (usize, &IslandBox)| {
        let rect = island.rect;
        let touches = rect.x == 0
            || rect.y == 0
            || rect.x + rect.width as i32 == size.x
            || rect.y + rect.height as i32 == size.y;
        let stays = if kind == BodyKind::Static { touches } else { Some(i) == largest };
        match (island.pixels < smallest, stays) {
            (true, _) => Fate::Crumbles,
            (false, true) => Fate::Stays,
            (false, false) => Fate::Breaks,
        }
    };
    islands.iter().enumerate().map(fate).collect()
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

/// Settings and pixels; the bodies are those of the world that is saved beside it.
impl SaveState for PictureBodies {
    fn save(&self, out: &mut StateWriter) {
        self.trace.save(out);
        out.list(self.pieces.iter(), |out, (id, piece)| {
            (*id, piece.origin, piece.revision).save(out);
            (piece.picture.width(), piece.picture.height()).save(out);
            out.bytes(piece.picture.bytes());
        });
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        const EXPECTED: &str = "a picture";
        let trace = with_air(PictureTrace::restore(input)?);
        let mut pieces = BTreeMap::new();
        for _ in 0..input.length()? {
            let start = input.offset();
            let (id, origin, revision): (BodyId, Vec2, u32) = SaveState::restore(input)?;
            let (width, height): (u32, u32) = SaveState::restore(input)?;
            let count = (u64::from(width) * u64::from(height)).saturating_mul(4);
            let count = usize::try_from(count).map_err(|_| input.error(EXPECTED))?;
            let pixels = input.bytes(count, EXPECTED)?;
            let picture = Surface::new(width, height).ok().filter(|_| origin.is_finite());
            let mut picture = picture.ok_or(StateReader::error_at(start, EXPECTED))?;
            for (word, &[r, g, b, a]) in picture.words_mut().iter_mut().zip(pixels.as_chunks().0) {
                // Colors are multiplied by their alpha already, and so at most as large.
                *word = u32::from_ne_bytes([r.min(a), g.min(a), b.min(a), a]);
            }
            let picture = Arc::new(picture);
            pieces.insert(id, PicturePiece { picture, origin, revision });
        }
        Ok(Self { trace, pieces })
    }
}

/// Settings for which pixels without alpha are not solid.
fn with_air(trace: PictureTrace) -> PictureTrace {
    PictureTrace { threshold: trace.threshold.max(1), ..trace }
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

/// A part of a row of a picture that goes with an island.
struct Span {
    island: u32,
    y: i32,
    from: i32,
    to: i32,
}

/// All pixels that go with islands, one island after the other: their own, and the faint ones that hang on them. A soft
/// rim does not count as solid, but is seen; it goes with the island that is nearest along it.
fn spans(picture: &Surface, runs: &PixelRuns) -> Vec<Span> {
    const NOBODY: u32 = u32::MAX;
    let (width, height) = (picture.width() as i32, picture.height() as i32);
    let place = |x: i32, y: i32| (y * width + x) as usize;
    let is_seen = |at: usize| picture.words()[at].to_ne_bytes()[3] > 0;
    let mut owners = vec![NOBODY; picture.words().len()];
    let mut front = Vec::new();
    for run in &runs.all {
        owners[place(run.from, run.y)..place(run.to, run.y)].fill(run.island);
        front.extend((run.from..run.to).map(|x| (x, run.y)));
    }
    while !front.is_empty() {
        let mut next = Vec::new();
        for (x, y) in front {
            let island = owners[place(x, y)];
            for (x, y) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (x + dx, y + dy))) {
                let inside = (0..width).contains(&x) && (0..height).contains(&y);
                if inside && owners[place(x, y)] == NOBODY && is_seen(place(x, y)) {
                    owners[place(x, y)] = island;
                    next.push((x, y));
                }
            }
        }
        front = next;
    }
    let mut all = Vec::new();
    for (y, row) in owners.chunks(width.max(1) as usize).enumerate() {
        let (y, mut from) = (y as i32, 0);
        for same in row.chunk_by(|a, b| a == b) {
            let to = from + same.len() as i32;
            if same[0] != NOBODY {
                all.push(Span { island: same[0], y, from, to });
            }
            from = to;
        }
    }
    all.sort_by_key(|span| span.island);
    all
}

/// Moves the pixels of an island out of a picture into one of its own, and says where that has its corner.
fn lifted(picture: &mut Surface, spans: &[Span]) -> Option<(Surface, Vec2)> {
    let boxes = spans.iter().map(|s| IRect::new(s.from, s.y, (s.to - s.from) as u32, 1));
    let rect = boxes.reduce(IRect::union)?;
    let mut piece = Surface::new(rect.width, rect.height).ok()?;
    let width = picture.width() as usize;
    for span in spans {
        let row = span.y as usize * width;
        let from = &mut picture.words_mut()[row + span.from as usize..row + span.to as usize];
        let start =
            (span.y - rect.y) as usize * rect.width as usize + (span.from - rect.x) as usize;
        piece.words_mut()[start..start + from.len()].copy_from_slice(from);
        from.fill(0);
    }
    Some((piece, vec2(rect.x as f32, rect.y as f32)))
}

/// Columns and rows of the pixels that a box touches.
fn pixels_within(
    picture: &Surface,
    low: Vec2,
    high: Vec2,
) -> (core::ops::Range<u32>, core::ops::Range<u32>) {
    let range = |low: f32, high: f32, side: u32| {
        let clamp = |v: f32| v.clamp(0.0, side as f32) as u32;
        clamp(low.floor())..clamp(high.ceil())
    };
    (range(low.x, high.x, picture.width()), range(low.y, high.y, picture.height()))
}

fn pixels_along(
    picture: &Surface,
    line: Segment,
    radius: f32,
) -> (core::ops::Range<u32>, core::ops::Range<u32>) {
    pixels_within(picture, line.a.min(line.b) - radius, line.a.max(line.b) + radius)
}

/// Whether the box around a line meets the picture: others need not be copied.
fn line_meets(picture: &Surface, line: Segment, radius: f32) -> bool {
    let (columns, rows) = pixels_along(picture, line, radius);
    !columns.is_empty() && !rows.is_empty()
}

/// Clears the pixels whose centers lie near a line; how many of them were there.
fn erase_along(picture: &mut Surface, line: Segment, radius: f32) -> u32 {
    let (columns, rows) = pixels_along(picture, line, radius);
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
