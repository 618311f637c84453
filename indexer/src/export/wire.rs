//! Messages of protocol buffers: only what writing an index needs.

/// A message that is being written.
#[derive(Debug, Default)]
pub(super) struct Message(Vec<u8>);

const VARINT: u64 = 0;
const BYTES: u64 = 2;

impl Message {
    /// Appends a number, unless it is zero, which is what a missing field means.
    pub(super) fn number(&mut self, field: u32, value: u64) {
        if value != 0 {
            self.varint(u64::from(field) << 3 | VARINT);
            self.varint(value);
        }
    }

    /// Appends a text, unless it is empty.
    pub(super) fn text(&mut self, field: u32, text: &str) {
        if !text.is_empty() {
            self.bytes(field, text.as_bytes());
        }
    }

    /// Appends a message.
    pub(super) fn message(&mut self, field: u32, message: &Self) {
        self.bytes(field, &message.0);
    }

    /// Appends a list of numbers.
    pub(super) fn numbers(&mut self, field: u32, values: &[u32]) {
        let mut packed = Self::default();
        for value in values {
            packed.varint((*value).into());
        }
        self.message(field, &packed);
    }

    /// Returns what was written.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    fn bytes(&mut self, field: u32, bytes: &[u8]) {
        self.varint(u64::from(field) << 3 | BYTES);
        self.varint(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }
}
