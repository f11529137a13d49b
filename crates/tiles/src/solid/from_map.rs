//! What tiles mean, from what was written about them in an editor.

use super::{
    TileKind, TileKinds, TileMaterial, TileShape, TileSides,
    parts::{capsule, convex_parts, ellipse},
};
use crate::{MapObject, ObjectShape, TileInfo, TileMap, TileSet};
use motile_geom::{
    ConvexPolygon, UVec2, Vec2,
    glam::{DVec2, dvec2},
    ops, uvec2, vec2,
};

impl TileKinds {
    /// The kinds of all tiles of a map, from their classes, properties and collision shapes as an editor saved them.
    ///
    /// | in the editor | what the tile is |
    /// |---|---|
    /// | class or `true` property `solid` | solid all over |
    /// | class or property `one_way`, as text some of `top right bottom left`; `true` is `top` | solid from there only |
    /// | class or `true` property `ladder`, `sensor` | climbed; felt |
    /// | property `shape`: `half`, `slope_right`, `slope_left`, `gentle_right_1`, `gentle_right_2`, `gentle_left_1`, `gentle_left_2` | that shape |
    /// | properties `left` and `right`, 0…1 | a floor between these heights |
    /// | class or `true` property `ladder` with `one_way` | climbed, and stood on at its top |
    /// | collision shapes: rectangles, polygons, ellipses, capsules, turned as they are | those pieces where the tile is drawn, cut at the borders of the cell; what is not convex is cut into parts that are |
    /// | properties `grip`, `bounce`, `belt_x`, `belt_y`, `tag`, `layers` | [`TileMaterial`] and groups |
    ///
    /// What says nothing of this is not solid. Numbers that make no sense are left out. Polygons that cross themselves or
    /// have more than 256 corners count as their hulls; round ones have 16 sides.
    ///
    /// ```
    /// use motile_geom::uvec2;
    /// use motile_tiles::{TileInfo, TileKinds, TileMap, TileProperty, TileSet, TileShape, TileSides};
    /// let mut set = TileSet::sheet("world", 1, uvec2(64, 16), uvec2(16, 16));
    /// set.tiles.insert(0, TileInfo { class: "solid".into(), ..TileInfo::default() });
    /// let mut plank = TileInfo::default();
    /// plank.properties.set("one_way", TileProperty::Text("top".into()));
    /// set.tiles.insert(2, plank);
    /// let mut map = TileMap::new(uvec2(10, 8), uvec2(16, 16));
    /// map.sets.push(set);
    /// let kinds = TileKinds::from_map(&map);
    /// assert_eq!(kinds.get(1).shape, TileShape::Full);
    /// assert_eq!(kinds.get(3).one_way, TileSides::TOP);
    /// assert_eq!(kinds.get(2).shape, TileShape::None);
    /// ```
    #[doc(alias = "custom properties")]
    pub fn from_map(map: &TileMap) -> Self {
        let mut kinds = Self::new();
        for set in &map.sets {
            for (&local, info) in &set.tiles {
                if let (Some(kind), Some(number)) =
                    (kind(map, set, info), set.first.checked_add(local))
                {
                    kinds.set(number, kind);
                }
            }
        }
        kinds
    }
}

fn kind(map: &TileMap, set: &TileSet, info: &TileInfo) -> Option<TileKind> {
    let said = |name: &str| info.class == name || info.properties.is_set(name);
    let one_way = sides(info);
    let drawn = shape(info).or_else(|| pieces(map, set, info));
    let solid = said("solid") || !one_way.is_empty();
    let felt = said("sensor") || said("ladder");
    let shape = drawn.or((solid || felt).then_some(TileShape::Full))?;
    let number = |name: &str, or: f32| {
        info.properties.float(name).filter(|value| value.is_finite()).unwrap_or(or)
    };
    let whole = |name: &str| info.properties.int(name).and_then(|value| u32::try_from(value).ok());
    Some(TileKind {
        shape,
        one_way,
        sensor: said("sensor") || (said("ladder") && one_way.is_empty()),
        ladder: said("ladder"),
        material: TileMaterial {
            grip: number("grip", 1.0),
            bounce: number("bounce", 0.0),
            belt: vec2(number("belt_x", 0.0), number("belt_y", 0.0)),
            tag: whole("tag").unwrap_or(0),
        },
        layers: whole("layers").unwrap_or(1),
    })
}

fn sides(info: &TileInfo) -> TileSides {
    if info.class == "one_way" || info.properties.is_set("one_way") {
        return TileSides::TOP;
    }
    let words = info.properties.text("one_way").unwrap_or("");
    let known = [
        ("top", TileSides::TOP),
        ("right", TileSides::RIGHT),
        ("bottom", TileSides::BOTTOM),
        ("left", TileSides::LEFT),
    ];
    let named = known.into_iter().filter(|(name, _)| {
        words.split(|letter: char| !letter.is_alphabetic()).any(|word| word == *name)
    });
    named.fold(TileSides::NONE, |sides, (_, side)| sides | side)
}

/// A shape by its name or by two heights.
fn shape(info: &TileInfo) -> Option<TileShape> {
    let [low, high] = TileShape::GENTLE_RIGHT;
    let [falling, last] = TileShape::GENTLE_LEFT;
    let named = match info.properties.text("shape").unwrap_or("") {
        "full" => TileShape::Full,
        "half" => TileShape::HALF,
        "slope_right" => TileShape::SLOPE_RIGHT,
        "slope_left" => TileShape::SLOPE_LEFT,
        "gentle_right_1" => low,
        "gentle_right_2" => high,
        "gentle_left_1" => falling,
        "gentle_left_2" => last,
        _ => {
            let height = |name: &str| info.properties.float(name).filter(|part| part.is_finite());
            let (left, right) = (height("left")?, height("right")?);
            TileShape::Floor { left: left.clamp(0.0, 1.0), right: right.clamp(0.0, 1.0) }
        }
    };
    Some(named)
}

/// The pieces that were drawn over the picture, in parts of the cell that the tile stands in.
fn pieces(map: &TileMap, set: &TileSet, info: &TileInfo) -> Option<TileShape> {
    let some = |size: UVec2| (size.x > 0 && size.y > 0).then(|| size.as_dvec2());
    let area = info.area.and_then(|area| some(uvec2(area.width, area.height)));
    let own = area.or_else(|| info.image.as_ref().and_then(|image| some(image.size)));
    let own = own.unwrap_or(set.tile_size.as_dvec2());
    let cell = some(map.tile_size).unwrap_or(own);
    // As tiles are drawn: on the lower left corner of the cell, or fitted into its middle.
    let (scale, corner) = if set.fit_cells {
        let kept = own * (cell / own).min_element();
        let size = if set.keep_aspect { kept } else { cell };
        (size / own, (cell - size) * 0.5)
    } else {
        (DVec2::ONE, dvec2(0.0, cell.y - own.y))
    };
    let corner = corner + set.offset.as_dvec2();
    let parts = |object: &MapObject| {
        let corners = corners(object).into_iter().map(|place| (place * scale + corner) / cell);
        convex_parts(&corners.collect::<Vec<_>>())
    };
    let pieces: Vec<_> = info.shapes.iter().flat_map(parts).collect();
    let whole = |piece: &ConvexPolygon| {
        let corners = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y];
        corners.iter().all(|corner| piece.vertices().contains(corner))
    };
    match pieces.as_slice() {
        [] => None,
        list if list.iter().any(whole) => Some(TileShape::Full),
        _ => Some(TileShape::Polygons(pieces)),
    }
}

/// The outline of a shape from the tile's top left corner, turned about its position; none for what has no area.
fn corners(object: &MapObject) -> Vec<DVec2> {
    let size = object.size.as_dvec2();
    let upright: Vec<DVec2> = match &object.shape {
        ObjectShape::Polygon(corners) => corners.iter().map(|corner| corner.as_dvec2()).collect(),
        ObjectShape::Rectangle => {
            vec![DVec2::ZERO, dvec2(size.x, 0.0), size, dvec2(0.0, size.y)]
        }
        ObjectShape::Ellipse => ellipse(DVec2::ZERO, size),
        ObjectShape::Capsule => capsule(DVec2::ZERO, size),
        _ => Vec::new(),
    };
    let (sin, cos) = ops::sin_cos(object.rotation);
    let axis = dvec2(cos.into(), sin.into());
    let turned = upright.into_iter().map(|corner| axis * corner.x + axis.perp() * corner.y);
    turned.map(|corner| object.position.as_dvec2() + corner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{TileImage, TileProperty};

    fn kind_of(change: impl FnOnce(&mut TileInfo)) -> TileKind {
        let mut info = TileInfo::default();
        change(&mut info);
        let mut set = TileSet::sheet("a", 5, uvec2(64, 64), uvec2(16, 16));
        set.tiles.insert(3, info);
        let mut map = TileMap::new(uvec2(4, 4), uvec2(16, 16));
        map.sets.push(set);
        TileKinds::from_map(&map).get(8).clone()
    }

    fn object(shape: ObjectShape, position: Vec2, size: Vec2) -> MapObject {
        MapObject { position, size, shape, ..MapObject::default() }
    }

    #[test]
    fn tile_62_properties_say_what_a_tile_is() {
        assert_eq!(kind_of(|_| {}), TileKind::default());
        assert_eq!(kind_of(|info| info.class = "ladder".into()), TileKind::ladder());
        let kind = kind_of(|info| {
            info.properties.set("one_way", TileProperty::Text("top, left".into()));
            info.properties.set("grip", TileProperty::Float(0.1));
            info.properties.set("belt_x", TileProperty::Int(40));
            info.properties.set("bounce", TileProperty::Float(f32::NAN));
        });
        assert_eq!(kind.one_way, TileSides::TOP | TileSides::LEFT);
        assert_eq!(
            (kind.material.grip, kind.material.belt.x, kind.material.bounce),
            (0.1, 40.0, 0.0)
        );
        let slope =
            kind_of(|info| info.properties.set("shape", TileProperty::Text("slope_right".into())));
        assert_eq!(slope, TileKind::shaped(TileShape::SLOPE_RIGHT));
        let floor = kind_of(|info| {
            info.properties.set("left", TileProperty::Float(0.25));
            info.properties.set("right", TileProperty::Float(9.0));
        });
        assert_eq!(floor.shape, TileShape::Floor { left: 0.25, right: 1.0 });
    }

    #[test]
    fn tile_62_collision_shapes_are_solid_pieces() {
        let whole = kind_of(|info| {
            info.shapes.push(object(ObjectShape::Rectangle, Vec2::ZERO, vec2(16.0, 16.0)));
        });
        assert_eq!(whole, TileKind::solid());
        let corners = vec![Vec2::ZERO, vec2(16.0, 16.0), vec2(0.0, 16.0)];
        let slope = kind_of(|info| {
            info.shapes.push(object(ObjectShape::Polygon(corners), Vec2::ZERO, Vec2::ZERO));
            info.shapes.push(object(ObjectShape::Point, Vec2::ONE, Vec2::ZERO));
        });
        let TileShape::Polygons(pieces) = slope.shape else { panic!("{:?}", slope.shape) };
        assert_eq!(pieces.len(), 1);
        assert_eq!(pieces[0].vertices().len(), 3);
    }

    fn pieces_of(
        shape: ObjectShape,
        position: Vec2,
        size: Vec2,
        rotation: f32,
    ) -> Vec<ConvexPolygon> {
        let object = MapObject { rotation, ..object(shape, position, size) };
        match kind_of(|info| info.shapes.push(object)).shape {
            TileShape::Polygons(pieces) => pieces,
            other => panic!("{other:?}"),
        }
    }

    fn holds(pieces: &[ConvexPolygon], x: f32, y: f32) -> bool {
        pieces.iter().any(|piece| piece.polygon().contains(vec2(x, y)))
    }

    /// Rotations used to be ignored.
    #[test]
    fn tile_62_turned_collision_shapes_are_turned() {
        let quarter = core::f32::consts::FRAC_PI_2;
        // 16 wide and 4 high from the top right corner, turned to hang down along the right side.
        let right = pieces_of(ObjectShape::Rectangle, vec2(16.0, 0.0), vec2(16.0, 4.0), quarter);
        assert!(holds(&right, 0.9, 0.5) && holds(&right, 0.8, 0.95) && !holds(&right, 0.5, 0.1));
        let diamond = pieces_of(
            ObjectShape::Rectangle,
            vec2(8.0, 0.0),
            Vec2::splat(8.0 * core::f32::consts::SQRT_2),
            quarter * 0.5,
        );
        assert!(
            holds(&diamond, 0.5, 0.05) && holds(&diamond, 0.95, 0.5) && !holds(&diamond, 0.9, 0.9)
        );
    }

    /// Concave polygons used to become their hulls: bodies stood on air.
    #[test]
    fn tile_62_concave_collision_shapes_keep_their_hollows() {
        let stairs = [
            (0.0, 16.0),
            (0.0, 0.0),
            (4.0, 0.0),
            (4.0, 8.0),
            (12.0, 8.0),
            (12.0, 0.0),
            (16.0, 0.0),
            (16.0, 16.0),
        ];
        let cup = pieces_of(
            ObjectShape::Polygon(stairs.map(|(x, y)| vec2(x, y)).into()),
            Vec2::ZERO,
            Vec2::ZERO,
            0.0,
        );
        assert!(cup.len() > 1 && holds(&cup, 0.1, 0.1) && holds(&cup, 0.9, 0.1));
        assert!(holds(&cup, 0.5, 0.6) && !holds(&cup, 0.5, 0.4), "the hollow is open");
    }

    /// Tiles larger than the cells were drawn over several cells, and solid as if they were squeezed into one.
    #[test]
    fn tile_62_collision_shapes_are_solid_where_their_tile_is_drawn() {
        let solid = |size: UVec2, area: (Vec2, Vec2), change: &dyn Fn(&mut TileSet)| {
            let mut set = TileSet::sheet("trees", 1, size, size);
            let shapes = vec![object(ObjectShape::Rectangle, area.0, area.1)];
            set.tiles.insert(0, TileInfo { shapes, ..TileInfo::default() });
            change(&mut set);
            let mut map = TileMap::new(uvec2(4, 4), uvec2(16, 16));
            map.sets.push(set);
            match &TileKinds::from_map(&map).get(1).shape {
                TileShape::Polygons(pieces) => {
                    let all = pieces.iter().flat_map(ConvexPolygon::vertices);
                    let all = motile_geom::Aabb::around(all.copied());
                    Some((all.min * 16.0, all.max * 16.0))
                }
                TileShape::Full => Some((Vec2::ZERO, Vec2::splat(16.0))),
                _ => None,
            }
        };
        let none = |_: &mut TileSet| {};
        // A tree of two by three cells stands on the lower left corner of its own: the trunk, and the crown above it.
        let tree = uvec2(32, 48);
        let trunk = (vec2(4.0, 40.0), vec2(8.0, 8.0));
        assert_eq!(solid(tree, trunk, &none), Some((vec2(4.0, 8.0), vec2(12.0, 16.0))));
        assert_eq!(solid(tree, (Vec2::ZERO, vec2(32.0, 20.0)), &none), None, "other cells");
        let wide = (vec2(8.0, 36.0), vec2(24.0, 12.0));
        assert_eq!(solid(tree, wide, &none), Some((vec2(8.0, 4.0), vec2(16.0, 16.0))));
        let shifted = |set: &mut TileSet| set.offset = motile_geom::ivec2(-2, 3);
        assert_eq!(solid(tree, trunk, &shifted), Some((vec2(2.0, 11.0), vec2(10.0, 16.0))));
        // Fitted into the cell all of it counts, with or without its proportions.
        let fits = |set: &mut TileSet| set.fit_cells = true;
        let all = (Vec2::ZERO, vec2(32.0, 24.0));
        assert_eq!(solid(tree, all, &fits), Some((Vec2::ZERO, vec2(16.0, 8.0))));
        let keeps = |set: &mut TileSet| (set.fit_cells, set.keep_aspect) = (true, true);
        let (min, max) = solid(uvec2(32, 64), all, &keeps).expect("the upper part");
        assert_eq!((min, max), (vec2(4.0, 0.0), vec2(12.0, 6.0)));
        // And a picture of its own in a collection has its own size.
        let own = |set: &mut TileSet| {
            let image = TileImage { size: uvec2(16, 32), ..TileImage::default() };
            set.image = None;
            set.tiles.get_mut(&0).expect("it is there").image = Some(image);
        };
        let foot = (vec2(0.0, 24.0), vec2(16.0, 8.0));
        assert_eq!(solid(tree, foot, &own), Some((vec2(0.0, 8.0), vec2(16.0, 16.0))));
    }

    /// Ellipses, and polygons with more than eight corners, used to become their boxes.
    #[test]
    fn tile_62_round_collision_shapes_are_round() {
        for shape in [ObjectShape::Ellipse, ObjectShape::Capsule] {
            let disc = pieces_of(shape, Vec2::ZERO, vec2(16.0, 16.0), 0.0);
            assert!(holds(&disc, 0.5, 0.01) && holds(&disc, 0.84, 0.84) && !holds(&disc, 0.9, 0.9));
        }
        let flat = pieces_of(ObjectShape::Capsule, vec2(0.0, 4.0), vec2(16.0, 8.0), 0.0);
        assert!(holds(&flat, 0.3, 0.26) && !holds(&flat, 0.03, 0.3) && holds(&flat, 0.01, 0.5));
    }

    #[test]
    fn tile_73_a_ladder_can_have_a_top_to_stand_on() {
        let top = kind_of(|info| {
            info.class = "ladder".into();
            info.properties.set("one_way", TileProperty::Text("top".into()));
        });
        assert_eq!((top.ladder, top.sensor, top.one_way), (true, false, TileSides::TOP));
    }
}
