//! Bytes, read as choices.

/// What is chosen next. After the last byte everything is the first of its kind, so that whatever is made ends.
pub(crate) struct Choices<'b> {
    bytes: &'b [u8],
}

impl<'b> Choices<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Self {
        Self { bytes }
    }

    pub(crate) fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        *first
    }

    /// A number below `count`, which is not zero.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        let byte = usize::from(self.byte());
        let number = if count > 256 { byte << 8 | usize::from(self.byte()) } else { byte };
        number % count
    }

    pub(crate) fn one<'v, T>(&mut self, of: &'v [T]) -> &'v T {
        &of[self.below(of.len())]
    }

    /// True once in so many times.
    pub(crate) fn once_in(&mut self, times: u8) -> bool {
        self.byte() % times == 1
    }

    /// What has not been read.
    pub(crate) fn rest(&mut self) -> &'b [u8] {
        std::mem::take(&mut self.bytes)
    }
}
