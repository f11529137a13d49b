//! The fields of maps, in the order in which they are written. A new field goes to the end of its list with a new
//! version, and reading an older file gives it its usual value.

use super::bytes::{Input, Pack, Packed, packed, packed_words};
use crate::{
    LayerContent, MapLayer, MapObject, MapText, MapWorld, ObjectShape, Orientation, RenderOrder,
    ShiftedLines, TextPlace, TileAlignment, TileFrame, TileImage, TileInfo, TileMap,
    TileProperties, TileProperty, TileSet, TileTurns, WangColor, WangKind, WangSet, WorldLayout,
    WorldMap,
};

packed! {
    TileMap {
        orientation, size, tile_size, endless, render_order, background, parallax_origin, class,
        properties, sets, layers,
    }
    TileSet {
        name, class, first, count, columns, tile_size, margin, spacing, offset, alignment,
        fit_cells, keep_aspect, turns, image, source, tiles, wang_sets, properties,
    }
    TileTurns { flip_x, flip_y, rotate, prefer_upright }
    TileImage { source, size, transparent }
    TileInfo { class, properties, animation, shapes, image, area, probability }
    TileFrame { tile, millis }
    WangSet { name, class, tile, kind, colors, tiles, properties }
    WangColor { name, class, color, tile, probability, properties }
    MapObject {
        id, name, class, position, size, rotation, visible, opacity, shape, properties,
    }
    MapText {
        text, font, size, color, wrap, bold, italic, underline, strikeout, kerning, align_x, align_y,
    }
    TileProperties { values }
    ShiftedLines { columns, even }
    MapWorld { name, layout, maps }
    WorldMap { name, id, file, position, size, depth, neighbors, map }
}

packed_words! {
    RenderOrder { RightDown, RightUp, LeftDown, LeftUp }
    WangKind { Corner, Edge, Mixed }
    TextPlace { Start, Center, End, Justify }
    TileAlignment {
        ByMap, TopLeft, Top, TopRight, Left, Center, Right, BottomLeft, Bottom, BottomRight,
    }
    WorldLayout { Free, Grid, Horizontal, Vertical }
}

/// The name comes first, so that what is wrong in a layer can be reported with it.
impl Pack for MapLayer {
    fn pack(&self, out: &mut Vec<u8>) {
        let Self {
            name,
            class,
            id,
            visible,
            opacity,
            tint,
            offset,
            parallax,
            cell_size,
            sort_y,
            properties,
            content,
        } = self;
        name.pack(out);
        class.pack(out);
        id.pack(out);
        visible.pack(out);
        opacity.pack(out);
        tint.pack(out);
        offset.pack(out);
        parallax.pack(out);
        cell_size.pack(out);
        sort_y.pack(out);
        properties.pack(out);
        content.pack(out);
    }

    fn unpack(input: &mut Input<'_>) -> Packed<Self> {
        let name = String::unpack(input)?;
        input.in_layer(&name.clone(), |input| {
            Ok(Self {
                name,
                class: Pack::unpack(input)?,
                id: Pack::unpack(input)?,
                visible: Pack::unpack(input)?,
                opacity: Pack::unpack(input)?,
                tint: Pack::unpack(input)?,
                offset: Pack::unpack(input)?,
                parallax: Pack::unpack(input)?,
                cell_size: Pack::unpack(input)?,
                sort_y: Pack::unpack(input)?,
                properties: Pack::unpack(input)?,
                content: input.nested(Pack::unpack)?,
            })
        })
    }
}

impl Pack for LayerContent {
    fn pack(&self, out: &mut Vec<u8>) {
        match self {
            Self::Tiles(tiles) => {
                out.push(0);
                tiles.pack(out);
            }
            Self::Values(values) => {
                out.push(1);
                values.pack(out);
            }
            Self::Objects(objects) => {
                out.push(2);
                objects.pack(out);
            }
            Self::Image { image, repeat_x, repeat_y } => {
                out.push(3);
                image.pack(out);
                repeat_x.pack(out);
                repeat_y.pack(out);
            }
            Self::Group(layers) => {
                out.push(4);
                layers.pack(out);
            }
        }
    }

    fn unpack(input: &mut Input<'_>) -> Packed<Self> {
        Ok(match input.byte()? {
            0 => Self::Tiles(Pack::unpack(input)?),
            1 => Self::Values(Pack::unpack(input)?),
            2 => Self::Objects(Pack::unpack(input)?),
            3 => Self::Image {
                image: Pack::unpack(input)?,
                repeat_x: Pack::unpack(input)?,
                repeat_y: Pack::unpack(input)?,
            },
            4 => Self::Group(Pack::unpack(input)?),
            _ => return Err("expected a kind of layer"),
        })
    }
}

impl Pack for Orientation {
    fn pack(&self, out: &mut Vec<u8>) {
        match self {
            Self::Orthogonal => out.push(0),
            Self::Isometric => out.push(1),
            Self::Staggered { stagger } => {
                out.push(2);
                stagger.pack(out);
            }
            Self::Hexagonal { stagger, side } => {
                out.push(3);
                stagger.pack(out);
                side.pack(out);
            }
            Self::Oblique { skew } => {
                out.push(4);
                skew.pack(out);
            }
        }
    }

    fn unpack(input: &mut Input<'_>) -> Packed<Self> {
        Ok(match input.byte()? {
            0 => Self::Orthogonal,
            1 => Self::Isometric,
            2 => Self::Staggered { stagger: Pack::unpack(input)? },
            3 => Self::Hexagonal { stagger: Pack::unpack(input)?, side: Pack::unpack(input)? },
            4 => Self::Oblique { skew: Pack::unpack(input)? },
            _ => return Err("expected an orientation"),
        })
    }
}

impl Pack for ObjectShape {
    fn pack(&self, out: &mut Vec<u8>) {
        match self {
            Self::Rectangle => out.push(0),
            Self::Ellipse => out.push(1),
            Self::Capsule => out.push(2),
            Self::Point => out.push(3),
            Self::Polygon(points) => {
                out.push(4);
                points.pack(out);
            }
            Self::Polyline(points) => {
                out.push(5);
                points.pack(out);
            }
            Self::Tile(tile) => {
                out.push(6);
                tile.pack(out);
            }
            Self::Text(text) => {
                out.push(7);
                text.pack(out);
            }
        }
    }

    fn unpack(input: &mut Input<'_>) -> Packed<Self> {
        Ok(match input.byte()? {
            0 => Self::Rectangle,
            1 => Self::Ellipse,
            2 => Self::Capsule,
            3 => Self::Point,
            4 => Self::Polygon(Pack::unpack(input)?),
            5 => Self::Polyline(Pack::unpack(input)?),
            6 => Self::Tile(Pack::unpack(input)?),
            7 => Self::Text(Pack::unpack(input)?),
            _ => return Err("expected a kind of object"),
        })
    }
}

impl Pack for TileProperty {
    fn pack(&self, out: &mut Vec<u8>) {
        match self {
            Self::Nothing => out.push(0),
            Self::Bool(value) => {
                out.push(1);
                value.pack(out);
            }
            Self::Int(value) => {
                out.push(2);
                value.pack(out);
            }
            Self::Float(value) => {
                out.push(3);
                value.pack(out);
            }
            Self::Text(text) => {
                out.push(4);
                text.pack(out);
            }
            Self::Enum(kind, value) => {
                out.push(5);
                kind.pack(out);
                value.pack(out);
            }
            Self::Color(color) => {
                out.push(6);
                color.pack(out);
            }
            Self::File(file) => {
                out.push(7);
                file.pack(out);
            }
            Self::Object(id) => {
                out.push(8);
                id.pack(out);
            }
            Self::Point(point) => {
                out.push(9);
                point.pack(out);
            }
            Self::Class(kind, members) => {
                out.push(10);
                kind.pack(out);
                members.pack(out);
            }
            Self::List(items) => {
                out.push(11);
                items.pack(out);
            }
        }
    }

    fn unpack(input: &mut Input<'_>) -> Packed<Self> {
        input.nested(|input| {
            Ok(match input.byte()? {
                0 => Self::Nothing,
                1 => Self::Bool(Pack::unpack(input)?),
                2 => Self::Int(Pack::unpack(input)?),
                3 => Self::Float(Pack::unpack(input)?),
                4 => Self::Text(Pack::unpack(input)?),
                5 => Self::Enum(Pack::unpack(input)?, Pack::unpack(input)?),
                6 => Self::Color(Pack::unpack(input)?),
                7 => Self::File(Pack::unpack(input)?),
                8 => Self::Object(Pack::unpack(input)?),
                9 => Self::Point(Pack::unpack(input)?),
                10 => Self::Class(Pack::unpack(input)?, Pack::unpack(input)?),
                11 => Self::List(Pack::unpack(input)?),
                _ => return Err("expected a kind of property"),
            })
        })
    }
}
