//! The six classic `ActionScript` engines, feature by feature, and how to say the same here.
//!
//! This module holds no code. Names of eases in all their spellings are understood by
//! [`Ease`](crate::Ease)'s `FromStr`.
//!
//! | engine | default ease | unit of time | starts | overwriting |
//! |---|---|---|---|---|
//! | Flash `Tween` | none: must be given | frames, or seconds | at once | – |
//! | Flex `Tween` | Sine `InOut` | milliseconds | at once | – |
//! | Tweener | Expo Out | seconds | at once | same property, at creation |
//! | `TweenLite`/`TweenGroup` | Quad Out | seconds | at once | all, at creation |
//! | `KitchenSync` | Linear | milliseconds or text | by `start()` | – |
//! | gTween | Linear | seconds | at once | – |
//! | here | Quad Out, see [`Defaults`](crate::Defaults) | seconds, see [`Span`](crate::Span) | when played | [`Auto`](crate::Overwrite::Auto), at start |
//!
//! # Flash `Tween`
//!
//! | there | here |
//! |---|---|
//! | `new Tween(s, "x", f, 100, 500, 1, true)` | `Tween::new(1.0).from_to(\|s\| &mut s.x, 100.0, 500.0).ease(f)` |
//! | duration in frames | `Span::frames(24.0, 24.0)` |
//! | None, Regular, Strong | [`Ease::LINEAR`](crate::Ease::LINEAR), `QUAD_*`, `QUINT_*` |
//! | `MOTION_START`, `_CHANGE`, `_FINISH`, `_LOOP` | [`EventKind`](crate::EventKind) `Start`, `Update`, `Complete`, `Repeat` |
//! | `MOTION_FINISH` handler that makes the next | [`Timeline::then`](crate::Timeline::then), or play the next when the event is read |
//! | `stop`, `resume`, `rewind`, `fforward` | [`Player::pause`](crate::Player::pause), `resume`, `restart`, [`Animator::complete`](crate::Animator::complete) |
//! | `nextFrame`, `prevFrame` | [`Player::advance`](crate::Player::advance) by ± one frame |
//! | `continueTo(finish, duration)` | play another tween `to` there: Auto takes over |
//! | `yoyo()`, `looping` | `.yoyo().repeat(1)`, `.forever()` |
//!
//! # Flex `Tween`
//!
//! | there | here |
//! |---|---|
//! | arrays `[100, 100]` → `[800, 400]` | arrays, vectors and `Vec` are values |
//! | listener with `onTweenUpdate(value)` | [`Tween::drive`](crate::Tween::drive), or the value itself as the target |
//! | 0 → 1 driver | [`Tween::drive`](crate::Tween::drive) |
//! | `onTweenEnd` gets exactly the end | the last value written is exactly the end |
//! | `minFPS` | [`Animator::max_step`](crate::Animator::max_step) |
//! | `pause`, `resume`, `reverse`, `seek`, `endTween` | the same on [`Player`](crate::Player), [`Animator::complete`](crate::Animator::complete) |
//!
//! # Tweener
//!
//! | there | here |
//! |---|---|
//! | `addTween(s, {x: 800, y: 400, time: 3})` | `Tween::new(3.0).to(\|s\| &mut s.x, 800.0).to(\|s\| &mut s.y, 400.0)` |
//! | the same from data | [`tween_from_text`](crate::tween_from_text), every name checked |
//! | `transition: "easeOutExpo"` | `.ease(Ease::EXPO_OUT)`, or `"easeOutExpo".parse()?`; unknown names are errors |
//! | `OutIn` eases | `*_OUT_IN` |
//! | `delay`, `rounded`, `useFrames` | `.delay(…)`, [`Goal::rounded`](crate::Goal::rounded), [`Span::frames`](crate::Span::frames) |
//! | target arrays | [`Timeline::stagger`](crate::Timeline::stagger) with no time between |
//! | `addCaller(count, time)` | [`Timeline::calls`](crate::Timeline::calls) |
//! | `removeTweens`, `pauseTweens` | [`Animator::kill_target`](crate::Animator::kill_target), [`kill_property`](crate::Animator::kill_property), `get_mut(id)` |
//! | `setTimeScale` | [`Animator::scale`](crate::Animator::scale) |
//! | `onOverwrite` | [`Interrupt::Overwritten`](crate::Interrupt::Overwritten) |
//! | special properties | [`Track`](crate::Track) |
//! | its overwrite rule | `Overwrite::Auto.at_creation()` |
//!
//! # `TweenLite` and `TweenGroup`
//!
//! | there | here |
//! |---|---|
//! | `TweenLite.to(s, 3, {x: 800})`, `from` | [`Tween::to`](crate::Tween::to), [`Tween::from`](crate::Tween::from) |
//! | relative values as text | [`Tween::by`](crate::Tween::by) |
//! | `overwrite: 0…3` | [`Overwrite`](crate::Overwrite) `None`, `All`, `Auto`, `Concurrent` |
//! | its default | `Overwrite::All.at_creation()` |
//! | `delayedCall`, `killTweensOf` | [`Animator::call_after`](crate::Animator::call_after), [`kill_target`](crate::Animator::kill_target) |
//! | `TweenGroup.allTo(list, …)` | [`Timeline::stagger`](crate::Timeline::stagger) |
//! | `align`, `stagger` | [`Timeline::aligned`](crate::Timeline::aligned) with [`Align`](crate::Align) |
//! | `progress`, `reverse`, `restart`, `loop`, `yoyo` | [`Player`](crate::Player), `.repeat(n)`, `.yoyo()` |
//! | `onComplete` after every pass | [`EventKind::Repeat`](crate::EventKind::Repeat), and `Complete` once |
//!
//! # `KitchenSync`
//!
//! | there | here |
//! |---|---|
//! | `KSTween(s, "x", 100, 800, "3sec")` | `Tween::new("3sec".parse::<Span>()?).from_to(…)` |
//! | `start()`, error while running | [`Player::start`](crate::Player::start) |
//! | `cloneWithTarget` | `tween.clone().on(key)` |
//! | `KSParallelGroup`, `KSSequenceGroup`, nested | [`Timeline::parallel`](crate::Timeline::parallel), [`Timeline::sequence`](crate::Timeline::sequence) |
//! | Staggered, Random, `SimultaneousEnd` groups | [`Stagger`](crate::Stagger), `StaggerFrom::Random`, [`Align::End`](crate::Align::End) |
//! | Sextic, Stepped, Random, Oscillate | [`Family`](crate::Family) `Sextic`, `Steps`, `Random`, `Oscillate` |
//! | function and wait actions | [`Timeline::call`](crate::Timeline::call), [`Timeline::wait`](crate::Timeline::wait) |
//! | `jumpToTime`, `kill`, snap to integer | [`Player::seek`](crate::Player::seek), [`Animator::kill`](crate::Animator::kill), [`Goal::rounded`](crate::Goal::rounded) |
//!
//! # gTween
//!
//! | there | here |
//! |---|---|
//! | `GTween(s, 3, {x: 800}, {ease: f})` | `Tween::new(3.0).to(\|s\| &mut s.x, 800.0).ease(f)` |
//! | `nextTween` | [`Timeline::then`](crate::Timeline::then) |
//! | `clone(target)` | `tween.clone().on(key)` |
//! | `autoReverse`, `repeat`, `reflect` | `.yoyo().repeat(n)` |
//! | smart rotation, snapping | [`Goal::shortest_degrees`](crate::Goal::shortest_degrees), [`Goal::snapped`](crate::Goal::snapped) |
//! | proxy to retarget mid-flight | play another tween: Auto takes over from the value it has |
//! | progress points | [`Timeline::label`](crate::Timeline::label) and its event |
//! | `pauseAll` | [`Animator::scale`](crate::Animator::scale) of 0 |
//! | frame, time and hybrid timing | what is handed to [`Animator::update`](crate::Animator::update) |
