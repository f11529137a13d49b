//! Simple tweens, which an animator plays without players, against the same with players: any program
//! shows the same values and reports the same events, to the bit.

use motile_anim::{AnimEvent, AnimEventKind, Animator, Ease, Overwrite, Tween};
use motile_geom::{Vec2, vec2};
use proptest::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Sprite {
    place: Vec2,
    alpha: f32,
    turns: f64,
}

const START: Sprite = Sprite { place: vec2(10.0, 20.0), alpha: 1.0, turns: 0.0 };

/// What a program does; keys and tweens are small numbers, so that things meet.
#[derive(Clone, Debug)]
enum Step {
    Play { key: u32, field: u8, ends: u8, value: f32, ease: u8, mode: u8, delay: u8, length: u8 },
    Both { key: u32, value: f32, mode: u8, delay: u8, length: u8 },
    Update(u8),
    Back(u8),
    Kill(u32),
    KillTarget(u32),
    KillX(u32),
    Complete(u32),
    Reverse(u32),
    Pause(u32),
    HoldTarget(u32, bool),
    HoldY(u32, bool),
    CompleteTarget(u32),
    Shrink,
}

fn step() -> impl Strategy<Value = Step> {
    let play = (0u32..3, 0u8..5, 0u8..4, -9.0f32..9.0, 0u8..4, 0u8..6, 0u8..4, 0u8..8);
    prop_oneof![
        8 => play.prop_map(|(key, field, ends, value, ease, mode, delay, length)| {
            Step::Play { key, field, ends, value, ease, mode, delay, length }
        }),
        3 => (0u32..3, -9.0f32..9.0, 0u8..6, 0u8..4, 0u8..8).prop_map(
            |(key, value, mode, delay, length)| Step::Both { key, value, mode, delay, length }
        ),
        12 => (0u8..12).prop_map(Step::Update),
        1 => (0u8..6).prop_map(Step::Back),
        1 => (0u32..12).prop_map(Step::Kill),
        1 => (0u32..3).prop_map(Step::KillTarget),
        1 => (0u32..3).prop_map(Step::KillX),
        1 => (0u32..12).prop_map(Step::Complete),
        1 => (0u32..12).prop_map(Step::Reverse),
        1 => (0u32..12).prop_map(Step::Pause),
        1 => (0u32..3, any::<bool>()).prop_map(|(key, pause)| Step::HoldTarget(key, pause)),
        1 => (0u32..3, any::<bool>()).prop_map(|(key, pause)| Step::HoldY(key, pause)),
        1 => (0u32..3).prop_map(Step::CompleteTarget),
        1 => Just(Step::Shrink),
    ]
}

fn rule(mode: u8) -> Overwrite {
    match mode {
        0 => Overwrite::None,
        1 => Overwrite::All,
        2 => Overwrite::Concurrent,
        3 => Overwrite::All.at_creation(),
        _ => Overwrite::Auto,
    }
}

fn ends<V: motile_anim::Animate + Copy>(
    tween: Tween<Sprite>,
    kind: u8,
    field: fn(&mut Sprite) -> &mut V,
    value: V,
    other: V,
) -> Tween<Sprite> {
    match kind {
        0 => tween.to(field, value),
        1 => tween.by(field, value),
        2 => tween.from(field, value),
        _ => tween.from_to(field, other, value),
    }
}

fn tween(step: &Step) -> Option<Tween<Sprite, u32>> {
    let (key, tween) = match *step {
        Step::Play { key, field, ends: kind, value, ease, mode, delay, length } => {
            let eases = [Ease::LINEAR, Ease::QUAD_OUT, Ease::ELASTIC_OUT, Ease::BACK_IN];
            let tween = Tween::new(f64::from(length) * 0.125)
                .delay(f64::from(delay) * 0.25)
                .ease(eases[ease as usize])
                .overwrite(rule(mode));
            let tween = match field {
                0 => ends(tween, kind, |s: &mut Sprite| &mut s.place.x, value, 1.0),
                1 => ends(tween, kind, |s: &mut Sprite| &mut s.place.y, value, 1.0),
                2 => ends(tween, kind, |s: &mut Sprite| &mut s.place, vec2(value, 3.0), Vec2::ONE),
                3 => ends(tween, kind, |s: &mut Sprite| &mut s.alpha, value, 1.0),
                _ => ends(tween, kind, |s: &mut Sprite| &mut s.turns, f64::from(value), 1.0),
            };
            (key, tween)
        }
        Step::Both { key, value, mode, delay, length } => {
            let tween = Tween::new(f64::from(length) * 0.125)
                .delay(f64::from(delay) * 0.25)
                .overwrite(rule(mode))
                .to(|s: &mut Sprite| &mut s.place.y, value)
                .by(|s| &mut s.alpha, value)
                .to(|s| &mut s.turns, 2.0);
            (key, tween)
        }
        _ => return None,
    };
    Some(tween.on(key))
}

/// What a program shows, reports and keeps, after every step.
#[derive(Debug, Default, PartialEq)]
struct Outcome {
    states: Vec<Vec<Sprite>>,
    events: Vec<(u32, AnimEventKind, f64)>,
    counts: Vec<usize>,
}

/// Plays a program; with players when told, by asking for update events.
fn run(steps: &[Step], players: bool) -> Outcome {
    let mut animator = Animator::new();
    let mut sprites = vec![START; 3];
    let mut outcome = Outcome::default();
    let (mut ids, mut now) = (Vec::new(), 0.0f64);
    let note = |list: &[AnimEvent], events: &mut Vec<_>| {
        let told = list.iter().filter(|event| event.kind != AnimEventKind::Update);
        events.extend(told.map(|event| (event.tag, event.kind.clone(), event.time)));
    };
    for step in steps {
        let handle = |at: u32| ids.get(ids.len().checked_sub(1 + at as usize)?).copied();
        match *step {
            Step::Update(eighths) => {
                now += f64::from(eighths) * 0.0625;
                animator.update_to(now, &mut sprites);
                note(animator.events(), &mut outcome.events);
            }
            Step::Back(eighths) => {
                now = (now - f64::from(eighths) * 0.0625).max(0.0);
                animator.update_to(now, &mut sprites);
                note(animator.events(), &mut outcome.events);
            }
            Step::Kill(at) => {
                let _known = handle(at).is_some_and(|id| animator.kill(id));
            }
            Step::KillTarget(key) => animator.kill_target(key),
            Step::KillX(key) => animator.kill_property(key, |s| &mut s.place.x, &mut sprites),
            Step::Complete(at) => {
                let _known = handle(at).is_some_and(|id| animator.complete(id, &mut sprites));
            }
            Step::Reverse(at) => {
                if let Some(player) = handle(at).and_then(|id| animator.get_mut(id)) {
                    player.reverse();
                }
            }
            Step::Pause(at) => {
                if let Some(player) = handle(at).and_then(|id| animator.get_mut(id)) {
                    player.pause();
                }
            }
            Step::HoldTarget(key, true) => animator.pause_target(key),
            Step::HoldTarget(key, false) => animator.resume_target(key),
            Step::HoldY(key, pause) => {
                let y: fn(&mut Sprite) -> &mut f32 = |s| &mut s.place.y;
                if pause {
                    animator.pause_property(key, y, &mut sprites);
                } else {
                    animator.resume_property(key, y, &mut sprites);
                }
            }
            Step::CompleteTarget(key) => animator.complete_target(key, &mut sprites),
            Step::Shrink => animator.shrink(),
            Step::Play { .. } | Step::Both { .. } => {
                let tween = tween(step).expect("a step that plays").tag(ids.len() as u32);
                let tween = if players { tween.report_updates() } else { tween };
                ids.push(animator.play(tween));
            }
        }
        outcome.states.push(sprites.clone());
        outcome.counts.push(animator.len());
        for &id in &ids {
            assert_eq!(animator.get(id).is_some(), animator.ids().any(|other| other == id));
        }
    }
    outcome
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rows_and_players_agree(steps in prop::collection::vec(step(), 1..40)) {
        prop_assert_eq!(run(&steps, false), run(&steps, true));
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1000, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn the_steps_of_an_animator_do_not_matter(
        plays in prop::collection::vec(step(), 1..16),
        updates in prop::collection::vec(0u8..12, 1..20),
    ) {
        let plays: Vec<Step> = plays.into_iter().filter(|step| tween(step).is_some()).collect();
        let run_with = |updates: &[u8]| {
            let updates = updates.iter().map(|&eighths| Step::Update(eighths));
            let steps: Vec<Step> = plays.iter().cloned().chain(updates).collect();
            let mut outcome = run(&steps, false);
            outcome.events.sort_by_key(|(tag, kind, time)| (*tag, format!("{time:020.9} {kind:?}")));
            (outcome.states.pop(), outcome.events, outcome.counts.pop())
        };
        let end = [200u8];
        let (many, one) = (run_with(&[&updates[..], &end].concat()), run_with(&end));
        prop_assert_eq!(many, one);
    }
}

#[test]
fn progress_is_told_without_a_player() {
    let mut animator = Animator::new();
    let mut sprite = START;
    let fade = Tween::new(2.0).to(|s: &mut Sprite| &mut s.alpha, 0.0).delay(1.0);
    let id = animator.play(fade);
    animator.update(0.5, &mut sprite);
    let waiting = animator.get(id).expect("there");
    assert_eq!((waiting.time(), waiting.duration()), (0.5, 3.0));
    animator.update(1.0, &mut sprite);
    let running = animator.get(id).expect("there");
    assert_eq!((running.time(), running.progress(), running.speed()), (1.5, 0.5, 1.0));
    assert!(!running.is_paused() && !running.is_finished());
    animator.get_mut(id).expect("there").pause();
    let paused = animator.get(id).expect("there");
    assert_eq!((paused.time(), paused.is_paused()), (1.5, true));
}

#[test]
fn b10_2_playing_and_finishing_does_not_allocate() {
    let mut animator = Animator::new();
    let mut sprites = vec![START; 10_000];
    let mut frame = |animator: &mut Animator<Sprite, u32>| {
        for key in 0..10_000u32 {
            let tween = Tween::new(0.01).to(|s: &mut Sprite| &mut s.place, vec2(1.0, 2.0));
            animator.play(tween.by(|s| &mut s.alpha, 0.5).on(key));
        }
        animator.update(0.02, &mut sprites);
        assert!(animator.is_empty());
    };
    (0..3).for_each(|_| frame(&mut animator));
    let info = allocation_counter::measure(|| (0..600).for_each(|_| frame(&mut animator)));
    assert_eq!(info.count_total, 0);
}

#[test]
fn more_eases_than_groups_still_play() {
    let mut animator = Animator::new();
    let mut sprites = vec![START; 600];
    for key in 0..600u32 {
        let ease = Ease::back(key as f32 * 0.01, motile_anim::Direction::Out);
        let tween = Tween::new(1.0).to(|s: &mut Sprite| &mut s.alpha, 5.0).ease(ease);
        animator.play(tween.on(key));
    }
    animator.update(0.5, &mut sprites);
    for (key, sprite) in sprites.iter().enumerate() {
        let shaped = Ease::back(key as f32 * 0.01, motile_anim::Direction::Out).at(0.5);
        assert_eq!(sprite.alpha, <f32 as motile_anim::Animate>::mix(&1.0, &5.0, shaped));
    }
    animator.update(0.5, &mut sprites);
    assert!(animator.is_empty() && sprites.iter().all(|sprite| sprite.alpha == 5.0));
}
