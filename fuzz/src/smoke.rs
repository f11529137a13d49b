//! Seeds and seeded mutations, for machines without a fuzzer.

use motile_geom::Rng;

/// Calls `target` with nothing, with every seed and with `mutations` random changes of them; the same ones each time.
pub(crate) fn run(seeds: &[Vec<u8>], mutations: u32, target: fn(&[u8])) {
    assert!(!seeds.is_empty(), "mutations of nothing find nothing");
    target(&[]);
    seeds.iter().for_each(|seed| target(seed));
    let mut rng = Rng::new(2026);
    for _ in 0..mutations {
        let mut data = rng.pick(seeds).cloned().unwrap_or_default();
        for _ in 0..=rng.below(4) {
            mutate(&mut data, seeds, &mut rng);
        }
        target(&data);
    }
}

/// One change: a bit, a byte, a lost tail, a repeated part, an inserted number, a part of another seed.
fn mutate(data: &mut Vec<u8>, seeds: &[Vec<u8>], rng: &mut Rng) {
    let length = data.len() as u32;
    let at = rng.below(length.max(1)) as usize;
    match rng.below(6) {
        0 if length > 0 => data[at] ^= 1 << rng.below(8),
        1 if length > 0 => data[at] = rng.u32() as u8,
        2 => data.truncate(at),
        3 if length > 0 => data.extend_from_within(at..),
        4 => {
            let number = [0, 1, 0x7F, 0x80, 0xFF][rng.below(5) as usize];
            data.splice(at.min(data.len())..at.min(data.len()), [number; 4]);
        }
        _ => {
            let other = rng.pick(seeds).map(Vec::as_slice).unwrap_or_default();
            data.truncate(at);
            data.extend_from_slice(&other[rng.below(other.len() as u32) as usize..]);
        }
    }
}

#[test]
fn the_same_mutations_each_time() {
    use std::cell::RefCell;
    thread_local!(static SEEN: RefCell<Vec<Vec<u8>>> = const { RefCell::new(vec![]) });
    let note = |data: &[u8]| SEEN.with_borrow_mut(|seen| seen.push(data.to_vec()));
    run(&[b"abc".to_vec(), vec![]], 100, note);
    run(&[b"abc".to_vec(), vec![]], 100, note);
    let seen = SEEN.take();
    assert_eq!(seen.len(), 206);
    assert_eq!(seen[..103], seen[103..]);
    assert!(seen.iter().filter(|data| *data != b"abc").count() > 150);
}
