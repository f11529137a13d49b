use super::*;
use crate::Cull;
use motile_geom::vec2;

pub(super) const SQUARE: &str = "\
# a square in two materials
mtllib square.mtl
o left side
v -1 -1 0
v 1 -1 0
v 1 1 0
v -1 1 0
vt 0 0
vt 1 0
vt 1 1
vt 0 1
vn 0 0 1
usemtl red
f 1/1 2/2 3/3
usemtl painted
f -4/1/1 -2/3/1 -1/4/1
";

const MATERIALS: &str = "\
newmtl red
Kd 1 0 0.5
d 0.5
newmtl painted
map_Kd -clamp on wood.png
";

pub(super) fn files(name: &str) -> Option<Vec<u8>> {
    match name {
        "square.mtl" => Some(MATERIALS.into()),
        "wood.png" => Some(Surface::opaque(2, 2, Color::ORANGE).unwrap().to_png()),
        _ => None,
    }
}

#[test]
fn obj_objects_and_materials_become_parts() {
    let model = Model3d::from_obj(SQUARE.as_bytes(), files).unwrap();
    let [red, painted] = &model.parts[..] else { panic!("two parts") };
    assert_eq!((red.name.as_str(), painted.name.as_str()), ("left side", "left side"));
    assert_eq!((red.color, red.picture.is_none()), (Color::rgba(255, 0, 128, 128), true));
    let picture = painted.picture.as_ref().unwrap();
    assert_eq!((painted.color, picture.get(1, 1)), (Color::WHITE, Some(Color::ORANGE)));
    // Up in the file is up on the screen, in space and in the picture.
    assert_eq!(
        red.mesh.points(),
        [vec3(-1.0, 1.0, 0.0), vec3(1.0, 1.0, 0.0), vec3(1.0, -1.0, 0.0)]
    );
    assert_eq!(red.mesh.uv(), [vec2(0.0, 1.0), vec2(1.0, 1.0), vec2(1.0, 0.0)]);
    assert_eq!(model.triangle_count(), 2);
    assert_eq!(model.bounds(), Some((vec3(-1.0, -1.0, 0.0), vec3(1.0, 1.0, 0.0))));
}

#[test]
fn front_faces_of_files_are_drawn_clockwise() {
    let drawn = |model: &Model3d| {
        let mut projected = crate::ProjectedMesh::default();
        let center = vec2(8.0, 8.0);
        let view = crate::MeshView { center, ..crate::MeshView::default() };
        let mut screen = Surface::opaque(16, 16, Color::BLACK).unwrap();
        let settings = crate::TriangleSettings { cull: Cull::DrawClockwise, ..Default::default() };
        for part in &model.parts {
            view.project(&part.mesh, &mut projected);
            screen.draw_triangles(&projected.triangles(), &settings).unwrap();
        }
        screen.get(8, 8)
    };
    let mut model = Model3d::from_obj(b"v -4 -4 0\nv 4 -4 0\nv 0 4 0\nf 1 2 3", |_| None).unwrap();
    assert_eq!(drawn(&model), Some(Color::WHITE));
    model = Model3d::from_gltf(triangle("").as_bytes(), |_| None).unwrap();
    assert_eq!(drawn(&model), Some(Color::WHITE));
    // A mirrored node is turned the other way around, and seen all the same.
    model = Model3d::from_gltf(triangle(r#","scale":[-1,1,1]"#).as_bytes(), |_| None).unwrap();
    assert_eq!(drawn(&model), Some(Color::WHITE));
}

#[test]
fn obj_polygons_are_fans_and_colors_of_points_are_kept() {
    let text = b"v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 1 1 0 0 0 1\nv 0 1 0 1 1 1\nf 1 2 3 4\n";
    let model = Model3d::from_obj(text, |_| None).unwrap();
    let mesh = &model.parts[0].mesh;
    assert_eq!(mesh.triangles(), [[0, 2, 1], [0, 3, 2]]);
    assert_eq!(mesh.colors()[1], Color::rgb(0, 255, 0));
    assert_eq!(mesh.normals()[0], vec3(0.0, 0.0, -1.0));
}

#[test]
fn obj_errors_name_their_line() {
    let error = |text: &[u8]| Model3d::from_obj(text, |_| None).unwrap_err().to_string();
    assert_eq!(error(b"v 0 0\n"), "line 1: expected three numbers");
    assert_eq!(error(b"\nv 0 0 inf\n"), "line 2: expected three numbers");
    assert_eq!(error(b"v 0 0 0\nf 1 1 2\n"), "line 2: expected the number of a point above");
    assert_eq!(error(b"v 0 0 0\nf 1 1 0\n"), "line 2: expected the number of a point above");
    assert_eq!(error(b"v 0 0 0\nf 1/1 1 1\n"), "line 2: expected the number of a place (vt) above");
    assert_eq!(error(b"v 0 0 0\nf 1 1\n"), "line 2: expected three corners or more");
    assert_eq!(error(b"v 0 0 0\n\xFF\n"), "line 2: expected a line of UTF-8 text");
    let bad_picture = Model3d::from_obj(b"mtllib square.mtl\n", |name| match name {
        "square.mtl" => files(name),
        _ => Some(b"no picture".to_vec()),
    });
    assert!(matches!(bad_picture, Err(ModelError::Picture { name, .. }) if name == "wood.png"));
}

/// One triangle as a glTF text; `node` is more of its node.
pub(super) fn triangle(node: &str) -> String {
    let mut data = String::from("data:application/octet-stream;base64,");
    let numbers: Vec<u8> = [[-4.0f32, -4.0, 0.0], [4.0, -4.0, 0.0], [0.0, 4.0, 0.0]]
        .iter()
        .flatten()
        .flat_map(|x| x.to_le_bytes())
        .collect();
    data.push_str(&encoded(&numbers));
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],
        "nodes":[{{"name":"one","mesh":0{node}}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"material":0}}]}}],
        "materials":[{{"pbrMetallicRoughness":{{"baseColorFactor":[1,1,1,1]}}}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}}],
        "bufferViews":[{{"buffer":0,"byteLength":36}}],
        "buffers":[{{"byteLength":36,"uri":"{data}"}}]}}"#
    )
}

fn encoded(bytes: &[u8]) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks_exact(3) {
        let bits = u32::from_be_bytes([0, three[0], three[1], three[2]]);
        for shift in [18, 12, 6, 0] {
            text.push(char::from(LETTERS[(bits >> shift) as usize & 63]));
        }
    }
    text
}

#[test]
fn gltf_nodes_place_their_meshes() {
    let model =
        Model3d::from_gltf(triangle(r#","translation":[1,2,3]"#).as_bytes(), |_| None).unwrap();
    assert_eq!(model.parts[0].name, "one");
    assert_eq!(model.parts[0].mesh.points()[0], vec3(-3.0, 2.0, -3.0));
    // A quarter turn about z, and twice the size.
    let half = core::f32::consts::FRAC_1_SQRT_2;
    let node = format!(r#","rotation":[0,0,{half},{half}],"scale":[2,2,2]"#);
    let model = Model3d::from_gltf(triangle(&node).as_bytes(), |_| None).unwrap();
    assert!(model.parts[0].mesh.points()[1].distance(vec3(8.0, -8.0, 0.0)) < 1e-5);
}

#[test]
fn gltf_in_one_binary_file() {
    let mut text = triangle("").replace(r#","uri":"data"#, r#","was":"data"#);
    while !text.len().is_multiple_of(4) {
        text.push(' ');
    }
    let numbers: Vec<u8> = [[-4.0f32, -4.0, 0.0], [4.0, -4.0, 0.0], [0.0, 4.0, 0.0]]
        .iter()
        .flatten()
        .flat_map(|x| x.to_le_bytes())
        .collect();
    let mut bytes = b"glTF\x02\0\0\0".to_vec();
    bytes.extend((20 + text.len() as u32 + 8 + 36).to_le_bytes());
    for (kind, chunk) in [(b"JSON", text.as_bytes()), (b"BIN\0", &numbers)] {
        bytes.extend((chunk.len() as u32).to_le_bytes());
        bytes.extend(kind);
        bytes.extend(chunk);
    }
    let model = Model3d::from_gltf(&bytes, |_| None).unwrap();
    assert_eq!(model, Model3d::from_gltf(triangle("").as_bytes(), |_| None).unwrap());
    assert!(Model3d::from_gltf(&bytes[..30], |_| None).is_err());
    assert!(Model3d::from_gltf(&bytes[..bytes.len() - 1], |_| None).is_err());
}

#[test]
fn gltf_errors_name_their_field() {
    let error = |from: &str, to: &str| {
        let text = triangle("");
        assert!(text.contains(from));
        Model3d::from_gltf(text.replace(from, to).as_bytes(), |_| None).unwrap_err().to_string()
    };
    assert_eq!(error("\"2.0\"", "\"1.0\""), "asset.version: expected 2.0");
    assert_eq!(error("\"mesh\":0", "\"mesh\":7"), "meshes[7]: expected an entry");
    assert_eq!(
        error("\"count\":3", "\"count\":4"),
        "accessors[0].count: expected as many elements as its view holds"
    );
    assert_eq!(
        error(
            "\"byteLength\":36}],\n        \"buffers\"",
            "\"byteLength\":37}],\n        \"buffers\""
        ),
        "bufferViews[0].byteLength: expected a part of its buffer"
    );
    assert_eq!(error("VEC3", "MAT4"), "accessors[0].type: expected SCALAR, VEC2, VEC3 or VEC4");
    assert_eq!(
        error("base64,", "base64,!"),
        "buffers[0].uri: expected base64 data or a file that is there"
    );
    assert!(matches!(Model3d::from_gltf(b"{", |_| None), Err(ModelError::Json(_))));
    // A node that is its own child ends.
    let looped = triangle(r#","children":[0]"#);
    assert_eq!(Model3d::from_gltf(looped.as_bytes(), |_| None), Err(ModelError::TooLarge));
}

#[test]
fn models_are_made_to_fit() {
    let mut model = Model3d::from_obj(b"v 1 1 1\nv 5 1 1\nv 5 2 1\nf 1 2 3", |_| None).unwrap();
    model.fit(100.0);
    let (low, high) = model.bounds().unwrap();
    assert_eq!((low, high), (vec3(-50.0, -12.5, 0.0), vec3(50.0, 12.5, 0.0)));
    let mut empty = Model3d::default();
    empty.fit(3.0);
    assert_eq!(empty.bounds(), None);
}

/// A square of four points in one binary file: with u v, with colors of corners, with a picture of four colors, by a list, a strip or a
/// fan.
fn painted_square(mode: u32, indices: &[u16]) -> Vec<u8> {
    let points: [[f32; 3]; 4] =
        [[-4.0, -4.0, 0.0], [4.0, -4.0, 0.0], [-4.0, 4.0, 0.0], [4.0, 4.0, 0.0]];
    let uv: [[f32; 2]; 4] = [[0.0, 1.0], [1.0, 1.0], [0.0, 0.0], [1.0, 0.0]];
    // Bytes, to be read as parts of 255: the left side is half as bright, counted in light.
    let colors: [[u8; 4]; 4] = [[128, 128, 128, 255], [255; 4], [128, 128, 128, 255], [255; 4]];
    let mut picture = Surface::filled(2, 2, Color::RED).unwrap();
    picture.set(1, 0, Color::GREEN);
    picture.set(0, 1, Color::BLUE);
    picture.set(1, 1, Color::WHITE);
    let mut data: Vec<u8> = Vec::new();
    let mut views: Vec<String> = Vec::new();
    let mut view = |bytes: Vec<u8>| {
        let (from, length) = (data.len(), bytes.len());
        views.push(format!(r#"{{"buffer":0,"byteOffset":{from},"byteLength":{length}}}"#));
        data.extend(bytes);
        while !data.len().is_multiple_of(4) {
            data.push(0);
        }
    };
    view(points.iter().flatten().flat_map(|x| x.to_le_bytes()).collect());
    view(uv.iter().flatten().flat_map(|x| x.to_le_bytes()).collect());
    view(colors.iter().flatten().copied().collect());
    view(indices.iter().flat_map(|index| index.to_le_bytes()).collect());
    view(picture.to_png());
    let (count, views) = (indices.len(), views.join(","));
    let mut text = format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0,"TEXCOORD_0":1,"COLOR_0":2}},"indices":3,
        "mode":{mode},"material":0}}]}}],
        "materials":[{{"pbrMetallicRoughness":{{"baseColorTexture":{{"index":0}}}}}}],
        "textures":[{{"source":0}}],"images":[{{"bufferView":4,"mimeType":"image/png"}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}},
        {{"bufferView":1,"componentType":5126,"count":4,"type":"VEC2"}},
        {{"bufferView":2,"componentType":5121,"normalized":true,"count":4,"type":"VEC4"}},
        {{"bufferView":3,"componentType":5123,"count":{count},"type":"SCALAR"}}],
        "bufferViews":[{views}],"buffers":[{{"byteLength":{}}}]}}"#,
        data.len()
    );
    while !text.len().is_multiple_of(4) {
        text.push(' ');
    }
    let mut bytes = b"glTF\x02\0\0\0".to_vec();
    bytes.extend((20 + text.len() as u32 + 8 + data.len() as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", text.as_bytes()), (b"BIN\0", &data)] {
        bytes.extend((chunk.len() as u32).to_le_bytes());
        bytes.extend(kind);
        bytes.extend(chunk);
    }
    bytes
}

/// A model as it is seen, 80 pixels wide, without light.
fn seen(model: &Model3d) -> Surface {
    let mut surface = Surface::opaque(80, 80, Color::BLACK).unwrap();
    let mut projected = crate::ProjectedMesh::default();
    let view = crate::MeshView { center: vec2(40.0, 40.0), ..crate::MeshView::default() };
    for part in &model.parts {
        view.project(&part.mesh, &mut projected);
        let picture = part.picture.clone().map(|picture| crate::MipMap::new(picture).unwrap());
        let settings = crate::TriangleSettings {
            picture: picture.as_ref(),
            sampling: crate::Sampling::Nearest,
            tint: part.color,
            cull: Cull::DrawClockwise,
            ..crate::TriangleSettings::default()
        };
        surface.draw_triangles(&projected.triangles(), &settings).unwrap();
    }
    surface
}

#[test]
fn gltf_pictures_colors_strips_and_fans() {
    let read = |mode: u32, indices: &[u16]| {
        let mut model = Model3d::from_gltf(&painted_square(mode, indices), |_| None).unwrap();
        model.fit(60.0);
        model
    };
    let list = read(4, &[0, 1, 2, 2, 1, 3]);
    assert_eq!(list.parts[0].picture.as_ref().unwrap().get(1, 0), Some(Color::GREEN));
    assert_eq!(list.parts[0].mesh.uv()[0], vec2(0.0, 1.0));
    let shown = seen(&list);
    // The picture stands upright: its first row is the top. On the left side the colors of the corners darken it.
    let at = |x: i32, y: i32| shown.get(x, y).unwrap();
    assert!(at(67, 12).g > 245 && at(67, 12).r == 0, "{:?}", at(67, 12));
    assert!(at(67, 67).r > 245 && at(67, 67).g > 245, "{:?}", at(67, 67));
    let (red, blue) = (at(12, 12), at(12, 67));
    assert!((180..=200).contains(&red.r) && red.b == 0, "half the light is 188: {red:?}");
    assert!((180..=200).contains(&blue.b) && blue.r == 0, "{blue:?}");
    let strip = read(5, &[0, 1, 2, 3]);
    assert!(seen(&strip) == shown, "a strip");
    assert_eq!(strip.triangle_count(), 2);
    // A fan has another diagonal, and colors in between go along it.
    let fan = read(6, &[0, 1, 3, 2]);
    assert_eq!(fan.triangle_count(), 2);
    let off = |a: u32, b: u32| {
        a.to_le_bytes().iter().zip(b.to_le_bytes()).any(|(a, b)| a.abs_diff(b) > 2)
    };
    let both = seen(&fan);
    assert_eq!(both.words().iter().zip(shown.words()).filter(|(a, b)| off(**a, **b)).count(), 0);
    // Lists that end in the middle of a triangle are no lists.
    assert!(Model3d::from_gltf(&painted_square(4, &[0, 1, 2, 2]), |_| None).is_err());
    assert_eq!(read(6, &[0]).triangle_count(), 0);
}
