//! Single channels: one copied into another, and a mix with a share for each.

use crate::{Color, Surface, clip::Clip, lanes};
use motile_geom::IRect;

/// One of the four channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Channel {
    /// Red.
    Red,
    /// Green.
    Green,
    /// Blue.
    Blue,
    /// Alpha.
    Alpha,
}

impl Channel {
    /// The value of this channel.
    pub const fn of(self, color: Color) -> u8 {
        match self {
            Self::Red => color.r,
            Self::Green => color.g,
            Self::Blue => color.b,
            Self::Alpha => color.a,
        }
    }
}

impl Surface {
    /// Copies one channel of `rect` of a source into a channel at (x, y), clipped on both sides; the other three channels
    /// stay.
    ///
    /// Straight values are copied, and pixels are premultiplied again: raising alpha does not bring back colors of
    /// pixels that were invisible. An opaque surface keeps alpha 255, so that copying into its alpha changes nothing.
    ///
    /// ```
    /// use motile_pixels::{Channel, Color, Surface};
    /// let mask = Surface::opaque(4, 4, Color::rgb(128, 0, 0))?;
    /// let mut sprite = Surface::filled(4, 4, Color::ORANGE)?;
    /// sprite.copy_channel(&mask, mask.bounds(), 0, 0, Channel::Red, Channel::Alpha);
    /// assert_eq!(sprite.get(0, 0), Some(Color::ORANGE.with_alpha(128)));
    /// # Ok::<(), motile_pixels::SurfaceError>(())
    /// ```
    #[doc(alias = "copyChannel")]
    pub fn copy_channel(
        &mut self,
        source: &Self,
        rect: IRect,
        x: i32,
        y: i32,
        from: Channel,
        to: Channel,
    ) {
        let (from, to) = (from as usize, to as usize);
        self.mix_straight(source, rect, (x, y), |own, other| own[to] = other[from]);
    }

    /// Mixes `rect` of a source into (x, y) with a share for each channel R, G, B, A, clipped on both sides:
    /// `floor((source·share + own·(256 − share)) / 256)` on straight values. A share of 0 keeps the channel, 256 replaces
    /// it; more counts as 256. An opaque surface keeps alpha 255.
    ///
    /// ```
    /// use motile_pixels::{Color, Surface};
    /// let mut picture = Surface::opaque(1, 1, Color::rgb(100, 100, 100))?;
    /// let other = Surface::opaque(1, 1, Color::WHITE)?;
    /// picture.merge(&other, other.bounds(), 0, 0, [256, 128, 0, 0]);
    /// assert_eq!(picture.get(0, 0), Some(Color::rgb(255, 177, 100)));
    /// # Ok::<(), motile_pixels::SurfaceError>(())
    /// ```
    pub fn merge(&mut self, source: &Self, rect: IRect, x: i32, y: i32, shares: [u16; 4]) {
        let shares = shares.map(|share| u32::from(share.min(256)));
        self.mix_straight(source, rect, (x, y), |own, other| {
            for ((own, other), share) in own.iter_mut().zip(other).zip(shares) {
                *own = (other * share + *own * (256 - share)) >> 8;
            }
        });
    }

    /// Changes the straight channels of every target pixel by those of its source pixel.
    fn mix_straight(
        &mut self,
        source: &Self,
        rect: IRect,
        place: (i32, i32),
        mix: impl Fn(&mut [u32; 4], [u32; 4]),
    ) {
        let clip = Clip::new(self.bounds(), place, source.bounds(), rect, (false, false));
        let Some(clip) = clip else { return };
        let opaque = self.is_opaque();
        let rows = clip.source_rows(source);
        for (to, from) in clip.target_rows(self).zip(rows) {
            for (to, &from) in to.iter_mut().zip(from) {
                let mut own = lanes::straight(*to);
                mix(&mut own, lanes::straight(from));
                if opaque {
                    own[3] = 255;
                }
                *to = lanes::premultiply(own);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{any_surface, each_copied, is_well_formed, place, rects};
    use proptest::prelude::*;

    const ALL: [Channel; 4] = [Channel::Red, Channel::Green, Channel::Blue, Channel::Alpha];

    proptest! {
        #[test]
        fn copied_channels_agree_with_single_pixels(
            mut target in any_surface(9), source in any_surface(9), rect in rects(), x in place(), y in place(),
            from in prop::sample::select(&ALL[..]), to in prop::sample::select(&ALL[..]),
        ) {
            let mut expected = target.clone();
            each_copied(&target, &source, rect, x, y, |(column, row), own, other| {
                let value = from.of(other);
                let color = match to {
                    Channel::Red => Color { r: value, ..own },
                    Channel::Green => Color { g: value, ..own },
                    Channel::Blue => Color { b: value, ..own },
                    Channel::Alpha => Color { a: value, ..own },
                };
                expected.set(column, row, color);
            });
            target.copy_channel(&source, rect, x, y, from, to);
            prop_assert!(is_well_formed(&target));
            prop_assert_eq!(target.words(), expected.words());
        }

        #[test]
        fn merged_pixels_agree_with_single_ones(
            mut target in any_surface(9), source in any_surface(9), rect in rects(), x in place(), y in place(),
            shares in prop::array::uniform4(prop_oneof![0..=256u16, any::<u16>()]),
        ) {
            let mut expected = target.clone();
            each_copied(&target, &source, rect, x, y, |(column, row), own, other| {
                let mix = |own: u8, other: u8, share: u16| {
                    let share = i64::from(share).min(256);
                    ((i64::from(other) * share + i64::from(own) * (256 - share)) / 256) as u8
                };
                expected.set(column, row, Color::rgba(
                    mix(own.r, other.r, shares[0]), mix(own.g, other.g, shares[1]),
                    mix(own.b, other.b, shares[2]), mix(own.a, other.a, shares[3]),
                ));
            });
            target.merge(&source, rect, x, y, shares);
            prop_assert!(is_well_formed(&target));
            prop_assert_eq!(target.words(), expected.words());
        }
    }
}
