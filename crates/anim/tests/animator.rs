//! T-52…T-66 of the tween specification: overwriting and robustness.

#![expect(clippy::excessive_precision, reason = "the digits of the specification")]

use motile_anim::{
    AnimEventKind, AnimId, Animator, Ease, Interrupt, Overwrite, Span, Timeline, Tween, goal,
};

#[derive(Clone, Copy, Debug, PartialEq)]
struct Sprite {
    x: f32,
    y: f32,
    rotation: f32,
}

const START: Sprite = Sprite { x: 100.0, y: 100.0, rotation: 0.0 };

fn x(secs: f64, end: f32) -> Tween<Sprite> {
    Tween::new(secs).to(|s: &mut Sprite| &mut s.x, end)
}

fn near(got: f32, want: f32) {
    assert!((got - want).abs() <= 1e-6 * 800.0, "{got}, not {want}");
}

type Interrupts = Vec<(u32, Interrupt, f64)>;

/// Plays the tweens and gives the sprite at each time, and all interruptions.
fn play(tweens: Vec<Tween<Sprite>>, times: &[f64], step: Option<f64>) -> (Vec<Sprite>, Interrupts) {
    let mut animator = Animator::new();
    for tween in tweens {
        animator.play(tween);
    }
    let (mut sprite, mut states, mut interrupts) = (START, Vec::new(), Vec::new());
    let mut now = 0.0;
    let mut update = |animator: &mut Animator<Sprite>, sprite: &mut Sprite, time: f64| {
        animator.update_to(time, sprite);
        interrupts.extend(animator.events().iter().filter_map(|event| match event.kind {
            AnimEventKind::Interrupted(why) => Some((event.tag, why, event.time)),
            _ => None,
        }));
    };
    for &time in times {
        while let Some(step) = step.filter(|step| now + step < time) {
            now += step;
            update(&mut animator, &mut sprite, now);
        }
        now = time;
        update(&mut animator, &mut sprite, time);
        states.push(sprite);
    }
    (states, interrupts)
}

/// Set P: right, down, turn by delays.
fn set_p(overwrite: Overwrite) -> Vec<Tween<Sprite>> {
    let y = Tween::new(3.0).to(|s: &mut Sprite| &mut s.y, 400.0);
    let rotation = Tween::new(3.0).to(|s: &mut Sprite| &mut s.rotation, 360.0);
    [x(3.0, 800.0).tag(1), y.delay(3.0).tag(2), rotation.delay(6.0).tag(3)]
        .into_iter()
        .map(|tween| tween.overwrite(overwrite))
        .collect()
}

#[test]
fn t_52_all_at_creation() {
    for step in [None, Some(0.1)] {
        let (states, interrupts) = play(set_p(Overwrite::All.at_creation()), &[9.0], step);
        assert_eq!(states[0], Sprite { x: 100.0, y: 100.0, rotation: 360.0 });
        let expected = [(1, Interrupt::Overwritten, 0.0), (2, Interrupt::Overwritten, 0.0)];
        assert_eq!(interrupts, expected);
    }
}

/// What was overwritten used to report a start, and an end if that lay in the same update.
#[test]
fn bug_overwritten_tweens_reported_start_and_end() {
    let early = set_p(Overwrite::All.at_creation());
    let late = vec![x(1.0, 800.0).tag(1), x(1.0, 100.0).delay(0.5).tag(2)];
    for (tweens, expected) in [
        (early, vec![(1, false), (2, false), (3, true), (3, true)]),
        (late, vec![(1, true), (1, false), (2, true), (2, true)]),
    ] {
        for step in [20.0, 1.0 / 60.0] {
            let mut animator = Animator::new();
            for tween in &tweens {
                animator.play(tween.clone());
            }
            let (mut sprite, mut reports) = (START, Vec::new());
            for k in 0..=(20.0 / step) as u32 {
                animator.update_to(k as f64 * step, &mut sprite);
                let events = animator.events().iter();
                reports.extend(events.map(|e| {
                    (e.tag, e.kind != AnimEventKind::Interrupted(Interrupt::Overwritten))
                }));
            }
            assert_eq!(reports, expected, "steps of {step} s");
        }
    }
}

#[test]
fn t_53_other_modes_leave_what_does_not_meet() {
    for mode in [Overwrite::None, Overwrite::Auto, Overwrite::Concurrent] {
        for step in [None, Some(0.1)] {
            let (states, interrupts) = play(set_p(mode), &[9.0], step);
            assert_eq!(states[0], Sprite { x: 800.0, y: 400.0, rotation: 360.0 });
            assert_eq!(interrupts, []);
        }
    }
}

/// Set Q: both at once, then x alone back again.
fn set_q(overwrite: Overwrite) -> Vec<Tween<Sprite>> {
    let both = x(4.0, 800.0).to(|s| &mut s.y, 400.0).tag(1);
    [both, x(2.0, 100.0).delay(1.0).tag(2)]
        .into_iter()
        .map(|tween| tween.overwrite(overwrite).ease(Ease::LINEAR))
        .collect()
}

#[test]
fn t_54_auto() {
    for step in [None, Some(0.03)] {
        let (s, interrupts) = play(set_q(Overwrite::Auto), &[1.0, 2.0, 3.0, 4.0], step);
        near(s[0].x, 275.0);
        near(s[1].x, 187.5);
        near(s[1].y, 250.0);
        near(s[2].x, 100.0);
        assert_eq!((s[3].x, s[3].y), (100.0, 400.0));
        assert_eq!(interrupts, [(1, Interrupt::PartlyOverwritten, 1.0)]);
    }
}

#[test]
fn t_55_concurrent() {
    for step in [None, Some(0.03)] {
        let (s, interrupts) = play(set_q(Overwrite::Concurrent), &[1.0, 3.0, 5.0], step);
        near(s[1].x, 100.0);
        near(s[2].y, 175.0);
        assert_eq!(interrupts, [(1, Interrupt::Overwritten, 1.0)]);
    }
}

#[test]
fn t_56_none() {
    for step in [None, Some(0.03)] {
        let (s, interrupts) = play(set_q(Overwrite::None), &[2.0, 3.5, 4.0], step);
        near(s[0].x, 187.5);
        near(s[1].x, 712.5);
        assert_eq!((s[2].x, s[2].y), (800.0, 400.0));
        assert_eq!(interrupts, []);
    }
}

/// Set R: there and back, overlapping by the delay.
fn set_r(overwrite: Overwrite, delay: f64) -> Vec<Tween<Sprite>> {
    [x(3.0, 800.0).tag(1), x(3.0, 100.0).delay(delay).tag(2)]
        .into_iter()
        .map(|tween| tween.overwrite(overwrite).ease(Ease::EXPO_OUT))
        .collect()
}

#[test]
fn t_57_auto_at_creation() {
    let (s, interrupts) = play(set_r(Overwrite::Auto.at_creation(), 2.5), &[1.0, 3.0, 6.0], None);
    assert!(s.iter().all(|sprite| sprite.x == 100.0), "{s:?}");
    assert_eq!(interrupts, [(1, Interrupt::Overwritten, 0.0)]);
}

#[test]
fn t_58_auto_at_start() {
    for step in [None, Some(0.07)] {
        let (s, _) = play(set_r(Overwrite::Auto, 2.5), &[2.5, 3.25, 4.0, 5.5], step);
        for (sprite, want) in s.iter().zip([797.829_725, 223.360_033, 121.807_179, 100.0]) {
            near(sprite.x, want);
        }
    }
}

#[test]
fn t_59_no_overlap_in_time() {
    for mode in [Overwrite::Auto, Overwrite::Auto.at_creation()] {
        let (s, interrupts) = play(set_r(mode, 3.0), &[3.0, 6.0], Some(0.07));
        near(s[0].x, 800.0);
        assert_eq!(s[1].x, 100.0);
        assert_eq!(interrupts, []);
    }
}

/// A tween that begins after two others have ended used to see them end in the order of their age.
#[test]
fn bug_ends_before_a_beginning_were_out_of_order() {
    let long = x(0.25, 800.0).overwrite(Overwrite::None);
    let short = x(0.125, 500.0).overwrite(Overwrite::None);
    let later = Tween::new(0.0).to(|s: &mut Sprite| &mut s.y, 5.0).delay(0.5);
    for step in [None, Some(0.05)] {
        let tweens = vec![long.clone(), short.clone(), later.clone()];
        assert_eq!(play(tweens, &[1.0], step).0[0].x, 800.0);
    }
}

#[test]
fn a_vector_and_its_component_are_the_same_property() {
    let mut animator = Animator::new();
    let mut place = motile_geom::vec2(0.0, 0.0);
    animator.play(
        Tween::new(2.0).to(|p: &mut motile_geom::Vec2| p, motile_geom::vec2(10.0, 10.0)).tag(1),
    );
    animator.play(Tween::new(1.0).to(|p: &mut motile_geom::Vec2| &mut p.y, 5.0).delay(0.5));
    animator.update(0.25, &mut place);
    animator.update(0.5, &mut place);
    let lost = animator.events().iter().find(|event| event.tag == 1).map(|event| &event.kind);
    assert_eq!(lost, Some(&AnimEventKind::Interrupted(Interrupt::Overwritten)));
}

#[test]
fn t_63_adding_and_killing_between_updates() {
    // Events are data: what a callback would do is done after the update.
    let mut animator = Animator::new();
    let mut sprites = vec![START; 1001];
    let first = animator.play(x(1.0, 800.0).on(0u32));
    animator.update(1.5, &mut sprites);
    let done = animator.events().iter().any(|event| event.kind == AnimEventKind::Complete);
    assert!(done);
    for key in 1..=1000 {
        animator.play(x(1.0, 800.0).ease(Ease::LINEAR).on(key));
    }
    assert!(!animator.kill(first));
    animator.update(0.5, &mut sprites);
    // They began when they were added, at 1.5 s.
    assert!(sprites[1..].iter().all(|sprite| sprite.x == 450.0));
    animator.kill_all();
    assert!(animator.is_empty());
    assert_eq!(animator.events().len(), 1000 + 1000);
}

#[test]
fn t_64_a_target_that_disappears() {
    let mut animator = Animator::new();
    let mut sprites = vec![START; 2];
    for key in 0..2u32 {
        animator.play(x(1.0, 800.0).ease(Ease::LINEAR).on(key).tag(key));
    }
    let story =
        Timeline::sequence([x(1.0, 0.0).on(1u32).tag(5), x(1.0, 700.0).on(0u32).tag(6).delay(1.0)]);
    animator.play(story);
    animator.update(0.25, &mut sprites);
    sprites.pop();
    animator.update(0.25, &mut sprites);
    near(sprites[0].x, 450.0);
    let gone: Vec<u32> = animator
        .events()
        .iter()
        .filter(|event| event.kind == AnimEventKind::Interrupted(Interrupt::TargetGone))
        .map(|event| event.tag)
        .collect();
    assert_eq!(gone, [5], "the tween on key 1 had lost its property to the story already");
    animator.update(2.5, &mut sprites);
    assert_eq!(sprites[0].x, 700.0);
    assert!(animator.is_empty());
}

#[test]
fn t_65_handles_of_what_is_gone() {
    let mut animator = Animator::new();
    let mut sprite = START;
    let old = animator.play(x(1.0, 800.0));
    assert!(animator.get_mut(old).is_some());
    animator.update(2.0, &mut sprite);
    let new = animator.play(x(1.0, 0.0));
    assert!(animator.get(old).is_none() && animator.get(new).is_some());
    assert_ne!(old, new);
    assert!(!animator.keep(old) && !animator.kill(old));
    assert!(animator.get(AnimId::default()).is_none());
}

#[test]
fn t_66_updates_do_not_allocate() {
    let mut animator = Animator::new();
    let mut sprites = vec![START; 100_000];
    for key in 0..100_000u32 {
        let tween = x(20.0, 800.0).to(|s| &mut s.y, 5.0).delay(key as f64 * 2e-5);
        animator.play(tween.on(key));
    }
    animator.update(1.0 / 60.0, &mut sprites);
    // Warm-up: the buffers for beginnings and events grow to their size.
    for _ in 0..3 {
        animator.update(1.0, &mut sprites);
    }
    let info = allocation_counter::measure(|| {
        for _ in 0..600 {
            animator.update(1.0 / 60.0, &mut sprites);
        }
    });
    assert_eq!(info.count_total, 0);
    assert_eq!(animator.len(), 100_000);
}

#[test]
fn a_running_tween_takes_at_most_64_bytes() {
    assert_eq!(Animator::<f32, u32>::bytes_per_tween(), 60);
    // The numbers of targets for which the index is as full and as empty as it ever is.
    for n in [49_152u32, 49_153, 100_000] {
        let (mut animator, mut values) = (Animator::new(), vec![0.0f32; n as usize]);
        let info = allocation_counter::measure(|| {
            for key in 0..n {
                animator.play(Tween::new(9.0).to(|x: &mut f32| x, 8.0).on(key));
            }
            animator.update(1.0, &mut values);
            animator.shrink();
        });
        // The events of the last update are still there to be read.
        let events = size_of_val(animator.events()) as i64;
        let bytes = (info.bytes_current - events) as f64 / f64::from(n);
        assert!((56.0..64.0).contains(&bytes), "{bytes} bytes a tween for {n}");
        animator.update(1.0, &mut values);
        assert_eq!((animator.len(), animator.events().len()), (n as usize, 0));
    }
}

#[test]
fn shrinking_forgets_nothing() {
    let (mut animator, mut sprites) = (Animator::new(), vec![START; 40]);
    let ids: Vec<AnimId> = (0..40u32)
        .map(|key| {
            let tween = x(1.0 + f64::from(key), 200.0).to(|s| &mut s.y, 5.0).tag(key);
            animator.play(tween.delay(f64::from(key % 3)).on(key))
        })
        .collect();
    animator.update(1.5, &mut sprites);
    animator.kill_target(39);
    animator.shrink();
    assert_eq!((animator.len(), animator.get(ids[39])), (39 - 1, None));
    let newer = animator.play(x(50.0, 9.0).delay(1.0).on(38));
    animator.update(60.0, &mut sprites);
    assert_eq!((animator.len(), animator.get(newer), sprites[37].y), (0, None, 5.0));
    assert_eq!((sprites[38].x, sprites[38].y), (9.0, 5.0));
}

#[test]
fn tween_38_targets_pause_and_go_on() {
    let (mut animator, mut sprites) = (Animator::new(), vec![START; 2]);
    for key in 0..2u32 {
        animator.play(x(2.0, 300.0).ease(Ease::LINEAR).on(key));
    }
    let down = Timeline::new().then(Tween::new(2.0).to(|s: &mut Sprite| &mut s.y, 300.0).on(0));
    animator.play(down.ease(Ease::LINEAR));
    animator.update(1.0, &mut sprites);
    animator.pause_target(0);
    animator.update(0.5, &mut sprites);
    assert_eq!((sprites[0].x, sprites[0].y, sprites[1].x), (200.0, 200.0, 250.0));
    animator.resume_target(0);
    animator.update(0.5, &mut sprites);
    assert_eq!((sprites[0].x, sprites[0].y, sprites[1].x), (250.0, 250.0, 300.0));
    animator.update(0.5, &mut sprites);
    assert!(animator.is_empty());
}

#[test]
fn tween_38_a_property_pauses_alone() {
    for more in [false, true] {
        let (mut animator, mut sprite) = (Animator::new(), START);
        let both = x(2.0, 300.0).to(|s| &mut s.y, 300.0).ease(Ease::LINEAR).tag(7);
        // With a repeat it has a player from the beginning.
        let id = animator.play(if more { both.repeat(1).yoyo() } else { both });
        animator.update(1.0, &mut sprite);
        animator.pause_property((), |s: &mut Sprite| &mut s.y, &mut sprite);
        animator.pause_property((), |s: &mut Sprite| &mut s.rotation, &mut sprite);
        assert_eq!(animator.len(), 2);
        animator.update(0.5, &mut sprite);
        assert_eq!((sprite.x, sprite.y), (250.0, 200.0));
        animator.update(0.5, &mut sprite);
        assert_eq!((sprite.x, sprite.y), (300.0, 200.0));
        assert_eq!(animator.get(id).is_some(), more);
        animator.resume_property((), |s: &mut Sprite| &mut s.y, &mut sprite);
        animator.update(0.5, &mut sprite);
        assert_eq!(sprite.y, 250.0);
        animator.update(if more { 2.5 } else { 0.5 }, &mut sprite);
        let done = animator.events().last().map(|event| (event.tag, &event.kind));
        assert_eq!(done, Some((7, &AnimEventKind::Complete)));
        assert_eq!((sprite.y, animator.len()), (if more { 100.0 } else { 300.0 }, 0));
    }
}

#[test]
fn tween_42_targets_are_brought_to_their_ends() {
    let (mut animator, mut sprites) = (Animator::new(), vec![START; 2]);
    for key in 0..2u32 {
        animator.play(x(2.0, 300.0).on(key).tag(key));
        let turn = Tween::new(1.0).to(|s: &mut Sprite| &mut s.rotation, 9.0).delay(5.0);
        animator.play(Timeline::new().then(turn.on(key)));
    }
    animator.update(0.5, &mut sprites);
    animator.complete_target(1, &mut sprites);
    assert_eq!((sprites[1].x, sprites[1].rotation), (300.0, 9.0));
    assert_eq!((sprites[0].rotation, animator.len()), (0.0, 2));
    assert!(animator.events().iter().any(|e| e.tag == 1 && e.kind == AnimEventKind::Complete));
}

#[test]
fn t_68_max_step() {
    let mut animator = Animator::new();
    animator.max_step = Some(Span::secs(0.1));
    let mut sprite = START;
    animator.play(x(1.0, 200.0).ease(Ease::LINEAR));
    animator.update(1.0, &mut sprite);
    near(sprite.x, 110.0);
}

#[test]
fn tween_17_38_control_by_handle() {
    let mut animator = Animator::new();
    let mut sprite = START;
    let id = animator.play(x(2.0, 300.0).ease(Ease::LINEAR));
    animator.keep(id);
    animator.update(1.0, &mut sprite);
    animator.get_mut(id).expect("alive").pause();
    animator.update(1.0, &mut sprite);
    near(sprite.x, 200.0);
    animator.get_mut(id).expect("alive").set_speed(-0.5);
    animator.get_mut(id).expect("alive").resume();
    animator.update(1.0, &mut sprite);
    near(sprite.x, 150.0);
    animator.scale = 0.0;
    animator.update(1.0, &mut sprite);
    near(sprite.x, 150.0);
    animator.scale = 1.0;
    assert!(animator.complete(id, &mut sprite));
    assert_eq!(sprite.x, 300.0);
    animator.get_mut(id).expect("kept").restart();
    animator.update(1.0, &mut sprite);
    near(sprite.x, 150.0);
}

#[test]
fn tween_42_kill_by_target_and_property() {
    let mut animator = Animator::new();
    let mut sprites = vec![START; 2];
    for key in 0..2u32 {
        animator.play(x(1.0, 200.0).to(|s| &mut s.y, 200.0).ease(Ease::LINEAR).on(key).tag(key));
    }
    animator.update(0.5, &mut sprites);
    animator.kill_target(0);
    animator.kill_property(1, |s| &mut s.x, &mut sprites);
    animator.update(0.5, &mut sprites);
    assert_eq!((sprites[0].x, sprites[0].y), (150.0, 150.0));
    assert_eq!((sprites[1].x, sprites[1].y), (150.0, 200.0));
}

#[test]
fn tween_43_delayed_call() {
    let mut animator: Animator<Sprite> = Animator::new();
    let mut sprite = START;
    animator.call_after(0.5, 11);
    animator.update(0.4, &mut sprite);
    assert!(!animator.events().iter().any(|event| event.kind == AnimEventKind::Call));
    animator.update(0.4, &mut sprite);
    let call = animator.events().iter().find(|event| event.kind == AnimEventKind::Call);
    assert_eq!(call.map(|event| (event.tag, event.time)), Some((11, 0.5)));
}

#[test]
fn tween_44_defaults() {
    let mut animator = Animator::new();
    animator.defaults.ease = Ease::LINEAR;
    animator.defaults.duration = Span::secs(2.0);
    let mut sprite = START;
    animator.play(Tween::default().to(|s: &mut Sprite| &mut s.x, 200.0));
    animator.update(1.0, &mut sprite);
    assert_eq!(sprite.x, 150.0);
    // Whole numbers, but not where a goal says something of its own.
    animator.defaults.snapping = true;
    let own = goal(10.0).snapped(2.5);
    animator.play(Tween::default().to(|s: &mut Sprite| &mut s.x, 151.0).to(|s| &mut s.y, own));
    sprite.y = 0.0;
    animator.update(0.8, &mut sprite);
    assert_eq!((sprite.x, sprite.y), (150.0, 5.0));
    animator.update(0.4, &mut sprite);
    assert_eq!((sprite.x, sprite.y), (151.0, 5.0));
}
