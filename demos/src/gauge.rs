//! Times that a demo measures of its own work and shows. Headless there are none, so pictures stay the same
//! everywhere; they are no part of a demo's state.

use crate::look::SMALL;
use motile::prelude::*;
use motile::time::Duration;
use std::collections::VecDeque;

/// A time to be read by people; none when the host has no clock.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gauge {
    seconds: Option<f64>,
}

impl Gauge {
    /// Adds the time of another piece of the same work.
    pub(crate) fn add(&mut self, took: Option<Duration>) {
        if let Some(took) = took {
            *self.seconds.get_or_insert_default() += took.as_secs_f64();
        }
    }

    /// Follows the time of work that is done again and again, calmly enough to be read.
    pub(crate) fn follow(&mut self, took: Option<Duration>) {
        self.seconds = took.map(|took| {
            let now = took.as_secs_f64();
            self.seconds.map_or(now, |mean| mean + (now - mean) * 0.05)
        });
    }

    /// In microseconds or milliseconds, whichever reads better.
    pub(crate) fn words(self) -> Option<String> {
        self.seconds.map(|seconds| match seconds * 1e6 {
            micro if micro < 999.5 => format!("{micro:.0} µs"),
            micro => format!("{:.2} ms", micro / 1e3),
        })
    }
}

/// Pictures that [`Curves`] go back: two seconds.
const PICTURES: usize = 120;
/// Width and height of their panel, pixels, and its milliseconds from bottom to top: two frames of 60 a second.
const PANEL: Vec2 = vec2(250.0, 96.0);
const TOP: f32 = 2000.0 / 60.0;
/// Of the time between pictures, and of the work.
const CURVES: [Color; 2] = [Color::hex(0x8F_A3_C7), Color::hex(0xFF_C2_47)];

/// How long the last pictures were apart and how long the work of their ticks took, as curves.
#[derive(Debug, Default)]
pub(crate) struct Curves {
    /// Milliseconds, oldest first.
    times: VecDeque<[f32; 2]>,
    /// Of the last tick.
    work: Option<Duration>,
    calm: [Gauge; 2],
}

impl Curves {
    /// Takes in what the work of a tick took; call it in `update`.
    pub(crate) fn work(&mut self, took: Option<Duration>) {
        self.work = took;
        self.calm[1].follow(took);
    }

    /// Takes in a picture; call it in `frame`.
    pub(crate) fn picture(&mut self, frame: Frame) {
        let Some(work) = self.work else { return };
        let since = Duration::from_secs_f32(frame.dt.clamp(0.0, 1.0));
        self.calm[0].follow(Some(since));
        if self.times.len() == PICTURES {
            self.times.pop_front();
        }
        self.times.push_back([since, work].map(|time| time.as_secs_f32() * 1e3));
    }

    /// Draws the curves on a panel whose top right corner is at a place; nothing without a clock.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, corner: Vec2, work: &str) {
        let [Some(apart), Some(took)] = self.calm.map(Gauge::words) else { return };
        let area = Aabb::from_size(corner - vec2(PANEL.x, 0.0), PANEL);
        let panel = Path::round_rect(Aabb::from_size(area.min, PANEL), 8.0);
        canvas.fill(&panel, Color::hex(0x10_14_1E).with_alpha(225));
        let bottom = area.max.y - 8.0;
        let height = |time: f32| bottom - (time / TOP).min(1.0) * (PANEL.y - 42.0);
        let line = [area.min.x, area.max.x].map(|x| vec2(x, height(TOP * 0.5)));
        canvas.line(line[0], line[1], &Stroke::HAIRLINE, Color::WHITE.with_alpha(90));
        for (curve, color) in CURVES.into_iter().enumerate() {
            let place = |(i, times): (usize, &[f32; 2])| {
                let x = area.min.x + PANEL.x * i as f32 / (PICTURES - 1) as f32;
                vec2(x, height(times[curve]))
            };
            let points: Vec<Vec2> = self.times.iter().enumerate().map(place).collect();
            canvas.stroke(&Path::polyline(&points), &Stroke::new(1.5), color);
        }
        let words = [format!("frame {apart}"), format!("{work} {took}")];
        for (i, (words, color)) in words.into_iter().zip(CURVES).enumerate() {
            let at = area.min + vec2(10.0 + 118.0 * i as f32, 8.0);
            canvas.write(words, SMALL, at, Vec2::ZERO, color);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_added_followed_and_said() {
        let micro = |n| Some(Duration::from_micros(n));
        let mut gauge = Gauge::default();
        gauge.add(None);
        assert_eq!(gauge.words(), None, "without a clock there is nothing to say");
        gauge.add(micro(300));
        gauge.add(micro(12));
        assert_eq!(gauge.words().as_deref(), Some("312 µs"));
        gauge.add(micro(1000));
        assert_eq!(gauge.words().as_deref(), Some("1.31 ms"));
        gauge.follow(micro(2312));
        assert_eq!(gauge.words().as_deref(), Some("1.36 ms"));
        gauge.follow(None);
        assert_eq!(gauge.words(), None);
    }

    #[test]
    fn curves_go_back_two_seconds_and_need_a_clock() {
        let frame = Frame { index: 0, dt: 0.02, alpha: 1.0, time: 0.0 };
        let mut curves = Curves::default();
        curves.work(None);
        curves.picture(frame);
        assert!(curves.times.is_empty(), "without a clock there is nothing to show");
        for milli in 0..PICTURES as u64 + 5 {
            curves.work(Some(Duration::from_millis(milli)));
            curves.picture(frame);
        }
        assert_eq!(curves.times.len(), PICTURES);
        assert!(
            (curves.times[0][0] - 20.0).abs() < 1e-3 && (curves.times[0][1] - 5.0).abs() < 1e-3
        );
    }
}
