//! The first touch of anything whose distance can be asked, by conservative advancement.

/// Steps after which a search gives up: a millisecond of distances between simple shapes.
const MAX_STEPS: u32 = 1 << 14;

/// The first time (share of the motion, 0…1) at which a distance has fallen to `tolerance` pixels, for
/// shapes that turn, bend or follow any path: conservative advancement (Mirtich, 1996). `distance_at` tells the distance at a time; `max_speed` is a bound
/// on how many pixels the shapes can close over the whole motion, turning included.
///
/// Each step goes as far as the bound allows, so no touch is passed over. A pair that keeps close takes
/// small steps, at most 2 · `max_speed` / `tolerance` of them; should 16,384 not do, the time so far is given:
/// early, never late. `None` when nothing is reached, the speed is negative, or a number is NaN.
///
/// ```
/// use motile_collide::{distance, time_of_impact};
/// use motile_geom::{Circle, Obb, vec2};
///
/// // A blade of half length 20 turns a quarter; a pin stands below its hub.
/// let blade = |t: f32| Obb::new(vec2(0.0, 0.0), vec2(20.0, 1.0), t * std::f32::consts::FRAC_PI_2);
/// let pin = Circle::new(vec2(0.0, 15.0), 1.0);
/// // The tip moves on a quarter of a circle with radius 21.
/// let time = time_of_impact(33.0, 0.01, |t| distance(&blade(t), &pin)).unwrap();
/// assert!((time - 0.915).abs() < 0.001, "{time}");
/// ```
#[doc(alias = "conservative advancement")]
#[doc(alias = "toi")]
pub fn time_of_impact(
    max_speed: f32,
    tolerance: f32,
    mut distance_at: impl FnMut(f32) -> f32,
) -> Option<f32> {
    let tolerance = tolerance.max(0.0);
    let mut time = 0.0f64;
    for _ in 0..MAX_STEPS {
        let distance = distance_at(time as f32);
        if distance <= tolerance {
            return Some(time as f32);
        }
        // Half the tolerance is left out of each step, so that the last one lands inside it.
        let step = (distance as f64 - tolerance as f64 * 0.5) / max_speed as f64;
        let next = time + step;
        if !(step > 0.0 && next <= 1.0) {
            // The end itself is worth a look: the last step may pass it by rounding only.
            let ends = step > 0.0 && distance_at(1.0) <= tolerance;
            return ends.then_some(1.0);
        }
        time = next;
    }
    Some(time as f32)
}
