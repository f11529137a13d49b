//! A kernel as the GPU knows it: its code, its numbers and its pictures.

use crate::{Gpu, GpuError};
use motile_kernel::{Kernel, Shader, Texture, TextureEdge, WgslOptions};

/// What results are written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Straight channels of a byte each.
    Bytes,
    /// Channels as they are.
    Floats,
}

impl Format {
    pub(crate) fn of_gpu(self) -> wgpu::TextureFormat {
        match self {
            Self::Bytes => wgpu::TextureFormat::Rgba8Unorm,
            Self::Floats => wgpu::TextureFormat::Rgba32Float,
        }
    }

    /// Bytes a pixel.
    pub(crate) fn size(self) -> u32 {
        match self {
            Self::Bytes => 4,
            Self::Floats => 16,
        }
    }
}

/// What the code was made for; another of these needs other code.
#[derive(Clone, Debug)]
struct Made {
    kernel: Kernel,
    edge: TextureEdge,
    rounds: u32,
    places: u8,
    format: Format,
}

/// Code and numbers of a kernel on the GPU.
#[derive(Debug)]
pub(crate) struct Program {
    made: Made,
    pub(crate) pipeline: wgpu::RenderPipeline,
    layout: wgpu::BindGroupLayout,
    numbers: wgpu::Buffer,
    /// The numbers in it.
    written: Vec<f32>,
}

impl Program {
    /// Makes code for a shader as it is.
    pub(crate) fn new(gpu: &Gpu, shader: &Shader, format: Format) -> Result<Self, GpuError> {
        let kernel = shader.kernel();
        let made = made(shader, format);
        let options = WgslOptions {
            edge: made.edge,
            loop_rounds: made.rounds,
            supersampling: made.places,
            numbers: format == Format::Floats,
        };
        let source = kernel.to_wgsl(&options);
        let count: usize = kernel.parameters().iter().map(|p| p.ty.count()).sum();
        gpu.guarded(|| {
            let layout = layout(gpu, kernel.inputs().len());
            let pipeline = pipeline(gpu, &layout, source, format);
            let numbers = gpu.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("numbers"),
                size: (count.div_ceil(4).max(1) * 16) as u64,
                usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            });
            Self { made, pipeline, layout, numbers, written: Vec::new() }
        })
    }

    /// Whether it is code for the shader as it is.
    pub(crate) fn is_for(&self, shader: &Shader, format: Format) -> bool {
        let now = made(shader, format);
        self.made.kernel.is_clone_of(&now.kernel)
            && (self.made.edge, self.made.rounds, self.made.places, self.made.format)
                == (now.edge, now.rounds, now.places, now.format)
    }

    /// Gives it the numbers of the parameters: one write, and none when they are there already.
    pub(crate) fn write(&mut self, gpu: &Gpu, shader: &Shader) {
        if self.written == shader.values() && !self.written.is_empty() {
            return;
        }
        self.written.clear();
        self.written.extend_from_slice(shader.values());
        gpu.queue.write_buffer(&self.numbers, 0, bytemuck::cast_slice(&self.written));
    }

    /// Numbers and pictures, as a run wants them.
    pub(crate) fn bind(&self, gpu: &Gpu, images: &[Image]) -> wgpu::BindGroup {
        let mut entries =
            vec![wgpu::BindGroupEntry { binding: 0, resource: self.numbers.as_entire_binding() }];
        entries.extend(images.iter().enumerate().map(|(index, image)| wgpu::BindGroupEntry {
            binding: index as u32 + 1,
            resource: wgpu::BindingResource::TextureView(&image.view),
        }));
        gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &self.layout,
            entries: &entries,
        })
    }
}

fn made(shader: &Shader, format: Format) -> Made {
    let edge = shader.edge.unwrap_or(TextureEdge::Clamp);
    let (rounds, places) = (shader.limits.loop_rounds, shader.supersampling);
    Made { kernel: shader.kernel().clone(), edge, rounds, places, format }
}

fn layout(gpu: &Gpu, inputs: usize) -> wgpu::BindGroupLayout {
    let entry = |binding: u32, ty: wgpu::BindingType| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::FRAGMENT,
        ty,
        count: None,
    };
    let mut entries = vec![entry(
        0,
        wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: false,
            min_binding_size: None,
        },
    )];
    // Texels are read one by one, which floats can be without the feature that filters them.
    let image = wgpu::BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Float { filterable: false },
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    };
    entries.extend((0..inputs).map(|index| entry(index as u32 + 1, image)));
    gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: None,
        entries: &entries,
    })
}

fn pipeline(
    gpu: &Gpu,
    layout: &wgpu::BindGroupLayout,
    source: String,
    format: Format,
) -> wgpu::RenderPipeline {
    let module = gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(source.into()),
    });
    let layout = gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(layout)],
        immediate_size: 0,
    });
    gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some("vs_main"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: Some("fs_main"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(format.of_gpu().into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}

/// A picture on the GPU, and where it came from.
#[derive(Debug)]
pub(crate) struct Image {
    pub(crate) source: Texture,
    view: wgpu::TextureView,
}

impl Image {
    /// Copies a picture to the GPU.
    pub(crate) fn upload(gpu: &Gpu, source: &Texture) -> Result<Self, GpuError> {
        let (width, height) = (source.width(), source.height());
        if width.max(height) > gpu.most {
            return Err(GpuError::TooLarge { width, height, most: gpu.most });
        }
        let wide;
        let (format, bytes) = match (source.words(), source.floats()) {
            (Some(words), _) => (Format::Bytes, bytemuck::cast_slice(words)),
            (None, floats) => {
                wide = widened(floats.unwrap_or_default(), usize::from(source.channels()));
                (Format::Floats, bytemuck::cast_slice(&wide))
            }
        };
        let size = wgpu::Extent3d { width, height, depth_or_array_layers: 1 };
        gpu.guarded(|| {
            let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
                label: None,
                size,
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format: format.of_gpu(),
                usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
                view_formats: &[],
            });
            let rows = wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(width * format.size()),
                rows_per_image: None,
            };
            gpu.queue.write_texture(texture.as_image_copy(), bytes, rows, size);
            Self {
                source: source.clone(),
                view: texture.create_view(&wgpu::TextureViewDescriptor::default()),
            }
        })
    }
}

/// Texels of any number of channels as texels of four; what a picture lacks is opaque black, as for the lanes.
fn widened(numbers: &[f32], channels: usize) -> Vec<[f32; 4]> {
    let texels = numbers.chunks_exact(channels.max(1));
    texels
        .map(|texel| {
            let mut wide = [0.0, 0.0, 0.0, 1.0];
            for (to, from) in wide.iter_mut().zip(texel) {
                *to = *from;
            }
            wide
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channels_that_are_not_there_are_opaque_black() {
        assert_eq!(widened(&[0.5, 2.0], 1), [[0.5, 0.0, 0.0, 1.0], [2.0, 0.0, 0.0, 1.0]]);
        assert_eq!(widened(&[1.0, 2.0, 3.0, 4.0], 4), [[1.0, 2.0, 3.0, 4.0]]);
    }
}
