//! Graphs of kernels.

use motile_geom::IVec2;
use motile_kernel::{
    GraphFilter, GraphShader, KernelGraph, KernelUse, RunError, Shader, Texture, TextureEdge,
    library,
};
use motile_pixels::{Color, Filter, PixelFilter, Surface};

/// A graph around its parts.
fn graph(parts: &str) -> String {
    format!(
        "<languageVersion : 1.0;>\ngraph Test < namespace : \"n\"; vendor : \"v\"; version : 1; >\n{{\n{parts}\n}}\n"
    )
}

/// A kernel of a graph with one input `src` and one output `dst`.
fn kernel(name: &str, members: &str, body: &str) -> String {
    format!(
        "kernel {name} < namespace : \"n\"; vendor : \"v\"; version : 1; >
         {{ input image1 src; output pixel1 dst; {members} void evaluatePixel() {{ {body} }} }}\n"
    )
}

fn run(text: &str, set: impl FnOnce(&mut GraphShader), from: &[f32]) -> Vec<f32> {
    let graph = KernelGraph::compile(text).unwrap_or_else(|error| panic!("{error}"));
    let mut shader = GraphShader::new(&graph);
    let count = from.len() as u32;
    for input in graph.inputs() {
        let texture = Texture::from_floats(count, 1, 1, from.to_vec()).unwrap();
        shader.bind(&input.name, &texture).unwrap();
    }
    set(&mut shader);
    let mut out = vec![0.0; from.len()];
    shader.run(count, 1, &mut out).unwrap();
    // A second run has the memory of the first.
    let first = out.clone();
    shader.run(count, 1, &mut out).unwrap();
    assert_eq!(out, first);
    out
}

#[test]
fn passes_run_in_the_order_of_what_they_read() {
    let parts = kernel("Add", "parameter float by;", "dst = sampleNearest(src, outCoord()) + by;")
        + &kernel("Square", "", "float x = sampleNearest(src, outCoord()); dst = x * x;")
        + "kernel Sum < namespace : \"n\"; vendor : \"v\"; version : 1; >
           { input image1 a; input image1 b; output pixel1 out_;
             void evaluatePixel() { out_ = sampleNearest(a, outCoord()) + 10.0 * sampleNearest(b, outCoord()); } }
           input image1 picture; output image1 result;
           parameter float amount < defaultValue : 3.0; maxValue : 10.0; >;
           node<Sum> sum; node<Square> square; node<Add> add, unused;
           connect sum.out_ to result;
           connect square.dst to sum.a;
           connect add.dst to sum.b;
           connect picture to square.src;
           connect square.dst to add.src;
           connect picture to unused.src;
           void evaluateDependents() { add.by = amount * 2.0; }";
    let text = graph(&parts);
    let names: Vec<String> =
        KernelGraph::compile(&text).unwrap().passes().map(|(name, _)| name.to_owned()).collect();
    assert_eq!(names, ["square", "add", "sum"]);
    // x² + 10·(x² + 2·amount)
    assert_eq!(run(&text, |_| {}, &[1.0, 2.0]), [71.0, 104.0]);
    assert_eq!(run(&text, |s| s.set("amount", 1.0).unwrap(), &[1.0, 2.0]), [31.0, 64.0]);
}

#[test]
fn a_graph_has_limits_for_all_its_passes() {
    let add = kernel("Add", "", "dst = sampleNearest(src, outCoord()) + 1.0;");
    let parts = add
        + "input image1 src; output image1 dst; node<Add> a, b, c;
           connect src to a.src; connect a.dst to b.src; connect b.dst to c.src; connect c.dst to dst;";
    let graph = KernelGraph::compile(&graph(&parts)).unwrap();
    let mut shader = GraphShader::new(&graph);
    let missing = shader.run(4, 1, &mut [0.0; 4]).unwrap_err().to_string();
    assert!(missing.contains("the graph `Test`"), "{missing}");
    let picture = Texture::from_floats(4, 1, 1, vec![1.0, 2.0, 3.0, 4.0]).unwrap();
    shader.bind("src", &picture).unwrap();
    let mut out = [0.0; 4096];
    // Two pictures between three passes, of 64 × 64 floats.
    let allowed = 2 * 4 * 4096 - 1;
    shader.limits.memory = allowed;
    let error = shader.run(64, 64, &mut out).unwrap_err();
    assert_eq!(error, RunError::TooMuchMemory { needed: allowed + 1, allowed });
    shader.limits.memory = u64::MAX;
    let mut runs = |limit: u64| {
        shader.limits.run_steps = limit;
        shader.run(4, 1, &mut out).is_ok()
    };
    let one = (1..1000).find(|&limit| {
        let mut alone = Shader::new(&graph.passes().next().unwrap().1.clone());
        alone.bind("src", &picture).unwrap();
        alone.limits.run_steps = limit;
        alone.run(4, 1, &mut [0.0; 4]).is_ok()
    });
    let one = one.unwrap();
    assert!(runs(3 * one) && !runs(3 * one - 1), "three passes cost three times as much");
    assert_eq!(out[..4], [4.0, 5.0, 6.0, 7.0]);
}

#[test]
fn dependents_speak_the_whole_language() {
    let members = "parameter float2 pair; parameter int count < defaultValue : 7; >; parameter bool on;
        parameter float2x2 m < defaultValue : float2x2(1.0, 2.0, 3.0, 4.0); >; parameter float left < defaultValue : 0.25; >;";
    let body = "dst = pair.x + 10.0 * pair.y + 100.0 * float(count) + (on ? 1000.0 : 0.0) + m[1][0] * 1.0e4 + m[0][1] * 1.0e5 + left;";
    let parts = kernel("All", members, body)
        + "input image1 src; output image1 dst; parameter int rounds < defaultValue : 3; maxValue : 9; >;
           const float STEP = 2.0;
           float twice(float x) { return STEP * x; }
           node<All> all;
           connect src to all.src; connect all.dst to dst;
           void evaluateDependents() {
               float sum = 0.0;
               for (int i = 0; i < rounds; i++) sum += twice(1.0);
               if (rounds > 2) { all.on = true; all.count -= 2; }
               all.pair = float2(sum, float(all.count));
               all.m[1] = float2(8.0, 9.0);
           }";
    let text = graph(&parts);
    // pair (6, 5), count 5, on, m columns (1, 2) and (8, 9).
    let expected = 6.0 + 50.0 + 500.0 + 1000.0 + 8.0e4 + 2.0e5 + 0.25;
    assert_eq!(run(&text, |_| {}, &[0.0]), [expected]);
    // One round: pair (2, 7), count 7, off.
    let expected = 2.0 + 70.0 + 700.0 + 8.0e4 + 2.0e5 + 0.25;
    assert_eq!(run(&text, |s| s.set("rounds", 1).unwrap(), &[0.0]), [expected]);
}

#[test]
fn a_graph_of_one_kernel_is_that_kernel() {
    let plain = library::find("twirl").unwrap();
    let inner = plain.source.replacen("<languageVersion : 1.0;>", "", 1);
    let parts = format!(
        "{inner} input image4 src; output image4 dst; node<Twirl> n; connect src to n.src; connect n.dst to dst;
         void evaluateDependents() {{ n.center = float2(20.0, 16.0); n.twist = 3.0; n.radius = 14.0; }}"
    );
    let graph = KernelGraph::compile(&graph(&parts)).unwrap_or_else(|error| panic!("{error}"));
    let mut photo = Surface::new(40, 32).unwrap();
    for y in 0..32 {
        for x in 0..40 {
            photo.set(x, y, Color::rgb(x as u8 * 6, y as u8 * 7, (x * y) as u8));
        }
    }
    let photo = Texture::from_surface(&photo);
    let mut shader = GraphShader::new(&graph);
    shader.bind("src", &photo).unwrap();
    shader.edge = TextureEdge::Mirror;
    let mut alone = Shader::new(&plain.compile().unwrap());
    alone.bind("src", &photo).unwrap();
    alone.edge = Some(TextureEdge::Mirror);
    alone.set("center", [20.0, 16.0]).unwrap();
    alone.set("twist", 3.0).unwrap();
    alone.set("radius", 14.0).unwrap();
    let (mut a, mut b) = (Surface::new(40, 32).unwrap(), Surface::new(40, 32).unwrap());
    shader.render(&mut a).unwrap();
    alone.render(&mut b).unwrap();
    assert_eq!(a, b);
}

#[track_caller]
fn complains(parts: &str, code: &str, words: &str) {
    let error = KernelGraph::compile(&graph(parts)).expect_err("it is wrong");
    let found = error.list.iter().any(|d| d.code == code && d.message.contains(words));
    assert!(found, "{code} {words}: {error}");
}

#[test]
fn mistakes_are_told_with_their_place() {
    let id = kernel("Id", "", "dst = sampleNearest(src, outCoord());");
    let with = |parts: &str| format!("{id} input image1 picture; output image1 result; {parts}");
    complains(&with("node<Ide> n; connect n.dst to result;"), "PB030", "no kernel `Ide`");
    complains(&with("node<Id> n; connect n.dst to result;"), "PB031", "connected to `n.src`");
    complains(&with("node<Id> n; connect picture to n.src;"), "PB031", "the output `result`");
    complains(
        &with("node<Id> n; connect pictur to n.src; connect n.dst to result;"),
        "PB030",
        "no input `pictur`",
    );
    complains(
        &with("node<Id> n; connect picture to m.src; connect n.dst to result;"),
        "PB030",
        "no node `m`",
    );
    complains(
        &with(
            "node<Id> n, m; connect m.dst to n.src; connect n.dst to m.src; connect n.dst to result;",
        ),
        "PB032",
        "in a circle",
    );
    complains(
        &with("node<Id> n, n; connect picture to n.src; connect n.dst to result;"),
        "PB030",
        "two nodes",
    );
    complains(
        &format!("{id} input image1 src; node<Id> n; connect src to n.src;"),
        "PB004",
        "no output",
    );
    complains(&with("node<Id> n; connect picture n.src;"), "PB014", "expected `to`");
    let text = "<languageVersion : 1.0;> kernel K { }";
    assert!(KernelGraph::compile(text).is_err());
    for end in 0..id.len() {
        assert!(KernelGraph::compile(&graph(&with(&id[..end]))).is_err());
    }
}

/// Three times a third and three times three: as filters one after the other they lose most of what there was.
#[test]
fn shader_35_a_graph_as_a_filter_rounds_once() {
    let graph = KernelGraph::compile(
        "<languageVersion : 1.0;>
        graph Six < namespace : \"n\"; vendor : \"v\"; version : 1; >
        {
            input image4 src; input image4 more; output image4 dst; parameter float third < defaultValue : 0.33333334; maxValue : 9.0; >;
            kernel Scale < namespace : \"n\"; vendor : \"v\"; version : 1; >
            { input image4 src; output pixel4 dst; parameter float by;
              void evaluatePixel() { dst = sampleNearest(src, outCoord()); dst.rgb *= by; } }
            kernel Add < namespace : \"n\"; vendor : \"v\"; version : 1; >
            { input image4 a; input image4 b; output pixel4 dst;
              void evaluatePixel() { dst = sampleNearest(a, outCoord()); dst.rgb += sampleNearest(b, outCoord()).rgb; } }
            node<Scale> a, b, c, d, e, f; node<Add> sum;
            connect src to a.src; connect a.dst to b.src; connect b.dst to c.src; connect c.dst to d.src;
            connect d.dst to e.src; connect e.dst to f.src; connect f.dst to sum.a; connect more to sum.b; connect sum.dst to dst;
            void evaluateDependents() { a.by = b.by = c.by = third; d.by = e.by = f.by = 3.0; }
        }",
    );
    let mut shader = GraphShader::new(&graph.unwrap());
    let missing = GraphFilter::new(&shader).err();
    assert!(
        matches!(&missing, Some(RunError::MissingInput { name, used_as: KernelUse::Filter, .. }) if name == "more"),
        "{missing:?}"
    );
    shader.bind("more", &Texture::from_floats(1, 1, 4, vec![0.0; 4]).unwrap()).unwrap();
    let bytes: Vec<u8> =
        (0..256u32).flat_map(|i| [i as u8, (i * 7) as u8, (255 - i) as u8, 255]).collect();
    let picture = Surface::from_rgba(16, 16, &bytes).unwrap();
    let mut filter = GraphFilter::new(&shader).unwrap();
    let result = Filter::custom(filter.clone()).apply(&picture).unwrap();
    assert_eq!(result.words(), picture.words());
    let mut row = [0; 20];
    filter.row(&picture, IVec2::new(-2, 3), &mut row);
    assert_eq!(
        (&row[..2], &row[2..18], &row[18..]),
        (&[0; 2][..], &picture.words()[48..64], &[0; 2][..])
    );
    filter.shader_mut().set("third", 0.0).unwrap();
    let result = Filter::custom(filter.clone()).apply(&picture).unwrap();
    assert!(result.words().iter().all(|&word| word == 0xFF00_0000));
    filter.shader_mut().limits.memory = 1;
    let result = Filter::custom(filter).apply(&picture).unwrap();
    assert_eq!(result.get(8, 0), Some(Color::rgb(255, 0, 255)), "it says that it has failed");
    let none = KernelGraph::compile(
        "<languageVersion : 1.0;> graph None < namespace : \"n\"; vendor : \"v\"; version : 1; >
        { output image4 dst; kernel One < namespace : \"n\"; vendor : \"v\"; version : 1; >
          { output pixel4 dst; void evaluatePixel() { dst = float4(1.0); } } node<One> one; connect one.dst to dst; }",
    );
    let none = GraphFilter::new(&GraphShader::new(&none.unwrap())).err();
    assert_eq!(none, Some(RunError::FilterNeedsInput));
}

/// Each run allocated the list of its pictures and the heads that their clones share.
#[test]
fn shader_t84_t85_runs_of_a_graph_allocate_nothing_after_the_first() {
    let add = kernel("Add", "parameter float by;", "dst = sampleNearest(src, outCoord()) + by;");
    let parts = add
        + "input image1 src; output image1 dst; parameter float by < maxValue : 9.0; >; node<Add> a, b, c;
           connect src to a.src; connect a.dst to b.src; connect b.dst to c.src; connect c.dst to dst;
           void evaluateDependents() { a.by = by; b.by = by * 2.0; c.by = 1.0; }";
    let graph = KernelGraph::compile(&graph(&parts)).unwrap();
    let mut shader = GraphShader::new(&graph);
    let ramp = (0..300 * 20).map(|i| i as f32).collect();
    shader.bind("src", &Texture::from_floats(300, 20, 1, ramp).unwrap()).unwrap();
    let mut out = vec![0.0; 300 * 20];
    let mut picture = Surface::new(300, 20).unwrap();
    shader.run(300, 20, &mut out).unwrap();
    let mut by = 0.0;
    let counts = allocation_counter::measure(|| {
        for (width, height) in [(300, 20), (7, 3), (299, 1), (300, 20)] {
            by += 1.0;
            shader.set("by", by).unwrap();
            shader.run(width, height, &mut out).unwrap();
        }
        shader.render(&mut picture).unwrap();
    });
    assert_eq!(counts.count_total, 0);
    assert_eq!(out[..3], [13.0, 14.0, 15.0], "3 · 4 + 1");
    // A clone has pictures of its own: what one writes the other does not read.
    let mut other = shader.clone();
    other.set("by", 0.0).unwrap();
    let mut second = vec![0.0; 300 * 20];
    other.run(300, 20, &mut second).unwrap();
    shader.run(300, 20, &mut out).unwrap();
    assert_eq!((second[0], out[0]), (1.0, 13.0));
    // What fails leaves the next run as it is.
    shader.limits.run_steps = 1;
    assert_eq!(shader.run(300, 20, &mut out), Err(RunError::TooLong));
    shader.limits.run_steps = u64::MAX;
    shader.run(300, 20, &mut out).unwrap();
    assert_eq!(out[..3], [13.0, 14.0, 15.0]);
}
