//! A puppet from a drawing: limbs are pinned where they overlap, and collapse, hang and swing by the hand.

use super::{Hand, draw_grabs};
use crate::Demo;
use crate::kit;
use crate::look::{GOLD, INK, PAPER};
use motile::bodies::{BodyId, BodyScene, BodyWorld, DrawnShape, OverlapPolicy};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "bodies/puppet",
    title: "A puppet from a drawing",
    sees: "A jointed puppet, laid out in an SVG drawing, hangs by its hand and collapses when let go.",
    tries: "Drag it by a foot. Pin limbs at their centers of mass instead, and see what comes apart.",
    controls: "Drag limbs.",
    keys: &[(Key::Space, "start again")],
    takes_drags: true,
    spec: &["SIM-D9", "SIM-34", "SIM-68"],
    size: (480, 400),
    ticks: 50,
    script: "1 move 152 158\n2 down\n6 move 190 100\n14 move 240 70\n",
    ..Demo::of::<Puppet>()
};

const POLICIES: &[&str] = &["center-of-overlap", "center-of-mass"];

/// Laid out as it is drawn: every part overlaps the one it hangs on.
const DRAWING: &str = r##"<svg xmlns="http://www.w3.org/2000/svg"><g transform="translate(240 150)">
    <rect id="arm" fill="#3f92f0" x="-62" y="-2" width="44" height="15"/>
    <rect id="arm" fill="#3f92f0" x="18" y="-2" width="44" height="15"/>
    <rect id="hand" fill="#f7b267" x="-98" y="0" width="44" height="12"/>
    <rect id="hand" fill="#f7b267" x="54" y="0" width="44" height="12"/>
    <rect id="thigh" fill="#6c7484" x="-24" y="68" width="18" height="50"/>
    <rect id="thigh" fill="#6c7484" x="6" y="68" width="18" height="50"/>
    <rect id="shin" fill="#94a0b4" x="-23" y="108" width="16" height="50"/>
    <rect id="shin" fill="#94a0b4" x="7" y="108" width="16" height="50"/>
    <rect id="neck" fill="#f7b267" x="-7" y="-22" width="14" height="26"/>
    <path id="torso" fill="#f0565c" d="M-28 -6 L28 -6 L22 50 L26 80 L-26 80 L-22 50 Z"/>
    <circle id="head" fill="#f6c23e" cy="-36" r="22"/>
</g></svg>"##;

#[derive(StateHash)]
#[state(hash_only)]
struct Puppet {
    world: BodyWorld,
    policy: u32,
    #[state(skip)]
    bodies: Vec<Option<BodyId>>,
    #[state(skip)]
    looks: Vec<DrawnShape>,
    #[state(skip)]
    hand: Hand,
}

impl Sketch for Puppet {
    const PARAMS: &'static [Param] = &[Param::choice("overlap", POLICIES, 0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let choice = stage.params().choice("overlap");
        let policy = match choice {
            0 => OverlapPolicy::PinAtCenterOfOverlap,
            _ => OverlapPolicy::PinAtCenterOfMass,
        };
        // A drawing becomes a simulation:
        let (scene, looks) = BodyScene::from_svg(DRAWING, policy)?;
        let mut world = BodyWorld::new();
        let built = scene.with_walls(Aabb::from_size(Vec2::ZERO, stage.size())).build(&mut world);
        Ok(Self { world, policy: choice, bodies: built.bodies, looks, hand: Hand::default() })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let chosen = stage.params().choice("overlap");
        if stage.input().pressed(Key::Space) || chosen != self.policy {
            match Self::setup(stage) {
                Ok(fresh) => *self = fresh,
                Err(error) => stage.fail(error),
            }
        }
        self.hand.update(&mut self.world, stage.input());
        self.world.step(tick.dt);
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (body, look) in self.bodies.iter().zip(&self.looks) {
            let Some(state) = body.and_then(|body| self.world.get(body)) else { continue };
            let [r, g, b] = look.fill.unwrap_or_default();
            for outline in &look.outlines {
                let outline = Path::polygon(outline).transformed(state.transform());
                canvas.fill(&outline, Color::rgb(r, g, b));
                canvas.stroke(&outline, &kit::round(2.5), INK);
            }
        }
        for (_, [pin, _]) in self.world.joint_points() {
            kit::disc(canvas, pin, 3.0, GOLD);
        }
        draw_grabs(canvas, &self.world);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.world.mark(marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
