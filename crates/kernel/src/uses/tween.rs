//! Parameters as targets of tweens.

use crate::{ParameterHandle, Shader};
use motile_anim::Targets;

/// Parameters of floats are tweened by their handles: a number by its handle alone, one of several with its place.
///
/// ```
/// use motile_anim::{Animator, Ease, Tween};
/// use motile_kernel::{Shader, library};
///
/// let mut twirl = Shader::new(&library::find("twirl").ok_or("it is there")?.compile()?);
/// let twist = twirl.find("twist").ok_or("it has one")?;
/// let mut animator = Animator::new();
/// animator.play(Tween::new(2.0).to(|number: &mut f32| number, -6.0).on(twist).ease(Ease::ELASTIC_OUT));
/// animator.update(2.0, &mut twirl);
/// assert_eq!(twirl.value("twist"), Some(&[-6.0][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Targets<f32, ParameterHandle> for Shader {
    fn target(&mut self, &handle: &ParameterHandle) -> Option<&mut f32> {
        self.number_mut(handle, 0)
    }
}

/// The component of a vector or matrix, counted from 0.
impl Targets<f32, (ParameterHandle, usize)> for Shader {
    fn target(&mut self, &(handle, component): &(ParameterHandle, usize)) -> Option<&mut f32> {
        self.number_mut(handle, component)
    }
}
