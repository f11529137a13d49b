//! Isometric worlds by serde.

use motile_geom::{vec2, vec3};
use motile_tiles::iso::{IsoBody, IsoBox, IsoMap, IsoProjection, IsoSlope};
use serde::{Serialize, de::DeserializeOwned};

fn again<T: Serialize + DeserializeOwned>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}

#[test]
fn iso_n10_volumes_views_bodies_and_maps_are_stored() {
    let solid = IsoBox::standing(vec3(3.0, -2.0, 1.0), vec3(4.0, 5.0, 6.0));
    assert_eq!(again(&solid), solid);
    let view = IsoProjection::pitched(0.7).with_origin(vec2(5.0, 6.0)).with_turns(3).with_rise(1.5);
    assert_eq!(again(&view), view);
    let slope = IsoBody::ramp(vec3(1.0, 2.0, 3.0), vec3(20.0, 10.0, 20.0), IsoSlope::AwayZ);
    assert_eq!(again(&slope), slope);
    let map = IsoMap::parse("# a type:GraphicTile graphicClass:tree cells:2x3\na . a").unwrap();
    assert_eq!(again(&map), map);
}

/// What no constructor makes is not read either.
#[test]
fn iso_n10_views_without_sense_are_refused() {
    let text = serde_json::to_string(&IsoProjection::DIMETRIC).unwrap();
    for (right, wrong) in [("\"zoom\":1.0", "\"zoom\":-1.0"), ("\"down\":0.5", "\"down\":0.0")] {
        assert!(text.contains(right), "{text}");
        let error = serde_json::from_str::<IsoProjection>(&text.replace(right, wrong));
        assert!(error.unwrap_err().to_string().contains("is expected"));
    }
}
