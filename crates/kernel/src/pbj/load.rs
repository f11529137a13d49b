//! `.pbj` bytecode to the middle form.

use crate::{
    ir::builder::{BlockKind, Builder, Closed, MAX_OPERATIONS},
    ir::{Bank, Bin, Op, Un, Value},
    kernel::{ImageInput, Kernel, MetaValue, Metadata, Parameter},
    pbj::{PbjError, PbjErrorKind, PbjFile, PbjRecord, PbjValue, SELECT},
    source::check::Interface,
    source::types::{ScalarType, ValueType},
};
use std::collections::{BTreeMap, BTreeSet};

/// How bytecode is understood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PbjOptions {
    /// As the Flash player did, faults included: `not` turns all bits, a truth value as a float is 0, a whole number as a
    /// truth value stays as it is, floats become whole numbers by rounding half to even, and `select` takes 1 alone for
    /// true.
    pub quirks: bool,
}

/// Registers by number; those never written hold 0.
type Registers = BTreeMap<u16, [Value; 4]>;

/// The parameter of this name is the place of the pixel.
pub(crate) const OUT_COORD: &str = "_OutCoord";

/// The highest number of a register of each bank.
const LAST_REGISTER: u16 = 0x7FFF;

struct Loader {
    builder: Builder,
    registers: Registers,
    zero: [Value; 2],
    images: BTreeMap<u8, u8>,
    options: PbjOptions,
    offset: usize,
    open: Vec<Open>,
}

/// An `if` that has not ended.
struct Open {
    test: Value,
    /// What the registers held before that the side which is read now has written. Only these are looked at in its end: a file may have
    /// many registers and many `if`s.
    before: BTreeMap<u16, Option<[Value; 4]>>,
    /// The first side once it has ended, with the registers that it wrote.
    then: Option<(Closed, Registers)>,
}

/// The channels that an operand names.
#[derive(Clone)]
struct Operand {
    places: Vec<(u16, usize)>,
    bank: Bank,
}

impl Kernel {
    /// A kernel out of the bytes of a `.pbj` file.
    ///
    /// # Errors
    /// What is wrong with the file, and at which byte.
    pub fn from_pbj(bytes: &[u8]) -> Result<Self, PbjError> {
        Self::from_pbj_with(&PbjFile::read(bytes)?, &PbjOptions::default())
    }

    /// A kernel out of the records of a `.pbj` file.
    ///
    /// # Errors
    /// What is wrong with the file, and at which byte.
    pub fn from_pbj_with(file: &PbjFile, options: &PbjOptions) -> Result<Self, PbjError> {
        let mut builder = Builder::new();
        let zero = [builder.float(0.0), builder.int(0)];
        let mut loader = Loader {
            builder,
            registers: BTreeMap::new(),
            zero,
            images: BTreeMap::new(),
            options: *options,
            offset: 0,
            open: Vec::new(),
        };
        let mut interface = Interface::default();
        let mut output = None;
        let mut numbers = 0u16;
        for (offset, record) in &file.records {
            loader.offset = *offset;
            match record {
                PbjRecord::Version(_) | PbjRecord::ShortNop => {}
                PbjRecord::Name(name) => interface.name = text(name),
                PbjRecord::Metadata { of_parameter, ty, key, value } => {
                    let value = meta_value(*ty, value);
                    add_metadata(&mut interface, *of_parameter, text(key), value);
                }
                PbjRecord::Image { index, channels, name } => {
                    if interface.inputs.len() >= crate::shader::MAX_INPUTS {
                        return loader.fail(PbjErrorKind::TooLarge);
                    }
                    loader.images.insert(*index, interface.inputs.len() as u8);
                    let channels = (*channels).clamp(1, 4);
                    interface.inputs.push(ImageInput { name: text(name), channels });
                }
                PbjRecord::Parameter { direction, ty, register, mask, name } => {
                    let Some(ty) = value_type(*ty) else {
                        return loader.fail(PbjErrorKind::UnknownType(*ty));
                    };
                    let Some(place) = parameter_place(ty, *register, *mask) else {
                        return loader.fail(PbjErrorKind::BadOperands);
                    };
                    if *direction == 2 {
                        output = Some(place);
                    } else if name == OUT_COORD.as_bytes() {
                        let xy = [loader.builder.emit(Op::X), loader.builder.emit(Op::Y)];
                        loader.write(&place, &xy);
                    } else {
                        numbers = loader.parameter(&mut interface, ty, &place, name, numbers)?;
                    }
                }
                PbjRecord::Instruction(bytes) => {
                    loader.instruction(bytes)?;
                    if loader.builder.defs.len() > MAX_OPERATIONS {
                        return loader.fail(PbjErrorKind::TooLarge);
                    }
                }
            }
        }
        if !loader.open.is_empty() {
            return loader.fail(PbjErrorKind::Unbalanced);
        }
        let Some(output) = output else { return loader.fail(PbjErrorKind::NoOutput) };
        let mut outputs = loader.read(&output);
        outputs.truncate(4);
        if outputs.is_empty() || output.bank == Bank::Int {
            return loader.fail(PbjErrorKind::BadOperands);
        }
        interface.channels = outputs.len() as u8;
        let too_large = PbjError { offset: loader.offset, kind: PbjErrorKind::TooLarge };
        Self::from_ir(interface, loader.builder.finish(outputs)).ok_or(too_large)
    }
}

fn text(bytes: &[u8]) -> String {
    crate::kernel::decode_source(bytes)
}

fn value_type(code: u8) -> Option<ValueType> {
    Some(match code {
        1..=4 => ValueType::float(code),
        5..=7 => ValueType::Matrix(code - 3),
        8..=11 => ValueType::Vector(ScalarType::Int, code - 7),
        13..=16 => ValueType::Vector(ScalarType::Bool, code - 12),
        _ => return None,
    })
}

/// The code of a type.
pub(crate) fn type_code(ty: ValueType) -> u8 {
    match ty {
        ValueType::Vector(ScalarType::Float, n) => n,
        ValueType::Matrix(n) => n + 3,
        ValueType::Vector(ScalarType::Int, n) => n + 7,
        ValueType::Vector(ScalarType::Bool, n) => n + 12,
    }
}

fn meta_value(ty: u8, value: &PbjValue) -> MetaValue {
    match (value, value_type(ty)) {
        (PbjValue::Floats(numbers), Some(ty)) => MetaValue::Numbers(ty, numbers.clone()),
        (PbjValue::Ints(numbers), Some(ty)) => {
            MetaValue::Numbers(ty, numbers.iter().map(|&n| f32::from(n)).collect())
        }
        (PbjValue::Text(bytes), _) => MetaValue::Text(text(bytes)),
        _ => MetaValue::Text(String::new()),
    }
}

fn add_metadata(interface: &mut Interface, of_parameter: bool, key: String, value: MetaValue) {
    let parameter = interface.parameters.last_mut().filter(|_| of_parameter);
    let Some(parameter) = parameter else {
        if !of_parameter {
            interface.metadata.push(Metadata { key, value });
        }
        return;
    };
    if let MetaValue::Numbers(ty, numbers) = &value
        && ty.count() == parameter.ty.count()
    {
        // A file may hold numbers that no host could set.
        let numbers = numbers.iter().map(|n| if n.is_finite() { *n } else { 0.0 }).collect();
        match key.as_str() {
            "minValue" => parameter.min = numbers,
            "maxValue" => parameter.max = numbers,
            "defaultValue" => parameter.default = numbers,
            _ => {}
        }
    }
    parameter.metadata.push(Metadata { key, value });
}

fn channels_of(mask: u8) -> impl Iterator<Item = usize> {
    (0..4).filter(move |channel| mask & (8 >> channel) != 0)
}

fn bank_of(register: u16) -> Bank {
    if register & 0x8000 == 0 { Bank::Float } else { Bank::Int }
}

/// The columns of a matrix; `None` where they go on beyond the last register of their bank.
fn matrix_place(register: u16, size: usize) -> Option<Operand> {
    let columns = if size > 2 { size as u16 } else { 1 };
    if (register & LAST_REGISTER) + columns - 1 > LAST_REGISTER {
        return None;
    }
    let places = (0..size * size)
        .map(|i| match size {
            2 => (register, i),
            _ => (register + (i / size) as u16, i % size),
        })
        .collect();
    Some(Operand { places, bank: bank_of(register) })
}

fn parameter_place(ty: ValueType, register: u16, mask: u8) -> Option<Operand> {
    match ty {
        ValueType::Matrix(size) => matrix_place(register, usize::from(size)),
        ValueType::Vector(_, size) => {
            let places = channels_of(mask).take(usize::from(size)).map(|c| (register, c)).collect();
            Some(Operand { places, bank: bank_of(register) })
        }
    }
}

fn swizzle(register: u16, swizzle: u8, count: usize) -> Operand {
    let places = (0..count).map(|i| (register, usize::from(swizzle >> (6 - 2 * i) & 3))).collect();
    Operand { places, bank: bank_of(register) }
}

impl Loader {
    fn fail<T>(&self, kind: PbjErrorKind) -> Result<T, PbjError> {
        Err(PbjError { offset: self.offset, kind })
    }

    fn parameter(
        &mut self,
        interface: &mut Interface,
        ty: ValueType,
        place: &Operand,
        name: &[u8],
        first: u16,
    ) -> Result<u16, PbjError> {
        let count = ty.count() as u16;
        if first + count > 4096 {
            return self.fail(PbjErrorKind::TooLarge);
        }
        interface.parameters.push(Parameter::plain(&text(name), ty));
        let bank = place.bank;
        let values: Vec<Value> =
            (0..count).map(|i| self.builder.emit(Op::Param(bank, first + i))).collect();
        self.write(place, &values);
        Ok(first + count)
    }

    fn read(&mut self, operand: &Operand) -> Vec<Value> {
        let zero = self.zero[operand.bank as usize];
        let place = |&(register, channel): &(u16, usize)| {
            self.registers.get(&register).map_or(zero, |channels| channels[channel])
        };
        operand.places.iter().map(place).collect()
    }

    /// Reads an operand as numbers of a bank.
    fn read_as(&mut self, operand: &Operand, bank: Bank) -> Vec<Value> {
        let values = self.read(operand);
        match (operand.bank, bank) {
            (Bank::Float, Bank::Int) => {
                values.into_iter().map(|v| self.builder.un(Un::Trunc, v)).collect()
            }
            (Bank::Int, Bank::Float) => {
                values.into_iter().map(|v| self.builder.un(Un::ToFloat, v)).collect()
            }
            _ => values,
        }
    }

    fn write(&mut self, operand: &Operand, values: &[Value]) {
        let zero = self.zero[operand.bank as usize];
        for (&(register, channel), &value) in operand.places.iter().zip(values) {
            let value = match (self.builder.bank(value), operand.bank) {
                (Bank::Float, Bank::Int) => self.builder.un(Un::Trunc, value),
                (Bank::Int, Bank::Float) => self.builder.un(Un::ToFloat, value),
                _ => value,
            };
            self.put(register, channel, value, zero);
        }
    }

    /// Writes a register, and keeps what it held for the `if` around.
    fn put(&mut self, register: u16, channel: usize, value: Value, zero: Value) {
        if let Some(open) = self.open.last_mut() {
            open.before.entry(register).or_insert_with(|| self.registers.get(&register).copied());
        }
        self.registers.entry(register).or_insert([zero; 4])[channel] = value;
    }

    /// Gives registers back what they held before a side of an `if`, and tells what it wrote.
    fn take_back(&mut self, before: &BTreeMap<u16, Option<[Value; 4]>>) -> Registers {
        let mut written = Registers::new();
        for (&register, &held) in before {
            let now = match held {
                Some(held) => self.registers.insert(register, held),
                None => self.registers.remove(&register),
            };
            written.extend(now.map(|now| (register, now)));
        }
        written
    }

    fn instruction(&mut self, bytes: &[u8; 16]) -> Result<(), PbjError> {
        let opcode = bytes[0];
        let short = |i: usize| u16::from_le_bytes([bytes[i], bytes[i + 1]]);
        let (to, shape) = (short(1), bytes[3]);
        let size = match shape >> 2 & 3 {
            0 => 0,
            n => usize::from(n) + 1,
        };
        let count = usize::from(shape & 3) + 1;
        let mask = shape >> 4;
        let vector =
            Operand { places: channels_of(mask).map(|c| (to, c)).collect(), bank: bank_of(to) };
        let is_matrix = size > 0 && mask == 0;
        let target = if is_matrix { matrix_place(to, size) } else { Some(vector) };
        let source = match size {
            0 => Some(swizzle(short(4), bytes[6], count)),
            // A test and a place are no matrix, nor is a constant.
            _ if matches!(opcode, 0x00 | 0x30..=0x33) => Some(swizzle(short(4), bytes[6], 1)),
            _ => matrix_place(short(4), size),
        };
        let (Some(target), Some(source)) = (target, source) else {
            return self.fail(PbjErrorKind::BadOperands);
        };
        match opcode {
            0x00 => {}
            0x30 | 0x31 => {
                let place = self.read_as(&swizzle(short(4), bytes[6], 2), Bank::Float);
                let Some(&image) = self.images.get(&bytes[7]) else {
                    return self.fail(PbjErrorKind::UnknownImage(bytes[7]));
                };
                let linear = opcode == 0x31;
                let values: Vec<Value> = (0..4)
                    .map(|channel| {
                        let sample =
                            Op::Sample { image, linear, channel, x: place[0], y: place[1] };
                        self.builder.emit(sample)
                    })
                    .collect();
                self.write(&target, &values);
            }
            0x32 => {
                let word = [bytes[4], bytes[5], bytes[6], bytes[7]];
                let value = match target.bank {
                    Bank::Float => self.builder.float(f32::from_be_bytes(word)),
                    Bank::Int => self.builder.int(i32::from_le_bytes(word)),
                };
                self.write(&target, &vec![value; target.places.len()]);
            }
            SELECT => return self.select(bytes, &target, if mask == 0 { size } else { 0 }),
            0x34..=0x36 => return self.control(opcode, &source),
            _ => return self.operation(opcode, &target, &source, size, mask),
        }
        Ok(())
    }

    /// One side or the other: numbers of a register, or whole matrices of a size.
    fn select(&mut self, bytes: &[u8; 16], target: &Operand, size: usize) -> Result<(), PbjError> {
        let short = |i: usize| u16::from_le_bytes([bytes[i], bytes[i + 1]]);
        let test = self.read_as(&swizzle(short(4), bytes[6], 1), Bank::Int)[0];
        let test = if self.options.quirks {
            let one = self.builder.int(1);
            self.builder.bin(Bin::EqualInt, test, one)
        } else {
            test
        };
        let count = target.places.len();
        let side = |at: usize| match size {
            0 => Some(swizzle(short(at), bytes[at + 2], count)),
            _ => matrix_place(short(at), size),
        };
        let (Some(then), Some(other)) = (side(8), side(12)) else {
            return self.fail(PbjErrorKind::BadOperands);
        };
        let (then, other) = (self.read_as(&then, target.bank), self.read_as(&other, target.bank));
        let values: Vec<Value> =
            then.into_iter().zip(other).map(|(a, b)| self.builder.select(test, a, b)).collect();
        self.write(target, &values);
        Ok(())
    }

    fn control(&mut self, opcode: u8, source: &Operand) -> Result<(), PbjError> {
        if opcode == 0x34 {
            if self.open.len() >= 64 {
                return self.fail(PbjErrorKind::TooLarge);
            }
            let test = self.read_as(source, Bank::Int)[0];
            let test = self.builder.un(Un::TruthInt, test);
            self.open.push(Open { test, before: BTreeMap::new(), then: None });
            self.builder.open(BlockKind::Branch);
            return Ok(());
        }
        let Some(Open { test, before, then }) = self.open.pop() else {
            return self.fail(PbjErrorKind::Unbalanced);
        };
        let closed = self.builder.close();
        let written = self.take_back(&before);
        if opcode == 0x35 {
            if then.is_some() {
                return self.fail(PbjErrorKind::Unbalanced);
            }
            self.open.push(Open { test, before: BTreeMap::new(), then: Some((closed, written)) });
            self.builder.open(BlockKind::Branch);
            return Ok(());
        }
        let (then, other) = if let Some(then) = then {
            (then, (closed, written))
        } else {
            self.builder.open(BlockKind::Branch);
            let nothing = self.builder.close();
            ((closed, written), (nothing, Registers::new()))
        };
        self.join(test, then, other);
        Ok(())
    }

    /// Ends an `if`: registers that its two sides leave different are joined. What a side has not written is as it was before.
    fn join(
        &mut self,
        test: Value,
        (then, a): (Closed, Registers),
        (other, b): (Closed, Registers),
    ) {
        let mut places = Vec::new();
        let mut pairs = Vec::new();
        let numbers: BTreeSet<u16> = a.keys().chain(b.keys()).copied().collect();
        for register in numbers {
            let zero = self.zero[bank_of(register) as usize];
            let before = self.registers.get(&register).copied().unwrap_or([zero; 4]);
            let left = a.get(&register).copied().unwrap_or(before);
            let right = b.get(&register).copied().unwrap_or(before);
            for channel in 0..4 {
                if left[channel] == right[channel] {
                    self.put(register, channel, left[channel], zero);
                } else {
                    places.push((register, channel));
                    pairs.push((left[channel], right[channel]));
                }
            }
        }
        let joined = self.builder.branch(test, then, other, &pairs);
        for ((register, channel), value) in places.into_iter().zip(joined) {
            let zero = self.zero[bank_of(register) as usize];
            self.put(register, channel, value, zero);
        }
    }

    fn operation(
        &mut self,
        opcode: u8,
        target: &Operand,
        source: &Operand,
        size: usize,
        mask: u8,
    ) -> Result<(), PbjError> {
        if matches!(opcode, 0x20..=0x22) {
            return self.matrix_product(opcode, target, source, size, mask);
        }
        if size > 0 && mask != 0 {
            return self.fail(PbjErrorKind::BadOperands);
        }
        match opcode {
            0x23..=0x27 => self.geometric(opcode, target, source),
            0x28..=0x2B | 0x3B | 0x3C => {
                self.compare(opcode, target, source);
                Ok(())
            }
            0x3D | 0x3E => {
                let values = self.read_as(source, Bank::Int);
                let any = opcode == 0x3D;
                let mut sum = self.builder.int(i32::from(!any));
                for value in values {
                    let value = self.builder.un(Un::TruthInt, value);
                    sum = self.builder.bin(if any { Bin::Or } else { Bin::And }, sum, value);
                }
                self.write(target, &[sum]);
                Ok(())
            }
            0x01..=0x03 | 0x05..=0x0B | 0x2D..=0x2F => self.binary(opcode, target, source),
            _ => self.unary(opcode, target, source),
        }
    }

    fn matrix_product(
        &mut self,
        opcode: u8,
        target: &Operand,
        source: &Operand,
        size: usize,
        mask: u8,
    ) -> Result<(), PbjError> {
        let vector = opcode != 0x20;
        let fits = size > 0
            && target.bank == Bank::Float
            && source.bank == Bank::Float
            && (mask != 0) == vector
            && (!vector || target.places.len() == size);
        if !fits {
            return self.fail(PbjErrorKind::BadOperands);
        }
        let (old, matrix) = (self.read(target), self.read(source));
        let values = match opcode {
            0x20 => self.builder.matrix_matrix(&old, &matrix, size),
            0x21 => self.builder.vector_matrix(&old, &matrix),
            _ => self.builder.matrix_vector(&matrix, &old),
        };
        self.write(target, &values);
        Ok(())
    }

    fn geometric(
        &mut self,
        opcode: u8,
        target: &Operand,
        source: &Operand,
    ) -> Result<(), PbjError> {
        let (old, from) = (self.read_as(target, Bank::Float), self.read_as(source, Bank::Float));
        let count = old.len().min(from.len());
        let values = match opcode {
            0x23 => self.builder.normalize(&from),
            0x24 => vec![self.builder.length(&from)],
            _ if count == 0 => return self.fail(PbjErrorKind::BadOperands),
            0x25 => vec![self.builder.distance(&old[..count], &from[..count])],
            0x26 => vec![self.builder.dot(&old[..count], &from[..count])],
            _ if count < 3 => return self.fail(PbjErrorKind::BadOperands),
            _ => self.builder.cross(&old, &from),
        };
        self.write(target, &values);
        Ok(())
    }

    /// The answer goes to the first register of whole numbers, whatever the target.
    fn compare(&mut self, opcode: u8, target: &Operand, source: &Operand) {
        let bank = target.bank;
        let (left, right) = (self.read(target), self.read_as(source, bank));
        let pick =
            |of_floats: Bin, of_ints: Bin| if bank == Bank::Float { of_floats } else { of_ints };
        let op = match opcode {
            0x28 | 0x3B => pick(Bin::Equal, Bin::EqualInt),
            0x29 | 0x3C => pick(Bin::NotEqual, Bin::NotEqualInt),
            0x2A => pick(Bin::Less, Bin::LessInt),
            _ => pick(Bin::LessEqual, Bin::LessEqualInt),
        };
        let mut values: Vec<Value> =
            left.into_iter().zip(right).map(|(a, b)| self.builder.bin(op, a, b)).collect();
        if opcode >= 0x3B {
            let (start, join) = if opcode == 0x3B { (1, Bin::And) } else { (0, Bin::Or) };
            let start = self.builder.int(start);
            values = vec![values.into_iter().fold(start, |sum, v| self.builder.bin(join, sum, v))];
        }
        let places = (0..values.len().min(4)).map(|channel| (0x8000, channel)).collect();
        self.write(&Operand { places, bank: Bank::Int }, &values);
    }

    fn binary(&mut self, opcode: u8, target: &Operand, source: &Operand) -> Result<(), PbjError> {
        let bank = target.bank;
        let op = match (opcode, bank) {
            (0x01, Bank::Float) => Bin::Add,
            (0x02, Bank::Float) => Bin::Sub,
            (0x03, Bank::Float) => Bin::Mul,
            (0x05, Bank::Float) => Bin::Div,
            (0x06, Bank::Float) => Bin::Atan2,
            (0x07, Bank::Float) => Bin::Pow,
            (0x08, Bank::Float) => Bin::Mod,
            (0x09, Bank::Float) => Bin::Min,
            (0x0A, Bank::Float) => Bin::Max,
            (0x0B, Bank::Float) => Bin::Step,
            (0x01, Bank::Int) => Bin::AddInt,
            (0x02, Bank::Int) => Bin::SubInt,
            (0x03, Bank::Int) => Bin::MulInt,
            (0x05, Bank::Int) => Bin::DivInt,
            (0x08, Bank::Int) => Bin::ModInt,
            (0x09, Bank::Int) => Bin::MinInt,
            (0x0A, Bank::Int) => Bin::MaxInt,
            (0x2D, Bank::Int) => Bin::And,
            (0x2E, Bank::Int) => Bin::Or,
            (0x2F, Bank::Int) => Bin::Xor,
            _ => return self.fail(PbjErrorKind::BadOperands),
        };
        let logical = matches!(op, Bin::And | Bin::Or | Bin::Xor);
        let (old, from) = (self.read(target), self.read_as(source, bank));
        let mut values = Vec::with_capacity(old.len());
        for (a, &b) in
            old.into_iter().zip(from.iter().chain(core::iter::repeat(&from[from.len() - 1])))
        {
            let (a, b) = if logical {
                (self.builder.un(Un::TruthInt, a), self.builder.un(Un::TruthInt, b))
            } else {
                (a, b)
            };
            values.push(self.builder.bin(op, a, b));
        }
        self.write(target, &values);
        Ok(())
    }

    fn unary(&mut self, opcode: u8, target: &Operand, source: &Operand) -> Result<(), PbjError> {
        let quirks = self.options.quirks;
        let op = match opcode {
            0x1D => None,
            0x04 => Some(Un::Rcp),
            0x0C => Some(Un::Sin),
            0x0D => Some(Un::Cos),
            0x0E => Some(Un::Tan),
            0x0F => Some(Un::Asin),
            0x10 => Some(Un::Acos),
            0x11 => Some(Un::Atan),
            0x12 => Some(Un::Exp),
            0x13 => Some(Un::Exp2),
            0x14 => Some(Un::Log),
            0x15 => Some(Un::Log2),
            0x16 => Some(Un::Sqrt),
            0x17 => Some(Un::Rsqrt),
            0x18 => Some(Un::Abs),
            0x19 => Some(Un::Sign),
            0x1A => Some(Un::Floor),
            0x1B => Some(Un::Ceil),
            0x1C => Some(Un::Fract),
            0x1E => Some(if quirks { Un::Round } else { Un::Trunc }),
            0x1F | 0x38 => Some(Un::ToFloat),
            0x2C => Some(if quirks { Un::Complement } else { Un::NotInt }),
            0x37 => Some(Un::Truth),
            0x39 | 0x3A => (!quirks).then_some(Un::TruthInt),
            _ => return self.fail(PbjErrorKind::UnknownTag(opcode)),
        };
        let from = match op {
            Some(op) => self.read_as(source, crate::run::lanes::un_operand(op)),
            None => self.read(source),
        };
        let values: Vec<Value> = from
            .into_iter()
            .map(|value| match op {
                Some(_) if opcode == 0x38 && quirks => self.zero[0],
                Some(op) => self.builder.un(op, value),
                None => value,
            })
            .collect();
        self.write(target, &values);
        Ok(())
    }
}
