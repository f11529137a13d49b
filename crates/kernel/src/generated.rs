//! What kernels that were written as Rust stand on: [`Kernel::to_rust`](crate::Kernel::to_rust) writes code that calls this.
//!
//! A written kernel is a struct with one field for each parameter and an implementation of [`RustKernel`]. It gives the
//! bits that the lanes give, without a compiler at run time. Numbers stay in the registers of the processor from one operation to the
//! next, so that arithmetic takes about half the time; reading pictures takes as long.

use crate::{
    RunError,
    ir::{Bin, Un},
    run::band::{check_sides, word},
    run::image::{Texture, TextureEdge, View},
    run::lanes,
    run::sample,
    shader::{ImageList, MAX_INPUTS},
};
use fearless_simd::{Level, dispatch, mask32x8, prelude::*};
pub use fearless_simd::{Simd, f32x8, i32x8};
pub use motile_pixels::Surface;

/// A kernel that was written as Rust.
pub trait RustKernel {
    /// Numbers a pixel of the result, 1 to 4.
    const CHANNELS: usize;

    /// The first four channels of eight pixels, from their places; channels that there are not are 0.
    fn eight<S: Simd>(
        &self,
        lanes: LaneOps<S>,
        images: &ImageViews<'_>,
        place: [f32x8<S>; 2],
    ) -> [f32x8<S>; 4];
}

/// The pictures that a written kernel reads, in the order of its inputs.
#[derive(Debug)]
pub struct ImageViews<'a> {
    views: &'a [View<'a>],
}

/// The operations of kernels on eight numbers at once. Whole numbers stand for truth values too: 0 is false.
#[derive(Clone, Copy, Debug)]
pub struct LaneOps<S: Simd> {
    simd: S,
}

/// A method for each operation on one register.
macro_rules! unary {
    ($($name:ident $op:ident $from:ident $to:ident $of:ident;)*) => {$(
        #[doc = concat!("The operation `", stringify!($op), "` on eight numbers.")]
        #[inline(always)]
        pub fn $name(self, a: $from<S>) -> $to<S> {
            lanes::$of(self.simd, Un::$op, a)
        }
    )*};
}

/// A method for each operation on two registers.
macro_rules! binary {
    ($($name:ident $op:ident $from:ident $to:ident $of:ident;)*) => {$(
        #[doc = concat!("The operation `", stringify!($op), "` on eight pairs of numbers.")]
        #[inline(always)]
        pub fn $name(self, a: $from<S>, b: $from<S>) -> $to<S> {
            lanes::$of(self.simd, Bin::$op, a, b)
        }
    )*};
}

impl<S: Simd> LaneOps<S> {
    unary! {
        neg Neg f32x8 f32x8 un_float;
        abs Abs f32x8 f32x8 un_float;
        sign Sign f32x8 f32x8 un_float;
        floor Floor f32x8 f32x8 un_float;
        ceil Ceil f32x8 f32x8 un_float;
        fract Fract f32x8 f32x8 un_float;
        sqrt Sqrt f32x8 f32x8 un_float;
        rsqrt Rsqrt f32x8 f32x8 un_float;
        rcp Rcp f32x8 f32x8 un_float;
        sin Sin f32x8 f32x8 un_float;
        cos Cos f32x8 f32x8 un_float;
        tan Tan f32x8 f32x8 un_float;
        asin Asin f32x8 f32x8 un_float;
        acos Acos f32x8 f32x8 un_float;
        atan Atan f32x8 f32x8 un_float;
        exp Exp f32x8 f32x8 un_float;
        exp2 Exp2 f32x8 f32x8 un_float;
        log Log f32x8 f32x8 un_float;
        log2 Log2 f32x8 f32x8 un_float;
        trunc Trunc f32x8 i32x8 un_to_int;
        round Round f32x8 i32x8 un_to_int;
        truth Truth f32x8 i32x8 un_to_int;
        neg_int NegInt i32x8 i32x8 un_int;
        not_int NotInt i32x8 i32x8 un_int;
        truth_int TruthInt i32x8 i32x8 un_int;
        complement Complement i32x8 i32x8 un_int;
    }

    binary! {
        add Add f32x8 f32x8 bin_float;
        sub Sub f32x8 f32x8 bin_float;
        mul Mul f32x8 f32x8 bin_float;
        div Div f32x8 f32x8 bin_float;
        modulo Mod f32x8 f32x8 bin_float;
        min Min f32x8 f32x8 bin_float;
        max Max f32x8 f32x8 bin_float;
        pow Pow f32x8 f32x8 bin_float;
        atan2 Atan2 f32x8 f32x8 bin_float;
        step Step f32x8 f32x8 bin_float;
        less Less f32x8 i32x8 bin_compare;
        less_equal LessEqual f32x8 i32x8 bin_compare;
        equal Equal f32x8 i32x8 bin_compare;
        not_equal NotEqual f32x8 i32x8 bin_compare;
        add_int AddInt i32x8 i32x8 bin_int;
        sub_int SubInt i32x8 i32x8 bin_int;
        mul_int MulInt i32x8 i32x8 bin_int;
        div_int DivInt i32x8 i32x8 bin_int;
        mod_int ModInt i32x8 i32x8 bin_int;
        min_int MinInt i32x8 i32x8 bin_int;
        max_int MaxInt i32x8 i32x8 bin_int;
        less_int LessInt i32x8 i32x8 bin_int;
        less_equal_int LessEqualInt i32x8 i32x8 bin_int;
        equal_int EqualInt i32x8 i32x8 bin_int;
        not_equal_int NotEqualInt i32x8 i32x8 bin_int;
        and And i32x8 i32x8 bin_int;
        or Or i32x8 i32x8 bin_int;
        xor Xor i32x8 i32x8 bin_int;
    }

    /// A number eight times.
    #[inline(always)]
    pub fn float(self, value: f32) -> f32x8<S> {
        f32x8::splat(self.simd, value)
    }

    /// A number eight times, by its bits.
    #[inline(always)]
    pub fn bits(self, bits: u32) -> f32x8<S> {
        self.float(f32::from_bits(bits))
    }

    /// A whole number eight times.
    #[inline(always)]
    pub fn int(self, value: i32) -> i32x8<S> {
        i32x8::splat(self.simd, value)
    }

    /// Whole numbers as floats.
    #[inline(always)]
    pub fn to_float(self, a: i32x8<S>) -> f32x8<S> {
        a.to_float()
    }

    #[inline(always)]
    fn is_false(test: i32x8<S>) -> mask32x8<S> {
        test.simd_eq(0)
    }

    /// The second where the first is not 0, else the third.
    #[inline(always)]
    pub fn select(self, test: i32x8<S>, a: f32x8<S>, b: f32x8<S>) -> f32x8<S> {
        Self::is_false(test).select(b, a)
    }

    /// The second where the first is not 0, else the third.
    #[inline(always)]
    pub fn select_int(self, test: i32x8<S>, a: i32x8<S>, b: i32x8<S>) -> i32x8<S> {
        Self::is_false(test).select(b, a)
    }

    /// Whether one of eight is not 0.
    #[inline(always)]
    pub fn any(self, test: i32x8<S>) -> bool {
        !Self::is_false(test).all_true()
    }

    /// Reads the texels that places lie in; channels that are not wanted are 0.
    #[inline(always)]
    pub fn nearest(
        self,
        images: &ImageViews<'_>,
        image: usize,
        x: f32x8<S>,
        y: f32x8<S>,
        wanted: [bool; 4],
    ) -> [f32x8<S>; 4] {
        match images.views.get(image) {
            Some(view) => sample::nearest(self.simd, view, x, y, wanted),
            None => [self.float(0.0); 4],
        }
    }

    /// Reads between the centers of texels; channels that are not wanted are 0.
    #[inline(always)]
    pub fn linear(
        self,
        images: &ImageViews<'_>,
        image: usize,
        x: f32x8<S>,
        y: f32x8<S>,
        wanted: [bool; 4],
    ) -> [f32x8<S>; 4] {
        match images.views.get(image) {
            Some(view) => sample::linear(self.simd, view, x, y, wanted),
            None => [self.float(0.0); 4],
        }
    }
}

/// Rounds of one loop for one pixel, unless [`RunLimits`](crate::RunLimits) say otherwise.
pub const LOOP_ROUNDS: u32 = 65_536;

/// Computes every pixel of a surface with a written kernel, as [`Shader::render`](crate::Shader::render) does.
pub fn render_kernel<K: RustKernel>(
    kernel: &K,
    inputs: &[&Texture],
    edge: TextureEdge,
    target: &mut Surface,
) {
    let (width, solid) = (target.width() as usize, target.is_opaque());
    let solid = if solid { 0xFF00_0000 } else { 0 };
    let views = views(inputs, edge);
    let images = ImageViews { views: views.list() };
    let words = target.words_mut();
    dispatch!(Level::new(), simd => render_rows(simd, kernel, &images, words, width, solid));
}

/// Computes numbers with a written kernel, as [`Shader::run`](crate::Shader::run) does.
///
/// # Errors
/// [`RunError::TargetTooSmall`] and [`RunError::TooWide`].
pub fn run_kernel<K: RustKernel>(
    kernel: &K,
    inputs: &[&Texture],
    edge: TextureEdge,
    (width, height): (u32, u32),
    out: &mut [f32],
) -> Result<(), RunError> {
    let expected = u64::from(width) * u64::from(height) * K::CHANNELS as u64;
    let got = out.len() as u64;
    if got < expected {
        return Err(RunError::TargetTooSmall { expected, got });
    }
    check_sides(width, height)?;
    let out = &mut out[..expected as usize];
    let views = views(inputs, edge);
    let images = ImageViews { views: views.list() };
    let width = width as usize * K::CHANNELS;
    dispatch!(Level::new(), simd => run_rows(simd, kernel, &images, out, width));
    Ok(())
}

fn views<'a>(inputs: &[&'a Texture], edge: TextureEdge) -> ImageList<'a> {
    let mut list = ImageList::default();
    list.lend(inputs.iter().take(MAX_INPUTS).map(|texture| texture.view(edge)));
    list
}

/// The centers of eight pixels, the first of them given.
#[inline(always)]
fn places<S: Simd>(simd: S, x: usize, y: usize) -> [f32x8<S>; 2] {
    let ramp = f32x8::from_slice(simd, &[0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5]);
    [ramp + x as f32, f32x8::splat(simd, y as f32 + 0.5)]
}

#[inline(always)]
fn render_rows<S: Simd, K: RustKernel>(
    simd: S,
    kernel: &K,
    images: &ImageViews<'_>,
    words: &mut [u32],
    width: usize,
    solid: u32,
) {
    let lanes = LaneOps { simd };
    let mut eight = [0; 8];
    for (y, row) in words.chunks_exact_mut(width.max(1)).enumerate() {
        for (index, to) in row.chunks_mut(8).enumerate() {
            let color = kernel.eight(lanes, images, places(simd, index * 8, y));
            let word = word(
                simd,
                K::CHANNELS,
                #[inline(always)]
                |channel| color[channel],
            );
            (word | fearless_simd::u32x8::splat(simd, solid)).store_slice(&mut eight);
            to.copy_from_slice(&eight[..to.len()]);
        }
    }
}

#[inline(always)]
fn run_rows<S: Simd, K: RustKernel>(
    simd: S,
    kernel: &K,
    images: &ImageViews<'_>,
    out: &mut [f32],
    width: usize,
) {
    let lanes = LaneOps { simd };
    for (y, row) in out.chunks_exact_mut(width.max(1)).enumerate() {
        for (index, to) in row.chunks_mut(8 * K::CHANNELS).enumerate() {
            let color = kernel.eight(lanes, images, places(simd, index * 8, y));
            for (channel, from) in color.iter().take(K::CHANNELS).enumerate() {
                let from = from.as_array();
                for (to, from) in to.iter_mut().skip(channel).step_by(K::CHANNELS).zip(from) {
                    // One NaN for all: its bits differ between platforms.
                    *to = if from.is_nan() { f32::NAN } else { from };
                }
            }
        }
    }
}
