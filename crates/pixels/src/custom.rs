//! Kinds of one's own: a value behind a trait, shared by its clones.

use core::any::Any;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;
use std::sync::Arc;

/// What a kind of one's own has to be besides its trait: `Clone + Debug + Send + Sync + 'static`. Every such type
/// has it already.
pub trait CustomKind: Any + fmt::Debug + Send + Sync {
    #[doc(hidden)]
    fn as_any(&self) -> &dyn Any;
    #[doc(hidden)]
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

impl<K: Any + Clone + fmt::Debug + Send + Sync> CustomKind for K {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// A value of a kind that this library does not know, by its trait `T`: `Custom<dyn PixelFilter>`.
///
/// Clones share the value; editing one clone leaves the others as they are. Two are equal when they are
/// clones of each other and neither was edited since, so that comparing costs nothing however large the
/// value is.
///
/// ```
/// use motile_pixels::{BlendMode, Custom, PixelBlend, math::IVec2};
///
/// #[derive(Clone, Debug)]
/// struct Dissolve { share: u32 }
///
/// impl PixelBlend for Dissolve {
///     fn row(&self, backdrop: &mut [u32], source: &[u32], _: IVec2) {
///         for (i, (to, from)) in backdrop.iter_mut().zip(source).enumerate() {
///             if (i as u32).wrapping_mul(2654435769) >> 24 < self.share { *to = *from; }
///         }
///     }
/// }
///
/// let a = Custom::<dyn PixelBlend>::new(Dissolve { share: 128 });
/// let mut b = a.clone();
/// assert_eq!(a, b);
/// if let Some(dissolve) = b.edit::<Dissolve>() { dissolve.share = 200; }
/// assert_ne!(a, b);
/// assert_eq!(a.get::<Dissolve>().map(|d| d.share), Some(128));
/// ```
pub struct Custom<T: ?Sized> {
    value: Arc<T>,
    /// Makes a value of its own out of a shared one.
    copy: fn(&T) -> Option<Arc<T>>,
    stamp: Stamp,
}

/// Tells one state of a [`Custom`] value from all others that exist at the same time, without keeping the value.
#[derive(Clone)]
pub struct Stamp(Arc<()>);

impl<T: ?Sized + CustomKind> Custom<T> {
    /// A value behind a trait of another crate. `copy` clones the value; [`copy_of`](Self::copy_of) is what it is
    /// made with. The traits of this crate have `Custom::<dyn Trait>::new`.
    pub fn from_parts(value: Arc<T>, copy: fn(&T) -> Option<Arc<T>>) -> Self {
        Self { value, copy, stamp: Stamp(Arc::new(())) }
    }

    /// A clone of a value of this very type; none when it is of another.
    pub fn copy_of<K: Any + Clone>(value: &T) -> Option<Arc<K>> {
        T::as_any(value).downcast_ref::<K>().cloned().map(Arc::new)
    }

    /// The value, when it is a `K`.
    pub fn get<K: Any>(&self) -> Option<&K> {
        T::as_any(&self.value).downcast_ref()
    }

    /// The value to be changed, when it is a `K`. Cloned first when others share it. It counts as changed,
    /// whether it then is or not.
    pub fn edit<K: Any>(&mut self) -> Option<&mut K> {
        self.get::<K>()?;
        if Arc::get_mut(&mut self.value).is_none() {
            self.value = (self.copy)(&self.value)?;
        }
        if Arc::get_mut(&mut self.stamp.0).is_none() {
            self.stamp = Stamp(Arc::new(()));
        }
        T::as_any_mut(Arc::get_mut(&mut self.value)?).downcast_mut()
    }

    /// What tells its present state from all others.
    pub fn stamp(&self) -> Stamp {
        self.stamp.clone()
    }
}

impl<T: ?Sized> Deref for Custom<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: ?Sized> Clone for Custom<T> {
    fn clone(&self) -> Self {
        Self { value: self.value.clone(), copy: self.copy, stamp: self.stamp.clone() }
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for Custom<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<T: ?Sized> PartialEq for Custom<T> {
    fn eq(&self, other: &Self) -> bool {
        self.stamp == other.stamp
    }
}

impl<T: ?Sized> Eq for Custom<T> {}

impl<T: ?Sized> Hash for Custom<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.stamp.0).hash(state);
    }
}

impl PartialEq for Stamp {
    fn eq(&self, other: &Self) -> bool {
        // An address is not used again while a stamp holds it.
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Stamp {}

impl fmt::Debug for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stamp")
    }
}

/// `Custom::<dyn Trait>::new` for the traits of this crate.
macro_rules! custom_new {
    ($($kind:ident),+) => {$(
        impl Custom<dyn crate::$kind> {
            /// A value of a kind of one's own.
            pub fn new<K: crate::$kind + Clone>(value: K) -> Self {
                Self::from_parts(Arc::new(value), |value| Some(Self::copy_of::<K>(value)?))
            }
        }
    )+};
}

custom_new!(PixelPaint, PixelFilter, PixelBlend);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PaintRow, PixelPaint};

    #[derive(Clone, Debug)]
    struct Flat(u32);

    impl PixelPaint for Flat {
        fn row(&self, _: PaintRow, out: &mut [u32]) {
            out.fill(self.0);
        }
    }

    #[test]
    fn clones_share_until_one_is_edited() {
        let mut a = Custom::<dyn PixelPaint>::new(Flat(1));
        let b = a.clone();
        assert!(Arc::ptr_eq(&a.value, &b.value) && a == b);
        a.edit::<Flat>().unwrap().0 = 2;
        assert_eq!((a.get::<Flat>().unwrap().0, b.get::<Flat>().unwrap().0), (2, 1));
        assert_ne!(a, b);
        assert!(a.edit::<u32>().is_none() && a.get::<u32>().is_none());
        assert_ne!(Custom::<dyn PixelPaint>::new(Flat(1)), b, "made apart, told apart");
    }

    #[test]
    fn a_stamp_neither_holds_the_value_nor_survives_an_edit() {
        let mut paint = Custom::<dyn PixelPaint>::new(Flat(1));
        let before = paint.stamp();
        let value = Arc::as_ptr(&paint.value).cast::<u8>();
        paint.edit::<Flat>().unwrap().0 = 2;
        assert_eq!(Arc::as_ptr(&paint.value).cast::<u8>(), value, "changed in place, not cloned");
        assert_ne!(paint.stamp(), before);
        let unseen = Arc::as_ptr(&paint.stamp.0);
        paint.edit::<Flat>().unwrap().0 = 3;
        assert_eq!(Arc::as_ptr(&paint.stamp.0), unseen, "nobody looked: no new stamp is needed");
    }
}
