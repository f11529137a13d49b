//! Where the targets of a tween are found.

/// A place that holds targets of type `T` under keys of type `K`, lent to the player for one call.
///
/// A single value is found under `()`, the elements of slices and vectors under their index as `u32`
/// or `usize`. A key that finds nothing means that the target is gone: its tweens end, with an event.
pub trait Targets<T, K> {
    /// The target of this key.
    fn target(&mut self, key: &K) -> Option<&mut T>;
}

impl<T> Targets<T, ()> for T {
    fn target(&mut self, (): &()) -> Option<&mut T> {
        Some(self)
    }
}

macro_rules! by_index {
    ($($key:ty),+) => {$(
        impl<T> Targets<T, $key> for Vec<T> {
            fn target(&mut self, &key: &$key) -> Option<&mut T> {
                self.get_mut(key as usize)
            }
        }

        impl<T> Targets<T, $key> for &mut [T] {
            fn target(&mut self, &key: &$key) -> Option<&mut T> {
                self.get_mut(key as usize)
            }
        }

        impl<T, const N: usize> Targets<T, $key> for [T; N] {
            fn target(&mut self, &key: &$key) -> Option<&mut T> {
                self.get_mut(key as usize)
            }
        }
    )+};
}

by_index!(u32, usize);
