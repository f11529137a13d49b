//! What a program sees of a kernel: metadata, parameters, inputs, errors.

use crate::common::{CHECKERBOARD, TWIRL, source};
use motile_kernel::{
    Kernel, KernelUse, RunError, ScalarType, SetError, Shader, Texture, ValueType,
};

#[test]
fn shader_4_20_29_t49_t50_metadata() {
    let kernel = Kernel::compile(CHECKERBOARD).unwrap();
    assert_eq!(kernel.name(), "Checkerboard");
    assert_eq!(kernel.metadata_text("version").as_deref(), Some("1"));
    assert_eq!(kernel.metadata_text("namespace").as_deref(), Some("com.example"));
    let [x, _] = kernel.parameters() else { panic!("two parameters") };
    assert_eq!((x.ty, x.min[0], x.max[0], x.default[0]), (ValueType::INT, 1.0, 200.0, 50.0));
    let plain =
        Kernel::compile(&source("parameter float k; output pixel1 dst;", "dst = k;")).unwrap();
    let k = &plain.parameters()[0];
    assert_eq!((k.min[0], k.max[0], k.default[0]), (0.0, 1.0, 0.0));
}

#[test]
fn shader_30_t51_t57_setting_parameters() {
    let mut shader = Shader::new(&Kernel::compile(CHECKERBOARD).unwrap());
    assert_eq!(shader.set("xres", 20), Ok(()));
    assert_eq!(
        shader.set("xrez", 20),
        Err(SetError::UnknownParameter { name: "xrez".into(), suggestion: Some("xres".into()) })
    );
    assert_eq!(
        shader.set("xres", 20.5),
        Err(SetError::TypeMismatch { expected: ValueType::INT, got: ScalarType::Float })
    );
    for wrong in [0, 201] {
        let error = SetError::OutOfRange { component: 0, min: 1.0, max: 200.0 };
        assert_eq!(shader.set("xres", wrong), Err(error));
        assert_eq!(shader.value("xres"), Some(&[20.0][..]));
    }
    shader.set_clamped("xres", 0).unwrap();
    assert_eq!(shader.value("xres"), Some(&[1.0][..]));
    shader.set_clamped("xres", 201).unwrap();
    assert_eq!(shader.value("xres"), Some(&[200.0][..]));
    let mut shader = Shader::new(&Kernel::compile(TWIRL).unwrap());
    let error = SetError::ComponentCount { expected: 2, got: 1 };
    assert_eq!(shader.set("center", [400.0]), Err(error));
    assert_eq!(shader.set("twist", f32::NAN), Err(SetError::NotFinite));
    assert_eq!(shader.value("twist"), Some(&[0.0][..]));
}

#[test]
fn shader_31_t44_t47_inputs_and_targets() {
    let mut shader = Shader::new(&Kernel::compile(TWIRL).unwrap());
    let mut out = [0.0; 4];
    assert_eq!(
        shader.run(1, 1, &mut out),
        Err(RunError::MissingInput {
            name: "src".into(),
            channels: 4,
            kernel: "Twirl".into(),
            used_as: KernelUse::Run
        })
    );
    let texture = Texture::from_floats(1, 1, 4, vec![0.1, 0.2, 0.3, 0.4]).unwrap();
    assert!(matches!(shader.bind("scr", &texture), Err(RunError::UnknownInput { .. })));
    shader.bind("src", &texture).unwrap();
    assert_eq!(shader.run(2, 1, &mut out), Err(RunError::TargetTooSmall { expected: 8, got: 4 }));
    shader.run(1, 1, &mut out).unwrap();
    assert_eq!(out, [0.1, 0.2, 0.3, 0.4]);
    assert_eq!(shader.run(0, 7, &mut out), Ok(()));
    assert!(Texture::from_floats(2, 2, 1, vec![0.0; 3]).is_err());
    assert!(Texture::from_floats(0, 2, 1, vec![]).is_err());
}

#[test]
fn shader_42_t87_a_new_kernel_keeps_what_still_fits() {
    let mut shader = Shader::new(&Kernel::compile(TWIRL).unwrap());
    shader.set("twist", 4.0).unwrap();
    shader.set("center", [10.0, 20.0]).unwrap();
    let changed = TWIRL
        .replace("float2 center", "float3 middle")
        .replace("center", "middle.xy")
        .replace("float3 middle.xy", "float3 middle")
        .replace("float2(0.0)", "float3(0.0)")
        .replace("float2(1000.0)", "float3(1000.0)")
        .replace("float2(200.0)", "float3(200.0)");
    shader.replace_kernel(&Kernel::compile(&changed).unwrap_or_else(|e| panic!("{e}")));
    assert_eq!(shader.value("twist"), Some(&[4.0][..]));
    assert_eq!(shader.value("middle"), Some(&[200.0; 3][..]));
}

/// Twist from 0 to -6 in two seconds, elastic.
#[cfg(feature = "anim")]
#[test]
fn shader_34_parameters_are_targets_of_tweens() {
    use motile_anim::{Animator, Ease, Tween};
    let mut shader = Shader::new(&Kernel::compile(TWIRL).unwrap());
    let (twist, center) = (shader.find("twist").unwrap(), shader.find("center").unwrap());
    let number = |to: f32| Tween::new(2.0).to(|number: &mut f32| number, to);
    let mut turns = Animator::new();
    turns.play(number(-6.0).on(twist).ease(Ease::ELASTIC_OUT));
    let mut walks = Animator::new();
    walks.play(number(400.0).on((center, 1)).ease(Ease::LINEAR));
    turns.update(1.0, &mut shader);
    walks.update(1.0, &mut shader);
    assert_eq!(shader.value("center"), Some(&[200.0, 300.0][..]));
    assert!(shader.value("twist").is_some_and(|numbers| numbers[0] < -5.0));
    turns.update(1.0, &mut shader);
    assert_eq!(shader.value("twist"), Some(&[-6.0][..]));
}

#[test]
fn only_floats_of_the_kernel_itself_are_changed_in_place() {
    let mut shader = Shader::new(&Kernel::compile(TWIRL).unwrap());
    let center = shader.find("center").unwrap();
    *shader.number_mut(center, 1).unwrap() = 7.0;
    assert_eq!(shader.value("center"), Some(&[200.0, 7.0][..]));
    assert_eq!(shader.number_mut(center, 2), None, "there are two");
    let mut board = Shader::new(&Kernel::compile(CHECKERBOARD).unwrap());
    let fields = board.find("xres").unwrap();
    assert_eq!(board.number_mut(fields, 0), None, "a whole number");
    assert_eq!(board.number_mut(shader.find("radius").unwrap(), 0), None, "of another kernel");
}

/// A handle of another kernel set whatever stood at its place: it has to be of the same name, type and place.
#[test]
fn shader_30_a_handle_of_another_kernel_changes_nothing() {
    let shader = |members: &str| {
        let members = format!("{members} output pixel1 dst;");
        Shader::new(&Kernel::compile(&source(&members, "dst = 0.0;")).unwrap())
    };
    let mine = shader("parameter float2 a; parameter float b; parameter float c;");
    let (a, b) = (mine.find("a").unwrap(), mine.find("b").unwrap());
    for other in [
        "parameter float2 a; parameter float renamed; parameter float b;",
        "parameter float2 a; parameter int b; parameter float c;",
        "parameter float2 a; parameter float2 b; parameter float c;",
        "parameter float a; parameter float b; parameter float c;",
        "parameter float b; parameter float2 a;",
        "parameter float2 a;",
        "",
    ] {
        let mut shader = shader(other);
        let before = shader.values().to_vec();
        shader.put(b, 0.5);
        shader.put(b, 1);
        assert_eq!(shader.number_mut(b, 0), None, "{other}");
        assert_eq!(shader.values(), before, "{other}");
    }
    // The next version of the kernel, in which they are where they were.
    let mut next = shader("parameter float2 a; parameter float b; parameter float more;");
    next.put(b, 0.5);
    next.put(a, [0.25, 0.75]);
    assert_eq!(next.values(), [0.25, 0.75, 0.5, 0.0]);
    assert_eq!(next.number_mut(a, 1), Some(&mut 0.75));
    assert_eq!(next.number_mut(a, 2), None);
    assert_eq!((next.find("a"), next.find("b")), (Some(a), Some(b)));
}
