//! One number, the frames per tick, plays any animation forwards, backwards, slower and faster.

use super::{
    figures,
    hero::{self, Pose, SIDE},
};
use crate::Demo;
use motile::anim::{FramePlayer, Playable};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/frame-player",
    title: "Frame player",
    sees: "The same walk twice: drawn as vectors on the left, copied from a sheet of tiles on the right; both always show the same frame.",
    tries: "Drag the slider to the left of the middle: they walk backwards. At 0.05 a frame lasts twenty ticks.",
    controls: "Drag the slider.",
    keys: &[(Key::Left, "lower by 0.05"), (Key::Right, "raise by 0.05")],
    takes_drags: true,
    spec: &["SIM-D1", "SIM-1", "SIM-2", "SIM-3", "SIM-5", "SIM-50"],
    size: (900, 500),
    ticks: 43,
    ..Demo::of::<FramePlayers>()
};

const FRAMES: u32 = 16;
/// Ends of the slider, frames per tick, and how finely it can be set.
const REACH: f32 = 4.0;
const STEP: f32 = 0.05;
const TRACK: (Vec2, Vec2) = (vec2(150.0, 452.0), vec2(750.0, 452.0));

/// The walk drawn anew for each frame.
#[derive(StateHash)]
struct Clip {
    frame: u32,
    pose: Pose,
}

/// The walk as a sheet; the cell of the frame is copied into a bitmap.
#[derive(StateHash)]
#[state(hash_only)]
struct Tiles {
    frame: u32,
    /// The picture follows from the frame.
    #[state(skip)]
    sheet: Atlas,
    #[state(skip)]
    bitmap: Surface,
}

impl Playable for Clip {
    fn current_frame(&self) -> u32 {
        self.frame
    }

    fn total_frames(&self) -> u32 {
        FRAMES
    }

    fn go_to(&mut self, frame: u32) {
        self.frame = frame;
        self.pose = pose(frame - 1);
    }
}

impl Playable for Tiles {
    fn current_frame(&self) -> u32 {
        self.frame
    }

    fn total_frames(&self) -> u32 {
        self.sheet.len()
    }

    fn go_to(&mut self, frame: u32) {
        self.frame = frame;
        self.bitmap.copy(self.sheet.image().surface(), self.sheet.rect(frame - 1), 0, 0);
    }
}

fn pose(index: u32) -> Pose {
    Pose::walk(index as f32 / FRAMES as f32)
}

#[derive(StateHash)]
#[state(hash_only)]
struct FramePlayers {
    clip: Clip,
    tiles: Tiles,
    players: [FramePlayer; 2],
    dragged: bool,
}

impl Sketch for FramePlayers {
    /// The walk is drawn for this many ticks a second at a speed of 1.
    const RATE: Rate = Rate::hz(24);

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::PAGE;
        let poses: Vec<Pose> = (0..FRAMES).map(pose).collect();
        let bitmap = Surface::new(SIDE, SIDE)?;
        let mut tiles = Tiles { frame: 1, sheet: hero::sheet(&poses)?, bitmap };
        tiles.go_to(1);
        let players = [FramePlayer::new(FRAMES)?; 2];
        Ok(Self { clip: Clip { frame: 1, pose: poses[0] }, tiles, players, dragged: false })
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        let (input, pointer) = (stage.input(), stage.input().pointer);
        self.dragged |= pointer.pressed_at().is_some_and(|at| (at.y - TRACK.0.y).abs() < 30.0);
        self.dragged &= pointer.is_down();
        let mut speed = self.players[0].speed();
        if let Some(at) = pointer.held_at().filter(|_| self.dragged) {
            let share = (at.x - TRACK.0.x) / (TRACK.1.x - TRACK.0.x);
            speed = (share * 2.0 - 1.0) * REACH;
        }
        let keys = i8::from(input.pressed(Key::Right)) - i8::from(input.pressed(Key::Left));
        speed += STEP * f32::from(keys);
        let speed = (speed / STEP).round().clamp(-REACH / STEP, REACH / STEP) * STEP;
        for player in &mut self.players {
            if (player.speed() - speed).abs() > 1e-6 {
                player.set_speed(speed);
            }
            player.tick();
        }
        self.players[0].show(&mut self.clip);
        self.players[1].show(&mut self.tiles);
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let player = &self.players[0];
        let state = format!(
            "d {:.2}   remainder {:+.2}   frame {}/{FRAMES}",
            player.speed(),
            player.remainder(),
            player.frame()
        );
        figures::heading(canvas, "FramePlayer", &state);
        let boxes =
            [vec2(60.0, 62.0), vec2(470.0, 62.0)].map(|at| Aabb::from_size(at, vec2(370.0, 260.0)));
        for (area, words) in boxes.into_iter().zip(["vectors", "sheet of tiles, 32 × 32"]) {
            figures::panel(canvas, area, figures::PANEL);
            figures::label(canvas, words, vec2(area.center().x, area.min.y + 20.0), figures::MUTED);
        }
        let place = |area: Aabb| {
            let corner = area.center() + vec2(-112.0, -98.0);
            Affine2::from_translation(corner) * Affine2::from_scale(Vec2::splat(7.0))
        };
        canvas.transformed(place(boxes[0]), |canvas| self.clip.pose.draw(canvas));
        let bitmap = Image::new(self.tiles.bitmap.clone());
        canvas.transformed(place(boxes[1]), |canvas| {
            canvas.image_with(&bitmap, Vec2::ZERO, &Blit::default(), Sampling::Nearest);
        });
        self.draw_strip(canvas);
        self.draw_slider(canvas);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl FramePlayers {
    /// All cells, with the one that shows.
    fn draw_strip(&self, canvas: &mut Canvas<'_>) {
        for index in 0..FRAMES {
            let corner = vec2(66.0 + 48.0 * index as f32, 336.0);
            let shown = index + 1 == self.tiles.frame;
            let color = if shown { figures::BLUE.with_alpha(60) } else { figures::PANEL };
            figures::panel(canvas, Aabb::from_size(corner, vec2(44.0, 54.0)), color);
            canvas.image_with(
                self.tiles.sheet.image(),
                corner + vec2(6.0, 12.0),
                &Blit::part(self.tiles.sheet.rect(index)),
                Sampling::Nearest,
            );
        }
    }

    fn draw_slider(&self, canvas: &mut Canvas<'_>) {
        let (from, to) = TRACK;
        let line = Stroke::new(5.0).with_cap(Cap::Round);
        canvas.line(from, to, &line, figures::FAINT);
        for mark in -4..=4 {
            let x = from.lerp(to, 0.5 + mark as f32 / 8.0);
            canvas.line(x - vec2(0.0, 8.0), x + vec2(0.0, 8.0), &Stroke::new(1.5), figures::MUTED);
            figures::label(canvas, mark.to_string(), x + vec2(0.0, 26.0), figures::MUTED);
        }
        let knob = from.lerp(to, 0.5 + self.players[0].speed() / REACH * 0.5);
        canvas.line(from.lerp(to, 0.5), knob, &line, figures::BLUE);
        figures::disc(canvas, knob, 12.0, figures::BLUE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sim_d1_both_show_the_frame_of_the_clock() {
        let mut stage = Stage::new(900, 500).expect("a sound size");
        // Frames after each of four ticks, from the first one.
        let table = [
            (1.0, [2, 3, 4, 5]),
            (0.5, [1, 2, 2, 3]),
            (-2.0, [15, 13, 11, 9]),
            (-0.25, [1, 1, 1, 16]),
            (4.0, [5, 9, 13, 1]),
        ];
        for (speed, frames) in table {
            let mut demo = FramePlayers::setup(&mut stage).expect("a small picture");
            for player in &mut demo.players {
                player.set_speed(speed);
            }
            for want in frames {
                demo.update(&mut stage, Tick::default());
                assert_eq!((demo.clip.frame, demo.tiles.frame), (want, want), "speed {speed}");
            }
        }
    }
}
