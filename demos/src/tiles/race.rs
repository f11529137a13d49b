//! Cars follow a field of directions that was made from one drawn line.

use super::{controls, editing};
use crate::{Demo, kit};
use core::f32::consts::TAU;
use motile::geom::Segment;
use motile::prelude::*;
use motile::tiles::{Car, CarRules, DirectionMap, EditorPanel, LapCounter, TileLayer, TileSpace};

pub(super) const DEMO: Demo = Demo {
    id: "tiles/race",
    title: "Racing on a drawn line",
    sees: "Four cars with tempers of their own race along a track that is nothing but a line; the fifth is yours, and grass slows everybody.",
    tries: "Draw a track of your own in one stroke: the field and the checkpoints follow. M shows the field. Make all drivers lazy and see them in the grass.",
    controls: "Draw a closed track in one stroke. Drive with a gamepad.",
    keys: &[
        (Key::Up, "accelerate"),
        (Key::Down, "brake"),
        (Key::Left, "turn left"),
        (Key::Right, "turn right"),
        editing::KEY,
    ],
    takes_drags: true,
    spec: &["TILE-75"],
    ticks: 420,
    script: "0 key Up\n",
    ..Demo::of::<Race>()
};

const SIDE: f32 = 16.0;
/// Mud, which the editor paints, slows as grass does.
const MUD: Color = Color::hex(0x6A_4E_34);
const PUDDLE: f32 = 32.0;
const ROAD: f32 = 64.0;
/// Colors, skill and eagerness of the drivers; the player has the first color.
const COLORS: [u32; 5] = [0xFF_FF_FF, 0xE8_4A_3C, 0xF2_B1_34, 0x3C_8C_E8, 0x9A_5C_D0];
const DRIVERS: [(f32, f32); 4] = [(5.0, 0.75), (3.0, 0.85), (2.0, 0.95), (1.2, 1.0)];
const GATES: usize = 8;
/// A stroke shorter than this is a slip of the pointer.
const SHORTEST: usize = 24;

#[derive(StateHash)]
#[state(hash_only)]
struct Race {
    cars: [Car; 5],
    laps: [LapCounter; 5],
    /// The middle of the road, closed.
    line: Vec<Vec2>,
    /// The stroke that is being drawn.
    stroke: Vec<Vec2>,
    panel: EditorPanel,
    #[state(skip)]
    mud: TileLayer,
    #[state(skip)]
    field: DirectionMap,
    #[state(skip)]
    gates: Vec<Aabb>,
}

impl Sketch for Race {
    const PARAMS: &'static [Param] = &[
        Param::number("skill", 0.3, 2.0, 1.0),
        Param::number("grass", 1.2, 12.0, 6.0),
        Param::toggle("autopilot", true),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0x4F_8A_46);
        let middle = stage.center();
        let bean = (0..80).map(|i| {
            let turn = TAU * i as f32 / 80.0;
            let reach = 190.0 + 38.0 * ops::sin(2.0 * turn) + 26.0 * ops::cos(3.0 * turn);
            middle + Vec2::at_angle(turn) * reach * vec2(1.25, 0.85)
        });
        Self::on_line(bean.collect(), stage.size())
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let puddles = TileSpace::square(PUDDLE);
        if editing::edit(&mut self.panel, &mut self.mud, puddles, stage, tick).is_some() {
            return;
        }
        if let Some(pointer) = tick.input.pointer.held_at() {
            if self.stroke.last().is_none_or(|last| last.distance(pointer) > 8.0) {
                self.stroke.push(pointer);
            }
        } else if !self.stroke.is_empty() {
            let stroke = core::mem::take(&mut self.stroke);
            if stroke.len() >= SHORTEST {
                match Self::on_line(stroke, stage.size()) {
                    Ok(fresh) => *self = fresh,
                    Err(error) => stage.fail(error),
                }
            }
        }
        let rules = CarRules { grass_drag: tick.params.number("grass"), ..CarRules::default() };
        let arrows = controls::way(tick.input);
        for index in 0..self.cars.len() {
            let position = self.cars[index].position;
            let under = puddles.cell_of(position);
            let mud = !self.mud.get(under.x, under.y).is_empty();
            let grass = mud || self.distance(position) > ROAD * 0.5;
            let car = &mut self.cars[index];
            let (throttle, wheel) = match index.checked_sub(1) {
                None if !tick.params.is_on("autopilot") || arrows.x != 0.0 => (-arrows.y, arrows.x),
                None => (-arrows.y, car.steer_toward(self.field.sample(position), 3.0)),
                Some(driver) => {
                    let (skill, eager) = DRIVERS[driver];
                    let skill = skill * tick.params.number("skill");
                    (eager, car.steer_toward(self.field.sample(position), skill))
                }
            };
            car.step_by(&rules, throttle, wheel, grass, tick.dt);
            self.laps[index].update(&self.gates, car.position, tick.dt);
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let road = Path::polygon(&self.line);
        canvas.stroke(&road, &kit::round(ROAD + 8.0), Color::hex(0xE8_E2_D0));
        canvas.stroke(&road, &kit::round(ROAD), Color::hex(0x54_56_5C));
        for (cell, _) in self.mud.tiles() {
            let area = TileSpace::square(PUDDLE).area_of(cell);
            canvas.fill(&Path::round_rect(area, 10.0), MUD);
        }
        canvas.stroke(&Path::polyline(&self.stroke), &kit::round(4.0), Color::YELLOW);
        let board = Aabb::new(vec2(6.0, 6.0), vec2(170.0, 104.0));
        canvas.fill(&Path::round_rect(board, 6.0), Color::hex(0x1A_22_1A).with_alpha(190));
        for (index, car) in self.cars.iter().enumerate() {
            let turned = Affine2::from_parts(car.position, Vec2::ONE, car.heading, Vec2::ZERO);
            canvas.transformed(turned, |canvas| {
                let body = Aabb::from_center(Vec2::ZERO, vec2(12.0, 6.5));
                canvas.fill(&Path::round_rect(body, 4.0), Color::hex(COLORS[index]));
                let glass = Aabb::from_center(vec2(3.0, 0.0), vec2(3.0, 4.5));
                canvas.fill_rect(glass, Color::hex(0x22_2A_38));
            });
            let laps = &self.laps[index];
            let best = laps.best.map_or(String::new(), |best| format!(", best {best:.1} s"));
            let words = format!("{} laps{best}", laps.laps);
            let place = vec2(14.0, 18.0 + 18.0 * index as f32);
            canvas.write(words, 14.0, place, vec2(0.0, 0.5), Color::hex(COLORS[index]));
        }
        self.panel.draw(canvas, TileSpace::square(PUDDLE), stage.size());
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.field.mark(marks);
        for &gate in &self.gates {
            marks.aabb(MarkRole::Target, gate);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Race {
    /// A race on a closed line: the cars behind each other before its start.
    fn on_line(line: Vec<Vec2>, size: Vec2) -> motile::Result<Self> {
        let cells = (size / SIDE).ceil().as_uvec2();
        let space = TileSpace::square(SIDE);
        let field = DirectionMap::along_line(cells.x, cells.y, space, &line, true, ROAD)?;
        let gate = |i: usize| line[i * line.len() / GATES];
        let gates = (0..GATES).map(|i| Aabb::from_center(gate(i), Vec2::splat(ROAD * 0.7)));
        let cars = core::array::from_fn(|i| {
            let place = line[line.len() - 1 - 2 * i];
            Car::new(place, field.sample(place).angle())
        });
        Ok(Self {
            cars,
            laps: [LapCounter::default(); 5],
            gates: gates.collect(),
            stroke: Vec::new(),
            panel: editing::panel(&[MUD])?,
            mud: TileLayer::new(20, 15)?,
            field,
            line,
        })
    }

    /// How far a place is from the middle of the road.
    fn distance(&self, place: Vec2) -> f32 {
        let ends = self.line.iter().zip(self.line.iter().cycle().skip(1));
        let far = ends.map(|(&a, &b)| Segment::new(a, b).distance(place));
        far.fold(f32::INFINITY, f32::min)
    }
}
