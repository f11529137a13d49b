//! The records of `.pbj` files, compiled Pixel Bender: read and written byte for byte.

mod emit;
pub(crate) mod load;

use core::fmt;

/// Why bytes are no `.pbj` file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PbjError {
    /// Bytes before the record that is wrong.
    pub offset: usize,
    /// What is wrong with it.
    pub kind: PbjErrorKind,
}

/// What is wrong with a record of a `.pbj` file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PbjErrorKind {
    /// The file ends inside a record.
    Truncated,
    /// There is no record or instruction with this tag.
    UnknownTag(u8),
    /// There is no type with this code.
    UnknownType(u8),
    /// `else` or `endif` without an `if`, or an `if` that never ends.
    Unbalanced,
    /// No output is declared.
    NoOutput,
    /// An instruction samples an image that is not declared.
    UnknownImage(u8),
    /// Operands do not fit the instruction.
    BadOperands,
    /// More code, registers or parameters than a kernel can have.
    TooLarge,
    /// What the format cannot hold, found while writing: a loop, a number out of range, a parameter of the name that
    /// stands for the place of the pixel.
    Inexpressible,
    /// A name or text with a zero byte in it, which would end it there; found while writing.
    ZeroInText,
    /// The name of the kernel is longer than the 65,535 bytes that the format has room for; found while writing.
    NameTooLong {
        /// Bytes of the name.
        bytes: usize,
    },
}

impl fmt::Display for PbjError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            PbjErrorKind::Truncated => "the file ends inside a record".to_owned(),
            PbjErrorKind::UnknownTag(tag) => format!("no record has the tag {tag:#04x}"),
            PbjErrorKind::UnknownType(code) => format!("no type has the code {code:#04x}"),
            PbjErrorKind::Unbalanced => "`if`, `else` and `endif` do not match".to_owned(),
            PbjErrorKind::NoOutput => "the kernel has no output".to_owned(),
            PbjErrorKind::UnknownImage(index) => format!("there is no image {index}"),
            PbjErrorKind::BadOperands => "the operands do not fit the instruction".to_owned(),
            PbjErrorKind::TooLarge => "the kernel is too large".to_owned(),
            PbjErrorKind::Inexpressible => "the format cannot hold this kernel".to_owned(),
            PbjErrorKind::ZeroInText => {
                "a name or text holds a zero byte, where the format ends it".to_owned()
            }
            PbjErrorKind::NameTooLong { bytes } => format!(
                "the name of the kernel has {bytes} bytes, and the format holds at most {LONGEST_NAME}"
            ),
        };
        write!(f, "byte {}: {what}", self.offset)
    }
}

impl core::error::Error for PbjError {}

/// A value in the metadata of a `.pbj` file.
#[derive(Clone, Debug, PartialEq)]
pub enum PbjValue {
    /// Floats, vectors and matrices of them, column by column; the code of the type is kept beside.
    Floats(Vec<f32>),
    /// Whole numbers and truth values.
    Ints(Vec<i16>),
    /// Bytes of a text without its end.
    Text(Vec<u8>),
}

/// A record of a `.pbj` file.
#[derive(Clone, Debug, PartialEq)]
pub enum PbjRecord {
    /// Of the format.
    Version(i32),
    /// Of the kernel.
    Name(Vec<u8>),
    /// Of the kernel, or of the parameter declared last.
    Metadata {
        /// Whether it belongs to a parameter.
        of_parameter: bool,
        /// Code of the type.
        ty: u8,
        /// Name of the entry.
        key: Vec<u8>,
        /// What it says.
        value: PbjValue,
    },
    /// A parameter, or the output.
    Parameter {
        /// 2 for the output.
        direction: u8,
        /// Code of the type.
        ty: u8,
        /// Register, with the highest bit set for whole numbers.
        register: u16,
        /// Channels of it, or the size of a matrix.
        mask: u8,
        /// As the kernel names it.
        name: Vec<u8>,
    },
    /// An input.
    Image {
        /// By which instructions name it.
        index: u8,
        /// 1 to 4.
        channels: u8,
        /// As the kernel names it.
        name: Vec<u8>,
    },
    /// An instruction, by its bytes: the opcode and 7 more, or 15 for `select`.
    Instruction([u8; 16]),
    /// The instruction that does nothing, one byte too short, as one assembler writes it.
    ShortNop,
}

/// Bytes of the longest name that a kernel can have in a file: its length is written as 16 bits.
const LONGEST_NAME: usize = u16::MAX as usize;

/// The opcode of `select`, the one instruction of 16 bytes.
pub(crate) const SELECT: u8 = 0x33;

/// A `.pbj` file as its records. [`Kernel::from_pbj`](crate::Kernel::from_pbj) makes a kernel of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PbjFile {
    /// In the order of the file, each with the bytes before it.
    pub records: Vec<(usize, PbjRecord)>,
}

/// The code of texts among the types.
const TEXT: u8 = 12;

/// Numbers in a value of a type, and whether they are floats; a text has none.
pub(crate) fn type_shape(code: u8) -> Option<(usize, bool)> {
    Some(match code {
        1..=4 => (usize::from(code), true),
        5 => (4, true),
        6 => (9, true),
        7 => (16, true),
        8..=11 => (usize::from(code) - 7, false),
        TEXT => (0, false),
        13..=16 => (usize::from(code) - 12, false),
        _ => return None,
    })
}

struct Bytes<'a> {
    all: &'a [u8],
    at: usize,
    record: usize,
    /// Whether the instruction that does nothing is one byte too short.
    short_nop: bool,
}

impl<'a> Bytes<'a> {
    fn fail<T>(&self, kind: PbjErrorKind) -> Result<T, PbjError> {
        Err(PbjError { offset: self.record, kind })
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], PbjError> {
        let Some(bytes) = self.all.get(self.at..self.at + count) else {
            return self.fail(PbjErrorKind::Truncated);
        };
        self.at += count;
        Ok(bytes)
    }

    fn byte(&mut self) -> Result<u8, PbjError> {
        Ok(self.take(1)?[0])
    }

    fn short(&mut self) -> Result<u16, PbjError> {
        let bytes = self.take(2)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    /// Up to the next zero.
    fn text(&mut self) -> Result<Vec<u8>, PbjError> {
        let rest = &self.all[self.at.min(self.all.len())..];
        let Some(length) = rest.iter().position(|&b| b == 0) else {
            return self.fail(PbjErrorKind::Truncated);
        };
        self.at += length + 1;
        Ok(rest[..length].to_vec())
    }

    fn value(&mut self, ty: u8) -> Result<PbjValue, PbjError> {
        let Some((count, floats)) = type_shape(ty) else {
            return self.fail(PbjErrorKind::UnknownType(ty));
        };
        if ty == TEXT {
            return self.text().map(PbjValue::Text);
        }
        if floats {
            let bytes = self.take(4 * count)?;
            let number = |b: &[u8]| f32::from_be_bytes([b[0], b[1], b[2], b[3]]);
            return Ok(PbjValue::Floats(bytes.chunks_exact(4).map(number).collect()));
        }
        let bytes = self.take(2 * count)?;
        let number = |b: &[u8]| i16::from_le_bytes([b[0], b[1]]);
        Ok(PbjValue::Ints(bytes.chunks_exact(2).map(number).collect()))
    }

    fn record(&mut self) -> Result<PbjRecord, PbjError> {
        let tag = self.byte()?;
        Ok(match tag {
            0xA5 => {
                let b = self.take(4)?;
                PbjRecord::Version(i32::from_le_bytes([b[0], b[1], b[2], b[3]]))
            }
            0xA4 => {
                let length = self.short()?;
                PbjRecord::Name(self.take(usize::from(length))?.to_vec())
            }
            0xA0 | 0xA2 => {
                let ty = self.byte()?;
                let key = self.text()?;
                let value = self.value(ty)?;
                PbjRecord::Metadata { of_parameter: tag == 0xA2, ty, key, value }
            }
            0xA1 => {
                let (direction, ty) = (self.byte()?, self.byte()?);
                let register = self.short()?;
                let mask = self.byte()?;
                PbjRecord::Parameter { direction, ty, register, mask, name: self.text()? }
            }
            0xA3 => {
                let (index, channels) = (self.byte()?, self.byte()?);
                PbjRecord::Image { index, channels, name: self.text()? }
            }
            0x00 if self.short_nop => {
                self.take(6)?;
                PbjRecord::ShortNop
            }
            0x00..=0x3E => {
                let mut bytes = [0; 16];
                bytes[0] = tag;
                let length = if tag == SELECT { 15 } else { 7 };
                bytes[1..=length].copy_from_slice(self.take(length)?);
                PbjRecord::Instruction(bytes)
            }
            _ => return self.fail(PbjErrorKind::UnknownTag(tag)),
        })
    }
}

impl PbjFile {
    /// Reads all records.
    ///
    /// # Errors
    /// [`PbjErrorKind::Truncated`], [`PbjErrorKind::UnknownTag`] and [`PbjErrorKind::UnknownType`], with the place.
    pub fn read(bytes: &[u8]) -> Result<Self, PbjError> {
        // Only a file that makes no sense otherwise is read with instructions of another length.
        Self::read_with(bytes, false)
            .or_else(|error| Self::read_with(bytes, true).map_err(|_| error))
    }

    fn read_with(bytes: &[u8], short_nop: bool) -> Result<Self, PbjError> {
        let mut reader = Bytes { all: bytes, at: 0, record: 0, short_nop };
        let mut records = Vec::new();
        while reader.at < bytes.len() {
            reader.record = reader.at;
            let record = reader.record()?;
            records.push((reader.record, record));
        }
        Ok(Self { records })
    }

    /// Whether [`to_bytes`](Self::to_bytes) writes all that the records hold, so that the same records are read again.
    ///
    /// # Errors
    /// [`PbjErrorKind::NameTooLong`], [`PbjErrorKind::ZeroInText`] and [`PbjErrorKind::Inexpressible`] for a value
    /// that is not of its type, at the first record that is wrong.
    pub fn check(&self) -> Result<(), PbjError> {
        let wrong = self.records.iter().find_map(|(offset, record)| {
            let kind = unwritable(record)?;
            Some(PbjError { offset: *offset, kind })
        });
        wrong.map_or(Ok(()), Err)
    }

    /// The bytes of all records: those that were read, when nothing was changed. What no record can hold is left out:
    /// zero bytes in texts, and what of the name goes beyond 65,535 bytes; [`check`](Self::check) finds it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (_, record) in &self.records {
            write(record, &mut bytes);
        }
        bytes
    }
}

/// What of a record would be lost in writing.
fn unwritable(record: &PbjRecord) -> Option<PbjErrorKind> {
    let fits = |ty: u8, count: usize, floats: bool| type_shape(ty) == Some((count, floats));
    let (texts, is_of_type): ([&[u8]; 2], bool) = match record {
        PbjRecord::Name(name) if name.len() > LONGEST_NAME => {
            return Some(PbjErrorKind::NameTooLong { bytes: name.len() });
        }
        PbjRecord::Metadata { ty, key, value, .. } => match value {
            PbjValue::Floats(numbers) => ([key, &[]], fits(*ty, numbers.len(), true)),
            PbjValue::Ints(numbers) => ([key, &[]], *ty != TEXT && fits(*ty, numbers.len(), false)),
            PbjValue::Text(text) => ([key, text], *ty == TEXT),
        },
        PbjRecord::Parameter { name, .. } | PbjRecord::Image { name, .. } => ([name, &[]], true),
        _ => return None,
    };
    if texts.iter().any(|text| text.contains(&0)) {
        return Some(PbjErrorKind::ZeroInText);
    }
    (!is_of_type).then_some(PbjErrorKind::Inexpressible)
}

fn write(record: &PbjRecord, out: &mut Vec<u8>) {
    let text = |out: &mut Vec<u8>, text: &[u8]| {
        // A zero would end the text early.
        out.extend(text.iter().copied().filter(|&b| b != 0));
        out.push(0);
    };
    match record {
        PbjRecord::Version(version) => {
            out.push(0xA5);
            out.extend(version.to_le_bytes());
        }
        PbjRecord::Name(name) => {
            let name = &name[..name.len().min(LONGEST_NAME)];
            out.push(0xA4);
            out.extend((name.len() as u16).to_le_bytes());
            out.extend(name);
        }
        PbjRecord::Metadata { of_parameter, ty, key, value } => {
            out.extend([if *of_parameter { 0xA2 } else { 0xA0 }, *ty]);
            text(out, key);
            match value {
                PbjValue::Floats(numbers) => {
                    out.extend(numbers.iter().flat_map(|n| n.to_be_bytes()));
                }
                PbjValue::Ints(numbers) => out.extend(numbers.iter().flat_map(|n| n.to_le_bytes())),
                PbjValue::Text(bytes) => text(out, bytes),
            }
        }
        PbjRecord::Parameter { direction, ty, register, mask, name } => {
            out.extend([0xA1, *direction, *ty]);
            out.extend(register.to_le_bytes());
            out.push(*mask);
            text(out, name);
        }
        PbjRecord::Image { index, channels, name } => {
            out.extend([0xA3, *index, *channels]);
            text(out, name);
        }
        PbjRecord::Instruction(bytes) => {
            out.extend(&bytes[..if bytes[0] == SELECT { 16 } else { 8 }]);
        }
        PbjRecord::ShortNop => out.extend([0; 7]),
    }
}
