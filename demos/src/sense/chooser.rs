//! A list of the cameras of the machine, to choose one.

use super::eye::{self, Eye};
use crate::kit;
use crate::look::{BLUE, DUSK, HAZE, RED, SMALL, SNOW};
use motile::prelude::*;
use motile::sense::StageSenses;

/// The list, while the real camera is wanted. Which cameras there are is not the same on every machine, so that nothing in its
/// state hangs on them: a place with no camera can be chosen, too.
#[derive(StateHash)]
#[state(hash_only)]
pub(super) struct Chooser {
    /// Place of the one that is wanted.
    chosen: usize,
    /// The place, size and rate that were asked for last.
    #[state(skip)]
    asked: (usize, (u32, u32), f32),
    /// Place of the one that is seen; the machine takes its first by itself.
    #[state(skip)]
    opened: usize,
    #[state(skip)]
    names: Vec<String>,
}

/// Cameras that the list has room for, and where it is.
const MOST: usize = 6;
const LIST: Vec2 = vec2(400.0, 10.0);
const LINE: Vec2 = vec2(230.0, 26.0);

impl Chooser {
    pub(super) const fn new() -> Self {
        let asked = (0, (eye::WIDTH, eye::HEIGHT), eye::RATE);
        Self { chosen: 0, asked, opened: 0, names: Vec::new() }
    }

    /// Follows keys and presses. A camera that is to take other pictures than before is opened anew.
    pub(super) fn follow(&mut self, stage: &mut Stage, tick: &Tick<'_>, eye: &Eye) {
        let step =
            i32::from(tick.input.pressed(Key::Right)) - i32::from(tick.input.pressed(Key::Left));
        self.chosen = (self.chosen as i32 + step).clamp(0, MOST as i32 - 1) as usize;
        if !tick.params.is_on(eye::REAL.name) {
            return;
        }
        if let Some(at) = tick.input.pointer.pressed_at()
            && let Some(index) = (0..MOST).find(|&index| line(index).contains(at))
        {
            self.chosen = index;
        }
        let senses = stage.senses();
        self.names.clear();
        self.names.extend(senses.cameras().iter().take(MOST).cloned());
        let wanted = (self.chosen, eye.size, eye.wanted_rate);
        if self.names.is_empty() || wanted == self.asked {
            return;
        }
        self.asked = wanted;
        senses.camera.set_size(eye.size.0, eye.size.1);
        senses.camera.set_rate(eye.wanted_rate);
        // Where nothing is plugged in, the camera before goes on.
        let place = if self.chosen < self.names.len() { self.chosen } else { self.opened };
        if senses.choose_camera(place).is_ok() {
            self.opened = place;
        }
    }

    /// The names, that of the chosen one in color, and a light at the one that is seen.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_>, is_live: bool) {
        for index in 0..MOST {
            let chosen = index == self.chosen;
            let on = is_live && index == self.opened;
            let name = match self.names.get(index) {
                Some(name) => name.as_str(),
                None if chosen && !on => "nothing is plugged in",
                None => continue,
            };
            let area = line(index);
            canvas.fill(&Path::round_rect(area, 8.0), if chosen { BLUE } else { DUSK });
            let middle = area.center().y;
            kit::disc(canvas, vec2(area.min.x + 14.0, middle), 5.0, if on { RED } else { HAZE });
            canvas.write(name, SMALL, vec2(area.min.x + 28.0, middle), vec2(0.0, 0.5), SNOW);
        }
    }
}

/// The place of a camera in the list.
fn line(index: usize) -> Aabb {
    Aabb::from_size(LIST + vec2(0.0, (LINE.y + 4.0) * index as f32), LINE)
}
