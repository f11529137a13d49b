//! `motile list`: all demos, for people or for programs.

use crate::failure::{self, Failure};
use motile::stage::{Key, Param, ParamKind};
use motile_demos::{Demo, all};
use motile_gallery_model::{search_text, takes_drags, takes_wheel, topic};
use motile_kernel_command::json_text as text;

pub(crate) fn run(json: bool) -> Result<(), Failure> {
    failure::print(&if json { as_json() } else { as_table() })
}

fn as_table() -> String {
    let width = all().map(|demo| demo.id.len()).max().unwrap_or_default();
    let lines: Vec<String> =
        all().map(|demo| format!("{:width$}  {}", demo.id, demo.sees)).collect();
    lines.join("\n")
}

fn as_json() -> String {
    let demos: Vec<String> = all().map(demo_json).collect();
    format!("[\n{}\n]", demos.join(",\n"))
}

fn demo_json(demo: &Demo) -> String {
    let spec: Vec<String> = demo.spec.iter().map(|id| text(id)).collect();
    let params: Vec<String> = demo.params.iter().map(param_json).collect();
    let key = |(key, does): &(Key, &str)| {
        format!("{{\"key\":{},\"does\":{}}}", text(&key.to_string()), text(does))
    };
    let keys: Vec<String> = demo.keys.iter().map(key).collect();
    format!(
        "{{\"id\":{},\"title\":{},\"topic\":{},\"spec\":[{}],\"params\":[{}],\"sees\":{},\
         \"try\":{},\"controls\":{},\"keys\":[{}],\"source\":{},\"width\":{},\"height\":{},\
         \"topic_name\":{},\"topic_about\":{},\"part\":{},\"search\":{},\"takes_wheel\":{},\"takes_drags\":{}}}",
        text(demo.id),
        text(demo.title),
        text(demo.topic()),
        spec.join(","),
        params.join(","),
        text(demo.sees),
        text(demo.tries),
        text(demo.controls),
        keys.join(","),
        text(&demo.source()),
        demo.size.0,
        demo.size.1,
        text(topic(demo).name),
        text(topic(demo).about),
        text(topic(demo).part),
        text(&search_text(demo)),
        takes_wheel(demo),
        takes_drags(demo),
    )
}

fn param_json(param: &Param) -> String {
    let (min, max) = param.range();
    let head = format!("\"name\":{},\"label\":{}", text(param.name), text(&param.label()));
    let default = param.default_value();
    match param.kind {
        ParamKind::Toggle { .. } => {
            format!("{{{head},\"kind\":\"toggle\",\"default\":{default}}}")
        }
        ParamKind::Button => format!("{{{head},\"kind\":\"button\",\"default\":0}}"),
        ParamKind::Choice { options, .. } => {
            let choices: Vec<String> = options.iter().map(|option| text(option)).collect();
            let choices = choices.join(",");
            format!("{{{head},\"kind\":\"choice\",\"default\":{default},\"choices\":[{choices}]}}")
        }
        _ => {
            let step = param.step();
            let whole = matches!(param.kind, ParamKind::Whole { .. });
            let kind = if whole { "whole" } else { "number" };
            format!(
                "{{{head},\"kind\":\"{kind}\",\"min\":{min},\"max\":{max},\"step\":{step},\
                 \"default\":{default}}}"
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_names_every_demo() {
        let (json, table) = (as_json(), as_table());
        for demo in all() {
            assert!(json.contains(&format!("{{\"id\":\"{}\"", demo.id)) && table.contains(demo.id));
        }
        let gravity = "{\"name\":\"gravity\",\"label\":\"Gravity\",\"kind\":\"number\",\"min\":0,\
                       \"max\":2000,\"step\":20,\"default\":900}";
        assert!(json.contains(gravity), "{json}");
        let scatter =
            "{\"name\":\"scatter\",\"label\":\"Scatter\",\"kind\":\"button\",\"default\":0}";
        assert!(json.contains(scatter), "{json}");
        let throw = "\"keys\":[{\"key\":\"Space\",\"does\":\"throw it up\"}]";
        assert!(json.contains(throw), "{json}");
    }
}
