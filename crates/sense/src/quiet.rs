//! Debug output without what was heard or seen.

/// Implements `Debug` by some fields, settings and sizes: debug output ends in logs, and samples and pixels must not.
macro_rules! debug_by {
    ($type:ident: $($field:ident),*) => {
        impl core::fmt::Debug for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(stringify!($type))
                    $(.field(stringify!($field), &self.$field))*
                    .finish_non_exhaustive()
            }
        }
    };
}
pub(crate) use debug_by;
