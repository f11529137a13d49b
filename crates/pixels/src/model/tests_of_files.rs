//! What files as other programs write them have in them.

use super::{
    tests::{SQUARE, files, triangle},
    *,
};
use motile_geom::vec2;

/// The triangle of a glTF file with a material, and a picture of a clear, a thin and a solid pixel beside it.
fn with_material(material: &str) -> Result<Model3d, ModelError> {
    let plain = r#""materials":[{"pbrMetallicRoughness":{"baseColorFactor":[1,1,1,1]}}]"#;
    let text = triangle("");
    assert!(text.contains(plain));
    let lists = r#""textures":[{"source":0}],"images":[{"uri":"thin.png"}]"#;
    let text = text.replace(plain, &format!(r#""materials":[{{{material}}}],{lists}"#));
    Model3d::from_gltf(text.as_bytes(), |name| (name == "thin.png").then(thin))
}

/// Straight colors of clear pixels are in the file: this one was written with them.
fn thin() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 3, 1);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&[200, 100, 0, 0, 200, 100, 0, 100, 200, 100, 0, 255]).unwrap();
    writer.finish().unwrap();
    bytes
}

fn alphas(model: &Model3d) -> (u8, [u8; 3]) {
    let part = &model.parts[0];
    let picture = part.picture.as_ref().unwrap();
    (part.color.a, [0, 1, 2].map(|x| picture.get(x, 0).unwrap().a))
}

#[test]
fn gltf_alpha_counts_as_the_material_says() {
    // It was taken from factors and pictures whatever the mode said, and usual exports had holes.
    let base =
        r#""pbrMetallicRoughness":{"baseColorFactor":[1,1,1,0.5],"baseColorTexture":{"index":0}}"#;
    let read = |mode: &str| with_material(&format!("{base}{mode}"));
    let opaque = read("").unwrap();
    assert_eq!(alphas(&opaque), (255, [255; 3]));
    let picture = opaque.parts[0].picture.as_ref().unwrap();
    assert_eq!(picture.get(0, 0), Some(Color::rgb(200, 100, 0)), "what is clear has a color, too");
    assert_eq!(alphas(&read(r#","alphaMode":"OPAQUE""#).unwrap()), (255, [255; 3]));
    assert_eq!(alphas(&read(r#","alphaMode":"BLEND""#).unwrap()), (128, [0, 100, 255]));
    // 100 / 255 of a half is less than 0.2, and 255 of it are not.
    let cut = r#","alphaMode":"MASK","alphaCutoff":0.2"#;
    assert_eq!(alphas(&read(cut).unwrap()), (255, [0, 0, 255]));
    let cut = r#","alphaMode":"MASK","alphaCutoff":0.19"#;
    assert_eq!(alphas(&read(cut).unwrap()), (255, [0, 255, 255]));
    assert_eq!(alphas(&read(r#","alphaMode":"MASK""#).unwrap()), (255, [0, 0, 255]));
    let cut = r#","alphaMode":"MASK","alphaCutoff":0.6"#;
    assert_eq!(alphas(&read(cut).unwrap()), (255, [0; 3]), "nothing is left");
    let error = read(r#","alphaMode":"GLASS""#).unwrap_err().to_string();
    assert_eq!(error, "materials[0].alphaMode: expected OPAQUE, MASK or BLEND");
    let error = read(r#","alphaMode":"MASK","alphaCutoff":"half""#).unwrap_err().to_string();
    assert_eq!(error, "materials[0].alphaCutoff: expected a number");
    // Without a picture.
    let faint = r#""pbrMetallicRoughness":{"baseColorFactor":[1,0,0,0.4]}"#;
    let alpha = |mode: &str| with_material(&format!("{faint}{mode}")).unwrap().parts[0].color.a;
    assert_eq!(alpha(""), 255);
    assert_eq!(alpha(r#","alphaMode":"BLEND""#), 102);
    assert_eq!(alpha(r#","alphaMode":"MASK""#), 0);
    assert_eq!(alpha(r#","alphaMode":"MASK","alphaCutoff":0.4"#), 255);
}

#[test]
fn gltf_extensions_that_a_file_requires_are_told() {
    let read = |list: &str| {
        let text = triangle("").replacen('{', &format!(r#"{{"extensionsRequired":{list},"#), 1);
        Model3d::from_gltf(text.as_bytes(), |_| None).map(|model| model.parts.len())
    };
    let error = read(r#"["KHR_materials_unlit","KHR_draco_mesh_compression"]"#).unwrap_err();
    let expected = "extensionsRequired[1]: expected no extension but KHR_materials_unlit";
    assert_eq!(error.to_string(), expected);
    assert_eq!(read("[]"), Ok(1));
    assert_eq!(read(r#"["KHR_materials_unlit"]"#), Ok(1));
    assert!(read("[7]").is_err());
}

#[test]
fn pictures_that_are_no_png_are_read_by_the_decoder() {
    let text = triangle("").replace(
        r#""baseColorFactor":[1,1,1,1]}}]"#,
        r#""baseColorTexture":{"index":0}}}],"textures":[{"source":0}],"images":[{"uri":"a.jpg"}]"#,
    );
    let file = |name: &str| (name == "a.jpg").then(|| b"\xFF\xD8 eight".to_vec());
    let decode = |bytes: &[u8]| {
        bytes.starts_with(b"\xFF\xD8").then(|| Surface::opaque(2, 2, Color::ORANGE).unwrap())
    };
    let model = Model3d::from_gltf_with(text.as_bytes(), file, decode).unwrap();
    assert_eq!(model.parts[0].picture.as_ref().unwrap().get(1, 1), Some(Color::ORANGE));
    let none = Model3d::from_gltf(text.as_bytes(), file);
    assert!(matches!(none, Err(ModelError::Picture { name, .. }) if name == "images[0]"));
    // A broken PNG is an error of its own, and no decoder is asked.
    let broken = |_: &str| Some(b"\x89PNG\r\n".to_vec());
    let read = Model3d::from_gltf_with(text.as_bytes(), broken, |_| panic!("it is a PNG"));
    assert!(read.is_err());
    let obj = b"mtllib square.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nusemtl painted\nf 1 2 3\n";
    let beside = |name: &str| if name == "wood.png" { file("a.jpg") } else { files(name) };
    let model = Model3d::from_obj_with(obj, beside, decode).unwrap();
    assert!(model.parts[0].picture.is_some());
}

#[test]
fn normals_of_files_are_kept() {
    let text = b"v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 2\nvn 0 0 3\nvn 0 -1 0\nf 1//1 2//1 3//1\nf 1//2 4//2 2//2\n";
    let model = Model3d::from_obj(text, |_| None).unwrap();
    let mesh = &model.parts[0].mesh;
    // The two points of the shared edge are there for each side.
    assert_eq!(mesh.points().len(), 6);
    assert_eq!(mesh.normals()[..3], [vec3(0.0, 0.0, -1.0); 3]);
    assert_eq!(mesh.normals()[3..], [vec3(0.0, 1.0, 0.0); 3]);
    // When a corner has none, or one without direction, all are made from the surface.
    for odd in ["f 1//1 2//1 3", "f 1//1 2//1 3//3"] {
        let text = format!("v 0 0 0\nv 2 0 0\nv 0 2 0\nvn 1 0 0\nvn 1 0 0\nvn nan 0 0\n{odd}\n");
        let model = Model3d::from_obj(text.as_bytes(), |_| None).unwrap();
        assert_eq!(model.parts[0].mesh.normals(), [vec3(0.0, 0.0, -1.0); 3], "{odd}");
    }
    let error = Model3d::from_obj(b"v 0 0 0\nvn 0 0 1\nf 1//2 1//1 1//1", |_| None).unwrap_err();
    assert_eq!(error.to_string(), "line 3: expected the number of a normal (vn) above");

    // The points of the triangle as its normals, in a node twice as wide: normals lean the other way.
    let read = |node: &str| {
        let text = triangle(node).replace(r#""POSITION":0"#, r#""POSITION":0,"NORMAL":0"#);
        let model = Model3d::from_gltf(text.as_bytes(), |_| None).unwrap();
        model.parts[0].mesh.normals()[1]
    };
    let wide = read(r#","scale":[2,1,1]"#);
    assert!(wide.distance(vec3(1.0, 2.0, 0.0).normalize()) < 1e-6, "{wide}");
    let mirrored = read(r#","scale":[-1,1,1]"#);
    assert!(mirrored.distance(vec3(-1.0, 1.0, 0.0).normalize()) < 1e-6, "{mirrored}");
}

#[test]
fn names_in_obj_files_may_have_blanks() {
    // Only the last word was asked for, and the part was white without a word.
    let materials = "newmtl painted\nmap_Kd -s 1 1 1 my sails.png\n";
    let text = SQUARE.replace("square.mtl", "my boat.mtl");
    let read = |there: &'static [&'static str]| {
        let mut asked = Vec::new();
        let model = Model3d::from_obj(text.as_bytes(), |name| {
            asked.push(name.to_owned());
            there.contains(&name).then_some(())?;
            if name.contains("boat") { Some(materials.into()) } else { files("wood.png") }
        });
        (model.unwrap().parts[1].picture.is_some(), asked)
    };
    let (is_there, asked) = read(&["my boat.mtl", "my sails.png"]);
    assert_eq!((is_there, &asked[..]), (true, &["my boat.mtl".into(), "my sails.png".into()][..]));
    // Two libraries, and an option that nobody knows.
    let (is_there, asked) = read(&["boat.mtl", "sails.png"]);
    assert!(is_there && asked[..3] == ["my boat.mtl", "my", "boat.mtl"], "{asked:?}");
    assert!(!read(&["boat.mtl"]).0);
}

#[test]
fn obj_lines_go_on_and_rare_words_are_read() {
    let text =
        b"v 0 0 0\r\nv 1 \\\r\n 0 0\nv 1 1 0 # ends \\\nvt 0.25\nf 1/1 \\\n2/1 \\\n3/1\nf 1 2\n";
    let error = Model3d::from_obj(text, |_| None).unwrap_err();
    assert_eq!(error.to_string(), "line 9: expected three corners or more", "lines are counted");
    let whole = text.strip_suffix(b"f 1 2\n").unwrap();
    let mesh = &Model3d::from_obj(whole, |_| None).unwrap().parts[0].mesh;
    assert_eq!((mesh.points()[1], mesh.uv()[0]), (vec3(1.0, 0.0, 0.0), vec2(0.25, 1.0)));
    // A last line that should go on ends there.
    assert!(Model3d::from_obj(b"v 0 0 0 \\", |_| None).is_ok());

    let read = |material: &'static str| {
        let text = b"mtllib a b.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nusemtl m\nf 1 2 3\n";
        let beside = |name: &str| {
            (name == "a b.mtl").then(|| format!("newmtl m\nd 0.5\n{material}\n").into_bytes())
        };
        Model3d::from_obj(text, beside).map(|model| model.parts[0].color)
    };
    assert_eq!(read("d -halo 0.2"), Ok(Color::WHITE.with_alpha(51)));
    assert_eq!(read("Kd spectral red.rfl 1.0"), Ok(Color::WHITE.with_alpha(128)));
    assert_eq!(read("Kd xyz 0.1 0.2 0.3"), Ok(Color::WHITE.with_alpha(128)));
    assert_eq!(read("Kd 1"), Ok(Color::WHITE.with_alpha(128)));
    assert_eq!(read("Kd 1 0 0"), Ok(Color::RED.with_alpha(128)));
    let error = read("Kd red").unwrap_err();
    assert_eq!(error.to_string(), "a b.mtl: line 3: expected a number");
    assert!(matches!(error, ModelError::Beside { name, .. } if name == "a b.mtl"));
}
