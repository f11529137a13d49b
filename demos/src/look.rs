//! The look that all demos share: one palette for light and dark stages, one scale of type.
//!
//! A demo of measures, graphs or words stands on [`PAPER`] and writes in [`INK`]; one of lights and crowds stands on
//! [`NIGHT`] and writes in [`MIST`]. The accents read on both. Scenes with a sky or ground of their own keep theirs.

use motile::prelude::*;

/// Light stages.
pub(crate) const PAPER: Color = Color::hex(0xF6_F3_EC);
/// What lies on [`PAPER`]: cards, boards, panels.
pub(crate) const CARD: Color = Color::hex(0xFF_FD_F9);
/// Words and outlines on light stages.
pub(crate) const INK: Color = Color::hex(0x2B_30_3B);
/// Remarks on light stages.
pub(crate) const MUTED: Color = Color::hex(0x6C_74_84);
/// Rules, tracks and what is not yet, on light stages.
pub(crate) const FAINT: Color = Color::hex(0xDA_D5_CA);

/// Dark stages.
pub(crate) const NIGHT: Color = Color::hex(0x14_1A_2B);
/// What lies on [`NIGHT`].
pub(crate) const DUSK: Color = Color::hex(0x20_28_40);
/// Rules, tracks and rings on dark stages.
pub(crate) const HAZE: Color = Color::hex(0x41_4D_6C);
/// Words on dark stages.
pub(crate) const MIST: Color = Color::hex(0xB6_C2_DB);
/// What has to stand out on dark stages.
pub(crate) const SNOW: Color = Color::hex(0xEE_F2_FA);

/// The first accent: the one to look at.
pub(crate) const ORANGE: Color = Color::hex(0xF7_93_35);
/// The second accent: the others.
pub(crate) const BLUE: Color = Color::hex(0x3F_92_F0);
/// Hits, mistakes, targets.
pub(crate) const RED: Color = Color::hex(0xF0_56_5C);
/// What is well, starts, third parties.
pub(crate) const GREEN: Color = Color::hex(0x3C_B6_78);
/// For a fifth series.
pub(crate) const VIOLET: Color = Color::hex(0x94_77_E8);
/// For a sixth series.
pub(crate) const TEAL: Color = Color::hex(0x1C_A8_A6);
/// Lights, coins, stars.
pub(crate) const GOLD: Color = Color::hex(0xF6_C2_3E);

/// Headings, and the one number that matters.
pub(crate) const TITLE: f32 = 24.0;
/// Captions, labels, lines of a program.
pub(crate) const WORDS: f32 = 18.0;
/// Remarks and the labels of axes; nothing is smaller.
pub(crate) const SMALL: f32 = 15.0;
