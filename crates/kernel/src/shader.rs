//! A kernel with values and pictures, ready to run.

use crate::{
    kernel::{Kernel, Parameter},
    parameter::{KernelUse, ParameterValue, RunError, SetError},
    run::average::run_averaged,
    run::band::{Band, Out, Work, check_sides, work},
    run::image::{Texture, TextureEdge, View},
    run::machine::{Context, Frame, RunLimits},
    source::diagnostic::closest,
    source::types::{ScalarType, ValueType},
};
use core::sync::atomic::AtomicU64;
use fearless_simd::Level;
use motile_geom::{StateHash, Vec2, vec2};
use motile_pixels::Surface;

/// A parameter of a [`Shader`], found once by name, to be set often. It stands for a name, a type and a place among
/// the parameters: a shader whose kernel has no such parameter at that place does not take it, and the next version
/// of a kernel does as long as that parameter is where it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParameterHandle {
    pub(crate) index: u16,
    /// The index of its first number among all.
    pub(crate) first: u16,
    ty: ValueType,
    /// The fingerprint of its name.
    name: u64,
}

impl ParameterHandle {
    /// The parameter of a kernel that it stands for; `None` when it is of another kernel.
    fn of(self, kernel: &Kernel) -> Option<&Parameter> {
        let (before, rest) = kernel.parameters().split_at_checked(usize::from(self.index))?;
        let first: usize = before.iter().map(|parameter| parameter.ty.count()).sum();
        rest.first().filter(|parameter| {
            let is_there = first == usize::from(self.first) && parameter.ty == self.ty;
            is_there && StateHash::of(parameter.name.as_str()) == self.name
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Range {
    Checked,
    Clamped,
    Free,
}

/// A kernel with the values of its parameters and the pictures of its inputs. It keeps the memory of its runs: after the first
/// none allocates.
#[derive(Clone, Debug)]
pub struct Shader {
    pub(crate) kernel: Kernel,
    pub(crate) values: Vec<f32>,
    pub(crate) textures: Vec<Option<Texture>>,
    /// What lies outside of pictures; `None` for what the use brings along: [`TextureEdge::Clamp`] for fills and numbers,
    /// [`TextureEdge::Transparent`] for filters and blends.
    pub edge: Option<TextureEdge>,
    /// How much work a run may be.
    pub limits: RunLimits,
    /// How many threads share a run; 1 unless set, and without the feature `parallel`. The result is the same.
    pub threads: usize,
    /// How finely pixels are looked at: 1 unless set, which is at their middle; 4 computes 4 × 4 places of each and takes the mean, so that
    /// thin lines and edges are smooth. At most 8. Colors count as much as they are opaque; numbers of [`Shader::run`] are averaged as they
    /// are.
    pub supersampling: u8,
    pub(crate) frames: Vec<Frame>,
    /// Steps of the last run, as far as they were counted.
    pub(crate) spent: u64,
}

impl Shader {
    /// A kernel with the defaults of its parameters and no pictures.
    pub fn new(kernel: &Kernel) -> Self {
        let values = kernel.parameters().iter().flat_map(|p| p.default.iter().copied()).collect();
        Self {
            values,
            textures: vec![None; kernel.inputs().len()],
            kernel: kernel.clone(),
            edge: None,
            limits: RunLimits::default(),
            threads: 1,
            supersampling: 1,
            frames: Vec::new(),
            spent: 0,
        }
    }

    /// What it runs.
    pub fn kernel(&self) -> &Kernel {
        &self.kernel
    }

    /// Runs another kernel from now on. Values and pictures whose name and type are still there are kept.
    #[doc(alias = "hot reload")]
    pub fn replace_kernel(&mut self, kernel: &Kernel) {
        let mut next = Self {
            edge: self.edge,
            limits: self.limits,
            threads: self.threads,
            supersampling: self.supersampling,
            ..Self::new(kernel)
        };
        for parameter in kernel.parameters() {
            let (Some(old), Some(new)) = (self.find(&parameter.name), next.find(&parameter.name))
            else {
                continue;
            };
            if self.kernel.parameters()[usize::from(old.index)].ty == parameter.ty {
                let count = parameter.ty.count();
                let (from, to) = (usize::from(old.first), usize::from(new.first));
                next.values[to..to + count].copy_from_slice(&self.values[from..from + count]);
            }
        }
        for (index, input) in kernel.inputs().iter().enumerate() {
            let old = self.kernel.inputs().iter().position(|i| i.name == input.name);
            next.textures[index] = old.and_then(|old| self.textures[old].take());
        }
        *self = next;
    }

    /// A parameter by name.
    pub fn find(&self, name: &str) -> Option<ParameterHandle> {
        let mut first = 0;
        for (index, parameter) in self.kernel.parameters().iter().enumerate() {
            if parameter.name == name {
                let (index, name) = (index as u16, StateHash::of(name));
                return Some(ParameterHandle { index, first, ty: parameter.ty, name });
            }
            first += parameter.ty.count() as u16;
        }
        None
    }

    fn handle(&self, name: &str) -> Result<ParameterHandle, SetError> {
        self.find(name).ok_or_else(|| {
            let known = self.kernel.parameters().iter().map(|p| p.name.as_str());
            let suggestion = closest(name, known).map(str::to_owned);
            SetError::UnknownParameter { name: name.to_owned(), suggestion }
        })
    }

    /// The numbers of a parameter; truth values are 0 and 1.
    pub fn value(&self, name: &str) -> Option<&[f32]> {
        let handle = self.find(name)?;
        let first = usize::from(handle.first);
        let count = self.kernel.parameters()[usize::from(handle.index)].ty.count();
        Some(&self.values[first..first + count])
    }

    /// All numbers of all parameters in their order, as [`Kernel::to_wgsl`] wants them in its uniform.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// Sets a parameter by name.
    ///
    /// # Errors
    /// All of [`SetError`]; the parameter then keeps its value.
    pub fn set(&mut self, name: &str, value: impl ParameterValue) -> Result<(), SetError> {
        let handle = self.handle(name)?;
        self.assign(handle, value, Range::Checked)
    }

    /// Sets a parameter by name, held inside its range.
    ///
    /// # Errors
    /// As [`Shader::set`], without [`SetError::OutOfRange`].
    pub fn set_clamped(&mut self, name: &str, value: impl ParameterValue) -> Result<(), SetError> {
        let handle = self.handle(name)?;
        self.assign(handle, value, Range::Clamped)
    }

    /// Sets a parameter by name, whatever its range.
    ///
    /// # Errors
    /// As [`Shader::set`], without [`SetError::OutOfRange`].
    pub fn set_unchecked(
        &mut self,
        name: &str,
        value: impl ParameterValue,
    ) -> Result<(), SetError> {
        let handle = self.handle(name)?;
        self.assign(handle, value, Range::Free)
    }

    /// Sets a parameter of any type by plain numbers, held inside its range: for sliders and text. Whole numbers are rounded, and
    /// truth values true from ½ on.
    ///
    /// # Errors
    /// As [`Shader::set`], without [`SetError::OutOfRange`] and [`SetError::TypeMismatch`].
    pub fn set_numbers(&mut self, name: &str, numbers: &[f32]) -> Result<(), SetError> {
        let handle = self.handle(name)?;
        let parameter = &self.kernel.inner.interface.parameters[usize::from(handle.index)];
        let (expected, got) = (parameter.ty.count(), numbers.len());
        if got != expected {
            return Err(SetError::ComponentCount { expected, got });
        }
        if numbers.iter().any(|x| !x.is_finite()) {
            return Err(SetError::NotFinite);
        }
        let first = usize::from(handle.first);
        for (i, (value, &x)) in self.values[first..].iter_mut().zip(numbers).enumerate() {
            let held = x.min(parameter.max[i]).max(parameter.min[i]);
            *value = match parameter.ty.scalar() {
                ScalarType::Float => held,
                ScalarType::Int => held.round(),
                ScalarType::Bool => f32::from(u8::from(x >= 0.5)),
            };
        }
        Ok(())
    }

    /// Sets a parameter that was found before, held inside its range: for values that change every frame. A handle of another kernel, a
    /// value of another type and numbers that are not finite change nothing.
    pub fn put(&mut self, handle: ParameterHandle, value: impl ParameterValue) {
        // The three errors left are the ones that the documentation names.
        self.assign(handle, value, Range::Clamped).ok();
    }

    /// A number of a parameter of floats, to be changed in place, whatever its range. Components count from 0. `None` when the handle
    /// is of another kernel, there is no such component, or the parameter holds no floats.
    ///
    /// ```
    /// use motile_kernel::{Shader, library};
    /// let mut twirl = Shader::new(&library::find("twirl").ok_or("it is there")?.compile()?);
    /// let center = twirl.find("center").ok_or("it has one")?;
    /// *twirl.number_mut(center, 1).ok_or("it has two")? += 42.0;
    /// assert_eq!(twirl.value("center").map(|numbers| numbers[1]), Some(242.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn number_mut(&mut self, handle: ParameterHandle, component: usize) -> Option<&mut f32> {
        let parameter = handle.of(&self.kernel)?;
        let ours = parameter.ty.scalar() == ScalarType::Float && component < parameter.ty.count();
        self.values.get_mut(usize::from(handle.first) + component).filter(|_| ours)
    }

    fn assign<V: ParameterValue>(
        &mut self,
        handle: ParameterHandle,
        value: V,
        range: Range,
    ) -> Result<(), SetError> {
        let Some(parameter) = handle.of(&self.kernel) else {
            return Err(SetError::UnknownParameter { name: String::new(), suggestion: None });
        };
        if V::SCALAR != parameter.ty.scalar() {
            return Err(SetError::TypeMismatch { expected: parameter.ty, got: V::SCALAR });
        }
        let expected = parameter.ty.count();
        let first = usize::from(handle.first);
        let values = &mut self.values;
        let mut result = Ok(());
        value.numbers(&mut |numbers| {
            let got = numbers.len();
            let ranged = V::SCALAR != ScalarType::Bool && range == Range::Checked;
            result = if got != expected || first + expected > values.len() {
                Err(SetError::ComponentCount { expected, got })
            } else if numbers.iter().any(|x| !x.is_finite()) {
                Err(SetError::NotFinite)
            } else {
                let (low, high) = (&parameter.min, &parameter.max);
                match (0..got).find(|&i| numbers[i] < low[i] || numbers[i] > high[i]) {
                    Some(component) if ranged => Err(SetError::OutOfRange {
                        component,
                        min: low[component],
                        max: high[component],
                    }),
                    _ => Ok(()),
                }
            };
            if result.is_ok() {
                for (i, &number) in numbers.iter().enumerate() {
                    values[first + i] = match range {
                        Range::Clamped => number.min(parameter.max[i]).max(parameter.min[i]),
                        _ => number,
                    };
                }
            }
        });
        result
    }

    fn input(&self, name: &str) -> Result<usize, RunError> {
        let inputs = self.kernel.inputs();
        let index = inputs.iter().position(|input| input.name == name);
        index.ok_or_else(|| RunError::unknown_input(name, self.kernel.name(), inputs))
    }

    /// Gives an input its picture.
    ///
    /// # Errors
    /// [`RunError::UnknownInput`].
    pub fn bind(&mut self, name: &str, texture: &Texture) -> Result<(), RunError> {
        let index = self.input(name)?;
        self.textures[index] = Some(texture.clone());
        Ok(())
    }

    /// The picture of an input, if it has one.
    pub fn texture(&self, name: &str) -> Option<&Texture> {
        let index = self.kernel.inputs().iter().position(|input| input.name == name)?;
        self.textures[index].as_ref()
    }

    /// Takes the picture of an input away.
    ///
    /// # Errors
    /// [`RunError::UnknownInput`].
    pub fn unbind(&mut self, name: &str) -> Result<(), RunError> {
        let index = self.input(name)?;
        self.textures[index] = None;
        Ok(())
    }

    /// The first input from `from` on that has no picture.
    pub(crate) fn missing(&self, from: usize, used_as: KernelUse) -> Option<RunError> {
        let inputs = self.kernel.inputs().iter().enumerate().skip(from);
        inputs.into_iter().find(|(i, _)| self.textures[*i].is_none()).map(|(_, input)| {
            RunError::MissingInput {
                name: input.name.clone(),
                channels: input.channels,
                kernel: self.kernel.name().to_owned(),
                used_as,
            }
        })
    }

    /// Whether the registers for rows of so many pixels fit into the limits.
    pub(crate) fn check_memory(&self, width: usize) -> Result<(), RunError> {
        let threads = if cfg!(feature = "parallel") { self.threads.clamp(1, 64) } else { 1 };
        let needed = Frame::bytes(&self.kernel.inner.program, width) * threads as u64;
        let allowed = self.limits.memory;
        if needed > allowed { Err(RunError::TooMuchMemory { needed, allowed }) } else { Ok(()) }
    }

    /// Computes every pixel of a surface, with the corner of the first at (0, 0), and replaces what was there. An opaque
    /// surface stays opaque.
    ///
    /// # Errors
    /// [`RunError::MissingInput`], [`RunError::TooWide`], [`RunError::TooMuchMemory`] and [`RunError::TooLong`]; after the latter some rows
    /// are new.
    pub fn render(&mut self, target: &mut Surface) -> Result<(), RunError> {
        let (width, height) = (target.width() as usize, target.height() as usize);
        let opaque = target.is_opaque();
        let words = target.words_mut();
        self.run_all(width, height, TextureEdge::Clamp, Out::Words(words))?;
        if opaque {
            for word in words {
                *word |= 0xFF00_0000;
            }
        }
        Ok(())
    }

    /// Computes numbers: [`Kernel::channels`] of them for each of width × height pixels, as they are, not held between 0
    /// and 1.
    ///
    /// ```
    /// use motile_kernel::{Kernel, Shader, Texture};
    /// let twice = Kernel::compile("<languageVersion : 1.0;>
    /// kernel Twice < namespace : \"n\"; vendor : \"v\"; version : 1; >
    /// { input image1 src; output pixel1 dst; void evaluatePixel() { dst = 2.0 * sampleNearest(src, outCoord()); } }")?;
    /// let mut shader = Shader::new(&twice);
    /// shader.bind("src", &Texture::from_floats(4, 1, 1, vec![1.0, 2.0, 3.0, 4.0])?)?;
    /// let mut out = [0.0; 4];
    /// shader.run(4, 1, &mut out)?;
    /// assert_eq!(out, [2.0, 4.0, 6.0, 8.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`RunError::TargetTooSmall`], [`RunError::MissingInput`], [`RunError::TooMuchMemory`], [`RunError::TooLong`], and
    /// [`RunError::TooWide`] for more than 2²³ numbers in a row: put them into several.
    #[doc(alias = "compute")]
    #[doc(alias = "ShaderJob")]
    pub fn run(&mut self, width: u32, height: u32, out: &mut [f32]) -> Result<(), RunError> {
        let pixels = u64::from(width) * u64::from(height);
        let expected = pixels * u64::from(self.kernel.channels());
        let got = out.len() as u64;
        if got < expected {
            return Err(RunError::TargetTooSmall { expected, got });
        }
        let out = &mut out[..expected as usize];
        self.run_all(width as usize, height as usize, TextureEdge::Clamp, Out::Floats(out))
    }

    /// The numbers of one pixel, with the values, pictures and limits of another shader whose kernel has the interface of this one's.
    pub(crate) fn run_pixel(&mut self, of: &Self, x: u32, y: u32) -> Result<[f32; 4], RunError> {
        if let Some(error) = of.missing(0, KernelUse::Run) {
            return Err(error);
        }
        let mut images = ImageList::default();
        images.fill(&of.textures, of.edge.unwrap_or(TextureEdge::Clamp));
        let start = vec2(x as f32 + 0.5, y as f32 + 0.5);
        let band = Band { start, step: Vec2::X, down: Vec2::Y, first: 0, width: 1, height: 1 };
        let context = Context {
            program: &self.kernel.inner.program,
            parameters: &of.values,
            images: images.list(),
            limits: of.limits,
            spent: &AtomicU64::new(0),
        };
        let mut numbers = [0.0; 4];
        let count = usize::from(self.kernel.channels());
        run_split(&context, &mut self.frames, 1, &band, Out::Floats(&mut numbers[..count]))?;
        Ok(numbers)
    }

    fn run_all(
        &mut self,
        width: usize,
        height: usize,
        edge: TextureEdge,
        out: Out<'_>,
    ) -> Result<(), RunError> {
        if let Some(error) = self.missing(0, KernelUse::Run) {
            return Err(error);
        }
        self.spent = 0;
        if width == 0 || height == 0 {
            return Ok(());
        }
        check_sides(width as u32, height as u32)?;
        self.check_memory(width)?;
        let edge = self.edge.unwrap_or(edge);
        let spent = AtomicU64::new(0);
        let mut images = ImageList::default();
        images.fill(&self.textures, edge);
        let band =
            Band { start: vec2(0.5, 0.5), step: Vec2::X, down: Vec2::Y, first: 0, width, height };
        let context = Context {
            program: &self.kernel.inner.program,
            parameters: &self.values,
            images: images.list(),
            limits: self.limits,
            spent: &spent,
        };
        let run = (self.threads, self.supersampling);
        let done = run_averaged(&context, &mut self.frames, run, &band, out);
        self.spent = spent.into_inner();
        done
    }
}

/// Views of the pictures of a run, without a place on the heap.
pub(crate) struct ImageList<'a> {
    views: [View<'a>; MAX_INPUTS],
    count: usize,
}

/// A kernel reads at most so many pictures.
pub(crate) const MAX_INPUTS: usize = 16;

impl Default for ImageList<'_> {
    fn default() -> Self {
        let texels = crate::run::image::TexelView::Words(&[]);
        let none =
            View { width: 0, height: 0, origin: Vec2::ZERO, texels, edge: TextureEdge::Clamp };
        Self { views: [none; MAX_INPUTS], count: 0 }
    }
}

impl<'a> ImageList<'a> {
    pub(crate) fn fill(&mut self, textures: &'a [Option<Texture>], edge: TextureEdge) {
        self.count = textures.len().min(MAX_INPUTS);
        for (index, texture) in textures.iter().take(MAX_INPUTS).enumerate() {
            if let Some(texture) = texture {
                self.set(index, texture.view(edge));
            }
        }
    }

    /// Takes pictures in order, as many as there is room for.
    pub(crate) fn lend(&mut self, views: impl Iterator<Item = View<'a>>) {
        self.count = 0;
        for (to, view) in self.views.iter_mut().zip(views) {
            *to = view;
            self.count += 1;
        }
    }

    pub(crate) fn set(&mut self, index: usize, view: View<'a>) {
        self.views[index] = view;
    }

    pub(crate) fn list(&self) -> &[View<'a>] {
        &self.views[..self.count]
    }
}

/// Runs a band in pieces, one for each thread.
pub(crate) fn run_split(
    context: &Context<'_>,
    frames: &mut Vec<Frame>,
    threads: usize,
    band: &Band,
    out: Out<'_>,
) -> Result<(), RunError> {
    let level = Level::new();
    let pieces = if cfg!(feature = "parallel") { threads.clamp(1, band.height.min(64)) } else { 1 };
    if frames.len() < pieces {
        frames.resize_with(pieces, Frame::default);
    }
    if pieces == 1 {
        let frame = &mut frames[0];
        let done = work(level, context, frame, Work::SetUp)
            .and_then(|()| work(level, context, frame, Work::Band(band, out)));
        return done.map_err(|_| RunError::TooLong);
    }
    #[cfg(feature = "parallel")]
    return crate::run::threads::run_pieces(level, context, &mut frames[..pieces], band, out);
    #[cfg(not(feature = "parallel"))]
    Ok(())
}
