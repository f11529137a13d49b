//! Whatever numbers tiles, bodies, platforms, characters and cars have, nothing panics and nothing finite is lost.

mod check;

use check::check_any;
use motile_geom::Rng;

#[test]
fn tile_61_and_73_and_75_take_any_numbers() {
    let mut rng = Rng::new(20);
    for round in 0..500 {
        let odd = [0.0, 0.02, 0.2][round % 3];
        let byte = |rng: &mut Rng| if rng.chance(odd) { 127 } else { rng.below(256) as u8 };
        let data: Vec<u8> = (0..rng.below(400)).map(|_| byte(&mut rng)).collect();
        check_any(&data);
    }
}
