//! Models from OBJ and glTF files.

use motile_pixels::Model3d;

/// Any bytes are a model or an error, and a model can be measured, fitted and drawn.
pub fn run(data: &[u8]) {
    // The first byte chooses the reader. Every file beside a model is the rest once more: materials that name themselves.
    let Some((&kind, bytes)) = data.split_first() else { return };
    let beside = |_: &str| Some(bytes.to_vec());
    let read = if kind & 1 == 0 {
        Model3d::from_obj(bytes, beside)
    } else {
        Model3d::from_gltf(bytes, beside)
    };
    let Ok(mut model) = read else { return };
    model.fit(50.0);
    for part in &model.parts {
        let (points, uv) = (part.mesh.points().len(), part.mesh.uv().len());
        assert!(uv == 0 || uv == points);
        assert!(part.mesh.triangles().as_flattened().iter().all(|&i| (i as usize) < points));
        assert_eq!(part.mesh.normals().len(), points);
    }
}

/// Seeds made by code: a square with materials, a triangle as text and as one binary file.
pub fn built() -> Vec<Vec<u8>> {
    let obj = "mtllib a\nnewmtl m\nKd 1 0 0\nd 0.5\nmap_Kd a\no part\nv 0 0 0 1 0 0\nv 1 0 0\nv 1 1 0\n\
        v 0 1 0\nvt 0 0\nvt 1\nvn 0 0 1\nusemtl m\nf 1/1 2/2 3/2 4/1\ng other\nf -1//1 -2//1 \\\n-3//1\n";
    let json = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
        "nodes":[{"name":"a","mesh":0,"rotation":[0,0,1,0],"scale":[1,2,3],"children":[1]},{"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0,"NORMAL":0,"TEXCOORD_0":1,"COLOR_0":0},"indices":2,"material":0,"mode":4}]}],
        "materials":[{"alphaMode":"MASK","alphaCutoff":0.2,"pbrMetallicRoughness":{"baseColorFactor":[1,1,1,1],"baseColorTexture":{"index":0}}}],
        "textures":[{"source":0}],"images":[{"uri":"gone.png"}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},
        {"bufferView":0,"componentType":5123,"normalized":true,"count":3,"type":"VEC2"},
        {"bufferView":0,"componentType":5121,"count":3,"type":"SCALAR"}],
        "bufferViews":[{"buffer":0,"byteLength":36,"byteStride":12}],"buffers":[{"byteLength":36URI}]}"#;
    let inside = r#","uri":"data:;base64,AAECAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA""#;
    let text = json.replace(",\"images\":[{\"uri\":\"gone.png\"}]", "");
    let text = text.replace("URI", inside).replace(r#","baseColorTexture":{"index":0}"#, "");
    let mut binary = b"\x01glTF\x02\0\0\0\0\0\0\0".to_vec();
    let head = json.replace("URI", "");
    for (kind, chunk) in [(b"JSON", head.as_bytes()), (b"BIN\0", &[0; 36][..])] {
        binary.extend((chunk.len() as u32).to_le_bytes());
        binary.extend(kind);
        binary.extend(chunk);
    }
    vec![[b"\0", obj.as_bytes()].concat(), [b"\x01", text.as_bytes()].concat(), binary]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{seeds, smoke};

    #[test]
    fn seeds_are_models() {
        let [obj, text, _] = &built()[..] else { panic!("three seeds") };
        // Its picture is no PNG.
        assert!(Model3d::from_obj(&obj[1..], |_| None).is_ok());
        assert_eq!(Model3d::from_gltf(&text[1..], |_| None).unwrap().parts.len(), 1);
    }

    /// Inputs that once took a second under a fuzzer: tried as they are, since thousands of their changes would take long.
    #[test]
    fn slow_units() {
        let stored = seeds::stored("model");
        assert!(!stored.is_empty());
        stored.iter().for_each(|seed| run(seed));
    }

    #[test]
    fn smoke() {
        smoke::run(&built(), 20_000, run);
    }
}
