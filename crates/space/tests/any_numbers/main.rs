//! Any numbers at all: nothing panics, and what comes out can be drawn.

mod check;
#[cfg(feature = "stage")]
mod check_space3d;

use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3000) })]

    #[test]
    fn any_numbers_are_ordered_and_projected(data in proptest::collection::vec(any::<u8>(), 0..1600)) {
        check::check_any(&data);
    }
}

#[cfg(feature = "stage")]
proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn any_numbers_are_painted_and_hit(data in proptest::collection::vec(any::<u8>(), 0..1200)) {
        check_space3d::check_space3d(&data);
    }
}
