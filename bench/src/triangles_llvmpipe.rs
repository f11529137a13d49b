//! Mesa's llvmpipe as a peer of triangles: a GPU driver that draws on the processor, reached through Vulkan.
//!
//! It runs in a process of its own, because the number of its threads is a setting of the environment: none besides the
//! one that draws, as for all others. Corners and picture are with it before the clock starts; a call draws one page and waits
//! until it is done.

use crate::triangles_peers::{Corner, Texels};
use core::{
    future::Future,
    pin::pin,
    task::{Context, Poll, Waker},
};
use std::{
    io::{BufRead, BufReader, Lines, Write},
    process::{ChildStdin, ChildStdout, Command, ExitCode, Stdio},
    time::Instant,
};

/// The option with which this program is the peer.
pub const OPTION: &str = "--llvmpipe";

const SHADER: &str = "
struct Corner { @builtin(position) place: vec4f, @location(0) uv: vec2f }
@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var smooth_repeat: sampler;
@vertex fn corner(@location(0) place: vec4f, @location(1) uv: vec2f) -> Corner { return Corner(place, uv); }
@fragment fn pixel(at: Corner) -> @location(0) vec4f { return textureSample(picture, smooth_repeat, at.uv); }
";

const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// The other process.
pub struct Llvmpipe {
    /// It ends when its input is closed.
    ask: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
    work: &'static str,
}

impl Llvmpipe {
    /// Starts the peer and lets it draw once; says that a row is skipped where there is none.
    pub fn start(work: &'static str) -> Option<Self> {
        let peer = Self::try_start(work);
        if peer.is_none() {
            eprintln!(
                "motile-bench: skipping {work} beside llvmpipe: no Vulkan driver of Mesa that draws on the processor (Debian: mesa-vulkan-drivers)"
            );
        }
        peer
    }

    fn try_start(work: &'static str) -> Option<Self> {
        let mut process = Command::new(std::env::current_exe().ok()?)
            .arg(OPTION)
            .env("LP_NUM_THREADS", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Mesa complains there about displays, which nobody needs here.
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let (ask, answers) = (process.stdin.take()?, process.stdout.take()?);
        let mut peer = Self { ask, answers: BufReader::new(answers).lines(), work };
        peer.turn(1)?;
        Some(peer)
    }

    /// Nanoseconds of one of so many calls.
    pub fn time(&mut self, calls: u32) -> f64 {
        self.turn(calls).expect("it answered before")
    }

    fn turn(&mut self, calls: u32) -> Option<f64> {
        writeln!(self.ask, "{} {calls}", self.work).ok()?;
        self.answers.next()?.ok()?.parse().ok()
    }
}

/// Answers until nobody asks; `work` makes the corners of a row.
pub fn serve(side: u32, texels: &Texels, work: impl Fn(&str) -> Option<Vec<Corner>>) -> ExitCode {
    let Some(page) = Page::new(side, texels) else { return ExitCode::FAILURE };
    let mut last: Option<(String, wgpu::Buffer, u32)> = None;
    for line in std::io::stdin().lines().map_while(Result::ok) {
        let Some((name, calls)) = line.split_once(' ') else { return ExitCode::FAILURE };
        let Ok(calls) = calls.parse::<u32>() else { return ExitCode::FAILURE };
        if last.as_ref().is_none_or(|(work, ..)| work != name) {
            let Some(corners) = work(name) else { return ExitCode::FAILURE };
            let lists = page.lists(&corners);
            page.draw(&lists, corners.len() as u32);
            if page.is_black() {
                return ExitCode::FAILURE;
            }
            last = Some((name.to_owned(), lists, corners.len() as u32));
        }
        let Some((_, lists, count)) = &last else { return ExitCode::FAILURE };
        let start = Instant::now();
        for _ in 0..calls {
            page.draw(lists, *count);
        }
        println!("{}", start.elapsed().as_secs_f64() * 1e9 / f64::from(calls));
    }
    ExitCode::SUCCESS
}

/// A page to draw on, and what draws.
struct Page {
    device: wgpu::Device,
    queue: wgpu::Queue,
    target: wgpu::Texture,
    pipeline: wgpu::RenderPipeline,
    bindings: wgpu::BindGroup,
    side: u32,
}

impl Page {
    /// `None` where no driver draws on the processor.
    fn new(side: u32, texels: &Texels) -> Option<Self> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let adapters = wait(instance.enumerate_adapters(wgpu::Backends::VULKAN));
        let adapter = adapters
            .into_iter()
            .find(|adapter| adapter.get_info().device_type == wgpu::DeviceType::Cpu)?;
        let (device, queue) =
            wait(adapter.request_device(&wgpu::DeviceDescriptor::default())).ok()?;
        let target = texture(
            &device,
            side,
            wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
        );
        let picture = texture(
            &device,
            texels.side(),
            wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        );
        let bytes: Vec<u8> = texels.words().iter().flat_map(|word| word.to_le_bytes()).collect();
        let rows = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(texels.side() * 4),
            rows_per_image: None,
        };
        queue.write_texture(picture.as_image_copy(), &bytes, rows, picture.size());
        let pipeline = pipeline(&device);
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            address_mode_u: wgpu::AddressMode::Repeat,
            address_mode_v: wgpu::AddressMode::Repeat,
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            ..Default::default()
        });
        let view = picture.create_view(&wgpu::TextureViewDescriptor::default());
        let bindings = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(0),
            entries: &[
                wgpu::BindGroupEntry {
                    binding: 0,
                    resource: wgpu::BindingResource::TextureView(&view),
                },
                wgpu::BindGroupEntry {
                    binding: 1,
                    resource: wgpu::BindingResource::Sampler(&sampler),
                },
            ],
        });
        Some(Self { device, queue, target, pipeline, bindings, side })
    }

    /// Corners where the driver reads them.
    fn lists(&self, corners: &[Corner]) -> wgpu::Buffer {
        let numbers = corners.iter().flat_map(|corner| {
            let [x, y, z, w] = corner.clip(self.side);
            // Its page has y up.
            [x, -y, z, w, corner.uv.x, corner.uv.y]
        });
        let bytes: Vec<u8> = numbers.flat_map(f32::to_ne_bytes).collect();
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: bytes.len() as u64,
            usage: wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        self.queue.write_buffer(&buffer, 0, &bytes);
        buffer
    }

    fn draw(&self, corners: &wgpu::Buffer, count: u32) {
        let view = self.target.create_view(&wgpu::TextureViewDescriptor::default());
        let mut commands =
            self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut pass = commands.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store },
            })],
            ..Default::default()
        });
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.bindings, &[]);
        pass.set_vertex_buffer(0, corners.slice(..));
        pass.draw(0..count, 0..1);
        drop(pass);
        self.finish(commands);
    }

    fn finish(&self, commands: wgpu::CommandEncoder) {
        let index = self.queue.submit([commands.finish()]);
        let until = wgpu::PollType::Wait { submission_index: Some(index), timeout: None };
        self.device.poll(until).expect("the driver goes on");
    }

    /// Whether nothing was drawn on the middle row.
    fn is_black(&self) -> bool {
        let size = u64::from(self.side) * 4;
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size,
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let mut commands =
            self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut from = self.target.as_image_copy();
        from.origin.y = self.side / 2;
        let layout =
            wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: None, rows_per_image: None };
        let row = wgpu::Extent3d { width: self.side, height: 1, depth_or_array_layers: 1 };
        commands.copy_texture_to_buffer(
            from,
            wgpu::TexelCopyBufferInfo { buffer: &buffer, layout },
            row,
        );
        self.finish(commands);
        buffer.map_async(wgpu::MapMode::Read, .., |_| {});
        self.device.poll(wgpu::PollType::wait_indefinitely()).expect("the driver goes on");
        let view = buffer.get_mapped_range(..);
        view.map_or(true, |view| view.chunks(4).all(|pixel| pixel[..3] == [0; 3]))
    }
}

fn texture(device: &wgpu::Device, side: u32, usage: wgpu::TextureUsages) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width: side, height: side, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: FORMAT,
        usage,
        view_formats: &[],
    })
}

fn pipeline(device: &wgpu::Device) -> wgpu::RenderPipeline {
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(SHADER.into()),
    });
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: None,
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some("corner"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[Some(wgpu::VertexBufferLayout {
                array_stride: 24,
                step_mode: wgpu::VertexStepMode::Vertex,
                attributes: &wgpu::vertex_attr_array![0 => Float32x4, 1 => Float32x2],
            })],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: Some("pixel"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(FORMAT.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}

/// The answer of a future. Those of native drivers are there when they are asked for, so this goes round once.
fn wait<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(answer) = future.as_mut().poll(&mut context) {
            return answer;
        }
        std::thread::yield_now();
    }
}
