//! Cards on a table: each is two panels back to back, and throws the shadow that its corners throw.

use super::card_art::{SIZE, behind, card, emblem, shadow};
use super::card_flip::Flip;
use crate::Demo;
use crate::look::{CARD, SMALL, SNOW};
use core::f32::consts::PI;
use motile::geom::vec3;
use motile::prelude::*;
use motile::space::{Backface, Panel, PanelId, Pose, Space3d};
use motile::stage::Drawable;

pub(super) const DEMO: Demo = Demo {
    id: "space/card-table",
    title: "Card table",
    sees: "Cards rise from the table, turn over and lie down again; their shadows turn along.",
    tries: "Find the pairs. Look at the table from above or from its edge; move the lamp.",
    controls: "Click a card to turn it over, drag it over the table.",
    takes_drags: true,
    spec: &["D3-31", "D3-36", "D3-37", "W7"],
    ticks: 78,
    script: "3 move 260 190\n10 down\n11 up\n20 move 470 300\n24 down\n25 up\n36 move 165 285\n40 down\n41 up\n44 move 330 195\n48 down\n49 up\n",
    ..Demo::of::<CardTable>()
};

const COLUMNS: u32 = 5;
const ROWS: u32 = 2;
/// Half of the cloth that middles of cards stay on.
const ROOM: Vec2 = vec2(270.0, 130.0);

/// How high a card under the pointer rises, and from how far on a press is a drag.
const LIFT: f32 = 10.0;
const DRAG: f32 = 6.0;

#[derive(StateHash)]
#[state(hash_only)]
struct CardTable {
    node: NodeId,
    table: PanelId,
    cards: Vec<Card>,
    /// The card that is pressed and what is to be known of that.
    grab: Option<Grab>,
}

#[derive(Clone, Copy, StateHash)]
struct Grab {
    card: u32,
    /// Where it was pressed, in the picture and from the middle of the card, on the table.
    start: Vec2,
    spot: Vec2,
    dragged: bool,
}

#[derive(StateHash)]
#[state(hash_only)]
struct Card {
    holder: PanelId,
    face: PanelId,
    shadow: PanelId,
    /// What it shows, as one other card does.
    pair: u32,
    home: Vec2,
    /// How far it is lifted to the pointer, 0 to 1.
    lifted: f32,
    /// Which side is up.
    flip: Flip,
    /// Whether its pair lies open too, for good.
    found: bool,
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
            let (lifted, flip, found) = (0.0, Flip::new(), false);
            cards.push(Card { holder, face, shadow, pair, home, lifted, flip, found });
        }
        Ok(Self { node: stage.add(space.node()), table, cards, grab: None })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let middle = stage.center() + vec2(0.0, 10.0);
        let light = vec3(tick.params.number("lamp"), -0.35, -1.0);
        let Some(space) = stage[self.node].custom_mut::<Space3d>() else { return };
        let tilt = tick.params.number("view") - PI * 0.5;
        space[self.table].pose = Pose::new(middle.x, middle.y, 60.0).with_angles(tilt, 0.0, 0.0);
        let pointer = tick.input.pointer;
        let under = pointer.position.and_then(|place| self.card_at(space, place));
        let on_table = |place: Vec2| space.to_local(self.table, place);
        if let (Some(start), Some(card)) = (pointer.pressed_at(), under) {
            let middle = self.cards[card as usize].home;
            let spot = on_table(start).map_or(Vec2::ZERO, |place| place - middle);
            self.grab = Some(Grab { card, start, spot, dragged: false });
        }
        if let (Some(grab), Some(place)) = (&mut self.grab, pointer.held_at()) {
            grab.dragged |= place.distance(grab.start) > DRAG;
            if let (true, Some(place)) = (grab.dragged, on_table(place)) {
                // The spot that was grabbed stays under the pointer.
                self.cards[grab.card as usize].home = (place - grab.spot).clamp(-ROOM, ROOM);
            }
        } else if let Some(grab) = self.grab.take()
            && !grab.dragged
        {
            self.turn_over(grab.card);
        }
        self.find_pairs();
        for (index, card) in (0..).zip(&mut self.cards) {
            card.flip.update(tick.dt);
            let (goal, step) = (f32::from(u8::from(under == Some(index))), tick.dt / 0.15);
            card.lifted += (goal - card.lifted).clamp(-step, step);
            let pose = card.pose();
            space[card.holder].pose = pose;
            space[card.shadow].content = shadow(&pose, light).into();
            // A little above the cloth, under the cards that lie there.
            space[card.shadow].pose = Pose::new(0.0, 0.0, 1.0);
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let found = self.cards.iter().filter(|card| card.found).count() / 2;
        let words = format!("{found} of {} pairs", self.cards.len() / 2);
        let place = vec2(stage.center().x, stage.size().y - 24.0);
        canvas.write(words, SMALL, place, vec2(0.5, 0.5), SNOW);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl CardTable {
    /// The card at a place of the picture.
    fn card_at(&self, space: &Space3d, place: Vec2) -> Option<u32> {
        let mut panel = space.hit(place)?.panel;
        loop {
            if let Some(card) = self.cards.iter().position(|card| card.holder == panel) {
                return Some(card as u32);
            }
            panel = space.parent(panel)?;
        }
    }

    /// Turns a card over; two that lie open and are no pair are closed first.
    fn turn_over(&mut self, card: u32) {
        if self.cards[card as usize].found {
            return;
        }
        let is_open = |card: &Card| card.flip.is_face_up() && !card.found;
        if self.cards.iter().filter(|card| is_open(card)).count() == 2 {
            for open in self.cards.iter_mut().filter(|card| is_open(card)) {
                open.flip.set_face_up(false);
            }
        }
        let flip = &mut self.cards[card as usize].flip;
        flip.set_face_up(!flip.is_face_up());
    }

    /// Two open cards that show the same stay open, once both can be seen.
    fn find_pairs(&mut self) {
        let shows = |card: &&mut Card| card.flip.is_open() && !card.found;
        let mut open: Vec<&mut Card> = self.cards.iter_mut().filter(shows).collect();
        if let [a, b] = &mut open[..]
            && a.pair == b.pair
        {
            (a.found, b.found) = (true, true);
        }
    }
}

impl Card {
    /// Over the table, z going down into it: a card on its way is lifted and turned about its long side.
    fn pose(&self) -> Pose {
        let (pose, flown) = self.flip.now();
        let height = 3.0 + flown + LIFT * self.lifted;
        pose.with_position(vec3(self.home.x, self.home.y, -height))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> CardTable {
        let mut stage = Stage::new(640, 480).unwrap();
        CardTable::setup(&mut stage).unwrap()
    }

    #[test]
    fn pairs_stay_open_and_others_are_closed() {
        let mut table = table();
        let settle = |table: &mut CardTable| {
            for card in &mut table.cards {
                card.flip.update(2.0);
            }
            table.find_pairs();
        };
        let like = |table: &CardTable, same: bool| {
            let first = table.cards[0].pair;
            (1..10).find(|&card| (table.cards[card as usize].pair == first) == same).unwrap()
        };
        let (same, other) = (like(&table, true), like(&table, false));
        table.turn_over(0);
        table.turn_over(other);
        settle(&mut table);
        assert!(table.cards.iter().all(|card| !card.found));
        // A third card closes the two.
        table.turn_over(same);
        let is_up = |table: &CardTable, card: u32| table.cards[card as usize].flip.is_face_up();
        assert!(!is_up(&table, 0) && !is_up(&table, other));
        table.turn_over(0);
        assert!(!table.cards[0].found, "not before both are seen");
        settle(&mut table);
        assert!(table.cards[0].found && table.cards[same as usize].found);
        table.turn_over(0);
        assert!(is_up(&table, 0), "for good");
    }
}
