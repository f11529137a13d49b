//! TWEEN-1…TWEEN-46 of the tween specification: one test for each capability whose name no other test
//! carries.

use motile_anim::{
    AnimError, AnimEvent, AnimEventKind, AnimPlayer, Animator, Defaults, Direction, Ease, Family,
    Interrupt, Overwrite, Position, Properties, Property, Span, Spring, Stagger, Timeline,
    TimelineAlign, Tween, approach,
    classic::penner,
    ease::{Oscillation, Wave, sampled, stepped},
    goal, tween_from_text,
};
use motile_geom::{Affine2, Vec2, Vec3, Vec4, vec2};

#[derive(Clone, Copy, Debug, PartialEq)]
struct Sprite {
    x: f32,
    y: f32,
    rotation: f32,
}

const START: Sprite = Sprite { x: 100.0, y: 100.0, rotation: 0.0 };

impl Properties for Sprite {
    fn property(name: &str) -> Option<Property<Self>> {
        match name {
            "x" => Some(Property::F32(|s| &mut s.x)),
            "y" => Some(Property::F32(|s| &mut s.y)),
            _ => None,
        }
    }
}

fn x(secs: f64, end: f32) -> Tween<Sprite> {
    Tween::new(secs).to(|s: &mut Sprite| &mut s.x, end).ease(Ease::LINEAR)
}

fn y(secs: f64, end: f32) -> Tween<Sprite> {
    Tween::new(secs).to(|s: &mut Sprite| &mut s.y, end).ease(Ease::LINEAR)
}

/// The value of a tween of a number at a time.
fn number(tween: Tween<f32>, start: f32, time: f64) -> f32 {
    let mut value = start;
    AnimPlayer::new(tween).seek(time, &mut value);
    value
}

fn player(timeline: Timeline<Sprite>) -> AnimPlayer<Sprite> {
    AnimPlayer::new(timeline)
}

fn near(got: f32, want: f32) {
    assert!((got - want).abs() <= 1e-5 * want.abs().max(1.0), "{got}, not {want}");
}

fn kinds(events: &[AnimEvent]) -> Vec<(u32, AnimEventKind)> {
    events.iter().map(|event| (event.tag, event.kind.clone())).collect()
}

#[test]
fn tween_1_simple_easing_does_not_depend_on_the_frame_rate() {
    // Half the way in each sixtieth of a second, however the second is cut.
    let after =
        |steps: u32| (0..steps).fold(0.0, |x, _| approach(x, 100.0, 0.5, 0.1 / steps as f32));
    near(after(6), 100.0 - 100.0 / 64.0);
    near(after(1), after(6));
    near(after(100), after(6));
}

#[test]
fn tween_2_progress_is_clamped_at_both_ends() {
    let tween = || Tween::new(2.0).from_to(|x: &mut f32| x, 10.0, 30.0).ease(Ease::QUAD_IN);
    for (time, want) in [(-1.0, 10.0), (0.0, 10.0), (1.0, 15.0), (2.0, 30.0), (9.0, 30.0)] {
        assert_eq!(number(tween(), 0.0, time), want, "at {time}");
    }
}

#[test]
fn tween_4_every_engine_finds_its_families() {
    let families = [
        ("None.easeNone", Family::Linear),
        ("Regular.easeIn", Family::Quad),
        ("Strong.easeIn", Family::Quint),
        ("Quadratic.easeIn", Family::Quad),
        ("Quartic.easeIn", Family::Quart),
        ("Quintic.easeIn", Family::Quint),
        ("Exponential.easeIn", Family::Expo),
        ("Circular.easeIn", Family::Circ),
        ("easeInCubic", Family::Cubic),
        ("Sextic.easeIn", Family::Sextic),
        ("easeInSine", Family::Sine),
        ("Back.easeIn", Family::BACK),
        ("Elastic.easeIn", Family::ELASTIC),
        ("Bounce.easeIn", Family::Bounce),
        ("stepped", Ease::steps(10).family),
    ];
    for (name, family) in families {
        assert_eq!(name.parse::<Ease>().map(|ease| ease.family), Ok(family), "{name}");
    }
}

#[test]
fn tween_5_directions_are_made_of_in() {
    for family in [Family::Quad, Family::Cubic, Family::Sine, Family::Circ, Family::Bounce] {
        let ease = |direction, t| Ease::new(family, direction).at(t);
        for k in 0..=100 {
            let t = k as f32 / 100.0;
            let (mirrored, halves, outside) = if t < 0.5 {
                let out = 1.0 - ease(Direction::In, 1.0 - 2.0 * t);
                (1.0 - ease(Direction::In, 1.0 - t), ease(Direction::In, 2.0 * t) / 2.0, out / 2.0)
            } else {
                let late = 1.0 - ease(Direction::In, 2.0 - 2.0 * t) / 2.0;
                let inner = 0.5 + ease(Direction::In, 2.0 * t - 1.0) / 2.0;
                (1.0 - ease(Direction::In, 1.0 - t), late, inner)
            };
            near(ease(Direction::Out, t), mirrored);
            near(ease(Direction::InOut, t), halves);
            near(ease(Direction::OutIn, t), outside);
        }
    }
}

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "the formulas are checked by the platform's functions"
)]
fn tween_6_formulas() {
    // Against the formulas themselves, in f64, over the whole range.
    let s = 1.70158;
    let elastic = |t: f64| {
        let u = t - 1.0;
        -(10.0 * u).exp2() * ((u - 0.075) * core::f64::consts::TAU / 0.3).sin()
    };
    let formulas: [(Family, &dyn Fn(f64) -> f64); 9] = [
        (Family::Quart, &|t| t.powi(4)),
        (Family::Quint, &|t| t.powi(5)),
        (Family::Sextic, &|t| t.powi(6)),
        (Family::Sine, &|t| 1.0 - (t * core::f64::consts::FRAC_PI_2).cos()),
        (Family::Expo, &|t| (10.0 * (t - 1.0)).exp2()),
        (Family::ExpoExact, &|t| ((10.0 * t).exp2() - 1.0) / 1023.0),
        (Family::Circ, &|t| 1.0 - (1.0 - t * t).sqrt()),
        (Family::BACK, &|t| t * t * ((s + 1.0) * t - s)),
        (Family::ELASTIC, &elastic),
    ];
    for (family, formula) in formulas {
        let ease = Ease::new(family, Direction::In);
        assert_eq!((ease.at(0.0), ease.at(1.0)), (0.0, 1.0), "{family:?}");
        for k in 1..1000 {
            let t = k as f32 / 1000.0;
            let want = formula(t as f64) as f32;
            assert!((ease.at(t) - want).abs() < 2e-6, "{family:?} at {t}: {} {want}", ease.at(t));
        }
    }
}

#[test]
fn tween_7_extras_of_kitchen_sync() {
    assert_eq!(Ease::steps(4).at(0.6), 0.5);
    let halves = stepped(Ease::LINEAR, 2).expect("two steps");
    assert_eq!((halves(0.2), halves(0.3), halves(0.8)), (0.0, 0.5, 1.0));
    assert!(stepped(Ease::LINEAR, 0).is_err());
    let random = Ease::new(Family::Random { min: 0.2, max: 0.8, seed: 7 }, Direction::In);
    assert!((0.2..=0.8).contains(&random.at(0.5)));
    assert_eq!((random.at(0.5), random.at(1.0)), (random.at(0.5), 1.0));
    assert_ne!(random.at(0.5), random.at(0.51));
    near(Wave::Sine.at(2.5, 0.1), 0.5);
    let swings = Ease::new(Family::Oscillate(Oscillation::new(Wave::Sine, 2.0)), Direction::In);
    near(swings.at(0.25), 1.0);
    near(swings.at(0.5), 0.0);
}

#[test]
fn tween_8_parameters_are_part_of_the_ease() {
    assert_ne!(Ease::back(3.0, Direction::In), Ease::BACK_IN);
    assert_eq!(Ease::back(1.70158, Direction::In), Ease::BACK_IN);
    near(Ease::back(3.0, Direction::In).at(0.5), -0.25);
    assert_eq!("back-out(2.5)".parse(), Ok(Ease::back(2.5, Direction::Out)));
    assert_eq!("elasticOut(2, 0.5)".parse(), Ok(Ease::elastic(2.0, 0.5, Direction::Out)));
    assert_eq!("steps(5)".parse(), Ok(Ease::steps(5)));
}

#[test]
fn tween_9_defaults_of_the_ease() {
    let plain = || Tween::new(1.0).to(|s: &mut Sprite| &mut s.x, 200.0);
    let at_half = |anim: Timeline<Sprite>, defaults: &Defaults| {
        let mut sprite = START;
        AnimPlayer::with_defaults(anim, defaults).seek(0.5, &mut sprite);
        sprite.x
    };
    // Quad Out, unless whoever plays it or a timeline around it says otherwise.
    let (quad, linear) =
        (Defaults::default(), Defaults { ease: Ease::LINEAR, ..Default::default() });
    assert_eq!(at_half(Timeline::new().then(plain()), &quad), 175.0);
    assert_eq!(at_half(Timeline::new().then(plain()), &linear), 150.0);
    let inner = Timeline::new().then(plain());
    assert_eq!(at_half(Timeline::new().then(inner).ease(Ease::QUAD_IN), &linear), 125.0);
    let own = Timeline::new().then(plain().ease(Ease::CUBIC_IN)).ease(Ease::QUAD_IN);
    assert_eq!(at_half(own, &linear), 112.5);
}

#[test]
fn tween_10_custom_eases_and_names() {
    assert_eq!(Ease::custom(|t| t * t * t * t).at(0.5), 0.0625);
    assert_eq!(sampled([0.0, 0.8, 1.0])(0.25), 0.4);
    assert_eq!("EASEINOUTCUBIC".parse(), Ok(Ease::CUBIC_IN_OUT));
    assert_eq!("cubic-bezier(0.42,0,0.58,1)".parse(), Ok(Ease::bezier(0.42, 0.0, 0.58, 1.0)));
    let error = "easeInOutCubix".parse::<Ease>().expect_err("no such ease");
    assert!(error.to_string().contains("easeInOutCubic"), "{error}");
    let power = 3.0;
    let closure = Tween::new(1.0).to(|x: &mut f32| x, 8.0).ease_with(move |t| t * t * power / 3.0);
    assert_eq!(number(closure, 0.0, 0.5), 2.0);
    let spring = Ease::spring(Spring::with_frequency(2.0, 0.5));
    assert!((1..100).any(|k| spring.at(k as f32 / 100.0) > 1.05), "it swings too far");
}

#[test]
fn tween_11_units_of_duration() {
    let length = |span: Span| {
        let tween = Tween::new(span).to(|x: &mut f32| x, 1.0);
        AnimPlayer::new(tween).duration()
    };
    assert_eq!(length(Span::from(1.5f32)), 1.5);
    assert_eq!(length(Span::ms(1500.0)), 1.5);
    assert_eq!(length(Span::frames(36.0, 24.0)), 1.5);
    assert_eq!(length("1.5s".parse().expect("a time")), 1.5);
    assert_eq!(length(core::time::Duration::from_millis(1500).into()), 1.5);
}

#[test]
fn tween_12_time_text_in_a_tween() {
    let tween =
        tween_from_text::<Sprite>([("x", "200"), ("time", "1 sec, 12fr"), ("delay", ":01")]);
    let tween = tween.expect("sound");
    assert_eq!(AnimPlayer::new(tween).duration(), 2.5);
    assert_eq!(Span::parse("2:00;15", 30.0), Ok(Span::from(120.5)));
    let wrong = tween_from_text::<Sprite>([("time", "3 parsecs")]);
    assert_eq!(wrong.err(), Some(AnimError::BadTimeText { at: 2 }));
}

#[test]
fn tween_13_descriptions_play_when_they_are_told_to() {
    let slide = x(1.0, 200.0);
    let (mut sprite, mut animator) = (START, Animator::new());
    animator.update(5.0, &mut sprite);
    assert_eq!(sprite, START, "a description alone does nothing");
    let id = animator.play(slide);
    animator.get_mut(id).expect("added").pause();
    animator.update(5.0, &mut sprite);
    assert_eq!(sprite, START, "added, but held");
    animator.get_mut(id).expect("still there").resume();
    animator.update(0.5, &mut sprite);
    assert_eq!(sprite.x, 150.0);
}

#[test]
fn tween_14_delay_is_the_tweens_own() {
    // After its place in the sequence, and start values are read when it is over.
    let story = Timeline::new().then(x(1.0, 200.0)).then(x(1.0, 300.0).delay(0.5));
    let (mut sprite, mut player) = (START, player(story));
    assert_eq!(player.duration(), 2.5);
    player.seek(1.25, &mut sprite);
    assert_eq!(sprite.x, 200.0);
    sprite.x = 100.0;
    player.seek(2.0, &mut sprite);
    assert_eq!(sprite.x, 200.0, "half way from where it was put during the delay");
}

#[test]
fn tween_15_local_time_is_clock_minus_start() {
    let (mut by_steps, mut by_clock) = (START, START);
    let (mut a, mut b) = (Animator::new(), Animator::new());
    a.update_to(1e6, &mut by_steps);
    b.update_to(1e6, &mut by_clock);
    a.play(x(10.0, 800.0).ease(Ease::SINE_IN_OUT));
    b.play(x(10.0, 800.0).ease(Ease::SINE_IN_OUT));
    // A tenth as f32 is a little more than a tenth: what counts is the sum of whole nanoseconds.
    for _ in 0..37 {
        a.update(0.1, &mut by_steps);
    }
    let step = (0.1f32 as f64 * 1e9).round();
    b.update_to((1e15 + 37.0 * step) / 1e9, &mut by_clock);
    assert_eq!(by_steps.x.to_bits(), by_clock.x.to_bits());
    assert_eq!(a.time(), b.time());
}

#[test]
fn tween_16_long_steps_slow_down_instead_of_jumping() {
    let (mut sprite, mut animator) = (START, Animator::new());
    animator.max_step = Some(Span::ms(100.0));
    animator.play(x(1.0, 200.0));
    for _ in 0..3 {
        animator.update(5.0, &mut sprite);
    }
    near(sprite.x, 130.0);
    animator.update(0.05, &mut sprite);
    near(sprite.x, 135.0);
}

#[test]
fn tween_19_absolute_and_relative_are_told_apart() {
    let at_end = |text| {
        let mut sprite = START;
        let tween = tween_from_text::<Sprite>([("x", text), ("time", "1s")]).expect("sound");
        AnimPlayer::new(tween).seek(1.0, &mut sprite);
        sprite.x
    };
    assert_eq!((at_end("800"), at_end("+=800"), at_end("-=30")), (800.0, 900.0, 70.0));
    assert_eq!(number(Tween::new(1.0).by(|x: &mut f32| x, -5.0), 7.0, 1.0), 2.0);
    assert_eq!(number(Tween::new(1.0).to(|x: &mut f32| x, -5.0), 7.0, 1.0), -5.0);
}

#[test]
fn tween_20_many_properties_in_one() {
    let tween = x(2.0, 300.0).to(|s| &mut s.y, 0.0).by(|s| &mut s.rotation, 90.0);
    let (mut sprite, mut player) = (START, AnimPlayer::new(tween));
    player.seek(1.0, &mut sprite);
    assert_eq!(sprite, Sprite { x: 200.0, y: 50.0, rotation: 45.0 });
    assert_eq!(player.events().len(), 1, "one start for all of them");
}

#[test]
fn tween_21_arrays_share_an_ease() {
    let (start, end) = (vec![0.0, 10.0, 100.0], vec![1.0, 20.0, 300.0]);
    let tween = Tween::new(1.0).from_to(|v: &mut Vec<f32>| v, start.clone(), end);
    let mut values = start.clone();
    AnimPlayer::new(tween.ease(Ease::QUAD_IN)).seek(0.5, &mut values);
    assert_eq!(values, [0.25, 12.5, 150.0]);
    let uneven = Tween::new(1.0).from_to(|v: &mut Vec<f32>| v, start, vec![1.0]);
    let error = AnimPlayer::try_new(uneven).err();
    assert_eq!(error, Some(AnimError::LengthsDiffer { from: 3, to: 1 }));
}

#[test]
fn tween_23_many_objects_in_one_call() {
    let all = |make: fn(u32) -> Tween<Sprite, u32>| {
        let mut sprites = vec![START; 4];
        let group = Timeline::stagger(0..4u32, Stagger::default(), |_, key| make(key));
        AnimPlayer::new(group).seek(0.25, &mut sprites);
        sprites
    };
    assert!(all(|key| x(1.0, 300.0).on(key)).iter().all(|s| s.x == 150.0), "all to");
    let from =
        |key| Tween::new(1.0).from(|s: &mut Sprite| &mut s.x, 0.0).ease(Ease::LINEAR).on(key);
    assert!(all(from).iter().all(|s| s.x == 25.0), "all from");
}

#[test]
fn tween_24_clones_for_other_targets() {
    let original = Tween::new(2.0)
        .from_to(|s: &mut Sprite| &mut s.x, 0.0, 10.0)
        .ease(Ease::QUAD_IN)
        .delay(1.0)
        .on(0u32);
    let mut sprites = [START; 2];
    let mut first = AnimPlayer::new(original.clone());
    let mut second = AnimPlayer::new(original.on(1u32));
    first.seek(2.0, &mut sprites);
    assert_eq!((sprites[0].x, sprites[1].x), (2.5, 100.0));
    second.seek(3.0, &mut sprites);
    assert_eq!((sprites[0].x, sprites[1].x), (2.5, 10.0));
    // Reversed: the clone plays from its end.
    second.reverse();
    second.update(1.0, &mut sprites);
    assert_eq!(sprites[1].x, 2.5);
}

#[test]
fn tween_25_any_numeric_property() {
    #[derive(Clone, Debug, Default, PartialEq)]
    struct Thing {
        depth: Vec3,
        weights: Vec4,
        count: u16,
        exact: f64,
        pose: Affine2,
        shader: [f32; 3],
        visible: bool,
    }
    let tween = Tween::new(1.0)
        .to(|t: &mut Thing| &mut t.depth, Vec3::new(2.0, 4.0, 6.0))
        .to(|t| &mut t.weights, Vec4::splat(2.0))
        .to(|t| &mut t.count, 1001)
        .to(|t| &mut t.exact, 1e-300)
        .from_to(|t| &mut t.pose, Affine2::IDENTITY, Affine2::from_translation(vec2(8.0, 0.0)))
        .to(|t| &mut t.shader, [0.0, 1.0, 2.0])
        .to(|t| &mut t.visible, true)
        .ease(Ease::LINEAR);
    let (mut thing, mut player) = (Thing::default(), AnimPlayer::new(tween));
    player.seek(0.5, &mut thing);
    assert_eq!((thing.depth, thing.weights), (Vec3::new(1.0, 2.0, 3.0), Vec4::ONE));
    assert_eq!((thing.count, thing.exact, thing.shader), (501, 5e-301, [0.0, 0.5, 1.0]));
    assert_eq!((thing.pose.translation, thing.visible), (vec2(4.0, 0.0), false));
    player.seek(1.0, &mut thing);
    assert!(thing.visible);
}

#[cfg(feature = "color")]
#[test]
fn tween_27_special_values() {
    use motile_anim::{Goal, MotionPath};
    use motile_pixels::Color;
    #[derive(Default)]
    struct Scene {
        tint: Color,
        volume: f32,
        frame: u32,
        text: String,
        place: Vec2,
        visible: bool,
    }
    const WORDS: &str = "motion";
    let path = MotionPath::polyline(&[vec2(0.0, 0.0), vec2(10.0, 0.0), vec2(10.0, 10.0)]);
    let tween = Tween::new(1.0)
        .to(|s: &mut Scene| &mut s.tint, goal(Color::WHITE).oklab())
        .to(|s| &mut s.volume, goal(1.0).clamped(0.0, 1.0))
        .to(|s| &mut s.frame, 8)
        .drive(|s, v| s.text = WORDS[..(v * WORDS.len() as f32) as usize].to_owned())
        .to(|s| &mut s.place, Goal::along(&path))
        .from_to(|s| &mut s.visible, true, false)
        .ease(Ease::LINEAR);
    let mut scene = Scene { tint: Color::BLACK, ..Scene::default() };
    let mut player = AnimPlayer::new(tween);
    player.seek(0.5, &mut scene);
    assert_eq!((scene.volume, scene.frame, &*scene.text), (0.5, 4, "mot"));
    assert_eq!((scene.place, scene.visible), (vec2(10.0, 0.0), true));
    // Half way to the eye is darker than half the number.
    assert!((90..110).contains(&scene.tint.r) && scene.tint.r == scene.tint.g);
    player.seek(1.0, &mut scene);
    assert_eq!((scene.tint, &*scene.text, scene.visible), (Color::WHITE, "motion", false));
}

#[test]
fn tween_28_every_kind_of_event() {
    let (mut sprite, mut animator) = (START, Animator::new());
    let pulse = x(1.0, 200.0).repeat(1).yoyo().tag(1).report_updates();
    let id = animator.play(pulse);
    animator.keep(id);
    animator.update(0.5, &mut sprite);
    assert_eq!(kinds(animator.events()), [(1, AnimEventKind::Start), (1, AnimEventKind::Update)]);
    animator.update(1.0, &mut sprite);
    assert_eq!(kinds(animator.events()), [(1, AnimEventKind::Repeat), (1, AnimEventKind::Update)]);
    assert_eq!(animator.events()[0].time, 1.0, "the exact time, not that of the update");
    animator.update(1.0, &mut sprite);
    assert_eq!(
        kinds(animator.events()),
        [(1, AnimEventKind::Complete), (1, AnimEventKind::Update)]
    );
    animator.get_mut(id).expect("kept").reverse();
    animator.update(9.0, &mut sprite);
    let back = [AnimEventKind::Repeat, AnimEventKind::ReverseComplete, AnimEventKind::Update];
    assert_eq!(kinds(animator.events()), back.map(|kind| (1, kind)));
    assert!(animator.events().iter().all(|event| event.id == id));
    animator.kill(id);
    let killed = AnimEventKind::Interrupted(Interrupt::Killed);
    assert_eq!(animator.events().last().map(|event| event.kind.clone()), Some(killed));
}

#[test]
fn tween_29_the_last_value_is_the_end_to_the_bit() {
    for ease in [Ease::ELASTIC_OUT, Ease::EXPO_IN_OUT, Ease::SINE_IN, Ease::BACK_IN_OUT] {
        let (start, end) = (0.1f32, 0.700_000_05);
        let tween = || Tween::new(0.3).to(|x: &mut f32| x, end).ease(ease);
        let (mut value, mut player) = (start, AnimPlayer::new(tween()));
        while !player.is_finished() {
            player.update(0.007, &mut value);
        }
        assert_eq!(value.to_bits(), end.to_bits());
        player.reverse();
        while !player.is_finished() {
            player.update(0.007, &mut value);
        }
        assert_eq!(value.to_bits(), start.to_bits());
    }
    for k in 1..100 {
        let inside = number(Tween::new(1.0).to(|x: &mut f32| x, 1.0), 0.0, k as f64 / 100.0);
        assert!(inside > 0.0 && inside < 1.0);
    }
}

#[test]
fn tween_30_parallel_ends_with_the_longest() {
    let group = Timeline::parallel([x(3.0, 400.0).tag(1), y(1.0, 0.0).tag(2)]).tag(9);
    let (mut sprite, mut player) = (START, player(group));
    player.update(1.5, &mut sprite);
    assert_eq!((sprite.x, sprite.y), (250.0, 0.0));
    assert!(!player.is_finished());
    player.update(1.5, &mut sprite);
    assert_eq!(
        kinds(player.events()),
        [(1, AnimEventKind::Complete), (9, AnimEventKind::Complete)]
    );
}

#[test]
fn tween_31_sequence_by_reading_what_is_complete() {
    let (mut sprite, mut animator) = (START, Animator::new());
    animator.play(x(1.0, 200.0).tag(1));
    let mut log = Vec::new();
    for _ in 0..8 {
        animator.update(0.5, &mut sprite);
        let done: Vec<u32> = animator
            .events()
            .iter()
            .filter(|event| event.kind == AnimEventKind::Complete)
            .map(|event| event.tag)
            .collect();
        for tag in done {
            log.push(tag);
            if tag == 1 {
                animator.play(y(1.0, 200.0).tag(2));
            }
        }
    }
    assert_eq!((log, sprite.x, sprite.y), (vec![1, 2], 200.0, 200.0));
}

#[test]
fn tween_32_sequence_by_delays() {
    let by_delays = Timeline::parallel([x(3.0, 800.0), y(3.0, 400.0).delay(3.0)]);
    let by_order = Timeline::sequence([x(3.0, 800.0), y(3.0, 400.0)]);
    let (mut a, mut b) = (player(by_delays), player(by_order));
    let (mut one, mut two) = (START, START);
    for k in 0..=24 {
        a.seek(k as f64 * 0.25, &mut one);
        b.seek(k as f64 * 0.25, &mut two);
        assert_eq!(one, two, "at {}", k as f64 * 0.25);
    }
}

#[test]
fn tween_33_sequences_can_be_played_again() {
    let (mut sprite, mut player) =
        (START, player(Timeline::sequence([x(1.0, 200.0), y(1.0, 0.0)])));
    player.update(2.0, &mut sprite);
    assert!(player.is_finished());
    player.start().expect("it has ended");
    player.update(0.5, &mut sprite);
    assert_eq!((sprite.x, sprite.y), (150.0, 100.0));
    assert_eq!(player.start(), Err(AnimError::AlreadyRunning));
}

#[test]
fn tween_34_groups_in_groups_to_any_depth() {
    // 0.5 s to wait at every level, twice as fast at every level.
    let mut group = Timeline::new().then(x(1.0, 200.0));
    for _ in 0..10 {
        group = Timeline::new().wait(0.5).then(group).scale(2.0);
    }
    let mut player = player(group);
    let mut sprite = START;
    let waits = (1..=10).map(|level| 0.5 / f64::from(1u32 << level)).sum::<f64>();
    let length = 1.0 / 1024.0;
    assert!((player.duration() - waits - length).abs() < 2e-8);
    player.seek(waits + length * 0.5, &mut sprite);
    assert!((sprite.x - 150.0).abs() < 0.01, "{}", sprite.x);
    player.seek(waits - 1e-6, &mut sprite);
    assert_eq!(sprite.x, 100.0);
}

#[test]
fn tween_35_alignment_never_begins_before_the_group() {
    // The second ends 2 s before the first and is 3 s long: all move back by 3 s.
    let items = [x(2.0, 0.0).tag(1), y(3.0, 0.0).tag(2)];
    let (mut sprite, mut player) =
        (START, player(Timeline::aligned(TimelineAlign::End, 2.0, items)));
    player.update(99.0, &mut sprite);
    let start = |tag| {
        let mut events = player.events().iter();
        events.find(|e| e.tag == tag && e.kind == AnimEventKind::Start).map(|e| e.time)
    };
    assert_eq!((start(1), start(2)), (Some(3.0), Some(0.0)));
    assert_eq!(player.duration(), 5.0);
}

#[test]
fn tween_36_linked_tweens_lose_no_time() {
    let linked = Timeline::new().then(x(1.0, 200.0)).then(y(1.0, 200.0));
    let (mut sprite, mut player) = (START, player(linked));
    player.update(1.25, &mut sprite);
    assert_eq!((sprite.x, sprite.y), (200.0, 125.0));
}

#[test]
fn tween_39_seek_progress_and_single_frames() {
    let (mut sprite, mut player) = (START, AnimPlayer::new(x(1.0, 200.0)));
    player.seek(0.25, &mut sprite);
    assert_eq!(sprite.x, 125.0);
    player.set_progress(0.75);
    player.update(0.0, &mut sprite);
    assert_eq!((sprite.x, player.progress()), (175.0, 0.75));
    // One frame back, one on: no jump.
    player.update(-0.125, &mut sprite);
    assert_eq!(sprite.x, 162.5);
    player.update(0.125, &mut sprite);
    assert_eq!(sprite.x, 175.0);
    player.reverse();
    player.update(0.0, &mut sprite);
    assert_eq!(sprite.x, 175.0, "turning round does not jump");
    player.seek(f64::INFINITY, &mut sprite);
    assert_eq!(sprite.x, 200.0);
    // The progress itself is tweened.
    let mut progress = 1.0f32;
    let rewind = Tween::new(2.0).to(|p: &mut f32| p, 0.0).ease(Ease::LINEAR);
    AnimPlayer::new(rewind).seek(1.0, &mut progress);
    player.set_progress(progress);
    player.update(0.0, &mut sprite);
    assert_eq!(sprite.x, 150.0);
    // On to another value from the present one.
    let (mut sprite, mut animator) = (START, Animator::new());
    animator.play(x(1.0, 200.0));
    animator.update(0.5, &mut sprite);
    animator.play(x(1.0, 0.0));
    animator.update(0.5, &mut sprite);
    assert_eq!((sprite.x, animator.len()), (75.0, 1));
}

#[test]
fn tween_40_repeat_yoyo_and_the_wait_between() {
    let pulse = || Tween::new(1.0).from_to(|x: &mut f32| x, 0.0, 10.0).ease(Ease::LINEAR);
    let loops = pulse().repeat(2).repeat_delay(0.5);
    let table = [(0.5, 5.0), (1.25, 10.0), (1.75, 2.5), (2.75, 10.0), (4.0, 10.0), (9.0, 10.0)];
    for (time, want) in table {
        assert_eq!(number(loops.clone(), 0.0, time), want, "at {time}");
    }
    assert_eq!(AnimPlayer::new(loops).duration(), 4.0);
    let there_and_back = pulse().yoyo().forever();
    for (time, want) in [(0.25, 2.5), (1.25, 7.5), (1_000_000.25, 2.5), (1_000_001.25, 7.5)] {
        assert_eq!(number(there_and_back.clone(), 0.0, time), want, "at {time}");
    }
    assert_eq!(AnimPlayer::new(there_and_back).duration(), f64::INFINITY);
}

#[test]
fn tween_41_overwriting_is_auto_and_judged_at_the_start() {
    let mut animator: Animator<Sprite> = Animator::new();
    assert_eq!(animator.defaults.overwrite, Overwrite::Auto);
    let mut sprite = START;
    animator.play(x(2.0, 300.0).to(|s| &mut s.y, 300.0).tag(1));
    animator.play(x(1.0, 0.0).delay(1.0).tag(2));
    animator.update(0.5, &mut sprite);
    assert_eq!(sprite.x, 150.0, "what waits takes nothing");
    animator.update(1.0, &mut sprite);
    let lost = AnimEventKind::Interrupted(Interrupt::PartlyOverwritten);
    let event = animator.events().iter().find(|event| event.kind == lost).expect("x is lost");
    assert_eq!((event.tag, event.time), (1, 1.0));
    assert_eq!((sprite.x, sprite.y), (100.0, 250.0));
    for (text, mode) in [
        ("0", Overwrite::None),
        ("1", Overwrite::All),
        ("2", Overwrite::Auto),
        ("3", Overwrite::Concurrent),
    ] {
        assert_eq!(text.parse(), Ok(mode));
    }
}

#[test]
fn tween_45_the_engine_owns_what_it_plays() {
    let mut animator = Animator::new();
    let mut sprites = vec![START; 3];
    // The handle is dropped at once.
    let _ = animator.play(x(1.0, 200.0).on(0u32));
    let gone = animator.play(x(1.0, 200.0).on(2).tag(5));
    animator.update(0.5, &mut sprites);
    assert_eq!((sprites[0].x, sprites[2].x), (150.0, 150.0));
    sprites.truncate(2);
    animator.update(0.25, &mut sprites);
    let event = (5, AnimEventKind::Interrupted(Interrupt::TargetGone));
    assert_eq!(kinds(animator.events()), [event]);
    assert_eq!((animator.get(gone), animator.len(), sprites[0].x), (None, 1, 175.0));
    // Its place is used again; the old handle names nothing.
    let newer = animator.play(x(1.0, 0.0).on(1));
    assert!(newer != gone && !animator.kill(gone) && animator.get(newer).is_some());
}

#[test]
fn tween_46_names_and_numbers_are_checked() {
    // In code all three do not compile, see the documentation of `Tween`.
    let error = |settings: [(&str, &str); 1]| tween_from_text::<Sprite>(settings).err();
    assert_eq!(error([("dog", "1")]), Some(AnimError::UnknownProperty("dog".into())));
    let dog = AnimError::NotANumber { name: "x".into(), text: "dog".into() };
    assert_eq!(error([("x", "dog")]), Some(dog));
    assert!(matches!(error([("ease", "easeInOutCubix")]), Some(AnimError::UnknownEase { .. })));
    assert_eq!(error([("y", "1e3")]), None);
}

#[test]
fn tween_3_the_classic_form_is_the_normal_one() {
    for k in 0..=20 {
        let t = k as f32 * 0.1;
        let want = 100.0 + 700.0 * Ease::BACK_OUT.at(t / 2.0);
        near(penner(Ease::BACK_OUT, t, 100.0, 700.0, 2.0), want);
    }
    assert!((1..20).any(|k| penner(Ease::BACK_OUT, k as f32 * 0.1, 0.0, 1.0, 2.0) > 1.0));
}

#[test]
fn tween_18_start_only_and_both() {
    // A start alone ends where the value was; two values do not care.
    let from = |start| Tween::new(1.0).from(|x: &mut f32| x, start).ease(Ease::LINEAR);
    assert_eq!((number(from(0.0), 80.0, 0.0), number(from(0.0), 80.0, 1.0)), (0.0, 80.0));
    let both = || Tween::new(1.0).from_to(|x: &mut f32| x, 2.0, 4.0).ease(Ease::LINEAR);
    assert_eq!((number(both(), 80.0, 0.5), number(both(), -7.0, 0.5)), (3.0, 3.0));
}

#[test]
fn tween_37_marks_of_a_timeline_in_one_story() {
    let story = Timeline::new()
        .then(x(1.0, 200.0))
        .label("middle")
        .pause_at(Position::label("middle"))
        .call(3, Position::Label("middle".into(), Span::ms(500.0)))
        .then(y(1.0, 200.0));
    let (mut sprite, mut player) = (START, player(story));
    player.update(5.0, &mut sprite);
    assert_eq!(
        (player.time(), player.is_paused(), player.current_label()),
        (1.0, true, Some("middle"))
    );
    player.resume();
    player.update(5.0, &mut sprite);
    let call = player.events().iter().find(|event| event.kind == AnimEventKind::Call);
    assert_eq!(call.map(|event| (event.tag, event.time)), Some((3, 1.5)));
}
