//! Cards on a table: each is two panels back to back, and throws the shadow that its corners throw.

use crate::Demo;
use crate::look::{CARD, GOLD, GREEN, INK, RED, SNOW, VIOLET};
use core::f32::consts::PI;
use motile::geom::{Vec3, vec3};
use motile::prelude::*;
use motile::space::{Backface, Panel, PanelId, Pose, Space3d};
use motile::stage::Drawable;

pub(super) const DEMO: Demo = Demo {
    id: "space/card-table",
    title: "Card table",
    sees: "Cards rise from the table, turn over and lie down again; their shadows turn along.",
    tries: "Find the pairs. Look at the table from above or from its edge; move the lamp.",
    controls: "Click a card to turn it over.",
    spec: &["D3-36", "W7"],
    ticks: 66,
    script: "3 move 260 190\n10 down\n11 up\n20 move 470 300\n24 down\n25 up\n36 move 165 285\n40 down\n41 up\n44 move 370 195\n48 down\n49 up\n",
    ..Demo::of::<CardTable>()
};

const COLUMNS: u32 = 5;
const ROWS: u32 = 2;
const SIZE: Vec2 = vec2(92.0, 128.0);
/// Seconds of a turn, and how high a card rises.
const SECONDS: f32 = 0.9;
const RISE: f32 = 90.0;

#[derive(StateHash)]
struct CardTable {
    node: NodeId,
    table: PanelId,
    cards: Vec<Card>,
}

#[derive(StateHash)]
struct Card {
    holder: PanelId,
    face: PanelId,
    shadow: PanelId,
    home: Vec2,
    /// 0 with its back up, 1 with its face up.
    turned: f32,
    face_up: bool,
}

impl Sketch for CardTable {
    const PARAMS: &'static [Param] =
        &[Param::number("view", 0.2, 1.4, 0.85), Param::number("lamp", -1.0, 1.0, -0.5)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0x10_2A_22);
        let mut space = Space3d::new(stage.size());
        let table = space.add(Panel::holder());
        let cloth = Shape::round_rect(640.0, 400.0, 40.0).fill(Color::hex(0x1E_6A_4C));
        let cloth = cloth.stroke(Stroke::new(14.0), Color::hex(0x6B_42_26));
        space.add_to(table, Panel::new(cloth).with_pose(Pose::new(0.0, 0.0, 2.0)))?;
        let mut pairs: Vec<u32> = (0..COLUMNS * ROWS).map(|i| i / 2).collect();
        stage.rng.shuffle(&mut pairs);
        let mut cards = Vec::new();
        for (index, pair) in (0..).zip(pairs) {
            let home = vec2((index % COLUMNS) as f32 - 2.0, (index / COLUMNS) as f32 - 0.5);
            let home = home * (SIZE + vec2(22.0, 30.0));
            let shadow = space.add_to(table, Panel::holder())?;
            let holder = space.add_to(table, Panel::holder())?;
            let face = Panel::new(card(CARD)).with_backface(Backface::Hidden);
            let face = space.add_to(holder, face.with_pose(behind()))?;
            space.add_to(face, emblem(pair))?;
            let back = Panel::new(card(Color::hex(0x2E_4F_8F))).with_backface(Backface::Hidden);
            let back = space.add_to(holder, back.with_pose(Pose::new(0.0, 0.0, -0.5)))?;
            let knot = Shape::star(8, 34.0, 16.0).fill(SNOW.with_alpha(170));
            space.add_to(back, Panel::new(knot).with_backface(Backface::Hidden))?;
            cards.push(Card { holder, face, shadow, home, turned: 0.0, face_up: false });
        }
        Ok(Self { node: stage.add(space.node()), table, cards })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let middle = stage.center() + vec2(0.0, 10.0);
        let light = vec3(tick.params.number("lamp"), -0.35, -1.0);
        let Some(space) = stage[self.node].custom_mut::<Space3d>() else { return };
        let tilt = tick.params.number("view") - PI * 0.5;
        space[self.table].pose = Pose::new(middle.x, middle.y, 60.0).with_angles(tilt, 0.0, 0.0);
        let pressed = tick.input.pointer.pressed_at();
        let hit = pressed.and_then(|place| space.hit(place)).map(|hit| hit.panel);
        for card in &mut self.cards {
            let under = |&id: &PanelId| {
                Some(id) == hit || space.children(id).iter().any(|&id| Some(id) == hit)
            };
            card.face_up ^= space.children(card.holder).iter().any(under);
            let goal = f32::from(u8::from(card.face_up));
            let step = tick.dt / SECONDS;
            card.turned += (goal - card.turned).clamp(-step, step);
            let pose = card.pose();
            space[card.holder].pose = pose;
            space[card.shadow].content = shadow(&pose, light).into();
            // A little above the cloth, under the cards that lie there.
            space[card.shadow].pose = Pose::new(0.0, 0.0, 1.0);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Card {
    /// Over the table, z going down into it: a card on its way is lifted and turned about its long side.
    fn pose(&self) -> Pose {
        let way = self.turned * self.turned * (3.0 - 2.0 * self.turned);
        let up = ops::sin(way * PI);
        Pose::new(self.home.x, self.home.y, -3.0 - RISE * up).with_angles(0.0, way * PI, 0.0)
    }
}

/// What a card throws on the cloth: its corners, along the light.
fn shadow(pose: &Pose, light: Vec3) -> Shape {
    let half = SIZE * 0.5;
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| {
        let corner = pose.transform().point(vec3(x * half.x, y * half.y, 0.0));
        let foot = corner - light * (corner.z / light.z);
        vec2(foot.x, foot.y)
    });
    Shape::polygon(&corners).fill(Color::BLACK.with_alpha(110))
}

/// On the other side, to be read from there.
fn behind() -> Pose {
    Pose::new(0.0, 0.0, 0.5).with_angles(0.0, PI, 0.0)
}

fn card(color: Color) -> Shape {
    Shape::round_rect(SIZE.x, SIZE.y, 10.0).fill(color).stroke(Stroke::new(3.0), SNOW)
}

fn emblem(pair: u32) -> Panel {
    let shape = match pair {
        0 => Shape::circle(26.0).fill(RED),
        1 => Shape::star(5, 36.0, 15.0).fill(GOLD),
        2 => Shape::rect(44.0, 44.0).fill(GREEN),
        3 => Shape::star(4, 38.0, 17.0).fill(VIOLET),
        _ => Shape::ellipse(20.0, 36.0).fill(INK),
    };
    Panel::new(shape).with_backface(Backface::Hidden)
}
