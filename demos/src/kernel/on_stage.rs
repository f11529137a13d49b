//! Kernels on what is drawn by a stage and by a canvas: text, strokes, groups, and filters that grow.

#[cfg(test)]
mod tests {
    use motile::kernel::{Kernel, Shader, ShaderFilter, ShaderPaint};
    use motile::prelude::*;
    use motile::stage::{Canvas, CustomPaint, Painter, Renderer, Stroke};

    fn kernel(members: &str, body: &str) -> Kernel {
        let head =
            "<languageVersion : 1.0;> kernel K < namespace : \"n\"; vendor : \"v\"; version : 1; >";
        let text =
            format!("{head} {{ {members} output pixel4 dst; void evaluatePixel() {{ {body} }} }}");
        Kernel::compile(&text).unwrap()
    }

    fn paint(body: &str) -> Paint {
        CustomPaint::new(ShaderPaint::new(&Shader::new(&kernel("", body))).unwrap()).into()
    }

    fn drawn(draw: impl FnOnce(&mut Canvas<'_>)) -> Surface {
        let mut surface = Surface::opaque(80, 60, Color::WHITE).unwrap();
        let mut renderer = Renderer::new();
        draw(&mut renderer.begin(&mut surface).unwrap());
        surface
    }

    /// The largest difference of two pictures in any channel.
    fn difference(a: &Surface, b: &Surface) -> u8 {
        a.bytes().iter().zip(b.bytes()).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0)
    }

    #[test]
    fn shader_32_kernels_fill_text_and_strokes_as_colors_do() {
        let all = |canvas: &mut Canvas<'_>, paint: &Paint| {
            let text = Text::new("Qg8", 34.0).layout().unwrap();
            canvas.text(&text, vec2(4.0, 0.0), paint);
            let turned = Affine2::from_translation(vec2(40.0, 40.0)) * Affine2::rotation(0.3);
            canvas.transformed(turned, |canvas| {
                let star = Path::star(Vec2::ZERO, 5, 18.0, 8.0, 0.1);
                canvas.stroke(&star, &Stroke::new(2.6), paint);
            });
        };
        let color = Color::rgb(51, 102, 204);
        let flat = drawn(|canvas| all(canvas, &paint("dst = pixel4(0.2, 0.4, 0.8, 1.0);")));
        let known = drawn(|canvas| all(canvas, &color.into()));
        assert!(difference(&flat, &known) <= 2, "{}", difference(&flat, &known));
        let inked = known.bytes().chunks_exact(4).filter(|pixel| pixel[0] < 60).count();
        assert!(inked > 200, "{inked}");
        // The left half of the letters in red, the right half in blue.
        let halves = paint(
            "float right = step(40.0, outCoord().x); dst = pixel4(1.0 - right, 0.0, right, 1.0);",
        );
        let text = Text::new("MMMMM", 34.0).layout().unwrap();
        let picture = drawn(|canvas| canvas.text(&text, Vec2::ZERO, &halves));
        let mut counts = [0; 2];
        for (x, y) in (0..80).flat_map(|x| (0..60).map(move |y| (x, y))) {
            let found = picture.get(x, y);
            let (ours, other) =
                if x < 40 { (Color::RED, Color::BLUE) } else { (Color::BLUE, Color::RED) };
            assert_ne!(found, Some(other), "{x} {y}");
            counts[usize::from(x >= 40)] += usize::from(found == Some(ours));
        }
        assert!(counts.into_iter().all(|count| count > 50), "{counts:?}");
    }

    #[test]
    fn shader_32_shapes_of_a_group_are_filled_each_in_its_own_space() {
        let halves = paint(
            "float right = step(0.0, outCoord().x); dst = pixel4(1.0 - right, 0.0, right, 1.0);",
        );
        let mut stage = Stage::new(80, 60).unwrap();
        let group = stage.add(Node::group().at(10.0, 30.0));
        stage.add_to(group, Shape::rect(20.0, 20.0).fill(halves.clone()).at(10.0, 0.0)).unwrap();
        let ring = Shape::circle(12.0).stroke(Stroke::new(4.0), halves).at(50.0, 0.0);
        stage.add_to(group, ring).unwrap();
        let mut surface = Surface::opaque(80, 60, Color::BLACK).unwrap();
        Painter::default().paint(&stage, &mut surface);
        let at = |x, y| surface.get(x, y).unwrap();
        assert_eq!((at(14, 30), at(26, 30)), (Color::RED, Color::BLUE));
        assert_eq!((at(48, 30), at(71, 30)), (Color::RED, Color::BLUE));
        assert_eq!(at(60, 30), stage.background, "inside of the ring");
    }

    /// The kernel says by `changed` how far it reaches beyond what it filters.
    #[test]
    fn shader_35_a_filter_grows_around_its_node_wherever_that_is() {
        let members = "input image4 src; region changed(region r, imageRef i) { return outset(r, float2(8.0)); }";
        // All the picture that is 8 pixels around, in one color.
        let body = "float4 most = float4(0.0); for (int x = -1; x <= 1; x++) for (int y = -1; y <= 1; y++)
            most = max(most, sampleNearest(src, outCoord() + float2(float(x) * 8.0, float(y) * 8.0))); dst = most;";
        let filter = ShaderFilter::new(&Shader::new(&kernel(members, body))).unwrap();
        for at in [vec2(100.0, 100.0), vec2(10.0, 57.0)] {
            let mut stage = Stage::new(160, 160).unwrap();
            stage.background = Color::WHITE;
            let square = Shape::rect(20.0, 20.0).fill(Color::RED).at(at.x, at.y);
            stage.add(square.with_filter(Filter::custom(filter.clone())));
            let mut surface = Surface::opaque(160, 160, Color::BLACK).unwrap();
            Painter::default().paint(&stage, &mut surface);
            for (x, y) in (0..160).flat_map(|x| (0..160).map(move |y| (x, y))) {
                let far = (vec2(x as f32 + 0.5, y as f32 + 0.5) - at).abs().max_element();
                let expected = if far < 18.0 { Color::RED } else { Color::WHITE };
                assert_eq!(surface.get(x, y), Some(expected), "{x} {y}");
            }
        }
    }
}
