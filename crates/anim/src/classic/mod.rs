//! What the classic engines did, and how to say it here.
//!
//! Robert Penner's equations (2001) are the eases of all tween engines since. Six engines of the `ActionScript` years, Flash
//! `Tween`, Flex `Tween`, Tweener, `TweenLite`, `KitchenSync` and gTween, gave tweens their vocabulary; GSAP and d3 carry
//! it on in the browser. Where their own behavior differs from the recommended one, it is kept here by name: the
//! defaults of each engine ([`FLEX`], [`TWEENER`], [`TWEEN_LITE`], [`KITCHEN_SYNC`], [`G_TWEEN`]), the four-argument form of
//! eases ([`penner`]), the eases of GSAP and d3 that differ from Penner's ([`gsap_elastic`], [`gsap_steps`],
//! [`d3_elastic`]) and the frame player that drifts ([`ClassicFramePlayer`]). Names of eases in all their spellings are
//! understood by [`Ease`]'s `FromStr`.
//!
//! | engine | default ease | unit of time | starts | overwriting |
//! |---|---|---|---|---|
//! | Flash `Tween` | none: must be given | frames, or seconds | at once | – |
//! | Flex `Tween` | Sine `InOut` | milliseconds | at once | – |
//! | Tweener | Expo Out | seconds | at once | same property, at creation |
//! | `TweenLite`/`TweenGroup` | Quad Out | seconds | at once | all, at creation |
//! | `KitchenSync` | Linear | milliseconds or text | by `start()` | – |
//! | gTween | Linear | seconds | at once | – |
//! | here | Quad Out, see [`Defaults`] | seconds, see [`Span`] | when played | [`Auto`](Overwrite::Auto), at start |
//!
//! # All of them together
//!
//! | feature | who had it | here |
//! |---|---|---|
//! | explicit begin value | Flash, Flex, `KitchenSync`; `TweenLite` by `from` | [`Tween::from_to`], [`Tween::from`] |
//! | implicit begin value | Tweener, `TweenLite`, gTween, `KitchenSync` | [`Tween::to`]: read when the tween begins |
//! | relative end value | `TweenLite`, gTween's proxy | [`Tween::by`]; `+=` and `-=` in [`tween_from_text`] |
//! | many properties per tween | Flex, Tweener, `TweenLite`, gTween | chain [`Tween::to`] as often as you like |
//! | a value without a target | Flex, Tweener's callers | [`Tween::drive`], or the value itself as the target |
//! | many objects per call | Tweener, `TweenLite` | [`Timeline::stagger`] |
//! | clone to another target | `KitchenSync`, gTween | `tween.clone().on(key)` |
//! | frames as a unit | Flash, Tweener, `KitchenSync`, gTween | [`Span::frames`] |
//! | seconds, milliseconds, text | all | a number, [`Span::ms`], `"3sec".parse::<Span>()` |
//! | delay | Tweener, `TweenLite`, `KitchenSync`, gTween | [`Tween::delay`], [`Timeline::wait`] |
//! | deferred start | `KitchenSync`, gTween by pausing | make the [`AnimPlayer`], call [`AnimPlayer::start`] or update it later |
//! | update callback | all but `KitchenSync` | [`Tween::report_updates`] and [`AnimEventKind::Update`] |
//! | complete callback | all | [`AnimEventKind::Complete`], read after the update |
//! | parallel group | `TweenLite`, `KitchenSync`, gTween's children | [`Timeline::parallel`], [`Timeline::with`] |
//! | sequence group | `TweenLite`, `KitchenSync`, gTween's link | [`Timeline::sequence`], [`Timeline::then`] |
//! | nested groups | `KitchenSync` | timelines are items of timelines |
//! | align start, end, init; stagger | `TweenLite`, `KitchenSync` | [`Timeline::aligned`] with [`TimelineAlign`], [`Stagger`] |
//! | pause, resume | all | [`AnimPlayer::pause`], [`AnimPlayer::resume`]; [`Animator::pause_target`], [`Animator::pause_property`]; for all at once [`Animator::scale`] of 0 |
//! | seek, progress | all but Tweener | [`AnimPlayer::seek`], [`AnimPlayer::set_progress`], [`AnimPlayer::set_label`] |
//! | reverse | all but Tweener | [`AnimPlayer::reverse`], [`AnimPlayer::set_speed`] below 0 |
//! | repeat, yoyo | Flash, `TweenLite`, `KitchenSync`, gTween | [`Tween::repeat`], [`Tween::forever`], [`Tween::yoyo`], [`Tween::repeat_delay`] |
//! | overwrite policies | Tweener, `TweenLite` | [`Overwrite`] |
//! | kill by object or property | Flex, Tweener, `TweenLite`, `KitchenSync` | [`Animator::kill_target`], [`Animator::kill_property`], [`Animator::kill`]; with the end values [`Animator::complete`], [`Animator::complete_target`] |
//! | time scale | Tweener, `TweenLite` | [`Tween::scale`], [`AnimPlayer::set_speed`], [`Animator::scale`] |
//! | rounding, snapping, shortest angle | Tweener, `KitchenSync`, gTween | [`Goal::rounded`], [`Goal::snapped`], [`Goal::shortest`]; [`Defaults::snapping`] |
//! | color, filter, sound values | Tweener, `TweenLite`, `KitchenSync`, gTween | any field: colors with `Goal::oklab`, the numbers of filters and sounds as they are, [`Track`] for the rest |
//! | extra eases | Tweener, `TweenLite`, `KitchenSync` | `*_OUT_IN`, [`Family`], [`Tween::ease_with`] |
//! | minimal update rate | Flex | [`Animator::max_step`] |
//! | typed targets, checked names | none | fields are functions; text is checked by [`tween_from_text`] |
//!
//! # Flash `Tween`
//!
//! | there | here |
//! |---|---|
//! | `new Tween(s, "x", f, 100, 500, 1, true)` | `Tween::new(1.0).from_to(\|s\| &mut s.x, 100.0, 500.0).ease(f)` |
//! | any object with a public number | any struct with the field; `s` is lent to the update |
//! | starts at once, set to begin | [`Animator::play`], and the next update |
//! | duration in frames | `Span::frames(24.0, 24.0)` |
//! | None, Regular, Strong; Back, Bounce, Elastic | [`Ease::LINEAR`], `QUAD_*`, `QUINT_*`; `BACK_*`, `BOUNCE_*`, `ELASTIC_*` |
//! | one tween for each property | one tween for all, or one each |
//! | `MOTION_START`, `_CHANGE`, `_FINISH`, `_LOOP` | [`AnimEventKind`] `Start`, `Update`, `Complete`, `Repeat` |
//! | `MOTION_STOP`, `_RESUME` | whoever calls [`AnimPlayer::pause`] knows |
//! | `MOTION_FINISH` handler that makes the next | [`Timeline::then`], or play the next when the event is read |
//! | `begin`, `finish`, `duration`, `func`, `obj`, `prop` | the arguments of [`Tween`]; change them by playing another |
//! | `position`, `time`, `isPlaying` | the field itself, [`AnimPlayer::time`], [`AnimPlayer::is_paused`] |
//! | `FPS` (own timer) | whatever calls [`Animator::update`] |
//! | `start`, `stop`, `resume`, `rewind(t)`, `fforward` | [`AnimPlayer::start`], [`AnimPlayer::pause`], [`AnimPlayer::resume`], [`AnimPlayer::seek`], [`Animator::complete`] |
//! | `nextFrame`, `prevFrame` | [`AnimPlayer::update`] by ± one frame |
//! | `continueTo(finish, duration)` | play another tween `to` there: Auto takes over |
//! | `yoyo()`, `looping` | `.yoyo().repeat(1)`, `.forever()` |
//! | a duration of 0 or less is endless | `.forever()`; 0 jumps to the end, less is an error |
//! | finishes on the first tick after the duration | finishes when its time has come; the event has the exact time |
//!
//! # Flex `Tween`
//!
//! | there | here |
//! |---|---|
//! | `new Tween(listener, 100, 800, 1000)` | `Tween::new(Span::ms(1000.0)).from_to(\|x\| x, 100.0, 800.0)` on an `f32` |
//! | arrays `[100, 100]` → `[800, 400]` | arrays, vectors and `Vec` are values |
//! | listener with `onTweenUpdate(value)` | [`Tween::drive`], or the value itself as the target |
//! | own functions for update and end | [`Tween::tag`] tells the events of several tweens apart |
//! | 0 → 1 driver | [`Tween::drive`] |
//! | `easingFunction`, Sine `InOut` by default | [`Tween::ease`], [`Defaults::ease`] |
//! | `onTweenEnd` gets exactly the end | the last value written is exactly the end |
//! | `minFPS` | [`Animator::max_step`] |
//! | the end handler makes the next | [`Timeline::then`] |
//! | `pause`, `resume`, `reverse`, `seek` | the same on [`AnimPlayer`] |
//! | `stop`, `endTween` | [`Animator::kill`], [`Animator::complete`] |
//! | `setTweenHandlers` | read the events where you want them |
//! | a duration of −1 is 3000 ms | [`Tween::default`] has that of [`Defaults::duration`] |
//! | a duration of 0 ends at once | the same, in the next update |
//!
//! # Tweener
//!
//! | there | here |
//! |---|---|
//! | `addTween(s, {x: 800, y: 400, time: 3})` | `Tween::new(3.0).to(\|s\| &mut s.x, 800.0).to(\|s\| &mut s.y, 400.0)` |
//! | the same from data, numbers as text | [`tween_from_text`], every name checked |
//! | `transition: "easeOutExpo"` | `.ease(Ease::EXPO_OUT)`, or `"easeOutExpo".parse()?`; unknown names are errors |
//! | `OutIn` eases, `transitionParams` | `*_OUT_IN`; parameters are part of the ease: [`Ease::back`], [`Ease::elastic`] |
//! | `registerTransition` | [`Ease::custom`], [`Tween::ease_with`] |
//! | `delay`, `rounded`, `useFrames`, `waitFrames` | [`Tween::delay`], [`Goal::rounded`], [`Span::frames`] |
//! | `base` | clone a tween and change it |
//! | `skipUpdates` | update less often |
//! | target arrays | [`Timeline::stagger`] with no time between |
//! | `addCaller(count, time)` | [`Timeline::calls`] |
//! | `onStart`, `onUpdate`, `onComplete` | [`AnimEventKind`]; parameters and scope are your match on the tag |
//! | `onOverwrite`, `onError` | [`Interrupt::Overwritten`]; [`Animator::last_error`], [`Animator::try_play`] |
//! | `removeTweens`, also for one property | [`Animator::kill_target`], [`Animator::kill_property`] |
//! | `pauseTweens`, `resumeTweens`, also for one property of a tween | [`Animator::pause_target`], [`Animator::pause_property`], which divides the tween, and their `resume` |
//! | `removeAllTweens`, `pauseAllTweens`, `resumeAllTweens` | [`Animator::kill_all`], [`Animator::scale`] of 0 and of 1 |
//! | `setTimeScale` | [`Animator::scale`] |
//! | special properties, splitters, modifiers | [`Track`], several [`Tween::to`], [`Goal::mapped`] |
//! | color, display, filter, sound, text, curve shortcuts | fields; `Goal::oklab`, [`Goal::through`], [`Goal::along`], [`Tween::drive`] |
//! | its overwrite rule | `Overwrite::Auto.at_creation()` |
//!
//! # `TweenLite` and `TweenGroup`
//!
//! | there | here |
//! |---|---|
//! | `TweenLite.to(s, 3, {x: 800})`, `from` | [`Tween::to`], [`Tween::from`] |
//! | relative values as text | [`Tween::by`] |
//! | `ease`, `easeParams`, `delay` | [`Tween::ease`] with its parameters, [`Tween::delay`] |
//! | `onStart`, `onUpdate`, `onComplete` with `Params` | [`AnimEventKind`] and the tag |
//! | `overwrite: 0…3` | [`Overwrite`] `None`, `All`, `Auto`, `Concurrent` |
//! | its default | `Overwrite::All.at_creation()` |
//! | `delayedCall`, `killTweensOf(s, complete)`, `removeTween` | [`Animator::call_after`], [`Animator::kill_target`] or [`Animator::complete_target`], [`Animator::kill`] |
//! | `persist`, `renderOnStart` | [`Animator::keep`]; `from` values show from the first update on |
//! | a duration of 0 becomes 1 ms | 0 is 0 |
//! | `TweenGroup.allTo(list, …)`, `allFrom` | [`Timeline::stagger`] |
//! | `new TweenGroup([tweens])` | [`Timeline::parallel`] |
//! | `align`, `ALIGN_SEQUENCE`, `stagger` | [`Timeline::aligned`] with [`TimelineAlign`] |
//! | `progress`, `progressWithDelay`, `duration(WithDelay)` | [`AnimPlayer::progress`] and [`AnimPlayer::duration`] count delays |
//! | tweening `progress` | a tween of an `f32`, given to [`AnimPlayer::set_progress`] |
//! | `pause`, `resume`, `restart(includeDelay)`, `reverse` | [`AnimPlayer`]; `seek` to the delay leaves it out |
//! | `loop`, `yoyo`, 0 for ever | `.repeat(n)`, `.yoyo()`, `.forever()` |
//! | `onComplete` after every pass | [`AnimEventKind::Repeat`], and `Complete` once |
//! | `getActive`, `clear`, `mergeGroup`, editing | [`Animator::ids`], [`Animator::kill_all`]; descriptions are cloned, nested and rebuilt |
//! | plug-ins (tint, frame, volume, autoAlpha) | fields, flags among them, and [`Track`]; nodes of the stage have color and frame |
//!
//! # `KitchenSync`
//!
//! | there | here |
//! |---|---|
//! | `initialize(displayObject)` | nothing to set up: call the update |
//! | `KSTween(s, "x", 100, 800, "3sec")` | `Tween::new("3sec".parse::<Span>()?).from_to(…)` |
//! | start from the existing value | [`Tween::to`] |
//! | `start()`, error while running | [`AnimPlayer::start`] |
//! | `pause`, `unpause`, `stop`, `reset` | [`AnimPlayer::pause`], [`AnimPlayer::resume`], and [`AnimPlayer::seek`] to 0 |
//! | `kill`, `autoDelete` | [`Animator::kill`]; what ends is removed unless [`Animator::keep`] says otherwise |
//! | `jumpToTime`, `jumpByTime` | [`AnimPlayer::seek`], [`AnimPlayer::update`] |
//! | `reverse`, `cloneReversed` | [`AnimPlayer::reverse`]; a clone that [`AnimPlayer::seek`] takes to its end, then the same |
//! | `cloneWithTarget` | `tween.clone().on(key)` |
//! | `KSParallelGroup`, `KSSequenceGroup`, nested | [`Timeline::parallel`], [`Timeline::sequence`] |
//! | Staggered, Random, `SimultaneousEnd` groups | [`Stagger`], [`StaggerFrom::Random`], [`TimelineAlign::End`] |
//! | Sextic, Stepped, Random, Oscillate | [`Family`] `Sextic`, `Steps`, `Random`, `Oscillate` |
//! | function, wait, dispatch actions | [`Timeline::call`], [`Timeline::wait`] and the events |
//! | set property | a tween with a duration of 0 |
//! | sound, load, add and remove child | yours to do when the [`AnimEventKind::Call`] is read |
//! | triggers by another action or event | [`Position::AfterPrevious`], [`Position::Label`], or play when the event is read |
//! | snap to integer, snap to the end value | [`Goal::rounded`], for all [`Defaults::snapping`]; the end is always exact |
//!
//! # gTween
//!
//! | there | here |
//! |---|---|
//! | `GTween(s, 3, {x: 800}, {ease: f})` | `Tween::new(3.0).to(\|s\| &mut s.x, 800.0).ease(f)` |
//! | default duration 10, linear, `autoPlay` | [`Defaults`]; nothing plays before [`Animator::play`] |
//! | `nextTween` | [`Timeline::then`] |
//! | `clone(target)` | `tween.clone().on(key)` |
//! | `position` from −delay to duration, its states | [`AnimPlayer::time`] from 0 on, the delay included; [`AnimPlayer::is_finished`] |
//! | `activate`, `init`, `change`, `complete` | [`AnimEventKind`] `Start` (after the delay, where values are read), `Update`, `Complete` |
//! | `autoReverse`, `repeat`, `reflect` | `.yoyo().repeat(n)` |
//! | smart rotation, snapping, `autoHide` | [`Goal::shortest_degrees`], [`Goal::snapped`] or [`Defaults::snapping`]; nodes with an alpha of 0 are not drawn |
//! | proxy to retarget mid-flight | play another tween: Auto takes over from the value it has |
//! | progress points | [`Timeline::label`] and its event |
//! | synchronized children | [`Timeline::with`] |
//! | `pauseAll` | [`Animator::scale`] of 0 |
//! | frame, time and hybrid timing | what is handed to [`Animator::update`] |
//! | start values read when it first activates | read when its delay has passed |

mod eases;
mod frame_player;

pub use eases::{
    D3_ELASTIC_IN, D3_ELASTIC_IN_OUT, D3_ELASTIC_OUT, d3_elastic, gsap_elastic, gsap_steps, penner,
};
pub use frame_player::ClassicFramePlayer;

#[expect(unused_imports, reason = "the names that the tables link to")]
use crate::{
    AnimEventKind, AnimPlayer, Animator, Defaults, Ease, Family, Goal, Interrupt, Overwrite,
    Position, Span, Stagger, StaggerFrom, Timeline, TimelineAlign, Track, Tween, tween_from_text,
};

/// The defaults of Flex: Sine `InOut`, three seconds, nothing is overwritten.
///
/// ```
/// use motile_anim::{Animator, Tween, classic};
/// let mut animator = Animator::new();
/// animator.defaults = classic::FLEX;
/// let mut x = 0.0;
/// animator.play(Tween::default().to(|x: &mut f32| x, 100.0));
/// animator.update(1.5, &mut x);
/// assert!((x - 50.0).abs() < 1e-4);
/// ```
pub const FLEX: Defaults = defaults(Ease::SINE_IN_OUT, 3.0, Overwrite::None);
/// The defaults of Tweener: Expo Out, no duration, and a tween takes the properties of others whose time overlaps its own
/// when it is made.
pub const TWEENER: Defaults = defaults(Ease::EXPO_OUT, 0.0, Overwrite::Auto.at_creation());
/// The defaults of `TweenLite`: Quad Out, and a tween ends all others of its target when it is made.
pub const TWEEN_LITE: Defaults = defaults(Ease::QUAD_OUT, 0.001, Overwrite::All.at_creation());
/// The defaults of `KitchenSync`: linear, no duration, nothing is overwritten.
pub const KITCHEN_SYNC: Defaults = defaults(Ease::LINEAR, 0.0, Overwrite::None);
/// The defaults of gTween: linear, ten seconds, nothing is overwritten.
pub const G_TWEEN: Defaults = defaults(Ease::LINEAR, 10.0, Overwrite::None);

const fn defaults(ease: Ease, seconds: f64, overwrite: Overwrite) -> Defaults {
    Defaults { ease, duration: Span::from_seconds(seconds), overwrite, snapping: false }
}
