//! Graphs as the tools of Pixel Bender saved them.

use motile_kernel::{GraphShader, KernelGraph, Texture};

const GRAPH: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<!-- Two passes -->
<graph name = "Sharp Glow" languageVersion = "1.0" xmlns="urn:graph">
    <metadata name = "namespace" value = "n"/>
    <metadata name = "vendor" value = "A &amp; B"/>
    <metadata name = "version" type = "int" value = "3" />
    <parameter type = "float2" name = "amount" >
        <metadata name = "maxValue" type = "float2" value = "10.0,20.0"/>
        <metadata name = "minValue" value = "-1 -2"/>
        <metadata name = "defaultValue" type = "float2" value = "2.0, 3.0"/>
        <metadata name = "description" value = 'how "much"'/>
    </parameter>
    <inputImage type = "image1" name = "graphSrc" />
    <outputImage type = "image1" name = "graphDst" />
    <kernel>
        <![CDATA[
        <languageVersion : 1.0;>
        #define TIMES(a, b) ((a) * (b))
        kernel Scale < namespace : "n"; vendor : "v"; version : 1; >
        {
            parameter float factor; parameter bool twice;
            input image1 src; output pixel1 dst;
            void evaluatePixel() { dst = TIMES(factor, sampleNearest(src, outCoord())); if (twice && dst < 1000.0) dst += dst; }
        }
        ]]>
    </kernel>
    <kernel>
        &lt;languageVersion : 1.0;&gt;
        kernel Add &lt; namespace : "n"; vendor : "v"; version : 1; &gt;
        {
            parameter float by; input image1 a; input image1 b; output pixel1 out_;
            void evaluatePixel() { bool both = true &amp;&amp; by &gt;= 0.0; out_ = both ? sampleNearest(a, outCoord()) + by * sampleNearest(b, outCoord()) : 0.0; }
        }
    </kernel>
    <node id = "first" name="Scale" vendor="v" namespace="n" version="1" >
        <evaluateParameters>
            <![CDATA[
            void evaluateParameters() { float kept = amount.x; first::factor = kept; first::twice = kept > 1.0; }
            ]]>
        </evaluateParameters>
    </node>
    <node id = "sum" name="Add" vendor="v" namespace="n" version="1" >
        <evaluateParameters><![CDATA[ void evaluateParameters() { float kept = amount.y; sum::by = kept; } ]]></evaluateParameters>
    </node>
    <connect fromImage="graphSrc" toNode="first" toInput="src"/>
    <connect fromNode="first" fromOutput="dst" toNode="sum" toInput="a"/>
    <connect fromImage="graphSrc" toNode="sum" toInput="b"></connect>
    <connect fromNode="sum" fromOutput="out_" toImage="graphDst"/>
</graph>
"#;

fn run(text: &str, set: &[(&str, [f32; 2])]) -> [f32; 2] {
    let graph = KernelGraph::compile(text).unwrap_or_else(|error| panic!("{error}"));
    let mut shader = GraphShader::new(&graph);
    shader.bind("graphSrc", &Texture::from_floats(2, 1, 1, vec![1.0, 5.0]).unwrap()).unwrap();
    for (name, value) in set {
        shader.set(name, *value).unwrap();
    }
    let mut out = [0.0; 2];
    shader.run(2, 1, &mut out).unwrap();
    out
}

#[test]
fn graphs_are_read_from_xml() {
    // 2·x doubled, and 3·x.
    assert_eq!(run(GRAPH, &[]), [7.0, 35.0]);
    assert_eq!(run(GRAPH, &[("amount", [1.0, 0.0])]), [1.0, 5.0]);
    let graph = KernelGraph::compile(GRAPH).unwrap();
    assert_eq!(graph.name(), "Sharp Glow");
    let amount = &graph.parameters()[0];
    assert_eq!(amount.description(), Some("how \"much\""));
    let limits = (&amount.min[..], &amount.default[..], &amount.max[..]);
    assert_eq!(limits, (&[-1.0, -2.0][..], &[2.0, 3.0][..], &[10.0, 20.0][..]));
    for end in ["\r\n", "\r"] {
        assert_eq!(run(&GRAPH.replace('\n', end), &[]), [7.0, 35.0], "{end:?}");
    }
    let bytes: Vec<u8> = GRAPH.replace("Two", "Zw\u{f6}lf").chars().map(|c| c as u8).collect();
    assert_eq!(KernelGraph::compile_bytes(&bytes).unwrap().passes().count(), 2, "Latin-1");
    assert_eq!(
        run(&format!("\u{feff}\n{}", &GRAPH[GRAPH.find("<!--").unwrap()..]), &[]),
        [7.0, 35.0]
    );
}

#[track_caller]
fn complains(from: &str, to: &str, at: &str, words: &str) {
    assert!(GRAPH.contains(from), "{from}");
    let text = GRAPH.replacen(from, to, 1);
    let error = KernelGraph::compile(&text).expect_err(to);
    let found = error.list.iter().find(|d| d.message.contains(words));
    let found = found.unwrap_or_else(|| panic!("{words}: {error}"));
    assert_eq!(found.span.text(&text), at, "{error}");
}

#[test]
fn mistakes_in_xml_are_told_with_their_place() {
    complains("dst += dst;", "dst += dst2;", "dst2", "nothing is named `dst2`");
    complains("dst = TIMES", "dst = \u{b0} TIMES", "\u{b0}", "no meaning here");
    complains("out_ = both", "out_ = both2", "both2", "nothing is named `both2`");
    complains("</node>", "</nod>", "nod", "ends where `node` is open");
    complains("</graph>", "", "graph", "never closed");
    complains("toImage", "toPicture", "connect", "lacks the attribute `toNode`");
    complains("type = \"image1\" name", "name", "inputImage", "lacks the attribute `type`");
    complains("image1", "picture1", "picture1", "expected a type");
    complains("<connect", "<connect2", "connect2", "no meaning in a graph");
    complains("10.0,20.0", "10.0,x", "10.0,x", "`x` is no number");
    complains("toInput=\"src\"", "toInput=\"source\"", "source", "no input of the node `source`");
    complains("name=\"Add\"", "name=\"Ad\"", "Ad", "no kernel `Ad`");
    complains(
        "void evaluateParameters() { float kept = amount.x",
        "float k() { amount.x",
        "float",
        "evaluateParameters",
    );
    complains("kept = amount.y", "kept = amount.q", "q", "no component `q`");
    complains("languageVersion = \"1.0\"", "languageVersion = \"2.0\"", "2.0", "not known");
    complains(" languageVersion = \"1.0\"", "", "graph", "lacks the attribute `languageVersion`");
    let other = KernelGraph::compile("<?xml version='1.0'?><graf/>").unwrap_err();
    assert!(other.list[0].message.contains("expected `graph`, found `graf`"), "{other}");
}

#[test]
fn no_beginning_of_a_file_and_no_odd_byte_does_harm() {
    for end in (0..GRAPH.trim_end().len()).step_by(7) {
        assert!(KernelGraph::compile(&GRAPH[..end]).is_err());
    }
    let deep = format!("<graph>{}", "<a>".repeat(5000));
    assert!(KernelGraph::compile(&deep).unwrap_err().to_string().contains("too many elements"));
    let flat = format!("<graph>{}</graph>", "<a/>".repeat(5000));
    assert!(KernelGraph::compile(&flat).unwrap_err().to_string().contains("too many elements"));
    assert!(KernelGraph::compile(&format!("<graph a='{}'/>", "&".repeat(200_000))).is_err());
    for odd in [
        "<",
        "<graph",
        "<graph a",
        "<graph a=",
        "<graph a=b/>",
        "<graph/>x",
        "<?xml",
        "<!--",
        "<graph>&#0;</graph>",
    ] {
        assert!(KernelGraph::compile(odd).is_err(), "{odd}");
    }
}
