//! The functions of the language beside those of another library.

use crate::common::source;
use motile_geom::ops;
use motile_kernel::{Kernel, Shader, Texture};

/// A function of two numbers over lists of them.
fn over(expression: &str, x: &[f32], y: &[f32]) -> Vec<f32> {
    let text = source(
        "input image1 a; input image1 b; output pixel1 dst;",
        &format!(
            "float x = sampleNearest(a, outCoord()); float y = sampleNearest(b, outCoord()); dst = {expression};"
        ),
    );
    let mut shader = Shader::new(&Kernel::compile(&text).unwrap());
    let count = x.len() as u32;
    shader.bind("a", &Texture::from_floats(count, 1, 1, x.to_vec()).unwrap()).unwrap();
    shader.bind("b", &Texture::from_floats(count, 1, 1, y.to_vec()).unwrap()).unwrap();
    let mut out = vec![0.0; x.len()];
    shader.run(count, 1, &mut out).unwrap();
    out
}

fn ramp(from: f32, to: f32) -> Vec<f32> {
    (0..20_000).map(|i| from + (to - from) * i as f32 / 19_999.0).collect()
}

/// The largest difference, as a share of `1` or of the value where that is larger and `relative` says so.
#[track_caller]
fn within(expression: &str, x: &[f32], expected: impl Fn(f32) -> f32, relative: bool, limit: f32) {
    for (x, found) in x.iter().zip(over(expression, x, x)) {
        let right = expected(*x);
        let scale = if relative { right.abs().max(1e-30) } else { 1.0 };
        let error = (found - right).abs() / scale;
        assert!(error <= limit, "{expression} at {x}: {found}, not {right}");
    }
}

#[test]
fn errors_are_as_stated() {
    // The other library's own error is half a unit in the last place: 6e-8.
    within("sin(x)", &ramp(-12_000.0, 12_000.0), ops::sin, false, 2.6e-7);
    within("cos(x)", &ramp(-12_000.0, 12_000.0), ops::cos, false, 2.6e-7);
    within("sin(x)", &ramp(90_000.0, 100_000.0), ops::sin, false, 2.1e-6);
    within("tan(x)", &ramp(-1.5, 1.5), ops::tan, true, 6e-7);
    within("asin(x)", &ramp(-1.0, 1.0), ops::asin, false, 4.6e-7);
    within("acos(x)", &ramp(-1.0, 1.0), ops::acos, false, 4.6e-7);
    within("atan(x)", &ramp(-50.0, 50.0), ops::atan, false, 4.6e-7);
    within("exp(x)", &ramp(-80.0, 80.0), ops::exp, true, 3.6e-7);
    within("log(x)", &ramp(2.0, 5000.0), ops::ln, true, 3.6e-7);
    within("log(x)", &ramp(0.5, 2.0), ops::ln, false, 1.6e-7);
    within("pow(x, 2.2)", &ramp(0.01, 1.0), |x| ops::pow(x, 2.2), true, 3.6e-7 * 15.7);
}

/// The error of a function of two numbers beside one in `f64`, over pairs of numbers: the largest, by a measure.
fn largest(
    expression: &str,
    pairs: &[(f32, f32)],
    error: impl Fn(f64, (f32, f32)) -> f64,
) -> (f64, (f32, f32)) {
    let (x, y): (Vec<f32>, Vec<f32>) = pairs.iter().copied().unzip();
    let found = over(expression, &x, &y).into_iter().zip(pairs);
    let errors = found.map(|(found, &pair)| (error(f64::from(found), pair), pair));
    errors.fold((0.0, (0.0, 0.0)), |worst, now| if now.0 > worst.0 { now } else { worst })
}

#[test]
fn errors_of_powers_and_logarithms_to_base_2_are_as_stated() {
    let pairs = |list: Vec<f32>| list.into_iter().map(|x| (x, x)).collect::<Vec<_>>();
    let relative = |found: f64, right: f64| ((found - right) / right).abs();
    // Within the normal numbers, where a share of the value can be held.
    for (from, to) in [(-125.9, 127.9), (-1.0, 1.0), (-0.01, 0.01)] {
        let (worst, at) = largest("exp2(x)", &pairs(ramp(from, to)), |found, (x, _)| {
            relative(found, ops::exp2_64(f64::from(x)))
        });
        assert!(worst > 0.0 && worst <= 3e-7, "exp2: {worst:e} at {at:?}");
    }
    for (from, to) in [(2.0, 5e6), (1e-6, 0.5)] {
        let (worst, at) = largest("log2(x)", &pairs(ramp(from, to)), |found, (x, _)| {
            relative(found, ops::log2_64(f64::from(x)))
        });
        assert!(worst > 0.0 && worst <= 3e-7, "log2: {worst:e} at {at:?}");
    }
    let (worst, at) = largest("log2(x)", &pairs(ramp(0.75, 1.4)), |found, (x, _)| {
        (found - ops::log2_64(f64::from(x))).abs()
    });
    assert!(worst > 0.0 && worst <= 1e-7, "log2: {worst:e} at {at:?}");
    for y in [-7.5, -1.0, 0.01, 0.5, 3.0, 11.25] {
        let pairs: Vec<(f32, f32)> = ramp(0.001, 90.0).into_iter().map(|x| (x, y)).collect();
        let (worst, at) = largest("pow(x, y)", &pairs, |found, (x, y)| {
            let (x, y) = (f64::from(x), f64::from(y));
            relative(found, ops::pow64(x, y)) / (1.0 + (y * ops::log2_64(x)).abs())
        });
        assert!(worst > 0.0 && worst <= 3e-7, "pow: {worst:e} at {at:?}");
    }
}

/// Points all around, from the smallest numbers to the largest.
#[test]
fn errors_of_angles_of_points_are_as_stated() {
    let mut points = Vec::new();
    for scale in [1e-37, 1e-3, 1.0, 7.7e4, 1e37f32] {
        for turn in 0..4000 {
            let (sin, cos) = ops::sin_cos(turn as f32 * core::f32::consts::TAU / 4000.0);
            points.push((sin * scale, cos * scale));
        }
    }
    let (worst, at) = largest("atan(x, y)", &points, |found, (y, x)| {
        (found - ops::atan2_64(f64::from(y), f64::from(x))).abs()
    });
    assert!(worst > 0.0 && worst <= 4e-7, "atan: {worst:e} at {at:?}");
}

#[test]
fn square_roots_are_those_of_the_processor() {
    let mut numbers = ramp(0.0, 3.0);
    numbers.extend([f32::MIN_POSITIVE, f32::from_bits(1), f32::MAX, 2.0, 1e-20]);
    for (x, found) in numbers.iter().zip(over("sqrt(x)", &numbers, &numbers)) {
        assert_eq!(found.to_bits(), x.sqrt().to_bits(), "{x}");
    }
    for (x, found) in numbers.iter().zip(over("inverseSqrt(x)", &numbers, &numbers)) {
        assert_eq!(found.to_bits(), (1.0 / x.sqrt()).to_bits(), "{x}");
    }
}

/// The count of quarter turns is rounded first: beside an odd eighth the angle may come out on the far side.
#[test]
fn sine_and_cosine_hold_beside_the_eighths_of_large_circles() {
    let mut places = Vec::new();
    for quarter in (0..7600).step_by(19) {
        let edge = (quarter as f32 + 0.5) * core::f32::consts::FRAC_PI_2;
        places.extend([edge.next_down(), edge, edge.next_up()]);
    }
    within("sin(x)", &places, ops::sin, false, 2.6e-7);
    within("cos(x)", &places, ops::cos, false, 2.6e-7);
}

#[test]
fn edges_of_functions() {
    let inf = f32::INFINITY;
    let one = |expression: &str, x: f32, y: f32| over(expression, &[x], &[y])[0];
    assert_eq!(one("exp2(x)", 200.0, 0.0), inf);
    assert_eq!(one("exp2(x)", -200.0, 0.0), 0.0);
    assert_eq!(one("exp2(x)", -149.0, 0.0).to_bits(), 1);
    assert_eq!(one("log2(x)", 0.0, 0.0), -inf);
    assert_eq!(one("log2(x)", f32::from_bits(1), 0.0), -149.0);
    assert_eq!(one("log2(x)", inf, 0.0), inf);
    assert_eq!(one("pow(x, y)", 0.0, 0.0), 1.0);
    assert_eq!(one("pow(x, y)", 0.0, 2.0), 0.0);
    assert_eq!(one("atan(x, y)", 0.0, 0.0), 0.0);
    let diagonal = one("atan(x, y)", inf, inf) - core::f32::consts::FRAC_PI_4;
    assert!(diagonal.abs() < 1e-7, "{diagonal}");
    assert_eq!(one("min(x, y)", f32::NAN, 1.0).to_bits(), f32::NAN.to_bits());
    for (expression, x) in [
        ("sin(x)", inf),
        ("sin(x)", f32::NAN),
        ("log(x)", -1.0),
        ("asin(x)", 1.5),
        ("exp(x)", f32::NAN),
        ("pow(x, 0.5)", -1.0),
        ("sqrt(x)", -1.0),
        ("atan(x, 1.0)", f32::NAN),
    ] {
        // One NaN for all platforms.
        assert_eq!(one(expression, x, 0.0).to_bits(), f32::NAN.to_bits(), "{expression} {x}");
    }
    assert!(one("sin(x)", 3.0e30, 0.0).abs() <= 1.0);
}
