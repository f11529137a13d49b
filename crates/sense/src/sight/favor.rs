//! What a camera is to give up first.

/// What counts more where a camera does not have the wanted size at the wanted rate.
#[doc(alias = "favorArea")]
#[doc(alias = "set_mode")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CameraFavor {
    /// The size: of the rates that the camera has at the nearest size, the nearest.
    #[default]
    Size,
    /// The rate: of the sizes that the camera has at the nearest rate, the nearest.
    Rate,
}
