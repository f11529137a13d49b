//! Emitters of any numbers.

use motile_geom::vec2;
use motile_particles::{ColorRamp, Emitter, EmitterShape, LifeCurve, Particles};
use motile_pixels::Color;

/// Whatever an emitter says, there are never more particles than its limit, steps end, and its program text can be written.
pub fn run(data: &[u8]) {
    let mut numbers =
        data.chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]));
    let mut next = || numbers.next().unwrap_or(1.0);
    let emitter = Emitter {
        rate: next(),
        period: next(),
        shape: match data.len() % 3 {
            0 => EmitterShape::Point,
            1 => EmitterShape::Disc { radius: next() },
            _ => EmitterShape::Box { size: vec2(next(), next()) },
        },
        direction: next(),
        spread: next(),
        speed: (next(), next()),
        life: (next(), next()),
        size: (next(), next()),
        spin: (next(), next()),
        gravity: vec2(next(), next()),
        drag: next(),
        speed_over_life: LifeCurve::new(&[(next(), next()), (next(), next())]),
        alpha_over_life: LifeCurve::linear(next(), next()),
        colors: ColorRamp::new(&[Color::RED, Color::BLUE]),
        limit: 500,
        seed: data.len() as u64,
        ..Emitter::default()
    };
    assert!(!emitter.to_code().is_empty());
    let valid = emitter.is_valid();
    let mut particles = Particles::new(emitter);
    for dt in [1.0 / 60.0, next(), 0.5, f32::NAN, 1e9] {
        particles.burst(7);
        particles.step(dt);
        assert!(particles.len() <= 500, "{}", particles.len());
        assert!(!valid || particles.iter().all(|one| one.age >= 0.0), "ages count up");
    }
}

/// Seeds made by code.
pub fn built() -> Vec<Vec<u8>> {
    let bytes =
        |numbers: &[f32]| numbers.iter().flat_map(|it| it.to_le_bytes()).collect::<Vec<u8>>();
    vec![
        bytes(&[60.0, 0.0, 0.0, 3.0, 10.0, 90.0, 0.5, 2.0, 4.0, 8.0, 0.0, 1.0, 0.0, 98.0, 0.1]),
        bytes(&[1e9, 1e-9, 5.0, 6.0, -1.0, f32::MAX, 1e-30, 1e30, 0.0, -0.0, 9.0, 9.0, 9.0, 1e20]),
        [bytes(&[500.0, 2.0, 40.0, 30.0, 0.5, 1.0, 20.0, 80.0]), vec![0]].concat(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smoke;

    #[test]
    fn smoke() {
        smoke::run(&built(), 4_000, run);
    }
}
