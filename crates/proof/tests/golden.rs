//! The machinery proves itself: what matches passes, what differs fails and leaves its pictures.

use motile_pixels::{Color, Surface};
use motile_proof::{
    Bless, GoldenHash, PictureTolerance, Place, check_hashes, check_picture, golden, golden_hash,
};
use std::{fs, path::Path};

/// Empty folders of its own for each test.
fn place(test: &str) -> Place {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("golden").join(test);
    let _ = fs::remove_dir_all(&folder);
    Place { golden: folder.join("expected"), failures: folder.join("failures") }
}

fn picture() -> Surface {
    let mut picture = Surface::filled(8, 6, Color::hex(0x20_40_60)).unwrap();
    for i in 0..6 {
        picture.set(i, i, Color::ORANGE.with_alpha(40 * i as u8 + 55));
    }
    picture
}

fn read(path: &Path) -> Surface {
    Surface::from_png(&fs::read(path).unwrap()).unwrap()
}

#[test]
fn golden_picture_in_git_matches() {
    golden("diagonal", &picture());
}

#[test]
fn golden_hash_in_git_matches() {
    golden_hash("proof/constant", 250, 1, 0x0123_4567_89ab_cdef);
}

#[test]
fn a_missing_picture_fails_and_is_left_to_look_at() {
    let place = place("missing");
    let check = |bless| check_picture(&place, &bless, "new", &picture(), PictureTolerance::EXACT);
    let message = check(Bless::Nothing).unwrap_err();
    assert!(message.contains("no golden picture") && message.contains("bless new"), "{message}");
    assert_eq!(read(&place.failure("new")).bytes(), picture().bytes());
    assert!(!place.picture("new").exists());
}

#[test]
fn blessing_writes_the_picture_and_then_it_matches() {
    let place = place("bless");
    let check =
        |bless| check_picture(&place, &bless, "topic/new", &picture(), PictureTolerance::EXACT);
    assert!(check(Bless::Matching("other".into())).is_err());
    assert_eq!(check(Bless::Matching("topic".into())), Ok(()));
    assert_eq!(check(Bless::Nothing), Ok(()));
    assert!(!place.failure("topic/new").exists(), "a pass removes the failure of before");
}

#[test]
fn a_mismatch_fails_and_leaves_three_pictures_side_by_side() {
    let place = place("mismatch");
    check_picture(&place, &Bless::All, "a", &picture(), PictureTolerance::EXACT).unwrap();
    let mut other = picture();
    other.set(7, 0, Color::RED);
    let message =
        check_picture(&place, &Bless::Nothing, "a", &other, PictureTolerance::EXACT).unwrap_err();
    assert!(message.contains("1 pixels differ"), "{message}");
    assert!(message.contains("(7, 0) is #FF0000, expected #204060"), "{message}");
    let sheet = read(&place.failure("a"));
    assert_eq!((sheet.width(), sheet.height()), (8 * 3 + 4 * 2, 6));
    assert_eq!(sheet.get(7, 0), Some(Color::RED), "actual");
    assert_eq!(sheet.get(12 + 7, 0), Some(Color::hex(0x20_40_60)), "expected");
    assert_eq!(sheet.get(24 + 7, 0), Some(Color::rgb(0xFF - 0x20, 0, 0)), "difference");
    assert_eq!(read(&place.picture("a")).bytes(), picture().bytes(), "the golden one stays");
}

#[test]
fn another_size_fails() {
    let place = place("size");
    check_picture(&place, &Bless::All, "a", &picture(), PictureTolerance::EXACT).unwrap();
    let small = Surface::new(3, 9).unwrap();
    let tolerance = PictureTolerance::new(255, u32::MAX);
    let message = check_picture(&place, &Bless::Nothing, "a", &small, tolerance).unwrap_err();
    assert!(message.contains("size (3, 9), expected (8, 6)"), "{message}");
    assert!(place.failure("a").exists());
}

#[test]
fn tolerances_are_exact_about_what_they_tolerate() {
    let place = place("tolerance");
    let solid = Surface::opaque(4, 4, Color::rgb(100, 100, 100)).unwrap();
    check_picture(&place, &Bless::All, "a", &solid, PictureTolerance::EXACT).unwrap();
    let mut near = solid.clone();
    near.set(0, 0, Color::rgb(102, 100, 100));
    near.set(1, 0, Color::rgb(100, 98, 100));
    let passes = |channel, pixels| {
        let tolerance = PictureTolerance::new(channel, pixels);
        check_picture(&place, &Bless::Nothing, "a", &near, tolerance).is_ok()
    };
    assert!(passes(2, 0) && passes(1, 2) && passes(0, 2));
    assert!(!passes(1, 1) && !passes(0, 0));
}

#[test]
fn bad_names_and_broken_files_are_errors() {
    let place = place("bad");
    let check =
        |name| check_picture(&place, &Bless::All, name, &picture(), PictureTolerance::EXACT);
    assert!(check("../outside").unwrap_err().contains("cannot be called"));
    fs::create_dir_all(&place.golden).unwrap();
    fs::write(place.picture("broken"), b"no picture").unwrap();
    assert!(check("broken").unwrap_err().contains("broken.png"));
}

fn run(id: &str, hash: u64) -> GoldenHash {
    GoldenHash { id: id.into(), ticks: 250, seed: 7, hash }
}

#[test]
fn hashes_are_blessed_compared_and_kept_in_order() {
    let place = place("hashes");
    let runs = [run("b", 2), run("a", 0xfeed)];
    let message = check_hashes(&place, &Bless::Nothing, &runs).unwrap_err();
    assert_eq!(message.matches("expected no line").count(), 2, "{message}");
    check_hashes(&place, &Bless::All, &runs).unwrap();
    check_hashes(&place, &Bless::Nothing, &runs).unwrap();
    let text = fs::read_to_string(place.hashes()).unwrap();
    assert_eq!(text, "# id ticks seed hash\na 250 7 000000000000feed\nb 250 7 0000000000000002\n");
    let changed = [run("b", 3), run("a", 0xfeed)];
    let message = check_hashes(&place, &Bless::Matching("a".into()), &changed).unwrap_err();
    assert!(
        message
            .contains("b after 250 ticks with seed 7: 0000000000000003, expected 0000000000000002")
    );
    assert_eq!(fs::read_to_string(place.hashes()).unwrap(), text, "nothing was accepted");
}

#[test]
fn broken_hash_files_say_which_line() {
    let place = place("broken-hashes");
    fs::create_dir_all(&place.golden).unwrap();
    for text in
        ["# ok\na 1 2\n", "# ok\na 1 2 12\n", "a 1 2 0000000000000001\na 1 2 0000000000000002\n"]
    {
        fs::write(place.hashes(), text).unwrap();
        let message = check_hashes(&place, &Bless::All, &[run("a", 1)]).unwrap_err();
        assert!(message.contains("line 2"), "{message}");
    }
    assert!(check_hashes(&place, &Bless::All, &[run("two words", 1)]).is_err());
}

#[test]
fn property_tests_are_the_same_each_time() {
    use proptest::test_runner::{Config, RngSeed};
    assert!(matches!(Config::default().rng_seed, RngSeed::Fixed(_)), "see .cargo/config.toml");
}
