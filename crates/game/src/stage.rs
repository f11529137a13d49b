//! Cameras and scenes on a canvas, cameras of nodes.

use crate::{CameraRig, SceneStack, TransitionKind, scene_nodes::cover_path};
use motile_geom::{Aabb, Affine2, Affine2Ext, Vec2};
use motile_pixels::Color;
use motile_stage::{Canvas, FillRule, Node};

impl CameraRig {
    /// Moves, turns and scales a node, usually a group that holds the world, so that the stage shows what the camera sees.
    ///
    /// ```
    /// use motile_game::CameraRig;
    /// use motile_geom::vec2;
    /// use motile_stage::{Node, Stage};
    /// let mut stage = Stage::new(320, 200)?;
    /// let world = stage.add(Node::group());
    /// let mut camera = CameraRig::new(stage.size());
    /// camera.jump_to(vec2(1000.0, 500.0));
    /// camera.apply_to(&mut stage[world]);
    /// assert_eq!(stage[world].position, vec2(-840.0, -400.0));
    /// # Ok::<(), motile_stage::StageError>(())
    /// ```
    pub fn apply_to(&self, node: &mut Node) {
        let (position, scale, rotation) = self.transform().to_parts();
        (node.position, node.scale, node.rotation) = (position, scale, rotation);
    }

    /// Draws the world as the camera sees it into a part of the screen, cut off at its borders. The camera's `view` should be
    /// as large as the part; several parts make a split screen.
    pub fn draw_view<R>(
        &self,
        canvas: &mut Canvas<'_>,
        area: Aabb,
        draw: impl FnOnce(&mut Canvas<'_>) -> R,
    ) -> R {
        let transform = Affine2::from_translation(area.min) * self.transform();
        canvas.clip_rect(area, |canvas| canvas.transformed(transform, draw))
    }
}

impl<S> SceneStack<S> {
    /// Draws the visible scenes on a screen of this size, with the transition that is on its way. `draw` draws one scene; it
    /// is called for each of them, the lowest first.
    pub fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        size: Vec2,
        mut draw: impl FnMut(&S, &mut Canvas<'_>),
    ) {
        let screen = Aabb::new(Vec2::ZERO, size);
        self.each_shown(|scene, aside| {
            if aside == Vec2::ZERO {
                return draw(scene, canvas);
            }
            let offset = aside * size;
            let area = Aabb::new(screen.min + offset, screen.max + offset);
            canvas.clip_rect(area, |canvas| {
                canvas.transformed(Affine2::from_translation(offset), |canvas| draw(scene, canvas));
            });
        });
        if let Some(state) = self.transition() {
            cover(canvas, size, state.kind, state.covered);
        }
    }
}

/// Covers a screen by a share: all of it a little, or all outside of a circle.
fn cover(canvas: &mut Canvas<'_>, size: Vec2, kind: TransitionKind, covered: f32) {
    if let Some((path, alpha)) = cover_path(size, kind, covered) {
        let black = Color::BLACK.with_alpha((alpha * 255.0).round() as u8);
        canvas.fill_by(&path, FillRule::EvenOdd, black);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SceneTransition;
    use motile_geom::vec2;
    use motile_pixels::Surface;
    use motile_stage::Renderer;

    const SIZE: Vec2 = vec2(80.0, 60.0);

    fn drawn(draw: impl FnOnce(&mut Canvas<'_>)) -> Surface {
        let mut surface = Surface::opaque(80, 60, Color::WHITE).unwrap();
        let mut renderer = Renderer::new();
        let mut canvas = renderer.begin(&mut surface).unwrap();
        draw(&mut canvas);
        canvas.finish();
        surface
    }

    /// A red scene gives way to a blue one; the picture after some of a second.
    fn picture(transition: SceneTransition, seconds: f32) -> Surface {
        let mut scenes = SceneStack::new(Color::RED);
        scenes.push(Color::BLUE, transition.with_seconds(1.0));
        scenes.update(seconds);
        drawn(|canvas| {
            scenes.draw(canvas, SIZE, |color, canvas| {
                canvas.fill_rect(Aabb::new(Vec2::ZERO, SIZE), *color);
            });
        })
    }

    #[test]
    fn a_slide_has_the_old_scene_beside_the_new_one() {
        let half = picture(SceneTransition::SLIDE, 0.5);
        assert_eq!((half.get(10, 30), half.get(70, 30)), (Some(Color::RED), Some(Color::BLUE)));
        let down = picture(SceneTransition::slide(0.0, 1.0), 0.5);
        assert_eq!((down.get(10, 50), down.get(10, 10)), (Some(Color::RED), Some(Color::BLUE)));
    }

    #[test]
    fn a_fade_goes_through_black() {
        let early = picture(SceneTransition::FADE, 0.25).get(40, 30).unwrap();
        assert!((60..220).contains(&early.r) && early.b == 0, "{early:?}");
        assert_eq!(picture(SceneTransition::FADE, 0.5).get(40, 30), Some(Color::BLACK));
        let late = picture(SceneTransition::FADE, 0.75).get(40, 30).unwrap();
        assert!((60..220).contains(&late.b) && late.r == 0, "{late:?}");
    }

    #[test]
    fn an_iris_closes_on_its_middle() {
        let early = picture(SceneTransition::IRIS, 0.3);
        assert_eq!((early.get(40, 30), early.get(1, 1)), (Some(Color::RED), Some(Color::BLACK)));
        assert_eq!(picture(SceneTransition::IRIS, 0.5).get(20, 30), Some(Color::BLACK));
        assert_eq!(picture(SceneTransition::CUT, 0.1).get(1, 1), Some(Color::BLUE));
    }

    #[test]
    fn a_view_shows_its_part_of_the_world_and_no_more() {
        let mut camera = CameraRig::new(vec2(30.0, 60.0));
        camera.jump_to(vec2(500.0, 500.0));
        let area = Aabb::new(vec2(50.0, 0.0), vec2(80.0, 60.0));
        let picture = drawn(|canvas| {
            camera.draw_view(canvas, area, |canvas| {
                canvas
                    .fill_rect(Aabb::from_center(vec2(500.0, 500.0), vec2(400.0, 5.0)), Color::RED);
            });
        });
        assert_eq!(
            (picture.get(49, 30), picture.get(50, 30)),
            (Some(Color::WHITE), Some(Color::RED))
        );
        assert_eq!(
            (picture.get(65, 24), picture.get(65, 25)),
            (Some(Color::WHITE), Some(Color::RED))
        );
    }
}
