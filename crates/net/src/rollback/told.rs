//! What two peers tell each other of states that differ: one of the states, and the hashes of those that led to it.

/// Bytes behind state and hashes: the first tick of the hashes, and how many there are.
const TAIL: usize = 8;

/// Hashes of the states before a tick and the ticks after it.
pub(super) type Trace<'a> = (u32, &'a [u32]);

/// What a peer told.
#[derive(Debug, PartialEq)]
pub(super) struct Told<'a> {
    pub(super) state: &'a [u8],
    first: u32,
    hashes: Vec<u32>,
}

impl Told<'_> {
    pub(super) fn trace(&self) -> Trace<'_> {
        (self.first, &self.hashes)
    }
}

/// A state and its trace as bytes.
pub(super) fn encode(state: &[u8], (first, hashes): Trace<'_>) -> Vec<u8> {
    let mut bytes = state.to_vec();
    let words = hashes.iter().copied().chain([first, hashes.len() as u32]);
    words.for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
    bytes
}

/// The state and its trace; `None` when the bytes are shorter than they say.
pub(super) fn decode(bytes: &[u8]) -> Option<Told<'_>> {
    let (rest, tail) = bytes.split_at_checked(bytes.len().checked_sub(TAIL)?)?;
    let &[first, count] = words(tail).as_slice() else { return None };
    let length = (count as usize).checked_mul(4)?;
    let (state, hashes) = rest.split_at_checked(rest.len().checked_sub(length)?)?;
    Some(Told { state, first, hashes: words(hashes) })
}

fn words(bytes: &[u8]) -> Vec<u32> {
    let (words, _) = bytes.as_chunks();
    words.iter().map(|&word| u32::from_le_bytes(word)).collect()
}

/// The tick that two traces show to be played differently: equal before it, and not after. `None` when there is none, or when
/// they differ from their beginning on.
pub(super) fn first_difference(ours: Trace<'_>, theirs: Trace<'_>) -> Option<u32> {
    let begin = ours.0.max(theirs.0);
    let [ours, theirs] = [ours, theirs]
        .map(|(first, hashes)| hashes.get((begin - first) as usize..).unwrap_or_default());
    let equal = ours.iter().zip(theirs).take_while(|(ours, theirs)| ours == theirs).count();
    let is_found = equal > 0 && equal < ours.len().min(theirs.len());
    is_found.then(|| begin.saturating_add(equal as u32 - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_first_tick_that_differs_is_the_one_after_the_last_equal_state() {
        let find = first_difference;
        assert_eq!(find((90, &[1, 2, 3]), (90, &[1, 2, 4])), Some(91));
        assert_eq!(find((90, &[1, 2, 3]), (91, &[2, 4, 4])), Some(91), "one knows more");
        assert_eq!(find((90, &[1, 2, 3]), (90, &[9, 2, 3])), None, "from the beginning on");
        assert_eq!(find((90, &[1, 2, 3]), (90, &[1, 2, 3])), None);
        assert_eq!(find((90, &[1, 2, 3]), (0, &[])), None);
        assert_eq!(find((90, &[1, 2]), (u32::MAX, &[1])), None);
    }

    proptest! {
        #[test]
        fn states_and_traces_come_back(state: Vec<u8>, first: u32, hashes: Vec<u32>, cut in 1usize..60) {
            let bytes = encode(&state, (first, &hashes));
            prop_assert_eq!(decode(&bytes), Some(Told { state: &state, first, hashes }));
            decode(&bytes[..bytes.len().saturating_sub(cut)]);
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>, ours: Vec<u32>, first: u32) {
            if let Some(theirs) = decode(&bytes) {
                first_difference((first, &ours), theirs.trace());
            }
        }
    }
}
