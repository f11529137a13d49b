//! What a sketch is told at each tick.

use crate::{Input, Params};
use motile_time::TickTime;

/// One step of a sketch: when it is, and what the outside says. It borrows nothing of the stage, so that nodes can be
/// moved by what it says:
///
/// ```
/// use motile_geom::vec2;
/// use motile_stage::{NodeId, Player, Script, Settings, Shape, Sketch, Stage, Tick};
///
/// struct Walk { hero: NodeId }
///
/// impl Sketch for Walk {
///     fn setup(stage: &mut Stage) -> motile_stage::Result<Self> {
///         Ok(Walk { hero: stage.add(Shape::circle(9.0)) })
///     }
///     fn update(&mut self, stage: &mut Stage, tick: Tick) {
///         stage[self.hero].position += tick.input.arrows() * 100.0 * tick.dt;
///     }
/// }
///
/// let mut player = Player::new::<Walk>(&Settings::new(100, 100))?;
/// player.play(Script::parse("0 key Right")?)?;
/// player.run_ticks(60);
/// let walk = player.sketch::<Walk>().ok_or("another sketch")?;
/// assert!((player.stage()[walk.hero].position - vec2(100.0, 0.0)).length() < 1e-3);
/// # Ok::<(), motile_stage::Error>(())
/// ```
#[doc(alias = "context")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tick<'a> {
    /// How many ticks came before this one.
    pub index: u64,
    /// Length of the step in seconds.
    pub dt: f32,
    /// Simulated seconds at the beginning of the step.
    pub time: f64,
    /// Pointer, keyboard, fingers and window; what [`Stage::input`](crate::Stage::input) gives.
    pub input: &'a Input,
    /// The values of the parameters; what [`Stage::params`](crate::Stage::params) gives.
    pub params: &'a Params,
}

impl<'a> Tick<'a> {
    /// A step at a time, with what the outside says.
    pub const fn new(time: TickTime, input: &'a Input, params: &'a Params) -> Self {
        Self { index: time.index, dt: time.dt, time: time.time, input, params }
    }
}

/// The first of 60 ticks a second, in which nothing happens and no parameter exists.
impl Default for Tick<'_> {
    fn default() -> Self {
        static INPUT: Input = Input::new();
        static PARAMS: Params = Params::none();
        Self::new(TickTime::default(), &INPUT, &PARAMS)
    }
}
