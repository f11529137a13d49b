//! A displacement map bends a picture: the mirror image of the mountains becomes water.

use crate::{Demo, pictures};
use motile::pixels::{Channel, Displacement, Noise, Outside};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "pixels/water",
    title: "Water",
    sees: "Mountains are mirrored in a lake whose surface ripples.",
    tries: "Make the waves higher, or show the map: gray leaves pixels in place, light and dark move them.",
    controls: "",
    spec: &[],
    ticks: 60,
    ..Demo::of::<Water>()
};

const WIDTH: u32 = 320;
const SHORE: u32 = 140;
const DEPTH: u32 = 100;

struct Water {
    /// The picture upside down.
    mirrored: Surface,
    /// Two cells wider than the lake, to slide along.
    waves: Surface,
    lake: NodeId,
}

impl Sketch for Water {
    const PARAMS: &'static [Param] = &[
        Param::number("height", 0.0, 60.0, 22.0),
        Param::number("speed", 0.0, 100.0, 24.0),
        Param::toggle("map", false),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        let land = pictures::landscape(WIDTH, SHORE, 0.8)?;
        let mut mirrored = Surface::opaque(WIDTH, DEPTH, Color::BLACK)?;
        let upside_down = Blit { flip_y: true, ..Blit::default() };
        mirrored.blit_with(&land, 0, 0, &upside_down);
        // Water takes some of the light.
        let dim = motile::pixels::ColorTransform::toward(Color::hex(0x10_1C_3C), 0.35);
        mirrored.color_transform(&dim);

        stage.add(Bitmap::new(land).node().with_scale(2.0));
        let lake = stage.add(Node::group().at(0.0, 2.0 * SHORE as f32).with_scale(2.0));
        Ok(Self { mirrored, waves: waves()?, lake })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let params = stage.params();
        let height = params.number("height");
        let slide = (tick.time as f32 * params.number("speed")) as i32 % DEPTH as i32;
        let picture = if params.is_on("map") {
            self.waves.region(IRect::new(0, slide, WIDTH, DEPTH))
        } else {
            let ripple = Displacement {
                origin: ivec2(0, -slide),
                channel_x: Channel::Red,
                channel_y: Channel::Green,
                outside: Outside::Clamp,
                ..Displacement::new(self.waves.clone(), vec2(height * 0.7, height))
            };
            ripple.apply(&self.mirrored)
        };
        // Nothing here can be refused: all sizes are constant and the height is finite.
        if let Ok(picture) = picture {
            stage[self.lake].content = Bitmap::new(picture).into();
        }
    }
}

/// Flat waves, finer towards the shore; the lower half repeats the upper one.
fn waves() -> motile::Result<Surface> {
    let mut map = Surface::opaque(WIDTH, 2 * DEPTH, Color::BLACK)?;
    let noise = Noise { octaves: 3, period: (0, 14), ..Noise::new(9) };
    for y in 0..2 * DEPTH as i32 {
        for x in 0..WIDTH as i32 {
            let place = vec2(x as f32 / 40.0, y as f32 * 14.0 / DEPTH as f32);
            let level = |offset: f32| (noise.at(place + vec2(offset, 0.0)) * 127.0 + 128.0) as u8;
            map.set(x, y, Color::rgb(level(0.0), level(100.0), 128));
        }
    }
    Ok(map)
}
