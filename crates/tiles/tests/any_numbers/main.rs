//! Whatever numbers come from outside, nothing panics and nothing finite is lost.

mod check;

use check::check_any;
use motile_geom::Rng;

/// Heaps of random boxes and bodies: mostly small numbers, some of any bits.
#[test]
fn iso_x1_and_x7_take_any_numbers() {
    let mut rng = Rng::new(12);
    for round in 0..3000 {
        let odd = [0.0, 0.02, 0.2][round % 3];
        let byte = |rng: &mut Rng| if rng.chance(odd) { 127 } else { rng.below(256) as u8 };
        let data: Vec<u8> = (0..rng.below(500)).map(|_| byte(&mut rng)).collect();
        check_any(&data);
    }
}
