//! The driving games of the classic chapter: a ring of road among grass, a map of angles, and cars that read it.

use super::{controls, editing};
use crate::{Demo, kit, look};
use motile::geom::Grid2;
use motile::math::DVec2;
use motile::prelude::*;
use motile::tiles::classic::{CELL, ZigZagCar};
use motile::tiles::{EditorPanel, LapCounter, Tile, TileLayer, TileSpace};

pub(super) const DEMO: Demo = Demo {
    id: "tiles/driving",
    title: "Driving by a map of angles",
    sees: "A ring of road in 10 × 8 cells. The red car never drives straight: in each cell it reads a heading and turns toward it by k degrees a tick. The white car is yours; grass slows both.",
    tries: "Skill k 5 is exact, 2 is human, 1 is alarming: watch the share of grass. Paint more grass with E. Drive against it.",
    controls: "Hold where your car should go. Or take a gamepad.",
    keys: &[
        (Key::Up, "accelerate"),
        (Key::Left, "turn left"),
        (Key::Right, "turn right"),
        editing::KEY,
    ],
    takes_drags: true,
    spec: &["TILE-D14", "TILE-D15", "TILE-43", "TILE-44", "TILE-45", "TILE-47", "TILE-48"],
    size: (640, 512),
    ticks: 300,
    script: "0 key Up\n105 key Right\n135 keyup Right\n150 key Right\n180 keyup Right\n",
    ..Demo::of::<Driving>()
};

const COLUMNS: u32 = 10;
const ROWS: u32 = 8;
/// The numbers of tiles: road is an empty cell.
const GRASS: Tile = Tile::new(1);
const GREEN: Color = Color::hex(0x5C_9A_4C);
/// Headings in degrees, as printed.
const ANGLES: [[f64; 10]; 8] = [
    [45.0; 10],
    [315.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 90.0, 135.0, 135.0],
    [315.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 90.0, 135.0, 135.0],
    [315.0, 315.0, 270.0, 315.0, 315.0, 315.0, 315.0, 90.0, 90.0, 135.0],
    [315.0, 315.0, 270.0, 135.0, 135.0, 135.0, 135.0, 90.0, 90.0, 135.0],
    [315.0, 315.0, 270.0, 180.0, 180.0, 180.0, 180.0, 180.0, 225.0, 135.0],
    [315.0, 315.0, 315.0, 180.0, 180.0, 180.0, 180.0, 180.0, 225.0, 135.0],
    [225.0; 10],
];
/// Half of a car: it is known by its corner and drawn about its middle.
const HALF: f32 = 24.0;

/// A car with what it has done.
#[derive(Clone, Copy, StateHash)]
#[state(hash_only)]
struct Racer {
    place: Vec2,
    rotation: f32,
    speed: f32,
    on_grass: u32,
    laps: LapCounter,
}

#[derive(StateHash)]
#[state(hash_only)]
struct Driving {
    /// The player's, and the one that reads the map.
    racers: [Racer; 2],
    ticks: u32,
    panel: EditorPanel,
    #[state(skip)]
    cars: [ZigZagCar; 2],
    #[state(skip)]
    grass: TileLayer,
    #[state(skip)]
    angles: Grid2<f64>,
}

impl Sketch for Driving {
    const PARAMS: &'static [Param] = &[
        Param::whole("k", 1, 5, 2),
        Param::toggle("wrapped", true),
        Param::toggle("angles", true),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0x6B_6E_76);
        let grass = TileLayer::from_fn(COLUMNS, ROWS, |x, y| {
            let ring = x == 0 || x == COLUMNS - 1 || y == 0 || y == ROWS - 1;
            let island = (3..=4).contains(&y) && (3..=6).contains(&x);
            if ring || island { GRASS } else { Tile::EMPTY }
        })?;
        let cars = [ZigZagCar::new(128.0, 128.0), ZigZagCar::new(128.0, 64.0)];
        Ok(Self {
            racers: cars.map(|car| Racer::of(&car)),
            ticks: 0,
            panel: editing::panel(&[GREEN])?,
            cars,
            grass,
            angles: Grid2::from_cells(COLUMNS, ROWS, ANGLES.concat())?,
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let space = TileSpace::square(CELL as f32);
        if editing::edit(&mut self.panel, &mut self.grass, space, stage, tick).is_some() {
            return;
        }
        self.ticks += 1;
        self.steer(tick.input);
        self.cars[1].accelerate = true;
        let start = Aabb::new(vec2(256.0, 64.0), vec2(288.0, 192.0));
        let back = Aabb::new(vec2(256.0, 320.0), vec2(288.0, 448.0));
        for (car, racer) in self.cars.iter_mut().zip(&mut self.racers) {
            car.update();
            // The printed program leaves the map with the car; here it stays at the edge.
            let edge = DVec2::new(640.0, 512.0) - f64::from(2.0 * HALF);
            car.position = car.position.clamp(DVec2::ZERO, edge);
            let cell = space.cell_of(car.position.as_vec2() + HALF);
            let slow = self.grass.get(cell.x, cell.y) == GRASS;
            car.friction = if slow { 0.85 } else { 0.98 };
            racer.follow(car, slow);
            racer.laps.update(&[start, back], racer.place + HALF, tick.dt);
        }
        let middle = space.cell_of(self.cars[1].position.as_vec2() + HALF);
        if let Some(&heading) = self.angles.get(middle.x, middle.y) {
            let k = f64::from(tick.params.whole("k"));
            self.cars[1].turn_toward(heading, k, tick.params.is_on("wrapped"));
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let space = TileSpace::square(CELL as f32);
        for (cell, _) in self.grass.tiles() {
            canvas.fill_rect(space.area_of(cell), GREEN);
        }
        for (cell, &heading) in self.angles.iter().filter(|_| stage.params().is_on("angles")) {
            let along = Vec2::at_angle(heading.to_radians() as f32) * 18.0;
            let middle = space.center_of(cell);
            let shade = Color::WHITE.with_alpha(110);
            canvas.line(middle - along, middle + along, &Stroke::new(2.0), shade);
            kit::disc(canvas, middle + along, 4.0, shade);
        }
        for (racer, color) in self.racers.iter().zip([look::SNOW, look::RED]) {
            let middle = racer.place + HALF;
            let turned = Affine2::from_parts(middle, Vec2::ONE, racer.rotation, Vec2::ZERO);
            canvas.transformed(turned, |canvas| {
                let body = Aabb::from_center(Vec2::ZERO, vec2(22.0, 12.0));
                canvas.fill(&Path::round_rect(body, 7.0), color);
                canvas.fill_rect(Aabb::from_center(vec2(6.0, 0.0), vec2(5.0, 9.0)), look::INK);
            });
        }
        let told = |racer: &Racer, name: &str| {
            let share = 100.0 * racer.on_grass as f32 / self.ticks.max(1) as f32;
            format!("{name}: {} laps, {share:.0} % on grass", racer.laps.laps)
        };
        let words = [told(&self.racers[1], "red"), told(&self.racers[0], "you")].join("  ·  ");
        kit::foot_caption(canvas, words, look::SNOW);
        self.panel.draw(canvas, space, stage.size());
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Driving {
    /// The player's car: by keys or a gamepad, or toward a held pointer.
    fn steer(&mut self, input: &Input) {
        let (car, way) = (&mut self.cars[0], controls::way(input));
        car.rotation_speed = 3.0 * f64::from(way.x);
        car.accelerate = way.y < 0.0 || input.pad(0).is_down(PadButton::South);
        if let Some(pointer) = input.pointer.held_at() {
            let ahead = pointer - car.position.as_vec2() - HALF;
            car.turn_toward(f64::from(ahead.angle().to_degrees()), 3.0, true);
            car.accelerate = true;
        }
    }
}

impl Racer {
    fn of(car: &ZigZagCar) -> Self {
        let place = car.position.as_vec2();
        Self { place, rotation: 0.0, speed: 0.0, on_grass: 0, laps: LapCounter::default() }
    }

    fn follow(&mut self, car: &ZigZagCar, slow: bool) {
        self.place = car.position.as_vec2();
        self.rotation = car.rotation.to_radians() as f32;
        self.speed = car.speed as f32;
        self.on_grass += u32::from(slow);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drive(k: &str, ticks: u64) -> (u32, f32) {
        let settings = Settings::new(640, 512).with_param("k", k);
        let mut player = Player::new::<Driving>(&settings).unwrap();
        player.run_ticks(ticks);
        let game: &Driving = player.sketch().unwrap();
        let racer = &game.racers[1];
        (racer.laps.laps, racer.on_grass as f32 / game.ticks as f32)
    }

    /// The numbers that the chapter's program has after 6000 ticks.
    #[test]
    fn tile_d15_skill_decides_about_laps_and_grass() {
        for (k, laps, share) in [("1", 6, 0.566), ("2", 16, 0.107), ("3", 23, 0.0), ("5", 27, 0.0)]
        {
            let (found, grass) = drive(k, 6000);
            assert!(
                found.abs_diff(laps) <= 1 && (grass - share).abs() < 0.03,
                "k {k}: {found} {grass}"
            );
        }
    }

    #[test]
    fn tile_x12_keys_gamepad_and_pointer_drive() {
        use motile::stage::{Button, InputEvent, PadEvent};
        let pad = |event| InputEvent::Pad(0, event);
        let stick = pad(PadEvent::Axis(PadAxis::LeftX, 1.0));
        let hands = [
            vec![InputEvent::Key(Key::Up), InputEvent::Key(Key::Right)],
            vec![pad(PadEvent::Down(PadButton::South)), stick],
            vec![InputEvent::Move(vec2(152.0, 400.0)), InputEvent::Down(Button::Left)],
        ];
        for events in hands {
            let mut player = Player::new::<Driving>(&Settings::new(640, 512)).unwrap();
            for event in events {
                player.event(event);
            }
            player.run_ticks(20);
            let game: &Driving = player.sketch().unwrap();
            assert!(game.racers[0].speed > 1.0, "it drives");
            assert!((0.5..1.6).contains(&game.racers[0].rotation), "to the right");
        }
    }

    #[test]
    fn tile_d14_the_players_car_has_its_top_speed() {
        let mut player = Player::new::<Driving>(&Settings::new(640, 512)).unwrap();
        player.play(Script::parse("0 key Up\n").unwrap()).unwrap();
        player.run_ticks(60);
        let game: &Driving = player.sketch().unwrap();
        assert!((game.racers[0].speed - 3.44).abs() < 0.06, "{}", game.racers[0].speed);
    }
}
