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

/// Numbers that no text could give were read, and some of them ended in an overflow when the map was put into a world.
#[test]
fn iso_n10_maps_without_sense_are_refused_with_their_place() {
    let map = IsoMap::parse(
        "# a type:GraphicTile graphicClass:tree xoffset:3
# b type:DrawnIsoBox height:9 cells:2x3
a b
--- y:-20
. a",
    );
    let text = serde_json::to_string(&map.unwrap()).unwrap();
    for (right, wrong, words) in [
        (
            "\"cells\":[2,3]",
            "\"cells\":[2147483648,3]",
            "definition 1, \"b\": 2147483648x3 is no value for cells",
        ),
        ("\"cells\":[2,3]", "\"cells\":[2,1001]", "2x1001 is no value for cells"),
        ("\"cells\":[2,3]", "\"cells\":[0,3]", "0x3 is no value for cells"),
        ("\"height\":9.0", "\"height\":-9.0", "-9 is no value for height"),
        ("\"height\":9.0", "\"height\":1e10", "10000000000 is no value for height"),
        (
            "\"x_offset\":3.0",
            "\"x_offset\":1e30",
            "definition 0, \"a\": 1000000000000000000000000000000 is no value for xoffset",
        ),
        ("\"color\":0", "\"color\":16777216", "0x1000000 is no value for color"),
        ("\"y\":-20.0", "\"y\":-2e9", "layer 1: -2000000000 is no value for y"),
        ("[0,1]", "[0,2]", "layer 0, row 0, cell 1: a definition below 2 is expected, not 2"),
    ] {
        assert!(text.contains(right), "{right} in {text}");
        let error = serde_json::from_str::<IsoMap>(&text.replacen(right, wrong, 1)).unwrap_err();
        let error = error.to_string();
        assert!(error.contains(words), "{wrong}: {error}");
    }
    assert_eq!(again(&IsoMap::default()), IsoMap::default());
}
