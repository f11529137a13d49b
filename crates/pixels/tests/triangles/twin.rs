//! A plain rasterizer: every pixel asks every triangle, one sample at a time, with nothing binned, stepped or
//! packed. It says what the fast one has to draw, bit for bit.

use motile_pixels::{
    BlendMode, Color, Cull, MipMap, Sampling, Surface, TriangleSettings, Triangles, UvWrap,
    math::{IRect, Vec2},
};

type Fixed = [i64; 2];

/// Draws triangles on a surface and a list of depths, row by row.
pub(crate) fn draw(
    target: &mut Surface,
    mut depth: Option<&mut [f32]>,
    triangles: &Triangles<'_>,
    settings: &TriangleSettings<'_>,
) {
    let list: Vec<[usize; 3]> = match triangles.indices {
        Some(indices) => indices.iter().map(|t| t.map(|i| i as usize)).collect(),
        None => (0..triangles.points.len() / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect(),
    };
    let kept: Vec<Corners> =
        list.into_iter().filter_map(|corners| Corners::new(triangles, settings, corners)).collect();
    let smooth = settings.smooth_edges && !settings.blend.acts_on_empty();
    let clip = settings.clip.unwrap_or(target.bounds());
    for corners in &kept {
        let rims = [0, 1, 2].map(|edge| smooth && is_rim(&kept, corners, edge));
        let one = One::new(triangles, settings, corners, rims, depth.is_some());
        for y in 0..target.height() as i32 {
            for x in 0..target.width() as i32 {
                if clip.contains(x, y) && one.reaches(x, y) {
                    let index = (y as u32 * target.width()) as usize + x as usize;
                    one.draw_pixel(target, depth.as_mut().map(|depth| &mut depth[index]), x, y);
                }
            }
        }
    }
}

/// A triangle that is drawn, turned clockwise.
struct Corners {
    points: [Fixed; 3],
    numbers: [usize; 3],
    area: i128,
}

fn fixed(point: Vec2) -> Option<Fixed> {
    let far = 4294967296.0;
    let near = point.x.abs() <= far && point.y.abs() <= far;
    near.then(|| [point.x, point.y].map(|x| (f64::from(x) * 256.0 + 0.5).floor() as i64))
}

fn cross(a: Fixed, b: Fixed, p: Fixed) -> i128 {
    let [dx, dy] = [b[0] - a[0], b[1] - a[1]].map(i128::from);
    let [ex, ey] = [p[0] - a[0], p[1] - a[1]].map(i128::from);
    dx * ey - dy * ex
}

impl Corners {
    fn new(
        triangles: &Triangles<'_>,
        settings: &TriangleSettings<'_>,
        [a, b, c]: [usize; 3],
    ) -> Option<Self> {
        for i in [a, b, c] {
            let uv = triangles.uv.get(i).copied().unwrap_or_default();
            let t = triangles.t.get(i).copied().unwrap_or(1.0);
            let good = uv.x.abs() <= 1048576.0 && uv.y.abs() <= 1048576.0;
            if !good || !(1.0 / 1152921504606846976.0..=1152921504606846976.0).contains(&t) {
                return None;
            }
        }
        let points =
            [fixed(triangles.points[a])?, fixed(triangles.points[b])?, fixed(triangles.points[c])?];
        let area = cross(points[0], points[1], points[2]);
        let drawn = match settings.cull {
            Cull::DrawAll => area != 0,
            Cull::DrawClockwise => area > 0,
            Cull::DrawCounterClockwise => area < 0,
        };
        if !drawn {
            return None;
        }
        Some(if area > 0 {
            Self { points, numbers: [a, b, c], area }
        } else {
            let points = [points[0], points[2], points[1]];
            Self { points, numbers: [a, c, b], area: -area }
        })
    }

    fn edge(&self, edge: usize) -> (Fixed, Fixed) {
        (self.points[edge], self.points[(edge + 1) % 3])
    }
}

/// Whether all triangles at an edge lie on one side of it.
fn is_rim(kept: &[Corners], corners: &Corners, edge: usize) -> bool {
    let (from, to) = corners.edge(edge);
    !kept.iter().any(|other| (0..3).any(|edge| other.edge(edge) == (to, from)))
}

/// A value at the origin's center and its change along x and y.
#[derive(Clone, Copy)]
struct Plane {
    origin: f64,
    dx: f64,
    dy: f64,
}

impl Plane {
    fn value(&self, across: f32, down: i64) -> f32 {
        across * held(self.dx) + held(self.origin + self.dy * down as f64)
    }
}

fn held(x: f64) -> f32 {
    let most = (1u128 << 100) as f64;
    x.clamp(-most, most) as f32
}

struct One<'a> {
    settings: &'a TriangleSettings<'a>,
    points: [Fixed; 3],
    bounds: [i64; 4],
    origin: [i64; 2],
    rims: [bool; 3],
    perspective: bool,
    t: [f32; 3],
    t_plane: Option<Plane>,
    uv: Option<([[f32; 3]; 2], [Plane; 2])>,
    colors: Option<[Plane; 4]>,
    covers: Vec<Plane>,
    ways: Vec<[f64; 2]>,
}

fn range(values: [f32; 3]) -> (f32, f32) {
    (values[0].min(values[1]).min(values[2]), values[0].max(values[1]).max(values[2]))
}

impl<'a> One<'a> {
    fn new(
        triangles: &Triangles<'_>,
        settings: &'a TriangleSettings<'a>,
        corners: &Corners,
        rims: [bool; 3],
        deep: bool,
    ) -> Self {
        let Corners { points, numbers, area } = *corners;
        let grown = if rims.contains(&true) { 128 } else { 0 };
        let least = |axis: usize| points.iter().map(|p| p[axis]).min().unwrap_or(0) - grown;
        let most = |axis: usize| points.iter().map(|p| p[axis]).max().unwrap_or(0) + grown;
        let bounds = [least(0), least(1), most(0), most(1)];
        // The first pixel of the surface whose center is not before the bounds.
        let origin = [0, 1].map(|axis| {
            (bounds[axis] - 128).div_euclid(256)
                + i64::from((bounds[axis] - 128).rem_euclid(256) > 0)
        });
        let origin = origin.map(|first| first.max(0));
        let scale = 256.0 / area as f64;
        let way = |i: usize| [0, 1].map(|axis| (points[i][axis] - points[0][axis]) as f64 * scale);
        let (second, third) = (way(1), way(2));
        let from = [0, 1].map(|axis| (origin[axis] * 256 + 128 - points[0][axis]) as f64 / 256.0);
        let through = |value: f64, dx: f64, dy: f64| Plane {
            origin: value + dx * from[0] + dy * from[1],
            dx,
            dy,
        };
        let plane = |values: [f64; 3]| {
            let (b, c) = (values[1] - values[0], values[2] - values[0]);
            through(values[0], b * third[1] - c * second[1], c * second[0] - b * third[0])
        };
        let t = numbers.map(|i| triangles.t.get(i).copied().unwrap_or(1.0));
        let perspective = !settings.affine && (t[0] != t[1] || t[1] != t[2]);
        let weights = if perspective { t.map(f64::from) } else { [1.0; 3] };
        let weighted =
            |values: [f32; 3]| plane([0, 1, 2].map(|i| f64::from(values[i]) * weights[i]));
        let uv = settings.picture.map(|_| {
            let values = [numbers.map(|i| triangles.uv[i].x), numbers.map(|i| triangles.uv[i].y)];
            (values, values.map(weighted))
        });
        let colors = (!triangles.colors.is_empty()).then(|| {
            let bytes = numbers.map(|i| triangles.colors[i].premultiplied());
            [0, 1, 2, 3].map(|channel| weighted(bytes.map(|bytes| f32::from(bytes[channel]))))
        });
        let mut one = Self {
            settings,
            points,
            bounds,
            origin,
            rims,
            perspective,
            t,
            t_plane: (perspective || deep).then(|| plane(t.map(f64::from))),
            uv,
            colors,
            covers: Vec::new(),
            ways: Vec::new(),
        };
        for edge in (0..3).filter(|&edge| rims[edge]) {
            let (a, b) = corners.edge(edge);
            let [dx, dy] = [(b[0] - a[0]) as f64, (b[1] - a[1]) as f64];
            let length = dx.abs() + dy.abs();
            let off = [0, 1].map(|axis| (points[0][axis] - a[axis]) as f64 / 256.0);
            let slope = [-dy / length, dx / length];
            one.covers.push(through(
                0.5 + slope[0] * off[0] + slope[1] * off[1],
                slope[0],
                slope[1],
            ));
            let long = (dx * dx + dy * dy).sqrt();
            one.ways.push([dx / long, dy / long]);
        }
        one
    }

    /// Whether a pixel is inside every edge: by the top-left rule, or half a pixel beyond a rim.
    fn reaches(&self, x: i32, y: i32) -> bool {
        let center = [i64::from(x) * 256 + 128, i64::from(y) * 256 + 128];
        let [left, top, right, bottom] = self.bounds;
        if center[0] < left || center[0] >= right || center[1] < top || center[1] >= bottom {
            return false;
        }
        (0..3).all(|edge| {
            let (a, b) = (self.points[edge], self.points[(edge + 1) % 3]);
            let inside = cross(a, b, center);
            let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
            let reach = i128::from(dx.abs() + dy.abs()) * 128;
            let owns = dy < 0 || (dy == 0 && dx > 0);
            match (self.rims[edge], owns) {
                (false, true) => inside >= 0,
                (false, false) => inside > 0,
                (true, _) if dy < 0 => inside + reach >= 0,
                (true, _) => inside + reach > 0,
            }
        })
    }

    fn draw_pixel(&self, target: &mut Surface, depth: Option<&mut f32>, x: i32, y: i32) {
        let (across, down) = (i64::from(x) - self.origin[0], i64::from(y) - self.origin[1]);
        let shares: Vec<f32> =
            self.covers.iter().map(|plane| plane.value(across as f32, down)).collect();
        let mut color = self.color(across, down);
        let tint = self.settings.tint;
        if tint != Color::WHITE {
            color = modulate(color, tint.premultiplied());
        }
        let covered = self.covered(&shares);
        if covered < 1.0 {
            color = modulate(color, [(covered * 255.0 + 0.5) as u8; 4]);
        }
        if let (Some(depth), Some(plane)) = (depth, &self.t_plane) {
            let (least, most) = range(self.t);
            let near = plane.value(across as f32, down).clamp(least, most);
            if near < *depth {
                return;
            }
            if shares.iter().all(|&share| share >= 0.5) && color[3] != 0 {
                *depth = near;
            }
        }
        let mut source = Surface::new(1, 1).expect("one pixel");
        source.bytes_mut().copy_from_slice(&color);
        target.blend(&source, x, y, self.settings.blend.clone());
    }

    fn covered(&self, shares: &[f32]) -> f32 {
        let facing = |i: usize, j: usize| {
            let (a, b) = (self.ways[i], self.ways[j]);
            -(a[0] * b[0] + a[1] * b[1]) as f32
        };
        let both = |a: f32, b: f32, facing: f32| {
            let (strip, straight) = ((a + b - 1.0).max(0.0), a.min(b));
            let bound = if facing > 0.0 { strip } else { straight };
            a * b + (bound - a * b) * facing.abs()
        };
        let share = |i: usize| shares[i].clamp(0.0, 1.0);
        match shares.len() {
            0 => 1.0,
            1 => share(0),
            2 => both(share(0), share(1), facing(0, 1)),
            _ => {
                // The two that face each other least first; of equal ones the first.
                let pairs = [facing(0, 1), facing(1, 2), facing(2, 0)];
                let order = (0..3).fold(0, |best, i| if pairs[i] < pairs[best] { i } else { best });
                let [a, b, c] = [0, 1, 2].map(|i| (order + i) % 3);
                let others = pairs[b].max(pairs[c]);
                both(both(share(a), share(b), pairs[order]), share(c), others)
            }
        }
    }

    /// The premultiplied color of a pixel before tint and rim.
    fn color(&self, across: i64, down: i64) -> [u8; 4] {
        let far = if let (true, Some(plane)) = (self.perspective, &self.t_plane) {
            let (least, most) = range(self.t);
            Some(1.0 / plane.value(across as f32, down).clamp(least, most))
        } else {
            None
        };
        let unweighted = |plane: &Plane| {
            let value = plane.value(across as f32, down);
            far.map_or(value, |far| value * far)
        };
        let mut color = [255; 4];
        if let (Some((values, planes)), Some(picture)) = (&self.uv, self.settings.picture) {
            let place = [0, 1].map(|axis| {
                let (least, most) = range(values[axis]);
                unweighted(&planes[axis]).max(least).min(most)
            });
            let changes = self.changes(planes, (across / 8 * 8) as f32 + 3.5, down);
            color = sample(picture, self.settings, changes, place);
        }
        if let Some(planes) = &self.colors {
            let bytes =
                planes.map(|plane| (unweighted(&plane).clamp(0.0, 255.0) + 0.5) as u32 as u8);
            let bytes = [0, 1, 2, 3].map(|i| bytes[i].min(bytes[3]));
            color = modulate(color, bytes);
        }
        color
    }

    /// The change of u and v to the next pixel of the row and of the column, in the middle of eight pixels.
    fn changes(&self, planes: &[Plane; 2], across: f32, down: i64) -> [[f32; 2]; 2] {
        let slopes = |plane: &Plane| [held(plane.dx), held(plane.dy)];
        let [u, v] = match (self.perspective, &self.t_plane) {
            (true, Some(t)) => {
                let (least, most) = range(self.t);
                let far = 1.0 / t.value(across, down).clamp(least, most);
                planes.map(|plane| {
                    let at = plane.value(across, down) * far;
                    [0, 1].map(|axis| (slopes(&plane)[axis] - at * slopes(t)[axis]) * far)
                })
            }
            _ => planes.map(|plane| slopes(&plane)),
        };
        [[u[0], v[0]], [u[1], v[1]]]
    }
}

fn modulate(a: [u8; 4], b: [u8; 4]) -> [u8; 4] {
    [0, 1, 2, 3].map(|i| ((u32::from(a[i]) * u32::from(b[i]) * 2 + 255) / 510) as u8)
}

fn mix(a: [u8; 4], b: [u8; 4], share: u32) -> [u8; 4] {
    [0, 1, 2, 3]
        .map(|i| ((u32::from(a[i]) * (256 - share) + u32::from(b[i]) * share + 128) / 256) as u8)
}

fn sample(
    picture: &MipMap,
    settings: &TriangleSettings<'_>,
    changes: [[f32; 2]; 2],
    [u, v]: [f32; 2],
) -> [u8; 4] {
    let levels = picture.levels();
    if settings.sampling == Sampling::Nearest {
        let side =
            |x: f32, side: u32| ((wrapped(settings.wrap, x) * side as f32) as u32).min(side - 1);
        let place = (side(u, levels[0].width()), side(v, levels[0].height()));
        return pixel(&levels[0], place.0, place.1);
    }
    if !settings.mips || levels.len() == 1 {
        return bilinear(&levels[0], settings.wrap, [u, v]);
    }
    let lengths = changes.map(|[u, v]| {
        let (u, v) = (u * levels[0].width() as f32, v * levels[0].height() as f32);
        u * u + v * v
    });
    let longer =
        usize::from(lengths[0] <= lengths[1] || lengths[0].is_nan() || lengths[1].is_nan());
    let (mut long, short) = (lengths[longer], lengths[1 - longer]);
    let mut count = 1u32;
    while count * 2 <= u32::from(settings.anisotropy.clamp(1, 16)) && long > short && long > 1.0 {
        count *= 2;
        long *= 0.25;
    }
    let level = if long > 1.0 { (long.min(1e30).to_bits() - 0x3F80_0000) >> 16 } else { 0 };
    let level = level.min((levels.len() as u32 - 1) * 256);
    let one = |place: [f32; 2]| {
        let (index, next) = ((level / 256) as usize, level % 256);
        let large = bilinear(&levels[index], settings.wrap, place);
        if next == 0 {
            return large;
        }
        mix(large, bilinear(&levels[index + 1], settings.wrap, place), next)
    };
    if count == 1 {
        return one([u, v]);
    }
    let mut sums = [count / 2; 4];
    for probe in 0..count {
        let along = (probe as f32 + 0.5) / count as f32 - 0.5;
        let color = one([u + along * changes[longer][0], v + along * changes[longer][1]]);
        for (sum, byte) in sums.iter_mut().zip(color) {
            *sum += u32::from(byte);
        }
    }
    sums.map(|sum| (sum / count) as u8)
}

fn wrapped(wrap: UvWrap, x: f32) -> f32 {
    match wrap {
        UvWrap::Repeat => x - x.floor(),
        UvWrap::Clamp => x.clamp(0.0, 1.0),
        UvWrap::Mirror => (x - (x * 0.5 + 0.5).floor() * 2.0).abs(),
    }
}

fn bilinear(picture: &Surface, wrap: UvWrap, [u, v]: [f32; 2]) -> [u8; 4] {
    let axis = |x: f32, side: u32| {
        let at = (wrapped(wrap, x) * (side * 256) as f32) as i32 - 128;
        let (first, share, side) = (at.div_euclid(256), at.rem_euclid(256), side as i32);
        let neighbors = [first, first + 1].map(|x| match wrap {
            UvWrap::Repeat => x.rem_euclid(side),
            _ => x.clamp(0, side - 1),
        });
        (neighbors.map(|x| x as u32), share as u32)
    };
    let ([left, right], across) = axis(u, picture.width());
    let ([top, bottom], down) = axis(v, picture.height());
    let line = |y: u32| mix(pixel(picture, left, y), pixel(picture, right, y), across);
    mix(line(top), line(bottom), down)
}

fn pixel(picture: &Surface, x: u32, y: u32) -> [u8; 4] {
    picture.words()[(y * picture.width() + x) as usize].to_le_bytes()
}

/// Any bytes as a mesh, a picture and settings: draws with both and compares every pixel and depth.
pub(crate) fn compare_any(data: &[u8]) {
    let mut bytes = Bytes(data);
    let (width, height) = (u32::from(bytes.byte() % 40) + 1, u32::from(bytes.byte() % 40) + 1);
    let kind = bytes.byte();
    let (columns, rows) = (u32::from(bytes.byte() % 10), u32::from(bytes.byte() % 10));
    // There is no picture without a side: that is an error before it can be drawn.
    assert_eq!(Surface::new(columns, rows).is_err(), columns * rows == 0);
    let mut picture = Surface::new(columns.max(1), rows.max(1)).expect("small");
    for y in 0..picture.height() as i32 {
        for x in 0..picture.width() as i32 {
            picture.set(x, y, bytes.color());
        }
    }
    let picture =
        if kind & 1 == 0 { MipMap::new(picture) } else { MipMap::single(picture) }.expect("small");
    let style = bytes.byte();
    let settings = TriangleSettings {
        picture: (style & 1 == 0).then_some(&picture),
        sampling: if style & 6 == 0 { Sampling::Nearest } else { Sampling::Bilinear },
        mips: style & 8 == 0,
        anisotropy: if style & 16 == 0 { 1 } else { bytes.byte() },
        wrap: [UvWrap::Repeat, UvWrap::Clamp, UvWrap::Mirror, UvWrap::Repeat]
            [usize::from(style >> 6)],
        tint: if style & 32 == 0 { Color::WHITE } else { bytes.color() },
        blend: BlendMode::ALL[usize::from(if kind & 2 == 0 { 0 } else { bytes.byte() % 14 })]
            .clone(),
        cull: [Cull::DrawAll, Cull::DrawAll, Cull::DrawClockwise, Cull::DrawCounterClockwise]
            [usize::from(kind >> 6)],
        clip: (kind & 4 != 0).then(|| {
            IRect::new(
                i32::from(bytes.byte() as i8),
                i32::from(bytes.byte() as i8),
                bytes.byte().into(),
                bytes.byte().into(),
            )
        }),
        smooth_edges: kind & 8 == 0,
        affine: kind & 16 != 0,
    };
    let lists = bytes.byte();
    let count = usize::from(bytes.byte() % 12) + 1;
    let points: Vec<Vec2> = (0..count).map(|_| Vec2::new(bytes.number(), bytes.number())).collect();
    let uv: Vec<Vec2> =
        (0..count).map(|_| Vec2::new(bytes.number() / 8.0, bytes.number() / 8.0)).collect();
    let t: Vec<f32> = (0..count).map(|_| bytes.number().abs() / 8.0).collect();
    let colors: Vec<Color> = (0..count).map(|_| bytes.color()).collect();
    let indices: Vec<[u32; 3]> = (0..usize::from(bytes.byte() % 12))
        .map(|_| [0; 3].map(|_| u32::from(bytes.byte()) % count as u32))
        .collect();
    // Now and then one that names a point that is not there.
    let stray = (lists & 0x30 == 0x30 && !indices.is_empty()).then(|| {
        let mut stray = indices.clone();
        stray[0][1] = count as u32 + u32::from(bytes.byte()) * 16_843_009 % 4_294_967_000;
        stray
    });
    let triangles = Triangles {
        points: &points,
        indices: Some(&indices),
        uv: &uv,
        t: if lists & 1 == 0 { &[] } else { &t },
        colors: if lists & 2 == 0 { &[] } else { &colors },
    };
    let mut fast = Surface::filled(width, height, Color::rgba(20, 60, 90, 200)).expect("small");
    if lists & 4 == 0 {
        fast = Surface::opaque(width, height, Color::rgb(20, 60, 90)).expect("small");
    }
    let mut plain = fast.clone();
    if let Some(stray) = stray {
        let triangles = Triangles { indices: Some(&stray), ..triangles };
        let drawn = motile_pixels::Rasterizer::new().draw(&mut fast, None, &triangles, &settings);
        assert!(drawn.is_err() && fast == plain, "nothing is drawn");
    }
    let mut deep = motile_pixels::DepthBuffer::new(width, height).expect("small");
    let mut depths = vec![0.0; (width * height) as usize];
    let (depth, plain_depth) =
        if lists & 8 == 0 { (None, None) } else { (Some(&mut deep), Some(&mut depths[..])) };
    motile_pixels::Rasterizer::new()
        .draw(&mut fast, depth, &triangles, &settings)
        .expect("lists fit");
    draw(&mut plain, plain_depth, &triangles, &settings);
    for y in 0..height as i32 {
        for x in 0..width as i32 {
            let index = (y as u32 * width) as usize + x as usize;
            let (a, b) = (fast.words()[index].to_le_bytes(), plain.words()[index].to_le_bytes());
            assert_eq!(a, b, "pixel {x}, {y} of {triangles:?} with {settings:?}");
        }
    }
    assert_eq!(deep.values(), &depths[..]);
}

/// Numbers out of bytes; zeros when they run out.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    fn color(&mut self) -> Color {
        let [r, g, b, a] = [0; 4].map(|_| self.byte());
        Color::rgba(r, g, b, if a < 64 { 255 } else { a })
    }

    /// Mostly near a small surface, in eighths; sometimes any float at all, or one that is known for trouble.
    fn number(&mut self) -> f32 {
        let [a, b] = [self.byte(), self.byte()];
        match b {
            ..246 => f32::from(a as i8) / 2.0 + f32::from(b % 8) / 8.0 + 10.0,
            246..251 => f32::from_le_bytes([a, self.byte(), self.byte(), self.byte()]),
            _ => ODD[usize::from(a) % ODD.len()],
        }
    }
}

/// No numbers, none that end, gigantic ones, and those at the borders of what is drawn: 2³² pixels, 2²⁰ pictures and scales of 2±⁶⁰, once
/// divided by eight.
const ODD: [f32; 16] = [
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    1e9,
    -1e9,
    4_294_967_296.0,
    -4_294_967_296.0,
    4_294_967_808.0,
    8_388_608.0,
    -8_388_609.0,
    9_223_372_036_854_775_808.0,
    f32::MAX,
    f32::MIN_POSITIVE,
    -0.0,
    0.0,
    1e-45,
];
