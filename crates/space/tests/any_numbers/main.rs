//! Any numbers at all: nothing panics, and what comes out can be drawn.

mod check;

use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3000) })]

    #[test]
    fn any_numbers_are_ordered_and_projected(data in proptest::collection::vec(any::<u8>(), 0..1600)) {
        check::check_any(&data);
    }
}
