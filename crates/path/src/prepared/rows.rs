//! Lists of different lengths in one vector.

/// Rows that can be read one after another and replaced one by one.
#[derive(Clone, Debug)]
pub(crate) struct Rows<T> {
    /// Where each row begins, and how long it is.
    spans: Vec<(u32, u32)>,
    items: Vec<T>,
    /// Items that no row holds.
    waste: u32,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self { spans: Vec::new(), items: Vec::new(), waste: 0 }
    }
}

impl<T: Copy> Rows<T> {
    /// This many empty rows.
    pub(crate) fn reset(&mut self, rows: u32) {
        self.items.clear();
        self.spans.clear();
        self.spans.resize(rows as usize, (0, 0));
        self.waste = 0;
    }

    /// One more row, which is empty.
    pub(crate) fn add_row(&mut self) {
        self.spans.push((0, 0));
    }

    /// As many rows, the new ones empty.
    pub(crate) fn grow(&mut self, rows: u32) {
        self.spans.resize((rows as usize).max(self.spans.len()), (0, 0));
    }

    #[inline(always)]
    pub(crate) fn row(&self, row: u32) -> &[T] {
        let (begin, len) = self.spans[row as usize];
        &self.items[begin as usize..][..len as usize]
    }

    /// Replaces a row: in its place where it fits, else at the end.
    pub(crate) fn set(&mut self, row: u32, items: &[T]) {
        let (begin, len) = self.spans[row as usize];
        let new_len = items.len() as u32;
        if new_len <= len {
            self.items[begin as usize..][..items.len()].copy_from_slice(items);
            self.spans[row as usize] = (begin, new_len);
            self.waste += len - new_len;
        } else {
            self.spans[row as usize] = (self.items.len() as u32, new_len);
            self.items.extend_from_slice(items);
            self.waste += len;
        }
        if self.waste > 1024 && self.waste as usize > self.items.len() / 2 {
            self.close_up();
        }
    }

    /// Puts the rows one behind the other.
    fn close_up(&mut self) {
        let mut items = Vec::with_capacity(self.items.len() - self.waste as usize);
        for (begin, len) in &mut self.spans {
            let old = &self.items[*begin as usize..][..*len as usize];
            *begin = items.len() as u32;
            items.extend_from_slice(old);
        }
        self.items = items;
        self.waste = 0;
    }

    /// Items of all rows together.
    pub(crate) fn len(&self) -> u32 {
        self.items.len() as u32 - self.waste
    }

    pub(crate) fn bytes(&self) -> usize {
        self.spans.capacity() * 8 + self.items.capacity() * size_of::<T>()
    }
}
