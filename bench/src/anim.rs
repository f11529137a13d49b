//! Tweens beside keyframe, tween and GSAP.

use crate::runner::Bench;
use keyframe::{AnimationSequence, Keyframe, functions as kf};
use motile_anim::{AnimPlayer, Animator, Ease, Stagger, Swarm, Timeline, Tween};
use motile_geom::Rng;
use std::process::Command;
use tween::Tweener;

const MILLION: usize = 1_000_000;
const DT: f32 = 1.0 / 60.0;
/// Tweens last between these seconds and start this much before the measurement, so that progress is
/// spread over the whole curve and nothing finishes meanwhile.
const LENGTHS: core::ops::Range<f32> = 3_000.0..30_000.0;
const AGE: f32 = 2_900.0;

/// All rows of the topic.
pub fn run(bench: &mut Bench) {
    polynomial(bench);
    mixed(bench);
    seeking(bench);
    gsap(bench);
    animators(bench);
    churn(bench);
    overwriting(bench);
    sequences(bench);
}

fn swarm_of(eases: &[Ease], n: usize) -> Swarm {
    let mut rng = Rng::new(1);
    let mut swarm = Swarm::new();
    for i in 0..n {
        let ease = eases[i % eases.len()];
        swarm.add(0.0, rng.range(1.0..800.0), 0.0, rng.range(LENGTHS), ease);
    }
    swarm.update(AGE);
    swarm
}

fn polynomial(bench: &mut Bench) {
    let name = "anim/poly-1m";
    if !bench.wants(name) {
        return;
    }
    eprintln!("motile-bench: a swarm takes {} bytes per tween", Swarm::bytes_per_tween());
    let eases = [Ease::QUAD_IN, Ease::QUAD_OUT, Ease::CUBIC_IN_OUT, Ease::QUINT_OUT];
    let mut swarm = swarm_of(&eases, MILLION);
    let mut rng = Rng::new(1);
    let mut sequences: Vec<AnimationSequence<f32>> = (0..MILLION)
        .map(|i| {
            let first = match i % 4 {
                0 => Keyframe::new(0.0, 0.0, kf::EaseInQuad),
                1 => Keyframe::new(0.0, 0.0, kf::EaseOutQuad),
                2 => Keyframe::new(0.0, 0.0, kf::EaseInOutCubic),
                _ => Keyframe::new(0.0, 0.0, kf::EaseOutQuint),
            };
            let end = rng.range(1.0..800.0);
            let length = rng.range(LENGTHS);
            let mut sequence =
                AnimationSequence::from(vec![first, Keyframe::new(end, length, kf::Linear)]);
            sequence.advance_by(AGE as f64);
            sequence
        })
        .collect();
    let peers = || {
        let mut sum = 0.0;
        for sequence in &mut sequences {
            sequence.advance_by(DT as f64);
            sum += sequence.now();
        }
        sum
    };
    bench.compare(name, "keyframe AnimationSequence", MILLION, || swarm.update(DT), peers);
}

/// Moves every tweener of a list; the ease is known to the compiler.
fn move_all<T: tween::Tween<f32>>(list: &mut [Tweener<f32, f32, T>]) -> f32 {
    list.iter_mut().map(|tweener| tweener.move_by(DT)).sum()
}

fn mixed(bench: &mut Bench) {
    let name = "anim/mixed-1m";
    if !bench.wants(name) {
        return;
    }
    let eases = [
        Ease::QUAD_OUT,
        Ease::SINE_IN_OUT,
        Ease::ELASTIC_OUT,
        Ease::BOUNCE_OUT,
        Ease::BACK_IN_OUT,
        Ease::EXPO_OUT,
        Ease::CUBIC_IN,
        Ease::CIRC_OUT,
    ];
    let mut swarm = swarm_of(&eases, MILLION);
    let mut rng = Rng::new(1);
    macro_rules! list {
        ($tween:expr) => {
            (0..MILLION / 8)
                .map(|_| {
                    let end = rng.range(1.0..800.0);
                    Tweener::new_at(0.0f32, end, rng.range(LENGTHS), $tween, AGE)
                })
                .collect::<Vec<_>>()
        };
    }
    let mut quad = list!(tween::QuadOut);
    let mut sine = list!(tween::SineInOut);
    let mut elastic = list!(tween::ElasticOut);
    let mut bounce = list!(tween::BounceOut);
    let mut back = list!(tween::BackInOut);
    let mut expo = list!(tween::ExpoOut);
    let mut cubic = list!(tween::CubicIn);
    let mut circ = list!(tween::CircOut);
    let peers = || {
        move_all(&mut quad)
            + move_all(&mut sine)
            + move_all(&mut elastic)
            + move_all(&mut bounce)
            + move_all(&mut back)
            + move_all(&mut expo)
            + move_all(&mut cubic)
            + move_all(&mut circ)
    };
    bench.compare(name, "tween Tweener", MILLION, || swarm.update(DT), peers);
}

/// One child in 10,000 runs: seeking costs what it does with one in 100.
fn seeking(bench: &mut Bench) {
    let player = |children: u32| {
        let timeline = Timeline::stagger(0..children, Stagger::each(1.0), |_, key| {
            Tween::new(1.0).to(|x: &mut f32| x, 800.0).on(key)
        });
        let mut values = vec![0.0f32; children as usize];
        let mut player = AnimPlayer::new(timeline);
        player.seek(f64::from(children), &mut values);
        (player, values)
    };
    let ((mut large, mut large_values), (mut small, mut small_values)) =
        (player(10_000), player(100));
    let (mut a, mut b) = (0u32, 0u32);
    let ours = || {
        a += 1;
        large.seek(50.0 + f64::from(a % 7) * 0.125, &mut large_values);
    };
    let peers = || {
        b += 1;
        small.seek(50.0 + f64::from(b % 7) * 0.125, &mut small_values);
    };
    bench.compare("anim/seek-10000-children", "the same with 100 children", 10_000, ours, peers);
}

/// Nanoseconds for one render of 100,000 tweens of a paused timeline, the median of 31.
const GSAP: &str = r#"
const { gsap } = require("gsap");
gsap.ticker.sleep();
const line = gsap.timeline({ paused: true });
for (let i = 0; i < 100000; i++) {
  line.to({ x: 0 }, { x: 1 + i % 800, duration: 3000 + (i * 7919) % 27000, ease: "power1.out" }, 0);
}
const times = [];
for (let k = 0; k < 31; k++) {
  const begin = process.hrtime.bigint();
  line.time(2900 + k / 60);
  times.push(Number(process.hrtime.bigint() - begin));
}
times.sort((a, b) => a - b);
console.log(times[15]);
process.exit(0);
"#;

fn gsap(bench: &mut Bench) {
    let (swarm_row, animator_row) = ("anim/swarm-100k", "anim/animator-100k");
    if !bench.wants(swarm_row) && !bench.wants(animator_row) {
        return;
    }
    let Some(peer_ns) = gsap_time() else {
        eprintln!(
            "motile-bench: skipping {swarm_row} and {animator_row}: node cannot load gsap; \
             `npm install gsap` here, or set NODE_PATH"
        );
        return;
    };
    let n = 100_000;
    let mut swarm = swarm_of(&[Ease::QUAD_OUT], n);
    let ours = bench.alone(|| swarm.update(DT));
    bench.record(swarm_row, "GSAP under Node", n, ours, peer_ns);

    let bytes = Animator::<f32, u32>::bytes_per_tween();
    eprintln!("motile-bench: an animator takes {bytes} bytes per simple tween");
    let mut rng = Rng::new(1);
    let mut values = vec![0.0f32; n];
    let mut animator = Animator::new();
    for key in 0..n as u32 {
        let tween = Tween::new(rng.range(LENGTHS)).to(|x: &mut f32| x, rng.range(1.0..800.0));
        animator.play(tween.on(key));
    }
    animator.update(AGE, &mut values);
    let ours = bench.alone(|| animator.update(DT, &mut values));
    bench.record(animator_row, "GSAP under Node", n, ours, peer_ns);
}

/// What stands where a peer does in the rows that have only a target, B10-1 to B10-4.
const TARGET: &str = "target of the specification";
const MILLISECOND: f64 = 1e6;

/// B10-1: 100,000 tweens of an animator, gentle and springy.
fn animators(bench: &mut Bench) {
    let rows = [
        ("anim/animator-quad", Ease::QUAD_OUT, 0.5),
        ("anim/animator-elastic", Ease::ELASTIC_OUT, 1.5),
    ];
    for (name, ease, milliseconds) in rows {
        if !bench.wants(name) {
            continue;
        }
        let n = 100_000;
        let mut rng = Rng::new(1);
        let (mut values, mut animator) = (vec![0.0f32; n], Animator::new());
        for key in 0..n as u32 {
            let tween = Tween::new(rng.range(LENGTHS)).to(|x: &mut f32| x, rng.range(1.0..800.0));
            animator.play(tween.ease(ease).on(key));
        }
        animator.update(AGE, &mut values);
        let ours = bench.alone(|| animator.update(DT, &mut values));
        bench.record(name, TARGET, n, ours, milliseconds * MILLISECOND);
    }
}

/// B10-2: 10,000 tweens are played in each frame and finish in the next.
fn churn(bench: &mut Bench) {
    let (name, n) = ("anim/churn-10k", 10_000);
    if !bench.wants(name) {
        return;
    }
    let (mut values, mut animator) = (vec![0.0f32; n], Animator::new());
    let ours = bench.alone(|| {
        for key in 0..n as u32 {
            animator.play(Tween::new(DT).to(|x: &mut f32| x, 8.0).on(key));
        }
        animator.update(DT, &mut values);
        animator.events().len()
    });
    bench.record(name, TARGET, n, ours, 2.0 * MILLISECOND);
}

#[derive(Clone, Copy, Default)]
struct Sprite {
    x: f32,
    y: f32,
    rotation: f32,
    alpha: f32,
}

/// B10-3: 10,000 tweens begin, each on a target with four that run, and take over one of them.
fn overwriting(bench: &mut Bench) {
    let (name, n) = ("anim/overwrite-10k", 10_000);
    if !bench.wants(name) {
        return;
    }
    let (mut sprites, mut animator) = (vec![Sprite::default(); n], Animator::new());
    let fields: [fn(&mut Sprite) -> &mut f32; 4] =
        [|s| &mut s.x, |s| &mut s.y, |s| &mut s.rotation, |s| &mut s.alpha];
    for key in 0..n as u32 {
        for field in fields {
            animator.play(Tween::new(1e4).to(field, 800.0).on(key));
        }
    }
    animator.update(DT, &mut sprites);
    let ours = bench.alone(|| {
        for key in 0..n as u32 {
            animator.play(Tween::new(1e4).to(fields[0], 100.0).on(key));
        }
        animator.update(DT, &mut sprites);
        assert_eq!(animator.len(), 4 * n, "one went for each that came");
    });
    bench.record(name, TARGET, n, ours, 1.5 * MILLISECOND);
}

/// B10-4: 10,000 sequences of ten steps, each taken to another time.
fn sequences(bench: &mut Bench) {
    let (name, n) = ("anim/sequences-10k", 10_000);
    if !bench.wants(name) {
        return;
    }
    let steps = || (0..10u8).map(|k| Tween::new(1.0).to(|x: &mut f32| x, f32::from(k)));
    let mut all: Vec<(AnimPlayer<f32>, f32)> =
        (0..n).map(|_| (AnimPlayer::new(Timeline::sequence(steps())), 0.0)).collect();
    let mut rng = Rng::new(1);
    let ours = bench.alone(|| {
        for (player, value) in &mut all {
            player.seek(f64::from(rng.range(0.0..10.0)), value);
        }
    });
    bench.record(name, TARGET, n, ours, 5.0 * MILLISECOND);
}

fn gsap_time() -> Option<f64> {
    let output = Command::new("node").args(["-e", GSAP]).output().ok()?;
    String::from_utf8_lossy(&output.stdout).trim().parse().ok().filter(|_| output.status.success())
}
