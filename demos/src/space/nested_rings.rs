//! Rings of cards on the cards of a ring: every holder sorts what it holds, and turning one reorders all.

use crate::Demo;
use crate::look::{
    BLUE, DUSK, GOLD, GREEN, INK, MIST, NIGHT, ORANGE, RED, SMALL, SNOW, TEAL, VIOLET,
};
use core::f32::consts::TAU;
use motile::prelude::*;
use motile::space::{Center, DepthMode, Lens, OwnLens, Panel, PanelId, Pose, Space3d, ring_poses};
use motile::stage::Drawable;

pub(super) const DEMO: Demo = Demo {
    id: "space/nested-rings",
    title: "Rings on a ring",
    sees: "Eight cards turn on a ring, each with a small ring of its own; near ones cover far ones.",
    tries: "Choose the order of the list: far cards cover near ones. Exact order cuts what crosses.",
    controls: "Move to the side to spin the ring.",
    takes_drags: true,
    spec: &["SIM-D12", "SIM-43", "SIM-44", "SIM-45", "SIM-71"],
    ticks: 60,
    ..Demo::of::<NestedRings>()
};

const CARDS: u32 = 8;
const RADIUS: f32 = 200.0;
const SMALL_CARDS: u32 = 5;
const SMALL_RADIUS: f32 = 42.0;
const COLORS: [Color; 8] = [ORANGE, BLUE, RED, GREEN, VIOLET, TEAL, GOLD, SNOW];
/// Radians a second at the rim of the stage.
const FASTEST: f32 = 1.6;
const ORDERS: [(DepthMode, &str); 6] = [
    (DepthMode::Split, "exact"),
    (DepthMode::Center, "by middle"),
    (DepthMode::List, "list order"),
    (DepthMode::Buffer, "for each pixel"),
    (DepthMode::Distance, "by distance"),
    (DepthMode::Farthest, "by far corners"),
];
const NAMES: [&str; 6] =
    [ORDERS[0].1, ORDERS[1].1, ORDERS[2].1, ORDERS[3].1, ORDERS[4].1, ORDERS[5].1];
/// What small rings are seen through when they have a lens of their own: a wide one, around the middle of each.
const WIDE: f32 = 2.4;

#[derive(StateHash)]
struct NestedRings {
    node: NodeId,
    holder: PanelId,
    rings: Vec<PanelId>,
    angle: f32,
    inner: f32,
}

impl Sketch for NestedRings {
    const PARAMS: &'static [Param] = &[
        Param::choice("order", &NAMES, 0),
        Param::number("tilt", -0.7, 0.7, -0.42),
        Param::toggle("rings-as-one", false),
        Param::toggle("own-lens", false),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let mut space = Space3d::new(stage.size());
        let middle = stage.center();
        let holder = space.add(Panel::holder().with_pose(Pose::new(middle.x, middle.y, 0.0)));
        let mut rings = Vec::new();
        for (pose, color) in ring_poses(CARDS, RADIUS).zip(COLORS) {
            let card =
                Shape::round_rect(92.0, 116.0, 10.0).fill(color).stroke(Stroke::new(2.0), INK);
            let card = space.add_to(holder, Panel::new(card).with_pose(pose))?;
            // The small ring floats above its card and turns by itself.
            let ring = Panel::holder().with_pose(Pose::new(0.0, -92.0, 0.0));
            let ring = space.add_to(card, ring)?;
            for (index, pose) in (0..).zip(ring_poses(SMALL_CARDS, SMALL_RADIUS)) {
                let shade = color.lerp_oklab(INK, index as f32 * 0.13);
                let small = Shape::round_rect(30.0, 38.0, 4.0).fill(shade);
                space.add_to(ring, Panel::new(small).with_pose(pose))?;
            }
            rings.push(ring);
        }
        Ok(Self { node: stage.add(space.node()), holder, rings, angle: 0.3, inner: 0.0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let middle = stage.center();
        let pointer = tick.input.pointer.position.unwrap_or(middle - vec2(90.0, 0.0));
        let speed = ((middle.x - pointer.x) / middle.x).clamp(-1.0, 1.0) * FASTEST;
        self.angle = (self.angle + speed * tick.dt).rem_euclid(TAU);
        self.inner = (self.inner + 1.1 * tick.dt).rem_euclid(TAU);
        let Some(space) = stage[self.node].custom_mut::<Space3d>() else { return };
        space.depth_mode = ORDERS[tick.params.choice("order") as usize].0;
        space.view.camera.pitch = tick.params.number("tilt");
        space[self.holder].pose =
            Pose::new(middle.x, middle.y + 30.0, 0.0).with_angles(0.0, self.angle, 0.0);
        let as_one = tick.params.is_on("rings-as-one").then_some(space.depth_mode);
        let wide = Lens::fov(WIDE).ok().filter(|_| tick.params.is_on("own-lens"));
        let lens = wide.map(|lens| OwnLens { lens, center: Center::Local(Vec2::ZERO) });
        for &ring in &self.rings {
            (space[ring].depth_mode, space[ring].lens) = (as_one, lens);
            space[ring].pose = Pose::new(0.0, -92.0, 0.0).with_angles(0.0, self.inner, 0.0);
        }
    }

    fn draw_under(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let floor = vec2(stage.center().x, stage.size().y * 0.72);
        canvas.fill(&Path::ellipse(floor, vec2(270.0, 110.0)), DUSK);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let foot = vec2(stage.center().x, stage.size().y - 26.0);
        let order = NAMES[stage.params().choice("order") as usize];
        canvas.write(order, SMALL, foot, vec2(0.5, 0.0), MIST);
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        if let Some(space) = stage[self.node].custom::<Space3d>() {
            space.mark(marks);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The picture of an order after some ticks, and the state.
    fn shown(order: usize, ticks: u64) -> (Surface, u64) {
        let settings = DEMO.settings(1).with_param("order", NAMES[order]);
        let mut player = (DEMO.start)(&settings).unwrap();
        player.run_ticks(ticks);
        player.draw();
        (player.surface().clone(), player.hash())
    }

    /// How many pixels of the scene, without the words below, are far from each other.
    fn apart(a: &Surface, b: &Surface) -> usize {
        let far = |&(&a, &b): &(&u32, &u32)| {
            let off = |(a, b): (&u8, &u8)| a.abs_diff(*b) > 60;
            a.to_le_bytes().iter().zip(&b.to_le_bytes()).any(off)
        };
        let rows = 440 * a.width() as usize;
        a.words()[..rows].iter().zip(&b.words()[..rows]).filter(far).count()
    }

    #[test]
    fn sim_d12_orders_that_are_right_look_alike() {
        for ticks in [1, 47, 180] {
            let [exact, middle, list, pixels, distance] =
                [0, 1, 2, 3, 4].map(|order| shown(order, ticks));
            // Cards of a ring stand apart: sorted by their middles they are as good as exact (SIM-45), and so they are for each
            // pixel, but for rims, which are drawn in other ways.
            assert!(apart(&exact.0, &middle.0) < 200, "{}", apart(&exact.0, &middle.0));
            assert!(apart(&exact.0, &pixels.0) < 200, "{}", apart(&exact.0, &pixels.0));
            assert!(apart(&exact.0, &distance.0) < 200, "{}", apart(&exact.0, &distance.0));
            assert!(apart(&exact.0, &list.0) > 500, "{}", apart(&exact.0, &list.0));
            // Order is a matter of painting: nothing else knows of it (SIM-43).
            for other in [middle, list, pixels, distance] {
                assert_eq!(other.1, exact.1);
            }
        }
    }
}
