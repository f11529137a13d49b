//! What kernels say about parts of pictures.

use crate::common::source;
use motile_geom::{Aabb, vec2};
use motile_kernel::{Kernel, Severity, Shader, ShaderFilter};
use motile_pixels::{Margin, PixelFilter};

fn part(left: f32, top: f32, right: f32, bottom: f32) -> Aabb {
    Aabb::new(vec2(left, top), vec2(right, bottom))
}

/// A blur of a radius in both directions, half as far downward.
fn blur(regions: &str) -> Shader {
    let members = format!(
        "input image4 src; output pixel4 dst; parameter float radius < maxValue : 50.0; defaultValue : 4.0; >;
         dependent float2 reach; void evaluateDependents() {{ reach = float2(radius, radius * 0.5); }} {regions}"
    );
    let body = "dst = sampleNearest(src, outCoord() + reach);";
    Shader::new(&Kernel::compile(&source(&members, body)).unwrap_or_else(|e| panic!("{e}")))
}

#[test]
fn without_functions_a_part_is_itself() {
    let shader = blur("");
    let whole = part(1.0, 2.0, 30.0, 40.0);
    assert_eq!(shader.needed_part(whole), Some(whole));
    assert_eq!(shader.changed_part(whole), Some(whole));
    assert_eq!(shader.generated_part(), None);
}

#[test]
fn shader_24_needed_and_changed_follow_the_parameters() {
    let mut shader = blur(
        "region needed(region r, imageRef i) { return outset(r, reach); }
         region changed(region r, imageRef i) { region wide = outset(r, reach); return union(wide, r); }",
    );
    let whole = part(0.0, 0.0, 10.0, 10.0);
    assert_eq!(shader.needed_part(whole), Some(part(-4.0, -2.0, 14.0, 12.0)));
    shader.set("radius", 10.0).unwrap();
    assert_eq!(shader.changed_part(whole), Some(part(-10.0, -5.0, 20.0, 15.0)));
}

#[test]
fn shader_18_regions_are_met_joined_and_empty() {
    let shader = blur(
        "region needed(region r, imageRef i) { return intersect(dod(i), region(float4(5.0, -3.0, 90.0, 4.0))); }
         region changed(region r, imageRef i) { if (isEmpty(inset(r, float2(6.0)))) return nowhere(); return bounds(r); }
         region generated() { return region(float4(0.0, 0.0, 8.0, 6.0)); }",
    );
    let whole = part(0.0, 0.0, 10.0, 10.0);
    assert_eq!(shader.needed_part(whole), Some(part(5.0, 0.0, 10.0, 4.0)));
    assert_eq!(shader.changed_part(whole), None);
    assert_eq!(shader.changed_part(part(0.0, 0.0, 13.0, 13.0)), Some(part(0.0, 0.0, 13.0, 13.0)));
    assert_eq!(shader.generated_part(), Some(part(0.0, 0.0, 8.0, 6.0)));
    let everywhere = blur("region generated() { return everywhere(); }").generated_part().unwrap();
    assert!(everywhere.min.x < -1e6 && everywhere.max.y > 1e6 && everywhere.max.y.is_finite());
}

#[test]
fn a_filter_reaches_as_far_as_its_kernel_says() {
    let mut shader = blur("region changed(region r, imageRef i) { return outset(r, reach); }");
    shader.set("radius", 3.0).unwrap();
    let filter = ShaderFilter::new(&shader).unwrap();
    assert_eq!(filter.margin(), Margin { left: 3, top: 2, right: 3, bottom: 2 });
    let given = Margin { left: 1, top: 0, right: 0, bottom: 0 };
    assert_eq!(filter.with_margin(given).margin(), given);
    let endless = blur("region changed(region r, imageRef i) { return everywhere(); }");
    let margin = ShaderFilter::new(&endless).unwrap().margin();
    assert_eq!(margin, Margin { left: 256, top: 256, right: 256, bottom: 256 }, "held back");
    assert_eq!(ShaderFilter::new(&blur("")).unwrap().margin(), Margin::default());
}

#[test]
fn what_is_not_understood_counts_as_none() {
    let shader = blur("region changed(region r, imageRef i) { return transform(wobble, r); }");
    let whole = part(0.0, 0.0, 10.0, 10.0);
    assert_eq!(shader.changed_part(whole), Some(whole));
}

/// SHADER-24: they used to be left out without a word.
#[test]
fn shader_24_mistakes_in_regions_are_warnings_where_they_are() {
    let members =
        "input image4 src; output pixel4 dst; parameter float radius < defaultValue : 0.5; >;
        region needed(region r, imageRef i) { return outset(r, wobble); }
        region changed(region r, imageRef i) { float2 far = 3; return outset(r, radius); }
        region generated() { return everywhere(); }";
    let text = source(members, "dst = sampleNearest(src, outCoord());");
    let kernel = Kernel::compile(&text).unwrap();
    let said: Vec<_> = kernel.warnings().iter().map(|d| (d.code, d.span.text(&text))).collect();
    assert_eq!(said, [("PB015", "wobble"), ("PB007", "3"), ("PB009", "radius")]);
    for warning in kernel.warnings() {
        assert_eq!(warning.severity, Severity::Warning);
        assert!(warning.labels.iter().all(|label| !label.span.text(&text).is_empty()));
        assert!(warning.note.as_deref().is_some_and(|note| note.contains("left out")));
    }
    let shader = Shader::new(&kernel);
    let whole = part(0.0, 0.0, 10.0, 10.0);
    assert_eq!(shader.needed_part(whole), Some(whole));
    assert!(shader.generated_part().is_some(), "the third is right");
}
