//! The description of a tween.

use crate::{
    AnimError, Animate, Defaults, Ease, Goal, IntoGoal, Overwrite, OverwriteMode, Repeat, Span,
    Track,
    prop::{Prop, Props},
    run::{Content, Leaf, Node, Preview, Shaper},
    timing::Timing,
    track::{DriverTrack, Ends, Field},
};
use std::sync::Arc;

/// What changes, to which value, in how long, with which feel.
///
/// A tween is a description: nothing moves until an [`AnimPlayer`](crate::AnimPlayer) or an
/// [`Animator`](crate::Animator) plays it, and it can be cloned and played on other targets
/// ([`Tween::on`]). Start values that are not given are read from the target when its turn comes.
///
/// ```
/// use motile_anim::{Ease, AnimPlayer, Tween};
///
/// struct Sprite { x: f32, y: f32 }
/// let mut sprite = Sprite { x: 100.0, y: 100.0 };
///
/// let slide = Tween::new(3.0)
///     .to(|s: &mut Sprite| &mut s.x, 800.0)
///     .by(|s| &mut s.y, 300.0)
///     .ease(Ease::QUAD_OUT);
/// let mut player = AnimPlayer::new(slide);
/// player.update(1.5, &mut sprite);
/// assert_eq!((sprite.x, sprite.y), (625.0, 325.0));
/// ```
///
/// Fields are named by a function from the target to the field, not by text: a property that does not
/// exist, or a value of another type, does not compile.
///
/// ```compile_fail
/// # use motile_anim::Tween;
/// # struct Sprite { x: f32 }
/// let tween = Tween::new(3.0).to(|s: &mut Sprite| &mut s.dog, 800.0);
/// ```
///
/// ```compile_fail
/// # use motile_anim::Tween;
/// # struct Sprite { x: f32 }
/// let tween = Tween::new(3.0).to(|s: &mut Sprite| &mut s.x, "dog");
/// ```
#[doc(alias = "animation")]
#[doc(alias = "transition")]
pub struct Tween<T, K = ()> {
    key: K,
    props: Props<T>,
    duration: Option<Span>,
    ease: Option<Shaper>,
    overwrite: Option<Overwrite>,
    pub(crate) common: Common,
}

/// What tweens and timelines have in common.
#[derive(Clone, Debug)]
pub(crate) struct Common {
    pub(crate) delay: Span,
    pub(crate) repeat: Repeat,
    pub(crate) repeat_delay: Span,
    pub(crate) yoyo: bool,
    pub(crate) scale: f64,
    pub(crate) tag: u32,
    pub(crate) updates: bool,
}

impl Default for Common {
    fn default() -> Self {
        Self {
            delay: Span::ZERO,
            repeat: Repeat::Times(0),
            repeat_delay: Span::ZERO,
            yoyo: false,
            scale: 1.0,
            tag: 0,
            updates: false,
        }
    }
}

impl Common {
    pub(crate) fn timing(&self, duration: i64) -> Result<Timing, AnimError> {
        if !(self.scale > 1e-6 && self.scale < 1e6) {
            return Err(AnimError::BadTime { what: "time scale", seconds: self.scale });
        }
        Ok(Timing {
            delay: self.delay.nanos("delay")?,
            duration,
            repeat: self.repeat,
            repeat_delay: self.repeat_delay.nanos("repeat delay")?,
            yoyo: self.yoyo,
            scale: self.scale,
        })
    }
}

/// The settings that tweens and timelines share, as methods.
macro_rules! common_methods {
    () => {
        /// Waits before the first change. Start values are read after the wait.
        pub fn delay(mut self, delay: impl Into<Span>) -> Self {
            self.common.delay = delay.into();
            self
        }

        /// Plays this many more times.
        pub fn repeat(mut self, times: u32) -> Self {
            self.common.repeat = Repeat::Times(times);
            self
        }

        /// Plays again and again. Something without length is played once.
        pub fn forever(mut self) -> Self {
            self.common.repeat = Repeat::Forever;
            self
        }

        /// Every second pass runs backwards.
        pub fn yoyo(mut self) -> Self {
            self.common.yoyo = true;
            self
        }

        /// Waits between passes.
        pub fn repeat_delay(mut self, delay: impl Into<Span>) -> Self {
            self.common.repeat_delay = delay.into();
            self
        }

        /// Runs faster (above 1) or slower, delay and repeats included; between 10⁻⁶ and 10⁶.
        pub fn scale(mut self, scale: f32) -> Self {
            self.common.scale = crate::span::as_written(scale);
            self
        }

        /// A number of your own that comes back in its events.
        pub fn tag(mut self, tag: u32) -> Self {
            self.common.tag = tag;
            self
        }

        /// Also reports [`AnimEventKind::Update`](crate::AnimEventKind::Update) after every update in which
        /// it moved.
        pub fn report_updates(mut self) -> Self {
            self.common.updates = true;
            self
        }
    };
}
pub(crate) use common_methods;

impl<T: 'static> Tween<T> {
    /// A tween of this length for a single target; [`Tween::on`] names one of many.
    pub fn new(duration: impl Into<Span>) -> Self {
        Self { duration: Some(duration.into()), ..Self::default() }
    }
}

impl<T: 'static> Default for Tween<T> {
    /// A tween with the duration and ease of the [`Defaults`] of whoever plays it.
    fn default() -> Self {
        Self {
            key: (),
            props: Props::new(),
            duration: None,
            ease: None,
            overwrite: None,
            common: Common::default(),
        }
    }
}

impl<T: 'static, K> Tween<T, K> {
    /// A tween of the target with this key that is otherwise as this one.
    pub fn on<L>(self, key: L) -> Tween<T, L> {
        Tween {
            key,
            props: self.props,
            duration: self.duration,
            ease: self.ease,
            overwrite: self.overwrite,
            common: self.common,
        }
    }

    /// From the value it has to another.
    pub fn to<V: Animate>(self, field: fn(&mut T) -> &mut V, end: impl IntoGoal<V>) -> Self {
        self.with(Field::Always(field), end.into_goal(), Ends::To)
    }

    /// From the value it has, by a difference.
    pub fn by<V: Animate>(self, field: fn(&mut T) -> &mut V, change: impl IntoGoal<V>) -> Self {
        self.with(Field::Always(field), change.into_goal(), Ends::By)
    }

    /// From another value to the one it has. The other value shows from the first update on, also while a delay lasts or
    /// its turn in a timeline has not come, and the end is read then; where something else writes to the field before,
    /// both wait for its turn.
    ///
    /// ```
    /// # use motile_anim::{Ease, AnimPlayer, Stagger, Timeline, Tween};
    /// let mut dots = vec![1.0f32; 2];
    /// let appear = Timeline::stagger(0..2u32, Stagger::each(0.5), |_, dot| {
    ///     Tween::new(1.0).from(|x: &mut f32| x, 0.0).ease(Ease::LINEAR).on(dot)
    /// });
    /// AnimPlayer::new(appear).update(0.4, &mut dots);
    /// assert_eq!(dots, [0.4, 0.0]);
    /// ```
    pub fn from<V: Animate>(self, field: fn(&mut T) -> &mut V, start: impl IntoGoal<V>) -> Self {
        self.with(Field::Always(field), start.into_goal(), Ends::From)
    }

    /// From one given value to another.
    pub fn from_to<V: Animate>(
        self,
        field: fn(&mut T) -> &mut V,
        start: V,
        end: impl IntoGoal<V>,
    ) -> Self {
        self.with(Field::Always(field), end.into_goal(), Ends::FromTo(start))
    }

    /// [`Tween::to`] for a field that not every target has: where it is missing, nothing is written.
    ///
    /// ```
    /// # use motile_anim::{Ease, AnimPlayer, Tween};
    /// let grow = Tween::new(1.0).to_maybe(|list: &mut Vec<f32>| list.first_mut(), 8.0);
    /// let (mut list, mut empty) = (vec![0.0, 1.0], vec![]);
    /// AnimPlayer::new(grow.clone().ease(Ease::LINEAR)).seek(0.5, &mut list);
    /// AnimPlayer::new(grow).seek(0.5, &mut empty);
    /// assert_eq!((list, empty), (vec![4.0, 1.0], vec![]));
    /// ```
    pub fn to_maybe<V: Animate>(
        self,
        field: fn(&mut T) -> Option<&mut V>,
        end: impl IntoGoal<V>,
    ) -> Self {
        self.with(Field::Maybe(field), end.into_goal(), Ends::To)
    }

    /// Calls a function with the shaped progress, to compute anything from it.
    ///
    /// ```
    /// # use motile_anim::{Ease, AnimPlayer, Tween};
    /// let fade = Tween::new(1.0).drive(|fade: &mut [f32; 2], v| *fade = [v, 1.0 - v]);
    /// let mut alphas = [0.0; 2];
    /// AnimPlayer::new(fade.ease(Ease::LINEAR)).seek(0.25, &mut alphas);
    /// assert_eq!(alphas, [0.25, 0.75]);
    /// ```
    pub fn drive(self, function: impl Fn(&mut T, f32) + Clone + Send + Sync + 'static) -> Self {
        self.track(DriverTrack(function))
    }

    /// Any other property.
    pub fn track(mut self, track: impl Track<T> + 'static) -> Self {
        self.props.push(Prop::Other(Box::new(track)));
        self
    }

    fn with<V: Animate>(mut self, field: Field<T, V>, goal: Goal<V>, ends: Ends<V>) -> Self {
        self.props.push(Prop::new(field, goal, ends));
        self
    }

    /// How progress is shaped.
    pub fn ease(mut self, ease: Ease) -> Self {
        self.ease = Some(Shaper::Ease(ease));
        self
    }

    /// Shapes progress by any function of 0…1, which should give 0 at 0 and 1 at 1.
    pub fn ease_with(mut self, ease: impl Fn(f32) -> f32 + Send + Sync + 'static) -> Self {
        self.ease = Some(Shaper::Custom(Arc::new(ease)));
        self
    }

    /// Another length.
    pub fn duration(mut self, duration: impl Into<Span>) -> Self {
        self.duration = Some(duration.into());
        self
    }

    /// What happens to other tweens of the same target; only an [`Animator`](crate::Animator) asks.
    pub fn overwrite(mut self, overwrite: Overwrite) -> Self {
        self.overwrite = Some(overwrite);
        self
    }

    common_methods!();

    /// Makes it ready to play: the leaf goes to the list, the node refers to it.
    pub(crate) fn build(
        self,
        defaults: &Defaults,
        leaves: &mut Vec<Leaf<T, K>>,
    ) -> Result<Node, AnimError> {
        let duration = self.duration.unwrap_or(defaults.duration).nanos("duration")?;
        self.props.check()?;
        let timing = self.common.timing(duration)?;
        leaves.push(Leaf {
            key: self.key,
            tag: self.common.tag,
            tracks: self.props.into_tracks(defaults.snapping),
            shaper: self.ease.unwrap_or(Shaper::Ease(defaults.ease)),
            overwrite: self.overwrite.unwrap_or(defaults.overwrite),
            captured: false,
            preview: Preview::No,
            gone: false,
            running: false,
        });
        Ok(Node::new(timing, &self.common, Content::Leaf(leaves.len() as u32 - 1)))
    }

    /// How an animator plays it without a player, if it is simple: plain fields that change once.
    pub(crate) fn simple(&self, defaults: &Defaults) -> Result<Option<Simple>, AnimError> {
        let Common { repeat, scale, updates, tag, .. } = self.common;
        let once = repeat == Repeat::Times(0) && scale == 1.0 && !updates && !defaults.snapping;
        let Overwrite { mode, early } = self.overwrite.unwrap_or(defaults.overwrite);
        let ease = match &self.ease {
            None => defaults.ease,
            Some(Shaper::Ease(ease)) => *ease,
            Some(Shaper::Custom(_)) => return Ok(None),
        };
        if !once || (early && mode != OverwriteMode::None) || !self.props.are_plain() {
            return Ok(None);
        }
        let duration = self.duration.unwrap_or(defaults.duration).nanos("duration")?;
        self.props.check()?;
        let delay = self.common.timing(duration)?.delay;
        // Its start shows before its turn, which takes a player.
        if delay > 0 && self.props.have_from() {
            return Ok(None);
        }
        Ok(Some(Simple { ease, duration, delay, mode, tag }))
    }

    /// Its target and its properties.
    pub(crate) fn into_parts(self) -> (K, Props<T>) {
        (self.key, self.props)
    }
}

/// What is to be known of a simple tween besides its properties. Times in nanoseconds.
#[derive(Clone, Copy)]
pub(crate) struct Simple {
    pub(crate) ease: Ease,
    pub(crate) duration: i64,
    pub(crate) delay: i64,
    pub(crate) mode: OverwriteMode,
    pub(crate) tag: u32,
}

impl<T: 'static, K: Clone> Clone for Tween<T, K> {
    fn clone(&self) -> Self {
        Self {
            key: self.key.clone(),
            props: self.props.fresh(),
            duration: self.duration,
            ease: self.ease.clone(),
            overwrite: self.overwrite,
            common: self.common.clone(),
        }
    }
}

impl<T, K: core::fmt::Debug> core::fmt::Debug for Tween<T, K> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Tween")
            .field("key", &self.key)
            .field("properties", &self.props.len())
            .field("duration", &self.duration)
            .field("common", &self.common)
            .finish_non_exhaustive()
    }
}
