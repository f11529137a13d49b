//! Content of one's own.

use super::{Content, Node};
use crate::Canvas;
use core::fmt;
use core::sync::atomic::{AtomicU64, Ordering};
use motile_geom::{Aabb, StateHash, Vec2};
use motile_pixels::{Custom, CustomKind};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

/// Content of one's own: anything that knows its box and can draw itself. What implements it is added to a stage
/// like a shape or a picture, has place, alpha, blend mode, filters and mask like them, and is changed through its
/// node by [`Node::custom_mut`].
///
/// ```
/// use motile_geom::{Aabb, StateHash, Vec2, vec2};
/// use motile_pixels::Color;
/// use motile_stage::{Canvas, Drawable, Path, Stage, Stroke};
///
/// #[derive(Clone, Debug)]
/// struct Radar { angle: f32 }
///
/// impl Drawable for Radar {
///     fn bounds(&self) -> Aabb {
///         Aabb::new(Vec2::splat(-41.0), Vec2::splat(41.0))
///     }
///     fn draw(&self, canvas: &mut Canvas<'_>) {
///         canvas.fill(&Path::circle(Vec2::ZERO, 40.0), Color::BLACK);
///         let tip = 40.0 * vec2(self.angle.cos(), self.angle.sin());
///         canvas.line(Vec2::ZERO, tip, &Stroke::new(2.0), Color::GREEN);
///     }
///     fn hash(&self, hash: &mut StateHash) {
///         hash.write(&self.angle);
///     }
/// }
///
/// let mut stage = Stage::new(320, 200)?;
/// let radar = stage.add(Radar { angle: 0.0 }.at(100.0, 100.0));
/// if let Some(radar) = stage[radar].custom_mut::<Radar>() { radar.angle += 0.1; }
/// assert_eq!(stage.hit(vec2(70.0, 70.0)), Some(radar));
/// # Ok::<(), motile_stage::StageError>(())
/// ```
///
/// Content that both the sketch and the stage should hold (a tile map, a swarm of particles) goes into a [`Shared`].
pub trait Drawable: CustomKind {
    /// The box it covers in its own coordinates. What it draws outside may be cut off.
    fn bounds(&self) -> Aabb;

    /// Draws it in its own coordinates. What it sets on the canvas (alpha, smooth edges) ends with it.
    fn draw(&self, canvas: &mut Canvas<'_>);

    /// Adds its state to the fingerprint of the simulation; leave it empty when it is decoration only.
    fn hash(&self, hash: &mut StateHash);

    /// Whether a point of its own coordinates lies on it. Its box, unless written anew.
    fn hit(&self, point: Vec2) -> bool {
        self.bounds().contains(point)
    }

    /// A number that changes when its picture does for a reason other than [`Node::custom_mut`]: for content with
    /// insides that others change. Kept pictures are drawn anew when it differs.
    fn revision(&self) -> u64 {
        0
    }

    /// A node with this content at a position.
    fn at(self, x: f32, y: f32) -> Node
    where
        Self: Clone + Sized,
    {
        Node::new(self).at(x, y)
    }

    /// A node with this content at the origin.
    fn node(self) -> Node
    where
        Self: Clone + Sized,
    {
        Node::new(self)
    }
}

impl Content {
    /// Content of one's own.
    pub fn custom<D: Drawable + Clone>(content: D) -> Self {
        let copy = |content: &(dyn Drawable + 'static)| -> Option<Arc<dyn Drawable>> {
            Some(Custom::<dyn Drawable>::copy_of::<D>(content)?)
        };
        Self::Custom(Custom::from_parts(Arc::new(content), copy))
    }
}

impl<D: Drawable + Clone> From<D> for Content {
    fn from(content: D) -> Self {
        Self::custom(content)
    }
}

impl<D: Drawable + Clone> From<D> for Node {
    fn from(content: D) -> Self {
        Self::new(content)
    }
}

impl Node {
    /// Its content of one's own, when it is a `D`.
    pub fn custom<D: Drawable>(&self) -> Option<&D> {
        match &self.content {
            Content::Custom(custom) => custom.get(),
            _ => None,
        }
    }

    /// Its content of one's own to be changed, when it is a `D`. What clones of the node show stays as it is.
    pub fn custom_mut<D: Drawable>(&mut self) -> Option<&mut D> {
        match &mut self.content {
            Content::Custom(custom) => custom.edit(),
            _ => None,
        }
    }
}

/// Content that the sketch and any number of nodes hold together: a clone goes to the stage, the sketch keeps
/// another and changes it there, and everything that shows it follows.
///
/// ```
/// use motile_geom::{Aabb, StateHash, Vec2};
/// use motile_pixels::Color;
/// use motile_stage::{Canvas, Drawable, Shared, Stage};
///
/// #[derive(Clone, Debug)]
/// struct Dust { grains: Vec<Vec2> }
///
/// impl Drawable for Dust {
///     fn bounds(&self) -> Aabb { Aabb::new(Vec2::ZERO, Vec2::splat(100.0)) }
///     fn draw(&self, canvas: &mut Canvas<'_>) {
///         for &grain in &self.grains {
///             canvas.fill_rect(Aabb::from_size(grain, Vec2::ONE), Color::BLACK);
///         }
///     }
///     fn hash(&self, hash: &mut StateHash) { hash.write(&self.grains); }
/// }
///
/// let mut stage = Stage::new(320, 200)?;
/// let dust = Shared::new(Dust { grains: Vec::new() });
/// stage.add(dust.clone().at(10.0, 10.0));
/// dust.edit(|dust| dust.grains.push(Vec2::splat(50.0)));
/// assert_eq!(dust.read(|dust| dust.grains.len()), 1);
/// # Ok::<(), motile_stage::StageError>(())
/// ```
pub struct Shared<D>(Arc<SharedParts<D>>);

struct SharedParts<D> {
    value: RwLock<D>,
    /// How often it was changed.
    revision: AtomicU64,
}

impl<D> Shared<D> {
    /// Takes a value to be shared.
    pub fn new(value: D) -> Self {
        Self(Arc::new(SharedParts { value: RwLock::new(value), revision: AtomicU64::new(0) }))
    }

    /// Looks at the value. It must not be edited meanwhile: that would wait for the end of the look, forever.
    pub fn read<R>(&self, look: impl FnOnce(&D) -> R) -> R {
        look(&self.lock())
    }

    /// Changes the value; everything that shows it is drawn anew. What it does must not come back to the same value.
    pub fn edit<R>(&self, change: impl FnOnce(&mut D) -> R) -> R {
        let result = change(&mut self.0.value.write().unwrap_or_else(PoisonError::into_inner));
        self.0.revision.fetch_add(1, Ordering::Relaxed);
        result
    }

    fn lock(&self) -> RwLockReadGuard<'_, D> {
        // A panic while it was written left it as it was left: drawing that is better than another panic.
        self.0.value.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<D> Clone for Shared<D> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<D: fmt::Debug> fmt::Debug for Shared<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lock().fmt(f)
    }
}

impl<D: Drawable> Drawable for Shared<D> {
    fn bounds(&self) -> Aabb {
        self.lock().bounds()
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        self.lock().draw(canvas);
    }

    fn hash(&self, hash: &mut StateHash) {
        self.lock().hash(hash);
    }

    fn hit(&self, point: Vec2) -> bool {
        self.lock().hit(point)
    }

    fn revision(&self) -> u64 {
        self.0.revision.load(Ordering::Relaxed).wrapping_add(self.lock().revision())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Painter, Stage};
    use motile_geom::vec2;
    use motile_pixels::{BlendMode, Blur, Color, Filter, Surface};

    /// A square whose draws are counted.
    #[derive(Clone, Debug)]
    struct Square {
        color: Color,
        draws: Arc<AtomicU64>,
    }

    impl Square {
        fn new(color: Color) -> Self {
            Self { color, draws: Arc::default() }
        }

        fn draws(&self) -> u64 {
            self.draws.load(Ordering::Relaxed)
        }
    }

    impl Drawable for Square {
        fn bounds(&self) -> Aabb {
            Aabb::new(Vec2::splat(-10.0), Vec2::splat(10.0))
        }

        fn draw(&self, canvas: &mut Canvas<'_>) {
            self.draws.fetch_add(1, Ordering::Relaxed);
            // Settings that must not leak.
            canvas.set_alpha(1.0);
            canvas.set_antialias(false);
            canvas.fill_rect(self.bounds(), self.color);
        }

        fn hash(&self, hash: &mut StateHash) {
            hash.write(&self.color.to_argb());
        }
    }

    fn paint(painter: &mut Painter, stage: &Stage) -> Surface {
        let mut surface = Surface::opaque(100, 100, Color::BLACK).unwrap();
        painter.paint(stage, &mut surface);
        surface
    }

    #[test]
    fn it_is_placed_faded_blended_and_hit_like_the_others() {
        let mut stage = Stage::new(100, 100).unwrap();
        let node = Square::new(Color::RED).at(50.0, 50.0).with_rotation(0.3).with_alpha(0.5);
        let id = stage.add(node.with_blend(BlendMode::Multiply));
        stage.add(crate::Shape::circle(5.0).fill(Color::BLUE).at(90.5, 90.5));
        let picture = paint(&mut Painter::default(), &stage);
        assert_eq!(picture.get(50, 50), Some(Color::rgb(255, 127, 127)));
        assert_ne!(picture.get(86, 88), picture.get(2, 2), "edges are smooth again");
        assert_eq!(stage.hit(vec2(55.0, 55.0)), Some(id));
        assert_eq!(stage.hit(vec2(62.0, 62.0)), None);
    }

    #[test]
    fn editing_in_place_spares_the_clones() {
        let mut stage = Stage::new(100, 100).unwrap();
        let a = stage.add(Square::new(Color::RED).at(20.0, 20.0));
        let copy = stage[a].clone();
        let b = stage.add(copy.at(60.0, 60.0));
        stage[a].custom_mut::<Square>().unwrap().color = Color::BLUE;
        assert_eq!(stage[b].custom::<Square>().unwrap().color, Color::RED);
        let picture = paint(&mut Painter::default(), &stage);
        assert_eq!(
            (picture.get(20, 20), picture.get(60, 60)),
            (Some(Color::BLUE), Some(Color::RED))
        );
        assert!(stage[a].custom_mut::<Shared<Square>>().is_none());
        assert!(Node::group().custom::<Square>().is_none());
    }

    #[test]
    fn kept_pictures_follow_edits_and_moves_are_free() {
        let mut stage = Stage::new(100, 100).unwrap();
        let square = Square::new(Color::RED);
        let node = square.clone().at(50.0, 50.0).with_filter(Filter::Blur(Blur::new(1.0)));
        let id = stage.add(node);
        let mut painter = Painter::default();
        for x in 50..55 {
            stage[id].position.x = x as f32;
            paint(&mut painter, &stage);
        }
        assert_eq!(square.draws(), 1);
        stage[id].custom_mut::<Square>().unwrap().color = Color::BLUE;
        assert_eq!(paint(&mut painter, &stage).get(54, 50), Some(Color::BLUE));
        assert_eq!(square.draws(), 2);
    }

    #[test]
    fn shared_content_is_drawn_anew_when_the_sketch_changes_it() {
        let mut stage = Stage::new(100, 100).unwrap();
        let square = Square::new(Color::RED);
        let shared = Shared::new(square.clone());
        stage.add(shared.clone().at(50.0, 50.0).cached());
        let mut painter = Painter::default();
        paint(&mut painter, &stage);
        paint(&mut painter, &stage);
        assert_eq!(square.draws(), 1);
        assert!(!painter.is_stale(&stage));
        shared.edit(|square| square.color = Color::GREEN);
        assert!(painter.is_stale(&stage));
        assert_eq!(paint(&mut painter, &stage).get(50, 50), Some(Color::GREEN));
        assert_eq!(square.draws(), 2);
    }

    #[test]
    fn its_state_is_in_the_fingerprint() {
        let hash = |color| {
            let mut stage = Stage::new(100, 100).unwrap();
            stage.add(Square::new(color));
            StateHash::of(&stage)
        };
        assert_ne!(hash(Color::RED), hash(Color::BLUE));
        assert_eq!(hash(Color::RED), hash(Color::RED));
    }
}
