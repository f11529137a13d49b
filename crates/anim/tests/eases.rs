//! T-1…T-18 of the tween specification: the eases.

use motile_anim::{
    AnimError, Direction, Ease, Family, Spring,
    classic::penner,
    ease::{Oscillation, Wave, stepped},
};
use motile_geom::Rng;
use proptest::prelude::*;

/// Family, direction, values at 0.25, 0.5 and 0.75.
#[rustfmt::skip]
#[expect(clippy::approx_constant, reason = "sin 45° in the specification's digits")]
const TABLE: &[(Ease, f64, f64, f64)] = &[
    (Ease::QUAD_IN, 0.0625, 0.25, 0.5625),
    (Ease::QUAD_OUT, 0.4375, 0.75, 0.9375),
    (Ease::QUAD_IN_OUT, 0.125, 0.5, 0.875),
    (Ease::QUAD_OUT_IN, 0.375, 0.5, 0.625),
    (Ease::CUBIC_IN, 0.015625, 0.125, 0.421875),
    (Ease::CUBIC_OUT, 0.578125, 0.875, 0.984375),
    (Ease::CUBIC_IN_OUT, 0.0625, 0.5, 0.9375),
    (Ease::CUBIC_OUT_IN, 0.4375, 0.5, 0.5625),
    (Ease::QUART_IN, 0.00390625, 0.0625, 0.31640625),
    (Ease::QUART_OUT, 0.68359375, 0.9375, 0.99609375),
    (Ease::QUART_IN_OUT, 0.03125, 0.5, 0.96875),
    (Ease::QUART_OUT_IN, 0.46875, 0.5, 0.53125),
    (Ease::QUINT_IN, 0.0009765625, 0.03125, 0.2373046875),
    (Ease::QUINT_OUT, 0.7626953125, 0.96875, 0.9990234375),
    (Ease::QUINT_IN_OUT, 0.015625, 0.5, 0.984375),
    (Ease::QUINT_OUT_IN, 0.484375, 0.5, 0.515625),
    (Ease::SEXTIC_IN, 0.000244140625, 0.015625, 0.177978515625),
    (Ease::SEXTIC_OUT, 0.822021484375, 0.984375, 0.999755859375),
    (Ease::SEXTIC_IN_OUT, 0.0078125, 0.5, 0.9921875),
    (Ease::SEXTIC_OUT_IN, 0.4921875, 0.5, 0.5078125),
    (Ease::SINE_IN, 0.076120467489, 0.292893218813, 0.617316567635),
    (Ease::SINE_OUT, 0.382683432365, 0.707106781187, 0.923879532511),
    (Ease::SINE_IN_OUT, 0.146446609407, 0.5, 0.853553390593),
    (Ease::SINE_OUT_IN, 0.353553390593, 0.5, 0.646446609407),
    (Ease::EXPO_IN, 0.005524271728, 0.03125, 0.176776695297),
    (Ease::EXPO_OUT, 0.823223304703, 0.96875, 0.994475728272),
    (Ease::EXPO_IN_OUT, 0.015625, 0.5, 0.984375),
    (Ease::EXPO_OUT_IN, 0.484375, 0.5, 0.515625),
    (Ease::EXPO_EXACT_IN, 0.004552154692, 0.030303030303, 0.175971980434),
    (Ease::EXPO_EXACT_OUT, 0.824028019566, 0.969696969697, 0.995447845308),
    (Ease::EXPO_EXACT_IN_OUT, 0.015151515152, 0.5, 0.984848484848),
    (Ease::EXPO_EXACT_OUT_IN, 0.484848484848, 0.5, 0.515151515152),
    (Ease::CIRC_IN, 0.031754163448, 0.133974596216, 0.338562172234),
    (Ease::CIRC_OUT, 0.661437827766, 0.866025403784, 0.968245836552),
    (Ease::CIRC_IN_OUT, 0.066987298108, 0.5, 0.933012701892),
    (Ease::CIRC_OUT_IN, 0.433012701892, 0.5, 0.566987298108),
    (Ease::BACK_IN, -0.0641365625, -0.0876975, 0.1825903125),
    (Ease::BACK_OUT, 0.8174096875, 1.0876975, 1.0641365625),
    (Ease::BACK_IN_OUT, -0.09968184375, 0.5, 1.09968184375),
    (Ease::BACK_OUT_IN, 0.54384875, 0.5, 0.45615125),
    (Ease::ELASTIC_IN, -0.005524271728, -0.015625, 0.088388347648),
    (Ease::ELASTIC_OUT, 0.911611652352, 1.015625, 1.005524271728),
    (Ease::ELASTIC_IN_OUT, 0.011969444424, 0.5, 0.988030555576),
    (Ease::ELASTIC_OUT_IN, 0.5078125, 0.5, 0.4921875),
    (Ease::BOUNCE_IN, 0.02734375, 0.234375, 0.52734375),
    (Ease::BOUNCE_OUT, 0.47265625, 0.765625, 0.97265625),
    (Ease::BOUNCE_IN_OUT, 0.1171875, 0.5, 0.8828125),
    (Ease::BOUNCE_OUT_IN, 0.3828125, 0.5, 0.6171875),
];

#[test]
fn t_01_values() {
    for &(ease, quarter, half, three_quarters) in TABLE {
        assert_eq!((ease.at(0.0).to_bits(), ease.at(1.0)), (0, 1.0), "{ease}");
        for (t, want) in [(0.25, quarter), (0.5, half), (0.75, three_quarters)] {
            let got = ease.at(t) as f64;
            assert!((got - want).abs() < 1e-6, "{ease} at {t}: {got}, not {want}");
        }
    }
    for direction in Direction::ALL {
        let linear = Ease::new(Family::Linear, direction);
        assert_eq!([0.25, 0.5, 0.75].map(|t| linear.at(t)), [0.25, 0.5, 0.75]);
    }
}

/// Where an ease is lowest and highest, by a fine scan.
fn extremes(ease: Ease) -> ((f32, f32), (f32, f32)) {
    let (mut low, mut high) = ((0.0, f32::MAX), (0.0, f32::MIN));
    for i in 0..=100_000 {
        let t = i as f32 / 100_000.0;
        let e = ease.at(t);
        if e < low.1 {
            low = (t, e);
        }
        if e > high.1 {
            high = (t, e);
        }
    }
    (low, high)
}

fn near(got: (f32, f32), t: f32, value: f32, t_tolerance: f32) {
    assert!((got.1 - value).abs() < 1e-6, "{got:?}, not {value}");
    assert!((got.0 - t).abs() < t_tolerance, "{got:?}, not at {t}");
}

#[test]
fn t_02_t_03_back_extremes() {
    near(extremes(Ease::BACK_IN).0, 0.419_895, -0.100_004, 1e-3);
    near(extremes(Ease::BACK_OUT).1, 0.580_105, 1.100_004, 1e-3);
    let (low, high) = extremes(Ease::BACK_IN_OUT);
    near(low, 0.240_61, -0.100_151, 1e-3);
    near(high, 0.759_39, 1.100_151, 1e-3);
}

#[test]
fn t_04_t_05_elastic_extremes() {
    near(extremes(Ease::ELASTIC_OUT).1, 0.134_74, 1.373_098, 1e-3);
    near(extremes(Ease::ELASTIC_IN).0, 0.865_26, -0.373_098, 1e-3);
    let (low, high) = extremes(Ease::ELASTIC_IN_OUT);
    near(low, 0.404, -0.118_348, 1e-3);
    near(high, 0.596, 1.118_348, 1e-3);
}

fn values(ease: Ease) -> [f32; 3] {
    [ease.at(0.25), ease.at(0.5), ease.at(0.75)]
}

fn close(got: [f32; 3], want: [f32; 3]) {
    for (got, want) in got.into_iter().zip(want) {
        assert!((got - want).abs() < 1e-6, "{got}, not {want}");
    }
}

#[test]
fn t_06_back_with_overshoot_3() {
    close(values(Ease::back(3.0, Direction::In)), [-0.125, -0.25, 0.0]);
    close(values(Ease::back(3.0, Direction::Out)), [1.0, 1.25, 1.125]);
}

#[test]
fn t_07_elastic_with_amplitude_and_period() {
    let ease = Ease::elastic(2.0, 0.5, Direction::Out);
    close(values(ease), [1.176_776_7, 0.968_75, 1.005_524_3]);
    let small = Ease::elastic(0.2, 0.3, Direction::Out);
    assert_eq!(values(small), values(Ease::ELASTIC_OUT), "an amplitude below 1 counts as 1");
}

#[test]
fn t_08_out_mirrors_in() {
    let mut rng = Rng::new(8);
    for family in Family::ALL {
        let (inward, out) = (Ease::new(family, Direction::In), Ease::new(family, Direction::Out));
        for _ in 0..1000 {
            let t = rng.f32();
            let want = if family == Family::Linear { out.at(t) + inward.at(1.0 - t) } else { 1.0 };
            assert!((out.at(t) + inward.at(1.0 - t) - want).abs() < 1e-6, "{family:?} at {t}");
        }
    }
}

#[test]
fn t_09_monotone_families() {
    for family in Family::ALL {
        if matches!(family, Family::Back { .. } | Family::Elastic { .. } | Family::Bounce) {
            continue;
        }
        for direction in Direction::ALL {
            let ease = Ease::new(family, direction);
            let mut before = 0.0;
            for i in 0..=2000 {
                let e = ease.at(i as f32 / 2000.0);
                assert!(e >= before - 1e-7, "{ease} falls at {i}");
                before = e;
            }
        }
    }
}

#[test]
fn t_10_bounce_touches_one() {
    for t in [1.0 / 2.75, 2.0 / 2.75, 2.5 / 2.75] {
        assert!((Ease::BOUNCE_OUT.at(t) - 1.0).abs() < 1e-6);
    }
}

#[test]
fn t_11_names_of_the_six_engines() {
    let same = [
        ("Regular.easeInOut", Ease::QUAD_IN_OUT),
        ("Strong.easeOut", Ease::QUINT_OUT),
        ("None.easeNone", Ease::LINEAR),
        ("Circular.easeIn", Ease::CIRC_IN),
        ("Exponential.easeOut", Ease::EXPO_OUT),
        ("easeOutInSine", Ease::SINE_OUT_IN),
        ("EASEOUTEXPO", Ease::EXPO_OUT),
        ("quartic-in-out", Ease::QUART_IN_OUT),
        ("expo_exact_in", Ease::EXPO_EXACT_IN),
        ("steps(5)", Ease::steps(5)),
        ("backOut(2.5)", Ease::back(2.5, Direction::Out)),
        ("elastic.out(1, 0.5)", Ease::elastic(1.0, 0.5, Direction::Out)),
        ("cubic-bezier(0.25, 0.1, 0.25, 1)", Ease::bezier(0.25, 0.1, 0.25, 1.0)),
    ];
    for (text, ease) in same {
        assert_eq!(text.parse(), Ok(ease), "{text}");
    }
    for family in Family::ALL {
        for direction in Direction::ALL {
            let ease = Ease::new(family, direction);
            let parsed: Ease = ease.to_string().parse().expect("its own name");
            assert_eq!(values(parsed), values(ease), "{ease}");
        }
    }
}

#[test]
fn t_12_steps() {
    let got = [0.0, 0.25, 0.5, 0.75, 0.99, 1.0].map(|t| Ease::steps(10).at(t));
    assert_eq!(got, [0.0, 0.2, 0.5, 0.7, 0.9, 1.0]);
    assert_eq!(Ease::steps(0).at(0.9), 0.0);
}

#[test]
fn t_13_stepped_wrapper() {
    let steps = stepped(Ease::CUBIC_IN_OUT, 15).expect("15 steps");
    close([steps(0.25), steps(0.5), steps(0.75)], [1.0 / 15.0, 8.0 / 15.0, 14.0 / 15.0]);
    assert_eq!(stepped(Ease::LINEAR, 0).err(), Some(AnimError::NoSteps));
}

#[test]
fn t_14_oscillations() {
    let times = [0.0, 2.5, 5.0, 7.5, 10.0];
    let table = [
        (Wave::Sine, [0.0, 0.5, 1.0, 0.5, 0.0]),
        (Wave::AbsoluteSine, [1.0, 0.0, 1.0, 0.0, 1.0]),
        (Wave::Sawtooth, [0.0, 0.25, 0.5, 0.75, 0.0]),
        (Wave::Pulse { width: 0.5 }, [0.0, 0.0, 1.0, 1.0, 0.0]),
    ];
    for (wave, want) in table {
        for (time, want) in times.into_iter().zip(want) {
            assert!((wave.at(time, 0.1) - want).abs() < 1e-6, "{wave:?} at {time}");
        }
    }
    let ease = |snap| {
        let swing = Oscillation { snap, ..Oscillation::new(Wave::Sine, 3.0) };
        Ease::new(Family::Oscillate(swing), Direction::In)
    };
    assert_eq!((ease(true).at(1.0), ease(false).at(1.0)), (1.0, 0.0));
}

#[test]
fn t_15_random_is_seeded() {
    let ease = Ease::new(Family::Random { min: 0.2, max: 0.8, seed: 5 }, Direction::In);
    let other = Ease::new(Family::Random { min: 0.2, max: 0.8, seed: 6 }, Direction::In);
    let mut differ = 0;
    for i in 1..10_000 {
        let t = i as f32 / 10_000.0;
        assert!((0.2..=0.8).contains(&ease.at(t)));
        assert_eq!(ease.at(t), ease.at(t));
        differ += i32::from(ease.at(t) != other.at(t));
    }
    assert!(differ > 9_900);
    assert_eq!(ease.at(1.0), 1.0);
}

#[test]
fn t_16_bezier() {
    close(values(Ease::bezier(0.25, 0.1, 0.25, 1.0)), [0.408_510_6, 0.802_403_4, 0.960_459]);
    close(values(Ease::bezier(0.42, 0.0, 0.58, 1.0)), [0.129_161_93, 0.5, 0.870_838_07]);
    close(values(Ease::bezier(0.34, 1.56, 0.64, 1.0)), [0.816_289_2, 1.087_400_7, 1.059_646_9]);
    for steep in [
        Ease::bezier(0.0, 1.0, 0.0, 1.0),
        Ease::bezier(1.0, 0.0, 1.0, 0.0),
        Ease::bezier(1.0, 0.0, 0.0, 1.0),
    ] {
        assert!(values(steep).iter().all(|v| (0.0..=1.0).contains(v)), "{steep}");
    }
}

#[test]
fn t_17_spring_as_an_ease() {
    let spring = Spring::new(1.0, 100.0, 10.0);
    let ease = Ease::spring(spring);
    let t = 0.25 / spring.settle_time();
    assert!((ease.at(t) - 1.023_359_6).abs() < 1e-5);
    assert_eq!((ease.at(0.0), ease.at(1.0)), (0.0, 1.0));
}

#[test]
fn t_18_unknown_names_are_errors() {
    let error = "easeInOutCubix".parse::<Ease>().expect_err("no such ease");
    assert_eq!(
        error,
        AnimError::UnknownEase {
            name: "easeInOutCubix".into(),
            suggestion: "easeInOutCubic".into()
        }
    );
    assert!(error.to_string().contains("easeInOutCubic"));
    for bad in [
        "",
        "easing",
        "in",
        "(",
        "steps(0)",
        "steps(x)",
        "cubic(1)",
        "cubic-bezier(1,2)",
        "backOut(NaN)",
    ] {
        assert!(bad.parse::<Ease>().is_err(), "{bad:?}");
    }
}

#[test]
fn tween_3_four_arguments() {
    assert_eq!(penner(Ease::LINEAR, 0.5, 100.0, 400.0, 2.0), 200.0);
    assert_eq!(penner(Ease::LINEAR, 5.0, 100.0, 400.0, 0.0), 500.0);
}

#[test]
fn sampled_and_custom_are_exact_at_the_ends() {
    static TABLE: [f32; 3] = [0.5, 0.2, 0.7];
    let sampled = Ease::new(Family::Sampled(&TABLE), Direction::In);
    assert_eq!((sampled.at(0.0), sampled.at(0.5), sampled.at(1.0)), (0.0, 0.2, 1.0));
    assert!((sampled.at(0.25) - 0.35).abs() < 1e-6);
    assert_eq!(Ease::new(Family::Sampled(&[]), Direction::In).at(0.3), 0.3);
    let custom = Ease::custom(|t| 7.0 * t + 1.0);
    assert_eq!((custom.at(0.0), custom.at(0.5), custom.at(1.0)), (0.0, 4.5, 1.0));
}

proptest! {
    #[test]
    fn slices_and_single_values_have_the_same_bits(ts in prop::collection::vec(-0.5f32..1.5, 1..100), family in 0usize..13, direction in 0usize..4) {
        let ease = Ease::new(Family::ALL[family], Direction::ALL[direction]);
        let mut slice = ts.clone();
        ease.apply(&mut slice);
        for (t, e) in ts.iter().zip(&slice) {
            prop_assert_eq!(ease.at(*t).to_bits(), e.to_bits());
        }
    }

    #[test]
    fn every_number_gives_a_finite_one(bits in any::<u32>(), family in 0usize..13, direction in 0usize..4) {
        let t = f32::from_bits(bits);
        let e = Ease::new(Family::ALL[family], Direction::ALL[direction]).at(t);
        prop_assert!(e.is_finite() && e.abs() < 2.0, "{} at {}", e, t);
    }

    #[test]
    fn any_text_is_an_ease_or_an_error(text in ".*") {
        let _ = text.parse::<Ease>();
    }
}
