//! The whole library of kernels on one sheet.

use crate::{Demo, look, pictures};
use motile::kernel::{Feedback, Kernel, Shader, Texture, library};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "kernel/sheet",
    title: "Thirty kernels",
    sees: "One flower through each kernel of the library, with the name of the kernel.",
    tries: "Turn the time: kernels that have a time, a phase or a turn move.",
    controls: "",
    spec: &["SHADER-29"],
    ticks: 2,
    size: (720, 600),
    ..Demo::of::<Sheet>()
};

const TILE: (u32, u32) = (108, 84);
const COLUMNS: usize = 6;
/// From tile to tile.
const PITCH: Vec2 = vec2(118.0, 117.0);
/// What the kernels call the time.
const CLOCKS: [&str; 3] = ["time", "phase", "turn"];
/// Values that show more than the kernels' own defaults.
const VALUES: [(&str, f32); 4] = [("twist", 2.0), ("radius", 40.0), ("mult", 5.0), ("wave", 0.3)];

/// All functions in one kernel, which is not shown.
const FUNCTIONS: &str = "<languageVersion : 1.0;> kernel Functions < namespace : \"motile\"; vendor : \"motile\"; version : 1; >
{
    input image4 src;
    output pixel4 dst;
    void evaluatePixel() {
        float2 p = outCoord();
        float x = p.x * 0.37;
        float y = p.y;
        float4 a = float4(sin(x), cos(x * 90.0), tan(x), asin(x * 0.01));
        float4 b = float4(acos(y * 0.01), atan(x - 9.0, y - 9.0), exp(x), exp2(-x));
        float4 c = float4(log(x), log2(y), pow(x, 0.1 * y), inverseSqrt(x));
        float4 d = float4(mod(x, y), sqrt(y), fract(x), ceil(y) + floor(x));
        dst = a + (x > y ? b : c / d) + float4(float(int(x * 3.0) / 2), min(x, y), max(x, y), step(x, y));
        dst += sampleLinear(src, p * 0.83) - sampleNearest(src, p.yx);
    }
}";

#[derive(StateHash)]
#[state(hash_only)]
struct Sheet {
    /// Of what all the kernels compute, to the bit, so that hosts can be compared.
    bits: u64,
    #[state(skip)]
    tiles: Vec<(Shader, NodeId)>,
}

impl Sketch for Sheet {
    const PARAMS: &'static [Param] = &[Param::number("time", 0.0, 60.0, 6.0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = look::NIGHT;
        let photo = Texture::from_surface(&photo()?);
        let mut tiles = Vec::new();
        for (index, entry) in library::KERNELS.iter().enumerate() {
            let place = vec2((index % COLUMNS) as f32, (index / COLUMNS) as f32);
            let corner = place * PITCH + 8.0;
            let node = stage.add(Node::group().with_position(corner));
            let name = Label::new(entry.id, look::SMALL).with_paint(look::MIST);
            stage.add(name.node().with_position(corner + vec2(0.0, 88.0)));
            tiles.push((prepared(entry, &photo)?, node));
        }
        let mut bits = StateHash::new();
        let mut functions = Shader::new(&Kernel::compile(FUNCTIONS)?);
        functions.bind("src", &photo)?;
        for shader in tiles.iter_mut().map(|(shader, _)| shader).chain([&mut functions]) {
            let (width, height) = TILE;
            let count = width * height * u32::from(shader.kernel().channels());
            let mut numbers = vec![0.0; count as usize];
            shader.run(width, height, &mut numbers)?;
            bits.write(&numbers);
        }
        let mut sheet = Self { bits: bits.finish(), tiles };
        sheet.show(stage)?;
        Ok(sheet)
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        let turned = stage.params().changed("time");
        if let Err(error) = if turned { self.show(stage) } else { Ok(()) } {
            stage.fail(error);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Sheet {
    /// Renders what is new: everything at first, and later the kernels that know the time.
    fn show(&mut self, stage: &mut Stage) -> motile::Result {
        let time = stage.params().number("time");
        for (shader, node) in &mut self.tiles {
            let clocks: Vec<_> = CLOCKS.iter().filter_map(|name| shader.find(name)).collect();
            for &clock in &clocks {
                shader.put(clock, time);
            }
            if !clocks.is_empty() || !matches!(stage[*node].content, Content::Bitmap(_)) {
                stage[*node].content = Bitmap::new(picture(shader)?).into();
            }
        }
        Ok(())
    }
}

/// A kernel with pictures, and with values for the size of a tile.
fn prepared(entry: &library::LibraryKernel, photo: &Texture) -> motile::Result<Shader> {
    let mut shader = Shader::new(&entry.compile()?);
    for input in shader.kernel().clone().inputs() {
        shader.bind(&input.name, photo)?;
    }
    let size = vec2(TILE.0 as f32, TILE.1 as f32);
    if let Some(handle) = shader.find("size") {
        shader.put(handle, size);
    }
    // The center of the fractal is a place in its plane, not in the picture.
    if let Some(handle) = shader.find("center").filter(|_| entry.id != "fractal") {
        shader.put(handle, size / 2.0);
    }
    for (name, value) in VALUES {
        if let Some(handle) = shader.find(name) {
            shader.put(handle, value);
        }
    }
    Ok(shader)
}

fn picture(shader: &mut Shader) -> motile::Result<Surface> {
    let mut surface = Surface::opaque(TILE.0, TILE.1, Color::BLACK)?;
    // Rules of automata show their result after a few rounds.
    if matches!(shader.kernel().name(), "Life" | "ReactionDiffusion") {
        let mut state = Feedback::new(Texture::from_surface(&photo()?));
        for _ in 0..12 {
            state.pass(shader)?;
        }
        state.show(&mut surface);
    } else {
        shader.render(&mut surface)?;
    }
    Ok(surface)
}

fn photo() -> motile::Result<Surface> {
    let mut photo = pictures::landscape(TILE.0, TILE.1, 0.8)?;
    photo.blit(&pictures::flower(60)?, 24, 14);
    Ok(photo)
}
