//! Classic Perlin noise beside published numbers: what a browser shows for SVG's `feTurbulence`, and words computed apart
//! from this crate by the recommendation that defines the filter.

use motile_pixels::{Color, Surface, classic::PerlinNoise, math::vec2};

/// What Chromium's filter shows for the alpha of `type="turbulence" baseFrequency="0.2 0.125" numOctaves="3" seed="42"`, in
/// hexadecimal digits, a row of pixels each.
const TURBULENCE: [&str; 16] = [
    "2F1E1D1C1B563D351D296472774D4E56",
    "2623190A15284242161950799B626473",
    "27331C271C1F193F1024335C75727B81",
    "1C272A210D2D311E25100E2C4372718C",
    "2C31426048295B2E44274515374F759D",
    "38494C65532C593B2D35564413316373",
    "3A4C4B524C4849290E3F625F5F353C59",
    "31413C2F00272B1712003E555B520027",
    "4927262D282E46543A4714455A7F3A24",
    "3C2A21241F467380625D3328629D6A35",
    "362A1C1F2E5E788C986B3B2A70957D55",
    "222E272D06385E88A26A492D6B8E6858",
    "17381D3F3F3D5E9BB27B385395829053",
    "373D4330464755838B6A1867A87C6E49",
    "403A3D3C475E5A624D5A256E7050422B",
    "503E2147004359583F002B586C4A0019",
];

/// The same with `type="fractalNoise"`.
const FRACTAL: [&str; 16] = [
    "928A8E8D859198998377939889A395AB",
    "88867A7D82909AA0847C8B8A83A5B2B9",
    "7886716C7E7E87987B89938B93A5B2C0",
    "717E6B7A7973677F6D778685A1ACB8C6",
    "7572798E806D52687578767B8B9DBAB8",
    "6C5B75868B695362747C797F7688B1B6",
    "695964877B746775787576796C789EAC",
    "6C777390806E728A888080725A568089",
    "80818C8F8D8295A9928F887552406279",
    "958290848FA2B2BFA3998B6F503E4A69",
    "937C787A97AFBCC6B6AC9B6B4F354155",
    "84796C69839BAEB5A9B5A46955394C55",
    "74887160607B9CA09AA797746A506966",
    "648B73675D7CA0A0A18D847D795A716F",
    "688881747085A7AC9B727D76625B7F76",
    "667E8C8B80819DAC99806B62495F8082",
];

/// `type="turbulence" baseFrequency="0.2 0.142857" numOctaves="3" seed="-7" stitchTiles="stitch"`.
const STITCHED: [&str; 16] = [
    "18242B2F3A3E2C48472B3B2C17313B24",
    "2C262F3F584B3F4158675131153B421E",
    "2D3E45505D304C5E656A64472A393B37",
    "424C42332F3E40436B7864330E353908",
    "3862573825304B5B55825D19463C553F",
    "575463442F484D4F427A5721554E4547",
    "516D5E543C363B464A6A26345C61323C",
    "355D703D2719210845381767826F3C00",
    "3A4F68643C322425470E3978807D5D4C",
    "534E4F4A3F3324123332496B847D433B",
    "52635241362F4E294A566798918D4D2F",
    "595B380E1E4B4C2A505D6F8A7F745808",
    "4F44182B4D694E6C56798A64696F4A16",
    "572E14336C562857526D7A5E53391629",
    "3837243C4F3D154C2347444140232036",
    "0F0F060D0C0E17101A160F11262B1D00",
];

/// Red, green, blue and alpha of the soft noise of seed 42 with cells of 5×7 pixels and three octaves, held to alpha and
/// rounded as the platform does.
const WORDS: [&str; 4] = [
    "7F7F7F7F 7D6E578A 816F5681 797C6C88 76716676 7F7F7F7F 927B8F93 845A8484",
    "8A7C8A8A 905A8590 89657E89 8B66848B 8B6E788D 81677E85 916A9191 99698999",
    "867E8686 864E8586 87688787 78667878 77687777 7F5A7F7F 8C668C8C 97719297",
    "7A7A7A7A 71497171 82578282 6D6D6D6D 6E6E6E6E 7D647D7D 766A7676 786B7878",
];

/// The noise as the browser draws it: it counts pixels from 1.
fn shown(seed: i32, base: (f32, f32)) -> PerlinNoise {
    PerlinNoise {
        octaves: 3,
        fractal: false,
        channels: [true; 4],
        offsets: vec![vec2(1.0, 1.0); 3],
        ..PerlinNoise::new(seed, vec2(base.0, base.1))
    }
}

fn alphas(noise: &PerlinNoise) -> Vec<u8> {
    let mut surface = Surface::new(16, 16).unwrap();
    noise.fill(&mut surface);
    surface.bytes().chunks_exact(4).map(|pixel| pixel[3]).collect()
}

fn bytes(rows: &[&str]) -> Vec<u8> {
    let digits: String = rows.concat().replace(' ', "");
    let pairs = digits.as_bytes().chunks_exact(2);
    pairs.map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

#[test]
fn veins_are_those_of_a_browser() {
    assert_eq!(alphas(&shown(42, (5.0, 8.0))), bytes(&TURBULENCE));
    let stitched = PerlinNoise { stitch: true, ..shown(-7, (5.0, 7.0)) };
    assert_eq!(alphas(&stitched), bytes(&STITCHED), "a negative seed, stitched");
}

#[test]
fn clouds_are_those_of_a_browser_but_for_the_rounding() {
    // The browser adds its half after the range is halved, the platform before: a quarter more or less.
    let clouds = alphas(&PerlinNoise { fractal: true, ..shown(42, (5.0, 8.0)) });
    for (index, (ours, theirs)) in clouds.into_iter().zip(bytes(&FRACTAL)).enumerate() {
        let lower = theirs.checked_sub(ours);
        assert!(matches!(lower, Some(0 | 1)), "pixel {index}: {ours} beside {theirs}");
    }
}

#[test]
fn the_four_sets_of_gradients_come_in_their_order() {
    let noise = PerlinNoise { fractal: true, offsets: Vec::new(), ..shown(42, (5.0, 7.0)) };
    let mut surface = Surface::new(16, 16).unwrap();
    noise.fill(&mut surface);
    let part = surface.region(motile_pixels::IRect::of_size(8, 4)).unwrap();
    assert_eq!(part.bytes(), bytes(&WORDS));
    // An opaque surface draws no noise for its alpha; the sets of the colors stay.
    let mut opaque = Surface::opaque(16, 16, Color::BLACK).unwrap();
    noise.fill(&mut opaque);
    assert_eq!(opaque.get(1, 0), Some(Color::rgb(0x7D, 0x6E, 0x57)));
}
