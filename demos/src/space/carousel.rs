//! A ring of pictures that can be read on the near side, seen through lenses from wide to long.

use crate::look::{DUSK, MIST, NIGHT, SMALL};
use crate::{Demo, pictures};
use core::f32::consts::PI;
use motile::prelude::*;
use motile::space::{
    Backface, Lens, OrbitCamera, Panel, PanelId, Pose, Space3d, classic, ring_poses, wall_poses,
};
use motile::stage::Drawable;

pub(super) const DEMO: Demo = Demo {
    id: "space/carousel",
    title: "Carousel",
    sees: "Nine pictures turn on a ring; near ones cover far ones and can be read.",
    tries: "Change the lens: wide ones enlarge what is near. Circle it, come nearer, tilt your head. The classic ring shows its back: make backs readable.",
    controls: "Move to the side to spin the ring, up or down to raise it.",
    takes_drags: true,
    spec: &["G7-7", "D3-18", "D3-33", "D3-34", "W7", "T7-35", "D3-20"],
    ticks: 60,
    ..Demo::of::<Carousel>()
};

/// How many there are at most, and how many columns a wall of them has.
const ITEMS: u32 = 9;
const COLUMNS: u32 = 3;
const RADIUS: f32 = 210.0;
const LENSES: &[&str] = &["55 degrees", "wide, 110", "long, 25", "focal 300", "parallel"];
const CLASSIC: &str = "classic";
const WALL: &str = "card wall";
const RINGS: &[&str] = &["readable", CLASSIC, WALL];
const BACKS: [(Backface, &str); 3] = [
    (Backface::Visible, "mirrored"),
    (Backface::Readable, "readable"),
    (Backface::Hidden, "hidden"),
];
/// The classic pace of the steps below.
const FRAMES: f32 = 24.0;

#[derive(StateHash)]
struct Carousel {
    node: NodeId,
    holder: PanelId,
    items: Vec<PanelId>,
    /// What cuts each of them round.
    masks: Vec<PanelId>,
    angle: f32,
    y: f32,
}

impl Sketch for Carousel {
    const PARAMS: &'static [Param] = &[
        Param::choice("lens", LENSES, 0),
        Param::choice("ring", RINGS, 0),
        Param::whole("items", 3, ITEMS as i32, ITEMS as i32),
        Param::choice("backs", &[BACKS[0].1, BACKS[1].1, BACKS[2].1], 0),
        Param::number("tilt", -0.6, 0.6, -0.28),
        Param::number("orbit", -3.2, 3.2, 0.0),
        Param::number("dolly", -400.0, 400.0, 0.0),
        Param::number("roll", -0.8, 0.8, 0.0),
        Param::toggle("round", false),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let mut space = Space3d::new(stage.size());
        let holder = space.add(Panel::holder());
        let mut items = Vec::new();
        let mut masks = Vec::new();
        for index in 0..ITEMS {
            let picture = pictures::landscape(120, 150, index as f32 / (ITEMS - 1) as f32)?;
            let item = space.add_to(holder, Panel::new(Bitmap::new(picture).centered()))?;
            let words = Label::new(format!("{}", index + 1), 44.0).with_paint(Color::WHITE);
            let words = Panel::new(words.centered()).with_pose(Pose::new(0.0, 0.0, -1.0));
            space.add_to(item, words)?;
            let mask = Panel::new(Shape::ellipse(56.0, 71.0).fill(Color::BLACK));
            masks.push(space.add_to(item, Panel { visible: false, ..mask })?);
            items.push(item);
        }
        let y = stage.center().y;
        Ok(Self { node: stage.add(space.node()), holder, items, masks, angle: 0.0, y })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let (size, middle) = (stage.size(), stage.center());
        let pointer = tick.input.pointer.position.unwrap_or(middle - vec2(60.0, 0.0));
        let frames = tick.dt * FRAMES;
        let (turn, y) = classic::carousel_step(size.x, self.y, pointer);
        self.angle += turn * frames;
        self.y += (y - self.y) * frames;
        let Some(space) = stage[self.node].custom_mut::<Space3d>() else { return };
        let degrees = |angle: f32| Lens::fov(angle * PI / 180.0);
        let lens = match LENSES[tick.params.choice("lens") as usize] {
            "wide, 110" => degrees(110.0),
            "long, 25" => degrees(25.0),
            "focal 300" => Lens::focal(300.0),
            "parallel" => Ok(Lens::PARALLEL),
            _ => Ok(Lens::default()),
        };
        space.view.lens = lens.unwrap_or(space.view.lens);
        space.view.camera = OrbitCamera {
            yaw: tick.params.number("orbit"),
            pitch: tick.params.number("tilt"),
            roll: tick.params.number("roll"),
            dolly: tick.params.number("dolly"),
            ..OrbitCamera::default()
        };
        space[self.holder].pose =
            Pose::new(middle.x, self.y, 0.0).with_angles(0.0, self.angle, 0.0);
        let count = tick.params.whole("items") as u32;
        let poses: Vec<Pose> = match RINGS[tick.params.choice("ring") as usize] {
            CLASSIC => classic::ring_poses(count, RADIUS).collect(),
            WALL => wall_poses((COLUMNS, COLUMNS), vec2(140.0, 165.0), 1.2).collect(),
            _ => ring_poses(count, RADIUS).collect(),
        };
        let (backface, _) = BACKS[tick.params.choice("backs") as usize];
        for (index, (&item, &mask)) in self.items.iter().zip(&self.masks).enumerate() {
            let panel = &mut space[item];
            panel.visible = index < count as usize;
            panel.pose = poses.get(index).copied().unwrap_or_default();
            panel.backface = backface;
            panel.mask = tick.params.is_on("round").then_some(mask);
            if let Some(&words) = space.children(item).first() {
                space[words].backface = backface;
            }
        }
    }

    fn draw_under(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let floor = vec2(stage.center().x, stage.size().y * 0.82);
        canvas.fill(&Path::ellipse(floor, vec2(290.0, 70.0)), DUSK);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let foot = vec2(stage.center().x, stage.size().y - 26.0);
        let lens = LENSES[stage.params().choice("lens") as usize];
        canvas.write(lens, SMALL, foot, vec2(0.5, 0.0), MIST);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
