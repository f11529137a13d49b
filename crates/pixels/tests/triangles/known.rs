//! Numbers that are known beforehand.

use motile_pixels::{
    Color, Cull, DepthBuffer, MipMap, Rasterizer, Sampling, Surface, TriangleError, TriangleReport,
    TriangleSettings, Triangles, UvWrap,
    math::{Vec2, vec2},
};

const SQUARE: [Vec2; 4] =
    [vec2(100.0, 100.0), vec2(200.0, 100.0), vec2(200.0, 200.0), vec2(100.0, 200.0)];
const HALVES: [[u32; 3]; 2] = [[0, 1, 2], [2, 3, 0]];
const CORNERS: [Vec2; 4] = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)];

fn crisp() -> TriangleSettings<'static> {
    TriangleSettings { smooth_edges: false, ..TriangleSettings::default() }
}

/// Red counts columns and green rows.
fn places(width: u32, height: u32) -> Surface {
    let mut surface = Surface::new(width, height).unwrap();
    for y in 0..height as i32 {
        for x in 0..width as i32 {
            surface.set(x, y, Color::rgb(x as u8, y as u8, 255));
        }
    }
    surface
}

#[test]
fn t8_19_lists_that_do_not_fit_are_errors() {
    let points = [Vec2::ZERO; 6];
    let mut surface = Surface::new(4, 4).unwrap();
    let mut draw = |triangles: &Triangles<'_>| surface.draw_triangles(triangles, &crisp());
    let flat = |points| Triangles { points, ..Triangles::default() };
    assert_eq!(draw(&flat(&points[..5])), Err(TriangleError::NotInThrees { found: 5 }));
    assert_eq!(draw(&flat(&points)), Ok(TriangleReport { flat: 2, ..TriangleReport::default() }));
    let indices = Some(&[[0, 1, 2], [2, 4, 0]][..]);
    let four = Triangles { points: &points[..4], indices, ..Triangles::default() };
    assert_eq!(draw(&four), Err(TriangleError::NoSuchPoint { triangle: 1, index: 4, points: 4 }));
    let short = Triangles { t: &[1.0], ..flat(&points) };
    assert_eq!(draw(&short), Err(TriangleError::WrongLength { list: "t", expected: 6, found: 1 }));
    let picture = MipMap::single(Surface::new(1, 1).unwrap()).unwrap();
    let settings = TriangleSettings { picture: Some(&picture), ..crisp() };
    assert_eq!(
        Surface::new(4, 4).unwrap().draw_triangles(&flat(&points), &settings),
        Err(TriangleError::WrongLength { list: "u v", expected: 6, found: 0 })
    );
    let mut depth = DepthBuffer::new(4, 5).unwrap();
    assert_eq!(
        Rasterizer::new().draw(
            &mut Surface::new(4, 4).unwrap(),
            Some(&mut depth),
            &flat(&points),
            &crisp()
        ),
        Err(TriangleError::DepthSize { expected: (4, 4), found: (4, 5) })
    );
}

#[test]
fn t8_20_culling_is_named_by_what_is_drawn() {
    let points = [
        [100.0, 100.0],
        [200.0, 100.0],
        [150.0, 200.0],
        [250.0, 150.0],
        [350.0, 175.0],
        [200.0, 300.0],
    ];
    let points = points.map(Vec2::from);
    let triangles = Triangles { points: &points, ..Triangles::default() };
    for (name, drawn) in [("none", 2), ("negative", 2), ("positive", 0)] {
        let cull = Cull::from_classic(name).unwrap();
        let mut surface = Surface::new(400, 400).unwrap();
        let settings = TriangleSettings { cull, ..crisp() };
        let report = surface.draw_triangles(&triangles, &settings).unwrap();
        assert_eq!((report.drawn, report.culled), (drawn, 2 - drawn), "{name}");
        let visible = surface.words().iter().filter(|&&word| word != 0).count() as f32;
        // 5000 and 8125 pixels of area, give or take some of the rim.
        let expected = if drawn == 2 { 13125.0 } else { 0.0 };
        assert!((visible - expected).abs() < 40.0, "{name}: {visible}");
    }
    assert_eq!(Cull::from_classic("both"), None);
}

#[test]
fn t8_23_perspective_spaces_the_picture() {
    // A strip 256 wide; u from 0 to 1, t from 1 to 0.5: in the middle of the screen u is a third.
    let points = [vec2(0.0, 0.0), vec2(256.0, 0.0), vec2(256.0, 8.0), vec2(0.0, 8.0)];
    let picture = MipMap::single(places(256, 1)).unwrap();
    let mut settings = TriangleSettings {
        picture: Some(&picture),
        sampling: Sampling::Nearest,
        wrap: UvWrap::Clamp,
        ..crisp()
    };
    let triangles = Triangles {
        points: &points,
        indices: Some(&HALVES),
        uv: &CORNERS,
        t: &[1.0, 0.5, 0.5, 1.0],
        ..Triangles::default()
    };
    let middle = |settings: &TriangleSettings<'_>, triangles: &Triangles<'_>| {
        let mut surface = Surface::new(256, 8).unwrap();
        surface.draw_triangles(triangles, settings).unwrap();
        i32::from(surface.get(128, 4).unwrap().r)
    };
    assert!((middle(&settings, &triangles) - 85).abs() <= 1);
    // Any common factor of t cancels, and equal ones are none.
    let seven = Triangles { t: &[7.0, 3.5, 3.5, 7.0], ..triangles };
    assert_eq!(middle(&settings, &seven), middle(&settings, &triangles));
    let equal = Triangles { t: &[7.0; 4], ..triangles };
    assert_eq!(middle(&settings, &equal), 128);
    settings.affine = true;
    assert_eq!(middle(&settings, &triangles), 128);
}

/// Which place of the picture, in parts of it, a triangle shows at a point of the screen.
fn shown(points: &[Vec2; 3], uv: &[Vec2; 3], t: &[f32; 3], at: Vec2) -> Vec2 {
    let picture = MipMap::single(places(256, 256)).unwrap();
    let settings = TriangleSettings {
        picture: Some(&picture),
        sampling: Sampling::Nearest,
        wrap: UvWrap::Clamp,
        ..crisp()
    };
    let mut surface = Surface::new(1000, 1000).unwrap();
    let triangles = Triangles { points, uv, t, ..Triangles::default() };
    surface.draw_triangles(&triangles, &settings).unwrap();
    let color = surface.get(at.x as i32, at.y as i32).unwrap();
    assert_eq!(color.b, 255, "{at} is inside");
    (vec2(f32::from(color.r), f32::from(color.g)) + 0.5) / 256.0
}

#[test]
fn t8_23_and_draw_27_weights_of_perspective() {
    let points = [vec2(0.0, 0.0), vec2(1000.0, 0.0), vec2(1000.0, 1000.0)];
    let (uv, t) = ([vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0)], [1.0, 0.25, 0.25]);
    let near = |a: Vec2, b: Vec2| assert!((a - b).abs().max_element() < 4e-3, "{a} {b}");
    let centroid = (points[0] + points[1] + points[2]) / 3.0;
    near(shown(&points, &uv, &t, vec2(500.0, 0.0)), vec2(0.2, 0.0));
    near(shown(&points, &uv, &t, vec2(250.0, 0.0)), vec2(0.076923, 0.0));
    near(shown(&points, &uv, &t, centroid), vec2(0.333333, 0.166667));
    // The same t everywhere is none.
    for t in [1.0, 7.0] {
        near(shown(&points, &uv, &[t; 3], centroid), vec2(0.666667, 0.333333));
        let corners = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(0.0, 1.0)];
        let at = points[0] * 0.2 + points[1] * 0.3 + points[2] * 0.5;
        near(shown(&points, &corners, &[t; 3], at), vec2(0.3, 0.5));
    }
}

#[test]
fn t8_24_a_wall_into_the_distance() {
    // From z = 0 to z = 400 with focal length 250.
    let points = [vec2(0.0, 0.0), vec2(250.0, 0.0), vec2(250.0, 8.0), vec2(0.0, 8.0)];
    let far = 250.0 / 650.0;
    let picture = MipMap::single(places(250, 1)).unwrap();
    let settings = TriangleSettings {
        picture: Some(&picture),
        sampling: Sampling::Nearest,
        wrap: UvWrap::Clamp,
        ..crisp()
    };
    let mut surface = Surface::new(250, 8).unwrap();
    let triangles = Triangles {
        points: &points,
        indices: Some(&HALVES),
        uv: &CORNERS,
        t: &[1.0, far, far, 1.0],
        ..Triangles::default()
    };
    surface.draw_triangles(&triangles, &settings).unwrap();
    let u = f32::from(surface.get(125, 4).unwrap().r) / 250.0;
    assert!((u - 0.277778).abs() < 1.0 / 200.0, "{u}");
}

#[test]
fn t8_42_and_draw_25_texels_lie_where_u_and_v_say() {
    let picture = MipMap::new(places(4, 4)).unwrap();
    let settings =
        TriangleSettings { picture: Some(&picture), sampling: Sampling::Nearest, ..crisp() };
    let mut surface = Surface::new(220, 220).unwrap();
    let triangles =
        Triangles { points: &SQUARE, indices: Some(&HALVES), uv: &CORNERS, ..Triangles::default() };
    surface.draw_triangles(&triangles, &settings).unwrap();
    for (x, y, texel) in
        [(112, 112, (0, 0)), (187, 112, (3, 0)), (112, 187, (0, 3)), (199, 199, (3, 3))]
    {
        assert_eq!(surface.get(x, y), Some(Color::rgb(texel.0, texel.1, 255)), "{x} {y}");
    }
    assert_eq!(surface.get(100, 100), Some(Color::rgb(0, 0, 255)));
    assert_eq!(surface.get(200, 150), Some(Color::TRANSPARENT));
    assert_eq!(surface.get(150, 200), Some(Color::TRANSPARENT));
}

#[test]
fn t8_43_bad_numbers_drop_their_triangle_only() {
    let mut points = SQUARE.to_vec();
    points.extend([vec2(f32::NAN, 0.0), vec2(0.0, f32::INFINITY), vec2(1e30, 5.0)]);
    let indices = [[0, 1, 4], [0, 1, 2], [5, 1, 2], [2, 3, 0], [0, 6, 1]];
    let mut surface = Surface::new(220, 220).unwrap();
    let triangles = Triangles { points: &points, indices: Some(&indices), ..Triangles::default() };
    let report = surface.draw_triangles(&triangles, &crisp()).unwrap();
    assert_eq!((report.drawn, report.rejected), (2, 3));
    assert_eq!(surface.words().iter().filter(|&&word| word == u32::MAX).count(), 10_000);
    for t in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let list = [t, 1.0, 1.0, 1.0];
        let triangles =
            Triangles { points: &SQUARE, t: &list, indices: Some(&HALVES), ..Triangles::default() };
        assert_eq!(surface.draw_triangles(&triangles, &crisp()).unwrap().rejected, 2, "{t}");
    }
}

#[test]
fn w8_9_bodies_that_cross_hide_each_other_to_the_pixel() {
    // Two strips whose t crosses in the middle, drawn in either order.
    let points = [vec2(0.0, 0.0), vec2(100.0, 0.0), vec2(100.0, 10.0), vec2(0.0, 10.0)];
    let strips = [(Color::RED, [1.0, 2.0, 2.0, 1.0]), (Color::BLUE, [2.0, 1.0, 1.0, 2.0])];
    for order in [[0, 1], [1, 0]] {
        let mut surface = Surface::new(100, 10).unwrap();
        let mut depth = DepthBuffer::new(100, 10).unwrap();
        for strip in order {
            let (tint, t) = strips[strip];
            let triangles = Triangles {
                points: &points,
                indices: Some(&HALVES),
                t: &t,
                ..Triangles::default()
            };
            let settings = TriangleSettings { tint, ..crisp() };
            Rasterizer::new().draw(&mut surface, Some(&mut depth), &triangles, &settings).unwrap();
        }
        assert_eq!(surface.get(20, 5), Some(Color::BLUE));
        assert_eq!(surface.get(80, 5), Some(Color::RED));
        assert!(depth.get(20, 5).unwrap() > 1.5 && depth.get(-1, 0).is_none());
        depth.clear();
        assert_eq!(depth.get(20, 5), Some(0.0));
    }
}

#[test]
fn w8_20_small_pictures_do_not_shimmer() {
    // Checkers of one pixel at a tenth of their size are gray with mips, and anything without.
    let mut checkers = Surface::filled(256, 256, Color::BLACK).unwrap();
    for i in 0..256 * 256 {
        if (i % 256 + i / 256) % 2 == 0 {
            checkers.set(i % 256, i / 256, Color::WHITE);
        }
    }
    let picture = MipMap::new(checkers).unwrap();
    let points = [vec2(0.0, 0.0), vec2(25.0, 0.0), vec2(25.0, 25.0), vec2(0.0, 25.0)];
    let triangles =
        Triangles { points: &points, indices: Some(&HALVES), uv: &CORNERS, ..Triangles::default() };
    let spread = |mips: bool| {
        let mut surface = Surface::opaque(25, 25, Color::BLACK).unwrap();
        let settings = TriangleSettings { picture: Some(&picture), mips, ..crisp() };
        surface.draw_triangles(&triangles, &settings).unwrap();
        let reds = || surface.words().iter().map(|word| word & 255);
        reds().max().unwrap() - reds().min().unwrap()
    };
    assert!(spread(true) <= 1, "{}", spread(true));
    assert!(spread(false) > 50, "{}", spread(false));
}

#[test]
fn anisotropy_keeps_stripes_that_mips_blur() {
    // Stripes along x, squeezed along y only: the copy small enough for y has lost them.
    let mut stripes = Surface::filled(64, 64, Color::BLACK).unwrap();
    for y in 0..64 {
        for x in 0..64 {
            if x / 2 % 2 == 0 {
                stripes.set(x, y, Color::WHITE);
            }
        }
    }
    let picture = MipMap::new(stripes).unwrap();
    let points = [vec2(0.0, 0.0), vec2(64.0, 0.0), vec2(64.0, 8.0), vec2(0.0, 8.0)];
    let triangles =
        Triangles { points: &points, indices: Some(&HALVES), uv: &CORNERS, ..Triangles::default() };
    let contrast = |anisotropy: u8| {
        let mut surface = Surface::opaque(64, 8, Color::BLACK).unwrap();
        let settings = TriangleSettings { picture: Some(&picture), anisotropy, ..crisp() };
        surface.draw_triangles(&triangles, &settings).unwrap();
        let red = |x: i32| i32::from(surface.get(x, 4).unwrap().r);
        (red(16) - red(18)).abs()
    };
    assert_eq!(contrast(1), 0);
    assert_eq!(contrast(8), 255);
    // Twice is too little for a squeeze of eight, four times keeps a part of it, and none loses any.
    let all = [1, 2, 4, 8, 16].map(contrast);
    assert!(all.windows(2).all(|pair| pair[0] <= pair[1]), "{all:?}");
    assert!(all[2] > 0 && all[2] < 255, "{all:?}");
}

#[test]
fn colors_mix_between_the_corners() {
    let points = [vec2(0.0, 0.0), vec2(256.0, 0.0), vec2(256.0, 4.0), vec2(0.0, 4.0)];
    let colors = [Color::BLACK, Color::WHITE, Color::WHITE, Color::BLACK];
    let triangles = Triangles {
        points: &points,
        indices: Some(&HALVES),
        colors: &colors,
        ..Triangles::default()
    };
    let mut surface = Surface::opaque(256, 4, Color::RED).unwrap();
    surface.draw_triangles(&triangles, &crisp()).unwrap();
    for x in 0..256 {
        let expected = ((x as f32 + 0.5) / 256.0 * 255.0 + 0.5) as u8;
        assert_eq!(surface.get(x, 2), Some(Color::rgb(expected, expected, expected)));
    }
}

#[test]
fn wraps_beyond_the_picture() {
    let picture = MipMap::single(places(4, 1)).unwrap();
    let points = [vec2(0.0, 0.0), vec2(16.0, 0.0), vec2(16.0, 2.0), vec2(0.0, 2.0)];
    let uv = [vec2(-1.0, 0.0), vec2(3.0, 0.0), vec2(3.0, 1.0), vec2(-1.0, 1.0)];
    let triangles =
        Triangles { points: &points, indices: Some(&HALVES), uv: &uv, ..Triangles::default() };
    for (wrap, expected) in [
        (UvWrap::Repeat, [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]),
        (UvWrap::Clamp, [0, 0, 0, 0, 0, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3]),
        (UvWrap::Mirror, [3, 2, 1, 0, 0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 2, 3]),
    ] {
        let mut surface = Surface::new(16, 2).unwrap();
        let settings = TriangleSettings {
            picture: Some(&picture),
            wrap,
            sampling: Sampling::Nearest,
            ..crisp()
        };
        surface.draw_triangles(&triangles, &settings).unwrap();
        let row: Vec<u8> = (0..16).map(|x| surface.get(x, 0).unwrap().r).collect();
        assert_eq!(row, expected, "{wrap:?}");
    }
}
