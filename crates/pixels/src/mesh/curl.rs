//! Paper that rolls up.

use super::Mesh;
use motile_geom::{Vec2, ops};

/// How a page is rolled: everything beyond a line goes around a cylinder that lies on it, toward the eye, and over to the other
/// side.
#[doc(alias = "page turn")]
#[doc(alias = "page flip")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageCurl {
    /// A point of the line where the page leaves the table.
    pub line: Vec2,
    /// Across the line, toward the part that is rolled; any length above 0.
    pub toward: Vec2,
    /// Radius of the cylinder, above 0.
    pub radius: f32,
}

impl PageCurl {
    /// Bends a flat page into another mesh, which takes its shape and keeps its memory. With a number that is not finite, a
    /// `toward` of length 0 or a radius not above 0 the page stays flat.
    ///
    /// ```
    /// use motile_pixels::{Mesh, PageCurl, math::vec2};
    /// let page = Mesh::page(vec2(200.0, 300.0), 20, 30);
    /// let mut bent = page.clone();
    /// PageCurl { line: vec2(0.0, 0.0), toward: vec2(1.0, 0.2), radius: 30.0 }.bend(&page, &mut bent);
    /// assert!(bent.points().iter().all(|point| (-60.001..=0.0).contains(&point.z)));
    /// ```
    pub fn bend(&self, page: &Mesh, bent: &mut Mesh) {
        bent.clone_from(page);
        let toward = self.toward.normalize_or_zero();
        let usable = self.line.is_finite() && self.radius.is_finite() && self.radius > 0.0;
        if !usable || toward == Vec2::ZERO {
            return;
        }
        for point in &mut bent.points {
            let beyond = (point.truncate() - self.line).dot(toward);
            if beyond <= 0.0 {
                continue;
            }
            let half_turn = core::f32::consts::PI * self.radius;
            // Half a turn around, then flat on the other side.
            let (along, up) = if beyond < half_turn {
                let (sin, cos) = ops::sin_cos(beyond / self.radius);
                (sin * self.radius, (1.0 - cos) * self.radius)
            } else {
                (half_turn - beyond, 2.0 * self.radius)
            };
            let place = point.truncate() + toward * (along - beyond);
            *point = place.extend(point.z - up);
        }
        if !bent.normals.is_empty() {
            bent.update_normals();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::{vec2, vec3};

    #[test]
    fn paper_keeps_its_length() {
        let page = Mesh::page(vec2(400.0, 2.0), 401, 2);
        let mut bent = page.clone();
        PageCurl { line: vec2(-50.0, 0.0), toward: vec2(3.0, 0.0), radius: 25.0 }
            .bend(&page, &mut bent);
        for pair in bent.points()[..401].windows(2) {
            assert!((pair[0].distance(pair[1]) - 1.0).abs() < 1e-3, "{pair:?}");
        }
        // Flat before the line, twice the radius up and turned back at the end.
        assert_eq!(bent.points()[100], page.points()[100]);
        let end = vec3(-50.0 + core::f32::consts::PI * 25.0 - 250.0, -1.0, -50.0);
        assert!(bent.points()[400].distance(end) < 1e-3, "{}", bent.points()[400]);
    }

    #[test]
    fn bad_numbers_leave_the_page_flat() {
        let page = Mesh::page(vec2(40.0, 20.0), 5, 5);
        let good = PageCurl { line: Vec2::ZERO, toward: Vec2::X, radius: 5.0 };
        for bad in [
            PageCurl { radius: 0.0, ..good },
            PageCurl { radius: f32::NAN, ..good },
            PageCurl { toward: Vec2::ZERO, ..good },
            PageCurl { line: vec2(f32::INFINITY, 0.0), ..good },
        ] {
            let mut bent = Mesh::default();
            bad.bend(&page, &mut bent);
            assert_eq!(bent, page);
        }
    }
}
