//! The middle form to `.pbj` bytecode: every number gets a channel of its own.

use crate::{
    ir::{Bank, Bin, Block, Ir, Node, Op, Un, Value},
    kernel::{Kernel, MetaValue, Metadata},
    pbj::load::{OUT_COORD, type_code},
    pbj::{PbjError, PbjErrorKind, PbjFile, PbjRecord, PbjValue, SELECT},
    source::types::{ScalarType, ValueType},
};
use std::collections::HashMap;

/// A channel of a register.
#[derive(Clone, Copy)]
struct Channel {
    register: u16,
    channel: u8,
}

impl Channel {
    fn mask(self) -> u8 {
        0x80 >> self.channel
    }

    fn swizzle(self) -> u8 {
        self.channel << 6
    }
}

struct Emitter<'a> {
    ir: &'a Ir,
    records: Vec<(usize, PbjRecord)>,
    places: Vec<Option<Channel>>,
    /// Channels given out of each bank.
    used: [u32; 2],
    samples: HashMap<(u8, bool, Value, Value), u16>,
}

impl Kernel {
    /// The kernel as a `.pbj` file. Loops that could not be unrolled have no place in it.
    ///
    /// # Errors
    /// [`PbjErrorKind::Inexpressible`], [`PbjErrorKind::ZeroInText`] and [`PbjErrorKind::NameTooLong`].
    pub fn to_pbj(&self) -> Result<PbjFile, PbjError> {
        let ir = &self.inner.ir;
        let mut emitter = Emitter {
            ir,
            records: Vec::new(),
            places: vec![None; ir.defs.len()],
            // The first float register is for the place of the pixel, the first of whole numbers for comparisons.
            used: [4, 4],
            samples: HashMap::new(),
        };
        emitter.head(self)?;
        emitter.block(&ir.body)?;
        let output = emitter.register(Bank::Float)?;
        for (channel, &value) in ir.outputs.iter().enumerate() {
            emitter.copy(Channel { register: output, channel: channel as u8 }, value)?;
        }
        let channels = self.channels();
        let mask = (0xF0 >> channels) as u8 & 0xF;
        let output = PbjRecord::Parameter {
            direction: 2,
            ty: channels,
            register: output,
            mask,
            name: b"dst".to_vec(),
        };
        let place = emitter
            .records
            .iter()
            .position(|(_, record)| matches!(record, PbjRecord::Instruction(_)))
            .unwrap_or(emitter.records.len());
        emitter.records.insert(place, (0, output));
        let mut file = PbjFile { records: emitter.records };
        file.check()?;
        // Places as a reader would count them.
        let bytes = file.to_bytes();
        if let Ok(read) = PbjFile::read(&bytes) {
            file = read;
        }
        Ok(file)
    }
}

fn inexpressible<T>() -> Result<T, PbjError> {
    Err(PbjError { offset: 0, kind: PbjErrorKind::Inexpressible })
}

impl Emitter<'_> {
    fn push(&mut self, record: PbjRecord) {
        self.records.push((0, record));
    }

    fn head(&mut self, kernel: &Kernel) -> Result<(), PbjError> {
        self.push(PbjRecord::Version(1));
        self.push(PbjRecord::Name(kernel.name().as_bytes().to_vec()));
        for entry in kernel.metadata() {
            self.metadata(false, entry)?;
        }
        self.push(PbjRecord::Parameter {
            direction: 1,
            ty: 2,
            register: 0,
            mask: 0xC,
            name: OUT_COORD.into(),
        });
        let mut first = 0u16;
        let mut numbers = HashMap::new();
        for parameter in kernel.parameters() {
            let bank =
                if parameter.ty.scalar() == ScalarType::Float { Bank::Float } else { Bank::Int };
            let (rows, columns) = match parameter.ty {
                ValueType::Matrix(2) => (4, 1),
                ValueType::Matrix(n) => (n, n),
                ValueType::Vector(_, n) => (n, 1),
            };
            let register = self.register(bank)?;
            for _ in 1..columns {
                self.register(bank)?;
            }
            for i in 0..parameter.ty.count() as u16 {
                let rows = u16::from(rows);
                let place = Channel { register: register + i / rows, channel: (i % rows) as u8 };
                numbers.insert((bank, first + i), place);
            }
            let mask = match parameter.ty {
                ValueType::Matrix(n) => n,
                ValueType::Vector(_, n) => (0xF0u8 >> n) & 0xF,
            };
            first += parameter.ty.count() as u16;
            if parameter.name == OUT_COORD {
                return inexpressible();
            }
            let name = parameter.name.as_bytes().to_vec();
            let ty = type_code(parameter.ty);
            self.push(PbjRecord::Parameter { direction: 1, ty, register, mask, name });
            for entry in &parameter.metadata {
                self.metadata(true, entry)?;
            }
        }
        for (index, input) in kernel.inputs().iter().enumerate() {
            let name = input.name.as_bytes().to_vec();
            self.push(PbjRecord::Image { index: index as u8, channels: input.channels, name });
        }
        for (value, def) in self.ir.defs.iter().enumerate() {
            self.places[value] = match def.op {
                Op::X => Some(Channel { register: 0, channel: 0 }),
                Op::Y => Some(Channel { register: 0, channel: 1 }),
                Op::Param(bank, index) => numbers.get(&(bank, index)).copied(),
                _ => None,
            };
        }
        Ok(())
    }

    fn metadata(&mut self, of_parameter: bool, entry: &Metadata) -> Result<(), PbjError> {
        let (ty, value) = match &entry.value {
            MetaValue::Text(text) => (12, PbjValue::Text(text.as_bytes().to_vec())),
            MetaValue::Numbers(ty, numbers) if ty.scalar() == ScalarType::Float => {
                (type_code(*ty), PbjValue::Floats(numbers.clone()))
            }
            MetaValue::Numbers(ty, numbers) => {
                let fits = |n: &f32| *n >= f32::from(i16::MIN) && *n <= f32::from(i16::MAX);
                // A narrower range is no other kernel; another value to begin with would be.
                let is_range = matches!(entry.key.as_str(), "minValue" | "maxValue");
                if !is_range && !numbers.iter().all(fits) {
                    return inexpressible();
                }
                (type_code(*ty), PbjValue::Ints(numbers.iter().map(|&n| n as i16).collect()))
            }
        };
        let key = entry.key.as_bytes().to_vec();
        self.push(PbjRecord::Metadata { of_parameter, ty, key, value });
        Ok(())
    }

    /// A register that nobody has.
    fn register(&mut self, bank: Bank) -> Result<u16, PbjError> {
        let used = &mut self.used[bank as usize];
        *used = used.next_multiple_of(4) + 4;
        let register = *used / 4 - 1;
        if register >= 0x7FFF {
            return inexpressible();
        }
        Ok(register as u16 | if bank == Bank::Int { 0x8000 } else { 0 })
    }

    /// A channel that nobody has.
    fn channel(&mut self, bank: Bank) -> Result<Channel, PbjError> {
        let used = &mut self.used[bank as usize];
        let at = *used;
        *used += 1;
        if at / 4 >= 0x7FFF {
            return inexpressible();
        }
        let register = (at / 4) as u16 | if bank == Bank::Int { 0x8000 } else { 0 };
        Ok(Channel { register, channel: (at % 4) as u8 })
    }

    /// Where a number is kept.
    fn place(&mut self, value: Value) -> Result<Channel, PbjError> {
        if let Some(place) = self.places[value as usize] {
            return Ok(place);
        }
        let place = self.channel(self.ir.defs[value as usize].bank)?;
        self.places[value as usize] = Some(place);
        Ok(place)
    }

    fn instruction(&mut self, opcode: u8, to: Channel, from: Channel) {
        let mut bytes = [0; 16];
        bytes[0] = opcode;
        bytes[1..3].copy_from_slice(&to.register.to_le_bytes());
        bytes[3] = to.mask();
        bytes[4..6].copy_from_slice(&from.register.to_le_bytes());
        bytes[6] = from.swizzle();
        self.push(PbjRecord::Instruction(bytes));
    }

    fn load(&mut self, to: Channel, word: [u8; 4]) {
        let mut bytes = [0; 16];
        bytes[0] = 0x32;
        bytes[1..3].copy_from_slice(&to.register.to_le_bytes());
        bytes[3] = to.mask();
        bytes[4..8].copy_from_slice(&word);
        self.push(PbjRecord::Instruction(bytes));
    }

    fn copy(&mut self, to: Channel, from: Value) -> Result<(), PbjError> {
        let from = self.place(from)?;
        self.instruction(0x1D, to, from);
        Ok(())
    }

    fn block(&mut self, block: &Block) -> Result<(), PbjError> {
        for node in block {
            match node {
                Node::Def(value) => self.operation(*value)?,
                Node::Loop(_) => return inexpressible(),
                Node::If(branch) => {
                    let test = self.place(branch.test)?;
                    // What one side sampled is not there on the other.
                    let known = self.samples.clone();
                    self.instruction(0x34, Channel { register: 0, channel: 0 }, test);
                    if let Some((_, PbjRecord::Instruction(bytes))) = self.records.last_mut() {
                        bytes[3] = 0;
                    }
                    self.block(&branch.then)?;
                    for join in &branch.joins {
                        let to = self.place(join.value)?;
                        self.copy(to, join.then)?;
                    }
                    let mut mark = [0; 16];
                    mark[0] = 0x35;
                    self.push(PbjRecord::Instruction(mark));
                    self.samples.clone_from(&known);
                    self.block(&branch.other)?;
                    for join in &branch.joins {
                        let to = self.place(join.value)?;
                        self.copy(to, join.other)?;
                    }
                    mark[0] = 0x36;
                    self.push(PbjRecord::Instruction(mark));
                    self.samples = known;
                }
            }
        }
        Ok(())
    }

    fn operation(&mut self, value: Value) -> Result<(), PbjError> {
        let op = self.ir.defs[value as usize].op;
        match op {
            Op::X | Op::Y | Op::Param(..) | Op::Join(_) => {}
            Op::Float(bits) => {
                let to = self.place(value)?;
                self.load(to, bits.to_be_bytes());
            }
            Op::Int(number) => {
                let to = self.place(value)?;
                self.load(to, number.to_le_bytes());
            }
            Op::Un(un, a) => self.unary(value, un, a)?,
            Op::Bin(bin, a, b) => self.binary(value, bin, a, b)?,
            Op::Select(test, then, other) => self.select(value, test, then, other)?,
            Op::Sample { image, linear, channel, x, y } => {
                let register = self.sample(image, linear, x, y)?;
                self.places[value as usize] = Some(Channel { register, channel });
            }
        }
        Ok(())
    }

    fn sample(&mut self, image: u8, linear: bool, x: Value, y: Value) -> Result<u16, PbjError> {
        if let Some(&register) = self.samples.get(&(image, linear, x, y)) {
            return Ok(register);
        }
        let place = self.register(Bank::Float)?;
        self.copy(Channel { register: place, channel: 0 }, x)?;
        self.copy(Channel { register: place, channel: 1 }, y)?;
        let register = self.register(Bank::Float)?;
        let mut bytes = [0; 16];
        bytes[0] = if linear { 0x31 } else { 0x30 };
        bytes[1..3].copy_from_slice(&register.to_le_bytes());
        bytes[3] = 0xF1;
        bytes[4..6].copy_from_slice(&place.to_le_bytes());
        bytes[6] = 0x10;
        bytes[7] = image;
        self.push(PbjRecord::Instruction(bytes));
        self.samples.insert((image, linear, x, y), register);
        Ok(register)
    }

    fn unary(&mut self, value: Value, un: Un, a: Value) -> Result<(), PbjError> {
        let (to, from) = (self.place(value)?, self.place(a)?);
        let opcode = match un {
            Un::Neg => {
                self.load(to, (-1.0f32).to_be_bytes());
                0x03
            }
            Un::NegInt => {
                self.load(to, (-1i32).to_le_bytes());
                0x03
            }
            // `not` and the conversions differ in the player: comparing with 0 does not.
            Un::NotInt | Un::TruthInt => {
                self.load(to, 0i32.to_le_bytes());
                self.instruction(if un == Un::NotInt { 0x28 } else { 0x29 }, to, from);
                self.instruction(0x1D, to, Channel { register: 0x8000, channel: 0 });
                return Ok(());
            }
            Un::Truth => {
                let zero = self.channel(Bank::Float)?;
                self.load(zero, 0f32.to_be_bytes());
                self.instruction(0x29, zero, from);
                self.instruction(0x1D, to, Channel { register: 0x8000, channel: 0 });
                return Ok(());
            }
            Un::Rcp => 0x04,
            Un::Sin => 0x0C,
            Un::Cos => 0x0D,
            Un::Tan => 0x0E,
            Un::Asin => 0x0F,
            Un::Acos => 0x10,
            Un::Atan => 0x11,
            Un::Exp => 0x12,
            Un::Exp2 => 0x13,
            Un::Log => 0x14,
            Un::Log2 => 0x15,
            Un::Sqrt => 0x16,
            Un::Rsqrt => 0x17,
            Un::Abs => 0x18,
            Un::Sign => 0x19,
            Un::Floor => 0x1A,
            Un::Ceil => 0x1B,
            Un::Fract => 0x1C,
            Un::Trunc | Un::Round => 0x1E,
            Un::ToFloat => 0x1F,
            Un::Complement => 0x2C,
        };
        self.instruction(opcode, to, from);
        Ok(())
    }

    fn binary(&mut self, value: Value, bin: Bin, a: Value, b: Value) -> Result<(), PbjError> {
        let opcode = match bin {
            Bin::Add | Bin::AddInt => 0x01,
            Bin::Sub | Bin::SubInt => 0x02,
            Bin::Mul | Bin::MulInt => 0x03,
            Bin::Div | Bin::DivInt => 0x05,
            Bin::Atan2 => 0x06,
            Bin::Pow => 0x07,
            Bin::Mod | Bin::ModInt => 0x08,
            Bin::Min | Bin::MinInt => 0x09,
            Bin::Max | Bin::MaxInt => 0x0A,
            Bin::Step => 0x0B,
            Bin::Equal | Bin::EqualInt => 0x28,
            Bin::NotEqual | Bin::NotEqualInt => 0x29,
            Bin::Less | Bin::LessInt => 0x2A,
            Bin::LessEqual | Bin::LessEqualInt => 0x2B,
            Bin::And => 0x2D,
            Bin::Or => 0x2E,
            Bin::Xor => 0x2F,
        };
        let (to, left, right) = (self.place(value)?, self.place(a)?, self.place(b)?);
        if matches!(opcode, 0x28..=0x2B) {
            self.instruction(opcode, left, right);
            self.instruction(0x1D, to, Channel { register: 0x8000, channel: 0 });
        } else {
            self.instruction(0x1D, to, left);
            self.instruction(opcode, to, right);
        }
        Ok(())
    }

    fn select(
        &mut self,
        value: Value,
        test: Value,
        then: Value,
        other: Value,
    ) -> Result<(), PbjError> {
        let (to, test) = (self.place(value)?, self.place(test)?);
        let mut bytes = [0; 16];
        bytes[0] = SELECT;
        bytes[1..3].copy_from_slice(&to.register.to_le_bytes());
        bytes[3] = to.mask();
        bytes[4..6].copy_from_slice(&test.register.to_le_bytes());
        bytes[6] = test.swizzle();
        for (at, side) in [(8, then), (12, other)] {
            let side = self.place(side)?;
            bytes[at..at + 2].copy_from_slice(&side.register.to_le_bytes());
            bytes[at + 2] = side.swizzle();
        }
        self.push(PbjRecord::Instruction(bytes));
        Ok(())
    }
}
