//! What can be read off a world: energy, momentum, errors.

use super::World;
use motile_geom::Vec2;

/// Sums over a whole world. In units of mass, pixels and seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measures {
    /// Energy of motion.
    pub kinetic: f32,
    /// Energy of height under gravity, 0 at the origin.
    pub potential: f32,
    /// Energy in soft sticks.
    pub elastic: f32,
    /// Mass times velocity of what can move.
    pub momentum: Vec2,
    /// Spin about the origin, clockwise on the screen.
    pub angular_momentum: f32,
    /// Largest share by which a rigid stick is too long or too short.
    pub worst_strain: f32,
    /// Root of the mean square of those shares.
    pub strain: f32,
}

impl Measures {
    /// All energies together.
    pub fn energy(&self) -> f32 {
        self.kinetic + self.potential + self.elastic
    }
}

impl World {
    /// Adds everything up, in `f64` inside.
    pub fn measures(&self) -> Measures {
        let mut sums = [0.0f64; 6];
        let [kinetic, potential, elastic, momentum_x, momentum_y, spin] = &mut sums;
        for slot in self.points.slots().filter(|&slot| self.points.moves(slot)) {
            let mass = f64::from(self.points.mass[slot]);
            let at = self.points.position(slot).as_dvec2();
            let v = self.points.way(slot).as_dvec2() / f64::from(self.last);
            *kinetic += 0.5 * mass * v.length_squared();
            *potential -= mass * self.gravity.as_dvec2().dot(at);
            *momentum_x += mass * v.x;
            *momentum_y += mass * v.y;
            *spin += mass * at.perp_dot(v);
        }
        let (mut worst, mut squares, mut rigid) = (0.0f64, 0.0f64, 0u32);
        for slot in self.sticks.slots() {
            let stretch = f64::from(self.sticks.stretch(slot, &self.points));
            let compliance = f64::from(self.sticks.compliance[slot]);
            if compliance > 0.0 {
                *elastic += 0.5 * stretch * stretch / compliance;
            } else {
                let strain = (stretch / f64::from(self.sticks.length[slot])).abs();
                worst = worst.max(strain);
                squares += strain * strain;
                rigid += 1;
            }
        }
        let [kinetic, potential, elastic, momentum_x, momentum_y, spin] = sums;
        Measures {
            kinetic: kinetic as f32,
            potential: potential as f32,
            elastic: elastic as f32,
            momentum: Vec2::new(momentum_x as f32, momentum_y as f32),
            angular_momentum: spin as f32,
            worst_strain: worst as f32,
            strain: (squares / f64::from(rigid.max(1))).sqrt() as f32,
        }
    }
}
