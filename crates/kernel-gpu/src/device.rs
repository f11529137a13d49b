//! The GPU of the machine.

use crate::GpuError;
use core::{
    future::Future,
    pin::pin,
    task::{Context, Poll, Waker},
};

/// A GPU that is ready for work. Clones share it.
#[derive(Clone, Debug)]
pub struct Gpu {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    name: String,
    is_software: bool,
    /// The longest side of a picture.
    pub(crate) most: u32,
}

impl Gpu {
    /// Opens the GPU of the machine that promises most; a driver that computes on the processor counts as one, and is taken
    /// last.
    ///
    /// # Errors
    /// [`GpuError::NoDevice`].
    pub fn open() -> Result<Self, GpuError> {
        let missing = |why: String| GpuError::NoDevice { why };
        let options = wgpu::InstanceDescriptor::new_without_display_handle();
        let instance = wgpu::Instance::new(options);
        let adapter = wait(instance.request_adapter(&wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..Default::default()
        }));
        let adapter = adapter.map_err(|error| missing(error.to_string()))?;
        let info = adapter.get_info();
        let limits = adapter.limits();
        let most = limits.max_texture_dimension_2d;
        let opened = wait(adapter.request_device(&wgpu::DeviceDescriptor {
            label: Some("motile"),
            required_limits: limits,
            ..Default::default()
        }));
        let (device, queue) = opened.map_err(|error| missing(error.to_string()))?;
        let is_software = info.device_type == wgpu::DeviceType::Cpu;
        Ok(Self { device, queue, name: info.name, is_software, most })
    }

    /// What its maker calls it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is a program on the processor that stands in for a GPU.
    pub fn is_software(&self) -> bool {
        self.is_software
    }

    /// Does work and tells what the driver complained about, instead of ending the program.
    pub(crate) fn guarded<T>(&self, work: impl FnOnce() -> T) -> Result<T, GpuError> {
        let memory = self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let rules = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let done = work();
        let broken = wait(rules.pop());
        match broken.or(wait(memory.pop())) {
            Some(error) => Err(GpuError::Failed { why: error.to_string() }),
            None => Ok(done),
        }
    }
}

/// The answer of a future. Those of native GPUs are there when they are asked for, so this goes round once.
pub(crate) fn wait<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(answer) = future.as_mut().poll(&mut context) {
            return answer;
        }
        std::thread::yield_now();
    }
}
