//! Start values that show before a tween's turn.
//!
//! `Tween::from` gives the start and takes the value it finds as its end. While its delay lasts, or its turn in a
//! timeline has not come, the target would stand at that end and then jump back: so the end is read and the start shown
//! by the first update. That is possible where nothing else of the animation writes to the field before the tween does;
//! otherwise the value it is to end at is not known yet, and is read when its turn comes.

use super::Leaf;
use crate::{Targets, Track};
use core::ops::Range;

/// Whether the starts of a tween that are given show before its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Preview {
    No,
    /// They do, and the ends that go with them are read.
    Shown,
    /// They must not: something else writes there before.
    Forbidden,
}

/// The memory of one property.
#[derive(Debug)]
pub(crate) struct Footprint {
    bytes: Range<usize>,
    /// Place of its tween in the order of beginnings.
    order: u32,
    leaf: u32,
    /// Whether its start is to show early.
    early: bool,
}

/// Whether a tween that begins at a time has a start to show before it.
pub(crate) fn is_early<T: 'static, K>(leaf: &Leaf<T, K>, time: i64) -> bool {
    time > 0 && leaf.tracks.iter().any(Track::is_from)
}

/// Shows the start values of all tweens that have some to show, once. `beginnings` are times and numbers of the tweens in
/// the order of time; `room` is a list that is large enough.
pub(crate) fn show<T: 'static, K>(
    leaves: &mut [Leaf<T, K>],
    beginnings: &[(i64, u32)],
    room: &mut Vec<Footprint>,
    targets: &mut dyn Targets<T, K>,
) {
    room.clear();
    for (order, &(time, index)) in (0..).zip(beginnings) {
        let leaf = &mut leaves[index as usize];
        let Some(target) = targets.target(&leaf.key).filter(|_| !leaf.gone) else { continue };
        if leaf.preview == Preview::No && is_early(leaf, time) {
            leaf.preview = Preview::Shown;
        }
        for track in leaf.tracks.iter() {
            let (bytes, early) = (track.bytes(target), track.is_from());
            room.push(Footprint { bytes, order, leaf: index, early });
        }
    }
    room.sort_unstable_by_key(|print| (print.bytes.start, print.bytes.end, print.order));
    let mut rest = &room[..];
    while let Some(first) = rest.first() {
        let (count, earliest) = cluster(first, rest);
        let (prints, others) = rest.split_at(count);
        for print in prints.iter().filter(|print| print.early && print.order != earliest) {
            leaves[print.leaf as usize].preview = Preview::Forbidden;
        }
        rest = others;
    }
    for &(_, index) in beginnings {
        let leaf = &mut leaves[index as usize];
        if leaf.preview == Preview::Shown
            && let Some(target) = targets.target(&leaf.key)
        {
            leaf.show_start(target);
        }
    }
}

/// How many of the footprints, sorted by address, hang together, and the first of them by the order of time.
fn cluster(first: &Footprint, prints: &[Footprint]) -> (usize, u32) {
    let (mut end, mut earliest) = (first.bytes.end, first.order);
    for (count, print) in prints.iter().enumerate().skip(1) {
        if print.bytes.start >= end {
            return (count, earliest);
        }
        end = end.max(print.bytes.end);
        earliest = earliest.min(print.order);
    }
    (prints.len(), earliest)
}
