//! A convolution makes each pixel a weighted sum of its neighbors: nine numbers, many effects.

use crate::look::{MIST, NIGHT};
use crate::{Demo, pictures};
use motile::pixels::{ColorMatrix, Convolution};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "pixels/kernels",
    title: "Convolution kernels",
    sees: "The same picture through six kernels, whose nine weights are written below.",
    tries: "Turn the picture gray: edges and relief show better.",
    controls: "",
    spec: &["PIX-6"],
    ticks: 60,
    ..Demo::of::<Kernels>()
};

const SIZE: (u32, u32) = (192, 132);

/// Name, weights, divisor and bias.
type Kernel = (&'static str, [f32; 9], f32, f32);
const KERNELS: [Kernel; 6] = [
    ("identity", [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0], 1.0, 0.0),
    ("soft", [1.0, 2.0, 1.0, 2.0, 4.0, 2.0, 1.0, 2.0, 1.0], 16.0, 0.0),
    ("sharp", [0.0, -1.0, 0.0, -1.0, 5.0, -1.0, 0.0, -1.0, 0.0], 1.0, 0.0),
    ("edges", [-1.0, -1.0, -1.0, -1.0, 8.0, -1.0, -1.0, -1.0, -1.0], 1.0, 0.0),
    ("relief", [-2.0, -1.0, 0.0, -1.0, 0.0, 1.0, 0.0, 1.0, 2.0], 1.0, 128.0),
    ("slope across", [-1.0, 0.0, 1.0, -2.0, 0.0, 2.0, -1.0, 0.0, 1.0], 1.0, 128.0),
];

struct Kernels {
    nodes: Vec<NodeId>,
}

impl Sketch for Kernels {
    const PARAMS: &'static [Param] =
        &[Param::toggle("gray", false), Param::whole("times", 1, 4, 1)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let mut nodes = Vec::new();
        for (index, (name, weights, ..)) in KERNELS.iter().enumerate() {
            let corner = vec2((index % 3) as f32 * 209.0 + 15.0, (index / 3) as f32 * 236.0 + 14.0);
            nodes.push(stage.add(Node::group().with_position(corner)));
            let below = corner + vec2(0.0, SIZE.1 as f32 + 8.0);
            let title = Label::new(*name, 17.0).with_paint(MIST);
            stage.add(title.node().with_position(below));
            for (at, weight) in weights.iter().enumerate() {
                let cell = vec2((at % 3) as f32 * 26.0 + 130.0, (at / 3) as f32 * 22.0 + 12.0);
                let color = if *weight == 0.0 { Color::hex(0x6B_75_87) } else { MIST };
                let number =
                    Label::new(weight.to_string(), 15.0).with_anchor(1.0, 0.5).with_paint(color);
                stage.add(number.node().with_position(below + cell));
            }
        }
        Ok(Self { nodes })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        // The sun goes up and down, so there is something to look at.
        let sun = 0.55 + 0.45 * ops::sin(tick.time as f32 * 0.8);
        let mut picture = match pictures::landscape(SIZE.0, SIZE.1, sun) {
            Ok(picture) => picture,
            Err(error) => return stage.fail(error),
        };
        if stage.params().is_on("gray") {
            picture.color_matrix(&ColorMatrix::saturation(0.0));
        }
        let times = stage.params().whole("times");
        for (&id, &(_, weights, divisor, bias)) in self.nodes.iter().zip(&KERNELS) {
            let kernel = Convolution {
                bias,
                ..Convolution::new(3, 3, weights.to_vec()).with_divisor(divisor)
            };
            // All kernels are nine finite numbers, so none is refused.
            let filtered = (0..times).try_fold(picture.clone(), |from, _| kernel.apply(&from));
            if let Ok(filtered) = filtered {
                stage[id].content = Bitmap::new(filtered).into();
            }
        }
    }
}
