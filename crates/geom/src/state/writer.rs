//! State on its way into bytes.

/// Collects the bytes of a state; [`SaveState`](super::SaveState) says what is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StateWriter {
    bytes: Vec<u8>,
}

impl StateWriter {
    /// No bytes yet.
    pub const fn new() -> Self {
        Self { bytes: Vec::new() }
    }

    /// No bytes yet, in the memory of others.
    pub fn reusing(mut bytes: Vec<u8>) -> Self {
        bytes.clear();
        Self { bytes }
    }

    /// What was written.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Adds bytes as they are.
    #[inline]
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Adds a list: how many items there are, then each of them by `save`. Items beyond 2³² − 1 are left out.
    pub fn list<I>(
        &mut self,
        items: impl ExactSizeIterator<Item = I>,
        mut save: impl FnMut(&mut Self, I),
    ) {
        let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
        self.bytes(&count.to_le_bytes());
        let start = self.bytes.len();
        items.take(count as usize).for_each(|item| save(self, item));
        // A reader believes a length only when as many bytes follow. Items that write nothing are made up for.
        let least = start + count as usize;
        if self.bytes.len() < least {
            self.bytes.resize(least, 0);
        }
    }
}
