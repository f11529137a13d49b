//! A kernel with values and pictures, run on the GPU.

use crate::{
    Gpu, GpuError,
    program::{Format, Image, Program},
};
use motile_kernel::{KernelUse, RunError, Shader};
use motile_pixels::{Color, Surface};

/// A [`Shader`] that runs on a GPU. Code is made for the first run, and again only when the kernel, the rule for edges, the cap on
/// loops or supersampling is another one; pictures travel when they are others than before; a changed parameter is one small
/// write.
#[derive(Debug)]
pub struct GpuShader {
    /// The kernel with its values and pictures, to be set and bound as for runs on the processor.
    pub shader: Shader,
    gpu: Gpu,
    programs: [Option<Program>; 2],
    images: Vec<Image>,
    target: Option<Target>,
}

/// Where results go, and from where they are read.
#[derive(Debug)]
struct Target {
    width: u32,
    height: u32,
    format: Format,
    texture: wgpu::Texture,
    view: wgpu::TextureView,
    buffer: wgpu::Buffer,
}

impl Target {
    fn new(gpu: &Gpu, width: u32, height: u32, format: Format) -> Result<Self, GpuError> {
        gpu.guarded(|| {
            let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
                label: None,
                size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format: format.of_gpu(),
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
                view_formats: &[],
            });
            let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size: u64::from(row_bytes(width, format)) * u64::from(height),
                usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
                mapped_at_creation: false,
            });
            let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
            Self { width, height, format, texture, view, buffer }
        })
    }

    /// Commands that draw the whole of it and copy it to where it can be read.
    fn commands(&self, gpu: &Gpu, program: &Program, images: &[Image]) -> wgpu::CommandBuffer {
        let bound = program.bind(gpu, images);
        let mut encoder =
            gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &self.view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..Default::default()
        });
        pass.set_pipeline(&program.pipeline);
        pass.set_bind_group(0, &bound, &[]);
        pass.draw(0..3, 0..1);
        drop(pass);
        let to = wgpu::TexelCopyBufferInfo {
            buffer: &self.buffer,
            layout: wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(row_bytes(self.width, self.format)),
                rows_per_image: None,
            },
        };
        encoder.copy_texture_to_buffer(self.texture.as_image_copy(), to, self.texture.size());
        encoder.finish()
    }

    /// Waits for the result and hands out its rows.
    fn read(&self, gpu: &Gpu, mut give: impl FnMut(usize, &[u8])) -> Result<(), GpuError> {
        let failed = |why: String| GpuError::Failed { why };
        let (tell, told) = std::sync::mpsc::channel();
        self.buffer.map_async(wgpu::MapMode::Read, .., move |answer| {
            // Nobody listens only when waiting has failed already.
            tell.send(answer).ok();
        });
        let waited = gpu.device.poll(wgpu::PollType::wait_indefinitely());
        waited.map_err(|error| failed(error.to_string()))?;
        let answer = told.recv().map_err(|error| failed(error.to_string()))?;
        answer.map_err(|error| failed(error.to_string()))?;
        let bytes = self.buffer.get_mapped_range(..);
        let bytes = bytes.map_err(|error| failed(error.to_string()))?;
        let row = (self.width * self.format.size()) as usize;
        let rows = bytes.chunks_exact(row_bytes(self.width, self.format) as usize);
        for (index, bytes) in rows.enumerate() {
            give(index, &bytes[..row]);
        }
        drop(bytes);
        self.buffer.unmap();
        Ok(())
    }
}

/// GPUs copy rows that begin at whole multiples of 256 bytes.
fn row_bytes(width: u32, format: Format) -> u32 {
    (width * format.size()).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT)
}

impl GpuShader {
    /// A shader for a GPU. Nothing is compiled before its first run.
    pub fn new(gpu: &Gpu, shader: Shader) -> Self {
        Self {
            shader,
            gpu: gpu.clone(),
            programs: [const { None }; 2],
            images: Vec::new(),
            target: None,
        }
    }

    /// Computes every pixel of a surface, as [`Shader::render`] does.
    ///
    /// # Errors
    /// [`GpuError::Run`] when a picture is missing, [`GpuError::TooLarge`] and [`GpuError::Failed`]; the surface keeps what it had.
    pub fn render(&mut self, target: &mut Surface) -> Result<(), GpuError> {
        let (width, height) = (target.width(), target.height());
        let opaque = target.is_opaque();
        let words = target.words_mut();
        self.compute(width, height, Format::Bytes, |row, bytes| {
            let start = row * width as usize;
            let texels = bytes.as_chunks::<4>().0;
            for (word, &[r, g, b, a]) in words[start..].iter_mut().zip(texels) {
                *word = u32::from_le_bytes(Color::rgba(r, g, b, a).premultiplied());
                if opaque {
                    *word |= 0xFF00_0000;
                }
            }
        })
    }

    /// Computes numbers, as [`Shader::run`] does: as many for each of width × height pixels as the kernel has channels.
    ///
    /// # Errors
    /// [`GpuError::Run`] when a picture is missing or `out` is too short, [`GpuError::TooLarge`] and [`GpuError::Failed`].
    #[doc(alias = "compute")]
    pub fn run(&mut self, width: u32, height: u32, out: &mut [f32]) -> Result<(), GpuError> {
        let channels = usize::from(self.shader.kernel().channels());
        let expected = u64::from(width) * u64::from(height) * channels as u64;
        let got = out.len() as u64;
        if got < expected {
            return Err(RunError::TargetTooSmall { expected, got }.into());
        }
        // Where the code puts the channels in a color: one is gray, two are gray and alpha.
        let places: &[usize] = if channels == 2 { &[0, 3] } else { &[0, 1, 2, 3][..channels] };
        self.compute(width, height, Format::Floats, |row, bytes| {
            let numbers: &[f32] = bytemuck::cast_slice(bytes);
            let start = row * width as usize * channels;
            let pixels = out[start..].chunks_exact_mut(channels.max(1));
            for (to, color) in pixels.zip(numbers.as_chunks::<4>().0) {
                for (to, &place) in to.iter_mut().zip(places) {
                    *to = color[place];
                }
            }
        })
    }

    fn compute(
        &mut self,
        width: u32,
        height: u32,
        format: Format,
        give: impl FnMut(usize, &[u8]),
    ) -> Result<(), GpuError> {
        self.upload()?;
        if width == 0 || height == 0 {
            return Ok(());
        }
        if width.max(height) > self.gpu.most {
            return Err(GpuError::TooLarge { width, height, most: self.gpu.most });
        }
        let place = &mut self.programs[usize::from(format == Format::Floats)];
        let program = match place.take().filter(|program| program.is_for(&self.shader, format)) {
            Some(program) => program,
            None => Program::new(&self.gpu, &self.shader, format)?,
        };
        let program = place.insert(program);
        let fits = |target: &Target| {
            (target.width, target.height, target.format) == (width, height, format)
        };
        let target = match self.target.take().filter(fits) {
            Some(target) => target,
            None => Target::new(&self.gpu, width, height, format)?,
        };
        let target = self.target.insert(target);
        self.gpu.guarded(|| {
            program.write(&self.gpu, &self.shader);
            self.gpu.queue.submit([target.commands(&self.gpu, program, &self.images)]);
        })?;
        target.read(&self.gpu, give)
    }

    /// Copies pictures to the GPU that are others than before.
    fn upload(&mut self) -> Result<(), GpuError> {
        for (index, input) in self.shader.kernel().inputs().iter().enumerate() {
            let Some(texture) = self.shader.texture(&input.name) else {
                let (name, channels) = (input.name.clone(), input.channels);
                let kernel = self.shader.kernel().name().to_owned();
                let used_as = KernelUse::Run;
                return Err(RunError::MissingInput { name, channels, kernel, used_as }.into());
            };
            match self.images.get_mut(index) {
                Some(image) if image.source.is_clone_of(texture) => {}
                Some(image) => *image = Image::upload(&self.gpu, texture)?,
                None => self.images.push(Image::upload(&self.gpu, texture)?),
            }
        }
        self.images.truncate(self.shader.kernel().inputs().len());
        Ok(())
    }
}
