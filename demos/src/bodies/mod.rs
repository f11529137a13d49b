//! Demos about rigid bodies.

use crate::Demo;
use crate::look::{INK, RED};
use motile::bodies::{BodyGrabId, BodyId, BodyWorld, PictureBodies};
use motile::prelude::*;
use std::collections::BTreeMap;

mod car;
mod castle;
mod mud;
mod pictures;
mod pinball;
mod puppet;
mod tunneling;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    pictures::DEMO,
    castle::DEMO,
    car::DEMO,
    mud::DEMO,
    puppet::DEMO,
    pinball::DEMO,
    tunneling::DEMO,
];

/// The pointer as a hand that takes hold of bodies.
#[derive(Default)]
struct Hand(Option<BodyGrabId>);

impl Hand {
    fn update(&mut self, world: &mut BodyWorld, input: &Input) {
        let Some(at) = input.pointer.held_at() else {
            if let Some(grab) = self.0.take() {
                world.release(grab);
            }
            return;
        };
        if input.pointer.pressed_at().is_some() {
            self.0 = world.at_point(at).and_then(|body| world.grab(body, at));
        }
        if let Some(grab) = self.0 {
            world.drag(grab, at);
        }
    }
}

/// Draws the lines by which bodies are held.
fn draw_grabs(canvas: &mut Canvas<'_>, world: &BodyWorld) {
    for [held, target] in world.grab_points() {
        canvas.stroke(&Path::line(held, target), &crate::kit::round(2.0), RED);
        crate::kit::disc(canvas, held, 3.0, INK);
    }
}

/// Nodes that show pictures as bodies: one for each piece, drawn again when it loses pixels.
#[derive(Default)]
struct PictureNodes {
    nodes: BTreeMap<BodyId, (u32, NodeId)>,
}

impl PictureNodes {
    fn show(&mut self, stage: &mut Stage, world: &BodyWorld, pictures: &PictureBodies) {
        self.nodes.retain(|&body, &mut (_, node)| {
            let stays = pictures.get(body).is_some();
            stays || stage.remove(node).is_none()
        });
        for (body, piece) in pictures.iter() {
            let Some(state) = world.get(body) else { continue };
            let (revision, node) =
                *self.nodes.entry(body).or_insert_with(|| (u32::MAX, stage.add(Node::group())));
            let Ok(view) = stage.get_mut(node) else { continue };
            if revision != piece.revision {
                let size = vec2(piece.picture.width() as f32, piece.picture.height() as f32);
                let anchor = piece.origin / size;
                view.content =
                    Bitmap { anchor, ..Bitmap::new(Surface::clone(&piece.picture)) }.into();
                self.nodes.insert(body, (piece.revision, node));
            }
            (view.position, view.rotation) = (state.position, state.rotation);
        }
    }
}
