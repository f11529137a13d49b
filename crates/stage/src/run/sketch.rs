//! The program of a user.

use crate::{Canvas, Key, Param, Result, Stage, Tick};
use core::any::Any;
use motile_geom::{Marks, StateHash};
use motile_time::Rate;

/// A program on a stage: it sets the stage up and moves things a tick at a time. It runs alike in a window, in a
/// browser page and headless.
///
/// ```
/// use motile_pixels::Color;
/// use motile_stage::{NodeId, Player, Settings, Shape, Sketch, Stage, Tick};
///
/// struct Spin { star: NodeId }
///
/// impl Sketch for Spin {
///     fn setup(stage: &mut Stage) -> motile_stage::Result<Self> {
///         let center = stage.center();
///         let star = Shape::star(5, 40.0, 16.0).fill(Color::ORANGE);
///         Ok(Spin { star: stage.add(star.node().with_position(center)) })
///     }
///     fn update(&mut self, stage: &mut Stage, tick: Tick) {
///         stage[self.star].rotation += 2.0 * tick.dt;
///     }
/// }
///
/// let mut player = Player::new::<Spin>(&Settings::new(100, 100))?;
/// player.run_ticks(60);
/// player.draw();
/// assert_eq!(player.surface().get(50, 50), Some(Color::ORANGE));
/// # Ok::<(), motile_stage::Error>(())
/// ```
#[doc(alias = "game")]
#[doc(alias = "app")]
pub trait Sketch: Sized + 'static {
    /// The knobs a viewer may turn; read them from [`Tick::params`] or [`Stage::params`].
    const PARAMS: &'static [Param] = &[];

    /// Ticks per second.
    const RATE: Rate = Rate::hz(60);

    /// The key that shows and hides the debug view in windows and pages. The sketch sees its presses too: one that has
    /// another use for M chooses another key, or none.
    const DEBUG_KEY: Option<Key> = Some(Key::Char('m'));

    /// Builds the scene. Called at the start and at every restart, with an empty stage.
    ///
    /// # Errors
    /// Any error at all, by `?`: the host shows it as a text and does not start the sketch.
    fn setup(stage: &mut Stage) -> Result<Self>;

    /// Moves everything by one tick of fixed length. Everything that decides what happens next belongs
    /// here, so that it happens alike in every host.
    fn update(&mut self, stage: &mut Stage, tick: Tick<'_>) {
        let _ = (stage, tick);
    }

    /// Runs [`Sketch::setup`] again on the stage as it is, in the middle of an update: its nodes stay and its random
    /// numbers go on. When that fails the sketch goes on as it was, and the host shows the error.
    fn rebuild(&mut self, stage: &mut Stage) {
        match Self::setup(stage) {
            Ok(fresh) => {
                *self = fresh;
                if stage.failure.take().is_some() {
                    stage.changed();
                }
            }
            Err(error) => stage.fail(error),
        }
    }

    /// Called once for each picture that is drawn, after the ticks, with the time since the last one:
    /// for decoration that may differ between hosts.
    fn frame(&mut self, stage: &mut Stage, frame: Frame) {
        let _ = (stage, frame);
    }

    /// Draws below the nodes of the stage.
    fn draw_under(&self, stage: &Stage, canvas: &mut Canvas<'_>, frame: Frame) {
        let _ = (stage, frame);
        canvas.leave_out();
    }

    /// Draws on top of the nodes of the stage. State between two ticks is
    /// `previous + (current − previous) · frame.alpha`.
    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, frame: Frame) {
        let _ = (stage, frame);
        canvas.leave_out();
    }

    /// Adds what the sketch looks at to the debug view ([`Player::set_debug`](crate::Player::set_debug)), in pixels of
    /// the stage: ask worlds, searches and grids for their marks, and run steering behaviors once more with
    /// `marks.watch(&agent)`. Called for each picture while the view is on.
    #[doc(alias = "gizmos")]
    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        let _ = (stage, marks);
    }

    /// Adds the state that the nodes do not show (velocities, timers, random numbers) to the
    /// fingerprint of the simulation. Places of all nodes and the tick number are in it already.
    fn hash(&self, hash: &mut StateHash) {
        let _ = hash;
    }
}

/// One picture to be drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// How many pictures came before.
    pub index: u64,
    /// Seconds since the last picture, scaled like the ticks; one tick when headless.
    pub dt: f32,
    /// How far between the last two ticks the picture lies, 0…1; always 1 when headless.
    pub alpha: f32,
    /// Simulated seconds that have passed.
    pub time: f64,
}

/// A sketch behind a pointer, so that hosts need not know its type.
pub(super) trait Playable {
    fn as_any(&self) -> &dyn Any;
    fn update(&mut self, stage: &mut Stage, tick: Tick<'_>);
    fn frame(&mut self, stage: &mut Stage, frame: Frame);
    fn draw_under(&self, stage: &Stage, canvas: &mut Canvas<'_>, frame: Frame);
    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, frame: Frame);
    fn marks(&self, stage: &Stage, marks: &mut Marks);
    fn hash(&self, hash: &mut StateHash);
}

impl<S: Sketch> Playable for S {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick<'_>) {
        Sketch::update(self, stage, tick);
    }

    fn frame(&mut self, stage: &mut Stage, frame: Frame) {
        Sketch::frame(self, stage, frame);
    }

    fn draw_under(&self, stage: &Stage, canvas: &mut Canvas<'_>, frame: Frame) {
        Sketch::draw_under(self, stage, canvas, frame);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, frame: Frame) {
        Sketch::draw(self, stage, canvas, frame);
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        Sketch::marks(self, stage, marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        Sketch::hash(self, hash);
    }
}
