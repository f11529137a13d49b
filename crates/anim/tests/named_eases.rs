//! Eases of CSS, GSAP and d3 by their names, against the formulas those define them by, in `f64`.

use core::f64::consts::TAU;
use motile_anim::{
    Direction, Ease, Family,
    classic::{
        D3_ELASTIC_IN, D3_ELASTIC_IN_OUT, D3_ELASTIC_OUT, d3_elastic, gsap_elastic, gsap_steps,
    },
    ease::StepJump,
};
use motile_geom::ops;

fn read(text: &str) -> Ease {
    text.parse().unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

/// Compares an ease with a formula at a thousand places, and at both ends.
fn assert_is(ease: Ease, formula: impl Fn(f64) -> f64) {
    for i in 0..=1000u16 {
        let t = f32::from(i) / 1000.0;
        let (got, want) = (f64::from(ease.at(t)), formula(f64::from(t)));
        assert!((got - want).abs() < 2e-6, "{ease} at {t}: {got}, not {want}");
    }
}

/// A direction of a formula that is given as its `In`.
fn directed(direction: Direction, f: impl Fn(f64) -> f64) -> impl Fn(f64) -> f64 {
    move |t| match direction {
        Direction::In => f(t),
        Direction::Out => 1.0 - f(1.0 - t),
        Direction::InOut if t < 0.5 => f(2.0 * t) / 2.0,
        Direction::InOut => 1.0 - f(2.0 - 2.0 * t) / 2.0,
        Direction::OutIn if t < 0.5 => (1.0 - f(1.0 - 2.0 * t)) / 2.0,
        Direction::OutIn => 0.5 + f(2.0 * t - 1.0) / 2.0,
    }
}

#[test]
fn power1_to_power4_are_the_polynomials_of_gsap() {
    for (name, exponent) in [("power1", 2.0), ("power2", 3.0), ("power3", 4.0), ("power4", 5.0)] {
        for direction in Direction::ALL {
            let formula = directed(direction, |t| ops::pow64(t, exponent));
            assert_is(read(&format!("{name}.{direction:?}")), formula);
        }
        assert_eq!(read(name), read(&format!("{name}.out")), "GSAP's default direction");
    }
    assert_eq!(read("power0"), Ease::LINEAR);
    assert_eq!(read("power2.inOut"), Ease::CUBIC_IN_OUT);
}

/// The curve by bisection of its time, which always rises.
fn bezier(x1: f64, y1: f64, x2: f64, y2: f64) -> impl Fn(f64) -> f64 {
    let curve = |a: f64, b: f64, s: f64| {
        let u = 1.0 - s;
        3.0 * u * u * s * a + 3.0 * u * s * s * b + s * s * s
    };
    move |t| {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if curve(x1, x2, middle) < t { low = middle } else { high = middle }
        }
        curve(y1, y2, f64::midpoint(low, high))
    }
}

#[test]
fn the_words_of_css_are_its_curves() {
    let table = [
        ("ease", [0.25, 0.1, 0.25, 1.0]),
        ("ease-in", [0.42, 0.0, 1.0, 1.0]),
        ("ease-out", [0.0, 0.0, 0.58, 1.0]),
        ("ease-in-out", [0.42, 0.0, 0.58, 1.0]),
    ];
    for (name, [x1, y1, x2, y2]) in table {
        assert_is(read(name), bezier(x1, y1, x2, y2));
        assert_eq!(read(name), read(&format!("cubic-bezier({x1}, {y1}, {x2}, {y2})")));
    }
    assert_eq!(read("ease-in"), Ease::CSS_EASE_IN);
    assert_is(read("cubic-bezier(0.1, -0.6, 0.2, 2.5)"), bezier(0.1, -0.6, 0.2, 2.5));
    for outside in ["cubic-bezier(-0.1, 0, 1, 1)", "cubic-bezier(0, 0, 1.1, 1)"] {
        assert!(outside.parse::<Ease>().is_err(), "{outside}");
    }
}

#[test]
fn steps_jump_where_css_says() {
    let jumps = [
        ("jump-end", StepJump::End, 0, 0),
        ("jump-start", StepJump::Start, 1, 0),
        ("jump-none", StepJump::None, 0, -1),
        ("jump-both", StepJump::Both, 1, 1),
    ];
    for (word, jump, first, more) in jumps {
        for count in [1i32, 2, 3, 7] {
            let text = format!("steps({count}, {word})");
            if count == 1 && jump == StepJump::None {
                assert!(text.parse::<Ease>().is_err(), "it would have no step");
                continue;
            }
            let ease = read(&text);
            assert_eq!(ease, Ease::css_steps(count as u32, jump));
            assert_eq!(read(&ease.to_string()), ease);
            for i in 0..=2520 {
                // Whole numbers: 2520 is a multiple of all counts.
                let steps = (i * count / 2520 + first).min(count + more);
                let want = f64::from(steps) / f64::from(count + more);
                // A little inside of the interval, where rounding cannot reach its border.
                let t = ((f64::from(i) + 1e-3) / 2520.0).min(1.0) as f32;
                assert!((f64::from(ease.at(t)) - want).abs() < 1e-6, "{text} at {t}");
            }
            assert_eq!(ease.at(1.0), 1.0);
        }
    }
    assert_eq!([read("step-start").at(0.0), read("step-end").at(0.999)], [1.0, 0.0]);
    assert_eq!(read("steps(4, start)"), read("steps(4, jump-start)"));
    assert_eq!(read("steps(4, end)"), read("steps(4)"));
    assert_eq!(Ease::css_steps(3, StepJump::Both).at(f32::NAN), 0.25);
}

#[test]
fn steps_of_gsap_rest_at_both_ends() {
    for n in [1u32, 2, 5, 12] {
        // The formula of its stepped ease.
        let formula = |t: f64| (f64::from(n + 1) * t.min(1.0 - 1e-8)).floor() / f64::from(n);
        let immediate = |t: f64| ((f64::from(n) * t.min(1.0 - 1e-8)).floor() + 1.0) / f64::from(n);
        for i in 0..1000u16 {
            let t = (f32::from(i) + 0.37) / 1000.0;
            let want = [formula(f64::from(t)), immediate(f64::from(t))];
            let got = [gsap_steps(n, false), gsap_steps(n, true)].map(|ease| f64::from(ease.at(t)));
            assert!(got.iter().zip(want).all(|(a, b)| (a - b).abs() < 1e-6), "{n} at {t}");
        }
        assert_eq!(read(&format!("gsap-steps({n})")), gsap_steps(n, false));
    }
    assert_eq!(gsap_steps(0, false), gsap_steps(1, false));
}

#[test]
fn polynomials_of_any_exponent() {
    for exponent in [0.5f32, 1.0, 1.7, 2.5, 3.0, 9.25] {
        for direction in Direction::ALL {
            let ease = Ease::power(exponent, direction);
            assert_is(ease, directed(direction, |t| ops::pow64(t, f64::from(exponent))));
            assert_eq!(read(&ease.to_string()), ease);
            assert_eq!(read(&format!("poly-{direction:?}({exponent})")), ease);
        }
    }
    assert_is(Ease::power(f32::NAN, Direction::In), |t| t);
    assert_is(Ease::power(-2.0, Direction::In), |t| t);
    assert!("poly(0)".parse::<Ease>().is_err() && "poly(1, 2)".parse::<Ease>().is_err());
}

#[test]
fn elastic_of_d3_is_scaled_to_begin_at_0() {
    // Its power of two, scaled to be 1 at 0 and 0 at 1.
    let tpmt = |x: f64| (ops::exp2_64(-10.0 * x) - 1.0 / 1024.0) * 1024.0 / 1023.0;
    for (amplitude, period) in [(1.0, 0.3), (1.5, 0.3), (2.5, 0.7), (0.4, 0.2)] {
        let a = f64::max(1.0, amplitude);
        let s = ops::asin64(1.0 / a) * period / TAU;
        let formula = |t: f64| a * tpmt(1.0 - t) * ops::sin64((s - (t - 1.0)) * TAU / period);
        for direction in Direction::ALL {
            let ease = d3_elastic(amplitude as f32, period as f32, direction);
            assert_is(ease, directed(direction, formula));
            assert_eq!(read(&ease.to_string()), ease);
        }
    }
    for (ease, direction) in [
        (D3_ELASTIC_IN, Direction::In),
        (D3_ELASTIC_OUT, Direction::Out),
        (D3_ELASTIC_IN_OUT, Direction::InOut),
    ] {
        assert_eq!(read(&format!("elastic-exact-{direction:?}")), ease);
    }
    // Penner's own begins with a jump: that is what the scale takes away.
    assert!(D3_ELASTIC_IN.at(1e-6).abs() < 1e-6 && Ease::ELASTIC_IN.at(1e-6).abs() > 4e-4);
}

#[test]
fn elastic_of_gsap_takes_any_amplitude() {
    for amplitude in [0.25f64, 0.5, 1.0, 1.2, 2.0, 3.0] {
        for period in [0.0, 0.3, 0.75] {
            for direction in [Direction::In, Direction::Out, Direction::InOut] {
                let usual = if direction == Direction::InOut { 0.45 } else { 0.3 };
                let p = if period > 0.0 { period } else { usual } / amplitude.min(1.0);
                let a = amplitude.max(1.0);
                let s = p / TAU * ops::asin64(1.0 / a);
                let out = move |t: f64| {
                    if t == 1.0 {
                        return 1.0;
                    }
                    a * ops::exp2_64(-10.0 * t) * ops::sin64((t - s) * TAU / p) + 1.0
                };
                let ease = gsap_elastic(amplitude as f32, period as f32, direction);
                // GSAP begins with the formula's own 0 or a thousandth; here it is 0 for certain.
                let formula = directed(direction, move |t| 1.0 - out(1.0 - t));
                assert_is(ease, |t| if t == 0.0 { 0.0 } else { formula(t) });
                assert_eq!(read(&ease.to_string()), ease);
                let text = format!("gsap-elastic.{direction:?}({amplitude}, {period})");
                assert_eq!(read(&text), ease);
            }
        }
    }
    assert_eq!(
        gsap_elastic(2.0, 0.0, Direction::Out).family,
        Family::ElasticSymmetric { amplitude: 2.0, period: 0.3 }
    );
}

#[test]
fn what_css_refuses_is_refused() {
    // A fraction was cut off, an empty list counted as ten, and signs that are no letters were passed over.
    for text in [
        "steps(2.7)",
        "steps(2.0)",
        "steps(0)",
        "steps(-3)",
        "steps()",
        "steps",
        "steps(1e2)",
        "steps(1000001)",
        "steps(5, jump!end)",
        "steps(5, end, end)",
        "gsap-steps(2.5)",
        "gsap-steps()",
        "gsap-steps(5, at once)",
        "ea!se",
        "cubic#in",
        "ease\u{e9}",
        "sine/in",
        "step+start",
        "power1:in",
    ] {
        assert!(text.parse::<Ease>().is_err(), "{text:?} was read as {:?}", text.parse::<Ease>());
    }
    for text in ["ease in", "Ease-In", "EASE_IN", "ease.in", " ease-in "] {
        assert_eq!(read(text), Ease::CSS_EASE_IN, "{text:?}");
    }
    assert_eq!(read("steps( 5 , Jump-None )"), Ease::css_steps(5, StepJump::None));
    assert_eq!(read("gsap-steps(5, immediate)"), gsap_steps(5, true));
    assert_eq!(read(&gsap_steps(5, true).to_string()), gsap_steps(5, true));
    assert_eq!(read(&gsap_steps(5, false).to_string()), gsap_steps(5, false));
}
